/* Features that have names for their values, as the regime of a bow, are drawn as a map over two axes that are a grid. There
 * the edges of each region are fitted by straight lines, on logarithmic axes powers: Schelleng's. */
#include "show.h"

#include "output/plot.h"
#include "storage.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 16, PANELS_MAX = 64, CURVES = 6, PLAN_AXES_SHOWN = 12 };

typedef struct Span {
    double low, high;
    size_t distinct; /* values */
    bool log;
} Span;

static int by_size(const void *one, const void *two)
{
    const double a = *(const double *)one, b = *(const double *)two;

    return (a > b) - (a < b);
}

/* Its finite values, sorted, without repetition; to be freed. */
static double *sorted(const SweepColumn *column, size_t rows, size_t *count)
{
    double *values = memory_resize(NULL, rows + 1, sizeof *values);
    size_t all = 0;

    for (size_t i = 0; i < rows; i++) {
        if (isfinite(column->values[i])) {
            values[all++] = column->values[i];
        }
    }
    qsort(values, all, sizeof *values, by_size);
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        if (i == 0 || values[i] > values[*count - 1]) {
            values[(*count)++] = values[i];
        }
    }
    return values;
}

static Span span_of(const SweepColumn *column, size_t rows)
{
    Span span = {0};
    double *values = sorted(column, rows, &span.distinct);

    if (span.distinct) {
        span.low = values[0];
        span.high = values[span.distinct - 1];
        span.log = span.low > 0.0 && (column->scale && strcmp(column->scale, "list") != 0
                                          ? strcmp(column->scale, "log") == 0
                                          : span.high >= 20.0 * span.low);
    }
    free(values);
    return span;
}

/* --- text --- */

/* "none 3, Helmholtz 12" */
static void add_names(const SweepColumn *column, size_t rows, Text *text)
{
    const char *name = column->names;

    for (int value = 0; name && *name; value++) {
        const int length = (int)strcspn(name, " ");
        size_t count = 0;
        for (size_t i = 0; i < rows; i++) {
            count += column->values[i] == (double)value;
        }
        text_add(text, "%s%.*s %zu", value ? ", " : "", length, name, count);
        name += length + (name[length] == ' ');
    }
}

static void add_column(const SweepColumn *column, size_t rows, const char *kind, Text *text)
{
    const Span span = span_of(column, rows);

    text_add(text, "  %-8s ", kind);
    text_add_cell(text, column->name, -28);
    text_add(text, " ");
    text_add_cell(text, column->unit, -6);
    text_add(text, " ");
    if (column->words) {
        for (size_t i = 0; i < column->word_count && i < 8; i++) {
            text_add(text, "%s%s", i ? ", " : "", column->words[i]);
        }
        text_add(text, "%s", column->word_count > 8 ? ", ..." : "");
    } else if (column->names) {
        add_names(column, rows, text);
    } else if (span.distinct == 0) {
        text_add(text, "no values");
    } else {
        text_add(text, "%.6g to %.6g", span.low, span.high);
        if (strcmp(kind, "axis") == 0) {
            text_add(text, ", %zu values", span.distinct);
        }
    }
    text_add(text, "\n");
}

static void add_text(const char *path, const SweepData *data, Text *text)
{
    size_t failed = 0;

    for (size_t i = 0; i < data->rows; i++) {
        failed += data->status[i] == CASE_FAILED;
    }
    text_add(text, "%s: %s%s%zu cases, %zu failed, urto %s\n", path, data->title,
             data->title[0] ? "; " : "", data->rows, failed, data->version);
    if (data->shards > 1) {
        text_add(text, "  shard %u of %u\n", data->shard, data->shards);
    }
    for (size_t i = 0; i < data->parameter_count; i++) {
        add_column(&data->parameters[i], data->rows, "axis", text);
    }
    for (size_t i = 0; i < data->feature_count; i++) {
        add_column(&data->features[i], data->rows, "feature", text);
    }
    if (data->frames) {
        text_add(text, "  sound    %u channel%s, %g Hz, at most %.3g s each\n", data->channels,
                 data->channels == 1 ? "" : "s", data->rate, (double)data->frames / data->rate);
    }
}

/* --- edges of regions --- */

typedef struct Edge {
    double slope, offset; /* y = offset + slope x, of logarithms on logarithmic axes */
    double x[2];
    size_t count; /* of points that it goes through */
} Edge;

static double scaled(double value, bool log)
{
    return log ? log10(value) : value;
}

/* Two axes of numbers that were combined in full: a map. */
typedef struct Grid {
    double *x, *y; /* values of the axes, sorted */
    size_t columns, count;
    bool log[2];
    size_t *rows; /* of x[i], y[j] at [i * count + j]; NULL: it is none */
} Grid;

static size_t index_in(const double *values, size_t count, double value)
{
    const double *found = bsearch(&value, values, count, sizeof *values, by_size);

    return found ? (size_t)(found - values) : SIZE_MAX;
}

static bool fill(Grid *grid, const SweepData *data)
{
    memset(grid->rows, 0xFF, data->rows * sizeof *grid->rows); /* SIZE_MAX: nothing there yet */
    for (size_t row = 0; row < data->rows; row++) {
        const size_t i = index_in(grid->x, grid->columns, data->parameters[0].values[row]);
        const size_t j = index_in(grid->y, grid->count, data->parameters[1].values[row]);
        if (i == SIZE_MAX || j == SIZE_MAX || grid->rows[i * grid->count + j] != SIZE_MAX) {
            return false;
        }
        grid->rows[i * grid->count + j] = row;
    }
    return true;
}

static Grid find_grid(const SweepData *data)
{
    Grid grid = {0};

    if (data->parameter_count != 2 || data->parameters[0].words || data->parameters[1].words) {
        return grid;
    }
    for (int axis = 0; axis < 2; axis++) {
        grid.log[axis] = span_of(&data->parameters[axis], data->rows).log;
    }
    grid.x = sorted(&data->parameters[0], data->rows, &grid.columns);
    grid.y = sorted(&data->parameters[1], data->rows, &grid.count);
    if (data->rows && grid.columns * grid.count == data->rows) {
        grid.rows = memory_resize(NULL, data->rows, sizeof *grid.rows);
        if (!fill(&grid, data)) {
            free(grid.rows);
            grid.rows = NULL;
        }
    }
    return grid;
}

static void free_grid(Grid *grid)
{
    free(grid->x);
    free(grid->y);
    free(grid->rows);
}

/* The largest run of neighbours along y with a value, in a column of a map: half-way to what is beyond it, NAN where the map
 * ends. */
static void find_run(const Grid *grid, size_t column, const SweepColumn *feature, double value,
                     double edges[2])
{
    const size_t *rows = &grid->rows[column * grid->count];
    const double *y = grid->y;
    const bool log = grid->log[1];
    size_t begin = 0, best = 0, best_begin = 0;

    edges[0] = edges[1] = (double)NAN;
    for (size_t i = 0; i < grid->count; i++) {
        const bool inside = feature->values[rows[i]] == value;
        if (inside && i + 1 - begin > best) {
            best = i + 1 - begin;
            best_begin = begin;
        }
        begin = inside ? begin : i + 1;
    }
    if (best && best_begin > 0) {
        edges[0] = 0.5 * (scaled(y[best_begin - 1], log) + scaled(y[best_begin], log));
    }
    if (best && best_begin + best < grid->count) {
        const size_t last = best_begin + best - 1;
        edges[1] = 0.5 * (scaled(y[last], log) + scaled(y[last + 1], log));
    }
}

static Edge fit(double (*points)[2], size_t count)
{
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    Edge edge = {.count = count, .x = {HUGE_VAL, -HUGE_VAL}};

    for (size_t i = 0; i < count; i++) {
        sx += points[i][0];
        sy += points[i][1];
        sxx += points[i][0] * points[i][0];
        sxy += points[i][0] * points[i][1];
        edge.x[0] = fmin(edge.x[0], points[i][0]);
        edge.x[1] = fmax(edge.x[1], points[i][0]);
    }
    const double n = (double)count;
    edge.slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    edge.offset = (sy - edge.slope * sx) / n;
    return edge;
}

/* Lower and upper edge of the region with a value; false where it has too few columns. */
static bool find_edges(const Grid *grid, const SweepColumn *feature, double value, Edge edges[2])
{
    size_t found[2] = {0, 0};
    double(*points[2])[2] = {memory_resize(NULL, grid->columns, sizeof *points[0]),
                             memory_resize(NULL, grid->columns, sizeof *points[0])};

    for (size_t i = 0; i < grid->columns; i++) {
        double run[2];
        find_run(grid, i, feature, value, run);
        for (int side = 0; side < 2; side++) {
            if (isfinite(run[side])) {
                points[side][found[side]][0] = scaled(grid->x[i], grid->log[0]);
                points[side][found[side]++][1] = run[side];
            }
        }
    }
    for (int side = 0; side < 2; side++) {
        edges[side] = fit(points[side], found[side]);
        free(points[side]);
    }
    return found[0] > 3 || found[1] > 3;
}

static void add_edges(const Grid *grid, const SweepColumn *feature, Text *text)
{
    static const char *const sides[] = {"lower", "upper"};
    const char *name = feature->names;
    Edge edges[2];

    for (int value = 0; *name; value++) {
        const int length = (int)strcspn(name, " ");
        if (find_edges(grid, feature, value, edges)) {
            for (int side = 0; side < 2; side++) {
                if (edges[side].count > 3) {
                    text_add(text, "  edge     %s %.*s, %s: slope %.2f over %zu columns\n",
                             feature->name, length, name, sides[side], edges[side].slope,
                             edges[side].count);
                }
            }
        }
        name += length + (name[length] == ' ');
    }
}

/* --- figure --- */

static void label(char text[64], const SweepColumn *column)
{
    snprintf(text, 64, column->unit[0] ? "%.40s [%.16s]" : "%.60s", column->name, column->unit);
}

static void set_axis(PlotAxis *axis, const SweepColumn *column, size_t rows, const char **names)
{
    const Span span = span_of(column, rows);

    label(axis->label, column);
    axis->log = span.log && !column->words;
    if (column->words && names) {
        for (size_t i = 0; i < column->word_count && i < NAMES_MAX; i++) {
            names[i] = column->words[i];
        }
        axis->names = names;
    }
}

/* Its values fill a map, but for a little. */
static void set_limits(PlotAxis *axis, const SweepColumn *column, size_t rows)
{
    const Span span = span_of(column, rows);
    const double low = scaled(span.low, axis->log), high = scaled(span.high, axis->log);
    const double margin = 0.04 * (high - low);

    axis->low = axis->log ? pow(10.0, low - margin) : low - margin;
    axis->high = axis->log ? pow(10.0, high + margin) : high + margin;
}

static double place(const SweepColumn *column, size_t row)
{
    return column->values[row] + (column->words ? 1.0 : 0.0);
}

static void draw_map(Plot *plot, const SweepData *data, const Grid *grid,
                     const SweepColumn *feature)
{
    const SweepColumn *x = &data->parameters[0], *y = &data->parameters[1];
    PlotPanel *panel = plot_panel(plot, feature->name, "", "");
    const char *name = feature->names;

    set_axis(&panel->x, x, data->rows, NULL);
    set_axis(&panel->y, y, data->rows, NULL);
    set_limits(&panel->x, x, data->rows);
    set_limits(&panel->y, y, data->rows);
    for (int value = 0; *name; value++) {
        char words[64];
        const size_t length = strcspn(name, " ");
        snprintf(words, sizeof words, "%.*s", (int)(length < 60 ? length : 60), name);
        PlotSeries *series = NULL;
        for (size_t row = 0; row < data->rows; row++) {
            if (feature->values[row] == (double)value) {
                series = series ? series
                                : plot_series(panel, words, PLOT_POINTS, plot_look((size_t)value));
                plot_point(series, x->values[row], y->values[row]);
            }
        }
        name += length + (name[length] == ' ');
    }
    name = feature->names;
    for (int value = 0; *name; value++) {
        Edge edges[2];
        const size_t length = strcspn(name, " ");
        /* of the most regular region: the one that has both */
        if (find_edges(grid, feature, value, edges) && edges[0].count > 3 && edges[1].count > 3) {
            for (int side = 0; side < 2; side++) {
                char words[64];
                snprintf(words, sizeof words, "slope %.2f", edges[side].slope);
                PlotSeries *series =
                    plot_series(panel, words, side ? PLOT_DASHED : PLOT_LINE, plot_exact);
                for (int end = 0; end < 2; end++) {
                    const double at = edges[side].x[end];
                    const double to = edges[side].offset + edges[side].slope * at;
                    plot_point(series, panel->x.log ? pow(10.0, at) : at,
                               panel->y.log ? pow(10.0, to) : to);
                }
            }
        }
        name += length + (name[length] == ' ');
    }
}

/* Lines over the axis for each value of the other one, if there are few; else points. */
static void draw_points(Plot *plot, const SweepData *data, const SweepColumn *feature, size_t axis,
                        const char **names)
{
    const SweepColumn *x = &data->parameters[axis];
    PlotPanel *panel = plot_panel(plot, feature->name, "", "");
    const bool pair = data->parameter_count == 2;
    const SweepColumn *other = &data->parameters[pair ? 1 - axis : axis];
    size_t count = 0;
    double *values = pair ? sorted(other, data->rows, &count) : NULL;

    set_axis(&panel->x, x, data->rows, names);
    set_axis(&panel->y, feature, data->rows, NULL);
    const bool lines = count > 0 && count <= CURVES && !x->words &&
                       span_of(x, data->rows).distinct * count == data->rows;
    for (size_t i = 0; i < (lines ? count : 1); i++) {
        char words[64] = "";
        if (lines && other->words) {
            snprintf(words, sizeof words, "%.60s", other->words[(size_t)values[i]]);
        } else if (lines) {
            snprintf(words, sizeof words, "%.4g %.16s", values[i], other->unit);
        }
        PlotSeries *series =
            plot_series(panel, words, lines ? PLOT_SAMPLES : PLOT_POINTS, plot_look(i));
        for (size_t row = 0; row < data->rows; row++) {
            if (!lines || other->values[row] == values[i]) {
                plot_point(series, place(x, row), feature->values[row]);
            }
        }
    }
    free(values);
}

static int draw(const SweepData *data, const Grid *grid, const char *figure, const char *only)
{
    static const char *names[PLAN_AXES_SHOWN][NAMES_MAX + 1];
    Plot plot = {0};
    int code = 0;

    snprintf(plot.title, sizeof plot.title, "%.150s", data->title);
    for (size_t i = 0; i < data->feature_count; i++) {
        const SweepColumn *feature = &data->features[i];
        if (only && strcmp(only, feature->name) != 0) {
            continue;
        }
        if (grid->rows && feature->names) {
            draw_map(&plot, data, grid, feature);
            continue;
        }
        for (size_t axis = 0;
             axis < data->parameter_count && axis < PLAN_AXES_SHOWN && plot.count < PANELS_MAX;
             axis++) {
            draw_points(&plot, data, feature, axis, names[axis]);
        }
    }
    if (plot.count == 0) {
        code = fail(EXIT_USAGE, "sweep", "no feature \"%.60s\" to draw", only ? only : "");
    } else {
        const PlotStatus status = plot_write(&plot, figure);
        if (status != PLOT_OK) {
            code = fail(EXIT_FAILED, "sweep", "cannot write %.200s: %s", figure,
                        status == PLOT_UNWRITABLE ? strerror(errno) : plot_status_text(status));
        }
    }
    plot_free(&plot);
    return code;
}

int sweep_show(const char *path, const char *figure, const char *only)
{
    SweepFile file;
    const char *why = storage_open(&file, path);
    Text text = {0};

    if (why) {
        return fail(EXIT_USAGE, "sweep", "%.200s: %s", path, why);
    }
    Grid grid = find_grid(&file.data);
    add_text(path, &file.data, &text);
    for (size_t i = 0; grid.rows && i < file.data.feature_count; i++) {
        if (file.data.features[i].names) {
            add_edges(&grid, &file.data.features[i], &text);
        }
    }
    fwrite(text.data, 1, text.length, stdout);
    text_free(&text);
    const int code = figure ? draw(&file.data, &grid, figure, only) : 0;
    free_grid(&grid);
    storage_close(&file);
    return code;
}
