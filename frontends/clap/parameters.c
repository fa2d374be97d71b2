/* Parameters: the adapter's list with values in their own units. A host that automates sends them
 * at a frame; what changes by itself is reported to the host, not to be recorded. */
#include "shell.h"

#include <stdio.h>
#include <string.h>

/* FNV-1a: automation of old projects finds its parameter whatever is added to the table. */
clap_id parameter_id(const UrtoParameterInfo *parameter)
{
    uint32_t hash = 2166136261u;

    for (const char *c = parameter->id; *c; c++) {
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    }
    return hash;
}

/* parameter_count if there is none. */
static uint32_t index_of(const Shell *shell, clap_id id)
{
    uint32_t i = 0;

    while (i < shell->info.parameter_count &&
           parameter_id(urto_plugin_parameter(&shell->info, i)) != id) {
        i++;
    }
    return i;
}

static uint32_t count(const clap_plugin_t *clap)
{
    return shell_of(clap)->info.parameter_count;
}

/* What a value is shown as: a macro in the unit of what it moves. */
static const UrtoParameterInfo *meant(const Shell *shell, uint32_t index)
{
    const UrtoParameterInfo *meaning = urto_plugin_meaning(shell->plugin, index);

    return meaning ? meaning : urto_plugin_parameter(&shell->info, index);
}

static bool get_info(const clap_plugin_t *clap, uint32_t index, clap_param_info_t *info)
{
    const Shell *shell = shell_of(clap);

    if (index >= shell->info.parameter_count) {
        return false;
    }
    const UrtoParameterInfo *parameter = urto_plugin_parameter(&shell->info, index);
    *info = (clap_param_info_t){
        .id = parameter_id(parameter),
        .flags = (parameter->curve == URTO_CURVE_DISCRETE ? CLAP_PARAM_IS_STEPPED : 0u) |
                 (index < shell->info.table_count ? CLAP_PARAM_IS_AUTOMATABLE : 0u),
        .min_value = parameter->minimum,
        .max_value = parameter->maximum,
        .default_value = urto_plugin_default(&shell->info, index),
    };
    snprintf(info->name, sizeof info->name, "%s", meant(shell, index)->name);
    snprintf(info->module, sizeof info->module, "%s", parameter->group);
    return true;
}

static bool get_value(const clap_plugin_t *clap, clap_id id, double *value)
{
    Shell *shell = shell_of(clap);
    const uint32_t index = index_of(shell, id);

    if (index == shell->info.parameter_count) {
        return false;
    }
    *value = atomic_load(&shell->reported[index]);
    return true;
}

static bool value_to_text(const clap_plugin_t *clap, clap_id id, double value, char *text,
                          uint32_t size)
{
    const Shell *shell = shell_of(clap);
    const uint32_t index = index_of(shell, id);
    double near = 0.0;

    if (index == shell->info.parameter_count ||
        urto_parameter_clamp(urto_plugin_parameter(&shell->info, index), value, &near, NULL) !=
            URTO_OK) {
        return false;
    }
    const UrtoParameterInfo *parameter = meant(shell, index);
    if (parameter != urto_plugin_parameter(&shell->info, index)) {
        near = urto_parameter_value(parameter, near);
    }
    if (parameter->values) {
        snprintf(text, size, "%s", parameter->values[(uint32_t)near]);
    } else {
        urto_format(text, size, "%.4g%s%s", near, parameter->unit[0] ? " " : "", parameter->unit);
    }
    return true;
}

static bool text_to_value(const clap_plugin_t *clap, clap_id id, const char *text, double *value)
{
    const Shell *shell = shell_of(clap);
    const uint32_t index = index_of(shell, id);

    if (index == shell->info.parameter_count) {
        return false;
    }
    const UrtoParameterInfo *parameter = meant(shell, index);
    for (uint32_t i = 0; parameter->values && parameter->values[i]; i++) {
        if (strcmp(parameter->values[i], text) == 0) {
            *value = i;
            return true;
        }
    }
    double number = 0.0;
    const char *end = urto_read_number(text + strspn(text, " "), &number);
    if (!end) {
        return false;
    }
    end += strspn(end, " ");
    if ((*end != '\0' && strcmp(end, parameter->unit) != 0) ||
        urto_parameter_clamp(parameter, number, value, NULL) != URTO_OK) {
        return false;
    }
    if (parameter != urto_plugin_parameter(&shell->info, index)) {
        *value = urto_parameter_normalize(parameter, *value);
    }
    return true;
}

void parameter_event(Shell *shell, const clap_event_param_value_t *event, bool now)
{
    const uint32_t index = index_of(shell, event->param_id);

    if (index == shell->info.parameter_count) {
        return;
    }
    const UrtoStatus status =
        now ? urto_plugin_set_now(shell->plugin, index, event->value, NULL)
            : urto_plugin_set(shell->plugin, event->header.time, index, event->value, NULL);
    if (status == URTO_OK) { /* no NaN gets in */
        atomic_store(&shell->reported[index], event->value);
    }
}

void parameters_tell(Shell *shell, const clap_output_events_t *out)
{
    for (uint32_t i = 0; i < shell->info.parameter_count; i++) {
        const double value = urto_plugin_get(shell->plugin, i);
        if (value == atomic_load(&shell->reported[i])) {
            continue;
        }
        const clap_event_param_value_t event = {
            .header = {.size = sizeof event,
                       .space_id = CLAP_CORE_EVENT_SPACE_ID,
                       .type = CLAP_EVENT_PARAM_VALUE,
                       .flags = CLAP_EVENT_DONT_RECORD},
            .param_id = parameter_id(urto_plugin_parameter(&shell->info, i)),
            .note_id = -1,
            .port_index = -1,
            .channel = -1,
            .key = -1,
            .value = value,
        };
        atomic_store(&shell->reported[i], value);
        if (out) {
            (void)out->try_push(out, &event.header);
        }
    }
}

void parameters_told(Shell *shell)
{
    for (uint32_t i = 0; i < shell->info.parameter_count; i++) {
        atomic_store(&shell->reported[i], urto_plugin_get(shell->plugin, i));
    }
}

static void flush(const clap_plugin_t *clap, const clap_input_events_t *in,
                  const clap_output_events_t *out)
{
    Shell *shell = shell_of(clap);

    if (!shell_try_lock(shell)) {
        return; /* a state is being loaded: its values are newer */
    }
    for (uint32_t i = 0; in && i < in->size(in); i++) {
        const clap_event_header_t *event = in->get(in, i);
        if (shell_knows_event(event) && event->type == CLAP_EVENT_PARAM_VALUE) {
            parameter_event(shell, (const clap_event_param_value_t *)event, true);
        }
    }
    parameters_tell(shell, out);
    shell_unlock(shell);
}

const clap_plugin_params_t shell_parameters = {
    .count = count,
    .get_info = get_info,
    .get_value = get_value,
    .value_to_text = value_to_text,
    .text_to_value = text_to_value,
    .flush = flush,
};
