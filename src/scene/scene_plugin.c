/* The plug-in that plays scenes: its table, and the scene of a new one. */
#include "loader.h"

#include <urto/plugin.h>

#include <string.h>

#define MACRO(number)                                                                              \
    {                                                                                              \
        .id = "macro-" #number, .name = "Macro " #number, .unit = "", .group = "scene",            \
        .maximum = 1.0, .default_value = 0.5, .controller = -1,                                    \
        .description = "Moves controller " #number " of the scene."                                \
    }

static UrtoParameterInfo table[URTO_SCENE_CONTROLLERS + URTO_COMMON_PARAMETERS] = {
    MACRO(1), MACRO(2), MACRO(3), MACRO(4), MACRO(5), MACRO(6), MACRO(7), MACRO(8)};

static const char first_scene[] =
    "# What the plug-in for scenes plays until it gets another.\n"
    "title: A hammer on a string\n"
    "bodies:\n"
    "  hammer: {type: mass, mass: 6 g, position: -1 mm, velocity: 2 m/s}\n"
    "  string: {type: string, radius: 0.5 mm, length: 1 m, pitch: C2, rigidity: 1e-3,\n"
    "           loss: 0.5, loss_high: 1e-3, model: modal, segments: 100}\n"
    "contacts:\n"
    "  felt: {between: [hammer, string@0.12], stiffness: 1e8, exponent: 2.3, damping: 0.1}\n"
    "probes:\n"
    "  - {hear: string@0.93, pan: -0.3, name: left}\n"
    "  - {hear: string@0.81, gain: 0.6, pan: 0.3, name: right}\n"
    "play:\n"
    "  keys: C2 to C6\n"
    "  tune: string\n"
    "  gain: -24 dB\n"
    "  strokes:\n"
    "    - {do: throw, at: hammer, velocity: 4 m/s}\n"
    "  moves:\n"
    "    - {by: hold, of: string.loss_factor, from: 30, to: 1, time: 20 ms}\n"
    "    - {by: velocity, of: felt.stiffness, from: 3e7, to: 2e8, curve: log}\n"
    "  controllers:\n"
    "    hardness: {name: Hardness, of: felt.stiffness, from: 1e7, to: 1e10, curve: log,\n"
    "               default: 1e8, help: From soft felt to wood.}\n"
    "    place: {name: Place, of: felt.x, from: 0.05, to: 0.5, default: 0.12,\n"
    "            help: Where the hammer strikes the string.}\n"
    "    damping: {name: Damping, of: string.loss_high_factor, from: 0.1, to: 20, curve: log,\n"
    "              default: 1, help: Dulls the high partials.}\n";

static UrtoInstrumentInfo info = {
    .id = "scene",
    .name = "Scene",
    .description = "Plays a scene that says what a key does.",
    .parameters = table,
    .parameter_count = URTO_SCENE_CONTROLLERS + URTO_COMMON_PARAMETERS,
    .presets = &(const UrtoPreset){.id = "default",
                                   .name = "Default",
                                   .description = "All as the first scene has it."},
    .preset_count = 1,
    .pitched = true};

static const UrtoPluginReader reader = {.info = &info,
                                        .macros = URTO_SCENE_CONTROLLERS,
                                        .text = first_scene,
                                        .read = urto_scene_instrument_read};

void urto_scene_plugin_add(void)
{
    const UrtoInstrumentInfo *other = urto_instrument_info(0);
    UrtoScene *scene = NULL;

    if (urto_scene_load(&scene, first_scene, sizeof first_scene - 1, NULL, 0) == URTO_OK) {
        const ScenePlay *play = scene->play;
        for (uint32_t i = 0; i < play->parameter_count; i++) {
            table[i].default_value =
                urto_parameter_normalize(&play->parameters[i], play->parameters[i].default_value);
        }
        memcpy(table + URTO_SCENE_CONTROLLERS,
               other->parameters + other->parameter_count - URTO_COMMON_PARAMETERS,
               URTO_COMMON_PARAMETERS * sizeof *table);
        info.lowest_key = play->low;
        info.highest_key = play->high;
        info.voices = play->voices;
        urto_plugin_set_reader(&reader);
    }
    urto_scene_destroy(scene);
}
