/* Things to strike, bounce and roll on: a free bar, a bar cut so that its overtones are in tune, a
 * round membrane, a plate, a glass. The first four have losses of 1/s for all modes and 1/s times
 * the square of the wave number over the lowest one, so a decay time and a material are two
 * factors. */
#include "voice.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

const char *const object_names[] = {"bar", "tuned bar", "membrane", "plate", "glass", NULL};

enum { SHAPE_POINTS = 65, HAND_MODES = 6 };

static const double bar_length = 0.3, radius = 0.15, plate_width = 0.3, plate_height = 0.23;

double object_x(uint32_t object, double place)
{
    switch (object) {
    case OBJECT_MEMBRANE:
        return (2.0 * place - 1.0) * radius;
    case OBJECT_PLATE:
        return place * plate_width;
    case OBJECT_GLASS:
        return place;
    default:
        return place * bar_length;
    }
}

double object_mass(uint32_t object)
{
    static const double masses[OBJECTS] = {0.09, 0.09, 0.02, 0.25, 0.05};

    return masses[object];
}

/* A free bar bends like this; mode from 0, place 0 to 1; 2 at the ends. */
static double free_shape(uint32_t mode, double place)
{
    static const double roots[HAND_MODES] = {4.730040744862704,  7.853204624095838,
                                             10.995607838001671, 14.137165491257464,
                                             17.27875965739948,  20.42035224562606};
    const double b = roots[mode];
    /* by symmetry about the middle, without cancellation of cosh and sinh */
    const double x = place - 0.5;
    if (mode % 2 == 0) {
        return cosh(b * x) / cosh(0.5 * b) + cos(b * x) / cos(0.5 * b);
    }
    return sinh(b * x) / sinh(0.5 * b) + sin(b * x) / sin(0.5 * b);
}

/* Bodies by hand: ratios to the lowest mode, and decay over that of the lowest. */
static void hand_modes(Plan *plan, uint32_t object)
{
    static const double ratios[2][HAND_MODES] = {{1.0, 4.0, 10.0, 17.8, 26.6, 37.0},
                                                 {1.0, 2.32, 4.25, 6.63, 9.38, 12.6}};
    static const double decays[2][HAND_MODES] = {{1.0, 2.4, 6.0, 11.0, 18.0, 26.0},
                                                 {1.0, 1.35, 1.9, 2.6, 3.5, 4.6}};
    const uint32_t which = object == OBJECT_GLASS;
    const double lowest = which ? 523.2511306011972 : 261.6255653005986;
    UrtoMode modes[HAND_MODES];
    double shapes[SHAPE_POINTS * HAND_MODES];
    UrtoModalDef def = urto_modal_def();

    for (uint32_t m = 0; m < HAND_MODES; m++) {
        modes[m] = (UrtoMode){lowest * ratios[which][m], decays[which][m], object_mass(object)};
        for (uint32_t p = 0; p < SHAPE_POINTS; p++) {
            const double place = p / (SHAPE_POINTS - 1.0);
            /* half way round the rim of a glass, which has 2, 3, ... waves around */
            shapes[p * HAND_MODES + m] = which ? cos((m + 2.0) * pi * place) : free_shape(m, place);
        }
    }
    def.modes = modes;
    def.count = HAND_MODES;
    def.shapes = shapes;
    def.points = SHAPE_POINTS;
    def.length = which ? 1.0 : bar_length;
    urto_world_def_modal(plan->def, &def);
}

static void builder(Plan *plan, uint32_t object)
{
    if (object == OBJECT_BAR) {
        UrtoBarDef def = urto_bar_def();
        const double b = 4.730040744862704 / bar_length;
        def.length = bar_length;
        def.density = object_mass(object) / bar_length;
        def.rigidity = def.density * pow(2.0 * pi * 261.6255653005986 / (b * b), 2.0);
        def.loss[0] = 1.0;
        def.loss[1] = 1.0 / (b * b);
        def.modes = 12;
        urto_world_def_bar(plan->def, &def);
    } else if (object == OBJECT_MEMBRANE) {
        plan_membrane(plan, radius, 110.0, object_mass(object), 28);
    } else {
        UrtoPlateDef def = urto_plate_def();
        const double b2 = pow(pi / plate_width, 2.0) + pow(pi / plate_height, 2.0);
        def.size[0] = plate_width;
        def.size[1] = plate_height;
        def.density = object_mass(object) / (plate_width * plate_height);
        def.rigidity = def.density * pow(2.0 * pi * 130.8127826502993 / b2, 2.0);
        def.loss[0] = 1.0;
        def.loss[1] = 1.0 / b2;
        def.model = URTO_MODEL_MODAL;
        def.segments[0] = 32;
        urto_world_def_plate(plan->def, &def);
    }
}

void plan_object(Plan *plan, uint32_t object, uint32_t body)
{
    const bool by_hand = object == OBJECT_TUNED_BAR || object == OBJECT_GLASS;
    const double y = object == OBJECT_PLATE ? 0.4 * plate_height : 0.0;

    (by_hand ? hand_modes : builder)(plan, object);
    plan_port(plan, body, object_x(object, 0.4), y);
    plan_port(plan, body, object_x(object, 0.05), y);
    plan_port(plan, body, object_x(object, 0.95), y);
}

void plan_object_probes(Plan *plan, uint32_t object, uint32_t left, double gain)
{
    for (uint32_t side = 0; side < 2; side++) {
        (object == OBJECT_MEMBRANE ? plan_acceleration : plan_probe)(plan, left + side, gain,
                                                                     side ? 0.5 : -0.5);
    }
}

ObjectLoss object_loss(uint32_t object, double seconds, double material)
{
    const double sigma = decay_of(seconds);

    if (object == OBJECT_TUNED_BAR || object == OBJECT_GLASS) {
        return (ObjectLoss){sigma, 1.0};
    }
    const double share = between(5e-4, 0.3, material);
    return (ObjectLoss){(1.0 - share) * sigma, share * sigma};
}
