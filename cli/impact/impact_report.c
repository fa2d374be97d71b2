/* An experiment as a table for people, as JSON for programs, and its samples as CSV. */
#include "experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char nothing[] = "–";

enum { CELL = 32, NAME_WIDTH = 18 };

/* A signed error: exponents for what is tiny or huge. */
static void error_cell(char cell[CELL], double error, bool meaningful)
{
    const double size = fabs(error);

    if (!meaningful || !isfinite(error)) {
        snprintf(cell, CELL, "%s", nothing);
    } else if (error == 0.0) {
        snprintf(cell, CELL, "0");
    } else {
        snprintf(cell, CELL, size < 5e-4 ? "%+.0e" : size < 999.9 ? "%+.3f" : "%+.2e", error);
    }
}

static void percent_cell(char cell[CELL], double value, double reference, bool meaningful)
{
    error_cell(cell, 100.0 * (value / reference - 1.0), meaningful);
}

static void compression_cell(char cell[CELL], const Experiment *e, const ImpactRow *row)
{
    percent_cell(cell, row->trace.result.max_compression, e->exact.max_compression,
                 row->trace.result.max_compression > 0.0);
}

static void velocity_cell(char cell[CELL], const Experiment *e, const ImpactRow *row)
{
    percent_cell(cell, row->trace.result.exit_velocity, e->exact.exit_velocity,
                 row->trace.result.left);
}

static void time_cell(char cell[CELL], const Experiment *e, const ImpactRow *row)
{
    percent_cell(cell, row->trace.result.contact_time, e->exact.contact_time,
                 row->trace.result.left);
}

static void time_samples_cell(char cell[CELL], const Experiment *e, const ImpactRow *row)
{
    error_cell(cell, (row->trace.result.contact_time - e->exact.contact_time) * e->run.rate,
               row->trace.result.left);
}

static void rise_cell(char cell[CELL], const Experiment *e, const ImpactRow *row)
{
    const double rise = row->trace.result.max_energy_rise;

    (void)e;
    if (!isfinite(rise)) {
        snprintf(cell, CELL, "%s", nothing);
    } else {
        snprintf(cell, CELL, rise > 0.0 ? "%.1e" : "%.0f", fmax(rise, 0.0));
    }
}

static void inside_cell(char cell[CELL], const Experiment *e, const ImpactRow *row)
{
    (void)e;
    if (row->trace.result.samples_inside == 0) {
        snprintf(cell, CELL, "%s", nothing);
    } else {
        snprintf(cell, CELL, "%llu", (unsigned long long)row->trace.result.samples_inside);
    }
}

static void iterations_cell(char cell[CELL], const Experiment *e, const ImpactRow *row)
{
    const UrtoImpactResult *result = &row->trace.result;

    (void)e;
    if (!row->scheme->iterative) {
        snprintf(cell, CELL, "%s", nothing);
    } else {
        snprintf(cell, CELL, "%.1f/%u%s", result->iterations_mean, result->iterations_max,
                 result->unconverged ? "!" : "");
    }
}

static void cost_cell(char cell[CELL], const Experiment *e, const ImpactRow *row)
{
    const double cost = 1e6 * row->seconds;

    (void)e;
    snprintf(cell, CELL, cost < 999.9 ? "%.2f" : cost < 1e6 ? "%.0f" : "%.2e", cost);
}

static const struct {
    const char *title, *unit;
    int width; /* at least */
    void (*cell)(char cell[CELL], const Experiment *experiment, const ImpactRow *row);
} columns[] = {
    {"x_max", "%", 8, compression_cell},
    {"v_out", "%", 8, velocity_cell},
    {"contact", "%", 8, time_cell},
    {"contact", "samples", 7, time_samples_cell},
    {"energy", "rise", 7, rise_cell},
    {"samples", "inside", 7, inside_cell},
    {"iterations", "mean/max", 10, iterations_cell},
    {"time", "µs", 6, cost_cell},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void add_parameters(const Experiment *e, Text *text)
{
    const ImpactSettings *s = &e->settings;

    text_add(text,
             "mass %g kg, stiffness %g N/m^%g, damping %g s/m, exponent %g, velocity %g m/s\n",
             s->mass, s->stiffness, s->exponent, s->damping, s->exponent, s->velocity);
    text_add(text, "rate %g Hz, phase %g samples", s->rate, s->phase);
    if (s->gravity > 0.0) {
        text_add(text, ", gravity %g m/s^2", s->gravity);
    }
    if (s->spring > 0.0) {
        text_add(text, ", spring %g N/m", s->spring);
    }
    text_add(text, "%s%s\n\n", s->matched ? ", matched" : "", s->corrected ? ", corrected" : "");
    if (!experiment_is_free(e)) {
        text_add(text, "With gravity or a spring there is no closed form: the errors are against "
                       "the free impact.\n");
    }
    text_add(text, "exact: x_max %.6g µm, v_out %.7g m/s (approximation %.7g),\n",
             1e6 * e->exact.max_compression, e->exact.exit_velocity, e->exact.exit_velocity_approx);
    text_add(text, "       contact %.6g µs = %.4f samples, exit energy %.6g mJ\n\n",
             1e6 * e->exact.contact_time, e->exact.contact_time * s->rate,
             1e3 * e->exact.exit_energy);
}

static void add_rebounds(const Experiment *e, Text *text)
{
    if (e->settings.rebounds == 0) {
        return;
    }
    text_add(text, "\nRebounds, ms after the first touch:\n");
    for (size_t i = 0; i < e->row_count; i++) {
        const UrtoImpactResult *result = &e->rows[i].trace.result;
        text_add(text, "%-18s", e->rows[i].scheme->name);
        for (uint32_t j = 0; j < result->rebound_count; j++) {
            text_add(text, " %11.5f", 1e3 * result->rebound_times[j]);
        }
        text_add(text, "%s\n",
                 result->rebound_count < e->settings.rebounds ? " (no more found)" : "");
    }
}

static bool overflowed(const UrtoImpactResult *result)
{
    return !isfinite(result->exit_velocity) || !isfinite(result->contact_time) ||
           !isfinite(result->max_energy_rise);
}

static void add_remarks(const Experiment *e, Text *text)
{
    for (size_t i = 0; i < e->row_count; i++) {
        const ImpactRow *row = &e->rows[i];
        if (row->trace.result.unconverged > 0) {
            text_add(text, "! %s: the iteration reached its cap in %llu of %llu steps\n",
                     row->scheme->name, (unsigned long long)row->trace.result.unconverged,
                     (unsigned long long)row->trace.result.samples);
        }
        if (overflowed(&row->trace.result)) {
            text_add(text, "%s: the motion overflowed\n", row->scheme->name);
        } else if (!row->trace.result.left) {
            text_add(text, "%s: the mass did not leave the wall\n", row->scheme->name);
        }
    }
    if (e->refusal_count > 0) {
        text_add(text, "\nCannot do this:\n");
    }
    for (size_t i = 0; i < e->refusal_count; i++) {
        text_add(text, "%-18s %s\n", e->refusals[i].scheme->name, e->refusals[i].why.message);
    }
}

/* One line of the table; every cell has a blank before it. */
static void add_line(Text *text, const char *name, char cells[COLUMNS][CELL],
                     const int widths[COLUMNS])
{
    text_add_cell(text, name, -NAME_WIDTH);
    for (size_t j = 0; j < COLUMNS; j++) {
        text_add(text, " ");
        text_add_cell(text, cells[j], widths[j]);
    }
    text_add(text, "\n");
}

enum { HEAD_LINES = 2 };

/* A column is as wide as its widest cell. */
static void add_table(const Experiment *e, Text *text)
{
    const size_t lines = HEAD_LINES + e->row_count;
    char(*cells)[COLUMNS][CELL] = memory_resize(NULL, lines, sizeof *cells);
    int widths[COLUMNS];

    for (size_t j = 0; j < COLUMNS; j++) {
        snprintf(cells[0][j], CELL, "%s", columns[j].title);
        snprintf(cells[1][j], CELL, "%s", columns[j].unit);
        widths[j] = columns[j].width;
        for (size_t i = 0; i < e->row_count; i++) {
            columns[j].cell(cells[HEAD_LINES + i][j], e, &e->rows[i]);
            const int length = text_characters(cells[HEAD_LINES + i][j]);
            widths[j] = length > widths[j] ? length : widths[j];
        }
    }
    for (size_t i = 0; i < lines; i++) {
        const char *name = i == 0           ? "scheme"
                           : i < HEAD_LINES ? ""
                                            : e->rows[i - HEAD_LINES].scheme->name;
        add_line(text, name, cells[i], widths);
    }
    free(cells);
}

void experiment_table(const Experiment *e, Text *text)
{
    add_parameters(e, text);
    add_table(e, text);
    add_rebounds(e, text);
    add_remarks(e, text);
}

typedef struct Member {
    const char *name;
    double value;
} Member;

/* {"name": value, ...}, one member a line. */
static void add_members(Text *text, const Member *members, size_t count, const char *indent)
{
    for (size_t i = 0; i < count; i++) {
        text_add(text, "%s\n%s\"%s\": ", i ? "," : "", indent, members[i].name);
        text_add_json_number(text, members[i].value);
    }
}

#define MEMBERS(array) (array), sizeof(array) / sizeof *(array)

static void json_parameters(const ImpactSettings *s, Text *text)
{
    const Member numbers[] = {
        {"mass", s->mass},         {"stiffness", s->stiffness}, {"damping", s->damping},
        {"exponent", s->exponent}, {"velocity", s->velocity},   {"rate", s->rate},
        {"phase", s->phase},       {"gravity", s->gravity},     {"spring", s->spring},
        {"rebounds", s->rebounds},
    };

    text_add(text, "  \"parameters\": {");
    add_members(text, MEMBERS(numbers), "    ");
    text_add(text, ",\n    \"matched\": %s,\n    \"corrected\": %s\n  }",
             s->matched ? "true" : "false", s->corrected ? "true" : "false");
}

static void json_exact(const UrtoImpactExact *exact, Text *text)
{
    const Member numbers[] = {
        {"max_compression", exact->max_compression},
        {"exit_velocity", exact->exit_velocity},
        {"exit_velocity_approx", exact->exit_velocity_approx},
        {"contact_time", exact->contact_time},
        {"exit_energy", exact->exit_energy},
    };

    text_add(text, ",\n  \"exact\": {");
    add_members(text, MEMBERS(numbers), "    ");
    text_add(text, "\n  }");
}

static void json_row(const ImpactRow *row, Text *text)
{
    const UrtoImpactResult *r = &row->trace.result;
    const double exists = r->left ? 1.0 : (double)NAN;
    const Member numbers[] = {
        {"max_compression", r->max_compression},
        {"exit_velocity", exists * r->exit_velocity},
        {"contact_time", exists * r->contact_time},
        {"exit_energy", exists * r->exit_energy},
        {"max_energy_rise", r->max_energy_rise},
        {"samples_inside", (double)r->samples_inside},
        {"iterations_mean", r->iterations_mean},
        {"iterations_max", r->iterations_max},
        {"power_evaluations", (double)r->power_evaluations},
        {"unconverged", (double)r->unconverged},
    };

    text_add(text, "\n    {\n      \"scheme\": \"%s\",", row->scheme->name);
    add_members(text, MEMBERS(numbers), "      ");
    text_add(text, ",\n      \"rebound_times\": [");
    for (uint32_t i = 0; i < r->rebound_count; i++) {
        text_add(text, "%s", i ? ", " : "");
        text_add_json_number(text, r->rebound_times[i]);
    }
    text_add(text, "]\n    }");
}

void experiment_json(const Experiment *e, Text *text)
{
    text_add(text, "{\n");
    json_parameters(&e->settings, text);
    json_exact(&e->exact, text);
    text_add(text, ",\n  \"schemes\": [");
    for (size_t i = 0; i < e->row_count; i++) {
        text_add(text, "%s", i ? "," : "");
        json_row(&e->rows[i], text);
    }
    text_add(text, "\n  ],\n  \"refused\": [");
    for (size_t i = 0; i < e->refusal_count; i++) {
        text_add(text, "%s\n    {\"scheme\": \"%s\", \"reason\": ", i ? "," : "",
                 e->refusals[i].scheme->name);
        text_add_json_string(text, e->refusals[i].why.message);
        text_add(text, "}");
    }
    text_add(text, "%s]\n}\n", e->refusal_count ? "\n  " : "");
}

void experiment_csv(const Experiment *e, Text *text)
{
    text_add(text, "scheme,index,time,compression,velocity,force,energy,iterations\n");
    for (size_t i = 0; i < e->row_count; i++) {
        const ImpactTrace *trace = &e->rows[i].trace;
        for (size_t j = 0; j < trace->count; j++) {
            const UrtoImpactSample *s = &trace->samples[j];
            text_add(text, "%s,%llu,%.17g,%.17g,%.17g,%.17g,%.17g,%u\n", e->rows[i].scheme->name,
                     (unsigned long long)s->index, s->time, s->compression, s->velocity, s->force,
                     s->energy, s->iterations);
        }
    }
}
