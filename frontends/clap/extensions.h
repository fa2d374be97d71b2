/* Extensions of CLAP 1 that not every copy of its headers has: tail and log, and since 1.1.7 presets
 * that a host finds and loads. */
#ifndef FRONTENDS_CLAP_EXTENSIONS_H
#define FRONTENDS_CLAP_EXTENSIONS_H

#include <clap/plugin.h>

#include <stdbool.h>

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

/* Presets: a factory that knows where they are, and an extension of plug-ins that loads one. Both
 * have two names, of which the second is that of the draft. */
#define PRESET_FACTORY "clap.preset-discovery-factory/2"
#define PRESET_FACTORY_DRAFT "clap.preset-discovery-factory/draft-2"
#define EXTENSION_PRESET_LOAD "clap.preset-load/2"
#define EXTENSION_PRESET_LOAD_DRAFT "clap.preset-load.draft/2"

/* A preset is in a file, or inside of the plug-in; then its place is NULL and a key names it. */
enum { PRESET_IN_FILE = 0, PRESET_IN_PLUGIN = 1 };
enum { PRESET_SHIPS = 1 << 0, PRESET_OF_USER = 1 << 1 };

typedef struct PresetPluginId {
    const char *abi, *id;
} PresetPluginId;

/* Who hears what is in a file. */
typedef struct PresetReceiver PresetReceiver;
struct PresetReceiver {
    void *data;
    void(CLAP_ABI *on_error)(const PresetReceiver *to, int32_t system_error, const char *message);
    bool(CLAP_ABI *begin_preset)(const PresetReceiver *to, const char *name, const char *key);
    void(CLAP_ABI *add_plugin_id)(const PresetReceiver *to, const PresetPluginId *id);
    void(CLAP_ABI *set_soundpack_id)(const PresetReceiver *to, const char *id);
    void(CLAP_ABI *set_flags)(const PresetReceiver *to, uint32_t flags);
    void(CLAP_ABI *add_creator)(const PresetReceiver *to, const char *name);
    void(CLAP_ABI *set_description)(const PresetReceiver *to, const char *text);
    void(CLAP_ABI *set_timestamps)(const PresetReceiver *to, uint64_t made, uint64_t changed);
    void(CLAP_ABI *add_feature)(const PresetReceiver *to, const char *feature);
    void(CLAP_ABI *add_extra_info)(const PresetReceiver *to, const char *key, const char *value);
};

typedef struct PresetFileType {
    const char *name, *description, *extension;
} PresetFileType;

typedef struct PresetPlace {
    uint32_t flags;
    const char *name;
    uint32_t kind;
    const char *place;
} PresetPlace;

typedef struct PresetProviderInfo {
    clap_version_t version;
    const char *id, *name, *vendor;
} PresetProviderInfo;

typedef struct PresetProvider PresetProvider;
struct PresetProvider {
    const PresetProviderInfo *info;
    void *data;
    bool(CLAP_ABI *init)(const PresetProvider *provider);
    void(CLAP_ABI *destroy)(const PresetProvider *provider);
    bool(CLAP_ABI *get_metadata)(const PresetProvider *provider, uint32_t kind, const char *place,
                                 const PresetReceiver *to);
    const void *(CLAP_ABI *get_extension)(const PresetProvider *provider, const char *id);
};

/* The host, while it looks for presets. */
typedef struct PresetIndexer PresetIndexer;
struct PresetIndexer {
    clap_version_t version;
    const char *name, *vendor, *url, *host_version;
    void *data;
    bool(CLAP_ABI *declare_filetype)(const PresetIndexer *indexer, const PresetFileType *type);
    bool(CLAP_ABI *declare_location)(const PresetIndexer *indexer, const PresetPlace *place);
    bool(CLAP_ABI *declare_soundpack)(const PresetIndexer *indexer, const void *pack);
    const void *(CLAP_ABI *get_extension)(const PresetIndexer *indexer, const char *id);
};

typedef struct PresetFactory PresetFactory;
struct PresetFactory {
    uint32_t(CLAP_ABI *count)(const PresetFactory *factory);
    const PresetProviderInfo *(CLAP_ABI *get_descriptor)(const PresetFactory *factory,
                                                         uint32_t index);
    const PresetProvider *(CLAP_ABI *create)(const PresetFactory *factory,
                                             const PresetIndexer *indexer, const char *id);
};

/* Of a plug-in, and what it tells the host. */
typedef struct ExtensionPresetLoad {
    bool(CLAP_ABI *from_location)(const clap_plugin_t *plugin, uint32_t kind, const char *place,
                                  const char *key);
} ExtensionPresetLoad;

typedef struct ExtensionHostPresetLoad {
    void(CLAP_ABI *on_error)(const clap_host_t *host, uint32_t kind, const char *place,
                             const char *key, int32_t system_error, const char *message);
    void(CLAP_ABI *loaded)(const clap_host_t *host, uint32_t kind, const char *place,
                           const char *key);
} ExtensionHostPresetLoad;

#endif
