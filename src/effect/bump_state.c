/* State of the PhonoBump as text: "urto-bump 1" and its parameters; record.h says how it looks. */
#include <urto/bump.h>

#include "../base/status.h"
#include "../instrument/record.h"

#include <stdio.h>

enum { VERSION = 1, PARAMETERS_MAX = 32 };

size_t urto_bump_save(const UrtoBump *bump, char *text, size_t room)
{
    const UrtoBumpInfo *info = urto_bump_info();
    RecordWriter writer = {NULL, text ? room : 0, 0};
    double values[PARAMETERS_MAX];

    for (uint32_t i = 0; i < info->parameter_count; i++) {
        values[i] = urto_bump_get(bump, i);
    }
    writer.text = text;
    record_put(&writer, "urto-bump %d\n", VERSION);
    record_put_parameters(&writer, info->parameters, info->parameter_count, values);
    record_put(&writer, "end\n");
    return writer.used + 1;
}

UrtoStatus urto_bump_restore(UrtoBump *bump, const char *text, UrtoDiagnostic *why)
{
    const UrtoBumpInfo *info = urto_bump_info();
    RecordReader reader = {text, 1};
    char first[40];
    double values[PARAMETERS_MAX];

    snprintf(first, sizeof first, "urto-bump %d\n", VERSION);
    if (!text || !record_text(&reader, first)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "text", 0.0,
                           "line 1: must be \"urto-bump %d\"", VERSION);
    }
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        values[i] = info->parameters[i].fallback;
    }
    while (!record_text(&reader, "end\n")) {
        reader.line++;
        if (!record_text(&reader, "parameter ") ||
            !record_parameter(&reader, info->parameters, info->parameter_count, values) ||
            !record_text(&reader, "\n")) {
            return status_fail(why, URTO_ERROR_ARGUMENT, "text", reader.line,
                               "line %u: not what urto_bump_save writes", reader.line);
        }
    }
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        (void)urto_bump_set(bump, i, values[i], NULL);
    }
    urto_bump_reset(bump);
    return URTO_OK;
}
