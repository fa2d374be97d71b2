/* Parameters by name on a command line: --preset NAME, --set parameter=value. */
#ifndef CLI_PARAM_ARGS_H
#define CLI_PARAM_ARGS_H

#include "options.h"

#include <urto/parameter.h>

/* A table and how to turn its knobs. */
typedef struct Knobs {
    const char *command; /* for messages */
    const char *of;      /* "mallet" */
    const UrtoParameterInfo *parameters;
    uint32_t parameter_count;
    const UrtoPreset *presets;
    uint32_t preset_count;
    void *device;
    UrtoStatus (*set)(void *device, uint32_t parameter, double value, UrtoDiagnostic *why);
    UrtoStatus (*preset)(void *device, uint32_t preset, UrtoDiagnostic *why);
} Knobs;

/* Turns them; preset may be NULL. Returns 0, or EXIT_USAGE after one line on stderr. */
int knobs_turn(const Knobs *knobs, const char *preset, const Words *sets);

#endif
