/* Descriptions that remember a refusal; worlds that are cloned, reset, put to rest and asleep; what
 * waits for its frame; contact events. */
#include "tests/support/random_world.h"
#include "tests/support/suite.h"

#include <string.h>

/* A hammer under a bar, heard at its end. */
typedef struct Bell {
    UrtoWorldDef *def;
    UrtoBody hammer, bar;
    UrtoPort head, struck, heard;
    UrtoContact felt;
} Bell;

static Bell bell(const UrtoWorldOptions *options)
{
    Bell b = {0};
    UrtoMassDef mass = urto_mass_def();
    UrtoBarDef bar = urto_bar_of(urto_material_find("steel"), 0.2, 0.02, 0.004);

    KIT_OK(urto_world_def_create(&b.def, NULL));
    urto_world_def_options(b.def, options);
    bar.loss[0] = 5.0;
    mass.position = -0.01;
    b.hammer = urto_world_def_mass(b.def, &mass);
    b.bar = urto_world_def_bar(b.def, &bar);
    b.head = urto_world_def_port_at(b.def, b.hammer, 0.0, 0.0);
    b.struck = urto_world_def_port_at(b.def, b.bar, 0.03, 0.0);
    b.heard = urto_world_def_port_at(b.def, b.bar, 0.19, 0.0);
    b.felt = urto_world_def_contact_between(b.def, b.head, b.struck, (UrtoLaw){1e8, 1.5, 0.2}, 0.0);
    const UrtoProbeDef ear = urto_probe_def(b.heard);
    urto_world_def_probe(b.def, &ear);
    return b;
}

START_TEST(the_first_refusal_stays_and_later_calls_do_nothing)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoMassDef mass = urto_mass_def();
    UrtoContactDef contact = urto_contact_def();
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};
    const UrtoBody body = urto_world_def_mass(def, &mass);
    contact.below = urto_world_def_port_at(def, body, 0.0, 0.0);
    contact.law.exponent = 0.5;
    ck_assert_uint_eq(urto_world_def_contact(def, &contact).id, 0);
    mass.mass = -1.0;
    ck_assert_uint_eq(urto_world_def_mass(def, &mass).id, 0);
    contact.law.exponent = 1.5;
    ck_assert_uint_eq(urto_world_def_contact(def, &contact).id, 0);
    ck_assert_int_eq(urto_world_create(&world, def, 44100.0, &why), URTO_ERROR_ARGUMENT);
    ck_assert_ptr_null(world);
    ck_assert_str_eq(why.field, "exponent");
    ck_assert_str_eq(why.message, "exponent is 0.5, must be 1 to 10");
    urto_world_def_clear(def);
    ck_assert_uint_eq(urto_world_def_contact(def, &contact).id, 1);
    KIT_OK(urto_world_create(&world, def, 44100.0, &why));
    urto_world_destroy(world);
    urto_world_def_destroy(def);
}
END_TEST

#define ZERO(Name, name)                                                                           \
    {                                                                                              \
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);                                         \
        UrtoDiagnostic why = {0};                                                                  \
        const Urto##Name##Def zero = {0};                                                          \
        ck_assert_uint_eq(urto_world_def_##name(def, &zero).id, 0);                                \
        ck_assert_int_eq(urto_world_def_status(def, &why), URTO_ERROR_ARGUMENT);                   \
        ck_assert_msg(strstr(why.message, "use urto_" #name "_def()") != NULL, "%s", why.message); \
        urto_world_def_destroy(def);                                                               \
    }

START_TEST(a_definition_that_its_function_has_not_begun_is_refused){
    ZERO(Mass, mass) ZERO(String, string) ZERO(Bar, bar) ZERO(Membrane, membrane) ZERO(Plate, plate)
        ZERO(Modal, modal) ZERO(Port, port) ZERO(Contact, contact) ZERO(Line, line) ZERO(Bow, bow)
            ZERO(Drive, drive) ZERO(Probe, probe)} END_TEST

    START_TEST(handles_of_another_world_are_refused)
{
    Bell one = bell(NULL);
    Bell other = bell(NULL);
    UrtoDiagnostic why = {0};
    UrtoWorld *world = kit_world(one.def, 44100.0);
    ck_assert_int_eq(urto_world_strike(world, other.struck, 1.0, 0, &why), URTO_ERROR_NOT_FOUND);
    ck_assert_str_eq(why.message, "port is a handle of another world");
    ck_assert_int_eq(urto_world_throw(world, other.hammer, 0.0, 1.0, 0, &why),
                     URTO_ERROR_NOT_FOUND);
    ck_assert_int_eq(urto_world_throw_at(world, one.hammer, other.felt, 1.0, 0, &why),
                     URTO_ERROR_NOT_FOUND);
    ck_assert_int_eq(
        urto_world_set_contact(world, other.felt, URTO_CONTACT_DAMPING, 0.1, 0, 0, &why),
        URTO_ERROR_NOT_FOUND);
    ck_assert_double_eq(urto_world_displacement(world, other.head), 0.0);
    ck_assert_double_lt(urto_world_displacement(world, one.head), 0.0);
    ck_assert_uint_eq(urto_world_def_port_at(other.def, one.bar, 0.1, 0.0).id, 0);
    ck_assert_int_eq(urto_world_def_status(other.def, &why), URTO_ERROR_NOT_FOUND);
    ck_assert_str_eq(why.message, "body is a handle of another description");
    urto_world_def_destroy(other.def);
    urto_world_destroy(world);
}
END_TEST

START_TEST(a_control_of_another_kind_is_no_control)
{
    Bell b = bell(NULL);
    UrtoDiagnostic why = {0};
    UrtoWorld *world = kit_world(b.def, 44100.0);
    /* what a cast or an int would let through */
    ck_assert_int_eq(urto_world_set_port(world, b.heard, (UrtoPortControl)URTO_CONTACT_STIFFNESS,
                                         0.1, 0, 0, &why),
                     URTO_ERROR_NOT_FOUND);
    for (uint32_t c = 0; c < URTO_CONTROLS; c++) {
        const UrtoControlInfo *info = urto_control_info(c);
        ck_assert_ptr_nonnull(info);
        ck_assert_double_lt(info->minimum, info->maximum);
        ck_assert_uint_eq(urto_probe_target((UrtoProbe){.id = 1}, (UrtoProbeControl)c).control == c,
                          info->owner == URTO_OWNER_PROBE);
    }
    ck_assert_ptr_null(urto_control_info(URTO_CONTROLS));
    urto_world_destroy(world);
}
END_TEST

/* What a world does, one frame after the other, to be compared to the last bit. */
static void same_steps(RandomWorld *one, RandomWorld *two, int frames, uint64_t seed)
{
    for (int n = 0; n < frames; n++) {
        random_step(one);
        random_step(two);
        for (uint32_t i = 1; i <= one->ports; i++) {
            const double a = urto_world_displacement(one->world, (UrtoPort){.id = i});
            const double b = urto_world_displacement(two->world, (UrtoPort){.id = i});
            ck_assert_msg(memcmp(&a, &b, sizeof a) == 0,
                          "seed %llu, frame %d, port %u: %.17g %.17g", (unsigned long long)seed, n,
                          i, a, b);
        }
    }
    const UrtoLedger a = urto_world_ledger(one->world);
    const UrtoLedger b = urto_world_ledger(two->world);
    ck_assert(memcmp(&a, &b, sizeof a) == 0);
}

static uint64_t worlds = 120;

START_TEST(a_clone_goes_on_like_its_original_and_outlives_it)
{
    for (uint64_t seed = 1; seed <= worlds; seed++) {
        const KitSolver solver = kit_solver(seed % KIT_SOLVERS);
        RandomWorld one = random_world_with(seed, solver, seed % 2);
        for (int n = 0; n < 100; n++) {
            random_step(&one);
        }
        RandomWorld two = one;
        KIT_OK(urto_world_clone(&two.world, one.world, NULL));
        RandomWorld three = two;
        KIT_OK(urto_world_clone(&three.world, two.world, NULL));
        ck_assert_uint_eq(urto_world_bytes(two.world), urto_world_bytes(one.world));
        same_steps(&one, &two, 200, seed);
        urto_world_destroy(one.world);
        urto_world_destroy(two.world);
        for (int n = 0; n < 200; n++) {
            random_step(&three); /* its memory is its own: checked by the address sanitizer */
        }
        urto_world_destroy(three.world);
    }
}
END_TEST

START_TEST(a_world_that_is_reset_is_new)
{
    for (uint64_t seed = 1; seed <= worlds; seed++) {
        const KitSolver solver = kit_solver(seed % KIT_SOLVERS);
        RandomWorld one = random_world_with(seed, solver, seed % 2);
        RandomWorld two = random_world_with(seed, solver, seed % 2);
        urto_world_cancel(one.world); /* what was set by hand after creation is no part of it */
        urto_world_cancel(two.world);
        const RandomWorld start = one;
        for (int n = 0; n < 150; n++) {
            random_step(&one);
        }
        if (one.changes) {
            random_changes(&one);
        }
        for (int n = 0; n < 150; n++) {
            random_step(&one);
        }
        urto_world_reset(one.world);
        const UrtoLedger ledger = urto_world_ledger(one.world);
        const UrtoLedger wanted = urto_world_ledger(two.world);
        ck_assert(memcmp(&ledger, &wanted, sizeof ledger) == 0);
        ck_assert_uint_eq(urto_world_statistics(one.world).steps, 0);
        one.dice = two.dice = start.dice;
        same_steps(&one, &two, 200, seed);
        urto_world_destroy(one.world);
        urto_world_destroy(two.world);
    }
}
END_TEST

START_TEST(what_comes_with_a_delay_is_what_comes_at_its_frame)
{
    enum { FRAMES = 600, AT = 201 };
    static float early[FRAMES], late[FRAMES];
    const UrtoWorldOptions options = {.repeatable = true};
    for (int action = 0; action < 5; action++) {
        for (int delayed = 0; delayed < 2; delayed++) {
            Bell b = bell(&options);
            UrtoWorld *world = kit_world(b.def, 44100.0);
            UrtoShape *shape = NULL;
            KIT_OK(urto_shape_create_pluck(&shape, world, b.struck, 1e-4, NULL));
            float *out = delayed ? late : early;
            if (!delayed) {
                urto_world_process(world, NULL, &out, AT);
            }
            const uint32_t delay = delayed ? AT : 0;
            const UrtoStatus status =
                action == 0   ? urto_world_strike(world, b.struck, 0.01, delay, NULL)
                : action == 1 ? urto_world_throw(world, b.hammer, -1e-3, 2.0, delay, NULL)
                : action == 2 ? urto_world_throw_at(world, b.hammer, b.felt, 2.0, delay, NULL)
                : action == 3
                    ? urto_world_release(world, shape, -2.0, delay, NULL)
                    : urto_world_set_port(world, b.heard, URTO_PORT_X, 0.1, delay, 50, NULL);
            KIT_OK(status);
            float *rest = out + (delayed ? 0 : AT);
            urto_world_process(world, NULL, &rest, FRAMES - (delayed ? 0 : AT));
            urto_world_destroy(world);
            urto_shape_destroy(shape);
        }
        ck_assert_msg(memcmp(early, late, sizeof early) == 0, "action %d", action);
        ck_assert(action == 4 || late[FRAMES - 1] != 0.0f);
        ck_assert(late[AT - 1] == 0.0f);
    }
}
END_TEST

START_TEST(a_shape_follows_the_tuning_and_knows_its_world)
{
    Bell b = bell(NULL);
    Bell other = bell(NULL);
    UrtoWorld *world = kit_world(b.def, 44100.0);
    UrtoWorld *stranger = kit_world(other.def, 44100.0);
    UrtoShape *shape = NULL;
    KIT_OK(urto_shape_create_pluck(&shape, world, b.struck, 1e-4, NULL));
    KIT_OK(urto_world_release(world, shape, 1.0, 0, NULL));
    const double before = urto_world_displacement(world, b.heard);
    KIT_OK(urto_world_set_body(world, b.bar, URTO_BODY_TUNING, 0.8, 0, 0, NULL));
    urto_world_process(world, NULL, NULL, 1);
    KIT_OK(urto_world_release(world, shape, 2.0, 0, NULL));
    ck_assert_double_eq_tol(urto_world_displacement(world, b.heard), 2.0 * before,
                            1e-9 * fabs(before));
    ck_assert_int_eq(urto_world_release(stranger, shape, 1.0, 0, NULL), URTO_ERROR_NOT_FOUND);
    UrtoWorld *twin = NULL;
    KIT_OK(urto_world_clone(&twin, world, NULL));
    KIT_OK(urto_world_release(twin, shape, 1.0, 5, NULL));
    urto_shape_destroy(shape);
    urto_world_destroy(twin);
    urto_world_destroy(world);
    urto_world_destroy(stranger);
}
END_TEST

/* A ball that bounces: masses of the momentum that it changes. */
START_TEST(contact_events_tell_speed_force_and_impulse_on_every_path)
{
    for (int path = 0; path < 3; path++) {
        const UrtoWorldOptions options = {.contact_events = 5, .ledger = path == 1};
        UrtoWorldDef *def = NULL;
        UrtoMassDef ball = urto_mass_def();
        UrtoContactEvent events[8];
        KIT_OK(urto_world_def_create(&def, NULL));
        urto_world_def_options(def, &options);
        ball.gravity = -9.81;
        ball.position = 0.05;
        const UrtoBody body = urto_world_def_mass(def, &ball);
        const UrtoPort port = urto_world_def_port_at(def, body, 0.0, 0.0);
        const UrtoContact floor =
            urto_world_def_contact_between(def, (UrtoPort){0}, port, (UrtoLaw){1e7, 1.5, 0.3}, 0.0);
        if (path == 2) {
            /* a second one, never touched: the general path */
            urto_world_def_contact_between(def, port, (UrtoPort){0}, (UrtoLaw){1e7, 1.5, 0.0},
                                           10.0);
        }
        UrtoWorld *world = kit_world(def, 48000.0);
        double down = 0.0, largest = 0.0;
        uint64_t began = 0;
        for (uint64_t n = 0; n < 12000 && !largest; n++) {
            const double v = urto_world_velocity(world, port);
            const bool free = urto_world_contact_force(world, floor) == 0.0;
            kit_step(world);
            if (free && urto_world_contact_force(world, floor) != 0.0) {
                down = -v;
                began = n;
            }
            if (!free && urto_world_contact_force(world, floor) == 0.0) {
                largest = urto_world_statistics(world).force_max;
            }
        }
        const double up = urto_world_velocity(world, port);
        ck_assert_uint_eq(urto_world_contact_events(world, events, 8), 2);
        ck_assert_int_eq(events[0].kind, URTO_CONTACT_BEGINS);
        ck_assert_int_eq(events[1].kind, URTO_CONTACT_ENDS);
        ck_assert_uint_eq(events[0].contact.id, floor.id);
        ck_assert_uint_eq(events[0].frame, began);
        ck_assert_uint_gt(events[1].frame, began);
        ck_assert_double_eq_tol(events[0].speed, down, 0.01);
        ck_assert_double_eq(events[1].speed, events[0].speed);
        ck_assert_double_eq_tol(events[1].peak_force, largest, 1e-9 * largest);
        const double seconds = (double)(events[1].frame - began) / 48000.0;
        ck_assert_double_eq_tol(events[1].impulse, ball.mass * (up + down + 9.81 * seconds),
                                1e-3 * events[1].impulse);
        ck_assert_uint_eq(urto_world_contact_events(world, events, 8), 0);
        /* nobody drains: the oldest stay, the rest is counted */
        urto_world_process(world, NULL, NULL, 48000);
        const uint32_t lost = urto_world_statistics(world).contact_events_lost;
        ck_assert_uint_gt(lost, 0);
        ck_assert_uint_eq(urto_world_contact_events(world, events, 8), 8);
        ck_assert_int_eq(events[0].kind, URTO_CONTACT_BEGINS);
        urto_world_destroy(world);
    }
}
END_TEST

START_TEST(worlds_fall_asleep_and_wake)
{
    Bell b = bell(NULL);
    UrtoWorld *world = kit_world(b.def, 44100.0);
    ck_assert(urto_world_sleeps(world));
    KIT_OK(urto_world_throw_at(world, b.hammer, b.felt, 1.0, 100, NULL));
    ck_assert(!urto_world_sleeps(world));
    double loud = 0.0, seconds = 0.0;
    while (!urto_world_sleeps(world) && seconds < 60.0) {
        float out[441];
        urto_world_process(world, NULL, (float *[]){out}, 441);
        loud = fmax(loud, fabs((double)out[440]));
        seconds += 0.01;
    }
    ck_assert_msg(seconds > 0.5 && seconds < 60.0, "it sounds for %g s", seconds);
    float out[4410];
    urto_world_process(world, NULL, (float *[]){out}, 4410);
    for (int i = 0; i < 4410; i++) {
        ck_assert_double_lt(fabs((double)out[i]), 1e-7 * loud);
    }
    /* a ball that lies on a floor is at rest, one that falls is not */
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoMassDef ball = urto_mass_def();
    ball.gravity = -9.81;
    ball.position = 1e-3;
    const UrtoBody body = urto_world_def_mass(def, &ball);
    const UrtoPort port = urto_world_def_port_at(def, body, 0.0, 0.0);
    urto_world_def_contact_between(def, (UrtoPort){0}, port, (UrtoLaw){1e7, 1.5, 3.0}, 0.0);
    UrtoWorld *floor = kit_world(def, 44100.0);
    ck_assert(!urto_world_sleeps(floor));
    urto_world_process(floor, NULL, NULL, 10 * 44100);
    ck_assert(urto_world_sleeps(floor));
    urto_world_rest(world);
    ck_assert(urto_world_sleeps(world));
    urto_world_destroy(floor);
    urto_world_destroy(world);
}
END_TEST

START_TEST(a_probe_of_energy_switches_the_ledger_on)
{
    for (int quantity = URTO_QUANTITY_STORED; quantity <= URTO_QUANTITY_RESIDUAL; quantity++) {
        Bell b = bell(NULL);
        UrtoProbeDef probe = urto_probe_def((UrtoPort){0});
        probe.quantity = (UrtoQuantity)quantity;
        probe.channel = 1;
        urto_world_def_probe(b.def, &probe);
        UrtoWorld *world = kit_world(b.def, 44100.0);
        KIT_OK(urto_world_throw_at(world, b.hammer, b.felt, 1.0, 0, NULL));
        urto_world_process(world, NULL, NULL, 2000);
        const UrtoLedger ledger = urto_world_ledger(world);
        const bool kept = ledger.dissipated_body > 0.0;
        ck_assert_int_eq(kept, quantity != URTO_QUANTITY_STORED);
        ck_assert(!kept || fabs(ledger.residual) < 1e-12 * kit_total(&ledger));
        urto_world_destroy(world);
    }
}
END_TEST

START_TEST(options_that_are_zero_are_the_defaults)
{
    const UrtoWorldOptions spelled = {
        .oversampling = 1, .outputs = 1, .events = 256, .smoothing = 0.005, .band = 1.0};
    const UrtoWorldOptions zero = {0};
    static float out[3][2000];
    for (int i = 0; i < 3; i++) {
        Bell b = bell(i == 0 ? NULL : (i == 1 ? &zero : &spelled));
        UrtoWorld *world = kit_world(b.def, 44100.0);
        KIT_OK(urto_world_throw_at(world, b.hammer, b.felt, 1.0, 0, NULL));
        KIT_OK(
            urto_world_set_probe(world, (UrtoProbe){.id = 1}, URTO_PROBE_GAIN, 2.0, 300, 0, NULL));
        urto_world_process(world, NULL, (float *[]){out[i]}, 2000);
        urto_world_destroy(world);
        ck_assert(memcmp(out[i], out[0], sizeof *out) == 0);
    }
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = {
        the_first_refusal_stays_and_later_calls_do_nothing,
        a_definition_that_its_function_has_not_begun_is_refused,
        handles_of_another_world_are_refused,
        a_control_of_another_kind_is_no_control,
        a_clone_goes_on_like_its_original_and_outlives_it,
        a_world_that_is_reset_is_new,
        what_comes_with_a_delay_is_what_comes_at_its_frame,
        a_shape_follows_the_tuning_and_knows_its_world,
        contact_events_tell_speed_force_and_impulse_on_every_path,
        worlds_fall_asleep_and_wake,
        a_probe_of_energy_switches_the_ledger_on,
        options_that_are_zero_are_the_defaults,
    };

    worlds = argc > 1 ? strtoull(argv[1], NULL, 10) : worlds;
    return SUITE_RUN("lifecycle", tests);
}
