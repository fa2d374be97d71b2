/** @file instrument.h
 *  Instruments: worlds that are played by notes. Polyphonic, with MIDI and MPE, presets and a table
 *  of parameters; every voice is a world of its own, and its energy balances.
 *
 *      UrtoInstrument *mallet = NULL;
 *      const UrtoInstrumentInfo *info = urto_instrument_find("mallet");
 *      if (urto_instrument_create(&mallet, info, 48000.0, NULL, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 *      UrtoEvent note = urto_note_on(60, 0.8);
 *      urto_instrument_event(mallet, &note, NULL);
 *      urto_instrument_process(mallet, out, 256);
 *
 *  [setup], [audio] and [any] say which thread may call a function, as in world.h; only creation
 *  allocates. Output is the same for any size of blocks, and there is no latency. Every function
 *  takes NULL for an instrument or a description of one: it does nothing, returns 0, or refuses.
 */
#ifndef URTO_INSTRUMENT_H
#define URTO_INSTRUMENT_H

#include <urto/parameter.h>
#include <urto/pool.h>
#include <urto/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most voices of an instrument. */
#define URTO_MAX_VOICES 64u
/** Events that may wait. */
#define URTO_MAX_EVENTS 4096u

/** An instrument that can be played. */
typedef struct UrtoInstrument UrtoInstrument;

/** What there is to know about an instrument before it is made. */
typedef struct UrtoInstrumentInfo {
    const char *id;                      /**< "mallet" */
    const char *name;                    /**< for people */
    const char *description;             /**< one sentence */
    const UrtoParameterInfo *parameters; /**< the table; the last one is always the level */
    uint32_t parameter_count;            /**< its length */
    const UrtoPreset *presets;           /**< the first one is what a new instrument has */
    uint32_t preset_count;               /**< how many */
    uint8_t lowest_key;                  /**< MIDI key of the lowest note; lower keys sound as it */
    uint8_t highest_key;                 /**< of the highest; higher keys sound as it */
    bool pitched;                        /**< keys choose a pitch that one can sing */
    bool sustained;                      /**< sounds as long as the key is held */
    uint32_t voices;                     /**< by default */
} UrtoInstrumentInfo;

/** Choices when an instrument is made. All zero is what most want. */
typedef struct UrtoInstrumentOptions {
    uint32_t voices;                /**< 1 to URTO_MAX_VOICES; 0: as many as the instrument likes */
    bool ledger;                    /**< track energy at every step: several times slower */
    bool mpe;                       /**< channel 1 manages all others (lower zone of MPE) */
    const UrtoAllocator *allocator; /**< NULL: malloc and free */
} UrtoInstrumentOptions;

/** Kind of an event, and which fields of UrtoEvent it reads. */
typedef enum UrtoEventKind {
    URTO_EVENT_NOTE_ON,          /**< channel, key, note, value: velocity 0 to 1 */
    URTO_EVENT_NOTE_OFF,         /**< channel, key, note */
    URTO_EVENT_BEND,             /**< channel; value: semitones */
    URTO_EVENT_PRESSURE,         /**< channel, key, note; value: 0 to 1 */
    URTO_EVENT_CHANNEL_PRESSURE, /**< channel; value: 0 to 1 */
    URTO_EVENT_TIMBRE,           /**< channel; value: 0 to 1, 0.5 is neutral (MPE: controller 74) */
    URTO_EVENT_PEDAL,            /**< channel; value: 0.5 and more holds released notes */
    URTO_EVENT_NOTES_OFF,        /**< all notes are released, pedal or not */
    URTO_EVENT_SOUND_OFF,        /**< all voices fade within milliseconds */
    URTO_EVENT_VOLUME,           /**< value: factor on the output, 0 to 1 */
    URTO_EVENT_PARAMETER,        /**< parameter; value in its unit, clamped to its range */
    URTO_EVENT_NOTE_BEND,        /**< channel, key, note; value: semitones beside the channel's */
    URTO_EVENT_NOTE_TIMBRE,      /**< channel, key, note; value: 0 to 1, beside the channel's */
    URTO_EVENT_NOTE_CHOKE,       /**< channel, key, note; it fades within milliseconds */
    URTO_EVENT_EXPRESSION,       /**< value: factor on the output beside the volume, 0 to 1 */
    URTO_EVENT_PROGRAM,          /**< value: number of a preset; nothing if there is none */
    URTO_EVENT_SOSTENUTO, /**< channel; value: 0.5 and more holds the notes that are held now */
    URTO_EVENT_SOFT,      /**< channel; value: 0.5 and more makes notes that follow softer */
} UrtoEventKind;

/** An event. All zero but kind and key is valid; urto_note_on and urto_note_off write the usual ones. */
typedef struct UrtoEvent {
    UrtoEventKind kind; /**< what */
    uint32_t frame;     /**< frames from now; may lie beyond the next block */
    uint8_t channel;    /**< 0 to 15 */
    uint8_t key;        /**< MIDI key, 0 to 127; 69 is 440 Hz */
    uint32_t note;      /**< a number for this note, from 1; 0: channel and key name it */
    uint32_t parameter; /**< index in the table */
    double value;       /**< finite */
} UrtoEvent;

/** What an instrument is doing. */
typedef struct UrtoInstrumentStatistics {
    uint32_t voices;      /**< that sound, fading ones included */
    uint32_t contacts;    /**< contact points that touch */
    double energy;        /**< stored in all voices [J] */
    double force_max;     /**< largest contact force so far [N] */
    uint64_t notes;       /**< begun so far */
    uint64_t stolen;      /**< voices taken from older notes so far */
    uint64_t limited;     /**< frames so far in which the safety limiter acted */
    uint64_t events_lost; /**< events so far that found no room */
    uint64_t nonfinite;   /**< times that a voice was muted by a NaN or infinity */
} UrtoInstrumentStatistics;

/** How many instruments there are. [any] */
URTO_API uint32_t urto_instrument_count(void) URTO_REALTIME;
/** An instrument of the list, from 0; NULL beyond its end. [any] */
URTO_API const UrtoInstrumentInfo *urto_instrument_info(uint32_t index) URTO_REALTIME;
/** The instrument with an id; NULL if there is none. [any] */
URTO_API const UrtoInstrumentInfo *urto_instrument_find(const char *id);
/** Index of the parameter with an id; URTO_NONE if there is none. [any] */
URTO_API uint32_t urto_instrument_parameter_find(const UrtoInstrumentInfo *info, const char *id);
/** Index of the preset with an id; URTO_NONE if there is none. [any] */
URTO_API uint32_t urto_instrument_preset_find(const UrtoInstrumentInfo *info, const char *id);

/** Default number of voices, no ledger, no MPE, malloc: all zero. [any] */
URTO_API UrtoInstrumentOptions urto_instrument_options(void);
/** Make an instrument for a sample rate [Hz], 8000 to 384000, with its first preset. options NULL:
 *  the defaults. On failure *instrument is NULL. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_instrument_create(UrtoInstrument **instrument,
                                                          const UrtoInstrumentInfo *info,
                                                          double rate,
                                                          const UrtoInstrumentOptions *options,
                                                          UrtoDiagnostic *why);
/** Release an instrument; NULL is fine. [setup] */
URTO_API void urto_instrument_destroy(UrtoInstrument *instrument);
/** What it was made from. [any] */
URTO_API const UrtoInstrumentInfo *
urto_instrument_info_of(const UrtoInstrument *instrument) URTO_REALTIME;

/** Advance by some frames. out[0] left, out[1] right, each within -1 to 1; either may be NULL.
 *  [audio] */
URTO_API void urto_instrument_process(UrtoInstrument *instrument, float *const out[2],
                                      uint32_t frames) URTO_REALTIME;
/** A key of channel 0 goes down now, at a velocity from 0 to 1. [any] */
URTO_API UrtoEvent urto_note_on(uint8_t key, double velocity) URTO_REALTIME;
/** A key of channel 0 goes up now. [any] */
URTO_API UrtoEvent urto_note_off(uint8_t key) URTO_REALTIME;
/** Queue an event. Those of one frame act in the order in which they came. Refuses what is unknown
 *  or not finite, and when URTO_MAX_EVENTS wait: the event is dropped, and when the queue drains,
 *  all keys and pedals are released, since a note-off may be lost. [audio] */
URTO_API UrtoStatus urto_instrument_event(UrtoInstrument *instrument, const UrtoEvent *event,
                                          UrtoDiagnostic *why) URTO_REALTIME;
/** Bytes of MIDI as they come, some frames from now. Messages may be cut anywhere and use running
 *  status; system messages and what makes no sense are ignored. Understood: notes, poly and channel
 *  pressure, bend, sustain pedal (64), volume (7), expression (11), timbre (74), all sound and notes
 *  off (120, 123), reset (121), bend range and MPE (registered parameters 0 and 6, which act at
 *  once, whatever the frame), program changes, which load the preset of that number if there is one,
 *  and the controllers of the table. [audio] */
URTO_API void urto_instrument_midi(UrtoInstrument *instrument, uint32_t frame, const uint8_t *bytes,
                                   size_t size) URTO_REALTIME;

/** Value of a parameter, as last set; 0 for an unknown one. [audio] */
URTO_API double urto_instrument_get(const UrtoInstrument *instrument,
                                    uint32_t parameter) URTO_REALTIME;
/** Set a parameter now; it glides there in milliseconds, or is there at once while nothing sounds.
 *  Clamped to its range; NaN is refused. [audio] */
URTO_API UrtoStatus urto_instrument_set(UrtoInstrument *instrument, uint32_t parameter,
                                        double value, UrtoDiagnostic *why) URTO_REALTIME;
/** Set all parameters to a preset, counted from 0. Sounding voices take the new values; voices on a
 *  different body fade out in 5 ms. [audio] */
URTO_API UrtoStatus urto_instrument_load_preset(UrtoInstrument *instrument, uint32_t preset,
                                                UrtoDiagnostic *why) URTO_REALTIME;

/** The same for a preset that is not in the list: one that a person has made. NULL is refused.
 *  [audio] */
URTO_API UrtoStatus urto_instrument_apply_preset(UrtoInstrument *instrument,
                                                 const UrtoPreset *preset,
                                                 UrtoDiagnostic *why) URTO_REALTIME;

/** True if channel 1 manages all others: as it was made, unless changed since by
 *  urto_instrument_set_mpe, MIDI or a state. [audio] */
URTO_API bool urto_instrument_mpe(const UrtoInstrument *instrument) URTO_REALTIME;
/** Turn MPE on or off now. The bend range of the other channels becomes 48 or 2 semitones.
 *  [audio] */
URTO_API void urto_instrument_set_mpe(UrtoInstrument *instrument, bool mpe) URTO_REALTIME;
/** Numbers of the notes that sound or fade, 0 for those that came without one. Writes at most `room`
 *  of them and returns how many there are; notes may be NULL with room 0. [audio] */
URTO_API uint32_t urto_instrument_notes(const UrtoInstrument *instrument, uint32_t *notes,
                                        uint32_t room) URTO_REALTIME;

/** True while the body that all voices share still moves; false for instruments without one. [audio] */
URTO_API bool urto_instrument_rings(const UrtoInstrument *instrument) URTO_REALTIME;

/** Silence: voices end within milliseconds, waiting events are dropped, pedals, bends and pressure
 *  go back. Parameters stay. [audio] */
URTO_API void urto_instrument_reset(UrtoInstrument *instrument) URTO_REALTIME;

/** Spread the voices over a pool of threads; NULL, as at the start: the caller does them all. The
 *  output is the same to the last bit. The pool must outlive its use. [audio] */
URTO_API void urto_instrument_set_pool(UrtoInstrument *instrument, UrtoPool *pool) URTO_REALTIME;
/** Write parameters, pedals, bends and volume as text, ended by a NUL: at most `room` bytes. Returns
 *  how many bytes the whole needs, NUL included. [setup] */
URTO_API size_t urto_instrument_save(const UrtoInstrument *instrument, char *text, size_t room);
/** Take back what save wrote, of this kind of instrument and any version of the library. Resets
 *  first. Refuses any other text and then changes nothing. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_instrument_restore(UrtoInstrument *instrument,
                                                           const char *text, UrtoDiagnostic *why);

/** What it is doing. [audio] */
URTO_API UrtoInstrumentStatistics urto_instrument_statistics(const UrtoInstrument *instrument)
    URTO_REALTIME;
/** The energy ledger of all voices together. Without UrtoInstrumentOptions.ledger only stored is
 *  meaningful. [audio] */
URTO_API UrtoLedger urto_instrument_ledger(const UrtoInstrument *instrument) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
