#include "trace.h"

#include "output/outfile.h"
#include "render_scene.h"
#include "workers.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, NPY_HEADER = 64 /* its length is a multiple of it */ };

typedef struct Trace {
    OutFile file;
    bool npy;
    uint32_t probes, contacts;
    uint32_t columns;
    char **names;
    double *row;
    UrtoSceneProbe *probe;
    uint64_t rows;
    double rate; /* of inner steps */
    Text text;
} Trace;

static const char *const ledger_terms[] = {
    "stored",           "initial",         "dissipated_body", "dissipated_contact",
    "dissipated_bow",   "supplied_bow",    "supplied_drive",  "supplied_hand",
    "supplied_gravity", "supplied_change", "residual"};
enum { LEDGER_TERMS = sizeof ledger_terms / sizeof *ledger_terms };

bool trace_known(const char *path)
{
    return has_extension(path, ".csv") || has_extension(path, ".npy");
}

static bool is_taken(const Trace *trace, const char *name)
{
    for (uint32_t i = 0; i < trace->columns; i++) {
        if (strcmp(trace->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* "heard [m/s]"; one that is there already gets a number. */
static void add_column(Trace *trace, const char *before, const char *name, const char *unit)
{
    Text text = {0};

    text_add(&text, "%s%s [%s]", before, name, unit);
    for (int number = 2; is_taken(trace, text.data); number++) {
        text.length = 0;
        text_add(&text, "%s%s %d [%s]", before, name, number, unit);
    }
    trace->names[trace->columns++] = text.data;
}

static void name_columns(Trace *trace, const UrtoScene *scene)
{
    while (urto_scene_probe(scene, trace->probes).name) {
        trace->probes++;
    }
    trace->contacts = urto_scene_info(scene).contacts;
    const size_t columns = 1 + (size_t)trace->probes + trace->contacts + LEDGER_TERMS;
    trace->names = memory_resize(NULL, columns, sizeof *trace->names);
    trace->row = memory_resize(NULL, columns, sizeof *trace->row);
    trace->probe = memory_resize(NULL, trace->probes + 1, sizeof *trace->probe);
    add_column(trace, "", "time", "s");
    for (uint32_t i = 0; i < trace->probes; i++) {
        trace->probe[i] = urto_scene_probe(scene, i);
        add_column(trace, "", trace->probe[i].name, trace->probe[i].unit);
    }
    for (uint32_t i = 0; i < trace->contacts; i++) {
        add_column(trace, "contacts.", urto_scene_contact_name(scene, i), "N");
    }
    for (int i = 0; i < LEDGER_TERMS; i++) {
        add_column(trace, "energy.", ledger_terms[i], "J");
    }
}

/* A name with a comma, as in "drum@0.1,0.2", stands in quotes. */
static void write_csv_header(const Trace *trace)
{
    for (uint32_t i = 0; i < trace->columns; i++) {
        const char *quote = strpbrk(trace->names[i], ",\"") ? "\"" : "";
        fprintf(trace->file.stream, "%s%s", i ? "," : "", quote);
        for (const char *c = trace->names[i]; *c; c++) {
            fprintf(trace->file.stream, "%s%c", *c == '"' ? "\"" : "", *c);
        }
        fprintf(trace->file.stream, "%s", quote);
    }
    fputc('\n', trace->file.stream);
}

/* Of NumPy's format 3.0: magic, version, length as 4 bytes, a Python literal in UTF-8, spaces up to a
 * multiple of 64. The number of rows has room for any, so that it can be written at the end. */
static void write_npy_header(const Trace *trace)
{
    static const char magic[] = "\x93NUMPY\x03";
    Text text = {0};

    text_add(&text, "{'descr': [");
    for (uint32_t i = 0; i < trace->columns; i++) {
        text_add(&text, "('");
        for (const char *c = trace->names[i]; *c; c++) {
            text_add(&text, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
        }
        text_add(&text, "', '<f8'), ");
    }
    text_add(&text, "], 'fortran_order': False, 'shape': (%20llu,), }",
             (unsigned long long)trace->rows);
    while ((sizeof magic + 4 + text.length + 1) % NPY_HEADER) {
        text_add(&text, " ");
    }
    text_add(&text, "\n");
    fwrite(magic, 1, sizeof magic, trace->file.stream); /* its end is the minor version, 0 */
    for (int i = 0; i < 4; i++) {
        fputc((int)(text.length >> (8 * i) & 0xFFU), trace->file.stream);
    }
    fwrite(text.data, 1, text.length, trace->file.stream);
    text_free(&text);
}

static void write_npy_row(const Trace *trace)
{
    for (uint32_t i = 0; i < trace->columns; i++) {
        uint64_t bits;
        unsigned char bytes[8];
        memcpy(&bits, &trace->row[i], sizeof bits);
        for (int b = 0; b < 8; b++) {
            bytes[b] = (unsigned char)(bits >> (8 * b) & 0xFFU);
        }
        fwrite(bytes, 1, sizeof bytes, trace->file.stream);
    }
}

static void write_csv_row(Trace *trace)
{
    trace->text.length = 0;
    for (uint32_t i = 0; i < trace->columns; i++) {
        text_add(&trace->text, "%s%.17g", i ? "," : "", trace->row[i]);
    }
    text_add(&trace->text, "\n");
    fwrite(trace->text.data, 1, trace->text.length, trace->file.stream);
}

static void take_step(void *context, const UrtoWorld *world)
{
    Trace *trace = context;
    const UrtoLedger l = urto_world_ledger(world);
    const double terms[LEDGER_TERMS] = {
        l.stored,           l.initial,         l.dissipated_body, l.dissipated_contact,
        l.dissipated_bow,   l.supplied_bow,    l.supplied_drive,  l.supplied_hand,
        l.supplied_gravity, l.supplied_change, l.residual};
    double *row = trace->row;

    trace->rows++;
    *row++ = (double)trace->rows / trace->rate;
    for (uint32_t i = 0; i < trace->probes; i++) {
        *row++ = urto_world_probe(world, trace->probe[i].probe);
    }
    for (uint32_t i = 0; i < trace->contacts; i++) {
        *row++ = urto_world_contact_force(world, (UrtoContact){.id = i + 1});
    }
    memcpy(row, terms, sizeof terms);
    if (trace->npy) {
        write_npy_row(trace);
    } else {
        write_csv_row(trace);
    }
}

static int play(Trace *trace, LoadedScene *loaded)
{
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    const size_t frames = (size_t)(info.seconds * info.rate + 0.5);
    const UrtoPlayerOptions choices = {.ledger = true};
    UrtoPlayer *player = NULL;
    const int code = scene_files_compile(loaded, "render", &choices, &player);

    if (code != 0) {
        return code;
    }
    render_busy();
    trace->rate = info.rate * info.oversampling;
    urto_world_on_step(urto_player_world(player), take_step, trace);
    for (size_t done = 0;
         done < frames && !render_signal() && !workers_orphan() && !ferror(trace->file.stream);) {
        const size_t count = frames - done < BLOCK ? frames - done : BLOCK;
        urto_player_process(player, NULL, (uint32_t)count);
        done += count;
    }
    render_calm();
    urto_player_destroy(player);
    return 0;
}

static void free_trace(Trace *trace)
{
    for (uint32_t i = 0; i < trace->columns; i++) {
        free(trace->names[i]);
    }
    free(trace->names);
    free(trace->row);
    free(trace->probe);
    text_free(&trace->text);
}

int trace_write(LoadedScene *loaded, const char *path)
{
    Trace trace = {.npy = has_extension(path, ".npy")};
    int code = 0;

    name_columns(&trace, loaded->scene);
    if (outfile_open(&trace.file, path)) {
        if (trace.npy) {
            write_npy_header(&trace);
        } else {
            write_csv_header(&trace);
        }
        code = play(&trace, loaded);
        if (code == 0 && trace.npy) {
            rewind(trace.file.stream);
            write_npy_header(&trace);
        }
        if (code != 0) {
            outfile_discard(&trace.file);
        } else if (!outfile_commit(&trace.file)) {
            code =
                fail(EXIT_FAILED, "render", "cannot write %.200s: %s", path, outfile_reason(errno));
        } else if (render_signal()) {
            code = fail(EXIT_FAILED, "render", "stopped; %.200s has the first %.2f s", path,
                        (double)trace.rows / trace.rate);
        }
    } else {
        code = fail(EXIT_FAILED, "render", "cannot write %.200s: %s", path, outfile_reason(errno));
    }
    free_trace(&trace);
    return code;
}
