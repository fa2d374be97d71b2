#include "radiator.h"

#include "../play/parts.h"

enum { HALO = BODIES_MAX }; /* index of a world that is none of the bodies */

static UrtoStatus create_world(UrtoWorld **world, const RadiatorDef *def, uint32_t index,
                               double rate, const UrtoAllocator *allocator, UrtoDiagnostic *why)
{
    const bool halo = index == HALO;
    const UrtoWorldOptions options = {.inputs = 1,
                                      .outputs = halo ? 1 : 2,
                                      .smoothing = URTO_NO_SMOOTHING,
                                      .band = 0.9,
                                      .repeatable = true};
    UrtoWorldDef *made = NULL;
    UrtoStatus status = part_begin(&made, allocator, &options, why);

    if (status != URTO_OK) {
        return status;
    }
    if (halo) {
        def->build_halo(made);
    } else {
        def->build(made, index);
    }
    status = urto_world_create(world, made, rate, why);
    urto_world_def_destroy(made);
    if (status == URTO_OK && halo && def->finish_halo) {
        def->finish_halo(*world);
    } else if (status == URTO_OK && !halo && def->finish) {
        def->finish(*world, index);
    }
    return status;
}

UrtoStatus radiator_create(Radiator *radiator, const RadiatorDef *def, double rate,
                           const UrtoAllocator *allocator, UrtoDiagnostic *why)
{
    UrtoStatus status = URTO_OK;

    *radiator = (Radiator){.count = def->count, .width = 1.0, .width_target = 1.0};
    for (uint32_t i = 0; i < def->count && i < BODIES_MAX && status == URTO_OK; i++) {
        status = create_world(&radiator->bodies[i], def, i, rate, allocator, why);
    }
    if (status == URTO_OK && def->build_halo) {
        status = create_world(&radiator->halo, def, HALO, rate, allocator, why);
    }
    return status;
}

void radiator_destroy(Radiator *radiator)
{
    for (uint32_t i = 0; i < radiator->count; i++) {
        urto_world_destroy(radiator->bodies[i]);
    }
    urto_world_destroy(radiator->halo);
}

static void add_halo(Radiator *radiator, float *force, uint32_t frames)
{
    float pull[TICK];
    const float *const in[1] = {force};
    float *const out[1] = {pull};

    urto_world_process(radiator->halo, in, out, frames);
    for (uint32_t i = 0; i < frames; i++) {
        force[i] += pull[i];
    }
}

void radiator_process(Radiator *radiator, const double *bridge, double mix[2][TICK],
                      uint32_t frames)
{
    float force[TICK];
    float heard[2][TICK];
    const float *const in[1] = {force};
    float *const out[2] = {heard[0], heard[1]};

    double mid[TICK] = {0.0};
    double side[TICK] = {0.0};

    if (!radiator->awake) {
        return;
    }
    for (uint32_t i = 0; i < frames; i++) {
        force[i] = (float)bridge[i];
    }
    if (radiator->halo) {
        add_halo(radiator, force, frames);
    }
    for (uint32_t b = 0; b < radiator->count; b++) {
        urto_world_process(radiator->bodies[b], b == radiator->chosen ? in : NULL, out, frames);
        for (uint32_t i = 0; i < frames; i++) {
            mid[i] += (double)heard[0][i];
            side[i] += (double)heard[1][i];
        }
    }
    for (uint32_t i = 0; i < frames; i++) {
        radiator->width += 0.002 * (radiator->width_target - radiator->width);
        mix[0][i] += mid[i];
        mix[1][i] += radiator->width * side[i];
    }
    radiator->last[0] = mid[frames - 1];
    radiator->last[1] = radiator->width * side[frames - 1];
}

void radiator_follow(Radiator *radiator, const RadiatorDef *def, const double *parameters)
{
    radiator->chosen = def->choose ? def->choose(parameters) : 0;
    radiator->width_target = def->width ? parameters[def->width - 1] : 1.0;
    if (!radiator->awake) {
        radiator->width = radiator->width_target;
    }
}

void radiator_damp_halo(Radiator *radiator, double factor, uint32_t ramp)
{
    if (radiator->halo) {
        (void)urto_world_set_body(radiator->halo, (UrtoBody){.id = 1}, URTO_BODY_LOSS, factor, 0,
                                  ramp, NULL);
    }
}

/* A frame without force, so that nothing is left of the last one. */
static void world_rest(UrtoWorld *world)
{
    urto_world_process(world, NULL, NULL, 1);
    urto_world_rest(world);
}

void radiator_tick(Radiator *radiator, bool voices_sound)
{
    bool sleeps =
        radiator->awake && !voices_sound && (!radiator->halo || urto_world_sleeps(radiator->halo));

    for (uint32_t b = 0; b < radiator->count && sleeps; b++) {
        sleeps = urto_world_sleeps(radiator->bodies[b]);
    }
    if (sleeps) {
        radiator_rest(radiator);
    }
}

void radiator_rest(Radiator *radiator)
{
    for (uint32_t b = 0; b < radiator->count; b++) {
        world_rest(radiator->bodies[b]);
    }
    if (radiator->halo) {
        world_rest(radiator->halo);
    }
    radiator->awake = false;
    radiator->width = radiator->width_target;
    radiator->last[0] = radiator->last[1] = 0.0;
}
