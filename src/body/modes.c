/* Modes of strings, bars, membranes and plates, at wave numbers b:
 *
 *              shape                modal mass
 *   string     sin(b x)             1/2 of its mass
 *   rectangle  sin(p x) sin(q y)    1/4 of its mass, b^2 = p^2 + q^2
 *   circle     J_m(b r) cos(m th)   rho pi R^2 J_{m+1}(b R)^2, half of it for m > 0; J_m(b R) = 0
 *   bar        shape.c              its mass
 */
#define _XOPEN_SOURCE 600 /* jn */

#include "modes.h"

#include "../base/constants.h"
#include "modal.h"

#include <math.h>
#include <stdlib.h>

/* A list that counts when it has no memory. */
typedef struct Modes {
    ModeSpec *list;
    uint32_t count;
    double band; /* they end here [rad/s] */
    Dispersion dispersion;
} Modes;

static double omega_at(const Dispersion *dispersion, double b)
{
    return sqrt(b * b * (dispersion->c2 + dispersion->kappa2 * b * b));
}

/* Adds a mode if it is in the band; false if it is not. */
static bool modes_add(Modes *modes, double b, double mass, double p, double q)
{
    const double omega = omega_at(&modes->dispersion, b);

    if (omega >= modes->band) {
        return false;
    }
    if (modes->list) {
        modes->list[modes->count] = (ModeSpec){.omega = omega,
                                               .sigma = modes->dispersion.loss[0],
                                               .high = modes->dispersion.loss[1] * b * b,
                                               .mass = mass,
                                               .p = p,
                                               .q = q};
    }
    modes->count++;
    return true;
}

/* Largest wave number in the band. */
static double wave_limit(const Modes *modes)
{
    const Dispersion *d = &modes->dispersion;
    const double w2 = modes->band * modes->band;

    /* kappa2 b^4 + c2 b^2 = w^2, without cancellation */
    return sqrt(2.0 * w2 / (d->c2 + sqrt(d->c2 * d->c2 + 4.0 * d->kappa2 * w2)));
}

static UrtoStatus too_many(double expected, UrtoDiagnostic *why)
{
    return status_fail(
        why, URTO_ERROR_LIMIT, "modes", expected,
        "about %.3g modes lie below the Nyquist frequency, at most %u: ask for fewer "
        "(segments, modes), or lower the rate",
        expected, URTO_MAX_MODES);
}

static UrtoStatus modes_allocate(Modes *modes, const UrtoAllocator *allocator, UrtoDiagnostic *why)
{
    if (modes->count == 0) {
        return status_fail(why, URTO_ERROR_LIMIT, "modes", 0.0,
                           "no mode lies below the Nyquist frequency: a lower body or higher rate");
    }
    modes->list = allocator->allocate(allocator->context, modes->count * sizeof *modes->list);
    modes->count = 0;
    return modes->list ? URTO_OK
                       : status_fail(why, URTO_ERROR_MEMORY, "modes", 0.0, "out of memory");
}

static int by_omega(const void *one, const void *two)
{
    const ModeSpec *a = one;
    const ModeSpec *b = two;

    if (a->omega != b->omega) {
        return a->omega < b->omega ? -1 : 1;
    }
    if (a->q != b->q) {
        return a->q > b->q ? -1 : 1;
    }
    return a->p < b->p ? -1 : (a->p > b->p ? 1 : 0);
}

static void modes_finish(Modes *modes, uint32_t wanted, ShapeKind shape, BodyPlan *plan)
{
    if (modes->list) {
        qsort(modes->list, modes->count, sizeof *modes->list, by_omega);
    }
    plan->modes = modes->list;
    plan->n = wanted && wanted < modes->count ? wanted : modes->count;
    plan->shape = shape;
}

static Modes modes_begin(const Dispersion *dispersion, const BodyPlan *plan)
{
    return (Modes){.band = plan->band, .dispersion = *dispersion};
}

UrtoStatus modes_line(const Dispersion *dispersion, double length, double modal_mass,
                      uint32_t wanted, const UrtoAllocator *allocator, BodyPlan *plan,
                      UrtoDiagnostic *why)
{
    Modes modes = modes_begin(dispersion, plan);
    const double expected = wave_limit(&modes) * length / PI;

    if (!wanted && expected > URTO_MAX_MODES) {
        return too_many(expected, why);
    }
    const uint32_t most = wanted ? wanted : URTO_MAX_MODES;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 1; i <= most; i++) {
            if (!modes_add(&modes, i * PI / length, modal_mass, i * PI / length, 0.0)) {
                break;
            }
        }
        const UrtoStatus status = pass ? URTO_OK : modes_allocate(&modes, allocator, why);
        if (status != URTO_OK) {
            return status;
        }
    }
    modes_finish(&modes, wanted, SHAPE_LINE, plan);
    return URTO_OK;
}

UrtoStatus modes_bar(const Dispersion *dispersion, const UrtoBarDef *bar,
                     const UrtoAllocator *allocator, BodyPlan *plan, UrtoDiagnostic *why)
{
    static const ShapeKind shapes[] = {SHAPE_FREE, SHAPE_CLAMPED, SHAPE_CANTILEVER};
    Modes modes = modes_begin(dispersion, plan);
    const double expected = wave_limit(&modes) * bar->length / PI;
    const double mass = bar->density * bar->length;

    if (!bar->modes && expected > URTO_MAX_MODES) {
        return too_many(expected, why);
    }
    const uint32_t most = bar->modes ? bar->modes : URTO_MAX_MODES;
    for (int pass = 0; pass < 2; pass++) {
        if (bar->rigid && bar->ends == URTO_BAR_FREE) {
            modes_add(&modes, 0.0, mass, 0.0, 0.0);
            modes_add(&modes, 0.0, mass, 0.0, 1.0);
        }
        for (uint32_t i = 0; i < most; i++) {
            const double p = shape_bar_root(bar->ends, i);
            if (!modes_add(&modes, p / bar->length, mass, p, 0.0)) {
                break;
            }
        }
        const UrtoStatus status = pass ? URTO_OK : modes_allocate(&modes, allocator, why);
        if (status != URTO_OK) {
            return status;
        }
    }
    modes_finish(&modes, bar->modes, shapes[bar->ends], plan);
    return URTO_OK;
}

/* For a surface: wave numbers up to which the wanted lowest modes certainly lie. */
static double surface_limit(const Modes *modes, double area, double rim, uint32_t wanted)
{
    const double all = wave_limit(modes);
    const double enough =
        sqrt(4.0 * PI * wanted / area) * 1.1 + 2.0 * rim / area + 8.0 / sqrt(area);

    return enough < all ? enough : all;
}

UrtoStatus modes_rectangle(const Dispersion *dispersion, const double size[2], double modal_mass,
                           uint32_t wanted, const UrtoAllocator *allocator, BodyPlan *plan,
                           UrtoDiagnostic *why)
{
    Modes modes = modes_begin(dispersion, plan);
    const double area = size[0] * size[1];
    wanted = wanted ? wanted : URTO_DEFAULT_MODES;
    const double limit = surface_limit(&modes, area, 2.0 * (size[0] + size[1]), wanted);
    const double expected = limit * limit * area / (4.0 * PI);

    if (expected > 2.0 * URTO_MAX_MODES || limit * size[0] > 1e6 || limit * size[1] > 1e6) {
        return too_many(expected, why);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 1; i * PI / size[0] <= limit; i++) {
            for (uint32_t j = 1;; j++) {
                const double p = i * PI / size[0];
                const double q = j * PI / size[1];
                if (p * p + q * q > limit * limit ||
                    !modes_add(&modes, sqrt(p * p + q * q), modal_mass, p, q)) {
                    break;
                }
            }
        }
        const UrtoStatus status = pass ? URTO_OK : modes_allocate(&modes, allocator, why);
        if (status != URTO_OK) {
            return status;
        }
    }
    modes_finish(&modes, wanted, SHAPE_RECTANGLE, plan);
    return URTO_OK;
}

/* The first zero of J_m after x, which must lie between zeros: they are more than pi/2 apart. By
 * false position; an end that stays counts half the next time. */
static double bessel_zero_after(int m, double x)
{
    double low = x;
    double high = x;
    double at_low = jn(m, x);
    double at_high = at_low;

    do {
        low = high;
        at_low = at_high;
        high += 0.5;
        at_high = jn(m, high);
    } while ((at_high > 0.0) == (at_low > 0.0));
    double zero = low;
    for (int i = 0; i < 60 && high - low > 1e-15 * high; i++) {
        const double next = (low * at_high - high * at_low) / (at_high - at_low);
        const double value = jn(m, next);
        if (next == zero || value == 0.0) {
            return next;
        }
        if ((value > 0.0) == (at_low > 0.0)) {
            at_high *= low == zero ? 0.5 : 1.0;
            low = next;
            at_low = value;
        } else {
            at_low *= high == zero ? 0.5 : 1.0;
            high = next;
            at_high = value;
        }
        zero = next;
    }
    return zero;
}

UrtoStatus modes_circle(const Dispersion *dispersion, double radius, double density,
                        uint32_t wanted, const UrtoAllocator *allocator, BodyPlan *plan,
                        UrtoDiagnostic *why)
{
    Modes modes = modes_begin(dispersion, plan);
    const double area = PI * radius * radius;
    wanted = wanted ? wanted : URTO_DEFAULT_MODES;
    const double limit = surface_limit(&modes, area, 2.0 * PI * radius, wanted) * radius;
    const double expected = limit * limit / 4.0;

    if (expected > 2.0 * URTO_MAX_MODES) {
        return too_many(expected, why);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int m = 0; m < limit; m++) {
            /* J_m is positive up to its first zero, which lies beyond m */
            double zero = bessel_zero_after(m, m > 0 ? (double)m : 1.0);
            while (zero <= limit) {
                const double next = jn(m + 1, zero);
                const double mass = density * area * next * next * (m ? 0.5 : 1.0);
                modes_add(&modes, zero / radius, mass, zero / radius, m);
                if (m) {
                    modes_add(&modes, zero / radius, mass, zero / radius, -m);
                }
                zero = bessel_zero_after(m, zero + 0.5);
            }
        }
        const UrtoStatus status = pass ? URTO_OK : modes_allocate(&modes, allocator, why);
        if (status != URTO_OK) {
            return status;
        }
    }
    modes_finish(&modes, wanted, SHAPE_CIRCLE, plan);
    return URTO_OK;
}
