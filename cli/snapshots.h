/* Pictures of bodies at a few moments: what a string, bar or skin looks like while it sounds. */
#ifndef CLI_SNAPSHOTS_H
#define CLI_SNAPSHOTS_H

#include <urto/scene.h>

enum { SNAPSHOT_BODIES = 4, SNAPSHOT_MOMENTS = 8, SNAPSHOT_POINTS = 161 };

/* The first bodies that have an extent, at moments that lie closer at the start. */
typedef struct Snapshots {
    UrtoWatch watches[SNAPSHOT_BODIES];
    const char *names[SNAPSHOT_BODIES]; /* of the scene */
    uint32_t bodies;
    size_t frames[SNAPSHOT_MOMENTS];
    uint32_t taken;
    double rate;
    double shapes[SNAPSHOT_MOMENTS][SNAPSHOT_BODIES][SNAPSHOT_POINTS];
} Snapshots;

/* Chooses bodies and moments; before the player is made. */
UrtoStatus snapshots_prepare(Snapshots *snapshots, UrtoScene *scene);

/* The frame of the next moment, SIZE_MAX after the last. */
size_t snapshots_next(const Snapshots *snapshots);

/* Takes all that are due. */
void snapshots_take(Snapshots *snapshots, const UrtoWorld *world, size_t frame);

/* Draws them, one panel a body. Returns NULL, or why it failed. */
const char *snapshots_write(const Snapshots *snapshots, const char *title, const char *path);

#endif
