/* Instruments and the effect, alike, for the shells of plug-in formats: LV2, CLAP, Pd. A shell
 * turns a host's calls into these; it knows no sound and no list of parameters.
 *
 *   Plugin *plugin = NULL;
 *   PluginOptions options = plugin_options(48000.0);
 *   plugin_create(&plugin, "mallet", &options, &why);
 *   plugin_midi(plugin, 12, (const uint8_t[]){0x90, 60, 100}, 3);
 *   plugin_process(plugin, NULL, out, 256);
 *
 * Creation, save and restore are for the host's main thread, and the host sees to it that they do
 * not run beside process. What is marked URTO_REALTIME may be called where process is. Frames count
 * from the next call of process, and output is the same for any size of blocks.
 */
#ifndef FRONTENDS_CORE_PLUGIN_H
#define FRONTENDS_CORE_PLUGIN_H

#include <urto/bump.h>
#include <urto/instrument.h>

/* Changes of an effect's parameters that may wait. */
#define PLUGIN_MAX_CHANGES 1024u

/* What there is to know about a plug-in before it is made. */
typedef struct PluginInfo {
    const char *id; /* stable: "mallet" */
    const char *name;
    const char *description;              /* one sentence */
    const UrtoInstrumentInfo *instrument; /* NULL: the effect */
    uint32_t inputs, outputs;             /* channels of audio; notes go to instruments only */
    uint32_t parameter_count;             /* see plugin_parameter */
    uint32_t table_count;                 /* those before it are in presets, too */
    const UrtoPreset *presets;            /* the first is what a new plug-in has */
    uint32_t preset_count;
} PluginInfo;

/* Choices when a plug-in is made. */
typedef struct PluginOptions {
    double rate;       /* [Hz] */
    uint32_t channels; /* of an effect: 1 or 2 */
    uint32_t voices;   /* of an instrument; 0: as many as it likes */
    bool mpe;          /* MIDI channel 1 manages all others */
} PluginOptions;

typedef struct Plugin Plugin;

/* How many plug-ins there are: every instrument, and the effect last. */
uint32_t plugin_count(void);
/* One of the list; its id is NULL beyond the end. */
PluginInfo plugin_info(uint32_t index);
/* Place in the list of the plug-in with an id; plugin_count() if there is none. */
uint32_t plugin_find(const char *id);
/* A parameter, from 0: those of the library's table, and then for an instrument "mpe", which no
 * preset holds. */
const UrtoParameterInfo *plugin_parameter(const PluginInfo *info, uint32_t index) URTO_REALTIME;
/* Index of the parameter with an id, and of the preset with a name; their number if there is none.
 */
uint32_t plugin_parameter_find(const PluginInfo *info, const char *id);
uint32_t plugin_preset_find(const PluginInfo *info, const char *name);
/* Value of a parameter in a new plug-in. */
double plugin_default(const PluginInfo *info, uint32_t parameter);

PluginOptions plugin_options(double rate);
/* On failure *plugin is NULL and why says what is wrong. */
UrtoStatus plugin_create(Plugin **plugin, const char *id, const PluginOptions *options,
                         UrtoDiagnostic *why);
/* NULL is fine. */
void plugin_destroy(Plugin *plugin);
const PluginInfo *plugin_kind(const Plugin *plugin) URTO_REALTIME;

/* Advance. in[channel][frame] of an effect, NULL for an instrument; out[channel][frame]. Each
 * pointer to a channel may be NULL, and in and out may be the same. */
void plugin_process(Plugin *plugin, const float *const *in, float *const *out,
                    uint32_t frames) URTO_REALTIME;
/* Set a parameter some frames from now; it glides there. Clamped; NaN is refused. */
UrtoStatus plugin_set(Plugin *plugin, uint32_t frame, uint32_t parameter, double value,
                      UrtoDiagnostic *why) URTO_REALTIME;
/* The same at once, before everything that waits: for a host that does not process now. */
UrtoStatus plugin_set_now(Plugin *plugin, uint32_t parameter, double value,
                          UrtoDiagnostic *why) URTO_REALTIME;
/* As last set; changes that wait do not count. */
double plugin_get(const Plugin *plugin, uint32_t parameter) URTO_REALTIME;
/* All parameters of the table, now. */
UrtoStatus plugin_preset(Plugin *plugin, uint32_t preset, UrtoDiagnostic *why) URTO_REALTIME;
/* Notes and expression; an effect takes changes of parameters and refuses the rest. */
UrtoStatus plugin_event(Plugin *plugin, const UrtoEvent *event, UrtoDiagnostic *why) URTO_REALTIME;
/* Bytes of MIDI; an effect passes them over. */
void plugin_midi(Plugin *plugin, uint32_t frame, const uint8_t *bytes, size_t size) URTO_REALTIME;
/* Silence, and nothing waits; parameters stay. */
void plugin_reset(Plugin *plugin) URTO_REALTIME;
/* Numbers of the notes that sound, as urto_instrument_notes; none in an effect. */
uint32_t plugin_notes(const Plugin *plugin, int32_t *notes, uint32_t room) URTO_REALTIME;
/* The tail: true while something sounds that needs no new notes or input. */
bool plugin_sounds(const Plugin *plugin) URTO_REALTIME;

/* State as text, as urto_instrument_save and urto_bump_save. */
size_t plugin_save(const Plugin *plugin, char *text, size_t room);
/* Refuses what plugin_save has not written, and then changes nothing. */
UrtoStatus plugin_restore(Plugin *plugin, const char *text, UrtoDiagnostic *why);
/* The same for text that ends after so many bytes, with or without a NUL: what a host gives back.
 */
UrtoStatus plugin_restore_bytes(Plugin *plugin, const void *bytes, size_t size,
                                UrtoDiagnostic *why);
/* The text in memory of its own, to be freed; NULL: out of memory. */
char *plugin_save_text(const Plugin *plugin);

#endif
