/* A felt hammer on two strings, from piano to dulcimer.
 *
 * The felt follows K x^2.5: pressed harder it is stiffer, so loud notes are brighter by the law
 * itself. Both strings are struck by the same hammer; a little out of tune with each other they
 * beat. When the key is up a damper raises their losses. Four ranges of the keyboard have strings
 * and hammers of their own weight, stiffness and number of modes.
 */
#include "voice.h"

#include <math.h>

enum { HARDNESS, FELT, STRIKE, PICKUP, DECAY, BRIGHT, DAMPER, DETUNE, WIDTH, LEVEL, PARAMETERS };

static const UrtoParameterInfo table[PARAMETERS] = {
    {"hardness", "Hammer hardness", "", "hammer", 0.0, 1.0, 0.4, URTO_CURVE_LINEAR, 1, NULL,
     "From soft felt to bare wood; a loud note presses the felt until it is hard."},
    {"felt", "Felt loss", "s/m", "hammer", 0.0, 2.0, 0.15, URTO_CURVE_LINEAR, 22, NULL,
     "Energy that the felt swallows: a rounder, weaker attack."},
    {"strike", "Strike position", "", "hammer", 0.02, 0.5, 0.12, URTO_CURVE_LINEAR, 16, NULL,
     "Where the hammer meets the strings, from the end to the middle; harmonics with a node there "
     "are "
     "missing."},
    {"pickup", "Pickup position", "", "output", 0.02, 0.5, 0.1, URTO_CURVE_LINEAR, 17, NULL,
     "Where the strings are heard, from the bridge to the middle: bright to full."},
    {"decay", "Decay", "s", "string", 0.2, 60.0, 10.0, URTO_CURVE_LOG, 18, NULL,
     "Time in which middle C falls by 60 dB; higher notes are shorter."},
    {"dullness", "String dullness", "", "string", 0.0, 1.0, 0.4, URTO_CURVE_LINEAR, 19, NULL,
     "How much faster the overtones die than the tone itself: steel to gut."},
    {"damper", "Damper", "s", "string", 0.03, 60.0, 0.25, URTO_CURVE_LOG, 20, NULL,
     "Decay after the key is up; long leaves the strings ringing like a dulcimer."},
    {"detune", "Detune", "cents", "string", 0.0, 50.0, 1.0, URTO_CURVE_LINEAR, 94, NULL,
     "How far apart the two strings are: slow beats to a saloon piano."},
    {"width", "Stereo width", "", "output", 0.0, 1.0, 0.5, URTO_CURVE_LINEAR, 8, NULL,
     "From mono to one string left and one right."},
    PARAMETER_LEVEL,
};

enum { MASS_HAMMER = 1, STRING_ONE, STRING_TWO };
enum { PORT_HEAD = 1, PORT_HIT_ONE, PORT_HIT_TWO, PORT_HEAR_ONE, PORT_HEAR_TWO };
enum {
    SLOT_TUNING,
    SLOT_LOSS = SLOT_TUNING + 2,
    SLOT_HIGH = SLOT_LOSS + 2,
    SLOT_STIFFNESS = SLOT_HIGH + 2,
    SLOT_DAMPING = SLOT_STIFFNESS + 2,
    SLOT_HIT = SLOT_DAMPING + 2,
    SLOT_HEAR = SLOT_HIT + 2,
    SLOT_PAN = SLOT_HEAR + 2
};
enum { AWAY };

static const double apart = 0.1;

/* Ranges: below C2, below F3, below D5, above. The lowest strings are wound, so heavy that they
 * throw the hammer back before their own waves return: else the string, not the felt, would say how
 * long it stays. Heavier strings move less and pull the bridge as much: `heard` is louder by that.
 */
typedef struct Register {
    double pitch, string, stiff, hammer, hard, heard;
    uint32_t modes;
} Register;

static const Register registers[] = {
    {33.0, 0.2, 5e-5, 0.012, 0.5, 2.5, 72},
    {55.0, 0.025, 8e-5, 0.011, 1.0, 1.0, 72},
    {196.0, 0.0075, 3e-4, 0.0065, 4.0, 1.0, 40},
    {784.0, 0.0022, 1.2e-3, 0.005, 5.0, 1.0, 18},
};
enum { REGISTERS = sizeof registers / sizeof *registers };

static UrtoStatus build(UrtoWorldDef *def, uint32_t world)
{
    const Register *its = &registers[world];
    const UrtoLaw felt = {1e9, 2.5, 0.1};
    Plan plan = {def};

    plan_mass(&plan, its->hammer, 0.0, 0.0);
    plan_string(&plan, its->pitch, its->string, its->stiff, its->modes);
    plan_string(&plan, its->pitch, its->string, its->stiff, its->modes);
    plan_port(&plan, MASS_HAMMER, 0.0, 0.0);
    plan_port(&plan, STRING_ONE, 0.12, 0.0);
    plan_port(&plan, STRING_TWO, 0.12, 0.0);
    plan_port(&plan, STRING_ONE, 0.9, 0.0);
    plan_port(&plan, STRING_TWO, 0.9, 0.0);
    plan_contact(&plan, PORT_HEAD, PORT_HIT_ONE, felt, apart);
    plan_contact(&plan, PORT_HEAD, PORT_HIT_TWO, felt, apart);
    plan_probe(&plan, PORT_HEAR_ONE, its->heard, -0.5);
    plan_probe(&plan, PORT_HEAR_TWO, its->heard, 0.5);
    return urto_world_def_status(plan.def, NULL);
}

static uint32_t choose(const Voice *voice)
{
    return voice->key < 36 ? 0 : (voice->key < 53 ? 1 : (voice->key < 74 ? 2 : 3));
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const Register *its = &registers[voice->at];
    const double pitch = voice_pitch(voice);
    const bool down = voice->held || voice->kept;
    const double seconds =
        fmin(p[DECAY] * pow(261.6255653005986 / pitch, 0.7), down ? 120.0 : p[DAMPER]);
    const double sigma = decay_of(seconds);
    const double high = sigma * between(2e-4, 0.1, p[BRIGHT]);
    const double hard = clamp(p[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);
    /* the felt of high hammers is harder from key to key, or it would stay for many periods; beyond
     * 1e13 it would leave within a sample */
    const double treble = pow(fmax(1.0, pitch / 391.9954359817493), 3.0);
    const double plain = between(1e8, 1e12, hard) * its->hard;
    const double stiffness = fmax(plain, fmin(plain * treble, 1e13));
    const double apart_by = exp2(p[DETUNE] / 2400.0);

    for (uint32_t s = 0; s < 2; s++) {
        const double tuning = pitch / voice->reference[voice->at];
        voice_set(voice, SLOT_TUNING + s, URTO_BODY_TUNING, STRING_ONE + s,
                  s ? tuning * apart_by : tuning / apart_by, ramp);
        voice_set(voice, SLOT_LOSS + s, URTO_BODY_LOSS, STRING_ONE + s, sigma, ramp);
        voice_set(voice, SLOT_HIGH + s, URTO_BODY_LOSS_HIGH, STRING_ONE + s, high, ramp);
        voice_set(voice, SLOT_STIFFNESS + s, URTO_CONTACT_STIFFNESS, 1 + s, stiffness, ramp);
        voice_set(voice, SLOT_DAMPING + s, URTO_CONTACT_DAMPING, 1 + s, p[FELT], ramp);
        voice_set(voice, SLOT_HIT + s, URTO_PORT_X, PORT_HIT_ONE + s, p[STRIKE], ramp);
        voice_set(voice, SLOT_HEAR + s, URTO_PORT_X, PORT_HEAR_ONE + s, 1.0 - p[PICKUP], ramp);
        voice_set(voice, SLOT_PAN + s, URTO_PROBE_PAN, 1 + s, s ? p[WIDTH] : -p[WIDTH], ramp);
    }
}

static void start(Voice *voice)
{
    UrtoWorld *world = voice_world(voice);
    const double one = urto_world_displacement(world, (UrtoPort){.id = PORT_HIT_ONE});
    const double two = urto_world_displacement(world, (UrtoPort){.id = PORT_HIT_TWO});
    const double speed = between(0.25, 6.0, voice->velocity);

    /* towards the lower of the two */
    voice_throw(voice, (UrtoBody){.id = MASS_HAMMER},
                (UrtoPort){.id = one < two ? PORT_HIT_ONE : PORT_HIT_TWO}, apart, speed, false);
    voice->memory[AWAY] = 0.0;
}

static bool tick(Voice *voice)
{
    UrtoWorld *world = voice_world(voice);
    const bool away = voice->memory[AWAY] != 0.0;

    if (!away && urto_world_velocity(world, (UrtoPort){.id = PORT_HEAD}) < 0.0 &&
        urto_world_compression(world, (UrtoContact){.id = 1}) < -2e-4 &&
        urto_world_compression(world, (UrtoContact){.id = 2}) < -2e-4) {
        voice_park(voice, (UrtoBody){.id = MASS_HAMMER}, 0.0);
        voice->memory[AWAY] = 1.0;
    }
    return !away;
}

static const UrtoPresetValue grand[] = {{LEVEL, -25.0}};
static const UrtoPresetValue soft[] = {
    {HARDNESS, 0.15}, {FELT, 0.4}, {STRIKE, 0.16}, {LEVEL, -23.0}};
static const UrtoPresetValue dulcimer[] = {{HARDNESS, 0.9}, {FELT, 0.05}, {STRIKE, 0.2},
                                           {DAMPER, 20.0},  {DECAY, 6.0}, {DETUNE, 4.0},
                                           {LEVEL, -23.5}};
static const UrtoPresetValue saloon[] = {
    {HARDNESS, 0.7}, {DETUNE, 14.0}, {DECAY, 6.0}, {LEVEL, -23.5}};
static const UrtoPresetValue clavichord[] = {{HARDNESS, 1.0}, {STRIKE, 0.04}, {DECAY, 3.0},
                                             {DAMPER, 0.08},  {PICKUP, 0.05}, {LEVEL, -22.0}};
static const UrtoPresetValue gut[] = {
    {HARDNESS, 0.4}, {BRIGHT, 0.9}, {DECAY, 2.5}, {STRIKE, 0.25}, {LEVEL, -20.0}};

static const UrtoPreset presets[] = {
    {"piano", "Felt on steel.", VALUES(grand)},
    {"felt-piano", "A soft hammer with a cloth before it.", VALUES(soft)},
    {"dulcimer", "Wooden hammers, strings that nobody damps.", VALUES(dulcimer)},
    {"saloon", "Strings that have not been tuned for years.", VALUES(saloon)},
    {"clavichord", "A hard edge close to the end, small and bright.", VALUES(clavichord)},
    {"gut", "Gut strings: round and short.", VALUES(gut)},
};

const Kind kind_hammered_string = {
    .info = {.id = "hammered-string",
             .name = "Hammered string",
             .description = "A felt hammer on a pair of strings, piano to dulcimer.",
             .parameters = table,
             .parameter_count = PARAMETERS,
             .presets = presets,
             .preset_count = sizeof presets / sizeof *presets,
             .lowest_key = 21,
             .highest_key = 108,
             .pitched = true,
             .voices = 16},
    .worlds = REGISTERS,
    .tuned = {STRING_ONE},
    .build = build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .tick = tick,
};
