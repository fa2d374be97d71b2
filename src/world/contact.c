/* Contact points: what each solver asks of them at a step, and what they keep.
 *
 * With x = compression, a = (x + x-)/2, t = (x+ - x-)/2, b = (x* - x-)/2 (x* without forces):
 *
 *   midpoint      f  = q L,   q = (phi(y+s) - E)/s,   without loss L = 1, s = t      midpoint.h
 *                 E+ = E + q s
 *   links         f  = q + r t,   r = mu |phi'(a)|/k     loss rises with t for either sign of q
 *   three-point   f  = q (1 + mu t/k),   q = (phi(x- + 2t) - phi(x-))/(2t)
 *                 E  = (phi(x) + phi(x-))/2
 *   quadratised   f  = g psi + (g^2/2 + r/k) t,   r = mu K [x]^a                   quadratised.h
 *                 E  = psi^2/2,   psi+ = psi + g t
 *   trapezoidal   f+ = K [x+]^a (1 + mu x+'), applied as (f+ + f)/2                          002
 *                 E  = phi(x)
 *
 * The bodies do the work f t (their part of it), a moving barrier or distance supplies
 * f (b+ - b-)/2, the loss is f t - q s, (f - q) t, (r/k) t^2. All but the trapezoidal rule balance exactly.
 * Symbols: docs/notation.md.
 *
 * Changes while sounding. A distance moves with b. A moved port acts like a moving barrier: the
 * force of the step acts at the new place. The compression that the move alone makes,
 *
 *   s = (P_new - P_old) (u + u-)/2
 *
 * enters the equation as part of b, and its work f s is supplied by whoever moves the port. So the
 * solve pushes a stiff contact along, and it never finds itself deep inside.
 *
 * A changed law acts at the half step, with the bodies held still: the contact's energy goes from
 * phi_old(a) to phi_new(a), and the difference is supplied. The energy of a quadratised contact is
 * not bound to phi(a): it stays, and the new law shows in g from then on, without work (scaling psi
 * with phi pumps energy into contacts that the printed test has let go).
 *
 * Three-point in contact carries x and x- by its own steps t; read anew from the bodies they would
 * be right to 1e-16 of the displacement only, which at K = 1e14 is much of a compression.
 */
#include "world.h"

#include "../law/matched.h"

#include <math.h>
#include <string.h>

/* Signed root of twice the potential. */
static double root_of(const UrtoWorld *world, const Point *point, double x)
{
    return copysign(sqrt(2.0 * point_potential(world, point, x)), x);
}

double coupler_project(const UrtoWorld *world, uint32_t coupler, bool differences)
{
    const Ends ends = world->model.ends[coupler];
    double sum = 0.0;

    if (ends.below) {
        const Row *row = &world->model.ports[ends.below - 1].row;
        const Body *body = &world->model.bodies[row->body];
        sum += body_project(body, row, differences ? body->d : body->u);
    }
    if (ends.above) {
        const Row *row = &world->model.ports[ends.above - 1].row;
        const Body *body = &world->model.bodies[row->body];
        sum -= body_project(body, row, differences ? body->d : body->u);
    }
    return sum;
}

static inline double port_read(const UrtoWorld *world, uint32_t end)
{
    return end ? world->model.ports[end - 1].weight * *world->model.ports[end - 1].source : 0.0;
}

double coupler_read(const UrtoWorld *world, uint32_t coupler)
{
    const Ends ends = world->model.ends[coupler];

    return port_read(world, ends.below) - port_read(world, ends.above);
}

void port_connect(UrtoWorld *world, uint32_t index)
{
    Port *port = &world->model.ports[index];
    const Row *row = &port->row;
    const Body *body = &world->model.bodies[row->body];

    port->weight = 1.0;
    if (!row->index) {
        port->source = port->slot ? &body->readings[port->slot - 1] : &world->model.zero;
    } else if (row->count == 1 && index >= world->model.user_ports) {
        /* a point of a line never moves */
        port->source = &body->d[row->index[0]];
        port->weight = row->weight[0];
    } else {
        port->source = &port->reading;
    }
}

void contact_arrange(UrtoWorld *world, Contact *contact)
{
    const double *first = NULL;

    contact->straight = contact->count > 1;
    for (uint32_t i = 0; i < contact->count && contact->straight; i++) {
        const Ends ends = world->model.ends[contact->first + i];
        const Port *port = &world->model.ports[(ends.below ? ends.below : ends.above) - 1];
        first = i ? first : port->source;
        contact->straight = !(ends.below && ends.above) && port->row.index &&
                            port->row.count == 1 && port->source == first + i;
    }
}

static double admittance(const UrtoWorld *world, uint32_t one, uint32_t two)
{
    if (!one || !two) {
        return 0.0;
    }
    const Row *first = &world->model.ports[one - 1].row;
    const Row *second = &world->model.ports[two - 1].row;
    return first->body == second->body
               ? row_admittance(&world->model.bodies[first->body], first, second)
               : 0.0;
}

/* Spans only grow: a port that moved may leave zeros in them. */
static void include(Span *span, uint32_t at)
{
    if (span->first == span->end) {
        *span = (Span){at, at + 1};
    } else if (at < span->first) {
        span->first = at;
    } else if (at >= span->end) {
        span->end = at + 1;
    }
}

void world_update_gamma(UrtoWorld *world, uint32_t coupler)
{
    const uint32_t n = world->model.coupler_count;
    const Ends mine = world->model.ends[coupler];

    world->flight.self_response_known = false;
    for (uint32_t other = 0; other < n; other++) {
        const Ends its = world->model.ends[other];
        const double value =
            admittance(world, mine.below, its.below) + admittance(world, mine.above, its.above) -
            admittance(world, mine.below, its.above) - admittance(world, mine.above, its.below);
        world->model.gamma[(size_t)coupler * n + other] = value;
        world->model.gamma[(size_t)other * n + coupler] = value;
        if (value != 0.0) {
            include(&world->model.spans[coupler], other);
            include(&world->model.spans[other], coupler);
        }
    }
}

/* Compressions at the present and the last instant. Within a step the
 * present is n = 1; between steps, where bodies are excited, the distances have not moved on yet: 2. */
static void compressions(const UrtoWorld *world, const Point *point, uint32_t index, int n,
                         double *now, double *last)
{
    const Contact *contact = &world->model.contacts[point->contact];
    const double xi = world->state.xi[index];

    *now = world->model.offset[index] - contact->distance[n] + xi;
    *last = world->model.offset[index] - contact->distance[n - 1] + xi - world->state.pd[index];
}

static bool on_body(const UrtoWorld *world, uint32_t coupler, uint32_t body)
{
    const Ends ends = world->model.ends[coupler];

    return (ends.below && world->model.ports[ends.below - 1].row.body == body) ||
           (ends.above && world->model.ports[ends.above - 1].row.body == body);
}

void contact_restart(UrtoWorld *world, uint32_t body)
{
    world->flight.reaches_known = false;
    for (uint32_t i = 0; i < world->model.point_count; i++) {
        Point *point = &world->model.points[i];
        if (!on_body(world, i, body)) {
            continue;
        }
        double x = 0.0;
        double last = 0.0;
        world->state.pd[i] = coupler_project(world, i, true);
        world->state.xi[i] = coupler_project(world, i, false);
        compressions(world, point, i, 2, &x, &last);
        point->x = x;
        point->x_last = last;
        point->energy = world->model.scheme->energy(world, point, x, last);
        point->psi = root_of(world, point, 0.5 * (x + last));
        point->shift = 0.0;
        point->before[0] = point->before[1] = 0.0;
        point->anchor = (PowerAnchor){0};
        world->state.must_check[i] = true;
    }
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        Bow *bow = &world->model.bows[i];
        const uint32_t coupler = world->model.point_count + i;
        bow->pd = coupler_project(world, coupler, true);
        if (on_body(world, coupler, body)) {
            bow->pressed = world->model.options.start_as_printed ? bow->force : 0.0;
        }
    }
}

static bool touched(const UrtoWorld *world, uint32_t coupler)
{
    const Ends ends = world->model.ends[coupler];

    return (ends.below && world->model.ports[ends.below - 1].moved) ||
           (ends.above && world->model.ports[ends.above - 1].moved);
}

void contact_before_change(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.point_count; i++) {
        Point *point = &world->model.points[i];
        double x = 0.0;
        double last = 0.0;
        compressions(world, point, i, 1, &x, &last);
        point->a = 0.5 * (x + last);
    }
}

/* The energy of a point under a new law, at the compression that it had under the old one. */
static void change_law(UrtoWorld *world, Point *point)
{
    const double energy = point->energy;

    point->anchor = (PowerAnchor){0};
    if (world->model.scheme->change) {
        world->model.scheme->change(world, point);
    }
    sum_add(&world->state.totals.change, point->energy - energy);
}

void contact_after_change(UrtoWorld *world)
{
    world->flight.reaches_known = false;
    for (uint32_t i = 0; i < world->model.coupler_count; i++) {
        if (touched(world, i)) {
            world_update_gamma(world, i);
            const double pd = coupler_project(world, i, true);
            if (i < world->model.point_count) {
                world->state.pd[i] = pd;
                world->state.xi[i] = coupler_project(world, i, false);
            } else {
                world->model.bows[i - world->model.point_count].pd = pd;
            }
        }
        if (i >= world->model.point_count) {
            continue;
        }
        Point *point = &world->model.points[i];
        if (world->model.contacts[point->contact].changed) {
            change_law(world, point);
        }
        if (touched(world, i)) {
            double x = 0.0;
            double last = 0.0;
            compressions(world, point, i, 1, &x, &last);
            point->slide = 0.5 * (x + last) - point->a;
            point->moving = 2;
            world->state.must_check[i] = true;
        }
    }
    for (uint32_t i = 0; i < world->model.port_count; i++) {
        world->model.ports[i].moved = false;
    }
    for (uint32_t i = 0; i < world->model.contact_count; i++) {
        world->model.contacts[i].changed = false;
    }
}

/* P d of points as predicted, but for lines of grid points: list_groups reads these. */
static void read_points(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.interpolated_count; i++) {
        Port *port = &world->model.ports[world->model.interpolated_ports[i]];
        const double *d = world->model.bodies[port->row.body].d;
        double sum = 0.0;
        for (uint32_t j = 0; j < port->row.count; j++) {
            sum += port->row.weight[j] * d[port->row.index[j]];
        }
        port->reading = sum;
    }
    for (uint32_t c = 0; c < world->model.contact_count; c++) {
        const Contact *contact = &world->model.contacts[c];
        const uint32_t end = contact->straight ? 0 : contact->first + contact->count;
        for (uint32_t i = contact->first; i < end; i++) {
            world->state.pe[i] = coupler_read(world, i);
        }
    }
}

/* Of KERNEL_GROUP points; those of another contact among them do no harm. */
static bool any_held(const uint8_t *held)
{
    uint64_t words[KERNEL_GROUP / sizeof(uint64_t)];
    uint64_t any = 0;

    memcpy(words, held, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        any |= words[i];
    }
    return any != 0;
}

static void list_group(UrtoWorld *world, uint32_t first, uint32_t end, double least)
{
    for (uint32_t i = first; i < end; i++) {
        const double here = world->model.offset[i] + world->state.xi[i];
        /* listed or not, without a branch that nobody can foresee */
        world->state.candidates[world->state.candidate_count] = i;
        world->state.candidate_count += world->state.must_check[i] | (here >= least) |
                                        (here + world->state.pe[i] >= least) |
                                        (here - world->state.pd[i] >= least);
    }
}

/* One pass over up to 32 groups of points of a contact. */
static void list_groups(UrtoWorld *world, const Contact *contact, uint32_t first, uint32_t end,
                        double least)
{
    KernelWatch watch = {.n = end - first,
                         .offset = world->model.offset + first,
                         .xi = world->state.xi + first,
                         .pd = world->state.pd + first,
                         .pe = world->state.pe + first,
                         .least = least};

    if (contact->straight) {
        const Ends ends = world->model.ends[contact->first];
        const Port *port = &world->model.ports[(ends.below ? ends.below : ends.above) - 1];
        watch.source = port->source + (first - contact->first);
        watch.sign = ends.below ? port->weight : -port->weight;
    }
    uint32_t near = world->model.kernels->watch(&watch);
    for (; first < end; first += KERNEL_GROUP, near >>= 1) {
        if ((near & 1) || any_held(world->state.must_check + first)) {
            list_group(world, first, end - first < KERNEL_GROUP ? end : first + KERNEL_GROUP,
                       least);
        }
    }
}

/* Lists the points that may touch in this step: those that hold something, and those whose largest
 * compression at the instants n - 1, n, n + 1 is not negative. */
static void list_near(UrtoWorld *world)
{
    enum { FEW = 8, MANY = 32 * KERNEL_GROUP };

    world->state.candidate_count = 0;
    for (uint32_t c = 0; c < world->model.contact_count; c++) {
        const Contact *contact = &world->model.contacts[c];
        const double *distance = contact->distance;
        const double least = fmin(distance[0], fmin(distance[1], distance[2]));
        const uint32_t end = contact->first + contact->count;
        if (!contact->straight && contact->count <= KERNEL_GROUP &&
            (contact->count < FEW || any_held(world->state.must_check + contact->first))) {
            list_group(world, contact->first, end, least);
            continue;
        }
        for (uint32_t first = contact->first; first < end; first += MANY) {
            list_groups(world, contact, first, end - first < MANY ? end : first + MANY, least);
        }
    }
}

void contact_load(UrtoWorld *world, uint32_t index)
{
    Point *point = &world->model.points[index];
    const double *distance = world->model.contacts[point->contact].distance;
    const double pe = world->state.pe[index];
    double x = 0.0;
    double last = 0.0;

    compressions(world, point, index, 1, &x, &last);
    if (!world->model.scheme->carries_x) {
        point->x = x;
        point->x_last = last;
    } else if (point->energy == 0.0 && !world->model.contacts[point->contact].link) {
        /* apart: read anew, but what a moved port has pushed in is still to come */
        point->x = x < 0.0 ? x : 0.0;
        point->x_last = last < 0.0 ? last : 0.0;
        point->slide = 0.5 * (last - point->x_last);
    } else {
        point->slide = point->moving ? 0.5 * (last - point->x_last) : 0.0;
    }
    point->moving -= point->moving ? 1 : 0;
    point->a = 0.5 * (point->x + point->x_last) - point->slide;
    point->b = 0.5 * (distance[0] - distance[2] + pe + world->state.pd[index]) + point->slide;
    if (world->model.scheme->lags) {
        /* a link never opens: where it holds no energy it passes through its rest position */
        if (point->energy == 0.0 && !world->model.contacts[point->contact].link) {
            point->shift = midpoint_first_shift(point->a);
        }
        point->ref = midpoint_ref(point->energy, point->b, point->x - point->x_last, point->t);
    }
    if (world->model.scheme->trapezoidal) {
        point->b = point->x + distance[1] - distance[2] + 0.5 * (pe + world->state.pd[index]);
    }
}

/* After prediction: which points may touch, and a and b of these. */
void contact_begin(UrtoWorld *world)
{
    read_points(world);
    if (world->model.scheme->trapezoidal) {
        /* the old forces act on through half of the step */
        world->state.candidate_count = world->model.point_count;
        for (uint32_t i = 0; i < world->model.point_count; i++) {
            world->state.candidates[i] = i;
            world->state.is_candidate[i] = 1;
            contact_load(world, i);
        }
        for (uint32_t i = 0; i < world->model.point_count; i++) {
            const double *gamma = world->model.gamma + (size_t)i * world->model.coupler_count;
            for (uint32_t j = 0; j < world->model.point_count; j++) {
                world->model.points[i].b -= 0.25 * gamma[j] * world->model.points[j].force;
            }
        }
        return;
    }
    list_near(world);
    for (uint32_t i = 0; i < world->state.candidate_count; i++) {
        contact_load(world, world->state.candidates[i]);
        world->state.is_candidate[world->state.candidates[i]] = 1;
    }
}

void contact_update_stale(UrtoWorld *world)
{
    if (world->state.stale) {
        world->state.stale = false;
        for (uint32_t i = 0; i < world->model.point_count; i++) {
            world->state.pd[i] = coupler_project(world, i, true);
        }
        contact_read_xi(world);
    }
}

void contact_read_xi(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.point_count; i++) {
        world->state.xi[i] = coupler_project(world, i, false);
    }
}

bool contact_active(const UrtoWorld *world, const Point *point, double t)
{
    return world->model.contacts[point->contact].link || world->model.scheme->active(point, t);
}

void contact_set_series(const UrtoWorld *world, Contact *contact)
{
    contact->series =
        power_series(contact->law.exponent - (world->model.scheme->quadratised ? 1.0 : 0.0));
}

void contact_prepare(UrtoWorld *world, uint32_t index, Item *item)
{
    Point *point = &world->model.points[index];
    const Contact *contact = &world->model.contacts[point->contact];
    const double k = world->model.step;
    const double own = world->model.gamma[(size_t)index * world->model.coupler_count + index];

    item->coupler = index;
    item->b = point->b;
    item->force = point->force;
    item->c0 = item->c1 = item->elastic = item->residual = 0.0;
    item->iterations = 0;
    item->held = false;
    if (contact->matched && point->energy == 0.0) {
        point->scale = 1.0;
        if (point->b > 0.0 && own > 0.0) {
            const UrtoLaw law = point_law(world, point);
            point->scale = matched_stiffness(k * k / own, &law, point->b / k, k) / law.stiffness;
        }
    }
    item->law = (Midpoint){.law = point_law(world, point),
                           .link = contact->link,
                           .a = point->a + point->shift,
                           .energy = point->energy,
                           .loss = contact->law.damping / k,
                           .ref = point->ref,
                           .shift = point->shift,
                           .scale = fabs(point->a) + fabs(point->b),
                           .compliance = 0.5 * own,
                           .stiff = 2.0 / own,
                           .part = 1.0 / (contact->law.exponent + 1.0),
                           .series = &contact->series,
                           .anchor = point->anchor,
                           .gradient = -1.0};
    item->guess = midpoint_guess(point->force, point->before);
    if (contact->link) {
        item->law.loss = 0.0;
        item->c1 = contact->law.damping == 0.0
                       ? 0.0
                       : contact->law.damping / k * power_gradient(&item->law.law, fabs(point->a));
    }
    world->model.scheme->prepare(world, index, item);
}

/* The step that the bodies have made, for contacts that press against each other: where their
 * forces are large and cancel, the rounding of Gamma times these forces, the same at every step, is
 * not small against the energy. E must grow by the work that the bodies do. */
static void read_step(UrtoWorld *world, uint32_t index, Point *point, Item *item)
{
    const double pd = coupler_project(world, index, true);

    item->t = point->t = point->b - 0.5 * (world->state.pe[index] - pd);
}

/* A contact that was not solved keeps its energy, and so its own compression: nothing is lost. */
static double hold(const UrtoWorld *world, Point *point, const Item *item)
{
    point->shift -= world->model.scheme->lags ? item->t : 0.0;
    return 0.0;
}

static void settle_near(UrtoWorld *world, uint32_t i)
{
    const ContactScheme *scheme = world->model.scheme;
    Point *point = &world->model.points[i];
    Contact *contact = &world->model.contacts[point->contact];
    const uint32_t at = world->solve.item_of[i];
    const double moved = 0.5 * (contact->distance[0] - contact->distance[2]) + point->slide;
    double force = 0.0;

    if (at) {
        Item *item = &world->solve.items[at - 1];
        if (item->coupled && scheme->reads_step) {
            read_step(world, i, point, item);
        }
        const double lost =
            item->held ? hold(world, point, item) : scheme->settle(world, point, item);
        force = item->force;
        if (item->kind == ITEM_MIDPOINT) {
            point->anchor = item->law.anchor;
        }
        if (!contact->link) {
            contact_count_force(world, force);
        }
        if (world->model.options.ledger) {
            sum_add(&contact->dissipated, lost);
            sum_add(&world->state.totals.change, force * moved);
        }
    } else if (scheme->trapezoidal) {
        point->energy = 0.0;
    }
    if (world->output.events.room && !contact->link) {
        contact_events_point(world, contact, point->force, force, point->b);
    }
    /* a contact that begins knows nothing of the one before */
    point->before[1] = at ? point->before[0] : 0.0;
    point->before[0] = at ? point->force : 0.0;
    point->force = force;
    point->slide = 0.0;
    /* the bodies have been pushed, or Gamma tells how they will be */
    world->state.pe[i] = scheme->trapezoidal ? coupler_project(world, i, true)
                                             : world->state.pe[i] - 2.0 * (point->b - point->t);
    world->state.must_check[i] = contact->link || point->energy != 0.0 || point->psi != 0.0 ||
                                 point->force != 0.0 || point->moving != 0;
}

/* What the forces did to points that were not near. */
static void settle_far(UrtoWorld *world)
{
    const size_t n = world->model.coupler_count;

    for (uint32_t i = 0; i < world->solve.item_count; i++) {
        const uint32_t coupler = world->solve.items[i].coupler;
        const double force = world->solve.items[i].force;
        const double *row = world->model.gamma + n * coupler;
        const Span span = world->model.spans[coupler];
        const uint32_t end =
            span.end < world->model.point_count ? span.end : world->model.point_count;
        for (uint32_t j = span.first; span.end - span.first > 1 && j < end; j++) {
            world->state.pe[j] -= world->state.is_candidate[j] ? 0.0 : row[j] * force;
        }
    }
}

void contact_settle(UrtoWorld *world)
{
    const uint32_t points = world->model.point_count;
    double *restrict xi = world->state.xi;
    double *pd = world->state.pd;
    double *pe = world->state.pe;

    settle_far(world);
    for (uint32_t i = 0; i < world->state.candidate_count; i++) {
        settle_near(world, world->state.candidates[i]);
        world->state.is_candidate[world->state.candidates[i]] = 0;
    }
    for (uint32_t i = 0; world->output.events.room && i < world->model.contact_count; i++) {
        contact_events_step(world, &world->model.contacts[i]);
    }
    if (world->model.scheme->trapezoidal) {
        for (uint32_t i = 0; i < points; i++) {
            xi[i] += 0.5 * (pd[i] + pe[i]);
        }
    } else {
        world->model.kernels->add(kernel_padded(points), 1.0, pe, xi);
    }
    world->state.pd = pe;
    world->state.pe = pd;
}
