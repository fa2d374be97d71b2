/* Where ports are and what things are called: shared by the shell and by the program that writes
 * the bundle's descriptions. URIs and symbols are in the projects of users: they stay as they are.
 */
#ifndef FRONTENDS_LV2_LAYOUT_H
#define FRONTENDS_LV2_LAYOUT_H

#include <urto/plugin.h>

#include <stdio.h>

/* A plug-in is this and its id. */
#define URI_PREFIX "urn:urto:lv2:"
/* In a state: the text of the adapter. */
#define URI_STATE_TEXT URI_PREFIX "state#text"
/* Port values beside it: this and the symbol of the port. */
#define URI_STATE_PORT URI_PREFIX "state#port_"
/* The property that opens a file, of a plug-in that reads scenes. */
#define URI_SCENE_FILE URI_PREFIX "scene#file"

#define PORT_NONE UINT32_MAX

enum { PARAMETERS_MAX = 32, CHANNELS_MAX = 2, SYMBOL_SIZE = 64 };

/* Indices of the first port of each sort. */
typedef struct Layout {
    uint32_t input, output;
    uint32_t events; /* PORT_NONE in an effect */
    uint32_t freewheel;
    uint32_t parameter;
    uint32_t count;
} Layout;

static inline Layout layout_of(const UrtoPluginInfo *info)
{
    Layout layout = {.input = 0, .output = info->inputs};
    uint32_t next = info->inputs + info->outputs;

    layout.events = info->instrument ? next++ : PORT_NONE;
    layout.freewheel = next++;
    layout.parameter = next;
    layout.count = next + info->parameter_count;
    return layout;
}

/* LV2 wants letters, digits and underscores. */
static inline void symbol_of(const char *id, char symbol[SYMBOL_SIZE])
{
    snprintf(symbol, SYMBOL_SIZE, "%s", id);
    for (char *c = symbol; *c; c++) {
        *c = *c == '-' ? '_' : *c;
    }
}

#endif
