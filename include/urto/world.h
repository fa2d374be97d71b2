/** @file world.h
 *  Worlds: bodies that touch at ports, computed so that the energy balances to rounding.
 *
 *      UrtoWorldDef *def = NULL;
 *      UrtoWorld *world = NULL;
 *      UrtoDiagnostic why;
 *      UrtoMassDef ball = urto_mass_def();
 *      urto_world_def_create(&def, NULL);
 *      UrtoBody body = urto_world_def_mass(def, &ball);
 *      UrtoPortDef centre = urto_port_def(body);
 *      UrtoPort port = urto_world_def_port(def, &centre);
 *      UrtoProbeDef ear = urto_probe_def(port);
 *      urto_world_def_probe(def, &ear);
 *      if (urto_world_create(&world, def, 48000.0, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 *
 *  Definitions are sticky: the first call that is refused is remembered, later calls do nothing and
 *  return handle 0, and urto_world_create says what was refused. So check once, at the end.
 *
 *  Threads. [setup] functions allocate or take long: call them from any thread, but one at a time
 *  for one object. [audio] functions belong to the thread that processes the world; they never
 *  allocate, lock or wait. Pass NULL for `why` there: a message costs a formatted print. [any]
 *  functions may be called from one other thread while the world is processed.
 */
#ifndef URTO_WORLD_H
#define URTO_WORLD_H

#include <urto/allocator.h>
#include <urto/body.h>
#include <urto/law.h>
#include <urto/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most contact points and bows of one world. */
#define URTO_MAX_CONTACTS 2048u
/** UrtoWorldOptions.smoothing that is none. */
#define URTO_NO_SMOOTHING 1e-9
/** Most output or input channels. */
#define URTO_MAX_CHANNELS 64u

/** The description of a world. */
typedef struct UrtoWorldDef UrtoWorldDef;
/** A compiled world: model and state in one block of memory. */
typedef struct UrtoWorld UrtoWorld;

/** A contact, or a line of them; id 0 is none. */
typedef struct UrtoContact {
    uint32_t id;  /**< 1, 2, ... in the order of definition */
    uint32_t tag; /**< of its description; 0, as in a handle written by hand, is not checked */
} UrtoContact;
/** A bow; id 0 is none. */
typedef struct UrtoBow {
    uint32_t id;  /**< 1, 2, ... in the order of definition */
    uint32_t tag; /**< of its description; 0, as in a handle written by hand, is not checked */
} UrtoBow;
/** A drive; id 0 is none. */
typedef struct UrtoDrive {
    uint32_t id;  /**< 1, 2, ... in the order of definition */
    uint32_t tag; /**< of its description; 0, as in a handle written by hand, is not checked */
} UrtoDrive;
/** A probe; id 0 is none. */
typedef struct UrtoProbe {
    uint32_t id;  /**< 1, 2, ... in the order of definition */
    uint32_t tag; /**< of its description; 0, as in a handle written by hand, is not checked */
} UrtoProbe;

/** How contacts are solved; docs/worlds.md says which when. */
typedef enum UrtoSolver {
    URTO_SOLVER_MIDPOINT,    /**< midpoint discrete gradient: the default */
    URTO_SOLVER_QUADRATISED, /**< quadratised, one linear solve: fixed cost */
    URTO_SOLVER_ITERATIVE,   /**< three-point discrete gradient (004:19) */
    URTO_SOLVER_TRAPEZOIDAL, /**< the K-method of 002; masses and modal bodies only */
} UrtoSolver;

/** Choices for a whole world. All zero is what most want: each 0 stands for a default. */
typedef struct UrtoWorldOptions {
    UrtoSolver solver;       /**< for all contacts */
    UrtoGradient gradient;   /**< of the quadratised solver, for comparison with papers */
    uint32_t oversampling;   /**< inner steps a frame, 1 to 16; 0: 1 */
    uint32_t inputs;         /**< channels read by drives, at most 64; 0: as many as they name */
    uint32_t outputs;        /**< channels written by probes, at most 64; 0: as many as they name */
    uint32_t events;         /**< changes that may wait for their frame, at most 65536; 0: 256 */
    uint32_t contact_events; /**< room for UrtoContactEvent, at most 65536; 0: they are not kept */
    double smoothing;        /**< shortest ramp of a control that would click [s], at most 1;
                                  0: 5 ms; URTO_NO_SMOOTHING: none */
    double band;             /**< modes sound below this part of the Nyquist frequency, 0.5 to 1;
                                  0: 1 */
    bool ledger;             /**< track energy at every step. A lone contact then takes up to
                                twice as long, many up to 3 times; free flight costs a few
                                percent. A probe of dissipated, supplied or residual energy
                                switches it on */
    bool repeatable;       /**< the same output to the last bit for any size of blocks; free flight
                                costs twice as much. Else it is the same but for rounding, which
                                contacts that bounce may magnify */
    bool start_as_printed; /**< bodies, and bows that press from the start, begin as papers print
                                it: u- = u0 - k v0 and the whole force at once, half a step
                                early. Else to the second order; see docs/worlds.md */
    uint32_t lanes; /**< doubles in a vector: 2, 4 (AVX2 and FMA) or 8 (AVX-512), one that the
                                processor has; 0: chosen by processor and world. Outputs of
                                different lengths are the same but for rounding */
    const UrtoAllocator *allocator; /**< of worlds; NULL: that of the description */
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
    uint32_t cookie;      /**< set by urto_contact_def() */
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
    bool density;    /**< stiffness is per metre: each point gets K times its share */
    uint32_t cookie; /**< set by urto_line_def() */
} UrtoLineDef;

/** A bow with the friction curve of (004:53): force F sqrt(2a) v exp(1/2 - a v^2). */
typedef struct UrtoBowDef {
    UrtoPort port;   /**< where it lies */
    double force;    /**< normal force F [N] >= 0 */
    double velocity; /**< of the bow [m/s] */
    double curve;    /**< a [s^2/m^2] > 0 */
    bool iterative;  /**< where contacts act on the body too: solve bow and contacts in turn until
                          they agree; else once, still passive. Alone it is exact either way */
    bool lagged; /**< not iterative: guess the velocity of a step from the last one by one Newton
                          step, for comparison with papers; flat by cents */
    uint32_t cookie; /**< set by urto_bow_def() */
} UrtoBowDef;

/** A force signal at a port. */
typedef struct UrtoDriveDef {
    UrtoPort port;    /**< where it acts */
    uint32_t channel; /**< input channel, from 0 */
    double gain;      /**< [N] for an input of 1 */
    uint32_t cookie;  /**< set by urto_drive_def() */
} UrtoDriveDef;

/** What a probe reads. */
typedef enum UrtoQuantity {
    URTO_QUANTITY_DISPLACEMENT,  /**< of a port [m] */
    URTO_QUANTITY_VELOCITY,      /**< of a port [m/s], half a step before displacement */
    URTO_QUANTITY_ACCELERATION,  /**< of a port [m/s^2], one step before displacement */
    URTO_QUANTITY_CONTACT_FORCE, /**< of a contact, a line: the sum [N] */
    URTO_QUANTITY_BOW_FORCE,     /**< friction [N] */
    URTO_QUANTITY_BOW_SLIP,   /**< velocity of the body at a bow minus that of the bow, centred on
                                      the step, which is what friction sees [m/s] */
    URTO_QUANTITY_STORED,     /**< energy of the world [J] */
    URTO_QUANTITY_DISSIPATED, /**< energy lost so far [J]; switches the ledger on */
    URTO_QUANTITY_SUPPLIED,   /**< energy put in so far [J]; switches the ledger on */
    URTO_QUANTITY_RESIDUAL,   /**< imbalance [J]; switches the ledger on */
} UrtoQuantity;

/** A probe: gain times a quantity, added to one output channel or panned over two. */
typedef struct UrtoProbeDef {
    UrtoQuantity quantity; /**< what */
    UrtoPort port;         /**< for displacement, velocity, acceleration */
    UrtoContact contact;   /**< for the contact force */
    UrtoBow bow;           /**< for the bow force and the slip */
    double gain;           /**< output for one SI unit */
    double pan;            /**< -1 left (channel) to 1 right (channel + 1), equal power */
    uint32_t channel;      /**< first output channel, from 0 */
    uint32_t width;        /**< 1: one channel, pan unused; 2: panned over two */
    uint32_t cookie;       /**< set by urto_probe_def() */
} UrtoProbeDef;

/** What can be changed of a port while sounding. */
typedef enum UrtoPortControl {
    URTO_PORT_X, /**< [m] */
    URTO_PORT_Y, /**< [m] */
} UrtoPortControl;

/** What can be changed of a contact. */
typedef enum UrtoContactControl {
    URTO_CONTACT_STIFFNESS = URTO_PORT_Y + 1, /**< [N/m^a] > 0 */
    URTO_CONTACT_EXPONENT,                    /**< 1 to 10 */
    URTO_CONTACT_DAMPING,                     /**< [s/m] >= 0 */
    URTO_CONTACT_DISTANCE,                    /**< [m]; moves a barrier */
} UrtoContactControl;

/** What can be changed of a bow. */
typedef enum UrtoBowControl {
    URTO_BOW_FORCE = URTO_CONTACT_DISTANCE + 1, /**< [N] >= 0 */
    URTO_BOW_VELOCITY,                          /**< [m/s] */
} UrtoBowControl;

/** What can be changed of a drive. */
typedef enum UrtoDriveControl {
    URTO_DRIVE_GAIN = URTO_BOW_VELOCITY + 1, /**< [N] */
} UrtoDriveControl;

/** What can be changed of a probe. */
typedef enum UrtoProbeControl {
    URTO_PROBE_GAIN = URTO_DRIVE_GAIN + 1, /**< output for one SI unit */
    URTO_PROBE_PAN,                        /**< -1 to 1 */
} UrtoProbeControl;

/** What can be changed of a body. */
typedef enum UrtoBodyControl {
    URTO_BODY_TUNING = URTO_PROBE_PAN + 1, /**< factor on all its frequencies, 1e-6 to 1e6; a mode
                                                that is lifted out of the band rests until it is
                                                back */
    URTO_BODY_LOSS,      /**< factor on the decay that all frequencies share (loss[0]; masses and
                              modes by hand: all of it), 0 to 1e6 */
    URTO_BODY_LOSS_HIGH, /**< factor on the decay that rises with frequency (loss[1], as it is at
                              tuning 1), 0 to 1e6 */
    URTO_BODY_MASS,      /**< factor on its mass, 1e-6 to 1e6; its springs and losses follow, so
                              that it keeps its frequencies and decays */
} UrtoBodyControl;

/** How many controls there are: those above, numbered from 0 through all kinds. */
#define URTO_CONTROLS (URTO_BODY_MASS + 1u)

/** What a control belongs to. */
typedef enum UrtoOwner {
    URTO_OWNER_PORT,    /**< UrtoPortControl */
    URTO_OWNER_CONTACT, /**< UrtoContactControl */
    URTO_OWNER_BOW,     /**< UrtoBowControl */
    URTO_OWNER_DRIVE,   /**< UrtoDriveControl */
    URTO_OWNER_PROBE,   /**< UrtoProbeControl */
    URTO_OWNER_BODY,    /**< UrtoBodyControl */
} UrtoOwner;

/** A row of the table of controls. */
typedef struct UrtoControlInfo {
    const char *name; /**< as scenes spell it, "stiffness" */
    UrtoOwner owner;  /**< what has it */
    const char *unit; /**< SI, "" for none */
    double minimum;   /**< least value */
    double maximum;   /**< largest value */
    bool smoothed;    /**< would click: takes at least UrtoWorldOptions.smoothing */
} UrtoControlInfo;

/** One control of one thing: what curves follow and players find by name. Make it with the function
 *  of its kind below, which takes no other handle. */
typedef struct UrtoTarget {
    uint32_t control; /**< of the kind's enumeration */
    uint32_t id;      /**< of the thing; 0 is none */
    uint32_t tag;     /**< of its handle */
} UrtoTarget;

/** A point of a control curve. */
typedef struct UrtoBreakpoint {
    double time;  /**< from the start [s] >= 0, rising */
    double value; /**< in the unit of the control */
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

/** What kind a body is. */
typedef enum UrtoBodyKind {
    URTO_BODY_KIND_NONE,     /**< no such body */
    URTO_BODY_KIND_MASS,     /**< UrtoMassDef */
    URTO_BODY_KIND_STRING,   /**< UrtoStringDef */
    URTO_BODY_KIND_BAR,      /**< UrtoBarDef */
    URTO_BODY_KIND_MEMBRANE, /**< UrtoMembraneDef */
    URTO_BODY_KIND_PLATE,    /**< UrtoPlateDef */
    URTO_BODY_KIND_MODAL,    /**< UrtoModalDef */
} UrtoBodyKind;

/** What a compiled body is. */
typedef struct UrtoBodyInfo {
    UrtoBodyKind kind;   /**< as it was defined */
    UrtoModel model;     /**< any but auto; a mass is modal */
    UrtoOutline outline; /**< rectangle, which is also a line, or circle */
    double size[2];      /**< extent in x and y [m], 0 for none; a circle: radius */
    uint32_t degrees;    /**< of freedom: 1, modes, or inner grid points */
} UrtoBodyInfo;

/** What happened in process so far. */
typedef struct UrtoStatistics {
    uint64_t steps;            /**< inner steps */
    uint64_t iterations;       /**< Newton iterations in all */
    uint32_t iterations_max;   /**< in one step */
    double residual_max;       /**< largest last Newton correction, relative to the compression */
    double force_residual_max; /**< largest misfit of a force of coupled contacts, relative to it:
                                    against what its law answers to all the others */
    uint64_t unsolved;         /**< times that coupled contacts were not solved: for that step they
                                  kept their energy and pushed with no force */
    uint32_t active;           /**< contact points that were solved in the last step */
    uint32_t active_max;       /**< most in one step */
    double force_min;        /**< smallest force of a one-sided contact [N]; negative: it pulled */
    double force_max;        /**< largest force of a one-sided contact [N] */
    double impulse_push;     /**< of all one-sided contacts [N s] */
    double impulse_pull;     /**< the part that pulled [N s] >= 0 */
    uint64_t nonfinite;      /**< times that a NaN, an infinity or an
                                  output beyond what a float holds muted the world */
    uint32_t modes_left_out; /**< modes above the band, left out */
    uint32_t events_lost;    /**< changes that found no room to wait */
    uint32_t contact_events_lost; /**< contact events that nobody drained in time */
} UrtoStatistics;

/** Begin or end of a contact. */
typedef enum UrtoContactEventKind {
    URTO_CONTACT_BEGINS, /**< the first point of the contact touches */
    URTO_CONTACT_ENDS,   /**< the last one has let go */
} UrtoContactEventKind;

/** What happened at a contact; links, which never let go, have none. */
typedef struct UrtoContactEvent {
    UrtoContactEventKind kind; /**< begin or end */
    UrtoContact contact;       /**< which */
    uint64_t frame;            /**< since the world was created or reset */
    double speed;              /**< of approach when it began [m/s] */
    double peak_force;         /**< largest so far [N], a line: of the sum; 0 at the begin */
    double impulse;            /**< so far [N s]; 0 at the begin */
} UrtoContactEvent;

/** Begin a description. allocator NULL: malloc and free. Without memory *def is NULL, which all
 *  functions of a description take and urto_world_create refuses. [setup] */
URTO_API UrtoStatus urto_world_def_create(UrtoWorldDef **def, const UrtoAllocator *allocator);
/** End a description; NULL is fine. Worlds made from it live on. [setup] */
URTO_API void urto_world_def_destroy(UrtoWorldDef *def);
/** URTO_OK, or the first refusal and what it had to say; why may be NULL. [setup] */
URTO_API UrtoStatus urto_world_def_status(const UrtoWorldDef *def, UrtoDiagnostic *why);
/** Drop a refusal and go on: what was refused is not part of the description. [setup] */
URTO_API void urto_world_def_clear(UrtoWorldDef *def);

/** All zero: the defaults. [any] */
URTO_API UrtoWorldOptions urto_world_options(void);
/** One-sided, default law, distance 0, not matched, no ports. [any] */
URTO_API UrtoContactDef urto_contact_def(void);
/** A line without bodies. [any] */
URTO_API UrtoLineDef urto_line_def(void);
/** 1 N, 0.2 m/s, curve 100, iterative, not lagged. [any] */
URTO_API UrtoBowDef urto_bow_def(UrtoPort port);
/** 1 N for an input of 1 on channel 0. [any] */
URTO_API UrtoDriveDef urto_drive_def(UrtoPort port);
/** Velocity of a port, gain 1, channel 0. [any] */
URTO_API UrtoProbeDef urto_probe_def(UrtoPort port);

/* Each of the following does nothing and returns handle 0 after a refusal. */

/** Set solver, oversampling, channels; NULL: the defaults. [setup] */
URTO_API void urto_world_def_options(UrtoWorldDef *def, const UrtoWorldOptions *options);
/** Add a mass. [setup] */
URTO_API UrtoBody urto_world_def_mass(UrtoWorldDef *def, const UrtoMassDef *mass);
/** Add a string. [setup] */
URTO_API UrtoBody urto_world_def_string(UrtoWorldDef *def, const UrtoStringDef *string);
/** Add a bar. [setup] */
URTO_API UrtoBody urto_world_def_bar(UrtoWorldDef *def, const UrtoBarDef *bar);
/** Add a membrane. [setup] */
URTO_API UrtoBody urto_world_def_membrane(UrtoWorldDef *def, const UrtoMembraneDef *membrane);
/** Add a plate. [setup] */
URTO_API UrtoBody urto_world_def_plate(UrtoWorldDef *def, const UrtoPlateDef *plate);
/** Add a body given by its modes. [setup] */
URTO_API UrtoBody urto_world_def_modal(UrtoWorldDef *def, const UrtoModalDef *modal);
/** Add a copy of a body of another description, or of this one. [setup] */
URTO_API UrtoBody urto_world_def_copy_body(UrtoWorldDef *def, const UrtoWorldDef *from,
                                           UrtoBody body);
/** Add a port to a body. [setup] */
URTO_API UrtoPort urto_world_def_port(UrtoWorldDef *def, const UrtoPortDef *port);
/** Add a contact. [setup] */
URTO_API UrtoContact urto_world_def_contact(UrtoWorldDef *def, const UrtoContactDef *contact);
/** Add a line of contacts; it has one handle and shares its law. [setup] */
URTO_API UrtoContact urto_world_def_line(UrtoWorldDef *def, const UrtoLineDef *line);
/** Add a bow. [setup] */
URTO_API UrtoBow urto_world_def_bow(UrtoWorldDef *def, const UrtoBowDef *bow);
/** Add a drive. [setup] */
URTO_API UrtoDrive urto_world_def_drive(UrtoWorldDef *def, const UrtoDriveDef *drive);
/** Add a probe. [setup] */
URTO_API UrtoProbe urto_world_def_probe(UrtoWorldDef *def, const UrtoProbeDef *probe);
/** Add a port at a place of a body [m], linear interpolation. [setup] */
URTO_API UrtoPort urto_world_def_port_at(UrtoWorldDef *def, UrtoBody body, double x, double y);
/** Add a one-sided contact of two ports, either of which may be none. [setup] */
URTO_API UrtoContact urto_world_def_contact_between(UrtoWorldDef *def, UrtoPort below,
                                                    UrtoPort above, UrtoLaw law, double distance);
/** Let a control follow a curve, straight between its points, which are copied. [setup] */
URTO_API void urto_world_def_curve(UrtoWorldDef *def, UrtoTarget target,
                                   const UrtoBreakpoint *points, uint32_t count);

/** Whether one body can be compiled for a rate, by itself. [setup] */
URTO_API UrtoStatus urto_world_def_check_body(const UrtoWorldDef *def, UrtoBody body, double rate,
                                              UrtoDiagnostic *why);
/** Compile a description for a sample rate [Hz], 1000 to 1e7. On failure *world is NULL and why
 * says what was refused: here, or first in the description. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_world_create(UrtoWorld **world, const UrtoWorldDef *def,
                                                     double rate, UrtoDiagnostic *why);
/** A copy as it is now, with its state; handles are good for both. Far cheaper than to compile
 *  again: one block of memory. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_world_clone(UrtoWorld **copy, const UrtoWorld *world,
                                                    UrtoDiagnostic *why);
/** Release a world; NULL is fine. [setup] */
URTO_API void urto_world_destroy(UrtoWorld *world);
/** Back to how it was created: state, controls, curves, ledger, statistics, frame 0. Costs about as
 *  much as a change of all its bodies. [audio] */
URTO_API void urto_world_reset(UrtoWorld *world) URTO_REALTIME;
/** Memory of a world [bytes]; 0 for NULL. [any] */
URTO_API size_t urto_world_bytes(const UrtoWorld *world) URTO_REALTIME;
/** True when nothing moves by more than 1e-13 m a step, acts or waits: it may be left alone until
 *  the next change. A mass that flies away from all it could touch, unheard, counts as at rest.
 *  [audio] */
URTO_API bool urto_world_sleeps(const UrtoWorld *world) URTO_REALTIME;

/** Advance by some frames. in[channel][frame], out[channel][frame]; NULL for silence or to discard.
 *  [audio] */
URTO_API void urto_world_process(UrtoWorld *world, const float *const *in, float *const *out,
                                 uint32_t frames) URTO_REALTIME;

/** A row of the table of controls; NULL for an unknown one. [any] */
URTO_API const UrtoControlInfo *urto_control_info(uint32_t control) URTO_REALTIME;
/** A control of a port. [any] */
URTO_API UrtoTarget urto_port_target(UrtoPort port, UrtoPortControl control) URTO_REALTIME;
/** A control of a contact. [any] */
URTO_API UrtoTarget urto_contact_target(UrtoContact contact,
                                        UrtoContactControl control) URTO_REALTIME;
/** A control of a bow. [any] */
URTO_API UrtoTarget urto_bow_target(UrtoBow bow, UrtoBowControl control) URTO_REALTIME;
/** A control of a drive. [any] */
URTO_API UrtoTarget urto_drive_target(UrtoDrive drive, UrtoDriveControl control) URTO_REALTIME;
/** A control of a probe. [any] */
URTO_API UrtoTarget urto_probe_target(UrtoProbe probe, UrtoProbeControl control) URTO_REALTIME;
/** A control of a body. [any] */
URTO_API UrtoTarget urto_body_target(UrtoBody body, UrtoBodyControl control) URTO_REALTIME;
/** Move a control to a value, starting some frames from now, in a straight ramp of some frames. A
 *  ramp of 0 is a jump; controls that would click take at least the smoothing time of the world.
 *  [audio] */
URTO_API UrtoStatus urto_world_set(UrtoWorld *world, UrtoTarget target, double value,
                                   uint32_t delay, uint32_t ramp,
                                   UrtoDiagnostic *why) URTO_REALTIME;
/** The same for a port. [audio] */
URTO_API UrtoStatus urto_world_set_port(UrtoWorld *world, UrtoPort port, UrtoPortControl control,
                                        double value, uint32_t delay, uint32_t ramp,
                                        UrtoDiagnostic *why) URTO_REALTIME;
/** The same for a contact. [audio] */
URTO_API UrtoStatus urto_world_set_contact(UrtoWorld *world, UrtoContact contact,
                                           UrtoContactControl control, double value, uint32_t delay,
                                           uint32_t ramp, UrtoDiagnostic *why) URTO_REALTIME;
/** The same for a bow. [audio] */
URTO_API UrtoStatus urto_world_set_bow(UrtoWorld *world, UrtoBow bow, UrtoBowControl control,
                                       double value, uint32_t delay, uint32_t ramp,
                                       UrtoDiagnostic *why) URTO_REALTIME;
/** The same for a drive. [audio] */
URTO_API UrtoStatus urto_world_set_drive(UrtoWorld *world, UrtoDrive drive,
                                         UrtoDriveControl control, double value, uint32_t delay,
                                         uint32_t ramp, UrtoDiagnostic *why) URTO_REALTIME;
/** The same for a probe. [audio] */
URTO_API UrtoStatus urto_world_set_probe(UrtoWorld *world, UrtoProbe probe,
                                         UrtoProbeControl control, double value, uint32_t delay,
                                         uint32_t ramp, UrtoDiagnostic *why) URTO_REALTIME;
/** The same for a body. [audio] */
URTO_API UrtoStatus urto_world_set_body(UrtoWorld *world, UrtoBody body, UrtoBodyControl control,
                                        double value, uint32_t delay, uint32_t ramp,
                                        UrtoDiagnostic *why) URTO_REALTIME;
/** Cancel changes that wait and ramps that run. Open barriers return to their first distance.
 *  [audio] */
URTO_API void urto_world_cancel(UrtoWorld *world) URTO_REALTIME;

/** Strike a port with an impulse [N s], spread over one step, some frames from now. [audio] */
URTO_API UrtoStatus urto_world_strike(UrtoWorld *world, UrtoPort port, double impulse,
                                      uint32_t delay, UrtoDiagnostic *why) URTO_REALTIME;
/** Give a mass a position [m] and a velocity [m/s], some frames from now. [audio] */
URTO_API UrtoStatus urto_world_throw(UrtoWorld *world, UrtoBody mass, double position,
                                     double velocity, uint32_t delay,
                                     UrtoDiagnostic *why) URTO_REALTIME;
/** Throw a mass at what is on the other side of one of its contacts, from two steps of the closing
 *  motion before they touch, at a speed [m/s] >= 0, some frames from now. [audio] */
URTO_API UrtoStatus urto_world_throw_at(UrtoWorld *world, UrtoBody mass, UrtoContact contact,
                                        double speed, uint32_t delay,
                                        UrtoDiagnostic *why) URTO_REALTIME;
/** Give one mode of a modal body, counted from 0, a displacement [m] and velocity [m/s] now.
 *  [audio] */
URTO_API UrtoStatus urto_world_set_mode(UrtoWorld *world, UrtoBody body, uint32_t mode,
                                        double displacement, double velocity,
                                        UrtoDiagnostic *why) URTO_REALTIME;
/** Give a modal body other modes now: frequency, decay and mass of each, at most as many as it was made
 *  with. Their shapes stay, those that are left out are at rest, and a mode keeps its displacement and
 *  velocity. Tuning and loss factors then act on these. They stay when the world is reset. [audio] */
URTO_API UrtoStatus urto_world_set_modes(UrtoWorld *world, UrtoBody body, const UrtoMode *modes,
                                         uint32_t count, UrtoDiagnostic *why) URTO_REALTIME;
/** Give a weighted port its weights now, one for each mode from 0 on; modes beyond them count
 *  nothing. They stay when the world is reset. [audio] */
URTO_API UrtoStatus urto_world_set_weights(UrtoWorld *world, UrtoPort port, const double *weights,
                                           uint32_t count, UrtoDiagnostic *why) URTO_REALTIME;

/** Put all bodies to rest at 0. What an oversampled world still had to put out is dropped. [audio] */
URTO_API void urto_world_rest(UrtoWorld *world) URTO_REALTIME;

/** A displacement and velocity of a whole body, prepared outside the audio thread and released in
 *  it, by the world it was made from or a clone. */
typedef struct UrtoShape UrtoShape;
/** Prepare a body with a displacement [m] and a velocity [m/s]; either may be NULL for zero.
 *  [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_shape_create(UrtoShape **shape, const UrtoWorld *world,
                                                     UrtoBody body, UrtoShapeFunction displacement,
                                                     UrtoShapeFunction velocity, void *context,
                                                     UrtoDiagnostic *why);
/** Prepare a body that is pulled at a port to a displacement [m]: a triangle on strings and bars, a
 *  pyramid or cone on surfaces, a static shape on modal bodies without a line or surface. [setup]
 */
URTO_API URTO_NODISCARD UrtoStatus urto_shape_create_pluck(UrtoShape **shape,
                                                           const UrtoWorld *world, UrtoPort port,
                                                           double displacement,
                                                           UrtoDiagnostic *why);
/** Release the memory of a shape; NULL is fine. Not while it waits in a world. [setup] */
URTO_API void urto_shape_destroy(UrtoShape *shape);
/** Let go: the body has the shape times a factor, some frames from now. The shape must live until
 *  then. [audio] */
URTO_API UrtoStatus urto_world_release(UrtoWorld *world, const UrtoShape *shape, double factor,
                                       uint32_t delay, UrtoDiagnostic *why) URTO_REALTIME;
/** Prepare a pluck and release it now. [setup] */
URTO_API UrtoStatus urto_world_pluck(UrtoWorld *world, UrtoPort port, double displacement,
                                     UrtoDiagnostic *why);
/** Prepare a shape and release it now. [setup] */
URTO_API UrtoStatus urto_world_set_shape(UrtoWorld *world, UrtoBody body,
                                         UrtoShapeFunction displacement, UrtoShapeFunction velocity,
                                         void *context, UrtoDiagnostic *why);

/** Take the oldest contact events, at most `room`; returns how many. Needs
 *  UrtoWorldOptions.contact_events. [any]: one thread may drain while another processes. */
URTO_API uint32_t urto_world_contact_events(UrtoWorld *world, UrtoContactEvent *events,
                                            uint32_t room) URTO_REALTIME;

/** What is called after a step. It may ask the world, not change it. */
typedef void (*UrtoStepFunction)(void *context, const UrtoWorld *world);
/** Call a function after every inner step from now on, each of which is then taken alone; NULL: no
 *  more. For traces at the inner rate: process may then take as long as the function does. A clone
 *  has none. [setup] */
URTO_API void urto_world_on_step(UrtoWorld *world, UrtoStepFunction function, void *context);
/** What a probe has read in this step, in SI units and before its gain; 0 for an unknown one. Ask in a
 *  UrtoStepFunction only. [audio] */
URTO_API double urto_world_probe(const UrtoWorld *world, UrtoProbe probe) URTO_REALTIME;

/** The energy ledger. Without UrtoWorldOptions.ledger only stored is meaningful. [audio] */
URTO_API UrtoLedger urto_world_ledger(const UrtoWorld *world) URTO_REALTIME;
/** Energy dissipated by one body [J]; 0 for an unknown one. [audio] */
URTO_API double urto_world_dissipated_by_body(const UrtoWorld *world, UrtoBody body) URTO_REALTIME;
/** Energy dissipated by one contact [J]; 0 for an unknown one. [audio] */
URTO_API double urto_world_dissipated_by_contact(const UrtoWorld *world,
                                                 UrtoContact contact) URTO_REALTIME;
/** Energy dissipated by one bow [J]; 0 for an unknown one. [audio] */
URTO_API double urto_world_dissipated_by_bow(const UrtoWorld *world, UrtoBow bow) URTO_REALTIME;
/** Energy in one contact [J]; 0 for an unknown one. [audio] */
URTO_API double urto_world_stored_in_contact(const UrtoWorld *world,
                                             UrtoContact contact) URTO_REALTIME;
/** What happened so far. [audio] */
URTO_API UrtoStatistics urto_world_statistics(const UrtoWorld *world) URTO_REALTIME;
/** Displacement of a port [m]; 0 for an unknown one. [audio] */
URTO_API double urto_world_displacement(const UrtoWorld *world, UrtoPort port) URTO_REALTIME;
/** Displacement of a body at any place of it [m], without a port; 0 beside it and for an unknown one.
 *  For pictures: a modal body takes as long as all its modes. [any] */
URTO_API double urto_world_displacement_at(const UrtoWorld *world, UrtoBody body, double x,
                                           double y) URTO_REALTIME;
/** Velocity of a port [m/s], half a step before the displacement; 0 for an unknown one. [audio] */
URTO_API double urto_world_velocity(const UrtoWorld *world, UrtoPort port) URTO_REALTIME;
/** Force of a contact in the last step [N], a line: the sum; 0 for an unknown one. [audio] */
URTO_API double urto_world_contact_force(const UrtoWorld *world, UrtoContact contact) URTO_REALTIME;
/** Compression of the first point of a contact [m]; 0 for an unknown one. [audio] */
URTO_API double urto_world_compression(const UrtoWorld *world, UrtoContact contact) URTO_REALTIME;
/** Own frequency of a contact [Hz] when its bodies close at a speed [m/s] > 0: 1/(2 tau) for an
 *  elastic hit that lasts tau, a line: the highest; 0 for an unknown one. Above 1000 times the steps
 *  a second the contact cannot be resolved: raise the rate, or take a softer contact or heavier
 *  bodies. [audio] */
URTO_API double urto_world_contact_frequency(const UrtoWorld *world, UrtoContact contact,
                                             double speed) URTO_REALTIME;
/** What a body is; all zero for an unknown one. [any] */
URTO_API UrtoBodyInfo urto_world_body_info(const UrtoWorld *world, UrtoBody body) URTO_REALTIME;
/** Frequency, decay and mass of a mode, counted from 0, as it is tuned now; all zero for an unknown
 *  one. [audio] */
URTO_API UrtoMode urto_world_mode_info(const UrtoWorld *world, UrtoBody body,
                                       uint32_t mode) URTO_REALTIME;
/** Shape of a mode at a place [m]; 0 for an unknown one. [any] */
URTO_API double urto_world_mode_shape(const UrtoWorld *world, UrtoBody body, uint32_t mode,
                                      double x, double y) URTO_REALTIME;
/** Displacement of a mode now [m]; 0 for an unknown one. [audio] */
URTO_API double urto_world_mode_displacement(const UrtoWorld *world, UrtoBody body,
                                             uint32_t mode) URTO_REALTIME;
/** Frames by which the output of oversampled worlds is late. [audio] */
URTO_API double urto_world_latency(const UrtoWorld *world) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
