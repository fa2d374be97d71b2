/* Bad input for every function of status.h, law.h, impact.h, material.h, body.h, world.h and
 * scene.h: a status with a sentence, nothing changed, no crash. The table is at the end. */
#include "tests/api/bad_input.h"

#include <urto/impact.h>
#include <urto/material.h>
#include <urto/scene.h>

#include <float.h>

/* ---- what is seen of a world --------------------------------------------------------------- */

static void see_statistics(Seen *seen, UrtoStatistics statistics)
{
    see(seen, (double)statistics.steps);
    see(seen, (double)statistics.iterations);
    see(seen, statistics.iterations_max);
    see(seen, statistics.residual_max);
    see(seen, statistics.force_residual_max);
    see(seen, statistics.active);
    see(seen, statistics.active_max);
    see(seen, statistics.force_min);
    see(seen, statistics.force_max);
    see(seen, statistics.impulse_push);
    see(seen, statistics.impulse_pull);
    see(seen, (double)statistics.nonfinite);
    see(seen, statistics.modes_left_out);
    see(seen, statistics.events_lost);
    see(seen, statistics.contact_events_lost);
}

static void see_world(Seen *seen, const UrtoWorld *world)
{
    for (uint32_t id = 1; id <= 8; id++) {
        const UrtoContact contact = {.id = id};
        see(seen, urto_world_displacement(world, (UrtoPort){.id = id}));
        see(seen, urto_world_velocity(world, (UrtoPort){.id = id}));
        see(seen, urto_world_contact_force(world, contact));
        see(seen, urto_world_compression(world, contact));
        see(seen, urto_world_stored_in_contact(world, contact));
        see(seen, urto_world_dissipated_by_contact(world, contact));
        see(seen, urto_world_dissipated_by_bow(world, (UrtoBow){.id = id}));
        see(seen, urto_world_dissipated_by_body(world, (UrtoBody){.id = id}));
        see(seen, urto_world_mode_displacement(world, (UrtoBody){.id = id}, 0));
        see(seen, urto_world_mode_info(world, (UrtoBody){.id = id}, 0).frequency);
        see(seen, urto_world_body_info(world, (UrtoBody){.id = id}).degrees);
    }
    see_ledger(seen, urto_world_ledger(world));
    see_statistics(seen, urto_world_statistics(world));
    see(seen, (double)urto_world_bytes(world));
    see(seen, urto_world_latency(world));
    see(seen, urto_world_sleeps(world));
}

enum { FRAMES = 64, OUTPUTS = 2 };

/* A world as it is, and what a clone of it does in the next frames. */
static Seen seen_of(const UrtoWorld *world)
{
    Seen seen = {.count = 0};
    UrtoWorld *clone = NULL;
    float out[OUTPUTS][FRAMES];
    UrtoContactEvent events[64];

    see_world(&seen, world);
    KIT_OK(urto_world_clone(&clone, world, NULL));
    urto_world_process(clone, NULL, (float *[]){out[0], out[1]}, FRAMES);
    see_world(&seen, clone);
    for (size_t i = 0; i < COUNT(out) * FRAMES; i++) {
        see(&seen, (double)out[i / FRAMES][i % FRAMES]);
    }
    see(&seen, urto_world_contact_events(clone, events, COUNT(events)));
    urto_world_destroy(clone);
    return seen;
}

/* ---- the stage: one good world with one of everything, and handles that are not of it ------- */

typedef struct Handle {
    uint32_t id, tag;
} Handle;

enum { BAD_HANDLES = 7, NONE_HANDLES = 2 };

static struct Stage {
    UrtoWorldDef *def, *other;
    UrtoWorld *world;
    UrtoBody hammer, bar, string;
    UrtoPort head, struck, heard, bowed;
    UrtoContact felt, frets;
    UrtoBow bow;
    UrtoDrive drive;
    UrtoProbe ear;
    UrtoShape *shape;
    Handle bad[BAD_HANDLES]; /* the first NONE_HANDLES are none */
    Seen world_seen, def_seen;
} on;

/* All of them, or those that are not none, in one place while the call is made. */
#define HANDLES_FROM_IN(first, Type, call, place)                                                  \
    do {                                                                                           \
        const Type kept_ = place;                                                                  \
        for (size_t h_ = first; h_ < BAD_HANDLES; h_++) {                                          \
            place = (Type){on.bad[h_].id, on.bad[h_].tag};                                         \
            snprintf(bad_value, sizeof bad_value, #place " is id %u, tag %u", on.bad[h_].id,       \
                     on.bad[h_].tag);                                                              \
            call;                                                                                  \
        }                                                                                          \
        place = kept_;                                                                             \
    } while (0)
#define BAD_HANDLES_IN(Type, call, place) HANDLES_FROM_IN(0, Type, call, place)
#define WRONG_HANDLES_IN(Type, call, place) HANDLES_FROM_IN(NONE_HANDLES, Type, call, place)

static void describe(struct Stage *s)
{
    UrtoMassDef hammer = urto_mass_def();
    UrtoBarDef bar = urto_bar_of(urto_material_find("steel"), 0.2, 0.02, 0.004);
    UrtoStringDef string = urto_string_def();
    UrtoLineDef frets = urto_line_def();

    KIT_OK(urto_world_def_create(&s->def, NULL));
    urto_world_def_options(s->def, &(UrtoWorldOptions){.ledger = true, .contact_events = 32});
    hammer.position = -1e-3;
    hammer.velocity = 2.0;
    s->hammer = urto_world_def_mass(s->def, &hammer);
    bar.modes = 6;
    s->bar = urto_world_def_bar(s->def, &bar);
    string.segments = 20;
    s->string = urto_world_def_string(s->def, &string);
    s->head = urto_world_def_port_at(s->def, s->hammer, 0.0, 0.0);
    s->struck = urto_world_def_port_at(s->def, s->bar, 0.03, 0.0);
    s->heard = urto_world_def_port_at(s->def, s->bar, 0.19, 0.0);
    s->bowed = urto_world_def_port_at(s->def, s->string, 0.2, 0.0);
    s->felt =
        urto_world_def_contact_between(s->def, s->head, s->struck, (UrtoLaw){1e8, 1.5, 0.2}, 0.0);
    frets.above.body = s->string;
    frets.above.to[0] = 0.7;
    frets.points = 3;
    frets.distance = 1e-4;
    s->frets = urto_world_def_line(s->def, &frets);
    const UrtoBowDef bow = urto_bow_def(s->bowed);
    s->bow = urto_world_def_bow(s->def, &bow);
    const UrtoDriveDef drive = urto_drive_def(s->struck);
    s->drive = urto_world_def_drive(s->def, &drive);
    UrtoProbeDef ear = urto_probe_def(s->heard);
    s->ear = urto_world_def_probe(s->def, &ear);
    ear.port = s->bowed;
    ear.channel = 1;
    urto_world_def_probe(s->def, &ear);
    urto_world_def_curve(s->def, urto_probe_target(s->ear, URTO_PROBE_GAIN),
                         (UrtoBreakpoint[]){{0.0, 1.0}, {0.001, 2.0}}, 2);
    KIT_OK(urto_world_def_status(s->def, NULL));
}

static Seen seen_of_def(const UrtoWorldDef *def)
{
    UrtoWorld *world = NULL;

    KIT_OK(urto_world_create(&world, def, 44100.0, NULL));
    const Seen seen = seen_of(world);
    urto_world_destroy(world);
    return seen;
}

static void clear_the_stage(void)
{
    urto_shape_destroy(on.shape);
    urto_world_destroy(on.world);
    urto_world_def_destroy(on.def);
    urto_world_def_destroy(on.other);
    on = (struct Stage){0};
}

static void set_the_stage(void)
{
    static struct Stage elsewhere, gone;

    describe(&on);
    describe(&elsewhere);
    describe(&gone);
    urto_world_def_destroy(gone.def);
    on.other = elsewhere.def;
    const Handle bad[BAD_HANDLES] = {
        {0, 0},           {0, on.head.tag},        {UINT32_MAX, 0},    {UINT32_MAX, on.head.tag},
        {9, on.head.tag}, {1, elsewhere.head.tag}, {1, gone.head.tag},
    };
    memcpy(on.bad, bad, sizeof bad);
    KIT_OK(urto_world_create(&on.world, on.def, 44100.0, NULL));
    urto_world_process(on.world, NULL, NULL, 40); /* the hammer has touched the bar */
    ck_assert_double_ne(urto_world_displacement(on.world, on.heard), 0.0);
    KIT_OK(urto_shape_create_pluck(&on.shape, on.world, on.struck, 1e-4, NULL));
    on.world_seen = seen_of(on.world);
    on.def_seen = seen_of_def(on.def);
}

static void expect_same_world(const char *call)
{
    const Seen now = seen_of(on.world);

    expect_same(call, &on.world_seen, &now);
}

/* After each row all of it is as it was. */
static void check_the_stage(void)
{
    const Seen now = seen_of_def(on.def);

    expect_same("the whole row", &on.def_seen, &now);
    expect_same_world("the whole row");
    clear_the_stage();
}

#define REFUSED(call) REFUSED_BUT(call, expect_same_world(#call))

/* What a description says of a call that it refused, and that it then goes on as if there had been
 * none. */
static void expect_def_refusal(const char *call)
{
    const UrtoMassDef mass = urto_mass_def();
    UrtoDiagnostic said = nothing_said();
    UrtoWorld *world = NULL;

    expect_refusal(call, urto_world_def_status(on.def, &said), &said);
    ck_assert_uint_eq(urto_world_def_mass(on.def, &mass).id, 0);
    ck_assert_int_eq(urto_world_create(&world, on.def, 44100.0, NULL), said.status);
    ck_assert_ptr_null(world);
    urto_world_def_clear(on.def);
    KIT_OK(urto_world_def_status(on.def, NULL));
    const Seen now = seen_of_def(on.def);
    expect_same(call, &on.def_seen, &now);
}

/* The call gives handle 0. */
#define DEF_REFUSES(call)                                                                          \
    do {                                                                                           \
        GIVES_NOTHING(call);                                                                       \
        expect_def_refusal(#call);                                                                 \
    } while (0)

/* The call is refused when the world is created, which knows where bodies end. The stage is set
 * anew. */
static void expect_refusal_when_compiled(const char *call)
{
    UrtoDiagnostic said = nothing_said();
    UrtoWorld *world = NULL;

    KIT_OK(urto_world_def_status(on.def, NULL));
    expect_refusal(call, urto_world_create(&world, on.def, 44100.0, &said), &said);
    ck_assert_ptr_null(world);
    clear_the_stage();
    set_the_stage();
}

/* What is far away but finite may be refused here or there. */
#define DEF_OR_COMPILER_REFUSES(call)                                                              \
    do {                                                                                           \
        if ((call) == 0) {                                                                         \
            expect_def_refusal(#call);                                                             \
        } else {                                                                                   \
            expect_refusal_when_compiled(#call);                                                   \
        }                                                                                          \
    } while (0)

/* The call is good, if strange: the world stays finite. The stage is set anew. */
#define ACCEPTED(call)                                                                             \
    do {                                                                                           \
        UrtoDiagnostic *const why = NULL;                                                          \
        ck_assert_msg((call) == URTO_OK, "%s: %s: refused", row->name, #call);                     \
        const Seen seen = seen_of(on.world);                                                       \
        for (size_t i = 0; i < seen.count; i++) {                                                  \
            ck_assert_msg(isfinite(seen.numbers[i]), "%s: %s: number %zu is %g", row->name, #call, \
                          i, seen.numbers[i]);                                                     \
        }                                                                                          \
        clear_the_stage();                                                                         \
        set_the_stage();                                                                           \
    } while (0)

/* ---- status.h, law.h, impact.h -------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static int format_list(char *text, size_t size,
                                                             const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int length = urto_format_list(text, size, format, list);
    va_end(list);
    return length;
}

static void bad_format(int (*format)(char *text, size_t size, const char *format, ...))
{
    static const char *const none = NULL;
    char text[4] = "abc";

    ck_assert_int_eq(format(NULL, 4, "%d", 1), 0);
    ck_assert_int_eq(format(text, 0, "%d", 1), 1);
    ck_assert_str_eq(text, "abc");
    ck_assert_int_eq(format(text, sizeof text, none), 0);
    ck_assert_int_eq(format(text, sizeof text, "%s", long_text), (int)strlen(long_text));
    ck_assert_str_eq(text, "aaa");
    for (size_t i = 0; i < COUNT(bad_numbers); i++) {
        ck_assert_int_gt(format(text, sizeof text, "%.99f", bad_numbers[i]), 2);
    }
}

static void bad_urto_format(void)
{
    bad_format(urto_format);
}

static void bad_urto_format_list(void)
{
    bad_format(format_list);
}

static void bad_urto_read_number(void)
{
    double number = 7.0;
    const char *name = NULL;

    ck_assert_ptr_null(urto_read_number("1", NULL));
    BAD_NAMES_IN(ck_assert_ptr_null(urto_read_number(name, &number)), name);
    char digits[200];
    memset(digits, '1', sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    ck_assert_ptr_null(urto_read_number(digits, &number));
    ck_assert(number == 7.0);
}

static void bad_urto_status_text(void)
{
    UrtoStatus status = URTO_OK;
    BAD_CHOICES_IN(UrtoStatus, ck_assert_str_eq(urto_status_text(status), "unknown status"),
                   status);
}

static void bad_urto_law_check(void)
{
    UrtoLaw law = urto_law_def();
    REFUSED(urto_law_check(NULL, why));
    BAD_NUMBERS_IN(REFUSED(urto_law_check(&law, why)), &law.stiffness, &law.exponent, &law.damping);
}

/* Neither NaN nor negative; the law itself has no end. */
static void expect_not_nan(double force)
{
    ck_assert(row->takes_huge);
    ck_assert_msg(force >= 0.0, "%s, %s: %g", row->name, bad_value, force);
}

static void bad_urto_law_potential(void)
{
    const UrtoLaw law = urto_law_def();
    double x = 1e-3;
    GIVES_NOTHING(urto_law_potential(NULL, x));
    BAD_NUMBERS_IN(expect_not_nan(urto_law_potential(&law, x)), &x);
}

static void bad_urto_law_force(void)
{
    UrtoLaw law = urto_law_def();
    double x = 1e-3, v = 1.0;
    GIVES_NOTHING(urto_law_force(NULL, x, v));
    BAD_NUMBERS_IN(expect_not_nan(urto_law_force(&law, x, v)), &x, &v);
    x = INFINITY;
    BAD_NUMBERS_IN(expect_not_nan(urto_law_force(&law, x, v)), &v);
}

static void bad_urto_impact_range(void)
{
    const char *name = NULL;
    BAD_NAMES_IN(GIVES_NOTHING(urto_impact_range(name)), name);
}

#define NUMBERS_OF_IMPACT(of)                                                                      \
    &(of).mass, &(of).velocity, &(of).law.stiffness, &(of).law.exponent, &(of).law.damping

static void bad_urto_impact_check(void)
{
    UrtoImpact impact = urto_impact_def();
    REFUSED(urto_impact_check(NULL, why));
    BAD_NUMBERS_IN(REFUSED(urto_impact_check(&impact, why)), NUMBERS_OF_IMPACT(impact));
}

/* The call is refused and leaves `out` alone. */
#define REFUSED_WITHOUT(out, call)                                                                 \
    do {                                                                                           \
        UNTOUCH(out);                                                                              \
        REFUSED(call);                                                                             \
        expect_untouched(#call, &(out), sizeof(out));                                              \
    } while (0)

static void bad_urto_impact_exact(void)
{
    UrtoImpact impact = urto_impact_def();
    UrtoImpactExact exact;
    REFUSED_WITHOUT(exact, urto_impact_exact(NULL, &exact, why));
    REFUSED(urto_impact_exact(&impact, NULL, why));
    BAD_NUMBERS_IN(REFUSED_WITHOUT(exact, urto_impact_exact(&impact, &exact, why)),
                   NUMBERS_OF_IMPACT(impact));
}

static void bad_urto_impact_exact_columns(void)
{
    UrtoImpact impact = urto_impact_def();
    const UrtoImpactColumns columns = {.mass = &impact.mass,
                                       .stiffness = &impact.law.stiffness,
                                       .exponent = &impact.law.exponent,
                                       .damping = &impact.law.damping,
                                       .velocity = &impact.velocity};
    double out[4];
    const UrtoImpactExactColumns exact = {out, out + 1, out + 2, out + 3};
    REFUSED_WITHOUT(out, urto_impact_exact_columns(NULL, 1, &exact, NULL, why));
    REFUSED(urto_impact_exact_columns(&columns, 1, NULL, NULL, why));
    BAD_NUMBERS_IN(REFUSED_WITHOUT(out, urto_impact_exact_columns(&columns, 1, &exact, NULL, why)),
                   NUMBERS_OF_IMPACT(impact));
}

static void bad_urto_impact_at_velocity(void)
{
    UrtoImpact impact = urto_impact_def();
    UrtoImpactPoint point;
    double v = 0.5;
    REFUSED_WITHOUT(point, urto_impact_at_velocity(NULL, v, &point, why));
    REFUSED(urto_impact_at_velocity(&impact, v, NULL, why));
    BAD_NUMBERS_IN(REFUSED_WITHOUT(point, urto_impact_at_velocity(&impact, v, &point, why)), &v,
                   NUMBERS_OF_IMPACT(impact));
}

static void bad_urto_impact_at_time(void)
{
    UrtoImpact impact = urto_impact_def();
    UrtoImpactPoint point;
    double time = 1e-5;
    REFUSED_WITHOUT(point, urto_impact_at_time(NULL, time, &point, why));
    REFUSED(urto_impact_at_time(&impact, time, NULL, why));
    BAD_NUMBERS_IN(REFUSED_WITHOUT(point, urto_impact_at_time(&impact, time, &point, why)), &time,
                   NUMBERS_OF_IMPACT(impact));
}

static void bad_urto_scheme_at(void)
{
    GIVES_NOTHING(urto_scheme_at(urto_scheme_count()));
    GIVES_NOTHING(urto_scheme_at(SIZE_MAX));
}

static void bad_urto_scheme_find(void)
{
    const char *name = NULL;
    BAD_NAMES_IN(GIVES_NOTHING(urto_scheme_find(name)), name);
}

static void bad_urto_impact_simulate(void)
{
    UrtoImpact impact = urto_impact_def();
    UrtoImpactRun run = urto_impact_run_def();
    UrtoImpactResult result;
    REFUSED_WITHOUT(result, urto_impact_simulate(NULL, &run, NULL, NULL, &result, why));
    REFUSED_WITHOUT(result, urto_impact_simulate(&impact, NULL, NULL, NULL, &result, why));
    REFUSED(urto_impact_simulate(&impact, &run, NULL, NULL, NULL, why));
    BAD_NUMBERS_IN(
        REFUSED_WITHOUT(result, urto_impact_simulate(&impact, &run, NULL, NULL, &result, why)),
        &run.rate, &run.phase, &run.gravity, &run.spring, NUMBERS_OF_IMPACT(impact));
    BAD_COUNTS_IN(
        REFUSED_WITHOUT(result, urto_impact_simulate(&impact, &run, NULL, NULL, &result, why)),
        &run.rebounds);
    BAD_NAMES_IN(
        REFUSED_WITHOUT(result, urto_impact_simulate(&impact, &run, NULL, NULL, &result, why)),
        run.scheme);
}

static void bad_urto_impact_matched_stiffness(void)
{
    UrtoImpact impact = urto_impact_def();
    const char *scheme = "log-two-point";
    double stiffness, rate = 1e6;
    KIT_OK(urto_impact_matched_stiffness(&impact, scheme, rate, &stiffness, NULL));
    REFUSED_WITHOUT(stiffness, urto_impact_matched_stiffness(NULL, scheme, rate, &stiffness, why));
    REFUSED(urto_impact_matched_stiffness(&impact, scheme, rate, NULL, why));
    BAD_NUMBERS_IN(REFUSED_WITHOUT(stiffness, urto_impact_matched_stiffness(&impact, scheme, rate,
                                                                            &stiffness, why)),
                   &rate, NUMBERS_OF_IMPACT(impact));
    BAD_NAMES_IN(REFUSED_WITHOUT(stiffness, urto_impact_matched_stiffness(&impact, scheme, rate,
                                                                          &stiffness, why)),
                 scheme);
}

/* ---- material.h, body.h: what they give is refused by the description ----------------------- */

static void bad_urto_material_find(void)
{
    const char *name = NULL;
    BAD_NAMES_IN(GIVES_NOTHING(urto_material_find(name)), name);
}

static void bad_urto_material_at(void)
{
    GIVES_NOTHING(urto_material_at(UINT32_MAX));
    GIVES_NOTHING(urto_material_at(1000));
}

/* Bad dimensions, and materials that are none, give a definition that is refused. */
#define BAD_THING_OF(Type, function, define, a, b, c)                                              \
    do {                                                                                           \
        UrtoMaterial made_of = *urto_material_find("steel");                                       \
        double one = a, two = b, three = c;                                                        \
        Type made = function(NULL, one, two, three);                                               \
        DEF_REFUSES(define(on.def, &made).id);                                                     \
        BAD_NUMBERS_IN(made = function(&made_of, one, two, three);                                 \
                       DEF_REFUSES(define(on.def, &made).id), &one, &two, &three,                  \
                       &made_of.density, &made_of.loss, &made_of.loss_high);                       \
    } while (0)

static void bad_urto_string_of(void)
{
    BAD_THING_OF(UrtoStringDef, urto_string_of, urto_world_def_string, 0.6, 1e-3, 100.0);
}

static void bad_urto_bar_of(void)
{
    BAD_THING_OF(UrtoBarDef, urto_bar_of, urto_world_def_bar, 0.2, 0.02, 0.004);
}

static void bad_urto_membrane_of(void)
{
    BAD_THING_OF(UrtoMembraneDef, urto_membrane_of, urto_world_def_membrane, 0.2, 1e-4, 1000.0);
}

static void bad_urto_plate_of(void)
{
    BAD_THING_OF(UrtoPlateDef, urto_plate_of, urto_world_def_plate, 0.2, 0.3, 1e-3);
}

static void bad_urto_port_def(void)
{
    UrtoPortDef port;
    UrtoBody body = on.bar;
    BAD_HANDLES_IN(UrtoBody, port = urto_port_def(body);
                   DEF_REFUSES(urto_world_def_port(on.def, &port).id), body);
}

/* ---- world.h: descriptions ------------------------------------------------------------------ */

static void *no_memory(void *context, size_t bytes)
{
    (void)context;
    (void)bytes;
    return NULL;
}

static void no_release(void *context, void *memory)
{
    (void)context;
    (void)memory;
}

static void bad_urto_allocator(void)
{
    const UrtoAllocator half = {no_memory, NULL, NULL};
    ck_assert(urto_allocator(NULL).allocate != NULL);
    ck_assert(urto_allocator(&half).allocate != no_memory);
    ck_assert(urto_allocator(&half).release != NULL);
}

static void bad_urto_world_def_create(void)
{
    const UrtoAllocator empty = {no_memory, no_release, NULL}, half = {no_memory, NULL, NULL};
    UrtoWorldDef *def = on.def;
    ck_assert_int_eq(urto_world_def_create(NULL, NULL), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_world_def_create(&def, &empty), URTO_ERROR_MEMORY);
    ck_assert_ptr_null(def);
    KIT_OK(urto_world_def_create(&def, &half)); /* that is no allocator: malloc and free */
    urto_world_def_destroy(def);
}

static void bad_urto_world_def_destroy(void)
{
    urto_world_def_destroy(NULL);
}

static void bad_urto_world_def_status(void)
{
    REFUSED(urto_world_def_status(NULL, why));
}

static void bad_urto_world_def_clear(void)
{
    urto_world_def_clear(NULL);
}

static void bad_urto_bow_def(void)
{
    UrtoBowDef bow;
    UrtoPort port = on.bowed;
    BAD_HANDLES_IN(UrtoPort, bow = urto_bow_def(port);
                   DEF_REFUSES(urto_world_def_bow(on.def, &bow).id), port);
}

static void bad_urto_drive_def(void)
{
    UrtoDriveDef drive;
    UrtoPort port = on.bowed;
    BAD_HANDLES_IN(UrtoPort, drive = urto_drive_def(port);
                   DEF_REFUSES(urto_world_def_drive(on.def, &drive).id), port);
}

static void bad_urto_probe_def(void)
{
    UrtoProbeDef probe;
    UrtoPort port = on.bowed;
    BAD_HANDLES_IN(UrtoPort, probe = urto_probe_def(port);
                   DEF_REFUSES(urto_world_def_probe(on.def, &probe).id), port);
}

/* A call that returns nothing, as one that gives no handle. */
#define SILENT(call) ((call), 0)

static void bad_urto_world_def_options(void)
{
    UrtoWorldOptions options = {0};
    urto_world_def_options(NULL, &options);
    BAD_NUMBERS_IN(DEF_REFUSES(SILENT(urto_world_def_options(on.def, &options))),
                   &options.smoothing, &options.band);
    BAD_COUNTS_IN(DEF_REFUSES(SILENT(urto_world_def_options(on.def, &options))),
                  &options.oversampling, &options.inputs, &options.outputs, &options.events,
                  &options.contact_events, &options.lanes);
    BAD_CHOICES_IN(UrtoSolver, DEF_REFUSES(SILENT(urto_world_def_options(on.def, &options))),
                   options.solver);
}

static void bad_urto_world_def_mass(void)
{
    UrtoMassDef mass = urto_mass_def();
    GIVES_NOTHING(urto_world_def_mass(NULL, &mass).id);
    DEF_REFUSES(urto_world_def_mass(on.def, NULL).id);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_mass(on.def, &mass).id), &mass.mass, &mass.spring,
                   &mass.loss, &mass.gravity, &mass.position, &mass.velocity);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_mass(on.def, &mass).id), &mass.cookie);
}

static void bad_urto_world_def_string(void)
{
    UrtoStringDef string = urto_string_def();
    GIVES_NOTHING(urto_world_def_string(NULL, &string).id);
    DEF_REFUSES(urto_world_def_string(on.def, NULL).id);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_string(on.def, &string).id), &string.length,
                   &string.tension, &string.density, &string.rigidity, &string.loss[0],
                   &string.loss[1]);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_string(on.def, &string).id), &string.segments,
                  &string.cookie);
    BAD_CHOICES_IN(UrtoEdge, DEF_REFUSES(urto_world_def_string(on.def, &string).id), string.edge);
    BAD_CHOICES_IN(UrtoModel, DEF_REFUSES(urto_world_def_string(on.def, &string).id), string.model);
}

static void bad_urto_world_def_bar(void)
{
    UrtoBarDef bar = urto_bar_def();
    GIVES_NOTHING(urto_world_def_bar(NULL, &bar).id);
    DEF_REFUSES(urto_world_def_bar(on.def, NULL).id);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_bar(on.def, &bar).id), &bar.length, &bar.density,
                   &bar.rigidity, &bar.loss[0], &bar.loss[1]);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_bar(on.def, &bar).id), &bar.modes, &bar.cookie);
    BAD_CHOICES_IN(UrtoBarEnds, DEF_REFUSES(urto_world_def_bar(on.def, &bar).id), bar.ends);
}

static void bad_urto_world_def_membrane(void)
{
    UrtoMembraneDef skin = urto_membrane_def();
    GIVES_NOTHING(urto_world_def_membrane(NULL, &skin).id);
    DEF_REFUSES(urto_world_def_membrane(on.def, NULL).id);
    skin.outline = URTO_OUTLINE_RECTANGLE; /* which has two sides */
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_membrane(on.def, &skin).id), &skin.size[0],
                   &skin.size[1], &skin.tension, &skin.density, &skin.loss[0], &skin.loss[1]);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_membrane(on.def, &skin).id), &skin.segments[0],
                  &skin.segments[1], &skin.cookie);
    BAD_CHOICES_IN(UrtoOutline, DEF_REFUSES(urto_world_def_membrane(on.def, &skin).id),
                   skin.outline);
    BAD_CHOICES_IN(UrtoModel, DEF_REFUSES(urto_world_def_membrane(on.def, &skin).id), skin.model);
    BAD_CHOICES_IN(UrtoRim, DEF_REFUSES(urto_world_def_membrane(on.def, &skin).id), skin.rim);
}

static void bad_urto_world_def_plate(void)
{
    UrtoPlateDef plate = urto_plate_def();
    GIVES_NOTHING(urto_world_def_plate(NULL, &plate).id);
    DEF_REFUSES(urto_world_def_plate(on.def, NULL).id);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_plate(on.def, &plate).id), &plate.size[0],
                   &plate.size[1], &plate.rigidity, &plate.density, &plate.loss[0], &plate.loss[1]);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_plate(on.def, &plate).id), &plate.segments[0],
                  &plate.segments[1], &plate.cookie);
    BAD_CHOICES_IN(UrtoEdge, DEF_REFUSES(urto_world_def_plate(on.def, &plate).id), plate.edge);
    BAD_CHOICES_IN(UrtoModel, DEF_REFUSES(urto_world_def_plate(on.def, &plate).id), plate.model);
}

static void bad_urto_world_def_modal(void)
{
    UrtoMode modes[2] = {{100.0, 1.0, 1.0}, {200.0, 1.0, 1.0}};
    double shapes[4] = {1.0, 1.0, 0.0, 1.0};
    UrtoModalDef modal = urto_modal_def();
    DEF_REFUSES(urto_world_def_modal(on.def, &modal).id); /* it has no modes */
    modal.count = 2;
    DEF_REFUSES(urto_world_def_modal(on.def, &modal).id);
    modal.modes = modes;
    modal.shapes = shapes;
    DEF_REFUSES(urto_world_def_modal(on.def, &modal).id); /* shapes without points */
    modal.points = 2;
    GIVES_NOTHING(urto_world_def_modal(NULL, &modal).id);
    DEF_REFUSES(urto_world_def_modal(on.def, NULL).id);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_modal(on.def, &modal).id), &modes[1].frequency,
                   &modes[1].decay, &modes[1].mass, &shapes[3], &modal.length);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_modal(on.def, &modal).id), &modal.count, &modal.points,
                  &modal.cookie);
}

static void bad_urto_world_def_copy_body(void)
{
    UrtoBody body = on.bar;
    GIVES_NOTHING(urto_world_def_copy_body(NULL, on.def, body).id);
    DEF_REFUSES(urto_world_def_copy_body(on.def, NULL, body).id);
    DEF_REFUSES(urto_world_def_copy_body(on.def, on.other, body).id);
    BAD_HANDLES_IN(UrtoBody, DEF_REFUSES(urto_world_def_copy_body(on.def, on.def, body).id), body);
}

static void bad_urto_world_def_port(void)
{
    UrtoPortDef port = urto_port_def(on.bar);
    GIVES_NOTHING(urto_world_def_port(NULL, &port).id);
    DEF_REFUSES(urto_world_def_port(on.def, NULL).id);
    BAD_NUMBERS_IN(port.body = on.bar;
                   DEF_OR_COMPILER_REFUSES(urto_world_def_port(on.def, &port).id), &port.x);
    port.body = on.bar;
    BAD_HANDLES_IN(UrtoBody, DEF_REFUSES(urto_world_def_port(on.def, &port).id), port.body);
    BAD_CHOICES_IN(UrtoInterpolation, DEF_REFUSES(urto_world_def_port(on.def, &port).id),
                   port.interpolation);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_port(on.def, &port).id), &port.cookie);
    port.y = NAN; /* nobody reads it, but it is no number */
    DEF_REFUSES(urto_world_def_port(on.def, &port).id);
}

static void bad_urto_world_def_port_at(void)
{
    UrtoBody body = on.bar;
    double x = 0.0;
    GIVES_NOTHING(urto_world_def_port_at(NULL, body, x, 0.0).id);
    BAD_NUMBERS_IN(DEF_OR_COMPILER_REFUSES(urto_world_def_port_at(on.def, on.bar, x, 0.0).id), &x);
    DEF_REFUSES(urto_world_def_port_at(on.def, on.bar, 0.0, INFINITY).id);
    body = on.bar;
    BAD_HANDLES_IN(UrtoBody, DEF_REFUSES(urto_world_def_port_at(on.def, body, x, 0.0).id), body);
}

static void bad_urto_world_def_contact(void)
{
    UrtoContactDef contact = urto_contact_def();
    DEF_REFUSES(urto_world_def_contact(on.def, &contact).id); /* it has no ports */
    contact.below = on.head;
    contact.above = on.heard;
    GIVES_NOTHING(urto_world_def_contact(NULL, &contact).id);
    DEF_REFUSES(urto_world_def_contact(on.def, NULL).id);
    WRONG_HANDLES_IN(UrtoPort, DEF_REFUSES(urto_world_def_contact(on.def, &contact).id),
                     contact.below);
    WRONG_HANDLES_IN(UrtoPort, DEF_REFUSES(urto_world_def_contact(on.def, &contact).id),
                     contact.above);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_contact(on.def, &contact).id), &contact.law.stiffness,
                   &contact.law.exponent, &contact.law.damping, &contact.distance);
    BAD_CHOICES_IN(UrtoContactKind, DEF_REFUSES(urto_world_def_contact(on.def, &contact).id),
                   contact.kind);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_contact(on.def, &contact).id), &contact.cookie);
    contact.above = contact.below; /* a port and itself */
    DEF_REFUSES(urto_world_def_contact(on.def, &contact).id);
}

static void bad_urto_world_def_contact_between(void)
{
    UrtoPort below = on.head, above = on.heard;
    UrtoLaw law = urto_law_def();
    double gap = 0.0;
    GIVES_NOTHING(urto_world_def_contact_between(NULL, below, above, law, gap).id);
    WRONG_HANDLES_IN(UrtoPort,
                     DEF_REFUSES(urto_world_def_contact_between(on.def, below, above, law, gap).id),
                     below);
    WRONG_HANDLES_IN(UrtoPort,
                     DEF_REFUSES(urto_world_def_contact_between(on.def, below, above, law, gap).id),
                     above);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_contact_between(on.def, below, above, law, gap).id),
                   &gap, &law.stiffness, &law.exponent, &law.damping);
}

static double what_context_says(void *context, double place)
{
    (void)place;
    return *(const double *)context;
}

static void bad_urto_world_def_line(void)
{
    double positions[2] = {0.1, 0.9}, heights[2] = {-1e-3, -1e-3}, height = -1e-3;
    UrtoLineDef line = urto_line_def();
    DEF_REFUSES(urto_world_def_line(on.def, &line).id); /* it has no bodies */
    line.below.body = on.bar;
    line.below.to[0] = 0.1;
    line.above.body = on.string;
    line.above.to[0] = 0.7;
    line.points = 2;
    line.positions = positions;
    line.heights = heights;
    GIVES_NOTHING(urto_world_def_line(NULL, &line).id);
    DEF_REFUSES(urto_world_def_line(on.def, NULL).id);
    WRONG_HANDLES_IN(UrtoBody, DEF_REFUSES(urto_world_def_line(on.def, &line).id), line.below.body);
    WRONG_HANDLES_IN(UrtoBody, DEF_REFUSES(urto_world_def_line(on.def, &line).id), line.above.body);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_line(on.def, &line).id), &positions[1], &heights[1],
                   &line.law.stiffness, &line.law.exponent, &line.law.damping, &line.distance);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_line(on.def, &line).id), &line.points, &line.cookie);
    BAD_CHOICES_IN(UrtoContactKind, DEF_REFUSES(urto_world_def_line(on.def, &line).id), line.kind);
    BAD_CHOICES_IN(UrtoInterpolation, DEF_REFUSES(urto_world_def_line(on.def, &line).id),
                   line.below.interpolation);
    BAD_CHOICES_IN(UrtoInterpolation, DEF_REFUSES(urto_world_def_line(on.def, &line).id),
                   line.above.interpolation);
    BAD_NUMBERS_IN(line.below.body = on.bar; line.above.body = on.string;
                   DEF_OR_COMPILER_REFUSES(urto_world_def_line(on.def, &line).id),
                   &line.below.from[0], &line.below.to[0], &line.above.from[0], &line.above.to[0]);
    line.heights = NULL;
    line.profile = what_context_says;
    line.context = &height;
    BAD_NUMBERS_IN(line.below.body = (UrtoBody){0}; line.above.body = on.string;
                   DEF_OR_COMPILER_REFUSES(urto_world_def_line(on.def, &line).id), &height);
}

static void bad_urto_world_def_bow(void)
{
    UrtoBowDef bow = urto_bow_def(on.bowed);
    GIVES_NOTHING(urto_world_def_bow(NULL, &bow).id);
    DEF_REFUSES(urto_world_def_bow(on.def, NULL).id);
    BAD_HANDLES_IN(UrtoPort, DEF_REFUSES(urto_world_def_bow(on.def, &bow).id), bow.port);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_bow(on.def, &bow).id), &bow.force, &bow.velocity,
                   &bow.curve);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_bow(on.def, &bow).id), &bow.cookie);
    bow.lagged = bow.iterative = true;
    DEF_REFUSES(urto_world_def_bow(on.def, &bow).id);
}

static void bad_urto_world_def_drive(void)
{
    UrtoDriveDef drive = urto_drive_def(on.bowed);
    GIVES_NOTHING(urto_world_def_drive(NULL, &drive).id);
    DEF_REFUSES(urto_world_def_drive(on.def, NULL).id);
    BAD_HANDLES_IN(UrtoPort, DEF_REFUSES(urto_world_def_drive(on.def, &drive).id), drive.port);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_drive(on.def, &drive).id), &drive.gain);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_drive(on.def, &drive).id), &drive.channel,
                  &drive.cookie);
}

static void bad_urto_world_def_probe(void)
{
    UrtoProbeDef probe = urto_probe_def(on.heard);
    GIVES_NOTHING(urto_world_def_probe(NULL, &probe).id);
    DEF_REFUSES(urto_world_def_probe(on.def, NULL).id);
    BAD_HANDLES_IN(UrtoPort, DEF_REFUSES(urto_world_def_probe(on.def, &probe).id), probe.port);
    BAD_NUMBERS_IN(DEF_REFUSES(urto_world_def_probe(on.def, &probe).id), &probe.gain, &probe.pan);
    BAD_COUNTS_IN(DEF_REFUSES(urto_world_def_probe(on.def, &probe).id), &probe.channel,
                  &probe.width, &probe.cookie);
    BAD_CHOICES_IN(UrtoQuantity, DEF_REFUSES(urto_world_def_probe(on.def, &probe).id),
                   probe.quantity);
    probe.quantity = URTO_QUANTITY_CONTACT_FORCE;
    BAD_HANDLES_IN(UrtoContact, DEF_REFUSES(urto_world_def_probe(on.def, &probe).id),
                   probe.contact);
    probe.quantity = URTO_QUANTITY_BOW_FORCE;
    BAD_HANDLES_IN(UrtoBow, DEF_REFUSES(urto_world_def_probe(on.def, &probe).id), probe.bow);
    probe.quantity = URTO_QUANTITY_BOW_SLIP;
    BAD_HANDLES_IN(UrtoBow, DEF_REFUSES(urto_world_def_probe(on.def, &probe).id), probe.bow);
}

static void bad_urto_world_def_curve(void)
{
    UrtoTarget target = urto_contact_target(on.felt, URTO_CONTACT_DAMPING);
    UrtoBreakpoint points[2] = {{0.0, 0.1}, {1.0, 0.2}};
    uint32_t count = 2;
    urto_world_def_curve(NULL, target, points, count);
    DEF_REFUSES(SILENT(urto_world_def_curve(on.def, target, NULL, count)));
    DEF_REFUSES(SILENT(urto_world_def_curve(on.def, target, points, 0)));
    BAD_NUMBERS_IN(DEF_REFUSES(SILENT(urto_world_def_curve(on.def, target, points, count))),
                   &points[1].time, &points[1].value);
    BAD_COUNTS_IN(DEF_REFUSES(SILENT(urto_world_def_curve(on.def, target, points, count))), &count,
                  &target.control, &target.id, &target.tag);
    points[0].time = 2.0; /* falls */
    DEF_REFUSES(SILENT(urto_world_def_curve(on.def, target, points, count)));
}

static void bad_urto_world_def_check_body(void)
{
    UrtoBody body = on.bar;
    double rate = 44100.0;
    REFUSED(urto_world_def_check_body(NULL, body, rate, why));
    BAD_HANDLES_IN(UrtoBody, REFUSED(urto_world_def_check_body(on.def, body, rate, why)), body);
    BAD_NUMBERS_IN(REFUSED(urto_world_def_check_body(on.def, body, rate, why)), &rate);
}

/* ---- world.h: worlds ------------------------------------------------------------------------ */

/* The call is refused and leaves NULL where it would have left what it makes. */
#define REFUSED_TO_MAKE(made, call)                                                                \
    do {                                                                                           \
        REFUSED(call);                                                                             \
        ck_assert_ptr_null(made);                                                                  \
    } while (0)

static void bad_urto_world_create(void)
{
    UrtoWorld *world = on.world;
    UrtoWorldDef *empty = NULL;
    double rate = 44100.0;
    REFUSED(urto_world_create(NULL, on.def, rate, why));
    REFUSED_TO_MAKE(world, urto_world_create(&world, NULL, rate, why));
    BAD_NUMBERS_IN(world = on.world;
                   REFUSED_TO_MAKE(world, urto_world_create(&world, on.def, rate, why)), &rate);
    KIT_OK(urto_world_def_create(&empty, NULL));
    REFUSED_TO_MAKE(world, urto_world_create(&world, empty, rate, why));
    urto_world_def_destroy(empty);
}

static void bad_urto_world_clone(void)
{
    UrtoWorld *copy = on.world;
    REFUSED(urto_world_clone(NULL, on.world, why));
    REFUSED_TO_MAKE(copy, urto_world_clone(&copy, NULL, why));
}

static void bad_urto_world_destroy(void)
{
    urto_world_destroy(NULL);
}

static void bad_urto_world_reset(void)
{
    urto_world_reset(NULL);
}

static void bad_urto_world_bytes(void)
{
    GIVES_NOTHING(urto_world_bytes(NULL));
}

static void bad_urto_world_sleeps(void)
{
    ck_assert(urto_world_sleeps(NULL)); /* nothing moves in it */
}

static void bad_urto_world_process(void)
{
    static const float samples[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX};
    float out[FRAMES];
    UNTOUCH(out);
    urto_world_process(NULL, NULL, (float *[]){out, NULL}, FRAMES);
    expect_untouched("no world", out, sizeof out);
    urto_world_process(on.world, NULL, (float *[]){out, NULL}, 0);
    expect_untouched("no frames", out, sizeof out);
    expect_same_world("no frames");
    for (size_t i = 0; i < COUNT(samples); i++) {
        float in[FRAMES] = {[3] = samples[i]};
        urto_world_process(on.world, (const float *[]){in}, (float *[]){out, NULL}, FRAMES);
        urto_world_process(on.world, (const float *[]){NULL}, (float *[]){out, NULL}, FRAMES);
        for (int n = 0; n < FRAMES; n++) {
            expect_finite("process", (double)out[n]);
        }
        ck_assert_uint_eq(urto_world_statistics(on.world).nonfinite, !isfinite(samples[i]));
        clear_the_stage();
        set_the_stage();
    }
}

static void bad_urto_control_info(void)
{
    GIVES_NOTHING(urto_control_info(UINT32_MAX));
    GIVES_NOTHING(urto_control_info(URTO_CONTROLS));
}

/* A target of a bad handle, or of a control of another kind, is refused by all who take targets. */
#define BAD_TARGET(Handle_, Choice, target_of, good, good_control, foreign_control)                \
    do {                                                                                           \
        Handle_ handle = good;                                                                     \
        Choice control = good_control;                                                             \
        BAD_HANDLES_IN(                                                                            \
            Handle_,                                                                               \
            REFUSED(urto_world_set(on.world, target_of(handle, control), 0.1, 0, 0, why)),         \
            handle);                                                                               \
        BAD_CHOICES_IN(                                                                            \
            Choice, REFUSED(urto_world_set(on.world, target_of(handle, control), 0.1, 0, 0, why)), \
            control);                                                                              \
        control = (Choice)(foreign_control);                                                       \
        REFUSED(urto_world_set(on.world, target_of(handle, control), 0.1, 0, 0, why));             \
    } while (0)

static void bad_urto_port_target(void)
{
    BAD_TARGET(UrtoPort, UrtoPortControl, urto_port_target, on.heard, URTO_PORT_X, URTO_BOW_FORCE);
}

static void bad_urto_contact_target(void)
{
    BAD_TARGET(UrtoContact, UrtoContactControl, urto_contact_target, on.felt, URTO_CONTACT_DAMPING,
               URTO_PORT_X);
}

static void bad_urto_bow_target(void)
{
    BAD_TARGET(UrtoBow, UrtoBowControl, urto_bow_target, on.bow, URTO_BOW_FORCE, URTO_DRIVE_GAIN);
}

static void bad_urto_drive_target(void)
{
    BAD_TARGET(UrtoDrive, UrtoDriveControl, urto_drive_target, on.drive, URTO_DRIVE_GAIN,
               URTO_PROBE_GAIN);
}

static void bad_urto_probe_target(void)
{
    BAD_TARGET(UrtoProbe, UrtoProbeControl, urto_probe_target, on.ear, URTO_PROBE_GAIN,
               URTO_BODY_LOSS);
}

static void bad_urto_body_target(void)
{
    BAD_TARGET(UrtoBody, UrtoBodyControl, urto_body_target, on.bar, URTO_BODY_LOSS, URTO_BOW_FORCE);
}

static void bad_urto_world_set(void)
{
    UrtoTarget target = urto_contact_target(on.felt, URTO_CONTACT_DAMPING);
    double value = 0.1;
    REFUSED(urto_world_set(NULL, target, value, 0, 0, why));
    BAD_COUNTS_IN(REFUSED(urto_world_set(on.world, target, value, 0, 0, why)), &target.control,
                  &target.id, &target.tag);
    for (uint32_t control = 0; control < URTO_CONTROLS; control++) {
        target = (UrtoTarget){control, 1, 0};
        BAD_NUMBERS_IN(REFUSED(urto_world_set(on.world, target, value, 0, 0, why)), &value);
    }
    target = urto_contact_target(on.felt, URTO_CONTACT_DAMPING);
    ACCEPTED(urto_world_set(on.world, target, value, UINT32_MAX, 0, why)); /* a day from now */
    target = urto_contact_target(on.felt, URTO_CONTACT_DAMPING);
    ACCEPTED(urto_world_set(on.world, target, value, 0, UINT32_MAX, why)); /* within a day */
}

#define BAD_SET(Handle_, Choice, set, good, good_control, foreign_control)                         \
    do {                                                                                           \
        Handle_ handle = good;                                                                     \
        Choice control = good_control;                                                             \
        double value = 0.1;                                                                        \
        REFUSED(set(NULL, handle, control, value, 0, 0, why));                                     \
        BAD_HANDLES_IN(Handle_, REFUSED(set(on.world, handle, control, value, 0, 0, why)),         \
                       handle);                                                                    \
        BAD_CHOICES_IN(Choice, REFUSED(set(on.world, handle, control, value, 0, 0, why)),          \
                       control);                                                                   \
        BAD_NUMBERS_IN(REFUSED(set(on.world, handle, control, value, 0, 0, why)), &value);         \
        REFUSED(set(on.world, handle, (Choice)(foreign_control), value, 0, 0, why));               \
    } while (0)

static void bad_urto_world_set_port(void)
{
    BAD_SET(UrtoPort, UrtoPortControl, urto_world_set_port, on.heard, URTO_PORT_X,
            URTO_CONTACT_STIFFNESS);
}

static void bad_urto_world_set_contact(void)
{
    BAD_SET(UrtoContact, UrtoContactControl, urto_world_set_contact, on.felt, URTO_CONTACT_DAMPING,
            URTO_PORT_X);
}

static void bad_urto_world_set_bow(void)
{
    BAD_SET(UrtoBow, UrtoBowControl, urto_world_set_bow, on.bow, URTO_BOW_FORCE, URTO_PROBE_GAIN);
}

static void bad_urto_world_set_drive(void)
{
    BAD_SET(UrtoDrive, UrtoDriveControl, urto_world_set_drive, on.drive, URTO_DRIVE_GAIN,
            URTO_BOW_FORCE);
}

static void bad_urto_world_set_probe(void)
{
    BAD_SET(UrtoProbe, UrtoProbeControl, urto_world_set_probe, on.ear, URTO_PROBE_PAN,
            URTO_BOW_FORCE);
}

static void bad_urto_world_set_body(void)
{
    BAD_SET(UrtoBody, UrtoBodyControl, urto_world_set_body, on.bar, URTO_BODY_TUNING,
            URTO_BOW_FORCE);
}

static void bad_urto_world_cancel(void)
{
    urto_world_cancel(NULL);
}

static void bad_urto_world_strike(void)
{
    UrtoPort port = on.struck;
    double impulse = 0.1;
    REFUSED(urto_world_strike(NULL, port, impulse, 0, why));
    BAD_HANDLES_IN(UrtoPort, REFUSED(urto_world_strike(on.world, port, impulse, 0, why)), port);
    BAD_NUMBERS_IN(REFUSED(urto_world_strike(on.world, port, impulse, 5, why)), &impulse);
    ACCEPTED(urto_world_strike(on.world, port, impulse, UINT32_MAX, why));
    ACCEPTED(urto_world_strike(on.world, on.struck, 1e9, 0, why));
}

static void bad_urto_world_throw(void)
{
    UrtoBody body = on.hammer;
    double x = 0.0, v = 1.0;
    REFUSED(urto_world_throw(NULL, body, x, v, 0, why));
    REFUSED(urto_world_throw(on.world, on.bar, x, v, 0, why)); /* not a mass */
    BAD_HANDLES_IN(UrtoBody, REFUSED(urto_world_throw(on.world, body, x, v, 0, why)), body);
    BAD_NUMBERS_IN(REFUSED(urto_world_throw(on.world, body, x, v, 5, why)), &x, &v);
    ACCEPTED(urto_world_throw(on.world, on.hammer, -1e9, 1e9, 0, why));
}

static void bad_urto_world_throw_at(void)
{
    UrtoBody body = on.hammer;
    UrtoContact contact = on.felt;
    double speed = 1.0;
    REFUSED(urto_world_throw_at(NULL, body, contact, speed, 0, why));
    REFUSED(urto_world_throw_at(on.world, on.bar, contact, speed, 0, why)); /* not a mass */
    REFUSED(urto_world_throw_at(on.world, body, on.frets, speed, 0, why));  /* not its contact */
    BAD_HANDLES_IN(UrtoBody, REFUSED(urto_world_throw_at(on.world, body, contact, speed, 0, why)),
                   body);
    BAD_HANDLES_IN(UrtoContact,
                   REFUSED(urto_world_throw_at(on.world, body, contact, speed, 0, why)), contact);
    BAD_NUMBERS_IN(REFUSED(urto_world_throw_at(on.world, body, contact, speed, 5, why)), &speed);
    ACCEPTED(urto_world_throw_at(on.world, on.hammer, on.felt, 1e9, 0, why));
}

static void bad_urto_world_set_mode(void)
{
    UrtoBody body = on.bar;
    uint32_t mode = 0;
    double u = 1e-3, v = 1.0;
    REFUSED(urto_world_set_mode(NULL, body, mode, u, v, why));
    REFUSED(urto_world_set_mode(on.world, on.string, mode, u, v, why)); /* a grid has no modes */
    BAD_HANDLES_IN(UrtoBody, REFUSED(urto_world_set_mode(on.world, body, mode, u, v, why)), body);
    BAD_COUNTS_IN(REFUSED(urto_world_set_mode(on.world, body, mode, u, v, why)), &mode);
    BAD_NUMBERS_IN(REFUSED(urto_world_set_mode(on.world, body, mode, u, v, why)), &u, &v);
    ACCEPTED(urto_world_set_mode(on.world, on.bar, mode, 1e9, -1e9, why));
}

static void bad_urto_world_set_modes(void)
{
    UrtoBody body = on.bar;
    UrtoMode mode = {440.0, 1.0, 0.1};
    uint32_t count = 1;
    REFUSED(urto_world_set_modes(NULL, body, &mode, count, why));
    REFUSED(urto_world_set_modes(on.world, body, NULL, count, why));
    REFUSED(urto_world_set_modes(on.world, on.string, &mode, count, why)); /* a grid has no modes */
    BAD_HANDLES_IN(UrtoBody, REFUSED(urto_world_set_modes(on.world, body, &mode, count, why)),
                   body);
    BAD_NUMBERS_IN(REFUSED(urto_world_set_modes(on.world, body, &mode, count, why)),
                   &mode.frequency, &mode.decay, &mode.mass);
    count = UINT32_MAX;
    REFUSED(urto_world_set_modes(on.world, body, &mode, count, why));
}

static void bad_urto_world_set_weights(void)
{
    UrtoPort port = {.id = 1};
    const double weight = 1.0;
    REFUSED(urto_world_set_weights(NULL, port, &weight, 1, why));
    REFUSED(urto_world_set_weights(on.world, port, NULL, 1, why));
    REFUSED(urto_world_set_weights(on.world, port, &weight, 1, why)); /* it has a place */
    BAD_HANDLES_IN(UrtoPort, REFUSED(urto_world_set_weights(on.world, port, &weight, 1, why)),
                   port);
}

static void bad_urto_world_rest(void)
{
    urto_world_rest(NULL);
}

static double what_context_is(void *context, double x, double y)
{
    (void)x;
    (void)y;
    return *(const double *)context;
}

static void bad_urto_shape_create(void)
{
    UrtoShape *shape = on.shape;
    UrtoBody body = on.bar, grid = on.string;
    double u = 1e-3;
    REFUSED(urto_shape_create(NULL, on.world, body, what_context_is, NULL, &u, why));
    REFUSED_TO_MAKE(shape, urto_shape_create(&shape, NULL, body, what_context_is, NULL, &u, why));
    BAD_HANDLES_IN(UrtoBody,
                   REFUSED_TO_MAKE(shape, urto_shape_create(&shape, on.world, body, what_context_is,
                                                            NULL, &u, why)),
                   body);
    BAD_NUMBERS_IN(REFUSED_TO_MAKE(shape, urto_shape_create(&shape, on.world, body, what_context_is,
                                                            NULL, &u, why));
                   REFUSED_TO_MAKE(shape, urto_shape_create(&shape, on.world, grid, NULL,
                                                            what_context_is, &u, why)),
                   &u);
}

static void bad_urto_shape_create_pluck(void)
{
    UrtoShape *shape = on.shape;
    UrtoPort port = on.struck;
    double u = 1e-3;
    REFUSED(urto_shape_create_pluck(NULL, on.world, port, u, why));
    REFUSED_TO_MAKE(shape, urto_shape_create_pluck(&shape, NULL, port, u, why));
    BAD_HANDLES_IN(UrtoPort,
                   REFUSED_TO_MAKE(shape, urto_shape_create_pluck(&shape, on.world, port, u, why)),
                   port);
    BAD_NUMBERS_IN(REFUSED_TO_MAKE(shape, urto_shape_create_pluck(&shape, on.world, port, u, why)),
                   &u);
}

static void bad_urto_shape_destroy(void)
{
    urto_shape_destroy(NULL);
}

static void bad_urto_world_release(void)
{
    UrtoWorld *other = NULL;
    double factor = 1.0;
    KIT_OK(urto_world_create(&other, on.other, 44100.0, NULL));
    REFUSED(urto_world_release(NULL, on.shape, factor, 0, why));
    REFUSED(urto_world_release(on.world, NULL, factor, 0, why));
    REFUSED(urto_world_release(other, on.shape, factor, 0, why)); /* not made from it */
    BAD_NUMBERS_IN(REFUSED(urto_world_release(on.world, on.shape, factor, 5, why)), &factor);
    ACCEPTED(urto_world_release(on.world, on.shape, 1e9, 0, why));
    urto_world_destroy(other);
}

static void bad_urto_world_pluck(void)
{
    UrtoPort port = on.struck;
    double u = 1e-3;
    REFUSED(urto_world_pluck(NULL, port, u, why));
    BAD_HANDLES_IN(UrtoPort, REFUSED(urto_world_pluck(on.world, port, u, why)), port);
    BAD_NUMBERS_IN(REFUSED(urto_world_pluck(on.world, port, u, why)), &u);
    ACCEPTED(urto_world_pluck(on.world, on.struck, 1e9, why));
}

static void bad_urto_world_set_shape(void)
{
    UrtoBody body = on.bar, grid = on.string;
    double u = 1e-3;
    REFUSED(urto_world_set_shape(NULL, body, what_context_is, NULL, &u, why));
    BAD_HANDLES_IN(UrtoBody,
                   REFUSED(urto_world_set_shape(on.world, body, what_context_is, NULL, &u, why)),
                   body);
    BAD_NUMBERS_IN(REFUSED(urto_world_set_shape(on.world, body, what_context_is, NULL, &u, why));
                   REFUSED(urto_world_set_shape(on.world, grid, NULL, what_context_is, &u, why)),
                   &u);
    u = 1e9;
    ACCEPTED(urto_world_set_shape(on.world, on.string, what_context_is, NULL, &u, why));
}

static void bad_urto_world_contact_events(void)
{
    UrtoContactEvent events[64];
    UNTOUCH(events);
    GIVES_NOTHING(urto_world_contact_events(NULL, events, COUNT(events)));
    GIVES_NOTHING(urto_world_contact_events(on.world, NULL, UINT32_MAX));
    GIVES_NOTHING(urto_world_contact_events(on.world, events, 0));
    expect_untouched("contact events", events, sizeof events);
    expect_same_world("contact events");
    ck_assert_uint_gt(urto_world_contact_events(on.world, events, COUNT(events)), 0);
    clear_the_stage();
    set_the_stage();
}

static void bad_urto_world_ledger(void)
{
    ck_assert_double_eq(urto_world_ledger(NULL).stored, 0.0);
    ck_assert_double_eq(urto_world_ledger(NULL).residual, 0.0);
}

static void bad_urto_world_statistics(void)
{
    GIVES_NOTHING(urto_world_statistics(NULL).steps);
}

static void bad_urto_world_latency(void)
{
    GIVES_NOTHING(urto_world_latency(NULL));
}

/* What is asked of an unknown thing, or of no world, is 0. */
#define BAD_QUESTION(Handle_, question, good)                                                      \
    do {                                                                                           \
        Handle_ handle = good;                                                                     \
        GIVES_NOTHING(question(NULL, handle));                                                     \
        BAD_HANDLES_IN(Handle_, GIVES_NOTHING(question(on.world, handle)), handle);                \
    } while (0)

static void bad_urto_world_dissipated_by_body(void)
{
    BAD_QUESTION(UrtoBody, urto_world_dissipated_by_body, on.bar);
}

static void bad_urto_world_dissipated_by_contact(void)
{
    BAD_QUESTION(UrtoContact, urto_world_dissipated_by_contact, on.felt);
}

static void bad_urto_world_dissipated_by_bow(void)
{
    BAD_QUESTION(UrtoBow, urto_world_dissipated_by_bow, on.bow);
}

static void bad_urto_world_stored_in_contact(void)
{
    BAD_QUESTION(UrtoContact, urto_world_stored_in_contact, on.felt);
}

static void bad_urto_world_displacement(void)
{
    BAD_QUESTION(UrtoPort, urto_world_displacement, on.heard);
}

static void bad_urto_world_velocity(void)
{
    BAD_QUESTION(UrtoPort, urto_world_velocity, on.heard);
}

static void bad_urto_world_contact_force(void)
{
    BAD_QUESTION(UrtoContact, urto_world_contact_force, on.felt);
}

static void bad_urto_world_probe(void)
{
    BAD_QUESTION(UrtoProbe, urto_world_probe, on.ear);
}

static void bad_urto_world_on_step(void)
{
    urto_world_on_step(NULL, NULL, NULL);
}

static void bad_urto_world_compression(void)
{
    BAD_QUESTION(UrtoContact, urto_world_compression, on.felt);
}

static void bad_urto_world_contact_frequency(void)
{
    UrtoContact contact = on.felt;

    GIVES_NOTHING(urto_world_contact_frequency(NULL, contact, 1.0));
    BAD_HANDLES_IN(UrtoContact, GIVES_NOTHING(urto_world_contact_frequency(on.world, contact, 1.0)),
                   contact);
    GIVES_NOTHING(urto_world_contact_frequency(on.world, on.felt, 0.0));
    GIVES_NOTHING(urto_world_contact_frequency(on.world, on.felt, -1.0));
    GIVES_NOTHING(urto_world_contact_frequency(on.world, on.felt, (double)NAN));
    GIVES_NOTHING(urto_world_contact_frequency(on.world, on.felt, (double)INFINITY));
}

static void bad_urto_world_body_info(void)
{
    UrtoBody body = on.bar;
    GIVES_NOTHING(urto_world_body_info(NULL, body).kind);
    BAD_HANDLES_IN(UrtoBody, GIVES_NOTHING(urto_world_body_info(on.world, body).kind), body);
}

static void bad_urto_world_mode_info(void)
{
    UrtoBody body = on.bar;
    uint32_t mode = 0;
    GIVES_NOTHING(urto_world_mode_info(NULL, body, mode).mass);
    GIVES_NOTHING(urto_world_mode_info(on.world, on.string, mode).mass);
    BAD_HANDLES_IN(UrtoBody, GIVES_NOTHING(urto_world_mode_info(on.world, body, mode).mass), body);
    BAD_COUNTS_IN(GIVES_NOTHING(urto_world_mode_info(on.world, body, mode).mass), &mode);
}

static void bad_urto_world_mode_shape(void)
{
    UrtoBody body = on.bar;
    uint32_t mode = 0;
    double x = 0.0, y = 0.0;
    GIVES_NOTHING(urto_world_mode_shape(NULL, body, mode, x, y));
    GIVES_NOTHING(urto_world_mode_shape(on.world, on.string, mode, x, y));
    BAD_HANDLES_IN(UrtoBody, GIVES_NOTHING(urto_world_mode_shape(on.world, body, mode, x, y)),
                   body);
    BAD_COUNTS_IN(GIVES_NOTHING(urto_world_mode_shape(on.world, body, mode, x, y)), &mode);
    BAD_NUMBERS_IN(GIVES_NOTHING(urto_world_mode_shape(on.world, body, mode, x, y)), &x);
    BAD_NUMBERS_IN(expect_finite("y", urto_world_mode_shape(on.world, body, mode, x, y)), &y);
}

static void bad_urto_world_mode_displacement(void)
{
    UrtoBody body = on.bar;
    uint32_t mode = 0;
    GIVES_NOTHING(urto_world_mode_displacement(NULL, body, mode));
    GIVES_NOTHING(urto_world_mode_displacement(on.world, on.string, mode));
    BAD_HANDLES_IN(UrtoBody, GIVES_NOTHING(urto_world_mode_displacement(on.world, body, mode)),
                   body);
    BAD_COUNTS_IN(GIVES_NOTHING(urto_world_mode_displacement(on.world, body, mode)), &mode);
}

static void bad_urto_world_displacement_at(void)
{
    UrtoBody body = on.bar;
    double x = 0.1;
    double y = 0.0;
    GIVES_NOTHING(urto_world_displacement_at(NULL, body, x, y));
    BAD_HANDLES_IN(UrtoBody, GIVES_NOTHING(urto_world_displacement_at(on.world, body, x, y)), body);
    BAD_NUMBERS_IN(GIVES_NOTHING(urto_world_displacement_at(on.world, body, x, y)), &x);
    BAD_NUMBERS_IN(expect_finite("y", urto_world_displacement_at(on.world, body, x, y)), &y);
}

/* ---- scene.h -------------------------------------------------------------------------------- */

static const char scene_text[] =
    "rate: 44100\n"
    "bodies:\n"
    "  ball: {type: mass, mass: 3 g, position: -1 mm, velocity: 2}\n"
    "  bar: {type: bar, material: steel, length: 20 cm, width: 2 cm, thickness: 4 mm, modes: 6}\n"
    "contacts:\n"
    "  touch: {between: [ball, bar@0.1], stiffness: 1e8, exponent: 1.5}\n"
    "probes:\n"
    "  - {name: ear, hear: bar@0.9}\n";

static UrtoScene *load_scene(void)
{
    UrtoScene *scene = NULL;

    ck_assert_int_eq(urto_scene_load(&scene, scene_text, strlen(scene_text), NULL, 0), URTO_OK);
    return scene;
}

static UrtoPlayer *load_player(UrtoScene *scene)
{
    UrtoPlayer *player = NULL;

    KIT_OK(urto_player_create(&player, scene, NULL, NULL));
    urto_player_process(player, NULL, 40);
    return player;
}

/* A scene that is refused says why in its errors. */
static void expect_scene_errors(const char *call, UrtoStatus status, UrtoScene *scene)
{
    ck_assert_msg(status != URTO_OK, "%s: %s, %s: accepted", row->name, call, bad_value);
    ck_assert_msg(urto_scene_error_count(scene), "%s: %s, %s: no errors", row->name, call,
                  bad_value);
    expect_sentence(call, urto_scene_error(scene, 0)->message);
    urto_scene_destroy(scene);
}

#define SCENE_REFUSED(call)                                                                        \
    do {                                                                                           \
        UrtoScene *scene = NULL;                                                                   \
        const UrtoStatus status = (call);                                                          \
        expect_scene_errors(#call, status, scene);                                                 \
    } while (0)

static void bad_urto_scene_load(void)
{
    const size_t size = strlen(scene_text);
    const char *text = NULL, *override = NULL;
    ck_assert_int_eq(urto_scene_load(NULL, scene_text, size, NULL, 0), URTO_ERROR_ARGUMENT);
    BAD_NAMES_IN(SCENE_REFUSED(urto_scene_load(&scene, text, text ? strlen(text) : 0, NULL, 0)),
                 text);
    SCENE_REFUSED(urto_scene_load(&scene, NULL, 100, NULL, 0));
    SCENE_REFUSED(urto_scene_load(&scene, scene_text, SIZE_MAX, NULL, 0));
    SCENE_REFUSED(urto_scene_load(&scene, scene_text, size, NULL, UINT32_MAX));
    BAD_NAMES_IN(SCENE_REFUSED(urto_scene_load(&scene, scene_text, size, &override, 1)), override);
}

static void bad_urto_scene_load_file(void)
{
    const char *path = NULL, *override = NULL;
    ck_assert_int_eq(urto_scene_load_file(NULL, "none.yaml", NULL, 0), URTO_ERROR_ARGUMENT);
    BAD_NAMES_IN(SCENE_REFUSED(urto_scene_load_file(&scene, path, NULL, 0)), path);
    SCENE_REFUSED(urto_scene_load_file(&scene, "none.yaml", NULL, UINT32_MAX));
    SCENE_REFUSED(urto_scene_load_file(&scene, "/dev/null", NULL, UINT32_MAX));
    BAD_NAMES_IN(SCENE_REFUSED(urto_scene_load_file(&scene, "/dev/null", &override, 1)), override);
}

static void bad_urto_scene_destroy(void)
{
    urto_scene_destroy(NULL);
}

static void bad_urto_scene_error_count(void)
{
    GIVES_NOTHING(urto_scene_error_count(NULL));
}

static void bad_urto_scene_note_count(void)
{
    GIVES_NOTHING(urto_scene_note_count(NULL));
}

static void bad_urto_scene_info(void)
{
    GIVES_NOTHING(urto_scene_info(NULL).bodies);
    ck_assert_str_eq(urto_scene_info(NULL).title, "");
}

static void bad_urto_scene_world(void)
{
    GIVES_NOTHING(urto_scene_world(NULL));
}

/* A list of a scene, with and without errors: beyond its end, and without a scene. */
#define BAD_LIST(question)                                                                         \
    do {                                                                                           \
        static const char broken[] = "contacts:\n  felt: {between: [wall, wall]}\n";               \
        UrtoScene *scene = load_scene(), *errors = NULL;                                           \
        ck_assert_int_ne(urto_scene_load(&errors, broken, strlen(broken), NULL, 0), URTO_OK);      \
        GIVES_NOTHING(question(NULL, 0));                                                          \
        GIVES_NOTHING(question(scene, 99));                                                        \
        GIVES_NOTHING(question(scene, UINT32_MAX));                                                \
        GIVES_NOTHING(question(errors, UINT32_MAX));                                               \
        urto_scene_destroy(scene);                                                                 \
        urto_scene_destroy(errors);                                                                \
    } while (0)

static void bad_urto_scene_error(void)
{
    BAD_LIST(urto_scene_error);
}

static void bad_urto_scene_note(void)
{
    BAD_LIST(urto_scene_note);
}

static void bad_urto_scene_body_name(void)
{
    BAD_LIST(urto_scene_body_name);
}

static void bad_urto_scene_contact_name(void)
{
    BAD_LIST(urto_scene_contact_name);
}

static void bad_urto_scene_joint(void)
{
    UrtoScene *scene = load_scene();
    ck_assert_ptr_null(urto_scene_joint(NULL, 0).name);
    ck_assert_ptr_null(urto_scene_joint(scene, UINT32_MAX).name);
    urto_scene_destroy(scene);
}

static void bad_urto_scene_bow_place(void)
{
    UrtoScene *scene = load_scene();
    ck_assert(!urto_scene_bow_place(NULL, 0).moves);
    ck_assert(!urto_scene_bow_place(scene, UINT32_MAX).moves);
    urto_scene_destroy(scene);
}

static void bad_urto_scene_probe(void)
{
    UrtoScene *scene = load_scene();
    ck_assert_ptr_null(urto_scene_probe(NULL, 0).name);
    ck_assert_ptr_null(urto_scene_probe(scene, UINT32_MAX).name);
    ck_assert_uint_eq(urto_scene_probe(scene, UINT32_MAX).probe.id, 0);
    urto_scene_destroy(scene);
}

static void bad_urto_scene_watch(void)
{
    UrtoScene *scene = load_scene();
    UrtoWatch watch;
    const Seen before = seen_of_def(urto_scene_world(scene));
    const uint32_t bad[][2] = {{UINT32_MAX, 10}, {2, 10}, {1, 0}, {1, 1}, {1, UINT32_MAX}};
    ck_assert_int_ne(urto_scene_watch(NULL, 1, 10, &watch), URTO_OK);
    ck_assert_int_ne(urto_scene_watch(scene, 1, 10, NULL), URTO_OK);
    for (size_t i = 0; i < COUNT(bad); i++) {
        ck_assert_int_ne(urto_scene_watch(scene, bad[i][0], bad[i][1], &watch), URTO_OK);
        ck_assert_uint_eq(watch.points, 0);
        const Seen now = seen_of_def(urto_scene_world(scene));
        expect_same("watch", &before, &now);
    }
    urto_scene_destroy(scene);
}

#define BAD_SCENE_NAME(question, of_another_kind)                                                  \
    do {                                                                                           \
        UrtoScene *scene = load_scene();                                                           \
        const char *name = NULL;                                                                   \
        GIVES_NOTHING(question(NULL, "bar").id);                                                   \
        GIVES_NOTHING(question(scene, of_another_kind).id);                                        \
        BAD_NAMES_IN(GIVES_NOTHING(question(scene, name).id), name);                               \
        urto_scene_destroy(scene);                                                                 \
    } while (0)

static void bad_urto_scene_body(void)
{
    BAD_SCENE_NAME(urto_scene_body, "touch");
}

static void bad_urto_scene_contact(void)
{
    BAD_SCENE_NAME(urto_scene_contact, "bar");
}

static void bad_urto_scene_bow(void)
{
    BAD_SCENE_NAME(urto_scene_bow, "touch");
}

static void bad_urto_scene_port(void)
{
    BAD_SCENE_NAME(urto_scene_port, "bar");
}

static void bad_urto_scene_add_port(void)
{
    UrtoScene *scene = load_scene();
    const Seen before = seen_of_def(urto_scene_world(scene));
    const char *body = "bar";
    double x = 0.1, y = 0.0;
    GIVES_NOTHING(urto_scene_add_port(NULL, body, x, y).id);
    BAD_NAMES_IN(GIVES_NOTHING(urto_scene_add_port(scene, body, x, y).id), body);
    BAD_NUMBERS_IN(GIVES_NOTHING(urto_scene_add_port(scene, "bar", x, y).id), &x);
    GIVES_NOTHING(urto_scene_add_port(scene, "bar", 0.1, NAN).id);
    GIVES_NOTHING(urto_scene_add_port(scene, "ball", INFINITY, 0.0).id);
    const Seen now = seen_of_def(urto_scene_world(scene));
    expect_same("add_port", &before, &now);
    urto_scene_destroy(scene);
}

static void bad_urto_scene_target(void)
{
    UrtoScene *scene = load_scene();
    UrtoTarget target;
    const char *of = NULL;
    REFUSED_WITHOUT(target, urto_scene_target(NULL, "touch.damping", &target, why));
    REFUSED(urto_scene_target(scene, "touch.damping", NULL, why));
    BAD_NAMES_IN(REFUSED_WITHOUT(target, urto_scene_target(scene, of, &target, why)), of);
    REFUSED_WITHOUT(target, urto_scene_target(scene, "touch.force", &target, why));
    REFUSED_WITHOUT(target, urto_scene_target(scene, "nobody.force", &target, why));
    REFUSED_WITHOUT(target, urto_scene_target(scene, ".", &target, why));
    urto_scene_destroy(scene);
}

static void bad_urto_player_create(void)
{
    UrtoScene *scene = load_scene(), *errors = NULL;
    UrtoPlayerOptions options = {0};
    const UrtoAllocator half = {no_memory, NULL, NULL};
    UrtoPlayer *player = (UrtoPlayer *)(void *)scene;
    REFUSED(urto_player_create(NULL, scene, &options, why));
    REFUSED_TO_MAKE(player, urto_player_create(&player, NULL, &options, why));
    BAD_NUMBERS_IN(REFUSED_TO_MAKE(player, urto_player_create(&player, scene, &options, why)),
                   &options.rate);
    BAD_COUNTS_IN(REFUSED_TO_MAKE(player, urto_player_create(&player, scene, &options, why)),
                  &options.contact_events);
    ck_assert_int_ne(urto_scene_load(&errors, "a", 1, NULL, 0), URTO_OK);
    REFUSED_TO_MAKE(player, urto_player_create(&player, errors, &options, why));
    ck_assert_uint_eq(urto_scene_error_count(scene), 0); /* bad options are no fault of it */
    options.allocator = &half;                           /* that is none: malloc and free */
    KIT_OK(urto_player_create(&player, scene, &options, NULL));
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    urto_scene_destroy(errors);
}

static void bad_urto_player_destroy(void)
{
    urto_player_destroy(NULL);
}

static void bad_urto_player_process(void)
{
    UrtoScene *scene = load_scene();
    UrtoPlayer *player = load_player(scene);
    const Seen before = seen_of(urto_player_world(player));
    float out[FRAMES];
    UNTOUCH(out);
    urto_player_process(NULL, (float *[]){out, out}, FRAMES);
    urto_player_process(player, (float *[]){out, out}, 0);
    expect_untouched("process", out, sizeof out);
    const Seen now = seen_of(urto_player_world(player));
    expect_same("process", &before, &now);
    urto_player_process(player, (float *[]){NULL, NULL}, FRAMES);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
}

static void bad_urto_player_reset(void)
{
    urto_player_reset(NULL);
}

static void bad_urto_player_hurry(void)
{
    ck_assert(isinf(urto_player_hurry(NULL)));
}

static void bad_urto_player_set(void)
{
    UrtoScene *scene = load_scene();
    UrtoPlayer *player = load_player(scene);
    const Seen before = seen_of(urto_player_world(player));
    UrtoTarget target;
    double value = 0.1;
    KIT_OK(urto_scene_target(scene, "touch.damping", &target, NULL));
    REFUSED(urto_player_set(NULL, target, value, 0, why));
    BAD_NUMBERS_IN(REFUSED(urto_player_set(player, target, value, 0, why)), &value);
    BAD_COUNTS_IN(REFUSED(urto_player_set(player, target, value, 0, why)), &target.control,
                  &target.id, &target.tag);
    target = urto_contact_target(on.felt, URTO_CONTACT_DAMPING); /* of another world */
    REFUSED(urto_player_set(player, target, value, 0, why));
    const Seen now = seen_of(urto_player_world(player));
    expect_same("set", &before, &now);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
}

static void bad_urto_player_world(void)
{
    GIVES_NOTHING(urto_player_world(NULL));
}

static void bad_urto_player_rate(void)
{
    GIVES_NOTHING(urto_player_rate(NULL));
}

static void bad_urto_scene_schema(void)
{
    urto_scene_schema(NULL);
}

static void bad_urto_scene_reference(void)
{
    urto_scene_reference(NULL);
}

static void bad_urto_scene_solver_name(void)
{
    UrtoSolver solver = URTO_SOLVER_MIDPOINT;
    BAD_CHOICES_IN(UrtoSolver, ck_assert_str_eq(urto_scene_solver_name(solver), ""), solver);
}

static void bad_urto_scene_gradient_name(void)
{
    UrtoGradient gradient = URTO_GRADIENT_CAPPED;
    BAD_CHOICES_IN(UrtoGradient, ck_assert_str_eq(urto_scene_gradient_name(gradient), ""),
                   gradient);
}

static const Row rows[] = {
    /* status.h */
    ROW(urto_status_text),
    ROW_TAKES_NOTHING(urto_version),
    ROW(urto_format),
    ROW(urto_format_list),
    ROW(urto_read_number),
    /* law.h */
    ROW_TAKES_NOTHING(urto_law_def),
    ROW(urto_law_check),
    ROW_TAKES_HUGE(urto_law_potential, "the law has no end"),
    ROW_TAKES_HUGE(urto_law_force, "the law has no end"),
    /* impact.h */
    ROW(urto_impact_range),
    ROW_TAKES_NOTHING(urto_impact_def),
    ROW(urto_impact_check),
    ROW(urto_impact_exact),
    ROW(urto_impact_exact_columns),
    ROW(urto_impact_at_velocity),
    ROW(urto_impact_at_time),
    ROW_TAKES_NOTHING(urto_scheme_count),
    ROW(urto_scheme_at),
    ROW(urto_scheme_find),
    ROW_TAKES_NOTHING(urto_impact_run_def),
    ROW(urto_impact_simulate),
    ROW(urto_impact_matched_stiffness),
    /* material.h */
    ROW(urto_material_find),
    ROW(urto_material_at),
    ROW(urto_allocator),
    ROW(urto_string_of),
    ROW(urto_bar_of),
    ROW(urto_membrane_of),
    ROW(urto_plate_of),
    /* body.h */
    ROW_TAKES_NOTHING(urto_mass_def),
    ROW_TAKES_NOTHING(urto_string_def),
    ROW_TAKES_NOTHING(urto_bar_def),
    ROW_TAKES_NOTHING(urto_membrane_def),
    ROW_TAKES_NOTHING(urto_plate_def),
    ROW_TAKES_NOTHING(urto_modal_def),
    ROW(urto_port_def),
    /* world.h */
    ROW(urto_world_def_create),
    ROW(urto_world_def_destroy),
    ROW(urto_world_def_status),
    ROW(urto_world_def_clear),
    ROW_TAKES_NOTHING(urto_world_options),
    ROW_TAKES_NOTHING(urto_contact_def),
    ROW_TAKES_NOTHING(urto_line_def),
    ROW(urto_bow_def),
    ROW(urto_drive_def),
    ROW(urto_probe_def),
    ROW(urto_world_def_options),
    ROW(urto_world_def_mass),
    ROW(urto_world_def_string),
    ROW(urto_world_def_bar),
    ROW(urto_world_def_membrane),
    ROW(urto_world_def_plate),
    ROW(urto_world_def_modal),
    ROW(urto_world_def_copy_body),
    ROW(urto_world_def_port),
    ROW(urto_world_def_contact),
    ROW(urto_world_def_line),
    ROW(urto_world_def_bow),
    ROW(urto_world_def_drive),
    ROW(urto_world_def_probe),
    ROW(urto_world_def_port_at),
    ROW(urto_world_def_contact_between),
    ROW(urto_world_def_curve),
    ROW(urto_world_def_check_body),
    ROW(urto_world_create),
    ROW(urto_world_clone),
    ROW(urto_world_destroy),
    ROW(urto_world_reset),
    ROW(urto_world_bytes),
    ROW(urto_world_sleeps),
    ROW_TAKES_HUGE(urto_world_process, "samples are not checked: a world that breaks is muted"),
    ROW(urto_control_info),
    ROW(urto_port_target),
    ROW(urto_contact_target),
    ROW(urto_bow_target),
    ROW(urto_drive_target),
    ROW(urto_probe_target),
    ROW(urto_body_target),
    ROW(urto_world_set),
    ROW(urto_world_set_port),
    ROW(urto_world_set_contact),
    ROW(urto_world_set_bow),
    ROW(urto_world_set_drive),
    ROW(urto_world_set_probe),
    ROW(urto_world_set_body),
    ROW(urto_world_cancel),
    ROW(urto_world_strike),
    ROW(urto_world_throw),
    ROW(urto_world_throw_at),
    ROW(urto_world_set_mode),
    ROW(urto_world_set_modes),
    ROW(urto_world_set_weights),
    ROW(urto_world_rest),
    ROW(urto_shape_create),
    ROW(urto_shape_create_pluck),
    ROW(urto_shape_destroy),
    ROW(urto_world_release),
    ROW(urto_world_pluck),
    ROW(urto_world_set_shape),
    ROW(urto_world_contact_events),
    ROW(urto_world_ledger),
    ROW(urto_world_dissipated_by_body),
    ROW(urto_world_dissipated_by_contact),
    ROW(urto_world_dissipated_by_bow),
    ROW(urto_world_stored_in_contact),
    ROW(urto_world_statistics),
    ROW(urto_world_displacement),
    ROW(urto_world_velocity),
    ROW(urto_world_contact_force),
    ROW(urto_world_on_step),
    ROW(urto_world_probe),
    ROW(urto_world_compression),
    ROW(urto_world_contact_frequency),
    ROW(urto_world_body_info),
    ROW(urto_world_mode_info),
    ROW_TAKES_HUGE(urto_world_mode_shape, "a line has no y"),
    ROW(urto_world_mode_displacement),
    ROW_TAKES_HUGE(urto_world_displacement_at, "a line has no y"),
    ROW(urto_world_latency),
    /* scene.h */
    ROW(urto_scene_load),
    ROW(urto_scene_load_file),
    ROW(urto_scene_destroy),
    ROW(urto_scene_error_count),
    ROW(urto_scene_error),
    ROW(urto_scene_note_count),
    ROW(urto_scene_note),
    ROW(urto_scene_info),
    ROW(urto_scene_world),
    ROW(urto_scene_body_name),
    ROW(urto_scene_contact_name),
    ROW(urto_scene_bow_place),
    ROW(urto_scene_joint),
    ROW(urto_scene_probe),
    ROW(urto_scene_watch),
    ROW(urto_scene_body),
    ROW(urto_scene_contact),
    ROW(urto_scene_bow),
    ROW(urto_scene_port),
    ROW(urto_scene_add_port),
    ROW(urto_scene_target),
    ROW(urto_player_create),
    ROW(urto_player_destroy),
    ROW(urto_player_process),
    ROW(urto_player_reset),
    ROW(urto_player_hurry),
    ROW(urto_player_set),
    ROW(urto_player_world),
    ROW(urto_player_rate),
    ROW(urto_scene_schema),
    ROW(urto_scene_reference),
    ROW(urto_scene_gradient_name),
    ROW(urto_scene_solver_name),
};

int main(int argc, char **argv)
{
    return TABLE_RUN(argc, argv, rows, set_the_stage, check_the_stage);
}
