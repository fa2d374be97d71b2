/* Random scenes: read or refused with places in their text; those that are read play, stay finite, close
 * their ledger, and sound the same in blocks of any size.
 *   test_random [SCENES [FIRST SEED]]     test_random 1 SEED runs one again
 *   test_random write SEED                prints its text */
#include "tests/support/random_scene.h"
#include "tests/support/suite.h"

#include <urto/scene.h>

enum { FRAMES = 600 };

static uint64_t scenes = 300, first = 1;
static RandomScene scene;
static float sound[2][2][FRAMES];

/* What was seen in all scenes. */
typedef struct Seen {
    uint32_t valid, played;
    double residual;
    uint64_t worst, unsolved;
    bool used[RANDOM_SCENE_KEYS];
} Seen;

static uint32_t count_lines(const char *text)
{
    uint32_t lines = 1;

    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

static void check_errors(const UrtoScene *loaded, uint64_t seed)
{
    const uint32_t lines = count_lines(scene.text);

    for (uint32_t i = 0; i < urto_scene_error_count(loaded); i++) {
        const UrtoSceneError *error = urto_scene_error(loaded, i);
        ck_assert_msg(error->line >= 1 && error->line <= lines && error->column >= 1 &&
                          strlen(error->message) > 10,
                      "seed %llu: %u:%u: %s", (unsigned long long)seed, error->line, error->column,
                      error->message);
    }
}

/* Plays it in blocks of random sizes, or of 64. */
static void play(UrtoPlayer *player, float out[2][FRAMES], Random *sizes)
{
    for (uint32_t done = 0; done < FRAMES;) {
        uint32_t count = sizes ? 1 + (uint32_t)random_uniform(sizes, 0.0, 200.0) : 64;
        count = count < FRAMES - done ? count : FRAMES - done;
        urto_player_process(player, (float *const[2]){out[0] + done, out[1] + done}, count);
        done += count;
    }
}

static double residual_of(const UrtoLedger *ledger)
{
    const double all = fabs(ledger->stored) + ledger->dissipated_body + ledger->dissipated_contact +
                       ledger->dissipated_bow + fabs(ledger->initial) +
                       fabs(ledger->supplied_hand) + fabs(ledger->supplied_bow);

    return all > 0.0 ? fabs(ledger->residual) / all : 0.0;
}

static void check_sound(UrtoScene *loaded, uint64_t seed, Seen *seen)
{
    const UrtoPlayerOptions options = {.ledger = true};
    UrtoPlayer *player = NULL;
    Random sizes = {seed + 7};

    if (urto_player_create(&player, loaded, &options, NULL) != URTO_OK) {
        ck_assert_uint_gt(urto_scene_error_count(loaded), 0);
        check_errors(loaded, seed);
        return;
    }
    seen->played++;
    memset(sound, 0, sizeof sound);
    play(player, sound[0], NULL);
    const UrtoLedger ledger = urto_world_ledger(urto_player_world(player));
    const UrtoStatistics statistics = urto_world_statistics(urto_player_world(player));
    seen->unsolved += statistics.unsolved;
    urto_player_reset(player);
    play(player, sound[1], &sizes);
    for (int i = 0; i < 2 * FRAMES; i++) {
        const float value = sound[0][i % 2][i / 2];
        ck_assert_msg(isfinite(value), "seed %llu: frame %d is no number", (unsigned long long)seed,
                      i / 2);
        ck_assert_msg(value == sound[1][i % 2][i / 2], "seed %llu: frame %d differs by blocks",
                      (unsigned long long)seed, i / 2);
    }
    /* the trapezoidal rule makes energy, and may end in silence */
    if (urto_scene_info(loaded).solver != URTO_SOLVER_TRAPEZOIDAL && statistics.nonfinite == 0) {
        const double residual = residual_of(&ledger);
        ck_assert_msg(residual < 1e-9, "seed %llu: residual %g", (unsigned long long)seed,
                      residual);
        seen->worst = residual > seen->residual ? seed : seen->worst;
        seen->residual = fmax(seen->residual, residual);
    }
    urto_player_destroy(player);
}

/* The same scene with one value that cannot be, in a line of its own: refused, and told there. */
static void check_spoilt(uint64_t seed)
{
    static const char *const faults[] = {"title: {}",   "rate: 1 parsec",  "rate: -1",
                                         "raet: 44100", "oversample: 1.5", "solver: none",
                                         "fade: nan"};
    char *text = malloc(scene.length + 100);
    UrtoScene *loaded = NULL;
    const char *fault = faults[seed % (sizeof faults / sizeof *faults)];
    const uint32_t last = count_lines(scene.text);
    bool told = false;

    sprintf(text, "%s%s\n", scene.text, fault);
    ck_assert_int_ne(urto_scene_load(&loaded, text, strlen(text), NULL, 0), URTO_OK);
    for (uint32_t i = 0; i < urto_scene_error_count(loaded); i++) {
        told = told || urto_scene_error(loaded, i)->line == last;
    }
    ck_assert_msg(told, "seed %llu: \"%s\" in line %u is not told", (unsigned long long)seed, fault,
                  last);
    urto_scene_destroy(loaded);
    free(text);
}

static void check_scene(uint64_t seed, Seen *seen)
{
    UrtoScene *loaded = NULL;

    random_scene(&scene, seed);
    const UrtoStatus status = urto_scene_load(&loaded, scene.text, scene.length, NULL, 0);
    ck_assert_int_eq(status == URTO_OK, urto_scene_error_count(loaded) == 0);
    check_errors(loaded, seed);
    for (size_t i = 0; i < RANDOM_SCENE_KEYS; i++) {
        seen->used[i] = seen->used[i] || scene.used[i];
    }
    if (status == URTO_OK) {
        seen->valid++;
        check_sound(loaded, seed, seen);
    }
    urto_scene_destroy(loaded);
    check_spoilt(seed);
}

/* Nine points of a barrier on two modes, all about to let go: their equations depend on each other. */
START_TEST(points_that_depend_on_each_other_are_solved)
{
    static const char text[] =
        "seconds: 0.02\n"
        "rate: 51644.7\n"
        "bodies:\n"
        "  plate: {type: modal, modes: [{frequency: 200 Hz, shape: [0, 1, 0]},\n"
        "          {frequency: 1344.9, shape: [0.1, -1, 1]}]}\n"
        "barriers:\n"
        "  edge: {over: \"plate@0.2564..0.3144\", points: 9, damping: 1.94865}\n"
        "actions:\n"
        "  - {do: pluck, at: \"plate@0.1282\", time: 0.0093}\n"
        "probes:\n"
        "  - {hear: \"plate@0.1277\", as: displacement}\n";
    enum { NAME = 1 };
    UrtoScene *loaded = NULL;
    Seen seen = {0};

    ck_assert_int_eq(urto_scene_load(&loaded, text, strlen(text), NULL, 0), URTO_OK);
    check_sound(loaded, NAME, &seen);
    ck_assert_uint_eq(seen.worst, NAME); /* nothing was muted */
    ck_assert_uint_eq(seen.unsolved, 0);
    urto_scene_destroy(loaded);
}
END_TEST

START_TEST(random_scenes_are_refused_or_play)
{
    static Seen seen;
    uint32_t used = 0, usable = 0;

    for (uint64_t seed = first; seed < first + scenes; seed++) {
        check_scene(seed, &seen);
    }
    for (size_t i = 0; i < RANDOM_SCENE_KEYS; i++) {
        used += seen.used[i];
        usable++;
    }
    printf("%llu scenes from seed %llu: %u valid, %u played, %u of %u keys by chance; largest "
           "residual "
           "%.1e (seed %llu)\n",
           (unsigned long long)scenes, (unsigned long long)first, seen.valid, seen.played, used,
           usable, seen.residual, (unsigned long long)seen.worst);
    ck_assert(scenes < 100 || (seen.played > scenes / 4 && seen.valid < scenes));
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = {random_scenes_are_refused_or_play,
                                  points_that_depend_on_each_other_are_solved};

    if (argc > 2 && strcmp(argv[1], "write") == 0) {
        random_scene(&scene, strtoull(argv[2], NULL, 10));
        fputs(scene.text, stdout);
        return 0;
    }
    scenes = argc > 1 ? strtoull(argv[1], NULL, 10) : scenes;
    first = argc > 2 ? strtoull(argv[2], NULL, 10) : first;
    return SUITE_RUN("random scenes", tests);
}
