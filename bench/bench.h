/* urto bench: cost of a sample beside the roofline of the processor. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "output/text.h"

#include <urto/world.h>

#include <stdint.h>

enum { BENCH_BLOCK = 64 /* frames of a call of process */ };

/* --- the machine (roofline.c) --- */

/* What one item needs for one sample, counted in doubles. */
typedef struct BenchWork {
    double operations; /* multiply-adds, or adds and multiplies alone */
    double loads;      /* from L1 into registers */
    double stores;     /* back */
} BenchWork;

/* Free modes in registers; modes with a force known at each sample; points of a string, flexible or
 * stiff; points of a plate. The arithmetic is in roofline.c. */
extern const BenchWork bench_work_mode_free, bench_work_mode_forced, bench_work_string,
    bench_work_stiff_string, bench_work_plate;

/* What the processor does in a nanosecond, in doubles; measured once (throughput.c). */
typedef struct BenchThroughput {
    double operations, loads, stores;
} BenchThroughput;

const BenchThroughput *bench_throughput(void);

/* The least time that the processor needs for some items and one sample [ns]. */
double bench_limit(const BenchWork *work, double items);

/* Cycles a nanosecond, measured once. */
double bench_clock(void);

/* Doubles in the widest register that the processor can multiply and add. */
unsigned bench_lanes(void);

/* Processor, its width and clock, compiler and flags: one line. */
void bench_machine(Text *text);

/* --- time (roofline.c) --- */

double bench_now(void); /* [s] */

/* Something that is timed in chunks. Each round begins anew and repeats the same chunks. */
typedef struct BenchRun {
    void *context;
    bool (*begin)(void *context); /* not timed; false: it cannot */
    void (*chunk)(void *context); /* timed */
    void (*end)(void *context);   /* not timed */
    size_t chunks;
} BenchRun;

/* Rounds until the seconds are over, at least three. The time of a round, each chunk at its best
 * [ns]: what interrupts a chunk once does not count. Negative: it could not begin. */
double bench_time(const BenchRun *run, double seconds);

/* --- what is measured (table.c) --- */

/* What the contacts of a benchmark do while it is timed. */
typedef enum BenchState { BENCH_TOUCHING, BENCH_FLYING, BENCH_EITHER } BenchState;

typedef struct Bench {
    const char *name, *what, *item;
    void (*describe)(UrtoWorldDef *world_def, const struct Bench *bench);
    void (*start)(UrtoWorld *world, const struct Bench *bench); /* initial excitation; or NULL */
    uint32_t size;    /* modes, points or contacts that are asked for */
    double exponent;  /* of the contact law */
    double rate;      /* [Hz] */
    uint32_t warm;    /* frames before the time is taken */
    uint32_t frames;  /* of a round */
    uint32_t voices;  /* worlds, one after another */
    BenchState state; /* promised and checked */
    UrtoSolver solver;
    bool far;                 /* the hammer, or the frets */
    bool ledger;              /* kept; no limit counts it */
    const BenchWork *work[2]; /* of the bodies with more than one item, in order; or NULL */
    /* instead of a world: ns a sample */
    double (*kernel)(uint32_t size, uint32_t lanes, double seconds);
    const char *instrument; /* instead of a world: its first preset and the pedal; voices 0: all */
} Bench;

typedef struct BenchResult {
    const Bench *bench;
    double items;
    double ns_per_sample; /* of all voices; negative: the world was refused */
    double limit;         /* [ns] a sample; 0: not computed */
    double touching;      /* share of the samples in which a contact was solved */
    double active;        /* contact points that were solved, mean over the samples */
    double iterations;    /* of the solver, mean over the samples */
    double median, worst; /* block of an instrument [ns]; 0: no instrument */
    char why[240];        /* it was refused */
} BenchResult;

extern const Bench benches[];
extern const size_t bench_count;

/* lanes as in UrtoWorldOptions. */
void bench_measure(const Bench *bench, uint32_t lanes, double seconds, BenchResult *result);

/* A modal body whose force is known at each sample, heard at one place [ns a sample]. */
double bench_modal_kernel(uint32_t modes, uint32_t lanes, double seconds);

/* All voices of an instrument, block by block (polyphony_cost.c). */
void bench_instrument(const Bench *bench, double seconds, BenchResult *result);

/* --- worlds (worlds.c) --- */

/* The modes of all modal bodies here: 40 Hz to 20 kHz, unevenly spaced, decays 1 to 10 1/s. */
UrtoMode bench_mode(uint32_t index, uint32_t count);

/* A body of such modes, 1 m long, with shapes that differ from place to place. */
UrtoBody bench_modal_body(UrtoWorldDef *world_def, uint32_t modes);

void bench_describe_modal(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_hammer_string(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_frets_modal(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_frets_grid(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_backboard(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_tromba_published(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_tromba_full(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_snare(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_string(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_plate(UrtoWorldDef *world_def, const Bench *bench);
void bench_describe_many_frets(UrtoWorldDef *world_def, const Bench *bench);
void bench_start_strike(UrtoWorld *world, const Bench *bench);
void bench_start_first_mode(UrtoWorld *world, const Bench *bench);
void bench_start_pluck(UrtoWorld *world, const Bench *bench);
void bench_start_bent(UrtoWorld *world, const Bench *bench);

/* --- scaling (scaling.c) --- */

/* Measures how cost grows with size, draws DIR/scaling.svg, adds a table or JSON. */
int bench_scaling(const char *folder, uint32_t lanes, double seconds, bool json, Text *text);

#endif
