/* Worlds driven into corners: grains between hammers, contacts with enormous loss, and random worlds
 * of masses from 1e-9 to 10 kg. The books balance, nothing pulls, what is not solved is counted.
 *   test_corners [WORLDS [FIRST SEED]]     test_corners 1 SEED runs one again */
#include "tests/support/wide_world.h"

#include <stdlib.h>

static uint32_t worlds = 300, first = 1;

typedef struct Outcome {
    double residual; /* largest, of the total of the ledger */
    UrtoStatistics statistics;
} Outcome;

static Outcome play(UrtoWorld *world, uint32_t frames)
{
    Outcome outcome = {0};
    double total = 0.0;

    for (uint32_t i = 0; i < frames; i++) {
        kit_step(world);
        const UrtoLedger ledger = urto_world_ledger(world);
        total = fmax(total, kit_total(&ledger));
        const double share = total > 0.0 ? fabs(ledger.residual) / total : 0.0;
        ck_assert_msg(isfinite(share), "step %u: not finite", i);
        outcome.residual = fmax(outcome.residual, share);
    }
    outcome.statistics = urto_world_statistics(world);
    urto_world_destroy(world);
    return outcome;
}

static UrtoPort mass_at(UrtoWorldDef *def, double mass, double velocity)
{
    return kit_port(def, kit_hammer(def, mass, 0.0, velocity), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
}

static UrtoWorld *grain(void)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoPort left = mass_at(def, 0.206, 2.54);
    const UrtoPort middle = mass_at(def, 1e-8, 2.67);
    const UrtoPort right = mass_at(def, 0.119, -1.71);

    kit_contact(def, left, middle, (UrtoLaw){2.27e12, 1.0, 0.0});
    kit_contact(def, middle, right, (UrtoLaw){6.05e13, 5.0, 0.0});
    return kit_world(def, 44100.0);
}

static UrtoWorld *squeezed(void)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_ITERATIVE);
    const UrtoPort ball = mass_at(def, 24.46e-3, 1.268);
    UrtoContactDef lid = urto_contact_def();

    kit_contact(def, (UrtoPort){0}, ball, (UrtoLaw){7.661e9, 1.0, 4.424e11});
    lid.below = ball;
    lid.law = (UrtoLaw){8.06e11, 1.0, 8.622e11};
    lid.distance = -1e-4;
    urto_world_def_contact(def, &lid);
    return kit_world(def, 44100.0);
}

static UrtoWorld *speck(void)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoBarDef rod = urto_bar_def();
    UrtoContactDef hit = urto_contact_def();
    UrtoContactDef tie = urto_contact_def();

    rod.length = 0.202;
    rod.ends = URTO_BAR_CANTILEVER;
    const UrtoBody body = urto_world_def_bar(def, &rod);
    hit.below = tie.below = mass_at(def, 6.27e-6, 1.0);
    hit.above = kit_port(def, body, 0.193 * rod.length, 0.0, URTO_INTERPOLATION_LINEAR);
    tie.above = kit_port(def, body, 0.384 * rod.length, 0.0, URTO_INTERPOLATION_LINEAR);
    hit.law = (UrtoLaw){5.02e11, 5.0, 42909.8};
    hit.matched = true;
    tie.law = (UrtoLaw){1.26e11, 1.3, 0.0};
    tie.kind = URTO_CONTACT_LINK;
    urto_world_def_contact(def, &hit);
    urto_world_def_contact(def, &tie);
    return kit_world(def, 44100.0);
}

static const struct {
    const char *name;
    UrtoWorld *(*make)(void);
} corners[] = {{"grain", grain}, {"squeezed", squeezed}, {"speck", speck}};
enum { CORNERS = sizeof corners / sizeof *corners };

START_TEST(corners_are_solved)
{
    const Outcome is = play(corners[_i].make(), 2000);

    printf("%-20s residual %.1e, least force %g N, misfit %.1e, %llu unsolved\n", corners[_i].name,
           is.residual, is.statistics.force_min, is.statistics.force_residual_max,
           (unsigned long long)is.statistics.unsolved);
    ck_assert_double_le(is.residual, 1e-11);
    ck_assert_double_ge(is.statistics.force_min, 0.0);
    ck_assert_double_le(is.statistics.force_residual_max, 1e-8);
    ck_assert_uint_eq(is.statistics.unsolved, 0);
}
END_TEST

static Outcome play_wide(uint32_t seed, UrtoSolver solver)
{
    const Outcome is = play(wide_world(seed, solver), 200);

    ck_assert_msg(is.residual <= 1e-9, "world %u: residual %g", seed, is.residual);
    ck_assert_msg(is.statistics.force_min >= 0.0, "world %u pulls by %g N", seed,
                  -is.statistics.force_min);
    ck_assert_uint_eq(is.statistics.nonfinite, 0);
    ck_assert_double_le(is.statistics.force_residual_max, 1e-8);
    return is;
}

/* A contact that pushed by 1e7 N lets go: its next force, guessed from the last ones, would be -2e7 N,
 * and a search from there does not come back. */
START_TEST(a_bad_guess_does_no_harm)
{
    static const uint32_t seeds[] = {11094, 11713};

    ck_assert_uint_eq(play_wide(seeds[_i], URTO_SOLVER_ITERATIVE).statistics.unsolved, 0);
}
END_TEST

START_TEST(wide_worlds_keep_their_books_and_never_pull)
{
    static const UrtoSolver solvers[] = {URTO_SOLVER_MIDPOINT, URTO_SOLVER_ITERATIVE};
    double worst = 0.0;
    uint64_t steps = 0;
    uint64_t unsolved = 0;
    uint32_t over = 0;
    uint32_t stuck = 0;

    for (uint32_t seed = first; seed < first + worlds; seed++) {
        const Outcome is = play_wide(seed, solvers[_i]);
        worst = fmax(worst, is.residual);
        over += is.residual > 1e-11 ? 1 : 0;
        steps += is.statistics.steps;
        unsolved += is.statistics.unsolved;
        stuck += is.statistics.unsolved ? 1 : 0;
    }
    printf("%s, %u wide worlds: residual %.1e, %u above 1e-11; %llu of %llu steps unsolved, in %u "
           "worlds\n",
           _i ? "iterative" : "midpoint", worlds, worst, over, (unsigned long long)unsolved,
           (unsigned long long)steps, stuck);
    /* absurd worlds may have steps without a solution that doubles can hold; few */
    ck_assert_uint_le(unsolved, steps / 50);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("corners");
    TCase *tests = tcase_create("corners");

    worlds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : worlds;
    first = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : first;
    tcase_add_loop_test(tests, corners_are_solved, 0, CORNERS);
    tcase_add_loop_test(tests, a_bad_guess_does_no_harm, 0, 2);
    tcase_add_loop_test(tests, wide_worlds_keep_their_books_and_never_pull, 0, 2);
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
