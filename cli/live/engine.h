/* What sounds while `urto play` runs: an instrument or a scene, moved on by the audio thread.
 *
 * The audio thread alone calls engine_midi and engine_process, which neither allocate, lock, print
 * nor wait. Another thread sends commands through a ring and reads meters that are atomic.
 */
#ifndef CLI_LIVE_ENGINE_H
#define CLI_LIVE_ENGINE_H

#include "ring.h"

#include <urto/instrument.h>
#include <urto/scene.h>

enum { ENGINE_PARAMETERS = 64 };

typedef enum EngineAction {
    ENGINE_EVENT,      /* event */
    ENGINE_MIDI,       /* bytes, size, time */
    ENGINE_PRESET,     /* preset, which must stay where it is */
    ENGINE_PANIC,      /* silence now */
    ENGINE_INSTRUMENT, /* instrument: is played from now on, the one before fades */
    ENGINE_SCENE,      /* player: begins, the one before fades */
    ENGINE_LEVEL,      /* value: of the scene [dB] */
    ENGINE_RECORD,     /* ring: what is heard goes there; NULL: no more, see engine_records */
    ENGINE_END         /* fades, then engine_ended */
} EngineAction;

typedef struct EngineCommand {
    EngineAction action;
    UrtoEvent event;
    uint8_t bytes[12];
    uint32_t size;
    double time; /* by engine_clock */
    double value;
    const UrtoPreset *preset;
    UrtoInstrument *instrument;
    UrtoPlayer *player;
    Ring *ring;
} EngineCommand;

/* What is out of use and may be destroyed; both NULL: nothing. */
typedef struct EngineRetired {
    UrtoPlayer *player;
    UrtoInstrument *instrument;
} EngineRetired;

/* What is to sound. */
typedef struct EngineSource {
    UrtoInstrument *instrument; /* the engine never destroys it */
    UrtoPlayer *player;         /* or a scene, likewise */
    UrtoSceneInfo scene;        /* of the player */
    double gain;                /* of the scene: factor on SI values */
} EngineSource;

/* What the screen shows. */
typedef struct EngineMeters {
    double level[2];  /* peak that falls by 20 dB a second */
    double peak;      /* largest so far */
    double energy;    /* [J] */
    double load;      /* part of the time that is used, 0.1 s average */
    double load_max;  /* of one block, the first second left out */
    double seconds;   /* of sound so far */
    double recorded;  /* seconds in the recording */
    double scene_at;  /* seconds since the scene began */
    double level_set; /* of the scene [dB] */
    uint32_t voices, contacts;
    uint32_t program, programs; /* the last that MIDI has chosen, and how many so far */
    uint64_t notes, limited, nonfinite, lost;
    const UrtoInstrumentInfo *instrument; /* of which these are the values of its parameters: */
    double values[ENGINE_PARAMETERS];
} EngineMeters;

typedef struct Engine Engine;

/* seconds 0: without end. recording NULL: none; else interleaved stereo floats are put there. */
Engine *engine_create(const EngineSource *source, double rate, double seconds, Ring *recording);
void engine_destroy(Engine *engine);

/* For the audio thread. */
void engine_midi(Engine *engine, uint32_t frame, const uint8_t *bytes, size_t size);
void engine_process(Engine *engine, float *left, float *right, uint32_t frames);

/* For one other thread. False when the ring is full. */
bool engine_send(Engine *engine, const EngineCommand *command);
/* For one thread that brings MIDI; its ring is another one. */
bool engine_send_midi(Engine *engine, const uint8_t *bytes, uint32_t size);
EngineMeters engine_meters(const Engine *engine);
EngineRetired engine_retired(Engine *engine);
/* Once process is not called any more: the instrument that was still fading, or NULL. */
UrtoInstrument *engine_leaving(Engine *engine);
/* True while frames are put into the ring of a recording. */
bool engine_records(const Engine *engine);
/* The sound has come to its end; process gives silence from now on. */
bool engine_ended(const Engine *engine);
/* How many times process was called. */
uint64_t engine_blocks(const Engine *engine);

/* Seconds of a clock that only goes on. */
double engine_clock(void);

#endif
