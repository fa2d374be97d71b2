/* Which moments of a scene are worth a picture. */
#ifndef CLI_SCENES_MOMENTS_H
#define CLI_SCENES_MOMENTS_H

#include "snapshots.h"

/* Plays the scene without sound until its first contact is over, at most a second of it, and writes the moments:
 * at most SNAPSHOT_MOMENTS, in order of time. */
UrtoStatus moments_find(Snapshots *snapshots, UrtoScene *scene);

#endif
