/* Features of sounds whose answers are known. */
#include "tests/support/suite.h"

#include "features/features.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FRAMES = 2 * 48000 };
static const double twice_pi = 6.28318530717958647693;
static float samples[2 * FRAMES];

/* Two seconds of silence, two channels. */
static FeatureSound silence(double rate)
{
    memset(samples, 0, sizeof samples);
    return (FeatureSound){samples, FRAMES, 2, rate};
}

/* Adds a partial that rises in 5 ms and falls by 60 dB in t60 seconds. */
static void add(const FeatureSound *sound, double frequency, double left, double right, double t60)
{
    for (size_t i = 0; i < sound->frames; i++) {
        const double t = (double)i / sound->rate;
        const double rise = t < 0.005 ? 0.5 - 0.5 * cos(0.5 * twice_pi * t / 0.005) : 1.0;
        const double x = rise * pow(10.0, -3.0 * t / t60) * sin(twice_pi * frequency * t);
        samples[2 * i] += (float)(left * x);
        samples[2 * i + 1] += (float)(right * x);
    }
}

static double noise(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 33) / 4294967296.0 * 2.0 - 0.5;
}

static double cents(double is, double wanted)
{
    return 1200.0 * log2(is / wanted);
}

START_TEST(pitch_to_a_hundredth_of_a_cent)
{
    static const double rates[] = {44100.0, 48000.0, 96000.0};
    for (int i = 0; i < 3; i++) {
        const FeatureSound sound = silence(rates[i]);
        add(&sound, 220.37, 0.2, 0.3, 3.0);
        add(&sound, 440.74, 0.4, 0.1, 1.0);
        add(&sound, 661.11, 0.4, -0.4, 0.5);
        ck_assert_double_eq_tol(cents(feature_pitch_near(&sound, 225.0), 220.37), 0.0, 0.05);
        ck_assert_double_eq_tol(cents(feature_pitch(&sound), 220.37), 0.0, 0.05);
    }
    /* no fundamental: what repeats is heard */
    FeatureSound sound = silence(48000.0);
    add(&sound, 400.0, 0.3, 0.3, 8.0);
    add(&sound, 600.0, 0.3, 0.3, 8.0);
    add(&sound, 800.0, 0.3, 0.3, 8.0);
    ck_assert_double_eq_tol(cents(feature_pitch(&sound), 200.0), 0.0, 0.05);
    sound = silence(48000.0);
    ck_assert(isnan(feature_pitch(&sound)));
    ck_assert(isnan(feature_pitch_near(&sound, 440.0)));
}
END_TEST

START_TEST(partials_with_levels)
{
    FeaturePartial found[4];
    const FeatureSound sound = silence(48000.0);

    add(&sound, 300.0, 0.5, 0.5, 20.0);
    add(&sound, 1234.37, 0.05, 0.05, 20.0); /* between two bins */
    add(&sound, 3003.0, 0.25, 0.25, 20.0);
    add(&sound, 7000.0, 0.0005, 0.0005, 20.0);
    ck_assert_uint_eq(feature_partials(&sound, 40.0, found, 4), 3);
    ck_assert_double_eq_tol(found[0].frequency, 300.0, 0.02);
    ck_assert_double_eq_tol(found[1].frequency, 1234.37, 0.02);
    ck_assert_double_eq_tol(found[2].frequency, 3003.0, 0.02);
    ck_assert_double_eq_tol(found[0].level, 0.0, 0.05);
    ck_assert_double_eq_tol(found[1].level, -20.0, 0.5);
    ck_assert_double_eq_tol(found[2].level, -6.02, 0.5);
    ck_assert_uint_eq(feature_partials(&sound, 65.0, found, 4), 4);
    /* where there is room for two, the strongest */
    ck_assert_uint_eq(feature_partials(&sound, 40.0, found, 2), 2);
    ck_assert_double_eq_tol(found[1].frequency, 3003.0, 0.02);
}
END_TEST

START_TEST(decay_times)
{
    const FeatureSound sound = silence(48000.0);

    add(&sound, 200.0, 0.5, 0.5, 12.0);
    add(&sound, 260.0, 0.3, 0.3, 1.5);
    add(&sound, 2000.0, 0.1, -0.1, 0.08);
    ck_assert_double_eq_tol(feature_t60_at(&sound, 200.0, 60.0), 12.0, 0.1);
    ck_assert_double_eq_tol(feature_t60_at(&sound, 260.0, 60.0), 1.5, 0.03);
    ck_assert_double_eq_tol(feature_t60_at(&sound, 2000.0, 1740.0), 0.08, 0.002);
    /* a neighbour so near asks for a window that is too long to see it */
    ck_assert_double_eq_tol(feature_t60_at(&sound, 2000.0, 20.0), 0.08, 0.002);
    ck_assert_double_eq_tol(feature_t60(&sound), 12.0, 0.1);
    const FeatureSound steady = silence(48000.0);
    add(&steady, 200.0, 0.5, 0.5, -20.0);
    ck_assert_double_eq(feature_t60(&steady), HUGE_VAL);
}
END_TEST

START_TEST(centroid_and_bandwidth)
{
    FeatureSound sound = silence(48000.0);

    add(&sound, 500.0, 0.3, 0.3, 1e6);
    add(&sound, 1500.0, 0.3, 0.3, 1e6);
    ck_assert_double_eq_tol(feature_centroid(&sound), 1000.0, 5.0);
    add(&sound, 9020.0, 0.3 * 0.0017, 0.3 * 0.0017, 1e6);  /* -55.4 dB */
    add(&sound, 15020.0, 0.3 * 0.0005, 0.3 * 0.0005, 1e6); /* -66 dB */
    ck_assert_double_eq(feature_bandwidth(&sound), 9050.0);
    /* brightness goes, and parts are measured alone */
    sound = silence(48000.0);
    add(&sound, 500.0, 0.3, 0.3, 1e6);
    add(&sound, 4000.0, 0.3, 0.3, 0.5);
    const FeatureSound early = feature_part(&sound, 0.0, 0.1);
    const FeatureSound late = feature_part(&sound, 1.0, 0.1);
    ck_assert_uint_eq(early.frames, 4800);
    ck_assert_double_gt(feature_centroid(&early), 1800.0);
    ck_assert_double_lt(feature_centroid(&late), 550.0);
    ck_assert_uint_eq(feature_part(&sound, 1.95, 0.1).frames, 2400);
    ck_assert_uint_eq(feature_part(&sound, 3.0, 0.1).frames, 0);
}
END_TEST

START_TEST(levels)
{
    FeatureSound sound = silence(48000.0);

    add(&sound, 1000.0, 0.5, 0.25, 1e6);
    ck_assert_double_eq_tol(feature_peak(&sound), -6.02, 0.01);
    ck_assert_double_lt(feature_dc(&sound), -80.0);
    for (size_t i = 0; i < FRAMES; i++) {
        samples[2 * i + 1] += 0.05f;
    }
    ck_assert_double_eq_tol(feature_dc(&sound), -20.0, 0.01);
    /* 0.05^2 a frame of the right channel, besides the tones' */
    ck_assert_double_eq_tol(feature_below(&sound), 0.0025 / (0.15625 + 0.0025), 0.0015);
    /* a low tone begins with a little below 20 Hz; that it is cut off adds nothing */
    sound = silence(48000.0);
    add(&sound, 41.2, 0.5, 0.5, 30.0);
    ck_assert_double_lt(feature_below(&sound), 8e-4);
    add(&sound, 12.0, 0.1, 0.1, 30.0);
    ck_assert_double_eq_tol(feature_below(&sound), 0.01 / 0.26, 0.005);
}
END_TEST

START_TEST(mono_and_correlation)
{
    FeatureSound sound = silence(48000.0);
    uint64_t state = 1;

    add(&sound, 500.0, 0.5, 0.5, 5.0);
    ck_assert_double_eq_tol(feature_correlation(&sound), 1.0, 1e-6);
    ck_assert_double_lt(feature_mono_loss(&sound), 0.01);
    add(&sound, 5000.0, 0.001, -0.001, 5.0); /* 54 dB below: does not count */
    ck_assert_double_lt(feature_mono_loss(&sound), 0.01);
    add(&sound, 1500.0, 0.2, -0.1, 5.0); /* 0.05^2 against the mean of 0.2^2 and 0.1^2 */
    ck_assert_double_eq_tol(feature_mono_loss(&sound), 10.0, 0.1);
    add(&sound, 2500.0, 0.2, -0.2, 5.0);
    ck_assert_double_gt(feature_mono_loss(&sound), 60.0);
    for (size_t i = 0; i < FRAMES; i++) {
        samples[2 * i] = (float)noise(&state);
        samples[2 * i + 1] = (float)noise(&state);
    }
    ck_assert_double_eq_tol(feature_correlation(&sound), 0.0, 0.02);
    ck_assert_double_eq_tol(feature_mono_loss_bands(&sound), 3.0, 2.5);
    for (size_t i = 0; i < FRAMES; i++) {
        samples[2 * i + 1] = -samples[2 * i];
    }
    ck_assert_double_eq_tol(feature_correlation(&sound), -1.0, 1e-6);
    ck_assert_double_gt(feature_mono_loss_bands(&sound), 90.0);
    sound.channels = 1;
    ck_assert_double_eq(feature_correlation(&sound), 1.0);
    ck_assert_double_lt(feature_mono_loss_bands(&sound), 1e-9);
}
END_TEST

/* Of a sine, at a level, for a part of the time; the rest is silent. */
static double loudness_of(double frequency, double level, unsigned channels, double rate,
                          double part)
{
    static float four[2 * 4 * 48000];
    const FeatureSound sound = {four, (size_t)(4.0 * rate), channels, rate};

    for (size_t i = 0; i < sound.frames; i++) {
        const double value = level * sin(twice_pi * frequency * (double)i / rate);
        for (unsigned c = 0; c < channels; c++) {
            four[channels * i + c] = (double)i < part * (double)sound.frames ? (float)value : 0.0f;
        }
    }
    return feature_loudness_integrated(&sound);
}

/* BS.1770: a sine of 997 Hz at full scale in one channel has -3.01 LUFS. */
START_TEST(a_sine_is_as_loud_as_the_standard_says)
{
    static const double rates[] = {32000.0, 44100.0, 48000.0};
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(loudness_of(997.0, 1.0, 1, rates[i], 1.0), -3.01, 0.02);
        ck_assert_double_eq_tol(loudness_of(997.0, 1.0, 2, rates[i], 1.0), 0.0, 0.02);
        ck_assert_double_eq_tol(loudness_of(997.0, 0.1, 1, rates[i], 1.0), -23.01, 0.02);
    }
    /* highs count 4 dB more, lows less */
    ck_assert_double_eq_tol(loudness_of(10000.0, 1.0, 1, 48000.0, 1.0), 0.31, 0.1);
    ck_assert_double_lt(loudness_of(30.0, 1.0, 1, 48000.0, 1.0), -8.0);
    /* silence does not count: neither 70 dB nor 10 dB below the rest */
    ck_assert_double_eq_tol(loudness_of(997.0, 1.0, 1, 48000.0, 0.5), -3.01, 0.35);
    ck_assert_double_eq(loudness_of(997.0, 1e-4, 1, 48000.0, 1.0), -HUGE_VAL);
    ck_assert_double_eq_tol(loudness_of(997.0, 1e-3, 1, 48000.0, 1.0), -63.01, 0.02);
}
END_TEST

START_TEST(the_loudest_400_ms)
{
    FeatureSound sound = silence(48000.0);

    for (size_t i = 48000; i < 48000 + 19200; i++) {
        samples[2 * i] = (float)sin(twice_pi * 997.0 * (double)i / 48000.0);
    }
    ck_assert_double_eq_tol(feature_loudness(&sound), -3.01, 0.05);
    for (size_t i = 48000 + 9600; i < 48000 + 19200; i++) {
        samples[2 * i] = 0.0f;
    }
    ck_assert_double_eq_tol(feature_loudness(&sound), -6.02, 0.05);
    sound = silence(48000.0);
    ck_assert_double_eq(feature_loudness(&sound), -HUGE_VAL);
}
END_TEST

START_TEST(the_table_is_whole)
{
    FeatureSound sound = silence(48000.0);

    add(&sound, 440.0, 0.5, 0.4, 2.0);
    for (size_t i = 0; i < feature_count; i++) {
        const double value = features[i].function(&sound);
        printf("%-16s %12.4f %-5s %s\n", features[i].id, value, features[i].unit,
               features[i].description);
        ck_assert_msg(isfinite(value), "%s is not a number", features[i].id);
        for (size_t j = 0; j < i; j++) {
            ck_assert_str_ne(features[i].id, features[j].id);
        }
    }
}
END_TEST

/* A part beyond the end holds nothing; every feature says so and ends. */
START_TEST(nothing_is_measured_in_nothing)
{
    const FeatureSound sound = silence(48000.0), empty = feature_part(&sound, 60.0, 0.2);

    ck_assert_uint_eq(empty.frames, 0);
    for (size_t i = 0; i < feature_count; i++) {
        printf("%s: %g\n", features[i].id, features[i].function(&empty));
    }
    ck_assert(isnan(feature_centroid(&empty)));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {pitch_to_a_hundredth_of_a_cent,
                                  partials_with_levels,
                                  decay_times,
                                  centroid_and_bandwidth,
                                  levels,
                                  mono_and_correlation,
                                  a_sine_is_as_loud_as_the_standard_says,
                                  the_loudest_400_ms,
                                  the_table_is_whole,
                                  nothing_is_measured_in_nothing};

    return SUITE_RUN("features", tests);
}
