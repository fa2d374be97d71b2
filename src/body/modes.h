/* Lists of modes of bodies, lowest first, below the Nyquist frequency. */
#ifndef BODY_MODES_H
#define BODY_MODES_H

#include "compile.h"

/* What all builders share: w^2 = c2 b^2 + kappa2 b^4 and s = s0 + s1 b^2 at wave number b. */
typedef struct Dispersion {
    double c2, kappa2, loss[2];
} Dispersion;

/* wanted 0: all below Nyquist. The list is allocated into plan->modes, its length is plan->n. */
UrtoStatus modes_line(const Dispersion *dispersion, double length, double modal_mass,
                      uint32_t wanted, const UrtoAllocator *allocator, BodyPlan *plan,
                      UrtoDiagnostic *why);
UrtoStatus modes_bar(const Dispersion *dispersion, const UrtoBarDef *bar,
                     const UrtoAllocator *allocator, BodyPlan *plan, UrtoDiagnostic *why);
UrtoStatus modes_rectangle(const Dispersion *dispersion, const double size[2], double modal_mass,
                           uint32_t wanted, const UrtoAllocator *allocator, BodyPlan *plan,
                           UrtoDiagnostic *why);
UrtoStatus modes_circle(const Dispersion *dispersion, double radius, double density,
                        uint32_t wanted, const UrtoAllocator *allocator, BodyPlan *plan,
                        UrtoDiagnostic *why);

#endif
