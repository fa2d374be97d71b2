/* A description as it is kept. */
#ifndef WORLD_DEFINE_H
#define WORLD_DEFINE_H

#include "../base/status.h"
#include "../body/body.h"

#include <urto/world.h>

/* A contact or a line of them. */
typedef struct ContactDef {
    bool line;
    UrtoContactDef single;
    UrtoLineDef many; /* its arrays are copies */
} ContactDef;

typedef struct CurveDef {
    UrtoTarget target;
    UrtoBreakpoint *points;
    uint32_t count;
} CurveDef;

/* A list that grows. */
#define DEF_LIST(type)                                                                             \
    struct {                                                                                       \
        type *at;                                                                                  \
        uint32_t count, room;                                                                      \
    }

struct UrtoWorldDef {
    UrtoAllocator allocator;
    uint32_t tag;             /* of its handles */
    UrtoDiagnostic why;       /* the first refusal */
    UrtoWorldOptions options; /* as given: 0 stands for a default */
    DEF_LIST(BodyDef) bodies;
    DEF_LIST(UrtoPortDef) ports;
    DEF_LIST(ContactDef) contacts;
    DEF_LIST(UrtoBowDef) bows;
    DEF_LIST(UrtoDriveDef) drives;
    DEF_LIST(UrtoProbeDef) probes;
    DEF_LIST(CurveDef) curves;
};

/* What else the world must find anew when a control has moved. */
typedef enum ControlChange {
    CHANGE_NOTHING,
    CHANGE_ROW,   /* of a port */
    CHANGE_LAW,   /* of a contact */
    CHANGE_MIX,   /* weights of a probe */
    CHANGE_MODEL, /* coefficients of a body: in stairs, see control.c */
} ControlChange;

/* All that is known about a control; rows in the order of the enumerations of world.h. */
typedef struct ControlRow {
    UrtoControlInfo info;
    Range range;
    size_t offset; /* of the variable in what has it */
    ControlChange change;
} ControlRow;

extern const ControlRow control_table[URTO_CONTROLS];

#endif
