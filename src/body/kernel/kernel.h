/* The inner loops of bodies, each in versions for several instruction sets; kernel.inc is their one
 * source, select.c chooses at run time. Arrays are 64-byte aligned. Symbols: docs/notation.md.
 *
 * Modes. Coordinates are scaled so that A = 1 (body.h), n is padded with zeros to KERNEL_PAD. The
 * state between steps is (u, d*): d is the prediction, which the force f of the step still changes
 * (`ahead`; without it the state is (u, d) at the same instant and the first line is left out):
 *
 *   d += row f,  u += d         ends the last step
 *   d = coef_d d - coef_u u     the prediction for this one
 *   out_r = row_r . d
 *
 * so that a step with a contact goes through memory once. A block of KERNEL_BLOCK free steps needs
 * no state but d at two instants: per mode
 *
 *   d(n+1) = c1 d(n) - c2 d(n-1),  c1 = 1 + coef_d - coef_u,  c2 = coef_d
 *
 * run for even and odd n apart (two steps at once: C1 = c1^2 - 2 c2, C2 = c2^2), which halves the
 * latency and the growth of rounding. The decay may be taken out of d and put on the row, which
 * even and odd steps share: with n = j + 2i, d = coef_d^(i-1) y,
 *
 *   y(i+1) = D y(i) - y(i-1),  D = c1^2/coef_d - 2
 *   out    = sum row coef_d^(i-1) y
 *
 * is one operation less; for whole blocks, one row, and modes whose coef_d is at least
 * KERNEL_STEADY. Over one block rounding grows by less than 64^2; it is not carried on, because the
 * state at the end is the state at the start times a 2 by 2 matrix.
 *
 * Grids. All linear forces have one Laplacian in front (grid.c):
 *
 *   v = tension u - bending S u + viscous d
 *   e = coef_d d + S v
 *   u += e,  d = e
 *
 * with coefficients divided by A. A line lies in memory as it is; the pass over it holds v in
 * registers, one vector ahead. A row of a surface is cut into
 * as many pieces as a vector has lanes and these are interleaved (KernelSurface): neighbours in x
 * are neighbouring whole vectors, so each is loaded once and aligned. The sweep down the rows
 * writes u and d in place and keeps v of four rows.
 */
#ifndef BODY_KERNEL_KERNEL_H
#define BODY_KERNEL_KERNEL_H

#include <urto/api.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KERNEL_PAD = 8,    /* modes are padded to a multiple of this */
    KERNEL_BLOCK = 64, /* steps of free flight at once; even */
    KERNEL_LANES_MAX = 8,
    KERNEL_GROUP = 32, /* points of KernelWatch that have one bit */
    KERNEL_EDGE = 8,   /* zeros before and after the inner points of a line */
};

/* The least coef_d whose 32nd power is a harmless number. */
#define KERNEL_STEADY 0.5

typedef struct KernelModes {
    uint32_t n; /* padded */
    double *u, *d;
    double *last; /* takes the old d; may be NULL */
    const double *coef_d, *coef_u;
    const double *turns; /* D of the block, see above; NULL: some mode dies away too fast for it */
} KernelModes;

/* The state after KERNEL_BLOCK steps: u' = uu u + ud d, d' = du u + dd d. */
typedef struct KernelJump {
    const double *uu, *ud, *du, *dd;
} KernelJump;

/* What each mode loses in KERNEL_BLOCK steps: mm m^2 + md m d + dd d^2, m = u - d/2. */
typedef struct KernelSpent {
    const double *mm, *md, *dd;
} KernelSpent;

typedef struct KernelLine {
    uint32_t n;           /* inner points */
    double *u, *d, *last; /* at the first inner point; zeros around; last may be NULL */
    double coef_d, tension, bending, viscous;
    bool clamped;
} KernelLine;

typedef struct KernelSurface {
    uint32_t columns, rows; /* inner points */
    uint32_t vectors;       /* a row: more than columns/lanes, so that its last cell is rim */
    uint32_t full;          /* vectors of a row that have no rim in them */
    double *u, *d, *last;   /* at the rim row above the first inner one; last may be NULL */
    double *v;              /* four rows */
    const double *mask;     /* 1 inside, 0 on the rim: one row, or every row if `round` */
    double coef_d, tension, bending, viscous;
    bool clamped, round;
} KernelSurface;

/* Quadratic forms of x and y = x - z (z NULL: y = x), of a surface. */
typedef struct KernelForms {
    double squares;   /* sum of x y */
    double gradients; /* sum over neighbours of (difference of x)(difference of y) */
    double bends;     /* sum of (S x)(S y), a clamped rim with weight 1/2 */
} KernelForms;

/* Contact points, at most 32 groups. One of them may touch if
 *
 *   offset + xi + max(0, pe, -pd) >= least
 */
typedef struct KernelWatch {
    uint32_t n;
    const double *source; /* pe = sign source is written; NULL: pe is there */
    double sign;
    const double *offset, *xi, *pd;
    double *pe;
    double least;
} KernelWatch;

typedef struct Kernels {
    const char *name;
    uint32_t lanes;
    /* From one prediction to the next; row NULL: no force. With `last` or without `ahead` the force
     * must have been added before. */
    void (*advance)(const KernelModes *modes, bool ahead, const double *row, double force,
                    const double *const *rows, uint32_t count, double *out) URTO_REALTIME;
    /* The same for a state that is ahead, with an outlook (heard NULL: no out[0]):
     *
     *   out[0] = heard . d
     *   out[1] = row . (coef_d d - coef_u (u + d))
     *
     * out[1] is row . d of the next prediction but for the force f of this step, which adds
     * f row . (coef_d - coef_u) row. So the next force can be solved while this pass is still going
     * on. force 0 and `still`: the state stays. */
    void (*outlook)(const KernelModes *modes, bool still, const double *row, double force,
                    const double *heard, double *out) URTO_REALTIME;
    /* row_r . d over some steps, at most KERNEL_BLOCK, into out[r]; the state stays. Up to one more
     * than asked for are written. */
    void (*block)(const KernelModes *modes, const double *const *rows, uint32_t count,
                  uint32_t steps, double (*out)[KERNEL_BLOCK]) URTO_REALTIME;
    /* Returns 0 if the new state is finite, else NaN. */
    double (*jump)(const KernelModes *modes, const KernelJump *jump) URTO_REALTIME;
    /* Some free steps without output. With dampings c, the sum of c (d+ + d)^2 over them. */
    double (*steps)(const KernelModes *modes, uint32_t steps, const double *c) URTO_REALTIME;
    /* The same sum over KERNEL_BLOCK steps from here, as a form of the state. */
    double (*spent)(const KernelModes *modes, const KernelSpent *form) URTO_REALTIME;
    /* A bound of |u| of each mode in KERNEL_BLOCK free steps:
     *
     *   out = p |d| + q |u - d/2| + r (|u| + KERNEL_BLOCK |d|)
     */
    void (*reach)(const KernelModes *modes, const double *p, const double *q, const double *r,
                  double *out) URTO_REALTIME;
    /* Sum of |a| b. */
    double (*dot_size)(uint32_t n, const double *a, const double *b) URTO_REALTIME;
    /* Which groups of KERNEL_GROUP points have one that may touch: a bit for each. */
    uint32_t (*watch)(const KernelWatch *watch) URTO_REALTIME;
    /* Sets pairs of which neither is as large as `small` to 0. Returns the sum of the sizes of the
     * others: 0 at rest, infinite or NaN if one of them is. */
    double (*cull)(uint32_t n, double small, double *u, double *d) URTO_REALTIME;
    double (*dot)(uint32_t n, const double *a, const double *b) URTO_REALTIME;
    /* Sum of c (a + b)^2: what modes lose. */
    double (*lost)(uint32_t n, const double *c, const double *a, const double *b) URTO_REALTIME;
    /* y += a x */
    void (*add)(uint32_t n, double a, const double *x, double *y) URTO_REALTIME;
    void (*line)(const KernelLine *line) URTO_REALTIME;
    void (*surface)(const KernelSurface *surface) URTO_REALTIME;
    KernelForms (*forms)(const KernelSurface *surface, const double *x, const double *z,
                         bool bends) URTO_REALTIME;
    /* Forms of x = y = d + last. */
    KernelForms (*loss)(const KernelSurface *surface) URTO_REALTIME;
} Kernels;

/* The version with so many lanes; NULL: there is none that this machine runs. With lanes 0 the one
 * for a world, by the processor and by the sizes of its largest modal body and grid. */
const Kernels *kernels_choose(uint32_t lanes, uint32_t modes, uint32_t points);
/* All that are compiled in, the plain one first; *runs says which this machine runs. */
const Kernels *kernels_at(uint32_t index, bool *runs);

static inline uint32_t kernel_padded(uint32_t n)
{
    return (n + KERNEL_PAD - 1) / KERNEL_PAD * KERNEL_PAD;
}

/* Where column i, row j of a surface with its rim (0 and columns + 1) lies. */
static inline size_t kernel_cell(uint32_t lanes, uint32_t vectors, uint32_t i, uint32_t j)
{
    const uint32_t column = i - 1;

    return ((size_t)j * vectors + column % vectors) * lanes + column / vectors;
}

#endif
