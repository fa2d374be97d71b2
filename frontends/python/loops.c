/* Loops that would be slow in Python. */

static UrtoImpact impact_at(const UrtoImpactColumns *columns, size_t i)
{
    const bool *varies = columns->varies;

    return (UrtoImpact){.mass = columns->mass[varies[0] ? i : 0],
                        .law = {.stiffness = columns->stiffness[varies[1] ? i : 0],
                                .exponent = columns->exponent[varies[2] ? i : 0],
                                .damping = columns->damping[varies[3] ? i : 0]},
                        .velocity = columns->velocity[varies[4] ? i : 0]};
}

UrtoStatus scheme_columns(const UrtoImpactColumns *impacts, size_t count, const UrtoImpactRun *run,
                          const double *phases, bool phase_varies, const SchemeColumns *results,
                          size_t *bad, UrtoDiagnostic *why)
{
    UrtoImpactRun one = *run;

    for (size_t i = 0; i < count; i++) {
        const UrtoImpact impact = impact_at(impacts, i);
        UrtoImpactResult result;
        one.phase = phases[phase_varies ? i : 0];
        const UrtoStatus status = urto_impact_simulate(&impact, &one, NULL, NULL, &result, why);
        if (status != URTO_OK) {
            *bad = i;
            return status;
        }
        results->max_compression[i] = result.max_compression;
        results->exit_velocity[i] = result.exit_velocity;
        results->contact_time[i] = result.contact_time;
        results->exit_energy[i] = result.exit_energy;
        results->energy_rise[i] = result.max_energy_rise;
        results->samples[i] = result.samples;
        results->left[i] = result.left;
    }
    return URTO_OK;
}

typedef struct Keeper {
    UrtoImpactSample *samples;
    size_t room, count;
} Keeper;

static void keep(void *user, const UrtoImpactSample *sample)
{
    Keeper *keeper = user;

    if (keeper->count < keeper->room) {
        keeper->samples[keeper->count] = *sample;
    }
    keeper->count++;
}

UrtoStatus scheme_trajectory(const UrtoImpact *impact, const UrtoImpactRun *run,
                             UrtoImpactSample *samples, size_t room, size_t *count,
                             UrtoImpactResult *result, UrtoDiagnostic *why)
{
    Keeper keeper = {samples, room, 0};
    const UrtoStatus status = urto_impact_simulate(impact, run, keep, &keeper, result, why);

    *count = keeper.count;
    return status;
}

void shape_at(const UrtoWorld *world, UrtoBody body, const double *x, const double *y, size_t count,
              double *displacement)
{
    for (size_t i = 0; i < count; i++) {
        displacement[i] = urto_world_displacement_at(world, body, x[i], y[i]);
    }
}

void modes_of(const UrtoWorld *world, UrtoBody body, uint32_t count, UrtoMode *modes,
              double *displacement)
{
    for (uint32_t i = 0; i < count; i++) {
        modes[i] = urto_world_mode_info(world, body, i);
        displacement[i] = urto_world_mode_displacement(world, body, i);
    }
}
