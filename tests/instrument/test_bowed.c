/* The tromba as a bowed string: in tune at any rate, as at 384 kHz, and by its formula at any force; one
 * slip a period from the start; loud by velocity. */
#include "tests/support/listen.h"

#include "src/instrument/instrument.h"

static const double rates[] = {44100.0, 48000.0, 96000.0};

static UrtoInstrument *bow(const char *preset, double rate)
{
    const UrtoInstrumentInfo *info = urto_instrument_find("tromba");
    UrtoInstrument *instrument = make(info, rate, 1, false);

    OK(urto_instrument_load_preset(instrument, urto_instrument_preset_find(info, preset), NULL));
    return instrument;
}

/* Phase of a frequency in a second's part of a sound. */
static double phase(const float *x, double rate, double from, double seconds, double frequency)
{
    const uint32_t n = (uint32_t)(seconds * rate);
    const uint32_t first = (uint32_t)(from * rate);
    double re = 0.0;
    double im = 0.0;

    for (uint32_t i = 0; i < n; i++) {
        const double w = 0.5 - 0.5 * cos(twice_pi * (i + 0.5) / n);
        const double angle = twice_pi * frequency * (first + i) / rate;
        re += w * (double)x[first + i] * cos(angle);
        im -= w * (double)x[first + i] * sin(angle);
    }
    return atan2(im, re);
}

/* How far the tone of an instrument is from a frequency [cents], by how its phase runs away. The tone
 * ends. */
static double cents_off(UrtoInstrument *instrument, uint8_t key, double velocity, double expected)
{
    static const double seconds = 0.4;
    const double rate = instrument->rate;
    const double apart[] = {fmin(20.0 / expected, 0.2), 0.2, 0.2};
    double found = expected;

    note(instrument, 0, key, velocity);
    float *x = play(instrument, (uint32_t)(1.1 * rate));
    for (int i = 0; i < 3; i++) {
        const double late = floor(apart[i] * rate) / rate;
        const double turned =
            phase(x, rate, 0.4 + late, seconds, found) - phase(x, rate, 0.4, seconds, found);
        found += remainder(turned, twice_pi) / (twice_pi * late);
    }
    free(x);
    urto_instrument_destroy(instrument);
    return 1200.0 * log2(found / expected);
}

/* On some keys of each preset, soft and loud. */
START_TEST(keys_are_in_tune_at_any_rate)
{
    static const struct {
        const char *preset;
        uint32_t part;
    } bows[] = {{"tromba", 1}, {"clean", 1}, {"brass", 1},
                {"heavy", 1},  {"airy", 1},  {"flageolet", 2}};
    static const double velocities[] = {0.8, 0.2, 1.0, 0.5, 0.01};
    uint32_t turn = 0;

    for (uint32_t b = 0; b < sizeof bows / sizeof *bows; b++) {
        double worst = 0.0;
        for (uint32_t r = 0; r < 3; r++) {
            for (uint32_t key = 36 + (b + r) % 5; key <= 72; key += r == 2 ? 11 : 5) {
                const double velocity = velocities[turn++ % 5];
                const double cents = cents_off(bow(bows[b].preset, rates[r]), (uint8_t)key,
                                               velocity, bows[b].part * key_hz((uint8_t)key));
                worst = fmax(worst, fabs(cents));
                ck_assert_msg(fabs(cents) < 2.0, "%s, key %u at %g Hz, velocity %g: %.2f cents",
                              bows[b].preset, key, rates[r], velocity, cents);
            }
        }
        printf("%-16s within %.2f cents\n", bows[b].preset, worst);
    }
}
END_TEST

/* Slip and stick do not fall on whole samples. */
START_TEST(the_pitch_is_that_at_384_khz)
{
    static const uint8_t keys[] = {36, 55, 61, 72};
    double worst = 0.0;

    for (uint32_t i = 0; i < sizeof keys; i++) {
        const double fine = cents_off(bow("tromba", 384000.0), keys[i], 0.8, key_hz(keys[i]));
        for (uint32_t r = 0; r < 3; r++) {
            const double cents = cents_off(bow("tromba", rates[r]), keys[i], 0.8, key_hz(keys[i]));
            worst = fmax(worst, fabs(cents - fine));
            ck_assert_msg(fabs(cents - fine) < 1.5, "key %u: %.2f cents at %g Hz, %.2f at 384 kHz",
                          keys[i], cents, rates[r], fine);
        }
    }
    printf("%.2f cents from the solution at 384 kHz\n", worst);
}
END_TEST

/* What the bow flattens is computed from its force and place, and made good. */
START_TEST(the_formula_holds_for_any_force_and_place)
{
    static const uint8_t keys[] = {38, 50, 62, 71};
    static const double places[] = {0.09, 0.14, 0.23};
    /* parts of the largest force for one slip a period */
    static const double shares[] = {0.22, 0.35, 0.5, 0.55};
    double worst = 0.0;
    double most = 0.0;
    double least = 0.0;

    for (uint32_t i = 0; i < 48; i++) {
        const uint8_t key = keys[i % 4];
        const double place = places[i / 4 % 3];
        const double share = shares[i / 12];
        UrtoInstrument *instrument = bow("clean", i % 3 ? 48000.0 : 96000.0);
        set(instrument, "position", place / 0.94); /* 0.94 and 1.09: bowing() */
        set(instrument, "force", share * 2.0 * 1.25 * 0.11 / place / 1.09);
        free(play(instrument, 512));
        const double cents = cents_off(instrument, key, 0.5, key_hz(key));
        worst = fmax(worst, fabs(cents));
        most = fmax(most, cents);
        least = fmin(least, cents);
        ck_assert_msg(fabs(cents) < 2.0, "key %u, place %g, force %g of the largest: %.2f cents",
                      key, place, share, cents);
    }
    printf("any force and place: %.2f to %.2f cents\n", least, most);
}
END_TEST

/* From the fifth period on the string slips once in each. */
START_TEST(the_string_slips_once_a_period_from_the_start)
{
    static const double velocities[] = {0.01, 0.3, 0.6, 0.8, 1.0};
    const UrtoPort under_bow = {.id = 1};

    for (uint8_t key = 36; key <= 72; key += 3) {
        UrtoInstrument *instrument = bow(key % 2 ? "tromba" : "clean", 48000.0);
        const double periods = 60.0;
        const uint32_t frames = (uint32_t)(periods / key_hz(key) * 48000.0);
        const uint32_t skip = (uint32_t)(5.0 / key_hz(key) * 48000.0);
        uint32_t slips = 0;
        bool slipping = false;
        note(instrument, 0, key, velocities[key % 5]);
        free(play(instrument, skip));
        for (uint32_t i = skip; i < frames; i++) {
            free(play(instrument, 1));
            const double speed =
                urto_world_velocity(voice_world(&instrument->voices[0]), under_bow);
            slips += speed < -0.1 && !slipping;
            slipping = slipping ? speed < 0.0 : speed < -0.1;
        }
        ck_assert_msg(fabs(slips - (periods - 5.0)) <= 1.0, "key %u: %u slips in 55 periods", key,
                      slips);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        keys_are_in_tune_at_any_rate,
        the_pitch_is_that_at_384_khz,
        the_formula_holds_for_any_force_and_place,
        the_string_slips_once_a_period_from_the_start,
    };
    return SUITE_RUN("bowed", tests);
}
