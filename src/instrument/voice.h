/* Kinds of instruments and their voices. A kind is a const struct: a table of parameters, presets,
 * and the functions that describe its worlds and turn notes and parameters into excitation. A voice
 * has one world for each variant of the kind (a range of keys, a resonator); one of them sounds.
 *
 * Handles of a world are numbers from 1 in the order of definition, so a kind names them by
 * enumerations that follow its build function.
 */
#ifndef INSTRUMENT_VOICE_H
#define INSTRUMENT_VOICE_H

#include "../play/control_slots.h"
#include "../play/numbers.h"
#include "../play/parameter.h"
#include "../play/sleep.h"
#include "../play/tick.h"
#include "kinds.h"
#include "radiator.h"

#include <urto/instrument.h>

/* What a voice sends out: the sound as mid and side, left = mid + side, right = mid - side, where side
 * is never larger than mid, mode by mode, so that nothing is lost in mono; and the force on the bridge,
 * which the body of the instrument turns into sound (kinds that have a body). */
enum { OUT_MID, OUT_SIDE, OUT_BRIDGE, OUTS };

enum {
    WORLDS_MAX = 6,   /* of a voice */
    PULLS_MAX = 2,    /* of a voice */
    SPARE_VOICES = 4, /* that fade while others begin */
};

/* A force that rises to a peak and falls to 0, smoothly: a finger that pulls and lets go. */
typedef struct Pull {
    double from, peak;
    uint32_t rise, fall, frame; /* frame: since it began; rise + fall: done */
} Pull;

/* What kinds remember of a note; all zero at rest. */
typedef struct StrikerMemory {
    bool caught;     /* the mallet, hammer or stick is away from the body */
    uint32_t frames; /* since it was thrown */
} StrikerMemory;

typedef struct BallMemory {
    bool flying;
    uint32_t ticks_at_rest;
} BallMemory;

typedef struct TravelMemory {
    bool down;               /* on the surface */
    double pace;             /* 1; falls when the key is up */
    double seconds;          /* since it came down */
    double speed;            /* [m/s] */
    double load;             /* force that presses now [N] */
    double place;            /* on the surface, in grains */
    double stride;           /* grains from one frame to the next */
    double height;           /* of the surface [m] */
    double heights[2];       /* under the contact, the last and the one before [m] */
    double detail;           /* of the surface, following its parameter */
    double touch;            /* place on the resonator, 0 to 1 and round again */
    uint32_t ticks_in_place; /* since that was moved */
} TravelMemory;

enum { BOWED_MODES = 400 };

typedef struct BowMemory {
    bool drawn;                 /* the bow is on the string */
    uint32_t modes;             /* of the string */
    double angles[BOWED_MODES]; /* their phase along the speaking length */
    double decay;               /* that all share, at the start of the note [1/s] */
    double bow, finger;         /* where they are on the speaking length */
} BowMemory;

typedef struct StringMemory {
    double key;      /* with the fret, as the note began */
    double part;     /* of the open string that sounds */
    double dullness; /* as it is now */
} StringMemory;

typedef struct CustomMemory {
    uint64_t frames; /* since the note began */
    bool begun, heard;
} CustomMemory;

typedef union KindMemory {
    StrikerMemory striker;
    BallMemory ball;
    TravelMemory travel;
    BowMemory bow;
    StringMemory string;
    CustomMemory custom;
} KindMemory;

typedef struct CustomKind CustomKind; /* of a program: custom.h */

typedef enum VoiceState { VOICE_IDLE, VOICE_SOUNDS, VOICE_FADES } VoiceState;

typedef struct Voice {
    const double *parameters; /* of the instrument */
    const double *common;     /* the last of them, COMMON_... */
    const uint64_t *clock;    /* frames since the instrument was silent */
    double rate;
    ControlSlots slots[WORLDS_MAX]; /* the worlds, and their controls */
    double reference[WORLDS_MAX];   /* lowest frequency of the tuned body [Hz] */
    uint32_t world_index;           /* of the world that sounds */
    VoiceState state;
    bool held;      /* the key is down */
    bool sustained; /* by a pedal */
    bool caught;    /* by the sostenuto pedal */
    bool soft;      /* the soft pedal was down as it began */
    bool changed;   /* parameters or expression: apply them before the next frame */
    bool ramping;   /* a limited ramp goes on at the next tick */
    uint8_t channel;
    uint8_t pressed;                   /* the key that was */
    uint8_t key;                       /* the one that sounds: within the range of the kind */
    uint32_t note;                     /* 0: none */
    double velocity;                   /* as curve and trims make it, -0.25 to 1.25 */
    double trim;                       /* factor that evens out the keys */
    uint32_t model;                    /* that was chosen as it began */
    double start_pitch, start_seconds; /* pitch and decay of its modes as it began */
    double bend;                       /* [semitones] */
    double pressure;                   /* 0 to 1 */
    double timbre;                     /* -1 to 1 */
    double note_bend, note_pressure, note_timbre; /* of the note, beside its channel's */
    uint64_t start_order;
    Sleep sleep;
    double fade, fade_step;
    float sound[OUTS][TICK];
    double last[OUTS]; /* output */
    Pull pulls[PULLS_MAX];
    uint32_t set_delay; /* frames until controls begin to move: 1 after voice_set_from, else 0 */
    KindMemory memory;
    const CustomKind *custom; /* NULL: one of ours */
} Voice;

typedef struct Kind {
    UrtoInstrumentInfo info;
    uint32_t worlds;
    uint32_t inputs; /* channels of force that its worlds take */
    UrtoBody tuned;  /* the body whose lowest mode is the pitch */
    double steps;    /* a second that its worlds take at least; 0: one a frame */
    uint32_t
        model; /* 1 + the parameter that says what sounds: a note on another one is a new voice; 0: none */
    uint32_t voicing;     /* 1 + the parameter that chooses the trims of the keys; 0: none */
    RadiatorDef radiator; /* count 0: voices are heard as they are */
    const UrtoWorld
        *world;     /* that all voices have copies of, instead of building one; may be NULL */
    uint32_t sides; /* its outputs are 1: the middle, 2: left and right; 0: mid and side */
    double gain;    /* of all keys beside their trims; 0: 1 */
    const UrtoTarget *slots;
    /* Describes a world. */
    void (*build)(UrtoWorldDef *def, uint32_t world);
    /* Sets what a new world of a voice needs besides; may be NULL. */
    void (*finish)(UrtoWorld *world, uint32_t index);
    /* The world for the note of the voice; NULL: the only one. */
    uint32_t (*choose)(const Voice *voice);
    /* Moves everything that follows parameters, bend, pressure and timbre, in so many frames. */
    void (*apply)(Voice *voice, uint32_t ramp);
    /* A key goes down, on a voice at rest or one that sounds already. */
    void (*start)(Voice *voice);
    /* The key is up, and the pedal; may be NULL. */
    void (*stop)(Voice *voice);
    /* Every TICK frames of the instrument; true while the excitation goes on. May be NULL. */
    bool (*tick)(Voice *voice);
    /* Before frames are rendered; how many of them before the next call. NULL: all. */
    uint32_t (*watch)(Voice *voice, uint32_t frames);
    /* Fills the forces of some frames; NULL without inputs. */
    void (*input)(Voice *voice, float *const *signal, uint32_t frames);
} Kind;

/* Defines kind_NAME from what its file calls table, presets and slots, and from the fields of Kind
 * that follow. PARAMETERS ends the enumeration of the table. */
#define KIND(name_, ...)                                                                           \
    CHECK_TABLE(table, PARAMETERS);                                                                \
    _Static_assert(LENGTH(slots) <= SLOTS_MAX, "a kind has too many slots");                       \
    const Kind kind_##name_ = {.info.parameters = table,                                           \
                               .info.parameter_count = PARAMETERS,                                 \
                               .info.presets = presets,                                            \
                               .info.preset_count = LENGTH(presets),                               \
                               .slots = slots,                                                     \
                               .voicing = 1 + VOICING,                                             \
                               __VA_ARGS__}

#define DECLARE_KIND(name_) extern const Kind kind_##name_;
KINDS(DECLARE_KIND)

/* The last parameters of every kind; VOICING needs a list `voicings` of the ids of its presets. */
#define COMMON_NAMES VOICING, VELOCITY_CURVE, CONCERT_PITCH, MAKEUP, LEVEL
enum { COMMON_VELOCITY_CURVE, COMMON_CONCERT_PITCH, COMMON_MAKEUP, COMMON_LEVEL, COMMON_COUNT };
#define COMMON_ROWS                                                                                \
    [VOICING] = {NAMED("voicing", "Voicing", "output"),                                            \
                 CHOICE(voicings, LENGTH(voicings) - 1, 0.0), CONTROLLER(NO_CONTROLLER),           \
                 TEXT("Keys are made equally loud as this preset needs it; each preset sets its "  \
                      "own. Acts on the next note.")},                                             \
    [VELOCITY_CURVE] = {NAMED("velocity-curve", "Velocity curve", "input"),                        \
                        LINEAR(-1.0, 1.0, 0.0, ""), CONTROLLER(NO_CONTROLLER),                     \
                        TEXT("How keys answer: below 0 needs a heavier hand, above 0 a lighter "   \
                             "one.")},                                                             \
    [CONCERT_PITCH] = {NAMED("a4", "Concert pitch", "input"), LINEAR(400.0, 480.0, 440.0, "Hz"),   \
                       CONTROLLER(NO_CONTROLLER), TEXT("Frequency of A4.")},                       \
    [MAKEUP] = {NAMED("makeup", "Make-up gain", "output"), LINEAR(-60.0, 60.0, 0.0, "dB"),         \
                CONTROLLER(NO_CONTROLLER),                                                         \
                TEXT("What a preset needs to be as loud as the others; added to the level.")},     \
    [LEVEL] = {NAMED("level", "Level", "output"), LINEAR(-60.0, 24.0, 0.0, "dB"),                  \
               CONTROLLER(NO_CONTROLLER), TEXT("Loudness of the output; 0 dB is normal.")}

/* Parameters that many kinds have. */
#define PARAMETER_WIDTH                                                                            \
    {                                                                                              \
        NAMED("width", "Stereo width", "output"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(8),        \
            TEXT("From mono to far left and right.")                                               \
    }

/* The world that sounds. */
static inline UrtoWorld *voice_world(const Voice *voice)
{
    return voice->slots[voice->world_index].world;
}

/* By the key or the pedal. */
static inline bool voice_held(const Voice *voice)
{
    return voice->held || voice->sustained;
}

/* Factor that tunes the body to a pitch [Hz]. */
static inline double voice_tuning(const Voice *voice, double pitch)
{
    return pitch / voice->reference[voice->world_index];
}

/* Moves a control of the sounding world unless it is there already. */
void voice_set(Voice *voice, uint32_t slot, double value, uint32_t ramp) URTO_REALTIME;
/* The same from another value on: it is there at once and moves from the next frame on. */
void voice_set_from(Voice *voice, uint32_t slot, double from, double value,
                    uint32_t ramp) URTO_REALTIME;
/* The same for what must not jump, however far it has to go: by a factor of e in `seconds` at most,
 * from tick to tick. At the start of a note (ramp 0) at once. */
void voice_ramp_limited(Voice *voice, uint32_t slot, double value, double seconds,
                        uint32_t ramp) URTO_REALTIME;
/* Other modes for a body, and weights for a weighted port, of the sounding world. */
void voice_set_modes(Voice *voice, uint32_t body, const UrtoMode *modes,
                     uint32_t count) URTO_REALTIME;
void voice_set_weights(Voice *voice, uint32_t port, const double *weights,
                       uint32_t count) URTO_REALTIME;
/* Frequency of the note with its bend [Hz], and without it. */
double voice_pitch(const Voice *voice) URTO_REALTIME;
double voice_key_pitch(const Voice *voice) URTO_REALTIME;
/* Frequency of a MIDI key where A4 is 440 Hz. */
double key_pitch(double key) URTO_REALTIME;
/* Where in the stereo image mode n of a body lies, -1 to 1: the lowest near the middle, others to and
 * fro, never twice the same. */
double side_of_mode(uint32_t mode) URTO_REALTIME;
/* Frames of a time [s]. */
uint32_t voice_frames(const Voice *voice, double seconds) URTO_REALTIME;

/* A striker is body 1 of its world, and its head port 1; its contacts are numbered from 1. It rests
 * STRIKER_DISTANCE away from what it strikes. */
enum { STRIKER = 1, PORT_STRIKER = 1 };
#define STRIKER_DISTANCE 0.1 /* [m] */
/* Throws it at what a contact has on the other side. */
void striker_throw(Voice *voice, uint32_t contact, double speed) URTO_REALTIME;
/* Every TICK frames after the throw, not at ticks of the instrument, so that a stroke sounds alike wherever it
 * falls: catches it when it flies back and is at least `clearance` [m] from its contact, the first of the world.
 * How many of `frames` may follow before the next look. */
uint32_t striker_watch(Voice *voice, double clearance, uint32_t frames) URTO_REALTIME;

/* How far a hand goes at a velocity, against the hardest stroke: so many decibels less at 0; with a curve
 * above 1 steps are smaller near the top, and a hard note does not tower over the others. */
double stroke_size(double velocity, double decibels, double curve) URTO_REALTIME;

/* Begins a pull. Times in seconds. */
void voice_pull(Voice *voice, uint32_t index, double peak, double rise, double fall) URTO_REALTIME;
/* Adds the force of a pull to the signal. */
void voice_pull_signal(Voice *voice, uint32_t index, float *signal, uint32_t frames) URTO_REALTIME;
bool voice_pulls(const Voice *voice, uint32_t index) URTO_REALTIME;

#endif
