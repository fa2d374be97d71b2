/* Bar, membrane and plate have losses of 1/s for all modes, and 1/s times the square of the wave
 * number over the lowest one, so a decay time and a material are two factors. Tuned bar and glass
 * are given by their modes, each with a decay of its own. Sizes, masses and losses are chosen. */
#include "resonator.h"

#include "../base/constants.h"
#include "numbers.h"
#include "parameter.h"
#include "parts.h"

const char *const resonator_names[] = {"bar", "tuned bar", "membrane", "plate", "glass", NULL};

enum { SHAPE_POINTS = 65, TABLE_MODES = 10 };

static const double bar_length = 0.3, radius = 0.15, plate_width = 0.3, plate_height = 0.23;
static const double masses[RESONATORS] = {0.09, 0.09, 0.02, 0.25, 0.05};

double resonator_x(ResonatorKind kind, double place)
{
    switch (kind) {
    case RESONATOR_MEMBRANE:
        return (2.0 * place - 1.0) * radius;
    case RESONATOR_PLATE:
        return place * plate_width;
    case RESONATOR_GLASS:
        return place;
    case RESONATOR_BAR:
    case RESONATOR_TUNED_BAR:
        break;
    }
    return place * bar_length;
}

double resonator_y(ResonatorKind kind)
{
    return kind == RESONATOR_PLATE ? 0.4 * plate_height : 0.0;
}

/* Shape of a free bar; mode from 0, place 0 to 1; 2 at the ends. */
static double free_shape(uint32_t mode, double place)
{
    static const double roots[] = {4.730040744862704, 7.853204624095838, 10.995607838001671,
                                   14.137165491257464};
    const double b = mode < LENGTH(roots) ? roots[mode] : (mode + 1.5) * PI;
    /* by symmetry about the middle, without cancellation of cosh and sinh */
    const double x = place - 0.5;
    if (mode % 2 == 0) {
        return cosh(b * x) / cosh(0.5 * b) + cos(b * x) / cos(0.5 * b);
    }
    return sinh(b * x) / sinh(0.5 * b) + sin(b * x) / sin(0.5 * b);
}

/* Tuned bar and glass: frequencies over that of the lowest mode, and decays over its decay. */
static UrtoBody add_modes(UrtoWorldDef *def, ResonatorKind kind)
{
    static const double ratios[2][TABLE_MODES] = {
        {1.0, 4.0, 10.0, 17.8, 26.6, 37.0, 49.0, 63.0, 79.0, 97.0},
        {1.0, 2.32, 4.25, 6.63, 9.38, 12.6, 16.2, 20.2, 24.6, 29.4}};
    static const double decays[2][TABLE_MODES] = {
        {1.0, 2.4, 6.0, 11.0, 18.0, 26.0, 36.0, 48.0, 62.0, 78.0},
        {1.0, 1.35, 1.9, 2.6, 3.5, 4.6, 5.9, 7.4, 9.1, 11.0}};
    const bool glass = kind == RESONATOR_GLASS;
    const double lowest = glass ? 523.2511306011972 : MIDDLE_C;
    UrtoMode modes[TABLE_MODES];
    double shapes[SHAPE_POINTS * TABLE_MODES];
    UrtoModalDef modal = urto_modal_def();

    for (uint32_t m = 0; m < TABLE_MODES; m++) {
        modes[m] = (UrtoMode){lowest * ratios[glass][m], decays[glass][m], masses[kind]};
        for (uint32_t p = 0; p < SHAPE_POINTS; p++) {
            const double place = p / (SHAPE_POINTS - 1.0);
            /* half way round the rim of a glass, which has 2, 3, ... waves around */
            shapes[p * TABLE_MODES + m] =
                glass ? cos((m + 2.0) * PI * place) : free_shape(m, place);
        }
    }
    modal.modes = modes;
    modal.count = TABLE_MODES;
    modal.shapes = shapes;
    modal.points = SHAPE_POINTS;
    modal.length = glass ? 1.0 : bar_length;
    return urto_world_def_modal(def, &modal);
}

static UrtoBody add_bar(UrtoWorldDef *def)
{
    UrtoBarDef bar = urto_bar_def();
    const double b = 4.730040744862704 / bar_length;

    bar.length = bar_length;
    bar.density = masses[RESONATOR_BAR] / bar_length;
    bar.rigidity = bar.density * pow(2.0 * PI * MIDDLE_C / (b * b), 2.0);
    bar.loss[0] = 1.0;
    bar.loss[1] = 1.0 / (b * b);
    bar.modes = 24;
    return urto_world_def_bar(def, &bar);
}

static UrtoBody add_plate(UrtoWorldDef *def)
{
    UrtoPlateDef plate = urto_plate_def();
    const double b2 = pow(PI / plate_width, 2.0) + pow(PI / plate_height, 2.0);

    plate.size[0] = plate_width;
    plate.size[1] = plate_height;
    plate.density = masses[RESONATOR_PLATE] / (plate_width * plate_height);
    plate.rigidity = plate.density * pow(2.0 * PI * 130.8127826502993 / b2, 2.0);
    plate.loss[0] = 1.0;
    plate.loss[1] = 1.0 / b2;
    plate.model = URTO_MODEL_MODAL;
    plate.segments[0] = 64;
    return urto_world_def_plate(def, &plate);
}

UrtoBody resonator_add(UrtoWorldDef *def, ResonatorKind kind)
{
    switch (kind) {
    case RESONATOR_BAR:
        return add_bar(def);
    case RESONATOR_MEMBRANE:
        return part_membrane(def, radius, 110.0, masses[kind], 64);
    case RESONATOR_PLATE:
        return add_plate(def);
    case RESONATOR_TUNED_BAR:
    case RESONATOR_GLASS:
        break;
    }
    return add_modes(def, kind);
}

UrtoPort resonator_port(UrtoWorldDef *def, ResonatorKind kind, UrtoBody body, double place)
{
    return urto_world_def_port_at(def, body, resonator_x(kind, place), resonator_y(kind));
}

ResonatorLoss resonator_loss(ResonatorKind kind, double seconds, double material)
{
    const double decay = decay_of(seconds);

    if (kind == RESONATOR_TUNED_BAR || kind == RESONATOR_GLASS) {
        return (ResonatorLoss){decay, 1.0};
    }
    const double share = interpolate_log(5e-4, 0.3, material);
    return (ResonatorLoss){(1.0 - share) * decay, share * decay};
}
