/* From a description to a world: plan every body for the rate, count, lay out one block of memory,
 * fill it. */
#include "world.h"

#include <math.h>
#include <string.h>

/* What is needed to lay out and to fill. */
typedef struct Build {
    const UrtoWorldDef *def;
    UrtoDiagnostic *why;
    BodyPlan *plans;
    double step;
} Build;

/* The side of a line whose grid gives the points. */
static const UrtoLineSide *main_side(const UrtoLineDef *line)
{
    return line->above.body.id ? &line->above : &line->below;
}

static uint32_t line_points(const Build *build, const UrtoLineDef *line)
{
    return line->points ? line->points : build->plans[main_side(line)->body.id - 1].grid.nx - 1;
}

static uint32_t line_sides(const UrtoLineDef *line)
{
    return (line->below.body.id ? 1u : 0u) + (line->above.body.id ? 1u : 0u);
}

/* Place 0 to 1 of a point of a line. */
static double line_place(const Build *build, const UrtoLineDef *line, uint32_t i)
{
    const uint32_t points = line_points(build, line);

    if (line->positions) {
        return line->positions[i];
    }
    if (!line->points) {
        /* at the grid points: where the line passes them */
        const UrtoLineSide *side = main_side(line);
        const BodyPlan *plan = &build->plans[side->body.id - 1];
        const double x = plan->size[0] * (i + 1.0) / plan->grid.nx;
        const double span = side->to[0] - side->from[0];
        return span != 0.0 ? (x - side->from[0]) / span : 0.0;
    }
    return points > 1 ? i / (points - 1.0) : 0.5;
}

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
        if (def->drives.at[i].channel >= def->options.inputs) {
            return status_fail(build->why, URTO_ERROR_ARGUMENT, "channel",
                               def->drives.at[i].channel,
                               "channel is %u, the world has %u inputs (from 0)",
                               def->drives.at[i].channel, def->options.inputs);
        }
    }
    for (uint32_t i = 0; i < def->probes.count; i++) {
        const UrtoProbeDef *probe = &def->probes.at[i];
        if ((uint64_t)probe->channel + probe->width > def->options.outputs) {
            return status_fail(build->why, URTO_ERROR_ARGUMENT, "channel", probe->channel,
                               "channel is %u with width %u, the world has %u outputs (from 0)",
                               probe->channel, probe->width, def->options.outputs);
        }
    }
    world->point_count = (uint32_t)points;
    world->port_count = (uint32_t)ports;
    return check_lines(build);
}

static void count_things(const Build *build, UrtoWorld *world)
{
    const UrtoWorldDef *def = build->def;
    uint32_t first = 0;

    world->body_count = def->bodies.count;
    world->user_ports = def->ports.count;
    world->contact_count = def->contacts.count;
    world->bow_count = def->bows.count;
    world->drive_count = def->drives.count;
    world->probe_count = def->probes.count;
    world->coupler_count = world->point_count + world->bow_count;
    world->tap_count = probe_tap_count(def->options.oversampling);
    for (int p = URTO_PORT_X; p <= PARAMETER_LAST; p++) {
        const uint32_t things[] = {world->user_ports,  world->contact_count, world->bow_count,
                                   world->drive_count, world->probe_count,   world->body_count};
        const int kind = p <= URTO_PORT_Y             ? 0
                         : p <= URTO_CONTACT_DISTANCE ? 1
                         : p <= URTO_BOW_VELOCITY     ? 2
                         : p == URTO_DRIVE_GAIN       ? 3
                         : p <= URTO_PROBE_PAN        ? 4
                                                      : 5;
        world->control_first[p] = first;
        first += things[kind];
    }
    world->control_count = first;
    world->event_room = def->options.events;
    for (uint32_t i = 0; i < def->curves.count; i++) {
        world->event_room += def->curves.at[i].count;
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        world->statistics.modes_left_out += build->plans[i].left_out;
    }
}

static void row_layout(const Build *build, UrtoWorld *world, Arena *arena, uint32_t port,
                       uint32_t body, UrtoInterpolation interpolation)
{
    const BodyPlan *plan = &build->plans[body - 1];
    const uint32_t room = body_row_capacity(plan, interpolation);
    Row row = {.body = body - 1};

    ARENA_TAKE(arena, row.weight, room);
    if (plan->is_grid) {
        ARENA_TAKE(arena, row.index, room);
    }
    if (arena->base) {
        world->ports[port].row = row;
        world->ports[port].interpolation = interpolation;
    }
}

/* Ports on a body, given by hand and of lines. */
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
    const size_t couplers = world->coupler_count;
    UrtoWorld *self = NULL;

    ARENA_TAKE(arena, self, 1);
    ARENA_TAKE(arena, world->bodies, world->body_count);
    ARENA_TAKE(arena, world->ports, world->port_count);
    ARENA_TAKE(arena, world->contacts, world->contact_count);
    ARENA_TAKE(arena, world->points, world->point_count);
    ARENA_TAKE(arena, world->bows, world->bow_count);
    ARENA_TAKE(arena, world->drives, world->drive_count);
    ARENA_TAKE(arena, world->probes, world->probe_count);
    ARENA_TAKE(arena, world->ends, couplers);
    ARENA_TAKE(arena, world->gamma, couplers * couplers);
    ARENA_TAKE(arena, world->spans, couplers);
    ARENA_TAKE(arena, world->hear, couplers * world->probe_count);
    ARENA_TAKE(arena, world->xi, world->point_count);
    ARENA_TAKE(arena, world->pd, world->point_count);
    ARENA_TAKE(arena, world->pe, world->point_count);
    ARENA_TAKE(arena, world->offset, world->point_count);
    ARENA_TAKE(arena, world->held, world->point_count);
    ARENA_TAKE(arena, world->touched, world->point_count);
    ARENA_TAKE(arena, world->near, world->point_count);
    ARENA_TAKE(arena, world->mixed, world->port_count);
    ARENA_TAKE(arena, world->flights, world->port_count);
    ARENA_TAKE(arena, world->flight_first, world->body_count);
    ARENA_TAKE(arena, world->flown, world->body_count);
    ARENA_TAKE(arena, world->reaches, 2 * (size_t)world->point_count);
    ARENA_TAKE(arena, world->mixes, def->options.outputs);
    ARENA_TAKE(arena, world->items, couplers);
    ARENA_TAKE(arena, world->item_of, couplers);
    ARENA_TAKE(arena, world->order, couplers);
    ARENA_TAKE(arena, world->label, couplers);
    ARENA_TAKE(arena, world->matrix, couplers * couplers);
    ARENA_TAKE(arena, world->local, couplers * couplers);
    ARENA_TAKE(arena, world->profile, couplers);
    ARENA_TAKE(arena, world->work, 6 * couplers);
    ARENA_TAKE(arena, world->strikes, world->user_ports);
    ARENA_TAKE(arena, world->controls, world->control_count);
    ARENA_TAKE(arena, world->active, world->control_count);
    ARENA_TAKE(arena, world->events, world->event_room);
    ARENA_TAKE(arena, world->channels, def->options.outputs);
    ARENA_TAKE(arena, world->taps, world->tap_count);
    ARENA_TAKE(arena, world->history, 2 * (size_t)world->tap_count * def->options.outputs);
    for (uint32_t i = 0; i < world->body_count; i++) {
        Body measured;
        body_layout(arena->base ? &world->bodies[i] : &measured, &build->plans[i],
                    ports_on(build, i + 1), arena);
    }
    uint32_t port = 0;
    for (; port < def->ports.count; port++) {
        const UrtoPortDef *its = &def->ports.at[port];
        row_layout(build, world, arena, port, its->body.id, its->interpolation);
    }
    for (uint32_t i = 0; i < def->contacts.count; i++) {
        const UrtoLineDef *line = &def->contacts.at[i].many;
        const uint32_t points = def->contacts.at[i].line ? line_points(build, line) : 0;
        for (uint32_t j = 0; j < points; j++) {
            if (line->below.body.id) {
                row_layout(build, world, arena, port++, line->below.body.id,
                           line->below.interpolation);
            }
            if (line->above.body.id) {
                row_layout(build, world, arena, port++, line->above.body.id,
                           line->above.interpolation);
            }
        }
    }
}

static void place_port(UrtoWorld *world, uint32_t port, double x, double y)
{
    Port *its = &world->ports[port];

    its->x = x;
    its->y = y;
    body_row(&world->bodies[its->row.body], x, y, its->interpolation, &its->row);
}

static void place_on_line(UrtoWorld *world, uint32_t port, const UrtoLineSide *side, double place)
{
    place_port(world, port, side->from[0] + place * (side->to[0] - side->from[0]),
               side->from[1] + place * (side->to[1] - side->from[1]));
}

static void fill_line(const Build *build, UrtoWorld *world, uint32_t index, uint32_t *port)
{
    const UrtoLineDef *line = &build->def->contacts.at[index].many;
    const UrtoLineSide *side = main_side(line);
    const uint32_t count = line_points(build, line);
    const double length = hypot(side->to[0] - side->from[0], side->to[1] - side->from[1]);
    Contact *contact = &world->contacts[index];

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = contact->first + i;
        const double place = line_place(build, line, i);
        double height = line->heights ? line->heights[i] : 0.0;
        if (line->profile) {
            height = line->profile(line->context, place);
        }
        if (line->below.body.id) {
            place_on_line(world, *port, &line->below, place);
            world->ends[at].below = ++*port;
        }
        if (line->above.body.id) {
            place_on_line(world, *port, &line->above, place);
            world->ends[at].above = ++*port;
        }
        /* a barrier above bounds from above: its height counts against the compression */
        world->offset[at] = line->above.body.id ? height : -height;
        world->points[at].share =
            line->density ? length / (line->points ? count : count + 1.0) : 1.0;
    }
}

static void fill_contacts(const Build *build, UrtoWorld *world)
{
    const UrtoWorldDef *def = build->def;
    uint32_t port = def->ports.count;
    uint32_t first = 0;

    for (uint32_t i = 0; i < def->contacts.count; i++) {
        const ContactDef *its = &def->contacts.at[i];
        const double distance = its->line ? its->many.distance : its->single.distance;
        Contact *contact = &world->contacts[i];
        contact->law = its->line ? its->many.law : its->single.law;
        contact->link = (its->line ? its->many.kind : its->single.kind) == URTO_CONTACT_LINK;
        contact->matched = !its->line && its->single.matched;
        contact->first = first;
        contact->count = its->line ? line_points(build, &its->many) : 1;
        for (int n = 0; n < 3; n++) {
            contact->distance[n] = distance;
        }
        if (its->line) {
            fill_line(build, world, i, &port);
        } else {
            world->ends[first] = (Ends){its->single.below.id, its->single.above.id};
            world->points[first].share = 1.0;
        }
        for (uint32_t j = 0; j < contact->count; j++) {
            world->points[first + j].contact = i;
            world->points[first + j].scale = 1.0;
        }
        first += contact->count;
    }
}

static void fill_things(const UrtoWorldDef *def, UrtoWorld *world)
{
    for (uint32_t i = 0; i < def->bows.count; i++) {
        const UrtoBowDef *bow = &def->bows.at[i];
        world->bows[i] = (Bow){.port = bow->port.id - 1,
                               .force = bow->force,
                               .velocity = bow->velocity,
                               .curve = bow->curve,
                               .iterative = bow->iterative};
        world->ends[world->point_count + i].below = bow->port.id;
    }
    for (uint32_t i = 0; i < def->drives.count; i++) {
        const UrtoDriveDef *drive = &def->drives.at[i];
        world->drives[i] =
            (Drive){.port = drive->port.id - 1, .channel = drive->channel, .gain = drive->gain};
    }
    for (uint32_t i = 0; i < def->probes.count; i++) {
        const UrtoProbeDef *probe = &def->probes.at[i];
        const uint32_t source = probe->quantity <= URTO_QUANTITY_ACCELERATION    ? probe->port.id
                                : probe->quantity == URTO_QUANTITY_CONTACT_FORCE ? probe->contact.id
                                                                                 : probe->bow.id;
        world->probes[i] = (Probe){.quantity = probe->quantity,
                                   .source = source,
                                   .channel = probe->channel,
                                   .width = probe->width,
                                   .gain = probe->gain,
                                   .pan = probe->pan};
    }
}

/* Slots take the values of the definitions. */
static void fill_controls(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->user_ports; i++) {
        world->controls[world->control_first[URTO_PORT_X] + i].value = world->ports[i].x;
        world->controls[world->control_first[URTO_PORT_Y] + i].value = world->ports[i].y;
    }
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const Contact *contact = &world->contacts[i];
        Control *controls = world->controls + i;
        controls[world->control_first[URTO_CONTACT_STIFFNESS]].value = contact->law.stiffness;
        controls[world->control_first[URTO_CONTACT_EXPONENT]].value = contact->law.exponent;
        controls[world->control_first[URTO_CONTACT_DAMPING]].value = contact->law.damping;
        controls[world->control_first[URTO_CONTACT_DISTANCE]].value = contact->distance[2];
    }
    for (uint32_t i = 0; i < world->bow_count; i++) {
        world->controls[world->control_first[URTO_BOW_FORCE] + i].value = world->bows[i].force;
        world->controls[world->control_first[URTO_BOW_VELOCITY] + i].value =
            world->bows[i].velocity;
    }
    for (uint32_t i = 0; i < world->drive_count; i++) {
        world->controls[world->control_first[URTO_DRIVE_GAIN] + i].value = world->drives[i].gain;
    }
    for (uint32_t i = 0; i < world->probe_count; i++) {
        world->controls[world->control_first[URTO_PROBE_GAIN] + i].value = world->probes[i].gain;
        world->controls[world->control_first[URTO_PROBE_PAN] + i].value = world->probes[i].pan;
    }
    for (uint32_t i = world->control_first[URTO_BODY_TUNING]; i < world->control_count; i++) {
        world->controls[i].value = 1.0;
    }
    for (uint32_t i = 0; i < world->control_count; i++) {
        world->controls[i].target = world->controls[i].value;
    }
}

/* Curves become ramps; a curve that starts at 0 sets the initial value. */
static UrtoStatus fill_curves(const Build *build, UrtoWorld *world)
{
    const UrtoWorldDef *def = build->def;

    for (uint32_t c = 0; c < def->curves.count; c++) {
        const CurveDef *curve = &def->curves.at[c];
        uint64_t from = 0;
        for (uint32_t i = 0; i < curve->count; i++) {
            const UrtoBreakpoint *point = &curve->points[i];
            const UrtoStatus status =
                control_check(world, curve->parameter, curve->id, point->value, build->why);
            if (status != URTO_OK) {
                return status;
            }
            const uint32_t slot = control_slot(world, curve->parameter, curve->id);
            const uint64_t frame = (uint64_t)(point->time * world->rate + 0.5);
            if (i == 0 && frame == 0) {
                world->controls[slot].value = world->controls[slot].target = point->value;
                continue;
            }
            const Event event = {.frame = i ? from : frame,
                                 .slot = slot,
                                 .value = point->value,
                                 .ramp = i ? frame - from : 0};
            control_schedule(world, &event);
            from = frame;
        }
    }
    return URTO_OK;
}

/* A port whose P d is wanted at every step: by the readings of a diagonal body, or from a grid. */
static void track(UrtoWorld *world, uint32_t port, bool couples)
{
    Port *its = &world->ports[port];
    Body *body = &world->bodies[its->row.body];

    if (!its->row.index && !its->slot) {
        body->tracked[body->tracked_count] = its->row.weight;
        its->slot = ++body->tracked_count;
    }
    port_connect(world, port);
    if (couples && its->source == &its->reading && !its->mixed) {
        world->mixed[world->mixed_count++] = port;
        its->mixed = true;
    }
}

static void connect_ports(UrtoWorld *world)
{
    /* those that probes read come first */
    for (uint32_t i = 0; i < world->probe_count; i++) {
        if (world->probes[i].quantity <= URTO_QUANTITY_ACCELERATION) {
            track(world, world->probes[i].source - 1, false);
        }
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        world->bodies[i].heard_count = world->bodies[i].tracked_count;
    }
    for (uint32_t i = 0; i < world->coupler_count; i++) {
        const Ends ends = world->ends[i];
        if (ends.below) {
            track(world, ends.below - 1, true);
        }
        if (ends.above) {
            track(world, ends.above - 1, true);
        }
    }
    for (uint32_t i = 0; i < world->contact_count; i++) {
        contact_arrange(world, &world->contacts[i]);
    }
    uint32_t rows = 0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        world->flight_first[i] = rows;
        rows += world->bodies[i].tracked_count;
    }
    world->flies = fly_possible(world);
    world->duets = duet_possible(world);
}

static UrtoStatus fill(const Build *build, UrtoWorld *world)
{
    const UrtoWorldDef *def = build->def;

    for (uint32_t i = 0; i < world->body_count; i++) {
        body_init(&world->bodies[i], &build->plans[i]);
    }
    for (uint32_t i = 0; i < def->ports.count; i++) {
        place_port(world, i, def->ports.at[i].x, def->ports.at[i].y);
    }
    fill_contacts(build, world);
    fill_things(def, world);
    fill_controls(world);
    const UrtoStatus status = fill_curves(build, world);
    if (status != URTO_OK) {
        return status;
    }
    for (uint32_t i = 0; i < world->control_count; i++) {
        control_apply(world, i);
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        body_retune(&world->bodies[i]);
        body_complete(&world->bodies[i]);
        world->bodies[i].changed = false;
    }
    for (uint32_t i = 0; i < world->port_count; i++) {
        place_port(world, i, world->ports[i].x, world->ports[i].y);
    }
    connect_ports(world);
    for (uint32_t i = 0; i < world->port_count; i++) {
        world->ports[i].moved = false;
    }
    for (uint32_t i = 0; i < world->contact_count; i++) {
        Contact *contact = &world->contacts[i];
        contact->changed = false;
        contact->distance[0] = contact->distance[1] = contact->distance[2];
        contact->made = contact->distance[2];
    }
    for (uint32_t i = 0; i < world->point_count; i++) {
        if (!isfinite(world->offset[i])) {
            return status_fail(build->why, URTO_ERROR_ARGUMENT, "profile", world->offset[i],
                               "the profile of contact %u is not finite",
                               world->points[i].contact + 1);
        }
    }
    for (uint32_t i = 0; i < world->coupler_count; i++) {
        world_update_gamma(world, i);
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        contact_refresh(world, i);
    }
    probe_init(world);
    probe_reread(world);
    sum_add(&world->books.initial, ledger_stored(world));
    return URTO_OK;
}

static UrtoStatus assemble(const Build *build, UrtoWorld **result, double rate)
{
    const UrtoWorldDef *def = build->def;
    UrtoWorld world = {.allocator = def->allocator,
                       .rate = rate,
                       .step = build->step,
                       .per_step = 1.0 / build->step,
                       .kernels = kernels_best(),
                       .options = def->options};
    UrtoStatus status = check_all(build, &world);
    Arena arena = {NULL, 0};

    if (status != URTO_OK) {
        return status;
    }
    count_things(build, &world);
    layout(build, &world, &arena);
    const size_t bytes = arena.used + ARENA_ALIGNMENT;
    world.memory = def->allocator.allocate(def->allocator.context, bytes);
    if (!world.memory) {
        return status_fail(build->why, URTO_ERROR_MEMORY, "memory", (double)bytes,
                           "out of memory: the world needs %.10g bytes", (double)bytes);
    }
    memset(world.memory, 0, bytes);
    const uintptr_t mask = ARENA_ALIGNMENT - 1;
    const uintptr_t gap = (ARENA_ALIGNMENT - ((uintptr_t)world.memory & mask)) & mask;
    arena = (Arena){(unsigned char *)world.memory + gap, 0};
    UrtoWorld *place = (UrtoWorld *)(void *)arena.base;
    layout(build, &world, &arena);
    *place = world;
    status = fill(build, place);
    if (status != URTO_OK) {
        urto_world_destroy(place);
        return status;
    }
    *result = place;
    return URTO_OK;
}

UrtoStatus urto_world_create(UrtoWorld **world, const UrtoWorldDef *def, double rate,
                             UrtoDiagnostic *why)
{
    if (!world || !def) {
        return status_fail(why, URTO_ERROR_ARGUMENT, world ? "def" : "world", 0.0, "is NULL");
    }
    *world = NULL;
    UrtoStatus status =
        status_check_range(why, "rate", rate, (Range){1000.0, 1e7, false, "1000 to 1e7 Hz"});
    if (status != URTO_OK) {
        return status;
    }
    if (def->bodies.count == 0) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "bodies", 0.0, "a world needs a body");
    }
    const UrtoAllocator *allocator = &def->allocator;
    Build build = {.def = def, .why = why, .step = 1.0 / (rate * def->options.oversampling)};
    build.plans = allocator->allocate(allocator->context, def->bodies.count * sizeof *build.plans);
    if (!build.plans) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    uint32_t planned = 0;
    const bool trapezoidal = def->options.solver == URTO_SOLVER_TRAPEZOIDAL;
    while (status == URTO_OK && planned < def->bodies.count) {
        status = body_plan(&def->bodies.at[planned], build.step, def->options.band, trapezoidal,
                           def->options.ledger, allocator, &build.plans[planned], why);
        planned++;
    }
    if (status == URTO_OK) {
        status = assemble(&build, world, rate);
    }
    for (uint32_t i = 0; i < planned; i++) {
        if (build.plans[i].modes) {
            allocator->release(allocator->context, build.plans[i].modes);
        }
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
