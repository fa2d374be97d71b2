/* The C library converts, in whatever locale it is; what it takes for the decimal point is replaced.
 * So no locale is ever set, which would not be for the audio thread to do. */
#include <urto/number.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 63, PRECISION_MAX = 40, NUMBER_ROOM = 400 };

typedef struct Sink {
    char *text;
    size_t size, used;
} Sink;

/* What stands between % and the letter. */
typedef struct Spec {
    bool left, zeros;
    int width, precision; /* precision < 0: none */
    int longs;            /* l, ll; a size_t is a long long of its own */
    bool is_size;
} Spec;

static void put(Sink *sink, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++, sink->used++) {
        if (sink->used + 1 < sink->size) {
            sink->text[sink->used] = bytes[i];
        }
    }
}

static void put_padded(Sink *sink, const Spec *spec, const char *bytes, size_t count)
{
    const size_t width = spec->width > 0 ? (size_t)spec->width : 0;
    const size_t padding = width > count ? width - count : 0;
    const size_t sign = spec->zeros && padding && bytes[0] == '-';

    put(sink, bytes, sign);
    for (size_t i = 0; i < padding && !spec->left; i++) {
        put(sink, spec->zeros ? "0" : " ", 1);
    }
    put(sink, bytes + sign, count - sign);
    for (size_t i = 0; i < padding && spec->left; i++) {
        put(sink, " ", 1);
    }
}

/* Digits, signs, e, inf and nan stay; the bytes of a foreign decimal point become one point. */
static size_t settle_point(char *number)
{
    size_t length = 0;

    for (const char *at = number; *at; at++) {
        if (strchr("0123456789+-einfa", *at)) {
            number[length++] = *at;
        } else if (length == 0 || number[length - 1] != '.') {
            number[length++] = '.';
        }
    }
    return length;
}

static void put_real(Sink *sink, const Spec *spec, char letter, double value)
{
    const int precision = spec->precision < 0               ? 6
                          : spec->precision < PRECISION_MAX ? spec->precision
                                                            : PRECISION_MAX;
    char number[NUMBER_ROOM];

    if (letter == 'e') {
        snprintf(number, sizeof number, "%.*e", precision, value);
    } else if (letter == 'f') {
        snprintf(number, sizeof number, "%.*f", precision, value);
    } else {
        snprintf(number, sizeof number, "%.*g", precision, value);
    }
    put_padded(sink, spec, number, settle_point(number));
}

static void put_string(Sink *sink, const Spec *spec, const char *string)
{
    const char *end = spec->precision < 0 ? NULL : memchr(string, '\0', (size_t)spec->precision);
    const size_t whole = spec->precision < 0 ? strlen(string)
                         : end               ? (size_t)(end - string)
                                             : (size_t)spec->precision;

    put_padded(sink, spec, string, whole);
}

/* The digits after a flag, width or precision, or the argument that a * stands for. */
static int read_count(const char **at, va_list *list)
{
    int count = 0;

    if (**at == '*') {
        ++*at;
        return va_arg(*list, int);
    }
    for (; **at >= '0' && **at <= '9' && count < NUMBER_ROOM; ++*at) {
        count = 10 * count + (**at - '0');
    }
    return count;
}

static Spec read_spec(const char **at, va_list *list)
{
    Spec spec = {.precision = -1};

    for (; **at == '-' || **at == '0'; ++*at) {
        spec.left = spec.left || **at == '-';
        spec.zeros = spec.zeros || **at == '0';
    }
    spec.width = read_count(at, list);
    spec.left = spec.left || spec.width < 0;
    spec.width = abs(spec.width);
    if (**at == '.') {
        ++*at;
        spec.precision = read_count(at, list);
    }
    for (; **at == 'l' || **at == 'z'; ++*at) {
        spec.longs += **at == 'l';
        spec.is_size = spec.is_size || **at == 'z';
    }
    return spec;
}

static long long take_signed(const Spec *spec, va_list *list)
{
    return spec->is_size      ? (long long)va_arg(*list, ptrdiff_t)
           : spec->longs == 0 ? va_arg(*list, int)
           : spec->longs == 1 ? va_arg(*list, long)
                              : va_arg(*list, long long);
}

static unsigned long long take_unsigned(const Spec *spec, va_list *list)
{
    return spec->is_size      ? va_arg(*list, size_t)
           : spec->longs == 0 ? va_arg(*list, unsigned)
           : spec->longs == 1 ? va_arg(*list, unsigned long)
                              : va_arg(*list, unsigned long long);
}

static void put_argument(Sink *sink, const Spec *spec, char letter, va_list *list)
{
    char text[NUMBER_ROOM];
    int length = 1;

    switch (letter) {
    case 'e':
    case 'f':
    case 'g':
        put_real(sink, spec, letter, va_arg(*list, double));
        return;
    case 's':
        put_string(sink, spec, va_arg(*list, const char *));
        return;
    case 'c':
        text[0] = (char)va_arg(*list, int);
        break;
    case 'd':
    case 'i':
        length = snprintf(text, sizeof text, "%lld", take_signed(spec, list));
        break;
    case 'u':
        length = snprintf(text, sizeof text, "%llu", take_unsigned(spec, list));
        break;
    case 'x':
        length = snprintf(text, sizeof text, "%llx", take_unsigned(spec, list));
        break;
    default: /* %% */
        text[0] = letter;
        break;
    }
    put_padded(sink, spec, text, (size_t)length);
}

int urto_format_list(char *text, size_t size, const char *format, va_list list)
{
    Sink sink = {.text = text, .size = size};
    va_list copy;

    if (!format || (!text && size)) {
        return 0;
    }
    va_copy(copy, list);
    for (const char *at = format; *at;) {
        const size_t plain = strcspn(at, "%");
        put(&sink, at, plain);
        at += plain;
        if (*at == '%') {
            at++;
            const Spec spec = read_spec(&at, &copy);
            if (*at) {
                put_argument(&sink, &spec, *at++, &copy);
            }
        }
    }
    va_end(copy);
    if (text && sink.size) {
        text[sink.used < sink.size ? sink.used : sink.size - 1] = '\0';
    }
    return (int)sink.used;
}

int urto_format(char *text, size_t size, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int length = urto_format_list(text, size, format, list);
    va_end(list);
    return length;
}

/* The length of a number, so that no "inf", "nan" or hexadecimal gets to strtod; 0 if there is
 * none. *point is where its decimal point stands, or its end. */
static size_t number_length(const char *text, size_t *point)
{
    static const char digits[] = "0123456789";
    const char *at = text + (*text == '+' || *text == '-');
    const size_t whole = strspn(at, digits);

    at += whole;
    *point = (size_t)(at - text);
    const size_t part = *at == '.' ? strspn(at + 1, digits) : 0;
    at += *at == '.' ? 1 + part : 0;
    if (whole + part == 0) {
        return 0;
    }
    if (*at == 'e' || *at == 'E') {
        const size_t sign = at[1] == '+' || at[1] == '-';
        const size_t exponent = strspn(at + 1 + sign, digits);
        at += exponent ? 1 + sign + exponent : 0;
    }
    return (size_t)(at - text);
}

const char *urto_read_number(const char *text, double *number)
{
    char half[16]; /* 0.5 as the locale writes it */
    char local[DIGITS_MAX + sizeof half];
    size_t point = 0;
    const size_t length = text && number ? number_length(text, &point) : 0;

    if (length == 0 || length > DIGITS_MAX) {
        return NULL;
    }
    const bool pointed = text[point] == '.';
    const size_t rest = point + pointed;
    snprintf(half, sizeof half, "%.1f", 0.5);
    const size_t foreign = pointed ? strlen(half) - 2 : 0;
    memcpy(local, text, point);
    memcpy(local + point, half + 1, foreign);
    memcpy(local + point + foreign, text + rest, length - rest);
    local[length - pointed + foreign] = '\0';
    *number = strtod(local, NULL);
    return text + length;
}
