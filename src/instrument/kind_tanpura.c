/* A long string over a wide curved bridge, with a thread under it.
 *
 * The bridge falls away like a parabola, a line of contacts under the first centimetres of the
 * string; as the string swings it wraps and unwraps. The thread, a soft lossy point that can be
 * moved, decides where it leaves the bridge. Together they feed the overtones again and again: the
 * jvari.
 */
#include "../play/parts.h"
#include "voice.h"

enum {
    PLUCK,
    FINGER,
    STRENGTH,
    THREAD,
    HEIGHT,
    BRIDGE,
    PICKUP,
    DECAY,
    DULLNESS,
    RELEASE,
    WIDTH,
    COMMON_NAMES,
    PARAMETERS
};

static const char *const voicings[] = {"tanpura", "sitar", "soft-drone", "plain", "nasal", NULL};

static const UrtoParameterInfo table[] = {
    [PLUCK] = {NAMED("pluck", "Pluck position", "hand"), LINEAR(0.05, 0.5, 0.37, ""),
               CONTROLLER(16),
               TEXT("Where the string is plucked, from the far end to the middle.")},
    [FINGER] = {NAMED("finger", "Finger", "hand"), LINEAR(0.0, 1.0, 0.4, ""), CONTROLLER(1),
                TEXT("From the soft ball of the finger to the nail.")},
    [STRENGTH] = {NAMED("strength", "Strength", "hand"), LOG(0.1, 4.0, 1.0, ""), CONTROLLER(23),
                  TEXT("How far the string is pulled; more of it wraps more of the bridge.")},
    [THREAD] = {NAMED("thread", "Thread position", "bridge"), LOG(0.01, 0.12, 0.035, ""),
                CONTROLLER(24),
                TEXT("Where the thread lies, as a part of the string: which overtones glitter.")},
    [HEIGHT] = {NAMED("height", "Thread height", "bridge"), LINEAR(-1.0, 0.0, -0.05, "mm"),
                CONTROLLER(25),
                TEXT("Height of the thread; far below 0 the string does not feel it.")},
    [BRIDGE] = {NAMED("bridge", "Bridge", "bridge"), LINEAR(-0.5, 0.0, 0.0, "mm"), CONTROLLER(26),
                TEXT("Height of the curved bridge; lower, the string swings free and the glitter "
                     "is gone.")},
    [PICKUP] = {NAMED("pickup", "Pickup position", "output"), LINEAR(0.02, 0.5, 0.08, ""),
                CONTROLLER(17), TEXT("Where the string is heard, from the far end to the middle.")},
    [DECAY] = {NAMED("decay", "Decay", "string"), LOG(0.5, 60.0, 12.0, "s"), CONTROLLER(18),
               TEXT("Time in which the string falls by 60 dB.")},
    [DULLNESS] = {NAMED("dullness", "String dullness", "string"), LINEAR(0.0, 1.0, 0.15, ""),
                  CONTROLLER(19), TEXT("How much faster the overtones die.")},
    [RELEASE] = {NAMED("release", "Release", "string"), LOG(0.05, 60.0, 60.0, "s"), CONTROLLER(20),
                 TEXT("Longest decay after the key is up.")},
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

enum { STRING = 1 };
enum { PORT_PLUCK = 1, PORT_THREAD, PORT_LEFT, PORT_RIGHT };
enum { CONTACT_BRIDGE = 1, CONTACT_THREAD };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_HIGH,
    SLOT_BRIDGE,
    SLOT_THREAD,
    SLOT_PLACE,
    SLOT_PLUCK,
    SLOT_LEFT,
    SLOT_RIGHT
};
enum { POINTS = 6 };

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, STRING),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, STRING),
    [SLOT_HIGH] = TARGET(URTO_BODY_LOSS_HIGH, STRING),
    [SLOT_BRIDGE] = TARGET(URTO_CONTACT_DISTANCE, CONTACT_BRIDGE),
    [SLOT_THREAD] = TARGET(URTO_CONTACT_DISTANCE, CONTACT_THREAD),
    [SLOT_PLACE] = TARGET(URTO_PORT_X, PORT_THREAD),
    [SLOT_PLUCK] = TARGET(URTO_PORT_X, PORT_PLUCK),
    [SLOT_LEFT] = TARGET(URTO_PORT_X, PORT_LEFT),
    [SLOT_RIGHT] = TARGET(URTO_PORT_X, PORT_RIGHT),
};

static const double mass = 0.0022;
static const struct {
    double pitch;
    uint32_t modes;
} registers[] = {{82.0, 64}, {165.0, 48}};
_Static_assert(LENGTH(registers) <= WORLDS_MAX, "a kind has too many worlds");

static void build(UrtoWorldDef *def, uint32_t world)
{
    const UrtoBody string =
        part_string(def, 1.0, registers[world].pitch, mass, 1e-6, registers[world].modes);
    const UrtoPort pluck = urto_world_def_port_at(def, string, 0.63, 0.0);
    const UrtoPort thread = urto_world_def_port_at(def, string, 0.035, 0.0);
    const UrtoPort left = urto_world_def_port_at(def, string, 0.92, 0.0);
    const UrtoPort right = urto_world_def_port_at(def, string, 0.9, 0.0);
    double heights[POINTS];
    UrtoLineDef bridge = urto_line_def();

    for (int i = 0; i < POINTS; i++) {
        const double x = 0.03 * (i + 1.0) / POINTS;
        heights[i] = -0.15 * x * x;
    }
    bridge.above = (UrtoLineSide){.body = string, .from = {0.03 / POINTS, 0.0}, .to = {0.03, 0.0}};
    bridge.law = (UrtoLaw){1e8, 1.3, 1.0};
    bridge.points = POINTS;
    bridge.heights = heights;
    urto_world_def_line(def, &bridge);
    urto_world_def_contact_between(def, (UrtoPort){0}, thread, (UrtoLaw){2e6, 1.5, 5.0}, 5e-5);
    part_drive(def, pluck, 0);
    part_velocity_probe(def, left, 0.5, OUT_MID);
    part_velocity_probe(def, right, 0.5, OUT_MID);
}

static uint32_t choose(const Voice *voice)
{
    return voice->key < 48 ? 0 : 1;
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double decay = decay_of(fmin(p[DECAY], voice_held(voice) ? 120.0 : p[RELEASE]));
    const double share = interpolate_log(1e-4, 0.05, p[DULLNESS]);
    const double thread = clamp(p[THREAD] * exp2(0.5 * voice->timbre), 0.01, 0.2);

    voice_set(voice, SLOT_TUNING, voice_tuning(voice, voice_pitch(voice)), ramp);
    voice_set(voice, SLOT_LOSS, decay, ramp);
    voice_set(voice, SLOT_HIGH, share * decay, ramp);
    voice_set(voice, SLOT_BRIDGE, -1e-3 * p[BRIDGE], ramp);
    voice_set(voice, SLOT_THREAD, -1e-3 * p[HEIGHT] * (1.0 - voice->pressure), ramp);
    voice_set(voice, SLOT_PLACE, thread, ramp);
    voice_set(voice, SLOT_PLUCK, 1.0 - p[PLUCK], ramp);
    voice_set(voice, SLOT_LEFT, 1.0 - p[PICKUP], ramp);
    voice_set(voice, SLOT_RIGHT, 1.0 - 0.7 * p[PICKUP], ramp);
}

static void start(Voice *voice)
{
    const double *p = voice->parameters;
    const double pitch = voice_pitch(voice);
    const double displacement = 1e-3 * p[STRENGTH] * interpolate_log(0.3, 5.0, voice->velocity);
    const double tension = string_tension(registers[voice->world_index].pitch, mass);
    const double force =
        displacement * voice_tuning(voice, pitch) * tension / (p[PLUCK] * (1.0 - p[PLUCK]));
    /* a string that swings faster pulls itself away from under the finger */
    const double slip = interpolate_log(5e-3, 3e-4, 0.75 * p[FINGER] + 0.25 * voice->velocity) *
                        fmin(1.0, 110.0 / pitch);

    voice_pull(voice, 0, force, 8e-3, slip);
}

static bool tick(Voice *voice)
{
    return voice_pulls(voice, 0);
}

static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    voice_pull_signal(voice, 0, signal[0], frames);
}

static const UrtoPresetValue tanpura[] = {{MAKEUP, -15.0}};
static const UrtoPresetValue sitar[] = {{FINGER, 0.9},  {PLUCK, 0.12},   {DECAY, 6.0},
                                        {PICKUP, 0.15}, {MAKEUP, -17.0}, {VOICING, 1}};
static const UrtoPresetValue soft[] = {
    {FINGER, 0.1}, {STRENGTH, 0.5}, {PLUCK, 0.45}, {MAKEUP, -10.5}, {VOICING, 2}};
static const UrtoPresetValue plain[] = {
    {BRIDGE, -0.5}, {HEIGHT, -1.0}, {DULLNESS, 0.4}, {MAKEUP, -16.0}, {VOICING, 3}};
static const UrtoPresetValue nasal[] = {
    {THREAD, 0.08}, {HEIGHT, 0.0}, {FINGER, 0.7}, {MAKEUP, -8.0}, {VOICING, 4}};

static const UrtoPreset presets[] = {
    {"tanpura", "Tanpura", "The drone, with its slow descent of overtones.", VALUES(tanpura)},
    {"sitar", "Sitar", "A nail close to the end of the string.", VALUES(sitar)},
    {"soft-drone", "Soft drone", "The ball of the finger in the middle.", VALUES(soft)},
    {"plain", "Plain string", "Bridge and thread lowered: the bare string.", VALUES(plain)},
    {"nasal", "Nasal tanpura", "The thread far out; low strings end there and sound sharp.",
     VALUES(nasal)},
};

KIND(tanpura, .info.id = "tanpura", .info.name = "Tanpura",
     .info.description = "A drone string that wraps around a curved bridge.", .info.lowest_key = 36,
     .info.highest_key = 67, .info.pitched = true, .info.voices = 8, .worlds = LENGTH(registers),
     .inputs = 1, .tuned = {.id = STRING}, .build = build, .choose = choose, .apply = apply,
     .start = start, .tick = tick, .input = input);
