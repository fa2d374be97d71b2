/* A mallet on a bar, a tuned bar, a membrane, a plate or a glass.
 *
 * The mallet is a mass that is thrown at the body and meets it through a contact that stiffens as
 * it is pressed, so a faster throw is shorter and brighter by the law itself. It is taken away when
 * it has left.
 */
#include "voice.h"

#include <math.h>

enum {
    BODY,
    HARDNESS,
    STRIKE,
    PICKUP,
    DECAY,
    MATERIAL,
    RELEASE,
    SIZE,
    FELT,
    WIDTH,
    LEVEL,
    PARAMETERS
};

static const UrtoParameterInfo table[PARAMETERS] = {
    {"body", "Body", "", "body", 0.0, OBJECTS - 1.0, 0.0, URTO_CURVE_DISCRETE, 70, object_names,
     "What is struck; acts on the next note."},
    {"hardness", "Hardness", "", "mallet", 0.0, 1.0, 0.5, URTO_CURVE_LINEAR, 1, NULL,
     "From a soft, dark yarn mallet to a hard, bright bead."},
    {"strike", "Strike position", "", "mallet", 0.0, 1.0, 0.42, URTO_CURVE_LINEAR, 16, NULL,
     "Where it is struck, from one end or edge to the other; overtones with a node there are "
     "silent."},
    {"pickup", "Pickup position", "", "output", 0.0, 0.5, 0.05, URTO_CURVE_LINEAR, 17, NULL,
     "Where it is heard, from the ends or edge to the middle."},
    {"decay", "Decay", "s", "body", 0.05, 60.0, 3.0, URTO_CURVE_LOG, 18, NULL,
     "Time in which middle C falls by 60 dB; higher notes are shorter."},
    {"material", "Material", "", "body", 0.0, 1.0, 0.5, URTO_CURVE_LINEAR, 19, NULL,
     "From glass and steel, whose overtones ring, to wood and skin, whose overtones die at once "
     "(not "
     "on tuned bar and glass, which have their own)."},
    {"release", "Release", "s", "body", 0.03, 60.0, 60.0, URTO_CURVE_LOG, 20, NULL,
     "Longest decay after the key is up: a hand that damps the body."},
    {"size", "Size", "", "body", 0.25, 4.0, 1.0, URTO_CURVE_LOG, 21, NULL,
     "Twice as large sounds an octave lower and rings twice as long."},
    {"felt", "Felt loss", "s/m", "mallet", 0.0, 3.0, 0.3, URTO_CURVE_LINEAR, 22, NULL,
     "Energy that the head of the mallet swallows: a duller, shorter knock."},
    {"width", "Stereo width", "", "output", 0.0, 1.0, 0.6, URTO_CURVE_LINEAR, 8, NULL,
     "From mono to both ends far left and right."},
    PARAMETER_LEVEL,
};

enum { MASS_MALLET = 1, MASS_BODY };
enum { PORT_HEAD = 1, PORT_TOUCH, PORT_LEFT, PORT_RIGHT };
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
enum { AWAY }; /* memory: the mallet is in a hand */

static const double apart = 0.1; /* from the resting mallet to the body [m] */
static const double masses[OBJECTS] = {0.015, 0.02, 0.012, 0.02, 0.005};

static UrtoStatus build(UrtoWorldDef *def, uint32_t world)
{
    Plan plan = {def};

    plan_mass(&plan, masses[world], 0.0, 0.0);
    plan_port(&plan, MASS_MALLET, 0.0, 0.0);
    plan_object(&plan, world, MASS_BODY);
    plan_contact(&plan, PORT_HEAD, PORT_TOUCH, (UrtoLaw){1e9, 2.3, 0.3}, apart);
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
    /* high notes are shorter, as they are on every such instrument */
    const double longest = voice->held || voice->kept ? 60.0 : p[RELEASE];
    const double seconds =
        fmin(p[DECAY] * sqrt(261.6255653005986 / pitch) * sqrt(p[SIZE]), longest);
    const ObjectLoss loss = object_loss(object, seconds, p[MATERIAL]);
    const double hard = clamp(p[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);
    const double strike = object_x(object, p[STRIKE]);
    /* as players do: harder mallets for small bodies, which a soft one would not leave in time */
    const double stiffness =
        between(1e8, 1e13, hard) * pow(fmax(1.0, pitch / 261.6255653005986), 3.0);

    voice_set(voice, SLOT_TUNING, URTO_BODY_TUNING, MASS_BODY, pitch / voice->reference[object],
              ramp);
    voice_set(voice, SLOT_LOSS, URTO_BODY_LOSS, MASS_BODY, loss.loss, ramp);
    voice_set(voice, SLOT_HIGH, URTO_BODY_LOSS_HIGH, MASS_BODY, loss.high, ramp);
    voice_set(voice, SLOT_STIFFNESS, URTO_CONTACT_STIFFNESS, 1, stiffness, ramp);
    voice_set(voice, SLOT_DAMPING, URTO_CONTACT_DAMPING, 1, p[FELT], ramp);
    voice_set(voice, SLOT_TOUCH, URTO_PORT_X, PORT_TOUCH, strike, ramp);
    voice_set(voice, SLOT_LEFT, URTO_PORT_X, PORT_LEFT, object_x(object, p[PICKUP]), ramp);
    voice_set(voice, SLOT_RIGHT, URTO_PORT_X, PORT_RIGHT, object_x(object, 1.0 - p[PICKUP]), ramp);
    voice_set(voice, SLOT_PAN, URTO_PROBE_PAN, 1, -p[WIDTH], ramp);
    voice_set(voice, SLOT_PAN + 1, URTO_PROBE_PAN, 2, p[WIDTH], ramp);
}

static void start(Voice *voice)
{
    const double speed = between(0.08, 4.0, voice->velocity);

    voice_throw(voice, (UrtoBody){.id = MASS_MALLET}, (UrtoPort){.id = PORT_TOUCH}, apart, speed,
                false);
    voice->memory[AWAY] = 0.0;
}

/* The mallet that flies back is caught. */
static bool tick(Voice *voice)
{
    UrtoWorld *world = voice_world(voice);
    const bool away = voice->memory[AWAY] != 0.0;

    if (!away && urto_world_velocity(world, (UrtoPort){.id = PORT_HEAD}) < 0.0 &&
        urto_world_compression(world, (UrtoContact){.id = 1}) < -1e-4) {
        voice_park(voice, (UrtoBody){.id = MASS_MALLET}, 0.0);
        voice->memory[AWAY] = 1.0;
    }
    return !away;
}

static const UrtoPresetValue marimba[] = {
    {BODY, OBJECT_TUNED_BAR}, {HARDNESS, 0.35}, {DECAY, 1.2}, {LEVEL, -14.5}};
static const UrtoPresetValue vibes[] = {{BODY, OBJECT_BAR}, {HARDNESS, 0.45}, {DECAY, 6.0},
                                        {MATERIAL, 0.35},   {RELEASE, 0.5},   {LEVEL, -18.0}};
static const UrtoPresetValue glass[] = {{BODY, OBJECT_GLASS}, {HARDNESS, 0.75}, {DECAY, 5.0},
                                        {STRIKE, 0.1},        {PICKUP, 0.0},    {LEVEL, -9.0}};
static const UrtoPresetValue drum[] = {{BODY, OBJECT_MEMBRANE}, {HARDNESS, 0.3}, {DECAY, 0.7},
                                       {MATERIAL, 0.75},        {STRIKE, 0.35},  {LEVEL, -3.0}};
static const UrtoPresetValue plate[] = {{BODY, OBJECT_PLATE}, {HARDNESS, 0.4}, {DECAY, 9.0},
                                        {MATERIAL, 0.25},     {STRIKE, 0.3},   {LEVEL, -7.5}};
static const UrtoPresetValue blocks[] = {{BODY, OBJECT_BAR}, {HARDNESS, 0.7}, {DECAY, 0.25},
                                         {MATERIAL, 0.8},    {STRIKE, 0.5},   {SIZE, 0.5},
                                         {LEVEL, -6.0}};

static const UrtoPreset presets[] = {
    {"vibes", "A metal bar that a hand damps when the key is up.", VALUES(vibes)},
    {"marimba", "A rosewood bar with overtones in tune, a yarn mallet.", VALUES(marimba)},
    {"glass", "A wine glass and a spoon.", VALUES(glass)},
    {"drum", "A skin with a soft beater.", VALUES(drum)},
    {"plate", "A thin metal plate that rings long.", VALUES(plate)},
    {"wood-block", "A short dry block of wood.", VALUES(blocks)},
};

const Kind kind_mallet = {
    .info = {.id = "mallet",
             .name = "Mallet",
             .description = "A mallet on a bar, a membrane, a plate or a glass.",
             .parameters = table,
             .parameter_count = PARAMETERS,
             .presets = presets,
             .preset_count = sizeof presets / sizeof *presets,
             .lowest_key = 36,
             .highest_key = 96,
             .pitched = true,
             .voices = 16},
    .worlds = OBJECTS,
    .tuned = {MASS_BODY},
    .build = build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .tick = tick,
};
