/* A plug-in host as small as tests need it. Each format has one (host_lv2.c, host_clap.c), and
 * test_shell.c puts the same questions to all. */
#ifndef FRONTENDS_HOST_HOST_H
#define FRONTENDS_HOST_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What a host relies on, in every build. */
#define NEED(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            fprintf(stderr, "host: %s does not hold\n", #what);                                    \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

typedef struct Host Host;         /* a library that is loaded */
typedef struct Instance Instance; /* a plug-in that was made */

extern const char *const host_format;

/* Loads a bundle or file; NULL if it cannot be. */
Host *host_open(const char *path);
void host_close(Host *host);
uint32_t host_count(const Host *host);

/* Made, connected and active, for blocks of so many frames at most; NULL if the plug-in refuses. */
Instance *host_create(Host *host, const char *id, double rate, uint32_t block);
void host_destroy(Instance *instance);

/* What happens in the next block. Parameters are those of the adapter's list; LV2 moves a port at
 * the first frame of a block. */
void host_midi(Instance *instance, uint32_t frame, const uint8_t *bytes, size_t size);
void host_set(Instance *instance, uint32_t parameter, double value);
/* in: NULL for an instrument. */
void host_run(Instance *instance, const float *const *in, float *const *out, uint32_t frames);
/* Not active for a moment. */
void host_restart(Instance *instance);

/* The state as text that the host would keep, to be freed. */
char *host_save(Instance *instance);
bool host_restore(Instance *instance, const char *state);
/* Messages that plug-ins have logged so far, and the last of them. */
uint32_t host_messages(const Host *host, char *last, size_t size);

#endif
