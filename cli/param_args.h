/* Parameters by name on a command line: --preset NAME, --set parameter=value. */
#ifndef CLI_PARAM_ARGS_H
#define CLI_PARAM_ARGS_H

#include "options.h"

#include <urto/parameter.h>

/* An instrument or the effect, and how to set its parameters. */
typedef struct ParamArgs {
    const char *command; /* for messages */
    const char *owner;   /* "mallet" */
    void *device;
    UrtoStatus (*set)(void *device, uint32_t parameter, double value, UrtoDiagnostic *why);
    UrtoStatus (*preset)(void *device, const UrtoPreset *preset, UrtoDiagnostic *why);
} ParamArgs;

/* Sets preset, then parameters; preset may be NULL. Returns 0, or EXIT_USAGE after one line on stderr. */
int param_args_apply(const ParamArgs *args, const char *preset, const Words *sets);

#endif
