/* Notes of a preset, through the public interface. */
#ifndef LISTEN_NOTES_H
#define LISTEN_NOTES_H

#include "features/features.h"

#include <urto/instrument.h>

typedef struct Player {
    const UrtoInstrumentInfo *info;
    UrtoInstrument *instrument;
    float *sound; /* of the last notes */
} Player;

enum { LISTEN_RATE = 48000, KEYS = 128 };

extern const double listen_velocity; /* 100 of 127 */
extern const double listen_seconds;  /* for which a note is held and heard */

/* What people call a preset, and files. */
const char *preset_id(const UrtoPreset *preset);

/* False after a message. Ended by player_close in any case. */
bool player_open(Player *player, const UrtoInstrumentInfo *info, uint32_t preset);
void player_close(Player *player);

/* Some keys together, held for some seconds, from silence. What is returned lives until the next
 * call. */
FeatureSound player_notes(Player *player, const uint8_t *keys, size_t count, double velocity,
                          double seconds);
FeatureSound player_note(Player *player, uint8_t key, double velocity, double seconds);

double key_hz(uint8_t key);
/* "F#3"; at least 5 bytes. */
const char *key_name(uint8_t key, char *name);
/* The key at a part of the range. */
uint8_t key_at(const UrtoInstrumentInfo *info, double part);

#endif
