/* Plays on a JACK client and records it: jack_probe CLIENT OUT.wav SECONDS FRAME:HEX...
 *
 * Two clients: one sends the MIDI messages at their frames to CLIENT:midi, the other records
 * CLIENT:left and CLIENT:right. Both count frames from the same cycle. */
#include <jack/jack.h>
#include <jack/midiport.h>
#include <sndfile.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_EVENTS = 64, RATE = 48000 };

typedef struct Event {
    long frame;
    unsigned char bytes[16];
    size_t size;
} Event;

static struct {
    jack_port_t *midi, *in[2];
    Event events[MAX_EVENTS];
    int count;
    float *sound; /* interleaved */
    long length;
    atomic_bool go;
    atomic_long start; /* frame time of the first cycle, -1: not yet */
    atomic_long recorded;
} probe;

static int play(jack_nframes_t frames, void *argument)
{
    jack_client_t *client = argument;
    void *buffer = jack_port_get_buffer(probe.midi, frames);
    const long now = (long)jack_last_frame_time(client);

    jack_midi_clear_buffer(buffer);
    if (!atomic_load(&probe.go)) {
        return 0;
    }
    if (atomic_load(&probe.start) < 0) {
        atomic_store(&probe.start, now);
    }
    const long at = now - atomic_load(&probe.start);
    for (int i = 0; i < probe.count; i++) {
        const Event *event = &probe.events[i];
        if (event->frame >= at && event->frame < at + (long)frames) {
            jack_midi_event_write(buffer, (jack_nframes_t)(event->frame - at), event->bytes,
                                  event->size);
        }
    }
    return 0;
}

static int record(jack_nframes_t frames, void *argument)
{
    jack_client_t *client = argument;
    const long start = atomic_load(&probe.start);

    if (start < 0) {
        return 0;
    }
    const long at = (long)jack_last_frame_time(client) - start;
    for (int c = 0; c < 2; c++) {
        const float *in = jack_port_get_buffer(probe.in[c], frames);
        for (long i = 0; i < (long)frames; i++) {
            if (at + i >= 0 && at + i < probe.length) {
                probe.sound[2 * (at + i) + c] = in[i];
            }
        }
    }
    atomic_store(&probe.recorded, at + (long)frames);
    return 0;
}

static bool read_events(int count, char **words)
{
    for (int i = 0; i < count && i < MAX_EVENTS; i++) {
        Event *event = &probe.events[probe.count++];
        char *hex = NULL;
        event->frame = strtol(words[i], &hex, 10);
        if (*hex != ':') {
            return false;
        }
        for (hex++; hex[0] && hex[1] && event->size < sizeof event->bytes; hex += 2) {
            const char digits[3] = {hex[0], hex[1], '\0'};
            event->bytes[event->size++] = (unsigned char)strtol(digits, NULL, 16);
        }
    }
    return true;
}

static bool write_sound(const char *path)
{
    SF_INFO info = {.samplerate = RATE, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
    SNDFILE *file = sf_open(path, SFM_WRITE, &info);

    return file && sf_writef_float(file, probe.sound, probe.length) == probe.length &&
           sf_close(file) == 0;
}

static bool join(jack_client_t *client, const char *from, const char *to)
{
    /* the client may just be coming up */
    for (int i = 0; i < 500; i++) {
        if (jack_connect(client, from, to) == 0) {
            return true;
        }
        usleep(10000);
    }
    fprintf(stderr, "jack_probe: cannot connect %s to %s\n", from, to);
    return false;
}

static void be_quiet(const char *message)
{
    (void)message;
}

int main(int argc, char **argv)
{
    char name[128];

    if (argc < 4 || !read_events(argc - 4, argv + 4)) {
        return 2;
    }
    jack_set_error_function(be_quiet);
    jack_set_info_function(be_quiet);
    jack_client_t *player = jack_client_open("probe-player", JackNoStartServer, NULL);
    jack_client_t *recorder = jack_client_open("probe-recorder", JackNoStartServer, NULL);
    if (!player || !recorder) {
        fprintf(stderr, "jack_probe: no server\n");
        return 1;
    }
    probe.length = (long)(atof(argv[3]) * RATE);
    probe.sound = calloc(2 * (size_t)probe.length, sizeof *probe.sound);
    atomic_store(&probe.start, -1);
    probe.midi = jack_port_register(player, "out", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
    probe.in[0] = jack_port_register(recorder, "l", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
    probe.in[1] = jack_port_register(recorder, "r", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
    jack_set_process_callback(player, play, player);
    jack_set_process_callback(recorder, record, recorder);
    if (!probe.sound || jack_activate(player) || jack_activate(recorder)) {
        return 1;
    }
    snprintf(name, sizeof name, "%s:midi", argv[1]);
    bool good = join(player, jack_port_name(probe.midi), name);
    snprintf(name, sizeof name, "%s:left", argv[1]);
    good = good && join(recorder, name, jack_port_name(probe.in[0]));
    snprintf(name, sizeof name, "%s:right", argv[1]);
    good = good && join(recorder, name, jack_port_name(probe.in[1]));
    usleep(100000);
    atomic_store(&probe.go, true);
    for (int i = 0; good && i < 3000 && atomic_load(&probe.recorded) < probe.length; i++) {
        usleep(10000);
    }
    good = good && atomic_load(&probe.recorded) >= probe.length;
    jack_client_close(player);
    jack_client_close(recorder);
    return good && write_sound(argv[2]) ? 0 : 1;
}
