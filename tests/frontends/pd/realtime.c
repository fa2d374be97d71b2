/* The perform routines of all objects for Pd, with notes, parameters and presets between the
 * blocks, to be run under RealtimeSanitizer: an allocation, lock or system call ends the program.
 */
#include "frontends/host/host_pd.h"
#include "frontends/pd/shared.h"

#include <urto/scene_instrument.h>

#include <stdio.h>
#include <string.h>

static void run(const char *name, const char *argument, const char *const *messages, int count)
{
    t_atom atom;

    SETSYMBOL(&atom, gensym(argument));
    t_pd *object = host_new(name, argument[0] ? 1 : 0, &atom);
    host_dsp(object, 48000.0, 128);
    for (int block = 0; block < 60; block++) {
        memset(host_signals, 0, sizeof host_signals);
        host_signals[0][block] = 0.5f;
        host_say(object, messages[block % count]);
        host_tick();
    }
    host_free(object);
}

int main(int argc, char **argv)
{
    static const char *const notes[] = {"note 60 100", "level -3", "72 90",      "bend 1",
                                        "pressure 90", "preset 1", "panic",      "midi 144 50 100",
                                        "parameters",  "off",      "note 48 20", "reset"};
    static const char *const changes[] = {"drive 100", "preset 2", "pitch 300", "reset"};
    static const char *const hits[] = {"throw 1", "pitch 300", "place 0.3", "body bar"};
    static const char *const sets[] = {"set felt.stiffness 1e9", "energy"};

    urto_scene_plugin_add();
    for (uint32_t i = 0; i < PLUGIN_OBJECTS; i++) {
        const bool effect = strcmp(plugin_objects[i].name, "urto.bump~") == 0;
        plugin_class_setup(&plugin_objects[i]);
        for (uint32_t v = 0; v < plugin_objects[i].variant_count; v++) {
            const char *argument = plugin_objects[i].variants[v].argument;
            run(plugin_objects[i].name, argument ? argument : "", effect ? changes : notes,
                effect ? 4 : 12);
        }
    }
    impact_class_setup();
    world_class_setup();
    run("urto.impact~", "", hits, 4);
    run("urto.world~", argc > 1 ? argv[1] : "", sets, 2);
    puts("perform ran for every object");
    return 0;
}
