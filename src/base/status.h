/* Filling a UrtoDiagnostic in one call. */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <urto/status.h>

#include <stdbool.h>
#include <stddef.h>

/* Returns status, after writing field, value and the formatted message to why (may be NULL). */
UrtoStatus status_fail(UrtoDiagnostic *why, UrtoStatus status, const char *field, double value,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));

/* URTO_OK if a pointer is there; else URTO_ERROR_ARGUMENT with "<field> is NULL". */
UrtoStatus status_check_pointer(UrtoDiagnostic *why, const char *field, const void *pointer);

/* Marks a definition as made by its function (urto_..._def). */
#define DEF_COOKIE 0x6f747255u

/* A range that a parameter must lie in; open ends exclude the bound itself. */
typedef struct Range {
    double low, high;
    bool low_open;
    const char *text; /* for the message: "> 0", "0 to 1" */
} Range;

/* URTO_OK if value is finite and in range; else URTO_ERROR_ARGUMENT with
 * "<field> is <value>, must be <text>". */
UrtoStatus status_check_range(UrtoDiagnostic *why, const char *field, double value, Range range);

#endif
