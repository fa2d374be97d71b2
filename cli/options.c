#include "options.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 60 };

static const Option help_option = {.name = "help", .help = "print this help"};

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

    if (option->kind == OPTION_TEXT || option->kind == OPTION_TEXTS) {
        if (value[0] == '\0') {
            return fail(EXIT_USAGE, table->command, "--%s is \"\", must be %s", option->name,
                        range_of(table, option)->text);
        }
        if (option->kind == OPTION_TEXTS) {
            words_add(field, value);
        } else {
            *(const char **)field = value;
        }
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
    return strlen(help_option.name) == length && strncmp(help_option.name, name, length) == 0
               ? &help_option
               : NULL;
}

static int unknown_option(const OptionTable *table, const char *word)
{
    Nearest nearest = nearest_start(word + (strncmp(word, "--", 2) == 0 ? 2 : 1));

    for (size_t i = 0; i < table->count; i++) {
        nearest_try(&nearest, table->options[i].name);
    }
    nearest_try(&nearest, help_option.name);
    if (nearest.name) {
        return fail(EXIT_USAGE, table->command, "unknown option %.*s, did you mean --%s?",
                    SHOWN_MAX, word, nearest.name);
    }
    return fail(EXIT_USAGE, table->command, "unknown option %.*s, see urto %s --help", SHOWN_MAX,
                word, table->command);
}

/* Reads the option at argv[*index], and its argument from the same or the next word. */
static int parse_option(const OptionTable *table, int argc, char **argv, int *index, void *settings,
                        bool *help)
{
    const char *word = argv[*index];
    const char *brief = strcmp(word, "-h") == 0       ? "help"
                        : strncmp(word, "-o", 2) == 0 ? "out"
                                                      : NULL;
    const char *name = brief ? brief : word + 2;
    const size_t length = strcspn(name, "=");
    const Option *option = brief || word[1] == '-' ? find_option(table, name, length) : NULL;
    const bool attached = brief && word[1] == 'o' && word[2] != '\0'; /* -oFILE */

    if (!option) {
        return unknown_option(table, word);
    }
    if (option->kind == OPTION_FLAG) {
        if (name[length] == '=') {
            return fail(EXIT_USAGE, table->command, "--%s takes no value, not %.*s", option->name,
                        SHOWN_MAX, name + length + 1);
        }
        *(option == &help_option ? help : (bool *)((char *)settings + option->offset)) = true;
        return 0;
    }
    if (attached || name[length] == '=') {
        return set_value(table, option, attached ? word + 2 : name + length + 1, settings);
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

void words_add(Words *words, const char *word)
{
    ARRAY_GROW(words->list, words->count, words->room);
    words->list[words->count++] = word;
}

static void add_once(Words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->list[i], word) == 0) {
            return;
        }
    }
    words_add(words, word);
}

static int parse(const OptionTable *table, int argc, char **argv, void *settings, Words *words,
                 bool *help)
{
    bool only_words = false;

    set_defaults(table, settings);
    for (int i = 1; i < argc; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (!only_words && argv[i][0] == '-' && argv[i][1] != '\0') {
            const int code = parse_option(table, argc, argv, &i, settings, help);
            if (code != 0) {
                return code;
            }
        } else if (table->words == WORDS_NONE) {
            return fail(EXIT_USAGE, table->command, "unexpected word \"%.*s\", see urto %s --help",
                        SHOWN_MAX, argv[i], table->command);
        } else {
            (table->words == WORDS_ONCE ? add_once : words_add)(words, argv[i]);
        }
    }
    return 0;
}

static void add_help(const OptionTable *table, const Option *option, Text *text)
{
    Text left = {0};

    text_add(&left, "--%s%s%s", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    text_add(text, "  ");
    text_add_cell(text, left.data, -24);
    text_free(&left);
    text_add(text, " %s", option->help);
    if (option->kind == OPTION_NUMBER || option->kind == OPTION_COUNT) {
        text_add(text, "%s%s; %s", option->unit[0] ? " in " : "", option->unit,
                 range_of(table, option)->text);
    }
    if (option->fallback) {
        text_add(text, " [%s]", option->fallback);
    }
    text_add(text, "\n");
}

static void print_help(const OptionTable *table)
{
    Text text = {0};

    text_add(&text, "Usage: urto %s %s\n\n%s\n\nOptions:\n", table->command, table->usage,
             table->summary);
    for (size_t i = 0; i < table->count; i++) {
        add_help(table, &table->options[i], &text);
    }
    add_help(table, &help_option, &text);
    fwrite(text.data, 1, text.length, stdout);
    text_free(&text);
}

static OptionsAsk asked;

void options_ask(OptionsAsk ask)
{
    asked = ask;
}

int options_run(const OptionTable *table, int argc, char **argv, void *settings, OptionsRun run)
{
    Words words = {0};
    bool help = false;

    if (asked) {
        return asked(table, argc, argv);
    }
    int code = parse(table, argc, argv, settings, &words, &help);

    if (code == 0 && help) {
        print_help(table);
    } else if (code == 0) {
        code = run(settings, &words);
    }
    for (size_t i = 0; i < table->count; i++) {
        if (table->options[i].kind == OPTION_TEXTS) {
            Words *list = (Words *)((char *)settings + table->options[i].offset);
            free(list->list);
            *list = (Words){0};
        }
    }
    free(words.list);
    return code;
}
