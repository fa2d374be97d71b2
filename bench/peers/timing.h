/* Time as urto bench takes it: the same 16 chunks of 512 frames, again and again, each chunk at its
 * best, flush-to-zero on. */
#ifndef PEERS_TIMING_H
#define PEERS_TIMING_H

#include <chrono>
#include <cstdio>
#include <vector>
#if defined __SSE2__
#include <xmmintrin.h>
#endif

enum { MODES = 128, BLOCK = 64, BLOCKS = 8, CHUNKS = 16 };
static const double rate = 48000.0;

static inline double now()
{
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/* Nanoseconds a sample. start() sets the state, block() makes 64 frames. */
template <class Start, class Block>
double nanoseconds_per_sample(Start start, Block block, double seconds = 1.0)
{
    std::vector<double> best(CHUNKS, 1e9);
    const double begin = now();
    double sum = 0.0;

#if defined __SSE2__
    _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, denormals are zero */
#endif
    for (int round = 0; round < 3 || now() - begin < seconds; round++) {
        start();
        for (int i = 0; i < 2 * BLOCKS; i++) {
            block();
        }
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            const double from = now();
            for (int i = 0; i < BLOCKS; i++) {
                block();
            }
            const double time = now() - from;
            best[chunk] = time < best[chunk] ? time : best[chunk];
        }
    }
    for (double time : best) {
        sum += time;
    }
    return 1e9 * sum / (CHUNKS * BLOCKS * BLOCK);
}

/* A force that never repeats within a block, the one of urto bench. */
static inline double force(int frame)
{
    return static_cast<double>((frame * 37 + 11) % BLOCK) / BLOCK - 0.5;
}

#endif
