/* Loads plug-ins as hosts do: the library, its entry, every plug-in in it. */
#include "installed.h"

#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if URTO_LV2
#include <lv2/core/lv2.h>
#include <lv2/urid/urid.h>
#endif
#if URTO_CLAP
#include <clap/entry.h>
#include <clap/plugin-factory.h>
#endif

enum { PATH_SIZE = 4096 };

__attribute__((format(printf, 1, 2))) static PluginCheck broken(const char *format, ...)
{
    PluginCheck check = {.loads = false};
    va_list list;

    va_start(list, format);
    vsnprintf(check.message, sizeof check.message, format, list);
    va_end(list);
    return check;
}

#if URTO_LV2 || URTO_CLAP

static bool read_header(const char *path, ElfW(Ehdr) * header)
{
    FILE *file = fopen(path, "rb");
    const bool whole = file && fread(header, sizeof *header, 1, file) == 1;

    if (file) {
        fclose(file);
    }
    return whole && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0;
}

static const char *machine_name(unsigned machine)
{
    static const struct {
        unsigned machine;
        const char *name;
    } names[] = {{EM_X86_64, "x86-64"}, {EM_AARCH64, "arm64"}, {EM_386, "x86"},
                 {EM_ARM, "arm"},       {EM_RISCV, "riscv"},   {EM_PPC64, "ppc64"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].machine == machine) {
            return names[i].name;
        }
    }
    return "another machine";
}

/* Loads a module; what the loader says of a wrong one, or does with a part of one, helps nobody. */
static void *open_module(const char *path, PluginCheck *why)
{
    struct stat found;
    ElfW(Ehdr) header, own;

    if (stat(path, &found) != 0 || !S_ISREG(found.st_mode)) {
        *why = broken("%.100s is no file", strrchr(path, '/') + 1);
        return NULL;
    }
    if (!read_header(path, &header)) {
        *why = broken("%.100s is no module", strrchr(path, '/') + 1);
        return NULL;
    }
    if (read_header("/proc/self/exe", &own) && header.e_machine != own.e_machine) {
        *why =
            broken("built for %s, this machine is %s; `make install-user` builds it for this one",
                   machine_name(header.e_machine), machine_name(own.e_machine));
        return NULL;
    }
    const uint64_t size = (uint64_t)header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize;
    if ((uint64_t)found.st_size < size) {
        *why = broken("a part of a module: %llu of %llu bytes; install it again",
                      (unsigned long long)found.st_size, (unsigned long long)size);
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *why = broken("%.190s", dlerror());
    }
    return library;
}

#endif

#if URTO_LV2

static LV2_URID map_any(LV2_URID_Map_Handle handle, const char *uri)
{
    uint32_t hash = 5381;

    (void)handle;
    for (; *uri; uri++) {
        hash = 33 * hash + (uint8_t)*uri;
    }
    return hash ? hash : 1;
}

/* The whole of a small file, to be freed; NULL if it cannot be read. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    size_t got = 1;

    while (file && got) {
        char *larger = realloc(text, size + 65536 + 1);
        got = larger ? fread(larger + size, 1, 65536, file) : 0;
        text = larger ? larger : text;
        size += got;
    }
    if (file) {
        fclose(file);
    }
    if (text) {
        text[size] = '\0';
    }
    return text;
}

static PluginCheck make_lv2(const LV2_Descriptor *(*entry)(uint32_t), const char *folder,
                            const char *manifest)
{
    LV2_URID_Map map = {NULL, map_any};
    const LV2_Feature feature = {LV2_URID__map, &map};
    const LV2_Feature *const features[] = {&feature, NULL};
    PluginCheck check = {.loads = true};

    for (const LV2_Descriptor *its = entry(0); its; its = entry(check.plugins)) {
        char wanted[200];
        LV2_Handle handle = its->instantiate(its, 48000.0, folder, features);
        snprintf(wanted, sizeof wanted, "<%.190s>", its->URI);
        if (!handle) {
            return broken("%.100s refuses to be made", its->URI);
        }
        its->cleanup(handle);
        if (!strstr(manifest, wanted)) {
            return broken("manifest.ttl does not name %.100s", its->URI);
        }
        check.plugins++;
    }
    return check;
}

static PluginCheck load_lv2(void *library, const char *folder, const char *manifest)
{
    const LV2_Descriptor *(*entry)(uint32_t) = NULL;

    if (!manifest) {
        return broken("manifest.ttl cannot be read");
    }
    *(void **)&entry = dlsym(library, "lv2_descriptor");
    return entry ? make_lv2(entry, folder, manifest) : broken("urto.so has no lv2_descriptor");
}

PluginCheck plugin_check_lv2(const char *folder)
{
    char path[PATH_SIZE];

    snprintf(path, sizeof path, "%s/manifest.ttl", folder);
    char *manifest = read_text(path);
    snprintf(path, sizeof path, "%s/urto.so", folder);
    PluginCheck check;
    void *library = open_module(path, &check);
    if (library) {
        check = load_lv2(library, folder, manifest);
        dlclose(library);
    }
    free(manifest);
    return check;
}

#else

PluginCheck plugin_check_lv2(const char *folder)
{
    (void)folder;
    return (PluginCheck){.loads = true, .message = "not checked: this urto was built without LV2"};
}

#endif

#if URTO_CLAP

static const void *no_extension(const clap_host_t *host, const char *id)
{
    (void)host;
    (void)id;
    return NULL;
}

static void no_request(const clap_host_t *host)
{
    (void)host;
}

static PluginCheck make_clap(const clap_plugin_factory_t *factory)
{
    const clap_host_t host = {.clap_version = CLAP_VERSION_INIT,
                              .name = "urto plugins",
                              .version = "1",
                              .get_extension = no_extension,
                              .request_restart = no_request,
                              .request_process = no_request,
                              .request_callback = no_request};
    PluginCheck check = {.loads = true};
    const uint32_t count = factory->get_plugin_count(factory);

    for (uint32_t i = 0; i < count; i++) {
        const clap_plugin_descriptor_t *its = factory->get_plugin_descriptor(factory, i);
        const clap_plugin_t *plugin = its ? factory->create_plugin(factory, &host, its->id) : NULL;
        const bool made = plugin && plugin->init(plugin);
        const bool active = made && plugin->activate(plugin, 48000.0, 1, 1024);
        if (active) {
            plugin->deactivate(plugin);
        }
        if (plugin) {
            plugin->destroy(plugin);
        }
        if (!active) {
            return broken("%.100s refuses to be made", its ? its->id : "a plug-in without a name");
        }
        check.plugins++;
    }
    return check;
}

static PluginCheck load_clap(const clap_plugin_entry_t *entry, const char *file)
{
    if (!entry) {
        return broken("it has no clap_entry");
    }
    if (!clap_version_is_compatible(entry->clap_version) || !entry->init(file)) {
        return broken("its entry refuses");
    }
    const clap_plugin_factory_t *factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
    const PluginCheck check =
        factory ? make_clap(factory) : broken("it has no factory of plug-ins");
    entry->deinit();
    return check;
}

PluginCheck plugin_check_clap(const char *file)
{
    PluginCheck check;
    void *library = open_module(file, &check);

    if (library) {
        check = load_clap(dlsym(library, "clap_entry"), file);
        dlclose(library);
    }
    return check;
}

#else

PluginCheck plugin_check_clap(const char *file)
{
    (void)file;
    return (PluginCheck){.loads = true, .message = "not checked: this urto was built without CLAP"};
}

#endif

/* A patch with an object for each external of a folder, which ends Pd at once. */
static uint32_t write_patch(const char *folder, FILE *patch)
{
    DIR *list = opendir(folder);
    uint32_t count = 0;

    fputs("#N canvas 0 0 400 300 10;\n", patch);
    for (const struct dirent *entry = list ? readdir(list) : NULL; entry; entry = readdir(list)) {
        const char *end = strstr(entry->d_name, "~.pd_linux");
        if (end && strncmp(entry->d_name, "urto.", 5) == 0) {
            fprintf(patch, "#X obj 10 %u %.*s~;\n", 20 * count, (int)(end - entry->d_name),
                    entry->d_name);
            count++;
        }
    }
    if (list) {
        closedir(list);
    }
    fprintf(patch, "#X obj 200 10 loadbang;\n#X msg 200 30 \\; pd quit;\n#X connect %u 0 %u 0;\n",
            count, count + 1);
    return count;
}

/* Lines in which Pd says that it cannot make an object. */
static PluginCheck run_pd(const char *folder, const char *patch, uint32_t count)
{
    char command[3 * PATH_SIZE];
    char line[400];
    PluginCheck check = {.loads = true, .plugins = count};

    snprintf(command, sizeof command,
             "timeout 20 pd -nogui -stderr -noprefs -nosound -nomidi -batch -path '%s' -open '%s' "
             "2>&1 </dev/null",
             folder, patch);
    FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): folders of ours, quoted */
    if (!pipe) {
        return broken("Pd cannot be started");
    }
    while (fgets(line, sizeof line, pipe)) {
        line[strcspn(line, "\n")] = '\0';
        if (check.loads && (strstr(line, "couldn't create") || strstr(line, "can't load"))) {
            check = broken("Pd: %.150s", line);
        }
    }
    const int code = pclose(pipe);
    if (WIFEXITED(code) && WEXITSTATUS(code) == 127) {
        return (PluginCheck){
            .loads = true, .plugins = count, .message = "not checked: Pd is not here"};
    }
    return check.loads && code != 0 ? broken("Pd does not end well with them") : check;
}

PluginCheck plugin_check_pd(const char *folder)
{
    char path[] = "/tmp/urto-plugins-XXXXXX";
    const int descriptor = mkstemp(path);
    FILE *patch = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;

    if (strchr(folder, '\'')) {
        return broken("its path has a quote, and cannot be given to Pd");
    }
    if (!patch) {
        return broken("a patch for the check cannot be written to /tmp");
    }
    const uint32_t count = write_patch(folder, patch);
    fclose(patch);
    const PluginCheck check =
        count ? run_pd(folder, path, count) : broken("there is no external in it");
    unlink(path);
    return check;
}
