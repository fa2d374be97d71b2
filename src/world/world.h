/* A compiled world. Everything hangs in one arena; the UrtoWorld itself is its first element.
 * Symbols: docs/notation.md.
 *
 * A contact point compresses by
 *
 *   x  = b + xi,   b = offset - distance(t)
 *   xi = P_below u_below - P_above u_above
 *
 * Points come first and bows after them in the list of couplers, whose admittances
 *
 *   Gamma = sum P A^-1 P^T
 *
 * are kept as a full symmetric matrix.
 *
 * Most points touch nothing most of the time. What is needed of them to know that lies apart, in
 * arrays: xi, P d of the last step and of the prediction. Points that may touch in a step are
 * listed (`candidates`), and only these are looked at as a Point. xi is carried from step to step and
 * read anew every REFRESH steps. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include "../base/event_queue.h"
#include "../law/friction.h"
#include "../law/midpoint.h"
#include "../law/quadratised.h"
#include "define.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>

typedef struct Port {
    Row row;
    uint32_t slot;        /* diagonal bodies: of the body's readings, + 1 */
    double reading;       /* grids: P d, of rows with several weights */
    const double *source; /* of P d = weight times what is there */
    double weight;
    double x, y;
    double *weights; /* of all modes, for a weighted port; else NULL */
    UrtoInterpolation interpolation;
    bool interpolated; /* in the list */
    bool moved;        /* in this step */
} Port;

/* The ports of a coupler: force -f on below, +f on above; index + 1, 0 is none. */
typedef struct Ends {
    uint32_t below, above;
} Ends;

/* From first up to, but not including, end. */
typedef struct Span {
    uint32_t first, end;
} Span;

typedef struct Point {
    uint32_t contact;
    double share;            /* of the stiffness */
    double scale;            /* of the stiffness, by `matched` */
    double energy;           /* stored, at the half step */
    double psi;              /* quadratised: its root, signed */
    double x, x_last;        /* iterative, in contact: compression carried by its own steps */
    double shift;            /* midpoint: of its own compression from that of the bodies, <= 0 */
    double ref;              /* midpoint, with loss */
    double slide;            /* of the half-step compression, by ports that moved in this step */
    uint32_t moving;         /* iterative: steps for which x_last is that of another place */
    double force, before[2]; /* of the last step and the two before it */
    double a, b;
    double t; /* also of the step before, until b is known */
    PowerAnchor anchor;
} Point;

/* A contact from its begin to its end, for contact events. */
typedef struct Touch {
    uint32_t points; /* that have a force */
    bool begun;
    double force;    /* of all points, in this step */
    double approach; /* of the fastest point that has begun in this step [m/s] */
    double speed, peak, impulse;
} Touch;

typedef struct Contact {
    UrtoLaw law;
    bool link, matched;
    PowerSeries series; /* of the exponent, quadratised: of the exponent less 1 */
    double distance[3]; /* at n-1, n, n+1 */
    double made;        /* where it was at the start */
    uint32_t first, count;
    bool straight; /* points one after the other in memory on one side, a barrier on the other */
    bool changed;  /* law, in this step */
    Sum dissipated;
    Touch touch;
} Contact;

typedef struct Bow {
    uint32_t port;
    double force, velocity;
    Friction curve;
    bool iterative, lagged;
    double pressed;    /* force F before this step; 0: it begins */
    double presses;    /* and in this step */
    FrictionRoot last; /* relative velocity of the last step, and Phi(v)/v near it */
    double friction;   /* force of the last step */
    double pd;
    Sum dissipated;
} Bow;

typedef struct Drive {
    uint32_t port, channel;
    double gain, force, input;
} Drive;

typedef struct Probe {
    UrtoQuantity quantity;
    uint32_t source, channel, width;
    double gain, pan, weights[2];
    double before; /* acceleration: P d of the step before */
    double value;  /* in the last step that was taken alone */
} Probe;

enum {
    REFRESH = 64,      /* steps after which what is carried is read anew */
    FLIGHT_ROWS = 32,  /* most ports of a body that may be followed in free flight */
    TAPS_A_FRAME = 64, /* of the decimator; probe.c */
    FLIGHT_RETRY = 32, /* frames without another try to fast_flight, after a contact was too near */
};

/* One unknown of the coupled equations t + G f(t) = b; see newton.c. */
typedef enum ItemKind {
    ITEM_MIDPOINT,    /* midpoint.h */
    ITEM_THREE_POINT, /* quotient from x_last, over 2t */
    ITEM_LINEAR,      /* c0 + c1 t */
    ITEM_TRAPEZOIDAL, /* K [t]^a (1 + mu (c0 + c1 t)) */
} ItemKind;

typedef struct Item {
    ItemKind kind;
    uint32_t coupler;
    Midpoint law;
    double guess; /* of the force */
    double c0, c1;
    double b, c; /* drive without all forces, and without its own */
    double t, force;
    double step;    /* of the contact itself: t, but for a loss */
    double elastic; /* part of the force that is stored */
    double give;    /* d force / dc */
    double residual;
    uint32_t iterations;
    bool coupled; /* solved with others */
    bool held;    /* not solved: no force, the energy stays */
} Item;

typedef struct Control {
    double value, target, increment, initial;
    uint64_t remaining;      /* steps */
    uint32_t place;          /* in the list of active controls + 1 */
    uint32_t control, index; /* row of control_table, and which of its owners */
} Control;

typedef enum EventKind {
    EVENT_RAMP,     /* control index to value */
    EVENT_STRIKE,   /* port index with impulse value */
    EVENT_THROW,    /* body index to place value with velocity */
    EVENT_THROW_AT, /* body index at contact other with speed value */
    EVENT_RELEASE,  /* shape times value */
} EventKind;

/* Something that waits for its frame. */
typedef struct Event {
    uint64_t frame;
    EventKind kind;
    uint32_t index, other;
    double value, velocity;
    uint64_t ramp; /* frames */
    const UrtoShape *shape;
} Event;

/* Contact events: process writes, one other thread reads. */
typedef struct ContactEvents {
    UrtoContactEvent *ring;
    uint32_t room; /* 0: none are kept */
    atomic_uint written, taken;
} ContactEvents;

typedef struct EnergyTotals {
    Sum initial, bow, drive, excitation, gravity, change;
} EnergyTotals;

/* What a solver of contacts does; one const struct for each UrtoSolver: contact_scheme.c. */
typedef struct ContactScheme {
    bool trapezoidal;   /* bodies step by the trapezoidal rule, forces act as (f+ + f)/2 */
    bool carries_x;     /* points in contact carry x and x- by their own steps */
    bool reads_step;    /* coupled points read their step from the bodies after the push */
    bool lags;          /* points with a loss have a compression of their own */
    bool quadratised;   /* the energy is psi^2/2 */
    double gamma_scale; /* G = gamma_scale Gamma */
    /* Energy by the law at compressions x and x-. */
    double (*energy)(const UrtoWorld *world, const Point *point, double x, double last);
    /* Energy under a new law; NULL: it stays. */
    void (*change)(const UrtoWorld *world, Point *point);
    /* Whether a one-sided point takes part in the solve, if its step were t. */
    bool (*active)(const Point *point, double t);
    /* What it asks of an item besides what all share. */
    void (*prepare)(UrtoWorld *world, uint32_t index, Item *item);
    /* The new energy of a point from its item; returns what was lost. */
    double (*settle)(const UrtoWorld *world, Point *point, const Item *item);
} ContactScheme;

extern const ContactScheme contact_schemes[];

/* What the description became. Only controls change it; state of bodies, points and bows is kept with
 * them. */
typedef struct Model {
    double rate, step, per_step; /* per_step = 1/step */
    const Kernels *kernels;
    UrtoWorldOptions options;
    const ContactScheme *scheme;
    uint32_t body_count, port_count, user_ports, contact_count, point_count, bow_count;
    uint32_t drive_count, probe_count, coupler_count;
    Body *bodies;
    Port *ports;
    Contact *contacts;
    Point *points;
    Bow *bows;
    Drive *drives;
    Probe *probes;
    Ends *ends;                   /* of each coupler */
    double *gamma;                /* coupler_count squared */
    Span *spans;                  /* of each row of gamma: 0 outside */
    double *offset;               /* of the compression of a point: barrier height with its sign */
    uint32_t *interpolated_ports; /* ports with a row of several weights on a grid */
    uint32_t interpolated_count;
    double zero; /* what a barrier reads */
} Model;

/* Where the world is: its clock, what is carried from step to step, what has gone in and out. */
typedef struct WorldState {
    uint64_t frame;
    double *xi, *pd, *pe;  /* of each point: P u, P d, P d as predicted */
    uint8_t *must_check;   /* holds energy, is a link or has been moved: must be looked at */
    uint8_t *is_candidate; /* in the list of those that may touch in this step */
    uint32_t *candidates;
    uint32_t candidate_count;
    uint32_t refresh_in; /* steps until what is carried is read anew */
    bool stale;          /* xi and pd have not been read anew after a flight */
    bool struck, muted;
    double *strikes; /* per port [N], for the next step */
    EnergyTotals totals;
} WorldState;

/* Room for the coupled equations of one step; nothing here outlives it. */
typedef struct Solve {
    Item *items;
    uint32_t item_count;
    uint32_t *item_of; /* of each coupler, + 1 */
    uint32_t *order, *label;
    double *matrix, *local; /* coupler_count squared */
    double *work;           /* 6 coupler_count */
    uint32_t *profile;      /* first entry of each row of local that is not 0 */
} Solve;

/* What the fast paths know: fast_flight.c, fast_contact.c. */
typedef struct Flight {
    bool has_fast_contact, has_fast_flight; /* possible at all */
    bool self_response_known;
    bool reaches_known;       /* nothing but flights since they were found */
    uint32_t flight_retry_in; /* frames until it is tried again */
    uint32_t flights_since_cull;
    double self_response; /* row . (coef_d - coef_u) row of the two bodies */
    double *reaches;      /* of each point, below and above: how far modes can go there */
    double (*flights)[KERNEL_BLOCK];   /* P d of tracked ports over a block */
    uint32_t *flight_first;            /* of each body */
    uint8_t *motion_known;             /* which of a body's are known: Motion */
    double (*block_mix)[KERNEL_BLOCK]; /* of each output */
} Flight;

/* What moves while sounding, and what waits for its frame. */
typedef struct Controls {
    Control *slots;
    uint32_t slot_count, active_count;
    uint32_t *active;              /* slots with a ramp */
    uint32_t first[URTO_CONTROLS]; /* slot of each row of control_table */
    EventQueue queue;              /* of Event */
    Event *curves;                 /* those that a new world begins with */
    uint32_t curve_count;
} Controls;

/* From probes to channels, and the contact events. */
typedef struct Output {
    double *hear;     /* of each probe at a diagonal body: P A^-1 Pt with each coupler */
    double *channels; /* mixed, one step */
    double *taps;
    double *history; /* outputs by tap_count, doubled */
    uint32_t tap_count, history_at;
    ContactEvents events;
} Output;

struct UrtoWorld {
    UrtoAllocator allocator;
    void *memory;
    size_t bytes; /* of memory */
    uint32_t tag; /* of the handles it knows */
    Model model;
    WorldState state;
    Solve solve;
    Flight flight;
    Controls controls;
    Output output;
    UrtoStatistics statistics;
    UrtoStepFunction on_step; /* NULL: none */
    void *on_step_context;
};

/* set_modes.c */
/* The row of a port from its place or its weights. */
void port_row(const UrtoWorld *world, Port *port) URTO_REALTIME;

/* contact.c */
/* Reads the points on a body anew, after its state has been set. */
void contact_restart(UrtoWorld *world, uint32_t body) URTO_REALTIME;
void contact_before_change(UrtoWorld *world) URTO_REALTIME;
void contact_after_change(UrtoWorld *world) URTO_REALTIME;
void contact_begin(UrtoWorld *world) URTO_REALTIME;
/* a and b of a point. */
void contact_load(UrtoWorld *world, uint32_t index) URTO_REALTIME;
void contact_prepare(UrtoWorld *world, uint32_t index, Item *item) URTO_REALTIME;
bool contact_active(const UrtoWorld *world, const Point *point, double t) URTO_REALTIME;
void contact_settle(UrtoWorld *world) URTO_REALTIME;
/* Reads xi and pd anew if a flight has left them behind. */
void contact_update_stale(UrtoWorld *world) URTO_REALTIME;
/* Reads xi anew; bodies are settled. */
void contact_read_xi(UrtoWorld *world) URTO_REALTIME;
/* P u or P d of a coupler; bodies are settled. */
double coupler_project(const UrtoWorld *world, uint32_t coupler, bool differences) URTO_REALTIME;
/* P d of a coupler as predicted in this step. */
double coupler_read(const UrtoWorld *world, uint32_t coupler) URTO_REALTIME;
/* Where the readings of a port come from, after its row has been set. */
void port_connect(UrtoWorld *world, uint32_t index) URTO_REALTIME;
void contact_arrange(UrtoWorld *world, Contact *contact);
/* After the exponent has been set. */
void contact_set_series(const UrtoWorld *world, Contact *contact) URTO_REALTIME;
/* [|x|]^(a-1) for the quadratised solver. */
static inline double contact_shape(const Contact *contact, PowerAnchor *anchor, double x)
{
    const double a = contact->law.exponent - 1.0;

    return a == 0.0 ? 1.0 : power_anchored(anchor, &contact->series, fabs(x), a);
}
void world_settle(UrtoWorld *world) URTO_REALTIME;
/* Reads what is carried anew and puts to rest what has died away. */
void world_refresh(UrtoWorld *world) URTO_REALTIME;
static inline void contact_count_force(UrtoWorld *world, double force)
{
    UrtoStatistics *s = &world->statistics;

    s->force_min = force < s->force_min ? force : s->force_min;
    s->force_max = force > s->force_max ? force : s->force_max;
    s->impulse_push += force > 0.0 ? force * world->model.step : 0.0;
    s->impulse_pull -= force < 0.0 ? force * world->model.step : 0.0;
}
void world_update_gamma(UrtoWorld *world, uint32_t coupler) URTO_REALTIME;
/* Whether contacts have the capped gradient of quadratised.h. */
static inline bool world_caps(const UrtoWorld *world)
{
    return world->model.scheme->quadratised &&
           world->model.options.gradient == URTO_GRADIENT_CAPPED;
}
static inline double gamma_scale(const UrtoWorld *world)
{
    return world->model.scheme->gamma_scale;
}

/* newton.c */
void couple_solve(UrtoWorld *world) URTO_REALTIME;
/* bow.c */
void bow_solve(UrtoWorld *world) URTO_REALTIME;
/* control.c */
/* How many things have a control. */
uint32_t control_owners(const UrtoWorld *world, uint32_t control) URTO_REALTIME;
UrtoStatus control_check(const UrtoWorld *world, UrtoTarget target, double value,
                         UrtoDiagnostic *why) URTO_REALTIME;
uint32_t control_slot(const UrtoWorld *world, uint32_t control, uint32_t id) URTO_REALTIME;
/* Slots take the values of the definitions. */
void control_init(UrtoWorld *world);
/* All to where they begin, and the curves into the queue. */
void control_start(UrtoWorld *world) URTO_REALTIME;
void control_ramp(UrtoWorld *world, const Event *event) URTO_REALTIME;
void control_step(UrtoWorld *world) URTO_REALTIME;
void control_apply(UrtoWorld *world, uint32_t slot) URTO_REALTIME;
UrtoStatus world_schedule(UrtoWorld *world, const Event *event, UrtoDiagnostic *why) URTO_REALTIME;
/* contact_scheme.c */
/* The law of a point, with its share of the stiffness, and the potential of it. */
UrtoLaw point_law(const UrtoWorld *world, const Point *point) URTO_REALTIME;
double point_potential(const UrtoWorld *world, const Point *point, double x) URTO_REALTIME;
/* contact_events.c */
/* After a step: what begins and ends. */
void contact_events_step(UrtoWorld *world, Contact *contact) URTO_REALTIME;
/* A point of a contact had a force and has another now; b/k is its speed without it. */
static inline void contact_events_point(const UrtoWorld *world, Contact *contact, double before,
                                        double now, double b)
{
    Touch *touch = &contact->touch;

    touch->points += (now != 0.0) - (before != 0.0);
    touch->force += now;
    if (now != 0.0 && before == 0.0 && b * world->model.per_step > touch->approach) {
        touch->approach = b * world->model.per_step;
    }
}
/* excite.c */
/* Carries out what has waited for this frame. */
void excite(UrtoWorld *world, const Event *event) URTO_REALTIME;
/* compile_fill.c */
/* Everything as a new world has it. */
void world_start(UrtoWorld *world) URTO_REALTIME;
/* query.c */
/* Of a port, counted from 1; 0 is a barrier. Bodies are settled. */
double port_displacement(const UrtoWorld *world, uint32_t port) URTO_REALTIME;
double port_velocity(const UrtoWorld *world, uint32_t port) URTO_REALTIME;
/* Of the last step; a line: the sum. */
double contact_force(const UrtoWorld *world, const Contact *contact) URTO_REALTIME;
/* URTO_OK if a handle is one of this world. */
UrtoStatus world_known(const UrtoWorld *world, const char *field, uint32_t id, uint32_t tag,
                       uint32_t count, UrtoDiagnostic *why) URTO_REALTIME;
/* fast_contact.c */
bool fast_contact_possible(const UrtoWorld *world);
/* Some frames in contact, at most `frames`; 0 if this is no time for it. */
uint32_t fast_contact(UrtoWorld *world, float *const *out, uint32_t frame,
                      uint32_t frames) URTO_REALTIME;
/* fast_flight.c */
bool fast_flight_possible(const UrtoWorld *world);
/* Some frames at once, at most `frames`; 0 if not now. */
uint32_t fast_flight(UrtoWorld *world, const float *const *in, float *const *out, uint32_t frame,
                     uint32_t frames) URTO_REALTIME;
/* probe.c */
void probe_init(UrtoWorld *world);
/* After a port has moved: what probes hear of the couplers, and for accelerations the last P d;
 * bodies are settled. */
void probe_reread(UrtoWorld *world) URTO_REALTIME;
/* The last P d of accelerations alone. */
void probe_refresh(UrtoWorld *world) URTO_REALTIME;
void probe_step(UrtoWorld *world) URTO_REALTIME;
/* world->output.channels into the decimator, if there is one. */
void probe_mix(UrtoWorld *world) URTO_REALTIME;
void probe_output(UrtoWorld *world, float *const *out, uint32_t frame) URTO_REALTIME;
/* probe_step and probe_output at once, without a decimator. */
void probe_frame(UrtoWorld *world, float *const *out, uint32_t frame) URTO_REALTIME;
/* False for a NaN, an infinity and what would become one. */
static inline bool fits_output(double value)
{
    return fabs(value) <= (double)FLT_MAX;
}
/* world->output.channels to the output, likewise. */
static inline void probe_write(UrtoWorld *world, float *const *out, uint32_t frame)
{
    for (uint32_t i = 0; i < world->model.options.outputs; i++) {
        const double value = world->output.channels[i];
        world->state.muted = world->state.muted || !fits_output(value);
        if (out && out[i]) {
            out[i][frame] = world->state.muted ? 0.0f : (float)value;
        }
    }
}
uint32_t probe_tap_count(uint32_t oversampling);
/* Drops what the decimator has not put out yet. */
void probe_forget(UrtoWorld *world) URTO_REALTIME;
/* ledger.c */
double ledger_stored(const UrtoWorld *world) URTO_REALTIME;
/* After a step: losses of a body and the work of its weight; those of all, and of what drives. */
void ledger_body(UrtoWorld *world, Body *body) URTO_REALTIME;
void ledger_step(UrtoWorld *world) URTO_REALTIME;

#endif
