/* A plot becomes a gnuplot script with its data inline. gnuplot reads the script from a nameless
 * file and draws to its standard output, so no text of the user is ever seen by a shell. */
#include "plot.h"

#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PANEL_WIDTH = 560, PANEL_HEIGHT = 420, LEGEND_COLUMNS = 4, LEGEND_ROW = 26, TITLE_ROW = 34 };
enum { NARROW_HEIGHT = 240, NARROW_LEGEND = 2, PAGE_PANEL = 290, PAGE_LEGEND_ROW = 19 };

const PlotLook plot_exact = {"#000000", 0, 1.6, NULL}, plot_guide = {"#8c8c8c", 0, 1.2, "(4,3)"},
               plot_converged = {"#999999", 0, 1.0, NULL};

/* A scheme or solver keeps colour, mark and dash in every figure. The colours stay apart for
 * colour-blind eyes (Okabe and Ito, Tol); where curves coincide, the dashes show both. */
static const struct {
    const char *scheme;
    PlotLook look;
} scheme_looks[] = {
    {"trapezoidal", {"#56B4E9", 5, 1.8, NULL}},
    {"verlet", {"#332288", 9, 1.6, "(10,3)"}},
    {"heun", {"#AA4499", 11, 1.6, "(6,3)"}},
    {"rk4", {"#E69F00", 7, 1.6, "(3,3)"}},
    {"implicit-midpoint", {"#117733", 13, 1.6, "(6,3)"}},
    {"two-point", {"#0072B2", 4, 1.6, "(8,4)"}},
    {"three-point", {"#D55E00", 8, 1.6, "(4,3)"}},
    {"quadratised", {"#CC79A7", 6, 2.4, NULL}},
    {"quadratised-sign", {"#AA4499", 2, 1.6, "(5,3)"}},
    {"quadratised-capped", {"#882255", 12, 1.6, "(2,3)"}},
    {"quadratised-printed", {"#AA4499", 1, 1.6, "(10,4)"}},
    {"quadratised-26", {"#661100", 3, 1.6, NULL}},
    {"midpoint", {"#009E73", 10, 1.6, "(12,3,3,3)"}},
    {"log-two-point", {"#009E73", 13, 2.0, "(8,3)"}},
    {"log-midpoint", {"#44AA99", 15, 1.6, "(3,2)"}},
    {"event", {"#666666", 2, 1.6, "(2,2)"}},
};

static const PlotLook looks[] = {
    {"#0072B2", 7, 1.8, NULL},  {"#D55E00", 5, 1.8, NULL},  {"#009E73", 9, 1.8, NULL},
    {"#CC79A7", 11, 1.8, NULL}, {"#E69F00", 13, 1.8, NULL}, {"#332288", 4, 1.8, NULL},
    {"#56B4E9", 8, 1.8, NULL},
};

PlotLook plot_scheme_look(const char *scheme)
{
    for (size_t i = 0; i < sizeof scheme_looks / sizeof *scheme_looks; i++) {
        if (strcmp(scheme_looks[i].scheme, scheme) == 0) {
            return scheme_looks[i].look;
        }
    }
    return (PlotLook){"#666666", 1, 1.6, NULL};
}

PlotLook plot_look(size_t index)
{
    return looks[index % (sizeof looks / sizeof *looks)];
}

PlotPanel *plot_panel(Plot *plot, const char *title, const char *x_label, const char *y_label)
{
    ARRAY_GROW(plot->panels, plot->count, plot->room);
    PlotPanel *panel = &plot->panels[plot->count++];
    *panel = (PlotPanel){0};
    snprintf(panel->title, sizeof panel->title, "%s", title);
    snprintf(panel->x.label, sizeof panel->x.label, "%s", x_label);
    snprintf(panel->y.label, sizeof panel->y.label, "%s", y_label);
    return panel;
}

PlotSeries *plot_series(PlotPanel *panel, const char *label, PlotStyle style, PlotLook look)
{
    ARRAY_GROW(panel->series, panel->count, panel->room);
    PlotSeries *series = &panel->series[panel->count++];
    *series = (PlotSeries){.style = style, .look = look};
    snprintf(series->label, sizeof series->label, "%s", label);
    return series;
}

void plot_point(PlotSeries *series, double x, double y)
{
    ARRAY_GROW(series->points, series->count, series->room);
    series->points[series->count][0] = x;
    series->points[series->count][1] = y;
    series->count++;
}

void plot_guide_line(PlotPanel *panel, double x0, double y0, double x1, double y1)
{
    PlotSeries *series = plot_series(panel, "", PLOT_DASHED, plot_guide);

    plot_point(series, x0, y0);
    plot_point(series, x1, y1);
}

PlotMap *plot_map(PlotPanel *panel, const char *label, size_t columns, size_t rows)
{
    PlotMap *map = &panel->map;

    map->values = memory_resize(map->values, columns * rows, sizeof *map->values);
    for (size_t i = 0; i < columns * rows; i++) {
        map->values[i] = (double)NAN;
    }
    map->columns = columns;
    map->rows = rows;
    snprintf(map->label, sizeof map->label, "%s", label);
    return map;
}

void plot_take(Plot *plot, Plot *from)
{
    for (size_t i = 0; i < from->count; i++) {
        *plot_panel(plot, "", "", "") = from->panels[i];
    }
    from->count = 0;
    plot_free(from);
}

void plot_free(Plot *plot)
{
    for (size_t i = 0; i < plot->count; i++) {
        free(plot->panels[i].map.values);
        for (size_t j = 0; j < plot->panels[i].count; j++) {
            free(plot->panels[i].series[j].points);
        }
        free(plot->panels[i].series);
    }
    free(plot->panels);
    *plot = (Plot){0};
}

PlotUnit plot_unit(double magnitude, const char *unit)
{
    static const struct {
        double scale;
        const char *prefix;
    } prefixes[] = {{1.0, ""}, {1e3, "m"}, {1e6, "µ"}, {1e9, "n"}};
    size_t i = 0;

    magnitude = fabs(magnitude);
    while (i < 3 && magnitude > 0.0 && magnitude * prefixes[i].scale < 1.0) {
        i++;
    }
    PlotUnit result = {.scale = prefixes[i].scale};
    snprintf(result.name, sizeof result.name, "%s%s", prefixes[i].prefix, unit);
    if (magnitude >= 1e4 || (i == 3 && magnitude * 1e9 < 1e-3)) {
        result = (PlotUnit){.scale = 1.0};
        snprintf(result.name, sizeof result.name, "%s", unit);
    }
    return result;
}

/* A gnuplot string: single quotes, doubled inside. */
static void add_quoted(Text *script, const char *string)
{
    text_add(script, "'");
    for (; *string; string++) {
        text_add(script, *string == '\'' ? "''" : "%c", *string);
    }
    text_add(script, "'");
}

static void add_style(Text *script, const PlotSeries *series)
{
    const PlotLook *look = &series->look;
    const char *dash = look->dash;

    switch (series->style) {
    case PLOT_LINE:
        text_add(script, "with lines lw %g dt %s lc rgb '%s'", look->width, dash ? dash : "solid",
                 look->colour);
        break;
    case PLOT_DASHED:
        text_add(script, "with lines lw %g dt %s lc rgb '%s'", look->width, dash ? dash : "(8,5)",
                 look->colour);
        break;
    case PLOT_POINTS:
        text_add(script, "with points pt %d ps 0.7 lc rgb '%s'", look->mark, look->colour);
        break;
    case PLOT_WEDGES:
        text_add(script, "with points pt %d ps 1.2 lc rgb '%s'", look->mark, look->colour);
        break;
    case PLOT_SAMPLES:
        text_add(script, "with linespoints lw %g pt %d ps 0.6 lc rgb '%s'", look->width, look->mark,
                 look->colour);
        break;
    case PLOT_STEPS:
        text_add(script, "with steps lw %g dt %s lc rgb '%s'", look->width, dash ? dash : "solid",
                 look->colour);
        break;
    case PLOT_BARS:
        text_add(script, "with boxes fill solid 0.85 noborder lc rgb '%s'", look->colour);
        break;
    case PLOT_GROUND:
        text_add(script, "with filledcurves x1 fill solid 0.35 noborder lc rgb '%s'", look->colour);
        break;
    }
}

/* A logarithmic axis of less than two decades: plain numbers at 1, 2, 5. */
static bool is_narrow(const PlotAxis *axis)
{
    return axis->log && axis->low != axis->high && axis->high < 100.0 * axis->low;
}

static void add_narrow_tics(Text *script, char name, const PlotAxis *axis)
{
    static const double steps[] = {1.0, 2.0, 5.0};
    size_t count = 0;

    text_add(script, "set %ctics", name);
    for (double decade = pow(10.0, floor(log10(axis->low))); decade <= axis->high; decade *= 10.0) {
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            text_add(script, "%s %.9g", count++ ? "," : " (", decade * steps[i]);
        }
    }
    text_add(script, ")\n");
}

static void add_tics(Text *script, char name, const PlotAxis *axis)
{
    if (is_narrow(axis)) {
        add_narrow_tics(script, name, axis);
        return;
    }
    text_add(script, "set %ctics", name);
    for (size_t i = 0; axis->names && axis->names[i]; i++) {
        text_add(script, i ? ", " : " (");
        add_quoted(script, axis->names[i]);
        text_add(script, " %zu%s", i + 1, axis->names[i + 1] ? "" : ")");
    }
    text_add(script, axis->names ? "\n" : " autofreq\n");
}

static void add_axis(Text *script, char name, const PlotAxis *axis)
{
    text_add(script, "set %clabel ", name);
    add_quoted(script, axis->label);
    text_add(script, axis->log ? "\nset logscale %c\n" : "\nunset logscale %c\n", name);
    text_add(script,
             axis->log && !is_narrow(axis) ? "set format %c '10^{%%T}'\n" : "set format %c '%%g'\n",
             name);
    if (axis->low != axis->high) {
        text_add(script, "set %crange [%.9g:%.9g]\n", name, axis->low, axis->high);
    } else {
        text_add(script, "set %crange [*:*]\n", name);
    }
    add_tics(script, name, axis);
}

static void add_data(Text *script, const PlotPanel *panel)
{
    for (size_t i = 0; i < panel->count; i++) {
        const PlotSeries *series = &panel->series[i];
        text_add(script, "$data%zu << END\n", i);
        for (size_t j = 0; j < series->count; j++) {
            if (isfinite(series->points[j][0]) && isfinite(series->points[j][1])) {
                text_add(script, "%.9g %.9g\n", series->points[j][0], series->points[j][1]);
            } else {
                text_add(script, "\n");
            }
        }
        text_add(script, "END\n");
    }
}

static void add_map_data(Text *script, const PlotMap *map)
{
    text_add(script, "$map << END\n");
    for (size_t i = 0; i < map->rows * map->columns; i++) {
        if (isfinite(map->values[i])) {
            text_add(script, "%.4g ", map->values[i]);
        } else {
            text_add(script, "NaN ");
        }
        if ((i + 1) % map->columns == 0) {
            text_add(script, "\n");
        }
    }
    text_add(script, "END\n");
}

/* The colour scale, or none. */
static void add_colours(Text *script, const PlotPanel *panel)
{
    const double limit = panel->map.limit > 0.0 ? panel->map.limit : 1.0;

    text_add(script, panel->equal ? "set size ratio -1\n" : "set size noratio\n");
    if (!panel->map.values) {
        text_add(script, "unset colorbox\nset rmargin 4\n");
        return;
    }
    text_add(script,
             "set palette defined (-1 '#2166AC', 0 '#FFFFFF', 1 '#B2182B')\n"
             "set cbrange [%.9g:%.9g]\nset colorbox\nset rmargin 9\nset cblabel ",
             -limit, limit);
    add_quoted(script, panel->map.label);
    text_add(script, "\n");
}

static void add_map(Text *script, const PlotMap *map)
{
    const double dx = (map->high[0] - map->low[0]) / (double)(map->columns - 1);
    const double dy = (map->high[1] - map->low[1]) / (double)(map->rows - 1);

    text_add(script, "plot $map matrix using (%.9g + $1 * %.9g):(%.9g + $2 * %.9g):3 with image ",
             map->low[0], dx, map->low[1], dy);
    text_add(script, "notitle");
}

static size_t labelled(const PlotPanel *panel)
{
    size_t count = 0;

    for (size_t i = 0; i < panel->count; i++) {
        count += panel->series[i].label[0] != '\0';
    }
    return count;
}

static size_t widest_label(const PlotPanel *panel)
{
    size_t widest = 0;

    for (size_t i = 0; i < panel->count; i++) {
        const size_t length = strlen(panel->series[i].label);
        widest = length > widest ? length : widest;
    }
    return widest;
}

static void add_panel(Text *script, const PlotPanel *panel, bool legend)
{
    size_t drawn = 0;

    add_data(script, panel);
    add_colours(script, panel);
    text_add(script, "set title ");
    add_quoted(script, panel->title);
    text_add(script, "\n");
    add_axis(script, 'x', &panel->x);
    add_axis(script, 'y', &panel->y);
    if (panel->map.values) {
        add_map_data(script, &panel->map);
        add_map(script, &panel->map);
        drawn++;
    }
    for (size_t i = 0; i < panel->count; i++) {
        const PlotSeries *series = &panel->series[i];
        if (series->count == 0) {
            continue;
        }
        text_add(script, "%s$data%zu using 1:2 ", drawn++ ? ", \\\n  " : "plot ", i);
        add_style(script, series);
        if (legend && series->label[0]) {
            text_add(script, " title ");
            add_quoted(script, series->label);
        } else {
            text_add(script, " notitle");
        }
    }
    text_add(script, drawn ? "\n" : "plot NaN notitle\n");
}

/* The legend of a whole figure, by itself: the labels of its fullest panel. */
static void add_legend(Text *script, const PlotPanel *panel, bool narrow)
{
    text_add(script,
             "set title ''\nunset border\nunset tics\nunset xlabel\nunset ylabel\n"
             "unset grid\nunset logscale\nset xrange [0:1]\nset yrange [0:1]\n"
             "set key center center horizontal maxcols %d samplen %s\n%splot NaN "
             "notitle",
             narrow ? NARROW_LEGEND : LEGEND_COLUMNS, narrow ? "1.5 width -1" : "2.5 width 2",
             narrow ? "set lmargin 0\nset rmargin 0\nset tmargin 0\nset bmargin 0\n" : "");
    for (size_t i = 0; i < panel->count; i++) {
        if (panel->series[i].label[0]) {
            text_add(script, ", \\\n  keyentry ");
            add_style(script, &panel->series[i]);
            text_add(script, " title ");
            add_quoted(script, panel->series[i].label);
        }
    }
    text_add(script, "\n");
}

static void add_terminal(Text *script, bool png, int width, int height)
{
    if (png) {
        text_add(script,
                 "set terminal pngcairo size %d,%d enhanced font 'Inter,sans,19' lw 1.7 pointscale "
                 "2.2 background '#ffffff'\n",
                 2 * width, 2 * height);
    } else {
        text_add(script,
                 "set terminal svg size %d,%d dynamic enhanced font 'Inter,sans-serif,13' "
                 "background '#ffffff'\n",
                 width, height);
    }
    text_add(script, "set encoding utf8\nset minussign\nset border 3 lc rgb '#5C6069' lw 1\n"
                     "set tics nomirror out scale 0.5 textcolor rgb '#1B1C20'\n"
                     "set grid lc rgb '#E3DFD6' lt 1 lw 0.8\nset boxwidth 0.22\n");
}

static const PlotPanel *fullest_panel(const Plot *plot)
{
    const PlotPanel *fullest = &plot->panels[0];

    for (size_t i = 1; i < plot->count; i++) {
        if (labelled(&plot->panels[i]) > labelled(fullest)) {
            fullest = &plot->panels[i];
        }
    }
    return fullest;
}

/* All panels in two columns, title above, one legend below. */
static void add_figure(Text *script, const Plot *plot, bool png)
{
    const int columns = plot->count > 1 && !plot->narrow ? 2 : 1;
    const int rows = ((int)plot->count + columns - 1) / columns;
    const int across = plot->narrow ? NARROW_LEGEND : LEGEND_COLUMNS;
    const int panel = plot->narrow ? NARROW_HEIGHT : PANEL_HEIGHT;
    const int legend_rows = ((int)labelled(fullest_panel(plot)) + across - 1) / across;
    const int legend = (plot->narrow ? PAGE_LEGEND_ROW : LEGEND_ROW) * legend_rows + 10;
    const int width = columns * (plot->narrow ? PLOT_PANEL_WIDTH : PANEL_WIDTH);
    const int height = rows * panel + legend + TITLE_ROW;

    add_terminal(script, png, width, height);
    text_add(script, "set multiplot\nset label 1 ");
    add_quoted(script, plot->title);
    text_add(script, " at screen 0.5,%g center font ',%d'\nunset key\nset size %g,%g\n",
             1.0 - 0.5 * TITLE_ROW / height, png ? 22 : 16, 1.0 / columns, (double)panel / height);
    text_add(script, plot->narrow ? "set tmargin 2\nset bmargin 3\nset xlabel offset 0,0.4\n"
                                    "set ylabel offset 1,0\nset lmargin 9\n"
                                  : "");
    for (size_t i = 0; i < plot->count; i++) {
        const int column = (int)i % columns, row = (int)i / columns;
        text_add(script, "set origin %g,%g\n", (double)column / columns,
                 (double)(legend + (rows - 1 - row) * panel) / height);
        add_panel(script, &plot->panels[i], false);
        text_add(script, "unset label 1\n");
    }
    text_add(script, "set origin 0,0\nset size 1,%g\n", (double)legend / height);
    add_legend(script, fullest_panel(plot), plot->narrow);
    text_add(script, "unset multiplot\n");
}

/* Runs gnuplot from one open file to another. */
static PlotStatus run_gnuplot(int script, int output)
{
    const pid_t child = fork();

    if (child < 0) {
        return PLOT_FAILED;
    }
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(script, STDIN_FILENO);
        dup2(output, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execlp("gnuplot", "gnuplot", "-", (char *)NULL);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return PLOT_FAILED;
        }
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        return PLOT_NO_GNUPLOT;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? PLOT_OK : PLOT_FAILED;
}

static PlotStatus draw(const Text *script, FILE *output)
{
    FILE *input = tmpfile();

    if (!input) {
        return PLOT_FAILED;
    }
    PlotStatus status = PLOT_FAILED;
    if (fwrite(script->data, 1, script->length, input) == script->length && fflush(input) == 0 &&
        fseek(input, 0, SEEK_SET) == 0) {
        status = run_gnuplot(fileno(input), fileno(output));
    }
    fclose(input);
    if (status == PLOT_OK && (fseek(output, 0, SEEK_END) != 0 || ftell(output) <= 0)) {
        status = PLOT_FAILED;
    }
    return status;
}

PlotStatus plot_write(const Plot *plot, const char *path)
{
    OutFile file;

    if (!outfile_open(&file, path)) {
        return PLOT_UNWRITABLE;
    }
    Text script = {0};
    add_figure(&script, plot, has_extension(path, ".png"));
    const PlotStatus status = draw(&script, file.stream);
    text_free(&script);
    if (status != PLOT_OK) {
        outfile_discard(&file);
        return status;
    }
    return outfile_commit(&file) ? PLOT_OK : PLOT_UNWRITABLE;
}

/* Columns and rows of the legend below a panel on a page. */
static int page_legend(const PlotPanel *panel, int *columns)
{
    const size_t widest = widest_label(panel);

    *columns = widest > 16 ? 1 : widest > 9 ? 2 : 3;
    return ((int)labelled(panel) + *columns - 1) / *columns;
}

int plot_panel_height(const PlotPanel *panel)
{
    int columns;

    return PAGE_PANEL + PAGE_LEGEND_ROW * page_legend(panel, &columns);
}

PlotStatus plot_panel_svg(const PlotPanel *panel, Text *svg)
{
    FILE *output = tmpfile();

    if (!output) {
        return PLOT_FAILED;
    }
    int columns;
    Text script = {0};
    page_legend(panel, &columns);
    add_terminal(&script, false, PLOT_PANEL_WIDTH, plot_panel_height(panel));
    text_add(&script,
             "set tmargin 2\nset xlabel offset 0,0.4\nset ylabel offset 1,0\n"
             "set key bmargin center horizontal maxcols %d samplen 2 width 0\n",
             columns);
    add_panel(&script, panel, true);
    PlotStatus status = draw(&script, output);
    text_free(&script);
    if (status == PLOT_OK) {
        char block[4096];
        size_t count;
        rewind(output);
        while ((count = fread(block, 1, sizeof block, output)) > 0) {
            text_add_bytes(svg, block, count);
        }
    }
    fclose(output);
    return status;
}

const char *plot_status_text(PlotStatus status)
{
    switch (status) {
    case PLOT_OK:
        return "drawn";
    case PLOT_NO_GNUPLOT:
        return "gnuplot is not installed (Debian package gnuplot-nox)";
    case PLOT_FAILED:
        return "gnuplot could not draw the picture";
    case PLOT_UNWRITABLE:
        return "the file cannot be written";
    }
    return "";
}
