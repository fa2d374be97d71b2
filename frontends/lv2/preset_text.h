/* Presets as Turtle, for the bundle that ships and for one with presets of the user. */
#ifndef FRONTENDS_LV2_PRESET_TEXT_H
#define FRONTENDS_LV2_PRESET_TEXT_H

#include <urto/plugin.h>

#include <stdio.h>

/* What stands before the id in the URI of a preset. */
#define PRESET_SHIPPED "preset_"
#define PRESET_OWN "user_"

/* Namespaces that the two functions below use. */
void preset_text_prefixes(FILE *file);
/* The entry of a preset in a manifest: described in another file. */
void preset_text_entry(FILE *file, const UrtoPluginInfo *info, const UrtoPreset *preset,
                       const char *kind, const char *see);
/* Its values. */
void preset_text_write(FILE *file, const UrtoPluginInfo *info, const UrtoPreset *preset,
                       const char *kind);

/* A string with its quotes. */
void preset_text_quote(FILE *file, const char *text);
/* The shortest that a port reads as the same float; without an exponent, which some hosts take for
 * another type. */
void preset_text_number(FILE *file, double value);

#endif
