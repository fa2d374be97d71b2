/* Numbers as text: as in the locale "C", whatever locale the process has. */
#include "tests/support/kit.h"

#include <urto/number.h>

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
                 {"4 Hz", " Hz", 4.0}, {"0.1", "", 0.1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double number = -1.0;
        const char *rest = urto_read_number(cases[i].text, &number);
        ck_assert_msg(rest, "%s", cases[i].text);
        ck_assert_str_eq(rest, cases[i].rest);
        ck_assert_msg(number == cases[i].number, "%s", cases[i].text);
    }
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
    const TTest *const tests[] = {numbers_are_written_with_a_point,
                                  all_else_is_written_as_by_printf, numbers_are_read_with_a_point,
                                  numbers_come_back, messages_of_the_library_have_points};

    return SUITE_RUN("number", tests);
}
