/* A ball that rolls over a rough resonator. Its mass, the grain and the height of the surface are chosen; how
 * a surface looks is in roughness.c. Cost: a voice takes 2 % of a core at 48 kHz. */
#include "../play/roughness.h"
#include "travel.h"

static const char *const voicings[] = {"steel-ball", "wood", "stones", "smooth", "drum", NULL};

static const UrtoParameterInfo table[] = {
    [BODY] = PARAMETER_BODY(RESONATOR_PLATE, "What the ball rolls on; acts on the next note."),
    [SPEED] = {NAMED("speed", "Speed", "ball"), LOG(0.05, 5.0, 0.6, "m/s"), CONTROLLER(1),
               TEXT("How fast the ball rolls; velocity and pressure add to it.")},
    [HARDNESS] = {NAMED("hardness", "Hardness", "ball"), LINEAR(0.0, 1.0, 0.6, ""), CONTROLLER(22),
                  TEXT("From rubber to steel: dull to bright.")},
    [ROUGH] = {NAMED("rough", "Roughness", "surface"), LOG(1.0, 500.0, 40.0, "um"), CONTROLLER(24),
               TEXT("Height of the surface: smooth hum to rattling stones.")},
    [GRAIN] = {NAMED("grain", "Grain", "surface"), LOG(0.5, 50.0, 6.0, "mm"), CONTROLLER(25),
               TEXT("Width of the coarsest bumps.")},
    [DETAIL] = {NAMED("detail", "Detail", "surface"), LINEAR(0.0, 0.9, 0.6, ""), CONTROLLER(26),
                TEXT("How much finer bumps lie on the coarse ones.")},
    [WEIGHT] = {NAMED("weight", "Weight", "ball"), LOG(0.2, 20.0, 2.0, "dN"), CONTROLLER(16),
                TEXT("Force that holds the ball down: light ones hop.")},
    [DECAY] = PARAMETER_DECAY(0.8),
    [MATERIAL] = PARAMETER_MATERIAL(MATERIAL_TEXT),
    [SIZE] = PARAMETER_SIZE,
    [GLIDE] = {NAMED("glide", "Roll out", "ball"), LOG(0.05, 10.0, 1.0, "s"), CONTROLLER(20),
               TEXT("How long the ball rolls on after the key is up.")},
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

static const UrtoTarget slots[] = TOUCH_TARGETS;

static const Traveller traveller = {0.004, 0.5, 0.0, roughness_noise};

static void build(UrtoWorldDef *def, uint32_t world)
{
    travel_build(def, world, &traveller);
}

static void apply(Voice *voice, uint32_t ramp)
{
    travel_apply(voice, ramp, &traveller);
}

static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    travel_input(voice, signal, frames, &traveller);
}

static const UrtoPresetValue metal[] = {
    {ROUGH, 20.0}, {HARDNESS, 0.7}, {WEIGHT, 10.0}, {MAKEUP, -14.5}};
static const UrtoPresetValue wooden[] = {{BODY, RESONATOR_BAR}, {HARDNESS, 0.6}, {MATERIAL, 0.85},
                                         {DECAY, 0.3},          {ROUGH, 40.0},   {WEIGHT, 8.0},
                                         {MAKEUP, -17.0},       {VOICING, 1}};
static const UrtoPresetValue stones[] = {{ROUGH, 100.0},  {GRAIN, 20.0},  {DETAIL, 0.65},
                                         {HARDNESS, 0.8}, {WEIGHT, 20.0}, {MAKEUP, -26.5},
                                         {VOICING, 2}};
static const UrtoPresetValue smooth[] = {
    {ROUGH, 6.0}, {GRAIN, 3.0},  {SPEED, 1.5},    {BODY, RESONATOR_GLASS},
    {DECAY, 1.5}, {WEIGHT, 6.0}, {MAKEUP, -15.0}, {VOICING, 3}};
static const UrtoPresetValue drumroll[] = {{BODY, RESONATOR_MEMBRANE},
                                           {GRAIN, 30.0},
                                           {ROUGH, 100.0},
                                           {WEIGHT, 4.0},
                                           {HARDNESS, 0.55},
                                           {DECAY, 0.5},
                                           {DETAIL, 0.5},
                                           {MAKEUP, -21.5},
                                           {VOICING, 4}};

static const UrtoPreset presets[] = {
    {"steel-ball", "Steel ball", "A steel ball on a metal plate.", VALUES(metal)},
    {"wood", "Wooden ball", "A wooden ball on a board.", VALUES(wooden)},
    {"stones", "Stones", "A coarse ball over stones.", VALUES(stones)},
    {"smooth", "Smooth track", "Fast over almost smooth glass.", VALUES(smooth)},
    {"drum", "Drum", "A ball that wanders over a drum.", VALUES(drumroll)},
};

KIND(roll, .info.id = "roll", .info.name = "Rolling ball",
     .info.description = "A ball that rolls over a rough object.", .info.lowest_key = 36,
     .info.highest_key = 84, .info.sustained = true, .info.voices = 6, .worlds = RESONATORS,
     .inputs = 1, .tuned = {.id = RESONATOR_BODY}, .build = build, .choose = touch_choose,
     .apply = apply, .start = travel_start, .tick = travel_tick, .input = input);
