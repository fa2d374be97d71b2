/* A tromba marina: one bowed string, a finger that touches it, a loose foot that drums on a board.
 *
 * The bow lies on the string with its whole force, starts from rest and is drawn as long as the key
 * is down. A string answers after some of its periods: a bow that comes to speed sooner, or whose
 * force grows only then, excites several slips a period instead of one. Speed and force rise together
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
#include "../play/parts.h"
#include "voice.h"

enum {
    FORCE,
    SPEED,
    POSITION,
    FINGER,
    TOUCH,
    GAP,
    BOARD,
    DECAY,
    DULLNESS,
    ATTACK,
    WIDTH,
    COMMON_NAMES,
    PARAMETERS
};

static const char *const voicings[] = {"tromba", "clean", "brass", "flageolet",
                                       "heavy",  "airy",  NULL};

static const UrtoParameterInfo table[] = {
    [FORCE] = {NAMED("force", "Bow force", "bow"), LOG(0.05, 5.0, 0.5, "N"), CONTROLLER(2),
               TEXT("How firmly the bow is pressed; pressure adds to it. Too little whistles, too "
                    "much scratches.")},
    [SPEED] = {NAMED("speed", "Bow speed", "bow"), LOG(0.09, 0.5, 0.11, "m/s"), CONTROLLER(1),
               TEXT("How fast the bow is drawn: loudness.")},
    [POSITION] = {NAMED("position", "Bow position", "bow"), LOG(0.04, 0.4, 0.16, ""),
                  CONTROLLER(16),
                  TEXT("Where the bow lies, as a part of the string: near the end is bright.")},
    [FINGER] =
        {NAMED("finger", "Finger position", "finger"), LINEAR(0.05, 0.5, 0.5, ""), CONTROLLER(24),
         TEXT("Where a finger touches the string; 1/2, 1/3, 1/4 ... are nodes of its harmonics.")},
    [TOUCH] = {NAMED("touch", "Finger touch", "finger"), LINEAR(0.0, 1.0, 0.0, ""), CONTROLLER(25),
               TEXT("How firmly the finger touches; 0 is not at all.")},
    [GAP] = {NAMED("gap", "Foot gap", "foot"), LOG(0.001, 2.0, 0.04, "mm"), CONTROLLER(26),
             TEXT("Room between string and foot: small rattles at once, large never.")},
    [BOARD] = {NAMED("board", "Board", "foot"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(17),
               TEXT("From the string alone to the drumming board alone.")},
    [DECAY] = {NAMED("decay", "Decay", "string"), LOG(0.1, 20.0, 2.0, "s"), CONTROLLER(18),
               TEXT("How long the string rings after the bow.")},
    [DULLNESS] = {NAMED("dullness", "String dullness", "string"), LINEAR(0.0, 1.0, 0.2, ""),
                  CONTROLLER(19), TEXT("How much faster the overtones die.")},
    [ATTACK] = {NAMED("attack", "Attack", "bow"), LOG(0.005, 2.0, 0.06, "s"), CONTROLLER(73),
                TEXT("Time in which the bow comes to speed; a fast key makes it shorter.")},
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

enum { STRING = 1 };
enum { PORT_BOW = 1, PORT_FINGER };
enum { CONTACT_UNDER = 1, CONTACT_OVER, CONTACT_FOOT };
enum { PROBES = 4 };
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
};

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, STRING),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, STRING),
    [SLOT_HIGH] = TARGET(URTO_BODY_LOSS_HIGH, STRING),
    [SLOT_BOW] = TARGET(URTO_PORT_X, PORT_BOW),
    [SLOT_SPEED] = TARGET(URTO_BOW_VELOCITY, 1),
    [SLOT_FORCE] = TARGET(URTO_BOW_FORCE, 1),
    [SLOT_FINGER] = TARGET(URTO_PORT_X, PORT_FINGER),
    [SLOT_TOUCH] = TARGET_PAIR(URTO_CONTACT_STIFFNESS, CONTACT_UNDER),
    [SLOT_LIFT] = TARGET_PAIR(URTO_CONTACT_DISTANCE, CONTACT_UNDER),
    [SLOT_GAP] = TARGET(URTO_CONTACT_DISTANCE, CONTACT_FOOT),
    [SLOT_GAIN] = TARGET_PAIR(URTO_PROBE_GAIN, 1),
    TARGET_PAIR(URTO_PROBE_GAIN, 3),
};

static const double mass = 0.006, lifted = 0.02;
static const double pressed = 1e-3, soft = 100.0; /* d and l of the finger */
static const struct {
    double pitch;
    uint32_t modes;
} registers[] = {{82.0, 40}, {185.0, 24}};
_Static_assert(LENGTH(registers) <= WORLDS_MAX, "a kind has too many worlds");

static UrtoBody build_board(UrtoWorldDef *def)
{
    UrtoPlateDef board = urto_plate_def();

    board.size[0] = 1.35;
    board.size[1] = 0.18;
    board.rigidity = 25.0;
    board.density = 2.0;
    board.loss[0] = 12.0;
    board.loss[1] = 0.05;
    board.model = URTO_MODEL_MODAL;
    board.segments[0] = 20;
    return urto_world_def_plate(def, &board);
}

static void build(UrtoWorldDef *def, uint32_t world)
{
    const UrtoBody string =
        part_string(def, 1.0, registers[world].pitch, mass, 1e-6, registers[world].modes);
    const UrtoBody small_mass = part_mass(def, 1.5e-4, 350.0, 30.0);
    const UrtoBody plate = build_board(def);
    const UrtoPort bow = urto_world_def_port_at(def, string, 0.12, 0.0);
    const UrtoPort finger = urto_world_def_port_at(def, string, 0.5, 0.0);
    const UrtoPort bridge = urto_world_def_port_at(def, string, 0.985, 0.0);
    const UrtoPort foot = urto_world_def_port_at(def, small_mass, 0.0, 0.0);
    const UrtoPort board = urto_world_def_port_at(def, plate, 1.08, 0.13);
    const UrtoLaw skin = {10.0, 1.0, soft};
    const UrtoLaw wood = {1e6, 1.3, 0.5};
    static const double places[PROBES][2] = {{0.9, 0.0}, {0.94, 0.0}, {0.47, 0.07}, {0.95, 0.11}};
    UrtoPort heard[PROBES];

    for (int i = 0; i < PROBES; i++) {
        heard[i] = urto_world_def_port_at(def, i < 2 ? string : plate, places[i][0], places[i][1]);
    }
    urto_world_def_contact_between(def, (UrtoPort){0}, finger, skin, lifted);
    urto_world_def_contact_between(def, finger, (UrtoPort){0}, skin, lifted);
    urto_world_def_contact_between(def, bridge, foot, wood, 5e-5);
    urto_world_def_contact_between(def, foot, board, wood, 2e-5);
    /* as steep as the step can follow at 44.1 kHz: a steeper curve makes the string slip and stick
     * on whole samples, and so the period a whole number of them */
    part_bow(def, bow, 60.0);
    for (int i = 0; i < PROBES; i++) {
        part_velocity_probe(def, heard[i], 0.5, OUT_MID);
    }
}

static uint32_t choose(const Voice *voice)
{
    return voice->key < 52 ? 0 : 1;
}

static double strength(const Voice *voice)
{
    return interpolate_log(1.2, 2.3, voice->velocity);
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

    return voice_held(voice) ? (Bowing){p[SPEED] * strong, force} : (Bowing){0.0, 0.0};
}

static void move_bow(Voice *voice, uint32_t ramp)
{
    const Bowing now = bowing(voice);

    voice_set(voice, SLOT_SPEED, now.speed, ramp);
    voice_set(voice, SLOT_FORCE, now.force, ramp);
}

/* A string slips and sticks from sample to sample: where a period of a high note is nearly a whole
 * number of samples, it becomes one. Returns the correction [cents] away from that number, where the
 * period is free again. */
static double whole_period_correction(double pitch, double rate)
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
static double corrected_pitch(const Voice *voice)
{
    const double *p = voice->parameters;
    const double pitch = voice_pitch(voice);
    const double low = exp(-(pitch / 400.0) * (pitch / 400.0));
    const double modes = registers[voice->world_index].modes;
    const double flat = (0.7 + 1.5 * low) * (p[FORCE] / 0.5) * (0.11 / p[SPEED]);
    const double few = p[TOUCH] > 0.0 ? 1400.0 / (modes * modes) : 0.0;
    const double part = p[TOUCH] > 0.0 ? round(1.0 / p[FINGER]) : 1.0; /* that sounds */
    const double octave = 4.0 * log2(pitch / 190.0);
    const double foot =
        3.8 * fmax(log2(139.0 / pitch), 0.0) + 1.0 - low - 1.5 * exp(-octave * octave);
    const double cents = clamp(flat + few - fmin(0.005 / p[GAP], 1.0) * foot, -8.0, 8.0) +
                         (1.0 - low) * whole_period_correction(part * pitch, voice->rate);

    return pitch * exp2(cents / 1200.0);
}

/* Stiffness K of the finger's contacts, from next to nothing to a loss of 8 impedances. */
static double finger_stiffness(const Voice *voice)
{
    const double impedance = 2.0 * mass * voice_pitch(voice);

    return interpolate_log(0.02, 8.0, voice->parameters[TOUCH]) * impedance /
           (2.0 * pressed * soft);
}

/* The finger leaves the string together with the bow: pressed on, it would hold energy at rest. */
static void place_finger(Voice *voice, uint32_t ramp)
{
    const bool on = voice->parameters[TOUCH] > 0.0 && voice_held(voice);

    for (uint32_t side = 0; side < 2; side++) {
        voice_set(voice, SLOT_LIFT + side, on ? -pressed : lifted, ramp);
    }
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double decay = decay_of(p[DECAY]);
    const double share =
        interpolate_log(1e-3, 0.15, clamp(p[DULLNESS] - 0.3 * voice->timbre, 0.0, 1.0));

    voice_set(voice, SLOT_TUNING, voice_tuning(voice, corrected_pitch(voice)), ramp);
    voice_set(voice, SLOT_LOSS, decay, ramp);
    voice_set(voice, SLOT_HIGH, share * decay, ramp);
    voice_set(voice, SLOT_BOW, p[POSITION], ramp);
    voice_set(voice, SLOT_FINGER, p[FINGER], ramp);
    for (uint32_t side = 0; side < 2; side++) {
        voice_set(voice, SLOT_TOUCH + side, finger_stiffness(voice), ramp);
    }
    place_finger(voice, ramp);
    /* lower strings swing further at the same speed of the bow, and so do stronger ones */
    voice_set(voice, SLOT_GAP, 1e-3 * p[GAP] * 110.0 / voice_pitch(voice) * strength(voice), ramp);
    for (uint32_t i = 0; i < PROBES; i++) {
        const double gain = i < 2 ? 1.0 - p[BOARD] : 2.0 * p[BOARD];
        voice_set(voice, SLOT_GAIN + i, gain, ramp);
    }
    /* the bow moves like an arm, not like a switch; at the start of a note `start` draws it */
    if (ramp) {
        move_bow(voice, voice_frames(voice, 0.05));
    }
}

static void start(Voice *voice)
{
    const double seconds = voice->parameters[ATTACK] * interpolate_log(2.0, 0.5, voice->velocity);
    const double periods = 4.0 / voice_pitch(voice);
    const uint32_t ramp = voice_frames(voice, fmax(seconds, periods));
    const Bowing now = bowing(voice);

    place_finger(voice, TICK);
    if (voice->memory.bow.drawn) {
        move_bow(voice, ramp);
        return;
    }
    /* a bow that was taken away in the middle of a stroke comes down and starts from rest again */
    voice_set_from(voice, SLOT_SPEED, 0.0, now.speed, ramp);
    voice_set_from(voice, SLOT_FORCE, 0.0, now.force, 0);
    voice->memory.bow.drawn = true;
}

static void stop(Voice *voice)
{
    move_bow(voice, voice_frames(voice, 0.08));
    place_finger(voice, TICK / 2);
}

static bool tick(Voice *voice)
{
    return voice_held(voice);
}

static const UrtoPresetValue tromba[] = {{MAKEUP, -15.5}};
static const UrtoPresetValue clean[] = {{GAP, 2.0}, {BOARD, 0.0}, {MAKEUP, -22.5}, {VOICING, 1}};
static const UrtoPresetValue brass[] = {
    {FORCE, 0.45}, {GAP, 0.005}, {BOARD, 0.85}, {MAKEUP, -4.5}, {VOICING, 2}};
static const UrtoPresetValue flageolet[] = {{FINGER, 0.5}, {TOUCH, 0.85},   {GAP, 2.0},
                                            {BOARD, 0.0},  {POSITION, 0.1}, {MAKEUP, -21.5},
                                            {VOICING, 3}};
static const UrtoPresetValue heavy[] = {
    {FORCE, 1.2}, {SPEED, 0.1}, {GAP, 0.02}, {MAKEUP, -17.5}, {VOICING, 4}};
static const UrtoPresetValue airy[] = {{FORCE, 0.45}, {SPEED, 0.14},   {POSITION, 0.2},
                                       {GAP, 0.4},    {MAKEUP, -17.5}, {VOICING, 5}};

static const UrtoPreset presets[] = {
    {"tromba", "Tromba marina", "The instrument as it is, with a foot that drums.", VALUES(tromba)},
    {"clean", "Bowed string", "The foot out of reach: a bowed string.", VALUES(clean)},
    {"brass", "Brassy foot", "A foot that always drums, heard from the board.", VALUES(brass)},
    {"flageolet", "Flageolet", "A finger on the middle: the octave.", VALUES(flageolet)},
    {"heavy", "Heavy bow", "A slow, heavy bow.", VALUES(heavy)},
    {"airy", "Airy bow", "A light, fast bow far from the end.", VALUES(airy)},
};

KIND(tromba, .info.id = "tromba", .info.name = "Tromba marina",
     .info.description = "A bowed string with a loose foot that drums on a board.",
     .info.lowest_key = 36, .info.highest_key = 72, .info.pitched = true, .info.sustained = true,
     .info.voices = 6, .worlds = LENGTH(registers), .tuned = {.id = STRING}, .build = build,
     .choose = choose, .apply = apply, .start = start, .stop = stop, .tick = tick);
