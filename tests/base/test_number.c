/* Numbers as text: as in the locale "C", whatever locale the process has; and their units. */
#include "tests/support/kit.h"

#include <urto/number.h>
#include <urto/unit.h>

#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

static const char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

static const char *formatted(const char *format, ...)
{
    static char text[500];
    va_list list;

    va_start(list, format);
    const int length = urto_format_list(text, sizeof text, format, list);
    va_end(list);
    ck_assert_int_eq(length, (int)strlen(text));
    return text;
}

START_TEST(numbers_are_written_with_a_point)
{
    ck_assert_str_eq(formatted("%g, %.10g and %.3g", 0.5, -1234.5678, 1e-7),
                     "0.5, -1234.5678 and 1e-07");
    ck_assert_str_eq(formatted("%f %.2f %.0f %e", 1.5, -2.125, 3.0, 1234.5),
                     "1.500000 -2.12 3 1.234500e+03");
    ck_assert_str_eq(formatted("[%8.2f|%-8.2f|%08.2f|%*.*f]", 1.5, 1.5, -1.5, 6, 1, 2.5),
                     "[    1.50|1.50    |-0001.50|   2.5]");
    ck_assert_str_eq(formatted("[%*d|%0*d|%06d]", -4, 7, -5, 7, -7), "[7   |7    |-00007]");
    ck_assert_str_eq(formatted("%.17g", 0.1), "0.10000000000000001");
    ck_assert_str_eq(formatted("%g %g", (double)INFINITY, -(double)INFINITY), "inf -inf");
    ck_assert_uint_eq(strlen(formatted("%f", DBL_MAX)), 309 + 7);
}
END_TEST

START_TEST(all_else_is_written_as_by_printf)
{
    ck_assert_str_eq(formatted("%s %.3s %.*s|%5s|%-5s|", "ab,c", "defgh", 2, "ijk", "l", "m"),
                     "ab,c def ij|    l|m    |");
    ck_assert_str_eq(formatted("%d %i %u %x %c%% %03d", -7, 8, 9u, 255u, 'z', 5),
                     "-7 8 9 ff z% 005");
    ck_assert_str_eq(formatted("%ld %llu %zu %016llx", -1L, ULLONG_MAX, (size_t)3, 0xabcULL),
                     "-1 18446744073709551615 3 0000000000000abc");
    char text[6];
    ck_assert_int_eq(urto_format(text, sizeof text, "%s", "too long"), 8);
    ck_assert_str_eq(text, "too l");
    ck_assert_int_eq(urto_format(NULL, 0, "%d", 12345), 5);
}
END_TEST

START_TEST(numbers_are_read_with_a_point)
{
    static const struct {
        const char *text, *rest;
        double number;
    } cases[] = {{"1.5", "", 1.5},     {"-.5e1 kg", " kg", -5.0}, {"+3.", "", 3.0},
                 {"1,5", ",5", 1.0},   {"2e", "e", 2.0},          {"2e+", "e+", 2.0},
                 {"0x10", "x10", 0.0}, {"1.5.5", ".5", 1.5},      {"1e999", "", (double)INFINITY},
                 {"4 Hz", " Hz", 4.0}, {"0.1", "", 0.1},          {"2E+3x", "x", 2000.0},
                 {"1em", "em", 1.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double number = -1.0;
        const char *rest = urto_read_number(cases[i].text, &number);
        ck_assert_msg(rest, "%s", cases[i].text);
        ck_assert_str_eq(rest, cases[i].rest);
        ck_assert_msg(number == cases[i].number, "%s", cases[i].text);
    }
    /* as many digits as any number needs, and no more */
    char digits[65] = "";
    double many = 0.0;
    memset(digits, '1', 63);
    ck_assert(urto_read_number(digits, &many) == digits + 63 && many > 1.1e62);
    digits[63] = '1';
    ck_assert(!urto_read_number(digits, &many));
    static const char *const wrong[] = {"", ".", "-", "e5", "inf", "nan", " 1", ",5", "--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double number = -1.0;
        ck_assert_msg(!urto_read_number(wrong[i], &number) && number == -1.0, "%s", wrong[i]);
    }
}
END_TEST

/* What is written with 17 digits is read as the same number. */
START_TEST(numbers_come_back)
{
    uint64_t bits = 1;
    for (int i = 0; i < 20000; i++) {
        double number = 0.0, back = 0.0;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) {
            const char *text = formatted("%.17g", number);
            const char *rest = urto_read_number(text, &back);
            ck_assert_msg(rest && !*rest && back == number, "%s", text);
        }
    }
}
END_TEST

/* Every unit by its definition, written once more; a new one needs a row. */
START_TEST(units_are_what_they_are_defined_as)
{
    static const struct {
        const char *name;
        UrtoDimension dimension;
        double factor;
    } rows[] = {
        {"kg", URTO_DIMENSION_MASS, 1.0},
        {"g", URTO_DIMENSION_MASS, 0.001},
        {"mg", URTO_DIMENSION_MASS, 0.000001},
        {"m", URTO_DIMENSION_LENGTH, 1.0},
        {"cm", URTO_DIMENSION_LENGTH, 0.01},
        {"mm", URTO_DIMENSION_LENGTH, 0.001},
        {"um", URTO_DIMENSION_LENGTH, 0.000001},
        {"\xC2\xB5m", URTO_DIMENSION_LENGTH, 0.000001},
        {"\xCE\xBCm", URTO_DIMENSION_LENGTH, 0.000001},
        {"s", URTO_DIMENSION_TIME, 1.0},
        {"ms", URTO_DIMENSION_TIME, 0.001},
        {"us", URTO_DIMENSION_TIME, 0.000001},
        {"min", URTO_DIMENSION_TIME, 60.0},
        {"Hz", URTO_DIMENSION_FREQUENCY, 1.0},
        {"kHz", URTO_DIMENSION_FREQUENCY, 1000.0},
        {"MHz", URTO_DIMENSION_FREQUENCY, 1000000.0},
        {"m/s", URTO_DIMENSION_VELOCITY, 1.0},
        {"cm/s", URTO_DIMENSION_VELOCITY, 0.01},
        {"mm/s", URTO_DIMENSION_VELOCITY, 0.001},
        {"km/h", URTO_DIMENSION_VELOCITY, 1000.0 / 3600.0},
        {"m/s^2", URTO_DIMENSION_ACCELERATION, 1.0},
        {"N", URTO_DIMENSION_FORCE, 1.0},
        {"mN", URTO_DIMENSION_FORCE, 0.001},
        {"kN", URTO_DIMENSION_FORCE, 1000.0},
        {"N/m", URTO_DIMENSION_SPRING, 1.0},
        {"N/mm", URTO_DIMENSION_SPRING, 1000.0},
        {"kN/m", URTO_DIMENSION_SPRING, 1000.0},
        {"1/s", URTO_DIMENSION_RATE, 1.0},
        {"m^2/s", URTO_DIMENSION_DIFFUSION, 1.0},
        {"kg/m", URTO_DIMENSION_LINE_DENSITY, 1.0},
        {"g/m", URTO_DIMENSION_LINE_DENSITY, 0.001},
        {"kg/m^2", URTO_DIMENSION_AREA_DENSITY, 1.0},
        {"g/m^2", URTO_DIMENSION_AREA_DENSITY, 0.001},
        {"N m^2", URTO_DIMENSION_BENDING, 1.0},
        {"N m", URTO_DIMENSION_FLEXURE, 1.0},
        {"N s", URTO_DIMENSION_IMPULSE, 1.0},
        {"mN s", URTO_DIMENSION_IMPULSE, 0.001},
        {"s/m", URTO_DIMENSION_DAMPING, 1.0},
        {"Pa", URTO_DIMENSION_PRESSURE, 1.0},
        {"MPa", URTO_DIMENSION_PRESSURE, 1000000.0},
        {"GPa", URTO_DIMENSION_PRESSURE, 1000000000.0},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    for (size_t i = 0; i < ROWS; i++) {
        double number = 0.0;
        char text[40];
        urto_format(text, sizeof text, "3 %s", rows[i].name);
        ck_assert_msg(urto_read_quantity(text, rows[i].dimension, "it", &number, NULL) == URTO_OK,
                      "%s", text);
        ck_assert_double_eq_tol(number, 3.0 * rows[i].factor, 1e-12 * rows[i].factor);
        const UrtoUnit *unit = urto_unit_find(rows[i].name);
        ck_assert(unit && unit->dimension == rows[i].dimension);
    }
    /* decibels are no factor: 20 for each power of ten */
    double gain = 0.0;
    ck_assert_int_eq(urto_read_quantity("-40 dB", URTO_DIMENSION_GAIN, "it", &gain, NULL), URTO_OK);
    ck_assert_double_eq_tol(gain, 0.01, 1e-12);
    ck_assert(urto_unit_at(ROWS) && !urto_unit_at(ROWS + 1));
    /* another dimension, and what is no number */
    UrtoDiagnostic why = {0};
    ck_assert_int_eq(urto_read_quantity("3 ms", URTO_DIMENSION_LENGTH, "width", &gain, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_str_eq(why.message, "width is \"3 ms\": ms is the unit of a time, must be a length "
                                  "in m, cm, mm, um");
    ck_assert_int_eq(urto_read_quantity("1e999 m", URTO_DIMENSION_LENGTH, "width", &gain, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_str_eq(why.message, "width is \"1e999 m\", must be a finite number in m");
}
END_TEST

/* Notes by their distance from A4. */
START_TEST(notes_are_in_equal_temperament)
{
    static const struct {
        const char *text;
        int semitones;
    } rows[] = {{"A4", 0},    {"C4", -9}, {"D4", -7},  {"E4", -5},   {"F4", -4},
                {"G4", -2},   {"B4", 2},  {"C#4", -8}, {"Bb4", 1},   {"C##4", -7},
                {"Abb4", -2}, {"A5", 12}, {"C0", -57}, {"A-1", -60}, {"B#3", -9}};
    double number = 0.0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(urto_read_pitch(rows[i].text, "pitch", &number, NULL) == URTO_OK, "%s",
                      rows[i].text);
        ck_assert_double_eq_tol(number / (440.0 * exp2(rows[i].semitones / 12.0)), 1.0, 1e-12);
    }
    static const char *const wrong[] = {"H4", "A", "A10", "C###4", "a4", "A4 Hz", "A--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_msg(urto_read_pitch(wrong[i], "pitch", &number, NULL) != URTO_OK, "%s", wrong[i]);
    }
}
END_TEST

START_TEST(messages_of_the_library_have_points)
{
    UrtoImpact impact = urto_impact_def();
    UrtoDiagnostic why;
    impact.mass = -0.5;
    ck_assert_int_eq(urto_impact_check(&impact, &why), URTO_ERROR_ARGUMENT);
    ck_assert_msg(strstr(why.message, "mass is -0.5, must be"), "%s", why.message);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        numbers_are_written_with_a_point,    all_else_is_written_as_by_printf,
        numbers_are_read_with_a_point,       numbers_come_back,
        messages_of_the_library_have_points, units_are_what_they_are_defined_as,
        notes_are_in_equal_temperament};

    return SUITE_RUN("number", tests);
}
