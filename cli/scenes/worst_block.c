/* The worst block. A scene is played three times; the time of a block of 64 frames is the least of
 * the three, so that what the machine does meanwhile does not count. Blocks in which a contact
 * pushed are listed apart from free ones. */
#include "worst_block.h"

#include "bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#if URTO_SCENES

#include "scene_files.h"

static const char *const scenes[] = {"tromba-marina", "snare", "backboard", "hammer-string"};
enum { SCENES = sizeof scenes / sizeof *scenes, ROUNDS = 3 };

typedef struct Blocks {
    double *ns;
    bool *touching;
    size_t count;
} Blocks;

/* Times of blocks of one kind, sorted. */
typedef struct Spread {
    double *ns;
    size_t count;
} Spread;

static int play(UrtoScene *scene, Blocks *blocks, UrtoDiagnostic *why)
{
    UrtoPlayer *player = NULL;
    float left[BENCH_BLOCK], right[BENCH_BLOCK];
    float *const out[2] = {left, right};

    if (urto_player_create(&player, scene, NULL, why) != URTO_OK) {
        return EXIT_FAILED;
    }
    double pushed = 0.0;
    for (size_t i = 0; i < blocks->count; i++) {
        const double start = bench_now();
        urto_player_process(player, out, BENCH_BLOCK);
        blocks->ns[i] = fmin(blocks->ns[i], 1e9 * (bench_now() - start));
        const UrtoStatistics now = urto_world_statistics(urto_player_world(player));
        blocks->touching[i] = now.active > 0 || now.impulse_push != pushed;
        pushed = now.impulse_push;
    }
    urto_player_destroy(player);
    return 0;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static Spread spread_of(const Blocks *blocks, bool touching)
{
    Spread spread = {.ns = memory_resize(NULL, blocks->count, sizeof *spread.ns)};

    for (size_t i = 0; i < blocks->count; i++) {
        if (blocks->touching[i] == touching) {
            spread.ns[spread.count++] = blocks->ns[i];
        }
    }
    qsort(spread.ns, spread.count, sizeof *spread.ns, compare);
    return spread;
}

static double quantile(const Spread *spread, double share)
{
    return spread->count ? spread->ns[(size_t)(share * (double)(spread->count - 1) + 0.5)]
                         : (double)NAN;
}

/* Half octaves from the quickest to the slowest block. */
static void add_histogram(Text *text, const Spread *spread)
{
    enum { WIDTH = 50 };
    const double step = sqrt(2.0);
    size_t most = 1;

    for (int pass = 0; pass < 2; pass++) {
        size_t i = 0;
        for (double low = spread->ns[0]; i < spread->count; low *= step) {
            size_t inside = 0;
            while (i < spread->count && spread->ns[i] < low * step) {
                inside++;
                i++;
            }
            if (pass == 0) {
                most = inside > most ? inside : most;
                continue;
            }
            const size_t bar = (inside * WIDTH + most - 1) / most;
            text_add(text, "    %8.1f – %8.1f µs %6zu ", 1e-3 * low, 1e-3 * low * step, inside);
            for (size_t j = 0; j < bar; j++) {
                text_add(text, "#");
            }
            text_add(text, "\n");
        }
    }
}

static void add_spread(Text *text, const char *label, const Spread *spread)
{
    if (spread->count == 0) {
        text_add(text, "  %s: no block\n", label);
        return;
    }
    const double median = quantile(spread, 0.5), worst = quantile(spread, 1.0);
    text_add(text,
             "  %s: %zu blocks, median %.1f µs, 99 %% %.1f µs, worst %.1f µs, worst/median %.2f\n",
             label, spread->count, 1e-3 * median, 1e-3 * quantile(spread, 0.99), 1e-3 * worst,
             worst / median);
    add_histogram(text, spread);
}

static void add_json(Text *text, const char *scene, const Spread *contact, const Spread *apart,
                     bool first)
{
    const double median = quantile(contact, 0.5), worst = quantile(contact, 1.0);
    const struct {
        const char *key;
        double value;
    } fields[] = {
        {"median_ns", median},
        {"p99_ns", quantile(contact, 0.99)},
        {"worst_ns", worst},
        {"ratio", worst / median},
        {"blocks", (double)contact->count},
        {"free_blocks", (double)apart->count},
        {"free_median_ns", quantile(apart, 0.5)},
        {"free_worst_ns", quantile(apart, 1.0)},
    };

    text_add(text, "%s\n  {\"scene\": \"%s\"", first ? "" : ",", scene);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        text_add(text, ", \"%s\": ", fields[i].key);
        text_add_json_number(text, fields[i].value);
    }
    text_add(text, "}");
}

static int measure_scene(const char *name, double seconds, Blocks *blocks)
{
    LoadedScene loaded;
    UrtoDiagnostic why = {0};
    int code = scene_files_load(&loaded, "bench", name, NULL, 0);

    if (code == 0) {
        const UrtoSceneInfo info = urto_scene_info(loaded.scene);
        blocks->count = (size_t)(fmin(info.seconds, seconds) * info.rate) / BENCH_BLOCK;
        blocks->ns = memory_resize(NULL, blocks->count, sizeof *blocks->ns);
        blocks->touching = memory_resize(NULL, blocks->count, sizeof *blocks->touching);
        for (size_t i = 0; i < blocks->count; i++) {
            blocks->ns[i] = HUGE_VAL;
        }
        for (int round = 0; round < ROUNDS && code == 0; round++) {
            code = play(loaded.scene, blocks, &why);
        }
        if (code != 0) {
            fail(code, "bench", "%s: %s", name, why.message);
        }
    }
    scene_files_free(&loaded);
    return code;
}

int worst_block_report(double seconds, bool json, Text *text)
{
    int code = 0;

    text_add(text, json ? ",\n \"worst\": [" : "");
    for (size_t i = 0; i < SCENES && code == 0; i++) {
        Blocks blocks = {0};
        code = measure_scene(scenes[i], seconds, &blocks);
        if (code == 0) {
            Spread contact = spread_of(&blocks, true), apart = spread_of(&blocks, false);
            if (json) {
                add_json(text, scenes[i], &contact, &apart, i == 0);
            } else {
                text_add(text, "\n%s, blocks of %d frames\n", scenes[i], (int)BENCH_BLOCK);
                add_spread(text, "in contact", &contact);
                add_spread(text, "free", &apart);
            }
            free(contact.ns);
            free(apart.ns);
        }
        free(blocks.ns);
        free(blocks.touching);
    }
    text_add(text, json ? "]" : "");
    return code;
}

#else

int worst_block_report(double seconds, bool json, Text *text)
{
    (void)seconds;
    (void)json;
    (void)text;
    return fail(EXIT_FAILED, "bench", "--worst plays scenes, and this program was built without");
}

#endif
