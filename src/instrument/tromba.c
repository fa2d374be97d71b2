/* A tromba marina: one bowed string, a finger that touches it, a loose foot that drums on a board.
 *
 * The bow lies on the string with its whole force, starts from rest and is drawn as long as the key
 * is down. A string answers after some of its periods: a bow that comes to speed sooner, or whose
 * force grows only then, wakes several slips a period instead of one. Speed and force rise together
 * with velocity, within the window in which there is one slip a period.
 *
 * The finger is a soft contact on each side of the string, both pressed on by a depth d, which
 * together take
 *
 *   K (d + x) (1 + l x') - K (d - x) (1 - l x') = 2 K x + 2 K l d x',  |x| < d
 *
 * from it: a loss and next to no spring, so a mode with a node there stays, in tune, and the others
 * die. It is measured by the string's impedance, which rises with the note. Passive at any place.
 *
 * The foot is a small mass on a spring beside the string; when the string swings
 * as far as the gap it throws the foot on the board, which is the brassy rattle.
 */
#include "voice.h"

#include <math.h>

enum {
    FORCE,
    SPEED,
    POSITION,
    FINGER,
    TOUCH,
    GAP,
    BOARD,
    DECAY,
    BRIGHT,
    ATTACK,
    WIDTH,
    LEVEL,
    PARAMETERS
};

static const UrtoParameterInfo table[PARAMETERS] = {
    {"force", "Bow force", "N", "bow", 0.05, 5.0, 0.5, URTO_CURVE_LOG, 2, NULL,
     "How firmly the bow is pressed; pressure adds to it. Too little whistles, too much "
     "scratches."},
    {"speed", "Bow speed", "m/s", "bow", 0.09, 0.5, 0.11, URTO_CURVE_LOG, 1, NULL,
     "How fast the bow is drawn: loudness."},
    {"position", "Bow position", "", "bow", 0.04, 0.4, 0.16, URTO_CURVE_LOG, 16, NULL,
     "Where the bow lies, as a part of the string: near the end is bright."},
    {"finger", "Finger position", "", "finger", 0.05, 0.5, 0.5, URTO_CURVE_LINEAR, 24, NULL,
     "Where a finger touches the string; 1/2, 1/3, 1/4 ... are nodes of its harmonics."},
    {"touch", "Finger touch", "", "finger", 0.0, 1.0, 0.0, URTO_CURVE_LINEAR, 25, NULL,
     "How firmly the finger touches; 0 is not at all."},
    {"gap", "Foot gap", "mm", "foot", 0.001, 2.0, 0.04, URTO_CURVE_LOG, 26, NULL,
     "Room between string and foot: small rattles at once, large never."},
    {"board", "Board", "", "foot", 0.0, 1.0, 0.5, URTO_CURVE_LINEAR, 17, NULL,
     "From the string alone to the drumming board alone."},
    {"decay", "Decay", "s", "string", 0.1, 20.0, 2.0, URTO_CURVE_LOG, 18, NULL,
     "How long the string rings after the bow."},
    {"dullness", "String dullness", "", "string", 0.0, 1.0, 0.2, URTO_CURVE_LINEAR, 19, NULL,
     "How much faster the overtones die."},
    {"attack", "Attack", "s", "bow", 0.005, 2.0, 0.06, URTO_CURVE_LOG, 73, NULL,
     "Time in which the bow comes to speed; a fast key makes it shorter."},
    PARAMETER_WIDTH,
    PARAMETER_LEVEL,
};

enum { STRING = 1, FOOT, PLATE };
enum {
    PORT_BOW = 1,
    PORT_FINGER,
    PORT_BRIDGE,
    PORT_FOOT,
    PORT_BOARD,
    PORT_STRING_LEFT,
    PORT_STRING_RIGHT,
    PORT_BOARD_LEFT,
    PORT_BOARD_RIGHT
};
enum { CONTACT_UNDER = 1, CONTACT_OVER, CONTACT_FOOT, CONTACT_BOARD };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_HIGH,
    SLOT_BOW,
    SLOT_SPEED,
    SLOT_FORCE,
    SLOT_FINGER,
    SLOT_TOUCH,
    SLOT_LIFT = SLOT_TOUCH + 2,
    SLOT_GAP = SLOT_LIFT + 2,
    SLOT_GAIN,
    SLOT_PAN = SLOT_GAIN + 4,
};

enum { DRAWN }; /* memory: the bow is on the string */

static const double mass = 0.006, lifted = 0.02;
static const double pressed = 1e-3, soft = 100.0; /* d and l of the finger */
static const struct {
    double pitch;
    uint32_t modes;
} registers[] = {{82.0, 40}, {185.0, 24}};
enum { REGISTERS = sizeof registers / sizeof *registers };

static UrtoStatus build(UrtoWorldDef *def, uint32_t world)
{
    Plan plan = {def};
    UrtoPlateDef board = urto_plate_def();

    plan_string(&plan, registers[world].pitch, mass, 1e-6, registers[world].modes);
    plan_mass(&plan, 1.5e-4, 350.0, 30.0);
    board.size[0] = 1.35;
    board.size[1] = 0.18;
    board.rigidity = 25.0;
    board.density = 2.0;
    board.loss[0] = 12.0;
    board.loss[1] = 0.05;
    board.model = URTO_MODEL_MODAL;
    board.segments[0] = 20;
    urto_world_def_plate(def, &board);
    plan_port(&plan, STRING, 0.12, 0.0);
    plan_port(&plan, STRING, 0.5, 0.0);
    plan_port(&plan, STRING, 0.985, 0.0);
    plan_port(&plan, FOOT, 0.0, 0.0);
    plan_port(&plan, PLATE, 1.08, 0.13);
    plan_port(&plan, STRING, 0.9, 0.0);
    plan_port(&plan, STRING, 0.94, 0.0);
    plan_port(&plan, PLATE, 0.47, 0.07);
    plan_port(&plan, PLATE, 0.95, 0.11);
    plan_contact(&plan, 0, PORT_FINGER, (UrtoLaw){10.0, 1.0, soft}, lifted);
    plan_contact(&plan, PORT_FINGER, 0, (UrtoLaw){10.0, 1.0, soft}, lifted);
    plan_contact(&plan, PORT_BRIDGE, PORT_FOOT, (UrtoLaw){1e6, 1.3, 0.5}, 5e-5);
    plan_contact(&plan, PORT_FOOT, PORT_BOARD, (UrtoLaw){1e6, 1.3, 0.5}, 2e-5);
    /* as steep as the step can follow at 44.1 kHz: a steeper curve makes the string slip and stick
     * on whole samples, and so the period a whole number of them */
    plan_bow(&plan, PORT_BOW, 60.0);
    plan_probe(&plan, PORT_STRING_LEFT, 0.5, -0.5);
    plan_probe(&plan, PORT_STRING_RIGHT, 0.5, 0.5);
    plan_probe(&plan, PORT_BOARD_LEFT, 0.5, -0.5);
    plan_probe(&plan, PORT_BOARD_RIGHT, 0.5, 0.5);
    return urto_world_def_status(plan.def, NULL);
}

static uint32_t choose(const Voice *voice)
{
    return voice->key < 52 ? 0 : 1;
}

static double strength(const Voice *voice)
{
    return between(1.2, 2.3, voice->velocity);
}

typedef struct Bowing {
    double speed, force;
} Bowing;

static Bowing bowing(const Voice *voice)
{
    const double *p = voice->parameters;
    const double strong = strength(voice);
    /* heavier on higher strings, whose impedance is higher, and a little more than in proportion to
     * the speed: brighter */
    const double force = p[FORCE] * voice_pitch(voice) / 110.0 * 1.03 * pow(strong, 1.15) *
                         (1.0 + 2.0 * voice->pressure);

    return voice->held || voice->kept ? (Bowing){p[SPEED] * strong, force} : (Bowing){0.0, 0.0};
}

static void bow(Voice *voice, uint32_t ramp)
{
    const Bowing now = bowing(voice);

    voice_set(voice, SLOT_SPEED, URTO_BOW_VELOCITY, 1, now.speed, ramp);
    voice_set(voice, SLOT_FORCE, URTO_BOW_FORCE, 1, now.force, ramp);
}

/* A string slips and sticks from sample to sample: where a period of a high note is nearly a whole
 * number of samples, it becomes one. [cents] away from that number, which lets it go by itself.
 */
static double away(double pitch, double rate)
{
    const double samples = rate / pitch;
    const double near = 1200.0 * log2(samples / round(samples)) / 3.5;
    const double coarse = fmin(48000.0 / rate, 1.0);

    return -2.2 * coarse * coarse * coarse * near * exp(0.5 - 0.5 * near * near);
}

/* A bowed string is a little flat, the more so the slower and heavier the bow, less where a period
 * has few samples, more where a finger leaves few modes; a foot that always drums raises low notes,
 * and lowers those whose octave is near its own frequency. Players correct it. Fitted to what the
 * presets do.
 */
static double corrected(const Voice *voice)
{
    const double *p = voice->parameters;
    const double pitch = voice_pitch(voice);
    const double low = exp(-(pitch / 400.0) * (pitch / 400.0));
    const double modes = registers[voice->at].modes;
    const double flat = (0.7 + 1.5 * low) * (p[FORCE] / 0.5) * (0.11 / p[SPEED]);
    const double few = p[TOUCH] > 0.0 ? 1400.0 / (modes * modes) : 0.0;
    const double part = p[TOUCH] > 0.0 ? round(1.0 / p[FINGER]) : 1.0; /* that sounds */
    const double octave = 4.0 * log2(pitch / 190.0);
    const double foot =
        3.8 * fmax(log2(139.0 / pitch), 0.0) + 1.0 - low - 1.5 * exp(-octave * octave);
    const double cents = clamp(flat + few - fmin(0.005 / p[GAP], 1.0) * foot, -8.0, 8.0) +
                         (1.0 - low) * away(part * pitch, voice->rate);

    return pitch * exp2(cents / 1200.0);
}

/* Stiffness K of the finger's contacts, from next to nothing to a loss of 8 impedances. */
static double finger(const Voice *voice)
{
    const double impedance = 2.0 * mass * voice_pitch(voice);

    return between(0.02, 8.0, voice->parameters[TOUCH]) * impedance / (2.0 * pressed * soft);
}

/* The finger leaves the string together with the bow: pressed on, it would hold energy at rest. */
static void place_finger(Voice *voice, uint32_t ramp)
{
    const bool on = voice->parameters[TOUCH] > 0.0 && (voice->held || voice->kept);

    for (uint32_t side = 0; side < 2; side++) {
        voice_set(voice, SLOT_LIFT + side, URTO_CONTACT_DISTANCE, CONTACT_UNDER + side,
                  on ? -pressed : lifted, ramp);
    }
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double sigma = decay_of(p[DECAY]);
    const double share = between(1e-3, 0.15, clamp(p[BRIGHT] - 0.3 * voice->timbre, 0.0, 1.0));

    voice_set(voice, SLOT_TUNING, URTO_BODY_TUNING, STRING,
              corrected(voice) / voice->reference[voice->at], ramp);
    voice_set(voice, SLOT_LOSS, URTO_BODY_LOSS, STRING, sigma, ramp);
    voice_set(voice, SLOT_HIGH, URTO_BODY_LOSS_HIGH, STRING, share * sigma, ramp);
    voice_set(voice, SLOT_BOW, URTO_PORT_X, PORT_BOW, p[POSITION], ramp);
    voice_set(voice, SLOT_FINGER, URTO_PORT_X, PORT_FINGER, p[FINGER], ramp);
    for (uint32_t side = 0; side < 2; side++) {
        voice_set(voice, SLOT_TOUCH + side, URTO_CONTACT_STIFFNESS, CONTACT_UNDER + side,
                  finger(voice), ramp);
    }
    place_finger(voice, ramp);
    /* lower strings swing further at the same speed of the bow, and so do stronger ones */
    voice_set(voice, SLOT_GAP, URTO_CONTACT_DISTANCE, CONTACT_FOOT,
              1e-3 * p[GAP] * 110.0 / voice_pitch(voice) * strength(voice), ramp);
    for (uint32_t i = 0; i < 4; i++) {
        const double gain = i < 2 ? 1.0 - p[BOARD] : 2.0 * p[BOARD];
        voice_set(voice, SLOT_GAIN + i, URTO_PROBE_GAIN, 1 + i, gain, ramp);
        voice_set(voice, SLOT_PAN + i, URTO_PROBE_PAN, 1 + i, i % 2 ? p[WIDTH] : -p[WIDTH], ramp);
    }
    /* the bow moves like an arm, not like a switch; at the start of a note `start` draws it */
    if (ramp) {
        bow(voice, voice_frames(voice, 0.05));
    }
}

static void start(Voice *voice)
{
    const double seconds = voice->parameters[ATTACK] * between(2.0, 0.5, voice->velocity);
    const double periods = 4.0 / voice_pitch(voice);
    const uint32_t ramp = voice_frames(voice, fmax(seconds, periods));
    const Bowing now = bowing(voice);

    place_finger(voice, TICK);
    if (voice->memory[DRAWN] != 0.0) {
        bow(voice, ramp);
        return;
    }
    /* a bow that was taken away in the middle of a stroke starts from rest again */
    voice_set_from(voice, SLOT_SPEED, URTO_BOW_VELOCITY, 1, 0.0, now.speed, ramp);
    voice_set(voice, SLOT_FORCE, URTO_BOW_FORCE, 1, now.force, 0);
    voice->memory[DRAWN] = 1.0;
}

static void stop(Voice *voice)
{
    bow(voice, voice_frames(voice, 0.08));
    place_finger(voice, TICK / 2);
}

static bool tick(Voice *voice)
{
    return voice->held || voice->kept;
}

static const UrtoPresetValue tromba[] = {{LEVEL, -15.5}};
static const UrtoPresetValue clean[] = {{GAP, 2.0}, {BOARD, 0.0}, {LEVEL, -22.5}};
static const UrtoPresetValue brass[] = {{FORCE, 0.45}, {GAP, 0.005}, {BOARD, 0.85}, {LEVEL, -4.5}};
static const UrtoPresetValue flageolet[] = {{FINGER, 0.5}, {TOUCH, 0.85},   {GAP, 2.0},
                                            {BOARD, 0.0},  {POSITION, 0.1}, {LEVEL, -21.5}};
static const UrtoPresetValue heavy[] = {{FORCE, 1.2}, {SPEED, 0.1}, {GAP, 0.02}, {LEVEL, -17.5}};
static const UrtoPresetValue airy[] = {
    {FORCE, 0.45}, {SPEED, 0.14}, {POSITION, 0.2}, {GAP, 0.4}, {LEVEL, -17.5}};

static const UrtoPreset presets[] = {
    {"tromba", "The instrument as it is, with a foot that drums.", VALUES(tromba)},
    {"clean", "The foot out of reach: a bowed string.", VALUES(clean)},
    {"brass", "A foot that always drums, heard from the board.", VALUES(brass)},
    {"flageolet", "A finger on the middle: the octave.", VALUES(flageolet)},
    {"heavy", "A slow, heavy bow.", VALUES(heavy)},
    {"airy", "A light, fast bow far from the end.", VALUES(airy)},
};

const Kind kind_tromba = {
    .info = {.id = "tromba",
             .name = "Tromba marina",
             .description = "A bowed string with a loose foot that drums on a board.",
             .parameters = table,
             .parameter_count = PARAMETERS,
             .presets = presets,
             .preset_count = sizeof presets / sizeof *presets,
             .lowest_key = 36,
             .highest_key = 72,
             .pitched = true,
             .sustained = true,
             .voices = 6},
    .worlds = REGISTERS,
    .tuned = {STRING},
    .build = build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .stop = stop,
    .tick = tick,
};
