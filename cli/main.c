/* urto: the program. One table of sub-commands; each has its own file. */
#include "commands.h"
#include "complete.h"
#include "output/outfile.h"
#include "output/text.h"

#include <urto/status.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Command {
    const char *name;
    const char *help;
    int (*run)(int argc, char **argv);
} Command;

static const Command commands[] = {
    {"bench", "what a sample costs, against what the processor could do", command_bench},
#if URTO_SOUND
    {"bump", "PhonoBump: a sound file drives a hammer on a resonator", command_bump},
#endif
    {"impact", "one mass against one wall: closed forms and every scheme", command_impact},
    {"instruments", "what can be played: instruments, parameters, presets", command_instruments},
#if URTO_SOUND
    {"midi", "a MIDI file, played by an instrument, to a sound file", command_midi},
#endif
    {"papers", "reproduce the published figures and tables as a report", command_papers},
#if URTO_JACK || URTO_ALSA
    {"play", "instruments and scenes, live, with MIDI and the computer's keys", command_play},
#endif
    {"plugins", "what is installed for plug-in hosts, and whether it loads", command_plugins},
    {"presets", "presets of your own: where they are, and for LV2 hosts", command_presets},
#if URTO_SCENES
    {"render", "scenes to sound files", command_render},
    {"scene", "check, list and show scenes; their schema", command_scene},
#endif
    {"sweep", "many cases of a plan to one file, on one machine or many", command_sweep},
};
static const size_t command_count = sizeof commands / sizeof *commands;

static const Command *find_command(const char *name)
{
    for (size_t i = 0; i < command_count; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static int unknown_command(const char *name)
{
    Nearest nearest = nearest_start(name);

    for (size_t i = 0; i < command_count; i++) {
        nearest_try(&nearest, commands[i].name);
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, "", "unknown sub-command \"%.60s\", did you mean %s?", name,
                    nearest.name);
    }
    return fail(EXIT_USAGE, "", "unknown sub-command \"%.60s\", see urto --help", name);
}

static void print_help(FILE *stream)
{
    fputs("Usage: urto COMMAND [OPTION]...\n\n"
          "The sound of things that collide.\n\nCommands:\n",
          stream);
    for (size_t i = 0; i < command_count; i++) {
        fprintf(stream, "  %-11s %s\n", commands[i].name, commands[i].help);
    }
    fputs("\n  urto help COMMAND   what a command can do\n"
          "  urto --version      version of the program and its library\n",
          stream);
}

static int help_command(int argc, char **argv)
{
    if (argc < 3) {
        print_help(stdout);
        return 0;
    }
    const Command *command = find_command(argv[2]);
    if (!command) {
        return unknown_command(argv[2]);
    }
    char help[] = "--help";
    char *arguments[] = {argv[2], help, NULL};
    return command->run(2, arguments);
}

/* --complete WORD... CURRENT */
static int complete(int argc, char **argv)
{
    const char *current = argc > 2 ? argv[argc - 1] : "";
    const Command *command = argc > 3 ? find_command(argv[2]) : NULL;

    if (command) {
        options_ask(complete_options);
        return command->run(argc - 2, argv + 2);
    }
    if (argc > 4 || (argc == 4 && strcmp(argv[2], "help") != 0)) {
        return 0;
    }
    for (size_t i = 0; i < command_count; i++) {
        if (strncmp(commands[i].name, current, strlen(current)) == 0) {
            puts(commands[i].name);
        }
    }
    static const char *const more[] = {"help", "--help", "--version"};
    for (size_t i = 0; argc < 4 && i < sizeof more / sizeof *more; i++) {
        if (strncmp(more[i], current, strlen(current)) == 0) {
            puts(more[i]);
        }
    }
    return 0;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        return help_command(argc, argv);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("urto %s\n", urto_version());
        return 0;
    }
    if (strcmp(argv[1], "--complete") == 0) {
        return complete(argc, argv);
    }
    const Command *command = find_command(argv[1]);
    return command ? command->run(argc - 1, argv + 1) : unknown_command(argv[1]);
}

/* A file that is opened must not become standard output because that was closed: what is printed
 * would go into it. Writing to it fails then, as it should. */
static void hold_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0) {
            (void)open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    outfile_catch_signals();
    const int code = run(argc, argv);

    if (fflush(stdout) != 0 || ferror(stdout)) {
        return fail(EXIT_FAILED, "", "cannot write to standard output");
    }
    return code;
}
