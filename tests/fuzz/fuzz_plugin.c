/* libFuzzer on what hosts give back as a state: any bytes, with NULs or without an end, of a wrong
 * type, in pieces, through the doors of LV2 and CLAP, for an instrument and for the effect. What is
 * refused changes nothing; what is taken comes back the same and sounds within ±1. */
#include "frontends/clap/extensions.h"
#include "frontends/lv2/layout.h"

#include <clap/entry.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 64, TEXT_MAX = 16384, URIDS_MAX = 256, KINDS = 2 };

static const char *const ids[KINDS] = {"snare", "bump"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the host has kept and gives back. */
typedef struct Kept {
    const uint8_t *bytes;
    size_t size, at;
} Kept;

typedef struct Saved {
    char text[TEXT_MAX];
    size_t size;
} Saved;

static char uris[URIDS_MAX][96];
static uint32_t uri_count, messages;
static float sound[2][FRAMES];

static void need(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void check_sound(void)
{
    for (int i = 0; i < 2 * FRAMES; i++) {
        need(fabsf(sound[i % 2][i / 2]) <= 1.0f);
        sound[i % 2][i / 2] = i % 7 ? 0.5f : -0.5f;
    }
}

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri)
{
    (void)handle;
    for (uint32_t i = 0; i < uri_count; i++) {
        if (strcmp(uris[i], uri) == 0) {
            return i + 1;
        }
    }
    need(uri_count < URIDS_MAX);
    snprintf(uris[uri_count], sizeof uris[uri_count], "%s", uri);
    return ++uri_count;
}

static int log_list(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list list)
{
    (void)handle;
    (void)type;
    (void)format;
    (void)list;
    messages++;
    return 0;
}

static int log_line(LV2_Log_Handle handle, LV2_URID type, const char *format, ...)
{
    (void)handle;
    (void)type;
    (void)format;
    messages++;
    return 0;
}

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags)
{
    const Kept *kept = handle;
    const bool text = key == map(NULL, URI_STATE_TEXT);
    static float number;

    *flags = LV2_STATE_IS_POD;
    *type = map(NULL, kept->size % 64 == 63 || !text ? "http://lv2plug.in/ns/ext/atom#Float"
                                                     : "http://lv2plug.in/ns/ext/atom#String");
    *size = text ? kept->size : kept->size % 5;
    if (!text && kept->size >= sizeof number) {
        memcpy(&number, kept->bytes, sizeof number);
        return &number;
    }
    return text ? kept->bytes : NULL;
}

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags)
{
    Saved *saved = handle;

    (void)type;
    (void)flags;
    if (key == map(NULL, URI_STATE_TEXT)) {
        need(size <= TEXT_MAX);
        memcpy(saved->text, value, size);
        saved->size = size;
    }
    return LV2_STATE_SUCCESS;
}

static void try_lv2(uint32_t kind, const uint8_t *data, size_t size)
{
    static LV2_Handle handles[KINDS];
    static float controls[KINDS][64];
    static Saved before, after;
    const uint32_t index = urto_plugin_find(ids[kind]);
    const LV2_Descriptor *descriptor = lv2_descriptor(index);
    const LV2_State_Interface *state = descriptor->extension_data(LV2_STATE__interface);
    Kept kept = {data, size, 0};

    if (!handles[kind]) {
        static LV2_URID_Map mapper = {NULL, map};
        static LV2_Log_Log logger = {NULL, log_line, log_list};
        const LV2_Feature features[] = {{LV2_URID__map, &mapper}, {LV2_LOG__log, &logger}};
        const LV2_Feature *const list[] = {&features[0], &features[1], NULL};
        const UrtoPluginInfo info = urto_plugin_info(index);
        const Layout layout = layout_of(&info);
        handles[kind] = descriptor->instantiate(descriptor, 8000.0, "", list);
        for (uint32_t p = 0; p < layout.count; p++) {
            controls[kind][p] = 0.3f;
            void *const port = p < info.inputs                    ? sound[p]
                               : p < layout.output + info.outputs ? sound[p - layout.output]
                               : p == layout.events               ? NULL
                                                                  : &controls[kind][p];
            descriptor->connect_port(handles[kind], p, port);
        }
        descriptor->run(handles[kind], FRAMES);
    }
    need(state->save(handles[kind], store, &before, 0, NULL) == LV2_STATE_SUCCESS);
    messages = 0;
    if (state->restore(handles[kind], retrieve, &kept, 0, NULL) != LV2_STATE_SUCCESS) {
        need(state->save(handles[kind], store, &after, 0, NULL) == LV2_STATE_SUCCESS);
        need(messages == 1 && before.size == after.size);
        need(memcmp(before.text, after.text, after.size) == 0);
    }
    descriptor->run(handles[kind], FRAMES);
    check_sound();
}

static void log_clap(const clap_host_t *host, int32_t severity, const char *message)
{
    (void)host;
    (void)severity;
    need(strlen(message) > 0);
    messages++;
}

static const void *extension(const clap_host_t *host, const char *id)
{
    static const ExtensionLog log = {log_clap};

    (void)host;
    return strcmp(id, EXTENSION_LOG) == 0 ? &log : NULL;
}

/* Some bytes at a time. */
static int64_t read_kept(const clap_istream_t *stream, void *buffer, uint64_t size)
{
    Kept *kept = stream->ctx;
    const size_t left = kept->size - kept->at;
    const size_t piece = 1 + kept->size % 97;
    const size_t n = left < piece ? left : piece;

    need(size >= n);
    memcpy(buffer, kept->bytes + kept->at, n);
    kept->at += n;
    return (int64_t)n;
}

static int64_t write_saved(const clap_ostream_t *stream, const void *bytes, uint64_t size)
{
    Saved *saved = stream->ctx;

    need(saved->size + size <= TEXT_MAX);
    memcpy(saved->text + saved->size, bytes, size);
    saved->size += size;
    return (int64_t)size;
}

static void save_clap(const clap_plugin_t *plugin, Saved *saved)
{
    const clap_plugin_state_t *state = plugin->get_extension(plugin, CLAP_EXT_STATE);
    const clap_ostream_t stream = {saved, write_saved};

    saved->size = 0;
    need(state->save(plugin, &stream));
}

static void try_clap(uint32_t kind, const uint8_t *data, size_t size)
{
    static const clap_host_t host = {
        .clap_version = CLAP_VERSION_INIT, .name = "fuzz", .get_extension = extension};
    static const clap_plugin_t *plugins[KINDS];
    static Saved before, after;
    const clap_plugin_factory_t *factory = clap_entry.get_factory(CLAP_PLUGIN_FACTORY_ID);

    if (!plugins[kind]) {
        char id[40];
        snprintf(id, sizeof id, "urto.%s", ids[kind]);
        plugins[kind] = factory->create_plugin(factory, &host, id);
        need(plugins[kind]->init(plugins[kind]));
        need(plugins[kind]->activate(plugins[kind], 8000.0, 1, FRAMES));
    }
    const clap_plugin_t *plugin = plugins[kind];
    const clap_plugin_state_t *state = plugin->get_extension(plugin, CLAP_EXT_STATE);
    Kept kept = {data, size, 0};
    const clap_istream_t stream = {&kept, read_kept};
    float *channels[2] = {sound[0], sound[1]};
    clap_audio_buffer_t audio = {.data32 = channels, .channel_count = 2};
    const clap_process_t process = {.frames_count = FRAMES,
                                    .audio_inputs = &audio,
                                    .audio_outputs = &audio,
                                    .audio_inputs_count = kind,
                                    .audio_outputs_count = 1};
    save_clap(plugin, &before);
    messages = 0;
    if (!state->load(plugin, &stream)) {
        save_clap(plugin, &after);
        need(messages == 1 && before.size == after.size);
        need(memcmp(before.text, after.text, after.size) == 0);
    }
    need(plugin->process(plugin, &process) != CLAP_PROCESS_ERROR);
    check_sound();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        try_lv2(kind, data, size);
        try_clap(kind, data, size);
    }
    return 0;
}
