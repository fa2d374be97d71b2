/* libFuzzer on what hosts send, through the doors of LV2 and CLAP, for an instrument and for the effect.
 * A state: any bytes, with NULs or without an end, of a wrong type, in pieces. What is refused changes
 * nothing; what is taken comes back the same. Events: any kinds, keys, ports, values and frames, some
 * cut short. All of it sounds within ±1. */
#include "frontends/clap/extensions.h"
#include "frontends/lv2/layout.h"

#include <clap/entry.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
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

/* Twelve bytes are an event: kind, how it is spoilt, frame (2), three of MIDI, a parameter, a value. */
enum { RECORD = 12, EVENTS = 64 };

static float value_of(const uint8_t *record)
{
    float value;

    memcpy(&value, record + 8, sizeof value);
    return value;
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

/* The bytes as a sequence of MIDI events; the last may say that it is longer than the sequence. */
static void play_lv2(const LV2_Descriptor *descriptor, LV2_Handle handle, uint32_t port,
                     const uint8_t *data, size_t size)
{
    const size_t room = sizeof(LV2_Atom_Sequence) + EVENTS * (sizeof(LV2_Atom_Event) + 8);
    LV2_Atom_Sequence *sequence = calloc(1, room);
    uint8_t *at = (uint8_t *)(sequence + 1);

    need(sequence != NULL);
    for (size_t i = 0; i + RECORD <= size && i < (size_t)EVENTS * RECORD; i += RECORD) {
        LV2_Atom_Event *event = (LV2_Atom_Event *)(void *)at;
        event->time.frames = data[i + 2] + 256 * (int64_t)(int8_t)data[i + 3];
        event->body.type = map(NULL, data[i] % 8 ? LV2_MIDI__MidiEvent : LV2_ATOM__Float);
        event->body.size = data[i + 1] % 9;
        memcpy(event + 1, data + i + 4, 8);
        at += sizeof *event + (event->body.size ? 8 : 0);
        if (data[i + 1] > 250) {
            event->body.size = 1U << (data[i + 1] - 230);
            break;
        }
    }
    sequence->atom.type = map(NULL, LV2_ATOM__Sequence);
    sequence->atom.size = (uint32_t)(at - (uint8_t *)&sequence->body);
    descriptor->connect_port(handle, port, sequence);
    descriptor->run(handle, FRAMES);
    check_sound();
    descriptor->connect_port(handle, port, NULL);
    free(sequence);
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
    const UrtoPluginInfo info = urto_plugin_info(index);
    const Layout layout = layout_of(&info);
    if (info.instrument) {
        play_lv2(descriptor, handles[kind], layout.events, data, size);
    }
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

typedef struct EventList {
    clap_event_header_t *events[EVENTS];
    uint32_t count;
} EventList;

static uint32_t list_size(const clap_input_events_t *list)
{
    return ((const EventList *)list->ctx)->count;
}

static const clap_event_header_t *list_get(const clap_input_events_t *list, uint32_t index)
{
    return ((const EventList *)list->ctx)->events[index];
}

/* An event in memory of exactly the size that it says. */
static clap_event_header_t *clap_event(const clap_plugin_t *plugin, const uint8_t *record)
{
    static const uint16_t types[] = {CLAP_EVENT_NOTE_ON,     CLAP_EVENT_NOTE_OFF,
                                     CLAP_EVENT_NOTE_CHOKE,  CLAP_EVENT_NOTE_EXPRESSION,
                                     CLAP_EVENT_PARAM_VALUE, CLAP_EVENT_MIDI,
                                     CLAP_EVENT_MIDI_SYSEX,  CLAP_EVENT_TRANSPORT};
    const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
    const uint16_t type = types[record[0] % (sizeof types / sizeof *types)];
    union {
        clap_event_header_t header;
        clap_event_note_t note;
        clap_event_note_expression_t expression;
        clap_event_param_value_t value;
        clap_event_midi_t midi;
        uint8_t bytes[128];
    } event;
    clap_param_info_t info = {0};

    memset(&event, 0, sizeof event);
    if (type == CLAP_EVENT_NOTE_EXPRESSION) {
        event.expression.expression_id = record[4] % 8;
        event.expression.note_id = record[5] % 4 - 1;
        event.expression.key = -1;
        event.expression.value = (double)value_of(record);
    } else if (type == CLAP_EVENT_PARAM_VALUE) {
        (void)params->get_info(plugin, record[7] % params->count(plugin), &info);
        event.value.param_id = info.id;
        event.value.value = (double)value_of(record);
    } else if (type == CLAP_EVENT_MIDI) {
        event.midi.port_index = record[7] % 2;
        memcpy(event.midi.data, record + 4, 3);
    } else {
        event.note.note_id = record[7] % 4 - 1;
        event.note.port_index = (int16_t)(record[7] % 3 - 1);
        event.note.channel = (int16_t)(record[4] % 18 - 1);
        event.note.key = (int16_t)(record[5] - 1);
        event.note.velocity = (double)value_of(record);
    }
    event.header.type = type;
    event.header.space_id = record[1] == 255;
    event.header.time = record[2] + 256U * record[3];
    event.header.size =
        record[1] < 128 ? sizeof event : (uint32_t)sizeof event.header + record[1] % 64;
    clap_event_header_t *copy = malloc(event.header.size);
    need(copy != NULL);
    memcpy(copy, &event, event.header.size);
    return copy;
}

static void play_clap(const clap_plugin_t *plugin, clap_process_t process, const uint8_t *data,
                      size_t size)
{
    EventList list = {.count = 0};
    const clap_input_events_t in = {&list, list_size, list_get};

    for (size_t i = 0; i + RECORD <= size && list.count < EVENTS; i += RECORD) {
        list.events[list.count++] = clap_event(plugin, data + i);
    }
    process.in_events = &in;
    need(plugin->process(plugin, &process) != CLAP_PROCESS_ERROR);
    check_sound();
    for (uint32_t i = 0; i < list.count; i++) {
        free(list.events[i]);
    }
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
    play_clap(plugin, process, data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        try_lv2(kind, data, size);
        try_clap(kind, data, size);
    }
    return 0;
}
