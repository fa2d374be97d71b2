/* Output files that appear complete or not at all: written under a temporary name in the same
 * folder, then renamed. */
#ifndef OUTPUT_OUTFILE_H
#define OUTPUT_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct OutFile {
    FILE *stream;
    char *path, *temporary;
} OutFile;

/* Starts a file. On failure errno says why and nothing is left. */
bool outfile_open(OutFile *file, const char *path);

/* A few words for the errno that outfile_open or outfile_commit left. */
const char *outfile_reason(int reason);

/* Closes the file and gives it its name. On failure errno says why and nothing is left. */
bool outfile_commit(OutFile *file);

/* Forgets the file. */
void outfile_discard(OutFile *file);

/* True if the path ends in the given extension (".csv"). */
bool has_extension(const char *path, const char *extension);

/* Makes the folder and those above it that are missing; on failure errno says why. */
bool make_folders(const char *folder);

#endif
