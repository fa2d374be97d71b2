/* Checking a parameter against its public range. */
#ifndef IMPACT_RANGE_H
#define IMPACT_RANGE_H

#include <urto/impact.h>

/* The name must be one of the table. */
UrtoStatus range_check(UrtoDiagnostic *why, const char *name, double value);

#endif
