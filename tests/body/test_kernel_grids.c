/* The kernels of strings and surfaces, every version. */
#include "tests/support/versions.h"

/* Coefficients of a step; in case c: tension, bending or both, viscosity, loss, clamped. */
typedef struct Forces {
    double coef_d, tension, bending, viscous;
    bool clamped;
} Forces;

enum { FORCES = 32 };

static Forces forces_of(int c)
{
    return (Forces){.coef_d = c & 1 ? 0.97 : 1.0,
                    .tension = c & 2 ? 0.31 : 0.0,
                    .bending = c & 4 ? 0.021 : 0.0,
                    .viscous = c & 8 ? 0.013 : 0.0,
                    .clamped = c & 16};
}

static void line_case(const Kernels *kernels, uint32_t n, const Forces *forces, bool keeps_last)
{
    enum { MOST = 228 };
    const size_t room = KERNEL_EDGE + n + 1 + KERNEL_LANES_MAX;
    double *memory[3];
    long double u[MOST] = {0.0L};
    long double d[MOST] = {0.0L};
    long double v[MOST] = {0.0L};
    long double e[MOST] = {0.0L};

    for (int i = 0; i < 3; i++) {
        memory[i] = array(room);
    }
    fill(memory[0] + KERNEL_EDGE, n);
    fill(memory[1] + KERNEL_EDGE, n);
    for (uint32_t i = 1; i <= n; i++) {
        u[i] = memory[0][KERNEL_EDGE + i - 1];
        d[i] = memory[1][KERNEL_EDGE + i - 1];
    }
    const KernelLine line = {.n = n,
                             .u = memory[0] + KERNEL_EDGE,
                             .d = memory[1] + KERNEL_EDGE,
                             .last = keeps_last ? memory[2] + KERNEL_EDGE : NULL,
                             .coef_d = forces->coef_d,
                             .tension = forces->tension,
                             .bending = forces->bending,
                             .viscous = forces->viscous,
                             .clamped = forces->clamped};
    kernels->line(&line);
    /* S u on the rim is 0, clamped twice the neighbour */
    for (uint32_t i = 0; i <= n + 1; i++) {
        const long double bent = i > 0 && i <= n    ? u[i - 1] - 2.0L * u[i] + u[i + 1]
                                 : !forces->clamped ? 0.0L
                                                    : 2.0L * u[i ? n : 1];
        v[i] = forces->tension * u[i] - forces->bending * bent + forces->viscous * d[i];
    }
    for (uint32_t i = 1; i <= n; i++) {
        e[i] = forces->coef_d * d[i] + (v[i - 1] - 2.0L * v[i] + v[i + 1]);
        u[i] += e[i];
    }
    compare_all(line.u, u + 1, n);
    compare_all(line.d, e + 1, n);
    if (keeps_last) {
        compare_all(line.last, d + 1, n);
    }
    for (int a = 0; a < 2; a++) {
        for (size_t i = 0; i < room; i++) {
            exactly(memory[a][i] == 0.0 || (i >= KERNEL_EDGE && i < KERNEL_EDGE + n));
        }
    }
    for (int i = 0; i < 3; i++) {
        free(memory[i]);
    }
}

static void line_test(const Kernels *kernels)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 7, 8, 9, 13, 16, 17, 226};

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (int c = 0; c < FORCES; c++) {
            const Forces forces = forces_of(c);
            line_case(kernels, sizes[s], &forces, false);
            line_case(kernels, sizes[s], &forces, true);
        }
    }
}

START_TEST(line_equals_its_equation)
{
    each_version("line", line_test, tight);
}
END_TEST

/* A surface with its rim in plain rows, and the same in the order of the kernels. */
enum { SIDE = 42 };

typedef long double Field[SIDE][SIDE]; /* [j][i] */

typedef struct Sheet {
    KernelSurface surface;
    size_t width, room;
    double *u, *d, *last, *v, *mask;
    bool inside[SIDE][SIDE];
    Field u_is, d_is, last_is;
} Sheet;

static size_t sheet_cell(const Kernels *kernels, const Sheet *sheet, uint32_t i, uint32_t j)
{
    return kernel_cell(kernels->lanes, sheet->surface.vectors, i, j);
}

static bool sheet_inside(uint32_t columns, uint32_t rows, uint32_t i, uint32_t j, bool round)
{
    const double x = 2.0 * i / (columns + 1.0) - 1.0;
    const double y = 2.0 * j / (rows + 1.0) - 1.0;

    return i > 0 && i <= columns && j > 0 && j <= rows && (!round || x * x + y * y < 1.0);
}

static void sheet_begin(Sheet *sheet, const Kernels *kernels, uint32_t columns, uint32_t rows,
                        const Forces *forces, bool round, bool keeps_last)
{
    const uint32_t lanes = kernels->lanes;
    const uint32_t vectors = (columns + 1) / lanes + 1;
    const uint32_t others = (lanes - 1) * vectors;

    memset(sheet, 0, sizeof *sheet);
    sheet->width = (size_t)vectors * lanes;
    sheet->room = sheet->width * (rows + 2);
    sheet->u = array(sheet->room);
    sheet->d = array(sheet->room);
    sheet->last = array(sheet->room);
    sheet->v = array(4 * sheet->width);
    sheet->mask = array(round ? sheet->room : sheet->width);
    sheet->surface = (KernelSurface){.columns = columns,
                                     .rows = rows,
                                     .vectors = vectors,
                                     .full = columns > others ? columns - others : 0,
                                     .u = sheet->u,
                                     .d = sheet->d,
                                     .last = keeps_last ? sheet->last : NULL,
                                     .v = sheet->v,
                                     .mask = sheet->mask,
                                     .coef_d = forces->coef_d,
                                     .tension = forces->tension,
                                     .bending = forces->bending,
                                     .viscous = forces->viscous,
                                     .clamped = forces->clamped,
                                     .round = round};
    for (uint32_t j = 1; j <= rows; j++) {
        for (uint32_t i = 1; i <= columns; i++) {
            if (sheet_inside(columns, rows, i, j, round)) {
                const size_t at = sheet_cell(kernels, sheet, i, j);
                sheet->inside[j][i] = true;
                sheet->mask[sheet_cell(kernels, sheet, i, round ? j : 0)] = 1.0;
                sheet->u_is[j][i] = sheet->u[at] = random_value();
                sheet->d_is[j][i] = sheet->d[at] = random_value();
                sheet->last_is[j][i] = sheet->last[at] = random_value();
            }
        }
    }
}

static void sheet_end(Sheet *sheet)
{
    free(sheet->u);
    free(sheet->d);
    free(sheet->last);
    free(sheet->v);
    free(sheet->mask);
}

/* The places inside against the reference; everywhere else exactly 0. */
static void sheet_compare(const Kernels *kernels, const Sheet *sheet, const double *got,
                          const Field *wanted)
{
    const long double scale = largest(&(*wanted)[0][0], (size_t)SIDE * SIDE);
    static bool known[SIDE * (SIDE + 2 * KERNEL_LANES_MAX)];

    memset(known, 0, sizeof known);
    for (uint32_t j = 1; j <= sheet->surface.rows; j++) {
        for (uint32_t i = 1; i <= sheet->surface.columns; i++) {
            if (sheet->inside[j][i]) {
                const size_t at = sheet_cell(kernels, sheet, i, j);
                compare(got[at], (*wanted)[j][i], scale);
                known[at] = true;
            }
        }
    }
    for (size_t i = 0; i < sheet->room; i++) {
        exactly(known[i] || got[i] == 0.0); /* the rim */
    }
}

static long double laplacian(const Field *x, uint32_t i, uint32_t j)
{
    return (*x)[j][i - 1] + (*x)[j][i + 1] + (*x)[j - 1][i] + (*x)[j + 1][i] - 4.0L * (*x)[j][i];
}

static void sheet_step(Sheet *sheet)
{
    const KernelSurface *s = &sheet->surface;
    static Field v;
    static Field e;

    memset(v, 0, sizeof v);
    memset(e, 0, sizeof e);
    for (uint32_t j = 1; j <= s->rows; j++) {
        for (uint32_t i = 1; i <= s->columns; i++) {
            if (sheet->inside[j][i]) {
                v[j][i] = s->tension * sheet->u_is[j][i] -
                          s->bending * laplacian(&sheet->u_is, i, j) +
                          s->viscous * sheet->d_is[j][i];
            }
        }
    }
    /* S u = 2 u_1 on a clamped rim */
    for (uint32_t j = 1; s->clamped && j <= s->rows; j++) {
        v[j][0] = -2.0L * s->bending * sheet->u_is[j][1];
        v[j][s->columns + 1] = -2.0L * s->bending * sheet->u_is[j][s->columns];
    }
    for (uint32_t i = 1; s->clamped && i <= s->columns; i++) {
        v[0][i] = -2.0L * s->bending * sheet->u_is[1][i];
        v[s->rows + 1][i] = -2.0L * s->bending * sheet->u_is[s->rows][i];
    }
    for (uint32_t j = 1; j <= s->rows; j++) {
        for (uint32_t i = 1; i <= s->columns; i++) {
            if (sheet->inside[j][i]) {
                e[j][i] = s->coef_d * sheet->d_is[j][i] + laplacian(&v, i, j);
            }
        }
    }
    for (uint32_t j = 1; j <= s->rows; j++) {
        for (uint32_t i = 1; i <= s->columns; i++) {
            sheet->last_is[j][i] = sheet->d_is[j][i];
            sheet->d_is[j][i] = e[j][i];
            sheet->u_is[j][i] += e[j][i];
        }
    }
}

/* Sum of x y, of the differences, of S x S y over the inside and half of it on a clamped rim. */
typedef struct Sums {
    long double squares, gradients, bends, size[3];
} Sums;

static void sum_up(long double *sum, long double *size, long double value)
{
    *sum += value;
    *size += fabsl(value);
}

static Sums sums_of(const Sheet *sheet, const Field *x, const Field *y)
{
    const uint32_t columns = sheet->surface.columns;
    const uint32_t rows = sheet->surface.rows;
    Sums s = {0};

    for (uint32_t j = 0; j <= rows + 1; j++) {
        for (uint32_t i = 0; i <= columns + 1; i++) {
            sum_up(&s.squares, &s.size[0], (*x)[j][i] * (*y)[j][i]);
            if (i <= columns) {
                sum_up(&s.gradients, &s.size[1],
                       ((*x)[j][i + 1] - (*x)[j][i]) * ((*y)[j][i + 1] - (*y)[j][i]));
            }
            if (j <= rows) {
                sum_up(&s.gradients, &s.size[1],
                       ((*x)[j + 1][i] - (*x)[j][i]) * ((*y)[j + 1][i] - (*y)[j][i]));
            }
            if (sheet->inside[j][i]) {
                sum_up(&s.bends, &s.size[2], laplacian(x, i, j) * laplacian(y, i, j));
            }
        }
    }
    for (uint32_t j = 1; sheet->surface.clamped && j <= rows; j++) {
        sum_up(&s.bends, &s.size[2], 2.0L * (*x)[j][1] * (*y)[j][1]);
        sum_up(&s.bends, &s.size[2], 2.0L * (*x)[j][columns] * (*y)[j][columns]);
    }
    for (uint32_t i = 1; sheet->surface.clamped && i <= columns; i++) {
        sum_up(&s.bends, &s.size[2], 2.0L * (*x)[1][i] * (*y)[1][i]);
        sum_up(&s.bends, &s.size[2], 2.0L * (*x)[rows][i] * (*y)[rows][i]);
    }
    return s;
}

static void compare_forms(KernelForms got, const Sums *wanted, bool bends)
{
    compare(got.squares, wanted->squares, wanted->size[0]);
    compare(got.gradients, wanted->gradients, wanted->size[1]);
    if (bends) {
        compare(got.bends, wanted->bends, wanted->size[2]);
    }
}

/* Sizes up to 40 with every remainder of the lanes. A clamped round plate does not exist. */
static void each_sheet(const Kernels *kernels, bool every,
                       void (*test)(const Kernels *, Sheet *, bool keeps_last))
{
    static const uint32_t sizes[][2] = {{1, 1},  {1, 2},  {2, 1},  {2, 2},   {3, 5},   {4, 3},
                                        {5, 9},  {6, 1},  {7, 7},  {8, 4},   {9, 8},   {11, 2},
                                        {13, 3}, {15, 6}, {16, 5}, {17, 16}, {23, 11}, {1, 40},
                                        {40, 1}, {31, 7}, {32, 9}, {33, 4},  {39, 40}, {40, 39}};
    static Sheet sheet;

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (int c = 0; c < FORCES; c++) {
            const Forces forces = forces_of(every ? c : c & 16);
            for (int round = 0; round < (forces.clamped ? 1 : 2) && (every || c % 16 == 0);
                 round++) {
                for (int keeps_last = 0; keeps_last < 2; keeps_last++) {
                    sheet_begin(&sheet, kernels, sizes[s][0], sizes[s][1], &forces, round,
                                keeps_last);
                    test(kernels, &sheet, keeps_last);
                    sheet_end(&sheet);
                }
            }
        }
    }
}

static void surface_case(const Kernels *kernels, Sheet *sheet, bool keeps_last)
{
    /* a second step reads what the first has left in v and on the rim */
    for (int n = 0; n < 2; n++) {
        kernels->surface(&sheet->surface);
        sheet_step(sheet);
    }
    sheet_compare(kernels, sheet, sheet->u, (const Field *)&sheet->u_is);
    sheet_compare(kernels, sheet, sheet->d, (const Field *)&sheet->d_is);
    if (keeps_last) {
        sheet_compare(kernels, sheet, sheet->last, (const Field *)&sheet->last_is);
    }
}

static void surface_test(const Kernels *kernels)
{
    each_sheet(kernels, true, surface_case);
}

START_TEST(surface_equals_its_equation)
{
    each_version("surface", surface_test, tight);
}
END_TEST

static void forms_case(const Kernels *kernels, Sheet *sheet, bool keeps_last)
{
    static Field less;
    static Field both;

    for (int j = 0; j < SIDE; j++) {
        for (int i = 0; i < SIDE; i++) {
            less[j][i] = sheet->u_is[j][i] - sheet->d_is[j][i];
            both[j][i] = sheet->d_is[j][i] + sheet->last_is[j][i];
        }
    }
    const Sums strain = sums_of(sheet, (const Field *)&sheet->u_is, (const Field *)&less);
    const Sums moving = sums_of(sheet, (const Field *)&sheet->d_is, (const Field *)&sheet->d_is);
    const Sums lost = sums_of(sheet, (const Field *)&both, (const Field *)&both);
    for (int bends = 0; bends < 2; bends++) {
        compare_forms(kernels->forms(&sheet->surface, sheet->u, sheet->d, bends), &strain, bends);
        compare_forms(kernels->forms(&sheet->surface, sheet->d, NULL, bends), &moving, bends);
    }
    if (keeps_last) {
        compare_forms(kernels->loss(&sheet->surface), &lost, false);
    }
}

static void forms_test(const Kernels *kernels)
{
    each_sheet(kernels, false, forms_case);
}

START_TEST(quadratic_forms_equal_their_sums)
{
    each_version("forms", forms_test, tight);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernels of grids");
    TCase *tests = tcase_create("kernels of grids");

    tcase_add_test(tests, line_equals_its_equation);
    tcase_add_test(tests, surface_equals_its_equation);
    tcase_add_test(tests, quadratic_forms_equal_their_sums);
    tcase_set_timeout(tests, 600);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
