/* A compiled world. Everything hangs in one arena; the UrtoWorld itself is its first element.
 *
 * A contact point compresses by  x = b + xi,  xi = P_below u_below - P_above u_above,
 * b = offset - distance(t). Points come first and bows after them in the list of couplers, whose
 * admittances Gamma = sum P A^-1 Pt are kept as a full symmetric matrix. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include "../law/midpoint.h"
#include "def.h"

typedef struct Port {
    Row row;
    double x, y;
    UrtoInterpolation interpolation;
    bool moved; /* in this step */
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
    double share;     /* of the stiffness */
    double offset;    /* of the compression: barrier height with its sign */
    double scale;     /* of the stiffness, by `matched` */
    double energy;    /* stored, at the half step */
    double psi;       /* quadratised: its root, signed */
    double pe;        /* P e, within a step */
    double x, x_last; /* iterative, in contact: compression carried by its own steps */
    double slide;     /* of the half-step compression, by ports that moved in this step */
    uint32_t moving;  /* iterative: steps for which x_last is that of another place */
    double force;
    double pd; /* P d */
    double a, b;
    double t;
} Point;

typedef struct Contact {
    UrtoLaw law;
    bool link, matched;
    double distance[3]; /* at n-1, n, n+1 */
    uint32_t first, count;
    bool changed; /* law, in this step */
    Sum dissipated;
} Contact;

typedef struct Bow {
    uint32_t port;
    double force, velocity, curve;
    bool iterative;
    double last;     /* relative velocity */
    double friction; /* force of the last step */
    double pd;
    Sum dissipated;
} Bow;

typedef struct Drive {
    uint32_t port, channel;
    double gain, force, input;
    double impulse; /* strike: force of this step */
} Drive;

typedef struct Probe {
    UrtoQuantity quantity;
    uint32_t source, channel, width;
    double gain, pan, weights[2];
} Probe;

/* One unknown of the coupled equations t + G f(t) = b; see couple.c. */
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
    double c0, c1;
    double b, t, force, slope;
    double elastic; /* part of the force that is stored */
    bool coupled;   /* solved with others */
} Item;

typedef struct Control {
    double value, target, increment;
    uint64_t remaining; /* steps */
    uint32_t place;     /* in the list of active controls + 1 */
} Control;

typedef struct Event {
    uint64_t frame;
    uint32_t slot;
    double value;
    uint64_t ramp; /* frames */
} Event;

typedef struct Books {
    Sum initial, bow, drive, hand, gravity, change;
} Books;

struct UrtoWorld {
    UrtoAllocator allocator;
    void *memory;
    double rate, step;
    UrtoWorldOptions options;
    uint64_t frame;

    uint32_t body_count, port_count, user_ports, contact_count, point_count, bow_count;
    uint32_t drive_count, probe_count, coupler_count, item_count, tap_count, history_at;
    Body *bodies;
    Port *ports;
    Contact *contacts;
    Point *points;
    Bow *bows;
    Drive *drives;
    Probe *probes;
    Ends *ends;    /* of each coupler */
    double *gamma; /* coupler_count squared */
    Span *spans;   /* of each row of gamma: 0 outside */

    Item *items;
    uint32_t *item_of; /* of each coupler, + 1 */
    uint32_t *order, *label;
    double *matrix, *work; /* coupler_count squared; 6 coupler_count */
    double *strikes;       /* per port [N], for the next step */

    Control *controls;
    uint32_t control_count, active_count, event_count, event_room;
    uint32_t *active;
    uint32_t control_first[PARAMETER_LAST + 1];
    Event *events;

    double *channels; /* mixed, one step */
    double *taps;
    double *history; /* outputs by tap_count, doubled */

    Books books;
    UrtoStatistics statistics;
    bool struck, muted;
};

/* contact.c */
/* Reads the points on a body anew, after a hand has set it. */
void contact_refresh(UrtoWorld *world, uint32_t body) URTO_REALTIME;
void contact_before_change(UrtoWorld *world) URTO_REALTIME;
void contact_after_change(UrtoWorld *world) URTO_REALTIME;
void contact_begin(UrtoWorld *world) URTO_REALTIME;
void contact_prepare(UrtoWorld *world, uint32_t index, Item *item) URTO_REALTIME;
bool contact_active(const UrtoWorld *world, const Point *point, double t) URTO_REALTIME;
void contact_settle(UrtoWorld *world) URTO_REALTIME;
double coupler_project(const UrtoWorld *world, uint32_t coupler, bool differences,
                       bool predicted) URTO_REALTIME;
void world_update_gamma(UrtoWorld *world, uint32_t coupler) URTO_REALTIME;
static inline double gamma_scale(const UrtoWorld *world)
{
    return world->options.solver == URTO_SOLVER_TRAPEZOIDAL ? 0.25 : 0.5;
}

/* couple.c */
Quotient item_force(const Item *item, double t, double *elastic) URTO_REALTIME;
void couple_solve(UrtoWorld *world) URTO_REALTIME;
/* bow.c */
void bow_solve(UrtoWorld *world) URTO_REALTIME;
/* control.c */
UrtoStatus control_check(const UrtoWorld *world, UrtoParameter parameter, uint32_t id, double value,
                         UrtoDiagnostic *why);
bool control_schedule(UrtoWorld *world, const Event *event) URTO_REALTIME;
uint32_t control_slot(const UrtoWorld *world, UrtoParameter parameter, uint32_t id) URTO_REALTIME;
void control_frame(UrtoWorld *world) URTO_REALTIME;
void control_step(UrtoWorld *world) URTO_REALTIME;
void control_apply(UrtoWorld *world, uint32_t slot) URTO_REALTIME;
/* probe.c */
void probe_init(UrtoWorld *world);
void probe_step(UrtoWorld *world) URTO_REALTIME;
void probe_output(UrtoWorld *world, float *const *out, uint32_t frame) URTO_REALTIME;
uint32_t probe_tap_count(uint32_t oversampling);
/* ledger.c */
double ledger_stored(const UrtoWorld *world) URTO_REALTIME;
void ledger_step(UrtoWorld *world) URTO_REALTIME;

#endif
