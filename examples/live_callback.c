/* A mallet instrument as a JACK client: MIDI in, two channels out, until Enter or the end of input.
 * Teaches the audio callback: everything is made before it runs, and it only queues and processes.
 *   live_callback [PRESET] */
#include <jack/jack.h>
#include <jack/midiport.h>
#include <stdio.h>
#include <urto/urto.h>

typedef struct Live {
    UrtoInstrument *mallet;
    jack_port_t *midi, *out[2];
} Live;

/* The audio thread: no allocation, no lock, no print. */
static int process(jack_nframes_t frames, void *given)
{
    Live *live = (Live *)given;
    void *events = jack_port_get_buffer(live->midi, frames);
    float *out[2];
    jack_midi_event_t event;

    for (uint32_t i = 0; jack_midi_event_get(&event, events, i) == 0; i++) {
        urto_instrument_midi(live->mallet, event.time, event.buffer, event.size);
    }
    for (int c = 0; c < 2; c++) {
        out[c] = (float *)jack_port_get_buffer(live->out[c], frames);
    }
    urto_instrument_process(live->mallet, out, frames);
    return 0;
}

static int fail(jack_client_t *client, const char *what)
{
    fprintf(stderr, "live_callback: %s\n", what);
    if (client) {
        jack_client_close(client);
    }
    return 1;
}

int main(int argc, char **argv)
{
    const UrtoInstrumentInfo *info = urto_instrument_find("mallet");
    const uint32_t preset = urto_instrument_preset_find(info, argc > 1 ? argv[1] : "vibes");
    Live live = {NULL, NULL, {NULL, NULL}};
    UrtoDiagnostic why;
    jack_client_t *client = jack_client_open("live_callback", JackNoStartServer, NULL);
    if (!client) {
        return fail(client, "no JACK server");
    }
    if (preset == URTO_NONE) {
        return fail(client, "mallet has no such preset");
    }
    if (urto_instrument_create(&live.mallet, info, jack_get_sample_rate(client), NULL, &why) ||
        urto_instrument_load_preset(live.mallet, preset, &why)) {
        urto_instrument_destroy(live.mallet);
        return fail(client, why.message);
    }
    live.midi = jack_port_register(client, "midi", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
    live.out[0] = jack_port_register(client, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
    live.out[1] = jack_port_register(client, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
    int code = 0;
    if (!live.midi || !live.out[0] || !live.out[1] ||
        jack_set_process_callback(client, process, &live) || jack_activate(client)) {
        code = fail(client, "JACK refuses ports or callback");
    } else {
        puts("connect live_callback:midi, left and right; Enter ends");
        fflush(stdout);
        getchar();
        jack_client_close(client); /* after it no callback runs */
    }
    urto_instrument_destroy(live.mallet);
    return code;
}
