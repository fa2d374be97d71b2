/* MIDI through ALSA's sequencer: a thread takes events to the engine's ring. */
#include "driver.h"

#include <alsa/asoundlib.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DESCRIPTORS = 8 };

struct AlsaMidi {
    snd_seq_t *sequencer;
    snd_midi_event_t *decoder;
    int port;
    Engine *engine;
    pthread_t thread;
    bool running;
    atomic_bool stop;
};

/* What may be done with a port that gives MIDI: name it, or connect it. */
typedef void (*Visit)(void *user, const snd_seq_client_info_t *client,
                      const snd_seq_port_info_t *port);

static bool gives(const snd_seq_port_info_t *port)
{
    const unsigned needed = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ;

    return (snd_seq_port_info_get_capability(port) & needed) == needed &&
           !(snd_seq_port_info_get_capability(port) & SND_SEQ_PORT_CAP_NO_EXPORT);
}

static void visit_ports(snd_seq_t *sequencer, Visit visit, void *user)
{
    snd_seq_client_info_t *client = NULL;
    snd_seq_port_info_t *port = NULL;

    if (snd_seq_client_info_malloc(&client) == 0 && snd_seq_port_info_malloc(&port) == 0) {
        snd_seq_client_info_set_client(client, -1);
        while (snd_seq_query_next_client(sequencer, client) == 0) {
            const int id = snd_seq_client_info_get_client(client);
            snd_seq_port_info_set_client(port, id);
            snd_seq_port_info_set_port(port, -1);
            while (snd_seq_query_next_port(sequencer, port) == 0) {
                if (id != SND_SEQ_CLIENT_SYSTEM && gives(port)) {
                    visit(user, client, port);
                }
            }
        }
    }
    snd_seq_client_info_free(client);
    snd_seq_port_info_free(port);
}

static void connect_hardware(void *user, const snd_seq_client_info_t *client,
                             const snd_seq_port_info_t *port)
{
    AlsaMidi *midi = user;

    if (snd_seq_port_info_get_type(port) & SND_SEQ_PORT_TYPE_HARDWARE) {
        snd_seq_connect_from(midi->sequencer, midi->port, snd_seq_client_info_get_client(client),
                             snd_seq_port_info_get_port(port));
    }
}

/* Connects the port that was asked for by name or number, or every keyboard. */
static bool connect_ports(AlsaMidi *midi, const char *port)
{
    snd_seq_addr_t address;

    if (!port) {
        visit_ports(midi->sequencer, connect_hardware, midi);
        return true;
    }
    return strcmp(port, "none") == 0 ||
           (snd_seq_parse_address(midi->sequencer, &address, port) == 0 &&
            snd_seq_connect_from(midi->sequencer, midi->port, address.client, address.port) == 0);
}

AlsaMidi *alsa_midi_open(const char *port, DriverResult *answer, char *why, size_t room)
{
    AlsaMidi *midi = calloc(1, sizeof *midi);
    const bool needed = port && strcmp(port, "none") != 0;

    *answer = needed ? DRIVER_WRONG : DRIVER_ABSENT;
    snprintf(why, room, "--midi is \"%.80s\", but there is no ALSA sequencer", port ? port : "");
    if (!midi || snd_seq_open(&midi->sequencer, "default", SND_SEQ_OPEN_INPUT, SND_SEQ_NONBLOCK)) {
        free(midi);
        return NULL;
    }
    snd_seq_set_client_name(midi->sequencer, "urto");
    midi->port = snd_seq_create_simple_port(
        midi->sequencer, "midi", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE,
        SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SYNTHESIZER);
    if (midi->port < 0 || snd_midi_event_new(64, &midi->decoder) < 0) {
        alsa_midi_close(midi);
        return NULL;
    }
    if (!connect_ports(midi, port)) {
        snprintf(why, room, "--midi is \"%.80s\", no ALSA port of this name gives MIDI", port);
        alsa_midi_close(midi);
        return NULL;
    }
    snd_midi_event_no_status(midi->decoder, 1);
    *answer = DRIVER_OK;
    return midi;
}

static void take_events(AlsaMidi *midi)
{
    snd_seq_event_t *event;
    unsigned char bytes[64];

    while (snd_seq_event_input(midi->sequencer, &event) >= 0) {
        const long size = snd_midi_event_decode(midi->decoder, bytes, sizeof bytes, event);
        if (size > 0) {
            engine_send_midi(midi->engine, bytes, (uint32_t)size);
        }
    }
}

static void *listen(void *argument)
{
    AlsaMidi *midi = argument;
    struct pollfd waits[MAX_DESCRIPTORS];

    while (!atomic_load(&midi->stop)) {
        const int count = snd_seq_poll_descriptors(midi->sequencer, waits, MAX_DESCRIPTORS, POLLIN);
        if (poll(waits, (nfds_t)(count > 0 ? count : 0), 50) > 0) {
            take_events(midi);
        }
    }
    return NULL;
}

bool alsa_midi_start(AlsaMidi *midi, Engine *engine)
{
    midi->engine = engine;
    midi->running = pthread_create(&midi->thread, NULL, listen, midi) == 0;
    return midi->running;
}

void alsa_midi_close(AlsaMidi *midi)
{
    if (!midi) {
        return;
    }
    atomic_store(&midi->stop, true);
    if (midi->running) {
        pthread_join(midi->thread, NULL);
    }
    if (midi->decoder) {
        snd_midi_event_free(midi->decoder);
    }
    snd_seq_close(midi->sequencer);
    free(midi);
}

static void list_port(void *user, const snd_seq_client_info_t *client,
                      const snd_seq_port_info_t *port)
{
    Text *text = user;

    text_add(text, "    %d:%d  %s: %s\n", snd_seq_client_info_get_client(client),
             snd_seq_port_info_get_port(port),
             snd_seq_client_info_get_name((snd_seq_client_info_t *)client),
             snd_seq_port_info_get_name(port));
}

void alsa_midi_list(Text *text)
{
    snd_seq_t *sequencer = NULL;
    Text ports = {0};

    if (snd_seq_open(&sequencer, "default", SND_SEQ_OPEN_INPUT, SND_SEQ_NONBLOCK) == 0) {
        visit_ports(sequencer, list_port, &ports);
        snd_seq_close(sequencer);
    }
    text_add(text, "  gives MIDI (--midi):%s%s", ports.length ? "\n" : " none\n",
             ports.data ? ports.data : "");
    text_free(&ports);
}
