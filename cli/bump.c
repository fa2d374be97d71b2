/* urto bump: a sound file through PhonoBump. */
#include "commands.h"
#include "output/soundfile.h"
#include "param_args.h"
#include "preset_list.h"
#if URTO_SCENES
#include "cli/scenes/scene_files.h"
#endif

#include <urto/bump.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct BumpSettings {
    const char *preset;
    Words sets;
    const char *body;
    double tail;
    bool list;
} BumpSettings;

static const Option options[] = {
    TEXT_AT(BumpSettings, preset, "preset", "NAME", "the name of a preset", NULL,
            "one of urto instruments bump"),
    TEXTS_AT(BumpSettings, sets, "set", "PARAMETER=VALUE", "parameter=value",
             "set one of its parameters, as in decay=300ms; may be repeated"),
#if URTO_SCENES
    TEXT_AT(BumpSettings, body, "body", "SCENE:BODY", "a scene and a body of it", NULL,
            "a modal body of a scene as the resonator"),
#endif
    {"tail",
     "T",
     "s",
     OPTION_NUMBER,
     offsetof(BumpSettings, tail),
     {.low = 0.0, .high = 600.0, .text = "0 to 600"},
     "10",
     "longest sound after the input"},
    FLAG_AT(BumpSettings, list, "list", "list the presets"),
};

static const OptionTable bump_options = {
    .command = "bump",
    .usage = "IN OUT [OPTION]...",
    .summary = "Lets a sound file, mono or stereo, drive a hammer that bounces on a resonator.\n"
               "OUT is .wav, .flac or .ogg, and may be IN; - is standard input or output. urto\n"
               "instruments bump lists parameters and presets.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_IN_ORDER,
};

enum { BLOCK = 1024 };

static UrtoStatus set_one(void *device, uint32_t parameter, double value, UrtoDiagnostic *why)
{
    return urto_bump_set(device, parameter, value, why);
}

static UrtoStatus set_preset(void *device, const UrtoPreset *preset, UrtoDiagnostic *why)
{
    return urto_bump_apply_preset(device, preset, why);
}

/* Interleaved sound. */
typedef struct Sound {
    const char *path;
    float *samples;
    size_t frames;
    int channels;
    double rate;
} Sound;

/* The input and its tail, up to the last sample that is not 0. */
static size_t process(UrtoBump *bump, const Sound *in, float *out, size_t frames)
{
    float buffers[2][BLOCK];
    size_t last = in->frames;

    for (size_t at = 0; at < frames; at += BLOCK) {
        const uint32_t n = frames - at < BLOCK ? (uint32_t)(frames - at) : BLOCK;
        for (uint32_t i = 0; i < n; i++) {
            for (int c = 0; c < in->channels; c++) {
                const size_t index = (at + i) * (size_t)in->channels + (size_t)c;
                buffers[c][i] = at + i < in->frames ? in->samples[index] : 0.0f;
            }
        }
        urto_bump_process(bump, (const float *[]){buffers[0], buffers[1]},
                          (float *[]){buffers[0], buffers[1]}, n);
        for (uint32_t i = 0; i < n; i++) {
            for (int c = 0; c < in->channels; c++) {
                out[(at + i) * (size_t)in->channels + (size_t)c] = buffers[c][i];
                last = buffers[c][i] != 0.0f && at + i >= last ? at + i + 1 : last;
            }
        }
    }
    return last;
}

#if URTO_SCENES
/* The body of a name, its id 0 after a message. */
static UrtoBody find_body(const LoadedScene *loaded, const char *name)
{
    Text names = {0};
    UrtoBody body = {0};
    const char *body_name = NULL;

    for (uint32_t i = 0; (body_name = urto_scene_body_name(loaded->scene, i)) != NULL; i++) {
        text_add(&names, "%s%s", i ? ", " : "", body_name);
        body.id = strcmp(body_name, name) == 0 ? i + 1 : body.id;
    }
    if (!body.id) {
        fail(EXIT_USAGE, "bump", "%s has no body \"%.60s\", must be one of: %.200s", loaded->name,
             name, names.data);
    }
    text_free(&names);
    return body;
}

static int create_on(UrtoBump **bump, const BumpSettings *settings, const Sound *in)
{
    const char *colon = strrchr(settings->body, ':');
    LoadedScene loaded = {0};
    Text scene = {0};
    UrtoDiagnostic why = {0};

    if (!colon || colon == settings->body || !colon[1]) {
        return fail(EXIT_USAGE, "bump",
                    "--body is \"%.100s\", must be SCENE:BODY, as in marimba-bar:bar",
                    settings->body);
    }
    for (size_t i = 0; i < settings->sets.count; i++) {
        if (strncmp(settings->sets.list[i], "resonator=", 10) == 0) {
            return fail(EXIT_USAGE, "bump", "--body and --set resonator, must be one of them");
        }
    }
    text_add(&scene, "%.*s", (int)(colon - settings->body), settings->body);
    int code = scene_files_load(&loaded, "bump", scene.data, NULL, 0);
    if (code == 0) {
        const UrtoBody body = find_body(&loaded, colon + 1);
        const UrtoBumpOptions chosen = {.channels = (uint32_t)in->channels,
                                        .resonator_def = urto_scene_world(loaded.scene),
                                        .resonator = body};
        code = body.id ? 0 : EXIT_USAGE;
        if (code == 0 && urto_bump_create(bump, in->rate, &chosen, &why) != URTO_OK) {
            const bool sound = strcmp(why.field, "rate") == 0; /* it is not the body's fault */
            code = fail(sound ? EXIT_FAILED : EXIT_USAGE, "bump", "%.100s: %s",
                        sound ? in->path : settings->body, why.message);
        }
    }
    scene_files_free(&loaded);
    text_free(&scene);
    return code;
}
#endif

static int create(UrtoBump **bump, const BumpSettings *settings, const Sound *in)
{
    UrtoDiagnostic why = {0};

#if URTO_SCENES
    if (settings->body) {
        return create_on(bump, settings, in);
    }
#else
    (void)settings;
#endif
    const UrtoBumpOptions chosen = {.channels = (uint32_t)in->channels};
    return urto_bump_create(bump, in->rate, &chosen, &why) == URTO_OK
               ? 0
               : fail(EXIT_FAILED, "bump", "%s", why.message);
}

static int perform(const BumpSettings *settings, const Sound *in, const char *path)
{
    UrtoBump *bump = NULL;
    int code = create(&bump, settings, in);

    if (code != 0) {
        return code;
    }
    const ParamArgs args = {"bump", "bump", bump, set_one, set_preset};
    code = param_args_apply(&args, settings->preset, &settings->sets);
    if (code == 0) {
        const size_t frames = in->frames + (size_t)(settings->tail * in->rate);
        float *out = memory_resize(NULL, frames + 1, (size_t)in->channels * sizeof *out);
        urto_bump_reset(bump);
        const size_t last = process(bump, in, out, frames);
        const char *reason = soundfile_write(path, out, last, in->channels, in->rate);
        if (reason) {
            code = fail(EXIT_FAILED, "bump", "cannot write %.200s: %s", path, reason);
        } else {
            const unsigned long long nonfinite = urto_bump_statistics(bump).nonfinite_inputs;
            fprintf(outfile_report(path), "%s: %.2f s\n", path, (double)last / in->rate);
            if (nonfinite) {
                fprintf(stderr, "urto bump: %s: samples that are no numbers, taken as 0: %llu\n",
                        in->path, nonfinite);
            }
        }
        free(out);
    }
    urto_bump_destroy(bump);
    return code;
}

static void list_presets(void)
{
    PresetList list = preset_list_read("bump", "bump");

    for (uint32_t i = 0; i < preset_list_count(&list); i++) {
        const UrtoPreset *preset = preset_list_at(&list, i);
        printf("%-10s %s\n", preset->id, preset->description);
    }
    preset_list_free(&list);
}

static int run(void *given, const Words *words)
{
    const BumpSettings *settings = given;
    Sound in = {.path = words->count ? words->list[0] : NULL};

    if (settings->list) {
        list_presets();
        return 0;
    }
    if (words->count != 2) {
        return fail(EXIT_USAGE, "bump", "needs a sound file to read and one to write");
    }
    if (!soundfile_known(words->list[1])) {
        return fail(EXIT_USAGE, "bump", "the output is %.200s, must end in .wav, .flac or .ogg",
                    words->list[1]);
    }
    const char *why = soundfile_read(in.path, &in.samples, &in.frames, &in.channels, &in.rate);
    int code = why ? fail(EXIT_FAILED, "bump", "cannot read %.200s: %s", in.path, why) : 0;
    if (code == 0 && in.channels > 2) {
        code = fail(EXIT_FAILED, "bump", "%.200s has %d channels, must be 1 or 2", in.path,
                    in.channels);
    }
    if (code == 0) {
        code = outfile_look("bump", words->list[1], NULL);
    }
    if (code == 0) {
        code = perform(settings, &in, words->list[1]);
    }
    free(in.samples);
    return code;
}

int command_bump(int argc, char **argv)
{
    BumpSettings settings = {0};

    return options_run(&bump_options, argc, argv, &settings, run);
}
