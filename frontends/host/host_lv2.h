/* What only LV2 has. */
#ifndef FRONTENDS_HOST_HOST_LV2_H
#define FRONTENDS_HOST_HOST_LV2_H

#include "host.h"

#include <lilv/lilv.h>
#include <lv2/options/options.h>

LilvInstance *host_lv2_instance(Instance *instance);
LV2_URID host_lv2_map(Host *host, const char *uri);
/* Takes a state but moves no port. */
bool host_lv2_restore_only(Instance *instance, const char *state);
/* Presets that the bundle has for a plug-in. */
uint32_t host_lv2_presets(Instance *instance);
/* Moves ports to those of a preset; false if the bundle has none of that id, or calls it otherwise. */
bool host_lv2_preset(Instance *instance, const char *id);

/* Asks a plug-in that reads scenes to open a file, with the next block. */
void host_lv2_open(Instance *instance, const char *path);
/* The same, but the message says other sizes than those of what is in it. */
void host_lv2_open_as(Instance *instance, const char *path, uint32_t size, uint32_t property_size);
/* Does what plug-ins have asked of the worker; what it answers is heard after the next block. */
void host_lv2_work(Instance *instance);

#endif
