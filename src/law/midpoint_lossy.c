/* Equation (1) of midpoint.h, solved in w: by Newton with the curvature, in a bracket. */
#include "midpoint.h"

enum { ITERATION_CAP = 100 };

/* w where the bodies have t = c: nothing pushes them. */
static double unpushed(const Midpoint *contact, double unit, double c)
{
    const double behind = contact->ref - c;
    const double m2 = 2.0 * contact->loss;

    return behind <= 0.0 ? behind / unit : -log1p(-m2 * behind / unit) / m2;
}

/* w where the contact has s, nearly; exact as m -> 0. */
static double near_step(const Midpoint *contact, double unit, double s)
{
    const double behind = contact->ref - s;
    const double share = (1.0 + contact->loss * s) / unit;

    return behind <= 0.0 ? behind / unit : 0.5 * behind * (1.0 + share) / (unit * share);
}

static double start_from(const Midpoint *contact, double unit, double c, double G, double guess)
{
    if (contact->energy == 0.0) {
        const double s = midpoint_closing_bound(contact, c, G);
        return near_step(contact, unit, s);
    }
    const double t = c - G * guess;
    return 1.0 + contact->loss * t > 0.0 ? near_step(contact, unit, t) : HUGE_VAL;
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

/* A place on the way to the root. */
typedef struct Trial {
    double w;
    MidpointPath path;
    Quotient q;
} Trial;

/* Of the two ways to read q, from its law and from the way that the bodies are pushed, the one with
 * less rounding; if the contact opens, the law. */
static double elastic_at(const Midpoint *contact, const Trial *at, double c, double G)
{
    const double noise = G * at->q.slope * (fabs(contact->a) + fabs(at->path.s));
    const double per = 1.0 / at->path.mean;

    if (contact->a + at->path.s <= 0.0) {
        return at->q.value;
    }
    if (at->w < 0.0) {
        return noise > (fabs(c) + fabs(at->path.t)) * per ? (c - at->path.t) * per * contact->stiff
                                                          : at->q.value;
    }
    const double less = (c - contact->ref) * per;
    return noise > at->w + fabs(less) ? (at->w + less) * contact->stiff : at->q.value;
}

MidpointRoot midpoint_search_lossy(Midpoint *contact, double c, double G, double guess)
{
    const double m = contact->loss;
    const double z0 = 1.0 + m * contact->ref;
    const double unit = z0 > 0.0 ? z0 : 1.0;
    const double low_end =
        z0 > 0.0 && 2.0 * m * (contact->ref - c) >= z0 ? HUGE_VAL : unpushed(contact, unit, c);

    if (!(low_end < HUGE_VAL) || (z0 <= 0.0 && low_end >= 0.0)) {
        return let_go(contact, c, fmin(c, -1.0 / m));
    }
    double low = low_end;
    double high = z0 > 0.0 ? HUGE_VAL : 0.0; /* L <= 0 there */
    const double start = start_from(contact, unit, c, G, guess);
    Trial at = {.w = start > low && start < high ? start : low};
    double step = HUGE_VAL;
    double left = HUGE_VAL; /* size of the last correction of s */
    bool ends = G <= 0.0;
    uint32_t iterations = 0;

    at.path = midpoint_path(contact, unit, low);
    if (at.path.mean <= 0.0) {
        return let_go(contact, c, at.path.s);
    }
    at.path = midpoint_path(contact, unit, at.w);
    at.q = midpoint_elastic(contact, at.path.s);
    while (!ends && iterations++ < ITERATION_CAP) {
        const bool gone = at.path.mean <= 0.0;
        const MidpointStep newton = midpoint_newton(contact, &at.path, at.q, at.w, c, G);
        const bool curved = fabs(newton.bend) < 0.1;
        const double aim = at.w + (curved ? newton.step * (1.0 - newton.bend) : newton.step);
        if (gone || newton.step < 0.0) {
            high = at.w;
        } else {
            low = at.w;
        }
        /* outside of the bracket, or to and fro in it */
        const bool lost =
            !(aim >= low && aim <= high) || !(fabs(aim - at.w) < 0.7 * step || high == HUGE_VAL);
        const double w = lost ? halfway(low, high) : aim;
        const bool smooth = !lost && (w >= 0.0) == (at.w >= 0.0);
        const MidpointPath path = midpoint_path(contact, unit, w);
        const double ds = path.s - at.path.s;
        const double depth = contact->a + path.s > 0.0 ? contact->a + path.s : fabs(path.s);
        const double turn = fabs(path.mean - at.path.mean) / path.mean;
        step = fabs(w - at.w);
        at.w = w;
        at.path = path;
        const double small = curved ? 4e-6 : 1e-8;
        if (smooth && path.mean > 0.0 && turn < small && fabs(ds) < small * depth) {
            at.q.value += ds * (at.q.slope + 0.5 * ds * at.q.curve);
            left = 1.6e-11 * fabs(ds);
            break;
        }
        at.q = midpoint_elastic(contact, path.s);
        /* at the level of rounding and getting no better */
        ends =
            fabs(ds) < 1e-12 * contact->scale && (fabs(ds) > 0.5 * left || step < 1e-15 * fabs(w));
        left = fabs(ds);
    }
    MidpointRoot root = {.iterations = iterations,
                         .residual = iterations ? left / contact->scale : 0.0};
    midpoint_push_lossy(contact, &at.path, at.q, elastic_at(contact, &at, c, G), c, G, &root);
    return root;
}
