/* Sources of the numbers: nylon, tensions, stiffness and losses by Woodhouse 2004; steel guitar and bass,
 * tensions and gauges of makers' charts; losses of steel and the electric set are chosen to agree with
 * decay times of 3 to 9 s; harp, sizes and tensions chosen between those of concert harps. */
#include "string_sets.h"

#include "../base/constants.h"
#include "../play/parameter.h"
#include "voice.h"

typedef struct OpenString {
    double key, tension, diameter, inharmonicity, friction, bending, air;
} OpenString;

/* The lowest first; diameters with the winding; loss by the air as measured, or 0: by the formula. */
static const OpenString steel[] = {
    {40.0, 116.0, 1.346e-3, 5.6e-5, 1.5e-4, 4.5e-3, 0.0},
    {45.0, 133.0, 1.067e-3, 3.6e-5, 1.5e-4, 4.5e-3, 0.0},
    {50.0, 136.0, 0.813e-3, 2.5e-5, 1.8e-4, 4.5e-3, 0.0},
    {55.0, 134.0, 0.610e-3, 1.4e-5, 2.0e-4, 4.5e-3, 0.0},
    {59.0, 104.0, 0.406e-3, 6.1e-5, 2.2e-4, 4.5e-3, 0.0},
    {64.0, 104.0, 0.305e-3, 1.9e-5, 2.5e-4, 4.5e-3, 0.0},
};
static const OpenString nylon[] = {
    {40.0, 71.6, 1.09e-3, 1.9e-5, 2e-5, 0.020, 0.6},
    {45.0, 73.9, 0.89e-3, 1.3e-5, 7e-5, 0.025, 0.45},
    {50.0, 71.2, 0.74e-3, 1.7e-5, 5e-5, 0.020, 0.6},
    {55.0, 58.3, 1.02e-3, 1.2e-4, 14e-5, 0.020, 0.85},
    {59.0, 53.4, 0.82e-3, 7.0e-5, 40e-5, 0.020, 0.6},
    {64.0, 70.3, 0.71e-3, 4.3e-5, 40e-5, 0.024, 0.75},
};
static const OpenString bass[] = {
    {28.0, 170.0, 2.67e-3, 5.6e-5, 1.5e-4, 4.5e-3, 0.0},
    {33.0, 200.0, 2.16e-3, 4.0e-5, 1.5e-4, 4.5e-3, 0.0},
    {38.0, 215.0, 1.65e-3, 2.5e-5, 1.8e-4, 4.5e-3, 0.0},
    {43.0, 190.0, 1.14e-3, 1.7e-5, 2.0e-4, 4.5e-3, 0.0},
};
static const OpenString electric[] = {
    {40.0, 77.8, 1.168e-3, 4.6e-5, 1.5e-4, 4.5e-3, 0.0},
    {45.0, 86.7, 0.914e-3, 3.6e-5, 1.5e-4, 4.5e-3, 0.0},
    {50.0, 81.9, 0.660e-3, 2.9e-5, 1.8e-4, 4.5e-3, 0.0},
    {55.0, 73.9, 0.432e-3, 1.2e-4, 2.0e-4, 4.5e-3, 0.0},
    {59.0, 68.5, 0.330e-3, 4.0e-5, 2.2e-4, 4.5e-3, 0.0},
    {64.0, 72.1, 0.254e-3, 1.4e-5, 2.5e-4, 4.5e-3, 0.0},
};

/* Air, top and back of a guitar (frequencies and losses as measured on many; masses chosen among the
 * effective ones at the bridge), then modes with a mean impedance of 45 kg/s. */
static const BoxMode steel_low[] = {
    {102.0, 20.0, 0.30, 0.16}, {188.0, 22.0, 0.16, 0.14}, {226.0, 30.0, 0.35, 0.10},
    {282.0, 32.0, 0.25, 0.10}, {384.0, 35.0, 0.22, 0.13}, {432.0, 35.0, 0.25, 0.14},
    {506.0, 35.0, 0.22, 0.15},
};
static const BoxMode nylon_low[] = {
    {97.0, 20.0, 0.28, 0.18},  {196.0, 22.0, 0.13, 0.15}, {234.0, 28.0, 0.30, 0.11},
    {268.0, 30.0, 0.22, 0.11}, {372.0, 33.0, 0.20, 0.13}, {421.0, 33.0, 0.22, 0.13},
    {493.0, 33.0, 0.20, 0.15},
};
/* The board of a harp and the air under it; masses chosen. */
static const BoxMode harp_low[] = {
    {72.0, 18.0, 1.5, 0.14},  {118.0, 20.0, 1.2, 0.16}, {152.0, 22.0, 0.8, 0.16},
    {184.0, 25.0, 0.8, 0.16}, {216.0, 28.0, 0.8, 0.16}, {268.0, 30.0, 0.8, 0.14},
};
static const BoxDef boxes[] = {
    [STEEL] = {.low = steel_low,
               .low_count = LENGTH(steel_low),
               .first = 550.0,
               .density = 0.02,
               .knee = 1800.0,
               .mass = 0.23,
               .loss = 0.025,
               .radiates = 5000.0,
               .side = 0.9,
               .gain = 20.0,
               .seed = 1},
    [NYLON] = {.low = nylon_low,
               .low_count = LENGTH(nylon_low),
               .first = 535.0,
               .density = 0.02,
               .knee = 1800.0,
               .mass = 0.22,
               .loss = 0.025,
               .radiates = 5000.0,
               .side = 0.9,
               .gain = 20.0,
               .seed = 2},
    [HARP] = {.low = harp_low,
              .low_count = LENGTH(harp_low),
              .first = 300.0,
              .density = 0.025,
              .knee = 1500.0,
              .mass = 1.2,
              .loss = 0.025,
              .radiates = 4000.0,
              .side = 0.9,
              .gain = 30.0,
              .seed = 3},
};

const BoxDef *string_box(StringModel model)
{
    return model == BASS || model == ELECTRIC ? NULL : &boxes[model];
}

/* The highest string that has the key at a fret; below the lowest one, that one made longer. */
static PluckedString fretted(const OpenString *set, uint32_t count, double scale, double key,
                             double pitch)
{
    uint32_t i = count - 1;

    while (i > 0 && set[i].key > key) {
        i--;
    }
    const double shorter = exp2((set[i].key - key) / 12.0);
    const double length = scale * shorter;
    const double wave = 2.0 * length * pitch;
    return (PluckedString){.length = length,
                           .tension = set[i].tension,
                           .density = set[i].tension / (wave * wave),
                           .diameter = set[i].diameter,
                           .inharmonicity = set[i].inharmonicity / (shorter * shorter),
                           .friction = set[i].friction,
                           .bending = set[i].bending,
                           .air = set[i].air,
                           .open_length = scale};
}

/* Value at a key between two that are known, by equal ratios. */
static double between(double key, double low_key, double low, double high_key, double high)
{
    return interpolate_log(low, high, (key - low_key) / (high_key - low_key));
}

/* 1.5 m and 330 N at C1, 0.6 m and 225 N at C4, 0.06 m and 50 N at G7; wound up to G2, gut above. */
static PluckedString harp_string(double key, double pitch)
{
    const bool low = key < 60.0;
    const double length =
        low ? between(key, 24.0, 1.5, 60.0, 0.6) : between(key, 60.0, 0.6, 103.0, 0.06);
    const double tension =
        low ? between(key, 24.0, 330.0, 60.0, 225.0) : between(key, 60.0, 225.0, 103.0, 50.0);
    const double wave = 2.0 * length * pitch;
    const double density = tension / (wave * wave);
    const double diameter = sqrt(4.0 * density / (PI * (key < 43.5 ? 5000.0 : 1300.0)));
    const double core = key < 43.5 ? 0.45 * diameter : diameter;
    const double young = key < 43.5 ? 200e9 : 6e9;
    return (PluckedString){.length = length,
                           .tension = tension,
                           .density = density,
                           .diameter = diameter,
                           .inharmonicity = PI * PI * PI * young * pow(core, 4.0) /
                                            (64.0 * tension * length * length),
                           .friction = 3e-4,
                           .bending = key < 43.5 ? 6e-3 : 0.03,
                           .open_length = 0.65};
}

PluckedString string_for_key(StringModel model, double key, double pitch)
{
    switch (model) {
    case NYLON:
        return fretted(nylon, LENGTH(nylon), 0.65, key, pitch);
    case BASS:
        return fretted(bass, LENGTH(bass), 0.864, key, pitch);
    case HARP:
        return harp_string(key, pitch);
    case ELECTRIC:
        return fretted(electric, LENGTH(electric), 0.648, key, pitch);
    default:
        return fretted(steel, LENGTH(steel), 0.648, key, pitch);
    }
}

double string_decay(const PluckedString *string, const StringLoss *loss, uint32_t n, double f)
{
    const double viscosity = 1.8e-5; /* of air [Pa s] */
    const double stiff = string->inharmonicity * n * n;
    const double drag =
        (PI * viscosity + PI * string->diameter * sqrt(PI * viscosity * 1.2 * f)) / string->density;
    const double air = string->air > 0.0 ? string->air / (1.0 + stiff) : drag;
    const double own = PI * f * (string->friction + string->bending * stiff) / (1.0 + stiff);
    const double end = 2.0 * loss->pitch * sqrt(string->tension * string->density);
    double bridge = end * loss->neck;

    if (loss->box) {
        /* the string swings in both planes, and along the board it moves the bridge little: 0.4 */
        const double weak = 0.4 * end * box_conductance(loss->box, f);
        const double most = 0.5 * box_decay(loss->box, f);
        bridge += weak * most / (weak + most);
    }
    return air + loss->age * own + bridge;
}

uint32_t string_modes(const PluckedString *string, const StringLoss *loss, double below,
                      UrtoMode *modes, uint32_t room)
{
    const double b = string->inharmonicity;
    const double mass = 0.5 * string->density * string->length;
    uint32_t count = 0;

    while (count < room) {
        const uint32_t n = count + 1;
        const double f = n * loss->pitch * sqrt((1.0 + b * n * n) / (1.0 + b));
        if (count > 0 && f >= below) {
            break;
        }
        modes[count++] = (UrtoMode){f, string_decay(string, loss, n, f), mass};
    }
    return count;
}
