/* What both tables of bad input share: values that are wrong in every way, how they are put into a
 * good call one at a time, and what a refusal must look like. */
#ifndef TESTS_API_BAD_INPUT_H
#define TESTS_API_BAD_INPUT_H

#include "tests/support/kit.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* One public function and all bad calls to it. */
typedef struct Row {
    const char *name;
    void (*calls)(void);
    const char *takes_huge; /* why 1e308 is no bad input here, or NULL */
} Row;

#define ROW(function)                                                                              \
    {                                                                                              \
#function, bad_##function, NULL                                                            \
    }
#define ROW_TAKES_HUGE(function, why)                                                              \
    {                                                                                              \
#function, bad_##function, why                                                             \
    }
/* There is nothing to give it, so nothing bad. */
#define ROW_TAKES_NOTHING(function)                                                                \
    {                                                                                              \
#function, bad_nothing, NULL                                                               \
    }

static inline void bad_nothing(void)
{
}

static const Row *row;     /* the one that runs */
static char bad_value[80]; /* the one that is tried, for messages */

static const double bad_numbers[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308};
static const int bad_choices[] = {-1, 99};

static char long_text[10001];
static const char *const bad_names[] = {NULL, "", long_text, "\xff\xfe\x80", "steel\xc3"};

static inline void fill_long_text(void)
{
    memset(long_text, 'a', sizeof long_text - 1);
}

/* One place after the other is NaN, infinite or huge while the call is made. Places are
 * pointers. */
#define BAD_NUMBERS_IN(call, ...)                                                                  \
    do {                                                                                           \
        double *const places[] = {__VA_ARGS__};                                                    \
        for (size_t p_ = 0; p_ < COUNT(places); p_++) {                                            \
            const double kept_ = *places[p_];                                                      \
            for (size_t n_ = 0; n_ < COUNT(bad_numbers); n_++) {                                   \
                *places[p_] = bad_numbers[n_];                                                     \
                snprintf(bad_value, sizeof bad_value, "place %zu is %g", p_, bad_numbers[n_]);     \
                call;                                                                              \
            }                                                                                      \
            *places[p_] = kept_;                                                                   \
        }                                                                                          \
    } while (0)

/* The same for counts and indices. */
#define BAD_COUNTS_IN(call, ...)                                                                   \
    do {                                                                                           \
        uint32_t *const places[] = {__VA_ARGS__};                                                  \
        for (size_t p_ = 0; p_ < COUNT(places); p_++) {                                            \
            const uint32_t kept_ = *places[p_];                                                    \
            *places[p_] = UINT32_MAX;                                                              \
            snprintf(bad_value, sizeof bad_value, "place %zu is UINT32_MAX", p_);                  \
            call;                                                                                  \
            *places[p_] = kept_;                                                                   \
        }                                                                                          \
    } while (0)

/* The same for one place of an enumeration. */
#define BAD_CHOICES_IN(Type, call, place)                                                          \
    do {                                                                                           \
        const Type kept_ = place;                                                                  \
        for (size_t n_ = 0; n_ < COUNT(bad_choices); n_++) {                                       \
            place = (Type)bad_choices[n_];                                                         \
            snprintf(bad_value, sizeof bad_value, #place " is %d", bad_choices[n_]);               \
            call;                                                                                  \
        }                                                                                          \
        place = kept_;                                                                             \
    } while (0)

/* The same for one name. */
#define BAD_NAMES_IN(call, place)                                                                  \
    do {                                                                                           \
        for (size_t n_ = 0; n_ < COUNT(bad_names); n_++) {                                         \
            place = bad_names[n_];                                                                 \
            snprintf(bad_value, sizeof bad_value, #place " is bad name %zu", n_);                  \
            call;                                                                                  \
        }                                                                                          \
    } while (0)

/* A diagnostic as nobody leaves it. */
static inline UrtoDiagnostic nothing_said(void)
{
    return (UrtoDiagnostic){.status = URTO_OK, .value = -1.0};
}

static inline void expect_sentence(const char *call, const char *text)
{
    ck_assert_msg(strlen(text) > 8 && strchr(text, ' '), "%s: %s, %s: no sentence: \"%s\"",
                  row->name, call, bad_value, text);
    for (const char *at = text; *at; at++) {
        ck_assert_msg((unsigned char)*at >= ' ', "%s: %s, %s: not one line: \"%s\"", row->name,
                      call, bad_value, text);
    }
}

static inline void expect_refusal(const char *call, UrtoStatus status, const UrtoDiagnostic *said)
{
    ck_assert_msg(status != URTO_OK, "%s: %s, %s: accepted", row->name, call, bad_value);
    ck_assert_msg(said->status == status, "%s: %s, %s: returns %d, says %d", row->name, call,
                  bad_value, (int)status, (int)said->status);
    ck_assert_msg(said->field[0], "%s: %s, %s: no field", row->name, call, bad_value);
    expect_sentence(call, said->message);
}

/* The call, which names `why`, is refused with a sentence, and the same way when nobody listens;
 * `unchanged` holds after both. */
#define REFUSED_BUT(call, unchanged)                                                               \
    do {                                                                                           \
        UrtoDiagnostic said = nothing_said();                                                      \
        UrtoDiagnostic *why = &said;                                                               \
        const UrtoStatus status = (call);                                                          \
        expect_refusal(#call, status, &said);                                                      \
        why = NULL;                                                                                \
        const UrtoStatus silent = (call);                                                          \
        (void)why;                                                                                 \
        ck_assert_msg(silent == status, "%s: %s: another status without why", row->name, #call);   \
        unchanged;                                                                                 \
    } while (0)

/* A question without an answer. */
#define GIVES_NOTHING(call)                                                                        \
    ck_assert_msg(!(call), "%s: %s, %s: gives something", row->name, #call, bad_value)

/* What a refused call would write to stays as it was. */
#define UNTOUCHED 0x5a
#define UNTOUCH(out) memset(&(out), UNTOUCHED, sizeof(out))
static inline void expect_untouched(const char *call, const void *out, size_t bytes)
{
    const unsigned char *byte = out;

    for (size_t i = 0; i < bytes; i++) {
        ck_assert_msg(byte[i] == UNTOUCHED, "%s: %s, %s: wrote although it refused", row->name,
                      call, bad_value);
    }
}

/* Huge input that is none of the bad gives a number. */
static inline void expect_finite(const char *call, double number)
{
    ck_assert_msg(row->takes_huge, "%s: the table does not say why it takes huge values",
                  row->name);
    ck_assert_msg(isfinite(number), "%s: %s, %s: %g", row->name, call, bad_value, number);
}

/* All numbers that can be seen of something, in an order. */
typedef struct Seen {
    double numbers[1024];
    size_t count;
} Seen;

static inline void see(Seen *seen, double number)
{
    ck_assert_uint_lt(seen->count, COUNT(seen->numbers));
    seen->numbers[seen->count++] = number;
}

static inline void see_ledger(Seen *seen, UrtoLedger ledger)
{
    double entries[sizeof ledger / sizeof(double)];

    memcpy(entries, &ledger, sizeof entries);
    for (size_t i = 0; i < COUNT(entries); i++) {
        see(seen, entries[i]);
    }
}

static inline void expect_same(const char *call, const Seen *before, const Seen *after)
{
    ck_assert_uint_eq(before->count, after->count);
    for (size_t i = 0; i < before->count; i++) {
        ck_assert_msg(memcmp(&before->numbers[i], &after->numbers[i], sizeof(double)) == 0,
                      "%s: %s, %s: number %zu was %.17g, is %.17g", row->name, call, bad_value, i,
                      before->numbers[i], after->numbers[i]);
    }
}

static const Row *rows_;
static void (*before_)(void), (*after_)(void);

START_TEST(bad_input_is_refused_with_a_sentence_and_changes_nothing)
{
    row = &rows_[_i];
    snprintf(bad_value, sizeof bad_value, "NULL");
    before_();
    row->calls();
    after_();
}
END_TEST

/* --list: the names of the table. Else each row is run, in a process of its own, so that a crash is
 * told by its name. */
static inline int table_run(int argc, char **argv, const Row *rows, size_t count,
                            void (*before)(void), void (*after)(void))
{
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < count; i++) {
            puts(rows[i].name);
        }
        return EXIT_SUCCESS;
    }
    fill_long_text();
    rows_ = rows;
    before_ = before;
    after_ = after;
    Suite *suite = suite_create("bad input");
    for (size_t i = 0; i < count; i++) {
        if (argc < 2 || strcmp(argv[1], rows[i].name) == 0) {
            TCase *one = tcase_create(rows[i].name);
            tcase_set_timeout(one, 120.0);
            tcase_add_loop_test(one, bad_input_is_refused_with_a_sentence_and_changes_nothing,
                                (int)i, (int)i + 1);
            suite_add_tcase(suite, one);
        }
    }
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#define TABLE_RUN(argc, argv, rows, before, after)                                                 \
    table_run(argc, argv, rows, COUNT(rows), before, after)

#endif
