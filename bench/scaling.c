/* How cost grows: modes, points of a string, points of a plate, contacts. Each curve is a row of
 * sizes of one benchmark; its exponent is the slope of the upper half of the curve in logarithms,
 * where what a sample costs by itself no longer counts. */
#include "bench.h"

#include "output/plot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZES_MAX = 12, SWEEPS = 3 };

typedef struct Growth {
    const char *name;
    const char *label; /* in the legend */
    Bench bench;       /* of which size, warm and frames are set here */
    uint32_t sizes[SIZES_MAX];
    uint32_t count;
    double ns[SIZES_MAX];
    double active[SIZES_MAX];
    double exponent, factor; /* ns = factor size^exponent */
} Growth;

typedef struct Panel {
    const char *title, *axis;
    size_t first, count; /* of the curves */
} Panel;

static const char touching[] = "in contact", flying[] = "free";

#define SIZES(...)                                                                                 \
    .sizes = {__VA_ARGS__}, .count = sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)
#define MODES SIZES(1, 4, 16, 64, 128, 256, 512, 1024, 2048, 4096)
#define FRETS SIZES(0, 1, 2, 5, 10, 20, 50, 100, 150, 200)

static Growth curves[] = {
    {.name = "modes-contact",
     .label = touching,
     .bench = {.describe = bench_describe_modal, .start = bench_start_strike, .exponent = 1.5},
     MODES},
    {.name = "modes-free",
     .label = flying,
     .bench = {.describe = bench_describe_modal,
               .start = bench_start_strike,
               .exponent = 1.5,
               .far = true},
     MODES},
    {.name = "string-points",
     .label = flying,
     .bench = {.describe = bench_describe_string, .start = bench_start_first_mode},
     SIZES(50, 100, 200, 400, 800, 1600, 3200, 5000)},
    {.name = "plate-points",
     .label = flying,
     .bench = {.describe = bench_describe_plate, .start = bench_start_strike},
     SIZES(100, 324, 1024, 3136, 10000, 31684, 99856)},
    {.name = "contacts-pressed",
     .label = touching,
     .bench = {.describe = bench_describe_many_frets, .start = bench_start_bent},
     FRETS},
    {.name = "contacts-far",
     .label = flying,
     .bench = {.describe = bench_describe_many_frets, .start = bench_start_bent, .far = true},
     FRETS},
};
static const size_t curve_count = sizeof curves / sizeof *curves;

static const Panel panels[] = {
    {"Modes", "modes", 0, 2},
    {"String", "points", 2, 1},
    {"Plate", "points", 3, 1},
    {"Contacts", "contacts, on a string of 1001 points", 4, 2},
};

static bool in_fit(const Growth *curve, uint32_t index)
{
    return index >= curve->count / 2 && curve->sizes[index] > 0;
}

/* Least squares in logarithms. */
static void fit(Growth *curve)
{
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;

    for (uint32_t i = 0; i < curve->count; i++) {
        if (!in_fit(curve, i)) {
            continue;
        }
        const double x = log(curve->sizes[i]), y = log(curve->ns[i]);
        n += 1.0;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    curve->exponent = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    curve->factor = exp((sy - curve->exponent * sx) / n);
}

static int measure_curve(Growth *curve, uint32_t lanes, double seconds, bool first)
{
    for (uint32_t i = 0; i < curve->count; i++) {
        BenchResult result;
        Bench bench = curve->bench;
        bench.name = curve->name;
        bench.size = curve->sizes[i];
        bench.rate = 44100.0;
        bench.warm = 256;
        bench.frames = bench.size > 20000 ? 512 : 2048;
        bench_measure(&bench, lanes, seconds, &result);
        if (result.ns_per_sample <= 0.0) {
            return fail(EXIT_FAILED, "bench", "%s of size %u: %s", curve->name, curve->sizes[i],
                        result.why);
        }
        curve->ns[i] = first ? result.ns_per_sample : fmin(curve->ns[i], result.ns_per_sample);
        curve->active[i] = result.active;
    }
    fit(curve);
    return 0;
}

static double fitted(const Growth *curve, uint32_t index)
{
    return curve->factor * pow(curve->sizes[index], curve->exponent);
}

static void draw_curve(PlotPanel *panel, const Growth *curve)
{
    const uint32_t first = curve->count / 2, last = curve->count - 1;
    PlotSeries *series =
        plot_series(panel, curve->label, PLOT_SAMPLES, plot_look(curve->label == touching ? 0 : 1));

    for (uint32_t i = 0; i < curve->count; i++) {
        if (curve->sizes[i] > 0) {
            plot_point(series, curve->sizes[i], curve->ns[i]);
        }
    }
    plot_guide_line(panel, curve->sizes[first], fitted(curve, first), curve->sizes[last],
                    fitted(curve, last));
}

/* The exponents are in the title; a dashed line shows where they were fitted. */
static void draw_panel(Plot *plot, const Panel *panel)
{
    const Growth *curve = &curves[panel->first];
    Text title = {0};

    text_add(&title, "%s: exponent", panel->title);
    for (size_t i = 0; i < panel->count; i++) {
        text_add(&title, "%s %.2f%s%s", i ? "," : "", curve[i].exponent,
                 panel->count > 1 ? " " : "", panel->count > 1 ? curve[i].label : "");
    }
    PlotPanel *drawn = plot_panel(plot, title.data, panel->axis, "ns a sample");
    drawn->x.log = drawn->y.log = true;
    for (size_t i = 0; i < panel->count; i++) {
        draw_curve(drawn, &curve[i]);
    }
    text_free(&title);
}

static int draw(const char *folder)
{
    Plot plot = {0};
    Text path = {0};
    int code = 0;

    snprintf(plot.title, sizeof plot.title, "What a sample costs, by size");
    for (size_t i = 0; i < sizeof panels / sizeof *panels; i++) {
        draw_panel(&plot, &panels[i]);
    }
    text_add(&path, "%s/scaling.svg", folder);
    const PlotStatus status = plot_write(&plot, path.data);
    if (status != PLOT_OK) {
        code = fail(EXIT_FAILED, "bench", "cannot draw %.200s: %s", path.data,
                    status == PLOT_UNWRITABLE ? strerror(errno) : plot_status_text(status));
    }
    text_free(&path);
    plot_free(&plot);
    return code;
}

static void add_json(Text *text)
{
    text_add(text, ",\n \"scaling\": [");
    for (size_t i = 0; i < curve_count; i++) {
        const Growth *curve = &curves[i];
        text_add(text, "%s\n  {\"name\": \"%s\", \"exponent\": ", i ? "," : "", curve->name);
        text_add_json_number(text, curve->exponent);
        text_add(text, ", \"points\": [");
        for (uint32_t j = 0; j < curve->count; j++) {
            text_add(text, "%s{\"size\": %u, \"ns_per_sample\": ", j ? ", " : "", curve->sizes[j]);
            text_add_json_number(text, curve->ns[j]);
            text_add(text, ", \"active\": ");
            text_add_json_number(text, curve->active[j]);
            text_add(text, "}");
        }
        text_add(text, "]}");
    }
    text_add(text, "]");
}

static void add_table(Text *text)
{
    for (size_t i = 0; i < curve_count; i++) {
        const Growth *curve = &curves[i];
        text_add(text, "\n%s: exponent %.2f from size %u on\n", curve->name, curve->exponent,
                 curve->sizes[curve->count / 2]);
        text_add(text, "  %8s %12s %16s\n", "size", "ns a sample", "contacts solved");
        for (uint32_t j = 0; j < curve->count; j++) {
            text_add(text, "  %8u %12.1f %16.1f\n", curve->sizes[j], curve->ns[j],
                     curve->active[j]);
        }
    }
}

int bench_scaling(const char *folder, uint32_t lanes, double seconds, bool json, Text *text)
{
    int code = 0;

    /* the sweeps lie apart in time: what slows the machine for a while does not bend a curve */
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (size_t i = 0; i < curve_count && code == 0; i++) {
            code = measure_curve(&curves[i], lanes, 0.1 * seconds / SWEEPS, sweep == 0);
        }
    }
    if (code == 0) {
        code = draw(folder);
    }
    if (code == 0) {
        (json ? add_json : add_table)(text);
    }
    return code;
}
