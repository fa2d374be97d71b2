/* CLAP: an instance, its life, its process call and its extensions.
 *
 * The host may load a state on its main thread while the audio thread is at work. One of the two
 * holds the flag; the audio thread tries for some microseconds and gives a block of silence if the
 * other has it still, which can be when everything is reset anyway.
 */
#include "shell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 20000, STATE_MAX = 2 << 20, CHANNELS = 2 };

static const double first_rate = 48000.0; /* until the host says another */

void shell_log(const Shell *shell, const char *format, ...)
{
    const ExtensionLog *log =
        shell->host->get_extension ? shell->host->get_extension(shell->host, EXTENSION_LOG) : NULL;
    char line[400];
    va_list list;

    va_start(list, format);
    urto_format_list(line, sizeof line, format, list);
    va_end(list);
    if (log) {
        log->log(shell->host, LOG_ERROR, line);
    } else {
        fprintf(stderr, "%s\n", line);
    }
}

void shell_rescan(const Shell *shell)
{
    const clap_host_params_t *host = shell->host->get_extension
                                         ? shell->host->get_extension(shell->host, CLAP_EXT_PARAMS)
                                         : NULL;

    if (host) {
        /* what a macro is called may have changed, too */
        host->rescan(shell->host, CLAP_PARAM_RESCAN_VALUES |
                                      (urto_plugin_reads(&shell->info)
                                           ? CLAP_PARAM_RESCAN_INFO | CLAP_PARAM_RESCAN_TEXT
                                           : 0u));
    }
}

bool shell_try_lock(Shell *shell)
{
    for (int i = 0; i < TRIES; i++) {
        if (!atomic_flag_test_and_set(&shell->busy)) {
            return true;
        }
    }
    return false;
}

void shell_lock(Shell *shell)
{
    while (!shell_try_lock(shell)) {
    }
}

void shell_unlock(Shell *shell)
{
    atomic_flag_clear(&shell->busy);
}

static bool make_plugin(const Shell *shell, double rate, UrtoPlugin **plugin)
{
    const UrtoPluginOptions options = urto_plugin_options(rate);
    UrtoDiagnostic why = {.status = URTO_OK};

    if (urto_plugin_create(plugin, shell->info.id, &options, &why) != URTO_OK) {
        shell_log(shell, "urto %s: %s", shell->info.id, why.message);
        return false;
    }
    return true;
}

static bool shell_init(const clap_plugin_t *clap)
{
    Shell *shell = shell_of(clap);

    shell->rate = first_rate;
    if (!make_plugin(shell, first_rate, &shell->plugin)) {
        return false;
    }
    parameters_told(shell);
    return true;
}

static void shell_destroy(const clap_plugin_t *clap)
{
    Shell *shell = shell_of(clap);

    urto_plugin_destroy(shell->plugin);
    free(shell);
}

static bool shell_activate(const clap_plugin_t *clap, double rate, uint32_t least, uint32_t most)
{
    Shell *shell = shell_of(clap);
    UrtoPlugin *plugin = NULL;

    (void)least;
    (void)most; /* blocks of any size are taken as they come */
    if (!shell->plugin) {
        return false;
    }
    shell->active = rate == shell->rate;
    if (shell->active) {
        return true;
    }
    char *text = urto_plugin_save_text(shell->plugin);
    if (!text || !make_plugin(shell, rate, &plugin)) {
        free(text);
        return false;
    }
    const UrtoStatus status = urto_plugin_restore(plugin, text, NULL);
    free(text);
    if (status != URTO_OK) {
        urto_plugin_destroy(plugin);
        return false;
    }
    urto_plugin_destroy(shell->plugin);
    shell->plugin = plugin;
    shell->rate = rate;
    shell->active = true;
    return true;
}

static void shell_deactivate(const clap_plugin_t *clap)
{
    Shell *shell = shell_of(clap);

    shell->active = false;
    urto_plugin_reset(shell->plugin);
}

static bool shell_start(const clap_plugin_t *clap)
{
    (void)clap;
    return true;
}

static void shell_stop(const clap_plugin_t *clap)
{
    (void)clap;
}

static void shell_reset(const clap_plugin_t *clap)
{
    Shell *shell = shell_of(clap);

    if (shell_try_lock(shell)) {
        urto_plugin_reset(shell->plugin);
        shell_unlock(shell);
    }
}

/* Bytes that an event of a type has at least; 0 for one that is not for us. */
static size_t event_size(uint16_t type)
{
    switch (type) {
    case CLAP_EVENT_NOTE_ON:
    case CLAP_EVENT_NOTE_OFF:
    case CLAP_EVENT_NOTE_CHOKE:
        return sizeof(clap_event_note_t);
    case CLAP_EVENT_NOTE_EXPRESSION:
        return sizeof(clap_event_note_expression_t);
    case CLAP_EVENT_PARAM_VALUE:
        return sizeof(clap_event_param_value_t);
    case CLAP_EVENT_MIDI:
        return sizeof(clap_event_midi_t);
    default:
        return 0;
    }
}

bool shell_knows_event(const clap_event_header_t *event)
{
    return event && event->space_id == CLAP_CORE_EVENT_SPACE_ID && event_size(event->type) &&
           event->size >= event_size(event->type);
}

static void take_event(Shell *shell, const clap_event_header_t *event,
                       const clap_output_events_t *out)
{
    if (!shell_knows_event(event)) {
        return;
    }
    switch (event->type) {
    case CLAP_EVENT_NOTE_ON:
    case CLAP_EVENT_NOTE_OFF:
    case CLAP_EVENT_NOTE_CHOKE:
        note_event(shell, (const clap_event_note_t *)event, out);
        break;
    case CLAP_EVENT_NOTE_EXPRESSION:
        note_expression(shell, (const clap_event_note_expression_t *)event);
        break;
    case CLAP_EVENT_PARAM_VALUE:
        parameter_event(shell, (const clap_event_param_value_t *)event, false);
        break;
    case CLAP_EVENT_MIDI:
        note_midi(shell, (const clap_event_midi_t *)event);
        break;
    default:
        break;
    }
}

/* The channels of the first port; NULL where the host has fewer. */
static void take_channels(const clap_audio_buffer_t *ports, uint32_t count,
                          float *channels[CHANNELS])
{
    for (uint32_t c = 0; c < CHANNELS; c++) {
        channels[c] = ports && count && ports[0].data32 && c < ports[0].channel_count
                          ? ports[0].data32[c]
                          : NULL;
    }
}

static clap_process_status shell_process(const clap_plugin_t *clap,
                                         const clap_process_t *process) URTO_REALTIME;

static void give_silence(float *const outputs[CHANNELS], uint32_t frames)
{
    for (uint32_t c = 0; c < CHANNELS; c++) {
        if (outputs[c]) {
            memset(outputs[c], 0, frames * sizeof(float));
        }
    }
}

static clap_process_status shell_process(const clap_plugin_t *clap, const clap_process_t *process)
{
    Shell *shell = shell_of(clap);
    float *inputs[CHANNELS];
    float *outputs[CHANNELS];

    if (!process) {
        return CLAP_PROCESS_ERROR;
    }
    const clap_input_events_t *in = process->in_events;
    const uint32_t frames = process->frames_count;
    take_channels(process->audio_inputs, process->audio_inputs_count, inputs);
    take_channels(process->audio_outputs, process->audio_outputs_count, outputs);
    if (!shell->active || !shell_try_lock(shell)) {
        give_silence(outputs, frames);
        return shell->active ? CLAP_PROCESS_CONTINUE : CLAP_PROCESS_ERROR;
    }
    for (uint32_t i = 0; in && i < in->size(in); i++) {
        take_event(shell, in->get(in, i), process->out_events);
    }
    urto_plugin_process(shell->plugin, (const float *const *)inputs, outputs, frames);
    if (process->audio_outputs && process->audio_outputs_count) {
        process->audio_outputs[0].constant_mask = 0;
    }
    parameters_tell(shell, process->out_events);
    notes_end(shell, process->out_events, frames ? frames - 1 : 0);
    const bool sounds = urto_plugin_sounds(shell->plugin);
    atomic_store(&shell->sounds, sounds);
    shell_unlock(shell);
    return sounds ? CLAP_PROCESS_CONTINUE : CLAP_PROCESS_SLEEP;
}

static void shell_on_main_thread(const clap_plugin_t *clap)
{
    (void)clap;
}

static uint32_t audio_count(const clap_plugin_t *clap, bool is_input)
{
    const UrtoPluginInfo *info = &shell_of(clap)->info;

    return (is_input ? info->inputs : info->outputs) ? 1 : 0;
}

static bool audio_get(const clap_plugin_t *clap, uint32_t index, bool is_input,
                      clap_audio_port_info_t *info)
{
    if (index >= audio_count(clap, is_input)) {
        return false;
    }
    *info = (clap_audio_port_info_t){
        .id = 0,
        .flags = CLAP_AUDIO_PORT_IS_MAIN,
        .channel_count = CHANNELS,
        .port_type = CLAP_PORT_STEREO,
        .in_place_pair = shell_of(clap)->info.inputs ? 0 : CLAP_INVALID_ID,
    };
    snprintf(info->name, sizeof info->name, "%s", is_input ? "Input" : "Output");
    return true;
}

static bool state_save(const clap_plugin_t *clap, const clap_ostream_t *stream)
{
    Shell *shell = shell_of(clap);

    shell_lock(shell);
    char *text = urto_plugin_save_text(shell->plugin);
    shell_unlock(shell);
    const size_t size = text ? strlen(text) : 0;
    size_t done = 0;
    while (done < size) {
        const int64_t written = stream->write(stream, text + done, size - done);
        if (written <= 0) {
            break;
        }
        done += (size_t)written;
    }
    free(text);
    return size > 0 && done == size;
}

/* All of a stream, to be freed; NULL if it cannot be read or is no state by its size. */
static char *read_all(const clap_istream_t *stream, size_t *size)
{
    char *bytes = malloc(STATE_MAX);
    int64_t got = 1;

    *size = 0;
    while (bytes && got > 0 && *size < STATE_MAX) {
        got = stream->read(stream, bytes + *size, STATE_MAX - *size);
        *size += got > 0 ? (size_t)got : 0;
    }
    if (got != 0) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static bool state_load(const clap_plugin_t *clap, const clap_istream_t *stream)
{
    Shell *shell = shell_of(clap);
    UrtoDiagnostic why = {.status = URTO_OK};
    size_t size = 0;
    char *bytes = read_all(stream, &size);

    if (!bytes) {
        shell_log(shell,
                  "urto %s: the state cannot be read, the old one is kept: the host's "
                  "stream ends with an error or is longer than 2 MiB",
                  shell->info.id);
        return false;
    }
    shell_lock(shell);
    const UrtoStatus status = urto_plugin_restore_bytes(shell->plugin, bytes, size, &why);
    parameters_told(shell);
    shell_unlock(shell);
    free(bytes);
    if (status != URTO_OK) {
        shell_log(shell, "urto %s: the state cannot be read, the old one is kept: %s",
                  shell->info.id, why.message);
        return false;
    }
    shell_rescan(shell);
    return true;
}

static uint32_t latency_get(const clap_plugin_t *clap)
{
    (void)clap;
    return 0;
}

/* How long a sound lasts nobody knows while it is played; when it is over, it is over. */
static uint32_t tail_get(const clap_plugin_t *clap)
{
    return atomic_load(&shell_of(clap)->sounds) ? UINT32_MAX : 0;
}

static const void *shell_extension(const clap_plugin_t *clap, const char *id)
{
    static const clap_plugin_audio_ports_t audio_ports = {audio_count, audio_get};
    static const clap_plugin_state_t state = {state_save, state_load};
    static const clap_plugin_latency_t latency = {latency_get};
    static const ExtensionTail tail = {tail_get};
    const struct {
        const char *id;
        const void *extension;
    } list[] = {
        {CLAP_EXT_PARAMS, &shell_parameters},
        {CLAP_EXT_AUDIO_PORTS, &audio_ports},
        {CLAP_EXT_NOTE_PORTS, shell_of(clap)->info.instrument ? &shell_note_ports : NULL},
        {CLAP_EXT_STATE, &state},
        {CLAP_EXT_LATENCY, &latency},
        {EXTENSION_TAIL, &tail},
        {EXTENSION_PRESET_LOAD, &shell_preset_load},
        {EXTENSION_PRESET_LOAD_DRAFT, &shell_preset_load},
    };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (strcmp(list[i].id, id) == 0) {
            return list[i].extension;
        }
    }
    return NULL;
}

const clap_plugin_t *shell_create(const clap_host_t *host, uint32_t index)
{
    Shell *shell = calloc(1, sizeof *shell);

    if (!shell || !host) {
        free(shell);
        return NULL;
    }
    shell->host = host;
    shell->info = urto_plugin_info(index);
    atomic_flag_clear(&shell->busy);
    shell->clap = (clap_plugin_t){
        .desc = descriptor_of(index),
        .plugin_data = shell,
        .init = shell_init,
        .destroy = shell_destroy,
        .activate = shell_activate,
        .deactivate = shell_deactivate,
        .start_processing = shell_start,
        .stop_processing = shell_stop,
        .reset = shell_reset,
        .process = shell_process,
        .get_extension = shell_extension,
        .on_main_thread = shell_on_main_thread,
    };
    return &shell->clap;
}
