#include "patch.h"

#include <stdarg.h>
#include <string.h>

enum { TEXT_ROOM = 600 };

bool patch_open(Patch *patch, const char *path, int width, int height)
{
    *patch = (Patch){.file = fopen(path, "w"), .tag = ""};
    if (patch->file) {
        fprintf(patch->file, "#N canvas 40 40 %d %d 10;\n", width, height);
    }
    return patch->file != NULL;
}

bool patch_close(Patch *patch)
{
    const bool bad = ferror(patch->file) != 0;

    return fclose(patch->file) == 0 && !bad;
}

static int next(Patch *patch)
{
    return patch->counts[patch->depth]++;
}

__attribute__((format(printf, 5, 0))) static int put(Patch *patch, const char *kind, int x, int y,
                                                     const char *format, va_list list)
{
    fprintf(patch->file, "#X %s %d %d ", kind, x, y);
    vfprintf(patch->file, format, list);
    fputs(";\n", patch->file);
    return next(patch);
}

int patch_object(Patch *patch, int x, int y, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int number = put(patch, "obj", x, y, format, list);
    va_end(list);
    return number;
}

int patch_message(Patch *patch, int x, int y, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int number = put(patch, "msg", x, y, format, list);
    va_end(list);
    return number;
}

/* Lines that Pd breaks a text into: at blanks, at most so many letters. */
static int lines_of(const char *text, int letters)
{
    int lines = 1;
    int used = 0;

    while (*text) {
        const int word = (int)strcspn(text, " ");
        if (used && used + 1 + word > letters) {
            lines++;
            used = word;
        } else {
            used += word + (used ? 1 : 0);
        }
        text += word;
        text += strspn(text, " ");
    }
    return lines;
}

int patch_text(Patch *patch, int x, int y, int letters, const char *format, ...)
{
    char text[TEXT_ROOM];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    /* Pd ends a line at each semicolon */
    for (char *at = strchr(text, ';'); at; at = strchr(text, ';')) {
        *at = ',';
    }
    fprintf(patch->file, "#X text %d %d ", x, y);
    for (const char *at = text; *at; at++) {
        if (*at == ',') {
            fputs(" \\,", patch->file);
        } else if (*at == '$') {
            fputs("\\$", patch->file);
        } else {
            fputc(*at, patch->file);
        }
    }
    fprintf(patch->file, ", f %d;\n", letters);
    next(patch);
    return lines_of(text, letters);
}

void patch_number(Patch *patch, int x, int y, const char *shown, const char *sent)
{
    fprintf(patch->file, "#X floatatom %d %d 8 0 0 0 - %s %s 0;\n", x, y, shown, sent);
    next(patch);
}

void patch_connect(Patch *patch, int from, int outlet, int to, int inlet)
{
    fprintf(patch->file, "#X connect %d %d %d %d;\n", from, outlet, to, inlet);
}

void patch_field(Patch *patch, int x, int y, int width, int height, const char *label)
{
    patch_object(patch, x, y, "cnv 15 %d %d empty empty %s 8 %d 0 %d #d8e4dc #202020 0", width,
                 height, label, height / 2, height > 30 ? 20 : 12);
}

void patch_enter(Patch *patch, const char *name, int width, int height)
{
    fprintf(patch->file, "#N canvas 80 80 %d %d %s 0;\n", width, height, name);
    patch->counts[++patch->depth] = 0;
}

int patch_leave(Patch *patch, int x, int y, const char *name)
{
    fprintf(patch->file, "#X restore %d %d pd %s;\n", x, y, name);
    patch->depth--;
    return next(patch);
}
