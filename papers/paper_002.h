/* What the files of paper 002 share. */
#ifndef PAPERS_PAPER_002_H
#define PAPERS_PAPER_002_H

#include "stage.h"

/* The hammer of figure 1. */
extern const UrtoImpact paper_002_hammer;

/* The same at another ratio of mass and stiffness [kg m^2.8/N]. */
UrtoImpact paper_002_at_ratio(double ratio);

/* A hammer on the resonator of figure 2, with modes of another mass, by the K-method. */
typedef struct Strike {
    UrtoWorld *world;
    UrtoPort head, struck;
    UrtoContact contact;
} Strike;

Strike paper_002_strike(Item *item, const UrtoImpact *hammer, double modal_mass, double rate);

void paper_002_figure_2(Item *item);
void paper_002_figure_5(Item *item);
void paper_002_iterations(Item *item);
void paper_002_hardness(Item *item);

#endif
