/* PhonoBump (002 4.2): the input is a force on a hammer that bounces on a resonator.
 *
 *   m x'' = g in(t) - k x - c x' - f,   f = K [x - y - d]^a (1 + mu v)
 *
 * The hammer hangs on a soft spring (20 Hz), so that it comes back from wherever the sound has
 * thrown it, and rests a distance d below the resonator. The output is the velocity y' of the
 * resonator beside the dry input. Bonded, hammer and resonator are tied by a linear spring K, and
 * the effect is a linear filter, with losses of the bodies only: the hammer's, c = 2 m s, follows
 * the contact's. With G = 1/m + sum of shape^2/mass over the modes at the place, the resonance of
 * hammer against resonator is at
 *
 *   tan^2(w/(2 rate)) = K G/(2 rate)^2
 *
 * and decays 1 + tan^2 times as slowly as it should, since losses see velocities over two steps.
 * Just below half the rate it would ring without end; so K is capped where tan is 1, at a quarter of
 * the rate.
 *
 * Resonator and kind of contact cannot change in a world; there is a world for each combination,
 * and a change fades from one to the other. With a resonator of the caller's own there is no other.
 * Everything else moves while it sounds. Idle until the first non-zero sample; put to sleep again
 * when silent.
 */
#include "phonobump.h"

#include "../base/status.h"
#include "../play/ledger_sum.h"
#include "../play/limiter.h"
#include "../play/numbers.h"
#include "../play/parameter.h"

static const double knee = 0.8, ceiling = 0.89; /* -1 dBFS */
static const double glide_seconds = 0.01, quiet_seconds = 0.2, input_limit = 8.0;

static UrtoStatus check_bump(const UrtoBump *bump, UrtoDiagnostic *why)
{
    return bump ? URTO_OK
                : status_fail(why, URTO_ERROR_ARGUMENT, "bump", 0.0,
                              "bump is NULL, must be one that was created");
}

static uint32_t chosen_world(const UrtoBump *bump)
{
    const double *p = bump->parameters;

    return (bump->own ? 0 : (uint32_t)p[RESONATOR]) * CONTACTS + (uint32_t)p[CONTACT];
}

static void set(Unit *unit, uint32_t slot, double value, uint32_t ramp)
{
    control_slots_set(&unit->slots[unit->now], slot, value, 0, ramp);
}

/* Largest stiffness of a bond: see the top of this file. */
static double stiffness_cap(const UrtoBump *bump, const Unit *unit)
{
    const double mass = 1e-3 * bump->parameters[MASS];

    return 4.0 * bump->rate * bump->rate / (1.0 / mass + bump->resonators[unit->now].inverse_mass);
}

static void apply(const UrtoBump *bump, Unit *unit, uint32_t ramp)
{
    const double *p = bump->parameters;
    const Resonator *resonator = &bump->resonators[unit->now];
    const double factor = decay_of(p[DECAY]) / resonator->decay;
    const ResonatorLoss loss =
        bump->own ? (ResonatorLoss){factor, factor}
                  : resonator_loss(kind_of_world(unit->now), p[DECAY], p[MATERIAL]);
    const bool bonded = is_bonded(unit->now);

    set(unit, SLOT_TUNING, p[PITCH] / resonator->pitch, ramp);
    set(unit, SLOT_LOSS, loss.common, ramp);
    set(unit, SLOT_HIGH, loss.high, ramp);
    set(unit, SLOT_STIFFNESS, bonded ? fmin(p[STIFFNESS], stiffness_cap(bump, unit)) : p[STIFFNESS],
        ramp);
    set(unit, SLOT_MASS, p[MASS], ramp); /* of 1 g */
    set(unit, SLOT_DRIVE, p[DRIVE], ramp);
    set(unit, SLOT_PLACE, place_x(resonator, p[PLACE]), ramp);
    if (bonded) {
        set(unit, SLOT_HAMMER_LOSS, (10.0 + 100.0 * p[LOSS]) / hammer_loss, ramp);
    } else {
        set(unit, SLOT_EXPONENT, p[EXPONENT], ramp);
        set(unit, SLOT_DAMPING, p[LOSS], ramp);
        const double distance = unit->pressed ? p[DISTANCE] : fmax(p[DISTANCE], 0.0);
        set(unit, SLOT_DISTANCE, 1e-3 * distance, 5 * ramp);
    }
}

/* Every TICK frames: changes, fades that are over, what has died away. */
static void tick(UrtoBump *bump, Unit *unit)
{
    const uint32_t ramp = unit->awake ? (uint32_t)(glide_seconds * bump->rate) : 0;
    const uint32_t patience = sleep_ticks(quiet_seconds, bump->rate);
    const uint32_t chosen = chosen_world(bump);

    if (unit->last != unit->now && unit->fade == 0.0) {
        urto_world_rest(unit->slots[unit->last].world);
        unit->last = unit->now;
    }
    if (unit->last == unit->now && chosen != unit->now) {
        unit->now = chosen;
        unit->fade = unit->awake ? 1.0 : 0.0;
        unit->last = unit->awake ? unit->last : unit->now;
        apply(bump, unit, 0);
    } else {
        apply(bump, unit, ramp);
    }
    sleep_tick(&unit->sleep, bump->wet, false);
    unit->pressed = unit->pressed && unit->sleep.quiet <= patience / 2;
    if (unit->awake && unit->sleep.quiet > patience) {
        urto_world_rest(unit->slots[unit->now].world);
        unit->awake = false;
    }
}

/* Heard from one side: in the sum of both, modes whose ends swing against each other are lost. */
static void wet_sound(const UrtoBump *bump, Unit *unit, const float *in, double *wet,
                      uint32_t frames)
{
    float ear[TICK];
    float *const out[2] = {ear, NULL};
    const float *const input[1] = {in};
    const double step = 1.0 / (glide_seconds * bump->rate);

    urto_world_process(unit->slots[unit->now].world, input, out, frames);
    for (uint32_t i = 0; i < frames; i++) {
        wet[i] = 2.0 * (double)ear[i];
    }
    if (unit->last != unit->now) {
        urto_world_process(unit->slots[unit->last].world, input, out, frames);
        for (uint32_t i = 0; i < frames; i++) {
            const double old = 2.0 * (double)ear[i];
            wet[i] += unit->fade * (old - wet[i]);
            unit->fade = unit->fade > step ? unit->fade - step : 0.0;
        }
    }
    for (uint32_t i = 0; i < frames; i++) {
        sleep_hear(&unit->sleep, wet[i]);
    }
}

/* NaN and infinities become 0; beyond +18 dB of full scale the input is clipped. */
static void take_input(UrtoBump *bump, const float *in, float *clean, uint32_t frames, bool *sounds)
{
    for (uint32_t i = 0; i < frames; i++) {
        const bool good = isfinite(in[i]);
        bump->statistics.nonfinite_inputs += good ? 0 : 1;
        clean[i] = good ? (float)clamp((double)in[i], -input_limit, input_limit) : 0.0f;
        *sounds = *sounds || clean[i] != 0.0f;
    }
}

static void update_levels(UrtoBump *bump)
{
    const double *p = bump->parameters;
    const double level = pow(10.0, (p[LEVEL] + p[MAKEUP]) / 20.0);

    bump->dry_target = 1.0 - p[MIX];
    bump->wet_target = p[MIX] * level;
}

/* Make-up that fits one source may be far too much for another. */
static double bounded(double x, bool *limited)
{
    return fabs(x) <= knee ? x : ceiling * limiter(x / ceiling, knee / ceiling, limited);
}

static void run(UrtoBump *bump, const float *const *in, float *const *out, uint32_t at, uint32_t n)
{
    const double part = 1.0 - exp(-1.0 / (0.005 * bump->rate));
    double dry = bump->dry;
    double wet = bump->wet;
    bool limited[TICK] = {false};

    for (uint32_t c = 0; c < bump->channels; c++) {
        Unit *unit = &bump->units[c];
        float clean[TICK];
        double sound[TICK] = {0.0};
        bool sounds = false;
        take_input(bump, in && in[c] ? in[c] + at : (const float[TICK]){0.0f}, clean, n, &sounds);
        /* it wakes with the first sample that is not 0, wherever blocks begin */
        uint32_t first = 0;
        while (!unit->awake && first < n && clean[first] == 0.0f) {
            first++;
        }
        unit->awake = unit->awake || sounds;
        unit->pressed = unit->pressed || sounds;
        unit->sleep.quiet = sounds ? 0 : unit->sleep.quiet;
        if (unit->awake) {
            wet_sound(bump, unit, clean + first, sound + first, n - first);
        }
        dry = bump->dry;
        wet = bump->wet;
        for (uint32_t i = 0; i < n; i++) {
            dry += part * (bump->dry_target - dry);
            wet += part * (bump->wet_target - wet);
            const double y = bounded(dry * (double)clean[i] + wet * sound[i], &limited[i]);
            if (out && out[c]) {
                out[c][at + i] = (float)y;
            }
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        bump->statistics.limited += limited[i];
    }
    bump->dry = dry;
    bump->wet = wet;
}

void urto_bump_process(UrtoBump *bump, const float *const *in, float *const *out, uint32_t frames)
{
    uint32_t done = 0;

    while (bump && done < frames) {
        const uint32_t room = tick_left(bump->clock);
        const uint32_t n = frames - done < room ? frames - done : room;
        for (uint32_t c = 0; c < bump->channels && room == TICK; c++) {
            tick(bump, &bump->units[c]);
        }
        run(bump, in, out, done, n);
        bump->clock += n;
        done += n;
    }
}

double urto_bump_get(const UrtoBump *bump, uint32_t parameter)
{
    return bump && parameter < PARAMETERS ? bump->parameters[parameter] : 0.0;
}

UrtoStatus urto_bump_set(UrtoBump *bump, uint32_t parameter, double value, UrtoDiagnostic *why)
{
    UrtoStatus status = check_bump(bump, why);

    if (status == URTO_OK) {
        status = parameter_check(parameter, PARAMETERS, why);
    }
    if (status == URTO_OK) {
        status = urto_parameter_clamp(&urto_bump_info()->parameters[parameter], value,
                                      &bump->parameters[parameter], why);
        update_levels(bump);
    }
    return status;
}

UrtoStatus urto_bump_load_preset(UrtoBump *bump, uint32_t preset, UrtoDiagnostic *why)
{
    UrtoStatus status = check_bump(bump, why);

    if (status == URTO_OK) {
        status = preset_check(preset, urto_bump_info()->preset_count, why);
    }
    return status == URTO_OK ? urto_bump_apply_preset(bump, &urto_bump_info()->presets[preset], why)
                             : status;
}

UrtoStatus urto_bump_apply_preset(UrtoBump *bump, const UrtoPreset *preset, UrtoDiagnostic *why)
{
    UrtoStatus status = check_bump(bump, why);

    status = status == URTO_OK ? status_check_pointer(why, "preset", preset) : status;
    for (uint32_t i = 0; i < PARAMETERS && status == URTO_OK; i++) {
        if (!bump->own || (i != PITCH && i != DECAY)) {
            (void)urto_bump_set(bump, i, urto_preset_value(preset, urto_bump_info()->parameters, i),
                                NULL);
        }
    }
    return status;
}

void urto_bump_reset(UrtoBump *bump)
{
    if (!bump) {
        return;
    }
    update_levels(bump);
    bump->dry = bump->dry_target;
    bump->wet = bump->wet_target;
    bump->clock = 0;
    for (uint32_t c = 0; c < bump->channels; c++) {
        Unit *unit = &bump->units[c];
        urto_world_rest(unit->slots[unit->now].world);
        urto_world_rest(unit->slots[unit->last].world);
        unit->now = unit->last = chosen_world(bump);
        unit->fade = 0.0;
        unit->sleep = (Sleep){.peak = 0.0};
        unit->awake = unit->pressed = false;
    }
}

bool urto_bump_sounds(const UrtoBump *bump)
{
    bool sounds = false;

    for (uint32_t c = 0; bump && c < bump->channels; c++) {
        sounds = sounds || bump->units[c].awake;
    }
    return sounds;
}

UrtoBumpStatistics urto_bump_statistics(const UrtoBump *bump)
{
    UrtoBumpStatistics sum = {0};

    if (!bump) {
        return sum;
    }
    sum = bump->statistics;
    for (uint32_t c = 0; c < bump->channels; c++) {
        const Unit *unit = &bump->units[c];
        for (uint32_t w = 0; w < bump->worlds; w++) {
            const UrtoStatistics world = urto_world_statistics(unit->slots[w].world);
            sum.force_max = fmax(sum.force_max, world.force_max);
            sum.nonfinite += world.nonfinite;
        }
        if (unit->awake) {
            const UrtoWorld *world = unit->slots[unit->now].world;
            sum.contacts += urto_world_statistics(world).active;
            sum.energy += urto_world_ledger(world).stored;
        }
    }
    return sum;
}

UrtoLedger urto_bump_ledger(const UrtoBump *bump)
{
    UrtoLedger sum = {0};

    for (uint32_t c = 0; bump && c < bump->channels; c++) {
        for (uint32_t w = 0; w < bump->worlds; w++) {
            ledger_add(&sum, bump->units[c].slots[w].world);
        }
    }
    return sum;
}
