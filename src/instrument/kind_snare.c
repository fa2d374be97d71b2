/* Drums: a stick, a batter head, a lower head, the air between them, and wires under a snare drum.
 *
 * Each head is a round membrane by its modes q,
 *
 *   m q'' + 2 m s q' + m w^2 q = sum of the forces at its ports, each times the shape there
 *
 * whose frequencies, decays and masses are set for every note:
 *
 *   w = w01 (j/j01) sqrt((1 + b)/(1 + b j01/j)),  m = density area share (1 + b j01/j)
 *
 * with b the mass of the air that moves along (0.8 rho a on a free side for the lowest mode, about
 * +-10 %: Fletcher and Rossing, from memory; falling as the waves get shorter: chosen). The two modes
 * of a pair with knot lines lie half a percent apart, as on no perfect drum (chosen). Radiation takes
 * the energy of the modes: monopoles (0,n) lose it six times, dipoles (1,n) twice as fast as the rest
 * (chosen); the skin adds a loss that grows with the square of the wave number.
 *
 * The air inside is one spring between the volumes that the heads displace:
 *
 *   f = K (v_batter - v_lower),  K = leak rho c^2 area^2/volume,  v = mean displacement
 *
 * A snare drum of 14 inches then has its pair of (0,1) at 180 and 350 Hz (182 and 330: Rossing 1992,
 * from memory). Heads, spring, wires and stick only exchange energy or lose it: the ledger closes.
 *
 * The stick: a tip of wood is far harder than the head around it, whose short waves are not among the
 * modes: a membrane of tension T gives way by ln(15)/(2 pi T) or so, 7 kN/m, there. So the contact is
 * that soft, and mass and head make it last 5 to 6 ms on a snare drum, 9 on a tom (3 to 6 ms: Wagner
 * 2006), 12 under the beater of a kick.
 *
 * Pressure follows acceleration: below the lowest mode a drum radiates next to nothing. The low modes
 * are heard by it, the others by velocity times their frequency, which is the same where they ring and
 * leaves out the push of the stick. A mode weighs as much as the multipole of its order lets through,
 * with a floor, since microphones stand near (chosen).
 *
 * Modes above 1.5 kHz are too many to compute in each voice. The forces of the stick and of the wires
 * drive 110 of them, one way, in a body that all voices share: the click and the hiss of the wires at
 * 2 to 10 kHz.
 *
 * A voice has 139 modes and 9 points where wires touch: 1 to 3 % of a core.
 */
#include "../base/constants.h"
#include "../play/parts.h"
#include "voice.h"

enum {
    HARDNESS,
    STRIKE,
    SNARES,
    WIRES,
    TENSION,
    DECAY,
    SKIN,
    AIR,
    WIDTH,
    BLEND,
    DRUM,
    COMMON_NAMES,
    PARAMETERS
};

enum { DRUM_SNARE, DRUM_HIGH_TOM, DRUM_TOM, DRUM_FLOOR_TOM, DRUM_KICK, DRUMS };
static const char *const drum_names[] = {"snare", "high tom", "tom", "floor tom", "kick", NULL};

static const char *const voicings[] = {"snare", "slack",    "tight",     "tom",  "muffled",
                                       "rim",   "high-tom", "floor-tom", "kick", NULL};

static const UrtoParameterInfo table[] = {
    [HARDNESS] = {NAMED("hardness", "Stick hardness", "stick"), LINEAR(0.0, 1.0, 0.55, ""),
                  CONTROLLER(1), TEXT("From a felt beater to the bead of a stick.")},
    [STRIKE] = {NAMED("strike", "Strike position", "stick"), LINEAR(0.0, 0.9, 0.25, ""),
                CONTROLLER(16), TEXT("From the middle of the head to the rim: full to ringing.")},
    [SNARES] = {NAMED("gap", "Wire gap", "wires"), LINEAR(0.0, 1.0, 0.01, "mm"), CONTROLLER(24),
                TEXT("How far the wires hang off the head: 0 is tight, 0.1 slack, 1 off.")},
    [WIRES] = {NAMED("wire-decay", "Wire decay", "wires"), LOG(0.02, 3.0, 0.4, "s"), CONTROLLER(25),
               TEXT("How long the wires ring on their own.")},
    [TENSION] = {NAMED("wire-tension", "Wire tension", "wires"), LOG(0.3, 3.0, 1.0, ""),
                 CONTROLLER(26),
                 TEXT("Slack wires fall back slowly and rattle low, tight ones sizzle.")},
    [DECAY] = {NAMED("decay", "Decay", "heads"), LOG(0.05, 5.0, 0.6, "s"), CONTROLLER(18),
               TEXT("Time in which the heads fall by 60 dB; short is a muffled drum.")},
    [SKIN] = {NAMED("skin", "Skin", "heads"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(19),
              TEXT("How much faster high modes die: plastic to calf; acts on the next note.")},
    [AIR] = {NAMED("air", "Air", "heads"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(20),
             TEXT("Stiffness of the air between the heads: how much the lower one follows.")},
    [WIDTH] = PARAMETER_WIDTH,
    [BLEND] = {NAMED("blend", "Blend", "output"), LINEAR(0.0, 1.0, 0.6, ""), CONTROLLER(17),
               TEXT("From the batter head to the snare head.")},
    [DRUM] = {NAMED("drum", "Drum", "heads"), CHOICE(drum_names, DRUMS, DRUM_SNARE), CONTROLLER(70),
              TEXT("Size of the drum; only the snare has wires. Acts on the next note.")},
    COMMON_ROWS,
};

enum {
    WIRE_COUNT = 3,
    WIRE_POINTS = 3,
    HEADS = 2,
    EARS = 4, /* of a head: mid and side of its low modes, and of the others */
    LOW_MODES = 25,
    BATTER_MODES = 65,
    LOWER_MODES = 44,
    HIGH_MODES = 110
};
enum { BATTER = STRIKER + 1, LOWER, WIRE };
enum { PORT_HIT = PORT_STRIKER + 1, PORT_VOLUME, PORT_HEARD = PORT_VOLUME + HEADS };
enum { CONTACT_TIP = 1, CONTACT_AIR, CONTACT_WIRE };
enum { PROBE_HEAD = 1, PROBE_CLICK = PROBE_HEAD + EARS * HEADS, PROBE_WIRE };
enum {
    SLOT_TUNING,
    SLOT_LOSS = SLOT_TUNING + HEADS + WIRE_COUNT,
    SLOT_GAP = SLOT_LOSS + HEADS + WIRE_COUNT,
    SLOT_TIP = SLOT_GAP + WIRE_COUNT,
    SLOT_AIR,
    SLOT_HIT,
    SLOT_MASS,
    SLOT_GAIN,
    SLOT_CLICK = SLOT_GAIN + EARS * HEADS,
    SLOT_RATTLE,
};

#define TARGET_WIRES(control, first) TARGET_PAIR(control, first), TARGET(control, (first) + 2)

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET_PAIR(URTO_BODY_TUNING, BATTER),
    TARGET_WIRES(URTO_BODY_TUNING, WIRE),
    [SLOT_LOSS] = TARGET_PAIR(URTO_BODY_LOSS, BATTER),
    TARGET_WIRES(URTO_BODY_LOSS, WIRE),
    [SLOT_GAP] = TARGET_WIRES(URTO_CONTACT_DISTANCE, CONTACT_WIRE),
    [SLOT_TIP] = TARGET(URTO_CONTACT_STIFFNESS, CONTACT_TIP),
    [SLOT_AIR] = TARGET(URTO_CONTACT_STIFFNESS, CONTACT_AIR),
    [SLOT_HIT] = TARGET(URTO_PORT_X, PORT_HIT),
    [SLOT_MASS] = TARGET(URTO_BODY_MASS, STRIKER),
    [SLOT_GAIN] = TARGET_PAIR(URTO_PROBE_GAIN, PROBE_HEAD),
    TARGET_PAIR(URTO_PROBE_GAIN, PROBE_HEAD + 2),
    TARGET_PAIR(URTO_PROBE_GAIN, PROBE_HEAD + 4),
    TARGET_PAIR(URTO_PROBE_GAIN, PROBE_HEAD + 6),
    [SLOT_CLICK] = TARGET(URTO_PROBE_GAIN, PROBE_CLICK),
    [SLOT_RATTLE] = TARGET_WIRES(URTO_PROBE_GAIN, PROBE_WIRE),
};
_Static_assert(LENGTH(slots) == SLOT_RATTLE + WIRE_COUNT, "the slots do not fit the table");

/* Sizes of drums: PET of 0.25 mm, under the snare 0.076 mm; frequencies without the air inside, from
 * usual tensions (instrument makers' data); depths, and how stiff the air is (leaks), chosen. */
typedef struct Drum {
    double radius, depth;      /* [m] */
    double densities[HEADS];   /* [kg/m^2] */
    double frequencies[HEADS]; /* of the lowest modes at key 60 [Hz] */
    double span;               /* how far a key retunes it [keys] */
    double stick;              /* mass that the head feels [kg] */
} Drum;

static const Drum drums[DRUMS] = {
    [DRUM_SNARE] = {0.178, 0.14, {0.353, 0.106}, {150.0, 250.0}, 1.0, 0.015},
    [DRUM_HIGH_TOM] = {0.127, 0.2, {0.353, 0.353}, {146.0, 155.0}, 0.75, 0.015},
    [DRUM_TOM] = {0.152, 0.23, {0.353, 0.353}, {108.0, 116.0}, 0.75, 0.015},
    [DRUM_FLOOR_TOM] = {0.203, 0.4, {0.353, 0.353}, {65.0, 70.0}, 0.75, 0.015},
    [DRUM_KICK] = {0.28, 0.45, {0.353, 0.353}, {66.0, 70.0}, 0.3, 0.035},
};

/* Modes of a membrane: zeros of Bessel functions, their orders, and the mean square of the shape. */
typedef struct HeadMode {
    double zero;
    uint32_t order;
    double share;
} HeadMode;

static const HeadMode head_modes[] = {
    {2.4048, 0, 0.26951},   {3.8317, 1, 0.08111},   {5.1356, 2, 0.05769},  {5.5201, 0, 0.11578},
    {6.3802, 3, 0.04448},   {7.0156, 1, 0.04503},   {7.5883, 4, 0.03601},  {8.4172, 2, 0.03682},
    {8.6537, 0, 0.07369},   {8.7715, 5, 0.03012},   {9.7610, 3, 0.03110},  {9.9361, 6, 0.02579},
    {10.1735, 1, 0.03118},  {11.0647, 4, 0.02688},  {11.0864, 7, 0.02249}, {11.6198, 2, 0.02701},
    {11.7915, 0, 0.05404},  {12.2251, 8, 0.01989},  {12.3386, 5, 0.02364}, {13.0152, 3, 0.02382},
    {13.3237, 1, 0.02384},  {13.3543, 9, 0.01779},  {13.5893, 6, 0.02106}, {14.3725, 4, 0.02129},
    {14.4755, 10, 0.01606}, {14.7960, 2, 0.02133},  {14.8213, 7, 0.01897}, {14.9309, 0, 0.04266},
    {15.5898, 11, 0.01462}, {15.7002, 5, 0.01924},  {16.0378, 8, 0.01724}, {16.2235, 3, 0.01929},
    {16.4706, 1, 0.01930},  {16.6982, 12, 0.01339}, {17.0038, 6, 0.01753},
};

/* Of the forces of stick and wires on the high modes, chosen. */
static const double click_gain = 0.3, wire_gain = 2.0;

static const double stick_mass = 0.015; /* [kg] */
static const double radius = 0.178;     /* of the bodies; their modes are set, and shapes scale */

/* A wire, from 0, along the lower head. */
static UrtoContact build_rattle(UrtoWorldDef *def, UrtoBody lower, UrtoBody wire, int index)
{
    UrtoLineDef rattle = urto_line_def();
    const double y = 0.12 * (index - 1.0) * radius;
    const double places[WIRE_POINTS] = {0.22, 0.47 + 0.02 * index, 0.76};

    rattle.below = (UrtoLineSide){.body = lower, .from = {-0.12, y}, .to = {0.12, y}};
    rattle.above = (UrtoLineSide){.body = wire, .to = {0.24, 0.0}};
    rattle.law = (UrtoLaw){5e5, 1.3, 5.0};
    rattle.points = WIRE_POINTS;
    rattle.positions = places;
    rattle.distance = 2e-5;
    return urto_world_def_line(def, &rattle);
}

static void build(UrtoWorldDef *def, uint32_t world)
{
    static const double pitches[WIRE_COUNT] = {190.0, 230.0, 270.0};
    UrtoBody heads[HEADS];
    UrtoBody wires[WIRE_COUNT];
    UrtoPort volumes[HEADS];

    (void)world;
    const UrtoBody stick = part_mass(def, stick_mass, 0.0, 0.0);
    heads[0] = part_membrane(def, radius, 165.0, 0.035, BATTER_MODES);
    heads[1] = part_membrane(def, radius, 220.0, 0.011, LOWER_MODES);
    for (int i = 0; i < WIRE_COUNT; i++) {
        wires[i] = part_string(def, 0.24, pitches[i], 3e-4, 0.0, 10);
    }
    const UrtoPort tip = urto_world_def_port_at(def, stick, 0.0, 0.0);
    const UrtoPort hit = urto_world_def_port_at(def, heads[0], 0.25 * radius, 0.02);
    for (int i = 0; i < HEADS; i++) {
        volumes[i] = part_weighted_port(def, heads[i]);
    }
    const UrtoContact strike =
        urto_world_def_contact_between(def, tip, hit, (UrtoLaw){2e5, 1.3, 0.2}, STRIKER_DISTANCE);
    part_link(def, volumes[1], volumes[0], 7e4);
    for (int i = 0; i < HEADS; i++) {
        part_acceleration_probe(def, part_weighted_port(def, heads[i]), 1.0, OUT_MID);
        part_acceleration_probe(def, part_weighted_port(def, heads[i]), 1.0, OUT_SIDE);
        part_velocity_probe(def, part_weighted_port(def, heads[i]), 1.0, OUT_MID);
        part_velocity_probe(def, part_weighted_port(def, heads[i]), 1.0, OUT_SIDE);
    }
    part_force_probe(def, strike, 1.0, OUT_BRIDGE);
    for (int i = 0; i < WIRE_COUNT; i++) {
        part_force_probe(def, build_rattle(def, heads[1], wires[i], i), 1.0, OUT_BRIDGE);
    }
}

/* How much of a mode is heard, over its mean square: volume, or what the multipole of its order lets
 * through. ka: 2 pi times the radius over the wave length in air. */
static double heard_part(const HeadMode *mode, double ka)
{
    double part = 2.0 / mode->zero;

    for (uint32_t m = 1; m <= mode->order; m++) {
        part *= fmin(1.0, 0.5 * ka / m);
    }
    return fmax(part, 0.2);
}

/* The modes of a head for the note, and where they are heard. */
static void set_head(Voice *voice, uint32_t head, uint32_t count)
{
    const Drum *drum = &drums[(uint32_t)voice->parameters[DRUM]];
    const double lowest = head_modes[0].zero;
    const double air = 0.8 * 1.2 * drum->radius / drum->densities[head];
    const double mass = drum->densities[head] * PI * drum->radius * drum->radius;
    const double tuned =
        drum->frequencies[head] * pow(voice_key_pitch(voice) / MIDDLE_C, drum->span);
    const double skin = interpolate_log(1e-3, 0.1, voice->parameters[SKIN]);
    static const double radiation[] = {6.0, 2.0, 1.0};
    UrtoMode modes[BATTER_MODES];
    double weights[1 + EARS][BATTER_MODES]; /* volume, then the ears */
    double sign = 1.0;                      /* of J1 at the zeros of J0 */

    for (uint32_t i = 0, kind = 0; i < count; kind++) {
        const HeadMode *mode = &head_modes[kind];
        const double ratio = mode->zero / lowest;
        const double load = 1.0 + air / ratio;
        const double frequency = tuned * ratio * sqrt((1.0 + air) / load);
        const double ka = 2.0 * PI * frequency * drum->radius / 343.0;
        for (uint32_t twin = 0; twin < (mode->order ? 2 : 1) && i < count; twin++, i++) {
            const double split = mode->order ? 1.0 + (twin ? 0.0025 : -0.0025) : 1.0;
            modes[i] = (UrtoMode){frequency * split,
                                  radiation[mode->order < 2 ? mode->order : 2] +
                                      skin * (ratio * ratio - 1.0),
                                  mass * mode->share * load};
            /* the shape of (0,n) is J0, which ends at its n-th zero: its mean is 2 J1/j */
            weights[0][i] = mode->order ? 0.0 : sign * 2.0 * sqrt(mode->share) / mode->zero;
            /* monopoles have the sign of their volume; of others a microphone hears either side */
            const double phase = mode->order ? copysign(1.0, side_of_mode(3 * i + 1)) : sign;
            const double heard = phase * sqrt(mode->share) * heard_part(mode, ka);
            weights[1][i] = i < LOW_MODES ? heard : 0.0;
            weights[2][i] = weights[1][i] * side_of_mode(i);
            weights[3][i] = i < LOW_MODES ? 0.0 : heard * frequency / 500.0;
            weights[4][i] = weights[3][i] * side_of_mode(i);
        }
        sign = mode->order ? sign : -sign;
    }
    voice_set_modes(voice, BATTER + head, modes, count);
    voice_set_weights(voice, PORT_VOLUME + head, weights[0], count);
    for (uint32_t i = 0; i < EARS; i++) {
        voice_set_weights(voice, PORT_HEARD + EARS * head + i, weights[1 + i], count);
    }
}

static double air_stiffness(const Drum *drum, double air)
{
    const double area = PI * drum->radius * drum->radius;

    return 1.42e5 * area / drum->depth * interpolate_log(0.07, 7.0, air);
}

/* Gap of a wire [m]; no wires on drums without, and at the end of the range. */
static double wire_gap(const Voice *voice, uint32_t wire)
{
    static const double gaps[WIRE_COUNT] = {1.0, 0.6, 1.3};
    const double *p = voice->parameters;

    return p[SNARES] < 1.0 && p[DRUM] == DRUM_SNARE
               ? 1e-3 * p[SNARES] * gaps[wire] * (1.0 - voice->pressure)
               : 0.1;
}

static void apply_sound(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;

    for (uint32_t head = 0; head < HEADS; head++) {
        const uint32_t slot = SLOT_GAIN + EARS * head;
        const double gain = head ? p[BLEND] : 1.0 - p[BLEND];
        voice_set(voice, slot, gain * acceleration_scale, ramp);
        voice_set(voice, slot + 1, gain * acceleration_scale * p[WIDTH], ramp);
        voice_set(voice, slot + 2, gain, ramp);
        voice_set(voice, slot + 3, gain * p[WIDTH], ramp);
    }
    voice_set(voice, SLOT_CLICK, click_gain * (1.0 - p[BLEND]), ramp);
    for (uint32_t i = 0; i < WIRE_COUNT; i++) {
        voice_set(voice, SLOT_RATTLE + i, wire_gain * p[BLEND], ramp);
    }
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const Drum *drum = &drums[(uint32_t)p[DRUM]];
    const double hardness = clamp(p[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);

    if (ramp == 0) {
        set_head(voice, 0, BATTER_MODES);
        set_head(voice, 1, LOWER_MODES);
        voice_set(voice, SLOT_MASS, drum->stick / stick_mass, 0);
        voice_set(voice, SLOT_AIR, air_stiffness(drum, p[AIR]), 0);
    }
    for (uint32_t i = 0; i < HEADS + WIRE_COUNT; i++) {
        voice_set(voice, SLOT_TUNING + i, i < HEADS ? exp2(voice->bend / 12.0) : p[TENSION], ramp);
        voice_set(voice, SLOT_LOSS + i, decay_of(i < HEADS ? p[DECAY] : p[WIRES]), ramp);
    }
    for (uint32_t i = 0; i < WIRE_COUNT; i++) {
        voice_set(voice, SLOT_GAP + i, wire_gap(voice, i), ramp);
    }
    voice_set(voice, SLOT_TIP, interpolate_log(1e4, 2e6, hardness), ramp);
    voice_set(voice, SLOT_HIT, p[STRIKE] * radius, ramp);
    apply_sound(voice, ramp);
}

static void start(Voice *voice)
{
    striker_throw(voice, CONTACT_TIP, 6.0 * stroke_size(voice->velocity, 27.0, 1.6));
}

static bool tick(Voice *voice)
{
    return !voice->memory.striker.caught;
}

static uint32_t watch(Voice *voice, uint32_t frames)
{
    return striker_watch(voice, 5e-4, frames);
}

/* The high modes of heads and shell: a membrane has more of them the higher it goes. */
static void build_high(UrtoWorldDef *def, uint32_t index)
{
    (void)index;
    const UrtoBody high = part_modes(def, HIGH_MODES);
    part_drive(def, part_weighted_port(def, high), 0);
    part_acceleration_probe(def, part_weighted_port(def, high), 1.0, OUT_MID);
    part_acceleration_probe(def, part_weighted_port(def, high), 1.0, OUT_SIDE);
}

static void finish_high(UrtoWorld *world, uint32_t index)
{
    UrtoMode modes[HIGH_MODES];
    double weights[3][HIGH_MODES];

    (void)index;
    for (uint32_t i = 0; i < HIGH_MODES; i++) {
        const double place = (i + 0.5 + 0.3 * side_of_mode(7 * i + 3)) / HIGH_MODES;
        const double frequency = 1500.0 + 12500.0 * pow(place, 0.75);
        modes[i] = (UrtoMode){frequency, decay_of(0.3 * sqrt(1500.0 / frequency)), 0.03};
        weights[0][i] = side_of_mode(5 * i + 1);
        weights[1][i] = 1500.0 / frequency;
        weights[2][i] = 0.5 * weights[1][i] * side_of_mode(i + 1);
    }
    (void)urto_world_set_modes(world, (UrtoBody){.id = 1}, modes, HIGH_MODES, NULL);
    for (uint32_t i = 0; i < 3; i++) {
        (void)urto_world_set_weights(world, (UrtoPort){.id = i + 1}, weights[i], HIGH_MODES, NULL);
    }
}

static const UrtoPresetValue snare[] = {{SNARES, 0.007}, {MAKEUP, -3.5}};
static const UrtoPresetValue slack[] = {{SNARES, 0.015}, {TENSION, 0.5}, {WIRES, 1.2},
                                        {DECAY, 0.8},    {MAKEUP, -4.5}, {VOICING, 1}};
static const UrtoPresetValue tight[] = {{SNARES, 0.0}, {TENSION, 1.8}, {WIRES, 0.3},
                                        {DECAY, 0.45}, {MAKEUP, -1.0}, {VOICING, 2}};
static const UrtoPresetValue tom[] = {{SNARES, 1.0},    {HARDNESS, 0.4}, {DECAY, 3.0}, {BLEND, 0.2},
                                      {DRUM, DRUM_TOM}, {MAKEUP, -4.5},  {VOICING, 3}};
static const UrtoPresetValue muffled[] = {{DECAY, 0.25}, {SKIN, 0.8},   {HARDNESS, 0.35},
                                          {SNARES, 0.0}, {MAKEUP, 4.0}, {VOICING, 4}};
static const UrtoPresetValue rim[] = {{STRIKE, 0.8},   {HARDNESS, 0.65}, {SKIN, 0.3}, {DECAY, 1.0},
                                      {SNARES, 0.003}, {MAKEUP, -1.0},   {VOICING, 5}};
static const UrtoPresetValue high_tom[] = {{SNARES, 1.0}, {HARDNESS, 0.4},       {DECAY, 2.5},
                                           {BLEND, 0.2},  {DRUM, DRUM_HIGH_TOM}, {MAKEUP, -5.0},
                                           {VOICING, 6}};
static const UrtoPresetValue floor_tom[] = {{SNARES, 1.0}, {HARDNESS, 0.4},        {DECAY, 4.0},
                                            {BLEND, 0.2},  {DRUM, DRUM_FLOOR_TOM}, {MAKEUP, -1.0},
                                            {VOICING, 7}};
static const UrtoPresetValue kick[] = {{SNARES, 1.0},     {HARDNESS, 0.3}, {STRIKE, 0.1},
                                       {DECAY, 2.5},      {SKIN, 0.8},     {BLEND, 0.2},
                                       {DRUM, DRUM_KICK}, {MAKEUP, 2.0},   {VOICING, 8}};

static const UrtoPreset presets[] = {
    {"snare", "Snare drum", "A drum in tune, with wires just off the head.", VALUES(snare)},
    {"slack", "Slack wires", "Loose wires that rattle long.", VALUES(slack)},
    {"tight", "Tight snare", "Wires on the head, short and crisp.", VALUES(tight)},
    {"tom", "Tom", "A tom of twelve inches.", VALUES(tom)},
    {"muffled", "Muffled snare", "A cloth on the head.", VALUES(muffled)},
    {"rim", "Rim stroke", "Near the rim with the bead of the stick.", VALUES(rim)},
    {"high-tom", "High tom", "A tom of ten inches.", VALUES(high_tom)},
    {"floor-tom", "Floor tom", "A tom of sixteen inches on its legs.", VALUES(floor_tom)},
    {"kick", "Kick drum", "A felt beater on a drum of 22 inches with a pad inside.", VALUES(kick)},
};

KIND(snare, .info.id = "snare", .info.name = "Drums",
     .info.description =
         "A stick, two heads, the air between them, wires that rattle: snare, toms, kick.",
     .info.lowest_key = 48, .info.highest_key = 72, .info.voices = 4, .worlds = 1,
     .tuned = {.id = BATTER}, .model = 1 + DRUM,
     .radiator = {.count = 1, .build = build_high, .finish = finish_high}, .build = build,
     .apply = apply, .start = start, .tick = tick, .watch = watch);
