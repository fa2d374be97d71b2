/* A ball that rolls over an object, and below a point that is dragged over one: streams of small
 * impacts from a rough surface.
 *
 * The surface is a height that depends on the place alone. Under the moving contact it becomes a
 * moving distance: the contact is lifted and let fall as the surface says, by at most its own
 * weight and the hand that presses it. The work of the surface is in the books like that of every
 * moving barrier. The place where the object is touched moves along it, to and fro.
 */
#include "voice.h"

#include <math.h>

/* What both have in common: the order is that of both tables. */
enum {
    BODY,
    SPEED,
    HARDNESS,
    ROUGH,
    GRAIN,
    DETAIL,
    WEIGHT,
    DECAY,
    MATERIAL,
    SIZE,
    GLIDE,
    WIDTH,
    LEVEL,
    PARAMETERS
};

enum { MOVER = 1, OBJECT };
enum { PORT_MOVER = 1, PORT_TOUCH, PORT_LEFT, PORT_RIGHT };
enum { SLOT_TUNING, SLOT_LOSS, SLOT_HIGH, SLOT_STIFFNESS, SLOT_LEFT, SLOT_RIGHT, SLOT_PAN };
/* memory */
enum { DOWN, PACE, PLACE, ALONG, SINCE, LOAD, HEIGHT, FINE, STRIDE };
enum { EVERY = 4, MOVES = 8 }; /* frames from one height to the next; ticks from move to move */

static const double apart = 0.1;

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
    /* what lies there pressed in would be thrown by a sudden hardness */
    voice_creep(voice, SLOT_STIFFNESS, URTO_CONTACT_STIFFNESS, 1, between(1e5, 1e9, hard), 6e-3,
                ramp);
    voice_set(voice, SLOT_LEFT, URTO_PORT_X, PORT_LEFT, object_x(object, 0.06), ramp);
    voice_set(voice, SLOT_RIGHT, URTO_PORT_X, PORT_RIGHT, object_x(object, 0.93), ramp);
    voice_set(voice, SLOT_PAN, URTO_PROBE_PAN, 1, -p[WIDTH], ramp);
    voice_set(voice, SLOT_PAN + 1, URTO_PROBE_PAN, 2, p[WIDTH], ramp);
}

static UrtoStatus build(UrtoWorldDef *def, uint32_t world, double mass, double loss, double damping)
{
    Plan plan = {def};

    plan_mass(&plan, mass, 0.0, loss);
    plan_port(&plan, MOVER, 0.0, 0.0);
    plan_object(&plan, world, OBJECT);
    plan_contact(&plan, PORT_TOUCH, PORT_MOVER, (UrtoLaw){1e8, 1.5, damping}, apart);
    plan_drive(&plan, PORT_MOVER, 0);
    plan_object_probes(&plan, world, PORT_LEFT, 20.0);
    return urto_world_def_status(plan.def, NULL);
}

/* The place that is touched, to and fro. */
static void move(Voice *voice, uint32_t ramp)
{
    const double turn = fabs(2.0 * voice->memory[ALONG] - 1.0);

    (void)urto_world_set_port(voice_world(voice), (UrtoPort){.id = PORT_TOUCH}, URTO_PORT_X,
                              object_x(voice->at, 0.15 + 0.7 * turn), 0, ramp, NULL);
}

static void start(Voice *voice)
{
    const bool down = voice->memory[DOWN] != 0.0;

    voice->memory[PACE] = between(0.3, 1.7, voice->velocity);
    if (!down) {
        voice->memory[DOWN] = 1.0;
        voice->memory[FINE] = voice->parameters[DETAIL];
        voice->memory[ALONG] = 0.2;
        move(voice, 0);
        (void)urto_world_set_contact(voice_world(voice), (UrtoContact){.id = 1},
                                     URTO_CONTACT_DISTANCE, apart, 0, 0, NULL);
        voice_throw(voice, (UrtoBody){.id = MOVER}, (UrtoPort){.id = PORT_TOUCH}, apart,
                    0.02 * voice->memory[PACE], true);
    }
}

/* Speed now; after the key is up it falls, and the mover is taken away. */
static double pace(Voice *voice)
{
    const double *p = voice->parameters;

    if (!voice->held && !voice->kept) {
        voice->memory[PACE] *= exp(-TICK / (voice->rate * 0.3 * p[GLIDE]));
    }
    return p[SPEED] * voice->memory[PACE] * (1.0 + voice->pressure);
}

/* Lays out the surface of the next 64 frames. */
static bool travel(Voice *voice, bool ridged)
{
    const double *p = voice->parameters;
    UrtoWorld *world = voice_world(voice);

    if (voice->memory[DOWN] == 0.0) {
        return false;
    }
    const double speed = pace(voice);
    if (voice->memory[PACE] < 0.02 && voice->memory[LOAD] == 0.0) {
        voice_park(voice, (UrtoBody){.id = MOVER}, 0.0);
        (void)urto_world_set_contact(world, (UrtoContact){.id = 1}, URTO_CONTACT_DISTANCE, apart, 0,
                                     0, NULL);
        voice->memory[DOWN] = 0.0;
        return true;
    }
    /* all of the surface changes gently: a step would be an impact */
    const double rough = 1e-6 * p[ROUGH] * voice->memory[PACE];
    const double part = 1.0 - exp(-EVERY / (0.05 * voice->rate));
    const double step = speed * EVERY / (1e-3 * p[GRAIN] * voice->rate);
    voice->memory[STRIDE] = voice->memory[STRIDE] > 0.0 ? voice->memory[STRIDE] : step;
    for (uint32_t i = 0; i < TICK; i += EVERY) {
        voice->memory[STRIDE] += part * (step - voice->memory[STRIDE]);
        voice->memory[PLACE] += voice->memory[STRIDE];
        voice->memory[HEIGHT] += part * (rough - voice->memory[HEIGHT]);
        voice->memory[FINE] += part * (p[DETAIL] - voice->memory[FINE]);
        const double height =
            voice->memory[HEIGHT] *
            (ridged ? surface_ridged : surface_rough)(voice->memory[PLACE], voice->memory[FINE]);
        /* the surface rises: the gap closes */
        (void)urto_world_set_contact(world, (UrtoContact){.id = 1}, URTO_CONTACT_DISTANCE,
                                     apart - height, i, EVERY, NULL);
    }
    voice->memory[ALONG] = fmod(voice->memory[ALONG] + speed * TICK / voice->rate, 1.0);
    voice->memory[SINCE] += 1.0;
    if (voice->memory[SINCE] >= MOVES) {
        /* a moving place costs all shapes at every step: it moves one tick in eight */
        move(voice, TICK);
        voice->memory[SINCE] = 0.0;
    }
    return true;
}

/* The hand comes down and lifts off within some hundredths of a second: no thump. */
static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    const bool down = voice->memory[DOWN] != 0.0 && voice->memory[PACE] >= 0.02;
    const double force = 0.0981 * voice->parameters[WEIGHT];
    const double target = down ? force : 0.0;
    double load = voice->memory[LOAD];

    for (uint32_t i = 0; i < frames; i++) {
        const double step = fmax(force, load) / (0.03 * voice->rate);
        load += clamp(target - load, -step, step);
        signal[0][i] = (float)-load;
    }
    voice->memory[LOAD] = load;
}

#define PARAMETERS_OBJECT                                                                          \
    {"decay",                                                                                      \
     "Decay",                                                                                      \
     "s",                                                                                          \
     "body",                                                                                       \
     0.05,                                                                                         \
     60.0,                                                                                         \
     0.8,                                                                                          \
     URTO_CURVE_LOG,                                                                               \
     18,                                                                                           \
     NULL,                                                                                         \
     "Time in which middle C falls by 60 dB; higher notes are shorter."},                          \
        {"material",                                                                               \
         "Material",                                                                               \
         "",                                                                                       \
         "body",                                                                                   \
         0.0,                                                                                      \
         1.0,                                                                                      \
         0.5,                                                                                      \
         URTO_CURVE_LINEAR,                                                                        \
         19,                                                                                       \
         NULL,                                                                                     \
         "From steel, whose overtones ring, to wood, whose overtones die at once (not on tuned "   \
         "bar and glass)."},                                                                       \
    {                                                                                              \
        "size", "Size", "", "body", 0.25, 4.0, 1.0, URTO_CURVE_LOG, 21, NULL,                      \
            "Twice as large sounds an octave lower and rings twice as long."                       \
    }

static const UrtoParameterInfo roll_table[PARAMETERS] = {
    {"body", "Body", "", "body", 0.0, OBJECTS - 1.0, OBJECT_PLATE, URTO_CURVE_DISCRETE, 70,
     object_names, "What the ball rolls on; acts on the next note."},
    {"speed", "Speed", "m/s", "ball", 0.05, 5.0, 0.6, URTO_CURVE_LOG, 1, NULL,
     "How fast the ball rolls; velocity and pressure add to it."},
    {"hardness", "Hardness", "", "ball", 0.0, 1.0, 0.6, URTO_CURVE_LINEAR, 22, NULL,
     "From rubber to steel: dull to bright."},
    {"rough", "Roughness", "um", "surface", 1.0, 500.0, 40.0, URTO_CURVE_LOG, 24, NULL,
     "Height of the surface: smooth hum to rattling stones."},
    {"grain", "Grain", "mm", "surface", 0.5, 50.0, 6.0, URTO_CURVE_LOG, 25, NULL,
     "Width of the coarsest bumps."},
    {"detail", "Detail", "", "surface", 0.0, 0.9, 0.4, URTO_CURVE_LINEAR, 26, NULL,
     "How much finer bumps lie on the coarse ones."},
    {"weight", "Weight", "g", "ball", 0.2, 20.0, 2.0, URTO_CURVE_LOG, 16, NULL,
     "Force that holds the ball down, as a weight: light ones hop."},
    PARAMETERS_OBJECT,
    {"glide", "Roll out", "s", "ball", 0.05, 10.0, 1.0, URTO_CURVE_LOG, 20, NULL,
     "How long the ball rolls on after the key is up."},
    PARAMETER_WIDTH,
    PARAMETER_LEVEL,
};

static const UrtoParameterInfo scrape_table[PARAMETERS] = {
    {"body", "Body", "", "body", 0.0, OBJECTS - 1.0, OBJECT_BAR, URTO_CURVE_DISCRETE, 70,
     object_names, "What is scraped; acts on the next note."},
    {"speed", "Speed", "m/s", "point", 0.01, 3.0, 0.25, URTO_CURVE_LOG, 1, NULL,
     "How fast the point is dragged: from single clicks to a buzz."},
    {"hardness", "Hardness", "", "point", 0.0, 1.0, 0.75, URTO_CURVE_LINEAR, 22, NULL,
     "From a wooden stick to a steel needle."},
    {"rough", "Ridge height", "um", "surface", 1.0, 500.0, 60.0, URTO_CURVE_LOG, 24, NULL,
     "Height of the ridges."},
    {"grain", "Ridge distance", "mm", "surface", 0.5, 50.0, 4.0, URTO_CURVE_LOG, 25, NULL,
     "From one ridge to the next: speed over distance is the pitch of the buzz."},
    {"detail", "Irregularity", "", "surface", 0.0, 0.9, 0.3, URTO_CURVE_LINEAR, 26, NULL,
     "How much the ridges differ."},
    {"weight", "Weight", "g", "point", 0.2, 50.0, 8.0, URTO_CURVE_LOG, 16, NULL,
     "How firmly the point is pressed, as a weight; light ones chatter."},
    PARAMETERS_OBJECT,
    {"glide", "Slow down", "s", "point", 0.05, 10.0, 0.2, URTO_CURVE_LOG, 20, NULL,
     "How long the point is dragged on after the key is up."},
    PARAMETER_WIDTH,
    PARAMETER_LEVEL,
};

static const double ball_mass = 0.004, point_mass = 0.002;

static UrtoStatus roll_build(UrtoWorldDef *def, uint32_t world)
{
    return build(def, world, ball_mass, 0.5, 0.3);
}

static UrtoStatus scrape_build(UrtoWorldDef *def, uint32_t world)
{
    return build(def, world, point_mass, 15.0, 1.0);
}

static bool roll_tick(Voice *voice)
{
    return travel(voice, false);
}

static bool scrape_tick(Voice *voice)
{
    return travel(voice, true);
}

static const UrtoPresetValue metal[] = {{LEVEL, -2.0}};
static const UrtoPresetValue wooden[] = {{BODY, OBJECT_BAR}, {HARDNESS, 0.4}, {MATERIAL, 0.85},
                                         {DECAY, 0.3},       {ROUGH, 80.0},   {LEVEL, -11.5}};
static const UrtoPresetValue stones[] = {{ROUGH, 300.0},  {GRAIN, 20.0}, {DETAIL, 0.6},
                                         {HARDNESS, 0.8}, {WEIGHT, 6.0}, {LEVEL, 4.0}};
static const UrtoPresetValue smooth[] = {{ROUGH, 6.0},         {GRAIN, 3.0}, {SPEED, 1.5},
                                         {BODY, OBJECT_GLASS}, {DECAY, 2.0}, {LEVEL, -13.5}};
static const UrtoPresetValue drumroll[] = {{BODY, OBJECT_MEMBRANE}, {GRAIN, 30.0}, {ROUGH, 100.0},
                                           {HARDNESS, 0.15},        {DECAY, 0.5},  {LEVEL, 3.5}};

static const UrtoPreset roll_presets[] = {
    {"steel-ball", "A steel ball on a metal plate.", VALUES(metal)},
    {"wood", "A wooden ball on a board.", VALUES(wooden)},
    {"stones", "A coarse ball over stones.", VALUES(stones)},
    {"smooth", "Fast over almost smooth glass.", VALUES(smooth)},
    {"drum", "A ball that wanders over a drum.", VALUES(drumroll)},
};

static const UrtoPresetValue guiro[] = {{LEVEL, -10.5}};
static const UrtoPresetValue washboard[] = {
    {BODY, OBJECT_PLATE}, {GRAIN, 9.0}, {SPEED, 0.5}, {WEIGHT, 20.0}, {LEVEL, -8.0}};
static const UrtoPresetValue comb[] = {{BODY, OBJECT_TUNED_BAR}, {GRAIN, 2.0}, {SPEED, 0.1},
                                       {DETAIL, 0.05},           {DECAY, 0.5}, {LEVEL, -4.0}};
static const UrtoPresetValue slate[] = {{BODY, OBJECT_GLASS}, {GRAIN, 0.6},    {SPEED, 0.3},
                                        {DETAIL, 0.9},        {HARDNESS, 1.0}, {ROUGH, 20.0},
                                        {LEVEL, -17.5}};
static const UrtoPresetValue skin[] = {{BODY, OBJECT_MEMBRANE}, {HARDNESS, 0.3}, {GRAIN, 3.0},
                                       {DETAIL, 0.5},           {DECAY, 0.4},    {ROUGH, 60.0},
                                       {LEVEL, -17.5}};

static const UrtoPreset scrape_presets[] = {
    {"guiro", "A stick over a notched bar.", VALUES(guiro)},
    {"washboard", "Thimbles on corrugated metal.", VALUES(washboard)},
    {"comb", "A nail along the teeth of a comb.", VALUES(comb)},
    {"slate", "A needle on glass.", VALUES(slate)},
    {"skin", "A fingernail on a drum.", VALUES(skin)},
};

const Kind kind_roll = {
    .info = {.id = "roll",
             .name = "Rolling ball",
             .description = "A ball that rolls over a rough object.",
             .parameters = roll_table,
             .parameter_count = PARAMETERS,
             .presets = roll_presets,
             .preset_count = sizeof roll_presets / sizeof *roll_presets,
             .lowest_key = 36,
             .highest_key = 84,
             .sustained = true,
             .voices = 6},
    .worlds = OBJECTS,
    .inputs = 1,
    .tuned = {OBJECT},
    .build = roll_build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .tick = roll_tick,
    .input = input,
};

const Kind kind_scrape = {
    .info = {.id = "scrape",
             .name = "Scraped object",
             .description = "A point that is dragged over a ridged object.",
             .parameters = scrape_table,
             .parameter_count = PARAMETERS,
             .presets = scrape_presets,
             .preset_count = sizeof scrape_presets / sizeof *scrape_presets,
             .lowest_key = 36,
             .highest_key = 84,
             .sustained = true,
             .voices = 6},
    .worlds = OBJECTS,
    .inputs = 1,
    .tuned = {OBJECT},
    .build = scrape_build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .tick = scrape_tick,
    .input = input,
};
