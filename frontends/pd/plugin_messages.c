/* What an object that is a plug-in does when it gets a message. */
#include "plugin_box.h"

#include <urto/user_presets.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATE_MAX = 1 << 21 };

static double value_of(const PluginBox *box, uint32_t parameter)
{
    return box->waits >> parameter & 1U ? box->values[parameter]
                                        : urto_plugin_get(box->plugin, parameter);
}

static void set_value(PluginBox *box, Message *message, uint32_t parameter, double value)
{
    UrtoDiagnostic why = {0};
    const bool runs = pace_runs(&box->pace);

    if ((runs ? urto_plugin_set(box->plugin, pace_frame(&box->pace), parameter, value, &why)
              : urto_plugin_set_now(box->plugin, parameter, value, &why)) != URTO_OK) {
        message_complain(message, "%s", why.message);
    } else if (runs) {
        box->waits |= (uint64_t)1 << parameter;
        box->values[parameter] = value;
    }
}

static void send(PluginBox *box, Message *message, UrtoEvent event)
{
    UrtoDiagnostic why = {0};
    const double channel =
        message_more(message) ? message_number(message, "channel", 1.0, 16.0, true) : 1.0;

    if (!message_end(message)) {
        return;
    }
    event.channel = (uint8_t)(channel - 1.0);
    event.frame = pace_frame(&box->pace);
    if (urto_plugin_event(box->plugin, &event, &why) != URTO_OK) {
        message_complain(message, "%s", why.message);
    }
}

static void run_note(PluginBox *box, Message *message)
{
    const double key = message_number(message, "key", 0.0, 127.0, true);
    const double velocity = message_number(message, "velocity", 0.0, 127.0, false);

    send(box, message,
         (UrtoEvent){.kind = velocity > 0.0 ? URTO_EVENT_NOTE_ON : URTO_EVENT_NOTE_OFF,
                     .key = (uint8_t)key,
                     .value = velocity / 127.0});
}

static void run_bend(PluginBox *box, Message *message)
{
    const double semitones = message_number(message, "bend", -96.0, 96.0, false);

    send(box, message, (UrtoEvent){.kind = URTO_EVENT_BEND, .value = semitones});
}

static void run_controller(PluginBox *box, Message *message, UrtoEventKind kind)
{
    const double value = message_number(message, "value", 0.0, 127.0, false);

    send(box, message, (UrtoEvent){.kind = kind, .value = value / 127.0});
}

static void run_pressure(PluginBox *box, Message *message)
{
    run_controller(box, message, URTO_EVENT_CHANNEL_PRESSURE);
}

static void run_polypressure(PluginBox *box, Message *message)
{
    const double key = message_number(message, "key", 0.0, 127.0, true);
    const double value = message_number(message, "value", 0.0, 127.0, false);

    send(box, message,
         (UrtoEvent){.kind = URTO_EVENT_PRESSURE, .key = (uint8_t)key, .value = value / 127.0});
}

/* 64 is the middle of the controller, as MPE has it. */
static void run_timbre(PluginBox *box, Message *message)
{
    const double value = message_number(message, "value", 0.0, 127.0, false);

    send(box, message,
         (UrtoEvent){.kind = URTO_EVENT_TIMBRE,
                     .value = value < 64.0 ? value / 128.0 : 0.5 + (value - 64.0) / 126.0});
}

static void run_pedal(PluginBox *box, Message *message)
{
    run_controller(box, message, URTO_EVENT_PEDAL);
}

static void run_midi(PluginBox *box, Message *message)
{
    uint8_t bytes[256];
    size_t count = 0;

    do {
        bytes[count++] = (uint8_t)message_number(message, "byte", 0.0, 255.0, true);
    } while (message_more(message) && count < sizeof bytes);
    if (message_end(message)) {
        urto_plugin_midi(box->plugin, pace_frame(&box->pace), bytes, count);
    }
}

static void run_off(PluginBox *box, Message *message)
{
    if (message_end(message)) {
        send(box, message, (UrtoEvent){.kind = URTO_EVENT_NOTES_OFF});
    }
}

static void run_panic(PluginBox *box, Message *message)
{
    if (message_end(message)) {
        send(box, message, (UrtoEvent){.kind = URTO_EVENT_SOUND_OFF});
    }
}

static void run_voices(PluginBox *box, Message *message)
{
    const uint32_t before = box->options.voices;
    const double voices = message_number(message, "voices", 1.0, URTO_MAX_VOICES, true);
    UrtoDiagnostic why = {0};

    if (message_end(message)) {
        box->options.voices = (uint32_t)voices;
        if (!plugin_box_remake(box, &why)) {
            box->options.voices = before;
            message_complain(message, "%s", why.message);
        }
    }
}

/* Presets that the user has made, read anew: they may have changed. What is wrong in a file is
 * complained about, and the others are there. */
static UrtoUserPresets *own_presets(const PluginBox *box)
{
    UrtoUserPresets *own = NULL;
    const char *problem = NULL;

    if (urto_user_presets_read(&own, &box->info, NULL, NULL) != URTO_OK) {
        return NULL;
    }
    for (uint32_t i = 0; (problem = urto_user_presets_problem(own, i)) != NULL; i++) {
        pd_error(box, "%s: %s; skipped", box->kind->name, problem);
    }
    return own;
}

/* One of those that ship, then of the user's; NULL beyond the end. */
static const UrtoPreset *preset_at(const PluginBox *box, const UrtoUserPresets *own, uint32_t index)
{
    return index < box->info.preset_count
               ? &box->info.presets[index]
               : urto_user_presets_at(own, index - box->info.preset_count);
}

/* Names of all presets, for a complaint. */
static void preset_names(const PluginBox *box, const UrtoUserPresets *own, char *text, size_t room)
{
    const UrtoPreset *preset = NULL;
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; (preset = preset_at(box, own, i)) != NULL && used < room; i++) {
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", preset->id);
    }
}

/* A preset by its name or number; NULL after a complaint. */
static const UrtoPreset *read_preset(const PluginBox *box, Message *message,
                                     const UrtoUserPresets *own)
{
    const uint32_t count = box->info.preset_count + urto_user_presets_count(own);

    if (!message_more(message) || message->atoms[message->at].a_type != A_SYMBOL) {
        return preset_at(box, own,
                         (uint32_t)message_number(message, "preset", 0.0, count - 1.0, true));
    }
    const char *name = message_word(message, "preset");
    const uint32_t shipped = urto_plugin_preset_find(&box->info, name);
    const UrtoPreset *found =
        shipped == URTO_NONE ? urto_user_presets_find(own, name) : &box->info.presets[shipped];
    if (!found) {
        char names[400];
        preset_names(box, own, names, sizeof names);
        message_complain(message, "there is no %.60s, only %s", name, names);
    }
    return found;
}

/* Whether a message asks for a preset that ships: then no file is read. */
static bool asks_for_shipped(const PluginBox *box, const Message *message)
{
    if (!message_more(message)) {
        return true;
    }
    const t_atom *atom = &message->atoms[message->at];
    return atom->a_type == A_SYMBOL
               ? urto_plugin_preset_find(&box->info, atom->a_w.w_symbol->s_name) != URTO_NONE
               : (double)atom->a_w.w_float < box->info.preset_count;
}

static void run_preset(PluginBox *box, Message *message)
{
    const UrtoParameterInfo *table = urto_plugin_parameter(&box->info, 0);
    UrtoUserPresets *own = asks_for_shipped(box, message) ? NULL : own_presets(box);
    const UrtoPreset *preset = read_preset(box, message, own);

    if (message_end(message) && preset) {
        for (uint32_t i = 0; i < box->info.table_count && !message->wrong; i++) {
            set_value(box, message, i, urto_preset_value(preset, table, i));
        }
    }
    urto_user_presets_destroy(own);
}

static void run_presets(PluginBox *box, Message *message)
{
    UrtoUserPresets *own = message_end(message) ? own_presets(box) : NULL;
    const UrtoPreset *preset = NULL;

    for (uint32_t i = 0; !message->wrong && (preset = preset_at(box, own, i)) != NULL; i++) {
        t_atom atoms[2];
        SETFLOAT(&atoms[0], (t_float)i);
        SETSYMBOL(&atoms[1], gensym(preset->id));
        outlet_anything(box->info_outlet, gensym("preset"), 2, atoms);
    }
    urto_user_presets_destroy(own);
}

static void run_parameters(PluginBox *box, Message *message)
{
    if (message_end(message)) {
        for (uint32_t i = 0; i < box->info.parameter_count; i++) {
            outlet_parameter(box->info_outlet, urto_plugin_parameter(&box->info, i),
                             value_of(box, i));
        }
    }
}

static void run_get(PluginBox *box, Message *message)
{
    const bool one = message_more(message);
    const char *name = one ? message_word(message, "parameter") : "";
    const uint32_t index = urto_plugin_parameter_find(&box->info, name);

    if (one && index == URTO_NONE) {
        message_complain(message, "there is no parameter %.60s; the message parameters lists them",
                         name);
    }
    if (message_end(message)) {
        for (uint32_t i = one ? index : 0; i < (one ? index + 1 : box->info.parameter_count); i++) {
            outlet_value(box->info_outlet, urto_plugin_parameter(&box->info, i)->id,
                         value_of(box, i));
        }
    }
}

static void run_save(PluginBox *box, Message *message)
{
    const char *name = message_word(message, "file");
    char path[PATH_ROOM];

    if (!message_end(message)) {
        return;
    }
    plugin_box_settle(box);
    char *text = urto_plugin_save_text(box->plugin);
    canvas_makefilename(box->canvas, name, path, sizeof path);
    FILE *file = text ? sys_fopen(path, "w") : NULL;
    const bool written = file && fputs(text, file) >= 0;
    const bool closed = file && sys_fclose(file) == 0;
    if (!written || !closed) {
        message_complain(message, "cannot write %.200s", path);
    }
    free(text);
}

static void run_restore(PluginBox *box, Message *message)
{
    const char *name = message_word(message, "file");
    UrtoDiagnostic why = {0};
    size_t size = 0;

    if (!message_end(message)) {
        return;
    }
    char *text = read_file(message, box->canvas, name, STATE_MAX, &size);
    if (!text) {
        return;
    }
    if (urto_plugin_restore_bytes(box->plugin, text, size, &why) != URTO_OK) {
        message_complain(message, "%.200s: %s", name, why.message);
    } else {
        box->waits = 0;
    }
    free(text);
}

static void run_reset(PluginBox *box, Message *message)
{
    if (message_end(message)) {
        plugin_box_settle(box);
        urto_plugin_reset(box->plugin);
    }
}

static void run_open(PluginBox *box, Message *message)
{
    const char *name = message_word(message, "file");

    if (message_end(message) && plugin_box_read(box, message, name) && !plugin_box_open(box)) {
        message_complain(message, "there is no thread to compile it");
        plugin_box_end_opening(box);
    }
}

static void (*const runs[PLUGIN_MESSAGES])(PluginBox *, Message *) = {
    [MESSAGE_NOTE] = run_note,
    [MESSAGE_BEND] = run_bend,
    [MESSAGE_PRESSURE] = run_pressure,
    [MESSAGE_POLYPRESSURE] = run_polypressure,
    [MESSAGE_TIMBRE] = run_timbre,
    [MESSAGE_PEDAL] = run_pedal,
    [MESSAGE_MIDI] = run_midi,
    [MESSAGE_OFF] = run_off,
    [MESSAGE_PANIC] = run_panic,
    [MESSAGE_VOICES] = run_voices,
    [MESSAGE_PRESET] = run_preset,
    [MESSAGE_PRESETS] = run_presets,
    [MESSAGE_PARAMETERS] = run_parameters,
    [MESSAGE_GET] = run_get,
    [MESSAGE_SAVE] = run_save,
    [MESSAGE_RESTORE] = run_restore,
    [MESSAGE_RESET] = run_reset,
    [MESSAGE_OPEN] = run_open,
};

/* The macro that moves a controller of the scene; URTO_NONE if no controller has this name. */
static uint32_t macro_of(const PluginBox *box, const char *name)
{
    for (uint32_t i = 0; box->clock && i < box->info.table_count; i++) {
        const UrtoParameterInfo *meaning = urto_plugin_meaning(box->plugin, i);
        if (meaning && strcmp(meaning->id, name) == 0) {
            return i;
        }
    }
    return URTO_NONE;
}

void plugin_box_anything(PluginBox *box, t_symbol *selector, int count, t_atom *atoms)
{
    const uint32_t first = box->info.instrument ? 0 : MESSAGE_PRESET;
    Message message = plugin_box_message(box, selector->s_name, count, atoms);
    const uint32_t index = message_find(plugin_messages, PLUGIN_MESSAGES, selector->s_name);
    const uint32_t parameter = urto_plugin_parameter_find(&box->info, selector->s_name);
    const uint32_t macro = macro_of(box, selector->s_name);
    const uint32_t last = box->clock ? PLUGIN_MESSAGES : MESSAGE_OPEN;

    if (index >= first && index < last) {
        message.info = &plugin_messages[index];
        runs[index](box, &message);
    } else if (parameter != URTO_NONE) {
        const double value =
            message_parameter(&message, urto_plugin_parameter(&box->info, parameter));
        if (message_end(&message)) {
            set_value(box, &message, parameter, value);
        }
    } else if (macro != URTO_NONE) {
        const UrtoParameterInfo *meaning = urto_plugin_meaning(box->plugin, macro);
        const double value = message_parameter(&message, meaning);
        if (message_end(&message)) {
            set_value(box, &message, macro, urto_parameter_normalize(meaning, value));
        }
    } else {
        message_complain(&message,
                         "no message or parameter %.60s; the help patch has the messages, the "
                         "message parameters lists the parameters",
                         selector->s_name);
    }
}

void plugin_box_list(PluginBox *box, t_symbol *selector, int count, t_atom *atoms)
{
    Message message = plugin_box_message(box, "list", count, atoms);

    (void)selector;
    message.info = &plugin_messages[MESSAGE_NOTE];
    if (box->info.instrument) {
        run_note(box, &message);
    } else {
        message_complain(&message, "an effect has no notes; its inlets take signals");
    }
}
