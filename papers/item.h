/* What a paper's figure or table becomes: panels to draw, and rows that compare published numbers
 * with ours.
 *
 * To add a figure: write one function that fills an Item, and one row in the paper's table. */
#ifndef PAPERS_ITEM_H
#define PAPERS_ITEM_H

#include "output/impact_trace.h"
#include "output/plot.h"

#include <math.h>

/* A number that there is none of. */
#define MISSING ((double)NAN)

enum { ROW_TEXT = 72 };

/* A published or measured value: a number, or words. */
typedef struct Value {
    bool is_text;
    double number;
    char text[ROW_TEXT];
} Value;

typedef struct ItemRow {
    char quantity[160];
    Value published, ours;
    double tolerance;
    bool ok;
} ItemRow;

typedef struct PaperItem PaperItem;

typedef struct Item {
    const PaperItem *what;
    Plot plot;
    ItemRow *rows;
    size_t row_count, row_room;
} Item;

struct PaperItem {
    const char *name;  /* "fig 3" */
    const char *title; /* a few words */
    const char *says;  /* what the paper says */
    const char *see;   /* what to see in our pictures */
    const char *note;  /* misprints, parameters that the text does not give; or NULL */
    void (*make)(Item *item);
};

typedef struct Paper {
    const char *name; /* "001" */
    const char *citation;
    const PaperItem *items;
    size_t count;
} Paper;

extern const Paper paper_000, paper_001, paper_002, paper_004;

/* Both are numbers; ok if they differ by no more than the tolerance. */
void item_row(Item *item, double published, double ours, double tolerance, const char *quantity,
              ...) __attribute__((format(printf, 5, 6)));

/* The paper does not print the number. source says where the reference is from, after the quantity:
 * "by eq. (4)" of the paper, or "computed independently" (COMPUTED). */
#define COMPUTED "computed independently"
void item_row_from(Item *item, const char *source, double reference, double ours, double tolerance,
                   const char *quantity, ...) __attribute__((format(printf, 6, 7)));

/* The paper makes a statement in words; ok if |ours| is no more than the tolerance. */
void item_row_bound(Item *item, const char *published, double ours, double tolerance,
                    const char *quantity, ...) __attribute__((format(printf, 5, 6)));

/* Words on both sides; ok if they are the same. */
void item_row_words(Item *item, const char *published, const char *ours, const char *quantity, ...)
    __attribute__((format(printf, 4, 5)));

/* A result of our own that is not in the paper; ok if |ours| is no more than the tolerance. */
void item_row_beyond(Item *item, double ours, double tolerance, const char *quantity, ...)
    __attribute__((format(printf, 4, 5)));

/* Runs a scheme and keeps its samples. A refusal becomes a failed row, and false. */
bool item_simulate(Item *item, const UrtoImpact *impact, const UrtoImpactRun *run,
                   ImpactTrace *trace);

/* Closed forms; a refusal becomes a failed row, and zeros. */
UrtoImpactExact item_exact(Item *item, const UrtoImpact *impact);

void item_free(Item *item);

/* Curves that several figures share. */

/* A quantity of one sample against another, with a factor for each. */
typedef enum SampleField {
    FIELD_TIME,
    FIELD_COMPRESSION,
    FIELD_VELOCITY,
    FIELD_FORCE,
    FIELD_ENERGY,
    FIELD_ITERATIONS
} SampleField;

typedef struct Curve {
    SampleField x, y;
    double x_scale, y_scale;
    double x_shift; /* subtracted before scaling */
} Curve;

void draw_record(PlotPanel *panel, const char *label, PlotStyle style, PlotLook look,
                 const ImpactTrace *trace, Curve curve);

/* The exact motion from a time before the touch to a time after it. */
void draw_exact(PlotPanel *panel, const UrtoImpact *impact, double from, double to, Curve curve);

/* Where a paper gives the largest compression, and the root that is the exit velocity. */
typedef struct Equations {
    const char *max_compression, *exit_velocity;
} Equations;

/* Phase portraits and force loops for velocities of arrival 1 to 4 m/s, with the rows that check
 * them (001 figures 1 and 2, 002 figure 1). */
void draw_phase_portraits(Item *item, const UrtoImpact *impact, const Equations *by);
void draw_force_loops(Item *item, const UrtoImpact *impact);

#endif
