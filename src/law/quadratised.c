#include "quadratised.h"

#include "power.h"

/* The largest g that leaves psi+ >= 0. A contact that its own force does not move (Q = 0: both
 * ports on one mass) has none unless it opens. */
static double largest(double psi, double d, double Q)
{
    const double root = sqrt(d * d + 4.0 * Q * psi * psi);

    if (d < 0.0) {
        return 4.0 * psi / (root - d);
    }
    return Q * psi > 0.0 ? (root + d) / (Q * psi) : HUGE_VAL;
}

static double capped(const Quadratised *contact, double in_contact)
{
    const double ahead = 0.5 * (contact->x + contact->x_last + contact->d);
    const double psi = contact->psi;
    const double d = contact->d;

    if (quadratised_holds(contact, in_contact)) {
        return in_contact;
    }
    if (psi <= 0.0) {
        if (d <= 0.0 || ahead <= 0.0) {
            return 0.0;
        }
        /* from outside d > 2 y and the secant is below the slope; a law or port that has just been
         * changed can leave psi = 0 deep inside */
        const double root = sqrt(2.0 * power_potential(&contact->law, ahead));
        const double slope = 0.5 * (contact->law.exponent + 1.0) * root / ahead;
        return 2.0 * root / d < slope ? 2.0 * root / d : slope;
    }
    if (contact->x >= 0.0 && ahead > 0.0) {
        const double most = largest(psi, d, contact->compliance);
        return in_contact < most ? in_contact : most;
    }
    return d < 0.0 ? largest(psi, d, contact->compliance) : 0.0;
}

/* Whether a rule lets g be, or sets it to 0. */
static bool passes(const Quadratised *contact, UrtoGradient rule, double g)
{
    const double psi = contact->psi;

    switch (rule) {
    case URTO_GRADIENT_SIGN:
        return g * psi + 0.25 * g * g * contact->d >= 0.0;
    case URTO_GRADIENT_PRINTED:
        return g * contact->x_last < 4.0 * psi;
    default:
        return true;
    }
}

double quadratised_gradient(const Quadratised *contact, UrtoGradient rule)
{
    const double psi = contact->psi;
    const double in_contact = sqrt(quadratised_steepness(contact));
    double g = 0.0;

    if (rule == URTO_GRADIENT_CAPPED) {
        return capped(contact, in_contact);
    }
    if (rule == URTO_GRADIENT_EARLIER) {
        return contact->x >= 0.0 ? in_contact : 0.0;
    }
    if (contact->x >= 0.0) {
        g = psi >= 0.0 ? in_contact : -in_contact;
    } else if (contact->d != 0.0) {
        g = -2.0 * psi / contact->d;
    }
    return passes(contact, rule, g) ? g : 0.0;
}
