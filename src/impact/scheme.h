/* What a scheme is: one const struct that steps one mass against one wall. Symbols:
 * docs/notation.md.
 *
 *   m x'' = -f(x, x') - Ks x + m g,   f = K [x]^a (1 + mu x')
 *
 * A scheme keeps what it needs in State and leaves x, v, force behind at every sample. `force` is
 * the contact force that acted in the step: at its end for the schemes that keep it as their own
 * variable, its mean for those that are built on a discrete gradient. */
#ifndef IMPACT_SCHEME_H
#define IMPACT_SCHEME_H

#include "../law/power.h"
#include "closed_form.h"

#include <urto/impact.h>

/* Constants of a run. */
typedef struct Model {
    UrtoLaw law; /* its stiffness is the matched one where asked */
    double mass;
    double step;    /* k = 1/rate */
    double gravity; /* g */
    double spring;  /* Ks */
} Model;

typedef struct State {
    double x, v;
    double force;
    double delta;        /* x - x one step ago: the three-point family's own variable */
    double psi;          /* square root of twice the contact energy: quadratised, midpoint */
    double shift;        /* log-midpoint: of its own compression */
    double before;       /* log-midpoint: half of x - x two steps ago */
    double peak;         /* largest compression between samples, where the scheme knows it */
    double clock;        /* event: time since the touch; negative in flight, infinite at rest */
    ClosedForm form;     /* event: the contact under way */
    double contact_time; /* event: its duration without gravity */
    double turning_time; /* event: when its velocity is 0 */
    uint32_t iterations; /* of this step */
    bool unconverged;    /* this step reached the cap */
    uint64_t powers;     /* evaluations of [x]^a so far */
} State;

enum { ITERATION_CAP = 200 };

/* The options in the order of the bits of UrtoSchemeOption. */
enum {
    OPTION_DAMPING,
    OPTION_GRAVITY,
    OPTION_SPRING,
    OPTION_MATCHED,
    OPTION_CORRECTED,
    SCHEME_OPTIONS
};

typedef struct Scheme {
    UrtoSchemeInfo info;
    /* Why an option is refused; NULL where it is accepted. info.accepts says the same in bits. */
    const char *refusal[SCHEME_OPTIONS];
    /* From x, v to the scheme's own variables; NULL if it has none. */
    void (*start)(const Model *model, State *state);
    void (*step)(const Model *model, State *state);
    double (*energy)(const Model *model, const State *state);
} Scheme;

extern const Scheme scheme_trapezoidal, scheme_implicit_midpoint, scheme_verlet, scheme_heun,
    scheme_rk4, scheme_two_point, scheme_three_point, scheme_quadratised, scheme_quadratised_capped,
    scheme_midpoint, scheme_log_two_point, scheme_log_midpoint, scheme_event;

/* NULL if there is none of that name. */
const Scheme *scheme_find(const char *name);

/* The law's force, counted. */
double scheme_force(const Model *model, State *state, double x, double v);

/* One step of classical Runge-Kutta; state->force is the force at x, v before and after. */
void rk4_advance(const Model *model, State *state, double k);

/* Acceleration by spring and gravity alone. */
static inline double free_acceleration(const Model *model, double x)
{
    return model->gravity - model->spring / model->mass * x;
}

/* m v^2/2 + phi(x) + Ks x^2/2 - m g x: the energy of the schemes whose state is (x, v). */
double scheme_energy(const Model *model, const State *state);

/* The three-point family: what x and delta say of kinetic, spring and gravity energy,
 *
 *   m delta^2/(2k^2) + Ks x x-/2 - m g (x + x-)/2
 */
double three_point_free_energy(const Model *model, const State *state);

/* The three-point family's start (x- = x - k v + k^2 x''/2) and its next sample. */
void three_point_start(const Model *model, State *state);
void three_point_advance(const Model *model, State *state, double reach);

/* x+ - x- without contact. */
double three_point_free_reach(const Model *model, const State *state);

/* Contact equation of the discrete-gradient schemes:
 *
 *   s + c Q(s) (1 + nu s) = b,   Q(s) = (phi(x+s) - phi(x))/s + defect s/(s^2 + tiny)
 *
 * Q is increasing and convex for a >= 1, so Newton from the right converges monotonically to the
 * one root with 1 + nu s >= 0. If 1 + nu b <= 0 the bodies part faster than 1/mu: the loss factor
 * is held at 0 and s = b. */
typedef struct ContactEquation {
    double x;      /* start of the difference */
    double b;      /* free motion */
    double c;      /* response to unit force, >= 0 */
    double nu;     /* loss factor per unit s */
    double defect; /* phi(x) minus the energy that is really stored; 0 for most */
} ContactEquation;

/* Returns s; state->force becomes Q (1 + nu s), state->iterations and unconverged are set. */
double contact_solve(const Model *model, State *state, const ContactEquation *equation);

#endif
