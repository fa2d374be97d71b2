/* Scenes by file or by name: where they are, reading them, saying what is wrong in them. */
#ifndef CLI_SCENES_SCENE_FILES_H
#define CLI_SCENES_SCENE_FILES_H

#include "output/text.h"

#include <urto/scene.h>

enum { SCENE_NAME_MAX = 128 };

/* A scene that was asked for by a word of the command line. */
typedef struct LoadedScene {
    char *path;
    char name[SCENE_NAME_MAX]; /* of the file, without folder and .yaml */
    Text text;
    UrtoScene *scene;
} LoadedScene;

/* Reads a scene, standard input for "-". Returns 0, or an exit code after messages "file:line:column: ..." on stderr. */
int scene_files_load(LoadedScene *loaded, const char *command, const char *word,
                     const char *const *overrides, size_t override_count);
/* Compiles it. Returns 0 after its warnings, or an exit code after messages likewise. */
int scene_files_compile(LoadedScene *loaded, const char *command, const UrtoPlayerOptions *options,
                        UrtoPlayer **player);
/* Prints what is to be known about a compiled scene: its warnings, or the rest. */
void scene_files_notes(const LoadedScene *loaded, bool warnings);
void scene_files_free(LoadedScene *loaded);
/* The text of a file; false if it cannot be read. */
bool scene_files_read(const char *path, Text *text);

/* The name of a scene file: without folder and .yaml. */
void scene_files_name(const char *path, char name[SCENE_NAME_MAX]);

/* Whether a word is a file, or the name of a scene that ships. */
bool scene_files_there(const char *word);

/* The folder of the scenes that ship. */
const char *scene_files_folder(void);

/* True if the path is that of a folder. */
bool is_folder(const char *path);

/* The name of a scene that ships and is most like a word; false if none is near. */
bool scene_files_nearest(const char *word, char name[SCENE_NAME_MAX]);

/* The names of the scenes that ship, one a line. */
void scene_files_names(Text *names);

/* The names of the plans of urto sweep that ship, one a line. */
void scene_files_plans(Text *names);

/* Prints names and titles of the scenes that ship; the names alone if brief. */
int scene_files_list(const char *command, bool brief);

#endif
