#include "scene_sound.h"

#include "cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double too_much = 0.8; /* of a processor */

/* "bodies.string.length=0.5 m" is of the scene, "hardness=0.5" may be a parameter. */
static bool has_path(const char *set)
{
    const size_t name = strcspn(set, "=");

    return memchr(set, '.', name) != NULL;
}

/* Index of the parameter that is set; URTO_NONE for none. */
static uint32_t parameter_of(const UrtoInstrumentInfo *info, const char *set)
{
    const size_t length = strcspn(set, "=");

    for (uint32_t i = 0; i < info->parameter_count; i++) {
        if (strlen(info->parameters[i].id) == length &&
            strncmp(info->parameters[i].id, set, length) == 0) {
            return i;
        }
    }
    return URTO_NONE;
}

static void add_errors(const SceneSound *sound, const UrtoScene *scene, Text *why)
{
    for (uint32_t i = 0; i < urto_scene_error_count(scene); i++) {
        const UrtoSceneError *error = urto_scene_error(scene, i);
        text_add(why, "%s%s:", why->length ? "\n" : "", sound->path);
        if (error->line) {
            text_add(why, "%u:%u: %s", error->line, error->column, error->message);
        } else {
            text_add(why, " --set %s", error->message);
        }
    }
}

/* With those values that are not parameters of `info`; NULL: that have a path. */
static UrtoInstrument *make(const SceneSound *sound, const UrtoInstrumentInfo *info, double rate,
                            const UrtoInstrumentOptions *options, Text *why)
{
    const char **overrides = memory_resize(NULL, sound->set_count + 1, sizeof *overrides);
    UrtoInstrument *instrument = NULL;
    UrtoDiagnostic reason = {0};
    UrtoScene *scene = NULL;
    uint32_t count = 0;

    for (size_t i = 0; i < sound->set_count; i++) {
        const char *set = sound->sets[i];
        if (has_path(set) || (info && parameter_of(info, set) == URTO_NONE)) {
            overrides[count++] = set;
        }
    }
    UrtoStatus status =
        urto_scene_load(&scene, sound->text.data, sound->text.length, overrides, count);
    status = status == URTO_OK
                 ? urto_scene_instrument_create(&instrument, scene, rate, options, &reason)
                 : status;
    free(overrides);
    if (status != URTO_OK) {
        add_errors(sound, scene, why);
        if (!why->length) {
            text_add(why, "%s: %s", sound->path,
                     reason.message[0] ? reason.message : "out of memory");
        }
        urto_scene_destroy(scene);
    }
    return instrument;
}

static bool set_parameters(const SceneSound *sound, UrtoInstrument *instrument, Text *why)
{
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);

    for (size_t i = 0; i < sound->set_count; i++) {
        const uint32_t index = parameter_of(info, sound->sets[i]);
        UrtoDiagnostic reason = {0};
        double value = 0.0;
        if (index == URTO_NONE) {
            continue;
        }
        const char *equals = strchr(sound->sets[i], '=');
        if (!equals ||
            urto_parameter_read(&info->parameters[index], equals + 1, &value, &reason) != URTO_OK) {
            text_add(why, "%s: --set %s", sound->path,
                     equals ? reason.message : "needs parameter=value");
            return false;
        }
        (void)urto_instrument_set(instrument, index, value, NULL);
    }
    return true;
}

UrtoInstrument *scene_sound_make(const SceneSound *sound, double rate,
                                 const UrtoInstrumentOptions *options, Text *why)
{
    UrtoInstrument *instrument = make(sound, NULL, rate, options, why);
    bool others = false;

    for (size_t i = 0; instrument && i < sound->set_count; i++) {
        others = others ||
                 (!has_path(sound->sets[i]) &&
                  parameter_of(urto_instrument_info_of(instrument), sound->sets[i]) == URTO_NONE);
    }
    if (others) { /* seconds, oversample ...: values of the scene, too */
        UrtoInstrument *again =
            make(sound, urto_instrument_info_of(instrument), rate, options, why);
        urto_instrument_destroy(instrument);
        instrument = again;
    }
    if (instrument && !set_parameters(sound, instrument, why)) {
        urto_instrument_destroy(instrument);
        instrument = NULL;
    }
    return instrument;
}

int scene_sound_open(SceneSound *sound, const char *command, const char *word,
                     const char *const *sets, size_t set_count)
{
    const char **paths = memory_resize(NULL, set_count + 1, sizeof *paths);
    LoadedScene loaded;
    size_t count = 0;

    *sound = (SceneSound){.sets = sets, .set_count = set_count};
    for (size_t i = 0; i < set_count; i++) {
        if (has_path(sets[i])) {
            paths[count++] = sets[i];
        }
    }
    const int code = scene_files_load(&loaded, command, word, paths, count);
    free(paths);
    if (code == 0 && urto_scene_plays(loaded.scene)) {
        sound->path = loaded.path;
        sound->text = loaded.text;
        memcpy(sound->name, loaded.name, sizeof sound->name);
        loaded.path = NULL;
        loaded.text = (Text){0};
    }
    scene_files_free(&loaded);
    return code;
}

bool scene_sound_reread(SceneSound *sound)
{
    Text text = {0};

    if (!scene_files_read(sound->path, &text)) {
        return false;
    }
    text_free(&sound->text);
    sound->text = text;
    return true;
}

void scene_sound_free(SceneSound *sound)
{
    free(sound->path);
    text_free(&sound->text);
    *sound = (SceneSound){0};
}

/* Load of what plays now: of the mean, or of its hardest part. */
static double measure(UrtoInstrument *instrument, double rate)
{
    enum { BLOCK = 256 };
    const size_t frames = (size_t)(0.25 * rate);
    float left[BLOCK], right[BLOCK];

    /* the first block begins the notes, as no hand does all at once */
    urto_instrument_process(instrument, (float *const[2]){left, right}, BLOCK);
    CostMeter meter = cost_start();
    while (meter.frames < frames && meter.seconds < COST_PILOT) {
        const size_t count = cost_block(&meter, BLOCK);
        urto_instrument_process(instrument, (float *const[2]){left, right}, (uint32_t)count);
        cost_add(&meter, count);
    }
    return rate * fmax(meter.parts.slowest, meter.seconds / (double)meter.frames);
}

SceneLoad scene_sound_load(const SceneSound *sound, double rate)
{
    Text why = {0};
    UrtoInstrument *instrument = scene_sound_make(sound, rate, NULL, &why);
    SceneLoad load = {.voices = 0};

    text_free(&why);
    if (!instrument) {
        return load;
    }
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
    const uint32_t keys = 1U + info->highest_key - info->lowest_key;
    load.voices = info->voices;
    for (uint32_t i = 0; i < load.voices; i++) {
        const UrtoEvent note = {.kind = URTO_EVENT_NOTE_ON,
                                .channel = (uint8_t)(i / keys % 16),
                                .key = (uint8_t)(info->lowest_key + i % keys),
                                .value = 1.0};
        (void)urto_instrument_event(instrument, &note, NULL);
        load.one = i == 0 ? measure(instrument, rate) : load.one;
    }
    load.all = load.voices > 1 ? measure(instrument, rate) : load.one;
    urto_instrument_destroy(instrument);
    return load;
}

bool scene_sound_add_load(Text *text, const SceneLoad *load)
{
    text_add(text, "%.*f %% of a processor for one voice, %.*f %% for all %u",
             load->one < 0.1 ? 1 : 0, 100.0 * load->one, load->all < 0.1 ? 1 : 0, 100.0 * load->all,
             load->voices);
    if (load->all > too_much) {
        const double fit = load->voices * too_much / load->all;
        if (fit >= 1.0) {
            text_add(text, ": it will crackle; voices: %.0f would do, or fewer modes or cells",
                     floor(fit));
        } else {
            text_add(text, ": it will crackle; fewer modes or cells would do, or a lower rate");
        }
    }
    return load->all > too_much;
}
