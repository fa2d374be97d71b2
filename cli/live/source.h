/* What `urto play` plays: an instrument with its preset, a scene that is one, or a scene with its
 * player. */
#ifndef CLI_LIVE_SOURCE_H
#define CLI_LIVE_SOURCE_H

#include "cli/options.h"
#include "cli/preset_list.h"
#include "cli/scenes/cost.h"
#include "cli/scenes/scene_sound.h"
#include "engine.h"

#include <time.h>

typedef struct Source {
    const char *word; /* as it was asked for */
    const char *preset_name;
    const Words *sets;
    ChosenSound chosen;
    const UrtoInstrumentInfo *info; /* NULL: a scene */
    UrtoInstrument *instrument;
    SceneSound sound;     /* path NULL: none; else the scene that the instrument was read from */
    struct timespec seen; /* when its file was written last, */
    bool unread;          /* and has not been read since */
    LoadedScene loaded;
    UrtoSceneInfo scene;
    double gain; /* of the scene: factor on SI values */
    UrtoPlayer *playing, *spare;
} Source;

/* Finds it and checks all that was asked for, before there is any sound. Returns 0 or an exit code
 * after a message. */
int source_choose(Source *source, const char *word, const char *preset, const Words *sets);
/* Makes it for a sample rate. Returns 0 or an exit code after a message. */
int source_build(Source *source, double rate);
EngineSource source_for_engine(const Source *source);
/* The instrument of a scene whose file has changed, to be handed to the engine; NULL if it is as it was, or
 * after a line in `why`. */
UrtoInstrument *source_reread(Source *source, double rate, Text *why);
/* The scene from its beginning, for the engine; NULL when memory ran out. */
UrtoPlayer *source_restart(Source *source);
void source_free(Source *source);

/* Its name for people. */
const char *source_title(const Source *source);
/* The command that renders it to a file, by the program as it was called. Begins with a space. */
void source_command(const Source *source, Text *text);

#endif
