/* PhonoBump (002 4.2): the input is a force on a hammer that bounces on a resonator.
 *
 *   m x'' = g in(t) - k x - c x' - f,   f = K [x - y - d]^a (1 + mu v)
 *
 * The hammer hangs on a soft spring (20 Hz), so that it comes back from wherever the sound has
 * thrown it, and rests a distance d below the resonator. The output is the velocity y' of the
 * resonator beside the dry input. Bonded, hammer and resonator are tied by a linear spring K, and
 * the effect is a linear filter, with losses of the bodies only: the hammer's, c = 2 m s, follows
 * the contact's. With G = 1/m + sum of shape^2/mass over the modes at the place, the resonance of
 * hammer against resonator is at
 *
 *   tan^2(w/(2 rate)) = K G/(2 rate)^2
 *
 * and decays 1 + tan^2 times as slowly as it should, since losses see velocities over two steps.
 * Just below half the rate it would ring without end; so K is capped where tan is 1, at a quarter of
 * the rate.
 *
 * Resonator and kind of contact cannot change in a world; there is a world for each combination,
 * and a change fades from one to the other. With a resonator of the caller's own there is no other.
 * Everything else moves while it sounds. Idle until the first non-zero sample; put to sleep again
 * when silent.
 */
#include <urto/bump.h>

#include "../base/arena.h"
#include "../base/status.h"
#include "../play/control_slots.h"
#include "../play/ledger_sum.h"
#include "../play/limiter.h"
#include "../play/numbers.h"
#include "../play/parameter.h"
#include "../play/parts.h"
#include "../play/resonator.h"
#include "../play/sleep.h"

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
    MAKEUP,
    PARAMETERS
};

enum { CONTACTS = 2, WORLDS = RESONATORS * CONTACTS };

static const char *const contact_names[] = {"bouncing", "bonded", NULL};

static const UrtoParameterInfo table[] = {
    [MIX] = {NAMED("mix", "Mix", "output"), LINEAR(0.0, 1.0, 0.7, ""), CONTROLLER(NO_CONTROLLER),
             TEXT("From the dry input to the resonator alone.")},
    [DRIVE] = {NAMED("drive", "Drive", "hammer"), LOG(1e-3, 1000.0, 5.0, "N"),
               CONTROLLER(NO_CONTROLLER),
               TEXT("Force on the hammer at full scale: how hard and how often it hits.")},
    [MASS] = {NAMED("mass", "Hammer mass", "hammer"), LOG(0.5, 50.0, 5.0, "g"),
              CONTROLLER(NO_CONTROLLER),
              TEXT("A light hammer follows the treble, a heavy one the bass.")},
    [DISTANCE] = {NAMED("distance", "Rest distance", "hammer"), LINEAR(-1.0, 5.0, 0.02, "mm"),
                  CONTROLLER(NO_CONTROLLER),
                  TEXT("Gap between the resting hammer and the resonator; loud sounds cross it. "
                       "Below 0 it presses.")},
    [STIFFNESS] = {NAMED("stiffness", "Stiffness", "contact"), LOG(1e4, 1e12, 1e8, "N/m^a"),
                   CONTROLLER(NO_CONTROLLER),
                   TEXT("Soft felt to hard steel: dull to bright hits.")},
    [EXPONENT] = {NAMED("exponent", "Exponent", "contact"), LINEAR(1.0, 3.5, 1.5, ""),
                  CONTROLLER(NO_CONTROLLER),
                  TEXT("How much the contact stiffens as it is pressed: louder becomes brighter.")},
    [LOSS] =
        {NAMED("loss", "Contact loss", "contact"), LINEAR(0.0, 5.0, 0.2, "s/m"),
         CONTROLLER(NO_CONTROLLER),
         TEXT("Energy that each hit swallows: how soon the hammer comes to rest, bonded or not.")},
    [CONTACT] = {NAMED("contact", "Contact", "contact"), CHOICE(contact_names, CONTACTS, 0.0),
                 CONTROLLER(NO_CONTROLLER),
                 TEXT("Bouncing, or bonded by a spring: then the effect is a linear resonator.")},
    [RESONATOR] = {NAMED("resonator", "Resonator", "resonator"),
                   CHOICE(resonator_names, RESONATORS, RESONATOR_PLATE), CONTROLLER(NO_CONTROLLER),
                   TEXT("What the hammer hits.")},
    [PITCH] = {NAMED("pitch", "Pitch", "resonator"), LOG(20.0, 5000.0, 150.0, "Hz"),
               CONTROLLER(NO_CONTROLLER), TEXT("Lowest tone of the resonator.")},
    [DECAY] = {NAMED("decay", "Decay", "resonator"), LOG(0.01, 30.0, 0.5, "s"),
               CONTROLLER(NO_CONTROLLER), TEXT("Time in which its lowest tone falls by 60 dB.")},
    [MATERIAL] = {NAMED("material", "Material", "resonator"), LINEAR(0.0, 1.0, 0.4, ""),
                  CONTROLLER(NO_CONTROLLER),
                  TEXT("From steel, whose overtones ring, to wood, whose overtones die at once "
                       "(not on tuned bar and glass).")},
    [PLACE] = {NAMED("place", "Place", "resonator"), LINEAR(0.0, 1.0, 0.4, ""),
               CONTROLLER(NO_CONTROLLER),
               TEXT("Where the hammer hits, from one end or edge to the other.")},
    [LEVEL] = {NAMED("level", "Level", "output"), LINEAR(-60.0, 24.0, 0.0, "dB"),
               CONTROLLER(NO_CONTROLLER),
               TEXT("Loudness of the resonator; the dry input stays as it is.")},
    [MAKEUP] = {NAMED("makeup", "Make-up", "output"), LINEAR(-24.0, 36.0, 0.0, "dB"),
                CONTROLLER(NO_CONTROLLER),
                TEXT("Gain beside the level, set by presets: their source leaves as loud as it "
                     "came.")},
};

/* Make-up is measured (tests/effect/test_makeup.c): the source that a preset is for leaves as loud as it
 * came, the others may be quieter, or meet the limiter. */
static const UrtoPresetValue rattle[] = {{MAKEUP, 6.5}};
static const UrtoPresetValue snare[] = {{RESONATOR, RESONATOR_MEMBRANE},
                                        {PITCH, 180.0},
                                        {MASS, 1.0},
                                        {DECAY, 0.2},
                                        {DRIVE, 3.0},
                                        {STIFFNESS, 1e6},
                                        {MAKEUP, 6.5}};
static const UrtoPresetValue glass[] = {{RESONATOR, RESONATOR_GLASS},
                                        {PITCH, 900.0},
                                        {MASS, 0.5},
                                        {STIFFNESS, 1e10},
                                        {DRIVE, 2.0},
                                        {DECAY, 1.5},
                                        {MAKEUP, 10.0}};
static const UrtoPresetValue marimba[] = {{RESONATOR, RESONATOR_TUNED_BAR},
                                          {PITCH, 220.0},
                                          {MASS, 10.0},
                                          {STIFFNESS, 1e7},
                                          {EXPONENT, 2.3},
                                          {MAKEUP, 22.5}};
static const UrtoPresetValue pressed[] = {
    {DISTANCE, -0.3}, {STIFFNESS, 1e6}, {RESONATOR, RESONATOR_BAR},
    {DRIVE, 20.0},    {MASS, 2.0},      {MAKEUP, -12.0}};
static const UrtoPresetValue linear[] = {
    {CONTACT, 1.0}, {STIFFNESS, 1e6}, {RESONATOR, RESONATOR_PLATE},
    {DRIVE, 5.0},   {MASS, 0.5},      {MAKEUP, 10.5}};

static const UrtoPreset presets[] = {
    {"rattle", "Rattle", "For drums: a loose hammer under a metal plate.", VALUES(rattle)},
    {"snare", "Snare", "For a voice: a light hammer on a drum, so that words become drum strokes.",
     VALUES(snare)},
    {"glass", "Glass", "For plucks: something small and hard on glass.", VALUES(glass)},
    {"marimba", "Marimba", "For drums: a heavy soft hammer on a tuned bar.", VALUES(marimba)},
    {"pressed", "Pressed", "For drums: a hammer that is pressed on and lifts off in loud moments.",
     VALUES(pressed)},
    {"bonded", "Bonded", "For noise: hammer and plate tied together, a linear filter.",
     VALUES(linear)},
};

CHECK_TABLE(table, PARAMETERS);
static const UrtoBumpInfo bump_info = {table, PARAMETERS, presets, LENGTH(presets)};

enum { HAMMER = 1, RESONATOR_BODY };
enum { PORT_HAMMER = 1, PORT_TOUCHED };
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
    SLOT_HAMMER_LOSS
};

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, RESONATOR_BODY),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, RESONATOR_BODY),
    [SLOT_HIGH] = TARGET(URTO_BODY_LOSS_HIGH, RESONATOR_BODY),
    [SLOT_STIFFNESS] = TARGET(URTO_CONTACT_STIFFNESS, 1),
    [SLOT_EXPONENT] = TARGET(URTO_CONTACT_EXPONENT, 1),
    [SLOT_DAMPING] = TARGET(URTO_CONTACT_DAMPING, 1),
    [SLOT_DISTANCE] = TARGET(URTO_CONTACT_DISTANCE, 1),
    [SLOT_DRIVE] = TARGET(URTO_DRIVE_GAIN, 1),
    [SLOT_PLACE] = TARGET(URTO_PORT_X, PORT_TOUCHED),
    [SLOT_MASS] = TARGET(URTO_BODY_MASS, HAMMER),
    [SLOT_HAMMER_LOSS] = TARGET(URTO_BODY_LOSS, HAMMER),
};
_Static_assert(LENGTH(slots) <= SLOTS_MAX, "the effect has too many slots");

/* A resonator as it was described. */
typedef struct Resonator {
    bool membrane;
    double pitch;         /* of its lowest mode [Hz] */
    double decay;         /* of that [1/s] */
    double inverse_mass;  /* velocity for an impulse, where it is largest [1/kg] */
    double start, end, y; /* places 0 and 1 on it [m] */
} Resonator;

/* One channel. */
typedef struct Unit {
    ControlSlots slots[WORLDS]; /* the worlds, and their controls */
    uint32_t now, last;         /* the world that sounds, and the one that fades */
    double fade;                /* of the last one, 0: none */
    bool awake;
    bool pressed; /* a hammer is pressed on only while there is input: no thump on waking */
    Sleep sleep;
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

static const double knee = 0.8, ceiling = 0.89; /* -1 dBFS */
static const double glide_seconds = 0.01, quiet_seconds = 0.2, input_limit = 8.0;
static const double hammer_loss = 30.0; /* [1/s] */
static const double band = 0.9;         /* of the Nyquist frequency */

const UrtoBumpInfo *urto_bump_info(void)
{
    return &bump_info;
}

static UrtoStatus check_bump(const UrtoBump *bump, UrtoDiagnostic *why)
{
    return bump ? URTO_OK
                : status_fail(why, URTO_ERROR_ARGUMENT, "bump", 0.0,
                              "bump is NULL, must be one that was created");
}

static uint32_t chosen_world(const UrtoBump *bump)
{
    const double *p = bump->parameters;

    return (bump->own ? 0 : (uint32_t)p[RESONATOR]) * CONTACTS + (uint32_t)p[CONTACT];
}

static ResonatorKind kind_of_world(uint32_t world)
{
    return (ResonatorKind)(world / CONTACTS);
}

static bool is_bonded(uint32_t world)
{
    return world % CONTACTS != 0;
}

static double place_x(const Resonator *resonator, double place)
{
    return resonator->start + place * (resonator->end - resonator->start);
}

/* A resonator and where it is touched and heard. */
typedef struct ResonatorParts {
    UrtoBody body;
    UrtoPort touch, left, right;
} ResonatorParts;

static ResonatorParts add_shipped(UrtoWorldDef *def, ResonatorKind kind)
{
    ResonatorParts parts = {.body = resonator_add(def, kind)};

    parts.touch = resonator_port(def, kind, parts.body, 0.4);
    parts.left = resonator_port(def, kind, parts.body, 0.05);
    parts.right = resonator_port(def, kind, parts.body, 0.95);
    return parts;
}

/* The same of the caller's body. */
static ResonatorParts add_own(UrtoWorldDef *def, const UrtoBumpOptions *options,
                              const Resonator *resonator)
{
    ResonatorParts parts = {
        .body = urto_world_def_copy_body(def, options->resonator_def, options->resonator)};

    parts.touch = urto_world_def_port_at(def, parts.body, place_x(resonator, 0.4), resonator->y);
    parts.left = urto_world_def_port_at(def, parts.body, place_x(resonator, 0.05), resonator->y);
    parts.right = urto_world_def_port_at(def, parts.body, place_x(resonator, 0.95), resonator->y);
    return parts;
}

/* Panned; a membrane radiates by its acceleration. */
static void add_probe(UrtoWorldDef *def, ResonatorKind kind, UrtoPort port, double pan)
{
    const bool membrane = kind == RESONATOR_MEMBRANE;
    UrtoProbeDef probe = urto_probe_def(port);

    probe.quantity = membrane ? URTO_QUANTITY_ACCELERATION : URTO_QUANTITY_VELOCITY;
    probe.gain = membrane ? acceleration_scale : 1.0;
    probe.pan = pan;
    probe.width = 2;
    (void)urto_world_def_probe(def, &probe);
}

static void build(const UrtoBump *bump, UrtoWorldDef *def, uint32_t world,
                  const UrtoBumpOptions *options)
{
    ResonatorKind kind = kind_of_world(world);
    const UrtoBody mass = part_mass(def, 1e-3, 20.0, hammer_loss);
    const UrtoPort hammer = urto_world_def_port_at(def, mass, 0.0, 0.0);
    const ResonatorParts parts =
        bump->own ? add_own(def, options, &bump->resonators[world]) : add_shipped(def, kind);

    if (bump->own) { /* as it is heard */
        kind = bump->resonators[world].membrane ? RESONATOR_MEMBRANE : RESONATOR_BAR;
    }
    if (is_bonded(world)) {
        part_link(def, hammer, parts.touch, 1e6);
    } else {
        urto_world_def_contact_between(def, hammer, parts.touch, (UrtoLaw){1e8, 1.5, 0.2}, 1e-3);
    }
    part_drive(def, hammer, 0);
    add_probe(def, kind, parts.left, -0.5);
    add_probe(def, kind, parts.right, 0.5);
}

/* Modal, and every mode swings and decays, within the reach of tuning and loss. */
static UrtoStatus check_modes(const UrtoWorld *world, UrtoBody body, UrtoDiagnostic *why)
{
    const UrtoBodyInfo info = urto_world_body_info(world, body);

    if (info.kind == URTO_BODY_KIND_MASS || info.model == URTO_MODEL_GRID) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "body", 0.0,
                           info.model == URTO_MODEL_GRID
                               ? "the body is on a grid, its model must be modal"
                               : "the body is a mass, must be one that has modes");
    }
    for (uint32_t m = 0; m < info.degrees; m++) {
        const UrtoMode mode = urto_world_mode_info(world, body, m);
        if (mode.frequency < 0.01) {
            return status_fail(why, URTO_ERROR_ARGUMENT, "frequency", mode.frequency,
                               "the body has a mode at %g Hz, must be at least 0.01 Hz",
                               mode.frequency);
        }
        if (mode.decay < 1e-3) {
            return status_fail(why, URTO_ERROR_ARGUMENT, "decay", mode.decay,
                               "the body's mode at %g Hz has a decay of %g 1/s, must be at least "
                               "0.001 1/s",
                               mode.frequency, mode.decay);
        }
    }
    return URTO_OK;
}

/* Sum of shape^2/mass over the modes, where it is largest. Shapes given as tables are sampled more
 * densely: their tables may have any number of points. */
static double largest_inverse_mass(const UrtoWorld *world, UrtoBody body,
                                   const Resonator *resonator)
{
    const UrtoBodyInfo info = urto_world_body_info(world, body);
    const uint32_t parts = info.kind == URTO_BODY_KIND_MODAL ? 1024 : 64;
    double most = 0.0;

    for (uint32_t i = 0; i <= parts; i++) {
        const double x = place_x(resonator, (double)i / parts);
        double sum = 0.0;
        for (uint32_t m = 0; m < info.degrees; m++) {
            const double shape = urto_world_mode_shape(world, body, m, x, resonator->y);
            sum += shape * shape / urto_world_mode_info(world, body, m).mass;
        }
        most = fmax(most, sum);
    }
    return most;
}

/* What there is to know about a body of a new world. */
static Resonator survey(const UrtoWorld *world, UrtoBody body)
{
    const UrtoBodyInfo info = urto_world_body_info(world, body);
    const bool circle = info.outline == URTO_OUTLINE_CIRCLE;
    UrtoMode lowest = urto_world_mode_info(world, body, 0);
    Resonator resonator = {.membrane = info.kind == URTO_BODY_KIND_MEMBRANE,
                           .start = circle ? -info.size[0] : 0.0,
                           .end = info.size[0],
                           .y = circle ? 0.0 : 0.4 * info.size[1]};

    for (uint32_t m = 1; m < info.degrees; m++) {
        const UrtoMode mode = urto_world_mode_info(world, body, m);
        lowest = mode.frequency < lowest.frequency ? mode : lowest;
    }
    resonator.pitch = lowest.frequency;
    resonator.decay = lowest.decay;
    resonator.inverse_mass = largest_inverse_mass(world, body, &resonator);
    return resonator;
}

/* Surveys the caller's body in a world with nothing else in it. */
static UrtoStatus survey_own(UrtoBump *bump, const UrtoBumpOptions *options, UrtoDiagnostic *why)
{
    const UrtoWorldOptions world_options = {.band = band};
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoStatus status = urto_world_def_status(options->resonator_def, why);

    if (status == URTO_OK) {
        status = part_begin(&def, &bump->allocator, &world_options, why);
    }
    if (status != URTO_OK) {
        return status;
    }
    const UrtoBody body = urto_world_def_copy_body(def, options->resonator_def, options->resonator);
    status = urto_world_create(&world, def, bump->rate, why);
    urto_world_def_destroy(def);
    if (status == URTO_OK) {
        status = check_modes(world, body, why);
    }
    if (status == URTO_OK) {
        bump->resonators[0] = bump->resonators[1] = survey(world, body);
    }
    urto_world_destroy(world);
    return status;
}

static UrtoStatus create_world(UrtoBump *bump, uint32_t index, const UrtoBumpOptions *options,
                               UrtoDiagnostic *why)
{
    const UrtoWorldOptions world_options = {.inputs = 1,
                                            .outputs = 2,
                                            .smoothing = URTO_NO_SMOOTHING,
                                            .band = band,
                                            .events = 32,
                                            .ledger = options->ledger,
                                            .repeatable = true};
    UrtoWorld **world = &bump->units[0].slots[index].world;
    UrtoWorldDef *def = NULL;
    UrtoStatus status = part_begin(&def, &bump->allocator, &world_options, why);

    if (status != URTO_OK) {
        return status;
    }
    build(bump, def, index, options);
    status = urto_world_create(world, def, bump->rate, why);
    urto_world_def_destroy(def);
    if (status == URTO_OK && !bump->own) {
        bump->resonators[index] = survey(*world, (UrtoBody){.id = RESONATOR_BODY});
    }
    if (status == URTO_OK && bump->channels > 1) {
        status = urto_world_clone(&bump->units[1].slots[index].world, *world, why);
    }
    for (uint32_t c = 0; c < bump->channels; c++) {
        bump->units[c].slots[index].targets = slots;
        control_slots_forget(&bump->units[c].slots[index]);
    }
    return status;
}

static UrtoStatus create(UrtoBump **bump, double rate, const UrtoBumpOptions *options,
                         UrtoDiagnostic *why)
{
    const UrtoAllocator allocator = urto_allocator(options->allocator);
    UrtoBump *made = allocator.allocate(allocator.context, sizeof *made);

    if (!made) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    memset(made, 0, sizeof *made);
    made->allocator = allocator;
    made->rate = rate;
    made->channels = options->channels ? options->channels : 2;
    made->own = options->resonator_def != NULL;
    made->worlds = made->own ? CONTACTS : WORLDS;
    UrtoStatus status = made->own ? survey_own(made, options, why) : URTO_OK;
    for (uint32_t w = 0; w < made->worlds && status == URTO_OK; w++) {
        status = create_world(made, w, options, why);
    }
    if (status != URTO_OK) {
        urto_bump_destroy(made);
        return status;
    }
    (void)urto_bump_load_preset(made, 0, NULL);
    if (made->own) {
        (void)urto_bump_set(made, PITCH, made->resonators[0].pitch, NULL);
        (void)urto_bump_set(made, DECAY, decay_of(made->resonators[0].decay), NULL); /* inverse */
    }
    urto_bump_reset(made);
    *bump = made;
    return URTO_OK;
}

UrtoStatus urto_bump_create(UrtoBump **bump, double rate, const UrtoBumpOptions *options,
                            UrtoDiagnostic *why)
{
    const UrtoBumpOptions defaults = {0};
    const UrtoBumpOptions *chosen = options ? options : &defaults;

    if (!bump) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "bump", 0.0, "bump is NULL");
    }
    *bump = NULL;
    if (chosen->channels > 2) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "channels", chosen->channels,
                           "channels is %u, must be 1 or 2", chosen->channels);
    }
    if (chosen->resonator.id && !chosen->resonator_def) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "resonator_def", 0.0,
                           "resonator_def is NULL, must be the description of resonator %u",
                           chosen->resonator.id);
    }
    const UrtoStatus status = status_check_range(
        why, "rate", rate, (Range){8000.0, 384000.0, false, "8000 to 384000 Hz"});
    return status == URTO_OK ? create(bump, rate, chosen, why) : status;
}

void urto_bump_destroy(UrtoBump *bump)
{
    if (!bump) {
        return;
    }
    const UrtoAllocator allocator = bump->allocator;
    for (uint32_t c = 0; c < 2; c++) {
        for (uint32_t w = 0; w < WORLDS; w++) {
            urto_world_destroy(bump->units[c].slots[w].world);
        }
    }
    allocator.release(allocator.context, bump);
}

static void set(Unit *unit, uint32_t slot, double value, uint32_t ramp)
{
    control_slots_set(&unit->slots[unit->now], slot, value, 0, ramp);
}

/* Largest stiffness of a bond: see the top of this file. */
static double stiffness_cap(const UrtoBump *bump, const Unit *unit)
{
    const double mass = 1e-3 * bump->parameters[MASS];

    return 4.0 * bump->rate * bump->rate / (1.0 / mass + bump->resonators[unit->now].inverse_mass);
}

static void apply(const UrtoBump *bump, Unit *unit, uint32_t ramp)
{
    const double *p = bump->parameters;
    const Resonator *resonator = &bump->resonators[unit->now];
    const double factor = decay_of(p[DECAY]) / resonator->decay;
    const ResonatorLoss loss =
        bump->own ? (ResonatorLoss){factor, factor}
                  : resonator_loss(kind_of_world(unit->now), p[DECAY], p[MATERIAL]);
    const bool bonded = is_bonded(unit->now);

    set(unit, SLOT_TUNING, p[PITCH] / resonator->pitch, ramp);
    set(unit, SLOT_LOSS, loss.common, ramp);
    set(unit, SLOT_HIGH, loss.high, ramp);
    set(unit, SLOT_STIFFNESS, bonded ? fmin(p[STIFFNESS], stiffness_cap(bump, unit)) : p[STIFFNESS],
        ramp);
    set(unit, SLOT_MASS, p[MASS], ramp); /* of 1 g */
    set(unit, SLOT_DRIVE, p[DRIVE], ramp);
    set(unit, SLOT_PLACE, place_x(resonator, p[PLACE]), ramp);
    if (bonded) {
        set(unit, SLOT_HAMMER_LOSS, (10.0 + 100.0 * p[LOSS]) / hammer_loss, ramp);
    } else {
        set(unit, SLOT_EXPONENT, p[EXPONENT], ramp);
        set(unit, SLOT_DAMPING, p[LOSS], ramp);
        const double distance = unit->pressed ? p[DISTANCE] : fmax(p[DISTANCE], 0.0);
        set(unit, SLOT_DISTANCE, 1e-3 * distance, 5 * ramp);
    }
}

/* Every TICK frames: changes, fades that are over, what has died away. */
static void tick(UrtoBump *bump, Unit *unit)
{
    const uint32_t ramp = unit->awake ? (uint32_t)(glide_seconds * bump->rate) : 0;
    const uint32_t patience = sleep_ticks(quiet_seconds, bump->rate);
    const uint32_t chosen = chosen_world(bump);

    if (unit->last != unit->now && unit->fade == 0.0) {
        urto_world_rest(unit->slots[unit->last].world);
        unit->last = unit->now;
    }
    if (unit->last == unit->now && chosen != unit->now) {
        unit->now = chosen;
        unit->fade = unit->awake ? 1.0 : 0.0;
        unit->last = unit->awake ? unit->last : unit->now;
        apply(bump, unit, 0);
    } else {
        apply(bump, unit, ramp);
    }
    sleep_tick(&unit->sleep, bump->wet, false);
    unit->pressed = unit->pressed && unit->sleep.quiet <= patience / 2;
    if (unit->awake && unit->sleep.quiet > patience) {
        urto_world_rest(unit->slots[unit->now].world);
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
    const double step = 1.0 / (glide_seconds * bump->rate);

    urto_world_process(unit->slots[unit->now].world, input, out, frames);
    for (uint32_t i = 0; i < frames; i++) {
        wet[i] = 2.0 * (double)ear[i];
    }
    if (unit->last != unit->now) {
        urto_world_process(unit->slots[unit->last].world, input, out, frames);
        for (uint32_t i = 0; i < frames; i++) {
            const double old = 2.0 * (double)ear[i];
            wet[i] += unit->fade * (old - wet[i]);
            unit->fade = unit->fade > step ? unit->fade - step : 0.0;
        }
    }
    for (uint32_t i = 0; i < frames; i++) {
        sleep_hear(&unit->sleep, wet[i]);
    }
}

/* NaN and infinities become 0; beyond +18 dB of full scale the input is clipped. */
static void take_input(UrtoBump *bump, const float *in, float *clean, uint32_t frames, bool *sounds)
{
    for (uint32_t i = 0; i < frames; i++) {
        const bool good = isfinite(in[i]);
        bump->statistics.nonfinite_inputs += good ? 0 : 1;
        clean[i] = good ? (float)clamp((double)in[i], -input_limit, input_limit) : 0.0f;
        *sounds = *sounds || clean[i] != 0.0f;
    }
}

static void update_levels(UrtoBump *bump)
{
    const double *p = bump->parameters;
    const double level = pow(10.0, (p[LEVEL] + p[MAKEUP]) / 20.0);

    bump->dry_target = 1.0 - p[MIX];
    bump->wet_target = p[MIX] * level;
}

/* Make-up that fits one source may be far too much for another. */
static double bounded(double x, bool *limited)
{
    return fabs(x) <= knee ? x : ceiling * limiter(x / ceiling, knee / ceiling, limited);
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
        unit->sleep.quiet = sounds ? 0 : unit->sleep.quiet;
        if (unit->awake) {
            wet_sound(bump, unit, clean + first, sound + first, n - first);
        }
        dry = bump->dry;
        wet = bump->wet;
        for (uint32_t i = 0; i < n; i++) {
            bool limited = false;
            dry += part * (bump->dry_target - dry);
            wet += part * (bump->wet_target - wet);
            const double y = bounded(dry * (double)clean[i] + wet * sound[i], &limited);
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

    while (bump && done < frames) {
        const uint32_t room = tick_left(bump->clock);
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
    return bump && parameter < PARAMETERS ? bump->parameters[parameter] : 0.0;
}

UrtoStatus urto_bump_set(UrtoBump *bump, uint32_t parameter, double value, UrtoDiagnostic *why)
{
    UrtoStatus status = check_bump(bump, why);

    if (status == URTO_OK) {
        status = parameter_check(parameter, PARAMETERS, why);
    }
    if (status == URTO_OK) {
        status = urto_parameter_clamp(&table[parameter], value, &bump->parameters[parameter], why);
        update_levels(bump);
    }
    return status;
}

UrtoStatus urto_bump_load_preset(UrtoBump *bump, uint32_t preset, UrtoDiagnostic *why)
{
    UrtoStatus status = check_bump(bump, why);

    if (status == URTO_OK) {
        status = preset_check(preset, LENGTH(presets), why);
    }
    return status == URTO_OK ? urto_bump_apply_preset(bump, &presets[preset], why) : status;
}

UrtoStatus urto_bump_apply_preset(UrtoBump *bump, const UrtoPreset *preset, UrtoDiagnostic *why)
{
    UrtoStatus status = check_bump(bump, why);

    status = status == URTO_OK ? status_check_pointer(why, "preset", preset) : status;
    for (uint32_t i = 0; i < PARAMETERS && status == URTO_OK; i++) {
        if (!bump->own || (i != PITCH && i != DECAY)) {
            (void)urto_bump_set(bump, i, urto_preset_value(preset, table, i), NULL);
        }
    }
    return status;
}

void urto_bump_reset(UrtoBump *bump)
{
    if (!bump) {
        return;
    }
    update_levels(bump);
    bump->dry = bump->dry_target;
    bump->wet = bump->wet_target;
    bump->clock = 0;
    for (uint32_t c = 0; c < bump->channels; c++) {
        Unit *unit = &bump->units[c];
        urto_world_rest(unit->slots[unit->now].world);
        urto_world_rest(unit->slots[unit->last].world);
        unit->now = unit->last = chosen_world(bump);
        unit->fade = 0.0;
        unit->sleep = (Sleep){.peak = 0.0};
        unit->awake = unit->pressed = false;
    }
}

bool urto_bump_sounds(const UrtoBump *bump)
{
    bool sounds = false;

    for (uint32_t c = 0; bump && c < bump->channels; c++) {
        sounds = sounds || bump->units[c].awake;
    }
    return sounds;
}

UrtoBumpStatistics urto_bump_statistics(const UrtoBump *bump)
{
    UrtoBumpStatistics sum = {0};

    if (!bump) {
        return sum;
    }
    sum = bump->statistics;
    for (uint32_t c = 0; c < bump->channels; c++) {
        const Unit *unit = &bump->units[c];
        for (uint32_t w = 0; w < bump->worlds; w++) {
            const UrtoStatistics world = urto_world_statistics(unit->slots[w].world);
            sum.force_max = fmax(sum.force_max, world.force_max);
            sum.nonfinite += world.nonfinite;
        }
        if (unit->awake) {
            const UrtoWorld *world = unit->slots[unit->now].world;
            sum.contacts += urto_world_statistics(world).active;
            sum.energy += urto_world_ledger(world).stored;
        }
    }
    return sum;
}

UrtoLedger urto_bump_ledger(const UrtoBump *bump)
{
    UrtoLedger sum = {0};

    for (uint32_t c = 0; bump && c < bump->channels; c++) {
        for (uint32_t w = 0; w < bump->worlds; w++) {
            ledger_add(&sum, bump->units[c].slots[w].world);
        }
    }
    return sum;
}
