/* What the rules and the table need to know of a preset, each note rendered once. */
#ifndef LISTEN_HEARING_H
#define LISTEN_HEARING_H

#include "notes.h"

enum { STEPS = 17 };
/* Keys at which velocities are looked at, from the lowest to the highest; low, middle and high, at 1/6, 1/2 and 5/6
 * of the range, are those of the table. */
enum { PLACE_LOW = 2, PLACE_MIDDLE = 5, PLACE_HIGH = 8, PLACES = 11 };

/* The worst of something, and the key at which it is. */
typedef struct Worst {
    double value;
    uint8_t key;
} Worst;

typedef struct Survey {
    const UrtoInstrumentInfo *info;
    uint32_t preset;
    double loudness[KEYS];               /* at velocity 100 [LUFS] */
    double mean;                         /* over the keys */
    Worst neighbours;                    /* difference of a key and the one above it [dB] */
    Worst quietest, loudest;             /* key */
    Worst mono, correlation, below;      /* as in features.h, over all keys */
    double steps[PLACES][STEPS];         /* loudness at velocities 1, 8, 16, ... 120, 127 */
    Worst peak;                          /* at velocity 127, every third key [dBFS] */
    uint64_t limited;                    /* frames in which the limiter acted on chords */
    double soft_centroid, hard_centroid; /* middle key, velocities 32 and 120 [Hz] */
    double bandwidth;                    /* middle key, velocity 120 [Hz] */
} Survey;

extern const double survey_places[PLACES];
extern const int survey_columns[3]; /* low, middle, high */
/* Velocity of a step, 1 to 127. */
int survey_velocity(int step);

void survey_make(Survey *survey, Player *player, uint32_t preset);
/* The loudness of all keys, and its mean and evenness, alone. */
void survey_loudness(Survey *survey, Player *player);

#endif
