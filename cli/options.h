/* Command-line options from a const table: one parser, one --help, strict numbers. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "output/text.h"

#include <urto/impact.h>

typedef enum OptionKind {
    OPTION_FLAG,   /* bool */
    OPTION_NUMBER, /* double */
    OPTION_COUNT,  /* uint32_t */
    OPTION_TEXT,   /* const char * */
    OPTION_TEXTS   /* Words: may be repeated */
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

/* Entries of a table, for a field of the settings of type S. */
#define FLAG_AT(S, field, name, line)                                                              \
    {                                                                                              \
        name, NULL, "", OPTION_FLAG, offsetof(S, field), {.text = ""}, NULL, line                  \
    }
#define TEXT_AT(S, field, name, argument, allowed, fallback, line)                                 \
    {                                                                                              \
        name, argument, "", OPTION_TEXT, offsetof(S, field), {.text = (allowed)}, fallback, line   \
    }
#define TEXTS_AT(S, field, name, argument, allowed, line)                                          \
    {                                                                                              \
        name, argument, "", OPTION_TEXTS, offsetof(S, field), {.text = (allowed)}, NULL, line      \
    }

/* What a command takes besides options. */
typedef enum WordsKind {
    WORDS_NONE,
    WORDS_IN_ORDER,
    WORDS_ONCE /* names: said twice is said once */
} WordsKind;

/* --help need not be listed. */
typedef struct OptionTable {
    const char *command;
    const char *usage;   /* after "Usage: urto COMMAND" */
    const char *summary; /* paragraph of --help */
    const Option *options;
    size_t count;
    WordsKind words;
    const UrtoRange *(*range)(const char *name); /* of options that have none of their own */
} OptionTable;

typedef struct Words {
    const char **list;
    size_t count, room;
} Words;

void words_add(Words *words, const char *word);

/* A command once its line has been read; returns the exit code. */
typedef int (*OptionsRun)(void *settings, const Words *words);

/* Fills the settings with defaults, then with what the command line says, and runs; or prints
 * --help. -o FILE and -oFILE are short for --out, what follows -- is no option. Returns what run returns, or
 * EXIT_USAGE after one line on stderr. */
int options_run(const OptionTable *table, int argc, char **argv, void *settings, OptionsRun run);

/* Set once: commands then tell it about their line instead of running. For completion. */
typedef int (*OptionsAsk)(const OptionTable *table, int argc, char **argv);
void options_ask(OptionsAsk ask);

/* What was typed for an option on a command line that options_run accepted; NULL if nothing. */
const char *options_typed(const OptionTable *table, int argc, char **argv, const char *name);

#endif
