/* Pictures of bodies at a few moments: what a string, bar or skin looks like while it sounds. */
#ifndef CLI_SCENES_SNAPSHOTS_H
#define CLI_SCENES_SNAPSHOTS_H

#include <urto/scene.h>

#include <stdbool.h>

enum { SNAPSHOT_BODIES = 4, SNAPSHOT_MOMENTS = 8, SNAPSHOT_POINTS = 161, MOVIE_FRAMES = 240 };

/* The first bodies that have an extent, at a few moments that lie closer at the start, or at the
 * frames of a movie: the first 48 ms, 0.2 ms apart, two hundred times slower at 25 frames a second.
 */
typedef struct Snapshots {
    UrtoWatch watches[SNAPSHOT_BODIES];
    const char *names[SNAPSHOT_BODIES]; /* of the scene */
    uint32_t bodies;
    size_t frames[MOVIE_FRAMES];
    uint32_t moments, taken;
    double rate;
    double shapes[MOVIE_FRAMES][SNAPSHOT_BODIES][SNAPSHOT_POINTS];
} Snapshots;

/* Chooses bodies and moments; before the player is made. */
UrtoStatus snapshots_prepare(Snapshots *snapshots, UrtoScene *scene, bool movie);

/* The frame of the next moment, SIZE_MAX after the last. */
size_t snapshots_next(const Snapshots *snapshots);

/* Takes all that are due. */
void snapshots_take(Snapshots *snapshots, const UrtoWorld *world, size_t frame);

/* Draws them, one panel a body. Returns NULL, or why it failed. */
const char *snapshots_write(const Snapshots *snapshots, const char *title, const char *path);

/* Draws each moment to a picture of its own, FOLDER/frame-0001.png and on; the folder exists.
 * Returns NULL, or why it failed. */
const char *snapshots_write_movie(const Snapshots *snapshots, const char *title,
                                  const char *folder);

#endif
