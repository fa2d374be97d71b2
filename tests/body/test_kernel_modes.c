/* The kernels of modes, every version. */
#include "tests/support/versions.h"

enum { MODES = 128, ROWS = 9 };

/* Modes with the poles exp(-s +- i w): d+ = coef_d d - coef_u u. Some rows to read, and a force. */
typedef struct Bank {
    uint32_t n;
    double *u, *d, *last, *coef_d, *coef_u, *turns, *row[ROWS + 1], *out;
    bool steady; /* its modes have turns */
    long double u_is[MODES], d_is[MODES], last_is[MODES];
} Bank;

static void pole(Bank *bank, uint32_t i, double s, double w)
{
    bank->coef_d[i] = exp(-2.0 * s);
    bank->coef_u[i] = 1.0 + bank->coef_d[i] - 2.0 * exp(-s) * cos(w);
    /* two steps at once, the decay taken out; of the coefficients as they are */
    const long double coef_d = bank->coef_d[i];
    const long double c1 = 1.0L + coef_d - (long double)bank->coef_u[i];
    bank->turns[i] = (double)(c1 * c1 / coef_d - 2.0L);
}

static void bank_begin(Bank *bank, uint32_t n)
{
    memset(bank, 0, sizeof *bank);
    bank->n = n;
    bank->u = array(n);
    bank->d = array(n);
    bank->last = array(n);
    bank->coef_d = array(n);
    bank->coef_u = array(n);
    bank->turns = array(n);
    bank->out = array(n);
    for (int r = 0; r <= ROWS; r++) {
        bank->row[r] = array(n);
    }
    /* the last three are padding */
    for (uint32_t i = 0; i + 3 < n; i++) {
        pole(bank, i, i % 3 ? random_in(0.0, 0.02) : 0.0, pi * random_in(0.0, 0.999));
        bank->u[i] = random_value();
        bank->d[i] = random_value();
        for (int r = 0; r <= ROWS; r++) {
            bank->row[r][i] = random_value();
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        bank->u_is[i] = bank->u[i];
        bank->d_is[i] = bank->d[i];
    }
}

static void bank_end(Bank *bank)
{
    free(bank->u);
    free(bank->d);
    free(bank->last);
    free(bank->coef_d);
    free(bank->coef_u);
    free(bank->turns);
    free(bank->out);
    for (int r = 0; r <= ROWS; r++) {
        free(bank->row[r]);
    }
}

static KernelModes bank_modes(const Bank *bank, bool keeps_last)
{
    return (KernelModes){.n = bank->n,
                         .u = bank->u,
                         .d = bank->d,
                         .last = keeps_last ? bank->last : NULL,
                         .coef_d = bank->coef_d,
                         .coef_u = bank->coef_u,
                         .turns = bank->steady ? bank->turns : NULL};
}

/* One free step of the reference, from (u, d) to (u, d) of the next instant. */
static void bank_step(Bank *bank)
{
    for (uint32_t i = 0; i < bank->n; i++) {
        bank->d_is[i] = bank->coef_d[i] * bank->d_is[i] - bank->coef_u[i] * bank->u_is[i];
        bank->u_is[i] += bank->d_is[i];
    }
}

static long double row_times(const Bank *bank, const double *row, const long double *x,
                             long double *scale)
{
    long double sum = 0.0L;

    *scale = 0.0L;
    for (uint32_t i = 0; i < bank->n; i++) {
        sum += row[i] * x[i];
        *scale += fabsl(row[i] * x[i]);
    }
    return sum;
}

/* The row of the force: none, one that is not read, or one of those that are. */
static void advance_case(const Kernels *kernels, uint32_t n, bool ahead, bool keeps_last,
                         uint32_t count, int pushed)
{
    Bank bank;
    double out[ROWS + 1];
    const double force = random_value();
    const double *rows[ROWS];
    const double *row = NULL;

    bank_begin(&bank, n);
    for (uint32_t r = 0; r < count; r++) {
        rows[r] = bank.row[r];
        out[r] = (double)NAN;
    }
    out[count] = 77.0;
    if (pushed >= 0) {
        row = (uint32_t)pushed < count ? rows[pushed] : bank.row[ROWS];
    }
    for (uint32_t i = 0; i < n; i++) {
        bank.d_is[i] += row ? row[i] * (long double)force : 0.0L;
        bank.u_is[i] += ahead ? bank.d_is[i] : 0.0L;
        bank.last_is[i] = bank.d_is[i];
        bank.d_is[i] = bank.coef_d[i] * bank.d_is[i] - bank.coef_u[i] * bank.u_is[i];
    }
    const KernelModes modes = bank_modes(&bank, keeps_last);
    kernels->advance(&modes, ahead, row, force, count ? rows : NULL, count, out);
    compare_all(bank.u, bank.u_is, n);
    compare_all(bank.d, bank.d_is, n);
    if (keeps_last) {
        compare_all(bank.last, bank.last_is, n);
    }
    for (uint32_t r = 0; r < count; r++) {
        long double scale = 0.0L;
        const long double wanted = row_times(&bank, rows[r], bank.d_is, &scale);
        compare(out[r], wanted, scale);
    }
    exactly(out[count] == 77.0);
    bank_end(&bank);
}

static void advance_test(const Kernels *kernels)
{
    static const uint32_t sizes[] = {8, 16, 24, 128};

    for (int s = 0; s < 4; s++) {
        for (uint32_t count = 0; count <= ROWS; count++) {
            advance_case(kernels, sizes[s], false, false, count, -1);
            advance_case(kernels, sizes[s], false, true, count, -1);
            advance_case(kernels, sizes[s], true, true, count, -1);
            for (int pushed = -1; pushed <= (int)count; pushed++) {
                advance_case(kernels, sizes[s], true, false, count, pushed);
            }
        }
    }
}

START_TEST(advance_equals_its_equation)
{
    each_version("advance", advance_test, tight);
}
END_TEST

/* A step whose end is put off to the next pass, and one that is ended first, agree to the last bit:
 * so output does not hang on where blocks of frames end. */
static void seam_case(const Kernels *kernels, uint32_t n, uint32_t count, int pushed)
{
    Bank bank;
    double *u = array(n);
    double *d = array(n);
    double put_off[ROWS], ended[ROWS];
    const double force = random_value();
    const double *rows[ROWS];

    bank_begin(&bank, n);
    for (uint32_t r = 0; r < count; r++) {
        rows[r] = bank.row[r];
    }
    memcpy(u, bank.u, n * sizeof *u);
    memcpy(d, bank.d, n * sizeof *d);
    const double *row = pushed < 0 ? NULL : bank.row[pushed];
    KernelModes modes = bank_modes(&bank, false);
    kernels->advance(&modes, true, row, force, rows, count, put_off);
    if (row) {
        kernels->add(n, force, row, d);
    }
    kernels->add(n, 1.0, d, u);
    modes.u = u;
    modes.d = d;
    kernels->advance(&modes, false, NULL, 0.0, rows, count, ended);
    exactly(memcmp(u, bank.u, n * sizeof *u) == 0 && memcmp(d, bank.d, n * sizeof *d) == 0);
    exactly(memcmp(put_off, ended, count * sizeof *ended) == 0);
    free(u);
    free(d);
    bank_end(&bank);
}

static void seam_test(const Kernels *kernels)
{
    static const uint32_t sizes[] = {8, 16, 24, 128};

    for (int s = 0; s < 4; s++) {
        for (uint32_t count = 1; count <= ROWS; count++) {
            for (int pushed = -1; pushed <= (int)count; pushed++) {
                for (int times = 0; times < 20; times++) {
                    seam_case(kernels, sizes[s], count, pushed);
                }
            }
        }
    }
}

START_TEST(deferred_and_settled_steps_agree_to_the_bit)
{
#if defined __has_feature
#if __has_feature(address_sanitizer)
    puts(
        "seam not compared: what the sanitizer puts between loads keeps products from being fused");
    return;
#endif
#endif
    each_version("seam", seam_test, tight);
}
END_TEST

/* A pass with an outlook moves the state as `advance` does, and says what the next one will read
 * but for the force. heard: no row, that of the force, another one. */
static void outlook_case(const Kernels *kernels, uint32_t n, bool still, int heard)
{
    Bank bank;
    double out[3] = {77.0, 77.0, 77.0};
    const double force = random_value();
    long double scale = 0.0L;

    bank_begin(&bank, n);
    const double *row = bank.row[0];
    const double *other = heard < 0 ? NULL : bank.row[heard];
    for (uint32_t i = 0; i < n && !still; i++) {
        bank.d_is[i] += row[i] * (long double)force;
        bank.u_is[i] += bank.d_is[i];
        bank.d_is[i] = bank.coef_d[i] * bank.d_is[i] - bank.coef_u[i] * bank.u_is[i];
    }
    const KernelModes modes = bank_modes(&bank, false);
    kernels->outlook(&modes, still, row, force, other, out);
    compare_all(bank.u, bank.u_is, n);
    compare_all(bank.d, bank.d_is, n);
    if (other && !still) {
        const long double wanted = row_times(&bank, other, bank.d_is, &scale);
        compare(out[0], wanted, scale);
    } else {
        exactly(out[0] == 77.0);
    }
    /* as if the step ended without a force, and the next began */
    for (uint32_t i = 0; i < n; i++) {
        bank.u_is[i] += bank.d_is[i];
        bank.d_is[i] = bank.coef_d[i] * bank.d_is[i] - bank.coef_u[i] * bank.u_is[i];
    }
    const long double wanted = row_times(&bank, row, bank.d_is, &scale);
    compare(out[1], wanted, scale);
    exactly(out[2] == 77.0);
    bank_end(&bank);
}

static void outlook_test(const Kernels *kernels)
{
    static const uint32_t sizes[] = {8, 16, 24, 128};

    for (int s = 0; s < 4; s++) {
        for (int heard = -1; heard < 2; heard++) {
            outlook_case(kernels, sizes[s], false, heard);
            outlook_case(kernels, sizes[s], true, heard);
        }
    }
}

START_TEST(outlook_predicts_the_next_reading)
{
    each_version("outlook", outlook_test, tight);
}
END_TEST

/* Scale: the largest sum of sizes in the block, for a slow mode passes through 0 within it. */
static void block_case(const Kernels *kernels, uint32_t n, uint32_t count, uint32_t number,
                       bool steady)
{
    Bank bank;
    static double out[ROWS][KERNEL_BLOCK];
    static long double wanted[ROWS][KERNEL_BLOCK];
    long double scale[ROWS] = {0.0L};
    const double *rows[ROWS];

    bank_begin(&bank, n);
    bank.steady = steady;
    const KernelModes modes = bank_modes(&bank, false);
    for (uint32_t r = 0; r < ROWS; r++) {
        rows[r] = bank.row[r];
        for (uint32_t i = 0; i < KERNEL_BLOCK; i++) {
            out[r][i] = 77.0;
        }
    }
    kernels->block(&modes, rows, count, number, out);
    for (uint32_t i = 0; i < n; i++) {
        exactly(bank.u[i] == (double)bank.u_is[i] && bank.d[i] == (double)bank.d_is[i]);
    }
    for (uint32_t s = 0; s < number; s++) {
        bank_step(&bank);
        for (uint32_t r = 0; r < count; r++) {
            long double size = 0.0L;
            wanted[r][s] = row_times(&bank, rows[r], bank.d_is, &size);
            scale[r] = fmaxl(scale[r], size);
        }
    }
    for (uint32_t r = 0; r < ROWS; r++) {
        for (uint32_t s = 0; r < count && s < number; s++) {
            compare(out[r][s], wanted[r][s], scale[r]);
        }
        /* up to one more may be written, and no further row */
        for (uint32_t s = r < count ? number + number % 2 : 0; s < KERNEL_BLOCK; s++) {
            exactly(out[r][s] == 77.0);
        }
    }
    bank_end(&bank);
}

static void block_test(const Kernels *kernels)
{
    static const uint32_t sizes[] = {8, 16, 24, 128};

    for (int s = 0; s < 4; s++) {
        for (uint32_t count = 1; count <= 5; count++) {
            for (uint32_t number = 1; number <= KERNEL_BLOCK; number++) {
                block_case(kernels, sizes[s], count, number, false);
            }
            for (int times = 0; times < 32; times++) {
                block_case(kernels, sizes[s], count, KERNEL_BLOCK, true);
            }
            block_case(kernels, sizes[s], count, KERNEL_BLOCK - 2, true);
        }
    }
}

START_TEST(block_equals_single_steps)
{
    each_version("block", block_test, 2.0 * tight);
}
END_TEST

/* One mode alone, from very slow to the Nyquist frequency. The coefficients of two steps at once
 * are rounded at a size of 4, and the error of a slow mode grows with the square of the 32 double
 * steps: at most 64^2 roundings of the largest d. */
static void slow_test(const Kernels *kernels)
{
    for (int i = 0; i <= 801; i++) {
        Bank bank;
        double out[1][KERNEL_BLOCK];
        long double wanted[KERNEL_BLOCK];
        const double ones[8] = {1.0};
        const double w = i / 2 < 400 ? pi * pow(10.0, -5.0 + i / 2 / 80.0) : 0.99999 * pi;
        bank_begin(&bank, 8);
        bank.steady = i % 2;
        memcpy(bank.row[0], ones, sizeof ones);
        for (uint32_t m = 1; m < 8; m++) {
            bank.u[m] = bank.d[m] = 0.0;
            bank.u_is[m] = bank.d_is[m] = 0.0L;
        }
        pole(&bank, 0, i % 4 < 2 ? 1e-3 : 0.0, w);
        /* swings as widely as it moves fast */
        bank.d[0] *= w;
        bank.d_is[0] = bank.d[0];
        const KernelModes modes = bank_modes(&bank, false);
        const double *rows[] = {bank.row[0]};
        kernels->block(&modes, rows, 1, KERNEL_BLOCK, out);
        long double most = fabsl(bank.d_is[0]);
        for (uint32_t s = 0; s < KERNEL_BLOCK; s++) {
            bank_step(&bank);
            wanted[s] = bank.d_is[0];
            most = fmaxl(most, fabsl(wanted[s]));
        }
        for (uint32_t s = 0; s < KERNEL_BLOCK; s++) {
            compare(out[0][s], wanted[s], most);
        }
        bank_end(&bank);
    }
}

START_TEST(rounding_of_a_block_stays_below_its_bound)
{
    each_version("alone", slow_test, KERNEL_BLOCK * KERNEL_BLOCK * 0x1p-53);
}
END_TEST

/* Some free steps of the reference; the sum of c (d+ + d)^2. */
static long double bank_steps(Bank *bank, uint32_t number, const double *c)
{
    long double sum = 0.0L;

    for (uint32_t n = 0; n < number; n++) {
        long double last[MODES];
        memcpy(last, bank->d_is, sizeof last);
        bank_step(bank);
        for (uint32_t i = 0; i < bank->n; i++) {
            sum += c[i] * (bank->d_is[i] + last[i]) * (bank->d_is[i] + last[i]);
        }
    }
    return sum;
}

static void steps_test(const Kernels *kernels)
{
    static const uint32_t sizes[] = {8, 16, 24, 128};

    for (int s = 0; s < 4; s++) {
        for (uint32_t number = 0; number <= KERNEL_BLOCK; number++) {
            Bank bank;
            bank_begin(&bank, sizes[s]);
            for (uint32_t i = 0; i < bank.n; i++) {
                bank.row[0][i] = fabs(bank.row[0][i]); /* dampings */
            }
            const KernelModes modes = bank_modes(&bank, false);
            const double lost = kernels->steps(&modes, number, number % 2 ? bank.row[0] : NULL);
            const long double lost_is = bank_steps(&bank, number, bank.row[0]);
            compare(lost, number % 2 ? lost_is : 0.0L, lost_is);
            compare_all(bank.u, bank.u_is, bank.n);
            compare_all(bank.d, bank.d_is, bank.n);
            bank_end(&bank);
        }
    }
}

START_TEST(steps_equal_repeated_advance)
{
    each_version("steps", steps_test, tight);
}
END_TEST

/* The matrix of a block is made of what 64 steps do to (1, 0) and (0, 1). */
static void jump_test(const Kernels *kernels)
{
    static const uint32_t sizes[] = {8, 16, 24, 128};

    for (int s = 0; s < 4; s++) {
        Bank bank;
        double *matrix[4];
        bank_begin(&bank, sizes[s]);
        Bank unit = bank;
        for (int j = 0; j < 4; j++) {
            matrix[j] = array(bank.n);
        }
        for (int column = 0; column < 2; column++) {
            for (uint32_t i = 0; i < bank.n; i++) {
                unit.u_is[i] = column == 0 ? 1.0L : 0.0L;
                unit.d_is[i] = column == 1 ? 1.0L : 0.0L;
            }
            for (int n = 0; n < KERNEL_BLOCK; n++) {
                bank_step(&unit);
            }
            for (uint32_t i = 0; i < bank.n; i++) {
                matrix[column][i] = (double)unit.u_is[i];
                matrix[2 + column][i] = (double)unit.d_is[i];
            }
        }
        const KernelModes modes = bank_modes(&bank, false);
        const KernelJump jump = {matrix[0], matrix[1], matrix[2], matrix[3]};
        kernels->jump(&modes, &jump);
        for (int n = 0; n < KERNEL_BLOCK; n++) {
            bank_step(&bank);
        }
        compare_all(bank.u, bank.u_is, bank.n);
        compare_all(bank.d, bank.d_is, bank.n);
        for (int j = 0; j < 4; j++) {
            free(matrix[j]);
        }
        bank_end(&bank);
    }
}

START_TEST(jump_equals_a_block_of_steps)
{
    each_version("jump", jump_test, tight);
}
END_TEST

/* p, q, r of the reach: the energy a d^2 + b (u - d/2)^2 with b = coef_u/2 and a = (1 + coef_d)/4 -
 * b/4 never rises; without a spring the mode drifts. */
static void bound_of(const Bank *bank, uint32_t i, double *p, double *q, double *r)
{
    const double b = 0.5 * bank->coef_u[i];
    const double a = 0.25 * (1.0 + bank->coef_d[i]) - 0.25 * b;

    p[i] = b > 0.0 ? sqrt(a / b + 0.25) : 0.0;
    q[i] = b > 0.0 ? sqrt(1.0 + b / (4.0 * a)) : 0.0;
    r[i] = b > 0.0 ? 0.0 : 1.0;
}

static double loosest, tightest;

static void reach_test(const Kernels *kernels)
{
    double *p = array(MODES);
    double *q = array(MODES);
    double *r = array(MODES);

    loosest = 0.0;
    tightest = 0.0;
    for (int round = 0; round < 200; round++) {
        Bank bank;
        bank_begin(&bank, MODES);
        for (uint32_t i = 0; i < MODES; i++) {
            const double loss = i % 4 ? 0.0 : pow(10.0, random_in(-6.0, -0.5));
            const double w = i % 3 == 0   ? pow(10.0, random_in(-4.0, 0.0))
                             : i % 3 == 1 ? pi * random_in(0.0, 1.0)
                                          : pi * (1.0 - pow(10.0, random_in(-4.0, 0.0)));
            pole(&bank, i, loss, w);
            if (i % 16 == 5) {
                bank.coef_u[i] = 0.0; /* drifts */
            }
            bank.u[i] = random_value();
            bank.d[i] = random_value() * (i % 5 ? w : 0.0);
            bank.u_is[i] = bank.u[i];
            bank.d_is[i] = bank.d[i];
            bound_of(&bank, i, p, q, r);
        }
        const KernelModes modes = bank_modes(&bank, false);
        kernels->reach(&modes, p, q, r, bank.out);
        for (uint32_t i = 0; i < MODES; i++) {
            const long double middle = bank.u_is[i] - 0.5L * bank.d_is[i];
            const long double wanted =
                p[i] * fabsl(bank.d_is[i]) + q[i] * fabsl(middle) +
                r[i] * (fabsl(bank.u_is[i]) + KERNEL_BLOCK * fabsl(bank.d_is[i]));
            compare(bank.out[i], wanted, wanted);
            /* far below the Nyquist frequency and without loss: the amplitude times 1 to sqrt 2 */
            if (i % 4 && i % 16 != 5 && i % 3 == 0) {
                const long double w = 2.0L * asinl(0.5L * sqrtl(bank.coef_u[i]));
                const long double along = bank.d_is[i] / (2.0L * sinl(0.5L * w));
                const long double across = middle / cosl(0.5L * w);
                const long double amplitude = sqrtl(along * along + across * across);
                loosest = fmax(loosest, (double)(bank.out[i] / amplitude));
            }
        }
        for (int n = 0; n < KERNEL_BLOCK; n++) {
            bank_step(&bank);
            for (uint32_t i = 0; i < MODES; i++) {
                tightest = fmax(tightest, (double)(fabsl(bank.u_is[i]) / bank.out[i]));
            }
        }
        bank_end(&bank);
    }
    printf("reach    %-9s |u| at most 1 %+.1e of it; undamped, slow: up to %.3f amplitudes\n",
           kernels->name, tightest - 1.0, loosest);
    /* fly.c has a billionth of room */
    ck_assert_double_le(tightest, 1.0 + 1e-10);
    ck_assert_double_ge(tightest, 0.99);
    ck_assert_double_le(loosest, sqrt(2.0) + 1e-9);
    free(p);
    free(q);
    free(r);
}

START_TEST(reach_bounds_every_mode)
{
    each_version("reach", reach_test, tight);
}
END_TEST

static void dots_test(const Kernels *kernels)
{
    for (uint32_t n = 8; n <= MODES; n += 8) {
        double *a = array(n);
        double *b = array(n);
        double *y = array(n);
        double *c = array(n);
        double *tenth = array(n);
        long double y_is[MODES];
        long double lost = 0.0L;
        long double sum = 0.0L;
        long double sizes = 0.0L;
        long double scale = 0.0L;
        const double factor = random_value();
        fill(a, n);
        fill(b, n);
        fill(y, n);
        a[0] = -0.0;
        for (uint32_t i = 0; i < n; i++) {
            sum += (long double)a[i] * b[i];
            sizes += fabsl(a[i]) * b[i];
            scale += fabsl((long double)a[i] * b[i]);
            c[i] = fabs(random_value());
            lost += c[i] * ((long double)a[i] + y[i]) * ((long double)a[i] + y[i]);
            y_is[i] = y[i] + (long double)factor * a[i];
        }
        compare(kernels->dot(n, a, b), sum, scale);
        compare(kernels->lost(n, c, a, y), lost, lost);
        long double form = 0.0L;
        for (uint32_t i = 0; i < n; i++) {
            const long double m = a[i] - 0.5L * b[i];
            form += c[i] * m * m + 0.1L * c[i] * m * b[i] + c[i] * b[i] * b[i];
            tenth[i] = 0.1 * c[i];
        }
        compare(kernels->spent(&(KernelModes){.n = n, .u = a, .d = b},
                               &(KernelSpent){.mm = c, .md = tenth, .dd = c}),
                form, form);
        compare(kernels->dot_size(n, a, b), sizes, scale);
        kernels->add(n, factor, a, y);
        compare_all(y, y_is, n);
        free(a);
        free(b);
        free(y);
        free(c);
        free(tenth);
    }
}

START_TEST(dot_products_equal_long_double_sums)
{
    each_version("dots", dots_test, tight);
}
END_TEST

/* Points far from touching but for one in some hundred; the bits and pe are exact. */
static void watch_case(const Kernels *kernels, uint32_t n, bool reads)
{
    enum { MOST = 32 * KERNEL_GROUP };
    double *x[5]; /* offset, xi, pd, pe, source, one double off their alignment */
    uint32_t wanted = 0;

    for (int k = 0; k < 5; k++) {
        x[k] = array(MOST + 1) + 1;
        fill(x[k], n);
    }
    for (uint32_t i = 0; i < n; i++) {
        x[0][i] = -2.5 + (i % 149 == 1 ? 1.0 : 0.0);
        x[3][i] = reads ? 77.0 : x[3][i];
    }
    const double least = 0.25;
    const double sign = reads ? -0.75 : 1.0;
    for (uint32_t i = 0; i < n; i++) {
        const double pe = reads ? sign * x[4][i] : x[3][i];
        const double most = fmax(fmax(pe, -x[2][i]), 0.0);
        wanted |= (uint32_t)(x[0][i] + x[1][i] + most >= least) << i / KERNEL_GROUP;
    }
    const KernelWatch watch = {.n = n,
                               .source = reads ? x[4] : NULL,
                               .sign = sign,
                               .offset = x[0],
                               .xi = x[1],
                               .pd = x[2],
                               .pe = x[3],
                               .least = least};
    exactly(kernels->watch(&watch) == wanted);
    for (uint32_t i = 0; i < n && reads; i++) {
        exactly(x[3][i] == sign * x[4][i]);
    }
    for (int k = 0; k < 5; k++) {
        exactly(x[k][n] == 0.0 || n == MOST);
        free(x[k] - 1);
    }
}

static void watch_test(const Kernels *kernels)
{
    for (uint32_t n = 1; n <= 300; n++) {
        watch_case(kernels, n, n % 2);
    }
    watch_case(kernels, 1023, true);
    watch_case(kernels, 1024, false);
}

START_TEST(watch_finds_the_groups_that_may_touch)
{
    each_version("watch", watch_test, 0.0);
}
END_TEST

/* The best one runs here, is in the table, and its lanes fit the padding. */
START_TEST(best_kernel_runs_here_and_is_in_the_table)
{
    bool runs = false;
    bool found = false;
    uint32_t count = 0;

    for (; kernels_at(count, &runs); count++) {
        const Kernels *kernels = kernels_at(count, &runs);
        found = found || (runs && kernels == kernels_choose(0, 512, 0));
        ck_assert_uint_eq(KERNEL_PAD % kernels->lanes, 0);
        ck_assert_uint_le(kernels->lanes, KERNEL_LANES_MAX);
        ck_assert(count > 0 || runs);
    }
    ck_assert(found);
    /* eight lanes never for a mass or few modes; four and two always if they are asked for */
    ck_assert_uint_lt(kernels_choose(0, 1, 0)->lanes, 8);
    ck_assert_uint_le(kernels_choose(0, 32, 0)->lanes, kernels_choose(0, 33, 0)->lanes);
    ck_assert_ptr_eq(kernels_choose(0, 1, 100), kernels_choose(0, 33, 0));
    for (uint32_t i = 0; kernels_at(i, &runs); i++) {
        const Kernels *kernels = kernels_at(i, &runs);
        ck_assert_ptr_eq(kernels_choose(kernels->lanes, 512, 0), runs ? kernels : NULL);
    }
    ck_assert_ptr_null(kernels_choose(3, 512, 0));
    printf("table    %u versions, this machine takes %s\n", count, kernels_choose(0, 512, 0)->name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernels of modes");
    TCase *tests = tcase_create("kernels of modes");

    tcase_add_test(tests, best_kernel_runs_here_and_is_in_the_table);
    tcase_add_test(tests, advance_equals_its_equation);
    tcase_add_test(tests, deferred_and_settled_steps_agree_to_the_bit);
    tcase_add_test(tests, outlook_predicts_the_next_reading);
    tcase_add_test(tests, block_equals_single_steps);
    tcase_add_test(tests, rounding_of_a_block_stays_below_its_bound);
    tcase_add_test(tests, steps_equal_repeated_advance);
    tcase_add_test(tests, jump_equals_a_block_of_steps);
    tcase_add_test(tests, reach_bounds_every_mode);
    tcase_add_test(tests, dot_products_equal_long_double_sums);
    tcase_add_test(tests, watch_finds_the_groups_that_may_touch);
    tcase_set_timeout(tests, 600);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
