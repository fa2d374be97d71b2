/** @file instrument_kind.h
 *  Instruments of one's own: a world that is played by notes. Voices, MIDI, MPE, pedals, states and
 *  stealing are those of instrument.h; what a key does in the world is said by a few functions.
 *
 *      UrtoInstrumentKind kind = {.info = {.id = "mine", .name = "Mine", .description = "Mine.",
 *                                          .lowest_key = 36, .highest_key = 84, .voices = 8},
 *                                 .world = world, .rate = 48000.0, .channels = 2, .gain = 1.0};
 *      if (urto_instrument_create_kind(&instrument, &kind, NULL, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 *
 *  liburto_scene makes them of the `play:` block of a scene: scene_instrument.h. [setup] and [audio]
 *  say which thread may call, as in world.h.
 */
#ifndef URTO_INSTRUMENT_KIND_H
#define URTO_INSTRUMENT_KIND_H

#include <urto/instrument.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most parameters of a kind, without those that all instruments have. */
#define URTO_KIND_PARAMETERS 24u
/** Most controls that a kind moves. */
#define URTO_KIND_TARGETS 32u
/** How many parameters are added to every table: velocity curve, concert pitch, make-up, level. */
#define URTO_COMMON_PARAMETERS 4u

/** A note that sounds, as the functions of a kind see it. */
typedef struct UrtoVoice {
    UrtoWorld *world;         /**< its own */
    const double *parameters; /**< of the instrument, in the order of the table */
    double rate;              /**< [Hz] */
    double pitch;             /**< of its key with concert pitch and bend [Hz] */
    double velocity;          /**< 0 to 1, behind the velocity curve */
    double pressure;          /**< 0 to 1 */
    double timbre;            /**< -1 to 1 */
    double bend;              /**< [semitones] */
    uint64_t frame;           /**< since the note began */
    uint8_t key;              /**< within the range of the kind: others count as its last one */
    bool held;                /**< by the key or the pedal */
    bool again;               /**< start: it sounds already, and its key goes down once more */
    void *slots;              /**< for urto_voice_move */
} UrtoVoice;

/** What a kind is. Everything it points to must stay as long as instruments of it are there. */
typedef struct UrtoInstrumentKind {
    UrtoInstrumentInfo info;   /**< parameters: its own; presets are not read */
    const UrtoWorld *world;    /**< each voice has a copy; made for the rate, 1 or 2 outputs */
    double rate;               /**< of the world [Hz] */
    double gain;               /**< of all its outputs */
    uint32_t channels;         /**< outputs: 1 is heard in the middle, 2 are left and right */
    uint32_t inputs;           /**< channels of force that the world takes */
    const UrtoTarget *targets; /**< what urto_voice_move moves, by its slot */
    uint32_t target_count;     /**< at most URTO_KIND_TARGETS */
    void *context;             /**< handed to the functions */
    /** Moves all that follows note, parameters and expression, in so many frames; 0: a note begins,
     *  at once. May be NULL. [audio] */
    void (*apply)(void *context, const UrtoVoice *voice, uint32_t ramp);
    /** The key goes down; the world is as it was made, unless `again`. May be NULL. [audio] */
    void (*start)(void *context, const UrtoVoice *voice);
    /** Fills the inputs for some frames; NULL without inputs. [audio] */
    void (*input)(void *context, const UrtoVoice *voice, float *const *signal, uint32_t frames);
    /** The instrument is gone; may be NULL. [setup] */
    void (*destroy)(void *context);
} UrtoInstrumentKind;

/** Make an instrument of a kind, for the rate of its world. The first preset of its table are the
 *  defaults. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_instrument_create_kind(UrtoInstrument **instrument,
                                                               const UrtoInstrumentKind *kind,
                                                               const UrtoInstrumentOptions *options,
                                                               UrtoDiagnostic *why);
/** Move the control of a slot in a ramp of some frames; nothing happens if it is there. [audio] */
URTO_API void urto_voice_move(const UrtoVoice *voice, uint32_t slot, double value,
                              uint32_t ramp) URTO_REALTIME;
/** The same from another value on, where it is at once. [audio] */
URTO_API void urto_voice_move_from(const UrtoVoice *voice, uint32_t slot, double from, double value,
                                   uint32_t ramp) URTO_REALTIME;
/** One instrument takes the place of another in mid-sound: pedals, bends, volume and expression come
 *  along, and the last value of the other's output decays, so that there is no step. [audio] */
URTO_API void urto_instrument_follow(UrtoInstrument *instrument,
                                     const UrtoInstrument *before) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
