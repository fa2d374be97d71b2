/* A felt hammer on two strings, from piano to dulcimer.
 *
 * The felt follows K x^2.5: pressed harder it is stiffer, so loud notes are brighter by the law
 * itself. Both strings are struck by the same hammer; a little out of tune with each other they
 * beat. When the key is up a damper raises their losses. Four ranges of the keyboard have strings
 * and hammers of their own weight, stiffness and number of modes.
 */
#include "../play/parts.h"
#include "voice.h"

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

static const UrtoParameterInfo table[] = {
    [HARDNESS] =
        {NAMED("hardness", "Hammer hardness", "hammer"), LINEAR(0.0, 1.0, 0.4, ""), CONTROLLER(1),
         TEXT("From soft felt to bare wood; a loud note presses the felt until it is hard.")},
    [FELT] = {NAMED("felt", "Felt loss", "hammer"), LINEAR(0.0, 2.0, 0.15, "s/m"), CONTROLLER(22),
              TEXT("Energy that the felt swallows: a rounder, weaker attack.")},
    [STRIKE] = {NAMED("strike", "Strike position", "hammer"), LINEAR(0.02, 0.5, 0.12, ""),
                CONTROLLER(16),
                TEXT("Where the hammer meets the strings, from the end to the middle; harmonics "
                     "with a node there are missing.")},
    [PICKUP] = {NAMED("pickup", "Pickup position", "output"), LINEAR(0.02, 0.5, 0.1, ""),
                CONTROLLER(17),
                TEXT(
                    "Where the strings are heard, from the bridge to the middle: bright to full.")},
    [DECAY] = {NAMED("decay", "Decay", "string"), LOG(0.2, 60.0, 10.0, "s"), CONTROLLER(18),
               TEXT("Time in which middle C falls by 60 dB; higher notes are shorter.")},
    [DULLNESS] = {NAMED("dullness", "String dullness", "string"), LINEAR(0.0, 1.0, 0.4, ""),
                  CONTROLLER(19),
                  TEXT("How much faster the overtones die than the tone itself: steel to gut.")},
    [DAMPER] = {NAMED("damper", "Damper", "string"), LOG(0.03, 60.0, 0.25, "s"), CONTROLLER(20),
                TEXT(
                    "Decay after the key is up; long leaves the strings ringing like a dulcimer.")},
    [DETUNE] = {NAMED("detune", "Detune", "string"), LINEAR(0.0, 50.0, 1.0, "cents"),
                CONTROLLER(94),
                TEXT("How far apart the two strings are: slow beats to a saloon piano.")},
    [WIDTH] = {NAMED("width", "Stereo width", "output"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(8),
               TEXT("From mono to one string left and one right.")},
    COMMON_ROWS,
};

enum { STRINGS = 2 };
enum { STRING_ONE = STRIKER + 1 };
enum { PORT_HIT = PORT_STRIKER + 1, PORT_HEAR = PORT_HIT + STRINGS };
enum {
    SLOT_TUNING,
    SLOT_LOSS = SLOT_TUNING + STRINGS,
    SLOT_HIGH = SLOT_LOSS + STRINGS,
    SLOT_STIFFNESS = SLOT_HIGH + STRINGS,
    SLOT_DAMPING = SLOT_STIFFNESS + STRINGS,
    SLOT_HIT = SLOT_DAMPING + STRINGS,
    SLOT_HEAR = SLOT_HIT + STRINGS
};

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET_PAIR(URTO_BODY_TUNING, STRING_ONE),
    [SLOT_LOSS] = TARGET_PAIR(URTO_BODY_LOSS, STRING_ONE),
    [SLOT_HIGH] = TARGET_PAIR(URTO_BODY_LOSS_HIGH, STRING_ONE),
    [SLOT_STIFFNESS] = TARGET_PAIR(URTO_CONTACT_STIFFNESS, 1),
    [SLOT_DAMPING] = TARGET_PAIR(URTO_CONTACT_DAMPING, 1),
    [SLOT_HIT] = TARGET_PAIR(URTO_PORT_X, PORT_HIT),
    [SLOT_HEAR] = TARGET_PAIR(URTO_PORT_X, PORT_HEAR),
};

/* Ranges: below C2, below F3, below D5, above. The lowest strings are wound, so heavy that they
 * throw the hammer back before their own waves return: else the string, not the felt, would decide how
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
_Static_assert(LENGTH(registers) <= WORLDS_MAX, "a kind has too many worlds");

static void build(UrtoWorldDef *def, uint32_t world)
{
    const Register *r = &registers[world];
    const UrtoLaw felt = {1e9, 2.5, 0.1};
    const UrtoBody hammer = part_mass(def, r->hammer, 0.0, 0.0);
    UrtoBody strings[STRINGS];
    UrtoPort hit[STRINGS];
    UrtoPort heard[STRINGS];

    for (int i = 0; i < STRINGS; i++) {
        strings[i] = part_string(def, 1.0, r->pitch, r->string, r->stiff, r->modes);
    }
    const UrtoPort head = urto_world_def_port_at(def, hammer, 0.0, 0.0);
    for (int i = 0; i < STRINGS; i++) {
        hit[i] = urto_world_def_port_at(def, strings[i], 0.12, 0.0);
    }
    for (int i = 0; i < STRINGS; i++) {
        heard[i] = urto_world_def_port_at(def, strings[i], 0.9, 0.0);
    }
    for (int i = 0; i < STRINGS; i++) {
        urto_world_def_contact_between(def, head, hit[i], felt, STRIKER_DISTANCE);
        part_velocity_probe(def, heard[i], r->heard, OUT_MID);
    }
}

static uint32_t choose(const Voice *voice)
{
    return voice->key < 36 ? 0 : (voice->key < 53 ? 1 : (voice->key < 74 ? 2 : 3));
}

static double felt_stiffness(const Voice *voice, double pitch)
{
    const double hardness = clamp(voice->parameters[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);
    const double plain = interpolate_log(1e8, 1e12, hardness) * registers[voice->world_index].hard;
    /* the felt of high hammers is harder from key to key, or it would stay for many periods; beyond
     * 1e13 it would leave within a sample */
    const double treble = pow(fmax(1.0, pitch / 391.9954359817493), 3.0);

    return fmax(plain, fmin(plain * treble, 1e13));
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double pitch = voice_pitch(voice);
    const double seconds =
        fmin(p[DECAY] * pow(MIDDLE_C / pitch, 0.7), voice_held(voice) ? 120.0 : p[DAMPER]);
    const double decay = decay_of(seconds);
    const double high = decay * interpolate_log(2e-4, 0.1, p[DULLNESS]);
    const double stiffness = felt_stiffness(voice, pitch);
    const double tuning = voice_tuning(voice, pitch);
    const double detune = exp2(p[DETUNE] / 2400.0);

    for (uint32_t i = 0; i < STRINGS; i++) {
        voice_set(voice, SLOT_TUNING + i, i ? tuning * detune : tuning / detune, ramp);
        voice_set(voice, SLOT_LOSS + i, decay, ramp);
        voice_set(voice, SLOT_HIGH + i, high, ramp);
        voice_set(voice, SLOT_STIFFNESS + i, stiffness, ramp);
        voice_set(voice, SLOT_DAMPING + i, p[FELT], ramp);
        voice_set(voice, SLOT_HIT + i, p[STRIKE], ramp);
        voice_set(voice, SLOT_HEAR + i, 1.0 - p[PICKUP], ramp);
    }
}

static void start(Voice *voice)
{
    const UrtoWorld *world = voice_world(voice);
    const double one = urto_world_displacement(world, (UrtoPort){.id = PORT_HIT});
    const double two = urto_world_displacement(world, (UrtoPort){.id = PORT_HIT + 1});

    /* at the lower of the two strings */
    striker_throw(voice, one < two ? 1 : 2, interpolate_log(0.25, 6.0, voice->velocity));
}

static bool tick(Voice *voice)
{
    return striker_tick(voice, STRINGS, 2e-4);
}

static const UrtoPresetValue grand[] = {{MAKEUP, -25.0}};
static const UrtoPresetValue soft[] = {
    {HARDNESS, 0.15}, {FELT, 0.4}, {STRIKE, 0.16}, {MAKEUP, -23.0}};
static const UrtoPresetValue dulcimer[] = {{HARDNESS, 0.9}, {FELT, 0.05}, {STRIKE, 0.2},
                                           {DAMPER, 20.0},  {DECAY, 6.0}, {DETUNE, 4.0},
                                           {MAKEUP, -23.5}};
static const UrtoPresetValue saloon[] = {
    {HARDNESS, 0.7}, {DETUNE, 14.0}, {DECAY, 6.0}, {MAKEUP, -23.5}};
static const UrtoPresetValue clavichord[] = {{HARDNESS, 1.0}, {STRIKE, 0.04}, {DECAY, 3.0},
                                             {DAMPER, 0.08},  {PICKUP, 0.05}, {MAKEUP, -22.0}};
static const UrtoPresetValue gut[] = {
    {HARDNESS, 0.4}, {DULLNESS, 0.9}, {DECAY, 2.5}, {STRIKE, 0.25}, {MAKEUP, -20.0}};

static const UrtoPreset presets[] = {
    {"piano", "Grand piano", "Felt on steel.", VALUES(grand)},
    {"felt-piano", "Felt piano", "A soft hammer with a cloth before it.", VALUES(soft)},
    {"dulcimer", "Hammered dulcimer", "Wooden hammers, strings that nobody damps.",
     VALUES(dulcimer)},
    {"saloon", "Saloon piano", "Strings that have not been tuned for years.", VALUES(saloon)},
    {"clavichord", "Clavichord", "A hard edge close to the end, small and bright.",
     VALUES(clavichord)},
    {"gut", "Gut strings", "Gut strings: round and short.", VALUES(gut)},
};

KIND(hammered_string, .info.id = "hammered-string", .info.name = "Hammered string",
     .info.description = "A felt hammer on a pair of strings, piano to dulcimer.",
     .info.lowest_key = 21, .info.highest_key = 108, .info.pitched = true, .info.voices = 16,
     .worlds = LENGTH(registers), .tuned = {.id = STRING_ONE}, .build = build, .choose = choose,
     .apply = apply, .start = start, .tick = tick);
