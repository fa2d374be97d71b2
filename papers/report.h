/* The report: items of the papers as one page with pictures beside it, and their rows as JSON. */
#ifndef PAPERS_REPORT_H
#define PAPERS_REPORT_H

#include "item.h"

/* All papers that have items, in order. */
extern const Paper *const all_papers[];
extern const size_t all_papers_count;

typedef struct Picture {
    char name[32]; /* "004.6-1.svg" */
    Text svg;
} Picture;

typedef struct Report {
    Text json, page;
    Text cards, figures, differing; /* parts of the page */
    Picture *pictures;
    size_t picture_count, picture_room;
    size_t counts[SOURCES][VERDICTS];
    size_t rows, unexplained; /* rows; of them, those that do not agree and nobody says why */
    const Paper *paper;       /* of the item added last */
    size_t of_paper[VERDICTS];
    size_t missing;     /* pictures that could not be drawn */
    PlotStatus drawing; /* why */
} Report;

void report_begin(Report *report);

/* Makes and adds an item. Items of a paper follow each other. */
void report_add(Report *report, const Paper *paper, const PaperItem *what);

void report_end(Report *report);

/* "312 results: 300 agree, 5 differ, 7 contradict the paper." */
void report_sentence(const Report *report, Text *text);

void report_free(Report *report);

#endif
