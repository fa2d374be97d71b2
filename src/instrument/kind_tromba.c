/* A tromba marina: a bowed string over a bridge with one loose foot that drums on a board. The model is
 * section VI of Ducceschi, Bilbao, Willemsen, Serafin: a stiff string that carries a bridge on a spring, the
 * contact of its foot with a board, and the bow (004:53), in one world: the rattle acts back.
 *
 *   string   mu u_tt = T u_xx on both sides of the bridge, u = y there, u = 0 at both ends
 *   bridge   M y'' = -K y - [T u_x] - r C           on the foot that stands
 *   foot     C = K_c [r y - w - gap]^1.3            the loose one, at the end of an arm of r times the height
 *   board    modes of a plate, driven by C at (.8, .75) of its sides
 *   bow      -F Phi(u_t - v) at beta of the speaking length
 *
 * String and bridge together are computed by their own modes, which is exact and needs no link between them:
 * with x = w/(2 f), f the key, Z the wave impedance, l the string behind the bridge over that in front,
 *
 *   cot x + cot(l x) = (M w^2 - K)/(Z w)            one root between each two poles
 *   shape: sin(x s) sin(l x) in front of the bridge, s from 0 to 1; sin x sin(l x) at the bridge
 *
 * Each mode is exact in pitch and decay; stiffness is a factor sqrt(1 + B n^2), n = x/pi. A loss is that of
 * the string, s_1 + s_2 n^2, and that of the bridge, by the energy in each. The step is that of src/world:
 * energy balances to rounding, and all of it is passive at any setting.
 *
 * Of the paper are the law of the foot, the string behind the bridge, the place on the board and the form of
 * the friction. Chosen, since the paper's instrument has one note of 37 Hz and this one has keys: one Z for
 * the strings of all keys; a bridge of 12 g at 3 kHz (the paper's 1 g at 500 Hz is no end to the strings of the
 * upper keys); an arm of 8; a board of spruce, simply supported, with its lowest 160 modes, up to 4.7 kHz (the
 * paper's clamped one, E = 2e5 Pa, has 12 000 modes in the audible range); all losses.
 *
 * Loudness. With h = v/beta, the jump of the string's velocity, F_max = 2 Z h is the largest force at which
 * there is one slip a period. F/F_max and the width of the friction curve over h decide how the string
 * moves, h only how far. So a world is computed in units of h, and h itself stands in three places: the gain of
 * what is heard, the gap over h, and K_c h^0.3. This is a bow whose force and width of friction follow
 * its speed: on a curve of one width a slow bow would find no stick and no slip, but rosin, which melts, is no
 * function of speed alone. Velocity draws the bow up to 22 times faster, at the same place and share.
 *
 * Pitch. The lowest mode is tuned to the key. A bowed string is flatter: its corner is round, it rises within
 * tau, and has to rise to F/F_max of its height to tear the string from the bow. So the period is longer by
 *
 *   a tau (F/F_max - b)
 *   tau^2 = tau_1^2 + tau_2^2,  tau_1 = 1/(2 f_top),  tau_2 = sqrt(2 pi) sqrt(2 s_2/f)/(2 pi f)
 *
 * tau_1 is the rise of what ends at the highest mode, tau_2 that of a step after a round trip through losses
 * s_2 n^2. a = .54 and b = .28, under a finger .38, are measured at 384 kHz. The player corrects it. What remains is
 * within 2 cents for bows at .09 to .23 and forces of .22 to .55 F_max, test_bowed.c; beyond, at .62, single keys
 * are up to 3.4 cents off.
 *
 * Slip and stick fall between samples: one step a frame would make periods whole numbers of frames, up to 10
 * cents off. Modes end at 30 kHz and there are at least 176 400 steps a second, so that a jump takes some of
 * them; within a cent of 384 kHz. A voice has up to 400 and 160 modes and costs 1.3 to 2.5 us a frame at 48 kHz,
 * 6 to 12 % of a core, with a finger twice that. So there are few voices.
 *
 * Several slips a period are as possible as one. A note starts as one slip a period of a third of its
 * size, corner at the bridge, bow on the string, and both grow: the stroke of a player who knows how.
 *
 * The finger is friction without stick, R u_t, whose R the parameter sets: a mode with a node there stays, and
 * the others die. It is a second bow that is not drawn, with a curve so wide that its force is linear.
 */
#include "../base/constants.h"
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
               TEXT("How firmly the bow is pressed, at this speed; pressure adds to it. More is "
                    "brighter, too much scratches.")},
    [SPEED] = {NAMED("speed", "Bow speed", "bow"), LOG(0.09, 0.5, 0.11, "m/s"), CONTROLLER(1),
               TEXT("How fast the bow is drawn: loudness.")},
    [POSITION] =
        {NAMED("position", "Bow position", "bow"), LOG(0.04, 0.4, 0.16, ""), CONTROLLER(16),
         TEXT("Where the bow lies, as a part of the string: near the end is bright and loud.")},
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
                  CONTROLLER(19),
                  TEXT("How much faster the overtones die; acts on the next note.")},
    [ATTACK] = {NAMED("attack", "Attack", "bow"), LOG(0.005, 2.0, 0.06, "s"), CONTROLLER(73),
                TEXT("Time in which the bow comes to speed; a fast key makes it shorter.")},
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

enum { STRING = 1, SOUNDBOARD };
enum { PORT_BOW = 1, PORT_FINGER, PORT_LOOSE, PORT_STRING_MID, PORT_STRING_SIDE };
enum { PORT_UNDER = PORT_STRING_SIDE + 1, PORT_BOARD_MID, PORT_BOARD_SIDE };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_SPEED,
    SLOT_FORCE,
    SLOT_TOUCH,
    SLOT_GAP,
    SLOT_STIFFNESS,
    SLOT_GAINS, /* of string and board, mid and side */
};

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, STRING),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, STRING),
    [SLOT_SPEED] = TARGET(URTO_BOW_VELOCITY, 1),
    [SLOT_FORCE] = TARGET(URTO_BOW_FORCE, 1),
    [SLOT_TOUCH] = TARGET(URTO_BOW_FORCE, 2),
    [SLOT_GAP] = TARGET(URTO_CONTACT_DISTANCE, 1),
    [SLOT_STIFFNESS] = TARGET(URTO_CONTACT_STIFFNESS, 1),
    [SLOT_GAINS] = TARGET_PAIR(URTO_PROBE_GAIN, 1),
    TARGET_PAIR(URTO_PROBE_GAIN, 3),
};

enum { MODES = BOWED_MODES, BOARD_MODES = 160, OUTPUTS = 4 };

static const double impedance = 1.25;        /* Z [kg/s]; .75 in the paper */
static const double behind = 0.25 / 1.65;    /* string behind the bridge (paper) */
static const double stiff = 1e-6;            /* B */
static const double top = 30e3;              /* highest mode [Hz] */
static const double mass = 0.012;            /* M [kg]; .001 in the paper */
static const double own = 3000.0;            /* of the bridge on its foot [Hz]; 500 in the paper */
static const double bridge_loss = 3000.0;    /* [1/s] */
static const double arm = 8.0;               /* r */
static const UrtoLaw wood = {5e8, 1.3, 0.0}; /* of the loose foot (paper) */
static const double curve = 400.0, jump = 0.7; /* friction, and the h in whose units we compute */
static const double skin = 0.01;      /* friction of the finger, linear up to metres a second */
static const double first_size = 0.3; /* of a note, of its full size */

/* Spruce of 4 mm: stiffness and mass as in 0.1, losses chosen: Q 8 at 200 Hz, where
 * a board that rang longer would make neighbouring keys uneven. */
static UrtoBody build_board(UrtoWorldDef *def)
{
    UrtoPlateDef board = urto_plate_def();

    board.size[0] = 1.35;
    board.size[1] = 0.18;
    board.rigidity = 25.0;
    board.density = 2.0;
    board.loss[0] = 80.0;
    board.loss[1] = 0.05;
    board.model = URTO_MODEL_MODAL;
    board.segments[0] = BOARD_MODES;
    return urto_world_def_plate(def, &board);
}

static void build(UrtoWorldDef *def, uint32_t world)
{
    const UrtoBody string = part_modes(def, MODES);
    const UrtoBody board = build_board(def);
    const UrtoPort bow = part_weighted_port(def, string);
    const UrtoPort finger = part_weighted_port(def, string);
    const UrtoPort loose = part_weighted_port(def, string);
    const UrtoPort string_mid = part_weighted_port(def, string);
    const UrtoPort string_side = part_weighted_port(def, string);
    const UrtoPort under = urto_world_def_port_at(def, board, 0.8 * 1.35, 0.75 * 0.18);
    const UrtoPort board_mid = part_weighted_port(def, board);
    const UrtoPort board_side = part_weighted_port(def, board);

    (void)world;
    urto_world_def_contact_between(def, under, loose, wood, 1e-3);
    part_bow(def, bow, curve);
    part_bow(def, finger, skin);
    part_velocity_probe(def, string_mid, 1.0, OUT_MID);
    part_velocity_probe(def, string_side, 1.0, OUT_SIDE);
    part_velocity_probe(def, board_mid, 1.0, OUT_MID);
    part_velocity_probe(def, board_side, 1.0, OUT_SIDE);
}

/* How far to the left a frequency is heard. Slowly to and fro: a bow drives every mode at every partial, so
 * neighbours must agree, or a partial that is weak in the middle would be strong at the side. */
static double side_at(double frequency)
{
    return 0.5 * sin(2.5 * log2(frequency / 90.0));
}

/* Where the modes of the board are heard. */
static void finish(UrtoWorld *world, uint32_t index)
{
    double mid[BOARD_MODES];
    double side[BOARD_MODES];

    (void)index;
    for (uint32_t i = 0; i < BOARD_MODES; i++) {
        const double frequency =
            urto_world_mode_info(world, (UrtoBody){.id = SOUNDBOARD}, i).frequency;
        mid[i] = frequency / (frequency + 800.0); /* boards are too small to radiate bass */
        side[i] = mid[i] * side_at(frequency);
    }
    (void)urto_world_set_weights(world, (UrtoPort){.id = PORT_BOARD_MID}, mid, BOARD_MODES, NULL);
    (void)urto_world_set_weights(world, (UrtoPort){.id = PORT_BOARD_SIDE}, side, BOARD_MODES, NULL);
}

/* The harmonic that sounds. */
static double part_of(const Voice *voice)
{
    const double *p = voice->parameters;

    return p[TOUCH] > 0.0 ? round(1.0 / p[FINGER]) : 1.0;
}

/* What the bow does. */
typedef struct Bowing {
    double place;  /* on the part of the string that sounds, beta */
    double height; /* h over `jump` */
    double share;  /* F over F_max */
} Bowing;

static Bowing bowing(const Voice *voice)
{
    const double *p = voice->parameters;
    const double place = 0.94 * p[POSITION] * exp2(-0.4 * voice->timbre) * part_of(voice);
    const double beta = clamp(place, 0.03, 0.5);
    const double h = p[SPEED] / beta;
    /* force follows speed, so a string moves alike at all velocities */
    const double share = 1.09 * p[FORCE] / (2.0 * impedance * h) * (1.0 + 1.2 * voice->pressure);

    return (Bowing){beta, h / jump * 3.69 * stroke_size(voice->velocity, 27.0, 1.0),
                    clamp(share, 0.2, 0.9)};
}

/* s_1 and s_2 of the losses. */
typedef struct Loss {
    double all, high;
} Loss;

static Loss string_loss(const Voice *voice)
{
    const double *p = voice->parameters;
    const double decay = decay_of(p[DECAY]);

    return (Loss){decay, decay * interpolate_log(1e-3, 0.15, p[DULLNESS])};
}

/* Root of the string's equation, between two poles, where left minus right falls. A bridge that hardly moves
 * pulls it to one of the poles, by 1/x: begun from there, Newton needs half as many steps. */
static double find_root(double pitch, double low, double high)
{
    const double heavy = 2.0 * pitch * mass / impedance;
    const double spring = PI * own / pitch;
    const double middle = 0.5 * (low + high);
    const double bridge = heavy * (middle - spring * spring / middle);
    double x = bridge < 0.0 ? fmax(middle, high + 1.0 / bridge)
                            : (low > 0.0 ? fmin(middle, low + 1.0 / bridge) : middle);

    for (int i = 0; i < 40; i++) {
        const double a = 1.0 / tan(x);
        const double b = 1.0 / tan(behind * x);
        const double value = a + b - heavy * (x - spring * spring / x);
        const double slope =
            -(1.0 + a * a) - behind * (1.0 + b * b) - heavy * (1.0 + spring * spring / (x * x));
        if (value > 0.0) {
            low = x;
        } else {
            high = x;
        }
        double next = x - value / slope;
        next = next > low && next < high ? next : 0.5 * (low + high);
        if (fabs(next - x) < 1e-12 * x) {
            break;
        }
        x = next;
    }
    return x;
}

/* Shape of a mode: sin(x s) times this at s on the speaking length, 0 to 1. */
static double shape_factor(double x)
{
    return sin(behind * x);
}

static UrtoMode string_mode(double x, double pitch, Loss loss)
{
    const double n = x / PI;
    const double front = shape_factor(x);
    const double back = sin(x);
    const double at_bridge = mass * front * front * back * back;
    const double along =
        impedance / (2.0 * pitch) *
        (front * front * (0.5 - sin(2.0 * x) / (4.0 * x)) +
         behind * back * back * (0.5 - sin(2.0 * behind * x) / (4.0 * behind * x)));
    const double all = along + at_bridge;

    return (UrtoMode){n * pitch * sqrt(1.0 + stiff * n * n),
                      ((loss.all + loss.high * n * n) * along + bridge_loss * at_bridge) / all,
                      all};
}

/* Modes of the string on its bridge, one between each two poles. */
static void make_modes(Voice *voice)
{
    BowMemory *memory = &voice->memory.bow;
    const double pitch = voice_key_pitch(voice);
    const Loss loss = string_loss(voice);
    UrtoMode modes[MODES];
    double low = 0.0;
    double front = PI;
    double back = PI / behind;

    memory->modes = 0;
    while (memory->modes < MODES) {
        const double high = fmin(front, back);
        const double x = find_root(pitch, low, high);
        if (memory->modes && x / PI * pitch > top) {
            break;
        }
        front += high == front ? PI : 0.0;
        back += high == back ? PI / behind : 0.0;
        low = high;
        memory->angles[memory->modes] = x;
        modes[memory->modes++] = string_mode(x, pitch, loss);
    }
    voice_set_modes(voice, STRING, modes, memory->modes);
    memory->decay = loss.all;
}

/* How strongly the body answers the velocity of the bridge: that to its force, which is the rule with
 * boards, with hills and valleys of some dB as bodies have them. Chosen. */
static double body_answer(double frequency)
{
    const double octaves = log2(frequency);
    const double hills =
        sin(11.3 * octaves) + sin(17.1 * octaves + 1.0) + sin(26.7 * octaves + 2.0);

    return pow(frequency / 300.0, -1.1) * exp(0.15 * hills);
}

/* A body turns phases. Signs without order keep peaks low, 5 dB at the lowest keys. */
static double turn_of_mode(uint32_t mode)
{
    return cos(2.1 * mode * mode) < 0.0 ? -1.0 : 1.0;
}

/* Where the string is heard, and what it does to the loose foot. */
static void weigh_bridge(Voice *voice)
{
    const BowMemory *memory = &voice->memory.bow;
    double loose[MODES];
    double mid[MODES];
    double side[MODES];

    for (uint32_t i = 0; i < memory->modes; i++) {
        const double x = memory->angles[i];
        const double at_bridge = shape_factor(x) * sin(x);
        loose[i] = arm * at_bridge;
        mid[i] = at_bridge * body_answer(x / PI * voice_key_pitch(voice)) * turn_of_mode(i);
        side[i] = mid[i] * side_at(x / PI * voice_key_pitch(voice));
    }
    voice_set_weights(voice, PORT_LOOSE, loose, memory->modes);
    voice_set_weights(voice, PORT_STRING_MID, mid, memory->modes);
    voice_set_weights(voice, PORT_STRING_SIDE, side, memory->modes);
}

/* Puts bow or finger on a place of the speaking length. */
static void touch_at(Voice *voice, uint32_t port, double place)
{
    const BowMemory *memory = &voice->memory.bow;
    double weights[MODES];

    for (uint32_t i = 0; i < memory->modes; i++) {
        weights[i] = shape_factor(memory->angles[i]) * sin(memory->angles[i] * place);
    }
    voice_set_weights(voice, port, weights, memory->modes);
}

/* Moves one of them by at most 1 % a tick; at once at the start of a note. */
static void move_to(Voice *voice, uint32_t port, double *now, double place, uint32_t ramp)
{
    const double next = ramp ? clamp(place, 0.99 * *now, 1.01 * *now) : place;

    if (next != *now || ramp == 0) {
        *now = next;
        touch_at(voice, port, next);
    }
    voice->ramping = voice->ramping || next != place;
}

/* T f - 1 of the file's head. */
static double flattening(const Voice *voice)
{
    static const double a = 0.54;
    const double b = part_of(voice) > 1.0 ? 0.38 : 0.28;
    const double pitch = part_of(voice) * voice_pitch(voice);
    const double corner = 0.5 * pitch / fmin(top, MODES / (1.0 + behind) * voice_pitch(voice));
    const double losses =
        sqrt(2.0 * PI) * sqrt(2.0 * string_loss(voice).high / pitch) / (2.0 * PI) * part_of(voice);

    return a * sqrt(corner * corner + losses * losses) * (bowing(voice).share - b);
}

/* One slip a period, corner at the bridge: the velocity rises in proportion to the place; so in each
 * section between two nodes of a harmonic, to and fro. */
static void set_going(Voice *voice, double speed)
{
    const BowMemory *memory = &voice->memory.bow;
    const double part = part_of(voice);
    const double slope = speed / memory->bow;

    for (uint32_t i = 0; i < memory->modes; i++) {
        const double x = memory->angles[i];
        const double front = shape_factor(x);
        double sum = 0.0;
        for (double section = 0.0; section < part; section++) {
            const double from = section / part;
            const double to = (section + 1.0) / part;
            const double still = fmod(section, 2.0) != 0.0 ? to : from;
            sum += (-(to - still) * cos(x * to) + (from - still) * cos(x * from)) / x +
                   (sin(x * to) - sin(x * from)) / (x * x);
        }
        const UrtoMode mode = string_mode(x, voice_key_pitch(voice), (Loss){0.0, 0.0});
        const double along = impedance / (2.0 * voice_key_pitch(voice));
        (void)urto_world_set_mode(voice_world(voice), (UrtoBody){.id = STRING}, i, 0.0,
                                  slope * along * front * sum / mode.mass, NULL);
    }
}

static void move_bow(Voice *voice, uint32_t ramp)
{
    const Bowing now = bowing(voice);
    const double on = voice_held(voice) ? 1.0 : 0.0;

    voice_set(voice, SLOT_SPEED, on * jump * now.place, ramp);
    voice_set(voice, SLOT_FORCE, on * 2.0 * impedance * jump * now.share, ramp);
}

/* The finger's loss is up to 8 impedances. It leaves the string together with the bow. */
static void place_finger(Voice *voice, uint32_t ramp)
{
    const double touch = voice->parameters[TOUCH];
    const double loss = interpolate_log(0.02, 8.0, touch) * impedance;
    const bool on = touch > 0.0 && voice_held(voice);

    voice_set(voice, SLOT_TOUCH, on ? loss / (sqrt(2.0 * skin) * exp(0.5)) : 0.0, ramp);
}

/* Gain of string and board, mid and side. */
static double gain_of(const Voice *voice, uint32_t output)
{
    static const double string_gain = 180.0, board_gain = 350.0;
    const double *p = voice->parameters;
    const double gain = output < 2 ? string_gain * (1.0 - p[BOARD]) : board_gain * p[BOARD];

    return gain * bowing(voice).height * (output % 2 ? p[WIDTH] : 1.0);
}

/* What is heard, and the loose foot, in units of h. */
static void listen(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double height = bowing(voice).height;

    for (uint32_t i = 0; i < OUTPUTS; i++) {
        voice_set(voice, SLOT_GAINS + i, gain_of(voice, i), ramp);
    }
    /* the parameter counts where the string swings, the foot has a twentieth of it */
    voice_set(voice, SLOT_GAP, 1e-3 * p[GAP] / 20.0 / height, ramp);
    voice_set(voice, SLOT_STIFFNESS, wood.stiffness * pow(height, wood.exponent - 1.0), ramp);
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    BowMemory *memory = &voice->memory.bow;

    if (ramp == 0) {
        make_modes(voice);
        weigh_bridge(voice);
    }
    /* the lowest mode is the key's, and higher by what the bow flattens it */
    voice_set(voice, SLOT_TUNING,
              voice_pitch(voice) / voice_key_pitch(voice) * (PI / memory->angles[0]) *
                  (1.0 + flattening(voice)),
              ramp);
    voice_set(voice, SLOT_LOSS, string_loss(voice).all / memory->decay, ramp);
    voice->ramping = false;
    move_to(voice, PORT_BOW, &memory->bow, bowing(voice).place / part_of(voice), ramp);
    move_to(voice, PORT_FINGER, &memory->finger, p[FINGER], ramp);
    place_finger(voice, ramp);
    listen(voice, ramp);
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
    const double speed = jump * now.place;
    const double force = 2.0 * impedance * jump * now.share;

    place_finger(voice, TICK);
    if (voice->memory.bow.drawn) {
        move_bow(voice, ramp);
        return;
    }
    set_going(voice, first_size * speed);
    voice_set_from(voice, SLOT_SPEED, first_size * speed, speed, ramp);
    voice_set_from(voice, SLOT_FORCE, first_size * force, force, ramp);
    for (uint32_t i = 0; i < OUTPUTS; i++) {
        voice_set_from(voice, SLOT_GAINS + i, 0.0, gain_of(voice, i), ramp);
    }
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

static const UrtoPresetValue tromba[] = {{MAKEUP, 0.5}};
static const UrtoPresetValue clean[] = {{GAP, 2.0}, {BOARD, 0.0}, {MAKEUP, -3.5}, {VOICING, 1}};
static const UrtoPresetValue brass[] = {
    {FORCE, 0.45}, {GAP, 0.002}, {BOARD, 0.85}, {MAKEUP, -1.5}, {VOICING, 2}};
static const UrtoPresetValue flageolet[] = {{FINGER, 0.5}, {TOUCH, 1.0},    {GAP, 2.0},
                                            {BOARD, 0.0},  {POSITION, 0.1}, {MAKEUP, -2.5},
                                            {VOICING, 3}};
static const UrtoPresetValue heavy[] = {
    {FORCE, 0.65}, {SPEED, 0.1}, {GAP, 0.02}, {MAKEUP, 0.5}, {VOICING, 4}};
static const UrtoPresetValue airy[] = {{FORCE, 0.45}, {SPEED, 0.14}, {POSITION, 0.2},
                                       {GAP, 0.4},    {MAKEUP, 2.0}, {VOICING, 5}};

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
     .info.voices = 4, .worlds = 1, .tuned = {.id = STRING}, .steps = 176400.0, .build = build,
     .finish = finish, .apply = apply, .start = start, .stop = stop, .tick = tick);
