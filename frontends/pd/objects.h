/* What there is for Pd: objects and the messages they understand. Strings only, shared by the
 * objects themselves and by the program that writes their help patches. */
#ifndef FRONTENDS_PD_OBJECTS_H
#define FRONTENDS_PD_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A plug-in that an object can be, and the creation argument that asks for it. */
typedef struct ObjectVariant {
    const char *argument; /* NULL: the only one */
    const char *plugin;
} ObjectVariant;

/* An object that is a plug-in. */
typedef struct PluginObject {
    const char *name; /* "urto.mallet~" */
    ObjectVariant variants[2];
    uint32_t variant_count;
} PluginObject;

/* A message. */
typedef struct MessageInfo {
    const char *name;
    const char *usage;       /* with its arguments */
    const char *example;     /* for the help patch; "" if an argument would need more */
    const char *description; /* one sentence */
} MessageInfo;

enum { PLUGIN_OBJECTS = 9 };

/* Messages of plug-ins; an effect takes those from MESSAGE_PRESET on, and open is of scenes. */
enum {
    MESSAGE_NOTE,
    MESSAGE_BEND,
    MESSAGE_PRESSURE,
    MESSAGE_POLYPRESSURE,
    MESSAGE_TIMBRE,
    MESSAGE_PEDAL,
    MESSAGE_MIDI,
    MESSAGE_OFF,
    MESSAGE_PANIC,
    MESSAGE_VOICES,
    MESSAGE_PRESET,
    MESSAGE_PRESETS,
    MESSAGE_PARAMETERS,
    MESSAGE_GET,
    MESSAGE_SAVE,
    MESSAGE_RESTORE,
    MESSAGE_RESET,
    MESSAGE_OPEN,
    PLUGIN_MESSAGES
};

enum {
    IMPACT_THROW,
    IMPACT_STRIKE,
    IMPACT_BODY,
    IMPACT_ENERGY,
    IMPACT_PARAMETERS,
    IMPACT_GET,
    IMPACT_RESET,
    IMPACT_MESSAGES
};

enum {
    WORLD_OPEN,
    WORLD_SET,
    WORLD_ENERGY,
    WORLD_NAMES,
    WORLD_LEDGER,
    WORLD_RESTART,
    WORLD_MESSAGES
};

extern const PluginObject plugin_objects[PLUGIN_OBJECTS];
extern const MessageInfo plugin_messages[PLUGIN_MESSAGES];
extern const MessageInfo impact_messages[IMPACT_MESSAGES];
extern const MessageInfo world_messages[WORLD_MESSAGES];

#endif
