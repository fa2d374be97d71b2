/* What one impact costs with each scheme: ns and evaluations of pow, and as a ratio to the
 * cheapest, in one run. Four hardnesses of the same impact, from 2 to 50 samples of contact. */
#include <urto/impact.h>

#include <math.h>
#include <stdio.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The impact of exponent 1.7 and damping * velocity 0.3 whose contact lasts so many samples. */
static UrtoImpact impact_of(double samples, double rate)
{
    UrtoImpact impact = {0.01, {1e9, 1.7, 0.3}, 1.0};
    UrtoImpactExact exact;

    if (urto_impact_exact(&impact, &exact, NULL) == URTO_OK) {
        impact.law.stiffness *= pow(exact.contact_time * rate / samples, impact.law.exponent + 1.0);
    }
    return impact;
}

/* ns per impact: the best of several rounds of 5 ms. */
static double cost(const UrtoImpact *impact, UrtoImpactRun *run, UrtoImpactResult *result)
{
    double best = HUGE_VAL;

    for (int round = 0; round < 7; round++) {
        const double start = seconds();
        double elapsed;
        int count = 0;
        do {
            run->phase = fmod(run->phase + 0.618, 1.0);
            if (urto_impact_simulate(impact, run, NULL, NULL, result, NULL) != URTO_OK) {
                return 0.0;
            }
            count++;
            elapsed = seconds() - start;
        } while (elapsed < 5e-3);
        best = fmin(best, elapsed / count);
    }
    return 1e9 * best;
}

int main(void)
{
    const double lengths[] = {2.0, 5.0, 15.0, 50.0};
    const size_t columns = sizeof lengths / sizeof lengths[0];

    printf("one impact, ns (evaluations of pow); exponent 1.7, damping * velocity 0.3\n%-20s",
           "contact, samples");
    for (size_t k = 0; k < columns; k++) {
        printf("%16g", lengths[k]);
    }
    printf("%16s\n", "ratio at 15");
    double cheapest = HUGE_VAL;
    for (int show = 0; show < 2; show++) { /* the first round finds the cheapest */
        for (size_t i = 0; i < urto_scheme_count(); i++) {
            double at_15 = 0.0;
            UrtoImpactRun run = urto_impact_run_def();
            run.scheme = urto_scheme_at(i)->name;
            if (show) {
                printf("%-20s", run.scheme);
            }
            for (size_t k = show ? 0 : 2; k < (show ? columns : 3); k++) {
                const UrtoImpact impact = impact_of(lengths[k], run.rate);
                UrtoImpactResult result;
                const double ns = cost(&impact, &run, &result);
                if (show) {
                    printf("%10.0f (%3llu)", ns, (unsigned long long)result.power_evaluations);
                }
                at_15 = k == 2 ? ns : at_15;
            }
            cheapest = fmin(cheapest, at_15);
            if (show) {
                printf("%15.1fx\n", at_15 / cheapest);
            }
        }
    }
    return 0;
}
