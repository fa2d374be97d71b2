/* What `urto play` plays: an instrument with its preset, or a scene with a player at hand. */
#ifndef CLI_LIVE_SOURCE_H
#define CLI_LIVE_SOURCE_H

#include "cli/options.h"
#include "cli/scenes/scene_files.h"
#include "engine.h"

typedef struct Piece {
    const char *word; /* as it was asked for */
    const char *preset_name;
    const Words *sets;
    const UrtoInstrumentInfo *info; /* NULL: a scene */
    UrtoInstrument *instrument;
    uint32_t preset;
    LoadedScene loaded;
    UrtoSceneInfo scene;
    double gain; /* of the scene: factor on SI values */
    UrtoPlayer *playing, *spare;
    double speed; /* of the scene, times real time, as far as it was tried */
} Piece;

/* Finds it and checks all that was asked for, before there is any sound. Returns 0 or an exit code
 * after a message. */
int piece_choose(Piece *piece, const char *word, const char *preset, const Words *sets);
/* Makes it for a sample rate. Returns 0 or an exit code after a message. */
int piece_build(Piece *piece, double rate);
EngineSource piece_source(const Piece *piece);
/* The scene from its beginning, for the engine; NULL when memory ran out. */
UrtoPlayer *piece_again(Piece *piece);
void piece_free(Piece *piece);

/* Its name for people. */
const char *piece_title(const Piece *piece);
/* The command that renders it to a file. */
void piece_command(const Piece *piece, Text *text);

#endif
