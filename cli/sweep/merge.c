#include "merge.h"

#include "output/outfile.h"
#include "output/soundfile.h"
#include "output/text.h"
#include "storage.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Shards in their order; those not seen yet are all zero. */
typedef struct Merge {
    SweepFile *files;
    uint32_t shards;
    SweepData data;
} Merge;

/* All shards may be open at the same time. */
static void allow_files(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static int take_file(Merge *merge, const char *path, const char **names)
{
    SweepFile file;
    const char *why = storage_open(&file, path);

    if (why) {
        return fail(EXIT_FAILED, "sweep", "%.200s: %s; run its shard again", path, why);
    }
    const SweepData *data = &file.data;
    if (!merge->shards) {
        merge->shards = data->shards;
        merge->files = memory_resize(NULL, data->shards, sizeof *merge->files);
        memset(merge->files, 0, data->shards * sizeof *merge->files);
        *names = path;
    }
    const SweepData *first = NULL;
    for (uint32_t i = 0; i < merge->shards && !first; i++) {
        first = merge->files[i].data.version ? &merge->files[i].data : NULL;
    }
    int code = 0;
    if (first && (data->mark != first->mark || data->shards != merge->shards)) {
        code = fail(EXIT_USAGE, "sweep",
                    "%.200s is of another plan, version or number of shards than %.200s", path,
                    *names);
    } else if (merge->files[data->shard - 1].data.version) {
        code = fail(EXIT_USAGE, "sweep", "%.200s is shard %u, which is there already", path,
                    data->shard);
    }
    if (code != 0) {
        storage_close(&file);
        return code;
    }
    merge->files[data->shard - 1] = file;
    return 0;
}

static int look_complete(const Merge *merge)
{
    Text missing = {0};
    uint32_t count = 0;

    for (uint32_t i = 0; i < merge->shards; i++) {
        if (!merge->files[i].data.version && count++ < 20) {
            text_add(&missing, "%s%u", missing.length ? ", " : "", i + 1);
        }
    }
    const int code = count ? fail(EXIT_FAILED, "sweep", "%u of %u shards are missing: %s%s", count,
                                  merge->shards, missing.data, count > 20 ? ", ..." : "")
                           : 0;
    text_free(&missing);
    return code;
}

static void spread(SweepColumn *to, const SweepColumn *from, size_t count, uint32_t shard,
                   uint32_t shards, size_t rows)
{
    for (size_t c = 0; c < count; c++) {
        for (size_t row = 0; row < rows; row++) {
            double value = from[c].values[row];
            for (size_t w = 0; from[c].words && w < to[c].word_count; w++) {
                if (strcmp(to[c].words[w], from[c].words[(size_t)from[c].values[row]]) == 0) {
                    value = (double)w;
                }
            }
            to[c].values[shard + row * shards] = value;
        }
    }
}

static char *copy(const char *text)
{
    char *made = NULL;

    if (text) {
        made = memory_resize(NULL, strlen(text) + 1, 1);
        memcpy(made, text, strlen(text) + 1);
    }
    return made;
}

/* All words of all shards. */
static void gather_words(const Merge *merge, size_t which, SweepColumn *column)
{
    size_t room = 0;

    for (uint32_t s = 0; s < merge->shards; s++) {
        const SweepColumn *from = &merge->files[s].data.parameters[which];
        for (size_t i = 0; from->words && i < from->word_count; i++) {
            size_t w = 0;
            while (w < column->word_count && strcmp(column->words[w], from->words[i]) != 0) {
                w++;
            }
            if (w == column->word_count) {
                ARRAY_GROW(column->words, column->word_count, room);
                column->words[column->word_count++] = copy(from->words[i]);
            }
        }
    }
}

static SweepColumn *make_columns(const SweepColumn *like, size_t count, size_t rows)
{
    SweepColumn *columns = memory_resize(NULL, count + 1, sizeof *columns);

    for (size_t i = 0; i < count; i++) {
        columns[i] = (SweepColumn){.name = copy(like[i].name),
                                   .unit = copy(like[i].unit),
                                   .description = copy(like[i].description),
                                   .names = copy(like[i].names),
                                   .scale = copy(like[i].scale),
                                   .values = memory_resize(NULL, rows + 1, sizeof(double))};
    }
    return columns;
}

static void join(Merge *merge)
{
    const SweepData *like = &merge->files[0].data;
    SweepData *data = &merge->data;
    const size_t rows = (size_t)like->count;

    *data = *like;
    data->version = copy(like->version);
    data->title = copy(like->title);
    data->plan = copy(like->plan);
    data->scene = copy(like->scene);
    data->card = copy(like->card);
    data->shard = data->shards = 1;
    data->rows = rows;
    data->parameters = make_columns(like->parameters, like->parameter_count, rows);
    data->features = make_columns(like->features, like->feature_count, rows);
    for (size_t i = 0; i < data->parameter_count; i++) {
        gather_words(merge, i, &data->parameters[i]);
    }
    data->status = memory_resize(NULL, rows + 1, 1);
    data->lengths = memory_resize(NULL, rows + 1, sizeof *data->lengths);
    data->messages = memory_resize(NULL, rows + 1, sizeof *data->messages);
    for (uint32_t s = 0; s < merge->shards; s++) {
        const SweepData *from = &merge->files[s].data;
        spread(data->parameters, from->parameters, data->parameter_count, s, merge->shards,
               from->rows);
        spread(data->features, from->features, data->feature_count, s, merge->shards, from->rows);
        for (size_t row = 0; row < from->rows; row++) {
            const size_t to = s + row * merge->shards;
            data->status[to] = from->status[row];
            data->lengths[to] = from->lengths[row];
            data->messages[to] = copy(from->messages[row]);
        }
    }
}

static bool give_sound(void *context, size_t row, float *samples)
{
    const Merge *merge = context;

    return storage_sounds(&merge->files[row % merge->shards], row / merge->shards, 1, samples);
}

int sweep_merge(const char *const *paths, size_t count, const char *out)
{
    Merge merge = {0};
    const char *first = NULL;
    int worst = 0;

    allow_files();
    for (size_t i = 0; i < count; i++) {
        const int code = take_file(&merge, paths[i], &first);
        worst = code > worst ? code : worst;
    }
    if (worst == 0) {
        worst = look_complete(&merge);
    }
    if (worst == 0 && merge.files) {
        join(&merge);
        const char *why = storage_write(&merge.data, out, give_sound, &merge);
        if (why) {
            worst = fail(EXIT_FAILED, "sweep", "cannot write %.200s: %s", out, why);
        } else {
            printf("%s: %zu cases of %u shards\n", out, merge.data.rows, merge.shards);
        }
        sweep_data_free(&merge.data);
    }
    for (uint32_t i = 0; i < merge.shards; i++) {
        if (merge.files[i].data.version) {
            storage_close(&merge.files[i]);
        }
    }
    free(merge.files);
    return worst;
}

/* --- a folder --- */

static void add_cell(Text *csv, const SweepColumn *column, size_t row)
{
    const double value = column->values[row];
    if (column->words) {
        const char *word = column->words[(size_t)value];
        const bool quotes = strpbrk(word, ",\"\n") != NULL;
        text_add(csv, ",%s", quotes ? "\"" : "");
        for (const char *c = word; *c; c++) {
            text_add(csv, *c == '"' ? "\"\"" : "%c", *c);
        }
        text_add(csv, "%s", quotes ? "\"" : "");
    } else if (isfinite(value)) {
        text_add(csv, ",%.17g", value);
    } else {
        text_add(csv, "%s", isinf(value) ? (value < 0.0 ? ",-inf" : ",inf") : ",");
    }
}

static void add_rows(Text *card, const SweepColumn *columns, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++) {
        text_add(card, "| %s | %s | %s | %s |\n", columns[i].name, columns[i].unit, what,
                 columns[i].description);
    }
}

static void add_card(Text *card, const SweepData *data)
{
    text_add(
        card,
        "# %s\n\n%s\n\n%zu sounds, %g Hz, made by urto %s. `metadata.csv` has a row for each:\n\n",
        data->title[0] ? data->title : "A sweep", data->card, data->rows, data->rate,
        data->version);
    text_add(card, "| column | unit | kind | what |\n|---|---|---|---|\n");
    add_rows(card, data->parameters, data->parameter_count, "parameter");
    add_rows(card, data->features, data->feature_count, "measured");
    text_add(card, "\n## Plan\n\n```yaml\n%s```\n", data->plan);
}

static int write_text(const char *folder, const char *name, const Text *text)
{
    Text path = {0};
    OutFile file;
    bool written = false;

    text_add(&path, "%s/%s", folder, name);
    if (outfile_open(&file, path.data)) {
        fwrite(text->data, 1, text->length, file.stream);
        written = outfile_commit(&file);
    }
    const int code = written ? 0
                             : fail(EXIT_FAILED, "sweep", "cannot write %.200s: %s", path.data,
                                    outfile_reason(errno));
    text_free(&path);
    return code;
}

static int write_sounds(const SweepFile *file, const char *folder, Text *csv)
{
    const SweepData *data = &file->data;
    float *samples = memory_resize(NULL, data->frames * data->channels, sizeof *samples);
    size_t over = 0;
    int code = 0;

    for (size_t row = 0; row < data->rows && code == 0; row++) {
        const size_t count = (size_t)data->lengths[row] * data->channels;
        float peak = 0.0F;
        Text path = {0};
        if (data->status[row] != CASE_DONE) {
            continue;
        }
        text_add(&path, "%s/%06zu.flac", folder, row);
        if (!storage_sounds(file, row, 1, samples)) {
            code = fail(EXIT_FAILED, "sweep", "cannot read the sound of case %zu", row);
        }
        for (size_t i = 0; i < count; i++) {
            peak = fabsf(samples[i]) > peak ? fabsf(samples[i]) : peak;
        }
        over += peak > 1.0F;
        const char *why = code ? NULL
                               : soundfile_write(path.data, samples, (size_t)data->lengths[row],
                                                 (int)data->channels, data->rate);
        if (why) {
            code = fail(EXIT_FAILED, "sweep", "cannot write %.200s: %s", path.data, why);
        }
        text_free(&path);
        text_add(csv, "%06zu.flac", row);
        for (size_t i = 0; i < data->parameter_count; i++) {
            add_cell(csv, &data->parameters[i], row);
        }
        for (size_t i = 0; i < data->feature_count; i++) {
            add_cell(csv, &data->features[i], row);
        }
        text_add(csv, "\n");
    }
    if (over) {
        fprintf(stderr,
                "urto sweep: %zu sounds are over full scale and were cut; level: -1 dBFS in the "
                "plan, or another, helps\n",
                over);
    }
    free(samples);
    return code;
}

int sweep_export(const char *path, const char *folder)
{
    SweepFile file;
    Text csv = {0}, card = {0};
    const char *why = storage_open(&file, path);
    int code = 0;

    if (why) {
        return fail(EXIT_FAILED, "sweep", "%.200s: %s", path, why);
    }
    if (!file.data.frames) {
        code = fail(EXIT_USAGE, "sweep", "--flac: %.200s has no sounds; keep: sound in the plan",
                    path);
    } else if (!make_folders(folder)) {
        code = fail(EXIT_FAILED, "sweep", "cannot make the folder %.200s: %s", folder,
                    strerror(errno));
    }
    if (code == 0) {
        text_add(&csv, "file_name");
        for (size_t i = 0; i < file.data.parameter_count; i++) {
            text_add(&csv, ",%s", file.data.parameters[i].name);
        }
        for (size_t i = 0; i < file.data.feature_count; i++) {
            text_add(&csv, ",%s", file.data.features[i].name);
        }
        text_add(&csv, "\n");
        add_card(&card, &file.data);
        code = write_sounds(&file, folder, &csv);
    }
    code = code ? code : write_text(folder, "metadata.csv", &csv);
    code = code ? code : write_text(folder, "README.md", &card);
    text_free(&csv);
    text_free(&card);
    storage_close(&file);
    return code;
}
