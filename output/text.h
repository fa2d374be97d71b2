/* Growing text, numbers read strictly, the nearest of several names, one-line failures. */
#ifndef OUTPUT_TEXT_H
#define OUTPUT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Text that grows. All zero is empty. */
typedef struct Text {
    char *data; /* NUL-terminated once anything was added */
    size_t length, room;
} Text;

void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(Text *text, const void *bytes, size_t count);

/* Characters, not bytes, of a string in UTF-8. */
int text_characters(const char *utf8);

/* The string, padded with spaces to a width in characters (not bytes); negative: on the right. */
void text_add_cell(Text *text, const char *string, int width);

/* A JSON number with 17 digits, or null if it is not finite. */
void text_add_json_number(Text *text, double number);

/* A JSON string with its quotes. */
void text_add_json_string(Text *text, const char *string);

void text_free(Text *text);

/* realloc for an array; ends the program with a message when memory is exhausted. */
void *memory_resize(void *block, size_t count, size_t size);

/* Makes room for one more element in an array that grows by doubling. */
#define ARRAY_GROW(array, count, room)                                                             \
    do {                                                                                           \
        if ((count) == (room)) {                                                                   \
            (room) = (room) ? 2 * (room) : 16;                                                     \
            (array) = memory_resize((array), (room), sizeof *(array));                             \
        }                                                                                          \
    } while (0)

/* True if the whole string is one finite decimal number. */
bool parse_number(const char *string, double *number);

/* The candidate most like a wanted name, so far. */
typedef struct Nearest {
    const char *wanted;
    const char *name; /* NULL if none is near */
    size_t distance;
} Nearest;

Nearest nearest_start(const char *wanted);
void nearest_try(Nearest *nearest, const char *candidate);

enum {
    EXIT_FAILED = 1, /* something went wrong on the way, or a row does not match */
    EXIT_USAGE = 2   /* what was asked for is wrong */
};

/* Writes "urto COMMAND: message" as exactly one line to stderr and returns code. */
int fail(int code, const char *command, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
