/* Numbers with units, notes, and the nearest of several names. */
#include "loader.h"

#include <ctype.h>
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

bool read_quantity(Loader *loader, int node, const char *what, const char *text,
                   UrtoDimension dimension, double *number)
{
    UrtoDiagnostic why = {0};

    if (urto_read_quantity(text, dimension, what, number, &why) != URTO_OK) {
        scene_error(loader, node, "%s", why.message);
        return false;
    }
    return true;
}

bool read_pitch(Loader *loader, int node, const char *what, const char *text, double *number)
{
    UrtoDiagnostic why = {0};

    if (urto_read_pitch(text, what, number, &why) != URTO_OK) {
        scene_error(loader, node, "%s", why.message);
        return false;
    }
    return true;
}
