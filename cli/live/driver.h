/* Where live sound goes and MIDI comes from: JACK or ALSA. Each is a const struct. */
#ifndef CLI_LIVE_DRIVER_H
#define CLI_LIVE_DRIVER_H

#include "engine.h"
#include "output/text.h"

typedef struct Live Live;

typedef enum LiveAnswer {
    LIVE_OK,
    LIVE_ABSENT, /* not here: another one may be */
    LIVE_WRONG   /* here, but what was asked for is not */
} LiveAnswer;

typedef struct LiveBackend {
    const char *name;
    /* Finds the device and its rate. device and midi NULL: what is there. On failure live->why. */
    LiveAnswer (*open)(Live *live, const char *device, const char *midi);
    /* Lets the engine sound. */
    bool (*start)(Live *live, Engine *engine);
    /* True if nothing calls the engine any more afterwards. */
    bool (*stop)(Live *live);
    /* What there is, for people. */
    void (*list)(Text *text);
} LiveBackend;

struct Live {
    const LiveBackend *backend;
    void *state; /* the backend's; NULL when not open */
    double rate;
    uint32_t period; /* frames of a block */
    char device[96]; /* as the screen shows it */
    char why[256];   /* what went wrong */
    Engine *engine;
    atomic_uint xruns, latency; /* latency [frames] */
    atomic_bool gone;           /* the device or server went away */
};

/* Those that were built, the better first, NULL at the end. */
extern const LiveBackend *const live_backends[];

#if URTO_JACK
extern const LiveBackend live_jack;
#endif
#if URTO_ALSA
extern const LiveBackend live_alsa;

/* MIDI through ALSA's sequencer. */
typedef struct AlsaMidi AlsaMidi;
/* NULL and LIVE_ABSENT where there is no sequencer. */
AlsaMidi *alsa_midi_open(const char *port, LiveAnswer *answer, char *why, size_t room);
bool alsa_midi_start(AlsaMidi *midi, Engine *engine);
void alsa_midi_close(AlsaMidi *midi);
void alsa_midi_list(Text *text);
#endif

#endif
