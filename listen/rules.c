#include "rules.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const double neighbours_most = 1.5, range_most = 6.0, presets_most = 3.0; /* [dB] */
static const double span_least = 24.0, span_most = 36.0, step_most = 4.0;        /* [dB] */
static const double peak_most = -6.0;                                            /* [dBFS] */
static const double below_most = 1e-3, mono_most = 6.0, correlation_least = 0.0;

/* One line, and 1, if the rule is broken. */
__attribute__((format(printf, 3, 4))) static int rule(const Survey *survey, bool kept,
                                                      const char *format, ...)
{
    va_list values;

    if (kept) {
        return 0;
    }
    printf("%s/%s: ", survey->info->id, preset_id(&survey->info->presets[survey->preset]));
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    printf("\n");
    return 1;
}

static int check_evenness(const Survey *survey)
{
    const double range = survey->loudest.value - survey->quietest.value;
    char one[5], other[5];
    int breaches = 0;

    breaches += rule(survey, survey->neighbours.value <= neighbours_most,
                     "neighbours %s and %s differ by %.1f dB, must be at most %.1f",
                     key_name(survey->neighbours.key, one),
                     key_name((uint8_t)(survey->neighbours.key + 1), other),
                     survey->neighbours.value, neighbours_most);
    breaches +=
        rule(survey, range <= range_most,
             "from %s, %.1f LUFS, to %s, %.1f LUFS, are %.1f dB, must be at most %.0f",
             key_name(survey->quietest.key, one), survey->quietest.value,
             key_name(survey->loudest.key, other), survey->loudest.value, range, range_most);
    return breaches;
}

static int check_dynamics(const Survey *survey)
{
    int breaches = 0;
    char name[5];

    for (int place = 0; place < PLACES; place++) {
        const double *steps = survey->steps[place];
        const double span = steps[STEPS - 1] - steps[0];
        const char *key = key_name(key_at(survey->info, survey_places[place]), name);
        int worst = 1;
        for (int i = 1; i < STEPS; i++) {
            worst =
                fabs(steps[i] - steps[i - 1]) > fabs(steps[worst] - steps[worst - 1]) ? i : worst;
        }
        breaches += rule(survey, span >= span_least && span <= span_most,
                         "velocity 1 to 127 spans %.1f dB at %s, must be %.0f to %.0f", span, key,
                         span_least, span_most);
        breaches += rule(survey, fabs(steps[worst] - steps[worst - 1]) <= step_most,
                         "velocity %d to %d leaps by %.1f dB at %s, must be at most %.0f",
                         survey_velocity(worst - 1), survey_velocity(worst),
                         steps[worst] - steps[worst - 1], key, step_most);
    }
    return breaches;
}

int rules_check(const Survey *survey)
{
    int breaches = check_evenness(survey) + check_dynamics(survey);
    char key[5];

    breaches += rule(survey, survey->peak.value <= peak_most,
                     "%s at velocity 127 peaks at %.1f dBFS, must be at most %.0f",
                     key_name(survey->peak.key, key), survey->peak.value, peak_most);
    breaches += rule(survey, survey->limited == 0,
                     "chords at velocity 100 touch the limiter in %.0f frames, must be in none",
                     (double)survey->limited);
    breaches +=
        rule(survey, survey->below.value < below_most,
             "%s has %.2g %% of its energy below 20 Hz, must be less than %.2g",
             key_name(survey->below.key, key), 100.0 * survey->below.value, 100.0 * below_most);
    breaches += rule(survey, survey->mono.value <= mono_most,
                     "%s loses %.0f dB of a %s in mono, must be at most %.0f",
                     key_name(survey->mono.key, key), survey->mono.value,
                     survey->info->pitched ? "partial" : "third octave", mono_most);
    breaches +=
        rule(survey, survey->correlation.value >= correlation_least,
             "the channels of %s have a correlation of %.2f, must be at least %.0f",
             key_name(survey->correlation.key, key), survey->correlation.value, correlation_least);
    return breaches;
}

int rules_check_presets(const UrtoInstrumentInfo *info, double quietest, double loudest)
{
    if (loudest - quietest <= presets_most) {
        return 0;
    }
    printf("%s: presets from %.1f to %.1f LUFS differ by %.1f dB, must be at most %.0f\n", info->id,
           quietest, loudest, loudest - quietest, presets_most);
    return 1;
}
