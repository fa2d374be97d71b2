/* Records what is played, however the program ends.
 *
 * The audio thread puts frames into a ring; a thread takes them to a pipe; a process of its own
 * writes the file. When the program ends, even by SIGKILL, the pipe ends too, and that process
 * completes the file and gives it its name.
 */
#ifndef CLI_LIVE_RECORDER_H
#define CLI_LIVE_RECORDER_H

#include "ring.h"

#include <pthread.h>
#include <sys/types.h>

typedef struct Recorder {
    const char *path;
    Ring ring; /* interleaved stereo floats */
    pid_t child;
    int pipe, answer; /* to the process and from it */
    pthread_t thread;
    bool started;
    atomic_bool stop, failed;
    char why[128];
} Recorder;

/* Starts the process, which tries whether the file can be written. Before any thread is started.
 * Returns NULL, or why not. Nothing has appeared under the path yet. */
const char *recorder_prepare(Recorder *recorder, const char *path);
/* Begins. Returns NULL, or why not. */
const char *recorder_start(Recorder *recorder, double rate);
/* Completes the file; without a frame there will be none. Returns NULL, or why it failed. */
const char *recorder_finish(Recorder *recorder);
/* Releases the ring once nobody puts frames any more. */
void recorder_free(Recorder *recorder);
/* True if the file cannot be written any more. */
bool recorder_failed(const Recorder *recorder);

#endif
