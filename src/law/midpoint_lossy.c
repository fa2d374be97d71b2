/* Equation (1) of midpoint.h, solved in w: by Newton with the curvature, in a bracket. */
#include "midpoint.h"

enum { ITERATION_CAP = 100 };

/* w where the bodies have t = c: nothing pushes them. HUGE_VAL or NaN: the contact lets go. */
static double unpushed(const Midpoint *contact, double z0, double c)
{
    const double behind = contact->ref - c;
    const double m2 = 2.0 * contact->loss;

    if (z0 <= 0.0) {
        return behind < 0.0 ? -c : HUGE_VAL;
    }
    return behind <= 0.0 ? behind / z0 : -log1p(-m2 * behind / z0) / m2;
}

/* w where the contact has s, nearly; exact as m -> 0. */
static double near_step(const Midpoint *contact, double z0, double s)
{
    const double behind = contact->ref - s;
    const double share = (1.0 + contact->loss * s) / z0;

    if (z0 <= 0.0) {
        return -s;
    }
    return behind <= 0.0 ? behind / z0 : 0.5 * behind * (1.0 + share) / (z0 * share);
}

static double start_from(const Midpoint *contact, double z0, double c, double G, double guess)
{
    const double s = contact->energy == 0.0 && guess <= 0.0 ? midpoint_closing_bound(contact, c, G)
                                                            : c - G * guess;

    return 1.0 + contact->loss * s > 0.0 ? near_step(contact, z0, s) : HUGE_VAL;
}

/* The force is 0: all that the law releases is lost. */
static MidpointRoot let_go(Midpoint *contact, double c, double s)
{
    return (MidpointRoot){.t = c, .s = s, .elastic = midpoint_elastic(contact, s).value};
}

/* Between the ends of a bracket that may span many powers of ten, or have no upper end. */
static double halfway(double low, double high)
{
    if (high == HUGE_VAL) {
        return low > 0.0 ? 16.0 * low : 1e-30;
    }
    return low > 0.0 && high > 4.0 * low ? sqrt(low * high) : 0.5 * (low + high);
}

/* A place on the way to the root, the bracket around it, and the last step there. */
typedef struct Trial {
    double w, low, high, step;
    MidpointPath path;
    Quotient q;
} Trial;

/* The next w, inside the bracket; smooth: by Newton, with nothing between that has a kink. */
static double next_w(const Midpoint *contact, Trial *at, double c, double G, bool *smooth,
                     bool *curved)
{
    const bool gone = at->path.mean <= 0.0; /* the left side of (1) is infinite */
    const MidpointStep newton = midpoint_newton(contact, &at->path, at->q, at->w, c, G);

    *curved = at->path.logarithmic && fabs(newton.bend) < 0.1;
    const double aim = at->w + (*curved ? newton.step * (1.0 - newton.bend) : newton.step);
    if (gone || newton.step < 0.0) {
        at->high = at->w;
    } else {
        at->low = at->w;
    }
    /* outside of the bracket, or to and fro in it */
    const bool lost = gone || !(aim >= at->low && aim <= at->high) ||
                      !(fabs(aim - at->w) < 0.7 * at->step || at->high == HUGE_VAL);
    *smooth = !lost;
    return lost ? halfway(at->low, at->high) : aim;
}

/* Of the two ways to read q, from its law and from the way that the bodies are pushed, the one with
 * less rounding. s is a difference of terms as large as ref; where t >= ref, L = 1 + m s is one of
 * terms as large as 1. */
static double elastic_at(const Midpoint *contact, const Trial *at, double c, double G)
{
    const double per = 1.0 / at->path.mean;
    const double noise =
        G * at->q.slope * (fabs(contact->a) + fabs(at->path.s) + fabs(contact->ref));

    if (!at->path.logarithmic) {
        const double mean = G * at->q.value * contact->loss * fabs(at->path.s) * per;
        return noise + mean > (fabs(c) + fabs(at->path.t)) * per
                   ? (c - at->path.t) * per * contact->stiff
                   : at->q.value;
    }
    const double less = (c - contact->ref) * per;
    return noise > at->w + fabs(less) ? (at->w + less) * contact->stiff : at->q.value;
}

/* Where a contact that opens within the step has given all of its energy: q = -E/s. */
static void open_at(const Midpoint *contact, MidpointPath *path, double elastic)
{
    if (contact->a + path->s <= 0.0 && contact->energy > 0.0 && elastic > 0.0) {
        path->s = -contact->energy / elastic;
    }
}

MidpointRoot midpoint_search_lossy(Midpoint *contact, double c, double G, double guess)
{
    const double z0 = 1.0 + contact->loss * contact->ref;
    const double first = unpushed(contact, z0, c);

    if (!(first < HUGE_VAL)) {
        return let_go(contact, c, fmin(c, -1.0 / contact->loss));
    }
    Trial at = {.low = first,
                .high = z0 > 0.0 ? HUGE_VAL : -contact->ref,
                .step = HUGE_VAL,
                .path = midpoint_path(contact, z0, first)};
    if (at.path.mean <= 0.0) {
        return let_go(contact, c, at.path.s);
    }
    const double start = start_from(contact, z0, c, G, guess);
    at.w = start > at.low && start < at.high ? start : at.low;
    at.path = midpoint_path(contact, z0, at.w);
    at.q = midpoint_elastic(contact, at.path.s);

    double left = HUGE_VAL; /* size of the last correction of s */
    bool ends = G <= 0.0;
    uint32_t iterations = 0;
    while (!ends && iterations++ < ITERATION_CAP) {
        bool smooth = false;
        bool curved = false;
        const double w = next_w(contact, &at, c, G, &smooth, &curved);
        const MidpointPath path = midpoint_path(contact, z0, w);
        const double ds = path.s - at.path.s;
        const double depth = contact->a + path.s > 0.0 ? contact->a + path.s : fabs(path.s);
        const double turn = fabs(path.mean - at.path.mean) / fabs(path.mean);
        const double small = curved ? 4e-6 : 1e-8;
        smooth = smooth && path.mean > 0.0 && path.logarithmic == at.path.logarithmic;
        at.step = fabs(w - at.w);
        at.w = w;
        at.path = path;
        if (smooth && turn < small && fabs(ds) < small * depth) {
            at.q.value += ds * (at.q.slope + 0.5 * ds * at.q.curve);
            left = 1.6e-11 * fabs(ds);
            break;
        }
        at.q = midpoint_elastic(contact, path.s);
        /* at the level of rounding and getting no better */
        ends = fabs(ds) < 1e-12 * contact->scale && turn < 1e-9 &&
               (fabs(ds) > 0.5 * left || at.step < 1e-15 * fabs(w));
        left = fabs(ds);
    }
    MidpointRoot root = {.iterations = iterations,
                         .residual = iterations ? left / contact->scale : 0.0};
    const double elastic = elastic_at(contact, &at, c, G);
    open_at(contact, &at.path, elastic);
    midpoint_push_lossy(contact, &at.path, at.q, elastic, c, G, &root);
    return root;
}
