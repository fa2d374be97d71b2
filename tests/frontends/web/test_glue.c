/* What the page calls, called here: under the sanitizers, with good input and bad. */
#include "frontends/web/glue/glue.h"

#include "tests/support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char small[] =
    "seconds: 0.1\n"
    "bodies:\n"
    "  ball: {type: mass, mass: 5 g, position: -1 mm, velocity: 1 m/s}\n"
    "  string: {type: string, length: 0.7 m, tension: 100 N, density: 5 g/m, model: modal}\n"
    "contacts:\n"
    "  felt: {between: [ball, string@0.2], stiffness: 1e6, exponent: 2}\n"
    "barriers:\n"
    "  frets: {under: string, frets: 3, profile: [-0.01], stiffness: 1e6}\n"
    "probes:\n"
    "  - {name: \"near\", hear: string@0.9}\n";

/* Brackets and quotes of the text match. */
static void check_json(void)
{
    const char *text = web_text();
    int depth = 0;
    bool quoted = false;

    ck_assert_uint_gt(strlen(text), 1);
    for (const char *at = text; *at; at++) {
        ck_assert_uint_ge((unsigned char)*at, 0x0A);
        if (quoted && *at == '\\') {
            at++;
        } else if (*at == '"') {
            quoted = !quoted;
        } else if (!quoted && strchr("{[", *at)) {
            depth++;
        } else if (!quoted && strchr("}]", *at)) {
            depth--;
            ck_assert_int_ge(depth, 0);
        }
    }
    ck_assert_int_eq(depth, 0);
    ck_assert(!quoted);
    ck_assert_ptr_null(strstr(text, ",,"));
    ck_assert_ptr_null(strstr(text, "[,"));
}

START_TEST(tables_are_those_of_the_library)
{
    web_tables();
    check_json();
    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(i);
        ck_assert_ptr_nonnull(strstr(web_text(), info->id));
        for (uint32_t p = 0; p < info->preset_count; p++) {
            ck_assert_ptr_nonnull(strstr(web_text(), info->presets[p].id));
        }
    }
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        ck_assert_ptr_nonnull(strstr(web_text(), urto_scheme_at(i)->name));
    }
    // what the sliders of the Laboratory reach may be typed, and holds what it begins with
    ck_assert_ptr_nonnull(
        strstr(web_text(), "\"rate\":{\"unit\":\"Hz\",\"from\":4000,\"to\":768000,\"log\":true,"));
    for (int i = 0; i < LAB_RANGES; i++) {
        const UrtoRange *range = urto_impact_range(lab_ranges[i].name);
        ck_assert_ptr_nonnull(range);
        ck_assert_double_lt(lab_ranges[i].from, lab_ranges[i].to);
        ck_assert_double_ge(lab_ranges[i].from, range->low);
        ck_assert_double_le(lab_ranges[i].to, range->high);
    }
    web_parameter_read(0, 4, "300 ms");
    ck_assert_ptr_nonnull(strstr(web_text(), "\"value\":0.29999999999999999"));
    web_parameter_read(0, 4, "long \"quoted\"\n");
    check_json();
    json_error("a\n\"b\"", "");
    ck_assert_str_eq(web_text(), "{\"error\":\"a\\u000a\\\"b\\\"\",\"field\":\"\"}");
    ck_assert_ptr_nonnull(strstr(web_text(), "error"));
    ck_assert_double_eq(web_parameter_value(99, 99, 0.5), 0.0);
    web_scene_schema();
    check_json();
}
END_TEST

START_TEST(an_instrument_plays)
{
    float left[128], right[128];
    double numbers[WEB_STATISTICS];
    const uint8_t note[] = {0x90, 60, 100};

    ck_assert_ptr_null(web_instrument(99, 48000.0, 0, 0));
    check_json();
    ck_assert_ptr_null(web_instrument(0, 1.0, 0, 0));
    ck_assert_ptr_nonnull(strstr(web_text(), "error"));
    UrtoInstrument *mallet = web_instrument(0, 48000.0, 4, 1);
    ck_assert_ptr_nonnull(mallet);
    web_instrument_midi(mallet, 0, note, sizeof note);
    ck_assert_uint_eq(web_instrument_set(mallet, 10, 0, 1.0), 1);
    ck_assert_uint_eq(web_instrument_set(mallet, 10, 0, NAN), 0);
    web_instrument_read(mallet, 4, "300 ms");
    ck_assert_ptr_nonnull(strstr(web_text(), "\"value\":0.29999999999999999"));
    web_instrument_read(mallet, 4, "300 kg");
    ck_assert_ptr_nonnull(strstr(web_text(), "error"));
    web_instrument_read(mallet, 999, "1");
    ck_assert_ptr_nonnull(strstr(web_text(), "error"));
    float most = 0.0f;
    for (int i = 0; i < 100; i++) {
        web_instrument_process(mallet, left, right, 128);
        most = fmaxf(most, fabsf(left[0]));
    }
    ck_assert_float_gt(most, 0.0f);
    web_instrument_statistics(mallet, numbers);
    ck_assert_double_eq(numbers[0], 1.0);
    ck_assert_double_eq(numbers[4], 1.0);
    web_instrument_preset(mallet, 1);
    web_instrument_mpe(mallet, 0);
    web_instrument_reset(mallet);
    urto_instrument_destroy(mallet);
}
END_TEST

START_TEST(a_scene_is_played_and_seen)
{
    enum { POINTS = 9 };
    float left[256], right[256], shapes[POINTS + 1], forces[2], modes[3], drawn[6];
    double ledger[WEB_LEDGER], numbers[4], frequencies[3];
    const double places[] = {0.1, 0.0, 0.35, 0.0};

    ck_assert_uint_eq(web_scene_load("bodies: [", 9), 0);
    check_json();
    ck_assert_uint_eq(web_scene_play(48000.0, 0, 0), 0);
    ck_assert_uint_eq(web_scene_load(small, sizeof small - 1), 1);
    ck_assert_uint_eq(web_scene_play(1.0, 0, 0), 0);
    check_json();
    ck_assert_uint_eq(web_scene_load(small, sizeof small - 1), 1);
    ck_assert_uint_eq(web_scene_play(48000.0, 1, POINTS), 1);
    check_json();
    ck_assert_ptr_nonnull(strstr(web_text(), "\"joints\":[{\"name\":\"felt\""));
    ck_assert_ptr_nonnull(strstr(web_text(), "\"ledger\":[\"stored\",\"initial\","));
    ck_assert_ptr_nonnull(strstr(web_text(), ",\"residual\"]"));
    for (int i = 0; i < 20; i++) {
        web_scene_process(left, right, 256);
    }
    ck_assert_uint_eq(web_scene_shapes(shapes), POINTS + 1);
    ck_assert_float_ne(shapes[5], 0.0f);
    web_scene_forces(forces);
    web_scene_ledger(ledger);
    ck_assert_double_gt(ledger[0], 0.0);
    // 5 g at 1 m/s
    ck_assert_double_eq_tol(ledger[1], 2.5e-3, 1e-12);
    ck_assert_double_lt(fabs(ledger[10]), 1e-10 * ledger[0]);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        ck_assert_float_eq(left[i], right[i]);
    }
    web_scene_statistics(numbers);
    ck_assert_double_eq(numbers[0], 20 * 256);
    ck_assert_double_gt(numbers[2], 1.2);
    const uint32_t ball = web_scene_body("ball"), string = web_scene_body("string");
    ck_assert_uint_eq(web_scene_body("nobody"), 0);
    ck_assert_uint_eq(web_scene_target("nobody.mass"), 0);
    const uint32_t target = web_scene_target("felt.stiffness");
    ck_assert_uint_ne(target, 0);
    ck_assert_uint_eq(web_scene_set(target, 1e5, 0), 1);
    ck_assert_uint_eq(web_scene_set(target, -1.0, 0), 0);
    ck_assert_uint_eq(web_scene_throw_at(ball, web_scene_contact("felt"), 2.0), 1);
    ck_assert_uint_eq(web_scene_throw_at(99, 99, 2.0), 0);
    web_scene_throw(ball, -1e-3, 1.0);
    ck_assert_uint_eq(web_scene_modes(string, modes, 3), 3);
    web_scene_mode_shapes(string, 3, places, 2, drawn);
    ck_assert_float_gt(fabsf(drawn[1]), fabsf(drawn[0]));
    web_scene_mode_list(string, frequencies, 3);
    ck_assert_double_lt(frequencies[0], frequencies[1]);
    (void)web_scene_displacement(ball);
    web_scene_rest();
    web_scene_reset();
    ck_assert_uint_eq(web_scene_load("", 0), 0);
    ck_assert_ptr_null(web_scene_instrument(small, sizeof small - 1, 48000.0, 0));
    ck_assert_ptr_nonnull(strstr(web_text(), "error"));
}
END_TEST

START_TEST(the_laboratory_measures)
{
    enum { ROOM = 64 };
    float rows[LAB_COLUMNS * ROOM];
    double parameters[LAB_PARAMETERS] = {0.01, 1e9, 1.5, 0.5, 1.0, 44100.0, 0.0};

    ck_assert_uint_eq(web_lab_exact(parameters), 1);
    check_json();
    ck_assert_uint_eq(web_lab_curve(rows, ROOM, -1e-5, 1.5e-4), ROOM);
    for (uint32_t i = 0; i < urto_scheme_count(); i++) {
        const uint32_t count = web_lab_run(i, rows, ROOM, 1);
        ck_assert_uint_le(count, ROOM);
        check_json();
        ck_assert_uint_le(web_lab_run(i, rows, 2, 0), 2);
    }
    // the columns: elastic, all of the energy is stored where the mass turns
    const double start = 0.005;
    parameters[3] = 0.0;
    parameters[6] = 0.25;
    ck_assert_uint_eq(web_lab_exact(parameters), 1);
    ck_assert_uint_eq(web_lab_curve(rows, ROOM, 0.0, 1.28e-4), ROOM);
    for (int i = 0; i < ROOM; i++) {
        ck_assert_double_eq_tol(rows[LAB_COLUMNS * i + 4], start, 1e-5 * start);
    }
    ck_assert_float_gt(fabsf(rows[LAB_COLUMNS * (ROOM / 2) + 3]), 100.0f);
    ck_assert_uint_gt(web_lab_run(0, rows, ROOM, 1), 1);
    ck_assert_double_eq_tol(rows[0], -0.25 / 44100.0, 1e-9);
    // the errors beside those of the library
    parameters[3] = 0.5;
    UrtoImpact impact = urto_impact_def();
    UrtoImpactExact exact = {0};
    ck_assert_uint_eq(web_lab_exact(parameters), 1);
    ck_assert_int_eq(urto_impact_exact(&impact, &exact, NULL), URTO_OK);
    for (uint32_t i = 0; i < urto_scheme_count(); i++) {
        UrtoImpactRun run = urto_impact_run_def();
        UrtoImpactResult result = {0};
        run.scheme = urto_scheme_at(i)->name;
        run.rate = 96000.0;
        run.phase = 0.75;
        if (urto_impact_simulate(&impact, &run, NULL, NULL, &result, NULL) != URTO_OK) {
            ck_assert(isnan(web_lab_error(i, 96000.0, 0.75)));
            continue;
        }
        const double depth = fabs(result.max_compression / exact.max_compression - 1.0);
        const double speed = fabs(result.exit_velocity / exact.exit_velocity - 1.0);
        const double time = fabs(result.contact_time / exact.contact_time - 1.0);
        ck_assert_double_eq(web_lab_error(i, 96000.0, 0.75), fmax(fmax(depth, speed), time));
    }
    ck_assert(isnan(web_lab_error(1000, 96000.0, 0.0)));
    web_lab_run(1000, rows, ROOM, 1);
    ck_assert_ptr_nonnull(strstr(web_text(), "error"));
    parameters[0] = -1.0;
    ck_assert_uint_eq(web_lab_exact(parameters), 0);
    ck_assert_ptr_nonnull(strstr(web_text(), "mass"));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {tables_are_those_of_the_library, an_instrument_plays,
                                  a_scene_is_played_and_seen, the_laboratory_measures};

    return SUITE_RUN("glue", tests);
}
