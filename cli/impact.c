/* urto impact: the laboratory for one mass and one wall. */
#include "cli/impact/experiment.h"
#include "commands.h"
#include "output/outfile.h"

#include <errno.h>
#include <stdio.h>

static int print_text(Text *text)
{
    fwrite(text->data, 1, text->length, stdout);
    text_free(text);
    return 0;
}

static const struct {
    UrtoSchemeOption option;
    const char *name;
} option_names[] = {
    {URTO_SCHEME_DAMPING, "damping"},     {URTO_SCHEME_GRAVITY, "gravity"},
    {URTO_SCHEME_SPRING, "spring"},       {URTO_SCHEME_MATCHED, "matched"},
    {URTO_SCHEME_CORRECTED, "corrected"},
};
enum { OPTION_NAMES = sizeof option_names / sizeof *option_names };

static void list_table(Text *text)
{
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const UrtoSchemeInfo *scheme = urto_scheme_at(i);
        text_add(text, "%-19s %s\n%-19s %s; order %d%s%s; takes", scheme->name, scheme->summary, "",
                 scheme->source, scheme->order, scheme->passive ? ", passive" : "",
                 scheme->iterative ? ", iterative" : "");
        for (size_t j = 0; j < OPTION_NAMES; j++) {
            if (scheme->accepts & option_names[j].option) {
                text_add(text, " %s", option_names[j].name);
            }
        }
        text_add(text, "%s\n", scheme->accepts ? "" : " no option");
    }
}

static void list_json(Text *text)
{
    text_add(text, "[\n");
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        const UrtoSchemeInfo *scheme = urto_scheme_at(i);
        text_add(text, "  {\"scheme\": \"%s\", \"summary\": ", scheme->name);
        text_add_json_string(text, scheme->summary);
        text_add(text, ", \"source\": ");
        text_add_json_string(text, scheme->source);
        text_add(text, ", \"order\": %d, \"passive\": %s, \"iterative\": %s, \"accepts\": [",
                 scheme->order, scheme->passive ? "true" : "false",
                 scheme->iterative ? "true" : "false");
        const char *comma = "";
        for (size_t j = 0; j < OPTION_NAMES; j++) {
            if (scheme->accepts & option_names[j].option) {
                text_add(text, "%s\"%s\"", comma, option_names[j].name);
                comma = ", ";
            }
        }
        text_add(text, "]}%s\n", i + 1 < urto_scheme_count() ? "," : "");
    }
    text_add(text, "]\n");
}

static int check_extensions(const ImpactSettings *settings)
{
    const bool standard = settings->trajectory && is_standard(settings->trajectory);

    if (settings->trajectory && !standard && !has_extension(settings->trajectory, ".csv")) {
        return fail(EXIT_USAGE, "impact", "--trajectory is %.200s, must end in .csv",
                    settings->trajectory);
    }
    if (standard && settings->json) {
        return fail(EXIT_USAGE, "impact",
                    "--trajectory is -, must be a file where --json is printed");
    }
    if (settings->plot && !has_extension(settings->plot, ".svg") &&
        !has_extension(settings->plot, ".png")) {
        return fail(EXIT_USAGE, "impact", "--plot is %.200s, must end in .svg or .png",
                    settings->plot);
    }
    return 0;
}

static int write_trajectory(const Experiment *experiment, const char *path)
{
    OutFile file;

    if (!outfile_open(&file, path)) {
        return fail(EXIT_FAILED, "impact", "cannot write %.200s: %s", path, outfile_reason(errno));
    }
    Text text = {0};
    experiment_csv(experiment, &text);
    fwrite(text.data, 1, text.length, file.stream);
    text_free(&text);
    if (!outfile_commit(&file)) {
        return fail(EXIT_FAILED, "impact", "cannot write %.200s: %s", path, outfile_reason(errno));
    }
    return 0;
}

static int write_everything(const Experiment *experiment)
{
    const ImpactSettings *settings = &experiment->settings;
    int code = 0;

    if (settings->trajectory) {
        code = write_trajectory(experiment, settings->trajectory);
    }
    if (code == 0 && settings->plot) {
        code = experiment_plot(experiment, settings->plot);
    }
    if (code == 0 && !(settings->trajectory && is_standard(settings->trajectory))) {
        Text text = {0};
        (settings->json ? experiment_json : experiment_table)(experiment, &text);
        code = print_text(&text);
    }
    return code;
}

static int run(void *given, const Words *words)
{
    const ImpactSettings *settings = given;
    Text text = {0};

    (void)words;
    if (settings->list) {
        (settings->json ? list_json : list_table)(&text);
        return print_text(&text);
    }
    if (settings->survey && settings->json) {
        return fail(EXIT_USAGE, "impact", "--survey writes Markdown, --json is not offered");
    }
    if (settings->survey) {
        const int code = survey_print(&text);
        return code == 0 ? print_text(&text) : code;
    }
    int code = check_extensions(settings);
    if (code == 0 && settings->trajectory) {
        code = outfile_look("impact", settings->trajectory, NULL);
    }
    if (code == 0 && settings->plot) {
        code = outfile_look("impact", settings->plot, NULL);
    }
    if (code == 0) {
        Experiment experiment;
        code = experiment_run(&experiment, settings);
        code = code == 0 ? write_everything(&experiment) : code;
        experiment_free(&experiment);
    }
    return code;
}

int command_impact(int argc, char **argv)
{
    ImpactSettings settings = {.argc = argc, .argv = argv};

    return options_run(&impact_options, argc, argv, &settings, run);
}
