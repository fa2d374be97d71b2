#include "recorder.h"

#include "output/soundfile.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHANNELS = 2, CHUNK = 2 * 2048, RING = 1 << 19 };

static bool write_all(int descriptor, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        const ssize_t done = write(descriptor, at, size);
        if (done < 0 && errno != EINTR) {
            return false;
        }
        at += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* Reads until the end or until all is there; returns how many bytes. */
static size_t read_all(int descriptor, void *bytes, size_t size)
{
    char *at = bytes;
    size_t got = 0;

    while (got < size) {
        const ssize_t done = read(descriptor, at + got, size - got);
        if (done == 0 || (done < 0 && errno != EINTR)) {
            break;
        }
        got += done > 0 ? (size_t)done : 0;
    }
    return got;
}

/* One answer: a line of fixed length, empty for "well". */
static void answer(int descriptor, const char *why)
{
    char line[sizeof((Recorder *)NULL)->why] = {0};

    snprintf(line, sizeof line, "%s", why ? why : "");
    write_all(descriptor, line, sizeof line);
}

/* The process: reads frames until the pipe ends. */
static void serve(const char *path, int pipe, int reply)
{
    static float samples[CHUNK];
    SoundFile file;
    OutFile trial;
    double rate;

    /* the program decides when a recording ends, not the terminal or whoever ends all at once */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like others */
    if (!outfile_open(&trial, path)) {
        answer(reply, outfile_reason(errno));
        return;
    }
    outfile_discard(&trial);
    answer(reply, NULL);
    if (read_all(pipe, &rate, sizeof rate) != sizeof rate) {
        return; /* cancelled */
    }
    const char *why = soundfile_open(&file, path, CHANNELS, rate);
    answer(reply, why);
    size_t got = sizeof samples, total = 0;
    while (!why && got == sizeof samples) {
        got = read_all(pipe, samples, sizeof samples);
        total += got;
        why = soundfile_append(&file, samples, got / (CHANNELS * sizeof *samples));
    }
    if (!why && total == 0) {
        soundfile_discard(&file);
        why = "nothing was played";
    }
    answer(reply, why ? why : soundfile_commit(&file));
}

/* NULL for "well". */
static const char *await_answer(Recorder *recorder)
{
    if (read_all(recorder->answer, recorder->why, sizeof recorder->why) != sizeof recorder->why) {
        snprintf(recorder->why, sizeof recorder->why, "the process that writes it has ended");
    }
    return recorder->why[0] ? recorder->why : NULL;
}

static void close_all(Recorder *recorder)
{
    int status;

    close(recorder->pipe);
    close(recorder->answer);
    while (waitpid(recorder->child, &status, 0) < 0 && errno == EINTR) {
    }
}

const char *recorder_prepare(Recorder *recorder, const char *path)
{
    int to[2], from[2];

    memset(recorder, 0, sizeof *recorder);
    recorder->path = path;
    if (pipe(to) != 0) {
        return strerror(errno);
    }
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return strerror(errno);
    }
    signal(SIGPIPE, SIG_IGN);
    fflush(stdout);
    recorder->child = fork();
    if (recorder->child == 0) {
        close(to[1]);
        close(from[0]);
        serve(path, to[0], from[1]);
        _exit(0);
    }
    close(to[0]);
    close(from[1]);
    recorder->pipe = to[1];
    recorder->answer = from[0];
    if (recorder->child < 0) {
        close(recorder->pipe);
        close(recorder->answer);
        return strerror(errno);
    }
    ring_create(&recorder->ring, sizeof(float), RING);
    const char *why = await_answer(recorder);
    if (why) {
        close_all(recorder);
        recorder_free(recorder);
    }
    return why;
}

/* Takes what waits to the pipe. */
static void drain(Recorder *recorder)
{
    float samples[CHUNK];
    size_t count;

    while ((count = ring_take(&recorder->ring, samples, CHUNK)) > 0) {
        if (!atomic_load(&recorder->failed) &&
            !write_all(recorder->pipe, samples, count * sizeof *samples)) {
            atomic_store(&recorder->failed, true);
        }
    }
}

static void *carry(void *argument)
{
    Recorder *recorder = argument;
    const struct timespec pause = {.tv_nsec = 10000000};

    while (!atomic_load(&recorder->stop)) {
        drain(recorder);
        nanosleep(&pause, NULL);
    }
    drain(recorder);
    return NULL;
}

const char *recorder_start(Recorder *recorder, double rate)
{
    const bool sent = write_all(recorder->pipe, &rate, sizeof rate);
    const char *why = sent ? await_answer(recorder) : strerror(errno);

    if (!why && pthread_create(&recorder->thread, NULL, carry, recorder) != 0) {
        why = "cannot start a thread";
    }
    recorder->started = !why;
    return why;
}

const char *recorder_finish(Recorder *recorder)
{
    const char *why = NULL;

    if (recorder->started) {
        atomic_store(&recorder->stop, true);
        pthread_join(recorder->thread, NULL);
        close(recorder->pipe);
        recorder->pipe = -1;
        why = await_answer(recorder);
    }
    close_all(recorder);
    return why;
}

bool recorder_failed(const Recorder *recorder)
{
    return atomic_load(&recorder->failed);
}

void recorder_free(Recorder *recorder)
{
    ring_destroy(&recorder->ring);
}
