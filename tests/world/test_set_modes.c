/* Bodies that get other modes, and ports with weights by mode: a voice that becomes another key. */
#include "tests/support/kit.h"

#include <string.h>

enum { ROOM = 24, FRAMES = 600 };
static const double rate = 48000.0;

typedef struct Struck {
    UrtoWorld *world;
    UrtoBody hammer, body;
    UrtoPort hit, heard;
    UrtoContact felt;
} Struck;

static void fill(UrtoMode *modes, double *hit, double *heard, uint32_t count, double lowest)
{
    for (uint32_t i = 0; i < count; i++) {
        modes[i] = (UrtoMode){lowest * (1.0 + 1.37 * i), 3.0 + i, 0.05 + 0.01 * i};
        hit[i] = cos(1.0 + i);
        heard[i] = sin(0.3 + i);
    }
}

/* A hammer on modes that are as they should be from the start, or are set later. */
static Struck struck(uint32_t count, double lowest, uint32_t room, bool ledger)
{
    UrtoMode modes[ROOM];
    double hit[ROOM];
    double heard[ROOM];
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoWorldOptions options = urto_world_options();
    UrtoModalDef modal = urto_modal_def();
    Struck made;

    options.ledger = ledger;
    urto_world_def_options(def, &options);
    fill(modes, hit, heard, room, room == count ? lowest : 50.0);
    made.hammer = kit_hammer(def, 0.01, -1e-4, 0.8);
    modal.modes = modes;
    modal.count = room;
    made.body = urto_world_def_modal(def, &modal);
    UrtoPortDef port = urto_port_def(made.body);
    port.weighted = true;
    const UrtoPort head = urto_world_def_port_at(def, made.hammer, 0.0, 0.0);
    made.hit = urto_world_def_port(def, &port);
    made.heard = urto_world_def_port(def, &port);
    made.felt = urto_world_def_contact_between(def, head, made.hit, (UrtoLaw){1e7, 1.7, 0.2}, 0.0);
    const UrtoProbeDef probe = urto_probe_def(made.heard);
    urto_world_def_probe(def, &probe);
    made.world = kit_world(def, rate);
    fill(modes, hit, heard, count, lowest);
    if (room != count) {
        KIT_OK(urto_world_set_modes(made.world, made.body, modes, count, NULL));
    }
    KIT_OK(urto_world_set_weights(made.world, made.hit, hit, count, NULL));
    KIT_OK(urto_world_set_weights(made.world, made.heard, heard, count, NULL));
    return made;
}

static void play(UrtoWorld *world, float *sound)
{
    float *const out[1] = {sound};

    urto_world_process(world, NULL, out, FRAMES);
}

START_TEST(modes_that_are_set_sound_like_modes_that_were_made)
{
    static const uint32_t counts[] = {1, 2, 5, 8, 17};
    const uint32_t count = counts[_i];
    Struck made = struck(count, 220.0, count, false);
    Struck set = struck(count, 220.0, ROOM, false);
    float one[FRAMES], two[FRAMES], three[FRAMES];
    UrtoWorld *copy = NULL;
    double most = 0.0;

    KIT_OK(urto_world_clone(&copy, set.world, NULL));
    play(made.world, one);
    play(set.world, two);
    play(copy, three);
    for (int i = 0; i < FRAMES; i++) {
        most = fmax(most, fabs((double)one[i]));
        ck_assert_double_le(fabs((double)one[i] - (double)two[i]), 1e-7 * (1e-3 + most));
    }
    ck_assert_double_ge(most, 1e-3);
    ck_assert_int_eq(memcmp(two, three, sizeof two), 0);
    urto_world_destroy(made.world);
    urto_world_destroy(set.world);
    urto_world_destroy(copy);
}
END_TEST

START_TEST(a_body_may_shrink_and_grow_again)
{
    Struck set = struck(17, 220.0, ROOM, false);
    Struck fresh = struck(17, 220.0, ROOM, false);
    UrtoMode modes[ROOM];
    double hit[ROOM], heard[ROOM];
    float one[FRAMES], two[FRAMES];

    fill(modes, hit, heard, 3, 500.0);
    KIT_OK(urto_world_set_modes(set.world, set.body, modes, 3, NULL));
    ck_assert_uint_eq(urto_world_body_info(set.world, set.body).degrees, 3);
    play(set.world, one);
    urto_world_reset(set.world);
    ck_assert_uint_eq(urto_world_body_info(set.world, set.body).degrees, 3);
    fill(modes, hit, heard, 17, 220.0);
    KIT_OK(urto_world_set_modes(set.world, set.body, modes, 17, NULL));
    play(set.world, one);
    play(fresh.world, two);
    for (int i = 0; i < FRAMES; i++) {
        ck_assert_double_le(fabs((double)one[i] - (double)two[i]), 1e-7);
    }
    urto_world_destroy(set.world);
    urto_world_destroy(fresh.world);
}
END_TEST

/* While the hammer presses: the ledger counts what a change adds. */
START_TEST(the_ledger_balances_through_changes)
{
    Struck set = struck(9, 220.0, ROOM, true);
    UrtoMode modes[ROOM];
    double hit[ROOM], heard[ROOM];

    for (uint32_t frame = 0; frame < 400; frame++) {
        if (frame % 7 == 3) {
            const uint32_t count = 2 + frame % 19;
            fill(modes, hit, heard, count, 150.0 + frame);
            KIT_OK(urto_world_set_modes(set.world, set.body, modes, count, NULL));
            KIT_OK(urto_world_set_weights(set.world, set.hit, hit, count, NULL));
        }
        kit_step(set.world);
        const UrtoLedger ledger = urto_world_ledger(set.world);
        ck_assert_double_le(fabs(ledger.residual), 1e-11 * kit_total(&ledger));
    }
    urto_world_destroy(set.world);
}
END_TEST

START_TEST(modes_beyond_the_band_are_silent)
{
    Struck set = struck(4, 20000.0, ROOM, false);
    float sound[FRAMES];
    UrtoMode info = urto_world_mode_info(set.world, set.body, 0);

    ck_assert_double_eq_tol(info.frequency, 20000.0, 1e-9);
    play(set.world, sound);
    for (int i = 0; i < FRAMES; i++) {
        ck_assert(isfinite(sound[i]));
    }
    ck_assert_double_eq(urto_world_mode_displacement(set.world, set.body, 3), 0.0);
    urto_world_destroy(set.world);
}
END_TEST

/* An acceleration is a difference of velocities; one is of before the change and one of after it. */
START_TEST(a_change_is_no_acceleration)
{
    UrtoMode modes[2] = {{20.0, 1.0, 0.1}, {31.0, 1.0, 0.1}};
    const double weights[2] = {1.0, 0.5}, other[2] = {-1.5, 1.5};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoModalDef modal = urto_modal_def();

    modal.modes = modes;
    modal.count = 2;
    const UrtoBody body = urto_world_def_modal(def, &modal);
    UrtoPortDef port = urto_port_def(body);
    port.weighted = true;
    const UrtoPort heard = urto_world_def_port(def, &port);
    UrtoProbeDef probe = urto_probe_def(heard);
    probe.quantity = URTO_QUANTITY_ACCELERATION;
    const UrtoProbe probed = urto_world_def_probe(def, &probe);
    UrtoWorld *world = kit_world(def, rate);
    KIT_OK(urto_world_set_weights(world, heard, weights, 2, NULL));
    KIT_OK(urto_world_strike(world, heard, 0.01, 0, NULL));
    kit_step(world);
    double most = 0.0;
    for (int frame = 1; frame < 6000; frame++) {
        if (frame == 2500) {
            KIT_OK(urto_world_set_weights(world, heard, other, 2, NULL));
        } else if (frame == 4500) {
            modes[0].mass = 0.2;
            KIT_OK(urto_world_set_modes(world, body, modes, 2, NULL));
        }
        kit_step(world);
        const double now = fabs(urto_world_probe(world, probed));
        if (frame < 2500) {
            most = frame > 1 ? fmax(most, now) : most;
        } else {
            ck_assert_msg(now < 6.0 * most, "frame %d: %g after %g", frame, now, most);
        }
    }
    urto_world_destroy(world);
}
END_TEST

START_TEST(what_has_no_modes_or_no_weights_is_refused)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoStringDef string = kit_string(URTO_MODEL_GRID);
    const UrtoBody body = urto_world_def_string(def, &string);
    UrtoPortDef port = urto_port_def(body);
    UrtoWorld *world = NULL;
    UrtoDiagnostic why;

    port.weighted = true;
    urto_world_def_port(def, &port);
    ck_assert_int_eq(urto_world_create(&world, def, rate, &why), URTO_ERROR_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(why.message, "grid"));
    urto_world_def_destroy(def);

    Struck set = struck(4, 200.0, ROOM, false);
    UrtoMode modes[ROOM + 1] = {{100.0, 1.0, 1.0}};
    double weights[ROOM + 1] = {1.0};
    ck_assert_int_eq(urto_world_set_modes(set.world, set.hammer, modes, 1, &why),
                     URTO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(urto_world_set_modes(set.world, set.body, modes, 0, &why), URTO_ERROR_LIMIT);
    ck_assert_int_eq(urto_world_set_modes(set.world, set.body, modes, ROOM + 1, &why),
                     URTO_ERROR_LIMIT);
    ck_assert_int_ne(urto_world_set_modes(set.world, set.body, modes, 2, &why), URTO_OK);
    ck_assert_int_eq(urto_world_set_weights(set.world, set.heard, weights, ROOM + 1, &why),
                     URTO_ERROR_LIMIT);
    ck_assert_int_eq(urto_world_set_weights(set.world, (UrtoPort){.id = 1}, weights, 1, &why),
                     URTO_ERROR_UNSUPPORTED);
    urto_world_destroy(set.world);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("set_modes");
    TCase *tests = tcase_create("set_modes");

    tcase_add_loop_test(tests, modes_that_are_set_sound_like_modes_that_were_made, 0, 5);
    tcase_add_test(tests, a_body_may_shrink_and_grow_again);
    tcase_add_test(tests, the_ledger_balances_through_changes);
    tcase_add_test(tests, modes_beyond_the_band_are_silent);
    tcase_add_test(tests, a_change_is_no_acceleration);
    tcase_add_test(tests, what_has_no_modes_or_no_weights_is_refused);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
