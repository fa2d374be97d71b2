/** @file scene_instrument.h
 *  Scenes that are played: a scene with a `play:` block is an instrument, with all that instruments
 *  have. docs/scenes.md describes the block.
 *
 *      UrtoScene *scene = NULL;
 *      UrtoInstrument *mine = NULL;
 *      if (urto_scene_load_file(&scene, "mine.yaml", NULL, 0) == URTO_OK &&
 *          urto_scene_instrument_create(&mine, scene, 48000.0, NULL, &why) == URTO_OK) {
 *          UrtoEvent note = urto_note_on(60, 0.8);
 *          urto_instrument_event(mine, &note, NULL);
 *      }
 *
 *  [setup] and [any] say which thread may call, as in world.h. */
#ifndef URTO_SCENE_INSTRUMENT_H
#define URTO_SCENE_INSTRUMENT_H

#include <urto/instrument.h>
#include <urto/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most controllers of a `play:` block. */
#define URTO_SCENE_CONTROLLERS 8u

/** Whether a scene has a `play:` block. [any] */
URTO_API bool urto_scene_plays(const UrtoScene *scene);
/** Make an instrument of a scene that has a `play:` block, for a sample rate [Hz], 8000 to 384000.
 *  From then on the scene belongs to the instrument and goes with it. If it is refused, the scene is
 *  still yours, and what is wrong in it is among its errors. Its table has the controllers of the block
 *  in the order of the text, and what all instruments have. [setup] */
URTO_API URTO_NODISCARD UrtoStatus
urto_scene_instrument_create(UrtoInstrument **instrument, UrtoScene *scene, double rate,
                             const UrtoInstrumentOptions *options, UrtoDiagnostic *why);
/** The same from text. why has the line and column of the first error. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_scene_instrument_read(UrtoInstrument **instrument,
                                                              const char *text, size_t size,
                                                              double rate,
                                                              const UrtoInstrumentOptions *options,
                                                              UrtoDiagnostic *why);
/** Add the plug-in "scene" to the list of plug-ins of this program: it plays scenes, first one that is
 *  built in. Call it before anything asks for the list. [setup] */
URTO_API void urto_scene_plugin_add(void);

#ifdef __cplusplus
}
#endif

#endif
