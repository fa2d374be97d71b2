/* urto papers: the published figures and tables, reproduced as a report. */
#include "commands.h"
#include "options.h"
#include "output/outfile.h"
#include "papers/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct PapersSettings {
    const char *folder;
    bool list;
} PapersSettings;

static const Option options[] = {
    TEXT_AT(PapersSettings, folder, "out", "DIR", "a folder name", "papers-report",
            "(or -o) folder for index.html and results.json"),
    FLAG_AT(PapersSettings, list, "list", "list the papers and their items"),
};

static const OptionTable papers_options = {
    .command = "papers",
    .usage = "[PAPER]... [OPTION]...",
    .summary = "Reproduces the figures and tables of the papers (all, or those named: 000 001 002\n"
               "004) and writes a page with pictures and a file with published numbers beside\n"
               "ours. Ends with 1 if a number differs.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_ONCE,
};

static const Paper *find_paper(const char *name)
{
    for (size_t i = 0; i < all_papers_count; i++) {
        if (strcmp(all_papers[i]->name, name) == 0) {
            return all_papers[i];
        }
    }
    return NULL;
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

static void print_list(void)
{
    for (size_t i = 0; i < all_papers_count; i++) {
        printf("%s  %s\n", all_papers[i]->name, all_papers[i]->citation);
        for (size_t j = 0; j < all_papers[i]->count; j++) {
            printf("     %-8s %s\n", all_papers[i]->items[j].name, all_papers[i]->items[j].title);
        }
    }
}

static int write_file(const char *folder, const char *name, const Text *content)
{
    Text path = {0};
    OutFile file;
    int code = 0;

    text_add(&path, "%s/%s", folder, name);
    const bool opened = outfile_open(&file, path.data);
    if (opened) {
        fwrite(content->data, 1, content->length, file.stream);
    }
    if (!opened || !outfile_commit(&file)) {
        code = fail(EXIT_FAILED, "papers", "cannot write %.200s: %s", path.data,
                    outfile_reason(errno));
    }
    text_free(&path);
    return code;
}

static int add_paper(Report *report, const Paper *paper)
{
    const PlotStatus status = report_add(report, paper);

    if (status != PLOT_OK) {
        return fail(EXIT_FAILED, "papers", "%s", plot_status_text(status));
    }
    printf("%s  %3zu rows agree, %zu differ\n", paper->name, report->ok_of_paper,
           report->failed_of_paper);
    return 0;
}

static int write_report(Report *report, const char *folder)
{
    int code = write_file(folder, "index.html", &report->html);

    if (code == 0) {
        code = write_file(folder, "results.json", &report->json);
    }
    if (code == 0) {
        printf("%s/index.html    pictures beside what the papers say\n"
               "%s/results.json  published numbers beside ours\n",
               folder, folder);
    }
    return code;
}

static int look_first(const char *folder)
{
    static const char *const names[] = {"index.html", "results.json"};
    int code = 0;

    if (!make_folders(folder)) {
        return fail(EXIT_FAILED, "papers", "cannot make the folder %.200s: %s", folder,
                    strerror(errno));
    }
    for (size_t i = 0; i < 2 && code == 0; i++) {
        Text path = {0};
        text_add(&path, "%s/%s", folder, names[i]);
        code = outfile_look("papers", path.data, NULL);
        text_free(&path);
    }
    return code;
}

static int make_report(const Words *words, const char *folder)
{
    Report report;
    const size_t count = words->count ? words->count : all_papers_count;
    int code = look_first(folder);

    if (code != 0) {
        return code;
    }
    report_begin(&report);
    for (size_t i = 0; i < count && code == 0; i++) {
        code = add_paper(&report, words->count ? find_paper(words->list[i]) : all_papers[i]);
    }
    report_end(&report);
    if (code == 0) {
        code = write_report(&report, folder);
    }
    if (code == 0 && report.failed > 0) {
        code = fail(EXIT_FAILED, "papers", "%zu of %zu rows differ", report.failed, report.rows);
    }
    report_free(&report);
    return code;
}

static int run(void *given, const Words *words)
{
    const PapersSettings *settings = given;

    if (settings->list) {
        print_list();
        return 0;
    }
    for (size_t i = 0; i < words->count; i++) {
        if (!find_paper(words->list[i])) {
            return unknown_paper(words->list[i]);
        }
    }
    return make_report(words, settings->folder);
}

int command_papers(int argc, char **argv)
{
    PapersSettings settings = {0};

    return options_run(&papers_options, argc, argv, &settings, run);
}
