/* A felt hammer on one to three strings, from a grand piano to a dulcimer.
 *
 * The felt follows K x^p: pressed harder it is stiffer, so loud notes are brighter by the law itself.
 * N strings of a key are struck alike and meet in the bridge, which takes energy from their sum only
 * (Weinreich 1977). Amplitudes a_k of one partial, in turn with it, s_i the loss of a string, s_b that of
 * the bridge, d_k the detuning:
 *
 *   a_k' = (j d_k - s_i) a_k - s_b sum a
 *
 * For N strings at d = -D, 0, D (or -D, D) the sum, after a stroke that gave each 1, is
 *
 *   N = 3: sum of r exp(m t), m^3 + 3 s_b m^2 + D^2 m + s_b D^2 = 0, r = (3 m^2 + D^2)/(3 m^2 + 6 s_b m + D^2)
 *   N = 2: m = -s_b +- q, q^2 = s_b^2 - D^2, r = 1 -+ s_b/q
 *
 * to be multiplied by exp(-s_i t): one part falls with N s_b + s_i, the others with s_i and a little, and
 * sound through when the first is gone: the two stages of the decay. So a partial is N modes, of decays
 * s_i - Re m and frequencies moved by Im m, all with the mass of the N strings; each is struck and heard
 * with sqrt(|r|/sum |r|). Together they are struck and heard like N strings, to the last digit at the
 * stroke; each is a passive mode. The sign and the phase of r are left out: they hold for three equal
 * blows, and a partial that passes through zero between its two stages, as r < 0 would have it, is not
 * what one hears of a felt that is never even. Strings too far apart for a common decay beat. The
 * horizontal motion of the strings is a mode more, struck 15 dB softer, which loses nothing to the bridge.
 * Partials beyond the 20th are one mode each.
 *
 * The bridge feels T sum (n pi/L) (-1)^n q_n, which drives the board (grand.c) and, with the pedal down,
 * 24 strings that ring with it. When the key is up a damper multiplies the losses; the highest keys have
 * none.
 *
 * Cost: up to 156 modes a voice, 0.35 % of a core at 48 kHz with its part of board and pedal strings.
 */
#include "../base/constants.h"
#include "../play/parts.h"
#include "grand.h"
#include "tone.h"

#include <complex.h>

enum {
    HARDNESS,
    FELT,
    STRIKE,
    PICKUP,
    DECAY,
    DULLNESS,
    DAMPER,
    DETUNE,
    WIDTH,
    COMMON_NAMES,
    PARAMETERS
};

static const char *const voicings[] = {"piano",      "felt-piano", "dulcimer", "saloon",
                                       "clavichord", "gut",        NULL};

static const UrtoParameterInfo table[] = {
    [HARDNESS] =
        {NAMED("hardness", "Hammer hardness", "hammer"), LINEAR(0.0, 1.0, 0.4, ""), CONTROLLER(1),
         TEXT("From soft felt to bare wood; a loud note presses the felt until it is hard.")},
    [FELT] = {NAMED("felt", "Felt loss", "hammer"), LINEAR(0.0, 2.0, 0.15, "s/m"), CONTROLLER(22),
              TEXT("Energy that the felt swallows: a rounder, weaker attack.")},
    [STRIKE] = {NAMED("strike", "Strike position", "hammer"), LINEAR(0.02, 0.5, 0.12, ""),
                CONTROLLER(16),
                TEXT("Where the hammer meets the strings, from the end to the middle; harmonics "
                     "with a node there are missing. Acts on the next note.")},
    [PICKUP] = {NAMED("pickup", "Bridge width", "output"), LINEAR(0.02, 0.5, 0.1, ""),
                CONTROLLER(17),
                TEXT(
                    "How much of the strings the bridge carries, from a sharp edge to a broad one: "
                    "bright to full. Acts on the next note.")},
    [DECAY] = {NAMED("decay", "Decay", "string"), LOG(0.2, 60.0, 10.0, "s"), CONTROLLER(18),
               TEXT("How long notes ring: middle C falls by 60 dB in 1.4 times this; higher notes "
                    "are shorter.")},
    [DULLNESS] = {NAMED("dullness", "String dullness", "string"), LINEAR(0.0, 1.0, 0.4, ""),
                  CONTROLLER(19),
                  TEXT("How much faster the overtones die than the tone itself: steel to gut. Acts "
                       "on the next note.")},
    [DAMPER] = {NAMED("damper", "Damper", "string"), LOG(0.03, 60.0, 0.25, "s"), CONTROLLER(20),
                TEXT(
                    "Decay after the key is up; long leaves the strings ringing like a dulcimer.")},
    [DETUNE] = {NAMED("detune", "Detune", "string"), LINEAR(0.0, 50.0, 0.15, "cents"),
                CONTROLLER(94),
                TEXT("How far apart the strings of a key are: two stages of decay to slow beats to "
                     "a saloon piano. Acts on the next note.")},
    [WIDTH] = {NAMED("width", "Stereo width", "output"), LINEAR(0.0, 1.0, 0.7, ""), CONTROLLER(8),
               TEXT("From mono to the whole board.")},
    COMMON_ROWS,
};

enum { STRINGS_BODY = STRIKER + 1 };
enum { PORT_HIT = PORT_STRIKER + 1, PORT_BRIDGE };
enum { CONTACT_FELT = 1 };
enum { SLOT_TUNING, SLOT_LOSS, SLOT_HAMMER, SLOT_STIFFNESS, SLOT_EXPONENT, SLOT_DAMPING };

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, STRINGS_BODY),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, STRINGS_BODY),
    [SLOT_HAMMER] = TARGET(URTO_BODY_MASS, STRIKER),
    [SLOT_STIFFNESS] = TARGET(URTO_CONTACT_STIFFNESS, CONTACT_FELT),
    [SLOT_EXPONENT] = TARGET(URTO_CONTACT_EXPONENT, CONTACT_FELT),
    [SLOT_DAMPING] = TARGET(URTO_CONTACT_DAMPING, CONTACT_FELT),
};

static const double unit_hammer = 0.008; /* [kg] */
static const double knock = 0.02;        /* of the force on the hammer reaches the board */
static const double friction =
    1.5e-4; /* loss factor of a wire in tension, from memory: 1 to 3e-4 */
static const double horizontal = 0.178; /* of the stroke, -15 dB: chosen */
enum { SPLIT_PARTIALS = 20, PARTIALS_MOST = 96 };

static void build(UrtoWorldDef *def, uint32_t world)
{
    (void)world;
    const UrtoBody hammer = part_mass(def, unit_hammer, 0.0, 0.0);
    const UrtoBody strings = part_modes(def, TONE_MODES);
    const UrtoPort head = urto_world_def_port_at(def, hammer, 0.0, 0.0);
    const UrtoPort hit = part_weighted_port(def, strings);
    const UrtoPort bridge = part_weighted_port(def, strings);
    const UrtoContact felt =
        urto_world_def_contact_between(def, head, hit, (UrtoLaw){1e9, 2.5, 0.1}, STRIKER_DISTANCE);

    part_displacement_probe(def, bridge, 1.0, OUT_BRIDGE);
    part_force_probe(def, felt, knock, OUT_BRIDGE);
}

/* Parts of the motion of N strings that meet in a bridge: see above. */
typedef struct Unison {
    double complex rate[3], share[3];
} Unison;

static double complex cubic_root(double a, double b, double c)
{
    /* one real root of m^3 + a m^2 + b m + c, by Newton from beyond it */
    double m = -a - 1.0 - fabs(b) - fabs(c);

    for (int i = 0; i < 60; i++) {
        const double value = ((m + a) * m + b) * m + c;
        const double slope = (3.0 * m + 2.0 * a) * m + b;
        const double step = value / slope;
        m -= step;
        if (fabs(step) < 1e-13 * fabs(m)) {
            break;
        }
    }
    return m;
}

static Unison unison_of(uint32_t strings, double bridge, double detune)
{
    /* in units of the bridge's loss; a little apart, so that no two parts are the same */
    const double D = fmax(detune / bridge, 1e-3);
    Unison unison = {.rate = {-bridge}, .share = {1.0}};

    if (strings == 2) {
        const double complex q = csqrt(1.0 - D * D + 1e-9);
        unison.rate[0] = bridge * (-1.0 - q);
        unison.rate[1] = bridge * (-1.0 + q);
        unison.share[0] = 1.0 + 1.0 / q;
        unison.share[1] = 1.0 - 1.0 / q;
    } else if (strings == 3) {
        const double m = creal(cubic_root(3.0, D * D, D * D));
        /* what is left is quadratic */
        const double half = 0.5 * (3.0 + m);
        const double complex q = csqrt(half * half - (D * D + m * (3.0 + m)) + 1e-9);
        const double complex roots[3] = {m, -half - q, -half + q};
        for (int i = 0; i < 3; i++) {
            const double complex r = roots[i];
            unison.rate[i] = bridge * r;
            unison.share[i] = (3.0 * r * r + D * D) / (3.0 * r * r + 6.0 * r + D * D);
        }
    }
    return unison;
}

static void add_mode(Tone *tone, double frequency, double decay, double mass, double hit,
                     double bridge)
{
    tone_add(tone, frequency, decay_of(decay), mass, hit, bridge);
}

typedef struct Partial {
    double frequency, mass, hit, bridge;
    double loss;   /* of a string [1/s] */
    double common; /* of a string by the bridge [1/s] */
    double detune; /* [rad/s] */
} Partial;

static void add_unison(Tone *tone, const Partial *partial, uint32_t strings)
{
    const Unison unison = unison_of(strings, partial->common, partial->detune);
    double sum = 0.0;

    for (uint32_t i = 0; i < strings; i++) {
        sum += fabs(creal(unison.share[i]));
    }
    for (uint32_t i = 0; i < strings; i++) {
        const double part = sqrt(fabs(creal(unison.share[i])) / sum);
        add_mode(tone, partial->frequency + cimag(unison.rate[i]) / (2.0 * PI),
                 partial->loss - creal(unison.rate[i]), partial->mass, partial->hit * part,
                 partial->bridge * part);
    }
    add_mode(tone, partial->frequency, partial->loss, partial->mass, horizontal * partial->hit,
             partial->bridge);
}

static double decay_factor(const Voice *voice)
{
    return voice->parameters[DECAY] / table[DECAY].default_value;
}

/* How far hardness and dullness reach: high keys, whose hammers and strings leave little choice, less. */
static double treble_share(const Voice *voice)
{
    return clamp(1.0 - (voice->key - 60.0) / 45.0, 0.1, 1.0);
}

/* The modes of the strings, once, as the note begins. */
static void begin(Voice *voice)
{
    const double *p = voice->parameters;
    const GrandKey key = grand_key(voice->key);
    const double pitch = key.pitch * voice->common[COMMON_CONCERT_PITCH] / 440.0;
    const double B = key.inharmonicity;
    const double strike = clamp(key.strike * p[STRIKE] / table[STRIKE].default_value, 0.02, 0.5);
    const double slow = decay_of(key.second * decay_factor(voice));
    const double fast = decay_of(key.first * decay_factor(voice));
    const double viscous =
        key.viscous *
        pow(1e4, treble_share(voice) * (p[DULLNESS] - table[DULLNESS].default_value) * 0.87);
    Tone tone;

    tone.count = 0;
    tone.room = TONE_MODES;
    tone.limit = 0.45 * voice->rate;
    for (uint32_t n = 1; n <= PARTIALS_MOST; n++) {
        const double wave = n * PI / key.length;
        const double broad = n * p[PICKUP] * key.strike / 0.12;
        const double frequency = pitch * n * sqrt((1.0 + B * n * n) / (1.0 + B));
        const Partial partial = {.frequency = frequency,
                                 .mass = 0.5 * key.strings * key.density * key.length,
                                 .hit = sin(n * PI * strike),
                                 .bridge = key.strings * key.tension * wave * (n % 2 ? -1.0 : 1.0) *
                                           pow(1.0 + broad * broad, -0.25),
                                 .loss = slow + viscous * wave * wave +
                                         PI * friction * (frequency - pitch),
                                 .common = fmax(fast - slow, 1e-3) / key.strings,
                                 .detune = 2.0 * PI * pitch * n * 5.78e-4 * p[DETUNE]};
        if (n <= SPLIT_PARTIALS) {
            add_unison(&tone, &partial, key.strings);
        } else {
            add_mode(&tone, partial.frequency, partial.loss + fast - slow, partial.mass,
                     partial.hit, partial.bridge);
        }
    }
    voice_set_modes(voice, STRINGS_BODY, tone.modes, tone.count);
    voice_set_weights(voice, PORT_HIT, tone.hit, tone.count);
    voice_set_weights(voice, PORT_BRIDGE, tone.mid, tone.count);
    voice->start_pitch = voice_key_pitch(voice);
    voice->start_seconds = key.first * decay_factor(voice);
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const GrandKey key = grand_key(voice->key);

    if (ramp == 0) {
        begin(voice);
    }
    const double hardness = clamp(p[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);
    /* a hammer that stays for more than a period would silence what it strikes: above C5 the felt is
     * harder than the table says, and stiffens less as it is pressed */
    const double exponent = fmin(key.exponent, 2.6);
    const double harder = pow(10.0, 1.8 * fmax(voice->key - 72.0, 0.0) / 36.0);
    const double felt =
        key.felt * harder * pow(2e-4, key.exponent - exponent) *
        pow(10.0, 4.0 * treble_share(voice) * (hardness - table[HARDNESS].default_value));
    const double natural = key.first * decay_factor(voice);
    const double seconds = voice_held(voice) || !key.damped ? natural : fmin(natural, p[DAMPER]);

    voice_set(voice, SLOT_TUNING, voice_pitch(voice) / voice->start_pitch, ramp);
    voice_set(voice, SLOT_LOSS, voice->start_seconds / seconds, ramp);
    voice_set(voice, SLOT_HAMMER, key.hammer / unit_hammer, ramp);
    /* beyond that it would leave within a sample */
    voice_set(voice, SLOT_STIFFNESS, fmin(felt, 6e12), ramp);
    voice_set(voice, SLOT_EXPONENT, exponent, ramp);
    voice_set(voice, SLOT_DAMPING, p[FELT], ramp);
}

static void start(Voice *voice)
{
    striker_throw(voice, CONTACT_FELT, interpolate_log(0.25, 5.5, voice->velocity));
}

static bool tick(Voice *voice)
{
    return !voice->memory.striker.caught;
}

static uint32_t watch(Voice *voice, uint32_t frames)
{
    return striker_watch(voice, 2e-4, frames);
}

static const UrtoPresetValue grand[] = {{HARDNESS, 0.54}, {MAKEUP, 6.5}};
static const UrtoPresetValue soft[] = {
    {HARDNESS, 0.34}, {FELT, 0.4}, {STRIKE, 0.14}, {MAKEUP, 8.0}, {VOICING, 1}};
static const UrtoPresetValue dulcimer[] = {{HARDNESS, 0.75}, {FELT, 0.05}, {STRIKE, 0.2},
                                           {DAMPER, 20.0},   {DECAY, 6.0}, {DETUNE, 3.0},
                                           {MAKEUP, 8.0},    {VOICING, 2}};
static const UrtoPresetValue saloon[] = {
    {HARDNESS, 0.6}, {DETUNE, 12.0}, {DECAY, 6.0}, {MAKEUP, 9.0}, {VOICING, 3}};
static const UrtoPresetValue clavichord[] = {{HARDNESS, 0.85}, {STRIKE, 0.04}, {DECAY, 4.0},
                                             {DAMPER, 0.08},   {PICKUP, 0.03}, {MAKEUP, 7.0},
                                             {VOICING, 4}};
static const UrtoPresetValue gut[] = {{HARDNESS, 0.4}, {DULLNESS, 0.65}, {DECAY, 3.0},
                                      {STRIKE, 0.25},  {MAKEUP, 10.0},   {VOICING, 5}};

static const UrtoPreset presets[] = {
    {"piano", "Grand piano", "A concert grand: felt on steel.", VALUES(grand)},
    {"felt-piano", "Felt piano", "Soft hammers with a cloth before them.", VALUES(soft)},
    {"dulcimer", "Hammered dulcimer", "Wooden hammers, strings that nobody damps.",
     VALUES(dulcimer)},
    {"saloon", "Saloon piano", "Strings that have not been tuned for years.", VALUES(saloon)},
    {"clavichord", "Clavichord", "A hard edge close to the end, small and bright.",
     VALUES(clavichord)},
    {"gut", "Gut strings", "Gut strings: round and short.", VALUES(gut)},
};

KIND(hammered_string, .info.id = "hammered-string", .info.name = "Hammered string",
     .info.description = "A felt hammer on one to three strings and a board, piano to dulcimer.",
     .info.lowest_key = 21, .info.highest_key = 108, .info.pitched = true, .info.voices = 32,
     .worlds = 1, .tuned = {.id = STRINGS_BODY}, .build = build, .apply = apply, .start = start,
     .tick = tick, .watch = watch,
     .radiator = {.count = 1,
                  .width = 1 + WIDTH,
                  .build = grand_build_board,
                  .finish = grand_finish_board,
                  .build_halo = grand_build_halo});
