/* Each rule on a preset that keeps them all, but for one. */
#include "tests/support/suite.h"

#include "listen/rules.h"

#include <math.h>

static Survey good(const char *instrument, uint32_t preset)
{
    Survey survey = {.info = urto_instrument_find(instrument),
                     .preset = preset,
                     .mean = -20.0,
                     .neighbours = {1.4, 60},
                     .quietest = {-23.0, 48},
                     .loudest = {-17.1, 72},
                     .mono = {5.9, 60},
                     .correlation = {0.1, 60},
                     .below = {0.0009, 40},
                     .peak = {-6.1, 90}};

    for (int place = 0; place < PLACES; place++) {
        for (int i = 0; i < STEPS; i++) {
            survey.steps[place][i] = -50.0 + 30.0 * i / (STEPS - 1.0);
        }
    }
    return survey;
}

START_TEST(a_good_preset_breaks_nothing)
{
    const Survey survey = good("mallet", 0);
    ck_assert_int_eq(rules_check(&survey), 0);
    ck_assert_int_eq(rules_check_presets(survey.info, -21.0, -18.1), 0);
}
END_TEST

START_TEST(each_rule_is_told)
{
    Survey survey = good("mallet", 0);
    survey.neighbours.value = 1.6;
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    survey.loudest.value = -16.9;
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    survey.peak.value = -5.9;
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    survey.limited = 1;
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    survey.below.value = 0.0011;
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    survey.mono.value = 6.1;
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    survey.correlation.value = -0.1;
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    survey.mono.value = (double)NAN; /* nothing was heard */
    ck_assert_int_eq(rules_check(&survey), 1);
    ck_assert_int_eq(rules_check_presets(survey.info, -21.2, -18.1), 1);
}
END_TEST

START_TEST(dynamics_are_told_by_key)
{
    Survey survey = good("mallet", 0);
    survey.steps[2][STEPS - 1] += 3.0; /* a leap of 4.9 dB */
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    for (int i = 0; i < STEPS; i++) {
        survey.steps[0][i] *= 0.5; /* spans 15 dB */
    }
    ck_assert_int_eq(rules_check(&survey), 1);
    survey = good("mallet", 0);
    for (int i = 0; i < STEPS; i++) {
        survey.steps[1][i] *= 1.3; /* spans 39 dB */
    }
    ck_assert_int_eq(rules_check(&survey), 1);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_good_preset_breaks_nothing, each_rule_is_told,
                                  dynamics_are_told_by_key};

    return SUITE_RUN("rules", tests);
}
