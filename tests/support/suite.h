/* Running one Check suite as one program. */
#ifndef TESTS_SUPPORT_SUITE_H
#define TESTS_SUPPORT_SUITE_H

#include <check.h>
#include <stddef.h>
#include <stdlib.h>

/* Runs a suite in this process, for sanitizers; returns an exit code. */
static inline int suite_finish(Suite *suite)
{
    SRunner *runner = srunner_create(suite);

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
