/* Presets as a CLAP host finds and loads them: those that ship, those of the user, wrong files.
 *   test_clap_presets FILE */
#include "frontends/host/host_clap.h"

#include "frontends/clap/extensions.h"
#include "tests/support/suite.h"

#include <urto/user_presets.h>

#include <dlfcn.h>
#include <string.h>

static const char folder[] = "clap-presets";
static const char *library;
static Host *host;

/* A host that looks for presets, and what it has heard. */
static struct {
    uint32_t types, places, presets, errors, wanted;
    char place[200], name[100], key[100], plugin[100], error[400];
    uint32_t flags;
} heard;

static bool take_type(const PresetIndexer *indexer, const PresetFileType *type)
{
    (void)indexer;
    ck_assert_str_eq(type->extension, heard.types == 0 ? "txt" : "yaml");
    heard.types++;
    return true;
}

static bool take_place(const PresetIndexer *indexer, const PresetPlace *place)
{
    (void)indexer;
    ck_assert_uint_eq(place->kind, heard.places == 0 ? PRESET_IN_PLUGIN : PRESET_IN_FILE);
    ck_assert_uint_eq(place->flags, heard.places == 0 ? PRESET_SHIPS : PRESET_OF_USER);
    snprintf(heard.place, sizeof heard.place, "%s", place->place ? place->place : "");
    heard.places++;
    return true;
}

static void take_error(const PresetReceiver *to, int32_t system_error, const char *message)
{
    (void)to;
    (void)system_error;
    heard.errors++;
    snprintf(heard.error, sizeof heard.error, "%s", message);
}

static bool take_preset(const PresetReceiver *to, const char *name, const char *key)
{
    (void)to;
    if (heard.presets == heard.wanted) {
        return false;
    }
    heard.presets++;
    snprintf(heard.name, sizeof heard.name, "%s", name);
    snprintf(heard.key, sizeof heard.key, "%s", key ? key : "");
    return true;
}

static void take_plugin(const PresetReceiver *to, const PresetPluginId *id)
{
    (void)to;
    ck_assert_str_eq(id->abi, "clap");
    snprintf(heard.plugin, sizeof heard.plugin, "%s", id->id);
}

static void take_flags(const PresetReceiver *to, uint32_t flags)
{
    (void)to;
    heard.flags = flags;
}

static void take_text(const PresetReceiver *to, const char *text)
{
    (void)to;
    ck_assert_ptr_nonnull(text);
}

static const PresetIndexer indexer = {.version = CLAP_VERSION_INIT,
                                      .name = "test",
                                      .declare_filetype = take_type,
                                      .declare_location = take_place};
static const PresetReceiver receiver = {.on_error = take_error,
                                        .begin_preset = take_preset,
                                        .add_plugin_id = take_plugin,
                                        .set_flags = take_flags,
                                        .set_description = take_text};

static void save(const char *id, double hardness, char *path, size_t room)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
    const UrtoPresetValue values[] = {{urto_plugin_parameter_find(&info, "hardness"), hardness}};
    const UrtoPreset own = {id, "Night bells", "Far away.", values, 1};

    ck_assert_int_eq(urto_user_presets_save(&info, folder, &own, true, path, room, NULL), URTO_OK);
}

START_TEST(a_host_finds_presets)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    ck_assert_ptr_nonnull(handle);
    const clap_plugin_entry_t *entry = dlsym(handle, "clap_entry");
    ck_assert(entry->init(library));
    const PresetFactory *factory = entry->get_factory(PRESET_FACTORY);
    ck_assert_ptr_eq(factory, entry->get_factory(PRESET_FACTORY_DRAFT));
    ck_assert_uint_eq(factory->count(factory), 1);
    ck_assert_ptr_null(factory->get_descriptor(factory, 1));
    ck_assert_ptr_null(factory->create(factory, &indexer, "nothing"));
    const PresetProvider *provider =
        factory->create(factory, &indexer, factory->get_descriptor(factory, 0)->id);
    char path[200];

    save("night-bells", 0.875, path, sizeof path);
    ck_assert(provider->init(provider));
    ck_assert_uint_eq(heard.types, 2);
    ck_assert_uint_eq(heard.places, 2);
    ck_assert_str_eq(heard.place, folder);
    /* those that ship */
    uint32_t all = 0;
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        all += urto_plugin_info(i).preset_count;
    }
    heard.wanted = UINT32_MAX;
    ck_assert(provider->get_metadata(provider, PRESET_IN_PLUGIN, NULL, &receiver));
    ck_assert_uint_eq(heard.presets, all);
    ck_assert_str_eq(heard.plugin, "urto.scene");
    ck_assert_ptr_nonnull(strstr(heard.key, "scene/"));
    ck_assert_uint_eq(heard.flags, PRESET_SHIPS);
    heard.presets = 0;
    heard.wanted = 3; /* a host may have enough */
    ck_assert(provider->get_metadata(provider, PRESET_IN_PLUGIN, NULL, &receiver));
    ck_assert_uint_eq(heard.presets, 3);
    /* a file of the user, and one that is none */
    heard.wanted = UINT32_MAX;
    ck_assert(provider->get_metadata(provider, PRESET_IN_FILE, path, &receiver));
    ck_assert_str_eq(heard.name, "Night bells");
    ck_assert_str_eq(heard.plugin, "urto.mallet");
    ck_assert_uint_eq(heard.flags, PRESET_OF_USER);
    ck_assert_uint_eq(heard.errors, 0);
    FILE *file = fopen("clap-presets/mallet/wrong.txt", "w");
    fputs("urto-preset 7\n", file);
    fclose(file);
    ck_assert(!provider->get_metadata(provider, PRESET_IN_FILE, "clap-presets/mallet/wrong.txt",
                                      &receiver));
    ck_assert_str_eq(heard.error, "clap-presets/mallet/wrong.txt:1: made by a newer urto: version "
                                  "7, must be 1");
    ck_assert(!provider->get_metadata(provider, PRESET_IN_FILE, "a/b.txt", &receiver));
    ck_assert(!provider->get_metadata(provider, PRESET_IN_FILE, NULL, &receiver));
    ck_assert_uint_eq(heard.errors, 3);
    provider->destroy(provider);
    entry->deinit();
    dlclose(handle);
}
END_TEST

START_TEST(a_plugin_loads_presets)
{
    Instance *instance = host_create(host, "mallet", 48000.0, 64);
    const clap_plugin_t *plugin = host_clap_plugin(instance);
    const ExtensionPresetLoad *load = plugin->get_extension(plugin, EXTENSION_PRESET_LOAD);
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
    const uint32_t hardness = urto_plugin_parameter_find(&info, "hardness");
    const uint32_t marimba = urto_plugin_preset_find(&info, "marimba");
    const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
    const AnyEvent event = host_clap_value(instance, 0, hardness, 0.0); /* has the id */
    const uint32_t rescans = host_clap_rescans(host);
    char path[200];
    double value = 0.0;

    ck_assert_ptr_eq(load, plugin->get_extension(plugin, EXTENSION_PRESET_LOAD_DRAFT));
    ck_assert(load->from_location(plugin, PRESET_IN_PLUGIN, NULL, "mallet/marimba"));
    ck_assert(params->get_value(plugin, event.value.param_id, &value));
    ck_assert_double_eq(value, urto_preset_value(&info.presets[marimba],
                                                 urto_plugin_parameter(&info, 0), hardness));
    save("night-bells", 0.875, path, sizeof path);
    ck_assert(load->from_location(plugin, PRESET_IN_FILE, path, NULL));
    ck_assert(params->get_value(plugin, event.value.param_id, &value));
    ck_assert_double_eq(value, 0.875);
    ck_assert_uint_eq(host_clap_rescans(host), rescans + 2);
    /* what is wrong changes nothing and is told */
    const uint32_t messages = host_messages(host, NULL, 0);
    ck_assert(!load->from_location(plugin, PRESET_IN_PLUGIN, NULL, "mallet/kazoo"));
    ck_assert(!load->from_location(plugin, PRESET_IN_PLUGIN, NULL, "snare/slack"));
    ck_assert(!load->from_location(plugin, PRESET_IN_PLUGIN, NULL, NULL));
    ck_assert(!load->from_location(plugin, PRESET_IN_FILE, "clap-presets/mallet/none.txt", NULL));
    ck_assert_uint_eq(host_messages(host, NULL, 0), messages + 4);
    ck_assert(params->get_value(plugin, event.value.param_id, &value));
    ck_assert_double_eq(value, 0.875);
    host_destroy(instance);
}
END_TEST

/* A scene from the host's browser: macros take its names and units; a wrong one is told and changes nothing. */
START_TEST(a_plugin_opens_scenes)
{
#if URTO_SCENES
    Instance *instance = host_create(host, "scene", 48000.0, 64);
    const clap_plugin_t *plugin = host_clap_plugin(instance);
    const ExtensionPresetLoad *load = plugin->get_extension(plugin, EXTENSION_PRESET_LOAD);
    const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
    clap_param_info_t first;
    char text[80], message[400];
    double value = 0.0;

    FILE *file = fopen("clap-scene.yaml", "w");
    fputs("bodies: {bar: {type: bar, pitch: C4}}\nprobes: [{hear: bar@0.1, name: ear}]\n"
          "play: {tune: bar, strokes: [{do: strike, at: bar@0.3}],\n"
          "  controllers: {turn: {name: Turn, of: bar.loss_factor, from: 1, to: 3}}}\n",
          file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert(load->from_location(plugin, PRESET_IN_FILE, "clap-scene.yaml", NULL));
    ck_assert(params->get_info(plugin, 0, &first));
    ck_assert_str_eq(first.name, "Turn");
    ck_assert_uint_eq(host_clap_rescanned(host),
                      CLAP_PARAM_RESCAN_VALUES | CLAP_PARAM_RESCAN_INFO | CLAP_PARAM_RESCAN_TEXT);
    ck_assert(params->value_to_text(plugin, first.id, 0.5, text, sizeof text));
    ck_assert_str_eq(text, "2");
    ck_assert(params->text_to_value(plugin, first.id, "2.5", &value));
    ck_assert_double_eq(value, 0.75);
    file = fopen("clap-scene.yaml", "w");
    fputs("bodies: 3\n", file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert(!load->from_location(plugin, PRESET_IN_FILE, "clap-scene.yaml", NULL));
    (void)host_messages(host, message, sizeof message);
    ck_assert_msg(strstr(message, "line 1:"), "%s", message);
    ck_assert(params->get_info(plugin, 0, &first));
    ck_assert_str_eq(first.name, "Turn");
    host_destroy(instance);
    ck_assert_int_eq(remove("clap-scene.yaml"), 0);
#endif
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = {a_host_finds_presets, a_plugin_loads_presets,
                                  a_plugin_opens_scenes};

    if (argc != 2) {
        fputs("usage: test_clap_presets FILE\n", stderr);
        return 2;
    }
    library = argv[1];
    setenv("URTO_PRESETS", folder, 1);
    host = host_open(library);
    const int code = SUITE_RUN("clap presets", tests);
    host_close(host);
    return code;
}
