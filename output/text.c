#include "text.h"

#include <urto/number.h>

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_resize(void *block, size_t count, size_t size)
{
    void *larger = count > SIZE_MAX / size ? NULL : realloc(block, count * size);

    if (!larger) {
        fputs("urto: out of memory\n", stderr);
        exit(EXIT_FAILED);
    }
    return larger;
}

static void text_reserve(Text *text, size_t more)
{
    const size_t wanted = text->length + more + 1;

    if (wanted > text->room) {
        text->room = 2 * wanted;
        text->data = memory_resize(text->data, text->room, 1);
    }
}

void text_add_bytes(Text *text, const void *bytes, size_t count)
{
    text_reserve(text, count);
    memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void text_add(Text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        return;
    }
    text_reserve(text, (size_t)length);
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

int text_characters(const char *utf8)
{
    int count = 0;

    for (; *utf8; utf8++) {
        count += ((unsigned char)*utf8 & 0xC0) != 0x80;
    }
    return count;
}

void text_add_cell(Text *text, const char *string, int width)
{
    const int padding = abs(width) - text_characters(string);

    if (width > 0 && padding > 0) {
        text_add(text, "%*s", padding, "");
    }
    text_add_bytes(text, string, strlen(string));
    if (width < 0 && padding > 0) {
        text_add(text, "%*s", padding, "");
    }
}

void text_add_json_number(Text *text, double number)
{
    if (isfinite(number)) {
        text_add(text, "%.17g", number);
    } else {
        text_add(text, "null");
    }
}

void text_add_json_string(Text *text, const char *string)
{
    text_add(text, "\"");
    for (; *string; string++) {
        const unsigned char c = (unsigned char)*string;
        if (c == '"' || c == '\\') {
            text_add(text, "\\%c", c);
        } else if (c < 0x20) {
            text_add(text, "\\u%04x", c);
        } else {
            text_add_bytes(text, string, 1);
        }
    }
    text_add(text, "\"");
}

void text_free(Text *text)
{
    free(text->data);
    *text = (Text){0};
}

bool parse_number(const char *string, double *number)
{
    const char *end = urto_read_number(string, number);

    return end && *end == '\0' && isfinite(*number);
}

enum { NAME_MAX_LENGTH = 40 };

/* Levenshtein's distance: letters to insert, delete or replace. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[NAME_MAX_LENGTH + 1];
    const size_t length = strlen(b);

    for (size_t j = 0; j <= length; j++) {
        row[j] = j;
    }
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            const size_t replaced =
                diagonal + (tolower((unsigned char)a[i]) != tolower((unsigned char)b[j]));
            const size_t moved = 1 + (row[j] < row[j + 1] ? row[j] : row[j + 1]);
            diagonal = row[j + 1];
            row[j + 1] = replaced < moved ? replaced : moved;
        }
    }
    return row[length];
}

Nearest nearest_start(const char *wanted)
{
    return (Nearest){.wanted = wanted, .name = NULL, .distance = 1 + strlen(wanted) / 2};
}

void nearest_try(Nearest *nearest, const char *candidate)
{
    if (strlen(nearest->wanted) > NAME_MAX_LENGTH || strlen(candidate) > NAME_MAX_LENGTH) {
        return;
    }
    const size_t distance = edit_distance(nearest->wanted, candidate);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->name = candidate;
    }
}

int fail(int code, const char *command, const char *format, ...)
{
    char message[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    for (char *c = message; *c; c++) {
        if (iscntrl((unsigned char)*c)) {
            *c = '?';
        }
    }
    fprintf(stderr, "urto%s%s: %s\n", command[0] ? " " : "", command, message);
    return code;
}
