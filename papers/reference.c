/* One line a key: "004.5.board.apart = 0.0278 0.0851". */
#include "reference.h"

#include "output/text.h"

#include <urto/number.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char papers_reference_txt[];

/* What stands behind "KEY = ", or NULL. */
static const char *find(const char *key)
{
    const size_t length = strlen(key);

    for (const char *line = papers_reference_txt; *line; line++) {
        if (strncmp(line, key, length) == 0 && strncmp(line + length, " = ", 3) == 0) {
            return line + length + 3;
        }
        line = strchr(line, '\n');
        if (!line) {
            return NULL;
        }
    }
    return NULL;
}

double *reference_curve(const char *key, size_t *count)
{
    const char *at = find(key);
    double *values = NULL;
    size_t room = 0;

    *count = 0;
    while (at && *at && *at != '\n') {
        ARRAY_GROW(values, *count, room);
        at = urto_read_number(at, &values[*count]);
        if (at) {
            ++*count;
            at += strspn(at, " ");
        }
    }
    return values;
}

double reference_value(const char *key)
{
    char name[128];
    size_t count = 0, index = 0;
    const char *bracket = strchr(key, '[');

    snprintf(name, sizeof name, "%s", key);
    if (bracket) {
        name[bracket - key] = '\0';
        index = strtoul(bracket + 1, NULL, 10);
    }
    double *values = reference_curve(name, &count);
    const double value = index < count ? values[index] : (double)NAN;
    free(values);
    return value;
}
