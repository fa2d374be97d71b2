/* One instance of a plug-in. An instrument has a queue of events of its own; for the
 * effect, changes of parameters wait here, and process cuts its block where they are due. */
#include <urto/plugin.h>

#include "list.h"

#include "../base/event_queue.h"
#include "../base/status.h"
#include "../play/parameter.h"

#include <urto/instrument_kind.h>
#include <urto/number.h>

#include <stdlib.h>
#include <string.h>

enum { PIECE = 64 };

/* Of a parameter of the effect. */
typedef struct Change {
    uint64_t frame; /* of the plug-in's clock */
    uint32_t parameter;
    double value;
} Change;

struct UrtoPluginText {
    UrtoInstrument *instrument;
    char *text;
    size_t size; /* of the text */
    double rate;
};

struct UrtoPlugin {
    UrtoPluginInfo info;
    UrtoPluginOptions options;
    UrtoInstrument *instrument;     /* one of the two */
    const UrtoPluginReader *reader; /* NULL: it reads no text */
    UrtoPluginText played;          /* has the instrument, if it was read */
    double idle[MACROS_MAX];        /* macros that move nothing */
    UrtoBump *bump;
    uint64_t clock; /* frames of the effect */
    EventQueue queue;
    Change change_memory[URTO_PLUGIN_MAX_CHANGES];
};

void urto_plugin_text_destroy(UrtoPluginText *made)
{
    if (made) {
        urto_instrument_destroy(made->instrument);
        free(made->text);
        free(made);
    }
}

/* Reads a text with a reader; `made` has nothing yet. */
static UrtoStatus read_text(UrtoPluginText *made, const UrtoPluginReader *reader,
                            const UrtoPluginOptions *options, bool mpe, const char *text,
                            size_t size, UrtoDiagnostic *why)
{
    const UrtoInstrumentOptions chosen = {.voices = options->voices, .mpe = mpe};

    if (size > URTO_PLUGIN_TEXT_MAX || !text) {
        return status_fail(why, URTO_ERROR_LIMIT, "text", (double)size,
                           "the text has %zu bytes, must be 0 to %u", size, URTO_PLUGIN_TEXT_MAX);
    }
    const UrtoStatus status =
        reader->read(&made->instrument, text, size, options->rate, &chosen, why);
    made->text = status == URTO_OK ? malloc(size + 1) : NULL;
    if (status == URTO_OK && !made->text) {
        urto_instrument_destroy(made->instrument);
        made->instrument = NULL;
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    if (made->text) {
        memcpy(made->text, text, size);
        made->text[size] = '\0';
        made->size = size;
        made->rate = options->rate;
    }
    return status;
}

UrtoStatus urto_plugin_read(UrtoPluginText **made, const UrtoPlugin *plugin, const char *text,
                            size_t size, UrtoDiagnostic *why)
{
    UrtoStatus status = status_check_pointer(why, "made", made);

    if (status != URTO_OK) {
        return status;
    }
    *made = NULL;
    if (!plugin || !plugin->reader) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "plugin", 0.0,
                           "this plug-in reads no text, must be the one for scenes");
    }
    UrtoPluginText *fresh = calloc(1, sizeof *fresh);
    if (!fresh) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    status = read_text(fresh, plugin->reader, &plugin->options, false, text, size, why);
    if (status != URTO_OK) {
        free(fresh);
        return status;
    }
    *made = fresh;
    return URTO_OK;
}

bool urto_plugin_exchange(UrtoPlugin *plugin, UrtoPluginText *made)
{
    if (!plugin || !plugin->reader || !made || !made->instrument ||
        made->rate != plugin->options.rate) {
        return false;
    }
    const UrtoPluginText before = plugin->played;
    double values[PARAMETERS_MAX];
    for (uint32_t i = plugin->reader->macros; i < plugin->info.table_count; i++) {
        values[i] = urto_plugin_get(plugin, i);
    }
    plugin->played = *made;
    plugin->instrument = plugin->played.instrument;
    *made = before;
    for (uint32_t i = plugin->reader->macros; i < plugin->info.table_count; i++) {
        (void)urto_plugin_set_now(plugin, i, values[i], NULL);
    }
    urto_instrument_follow(plugin->instrument, before.instrument);
    return true;
}

const char *urto_plugin_text(const UrtoPlugin *plugin)
{
    return plugin && plugin->played.text ? plugin->played.text : "";
}

/* How many parameters of its own the instrument that was read has. */
static uint32_t own_count(const UrtoPlugin *plugin)
{
    const uint32_t common = plugin->reader->info->parameter_count - plugin->reader->macros;

    return urto_instrument_info_of(plugin->instrument)->parameter_count - common;
}

/* The parameter of the instrument; URTO_NONE for a macro that moves nothing. */
static uint32_t inner_index(const UrtoPlugin *plugin, uint32_t parameter)
{
    if (!plugin->reader) {
        return parameter;
    }
    const uint32_t own = own_count(plugin);
    if (parameter >= plugin->reader->macros) {
        return parameter - plugin->reader->macros + own;
    }
    return parameter < own ? parameter : URTO_NONE;
}

static bool is_macro(const UrtoPlugin *plugin, uint32_t parameter)
{
    return plugin->reader && parameter < plugin->reader->macros;
}

/* From the table of the plug-in to that of the instrument. */
static UrtoStatus inner_value(const UrtoPlugin *plugin, uint32_t parameter, double value,
                              double *inner, UrtoDiagnostic *why)
{
    const uint32_t index = inner_index(plugin, parameter);
    double position = value;

    if (!is_macro(plugin, parameter)) {
        *inner = value;
        return URTO_OK;
    }
    const UrtoStatus status =
        urto_parameter_clamp(&plugin_table(&plugin->info)[parameter], value, &position, why);
    *inner = status == URTO_OK && index != URTO_NONE
                 ? urto_parameter_value(
                       &urto_instrument_info_of(plugin->instrument)->parameters[index], position)
                 : position;
    return status;
}

const UrtoParameterInfo *urto_plugin_meaning(const UrtoPlugin *plugin, uint32_t parameter)
{
    if (!plugin || !is_macro(plugin, parameter)) {
        return plugin ? urto_plugin_parameter(&plugin->info, parameter) : NULL;
    }
    const uint32_t index = inner_index(plugin, parameter);
    return index == URTO_NONE ? NULL
                              : &urto_instrument_info_of(plugin->instrument)->parameters[index];
}

UrtoPluginOptions urto_plugin_options(double rate)
{
    return (UrtoPluginOptions){.rate = rate, .channels = CHANNELS};
}

UrtoStatus urto_plugin_create(UrtoPlugin **plugin, const char *id, const UrtoPluginOptions *options,
                              UrtoDiagnostic *why)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(id));

    if (!plugin) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "plugin", 0.0, "plugin is NULL");
    }
    *plugin = NULL;
    if (!options) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "options", 0.0,
                           "options is NULL, must hold at least a rate");
    }
    if (!info.id) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "id", 0.0,
                           "there is no plug-in \"%.60s\", must be one of those that urto "
                           "instruments lists",
                           id ? id : "");
    }
    UrtoPlugin *made = calloc(1, sizeof *made);
    if (!made) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    UrtoStatus status = URTO_OK;
    made->info = info;
    made->queue = (EventQueue){.memory = (unsigned char *)made->change_memory,
                               .size = sizeof(Change),
                               .room = URTO_PLUGIN_MAX_CHANGES};
    made->options = *options;
    for (uint32_t i = 0; i < MACROS_MAX; i++) {
        made->idle[i] = i < info.table_count ? urto_plugin_default(&info, i) : 0.0;
    }
    if (urto_plugin_reads(&info)) {
        made->reader = plugin_reader();
        status = read_text(&made->played, made->reader, options, options->mpe, made->reader->text,
                           strlen(made->reader->text), why);
        made->instrument = made->played.instrument;
    } else if (info.instrument) {
        const UrtoInstrumentOptions chosen = {.voices = options->voices, .mpe = options->mpe};
        status =
            urto_instrument_create(&made->instrument, info.instrument, options->rate, &chosen, why);
    } else {
        const UrtoBumpOptions chosen = {.channels =
                                            options->channels ? options->channels : CHANNELS};
        made->info.inputs = made->info.outputs = chosen.channels;
        status = urto_bump_create(&made->bump, options->rate, &chosen, why);
    }
    if (status != URTO_OK) {
        free(made);
        return status;
    }
    *plugin = made;
    return URTO_OK;
}

void urto_plugin_destroy(UrtoPlugin *plugin)
{
    if (plugin) {
        urto_instrument_destroy(plugin->instrument);
        urto_bump_destroy(plugin->bump);
        free(plugin->played.text);
        free(plugin);
    }
}

const UrtoPluginInfo *urto_plugin_info_of(const UrtoPlugin *plugin)
{
    return plugin ? &plugin->info : NULL;
}

/* Makes the changes that are due; returns the frames until the next one, at most a limit. */
static uint32_t change_due(UrtoPlugin *plugin, uint32_t limit)
{
    const Change *due = event_queue_take(&plugin->queue, plugin->clock);

    while (due) {
        (void)urto_bump_set(plugin->bump, due->parameter, due->value, NULL);
        due = event_queue_take(&plugin->queue, plugin->clock);
    }
    return event_queue_until(&plugin->queue, plugin->clock, limit);
}

static void process_bump(UrtoPlugin *plugin, const float *const *in, float *const *out,
                         uint32_t frames)
{
    const uint32_t channels = plugin->info.inputs;
    /* the left is written before the right is read; hosts may cross their buffers */
    const bool crossed = channels == CHANNELS && in && out && in[1] && in[1] == out[0];
    uint32_t done = 0;

    while (done < frames) {
        const uint32_t left = frames - done;
        const uint32_t n = change_due(plugin, crossed && left > PIECE ? PIECE : left);
        const float *from[CHANNELS] = {NULL};
        float *to[CHANNELS] = {NULL};
        float copy[PIECE];
        for (uint32_t c = 0; c < channels; c++) {
            from[c] = in && in[c] ? in[c] + done : NULL;
            to[c] = out && out[c] ? out[c] + done : NULL;
        }
        if (crossed) {
            memcpy(copy, from[1], n * sizeof *copy);
            from[1] = copy;
        }
        urto_bump_process(plugin->bump, from, to, n);
        plugin->clock += n;
        done += n;
    }
}

void urto_plugin_process(UrtoPlugin *plugin, const float *const *in, float *const *out,
                         uint32_t frames)
{
    if (!plugin) {
        return;
    }
    if (plugin->instrument) {
        urto_instrument_process(plugin->instrument, out, frames);
    } else {
        process_bump(plugin, in, out, frames);
    }
}

static UrtoStatus queue_change(UrtoPlugin *plugin, uint32_t frame, uint32_t parameter, double value,
                               UrtoDiagnostic *why)
{
    Change change = {plugin->clock + frame, parameter, 0.0};
    const UrtoStatus status =
        urto_parameter_clamp(&plugin_table(&plugin->info)[parameter], value, &change.value, why);

    if (status == URTO_OK && !event_queue_add(&plugin->queue, &change)) {
        return status_fail(why, URTO_ERROR_LIMIT, "changes", URTO_PLUGIN_MAX_CHANGES,
                           "%u changes wait already", URTO_PLUGIN_MAX_CHANGES);
    }
    return status;
}

static UrtoStatus check_plugin(const UrtoPlugin *plugin, UrtoDiagnostic *why)
{
    return plugin ? URTO_OK
                  : status_fail(why, URTO_ERROR_ARGUMENT, "plugin", 0.0,
                                "plugin is NULL, must be one that was created");
}

static UrtoStatus check_parameter(const UrtoPlugin *plugin, uint32_t parameter, UrtoDiagnostic *why)
{
    const UrtoStatus status = check_plugin(plugin, why);

    return status == URTO_OK ? parameter_check(parameter, plugin->info.parameter_count, why)
                             : status;
}

static UrtoStatus set_mpe(UrtoPlugin *plugin, double value, UrtoDiagnostic *why)
{
    double on = 0.0;
    const UrtoStatus status = urto_parameter_clamp(&plugin_mpe_parameter, value, &on, why);

    if (status == URTO_OK && urto_instrument_mpe(plugin->instrument) != (on > 0.0)) {
        urto_instrument_set_mpe(plugin->instrument, on > 0.0);
    }
    return status;
}

UrtoStatus urto_plugin_set(UrtoPlugin *plugin, uint32_t frame, uint32_t parameter, double value,
                           UrtoDiagnostic *why)
{
    UrtoEvent event = {.kind = URTO_EVENT_PARAMETER, .frame = frame};
    UrtoStatus status = check_parameter(plugin, parameter, why);

    if (status != URTO_OK) {
        return status;
    }
    if (plugin->bump) {
        return queue_change(plugin, frame, parameter, value, why);
    }
    if (parameter >= plugin->info.table_count) {
        return set_mpe(plugin, value, why);
    }
    status = inner_value(plugin, parameter, value, &event.value, why);
    event.parameter = inner_index(plugin, parameter);
    if (status == URTO_OK && event.parameter == URTO_NONE) {
        plugin->idle[parameter] = event.value;
        return URTO_OK;
    }
    return status == URTO_OK ? urto_instrument_event(plugin->instrument, &event, why) : status;
}

UrtoStatus urto_plugin_set_now(UrtoPlugin *plugin, uint32_t parameter, double value,
                               UrtoDiagnostic *why)
{
    UrtoStatus status = check_parameter(plugin, parameter, why);
    double inner = 0.0;

    if (status != URTO_OK) {
        return status;
    }
    if (plugin->bump) {
        return urto_bump_set(plugin->bump, parameter, value, why);
    }
    if (parameter >= plugin->info.table_count) {
        return set_mpe(plugin, value, why);
    }
    const uint32_t index = inner_index(plugin, parameter);
    status = inner_value(plugin, parameter, value, &inner, why);
    if (status == URTO_OK && index == URTO_NONE) {
        plugin->idle[parameter] = inner;
        return URTO_OK;
    }
    return status == URTO_OK ? urto_instrument_set(plugin->instrument, index, inner, why) : status;
}

double urto_plugin_get(const UrtoPlugin *plugin, uint32_t parameter)
{
    if (!plugin) {
        return 0.0;
    }
    if (plugin->bump) {
        return urto_bump_get(plugin->bump, parameter);
    }
    if (parameter >= plugin->info.table_count) {
        return parameter == plugin->info.table_count && urto_instrument_mpe(plugin->instrument)
                   ? 1.0
                   : 0.0;
    }
    const uint32_t index = inner_index(plugin, parameter);
    if (index == URTO_NONE) {
        return plugin->idle[parameter];
    }
    const double value = urto_instrument_get(plugin->instrument, index);
    return is_macro(plugin, parameter)
               ? urto_parameter_normalize(
                     &urto_instrument_info_of(plugin->instrument)->parameters[index], value)
               : value;
}

UrtoStatus urto_plugin_load_preset(UrtoPlugin *plugin, uint32_t preset, UrtoDiagnostic *why)
{
    const UrtoStatus status = check_plugin(plugin, why);

    if (status != URTO_OK) {
        return status;
    }
    return plugin->bump ? urto_bump_load_preset(plugin->bump, preset, why)
                        : urto_instrument_load_preset(plugin->instrument, preset, why);
}

UrtoStatus urto_plugin_event(UrtoPlugin *plugin, const UrtoEvent *event, UrtoDiagnostic *why)
{
    const UrtoStatus status = check_plugin(plugin, why);

    if (status != URTO_OK) {
        return status;
    }
    if (event && event->kind == URTO_EVENT_PARAMETER) {
        return urto_plugin_set(plugin, event->frame, event->parameter, event->value, why);
    }
    if (plugin->bump) {
        return status_fail(why, URTO_ERROR_UNSUPPORTED, "event", event ? event->kind : 0.0,
                           "an effect plays no notes: only its parameters can be set");
    }
    return urto_instrument_event(plugin->instrument, event, why);
}

void urto_plugin_midi(UrtoPlugin *plugin, uint32_t frame, const uint8_t *bytes, size_t size)
{
    if (plugin) {
        urto_instrument_midi(plugin->instrument, frame, bytes, size);
    }
}

void urto_plugin_reset(UrtoPlugin *plugin)
{
    if (plugin) {
        event_queue_clear(&plugin->queue);
        urto_bump_reset(plugin->bump);
        urto_instrument_reset(plugin->instrument);
    }
}

uint32_t urto_plugin_notes(const UrtoPlugin *plugin, uint32_t *notes, uint32_t room)
{
    return plugin ? urto_instrument_notes(plugin->instrument, notes, room) : 0;
}

bool urto_plugin_sounds(const UrtoPlugin *plugin)
{
    return plugin && (urto_bump_sounds(plugin->bump) || urto_plugin_notes(plugin, NULL, 0) > 0 ||
                      urto_instrument_rings(plugin->instrument));
}

/* A state with its text:
 *
 *   urto-text 1 1234
 *   (so many bytes)
 *   urto-instrument 1 scene ...
 */
static size_t save_text(const UrtoPlugin *plugin, char *text, size_t room)
{
    const UrtoPluginText *played = &plugin->played;
    char head[48];
    const size_t start = (size_t)urto_format(head, sizeof head, "urto-text 1 %zu\n", played->size);
    const size_t used = start + played->size + 1;

    if (text && used < room) {
        memcpy(text, head, start);
        memcpy(text + start, played->text, played->size);
        text[used - 1] = '\n';
        return used + urto_instrument_save(plugin->instrument, text + used, room - used);
    }
    if (text && room) {
        text[0] = '\0';
    }
    return used + urto_instrument_save(plugin->instrument, NULL, 0);
}

/* Reads the text of a state and makes its instrument with what the state says. */
static UrtoStatus restore_text(const UrtoPlugin *plugin, const char *state, size_t size,
                               UrtoPluginText *made, UrtoDiagnostic *why)
{
    static const char head[] = "urto-text 1 ";
    const char *at =
        state && strncmp(state, head, sizeof head - 1) == 0 ? state + sizeof head - 1 : NULL;
    size_t length = 0;

    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a NUL ends the text */
    for (; at && *at >= '0' && *at <= '9' && length <= URTO_PLUGIN_TEXT_MAX; at++) {
        length = 10 * length + (size_t)(*at - '0');
    }
    if (!at || *at != '\n') {
        return status_fail(why, URTO_ERROR_ARGUMENT, "text", 0.0,
                           "line 1: must be \"urto-text 1\" and the size of the text");
    }
    at++;
    if (length > size - (size_t)(at - state) || memchr(at, '\0', length) || at[length] != '\n') {
        return status_fail(why, URTO_ERROR_ARGUMENT, "text", (double)length,
                           "line 1: the text is not as long as %zu bytes", length);
    }
    UrtoStatus status = read_text(made, plugin->reader, &plugin->options, false, at, length, why);
    if (status != URTO_OK) {
        return status;
    }
    status = urto_instrument_restore(made->instrument, at + length + 1, why);
    if (status != URTO_OK) {
        urto_instrument_destroy(made->instrument);
        free(made->text);
    }
    return status;
}

size_t urto_plugin_save(const UrtoPlugin *plugin, char *text, size_t room)
{
    if (!plugin) {
        return 0;
    }
    if (plugin->reader) {
        return save_text(plugin, text, room);
    }
    return plugin->bump ? urto_bump_save(plugin->bump, text, room)
                        : urto_instrument_save(plugin->instrument, text, room);
}

char *urto_plugin_save_text(const UrtoPlugin *plugin)
{
    const size_t size = urto_plugin_save(plugin, NULL, 0);
    char *text = size ? malloc(size) : NULL;

    if (text) {
        (void)urto_plugin_save(plugin, text, size);
    }
    return text;
}

UrtoStatus urto_plugin_restore(UrtoPlugin *plugin, const char *text, UrtoDiagnostic *why)
{
    UrtoStatus status = check_plugin(plugin, why);
    UrtoPluginText made = {NULL, NULL, 0, 0.0};

    if (status == URTO_OK && plugin->reader) {
        status = restore_text(plugin, text, text ? strlen(text) : 0, &made, why);
        if (status == URTO_OK) {
            urto_instrument_destroy(plugin->played.instrument);
            free(plugin->played.text);
            plugin->played = made;
            plugin->instrument = made.instrument;
        }
    } else if (status == URTO_OK) {
        status = plugin->bump ? urto_bump_restore(plugin->bump, text, why)
                              : urto_instrument_restore(plugin->instrument, text, why);
    }
    if (status == URTO_OK) {
        event_queue_clear(&plugin->queue);
    }
    return status;
}

UrtoStatus urto_plugin_restore_bytes(UrtoPlugin *plugin, const void *bytes, size_t size,
                                     UrtoDiagnostic *why)
{
    char *text = size < SIZE_MAX ? malloc(size + 1) : NULL;

    if (!text) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    if (bytes && size) {
        memcpy(text, bytes, size);
    }
    text[bytes ? size : 0] = '\0';
    const UrtoStatus status = urto_plugin_restore(plugin, text, why);
    free(text);
    return status;
}
