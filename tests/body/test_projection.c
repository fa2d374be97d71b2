/* Shapes and plucks on modal bodies: amplitudes against closed forms, high modes that must not
 * look like low ones, and how many places are asked. */
#define _XOPEN_SOURCE 600 /* jn */

#include "tests/support/kit.h"

#include "src/world/world.h"

static const double pi = 3.14159265358979323846;

/* Energy of the springs of the first body: sum of K q^2/2. */
static double strain(const UrtoWorld *world)
{
    const Body *body = &world->model.bodies[0];
    double sum = 0.0;

    for (uint32_t i = 0; i < body->n; i++) {
        sum += 0.5 * body->springs[i] * body->u[i] * body->u[i];
    }
    return sum;
}

static double amplitude(const UrtoWorld *world, uint32_t mode)
{
    const Body *body = &world->model.bodies[0];

    return body->u[mode] * body->scale[mode];
}

static UrtoWorldDef *def_at(uint32_t oversampling)
{
    UrtoWorldDef *def = NULL;
    const UrtoWorldOptions options = {.ledger = true, .oversampling = oversampling};

    KIT_OK(urto_world_def_create(&def, NULL));
    urto_world_def_options(def, &options);
    return def;
}

static UrtoStringDef thin_string(void)
{
    UrtoStringDef string = kit_string(URTO_MODEL_MODAL);

    string.length = 0.637;
    string.tension = 20.1;
    string.density = 0.0155;
    string.rigidity = 0.0;
    return string;
}

START_TEST(plucked_string_has_the_energy_of_a_tent)
{
    const UrtoStringDef string = thin_string();
    const double L = string.length;
    const double x0 = 0.146 * L;
    const double height = 0.454e-3;
    UrtoWorldDef *def = def_at(4);
    const UrtoBody body = urto_world_def_string(def, &string);
    const UrtoPort port = kit_port(def, body, x0, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, 96000.0);
    double worst = 0.0;

    ck_assert_uint_eq(world->model.bodies[0].n, 6792);
    KIT_OK(urto_world_pluck(world, port, height, NULL));
    for (uint32_t i = 0; i < 6792; i++) {
        const double n = i + 1.0;
        const double closed =
            2.0 * height * L * L * sin(n * pi * x0 / L) / (n * n * pi * pi * x0 * (L - x0));
        worst = fmax(worst, fabs(amplitude(world, i) - closed));
    }
    printf("string pluck: %.9e J, worst amplitude %.1e of the height off\n", strain(world),
           worst / height);
    ck_assert_double_eq_tol(strain(world) / 2.607808261511716e-5, 1.0, 2e-5);
    ck_assert_double_le(worst, 1e-7 * height);
    urto_world_destroy(world);
}
END_TEST

START_TEST(plucked_drum_has_its_energy)
{
    UrtoMembraneDef drum = urto_membrane_def();
    UrtoWorldDef *def = def_at(1);

    drum.loss[0] = drum.loss[1] = 0.0;
    drum.model = URTO_MODEL_MODAL;
    const UrtoBody body = urto_world_def_membrane(def, &drum);
    const UrtoPort port = kit_port(def, body, 0.33 * 0.15, 0.13 * 0.15, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, 16000.0);
    KIT_OK(urto_world_pluck(world, port, 1e-3, NULL));
    printf("drum pluck: %.7e J\n", strain(world));
    ck_assert_double_eq_tol(strain(world), 3.3594e-3, 0.5e-7);
    urto_world_destroy(world);
}
END_TEST

/* A mode as a shape function, which counts how often it is asked. */
typedef struct Wanted {
    const Body *body;
    uint32_t mode, calls;
} Wanted;

static double wanted_shape(void *context, double x, double y)
{
    Wanted *wanted = context;

    wanted->calls++;
    return 1e-3 * body_mode_shape(wanted->body, wanted->mode, x, y);
}

/* Sets one mode as a shape: it has all of the amplitude, no other has more than `rest` of it. */
static uint32_t alone(UrtoWorld *world, UrtoBody body, uint32_t mode, double rest)
{
    Wanted wanted = {&world->model.bodies[0], mode, 0};

    KIT_OK(urto_world_set_shape(world, body, wanted_shape, NULL, &wanted, NULL));
    for (uint32_t i = 0; i < wanted.body->n; i++) {
        ck_assert_msg(fabs(amplitude(world, i) / 1e-3 - (i == mode)) <= rest,
                      "mode %u set, mode %u has %.3e of it", mode, i, amplitude(world, i) / 1e-3);
    }
    return wanted.calls;
}

START_TEST(high_modes_of_a_string_are_themselves)
{
    static const uint32_t modes[] = {0, 2047, 2048, 4094, 4095, 4096, 6791};
    const UrtoStringDef string = thin_string();
    UrtoWorldDef *def = def_at(4);
    const UrtoBody body = urto_world_def_string(def, &string);
    UrtoWorld *world = kit_world(def, 96000.0);

    for (int i = 0; i < 7; i++) {
        /* at least four places a half wave, each asked once */
        const uint32_t calls = alone(world, body, modes[i], 1e-11);
        ck_assert_uint_ge(calls, 4 * 6792);
        ck_assert_uint_le(calls, 8 * 6792);
    }
    urto_world_destroy(world);
}
END_TEST

/* The first mode of an order; negative: with a sine. */
static uint32_t of_order(const Body *body, double order)
{
    uint32_t i = 0;

    while (i + 1 < body->n && body->modes[i].q != order) {
        i++;
    }
    ck_assert_double_eq(body->modes[i].q, order);
    return i;
}

START_TEST(high_orders_of_a_circle_are_themselves)
{
    static const double orders[] = {0, 1, -1, 32, 64, -64, 128, -128};
    UrtoMembraneDef drum = urto_membrane_def();
    UrtoWorldDef *def = def_at(1);

    drum.model = URTO_MODEL_MODAL;
    const UrtoBody body = urto_world_def_membrane(def, &drum);
    UrtoWorld *world = kit_world(def, 30000.0);
    const Body *its = &world->model.bodies[0];
    printf("drum of %u modes\n", its->n);
    for (int i = 0; i < 8; i++) {
        /* the sums along the radius are of second order, with four places for 1/b at worst */
        const uint32_t calls = alone(world, body, of_order(its, orders[i]), 2e-3);
        ck_assert_uint_le(calls, 1024 * 570);
    }
    urto_world_destroy(world);
}
END_TEST

START_TEST(modes_of_a_rectangle_are_themselves)
{
    UrtoMembraneDef drum = urto_membrane_def();
    UrtoWorldDef *def = def_at(1);

    drum.outline = URTO_OUTLINE_RECTANGLE;
    drum.size[0] = 1.6; /* up to 704 half waves along x, 4 along y */
    drum.size[1] = 0.01;
    drum.model = URTO_MODEL_MODAL;
    const UrtoBody body = urto_world_def_membrane(def, &drum);
    UrtoWorld *world = kit_world(def, 44100.0);
    const uint32_t n = world->model.bodies[0].n;
    for (uint32_t i = 0; i < n; i += n / 7) {
        const uint32_t calls = alone(world, body, i, 1e-11);
        ck_assert_uint_le(calls, 8 * 704 * 128);
    }
    urto_world_destroy(world);
}
END_TEST

START_TEST(modes_of_bars_are_themselves)
{
    for (int ends = 0; ends < 3; ends++) {
        UrtoBarDef bar = urto_bar_def();
        UrtoWorldDef *def = def_at(1);
        bar.ends = (UrtoBarEnds)ends;
        bar.rigid = true;
        const UrtoBody body = urto_world_def_bar(def, &bar);
        UrtoWorld *world = kit_world(def, 44100.0);
        for (uint32_t i = 0; i < world->model.bodies[0].n; i++) {
            ck_assert_uint_eq(alone(world, body, i, 1e-4), 2048);
        }
        urto_world_destroy(world);
    }
}
END_TEST

/* A string with a mass linked to it, plucked while it sounds: the books stay exact. */
START_TEST(plucked_and_linked_string_keeps_its_books)
{
    const UrtoStringDef string = thin_string();
    UrtoWorldDef *def = def_at(4);
    const UrtoBody body = urto_world_def_string(def, &string);
    const UrtoBody mass = kit_hammer(def, 0.0199, 0.0, -1.03);
    const UrtoPort at = kit_port(def, body, 0.799 * 0.637, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort held = kit_port(def, mass, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort pluck = kit_port(def, body, 0.146 * 0.637, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoContactDef link = urto_contact_def();
    double worst = 0.0;

    link.below = held;
    link.above = at;
    link.law = (UrtoLaw){.stiffness = 5.13e11, .exponent = 3.0};
    link.kind = URTO_CONTACT_LINK;
    urto_world_def_contact(def, &link);
    UrtoWorld *world = kit_world(def, 96000.0);
    for (int n = 0; n < 2400; n++) {
        if (n == 1728) {
            KIT_OK(urto_world_pluck(world, pluck, 0.454e-3, NULL));
        }
        kit_step(world);
        const UrtoLedger ledger = urto_world_ledger(world);
        worst = fmax(worst, fabs(ledger.residual) / kit_total(&ledger));
    }
    printf("linked and plucked: residual %.1e\n", worst);
    ck_assert_double_le(worst, 1e-11);
    urto_world_destroy(world);
}
END_TEST

/* Hands out memory a given number of times. */
typedef struct Scarce {
    int left, held;
} Scarce;

static void *scarce_allocate(void *context, size_t bytes)
{
    Scarce *scarce = context;

    if (scarce->left-- <= 0) {
        return NULL;
    }
    scarce->held++;
    return malloc(bytes);
}

static void scarce_release(void *context, void *memory)
{
    Scarce *scarce = context;

    scarce->held -= memory != NULL;
    free(memory);
}

START_TEST(shapes_without_memory_say_so)
{
    Scarce scarce = {1000, 0};
    const UrtoAllocator allocator = {scarce_allocate, scarce_release, &scarce};
    UrtoMembraneDef drum = urto_membrane_def();
    const UrtoBarDef bar = urto_bar_def();
    const UrtoStringDef string = kit_string(URTO_MODEL_MODAL);
    UrtoWorldDef *def = NULL;
    UrtoPort ports[4];
    UrtoWorld *world = NULL;

    KIT_OK(urto_world_def_create(&def, &allocator));
    drum.model = URTO_MODEL_MODAL;
    drum.segments[0] = 20;
    ports[0] = urto_world_def_port_at(def, urto_world_def_membrane(def, &drum), 0.0, 0.0);
    drum.outline = URTO_OUTLINE_RECTANGLE;
    ports[1] = urto_world_def_port_at(def, urto_world_def_membrane(def, &drum), 0.1, 0.1);
    ports[2] = urto_world_def_port_at(def, urto_world_def_string(def, &string), 0.1, 0.0);
    ports[3] = urto_world_def_port_at(def, urto_world_def_bar(def, &bar), 0.1, 0.0);
    KIT_OK(urto_world_create(&world, def, 44100.0, NULL));
    for (int i = 0; i < 4; i++) {
        UrtoStatus status = URTO_ERROR_MEMORY;
        const int held = scarce.held;
        for (int left = 0; left < 5 && status != URTO_OK; left++) {
            scarce.left = left;
            status = urto_world_pluck(world, ports[i], 1e-3, NULL);
            ck_assert(status == (left < (i < 2 ? 4 : 2) ? URTO_ERROR_MEMORY : URTO_OK));
            ck_assert_int_eq(scarce.held, held);
        }
        ck_assert_int_eq(status, URTO_OK);
    }
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    ck_assert_int_eq(scarce.held, 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        plucked_string_has_the_energy_of_a_tent,   plucked_drum_has_its_energy,
        high_modes_of_a_string_are_themselves,     high_orders_of_a_circle_are_themselves,
        modes_of_a_rectangle_are_themselves,       modes_of_bars_are_themselves,
        plucked_and_linked_string_keeps_its_books, shapes_without_memory_say_so,
    };

    return SUITE_RUN("projection", tests);
}
