/* A snare drum: a stick, a batter head, a snare head, the air between them, three wires.
 *
 * The air is a few springs between the heads, which then move together in the low modes. Each wire
 * lies close to the lower head and touches it at three points; slack ones rattle later and longer.
 */
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
    COMMON_NAMES,
    PARAMETERS
};

static const char *const voicings[] = {"snare", "slack", "tight", "tom", "muffled", "rim", NULL};

static const UrtoParameterInfo table[] = {
    [HARDNESS] = {NAMED("hardness", "Stick hardness", "stick"), LINEAR(0.0, 1.0, 0.55, ""),
                  CONTROLLER(1), TEXT("From a felt beater to the bead of a stick.")},
    [STRIKE] = {NAMED("strike", "Strike position", "stick"), LINEAR(0.0, 0.9, 0.25, ""),
                CONTROLLER(16), TEXT("From the middle of the head to the rim: full to ringing.")},
    [SNARES] = {NAMED("gap", "Wire gap", "wires"), LINEAR(0.0, 1.0, 0.02, "mm"), CONTROLLER(24),
                TEXT("How far the wires hang off the head: 0 is tight, 0.1 slack, 1 off.")},
    [WIRES] = {NAMED("wire-decay", "Wire decay", "wires"), LOG(0.02, 3.0, 0.4, "s"), CONTROLLER(25),
               TEXT("How long the wires ring on their own.")},
    [TENSION] = {NAMED("wire-tension", "Wire tension", "wires"), LOG(0.3, 3.0, 1.0, ""),
                 CONTROLLER(26),
                 TEXT("Slack wires fall back slowly and rattle low, tight ones sizzle.")},
    [DECAY] = {NAMED("decay", "Decay", "heads"), LOG(0.05, 5.0, 0.6, "s"), CONTROLLER(18),
               TEXT("Time in which the heads fall by 60 dB; short is a muffled drum.")},
    [SKIN] = {NAMED("skin", "Skin", "heads"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(19),
              TEXT("How much faster high modes die: plastic to calf.")},
    [AIR] = {NAMED("air", "Air", "heads"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(20),
             TEXT("Stiffness of the air between the heads: how much the lower one follows.")},
    [WIDTH] = PARAMETER_WIDTH,
    [BLEND] = {NAMED("blend", "Blend", "output"), LINEAR(0.0, 1.0, 0.6, ""), CONTROLLER(17),
               TEXT("From the batter head to the snare head.")},
    COMMON_ROWS,
};

enum { WIRE_COUNT = 3, WIRE_POINTS = 3, AIR_POINTS = 3, HEADS = 2, HEAD_PROBES = 4 };
enum { BATTER = STRIKER + 1, LOWER, WIRE };
enum { PORT_HIT = PORT_STRIKER + 1 };
enum { CONTACT_TIP = 1, CONTACT_AIR, CONTACT_WIRE };
enum { PROBE_HEAD = 1, PROBE_WIRE = PROBE_HEAD + HEAD_PROBES };
enum {
    SLOT_TUNING,
    SLOT_LOSS = SLOT_TUNING + HEADS + WIRE_COUNT,
    SLOT_HIGH = SLOT_LOSS + HEADS + WIRE_COUNT,
    SLOT_GAP = SLOT_HIGH + HEADS,
    SLOT_TIP = SLOT_GAP + WIRE_COUNT,
    SLOT_AIR,
    SLOT_HIT,
    SLOT_GAIN,
    SLOT_RATTLE = SLOT_GAIN + HEAD_PROBES,
};

#define TARGET_WIRES(control, first) TARGET_PAIR(control, first), TARGET(control, (first) + 2)

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET_PAIR(URTO_BODY_TUNING, BATTER),
    TARGET_WIRES(URTO_BODY_TUNING, WIRE),
    [SLOT_LOSS] = TARGET_PAIR(URTO_BODY_LOSS, BATTER),
    TARGET_WIRES(URTO_BODY_LOSS, WIRE),
    [SLOT_HIGH] = TARGET_PAIR(URTO_BODY_LOSS_HIGH, BATTER),
    [SLOT_GAP] = TARGET_WIRES(URTO_CONTACT_DISTANCE, CONTACT_WIRE),
    [SLOT_TIP] = TARGET(URTO_CONTACT_STIFFNESS, CONTACT_TIP),
    [SLOT_AIR] = TARGET(URTO_CONTACT_STIFFNESS, CONTACT_AIR),
    [SLOT_HIT] = TARGET(URTO_PORT_X, PORT_HIT),
    [SLOT_GAIN] = TARGET_PAIR(URTO_PROBE_GAIN, PROBE_HEAD),
    TARGET_PAIR(URTO_PROBE_GAIN, PROBE_HEAD + 2),
    [SLOT_RATTLE] = TARGET_WIRES(URTO_PROBE_GAIN, PROBE_WIRE),
};
_Static_assert(LENGTH(slots) == SLOT_RATTLE + WIRE_COUNT, "the slots do not fit the table");

static const double radius = 0.178;

static void build_air(UrtoWorldDef *def, UrtoBody lower, UrtoBody batter)
{
    UrtoLineDef air = urto_line_def();

    air.below = (UrtoLineSide){
        .body = lower, .from = {-0.5 * radius, 0.1 * radius}, .to = {0.5 * radius, 0.1 * radius}};
    air.above = air.below;
    air.above.body = batter;
    air.kind = URTO_CONTACT_LINK;
    air.law = (UrtoLaw){3000.0, 1.0, 0.0};
    air.points = AIR_POINTS;
    urto_world_def_line(def, &air);
}

/* A wire, from 0, along the lower head. */
static UrtoContact build_rattle(UrtoWorldDef *def, UrtoBody lower, UrtoBody wire, int index)
{
    UrtoLineDef rattle = urto_line_def();
    const double y = 0.12 * (index - 1.0) * radius;
    const double places[WIRE_POINTS] = {0.22, 0.47 + 0.02 * index, 0.76};

    rattle.below = (UrtoLineSide){.body = lower, .from = {-0.12, y}, .to = {0.12, y}};
    rattle.above = (UrtoLineSide){.body = wire, .to = {0.24, 0.0}};
    rattle.law = (UrtoLaw){2e6, 1.3, 0.3};
    rattle.points = WIRE_POINTS;
    rattle.positions = places;
    rattle.distance = 2e-5;
    return urto_world_def_line(def, &rattle);
}

static void build(UrtoWorldDef *def, uint32_t world)
{
    static const double pitches[WIRE_COUNT] = {190.0, 230.0, 270.0};
    static const double places[HEAD_PROBES][2] = {
        {-0.35, 0.3}, {0.4, -0.35}, {-0.3, -0.25}, {0.3, 0.2}};
    UrtoBody wires[WIRE_COUNT];
    UrtoContact rattles[WIRE_COUNT];
    UrtoPort heard[HEAD_PROBES];

    (void)world;
    const UrtoBody stick = part_mass(def, 0.012, 0.0, 0.0);
    const UrtoBody batter = part_membrane(def, radius, 165.0, 0.026, 36);
    const UrtoBody lower = part_membrane(def, radius, 220.0, 0.011, 36);
    for (int i = 0; i < WIRE_COUNT; i++) {
        wires[i] = part_string(def, 0.24, pitches[i], 3e-4, 0.0, 10);
    }
    const UrtoPort tip = urto_world_def_port_at(def, stick, 0.0, 0.0);
    const UrtoPort hit = urto_world_def_port_at(def, batter, 0.25 * radius, 0.02);
    for (int i = 0; i < HEAD_PROBES; i++) {
        heard[i] = urto_world_def_port_at(def, i < 2 ? batter : lower, places[i][0] * radius,
                                          places[i][1] * radius);
    }
    urto_world_def_contact_between(def, tip, hit, (UrtoLaw){1e10, 2.6, 0.4}, STRIKER_DISTANCE);
    build_air(def, lower, batter);
    for (int i = 0; i < WIRE_COUNT; i++) {
        rattles[i] = build_rattle(def, lower, wires[i], i);
    }
    for (int i = 0; i < HEAD_PROBES; i++) {
        part_acceleration_probe(def, heard[i], 0.5, OUT_MID);
    }
    /* what the wires do to the modes of the head that are too high to be among its modes */
    for (int i = 0; i < WIRE_COUNT; i++) {
        part_force_probe(def, rattles[i], 0.1, OUT_MID);
    }
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double tuning = voice_pitch(voice) / key_pitch(60.0);
    const double decay = decay_of(p[DECAY]);
    const double share = interpolate_log(1e-3, 0.1, p[SKIN]);
    const double hardness = clamp(p[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);
    static const double gaps[WIRE_COUNT] = {1.0, 0.6, 1.3};

    for (uint32_t i = 0; i < HEADS + WIRE_COUNT; i++) {
        voice_set(voice, SLOT_TUNING + i, i < HEADS ? tuning : p[TENSION], ramp);
        voice_set(voice, SLOT_LOSS + i, i < HEADS ? decay : decay_of(p[WIRES]), ramp);
    }
    for (uint32_t i = 0; i < HEADS; i++) {
        voice_set(voice, SLOT_HIGH + i, share * decay, ramp);
    }
    for (uint32_t i = 0; i < WIRE_COUNT; i++) {
        voice_set(voice, SLOT_GAP + i, 1e-3 * p[SNARES] * gaps[i] * (1.0 - voice->pressure), ramp);
        voice_set(voice, SLOT_RATTLE + i, 0.3 * p[BLEND], ramp);
    }
    voice_set(voice, SLOT_TIP, interpolate_log(1e8, 1e14, hardness), ramp);
    voice_set(voice, SLOT_AIR, interpolate_log(100.0, 2e4, p[AIR]), ramp);
    voice_set(voice, SLOT_HIT, p[STRIKE] * radius, ramp);
    for (uint32_t i = 0; i < HEAD_PROBES; i++) {
        const double gain = acceleration_scale * (i < 2 ? 1.0 - p[BLEND] : p[BLEND]);
        voice_set(voice, SLOT_GAIN + i, gain, ramp);
    }
}

static void start(Voice *voice)
{
    striker_throw(voice, CONTACT_TIP, interpolate_log(0.15, 6.0, voice->velocity));
}

static bool tick(Voice *voice)
{
    return striker_tick(voice, 1, 5e-4);
}

static const UrtoPresetValue snare[] = {{MAKEUP, -4.5}};
static const UrtoPresetValue slack[] = {{SNARES, 0.09}, {TENSION, 0.5}, {WIRES, 1.2},
                                        {DECAY, 0.8},   {MAKEUP, -6.0}, {VOICING, 1}};
static const UrtoPresetValue tight[] = {{SNARES, 0.0}, {TENSION, 1.8}, {WIRES, 0.15},
                                        {DECAY, 0.3},  {MAKEUP, -1.0}, {VOICING, 2}};
static const UrtoPresetValue tom[] = {{SNARES, 1.0}, {HARDNESS, 0.3}, {DECAY, 1.2},
                                      {BLEND, 0.2},  {MAKEUP, -8.0},  {VOICING, 3}};
static const UrtoPresetValue muffled[] = {{DECAY, 0.12},  {SKIN, 0.8},   {HARDNESS, 0.35},
                                          {SNARES, 0.03}, {MAKEUP, 3.0}, {VOICING, 4}};
static const UrtoPresetValue rim[] = {{STRIKE, 0.8}, {HARDNESS, 0.65}, {SKIN, 0.3},
                                      {DECAY, 1.0},  {MAKEUP, -4.0},   {VOICING, 5}};

static const UrtoPreset presets[] = {
    {"snare", "Snare drum", "A drum in tune, with wires just off the head.", VALUES(snare)},
    {"slack", "Slack wires", "Loose wires that rattle long.", VALUES(slack)},
    {"tight", "Tight snare", "Wires on the head, short and crisp.", VALUES(tight)},
    {"tom", "Tom", "The wires off, a felt beater.", VALUES(tom)},
    {"muffled", "Muffled snare", "A cloth on the head.", VALUES(muffled)},
    {"rim", "Rim stroke", "Near the rim with the bead of the stick.", VALUES(rim)},
};

KIND(snare, .info.id = "snare", .info.name = "Snare drum",
     .info.description = "A stick, two heads, the air between them and wires that rattle.",
     .info.lowest_key = 48, .info.highest_key = 72, .info.voices = 4, .worlds = 1,
     .tuned = {.id = BATTER}, .build = build, .apply = apply, .start = start, .tick = tick);
