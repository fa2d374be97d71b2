/* Command-line options from a const table: one parser, one --help, strict numbers. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "text.h"

#include <urto/impact.h>

typedef enum OptionKind {
    OPTION_FLAG,   /* bool */
    OPTION_NUMBER, /* double */
    OPTION_COUNT,  /* uint32_t */
    OPTION_TEXT    /* const char * */
} OptionKind;

typedef struct Option {
    const char *name;     /* without the dashes */
    const char *argument; /* as --help names it; NULL for a flag */
    const char *unit;     /* "kg", or "" */
    OptionKind kind;
    size_t offset;        /* of the field in the settings */
    UrtoRange range;      /* without a text: that of the table's function */
    const char *fallback; /* the default, read like an argument; NULL: none */
    const char *help;     /* one line */
} Option;

typedef struct OptionTable {
    const char *command;
    const char *usage;   /* after "Usage: urto COMMAND" */
    const char *summary; /* paragraph of --help */
    const Option *options;
    size_t count;
    const UrtoRange *(*range)(const char *name); /* of options that have none of their own */
} OptionTable;

/* Words of the command line that are no options, each once. */
typedef struct Words {
    const char **list;
    size_t count, room;
} Words;

/* Fills the settings with defaults, then with what the command line says. Returns 0, or EXIT_USAGE
 * after one line on stderr. words NULL: none are allowed. */
int options_parse(const OptionTable *table, int argc, char **argv, void *settings, Words *words);

void words_add(Words *words, const char *word);

/* Takes every --set from the arguments and spells -o in full; the rest is for options_parse. */
Words options_split(int argc, char **argv, Words *sets);

/* What was typed for an option on a command line that options_parse accepted; NULL if nothing. */
const char *options_typed(const OptionTable *table, int argc, char **argv, const char *name);

/* What --help prints. */
void options_help(const OptionTable *table, Text *text);

#endif
