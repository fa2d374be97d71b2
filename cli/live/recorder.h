/* Records what is played, however the program ends.
 *
 * The audio thread puts frames into a ring; a thread takes them to a pipe; a process of its own
 * writes one file after the other. When the program ends, even by SIGKILL, the pipe ends too, and
 * that process completes the file and gives it its name.
 */
#ifndef CLI_LIVE_RECORDER_H
#define CLI_LIVE_RECORDER_H

#include "ring.h"

#include <pthread.h>
#include <sys/types.h>

enum { RECORDER_PATH = 1024 };

typedef struct Recorder {
    char path[RECORDER_PATH];
    Ring ring; /* interleaved stereo floats */
    pid_t child;
    int pipe, answer; /* to the process and from it */
    pthread_t thread;
    bool ready;   /* the process is there */
    bool started; /* a file is being written */
    atomic_bool stop, failed;
    char why[128];
} Recorder;

/* Starts the process. Before any thread is started. Returns NULL, or why not. */
const char *recorder_prepare(Recorder *recorder);
/* Tries whether a file can be written. Nothing has appeared under the path yet. NULL, or why not. */
const char *recorder_try(Recorder *recorder, const char *path);
/* Begins a file. Returns NULL, or why not. */
const char *recorder_start(Recorder *recorder, const char *path, double rate);
/* Completes the file; without a frame there will be none. Returns NULL, or why it failed. */
const char *recorder_stop(Recorder *recorder);
/* Ends the process. */
void recorder_finish(Recorder *recorder);
/* Releases the ring once nobody puts frames any more. */
void recorder_free(Recorder *recorder);
/* True if the file cannot be written any more. */
bool recorder_failed(const Recorder *recorder);

#endif
