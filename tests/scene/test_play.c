/* Scenes as instruments: pitch, velocity, polyphony, stealing, bend, MPE, pedal, blocks, state, memory, and
 * what a plug-in does with their text.
 *   test_play FOLDER of the scenes that ship */
#include "tests/support/listen.h"

#include <urto/scene_instrument.h>

#include <stdatomic.h>

enum { RATE = 48000, SECOND = RATE };

static const char *folder;

static const char string_scene[] =
    "bodies:\n"
    "  hammer: {type: mass, mass: 6 g, position: -1 mm}\n"
    "  string: {type: string, radius: 0.5 mm, length: 1 m, pitch: C2, rigidity: 0, loss: 0.5,\n"
    "           loss_high: 1e-3, model: modal, segments: 60}\n"
    "contacts:\n"
    "  felt: {between: [hammer, string@0.12], stiffness: 1e8, exponent: 2.3}\n"
    "probes:\n"
    "  - {hear: string@0.9, name: ear}\n"
    "play:\n"
    "  keys: C2 to C6\n"
    "  tune: string\n"
    "  voices: 4\n"
    "  gain: -30 dB\n"
    "  strokes: [{do: throw, at: hammer, velocity: 4 m/s}]\n"
    "  moves:\n"
    "    - {by: hold, of: string.loss_factor, from: 60, to: 1}\n"
    "    - {by: pressure, of: ear.gain, from: 1, to: 4, curve: log}\n"
    "    - {by: timbre, of: ear.gain, from: 0.5, to: 2, curve: log}\n"
    "  controllers:\n"
    "    hardness: {of: felt.stiffness, from: 1e6, to: 1e10, curve: log, default: 1e8, cc: 70}\n";

static UrtoInstrument *read_at(const char *text, double rate, const UrtoInstrumentOptions *options)
{
    UrtoInstrument *instrument = NULL;
    UrtoDiagnostic why = {0};

    ck_assert_msg(
        urto_scene_instrument_read(&instrument, text, strlen(text), rate, options, &why) == URTO_OK,
        "%s", why.message);
    return instrument;
}

static UrtoInstrument *string(void)
{
    return read_at(string_scene, RATE, NULL);
}

static UrtoInstrument *shipped(const char *name, double rate)
{
    char path[600];
    UrtoScene *scene = NULL;
    UrtoInstrument *instrument = NULL;
    UrtoDiagnostic why = {0};

    snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
    ck_assert_int_eq(urto_scene_load_file(&scene, path, NULL, 0), URTO_OK);
    ck_assert(urto_scene_plays(scene));
    ck_assert_msg(urto_scene_instrument_create(&instrument, scene, rate, NULL, &why) == URTO_OK,
                  "%s", why.message);
    return instrument;
}

static double level_of(UrtoInstrument *instrument, uint32_t frames)
{
    float *sound = play(instrument, frames);
    const double level = rms(sound, frames);

    free(sound);
    return level;
}

static double peak_of(const float *sound, uint32_t frames)
{
    double peak = 0.0;

    for (uint32_t i = 0; i < frames; i++) {
        peak = fmax(peak, fabs((double)sound[i]));
    }
    return peak;
}

static double cents_of(const float *sound, uint32_t frames, double rate, double wanted)
{
    return 1200.0 * log2(strongest(sound, frames, rate, wanted, 30.0) / wanted);
}

/* The three that ship: in tune at three rates, loud enough, even, never too loud. */
START_TEST(shipped_scenes)
{
    static const char *const names[] = {"hammer-string", "bowed-bar", "tom-tom"};
    static const double rates[] = {44100.0, 48000.0, 96000.0};
    for (int n = 0; n < 3; n++) {
        double least = 1.0, most = 0.0;
        for (int r = 0; r < 3; r++) {
            UrtoInstrument *instrument = shipped(names[n], rates[r]);
            const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
            const uint32_t frames = (uint32_t)rates[r];
            for (int k = 0; k < 3; k++) {
                const uint8_t key =
                    (uint8_t)(info->lowest_key + k * (info->highest_key - info->lowest_key) / 2);
                note(instrument, 0, key, 100.0 / 127.0);
                float *sound = play(instrument, frames);
                const double cents =
                    cents_of(sound + frames / 4, frames / 2, rates[r], key_hz(key));
                ck_assert_msg(fabs(cents) < 2.0, "%s %g Hz key %u: %.2f cents", names[n], rates[r],
                              key, cents);
                least = fmin(least, rms(sound, frames));
                most = fmax(most, rms(sound, frames));
                free(sound);
                urto_instrument_reset(instrument);
                free(play(instrument, frames / 4));
                note(instrument, 0, key, 1.0);
                sound = play(instrument, frames);
                ck_assert_msg(peak_of(sound, frames) < 0.5012, "%s key %u: %.1f dB", names[n], key,
                              20.0 * log10(peak_of(sound, frames)));
                free(sound);
                urto_instrument_reset(instrument);
                free(play(instrument, frames / 4));
            }
            ck_assert_uint_eq(urto_instrument_statistics(instrument).limited, 0);
            ck_assert_uint_eq(urto_instrument_statistics(instrument).nonfinite, 0);
            urto_instrument_destroy(instrument);
        }
        printf("%s: keys within %.1f dB\n", names[n], 20.0 * log10(most / least));
        ck_assert_double_gt(least, 1e-3);
        ck_assert_msg(most / least < 4.0, "%s: %.1f dB", names[n], 20.0 * log10(most / least));
    }
}
END_TEST

/* A key is a pitch, over the whole range; beyond it the last one sounds. */
START_TEST(keys)
{
    UrtoInstrument *instrument = string();
    static const uint8_t pressed[] = {20, 36, 48, 60, 72, 84, 100};
    for (size_t i = 0; i < sizeof pressed; i++) {
        const uint8_t meant = pressed[i] < 36 ? 36 : (pressed[i] > 84 ? 84 : pressed[i]);
        note(instrument, 0, pressed[i], 0.8);
        float *sound = play(instrument, SECOND);
        const double cents = cents_of(sound + 4800, 36000, RATE, key_hz(meant));
        ck_assert_msg(fabs(cents) < 0.5, "key %u: %.2f cents", pressed[i], cents);
        free(sound);
        note(instrument, 0, pressed[i], 0.0);
        free(play(instrument, SECOND));
    }
    set(instrument, "a4", 432.0);
    note(instrument, 0, 60, 0.8);
    float *sound = play(instrument, SECOND);
    ck_assert_double_lt(fabs(cents_of(sound + 4800, 36000, RATE, 432.0 / 440.0 * key_hz(60))), 0.5);
    free(sound);
    urto_instrument_destroy(instrument);
}
END_TEST

/* soft: how much weaker the softest stroke is. A mass at -30 dB, linear: 30 dB less sound. */
START_TEST(velocity)
{
    static const char plucked[] = "bodies:\n"
                                  "  string: {type: string, length: 1 m, pitch: C3, model: modal}\n"
                                  "probes: [{hear: string@0.9}]\n"
                                  "play:\n"
                                  "  tune: string\n"
                                  "  gain: -20 dB\n"
                                  "  strokes: [{do: pluck, at: string@0.2, soft: -30 dB}]\n";
    UrtoInstrument *instrument = read_at(plucked, RATE, NULL);
    double levels[3];
    for (int i = 0; i < 3; i++) {
        note(instrument, 0, 60, i == 0 ? 1.0 : i == 1 ? 0.5 : 1e-9);
        levels[i] = level_of(instrument, SECOND);
        urto_instrument_reset(instrument);
        free(play(instrument, SECOND));
    }
    ck_assert_double_eq_tol(20.0 * log10(levels[0] / levels[1]), 15.0, 0.01);
    ck_assert_double_eq_tol(20.0 * log10(levels[0] / levels[2]), 30.0, 0.01);
    urto_instrument_destroy(instrument);
}
END_TEST

/* A stroke sounds within its block. */
START_TEST(at_once)
{
    UrtoInstrument *instrument = string();
    float left[64];
    note(instrument, 3, 60, 1.0);
    urto_instrument_process(instrument, (float *[]){left, NULL}, 64);
    ck_assert_double_eq(peak_of(left, 3), 0.0);
    ck_assert_double_gt(peak_of(left, 64), 0.0);
    urto_instrument_destroy(instrument);
}
END_TEST

/* The key damps when it goes up; the pedal holds it. */
START_TEST(release_and_pedal)
{
    UrtoInstrument *instrument = string();
    double level[2];
    for (int pedal = 0; pedal < 2; pedal++) {
        urto_instrument_midi(instrument, 0,
                             (const uint8_t[]){0xB0, 64, (uint8_t)(127 * pedal), 0x90, 60, 100}, 6);
        free(play(instrument, SECOND / 4));
        note(instrument, 0, 60, 0.0);
        free(play(instrument, SECOND / 4));
        level[pedal] = level_of(instrument, SECOND / 4);
    }
    ck_assert_double_gt(level[1], 100.0 * level[0]);
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB0, 64, 0}, 3);
    free(play(instrument, 3 * SECOND));
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Moves: pressure and timbre in MPE on their own note; bend tunes; a controller by MIDI. Where two move one
 * control, they multiply. */
START_TEST(expression)
{
    UrtoInstrumentOptions options = urto_instrument_options();
    options.mpe = true;
    UrtoInstrument *one = read_at(string_scene, RATE, &options);
    UrtoInstrument *two = read_at(string_scene, RATE, &options);
    const uint8_t on[] = {0x91, 60, 100, 0x92, 67, 100};
    const uint8_t press[] = {0xD1, 127}, other[] = {0xD5, 127};
    const uint8_t bright[] = {0xB1, 74, 127};
    const uint8_t bend[] = {0xE2, 0, 0x55}; /* 48 semitones: up by 15.75 */

    urto_instrument_midi(one, 0, on, sizeof on);
    urto_instrument_midi(two, 0, on, sizeof on);
    free(play(one, 4800));
    free(play(two, 4800));
    urto_instrument_midi(one, 0, press, sizeof press);
    urto_instrument_midi(two, 0, other, sizeof other);
    free(play(one, 4800));
    free(play(two, 4800));
    float *a = play(one, SECOND), *b = play(two, SECOND);
    const double f60 = key_hz(60), f67 = key_hz(67);
    const double louder = partial(a, SECOND, RATE, f60) / partial(b, SECOND, RATE, f60);
    ck_assert_msg(fabs(louder - 4.0) < 0.02, "pressure: %g", louder);
    ck_assert_double_eq_tol(partial(a, SECOND, RATE, f67) / partial(b, SECOND, RATE, f67), 1.0,
                            0.02);
    free(a);
    free(b);
    urto_instrument_midi(one, 0, bright, sizeof bright);
    urto_instrument_midi(one, 0, bend, sizeof bend);
    free(play(one, 4800));
    free(play(two, 4800));
    a = play(one, SECOND);
    b = play(two, SECOND);
    const double both = partial(a, SECOND, RATE, f60) / partial(b, SECOND, RATE, f60);
    ck_assert_msg(fabs(both - 8.0) < 0.05, "pressure and timbre: %g", both);
    const double up = 48.0 * (0x55 * 128 - 8192) / 8191.0;
    ck_assert_double_lt(fabs(cents_of(a, SECOND, RATE, f67 * exp2(up / 12.0))), 1.0);
    free(a);
    free(b);
    urto_instrument_midi(one, 0, (const uint8_t[]){0xB0, 70, 127}, 3);
    free(play(one, 64));
    ck_assert_double_eq(urto_instrument_get(one, 0), 1e10);
    urto_instrument_destroy(one);
    urto_instrument_destroy(two);
}
END_TEST

/* A note whose gain a source moves from one number to another, in the last quarter second of three. */
static double moved(const char *by, double to, bool beside, UrtoEvent event, double how_hard,
                    uint8_t key)
{
    char text[600];

    snprintf(text, sizeof text,
             "bodies: {bar: {type: bar, pitch: C4, loss: 1, modes: 8}}\n"
             "probes: [{hear: bar@0.1, name: ear}]\n"
             "play:\n"
             "  keys: C2 to C6\n"
             "  strokes: [{do: strike, at: bar@0.3, impulse: 0.001, soft: 1}]\n"
             "  moves:\n%s"
             "    - {by: %s, of: ear.gain, from: 1, to: %g}\n",
             beside ? "    - {by: key, of: ear.gain, from: 1, to: 1}\n" : "", by, to);
    UrtoInstrument *instrument = read_at(text, RATE, NULL);
    note(instrument, 0, key, how_hard);
    free(play(instrument, SECOND / 4));
    event.key = key;
    ck_assert_int_eq(urto_instrument_event(instrument, &event, NULL), URTO_OK);
    free(play(instrument, SECOND / 4));
    const double level = level_of(instrument, SECOND / 4);
    urto_instrument_destroy(instrument);
    return level;
}

/* Each source at both of its ends and in its middle; alone, and beside another that moves the same, where it counts over its
 * value at rest. */
START_TEST(sources)
{
    static const struct {
        const char *by;
        UrtoEventKind kind;
        double value, part, rest;
        double how_hard;
        uint8_t key;
    } rows[] = {
        {"velocity", URTO_EVENT_VOLUME, 1.0, 0.25, 100.0 / 127.0, 0.25, 60},
        {"velocity", URTO_EVENT_VOLUME, 1.0, 0.5, 100.0 / 127.0, 0.5, 60},
        {"velocity", URTO_EVENT_VOLUME, 1.0, 1.0, 100.0 / 127.0, 1.0, 60},
        {"pressure", URTO_EVENT_CHANNEL_PRESSURE, 0.0, 0.0, 0.0, 0.8, 60},
        {"pressure", URTO_EVENT_CHANNEL_PRESSURE, 0.5, 0.5, 0.0, 0.8, 60},
        {"pressure", URTO_EVENT_CHANNEL_PRESSURE, 1.0, 1.0, 0.0, 0.8, 60},
        {"timbre", URTO_EVENT_TIMBRE, 0.0, 0.0, 0.5, 0.8, 60},
        {"timbre", URTO_EVENT_TIMBRE, 0.5, 0.5, 0.5, 0.8, 60},
        {"timbre", URTO_EVENT_TIMBRE, 1.0, 1.0, 0.5, 0.8, 60},
        {"bend", URTO_EVENT_BEND, -2.0, 0.0, 0.5, 0.8, 60},
        {"bend", URTO_EVENT_BEND, 0.0, 0.5, 0.5, 0.8, 60},
        {"bend", URTO_EVENT_BEND, 1.0, 0.75, 0.5, 0.8, 60},
        {"bend", URTO_EVENT_BEND, 2.0, 1.0, 0.5, 0.8, 60},
        {"key", URTO_EVENT_VOLUME, 1.0, 0.0, 0.5, 0.8, 36},
        {"key", URTO_EVENT_VOLUME, 1.0, 0.5, 0.5, 0.8, 60},
        {"key", URTO_EVENT_VOLUME, 1.0, 1.0, 0.5, 0.8, 84},
        {"hold", URTO_EVENT_VOLUME, 1.0, 1.0, 1.0, 0.8, 60},
        {"hold", URTO_EVENT_NOTE_OFF, 0.0, 0.0, 1.0, 0.8, 60},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const UrtoEvent event = {.kind = rows[i].kind, .value = rows[i].value};
        for (int beside = 0; beside < 2; beside++) {
            const double still =
                moved(rows[i].by, 1.0, beside, event, rows[i].how_hard, rows[i].key);
            const double gain =
                moved(rows[i].by, 3.0, beside, event, rows[i].how_hard, rows[i].key) / still;
            const double wanted =
                (1.0 + 2.0 * rows[i].part) / (beside ? 1.0 + 2.0 * rows[i].rest : 1.0);
            ck_assert_msg(fabs(gain / wanted - 1.0) < 0.001, "%s at %g%s: %g, must be %g",
                          rows[i].by, rows[i].value, beside ? ", beside another" : "", gain,
                          wanted);
        }
    }
}
END_TEST

/* More notes than voices: the oldest give way, and nothing steps further than the string does by itself. */
START_TEST(stealing)
{
    UrtoInstrument *instrument = string();
    float *before = NULL;
    double step = 0.0, stolen_step = 0.0;
    for (uint8_t i = 0; i < 12; i++) {
        note(instrument, 0, (uint8_t)(48 + 2 * i), 0.8);
        float *sound = play(instrument, 6000);
        for (int k = 1; k < 6000; k++) {
            const double by = fabs((double)sound[k] - (double)sound[k - 1]);
            if (i < 4) {
                step = fmax(step, by);
            } else {
                stolen_step = fmax(stolen_step, by);
            }
        }
        if (before && i >= 4) {
            stolen_step = fmax(stolen_step, fabs((double)sound[0] - (double)before[5999]));
        }
        free(before);
        before = sound;
    }
    free(before);
    const UrtoInstrumentStatistics s = urto_instrument_statistics(instrument);
    ck_assert_uint_eq(s.stolen, 8);
    ck_assert_uint_le(s.voices, 8);
    ck_assert_msg(stolen_step < 1.5 * step, "a step of %g, not %g", stolen_step, step);
    urto_instrument_destroy(instrument);
}
END_TEST

/* A piece with everything in it. */
static void perform(UrtoInstrument *instrument, uint32_t block, float *left)
{
    Dice d = {99};
    uint32_t at = 0;

    while (at < SECOND) {
        const uint32_t next = at + 64 * (1 + dice(&d, 30));
        const uint8_t key = (uint8_t)(40 + dice(&d, 40));
        const uint8_t bytes[] = {(uint8_t)(dice(&d, 3) ? 0x90 : 0x80),
                                 key,
                                 (uint8_t)(1 + dice(&d, 127)),
                                 0xE0,
                                 (uint8_t)dice(&d, 128),
                                 (uint8_t)dice(&d, 128),
                                 0xD0,
                                 (uint8_t)dice(&d, 128),
                                 0xB0,
                                 70,
                                 (uint8_t)dice(&d, 128)};
        urto_instrument_midi(instrument, 0, bytes, sizeof bytes);
        while (at < next && at < SECOND) {
            const uint32_t most = next < SECOND ? next - at : SECOND - at;
            const uint32_t n = most < block ? most : block;
            urto_instrument_process(instrument, (float *[]){left + at, NULL}, n);
            at += n;
        }
    }
}

START_TEST(blocks)
{
    static float first[SECOND], other[SECOND];
    static const uint32_t sizes[] = {1, 17, 64, 4096};
    const char *names[] = {"hammer-string", "bowed-bar", "tom-tom"};
    for (int n = 0; n < 3; n++) {
        UrtoInstrument *instrument = shipped(names[n], RATE);
        perform(instrument, 256, first);
        ck_assert_double_gt(rms(first, SECOND), 1e-4);
        urto_instrument_destroy(instrument);
        for (int s = 0; s < 4; s++) {
            instrument = shipped(names[n], RATE);
            perform(instrument, sizes[s], other);
#ifndef SANITIZED
            ck_assert_msg(memcmp(first, other, sizeof first) == 0, "%s in blocks of %u", names[n],
                          sizes[s]);
#endif
            urto_instrument_destroy(instrument);
        }
    }
}
END_TEST

/* Every note begins as the scene is written: what sounded before in its voice is gone. */
START_TEST(notes_begin_alike)
{
    static float first[SECOND / 2], other[SECOND / 2];
    UrtoInstrument *instrument = string();
    for (int i = 0; i < 3; i++) {
        float *to = i ? other : first;
        note(instrument, 0, 60, 0.7);
        urto_instrument_process(instrument, (float *[]){to, NULL}, SECOND / 2);
        ck_assert(i == 0 || memcmp(first, other, sizeof first) == 0);
        note(instrument, 0, 60, 0.0);
        for (int wait = 0; urto_instrument_statistics(instrument).voices; wait++) {
            ck_assert_int_lt(wait, 100);
            free(play(instrument, 6400));
        }
        free(play(instrument, 64 - (uint32_t)(SECOND / 2) % 64));
        free(play(instrument, (uint32_t)(SECOND / 2) % 64));
    }
    urto_instrument_destroy(instrument);
}
END_TEST

/* A ball that is in the air when the key goes up is heard when it lands. */
START_TEST(flight)
{
    static const char ball[] =
        "bodies:\n"
        "  ball: {type: mass, mass: 5 g, gravity: -9.81}\n"
        "  bar: {type: bar, pitch: C4}\n"
        "contacts:\n"
        "  touch: {between: [bar@0.4, ball], stiffness: 1e7}\n"
        "probes: [{hear: bar@0.1}]\n"
        "play:\n"
        "  tune: bar\n"
        "  strokes: [{do: throw, at: ball, displacement: 40 cm, velocity: 0, "
        "soft: 1}]\n";
    UrtoInstrument *instrument = read_at(ball, RATE, NULL);
    note(instrument, 0, 60, 0.5);
    note(instrument, 480, 60, 0.0);
    const double before = level_of(instrument, 12000); /* it takes 0.286 s */
    ck_assert_double_eq(before, 0.0);
    ck_assert_double_gt(level_of(instrument, 4800), 1e-4);
    urto_instrument_destroy(instrument);
}
END_TEST

static atomic_int allocations;

static void *counted(void *context, size_t bytes)
{
    (void)context;
    allocations++;
    return malloc(bytes);
}

static void release(void *context, void *memory)
{
    (void)context;
    allocations--;
    free(memory);
}

START_TEST(memory)
{
    static float sound[SECOND];
    const UrtoAllocator allocator = {counted, release, NULL};
    UrtoInstrumentOptions options = urto_instrument_options();
    options.allocator = &allocator;
    UrtoInstrument *instrument = read_at(string_scene, RATE, &options);
    const int held = allocations;
    ck_assert_int_gt(held, 8); /* a world a voice */
    perform(instrument, 100, sound);
    ck_assert_int_eq(allocations, held);
    urto_instrument_destroy(instrument);
    ck_assert_int_eq(allocations, 0);
}
END_TEST

static void refused(const char *text, const char *expected)
{
    UrtoInstrument *instrument = NULL;
    UrtoDiagnostic why = {0};

    ck_assert_int_ne(urto_scene_instrument_read(&instrument, text, strlen(text), RATE, NULL, &why),
                     URTO_OK);
    ck_assert_ptr_null(instrument);
    ck_assert_msg(strstr(why.message, expected), "%s", why.message);
}

START_TEST(refusals)
{
    UrtoScene *scene = NULL;
    UrtoInstrument *instrument = NULL;
    UrtoDiagnostic why = {0};

    refused("bodies: {m: {type: mass}}\nprobes: [{hear: m}]",
            "line 1:1: the scene has no play block");
    refused("bodies: {m: {type: mass}}\nprobes: [{hear: m}]\nplay: {tune: n}",
            "line 3:14: no body has the name \"n\"");
    refused("bodies: {s: {type: string}}\nprobes: [{hear: s@0.3}]\nplay: {tune: s}",
            "line 3:7: s is on a grid");
    refused("bodies: {s: {type: string, pitch: C4}}\nprobes: [{hear: s@0.3}]\n"
            "play: {tune: s, pitch: C4, keys: C2 to C8}",
            "line 3:34: s cannot be tuned to the highest key, 4186.0 Hz");
    static const char *const bounds[][2] = {
        {"gain: -1", "line 3:23: gain is -1, must be 1e-09 to 1e+09"},
        {"keys: C2 to C4, strokes: [{do: strike, at: m, impulse: 1, soft: 3 dB}]",
         "line 3:81: soft is 3 dB, a factor of 1.41254, must be 0.0001 to 1: at most 0 dB"},
    };
    for (int i = 0; i < 2; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "bodies: {m: {type: mass}}\nprobes: [{hear: m}]\nplay: {tune: m, %s}\n",
                 bounds[i][0]);
        ck_assert_int_ne(
            urto_scene_instrument_read(&instrument, text, strlen(text), RATE, NULL, &why), URTO_OK);
        ck_assert_str_eq(why.message, bounds[i][1]); /* to its end */
    }
    ck_assert_int_eq(urto_scene_load(&scene, string_scene, strlen(string_scene), NULL, 0), URTO_OK);
    ck_assert_int_ne(urto_scene_instrument_create(&instrument, scene, 100.0, NULL, &why), URTO_OK);
    ck_assert_int_ne(urto_scene_instrument_create(NULL, scene, RATE, NULL, &why), URTO_OK);
    ck_assert_int_ne(urto_scene_instrument_create(&instrument, NULL, RATE, NULL, &why), URTO_OK);
    ck_assert(!urto_scene_plays(NULL));
    urto_scene_destroy(scene);
}
END_TEST

static UrtoPlugin *plugin(void)
{
    const UrtoPluginOptions options = urto_plugin_options(RATE);
    UrtoPlugin *made = NULL;

    OK(urto_plugin_create(&made, "scene", &options, NULL));
    return made;
}

/* The state has the text; the plug-in's table is the same whatever it plays. */
START_TEST(plugin_state)
{
    static float a[SECOND], b[SECOND];
    UrtoPlugin *one = plugin(), *two = plugin();
    UrtoPluginText *text = NULL;
    UrtoDiagnostic why = {0};

    OK(urto_plugin_read(&text, one, string_scene, strlen(string_scene), &why));
    ck_assert(urto_plugin_exchange(one, text));
    urto_plugin_text_destroy(text);
    ck_assert_str_eq(urto_plugin_text(one), string_scene);
    ck_assert_str_eq(urto_plugin_meaning(one, 0)->id, "hardness");
    ck_assert_ptr_null(urto_plugin_meaning(one, 1));
    ck_assert_double_eq_tol(urto_plugin_get(one, 0), 0.5, 1e-12);
    OK(urto_plugin_set_now(one, 0, 0.75, NULL));
    ck_assert_double_eq_tol(urto_plugin_get(one, 0), 0.75, 1e-12);
    char *state = urto_plugin_save_text(one);
    ck_assert_ptr_nonnull(strstr(state, string_scene));
    OK(urto_plugin_restore(two, state, &why));
    ck_assert_str_eq(urto_plugin_text(two), string_scene);
    urto_plugin_midi(one, 0, (const uint8_t[]){0x90, 60, 90}, 3);
    urto_plugin_midi(two, 0, (const uint8_t[]){0x90, 60, 90}, 3);
    urto_plugin_process(one, NULL, (float *[]){a, NULL}, SECOND);
    urto_plugin_process(two, NULL, (float *[]){b, NULL}, SECOND);
    ck_assert(memcmp(a, b, sizeof a) == 0);
    ck_assert_double_gt(rms(a, SECOND), 1e-4);
    /* one that is spoilt changes nothing */
    char *before = urto_plugin_save_text(two);
    memcpy(strstr(state, "pitch: C2"), "pitch: C?", 9);
    ck_assert_int_ne(urto_plugin_restore(two, state, &why), URTO_OK);
    ck_assert_msg(strstr(why.message, "line 3:"), "%s", why.message);
    strcpy(state, "urto-text 1 99999\nshort\n");
    ck_assert_int_ne(urto_plugin_restore(two, state, &why), URTO_OK);
    char *after = urto_plugin_save_text(two);
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    free(state);
    urto_plugin_destroy(one);
    urto_plugin_destroy(two);
}
END_TEST

/* Another scene in mid-sound: no step, and the hands stay where they are. */
START_TEST(exchange)
{
    static float sound[2 * 4800];
    UrtoPlugin *one = plugin();
    UrtoPluginText *text = NULL;
    const uint32_t level = urto_plugin_info_of(one)->table_count - 1;

    OK(urto_plugin_set_now(one, level, -3.0, NULL));
    urto_plugin_midi(one, 0, (const uint8_t[]){0xE0, 0, 127, 0x90, 60, 127}, 6);
    urto_plugin_process(one, NULL, (float *[]){sound, NULL}, 4800);
    OK(urto_plugin_read(&text, one, string_scene, strlen(string_scene), NULL));
    ck_assert(urto_plugin_exchange(one, text));
    urto_plugin_text_destroy(text);
    urto_plugin_process(one, NULL, (float *[]){sound + 4800, NULL}, 4800);
    double step = 0.0;
    for (int i = 1; i < 4800; i++) {
        step = fmax(step, fabs((double)sound[i] - (double)sound[i - 1]));
    }
    ck_assert_double_le(fabs((double)sound[4800] - (double)sound[4799]), step);
    ck_assert_double_eq(urto_plugin_get(one, level), -3.0);
    urto_plugin_midi(one, 0, (const uint8_t[]){0x90, 60, 127}, 3);
    static float bent[SECOND];
    urto_plugin_process(one, NULL, (float *[]){bent, NULL}, SECOND);
    const double wanted = key_hz(60) * exp2(2.0 * (127 * 128 - 8192) / 8191.0 / 12.0);
    ck_assert_double_lt(fabs(cents_of(bent + 4800, 36000, RATE, wanted)), 1.0);
    ck_assert_int_ne(urto_plugin_read(&text, one, "nonsense", 8, NULL), URTO_OK);
    ck_assert_ptr_null(text);
    urto_plugin_destroy(one);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("play");
    TCase *tests = tcase_create("all");

    folder = argc > 1 ? argv[1] : "scenes";
    urto_scene_plugin_add();
    tcase_add_test(tests, shipped_scenes);
    tcase_add_test(tests, keys);
    tcase_add_test(tests, velocity);
    tcase_add_test(tests, at_once);
    tcase_add_test(tests, release_and_pedal);
    tcase_add_test(tests, expression);
    tcase_add_test(tests, sources);
    tcase_add_test(tests, stealing);
    tcase_add_test(tests, blocks);
    tcase_add_test(tests, notes_begin_alike);
    tcase_add_test(tests, flight);
    tcase_add_test(tests, memory);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, plugin_state);
    tcase_add_test(tests, exchange);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
