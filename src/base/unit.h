/* Numbers with units, inside the library: what a unit was, too. */
#ifndef BASE_UNIT_H
#define BASE_UNIT_H

#include <urto/unit.h>

#include <stdbool.h>

/* Reads a number as it stands, and its unit: NULL where none is given. */
UrtoStatus unit_read(const char *text, UrtoDimension dimension, const char *what, double *number,
                     const UrtoUnit **unit, UrtoDiagnostic *why);
/* "A4", "C#3", "Bb2": A4 is 440 Hz. False for any other text. */
bool note_read(const char *text, double *number);

#endif
