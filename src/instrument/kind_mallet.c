/* A mallet on a bar, a tuned bar, a membrane, a plate or a glass.
 *
 * The mallet is a mass that is thrown at the body and meets it through a contact that stiffens as
 * it is pressed, so a faster throw is shorter and brighter by the law itself. It is caught when it
 * has left the body.
 */
#include "touch.h"

enum {
    HARDNESS = BODY + 1,
    STRIKE,
    PICKUP,
    DECAY,
    MATERIAL,
    RELEASE,
    SIZE,
    FELT,
    WIDTH,
    LEVEL,
    PARAMETERS
};

static const UrtoParameterInfo table[] = {
    [BODY] = PARAMETER_BODY(RESONATOR_BAR, "What is struck; acts on the next note."),
    [HARDNESS] = {NAMED("hardness", "Hardness", "mallet"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(1),
                  TEXT("From a soft, dark yarn mallet to a hard, bright bead.")},
    [STRIKE] = {NAMED("strike", "Strike position", "mallet"), LINEAR(0.0, 1.0, 0.42, ""),
                CONTROLLER(16),
                TEXT("Where it is struck, from one end or edge to the other; overtones with a node "
                     "there are silent.")},
    [PICKUP] = {NAMED("pickup", "Pickup position", "output"), LINEAR(0.0, 0.5, 0.05, ""),
                CONTROLLER(17), TEXT("Where it is heard, from the ends or edge to the middle.")},
    [DECAY] = PARAMETER_DECAY(3.0),
    [MATERIAL] = PARAMETER_MATERIAL(
        "From glass and steel, whose overtones ring, to wood and skin, whose overtones die at once "
        "(not on tuned bar and glass, which have their own)."),
    [RELEASE] = {NAMED("release", "Release", "body"), LOG(0.03, 60.0, 60.0, "s"), CONTROLLER(20),
                 TEXT("Longest decay after the key is up: a hand that damps the body.")},
    [SIZE] = PARAMETER_SIZE,
    [FELT] = {NAMED("felt", "Felt loss", "mallet"), LINEAR(0.0, 3.0, 0.3, "s/m"), CONTROLLER(22),
              TEXT("Energy that the head of the mallet swallows: a duller, shorter knock.")},
    [WIDTH] = {NAMED("width", "Stereo width", "output"), LINEAR(0.0, 1.0, 0.6, ""), CONTROLLER(8),
               TEXT("From mono to both ends far left and right.")},
    [LEVEL] = PARAMETER_LEVEL,
};

static const UrtoTarget slots[] = TOUCH_TARGETS;

static void build(UrtoWorldDef *def, uint32_t world)
{
    static const double masses[RESONATORS] = {0.015, 0.02, 0.012, 0.02, 0.005};
    const Touch mallet = {
        .mass = masses[world], .law = {1e9, 2.3, 0.3}, .distance = STRIKER_DISTANCE, .gain = 1.0};

    touch_build(def, (ResonatorKind)world, &mallet);
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double pitch = touch_pitch(voice, p[SIZE]);
    /* as players do: harder mallets for small bodies, which a soft one would not leave in time */
    const double stiffness = interpolate_log(1e8, 1e13, touch_hardness(voice, p[HARDNESS])) *
                             pow(fmax(1.0, pitch / MIDDLE_C), 3.0);
    const TouchSettings settings = {.size = p[SIZE],
                                    .decay = p[DECAY],
                                    .longest = voice_held(voice) ? 60.0 : p[RELEASE],
                                    .material = p[MATERIAL],
                                    .left = p[PICKUP],
                                    .right = 1.0 - p[PICKUP],
                                    .width = p[WIDTH]};

    touch_apply(voice, &settings, ramp);
    voice_set(voice, SLOT_STIFFNESS, stiffness, ramp);
    voice_set(voice, SLOT_DAMPING, p[FELT], ramp);
    voice_set(voice, SLOT_TOUCHED, resonator_x((ResonatorKind)voice->world_index, p[STRIKE]), ramp);
}

static void start(Voice *voice)
{
    striker_throw(voice, TOUCH_CONTACT, interpolate_log(0.08, 4.0, voice->velocity));
}

static bool tick(Voice *voice)
{
    return striker_tick(voice, 1, 1e-4);
}

static const UrtoPresetValue marimba[] = {
    {BODY, RESONATOR_TUNED_BAR}, {HARDNESS, 0.35}, {DECAY, 1.2}, {LEVEL, -14.5}};
static const UrtoPresetValue vibes[] = {{BODY, RESONATOR_BAR}, {HARDNESS, 0.45}, {DECAY, 6.0},
                                        {MATERIAL, 0.35},      {RELEASE, 0.5},   {LEVEL, -18.0}};
static const UrtoPresetValue glass[] = {{BODY, RESONATOR_GLASS}, {HARDNESS, 0.75}, {DECAY, 5.0},
                                        {STRIKE, 0.1},           {PICKUP, 0.0},    {LEVEL, -9.0}};
static const UrtoPresetValue drum[] = {{BODY, RESONATOR_MEMBRANE}, {HARDNESS, 0.3}, {DECAY, 0.7},
                                       {MATERIAL, 0.75},           {STRIKE, 0.35},  {LEVEL, -3.0}};
static const UrtoPresetValue plate[] = {{BODY, RESONATOR_PLATE}, {HARDNESS, 0.4}, {DECAY, 9.0},
                                        {MATERIAL, 0.25},        {STRIKE, 0.3},   {LEVEL, -7.5}};
static const UrtoPresetValue blocks[] = {{BODY, RESONATOR_BAR}, {HARDNESS, 0.7}, {DECAY, 0.25},
                                         {MATERIAL, 0.8},       {STRIKE, 0.5},   {SIZE, 0.5},
                                         {LEVEL, -6.0}};

static const UrtoPreset presets[] = {
    {"vibes", "Vibraphone", "A metal bar that a hand damps when the key is up.", VALUES(vibes)},
    {"marimba", "Marimba", "A rosewood bar with overtones in tune, a yarn mallet.",
     VALUES(marimba)},
    {"glass", "Wine glass", "A wine glass and a spoon.", VALUES(glass)},
    {"drum", "Drum", "A skin with a soft beater.", VALUES(drum)},
    {"plate", "Plate", "A thin metal plate that rings long.", VALUES(plate)},
    {"wood-block", "Wood block", "A short dry block of wood.", VALUES(blocks)},
};

KIND(mallet, .info.id = "mallet", .info.name = "Mallet",
     .info.description = "A mallet on a bar, a membrane, a plate or a glass.",
     .info.lowest_key = 36, .info.highest_key = 96, .info.pitched = true, .info.voices = 16,
     .worlds = RESONATORS, .tuned = {.id = RESONATOR_BODY}, .build = build, .choose = touch_choose,
     .apply = apply, .start = start, .tick = tick);
