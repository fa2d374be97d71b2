/* An LV2 host on lilv. */
#include "host_lv2.h"

#include "frontends/lv2/layout.h"

#include <urto/plugin.h>
#if URTO_SCENES
#include <urto/scene_instrument.h>
#endif

#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/parameters/parameters.h>
#include <lv2/patch/patch.h>
#include <lv2/presets/presets.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

#include <stdarg.h>
#include <string.h>

const char *const host_format = "lv2";

enum { URIDS_MAX = 512, EVENT_ROOM = 1 << 19, PORTS_MAX = 64, JOBS_MAX = 8 };

struct Host {
    LilvWorld *world;
    const LilvPlugins *plugins;
    LV2_URID_Map map;
    LV2_URID_Unmap unmap;
    LV2_Log_Log log;
    char *uris[URIDS_MAX];
    uint32_t uri_count;
    uint32_t messages;
    char last[512];
};

/* What the plug-in has asked of the worker, or the worker has answered. */
typedef struct Job {
    uint32_t size;
    uint8_t bytes[8192];
} Job;

struct Instance {
    Host *host;
    const LilvPlugin *plugin;
    LilvInstance *instance;
    UrtoPluginInfo info;
    Layout layout;
    uint32_t block;
    float controls[PORTS_MAX];
    LV2_Worker_Schedule schedule;
    Job jobs[JOBS_MAX], answers[JOBS_MAX];
    uint32_t job_count, answer_count;
    union {
        LV2_Atom_Sequence sequence;
        LV2_Atom_Event event; /* for its alignment */
        uint8_t bytes[EVENT_ROOM];
    } events;
};

static LV2_URID map_uri(LV2_URID_Map_Handle handle, const char *uri)
{
    Host *host = handle;

    for (uint32_t i = 0; i < host->uri_count; i++) {
        if (strcmp(host->uris[i], uri) == 0) {
            return i + 1;
        }
    }
    NEED(host->uri_count < URIDS_MAX);
    host->uris[host->uri_count] = malloc(strlen(uri) + 1);
    memcpy(host->uris[host->uri_count], uri, strlen(uri) + 1);
    return ++host->uri_count;
}

static const char *unmap_uri(LV2_URID_Unmap_Handle handle, LV2_URID urid)
{
    const Host *host = handle;

    return urid > 0 && urid <= host->uri_count ? host->uris[urid - 1] : NULL;
}

__attribute__((format(printf, 3, 0))) static int log_list(LV2_Log_Handle handle, LV2_URID type,
                                                          const char *format, va_list list)
{
    Host *host = handle;

    (void)type;
    host->messages++;
    return vsnprintf(host->last, sizeof host->last, format, list);
}

__attribute__((format(printf, 3, 4))) static int log_line(LV2_Log_Handle handle, LV2_URID type,
                                                          const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int length = log_list(handle, type, format, list);
    va_end(list);
    return length;
}

Host *host_open(const char *path)
{
    Host *host = calloc(1, sizeof *host);
    char folder[1024];

#if URTO_SCENES
    urto_scene_plugin_add(); /* the same list as the shell has */
#endif
    host->map = (LV2_URID_Map){host, map_uri};
    host->unmap = (LV2_URID_Unmap){host, unmap_uri};
    host->log = (LV2_Log_Log){host, log_line, log_list};
    host->world = lilv_world_new();
    snprintf(folder, sizeof folder, "%s/", path);
    LilvNode *bundle = lilv_new_file_uri(host->world, NULL, folder);
    lilv_world_load_bundle(host->world, bundle);
    lilv_node_free(bundle);
    host->plugins = lilv_world_get_all_plugins(host->world);
    return host;
}

void host_close(Host *host)
{
    lilv_world_free(host->world);
    for (uint32_t i = 0; i < host->uri_count; i++) {
        free(host->uris[i]);
    }
    free(host);
}

uint32_t host_count(const Host *host)
{
    return lilv_plugins_size(host->plugins);
}

static void connect_ports(Instance *instance)
{
    const uint32_t count = lilv_plugin_get_num_ports(instance->plugin);

    NEED(count == instance->layout.count && count <= PORTS_MAX);
    lilv_plugin_get_port_ranges_float(instance->plugin, NULL, NULL, instance->controls);
    for (uint32_t p = instance->layout.freewheel; p < count; p++) {
        lilv_instance_connect_port(instance->instance, p, &instance->controls[p]);
    }
    if (instance->layout.events != PORT_NONE) {
        lilv_instance_connect_port(instance->instance, instance->layout.events, &instance->events);
    }
    for (uint32_t i = 0; i < instance->info.parameter_count; i++) {
        const LilvPort *port =
            lilv_plugin_get_port_by_index(instance->plugin, instance->layout.parameter + i);
        char symbol[SYMBOL_SIZE];
        symbol_of(urto_plugin_parameter(&instance->info, i)->id, symbol);
        NEED(strcmp(lilv_node_as_string(lilv_port_get_symbol(instance->plugin, port)), symbol) ==
             0);
    }
}

static void clear_events(Instance *instance)
{
    instance->events.sequence.atom.type = map_uri(instance->host, LV2_ATOM__Sequence);
    instance->events.sequence.atom.size = sizeof(LV2_Atom_Sequence_Body);
    instance->events.sequence.body.unit = 0;
    instance->events.sequence.body.pad = 0;
}

static LV2_Worker_Status keep_job(Job *jobs, uint32_t *count, uint32_t size, const void *data)
{
    if (*count == JOBS_MAX || size > sizeof jobs->bytes) {
        return LV2_WORKER_ERR_NO_SPACE;
    }
    jobs[*count].size = size;
    memcpy(jobs[*count].bytes, data, size);
    ++*count;
    return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status schedule_work(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                       const void *data)
{
    Instance *instance = handle;

    return keep_job(instance->jobs, &instance->job_count, size, data);
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size, const void *data)
{
    Instance *instance = handle;

    return keep_job(instance->answers, &instance->answer_count, size, data);
}

void host_lv2_work(Instance *instance)
{
    const LV2_Worker_Interface *worker =
        lilv_instance_get_extension_data(instance->instance, LV2_WORKER__interface);
    LV2_Handle handle = lilv_instance_get_handle(instance->instance);
    const uint32_t count = instance->job_count;
    Job *jobs = malloc((count + 1) * sizeof *jobs);

    memcpy(jobs, instance->jobs, count * sizeof *jobs);
    instance->job_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        (void)worker->work(handle, respond, instance, jobs[i].size, jobs[i].bytes);
    }
    free(jobs);
}

void host_lv2_open(Instance *instance, const char *path)
{
    host_lv2_open_as(instance, path, (uint32_t)strlen(path) + 1, sizeof(LV2_URID));
}

void host_lv2_open_as(Instance *instance, const char *path, uint32_t size, uint32_t property_size)
{
    Host *host = instance->host;
    LV2_Atom_Forge forge;
    LV2_Atom_Forge_Frame frame;
    union {
        LV2_Atom_Event event;
        uint8_t bytes[4096];
    } message = {.event = {.time.frames = 0}};

    lv2_atom_forge_init(&forge, &host->map);
    lv2_atom_forge_set_buffer(&forge, (uint8_t *)&message.event.body,
                              sizeof message - offsetof(LV2_Atom_Event, body));
    lv2_atom_forge_object(&forge, &frame, 0, map_uri(host, LV2_PATCH__Set));
    lv2_atom_forge_key(&forge, map_uri(host, LV2_PATCH__property));
    const LV2_Atom_Forge_Ref property = lv2_atom_forge_urid(&forge, map_uri(host, URI_SCENE_FILE));
    lv2_atom_forge_key(&forge, map_uri(host, LV2_PATCH__value));
    const LV2_Atom_Forge_Ref value = lv2_atom_forge_path(&forge, path, (uint32_t)strlen(path) + 1);
    lv2_atom_forge_pop(&forge, &frame);
    lv2_atom_forge_deref(&forge, property)->size = property_size;
    lv2_atom_forge_deref(&forge, value)->size = size;
    NEED(lv2_atom_sequence_append_event(&instance->events.sequence,
                                        EVENT_ROOM - sizeof(LV2_Atom_Sequence), &message.event));
}

Instance *host_create(Host *host, const char *id, double rate, uint32_t block)
{
    char uri[80];
    const float rate_option = (float)rate;
    const int32_t block_option = (int32_t)block;
    const LV2_Options_Option options[] = {
        {LV2_OPTIONS_INSTANCE, 0, map_uri(host, LV2_BUF_SIZE__maxBlockLength), sizeof(int32_t),
         map_uri(host, LV2_ATOM__Int), &block_option},
        {LV2_OPTIONS_INSTANCE, 0, map_uri(host, LV2_PARAMETERS__sampleRate), sizeof(float),
         map_uri(host, LV2_ATOM__Float), &rate_option},
        {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL},
    };
    const LV2_Feature map = {LV2_URID__map, &host->map};
    const LV2_Feature unmap = {LV2_URID__unmap, &host->unmap};
    const LV2_Feature log = {LV2_LOG__log, &host->log};
    const LV2_Feature option = {LV2_OPTIONS__options, (void *)options};
    Instance *instance = calloc(1, sizeof *instance);
    instance->schedule = (LV2_Worker_Schedule){instance, schedule_work};
    const LV2_Feature worker = {LV2_WORKER__schedule, &instance->schedule};
    const LV2_Feature *const features[] = {&map, &unmap, &log, &option, &worker, NULL};

    snprintf(uri, sizeof uri, "%s%s", URI_PREFIX, id);
    LilvNode *name = lilv_new_uri(host->world, uri);
    const LilvPlugin *plugin = lilv_plugins_get_by_uri(host->plugins, name);
    lilv_node_free(name);
    LilvInstance *made = plugin ? lilv_plugin_instantiate(plugin, rate, features) : NULL;
    if (!made) {
        free(instance);
        return NULL;
    }
    instance->host = host;
    instance->plugin = plugin;
    instance->instance = made;
    instance->info = urto_plugin_info(urto_plugin_find(id));
    instance->layout = layout_of(&instance->info);
    instance->block = block;
    connect_ports(instance);
    clear_events(instance);
    lilv_instance_activate(made);
    return instance;
}

void host_destroy(Instance *instance)
{
    lilv_instance_deactivate(instance->instance);
    lilv_instance_free(instance->instance);
    free(instance);
}

void host_midi(Instance *instance, uint32_t frame, const uint8_t *bytes, size_t size)
{
    struct {
        LV2_Atom_Event event;
        uint8_t bytes[8];
    } message = {.event = {.time.frames = frame}};

    NEED(size <= sizeof message.bytes);
    message.event.body.type = map_uri(instance->host, LV2_MIDI__MidiEvent);
    message.event.body.size = (uint32_t)size;
    memcpy(message.bytes, bytes, size);
    const LV2_Atom_Event *added = lv2_atom_sequence_append_event(
        &instance->events.sequence, EVENT_ROOM - sizeof(LV2_Atom_Sequence), &message.event);
    NEED(added);
}

void host_set(Instance *instance, uint32_t parameter, double value)
{
    instance->controls[instance->layout.parameter + parameter] = (float)value;
}

/* The plug-in hears what its worker has answered, in the audio thread. */
static void answer(Instance *instance)
{
    const LV2_Worker_Interface *worker =
        lilv_instance_get_extension_data(instance->instance, LV2_WORKER__interface);
    const uint32_t count = instance->answer_count;

    instance->answer_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        (void)worker->work_response(lilv_instance_get_handle(instance->instance),
                                    instance->answers[i].size, instance->answers[i].bytes);
    }
}

void host_run(Instance *instance, const float *const *in, float *const *out, uint32_t frames)
{
    for (uint32_t c = 0; c < instance->info.inputs; c++) {
        lilv_instance_connect_port(instance->instance, instance->layout.input + c, (void *)in[c]);
    }
    for (uint32_t c = 0; c < instance->info.outputs; c++) {
        lilv_instance_connect_port(instance->instance, instance->layout.output + c, out[c]);
    }
    lilv_instance_run(instance->instance, frames);
    answer(instance);
    clear_events(instance);
}

void host_restart(Instance *instance)
{
    lilv_instance_deactivate(instance->instance);
    lilv_instance_activate(instance->instance);
}

static uint32_t port_of(const Instance *instance, const char *symbol)
{
    const LilvNode *name = lilv_new_string(instance->host->world, symbol);
    const LilvPort *port = lilv_plugin_get_port_by_symbol(instance->plugin, name);

    lilv_node_free((LilvNode *)name);
    return lilv_port_get_index(instance->plugin, port);
}

static const void *port_value(const char *symbol, void *data, uint32_t *size, uint32_t *type)
{
    Instance *instance = data;

    *size = sizeof(float);
    *type = map_uri(instance->host, LV2_ATOM__Float);
    return &instance->controls[port_of(instance, symbol)];
}

static void set_port(const char *symbol, void *data, const void *value, uint32_t size,
                     uint32_t type)
{
    Instance *instance = data;

    (void)size;
    NEED(type == map_uri(instance->host, LV2_ATOM__Float));
    instance->controls[port_of(instance, symbol)] = *(const float *)value;
}

char *host_save(Instance *instance)
{
    Host *host = instance->host;
    LilvState *state = lilv_state_new_from_instance(
        instance->plugin, instance->instance, &host->map, NULL, NULL, NULL, NULL, port_value,
        instance, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, NULL);
    char *text =
        lilv_state_to_string(host->world, &host->map, &host->unmap, state, "urn:test:state", NULL);

    lilv_state_free(state);
    return text;
}

static bool take_state(Instance *instance, const char *text, LilvSetPortValueFunc set)
{
    Host *host = instance->host;
    LilvState *state = lilv_state_new_from_string(host->world, &host->map, text);
    const uint32_t before = host->messages;

    if (!state) {
        return false;
    }
    lilv_state_restore(state, instance->instance, set, instance, 0, NULL);
    lilv_state_free(state);
    return host->messages == before; /* lilv passes no status on */
}

bool host_restore(Instance *instance, const char *text)
{
    return take_state(instance, text, set_port);
}

bool host_lv2_restore_only(Instance *instance, const char *state)
{
    return take_state(instance, state, NULL);
}

LilvInstance *host_lv2_instance(Instance *instance)
{
    return instance->instance;
}

LV2_URID host_lv2_map(Host *host, const char *uri)
{
    return map_uri(host, uri);
}

uint32_t host_lv2_presets(Instance *instance)
{
    LilvNode *kind = lilv_new_uri(instance->host->world, LV2_PRESETS__Preset);
    LilvNodes *presets = lilv_plugin_get_related(instance->plugin, kind);
    const uint32_t count = lilv_nodes_size(presets);

    lilv_nodes_free(presets);
    lilv_node_free(kind);
    return count;
}

bool host_lv2_preset(Instance *instance, const char *id)
{
    Host *host = instance->host;
    char uri[160];

    snprintf(uri, sizeof uri, "%s%s#preset_%s", URI_PREFIX, instance->info.id, id);
    LilvNode *node = lilv_new_uri(host->world, uri);
    lilv_world_load_resource(host->world, node);
    LilvState *state = lilv_state_new_from_world(host->world, &host->map, node);
    const uint32_t index = urto_plugin_preset_find(&instance->info, id);
    const bool good = state && index != URTO_NONE &&
                      strcmp(lilv_state_get_label(state), instance->info.presets[index].name) == 0;
    if (state) {
        lilv_state_restore(state, instance->instance, set_port, instance, 0, NULL);
    }
    lilv_state_free(state);
    lilv_node_free(node);
    return good;
}

uint32_t host_messages(const Host *host, char *last, size_t size)
{
    snprintf(last, size, "%s", host->last);
    return host->messages;
}
