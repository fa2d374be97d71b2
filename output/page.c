#include "page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char output_page_css[], output_mark_svg[];

void page_begin(Text *html, const char *title)
{
    text_add(html,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>%s%s</h1>\n",
             title, output_page_css, output_mark_svg, title);
}

void page_end(Text *html)
{
    text_add(html, "</body>\n</html>\n");
}

/* Letters and digits, also Greek ones: what an index is made of. */
static size_t letter(const char *at)
{
    const unsigned char c = (unsigned char)*at;

    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        return 1;
    }
    return c == 0xCE || c == 0xCF ? 2 : 0;
}

/* A group with its brackets: {n−1} or (1/(α+1)). */
static size_t group(const char *at)
{
    const char open = *at, close = open == '{' ? '}' : ')';
    int depth = 0;

    for (size_t i = 0; (open == '{' || open == '(') && at[i]; i++) {
        depth += (at[i] == open) - (at[i] == close);
        if (depth == 0) {
            return i + 1;
        }
    }
    return 0;
}

/* What is raised by ^: a letter, a group, or a sign and digits. */
static size_t exponent(const char *at)
{
    size_t length = *at == '-' ? 1 : strncmp(at, "−", 3) == 0 ? 3 : 0;
    const size_t digits = strspn(at + length, "0123456789");

    return digits ? length + digits : letter(at) ? letter(at) : group(at);
}

static size_t index_length(const char *at)
{
    size_t length = 0;

    for (size_t step = letter(at); step; step = letter(at + length)) {
        length += step;
    }
    return length;
}

static void add_character(Text *html, char character)
{
    switch (character) {
    case '&':
        text_add(html, "&amp;");
        break;
    case '<':
        text_add(html, "&lt;");
        break;
    case '>':
        text_add(html, "&gt;");
        break;
    case '"':
        text_add(html, "&quot;");
        break;
    default:
        text_add_bytes(html, &character, 1);
    }
}

void page_add_text(Text *html, const char *string)
{
    while (*string) {
        const bool lowered = *string == '_';
        const size_t length = lowered          ? index_length(string + 1)
                              : *string == '^' ? exponent(string + 1)
                                               : 0;
        if (length) {
            const size_t brace = string[1] == '{'; /* a parenthesis is seen, a brace is not */
            text_add(html, lowered ? "<sub>" : "<sup>");
            text_add_bytes(html, string + 1 + brace, length - 2 * brace);
            text_add(html, lowered ? "</sub>" : "</sup>");
            string += 1 + length;
        } else {
            add_character(html, *string++);
        }
    }
}

void page_add_plain(Text *html, const char *string)
{
    for (; *string; string++) {
        add_character(html, *string);
    }
}

/* Takes the zeros off the end of "2.300". */
static void trim_zeros(char *digits)
{
    size_t length = strlen(digits);

    while (strchr(digits, '.') && (digits[length - 1] == '0' || digits[length - 1] == '.')) {
        digits[--length] = '\0';
    }
}

void page_add_number(Text *html, double number, int precision)
{
    const double size = fabs(number);
    char digits[32];

    if (!isfinite(number)) {
        text_add(html, "none");
        return;
    }
    text_add(html, number < 0.0 ? "−" : "");
    if (size == 0.0 || (size >= 1e-3 && size < 1e6)) {
        text_add(html, "%.*g", precision, size);
        return;
    }
    snprintf(digits, sizeof digits, "%.*e", precision > 4 ? 3 : precision - 1, size);
    char *power = strchr(digits, 'e');
    *power++ = '\0';
    trim_zeros(digits);
    const int exponent_of_ten = (int)strtol(power, NULL, 10);
    if (strcmp(digits, "1") != 0) {
        text_add(html, "%s × ", digits);
    }
    text_add(html, "10<sup>%s%d</sup>", exponent_of_ten < 0 ? "−" : "", abs(exponent_of_ten));
}
