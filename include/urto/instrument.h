/** @file instrument.h
 *  Instruments: worlds that are played by notes. Polyphonic, with MIDI and MPE, presets and a table
 *  of parameters; every voice is a world of its own, and its energy balances.
 *
 *      UrtoInstrument *mallet = NULL;
 *      urto_instrument_create(&mallet, urto_instrument_find("mallet"), 48000.0, NULL, &why);
 *      urto_instrument_midi(mallet, 0, (const uint8_t[]){0x90, 60, 100}, 3);
 *      urto_instrument_process(mallet, out, 256);
 *
 *  Creation allocates; nothing else does. Functions that take an instrument belong to one thread at
 *  a time, the one that calls process; those marked URTO_REALTIME may be called there. Output is
 * the same for any size of blocks. There is no latency.
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
    uint8_t lowest_key;                  /**< MIDI key of the lowest note in tune */
    uint8_t highest_key;                 /**< MIDI key of the highest one */
    bool pitched;                        /**< keys choose a pitch that one can sing */
    bool sustained;                      /**< sounds as long as the key is held */
    uint32_t voices;                     /**< by default */
} UrtoInstrumentInfo;

/** Choices when an instrument is made. */
typedef struct UrtoInstrumentOptions {
    uint32_t voices;                /**< 1 to URTO_MAX_VOICES; 0: as many as the instrument likes */
    bool ledger;                    /**< keep the books; costs about as much as the sound */
    bool mpe;                       /**< channel 1 manages all others (lower zone of MPE) */
    const UrtoAllocator *allocator; /**< NULL: malloc and free */
} UrtoInstrumentOptions;

/** What happens. */
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
} UrtoEventKind;

/** An event. */
typedef struct UrtoEvent {
    UrtoEventKind kind; /**< what */
    uint32_t frame;     /**< frames from now; may lie beyond the next block */
    uint8_t channel;    /**< 0 to 15 */
    uint8_t key;        /**< MIDI key, 0 to 127; 69 is 440 Hz */
    int32_t note;       /**< a number for this note, or -1: channel and key name it */
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

/** How many instruments there are. */
URTO_API uint32_t urto_instrument_count(void);
/** An instrument of the list, from 0; NULL beyond its end. */
URTO_API const UrtoInstrumentInfo *urto_instrument_info(uint32_t index);
/** The instrument with an id; NULL if there is none. */
URTO_API const UrtoInstrumentInfo *urto_instrument_find(const char *id);

/** Default number of voices, no ledger, no MPE, malloc. */
URTO_API UrtoInstrumentOptions urto_instrument_options(void);
/** Make an instrument for a sample rate [Hz], 8000 to 384000, with its first preset. options NULL:
 *  the defaults. On failure *instrument is NULL. */
URTO_API UrtoStatus urto_instrument_create(UrtoInstrument **instrument,
                                           const UrtoInstrumentInfo *info, double rate,
                                           const UrtoInstrumentOptions *options,
                                           UrtoDiagnostic *why);
/** Release an instrument; NULL is fine. */
URTO_API void urto_instrument_destroy(UrtoInstrument *instrument);
/** What it was made from. */
URTO_API const UrtoInstrumentInfo *
urto_instrument_kind(const UrtoInstrument *instrument) URTO_REALTIME;

/** Advance by some frames. out[0] left, out[1] right, each within -1 to 1; either may be NULL. */
URTO_API void urto_instrument_process(UrtoInstrument *instrument, float *const out[2],
                                      uint32_t frames) URTO_REALTIME;
/** Let something happen some frames from now. Events of one frame happen in the order they came.
 *  Refuses what is not finite or unknown, and when URTO_MAX_EVENTS wait; then, after the last of
 *  them, all keys and pedals are let go: one of those refused may have been an end. */
URTO_API UrtoStatus urto_instrument_event(UrtoInstrument *instrument, const UrtoEvent *event,
                                          UrtoDiagnostic *why) URTO_REALTIME;
/** Bytes of MIDI as they come, some frames from now. Messages may be cut anywhere and use running
 *  status; system messages are passed over, and what makes no sense is ignored. Understood: notes,
 *  poly and channel pressure, bend, sustain pedal (64), volume (7), expression (11), timbre (74),
 *  all sound and notes off (120, 123), reset (121), bend range and MPE (registered parameters 0 and
 *  6), and the controllers of the table. Programs are passed over: presets are chosen by name. */
URTO_API void urto_instrument_midi(UrtoInstrument *instrument, uint32_t frame, const uint8_t *bytes,
                                   size_t size) URTO_REALTIME;

/** Value of a parameter, as last set; 0 for an unknown one. */
URTO_API double urto_instrument_get(const UrtoInstrument *instrument,
                                    uint32_t parameter) URTO_REALTIME;
/** Set a parameter now; it glides there in milliseconds, or is there at once while nothing sounds.
 * Clamped to its range; NaN is refused. */
URTO_API UrtoStatus urto_instrument_set(UrtoInstrument *instrument, uint32_t parameter,
                                        double value, UrtoDiagnostic *why) URTO_REALTIME;
/** Set all parameters to a preset, counted from 0. Voices go on with them, but those that sound on
 *  another body than that of the preset fade within milliseconds. */
URTO_API UrtoStatus urto_instrument_preset(UrtoInstrument *instrument, uint32_t preset,
                                           UrtoDiagnostic *why) URTO_REALTIME;
/** Index of the parameter with an id; the number of parameters if there is none. */
URTO_API uint32_t urto_instrument_parameter(const UrtoInstrumentInfo *info, const char *id);
/** Index of the preset with a name; the number of presets if there is none. */
URTO_API uint32_t urto_instrument_preset_find(const UrtoInstrumentInfo *info, const char *name);

/** Whether channel 1 manages all others: as it was made, unless MIDI or a state has said other. */
URTO_API bool urto_instrument_mpe(const UrtoInstrument *instrument) URTO_REALTIME;
/** Turn MPE on or off now. The bend ranges become those of the other way: 48 and 2 semitones. */
URTO_API void urto_instrument_set_mpe(UrtoInstrument *instrument, bool mpe) URTO_REALTIME;
/** Numbers of the notes that sound or fade, -1 for those that came without one. Writes at most
 *  `room` of them and returns how many there are; notes may be NULL with room 0. */
URTO_API uint32_t urto_instrument_notes(const UrtoInstrument *instrument, int32_t *notes,
                                        uint32_t room) URTO_REALTIME;

/** Silence: voices end within milliseconds, waiting events are dropped, pedals, bends and pressure
 *  go back. Parameters stay. */
URTO_API void urto_instrument_reset(UrtoInstrument *instrument) URTO_REALTIME;

/** Spread the voices over a pool of threads; NULL, as at the start: the caller does them all. The
 *  output is the same to the last bit. The pool must outlive its use. */
URTO_API void urto_instrument_pool(UrtoInstrument *instrument, UrtoPool *pool) URTO_REALTIME;
/** Parameters, pedals, bends and volume as text, ended by a NUL. Writes at most `room` bytes and
 *  returns how many the whole needs, NUL included. */
URTO_API size_t urto_instrument_save(const UrtoInstrument *instrument, char *text, size_t room);
/** Take back what save wrote, of this kind of instrument and any version of the library. Resets
 *  first. Refuses what save has not written and then changes nothing. */
URTO_API UrtoStatus urto_instrument_restore(UrtoInstrument *instrument, const char *text,
                                            UrtoDiagnostic *why);

/** What it is doing. */
URTO_API UrtoInstrumentStatistics urto_instrument_statistics(const UrtoInstrument *instrument)
    URTO_REALTIME;
/** The books of all voices together; without UrtoInstrumentOptions.ledger only stored counts. */
URTO_API UrtoLedger urto_instrument_ledger(const UrtoInstrument *instrument) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
