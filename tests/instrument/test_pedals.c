/* What reaches a note besides its key: pedals, dampers, ranges, curve, concert pitch, program. */
#include "tests/support/listen.h"

#include <stdbool.h>

static void control(UrtoInstrument *instrument, uint8_t number, uint8_t value)
{
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB0, number, value}, 3);
}

static UrtoInstrument *open_instrument(const char *id)
{
    return make(urto_instrument_find(id), 48000.0, 8, false);
}

/* Level of what is played next [dB]. */
static double level(UrtoInstrument *instrument, uint32_t frames)
{
    float *x = play(instrument, frames);
    const double value = 20.0 * log10(rms(x, frames) + 1e-12);

    free(x);
    return value;
}

/* How far a note falls in half a second after its key has gone up [dB]. */
static double fall(UrtoInstrument *instrument, uint8_t key)
{
    note(instrument, 0, key, 0.8);
    free(play(instrument, 4800));
    const double before = level(instrument, 960);
    note(instrument, 0, key, 0.0);
    free(play(instrument, 24000));
    return before - level(instrument, 960);
}

START_TEST(sostenuto_holds_what_is_down_when_it_goes_down)
{
    static const char *const ids[] = {"hammered-string", "tromba", "mallet"};

    for (int i = 0; i < 3; i++) {
        for (int caught = 0; caught < 2; caught++) {
            UrtoInstrument *instrument = open_instrument(ids[i]);
            if (i == 2) {
                set(instrument, "release", 0.1);
            }
            if (!caught) {
                control(instrument, 66, 127);
            }
            note(instrument, 0, 60, 0.8);
            free(play(instrument, 9600));
            if (caught) {
                control(instrument, 66, 127);
            }
            note(instrument, 0, 60, 0.0);
            free(play(instrument, 48000));
            const double then = level(instrument, 4800);
            control(instrument, 66, 0);
            free(play(instrument, 48000));
            const double after = level(instrument, 4800);
            printf("%s, %s: %.0f dB, pedal up %.0f dB\n", ids[i], caught ? "caught" : "too late",
                   then, after);
            ck_assert(caught ? then > -55.0 : then < -65.0);
            ck_assert_double_lt(after, -65.0);
            urto_instrument_destroy(instrument);
        }
    }
}
END_TEST

/* The pedals end at their own channel; the manager of an MPE zone has those of all. */
START_TEST(sostenuto_and_sustain_are_apart)
{
    UrtoInstrument *instrument = open_instrument("hammered-string");

    note(instrument, 0, 60, 0.8);
    free(play(instrument, 960));
    control(instrument, 66, 127);
    control(instrument, 64, 127);
    note(instrument, 0, 60, 0.0);
    free(play(instrument, 960));
    control(instrument, 64, 0);
    free(play(instrument, 48000));
    ck_assert_double_gt(level(instrument, 4800), -55.0);
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB1, 66, 0}, 3);
    free(play(instrument, 4800));
    ck_assert_double_gt(level(instrument, 4800), -60.0);
    urto_instrument_set_mpe(instrument, true);
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0x91, 67, 100, 0xB0, 66, 0}, 6);
    free(play(instrument, 960));
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB0, 66, 127, 0x81, 67, 0}, 6);
    free(play(instrument, 48000));
    ck_assert_double_gt(level(instrument, 4800), -55.0);
    control(instrument, 121, 0);
    free(play(instrument, 48000));
    ck_assert_double_lt(level(instrument, 4800), -65.0);
    urto_instrument_destroy(instrument);
}
END_TEST

/* What the manager of a zone holds ends with the zone: its pedals are those of channel 1 alone then. */
START_TEST(pedals_of_a_zone_end_with_it)
{
    static const uint8_t pedals[] = {64, 66};

    for (int i = 0; i < 2; i++) {
        UrtoInstrument *instrument = open_instrument("tromba");
        urto_instrument_set_mpe(instrument, true);
        urto_instrument_midi(instrument, 0, (const uint8_t[]){0x91, 60, 100}, 3);
        free(play(instrument, 9600));
        control(instrument, pedals[i], 127);
        urto_instrument_midi(instrument, 0, (const uint8_t[]){0x81, 60, 0}, 3);
        free(play(instrument, 48000));
        ck_assert_double_gt(level(instrument, 4800), -55.0);
        urto_instrument_set_mpe(instrument, false);
        free(play(instrument, 96000));
        ck_assert_double_lt(level(instrument, 4800), -65.0);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

/* Part of the sound above 1 kHz, by a difference of samples [dB], and the level. */
static void hear(UrtoInstrument *instrument, double *loud, double *bright)
{
    float *x = play(instrument, 9600);
    double steps = 0.0;

    for (uint32_t i = 1; i < 9600; i++) {
        steps += ((double)x[i] - (double)x[i - 1]) * ((double)x[i] - (double)x[i - 1]);
    }
    *loud = 20.0 * log10(rms(x, 9600));
    *bright = 10.0 * log10(steps / 9600.0) - *loud;
    free(x);
}

START_TEST(the_soft_pedal_makes_notes_softer_and_darker)
{
    double loud[3], bright[3];

    for (int i = 0; i < 3; i++) {
        UrtoInstrument *instrument = open_instrument("hammered-string");
        char text[8192];
        control(instrument, 67, i ? 127 : 0);
        free(play(instrument, 64));
        if (i == 2) { /* it is in the state */
            ck_assert_uint_le(urto_instrument_save(instrument, text, sizeof text), sizeof text);
            control(instrument, 67, 0);
            free(play(instrument, 64));
            OK(urto_instrument_restore(instrument, text, NULL));
        }
        note(instrument, 0, 60, 0.8);
        hear(instrument, &loud[i], &bright[i]);
        urto_instrument_destroy(instrument);
    }
    printf("soft pedal: %.1f dB, brightness %.1f dB\n", loud[1] - loud[0], bright[1] - bright[0]);
    ck_assert_double_lt(loud[1], loud[0] - 2.0);
    ck_assert_double_gt(loud[1], loud[0] - 8.0);
    ck_assert_double_lt(bright[1], bright[0] - 1.0);
    ck_assert_double_eq_tol(loud[2], loud[1], 0.01);
}
END_TEST

/* What a note of C4 leaves when it has been cut by its damper, and the pedal is down or up: the strings
 * that nobody struck. */
static double halo(bool pedal, double *struck)
{
    UrtoInstrument *instrument = open_instrument("hammered-string");

    control(instrument, 64, pedal ? 127 : 0);
    note(instrument, 0, 60, 0.8);
    free(play(instrument, 24000));
    *struck = level(instrument, 4800);
    /* the voice alone ends; the body and its strings go on */
    const UrtoEvent choke = {.kind = URTO_EVENT_NOTE_CHOKE, .key = 60};
    OK(urto_instrument_event(instrument, &choke, NULL));
    free(play(instrument, 14400));
    const double left = level(instrument, 4800);
    urto_instrument_destroy(instrument);
    return left;
}

START_TEST(the_pedal_lets_other_strings_ring)
{
    double struck[2];
    const double up = halo(false, &struck[0]), down = halo(true, &struck[1]);

    printf("halo %.1f dB below the note, pedal up %.1f dB\n", struck[1] - down, struck[0] - up);
    ck_assert_double_eq_tol(struck[1] - down, 30.0, 3.0);
    ck_assert_double_gt(struck[0] - up, 45.0);
}
END_TEST

/* The last damper of a grand is that of F6. */
START_TEST(the_highest_strings_have_no_damper)
{
    static const uint8_t keys[] = {60, 84, 88, 90, 92};

    for (int i = 0; i < 5; i++) {
        UrtoInstrument *instrument = open_instrument("hammered-string");
        const double decibels = fall(instrument, keys[i]);
        printf("key %u falls by %.1f dB\n", keys[i], decibels);
        ck_assert(keys[i] < 90 ? decibels > 35.0 : decibels < 32.0);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

/* Keys beyond the range sound as the last one, each in a voice of its own. */
START_TEST(keys_beyond_the_range_sound_as_the_last_one)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        const uint8_t keys[][2] = {{info->lowest_key, 0}, {info->highest_key, 127}};
        for (int end = 0; end < 2; end++) {
            UrtoInstrument *one = make(info, 48000.0, 4, false);
            UrtoInstrument *other = make(info, 48000.0, 4, false);
            note(one, 0, keys[end][0], 0.7);
            note(other, 0, keys[end][1], 0.7);
            float *x = play(one, 4800), *y = play(other, 4800);
            ck_assert_msg(memcmp(x, y, 4800 * sizeof *x) == 0, "%s, key %u", info->id,
                          keys[end][1]);
            free(x);
            free(y);
            note(other, 0, keys[end][0], 0.7);
            free(play(other, 480));
            ck_assert_uint_eq(urto_instrument_statistics(other).voices, 2);
            urto_instrument_destroy(one);
            urto_instrument_destroy(other);
        }
    }
    UrtoInstrument *instrument = open_instrument("tromba");
    note(instrument, 0, 80, 0.7);
    free(play(instrument, 4800));
    note(instrument, 0, 72, 0.0); /* another key */
    free(play(instrument, 24000));
    ck_assert_double_gt(level(instrument, 4800), -40.0);
    note(instrument, 0, 80, 0.0);
    free(play(instrument, 48000));
    ck_assert_double_lt(level(instrument, 4800), -60.0);
    urto_instrument_destroy(instrument);
}
END_TEST

START_TEST(the_velocity_curve_makes_keys_lighter_or_heavier)
{
    static const double curves[] = {-1.0, 0.0, 1.0};
    double loud[2][3];

    for (int v = 0; v < 2; v++) {
        for (int i = 0; i < 3; i++) {
            UrtoInstrument *instrument = open_instrument("mallet");
            set(instrument, "velocity-curve", curves[i]);
            note(instrument, 0, 60, v ? 1.0 : 0.4);
            loud[v][i] = level(instrument, 24000);
            urto_instrument_destroy(instrument);
        }
    }
    printf("velocity 0.4: %.1f, %.1f, %.1f dB\n", loud[0][0], loud[0][1], loud[0][2]);
    ck_assert_double_lt(loud[0][0], loud[0][1] - 4.0);
    ck_assert_double_gt(loud[0][2], loud[0][1] + 4.0);
    ck_assert_double_eq(loud[1][0], loud[1][2]); /* the hardest is the hardest */
}
END_TEST

START_TEST(concert_pitch_tunes_every_instrument)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        double found[2];
        if (!info->pitched) {
            continue;
        }
        for (int i = 0; i < 2; i++) {
            UrtoInstrument *instrument = make(info, 48000.0, 1, false);
            set(instrument, "a4", i ? 415.0 : 440.0);
            if (strcmp(info->id, "bounce") == 0) { /* one hit */
                set(instrument, "decay", 3.0);
                set(instrument, "gravity", 0.5);
            }
            note(instrument, 0, 60, 0.8);
            float *x = play(instrument, 38400);
            found[i] =
                strongest(x + 14400, 24000, 48000.0, key_hz(60) * (i ? 415.0 / 440.0 : 1.0), 30.0);
            free(x);
            urto_instrument_destroy(instrument);
        }
        const double cents = 1200.0 * log2(found[1] / found[0] * 440.0 / 415.0);
        printf("%s: %.2f cents\n", info->id, cents);
        ck_assert_double_lt(fabs(cents), 1.0);
    }
}
END_TEST

/* A program is a preset, to the last parameter; what there is none for changes nothing. */
START_TEST(a_program_change_brings_the_parameters_of_the_preset)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        UrtoInstrument *one = make(info, 48000.0, 2, false), *other = make(info, 48000.0, 2, false);
        for (uint32_t p = info->preset_count; p-- > 0;) {
            OK(urto_instrument_load_preset(one, p, NULL));
            for (int beyond = 0; beyond < 2; beyond++) {
                const uint8_t program = beyond ? 127 : (uint8_t)p;
                urto_instrument_midi(other, 0, (const uint8_t[]){0xC0, program}, 2);
                free(play(other, 64));
                for (uint32_t i = 0; i < info->parameter_count; i++) {
                    ck_assert_double_eq(urto_instrument_get(one, i), urto_instrument_get(other, i));
                }
            }
        }
        urto_instrument_destroy(one);
        urto_instrument_destroy(other);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {sostenuto_holds_what_is_down_when_it_goes_down,
                                  sostenuto_and_sustain_are_apart,
                                  pedals_of_a_zone_end_with_it,
                                  the_soft_pedal_makes_notes_softer_and_darker,
                                  the_pedal_lets_other_strings_ring,
                                  the_highest_strings_have_no_damper,
                                  keys_beyond_the_range_sound_as_the_last_one,
                                  the_velocity_curve_makes_keys_lighter_or_heavier,
                                  concert_pitch_tunes_every_instrument,
                                  a_program_change_brings_the_parameters_of_the_preset};

    return SUITE_RUN("pedals", tests);
}
