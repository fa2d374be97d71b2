/* A description as it is kept. */
#ifndef WORLD_DEF_H
#define WORLD_DEF_H

#include "../base/status.h"
#include "../body/body.h"

/* A contact or a line of them. */
typedef struct ContactDef {
    bool line;
    UrtoContactDef single;
    UrtoLineDef many; /* its arrays are copies */
} ContactDef;

typedef struct CurveDef {
    UrtoParameter parameter;
    uint32_t id;
    UrtoBreakpoint *points;
    uint32_t count;
} CurveDef;

enum { PARAMETER_LAST = URTO_BODY_MASS };

/* A list that grows. */
#define DEF_LIST(type)                                                                             \
    struct {                                                                                       \
        type *at;                                                                                  \
        uint32_t count, room;                                                                      \
    }

struct UrtoWorldDef {
    UrtoAllocator allocator;
    UrtoDiagnostic why;
    UrtoWorldOptions options;
    DEF_LIST(BodyDef) bodies;
    DEF_LIST(UrtoPortDef) ports;
    DEF_LIST(ContactDef) contacts;
    DEF_LIST(UrtoBowDef) bows;
    DEF_LIST(UrtoDriveDef) drives;
    DEF_LIST(UrtoProbeDef) probes;
    DEF_LIST(CurveDef) curves;
};

/* Range of a parameter while sounding. */
Range def_parameter_range(UrtoParameter parameter);

#endif
