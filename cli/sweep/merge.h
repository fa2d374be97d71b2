/* Files of shards to one file, and files to a folder of sounds. */
#ifndef CLI_SWEEP_MERGE_H
#define CLI_SWEEP_MERGE_H

#include <stddef.h>

/* Returns an exit code after a message that names what is missing or damaged. */
int sweep_merge(const char *const *paths, size_t count, const char *out);

/* Sounds as FLAC, metadata.csv and README.md, as programs that learn load them. */
int sweep_export(const char *path, const char *folder);

#endif
