/* The hammer and the string of paper 004, section III. */
#ifndef PAPERS_PAPER_004_HAMMER_H
#define PAPERS_PAPER_004_HAMMER_H

#include "paper_004.h"

/* Frames of 1/44100 s that are drawn and compared: 20 ms; the hammer arrives after 2 ms. The second
 * program keeps some of them. */
enum { FRAMES = 882, CONVERGED_EVERY = 2, LITERAL_EVERY = 10 };

/* Where the hammer starts [m]. From 1 mm below the string it touches, at five times the rate, after
 * exactly 441 steps, and rounding decides whether the compression is 0 or just below. A hair farther
 * away it is below; from 1.001 mm it touches between two samples. */
#define HAMMER_START (-1e-3)
#define HAMMER_BELOW (-1e-3 - 1e-13)
#define HAMMER_OFF (-1.001e-3)

typedef struct HammerCase {
    double stiffness;
    double place; /* of the strike, in grid intervals of 44.1 kHz */
    int factor;   /* of the rate */
    double start; /* of the hammer [m] */
} HammerCase;

typedef struct HammerString {
    UrtoWorld *world;
    UrtoPort head, heard;
    UrtoContact contact;
    Profile profile;
    double strike; /* [m] */
} HammerString;

/* What happened, frame by frame. */
typedef struct HammerRun {
    double output[FRAMES]; /* mean of the displacements at the ends of the frame [m] */
    double head[FRAMES];   /* of the hammer [m] */
    double error[FRAMES];  /* of the energy */
    double worst_error;
    double pull; /* pulling part of the impulse */
} HammerRun;

HammerString hammer_begin(Item *item, const HammerCase *c, const Contender *by);
void hammer_end(HammerString *setup);

/* A whole run, to be freed. */
HammerRun *hammer_run(Item *item, const HammerCase *c, const Contender *by);

/* IT-2 at a multiple of the rate, for errors at places and starts of which the file has no curve. */
HammerRun *hammer_reference(Item *item, const HammerCase *c, int factor);

/* Relative rms of the output against a converged curve of the reference file. */
double hammer_error(const HammerRun *run, const char *key);

/* Draws FRAMES samples over time in ms; the curve of a key, in mm. */
void hammer_draw(PlotPanel *panel, const Contender *by, const double *samples, double scale);
void hammer_draw_converged(PlotPanel *panel, const char *key);

/* A row that compares the output with the second program's to 1e-9. */
void hammer_row_literal(Item *item, const HammerRun *run, const char *id, const char *key,
                        const char *what);

#endif
