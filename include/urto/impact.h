/** @file impact.h
 *  One mass against one rigid wall: closed forms, and every scheme that steps it in time.
 *
 *      UrtoImpact impact = urto_impact_def();
 *      UrtoImpactExact exact;
 *      if (urto_impact_exact(&impact, &exact, &why) == URTO_OK) {
 *          printf("%g s of contact\n", exact.contact_time);
 *      }
 *
 *  The mass moves along x, the compression: x < 0 outside, x > 0 inside the wall.
 *
 *      m x'' = -K [x]^a (1 + mu x') - Ks x + m g
 *
 *  It arrives with velocity > 0; exit velocities are negative. Closed forms hold for Ks = g = 0.
 *  All functions are [any], as in world.h. */
#ifndef URTO_IMPACT_H
#define URTO_IMPACT_H

#include <urto/law.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One mass about to hit one wall. */
typedef struct UrtoImpact {
    double mass;     /**< m [kg], 1e-30 to 1e12 */
    UrtoLaw law;     /**< stiffness, exponent, damping of the contact */
    double velocity; /**< v_in [m/s], 1e-30 to 1e6 */
} UrtoImpact;

/** Where a parameter of an impact or a run may lie. */
typedef struct UrtoRange {
    const char *name; /**< of the parameter, as in the structs and in `urto impact` */
    double low;       /**< lower bound */
    double high;      /**< upper bound */
    bool low_open;    /**< low itself is excluded */
    const char *text; /**< for people: "1 to 10" */
} UrtoRange;

/** The range of mass, stiffness, exponent, damping, velocity, rate, phase, gravity, spring or
 *  rebounds; NULL for any other name. */
URTO_API const UrtoRange *urto_impact_range(const char *name);

/** The impact of Papetti, Avanzini and Rocchesso, figure 6: 10 g at 1 m/s, K 1e9, a 1.5, mu 0.5. */
URTO_API UrtoImpact urto_impact_def(void);

/** URTO_OK if every field is in its range. */
URTO_API UrtoStatus urto_impact_check(const UrtoImpact *impact, UrtoDiagnostic *why);

/** What the closed forms say of an impact. Relative accuracy 1e-12 for exponents 1 to 5 and
 *  damping * velocity from 0 to 100. */
typedef struct UrtoImpactExact {
    double max_compression;      /**< [m] */
    double exit_velocity;        /**< [m/s] < 0, from the Lambert function */
    double exit_velocity_approx; /**< [m/s] < 0, the published approximation (001:7-8) */
    double contact_time;         /**< [s] */
    double exit_energy;          /**< [J] m v_out^2 / 2 */
    double limit_velocity;       /**< v_lim = -1/mu [m/s]; -Inf without damping */
} UrtoImpactExact;

/** All closed forms of one impact at once. */
URTO_API UrtoStatus urto_impact_exact(const UrtoImpact *impact, UrtoImpactExact *exact,
                                      UrtoDiagnostic *why);

/** Many impacts as columns: element i of each array, or of one number for all, is impact i. */
typedef struct UrtoImpactColumns {
    const double *mass;      /**< as in UrtoImpact */
    const double *stiffness; /**< as in UrtoImpact */
    const double *exponent;  /**< as in UrtoImpact */
    const double *damping;   /**< as in UrtoImpact */
    const double *velocity;  /**< as in UrtoImpact */
    bool varies[5]; /**< false: the array has one element, which holds for all; in this order */
} UrtoImpactColumns;

/** Where the closed forms of many impacts go; NULL: not computed. */
typedef struct UrtoImpactExactColumns {
    double *max_compression; /**< as in UrtoImpactExact */
    double *exit_velocity;   /**< as in UrtoImpactExact */
    double *exit_energy;     /**< as in UrtoImpactExact */
    double *contact_time;    /**< a quadrature: some 30 times as long as all others together */
} UrtoImpactExactColumns;

/** The closed forms of `count` impacts. The first that is refused ends it: *bad, which may be NULL, is
 *  its number. */
URTO_API UrtoStatus urto_impact_exact_columns(const UrtoImpactColumns *impacts, size_t count,
                                              const UrtoImpactExactColumns *exact, size_t *bad,
                                              UrtoDiagnostic *why);

/** One instant of the exact motion. */
typedef struct UrtoImpactPoint {
    double time;        /**< [s] since the touch */
    double compression; /**< [m] */
    double velocity;    /**< [m/s] */
    double force;       /**< [N] */
} UrtoImpactPoint;

/** The exact point at which the mass has a velocity between v_out and v_in (001:3): phase portrait
 *  and force loop are drawn with it. Close to v_out the last digit of the velocity itself decides
 *  the compression. */
URTO_API UrtoStatus urto_impact_at_velocity(const UrtoImpact *impact, double velocity,
                                            UrtoImpactPoint *point, UrtoDiagnostic *why);

/** The exact point at a time since the touch, -1e12 to 1e12 s; before 0 and after the contact the mass is free.
 *  For exponent 1 without damping this is the trajectory (000:14). */
URTO_API UrtoStatus urto_impact_at_time(const UrtoImpact *impact, double time,
                                        UrtoImpactPoint *point, UrtoDiagnostic *why);

/** Options that a scheme may or may not take. */
typedef enum UrtoSchemeOption {
    URTO_SCHEME_DAMPING = 1 << 0,   /**< Hunt-Crossley loss */
    URTO_SCHEME_GRAVITY = 1 << 1,   /**< constant force m g towards the wall */
    URTO_SCHEME_SPRING = 1 << 2,    /**< linear spring at x = 0 */
    URTO_SCHEME_MATCHED = 1 << 3,   /**< stiffness changed so that the duration is exact */
    URTO_SCHEME_CORRECTED = 1 << 4, /**< x clipped to x_max, exit velocity set (001, 4.2) */
} UrtoSchemeOption;

/** What one can know of a scheme before using it. */
typedef struct UrtoSchemeInfo {
    const char *name;    /**< as in `urto impact --scheme` */
    const char *summary; /**< one line */
    const char *source;  /**< equation of the paper, or "ours" */
    int order;           /**< order of accuracy on a smooth elastic motion; 0: exact */
    bool passive;        /**< its discrete energy never rises; log-two-point: without gravity */
    bool iterative;      /**< solves an equation in each step */
    unsigned accepts;    /**< UrtoSchemeOption, or-ed */
} UrtoSchemeInfo;

/** Number of schemes. */
URTO_API size_t urto_scheme_count(void);

/** A scheme by index, in the order of the documentation; NULL past the end. */
URTO_API const UrtoSchemeInfo *urto_scheme_at(size_t index);

/** A scheme by name; NULL if there is none. */
URTO_API const UrtoSchemeInfo *urto_scheme_find(const char *name);

/** How an impact is to be stepped. */
typedef struct UrtoImpactRun {
    const char *scheme; /**< a name of the table */
    double rate;        /**< samples per second [Hz], 1e-6 to 1e12 */
    double phase;       /**< samples until the touch, 0 to 1e6: x starts at -phase v_in / rate */
    double gravity;     /**< g [m/s^2] >= 0, towards the wall */
    double spring;      /**< Ks [N/m] >= 0, at rest at x = 0 */
    bool matched;       /**< match the contact duration */
    bool corrected;     /**< closed-form corrections */
    uint32_t rebounds;  /**< further impacts to wait for; needs gravity or a spring */
} UrtoImpactRun;

/** 44.1 kHz, phase 0, scheme log-two-point, everything else off. */
URTO_API UrtoImpactRun urto_impact_run_def(void);

/** One sample of a stepped impact. */
typedef struct UrtoImpactSample {
    uint64_t index;      /**< 0 is the initial state */
    double time;         /**< [s] index / rate */
    double compression;  /**< [m] */
    double velocity;     /**< [m/s]; the three-point family: half a step old in contact */
    double force;        /**< contact force [N]: here for trapezoidal, verlet, heun, rk4 and event;
                              the mean of the step that led here for the others */
    double energy;       /**< the scheme's own discrete energy [J] */
    uint32_t iterations; /**< of the step that led here */
} UrtoImpactSample;

/** Is called with every sample, in order. */
typedef void (*UrtoImpactVisitor)(void *user, const UrtoImpactSample *sample);

/** How many rebound times a result can hold. */
#define URTO_IMPACT_REBOUNDS_MAX 64

/** What one stepped impact did. */
typedef struct UrtoImpactResult {
    double max_compression;     /**< largest sample [m] of the first contact */
    bool left;                  /**< the mass left the wall; else the next three are 0 */
    double exit_velocity;       /**< [m/s] after the first contact, at x = 0 */
    double contact_time;        /**< [s] from the incoming to the outgoing line's zero */
    double exit_energy;         /**< [J] m v^2 / 2 */
    double max_energy_rise;     /**< largest H+ - H of one step, over m v_in^2 / 2 */
    uint64_t samples;           /**< steps taken in all */
    uint64_t samples_inside;    /**< samples with x > 0 in the first contact */
    double iterations_mean;     /**< over the steps that needed any */
    uint32_t iterations_max;    /**< of one step */
    uint64_t unconverged;       /**< steps whose iteration reached the cap */
    uint64_t power_evaluations; /**< of [x]^a */
    uint32_t rebound_count;     /**< rebound times found */
    double rebound_times[URTO_IMPACT_REBOUNDS_MAX]; /**< [s] since the first touch */
} UrtoImpactResult;

/** Step an impact until the mass has left the wall (and come back as often as asked). Never
 *  allocates. visitor may be NULL. */
URTO_API UrtoStatus urto_impact_simulate(const UrtoImpact *impact, const UrtoImpactRun *run,
                                         UrtoImpactVisitor visitor, void *user,
                                         UrtoImpactResult *result, UrtoDiagnostic *why);

/** The stiffness with which the two-point (or three-point) scheme has the duration of the given
 *  impact: (000:15-16) for exponent 1, past the paper for the others. */
URTO_API UrtoStatus urto_impact_matched_stiffness(const UrtoImpact *impact, const char *scheme,
                                                  double rate, double *stiffness,
                                                  UrtoDiagnostic *why);

#ifdef __cplusplus
}
#endif

#endif
