/** @file user_presets.h
 *  Presets that people have made: a text file each, which every front-end reads by these functions.
 *
 *      UrtoUserPresets *presets = NULL;
 *      const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
 *      if (urto_user_presets_read(&presets, &info, NULL, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 *      for (uint32_t i = 0; i < urto_user_presets_count(presets); i++) {
 *          puts(urto_user_presets_at(presets, i)->name);
 *      }
 *
 *  The file FOLDER/mallet/night-bells.txt is the preset night-bells of the mallet:
 *
 *     urto-preset 1
 *     instrument = mallet
 *     name = Night bells
 *     description = Glass, far away.
 *     body = glass
 *     decay = 12 s
 *
 *  Lines that begin with # are for people. Values are those of urto_parameter_read; what is left out
 *  is as in a new plug-in. */
#ifndef URTO_USER_PRESETS_H
#define URTO_USER_PRESETS_H

#include <urto/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The longest id of a preset, without its NUL. */
#define URTO_PRESET_ID_MAX 40u

/** What was found in a folder. */
typedef struct UrtoUserPresets UrtoUserPresets;

/** Where presets are: $URTO_PRESETS, or $XDG_DATA_HOME/urto/presets, or
 *  ~/.local/share/urto/presets. Writes at most `room` bytes, ended by a NUL, and returns the length of
 *  the whole; 0 where there is no home. [setup] */
URTO_API size_t urto_user_presets_folder(char *path, size_t room);

/** Read those of a plug-in, in the order of their ids. folder NULL: urto_user_presets_folder. A file
 *  that is wrong, of a newer version or has the id of a preset that ships is skipped, and
 *  urto_user_presets_problem says why. A folder that is not there has none. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_user_presets_read(UrtoUserPresets **presets,
                                                          const UrtoPluginInfo *info,
                                                          const char *folder, UrtoDiagnostic *why);
/** Release them; NULL is fine. [setup] */
URTO_API void urto_user_presets_destroy(UrtoUserPresets *presets);
/** How many there are. [any] */
URTO_API uint32_t urto_user_presets_count(const UrtoUserPresets *presets);
/** One of them, with all values of the table; NULL beyond the end. [any] */
URTO_API const UrtoPreset *urto_user_presets_at(const UrtoUserPresets *presets, uint32_t index);
/** The one with an id; NULL if there is none. [any] */
URTO_API const UrtoPreset *urto_user_presets_find(const UrtoUserPresets *presets, const char *id);
/** "FILE:LINE: what is wrong", from 0; NULL beyond the end. [any] */
URTO_API const char *urto_user_presets_problem(const UrtoUserPresets *presets, uint32_t index);

/** Write a preset with all values of the table to a file of its own, whole or not at all, and the
 *  path of it to `path`, which may be NULL with room 0. The id must be a-z, 0-9 and -, and of no preset
 *  that ships; name and description one line each. A file that is there stays, unless `replace`.
 *  folder NULL: urto_user_presets_folder, made if need be. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_user_presets_save(const UrtoPluginInfo *info,
                                                          const char *folder,
                                                          const UrtoPreset *preset, bool replace,
                                                          char *path, size_t room,
                                                          UrtoDiagnostic *why);

#ifdef __cplusplus
}
#endif

#endif
