#define _GNU_SOURCE 1 /* program_invocation_name */
#include "source.h"

#include "cli/param_args.h"
#include "cli/preset_list.h"
#include "cli/scenes/render_scene.h"
#include "features/features.h"
#include "output/outfile.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static UrtoStatus set_one(void *device, uint32_t parameter, double value, UrtoDiagnostic *why)
{
    return urto_instrument_set(device, parameter, value, why);
}

static UrtoStatus set_preset(void *device, const UrtoPreset *preset, UrtoDiagnostic *why)
{
    return urto_instrument_apply_preset(device, preset, why);
}

/* The instrument of a scene. */
static int build_sound(Source *source, double rate)
{
    Text why = {0};

    urto_instrument_destroy(source->instrument);
    source->instrument = scene_sound_make(&source->sound, rate, NULL, &why);
    source->info = urto_instrument_info_of(source->instrument);
    if (!source->instrument) {
        fprintf(stderr, "%s\n", why.data);
    }
    text_free(&why);
    return source->instrument ? 0 : EXIT_USAGE;
}

static int build_instrument(Source *source, double rate)
{
    const UrtoInstrumentInfo *info = source->info;
    UrtoDiagnostic why = {0};

    urto_instrument_destroy(source->instrument);
    if (urto_instrument_create(&source->instrument, info, rate, NULL, &why) != URTO_OK) {
        return fail(EXIT_FAILED, "play", "%s", why.message);
    }
    const ParamArgs args = {"play", info->id, source->instrument, set_one, set_preset};
    return param_args_apply(&args, source->preset_name, source->sets);
}

static int unknown_word(const char *word)
{
    Text near = {0};
    char scene[SCENE_NAME_MAX];

    preset_list_nearest(word, &near);
    if (!near.length && scene_files_nearest(word, scene)) {
        text_add(&near, "%s", scene);
    }
    const int code =
        near.length
            ? fail(EXIT_USAGE, "play", "no instrument, preset or scene \"%.60s\", did you mean %s?",
                   word, near.data)
            : fail(EXIT_USAGE, "play",
                   "no instrument, preset or scene \"%.60s\", see urto instruments and urto scene "
                   "list",
                   word);
    text_free(&near);
    return code;
}

/* An instrument or preset that a word means; info stays NULL where it means neither. */
static int choose_instrument(Source *source)
{
    const int code = preset_list_choose(&source->chosen, "play", source->word);

    source->info = source->chosen.info;
    if (code != 0 || !source->info) {
        return code;
    }
    if (source->chosen.preset[0] && source->preset_name) {
        return fail(EXIT_USAGE, "play", "%s names a preset, and so does --preset, must be one",
                    source->word);
    }
    source->preset_name = source->chosen.preset[0] ? source->chosen.preset : source->preset_name;
    return build_instrument(source, 48000.0);
}

int source_choose(Source *source, const char *word, const char *preset, const Words *sets)
{
    *source = (Source){.word = word, .preset_name = preset, .sets = sets};
    const int code = choose_instrument(source);
    if (code != 0 || source->info) {
        return code;
    }
    if (!scene_files_there(word)) {
        return unknown_word(word);
    }
    if (preset) {
        return fail(EXIT_USAGE, "play", "--preset is \"%.60s\", but a scene has no presets",
                    preset);
    }
    const int read = is_standard(word)
                         ? 0
                         : scene_sound_open(&source->sound, "play", word, sets->list, sets->count);
    if (read != 0) {
        return read;
    }
    return source->sound.path
               ? build_sound(source, 48000.0)
               : scene_files_load(&source->loaded, "play", word, sets->list, sets->count);
}

UrtoInstrument *source_reread(Source *source, double rate, Text *why)
{
    struct stat now;
    UrtoInstrument *made = NULL;

    /* an editor may write in two steps: a file is read once it has been left alone */
    if (stat(source->sound.path, &now) != 0 || now.st_size == 0) {
        return NULL;
    }
    const bool moves =
        now.st_mtim.tv_sec != source->seen.tv_sec || now.st_mtim.tv_nsec != source->seen.tv_nsec;
    source->seen = now.st_mtim;
    if (moves) {
        source->unread = true;
        return NULL;
    }
    if (!source->unread) {
        return NULL;
    }
    source->unread = false;
    if (scene_sound_reread(&source->sound)) {
        made = scene_sound_make(&source->sound, rate, NULL, why);
    }
    return made;
}

static UrtoPlayer *new_player(Source *source)
{
    const UrtoPlayerOptions options = {.rate = source->scene.rate};
    UrtoPlayer *player = NULL;

    return scene_files_compile(&source->loaded, "play", &options, &player) == 0 ? player : NULL;
}

/* The share of a processor that the hardest part needs, as far as it was played. */
static void say_load(const Source *source, UrtoPlayer *player, const CostMeter *meter)
{
    const double load =
        source->scene.rate * fmax(meter->parts.slowest, meter->seconds / (double)meter->frames);
    Text text = {0};

    text_add(&text, "%.0f %% of a processor", 100.0 * load);
    if (load > 0.8) {
        text_add(&text, ": it will crackle; ");
        cost_add_advice(&text, &source->loaded, urto_player_world(player));
        text_add(&text, ", or let urto render play it to a file");
    }
    fprintf(stderr, "urto play: %s needs up to %s\n", source->loaded.name, text.data);
    text_free(&text);
}

/* Plays the scene to nobody, at most some seconds, to know how loud it is and what it costs. */
static void listen(Source *source, UrtoPlayer *player)
{
    enum { BLOCK = 256 };
    const double patience = 1.5, wanted = -18.0, highest = -1.0;
    const uint32_t channels = source->scene.channels;
    const size_t frames = (size_t)(source->scene.seconds * source->scene.rate);
    float *samples = memory_resize(NULL, (frames + BLOCK) * channels, sizeof *samples);
    float left[BLOCK], right[BLOCK];
    const double start = engine_clock();
    double peak = 0.0;
    CostMeter meter = cost_start();
    size_t done = 0;

    while (done < frames && engine_clock() - start < patience) {
        const size_t count = cost_block(&meter, BLOCK);
        urto_player_process(player, (float *const[2]){left, right}, (uint32_t)count);
        cost_add(&meter, count);
        for (size_t i = 0; i < count; i++) {
            for (uint32_t c = 0; c < channels; c++) {
                samples[(done + i) * channels + c] = c ? right[i] : left[i];
                peak = fmax(peak, fabs((double)(c ? right[i] : left[i])));
            }
        }
        done += count;
    }
    say_load(source, player, &meter);
    const double loud =
        feature_loudness_integrated(&(FeatureSound){samples, done, channels, source->scene.rate});
    const double allowed = highest - 20.0 * log10(fmax(peak, RENDER_SILENT));
    const double gain = isfinite(loud) ? fmin(wanted - loud, allowed) : allowed;
    source->gain = peak < RENDER_SILENT ? 1.0 : pow(10.0, gain / 20.0);
    free(samples);
}

/* Says first what it needs. */
static int build_played(Source *source, double rate)
{
    const SceneLoad load = scene_sound_load(&source->sound, rate);
    struct stat now;
    Text text = {0};

    if (stat(source->sound.path, &now) == 0) {
        source->seen = now.st_mtim;
    }
    scene_sound_add_load(&text, &load);
    fprintf(stderr, "urto play: %s needs %s\n", source->sound.name, text.data);
    text_free(&text);
    return build_sound(source, rate);
}

int source_build(Source *source, double rate)
{
    if (source->sound.path) {
        return build_played(source, rate);
    }
    if (source->info) {
        return build_instrument(source, rate);
    }
    source->scene = urto_scene_info(source->loaded.scene);
    source->scene.rate = rate;
    UrtoPlayer *trial = new_player(source);
    source->playing = trial ? new_player(source) : NULL;
    source->spare = source->playing ? new_player(source) : NULL;
    if (trial && source->spare) {
        listen(source, trial);
    }
    urto_player_destroy(trial);
    return source->spare ? 0 : EXIT_USAGE;
}

EngineSource source_for_engine(const Source *source)
{
    return (EngineSource){.instrument = source->instrument,
                          .player = source->playing,
                          .scene = source->scene,
                          .gain = source->gain};
}

UrtoPlayer *source_restart(Source *source)
{
    if (!source->spare) {
        source->spare = new_player(source);
    }
    UrtoPlayer *next = source->spare;
    source->spare = next ? new_player(source) : NULL;
    return next;
}

void source_free(Source *source)
{
    urto_instrument_destroy(source->instrument);
    urto_player_destroy(source->playing);
    urto_player_destroy(source->spare);
    scene_files_free(&source->loaded);
    scene_sound_free(&source->sound);
    *source = (Source){0};
}

const char *source_title(const Source *source)
{
    return source->sound.path ? source->sound.name
           : source->info     ? source->info->id
                              : source->loaded.name;
}

/* A word as a shell reads it. */
static void add_shell_word(Text *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-./=+,:@%";

    if (word[0] && strspn(word, plain) == strlen(word)) {
        text_add(text, " %s", word);
        return;
    }
    text_add(text, " '");
    for (; *word; word++) {
        if (*word == '\'') {
            text_add(text, "'\\''");
        } else {
            text_add_bytes(text, word, 1);
        }
    }
    text_add(text, "'");
}

/* The tune of an instrument, or of the first for one that has none. */
static void add_tune(const Source *source, Text *text)
{
    Text path = {0};

    text_add(&path, "%s/tunes/%s.mid", scene_files_folder(), source->info->id);
    if (access(path.data, R_OK) != 0) {
        text_free(&path);
        text_add(&path, "%s/tunes/mallet.mid", scene_files_folder());
    }
    add_shell_word(text, path.data);
    text_free(&path);
}

void source_command(const Source *source, Text *text)
{
    Text file = {0};

    add_shell_word(text, program_invocation_name);
    text_add(text, " %s", source->info ? "midi" : "render");
    if (source->info) {
        add_tune(source, text);
    }
    add_shell_word(text, source->word);
    text_add(text, " -o");
    text_add(&file, "%s.wav", source_title(source));
    add_shell_word(text, file.data);
    text_free(&file);
    if (source->preset_name &&
        source->preset_name != source->chosen.preset) { /* the word may name it */
        text_add(text, " --preset");
        add_shell_word(text, source->preset_name);
    }
    for (size_t i = 0; i < source->sets->count; i++) {
        text_add(text, " --set");
        add_shell_word(text, source->sets->list[i]);
    }
}
