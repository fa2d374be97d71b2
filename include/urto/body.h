/** @file body.h
 *  What moves: descriptions of bodies and of the ports where they can be touched.
 *
 *      UrtoBarDef bar = urto_bar_def();
 *      bar.length = 0.25;
 *      UrtoBody body = urto_world_def_bar(def, &bar);
 *      UrtoPort end = urto_world_def_port_at(def, body, 0.25, 0.0);
 *
 *  Every definition has a function that returns sensible defaults; change what you need and hand it
 *  to the urto_world_def_... function of the same name in world.h. All units are SI. Positions on a
 *  body are in metres from its corner (rectangle), its left end (string, bar) or its centre
 *  (circle). All functions are [any], as in world.h.
 */
#ifndef URTO_BODY_H
#define URTO_BODY_H

#include <urto/status.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most modes that one body may have. */
#define URTO_MAX_MODES 65536u
/** Most modes of a modal membrane or plate that does not give their number: the lowest. A round or
 *  square membrane that URTO_MODEL_AUTO makes modal has fewer, all below the Nyquist frequency. */
#define URTO_DEFAULT_MODES 5000u
/** Most grid points that one body may have. */
#define URTO_MAX_POINTS 4194304u
/** Cells across below which URTO_MODEL_AUTO takes modes: a coarser grid is more than 2 cents flat. */
#define URTO_MIN_CELLS 62u

/** A body of a world; id 0 is none. */
typedef struct UrtoBody {
    uint32_t id;  /**< 1, 2, ... in the order of definition */
    uint32_t tag; /**< of its description; 0, as in a handle written by hand, is not checked */
} UrtoBody;

/** A place on a body; id 0 is none. */
typedef struct UrtoPort {
    uint32_t id;  /**< 1, 2, ... in the order of definition */
    uint32_t tag; /**< of its description; 0, as in a handle written by hand, is not checked */
} UrtoPort;

/** A mass on an optional spring. */
typedef struct UrtoMassDef {
    double mass;     /**< [kg] > 0 */
    double spring;   /**< to its rest position 0 [N/m] >= 0 */
    double loss;     /**< sigma [1/s] >= 0: the free velocity decays as exp(-2 sigma t), a sprung
                          displacement as exp(-sigma t) */
    double gravity;  /**< acceleration [m/s^2], negative is down */
    double position; /**< at the start [m] */
    double velocity; /**< at the start [m/s] */
    uint32_t cookie; /**< set by urto_mass_def() */
} UrtoMassDef;

/** How a string is held at both ends, and a plate at its edges. */
typedef enum UrtoEdge {
    URTO_EDGE_SUPPORTED, /**< simply supported: no displacement, no bending moment */
    URTO_EDGE_CLAMPED,   /**< fixed: no displacement, no slope */
} UrtoEdge;

/** How displacement is read, and force spread, between grid points or rows of a shape table. */
typedef enum UrtoInterpolation {
    URTO_INTERPOLATION_LINEAR, /**< two points a direction (004:42) */
    URTO_INTERPOLATION_CUBIC,  /**< four points a direction */
} UrtoInterpolation;

/** How a body is computed. */
typedef enum UrtoModel {
    URTO_MODEL_GRID,  /**< finite differences */
    URTO_MODEL_MODAL, /**< modes, each exact in pitch and decay, up to the Nyquist frequency */
    URTO_MODEL_MODAL_LEAPFROG, /**< modes by plain leap-frog (004:48-50), sharp:
                           sin(w' k/2) = w k/2, up to w k = 2: for comparison with papers */
    URTO_MODEL_AUTO,           /**< membranes: modal if the grid that the rate allows has fewer than
                           URTO_MIN_CELLS cells across, unless segments asks for one; else a grid */
} UrtoModel;

/** A stiff string with loss: rho u'' = T u_xx - EI u_xxxx - 2 rho s0 u' + 2 rho s1 u'_xx. */
typedef struct UrtoStringDef {
    double length;     /**< [m] > 0 */
    double tension;    /**< [N] >= 0; tension and rigidity are not both 0 */
    double density;    /**< [kg/m] > 0 */
    double rigidity;   /**< EI [N m^2] >= 0 */
    double loss[2];    /**< s0 [1/s], s1 [m^2/s] >= 0 */
    UrtoEdge edge;     /**< modal strings are simply supported */
    UrtoModel model;   /**< grid, modal or leap-frog modal */
    uint32_t segments; /**< grid: intervals, 0 for as many as the rate allows;
                            modal: modes, 0 for all below the Nyquist frequency */
    uint32_t cookie;   /**< set by urto_string_def() */
} UrtoStringDef;

/** How a bar is held. */
typedef enum UrtoBarEnds {
    URTO_BAR_FREE,       /**< both ends free */
    URTO_BAR_CLAMPED,    /**< both ends clamped */
    URTO_BAR_CANTILEVER, /**< x = 0 clamped, x = length free */
} UrtoBarEnds;

/** A uniform bar, modal: rho u'' = -EI u_xxxx, decay of a mode s0 + s1 b^2 at wave number b. */
typedef struct UrtoBarDef {
    double length;    /**< [m] > 0 */
    double density;   /**< [kg/m] > 0 */
    double rigidity;  /**< EI [N m^2] > 0 */
    double loss[2];   /**< s0 [1/s], s1 [m^2/s] >= 0 */
    UrtoBarEnds ends; /**< free, clamped or cantilever */
    bool rigid;       /**< free bar: also the two motions without bending; else they are held */
    uint32_t modes;   /**< 0 for all below the Nyquist frequency */
    uint32_t cookie;  /**< set by urto_bar_def() */
} UrtoBarDef;

/** Outline of a membrane. */
typedef enum UrtoOutline {
    URTO_OUTLINE_RECTANGLE, /**< size[0] by size[1], origin in a corner */
    URTO_OUTLINE_CIRCLE,    /**< radius size[0], origin in the centre */
} UrtoOutline;

/** Where a circle on a grid ends. */
typedef enum UrtoRim {
    URTO_RIM_CUT,       /**< on the circle: links to it are cut there */
    URTO_RIM_STAIRCASE, /**< on the first grid points outside, as in the papers: 11 to 32 cents flat
                             at 93 to 31 cells across */
} UrtoRim;

/** A membrane fixed at its rim: rho u'' = T lap u - 2 rho s0 u' + 2 rho s1 lap u'. */
typedef struct UrtoMembraneDef {
    UrtoOutline outline;  /**< rectangle or circle */
    double size[2];       /**< sides, or radius and nothing [m] > 0 */
    double tension;       /**< [N/m] > 0 */
    double density;       /**< [kg/m^2] > 0 */
    double loss[2];       /**< s0 [1/s], s1 [m^2/s] >= 0 */
    UrtoModel model;      /**< any */
    UrtoRim rim;          /**< of a circle on a grid */
    uint32_t segments[2]; /**< grid: intervals a side (a circle: over the diameter, first entry),
                               0 from the rate; modal: modes, first entry, 0 for all below
                               the Nyquist frequency, but at most URTO_DEFAULT_MODES */
    uint32_t cookie;      /**< set by urto_membrane_def() */
} UrtoMembraneDef;

/** A thin rectangular plate: rho u'' = -D lap lap u - 2 rho s0 u' + 2 rho s1 lap u'. */
typedef struct UrtoPlateDef {
    double size[2];       /**< sides [m] > 0 */
    double rigidity;      /**< D [N m] > 0 */
    double density;       /**< [kg/m^2] > 0 */
    double loss[2];       /**< s0 [1/s], s1 [m^2/s] >= 0 */
    UrtoEdge edge;        /**< modal plates are simply supported */
    UrtoModel model;      /**< grid, modal or leap-frog modal */
    uint32_t segments[2]; /**< grid: intervals a side, 0 from the rate; modal: modes, first entry,
                               0 as in UrtoMembraneDef */
    uint32_t cookie;      /**< set by urto_plate_def() */
} UrtoPlateDef;

/** One mode given by hand. */
typedef struct UrtoMode {
    double frequency; /**< undamped [Hz] >= 0 */
    double decay;     /**< sigma [1/s] >= 0, amplitude falls as exp(-sigma t) */
    double mass;      /**< modal mass [kg] > 0 */
} UrtoMode;

/** A body given by its modes. */
typedef struct UrtoModalDef {
    const UrtoMode *modes; /**< copied */
    uint32_t count;        /**< 1 to URTO_MAX_MODES; modes at or above Nyquist are left out */
    const double *shapes;  /**< signed, shapes[point * count + mode] at evenly spaced points from
                                x = 0 to x = length; copied. NULL: 1 everywhere */
    uint32_t points;       /**< rows of shapes; 1 is the same shape everywhere */
    double length;         /**< [m] > 0 */
    UrtoModel model;       /**< modal or leap-frog modal, whose modes are refused from w k = 2 on */
    uint32_t cookie;       /**< set by urto_modal_def() */
} UrtoModalDef;

/** Where a port is. */
typedef struct UrtoPortDef {
    UrtoBody body;                   /**< on which body */
    double x;                        /**< position on it [m] */
    double y;                        /**< on surfaces only [m] */
    UrtoInterpolation interpolation; /**< between grid points */
    bool weighted;                   /**< on modal bodies: the port has a weight of its own for each
                                          mode, set by urto_world_set_weights, and x and y do not
                                          count; 0 until then */
    uint32_t cookie;                 /**< set by urto_port_def() */
} UrtoPortDef;

/** A value at a place of a body, x and y in metres. */
typedef double (*UrtoShapeFunction)(void *context, double x, double y);

/** 10 g, no spring, no loss, no gravity, at rest at 0. */
URTO_API UrtoMassDef urto_mass_def(void);
/** A steel string: 0.7 m, 100 N, 6.3 g/m, no rigidity, light loss, on a grid. */
URTO_API UrtoStringDef urto_string_def(void);
/** A steel bar, 30 cm long, 20 by 5 mm, free. */
URTO_API UrtoBarDef urto_bar_def(void);
/** A drum head: circle of radius 15 cm, 2000 N/m, 0.2 kg/m^2, model auto. */
URTO_API UrtoMembraneDef urto_membrane_def(void);
/** A steel plate 40 by 30 cm, 1 mm thick, simply supported, on a grid. */
URTO_API UrtoPlateDef urto_plate_def(void);
/** No modes yet, length 1 m, shape 1 everywhere. */
URTO_API UrtoModalDef urto_modal_def(void);
/** A port at x = y = 0 with linear interpolation. */
URTO_API UrtoPortDef urto_port_def(UrtoBody body);

#ifdef __cplusplus
}
#endif

#endif
