/* The report: every item of some papers as one HTML page, and its rows as JSON. */
#ifndef PAPERS_REPORT_H
#define PAPERS_REPORT_H

#include "item.h"

/* All papers that have items, in order. */
extern const Paper *const all_papers[];
extern const size_t all_papers_count;

typedef struct Report {
    Text html, json;
    size_t rows, failed;
    size_t ok_of_paper, failed_of_paper; /* of the paper added last */
} Report;

void report_begin(Report *report);

/* Makes and adds all items of a paper. */
PlotStatus report_add(Report *report, const Paper *paper);

void report_end(Report *report);
void report_free(Report *report);

#endif
