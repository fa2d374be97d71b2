#include "midpoint.h"

#include "link.h"

enum { NEWTON_CAP = 60 };

Quotient midpoint_elastic(const Midpoint *contact, double t)
{
    const UrtoLaw *law = &contact->law;
    const double a = contact->a;
    const double end = a + t;

    if (!contact->link && contact->energy == 0.0 && end <= 0.0) {
        return (Quotient){0.0, 0.0};
    }
    if (fabs(t) < 0.02 * fabs(a)) {
        Quotient q = contact->link ? link_quotient(law, a, t) : power_quotient(law, a, t);
        const double rest =
            (contact->link ? link_potential(law, a) : power_potential(law, a)) - contact->energy;
        const double small = 1e-9 * contact->scale;
        const double square = t * t + small * small + 8.0 * contact->compliance * fabs(rest);
        q.value += rest * t / square;
        q.slope += rest * (square - 2.0 * t * t) / (square * square);
        return q;
    }
    if (t == 0.0) {
        return (Quotient){0.0, 0.0};
    }
    const double gradient = contact->link ? link_gradient(law, end) : power_gradient(law, end);
    const double after = gradient * end / (law->exponent + 1.0);
    const double value = ((after > 0.0 ? after : 0.0) - contact->energy) / t;
    return (Quotient){value, (gradient - value) / t};
}

double midpoint_energy(const Midpoint *contact, double t, double elastic)
{
    const double after = contact->energy + elastic * t;

    if (!contact->link && contact->a + t <= 0.0) {
        return 0.0;
    }
    return after > 0.0 ? after : 0.0;
}

/* A bound of the root from above for a contact that is just closing: b = t + G phi/t is at least
 * 2 sqrt(G phi), so phi(a + t) <= b^2/4G, which bounds a + t by Y. */
static double closing_bound(const Midpoint *contact, double b, double G)
{
    const double p = contact->law.exponent + 1.0;
    const double Y = pow(b * b * p / (4.0 * G * contact->law.stiffness), 1.0 / p);

    return Y - contact->a < b ? Y - contact->a : b;
}

static MidpointRoot newton(const Midpoint *contact, double b, double G, double t)
{
    MidpointRoot root = {.t = t};
    Quotient elastic = midpoint_elastic(contact, t);
    Quotient f = midpoint_lossy(elastic, contact->loss, t);
    double low = -contact->a; /* the contact stays closed, or the quadratic would have been taken */
    double high = t;
    double last = HUGE_VAL;

    while (root.iterations < NEWTON_CAP) {
        const double value = t + G * f.value - b;
        double next = t - value / (1.0 + G * f.slope);
        if (value > 0.0) {
            high = t;
        } else {
            low = t;
        }
        if (!(next >= low && next <= high)) {
            next = 0.5 * (low + high);
        }
        root.iterations++;
        root.residual = fabs(next - t) / contact->scale;
        t = next;
        elastic = midpoint_elastic(contact, t);
        f = midpoint_lossy(elastic, contact->loss, t);
        /* converged, or at the level of rounding and getting no better */
        if (root.residual < 1e-16 || (root.residual < 1e-12 && root.residual > 0.5 * last)) {
            break;
        }
        last = root.residual;
    }
    root.t = t;
    root.force = f.value;
    /* Of the two ways to read the force take the one with less rounding. Either way t and force
     * obey t + G f = b, as the bodies will: the balance does not hang on the last iteration. */
    if (G * f.slope * (fabs(contact->a) + fabs(t)) > fabs(b) + fabs(t)) {
        root.force = (b - t) / G;
    } else if (fabs(b - G * f.value - t) > 1e-15 * contact->scale) {
        root.t = b - G * f.value;
    }
    const double factor = 1.0 + contact->loss * t;
    root.elastic = factor > 1e-3 ? root.force / factor : elastic.value;
    return root;
}

MidpointRoot midpoint_solve(const Midpoint *contact, double b, double G)
{
    const double a = contact->a;
    const double E = contact->energy;

    if (E == 0.0 && a + b <= 0.0) {
        return (MidpointRoot){.t = b};
    }
    if (1.0 + contact->loss * b <= 0.0 || G <= 0.0) {
        const Quotient q = midpoint_elastic(contact, b);
        return (MidpointRoot){
            .t = b, .force = midpoint_lossy(q, contact->loss, b).value, .elastic = q.value};
    }
    if (E > 0.0) {
        const double shifted = b + G * E * contact->loss;
        const double root = sqrt(shifted * shifted + 4.0 * G * E);
        const double t = shifted > 0.0 ? -2.0 * G * E / (shifted + root) : 0.5 * (shifted - root);
        if (a + t <= 0.0) {
            const double q = -E / t;
            return (MidpointRoot){.t = t, .force = q * (1.0 + contact->loss * t), .elastic = q};
        }
        return newton(contact, b, G, b);
    }
    return newton(contact, b, G, closing_bound(contact, b, G));
}
