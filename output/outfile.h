/* Output files that appear complete or not at all: written under a temporary name in the same
 * folder, then renamed. A path "-" is standard output, written when the file is complete. */
#ifndef OUTPUT_OUTFILE_H
#define OUTPUT_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct OutFile {
    FILE *stream;
    char *path, *temporary; /* NULL for standard output */
} OutFile;

/* Lets signals that end the program take unfinished files with them, and makes a file that may not
 * grow an error like others. */
void outfile_catch_signals(void);

/* True if it is "-". */
bool is_standard(const char *path);

/* Where a command tells about a file: not where the file itself goes. */
FILE *outfile_report(const char *path);

/* Looks whether a file can be written, before the work: 0, or an exit code after a message. It must
 * not be the input, which may be NULL. */
int outfile_look(const char *command, const char *path, const char *input);

/* Whether two paths name one file, there or not. A hard link is another, as files are replaced. */
bool outfile_same(const char *one, const char *two);

/* All that is left of one, at most some bytes, to another. On failure errno says why. */
bool copy_stream(FILE *from, FILE *to, size_t most);

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
