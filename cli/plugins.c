/* urto plugins: what is installed where hosts look, and whether it loads. */
#include "commands.h"
#include "frontends/host/installed.h"
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct PluginsSettings {
    bool json;
} PluginsSettings;

static const Option options[] = {
    FLAG_AT(PluginsSettings, json, "json", "print the list as JSON"),
};

static const OptionTable plugins_options = {
    .command = "plugins",
    .usage = "[OPTION]...",
    .summary =
        "Lists the LV2 and CLAP plug-ins and Pd externals of urto in the folders where hosts\n"
        "look, and loads each as a host would. Ends with 1 if one that is installed does\n"
        "not load.",
    .options = options,
    .count = sizeof options / sizeof *options,
};

/* Where hosts of a format look. */
typedef struct Format {
    const char *name;
    const char *file;     /* ours */
    const char *variable; /* that names folders, or NULL */
    bool replaces;        /* the variable stands for all other folders */
    const char *folders;  /* with ~ for the home */
    PluginCheck (*check)(const char *path);
} Format;

static const Format formats[] = {
    {"lv2", "urto.lv2", "LV2_PATH", true, "~/.lv2:/usr/local/lib/lv2:/usr/lib/lv2",
     plugin_check_lv2},
    {"clap", "urto.clap", "CLAP_PATH", false, "~/.clap:/usr/local/lib/clap:/usr/lib/clap",
     plugin_check_clap},
    {"pd", "urto", NULL, false,
     "~/.local/lib/pd/extra:~/pd-externals:/usr/local/lib/pd-externals:/usr/lib/pd/extra",
     plugin_check_pd},
};

/* The check in a process of its own: what crashes there is reported here. */
static PluginCheck check_apart(const Format *format, const char *path)
{
    PluginCheck check = {.loads = false, .message = "it cannot be checked: no process to spare"};
    int ends[2];

    if (pipe(ends) != 0) {
        return check;
    }
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        check = format->check(path);
        const ssize_t written = write(ends[1], &check, sizeof check);
        _exit(written == (ssize_t)sizeof check ? 0 : 1);
    }
    close(ends[1]);
    if (child > 0) {
        int code = 0;
        const bool whole = read(ends[0], &check, sizeof check) == (ssize_t)sizeof check;
        waitpid(child, &code, 0);
        if (!whole) {
            check = (PluginCheck){.loads = false};
            snprintf(check.message, sizeof check.message, "it crashes (signal %d)",
                     WIFSIGNALED(code) ? WTERMSIG(code) : 0);
        }
    }
    close(ends[0]);
    return check;
}

typedef struct Listing {
    const PluginsSettings *settings;
    Text text;
    uint32_t found, broken;
} Listing;

static void add_item(Listing *listing, const Format *format, const char *path)
{
    const PluginCheck check = check_apart(format, path);
    Text *text = &listing->text;

    if (listing->settings->json) {
        text_add(text, "%s{\"format\": \"%s\", \"path\": ", listing->found ? ",\n " : "",
                 format->name);
        text_add_json_string(text, path);
        text_add(text, ", \"plugins\": %u, \"loads\": %s, \"message\": ", check.plugins,
                 check.loads ? "true" : "false");
        text_add_json_string(text, check.message);
        text_add(text, "}");
    } else if (!check.loads) {
        text_add(text, "%-5s %s: does not load: %s\n", format->name, path, check.message);
    } else if (check.message[0]) {
        text_add(text, "%-5s %s: %s\n", format->name, path, check.message);
    } else {
        text_add(text, "%-5s %s: %u plug-ins, all load\n", format->name, path, check.plugins);
    }
    listing->found++;
    listing->broken += !check.loads;
}

/* Looks in a list of folders, separated by colons. */
static void search(Listing *listing, const Format *format, const char *folders)
{
    const char *home = getenv("HOME");

    for (const char *at = folders; *at;) {
        const size_t length = strcspn(at, ":");
        const bool below = at[0] == '~' && home;
        Text path = {0};
        text_add(&path, "%s%.*s/%s", below ? home : "", (int)(length - below), at + below,
                 format->file);
        if (length > 0 && access(path.data, F_OK) == 0) {
            add_item(listing, format, path.data);
        }
        text_free(&path);
        at += length + (at[length] == ':');
    }
}

static void list_format(Listing *listing, const Format *format)
{
    const char *named = format->variable ? getenv(format->variable) : NULL;
    const uint32_t before = listing->found;
    const bool others = !named || !format->replaces;

    if (named) {
        search(listing, format, named);
    }
    if (others) {
        search(listing, format, format->folders);
    }
    if (listing->found == before && !listing->settings->json) {
        text_add(&listing->text, "%-5s not installed in %s%s%s\n", format->name, named ? named : "",
                 named && others ? ":" : "", others ? format->folders : "");
    }
}

static int run(void *given, const Words *words)
{
    const PluginsSettings *settings = given;
    Listing listing = {.settings = settings};

    (void)words;
    if (settings->json) {
        text_add(&listing.text, "[");
    }
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        list_format(&listing, &formats[i]);
    }
    if (settings->json) {
        text_add(&listing.text, "]\n");
    } else if (listing.found == 0) {
        text_add(&listing.text, "make install-user puts them into your home, see docs/hosts.md\n");
    }
    fwrite(listing.text.data, 1, listing.text.length, stdout);
    text_free(&listing.text);
    if (listing.broken) {
        return fail(EXIT_FAILED, "plugins", "%u of %u installed do not load", listing.broken,
                    listing.found);
    }
    return 0;
}

int command_plugins(int argc, char **argv)
{
    PluginsSettings settings = {0};

    return options_run(&plugins_options, argc, argv, &settings, run);
}
