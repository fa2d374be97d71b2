#include "travel.h"

#include "../play/roughness.h"

enum { MOVE_TICKS = 8 }; /* from move to move of the place */

static const double distance = 0.1; /* from the mass at rest to the resonator [m] */
static const double gain = 20.0;    /* of the probes */
static const double wander = 0.12;  /* of the speed, chosen */
static const double slowest = 0.02; /* pace at which it is lifted off */
static const UrtoLaw law = {1e8, 1.5, 3.0};

/* How large the motion is: 27 dB from the softest to the hardest, 1 at velocity 103. */
static double size_of(const Voice *voice)
{
    return 1.8 * stroke_size(voice->velocity, 27.0, 1.0);
}

void travel_build(UrtoWorldDef *def, uint32_t world, const Traveller *traveller)
{
    const Touch touch = {.mass = traveller->mass,
                         .loss = traveller->loss,
                         .law = law,
                         .distance = distance,
                         .above = true,
                         .gain = gain,
                         .pressed = true};

    touch_build(def, (ResonatorKind)world, &touch);
}

void travel_apply(Voice *voice, uint32_t ramp, const Traveller *traveller)
{
    const double *p = voice->parameters;
    const double size = size_of(voice);
    const double hardness = touch_hardness(voice, p[HARDNESS]);
    const TouchSettings settings = {.size = p[SIZE],
                                    .decay = p[DECAY],
                                    .material = p[MATERIAL],
                                    .pickup = 0.06,
                                    .width = p[WIDTH],
                                    .gain = gain,
                                    .pressed = true,
                                    .limit_ramp = true};

    touch_apply(voice, &settings, ramp);
    /* a sudden hardness would throw off what is pressed in */
    voice_ramp_limited(voice, SLOT_STIFFNESS,
                       interpolate_log(1e5, 1e9, hardness) * pow(size, traveller->stiffer - 0.5),
                       6e-3, ramp);
    voice_ramp_limited(voice, SLOT_DAMPING, law.damping / size, 6e-3, ramp);
}

/* Moves the place that is touched, to and fro. */
static void move_touch(Voice *voice, uint32_t ramp)
{
    const double place = fabs(2.0 * voice->memory.travel.touch - 1.0);

    (void)urto_world_set_port(voice_world(voice), (UrtoPort){.id = PORT_TOUCHED}, URTO_PORT_X,
                              resonator_x((ResonatorKind)voice->world_index, 0.15 + 0.7 * place), 0,
                              ramp, NULL);
}

/* Throws the mass down from two steps of the closing motion above the resonator. */
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

    memory->pace = 1.0;
    if (!memory->down) {
        memory->down = true;
        memory->detail = voice->parameters[DETAIL];
        memory->touch = 0.2;
        move_touch(voice, 0);
        throw_down(voice, 0.02 * size_of(voice));
    }
}

/* Speed now [m/s]; after the key is up it falls. No hand is steady: it wanders, so that the beat of
 * even ridges does not stand still on a mode or beside it. */
static double speed_now(Voice *voice)
{
    const double *p = voice->parameters;
    TravelMemory *memory = &voice->memory.travel;

    if (!voice_held(voice)) {
        memory->pace *= exp(-TICK / (voice->rate * 0.3 * p[GLIDE]));
    }
    memory->seconds += TICK / voice->rate;
    const double drift = 1.0 + wander * roughness_noise(6.0 * memory->seconds, 0.5, 0.0);
    return p[SPEED] * sqrt(sqrt(memory->pace)) * drift * (1.0 + voice->pressure);
}

static void lift_off(Voice *voice)
{
    (void)urto_world_throw(voice_world(voice), (UrtoBody){.id = TOUCHING_BODY}, 0.0, 0.0, 0, NULL);
    voice->memory.travel = (TravelMemory){.down = false};
}

bool travel_tick(Voice *voice)
{
    TravelMemory *memory = &voice->memory.travel;

    if (!memory->down) {
        return false;
    }
    memory->speed = speed_now(voice);
    if (memory->pace < slowest && memory->load == 0.0) {
        lift_off(voice);
        return true;
    }
    memory->touch = fmod(memory->touch + memory->speed * TICK / voice->rate, 1.0);
    if (++memory->ticks_in_place >= MOVE_TICKS) {
        /* while a port moves, every step computes all shapes there: it moves one tick in eight */
        move_touch(voice, TICK);
        memory->ticks_in_place = 0;
    }
    return true;
}

/* Height of the surface at the next frame. Everything about it changes gently: a step would be an
 * impact. */
static double next_height(Voice *voice, Surface surface)
{
    const double *p = voice->parameters;
    TravelMemory *memory = &voice->memory.travel;
    const double part = 1.0 / (0.02 * voice->rate);
    const double stride = memory->speed / (1e-3 * p[GRAIN] * voice->rate);

    memory->stride += part * (stride - memory->stride);
    memory->place += memory->stride;
    memory->height += part * (1e-6 * p[ROUGH] * size_of(voice) * memory->pace - memory->height);
    memory->detail += part * (p[DETAIL] - memory->detail);
    return memory->height * surface(memory->place, memory->detail, memory->stride);
}

/* The load comes and goes within 30 ms: no thump. */
void travel_input(Voice *voice, float *const *signal, uint32_t frames, const Traveller *traveller)
{
    TravelMemory *memory = &voice->memory.travel;
    const double full = 0.1 * voice->parameters[WEIGHT] * size_of(voice) * pow(memory->pace, 1.5);
    const double target = memory->down && memory->pace >= slowest ? full : 0.0;
    const double inertia = traveller->mass * voice->rate * voice->rate;

    for (uint32_t i = 0; i < frames && memory->down; i++) {
        const double step = fmax(full, memory->load) / (0.03 * voice->rate);
        const double height = next_height(voice, traveller->surface);
        const double bend = height - 2.0 * memory->heights[0] + memory->heights[1];
        memory->load += clamp(target - memory->load, -step, step);
        memory->heights[1] = memory->heights[0];
        memory->heights[0] = height;
        signal[0][i] = (float)(-memory->load - inertia * bend);
    }
}
