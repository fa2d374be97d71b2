/* Error against cost: every scheme on the same 200 hard impacts. Contact times are 2 to 10 samples
 * at 44.1 kHz, exponents 1 to 3, mu v_in 0 to 2, any phase. Runs that overflow are counted and left
 * out of the means. */
#include "experiment.h"

#include <math.h>
#include <string.h>

enum { IMPACTS = 200 };

typedef struct Case {
    UrtoImpact impact;
    UrtoImpactExact exact;
    double phase;
} Case;

typedef struct Variant {
    const char *name;
    bool elastic, matched, corrected;
} Variant;

static const Variant variants[] = {
    {"", false, false, false},
    {"corrected", false, false, true},
    {"matched", false, true, false},
    {"elastic", true, false, false},
    {"elastic, matched", true, true, false},
};

typedef struct Score {
    unsigned ran, refused, overflowed;
    double velocity_sum, velocity_max; /* relative errors */
    double time_sum;                   /* samples */
    double worst_rise, iterations, powers, seconds;
} Score;

static const double survey_rate = 44100.0;

/* Weyl sequence through a 64-bit mixer (splitmix64): the same set on every machine. */
static double uniform(uint64_t *state, double low, double high)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return low + (high - low) * (double)(z >> 11) * 0x1p-53;
}

/* tau is proportional to K^(-1/(a+1)), so one closed form gives the stiffness. */
static bool make_case(Case *c, uint64_t *state, bool elastic)
{
    const double velocity = exp(uniform(state, log(0.1), log(5.0)));
    const double exponent = uniform(state, 1.0, 3.0);
    const double samples = uniform(state, 2.0, 10.0);
    const double loss = uniform(state, 0.0, 2.0);

    c->phase = uniform(state, 0.0, 1.0);
    c->impact = (UrtoImpact){
        .mass = exp(uniform(state, log(1e-3), log(1.0))),
        .law = {.stiffness = 1e9, .exponent = exponent, .damping = elastic ? 0.0 : loss / velocity},
        .velocity = velocity};
    if (urto_impact_exact(&c->impact, &c->exact, NULL) != URTO_OK) {
        return false;
    }
    c->impact.law.stiffness *= pow(c->exact.contact_time * survey_rate / samples, exponent + 1.0);
    return urto_impact_exact(&c->impact, &c->exact, NULL) == URTO_OK;
}

static void score_case(Score *score, const Case *c, const UrtoSchemeInfo *scheme,
                       const Variant *variant)
{
    UrtoImpactResult result;
    const UrtoImpactRun run = {.scheme = scheme->name,
                               .rate = survey_rate,
                               .phase = c->phase,
                               .matched = variant->matched,
                               .corrected = variant->corrected};

    if (urto_impact_simulate(&c->impact, &run, NULL, NULL, &result, NULL) != URTO_OK) {
        score->refused++;
        return;
    }
    if (!isfinite(result.exit_velocity) || !isfinite(result.contact_time) ||
        !isfinite(result.max_energy_rise)) {
        score->overflowed++;
        return;
    }
    const double velocity = fabs(result.exit_velocity / c->exact.exit_velocity - 1.0);
    score->ran++;
    score->velocity_sum += velocity;
    score->velocity_max = fmax(score->velocity_max, velocity);
    score->time_sum += fabs(result.contact_time - c->exact.contact_time) * survey_rate;
    score->worst_rise = fmax(score->worst_rise, result.max_energy_rise);
    score->iterations += result.iterations_mean;
    score->powers += (double)result.power_evaluations;
    score->seconds += time_one_impact(&c->impact, &run, 3e-4);
}

static void add_percent(Text *text, double relative)
{
    const double percent = 100.0 * relative;

    text_add(text, percent < 5e-3 ? " %.0e |" : " %.3g |", percent);
}

static void add_score(Text *text, const Score *score, const UrtoSchemeInfo *scheme,
                      const Variant *variant)
{
    const double n = score->ran;

    text_add(text, "| %s | %s%s", scheme->name, variant->name, variant->name[0] ? " |" : "|");
    add_percent(text, score->velocity_sum / n);
    add_percent(text, score->velocity_max);
    text_add(text, score->time_sum / n < 5e-4 ? " %.0e |" : " %.3f |", score->time_sum / n);
    text_add(text, score->worst_rise > 0.0 ? " %.1e |" : " %.0f |", fmax(score->worst_rise, 0.0));
    if (scheme->iterative) {
        text_add(text, " %.1f |", score->iterations / n);
    } else {
        text_add(text, " – |");
    }
    text_add(text, " %.0f | %.0f |", score->powers / n, 1e9 * score->seconds / n);
    text_add(text, " %u |", score->overflowed);
    text_add(text, score->refused ? " %u |\n" : " all |\n", IMPACTS - score->refused);
}

/* A variant is worth a row if the scheme takes it; elastic rows are there for matched ones only. */
static bool applies(const UrtoSchemeInfo *scheme, const Variant *variant)
{
    const bool takes_matched = scheme->accepts & URTO_SCHEME_MATCHED;

    if (variant->elastic || variant->matched) {
        return takes_matched;
    }
    return !variant->corrected || (scheme->accepts & URTO_SCHEME_CORRECTED);
}

static void survey_row(Text *text, const UrtoSchemeInfo *scheme, const Variant *variant,
                       Case cases[][IMPACTS])
{
    Score score = {0};

    if (!applies(scheme, variant)) {
        return;
    }
    for (size_t i = 0; i < IMPACTS; i++) {
        score_case(&score, &cases[variant->elastic][i], scheme, variant);
    }
    if (score.ran > 0) {
        add_score(text, &score, scheme, variant);
    }
}

int survey_print(Text *text)
{
    static Case cases[2][IMPACTS];

    for (int elastic = 0; elastic < 2; elastic++) {
        uint64_t state = 2011;
        for (size_t i = 0; i < IMPACTS; i++) {
            if (!make_case(&cases[elastic][i], &state, elastic)) {
                return fail(EXIT_FAILED, "impact", "the survey could not make its impacts");
            }
        }
    }
    text_add(text,
             "| scheme | variant | v_out error, mean [%%] | max [%%] | contact error, mean "
             "[samples] | worst energy rise | iterations | powers | ns | overflowed | impacts |\n"
             "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        for (size_t j = 0; j < sizeof variants / sizeof *variants; j++) {
            survey_row(text, urto_scheme_at(i), &variants[j], cases);
        }
    }
    text_add(text, "\nRuns that overflowed are counted and left out of the other columns of their "
                   "row. Elastic rows have the same impacts without damping. ns is the time of one "
                   "call of urto_impact_simulate.\n");
    return 0;
}
