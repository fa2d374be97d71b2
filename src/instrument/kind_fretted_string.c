/* A plucked string over frets, and what it is on: guitars, bass, harp.
 *
 * The body of a voice is the part of the string between the finger and the bridge, in its modes, with the
 * lengths, tensions, stiffness and losses of real sets (string_sets.h):
 *
 *   m q_n'' + 2 m s_n q_n' + m w_n^2 q_n = phi_n(x_pluck) F(t) + sum over frets of phi_n(x_i) f_i,
 *   m = mu L/2, phi_n = sin(n pi x)
 *
 * stepped by the exact modal scheme: frequencies and decays hold to rounding, the energy of string and
 * frets falls by what the modes and the frets lose and rises by the work of the hand. The next frets lie
 * under it at the places of equal temperament, which are the same fractions of the sounding length
 * wherever the finger is. A low action lets the string buzz on them, a thumb that hits it from above
 * slaps it down on them. A harp has none.
 *
 * The hand pulls with a force that rises, and lets go within the time that finger or pick take to slip
 * off: 2 ms for the ball of a finger to 0.03 ms for a hard pick (chosen), less on high strings; 2.5 mm is
 * the strongest pull on an open string of steel (Zollner: 2 mm is usual).
 *
 * The force on the bridge, sum of T (n pi/L) (1 + B n^2) (-1)^n q_n, drives the box (box.h), one way. In
 * bass and electric guitar two coils read the velocity of the string instead, at `pickup` and 1.8 times
 * that of the open length, and the low-pass of coil and cable is the body.
 *
 * Cost: up to 192 modes a voice, below 19.8 kHz at any rate: 0.09 us a sample (24 voices: 10 % of a core
 * at 48 kHz, 50 % while all of them are bent), 30 to 50 us for the start of a note.
 */
#include "../base/constants.h"
#include "../play/parts.h"
#include "string_sets.h"
#include "voice.h"

enum {
    MODEL,
    PLUCK,
    PLECTRUM,
    STRENGTH,
    SLAP,
    ACTION,
    FRET,
    PICKUP,
    DECAY,
    DULLNESS,
    MUTE,
    WIDTH,
    COMMON_NAMES,
    PARAMETERS
};

static const char *const model_names[] = {"steel guitar", "nylon guitar",    "bass",
                                          "harp",         "electric guitar", NULL};
_Static_assert(LENGTH(model_names) == STRING_MODELS + 1, "every model has a name");

static const char *const voicings[] = {"steel", "nylon",       "slap-bass", "buzzing",  "palm-mute",
                                       "harp",  "finger-bass", "pick-bass", "electric", NULL};

static const UrtoParameterInfo table[] = {
    [MODEL] = {NAMED("model", "Model", "string"), CHOICE(model_names, STRING_MODELS, STEEL),
               CONTROLLER(70), TEXT("Strings and body; acts on the next note.")},
    [PLUCK] = {NAMED("pluck", "Pluck position", "hand"), LINEAR(0.03, 0.5, 0.16, ""),
               CONTROLLER(16),
               TEXT("Where the string is plucked, from the bridge to the middle: sharp to round.")},
    [PLECTRUM] = {NAMED("plectrum", "Plectrum", "hand"), LINEAR(0.0, 1.0, 0.6, ""), CONTROLLER(1),
                  TEXT("From the soft ball of a finger to a hard pick.")},
    [STRENGTH] = {NAMED("strength", "Strength", "hand"), LOG(0.1, 4.0, 1.0, ""), CONTROLLER(23),
                  TEXT("How far the string is pulled; strong ones hit the frets.")},
    [SLAP] = {NAMED("slap", "Slap", "hand"), LINEAR(0.0, 1.0, 0.0, ""), CONTROLLER(24),
              TEXT("A thumb that throws the string on the frets as it is plucked.")},
    [ACTION] = {NAMED("action", "Action", "frets"), LOG(0.02, 5.0, 2.5, "mm"), CONTROLLER(25),
                TEXT("Height of the string over the frets: low buzzes. A harp has no frets.")},
    [FRET] = {NAMED("fret", "Fret", "frets"), LINEAR(-12.0, 24.0, 0.0, "semitones"), CONTROLLER(26),
              TEXT("Moves the finger along the string, continuously.")},
    [PICKUP] =
        {NAMED("pickup", "Pickup position", "output"), LINEAR(0.02, 0.5, 0.1, ""), CONTROLLER(17),
         TEXT("Where bass and electric guitar are heard, from the bridge to the middle; acts on "
              "the next note. The others are heard through their body.")},
    [DECAY] = {NAMED("decay", "Decay", "string"), LOG(0.1, 60.0, 7.0, "s"), CONTROLLER(18),
               TEXT("Time in which A2 falls by 60 dB; higher notes are shorter.")},
    [DULLNESS] = {NAMED("dullness", "String dullness", "string"), LINEAR(0.0, 1.0, 0.45, ""),
                  CONTROLLER(19),
                  TEXT("How much faster the overtones die: new strings to old ones.")},
    [MUTE] = {NAMED("mute", "Mute", "string"), LOG(0.03, 60.0, 0.2, "s"), CONTROLLER(20),
              TEXT("Decay after the key is up.")},
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

enum { STRING = 1, MODES = 192 };
enum { PORT_PLUCK = 1, PORT_THUMB, PORT_HEARD };
enum { PROBE_FORCE = 1, PROBE_VELOCITY };
enum { SLOT_TUNING, SLOT_LOSS, SLOT_DISTANCE, SLOT_PLUCK, SLOT_FORCE, SLOT_VELOCITY };
enum { PULL_PLUCK, PULL_SLAP };
enum { FRETS = 6 };
#define HIGHEST 19800.0 /* what a voice has of modes ends here [Hz] */

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, STRING),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, STRING),
    [SLOT_DISTANCE] = TARGET(URTO_CONTACT_DISTANCE, 1),
    [SLOT_PLUCK] = TARGET(URTO_PORT_X, PORT_PLUCK),
    [SLOT_FORCE] = TARGET(URTO_PROBE_GAIN, PROBE_FORCE),
    [SLOT_VELOCITY] = TARGET(URTO_PROBE_GAIN, PROBE_VELOCITY),
};

/* What models differ in besides their strings. */
typedef struct Setup {
    double decay; /* of A2 as its losses are [s] */
    double pull;  /* how far a strong pull goes, against that of steel */
    double neck;  /* conductance besides the box [s/kg] */
    double gain;  /* of what is heard */
} Setup;

static const Setup setups[] = {
    [STEEL] = {7.0, 1.0, 3e-3, 1.0},     [NYLON] = {8.0, 1.2, 3e-3, 1.0},
    [BASS] = {12.0, 1.4, 2e-3, 0.1},     [HARP] = {6.0, 1.6, 2e-3, 1.0},
    [ELECTRIC] = {14.0, 0.9, 2e-3, 0.1},
};

static void build(UrtoWorldDef *def, uint32_t world)
{
    (void)world;
    /* low enough for all modes at any rate; notes bring their own */
    const UrtoBody string = part_string(def, 1.0, 10.0, 0.01, 0.0, MODES);
    const UrtoPort pluck = urto_world_def_port_at(def, string, 0.84, 0.0);
    const UrtoPort thumb = urto_world_def_port_at(def, string, 0.7, 0.0);
    const UrtoPort heard = part_weighted_port(def, string);
    double places[FRETS];
    double heights[FRETS];
    UrtoLineDef frets = urto_line_def();

    for (int i = 0; i < FRETS; i++) {
        places[i] = 1.0 - exp2(-(i + 1) / 6.0); /* every second one */
        heights[i] = -0.002 * places[i];        /* falling away towards the bridge */
    }
    frets.above = (UrtoLineSide){.body = string, .to = {1.0, 0.0}};
    frets.law = (UrtoLaw){1e8, 1.3, 1.0};
    frets.points = FRETS;
    frets.positions = places;
    frets.heights = heights;
    frets.distance = 0.002;
    urto_world_def_line(def, &frets);
    part_drive(def, pluck, PULL_PLUCK);
    part_drive(def, thumb, PULL_SLAP);
    part_displacement_probe(def, heard, 1.0, OUT_BRIDGE);
    part_velocity_probe(def, heard, 1.0, OUT_BRIDGE);
}

/* Bodies: three boxes, and the coil of bass and electric guitar. */
enum { BODY_STEEL, BODY_NYLON, BODY_COIL, BODY_HARP, BODY_COUNT };
_Static_assert(BODY_COUNT <= (int)BODIES_MAX, "a kind has too many bodies");

static const StringModel body_models[] = {STEEL, NYLON, BASS, HARP};

static uint32_t choose_body(const double *parameters)
{
    const StringModel model = (StringModel)parameters[MODEL];

    return model == ELECTRIC ? BODY_COIL : (uint32_t)model;
}

static void build_body(UrtoWorldDef *def, uint32_t index)
{
    if (index == BODY_COIL) {
        coil_build(def);
    } else {
        box_build(def);
    }
}

static void finish_body(UrtoWorld *world, uint32_t index)
{
    if (index != BODY_COIL) {
        box_finish(world, string_box(body_models[index]));
    }
}

/* Pitch of the part of the string that sounds [Hz]. */
static double fretted_pitch(const Voice *voice)
{
    return voice_pitch(voice) * exp2(voice->parameters[FRET] / 12.0);
}

/* What is heard of each mode: the force on the bridge, or the velocity over two coils. */
static void listen(Voice *voice, const PluckedString *string)
{
    const StringModel model = (StringModel)voice->model;
    const double gain = setups[model].gain;
    const double coil = PI * voice->parameters[PICKUP] * string->open_length / string->length;
    double weights[MODES];

    for (uint32_t i = 0; i < MODES; i++) {
        const double n = i + 1.0;
        if (string_box(model)) {
            const double sign = i % 2 ? 1.0 : -1.0;
            weights[i] = sign * gain * string->tension * (PI * n / string->length) *
                         (1.0 + string->inharmonicity * n * n);
        } else {
            weights[i] = gain * 0.5 * (sin(n * fmin(coil, 1.2)) + sin(n * fmin(1.8 * coil, 1.4)));
        }
    }
    voice_set_weights(voice, PORT_HEARD, weights, MODES);
}

/* The string that the note began with, as dull as it is now. */
static PluckedString string_up(Voice *voice)
{
    const StringMemory *memory = &voice->memory.string;
    const StringModel model = (StringModel)voice->model;
    const PluckedString string = string_for_key(model, memory->key, voice->start_pitch);
    const StringLoss loss = {.pitch = voice->start_pitch,
                             .age = interpolate_log(0.4, 3.06, memory->dullness), /* default: 1 */
                             .neck = setups[model].neck,
                             .box = string_box(model)};
    UrtoMode modes[MODES];
    const uint32_t count = string_modes(&string, &loss, HIGHEST, modes, MODES);

    voice->start_seconds = decay_of(modes[0].decay);
    voice_set_modes(voice, STRING, modes, count);
    return string;
}

/* A string for a new note. */
static void choose_string(Voice *voice)
{
    StringMemory *memory = &voice->memory.string;

    memory->key = voice->key + voice->parameters[FRET];
    voice->start_pitch = fretted_pitch(voice);
    const PluckedString string = string_up(voice);
    memory->part = string.length / string.open_length;
    listen(voice, &string);
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    StringMemory *memory = &voice->memory.string;
    const double dullness = clamp(p[DULLNESS] - 0.3 * voice->timbre, 0.0, 1.0);

    if (ramp == 0) {
        memory->dullness = dullness;
        choose_string(voice);
    } else if (fabs(dullness - memory->dullness) > 0.02) {
        memory->dullness = dullness; /* decays may step, the sound does not */
        (void)string_up(voice);
    }
    const double loss = setups[voice->model].decay / p[DECAY];
    const double muted = voice->start_seconds / p[MUTE];
    /* pressure pushes the string towards the frets, and they are nearer to a short one */
    const double action = 1e-3 * p[ACTION] * (1.0 - 0.9 * voice->pressure) * memory->part;

    voice_set(voice, SLOT_TUNING, fretted_pitch(voice) / voice->start_pitch, ramp);
    voice_set(voice, SLOT_LOSS, voice_held(voice) ? loss : fmax(loss, muted), ramp);
    voice_set(voice, SLOT_DISTANCE, voice->model == HARP ? 0.05 : action, ramp);
    voice_set(voice, SLOT_PLUCK, 1.0 - p[PLUCK], ramp);
    const bool coil = !string_box((StringModel)voice->model);
    voice_set(voice, SLOT_FORCE, coil ? 0.0 : 1.0, ramp);
    voice_set(voice, SLOT_VELOCITY, coil ? 1.0 : 0.0, ramp);
}

/* A thumb that would bring the string down by some millimetres: a blow if it is faster than the string,
 * a push if it is slower. It lasts 2.5 ms. */
static double slap_force(const PluckedString *string, double pitch, double displacement)
{
    const double mass = string->density * string->length;
    const double blow = mass * 2.0 * PI * pitch / 1.25e-3;
    const double push = string->tension / (0.21 * string->length);

    return displacement * fmax(blow, push);
}

static void start(Voice *voice)
{
    const double *p = voice->parameters;
    const StringMemory *memory = &voice->memory.string;
    const StringModel model = (StringModel)voice->model;
    const double pitch = fretted_pitch(voice);
    const PluckedString string = string_for_key(model, memory->key, pitch);
    const double displacement =
        1e-3 * p[STRENGTH] * setups[model].pull * 2.5 * stroke_size(voice->velocity, 28.0, 1.7);
    /* the force that holds the open string there; a hand pulls as strongly wherever it is stopped */
    const double force =
        displacement * string.tension / (p[PLUCK] * (1.0 - p[PLUCK]) * string.open_length);
    /* a stronger pluck slips off more quickly, and so does a string that swings faster: it pulls
     * itself away from under the finger */
    const double slip = interpolate_log(2e-3, 3e-5, 0.75 * p[PLECTRUM] + 0.25 * voice->velocity) *
                        fmin(1.0, 220.0 / pitch);

    voice_pull(voice, PULL_PLUCK, force, clamp(0.6 / pitch, 1e-3, 8e-3), slip);
    if (p[SLAP] > 0.0) {
        const double down = 1e-3 * p[SLAP] * 5.0 * stroke_size(voice->velocity, 28.0, 1.7);
        voice_pull(voice, PULL_SLAP, -slap_force(&string, pitch, down), 1e-3, 1.5e-3);
    }
}

static bool tick(Voice *voice)
{
    return voice_pulls(voice, PULL_PLUCK) || voice_pulls(voice, PULL_SLAP);
}

static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    voice_pull_signal(voice, PULL_PLUCK, signal[PULL_PLUCK], frames);
    voice_pull_signal(voice, PULL_SLAP, signal[PULL_SLAP], frames);
}

static const UrtoPresetValue steel[] = {{PLECTRUM, 0.7}, {MAKEUP, -5.9}};
static const UrtoPresetValue nylon[] = {{MODEL, NYLON}, {PLECTRUM, 0.35}, {PLUCK, 0.2},
                                        {DECAY, 5.0},   {MUTE, 0.15},     {MAKEUP, -2.0},
                                        {VOICING, 1}};
static const UrtoPresetValue slapped[] = {
    {MODEL, BASS}, {SLAP, 0.3},     {ACTION, 1.4}, {STRENGTH, 0.8}, {PLECTRUM, 0.4},
    {DECAY, 9.0},  {DULLNESS, 0.3}, {PICKUP, 0.1}, {MAKEUP, -5.0},  {VOICING, 2}};
static const UrtoPresetValue fingered[] = {{MODEL, BASS}, {PLECTRUM, 0.2}, {PLUCK, 0.2},
                                           {DECAY, 12.0}, {MUTE, 0.12},    {MAKEUP, -3.5},
                                           {VOICING, 6}};
static const UrtoPresetValue picked[] = {{MODEL, BASS}, {PLECTRUM, 0.8}, {PLUCK, 0.12},
                                         {DECAY, 12.0}, {DULLNESS, 0.3}, {MAKEUP, -5.0},
                                         {VOICING, 7}};
static const UrtoPresetValue buzzing[] = {
    {ACTION, 0.1}, {STRENGTH, 0.8}, {DECAY, 9.0}, {MAKEUP, -5.0}, {VOICING, 3}};
static const UrtoPresetValue muted[] = {{DECAY, 2.6},  {DULLNESS, 1.0}, {PLECTRUM, 0.3},
                                        {PLUCK, 0.14}, {MUTE, 0.1},     {MAKEUP, -3.7},
                                        {VOICING, 4}};
static const UrtoPresetValue harp[] = {{MODEL, HARP}, {PLUCK, 0.4}, {PLECTRUM, 0.45},
                                       {MUTE, 12.0},  {DECAY, 6.0}, {MAKEUP, -5.0},
                                       {VOICING, 5}};
static const UrtoPresetValue electric[] = {{MODEL, ELECTRIC}, {PLECTRUM, 0.7}, {DECAY, 10.0},
                                           {PICKUP, 0.12},    {MAKEUP, -7.3},  {VOICING, 8}};

static const UrtoPreset presets[] = {
    {"steel", "Steel guitar", "A steel string and a pick.", VALUES(steel)},
    {"nylon", "Nylon guitar", "Nylon, plucked with finger and nail.", VALUES(nylon)},
    {"slap-bass", "Slap bass", "Thumb and frets.", VALUES(slapped)},
    {"buzzing", "Buzzing guitar", "So low over the frets that every note rattles.",
     VALUES(buzzing)},
    {"palm-mute", "Palm mute", "A palm on the bridge.", VALUES(muted)},
    {"harp", "Harp", "Plucked near the middle and left ringing.", VALUES(harp)},
    {"finger-bass", "Finger bass", "The ball of the finger on round-wound strings.",
     VALUES(fingered)},
    {"pick-bass", "Picked bass", "A pick near the bridge, new strings.", VALUES(picked)},
    {"electric", "Electric guitar", "A pick, two coils and no effect.", VALUES(electric)},
};

KIND(fretted_string, .info.id = "fretted-string", .info.name = "Fretted string",
     .info.description = "Guitars, bass and harp: pick, slap, buzz, glide.", .info.lowest_key = 28,
     .info.highest_key = 88, .info.pitched = true, .info.voices = 24, .worlds = 1, .inputs = 2,
     .tuned = {.id = STRING}, .model = 1 + MODEL,
     .radiator = {.count = BODY_COUNT,
                  .build = build_body,
                  .finish = finish_body,
                  .choose = choose_body,
                  .width = 1 + WIDTH},
     .build = build, .apply = apply, .start = start, .tick = tick, .input = input);
