/* Live sound through JACK: two outputs and one MIDI input. The process callback only runs the
 * engine; it never allocates, locks, prints or waits. */
#include "driver.h"

#include <fcntl.h>
#include <jack/jack.h>
#include <jack/midiport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct JackState {
    jack_client_t *client;
    jack_port_t *out[2], *midi;
    const char *wanted_device, *wanted_midi;
} JackState;

static void be_quiet(const char *message)
{
    (void)message;
}

/* The libraries below JACK write to standard error where there is no shared memory: not for the
 * player of an instrument to read. */
static jack_client_t *open_client(void)
{
    const int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);

    jack_set_error_function(be_quiet);
    jack_set_info_function(be_quiet);
    if (kept >= 0 && nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
    }
    jack_client_t *client = jack_client_open("urto", JackNoStartServer, NULL);
    if (kept >= 0) {
        dup2(kept, STDERR_FILENO);
        close(kept);
    }
    if (nowhere >= 0) {
        close(nowhere);
    }
    return client;
}

static int process(jack_nframes_t frames, void *argument)
{
    Driver *driver = argument;
    JackState *state = driver->state;
    float *left = jack_port_get_buffer(state->out[0], frames);
    float *right = jack_port_get_buffer(state->out[1], frames);
    void *midi = jack_port_get_buffer(state->midi, frames);
    const uint32_t events = jack_midi_get_event_count(midi);

    for (uint32_t i = 0; i < events; i++) {
        jack_midi_event_t event;
        if (jack_midi_event_get(&event, midi, i) == 0) {
            engine_midi(driver->engine, event.time, event.buffer, event.size);
        }
    }
    engine_process(driver->engine, left, right, frames);
    return 0;
}

static int on_xrun(void *argument)
{
    Driver *driver = argument;

    atomic_fetch_add(&driver->xruns, 1);
    return 0;
}

static void on_shutdown(void *argument)
{
    Driver *driver = argument;

    atomic_store(&driver->gone, true);
}

static void on_latency(jack_latency_callback_mode_t mode, void *argument)
{
    Driver *driver = argument;
    JackState *state = driver->state;
    jack_latency_range_t range;

    if (mode == JackPlaybackLatency) {
        jack_port_get_latency_range(state->out[0], mode, &range);
        atomic_store(&driver->latency, range.max);
    }
}

/* The client of a server that went away may hang for ever: it is only to be left alone. */
static bool end_client(Driver *driver)
{
    JackState *state = driver->state;

    if (!state || atomic_load(&driver->gone)) {
        return !state;
    }
    if (state->client) {
        jack_client_close(state->client);
    }
    free(state);
    driver->state = NULL;
    return true;
}

static DriverResult fail_open(Driver *driver, DriverResult answer, const char *why)
{
    snprintf(driver->why, sizeof driver->why, "%s", why);
    end_client(driver);
    return answer;
}

/* Ports that take sound or give MIDI and whose name begins with or contains a text. */
static const char **find_ports(jack_client_t *client, const char *text, const char *type,
                               unsigned long flags)
{
    const char **all = jack_get_ports(client, NULL, type, flags);
    size_t kept = 0;

    for (size_t i = 0; all && all[i]; i++) {
        if (!text || strstr(all[i], text)) {
            all[kept++] = all[i];
        }
    }
    if (all && kept == 0) {
        jack_free(all);
        return NULL;
    }
    if (all) {
        all[kept] = NULL;
    }
    return all;
}

/* True if something that was asked for by name is there; "none" always is. */
static bool is_there(jack_client_t *client, const char *text, const char *type, unsigned long flags)
{
    if (!text || strcmp(text, "none") == 0) {
        return true;
    }
    const char **found = find_ports(client, text, type, flags);
    const bool there = found != NULL;
    jack_free(found);
    return there;
}

static DriverResult jack_backend_open(Driver *driver, const char *device, const char *midi)
{
    JackState *state = calloc(1, sizeof *state);

    if (!state) {
        return fail_open(driver, DRIVER_ABSENT, "out of memory");
    }
    driver->state = state;
    state->wanted_device = device;
    state->wanted_midi = midi;
    state->client = open_client();
    if (!state->client) {
        return fail_open(driver, DRIVER_ABSENT, "no JACK server answers");
    }
    if (!is_there(state->client, device, JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput)) {
        snprintf(driver->why, sizeof driver->why,
                 "--device is \"%.80s\", no JACK port that takes sound has it in its name", device);
        end_client(driver);
        return DRIVER_WRONG;
    }
    if (!is_there(state->client, midi, JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput)) {
        snprintf(driver->why, sizeof driver->why,
                 "--midi is \"%.80s\", no JACK port that gives MIDI has it in its name", midi);
        end_client(driver);
        return DRIVER_WRONG;
    }
    state->out[0] =
        jack_port_register(state->client, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
    state->out[1] =
        jack_port_register(state->client, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
    state->midi =
        jack_port_register(state->client, "midi", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
    if (!state->out[0] || !state->out[1] || !state->midi) {
        return fail_open(driver, DRIVER_ABSENT, "JACK gives no ports");
    }
    driver->rate = jack_get_sample_rate(state->client);
    driver->period = jack_get_buffer_size(state->client);
    snprintf(driver->device, sizeof driver->device, "%.60s", jack_get_client_name(state->client));
    return DRIVER_OK;
}

/* To the ports that were asked for, or to the first two of the sound card. */
static void connect_sound(const JackState *state)
{
    const char *device = state->wanted_device;
    const unsigned long flags = JackPortIsInput | (device ? 0U : JackPortIsPhysical);
    const char **ports = device && strcmp(device, "none") == 0
                             ? NULL
                             : find_ports(state->client, device, JACK_DEFAULT_AUDIO_TYPE, flags);

    for (int c = 0; ports && c < 2; c++) {
        const char *port = c == 1 && !ports[1] ? ports[0] : ports[c];
        jack_connect(state->client, jack_port_name(state->out[c]), port);
    }
    jack_free(ports);
}

/* From the ports that were asked for, or from every keyboard that is plugged in. */
static void connect_midi(const JackState *state)
{
    const char *midi = state->wanted_midi;
    const unsigned long flags = JackPortIsOutput | (midi ? 0U : JackPortIsPhysical);
    const char **ports = midi && strcmp(midi, "none") == 0
                             ? NULL
                             : find_ports(state->client, midi, JACK_DEFAULT_MIDI_TYPE, flags);

    for (size_t i = 0; ports && ports[i]; i++) {
        jack_connect(state->client, ports[i], jack_port_name(state->midi));
    }
    jack_free(ports);
}

static bool jack_backend_start(Driver *driver, Engine *engine)
{
    JackState *state = driver->state;

    driver->engine = engine;
    atomic_store(&driver->latency, driver->period);
    jack_on_shutdown(state->client, on_shutdown, driver);
    if (jack_set_process_callback(state->client, process, driver) != 0 ||
        jack_set_xrun_callback(state->client, on_xrun, driver) != 0 ||
        jack_set_latency_callback(state->client, on_latency, driver) != 0 ||
        jack_activate(state->client) != 0) {
        snprintf(driver->why, sizeof driver->why, "JACK does not let it start");
        return false;
    }
    connect_sound(state);
    connect_midi(state);
    return true;
}

static void list_ports(jack_client_t *client, const char *title, const char *type,
                       unsigned long flags, Text *text)
{
    const char **ports = jack_get_ports(client, NULL, type, flags);

    text_add(text, "  %s:%s\n", title, ports ? "" : " none");
    for (size_t i = 0; ports && ports[i]; i++) {
        text_add(text, "    %s\n", ports[i]);
    }
    jack_free(ports);
}

static void jack_backend_list(Text *text)
{
    jack_client_t *client = open_client();

    if (!client) {
        text_add(text, "JACK: no server answers\n");
        return;
    }
    text_add(text, "JACK: %u Hz, %u frames\n", jack_get_sample_rate(client),
             jack_get_buffer_size(client));
    list_ports(client, "takes sound (--device)", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, text);
    list_ports(client, "gives MIDI (--midi)", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, text);
    jack_client_close(client);
}

const DriverBackend driver_jack = {
    .name = "JACK",
    .open = jack_backend_open,
    .start = jack_backend_start,
    .stop = end_client,
    .list = jack_backend_list,
};
