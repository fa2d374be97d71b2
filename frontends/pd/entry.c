/* What Pd calls when it loads a file: compiled once for each, URTO_PD_ENTRY is the name that Pd
 * looks for. URTO_PD_OBJECT is the object in it; without, the file is the library of all of them.
 */
#include "shared.h"

#include <string.h>
#if URTO_PD_SCENES
#include <urto/scene_instrument.h>
#endif

__attribute__((visibility("default"))) void URTO_PD_ENTRY(void);

#ifdef URTO_PD_OBJECT
static bool wanted(const char *name)
{
    return strcmp(name, URTO_PD_OBJECT) == 0;
}
#else
static bool wanted(const char *name)
{
    (void)name;
    return true;
}
#endif

void URTO_PD_ENTRY(void)
{
#if URTO_PD_SCENES
    urto_scene_plugin_add();
#endif
    for (uint32_t i = 0; i < PLUGIN_OBJECTS; i++) {
        if (wanted(plugin_objects[i].name)) {
            plugin_class_setup(&plugin_objects[i]);
        }
    }
    if (wanted("urto.impact~")) {
        impact_class_setup();
    }
#if URTO_PD_SCENES
    if (wanted("urto.world~")) {
        world_class_setup();
    }
#endif
}
