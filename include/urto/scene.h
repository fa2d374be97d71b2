/** @file scene.h
 *  Scenes: worlds described in text (YAML). Load one, look at its errors, play it.
 *
 *      UrtoScene *scene = NULL;
 *      UrtoPlayer *player = NULL;
 *      if (urto_scene_load_file(&scene, "bar.yaml", NULL, 0) != URTO_OK ||
 *          urto_player_create(&player, scene, NULL, &why) != URTO_OK) {
 *          puts(urto_scene_error(scene, 0)->message);
 *      }
 *      urto_player_process(player, out, 256);
 *
 *  The library liburto_scene needs libyaml; liburto does not. docs/scenes.md describes the
 * language. [setup], [audio] and [any] say from which thread to call, as in world.h.
 */
#ifndef URTO_SCENE_H
#define URTO_SCENE_H

#include <urto/world.h>

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Largest text of a scene [bytes]. */
#define URTO_SCENE_MAX_BYTES 1048576u
/** Most values (scalars, lists, mappings) in a scene. */
#define URTO_SCENE_MAX_NODES 100000u
/** Deepest nesting. */
#define URTO_SCENE_MAX_DEPTH 16u
/** Most memory that the world of a scene may need at once [bytes]. */
#define URTO_SCENE_MAX_WORLD 1073741824u
/** Most points at which one body is watched. */
#define URTO_SCENE_MAX_WATCH 65536u
/** Most errors that are kept; the last says so if there were more. */
#define URTO_SCENE_MAX_ERRORS 64u

/** A scene that was read, with or without errors. */
typedef struct UrtoScene UrtoScene;
/** A scene that sounds. */
typedef struct UrtoPlayer UrtoPlayer;

/** Something wrong in a scene. */
typedef struct UrtoSceneError {
    uint32_t line;     /**< from 1; 0: not in the text but in an override */
    uint32_t column;   /**< from 1; 0: not in the text but in an override */
    char message[320]; /**< one line: what, the value, what would be right */
} UrtoSceneError;

/** Something to know about a scene in which nothing is wrong. */
typedef struct UrtoSceneNote {
    uint32_t line;     /**< from 1 */
    uint32_t column;   /**< from 1 */
    bool warning;      /**< it will not sound as described; else it is for information */
    char message[320]; /**< one line: what, why, what would be better */
} UrtoSceneNote;

/** What a scene says about the sound as a whole. */
typedef struct UrtoSceneInfo {
    const char *title;     /**< one line, or "" */
    double seconds;        /**< length of the sound */
    double rate;           /**< samples a second */
    double fade_in;        /**< at the start [s] */
    double fade;           /**< at the end [s] */
    uint32_t channels;     /**< 1 or 2 */
    uint32_t oversampling; /**< steps a sample */
    UrtoSolver solver;     /**< of all contacts */
    UrtoGradient gradient; /**< of the quadratised solver */
    uint32_t bodies;       /**< how many */
    uint32_t contacts;     /**< contacts, links, barriers and lines */
    uint32_t bows;         /**< how many */
    double calm;           /**< nothing begins after it [s]; the end with bows, drives, gravity */
} UrtoSceneInfo;

/** Read a scene. Each override "path=value" ("bodies.string.length=0.5 m", "probes.0.pan=1")
 *  replaces or adds one value. Nothing is compiled yet. Returns URTO_OK, or another status when
 * there are errors; *scene is then still there to be asked for them, and NULL only when memory ran
 * out. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_scene_load(UrtoScene **scene, const char *text, size_t size,
                                                   const char *const *overrides,
                                                   uint32_t override_count);
/** The same from a file. One that cannot be read is an error of the scene. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_scene_load_file(UrtoScene **scene, const char *path,
                                                        const char *const *overrides,
                                                        uint32_t override_count);
/** Release a scene; NULL is fine. [setup] */
URTO_API void urto_scene_destroy(UrtoScene *scene);
/** How many errors. [any] */
URTO_API uint32_t urto_scene_error_count(const UrtoScene *scene);
/** One of them, in the order of their places; NULL for an unknown index. [any] */
URTO_API const UrtoSceneError *urto_scene_error(const UrtoScene *scene, uint32_t index);
/** How many notes the last player made of it has left: contacts that its rate cannot resolve
 *  (warnings), bodies whose model the rate has chosen; at most URTO_SCENE_MAX_ERRORS. [any] */
URTO_API uint32_t urto_scene_note_count(const UrtoScene *scene);
/** One of them, in the order of their places; NULL for an unknown index. [any] */
URTO_API const UrtoSceneNote *urto_scene_note(const UrtoScene *scene, uint32_t index);
/** What it says about the whole. [any] */
URTO_API UrtoSceneInfo urto_scene_info(const UrtoScene *scene);
/** The description of the world. [any] */
URTO_API const UrtoWorldDef *urto_scene_world(const UrtoScene *scene);
/** Name of a body, in the order of definition from 0; NULL for an unknown index. [any] */
URTO_API const char *urto_scene_body_name(const UrtoScene *scene, uint32_t index);
/** Name of a contact, link, barrier or line, in the order of definition from 0; NULL for an
 *  unknown index. [any] */
URTO_API const char *urto_scene_contact_name(const UrtoScene *scene, uint32_t index);

/** One side of a joint. */
typedef struct UrtoSceneSide {
    bool moves;     /**< false: what does not move; the rest is then 0 */
    uint32_t body;  /**< index of the body, in the order of definition from 0 */
    double from[2]; /**< start of a line on it, x and y [m] */
    double to[2];   /**< its end; a place: both are the same */
} UrtoSceneSide;

/** A contact, link, barrier or line, as it can be drawn. */
typedef struct UrtoSceneJoint {
    const char *name;      /**< NULL: there is none */
    UrtoSceneSide below;   /**< a barrier: the body that it is over, on that side */
    UrtoSceneSide above;   /**< a barrier: the body that it is under, on that side */
    double distance;       /**< gap when both sides are at 0 [m] */
    uint32_t points;       /**< of a barrier, at its places; else 0 */
    bool separate;         /**< they are single points, as frets; else points of a surface */
    const double *places;  /**< along the line, 0 to 1, as long as the scene lives */
    const double *heights; /**< there [m]; the distance is between this and the body at 0 */
} UrtoSceneJoint;

/** What joins bodies, in the order of urto_scene_contact_name; all zero for an unknown index. [any] */
URTO_API UrtoSceneJoint urto_scene_joint(const UrtoScene *scene, uint32_t index);

/** Where a bow lies, in the order of definition from 0; moves is false for an unknown index. [any] */
URTO_API UrtoSceneSide urto_scene_bow_place(const UrtoScene *scene, uint32_t index);

/** A probe of a scene. */
typedef struct UrtoSceneProbe {
    const char *name; /**< its own, or what it hears and as what, "string@0.5.velocity" */
    const char *unit; /**< SI */
    UrtoProbe probe;  /**< for urto_world_probe */
} UrtoSceneProbe;

/** A probe, in the order of definition from 0; all zero for an unknown index. [any] */
URTO_API UrtoSceneProbe urto_scene_probe(const UrtoScene *scene, uint32_t index);

/** What can be watched of a body: ports that follow each other in id. */
typedef struct UrtoWatch {
    UrtoPort first;  /**< the others have the next ids */
    uint32_t points; /**< how many; 0: a mass, which has no extent */
    double from;     /**< where the first is, along x [m] */
    double to;       /**< where the last is */
} UrtoWatch;

/** Add evenly spaced ports along a body, on a surface along its middle, so that its shape can be
 *  read from worlds that are created later. 2 to URTO_SCENE_MAX_WATCH points; a body counts from 0. [setup] */
URTO_API UrtoStatus urto_scene_watch(UrtoScene *scene, uint32_t body, uint32_t points,
                                     UrtoWatch *watch);

/** A body of a scene by its name; id 0 for none. Good for the world of every player. [any] */
URTO_API UrtoBody urto_scene_body(const UrtoScene *scene, const char *name);
/** A contact, link, barrier or line by its name; id 0 for none. [any] */
URTO_API UrtoContact urto_scene_contact(const UrtoScene *scene, const char *name);
/** A bow by its name; id 0 for none. [any] */
URTO_API UrtoBow urto_scene_bow(const UrtoScene *scene, const char *name);
/** Where a contact, bow, drive or named probe is; id 0 for none. [any] */
URTO_API UrtoPort urto_scene_port(const UrtoScene *scene, const char *name);
/** A new port on a body, by its name, at a place [m], for players that are created later; id 0 if
 *  there is no such body or the place is off it. [setup] */
URTO_API UrtoPort urto_scene_add_port(UrtoScene *scene, const char *body, double x, double y);
/** What "name.control" means in this scene, "bow.force": as controls in scenes have it. [any] */
URTO_API UrtoStatus urto_scene_target(const UrtoScene *scene, const char *of, UrtoTarget *target,
                                      UrtoDiagnostic *why);

/** Choices when a scene is compiled; all zero is fine. */
typedef struct UrtoPlayerOptions {
    double rate;                    /**< [Hz], 1000 to 1e7; 0: that of the scene */
    bool ledger;                    /**< track energy: up to 3 times slower */
    uint32_t contact_events;        /**< as in UrtoWorldOptions */
    const UrtoAllocator *allocator; /**< of player and world; NULL: malloc and free */
} UrtoPlayerOptions;

/** Compile a scene without errors. It must outlive the player. What is refused here, but for bad
 *  options or want of memory, is added to the errors of the scene, with its place in the text.
 *  options may be NULL. [setup], one at a time for one scene */
URTO_API URTO_NODISCARD UrtoStatus urto_player_create(UrtoPlayer **player, UrtoScene *scene,
                                                      const UrtoPlayerOptions *options,
                                                      UrtoDiagnostic *why);
/** Release a player; NULL is fine. [setup] */
URTO_API void urto_player_destroy(UrtoPlayer *player);
/** The next frames; out[channel][frame]. What hands do in the scene happens at its frame. [audio]
 */
URTO_API void urto_player_process(UrtoPlayer *player, float *const *out,
                                  uint32_t frames) URTO_REALTIME;
/** Back to the first frame. [audio] */
URTO_API void urto_player_reset(UrtoPlayer *player) URTO_REALTIME;
/** Do now what hands and controls would do next, however late that is; a control is at once where
 *  it would get to. To try out what lies ahead: begin again with urto_player_reset. Returns when
 *  it would happen [s], infinity for nothing or NULL. [audio] */
URTO_API double urto_player_hurry(UrtoPlayer *player) URTO_REALTIME;
/** Move a control to a value while it sounds, in a straight ramp of some frames; find the target
 *  once, with urto_scene_target. [audio] */
URTO_API UrtoStatus urto_player_set(UrtoPlayer *player, UrtoTarget target, double value,
                                    uint32_t ramp, UrtoDiagnostic *why) URTO_REALTIME;
/** Its world, to strike, to ask for ledger, statistics and contact events; do not process it or
 *  destroy it. NULL for NULL. [audio] */
URTO_API UrtoWorld *urto_player_world(UrtoPlayer *player) URTO_REALTIME;
/** The rate at which it plays [Hz]; 0 for NULL. [any] */
URTO_API double urto_player_rate(const UrtoPlayer *player) URTO_REALTIME;

/** Write the JSON schema of scenes; NULL: nowhere. [setup] */
URTO_API void urto_scene_schema(FILE *stream);
/** Write the reference of all keys, units and materials as Markdown tables; NULL: nowhere. [setup] */
URTO_API void urto_scene_reference(FILE *stream);
/** Name of a solver as scenes spell it; "" for an unknown one. [any] */
URTO_API const char *urto_scene_solver_name(UrtoSolver solver);
/** Name of a gradient as scenes spell it; "" for an unknown one. [any] */
URTO_API const char *urto_scene_gradient_name(UrtoGradient gradient);

#ifdef __cplusplus
}
#endif

#endif
