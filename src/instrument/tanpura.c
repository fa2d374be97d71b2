/* A long string over a wide curved bridge, with a thread under it.
 *
 * The bridge falls away like a parabola, a line of contacts under the first centimetres of the
 * string; as the string swings it wraps and unwraps. The thread, a soft lossy point that can be
 * moved, decides where it leaves the bridge. Together they feed the overtones again and again: the
 * jvari.
 */
#include "voice.h"

#include <math.h>

enum {
    PLUCK,
    FINGER,
    STRENGTH,
    THREAD,
    HEIGHT,
    BRIDGE,
    PICKUP,
    DECAY,
    BRIGHT,
    RELEASE,
    WIDTH,
    LEVEL,
    PARAMETERS
};

static const UrtoParameterInfo table[PARAMETERS] = {
    {"pluck", "Pluck position", "", "hand", 0.05, 0.5, 0.37, URTO_CURVE_LINEAR, 16, NULL,
     "Where the string is plucked, from the far end to the middle."},
    {"finger", "Finger", "", "hand", 0.0, 1.0, 0.4, URTO_CURVE_LINEAR, 1, NULL,
     "From the soft ball of the finger to the nail."},
    {"strength", "Strength", "", "hand", 0.1, 4.0, 1.0, URTO_CURVE_LOG, 23, NULL,
     "How far the string is pulled; more of it wraps more of the bridge."},
    {"thread", "Thread position", "", "bridge", 0.01, 0.12, 0.035, URTO_CURVE_LOG, 24, NULL,
     "Where the thread lies, as a part of the string: which overtones glitter."},
    {"height", "Thread height", "mm", "bridge", -1.0, 0.0, -0.05, URTO_CURVE_LINEAR, 25, NULL,
     "Height of the thread; far below 0 the string does not feel it."},
    {"bridge", "Bridge", "mm", "bridge", -0.5, 0.0, 0.0, URTO_CURVE_LINEAR, 26, NULL,
     "Height of the curved bridge; lower, the string swings free and the glitter is gone."},
    {"pickup", "Pickup position", "", "output", 0.02, 0.5, 0.08, URTO_CURVE_LINEAR, 17, NULL,
     "Where the string is heard, from the far end to the middle."},
    {"decay", "Decay", "s", "string", 0.5, 60.0, 12.0, URTO_CURVE_LOG, 18, NULL,
     "Time in which the string falls by 60 dB."},
    {"dullness", "String dullness", "", "string", 0.0, 1.0, 0.15, URTO_CURVE_LINEAR, 19, NULL,
     "How much faster the overtones die."},
    {"release", "Release", "s", "string", 0.05, 60.0, 60.0, URTO_CURVE_LOG, 20, NULL,
     "Longest decay after the key is up."},
    PARAMETER_WIDTH,
    PARAMETER_LEVEL,
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
    SLOT_RIGHT,
    SLOT_PAN
};
enum { POINTS = 6 };

static const double mass = 0.0022;
static const struct {
    double pitch;
    uint32_t modes;
} registers[] = {{82.0, 64}, {165.0, 48}};
enum { REGISTERS = sizeof registers / sizeof *registers };

static UrtoStatus build(UrtoWorldDef *def, uint32_t world)
{
    Plan plan = {def};
    double heights[POINTS];
    UrtoLineDef bridge = urto_line_def();

    plan_string(&plan, registers[world].pitch, mass, 1e-6, registers[world].modes);
    plan_port(&plan, STRING, 0.63, 0.0);
    plan_port(&plan, STRING, 0.035, 0.0);
    plan_port(&plan, STRING, 0.92, 0.0);
    plan_port(&plan, STRING, 0.9, 0.0);
    for (int i = 0; i < POINTS; i++) {
        const double x = 0.03 * (i + 1.0) / POINTS;
        heights[i] = -0.15 * x * x;
    }
    bridge.above =
        (UrtoLineSide){.body = {STRING}, .from = {0.03 / POINTS, 0.0}, .to = {0.03, 0.0}};
    bridge.law = (UrtoLaw){1e8, 1.3, 1.0};
    bridge.points = POINTS;
    bridge.heights = heights;
    plan_line(&plan, &bridge);
    plan_contact(&plan, 0, PORT_THREAD, (UrtoLaw){2e6, 1.5, 5.0}, 5e-5);
    plan_drive(&plan, PORT_PLUCK, 0);
    plan_probe(&plan, PORT_LEFT, 0.5, -0.5);
    plan_probe(&plan, PORT_RIGHT, 0.5, 0.5);
    return urto_world_def_status(plan.def, NULL);
}

static uint32_t choose(const Voice *voice)
{
    return voice->key < 48 ? 0 : 1;
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const bool down = voice->held || voice->kept;
    const double sigma = decay_of(fmin(p[DECAY], down ? 120.0 : p[RELEASE]));
    const double share = between(1e-4, 0.05, p[BRIGHT]);
    const double thread = clamp(p[THREAD] * exp2(0.5 * voice->timbre), 0.01, 0.2);

    voice_set(voice, SLOT_TUNING, URTO_BODY_TUNING, STRING,
              voice_pitch(voice) / voice->reference[voice->at], ramp);
    voice_set(voice, SLOT_LOSS, URTO_BODY_LOSS, STRING, sigma, ramp);
    voice_set(voice, SLOT_HIGH, URTO_BODY_LOSS_HIGH, STRING, share * sigma, ramp);
    voice_set(voice, SLOT_BRIDGE, URTO_CONTACT_DISTANCE, CONTACT_BRIDGE, -1e-3 * p[BRIDGE], ramp);
    voice_set(voice, SLOT_THREAD, URTO_CONTACT_DISTANCE, CONTACT_THREAD,
              -1e-3 * p[HEIGHT] * (1.0 - voice->pressure), ramp);
    voice_set(voice, SLOT_PLACE, URTO_PORT_X, PORT_THREAD, thread, ramp);
    voice_set(voice, SLOT_PLUCK, URTO_PORT_X, PORT_PLUCK, 1.0 - p[PLUCK], ramp);
    voice_set(voice, SLOT_LEFT, URTO_PORT_X, PORT_LEFT, 1.0 - p[PICKUP], ramp);
    voice_set(voice, SLOT_RIGHT, URTO_PORT_X, PORT_RIGHT, 1.0 - 0.7 * p[PICKUP], ramp);
    voice_set(voice, SLOT_PAN, URTO_PROBE_PAN, 1, -p[WIDTH], ramp);
    voice_set(voice, SLOT_PAN + 1, URTO_PROBE_PAN, 2, p[WIDTH], ramp);
}

static void start(Voice *voice)
{
    const double *p = voice->parameters;
    const double pitch = voice_pitch(voice);
    const double way = 1e-3 * p[STRENGTH] * between(0.3, 5.0, voice->velocity);
    const double tuning = pitch / voice->reference[voice->at];
    const double tension = string_tension(registers[voice->at].pitch, mass);
    const double force = way * tuning * tension / (p[PLUCK] * (1.0 - p[PLUCK]));
    /* a string that swings faster pulls itself away from under the finger */
    const double slip =
        between(5e-3, 3e-4, 0.75 * p[FINGER] + 0.25 * voice->velocity) * fmin(1.0, 110.0 / pitch);

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

static const UrtoPresetValue tanpura[] = {{LEVEL, -15.0}};
static const UrtoPresetValue sitar[] = {
    {FINGER, 0.9}, {PLUCK, 0.12}, {DECAY, 6.0}, {PICKUP, 0.15}, {LEVEL, -17.0}};
static const UrtoPresetValue soft[] = {
    {FINGER, 0.1}, {STRENGTH, 0.5}, {PLUCK, 0.45}, {LEVEL, -10.5}};
static const UrtoPresetValue plain[] = {
    {BRIDGE, -0.5}, {HEIGHT, -1.0}, {BRIGHT, 0.4}, {LEVEL, -16.0}};
static const UrtoPresetValue nasal[] = {
    {THREAD, 0.08}, {HEIGHT, 0.0}, {FINGER, 0.7}, {LEVEL, -8.0}};

static const UrtoPreset presets[] = {
    {"tanpura", "The drone, with its slow descent of overtones.", VALUES(tanpura)},
    {"sitar", "A nail close to the end of the string.", VALUES(sitar)},
    {"soft-drone", "The ball of the finger in the middle.", VALUES(soft)},
    {"plain", "Bridge and thread lowered: the bare string.", VALUES(plain)},
    {"nasal", "The thread far out; low strings end there and sound sharp.", VALUES(nasal)},
};

const Kind kind_tanpura = {
    .info = {.id = "tanpura",
             .name = "Tanpura",
             .description = "A drone string that wraps around a curved bridge.",
             .parameters = table,
             .parameter_count = PARAMETERS,
             .presets = presets,
             .preset_count = sizeof presets / sizeof *presets,
             .lowest_key = 36,
             .highest_key = 67,
             .pitched = true,
             .voices = 8},
    .worlds = REGISTERS,
    .inputs = 1,
    .tuned = {STRING},
    .build = build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .tick = tick,
    .input = input,
};
