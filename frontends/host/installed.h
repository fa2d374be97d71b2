/* urto plugins: what the search and the loading share. */
#ifndef FRONTENDS_HOST_INSTALLED_H
#define FRONTENDS_HOST_INSTALLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was found out about one that is installed. */
typedef struct PluginCheck {
    bool loads;
    uint32_t plugins;
    char message[200]; /* what is wrong; else "" or a remark */
} PluginCheck;

/* Each loads one file as a host would and makes every plug-in in it. They may crash: call them in
 * a process of their own. */
PluginCheck plugin_check_lv2(const char *folder);
PluginCheck plugin_check_clap(const char *file);
PluginCheck plugin_check_pd(const char *folder);

#endif
