/* Scenes with a play block on a command line: instruments that are read from a file. */
#ifndef CLI_SCENES_SCENE_SOUND_H
#define CLI_SCENES_SCENE_SOUND_H

#include "scene_files.h"

#include <urto/scene_instrument.h>

/* A scene, and what is set in it: values of the scene, and parameters of the instrument. */
typedef struct SceneSound {
    char *path;
    char name[SCENE_NAME_MAX];
    Text text;
    const char *const *sets;
    size_t set_count;
} SceneSound;

/* What a scene costs while it is played, as part of a processor. */
typedef struct SceneLoad {
    double one, all;
    uint32_t voices;
} SceneLoad;

/* Reads a scene; sound->path stays NULL where it has no play block. `sets` must stay. Returns 0, or an
 * exit code after messages. */
int scene_sound_open(SceneSound *sound, const char *command, const char *word,
                     const char *const *sets, size_t set_count);
/* The text anew from its file; false if that cannot be read now. */
bool scene_sound_reread(SceneSound *sound);
/* Makes the instrument. On failure NULL, and why has lines "file:line:column: what" without the end of
 * the last. */
UrtoInstrument *scene_sound_make(const SceneSound *sound, double rate,
                                 const UrtoInstrumentOptions *options, Text *why);
void scene_sound_free(SceneSound *sound);

/* Plays one note and then as many as there are voices to nobody, with an instrument that is made for
 * this. */
SceneLoad scene_sound_load(const SceneSound *sound, double rate);
/* "4 % of a processor for one voice, 30 % for all 8"; more if that is too much, and true. */
bool scene_sound_add_load(Text *text, const SceneLoad *load);

#endif
