/** @file law.h
 *  The contact law: what two bodies do to each other when they overlap. It knows no time step.
 *
 *      UrtoLaw felt = {4e8, 2.3, 0.5};
 *      printf("%g N at 0.1 mm\n", urto_law_force(&felt, 1e-4, 0.0));
 *
 *  Compression x > 0 means contact. One-sided power law with Hunt–Crossley loss:
 *
 *      potential  phi(x)    = K x^(a+1) / (a+1)      for x > 0, else 0
 *      force      f(x, x')  = K x^a (1 + mu x')      pushing the bodies apart
 *
 *  All functions are [any], as in world.h.
 */
#ifndef URTO_LAW_H
#define URTO_LAW_H

#include <urto/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A one-sided power law with Hunt–Crossley loss. */
typedef struct UrtoLaw {
    double stiffness; /**< K [N/m^a], 1e-30 to 1e30 */
    double exponent;  /**< a, 1 to 10 */
    double damping;   /**< mu [s/m], 0 to 1e12 */
} UrtoLaw;

/** Where the gradient g of a quadratised contact comes from (UrtoWorldOptions.gradient). All but the
 *  first are for comparison with papers: docs/worlds.md, "The papers' schemes". */
typedef enum UrtoGradient {
    URTO_GRADIENT_CAPPED,   /**< ours: never pulls */
    URTO_GRADIENT_SIGN,     /**< (004:27), 0 where the force would pull */
    URTO_GRADIENT_PRINTED,  /**< (004:27) with the test printed after it */
    URTO_GRADIENT_UNTESTED, /**< (004:27) without a test */
    URTO_GRADIENT_EARLIER,  /**< (004:26) */
} UrtoGradient;

/** A law with sensible values: stiffness 1e9, exponent 1.5, damping 0. */
URTO_API UrtoLaw urto_law_def(void);

/** URTO_OK if every field is in its range. */
URTO_API UrtoStatus urto_law_check(const UrtoLaw *law, UrtoDiagnostic *why);

/** Elastic potential [J] at a compression [m]. */
URTO_API double urto_law_potential(const UrtoLaw *law, double compression) URTO_REALTIME;

/** Force [N] at a compression [m] and compression velocity [m/s]. Never pulls: below the velocity
 *  -1/mu, which no exact impact from outside reaches, 1 + mu x' is held at 0. */
URTO_API double urto_law_force(const UrtoLaw *law, double compression,
                               double velocity) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
