#include "options.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SHOWN_MAX = 60 };

static const UrtoRange *range_of(const OptionTable *table, const Option *option)
{
    return option->range.text ? &option->range : table->range(option->name);
}

/* "-1", or "\"abc\", must be a number": what was typed, cut to a sensible length. */
static int refuse_value(const OptionTable *table, const Option *option, const char *value,
                        bool number)
{
    return fail(EXIT_USAGE, table->command, "--%s is %s%.*s%s, must be %s%s", option->name,
                number ? "" : "\"", SHOWN_MAX, value, number ? "" : "\"",
                number                         ? ""
                : option->kind == OPTION_COUNT ? "a whole number, "
                                               : "a number, ",
                range_of(table, option)->text);
}

static bool in_range(const UrtoRange *range, double number)
{
    return (range->low_open ? number > range->low : number >= range->low) && number <= range->high;
}

static int set_value(const OptionTable *table, const Option *option, const char *value,
                     void *settings)
{
    void *field = (char *)settings + option->offset;

    if (option->kind == OPTION_TEXT) {
        if (value[0] == '\0') {
            return fail(EXIT_USAGE, table->command, "--%s is \"\", must be %s", option->name,
                        range_of(table, option)->text);
        }
        *(const char **)field = value;
        return 0;
    }
    double number;
    if (!parse_number(value, &number)) {
        return refuse_value(table, option, value, false);
    }
    if (!in_range(range_of(table, option), number)) {
        return refuse_value(table, option, value, true);
    }
    if (option->kind == OPTION_NUMBER) {
        *(double *)field = number;
    } else if (number == floor(number)) {
        *(uint32_t *)field = (uint32_t)number;
    } else {
        return refuse_value(table, option, value, false);
    }
    return 0;
}

static void set_defaults(const OptionTable *table, void *settings)
{
    for (size_t i = 0; i < table->count; i++) {
        if (table->options[i].fallback) {
            set_value(table, &table->options[i], table->options[i].fallback, settings);
        }
    }
}

static const Option *find_option(const OptionTable *table, const char *name, size_t length)
{
    for (size_t i = 0; i < table->count; i++) {
        const char *candidate = table->options[i].name;
        if (strlen(candidate) == length && strncmp(candidate, name, length) == 0) {
            return &table->options[i];
        }
    }
    return NULL;
}

static int unknown_option(const OptionTable *table, const char *word)
{
    Nearest nearest = nearest_start(word + (strncmp(word, "--", 2) == 0 ? 2 : 1));

    for (size_t i = 0; i < table->count; i++) {
        nearest_try(&nearest, table->options[i].name);
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, table->command, "unknown option %.*s, did you mean --%s?",
                    SHOWN_MAX, word, nearest.name);
    }
    return fail(EXIT_USAGE, table->command, "unknown option %.*s, see urto %s --help", SHOWN_MAX,
                word, table->command);
}

/* Reads the option at argv[*index], and its argument from the same or the next word. */
static int parse_option(const OptionTable *table, int argc, char **argv, int *index, void *settings)
{
    const char *word = argv[*index];
    const bool brief_help = strcmp(word, "-h") == 0;
    const char *name = brief_help ? "help" : word + 2;
    const size_t length = strcspn(name, "=");
    const Option *option = brief_help || word[1] == '-' ? find_option(table, name, length) : NULL;

    if (!option) {
        return unknown_option(table, word);
    }
    if (option->kind == OPTION_FLAG) {
        if (name[length] == '=') {
            return fail(EXIT_USAGE, table->command, "--%s takes no value, not %.*s", option->name,
                        SHOWN_MAX, name + length + 1);
        }
        *(bool *)((char *)settings + option->offset) = true;
        return 0;
    }
    if (name[length] == '=') {
        return set_value(table, option, name + length + 1, settings);
    }
    if (*index + 1 == argc) {
        return fail(EXIT_USAGE, table->command, "--%s needs a value: %s, %s", option->name,
                    option->argument, range_of(table, option)->text);
    }
    *index += 1;
    return set_value(table, option, argv[*index], settings);
}

const char *options_typed(const OptionTable *table, int argc, char **argv, const char *name)
{
    const char *typed = NULL;

    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        const size_t length = strcspn(word, "=");
        const Option *option =
            strncmp(word, "--", 2) == 0 ? find_option(table, word + 2, length - 2) : NULL;
        if (!option || option->kind == OPTION_FLAG) {
            continue;
        }
        const char *value = word[length] == '=' ? word + length + 1 : argv[++i];
        typed = strcmp(option->name, name) == 0 ? value : typed;
    }
    return typed;
}

static void add_word(Words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->list[i], word) == 0) {
            return;
        }
    }
    ARRAY_GROW(words->list, words->count, words->room);
    words->list[words->count++] = word;
}

int options_parse(const OptionTable *table, int argc, char **argv, void *settings, Words *words)
{
    set_defaults(table, settings);
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            const int code = parse_option(table, argc, argv, &i, settings);
            if (code != 0) {
                return code;
            }
        } else if (words) {
            add_word(words, argv[i]);
        } else {
            return fail(EXIT_USAGE, table->command, "unexpected word \"%.*s\", see urto %s --help",
                        SHOWN_MAX, argv[i], table->command);
        }
    }
    return 0;
}

void options_help(const OptionTable *table, Text *text)
{
    text_add(text, "Usage: urto %s %s\n\n%s\n\nOptions:\n", table->command, table->usage,
             table->summary);
    for (size_t i = 0; i < table->count; i++) {
        const Option *option = &table->options[i];
        Text left = {0};
        text_add(&left, "--%s%s%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        text_add(text, "  ");
        text_add_cell(text, left.data, -24);
        text_free(&left);
        text_add(text, " %s", option->help);
        if (option->argument && option->kind != OPTION_TEXT) {
            text_add(text, "%s%s; %s", option->unit[0] ? " in " : "", option->unit,
                     range_of(table, option)->text);
        }
        if (option->fallback) {
            text_add(text, " [%s]", option->fallback);
        }
        text_add(text, "\n");
    }
}

void words_add(Words *words, const char *word)
{
    ARRAY_GROW(words->list, words->count, words->room);
    words->list[words->count++] = word;
}

Words options_split(int argc, char **argv, Words *sets)
{
    static char out[] = "--out", set[] = "--set=";
    Words rest = {0};

    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--set") == 0 && i + 1 < argc) {
            words_add(sets, argv[++i]);
        } else if (strncmp(argv[i], set, sizeof set - 1) == 0) {
            words_add(sets, argv[i] + sizeof set - 1);
        } else {
            words_add(&rest, strcmp(argv[i], "-o") == 0 ? out : argv[i]);
        }
    }
    return rest;
}
