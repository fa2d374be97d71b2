/* A long string over a wide curved bridge, with a thread under it, on a gourd.
 *
 * The bridge falls away like a parabola, a line of contacts under the first centimetres of the string; as
 * the string swings it wraps and unwraps. The thread, a soft lossy point that can be moved, decides where
 * it leaves the bridge. Together they feed the overtones again and again: the jvari.
 *
 *   m q_n'' + 2 m s_n q_n' + m w_n^2 q_n = phi_n(x_pluck) F(t) + sum_i phi_n(x_i) f_i + phi_n(x_t) f_t
 *
 * with f = K x^a (1 + damping) of what is pressed in, m = mu L/2, phi_n = sin(n pi x), stepped by the
 * exact modal scheme and the midpoint gradient: the energy of string and contacts falls by what modes and
 * contacts lose and rises by the work of the hand alone. The string is steel, 1 m at 36 N (van Walstijn's
 * and Issanchou's test strings are of this size; the tension of tanpuras is 30 to 40 N), its losses are
 * those of string_sets.h.
 *
 * What the bridge feels, T u'(0) less the forces of all contacts, drives the gourd (box.h), one way; its
 * modes are chosen. The electric sitar has a coil at the other end instead.
 *
 * Cost: up to 144 modes and 9 contacts a voice, below 19.8 kHz at any rate: 0.36 us a sample (6 voices: 11 %
 * of a core at 48 kHz), up to 1.5 us in the first tenths of a second, as long as the string wraps: so there are six.
 */
#include "../base/constants.h"
#include "../play/parts.h"
#include "string_sets.h"
#include "voice.h"

enum {
    MODEL,
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

enum { TANPURA, SITAR, ELECTRIC_SITAR, MODELS };
static const char *const model_names[] = {"tanpura", "sitar", "electric sitar", NULL};
_Static_assert(LENGTH(model_names) == MODELS + 1, "every model has a name");

static const char *const voicings[] = {"tanpura", "sitar",          "soft-drone", "plain",
                                       "nasal",   "electric-sitar", NULL};

static const UrtoParameterInfo table[] = {
    [MODEL] = {NAMED("model", "Model", "output"), CHOICE(model_names, MODELS, TANPURA),
               CONTROLLER(70),
               TEXT("What the bridge stands on, two gourds or a coil; acts on the next note.")},
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
    [PICKUP] =
        {NAMED("pickup", "Pickup position", "output"), LINEAR(0.02, 0.5, 0.08, ""), CONTROLLER(17),
         TEXT("Where the coil of the electric one lies, from the far end to the middle; acts on "
              "the next note.")},
    [DECAY] = {NAMED("decay", "Decay", "string"), LOG(0.5, 60.0, 12.0, "s"), CONTROLLER(18),
               TEXT("Time in which the string of C3 falls by 60 dB; higher ones are shorter.")},
    [DULLNESS] = {NAMED("dullness", "String dullness", "string"), LINEAR(0.0, 1.0, 0.15, ""),
                  CONTROLLER(19), TEXT("How much faster the overtones die.")},
    [RELEASE] = {NAMED("release", "Release", "string"), LOG(0.05, 60.0, 60.0, "s"), CONTROLLER(20),
                 TEXT("Longest decay after the key is up.")},
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

enum { STRING = 1, MODES = 144 };
enum { PORT_PLUCK = 1, PORT_THREAD, PORT_HEARD };
enum { CONTACT_BRIDGE = 1, CONTACT_THREAD };
enum { PROBE_END = 1, PROBE_BRIDGE, PROBE_THREAD, PROBE_VELOCITY };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_BRIDGE,
    SLOT_THREAD,
    SLOT_PLACE,
    SLOT_PLUCK,
    SLOT_END,
    SLOT_BRIDGE_FORCE,
    SLOT_THREAD_FORCE,
    SLOT_VELOCITY
};
enum { POINTS = 8 };
#define HIGHEST 19800.0 /* what a voice has of modes ends here [Hz] */

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, STRING),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, STRING),
    [SLOT_BRIDGE] = TARGET(URTO_CONTACT_DISTANCE, CONTACT_BRIDGE),
    [SLOT_THREAD] = TARGET(URTO_CONTACT_DISTANCE, CONTACT_THREAD),
    [SLOT_PLACE] = TARGET(URTO_PORT_X, PORT_THREAD),
    [SLOT_PLUCK] = TARGET(URTO_PORT_X, PORT_PLUCK),
    [SLOT_END] = TARGET(URTO_PROBE_GAIN, PROBE_END),
    [SLOT_BRIDGE_FORCE] = TARGET(URTO_PROBE_GAIN, PROBE_BRIDGE),
    [SLOT_THREAD_FORCE] = TARGET(URTO_PROBE_GAIN, PROBE_THREAD),
    [SLOT_VELOCITY] = TARGET(URTO_PROBE_GAIN, PROBE_VELOCITY),
};

static void build(UrtoWorldDef *def, uint32_t world)
{
    (void)world;
    /* low enough for all modes at any rate; notes bring their own */
    const UrtoBody string = part_string(def, 1.0, 10.0, 0.001, 0.0, MODES);
    const UrtoPort pluck = urto_world_def_port_at(def, string, 0.63, 0.0);
    const UrtoPort thread = urto_world_def_port_at(def, string, 0.035, 0.0);
    const UrtoPort heard = part_weighted_port(def, string);
    double heights[POINTS];
    UrtoLineDef bridge = urto_line_def();

    for (int i = 0; i < POINTS; i++) {
        const double x = 0.03 * (i + 1.0) / POINTS;
        heights[i] = -0.15 * x * x;
    }
    bridge.above = (UrtoLineSide){.body = string, .from = {0.03 / POINTS, 0.0}, .to = {0.03, 0.0}};
    bridge.law = (UrtoLaw){1e8, 1.3, 0.1};
    bridge.points = POINTS;
    bridge.heights = heights;
    const UrtoContact line = urto_world_def_line(def, &bridge);
    const UrtoContact soft =
        urto_world_def_contact_between(def, (UrtoPort){0}, thread, (UrtoLaw){2e6, 1.5, 0.5}, 5e-5);
    part_drive(def, pluck, 0);
    part_displacement_probe(def, heard, 1.0, OUT_BRIDGE);
    part_force_probe(def, line, -1.0, OUT_BRIDGE);
    part_force_probe(def, soft, -1.0, OUT_BRIDGE);
    part_velocity_probe(def, heard, 1.0, OUT_BRIDGE);
}

/* Gourds with a wooden top; all chosen. */
static const BoxMode tanpura_low[] = {
    {96.0, 8.0, 1.2, 0.20},   {158.0, 9.0, 1.0, 0.20},  {212.0, 10.0, 1.0, 0.20},
    {268.0, 11.0, 1.0, 0.22}, {334.0, 12.0, 1.0, 0.25}, {412.0, 14.0, 1.0, 0.30},
};
static const BoxMode sitar_low[] = {
    {112.0, 8.0, 1.0, 0.18},  {184.0, 9.0, 0.8, 0.20},  {246.0, 10.0, 0.8, 0.22},
    {305.0, 11.0, 0.8, 0.24}, {378.0, 12.0, 0.8, 0.28}, {455.0, 14.0, 0.8, 0.32},
};
static const BoxDef gourds[] = {
    [TANPURA] = {.low = tanpura_low,
                 .low_count = LENGTH(tanpura_low),
                 .first = 480.0,
                 .density = 0.018,
                 .knee = 2000.0,
                 .mass = 0.8,
                 .loss = 0.04,
                 .radiates = 5000.0,
                 .side = 0.9,
                 .gain = 40.0,
                 .seed = 4},
    [SITAR] = {.low = sitar_low,
               .low_count = LENGTH(sitar_low),
               .first = 530.0,
               .density = 0.016,
               .knee = 2200.0,
               .mass = 0.6,
               .loss = 0.04,
               .radiates = 5000.0,
               .side = 0.9,
               .gain = 40.0,
               .seed = 5},
};

/* NULL: none. */
static const BoxDef *gourd_of(uint32_t model)
{
    return model == ELECTRIC_SITAR ? NULL : &gourds[model];
}

static uint32_t choose_body(const double *parameters)
{
    return (uint32_t)parameters[MODEL];
}

static void build_body(UrtoWorldDef *def, uint32_t index)
{
    if (index == ELECTRIC_SITAR) {
        coil_build(def);
    } else {
        box_build(def);
    }
}

static void finish_body(UrtoWorld *world, uint32_t index)
{
    if (index != ELECTRIC_SITAR) {
        box_finish(world, &gourds[index]);
    }
}

/* Steel of 0.3 mm at 36 N up to C3, wound below: a thin core bends as easily. Above, the same wire
 * tighter, which stands for a shorter one: all places are parts of the length. */
static PluckedString drone_string(double pitch)
{
    const double tension = 36.0 * fmax(1.0, pitch * pitch / (131.0 * 131.0));
    const double density = tension / (4.0 * pitch * pitch);
    const double diameter = sqrt(4.0 * density / (PI * 7850.0));
    const double core = fmin(diameter, 0.3e-3);

    return (PluckedString){.length = 1.0,
                           .tension = tension,
                           .density = density,
                           .diameter = diameter,
                           .inharmonicity =
                               PI * PI * PI * 200e9 * pow(core, 4.0) / (64.0 * tension),
                           .friction = 1e-4,
                           .bending = 4.5e-3,
                           .open_length = 1.0};
}

/* What is heard of each mode: T u'(0), or the velocity over a coil. */
static void listen(Voice *voice, const PluckedString *string)
{
    double weights[MODES];

    for (uint32_t i = 0; i < MODES; i++) {
        const double n = i + 1.0;
        weights[i] = voice->model == ELECTRIC_SITAR
                         ? 0.05 * sin(n * PI * (1.0 - voice->parameters[PICKUP]))
                         : string->tension * PI * n * (1.0 + string->inharmonicity * n * n);
    }
    voice_set_weights(voice, PORT_HEARD, weights, MODES);
}

/* The string that the note began with, as dull as it is now. */
static PluckedString string_up(Voice *voice)
{
    const PluckedString string = drone_string(voice->start_pitch);
    const StringLoss loss = {
        .pitch = voice->start_pitch,
        .age = interpolate_log(0.6, 18.0, voice->memory.string.dullness), /* default: 1 */
        .neck = 5e-4,
        .box = gourd_of(voice->model)};
    UrtoMode modes[MODES];
    const uint32_t count = string_modes(&string, &loss, HIGHEST, modes, MODES);

    voice->start_seconds = decay_of(modes[0].decay);
    voice_set_modes(voice, STRING, modes, count);
    return string;
}

/* Frequency of the free string [Hz]. The bridge ends it a little early in half of each swing, which makes
 * it up to 2.7 cents sharp at middle velocities, the less the higher and the nearer to the end it is plucked
 * (measured); it is tuned lower by that. */
static double free_pitch(const Voice *voice)
{
    const double *p = voice->parameters;
    const double pitch = voice_pitch(voice);
    const double touches = clamp(1.0 + 5.0 * p[BRIDGE], 0.0, 1.0);
    const double middle = 0.4 + 0.6 * fmin(1.0, p[PLUCK] / table[PLUCK].default_value);
    const double cents = 2.5 * touches * middle * clamp(log2(400.0 / pitch) / 2.6, 0.0, 1.0);

    return pitch * exp2(-cents / 1200.0);
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    StringMemory *memory = &voice->memory.string;
    const double thread = clamp(p[THREAD] * exp2(0.5 * voice->timbre), 0.01, 0.2);

    if (ramp == 0) {
        memory->dullness = p[DULLNESS];
        voice->start_pitch = free_pitch(voice);
        const PluckedString string = string_up(voice);
        listen(voice, &string);
    } else if (fabs(p[DULLNESS] - memory->dullness) > 0.02) {
        memory->dullness = p[DULLNESS]; /* decays may step, the sound does not */
        (void)string_up(voice);
    }
    const double loss = 12.0 / p[DECAY];
    const double damped = voice->start_seconds / p[RELEASE];

    voice_set(voice, SLOT_TUNING, free_pitch(voice) / voice->start_pitch, ramp);
    voice_set(voice, SLOT_LOSS, voice_held(voice) ? loss : fmax(loss, damped), ramp);
    voice_set(voice, SLOT_BRIDGE, -1e-3 * p[BRIDGE], ramp);
    voice_set(voice, SLOT_THREAD, -1e-3 * p[HEIGHT] * (1.0 - voice->pressure), ramp);
    voice_set(voice, SLOT_PLACE, thread, ramp);
    voice_set(voice, SLOT_PLUCK, 1.0 - p[PLUCK], ramp);
    const double bridge = voice->model == ELECTRIC_SITAR ? 0.0 : 1.0;
    voice_set(voice, SLOT_END, bridge, ramp);
    voice_set(voice, SLOT_BRIDGE_FORCE, -bridge, ramp);
    voice_set(voice, SLOT_THREAD_FORCE, -bridge, ramp);
    voice_set(voice, SLOT_VELOCITY, 1.0 - bridge, ramp);
}

static void start(Voice *voice)
{
    const double *p = voice->parameters;
    const double pitch = voice_pitch(voice);
    const double displacement = 1e-3 * p[STRENGTH] * 4.0 * stroke_size(voice->velocity, 29.0, 1.6);
    const double force = displacement * drone_string(pitch).tension / (p[PLUCK] * (1.0 - p[PLUCK]));
    /* a string that swings faster pulls itself away from under the finger */
    const double slip = interpolate_log(5e-3, 2e-4, 0.75 * p[FINGER] + 0.25 * voice->velocity) *
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

static const UrtoPresetValue tanpura[] = {{MAKEUP, 6.0}};
static const UrtoPresetValue sitar[] = {{MODEL, SITAR}, {FINGER, 0.6}, {PLUCK, 0.12},
                                        {DECAY, 6.0},   {MAKEUP, 0.5}, {VOICING, 1}};
static const UrtoPresetValue soft[] = {
    {FINGER, 0.1}, {STRENGTH, 0.5}, {PLUCK, 0.45}, {MAKEUP, 11.0}, {VOICING, 2}};
static const UrtoPresetValue plain[] = {
    {BRIDGE, -0.5}, {HEIGHT, -1.0}, {DULLNESS, 0.4}, {MAKEUP, 8.5}, {VOICING, 3}};
static const UrtoPresetValue nasal[] = {
    {THREAD, 0.08}, {HEIGHT, 0.0}, {FINGER, 0.7}, {MAKEUP, 2.5}, {VOICING, 4}};
static const UrtoPresetValue electric[] = {
    {MODEL, ELECTRIC_SITAR}, {FINGER, 0.3},  {PLUCK, 0.12}, {DECAY, 9.0},
    {PICKUP, 0.15},          {MAKEUP, -2.0}, {VOICING, 5}};

static const UrtoPreset presets[] = {
    {"tanpura", "Tanpura", "The drone, with its slow descent of overtones.", VALUES(tanpura)},
    {"sitar", "Sitar", "A nail close to the end of the string.", VALUES(sitar)},
    {"soft-drone", "Soft drone", "The ball of the finger in the middle.", VALUES(soft)},
    {"plain", "Plain string", "Bridge and thread lowered: the bare string.", VALUES(plain)},
    {"nasal", "Nasal tanpura", "The thread far out; low strings end there and sound sharp.",
     VALUES(nasal)},
    {"electric-sitar", "Electric sitar", "A pickup instead of the gourd.", VALUES(electric)},
};

KIND(tanpura, .info.id = "tanpura", .info.name = "Tanpura",
     .info.description = "A drone string that wraps around a curved bridge.", .info.lowest_key = 36,
     .info.highest_key = 67, .info.pitched = true, .info.voices = 6, .worlds = 1, .inputs = 1,
     .tuned = {.id = STRING}, .model = 1 + MODEL,
     .radiator = {.count = MODELS,
                  .build = build_body,
                  .finish = finish_body,
                  .choose = choose_body,
                  .width = 1 + WIDTH},
     .build = build, .apply = apply, .start = start, .tick = tick, .input = input);
