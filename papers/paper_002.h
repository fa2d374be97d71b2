/* What the files of paper 002 share. */
#ifndef PAPERS_PAPER_002_H
#define PAPERS_PAPER_002_H

#include "item.h"

/* The hammer of figure 1. */
extern const UrtoImpact paper_002_hammer;

/* The same at another ratio of mass and stiffness [kg m^2.8/N]. */
UrtoImpact paper_002_at_ratio(double ratio);

void paper_002_figure_2(Item *item);
void paper_002_figure_5(Item *item);

#endif
