/* Parameters by name on a command line: --preset NAME, --set parameter=value. */
#ifndef CLI_PARAM_ARGS_H
#define CLI_PARAM_ARGS_H

#include "options.h"

#include <urto/parameter.h>

/* Tables of parameters and presets, and how to set them. */
typedef struct ParamArgs {
    const char *command; /* for messages */
    const char *owner;   /* "mallet" */
    const UrtoParameterInfo *parameters;
    uint32_t parameter_count;
    const UrtoPreset *presets;
    uint32_t preset_count;
    void *device;
    UrtoStatus (*set)(void *device, uint32_t parameter, double value, UrtoDiagnostic *why);
    UrtoStatus (*preset)(void *device, uint32_t preset, UrtoDiagnostic *why);
} ParamArgs;

/* Sets preset, then parameters; preset may be NULL. Returns 0, or EXIT_USAGE after one line on stderr. */
int param_args_apply(const ParamArgs *args, const char *preset, const Words *sets);

#endif
