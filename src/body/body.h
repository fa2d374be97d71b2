/* Bodies in the difference form. A body has displacements u, differences d = u - u- and a diagonal
 * A = m/k^2 + c0/2k; a step is
 *
 *   predict   A e = (m/k^2 - c0/2k) d - K u - C1 d/k + F      e = d*, without contacts
 *   apply     e -= A^-1 Pt f                                  f at a port with row P
 *   finish    u += e, d = e
 *
 *   H = dt (m - k C1/2) d/2k^2 + ut K u-/2     energy at the half step, u- = u - d
 *   loss = k wt (c0 + C1) w, w = (d+ + d)/2k   per step
 *
 * stable exactly when m - k C1/2 - k^2 K/4 >= 0. Carrying d instead of u- makes the rounding error
 * of H a hundred times smaller. With the trapezoidal rule (002) d is k times the velocity,
 *
 *   A = m/k^2 + K/4 + c0/2k,  A e = (m/k^2 - K/4 - c0/2k) d - K u + F,  u+ = u + (d + e)/2
 *   H = m d^2/2k^2 + K u^2/2.
 *
 * There are two classes: diagonal (mass and modes, modal.c) and grid (string, membrane, plate,
 * grid.c).
 */
#ifndef BODY_BODY_H
#define BODY_BODY_H

#include "../base/arena.h"
#include "../base/sum.h"

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
} GridSpec;

/* A definition compiled for a step, still without memory of its own except the list of modes. */
typedef struct BodyPlan {
    bool is_grid;
    bool trapezoidal;
    bool leapfrog; /* diagonal: masses and springs as they are, not the exact modal form */
    uint32_t n;    /* unknowns, a grid with its rim */
    GridSpec grid;
    ModeSpec *modes;
    uint32_t left_out;
    ShapeKind shape;
    const double *table; /* of the definition */
    uint32_t table_points, table_modes;
    UrtoOutline outline;
    double size[2]; /* extent in x and y; a circle: radius */
    double step;
    double force; /* constant, on every mode: gravity of a mass */
    double position, velocity;
} BodyPlan;

/* Row P of a port: weights at some unknowns, at all of them when index is NULL. */
typedef struct Row {
    uint32_t count, body;
    uint32_t *index;
    double *weight;
} Row;

typedef struct Body {
    bool is_grid, trapezoidal, leapfrog;
    bool changed;                   /* tuning or losses, in this step */
    double tuning, loss, loss_high; /* factors; see body_retune */
    uint32_t n;
    double step;
    double *u, *d, *e;      /* e: prediction before, last d after a step */
    double *inverse;        /* 1/A; 0 on the rim of a grid */
    GridSpec grid, nominal; /* as it is, and without the factors */
    double keep;            /* grid: (m/k^2 - c0/2k)/A */
    double *scratch;        /* grid: S u */
    /* diagonal */
    double *keeps, *pulls, *masses, *springs, *dampings;
    ModeSpec *modes;
    ShapeKind shape;
    double *table;
    uint32_t table_points;
    double force;
    UrtoOutline outline;
    double size[2];
    Sum dissipated;
} Body;

/* Range checks of a definition that need no rate. */
UrtoStatus body_check(const BodyDef *def, UrtoDiagnostic *why);
/* Compiles for a step k; the list of modes is allocated and belongs to the plan. */
UrtoStatus body_plan(const BodyDef *def, double step, bool trapezoidal,
                     const UrtoAllocator *allocator, BodyPlan *plan, UrtoDiagnostic *why);
void body_layout(Body *body, const BodyPlan *plan, Arena *arena);
void body_init(Body *body, const BodyPlan *plan);

/* Most weights that a row of this body needs, and whether it has an index. */
uint32_t body_row_capacity(const BodyPlan *plan, UrtoInterpolation interpolation);
bool body_contains(UrtoOutline outline, const double size[2], double x, double y) URTO_REALTIME;
void body_row(const Body *body, double x, double y, UrtoInterpolation interpolation,
              Row *row) URTO_REALTIME;

void body_predict(Body *body) URTO_REALTIME;
void body_finish(Body *body) URTO_REALTIME;
double body_energy(const Body *body) URTO_REALTIME;
double body_loss(const Body *body) URTO_REALTIME;    /* of the last step */
double body_gravity(const Body *body) URTO_REALTIME; /* work of the last step */
bool body_finite(const Body *body) URTO_REALTIME;

/* Coefficients for the factors as they are now, with u and d held. */
void body_retune(Body *body) URTO_REALTIME;
/* What hands gave to modes that rest above the Nyquist frequency is taken away. */
void body_settle(Body *body) URTO_REALTIME;
/* The largest stable tuning at a loss_high (0: there is none), and the other way round. */
double body_tuning_limit(const Body *body, double loss_high) URTO_REALTIME;
double body_loss_limit(const Body *body, double tuning) URTO_REALTIME;

/* Displacement (velocity times k when into_d) from a shape function; tells the old values nothing.
 */
void body_shape(Body *body, UrtoShape shape, void *context, double factor, double *values);

static inline double row_project(const Row *row, const double *x)
{
    double sum = 0.0;

    if (row->index) {
        for (uint32_t i = 0; i < row->count; i++) {
            sum += row->weight[i] * x[row->index[i]];
        }
    } else {
        /* four sums at once: one would wait for itself at every term */
        double part[4] = {0.0, 0.0, 0.0, 0.0};
        uint32_t i = 0;
        for (; i + 4 <= row->count; i += 4) {
            for (uint32_t j = 0; j < 4; j++) {
                part[j] += row->weight[i + j] * x[i + j];
            }
        }
        for (; i < row->count; i++) {
            sum += row->weight[i] * x[i];
        }
        sum += (part[0] + part[1]) + (part[2] + part[3]);
    }
    return sum;
}

/* e += A^-1 Pt force. */
static inline void row_push(const Row *row, Body *body, double force)
{
    if (row->index) {
        for (uint32_t i = 0; i < row->count; i++) {
            const uint32_t at = row->index[i];
            body->e[at] += body->inverse[at] * row->weight[i] * force;
        }
    } else {
        for (uint32_t i = 0; i < row->count; i++) {
            body->e[i] += body->inverse[i] * row->weight[i] * force;
        }
    }
}

/* P1 A^-1 P2t of two ports of one body. */
double row_admittance(const Body *body, const Row *one, const Row *two) URTO_REALTIME;

#endif
