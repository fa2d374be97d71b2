/* LV2: one library with a plug-in for each instrument and the effect.
 *
 * Control ports and state. A port acts when the host moves it, not in every block, so that a MIDI
 * controller may move the same parameter and keep it. A state holds the exact values as text and
 * beside it what the ports were. After restore a port that is still where it was, or that comes to
 * where it was in the state, changes nothing; any other move wins over the state.
 *
 * A plug-in that reads scenes opens a file when the host sets a property (patch:Set). The host's worker reads
 * and compiles it and destroys what was played before; the audio thread only exchanges the two.
 */
#include "layout.h"

#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/core/lv2_util.h>
#include <lv2/log/logger.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#if URTO_SCENES
#include <urto/scene_instrument.h>
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLUGINS_MAX = 32, PATH_MAX_BYTES = 4000 };

/* A control port. */
typedef struct ControlPort {
    const float *port;
    float seen;     /* its value in the last block */
    float restored; /* its value in the state that was restored */
    bool expected;  /* the host may still move it there */
    LV2_URID key;   /* of its value in a state */
} ControlPort;

typedef struct Urids {
    LV2_URID midi, text, string, number, whole, rate, block;
    LV2_URID object, blank, urid, path, set, property, value, file;
} Urids;

/* What the audio thread asks of the worker. */
typedef struct Work {
    UrtoPluginText *old; /* to be destroyed; NULL: a file is to be read */
    char path[PATH_MAX_BYTES];
} Work;

typedef struct Shell {
    UrtoPlugin *plugin;
    UrtoPluginInfo info;
    Layout layout;
    double rate;
    LV2_Log_Logger logger;
    const LV2_Worker_Schedule *worker; /* NULL: the host has none */
    UrtoPluginText *left;              /* that no worker would destroy */
    Urids urids;
    const float *in[CHANNELS_MAX];
    float *out[CHANNELS_MAX];
    const LV2_Atom_Sequence *events;
    bool ran; /* since it was made, restored or activated */
    int32_t block_length;
    float option_rate;
    ControlPort controls[PARAMETERS_MAX];
} Shell;

static LV2_Descriptor descriptors[PLUGINS_MAX];
static char uris[PLUGINS_MAX][64];

/* Takes what the host has for us; false after a message if something essential is missing. */
static bool take_features(Shell *shell, const LV2_Feature *const *features)
{
    LV2_URID_Map *map = NULL;
    const LV2_Options_Option *options = NULL;
    LV2_Log_Log *log = NULL;
    LV2_Worker_Schedule *worker = NULL;
    const char *missing = lv2_features_query(features, LV2_LOG__log, &log, false, LV2_URID__map,
                                             &map, true, LV2_OPTIONS__options, &options, false,
                                             LV2_WORKER__schedule, &worker, false, NULL);

    lv2_log_logger_init(&shell->logger, map, log);
    if (missing) {
        lv2_log_error(&shell->logger, "urto: the host lacks the feature %s\n", missing);
        return false;
    }
    shell->worker = worker;
    shell->urids = (Urids){
        .midi = map->map(map->handle, LV2_MIDI__MidiEvent),
        .text = map->map(map->handle, URI_STATE_TEXT),
        .string = map->map(map->handle, LV2_ATOM__String),
        .number = map->map(map->handle, LV2_ATOM__Float),
        .whole = map->map(map->handle, LV2_ATOM__Int),
        .rate = map->map(map->handle, LV2_PARAMETERS__sampleRate),
        .block = map->map(map->handle, LV2_BUF_SIZE__maxBlockLength),
        .object = map->map(map->handle, LV2_ATOM__Object),
        .blank = map->map(map->handle, LV2_ATOM__Blank),
        .urid = map->map(map->handle, LV2_ATOM__URID),
        .path = map->map(map->handle, LV2_ATOM__Path),
        .set = map->map(map->handle, LV2_PATCH__Set),
        .property = map->map(map->handle, LV2_PATCH__property),
        .value = map->map(map->handle, LV2_PATCH__value),
        .file = map->map(map->handle, URI_SCENE_FILE),
    };
    for (uint32_t i = 0; i < shell->info.parameter_count; i++) {
        char symbol[SYMBOL_SIZE];
        char uri[SYMBOL_SIZE + sizeof URI_STATE_PORT];
        symbol_of(urto_plugin_parameter(&shell->info, i)->id, symbol);
        snprintf(uri, sizeof uri, "%s%s", URI_STATE_PORT, symbol);
        shell->controls[i].key = map->map(map->handle, uri);
    }
    for (; options && options->key; options++) {
        if (options->key == shell->urids.block && options->type == shell->urids.whole) {
            shell->block_length = *(const int32_t *)options->value;
        }
    }
    return true;
}

static bool make_plugin(Shell *shell, double rate, UrtoPlugin **plugin)
{
    const UrtoPluginOptions options = urto_plugin_options(rate);
    UrtoDiagnostic why = {.status = URTO_OK};

    if (urto_plugin_create(plugin, shell->info.id, &options, &why) != URTO_OK) {
        lv2_log_error(&shell->logger, "urto %s: %s\n", shell->info.id, why.message);
        return false;
    }
    return true;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate,
                              const char *bundle_path, const LV2_Feature *const *features)
{
    Shell *shell = calloc(1, sizeof *shell);

    (void)bundle_path;
    if (!shell) {
        return NULL;
    }
    shell->info = urto_plugin_info((uint32_t)(descriptor - descriptors));
    shell->layout = layout_of(&shell->info);
    shell->rate = rate;
    if (!take_features(shell, features) || !make_plugin(shell, rate, &shell->plugin)) {
        free(shell);
        return NULL;
    }
    for (uint32_t i = 0; i < shell->info.parameter_count; i++) {
        shell->controls[i].seen = (float)urto_plugin_get(shell->plugin, i);
    }
    return shell;
}

static void cleanup(LV2_Handle handle)
{
    Shell *shell = handle;

    urto_plugin_destroy(shell->plugin);
    urto_plugin_text_destroy(shell->left);
    free(shell);
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data)
{
    Shell *shell = handle;
    const Layout *at = &shell->layout;

    if (port < at->output) {
        shell->in[port - at->input] = data;
    } else if (port < at->output + shell->info.outputs) {
        shell->out[port - at->output] = data;
    } else if (port == at->events) {
        shell->events = data;
    } else if (port >= at->parameter && port < at->count) {
        shell->controls[port - at->parameter].port = data;
    } /* nothing is done otherwise when the host is free-wheeling: there is no deadline to meet */
}

static void activate(LV2_Handle handle)
{
    Shell *shell = handle;

    if (shell->ran) { /* what was just restored stays: bends and pedals, too */
        urto_plugin_reset(shell->plugin);
        shell->ran = false;
    }
}

/* A host that wrote the value as text and read it again is forgiven the last digits. */
static bool nearly(float a, float b)
{
    return fabsf(a - b) <= 1e-5f * fmaxf(fabsf(a), fabsf(b)) + 1e-7f;
}

static void read_control_ports(Shell *shell)
{
    for (uint32_t i = 0; i < shell->info.parameter_count; i++) {
        ControlPort *control = &shell->controls[i];
        if (!control->port || *control->port == control->seen) {
            continue;
        }
        const float value = *control->port;
        if (!control->expected || !nearly(value, control->restored)) {
            (void)urto_plugin_set(shell->plugin, 0, i, (double)value, NULL); /* no NaN gets in */
        }
        control->seen = value;
        control->expected = false;
    }
}

/* The value of a key that lies within the object; the loops of LV2's headers trust what sizes say. */
static const LV2_Atom *find_value(const LV2_Atom_Object *object, LV2_URID key)
{
    const uint8_t *at = (const uint8_t *)(&object->body + 1);
    const uint8_t *end = (const uint8_t *)&object->body + object->atom.size;
    const LV2_Atom_Property_Body *property = NULL;

    while ((size_t)(end - at) >= sizeof *property) {
        property = (const LV2_Atom_Property_Body *)(const void *)at;
        const size_t size = sizeof *property + property->value.size;
        const size_t padded = (size + 7U) & ~(size_t)7U;
        if (size > (size_t)(end - at)) {
            break;
        }
        if (property->key == key) {
            return &property->value;
        }
        at += padded < (size_t)(end - at) ? padded : (size_t)(end - at);
    }
    return NULL;
}

/* Asks the worker for the file that a message names. */
static void open_file(const Shell *shell, const LV2_Atom_Object *object)
{
    const LV2_Atom *property = find_value(object, shell->urids.property);
    const LV2_Atom *value = find_value(object, shell->urids.value);
    Work work = {.old = NULL};

    if (!shell->worker || !property || property->type != shell->urids.urid ||
        property->size != sizeof(LV2_URID) ||
        ((const LV2_Atom_URID *)property)->body != shell->urids.file || !value ||
        value->type != shell->urids.path || value->size >= sizeof work.path) {
        return;
    }
    memcpy(work.path, value + 1, value->size);
    (void)shell->worker->schedule_work(shell->worker->handle, sizeof work, &work);
}

static void play_events(Shell *shell, uint32_t frames)
{
    if (!shell->events) {
        return;
    }
    const uint8_t *end = (const uint8_t *)&shell->events->body + shell->events->atom.size;
    LV2_ATOM_SEQUENCE_FOREACH(shell->events, event)
    {
        const uint8_t *bytes = (const uint8_t *)(event + 1);
        if (bytes > end || event->body.size > (size_t)(end - bytes)) {
            return; /* an event that does not fit into its sequence */
        }
        if ((event->body.type == shell->urids.object || event->body.type == shell->urids.blank) &&
            event->body.size >= sizeof(LV2_Atom_Object_Body) &&
            ((const LV2_Atom_Object *)&event->body)->body.otype == shell->urids.set) {
            open_file(shell, (const LV2_Atom_Object *)&event->body);
        }
        if (event->body.type == shell->urids.midi) {
            const int64_t last = frames ? (int64_t)frames - 1 : 0;
            const int64_t frame = event->time.frames < last ? event->time.frames : last;
            urto_plugin_midi(shell->plugin, frame > 0 ? (uint32_t)frame : 0, bytes,
                             event->body.size);
        }
    }
}

static void run(LV2_Handle handle, uint32_t frames) URTO_REALTIME;

static void run(LV2_Handle handle, uint32_t frames)
{
    Shell *shell = handle;

    read_control_ports(shell);
    play_events(shell, frames);
    urto_plugin_process(shell->plugin, shell->in, shell->out, frames);
    shell->ran = true;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store,
                             LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features)
{
    const Shell *shell = handle;
    const uint32_t kind = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
    char *text = urto_plugin_save_text(shell->plugin);

    (void)flags;
    (void)features;
    if (!text) {
        return LV2_STATE_ERR_UNKNOWN;
    }
    LV2_State_Status status =
        store(state, shell->urids.text, text, strlen(text) + 1, shell->urids.string, kind);
    for (uint32_t i = 0; i < shell->info.parameter_count && status == LV2_STATE_SUCCESS; i++) {
        status = store(state, shell->controls[i].key, &shell->controls[i].seen, sizeof(float),
                       shell->urids.number, kind);
    }
    free(text);
    return status;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle state, uint32_t flags,
                                const LV2_Feature *const *features)
{
    Shell *shell = handle;
    size_t size = 0;
    uint32_t type = 0;
    uint32_t kind = 0;
    UrtoDiagnostic why = {.status = URTO_OK};
    const void *text = retrieve(state, shell->urids.text, &size, &type, &kind);

    (void)flags;
    (void)features;
    if (!text) {
        return LV2_STATE_SUCCESS; /* a preset of port values only */
    }
    if (type != shell->urids.string) {
        lv2_log_error(&shell->logger, "urto %s: the state is no text, the old one is kept\n",
                      shell->info.id);
        return LV2_STATE_ERR_BAD_TYPE;
    }
    if (urto_plugin_restore_bytes(shell->plugin, text, size, &why) != URTO_OK) {
        lv2_log_error(&shell->logger,
                      "urto %s: the state cannot be read, the old one is kept: %s\n",
                      shell->info.id, why.message);
        return LV2_STATE_ERR_UNKNOWN;
    }
    for (uint32_t i = 0; i < shell->info.parameter_count; i++) {
        ControlPort *control = &shell->controls[i];
        const float *value = retrieve(state, control->key, &size, &type, &kind);
        control->expected = value && type == shell->urids.number && size == sizeof *value;
        control->restored = control->expected ? *value : 0.0f;
    }
    shell->ran = false;
    return LV2_STATE_SUCCESS;
}

/* The whole of a file, to be freed; NULL after a message. */
static char *read_file(Shell *shell, const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(URTO_PLUGIN_TEXT_MAX + 1) : NULL;

    *size = text ? fread(text, 1, URTO_PLUGIN_TEXT_MAX + 1, file) : 0;
    const bool good = text && !ferror(file);
    if (file) {
        fclose(file);
    }
    if (!good) {
        lv2_log_error(&shell->logger, "urto %s: cannot read %s\n", shell->info.id, path);
        free(text);
    }
    return good ? text : NULL;
}

/* In the host's worker: reads a file, or destroys what is not played any more. */
static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle to, uint32_t size, const void *data)
{
    Shell *shell = handle;
    Work job;
    UrtoDiagnostic why = {.status = URTO_OK};
    UrtoPluginText *made = NULL;
    size_t length = 0;

    if (size != sizeof job) {
        return LV2_WORKER_ERR_UNKNOWN;
    }
    memcpy(&job, data, sizeof job);
    if (job.old) {
        urto_plugin_text_destroy(job.old);
        return LV2_WORKER_SUCCESS;
    }
    char *text = read_file(shell, job.path, &length);
    if (!text) {
        return LV2_WORKER_ERR_UNKNOWN;
    }
    const UrtoStatus status = urto_plugin_read(&made, shell->plugin, text, length, &why);
    free(text);
    if (status != URTO_OK) {
        lv2_log_error(&shell->logger, "urto %s: %s: %s; the old one plays on\n", shell->info.id,
                      job.path, why.message);
        return LV2_WORKER_ERR_UNKNOWN;
    }
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the pointer is what is sent */
    if (respond(to, sizeof made, &made) != LV2_WORKER_SUCCESS) {
        urto_plugin_text_destroy(made);
        return LV2_WORKER_ERR_NO_SPACE;
    }
    return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size,
                                       const void *data) URTO_REALTIME;

/* In the audio thread. */
static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data)
{
    Shell *shell = handle;
    Work job = {.old = NULL};

    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the pointer is what is sent */
    if (size != sizeof job.old) {
        return LV2_WORKER_ERR_UNKNOWN;
    }
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the pointer is what is sent */
    memcpy(&job.old, data, sizeof job.old);
    (void)urto_plugin_exchange(shell->plugin, job.old);
    if (shell->worker->schedule_work(shell->worker->handle, sizeof job, &job) !=
            LV2_WORKER_SUCCESS &&
        !shell->left) {
        shell->left = job.old;
    }
    return LV2_WORKER_SUCCESS;
}

static uint32_t get_options(LV2_Handle handle, LV2_Options_Option *options)
{
    Shell *shell = handle;
    uint32_t result = LV2_OPTIONS_SUCCESS;

    for (; options->key || options->context; options++) {
        if (options->context != LV2_OPTIONS_INSTANCE) {
            result |= LV2_OPTIONS_ERR_BAD_SUBJECT;
        } else if (options->key == shell->urids.rate) {
            shell->option_rate = (float)shell->rate;
            options->size = sizeof shell->option_rate;
            options->type = shell->urids.number;
            options->value = &shell->option_rate;
        } else if (options->key == shell->urids.block) {
            options->size = sizeof shell->block_length;
            options->type = shell->urids.whole;
            options->value = &shell->block_length;
        } else {
            result |= LV2_OPTIONS_ERR_BAD_KEY;
        }
    }
    return result;
}

/* Another rate is another plug-in with the same state. */
static uint32_t change_rate(Shell *shell, double rate)
{
    UrtoPlugin *plugin = NULL;
    char *text = urto_plugin_save_text(shell->plugin);
    const bool made = text && make_plugin(shell, rate, &plugin) &&
                      urto_plugin_restore(plugin, text, NULL) == URTO_OK;

    if (made) {
        urto_plugin_destroy(shell->plugin);
        shell->plugin = plugin;
        shell->rate = rate;
        shell->ran = false;
    } else {
        urto_plugin_destroy(plugin);
    }
    free(text);
    return made ? LV2_OPTIONS_SUCCESS : LV2_OPTIONS_ERR_BAD_VALUE;
}

static uint32_t set_options(LV2_Handle handle, const LV2_Options_Option *options)
{
    Shell *shell = handle;
    uint32_t result = LV2_OPTIONS_SUCCESS;

    for (; options->key || options->context; options++) {
        if (options->context != LV2_OPTIONS_INSTANCE) {
            result |= LV2_OPTIONS_ERR_BAD_SUBJECT;
        } else if (options->key == shell->urids.rate) {
            result |= options->type == shell->urids.number
                          ? change_rate(shell, (double)*(const float *)options->value)
                          : LV2_OPTIONS_ERR_BAD_VALUE;
        } else if (options->key == shell->urids.block) {
            const bool good = options->type == shell->urids.whole;
            shell->block_length = good ? *(const int32_t *)options->value : shell->block_length;
            result |= good ? LV2_OPTIONS_SUCCESS : LV2_OPTIONS_ERR_BAD_VALUE;
        } else {
            result |= LV2_OPTIONS_ERR_BAD_KEY;
        }
    }
    return result;
}

static const void *extension_data(const char *uri)
{
    static const LV2_State_Interface state = {save, restore};
    static const LV2_Options_Interface options = {get_options, set_options};
    static const LV2_Worker_Interface worker = {work, work_response, NULL};

    if (strcmp(uri, LV2_STATE__interface) == 0) {
        return &state;
    }
    if (strcmp(uri, LV2_WORKER__interface) == 0) {
        return &worker;
    }
    return strcmp(uri, LV2_OPTIONS__interface) == 0 ? &options : NULL;
}

/* The list is there before the host can ask for it, from any thread. */
__attribute__((constructor)) static void describe(void)
{
#if URTO_SCENES
    urto_scene_plugin_add();
#endif
    for (uint32_t i = 0; i < urto_plugin_count() && i < PLUGINS_MAX; i++) {
        snprintf(uris[i], sizeof uris[i], "%s%s", URI_PREFIX, urto_plugin_info(i).id);
        descriptors[i] = (LV2_Descriptor){
            .URI = uris[i],
            .instantiate = instantiate,
            .connect_port = connect_port,
            .activate = activate,
            .run = run,
            .cleanup = cleanup,
            .extension_data = extension_data,
        };
    }
}

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index)
{
    return index < urto_plugin_count() && index < PLUGINS_MAX ? &descriptors[index] : NULL;
}
