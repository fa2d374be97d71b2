/* One scene, played from the first sample to the last: its sound, and what its books say. */
#ifndef CLI_SCENES_RENDER_SCENE_H
#define CLI_SCENES_RENDER_SCENE_H

#include "scene_files.h"
#include "snapshots.h"

typedef struct EnergyRow {
    double time;
    UrtoLedger ledger;
} EnergyRow;

typedef struct Performance {
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
    EnergyRow *energy;   /* every millisecond, if asked for */
    size_t energy_count, energy_room;
} Performance;

/* Lets SIGINT and SIGTERM end a performance early instead of the program. */
void performance_catch_signals(void);

/* Plays; a progress bar on stderr if `progress`, with a ledger if `ledger`, and its rows kept if
 * `energy`, pictures if `snapshots`. Returns 0 or an exit code after a message. */
int performance_play(Performance *performance, LoadedScene *loaded, bool progress, bool ledger,
                     bool energy, Snapshots *const *snapshots);
void performance_free(Performance *performance);

/* Fades, then multiplies. `gain` in dB, or NAN: as loud as -18 LUFS, or as -1 dBFS allows. */
void performance_finish(Performance *performance, const UrtoSceneInfo *info, double gain);

/* The largest magnitude. */
double performance_peak(const Performance *performance);

/* Everything that is known about it, as one JSON object. */
void performance_json(const Performance *performance, const char *name, const char *solver,
                      Text *text);
void performance_energy_csv(const Performance *performance, Text *text);

#endif
