/* What a shell costs beside the bare library: the piece of frontends/host/score.h by each, in
 * turn, least time of many rounds. bench_shells_FORMAT LIBRARY [ROUNDS] */
#include "frontends/host/host.h"
#include "frontends/host/score.h"

#include <string.h>
#include <time.h>

enum { BLOCKS_MAX = SCORE_FRAMES / SCORE_GRID };

static float in[2][SCORE_FRAMES], left[SCORE_FRAMES], right[SCORE_FRAMES];

/* One of the three. */
typedef struct Player {
    UrtoInstrument *instrument;
    UrtoBump *bump;
    Instance *shell;
} Player;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void happen(const Player *player, const ScoreItem *item)
{
    const UrtoEvent change = {
        .kind = URTO_EVENT_PARAMETER, .parameter = item->parameter, .value = (double)item->value};

    if (player->shell && item->midi) {
        host_midi(player->shell, 0, item->bytes, score_bytes(item));
    } else if (player->shell) {
        host_set(player->shell, item->parameter, (double)item->value);
    } else if (item->midi) {
        urto_instrument_midi(player->instrument, 0, item->bytes, score_bytes(item));
    } else if (player->instrument) {
        (void)urto_instrument_event(player->instrument, &change, NULL);
    } else {
        (void)urto_bump_set(player->bump, item->parameter, change.value, NULL);
    }
}

static void run(const Player *player, uint32_t at, uint32_t block)
{
    float *const out[2] = {left + at, right + at};
    const float *const heard[2] = {in[0] + at, in[1] + at};

    if (player->shell) {
        host_run(player->shell, heard, out, block);
    } else if (player->instrument) {
        urto_instrument_process(player->instrument, out, block);
    } else {
        urto_bump_process(player->bump, heard, out, block);
    }
}

/* Plays the piece once and keeps the least seconds of each block. */
static void play(const Player *player, const Score *score, uint32_t block, double *least)
{
    uint32_t item = 0;

    for (uint32_t at = 0; at + block <= SCORE_FRAMES; at += block) {
        const double start = now();
        for (; item < score->count && score->items[item].frame < at + block; item++) {
            happen(player, &score->items[item]);
        }
        run(player, at, block);
        least[at / block] = fmin(least[at / block], now() - start);
    }
}

/* ns a frame of the library and of the shell, for a piece. */
static void measure(Host *host, const UrtoPluginInfo *info, const Score *score, uint32_t block,
                    int rounds, double cost[2])
{
    static double least[2][BLOCKS_MAX];
    Player bare = {NULL, NULL, NULL};
    Player shell = {NULL, NULL, host_create(host, info->id, 48000.0, block)};

    const UrtoStatus status =
        info->instrument
            ? urto_instrument_create(&bare.instrument, info->instrument, 48000.0, NULL, NULL)
            : urto_bump_create(&bare.bump, 48000.0, NULL, NULL);

    if (!shell.shell || status != URTO_OK) {
        fprintf(stderr, "%s %s cannot be made\n", host_format, info->id);
        exit(1);
    }
    for (uint32_t i = 0; i < BLOCKS_MAX; i++) {
        least[0][i] = least[1][i] = 1e9;
    }
    for (int i = 0; i < rounds; i++) {
        play(&bare, score, block, least[0]);
        play(&shell, score, block, least[1]);
    }
    cost[0] = cost[1] = 0.0;
    for (uint32_t i = 0; i < SCORE_FRAMES / block; i++) {
        cost[0] += 1e9 * least[0][i] / SCORE_FRAMES;
        cost[1] += 1e9 * least[1][i] / SCORE_FRAMES;
    }
    urto_instrument_destroy(bare.instrument);
    urto_bump_destroy(bare.bump);
    host_destroy(shell.shell);
}

static int compare(const void *a, const void *b)
{
    const double difference = *(const double *)a - *(const double *)b;

    return (difference > 0.0) - (difference < 0.0);
}

int main(int argc, char **argv)
{
    Host *host = argc > 1 ? host_open(argv[1]) : NULL;
    const int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 10;

    double more[32];

    if (!host || urto_plugin_count() > 32) {
        fputs("usage: bench_shells LIBRARY [ROUNDS]\n", stderr);
        return 2;
    }
    for (uint32_t i = 0; i < SCORE_FRAMES; i++) {
        in[0][i] = score_input(i, 0);
        in[1][i] = score_input(i, 1);
    }
    printf("%-5s %-16s %11s %9s %8s %18s\n", "shell", "plug-in", "library", "shell", "more",
           "silent, more");
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        const Score score = score_of(&info);
        const Score rest = {.count = 0};
        double played[2];
        double silent[2];
        measure(host, &info, &score, SCORE_GRID, rounds, played);
        memset(in, 0, sizeof in);
        measure(host, &info, &rest, SCORE_GRID, rounds, silent);
        for (uint32_t i = 0; i < SCORE_FRAMES; i++) {
            in[0][i] = score_input(i, 0);
            in[1][i] = score_input(i, 1);
        }
        more[k] = 100.0 * (played[1] / played[0] - 1.0);
        printf("%-5s %-16s %8.1f ns %6.1f ns %+6.1f %% %+6.1f ns %+5.1f %%\n", host_format, info.id,
               played[0], played[1], more[k], silent[1] - silent[0],
               100.0 * (silent[1] - silent[0]) / played[0]);
        fflush(stdout);
    }
    qsort(more, urto_plugin_count(), sizeof *more, compare);
    printf("%s: the median is %+.1f %%, in blocks of %d frames\n", host_format,
           more[urto_plugin_count() / 2], SCORE_GRID);
    host_close(host);
    return 0;
}
