/* Pictures of bodies at the moments that matter: what a string, bar or skin looks like when it is struck,
 * bowed or let go, and what touches it. */
#ifndef CLI_SCENES_SNAPSHOTS_H
#define CLI_SCENES_SNAPSHOTS_H

#include <urto/scene.h>

#include <stdbool.h>

enum {
    SNAPSHOT_BODIES = 4,
    SNAPSHOT_MASSES = 8,
    SNAPSHOT_MOMENTS = 6,
    SNAPSHOT_POINTS = 161,
    PARTNER_POINTS = 41,
    MOVIE_FRAMES = 240
};

/* A body with an extent, and what lies along a line of it. */
typedef struct SnapshotBody {
    uint32_t index; /* in the scene */
    UrtoWatch watch;
    UrtoPort partner[PARTNER_POINTS]; /* on the other body, id 0: there is none */
    double partner_from, partner_to;  /* where that is on this one [m] */
    double lift;                      /* added to its displacement [m] */
} SnapshotBody;

typedef struct Moment {
    size_t frame;
    char what[24]; /* "touch"; "": only its time is said */
} Moment;

/* The first bodies that have an extent, at the moments that a first, silent run of the scene has found: the
 * first touch, the largest force, the release, the first touch of something else, parts of a period; or at the
 * frames of a movie: the first 48 ms, 0.2 ms apart, two hundred times slower at 25 frames a second. */
typedef struct Snapshots {
    const UrtoScene *scene;
    SnapshotBody bodies[SNAPSHOT_BODIES];
    uint32_t body_count;
    struct {
        uint32_t index;
        UrtoPort port;
    } masses[SNAPSHOT_MASSES];
    uint32_t mass_count;
    Moment moments[MOVIE_FRAMES];
    uint32_t moment_count, taken;
    double rate;
    double shapes[MOVIE_FRAMES][SNAPSHOT_BODIES][SNAPSHOT_POINTS];
    double partners[MOVIE_FRAMES][SNAPSHOT_BODIES][PARTNER_POINTS];
    double positions[MOVIE_FRAMES][SNAPSHOT_MASSES];
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

/* Writes what a movie draws as numbers: rows of kind, time [s], name, from and to [m], and displacements [m] between these
 * places. Returns NULL, or why it failed. */
const char *snapshots_write_csv(const Snapshots *snapshots, const char *path);

#endif
