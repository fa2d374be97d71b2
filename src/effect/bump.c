/* PhonoBump (002 4.2): the input is a force on a hammer that bounces on a resonator.
 *
 *   m x'' = g in(t) - k x - c x' - f,   f = K [x - y - d]^a (1 + mu v)
 *
 * The hammer hangs on a soft spring (20 Hz), so that it comes back from wherever the sound has
 * thrown it, and rests a distance d below the resonator. What is heard is the velocity y' of the
 * resonator beside the dry input. Bonded, hammer and resonator are tied by a linear spring K, and
 * the effect is a linear filter, with losses of the bodies only: the hammer's, c = 2 m s, follows
 * the contact's. With G = 1/m + sum of shape^2/mass over the modes at the place, the tone of hammer
 * against resonator is at tan^2(w/2 rate) = K G/(2 rate)^2 and dies 1 + tan^2 times as slowly as it
 * should, since losses see velocities over two steps. Just below half the rate it would ring
 * without end; so K is held where tan is 1, at a quarter of the rate.
 *
 * Resonator and kind of contact cannot change in a world; there is a world for each combination,
 * and a change fades from one to the other. A resonator of the caller's own is the only one. All
 * else moves while it sounds. Nothing moves before the first sample that is not 0, and what has
 * died away is set to rest: silence in, silence out, at no cost.
 */
#include <urto/bump.h>

#include "../base/arena.h"
#include "../body/modal.h"
#include "../instrument/voice.h"
#include "../world/define.h"

#include <math.h>
#include <string.h>

enum {
    MIX,
    DRIVE,
    MASS,
    DISTANCE,
    STIFFNESS,
    EXPONENT,
    LOSS,
    CONTACT,
    RESONATOR,
    PITCH,
    DECAY,
    MATERIAL,
    PLACE,
    LEVEL,
    PARAMETERS
};

enum { CONTACTS = 2, WORLDS = OBJECTS * CONTACTS };

static const char *const contact_names[] = {"bouncing", "bonded", NULL};

static const UrtoParameterInfo table[PARAMETERS] = {
    {"mix", "Mix", "", "output", 0.0, 1.0, 0.7, URTO_CURVE_LINEAR, -1, NULL,
     "From the dry input to the resonator alone."},
    {"drive", "Drive", "N", "hammer", 1e-3, 1000.0, 5.0, URTO_CURVE_LOG, -1, NULL,
     "Force on the hammer at full scale: how hard and how often it hits."},
    {"mass", "Hammer mass", "g", "hammer", 0.5, 50.0, 5.0, URTO_CURVE_LOG, -1, NULL,
     "A light hammer follows the treble, a heavy one the bass."},
    {"distance", "Rest distance", "mm", "hammer", -1.0, 5.0, 0.02, URTO_CURVE_LINEAR, -1, NULL,
     "Gap between the resting hammer and the resonator; loud sounds cross it. Below 0 it presses."},
    {"stiffness", "Stiffness", "N/m^a", "contact", 1e4, 1e12, 1e8, URTO_CURVE_LOG, -1, NULL,
     "Soft felt to hard steel: dull to bright hits."},
    {"exponent", "Exponent", "", "contact", 1.0, 3.5, 1.5, URTO_CURVE_LINEAR, -1, NULL,
     "How much the contact stiffens as it is pressed: louder becomes brighter."},
    {"loss", "Contact loss", "s/m", "contact", 0.0, 5.0, 0.2, URTO_CURVE_LINEAR, -1, NULL,
     "Energy that each hit swallows: how soon the hammer comes to rest, bonded or not."},
    {"contact", "Contact", "", "contact", 0.0, CONTACTS - 1.0, 0.0, URTO_CURVE_DISCRETE, -1,
     contact_names, "Bouncing, or bonded by a spring: then the effect is a linear resonator."},
    {"resonator", "Resonator", "", "resonator", 0.0, OBJECTS - 1.0, OBJECT_PLATE,
     URTO_CURVE_DISCRETE, -1, object_names, "What the hammer hits."},
    {"pitch", "Pitch", "Hz", "resonator", 20.0, 5000.0, 150.0, URTO_CURVE_LOG, -1, NULL,
     "Lowest tone of the resonator."},
    {"decay", "Decay", "s", "resonator", 0.01, 30.0, 0.5, URTO_CURVE_LOG, -1, NULL,
     "Time in which its lowest tone falls by 60 dB."},
    {"material", "Material", "", "resonator", 0.0, 1.0, 0.4, URTO_CURVE_LINEAR, -1, NULL,
     "From steel, whose overtones ring, to wood, whose overtones die at once (not on tuned bar and "
     "glass)."},
    {"place", "Place", "", "resonator", 0.0, 1.0, 0.4, URTO_CURVE_LINEAR, -1, NULL,
     "Where the hammer hits, from one end or edge to the other."},
    {"level", "Level", "dB", "output", -60.0, 24.0, 0.0, URTO_CURVE_LINEAR, -1, NULL,
     "Loudness of the resonator; the dry input stays as it is."},
};

static const UrtoPresetValue rattle[] = {{LEVEL, 2.0}};
static const UrtoPresetValue snare[] = {{RESONATOR, OBJECT_MEMBRANE},
                                        {PITCH, 180.0},
                                        {MASS, 1.0},
                                        {DECAY, 0.2},
                                        {DRIVE, 3.0},
                                        {STIFFNESS, 1e6},
                                        {LEVEL, -6.0}};
static const UrtoPresetValue glass[] = {{RESONATOR, OBJECT_GLASS},
                                        {PITCH, 900.0},
                                        {MASS, 0.5},
                                        {STIFFNESS, 1e10},
                                        {DRIVE, 2.0},
                                        {DECAY, 1.5},
                                        {LEVEL, -3.0}};
static const UrtoPresetValue marimba[] = {{RESONATOR, OBJECT_TUNED_BAR},
                                          {PITCH, 220.0},
                                          {MASS, 10.0},
                                          {STIFFNESS, 1e7},
                                          {EXPONENT, 2.3},
                                          {LEVEL, 9.0}};
static const UrtoPresetValue pressed[] = {
    {DISTANCE, -0.3}, {STIFFNESS, 1e6}, {RESONATOR, OBJECT_BAR},
    {DRIVE, 20.0},    {MASS, 2.0},      {LEVEL, -21.0}};
static const UrtoPresetValue linear[] = {
    {CONTACT, 1.0}, {STIFFNESS, 1e6}, {RESONATOR, OBJECT_PLATE},
    {DRIVE, 5.0},   {MASS, 0.5},      {LEVEL, 17.0}};

static const UrtoPreset presets[] = {
    {"rattle", "A loose hammer under a metal plate.", VALUES(rattle)},
    {"snare", "A light hammer on a drum: everything becomes a drum.", VALUES(snare)},
    {"glass", "Something small and hard on glass.", VALUES(glass)},
    {"marimba", "A heavy soft hammer on a tuned bar.", VALUES(marimba)},
    {"pressed", "A hammer that is pressed on and lifts off in loud moments.", VALUES(pressed)},
    {"bonded", "Hammer and plate tied together: a linear filter.", VALUES(linear)},
};

static const UrtoBumpInfo bump_info = {table, PARAMETERS, presets,
                                       sizeof presets / sizeof *presets};

enum { HAMMER = 1, OBJECT };
enum { PORT_HAMMER = 1, PORT_TOUCH, PORT_LEFT, PORT_RIGHT };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_HIGH,
    SLOT_STIFFNESS,
    SLOT_EXPONENT,
    SLOT_DAMPING,
    SLOT_DISTANCE,
    SLOT_DRIVE,
    SLOT_PLACE,
    SLOT_MASS,
    SLOTS
};

/* A body that is hit, as it was described. */
typedef struct Resonator {
    double pitch;       /* of its lowest mode [Hz] */
    double decay;       /* of that [1/s] */
    double give;        /* velocity for an impulse, where it is largest [1/kg] */
    double from, to, y; /* places 0 and 1 on it [m] */
} Resonator;

/* One channel. */
typedef struct Unit {
    UrtoWorld *worlds[WORLDS];
    double applied[WORLDS][SLOTS];
    uint32_t now, last; /* the world that sounds, and the one that fades */
    double fade;        /* of the last one, 0: none */
    bool awake;
    bool pressed; /* a hammer is pressed on while it is played, not in its sleep: no thump on waking
                   */
    uint32_t quiet; /* ticks */
    double peak;
} Unit;

struct UrtoBump {
    UrtoAllocator allocator;
    double rate;
    uint32_t channels;
    uint32_t worlds; /* of a unit */
    bool own;        /* the resonator is the caller's */
    Resonator resonators[WORLDS];
    double parameters[PARAMETERS];
    uint64_t clock;
    double dry, wet, dry_target, wet_target; /* factors */
    UrtoBumpStatistics statistics;
    Unit units[2];
};

static const double knee = 0.9, glide = 0.01, input_limit = 8.0;
static const double hammer_loss = 30.0; /* [1/s] */
static const double band = 0.9;         /* of the Nyquist frequency */
static const double twice_pi = 6.28318530717958647693;

const UrtoBumpInfo *urto_bump_info(void)
{
    return &bump_info;
}

static uint32_t chosen(const UrtoBump *bump)
{
    const double *p = bump->parameters;

    return (bump->own ? 0 : (uint32_t)p[RESONATOR]) * CONTACTS + (uint32_t)p[CONTACT];
}

static uint32_t object_of(uint32_t world)
{
    return world / CONTACTS;
}

static double place_x(const Resonator *resonator, double place)
{
    return resonator->from + place * (resonator->to - resonator->from);
}

/* The caller's body, and the ports that plan_object gives to one of ours. */
static void plan_own(Plan *plan, const BodyDef *own, const Resonator *resonator)
{
    static const double places[] = {0.4, 0.05, 0.95};

    switch (own->kind) {
    case BODY_STRING:
        urto_world_def_string(plan->def, &own->as.string);
        break;
    case BODY_BAR:
        urto_world_def_bar(plan->def, &own->as.bar);
        break;
    case BODY_MEMBRANE:
        urto_world_def_membrane(plan->def, &own->as.membrane);
        break;
    case BODY_PLATE:
        urto_world_def_plate(plan->def, &own->as.plate);
        break;
    case BODY_MASS: /* refused by survey */
    case BODY_MODAL:
        urto_world_def_modal(plan->def, &own->as.modal);
        break;
    }
    for (int i = 0; i < 3; i++) {
        plan_port(plan, OBJECT, place_x(resonator, places[i]), resonator->y);
    }
}

static UrtoStatus build(UrtoWorldDef *def, uint32_t world, const BodyDef *own,
                        const Resonator *resonator)
{
    uint32_t object = object_of(world);
    Plan plan = {def};

    plan_mass(&plan, 1e-3, 20.0, hammer_loss);
    plan_port(&plan, HAMMER, 0.0, 0.0);
    if (own) {
        plan_own(&plan, own, resonator);
        object = own->kind == BODY_MEMBRANE ? OBJECT_MEMBRANE : OBJECT_BAR; /* as it is heard */
    } else {
        plan_object(&plan, object, OBJECT);
    }
    if (world % CONTACTS) {
        plan_link(&plan, PORT_HAMMER, PORT_TOUCH, 1e6, 0.0);
    } else {
        plan_contact(&plan, PORT_HAMMER, PORT_TOUCH, (UrtoLaw){1e8, 1.5, 0.2}, 1e-3);
    }
    plan_drive(&plan, PORT_HAMMER, 0);
    plan_object_probes(&plan, object, PORT_LEFT, 1.0);
    return urto_world_def_status(def, NULL);
}

static double most_give(const BodyPlan *plan, const Resonator *resonator)
{
    const bool sampled = plan->shape == SHAPE_TABLE;
    const uint32_t places = sampled ? plan->table_points : 65;
    double most = 0.0;

    for (uint32_t i = 0; i < places; i++) {
        const double x = place_x(resonator, places > 1 ? i / (places - 1.0) : 0.0);
        double sum = 0.0;
        for (uint32_t m = 0; m < plan->n; m++) {
            const ModeSpec *mode = &plan->modes[m];
            const double shape = sampled
                                     ? plan->table[(size_t)i * plan->table_modes + mode->row]
                                     : shape_value(plan->shape, mode, plan->size, x, resonator->y);
            sum += shape * shape / mode->mass;
        }
        most = fmax(most, sum);
    }
    return most;
}

/* Modal, and every mode swings and dies away, in the reach of tuning and loss. */
static UrtoStatus check_modes(const BodyPlan *plan, UrtoDiagnostic *why)
{
    if (plan->is_grid || plan->leapfrog) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "body", 0.0,
                           plan->is_grid ? "the body is on a grid, its model must be modal"
                                         : "the body is a mass, must be one that has modes");
    }
    for (uint32_t m = 0; m < plan->n; m++) {
        const ModeSpec *mode = &plan->modes[m];
        const double pitch = mode->omega / twice_pi;
        const double decay = mode->sigma + mode->high;
        if (pitch < 0.01) {
            return status_fail(why, URTO_ERROR_ARGUMENT, "frequency", pitch,
                               "the body has a mode at %g Hz, must be at least 0.01 Hz", pitch);
        }
        if (decay < 1e-3) {
            return status_fail(why, URTO_ERROR_ARGUMENT, "decay", decay,
                               "the body's mode at %g Hz has a decay of %g 1/s, must be at least "
                               "0.001 1/s",
                               pitch, decay);
        }
    }
    return URTO_OK;
}

static UrtoStatus survey(const UrtoBump *bump, const BodyDef *body, Resonator *resonator,
                         UrtoDiagnostic *why)
{
    const UrtoAllocator *allocator = &bump->allocator;
    BodyPlan plan;
    UrtoStatus status =
        body_plan(body, 1.0 / bump->rate, band, false, false, allocator, &plan, why);

    if (status == URTO_OK) {
        status = check_modes(&plan, why);
    }
    if (status == URTO_OK) {
        const ModeSpec *lowest = plan.modes;
        for (uint32_t m = 1; m < plan.n; m++) {
            lowest = plan.modes[m].omega < lowest->omega ? &plan.modes[m] : lowest;
        }
        resonator->pitch = lowest->omega / twice_pi;
        resonator->decay = lowest->sigma + lowest->high;
        resonator->from = plan.shape == SHAPE_CIRCLE ? -plan.size[0] : 0.0;
        resonator->to = plan.size[0];
        resonator->y = plan.shape == SHAPE_RECTANGLE ? 0.4 * plan.size[1] : 0.0;
        resonator->give = most_give(&plan, resonator);
    }
    if (plan.modes) {
        allocator->release(allocator->context, plan.modes);
    }
    return status;
}

/* own: NULL for one of ours. */
static UrtoStatus build_world(UrtoBump *bump, Unit *unit, uint32_t index, const BodyDef *own,
                              bool ledger, UrtoDiagnostic *why)
{
    Resonator *resonator = &bump->resonators[index];
    UrtoWorldDef *def = NULL;
    UrtoWorldOptions options = {0};
    UrtoStatus status = urto_world_def_create(&def, &bump->allocator);

    if (status != URTO_OK) {
        return status_fail(why, status, "memory", 0.0, "out of memory");
    }
    options.inputs = 1;
    options.outputs = 2;
    options.smoothing = URTO_NO_SMOOTHING;
    options.band = band;
    options.events = 32;
    options.ledger = ledger;
    options.repeatable = true;
    status = own ? survey(bump, own, resonator, why) : URTO_OK;
    if (status == URTO_OK) {
        urto_world_def_options(def, &options);
        (void)build(def, index, own, resonator);
        status = urto_world_def_status(def, why);
    }
    if (status == URTO_OK && !own) {
        status = survey(bump, &def->bodies.at[OBJECT - 1], resonator, why);
    }
    if (status == URTO_OK) {
        status = urto_world_create(&unit->worlds[index], def, bump->rate, why);
    }
    urto_world_def_destroy(def);
    for (uint32_t s = 0; s < SLOTS; s++) {
        unit->applied[index][s] = (double)NAN;
    }
    return status;
}

static UrtoStatus create(UrtoBump **bump, const BodyDef *own, double rate, uint32_t channels,
                         bool ledger, const UrtoAllocator *allocator, UrtoDiagnostic *why)
{
    const UrtoAllocator its = arena_allocator(allocator);

    if (channels < 1 || channels > 2) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "channels", channels,
                           "channels is %u, must be 1 or 2", channels);
    }
    UrtoStatus status = status_check_range(why, "rate", rate,
                                           (Range){8000.0, 384000.0, false, "8000 to 384000 Hz"});
    if (status != URTO_OK) {
        return status;
    }
    UrtoBump *made = its.allocate(its.context, sizeof *made);
    if (!made) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    memset(made, 0, sizeof *made);
    made->allocator = its;
    made->rate = rate;
    made->channels = channels;
    made->own = own != NULL;
    made->worlds = own ? CONTACTS : WORLDS;
    for (uint32_t c = 0; c < channels && status == URTO_OK; c++) {
        for (uint32_t w = 0; w < made->worlds && status == URTO_OK; w++) {
            status = build_world(made, &made->units[c], w, own, ledger, why);
        }
    }
    if (status != URTO_OK) {
        urto_bump_destroy(made);
        return status;
    }
    (void)urto_bump_preset(made, 0, NULL);
    if (own) {
        (void)urto_bump_set(made, PITCH, made->resonators[0].pitch, NULL);
        (void)urto_bump_set(made, DECAY, decay_of(made->resonators[0].decay), NULL); /* inverse */
    }
    urto_bump_reset(made);
    *bump = made;
    return URTO_OK;
}

UrtoStatus urto_bump_create(UrtoBump **bump, double rate, uint32_t channels, bool ledger,
                            const UrtoAllocator *allocator, UrtoDiagnostic *why)
{
    if (!bump) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "bump", 0.0, "bump is NULL");
    }
    *bump = NULL;
    return create(bump, NULL, rate, channels, ledger, allocator, why);
}

UrtoStatus urto_bump_create_on(UrtoBump **bump, const UrtoWorldDef *def, UrtoBody body, double rate,
                               uint32_t channels, bool ledger, const UrtoAllocator *allocator,
                               UrtoDiagnostic *why)
{
    if (!bump) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "bump", 0.0, "bump is NULL");
    }
    *bump = NULL;
    if (!def) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "def", 0.0, "def is NULL");
    }
    if (body.id == 0 || body.id > def->bodies.count) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "body", body.id,
                           "body is %u, must be the handle of one of the %u defined", body.id,
                           def->bodies.count);
    }
    return create(bump, &def->bodies.at[body.id - 1], rate, channels, ledger, allocator, why);
}

void urto_bump_destroy(UrtoBump *bump)
{
    if (!bump) {
        return;
    }
    const UrtoAllocator allocator = bump->allocator;
    for (uint32_t c = 0; c < 2; c++) {
        for (uint32_t w = 0; w < WORLDS; w++) {
            urto_world_destroy(bump->units[c].worlds[w]);
        }
    }
    allocator.release(allocator.context, bump);
}

static void move(Unit *unit, uint32_t slot, uint32_t control, uint32_t id, double value,
                 uint32_t ramp)
{
    double *applied = &unit->applied[unit->now][slot];

    if (*applied != value && urto_world_set(unit->worlds[unit->now], (UrtoTarget){control, id, 0},
                                            value, 0, ramp, NULL) == URTO_OK) {
        *applied = value;
    }
}

/* Of a bond: see the top of this file. */
static double stiffest(const UrtoBump *bump, const Unit *unit)
{
    const double mass = 1e-3 * bump->parameters[MASS];

    return 4.0 * bump->rate * bump->rate / (1.0 / mass + bump->resonators[unit->now].give);
}

static void apply(const UrtoBump *bump, Unit *unit, uint32_t ramp)
{
    const double *p = bump->parameters;
    const Resonator *resonator = &bump->resonators[unit->now];
    const double factor = decay_of(p[DECAY]) / resonator->decay;
    const ObjectLoss loss = bump->own ? (ObjectLoss){factor, factor}
                                      : object_loss(object_of(unit->now), p[DECAY], p[MATERIAL]);
    const bool bonded = unit->now % CONTACTS;

    move(unit, SLOT_TUNING, URTO_BODY_TUNING, OBJECT, p[PITCH] / resonator->pitch, ramp);
    move(unit, SLOT_LOSS, URTO_BODY_LOSS, OBJECT, loss.loss, ramp);
    move(unit, SLOT_HIGH, URTO_BODY_LOSS_HIGH, OBJECT, loss.high, ramp);
    move(unit, SLOT_STIFFNESS, URTO_CONTACT_STIFFNESS, 1,
         bonded ? fmin(p[STIFFNESS], stiffest(bump, unit)) : p[STIFFNESS], ramp);
    move(unit, SLOT_MASS, URTO_BODY_MASS, HAMMER, p[MASS], ramp); /* of 1 g */
    move(unit, SLOT_DRIVE, URTO_DRIVE_GAIN, 1, p[DRIVE], ramp);
    move(unit, SLOT_PLACE, URTO_PORT_X, PORT_TOUCH, place_x(resonator, p[PLACE]), ramp);
    if (bonded) {
        move(unit, SLOT_DAMPING, URTO_BODY_LOSS, HAMMER, (10.0 + 100.0 * p[LOSS]) / hammer_loss,
             ramp);
    } else {
        move(unit, SLOT_EXPONENT, URTO_CONTACT_EXPONENT, 1, p[EXPONENT], ramp);
        move(unit, SLOT_DAMPING, URTO_CONTACT_DAMPING, 1, p[LOSS], ramp);
        const double distance = unit->pressed ? p[DISTANCE] : fmax(p[DISTANCE], 0.0);
        move(unit, SLOT_DISTANCE, URTO_CONTACT_DISTANCE, 1, 1e-3 * distance, 5 * ramp);
    }
}

/* Every 64 frames: changes, fades that are over, what has died away. */
static void tick(UrtoBump *bump, Unit *unit)
{
    const uint32_t ramp = unit->awake ? (uint32_t)(glide * bump->rate) : 0;
    const uint32_t patience = (uint32_t)(0.2 * bump->rate / TICK);

    if (unit->last != unit->now && unit->fade == 0.0) {
        urto_world_rest(unit->worlds[unit->last]);
        unit->last = unit->now;
    }
    if (unit->last == unit->now && chosen(bump) != unit->now) {
        unit->now = chosen(bump);
        unit->fade = unit->awake ? 1.0 : 0.0;
        unit->last = unit->awake ? unit->last : unit->now;
        apply(bump, unit, 0);
    } else {
        apply(bump, unit, ramp);
    }
    unit->quiet = unit->peak * bump->wet < 1e-8 ? unit->quiet + 1 : 0;
    unit->peak = 0.0;
    unit->pressed = unit->pressed && unit->quiet <= patience / 2;
    if (unit->awake && unit->quiet > patience) {
        urto_world_rest(unit->worlds[unit->now]);
        unit->awake = false;
    }
}

/* Heard from one side: in the sum of both, modes whose ends swing against each other are lost. */
static void wet_sound(const UrtoBump *bump, Unit *unit, const float *in, double *wet,
                      uint32_t frames)
{
    float ear[TICK];
    float *const out[2] = {ear, NULL};
    const float *const input[1] = {in};
    const double step = 1.0 / (glide * bump->rate);

    urto_world_process(unit->worlds[unit->now], input, out, frames);
    for (uint32_t i = 0; i < frames; i++) {
        wet[i] = 2.0 * (double)ear[i];
    }
    if (unit->last != unit->now) {
        urto_world_process(unit->worlds[unit->last], input, out, frames);
        for (uint32_t i = 0; i < frames; i++) {
            const double old = 2.0 * (double)ear[i];
            wet[i] += unit->fade * (old - wet[i]);
            unit->fade = unit->fade > step ? unit->fade - step : 0.0;
        }
    }
    for (uint32_t i = 0; i < frames; i++) {
        unit->peak = fmax(unit->peak, fabs(wet[i]));
    }
}

static double limit(double x, bool *limited)
{
    const double size = fabs(x);

    if (size <= knee) {
        return x;
    }
    *limited = true;
    return copysign(knee + (1.0 - knee) * tanh((size - knee) / (1.0 - knee)), x);
}

/* What is no number is 0; beyond +18 dB of full scale it is held there. */
static void take_input(UrtoBump *bump, const float *in, float *clean, uint32_t frames, bool *sounds)
{
    for (uint32_t i = 0; i < frames; i++) {
        const bool good = isfinite(in[i]);
        bump->statistics.spoilt += !good;
        clean[i] = good ? (float)clamp((double)in[i], -input_limit, input_limit) : 0.0f;
        *sounds = *sounds || clean[i] != 0.0f;
    }
}

static void levels(UrtoBump *bump)
{
    const double *p = bump->parameters;
    const double level = pow(10.0, p[LEVEL] / 20.0);

    bump->dry_target = 1.0 - p[MIX];
    bump->wet_target = p[MIX] * level;
}

static void run(UrtoBump *bump, const float *const *in, float *const *out, uint32_t at, uint32_t n)
{
    const double part = 1.0 - exp(-1.0 / (0.005 * bump->rate));
    double dry = bump->dry;
    double wet = bump->wet;
    bool any = false;

    for (uint32_t c = 0; c < bump->channels; c++) {
        Unit *unit = &bump->units[c];
        float clean[TICK];
        double sound[TICK] = {0.0};
        bool sounds = false;
        take_input(bump, in && in[c] ? in[c] + at : (const float[TICK]){0.0f}, clean, n, &sounds);
        /* it wakes with the first sample that is not 0, wherever blocks begin */
        uint32_t first = 0;
        while (!unit->awake && first < n && clean[first] == 0.0f) {
            first++;
        }
        unit->awake = unit->awake || sounds;
        unit->pressed = unit->pressed || sounds;
        unit->quiet = sounds ? 0 : unit->quiet;
        if (unit->awake) {
            wet_sound(bump, unit, clean + first, sound + first, n - first);
        }
        dry = bump->dry;
        wet = bump->wet;
        for (uint32_t i = 0; i < n; i++) {
            bool limited = false;
            dry += part * (bump->dry_target - dry);
            wet += part * (bump->wet_target - wet);
            const double y = limit(dry * (double)clean[i] + wet * sound[i], &limited);
            bump->statistics.limited += limited && !any;
            if (out && out[c]) {
                out[c][at + i] = (float)y;
            }
        }
        any = true;
    }
    bump->dry = dry;
    bump->wet = wet;
}

void urto_bump_process(UrtoBump *bump, const float *const *in, float *const *out, uint32_t frames)
{
    uint32_t done = 0;

    while (done < frames) {
        const uint32_t room = TICK - (uint32_t)(bump->clock % TICK);
        const uint32_t n = frames - done < room ? frames - done : room;
        for (uint32_t c = 0; c < bump->channels && room == TICK; c++) {
            tick(bump, &bump->units[c]);
        }
        run(bump, in, out, done, n);
        bump->clock += n;
        done += n;
    }
}

double urto_bump_get(const UrtoBump *bump, uint32_t parameter)
{
    return parameter < PARAMETERS ? bump->parameters[parameter] : 0.0;
}

UrtoStatus urto_bump_set(UrtoBump *bump, uint32_t parameter, double value, UrtoDiagnostic *why)
{
    if (parameter >= PARAMETERS) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "parameter", parameter,
                           "parameter is %u, must be less than %u", parameter,
                           (unsigned)PARAMETERS);
    }
    const UrtoStatus status =
        urto_parameter_clamp(&table[parameter], value, &bump->parameters[parameter], why);
    levels(bump);
    return status;
}

UrtoStatus urto_bump_preset(UrtoBump *bump, uint32_t preset, UrtoDiagnostic *why)
{
    if (preset >= bump_info.preset_count) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "preset", preset,
                           "preset is %u, must be less than %u", preset, bump_info.preset_count);
    }
    for (uint32_t i = 0; i < PARAMETERS; i++) {
        if (!bump->own || (i != PITCH && i != DECAY)) {
            (void)urto_bump_set(bump, i, urto_preset_value(&presets[preset], table, i), NULL);
        }
    }
    return URTO_OK;
}

void urto_bump_reset(UrtoBump *bump)
{
    levels(bump);
    bump->dry = bump->dry_target;
    bump->wet = bump->wet_target;
    bump->clock = 0;
    for (uint32_t c = 0; c < bump->channels; c++) {
        Unit *unit = &bump->units[c];
        urto_world_rest(unit->worlds[unit->now]);
        urto_world_rest(unit->worlds[unit->last]);
        unit->now = unit->last = chosen(bump);
        unit->fade = unit->peak = 0.0;
        unit->awake = unit->pressed = false;
        unit->quiet = 0;
    }
}

bool urto_bump_sounds(const UrtoBump *bump)
{
    bool sounds = false;

    for (uint32_t c = 0; c < bump->channels; c++) {
        sounds = sounds || bump->units[c].awake;
    }
    return sounds;
}

UrtoBumpStatistics urto_bump_statistics(const UrtoBump *bump)
{
    UrtoBumpStatistics sum = bump->statistics;

    for (uint32_t c = 0; c < bump->channels; c++) {
        const Unit *unit = &bump->units[c];
        for (uint32_t w = 0; w < bump->worlds; w++) {
            const UrtoStatistics its = urto_world_statistics(unit->worlds[w]);
            sum.force_max = fmax(sum.force_max, its.force_max);
            sum.nonfinite += its.nonfinite;
        }
        if (unit->awake) {
            sum.contacts += urto_world_statistics(unit->worlds[unit->now]).active;
            sum.energy += urto_world_ledger(unit->worlds[unit->now]).stored;
        }
    }
    return sum;
}

UrtoLedger urto_bump_ledger(const UrtoBump *bump)
{
    UrtoLedger sum = {.stored = 0.0};

    for (uint32_t i = 0; i < bump->channels * bump->worlds; i++) {
        const UrtoLedger its =
            urto_world_ledger(bump->units[i / bump->worlds].worlds[i % bump->worlds]);
        sum.stored += its.stored;
        sum.initial += its.initial;
        sum.dissipated_body += its.dissipated_body;
        sum.dissipated_contact += its.dissipated_contact;
        sum.supplied_drive += its.supplied_drive;
        sum.supplied_hand += its.supplied_hand;
        sum.supplied_change += its.supplied_change;
        sum.residual += its.residual;
    }
    return sum;
}
