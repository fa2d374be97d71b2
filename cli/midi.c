/* urto midi: a MIDI file, played by an instrument, to a sound file. */
#include "commands.h"
#if URTO_SCENES
#include "cli/scenes/scene_sound.h"
#endif
#include "midi_file.h"
#include "output/soundfile.h"
#include "param_args.h"
#include "preset_list.h"

#include <urto/instrument.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct MidiSettings {
    const char *out, *preset;
    Words sets;
    double rate, tail;
    uint32_t voices;
    bool mpe;
} MidiSettings;

static const Option options[] = {
    TEXT_AT(MidiSettings, out, "out", "FILE", "a file .wav, .flac or .ogg", NULL,
            "(or -o) sound file, .wav, .flac or .ogg, - for standard output [NAME.wav]"),
    TEXT_AT(MidiSettings, preset, "preset", "NAME", "the name of a preset", NULL,
            "one of urto instruments INSTRUMENT"),
    TEXTS_AT(MidiSettings, sets, "set", "PARAMETER=VALUE", "parameter=value",
             "set one of its parameters, as in decay=300ms; may be repeated"),
    {"rate",
     "HZ",
     "Hz",
     OPTION_NUMBER,
     offsetof(MidiSettings, rate),
     {.low = 8000.0, .high = 384000.0, .text = "8000 to 384000"},
     "48000",
     "sample rate"},
    {"tail",
     "T",
     "s",
     OPTION_NUMBER,
     offsetof(MidiSettings, tail),
     {.low = 0.0, .high = 600.0, .text = "0 to 600"},
     "20",
     "longest sound after the last event"},
    {"voices",
     "N",
     "",
     OPTION_COUNT,
     offsetof(MidiSettings, voices),
     {.low = 1.0, .high = URTO_MAX_VOICES, .text = "1 to 64"},
     NULL,
     "notes that may sound at once [32, of a scene its own]"},
    FLAG_AT(MidiSettings, mpe, "mpe", "channel 1 manages all others (MPE)"),
};

static const OptionTable midi_options = {
    .command = "midi",
    .usage = "FILE.mid INSTRUMENT|SCENE [OPTION]...",
    .summary =
        "Plays a Standard MIDI file (type 0 or 1; - is standard input) on an instrument, a\n"
        "preset or an INSTRUMENT/PRESET, or on a scene that has a play block, and writes the\n"
        "sound. urto instruments lists instruments.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_IN_ORDER,
};

enum { BLOCK = 512, FILE_MAX = 64 << 20 };

static int read_file(const char *path, Text *text)
{
    FILE *stream = is_standard(path) ? stdin : fopen(path, "rb");
    char block[65536];
    size_t got = 0;

    if (!stream) {
        return fail(EXIT_FAILED, "midi", "cannot read %.200s: %s", path, strerror(errno));
    }
    while (text->length < FILE_MAX && (got = fread(block, 1, sizeof block, stream)) > 0) {
        text_add_bytes(text, block, got);
    }
    const bool failed = ferror(stream) != 0;
    fclose(stream);
    if (failed) {
        return fail(EXIT_FAILED, "midi", "cannot read %.200s: %s", path, strerror(errno));
    }
    return 0;
}

/* What plays: one of the instruments with its preset, or a scene. */
typedef struct MidiSound {
    ChosenSound chosen;
#if URTO_SCENES
    SceneSound scene; /* path NULL: none */
#endif
} MidiSound;

/* A scene that can be played, where a word means no instrument. */
static int choose_scene(MidiSound *sound, const char *word, const MidiSettings *settings)
{
#if URTO_SCENES
    const int code =
        scene_sound_open(&sound->scene, "midi", word, settings->sets.list, settings->sets.count);
    if (code != 0) {
        return code;
    }
    if (!sound->scene.path) {
        return fail(EXIT_USAGE, "midi",
                    "the scene %.200s has no play block, which says what a key does; urto render "
                    "renders it as it is",
                    word);
    }
    return settings->preset
               ? fail(EXIT_USAGE, "midi", "--preset is \"%.60s\", but a scene has no presets",
                      settings->preset)
               : 0;
#else
    (void)sound;
    (void)settings;
    return fail(EXIT_USAGE, "midi", "this urto was built without scenes, not \"%.60s\"", word);
#endif
}

static bool names_scene(const char *word)
{
#if URTO_SCENES
    return scene_files_there(word);
#else
    return false;
#endif
}

/* The instrument and preset that a word means; --preset must not say it again. */
static int choose(MidiSound *sound, const char *word, const MidiSettings *settings)
{
    ChosenSound *chosen = &sound->chosen;
    const char *preset = settings->preset;
    Text near = {0};
    int code = preset_list_choose(chosen, "midi", word);

    if (code != 0) {
        return code;
    }
    if (chosen->info && chosen->preset[0] && preset) {
        return fail(EXIT_USAGE, "midi", "%s names a preset, and so does --preset, must be one",
                    word);
    }
    if (chosen->info) {
        return 0;
    }
    if (names_scene(word)) {
        return choose_scene(sound, word, settings);
    }
    preset_list_nearest(word, &near);
    code = near.length
               ? fail(EXIT_USAGE, "midi", "no instrument or preset \"%.60s\", did you mean %s?",
                      word, near.data)
               : fail(EXIT_USAGE, "midi", "no instrument or preset \"%.60s\", see urto instruments",
                      word);
    text_free(&near);
    return code;
}

static UrtoStatus set_one(void *device, uint32_t parameter, double value, UrtoDiagnostic *why)
{
    return urto_instrument_set(device, parameter, value, why);
}

static UrtoStatus set_preset(void *device, const UrtoPreset *preset, UrtoDiagnostic *why)
{
    return urto_instrument_apply_preset(device, preset, why);
}

/* The sound so far, interleaved. */
typedef struct Sound {
    float *samples;
    size_t frames, room;
} Sound;

static void play_frames(UrtoInstrument *instrument, Sound *sound, size_t frames)
{
    while (frames > 0) {
        float left[BLOCK];
        float right[BLOCK];
        const uint32_t n = frames < BLOCK ? (uint32_t)frames : BLOCK;
        urto_instrument_process(instrument, (float *[]){left, right}, n);
        if (sound->frames + n > sound->room) {
            sound->room = 2 * sound->room + 65536;
            sound->samples = memory_resize(sound->samples, sound->room, 2 * sizeof(float));
        }
        for (uint32_t i = 0; i < n; i++) {
            sound->samples[2 * (sound->frames + i)] = left[i];
            sound->samples[2 * (sound->frames + i) + 1] = right[i];
        }
        sound->frames += n;
        frames -= n;
    }
}

static void play_file(UrtoInstrument *instrument, const MidiFile *file,
                      const MidiSettings *settings, Sound *sound)
{
    for (size_t i = 0; i < file->count; i++) {
        const MidiFileMessage *message = &file->messages[i];
        const size_t frame = (size_t)(message->seconds * settings->rate + 0.5);
        play_frames(instrument, sound, frame > sound->frames ? frame - sound->frames : 0);
        urto_instrument_midi(instrument, 0, message->bytes, message->size);
    }
    const size_t last = (size_t)(file->seconds * settings->rate + 0.5);
    play_frames(instrument, sound, last > sound->frames ? last - sound->frames : 0);
    /* keys that a file forgets to let go */
    const uint8_t off[] = {0xB0, 123, 0};
    urto_instrument_midi(instrument, 0, off, sizeof off);
    play_frames(instrument, sound, 1);
    const size_t end = sound->frames + (size_t)(settings->tail * settings->rate);
    while (sound->frames < end && (urto_instrument_statistics(instrument).voices > 0 ||
                                   urto_instrument_rings(instrument))) {
        play_frames(instrument, sound, end - sound->frames < BLOCK ? end - sound->frames : BLOCK);
    }
}

static int write_sound(const MidiSettings *settings, const char *path, const Sound *sound,
                       const UrtoInstrument *instrument)
{
    const UrtoInstrumentStatistics statistics = urto_instrument_statistics(instrument);
    const char *why = soundfile_write(path, sound->samples, sound->frames, 2, settings->rate);
    if (why) {
        return fail(EXIT_FAILED, "midi", "cannot write %.200s: %s", path, why);
    }
    fprintf(outfile_report(path), "%s: %.2f s, %llu notes\n", path,
            (double)sound->frames / settings->rate, (unsigned long long)statistics.notes);
    return 0;
}

static int make_chosen(const MidiSettings *settings, const ChosenSound *chosen,
                       const UrtoInstrumentOptions *how, UrtoInstrument **instrument)
{
    const UrtoInstrumentInfo *info = chosen->info;
    UrtoDiagnostic why = {0};

    if (urto_instrument_create(instrument, info, settings->rate, how, &why) != URTO_OK) {
        return fail(EXIT_FAILED, "midi", "%s", why.message);
    }
    const ParamArgs args = {"midi", info->id, *instrument, set_one, set_preset};
    const char *preset = chosen->preset[0] ? chosen->preset : settings->preset;
    return param_args_apply(&args, preset, &settings->sets);
}

static int make(const MidiSettings *settings, const MidiSound *sound, UrtoInstrument **instrument)
{
    UrtoInstrumentOptions how = {.voices = settings->voices, .mpe = settings->mpe};

    *instrument = NULL;
#if URTO_SCENES
    if (sound->scene.path) {
        Text why = {0};
        *instrument = scene_sound_make(&sound->scene, settings->rate, &how, &why);
        if (!*instrument) {
            fprintf(stderr, "%s\n", why.data);
        }
        text_free(&why);
        return *instrument ? 0 : EXIT_USAGE;
    }
#endif
    if (!how.voices) {
        how.voices = 32;
    }
    return make_chosen(settings, &sound->chosen, &how, instrument);
}

static int perform(const MidiSettings *settings, const char *path, const MidiSound *what,
                   const MidiFile *file)
{
    UrtoInstrument *instrument = NULL;
    Sound sound = {0};
    int code = make(settings, what, &instrument);

    if (code == 0) {
        play_file(instrument, file, settings, &sound);
        code = write_sound(settings, path, &sound, instrument);
    }
    free(sound.samples);
    urto_instrument_destroy(instrument);
    return code;
}

static void sound_free(MidiSound *sound)
{
#if URTO_SCENES
    scene_sound_free(&sound->scene);
#else
    (void)sound;
#endif
}

static const char *sound_name(const MidiSound *sound)
{
#if URTO_SCENES
    if (sound->scene.path) {
        return sound->scene.name;
    }
#endif
    return sound->chosen.preset[0] ? sound->chosen.preset : sound->chosen.info->id;
}

static int play_words(const MidiSettings *settings, const Words *words, MidiSound *sound)
{
    int code = 0;

    if (settings->out && !soundfile_known(settings->out)) {
        return fail(EXIT_USAGE, "midi", "--out is %.200s, must end in .wav, .flac or .ogg",
                    settings->out);
    }
    char fallback[160];
    snprintf(fallback, sizeof fallback, "%.140s.wav", sound_name(sound));
    const char *path = settings->out ? settings->out : fallback;
    Text text = {0};
    MidiFile file = {0};
    MidiFileError error = {0};
    code = read_file(words->list[0], &text);
    if (code == 0 &&
        midi_file_read(&file, (const uint8_t *)(text.data ? text.data : ""), text.length, &error)) {
        code = fail(EXIT_FAILED, "midi", "%.200s: byte %zu: %s", words->list[0], error.offset,
                    error.message);
    }
    if (code == 0 && file.seconds > 3600.0) {
        code = fail(EXIT_FAILED, "midi", "%.200s: %.0f s long, at most an hour", words->list[0],
                    file.seconds);
    }
    if (code == 0) {
        code = outfile_look("midi", path, words->list[0]);
    }
    if (code == 0) {
        code = perform(settings, path, sound, &file);
    }
    midi_file_free(&file);
    text_free(&text);
    return code;
}

static int run(void *given, const Words *words)
{
    const MidiSettings *settings = given;
    MidiSound sound = {.chosen = {.info = NULL}};

    if (words->count != 2) {
        return fail(EXIT_USAGE, "midi", "needs a MIDI file and an instrument or a scene");
    }
    int code = choose(&sound, words->list[1], settings);
    code = code == 0 ? play_words(settings, words, &sound) : code;
    sound_free(&sound);
    return code;
}

int command_midi(int argc, char **argv)
{
    MidiSettings settings = {0};

    return options_run(&midi_options, argc, argv, &settings, run);
}
