/* What instruments are made of. A kind is a const struct: a table of parameters, presets, and the
 * functions that describe its worlds and turn notes and parameters into what hands do to them. A
 * voice has one world for each variant of the kind (an octave range, a body); one of them sounds.
 *
 * Handles of a world are numbers from 1 in the order of definition, so a kind names them by an
 * enumeration that follows its build function.
 */
#ifndef INSTRUMENT_VOICE_H
#define INSTRUMENT_VOICE_H

#include "../base/status.h"

#include <urto/instrument.h>

enum {
    TICK = 64,           /* frames between two looks at a voice */
    CONTROLS_MAX = 32,   /* of a world, that a kind moves */
    WORLDS_MAX = 6,      /* of a voice */
    MEMORY_MAX = 10,     /* numbers that a kind keeps for a voice */
    PARAMETERS_MAX = 24, /* of a kind */
    SPARE_VOICES = 4,    /* that fade while others begin */
};

/* A force that rises to a peak and falls to 0, smoothly: a finger that pulls and lets go. */
typedef struct Pull {
    double from, peak;
    uint32_t rise, fall, frame; /* frame: since it began; rise + fall: done */
} Pull;

typedef enum VoiceState { VOICE_IDLE, VOICE_SOUNDS, VOICE_FADES } VoiceState;

typedef struct Voice {
    const double *parameters; /* of the instrument */
    double rate;
    UrtoWorld *worlds[WORLDS_MAX];
    double reference[WORLDS_MAX]; /* lowest frequency of the tuned body [Hz] */
    uint32_t at;                  /* the world that sounds */
    VoiceState state;
    bool held; /* the key is down */
    bool kept; /* by the pedal */
    bool changed;
    uint8_t channel, key;
    int32_t note;
    double velocity;
    double bend;                               /* [semitones] */
    double pressure;                           /* 0 to 1 */
    double timbre;                             /* -1 to 1 */
    double own_bend, own_pressure, own_timbre; /* of the note, beside its channel's */
    uint64_t born;
    uint32_t quiet; /* ticks */
    double fade, fade_step;
    float sound[2][TICK];
    double last[2]; /* output */
    double peak;    /* since the last tick */
    Pull pulls[2];
    uint32_t ahead; /* frames from now at which what has been laid out begins: 0 or 1 */
    bool glides;    /* something has still a way to go: it goes on at the next tick */
    double applied[WORLDS_MAX][CONTROLS_MAX];
    double memory[MEMORY_MAX];
} Voice;

typedef struct Kind {
    UrtoInstrumentInfo info;
    uint32_t worlds;
    uint32_t inputs; /* channels of force that its worlds take */
    UrtoBody tuned;  /* the body whose lowest mode is the pitch */
    /* Describes a world; only refusals of the library are possible. */
    UrtoStatus (*build)(UrtoWorldDef *def, uint32_t world);
    /* The world for the note at hand. */
    uint32_t (*choose)(const Voice *voice);
    /* Moves everything that parameters, bend, pressure and timbre say, in so many frames. */
    void (*apply)(Voice *voice, uint32_t ramp);
    /* A key goes down, on a voice at rest or one that sounds already. */
    void (*start)(Voice *voice);
    /* The key is up, and the pedal; may be NULL. */
    void (*stop)(Voice *voice);
    /* Every TICK frames; true while hands are still at work. May be NULL. */
    bool (*tick)(Voice *voice);
    /* Fills the forces of some frames; NULL without inputs. */
    void (*input)(Voice *voice, float *const *signal, uint32_t frames);
} Kind;

extern const Kind kind_mallet, kind_hammered_string, kind_fretted_string, kind_tanpura, kind_snare,
    kind_tromba, kind_bounce, kind_roll, kind_scrape;

/* The world that sounds. */
static inline UrtoWorld *voice_world(const Voice *voice)
{
    return voice->worlds[voice->at];
}

/* Moves a control of the sounding world unless it is there already; slot numbers are the kind's.
 */
void voice_set(Voice *voice, uint32_t slot, uint32_t control, uint32_t id, double value,
               uint32_t ramp) URTO_REALTIME;
/* The same from another value on: it is there at once and moves from the next frame on. */
void voice_set_from(Voice *voice, uint32_t slot, uint32_t control, uint32_t id, double from,
                    double value, uint32_t ramp) URTO_REALTIME;
/* The same for what must not jump, however far it has to go: by equal ratios, a factor of e in
 * `seconds` at most, from tick to tick. At the start of a note (ramp 0) at once. */
void voice_creep(Voice *voice, uint32_t slot, uint32_t control, uint32_t id, double value,
                 double seconds, uint32_t ramp) URTO_REALTIME;
/* Frequency of the note with its bend [Hz], and of a MIDI key. */
double voice_pitch(const Voice *voice) URTO_REALTIME;
double key_pitch(double key) URTO_REALTIME;
/* Throws a mass at a port from just before it touches: compression is (port of the mass) - (target)
 * - distance, or the negative of it when `above`, the mass over the target. */
void voice_throw(Voice *voice, UrtoBody mass, UrtoPort target, double distance, double speed,
                 bool above) URTO_REALTIME;
/* Puts a mass to rest somewhere. */
void voice_park(Voice *voice, UrtoBody mass, double position) URTO_REALTIME;
/* Begins a pull. Times in seconds. */
void voice_pull(Voice *voice, uint32_t index, double peak, double rise, double fall) URTO_REALTIME;
/* The force of a pull in each of some frames, added to the signal. */
void voice_pull_signal(Voice *voice, uint32_t index, float *signal, uint32_t frames) URTO_REALTIME;
bool voice_pulls(const Voice *voice, uint32_t index) URTO_REALTIME;
/* Frames of a time. */
uint32_t voice_frames(const Voice *voice, double seconds) URTO_REALTIME;

/* From a to b as x goes from 0 to 1, by equal ratios. */
double between(double a, double b, double x) URTO_REALTIME;
double clamp(double x, double least, double most) URTO_REALTIME;
/* Decay [1/s] of an amplitude that falls by 60 dB in a time. */
double decay_of(double seconds) URTO_REALTIME;

/* Parameters that many kinds have. */
#define PARAMETER_LEVEL                                                                            \
    {                                                                                              \
        "level", "Level", "dB", "output", -60.0, 24.0, 0.0, URTO_CURVE_LINEAR, -1, NULL,           \
            "Loudness of the output."                                                              \
    }

#define PARAMETER_WIDTH                                                                            \
    {                                                                                              \
        "width", "Stereo width", "", "output", 0.0, 1.0, 0.5, URTO_CURVE_LINEAR, 8, NULL,          \
            "From mono to far left and right."                                                     \
    }
/* The values of a preset. */
#define VALUES(list) .values = (list), .count = sizeof(list) / sizeof *(list)

/* build.c: pieces of worlds. */
typedef struct Plan {
    UrtoWorldDef *def;
} Plan;

/* A mass, on a spring of a frequency [Hz]; 0: free. */
void plan_mass(Plan *plan, double mass, double frequency, double loss);
/* A modal membrane: radius [m], lowest mode [Hz], mass [kg], modes; losses as those of a string. */
void plan_membrane(Plan *plan, double radius, double pitch, double mass, uint32_t modes);
void plan_line(Plan *plan, const UrtoLineDef *line);
void plan_bow(Plan *plan, uint32_t port, double curve);
void plan_port(Plan *plan, uint32_t body, double x, double y);
/* One-sided, of two ports; 0 is none. */
void plan_contact(Plan *plan, uint32_t below, uint32_t above, UrtoLaw law, double distance);
void plan_link(Plan *plan, uint32_t below, uint32_t above, double stiffness, double damping);
void plan_drive(Plan *plan, uint32_t port, uint32_t channel);
/* Velocity of a port; its acceleration, equally loud at 500 Hz; the force of a contact. */
void plan_probe(Plan *plan, uint32_t port, double gain, double pan);
void plan_acceleration(Plan *plan, uint32_t port, double gain, double pan);
void plan_force(Plan *plan, uint32_t contact, double gain, double pan);
extern const double acceleration_scale;
/* A modal string of 1 m: lowest mode [Hz], mass [kg], inharmonicity B, modes. Its losses at tuning
 * 1 are 1/s for all, and 1/s times the square of the number of the mode. */
void plan_string(Plan *plan, double pitch, double mass, double stiff, uint32_t modes);
void plan_wire(Plan *plan, double length, double pitch, double mass, uint32_t modes);
double string_tension(double pitch, double mass);

/* object.c: things that are struck, bounced and rolled on. */
enum { OBJECT_BAR, OBJECT_TUNED_BAR, OBJECT_MEMBRANE, OBJECT_PLATE, OBJECT_GLASS, OBJECTS };

extern const char *const object_names[];
/* The body, which is the next one, and three ports: where it is touched, heard left, heard right.
 */
void plan_object(Plan *plan, uint32_t object, uint32_t body);
/* Left and right probes of the second and third port; a membrane radiates by its acceleration. */
void plan_object_probes(Plan *plan, uint32_t object, uint32_t left, double gain);
/* A place on it in metres, from 0 to 1 along its middle. */
double object_x(uint32_t object, double place) URTO_REALTIME;
double object_mass(uint32_t object) URTO_REALTIME;
typedef struct ObjectLoss {
    double loss, high;
} ObjectLoss;
/* Factors for a decay time of the lowest mode [s] and a material, 0 (all modes alike) to 1. */
ObjectLoss object_loss(uint32_t object, double seconds, double material) URTO_REALTIME;

/* surface.c: a rough surface, the same at every run. Height at a place, about -1 to 1. */
double surface_rough(double place, double detail) URTO_REALTIME;
double surface_ridged(double place, double irregular) URTO_REALTIME;

#endif
