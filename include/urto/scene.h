/** @file scene.h
 *  Scenes: worlds described in text (YAML). The library liburto_scene needs libyaml; liburto does
 *  not. docs/scenes.md describes the language.
 *
 *  Load a scene, look at its errors, then play it: a player is a world that also carries out what
 *  hands do in the scene.
 */
#ifndef URTO_SCENE_H
#define URTO_SCENE_H

#include <urto/world.h>

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
/** Most errors that are kept; the last says so if there were more. */
#define URTO_SCENE_MAX_ERRORS 64u

/** A scene that was read, with or without errors. */
typedef struct UrtoScene UrtoScene;
/** A scene that sounds. */
typedef struct UrtoPlayer UrtoPlayer;

/** Something wrong in a scene. */
typedef struct UrtoSceneError {
    uint32_t line, column; /**< from 1; 0: not in the text but in an override */
    char message[320];     /**< one line: what, the value, what would be right */
} UrtoSceneError;

/** What a scene says about the sound as a whole. */
typedef struct UrtoSceneInfo {
    const char *title;     /**< one line, or "" */
    double seconds;        /**< length of the sound */
    double rate;           /**< samples a second */
    double fade_in, fade;  /**< at the start and at the end [s] */
    uint32_t channels;     /**< 1 or 2 */
    uint32_t oversampling; /**< steps a sample */
    UrtoSolver solver;     /**< of all contacts */
    uint32_t bodies;       /**< how many */
    uint32_t contacts;     /**< contacts, links, barriers and lines */
    uint32_t bows;         /**< how many */
} UrtoSceneInfo;

/** Read a scene. Each override "path=value" ("bodies.string.length=0.5 m", "probes.0.pan=1")
 *  replaces or adds one value. Returns URTO_OK, or another status when there are errors; *scene is
 *  then still there to be asked for them, and NULL only when memory ran out. */
UrtoStatus urto_scene_load(UrtoScene **scene, const char *text, size_t size,
                           const char *const *overrides, uint32_t override_count);
/** Release a scene; NULL is fine. */
void urto_scene_destroy(UrtoScene *scene);
/** How many errors. */
uint32_t urto_scene_error_count(const UrtoScene *scene);
/** One of them, in the order of their places; NULL for an unknown index. */
const UrtoSceneError *urto_scene_error(const UrtoScene *scene, uint32_t index);
/** What it says about the whole. */
UrtoSceneInfo urto_scene_info(const UrtoScene *scene);
/** The description of the world. */
const UrtoWorldDef *urto_scene_world(const UrtoScene *scene);
/** Name of a body, in the order of definition from 0; NULL for an unknown index. */
const char *urto_scene_body_name(const UrtoScene *scene, uint32_t index);
/** Name of a contact, link, barrier or line, in the order of definition from 0; NULL for an
 *  unknown index. */
const char *urto_scene_contact_name(const UrtoScene *scene, uint32_t index);

/** What can be watched of a body: ports that follow each other in id. */
typedef struct UrtoWatch {
    UrtoPort first;  /**< the others have the next ids */
    uint32_t points; /**< how many; 0: a mass, which has no extent */
    double from, to; /**< along x [m] */
} UrtoWatch;

/** Add evenly spaced ports along a body, on a surface along its middle, so that its shape can be
 *  read from worlds that are created later. At least 2 points; a body counts from 0. */
UrtoStatus urto_scene_watch(UrtoScene *scene, uint32_t body, uint32_t points, UrtoWatch *watch);

/** Compile a scene without errors. It must outlive the player. */
UrtoStatus urto_player_create(UrtoPlayer **player, const UrtoScene *scene, UrtoDiagnostic *why);
/** Release a player; NULL is fine. */
void urto_player_destroy(UrtoPlayer *player);
/** The next frames; out[channel][frame]. */
void urto_player_process(UrtoPlayer *player, float *const *out, uint32_t frames);
/** Move a parameter to a value while it sounds, in a straight ramp of some frames. `of` is
 *  "name.parameter" as controls in scenes have it, "bow.force"; values are SI numbers. */
UrtoStatus urto_player_set(UrtoPlayer *player, const char *of, double value, uint32_t ramp,
                           UrtoDiagnostic *why);
/** Its world, for ledger and statistics. */
const UrtoWorld *urto_player_world(const UrtoPlayer *player);

/** Write the JSON schema of scenes. */
void urto_scene_schema(FILE *stream);
/** Write the reference of all keys, units and materials as Markdown tables. */
void urto_scene_reference(FILE *stream);
/** Name of a solver as scenes spell it; "" for an unknown one. */
const char *urto_scene_solver_name(UrtoSolver solver);

#ifdef __cplusplus
}
#endif

#endif
