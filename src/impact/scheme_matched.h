/* Stiffness with which a scheme has the exact contact duration. */
#ifndef IMPACT_SCHEME_MATCHED_H
#define IMPACT_SCHEME_MATCHED_H

#include "scheme.h"

/* The impact must have passed urto_impact_check; the scheme must accept URTO_SCHEME_MATCHED. */
UrtoStatus scheme_matched_stiffness(const UrtoImpact *impact, const Scheme *scheme, double step,
                                    double *stiffness, UrtoDiagnostic *why);

#endif
