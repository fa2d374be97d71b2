/* Numbers with units, notes, and the nearest of several names. */
#include "loader.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

void closest_start(Closest *closest, const char *wanted)
{
    *closest = (Closest){.wanted = wanted, .distance = 1 + (strlen(wanted) + 1) / 3};
}

/* Optimal string alignment: insertions, deletions, replacements and neighbours that changed places
 * each cost 1. */
static size_t alignment(const char *a, size_t rows, const char *b, size_t columns)
{
    size_t cost[3][NAME_ROOM + 1];

    for (size_t j = 0; j <= columns; j++) {
        cost[0][j] = j;
    }
    for (size_t i = 1; i <= rows; i++) {
        size_t *now = cost[i % 3];
        const size_t *last = cost[(i + 2) % 3];
        const size_t *before = cost[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const bool same = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
            now[j] = last[j - 1] + !same;
            now[j] = last[j] + 1 < now[j] ? last[j] + 1 : now[j];
            now[j] = now[j - 1] + 1 < now[j] ? now[j - 1] + 1 : now[j];
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < now[j]) {
                now[j] = before[j - 2] + 1;
            }
        }
    }
    return cost[rows % 3][columns];
}

void closest_try(Closest *closest, const char *name, size_t length)
{
    const size_t wanted = strlen(closest->wanted);

    if (wanted >= NAME_ROOM || length >= NAME_ROOM) {
        return;
    }
    const size_t distance = alignment(closest->wanted, wanted, name, length);
    if (distance < closest->distance) {
        closest->distance = distance;
        memcpy(closest->name, name, length);
        closest->name[length] = '\0';
    }
}

/* "m, cm, mm" */
static void unit_choices(Unit unit, char *text, size_t size)
{
    size_t used = 0;

    for (size_t i = 0; i < unit_name_count && used < size; i++) {
        if (unit_names[i].unit == unit && (unsigned char)unit_names[i].name[0] < 0x80) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     unit_names[i].name);
        }
    }
}

static void unit_error(Loader *loader, int node, const char *what, const char *text,
                       const char *suffix, Unit unit)
{
    char right[120] = "no unit";
    const UnitName *named = NULL;

    if (unit != UNIT_NONE) {
        unit_choices(unit, right, sizeof right);
    }
    for (size_t i = 0; i < unit_name_count; i++) {
        if (strcmp(unit_names[i].name, suffix) == 0) {
            named = &unit_names[i];
        }
    }
    if (named) {
        scene_error(loader, node, "%s is \"%.40s\": %s is the unit of %s, must be %s%s%s", what,
                    text, suffix, unit_words[named->unit], unit_words[unit],
                    unit == UNIT_NONE ? "" : " in ", unit == UNIT_NONE ? "" : right);
    } else {
        scene_error(loader, node, "%s is \"%.40s\": unknown unit \"%.20s\", must be %s", what, text,
                    suffix, right);
    }
}

bool read_quantity(Loader *loader, int node, const char *what, const char *text, Unit unit,
                   double *number)
{
    const char *suffix = urto_read_number(text, number);

    if (!suffix || !isfinite(*number)) {
        scene_error(loader, node, "%s is \"%.40s\", must be a %snumber%s%s", what, text,
                    suffix ? "finite " : "", unit == UNIT_NONE ? "" : " in ", unit_si(unit));
        return false;
    }
    suffix += strspn(suffix, " ");
    if (!*suffix) {
        return true;
    }
    for (size_t i = 0; i < unit_name_count; i++) {
        if (unit_names[i].unit == unit && strcmp(unit_names[i].name, suffix) == 0) {
            *number =
                unit == UNIT_GAIN ? pow(10.0, *number / 20.0) : *number * unit_names[i].factor;
            return true;
        }
    }
    unit_error(loader, node, what, text, suffix, unit);
    return false;
}

/* "A4", "C#3", "Bb2": A4 is 440 Hz. */
static bool read_note(const char *text, double *number)
{
    static const int steps[7] = {9, 11, 0, 2, 4, 5, 7}; /* A to G */

    if (text[0] < 'A' || text[0] > 'G') {
        return false;
    }
    int step = steps[text[0] - 'A'];
    const char *at = text + 1;
    for (int signs = 0; (*at == '#' || *at == 'b') && signs < 2; at++, signs++) {
        step += *at == '#' ? 1 : -1;
    }
    const bool below = *at == '-';
    at += below;
    if (!isdigit((unsigned char)at[0]) || at[1] != '\0') {
        return false;
    }
    const int octave = below ? '0' - at[0] : at[0] - '0';
    *number = 440.0 * pow(2.0, (12 * (octave - 4) + step - 9) / 12.0);
    return true;
}

bool read_pitch(Loader *loader, int node, const char *what, const char *text, double *number)
{
    if (read_note(text, number)) {
        return true;
    }
    if (isalpha((unsigned char)text[0])) {
        scene_error(loader, node,
                    "%s is \"%.40s\", must be a frequency in Hz or a note like A4, C#3 or Bb2",
                    what, text);
        return false;
    }
    return read_quantity(loader, node, what, text, UNIT_FREQUENCY, number);
}
