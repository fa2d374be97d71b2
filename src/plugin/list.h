/* What an instance asks the list of plug-ins. */
#ifndef PLUGIN_LIST_H
#define PLUGIN_LIST_H

#include <urto/plugin.h>

enum { CHANNELS = 2, MACROS_MAX = 16 };

extern const UrtoParameterInfo plugin_mpe_parameter; /* behind those of each instrument */

/* NULL: there is none. */
const UrtoPluginReader *plugin_reader(void);
/* The parameters without that of MPE. */
const UrtoParameterInfo *plugin_table(const UrtoPluginInfo *info) URTO_REALTIME;

#endif
