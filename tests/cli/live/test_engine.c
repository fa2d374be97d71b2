/* The parts of `urto play` that need no device: the ring, the engine on its audio thread (which
 * must not allocate), the keys, the screen at any size. */
#include "cli/live/keyboard.h"
#include "cli/live/sample_format.h"
#include "cli/live/screen.h"
#include "cli/live/source.h"
#include "tests/support/suite.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Every call of the allocator comes by here: ld --wrap. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);

static bool trap;
static unsigned trapped;

void *__wrap_malloc(size_t size)
{
    trapped += trap;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    trapped += trap;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    trapped += trap;
    return __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    trapped += trap;
    return __real_aligned_alloc(alignment, size);
}

void __wrap_free(void *block)
{
    trapped += trap;
    __real_free(block);
}

static float left[4096], right[4096];

static void process(Engine *engine, uint32_t frames)
{
    trap = true;
    engine_process(engine, left, right, frames);
    trap = false;
    ck_assert_uint_eq(trapped, 0);
}

static double peak(uint32_t frames)
{
    double largest = 0.0;

    for (uint32_t i = 0; i < frames; i++) {
        largest = fmax(largest, fmax(fabs((double)left[i]), fabs((double)right[i])));
    }
    return largest;
}

START_TEST(ring_keeps_order)
{
    Ring ring;
    int next = 0, expected = 0;

    ring_create(&ring, sizeof(int), 100);
    ck_assert_uint_eq(ring.room, 128);
    for (int round = 0; round < 1000; round++) {
        int in[50], out[70];
        const size_t count = (size_t)(round * 7 % 50);
        for (size_t i = 0; i < count; i++) {
            in[i] = next + (int)i;
        }
        if (ring_put(&ring, in, count)) {
            next += (int)count;
        } else {
            ck_assert_int_gt(next - expected + (int)count, 128);
        }
        const size_t got = ring_take(&ring, out, (size_t)(round * 5 % 70));
        for (size_t i = 0; i < got; i++) {
            ck_assert_int_eq(out[i], expected++);
        }
    }
    ck_assert_int_gt(expected, 10000);
    ring_destroy(&ring);
}
END_TEST

enum { MANY = 200000 };

static void *put_many(void *argument)
{
    Ring *ring = argument;

    for (uint64_t i = 0; i < MANY;) {
        if (ring_put(ring, &i, 1)) {
            i++;
        } else {
            sched_yield();
        }
    }
    return NULL;
}

START_TEST(ring_keeps_order_between_threads)
{
    Ring ring;
    pthread_t thread;
    uint64_t value, expected = 0;

    ring_create(&ring, sizeof value, 64);
    ck_assert_int_eq(pthread_create(&thread, NULL, put_many, &ring), 0);
    while (expected < MANY) {
        if (ring_take(&ring, &value, 1) == 1) {
            ck_assert_uint_eq(value, expected);
            expected++;
        } else {
            sched_yield();
        }
    }
    pthread_join(thread, NULL);
    ring_destroy(&ring);
}
END_TEST

START_TEST(sample_formats_clip_and_clear_nan)
{
    const float in[2][4] = {{0.0F, 0.5F, 2.0F, NAN}, {-1.0F, -0.25F, -3.0F, 1e-9F}};
    float f[8];
    int32_t l[8];
    int16_t s[8];

    sample_format_interleave(f, SAMPLE_FLOAT, in[0], in[1], 4);
    sample_format_interleave(l, SAMPLE_S32, in[0], in[1], 4);
    sample_format_interleave(s, SAMPLE_S16, in[0], in[1], 4);
    ck_assert(f[1] == -1.0F && f[2] == 0.5F && f[4] == 1.0F && f[5] == -1.0F && f[6] == 0.0F);
    ck_assert(l[1] == -INT32_MAX && l[4] == INT32_MAX && l[6] == 0 && l[3] == -536870912);
    ck_assert(s[0] == 0 && s[1] == -32767 && s[2] == 16384 && s[3] == -8192 && s[4] == 32767);
}
END_TEST

static UrtoInstrument *new_instrument(const char *id)
{
    UrtoInstrument *instrument = NULL;

    ck_assert_int_eq(
        urto_instrument_create(&instrument, urto_instrument_find(id), 48000.0, NULL, NULL),
        URTO_OK);
    return instrument;
}

START_TEST(instrument_sounds_and_ends)
{
    Ring recording;
    ring_create(&recording, sizeof(float), 1 << 17);
    UrtoInstrument *instrument = new_instrument("mallet");
    const EngineSource source = {.instrument = instrument};
    Engine *engine = engine_create(&source, 48000.0, 1.0, &recording);
    EngineCommand command = {.action = ENGINE_EVENT,
                             .event = {.kind = URTO_EVENT_NOTE_ON, .key = 60, .value = 0.8}};

    process(engine, 256);
    ck_assert(peak(256) == 0.0);
    ck_assert(engine_send(engine, &command));
    const uint8_t bytes[] = {0x90, 72, 100};
    ck_assert(engine_send_midi(engine, bytes, sizeof bytes));
    trap = true;
    engine_midi(engine, 100, (const uint8_t[]){0x90, 79, 100}, 3);
    trap = false;
    process(engine, 4096);
    ck_assert(peak(4096) > 0.01);
    EngineMeters meters = engine_meters(engine);
    ck_assert_uint_eq(meters.notes, 3);
    ck_assert(meters.energy > 0.0 && meters.level[0] > 0.0 && meters.load > 0.0);
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
    command.action = ENGINE_PRESET;
    command.preset = &info->presets[1];
    engine_send(engine, &command);
    process(engine, 64);
    meters = engine_meters(engine);
    ck_assert_ptr_eq(meters.instrument, info);
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        ck_assert(meters.values[i] == urto_preset_value(&info->presets[1], info->parameters, i));
    }
    for (int i = 0; i < 100; i++) {
        process(engine, 500);
    }
    ck_assert(engine_ended(engine));
    ck_assert(peak(500) == 0.0);
    /* one second, to the frame, and it ends softly */
    static float sound[96001];
    ck_assert_uint_eq(ring_take(&recording, sound, 96001), 96000);
    ck_assert(fabsf(sound[95999]) < 1e-4F);
    ck_assert(engine_meters(engine).seconds == 1.0);
    engine_destroy(engine);
    urto_instrument_destroy(instrument);
    ring_destroy(&recording);
}
END_TEST

START_TEST(panic_and_end_silence_quickly)
{
    UrtoInstrument *instrument = new_instrument("tanpura");
    const EngineSource source = {.instrument = instrument};
    Engine *engine = engine_create(&source, 48000.0, 0.0, NULL);
    EngineCommand command = {.action = ENGINE_EVENT,
                             .event = {.kind = URTO_EVENT_NOTE_ON, .key = 48, .value = 0.8}};

    engine_send(engine, &command);
    process(engine, 4096);
    ck_assert(peak(4096) > 1e-3);
    command.action = ENGINE_PANIC;
    engine_send(engine, &command);
    process(engine, 4096);
    process(engine, 256);
    ck_assert(peak(256) < 1e-4);
    command.action = ENGINE_END;
    engine_send(engine, &command);
    process(engine, 4096);
    ck_assert(engine_ended(engine));
    engine_destroy(engine);
    urto_instrument_destroy(instrument);
}
END_TEST

static unsigned destroy_retired(Engine *engine)
{
    unsigned count = 0;

    for (;;) {
        const EngineRetired retired = engine_retired(engine);
        if (!retired.player && !retired.instrument) {
            return count;
        }
        urto_player_destroy(retired.player);
        urto_instrument_destroy(retired.instrument);
        count++;
    }
}

/* The sound goes over from one instrument to the next without a step, and nothing is lost. */
START_TEST(instruments_are_switched_without_a_click)
{
    const EngineSource source = {.instrument = new_instrument("mallet")};
    Engine *engine = engine_create(&source, 48000.0, 0.0, NULL);
    EngineCommand command = {.action = ENGINE_EVENT,
                             .event = {.kind = URTO_EVENT_NOTE_ON, .key = 48, .value = 0.8}};
    double loudest = 0.0, step = 0.0;

    engine_send(engine, &command);
    for (int i = 0; i < 200; i++) {
        process(engine, 64);
    }
    for (int i = 0; i < 50; i++) { /* how far and how fast the sound itself moves */
        process(engine, 64);
        loudest = fmax(loudest, peak(64));
        for (int k = 1; k < 64; k++) {
            step = fmax(step, fabs((double)left[k] - (double)left[k - 1]));
        }
    }
    for (int i = 0; i < 1000 && fabs((double)left[63]) < 0.4 * loudest; i++) {
        process(engine, 64);
    }
    float last = left[63];
    ck_assert(fabs((double)last) > 3.0 * step); /* a cut here would be a click */
    const EngineCommand change = {.action = ENGINE_INSTRUMENT,
                                  .instrument = new_instrument("tromba")};
    ck_assert(engine_send(engine, &change));
    for (int i = 0; i < 100; i++) {
        process(engine, 64);
        for (int k = 0; k < 64; k++) {
            ck_assert(fabs((double)left[k] - (double)last) < 1.2 * step);
            last = left[k];
        }
    }
    ck_assert(peak(64) == 0.0); /* the new one is silent, the old one has gone */
    ck_assert_uint_eq(destroy_retired(engine), 1);
    ck_assert_ptr_null(engine_leaving(engine));
    const EngineMeters meters = engine_meters(engine);
    ck_assert_ptr_eq(meters.instrument, urto_instrument_find("tromba"));
    ck_assert_uint_eq(meters.notes, 1);
    command.event.key = 57;
    engine_send(engine, &command);
    process(engine, 4096);
    ck_assert(peak(4096) > 1e-4);
    ck_assert_uint_eq(engine_meters(engine).notes, 2);
    engine_destroy(engine);
    urto_instrument_destroy(change.instrument);
}
END_TEST

/* A recording that begins and ends while it sounds: softly, and as long as it says. */
START_TEST(recordings_begin_and_end_softly)
{
    static float sound[2 * 48000];
    Ring ring;
    UrtoInstrument *instrument = new_instrument("tromba");
    const EngineSource source = {.instrument = instrument};
    Engine *engine = engine_create(&source, 48000.0, 0.0, NULL);
    EngineCommand command = {.action = ENGINE_EVENT,
                             .event = {.kind = URTO_EVENT_NOTE_ON, .key = 57, .value = 0.8}};

    ring_create(&ring, sizeof(float), 1 << 17);
    engine_send(engine, &command);
    for (int i = 0; i < 100; i++) {
        process(engine, 256);
    }
    for (int take = 0; take < 2; take++) {
        ck_assert(!engine_records(engine));
        command = (EngineCommand){.action = ENGINE_RECORD, .ring = &ring};
        engine_send(engine, &command);
        for (int i = 0; i < 40; i++) {
            process(engine, 256);
            ck_assert(engine_records(engine));
        }
        command.ring = NULL;
        engine_send(engine, &command);
        process(engine, 256);
        process(engine, 256);
        ck_assert(!engine_records(engine));
        const size_t count = ring_take(&ring, sound, 2 * 48000);
        ck_assert_uint_eq(count, 2 * 42 * 256);
        ck_assert(engine_meters(engine).recorded == 42.0 * 256.0 / 48000.0);
        double loudest = 0.0;
        for (size_t i = 0; i < count; i++) {
            loudest = fmax(loudest, fabs((double)sound[i]));
        }
        ck_assert(loudest > 0.001);
        for (size_t i = 0; i < 20; i++) {
            ck_assert(fabs((double)sound[i]) < 0.01 * loudest);
            ck_assert(fabs((double)sound[count - 1 - i]) < 0.01 * loudest);
        }
        process(engine, 256);
        ck_assert_uint_eq(ring_take(&ring, sound, 1), 0);
    }
    engine_destroy(engine);
    urto_instrument_destroy(instrument);
    ring_destroy(&ring);
}
END_TEST

static void write_scene(const char *controllers)
{
    FILE *file = fopen("watched.yaml", "w");

    fprintf(file,
            "bodies: {bar: {type: bar, pitch: C4}}\nprobes: [{hear: bar@0.1}]\n"
            "play: {tune: bar, strokes: [{do: strike, at: bar@0.3}], controllers: %s}\n",
            controllers);
    ck_assert_int_eq(fclose(file), 0);
}

/* The file of a scene that plays is read again once it has changed and is left alone; a wrong one gives a
 * line and no instrument. */
START_TEST(a_changed_scene_is_read_again)
{
    const Words none = {0};
    Source source;
    Text why = {0};

    write_scene("{one: {from: 0, to: 1}}");
    ck_assert_int_eq(source_choose(&source, "./watched.yaml", NULL, &none), 0);
    ck_assert_int_eq(source_build(&source, 44100.0), 0);
    ck_assert_ptr_nonnull(source.instrument);
    for (int i = 0; i < 3; i++) {
        ck_assert_ptr_null(source_reread(&source, 44100.0, &why));
    }
    const struct timespec pause = {.tv_nsec = 20000000};
    nanosleep(&pause, NULL);
    write_scene("{one: {from: 0, to: 1}, two: {from: 0, to: 1}}");
    ck_assert_ptr_null(source_reread(&source, 44100.0, &why)); /* it may still be written */
    UrtoInstrument *made = source_reread(&source, 44100.0, &why);
    ck_assert_ptr_nonnull(made);
    ck_assert_uint_ne(urto_instrument_parameter_find(urto_instrument_info_of(made), "two"),
                      URTO_NONE);
    ck_assert_uint_eq(why.length, 0);
    nanosleep(&pause, NULL);
    write_scene("{one: {of: bar.los, from: 0, to: 1}}");
    ck_assert_ptr_null(source_reread(&source, 44100.0, &why));
    ck_assert_ptr_null(source_reread(&source, 44100.0, &why));
    ck_assert_msg(why.data && strstr(why.data, "watched.yaml:3:") == why.data + 2, "%s", why.data);
    urto_instrument_destroy(made);
    source_free(&source);
    text_free(&why);
    ck_assert_int_eq(remove("watched.yaml"), 0);
}
END_TEST

START_TEST(a_scene_restarts_while_it_plays)
{
    const Words none = {0};
    Source source;

    ck_assert_int_eq(source_choose(&source, SCENES "/glass-bar.yaml", NULL, &none), 0);
    ck_assert_int_eq(source_build(&source, 44100.0), 0);
    const EngineSource engine_source = source_for_engine(&source);
    ck_assert(engine_source.scene.rate == 44100.0);
    Engine *engine = engine_create(&engine_source, 44100.0, 0.0, NULL);
    process(engine, 4096);
    const double first = peak(4096);
    ck_assert(first > 0.1 && first <= 0.95);
    /* more restarts than the engine can fade at once, as with a key kept down */
    for (int i = 0; i < 20; i++) {
        const EngineCommand command = {.action = ENGINE_SCENE, .player = source_restart(&source)};
        ck_assert(engine_send(engine, &command));
        source.playing = command.player;
        process(engine, i < 10 ? 64 : 1000);
        destroy_retired(engine);
    }
    ck_assert(engine_meters(engine).scene_at < 0.03);
    for (int i = 0; i < 100; i++) {
        process(engine, 4096);
        ck_assert(peak(4096) <= 0.95);
    }
    ck_assert(peak(4096) == 0.0);
    ck_assert(fabs(engine_meters(engine).scene_at - source.scene.seconds) < 1e-4);
    destroy_retired(engine);
    engine_destroy(engine);
    source_free(&source);
}
END_TEST

/* A tone that goes on: its level is what is said, at most 0.9; a panic ends it, and all that is shown of it; another scene
 * takes over without a step. */
START_TEST(a_scene_has_a_level_and_a_ceiling)
{
    static const char text[] =
        "seconds: 60\n"
        "bodies:\n  ball: {type: mass, mass: 10 g, spring: 15791.4, position: 0.795775 mm}\n"
        "probes:\n  - {hear: ball, as: velocity}\n";
    UrtoScene *scene = NULL;
    UrtoPlayer *players[2] = {NULL, NULL};
    ck_assert_int_eq(urto_scene_load(&scene, text, strlen(text), NULL, 0), URTO_OK);
    const UrtoPlayerOptions options = {.rate = 48000.0};
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(urto_player_create(&players[i], scene, &options, NULL), URTO_OK);
    }
    const EngineSource source = {
        .player = players[0], .scene = urto_scene_info(scene), .gain = 0.25};
    Engine *engine = engine_create(&source, 48000.0, 0.0, NULL);
    EngineCommand level = {.action = ENGINE_LEVEL, .value = -20.0};
    process(engine, 4096);
    const double plain = peak(4096);
    ck_assert(fabs(plain - 0.25 * sqrt(0.5)) < 1e-4); /* in the middle */
    ck_assert_uint_eq(engine_meters(engine).voices, 1);
    ck_assert(fabs(engine_meters(engine).energy - 0.005) < 1e-5);
    engine_send(engine, &level);
    for (int i = 0; i < 10; i++) {
        process(engine, 4096);
    }
    ck_assert(fabs(peak(4096) / plain - 0.1) < 1e-3);
    ck_assert(engine_meters(engine).level_set == -20.0);
    level.value = 30.0;
    engine_send(engine, &level);
    for (int i = 0; i < 10; i++) {
        process(engine, 4096);
        ck_assert(peak(4096) <= 0.9 + 1e-6);
    }
    ck_assert(peak(4096) > 0.85);
    level.value = 0.0;
    engine_send(engine, &level);
    for (int i = 0; i < 100; i++) { /* the ceiling lets go by 6 dB a second */
        process(engine, 4096);
    }
    /* the same tone again: never faster than the two are together */
    const EngineCommand again = {.action = ENGINE_SCENE, .player = players[1]};
    float last = left[4095];
    engine_send(engine, &again);
    process(engine, 4096);
    for (int i = 0; i < 4096; i++) {
        ck_assert(fabs((double)left[i] - (double)last) < 2.5 * plain * 6.3 * 200.0 / 48000.0);
        last = left[i];
    }
    const EngineCommand panic = {.action = ENGINE_PANIC};
    engine_send(engine, &panic);
    process(engine, 256);
    process(engine, 256);
    ck_assert(peak(256) == 0.0);
    ck_assert_uint_eq(engine_meters(engine).voices, 0);
    ck_assert(engine_meters(engine).energy == 0.0);
    engine_destroy(engine);
    for (int i = 0; i < 2; i++) {
        urto_player_destroy(players[i]);
    }
    urto_scene_destroy(scene);
}
END_TEST

/* Hands on an engine that is moved on by hand. */
static Keyboard keyboard;

static void run_hands(Engine *engine, double now)
{
    process(engine, 64);
    const EngineMeters meters = engine_meters(engine);
    keyboard_tick(&keyboard, &meters, now);
}

START_TEST(keys_play_and_end_notes)
{
    UrtoInstrument *instrument = new_instrument("tromba");
    const EngineSource source = {.instrument = instrument};
    Engine *engine = engine_create(&source, 48000.0, 0.0, NULL);
    PresetList list = preset_list_read(NULL, urto_instrument_info_of(instrument)->id);
    keyboard_start(&keyboard, engine, &list, 0);
    run_hands(engine, 1.0);
    const int base = keyboard.base;
    ck_assert_int_eq(base % 12, 0);
    keyboard_key(&keyboard, 'z', 1.0);
    run_hands(engine, 1.01);
    ck_assert_uint_eq(engine_meters(engine).notes, 1);
    ck_assert(keyboard.ends[base] == 1.6);
    /* a key that is kept down holds the note of a bowed instrument */
    for (double t = 1.5; t < 3.0; t += 0.03) {
        keyboard_key(&keyboard, 'z', t);
        run_hands(engine, t);
    }
    ck_assert_uint_eq(engine_meters(engine).notes, 1);
    ck_assert(keyboard.ends[base] > 3.0);
    run_hands(engine, 4.0);
    ck_assert(keyboard.ends[base] == 0.0);
    /* hold: on and off */
    keyboard_key(&keyboard, 'a', 5.0);
    keyboard_key(&keyboard, 'u', 5.0);
    run_hands(engine, 50.0);
    ck_assert(isinf(keyboard.ends[base + 23]));
    keyboard_key(&keyboard, 'u', 51.0);
    ck_assert(keyboard.ends[base + 23] == 0.0);
    keyboard_key(&keyboard, 'a', 52.0);
    /* the bow keys move the bow */
    const double force = keyboard.values[keyboard_bow(&keyboard, "force")];
    const double speed = keyboard.values[keyboard_bow(&keyboard, "speed")];
    keyboard_key(&keyboard, 'l', 53.0);
    keyboard_key(&keyboard, '\'', 53.0);
    run_hands(engine, 54.0);
    ck_assert(keyboard.values[keyboard_bow(&keyboard, "force")] > force);
    ck_assert(keyboard.values[keyboard_bow(&keyboard, "speed")] > speed);
    /* parameters: chosen, moved, back to the default */
    keyboard_key(&keyboard, KEY_UP, 55.0);
    ck_assert_uint_eq(keyboard.selected, keyboard.parameter_count - 1);
    keyboard_key(&keyboard, KEY_DOWN, 55.0);
    ck_assert_uint_eq(keyboard.selected, 0);
    keyboard_key(&keyboard, KEY_HOME, 55.0);
    run_hands(engine, 56.0);
    ck_assert(keyboard.values[0] ==
              urto_preset_value(keyboard_preset(&keyboard), keyboard.parameters, 0));
    keyboard_key(&keyboard, KEY_TAB, 57.0);
    run_hands(engine, 58.0);
    ck_assert_uint_eq(keyboard.preset, 1);
    /* home brings back what the preset has, of every parameter */
    for (uint32_t i = 0; i < keyboard.parameter_count; i++) {
        keyboard.selected = i;
        keyboard_key(&keyboard, KEY_RIGHT, 57.5);
        keyboard_key(&keyboard, KEY_LEFT, 57.5);
        keyboard_key(&keyboard, KEY_LEFT, 57.5);
        keyboard_key(&keyboard, KEY_HOME, 57.5);
        run_hands(engine, 57.8);
        ck_assert(engine_meters(engine).values[i] ==
                  urto_preset_value(&keyboard.instrument->presets[1], keyboard.parameters, i));
    }
    keyboard_key(&keyboard, KEY_BACK_TAB, 57.0);
    keyboard_key(&keyboard, KEY_BACK_TAB, 57.0);
    ck_assert_uint_eq(keyboard.preset, keyboard.instrument->preset_count - 1);
    for (int i = 0; i < 40; i++) {
        keyboard_key(&keyboard, '[', 58.0);
        keyboard_key(&keyboard, '}', 58.0);
        keyboard_key(&keyboard, '=', 58.0);
    }
    ck_assert(keyboard.velocity > 0.0 && keyboard.length == 10.0 && keyboard.base == 96);
    keyboard_key(&keyboard, 'P', 59.0);
    ck_assert(keyboard.ends[96 + 28] > 59.0);
    keyboard_key(&keyboard, KEY_BACKSPACE, 59.0);
    run_hands(engine, 59.1);
    ck_assert(isinf(keyboard_next(&keyboard)));
    ck_assert(!keyboard.quit);
    keyboard_key(&keyboard, KEY_ESCAPE, 60.0);
    ck_assert(keyboard.quit);
    preset_list_free(&list);
    engine_destroy(engine);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Help, a name that is typed, and another instrument. */
START_TEST(keys_ask_the_program)
{
    UrtoInstrument *instrument = new_instrument("mallet");
    const EngineSource source = {.instrument = instrument};
    Engine *engine = engine_create(&source, 48000.0, 0.0, NULL);
    PresetList mallet = preset_list_read(NULL, "mallet");
    PresetList tromba = preset_list_read(NULL, "tromba");

    keyboard_start(&keyboard, engine, &mallet, 1);
    run_hands(engine, 1.0);
    keyboard_key(&keyboard, '?', 1.0);
    keyboard_key(&keyboard, '?', 1.0);
    ck_assert_uint_eq(keyboard.help, 2);
    keyboard_key(&keyboard, KEY_ESCAPE, 1.0); /* ends the help and nothing else */
    ck_assert(!keyboard.help && !keyboard.quit);
    keyboard_key(&keyboard, KEY_CONTROL_S, 1.0);
    ck_assert(keyboard.naming);
    ck_assert_str_eq(keyboard.name, "Marimba 2"); /* one that ships keeps its name */
    keyboard_key(&keyboard, KEY_BACKSPACE, 1.0);
    keyboard_key(&keyboard, 'z', 1.0);
    ck_assert_str_eq(keyboard.name, "Marimba z");
    keyboard_key(&keyboard, KEY_ESCAPE, 1.0);
    keyboard_key(&keyboard, KEY_CONTROL_S, 1.0);
    keyboard_key(&keyboard, 'z', 1.0); /* typed at once, a name replaces the suggested one */
    ck_assert_str_eq(keyboard.name, "z");
    run_hands(engine, 1.1);
    ck_assert_uint_eq(engine_meters(engine).notes, 0);
    keyboard_key(&keyboard, KEY_RETURN, 1.2);
    ck_assert(keyboard.save && !keyboard.restart);
    keyboard_key(&keyboard, KEY_ESCAPE, 1.3);
    ck_assert(!keyboard.naming && !keyboard.quit);
    keyboard_key(&keyboard, KEY_CONTROL_R, 1.4);
    ck_assert(keyboard.record);
    /* a program that MIDI chooses is the one that is shown, and one that is not there is none */
    engine_midi(engine, 0, (const uint8_t[]){0xC0, 3}, 2);
    run_hands(engine, 1.45);
    ck_assert_uint_eq(keyboard.preset, 3);
    engine_midi(engine, 0, (const uint8_t[]){0xC0, 99}, 2);
    run_hands(engine, 1.46);
    ck_assert_uint_eq(keyboard.preset, 3);
    keyboard_key(&keyboard, '<', 1.5);
    ck_assert_int_eq(keyboard.step, -1);
    keyboard_key(&keyboard, '>', 1.5);
    ck_assert_int_eq(keyboard.step, 1);
    /* the meters are still those of the old instrument: its values are not taken for the new one's */
    keyboard_key(&keyboard, 'z', 1.6);
    keyboard_switch(&keyboard, &tromba, 2.0);
    ck_assert(isinf(keyboard_next(&keyboard)));
    run_hands(engine, 3.0);
    for (uint32_t i = 0; i < keyboard.parameter_count; i++) {
        ck_assert(keyboard.values[i] ==
                  urto_preset_value(&tromba.info.presets[0], keyboard.parameters, i));
    }
    preset_list_free(&mallet);
    preset_list_free(&tromba);
    engine_destroy(engine);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Any key in any order does no harm and never leaves a value outside its range. */
START_TEST(any_key_is_harmless)
{
    static const char *const ids[] = {"mallet", "tromba", "roll"};
    uint32_t state = 12345;

    for (int k = 0; k < 3; k++) {
        UrtoInstrument *instrument = new_instrument(ids[k]);
        const EngineSource source = {.instrument = instrument};
        Engine *engine = engine_create(&source, 48000.0, 0.0, NULL);
        PresetList list = preset_list_read(NULL, ids[k]);
        keyboard_start(&keyboard, engine, &list, 0);
        for (int i = 0; i < 1200; i++) {
            state = state * 1664525u + 1013904223u;
            keyboard_key(&keyboard, (int)(state >> 16) % 270, i * 0.01);
            if (i % 10 == 0) {
                run_hands(engine, i * 0.01);
            }
            for (uint32_t p = 0; p < keyboard.parameter_count; p++) {
                ck_assert(keyboard.values[p] >=
                          keyboard.parameters[p].minimum * (1.0 - 1e-12) - 1e-12);
                ck_assert(keyboard.values[p] <=
                          keyboard.parameters[p].maximum * (1.0 + 1e-12) + 1e-12);
            }
        }
        ck_assert_uint_eq(engine_meters(engine).nonfinite, 0);
        preset_list_free(&list);
        engine_destroy(engine);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

/* No line is too long, and there are not too many. */
static void expect_fit(const Text *text, TerminalSize size)
{
    int rows = 1, column = 0;

    for (const char *c = text->data; *c; c++) {
        if (*c == '\x1b') {
            c += strcspn(c, "HJKmhl");
        } else if (*c == '\n') {
            rows++;
            column = 0;
        } else if (*c != '\r') {
            column++;
            ck_assert_int_le(column, size.columns);
        }
    }
    ck_assert_int_le(rows, size.rows);
}

/* Every key is on one of the pages; at 80x24 there is one, and the keyboard is on it. */
static void expect_all_keys(TerminalSize size, const ScreenFacts *facts, const EngineMeters *meters)
{
    Text all = {0};

    for (keyboard.help = 1; keyboard.help <= KEY_HELPS; keyboard.help++) {
        Text text = {0};
        screen_draw(&text, size, facts, &keyboard, meters, 100.0);
        expect_fit(&text, size);
        text_add(&all, "%s", text.data);
        if (size.columns >= 80 && size.rows >= 24) {
            ck_assert_ptr_nonnull(strstr(text.data, "esc, ctrl-c"));
            ck_assert_ptr_nonnull(strstr(text.data, "z  x  c  v"));
            ck_assert_ptr_nonnull(strstr(text.data, "any key: back"));
        }
        text_free(&text);
    }
    for (int i = 0; i < KEY_HELPS && size.columns >= 20; i++) {
        ck_assert(!key_helps[i].instrument || strstr(all.data, key_helps[i].keys));
    }
    keyboard.help = 0;
    text_free(&all);
}

START_TEST(screen_fits_any_size)
{
    static const TerminalSize sizes[] = {{1, 1},   {2, 2},   {10, 3},  {20, 5},   {30, 6},
                                         {40, 10}, {79, 23}, {80, 24}, {120, 40}, {250, 90}};
    UrtoInstrument *instrument = new_instrument("tromba");
    const EngineSource source = {.instrument = instrument};
    Engine *engine = engine_create(&source, 48000.0, 0.0, NULL);
    PresetList list = preset_list_read(NULL, "tromba");
    keyboard_start(&keyboard, engine, &list, 0);
    run_hands(engine, 1.0);
    keyboard_key(&keyboard, KEY_TAB, 1.0);
    const EngineMeters meters = engine_meters(engine);
    const ScreenFacts facts = {.title = "tromba",
                               .backend = "JACK",
                               .device = "urto",
                               .rate = 48000.0,
                               .recording = "a recording.wav",
                               .colour = true};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (uint32_t p = 0; p < keyboard.parameter_count; p++) {
            Text text = {0};
            keyboard.selected = p;
            keyboard.help = 0;
            keyboard.naming = p % 3 == 2;
            screen_draw(&text, sizes[s], &facts, &keyboard, &meters, p % 2 ? 1.0 : 100.0);
            expect_fit(&text, sizes[s]);
            ck_assert(sizes[s].columns < 30 || sizes[s].rows < 5 || strstr(text.data, "> "));
            ck_assert(
                sizes[s].rows < 24 || sizes[s].columns < 79 ||
                (strstr(text.data, "esc quit") && strstr(text.data, keyboard.parameters[p].name)));
            text_free(&text);
        }
        expect_all_keys(sizes[s], &facts, &meters);
    }
    preset_list_free(&list);
    engine_destroy(engine);
    urto_instrument_destroy(instrument);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {sample_formats_clip_and_clear_nan,
                                  ring_keeps_order,
                                  ring_keeps_order_between_threads,
                                  instrument_sounds_and_ends,
                                  panic_and_end_silence_quickly,
                                  instruments_are_switched_without_a_click,
                                  recordings_begin_and_end_softly,
                                  a_changed_scene_is_read_again,
                                  a_scene_restarts_while_it_plays,
                                  a_scene_has_a_level_and_a_ceiling,
                                  keys_play_and_end_notes,
                                  keys_ask_the_program,
                                  any_key_is_harmless,
                                  screen_fits_any_size};

    return SUITE_RUN("engine", tests);
}
