/* A world that has been laid out takes what its description says. What a new world and one that is
 * reset have in common is in world_start. */
#include "compile.h"

#include <math.h>
#include <string.h>

static void place_port(UrtoWorld *world, uint32_t port, double x, double y)
{
    Port *its = &world->model.ports[port];

    its->x = x;
    its->y = y;
    port_row(world, its);
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
    Contact *contact = &world->model.contacts[index];

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = contact->first + i;
        const double place = line_place(build, line, i);
        double height = line->heights ? line->heights[i] : 0.0;
        if (line->profile) {
            height = line->profile(line->context, place);
        }
        if (line->below.body.id) {
            place_on_line(world, *port, &line->below, place);
            world->model.ends[at].below = ++*port;
        }
        if (line->above.body.id) {
            place_on_line(world, *port, &line->above, place);
            world->model.ends[at].above = ++*port;
        }
        /* a barrier above bounds from above: its height counts against the compression */
        world->model.offset[at] = line->above.body.id ? height : -height;
        world->model.points[at].share =
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
        Contact *contact = &world->model.contacts[i];
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
            world->model.ends[first] = (Ends){its->single.below.id, its->single.above.id};
            world->model.points[first].share = 1.0;
        }
        for (uint32_t j = 0; j < contact->count; j++) {
            world->model.points[first + j].contact = i;
            world->model.points[first + j].scale = 1.0;
        }
        first += contact->count;
    }
}

static void fill_things(const UrtoWorldDef *def, UrtoWorld *world)
{
    for (uint32_t i = 0; i < def->bows.count; i++) {
        const UrtoBowDef *bow = &def->bows.at[i];
        world->model.bows[i] = (Bow){.port = bow->port.id - 1,
                                     .force = bow->force,
                                     .velocity = bow->velocity,
                                     .curve = friction_of(bow->curve),
                                     .iterative = bow->iterative,
                                     .lagged = bow->lagged};
        world->model.ends[world->model.point_count + i].below = bow->port.id;
    }
    for (uint32_t i = 0; i < def->drives.count; i++) {
        const UrtoDriveDef *drive = &def->drives.at[i];
        world->model.drives[i] =
            (Drive){.port = drive->port.id - 1, .channel = drive->channel, .gain = drive->gain};
    }
    for (uint32_t i = 0; i < def->probes.count; i++) {
        const UrtoProbeDef *probe = &def->probes.at[i];
        const uint32_t source = probe->quantity <= URTO_QUANTITY_ACCELERATION    ? probe->port.id
                                : probe->quantity == URTO_QUANTITY_CONTACT_FORCE ? probe->contact.id
                                                                                 : probe->bow.id;
        world->model.probes[i] = (Probe){.quantity = probe->quantity,
                                         .source = source,
                                         .channel = probe->channel,
                                         .width = probe->width,
                                         .gain = probe->gain,
                                         .pan = probe->pan};
    }
}

/* Curves become ramps; a curve that starts at 0 sets the initial value. */
static UrtoStatus fill_curves(const Build *build, UrtoWorld *world)
{
    const UrtoWorldDef *def = build->def;
    uint32_t count = 0;

    for (uint32_t c = 0; c < def->curves.count; c++) {
        const CurveDef *curve = &def->curves.at[c];
        uint64_t from = 0;
        for (uint32_t i = 0; i < curve->count; i++) {
            const UrtoBreakpoint *point = &curve->points[i];
            const UrtoStatus status = control_check(world, curve->target, point->value, build->why);
            if (status != URTO_OK) {
                return status;
            }
            const uint32_t slot = control_slot(world, curve->target.control, curve->target.id);
            const uint64_t frame = (uint64_t)(point->time * world->model.rate + 0.5);
            if (i == 0 && frame == 0) {
                world->controls.slots[slot].initial = world->controls.slots[slot].target =
                    point->value;
                continue;
            }
            world->controls.curves[count++] = (Event){.frame = i ? from : frame,
                                                      .kind = EVENT_RAMP,
                                                      .index = slot,
                                                      .value = point->value,
                                                      .ramp = i ? frame - from : 0};
            from = frame;
        }
    }
    world->controls.curve_count = count;
    return URTO_OK;
}

/* A port whose P d is wanted at every step: by the readings of a diagonal body, or from a grid. */
static void track(UrtoWorld *world, uint32_t port, bool couples)
{
    Port *its = &world->model.ports[port];
    Body *body = &world->model.bodies[its->row.body];

    if (!its->row.index && !its->slot) {
        body->tracked[body->tracked_count] = its->row.weight;
        its->slot = ++body->tracked_count;
    }
    port_connect(world, port);
    if (couples && its->source == &its->reading && !its->interpolated) {
        world->model.interpolated_ports[world->model.interpolated_count++] = port;
        its->interpolated = true;
    }
}

static void connect_ports(UrtoWorld *world)
{
    /* those that probes read come first */
    for (uint32_t i = 0; i < world->model.probe_count; i++) {
        if (world->model.probes[i].quantity <= URTO_QUANTITY_ACCELERATION) {
            track(world, world->model.probes[i].source - 1, false);
        }
    }
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        world->model.bodies[i].heard_count = world->model.bodies[i].tracked_count;
    }
    for (uint32_t i = 0; i < world->model.coupler_count; i++) {
        const Ends ends = world->model.ends[i];
        if (ends.below) {
            track(world, ends.below - 1, true);
        }
        if (ends.above) {
            track(world, ends.above - 1, true);
        }
    }
    for (uint32_t i = 0; i < world->model.contact_count; i++) {
        contact_arrange(world, &world->model.contacts[i]);
    }
    uint32_t rows = 0;
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        world->flight.flight_first[i] = rows;
        rows += world->model.bodies[i].tracked_count;
    }
    world->flight.has_fast_flight = fast_flight_possible(world);
    world->flight.has_fast_contact = fast_contact_possible(world);
}

/* Bodies at rest, but for masses, which begin where they are; their coefficients. */
static void start_bodies(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        Body *body = &world->model.bodies[i];
        body_start(body);
        body->changed = false;
    }
    for (uint32_t i = 0; i < world->model.port_count; i++) {
        Port *port = &world->model.ports[i];
        place_port(world, i, port->x, port->y);
        port->moved = false;
    }
}

static void start_contacts(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.contact_count; i++) {
        Contact *contact = &world->model.contacts[i];
        contact->changed = false;
        contact->distance[0] = contact->distance[1] = contact->distance[2];
        contact->made = contact->distance[2];
        contact->dissipated = (Sum){0.0, 0.0};
        contact->touch = (Touch){0};
    }
    for (uint32_t i = 0; i < world->model.point_count; i++) {
        world->model.points[i] = (Point){.contact = world->model.points[i].contact,
                                         .share = world->model.points[i].share,
                                         .scale = 1.0};
    }
    memset(world->model.spans, 0, world->model.coupler_count * sizeof *world->model.spans);
    for (uint32_t i = 0; i < world->model.coupler_count; i++) {
        world_update_gamma(world, i);
    }
}

static void start_things(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        Bow *bow = &world->model.bows[i];
        bow->last = (FrictionRoot){0.0, bow->curve.slope};
        bow->friction = bow->pd = 0.0;
        bow->dissipated = (Sum){0.0, 0.0};
    }
    for (uint32_t i = 0; i < world->model.drive_count; i++) {
        world->model.drives[i].force = world->model.drives[i].input = 0.0;
    }
    /* a step that broke has left its own behind */
    memset(world->solve.item_of, 0, world->model.coupler_count * sizeof *world->solve.item_of);
    memset(world->state.is_candidate, 0,
           world->model.point_count * sizeof *world->state.is_candidate);
    memset(world->state.strikes, 0, world->model.user_ports * sizeof *world->state.strikes);
    probe_forget(world);
}

void world_start(UrtoWorld *world)
{
    world->state.frame = 0;
    world->state.candidate_count = world->state.refresh_in = 0;
    world->flight.reaches_known = world->state.stale = world->state.struck = world->state.muted =
        false;
    world->flight.flight_retry_in = world->flight.flights_since_cull = 0;
    world->statistics = (UrtoStatistics){.modes_left_out = world->statistics.modes_left_out};
    world->state.totals = (EnergyTotals){.initial = {0.0, 0.0}};
    control_start(world);
    start_bodies(world);
    start_contacts(world);
    start_things(world);
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        contact_restart(world, i);
    }
    probe_reread(world);
    sum_add(&world->state.totals.initial, ledger_stored(world));
}

void urto_world_reset(UrtoWorld *world)
{
    if (world) {
        world_start(world);
    }
}

UrtoStatus compile_fill(const Build *build, UrtoWorld *world)
{
    const UrtoWorldDef *def = build->def;

    for (uint32_t i = 0; i < world->model.body_count; i++) {
        body_init(&world->model.bodies[i], &build->plans[i]);
    }
    for (uint32_t i = 0; i < def->ports.count; i++) {
        place_port(world, i, def->ports.at[i].x, def->ports.at[i].y);
    }
    fill_contacts(build, world);
    for (uint32_t i = 0; i < world->model.point_count; i++) {
        const UrtoStatus status = status_check_range(build->why, "profile", world->model.offset[i],
                                                     control_table[URTO_CONTACT_DISTANCE].range);
        if (status != URTO_OK) {
            return status;
        }
    }
    fill_things(def, world);
    control_init(world);
    const UrtoStatus status = fill_curves(build, world);
    if (status != URTO_OK) {
        return status;
    }
    connect_ports(world);
    probe_init(world);
    world_start(world);
    return URTO_OK;
}
