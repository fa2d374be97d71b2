/* A compiled scene, as its player and its instrument have it. */
#ifndef SCENE_PLAYER_H
#define SCENE_PLAYER_H

#include "loader.h"

enum { BLOCK = 256 };

struct UrtoPlayer {
    UrtoAllocator allocator;
    bool too_large; /* the world asked for more than URTO_SCENE_MAX_WORLD */
    bool played;    /* by keys: strokes instead of actions */
    UrtoScene *scene;
    UrtoWorld *world;
    UrtoShape **shapes; /* of each entry of actions or each stroke, or NULL */
    double rate;
    double pitch; /* played: that of the world as it is described [Hz] */
    uint64_t frame;
    uint32_t next; /* action */
    uint32_t turn; /* next one to be hurried */
    float signals[URTO_MAX_CHANNELS][BLOCK];
};

/* Compiles a scene, to be played by keys or to happen by itself. */
UrtoStatus player_make(UrtoPlayer **player, UrtoScene *scene, const UrtoPlayerOptions *options,
                       bool played, UrtoDiagnostic *why);
/* Does in a world, that of the player or a copy of it, what the action says. */
UrtoStatus player_act(const UrtoPlayer *player, UrtoWorld *world, const SceneAction *action,
                      UrtoDiagnostic *why) URTO_REALTIME;
/* The signals of all drives. */
void player_signals(const UrtoScene *scene, uint64_t frame, double rate, float *const *signals,
                    uint32_t frames) URTO_REALTIME;

#endif
