/* Making a PhonoBump: the world of each resonator and kind of contact, and what there is to know about a body of the
 * caller's own. phonobump.c says what the worlds compute. */
#include "phonobump.h"

#include "../base/status.h"
#include "../play/numbers.h"
#include "../play/parameter.h"
#include "../play/parts.h"

#include <math.h>
#include <string.h>

static const double band = 0.9; /* of the Nyquist frequency */

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
