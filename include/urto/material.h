/** @file material.h
 *  What things are made of: density, stiffness and losses of common materials, and bodies made of
 *  them.
 *
 *      UrtoBarDef bar = urto_bar_of(urto_material_find("glass"), 0.2, 0.02, 0.005);
 *      UrtoBody body = urto_world_def_bar(def, &bar);
 *
 *  All functions are [any]. A material that is NULL gives a definition that is refused.
 */
#ifndef URTO_MATERIAL_H
#define URTO_MATERIAL_H

#include <urto/body.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A material. Densities and moduli are handbook values; losses make bodies of usual size sound
 *  like what they are. */
typedef struct UrtoMaterial {
    const char *name; /**< "glass" */
    double density;   /**< [kg/m^3] */
    double young;     /**< Young's modulus [Pa] */
    double poisson;   /**< Poisson's ratio */
    double loss;      /**< decay of all frequencies [1/s] */
    double loss_high; /**< decay that rises with frequency [m^2/s] */
} UrtoMaterial;

/** A material by its name; NULL for none. */
URTO_API const UrtoMaterial *urto_material_find(const char *name);
/** A material by its place in the table, from 0; NULL after the last. */
URTO_API const UrtoMaterial *urto_material_at(uint32_t index);

/** A round string: length, radius [m], tension [N]. */
URTO_API UrtoStringDef urto_string_of(const UrtoMaterial *material, double length, double radius,
                                      double tension);
/** A bar with a rectangular section, free at both ends: length, width, thickness [m]. */
URTO_API UrtoBarDef urto_bar_of(const UrtoMaterial *material, double length, double width,
                                double thickness);
/** A round membrane: radius, thickness [m], tension [N/m]. */
URTO_API UrtoMembraneDef urto_membrane_of(const UrtoMaterial *material, double radius,
                                          double thickness, double tension);
/** A plate: sides, thickness [m]. */
URTO_API UrtoPlateDef urto_plate_of(const UrtoMaterial *material, double width, double height,
                                    double thickness);

#ifdef __cplusplus
}
#endif

#endif
