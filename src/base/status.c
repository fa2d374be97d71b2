#include "status.h"

#include <urto/number.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *urto_status_text(UrtoStatus status)
{
    switch (status) {
    case URTO_OK:
        return "ok";
    case URTO_ERROR_ARGUMENT:
        return "bad argument";
    case URTO_ERROR_UNSUPPORTED:
        return "unsupported option";
    case URTO_ERROR_LIMIT:
        return "beyond a limit";
    case URTO_ERROR_NOT_FOUND:
        return "not found";
    case URTO_ERROR_MEMORY:
        return "out of memory";
    }
    return "unknown status";
}

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *urto_version(void)
{
    return TEXT(URTO_VERSION_MAJOR) "." TEXT(URTO_VERSION_MINOR) "." TEXT(URTO_VERSION_PATCH);
}

UrtoStatus status_fail(UrtoDiagnostic *why, UrtoStatus status, const char *field, double value,
                       const char *format, ...)
{
    if (why) {
        why->status = status;
        snprintf(why->field, sizeof why->field, "%s", field);
        why->value = value;
        va_list arguments;
        va_start(arguments, format);
        urto_format_list(why->message, sizeof why->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

UrtoStatus status_check_pointer(UrtoDiagnostic *why, const char *field, const void *pointer)
{
    return pointer ? URTO_OK
                   : status_fail(why, URTO_ERROR_ARGUMENT, field, 0.0, "%s is NULL", field);
}

UrtoStatus status_check_range(UrtoDiagnostic *why, const char *field, double value, Range range)
{
    const bool low_ok = range.low_open ? value > range.low : value >= range.low;
    if (isfinite(value) && low_ok && value <= range.high) {
        return URTO_OK;
    }
    return status_fail(why, URTO_ERROR_ARGUMENT, field, value, "%s is %.10g, must be %s", field,
                       value, range.text);
}
