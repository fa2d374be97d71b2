/** @file plugin.h
 *  Instruments and the effect behind one interface, for the shells of plug-in formats: LV2, CLAP,
 *  Pd. A shell turns a host's calls into these; it knows no sound and no list of parameters.
 *
 *      UrtoPlugin *plugin = NULL;
 *      UrtoPluginOptions options = {.rate = 48000.0};
 *      if (urto_plugin_create(&plugin, "mallet", &options, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 *      urto_plugin_midi(plugin, 12, (const uint8_t[]){0x90, 60, 100}, 3);
 *      urto_plugin_process(plugin, NULL, out, 256);
 *
 *  [setup], [audio] and [any] say which thread may call a function, as in world.h; [setup] is the
 *  host's main thread, which must not call while process runs. Pass NULL for `why` in the audio
 *  thread. Frames count from the next call of process, and output is the same for any size of
 *  blocks. Every function takes NULL for a plug-in or a description of one: it does nothing, returns
 *  0, or refuses.
 */
#ifndef URTO_PLUGIN_H
#define URTO_PLUGIN_H

#include <urto/bump.h>
#include <urto/instrument.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Changes of an effect's parameters that may wait. */
#define URTO_PLUGIN_MAX_CHANGES 1024u

/** What there is to know about a plug-in before it is made. */
typedef struct UrtoPluginInfo {
    const char *id;                       /**< stable: "mallet" */
    const char *name;                     /**< for people */
    const char *description;              /**< one sentence */
    const UrtoInstrumentInfo *instrument; /**< NULL: the effect */
    uint32_t inputs;                      /**< channels of audio; notes go to instruments only */
    uint32_t outputs;                     /**< channels of audio */
    uint32_t parameter_count;             /**< see urto_plugin_parameter */
    uint32_t table_count;                 /**< those before it are in presets, too */
    const UrtoPreset *presets;            /**< the first is what a new plug-in has */
    uint32_t preset_count;                /**< how many */
} UrtoPluginInfo;

/** Choices when a plug-in is made. Only the rate must be given. */
typedef struct UrtoPluginOptions {
    double rate;       /**< [Hz], 8000 to 384000 */
    uint32_t channels; /**< of an effect: 1 or 2; 0: 2 */
    uint32_t voices;   /**< of an instrument; 0: its default */
    bool mpe;          /**< MIDI channel 1 manages all others */
} UrtoPluginOptions;

/** A plug-in: one instrument or one effect. */
typedef struct UrtoPlugin UrtoPlugin;

/** An instrument that was read from a text, to be played by a plug-in of the reader. */
typedef struct UrtoPluginText UrtoPluginText;

/** A plug-in whose instrument is read from a text that it keeps in its state: what liburto_scene adds
 *  to the list. Its table is fixed: as many parameters from 0 to 1 as the instruments may have of their
 *  own, then those of all instruments. */
typedef struct UrtoPluginReader {
    const UrtoInstrumentInfo *info; /**< the table, and the first preset: as a new one is */
    uint32_t macros;                /**< parameters from 0 to 1 at the beginning of the table */
    const char *text;               /**< what a new one plays */
    /** Makes the instrument of a text. [setup] */
    UrtoStatus (*read)(UrtoInstrument **instrument, const char *text, size_t size, double rate,
                       const UrtoInstrumentOptions *options, UrtoDiagnostic *why);
} UrtoPluginReader;

/** Longest text of such an instrument [bytes]. */
#define URTO_PLUGIN_TEXT_MAX 1048576u

/** How many plug-ins there are: every instrument, the effect, and what urto_plugin_set_reader adds.
 *  [any] */
URTO_API uint32_t urto_plugin_count(void) URTO_REALTIME;
/** One of the list; all zero beyond the end. [any] */
URTO_API UrtoPluginInfo urto_plugin_info(uint32_t index) URTO_REALTIME;
/** Index in the list of the plug-in with an id; URTO_NONE if there is none. [any] */
URTO_API uint32_t urto_plugin_find(const char *id);
/** A parameter, from 0: those of the library's table, and then for an instrument "mpe", which no
 *  preset holds. NULL beyond the end. [any] */
URTO_API const UrtoParameterInfo *urto_plugin_parameter(const UrtoPluginInfo *info,
                                                        uint32_t index) URTO_REALTIME;
/** Index of the parameter with an id; URTO_NONE if there is none. [any] */
URTO_API uint32_t urto_plugin_parameter_find(const UrtoPluginInfo *info, const char *id);
/** Index of the preset with an id; URTO_NONE if there is none. [any] */
URTO_API uint32_t urto_plugin_preset_find(const UrtoPluginInfo *info, const char *id);
/** Value of a parameter in a new plug-in; 0 for an unknown one. [any] */
URTO_API double urto_plugin_default(const UrtoPluginInfo *info, uint32_t parameter) URTO_REALTIME;

/** Add the plug-in of a reader at the end of the list, which is the same as long as the program runs:
 *  before anything asks for the list. The reader must stay. NULL is ignored. [setup] */
URTO_API void urto_plugin_set_reader(const UrtoPluginReader *reader);
/** Whether a plug-in plays texts. [any] */
URTO_API bool urto_plugin_reads(const UrtoPluginInfo *info) URTO_REALTIME;
/** Read a text for a plug-in that reads: by its rate and voices, while it is processed. [setup], from
 *  any thread but that of the audio */
URTO_API URTO_NODISCARD UrtoStatus urto_plugin_read(UrtoPluginText **made, const UrtoPlugin *plugin,
                                                    const char *text, size_t size,
                                                    UrtoDiagnostic *why);
/** Play what was read from now on: macros have the values that it has by itself; concert pitch, level,
 *  pedals and bends stay. What the plug-in played before takes its place, to be destroyed. False, and
 *  nothing happens, if it was read for another rate. [audio] */
URTO_API bool urto_plugin_exchange(UrtoPlugin *plugin, UrtoPluginText *made) URTO_REALTIME;
/** Release it; NULL is fine. [setup] */
URTO_API void urto_plugin_text_destroy(UrtoPluginText *made);
/** The text that a plug-in plays, ended by a NUL; "" if it reads none. [setup] */
URTO_API const char *urto_plugin_text(const UrtoPlugin *plugin);
/** What a parameter means just now: of a plug-in that reads, the one of its instrument that a macro
 *  moves, with its own name, unit and range; NULL for a macro that moves nothing; else that of the
 *  table. [setup] */
URTO_API const UrtoParameterInfo *urto_plugin_meaning(const UrtoPlugin *plugin, uint32_t parameter);

/** A rate, two channels, the default number of voices, no MPE. [any] */
URTO_API UrtoPluginOptions urto_plugin_options(double rate);
/** Make a plug-in. On failure *plugin is NULL and why says what is wrong. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_plugin_create(UrtoPlugin **plugin, const char *id,
                                                      const UrtoPluginOptions *options,
                                                      UrtoDiagnostic *why);
/** Release a plug-in; NULL is fine. [setup] */
URTO_API void urto_plugin_destroy(UrtoPlugin *plugin);
/** What it is, with the channels that it was made for. [any] */
URTO_API const UrtoPluginInfo *urto_plugin_info_of(const UrtoPlugin *plugin) URTO_REALTIME;

/** Advance. in[channel][frame] of an effect, NULL for an instrument; out[channel][frame]. Each
 *  pointer to a channel may be NULL, and in and out may be the same. [audio] */
URTO_API void urto_plugin_process(UrtoPlugin *plugin, const float *const *in, float *const *out,
                                  uint32_t frames) URTO_REALTIME;
/** Set a parameter some frames from now; it glides there. Clamped; NaN is refused. "mpe" switches
 *  at once, whatever the frame. [audio] */
URTO_API UrtoStatus urto_plugin_set(UrtoPlugin *plugin, uint32_t frame, uint32_t parameter,
                                    double value, UrtoDiagnostic *why) URTO_REALTIME;
/** Set a parameter at once, before everything that waits: for a host that does not process now.
 *  [audio] */
URTO_API UrtoStatus urto_plugin_set_now(UrtoPlugin *plugin, uint32_t parameter, double value,
                                        UrtoDiagnostic *why) URTO_REALTIME;
/** Value of a parameter, as last set; changes that wait do not count. 0 for an unknown one.
 *  [audio] */
URTO_API double urto_plugin_get(const UrtoPlugin *plugin, uint32_t parameter) URTO_REALTIME;
/** Set all parameters of the table to those of a preset, now. [audio] */
URTO_API UrtoStatus urto_plugin_load_preset(UrtoPlugin *plugin, uint32_t preset,
                                            UrtoDiagnostic *why) URTO_REALTIME;
/** Notes and expression; an effect takes changes of parameters and refuses the rest. [audio] */
URTO_API UrtoStatus urto_plugin_event(UrtoPlugin *plugin, const UrtoEvent *event,
                                      UrtoDiagnostic *why) URTO_REALTIME;
/** Bytes of MIDI, as urto_instrument_midi; an effect ignores them. [audio] */
URTO_API void urto_plugin_midi(UrtoPlugin *plugin, uint32_t frame, const uint8_t *bytes,
                               size_t size) URTO_REALTIME;
/** Silence, and drop everything that waits; parameters stay. [audio] */
URTO_API void urto_plugin_reset(UrtoPlugin *plugin) URTO_REALTIME;
/** Numbers of the notes that sound, as urto_instrument_notes; none in an effect. [audio] */
URTO_API uint32_t urto_plugin_notes(const UrtoPlugin *plugin, uint32_t *notes,
                                    uint32_t room) URTO_REALTIME;
/** The tail: true while something sounds that needs no new notes or input. [audio] */
URTO_API bool urto_plugin_sounds(const UrtoPlugin *plugin) URTO_REALTIME;

/** State as text, as urto_instrument_save and urto_bump_save. [setup] */
URTO_API size_t urto_plugin_save(const UrtoPlugin *plugin, char *text, size_t room);
/** Take back what urto_plugin_save wrote. Refuses any other text and then changes nothing. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_plugin_restore(UrtoPlugin *plugin, const char *text,
                                                       UrtoDiagnostic *why);
/** The same for text that ends after so many bytes, with or without a NUL: what a host gives back.
 *  [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_plugin_restore_bytes(UrtoPlugin *plugin, const void *bytes,
                                                             size_t size, UrtoDiagnostic *why);
/** The text in memory of its own, to be freed with free(); NULL: out of memory. [setup] */
URTO_API char *urto_plugin_save_text(const UrtoPlugin *plugin);

#ifdef __cplusplus
}
#endif

#endif
