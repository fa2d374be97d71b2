/* CLAP's own questions: values at a frame, notes one by one and their ends, texts of parameters,
 * changes that the host must hear of, states while it plays.
 *   test_clap_events FILE */
#include "frontends/host/host_clap.h"

#include "frontends/clap/extensions.h"
#include "frontends/host/score.h"
#include "tests/support/listen.h"

#include <urto/plugin.h>

#include <clap/ext/audio-ports.h>
#include <clap/ext/note-ports.h>
#include <pthread.h>
#include <stdatomic.h>

static Host *host;
static float sound[2][SCORE_FRAMES], reference[2][SCORE_FRAMES];

static Instance *instance_of(const char *id)
{
    Instance *instance = host_create(host, id, 48000.0, SCORE_FRAMES);

    ck_assert_msg(instance, "%s cannot be made", id);
    return instance;
}

static void run(Instance *instance, uint32_t frames)
{
    memset(sound, 0, sizeof sound);
    host_run(instance, (const float *[]){sound[0], sound[1]}, (float *[]){sound[0], sound[1]},
             frames);
}

/* One block for the whole piece: every parameter moves at its frame. */
START_TEST(sample_accurate)
{
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        const Score score = score_of(&info);
        Instance *instance = instance_of(info.id);
        for (uint32_t i = 0; i < score.count; i++) {
            const ScoreItem *it = &score.items[i];
            if (it->midi) {
                host_midi(instance, it->frame, it->bytes, score_bytes(it));
            } else {
                const AnyEvent event =
                    host_clap_value(instance, it->frame, it->parameter, (double)it->value);
                host_clap_event(instance, &event);
            }
        }
        for (uint32_t i = 0; i < SCORE_FRAMES; i++) {
            sound[0][i] = score_input(i, 0);
            sound[1][i] = score_input(i, 1);
        }
        host_run(instance, (const float *[]){sound[0], sound[1]}, (float *[]){sound[0], sound[1]},
                 SCORE_FRAMES);
        score_render(&info, 48000.0, reference[0], reference[1]);
        ck_assert_msg(score_same(&info, sound, reference), "%s", info.id);
        host_destroy(instance);
    }
}
END_TEST

START_TEST(texts)
{
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        Instance *instance = instance_of(info.id);
        const clap_plugin_t *plugin = host_clap_plugin(instance);
        const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
        clap_id seen[64];
        for (uint32_t i = 0; i < params->count(plugin); i++) {
            const UrtoParameterInfo *parameter = urto_plugin_parameter(&info, i);
            clap_param_info_t its;
            char text[64];
            double value = 0.0;
            ck_assert(params->get_info(plugin, i, &its));
            ck_assert_str_eq(its.module, parameter->group);
            ck_assert_uint_eq(
                its.flags, (parameter->curve == URTO_CURVE_DISCRETE ? CLAP_PARAM_IS_STEPPED : 0u) |
                               (i < info.table_count ? CLAP_PARAM_IS_AUTOMATABLE : 0u));
            ck_assert(its.min_value == parameter->minimum && its.max_value == parameter->maximum);
            ck_assert(params->get_value(plugin, its.id, &value) && value == its.default_value);
            for (uint32_t other = 0; other < i; other++) {
                ck_assert_uint_ne(its.id, seen[other]);
            }
            seen[i] = its.id;
            for (double place = 0.0; place <= 1.0; place += 0.1) {
                const double wanted = urto_parameter_value(parameter, place);
                ck_assert(params->value_to_text(plugin, its.id, wanted, text, sizeof text));
                ck_assert_msg(parameter->values || !strchr(text, ','), "%s", text);
                ck_assert(params->text_to_value(plugin, its.id, text, &value));
                ck_assert_msg(fabs(value - wanted) <= 5e-4 * fabs(wanted), "%s %s: \"%s\" is %g",
                              info.id, parameter->id, text, value);
            }
            ck_assert(!params->text_to_value(plugin, its.id, "much", &value));
            ck_assert(!params->text_to_value(plugin, its.id, "1 parsec", &value));
            /* blanks before it, no unit behind it, and more than there is */
            ck_assert(params->text_to_value(plugin, its.id, "  1e30", &value));
            ck_assert_msg(value == parameter->maximum, "%s %s: %g", info.id, parameter->id, value);
        }
        ck_assert(!params->get_info(plugin, params->count(plugin), NULL));
        ck_assert(!params->get_value(plugin, 1, NULL));
        host_destroy(instance);
    }
}
END_TEST

/* Projects of users hold these numbers: they are for ever. */
START_TEST(parameters_keep_their_ids)
{
    static const struct {
        const char *plugin, *parameter;
        clap_id id;
    } rows[] = {{"mallet", "hardness", 1019079783u},
                {"mallet", "decay", 3541427549u},
                {"snare", "level", 2610554845u},
                {"bump", "mix", 3616496481u}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(rows[i].plugin));
        Instance *instance = instance_of(rows[i].plugin);
        const clap_plugin_t *plugin = host_clap_plugin(instance);
        const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
        clap_param_info_t its;
        const uint32_t index = urto_plugin_parameter_find(&info, rows[i].parameter);
        ck_assert(params->get_info(plugin, index, &its));
        ck_assert_uint_eq(its.id, rows[i].id);
        host_destroy(instance);
    }
}
END_TEST

/* What a host is told of sound and notes before it connects anything. */
START_TEST(ports)
{
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        Instance *instance = instance_of(info.id);
        const clap_plugin_t *plugin = host_clap_plugin(instance);
        const clap_plugin_audio_ports_t *audio =
            plugin->get_extension(plugin, CLAP_EXT_AUDIO_PORTS);
        const clap_plugin_note_ports_t *notes = plugin->get_extension(plugin, CLAP_EXT_NOTE_PORTS);
        for (int is_input = 0; is_input < 2; is_input++) {
            const uint32_t count = is_input && info.instrument ? 0 : 1;
            clap_audio_port_info_t port;
            ck_assert_uint_eq(audio->count(plugin, is_input), count);
            ck_assert(!audio->get(plugin, count, is_input, &port));
            if (count) {
                ck_assert(audio->get(plugin, 0, is_input, &port));
                ck_assert_str_eq(port.name, is_input ? "Input" : "Output");
                ck_assert_str_eq(port.port_type, "stereo");
                ck_assert_uint_eq(port.channel_count, 2);
                ck_assert_uint_eq(port.flags, CLAP_AUDIO_PORT_IS_MAIN);
                /* an effect may work in place */
                ck_assert_uint_eq(port.in_place_pair, info.instrument ? CLAP_INVALID_ID : 0);
            }
        }
        ck_assert(!notes == !info.instrument);
        if (notes) {
            clap_note_port_info_t port;
            ck_assert_uint_eq(notes->count(plugin, true), 1);
            ck_assert_uint_eq(notes->count(plugin, false), 0);
            ck_assert(!notes->get(plugin, 1, true, &port) && !notes->get(plugin, 0, false, &port));
            ck_assert(notes->get(plugin, 0, true, &port));
            ck_assert_uint_eq(port.preferred_dialect, CLAP_NOTE_DIALECT_CLAP);
            ck_assert_uint_eq(port.supported_dialects, CLAP_NOTE_DIALECT_CLAP |
                                                           CLAP_NOTE_DIALECT_MIDI |
                                                           CLAP_NOTE_DIALECT_MIDI_MPE);
        }
        host_destroy(instance);
    }
}
END_TEST

static uint32_t count_out(const Instance *instance, uint16_t type)
{
    const AnyEvent *events = NULL;
    const uint32_t all = host_clap_out(instance, &events);
    uint32_t count = 0;

    for (uint32_t i = 0; i < all; i++) {
        count += events[i].header.type == type;
    }
    return count;
}

static void send_note(Instance *instance, uint16_t type, int32_t id, int16_t key)
{
    const AnyEvent event = host_clap_note(type, 0, id, key, 0.7);

    host_clap_event(instance, &event);
}

static void express(Instance *instance, clap_note_expression kind, int32_t id, double value)
{
    const AnyEvent event = host_clap_expression(kind, 0, id, value);

    host_clap_event(instance, &event);
}

/* Keys 0 and 127 sound, what is beyond them does not. */
START_TEST(keys_end_where_midi_ends)
{
    static const int16_t keys[] = {-1, 0, 127, 128};
    for (int i = 0; i < 4; i++) {
        Instance *instance = instance_of("mallet");
        send_note(instance, CLAP_EVENT_NOTE_ON, 7, keys[i]);
        run(instance, 64);
        ck_assert_int_eq(host_clap_status(instance),
                         i == 1 || i == 2 ? CLAP_PROCESS_CONTINUE : CLAP_PROCESS_SLEEP);
        host_destroy(instance);
    }
}
END_TEST

/* Notes are bent one by one, end one by one, and the host hears of each end once. */
START_TEST(notes)
{
    Instance *instance = instance_of("mallet");
    const clap_plugin_t *plugin = host_clap_plugin(instance);
    const ExtensionTail *tail = plugin->get_extension(plugin, EXTENSION_TAIL);
    run(instance, 64);
    ck_assert_int_eq(host_clap_status(instance), CLAP_PROCESS_SLEEP);
    ck_assert_uint_eq(tail->get(plugin), 0);
    send_note(instance, CLAP_EVENT_NOTE_ON, 7, 60);
    send_note(instance, CLAP_EVENT_NOTE_ON, 8, 67);
    express(instance, CLAP_NOTE_EXPRESSION_TUNING, 8, 1.5);
    express(instance, CLAP_NOTE_EXPRESSION_BRIGHTNESS, 8, 0.7);
    express(instance, CLAP_NOTE_EXPRESSION_PRESSURE, 8, 0.1);
    run(instance, 20000);
    for (int i = 0; i < 2; i++) {
        const double expected = 440.0 * exp2((60.0 + (i ? 8.5 : 0.0) - 69.0) / 12.0);
        const double found = strongest(sound[0] + 4000, 16000, 48000.0, expected, 60.0);
        ck_assert_msg(fabs(1200.0 * log2(found / expected)) < 3.0, "%g Hz, not %g", found,
                      expected);
    }
    ck_assert_int_eq(host_clap_status(instance), CLAP_PROCESS_CONTINUE);
    ck_assert_uint_ge(tail->get(plugin), INT32_MAX);
    ck_assert_uint_eq(count_out(instance, CLAP_EVENT_NOTE_END), 0);
    /* choked by its id: the other sounds on */
    send_note(instance, CLAP_EVENT_NOTE_CHOKE, 8, -1);
    run(instance, 4800);
    const AnyEvent *events = NULL;
    ck_assert_uint_eq(count_out(instance, CLAP_EVENT_NOTE_END), 1);
    ck_assert_uint_eq(host_clap_out(instance, &events), 1);
    ck_assert_int_eq(events[0].note.note_id, 8);
    ck_assert_int_eq(events[0].note.key, 67);
    ck_assert_uint_eq(events[0].header.time, 4799); /* with the block */
    ck_assert_double_gt(rms(sound[0], 4800), 1e-5);
    /* struck again: the first stroke has ended */
    send_note(instance, CLAP_EVENT_NOTE_ON, 9, 60);
    run(instance, 4800);
    ck_assert_uint_eq(count_out(instance, CLAP_EVENT_NOTE_END), 1);
    /* released by a wildcard, it dies away */
    AnyEvent off = host_clap_note(CLAP_EVENT_NOTE_OFF, 0, -1, -1, 0.0);
    off.note.channel = off.note.port_index = -1;
    host_clap_event(instance, &off);
    uint32_t ends = 0;
    for (int i = 0; i < 60 && host_clap_status(instance) != CLAP_PROCESS_SLEEP; i++) {
        run(instance, SCORE_FRAMES);
        ends += count_out(instance, CLAP_EVENT_NOTE_END);
    }
    ck_assert_uint_eq(ends, 1);
    ck_assert_int_eq(host_clap_status(instance), CLAP_PROCESS_SLEEP);
    ck_assert(rms(sound[0], 64) >= 0.0);
    ck_assert_uint_eq(tail->get(plugin), 0);
    host_destroy(instance);
}
END_TEST

/* A note is meant by all that the host names of it: id, channel and key, where -1 is any. */
START_TEST(names_of_notes)
{
    static const struct {
        int32_t id, meant_id;
        int16_t channel, key;
        bool ends;
    } rows[] = {{7, 7, -1, -1, true},   {7, 8, -1, -1, false},  {7, -1, 15, 60, true},
                {7, -1, 14, 60, false}, {7, -1, 15, 61, false}, {7, -1, -1, -1, true},
                {-1, 7, 15, 60, true},  {-1, 7, 15, 59, false}, {7, 7, 15, 61, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Instance *instance = instance_of("mallet");
        AnyEvent on = host_clap_note(CLAP_EVENT_NOTE_ON, 0, rows[i].id, 60, 0.7);
        AnyEvent choke =
            host_clap_note(CLAP_EVENT_NOTE_CHOKE, 0, rows[i].meant_id, rows[i].key, 0.0);
        on.note.channel = 15;
        choke.note.channel = rows[i].channel;
        choke.note.port_index = -1;
        host_clap_event(instance, &on);
        run(instance, 64);
        host_clap_event(instance, &choke);
        run(instance, 4800);
        ck_assert_msg((count_out(instance, CLAP_EVENT_NOTE_END) == 1) == rows[i].ends, "row %zu",
                      i);
        host_destroy(instance);
    }
}
END_TEST

/* More notes than there are voices and places: each ends once. */
START_TEST(many_notes)
{
    Instance *instance = instance_of("snare");
    const AnyEvent *events = NULL;
    uint32_t ends = 0;
    for (int32_t i = 0; i < 130; i++) { /* two more than are kept: the oldest two end at once */
        send_note(instance, CLAP_EVENT_NOTE_ON, i, 60);
    }
    run(instance, 64);
    ck_assert_uint_ge(host_clap_out(instance, &events), 2);
    ck_assert(events[0].note.note_id == 0 && events[1].note.note_id == 1);
    host_destroy(instance);
    instance = instance_of("snare");
    for (int block = 0; block < 10; block++) {
        for (int32_t i = 0; i < 40; i++) {
            send_note(instance, CLAP_EVENT_NOTE_ON, block * 40 + i, (int16_t)(40 + i));
        }
        run(instance, 64);
        ends += count_out(instance, CLAP_EVENT_NOTE_END);
    }
    for (int32_t i = 0; i < 200; i++) { /* in one block: the first find no place */
        send_note(instance, CLAP_EVENT_NOTE_ON, 400 + i, (int16_t)(i % 128));
    }
    run(instance, 64);
    ends += count_out(instance, CLAP_EVENT_NOTE_END);
    send_note(instance, CLAP_EVENT_NOTE_ON, -1, 200); /* no such key */
    host_clap_plugin(instance)->reset(host_clap_plugin(instance));
    run(instance, 4800);
    ends += count_out(instance, CLAP_EVENT_NOTE_END);
    ck_assert_uint_eq(ends, 600);
    host_destroy(instance);
}
END_TEST

/* A MIDI controller moves a parameter: the host hears of it and does not record it. Flush sets
 * without a block. */
START_TEST(told)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
    const uint32_t index = urto_plugin_parameter_find(&info, "hardness");
    const UrtoParameterInfo *parameter = urto_plugin_parameter(&info, index);
    Instance *instance = instance_of("mallet");
    const clap_plugin_t *plugin = host_clap_plugin(instance);
    const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
    const AnyEvent *events = NULL;
    clap_param_info_t its;
    double value = 0.0;
    ck_assert(params->get_info(plugin, index, &its));
    host_midi(instance, 3, (const uint8_t[]){0xB0, (uint8_t)parameter->controller, 99}, 3);
    run(instance, 64);
    ck_assert_uint_eq(host_clap_out(instance, &events), 1);
    ck_assert_uint_eq(events[0].header.type, CLAP_EVENT_PARAM_VALUE);
    ck_assert_uint_eq(events[0].header.flags, CLAP_EVENT_DONT_RECORD);
    ck_assert_uint_eq(events[0].value.param_id, its.id);
    ck_assert_int_eq(events[0].value.note_id, -1); /* of no single note */
    ck_assert(events[0].value.port_index == -1 && events[0].value.channel == -1 &&
              events[0].value.key == -1);
    ck_assert(events[0].value.value == urto_parameter_value(parameter, 99.0 / 127.0));
    ck_assert(params->get_value(plugin, its.id, &value) && value == events[0].value.value);
    run(instance, 64);
    ck_assert_uint_eq(host_clap_out(instance, &events), 0);
    host_set(instance, index, 0.375);
    host_clap_flush(instance);
    ck_assert(params->get_value(plugin, its.id, &value) && value == 0.375);
    ck_assert_uint_eq(host_clap_out(instance, &events), 0); /* the host knows it */
    host_set(instance, index, 0.5);
    run(instance, 64);
    ck_assert_uint_eq(host_clap_out(instance, &events), 0);
    /* pressure of a channel has one byte, whatever stands behind it */
    host_midi(instance, 0, (const uint8_t[]){0xD0, 127, 0}, 3);
    run(instance, 64);
    char *pressed = host_save(instance);
    ck_assert_msg(strstr(pressed, "pressure 3ff0000000000000"), "no pressure");
    free(pressed);
    host_midi(instance, 0, (const uint8_t[]){0xD0, 0, 0}, 3);
    run(instance, 64);
    /* other events that wait for a flush are no parameters, whatever their bytes */
    send_note(instance, CLAP_EVENT_NOTE_ON, (int32_t)its.id, 60);
    host_clap_flush(instance);
    ck_assert(params->get_value(plugin, its.id, &value) && value == 0.5);
    host_set(instance, index, 9.0);
    host_clap_flush(instance);
    ck_assert_uint_eq(host_clap_out(instance, &events), 1);
    ck_assert(events[0].value.value == 1.0);
    /* out of range: told what it is; no number: nothing */
    host_set(instance, index, 7.0);
    run(instance, 64);
    ck_assert_uint_eq(host_clap_out(instance, &events), 1);
    ck_assert(params->get_value(plugin, its.id, &value) && value == 1.0);
    host_set(instance, index, (double)NAN);
    run(instance, 64);
    ck_assert_uint_eq(host_clap_out(instance, &events), 0);
    ck_assert(params->get_value(plugin, its.id, &value) && value == 1.0);
    /* a state is loaded: the host is asked to look */
    char *state = host_save(instance);
    const uint32_t rescans = host_clap_rescans(host);
    ck_assert(host_restore(instance, state));
    ck_assert_uint_eq(host_clap_rescans(host), rescans + 1);
    ck_assert_uint_eq(host_clap_rescanned(host), CLAP_PARAM_RESCAN_VALUES);
    /* values and state outlive another rate */
    plugin->stop_processing(plugin);
    plugin->deactivate(plugin);
    ck_assert(!plugin->activate(plugin, 10.0, 1, 64));
    ck_assert(plugin->activate(plugin, 96000.0, 1, 64));
    char *after = host_save(instance);
    ck_assert_str_eq(state, after);
    free(state);
    free(after);
    /* and back to the first rate */
    plugin->deactivate(plugin);
    ck_assert(plugin->activate(plugin, 48000.0, 1, 64));
    send_note(instance, CLAP_EVENT_NOTE_ON, 1, 69);
    run(instance, 20000);
    const double found = strongest(sound[0] + 4000, 16000, 48000.0, 440.0, 60.0);
    ck_assert_msg(fabs(found - 440.0) < 1.0, "%g Hz", found);
    host_destroy(instance);
}
END_TEST

static int64_t broken_read(const clap_istream_t *stream, void *bytes, uint64_t size)
{
    (void)stream;
    (void)bytes;
    (void)size;
    return -1;
}

/* The whole of a state, and then an error. */
static int64_t late_read(const clap_istream_t *stream, void *bytes, uint64_t size)
{
    char **rest = stream->ctx;
    const size_t left = strlen(*rest);
    const size_t n = left < size ? left : (size_t)size;

    memcpy(bytes, *rest, n);
    *rest += n;
    return n ? (int64_t)n : -1;
}

static int64_t endless_read(const clap_istream_t *stream, void *bytes, uint64_t size)
{
    (void)stream;
    memset(bytes, 'u', (size_t)size);
    return (int64_t)size;
}

static int64_t full_write(const clap_ostream_t *stream, const void *bytes, uint64_t size)
{
    (void)stream;
    (void)bytes;
    (void)size;
    return -1;
}

START_TEST(broken_streams)
{
    char message[512];
    Instance *instance = instance_of("bump");
    const clap_plugin_t *plugin = host_clap_plugin(instance);
    const clap_plugin_state_t *state = plugin->get_extension(plugin, CLAP_EXT_STATE);
    const clap_istream_t broken = {NULL, broken_read};
    const clap_istream_t endless = {NULL, endless_read};
    const clap_ostream_t full = {NULL, full_write};
    char *before = host_save(instance);
    char *rest = before;
    const clap_istream_t late = {&rest, late_read};
    ck_assert(!state->load(plugin, &late));
    const uint32_t messages = host_messages(host, message, sizeof message);
    ck_assert(!state->load(plugin, &broken));
    ck_assert(!state->load(plugin, &endless));
    ck_assert_uint_eq(host_messages(host, message, sizeof message), messages + 2);
    ck_assert(!state->save(plugin, &full));
    char *after = host_save(instance);
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    host_destroy(instance);
}
END_TEST

/* What comes from a list of one event that is as large as it says. */
static uint32_t one_event(const clap_input_events_t *list)
{
    (void)list;
    return 1;
}

static const clap_event_header_t *that_event(const clap_input_events_t *list, uint32_t index)
{
    (void)index;
    return list->ctx;
}

static clap_process_status process_one(const clap_plugin_t *plugin, void *event)
{
    float *channels[2] = {sound[0], sound[1]};
    clap_audio_buffer_t audio = {.data32 = channels, .channel_count = 2, .constant_mask = 3};
    const clap_input_events_t in = {event, one_event, that_event};
    const clap_process_t process = {
        .frames_count = 64, .audio_outputs = &audio, .audio_outputs_count = 1, .in_events = &in};

    sound[0][0] = sound[1][63] = 1.0f;
    const clap_process_status status = plugin->process(plugin, &process);
    ck_assert_uint_eq(audio.constant_mask, status == CLAP_PROCESS_ERROR ? 3 : 0);
    return status;
}

/* Events that are cut short, or for ports and keys that are not there; a host that forgets a step. */
START_TEST(bad_events)
{
    Instance *instance = instance_of("mallet");
    const clap_plugin_t *plugin = host_clap_plugin(instance);
    AnyEvent events[] = {
        host_clap_note(CLAP_EVENT_NOTE_ON, 0, 1, 60, 1.0),
        host_clap_note(CLAP_EVENT_NOTE_OFF, 0, 1, 60, 1.0),
        host_clap_expression(CLAP_NOTE_EXPRESSION_TUNING, 0, 1, 1.0),
        host_clap_value(instance, 0, 0, 0.5),
        {.midi = {.header = {.size = sizeof(clap_event_midi_t), .type = CLAP_EVENT_MIDI},
                  .data = {0x90, 60, 100}}},
    };
    char *before = host_save(instance);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        const uint32_t whole = events[i].header.size;
        for (uint32_t size = sizeof(clap_event_header_t); size < whole; size++) {
            clap_event_header_t *cut = malloc(size); /* the sanitizer sees who reads on */
            memcpy(cut, &events[i], size);
            cut->size = size;
            ck_assert_int_eq(process_one(plugin, cut), CLAP_PROCESS_SLEEP);
            free(cut);
        }
    }
    ck_assert_int_eq(process_one(plugin, NULL), CLAP_PROCESS_SLEEP);
    AnyEvent wrong = host_clap_note(CLAP_EVENT_NOTE_ON, 0, 1, 300, 1.0);
    ck_assert_int_eq(process_one(plugin, &wrong), CLAP_PROCESS_SLEEP);
    wrong = host_clap_note(CLAP_EVENT_NOTE_ON, 0, 1, 60, 1.0);
    wrong.note.channel = 16;
    ck_assert_int_eq(process_one(plugin, &wrong), CLAP_PROCESS_SLEEP);
    wrong.note.channel = 0;
    wrong.note.port_index = 7;
    ck_assert_int_eq(process_one(plugin, &wrong), CLAP_PROCESS_SLEEP);
    wrong.note.port_index = 0;
    wrong.header.space_id = CLAP_CORE_EVENT_SPACE_ID + 1;
    ck_assert_int_eq(process_one(plugin, &wrong), CLAP_PROCESS_SLEEP);
    wrong = events[4];
    wrong.midi.port_index = 1;
    ck_assert_int_eq(process_one(plugin, &wrong), CLAP_PROCESS_SLEEP);
    wrong = host_clap_value(instance, 0, 0, 0.5);
    wrong.value.param_id++;
    ck_assert_int_eq(process_one(plugin, &wrong), CLAP_PROCESS_SLEEP);
    char *after = host_save(instance);
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    ck_assert_int_eq(plugin->process(plugin, NULL), CLAP_PROCESS_ERROR);
    plugin->deactivate(plugin);
    ck_assert_int_eq(process_one(plugin, &events[0]), CLAP_PROCESS_ERROR);
    ck_assert(sound[0][0] == 0.0f && sound[1][63] == 0.0f);
    ck_assert(plugin->activate(plugin, 48000.0, 1, 64));
    ck_assert_int_eq(process_one(plugin, &events[0]), CLAP_PROCESS_CONTINUE);
    host_destroy(instance);
}
END_TEST

static atomic_bool playing;

static void *play_on(void *data)
{
    static float out[2][64];
    Instance *instance = data;

    for (uint32_t block = 0; atomic_load(&playing); block++) {
        if (block % 8 == 0) {
            host_midi(instance, 0, (const uint8_t[]){0x90, (uint8_t)(40 + block % 40), 90}, 3);
        }
        host_run(instance, NULL, (float *[]){out[0], out[1]}, 64);
    }
    return NULL;
}

/* The main thread saves and loads while the audio thread plays. */
START_TEST(state_while_playing)
{
    Instance *instance = instance_of("mallet");
    char *state = host_save(instance);
    pthread_t thread;
    atomic_store(&playing, true);
    ck_assert_int_eq(pthread_create(&thread, NULL, play_on, instance), 0);
    for (int i = 0; i < 300; i++) {
        ck_assert(host_restore(instance, state));
        char *again = host_save(instance);
        ck_assert_str_eq(state, again);
        free(again);
    }
    atomic_store(&playing, false);
    pthread_join(thread, NULL);
    free(state);
    host_destroy(instance);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("clap");
    TCase *tests = tcase_create("all");

    if (argc != 2) {
        fputs("usage: test_clap_events FILE\n", stderr);
        return 2;
    }
    host = host_open(argv[1]);
    tcase_add_test(tests, sample_accurate);
    tcase_add_test(tests, texts);
    tcase_add_test(tests, parameters_keep_their_ids);
    tcase_add_test(tests, ports);
    tcase_add_test(tests, names_of_notes);
    tcase_add_test(tests, notes);
    tcase_add_test(tests, keys_end_where_midi_ends);
    tcase_add_test(tests, many_notes);
    tcase_add_test(tests, told);
    tcase_add_test(tests, broken_streams);
    tcase_add_test(tests, bad_events);
    tcase_add_test(tests, state_while_playing);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    const int code = suite_finish(suite);
    host_close(host);
    return code;
}
