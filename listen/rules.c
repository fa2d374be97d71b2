#include "rules.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double neighbours_most = 1.5, range_most = 6.0, presets_most = 3.0; /* [dB] */
static const double span_least = 24.0, span_most = 36.0, step_most = 4.0;        /* [dB] */
static const double peak_most = -6.0;                                            /* [dBFS] */
static const double below_most = 1e-3, mono_most = 6.0, correlation_least = 0.0;

/* Where the real one is uneven, and where a stroke reaches something new at some strength. 0: the rule. */
static const struct Exception {
    const char *instrument, *preset;
    double neighbours, range; /* at most [dB] */
    double step, span;        /* at most, at least [dB] */
    double wide;              /* the span is at most that [dB] */
    const char *reason;
} exceptions[] = {
    {"fretted-string", "steel", 4.0, 12.0, 0.0, 0.0, 0.0,
     "single notes meet strong modes of the body (Woodhouse 2021)"},
    {"fretted-string", "nylon", 4.0, 12.0, 0.0, 0.0, 0.0,
     "single notes meet strong modes of the body (Woodhouse 2021)"},
    {"fretted-string", "slap-bass", 4.0, 12.0, 6.0, 23.0, 0.0,
     "dead spots: the neck takes the energy of single notes (Fleischer, Pate); the string "
     "begins to hit the frets, which then hold it back"},
    {"snare", "snare", 0.0, 0.0, 5.5, 0.0, 0.0, "the wires begin to rattle"},
    {"snare", "rim", 0.0, 0.0, 5.0, 0.0, 0.0, "the wires begin to rattle"},
    {"tromba", "flageolet", 0.0, 0.0, 5.0, 0.0, 0.0, "the harmonic takes over from the string"},
    {"bounce", "rubber", 0.0, 0.0, 4.5, 0.0, 0.0, "a moving skin throws the ball back as it likes"},
    {"bounce", "moon", 0.0, 0.0, 0.0, 23.0, 0.0, "one bounce in the time that is heard"},
    {"scrape", "guiro", 0.0, 0.0, 5.5, 0.0, 0.0, "ridges meet a mode or miss it by chance"},
    {"scrape", "washboard", 0.0, 0.0, 5.0, 0.0, 0.0, "ridges meet a mode or miss it by chance"},
    {"scrape", "skin", 0.0, 7.0, 4.5, 0.0, 37.5, "a light point hops on a skin that gives way"},
};
enum { EXCEPTIONS = sizeof exceptions / sizeof *exceptions };

static const struct Exception *exception_of(const Survey *survey)
{
    for (int i = 0; i < EXCEPTIONS; i++) {
        if (strcmp(exceptions[i].instrument, survey->info->id) == 0 &&
            strcmp(exceptions[i].preset, preset_id(&survey->info->presets[survey->preset])) == 0) {
            return &exceptions[i];
        }
    }
    return NULL;
}

int rules_check_exceptions(void)
{
    int breaches = 0;

    for (int i = 0; i < EXCEPTIONS; i++) {
        const UrtoInstrumentInfo *info = urto_instrument_find(exceptions[i].instrument);
        if (!info || urto_instrument_preset_find(info, exceptions[i].preset) == URTO_NONE) {
            printf("%s/%s is an exception, and there is no such preset\n", exceptions[i].instrument,
                   exceptions[i].preset);
            breaches++;
        }
    }
    return breaches;
}

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

static double allowed(double own, double rule)
{
    return own > 0.0 ? own : rule;
}

static int check_evenness(const Survey *survey)
{
    const struct Exception *exception = exception_of(survey);
    const double neighbours = allowed(exception ? exception->neighbours : 0.0, neighbours_most);
    const double most = allowed(exception ? exception->range : 0.0, range_most);
    const double range = survey->loudest.value - survey->quietest.value;
    const char *reason = exception ? exception->reason : "";
    char one[5], other[5];
    int breaches = 0;

    breaches += rule(survey, survey->neighbours.value <= neighbours,
                     "neighbours %s and %s differ by %.1f dB, must be at most %.1f%s%s",
                     key_name(survey->neighbours.key, one),
                     key_name((uint8_t)(survey->neighbours.key + 1), other),
                     survey->neighbours.value, neighbours, exception ? ": " : "", reason);
    breaches += rule(survey, range <= most,
                     "from %s, %.1f LUFS, to %s, %.1f LUFS, are %.1f dB, must be at most %.0f%s%s",
                     key_name(survey->quietest.key, one), survey->quietest.value,
                     key_name(survey->loudest.key, other), survey->loudest.value, range, most,
                     exception ? ": " : "", reason);
    return breaches;
}

static int check_dynamics(const Survey *survey)
{
    const struct Exception *exception = exception_of(survey);
    const double least = allowed(exception ? exception->span : 0.0, span_least);
    const double wide = allowed(exception ? exception->wide : 0.0, span_most);
    const double most = allowed(exception ? exception->step : 0.0, step_most);
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
        breaches += rule(survey, span >= least && span <= wide,
                         "velocity 1 to 127 spans %.1f dB at %s, must be %.0f to %.0f", span, key,
                         least, wide);
        breaches += rule(survey, fabs(steps[worst] - steps[worst - 1]) <= most,
                         "velocity %d to %d leaps by %.1f dB at %s, must be at most %.0f",
                         survey_velocity(worst - 1), survey_velocity(worst),
                         steps[worst] - steps[worst - 1], key, most);
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
