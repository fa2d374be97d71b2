/* The reference vectors: single steps to 1e-10, trajectories to 1e-9 within their horizon. */
#include "tests/support/kit.h"

#include "src/body/modal.h"
#include "src/law/friction.h"
#include "src/law/quadratised.h"
#include "src/world/world.h"

#include <string.h>

static char *text;

static void load(void)
{
    FILE *file = fopen(VECTORS "/unit_vectors.json", "rb");
    ck_assert_ptr_nonnull(file);
    text = calloc(1, 1 << 20);
    ck_assert_uint_gt(fread(text, 1, (1 << 20) - 1, file), 1000);
    fclose(file);
}

static void unload(void)
{
    free(text);
}

/* The next object of a section, NULL at its end. */
static const char *section(const char *name)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\": [", name);
    const char *at = strstr(text, key);
    ck_assert_ptr_nonnull(at);
    return strchr(at, '{');
}

static const char *next_object(const char *at)
{
    const char *end = strchr(at, '}') + 1;
    while (*end == ',' || *end == ' ' || *end == '\n') {
        end++;
    }
    return *end == '{' ? end : NULL;
}

static const char *field_at(const char *object, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(object, key);
    ck_assert_ptr_nonnull(at);
    at += strlen(key);
    while (*at == ' ' || *at == '"' || *at == '[' || *at == '\n') {
        at++;
    }
    return at;
}

static double field(const char *object, const char *name)
{
    return strtod(field_at(object, name), NULL);
}

static void same(double ours, double theirs, double bound, const char *what, int i)
{
    ck_assert_msg(fabs(ours - theirs) <= bound * fabs(theirs) + 1e-300,
                  "%s of case %d: %.17g, not %.17g", what, i, ours, theirs);
}

START_TEST(midpoint_unit_vectors_agree)
{
    int count = 0;
    for (const char *o = section("mdg"); o; o = next_object(o), count++) {
        const double psi = field(o, "psi");
        const double a = field(o, "a");
        const double b = field(o, "b");
        const PowerSeries series = power_series(field(o, "alpha"));
        Midpoint contact = {.law = {field(o, "K"), field(o, "alpha"), 0.0},
                            .a = a,
                            .energy = 0.5 * psi * psi,
                            .scale = fabs(a) + fabs(b),
                            .compliance = field(o, "G2"),
                            .stiff = 1.0 / field(o, "G2"),
                            .part = 1.0 / (field(o, "alpha") + 1.0),
                            .series = &series,
                            .gradient = -1.0};
        const MidpointRoot root = midpoint_solve(&contact, b, field(o, "G2"), 0.0);
        const double energy = midpoint_energy(&contact, root.t, root.elastic);
        same(root.t, field(o, "t"), 1e-10, "t", count);
        same(root.force, field(o, "f"), 1e-10, "f", count);
        same(sqrt(2.0 * energy), field(o, "psi_new"), 1e-10, "psi", count);
        ck_assert_uint_le(root.iterations, 12);
    }
    ck_assert_int_eq(count, 60);
}
END_TEST

START_TEST(quadratised_unit_vectors_agree)
{
    int count = 0;
    for (const char *o = section("nit"); o; o = next_object(o), count++) {
        const Quadratised contact = {.law = {field(o, "K"), field(o, "alpha"), 0.0},
                                     .x = field(o, "eta"),
                                     .x_last = field(o, "eta_prev"),
                                     .d = field(o, "d"),
                                     .psi = field(o, "psi"),
                                     .compliance = field(o, "Gamma"),
                                     .shape = pow(fabs(field(o, "eta")), field(o, "alpha") - 1.0)};
        const double g = quadratised_gradient(&contact, URTO_GRADIENT_SIGN);
        /* one step by the solver of worlds: a world of one coupler and one linear item */
        double gamma[1] = {contact.compliance};
        Span spans[1] = {{0, 1}};
        double matrix[1];
        double work[6];
        uint32_t order[1];
        uint32_t label[1];
        uint32_t item_of[1] = {1};
        double local[1] = {0.0};
        uint32_t profile[1] = {0};
        Item item = {
            .kind = ITEM_LINEAR, .b = 0.5 * contact.d, .c0 = g * contact.psi, .c1 = 0.5 * g * g};
        UrtoWorld world = {.model = {.coupler_count = 1,
                                     .bow_count = 1,
                                     .gamma = gamma,
                                     .spans = spans,
                                     .scheme = &contact_schemes[URTO_SOLVER_MIDPOINT]},
                           .solve = {.items = &item,
                                     .item_count = 1,
                                     .item_of = item_of,
                                     .order = order,
                                     .label = label,
                                     .matrix = matrix,
                                     .local = local,
                                     .profile = profile,
                                     .work = work}};
        couple_solve(&world);
        same(g, field(o, "g"), 1e-10, "g", count);
        same(item.force, field(o, "f"), 1e-10, "f", count);
        same(2.0 * item.t, field(o, "deta"), 1e-10, "deta", count);
        /* the new root is a difference: its error is that of the old one */
        ck_assert_double_le(fabs(contact.psi + g * item.t - field(o, "psi_new")),
                            1e-10 * (fabs(contact.psi) + fabs(field(o, "psi_new"))));
    }
    ck_assert_int_eq(count, 40);
}
END_TEST

START_TEST(bow_unit_vectors_agree)
{
    int count = 0;
    for (const char *o = section("bow"); o; o = next_object(o), count++) {
        double roots[3];
        const Friction curve = friction_of(field(o, "a"));
        const int n = friction_roots(&curve, field(o, "E"), field(o, "v0"), roots);
        const char *at = field_at(o, "roots");
        const char *end = strchr(at, ']');
        int expected = 0;
        while (at && at < end) {
            char *stop = NULL;
            const double root = strtod(at, &stop);
            ck_assert_int_lt(expected, n);
            same(roots[expected++], root, 1e-10, "root", count);
            at = strchr(stop, '"');
            at = at && at < end ? strchr(at + 1, '"') : NULL;
            at = at && at < end ? at + 1 : NULL;
        }
        ck_assert_int_eq(n, expected);
    }
    ck_assert_int_eq(count, 60);
}
END_TEST

START_TEST(modal_unit_vectors_agree)
{
    int count = 0;
    for (const char *o = section("modal"); o; o = next_object(o), count++) {
        const double k = field(o, "k");
        const ModeSpec mode = {
            .omega = field(o, "omega"), .sigma = field(o, "sigma"), .mass = field(o, "mass")};
        const ModeStep m = modal_exact(&mode, k);
        const double A = m.mass / (k * k) + m.damping / (2.0 * k);
        const double keep = (m.mass / (k * k) - m.damping / (2.0 * k)) / A;
        same(m.mass, field(o, "m_t"), 1e-10, "m", count);
        same(m.spring, field(o, "K_t"), 1e-10, "K", count);
        same(m.damping, field(o, "c_t"), 1e-10, "c", count);
        same(1.0 + keep - m.spring / A, field(o, "c1"), 1e-10, "c1", count);
        same(-keep, field(o, "c2"), 1e-10, "c2", count);
    }
    ck_assert_int_eq(count, 6);
}
END_TEST

static FILE *open_table(const char *name)
{
    char path[512];
    char line[4096];
    snprintf(path, sizeof path, "%s/%s.csv", VECTORS, name);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    return file;
}

static bool read_row(FILE *file, double *values, int count)
{
    char line[512];
    if (!fgets(line, sizeof line, file)) {
        return false;
    }
    char *at = line;
    for (int i = 0; i < count; i++) {
        values[i] = strtod(at, &at);
        at += *at == ',' ? 1 : 0;
    }
    return true;
}

/* The vectors start with u- = u0 - k v0. */
static UrtoWorldDef *as_printed(KitSolver by)
{
    UrtoWorldDef *def = kit_def(by.solver);

    urto_world_def_options(def, &(UrtoWorldOptions){.solver = by.solver,
                                                    .gradient = by.gradient,
                                                    .ledger = true,
                                                    .start_as_printed = true});
    return def;
}

static const struct {
    const char *name;
    KitSolver by;
} hammers[] = {
    {"hammer_K1e10_44100_it2", {URTO_SOLVER_ITERATIVE, URTO_GRADIENT_CAPPED}},
    {"hammer_K1e10_44100_mdg", {URTO_SOLVER_MIDPOINT, URTO_GRADIENT_CAPPED}},
    {"hammer_K1e10_44100_nit27_sign", {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_SIGN}},
};

START_TEST(hammer_trajectories_agree)
{
    UrtoWorldDef *def = as_printed(hammers[_i].by);
    const UrtoStringDef string = kit_string(URTO_MODEL_GRID);
    UrtoBody body = {0};
    body = urto_world_def_string(def, &string);
    const UrtoPort head =
        kit_port(def, kit_hammer(def, 0.01, -1e-3, 0.5), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort struck = kit_port(def, body, 0.12 * 0.7, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort heard = kit_port(def, body, 167 * 0.7 / 245, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoContact contact = kit_contact(def, head, struck, (UrtoLaw){1e10, 1.3, 0.0});
    UrtoWorld *world = kit_world(def, 44100.0);
    const double k = 1.0 / 44100.0;
    FILE *file = open_table(hammers[_i].name);
    double row[6];
    int n = 0;
    double worst[4] = {0};
    kit_step(world);
    for (; n < 882 && read_row(file, row, 6); n++) {
        const double out =
            urto_world_displacement(world, heard) - 0.5 * k * urto_world_velocity(world, heard);
        worst[0] = fmax(worst[0], fabs(out - row[0]) / 1e-3);
        worst[1] = fmax(worst[1], fabs(urto_world_displacement(world, head) - row[1]) / 1e-3);
        worst[2] = fmax(worst[2], fabs(urto_world_ledger(world).stored - row[5]) / 1.25e-3);
        kit_step(world);
        worst[3] = fmax(worst[3], fabs(urto_world_contact_force(world, contact) - row[4]) / 100.0);
    }
    fclose(file);
    printf("%s: %d samples, out %.1e, mass %.1e, energy %.1e, force %.1e\n", hammers[_i].name, n,
           worst[0], worst[1], worst[2], worst[3]);
    ck_assert_int_ge(n, 800);
    for (int i = 0; i < 4; i++) {
        ck_assert_double_le(worst[i], 1e-9);
    }
    urto_world_destroy(world);
}
END_TEST

static double first_mode(void *context, double x, double y)
{
    (void)y;
    return 3e-3 * sin(3.14159265358979323846 * x / *(double *)context);
}

static const struct {
    const char *name;
    KitSolver by;
    UrtoModel model;
} frets[] = {
    {"barrier_frets_fd_it2", {URTO_SOLVER_ITERATIVE, URTO_GRADIENT_CAPPED}, URTO_MODEL_GRID},
    {"barrier_frets_fd_mdg", {URTO_SOLVER_MIDPOINT, URTO_GRADIENT_CAPPED}, URTO_MODEL_GRID},
    {"barrier_frets_modalx_mdg", {URTO_SOLVER_MIDPOINT, URTO_GRADIENT_CAPPED}, URTO_MODEL_MODAL},
};

START_TEST(fretted_trajectories_agree)
{
    UrtoWorldDef *def = as_printed(frets[_i].by);
    const UrtoStringDef string = kit_string(frets[_i].model);
    double length = string.length;
    double positions[12];
    double heights[12];
    UrtoBody body = {0};
    UrtoContact contact = {0};
    body = urto_world_def_string(def, &string);
    for (int i = 0; i < 12; i++) {
        positions[i] = 1.0 - pow(2.0, -(i + 1) / 12.0);
        const double x = positions[i] * length;
        heights[i] = -0.02 * x * x - 0.001 * x - 0.0001;
    }
    UrtoLineDef line = urto_line_def();
    line.above.body = body;
    line.above.to[0] = length;
    line.points = 12;
    line.positions = positions;
    line.heights = heights;
    line.law = (UrtoLaw){1e12, 1.2, 0.0};
    contact = urto_world_def_line(def, &line);
    const UrtoPort a = kit_port(def, body, 0.68 * length, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoPort b = kit_port(def, body, 0.1 * length, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, 44100.0);
    if (frets[_i].model == URTO_MODEL_MODAL) {
        KIT_OK(urto_world_set_mode(world, body, 0, 3e-3, 0.0, NULL));
        ck_assert_uint_eq(urto_world_body_info(world, body).degrees, 245);
    } else {
        KIT_OK(urto_world_set_shape(world, body, first_mode, NULL, &length, NULL));
        ck_assert_uint_eq(urto_world_body_info(world, body).degrees, 244);
    }
    FILE *file = open_table(frets[_i].name);
    const double k = 1.0 / 44100.0;
    double row[6];
    double worst[4] = {0};
    int n = 0;
    for (; n < 1323 && read_row(file, row, 6); n++) {
        const double low =
            urto_world_displacement(world, a) - 0.5 * k * urto_world_velocity(world, a);
        const double high =
            urto_world_displacement(world, b) - 0.5 * k * urto_world_velocity(world, b);
        worst[0] = fmax(worst[0], fabs(low - row[0]) / 3e-3);
        worst[1] = fmax(worst[1], fabs(high - row[1]) / 3e-3);
        worst[2] = fmax(worst[2], fabs(urto_world_ledger(world).stored - row[2]) / 3.2e-3);
        kit_step(world);
        worst[3] = fmax(worst[3], fabs(urto_world_contact_force(world, contact) - row[3]) / 100.0);
    }
    fclose(file);
    printf("%s: %d samples, out %.1e %.1e, energy %.1e, force %.1e\n", frets[_i].name, n, worst[0],
           worst[1], worst[2], worst[3]);
    ck_assert_int_ge(n, 1300);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_le(worst[i], 1e-9);
    }
    /* forces of a barrier of 1e12 N/m^1.2 amplify the last digit of the position */
    ck_assert_double_le(worst[3], 1e-8);
    urto_world_destroy(world);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("vectors");
    TCase *units = tcase_create("units");
    TCase *paths = tcase_create("trajectories");

    tcase_add_unchecked_fixture(units, load, unload);
    tcase_add_test(units, midpoint_unit_vectors_agree);
    tcase_add_test(units, quadratised_unit_vectors_agree);
    tcase_add_test(units, bow_unit_vectors_agree);
    tcase_add_test(units, modal_unit_vectors_agree);
    tcase_add_loop_test(paths, hammer_trajectories_agree, 0, 3);
    tcase_add_loop_test(paths, fretted_trajectories_agree, 0, 3);
    tcase_set_timeout(paths, 60);
    suite_add_tcase(suite, units);
    suite_add_tcase(suite, paths);
    return suite_finish(suite);
}
