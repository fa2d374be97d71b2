/* Objects that are plug-ins: instruments (two signals and information out) and the effect.
 *
 * Pd calls messages and perform from one thread, one after the other. A message between two blocks
 * has a time of its own, and what it asks for happens at that frame of the next block, so the sound
 * does not depend on the size of blocks. A new sample rate makes the plug-in anew in the dsp
 * method, never in perform; parameters and controllers come along.
 *
 * urto.scene~ reads its file in a message and compiles it in a thread of its own; a clock of Pd asks now and
 * then whether it is ready, and exchanges the two between two blocks.
 */
#include "shared.h"

#include <urto/user_presets.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = PLUGIN_OBJECTS, VALUES_MAX = 64, STATE_MAX = 1 << 21 };

static const double look_time = 10.0; /* ms from one look at the thread to the next */

/* A scene on its way. */
typedef struct Opening {
    pthread_t thread;
    bool runs;
    atomic_bool done;
    const UrtoPlugin *plugin; /* that will play it */
    char *text, *name;
    size_t size;
    UrtoPluginText *made; /* NULL: `why` says why */
    UrtoDiagnostic why;
} Opening;

typedef struct Box {
    t_object object;
    t_float unused; /* Pd puts floats for the first signal here */
    const PluginObject *kind;
    t_canvas *canvas;
    t_outlet *info_outlet;
    UrtoPlugin *plugin;
    UrtoPluginInfo info;
    UrtoPluginOptions options;
    Pace pace;
    t_sample *signals[SIGNALS_MAX]; /* in, then out */
    bool mute;                      /* no plug-in can be made for this rate */
    uint64_t waits;                 /* parameters set since the last block, */
    double values[VALUES_MAX];      /* and to what */
    Opening opening;
    t_clock *clock; /* that looks at it; NULL where nothing is opened */
} Box;

static struct {
    const PluginObject *kind;
    t_class *class;
} classes[KINDS_MAX];
static uint32_t class_count;

static Message message_of(const Box *box, const char *selector, int count, const t_atom *atoms)
{
    return (Message){.owner = box,
                     .object = box->kind->name,
                     .selector = selector,
                     .atoms = atoms,
                     .count = count};
}

/* What waits in the next block is also what save, reset and a new plug-in must know. */
static void settle(Box *box)
{
    for (uint32_t i = 0; i < box->info.parameter_count; i++) {
        if (box->waits >> i & 1U) {
            (void)urto_plugin_set_now(box->plugin, i, box->values[i], NULL);
        }
    }
    box->waits = 0;
}

static void *compile(void *data)
{
    Opening *opening = data;

    if (urto_plugin_read(&opening->made, opening->plugin, opening->text, opening->size,
                         &opening->why) != URTO_OK) {
        opening->made = NULL;
    }
    atomic_store(&opening->done, true);
    return NULL;
}

/* Compiles the text beside the sound; false if there is no thread for it. */
static bool start_opening(Box *box)
{
    Opening *opening = &box->opening;

    opening->plugin = box->plugin;
    opening->made = NULL;
    atomic_store(&opening->done, false);
    opening->runs = pthread_create(&opening->thread, NULL, compile, opening) == 0;
    if (opening->runs) {
        clock_delay(box->clock, look_time);
    }
    return opening->runs;
}

/* Waits for the thread. */
static void join_opening(Opening *opening)
{
    if (opening->runs) {
        pthread_join(opening->thread, NULL);
        opening->runs = false;
    }
}

static void end_opening(Box *box)
{
    Opening *opening = &box->opening;

    join_opening(opening);
    urto_plugin_text_destroy(opening->made);
    free(opening->text);
    free(opening->name);
    opening->made = NULL;
    opening->text = opening->name = NULL;
}

/* Plays the scene that is ready, and says so. */
static void take_opened(Box *box)
{
    Opening *opening = &box->opening;
    t_atom atom;

    join_opening(opening);
    if (!opening->made) {
        pd_error(box, "%s: %.200s: %s; the old one plays on", box->kind->name, opening->name,
                 opening->why.message);
    } else if (!urto_plugin_exchange(box->plugin, opening->made)) {
        urto_plugin_text_destroy(opening->made); /* the rate is another one by now */
        opening->made = NULL;
        if (start_opening(box)) {
            return;
        }
    } else {
        box->waits = 0;
        SETSYMBOL(&atom, gensym(opening->name));
        outlet_anything(box->info_outlet, gensym("opened"), 1, &atom);
    }
    end_opening(box);
}

static void box_look(Box *box)
{
    if (!box->opening.runs) {
        return;
    }
    if (atomic_load(&box->opening.done)) {
        take_opened(box);
    } else {
        clock_delay(box->clock, look_time);
    }
}

/* Reads a file for the opening; false after a complaint. */
static bool read_scene(Box *box, Message *message, const char *name)
{
    Opening *opening = &box->opening;

    if (opening->runs) {
        message_complain(message, "another scene is just being opened: %.100s", opening->name);
        return false;
    }
    opening->text = read_file(message, box->canvas, name, URTO_PLUGIN_TEXT_MAX, &opening->size);
    opening->name = opening->text ? malloc(strlen(name) + 1) : NULL;
    if (opening->name) {
        memcpy(opening->name, name, strlen(name) + 1);
    } else {
        free(opening->text);
        opening->text = NULL;
    }
    return opening->name != NULL;
}

static void run_open(Box *box, Message *message)
{
    const char *name = message_word(message, "file");

    if (message_end(message) && read_scene(box, message, name) && !start_opening(box)) {
        message_complain(message, "there is no thread to compile it");
        end_opening(box);
    }
}

/* Makes the plug-in for the options; the old one gives its state and goes. On failure it stays. */
static bool remake(Box *box, UrtoDiagnostic *why)
{
    UrtoPlugin *made = NULL;
    char *state = NULL;

    if (urto_plugin_create(&made, box->info.id, &box->options, why) != URTO_OK) {
        return false;
    }
    if (box->plugin) {
        settle(box);
        state = urto_plugin_save_text(box->plugin);
        if (!state || urto_plugin_restore(made, state, why) != URTO_OK) {
            urto_plugin_destroy(made);
            free(state);
            return false;
        }
    }
    free(state);
    join_opening(&box->opening); /* it looks at the old one */
    if (box->opening.text) {
        box->opening.runs = false;
        clock_unset(box->clock);
    }
    urto_plugin_destroy(box->plugin);
    box->plugin = made;
    if (box->opening.text) {
        urto_plugin_text_destroy(box->opening.made);
        (void)start_opening(box);
    }
    return true;
}

static double value_of(const Box *box, uint32_t parameter)
{
    return box->waits >> parameter & 1U ? box->values[parameter]
                                        : urto_plugin_get(box->plugin, parameter);
}

static void set_value(Box *box, Message *message, uint32_t parameter, double value)
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

static void send(Box *box, Message *message, UrtoEvent event)
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

static void run_note(Box *box, Message *message)
{
    const double key = message_number(message, "key", 0.0, 127.0, true);
    const double velocity = message_number(message, "velocity", 0.0, 127.0, false);

    send(box, message,
         (UrtoEvent){.kind = velocity > 0.0 ? URTO_EVENT_NOTE_ON : URTO_EVENT_NOTE_OFF,
                     .key = (uint8_t)key,
                     .value = velocity / 127.0});
}

static void run_bend(Box *box, Message *message)
{
    const double semitones = message_number(message, "bend", -96.0, 96.0, false);

    send(box, message, (UrtoEvent){.kind = URTO_EVENT_BEND, .value = semitones});
}

static void run_controller(Box *box, Message *message, UrtoEventKind kind)
{
    const double value = message_number(message, "value", 0.0, 127.0, false);

    send(box, message, (UrtoEvent){.kind = kind, .value = value / 127.0});
}

static void run_pressure(Box *box, Message *message)
{
    run_controller(box, message, URTO_EVENT_CHANNEL_PRESSURE);
}

static void run_polypressure(Box *box, Message *message)
{
    const double key = message_number(message, "key", 0.0, 127.0, true);
    const double value = message_number(message, "value", 0.0, 127.0, false);

    send(box, message,
         (UrtoEvent){.kind = URTO_EVENT_PRESSURE, .key = (uint8_t)key, .value = value / 127.0});
}

/* 64 is the middle of the controller, as MPE has it. */
static void run_timbre(Box *box, Message *message)
{
    const double value = message_number(message, "value", 0.0, 127.0, false);

    send(box, message,
         (UrtoEvent){.kind = URTO_EVENT_TIMBRE,
                     .value = value < 64.0 ? value / 128.0 : 0.5 + (value - 64.0) / 126.0});
}

static void run_pedal(Box *box, Message *message)
{
    run_controller(box, message, URTO_EVENT_PEDAL);
}

static void run_midi(Box *box, Message *message)
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

static void run_off(Box *box, Message *message)
{
    if (message_end(message)) {
        send(box, message, (UrtoEvent){.kind = URTO_EVENT_NOTES_OFF});
    }
}

static void run_panic(Box *box, Message *message)
{
    if (message_end(message)) {
        send(box, message, (UrtoEvent){.kind = URTO_EVENT_SOUND_OFF});
    }
}

static void run_voices(Box *box, Message *message)
{
    const uint32_t before = box->options.voices;
    const double voices = message_number(message, "voices", 1.0, URTO_MAX_VOICES, true);
    UrtoDiagnostic why = {0};

    if (message_end(message)) {
        box->options.voices = (uint32_t)voices;
        if (!remake(box, &why)) {
            box->options.voices = before;
            message_complain(message, "%s", why.message);
        }
    }
}

/* Presets that the user has made, read anew: they may have changed. What is wrong in a file is
 * complained about, and the others are there. */
static UrtoUserPresets *own_presets(const Box *box)
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
static const UrtoPreset *preset_at(const Box *box, const UrtoUserPresets *own, uint32_t index)
{
    return index < box->info.preset_count
               ? &box->info.presets[index]
               : urto_user_presets_at(own, index - box->info.preset_count);
}

/* Names of all presets, for a complaint. */
static void preset_names(const Box *box, const UrtoUserPresets *own, char *text, size_t room)
{
    const UrtoPreset *preset = NULL;
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; (preset = preset_at(box, own, i)) != NULL && used < room; i++) {
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", preset->id);
    }
}

/* A preset by its name or number; NULL after a complaint. */
static const UrtoPreset *read_preset(const Box *box, Message *message, const UrtoUserPresets *own)
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
static bool asks_for_shipped(const Box *box, const Message *message)
{
    if (!message_more(message)) {
        return true;
    }
    const t_atom *atom = &message->atoms[message->at];
    return atom->a_type == A_SYMBOL
               ? urto_plugin_preset_find(&box->info, atom->a_w.w_symbol->s_name) != URTO_NONE
               : (double)atom->a_w.w_float < box->info.preset_count;
}

static void run_preset(Box *box, Message *message)
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

static void run_presets(Box *box, Message *message)
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

static void run_parameters(Box *box, Message *message)
{
    if (message_end(message)) {
        for (uint32_t i = 0; i < box->info.parameter_count; i++) {
            outlet_parameter(box->info_outlet, urto_plugin_parameter(&box->info, i),
                             value_of(box, i));
        }
    }
}

static void run_get(Box *box, Message *message)
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

static void run_save(Box *box, Message *message)
{
    const char *name = message_word(message, "file");
    char path[PATH_ROOM];

    if (!message_end(message)) {
        return;
    }
    settle(box);
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

static void run_restore(Box *box, Message *message)
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

static void run_reset(Box *box, Message *message)
{
    if (message_end(message)) {
        settle(box);
        urto_plugin_reset(box->plugin);
    }
}

static void (*const runs[PLUGIN_MESSAGES])(Box *, Message *) = {
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
static uint32_t macro_of(const Box *box, const char *name)
{
    for (uint32_t i = 0; box->clock && i < box->info.table_count; i++) {
        const UrtoParameterInfo *meaning = urto_plugin_meaning(box->plugin, i);
        if (meaning && strcmp(meaning->id, name) == 0) {
            return i;
        }
    }
    return URTO_NONE;
}

static void box_anything(Box *box, t_symbol *selector, int count, t_atom *atoms)
{
    const uint32_t first = box->info.instrument ? 0 : MESSAGE_PRESET;
    Message message = message_of(box, selector->s_name, count, atoms);
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

/* Key and velocity, as from notein and makenote. */
static void box_list(Box *box, t_symbol *selector, int count, t_atom *atoms)
{
    Message message = message_of(box, "list", count, atoms);

    (void)selector;
    message.info = &plugin_messages[MESSAGE_NOTE];
    if (box->info.instrument) {
        run_note(box, &message);
    } else {
        message_complain(&message, "an effect has no notes; its inlets take signals");
    }
}

static t_int *box_perform(t_int *words) URTO_REALTIME;

static t_int *box_perform(t_int *words)
{
    Box *box = word_pointer(words[1]);
    const uint32_t frames = (uint32_t)words[2];
    const uint32_t inputs = box->info.instrument ? 0 : box->options.channels;
    const uint32_t outputs = box->info.instrument ? 2 : box->options.channels;
    float in[2][CHUNK];
    float out[2][CHUNK];

    for (uint32_t at = 0; at < frames; at += CHUNK) {
        const uint32_t n = frames - at < CHUNK ? frames - at : CHUNK;
        for (uint32_t c = 0; c < inputs; c++) {
            take_signal(in[c], box->signals[c] + at, n);
        }
        if (box->mute) {
            memset(out, 0, sizeof out);
        } else {
            urto_plugin_process(box->plugin, (const float *[]){in[0], in[1]},
                                (float *[]){out[0], out[1]}, n);
        }
        for (uint32_t c = 0; c < outputs; c++) {
            give_signal(box->signals[inputs + c] + at, out[c], n);
        }
    }
    box->waits = 0;
    pace_tick(&box->pace, frames);
    return words + 3;
}

static void box_dsp(Box *box, t_signal **signals)
{
    const double before = box->options.rate;
    const uint32_t count = box->info.instrument ? 2 : 2 * box->options.channels;
    UrtoDiagnostic why = {0};

    box->options.rate = (double)signals[0]->s_sr;
    if (box->options.rate != before || box->mute) {
        box->mute = !remake(box, &why);
    }
    if (box->mute) {
        pd_error(box, "%s: %s", box->kind->name, why.message);
        box->options.rate = before;
    }
    for (uint32_t i = 0; i < count; i++) {
        box->signals[i] = signals[i]->s_vec;
    }
    box->pace = (Pace){.rate = (double)signals[0]->s_sr};
    dsp_add(box_perform, 2, box, (t_int)signals[0]->s_n);
}

/* Creation arguments: which variant, preset, and voices of an instrument or channels of an effect,
 * in any order. What makes no sense is complained about, and the object is there nevertheless. */
static void box_arguments(Box *box, int count, const t_atom *atoms, const char **preset)
{
    for (int i = 0; i < count; i++) {
        Message message = message_of(box, "", count, atoms);
        const double most = box->info.instrument ? URTO_MAX_VOICES : 2.0;
        message.at = i;
        if (atoms[i].a_type == A_FLOAT) {
            const double number = message_number(
                &message, box->info.instrument ? "voices" : "channels", 1.0, most, true);
            if (!message.wrong && box->info.instrument) {
                box->options.voices = (uint32_t)number;
            } else if (!message.wrong) {
                box->options.channels = (uint32_t)number;
            }
        } else {
            *preset = message_word(&message, "preset");
        }
    }
}

/* The variant that the first argument names; one that names none is a preset of the first. */
static uint32_t variant_of(const PluginObject *kind, int *count, t_atom **atoms)
{
    for (uint32_t i = 0; i<kind->variant_count && * count> 0; i++) {
        const char *argument = kind->variants[i].argument;
        if (argument && (*atoms)->a_type == A_SYMBOL &&
            strcmp((*atoms)->a_w.w_symbol->s_name, argument) == 0) {
            ++*atoms;
            --*count;
            return i;
        }
    }
    return 0;
}

/* The scene of a new object: nothing sounds yet that could wait for it. */
static void open_now(Box *box, const char *name)
{
    Message message = message_of(box, "open", 0, NULL);

    message.info = &plugin_messages[MESSAGE_OPEN];
    if (read_scene(box, &message, name)) {
        box->opening.plugin = box->plugin;
        (void)compile(&box->opening);
        take_opened(box);
    }
}

static void *box_new(t_symbol *name, int count, t_atom *atoms)
{
    const char *slash = strrchr(name->s_name, '/'); /* Pd allows urto/urto.mallet~ */
    const char *wanted = slash ? slash + 1 : name->s_name;
    uint32_t k = 0;
    const char *preset = NULL;
    UrtoDiagnostic why = {0};

    while (k + 1 < class_count && strcmp(classes[k].kind->name, wanted) != 0) {
        k++;
    }
    Box *box = (Box *)pd_new(classes[k].class);
    box->kind = classes[k].kind;
    box->canvas = canvas_getcurrent();
    box->plugin = NULL;
    box->clock = NULL;
    memset(&box->opening, 0, sizeof box->opening);
    box->waits = 0;
    box->mute = false;
    box->pace = (Pace){0};
    const uint32_t variant = variant_of(box->kind, &count, &atoms);
    box->info = urto_plugin_info(urto_plugin_find(box->kind->variants[variant].plugin));
    if (urto_plugin_reads(&box->info)) {
        box->clock = clock_new(box, (t_method)box_look);
    }
    const double rate = (double)sys_getsr();
    box->options = urto_plugin_options(rate > 0.0 ? rate : 44100.0);
    box_arguments(box, count, atoms, &preset);
    const uint32_t channels = box->info.instrument ? 2 : box->options.channels;
    if (!box->info.instrument && channels == 2) {
        inlet_new(&box->object, &box->object.ob_pd, &s_signal, &s_signal);
    }
    for (uint32_t i = 0; i < channels; i++) {
        outlet_new(&box->object, &s_signal);
    }
    box->info_outlet = outlet_new(&box->object, NULL);
    if (!remake(box, &why)) {
        pd_error(box, "%s: %s", box->kind->name, why.message);
        pd_free(&box->object.ob_pd);
        return NULL;
    }
    if (preset && box->clock && strchr(preset, '.')) {
        open_now(box, preset);
    } else if (preset) {
        t_atom atom;
        SETSYMBOL(&atom, gensym(preset));
        box_anything(box, gensym("preset"), 1, &atom);
    }
    return box;
}

static void box_free(Box *box)
{
    end_opening(box);
    if (box->clock) {
        clock_free(box->clock);
    }
    urto_plugin_destroy(box->plugin);
}

void plugin_class_setup(const PluginObject *object)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(object->variants[0].plugin));
    const bool effect = !info.instrument;

    if (class_count == KINDS_MAX || !info.id) { /* there may be no scenes */
        return;
    }
    t_class *class = class_new(gensym(object->name), (t_newmethod)(t_method)box_new,
                               (t_method)box_free, sizeof(Box), CLASS_DEFAULT, A_GIMME, 0);
    classes[class_count].kind = object;
    classes[class_count++].class = class;
    if (effect) {
        class_domainsignalin(class, (int)offsetof(Box, unused));
    }
    class_addmethod(class, (t_method)box_dsp, gensym("dsp"), A_CANT, 0);
    class_addlist(class, (t_method)box_list);
    class_addanything(class, (t_method)box_anything);
}
