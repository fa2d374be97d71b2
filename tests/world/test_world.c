/* The life of a world: failing allocators, bad definitions, block sizes, decimation, controls. */
#include "tests/support/kit.h"

#include <string.h>

/* An allocator that fails at the n-th request and counts what is out. */
typedef struct Account {
    long until, out, asked;
} Account;

static void *account_allocate(void *context, size_t bytes)
{
    Account *account = context;
    account->asked++;
    if (account->until >= 0 && account->until-- == 0) {
        return NULL;
    }
    void *memory = malloc(bytes);
    account->out += memory ? 1 : 0;
    return memory;
}

static void account_release(void *context, void *memory)
{
    ((Account *)context)->out--;
    free(memory);
}

/* A world with one of everything; the status of the first call that failed. */
static UrtoStatus everything(const UrtoAllocator *allocator, UrtoDiagnostic *why)
{
    const UrtoMode modes[] = {{200.0, 1.0, 0.01}, {500.0, 2.0, 0.01}, {30000.0, 1.0, 0.01}};
    const double shapes[] = {1.0, 1.0, 1.0, -1.0, 0.5, 1.0};
    const double places[] = {0.2, 0.5, 0.8};
    const double heights[] = {-1e-3, -2e-3, -1e-3};
    const UrtoBreakpoint points[] = {{0.0, 1e-3}, {0.01, 2e-3}};
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoBody mass = {0};
    UrtoBody string = {0};
    UrtoBody bar = {0};
    UrtoBody drum = {0};
    UrtoBody plate = {0};
    UrtoBody modal = {0};
    UrtoPort ports[6] = {{0}};
    UrtoContact contact = {0};
    UrtoStatus status = urto_world_def_create(&def, allocator);
    if (status != URTO_OK) {
        return status;
    }
    UrtoWorldOptions options = {.ledger = true};
    options.inputs = 1;
    options.outputs = 2;
    options.oversampling = 2;
    const UrtoMassDef mass_def = urto_mass_def();
    UrtoStringDef string_def = urto_string_def();
    UrtoBarDef bar_def = urto_bar_def();
    UrtoMembraneDef drum_def = urto_membrane_def();
    UrtoPlateDef plate_def = urto_plate_def();
    UrtoModalDef modal_def = urto_modal_def();
    drum_def.model = plate_def.model = URTO_MODEL_MODAL;
    drum_def.segments[0] = plate_def.segments[0] = 20;
    modal_def.modes = modes;
    modal_def.count = 3;
    modal_def.shapes = shapes;
    modal_def.points = 2;
    urto_world_def_options(def, &options);
    mass = urto_world_def_mass(def, &mass_def);
    string = urto_world_def_string(def, &string_def);
    string_def.model = URTO_MODEL_MODAL;
    urto_world_def_string(def, &string_def);
    bar = urto_world_def_bar(def, &bar_def);
    drum = urto_world_def_membrane(def, &drum_def);
    plate = urto_world_def_plate(def, &plate_def);
    modal = urto_world_def_modal(def, &modal_def);
    const UrtoBody bodies[] = {mass, string, bar, drum, plate, modal};
    for (int i = 0; i < 6; i++) {
        UrtoPortDef port = urto_port_def(bodies[i]);
        port.x = 0.1;
        ports[i] = urto_world_def_port(def, &port);
    }
    UrtoContactDef contact_def = urto_contact_def();
    contact_def.below = ports[0];
    contact_def.above = ports[1];
    contact = urto_world_def_contact(def, &contact_def);
    UrtoLineDef line = urto_line_def();
    line.above.body = string;
    line.above.to[0] = string_def.length;
    line.points = 3;
    line.positions = places;
    line.heights = heights;
    urto_world_def_line(def, &line);
    const UrtoBowDef bow = urto_bow_def(ports[1]);
    urto_world_def_bow(def, &bow);
    const UrtoDriveDef drive = urto_drive_def(ports[2]);
    urto_world_def_drive(def, &drive);
    UrtoProbeDef probe = urto_probe_def(ports[3]);
    probe.width = 2;
    urto_world_def_probe(def, &probe);
    urto_world_def_curve(def, urto_contact_target(contact, URTO_CONTACT_DISTANCE), points, 2);
    status = urto_world_create(&world, def, 44100.0, why);
    urto_world_def_destroy(def);
    if (status == URTO_OK) {
        ck_assert_uint_eq(urto_world_statistics(world).modes_left_out, 0); /* 88.2 kHz inside */
        urto_world_process(world, NULL, NULL, 64);
    } else {
        ck_assert_ptr_null(world);
    }
    urto_world_destroy(world);
    return status;
}

START_TEST(every_failing_allocation_is_survived)
{
    Account account = {.until = -1};
    UrtoAllocator allocator = {account_allocate, account_release, &account};
    UrtoDiagnostic why = {0};
    ck_assert_int_eq(everything(&allocator, &why), URTO_OK);
    ck_assert_int_eq(account.out, 0);
    const long requests = account.asked;
    for (long i = 0; i < requests; i++) {
        account = (Account){.until = i};
        memset(&why, 0, sizeof why);
        ck_assert_int_eq(everything(&allocator, &why), URTO_ERROR_MEMORY);
        ck_assert_int_eq(account.out, 0);
        if (i > 0) {
            ck_assert_ptr_nonnull(strstr(why.message, "memory"));
        }
    }
    printf("failing allocator: %ld requests, each failed in turn\n", requests);
}
END_TEST

/* Bad numbers that every physical field meets. */
static const double bad[] = {-1.0, 0.0, 1e300, 0, 0};
enum { BAD = 5 };

static double bad_value(int i)
{
    return i == 3 ? (double)NAN : (i == 4 ? (double)INFINITY : bad[i]);
}

/* A definition with one field set: refused when added or when compiled, naming something, or fine;
 * never a crash. Returns whether it was refused. */
static bool refused(UrtoWorldDef *def)
{
    UrtoDiagnostic first = {0};

    if (urto_world_def_status(def, &first) != URTO_OK) {
        ck_assert_uint_gt(strlen(first.field), 0);
        ck_assert_uint_gt(strlen(first.message), 0);
        urto_world_def_destroy(def);
        return true;
    }
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};
    const UrtoStatus status = urto_world_create(&world, def, 44100.0, &why);
    if (status != URTO_OK) {
        ck_assert_uint_gt(strlen(why.field), 0);
        ck_assert_uint_gt(strlen(why.message), 0);
    } else {
        urto_world_process(world, NULL, NULL, 16);
        urto_world_destroy(world);
    }
    urto_world_def_destroy(def);
    return status != URTO_OK;
}

#define TRY_BODY(Name, name, count)                                                                \
    for (int f = 0; f < (count); f++) {                                                            \
        for (int b = 0; b < BAD; b++) {                                                            \
            UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);                                     \
            Urto##Name##Def body = urto_##name##_def();                                            \
            double *fields[] = FIELDS;                                                             \
            *fields[f] = bad_value(b);                                                             \
            urto_world_def_##name(def, &body);                                                     \
            const bool no = refused(def);                                                          \
            ck_assert_msg(no || b < 2, #name " field %d takes %g", f, bad_value(b));               \
        }                                                                                          \
    }

START_TEST(bodies_with_a_bad_number_are_refused){
#define FIELDS {&body.mass, &body.spring, &body.loss, &body.gravity, &body.position, &body.velocity}
    TRY_BODY(Mass, mass, 6)
#undef FIELDS
#define FIELDS                                                                                     \
    {&body.length, &body.tension, &body.density, &body.rigidity, &body.loss[0], &body.loss[1]}
        TRY_BODY(String, string, 6)
#undef FIELDS
#define FIELDS {&body.length, &body.density, &body.rigidity, &body.loss[0], &body.loss[1]}
            TRY_BODY(Bar, bar, 5)
#undef FIELDS
#define FIELDS {&body.size[0], &body.tension, &body.density, &body.loss[0], &body.loss[1]}
                TRY_BODY(Membrane, membrane, 5)
#undef FIELDS
#define FIELDS                                                                                     \
    {&body.size[0], &body.size[1], &body.rigidity, &body.density, &body.loss[0], &body.loss[1]}
                    TRY_BODY(Plate, plate, 6)
#undef FIELDS
} END_TEST

    /* Large but finite values must be refused or work, within moments. */
    START_TEST(huge_bodies_are_refused_or_work_in_moments)
{
    static const double huge[] = {1e-9, 1e-4, 1e4, 1e9};
    for (int h = 0; h < 4; h++) {
        for (int f = 0; f < 12; f++) {
            UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
            UrtoStringDef string = urto_string_def();
            UrtoMembraneDef drum = urto_membrane_def();
            UrtoPlateDef plate = urto_plate_def();
            double *of_string[] = {&string.length, &string.tension, &string.density,
                                   &string.rigidity};
            double *of_drum[] = {&drum.size[0], &drum.tension, &drum.density, &drum.loss[1]};
            double *of_plate[] = {&plate.size[0], &plate.rigidity, &plate.density, &plate.loss[1]};
            string.model = h % 2 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
            drum.model = plate.model = URTO_MODEL_MODAL;
            if (f < 4) {
                *of_string[f] = huge[h];
                urto_world_def_string(def, &string);
            } else if (f < 8) {
                *of_drum[f - 4] = huge[h];
                urto_world_def_membrane(def, &drum);
            } else {
                *of_plate[f - 8] = huge[h];
                urto_world_def_plate(def, &plate);
            }
            refused(def);
        }
    }
}
END_TEST

START_TEST(bad_counts_and_handles_are_refused)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoMode mode = {100.0, 0.0, 1.0};
    UrtoModalDef modal = urto_modal_def();
    UrtoBody body = {0};
    modal.modes = &mode;
    modal.count = 1000000000;
    UrtoDiagnostic first = {0};
    urto_world_def_modal(def, &modal);
    ck_assert_int_eq(urto_world_def_status(def, &first), URTO_ERROR_LIMIT);
    ck_assert_str_eq(first.field, "count");
    urto_world_def_clear(def);
    modal.count = 0;
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_modal(def, &modal)), URTO_ERROR_ARGUMENT);
    /* more values than a table may have: refused before one of them, or a mode, is looked at */
    const double value = 1.0;
    modal.modes = NULL;
    modal.count = 2;
    modal.shapes = &value;
    modal.points = URTO_MAX_POINTS / 2 + 1;
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_modal(def, &modal)), URTO_ERROR_LIMIT);
    modal.points = 0;
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_modal(def, &modal)), URTO_ERROR_LIMIT);
    modal.points = URTO_MAX_POINTS / 2;
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_modal(def, &modal)), URTO_ERROR_ARGUMENT);
    modal.modes = &mode;
    modal.shapes = NULL;
    UrtoStringDef string = urto_string_def();
    body = urto_world_def_string(def, &string);
    UrtoLineDef line = urto_line_def();
    line.above.body = body;
    line.above.to[0] = 0.7;
    line.points = 1000000;
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_line(def, &line)), URTO_ERROR_LIMIT);
    line.points = 10;
    line.above.body.id = 77;
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_line(def, &line)), URTO_ERROR_NOT_FOUND);
    UrtoContactDef contact = urto_contact_def();
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_contact(def, &contact)), URTO_ERROR_NOT_FOUND);
    contact.above.id = 5;
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_contact(def, &contact)), URTO_ERROR_NOT_FOUND);
    const UrtoPort port = kit_port(def, body, 0.3, 0.0, URTO_INTERPOLATION_LINEAR);
    contact.above = port;
    for (int f = 0; f < 4; f++) {
        for (int b = 0; b < BAD; b++) {
            UrtoContactDef one = contact;
            double *fields[] = {&one.law.stiffness, &one.law.exponent, &one.law.damping,
                                &one.distance};
            *fields[f] = bad_value(b);
            const UrtoStatus status = KIT_STATUS(def, urto_world_def_contact(def, &one));
            ck_assert_msg(status == URTO_ERROR_ARGUMENT || (b < 2 && f >= 2), "field %d takes %g",
                          f, bad_value(b));
        }
    }
    UrtoBowDef bow = urto_bow_def((UrtoPort){.id = 9});
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_bow(def, &bow)), URTO_ERROR_NOT_FOUND);
    UrtoProbeDef probe = urto_probe_def((UrtoPort){0});
    ck_assert_int_eq(KIT_STATUS(def, urto_world_def_probe(def, &probe)), URTO_ERROR_NOT_FOUND);
    for (int b = 0; b < BAD; b++) {
        UrtoWorldOptions options = {.ledger = true};
        options.smoothing = bad_value(b);
        ck_assert_int_eq(KIT_STATUS(def, urto_world_def_options(def, &options)) == URTO_OK, b == 1);
        UrtoWorld *world = NULL;
        UrtoDiagnostic why = {0};
        ck_assert_int_eq(urto_world_create(&world, def, bad_value(b), &why), URTO_ERROR_ARGUMENT);
        ck_assert_str_eq(why.field, "rate");
    }
    /* many contacts: refused when compiled */
    contact.law = urto_law_def();
    for (int i = 0; i < 3000; i++) {
        urto_world_def_contact(def, &contact);
    }
    ck_assert(refused(def));
    /* a million: refused while described */
    def = kit_def(URTO_SOLVER_MIDPOINT);
    body = urto_world_def_string(def, &string);
    contact.above = kit_port(def, body, 0.3, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoStatus status = URTO_OK;
    for (int i = 0; i < 1000000 && status == URTO_OK; i++) {
        urto_world_def_contact(def, &contact);
        status = urto_world_def_status(def, NULL);
    }
    ck_assert_int_eq(status, URTO_ERROR_LIMIT);
    urto_world_def_destroy(def);

    /* a port off its body */
    for (int i = 0; i < 4; i++) {
        static const double places[][2] = {{-0.01, 0.0}, {0.71, 0.0}, {1e9, 0.0}, {0.12, 0.12}};
        UrtoMembraneDef drum = urto_membrane_def();
        def = kit_def(URTO_SOLVER_MIDPOINT);
        body = i < 3 ? urto_world_def_string(def, &string) : urto_world_def_membrane(def, &drum);
        kit_port(def, body, places[i][0], places[i][1], URTO_INTERPOLATION_LINEAR);
        UrtoWorld *world = NULL;
        UrtoDiagnostic why = {0};
        ck_assert_int_eq(urto_world_create(&world, def, 44100.0, &why), URTO_ERROR_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(why.message, "off body"));
        urto_world_def_destroy(def);
    }
    /* an unstable grid names its limit */
    def = kit_def(URTO_SOLVER_MIDPOINT);
    string.segments = 400;
    string.loss[1] = 0.0;
    body = urto_world_def_string(def, &string);
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};
    ck_assert_int_eq(urto_world_create(&world, def, 44100.0, &why), URTO_ERROR_LIMIT);
    ck_assert_str_eq(why.field, "segments");
    ck_assert_ptr_nonnull(strstr(why.message, "at most 245"));
    urto_world_def_destroy(def);
}
END_TEST

START_TEST(bad_calls_while_sounding_change_nothing)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoStringDef string = urto_string_def();
    UrtoBody body = {0};
    UrtoDiagnostic why = {0};
    body = urto_world_def_string(def, &string);
    const UrtoPort port = kit_port(def, body, 0.3, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoWorld *world = kit_world(def, 44100.0);
    ck_assert_int_eq(urto_world_set_port(world, port, URTO_PORT_X, 0.8, 0, 0, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_world_set_port(world, (UrtoPort){.id = 2}, URTO_PORT_X, 0.3, 0, 0, &why),
                     URTO_ERROR_NOT_FOUND);
    ck_assert_int_eq(urto_world_set(world, (UrtoTarget){.control = 99, .id = 1}, 0.3, 0, 0, &why),
                     URTO_ERROR_NOT_FOUND);
    ck_assert_int_eq(urto_world_set_port(world, port, URTO_PORT_X, (double)NAN, 0, 0, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_world_strike(world, (UrtoPort){.id = 7}, 1.0, 0, &why),
                     URTO_ERROR_NOT_FOUND);
    ck_assert_int_eq(urto_world_strike(world, port, (double)INFINITY, 0, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_world_pluck(world, port, (double)NAN, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_world_set_mode(world, body, 0, 1.0, 0.0, &why), URTO_ERROR_ARGUMENT);
    for (int i = 0; i < 256; i++) {
        KIT_OK(urto_world_set_port(world, port, URTO_PORT_X, 0.3, 1000, 0, &why));
    }
    ck_assert_int_eq(urto_world_set_port(world, port, URTO_PORT_X, 0.3, 1000, 0, &why),
                     URTO_ERROR_LIMIT);
    ck_assert_uint_eq(urto_world_statistics(world).events_lost, 1);
    ck_assert_double_eq(urto_world_displacement(world, (UrtoPort){.id = 3}), 0.0);
    urto_world_destroy(world);
    urto_world_destroy(NULL);
    urto_world_def_destroy(NULL);
}
END_TEST

/* A NaN input mutes, counts and reports. */
START_TEST(a_world_that_is_no_number_falls_silent)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoWorldOptions options = {.ledger = true};
    UrtoStringDef string = urto_string_def();
    UrtoBody body = {0};
    options.inputs = 1;
    urto_world_def_options(def, &options);
    body = urto_world_def_string(def, &string);
    const UrtoPort port = kit_port(def, body, 0.3, 0.0, URTO_INTERPOLATION_LINEAR);
    const UrtoDriveDef drive = urto_drive_def(port);
    const UrtoProbeDef probe = urto_probe_def(port);
    urto_world_def_drive(def, &drive);
    urto_world_def_probe(def, &probe);
    UrtoWorld *world = kit_world(def, 44100.0);
    float in[64] = {1.0f};
    float out[64];
    in[20] = NAN;
    urto_world_process(world, (const float *[]){in}, (float *[]){out}, 64);
    ck_assert_uint_eq(urto_world_statistics(world).nonfinite, 1);
    for (int i = 0; i < 64; i++) {
        ck_assert(isfinite(out[i]));
    }
    ck_assert(out[40] == 0.0f);
    urto_world_destroy(world);
}
END_TEST

/* A step that broke in a contact is forgotten: after a reset the world is a new one. */
START_TEST(a_world_that_fell_silent_begins_anew)
{
    UrtoWorld *worlds[2];
    float in[64] = {1.0f};
    float out[2][64];

    for (int i = 0; i < 2; i++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        const UrtoWorldOptions options = {.ledger = true, .inputs = 1};
        const UrtoStringDef string = kit_string(URTO_MODEL_GRID);
        urto_world_def_options(def, &options);
        const UrtoBody body = urto_world_def_string(def, &string);
        const UrtoPort port = kit_port(def, body, 0.3, 0.0, URTO_INTERPOLATION_LINEAR);
        const UrtoPort other = kit_port(def, body, 0.5, 0.0, URTO_INTERPOLATION_LINEAR);
        const UrtoDriveDef drive = urto_drive_def(port);
        const UrtoProbeDef probe = urto_probe_def(other);
        urto_world_def_drive(def, &drive);
        urto_world_def_probe(def, &probe);
        kit_contact(def, port, other, (UrtoLaw){1e8, 1.5, 0.0});
        UrtoContactDef link = urto_contact_def(); /* always takes part */
        link.kind = URTO_CONTACT_LINK;
        link.below = port;
        urto_world_def_contact(def, &link);
        worlds[i] = kit_world(def, 44100.0);
    }
    in[20] = NAN;
    urto_world_process(worlds[0], (const float *[]){in}, (float *[]){out[0]}, 64);
    ck_assert_uint_eq(urto_world_statistics(worlds[0]).nonfinite, 1);
    urto_world_reset(worlds[0]);
    in[20] = 1.0f;
    for (int i = 0; i < 2; i++) {
        urto_world_process(worlds[i], (const float *[]){in}, (float *[]){out[i]}, 64);
    }
    for (int i = 0; i < 64; i++) {
        ck_assert_msg(out[0][i] == out[1][i], "frame %d: %a, anew %a", i, (double)out[0][i],
                      (double)out[1][i]);
    }
    ck_assert(out[0][63] != 0.0f);
    ck_assert_double_gt(urto_world_statistics(worlds[0]).force_max, 0.0);
    urto_world_destroy(worlds[0]);
    urto_world_destroy(worlds[1]);
}
END_TEST

/* A sound larger than a float holds, by every path to the output: in flight, at once; step by step,
 * as of a grid; decimated. */
START_TEST(an_output_that_is_too_large_falls_silent)
{
    for (int path = 0; path < 3; path++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = kit_string(path == 1 ? URTO_MODEL_GRID : URTO_MODEL_MODAL);
        const UrtoWorldOptions options = {.inputs = 1, .oversampling = path == 2 ? 2 : 1};
        urto_world_def_options(def, &options);
        const UrtoBody body = urto_world_def_string(def, &string);
        const UrtoPort port = kit_port(def, body, 0.3, 0.0, URTO_INTERPOLATION_LINEAR);
        UrtoDriveDef drive = urto_drive_def(port);
        const UrtoProbeDef probe = urto_probe_def(port);
        drive.gain = 1e9;
        urto_world_def_drive(def, &drive);
        urto_world_def_probe(def, &probe);
        UrtoWorld *world = kit_world(def, 44100.0);
        float in[200] = {1e38f};
        float out[200];
        urto_world_process(world, (const float *[]){in}, (float *[]){out}, 200);
        ck_assert_uint_eq(urto_world_statistics(world).nonfinite, 1);
        for (int i = 0; i < 200; i++) {
            ck_assert_msg(isfinite(out[i]), "path %d, frame %d: %g", path, i, (double)out[i]);
        }
        ck_assert(out[199] == 0.0f);
        urto_world_destroy(world);
    }
}
END_TEST

enum { FRAMES = 6000 };

static void play(uint32_t block, float *left, float *right, uint32_t oversampling)
{
    const UrtoBreakpoint curve[] = {{0.0, 1e-3}, {0.05, -2e-4}, {0.1, 1e-3}};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoWorldOptions options = {.ledger = true};
    UrtoStringDef string = urto_string_def();
    UrtoBody body = {0};
    static float in[FRAMES];
    options.inputs = 1;
    options.outputs = 2;
    options.oversampling = oversampling;
    urto_world_def_options(def, &options);
    body = urto_world_def_string(def, &string);
    const UrtoPort port = kit_port(def, body, 0.3, 0.0, URTO_INTERPOLATION_CUBIC);
    const UrtoPort heard = kit_port(def, body, 0.6, 0.0, URTO_INTERPOLATION_CUBIC);
    UrtoContactDef floor = urto_contact_def();
    floor.above = port;
    floor.distance = 1e-3;
    urto_world_def_contact(def, &floor);
    urto_world_def_curve(def, (UrtoTarget){.control = URTO_CONTACT_DISTANCE, .id = 1}, curve, 3);
    const UrtoDriveDef drive = urto_drive_def(port);
    urto_world_def_drive(def, &drive);
    UrtoProbeDef probe = urto_probe_def(heard);
    probe.width = 2;
    probe.pan = 0.3;
    urto_world_def_probe(def, &probe);
    UrtoWorld *world = kit_world(def, 44100.0);
    KIT_OK(urto_world_set_port(world, port, URTO_PORT_X, 0.35, 777, 1000, NULL));
    KIT_OK(urto_world_set_probe(world, (UrtoProbe){.id = 1}, URTO_PROBE_PAN, -1.0, 1500, 0, NULL));
    for (int i = 0; i < FRAMES; i++) {
        in[i] = (float)sin(0.013 * i);
    }
    for (uint32_t at = 0; at < FRAMES; at += block) {
        const uint32_t n = FRAMES - at < block ? FRAMES - at : block;
        urto_world_process(world, (const float *[]){in + at}, (float *[]){left + at, right + at},
                           n);
    }
    const UrtoLedger ledger = urto_world_ledger(world);
    ck_assert_double_le(fabs(ledger.residual), 1e-12 * kit_total(&ledger));
    urto_world_destroy(world);
}

START_TEST(output_does_not_depend_on_blocks)
{
    static float out[4][2][FRAMES];
    static const uint32_t blocks[] = {FRAMES, 1, 64, 1000};
    for (uint32_t oversampling = 1; oversampling <= 3; oversampling += 2) {
        for (int i = 0; i < 4; i++) {
            play(blocks[i], out[i][0], out[i][1], oversampling);
        }
        double peak = 0.0;
        for (int i = 0; i < FRAMES; i++) {
            peak = fmax(peak, (double)fabsf(out[0][0][i]));
            for (int b = 1; b < 4; b++) {
                ck_assert(out[b][0][i] == out[0][0][i]);
                ck_assert(out[b][1][i] == out[0][1][i]);
            }
        }
        ck_assert_double_gt(peak, 1e-3);
    }
}
END_TEST

static float decimated[4096];

/* A free mode at a frequency below, and one above, the band of the frame rate. */
static double level(double frequency, uint32_t oversampling)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoWorldOptions options = {.ledger = true};
    const UrtoMode mode = {frequency, 0.0, 0.01};
    UrtoModalDef modal = urto_modal_def();
    UrtoBody body = {0};
    options.oversampling = oversampling;
    options.ledger = false;
    urto_world_def_options(def, &options);
    modal.modes = &mode;
    modal.count = 1;
    body = urto_world_def_modal(def, &modal);
    const UrtoPort port = kit_port(def, body, 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
    UrtoProbeDef probe = urto_probe_def(port);
    probe.quantity = URTO_QUANTITY_DISPLACEMENT;
    urto_world_def_probe(def, &probe);
    UrtoWorld *world = kit_world(def, 44100.0);
    KIT_OK(urto_world_set_mode(world, body, 0, 1.0, 0.0, NULL));
    ck_assert_double_eq(urto_world_latency(world), oversampling > 1 ? 32.0 : 0.0);
    urto_world_process(world, NULL, (float *[]){decimated}, 4096);
    double sum = 0.0;
    for (int i = 200; i < 4096; i++) {
        sum += (double)decimated[i] * (double)decimated[i];
    }
    urto_world_destroy(world);
    return sqrt(2.0 * sum / (4096 - 200));
}

START_TEST(the_decimator_is_flat_and_closed)
{
    for (uint32_t r = 2; r <= 16; r += 7) {
        const double pass = level(0.44 * 44100.0, r);
        const double low = level(1000.0, r);
        const double stop = level(0.56 * 44100.0, r);
        const double far = level(0.9 * 44100.0, r);
        printf("decimator %2u: 1 kHz %.5f, .44 fs %.5f, .56 fs %.1f dB, .9 fs %.1f dB\n", r, low,
               pass, 20.0 * log10(stop), 20.0 * log10(far));
        ck_assert_double_eq_tol(low, 1.0, 2e-3);
        ck_assert_double_eq_tol(pass, 1.0, 5e-3);
        ck_assert_double_le(stop, 1e-5); /* 100 dB, as the window has */
        ck_assert_double_le(far, 1e-5);
        /* of linear phase: 32 frames late, and nothing else */
        static float plain[4096];
        level(1000.0, 1);
        memcpy(plain, decimated, sizeof plain);
        level(1000.0, r);
        for (int i = 200; i < 4096; i++) {
            ck_assert_double_eq_tol((double)decimated[i], (double)plain[i - 32], 2e-3);
        }
    }
    ck_assert_double_eq_tol(level(1000.0, 1), 1.0, 2e-3);
}
END_TEST

/* Plucks, strikes and shapes are booked, on every kind of body. */
START_TEST(plucks_and_strikes_supply_their_work)
{
    for (int kind = 0; kind < 6; kind++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoBody body = {0};
        UrtoMassDef mass = urto_mass_def();
        UrtoStringDef string = urto_string_def();
        UrtoBarDef bar = urto_bar_def();
        UrtoMembraneDef drum = urto_membrane_def();
        UrtoPlateDef plate = urto_plate_def();
        string.model = kind == 2 ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
        bar.ends = URTO_BAR_CLAMPED;
        mass.spring = 100.0;
        body = kind == 0   ? urto_world_def_mass(def, &mass)
               : kind <= 2 ? urto_world_def_string(def, &string)
               : kind == 3 ? urto_world_def_bar(def, &bar)
               : kind == 4 ? urto_world_def_membrane(def, &drum)
                           : urto_world_def_plate(def, &plate);
        const UrtoPort port = kit_port(def, body, 0.1, 0.05, URTO_INTERPOLATION_LINEAR);
        UrtoWorld *world = kit_world(def, 44100.0);
        KIT_OK(urto_world_pluck(world, port, 1e-3, NULL));
        ck_assert_double_eq_tol(urto_world_displacement(world, port), 1e-3, 1e-4);
        UrtoLedger ledger = urto_world_ledger(world);
        ck_assert_double_gt(ledger.supplied_hand, 0.0);
        urto_world_process(world, NULL, NULL, 100);
        const double before = urto_world_ledger(world).supplied_hand;
        KIT_OK(urto_world_strike(world, port, 1e-2, 0, NULL));
        urto_world_process(world, NULL, NULL, 100);
        ledger = urto_world_ledger(world);
        ck_assert_double_ne(ledger.supplied_hand, before);
        ck_assert_double_le(fabs(ledger.residual), 1e-12 * kit_total(&ledger));
        urto_world_destroy(world);
    }
}
END_TEST

/* The reduced mass m of two masses: sqrt(K/m)/(2 pi) for a spring, 1/(2 tau) of an impact. */
START_TEST(contacts_know_their_own_frequency)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoBody one = kit_hammer(def, 0.01, 0.0, 0.0);
    const UrtoBody two = kit_hammer(def, 0.03, 0.0, 0.0);
    const UrtoPort ports[2] = {urto_world_def_port_at(def, one, 0.0, 0.0),
                               urto_world_def_port_at(def, two, 0.0, 0.0)};
    const UrtoContact spring = kit_contact(def, ports[0], ports[1], (UrtoLaw){1e8, 1.0, 0.3});
    const UrtoContact felt = kit_contact(def, ports[0], ports[1], (UrtoLaw){1e9, 1.5, 0.0});
    const double mass = 0.01 * 0.03 / 0.04;
    UrtoWorld *world = kit_world(def, 44100.0);
    const UrtoImpact impact = {.mass = mass, .law = {1e9, 1.5, 0.0}, .velocity = 2.0};
    UrtoImpactExact exact;

    const double own = sqrt(1e8 / mass) / (2.0 * 3.14159265358979323846);
    ck_assert_double_eq_tol(urto_world_contact_frequency(world, spring, 0.2) / own, 1.0, 1e-12);
    ck_assert_double_eq_tol(urto_world_contact_frequency(world, spring, 20.0) / own, 1.0, 1e-12);
    KIT_OK(urto_impact_exact(&impact, &exact, NULL));
    ck_assert_double_eq_tol(
        urto_world_contact_frequency(world, felt, 2.0) * 2.0 * exact.contact_time, 1.0, 1e-9);
    urto_world_destroy(world);
}
END_TEST

typedef struct Steps {
    UrtoProbe probe;
    UrtoPort port;
    int count;
    double last; /* what the probe read */
} Steps;

static void watch_step(void *context, const UrtoWorld *world)
{
    Steps *steps = context;

    steps->count++;
    steps->last = urto_world_probe(world, steps->probe);
    ck_assert_double_eq(urto_world_probe(world, (UrtoProbe){.id = 7}), 0.0);
    ck_assert_double_eq_tol(steps->last, urto_world_velocity(world, steps->port), 1e-15);
    ck_assert_double_le(fabs(urto_world_ledger(world).residual), 1e-15);
}

/* Once an inner step, in flight and in contact; what a probe reads is without its gain. */
START_TEST(every_inner_step_can_be_watched)
{
    for (uint32_t oversampling = 1; oversampling <= 4; oversampling += 3) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        urto_world_def_options(
            def, &(UrtoWorldOptions){.oversampling = oversampling, .ledger = true, .outputs = 1});
        Steps steps = {.port = kit_port(def, kit_hammer(def, 0.01, 1e-3, -1.0), 0.0, 0.0,
                                        URTO_INTERPOLATION_LINEAR)};
        kit_contact(def, (UrtoPort){0}, steps.port, (UrtoLaw){1e7, 1.5, 0.0});
        UrtoProbeDef probe = urto_probe_def(steps.port);
        probe.gain = 3.0;
        steps.probe = urto_world_def_probe(def, &probe);
        UrtoWorld *world = kit_world(def, 44100.0);
        UrtoWorld *clone = NULL;
        float samples[100];
        float *out[] = {samples};
        urto_world_on_step(NULL, watch_step, &steps);
        urto_world_on_step(world, watch_step, &steps);
        KIT_OK(urto_world_clone(&clone, world, NULL));
        urto_world_process(world, NULL, out, 100);
        ck_assert_int_eq(steps.count, (int)(100 * oversampling));
        ck_assert_double_gt(urto_world_statistics(world).force_max, 0.0);
        if (oversampling == 1) {
            ck_assert_float_eq(samples[99], (float)(3.0 * steps.last));
        }
        urto_world_process(clone, NULL, out, 100);
        urto_world_on_step(world, NULL, NULL);
        urto_world_process(world, NULL, out, 100);
        ck_assert_int_eq(steps.count, (int)(100 * oversampling));
        urto_world_destroy(world);
        urto_world_destroy(clone);
    }
}
END_TEST

START_TEST(a_gradient_is_of_the_quadratised_solver)
{
    for (int solver = URTO_SOLVER_MIDPOINT; solver <= URTO_SOLVER_TRAPEZOIDAL; solver++) {
        for (int gradient = 0; gradient <= URTO_GRADIENT_EARLIER + 1; gradient++) {
            UrtoWorldDef *def = NULL;
            UrtoDiagnostic why = {0};
            KIT_OK(urto_world_def_create(&def, NULL));
            urto_world_def_options(def, &(UrtoWorldOptions){.solver = (UrtoSolver)solver,
                                                            .gradient = (UrtoGradient)gradient});
            const bool fine =
                gradient == URTO_GRADIENT_CAPPED ||
                (gradient <= URTO_GRADIENT_EARLIER && solver == URTO_SOLVER_QUADRATISED);
            ck_assert_int_eq(urto_world_def_status(def, &why),
                             fine ? URTO_OK : URTO_ERROR_ARGUMENT);
            if (!fine) {
                ck_assert_str_eq(why.field, "gradient");
                ck_assert_ptr_nonnull(strstr(why.message, gradient > URTO_GRADIENT_EARLIER
                                                              ? "must be 0 to 4"
                                                              : "must be 0 unless the solver is "
                                                                "quadratised"));
            }
            urto_world_def_destroy(def);
        }
    }
}
END_TEST

/* Matched durations are of the midpoint solver. */
START_TEST(matched_is_refused_where_it_has_no_meaning)
{
    for (int solver = URTO_SOLVER_MIDPOINT; solver <= URTO_SOLVER_TRAPEZOIDAL; solver++) {
        UrtoWorldDef *def = kit_def((UrtoSolver)solver);
        UrtoWorld *world = NULL;
        UrtoDiagnostic why = {0};
        UrtoContactDef contact = urto_contact_def();
        const bool fine = solver == URTO_SOLVER_MIDPOINT;
        contact.below =
            kit_port(def, kit_hammer(def, 0.01, 0.0, 1.0), 0.0, 0.0, URTO_INTERPOLATION_LINEAR);
        contact.matched = true;
        urto_world_def_contact(def, &contact);
        ck_assert_int_eq(urto_world_create(&world, def, 44100.0, &why),
                         fine ? URTO_OK : URTO_ERROR_UNSUPPORTED);
        if (!fine) {
            ck_assert_str_eq(why.field, "matched");
            ck_assert_str_eq(why.message, "contact 1 is matched: that needs the midpoint solver");
        }
        urto_world_destroy(world);
        urto_world_def_destroy(def);
    }
}
END_TEST

/* A probe of width 2 has the constant-power weights of its pan, one of width 1 its gain alone. */
START_TEST(a_pan_shares_the_power)
{
    static const double pans[] = {-1.0, -0.4, 0.0, 0.25, 1.0};
    for (int i = 0; i < 5; i++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        urto_world_def_options(def, &(UrtoWorldOptions){.outputs = 3});
        const UrtoBody body = kit_hammer(def, 0.01, 2.0, 0.0);
        UrtoProbeDef probe = urto_probe_def(urto_world_def_port_at(def, body, 0.0, 0.0));
        float out[3];
        probe.quantity = URTO_QUANTITY_DISPLACEMENT;
        probe.gain = 3.0;
        probe.pan = pans[i];
        probe.width = 2;
        urto_world_def_probe(def, &probe);
        probe.width = 1;
        probe.channel = 2;
        urto_world_def_probe(def, &probe);
        UrtoWorld *world = kit_world(def, 44100.0);
        urto_world_process(world, NULL, (float *[]){&out[0], &out[1], &out[2]}, 1);
        const double turn = 0.25 * 3.14159265358979323846 * (pans[i] + 1.0);
        ck_assert_double_eq_tol((double)out[0], 6.0 * cos(turn), 1e-6);
        ck_assert_double_eq_tol((double)out[1], 6.0 * sin(turn), 1e-6);
        ck_assert_double_eq_tol((double)out[2], 6.0, 1e-6);
        urto_world_destroy(world);
    }
}
END_TEST

/* Every quantity that a probe hears is what the world says of it, and the ledger that of its parts. A ball falls
 * on a bowed and driven bar. */
START_TEST(probes_hear_what_the_world_says)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    urto_world_def_options(def, &(UrtoWorldOptions){.ledger = true, .inputs = 1, .outputs = 10});
    UrtoMassDef ball = urto_mass_def();
    UrtoBarDef bar = urto_bar_def();
    ball.gravity = -9.81;
    ball.position = 1e-3;
    bar.ends = URTO_BAR_CLAMPED;
    const UrtoBody body = urto_world_def_bar(def, &bar);
    const UrtoPort on = urto_world_def_port_at(def, body, 0.5 * bar.length, 0.0);
    const UrtoPort at = urto_world_def_port_at(def, body, 0.3 * bar.length, 0.0);
    const UrtoPort head = urto_world_def_port_at(def, urto_world_def_mass(def, &ball), 0.0, 0.0);
    const UrtoContact contact = kit_contact(def, on, head, (UrtoLaw){1e6, 1.5, 0.1});
    UrtoBowDef stick = urto_bow_def(at);
    stick.force = 0.5;
    stick.velocity = 0.1;
    const UrtoBow bow = urto_world_def_bow(def, &stick);
    const UrtoDriveDef drive = urto_drive_def(on);
    urto_world_def_drive(def, &drive);
    for (uint32_t i = 0; i < 10; i++) {
        UrtoProbeDef probe = urto_probe_def(i < URTO_QUANTITY_CONTACT_FORCE ? at : (UrtoPort){0});
        probe.quantity = (UrtoQuantity)i;
        probe.contact = i == URTO_QUANTITY_CONTACT_FORCE ? contact : (UrtoContact){0};
        probe.bow =
            i == URTO_QUANTITY_BOW_FORCE || i == URTO_QUANTITY_BOW_SLIP ? bow : (UrtoBow){0};
        probe.channel = i;
        urto_world_def_probe(def, &probe);
    }
    UrtoWorld *world = kit_world(def, 44100.0);
    double hits = 0.0;
    double before = 0.0;
    double friction = 0.0;
    for (int n = 0; n < 1500; n++) {
        const float in = 0.2f * sinf(0.05f * (float)n);
        float out[10];
        float *channels[10];
        for (int i = 0; i < 10; i++) {
            channels[i] = &out[i];
        }
        urto_world_process(world, (const float *[]){&in}, channels, 1);
        const UrtoLedger l = urto_world_ledger(world);
        const double v = urto_world_velocity(world, at);
        const double expected[10] = {
            [URTO_QUANTITY_DISPLACEMENT] = urto_world_displacement(world, at),
            [URTO_QUANTITY_VELOCITY] = v,
            [URTO_QUANTITY_ACCELERATION] = (v - before) * 44100.0,
            [URTO_QUANTITY_CONTACT_FORCE] = urto_world_contact_force(world, contact),
            [URTO_QUANTITY_BOW_FORCE] = (double)out[URTO_QUANTITY_BOW_FORCE],
            [URTO_QUANTITY_BOW_SLIP] = 0.5 * (v + before) - 0.1,
            [URTO_QUANTITY_STORED] = l.stored,
            [URTO_QUANTITY_DISSIPATED] =
                l.dissipated_body + l.dissipated_contact + l.dissipated_bow,
            [URTO_QUANTITY_SUPPLIED] = l.supplied_bow + l.supplied_drive + l.supplied_hand +
                                       l.supplied_gravity + l.supplied_change,
            [URTO_QUANTITY_RESIDUAL] = l.residual};
        for (int i = 0; i < 10; i++) {
            const double least = i == URTO_QUANTITY_ACCELERATION ? 1e-5 : 1e-12;
            ck_assert_msg(fabs((double)out[i] - expected[i]) <= 1e-6 * fabs(expected[i]) + least,
                          "quantity %d at %d: %g, not %g", i, n, (double)out[i], expected[i]);
        }
        /* what the bow takes and gives, from its force and slip alone */
        friction +=
            (double)out[URTO_QUANTITY_BOW_FORCE] * (double)out[URTO_QUANTITY_BOW_SLIP] / 44100.0;
        ck_assert_double_eq_tol(friction, l.dissipated_bow, 1e-6 * fabs(friction) + 1e-12);
        hits = fmax(hits, expected[URTO_QUANTITY_CONTACT_FORCE]);
        before = v;
    }
    const UrtoLedger end = urto_world_ledger(world);
    ck_assert_double_gt(hits, 0.1);
    /* gravity supplies what the ball has fallen: m g h */
    const double fallen = 1e-3 - urto_world_displacement(world, head);
    ck_assert_double_eq_tol(end.supplied_gravity, ball.mass * 9.81 * fallen,
                            5e-3 * end.supplied_gravity);
    ck_assert_double_gt(end.dissipated_body, 0.0);
    ck_assert_double_gt(end.dissipated_contact, 0.0);
    urto_world_destroy(world);
}
END_TEST

/* What comes at one frame happens in the order of the calls, whenever these were made. */
START_TEST(events_of_one_frame_keep_their_order)
{
    for (int last = 0; last < 2; last++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        urto_world_def_options(def, &(UrtoWorldOptions){.smoothing = URTO_NO_SMOOTHING});
        const UrtoBody mass = kit_hammer(def, 0.01, 0.0, 0.0);
        const UrtoPort port = urto_world_def_port_at(def, mass, 0.0, 0.0);
        UrtoProbeDef probe = urto_probe_def(port);
        probe.quantity = URTO_QUANTITY_DISPLACEMENT;
        const UrtoProbe ear = urto_world_def_probe(def, &probe);
        UrtoWorld *world = kit_world(def, 44100.0);
        float out[12];
        KIT_OK(urto_world_throw(world, mass, last ? 5.0 : 7.0, 0.0, 9, NULL));
        KIT_OK(urto_world_set_probe(world, ear, URTO_PROBE_GAIN, last ? 2.0 : 3.0, 9, 0, NULL));
        KIT_OK(urto_world_throw(world, mass, 1.0, 0.0, 4, NULL));
        KIT_OK(urto_world_throw(world, mass, last ? 7.0 : 5.0, 0.0, 9, NULL));
        KIT_OK(urto_world_set_probe(world, ear, URTO_PROBE_GAIN, last ? 3.0 : 2.0, 9, 0, NULL));
        urto_world_process(world, NULL, (float *[]){out}, 12);
        for (int i = 0; i < 12; i++) {
            const double expected = i < 4 ? 0.0 : i < 9 ? 1.0 : last ? 21.0 : 10.0;
            ck_assert_double_eq((double)out[i], expected);
        }
        urto_world_destroy(world);
    }
}
END_TEST

/* Each point of a line holds the energy and pushes with the force of its own compression: a mass row over a wall
 * of three heights. */
START_TEST(each_point_of_a_line_counts)
{
    static const double heights[3][3] = {
        {1e-3, -1.0, -1.0}, {-1.0, 1e-3, -1.0}, {-1.0, -1.0, 1e-3}};
    static const double places[] = {0.25, 0.5, 0.75};
    for (int which = 0; which < 3; which++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = kit_string(URTO_MODEL_GRID);
        string.length = 0.8;
        string.segments = 16;
        UrtoLineDef line = urto_line_def();
        line.above.body = urto_world_def_string(def, &string);
        line.above.to[0] = string.length;
        line.points = 3;
        line.positions = places;
        line.heights = heights[which];
        line.law = (UrtoLaw){1e4, 1.5, 0.0};
        const UrtoContact contact = urto_world_def_line(def, &line);
        UrtoWorld *world = kit_world(def, 44100.0);
        const double stored = urto_world_stored_in_contact(world, contact);
        const double share = urto_law_potential(&line.law, 1e-3);
        ck_assert_double_gt(stored, 0.0);
        /* the law is that of the whole line or of a point, the same for all three */
        static double first;
        first = which ? first : stored;
        ck_assert_double_eq_tol(stored / first, 1.0, 1e-12);
        ck_assert_double_le(stored, share * (1.0 + 1e-12));
        ck_assert_double_eq_tol(urto_world_ledger(world).stored, stored, 1e-15);
        kit_step(world);
        static double force;
        force = which ? force : urto_world_contact_force(world, contact);
        ck_assert_double_gt(force, 0.0);
        ck_assert_double_eq_tol(urto_world_contact_force(world, contact) / force, 1.0, 1e-12);
        ck_assert_double_eq_tol(urto_world_ledger(world).stored, stored, 1e-13 * stored);
        urto_world_destroy(world);
    }
}
END_TEST

/* A control that would click takes the smoothing of the world, or the ramp that is asked for if that is longer: in equal
 * steps, of inner steps if there are several a frame. */
START_TEST(controls_ramp_in_equal_steps)
{
    static const struct {
        double smoothing;
        uint32_t ramp, frames; /* asked for; and that it takes */
    } rows[] = {{0.01, 0, 100},
                {0.01, 40, 100},
                {0.01, 250, 250},
                {URTO_NO_SMOOTHING, 30, 30},
                {URTO_NO_SMOOTHING, 0, 1},
                {0.0, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        urto_world_def_options(def, &(UrtoWorldOptions){.smoothing = rows[i].smoothing});
        UrtoProbeDef probe =
            urto_probe_def(urto_world_def_port_at(def, kit_hammer(def, 0.01, 1.0, 0.0), 0.0, 0.0));
        static float out[400];
        probe.quantity = URTO_QUANTITY_DISPLACEMENT;
        const UrtoProbe ear = urto_world_def_probe(def, &probe);
        UrtoWorld *world = kit_world(def, 10000.0);
        KIT_OK(urto_world_set_probe(world, ear, URTO_PROBE_GAIN, 3.0, 5, rows[i].ramp, NULL));
        urto_world_process(world, NULL, (float *[]){out}, 400);
        /* the default: 5 ms */
        const double frames = rows[i].frames ? rows[i].frames : 50.0;
        for (int n = 0; n < 400; n++) {
            const double part = fmin(fmax((n - 4.0) / frames, 0.0), 1.0);
            ck_assert_double_eq_tol((double)out[n], 1.0 + 2.0 * part, 1e-6);
        }
        urto_world_destroy(world);
        /* as long in frames where a frame has four steps; the decimator rounds the corners */
        def = kit_def(URTO_SOLVER_MIDPOINT);
        urto_world_def_options(
            def, &(UrtoWorldOptions){.smoothing = rows[i].smoothing, .oversampling = 4});
        probe.port = urto_world_def_port_at(def, kit_hammer(def, 0.01, 1.0, 0.0), 0.0, 0.0);
        const UrtoProbe other = urto_world_def_probe(def, &probe);
        world = kit_world(def, 10000.0);
        urto_world_process(world, NULL, (float *[]){out}, 100);
        KIT_OK(urto_world_set_probe(world, other, URTO_PROBE_GAIN, 3.0, 5, rows[i].ramp, NULL));
        urto_world_process(world, NULL, (float *[]){out}, 400);
        for (int n = 0; n < 400 && frames > 10.0; n++) {
            const double part = fmin(fmax((n - 36.0) / frames, 0.0), 1.0);
            ck_assert_double_eq_tol((double)out[n], 1.0 + 2.0 * part, 0.05);
        }
        urto_world_destroy(world);
    }
}
END_TEST

/* What is cancelled stays where it is, and what waited does not come. */
START_TEST(a_cancelled_ramp_stays_where_it_is)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    urto_world_def_options(def, &(UrtoWorldOptions){.smoothing = URTO_NO_SMOOTHING});
    UrtoProbeDef probe =
        urto_probe_def(urto_world_def_port_at(def, kit_hammer(def, 0.01, 1.0, 0.0), 0.0, 0.0));
    float out[200];
    probe.quantity = URTO_QUANTITY_DISPLACEMENT;
    const UrtoProbe ear = urto_world_def_probe(def, &probe);
    UrtoWorld *world = kit_world(def, 10000.0);
    KIT_OK(urto_world_set_probe(world, ear, URTO_PROBE_GAIN, 3.0, 0, 100, NULL));
    KIT_OK(urto_world_set_probe(world, ear, URTO_PROBE_GAIN, 7.0, 90, 0, NULL));
    urto_world_process(world, NULL, (float *[]){out}, 50);
    urto_world_cancel(world);
    urto_world_process(world, NULL, (float *[]){out}, 200);
    for (int n = 0; n < 200; n++) {
        ck_assert_double_eq_tol((double)out[n], 2.0, 1e-6);
    }
    /* a ramp from there begins there */
    KIT_OK(urto_world_set_probe(world, ear, URTO_PROBE_GAIN, 4.0, 0, 100, NULL));
    urto_world_process(world, NULL, (float *[]){out}, 100);
    ck_assert_double_eq_tol((double)out[49], 3.0, 1e-6);
    ck_assert_double_eq_tol((double)out[99], 4.0, 1e-6);
    urto_world_destroy(world);
}
END_TEST

/* The statistics count contacts that act, not bows. */
START_TEST(active_contacts_are_counted)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoStringDef string = kit_string(URTO_MODEL_GRID);
    const UrtoBody body = urto_world_def_string(def, &string);
    UrtoBowDef bow = urto_bow_def(urto_world_def_port_at(def, body, 0.1, 0.0));
    bow.force = 1.0;
    urto_world_def_bow(def, &bow);
    for (int i = 0; i < 4; i++) {
        const UrtoPort head =
            urto_world_def_port_at(def, kit_hammer(def, 0.01, i < 3 ? 1e-5 : -1.0, 0.0), 0.0, 0.0);
        kit_contact(def, head, urto_world_def_port_at(def, body, 0.2 + 0.1 * i, 0.0),
                    (UrtoLaw){1e6, 1.5, 0.0});
    }
    UrtoWorld *world = kit_world(def, 44100.0);
    kit_step(world);
    ck_assert_uint_eq(urto_world_statistics(world).active, 3);
    urto_world_process(world, NULL, NULL, 2000);
    ck_assert_uint_eq(urto_world_statistics(world).active, 0);
    ck_assert_uint_eq(urto_world_statistics(world).active_max, 3);
    ck_assert_uint_eq(urto_world_statistics(world).steps, 2001);
    urto_world_destroy(world);
}
END_TEST

/* A barrier given as two lines is the same as in one; both are long enough to be watched in groups. */
START_TEST(two_lines_are_one)
{
    enum { POINTS = 90, STEPS = 1500 };
    static double heights[POINTS], places[POINTS];
    static double u[2][STEPS];
    double most = 0.0;
    int touching = 0;
    for (int halves = 0; halves < 2; halves++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = kit_string(URTO_MODEL_GRID);
        string.segments = 100;
        string.loss[0] = 5.0;
        const UrtoBody body = urto_world_def_string(def, &string);
        const UrtoPort ear = urto_world_def_port_at(def, body, 0.3 * string.length, 0.0);
        UrtoContact contacts[2] = {{0}, {0}};
        for (int i = 0; i < POINTS; i++) {
            places[i] = (i + 5) / 100.0;
            heights[i] = -1e-4 - 2e-3 * pow(places[i] - 0.7, 2.0);
        }
        UrtoLineDef line = urto_line_def();
        line.above.body = body;
        line.above.to[0] = string.length;
        line.law = (UrtoLaw){1e5, 1.5, 0.0};
        for (int half = 0; half <= halves; half++) {
            const int first = half * 37;
            line.points = (uint32_t)(!halves ? POINTS : half ? POINTS - 37 : 37);
            line.positions = places + first;
            line.heights = heights + first;
            contacts[half] = urto_world_def_line(def, &line);
        }
        UrtoWorld *world = kit_world(def, 44100.0);
        KIT_OK(urto_world_pluck(world, ear, 2e-3, NULL));
        for (int n = 0; n < STEPS; n++) {
            kit_step(world);
            u[halves][n] = urto_world_displacement(world, ear);
            most = fmax(most, fabs(u[halves][n]));
            touching += halves && urto_world_contact_force(world, contacts[1]) > 0.0;
        }
        const UrtoLedger ledger = urto_world_ledger(world);
        ck_assert_double_le(fabs(ledger.residual), 1e-12 * kit_total(&ledger));
        urto_world_destroy(world);
    }
    ck_assert_int_gt(touching, 100);
    for (int n = 0; n < STEPS; n++) {
        ck_assert_double_eq_tol(u[1][n], u[0][n], 1e-7 * most);
    }
}
END_TEST

/* Strikes of one instant add up, and a world forgets them; a mass that is thrown at a moving one starts two steps of the
 * closing motion away; a compression knows its distance. */
START_TEST(hands_act_as_they_say)
{
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    const UrtoBody free = kit_hammer(def, 0.5, 0.0, 0.0);
    const UrtoBody target = kit_hammer(def, 0.5, 0.3, -3.0);
    const UrtoBody thrown = kit_hammer(def, 0.5, -2.0, 0.0);
    const UrtoPort ports[] = {urto_world_def_port_at(def, free, 0.0, 0.0),
                              urto_world_def_port_at(def, target, 0.0, 0.0),
                              urto_world_def_port_at(def, thrown, 0.0, 0.0)};
    UrtoContactDef contact = urto_contact_def();
    contact.below = ports[2];
    contact.above = ports[1];
    contact.distance = 1e-3;
    const UrtoContact id = urto_world_def_contact(def, &contact);
    UrtoWorld *world = kit_world(def, 48000.0);
    ck_assert_double_eq_tol(urto_world_compression(world, id), -2.0 - 0.3 - 1e-3, 1e-12);
    KIT_OK(urto_world_strike(world, ports[0], 0.2, 0, NULL));
    KIT_OK(urto_world_strike(world, ports[0], 0.1, 0, NULL));
    urto_world_process(world, NULL, NULL, 10);
    ck_assert_double_eq_tol(urto_world_velocity(world, ports[0]), 0.6, 1e-12);
    KIT_OK(urto_world_throw_at(world, thrown, id, 1.0, 0, NULL));
    ck_assert_double_eq_tol(urto_world_compression(world, id), -2.0 * 4.0 / 48000.0, 1e-12);
    ck_assert_double_eq_tol(urto_world_velocity(world, ports[2]), 1.0, 1e-9);
    urto_world_process(world, NULL, NULL, 4);
    ck_assert_double_gt(urto_world_contact_force(world, id), 0.0);
    urto_world_destroy(world);
}
END_TEST

/* Between two frames an oversampled drive goes straight from one sample to the next. */
START_TEST(an_oversampled_drive_is_straight)
{
    enum { PARTS = 4 };
    static const float in[6] = {0.0f, 1.0f, -0.5f, 0.25f, 0.0f, 0.0f};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    urto_world_def_options(def, &(UrtoWorldOptions){.inputs = 1, .oversampling = PARTS});
    const UrtoPort port = urto_world_def_port_at(def, kit_hammer(def, 2.0, 0.0, 0.0), 0.0, 0.0);
    UrtoDriveDef drive = urto_drive_def(port);
    drive.gain = 3.0;
    urto_world_def_drive(def, &drive);
    UrtoWorld *world = kit_world(def, 1000.0);
    double v = 0.0;
    double last = 0.0;
    for (int n = 0; n < 6; n++) {
        for (int i = 1; i <= PARTS; i++) {
            const double force = 3.0 * (last + i * ((double)in[n] - last) / PARTS);
            v += force / 2.0 / (1000.0 * PARTS);
        }
        last = (double)in[n];
        urto_world_process(world, (const float *[]){&in[n]}, NULL, 1);
        ck_assert_double_eq_tol(urto_world_velocity(world, port), v, 1e-12);
    }
    urto_world_destroy(world);
}
END_TEST

/* The same without a ledger, where bodies are one prediction ahead: what is heard is what the world says. */
START_TEST(probes_hear_the_same_without_a_ledger)
{
    for (int above = 0; above < 2; above++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        urto_world_def_options(def, &(UrtoWorldOptions){.outputs = 3});
        const UrtoStringDef string = kit_string(URTO_MODEL_MODAL);
        const UrtoBody body = urto_world_def_string(def, &string);
        const UrtoPort ear = urto_world_def_port_at(def, body, 0.3 * string.length, 0.0);
        const UrtoPort struck = urto_world_def_port_at(def, body, 0.31 * string.length, 0.0);
        const double side = above ? -1.0 : 1.0;
        const UrtoPort head =
            urto_world_def_port_at(def, kit_hammer(def, 0.01, -1e-4 * side, 2.0 * side), 0.0, 0.0);
        const UrtoContact contact = kit_contact(def, above ? struck : head, above ? head : struck,
                                                (UrtoLaw){1e7, 1.5, 0.0});
        for (uint32_t i = 0; i < 3; i++) {
            UrtoProbeDef probe = urto_probe_def(ear);
            probe.quantity = (UrtoQuantity)i;
            probe.channel = i;
            urto_world_def_probe(def, &probe);
        }
        UrtoWorld *world = kit_world(def, 44100.0);
        double before = 0.0;
        double pushed = 0.0;
        double worst[3] = {0.0, 0.0, 0.0};
        double most[3] = {0.0, 0.0, 0.0};
        for (int n = 0; n < 200; n++) {
            float out[3];
            urto_world_process(world, NULL, (float *[]){&out[0], &out[1], &out[2]}, 1);
            const double v = urto_world_velocity(world, ear);
            const double said[3] = {urto_world_displacement(world, ear), v, (v - before) * 44100.0};
            for (int i = 0; i < 3; i++) {
                worst[i] = fmax(worst[i], fabs((double)out[i] - said[i]));
                most[i] = fmax(most[i], fabs(said[i]));
            }
            before = v;
            pushed = fmax(pushed, urto_world_contact_force(world, contact));
        }
        ck_assert_double_gt(pushed, 1.0);
        for (int i = 0; i < 3; i++) {
            ck_assert_double_le(worst[i], 1e-6 * most[i]);
        }
        urto_world_destroy(world);
    }
}
END_TEST

/* A world that is put to rest goes on like a new one, to the bit; one that was struck falls asleep. */
START_TEST(a_rested_world_is_new)
{
    static double u[2][500];
    for (int used = 0; used < 2; used++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        urto_world_def_options(def, &(UrtoWorldOptions){.repeatable = true});
        UrtoStringDef string = kit_string(URTO_MODEL_MODAL);
        string.loss[0] = 40.0;
        const UrtoBody body = urto_world_def_string(def, &string);
        const UrtoPort port = urto_world_def_port_at(def, body, 0.2, 0.0);
        const UrtoPort head =
            urto_world_def_port_at(def, kit_hammer(def, 0.01, -1e-4, 0.0), 0.0, 0.0);
        kit_contact(def, head, urto_world_def_port_at(def, body, 0.31, 0.0),
                    (UrtoLaw){1e7, 1.5, 0.0});
        UrtoWorld *world = kit_world(def, 44100.0);
        if (used) {
            KIT_OK(urto_world_pluck(world, port, 2e-3, NULL));
            urto_world_process(world, NULL, NULL, 100);
        }
        urto_world_rest(world);
        KIT_OK(urto_world_throw(world, (UrtoBody){.id = 2}, -1e-3, 0.0, 0, NULL));
        KIT_OK(urto_world_pluck(world, port, -2e-3, NULL));
        for (int n = 0; n < 500; n++) {
            kit_step(world);
            u[used][n] = urto_world_displacement(world, port);
        }
        if (!used) {
            KIT_OK(urto_world_throw(world, (UrtoBody){.id = 2}, -1.0, 0.0, 0, NULL));
            KIT_OK(urto_world_strike(world, port, 1e-3, 0, NULL));
            ck_assert(!urto_world_sleeps(world));
            urto_world_process(world, NULL, NULL, 44100);
            ck_assert(urto_world_sleeps(world));
        }
        urto_world_destroy(world);
    }
    ck_assert_int_eq(memcmp(u[0], u[1], sizeof u[0]), 0);
}
END_TEST

/* A body is where its ports are: on a grid between points, by modes anywhere. */
START_TEST(displacement_is_read_without_a_port)
{
    static const UrtoModel models[] = {URTO_MODEL_GRID, URTO_MODEL_MODAL};
    for (int m = 0; m < 2; m++) {
        UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
        UrtoStringDef string = kit_string(models[m]);
        UrtoMembraneDef skin = urto_membrane_def();
        skin.model = models[m];
        skin.segments[0] = m ? 40 : 30;
        const UrtoBody bodies[] = {urto_world_def_string(def, &string),
                                   urto_world_def_membrane(def, &skin)};
        const UrtoPort ports[] = {urto_world_def_port_at(def, bodies[0], 0.3217, 0.0),
                                  urto_world_def_port_at(def, bodies[1], 0.0312, -0.0473)};
        UrtoWorld *world = kit_world(def, 44100.0);
        for (int i = 0; i < 2; i++) {
            ck_assert_int_eq(urto_world_strike(world, ports[i], 1e-3, 0, NULL), URTO_OK);
        }
        urto_world_process(world, NULL, NULL, 100);
        const double along = urto_world_displacement_at(world, bodies[0], 0.3217, 0.0);
        const double on = urto_world_displacement_at(world, bodies[1], 0.0312, -0.0473);
        ck_assert_double_ne(along, 0.0);
        ck_assert_double_ne(on, 0.0);
        ck_assert_double_eq_tol(along, urto_world_displacement(world, ports[0]),
                                1e-12 * fabs(along));
        ck_assert_double_eq_tol(on, urto_world_displacement(world, ports[1]), 1e-12 * fabs(on));
        ck_assert_double_eq(urto_world_displacement_at(world, bodies[0], -0.1, 0.0), 0.0);
        ck_assert_double_eq(urto_world_displacement_at(world, bodies[1], 0.2, 0.2), 0.0);
        urto_world_destroy(world);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("worlds");
    TCase *tests = tcase_create("worlds");

    tcase_add_test(tests, matched_is_refused_where_it_has_no_meaning);
    tcase_add_test(tests, a_gradient_is_of_the_quadratised_solver);
    tcase_add_test(tests, every_inner_step_can_be_watched);
    tcase_add_test(tests, every_failing_allocation_is_survived);
    tcase_add_test(tests, bodies_with_a_bad_number_are_refused);
    tcase_add_test(tests, huge_bodies_are_refused_or_work_in_moments);
    tcase_add_test(tests, bad_counts_and_handles_are_refused);
    tcase_add_test(tests, bad_calls_while_sounding_change_nothing);
    tcase_add_test(tests, a_world_that_is_no_number_falls_silent);
    tcase_add_test(tests, a_world_that_fell_silent_begins_anew);
    tcase_add_test(tests, an_output_that_is_too_large_falls_silent);
    tcase_add_test(tests, output_does_not_depend_on_blocks);
    tcase_add_test(tests, the_decimator_is_flat_and_closed);
    tcase_add_test(tests, plucks_and_strikes_supply_their_work);
    tcase_add_test(tests, contacts_know_their_own_frequency);
    tcase_add_test(tests, a_pan_shares_the_power);
    tcase_add_test(tests, probes_hear_what_the_world_says);
    tcase_add_test(tests, events_of_one_frame_keep_their_order);
    tcase_add_test(tests, each_point_of_a_line_counts);
    tcase_add_test(tests, a_rested_world_is_new);
    tcase_add_test(tests, hands_act_as_they_say);
    tcase_add_test(tests, an_oversampled_drive_is_straight);
    tcase_add_test(tests, probes_hear_the_same_without_a_ledger);
    tcase_add_test(tests, two_lines_are_one);
    tcase_add_test(tests, controls_ramp_in_equal_steps);
    tcase_add_test(tests, a_cancelled_ramp_stays_where_it_is);
    tcase_add_test(tests, active_contacts_are_counted);
    tcase_add_test(tests, displacement_is_read_without_a_port);
    tcase_set_timeout(tests, 600);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
