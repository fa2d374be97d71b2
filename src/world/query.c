/* What a world says of itself. Handles of other worlds, of things that are not there, and NULL
 * worlds give 0. */
#include "../base/constants.h"
#include "../law/matched.h"
#include "world.h"

#include <math.h>

UrtoStatus world_known(const UrtoWorld *world, const char *field, uint32_t id, uint32_t tag,
                       uint32_t count, UrtoDiagnostic *why)
{
    if (!world) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "world", 0.0, "world is NULL");
    }
    if (tag && tag != world->tag) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, field, id, "%s is a handle of another world",
                           field);
    }
    if (id == 0 || id > count) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, field, id,
                           "%s is %u, must be the handle of one of the %u in this world", field, id,
                           count);
    }
    return URTO_OK;
}

static bool has(const UrtoWorld *world, uint32_t id, uint32_t tag, uint32_t count)
{
    return id && id <= count && (!tag || tag == world->tag);
}

static const Port *find_port(const UrtoWorld *world, UrtoPort port)
{
    return world && has(world, port.id, port.tag, world->model.user_ports)
               ? &world->model.ports[port.id - 1]
               : NULL;
}

static const Body *find_body(const UrtoWorld *world, UrtoBody body)
{
    return world && has(world, body.id, body.tag, world->model.body_count)
               ? &world->model.bodies[body.id - 1]
               : NULL;
}

static const Contact *find_contact(const UrtoWorld *world, UrtoContact contact)
{
    return world && has(world, contact.id, contact.tag, world->model.contact_count)
               ? &world->model.contacts[contact.id - 1]
               : NULL;
}

UrtoStatistics urto_world_statistics(const UrtoWorld *world)
{
    return world ? world->statistics : (UrtoStatistics){0};
}

size_t urto_world_bytes(const UrtoWorld *world)
{
    return world ? world->bytes : 0;
}

double port_displacement(const UrtoWorld *world, uint32_t port)
{
    const Row *row = port ? &world->model.ports[port - 1].row : NULL;

    return row ? body_project(&world->model.bodies[row->body], row,
                              world->model.bodies[row->body].u)
               : 0.0;
}

double port_velocity(const UrtoWorld *world, uint32_t port)
{
    const Row *row = port ? &world->model.ports[port - 1].row : NULL;

    return row ? body_project(&world->model.bodies[row->body], row,
                              world->model.bodies[row->body].d) /
                     world->model.step
               : 0.0;
}

double urto_world_displacement(const UrtoWorld *world, UrtoPort port)
{
    return find_port(world, port) ? port_displacement(world, port.id) : 0.0;
}

double urto_world_velocity(const UrtoWorld *world, UrtoPort port)
{
    return find_port(world, port) ? port_velocity(world, port.id) : 0.0;
}

double contact_force(const UrtoWorld *world, const Contact *contact)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < contact->count; i++) {
        sum += world->model.points[contact->first + i].force;
    }
    return sum;
}

double urto_world_contact_force(const UrtoWorld *world, UrtoContact contact)
{
    const Contact *its = find_contact(world, contact);

    return its ? contact_force(world, its) : 0.0;
}

double urto_world_compression(const UrtoWorld *world, UrtoContact contact)
{
    const Contact *its = find_contact(world, contact);

    if (!its) {
        return 0.0;
    }
    const double xi = world->state.stale ? coupler_project(world, its->first, false)
                                         : world->state.xi[its->first];
    return world->model.offset[its->first] - its->distance[2] + xi;
}

double urto_world_contact_frequency(const UrtoWorld *world, UrtoContact contact, double speed)
{
    const Contact *its = find_contact(world, contact);
    double highest = 0.0;

    for (uint32_t i = 0; its && speed > 0.0 && speed < HUGE_VAL && i < its->count; i++) {
        const size_t at = its->first + i;
        const double own = world->model.gamma[at * world->model.coupler_count + at];
        const double mass = world->model.step * world->model.step / own;
        const UrtoLaw law = point_law(world, &world->model.points[at]);
        highest = own > 0.0 ? fmax(highest, 0.5 / matched_duration(mass, &law, speed)) : highest;
    }
    return highest;
}

double urto_world_probe(const UrtoWorld *world, UrtoProbe probe)
{
    const bool known = world && world_known(world, "probe", probe.id, probe.tag,
                                            world->model.probe_count, NULL) == URTO_OK;

    return known ? world->model.probes[probe.id - 1].value : 0.0;
}

UrtoBodyInfo urto_world_body_info(const UrtoWorld *world, UrtoBody body)
{
    const Body *its = find_body(world, body);
    const bool leapfrog = its && its->leapfrog && its->kind != BODY_MASS;

    return its ? (UrtoBodyInfo){.kind = (UrtoBodyKind)(its->kind + URTO_BODY_KIND_MASS),
                                .model = its->is_grid ? URTO_MODEL_GRID
                                         : leapfrog   ? URTO_MODEL_MODAL_LEAPFROG
                                                      : URTO_MODEL_MODAL,
                                .outline = its->outline,
                                .size = {its->size[0], its->size[1]},
                                .degrees = its->n}
               : (UrtoBodyInfo){0};
}

/* The body, if it has this mode. */
static const Body *find_mode(const UrtoWorld *world, UrtoBody body, uint32_t mode)
{
    const Body *its = find_body(world, body);

    return its && !its->is_grid && mode < its->n ? its : NULL;
}

UrtoMode urto_world_mode_info(const UrtoWorld *world, UrtoBody body, uint32_t mode)
{
    const Body *its = find_mode(world, body, mode);

    if (!its) {
        return (UrtoMode){0};
    }
    const ModeSpec *spec = &its->modes[mode];
    return (UrtoMode){.frequency = its->tuning * spec->omega / (2.0 * PI),
                      .decay = its->loss * spec->sigma + its->loss_high * spec->high,
                      .mass = its->mass * spec->mass};
}

double urto_world_mode_shape(const UrtoWorld *world, UrtoBody body, uint32_t mode, double x,
                             double y)
{
    const Body *its = find_mode(world, body, mode);

    return its && body_contains(its->outline, its->size, x, y) ? body_mode_shape(its, mode, x, y)
                                                               : 0.0;
}

double urto_world_mode_displacement(const UrtoWorld *world, UrtoBody body, uint32_t mode)
{
    const Body *its = find_mode(world, body, mode);

    return its ? its->scale[mode] * its->u[mode] : 0.0;
}

double urto_world_displacement_at(const UrtoWorld *world, UrtoBody body, double x, double y)
{
    const Body *its = find_body(world, body);
    double sum = 0.0;

    if (!its || !body_contains(its->outline, its->size, x, y)) {
        return 0.0;
    }
    if (its->is_grid) {
        uint32_t index[4];
        double weight[4];
        Row row = {.index = index, .weight = weight};
        body_row(its, x, y, URTO_INTERPOLATION_LINEAR, &row);
        return body_project(its, &row, its->u);
    }
    for (uint32_t i = 0; i < its->n; i++) {
        sum += its->scale[i] * its->u[i] * body_mode_shape(its, i, x, y);
    }
    return sum;
}

double urto_world_latency(const UrtoWorld *world)
{
    return world && world->output.tap_count ? 0.5 * TAPS_A_FRAME : 0.0;
}

double urto_world_dissipated_by_body(const UrtoWorld *world, UrtoBody body)
{
    const Body *its = find_body(world, body);

    return its ? sum_of(&its->dissipated) : 0.0;
}

double urto_world_dissipated_by_contact(const UrtoWorld *world, UrtoContact contact)
{
    const Contact *its = find_contact(world, contact);

    return its ? sum_of(&its->dissipated) : 0.0;
}

double urto_world_dissipated_by_bow(const UrtoWorld *world, UrtoBow bow)
{
    return world && has(world, bow.id, bow.tag, world->model.bow_count)
               ? sum_of(&world->model.bows[bow.id - 1].dissipated)
               : 0.0;
}

double urto_world_stored_in_contact(const UrtoWorld *world, UrtoContact contact)
{
    const Contact *its = find_contact(world, contact);
    double sum = 0.0;

    for (uint32_t i = 0; its && i < its->count; i++) {
        sum += world->model.points[its->first + i].energy;
    }
    return sum;
}

/* Motions that are smaller than this are at rest [m], [m a step]. */
#define AT_REST 1e-13

/* Whether a body is pressed: then it may rest away from 0. */
static bool is_pressed(const UrtoWorld *world, uint32_t body)
{
    bool pressed = false;

    for (uint32_t i = 0; i < world->model.point_count && !pressed; i++) {
        const Ends ends = world->model.ends[i];
        pressed = world->model.points[i].force != 0.0 &&
                  ((ends.below && world->model.ports[ends.below - 1].row.body == body) ||
                   (ends.above && world->model.ports[ends.above - 1].row.body == body));
    }
    return pressed;
}

/* Whether a body may be left alone: nobody hears it, and it only has_fast_flight apart from what it could
 * touch. A mass without spring and weight. */
static bool flies_away(const UrtoWorld *world, uint32_t index)
{
    const Body *body = &world->model.bodies[index];
    bool away =
        body->n == 1 && !body->is_grid && body->coef_u[0] == 0.0 && body->gravity_step == 0.0;

    for (uint32_t i = 0; i < world->model.probe_count && away; i++) {
        const Probe *probe = &world->model.probes[i];
        away = probe->quantity > URTO_QUANTITY_ACCELERATION ||
               world->model.ports[probe->source - 1].row.body != index;
    }
    for (uint32_t i = 0; i < world->model.coupler_count && away; i++) {
        const Ends ends = world->model.ends[i];
        const bool below = ends.below && world->model.ports[ends.below - 1].row.body == index;
        const bool above = ends.above && world->model.ports[ends.above - 1].row.body == index;
        away = !(below || above) ||
               (i < world->model.point_count &&
                !world->model.contacts[world->model.points[i].contact].link &&
                world->model.points[i].force == 0.0 && body->d[0] * (below ? 1.0 : -1.0) <= 0.0);
    }
    return away;
}

/* How far a mode or point is from where it would rest if nothing pressed on it. */
static double off_rest(const Body *body, uint32_t i)
{
    if (body->is_grid) {
        return body->u[i];
    }
    const double pull = body->coef_u[i];
    const double drop = i == 0 ? body->gravity_step : 0.0;
    if (pull == 0.0) {
        return drop == 0.0 ? 0.0 : HUGE_VAL; /* it falls */
    }
    return body->u[i] - drop / pull;
}

bool urto_world_sleeps(const UrtoWorld *world)
{
    if (!world || world->state.muted) {
        return true;
    }
    bool sleeps =
        !world->controls.active_count && !world->controls.queue.count && !world->state.struck;
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        sleeps = sleeps && world->model.bows[i].force == 0.0;
    }
    for (uint32_t i = 0; i < world->model.drive_count; i++) {
        sleeps = sleeps && world->model.drives[i].input == 0.0;
    }
    for (uint32_t b = 0; b < world->model.body_count && sleeps; b++) {
        const Body *body = &world->model.bodies[b];
        if (body->still || flies_away(world, b)) {
            continue;
        }
        const bool pressed = is_pressed(world, b);
        for (uint32_t i = 0; i < body->room && sleeps; i++) {
            sleeps = fabs(body->d[i]) < AT_REST && (pressed || fabs(off_rest(body, i)) < AT_REST);
        }
    }
    return sleeps;
}
