/* Notes that end as they begin, knobs and presets that jump, events that are lost. */
#include "tests/support/listen.h"

#include <stdbool.h>

/* Frames until nothing sounds any more; at most a limit. */
static uint32_t until_silent(UrtoInstrument *instrument, uint32_t limit)
{
    enum { BLOCK = 480 };
    uint32_t frames = 0;

    /* the note begins in the first block */
    do {
        urto_instrument_process(instrument, (float *[]){NULL, NULL}, BLOCK);
        frames += BLOCK;
    } while (frames < limit && urto_instrument_statistics(instrument).voices > 0);
    return frames;
}

static void send(UrtoInstrument *instrument, const uint8_t *bytes, size_t size)
{
    urto_instrument_midi(instrument, 0, bytes, size);
}

/* A key that goes down and up in one frame, or is let go in another way in that frame, ends. */
START_TEST(note_off_in_the_frame_of_note_on_ends_the_note)
{
    static const struct {
        uint8_t bytes[12];
        size_t size;
    } ways[] = {
        {{0x90, 60, 100, 0x80, 60, 0}, 6},
        {{0x90, 60, 100, 0xB0, 123, 0}, 6},
        {{0xB0, 64, 127, 0x90, 60, 100, 0x80, 60, 0, 0xB0, 64, 0}, 12},
    };
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            for (uint8_t stolen = 0; stolen < 2; stolen++) {
                UrtoInstrument *instrument = make(info, 48000.0, 1, false);
                if (stolen) {
                    note(instrument, 0, 64, 0.9);
                    note(instrument, 900, 64, 0.0);
                    free(play(instrument, 1000));
                }
                /* what rings long by itself is made to ring shortly */
                for (uint32_t i = 0; i < info->parameter_count; i++) {
                    if (strcmp(info->parameters[i].id, "decay") == 0) {
                        set(instrument, "decay", 0.5);
                    }
                }
                send(instrument, ways[w].bytes, ways[w].size);
                const uint32_t frames = until_silent(instrument, 20 * 48000);
                ck_assert_msg(frames < 20 * 48000, "%s, way %zu", info->id, w);
                urto_instrument_destroy(instrument);
            }
        }
    }
}
END_TEST

/* Energy of a note that begins at a frame, from there on. */
static double energy_from(const UrtoInstrumentInfo *info, uint32_t preset, uint8_t key,
                          uint32_t frame)
{
    enum { FRAMES = 9600 };
    UrtoInstrument *instrument = make(info, 48000.0, 1, false);
    double sum = 0.0;

    OK(urto_instrument_load_preset(instrument, preset, NULL));
    if (urto_instrument_parameter_find(info, "tremolo") != URTO_NONE) {
        set(instrument, "tremolo", 0.0); /* a motor turns meanwhile */
    }
    note(instrument, frame, key, 0.8);
    float *x = play(instrument, frame + FRAMES);
    for (uint32_t i = frame; i < frame + FRAMES; i++) {
        sum += (double)x[i] * (double)x[i];
    }
    free(x);
    urto_instrument_destroy(instrument);
    return sum;
}

/* A striker is caught as long after its throw, wherever the stroke falls: a bell that throws it back hits it
 * as often. */
START_TEST(a_stroke_sounds_alike_wherever_it_falls)
{
    static const char *const struck[] = {"mallet", "hammered-string", "snare"};
    const UrtoInstrumentInfo *info = urto_instrument_find(struck[_i]);

    for (uint32_t p = 0; p < info->preset_count; p++) {
        for (uint8_t key = info->lowest_key + 2; key <= info->highest_key; key += 17) {
            const double first = energy_from(info, p, key, 0);
            for (uint32_t frame = 21; frame < 64; frame += 21) {
                const double other = energy_from(info, p, key, frame);
                ck_assert_msg(fabs(other / first - 1.0) < 0.01, "%s/%s key %u at %u: %g, not %g",
                              info->id, info->presets[p].id, key, frame, other, first);
            }
        }
    }
}
END_TEST

/* While nothing sounds a knob is at once where it was turned: the first note is as all others. */
START_TEST(parameters_act_at_once_while_nothing_sounds)
{
    enum { FRAMES = 12000 };
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        for (uint32_t p = 0; p < info->preset_count; p++) {
            float *x[2];
            for (int waits = 0; waits < 2; waits++) {
                UrtoInstrument *instrument = make(info, 48000.0, 2, false);
                OK(urto_instrument_load_preset(instrument, p, NULL));
                if (urto_instrument_parameter_find(info, "tremolo") != URTO_NONE) {
                    set(instrument, "tremolo", 0.0); /* a motor turns meanwhile */
                }
                send(instrument, (const uint8_t[]){0xB0, 7, 80, 0xB0, 11, 90}, 6);
                if (waits) {
                    free(play(instrument, 4800));
                }
                note(instrument, 0, 60, 0.7);
                x[waits] = play(instrument, FRAMES);
                urto_instrument_destroy(instrument);
            }
            ck_assert_double_gt(rms(x[0], FRAMES), 0.0);
            ck_assert_msg(memcmp(x[0], x[1], FRAMES * sizeof *x[0]) == 0, "%s %s", info->id,
                          info->presets[p].id);
            free(x[0]);
            free(x[1]);
        }
    }
}
END_TEST

/* Expression is a factor beside the volume, comes back with a reset, and is saved. */
START_TEST(expression_scales_the_volume_and_is_saved)
{
    UrtoInstrument *instrument = make(urto_instrument_find("fretted-string"), 48000.0, 2, false);
    char text[4096];

    send(instrument, (const uint8_t[]){0xB0, 11, 0}, 3);
    note(instrument, 0, 50, 0.8);
    float *x = play(instrument, 9600);
    ck_assert_double_eq(rms(x, 9600), 0.0);
    free(x);
    ck_assert_uint_le(urto_instrument_save(instrument, text, sizeof text), sizeof text);
    send(instrument, (const uint8_t[]){0xB0, 121, 0}, 3);
    free(play(instrument, 960));
    x = play(instrument, 9600);
    ck_assert_double_gt(rms(x, 9600), 1e-4);
    free(x);
    OK(urto_instrument_restore(instrument, text, NULL));
    free(play(instrument, 4800));
    note(instrument, 0, 50, 0.8);
    x = play(instrument, 9600);
    ck_assert_double_eq(rms(x, 9600), 0.0);
    free(x);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Level and make-up are gains of what sounds already. */
START_TEST(gains_act_while_a_note_sounds)
{
    enum { FRAMES = 4800 };
    static const char *const gains[] = {"level", "makeup"};
    double heard[3];

    for (int turned = 0; turned < 3; turned++) {
        UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 2, false);
        note(instrument, 0, 60, 0.8);
        free(play(instrument, FRAMES));
        if (turned) {
            const char *gain = gains[turned - 1];
            const uint32_t index =
                urto_instrument_parameter_find(urto_instrument_find("mallet"), gain);
            set(instrument, gain, urto_instrument_get(instrument, index) - 20.0);
        }
        free(play(instrument, FRAMES)); /* it glides */
        float *x = play(instrument, FRAMES);
        heard[turned] = rms(x, FRAMES);
        free(x);
        urto_instrument_destroy(instrument);
    }
    ck_assert_double_eq_tol(heard[1] / heard[0], 0.1, 1e-4);
    ck_assert_double_eq_tol(heard[2] / heard[0], 0.1, 1e-4);
}
END_TEST

/* Where the end of a note may be among the events that found no room, all keys are let go. */
START_TEST(lost_events_release_all_keys)
{
    UrtoInstrument *instrument = make(urto_instrument_find("tromba"), 48000.0, 4, false);

    note(instrument, 0, 50, 0.8);
    send(instrument, (const uint8_t[]){0xB0, 64, 127}, 3);
    for (uint32_t i = 1; i < URTO_MAX_EVENTS; i++) {
        const UrtoEvent bend = {.kind = URTO_EVENT_BEND, .frame = i, .value = 0.01 * (i % 2)};
        (void)urto_instrument_event(instrument, &bend, NULL);
    }
    urto_instrument_midi(instrument, 4000, (const uint8_t[]){0x80, 50, 0, 0xB0, 64, 0}, 6);
    ck_assert_uint_gt(urto_instrument_statistics(instrument).events_lost, 0);
    ck_assert_uint_lt(until_silent(instrument, 20 * 48000), 20 * 48000);
    /* nor does the pedal, whose end was lost, hold a later note */
    note(instrument, 0, 52, 0.8);
    note(instrument, 100, 52, 0.0);
    ck_assert_uint_lt(until_silent(instrument, 20 * 48000), 20 * 48000);
    urto_instrument_destroy(instrument);
}
END_TEST

static float largest(const float *x, uint32_t n)
{
    float most = 0.0f;

    for (uint32_t i = 0; i < n; i++) {
        most = fmaxf(most, fabsf(x[i]));
    }
    return most;
}

/* From preset to preset under a key that is held: no burst. */
START_TEST(presets_change_without_a_burst_under_a_held_key)
{
    enum { BEFORE = 24000, AFTER = 9600 };
    static const char *const kinds[] = {"bounce", "roll", "scrape", "mallet"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const UrtoInstrumentInfo *info = urto_instrument_find(kinds[k]);
        for (uint32_t i = 0; i < info->preset_count * info->preset_count; i++) {
            const uint32_t from = i / info->preset_count;
            const uint32_t to = i % info->preset_count;
            UrtoInstrument *instrument = make(info, 48000.0, 2, false);
            OK(urto_instrument_load_preset(instrument, from, NULL));
            note(instrument, 0, 60, 0.6);
            free(play(instrument, BEFORE));
            OK(urto_instrument_load_preset(instrument, to, NULL));
            const uint64_t limited = urto_instrument_statistics(instrument).limited;
            float *x = play(instrument, AFTER);
            ck_assert_msg(urto_instrument_statistics(instrument).limited == limited, "%s %s to %s",
                          info->id, info->presets[from].id, info->presets[to].id);
            free(x);
            urto_instrument_destroy(instrument);
        }
    }
}
END_TEST

/* A ball that lies pressed in is not thrown by a sudden hardness, nor does a body that becomes
 * small at once burst. */
START_TEST(sudden_changes_do_not_burst)
{
    enum { BEFORE = 24000, AFTER = 24000 };
    static const struct {
        const char *kind, *preset, *knob;
        double from, to;
        uint8_t key;
    } cases[] = {{"roll", "steel-ball", "hardness", 0.0, 1.0, 60},
                 {"scrape", "guiro", "hardness", 0.0, 1.0, 60},
                 {"bounce", "rubber", "size", 4.0, 0.25, 36}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const UrtoInstrumentInfo *info = urto_instrument_find(cases[c].kind);
        UrtoInstrument *instrument = make(info, 48000.0, 2, false);
        OK(urto_instrument_load_preset(instrument,
                                       urto_instrument_preset_find(info, cases[c].preset), NULL));
        set(instrument, cases[c].knob, cases[c].from);
        note(instrument, 0, cases[c].key, 0.8);
        free(play(instrument, BEFORE));
        set(instrument, cases[c].knob, cases[c].to);
        float *x = play(instrument, AFTER);
        printf("%-7s %s: %.2f\n", info->id, cases[c].knob, (double)largest(x, AFTER));
        ck_assert_double_lt(largest(x, AFTER), 0.5);
        free(x);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("changes");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, note_off_in_the_frame_of_note_on_ends_the_note);
    tcase_add_loop_test(tests, a_stroke_sounds_alike_wherever_it_falls, 0, 3);
    tcase_add_test(tests, parameters_act_at_once_while_nothing_sounds);
    tcase_add_test(tests, expression_scales_the_volume_and_is_saved);
    tcase_add_test(tests, gains_act_while_a_note_sounds);
    tcase_add_test(tests, lost_events_release_all_keys);
    tcase_add_test(tests, presets_change_without_a_burst_under_a_held_key);
    tcase_add_test(tests, sudden_changes_do_not_burst);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
