/* What the files of paper 004 share. */
#ifndef PAPERS_PAPER_004_H
#define PAPERS_PAPER_004_H

#include "stage.h"

/* The string of sections III and IV: 0.7 m, 100 N, 6.3 g/m, no loss. 44.1 kHz allows it 245 grid
 * intervals. */
UrtoStringDef paper_004_string(UrtoModel model);
enum { STRING_INTERVALS = 245 };

void paper_004_figure_3(Item *item);
void paper_004_figure_4(Item *item);
void paper_004_gradients(Item *item);
void paper_004_test(Item *item);
void paper_004_place(Item *item);
void paper_004_cost(Item *item);
void paper_004_figure_5(Item *item);
void paper_004_figure_6(Item *item);
void paper_004_figure_7(Item *item);
void paper_004_figure_10(Item *item);

#endif
