/* What every format must do, asked through a host of that format:
 *   test_shell PATH [SECONDS of random playing for each plug-in] */
#include "frontends/host/host.h"
#include "frontends/host/score.h"
#include "tests/support/listen.h"

#include <pthread.h>
#include <unistd.h>

enum { BLOCK_MAX = 4096, INSTANCES = 4 };

static const char *path;
static double seconds = 3.0;
static Host *host;

static Instance *instance_of(const char *id, double rate, uint32_t block)
{
    Instance *instance = host_create(host, id, rate, block);

    ck_assert_msg(instance, "%s %s cannot be made", host_format, id);
    return instance;
}

/* The piece, in blocks that end where something happens; a shell takes MIDI inside of them. */
static void perform(Instance *instance, const UrtoPluginInfo *info, uint32_t block, float *left,
                    float *right)
{
    const Score score = score_of(info);
    uint32_t item = 0;
    uint32_t n = 0;

    for (uint32_t at = 0; at < SCORE_FRAMES; at += n) {
        float in[2][BLOCK_MAX];
        n = SCORE_FRAMES - at < block ? SCORE_FRAMES - at : block;
        for (; item < score.count && score.items[item].frame < at + n; item++) {
            const ScoreItem *it = &score.items[item];
            if (it->midi) {
                host_midi(instance, it->frame - at, it->bytes, score_bytes(it));
            } else if (it->frame == at) {
                host_set(instance, it->parameter, (double)it->value);
            } else {
                n = it->frame - at;
                break;
            }
        }
        for (uint32_t i = 0; i < n; i++) {
            in[0][i] = score_input(at + i, 0);
            in[1][i] = score_input(at + i, 1);
        }
        host_run(instance, (const float *[]){in[0], in[1]}, (float *[]){left + at, right + at}, n);
    }
}

static float reference[2][SCORE_FRAMES], found[2][SCORE_FRAMES];

START_TEST(every_plugin)
{
    ck_assert_uint_eq(host_count(host), urto_plugin_count());
}
END_TEST

/* What the library gives, at each rate and size of blocks. */
START_TEST(same_samples)
{
    static const struct {
        double rate;
        uint32_t block;
    } cases[] = {{44100.0, 4096}, {96000.0, 333}, {48000.0, 1}, {44100.0, 64}};
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        for (int c = 0; c < (seconds < 1.0 ? 2 : 4); c++) {
            Instance *instance = instance_of(info.id, cases[c].rate, cases[c].block);
            score_render(&info, cases[c].rate, reference[0], reference[1]);
            perform(instance, &info, cases[c].block, found[0], found[1]);
            ck_assert_double_gt(rms(found[0], SCORE_FRAMES), 1e-5);
            ck_assert_msg(score_same(&info, found, reference), "%s at %g Hz in blocks of %u",
                          info.id, cases[c].rate, cases[c].block);
            host_destroy(instance);
        }
    }
}
END_TEST

static bool good_sound(float *const sound[2], uint32_t frames)
{
    bool good = true;

    for (uint32_t i = 0; i < frames; i++) {
        good = good && isfinite(sound[0][i]) && fabsf(sound[0][i]) <= 1.0f &&
               isfinite(sound[1][i]) && fabsf(sound[1][i]) <= 1.0f;
    }
    return good;
}

/* Every parameter anywhere in its range, in every block, while notes come and go. Writes down what
 * was set last. */
static void play_random(Instance *instance, const UrtoPluginInfo *info, Dice *d, uint32_t frames,
                        double *values)
{
    static float in[2][BLOCK_MAX], out[2][BLOCK_MAX];
    double loud = 0.0;
    uint32_t parameter = 0;

    while (frames > 0) {
        const uint32_t most = 1 + dice(d, 700);
        const uint32_t n = frames < most ? frames : most;
        const double place = dice(d, 5) ? dice_real(d, 0.0, 1.0) : dice(d, 2);
        const double value = urto_parameter_value(urto_plugin_parameter(info, parameter), place);
        if (parameter != info->table_count - 1) { /* the level stays: there must be sound */
            host_set(instance, parameter, value);
            values[parameter] = value;
        }
        parameter = (parameter + 1) % info->parameter_count;
        for (uint32_t e = dice(d, 3); e > 0; e--) {
            const uint8_t bytes[3] = {(uint8_t)((dice(d, 2) ? 0x90 : 0x80) + dice(d, 3)),
                                      (uint8_t)(24 + dice(d, 80)), (uint8_t)dice(d, 128)};
            if (info->instrument) {
                host_midi(instance, n / (e + 1), bytes, 3);
            }
        }
        for (uint32_t i = 0; i < n; i++) {
            in[0][i] = (float)dice_real(d, -0.5, 0.5);
            in[1][i] = (float)dice_real(d, -0.5, 0.5);
        }
        host_run(instance, (const float *[]){in[0], in[1]}, (float *[]){out[0], out[1]}, n);
        ck_assert_msg(good_sound((float *[]){out[0], out[1]}, n), "%s", info->id);
        loud = fmax(loud, rms(out[0], n));
        frames -= n;
    }
    ck_assert_msg(loud > 1e-4, "%s is silent", info->id);
}

/* What was saved after random playing makes a new instance sound, bit by bit, like one whose
 * parameters were set by hand. */
START_TEST(automation_and_state)
{
    static float silence[2][BLOCK_MAX];
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        Instance *played = instance_of(info.id, 48000.0, BLOCK_MAX);
        Instance *restored = instance_of(info.id, 48000.0, BLOCK_MAX);
        Instance *set = instance_of(info.id, 48000.0, BLOCK_MAX);
        Dice d = {k + 17};
        double values[64];
        for (uint32_t p = 0; p < info.parameter_count; p++) {
            values[p] = urto_plugin_default(&info, p);
        }
        play_random(played, &info, &d, (uint32_t)(seconds * 48000.0), values);
        char *state = host_save(played);
        ck_assert_ptr_nonnull(state);
        ck_assert(host_restore(played, state));
        ck_assert(host_restore(restored, state));
        for (uint32_t p = 0; p < info.parameter_count; p++) {
            host_set(set, p, values[p]);
        }
        host_run(set, (const float *[]){silence[0], silence[1]}, (float *[]){found[0], found[1]},
                 SCORE_GRID);
        host_restart(set); /* no glide is left */
        host_run(set, (const float *[]){silence[0], silence[1]}, (float *[]){found[0], found[1]},
                 BLOCK_MAX - SCORE_GRID);
        host_run(restored, (const float *[]){silence[0], silence[1]},
                 (float *[]){found[0], found[1]}, BLOCK_MAX);
        perform(restored, &info, 64, reference[0], reference[1]);
        perform(set, &info, 64, found[0], found[1]);
        ck_assert_msg(memcmp(found, reference, sizeof found) == 0, "%s", info.id);
        free(state);
        host_destroy(played);
        host_destroy(restored);
        host_destroy(set);
    }
}
END_TEST

/* A state of another version, or one that is spoilt: one message, and nothing changes. */
START_TEST(bad_state)
{
    char message[512];
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        Instance *instance = instance_of(info.id, 48000.0, 64);
        static float out[2][64];
        host_set(instance, 0, urto_parameter_value(urto_plugin_parameter(&info, 0), 0.3));
        host_run(instance, (const float *[]){out[0], out[1]}, (float *[]){out[0], out[1]}, 64);
        char *before = host_save(instance);
        for (int way = 0; way < 2; way++) {
            char *spoilt = malloc(strlen(before) + 1);
            strcpy(spoilt, before);
            if (way) {
                memset(strstr(spoilt, "parameter "), 'x', 5);
            } else {
                strchr(strstr(spoilt, "urto-") + 5, '1')[0] = '9';
            }
            const uint32_t messages = host_messages(host, message, sizeof message);
            ck_assert(!host_restore(instance, spoilt));
            ck_assert_uint_eq(host_messages(host, message, sizeof message), messages + 1);
            ck_assert_msg(strstr(message, "the old one is kept: line "), "%s", message);
            char *after = host_save(instance);
            ck_assert_str_eq(before, after);
            free(after);
            free(spoilt);
        }
        free(before);
        host_destroy(instance);
    }
    ck_assert_ptr_null(host_create(host, "mallet", 100.0, 64));
    (void)host_messages(host, message, sizeof message);
    ck_assert_msg(strstr(message, "8000 to 384000 Hz"), "%s", message);
}
END_TEST

static void set_by_name(Instance *instance, const UrtoPluginInfo *info, const char *id,
                        double value)
{
    const uint32_t index = urto_plugin_parameter_find(info, id);

    if (index < info->parameter_count) {
        host_set(instance, index, value);
    }
}

/* Sound, in tune, and silence after release. */
START_TEST(one_note)
{
    static float left[96000], right[96000];
    float *const out[2] = {left, right};
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        if (!info.instrument) {
            continue;
        }
        const uint8_t key =
            (uint8_t)((info.instrument->lowest_key + info.instrument->highest_key) / 2);
        const double expected = 440.0 * exp2((key - 69.0) / 12.0);
        Instance *instance = instance_of(info.id, 48000.0, 96000);
        if (strcmp(info.id, "bounce") == 0) {
            set_by_name(instance, &info, "decay", 3.0);
            set_by_name(instance, &info, "gravity", 0.5); /* one hit */
        }
        host_midi(instance, 0, (const uint8_t[]){0x90, key, 76}, 3);
        host_run(instance, NULL, out, 48000);
        ck_assert_msg(rms(left, 48000) > 1e-4, "%s is silent", info.id);
        /* a tone settles first; a ball comes back soon */
        const bool ball = strcmp(info.id, "bounce") == 0;
        const uint32_t skip = ball ? 1440 : (info.instrument->sustained ? 24000 : 4800);
        const double pitch = strongest(left + skip, 24000, 48000.0, expected, 30.0);
        const double cents = 1200.0 * log2(pitch / expected);
        printf("%s %-16s %5.2f cents\n", host_format, info.id,
               info.instrument->pitched ? cents : 0.0);
        ck_assert_msg(!info.instrument->pitched || fabs(cents) < 3.0, "%s: %.2f cents", info.id,
                      cents);
        host_midi(instance, 0, (const uint8_t[]){0x80, key, 0}, 3);
        uint32_t wait = 0;
        do {
            host_run(instance, NULL, out, 48000);
            wait++;
        } while (wait < 60 && (rms(left, 48000) > 0.0 || rms(right, 48000) > 0.0));
        ck_assert_msg(wait < 60, "%s sounds for ever", info.id);
        /* and at once when the host stops it */
        host_midi(instance, 0, (const uint8_t[]){0x90, key, 76}, 3);
        host_run(instance, NULL, out, 4800);
        host_restart(instance);
        host_run(instance, NULL, out, 4800);
        host_run(instance, NULL, out, 4800);
        ck_assert_msg(rms(left, 4800) == 0.0, "%s sounds after a restart", info.id);
        host_destroy(instance);
    }
}
END_TEST

typedef struct Part {
    Instance *instance;
    UrtoPluginInfo info;
    float sound[2][SCORE_FRAMES];
} Part;

static void *play_part(void *data)
{
    Part *part = data;

    perform(part->instance, &part->info, 256, part->sound[0], part->sound[1]);
    return NULL;
}

START_TEST(parallel)
{
    static Part parts[INSTANCES];
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        pthread_t threads[INSTANCES];
        const UrtoPluginInfo info = urto_plugin_info(k);
        score_render(&info, 44100.0, reference[0], reference[1]);
        for (int i = 0; i < INSTANCES; i++) {
            parts[i].info = info;
            parts[i].instance = instance_of(info.id, 44100.0, 256);
        }
        for (int i = 0; i < INSTANCES; i++) {
            ck_assert_int_eq(pthread_create(&threads[i], NULL, play_part, &parts[i]), 0);
        }
        for (int i = 0; i < INSTANCES; i++) {
            pthread_join(threads[i], NULL);
            host_destroy(parts[i].instance);
            ck_assert_msg(score_same(&info, parts[i].sound, reference), "%s", info.id);
        }
    }
}
END_TEST

static void *destroy(void *instance)
{
    host_destroy(instance);
    return NULL;
}

/* Rates, blocks, crowds and states that no sane host has: refused, or survived. */
START_TEST(extremes)
{
    enum { LARGE = 65536, CROWD = 10000, HUGE_STATE = 100000000 };
    static const double rates[] = {0.0, 1.0, 7999.0, -48000.0, 1e6, 1e300};
    static float out[2][LARGE];
    for (uint32_t k = 0; k < urto_plugin_count(); k += SANITIZED ? 4 : 1) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
            ck_assert_ptr_null(host_create(host, info.id, rates[i], 64));
        }
        Instance *instance = instance_of(info.id, 48000.0, LARGE);
        Instance *other = instance_of(info.id, 8000.0, 1);
        for (uint32_t i = 0; info.instrument && i < CROWD; i++) {
            const uint8_t key = (uint8_t)(i % 128);
            host_midi(instance, i * 6, (const uint8_t[]){i % 3 ? 0x90 : 0x80, key, 100}, 3);
        }
        memset(out, 0, sizeof out);
        host_run(instance, (const float *[]){out[0], out[1]}, (float *[]){out[0], out[1]}, LARGE);
        for (uint32_t i = 0; i < LARGE; i++) {
            ck_assert(fabsf(out[0][i]) <= 1.0f && fabsf(out[1][i]) <= 1.0f);
        }
        host_run(instance, (const float *[]){out[0], out[1]}, (float *[]){out[0], out[1]}, 0);
        host_run(other, (const float *[]){out[0], out[1]}, (float *[]){out[0], out[1]}, 1);
        if (k == 0) {
            char *huge = malloc(HUGE_STATE + 1);
            char *before = host_save(instance);
            memset(huge, 'x', HUGE_STATE);
            huge[HUGE_STATE] = '\0';
            ck_assert(!host_restore(instance, huge));
            char *after = host_save(instance);
            ck_assert_str_eq(before, after);
            free(huge);
            free(before);
            free(after);
        }
        pthread_t threads[2];
        ck_assert_int_eq(pthread_create(&threads[0], NULL, destroy, instance), 0);
        ck_assert_int_eq(pthread_create(&threads[1], NULL, destroy, other), 0);
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
    }
}
END_TEST

/* Pages that this process holds. */
static long resident(void)
{
    long size = 0;
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) {
        pages = 0;
    }
    if (file) {
        fclose(file);
    }
    return pages;
}

START_TEST(load_and_unload)
{
    enum { TIMES = SANITIZED ? 12 : 200, WARM = SANITIZED ? 10 : 60 };
    static float out[2][256];
    long before = 0;
    host_close(host);
    for (uint32_t i = 0; i < TIMES; i++) {
        const UrtoPluginInfo info = urto_plugin_info(i % urto_plugin_count());
        host = host_open(path);
        Instance *instance = instance_of(info.id, 44100.0, 256);
        if (info.instrument) {
            host_midi(instance, 0, (const uint8_t[]){0x90, 60, 100}, 3);
        }
        host_run(instance, (const float *[]){out[0], out[1]}, (float *[]){out[0], out[1]}, 256);
        host_destroy(instance);
        host_close(host);
        before = i == WARM ? resident() : before;
    }
    const long grown = (resident() - before) * sysconf(_SC_PAGESIZE);
    printf("%s: %ld KiB more after %d times\n", host_format, grown / 1024, TIMES - WARM);
    /* under the sanitizer, its own search finds leaks */
    ck_assert(SANITIZED || grown < 4L << 20);
    host = host_open(path);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("shell");
    TCase *tests = tcase_create("all");

    if (argc < 2) {
        fputs("usage: test_shell PATH [SECONDS]\n", stderr);
        return 2;
    }
    path = argv[1];
    seconds = argc > 2 ? strtod(argv[2], NULL) : seconds;
    host = host_open(path);
    tcase_add_test(tests, every_plugin);
    tcase_add_test(tests, same_samples);
    tcase_add_test(tests, automation_and_state);
    tcase_add_test(tests, bad_state);
    tcase_add_test(tests, one_note);
    tcase_add_test(tests, parallel);
    tcase_add_test(tests, extremes);
    tcase_add_test(tests, load_and_unload);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    const int code = suite_finish(suite);
    host_close(host);
    return code;
}
