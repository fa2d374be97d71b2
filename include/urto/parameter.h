/** @file parameter.h
 *  Tables of parameters and presets, shared by instruments and effects. A table is constant and the
 *  only place that knows a parameter: help, documentation, MIDI and plug-in ports read it.
 *
 *      const UrtoInstrumentInfo *info = urto_instrument_find("mallet");
 *      for (uint32_t i = 0; i < info->parameter_count; i++) {
 *          const UrtoParameterInfo *p = &info->parameters[i];
 *          printf("%s: %g %s\n", p->name, urto_parameter_value(p, 0.5), p->unit);
 *      }
 */
#ifndef URTO_PARAMETER_H
#define URTO_PARAMETER_H

#include <urto/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What functions that look for an index return when they find nothing: every urto_*_find that
 *  returns a number. */
#define URTO_NONE UINT32_MAX

/** How a parameter is spread over a knob. */
typedef enum UrtoCurve {
    URTO_CURVE_LINEAR,   /**< evenly */
    URTO_CURVE_LOG,      /**< by equal ratios; minimum > 0 */
    URTO_CURVE_DISCRETE, /**< whole numbers from 0, each with a name */
} UrtoCurve;

/** One parameter. */
typedef struct UrtoParameterInfo {
    const char *id;            /**< stable name for files and command lines: a-z, 0-9 and - */
    const char *name;          /**< for people */
    const char *unit;          /**< "s", "Hz", "dB"; "" for none */
    const char *group;         /**< parameters that belong together stand together */
    double minimum;            /**< least value */
    double maximum;            /**< largest value */
    double default_value;      /**< where no preset says otherwise */
    UrtoCurve curve;           /**< how it is spread over a knob */
    int controller;            /**< MIDI controller that moves it, -1 for none */
    const char *const *values; /**< discrete: names of 0, 1, ..., NULL at the end; else NULL */
    const char *description;   /**< one sentence: what one hears */
} UrtoParameterInfo;

/** A parameter and its value in a preset. */
typedef struct UrtoPresetValue {
    uint32_t parameter; /**< index in the table */
    double value;       /**< in the unit of the parameter */
} UrtoPresetValue;

/** A preset: values that differ from the defaults. */
typedef struct UrtoPreset {
    const char *id;                /**< stable name for files and command lines: a-z, 0-9 and - */
    const char *name;              /**< for people: "Wood block" */
    const char *description;       /**< one sentence */
    const UrtoPresetValue *values; /**< what differs from the defaults */
    uint32_t count;                /**< of values */
} UrtoPreset;

/** Value for a normalised position. The position is clamped to 0..1; NaN counts as 0. 0 without a
 *  parameter. [any] */
URTO_API double urto_parameter_value(const UrtoParameterInfo *info, double position) URTO_REALTIME;
/** Normalised position of a value, 0 to 1. The value is clamped to its range; NaN counts as the
 *  minimum. 0 without a parameter. [any] */
URTO_API double urto_parameter_normalize(const UrtoParameterInfo *info, double value) URTO_REALTIME;
/** The nearest value that the parameter can have: clamped, whole numbers for discrete ones. Refuses
 *  NaN and infinities. [any] */
URTO_API UrtoStatus urto_parameter_clamp(const UrtoParameterInfo *info, double value,
                                         double *clamped, UrtoDiagnostic *why) URTO_REALTIME;
/** Reads a value as people write it: the name of one, or a number in the unit of the parameter or in
 *  another for the same ("300ms", "-6 dB"), or a note for a frequency ("A3"). What is wrong or outside
 *  of the range is refused, and why says what would be right. [any] */
URTO_API URTO_NODISCARD UrtoStatus urto_parameter_read(const UrtoParameterInfo *info,
                                                       const char *text, double *value,
                                                       UrtoDiagnostic *why);
/** Writes a value as urto_parameter_read takes it, "0.3 s", with as many digits as bring it back
 *  exactly: at most `room` bytes, ended by a NUL. Returns the length of the whole. 0 without a
 *  parameter or for a value that is not finite. [any] */
URTO_API int urto_parameter_write(const UrtoParameterInfo *info, double value, char *text,
                                  size_t room);
/** Value of a parameter in a preset: its own or the default. NULL for the preset: the default.
 *  [any] */
URTO_API double urto_preset_value(const UrtoPreset *preset, const UrtoParameterInfo *table,
                                  uint32_t parameter) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
