/** @file world.h
 *  Worlds: bodies that touch at ports, computed so that the energy balances to rounding.
 *
 *  Describe a world in a UrtoWorldDef, compile it for a sample rate with urto_world_create, advance
 * it with urto_world_process. Descriptions allocate; process never does. Functions of the
 * description return a status, and urto_world_def_diagnostic says what was wrong.
 */
#ifndef URTO_WORLD_H
#define URTO_WORLD_H

#include <urto/body.h>
#include <urto/law.h>
#include <urto/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most contact points and bows of one world. */
#define URTO_MAX_CONTACTS 2048u
/** Most output or input channels. */
#define URTO_MAX_CHANNELS 64u

/** The description of a world. */
typedef struct UrtoWorldDef UrtoWorldDef;
/** A compiled world: model and state in one block of memory. */
typedef struct UrtoWorld UrtoWorld;

/** A contact, or a line of them; id 0 is none. */
typedef struct UrtoContact {
    uint32_t id; /**< 1, 2, ... in the order of definition */
} UrtoContact;
/** A bow; id 0 is none. */
typedef struct UrtoBow {
    uint32_t id; /**< 1, 2, ... in the order of definition */
} UrtoBow;
/** A drive; id 0 is none. */
typedef struct UrtoDrive {
    uint32_t id; /**< 1, 2, ... in the order of definition */
} UrtoDrive;
/** A probe; id 0 is none. */
typedef struct UrtoProbe {
    uint32_t id; /**< 1, 2, ... in the order of definition */
} UrtoProbe;

/** Where memory comes from. */
typedef struct UrtoAllocator {
    void *(*allocate)(void *context, size_t bytes); /**< like malloc */
    void (*release)(void *context, void *memory);   /**< like free */
    void *context;                                  /**< handed to both */
} UrtoAllocator;

/** How contacts are solved; docs/worlds.md says which when. */
typedef enum UrtoSolver {
    URTO_SOLVER_MIDPOINT,            /**< midpoint discrete gradient: the default */
    URTO_SOLVER_QUADRATISED,         /**< quadratised with the capped gradient: fixed cost */
    URTO_SOLVER_QUADRATISED_SIGN,    /**< (004:27) with the exact sign test */
    URTO_SOLVER_QUADRATISED_PRINTED, /**< (004:27) exactly as printed */
    URTO_SOLVER_ITERATIVE,           /**< three-point discrete gradient (004:19) */
    URTO_SOLVER_TRAPEZOIDAL,         /**< the K-method of 002; masses and modal bodies only */
} UrtoSolver;

/** Choices for a whole world. */
typedef struct UrtoWorldOptions {
    UrtoSolver solver;     /**< for all contacts */
    uint32_t oversampling; /**< 1 to 16 inner steps a frame */
    uint32_t inputs;       /**< channels read by drives, 0 to 64 */
    uint32_t outputs;      /**< channels written by probes, 0 to 64 */
    uint32_t events;       /**< control events that may wait, 0 to 65536 */
    double smoothing;      /**< shortest ramp of a control that would click [s], 0 to 1 */
    double band;           /**< modes sound below this part of the Nyquist frequency, 0.5 to 1 */
    bool ledger;           /**< keep the books at every step; costs about as much as the bodies */
    bool repeatable;       /**< the same output to the last bit for any size of blocks; free flight
                                costs twice as much. Else it is the same but for rounding, which
                                contacts that bounce may magnify */
} UrtoWorldOptions;

/** What kind of law a contact follows. */
typedef enum UrtoContactKind {
    URTO_CONTACT_ONE_SIDED, /**< pushes when compressed */
    URTO_CONTACT_LINK, /**< K |x|^b both ways, with the damping of the law; b is the exponent */
} UrtoContactKind;

/** A contact between two ports, or between a port and a barrier.
 *  Compression is (displacement of below) - (displacement of above) - distance. */
typedef struct UrtoContactDef {
    UrtoPort below;       /**< none: a barrier at height -distance, under `above` */
    UrtoPort above;       /**< none: a barrier at height distance, over `below` */
    UrtoLaw law;          /**< stiffness, exponent, damping */
    UrtoContactKind kind; /**< one-sided or link */
    double distance;      /**< gap when both are at 0 [m], any sign */
    bool matched;         /**< midpoint, one-sided: correct the stiffness at each onset so that the
                               duration of hard hits is right */
} UrtoContactDef;

/** One side of a line of contacts. */
typedef struct UrtoLineSide {
    UrtoBody body;                   /**< none: a barrier */
    double from[2];                  /**< start of the line on this body, x and y [m] */
    double to[2];                    /**< its end */
    UrtoInterpolation interpolation; /**< between grid points */
} UrtoLineSide;

/** Many contact points along a line: wire on membrane, string on backboard or frets. */
typedef struct UrtoLineDef {
    UrtoLineSide below;      /**< the lower side; may be a barrier */
    UrtoLineSide above;      /**< the upper side; may be a barrier */
    UrtoLaw law;             /**< per point, or per metre if `density` */
    UrtoContactKind kind;    /**< one-sided or link */
    uint32_t points;         /**< 0: one at each inner grid point of a string (above, else below) */
    const double *positions; /**< places along the line, 0 to 1; copied. NULL: evenly spaced */
    const double *heights;   /**< of the barrier at these places [m]; copied. NULL: 0 */
    double (*profile)(void *context, double place); /**< height at a place 0 to 1, read while the
                                                         world is created, instead of heights */
    void *context;                                  /**< handed to profile */
    double distance;                                /**< added gap [m] */
    bool density; /**< stiffness is per metre: each point gets K times its share */
} UrtoLineDef;

/** A bow with the friction curve of (004:53): force F sqrt(2a) v exp(1/2 - a v^2). */
typedef struct UrtoBowDef {
    UrtoPort port;   /**< where it lies */
    double force;    /**< normal force F [N] >= 0 */
    double velocity; /**< of the bow [m/s] */
    double curve;    /**< a [s^2/m^2] > 0 */
    bool iterative;  /**< solve the friction equation; else one passive guess a step */
} UrtoBowDef;

/** A force signal at a port. */
typedef struct UrtoDriveDef {
    UrtoPort port;    /**< where it acts */
    uint32_t channel; /**< input channel, from 0 */
    double gain;      /**< [N] for an input of 1 */
} UrtoDriveDef;

/** What a probe reads. */
typedef enum UrtoQuantity {
    URTO_QUANTITY_DISPLACEMENT,  /**< of a port [m] */
    URTO_QUANTITY_VELOCITY,      /**< of a port [m/s], half a step before displacement */
    URTO_QUANTITY_ACCELERATION,  /**< of a port [m/s^2], one step before displacement */
    URTO_QUANTITY_CONTACT_FORCE, /**< of a contact, a line: the sum [N] */
    URTO_QUANTITY_BOW_FORCE,     /**< friction [N] */
    URTO_QUANTITY_STORED,        /**< energy of the world [J] */
    URTO_QUANTITY_DISSIPATED,    /**< energy lost so far [J]; needs the ledger */
    URTO_QUANTITY_SUPPLIED,      /**< energy put in so far [J]; needs the ledger */
    URTO_QUANTITY_RESIDUAL,      /**< imbalance [J]; needs the ledger */
} UrtoQuantity;

/** A probe: gain times a quantity, added to one output channel or panned over two. */
typedef struct UrtoProbeDef {
    UrtoQuantity quantity; /**< what */
    UrtoPort port;         /**< for displacement, velocity, acceleration */
    UrtoContact contact;   /**< for the contact force */
    UrtoBow bow;           /**< for the bow force */
    double gain;           /**< output for one SI unit */
    double pan;            /**< -1 left (channel) to 1 right (channel + 1), equal power */
    uint32_t channel;      /**< first output channel, from 0 */
    uint32_t width;        /**< 1: one channel, pan unused; 2: panned over two */
} UrtoProbeDef;

/** What can be changed while sounding. */
typedef enum UrtoParameter {
    URTO_PORT_X,            /**< id of a port [m] */
    URTO_PORT_Y,            /**< id of a port [m] */
    URTO_CONTACT_STIFFNESS, /**< id of a contact [N/m^a] > 0 */
    URTO_CONTACT_EXPONENT,  /**< id of a contact, 1 to 10 */
    URTO_CONTACT_DAMPING,   /**< id of a contact [s/m] >= 0 */
    URTO_CONTACT_DISTANCE,  /**< id of a contact [m]; moves a barrier */
    URTO_BOW_FORCE,         /**< id of a bow [N] >= 0 */
    URTO_BOW_VELOCITY,      /**< id of a bow [m/s] */
    URTO_DRIVE_GAIN,        /**< id of a drive [N] */
    URTO_PROBE_GAIN,        /**< id of a probe */
    URTO_PROBE_PAN,         /**< id of a probe, -1 to 1 */
    URTO_BODY_TUNING,       /**< id of a body: factor on all its frequencies, 1e-6 to 1e6; a mode
                                 that is lifted out of the band rests until it is back */
    URTO_BODY_LOSS,         /**< id of a body: factor on the decay that all frequencies share
                                 (loss[0]; masses and modes by hand: all of it), 0 to 1e6 */
    URTO_BODY_LOSS_HIGH,    /**< id of a body: factor on the decay that rises with frequency
                                 (loss[1], as it is at tuning 1), 0 to 1e6 */
    URTO_BODY_MASS,         /**< id of a body: factor on its mass, 1e-6 to 1e6; its springs and
                                 losses follow, so that it keeps its frequencies and decays */
} UrtoParameter;

/** A point of a control curve. */
typedef struct UrtoBreakpoint {
    double time;  /**< from the start [s] >= 0, rising */
    double value; /**< in the unit of the parameter */
} UrtoBreakpoint;

/** Where the energy is, came from and went [J]. */
typedef struct UrtoLedger {
    double stored;             /**< in bodies and contacts, now */
    double initial;            /**< at the start */
    double dissipated_body;    /**< by losses of bodies */
    double dissipated_contact; /**< by losses of contacts */
    double dissipated_bow;     /**< by friction */
    double supplied_bow;       /**< by the hand that moves the bows */
    double supplied_drive;     /**< by drives */
    double supplied_hand;      /**< by plucks, strikes and shapes */
    double supplied_gravity;   /**< by gravity */
    double supplied_change;    /**< by moving ports and barriers, changed laws and bodies */
    double residual;           /**< stored + dissipated - supplied - initial */
} UrtoLedger;

/** What happened in process so far. */
typedef struct UrtoStatistics {
    uint64_t steps;          /**< inner steps */
    uint64_t iterations;     /**< Newton iterations in all */
    uint32_t iterations_max; /**< in one step */
    double residual_max;     /**< largest last Newton correction, relative to the compression */
    uint32_t active;         /**< contact points that were solved in the last step */
    uint32_t active_max;     /**< most in one step */
    double force_min;        /**< smallest force of a one-sided contact [N]; negative: it pulled */
    double force_max;        /**< largest force of a one-sided contact [N] */
    double impulse_push;     /**< of all one-sided contacts [N s] */
    double impulse_pull;     /**< the part that pulled [N s] >= 0 */
    uint64_t nonfinite;      /**< times that a NaN or infinity muted the world */
    uint32_t modes_left_out; /**< modes above the band, left out */
    uint32_t events_lost;    /**< control events that ran out of room */
} UrtoStatistics;

/** Begin a description. allocator NULL: malloc and free. */
URTO_API UrtoStatus urto_world_def_create(UrtoWorldDef **def, const UrtoAllocator *allocator);
/** End a description; NULL is fine. Worlds made from it live on. */
URTO_API void urto_world_def_destroy(UrtoWorldDef *def);
/** What the last refused call on this description had to say. */
URTO_API const UrtoDiagnostic *urto_world_def_diagnostic(const UrtoWorldDef *def);

/** midpoint, no oversampling, no input, one output, 256 events, 5 ms smoothing, with a ledger, not
 *  repeatable. */
URTO_API UrtoWorldOptions urto_world_options(void);
/** One-sided, default law, distance 0, not matched, no ports. */
URTO_API UrtoContactDef urto_contact_def(void);
/** A line without bodies. */
URTO_API UrtoLineDef urto_line_def(void);
/** 1 N, 0.2 m/s, curve 100, iterative. */
URTO_API UrtoBowDef urto_bow_def(UrtoPort port);
/** 1 N for an input of 1 on channel 0. */
URTO_API UrtoDriveDef urto_drive_def(UrtoPort port);
/** Velocity of a port, gain 1, channel 0. */
URTO_API UrtoProbeDef urto_probe_def(UrtoPort port);

/** Set solver, oversampling, channels. */
URTO_API UrtoStatus urto_world_def_options(UrtoWorldDef *def, const UrtoWorldOptions *options);
/** Add a mass. */
URTO_API UrtoStatus urto_world_def_mass(UrtoWorldDef *def, const UrtoMassDef *mass, UrtoBody *body);
/** Add a string. */
URTO_API UrtoStatus urto_world_def_string(UrtoWorldDef *def, const UrtoStringDef *string,
                                          UrtoBody *body);
/** Add a bar. */
URTO_API UrtoStatus urto_world_def_bar(UrtoWorldDef *def, const UrtoBarDef *bar, UrtoBody *body);
/** Add a membrane. */
URTO_API UrtoStatus urto_world_def_membrane(UrtoWorldDef *def, const UrtoMembraneDef *membrane,
                                            UrtoBody *body);
/** Add a plate. */
URTO_API UrtoStatus urto_world_def_plate(UrtoWorldDef *def, const UrtoPlateDef *plate,
                                         UrtoBody *body);
/** Add a body given by its modes. */
URTO_API UrtoStatus urto_world_def_modal(UrtoWorldDef *def, const UrtoModalDef *modal,
                                         UrtoBody *body);
/** Add a port to a body. */
URTO_API UrtoStatus urto_world_def_port(UrtoWorldDef *def, const UrtoPortDef *port, UrtoPort *id);
/** Add a contact. */
URTO_API UrtoStatus urto_world_def_contact(UrtoWorldDef *def, const UrtoContactDef *contact,
                                           UrtoContact *id);
/** Add a line of contacts; it has one handle and shares its parameters. */
URTO_API UrtoStatus urto_world_def_line(UrtoWorldDef *def, const UrtoLineDef *line,
                                        UrtoContact *id);
/** Add a bow. */
URTO_API UrtoStatus urto_world_def_bow(UrtoWorldDef *def, const UrtoBowDef *bow, UrtoBow *id);
/** Add a drive. */
URTO_API UrtoStatus urto_world_def_drive(UrtoWorldDef *def, const UrtoDriveDef *drive,
                                         UrtoDrive *id);
/** Add a probe. */
URTO_API UrtoStatus urto_world_def_probe(UrtoWorldDef *def, const UrtoProbeDef *probe,
                                         UrtoProbe *id);
/** Let a parameter follow a curve, straight between its points. The points are copied. */
URTO_API UrtoStatus urto_world_def_control(UrtoWorldDef *def, UrtoParameter parameter, uint32_t id,
                                           const UrtoBreakpoint *points, uint32_t count);

/** Compile a description for a sample rate [Hz], 1000 to 1e7. On failure *world is NULL. */
URTO_API UrtoStatus urto_world_create(UrtoWorld **world, const UrtoWorldDef *def, double rate,
                                      UrtoDiagnostic *why);
/** Release a world; NULL is fine. */
URTO_API void urto_world_destroy(UrtoWorld *world);

/** Advance by some frames. in[channel][frame], out[channel][frame]; NULL for silence or to discard.
 */
URTO_API void urto_world_process(UrtoWorld *world, const float *const *in, float *const *out,
                                 uint32_t frames) URTO_REALTIME;
/** Move a parameter to a value, starting some frames from now, in a straight ramp of some frames.
 *  A ramp of 0 is a jump; parameters that would click (positions, distances, gains, bow) take at
 *  least the smoothing time of the world. */
URTO_API UrtoStatus urto_world_set(UrtoWorld *world, UrtoParameter parameter, uint32_t id,
                                   double value, uint32_t delay, uint32_t ramp,
                                   UrtoDiagnostic *why);
/** Strike a port with an impulse [N s], spread over one step. Booked as work of the hand. */
URTO_API UrtoStatus urto_world_strike(UrtoWorld *world, UrtoPort port, double impulse,
                                      UrtoDiagnostic *why);
/** Pull a body at a port to a displacement [m] and let go: a triangle on strings and bars, a
 * pyramid or cone on surfaces, a static shape on modal bodies without a line or surface. */
URTO_API UrtoStatus urto_world_pluck(UrtoWorld *world, UrtoPort port, double displacement,
                                     UrtoDiagnostic *why);
/** Forget what is to come: events of urto_world_set that wait for their frame are dropped, ramps
 * end where they are, and barriers that touch nothing go back to where they were made. */
URTO_API void urto_world_forget(UrtoWorld *world) URTO_REALTIME;
/** A shape: a value at a place of a body. */
typedef double (*UrtoShape)(void *context, double x, double y);
/** Give a body a displacement [m] and a velocity [m/s]; either may be NULL for zero. */
URTO_API UrtoStatus urto_world_shape(UrtoWorld *world, UrtoBody body, UrtoShape displacement,
                                     UrtoShape velocity, void *context, UrtoDiagnostic *why);
/** Give one mode of a modal body, counted from 0, a displacement [m] and velocity [m/s]. */
URTO_API UrtoStatus urto_world_mode(UrtoWorld *world, UrtoBody body, uint32_t mode,
                                    double displacement, double velocity, UrtoDiagnostic *why);

/** The books. Without UrtoWorldOptions.ledger only stored is meaningful. */
URTO_API UrtoLedger urto_world_ledger(const UrtoWorld *world) URTO_REALTIME;
/** Energy dissipated by one body [J]; 0 for an unknown one. */
URTO_API double urto_world_dissipated_by_body(const UrtoWorld *world, UrtoBody body) URTO_REALTIME;
/** Energy dissipated by one contact [J]; 0 for an unknown one. */
URTO_API double urto_world_dissipated_by_contact(const UrtoWorld *world,
                                                 UrtoContact contact) URTO_REALTIME;
/** Energy dissipated by one bow [J]; 0 for an unknown one. */
URTO_API double urto_world_dissipated_by_bow(const UrtoWorld *world, UrtoBow bow) URTO_REALTIME;
/** Energy in one contact [J]; 0 for an unknown one. */
URTO_API double urto_world_stored_in_contact(const UrtoWorld *world,
                                             UrtoContact contact) URTO_REALTIME;
/** What happened so far. */
URTO_API UrtoStatistics urto_world_statistics(const UrtoWorld *world) URTO_REALTIME;
/** Displacement of a port [m]; 0 for an unknown one. */
URTO_API double urto_world_displacement(const UrtoWorld *world, UrtoPort port) URTO_REALTIME;
/** Velocity of a port [m/s], half a step before the displacement; 0 for an unknown one. */
URTO_API double urto_world_velocity(const UrtoWorld *world, UrtoPort port) URTO_REALTIME;
/** Force of a contact in the last step [N], a line: the sum; 0 for an unknown one. */
URTO_API double urto_world_contact_force(const UrtoWorld *world, UrtoContact contact) URTO_REALTIME;
/** Compression of the first point of a contact [m]; 0 for an unknown one. */
URTO_API double urto_world_compression(const UrtoWorld *world, UrtoContact contact) URTO_REALTIME;
/** Frequency of a mode of a modal body as it is tuned now [Hz]; 0 for an unknown one. */
URTO_API double urto_world_mode_frequency(const UrtoWorld *world, UrtoBody body,
                                          uint32_t mode) URTO_REALTIME;
/** Degrees of freedom of a body: 1, modes, or inner grid points; 0 for an unknown one. */
URTO_API uint32_t urto_world_body_size(const UrtoWorld *world, UrtoBody body) URTO_REALTIME;
/** Frames by which the output of oversampled worlds is late. */
URTO_API double urto_world_latency(const UrtoWorld *world) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
