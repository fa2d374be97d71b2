/* Materials, and how a body gets its coefficients from one:
 *
 *   string    rho = d pi r^2, EI = E pi r^4/4
 *   bar       rho = d w t, EI = E w t^3/12
 *   membrane  rho = d t
 *   plate     rho = d t, D = E t^3/12(1 - nu^2)
 */
#include "../base/constants.h"

#include <urto/material.h>

#include <math.h>
#include <stddef.h>
#include <string.h>

static const UrtoMaterial materials[] = {
    {"steel", 7850.0, 2.0e11, 0.30, 0.3, 1e-4},     {"brass", 8500.0, 1.0e11, 0.34, 0.5, 2e-4},
    {"bronze", 8800.0, 1.1e11, 0.34, 0.25, 1e-4},   {"aluminium", 2700.0, 7.0e10, 0.33, 0.8, 2e-4},
    {"copper", 8960.0, 1.2e11, 0.34, 0.8, 3e-4},    {"glass", 2500.0, 7.0e10, 0.22, 1.2, 5e-4},
    {"wood", 700.0, 1.2e10, 0.35, 12.0, 5e-3},      {"rosewood", 850.0, 1.6e10, 0.35, 5.0, 2e-3},
    {"spruce", 420.0, 1.1e10, 0.35, 20.0, 8e-3},    {"nylon", 1140.0, 4.0e9, 0.40, 0.8, 6e-4},
    {"gut", 1300.0, 6.0e9, 0.40, 1.5, 1e-3},        {"mylar", 1390.0, 3.5e9, 0.38, 3.0, 2e-3},
    {"skin", 1100.0, 2.0e9, 0.40, 8.0, 5e-3},       {"tungsten", 19300.0, 4.0e11, 0.28, 0.3, 1e-4},
    {"concrete", 2400.0, 3.0e10, 0.20, 30.0, 1e-2}, {"plastic", 1200.0, 2.5e9, 0.38, 30.0, 1e-2},
};

const UrtoMaterial *urto_material_at(uint32_t index)
{
    return index < sizeof materials / sizeof *materials ? &materials[index] : NULL;
}

const UrtoMaterial *urto_material_find(const char *name)
{
    for (uint32_t i = 0; name && i < sizeof materials / sizeof *materials; i++) {
        if (strcmp(materials[i].name, name) == 0) {
            return &materials[i];
        }
    }
    return NULL;
}

UrtoStringDef urto_string_of(const UrtoMaterial *material, double length, double radius,
                             double tension)
{
    UrtoStringDef def = urto_string_def();
    const double area = PI * radius * radius;

    if (!material) {
        return (UrtoStringDef){0};
    }
    def.length = length;
    def.tension = tension;
    def.density = material->density * area;
    def.rigidity = 0.25 * material->young * area * radius * radius;
    def.loss[0] = material->loss;
    def.loss[1] = material->loss_high;
    return def;
}

UrtoBarDef urto_bar_of(const UrtoMaterial *material, double length, double width, double thickness)
{
    UrtoBarDef def = urto_bar_def();

    if (!material) {
        return (UrtoBarDef){0};
    }
    def.length = length;
    def.density = material->density * width * thickness;
    def.rigidity = material->young * width * pow(thickness, 3.0) / 12.0;
    def.loss[0] = material->loss;
    def.loss[1] = material->loss_high;
    return def;
}

UrtoMembraneDef urto_membrane_of(const UrtoMaterial *material, double radius, double thickness,
                                 double tension)
{
    UrtoMembraneDef def = urto_membrane_def();

    if (!material) {
        return (UrtoMembraneDef){0};
    }
    def.size[0] = def.size[1] = radius;
    def.tension = tension;
    def.density = material->density * thickness;
    def.loss[0] = material->loss;
    def.loss[1] = material->loss_high;
    return def;
}

UrtoPlateDef urto_plate_of(const UrtoMaterial *material, double width, double height,
                           double thickness)
{
    UrtoPlateDef def = urto_plate_def();

    if (!material) {
        return (UrtoPlateDef){0};
    }
    def.size[0] = width;
    def.size[1] = height;
    def.density = material->density * thickness;
    def.rigidity = material->young * pow(thickness, 3.0) /
                   (12.0 * (1.0 - material->poisson * material->poisson));
    def.loss[0] = material->loss;
    def.loss[1] = material->loss_high;
    return def;
}
