/* One table over all presets, in Markdown. */
#ifndef LISTEN_MARKDOWN_H
#define LISTEN_MARKDOWN_H

#include "hearing.h"
#include "output/text.h"

void table_header(Text *text);
/* Only what comes first in a row. */
void table_row_name(Text *text, const UrtoInstrumentInfo *info, uint32_t preset);
/* The row of a preset; after it that of the real instrument, where something is known. */
void table_row(Text *text, const Survey *survey, Player *player);
void table_legend(Text *text);

#endif
