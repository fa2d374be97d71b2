/* One mass and one wall for the Laboratory: the exact motion, and every scheme that steps it. */
#include "glue.h"

#include <math.h>

static UrtoImpact impact;
static UrtoImpactRun run;
static UrtoImpactExact exact;

/* mass, stiffness, exponent, damping, velocity, rate, phase, gravity, matched, corrected */
static void take(const double *parameters)
{
    impact = urto_impact_def();
    run = urto_impact_run_def();
    impact.mass = parameters[0];
    impact.law.stiffness = parameters[1];
    impact.law.exponent = parameters[2];
    impact.law.damping = parameters[3];
    impact.velocity = parameters[4];
    run.rate = parameters[5];
    run.phase = parameters[6];
    run.gravity = parameters[7];
    run.matched = parameters[8] != 0.0;
    run.corrected = parameters[9] != 0.0;
}

WEB_API(lab_exact) uint32_t web_lab_exact(const double *parameters)
{
    UrtoDiagnostic why = {0};

    take(parameters);
    if (urto_impact_check(&impact, &why) != URTO_OK ||
        urto_impact_exact(&impact, &exact, &why) != URTO_OK) {
        json_error(why.message, why.field);
        return 0;
    }
    json_clear();
    json_open('{');
    json_key_number("maxCompression", exact.max_compression);
    json_key_number("exitVelocity", exact.exit_velocity);
    json_key_number("contactTime", exact.contact_time);
    json_key_number("exitEnergy", exact.exit_energy);
    json_close('}');
    return 1;
}

/* time, compression, velocity, force, energy at evenly spaced instants */
WEB_API(lab_curve)
uint32_t web_lab_curve(float *out, uint32_t points, double from, double to)
{
    for (uint32_t i = 0; i < points; i++) {
        UrtoImpactPoint at = {0};
        const double time = from + (to - from) * i / (points - 1.0);
        if (urto_impact_at_time(&impact, time, &at, NULL) != URTO_OK) {
            return i;
        }
        const double a = impact.law.exponent;
        const double pushed = fmax(at.compression, 0.0);
        const double stored = impact.law.stiffness / (a + 1.0) * pow(pushed, a + 1.0);
        float *row = out + (size_t)LAB_COLUMNS * i;
        row[0] = (float)time;
        row[1] = (float)at.compression;
        row[2] = (float)at.velocity;
        row[3] = (float)at.force;
        row[4] = (float)(stored + 0.5 * impact.mass * at.velocity * at.velocity);
    }
    return points;
}

typedef struct Rows {
    float *out;
    uint32_t count, room, every;
} Rows;

static void keep(void *user, const UrtoImpactSample *sample)
{
    Rows *rows = user;

    if (rows->count < rows->room && sample->index % rows->every == 0) {
        float *row = rows->out + (size_t)LAB_COLUMNS * rows->count++;
        row[0] = (float)(sample->time - run.phase / run.rate);
        row[1] = (float)sample->compression;
        row[2] = (float)sample->velocity;
        row[3] = (float)sample->force;
        row[4] = (float)sample->energy;
    }
}

/* The same parameters by a scheme: rows of every so many samples from the start, at most `room`; returns how many. */
WEB_API(lab_run)
uint32_t web_lab_run(uint32_t scheme, float *out, uint32_t room, uint32_t every)
{
    const UrtoSchemeInfo *info = urto_scheme_at(scheme);
    UrtoImpactResult result = {0};
    UrtoDiagnostic why = {0};
    Rows rows = {.room = room, .every = every ? every : 1};
    UrtoImpactRun how = run;

    if (!info) {
        json_error("there is no such scheme", "scheme");
        return 0;
    }
    rows.out = out;
    how.scheme = info->name;
    if (urto_impact_simulate(&impact, &how, keep, &rows, &result, &why) != URTO_OK) {
        json_error(why.message, why.field);
        return rows.count;
    }
    json_clear();
    json_open('{');
    json_key_bool("left", result.left);
    json_key_number("maxCompression", result.max_compression);
    json_key_number("exitVelocity", result.exit_velocity);
    json_key_number("contactTime", result.contact_time);
    json_key_number("exitEnergy", result.exit_energy);
    json_key_number("maxEnergyRise", result.max_energy_rise);
    json_key_number("samplesInside", (double)result.samples_inside);
    json_key_number("iterationsMean", result.iterations_mean);
    json_key_number("iterationsMax", result.iterations_max);
    json_close('}');
    return rows.count;
}

/* The largest relative error of a scheme at a rate and a phase, of depth, exit velocity and duration, beside what
 * lab_exact found: 1 if the mass stays, NaN if the scheme refuses this impact. */
WEB_API(lab_error)
double web_lab_error(uint32_t scheme, double rate, double phase)
{
    const UrtoSchemeInfo *info = urto_scheme_at(scheme);
    UrtoImpactResult result = {0};
    UrtoImpactRun how = run;

    how.scheme = info ? info->name : "";
    how.rate = rate;
    how.phase = phase;
    if (urto_impact_simulate(&impact, &how, NULL, NULL, &result, NULL) != URTO_OK) {
        return NAN;
    }
    if (!result.left) {
        return 1.0;
    }
    return fmax(fmax(fabs(result.max_compression / exact.max_compression - 1.0),
                     fabs(result.exit_velocity / exact.exit_velocity - 1.0)),
                fabs(result.contact_time / exact.contact_time - 1.0));
}
