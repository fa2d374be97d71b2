/* The worst block: how the time of blocks of shipped scenes is spread. */
#ifndef CLI_SCENES_WORST_BLOCK_H
#define CLI_SCENES_WORST_BLOCK_H

#include "output/text.h"

/* Adds the distribution of the time of blocks of shipped scenes, from their start on for some
 * seconds of sound at most, as text or JSON. */
int worst_block_report(double seconds, bool json, Text *text);

#endif
