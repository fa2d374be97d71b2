#include "recorder.h"

#include "output/soundfile.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
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

/* What the process is told; so many bytes follow. */
typedef enum OrderKind { ORDER_TRY, ORDER_OPEN, ORDER_FRAMES, ORDER_CLOSE } OrderKind;

typedef struct Order {
    OrderKind kind;
    uint32_t size;
    double rate;              /* of OPEN */
    char path[RECORDER_PATH]; /* of TRY and OPEN */
} Order;

/* The process's own. */
typedef struct Writer {
    int pipe, reply;
    SoundFile file;
    bool open;
    size_t total;
} Writer;

static const char *complete(Writer *writer)
{
    writer->open = false;
    if (writer->total == 0) {
        soundfile_discard(&writer->file);
        return "nothing was played";
    }
    return soundfile_commit(&writer->file);
}

/* False once a file cannot be written any more: the answer says why. */
static bool take_frames(Writer *writer, size_t size)
{
    static float samples[CHUNK];
    const size_t got =
        read_all(writer->pipe, samples, size < sizeof samples ? size : sizeof samples);
    const char *why = soundfile_append(&writer->file, samples, got / (CHANNELS * sizeof *samples));

    writer->total += got;
    if (why) {
        writer->open = false;
        answer(writer->reply, why);
    }
    return !why;
}

static bool carry_out(Writer *writer, const Order *order)
{
    OutFile trial;

    switch (order->kind) {
    case ORDER_TRY:
        if (outfile_open(&trial, order->path)) {
            outfile_discard(&trial);
            answer(writer->reply, NULL);
        } else {
            answer(writer->reply, outfile_reason(errno));
        }
        return true;
    case ORDER_OPEN: {
        const char *why = soundfile_open(&writer->file, order->path, CHANNELS, order->rate);
        writer->open = !why;
        writer->total = 0;
        answer(writer->reply, why);
        return true;
    }
    case ORDER_FRAMES:
        return take_frames(writer, order->size);
    case ORDER_CLOSE:
        answer(writer->reply, complete(writer));
        return true;
    }
    return false;
}

/* The process: obeys until the pipe ends. */
static void serve(int pipe, int reply)
{
    static Writer writer;
    static Order order;

    writer = (Writer){.pipe = pipe, .reply = reply};
    /* the program decides when a recording ends, not the terminal or whoever ends all at once */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like others */
    while (read_all(pipe, &order, sizeof order) == sizeof order) {
        if (!carry_out(&writer, &order)) {
            break;
        }
    }
    if (writer.open) {
        (void)complete(&writer);
    }
}

/* NULL for "well". */
static const char *await_answer(Recorder *recorder)
{
    if (read_all(recorder->answer, recorder->why, sizeof recorder->why) != sizeof recorder->why) {
        snprintf(recorder->why, sizeof recorder->why, "the process that writes it has ended");
    }
    return recorder->why[0] ? recorder->why : NULL;
}

static const char *give_order(Recorder *recorder, OrderKind kind, double rate)
{
    Order order = {.kind = kind, .rate = rate};

    memcpy(order.path, recorder->path, sizeof order.path);
    /* a process that has ended may have said why */
    (void)write_all(recorder->pipe, &order, sizeof order);
    return await_answer(recorder);
}

const char *recorder_prepare(Recorder *recorder)
{
    int to[2], from[2];

    memset(recorder, 0, sizeof *recorder);
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
        serve(to[0], from[1]);
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
    recorder->ready = true;
    return NULL;
}

const char *recorder_try(Recorder *recorder, const char *path)
{
    snprintf(recorder->path, sizeof recorder->path, "%s", path);
    return strlen(path) < sizeof recorder->path ? give_order(recorder, ORDER_TRY, 0.0)
                                                : strerror(ENAMETOOLONG);
}

/* Takes what waits to the pipe. */
static void drain(Recorder *recorder)
{
    struct {
        Order order;
        float samples[CHUNK];
    } parcel = {.order = {.kind = ORDER_FRAMES}};
    size_t count;

    while ((count = ring_take(&recorder->ring, parcel.samples, CHUNK)) > 0) {
        parcel.order.size = (uint32_t)(count * sizeof *parcel.samples);
        if (!atomic_load(&recorder->failed) &&
            !write_all(recorder->pipe, &parcel, sizeof parcel.order + parcel.order.size)) {
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

const char *recorder_start(Recorder *recorder, const char *path, double rate)
{
    float old[256];

    if (!recorder->ready) {
        return "the process that writes files is not there";
    }
    snprintf(recorder->path, sizeof recorder->path, "%s", path);
    const char *why = give_order(recorder, ORDER_OPEN, rate);
    while (ring_take(&recorder->ring, old, 256) > 0) { /* of the recording before */
    }
    atomic_store(&recorder->stop, false);
    atomic_store(&recorder->failed, false);
    if (!why && pthread_create(&recorder->thread, NULL, carry, recorder) != 0) {
        why = "cannot start a thread";
    }
    recorder->started = !why;
    return why;
}

const char *recorder_stop(Recorder *recorder)
{
    if (!recorder->started) {
        return NULL;
    }
    recorder->started = false;
    atomic_store(&recorder->stop, true);
    pthread_join(recorder->thread, NULL);
    return give_order(recorder, ORDER_CLOSE, 0.0);
}

void recorder_finish(Recorder *recorder)
{
    int status;

    if (!recorder->ready) {
        return;
    }
    recorder->ready = false;
    close(recorder->pipe);
    close(recorder->answer);
    while (waitpid(recorder->child, &status, 0) < 0 && errno == EINTR) {
    }
}

bool recorder_failed(const Recorder *recorder)
{
    return atomic_load(&recorder->failed);
}

void recorder_free(Recorder *recorder)
{
    ring_destroy(&recorder->ring);
}
