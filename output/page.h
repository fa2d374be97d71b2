/* A page in the face of the project: head, style and mark; text with indices and exponents. */
#ifndef OUTPUT_PAGE_H
#define OUTPUT_PAGE_H

#include "text.h"

/* From the doctype to the heading. */
void page_begin(Text *html, const char *title);
void page_end(Text *html);

/* Plain text: v_out and 10^9 get their index and exponent. */
void page_add_text(Text *html, const char *string);

/* Only escaped, for attributes. */
void page_add_plain(Text *html, const char *string);

/* A number as people write it, with so many digits: 2.3 × 10^−14, 1323, −0.125. */
void page_add_number(Text *html, double number, int precision);

#endif
