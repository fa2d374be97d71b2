/* A ball that bounces on a resonator under gravity.
 *
 * The key throws the ball at the resonator at once; then gravity, the loss of the contact and the
 * motion of the resonator decide when it comes back. Nothing schedules the bounces. When the key is
 * up and the ball rises, or when the ball has come to rest, it is taken away. Masses, stiffness and losses of
 * balls are chosen.
 *
 * Cost: a voice takes 0.3 % of a core at 48 kHz.
 */
#include "touch.h"

enum {
    HARDNESS = BODY + 1,
    LOSS,
    GRAVITY,
    STRIKE,
    PICKUP,
    DECAY,
    MATERIAL,
    SIZE,
    WIDTH,
    COMMON_NAMES,
    PARAMETERS
};

static const char *const voicings[] = {"marble", "rubber", "coin", "ping-pong", "moon", NULL};

static const UrtoParameterInfo table[] = {
    [BODY] = PARAMETER_BODY(RESONATOR_PLATE, "What the ball falls on; acts on the next note."),
    [HARDNESS] = {NAMED("hardness", "Hardness", "ball"), LINEAR(0.0, 1.0, 0.6, ""), CONTROLLER(1),
                  TEXT("From a rubber ball to a glass marble.")},
    [LOSS] = {NAMED("loss", "Ball loss", "ball"), LINEAR(0.0, 2.0, 0.12, "s/m"), CONTROLLER(22),
              TEXT("Energy that each bounce swallows: how soon the ball lies still.")},
    [GRAVITY] = {NAMED("gravity", "Gravity", "ball"), LOG(0.5, 100.0, 9.81, "m/s^2"),
                 CONTROLLER(24), TEXT("From the moon to a heavy planet: slow to fast bounces.")},
    [STRIKE] = {NAMED("strike", "Place", "ball"), LINEAR(0.0, 1.0, 0.42, ""), CONTROLLER(16),
                TEXT("Where the ball falls, from one end or edge to the other.")},
    [PICKUP] = {NAMED("pickup", "Pickup position", "output"), LINEAR(0.0, 0.5, 0.1, ""),
                CONTROLLER(17),
                TEXT("Where the object is heard, from the ends or edge to the middle.")},
    [DECAY] = PARAMETER_DECAY(0.8),
    [MATERIAL] = PARAMETER_MATERIAL(MATERIAL_TEXT),
    [SIZE] = PARAMETER_SIZE,
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

static const UrtoTarget slots[] = TOUCH_TARGETS;
static const double masses[RESONATORS] = {0.008, 0.008, 0.003, 0.012, 0.003};
enum { REST_TICKS = 8 }; /* a ball that has not moved for longer is taken away */

static void build(UrtoWorldDef *def, uint32_t world)
{
    const Touch ball = {.mass = masses[world],
                        .law = {1e8, 1.5, 0.1},
                        .distance = 10.0,
                        .above = true,
                        .gain = 1.0};

    touch_build(def, (ResonatorKind)world, &ball);
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double hardness = touch_hardness(voice, p[HARDNESS]);
    const TouchSettings settings = {.size = p[SIZE],
                                    .decay = p[DECAY],
                                    .material = p[MATERIAL],
                                    .pickup = p[PICKUP],
                                    .width = p[WIDTH],
                                    .gain = 1.0,
                                    .limit_ramp = true};

    touch_apply(voice, &settings, ramp);
    voice_ramp_limited(voice, SLOT_STIFFNESS, interpolate_log(1e5, 3e9, hardness), 6e-3, ramp);
    voice_set(voice, SLOT_DAMPING, p[LOSS], ramp);
    voice_set(voice, SLOT_TOUCHED, resonator_x((ResonatorKind)voice->world_index, p[STRIKE]), ramp);
}

static void start(Voice *voice)
{
    const double speed = 5.0 * stroke_size(voice->velocity, 28.0, 1.6);

    (void)urto_world_throw_at(voice_world(voice), (UrtoBody){.id = TOUCHING_BODY},
                              (UrtoContact){.id = TOUCH_CONTACT}, speed, 0, NULL);
    voice->memory.ball = (BallMemory){.flying = true};
}

static bool tick(Voice *voice)
{
    UrtoWorld *world = voice_world(voice);
    BallMemory *ball = &voice->memory.ball;

    if (!ball->flying) {
        return false;
    }
    const double height = -urto_world_compression(world, (UrtoContact){.id = TOUCH_CONTACT});
    const double speed = urto_world_velocity(world, (UrtoPort){.id = PORT_TOUCHING});
    const bool at_rest = height < 1e-5 && fabs(speed) < 0.01;
    ball->ticks_at_rest = at_rest ? ball->ticks_at_rest + 1 : 0;
    const bool caught = !voice_held(voice) && height > 1e-4 && speed > 0.0;
    if (caught || ball->ticks_at_rest > REST_TICKS) {
        (void)urto_world_throw(world, (UrtoBody){.id = TOUCHING_BODY}, 0.0, 0.0, 0, NULL);
        ball->flying = false;
    }
    return true;
}

static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    const double mass = voice->memory.ball.flying ? masses[voice->world_index] : 0.0;
    const float weight = (float)(-mass * voice->parameters[GRAVITY]);

    for (uint32_t i = 0; i < frames; i++) {
        signal[0][i] = weight;
    }
}

static const UrtoPresetValue marble[] = {
    {HARDNESS, 0.85}, {LOSS, 0.06}, {WIDTH, 0.3}, {MAKEUP, -22.0}};
static const UrtoPresetValue rubber[] = {{BODY, RESONATOR_MEMBRANE},
                                         {HARDNESS, 0.4},
                                         {DECAY, 0.25},
                                         {LOSS, 0.6},
                                         {WIDTH, 0.3},
                                         {MAKEUP, -23.5},
                                         {VOICING, 1}};
static const UrtoPresetValue coin[] = {{BODY, RESONATOR_GLASS}, {HARDNESS, 1.0}, {LOSS, 0.03},
                                       {GRAVITY, 30.0},         {DECAY, 1.5},    {WIDTH, 0.3},
                                       {MAKEUP, -16.5},         {VOICING, 2}};
static const UrtoPresetValue pingpong[] = {{BODY, RESONATOR_BAR}, {HARDNESS, 0.5}, {LOSS, 0.08},
                                           {DECAY, 0.4},          {MATERIAL, 0.9}, {MAKEUP, -13.0},
                                           {VOICING, 3}};
static const UrtoPresetValue moon[] = {{BODY, RESONATOR_TUNED_BAR},
                                       {GRAVITY, 1.62},
                                       {LOSS, 0.15},
                                       {DECAY, 0.7},
                                       {HARDNESS, 0.55},
                                       {MAKEUP, -18.0},
                                       {VOICING, 4}};

static const UrtoPreset presets[] = {
    {"marble", "Marble", "A marble on a metal plate.", VALUES(marble)},
    {"rubber", "Rubber ball", "A rubber ball on a drum.", VALUES(rubber)},
    {"coin", "Coin", "Something small and hard on glass.", VALUES(coin)},
    {"ping-pong", "Ping-pong ball", "A light ball on wood.", VALUES(pingpong)},
    {"moon", "Ball on the moon", "A marimba on the moon.", VALUES(moon)},
};

KIND(bounce, .info.id = "bounce", .info.name = "Bouncing ball",
     .info.description = "A ball that bounces on an object until it lies still.",
     .info.lowest_key = 36, .info.highest_key = 96, .info.pitched = true, .info.sustained = true,
     .info.voices = 8, .worlds = RESONATORS, .inputs = 1, .tuned = {.id = RESONATOR_BODY},
     .build = build, .choose = touch_choose, .apply = apply, .start = start, .tick = tick,
     .input = input);
