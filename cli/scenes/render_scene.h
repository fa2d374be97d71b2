/* One scene, rendered from the first sample to the last: its sound and its energy ledger. */
#ifndef CLI_SCENES_RENDER_SCENE_H
#define CLI_SCENES_RENDER_SCENE_H

#include "cost.h"
#include "snapshots.h"

/* Peaks below it are rounding, not sound: -180 dBFS. */
#define RENDER_SILENT 1e-9

typedef struct EnergyRow {
    double time;
    UrtoLedger ledger;
    double masses; /* kinetic energy of all bodies without extent: hammers may fly away with it */
} EnergyRow;

typedef struct RenderedScene {
    float *samples; /* interleaved */
    size_t frames;
    unsigned channels;
    double rate;
    double cpu_seconds;
    bool has_ledger;
    UrtoLedger ledger; /* stored energy alone without one */
    UrtoStatistics statistics;
    double residual_max; /* [J] */
    double energy_max;   /* most that was stored and dissipated at any time [J] */
    bool stopped;        /* before the end */
    bool silent;         /* before its gain; known when it is finished */
    EnergyRow *energy;   /* every millisecond, if asked for */
    size_t energy_count, energy_room;
    UrtoBody *mass_bodies; /* of the scene, and a port on each, if energy is asked for */
    UrtoPort *mass_ports;
    uint32_t mass_count;
} RenderedScene;

/* Lets SIGINT and SIGTERM end a rendering early instead of the program; a second one ends the program. */
void render_catch_signals(void);
/* The signal that came, or 0. */
int render_signal(void);
/* The work has ended: what is written now, or after a signal, may take as long as it takes. */
void render_calm(void);
/* There is work again, which a signal ends soon. */
void render_busy(void);
/* From now on something was written. */
void render_kept(void);

typedef struct RenderOptions {
    bool progress; /* on stderr: a bar; else a line if it will take a while */
    bool ledger;
    bool energy;  /* keep rows of the ledger */
    double limit; /* of processor time [s]; 0: none */
    Snapshots *const *snapshots;
} RenderOptions;

/* Renders. Returns 0 or an exit code after a message; more work than the limit is refused as soon as
 * it is known. */
int render_scene(RenderedScene *rendered, LoadedScene *loaded, const RenderOptions *options);
void render_free(RenderedScene *rendered);

/* Fades, then multiplies. `gain` in dB, or NAN: as loud as -18 LUFS, or as -1 dBFS allows; silence as
 * it is. */
void render_finish(RenderedScene *rendered, const UrtoSceneInfo *info, double gain);

/* "peak -1.0 dBFS, -18.2 LUFS, heard for 1.52 s", the time to the last sample above -60 dB of the
 * peak; a line. */
void render_sound(const RenderedScene *rendered, Text *text);

/* The largest magnitude. */
double render_peak(const RenderedScene *rendered);

/* Everything that is known about it, as one JSON object. */
void render_json(const RenderedScene *rendered, const char *name, const UrtoSceneInfo *info,
                 Text *text);
void render_energy_csv(const RenderedScene *rendered, Text *text);

#endif
