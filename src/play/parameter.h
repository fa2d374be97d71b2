/* Tables of parameters and presets: how they are written, and what instruments and effects ask of
 * them. A row names its place and says everything about one parameter:
 *
 *   [DECAY] = {NAMED("decay", "Decay", "body"), LOG(0.05, 60.0, 3.0, "s"), CONTROLLER(18),
 *              TEXT("Time in which middle C falls by 60 dB; higher notes are shorter.")},
 */
#ifndef PLAY_PARAMETER_H
#define PLAY_PARAMETER_H

#include <urto/parameter.h>

enum { PARAMETERS_MAX = 32, NO_CONTROLLER = -1 };

#define LENGTH(list) (sizeof(list) / sizeof *(list))

#define NAMED(id_, name_, group_) .id = (id_), .name = (name_), .group = (group_)
#define RANGE(curve_, least, most, default_, unit_)                                                \
    .curve = (curve_), .minimum = (least), .maximum = (most), .default_value = (default_),         \
    .unit = (unit_)
#define LINEAR(least, most, default_, unit_) RANGE(URTO_CURVE_LINEAR, least, most, default_, unit_)
#define LOG(least, most, default_, unit_) RANGE(URTO_CURVE_LOG, least, most, default_, unit_)
/* One of `count` names. */
#define CHOICE(names, count, default_)                                                             \
    RANGE(URTO_CURVE_DISCRETE, 0.0, (count)-1.0, default_, ""), .values = (names)
#define CONTROLLER(number) .controller = (number)
#define TEXT(description_) .description = (description_)

/* The values of a preset. */
#define VALUES(list) .values = (list), .count = LENGTH(list)

/* A table that is as long as its enumeration, and short enough for what keeps its values. */
#define CHECK_TABLE(table, count)                                                                  \
    _Static_assert(LENGTH(table) == (count) && LENGTH(table) <= PARAMETERS_MAX,                    \
                   "a table of parameters does not fit its enumeration")

/* Index, or URTO_NONE; everything may be NULL. */
uint32_t parameter_find(const UrtoParameterInfo *table, uint32_t count, const char *id);
uint32_t preset_find(const UrtoPreset *presets, uint32_t count, const char *id);
/* Whether there is a parameter, or a preset, of this index. */
UrtoStatus parameter_check(uint32_t index, uint32_t count, UrtoDiagnostic *why) URTO_REALTIME;
UrtoStatus preset_check(uint32_t index, uint32_t count, UrtoDiagnostic *why) URTO_REALTIME;
void parameter_defaults(const UrtoParameterInfo *table, uint32_t count, double *values);

#endif
