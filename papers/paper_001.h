/* What the files of paper 001 share: its two hard impacts and its panels. */
#ifndef PAPERS_PAPER_001_H
#define PAPERS_PAPER_001_H

#include "item.h"

enum { PUBLISHED_SCHEMES = 4 };

typedef struct PublishedScheme {
    const char *scheme; /* our name */
    const char *label;  /* the paper's */
    const char *key;    /* that of the reference file */
} PublishedScheme;

extern const PublishedScheme published_schemes[PUBLISHED_SCHEMES];

/* Ours, which the figures lay beside them. */
extern const PublishedScheme log_two_point;

/* Case 1 (table 1a, figure 5) and case 2 (table 1b, figure 6); 44.1 kHz, touch at sample 0. */
extern const UrtoImpact paper_001_case_1, paper_001_case_2;

UrtoImpactRun paper_001_run(const char *scheme);

extern const Curve paper_001_phase_curve, paper_001_force_curve, paper_001_energy_curve;

/* A phase portrait with x_max, v_out and the exact curve. from: left edge, as a share of x_max. */
PlotPanel *paper_001_phase_panel(Item *item, const UrtoImpact *impact, const char *title,
                                 double from);

/* Energy in time, with its values before and after. */
PlotPanel *paper_001_energy_panel(Item *item, const UrtoImpact *impact, const char *title);

void paper_001_table_1(Item *item);
void paper_001_figure_7(Item *item);
void paper_001_figure_8(Item *item);
void paper_001_durations(Item *item);
void paper_001_floor(Item *item);
void paper_001_energy(Item *item);

#endif
