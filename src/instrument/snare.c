/* A snare drum: a stick, a batter head, a snare head, the air between them, three wires.
 *
 * The air is a few springs between the heads, which then move together in the low modes. Each wire
 * lies close to the lower head and touches it at three points; slack ones rattle later and longer.
 */
#include "voice.h"

#include <math.h>

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
    LEVEL,
    PARAMETERS
};

static const UrtoParameterInfo table[PARAMETERS] = {
    {"hardness", "Stick hardness", "", "stick", 0.0, 1.0, 0.55, URTO_CURVE_LINEAR, 1, NULL,
     "From a felt beater to the bead of a stick."},
    {"strike", "Strike position", "", "stick", 0.0, 0.9, 0.25, URTO_CURVE_LINEAR, 16, NULL,
     "From the middle of the head to the rim: full to ringing."},
    {"gap", "Wire gap", "mm", "wires", 0.0, 1.0, 0.02, URTO_CURVE_LINEAR, 24, NULL,
     "How far the wires hang off the head: 0 is tight, 0.1 slack, 1 off."},
    {"wire-decay", "Wire decay", "s", "wires", 0.02, 3.0, 0.4, URTO_CURVE_LOG, 25, NULL,
     "How long the wires ring on their own."},
    {"wire-tension", "Wire tension", "", "wires", 0.3, 3.0, 1.0, URTO_CURVE_LOG, 26, NULL,
     "Slack wires fall back slowly and rattle low, tight ones sizzle."},
    {"decay", "Decay", "s", "heads", 0.05, 5.0, 0.6, URTO_CURVE_LOG, 18, NULL,
     "Time in which the heads fall by 60 dB; short is a muffled drum."},
    {"skin", "Skin", "", "heads", 0.0, 1.0, 0.5, URTO_CURVE_LINEAR, 19, NULL,
     "How much faster high modes die: plastic to calf."},
    {"air", "Air", "", "heads", 0.0, 1.0, 0.5, URTO_CURVE_LINEAR, 20, NULL,
     "Stiffness of the air between the heads: how much the lower one follows."},
    PARAMETER_WIDTH,
    {"blend", "Blend", "", "output", 0.0, 1.0, 0.6, URTO_CURVE_LINEAR, 17, NULL,
     "From the batter head to the snare head."},
    PARAMETER_LEVEL,
};

enum { STICK = 1, BATTER, LOWER, WIRE };
enum { WIRE_COUNT = 3, WIRE_POINTS = 3, AIR_POINTS = 3 };
enum {
    PORT_STICK = 1,
    PORT_HIT,
    PORT_BATTER_LEFT,
    PORT_BATTER_RIGHT,
    PORT_LOWER_LEFT,
    PORT_LOWER_RIGHT
};
enum { CONTACT_TIP = 1, CONTACT_AIR, CONTACT_WIRE };
enum {
    SLOT_TUNING,
    SLOT_LOSS = SLOT_TUNING + 5,
    SLOT_HIGH = SLOT_LOSS + 5,
    SLOT_GAP = SLOT_HIGH + 2,
    SLOT_TIP = SLOT_GAP + 3,
    SLOT_AIR,
    SLOT_HIT,
    SLOT_GAIN,
    SLOT_PAN = SLOT_GAIN + 4,
    SLOT_RATTLE = SLOT_PAN + 4,
};
enum { AWAY };

static const double apart = 0.1, radius = 0.178;

static UrtoStatus build(UrtoWorldDef *def, uint32_t world)
{
    static const double pitches[WIRE_COUNT] = {190.0, 230.0, 270.0};
    Plan plan = {def};
    UrtoLineDef air = urto_line_def();

    (void)world;
    plan_mass(&plan, 0.012, 0.0, 0.0);
    plan_membrane(&plan, radius, 165.0, 0.026, 36);
    plan_membrane(&plan, radius, 220.0, 0.011, 36);
    for (int i = 0; i < WIRE_COUNT; i++) {
        plan_wire(&plan, 0.24, pitches[i], 3e-4, 10);
    }
    plan_port(&plan, STICK, 0.0, 0.0);
    plan_port(&plan, BATTER, 0.25 * radius, 0.02);
    plan_port(&plan, BATTER, -0.35 * radius, 0.3 * radius);
    plan_port(&plan, BATTER, 0.4 * radius, -0.35 * radius);
    plan_port(&plan, LOWER, -0.3 * radius, -0.25 * radius);
    plan_port(&plan, LOWER, 0.3 * radius, 0.2 * radius);
    plan_contact(&plan, PORT_STICK, PORT_HIT, (UrtoLaw){1e10, 2.6, 0.4}, apart);
    air.below = (UrtoLineSide){
        .body = {LOWER}, .from = {-0.5 * radius, 0.1 * radius}, .to = {0.5 * radius, 0.1 * radius}};
    air.above = air.below;
    air.above.body.id = BATTER;
    air.kind = URTO_CONTACT_LINK;
    air.law = (UrtoLaw){3000.0, 1.0, 0.0};
    air.points = AIR_POINTS;
    plan_line(&plan, &air);
    for (int i = 0; i < WIRE_COUNT; i++) {
        UrtoLineDef rattle = urto_line_def();
        const double y = 0.12 * (i - 1.0) * radius;
        const double places[WIRE_POINTS] = {0.22, 0.47 + 0.02 * i, 0.76};
        rattle.below = (UrtoLineSide){.body = {LOWER}, .from = {-0.12, y}, .to = {0.12, y}};
        rattle.above = (UrtoLineSide){.body = {WIRE + (uint32_t)i}, .to = {0.24, 0.0}};
        rattle.law = (UrtoLaw){2e6, 1.3, 0.3};
        rattle.points = WIRE_POINTS;
        rattle.positions = places;
        rattle.distance = 2e-5;
        plan_line(&plan, &rattle);
    }
    plan_acceleration(&plan, PORT_BATTER_LEFT, 0.5, -0.5);
    plan_acceleration(&plan, PORT_BATTER_RIGHT, 0.5, 0.5);
    plan_acceleration(&plan, PORT_LOWER_LEFT, 0.5, -0.5);
    plan_acceleration(&plan, PORT_LOWER_RIGHT, 0.5, 0.5);
    /* what the wires do to the modes of the head that are too high to be among its modes */
    for (uint32_t i = 0; i < WIRE_COUNT; i++) {
        plan_force(&plan, CONTACT_WIRE + i, 0.1, i - 1.0);
    }
    return urto_world_def_status(plan.def, NULL);
}

static uint32_t choose(const Voice *voice)
{
    (void)voice;
    return 0;
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double tuning = voice_pitch(voice) / key_pitch(60.0);
    const double sigma = decay_of(p[DECAY]);
    const double share = between(1e-3, 0.1, p[SKIN]);
    const double hard = clamp(p[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);
    static const double gaps[WIRE_COUNT] = {1.0, 0.6, 1.3};

    for (uint32_t b = 0; b < 5; b++) {
        const bool wire = b >= 2;
        voice_set(voice, SLOT_TUNING + b, URTO_BODY_TUNING, BATTER + b, wire ? p[TENSION] : tuning,
                  ramp);
        voice_set(voice, SLOT_LOSS + b, URTO_BODY_LOSS, BATTER + b,
                  wire ? decay_of(p[WIRES]) : sigma, ramp);
    }
    for (uint32_t b = 0; b < 2; b++) {
        voice_set(voice, SLOT_HIGH + b, URTO_BODY_LOSS_HIGH, BATTER + b, share * sigma, ramp);
    }
    for (uint32_t i = 0; i < WIRE_COUNT; i++) {
        voice_set(voice, SLOT_GAP + i, URTO_CONTACT_DISTANCE, CONTACT_WIRE + i,
                  1e-3 * p[SNARES] * gaps[i] * (1.0 - voice->pressure), ramp);
    }
    voice_set(voice, SLOT_TIP, URTO_CONTACT_STIFFNESS, CONTACT_TIP, between(1e8, 1e14, hard), ramp);
    voice_set(voice, SLOT_AIR, URTO_CONTACT_STIFFNESS, CONTACT_AIR, between(100.0, 2e4, p[AIR]),
              ramp);
    voice_set(voice, SLOT_HIT, URTO_PORT_X, PORT_HIT, p[STRIKE] * radius, ramp);
    for (uint32_t i = 0; i < WIRE_COUNT; i++) {
        voice_set(voice, SLOT_RATTLE + i, URTO_PROBE_GAIN, 5 + i, 0.3 * p[BLEND], ramp);
    }
    for (uint32_t i = 0; i < 4; i++) {
        const double gain = acceleration_scale * (i < 2 ? 1.0 - p[BLEND] : p[BLEND]);
        voice_set(voice, SLOT_GAIN + i, URTO_PROBE_GAIN, 1 + i, gain, ramp);
        voice_set(voice, SLOT_PAN + i, URTO_PROBE_PAN, 1 + i, i % 2 ? p[WIDTH] : -p[WIDTH], ramp);
    }
}

static void start(Voice *voice)
{
    voice_throw(voice, (UrtoBody){.id = STICK}, (UrtoPort){.id = PORT_HIT}, apart,
                between(0.15, 6.0, voice->velocity), false);
    voice->memory[AWAY] = 0.0;
}

static bool tick(Voice *voice)
{
    UrtoWorld *world = voice_world(voice);
    const bool away = voice->memory[AWAY] != 0.0;

    if (!away && urto_world_velocity(world, (UrtoPort){.id = PORT_STICK}) < 0.0 &&
        urto_world_compression(world, (UrtoContact){.id = CONTACT_TIP}) < -5e-4) {
        voice_park(voice, (UrtoBody){.id = STICK}, 0.0);
        voice->memory[AWAY] = 1.0;
    }
    return !away;
}

static const UrtoPresetValue snare[] = {{LEVEL, -4.5}};
static const UrtoPresetValue slack[] = {
    {SNARES, 0.09}, {TENSION, 0.5}, {WIRES, 1.2}, {DECAY, 0.8}, {LEVEL, -6.0}};
static const UrtoPresetValue tight[] = {
    {SNARES, 0.0}, {TENSION, 1.8}, {WIRES, 0.15}, {DECAY, 0.3}, {LEVEL, -1.0}};
static const UrtoPresetValue tom[] = {
    {SNARES, 1.0}, {HARDNESS, 0.3}, {DECAY, 1.2}, {BLEND, 0.2}, {LEVEL, -8.0}};
static const UrtoPresetValue muffled[] = {
    {DECAY, 0.12}, {SKIN, 0.8}, {HARDNESS, 0.35}, {SNARES, 0.03}, {LEVEL, 3.0}};
static const UrtoPresetValue rim[] = {
    {STRIKE, 0.8}, {HARDNESS, 0.65}, {SKIN, 0.3}, {DECAY, 1.0}, {LEVEL, -4.0}};

static const UrtoPreset presets[] = {
    {"snare", "A drum in tune, with wires just off the head.", VALUES(snare)},
    {"slack", "Loose wires that rattle long.", VALUES(slack)},
    {"tight", "Wires on the head, short and crisp.", VALUES(tight)},
    {"tom", "The wires off, a felt beater.", VALUES(tom)},
    {"muffled", "A cloth on the head.", VALUES(muffled)},
    {"rim", "Near the rim with the bead of the stick.", VALUES(rim)},
};

const Kind kind_snare = {
    .info = {.id = "snare",
             .name = "Snare drum",
             .description = "A stick, two heads, the air between them and wires that rattle.",
             .parameters = table,
             .parameter_count = PARAMETERS,
             .presets = presets,
             .preset_count = sizeof presets / sizeof *presets,
             .lowest_key = 48,
             .highest_key = 72,
             .voices = 4},
    .worlds = 1,
    .tuned = {BATTER},
    .build = build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .tick = tick,
};
