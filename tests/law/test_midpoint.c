/* The midpoint contact with loss: known steps, and what must hold for any. */
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include "src/law/midpoint.h"

#include <math.h>
#include <stdio.h>

typedef struct Case {
    double y, ref, b, damping, mass, stiffness, exponent, shift;
} Case;

typedef struct Solved {
    Midpoint contact;
    MidpointRoot root;
    double energy; /* after the step */
} Solved;

static const double k = 1.0 / 44100.0;

static Solved solve_at(const Case *c, double b)
{
    static PowerSeries series;
    Solved solved;

    series = power_series(c->exponent);
    solved.contact = (Midpoint){.law = {c->stiffness, c->exponent, c->damping},
                                .a = c->y,
                                .loss = c->damping / k,
                                .ref = c->ref,
                                .shift = c->shift,
                                .scale = fabs(c->y) + fabs(b),
                                .compliance = k * k / (2.0 * c->mass),
                                .stiff = 2.0 * c->mass / (k * k),
                                .part = 1.0 / (c->exponent + 1.0),
                                .series = &series,
                                .gradient = -1.0};
    solved.contact.energy = power_potential(&solved.contact.law, c->y);
    solved.root = midpoint_solve(&solved.contact, b, solved.contact.compliance, 0.0);
    solved.energy = midpoint_energy(&solved.contact, solved.root.s, solved.root.elastic);
    return solved;
}

static Solved solve(const Case *c)
{
    return solve_at(c, c->b);
}

#define NEAR(is, right) ck_assert_double_eq_tol((is) / (right), 1.0, 2e-13)

/* Computed once in another program, with 30 digits. */
START_TEST(known_steps_come_out)
{
    const struct {
        Case at;
        double t, s, force, loss, energy;
    } rows[] = {
        {{1e-5, 2e-5, 2e-5, 0.5, 0.01, 1e8, 1.5, 0.0},
         1.9664392704014e-5,
         1.9663815239551e-5,
         13.053848506144,
         7.7642731618731e-5,
         1.9170238234545e-4},
        {{1e-5, -1e-5, -1e-5, 0.5, 0.01, 1e8, 1.5, 0.0},
         -1.0025267490368e-5,
         -1.002527351466e-5,
         0.98280935886603,
         2.7961839260041e-6,
         0.0},
        {{1e-5, 1e-6, 2e-5, 2.0, 0.01, 1e9, 1.5, 0.0},
         1.538365854035e-5,
         1.538365854035e-5,
         179.55814068286,
         1.5902415271259e-3,
         -1.0},
        {{2e-6, 4e-5, 4e-5, 3.0, 0.001, 1e12, 2.5, 0.0},
         3.6047678353213e-5,
         3.5928007344103e-5,
         15.373029323777,
         4.5816064763253e-4,
         -1.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const Solved is = solve(&rows[i].at);
        NEAR(is.root.t, rows[i].t);
        NEAR(is.root.s, rows[i].s);
        NEAR(is.root.force, rows[i].force);
        NEAR(is.root.force * is.root.t - is.root.elastic * is.root.s, rows[i].loss);
        if (rows[i].energy > 0.0) {
            NEAR(is.energy, rows[i].energy);
        } else if (rows[i].energy == 0.0) {
            ck_assert_double_eq(is.energy, 0.0);
        }
    }
}
END_TEST

static Case random_case(Random *random)
{
    Case c = {.y = random_log(random, 1e-8, 1e-3),
              .damping = random_log(random, 1e-3, 1e6),
              .mass = random_log(random, 1e-6, 10.0),
              .stiffness = random_log(random, 1e3, 1e14),
              .exponent = random_uniform(random, 1.0, 5.0)};

    c.b = random_uniform(random, -1.0, 1.0) * random_log(random, 1e-7, 1e-2);
    c.ref = c.b - (random_uniform(random, 0.0, 1.0) < 0.5
                       ? 0.0
                       : random_uniform(random, -1.0, 1.0) * random_log(random, 1e-8, 1e-3));
    c.ref = fmin(c.ref, c.b);
    c.shift = random_uniform(random, 0.0, 1.0) < 0.5 ? 0.0 : -random_log(random, 1e-9, 1e-4);
    return c;
}

/* Never pulls, never gives energy, and the root is one: t + G f = b with f by its law at t. */
START_TEST(any_step_is_passive_and_pushes)
{
    Random random = {14};
    double least = 0.0;

    for (int i = 0; i < 100000; i++) {
        const Case c = random_case(&random);
        const Solved is = solve(&c);
        const double G = is.contact.compliance;
        const double work = is.root.force * is.root.t;
        const double size = is.root.force * (fabs(is.root.t) + fabs(c.b)) + is.contact.energy;
        const double loss = is.contact.energy + work - is.energy;
        ck_assert_msg(isfinite(is.root.t) && is.root.force >= 0.0, "case %d: force %g", i,
                      is.root.force);
        ck_assert_msg(is.energy >= 0.0, "case %d", i);
        ck_assert_double_le(fabs(is.root.t + G * is.root.force - c.b),
                            4e-16 * (fabs(c.b) + G * is.root.force));
        least = fmin(least, loss / size);
        ck_assert_msg(loss >= -1e-10 * size, "case %d gains %g of %g", i, -loss, size);
        if (c.shift == 0.0) {
            ck_assert_msg(is.root.s <= is.root.t + 1e-8 * (c.y + fabs(c.b) + fabs(c.ref)) ||
                              is.root.force == 0.0,
                          "case %d: the contact moves on by %g, the bodies by %g", i, is.root.s,
                          is.root.t);
        }
    }
    printf("100000 steps: least loss %.1e of the energy\n", least);
}
END_TEST

/* d f/dc by differences. */
START_TEST(give_is_the_slope_of_the_answer)
{
    Random random = {15};
    int compared = 0;

    for (int i = 0; i < 20000; i++) {
        Case c = random_case(&random);
        c.stiffness = random_log(&random, 1e3, 1e9);
        c.damping = random_log(&random, 1e-2, 1e2);
        const Solved is = solve(&c);
        const double h = 1e-5 * (fabs(c.b) + fabs(c.y));
        const double up = solve_at(&c, c.b + h).root.force;
        const double down = solve_at(&c, c.b - h).root.force;
        const double ahead = (up - is.root.force) / h;
        const double behind = (is.root.force - down) / h;
        ck_assert_double_ge(is.root.give, 0.0);
        ck_assert_double_le(is.root.give * is.contact.compliance, 1.0 + 1e-12);
        /* no kink here, neither that of t = ref nor another */
        if (is.root.force > 0.0 && fabs(is.root.t - c.ref) > h &&
            fabs(ahead / behind - 1.0) < 1e-4) {
            ck_assert_msg(fabs(is.root.give / (0.5 * (ahead + behind)) - 1.0) < 2e-4,
                          "case %d: %g, by differences %g", i, is.root.give,
                          0.5 * (ahead + behind));
            compared++;
        }
    }
    ck_assert_int_ge(compared, 2000);
}
END_TEST

/* The answer rises with the drive, over the kinks where it opens, recovers and lets go. */
START_TEST(force_rises_with_the_drive)
{
    Random random = {16};

    for (int i = 0; i < 2000; i++) {
        const Case c = random_case(&random);
        double last = -1.0;
        for (int j = -50; j <= 50; j++) {
            const double force = solve_at(&c, c.ref + j * 0.1 * (fabs(c.b) + c.y)).root.force;
            ck_assert_msg(force >= last * (1.0 - 1e-9), "case %d: %g after %g", i, force, last);
            last = force;
        }
    }
}
END_TEST

/* The steps of the search: how many there are in all tells whether each goes as far as it should. Elastic and lossy,
 * from a good guess and from none. */
START_TEST(the_search_is_short)
{
    static const double most[2][2] = {{0.948, 0.747}, {1.641, 1.356}};
    for (int lossy = 0; lossy < 2; lossy++) {
        for (int guessed = 0; guessed < 2; guessed++) {
            Random random = {17};
            double rounds = 0.0;
            double residual = 0.0;
            for (int i = 0; i < 20000; i++) {
                Case c = random_case(&random);
                c.shift = 0.0;
                c.ref = c.b;
                c.damping = lossy ? c.damping : 0.0;
                const Solved first = solve(&c);
                Midpoint again = first.contact;
                PowerSeries series = power_series(c.exponent);
                again.series = &series;
                const MidpointRoot root = midpoint_solve(&again, c.b, again.compliance,
                                                         guessed ? 1.001 * first.root.force : 0.0);
                rounds += root.iterations;
                residual = fmax(residual, root.residual);
                const double size = fabs(c.b) + again.compliance * first.root.force;
                ck_assert_double_le(fabs(root.t - first.root.t), 1e-11 * size + 1e-9 * fabs(c.y));
            }
            printf("search, %s, %s: %.4f rounds, residual %.1e\n", lossy ? "lossy" : "elastic",
                   guessed ? "guessed" : "not guessed", rounds / 20000.0, residual);
            ck_assert_double_le(rounds / 20000.0, most[lossy][guessed]);
        }
    }
}
END_TEST

/* Where s or L is a small difference, others that feel the force must not feel its rounding: a contact
 * that opens by a step far smaller than ref, on either side of it, and one that is about to let go. */
START_TEST(small_differences_do_not_blur_the_force)
{
    static const Case cases[] = {
        {1.2924e-12, -4.7224e-5, 3.6168e-5, 0.4467, 1.291e-5, 4.0913e12, 1.0, -3.8915e-5},
        {1.0825e-12, 5.5963e-5, 2.9142e-5, 0.4467, 1.479e-5, 4.0913e12, 1.0, -8.7595e-5},
        {5.7703e-4, -3.5416e-6, -2.8441e-6, 6.598, 2.615e-5, 1.7533e10, 1.0, 3.5036e-6},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Solved is = solve(&cases[i]);
        const double h = 1e-10 * fabs(cases[i].b);
        ck_assert_double_gt(is.root.force, 0.0);
        for (int j = -50; j <= 50; j++) {
            const Solved near = solve_at(&cases[i], cases[i].b + j * h);
            const double right = is.root.force + j * h * is.root.give;
            ck_assert_msg(fabs(near.root.force / right - 1.0) < 1e-13, "case %zu, %d: %g", i, j,
                          near.root.force / right - 1.0);
            if (near.contact.a + near.root.s <= 0.0) { /* all is given back */
                ck_assert_double_eq_tol(near.root.elastic * near.root.s / near.contact.energy, -1.0,
                                        1e-15);
            }
        }
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {known_steps_come_out,
                                  any_step_is_passive_and_pushes,
                                  give_is_the_slope_of_the_answer,
                                  force_rises_with_the_drive,
                                  the_search_is_short,
                                  small_differences_do_not_blur_the_force};

    return SUITE_RUN("midpoint", tests);
}
