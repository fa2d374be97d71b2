/* Figures: a description of panels and series, drawn by gnuplot as SVG or PNG. */
#ifndef OUTPUT_PLOT_H
#define OUTPUT_PLOT_H

#include "text.h"

typedef enum PlotStyle {
    PLOT_LINE,
    PLOT_DASHED,
    PLOT_POINTS,
    PLOT_WEDGES,  /* large marks, of what touches */
    PLOT_SAMPLES, /* line with a mark at every sample */
    PLOT_STEPS,
    PLOT_BARS,
    PLOT_GROUND /* filled down to the lower edge of the panel */
} PlotStyle;

/* Colour, mark and dash of a series. */
typedef struct PlotLook {
    const char *colour; /* "#rrggbb" */
    int mark;           /* gnuplot's point type */
    double width;       /* of the line, pixels */
    const char *dash;   /* gnuplot's dash type, "(8,4)"; NULL: none */
} PlotLook;

typedef struct PlotSeries {
    char label[64]; /* empty: not in the legend */
    PlotStyle style;
    PlotLook look;
    double (*points)[2];
    size_t count, room;
} PlotSeries;

typedef struct PlotAxis {
    char label[64]; /* with unit: "time [ms]" */
    bool log;
    double low, high;         /* equal: automatic */
    const char *const *names; /* instead of numbers, at 1, 2, ...; NULL-terminated; or NULL */
} PlotAxis;

/* Colours behind the series of a panel: blue below 0, white at 0, red above. */
typedef struct PlotMap {
    double *values;         /* values[row * columns + column], not finite: no colour; or NULL */
    size_t columns, rows;   /* of the map */
    double low[2], high[2]; /* x and y of the first and of the last column and row */
    double limit;           /* the darkest red, and the negative of the darkest blue */
    char label[64];         /* of the colour scale, with unit */
} PlotMap;

typedef struct PlotPanel {
    char title[96];
    PlotAxis x, y;
    PlotMap map;
    bool equal; /* one unit is as long on both axes */
    PlotSeries *series;
    size_t count, room;
} PlotPanel;

typedef struct Plot {
    char title[160];
    PlotPanel *panels;
    size_t count, room;
    bool narrow; /* one column of panels, as wide as on a page */
} Plot;

/* Black line of closed forms; a grey one for guides, a thin one for converged references. */
extern const PlotLook plot_exact, plot_guide, plot_converged;

/* The look of a scheme, the same in every figure; an unknown name gets a grey. */
PlotLook plot_scheme_look(const char *scheme);

/* One of a few looks for curves that are no schemes. */
PlotLook plot_look(size_t index);

/* Adds a panel. The pointer is valid until the next one is added. */
PlotPanel *plot_panel(Plot *plot, const char *title, const char *x_label, const char *y_label);

/* Adds a series. The pointer is valid until the next one is added to the panel. */
PlotSeries *plot_series(PlotPanel *panel, const char *label, PlotStyle style, PlotLook look);

/* Adds a point; one that is not finite breaks the line. */
void plot_point(PlotSeries *series, double x, double y);

/* Gives the panel a map without colours; the caller fills in the rest. */
PlotMap *plot_map(PlotPanel *panel, const char *label, size_t columns, size_t rows);

/* A grey line from one point to another, without a legend. */
void plot_guide_line(PlotPanel *panel, double x0, double y0, double x1, double y1);

/* Moves all panels of a plot to the end of another. */
void plot_take(Plot *plot, Plot *from);

void plot_free(Plot *plot);

/* The result of drawing. */
typedef enum PlotStatus { PLOT_OK, PLOT_NO_GNUPLOT, PLOT_FAILED, PLOT_UNWRITABLE } PlotStatus;

/* All panels as one figure, as SVG or PNG by the extension of the path; on PLOT_UNWRITABLE errno
 * says why. Nothing is left on failure. */
PlotStatus plot_write(const Plot *plot, const char *path);

/* The size of one panel, in pixels of a page. */
enum { PLOT_PANEL_WIDTH = 412 };
int plot_panel_height(const PlotPanel *panel);

/* One panel as SVG, added to a text. */
PlotStatus plot_panel_svg(const PlotPanel *panel, Text *svg);

/* One sentence for a status that is not PLOT_OK. */
const char *plot_status_text(PlotStatus status);

/* A unit with its prefix, so that numbers of the given size are easy to read. */
typedef struct PlotUnit {
    double scale; /* value * scale is in the prefixed unit */
    char name[16];
} PlotUnit;

PlotUnit plot_unit(double magnitude, const char *unit);

#endif
