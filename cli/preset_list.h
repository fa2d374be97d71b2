/* Presets by name on a command line: those that ship and those that people have made. */
#ifndef CLI_PRESET_LIST_H
#define CLI_PRESET_LIST_H

#include "output/text.h"

#include <urto/user_presets.h>

/* Those of one instrument or of the effect: first those that ship. */
typedef struct PresetList {
    UrtoPluginInfo info;
    UrtoUserPresets *own;
} PresetList;

/* Reads them. What is wrong in the user's files is told on stderr, a line each, unless command is
 * NULL. */
PresetList preset_list_read(const char *command, const char *id);
/* The one of an instrument that is in no list: nobody has presets of it. */
PresetList preset_list_of(const UrtoInstrumentInfo *instrument);
uint32_t preset_list_count(const PresetList *list);
const UrtoPreset *preset_list_at(const PresetList *list, uint32_t index);
/* Index of an id; URTO_NONE if there is none. */
uint32_t preset_list_find(const PresetList *list, const char *id);
void preset_list_free(PresetList *list);

/* What a word means that names an instrument, a preset of any, or both. */
typedef struct ChosenSound {
    const UrtoInstrumentInfo *info;      /* NULL: nothing of that name */
    char preset[URTO_PRESET_ID_MAX + 1]; /* "" if it names an instrument only */
} ChosenSound;

/* "mallet", "marimba", "mallet/marimba". Returns 0, also where there is nothing of that name, or
 * EXIT_USAGE after a message. */
int preset_list_choose(ChosenSound *chosen, const char *command, const char *word);
/* "marimba (mallet), mallet": instruments and presets with names like the word, at most three. */
void preset_list_nearest(const char *word, Text *text);

/* An id from a name for people: "Night bells" is night-bells. */
void preset_list_id(const char *name, char id[URTO_PRESET_ID_MAX + 1]);

#endif
