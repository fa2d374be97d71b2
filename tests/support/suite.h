/* Running one Check suite as one program. */
#ifndef TESTS_SUPPORT_SUITE_H
#define TESTS_SUPPORT_SUITE_H

#include <check.h>
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Takes the locale that URTO_TEST_LOCALE names, which must write a comma in numbers. */
static inline void suite_locale(void)
{
    const char *name = getenv("URTO_TEST_LOCALE");

    if (name && (!setlocale(LC_ALL, name) || localeconv()->decimal_point[0] != ',')) {
        fprintf(stderr, "the locale %s is not there or has no comma\n", name);
        exit(EXIT_FAILURE);
    }
}

/* Runs a suite in this process, for sanitizers; returns an exit code. */
static inline int suite_finish(Suite *suite)
{
    SRunner *runner = srunner_create(suite);

    suite_locale();
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static inline int suite_run(const char *name, const TTest *const tests[], size_t count,
                            double timeout)
{
    Suite *suite = suite_create(name);
    TCase *cases = tcase_create(name);
    tcase_set_timeout(cases, timeout);
    for (size_t i = 0; i < count; i++) {
        tcase_add_test(cases, tests[i]);
    }
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}

#define SUITE_RUN(name, tests) suite_run(name, tests, sizeof(tests) / sizeof((tests)[0]), 600.0)

#endif
