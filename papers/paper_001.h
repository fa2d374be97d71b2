/* What the files of paper 001 share: its two hard impacts. */
#ifndef PAPERS_PAPER_001_H
#define PAPERS_PAPER_001_H

#include "item.h"

enum { PUBLISHED_SCHEMES = 4 };

typedef struct PublishedScheme {
    const char *scheme; /* our name */
    const char *label;  /* the paper's */
} PublishedScheme;

extern const PublishedScheme published_schemes[PUBLISHED_SCHEMES];

/* Case 1 (table 1a, figure 5) and case 2 (table 1b, figure 6); 44.1 kHz, touch at sample 0. */
extern const UrtoImpact paper_001_case_1, paper_001_case_2;

UrtoImpactRun paper_001_run(const char *scheme);

void paper_001_table_1(Item *item);

#endif
