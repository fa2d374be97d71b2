/** @file unit.h
 *  Numbers with units as people write them, the same in scenes, on command lines and in files of
 *  presets: "8 g", "0.05mm", "-6 dB", "A4".
 *
 *      double mass = 0.0;
 *      if (urto_read_quantity("8 g", URTO_DIMENSION_MASS, "mass", &mass, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 */
#ifndef URTO_UNIT_H
#define URTO_UNIT_H

#include <urto/status.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a number measures. */
typedef enum UrtoDimension {
    URTO_DIMENSION_NONE,         /**< a plain number */
    URTO_DIMENSION_MASS,         /**< kg */
    URTO_DIMENSION_LENGTH,       /**< m */
    URTO_DIMENSION_TIME,         /**< s */
    URTO_DIMENSION_FREQUENCY,    /**< Hz */
    URTO_DIMENSION_VELOCITY,     /**< m/s */
    URTO_DIMENSION_ACCELERATION, /**< m/s^2 */
    URTO_DIMENSION_FORCE,        /**< N */
    URTO_DIMENSION_SPRING,       /**< N/m */
    URTO_DIMENSION_RATE,         /**< 1/s */
    URTO_DIMENSION_DIFFUSION,    /**< m^2/s */
    URTO_DIMENSION_LINE_DENSITY, /**< kg/m */
    URTO_DIMENSION_AREA_DENSITY, /**< kg/m^2 */
    URTO_DIMENSION_BENDING,      /**< N m^2 */
    URTO_DIMENSION_FLEXURE,      /**< N m */
    URTO_DIMENSION_IMPULSE,      /**< N s */
    URTO_DIMENSION_DAMPING,      /**< s/m */
    URTO_DIMENSION_GAIN,         /**< a factor; with dB, the decibels of it */
    URTO_DIMENSION_PRESSURE,     /**< Pa */
    URTO_DIMENSION_COUNT         /**< how many there are */
} UrtoDimension;

/** A unit: 1 of it is `factor` of the SI unit. */
typedef struct UrtoUnit {
    const char *name;        /**< "mm", in UTF-8 */
    UrtoDimension dimension; /**< what it measures */
    double factor;           /**< 1 for dB, which is no factor */
} UrtoUnit;

/** A unit of the table, from 0; NULL beyond its end. Of each dimension the SI unit comes first. [any] */
URTO_API const UrtoUnit *urto_unit_at(uint32_t index);
/** The unit of a name; NULL if there is none. [any] */
URTO_API const UrtoUnit *urto_unit_find(const char *name);
/** "a length"; "" for an unknown one. [any] */
URTO_API const char *urto_dimension_name(UrtoDimension dimension);
/** The SI unit of a dimension; "" for none. [any] */
URTO_API const char *urto_dimension_unit(UrtoDimension dimension);

/** Reads "8 g", with or without the space, as a number in the SI unit; without a unit it is one. Any
 *  other text is refused, and why says what would be right; `what` is the name of the number in it.
 *  Does not allocate. [any] */
URTO_API URTO_NODISCARD UrtoStatus urto_read_quantity(const char *text, UrtoDimension dimension,
                                                      const char *what, double *number,
                                                      UrtoDiagnostic *why);
/** The same for a frequency, which may also be a note: "A4" is 440 Hz, "C#3", "Bb2". [any] */
URTO_API URTO_NODISCARD UrtoStatus urto_read_pitch(const char *text, const char *what,
                                                   double *number, UrtoDiagnostic *why);

#ifdef __cplusplus
}
#endif

#endif
