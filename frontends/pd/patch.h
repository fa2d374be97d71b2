/* Writes patches for Pd. Objects are numbered as they are written; inside a subpatch they are
 * numbered anew. */
#ifndef FRONTENDS_PD_PATCH_H
#define FRONTENDS_PD_PATCH_H

#include <stdbool.h>
#include <stdio.h>

enum { PATCH_DEPTH = 4 };

typedef struct Patch {
    FILE *file;
    int counts[PATCH_DEPTH]; /* objects so far, of each canvas that is open */
    int depth;
    const char *tag; /* ends the names of sends, so that two pages of a patch do not meet */
} Patch;

/* Letters of comments [pixels]. */
enum { LETTER_WIDTH = 6, LINE_HEIGHT = 15 };

/* Begins a patch of a size; false if the file cannot be written. */
bool patch_open(Patch *patch, const char *path, int width, int height);
/* False if something could not be written. */
bool patch_close(Patch *patch);
/* An object, a message; the text is as in files: "\\$0-in", " \\, ". Returns its number. */
int patch_object(Patch *patch, int x, int y, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int patch_message(Patch *patch, int x, int y, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A comment, wrapped after so many letters; plain text. Returns how many lines it has. */
int patch_text(Patch *patch, int x, int y, int letters, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A number box that shows what `shown` receives and sends what is put in. */
void patch_number(Patch *patch, int x, int y, const char *shown, const char *sent);
void patch_connect(Patch *patch, int from, int outlet, int to, int inlet);
/* A coloured field with a label behind everything that follows. */
void patch_field(Patch *patch, int x, int y, int width, int height, const char *label);
/* A subpatch is closed where it stands in its parent; returns its number there. */
void patch_enter(Patch *patch, const char *name, int width, int height);
int patch_leave(Patch *patch, int x, int y, const char *name);

#endif
