/* Bodies in the difference form. Symbols: docs/notation.md. A body has displacements u, differences
 * d = u - u- and a diagonal A; a step is
 *
 *   A = m/k^2 + c0/(2k)
 *
 *   advance   A d* = (m/k^2 - c0/(2k)) d - K u - C1 d/k + F   d* is d without contacts
 *   push      d* -= A^-1 P^T f                                f at a port with row P
 *   settle    u += d*
 *
 * Grids add d* to u in the same pass that finds it, and pushes go to both. Diagonal bodies put that
 * off: the pass of the next step does it (kernel.h), unless somebody asks for u before.
 *
 *   H    = d^T (m - k C1/2) d/(2k^2) + u^T K u-/2     energy at the half step, u- = u - d
 *   loss = k w^T (c0 + C1) w,   w = (d+ + d)/(2k)     per step
 *
 * stable exactly when m - k C1/2 - k^2 K/4 >= 0. Carrying d instead of u- makes the rounding error
 * of H a hundred times smaller. With the trapezoidal rule (002) d is k times the velocity,
 *
 *   A   = m/k^2 + K/4 + c0/(2k)
 *   A e = (m/k^2 - K/4 - c0/(2k)) d - K u + F
 *   u+  = u + (d + e)/2
 *   H   = m d^2/(2k^2) + K u^2/2
 *
 * A body that is given u0 and a velocity v0 starts with the last step of the motion through them,
 * to the second order, without contacts:
 *
 *   d0 = k v0 - (k^2/2) a0,   a0 = (F - K u0 - (c0 + C1) v0)/m
 *
 * Modes have it exactly (modal.c). The papers print d0 = k v0, which is half a step early, and the
 * trapezoidal rule, whose d is at the same instant as u, takes it too.
 *
 * There are two classes: diagonal (mass and modes, modal.c) and grid (string, membrane, plate,
 * grid.c).
 */
#ifndef BODY_BODY_H
#define BODY_BODY_H

#include "../base/arena.h"
#include "../base/sum.h"
#include "kernel/kernel.h"

#include <urto/body.h>

typedef enum BodyKind {
    BODY_MASS,
    BODY_STRING,
    BODY_BAR,
    BODY_MEMBRANE,
    BODY_PLATE,
    BODY_MODAL,
} BodyKind;

/* A definition as the world keeps it. */
typedef struct BodyDef {
    BodyKind kind;
    union {
        UrtoMassDef mass;
        UrtoStringDef string;
        UrtoBarDef bar;
        UrtoMembraneDef membrane;
        UrtoPlateDef plate;
        UrtoModalDef modal;
    } as;
} BodyDef;

/* Signed shapes of modes. */
typedef enum ShapeKind {
    SHAPE_ONE,        /* 1 everywhere */
    SHAPE_TABLE,      /* sampled along x */
    SHAPE_LINE,       /* sin(p x) */
    SHAPE_FREE,       /* free bar, p = beta L; p = 0 and q = 0, 1: rigid motions */
    SHAPE_CLAMPED,    /* clamped bar */
    SHAPE_CANTILEVER, /* clamped at x = 0 */
    SHAPE_RECTANGLE,  /* sin(p x) sin(q y) */
    SHAPE_CIRCLE,     /* J_|q|(p r) times cos(q th), for q < 0 sin(|q| th) */
} ShapeKind;

typedef struct ModeSpec {
    double omega, sigma, mass; /* undamped [rad/s], [1/s], [kg] */
    double high;               /* the part of the decay that rises with frequency, besides sigma */
    double p, q;               /* of its shape */
    uint32_t row;              /* in the table of shapes, before modes were left out */
} ModeSpec;

/* Everything about a grid that is the same at each of its points: forces with the undivided
 * Laplacian S (1, -2, 1 a direction): K = -tension S + bending S S, C1 = -viscous S. */
typedef struct GridSpec {
    uint32_t nx, ny; /* intervals; ny = 0: a line */
    double h;        /* spacing [m] */
    double mass, tension, bending, damping, viscous;
    bool clamped, circle;
    bool staircase; /* circle: every link as long as h, every point as heavy (rim.c) */
} GridSpec;

/* A definition compiled for a step, still without memory of its own except the list of modes. */
typedef struct BodyPlan {
    BodyKind kind;
    const Kernels *kernels; /* chosen when all bodies of the world are planned */
    bool is_grid;
    bool trapezoidal;
    bool keeps_last; /* d of the step before: for the ledger */
    bool printed;    /* starts with d0 = k v0 */
    bool leapfrog;   /* diagonal: masses and springs as they are, not the exact modal form */
    uint32_t n;      /* modes */
    GridSpec grid;
    ModeSpec *modes;
    uint32_t left_out;
    ShapeKind shape;
    const double *table; /* of the definition */
    uint32_t table_points, table_modes;
    UrtoOutline outline;
    double size[2]; /* extent in x and y; a circle: radius */
    double step;
    double band;  /* modes end here [rad/s] */
    double force; /* constant, on every mode: gravity of a mass */
    double position, velocity;
} BodyPlan;

/* Row P of a port. Grids: weights at some points, those on the rim left out. Diagonal bodies:
 * weights of all modes times `scale`, padded. */
typedef struct Row {
    uint32_t count, body;
    uint32_t *index; /* NULL: diagonal */
    double *weight;
} Row;

/* Points of a round grid that have cut links (rim.c). */
typedef struct Rim {
    uint32_t count;
    uint32_t *cell;
    double *mass;    /* M */
    double *stiffer; /* E */
    double *u, *d;   /* held over the sweep */
} Rim;

typedef struct Body {
    BodyKind kind;
    const Kernels *kernels;
    bool is_grid, trapezoidal, leapfrog, keeps_last, printed;
    bool changed;                   /* tuning or losses, in this step */
    bool still;                     /* at rest: nothing to advance */
    bool checked;                   /* the state is known to be finite */
    bool bound_all;                 /* diagonal: every mode has a spring, or is at rest */
    bool ahead;                     /* diagonal: d is a prediction and not in u yet */
    uint32_t n;                     /* modes, or inner points */
    uint32_t room;                  /* of the arrays in use: n, padded */
    uint32_t capacity;              /* diagonal: most modes */
    double tuning, loss, loss_high; /* factors; see body_retune */
    double mass;                    /* likewise */
    double step;
    double band;          /* modes at or above it are at rest [rad/s] */
    double *u, *d, *last; /* last: d before the step, if keeps_last */
    Sum dissipated;
    double size[2];
    UrtoOutline outline;
    /* diagonal */
    ShapeKind shape;
    KernelModes kernel;
    const double *pending; /* a row whose force is not in d yet */
    double pending_force;
    double *coef_d, *coef_u, *masses, *springs, *dampings; /* in the scaled coordinates */
    double *scale;                                         /* displacement of a mode: scale u */
    double *ratio;    /* of the scales after and before a retune */
    double *start[2]; /* d0 = start[0] u0 + start[1] k v0, without gravity */
    double *turns;    /* of KernelModes */
    bool steady;      /* and whether they may be used */
    double *jump[4];  /* of KernelJump */
    double *spent[3]; /* of KernelSpent, times 1/(4k); if keeps_last */
    double *bound[3]; /* p, q, r of Kernels.reach */
    double *reach;    /* what it found */
    bool reached;     /* in this block */
    ModeSpec *modes;
    double *table;
    uint32_t table_points;
    uint32_t jumps;             /* modes that have theirs */
    double force, gravity_step; /* constant [N] at mass 1, and what it adds to the prediction */
    double position, velocity;  /* of a mass, at the start */
    /* rows that are read at every step, and what they read */
    const double **tracked;
    double *readings;
    uint32_t tracked_count;
    uint32_t heard_count; /* the first ones, which probes read */
    /* grid */
    GridSpec grid, nominal; /* as it is, and without the factors */
    KernelLine line;
    KernelSurface surface;
    double *v, *mask;
    double inverse; /* 1/A of a point inside */
    Rim rim;
    double *share; /* of each cell of a round grid: 1/M; else NULL */
} Body;

/* Range checks of a definition that need no rate. */
UrtoStatus body_check(const BodyDef *def, UrtoDiagnostic *why);
/* Compiles for a step k, with modes up to a part of the Nyquist frequency; the list of modes is
 * allocated and belongs to the plan. */
UrtoStatus body_plan(const BodyDef *def, double step, double band, bool trapezoidal,
                     bool keeps_last, const UrtoAllocator *allocator, BodyPlan *plan,
                     UrtoDiagnostic *why);
/* tracked: most rows that may be read at every step. */
void body_layout(Body *body, const BodyPlan *plan, uint32_t tracked, Arena *arena);
void body_init(Body *body, const BodyPlan *plan);
/* Coefficients for the factors as they are, and the state that a new body has. */
void body_start(Body *body) URTO_REALTIME;
/* Starts a body from displacements u and k times velocities kv, both times a factor. Of a diagonal
 * body they are in coordinates of their own scale. */
void body_set(Body *body, double factor, const double *u, const double *kv,
              const double *scale) URTO_REALTIME;
/* Starts one mode of a diagonal body from a displacement [m] and a velocity [m/s]. */
void body_set_mode(Body *body, uint32_t mode, double displacement, double velocity) URTO_REALTIME;

/* Most weights that a row of this body needs, and whether it has an index. */
uint32_t body_row_capacity(const BodyPlan *plan, UrtoInterpolation interpolation);
bool body_contains(UrtoOutline outline, const double size[2], double x, double y) URTO_REALTIME;
void body_row(const Body *body, double x, double y, UrtoInterpolation interpolation,
              Row *row) URTO_REALTIME;

/* The prediction of a step; then forces may be pushed. Diagonal bodies read the tracked rows. */
void body_advance(Body *body) URTO_REALTIME;
/* d holds all forces that have been pushed. */
void body_flush(Body *body) URTO_REALTIME;
/* Reads the tracked rows anew, after a push that the readings must know. */
void body_read(Body *body) URTO_REALTIME;
/* A force at a port, within a step; diagonal bodies need body_read afterwards for new
 * readings. */
void body_push(Body *body, const Row *row, double force) URTO_REALTIME;
/* Sets what is too small to matter (1e-100) to zero, and finds whether the body is at rest. */
void body_cull(Body *body) URTO_REALTIME;
/* Ends a step: u and d are those of the same instant until the next. */
void body_settle(Body *body) URTO_REALTIME;
double body_energy(const Body *body) URTO_REALTIME;  /* settled */
double body_loss(const Body *body) URTO_REALTIME;    /* of the last step, settled, keeps_last */
double body_gravity(const Body *body) URTO_REALTIME; /* work of the last step, likewise */
bool body_finite(Body *body) URTO_REALTIME;
/* Row times an array of the body. */
double body_project(const Body *body, const Row *row, const double *x) URTO_REALTIME;

/* Gives a modal body other modes, at most its capacity; shapes stay. What sounds keeps displacement
 * and velocity mode by mode, the rest starts at rest. Rows are to be made anew. The body is settled. */
void body_set_modes(Body *body, const UrtoMode *modes, uint32_t count) URTO_REALTIME;
/* Coefficients for the factors as they are now, with displacements and velocities held. Rows of
 * diagonal bodies are to be rescaled by body_rescale. The body is settled. */
void body_retune(Body *body) URTO_REALTIME;
/* A row after body_retune; false: a mode has come back, the row must be made anew. */
bool body_rescale(const Body *body, Row *row) URTO_REALTIME;
/* The largest stable tuning at a loss_high (0: there is none), and the other way round. */
double body_tuning_limit(const Body *body, double loss_high) URTO_REALTIME;
double body_loss_limit(const Body *body, double tuning) URTO_REALTIME;

/* A shape function times a factor, into u or d; overwrites what is there. False: out of memory. */
bool body_shape(const Body *body, UrtoShapeFunction shape, void *context, double factor,
                const UrtoAllocator *allocator, double *values);

/* Shape of a mode of a diagonal body at a place on it. */
double body_mode_shape(const Body *body, uint32_t mode, double x, double y) URTO_REALTIME;

/* P1 A^-1 P2^T of two ports of one body. */
double row_admittance(const Body *body, const Row *one, const Row *two) URTO_REALTIME;

#endif
