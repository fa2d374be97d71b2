/* CLAP: what the parts of the shell share. */
#ifndef FRONTENDS_CLAP_SHELL_H
#define FRONTENDS_CLAP_SHELL_H

#include "extensions.h"

#include <urto/number.h>
#include <urto/plugin.h>

#include <clap/entry.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <clap/ext/note-ports.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>

#include <stdatomic.h>

enum { PARAMETERS_MAX = 32, NOTES_MAX = 128, PLUGINS_MAX = 32 };

/* A note of the host that has not ended. */
typedef struct Note {
    bool used;
    uint32_t number; /* in the instrument, from 1 */
    int32_t id;      /* the host's, or -1 */
    int16_t port, channel, key;
} Note;

typedef struct Shell {
    clap_plugin_t clap;
    const clap_host_t *host;
    UrtoPluginInfo info;
    UrtoPlugin *plugin;
    double rate;
    bool active;
    atomic_flag busy; /* the main thread loads a state, or the audio thread is at work */
    atomic_bool sounds;
    _Atomic double reported[PARAMETERS_MAX]; /* values that the host knows */
    Note notes[NOTES_MAX];
    uint32_t last_number; /* of a note */
} Shell;

static inline Shell *shell_of(const clap_plugin_t *clap)
{
    return clap->plugin_data;
}

/* entry.c */
const clap_plugin_descriptor_t *descriptor_of(uint32_t index);

/* shell.c */
const clap_plugin_t *shell_create(const clap_host_t *host, uint32_t index);
/* Asks the host to read all values again. */
void shell_rescan(const Shell *shell);
/* One line to the host's log, or to standard error if it has none. */
void shell_log(const Shell *shell, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The main thread waits for its turn; the audio thread tries for some microseconds. */
void shell_lock(Shell *shell);
bool shell_try_lock(Shell *shell) URTO_REALTIME;
void shell_unlock(Shell *shell) URTO_REALTIME;
/* Whether an event is for us and as large as its type says. */
bool shell_knows_event(const clap_event_header_t *event) URTO_REALTIME;

/* parameters.c */
extern const clap_plugin_params_t shell_parameters;
/* Stable, from the parameter's name. */
clap_id parameter_id(const UrtoParameterInfo *parameter) URTO_REALTIME;
/* A change by the host, now or at its frame. */
void parameter_event(Shell *shell, const clap_event_param_value_t *event, bool now) URTO_REALTIME;
/* Says what has changed by other ways: MIDI controllers, rounding. */
void parameters_tell(Shell *shell, const clap_output_events_t *out) URTO_REALTIME;
/* After a state was loaded the host asks for all values itself. */
void parameters_told(Shell *shell) URTO_REALTIME;

/* presets.c */
extern const PresetFactory preset_factory;
extern const ExtensionPresetLoad shell_preset_load;

/* notes.c */
extern const clap_plugin_note_ports_t shell_note_ports;
void note_event(Shell *shell, const clap_event_note_t *event,
                const clap_output_events_t *out) URTO_REALTIME;
void note_expression(Shell *shell, const clap_event_note_expression_t *event) URTO_REALTIME;
void note_midi(Shell *shell, const clap_event_midi_t *event) URTO_REALTIME;
/* Tells the host which notes have ended. */
void notes_end(Shell *shell, const clap_output_events_t *out, uint32_t frame) URTO_REALTIME;

#endif
