#include "objects.h"

const PluginObject plugin_objects[PLUGIN_OBJECTS] = {
    {"urto.mallet~", {{NULL, "mallet"}}, 1},
    {"urto.string~", {{"hammered", "hammered-string"}, {"fretted", "fretted-string"}}, 2},
    {"urto.tanpura~", {{NULL, "tanpura"}}, 1},
    {"urto.snare~", {{NULL, "snare"}}, 1},
    {"urto.tromba~", {{NULL, "tromba"}}, 1},
    {"urto.bounce~", {{NULL, "bounce"}}, 1},
    {"urto.roll~", {{"roll", "roll"}, {"scrape", "scrape"}}, 2},
    {"urto.bump~", {{NULL, "bump"}}, 1},
    {"urto.scene~", {{NULL, "scene"}}, 1},
};

const MessageInfo plugin_messages[PLUGIN_MESSAGES] = {
    [MESSAGE_NOTE] =
        {"note", "note key velocity [channel]", "note 60 100",
         "A key from 0 to 127 goes down; velocity 0 lets it go. A list does the same."},
    [MESSAGE_BEND] = {"bend", "bend semitones [channel]", "bend 0.5",
                      "Bends what sounds, -96 to 96 semitones."},
    [MESSAGE_PRESSURE] = {"pressure", "pressure 0-127 [channel]", "pressure 64",
                          "Weight of the hand on all keys of a channel."},
    [MESSAGE_POLYPRESSURE] = {"polypressure", "polypressure key 0-127 [channel]",
                              "polypressure 60 64", "Weight of the hand on one key."},
    [MESSAGE_TIMBRE] = {"timbre", "timbre 0-127 [channel]", "timbre 100",
                        "Harder or softer, brighter or duller; 64 is neutral."},
    [MESSAGE_PEDAL] = {"pedal", "pedal 0-127 [channel]", "pedal 127",
                       "64 and more holds notes that are let go."},
    [MESSAGE_MIDI] = {"midi", "midi byte ...", "midi 144 64 90",
                      "Bytes of MIDI as midiin gives them, cut anywhere."},
    [MESSAGE_OFF] = {"off", "off", "off", "Lets all keys go."},
    [MESSAGE_PANIC] = {"panic", "panic", "panic", "Silence within milliseconds."},
    [MESSAGE_VOICES] = {"voices", "voices 1-64", "voices 8",
                        "How many notes may sound together; ends those that sound."},
    [MESSAGE_PRESET] = {"preset", "preset name-or-number", "preset 1",
                        "Sets all parameters; numbers count from 0, those of your own follow."},
    [MESSAGE_PRESETS] = {"presets", "presets", "presets",
                         "Sends preset number name for each to the info outlet."},
    [MESSAGE_PARAMETERS] = {"parameters", "parameters", "parameters",
                            "Sends parameter name value least most unit for each."},
    [MESSAGE_GET] = {"get", "get [parameter]", "get",
                     "Sends the name and value of one parameter, or of all."},
    [MESSAGE_SAVE] = {"save", "save file", "",
                      "Writes the state to a file, in the folder of the patch."},
    [MESSAGE_RESTORE] = {"restore", "restore file", "", "Takes back what save wrote."},
    [MESSAGE_RESET] = {"reset", "reset", "reset", "Silence, nothing waits; parameters stay."},
    [MESSAGE_OPEN] = {"open", "open scene.yaml", "",
                      "Of urto.scene~: plays another scene, from the folder of the patch or Pd's "
                      "path, as soon as it is compiled beside the sound."},
};

const MessageInfo impact_messages[IMPACT_MESSAGES] = {
    [IMPACT_THROW] = {"throw", "throw speed", "throw 2",
                      "The hammer is thrown from where it touches, -100 to 100 m/s."},
    [IMPACT_STRIKE] = {"strike", "strike impulse", "strike 0.01",
                       "Strikes the other body where it touches, -100 to 100 N s."},
    [IMPACT_BODY] = {"body", "body wall|mass|string|bar|membrane|plate", "body string",
                     "What the hammer meets; both bodies come to rest."},
    [IMPACT_ENERGY] = {"energy", "energy", "energy",
                       "Sends the energy that is stored [J] to the info outlet; so does a bang."},
    [IMPACT_PARAMETERS] = {"parameters", "parameters", "parameters",
                           "Sends parameter name value least most unit for each."},
    [IMPACT_GET] = {"get", "get [parameter]", "get",
                    "Sends the name and value of one parameter, or of all."},
    [IMPACT_RESET] = {"reset", "reset", "reset", "Both bodies come to rest; parameters stay."},
};

const MessageInfo world_messages[WORLD_MESSAGES] = {
    [WORLD_OPEN] = {"open", "open scene.yaml", "",
                    "Reads another scene, from the folder of the patch or Pd's path."},
    [WORLD_SET] = {"set", "set path value", "",
                   "name.parameter moves while it sounds; a longer path reads the scene anew with "
                   "that value."},
    [WORLD_ENERGY] = {"energy", "energy", "energy",
                      "Sends the energy that is stored [J] to the third outlet; so does a bang."},
    [WORLD_NAMES] = {"names", "names", "names",
                     "Sends body name and contact name for each to the info outlet."},
    [WORLD_LEDGER] = {"ledger", "ledger 0|1", "ledger 1",
                      "Plays the scene from its start, tracking its energy or not: up to 3 times "
                      "slower. While it does, energy also sends ledger stored dissipated supplied "
                      "residual [J] to the info outlet."},
    [WORLD_RESTART] = {"restart", "restart", "restart", "Plays the scene from its start."},
};
