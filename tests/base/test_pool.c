/* The pool: every task is done once, whoever does it, and worlds sound the same on any number of
 * threads. */
#include "src/base/status.h"

#include <urto/pool.h>
#include <urto/world.h>

#include <check.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TASKS = 1000, RUNS = 3000 };

typedef struct Tally {
    _Atomic uint32_t times[TASKS];
} Tally;

static void tally(void *context, uint32_t index)
{
    atomic_fetch_add(&((Tally *)context)->times[index], 1);
}

static const uint32_t helpers[] = {0, 1, 3, 7};

START_TEST(every_task_runs_exactly_once)
{
    UrtoPool *pool = NULL;
    Tally *counts = calloc(1, sizeof *counts);
    uint32_t expected[TASKS] = {0};

    ck_assert_int_eq(urto_pool_create(&pool, helpers[_i], NULL), URTO_OK);
    ck_assert_uint_eq(urto_pool_helpers(pool), helpers[_i]);
    for (uint32_t run = 0; run < RUNS; run++) {
        const uint32_t count = run * 7919u % (run % 5 ? 9u : TASKS);
        urto_pool_run(pool, tally, counts, count);
        for (uint32_t i = 0; i < count; i++) {
            expected[i]++;
        }
        /* nothing is left to do when run returns */
        for (uint32_t i = 0; i < count; i++) {
            ck_assert_uint_eq(atomic_load(&counts->times[i]), expected[i]);
        }
    }
    for (uint32_t i = 0; i < TASKS; i++) {
        ck_assert_uint_eq(atomic_load(&counts->times[i]), expected[i]);
    }
    urto_pool_destroy(pool);
    free(counts);
}
END_TEST

enum { VOICES = 12, FRAMES = 4800, BLOCK = 64 };

typedef struct Choir {
    UrtoWorld *worlds[VOICES];
    float out[VOICES][FRAMES];
    uint32_t at;
} Choir;

static UrtoWorld *voice(uint32_t index)
{
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoWorldOptions options = {.ledger = true};
    UrtoStringDef string = urto_string_def();
    UrtoMassDef mass = urto_mass_def();
    UrtoContactDef contact = urto_contact_def();
    UrtoBody bodies[2] = {{0}, {0}};

    options.ledger = false;
    string.model = URTO_MODEL_MODAL;
    string.tension *= 1.0 + 0.1 * index;
    mass.position = -1e-3;
    mass.velocity = 1.0;
    contact.law = (UrtoLaw){1e8, 2.3, 0.0};
    ck_assert_int_eq(urto_world_def_create(&def, NULL), URTO_OK);
    urto_world_def_options(def, &options);
    bodies[0] = urto_world_def_string(def, &string);
    bodies[1] = urto_world_def_mass(def, &mass);
    UrtoPortDef port = urto_port_def(bodies[1]);
    contact.below = urto_world_def_port(def, &port);
    port = urto_port_def(bodies[0]);
    port.x = 0.1;
    contact.above = urto_world_def_port(def, &port);
    urto_world_def_contact(def, &contact);
    const UrtoProbeDef probe = urto_probe_def(contact.above);
    urto_world_def_probe(def, &probe);
    ck_assert_int_eq(urto_world_create(&world, def, 48000.0, NULL), URTO_OK);
    urto_world_def_destroy(def);
    return world;
}

static void sing(void *context, uint32_t index)
{
    Choir *choir = context;
    float *out[] = {choir->out[index] + choir->at};

    urto_world_process(choir->worlds[index], NULL, out, BLOCK);
}

static Choir *perform(uint32_t count)
{
    Choir *choir = calloc(1, sizeof *choir);
    UrtoPool *pool = NULL;

    ck_assert_int_eq(urto_pool_create(&pool, count, NULL), URTO_OK);
    for (uint32_t i = 0; i < VOICES; i++) {
        choir->worlds[i] = voice(i);
    }
    for (; choir->at < FRAMES; choir->at += BLOCK) {
        urto_pool_run(pool, sing, choir, VOICES);
    }
    for (uint32_t i = 0; i < VOICES; i++) {
        urto_world_destroy(choir->worlds[i]);
    }
    urto_pool_destroy(pool);
    return choir;
}

START_TEST(helpers_do_not_change_the_sound)
{
    Choir *alone = perform(0);
    Choir *many = perform(3);

    for (uint32_t i = 0; i < VOICES; i++) {
        float peak = 0.0F;
        for (uint32_t n = 0; n < FRAMES; n++) {
            peak = alone->out[i][n] > peak ? alone->out[i][n] : peak;
        }
        ck_assert_float_gt(peak, 1e-3F);
    }
    ck_assert_int_eq(memcmp(alone->out, many->out, sizeof alone->out), 0);
    free(alone);
    free(many);
}
END_TEST

START_TEST(bad_pools_are_refused)
{
    UrtoPool *pool = NULL;
    UrtoDiagnostic why;

    ck_assert_int_eq(urto_pool_create(NULL, 1, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_pool_create(&pool, URTO_MAX_HELPERS + 1, &why), URTO_ERROR_LIMIT);
    ck_assert_ptr_null(pool);
    ck_assert_str_eq(why.message, "helpers is 64, must be 0 to 63");
    urto_pool_destroy(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pool");
    TCase *tests = tcase_create("pool");

    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, every_task_runs_exactly_once, 0, sizeof helpers / sizeof *helpers);
    tcase_add_test(tests, helpers_do_not_change_the_sound);
    tcase_add_test(tests, bad_pools_are_refused);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
