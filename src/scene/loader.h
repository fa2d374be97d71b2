/* What the files of the loader share. */
#ifndef SCENE_LOADER_H
#define SCENE_LOADER_H

#include "key_table.h"

#include <urto/instrument_kind.h>
#include <urto/material.h>
#include <urto/number.h>
#include <urto/scene_instrument.h>
#include <yaml.h>

enum { NAME_ROOM = 64, PROFILE_TERMS = 8, PROBLEM_ROOM = 240 };

/* A body, and how large it is, so that relative places can be understood. */
typedef struct SceneBody {
    char name[NAME_ROOM];
    Section kind;
    UrtoBody id;           /* 0: it had errors */
    uint32_t line, column; /* where it stands */
    bool circle, grid;
    bool automatic;  /* the rate decides whether it is modal */
    bool counted;    /* the text says how many modes or cells it has */
    bool moves;      /* from the start, by a velocity, gravity or its spring */
    bool returns;    /* a mass that a spring or gravity brings back */
    double start[2]; /* position [m] and velocity [m/s] of a mass */
    bool held[2];    /* its ends do not move */
    double size[2];  /* [m]; a circle: radius */
} SceneBody;

/* What a control or probe may name. */
typedef struct SceneObject {
    char name[NAME_ROOM];
    UrtoOwner owner;
    uint32_t id, tag; /* of its handle; 0: it had errors */
    UrtoPort port;
    uint32_t body;             /* index of the port's body */
    uint32_t line, column;     /* where it stands */
    uint32_t sides[2];         /* bodies it is on, index + 1: below and above; 0: none */
    double distance;           /* of a contact [m] */
    bool one_sided;            /* a contact, no link */
    bool acts;                 /* a bow or drive that pushes, a probe that is not off */
    bool controlled;           /* while it sounds */
    bool held;                 /* a probe where its body does not move */
    char label[2 * NAME_ROOM]; /* of a probe: its name, or what it hears and as what */
    UrtoQuantity quantity;     /* of it */
    UrtoSceneSide at[2];       /* of a joint: below and above */
    uint32_t points;           /* of a barrier */
    bool separate;             /* they were listed */
    double *places, *heights;  /* of them */
} SceneObject;

/* Height of a barrier along its line. */
typedef struct SceneProfile {
    double terms[PROFILE_TERMS];
    double length; /* of the line [m] */
} SceneProfile;

typedef enum ActionKind { ACTION_PLUCK, ACTION_STRIKE, ACTION_THROW, ACTION_SHAPE } ActionKind;

typedef struct SceneAction {
    ActionKind kind;
    double time;    /* [s] */
    uint32_t entry; /* of the list in the text; one may be repeated */
    uint32_t line, column;
    bool held; /* the edge holds its place */
    UrtoPort port;
    uint32_t body; /* index */
    double displacement, velocity, impulse;
    double growth; /* of a repeated one */
    uint32_t mode;
    UrtoContact against; /* of a stroke: thrown at what is on its other side; id 0: from a place */
    double soft;         /* of a stroke: its growth at the softest touch */
} SceneAction;

/* A control sets out for a value. */
typedef struct SceneTurn {
    double time, end; /* [s] */
    UrtoTarget target;
    double value;
} SceneTurn;

/* What moves a control while the scene is played. The names are in play_block.c. */
typedef enum MoveSource {
    BY_VELOCITY,
    BY_PRESSURE,
    BY_TIMBRE,
    BY_BEND,
    BY_KEY,
    BY_HOLD,
    BY_CONTROLLER
} MoveSource;

typedef struct SceneMove {
    MoveSource by;
    uint32_t controller; /* of BY_CONTROLLER */
    uint32_t slot;
    double from, to;
    bool log;
    double rest;    /* its value at rest */
    double seconds; /* that it takes; 0: no matter */
} SceneMove;

enum { STROKES_MAX = 8, TUNED_MAX = 8, MOVES_MAX = 64 };

/* The `play:` block. */
typedef struct ScenePlay {
    uint32_t line, column;           /* of the block, */
    uint32_t keys_line, keys_column; /* and of its keys */
    uint8_t low, high;               /* keys */
    double pitch; /* as described; 0: of the lowest mode of the first tuned body */
    double gain;
    uint32_t voices;
    uint32_t tuned[TUNED_MAX]; /* index of each body */
    uint32_t tuned_count;      /* their tunings are the first targets */
    SceneAction strokes[STROKES_MAX];
    uint32_t stroke_count;
    UrtoTarget targets[URTO_KIND_TARGETS];
    uint32_t target_count;
    SceneMove moves[MOVES_MAX];
    uint32_t move_count;
    UrtoParameterInfo parameters[URTO_SCENE_CONTROLLERS];
    char ids[URTO_SCENE_CONTROLLERS][NAME_ROOM];
    char *texts[2 * URTO_SCENE_CONTROLLERS]; /* names and descriptions */
    uint32_t parameter_count;
} ScenePlay;

typedef enum SignalKind { SIGNAL_SINE, SIGNAL_NOISE, SIGNAL_PULSE } SignalKind;

typedef struct SceneSignal {
    SignalKind kind;
    double frequency;
} SceneSignal;

struct UrtoScene {
    UrtoSceneError errors[URTO_SCENE_MAX_ERRORS];
    uint32_t error_count;
    UrtoSceneNote notes[URTO_SCENE_MAX_ERRORS]; /* of the last world */
    uint32_t note_count;
    double fastest; /* speed with which a mass begins [m/s] */
    UrtoSceneInfo info;
    char *title;
    UrtoWorldDef *def;
    SceneBody *bodies;
    SceneObject *objects;
    SceneAction *actions;
    SceneSignal *signals;
    SceneTurn *turns; /* by time */
    SceneProfile **profiles;
    uint32_t body_count, object_count, action_count, entry_count, signal_count, turn_count,
        profile_count;
    double smoothing;
    bool start_as_printed;
    ScenePlay *play; /* NULL: none */
};

/* A value of a key. */
typedef struct Value {
    int node; /* 0: the default */
    double number;
    const char *text;
    int choice;
    const UrtoMaterial *material;
} Value;

typedef struct Values {
    Value at[KEY_COUNT];
    bool good;        /* nothing was wrong */
    bool has_invalid; /* something that must be given was given wrongly */
} Values;

/* An override that became a node. */
typedef struct Override {
    int node;
    const char *text;
} Override;

typedef struct Loader {
    UrtoScene *scene;
    yaml_document_t document;
    bool has_document;
    Override *overrides;
    uint32_t override_count;
    bool memory; /* ran out */
} Loader;

/* document.c */
bool document_read(Loader *loader, const char *text, size_t size);
bool document_override(Loader *loader, const char *const *overrides, uint32_t count);
void scene_error(Loader *loader, int node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void scene_error_at(UrtoScene *scene, uint32_t line, uint32_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
const yaml_node_t *document_node(Loader *loader, int node);
const char *node_text(Loader *loader, int node); /* NULL if it is no scalar */
const char *node_kind(const yaml_node_t *node);  /* "a list" */
bool grow_list(Loader *loader, void *list, uint32_t count, size_t size);

/* number.c */
typedef struct Closest {
    const char *wanted;
    char name[NAME_ROOM];
    size_t distance;
} Closest;

void closest_start(Closest *closest, const char *wanted);
void closest_try(Closest *closest, const char *name, size_t length);
/* Reads "8 g"; false after an error was reported. `what` is named in it. */
bool read_quantity(Loader *loader, int node, const char *what, const char *text,
                   UrtoDimension dimension, double *number);
bool read_pitch(Loader *loader, int node, const char *what, const char *text, double *number);

/* values.c */
/* False if something that must be given is not there; errors in the rest are reported, and the
 * defaults stand in for it. */
bool read_values(Loader *loader, int node, Section section, const char *kind_key, Values *values);
bool values_given(const Values *values, KeyId key);
double values_number(const Values *values, KeyId key);
/* Numbers of a list; NULL and count 0 if it was left out or wrong. To be freed. */
double *values_list(Loader *loader, const Values *values, KeyId id, uint32_t *count);
bool check_name(Loader *loader, int node, char name[NAME_ROOM]);
/* Whether the library has refused what was defined last; told at the key that it names, and
 * dropped, so that all errors of a scene are found. */
bool library_refused(Loader *loader, const Values *values, Section section, int node);
/* Reports what the library said, at the key it named or at the node. */
void library_error(Loader *loader, const Values *values, Section section, int node,
                   const UrtoDiagnostic *why);

/* places.c */
typedef struct Place {
    bool wall;
    uint32_t body; /* index */
    bool range;
    double from[2], to[2]; /* [m] */
} Place;

typedef enum PlaceKind { PLACE_POINT, PLACE_RANGE, PLACE_BODY } PlaceKind;

bool read_place(Loader *loader, int node, PlaceKind kind, bool wall, Place *place);
bool read_places(Loader *loader, int node, PlaceKind kind, bool wall, Place places[2]);
/* Whether a place [m] is on a body. */
bool place_is_on(const SceneBody *body, double x, double y);
/* Whether the edge of the body holds it there. */
bool place_is_held(const SceneBody *body, double x, double y);
bool place_port(Loader *loader, int node, const Place *place, UrtoPort *port);

/* scene.c */
UrtoWorldOptions scene_world_options(const UrtoScene *scene);
/* A world was refused: adds the bodies that are refused by themselves to the errors, or else what
 * the library said. */
void scene_locate(UrtoScene *scene, const UrtoDiagnostic *why, bool too_large, double rate);

/* scene_notes.c: what is to be known about the world of a scene at a rate. */
void scene_notes(UrtoScene *scene, const UrtoWorld *world, double rate, bool played);
void add_note(UrtoScene *scene, uint32_t line, uint32_t column, bool warning, const char *format,
              ...) __attribute__((format(printf, 5, 6)));

/* silence.c: what is not heard, or cannot be meant. */
void silence_notes(UrtoScene *scene, const UrtoWorld *world);

/* bodies.c, joints.c, motion.c */
void load_bodies(Loader *loader, const Values *scene);
void load_joints(Loader *loader, const Values *scene);
void load_probes(Loader *loader, const Values *scene);
void load_actions(Loader *loader, const Values *scene);
void load_controls(Loader *loader, const Values *scene);
/* What hands do once: the values of a section with the keys of an action, which begin at `first`. */
bool read_action(Loader *loader, const Values *values, KeyId first, SceneAction *action);
typedef void (*LoadItem)(Loader *loader, int node);
void each_item(Loader *loader, const Values *values, KeyId key, LoadItem load);

/* play_block.c */
void load_play(Loader *loader, const Values *scene);
void play_free(ScenePlay *play);
SceneObject *add_object(Loader *loader, const char *name, UrtoOwner owner);
const SceneObject *find_object(const UrtoScene *scene, const char *name);

/* target.c */
/* What a control moves. */
typedef struct SceneTarget {
    UrtoTarget target;
    const SceneBody *body; /* of a place; else NULL */
} SceneTarget;

/* A sentence about a name that nothing has. */
void unknown_object(const UrtoScene *scene, const char *name, const char *what,
                    char problem[PROBLEM_ROOM]);
/* The parameter that "name.parameter" means; else false and a sentence, or none if the object had
 * errors of its own. */
bool target_find(const UrtoScene *scene, const char *of, SceneTarget *target,
                 char problem[PROBLEM_ROOM]);
/* False and a sentence for a place off the body. */
bool target_accepts(const SceneTarget *target, double value, char problem[PROBLEM_ROOM]);

#endif
