/* What a figure, table or claim of a paper becomes: panels to draw, and rows that judge our numbers.
 *
 * A row says where its reference is from, how far ours may be from it and why. It agrees, or differs,
 * or contradicts the paper; one that does not agree without an explanation is a fault.
 *
 * To add an item: write one function that fills an Item, and one line in the paper's table. */
#ifndef PAPERS_ITEM_H
#define PAPERS_ITEM_H

#include "output/impact_trace.h"
#include "output/plot.h"

#include <math.h>

/* A number that there is none of. */
#define MISSING ((double)NAN)

/* Where a reference is from. */
typedef enum Source {
    SOURCE_PRINTED,  /* a number printed in the paper */
    SOURCE_WORDS,    /* a sentence of the paper */
    SOURCE_EQUATION, /* an equation of the paper, evaluated */
    SOURCE_SECOND,   /* the second program, papers/check */
    SOURCE_FINDING,  /* a result of our own */
    SOURCES
} Source;

typedef enum Verdict { VERDICT_AGREES, VERDICT_DIFFERS, VERDICT_CONTRADICTS, VERDICTS } Verdict;

extern const char *const source_names[SOURCES];
extern const char *const verdict_names[VERDICTS];

/* What a number of ours is judged by. */
typedef struct Judge {
    Source source;
    double reference, tolerance;
    bool at_most;        /* the source says so: less is right too */
    char why[160];       /* the sentence, the equation, the key of the reference file */
    const char *because; /* why it differs, where we know that it does; or NULL */
} Judge;

/* A number that is printed; the tolerance is what its digits allow. */
Judge by_print(double reference, double tolerance, const char *why);

/* A sentence that gives a number, or an upper bound. */
Judge by_words(double reference, double tolerance, const char *why);
Judge at_most(double limit, const char *why);

Judge by_equation(double reference, double tolerance, const char *why);

/* The value of a key of the reference file, within a share of itself. */
Judge by_check(double share, const char *key, ...) __attribute__((format(printf, 2, 3)));

/* A result of our own, and what it should be. */
Judge by_finding(double reference, double tolerance, const char *why);
Judge finding_at_most(double limit, const char *why);

/* The same judge, with an explanation of a difference that is there. */
Judge explained(Judge judge, const char *because);

typedef struct ItemRow {
    char id[96]; /* after paper and item; stable from release to release */
    char quantity[160];
    Judge judge;
    double ours;
    Verdict verdict;
} ItemRow;

typedef struct PaperItem PaperItem;

typedef struct Item {
    const PaperItem *what;
    Plot plot;
    ItemRow *rows;
    size_t row_count, row_room;
    const char *converged;  /* how the converged reference was computed; NULL: there is none */
    double converged_error; /* of it, relative: the largest of its curves */
} Item;

struct PaperItem {
    const char *key;   /* "3", "table1": after the paper and a dot, the name for the command line */
    const char *name;  /* "Figure 3" */
    const char *title; /* a few words */
    const char *says;  /* what the paper shows */
    const char *see;   /* what we see */
    const char *note;  /* why it differs, what the text does not give; or NULL */
    double seconds;    /* what it takes, about: for the time left */
    void (*make)(Item *item);
};

typedef struct Paper {
    const char *name; /* "001" */
    const char *authors, *title, *where;
    const char *doi; /* or NULL */
    const PaperItem *items;
    size_t count;
} Paper;

extern const Paper paper_000, paper_001, paper_002, paper_004;

/* Adds a row. The format is "id | quantity with its unit". */
void item_row(Item *item, Judge judge, double ours, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The converged reference has an error, under a key of the reference file. */
void item_converged(Item *item, const char *method, const char *key, ...)
    __attribute__((format(printf, 3, 4)));

/* A run that was refused: a row that differs, with the message. */
void item_refused(Item *item, const char *message, const char *what);

/* Runs a scheme and keeps its samples. A refusal becomes a row, and false. */
bool item_simulate(Item *item, const UrtoImpact *impact, const UrtoImpactRun *run,
                   ImpactTrace *trace);

/* Closed forms; a refusal becomes a row, and zeros. */
UrtoImpactExact item_exact(Item *item, const UrtoImpact *impact);

void item_free(Item *item);

/* 100 (value/reference - 1) */
double percent(double value, double reference);

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
void draw_phase_portraits(Item *item, const char *title, const UrtoImpact *impact,
                          const Equations *by);
void draw_force_loops(Item *item, const char *title, const UrtoImpact *impact);

#endif
