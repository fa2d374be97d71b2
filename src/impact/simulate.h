/* Checks shared by the driver and the matched stiffness. */
#ifndef IMPACT_SIMULATE_H
#define IMPACT_SIMULATE_H

#include <urto/impact.h>

/* URTO_OK if impact and run are in range and the scheme takes every option asked for. */
UrtoStatus simulate_check(const UrtoImpact *impact, const UrtoImpactRun *run, UrtoDiagnostic *why);

#endif
