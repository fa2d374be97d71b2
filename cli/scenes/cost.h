/* What a scene costs, measured while it is played from its beginning. The bound for some frames is twice
 * what they take at the mean rate, if as many have been played; else at that of the slowest 4 ms so far. The
 * scenes that ship take a third of it to all. One that becomes harder later on may take longer. */
#ifndef CLI_SCENES_COST_H
#define CLI_SCENES_COST_H

#include "scene_files.h"

typedef struct CostMeter {
    double clock;   /* processor time when it was looked at last [s] */
    double seconds; /* of work until then */
    size_t frames;
    size_t unread;       /* frames since then */
    double part_seconds; /* of the part under way */
    size_t part_frames;
    double slowest; /* seconds a frame of the slowest part */
} CostMeter;

/* urto render refuses more, unless told [s]. */
#define RENDER_LIMIT 3600

/* Work of this many seconds is enough to know. */
#define COST_PILOT 0.2

CostMeter cost_start(void);
/* Frames of the next block, at most `most`: as many as take a few milliseconds. */
size_t cost_block(const CostMeter *meter, size_t most);
/* So many were played. */
void cost_add(CostMeter *meter, size_t frames);
/* Bound of the processor time that so many frames take [s]. */
double cost_of(const CostMeter *meter, size_t frames);
/* Plays the beginning of a scene to nobody, then sets it back. */
CostMeter cost_measure(UrtoPlayer *player, const UrtoSceneInfo *info);

/* "0.2 s", "3 min", "88 days" */
void cost_add_time(Text *text, double seconds);
/* "lower the segments or modes of plate (9000 degrees of freedom), the rate" */
void cost_add_advice(Text *text, const LoadedScene *loaded, const UrtoWorld *world);

#endif
