/* What a scene costs, measured while it is played from its beginning: twice the time of all its
 * frames, or if they have not all been played, of as many of the slowest 4 ms so far. The scenes
 * that ship take a quarter to half of that. One that becomes harder later on may take longer. */
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
#define RENDER_LIMIT 3600.0

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
/* "lower segments of plate (12672), points of contacts, rate or seconds" */
void cost_add_advice(Text *text, const LoadedScene *loaded, const UrtoWorld *world);

#endif
