/* urto bench: what a sample of some worlds costs, what the worst block costs, how cost grows. */
#include "bench/bench.h"

#include "cli/scenes/worst_block.h"
#include "commands.h"
#include "options.h"
#include "output/outfile.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct BenchSettings {
    double seconds;
    uint32_t lanes;
    const char *plots;
    bool worst, list, json;
} BenchSettings;

static const Option options[] = {
    {"seconds",
     "S",
     "s",
     OPTION_NUMBER,
     offsetof(BenchSettings, seconds),
     {.low = 1e-3, .high = 3600.0, .text = "0.001 to 3600"},
     "1",
     "time for each benchmark"},
    {"lanes",
     "N",
     "",
     OPTION_COUNT,
     offsetof(BenchSettings, lanes),
     {.low = 0.0, .high = 8.0, .text = "2, 4 or 8; 0: chosen for each world"},
     "0",
     "doubles that a vector holds, for all worlds"},
    FLAG_AT(BenchSettings, worst, "worst",
            "time each block of the first 2 S seconds of four scenes: median, 99 %, worst"),
    TEXT_AT(BenchSettings, plots, "plots", "DIR", "a folder", NULL,
            "measure how cost grows with size, draw DIR/scaling.svg; needs gnuplot"),
    FLAG_AT(BenchSettings, list, "list", "list the benchmarks"),
    FLAG_AT(BenchSettings, json, "json", "write JSON"),
};

static const OptionTable bench_options = {
    .command = "bench",
    .usage = "[NAME]... [OPTION]...",
    .summary =
        "Measures what a sample costs, one processor, beside the least that the processor\n"
        "could need. A NAME is one of --list, or the start of several. Without names all are\n"
        "measured, or none but what --worst and --plots ask for.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_ONCE,
};

static bool matches(const Bench *bench, const char *word)
{
    bool exact = false;

    for (size_t i = 0; i < bench_count; i++) {
        exact = exact || strcmp(benches[i].name, word) == 0;
    }
    return exact ? strcmp(bench->name, word) == 0 : strncmp(bench->name, word, strlen(word)) == 0;
}

static int unknown_bench(const char *word)
{
    Nearest nearest = nearest_start(word);

    for (size_t i = 0; i < bench_count; i++) {
        nearest_try(&nearest, benches[i].name);
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, "bench", "unknown benchmark \"%.60s\", did you mean %s?", word,
                    nearest.name);
    }
    return fail(EXIT_USAGE, "bench", "unknown benchmark \"%.60s\", see urto bench --list", word);
}

/* Marks what the words name; without words everything, unless something else was asked for. */
static int choose(const BenchSettings *settings, const Words *words, bool *chosen)
{
    for (size_t i = 0; i < bench_count; i++) {
        chosen[i] = words->count == 0 && !settings->worst && !settings->plots;
    }
    for (size_t j = 0; j < words->count; j++) {
        bool found = false;
        for (size_t i = 0; i < bench_count; i++) {
            chosen[i] = chosen[i] || matches(&benches[i], words->list[j]);
            found = found || matches(&benches[i], words->list[j]);
        }
        if (!found) {
            return unknown_bench(words->list[j]);
        }
    }
    return 0;
}

/* What a benchmark promises of its contacts and does not keep would make its number a lie. */
static void warn_of_contacts(const BenchResult *result)
{
    const BenchState state = result->bench->state;

    if ((state == BENCH_TOUCHING && result->touching < 0.99) ||
        (state == BENCH_FLYING && result->touching > 0.0)) {
        fprintf(stderr, "urto bench: %s: in contact in %.1f %% of the samples, must be %s\n",
                result->bench->name, 100.0 * result->touching,
                state == BENCH_TOUCHING ? "99 % or more" : "none");
    }
}

static double realtime_factor(const BenchResult *result)
{
    return 1e9 / result->bench->rate / result->ns_per_sample;
}

static double limit_fraction(const BenchResult *result)
{
    return result->limit > 0.0 ? result->limit / result->ns_per_sample : (double)NAN;
}

static void table_row(const BenchResult *result, Text *text)
{
    Text size = {0};

    text_add(&size, "%.0f %ss", result->items, result->bench->item);
    text_add(text, "%-28s %-44s ", result->bench->name, result->bench->what);
    text_add_cell(text, size.data, 13);
    text_add(text, " %12.1f %9.3f", result->ns_per_sample, result->ns_per_sample / result->items);
    if (result->limit > 0.0) {
        text_add(text, " %7.0f %%", 100.0 * limit_fraction(result));
    } else {
        text_add_cell(text, "–", 10);
    }
    text_add(text, " %10.1f\n", realtime_factor(result));
    if (result->median > 0.0) {
        text_add(text,
                 "%28s %.1f %% of one core; blocks of 64: median %.1f, worst %.1f us, ratio %.2f\n",
                 "", 100.0 / realtime_factor(result), 1e-3 * result->median, 1e-3 * result->worst,
                 result->worst / result->median);
    }
    text_free(&size);
}

static void json_row(const BenchResult *result, Text *text)
{
    const struct {
        const char *key;
        double value;
    } fields[] = {
        {"ns_per_sample", result->ns_per_sample},
        {"ns_per_item", result->ns_per_sample / result->items},
        {"limit_fraction", limit_fraction(result)},
        {"realtime_factor", realtime_factor(result)},
        {"items", result->items},
        {"rate", result->bench->rate},
        {"touching", result->touching},
        {"iterations", result->iterations},
        {"block_median_ns", result->median > 0.0 ? result->median : (double)NAN},
        {"block_worst_ns", result->median > 0.0 ? result->worst : (double)NAN},
    };

    text_add(text, "{\"name\": \"%s\"", result->bench->name);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        text_add(text, ", \"%s\": ", fields[i].key);
        text_add_json_number(text, fields[i].value);
    }
    text_add(text, "}");
}

static void flush_text(Text *text)
{
    fwrite(text->data ? text->data : "", 1, text->length, stdout);
    fflush(stdout);
    text->length = 0;
}

/* Rows appear as they are measured. */
static int measure_chosen(const BenchSettings *settings, const bool *chosen, Text *text)
{
    const char *separator = "\n  ";

    for (size_t i = 0; i < bench_count; i++) {
        BenchResult result;
        if (!chosen[i]) {
            continue;
        }
        bench_measure(&benches[i], settings->lanes, settings->seconds, &result);
        if (result.ns_per_sample <= 0.0) {
            return fail(EXIT_FAILED, "bench", "%s: %s", benches[i].name, result.why);
        }
        warn_of_contacts(&result);
        if (settings->json) {
            text_add(text, "%s", separator);
            separator = ",\n  ";
            json_row(&result, text);
        } else {
            table_row(&result, text);
            flush_text(text);
        }
    }
    return 0;
}

static bool any(const bool *chosen)
{
    bool found = false;

    for (size_t i = 0; i < bench_count; i++) {
        found = found || chosen[i];
    }
    return found;
}

static void begin_output(const BenchSettings *settings, const bool *chosen, Text *text)
{
    Text machine = {0};

    bench_machine(&machine);
    if (settings->json) {
        text_add(text, "{\"machine\": ");
        text_add_json_string(text, machine.data);
        text_add(text, ",\n \"throughput\": {\"operations\": ");
        text_add_json_number(text, bench_throughput()->operations);
        text_add(text, ", \"loads\": ");
        text_add_json_number(text, bench_throughput()->loads);
        text_add(text, ", \"stores\": ");
        text_add_json_number(text, bench_throughput()->stores);
        text_add(text, "},\n \"results\": [");
    } else {
        text_add(text, "%s\n", machine.data);
        text_add(text, "%.1f multiply-adds, %.1f loads, %.1f stores of doubles a ns\n",
                 bench_throughput()->operations, bench_throughput()->loads,
                 bench_throughput()->stores);
        if (any(chosen)) {
            text_add(text, "\n%-28s %-44s %13s %12s %9s %9s %10s\n", "name", "what", "size",
                     "ns a sample", "ns/item", "of limit", "real time");
        }
        flush_text(text);
    }
    text_free(&machine);
}

static void print_list(void)
{
    for (size_t i = 0; i < bench_count; i++) {
        printf("%-28s %s\n", benches[i].name, benches[i].what);
    }
}

/* The library says which lengths there are. */
static int check_lanes(uint32_t lanes)
{
    UrtoWorldDef *world_def = NULL;
    UrtoDiagnostic why = {0};
    UrtoStatus status = urto_world_def_create(&world_def, NULL);

    if (status == URTO_OK) {
        urto_world_def_options(world_def, &(UrtoWorldOptions){.lanes = lanes});
        status = urto_world_def_status(world_def, &why);
    }
    urto_world_def_destroy(world_def);
    return status == URTO_OK ? 0 : fail(EXIT_USAGE, "bench", "%s", why.message);
}

/* Before the measurements: is there a folder that takes the plots? */
static int look_first(const char *folder)
{
    Text path = {0};

    if (!make_folders(folder)) {
        return fail(EXIT_FAILED, "bench", "cannot make the folder %.200s: %s", folder,
                    strerror(errno));
    }
    text_add(&path, "%s/scaling.svg", folder);
    const int code = outfile_look("bench", path.data, NULL);
    text_free(&path);
    return code;
}

static int run(void *given, const Words *words)
{
    const BenchSettings *settings = given;

    if (settings->list) {
        print_list();
        return 0;
    }
    bool *chosen = memory_resize(NULL, bench_count, sizeof *chosen);
    Text text = {0};
    int code = choose(settings, words, chosen);

    code = code ? code : check_lanes(settings->lanes);
    if (code == 0 && settings->plots) {
        code = look_first(settings->plots);
    }
    if (code == 0) {
        begin_output(settings, chosen, &text);
        code = measure_chosen(settings, chosen, &text);
        text_add(&text, settings->json ? "]" : "");
    }
    if (code == 0 && settings->worst) {
        code = worst_block_report(2.0 * settings->seconds, settings->json, &text);
    }
    if (code == 0 && settings->plots) {
        code = bench_scaling(settings->plots, settings->lanes, settings->seconds, settings->json,
                             &text);
    }
    if (code == 0) {
        text_add(&text, settings->json ? "}\n" : "");
        flush_text(&text);
    }
    text_free(&text);
    free(chosen);
    return code;
}

int command_bench(int argc, char **argv)
{
    BenchSettings settings = {0};

    return options_run(&bench_options, argc, argv, &settings, run);
}
