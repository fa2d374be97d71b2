/* A ball that bounces on an object under gravity.
 *
 * The key throws the ball on the object at once; then gravity, the loss of the contact and the
 * motion of the object decide when it comes back. Nobody schedules the bounces. When the key is up,
 * or when the ball has come to lie, a hand takes it away.
 */
#include "voice.h"

#include <math.h>

enum {
    BODY,
    HARDNESS,
    LOSS,
    GRAVITY,
    STRIKE,
    PICKUP,
    DECAY,
    MATERIAL,
    SIZE,
    WIDTH,
    LEVEL,
    PARAMETERS
};

static const UrtoParameterInfo table[PARAMETERS] = {
    {"body", "Body", "", "body", 0.0, OBJECTS - 1.0, OBJECT_PLATE, URTO_CURVE_DISCRETE, 70,
     object_names, "What the ball falls on; acts on the next note."},
    {"hardness", "Hardness", "", "ball", 0.0, 1.0, 0.6, URTO_CURVE_LINEAR, 1, NULL,
     "From a rubber ball to a glass marble."},
    {"loss", "Ball loss", "s/m", "ball", 0.0, 2.0, 0.12, URTO_CURVE_LINEAR, 22, NULL,
     "Energy that each bounce swallows: how soon the ball lies still."},
    {"gravity", "Gravity", "m/s^2", "ball", 0.5, 100.0, 9.81, URTO_CURVE_LOG, 24, NULL,
     "From the moon to a heavy planet: slow to fast bounces."},
    {"strike", "Place", "", "ball", 0.0, 1.0, 0.42, URTO_CURVE_LINEAR, 16, NULL,
     "Where the ball falls, from one end or edge to the other."},
    {"pickup", "Pickup position", "", "output", 0.0, 0.5, 0.1, URTO_CURVE_LINEAR, 17, NULL,
     "Where the object is heard, from the ends or edge to the middle."},
    {"decay", "Decay", "s", "body", 0.05, 60.0, 0.8, URTO_CURVE_LOG, 18, NULL,
     "Time in which middle C falls by 60 dB; higher notes are shorter."},
    {"material", "Material", "", "body", 0.0, 1.0, 0.5, URTO_CURVE_LINEAR, 19, NULL,
     "From steel, whose overtones ring, to wood, whose overtones die at once (not on tuned bar and "
     "glass)."},
    {"size", "Size", "", "body", 0.25, 4.0, 1.0, URTO_CURVE_LOG, 21, NULL,
     "Twice as large sounds an octave lower and rings twice as long."},
    PARAMETER_WIDTH,
    PARAMETER_LEVEL,
};

enum { BALL = 1, OBJECT };
enum { PORT_BALL = 1, PORT_TOUCH, PORT_LEFT, PORT_RIGHT };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_HIGH,
    SLOT_STIFFNESS,
    SLOT_DAMPING,
    SLOT_TOUCH,
    SLOT_LEFT,
    SLOT_RIGHT,
    SLOT_PAN
};
enum { FLYING, LYING }; /* memory: the ball is out of the hand; ticks that it has lain */

static const double apart = 10.0; /* the hand is far above [m] */
static const double masses[OBJECTS] = {0.008, 0.008, 0.003, 0.012, 0.003};

static UrtoStatus build(UrtoWorldDef *def, uint32_t world)
{
    Plan plan = {def};

    plan_mass(&plan, masses[world], 0.0, 0.0);
    plan_port(&plan, BALL, 0.0, 0.0);
    plan_object(&plan, world, OBJECT);
    plan_contact(&plan, PORT_TOUCH, PORT_BALL, (UrtoLaw){1e8, 1.5, 0.1}, apart);
    plan_drive(&plan, PORT_BALL, 0);
    plan_object_probes(&plan, world, PORT_LEFT, 1.0);
    return urto_world_def_status(plan.def, NULL);
}

static uint32_t choose(const Voice *voice)
{
    return (uint32_t)voice->parameters[BODY];
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const uint32_t object = voice->at;
    const double pitch = voice_pitch(voice) / p[SIZE];
    const double seconds = p[DECAY] * sqrt(261.6255653005986 / pitch) * sqrt(p[SIZE]);
    const ObjectLoss loss = object_loss(object, seconds, p[MATERIAL]);
    const double hard = clamp(p[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);

    voice_creep(voice, SLOT_TUNING, URTO_BODY_TUNING, OBJECT, pitch / voice->reference[object],
                0.03, ramp);
    voice_set(voice, SLOT_LOSS, URTO_BODY_LOSS, OBJECT, loss.loss, ramp);
    voice_set(voice, SLOT_HIGH, URTO_BODY_LOSS_HIGH, OBJECT, loss.high, ramp);
    voice_creep(voice, SLOT_STIFFNESS, URTO_CONTACT_STIFFNESS, 1, between(1e5, 3e9, hard), 6e-3,
                ramp);
    voice_set(voice, SLOT_DAMPING, URTO_CONTACT_DAMPING, 1, p[LOSS], ramp);
    voice_set(voice, SLOT_TOUCH, URTO_PORT_X, PORT_TOUCH, object_x(object, p[STRIKE]), ramp);
    voice_set(voice, SLOT_LEFT, URTO_PORT_X, PORT_LEFT, object_x(object, p[PICKUP]), ramp);
    voice_set(voice, SLOT_RIGHT, URTO_PORT_X, PORT_RIGHT, object_x(object, 1.0 - p[PICKUP]), ramp);
    voice_set(voice, SLOT_PAN, URTO_PROBE_PAN, 1, -p[WIDTH], ramp);
    voice_set(voice, SLOT_PAN + 1, URTO_PROBE_PAN, 2, p[WIDTH], ramp);
}

static void start(Voice *voice)
{
    voice_throw(voice, (UrtoBody){.id = BALL}, (UrtoPort){.id = PORT_TOUCH}, apart,
                between(0.15, 4.0, voice->velocity), true);
    voice->memory[FLYING] = 1.0;
    voice->memory[LYING] = 0.0;
}

static bool tick(Voice *voice)
{
    UrtoWorld *world = voice_world(voice);

    if (voice->memory[FLYING] == 0.0) {
        return false;
    }
    const double height = -urto_world_compression(world, (UrtoContact){.id = 1});
    const double speed = urto_world_velocity(world, (UrtoPort){.id = PORT_BALL});
    const bool still = height < 1e-5 && fabs(speed) < 0.01;
    voice->memory[LYING] = still ? voice->memory[LYING] + 1.0 : 0.0;
    /* a hand catches a rising ball, or picks up one that lies */
    const bool caught = !voice->held && !voice->kept && height > 1e-4 && speed > 0.0;
    if (caught || voice->memory[LYING] > 8.0) {
        voice_park(voice, (UrtoBody){.id = BALL}, 0.0);
        voice->memory[FLYING] = 0.0;
    }
    return true;
}

static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    const float weight =
        (float)(-voice->memory[FLYING] * masses[voice->at] * voice->parameters[GRAVITY]);

    for (uint32_t i = 0; i < frames; i++) {
        signal[0][i] = weight;
    }
}

static const UrtoPresetValue marble[] = {{HARDNESS, 0.85}, {LOSS, 0.06}, {LEVEL, -8.0}};
static const UrtoPresetValue rubber[] = {
    {BODY, OBJECT_MEMBRANE}, {HARDNESS, 0.25}, {DECAY, 0.5}, {LOSS, 0.1}, {LEVEL, -5.5}};
static const UrtoPresetValue coin[] = {{BODY, OBJECT_GLASS}, {HARDNESS, 1.0}, {LOSS, 0.03},
                                       {GRAVITY, 30.0},      {DECAY, 1.5},    {LEVEL, -2.5}};
static const UrtoPresetValue pingpong[] = {{BODY, OBJECT_BAR}, {HARDNESS, 0.6}, {LOSS, 0.08},
                                           {DECAY, 0.2},       {MATERIAL, 0.9}, {LEVEL, 0.0}};
static const UrtoPresetValue moon[] = {
    {BODY, OBJECT_TUNED_BAR}, {GRAVITY, 1.62}, {LOSS, 0.15}, {DECAY, 1.5},
    {HARDNESS, 0.45},         {LEVEL, -8.5}};

static const UrtoPreset presets[] = {
    {"marble", "A marble on a metal plate.", VALUES(marble)},
    {"rubber", "A rubber ball on a drum.", VALUES(rubber)},
    {"coin", "Something small and hard on glass.", VALUES(coin)},
    {"ping-pong", "A light ball on wood.", VALUES(pingpong)},
    {"moon", "A marimba on the moon.", VALUES(moon)},
};

const Kind kind_bounce = {
    .info = {.id = "bounce",
             .name = "Bouncing ball",
             .description = "A ball that bounces on an object until it lies still.",
             .parameters = table,
             .parameter_count = PARAMETERS,
             .presets = presets,
             .preset_count = sizeof presets / sizeof *presets,
             .lowest_key = 36,
             .highest_key = 96,
             .pitched = true,
             .sustained = true,
             .voices = 8},
    .worlds = OBJECTS,
    .inputs = 1,
    .tuned = {OBJECT},
    .build = build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .tick = tick,
    .input = input,
};
