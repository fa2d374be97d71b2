/* Gains that make all keys equally loud, for src/instrument/trims.inc. */
#ifndef LISTEN_TRIMS_H
#define LISTEN_TRIMS_H

#include "hearing.h"
#include "output/text.h"

/* Adds the row of a preset. `old` is the file that the library was built with, or NULL; where
 * the preset is measured its gains and strokes are corrected, and those that change are counted. False after
 * a message. */
bool trims_add(Text *text, const char *old, const UrtoInstrumentInfo *info, uint32_t preset,
               bool measured, int *changed);

#endif
