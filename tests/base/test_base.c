/* What everything stands on: waiting events, Cholesky factors, sums, arenas, ranges. */
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include "src/base/arena.h"
#include "src/base/cholesky.h"
#include "src/base/event_queue.h"
#include "src/base/status.h"
#include "src/base/sum.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct Waiting {
    uint64_t frame;
    uint32_t number;
} Waiting;

enum { ROOM = 8 };

/* Of the waiting events the earliest, and of these the one that came first. */
static int next_of(const Waiting *list, int count)
{
    int best = 0;

    for (int i = 1; i < count; i++) {
        best = list[i].frame < list[best].frame ? i : best;
    }
    return best;
}

/* Against a plain list, with a full queue and one that has moved on in its memory. */
START_TEST(events_come_by_frame_and_then_in_order)
{
    Waiting memory[ROOM];
    Waiting list[ROOM];
    EventQueue queue = {.memory = (unsigned char *)memory, .size = sizeof(Waiting), .room = ROOM};
    Random random = {3};
    uint64_t clock = 0;
    int count = 0;
    for (uint32_t n = 0; n < 20000; n++) {
        if (random_uniform(&random, 0.0, 1.0) < 0.6) {
            const Waiting event = {clock + (uint64_t)random_uniform(&random, 0.0, 4.0), n};
            ck_assert(event_queue_add(&queue, &event) == (count < ROOM));
            if (count < ROOM) {
                list[count++] = event;
            }
        } else {
            clock++;
            const uint32_t most = 3;
            const uint64_t next = count ? list[next_of(list, count)].frame : UINT64_MAX;
            const uint64_t until = next > clock ? next - clock : 0;
            ck_assert_uint_eq(event_queue_until(&queue, clock, most),
                              !count || until > most ? most : until);
            const Waiting *taken = event_queue_take(&queue, clock);
            while (count && list[next_of(list, count)].frame <= clock) {
                const int at = next_of(list, count);
                ck_assert_ptr_nonnull(taken);
                ck_assert_uint_eq(taken->number, list[at].number);
                ck_assert_uint_eq(taken->frame, list[at].frame);
                memmove(list + at, list + at + 1, (size_t)(count - at - 1) * sizeof *list);
                count--;
                taken = event_queue_take(&queue, clock);
            }
            ck_assert_ptr_null(taken);
        }
        ck_assert_uint_eq(queue.count, (unsigned)count);
    }
    event_queue_clear(&queue);
    ck_assert_ptr_null(event_queue_take(&queue, UINT64_MAX));
    ck_assert_uint_eq(event_queue_until(&queue, 0, 77), 77);
}
END_TEST

/* A x = b with A = M M^T + I, full and in a band. */
START_TEST(cholesky_solves_its_equations)
{
    enum { MOST = 9 };
    Random random = {11};
    for (uint32_t n = 1; n <= MOST; n++) {
        for (uint32_t band = 0; band < 2; band++) {
            double m[MOST][MOST] = {{0.0}};
            double a[MOST * MOST] = {0.0};
            double factor[MOST * MOST];
            double x[MOST];
            double b[MOST];
            uint32_t profile[MOST];
            for (uint32_t i = 0; i < n; i++) {
                for (uint32_t j = band && i > 2 ? i - 2 : 0; j <= i; j++) {
                    m[i][j] = random_uniform(&random, -1.0, 1.0);
                }
                profile[i] = i > 2 ? i - 2 : 0;
                b[i] = x[i] = random_uniform(&random, -1.0, 1.0);
            }
            for (uint32_t i = 0; i < n; i++) {
                for (uint32_t j = 0; j < n; j++) {
                    a[i * n + j] = i == j ? 1.0 : 0.0;
                    for (uint32_t k = 0; k < n; k++) {
                        a[i * n + j] += m[i][k] * m[j][k];
                    }
                }
            }
            memcpy(factor, a, sizeof a);
            cholesky_factor(factor, band ? profile : NULL, n);
            cholesky_solve(factor, band ? profile : NULL, n, x);
            for (uint32_t i = 0; i < n; i++) {
                double left = -b[i];
                for (uint32_t j = 0; j < n; j++) {
                    left += a[i * n + j] * x[j];
                }
                ck_assert_double_le(fabs(left), 1e-13);
            }
        }
    }
}
END_TEST

/* All rows depend on the first, but for rounding that would take their pivots below 0. */
START_TEST(cholesky_leaves_out_what_depends_on_the_rest)
{
    enum { N = 9 };
    Random random = {12};
    double flat[N * N];
    double y[N];
    double sum = 0.0;

    for (uint32_t i = 0; i < N; i++) {
        for (uint32_t j = 0; j < i; j++) {
            flat[i * N + j] = 1.0 + DBL_EPSILON * floor(random_uniform(&random, 0.0, 3.0));
        }
        flat[i * N + i] = y[i] = 1.0;
    }
    cholesky_factor(flat, NULL, N);
    cholesky_solve(flat, NULL, N, y);
    for (uint32_t i = 0; i < N; i++) {
        ck_assert_double_le(fabs(y[i]), 2.0);
        sum += y[i];
    }
    ck_assert_double_eq_tol(sum, 1.0, 1e-14);
}
END_TEST

/* What a plain sum would lose is kept. */
START_TEST(sums_keep_their_digits)
{
    Sum sum = {0.0, 0.0};
    sum_add(&sum, 1.0);
    for (int i = 0; i < 1000; i++) {
        sum_add(&sum, 1e-17);
    }
    sum_add(&sum, -1.0);
    ck_assert_double_eq_tol(sum_of(&sum), 1e-14, 1e-20);
    Sum other = {0.0, 0.0};
    sum_add(&other, 1e-30);
    sum_add(&other, 1e30);
    sum_add(&other, -1e30);
    ck_assert_double_eq(sum_of(&other), 1e-30);
}
END_TEST

/* Measured and laid out alike, aligned, one after the other, long ones with a gap. */
START_TEST(an_arena_keeps_its_arrays_apart)
{
    static const size_t counts[] = {1, 8, 9, 127, 128, 200};
    static unsigned char memory[8192 + ARENA_ALIGNMENT];
    Arena measure = {NULL, 0};
    Arena arena = {arena_align(memory + 1), 0};
    size_t end = 0;
    ck_assert_uint_eq((uintptr_t)arena.base % ARENA_ALIGNMENT, 0);
    ck_assert(arena.base > memory && arena.base < memory + 1 + ARENA_ALIGNMENT);
    ck_assert_ptr_eq(arena_align(arena.base), arena.base);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        double *array = NULL;
        ck_assert_ptr_null(arena_take(&measure, counts[i], sizeof *array));
        ARENA_TAKE(&arena, array, counts[i]);
        ck_assert_uint_eq(measure.used, arena.used);
        const size_t start = (size_t)((unsigned char *)array - arena.base);
        const size_t bytes = counts[i] * sizeof *array;
        ck_assert_uint_eq(start % ARENA_ALIGNMENT, 0);
        ck_assert(start >= end && start < end + ARENA_ALIGNMENT);
        end = start + bytes + (bytes >= ARENA_LONG ? ARENA_GAP : 0);
        ck_assert_uint_eq(arena.used, end);
    }
}
END_TEST

START_TEST(a_range_has_its_ends)
{
    const Range closed = {1.0, 2.0, false, "1 to 2"};
    const Range open = {1.0, 2.0, true, "> 1"};
    const struct {
        double value;
        bool in_closed, in_open;
    } rows[] = {{1.0, true, false},
                {2.0, true, true},
                {1.5, true, true},
                {nextafter(1.0, 0.0), false, false},
                {nextafter(2.0, 3.0), false, false},
                {nextafter(1.0, 2.0), true, true},
                {(double)NAN, false, false},
                {(double)INFINITY, false, false},
                {(double)-INFINITY, false, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        UrtoDiagnostic why = {0};
        ck_assert_int_eq(status_check_range(&why, "it", rows[i].value, closed),
                         rows[i].in_closed ? URTO_OK : URTO_ERROR_ARGUMENT);
        ck_assert_int_eq(status_check_range(&why, "it", rows[i].value, open),
                         rows[i].in_open ? URTO_OK : URTO_ERROR_ARGUMENT);
        ck_assert_str_eq(why.field, rows[i].in_open ? "" : "it");
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {events_come_by_frame_and_then_in_order,
                                  cholesky_solves_its_equations,
                                  cholesky_leaves_out_what_depends_on_the_rest,
                                  sums_keep_their_digits,
                                  an_arena_keeps_its_arrays_apart,
                                  a_range_has_its_ends};

    return SUITE_RUN("base", tests);
}
