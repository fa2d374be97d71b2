/* Live sound through an ALSA PCM: a thread waits until the device takes a period, lets the engine
 * fill it and writes it. Underruns are counted and mended; a device that is gone ends the thread.
 */
#include "driver.h"
#include "sample_format.h"

#include <alsa/asoundlib.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 2, PERIOD = 256, PERIODS = 3, MAX_PERIOD = 4096, MAX_DESCRIPTORS = 16 };

typedef struct AlsaState {
    snd_pcm_t *pcm;
    SampleFormat format;
    size_t frame_size; /* bytes of a frame */
    AlsaMidi *midi;
    pthread_t thread;
    bool running;
    atomic_bool stop;
    float left[MAX_PERIOD], right[MAX_PERIOD];
    float block[CHANNELS * MAX_PERIOD]; /* interleaved; no format is larger */
} AlsaState;

static void be_quiet(const char *file, int line, const char *function, int error,
                     const char *format, ...)
{
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

/* After an error of the device: true if it plays on. */
static bool mend(Driver *driver, int error)
{
    AlsaState *state = driver->state;

    if (error == -EAGAIN || error == -EINTR) {
        return true;
    }
    if (error == -EPIPE) {
        atomic_fetch_add(&driver->xruns, 1);
    }
    return snd_pcm_recover(state->pcm, error, 1) == 0;
}

/* Waits until there is room for a period. Returns 1, 0 after an error that was mended or a wait in
 * vain of a second, -1 when the device is gone. */
static int await_room(Driver *driver)
{
    AlsaState *state = driver->state;
    struct pollfd waits[MAX_DESCRIPTORS];
    const snd_pcm_sframes_t room = snd_pcm_avail_update(state->pcm);

    if (room < 0) {
        return mend(driver, (int)room) ? 0 : -1;
    }
    if (room >= (snd_pcm_sframes_t)driver->period) {
        return 1;
    }
    if (snd_pcm_state(state->pcm) == SND_PCM_STATE_PREPARED) {
        const int error = snd_pcm_start(state->pcm);
        if (error < 0 && !mend(driver, error)) {
            return -1;
        }
    }
    const int count = snd_pcm_poll_descriptors(state->pcm, waits, MAX_DESCRIPTORS);
    if (count <= 0) {
        return -1;
    }
    const int ready = poll(waits, (nfds_t)count, 1000);
    unsigned short events = 0;
    if (ready == 0 || (ready < 0 && errno != EINTR)) {
        return -1;
    }
    snd_pcm_poll_descriptors_revents(state->pcm, waits, (unsigned)count, &events);
    if (events & (POLLERR | POLLHUP | POLLNVAL)) {
        const snd_pcm_state_t now = snd_pcm_state(state->pcm);
        if (now == SND_PCM_STATE_XRUN || now == SND_PCM_STATE_SUSPENDED) {
            return mend(driver, now == SND_PCM_STATE_XRUN ? -EPIPE : -ESTRPIPE) ? 0 : -1;
        }
        return -1;
    }
    return 0;
}

static bool write_period(Driver *driver)
{
    AlsaState *state = driver->state;

    for (uint32_t done = 0; done < driver->period && !atomic_load(&state->stop);) {
        const snd_pcm_sframes_t got =
            snd_pcm_writei(state->pcm, (const char *)state->block + done * state->frame_size,
                           driver->period - done);
        if (got < 0 && !mend(driver, (int)got)) {
            return false;
        }
        done += got > 0 ? (uint32_t)got : 0;
    }
    return true;
}

static void *play(void *argument)
{
    Driver *driver = argument;
    AlsaState *state = driver->state;
    bool good = true;

    while (good && !atomic_load(&state->stop) && !engine_ended(driver->engine)) {
        const int room = await_room(driver);
        good = room >= 0;
        if (room > 0) {
            engine_process(driver->engine, state->left, state->right, driver->period);
            sample_format_interleave(state->block, state->format, state->left, state->right,
                                     driver->period);
            good = write_period(driver);
        }
    }
    if (!good) {
        atomic_store(&driver->gone, true);
    } else if (!atomic_load(&state->stop)) {
        /* the sound has ended: what is still in the device is heard */
        snd_pcm_nonblock(state->pcm, 0);
        snd_pcm_drain(state->pcm);
    }
    return NULL;
}

static int set_format(AlsaState *state, snd_pcm_hw_params_t *wanted)
{
    static const struct {
        snd_pcm_format_t alsa;
        SampleFormat ours;
        size_t bytes;
    } formats[] = {{SND_PCM_FORMAT_FLOAT, SAMPLE_FLOAT, 4},
                   {SND_PCM_FORMAT_S32, SAMPLE_S32, 4},
                   {SND_PCM_FORMAT_S16, SAMPLE_S16, 2}};
    int error = -EINVAL;

    for (size_t i = 0; i < sizeof formats / sizeof *formats && error < 0; i++) {
        error = snd_pcm_hw_params_set_format(state->pcm, wanted, formats[i].alsa);
        state->format = formats[i].ours;
        state->frame_size = CHANNELS * formats[i].bytes;
    }
    return error;
}

static int set_hardware(Driver *driver, snd_pcm_hw_params_t *wanted)
{
    AlsaState *state = driver->state;
    unsigned rate = 48000;
    snd_pcm_uframes_t period = PERIOD, buffer = (snd_pcm_uframes_t)PERIOD * PERIODS;
    int error = snd_pcm_hw_params_any(state->pcm, wanted);

    if (error < 0 ||
        (error = snd_pcm_hw_params_set_access(state->pcm, wanted, SND_PCM_ACCESS_RW_INTERLEAVED)) <
            0 ||
        (error = set_format(state, wanted)) < 0 ||
        (error = snd_pcm_hw_params_set_channels(state->pcm, wanted, CHANNELS)) < 0 ||
        (error = snd_pcm_hw_params_set_rate_near(state->pcm, wanted, &rate, NULL)) < 0 ||
        (error = snd_pcm_hw_params_set_period_size_near(state->pcm, wanted, &period, NULL)) < 0 ||
        (error = snd_pcm_hw_params_set_buffer_size_near(state->pcm, wanted, &buffer)) < 0 ||
        (error = snd_pcm_hw_params(state->pcm, wanted)) < 0 ||
        (error = snd_pcm_hw_params_get_period_size(wanted, &period, NULL)) < 0 ||
        (error = snd_pcm_hw_params_get_buffer_size(wanted, &buffer)) < 0) {
        return error;
    }
    driver->rate = rate;
    driver->period = (uint32_t)(period < MAX_PERIOD ? period : MAX_PERIOD);
    atomic_store(&driver->latency, (unsigned)buffer);
    return period <= buffer ? 0 : -EINVAL;
}

/* Wakes the thread for each period; sound begins once the device is full. */
static int set_software(const Driver *driver, snd_pcm_sw_params_t *wanted)
{
    AlsaState *state = driver->state;
    int error = snd_pcm_sw_params_current(state->pcm, wanted);

    if (error < 0 ||
        (error = snd_pcm_sw_params_set_avail_min(state->pcm, wanted, driver->period)) < 0 ||
        (error = snd_pcm_sw_params_set_start_threshold(
             state->pcm, wanted, (snd_pcm_uframes_t)atomic_load(&driver->latency))) < 0) {
        return error;
    }
    return snd_pcm_sw_params(state->pcm, wanted);
}

static int set_up(Driver *driver)
{
    snd_pcm_hw_params_t *hardware = NULL;
    snd_pcm_sw_params_t *software = NULL;
    int error = -ENOMEM;

    if (snd_pcm_hw_params_malloc(&hardware) == 0 && snd_pcm_sw_params_malloc(&software) == 0) {
        error = set_hardware(driver, hardware);
        error = error < 0 ? error : set_software(driver, software);
    }
    snd_pcm_hw_params_free(hardware);
    snd_pcm_sw_params_free(software);
    return error;
}

static bool alsa_stop(Driver *driver)
{
    AlsaState *state = driver->state;

    if (!state) {
        return true;
    }
    atomic_store(&state->stop, true);
    if (state->running) {
        pthread_join(state->thread, NULL);
    }
    alsa_midi_close(state->midi);
    if (state->pcm) {
        snd_pcm_drop(state->pcm);
        snd_pcm_close(state->pcm);
    }
    snd_config_update_free_global();
    free(state);
    driver->state = NULL;
    return true;
}

static DriverResult alsa_open(Driver *driver, const char *device, const char *midi)
{
    AlsaState *state = calloc(1, sizeof *state);
    const char *name = device ? device : "default";
    DriverResult answer = DRIVER_OK;

    if (!state) {
        snprintf(driver->why, sizeof driver->why, "out of memory");
        return DRIVER_ABSENT;
    }
    driver->state = state;
    snd_lib_error_set_handler(be_quiet);
    int error = snd_pcm_open(&state->pcm, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
    if (error < 0) {
        state->pcm = NULL;
    } else {
        error = set_up(driver);
    }
    if (error < 0) {
        snprintf(driver->why, sizeof driver->why, "ALSA device %.80s: %s", name,
                 snd_strerror(error));
        alsa_stop(driver);
        return DRIVER_ABSENT;
    }
    state->midi = alsa_midi_open(midi, &answer, driver->why, sizeof driver->why);
    if (answer == DRIVER_WRONG) {
        alsa_stop(driver);
        return answer;
    }
    snprintf(driver->device, sizeof driver->device, "%.60s", name);
    return DRIVER_OK;
}

/* A thread of real-time priority where that is allowed. */
static bool start_thread(AlsaState *state, Driver *driver)
{
    const struct sched_param priority = {.sched_priority = 10};
    pthread_attr_t urgent;

    pthread_attr_init(&urgent);
    pthread_attr_setinheritsched(&urgent, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&urgent, SCHED_FIFO);
    pthread_attr_setschedparam(&urgent, &priority);
    state->running = pthread_create(&state->thread, &urgent, play, driver) == 0 ||
                     pthread_create(&state->thread, NULL, play, driver) == 0;
    pthread_attr_destroy(&urgent);
    return state->running;
}

static bool alsa_start(Driver *driver, Engine *engine)
{
    AlsaState *state = driver->state;

    driver->engine = engine;
    if (!start_thread(state, driver) || (state->midi && !alsa_midi_start(state->midi, engine))) {
        snprintf(driver->why, sizeof driver->why, "cannot start a thread");
        return false;
    }
    return true;
}

static void alsa_list(Text *text)
{
    void **hints = NULL;
    size_t found = 0;

    snd_lib_error_set_handler(be_quiet);
    text_add(text, "ALSA:\n  takes sound (--device):");
    if (snd_device_name_hint(-1, "pcm", &hints) == 0) {
        for (void **hint = hints; *hint; hint++) {
            char *name = snd_device_name_get_hint(*hint, "NAME");
            char *use = snd_device_name_get_hint(*hint, "IOID"); /* NULL: both ways */
            char *about = snd_device_name_get_hint(*hint, "DESC");
            if (name && (!use || strcmp(use, "Output") == 0)) {
                text_add(text, "%s    %-24s %.*s\n", found++ ? "" : "\n", name,
                         (int)strcspn(about ? about : "", "\n"), about ? about : "");
            }
            free(name);
            free(use);
            free(about);
        }
        snd_device_name_free_hint(hints);
    }
    text_add(text, "%s", found ? "" : " none\n");
    alsa_midi_list(text);
    snd_config_update_free_global();
}

const DriverBackend driver_alsa = {
    .name = "ALSA",
    .open = alsa_open,
    .start = alsa_start,
    .stop = alsa_stop,
    .list = alsa_list,
};
