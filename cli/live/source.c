#include "source.h"

#include "cli/param_args.h"
#include "output/loudness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static UrtoStatus set_one(void *device, uint32_t parameter, double value, UrtoDiagnostic *why)
{
    return urto_instrument_set(device, parameter, value, why);
}

static UrtoStatus set_preset(void *device, uint32_t preset, UrtoDiagnostic *why)
{
    return urto_instrument_load_preset(device, preset, why);
}

static int build_instrument(Piece *piece, double rate)
{
    const UrtoInstrumentInfo *info = piece->info;
    UrtoDiagnostic why = {0};

    urto_instrument_destroy(piece->instrument);
    if (urto_instrument_create(&piece->instrument, info, rate, NULL, &why) != URTO_OK) {
        return fail(EXIT_FAILED, "play", "%s", why.message);
    }
    const Knobs knobs = {
        "play",        info->id,           info->parameters,  info->parameter_count,
        info->presets, info->preset_count, piece->instrument, set_one,
        set_preset};
    if (piece->preset_name) {
        piece->preset = urto_instrument_preset_find(info, piece->preset_name);
    }
    return knobs_turn(&knobs, piece->preset_name, piece->sets);
}

/* A word that is neither an instrument nor a file, but nearly an instrument. */
static const char *nearly_instrument(const char *word)
{
    Nearest nearest = nearest_start(word);

    nearest.distance = strlen(word) > 4 ? 3 : 2;
    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        nearest_try(&nearest, urto_instrument_info(i)->id);
    }
    return nearest.name;
}

static bool ships(const char *word)
{
    Text path = {0};

    text_add(&path, "%s/%s.yaml", library_folder(), word);
    const bool there = access(path.data, R_OK) == 0;
    text_free(&path);
    return there;
}

int piece_choose(Piece *piece, const char *word, const char *preset, const Words *sets)
{
    *piece = (Piece){.word = word, .preset_name = preset, .sets = sets};
    piece->info = urto_instrument_find(word);
    if (piece->info) {
        return build_instrument(piece, 48000.0);
    }
    if (access(word, F_OK) != 0 && !strchr(word, '/') && !strchr(word, '.') && !ships(word)) {
        const char *near = nearly_instrument(word);
        if (near) {
            return fail(EXIT_USAGE, "play", "no instrument \"%.60s\", did you mean %s?", word,
                        near);
        }
        return fail(EXIT_USAGE, "play",
                    "no instrument or scene \"%.60s\", see urto instruments and urto scene list",
                    word);
    }
    if (preset) {
        return fail(EXIT_USAGE, "play", "--preset is \"%.60s\", but a scene has no presets",
                    preset);
    }
    return library_load(&piece->loaded, "play", word, sets->list, sets->count);
}

static UrtoPlayer *new_player(Piece *piece)
{
    const UrtoPlayerOptions options = {.rate = piece->scene.rate};
    UrtoPlayer *player = NULL;

    return library_compile(&piece->loaded, "play", &options, &player) == 0 ? player : NULL;
}

/* Plays the scene to nobody, at most some seconds, to know how loud and how fast it is. */
static void listen(Piece *piece, UrtoPlayer *player)
{
    enum { BLOCK = 256 };
    const double patience = 1.5, wanted = -18.0, highest = -1.0;
    const uint32_t channels = piece->scene.channels;
    const size_t frames = (size_t)(piece->scene.seconds * piece->scene.rate);
    float *samples = memory_resize(NULL, (frames + BLOCK) * channels, sizeof *samples);
    float left[BLOCK], right[BLOCK];
    const double start = engine_clock();
    double peak = 0.0;
    size_t done = 0;

    while (done < frames && engine_clock() - start < patience) {
        urto_player_process(player, (float *const[2]){left, right}, BLOCK);
        for (size_t i = 0; i < BLOCK; i++) {
            for (uint32_t c = 0; c < channels; c++) {
                samples[(done + i) * channels + c] = c ? right[i] : left[i];
                peak = fmax(peak, fabs((double)(c ? right[i] : left[i])));
            }
        }
        done += BLOCK;
    }
    piece->speed = (double)done / piece->scene.rate / fmax(1e-6, engine_clock() - start);
    const double loud = loudness(samples, done, channels, piece->scene.rate);
    const double allowed = peak > 0.0 ? highest - 20.0 * log10(peak) : 0.0;
    piece->gain = pow(10.0, (isfinite(loud) ? fmin(wanted - loud, allowed) : allowed) / 20.0);
    free(samples);
}

int piece_build(Piece *piece, double rate)
{
    if (piece->info) {
        return build_instrument(piece, rate);
    }
    piece->scene = urto_scene_info(piece->loaded.scene);
    piece->scene.rate = rate;
    UrtoPlayer *trial = new_player(piece);
    piece->playing = trial ? new_player(piece) : NULL;
    piece->spare = piece->playing ? new_player(piece) : NULL;
    if (trial && piece->spare) {
        listen(piece, trial);
    }
    urto_player_destroy(trial);
    return piece->spare ? 0 : EXIT_USAGE;
}

EngineSource piece_source(const Piece *piece)
{
    return (EngineSource){.instrument = piece->instrument,
                          .player = piece->playing,
                          .scene = piece->scene,
                          .gain = piece->gain};
}

UrtoPlayer *piece_again(Piece *piece)
{
    if (!piece->spare) {
        piece->spare = new_player(piece);
    }
    UrtoPlayer *next = piece->spare;
    piece->spare = next ? new_player(piece) : NULL;
    return next;
}

void piece_free(Piece *piece)
{
    urto_instrument_destroy(piece->instrument);
    urto_player_destroy(piece->playing);
    urto_player_destroy(piece->spare);
    library_free(&piece->loaded);
    *piece = (Piece){0};
}

const char *piece_title(const Piece *piece)
{
    return piece->info ? piece->info->id : piece->loaded.name;
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
static void add_tune(const Piece *piece, Text *text)
{
    Text path = {0};

    text_add(&path, "%s/tunes/%s.mid", library_folder(), piece->info->id);
    if (access(path.data, R_OK) != 0) {
        text_free(&path);
        text_add(&path, "%s/tunes/mallet.mid", library_folder());
    }
    add_shell_word(text, path.data);
    text_free(&path);
}

void piece_command(const Piece *piece, Text *text)
{
    Text file = {0};

    text_add(text, "%s", piece->info ? "urto midi" : "urto render");
    if (piece->info) {
        add_tune(piece, text);
    }
    add_shell_word(text, piece->word);
    text_add(text, " -o");
    text_add(&file, "%s.wav", piece_title(piece));
    add_shell_word(text, file.data);
    text_free(&file);
    if (piece->preset_name) {
        text_add(text, " --preset");
        add_shell_word(text, piece->preset_name);
    }
    for (size_t i = 0; i < piece->sets->count; i++) {
        text_add(text, " --set");
        add_shell_word(text, piece->sets->list[i]);
    }
}
