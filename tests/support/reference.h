/* Masses and contacts computed once more, slowly and with nothing of src: dense matrices of long
 * doubles, roots by bracketing, coupled contacts by Gauss-Seidel until nothing changes. The discrete
 * equations are those of docs/worlds.md, the letters those of docs/notation.md.
 *
 * Masses. With A = m/k^2 + c/2k, c = 2 m s, and P = 1 below, -1 above a contact:
 *
 *   leap-frog     A d+ = (m/k^2 - c/2k) d - Ks u + m g - P f,   u+ = u + d+
 *                 d0 = k v0 - (k^2/2) a0,   a0 = g - Ks u0/m - 2 s v0
 *   trapezoidal   m (v+ - v)/k = -Ks (u + u+)/2 - c (v + v+)/2 + m g - P (f + f+)/2,   d = k v
 *
 * Contacts. t + G f(t) = b with a rising f(t) for each; quadratised contacts are linear.
 *
 * A rule that jumps (the tests of quadratised contacts) is undecided where rounding could turn it. So
 * is a midpoint contact at rest, and a trapezoidal one that may have several roots. Then `undecided` is
 * set, and the reference says nothing about what follows. */
#ifndef TESTS_SUPPORT_REFERENCE_H
#define TESTS_SUPPORT_REFERENCE_H

#include <math.h>
#include <stdbool.h>

typedef long double Real;

enum { REFERENCE_MASSES = 4, REFERENCE_CONTACTS = 5, REFERENCE_SWEEPS = 2000 };

typedef enum ReferenceRule {
    REFERENCE_MIDPOINT,
    REFERENCE_CAPPED,
    REFERENCE_SIGN,
    REFERENCE_PRINTED,
    REFERENCE_UNTESTED,
    REFERENCE_EARLIER,
    REFERENCE_THREE_POINT,
    REFERENCE_TRAPEZOIDAL,
} ReferenceRule;

typedef struct ReferenceMass {
    Real mass, spring, loss, gravity; /* as in UrtoMassDef */
    Real u;                           /* displacement */
    Real v;                           /* velocity, at the start */
    Real d;                           /* u - u-; trapezoidal: k times the velocity */
} ReferenceMass;

typedef struct ReferenceContact {
    int below, above; /* masses, -1: a wall */
    bool link;
    Real stiffness, exponent, damping, distance;
    Real force;                   /* of the last step */
    Real own;                     /* midpoint: own compression at the last half step */
    Real deepest;                 /* largest own compression so far */
    Real t;                       /* of the last step */
    Real psi;                     /* quadratised */
    Real x, x_last, a, b, ref, y; /* of this step */
    Real speed;                   /* trapezoidal: x' now */
    Real g, c0, c1;               /* linear: f = c0 + c1 t */
    Real loss;                    /* of a link: f = q + loss t */
    Real row[REFERENCE_CONTACTS]; /* of G */
} ReferenceContact;

typedef struct Reference {
    ReferenceRule rule;
    Real step;
    int masses, contacts;
    ReferenceMass mass[REFERENCE_MASSES];
    ReferenceContact contact[REFERENCE_CONTACTS];
    bool undecided;
} Reference;

/* P of a contact on a mass. */
static inline Real reference_side(const ReferenceContact *c, int mass)
{
    return (Real)((c->below == mass) - (c->above == mass));
}

/* phi'. */
static inline Real reference_gradient(const ReferenceContact *c, Real x)
{
    if (x > 0.0L) {
        return c->stiffness * powl(x, c->exponent);
    }
    return c->link && x < 0.0L ? -c->stiffness * powl(-x, c->exponent) : 0.0L;
}

static inline Real reference_potential(const ReferenceContact *c, Real x)
{
    return reference_gradient(c, x) * x / (c->exponent + 1.0L);
}

/* (phi(x + s) - phi(x))/s; by its series where the difference would cancel. */
static inline Real reference_quotient(const ReferenceContact *c, Real x, Real s)
{
    const Real r = x == 0.0L ? 1.0L : s / x;
    const Real e = c->exponent;

    if (s == 0.0L) {
        return reference_gradient(c, x);
    }
    if (fabsl(r) < 1e-4L) {
        return reference_gradient(c, x) *
               (1.0L +
                e * r / 2.0L * (1.0L + (e - 1.0L) * r / 3.0L * (1.0L + (e - 2.0L) * r / 4.0L)));
    }
    return (reference_potential(c, x + s) - reference_potential(c, x)) / s;
}

/* What takes the place of m/k^2 + c/2k, and what d is multiplied by. */
static inline Real reference_inertia(const Reference *w, const ReferenceMass *mass, Real sign)
{
    const Real k = w->step;
    const Real spring = w->rule == REFERENCE_TRAPEZOIDAL ? mass->spring / 4.0L : 0.0L;

    return mass->mass / (k * k) + sign * (mass->mass * mass->loss / k + spring);
}

/* d+ of a mass under an outer force. */
static inline Real reference_moved(const Reference *w, const ReferenceMass *mass, Real force)
{
    return (reference_inertia(w, mass, -1.0L) * mass->d - mass->spring * mass->u +
            mass->mass * mass->gravity + force) /
           reference_inertia(w, mass, 1.0L);
}

/* P u, or P d, of a contact. */
static inline Real reference_read(const Reference *w, const ReferenceContact *c, bool differences)
{
    Real sum = 0.0L;

    for (int i = 0; i < w->masses; i++) {
        const ReferenceMass *mass = &w->mass[i];
        sum += reference_side(c, i) * (differences ? mass->d : mass->u);
    }
    return sum;
}

static inline void reference_start(Reference *w)
{
    const Real k = w->step;

    for (int i = 0; i < w->masses; i++) {
        ReferenceMass *mass = &w->mass[i];
        const Real a0 =
            mass->gravity - mass->spring * mass->u / mass->mass - 2.0L * mass->loss * mass->v;
        mass->d = k * mass->v - (w->rule == REFERENCE_TRAPEZOIDAL ? 0.0L : k * k / 2.0L * a0);
    }
    for (int i = 0; i < w->contacts; i++) {
        ReferenceContact *c = &w->contact[i];
        c->x = reference_read(w, c, false) - c->distance;
        const Real a = c->x - reference_read(w, c, true) / 2.0L;
        c->own = a;
        c->psi = copysignl(sqrtl(2.0L * reference_potential(c, a)), a);
        for (int j = 0; j < w->contacts; j++) {
            Real sum = 0.0L;
            for (int m = 0; m < w->masses; m++) {
                sum += reference_side(c, m) * reference_side(&w->contact[j], m) /
                       reference_inertia(w, &w->mass[m], 1.0L);
            }
            c->row[j] = sum / (w->rule == REFERENCE_TRAPEZOIDAL ? 4.0L : 2.0L);
        }
    }
}

/* Midpoint with loss: L and the own step s at a step t of the bodies. */
static inline Real reference_mean(const Reference *w, const ReferenceContact *c, Real t, Real *s)
{
    const Real m = c->damping / w->step;
    const Real z0 = 1.0L + m * c->ref;
    const Real z1 = 1.0L + m * (2.0L * t - c->ref);

    *s = t;
    if (m == 0.0L || c->link) {
        return 1.0L;
    }
    if (t < c->ref) {
        if (z1 > 0.0L) {
            const Real rise = (z0 - z1) / z1;
            const Real mean = rise > 0.0L ? z1 * rise / log1pl(rise) : z1;
            *s = (mean - 1.0L) / m;
            return mean;
        }
        *s = fminl(t, -1.0L / m);
        return 0.0L;
    }
    Real more = fminl(c->a - c->y, (t - c->ref) / 64.0L);
    if (m * t < 1.0L) {
        more = fminl(more, m * t * t / (1.0L - m * t));
    }
    *s = t + more;
    return fmaxl(0.0L, 1.0L + m * *s);
}

/* f(t) of a contact that is not linear. */
static inline Real reference_force(const Reference *w, const ReferenceContact *c, Real t)
{
    const Real k = w->step;

    if (w->rule == REFERENCE_TRAPEZOIDAL) {
        const Real f = reference_gradient(c, t);
        return f + fabsl(f) * c->damping * (2.0L * (t - c->x) / k - c->speed);
    }
    if (w->rule == REFERENCE_THREE_POINT) {
        const Real q = reference_quotient(c, c->x_last, 2.0L * t);
        return c->link ? q + c->loss * t : q * fmaxl(0.0L, 1.0L + c->damping * t / k);
    }
    Real s = 0.0L;
    const Real mean = reference_mean(w, c, t, &s);
    return mean == 0.0L ? 0.0L
                        : mean * reference_quotient(c, c->y, s) + (c->link ? c->loss * t : 0.0L);
}

/* The t of t + G f(t) = drive, by false position (Illinois) in a bracket. */
static inline Real reference_root(const Reference *w, const ReferenceContact *c, Real G, Real drive)
{
    const Real push = G * reference_force(w, c, drive);
    Real ends[2] = {drive - push, drive};
    Real values[2] = {G * reference_force(w, c, drive - push) - push, push};
    int kept = -1;

    if (push == 0.0L || values[0] == 0.0L) {
        return ends[0];
    }
    for (int i = 0; i < 300; i++) {
        const Real part = values[0] / (values[0] - values[1]);
        const bool halve = i % 8 == 7 || !(part > 0.0L && part < 1.0L);
        const Real t = ends[0] + (ends[1] - ends[0]) * (halve ? 0.5L : part);
        const Real value = t + G * reference_force(w, c, t) - drive;
        const int side = (value > 0.0L) == (values[1] > 0.0L) ? 1 : 0;
        if (value == 0.0L || t == ends[0] || t == ends[1]) {
            return t;
        }
        if (kept == 1 - side && !halve) {
            values[kept] /= 2.0L; /* it has not moved twice */
        }
        kept = 1 - side;
        ends[side] = t;
        values[side] = value;
    }
    return (ends[0] + ends[1]) / 2.0L;
}

/* b less what the forces of all others do. */
static inline Real reference_drive(const Reference *w, int i)
{
    const ReferenceContact *c = &w->contact[i];
    Real drive = c->b;

    for (int j = 0; j < w->contacts; j++) {
        drive -= j == i ? 0.0L : c->row[j] * w->contact[j].force;
    }
    return drive;
}

/* (I + G c1) t = b - G c0 for the contacts in the set, f = 0 for the others. */
static inline void reference_linear(Reference *w, unsigned set)
{
    enum { N = REFERENCE_CONTACTS };
    Real matrix[N][N + 1];
    const int n = w->contacts;

    for (int i = 0; i < n; i++) {
        matrix[i][n] = w->contact[i].b;
        for (int j = 0; j < n; j++) {
            const ReferenceContact *other = &w->contact[j];
            const Real G = set >> j & 1u ? w->contact[i].row[j] : 0.0L;
            matrix[i][j] = (i == j ? 1.0L : 0.0L) + G * other->c1;
            matrix[i][n] -= G * other->c0;
        }
    }
    for (int p = 0; p < n; p++) {
        int best = p;
        for (int i = p + 1; i < n; i++) {
            best = fabsl(matrix[i][p]) > fabsl(matrix[best][p]) ? i : best;
        }
        for (int j = 0; j <= n; j++) {
            const Real swapped = matrix[p][j];
            matrix[p][j] = matrix[best][j];
            matrix[best][j] = swapped;
        }
        for (int i = 0; i < n; i++) {
            const Real factor = i == p ? 0.0L : matrix[i][p] / matrix[p][p];
            for (int j = p; j <= n; j++) {
                matrix[i][j] -= factor * matrix[p][j];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        ReferenceContact *c = &w->contact[i];
        c->t = matrix[i][n] / matrix[i][i];
        c->force = set >> i & 1u ? c->c0 + c->c1 * c->t : 0.0L;
    }
}

/* How far t + G f(t) is from b. */
static inline Real reference_misfit(const Reference *w)
{
    Real most = 0.0L;

    for (int i = 0; i < w->contacts; i++) {
        const ReferenceContact *c = &w->contact[i];
        most = fmaxl(most, fabsl(c->t + c->row[i] * c->force - reference_drive(w, i)));
    }
    return most;
}

/* Newton's step with tangents by differences; false if it is no better, as at a kink. */
static inline bool reference_polish(Reference *w, Real size)
{
    Reference trial = *w;

    for (int i = 0; i < w->contacts; i++) {
        ReferenceContact *c = &trial.contact[i];
        const Real h = 1e-8L * size;
        c->c1 = (reference_force(w, c, c->t + h) - reference_force(w, c, c->t - h)) / (2.0L * h);
        c->c0 = reference_force(w, c, c->t) - c->c1 * c->t;
    }
    reference_linear(&trial, (1u << w->contacts) - 1u);
    for (int i = 0; i < w->contacts; i++) {
        ReferenceContact *c = &trial.contact[i];
        c->force = reference_force(w, c, c->t);
    }
    if (!(reference_misfit(&trial) < reference_misfit(w))) {
        return false;
    }
    *w = trial;
    return true;
}

/* Each contact answers to the others in turn; the last digits, slow to come where contacts press
 * against each other, by Newton. */
static inline void reference_relax(Reference *w)
{
    Real change = 1.0L;
    Real size = 0.0L;

    for (int i = 0; i < w->contacts; i++) {
        size = fmaxl(size, fabsl(w->contact[i].a) + fabsl(w->contact[i].b));
    }
    for (int sweep = 0; sweep < REFERENCE_SWEEPS && change > 1e-15L * size; sweep++) {
        change = 0.0L;
        for (int i = 0; i < w->contacts; i++) {
            ReferenceContact *c = &w->contact[i];
            const Real drive = reference_drive(w, i);
            c->t = reference_root(w, c, c->row[i], drive);
            const Real force = reference_force(w, c, c->t);
            change = fmaxl(change, c->row[i] * fabsl(force - c->force));
            c->force = force;
        }
    }
    for (int i = 0; i < 4 && reference_polish(w, size); i++) {
    }
    w->undecided = w->undecided || reference_misfit(w) > 1e-15L * size;
}

/* Rounding could make of this value one of the other sign. */
static inline bool reference_close(Real value, Real size)
{
    return fabsl(value) <= 1e-10L * fabsl(size);
}

/* The set of contacts that push while all others would pull, tried out. It is marked as undecided
 * where ten sweeps, which is all that the library makes, do not find it in either direction. */
static inline void reference_pushing(Reference *w)
{
    const int n = w->contacts;
    const unsigned all = (1u << n) - 1u;
    unsigned set = all;
    bool right = false;
    Real largest = 0.0L;

    for (unsigned out = 0; out <= all && !right; out++) {
        set = all & ~out;
        reference_linear(w, set);
        right = true;
        for (int i = 0; i < n; i++) {
            const ReferenceContact *c = &w->contact[i];
            const Real wish = c->c0 + c->c1 * c->t;
            largest = fmaxl(largest, fabsl(wish));
            right =
                right && (c->link ? set >> i & 1u : (set >> i & 1u ? wish >= 0.0L : wish <= 0.0L));
        }
    }
    w->undecided = w->undecided || !right;
    if (set == all) {
        return;
    }
    for (int back = 0; back < 2; back++) {
        Reference trial = *w;
        reference_linear(&trial, all);
        for (int turn = 0; turn < 10 * n; turn++) {
            const int i = back ? n - 1 - turn % n : turn % n;
            ReferenceContact *c = &trial.contact[i];
            c->force = (c->c0 + c->c1 * reference_drive(&trial, i)) / (1.0L + c->c1 * c->row[i]);
            c->force = c->link ? c->force : fmaxl(0.0L, c->force);
        }
        for (int i = 0; i < n; i++) {
            const ReferenceContact *c = &w->contact[i];
            const Real wish = c->c0 + c->c1 * c->t;
            const bool pushes = trial.contact[i].force > 0.0L;
            w->undecided =
                w->undecided || (!c->link && c->c1 > 0.0L &&
                                 (pushes != (set >> i & 1u) || reference_close(wish, largest)));
        }
    }
}

/* g_max, with which psi+ = 0. */
static inline Real reference_cap(const ReferenceContact *c, Real Q)
{
    const Real d = 2.0L * c->b;
    const Real under = sqrtl(d * d + 4.0L * Q * c->psi * c->psi) - d;

    /* 4 psi/(root - d), extended so that d > 0 does not cancel */
    return d < 0.0L ? 4.0L * c->psi / under : (under + 2.0L * d) / (Q * c->psi);
}

static inline Real reference_capped(const ReferenceContact *c, Real steep, Real Q)
{
    const Real d = 2.0L * c->b;
    const Real ahead = c->a + c->b;

    if (c->psi == 0.0L) {
        /* from outside the secant is below the slope of Psi; deep inside it need not be */
        const Real Psi = sqrtl(2.0L * reference_potential(c, ahead));
        return d <= 0.0L || ahead <= 0.0L
                   ? 0.0L
                   : fminl(2.0L * Psi / d, (c->exponent + 1.0L) / 2.0L * Psi / ahead);
    }
    if (c->x >= 0.0L && ahead > 0.0L) {
        return fminl(steep, reference_cap(c, Q));
    }
    return d < 0.0L ? reference_cap(c, Q) : 0.0L;
}

static inline bool reference_is_linear(const Reference *w)
{
    return w->rule >= REFERENCE_CAPPED && w->rule <= REFERENCE_EARLIER;
}

/* g of a quadratised contact. */
static inline Real reference_psi_slope(Reference *w, ReferenceContact *c, Real Q)
{
    const Real d = 2.0L * c->b;
    const Real steep =
        sqrtl(c->stiffness * (c->exponent + 1.0L) / 2.0L) *
        (c->exponent == 1.0L ? 1.0L : powl(fabsl(c->x), (c->exponent - 1.0L) / 2.0L));

    if (c->link) {
        return steep;
    }
    w->undecided = w->undecided || reference_close(c->x, fabsl(c->x_last) + fabsl(d));
    if (w->rule == REFERENCE_CAPPED) {
        return reference_capped(c, steep, Q);
    }
    if (w->rule == REFERENCE_EARLIER) {
        return c->x >= 0.0L ? steep : 0.0L;
    }
    w->undecided =
        w->undecided || (c->x < 0.0L && c->psi != 0.0L && fabsl(d) < 1e-4L * fabsl(c->x));
    const Real open = c->psi == 0.0L ? 0.0L : -2.0L * c->psi / d;
    const Real g = c->x >= 0.0L ? (c->psi >= 0.0L ? steep : -steep) : open;
    if (w->rule == REFERENCE_UNTESTED) {
        return g;
    }
    const Real sign = g * c->psi + g * g * d / 4.0L;
    const Real printed = 4.0L * c->psi - g * c->x_last;
    if (w->rule == REFERENCE_SIGN) {
        w->undecided = w->undecided || (c->psi != 0.0L && reference_close(sign, g * c->psi));
        return sign >= 0.0L ? g : 0.0L;
    }
    w->undecided = w->undecided || (c->psi != 0.0L && reference_close(printed, c->psi));
    return printed > 0.0L ? g : 0.0L;
}

static inline void reference_prepare(Reference *w, int i)
{
    ReferenceContact *c = &w->contact[i];
    const Real k = w->step;
    const Real moved = reference_read(w, c, true);
    Real ahead = 0.0L; /* P d+ without contacts */

    for (int m = 0; m < w->masses; m++) {
        ahead += reference_side(c, m) * reference_moved(w, &w->mass[m], 0.0L);
    }
    c->x = reference_read(w, c, false) - c->distance;
    c->x_last = c->x - moved;
    c->a = c->x - moved / 2.0L;
    c->b = (ahead + moved) / 2.0L;
    c->c0 = c->c1 = 0.0L;
    if (w->rule == REFERENCE_TRAPEZOIDAL) {
        c->speed = moved / k;
        c->b += c->x;
        for (int j = 0; j < w->contacts; j++) {
            c->b -= c->row[j] * w->contact[j].force; /* acts on through half of the step */
        }
    } else if (w->rule == REFERENCE_MIDPOINT) {
        const Real ref = fminl(c->b, c->x - c->x_last);
        c->y = c->link ? c->a : (c->own > 0.0L ? c->own : fminl(c->a, 0.0L));
        c->ref = c->own > 0.0L ? fminl(ref, c->t) : ref;
    }
    if (reference_is_linear(w)) {
        const Real r = c->damping * fabsl(reference_gradient(c, c->x)) / k;
        c->g = reference_psi_slope(w, c, 2.0L * c->row[i]);
        c->c0 = c->g * c->psi;
        c->c1 = c->g * c->g / 2.0L + r;
        if (w->rule == REFERENCE_CAPPED && !c->link && c->c0 + c->c1 * c->b < 0.0L) {
            c->c1 = -c->c0 / c->b * (1.0L - 1e-15L); /* f is 0, not below */
        }
    } else if (c->link) {
        c->loss = c->damping * fabsl(reference_gradient(c, c->a)) / k;
    }
}

/* What a contact keeps after its step. */
static inline void reference_settle(Reference *w, ReferenceContact *c, bool pushed)
{
    if (w->rule == REFERENCE_TRAPEZOIDAL) {
        /* near 1 + mu v = 0 the force falls with x+, and there are several roots */
        const Real speed = 2.0L * (c->t - c->x) / w->step - c->speed;
        const bool touches = c->link || c->x > 0.0L || c->t > 0.0L || c->b > 0.0L;
        w->undecided = w->undecided || (touches && fabsl(c->damping * speed) > 0.9L);
    } else if (w->rule == REFERENCE_MIDPOINT) {
        Real s = 0.0L;
        (void)reference_mean(w, c, c->t, &s);
        c->own = c->y + s;
        /* at rest: the rounding of the stored energy, divided by s, is part of the force */
        c->deepest = fmaxl(c->deepest, fabsl(c->link || c->own > 0.0L ? c->own : 0.0L));
        w->undecided = w->undecided || (c->force != 0.0L && fabsl(s) < 3e-5L * c->deepest);
    } else if (c->link || w->rule != REFERENCE_CAPPED) {
        const Real change = c->g * c->t;
        c->psi += change;
        w->undecided =
            w->undecided || (!c->link && change != 0.0L && reference_close(c->psi, change));
    } else if (pushed) {
        const Real change = c->g * c->t;
        const Real psi = fabsl(c->psi + change);
        w->undecided =
            w->undecided || (psi > 1e-15L * fabsl(change) && reference_close(psi, change));
        c->psi = psi <= 1e-15L * fabsl(change) ? 0.0L : psi;
    }
}

/* One step of the world. */
static inline void reference_step(Reference *w)
{
    const bool trapezoidal = w->rule == REFERENCE_TRAPEZOIDAL;
    const bool linear = reference_is_linear(w);
    Real before[REFERENCE_CONTACTS];

    for (int i = 0; i < w->contacts; i++) {
        before[i] = trapezoidal ? w->contact[i].force : 0.0L;
        reference_prepare(w, i);
    }
    if (!linear) {
        reference_relax(w);
    } else if (w->rule == REFERENCE_CAPPED) {
        reference_pushing(w);
    } else {
        reference_linear(w, (1u << w->contacts) - 1u);
    }
    for (int m = 0; m < w->masses; m++) {
        ReferenceMass *mass = &w->mass[m];
        Real force = 0.0L;
        for (int i = 0; i < w->contacts; i++) {
            const ReferenceContact *c = &w->contact[i];
            const Real f = trapezoidal ? (before[i] + c->force) / 2.0L : c->force;
            force -= reference_side(c, m) * f;
        }
        const Real d = reference_moved(w, mass, force);
        mass->u += trapezoidal ? (mass->d + d) / 2.0L : d;
        mass->d = d;
    }
    for (int i = 0; i < w->contacts; i++) {
        reference_settle(w, &w->contact[i], w->contact[i].force != 0.0L);
    }
}

#endif
