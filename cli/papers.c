/* urto papers: the published figures and tables, computed again as a report. */
#include "commands.h"
#include "options.h"
#include "output/outfile.h"
#include "papers/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct PapersSettings {
    const char *folder, *figure;
    bool list;
} PapersSettings;

static const Option options[] = {
    TEXT_AT(PapersSettings, folder, "out", "DIR", "a folder name", "papers-report",
            "(or -o) folder for index.html, results.json and pictures/"),
    TEXT_AT(PapersSettings, figure, "figure", "NAME", "a paper and an item", NULL,
            "one item only, such as 004.6 or 001.table1"),
    FLAG_AT(PapersSettings, list, "list", "list the papers and their items"),
};

static const OptionTable papers_options = {
    .command = "papers",
    .usage = "[PAPER]... [OPTION]...",
    .summary =
        "Computes the figures, tables and claims of the papers again (all, or those named: 000 "
        "001\n"
        "002 004), by the papers' methods and ours, and writes a page with pictures and a file\n"
        "with every result, what it is judged by and the verdict. Ends with 1 if a result does\n"
        "not agree and the report does not say why.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_ONCE,
};

/* What is to be made. */
typedef struct Selection {
    const Words *papers; /* none: all */
    const char *figure;  /* or NULL */
} Selection;

static void item_name(char name[static 32], const Paper *paper, const PaperItem *what)
{
    snprintf(name, 32, "%s.%s", paper->name, what->key);
}

static bool selected(const Selection *selection, const Paper *paper, const PaperItem *what)
{
    char name[32];
    bool named = selection->papers->count == 0;

    item_name(name, paper, what);
    for (size_t i = 0; i < selection->papers->count; i++) {
        named = named || strcmp(selection->papers->list[i], paper->name) == 0;
    }
    return selection->figure ? strcmp(selection->figure, name) == 0 : named;
}

static bool is_paper(const char *name)
{
    for (size_t i = 0; i < all_papers_count; i++) {
        if (strcmp(all_papers[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static int unknown_paper(const char *name)
{
    Text list = {0};

    for (size_t i = 0; i < all_papers_count; i++) {
        text_add(&list, "%s%s", i ? ", " : "", all_papers[i]->name);
    }
    const int code =
        fail(EXIT_USAGE, "papers", "unknown paper \"%.60s\", must be of: %s", name, list.data);
    text_free(&list);
    return code;
}

/* The items of the paper that the name begins with, or of which the item's own name is. */
static int unknown_figure(const char *name)
{
    Text list = {0};
    char candidate[32];

    for (size_t i = 0; i < all_papers_count; i++) {
        const Paper *paper = all_papers[i];
        const bool here = strncmp(name, paper->name, strlen(paper->name)) == 0;
        for (size_t j = 0; j < paper->count; j++) {
            Nearest nearest = nearest_start(name);
            nearest_try(&nearest, paper->items[j].key);
            if (here || nearest.name) {
                item_name(candidate, paper, &paper->items[j]);
                text_add(&list, "%s%s", list.length ? ", " : "", candidate);
            }
        }
    }
    const int code =
        list.length
            ? fail(EXIT_USAGE, "papers", "no figure \"%.60s\", must be of: %s", name, list.data)
            : fail(EXIT_USAGE, "papers",
                   "no figure \"%.60s\", must be a paper and an item such as 004.6; "
                   "urto papers --list names them",
                   name);
    text_free(&list);
    return code;
}

static void print_list(void)
{
    for (size_t i = 0; i < all_papers_count; i++) {
        const Paper *paper = all_papers[i];
        printf("%s  %s: %s\n", paper->name, paper->authors, paper->title);
        for (size_t j = 0; j < paper->count; j++) {
            char name[32];
            item_name(name, paper, &paper->items[j]);
            printf("     %-15s %s: %s\n", name, paper->items[j].name, paper->items[j].title);
        }
    }
}

/* The files of a report that were not there before and are written so far. */
typedef struct Written {
    const char *folder;
    Text names; /* one behind the other, each with its 0 */
} Written;

static int write_file(Written *written, const char *name, const Text *content)
{
    Text path = {0};
    OutFile file;
    int code = 0;

    text_add(&path, "%s/%s", written->folder, name);
    const bool is_new = access(path.data, F_OK) != 0;
    const bool opened = outfile_open(&file, path.data);
    if (opened) {
        fwrite(content->data, 1, content->length, file.stream);
    }
    if (!opened || !outfile_commit(&file)) {
        code = fail(EXIT_FAILED, "papers", "cannot write %.200s: %s", path.data,
                    outfile_reason(errno));
    } else if (is_new) {
        text_add_bytes(&written->names, path.data, path.length + 1);
    }
    text_free(&path);
    return code;
}

static void remove_written(Written *written)
{
    for (size_t i = 0; i < written->names.length; i += strlen(written->names.data + i) + 1) {
        remove(written->names.data + i);
    }
}

static int write_pictures(Written *written, const Report *report)
{
    int code = 0;

    for (size_t i = 0; i < report->picture_count && code == 0; i++) {
        if (report->pictures[i].svg.length) {
            char name[64];
            snprintf(name, sizeof name, "pictures/%s", report->pictures[i].name);
            code = write_file(written, name, &report->pictures[i].svg);
        }
    }
    return code;
}

/* All files, or none but those that replace one of an earlier report. */
static int write_report(const Report *report, const char *folder)
{
    Written written = {.folder = folder};
    int code = write_pictures(&written, report);

    if (code == 0) {
        code = write_file(&written, "results.json", &report->json);
    }
    if (code == 0) {
        code = write_file(&written, "index.html", &report->page);
    }
    if (code != 0) {
        remove_written(&written);
    } else {
        printf("%s/index.html    figures, and what the papers say\n"
               "%s/results.json  every result with its reference and verdict\n",
               folder, folder);
    }
    text_free(&written.names);
    return code;
}

/* Makes a folder, and looks whether a file can be written to it. */
static int look_into(const char *folder, const char *name)
{
    Text path = {0};
    int code = 0;

    if (!make_folders(folder)) {
        return fail(EXIT_FAILED, "papers", "cannot make the folder %.200s: %s", folder,
                    strerror(errno));
    }
    text_add(&path, "%s/%s", folder, name);
    code = outfile_look("papers", path.data, NULL);
    text_free(&path);
    return code;
}

/* How much of a path is there. */
static size_t there(const char *path)
{
    Text part = {0};
    size_t length = strlen(path);

    text_add(&part, "%s", path);
    while (length && access(part.data, F_OK) != 0) {
        const char *slash = strrchr(part.data, '/');
        length = slash ? (size_t)(slash - part.data) : 0;
        part.data[length] = '\0';
    }
    text_free(&part);
    return length;
}

/* Removes the folders of a path that are empty, but for its beginning. */
static void remove_folders(const char *path, size_t kept)
{
    Text part = {0};

    text_add(&part, "%s", path);
    while (strlen(part.data) > kept && (rmdir(part.data) == 0 || errno == ENOENT)) {
        char *slash = strrchr(part.data, '/');
        *(slash ? slash : part.data) = '\0';
    }
    text_free(&part);
}

/* The folder of pictures comes last: nothing is left where another name is taken. */
static int look_first(const char *folder, const char *pictures)
{
    int code = look_into(folder, "index.html");

    code = code ? code : look_into(folder, "results.json");
    return code ? code : look_into(pictures, "000.3-1.svg");
}

static double wall_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* On a terminal: what is being made and how long the rest will take, from what the items took so
 * far. */
typedef struct Progress {
    bool shown;
    double start, done, all; /* the clock; seconds of the tables */
} Progress;

static void show_progress(Progress *progress, const char *name)
{
    if (!progress->shown) {
        return;
    }
    const double elapsed = wall_clock() - progress->start;
    const double pace = progress->done > 0.5 ? elapsed / progress->done : 1.0;
    fprintf(stderr, "\r\033[K%s  about %.0f s left", name,
            ceil((progress->all - progress->done) * pace));
}

static void print_paper(const Report *report)
{
    if (report->paper) {
        printf("%s  %3zu agree, %zu differ, %zu contradict the paper\n", report->paper->name,
               report->of_paper[VERDICT_AGREES], report->of_paper[VERDICT_DIFFERS],
               report->of_paper[VERDICT_CONTRADICTS]);
    }
}

static void add_items(Report *report, const Selection *selection, Progress *progress)
{
    for (size_t i = 0; i < all_papers_count; i++) {
        const Paper *paper = all_papers[i];
        for (size_t j = 0; j < paper->count; j++) {
            const PaperItem *what = &paper->items[j];
            if (!selected(selection, paper, what)) {
                continue;
            }
            char name[32];
            item_name(name, paper, what);
            show_progress(progress, name);
            report_add(report, paper, what);
            progress->done += what->seconds;
        }
        if (report->paper == paper) {
            fprintf(stderr, progress->shown ? "\r\033[K" : "");
            print_paper(report);
        }
    }
}

static Progress begin_progress(const Selection *selection)
{
    Progress progress = {.shown = isatty(STDERR_FILENO), .start = wall_clock()};

    for (size_t i = 0; i < all_papers_count; i++) {
        for (size_t j = 0; j < all_papers[i]->count; j++) {
            const PaperItem *what = &all_papers[i]->items[j];
            progress.all += selected(selection, all_papers[i], what) ? what->seconds : 0.0;
        }
    }
    return progress;
}

static void tell_missing(const Report *report)
{
    enum { NAMED = 5 };
    Text names = {0};
    size_t count = 0;

    for (size_t i = 0; i < report->picture_count; i++) {
        if (!report->pictures[i].svg.length && count++ < NAMED) {
            text_add(&names, "%s%s", count > 1 ? ", " : "", report->pictures[i].name);
        }
    }
    fprintf(stderr, "urto papers: %zu of %zu pictures are missing (%s%s): %s\n", report->missing,
            report->picture_count, names.data, count > NAMED ? " ..." : "",
            plot_status_text(report->drawing));
    text_free(&names);
}

static int make_report(const Selection *selection, const char *folder)
{
    Report report;
    Progress progress = begin_progress(selection);
    Text pictures = {0};

    text_add(&pictures, "%s/pictures", folder);
    const size_t kept = there(pictures.data);
    int code = look_first(folder, pictures.data);
    /* until there is a report there is no trace of it */
    remove_folders(pictures.data, kept);
    if (code != 0) {
        text_free(&pictures);
        return code;
    }
    report_begin(&report);
    add_items(&report, selection, &progress);
    report_end(&report);
    code = make_folders(pictures.data) ? write_report(&report, folder)
                                       : fail(EXIT_FAILED, "papers", "cannot make %.200s: %s",
                                              pictures.data, strerror(errno));
    if (code == 0) {
        Text sentence = {0};
        report_sentence(&report, &sentence);
        printf("%s\n", sentence.data);
        text_free(&sentence);
    }
    if (code != 0) {
        remove_folders(pictures.data, kept);
    }
    text_free(&pictures);
    if (code == 0 && report.missing > 0) {
        tell_missing(&report);
    }
    if (code == 0 && report.unexplained > 0) {
        code = fail(EXIT_FAILED, "papers", "%zu of %zu results do not agree, and nobody says why",
                    report.unexplained, report.rows);
    }
    report_free(&report);
    return code;
}

static int run(void *given, const Words *words)
{
    const PapersSettings *settings = given;
    const Selection selection = {words, settings->figure};
    size_t found = 0;

    if (settings->list) {
        print_list();
        return 0;
    }
    for (size_t i = 0; i < words->count; i++) {
        if (!is_paper(words->list[i])) {
            return unknown_paper(words->list[i]);
        }
    }
    for (size_t i = 0; i < all_papers_count; i++) {
        for (size_t j = 0; j < all_papers[i]->count; j++) {
            found += selected(&selection, all_papers[i], &all_papers[i]->items[j]);
        }
    }
    return found ? make_report(&selection, settings->folder) : unknown_figure(settings->figure);
}

int command_papers(int argc, char **argv)
{
    PapersSettings settings = {0};

    return options_run(&papers_options, argc, argv, &settings, run);
}
