/* What a scene costs, measured while it is played.
 *
 * The bound is a sum over the parts between its moments: the beginning, and each time at which hands or controls do
 * something. The beginning is played as it is; what the first few moments do is then done at once, one after the other
 * (urto_player_hurry), and played too. A part costs what was spent on it, and for the frames that are left twice what
 * they take at the rate of the slowest sixteenth since half of that time; with bows, drives or gravity, of the slowest
 * 4 ms. Later moments cost what the hardest of the first costs. What flies or falls for a while is not foreseen:
 * therefore a rendering also watches the rate that it goes on at. */
#ifndef CLI_SCENES_COST_H
#define CLI_SCENES_COST_H

#include "scene_files.h"

/* Work that is cut into parts of a length. */
typedef struct CostParts {
    double seconds; /* of the part under way */
    size_t frames;
    double slowest; /* seconds a frame */
} CostParts;

typedef struct CostMeter {
    double clock;   /* processor time when it was looked at last [s] */
    double seconds; /* of work until then */
    size_t frames;
    size_t unread; /* frames since then */
    CostParts parts;
    double mark;    /* of the work, when it had last doubled [s] */
    CostParts late; /* eighths of that, since */
    double before;  /* the slowest of the time until the mark, from half of it */
    double checked; /* of the work, when it was last looked ahead [s] */
    size_t checked_frames;
} CostMeter;

/* urto render refuses more, unless told [s]. */
#define RENDER_LIMIT 3600

/* Work of this many seconds is enough to know; and of so many where its beginning is much harder than the rest. */
#define COST_PILOT 0.2
#define COST_PILOT_LONG 2.0

CostMeter cost_start(void);
/* Frames of the next block, at most `most`: as many as take a few milliseconds. */
size_t cost_block(const CostMeter *meter, size_t most);
/* So many were played. */
void cost_add(CostMeter *meter, size_t frames);
/* Whether it has run for long enough. */
bool cost_known(const CostMeter *meter);
/* Bound of the processor time that a scene takes if nothing begins after what was played [s]. */
double cost_of(const CostMeter *meter, const UrtoSceneInfo *info);
/* The same with what begins later, after the beginning was played. `stopped`, or NULL, ends it. Where the player is then
 * means nothing: set it back, or play anew what the meter has counted. */
double cost_tried(const CostMeter *start, UrtoPlayer *player, const UrtoSceneInfo *info,
                  double *peak, int (*stopped)(void));
void cost_replay(CostMeter *meter, UrtoPlayer *player, int (*stopped)(void));
/* Whether enough was done since the last time to look ahead again. */
bool cost_due(const CostMeter *meter);
/* What so many frames in all will take if it goes on as it did since the last time [s]. */
double cost_ahead(CostMeter *meter, size_t frames);
/* What playing parts of a scene has shown. */
typedef struct CostBound {
    double seconds; /* of processor time, at most [s] */
    double peak;    /* largest sample that was heard */
    double played;  /* of the beginning [s] */
    bool whole;     /* it was all of the scene */
} CostBound;

/* Plays the beginning, and what begins later, to nobody; then the player is set back. */
CostBound cost_bound(UrtoPlayer *player, const UrtoSceneInfo *info);
/* Plays the beginning of a scene to nobody, then sets it back. */
CostMeter cost_measure(UrtoPlayer *player, const UrtoSceneInfo *info);

/* "0.2 s", "3 min", "88 days" */
void cost_add_time(Text *text, double seconds);
/* "lower the segments or modes of plate (9000 degrees of freedom), the rate" */
void cost_add_advice(Text *text, const LoadedScene *loaded, const UrtoWorld *world);

#endif
