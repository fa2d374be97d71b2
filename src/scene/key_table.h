/* Sections and keys of the language of scenes, as const tables. */
#ifndef SCENE_KEY_TABLE_H
#define SCENE_KEY_TABLE_H

#include "keys.h"

#include <urto/unit.h>

#include <stdbool.h>
#include <stddef.h>

typedef enum Section {
    SECTION_SCENE,
    SECTION_MASS,
    SECTION_STRING,
    SECTION_BAR,
    SECTION_MEMBRANE,
    SECTION_PLATE,
    SECTION_MODAL,
    SECTION_MODE,
    SECTION_CONTACT,
    SECTION_LINK,
    SECTION_BARRIER,
    SECTION_LINE,
    SECTION_BOW,
    SECTION_DRIVE,
    SECTION_ACTION,
    SECTION_CONTROL,
    SECTION_PROBE,
    SECTION_PLAY,
    SECTION_STROKE,
    SECTION_MOVE,
    SECTION_CONTROLLER,
    SECTION_COUNT
} Section;

typedef enum Type {
    TYPE_NUMBER,   /* with an optional unit */
    TYPE_COUNT,    /* whole number */
    TYPE_PITCH,    /* frequency or note */
    TYPE_FLAG,     /* yes or no */
    TYPE_CHOICE,   /* one of some words */
    TYPE_TEXT,     /* any text */
    TYPE_MATERIAL, /* name of a material */
    TYPE_PLACE,    /* body, body@place, body@from..to */
    TYPE_PLACES,   /* two of them */
    TYPE_NUMBERS,  /* list of numbers */
    TYPE_POINTS,   /* list of [time, value] */
    TYPE_ONE,      /* mapping: one section */
    TYPE_NAMED,    /* mapping from names to a section */
    TYPE_LIST      /* list of a section */
} Type;

typedef struct Bounds {
    double low, high;
    bool low_open;
} Bounds;

typedef struct Key {
    Section section;
    const char *name;
    Type type;
    UrtoDimension unit;
    Bounds bounds;
    const char *fallback; /* see keys.h */
    const char *choices;  /* words with spaces between, or the section of a ONE, NAMED or LIST */
    const char *help;
} Key;

#define KEY_ID(section, id, name, type, unit, bounds, fallback, choices, help) KEY_##section##_##id,
typedef enum KeyId { SCENE_KEYS(KEY_ID) KEY_COUNT } KeyId;
#undef KEY_ID

extern const Key scene_keys[KEY_COUNT];
extern const char *const section_names[SECTION_COUNT];

/* What a number must be, for people: "> 0", "1 to 10". */
void bounds_text(const Bounds *bounds, char *text, size_t size);
bool bounds_hold(const Bounds *bounds, double number);

/* The index of a word among words with spaces between, or -1. */
int choice_index(const char *choices, const char *word);

#endif
