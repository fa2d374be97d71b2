/* The entry of the library and the list of its plug-ins. */
#include "shell.h"

#if URTO_SCENES
#include <urto/scene_instrument.h>
#endif

#include <stdio.h>
#include <string.h>

static clap_plugin_descriptor_t descriptors[PLUGINS_MAX];
static char ids[PLUGINS_MAX][64], names[PLUGINS_MAX][64];

static const char *instrument_features[] = {CLAP_PLUGIN_FEATURE_INSTRUMENT,
                                            CLAP_PLUGIN_FEATURE_SYNTHESIZER,
                                            CLAP_PLUGIN_FEATURE_STEREO, NULL};
static const char *effect_features[] = {CLAP_PLUGIN_FEATURE_AUDIO_EFFECT,
                                        CLAP_PLUGIN_FEATURE_STEREO, NULL};

/* The list is there before the host can ask for it, from any thread. */
__attribute__((constructor)) static void describe(void)
{
#if URTO_SCENES
    urto_scene_plugin_add();
#endif
    for (uint32_t i = 0; i < urto_plugin_count() && i < PLUGINS_MAX; i++) {
        const UrtoPluginInfo info = urto_plugin_info(i);
        snprintf(ids[i], sizeof ids[i], "urto.%s", info.id);
        snprintf(names[i], sizeof names[i], "Urto %s", info.name);
        descriptors[i] = (clap_plugin_descriptor_t){
            .clap_version = CLAP_VERSION_INIT,
            .id = ids[i],
            .name = names[i],
            .vendor = "Urto",
            .url = "",
            .manual_url = "",
            .support_url = "",
            .version = urto_version(),
            .description = info.description,
            .features = info.instrument ? instrument_features : effect_features,
        };
    }
}

const clap_plugin_descriptor_t *descriptor_of(uint32_t index)
{
    return index < urto_plugin_count() && index < PLUGINS_MAX ? &descriptors[index] : NULL;
}

static uint32_t factory_count(const clap_plugin_factory_t *factory)
{
    (void)factory;
    return urto_plugin_count() < PLUGINS_MAX ? urto_plugin_count() : PLUGINS_MAX;
}

static const clap_plugin_descriptor_t *factory_descriptor(const clap_plugin_factory_t *factory,
                                                          uint32_t index)
{
    (void)factory;
    return descriptor_of(index);
}

static const clap_plugin_t *factory_create(const clap_plugin_factory_t *factory,
                                           const clap_host_t *host, const char *id)
{
    (void)factory;
    for (uint32_t i = 0; id && i < factory_count(factory); i++) {
        if (strcmp(ids[i], id) == 0) {
            return shell_create(host, i);
        }
    }
    return NULL;
}

static bool entry_init(const char *path)
{
    (void)path;
    return true;
}

static void entry_deinit(void)
{
}

static const void *entry_factory(const char *id)
{
    static const clap_plugin_factory_t factory = {factory_count, factory_descriptor,
                                                  factory_create};

    if (strcmp(id, PRESET_FACTORY) == 0 || strcmp(id, PRESET_FACTORY_DRAFT) == 0) {
        return &preset_factory;
    }
    return strcmp(id, CLAP_PLUGIN_FACTORY_ID) == 0 ? &factory : NULL;
}

CLAP_EXPORT const clap_plugin_entry_t clap_entry = {
    .clap_version = CLAP_VERSION_INIT,
    .init = entry_init,
    .deinit = entry_deinit,
    .get_factory = entry_factory,
};
