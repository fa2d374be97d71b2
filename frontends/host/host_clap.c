/* A CLAP host. Notes of MIDI become CLAP's own, the rest stays MIDI: both dialects are in use. */
#include "host_clap.h"

#include "frontends/clap/extensions.h"

#include <urto/plugin.h>
#if URTO_SCENES
#include <urto/scene_instrument.h>
#endif

#include <dlfcn.h>
#include <string.h>

const char *const host_format = "clap";

enum { EVENTS_MAX = 10240, OUT_MAX = 2048, STREAM_PIECE = 100 };

struct Host {
    void *library;
    const clap_plugin_entry_t *entry;
    const clap_plugin_factory_t *factory;
    clap_host_t clap;
    uint32_t messages, rescans;
    clap_param_rescan_flags rescanned; /* the last time */
    char last[512];
};

struct Instance {
    Host *host;
    const clap_plugin_t *plugin;
    UrtoPluginInfo info;
    double rate;
    uint32_t block;
    clap_id ids[64];
    AnyEvent events[EVENTS_MAX];
    uint32_t event_count;
    AnyEvent out[OUT_MAX];
    uint32_t out_count;
    clap_process_status status;
};

static void take_log(const clap_host_t *clap, int32_t severity, const char *message)
{
    Host *host = clap->host_data;

    NEED(severity == LOG_ERROR);
    host->messages++;
    snprintf(host->last, sizeof host->last, "%s", message);
}

static void take_rescan(const clap_host_t *clap, clap_param_rescan_flags flags)
{
    Host *host = clap->host_data;

    NEED(flags & CLAP_PARAM_RESCAN_VALUES);
    host->rescans++;
    host->rescanned = flags;
}

static void take_clear(const clap_host_t *clap, clap_id id, clap_param_clear_flags flags)
{
    (void)clap;
    (void)id;
    (void)flags;
}

static void take_request(const clap_host_t *clap)
{
    (void)clap;
}

static const void *host_extension(const clap_host_t *clap, const char *id)
{
    static const ExtensionLog log = {take_log};
    static const clap_host_params_t params = {take_rescan, take_clear, take_request};

    (void)clap;
    if (strcmp(id, EXTENSION_LOG) == 0) {
        return &log;
    }
    return strcmp(id, CLAP_EXT_PARAMS) == 0 ? &params : NULL;
}

Host *host_open(const char *path)
{
    Host *host = calloc(1, sizeof *host);

#if URTO_SCENES
    urto_scene_plugin_add(); /* the same list as the shell has */
#endif
    host->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!host->library) {
        fprintf(stderr, "%s\n", dlerror());
        free(host);
        return NULL;
    }
    host->entry = dlsym(host->library, "clap_entry");
    NEED(host->entry && host->entry->init(path));
    host->factory = host->entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
    NEED(host->factory && !host->entry->get_factory("nothing"));
    host->clap = (clap_host_t){.clap_version = CLAP_VERSION_INIT,
                               .host_data = host,
                               .name = "test",
                               .version = "1",
                               .get_extension = host_extension,
                               .request_restart = take_request,
                               .request_process = take_request,
                               .request_callback = take_request};
    return host;
}

void host_close(Host *host)
{
    host->entry->deinit();
    dlclose(host->library);
    free(host);
}

uint32_t host_count(const Host *host)
{
    return host->factory->get_plugin_count(host->factory);
}

static void take_ids(Instance *instance)
{
    const clap_plugin_params_t *params =
        instance->plugin->get_extension(instance->plugin, CLAP_EXT_PARAMS);
    const uint32_t count = params->count(instance->plugin);

    NEED(count == instance->info.parameter_count);
    for (uint32_t i = 0; i < count; i++) {
        clap_param_info_t info;
        NEED(params->get_info(instance->plugin, i, &info));
        /* a macro has the name of what it moves */
        NEED(urto_plugin_reads(&instance->info) ||
             strcmp(info.name, urto_plugin_parameter(&instance->info, i)->name) == 0);
        instance->ids[i] = info.id;
    }
}

Instance *host_create(Host *host, const char *id, double rate, uint32_t block)
{
    char name[80];

    snprintf(name, sizeof name, "urto.%s", id);
    const clap_plugin_t *plugin = host->factory->create_plugin(host->factory, &host->clap, name);
    if (!plugin) {
        return NULL;
    }
    if (!plugin->init(plugin) || !plugin->activate(plugin, rate, 1, block)) {
        plugin->destroy(plugin);
        return NULL;
    }
    NEED(plugin->start_processing(plugin));
    Instance *instance = calloc(1, sizeof *instance);
    instance->host = host;
    instance->plugin = plugin;
    instance->info = urto_plugin_info(urto_plugin_find(id));
    instance->rate = rate;
    instance->block = block;
    take_ids(instance);
    return instance;
}

void host_destroy(Instance *instance)
{
    instance->plugin->stop_processing(instance->plugin);
    instance->plugin->deactivate(instance->plugin);
    instance->plugin->destroy(instance->plugin);
    free(instance);
}

void host_clap_event(Instance *instance, const AnyEvent *event)
{
    uint32_t at = instance->event_count++;

    NEED(at < EVENTS_MAX);
    while (at > 0 && instance->events[at - 1].header.time > event->header.time) {
        instance->events[at] = instance->events[at - 1];
        at--;
    }
    instance->events[at] = *event;
}

static clap_event_header_t header_of(uint16_t type, uint32_t frame, size_t size)
{
    return (clap_event_header_t){
        .size = (uint32_t)size, .time = frame, .space_id = CLAP_CORE_EVENT_SPACE_ID, .type = type};
}

AnyEvent host_clap_note(uint16_t type, uint32_t frame, int32_t id, int16_t key, double velocity)
{
    return (AnyEvent){.note = {.header = header_of(type, frame, sizeof(clap_event_note_t)),
                               .note_id = id,
                               .key = key,
                               .velocity = velocity}};
}

AnyEvent host_clap_expression(clap_note_expression kind, uint32_t frame, int32_t id, double value)
{
    return (AnyEvent){.expression = {.header = header_of(CLAP_EVENT_NOTE_EXPRESSION, frame,
                                                         sizeof(clap_event_note_expression_t)),
                                     .expression_id = kind,
                                     .note_id = id,
                                     .port_index = -1,
                                     .channel = -1,
                                     .key = -1,
                                     .value = value}};
}

AnyEvent host_clap_value(const Instance *instance, uint32_t frame, uint32_t parameter, double value)
{
    return (AnyEvent){.value = {.header = header_of(CLAP_EVENT_PARAM_VALUE, frame,
                                                    sizeof(clap_event_param_value_t)),
                                .param_id = instance->ids[parameter],
                                .note_id = -1,
                                .port_index = -1,
                                .channel = -1,
                                .key = -1,
                                .value = value}};
}

void host_set(Instance *instance, uint32_t parameter, double value)
{
    const AnyEvent event = host_clap_value(instance, 0, parameter, value);

    host_clap_event(instance, &event);
}

void host_midi(Instance *instance, uint32_t frame, const uint8_t *bytes, size_t size)
{
    const uint8_t kind = bytes[0] & 0xF0;
    AnyEvent event = {
        .midi = {.header = header_of(CLAP_EVENT_MIDI, frame, sizeof(clap_event_midi_t))}};

    if (kind == 0x90 || kind == 0x80) {
        event = host_clap_note(kind == 0x90 && bytes[2] ? CLAP_EVENT_NOTE_ON : CLAP_EVENT_NOTE_OFF,
                               frame, -1, bytes[1], bytes[2] / 127.0);
        event.note.channel = bytes[0] & 0x0F;
    } else {
        memcpy(event.midi.data, bytes, size < 3 ? size : 3);
    }
    host_clap_event(instance, &event);
}

static uint32_t in_size(const clap_input_events_t *list)
{
    const Instance *instance = list->ctx;

    return instance->event_count;
}

static const clap_event_header_t *in_get(const clap_input_events_t *list, uint32_t index)
{
    const Instance *instance = list->ctx;

    return &instance->events[index].header;
}

static bool out_push(const clap_output_events_t *list, const clap_event_header_t *event)
{
    Instance *instance = list->ctx;

    if (instance->out_count == OUT_MAX || event->size > sizeof(AnyEvent)) {
        return false;
    }
    memcpy(&instance->out[instance->out_count++], event, event->size);
    return true;
}

void host_run(Instance *instance, const float *const *in, float *const *out, uint32_t frames)
{
    const clap_input_events_t events = {instance, in_size, in_get};
    const clap_output_events_t outs = {instance, out_push};
    clap_audio_buffer_t input = {.data32 = (float **)in, .channel_count = instance->info.inputs};
    clap_audio_buffer_t output = {.data32 = (float **)out, .channel_count = instance->info.outputs};
    const clap_process_t process = {.steady_time = -1,
                                    .frames_count = frames,
                                    .audio_inputs = &input,
                                    .audio_outputs = &output,
                                    .audio_inputs_count = instance->info.inputs ? 1 : 0,
                                    .audio_outputs_count = 1,
                                    .in_events = &events,
                                    .out_events = &outs};

    instance->out_count = 0;
    instance->status = instance->plugin->process(instance->plugin, &process);
    NEED(instance->status != CLAP_PROCESS_ERROR);
    instance->event_count = 0;
}

void host_clap_flush(Instance *instance)
{
    const clap_plugin_params_t *params =
        instance->plugin->get_extension(instance->plugin, CLAP_EXT_PARAMS);
    const clap_input_events_t events = {instance, in_size, in_get};
    const clap_output_events_t outs = {instance, out_push};

    instance->out_count = 0;
    params->flush(instance->plugin, &events, &outs);
    instance->event_count = 0;
}

void host_restart(Instance *instance)
{
    instance->plugin->stop_processing(instance->plugin);
    instance->plugin->deactivate(instance->plugin);
    NEED(instance->plugin->activate(instance->plugin, instance->rate, 1, instance->block));
    NEED(instance->plugin->start_processing(instance->plugin));
}

/* Streams pass some bytes at a time, as hosts may. */
typedef struct Memory {
    char *bytes;
    size_t size, at;
} Memory;

static int64_t memory_write(const clap_ostream_t *stream, const void *bytes, uint64_t size)
{
    Memory *memory = stream->ctx;
    const size_t n = size < STREAM_PIECE ? (size_t)size : STREAM_PIECE;

    memory->bytes = realloc(memory->bytes, memory->size + n + 1);
    memcpy(memory->bytes + memory->size, bytes, n);
    memory->size += n;
    memory->bytes[memory->size] = '\0';
    return (int64_t)n;
}

static int64_t memory_read(const clap_istream_t *stream, void *bytes, uint64_t size)
{
    Memory *memory = stream->ctx;
    const size_t left = memory->size - memory->at;
    const size_t most = size < STREAM_PIECE ? (size_t)size : STREAM_PIECE;
    const size_t n = left < most ? left : most;

    memcpy(bytes, memory->bytes + memory->at, n);
    memory->at += n;
    return (int64_t)n;
}

char *host_save(Instance *instance)
{
    const clap_plugin_state_t *state =
        instance->plugin->get_extension(instance->plugin, CLAP_EXT_STATE);
    Memory memory = {NULL, 0, 0};
    const clap_ostream_t stream = {&memory, memory_write};

    NEED(state->save(instance->plugin, &stream));
    return memory.bytes;
}

bool host_restore(Instance *instance, const char *text)
{
    const clap_plugin_state_t *state =
        instance->plugin->get_extension(instance->plugin, CLAP_EXT_STATE);
    Memory memory = {(char *)text, strlen(text), 0};
    const clap_istream_t stream = {&memory, memory_read};

    return state->load(instance->plugin, &stream);
}

uint32_t host_messages(const Host *host, char *last, size_t size)
{
    snprintf(last, size, "%s", host->last);
    return host->messages;
}

const clap_plugin_t *host_clap_plugin(Instance *instance)
{
    return instance->plugin;
}

clap_process_status host_clap_status(const Instance *instance)
{
    return instance->status;
}

uint32_t host_clap_out(const Instance *instance, const AnyEvent **events)
{
    *events = instance->out;
    return instance->out_count;
}

clap_param_rescan_flags host_clap_rescanned(const Host *host)
{
    return host->rescanned;
}

uint32_t host_clap_rescans(const Host *host)
{
    return host->rescans;
}
