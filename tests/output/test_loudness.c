/* Loudness by BS.1770: a sine of 997 Hz at full scale in one channel has -3.01 LUFS. */
#include "tests/support/suite.h"

#include "output/loudness.h"

#include <math.h>

enum { FRAMES = 192000 };

/* Of a sine, at a level, for a part of the time; the rest is silent. */
static double loudness_of(double frequency, double level, unsigned channels, double rate,
                          double part)
{
    static float samples[2 * FRAMES];
    const size_t frames = (size_t)(4.0 * rate);

    for (size_t i = 0; i < frames; i++) {
        const double value = level * sin(6.28318530717958647693 * frequency * (double)i / rate);
        for (unsigned c = 0; c < channels; c++) {
            samples[channels * i + c] = (double)i < part * (double)frames ? (float)value : 0.0f;
        }
    }
    return loudness(samples, frames, channels, rate);
}

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

int main(void)
{
    const TTest *const tests[] = {a_sine_is_as_loud_as_the_standard_says};

    return SUITE_RUN("loudness", tests);
}
