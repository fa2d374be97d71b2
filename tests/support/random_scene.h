/* Random scenes as text. Every key of src/scene/keys.h comes up sooner or later, with a value near its
 * default or one that is usual for its unit; most of the scenes are valid. */
#ifndef TESTS_SUPPORT_RANDOM_SCENE_H
#define TESTS_SUPPORT_RANDOM_SCENE_H

#include "random.h"
#include "src/scene/keys.h"

#include <urto/material.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_ROOM = 16384, SCENE_BODIES = 4, SCENE_JOINTS = 8 };

typedef struct SceneKey {
    const char *section, *name, *type, *unit, *fallback, *choices;
} SceneKey;

#define RANDOM_SCENE_KEY(S, I, K, T, U, R, D, C, H) {#S, K, #T, #U, D, C},
static const SceneKey random_scene_keys[] = {SCENE_KEYS(RANDOM_SCENE_KEY)};
enum { RANDOM_SCENE_KEYS = sizeof random_scene_keys / sizeof *random_scene_keys };

typedef struct RandomScene {
    Random random;
    char text[SCENE_ROOM];
    size_t length;
    const char *kinds[SCENE_BODIES]; /* sections of its bodies */
    bool circles[SCENE_BODIES];
    uint32_t bodies;
    char joints[SCENE_JOINTS][8]; /* names */
    uint32_t joint_count;
    bool used[RANDOM_SCENE_KEYS]; /* keys that it has */
} RandomScene;

static inline uint32_t scene_pick(RandomScene *scene, uint32_t count)
{
    return (uint32_t)random_uniform(&scene->random, 0.0, count);
}

static inline bool scene_chance(RandomScene *scene, double share)
{
    return random_uniform(&scene->random, 0.0, 1.0) < share;
}

__attribute__((format(printf, 2, 3))) static inline void scene_add(RandomScene *scene,
                                                                   const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int length =
        vsnprintf(scene->text + scene->length, SCENE_ROOM - scene->length, format, list);
    va_end(list);
    scene->length += (size_t)length;
    if (scene->length >= SCENE_ROOM) {
        fprintf(stderr, "a random scene is too long\n");
        exit(EXIT_FAILURE);
    }
}

/* One of some words. */
static inline void scene_add_word(RandomScene *scene, const char *words)
{
    uint32_t count = 1;

    for (const char *c = words; *c; c++) {
        count += *c == ' ';
    }
    for (uint32_t skip = scene_pick(scene, count); skip > 0; skip--) {
        words = strchr(words, ' ') + 1;
    }
    scene_add(scene, "%.*s", (int)strcspn(words, " "), words);
}

static inline double scene_usual(const char *unit)
{
    static const struct {
        const char *unit;
        double value;
    } usual[] = {{"MASS", 0.01},   {"LENGTH", 1e-3},      {"FREQUENCY", 300.0},
                 {"FORCE", 50.0},  {"SPRING", 1000.0},    {"LINE_DENSITY", 0.005},
                 {"TIME", 1e-3},   {"AREA_DENSITY", 1.0}, {"BENDING", 0.01},
                 {"FLEXURE", 1.0}, {"DIFFUSION", 1e-3},   {"ACCELERATION", -9.81}};

    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (strcmp(usual[i].unit, unit) == 0) {
            return usual[i].value;
        }
    }
    return 1.0;
}

/* The default times a factor, with its unit; or what is usual. */
static inline void scene_add_number(RandomScene *scene, const SceneKey *key)
{
    const char *start = key->fallback ? strpbrk(key->fallback, "0123456789") : NULL;
    char *rest = NULL;
    const double value = start ? strtod(start, &rest) : 0.0;
    const double factor = random_log(&scene->random, 0.5, 2.0);
    const size_t unit = rest ? strspn(rest, " abcdefghijklmnopqrstuvwxyzNHGM/^0123456789") : 0;

    if (strcmp(key->name, "exponent") == 0) {
        scene_add(scene, "%.4g", random_uniform(&scene->random, 1.0, 3.0));
    } else if (value > 0.0) {
        scene_add(scene, "%.6g%.*s", value * factor, (int)unit, rest);
    } else {
        scene_add(scene, "%.6g", scene_chance(scene, 0.2) ? 0.0 : scene_usual(key->unit) * factor);
    }
}

static inline void scene_add_count(RandomScene *scene, const SceneKey *key)
{
    static const struct {
        const char *name;
        uint32_t least, most;
    } counts[] = {{"segments", 6, 40}, {"modes", 2, 20},   {"points", 2, 9},     {"frets", 1, 9},
                  {"repeat", 1, 3},    {"channels", 1, 2}, {"oversample", 1, 3}, {"mode", 1, 4}};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (strcmp(counts[i].name, key->name) == 0) {
            scene_add(scene, "%u",
                      counts[i].least + scene_pick(scene, counts[i].most - counts[i].least + 1));
            return;
        }
    }
    scene_add(scene, "1");
}

static inline void scene_add_place(RandomScene *scene, uint32_t body, bool range)
{
    const char *kind = scene->kinds[body];
    const bool surface = strcmp(kind, "membrane") == 0 || strcmp(kind, "plate") == 0;
    const double least = scene->circles[body] ? -0.6 : 0.05;

    scene_add(scene, "\"b%u", body);
    for (int end = 0; strcmp(kind, "mass") != 0 && end < (range ? 2 : 1); end++) {
        scene_add(scene, "%s%.4f", end ? ".." : "@",
                  random_uniform(&scene->random, end ? 0.3 : least, end ? 0.6 : 0.3));
        if (surface) {
            scene_add(scene, ",%.4f", random_uniform(&scene->random, least, 0.6));
        }
    }
    scene_add(scene, "\"");
}

static inline void scene_add_value(RandomScene *scene, const SceneKey *key)
{
    if (strcmp(key->type, "NUMBER") == 0 || strcmp(key->type, "PITCH") == 0) {
        scene_add_number(scene, key);
    } else if (strcmp(key->type, "COUNT") == 0) {
        scene_add_count(scene, key);
    } else if (strcmp(key->type, "FLAG") == 0) {
        scene_add_word(scene, "yes no");
    } else if (strcmp(key->type, "CHOICE") == 0) {
        scene_add_word(scene, key->choices);
    } else if (strcmp(key->type, "MATERIAL") == 0) {
        scene_add(scene, "%s", urto_material_at(scene_pick(scene, 16))->name);
    } else if (strcmp(key->type, "NUMBERS") == 0) {
        scene_add(scene, "[%.4g, %.4g]", random_uniform(&scene->random, -1e-3, 0.0),
                  random_uniform(&scene->random, -1e-3, 1e-3));
    } else {
        scene_add(scene, "text");
    }
}

/* Some of the keys of a section that may be left out, each with a share. */
static inline void scene_add_keys(RandomScene *scene, const char *section, double share,
                                  const char *before)
{
    for (size_t i = 0; i < RANDOM_SCENE_KEYS; i++) {
        const SceneKey *key = &random_scene_keys[i];
        const bool place = strcmp(key->type, "PLACE") == 0 || strcmp(key->type, "PLACES") == 0;
        const bool nested = strcmp(key->type, "NAMED") == 0 || strcmp(key->type, "LIST") == 0;
        const bool given = (strcmp(section, "LINE") == 0 || strcmp(section, "BARRIER") == 0) &&
                           strcmp(key->name, "points") == 0;
        const bool apart = given || strcmp(key->name, "seconds") == 0 ||
                           strcmp(key->name, "name") == 0 || strcmp(key->name, "hear") == 0 ||
                           strcmp(key->name, "as") == 0 || strcmp(key->name, "do") == 0 ||
                           strcmp(key->name, "outline") == 0 ||
                           strcmp(key->name, "play") == 0; /* a block: test_play, and the fuzzers */
        if (strcmp(key->section, section) != 0 || !key->fallback || place || nested || apart ||
            !scene_chance(scene, share)) {
            continue;
        }
        scene->used[i] = true;
        scene_add(scene, "%s%s: ", before, key->name);
        scene_add_value(scene, key);
    }
}

static inline void scene_add_body(RandomScene *scene)
{
    static const char *const kinds[] = {"mass", "string", "bar", "membrane", "plate", "modal"};
    static const char *const sections[] = {"MASS", "STRING", "BAR", "MEMBRANE", "PLATE", "MODAL"};
    const uint32_t kind = scene_pick(scene, 6);
    const uint32_t body = scene->bodies++;

    scene->kinds[body] = kinds[kind];
    scene->circles[body] = kind == 3 && scene_chance(scene, 0.5);
    scene_add(scene, "  b%u: {type: %s", body, kinds[kind]);
    if (kind == 3) {
        scene_add(scene, ", outline: %s", scene->circles[body] ? "circle" : "rectangle");
    }
    if (kind == 5) {
        scene_add(scene, ", modes: [{frequency: 200 Hz, shape: [0, 1, 0]}, {frequency: ");
        scene_add(scene, "%.1f", random_uniform(&scene->random, 300.0, 3000.0));
        scene_add(scene, ", shape: [0.1, -1, 1]");
        scene_add_keys(scene, "MODE", 0.3, ", ");
        scene_add(scene, "}]");
    }
    if (kind == 3 && scene_chance(scene, 0.3)) {
        scene_add(scene, scene->circles[body] ? ", radius: 0.1" : ", width: 0.2, height: 0.1");
    }
    scene_add_keys(scene, sections[kind], 0.08, ", ");
    scene_add(scene, "}\n");
}

static inline void scene_add_joint(RandomScene *scene, const char *group, const char *section,
                                   bool line)
{
    const bool barrier = strcmp(section, "BARRIER") == 0;
    const bool alone = strcmp(section, "BOW") == 0 || strcmp(section, "DRIVE") == 0;
    char *name = scene->joints[scene->joint_count];
    uint32_t one = scene_pick(scene, scene->bodies);
    uint32_t two = scene_pick(scene, scene->bodies);

    for (int i = 0; line && i < 8; i++) { /* a mass has no line, mostly */
        one = strcmp(scene->kinds[one], "mass") == 0 ? scene_pick(scene, scene->bodies) : one;
        two = strcmp(scene->kinds[two], "mass") == 0 ? scene_pick(scene, scene->bodies) : two;
    }
    snprintf(name, sizeof scene->joints[0], "j%u", scene->joint_count++);
    scene_add(scene, "%s:\n  %s: {", group, name);
    if (barrier || alone) {
        scene_add(scene, "%s: ", barrier ? (scene_chance(scene, 0.7) ? "under" : "over") : "at");
        scene_add_place(scene, one, barrier);
    } else {
        scene_add(scene, "between: [");
        scene_add_place(scene, one, line);
        scene_add(scene, ", ");
        if (!line && scene_chance(scene, 0.2)) {
            scene_add(scene, "wall");
        } else {
            scene_add_place(scene, two, line);
        }
        scene_add(scene, "]");
    }
    if (line && scene_chance(scene, 0.9)) {
        scene_add(scene, ", points: %u", 2 + scene_pick(scene, 8));
    }
    scene_add_keys(scene, section, 0.15, ", ");
    scene_add(scene, "}\n");
}

static inline void scene_add_probes(RandomScene *scene)
{
    scene_add(scene, "probes:\n  - {name: ear, hear: ");
    scene_add_place(scene, scene_pick(scene, scene->bodies), false);
    scene_add(scene, ", as: ");
    scene_add_word(scene, "velocity displacement acceleration");
    scene_add_keys(scene, "PROBE", 0.3, ", ");
    scene_add(scene, "}\n  - {as: ");
    scene_add_word(scene, "stored dissipated supplied residual");
    scene_add(scene, "}\n");
    for (uint32_t i = 0; i < scene->joint_count; i++) {
        if (scene_chance(scene, 0.2)) {
            scene_add(scene, "  - {hear: %s, as: %s}\n", scene->joints[i],
                      scene_chance(scene, 0.95) ? "force" : "slip");
        }
    }
}

static inline void scene_add_actions(RandomScene *scene)
{
    scene_add(scene, "actions:\n");
    for (uint32_t i = 1 + scene_pick(scene, 3); i > 0; i--) {
        const uint32_t body = scene_pick(scene, scene->bodies);
        const bool mass = strcmp(scene->kinds[body], "mass") == 0;
        const bool shape = !mass && scene_chance(scene, 0.3);
        const char *kind = mass                       ? "throw"
                           : shape                    ? "shape"
                           : scene_chance(scene, 0.5) ? "pluck"
                                                      : "strike";
        scene_add(scene, "  - {do: %s, at: ", kind);
        if (mass || shape) {
            scene_add(scene, "b%u", body);
        } else {
            scene_add_place(scene, body, false);
        }
        scene_add(scene, ", time: %.4f", random_uniform(&scene->random, 0.0, 0.01));
        if (mass) {
            scene_add(scene, ", velocity: %.3f", random_uniform(&scene->random, -2.0, 2.0));
        } else if (strcmp(kind, "strike") == 0) {
            scene_add(scene, ", impulse: %.5f", random_log(&scene->random, 1e-4, 1e-2));
        }
        if (scene_chance(scene, 0.3)) {
            scene_add(scene, ", repeat: 2, every: 3 ms, growth: 0.8");
        }
        scene_add(scene, "}\n");
    }
}

static inline void scene_add_controls(RandomScene *scene)
{
    scene_add(scene, "controls:\n  - {of: ear.gain, points: [[0, 1], [5 ms, 0.2]]}\n");
    if (scene->joint_count) {
        scene_add(scene, "  - {of: %s.", scene->joints[scene_pick(scene, scene->joint_count)]);
        scene_add_word(scene, "distance stiffness force velocity gain x");
        scene_add(scene, ", points: [[1 ms, 0.1], [4 ms, 0.2], [9 ms, 0.1]]}\n");
    }
}

/* The scene of a seed. */
static inline void random_scene(RandomScene *scene, uint64_t seed)
{
    static const struct {
        const char *group, *section;
        bool line;
    } joints[] = {{"contacts", "CONTACT", false}, {"links", "LINK", false},
                  {"barriers", "BARRIER", true},  {"lines", "LINE", true},
                  {"bows", "BOW", false},         {"drives", "DRIVE", false}};

    *scene = (RandomScene){.random = {seed}};
    scene_add(scene, "seconds: 0.02");
    scene_add_keys(scene, "SCENE", 0.2, "\n");
    scene_add(scene, "\nbodies:\n");
    for (uint32_t i = 1 + scene_pick(scene, SCENE_BODIES); i > 0; i--) {
        scene_add_body(scene);
    }
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        if (scene_chance(scene, 0.35)) {
            scene_add_joint(scene, joints[i].group, joints[i].section, joints[i].line);
        }
    }
    scene_add_actions(scene);
    scene_add_probes(scene);
    if (scene_chance(scene, 0.25)) {
        scene_add_controls(scene);
    }
}

#endif
