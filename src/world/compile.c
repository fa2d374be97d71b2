/* From a description to a world: compile every body for the step, check, count, lay out one block
 * of memory, fill it (compile_fill.c). */
#include "compile.h"

#include <math.h>
#include <string.h>

static UrtoStatus check_place(const Build *build, uint32_t body, double x, double y,
                              const char *field)
{
    const BodyPlan *plan = &build->plans[body - 1];

    if (body_contains(plan->outline, plan->size, x, y)) {
        return URTO_OK;
    }
    const bool circle = plan->outline == URTO_OUTLINE_CIRCLE;
    return status_fail(build->why, URTO_ERROR_ARGUMENT, field, x,
                       circle ? "(%.10g, %.10g) m is off body %u, a circle of radius %.10g m"
                              : "(%.10g, %.10g) m is off body %u, 0 to %.10g m by 0 to %.10g m",
                       x, y, body, plan->size[0], plan->size[1]);
}

static UrtoStatus check_lines(const Build *build)
{
    const UrtoWorldDef *def = build->def;

    for (uint32_t i = 0; i < def->contacts.count; i++) {
        const ContactDef *contact = &def->contacts.at[i];
        for (int s = 0; s < 4 && contact->line; s++) {
            const UrtoLineSide *side = s < 2 ? &contact->many.below : &contact->many.above;
            const double *end = s % 2 ? side->to : side->from;
            UrtoStatus status = URTO_OK;
            if (side->body.id) {
                status = check_place(build, side->body.id, end[0], end[1], s % 2 ? "to" : "from");
            }
            if (status != URTO_OK) {
                return status;
            }
        }
        if (contact->line && !contact->many.points) {
            /* every grid point must lie on the line */
            const double first = line_place(build, &contact->many, 0);
            const double last =
                line_place(build, &contact->many, line_points(build, &contact->many) - 1);
            if (first < 0.0 || last > 1.0 || first >= last) {
                return status_fail(build->why, URTO_ERROR_ARGUMENT, "from", first,
                                   "points is 0: the line must run over the whole string");
            }
        }
        if (!contact->line && contact->single.matched &&
            def->options.solver != URTO_SOLVER_MIDPOINT) {
            return status_fail(build->why, URTO_ERROR_UNSUPPORTED, "matched", 1.0,
                               "contact %u is matched: that needs the midpoint solver", i + 1);
        }
    }
    return URTO_OK;
}

static UrtoStatus check_all(const Build *build, UrtoWorld *world)
{
    const UrtoWorldDef *def = build->def;
    uint64_t points = 0;
    uint64_t ports = def->ports.count;

    for (uint32_t i = 0; i < def->ports.count; i++) {
        const UrtoPortDef *port = &def->ports.at[i];
        const UrtoStatus status = check_place(build, port->body.id, port->x, port->y, "x");
        if (status != URTO_OK) {
            return status;
        }
        if (port->weighted && build->plans[port->body.id - 1].is_grid) {
            return status_fail(build->why, URTO_ERROR_UNSUPPORTED, "weighted", 1.0,
                               "body %u is a grid: only ports on modes are weighted",
                               port->body.id);
        }
    }
    for (uint32_t i = 0; i < def->contacts.count; i++) {
        const ContactDef *contact = &def->contacts.at[i];
        const uint32_t more = contact->line ? line_points(build, &contact->many) : 1;
        points += more;
        ports += contact->line ? (uint64_t)more * line_sides(&contact->many) : 0;
    }
    if (points + def->bows.count > URTO_MAX_CONTACTS) {
        return status_fail(build->why, URTO_ERROR_LIMIT, "contacts", (double)points,
                           "%.10g contact points and %u bows, at most %u together", (double)points,
                           def->bows.count, URTO_MAX_CONTACTS);
    }
    if (def->bows.count && def->options.solver == URTO_SOLVER_TRAPEZOIDAL) {
        return status_fail(build->why, URTO_ERROR_UNSUPPORTED, "solver", URTO_SOLVER_TRAPEZOIDAL,
                           "the trapezoidal solver takes no bows");
    }
    for (uint32_t i = 0; i < def->drives.count; i++) {
        if (def->drives.at[i].channel >= world->model.options.inputs) {
            return status_fail(build->why, URTO_ERROR_ARGUMENT, "channel",
                               def->drives.at[i].channel,
                               "channel is %u, the world has %u inputs (from 0)",
                               def->drives.at[i].channel, world->model.options.inputs);
        }
    }
    for (uint32_t i = 0; i < def->probes.count; i++) {
        const UrtoProbeDef *probe = &def->probes.at[i];
        if ((uint64_t)probe->channel + probe->width > world->model.options.outputs) {
            return status_fail(build->why, URTO_ERROR_ARGUMENT, "channel", probe->channel,
                               "channel is %u with width %u, the world has %u outputs (from 0)",
                               probe->channel, probe->width, world->model.options.outputs);
        }
    }
    world->model.point_count = (uint32_t)points;
    world->model.port_count = (uint32_t)ports;
    return check_lines(build);
}

static void count_things(const Build *build, UrtoWorld *world)
{
    const UrtoWorldDef *def = build->def;
    uint32_t first = 0;

    world->model.body_count = def->bodies.count;
    world->model.user_ports = def->ports.count;
    world->model.contact_count = def->contacts.count;
    world->model.bow_count = def->bows.count;
    world->model.drive_count = def->drives.count;
    world->model.probe_count = def->probes.count;
    world->model.coupler_count = world->model.point_count + world->model.bow_count;
    world->output.tap_count = probe_tap_count(world->model.options.oversampling);
    for (uint32_t c = 0; c < URTO_CONTROLS; c++) {
        world->controls.first[c] = first;
        first += control_owners(world, c);
    }
    world->controls.slot_count = first;
    for (uint32_t i = 0; i < def->curves.count; i++) {
        world->controls.curve_count += def->curves.at[i].count;
    }
    world->controls.queue = (EventQueue){
        .size = sizeof(Event), .room = world->model.options.events + world->controls.curve_count};
    while (world->output.events.room < world->model.options.contact_events) {
        world->output.events.room = world->output.events.room ? 2 * world->output.events.room : 1;
    }
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        world->statistics.modes_left_out += build->plans[i].left_out;
    }
}

static void row_layout(const Build *build, UrtoWorld *world, Arena *arena, uint32_t port,
                       uint32_t body, UrtoInterpolation interpolation, bool weighted)
{
    const BodyPlan *plan = &build->plans[body - 1];
    const uint32_t room = body_row_capacity(plan, interpolation);
    Row row = {.body = body - 1};
    double *weights = NULL;

    ARENA_TAKE(arena, row.weight, room);
    if (weighted) {
        ARENA_TAKE(arena, weights, room);
    }
    if (plan->is_grid) {
        ARENA_TAKE(arena, row.index, room);
    }
    if (arena->base) {
        world->model.ports[port].row = row;
        world->model.ports[port].weights = weights;
        world->model.ports[port].interpolation = interpolation;
    }
}

/* Ports on a body: those of the description and those of its lines. */
static uint32_t ports_on(const Build *build, uint32_t body)
{
    const UrtoWorldDef *def = build->def;
    uint32_t count = 0;

    for (uint32_t i = 0; i < def->ports.count; i++) {
        count += def->ports.at[i].body.id == body ? 1 : 0;
    }
    for (uint32_t i = 0; i < def->contacts.count; i++) {
        const UrtoLineDef *line = &def->contacts.at[i].many;
        if (def->contacts.at[i].line) {
            count += line->below.body.id == body ? line_points(build, line) : 0;
            count += line->above.body.id == body ? line_points(build, line) : 0;
        }
    }
    return count;
}

static void layout(const Build *build, UrtoWorld *world, Arena *arena)
{
    const UrtoWorldDef *def = build->def;
    const size_t couplers = world->model.coupler_count;
    const uint32_t padded = kernel_padded(world->model.point_count);
    UrtoWorld *self = NULL;
    Event *events = NULL;

    ARENA_TAKE(arena, self, 1);
    ARENA_TAKE(arena, world->model.bodies, world->model.body_count);
    ARENA_TAKE(arena, world->model.ports, world->model.port_count);
    ARENA_TAKE(arena, world->model.contacts, world->model.contact_count);
    ARENA_TAKE(arena, world->model.points, world->model.point_count);
    ARENA_TAKE(arena, world->model.bows, world->model.bow_count);
    ARENA_TAKE(arena, world->model.drives, world->model.drive_count);
    ARENA_TAKE(arena, world->model.probes, world->model.probe_count);
    ARENA_TAKE(arena, world->model.ends, couplers);
    ARENA_TAKE(arena, world->model.gamma, couplers * couplers);
    ARENA_TAKE(arena, world->model.spans, couplers);
    ARENA_TAKE(arena, world->output.hear, couplers * world->model.probe_count);
    ARENA_TAKE(arena, world->state.xi, padded);
    ARENA_TAKE(arena, world->state.pd, padded);
    ARENA_TAKE(arena, world->state.pe, padded);
    ARENA_TAKE(arena, world->model.offset, world->model.point_count);
    ARENA_TAKE(arena, world->state.must_check, world->model.point_count + KERNEL_GROUP);
    ARENA_TAKE(arena, world->state.is_candidate, world->model.point_count);
    ARENA_TAKE(arena, world->state.candidates, world->model.point_count + 1);
    ARENA_TAKE(arena, world->model.interpolated_ports, world->model.port_count);
    ARENA_TAKE(arena, world->flight.flights, world->model.port_count);
    ARENA_TAKE(arena, world->flight.flight_first, world->model.body_count);
    ARENA_TAKE(arena, world->flight.motion_known, world->model.body_count);
    ARENA_TAKE(arena, world->flight.reaches, 2 * (size_t)world->model.point_count);
    ARENA_TAKE(arena, world->flight.block_mix, world->model.options.outputs);
    ARENA_TAKE(arena, world->solve.items, couplers);
    ARENA_TAKE(arena, world->solve.item_of, couplers);
    ARENA_TAKE(arena, world->solve.order, couplers);
    ARENA_TAKE(arena, world->solve.label, couplers);
    ARENA_TAKE(arena, world->solve.matrix, couplers * couplers);
    ARENA_TAKE(arena, world->solve.local, couplers * couplers);
    ARENA_TAKE(arena, world->solve.profile, couplers);
    ARENA_TAKE(arena, world->solve.work, 6 * couplers);
    ARENA_TAKE(arena, world->state.strikes, world->model.user_ports);
    ARENA_TAKE(arena, world->controls.slots, world->controls.slot_count);
    ARENA_TAKE(arena, world->controls.active, world->controls.slot_count);
    ARENA_TAKE(arena, world->controls.curves, world->controls.curve_count);
    ARENA_TAKE(arena, events, world->controls.queue.room);
    ARENA_TAKE(arena, world->output.events.ring, world->output.events.room);
    world->controls.queue.memory = (unsigned char *)events;
    ARENA_TAKE(arena, world->output.channels, world->model.options.outputs);
    ARENA_TAKE(arena, world->output.taps, world->output.tap_count);
    ARENA_TAKE(arena, world->output.history,
               2 * (size_t)world->output.tap_count * world->model.options.outputs);
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        Body measured;
        body_layout(arena->base ? &world->model.bodies[i] : &measured, &build->plans[i],
                    ports_on(build, i + 1), arena);
    }
    uint32_t port = 0;
    for (; port < def->ports.count; port++) {
        const UrtoPortDef *its = &def->ports.at[port];
        row_layout(build, world, arena, port, its->body.id, its->interpolation, its->weighted);
    }
    for (uint32_t i = 0; i < def->contacts.count; i++) {
        const UrtoLineDef *line = &def->contacts.at[i].many;
        const uint32_t points = def->contacts.at[i].line ? line_points(build, line) : 0;
        for (uint32_t j = 0; j < points; j++) {
            if (line->below.body.id) {
                row_layout(build, world, arena, port++, line->below.body.id,
                           line->below.interpolation, false);
            }
            if (line->above.body.id) {
                row_layout(build, world, arena, port++, line->above.body.id,
                           line->above.interpolation, false);
            }
        }
    }
}

/* The options with defaults where they are 0, and the ledger if a probe needs it. */
static UrtoWorldOptions resolve_options(const UrtoWorldDef *def)
{
    UrtoWorldOptions options = def->options;
    uint32_t inputs = 0;
    uint32_t outputs = 0;

    for (uint32_t i = 0; i < def->drives.count; i++) {
        const uint32_t needed = def->drives.at[i].channel + 1;
        inputs = needed > inputs && needed <= URTO_MAX_CHANNELS ? needed : inputs;
    }
    for (uint32_t i = 0; i < def->probes.count; i++) {
        const UrtoProbeDef *probe = &def->probes.at[i];
        const uint32_t needed = probe->channel + probe->width;
        outputs = needed > outputs && needed <= URTO_MAX_CHANNELS ? needed : outputs;
        options.ledger = options.ledger || probe->quantity >= URTO_QUANTITY_DISSIPATED;
    }
    options.oversampling = options.oversampling ? options.oversampling : 1;
    options.inputs = options.inputs ? options.inputs : inputs;
    options.outputs = options.outputs ? options.outputs : outputs;
    options.events = options.events ? options.events : 256;
    options.smoothing = options.smoothing > 0.0 ? options.smoothing : 0.005;
    options.band = options.band > 0.0 ? options.band : 1.0;
    return options;
}

/* One version for all bodies of the world. */
static const Kernels *choose_kernels(const Build *build)
{
    uint32_t modes = 0;
    uint32_t points = 0;

    for (uint32_t i = 0; i < build->def->bodies.count; i++) {
        const BodyPlan *plan = &build->plans[i];
        const uint32_t rows = plan->grid.ny ? plan->grid.ny : 1;
        const uint32_t size = plan->is_grid ? plan->grid.nx * rows : plan->n;
        uint32_t *most = plan->is_grid ? &points : &modes;
        *most = size > *most ? size : *most;
    }
    const Kernels *kernels = kernels_choose(build->options.lanes, modes, points);
    for (uint32_t i = 0; i < build->def->bodies.count; i++) {
        build->plans[i].kernels = kernels;
    }
    return kernels;
}

static UrtoStatus assemble(const Build *build, UrtoWorld **result, double rate)
{
    const UrtoWorldDef *def = build->def;
    const UrtoAllocator allocator =
        build->options.allocator ? urto_allocator(build->options.allocator) : def->allocator;
    UrtoWorld world = {.allocator = allocator,
                       .tag = def->tag,
                       .model = {.rate = rate,
                                 .step = build->step,
                                 .per_step = 1.0 / build->step,
                                 .kernels = choose_kernels(build),
                                 .options = build->options,
                                 .scheme = &contact_schemes[build->options.solver]}};
    UrtoStatus status = check_all(build, &world);
    Arena arena = {NULL, 0};

    if (status != URTO_OK) {
        return status;
    }
    count_things(build, &world);
    layout(build, &world, &arena);
    const size_t bytes = arena.used + ARENA_ALIGNMENT;
    world.memory = allocator.allocate(allocator.context, bytes);
    if (!world.memory) {
        return status_fail(build->why, URTO_ERROR_MEMORY, "memory", (double)bytes,
                           "out of memory: the world needs %.10g bytes", (double)bytes);
    }
    world.bytes = bytes;
    memset(world.memory, 0, bytes);
    arena = (Arena){arena_align(world.memory), 0};
    UrtoWorld *place = (UrtoWorld *)(void *)arena.base;
    layout(build, &world, &arena);
    *place = world;
    status = compile_fill(build, place);
    if (status != URTO_OK) {
        urto_world_destroy(place);
        return status;
    }
    *result = place;
    return URTO_OK;
}

static UrtoStatus begin(Build *build, const UrtoWorldDef *def, double rate, UrtoDiagnostic *why)
{
    UrtoStatus status = urto_world_def_status(def, why);

    if (status == URTO_OK) {
        status =
            status_check_range(why, "rate", rate, (Range){1000.0, 1e7, false, "1000 to 1e7 Hz"});
    }
    if (status == URTO_OK) {
        *build = (Build){.def = def, .why = why, .options = resolve_options(def)};
        build->step = 1.0 / (rate * build->options.oversampling);
    }
    return status;
}

static UrtoStatus plan_body(const Build *build, uint32_t index, BodyPlan *plan)
{
    const UrtoWorldDef *def = build->def;

    const UrtoStatus status = body_plan(&def->bodies.at[index], build->step, build->options.band,
                                        def->options.solver == URTO_SOLVER_TRAPEZOIDAL,
                                        build->options.ledger, &def->allocator, plan, build->why);

    plan->printed = build->options.start_as_printed;
    return status;
}

static void drop_plan(const Build *build, BodyPlan *plan)
{
    if (plan->modes) {
        build->def->allocator.release(build->def->allocator.context, plan->modes);
    }
}

UrtoStatus urto_world_def_check_body(const UrtoWorldDef *def, UrtoBody body, double rate,
                                     UrtoDiagnostic *why)
{
    Build build;
    BodyPlan plan = {0};
    UrtoStatus status = begin(&build, def, rate, why);

    if (status != URTO_OK) {
        return status;
    }
    if (body.id == 0 || body.id > def->bodies.count || (body.tag && body.tag != def->tag)) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "body", body.id,
                           "body is %u, must be the handle of one of the %u defined", body.id,
                           def->bodies.count);
    }
    status = plan_body(&build, body.id - 1, &plan);
    drop_plan(&build, &plan);
    return status;
}

UrtoStatus urto_world_create(UrtoWorld **world, const UrtoWorldDef *def, double rate,
                             UrtoDiagnostic *why)
{
    Build build;

    if (!world) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "world", 0.0, "world is NULL");
    }
    *world = NULL;
    UrtoStatus status = begin(&build, def, rate, why);
    if (status != URTO_OK) {
        return status;
    }
    if (def->bodies.count == 0) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "bodies", 0.0, "a world needs a body");
    }
    const UrtoAllocator *allocator = &def->allocator;
    build.plans = allocator->allocate(allocator->context, def->bodies.count * sizeof *build.plans);
    if (!build.plans) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    uint32_t planned = 0;
    while (status == URTO_OK && planned < def->bodies.count) {
        status = plan_body(&build, planned, &build.plans[planned]);
        planned++;
    }
    if (status == URTO_OK) {
        status = assemble(&build, world, rate);
    }
    for (uint32_t i = 0; i < planned; i++) {
        drop_plan(&build, &build.plans[i]);
    }
    allocator->release(allocator->context, build.plans);
    return status;
}

void urto_world_destroy(UrtoWorld *world)
{
    if (world) {
        const UrtoAllocator allocator = world->allocator;
        allocator.release(allocator.context, world->memory);
    }
}
