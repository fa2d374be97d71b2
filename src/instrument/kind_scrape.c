/* A point that is dragged over a ridged resonator. The point, its load and the ridges are chosen. Cost: a voice
 * takes 1.4 % of a core at 48 kHz. */
#include "../play/roughness.h"
#include "travel.h"

static const char *const voicings[] = {"guiro", "washboard", "comb", "slate", "skin", NULL};

static const UrtoParameterInfo table[] = {
    [BODY] = PARAMETER_BODY(RESONATOR_BAR, "What is scraped; acts on the next note."),
    [SPEED] = {NAMED("speed", "Speed", "point"), LOG(0.01, 3.0, 0.25, "m/s"), CONTROLLER(1),
               TEXT("How fast the point is dragged: from single clicks to a buzz.")},
    [HARDNESS] = {NAMED("hardness", "Hardness", "point"), LINEAR(0.0, 1.0, 0.75, ""),
                  CONTROLLER(22), TEXT("From a wooden stick to a steel needle.")},
    [ROUGH] = {NAMED("rough", "Ridge height", "surface"), LOG(1.0, 500.0, 60.0, "um"),
               CONTROLLER(24), TEXT("Height of the ridges.")},
    [GRAIN] = {NAMED("grain", "Ridge distance", "surface"), LOG(0.5, 50.0, 4.0, "mm"),
               CONTROLLER(25),
               TEXT("From one ridge to the next: speed over distance is the pitch of the buzz.")},
    [DETAIL] = {NAMED("detail", "Irregularity", "surface"), LINEAR(0.0, 0.9, 0.3, ""),
                CONTROLLER(26), TEXT("How much the ridges differ.")},
    [WEIGHT] = {NAMED("weight", "Weight", "point"), LOG(0.2, 50.0, 8.0, "dN"), CONTROLLER(16),
                TEXT("How firmly the point is pressed; light ones chatter.")},
    [DECAY] = PARAMETER_DECAY(0.8),
    [MATERIAL] = PARAMETER_MATERIAL(MATERIAL_TEXT),
    [SIZE] = PARAMETER_SIZE,
    [GLIDE] = {NAMED("glide", "Slow down", "point"), LOG(0.05, 10.0, 0.2, "s"), CONTROLLER(20),
               TEXT("How long the point is dragged on after the key is up.")},
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

static const UrtoTarget slots[] = TOUCH_TARGETS;

static const Traveller traveller = {0.002, 15.0, 0.25, roughness_teeth};

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

static const UrtoPresetValue guiro[] = {{MAKEUP, -15.5}};
static const UrtoPresetValue washboard[] = {{BODY, RESONATOR_PLATE}, {GRAIN, 9.0},   {SPEED, 0.5},
                                            {WEIGHT, 20.0},          {MAKEUP, -9.0}, {VOICING, 1}};
static const UrtoPresetValue comb[] = {{BODY, RESONATOR_TUNED_BAR},
                                       {GRAIN, 2.0},
                                       {SPEED, 0.1},
                                       {DETAIL, 0.05},
                                       {DECAY, 0.5},
                                       {MAKEUP, -9.5},
                                       {VOICING, 2}};
static const UrtoPresetValue slate[] = {{BODY, RESONATOR_GLASS}, {GRAIN, 0.6},    {SPEED, 0.3},
                                        {DETAIL, 0.9},           {HARDNESS, 1.0}, {ROUGH, 20.0},
                                        {MAKEUP, -27.0},         {VOICING, 3}};
static const UrtoPresetValue skin[] = {{BODY, RESONATOR_MEMBRANE},
                                       {HARDNESS, 0.45},
                                       {WEIGHT, 4.0},
                                       {GRAIN, 3.0},
                                       {DETAIL, 0.5},
                                       {DECAY, 0.4},
                                       {ROUGH, 60.0},
                                       {MAKEUP, -32.5},
                                       {VOICING, 4}};

static const UrtoPreset presets[] = {
    {"guiro", "Güiro", "A stick over a notched bar.", VALUES(guiro)},
    {"washboard", "Washboard", "Thimbles on corrugated metal.", VALUES(washboard)},
    {"comb", "Comb", "A nail along the teeth of a comb.", VALUES(comb)},
    {"slate", "Slate", "A needle on glass.", VALUES(slate)},
    {"skin", "Drum skin", "A fingernail on a drum.", VALUES(skin)},
};

KIND(scrape, .info.id = "scrape", .info.name = "Scraped object",
     .info.description = "A point that is dragged over a ridged object.", .info.lowest_key = 36,
     .info.highest_key = 84, .info.sustained = true, .info.voices = 6, .worlds = RESONATORS,
     .inputs = 1, .tuned = {.id = RESONATOR_BODY}, .build = build, .choose = touch_choose,
     .apply = apply, .start = travel_start, .tick = travel_tick, .input = input);
