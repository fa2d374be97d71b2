/* A trace: what a scene does at every inner step, for plots beside other programs. */
#ifndef CLI_SCENES_TRACE_H
#define CLI_SCENES_TRACE_H

#include "scene_files.h"

/* True if the path ends in .csv or .npy. */
bool trace_known(const char *path);

/* Plays the scene once more, step by step and with the ledger, and writes a row for each inner step:
 * the time at its end, what every probe read, the force of every contact, every term of the ledger, in
 * SI units. Interrupted, it writes what was done so far. Returns 0 or an exit code after a message. */
int trace_write(LoadedScene *loaded, const char *path);

#endif
