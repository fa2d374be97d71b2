/* libFuzzer on command lines: words between blanks. The tables of all commands are those of the program;
 * what a command would do is left out (commands are compiled with options_run replaced), so that any
 * words are safe to try. Each line ends with 0, or with 2 after a message. */
#include "cli/options.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 32 };

int urto_main(int argc, char **argv);
int fuzz_options_run(const OptionTable *table, int argc, char **argv, void *settings,
                     int (*run)(void *settings, const Words *words));
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static int do_nothing(void *settings, const Words *words)
{
    (void)settings;
    for (size_t i = 0; i < words->count; i++) {
        if (!words->list[i]) {
            abort();
        }
    }
    return 0;
}

int fuzz_options_run(const OptionTable *table, int argc, char **argv, void *settings,
                     int (*run)(void *settings, const Words *words))
{
    (void)run;
    return options_run(table, argc, argv, settings, do_nothing);
}

/* What the program says goes nowhere; the fuzzer has its own way to standard error. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return freopen("/dev/null", "w", stdout) ? 0 : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1);
    char *argv[WORDS + 2] = {"urto"};
    int argc = 1;

    memcpy(copy, data, size);
    copy[size] = '\0';
    for (char *word = strtok(copy, " \n"); word && argc <= WORDS; word = strtok(NULL, " \n")) {
        argv[argc++] = word;
    }
    const int code = urto_main(argc, argv);
    if (code != 0 && code != 2) {
        abort();
    }
    free(copy);
    return 0;
}
