/* Where live sound goes and MIDI comes from: JACK or ALSA. Each is a const struct. */
#ifndef CLI_LIVE_DRIVER_H
#define CLI_LIVE_DRIVER_H

#include "engine.h"
#include "output/text.h"

typedef struct Driver Driver;

typedef enum DriverResult {
    DRIVER_OK,
    DRIVER_ABSENT, /* not here: another one may be */
    DRIVER_WRONG   /* here, but what was asked for is not */
} DriverResult;

typedef struct DriverBackend {
    const char *name;
    /* Finds the device and its rate. device and midi NULL: what is there. On failure driver->why. */
    DriverResult (*open)(Driver *driver, const char *device, const char *midi);
    /* Lets the engine sound. */
    bool (*start)(Driver *driver, Engine *engine);
    /* True if nothing calls the engine any more afterwards. */
    bool (*stop)(Driver *driver);
    /* What there is, for people. */
    void (*list)(Text *text);
} DriverBackend;

struct Driver {
    const DriverBackend *backend;
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
extern const DriverBackend *const driver_backends[];

#if URTO_JACK
extern const DriverBackend driver_jack;
#endif
#if URTO_ALSA
extern const DriverBackend driver_alsa;

/* MIDI through ALSA's sequencer. */
typedef struct AlsaMidi AlsaMidi;
/* NULL and DRIVER_ABSENT where there is no sequencer. */
AlsaMidi *alsa_midi_open(const char *port, DriverResult *answer, char *why, size_t room);
bool alsa_midi_start(AlsaMidi *midi, Engine *engine);
void alsa_midi_close(AlsaMidi *midi);
void alsa_midi_list(Text *text);
#endif

#endif
