/* Two extensions of CLAP 1 that not every copy of its headers has. */
#ifndef FRONTENDS_CLAP_EXTENSIONS_H
#define FRONTENDS_CLAP_EXTENSIONS_H

#include <clap/plugin.h>

#define EXTENSION_TAIL "clap.tail"
#define EXTENSION_LOG "clap.log"

/* Frames of the tail, INT32_MAX and more: endless. */
typedef struct ExtensionTail {
    uint32_t(CLAP_ABI *get)(const clap_plugin_t *plugin);
} ExtensionTail;

enum { LOG_ERROR = 3 };

typedef struct ExtensionLog {
    void(CLAP_ABI *log)(const clap_host_t *host, int32_t severity, const char *message);
} ExtensionLog;

#endif
