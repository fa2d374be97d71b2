/* The page of the report. */
#ifndef PAPERS_REPORT_PAGE_H
#define PAPERS_REPORT_PAGE_H

#include "report.h"

/* Adds a card to the index and a section to the page. picture: the first of the item; first: the
 * item is the first of its paper. */
void report_page_item(Report *report, const Item *item, size_t picture, bool first);

/* Puts the page together. */
void report_page_end(Report *report);

#endif
