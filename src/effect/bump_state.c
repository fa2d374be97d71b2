/* State of the PhonoBump as text: "urto-bump 1" and its parameters; state_text.h shows the format. */
#include <urto/bump.h>

#include "../base/status.h"
#include "../play/parameter.h"
#include "../play/state_text.h"

#include <stdio.h>

enum { VERSION = 1 };

size_t urto_bump_save(const UrtoBump *bump, char *text, size_t room)
{
    const UrtoBumpInfo *info = urto_bump_info();
    StateWriter writer = {NULL, text ? room : 0, 0};
    double values[PARAMETERS_MAX];

    if (!bump) {
        return 0;
    }
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        values[i] = urto_bump_get(bump, i);
    }
    writer.text = text;
    state_put(&writer, "urto-bump %d\n", VERSION);
    state_put_parameters(&writer, info->parameters, info->parameter_count, values);
    state_put(&writer, "end\n");
    return writer.used + 1;
}

UrtoStatus urto_bump_restore(UrtoBump *bump, const char *text, UrtoDiagnostic *why)
{
    const UrtoBumpInfo *info = urto_bump_info();
    StateReader reader = {text, 1};
    char first[40];
    double values[PARAMETERS_MAX];

    if (!bump) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "bump", 0.0, "bump is NULL");
    }
    snprintf(first, sizeof first, "urto-bump %d\n", VERSION);
    if (!text || !state_read_text(&reader, first)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "text", 0.0,
                           "line 1: must be \"urto-bump %d\"", VERSION);
    }
    parameter_defaults(info->parameters, info->parameter_count, values);
    while (!state_read_text(&reader, "end\n")) {
        reader.line++;
        if (!state_read_text(&reader, "parameter ") ||
            !state_read_parameter(&reader, info->parameters, info->parameter_count, values) ||
            !state_read_text(&reader, "\n")) {
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
