/** @file number.h
 *  Numbers as text, the same in every locale: a host may have called setlocale, and then printf and
 *  strtod of the C library read and write 0,5.
 *
 *      char text[40];
 *      urto_format(text, sizeof text, "%.4g Hz", 0.5); // "0.5 Hz"
 */
#ifndef URTO_NUMBER_H
#define URTO_NUMBER_H

#include <urto/api.h>

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
/** The compiler checks arguments against a format. */
#define URTO_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define URTO_PRINTF(at, first)
#endif

/** snprintf in the locale "C", of which it knows %d %i %u %x %c %s %e %f %g %%, with the flags - and
 *  0, a width, a precision (at most 40 for numbers) and the lengths l ll z. Returns the length that
 *  the whole text has, or 0 for a text or format that is NULL; text may be NULL for a size of 0.
 *  Does not allocate. [any] */
URTO_API int urto_format(char *text, size_t size, const char *format, ...) URTO_PRINTF(3, 4);

/** The same for a list of arguments. [any] */
URTO_API int urto_format_list(char *text, size_t size, const char *format, va_list list)
    URTO_PRINTF(3, 0);

/** Reads the decimal number, at most 63 characters long, that the text begins with: a sign, digits
 *  with a point, an exponent. Returns what follows it, or NULL if there is none; beyond the range of
 *  a double the number is infinite. Does not allocate. [any] */
URTO_API const char *urto_read_number(const char *text, double *number);

#ifdef __cplusplus
}
#endif

#endif
