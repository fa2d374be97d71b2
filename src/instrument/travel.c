#include "travel.h"

enum { STEP = 4, MOVE_TICKS = 8 }; /* frames from one height to the next; ticks from move to move */

static const double distance = 0.1; /* from the mass at rest to the resonator [m] */
static const double gain = 20.0;    /* of the probes */
static const double slowest = 0.02; /* pace at which it is lifted off */

void travel_build(UrtoWorldDef *def, uint32_t world, const Touch *touch)
{
    Touch whole = *touch;

    whole.distance = distance;
    whole.above = true;
    whole.gain = gain;
    touch_build(def, (ResonatorKind)world, &whole);
}

void travel_apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double hardness = touch_hardness(voice, p[HARDNESS]);
    const TouchSettings settings = {.size = p[SIZE],
                                    .decay = p[DECAY],
                                    .material = p[MATERIAL],
                                    .pickup = 0.06,
                                    .width = p[WIDTH],
                                    .gain = gain,
                                    .limit_ramp = true};

    touch_apply(voice, &settings, ramp);
    /* a sudden hardness would throw off what is pressed in */
    voice_ramp_limited(voice, SLOT_STIFFNESS, interpolate_log(1e5, 1e9, hardness), 6e-3, ramp);
}

static void set_distance(Voice *voice, double value, uint32_t delay, uint32_t ramp)
{
    (void)urto_world_set_contact(voice_world(voice), (UrtoContact){.id = TOUCH_CONTACT},
                                 URTO_CONTACT_DISTANCE, value, delay, ramp, NULL);
}

/* Moves the place that is touched, to and fro. */
static void move_touch(Voice *voice, uint32_t ramp)
{
    const double place = fabs(2.0 * voice->memory.travel.touch - 1.0);

    (void)urto_world_set_port(voice_world(voice), (UrtoPort){.id = PORT_TOUCHED}, URTO_PORT_X,
                              resonator_x((ResonatorKind)voice->world_index, 0.15 + 0.7 * place), 0,
                              ramp, NULL);
}

/* Throws the mass down from two steps of the closing motion above the resonator. The distance is not
 * read from the world: the value that was just set acts from the next frame on. */
static void throw_down(Voice *voice, double speed)
{
    UrtoWorld *world = voice_world(voice);
    const UrtoPort touched = {.id = PORT_TOUCHED};
    const double step = 1.0 / voice->rate;
    const double closing = speed + fabs(urto_world_velocity(world, touched));
    const double height = distance - 2.0 * closing * step;

    (void)urto_world_throw(world, (UrtoBody){.id = TOUCHING_BODY},
                           urto_world_displacement(world, touched) - height, -speed, 0, NULL);
}

void travel_start(Voice *voice)
{
    TravelMemory *memory = &voice->memory.travel;

    memory->pace = interpolate_log(0.3, 1.7, voice->velocity);
    if (!memory->down) {
        memory->down = true;
        memory->detail = voice->parameters[DETAIL];
        memory->touch = 0.2;
        move_touch(voice, 0);
        set_distance(voice, distance, 0, 0);
        throw_down(voice, 0.02 * memory->pace);
    }
}

/* Speed now [m/s]; after the key is up it falls. */
static double speed_now(Voice *voice)
{
    const double *p = voice->parameters;
    TravelMemory *memory = &voice->memory.travel;

    if (!voice_held(voice)) {
        memory->pace *= exp(-TICK / (voice->rate * 0.3 * p[GLIDE]));
    }
    return p[SPEED] * memory->pace * (1.0 + voice->pressure);
}

static void lift_off(Voice *voice)
{
    (void)urto_world_throw(voice_world(voice), (UrtoBody){.id = TOUCHING_BODY}, 0.0, 0.0, 0, NULL);
    set_distance(voice, distance, 0, 0);
    voice->memory.travel.down = false;
}

bool travel_tick(Voice *voice, Surface surface)
{
    const double *p = voice->parameters;
    TravelMemory *memory = &voice->memory.travel;

    if (!memory->down) {
        return false;
    }
    const double speed = speed_now(voice);
    if (memory->pace < slowest && memory->load == 0.0) {
        lift_off(voice);
        return true;
    }
    /* everything about the surface changes gently: a step would be an impact */
    const double height = 1e-6 * p[ROUGH] * memory->pace;
    const double part = 1.0 - exp(-STEP / (0.05 * voice->rate));
    const double stride = speed * STEP / (1e-3 * p[GRAIN] * voice->rate);
    memory->stride = memory->stride > 0.0 ? memory->stride : stride;
    for (uint32_t i = 0; i < TICK; i += STEP) {
        memory->stride += part * (stride - memory->stride);
        memory->place += memory->stride;
        memory->height += part * (height - memory->height);
        memory->detail += part * (p[DETAIL] - memory->detail);
        /* where the surface rises, the gap closes */
        set_distance(voice, distance - memory->height * surface(memory->place, memory->detail), i,
                     STEP);
    }
    memory->touch = fmod(memory->touch + speed * TICK / voice->rate, 1.0);
    if (++memory->ticks_in_place >= MOVE_TICKS) {
        /* while a port moves, every step computes all shapes there: it moves one tick in eight */
        move_touch(voice, TICK);
        memory->ticks_in_place = 0;
    }
    return true;
}

/* The force comes and goes within 30 ms: no thump. */
void travel_input(Voice *voice, float *const *signal, uint32_t frames)
{
    TravelMemory *memory = &voice->memory.travel;
    const double force = 0.0981 * voice->parameters[WEIGHT];
    const double target = memory->down && memory->pace >= slowest ? force : 0.0;

    for (uint32_t i = 0; i < frames; i++) {
        const double step = fmax(force, memory->load) / (0.03 * voice->rate);
        memory->load += clamp(target - memory->load, -step, step);
        signal[0][i] = (float)-memory->load;
    }
}
