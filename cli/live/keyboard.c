#include "keyboard.h"

#include "terminal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A key that is kept down repeats by itself, faster than this. */
static const double repeat = 0.07;
static const double message_seconds = 2.0;

const NoteKey note_keys[KEYBOARD_KEYS] = {
    {'z', 0},  {'s', 1},  {'x', 2},  {'d', 3},  {'c', 4},  {'v', 5},  {'g', 6},  {'b', 7},
    {'h', 8},  {'n', 9},  {'j', 10}, {'m', 11}, {',', 12}, {'q', 12}, {'2', 13}, {'w', 14},
    {'3', 15}, {'e', 16}, {'r', 17}, {'5', 18}, {'t', 19}, {'6', 20}, {'y', 21}, {'7', 22},
    {'u', 23}, {'i', 24}, {'9', 25}, {'o', 26}, {'0', 27}, {'p', 28},
};

const KeyHelp key_helps[KEY_HELPS] = {
    {"- =", "an octave down, up", false, true},
    {"[ ]", "velocity", false, true},
    {"{ }", "length of a note", false, true},
    {"a", "hold: a key begins its note, pressed again it ends it", false, true},
    {"space", "sustain pedal", false, true},
    {"f", "damper: all notes end", false, true},
    {"k l", "pressure; of the tromba the bow force", false, true},
    {"; '", "bow speed of the tromba", false, true},
    {"tab, page down", "next preset", false, true},
    {"shift-tab, page up", "the preset before", false, true},
    {"< >", "the instrument before, the next", false, true},
    {"ctrl-s", "save what you hear as a preset of your own", false, true},
    {"ctrl-r", "begin a recording, urto-001.wav and on; end it", true, true},
    {"up, down", "choose a parameter", true, true},
    {"left, right", "move it; with shift finely", true, true},
    {"home", "its value in the preset", true, true},
    {"return", "play the scene again", true, false},
    {"backspace", "silence now", true, true},
    {"?", "all keys", true, true},
    {"esc, ctrl-c", "end", true, true},
};

static const UrtoParameterInfo scene_table[] = {
    {"level", "Level", "dB", "output", -60.0, 20.0, 0.0, URTO_CURVE_LINEAR, -1, NULL,
     "How loud the scene is."},
};

void keyboard_say(Keyboard *keyboard, double now, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(keyboard->message, sizeof keyboard->message, format, arguments);
    va_end(arguments);
    keyboard->message_until = now + message_seconds;
}

/* The C from which two octaves lie best in what the instrument can play. */
static int lowest_key(const UrtoInstrumentInfo *instrument)
{
    const int middle = (instrument->lowest_key + instrument->highest_key) / 2 - 12;
    const int wanted = (middle + 6) / 12 * 12;

    return wanted < 0 ? 0 : wanted > 96 ? 96 : wanted;
}

static void take_instrument(Keyboard *keyboard, const PresetList *presets)
{
    keyboard->presets = presets;
    keyboard->instrument = presets ? presets->info.instrument : NULL;
    keyboard->parameters = presets ? keyboard->instrument->parameters : scene_table;
    keyboard->parameter_count = presets ? keyboard->instrument->parameter_count : 1;
    keyboard->base = presets ? lowest_key(keyboard->instrument) : 48;
    if (keyboard->parameter_count > ENGINE_PARAMETERS) {
        keyboard->parameter_count = ENGINE_PARAMETERS;
    }
}

const UrtoPreset *keyboard_preset(const Keyboard *keyboard)
{
    return keyboard->presets ? preset_list_at(keyboard->presets, keyboard->preset) : NULL;
}

/* What the preset has, for Home and for a screen before the meters know. */
static void take_values(Keyboard *keyboard)
{
    for (uint32_t i = 0; i < keyboard->parameter_count; i++) {
        keyboard->values[i] = urto_preset_value(keyboard_preset(keyboard), keyboard->parameters, i);
    }
}

void keyboard_start(Keyboard *keyboard, Engine *engine, const PresetList *presets, uint32_t preset)
{
    *keyboard =
        (Keyboard){.engine = engine, .preset = preset, .velocity = 100.0 / 127.0, .length = 0.6};
    take_instrument(keyboard, presets);
    take_values(keyboard);
}

void keyboard_switch(Keyboard *keyboard, const PresetList *presets, double now)
{
    /* what sounds fades with its instrument: there is nothing to let go */
    memset(keyboard->ends, 0, sizeof keyboard->ends);
    memset(keyboard->value_until, 0, sizeof keyboard->value_until);
    keyboard->pedal = false;
    keyboard->pressure = 0.0;
    keyboard->selected = keyboard->preset = 0;
    take_instrument(keyboard, presets);
    take_values(keyboard);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): take_instrument has just set it */
    keyboard_say(keyboard, now, "%s: %.80s", keyboard->instrument->id,
                 keyboard->instrument->description);
}

static void send_event(Keyboard *keyboard, UrtoEventKind kind, int key, double value)
{
    const EngineCommand command = {.action = ENGINE_EVENT,
                                   .event = {.kind = kind, .key = (uint8_t)key, .value = value}};

    engine_send(keyboard->engine, &command);
}

static void release(Keyboard *keyboard, int key)
{
    if (keyboard->ends[key] > 0.0) {
        keyboard->ends[key] = 0.0;
        send_event(keyboard, URTO_EVENT_NOTE_OFF, key, 0.0);
    }
}

static void release_all(Keyboard *keyboard)
{
    for (int key = 0; key < KEYBOARD_NOTES; key++) {
        release(keyboard, key);
    }
}

static void play_note(Keyboard *keyboard, int key, double now)
{
    const bool repeats = now - keyboard->typed[key] < repeat;
    const bool down = keyboard->ends[key] > 0.0;

    keyboard->typed[key] = now;
    if (keyboard->hold) {
        if (down && !repeats) {
            release(keyboard, key);
        } else if (!down && !repeats) {
            send_event(keyboard, URTO_EVENT_NOTE_ON, key, keyboard->velocity);
            keyboard->ends[key] = (double)INFINITY;
        }
        return;
    }
    /* a key that is kept down holds its note; a struck one sounds again when it is hit again */
    if (!down || (!repeats && !keyboard->instrument->sustained)) {
        release(keyboard, key);
        send_event(keyboard, URTO_EVENT_NOTE_ON, key, keyboard->velocity);
    }
    keyboard->ends[key] = now + keyboard->length;
}

static double clamped(double value, double low, double high)
{
    return fmin(high, fmax(low, value));
}

static void set_parameter(Keyboard *keyboard, uint32_t parameter, double value, double now)
{
    const UrtoParameterInfo *info = &keyboard->parameters[parameter];
    EngineCommand command = {.action = ENGINE_LEVEL};

    if (urto_parameter_clamp(info, value, &value, NULL) != URTO_OK) {
        return;
    }
    keyboard->values[parameter] = value;
    keyboard->value_until[parameter] = now + 0.2;
    command.value = value;
    if (keyboard->instrument) {
        command.action = ENGINE_EVENT;
        command.event =
            (UrtoEvent){.kind = URTO_EVENT_PARAMETER, .parameter = parameter, .value = value};
    }
    engine_send(keyboard->engine, &command);
}

/* Moves a parameter by a part of its knob, discrete ones by one. */
static void move_parameter(Keyboard *keyboard, uint32_t parameter, double part, double now)
{
    const UrtoParameterInfo *info = &keyboard->parameters[parameter];
    const double value = keyboard->values[parameter];

    if (info->curve == URTO_CURVE_DISCRETE) {
        set_parameter(keyboard, parameter, value + (part > 0.0 ? 1.0 : -1.0), now);
    } else {
        const double place = urto_parameter_normalize(info, value) + part;
        set_parameter(keyboard, parameter, urto_parameter_value(info, clamped(place, 0.0, 1.0)),
                      now);
    }
}

static void select_parameter(Keyboard *keyboard, int step)
{
    const uint32_t count = keyboard->parameter_count;

    keyboard->selected = (keyboard->selected + count + (uint32_t)step) % count;
}

static void choose_preset(Keyboard *keyboard, int step, double now)
{
    if (!keyboard->presets) {
        return;
    }
    const uint32_t count = preset_list_count(keyboard->presets);
    keyboard->preset = (keyboard->preset + count + (uint32_t)step) % count;
    const UrtoPreset *preset = keyboard_preset(keyboard);
    const EngineCommand command = {.action = ENGINE_PRESET, .preset = preset};
    engine_send(keyboard->engine, &command);
    memset(keyboard->value_until, 0, sizeof keyboard->value_until);
    keyboard_say(keyboard, now, "%s: %.90s", preset->name, preset->description);
}

/* A name that is free: that of the preset, or with a number if it ships. */
static void begin_naming(Keyboard *keyboard)
{
    const UrtoPreset *preset = keyboard_preset(keyboard);
    char id[URTO_PRESET_ID_MAX + 1];

    if (!preset) {
        return;
    }
    keyboard->naming = keyboard->suggested = true;
    keyboard->replaces = NULL;
    snprintf(keyboard->name, sizeof keyboard->name, "%.36s", preset->name);
    preset_list_id(keyboard->name, id);
    for (int i = 2; keyboard->preset < keyboard->presets->info.preset_count && i < 100 &&
                    preset_list_find(keyboard->presets, id) != URTO_NONE;
         i++) {
        snprintf(keyboard->name, sizeof keyboard->name, "%.36s %d", preset->name, i);
        preset_list_id(keyboard->name, id);
    }
}

/* While a name is typed, keys are letters. */
static void name_key(Keyboard *keyboard, int key)
{
    const bool letter = key >= ' ' && key < KEY_BACKSPACE;
    const size_t length = letter && keyboard->suggested ? 0 : strlen(keyboard->name);

    keyboard->suggested = keyboard->suggested && key == KEY_RETURN;
    if (key == KEY_ESCAPE) {
        keyboard->naming = false;
    } else if (key == KEY_RETURN) {
        keyboard->save = length > 0;
    } else if (key == KEY_BACKSPACE && length > 0) {
        keyboard->name[length - 1] = '\0';
        keyboard->replaces = NULL;
    } else if (letter && length < KEYBOARD_NAME) {
        keyboard->name[length] = (char)key;
        keyboard->name[length + 1] = '\0';
        keyboard->replaces = NULL;
    }
}

static void shift_octave(Keyboard *keyboard, int semitones)
{
    const int base = keyboard->base + semitones;

    if (base >= 0 && base <= 96) {
        release_all(keyboard);
        keyboard->base = base;
    }
}

static void toggle_pedal(Keyboard *keyboard, double now)
{
    keyboard->pedal = !keyboard->pedal;
    send_event(keyboard, URTO_EVENT_PEDAL, 0, keyboard->pedal ? 1.0 : 0.0);
    keyboard_say(keyboard, now, "sustain pedal %s", keyboard->pedal ? "down" : "up");
}

static void toggle_hold(Keyboard *keyboard, double now)
{
    keyboard->hold = !keyboard->hold;
    if (!keyboard->hold) {
        release_all(keyboard);
    }
    keyboard_say(keyboard, now,
                 keyboard->hold ? "hold: a key begins its note, and ends it" : "hold is off");
}

static void damp(Keyboard *keyboard, double now)
{
    release_all(keyboard);
    keyboard->pedal = false;
    send_event(keyboard, URTO_EVENT_PEDAL, 0, 0.0);
    send_event(keyboard, URTO_EVENT_NOTES_OFF, 0, 0.0);
    keyboard_say(keyboard, now, "damper");
}

static void panic(Keyboard *keyboard, double now)
{
    const EngineCommand command = {.action = ENGINE_PANIC};

    memset(keyboard->ends, 0, sizeof keyboard->ends);
    keyboard->pedal = false;
    keyboard->pressure = 0.0;
    engine_send(keyboard->engine, &command);
    keyboard_say(keyboard, now, "silence");
}

uint32_t keyboard_bow(const Keyboard *keyboard, const char *id)
{
    for (uint32_t i = 0; i < keyboard->parameter_count; i++) {
        if (strcmp(keyboard->parameters[i].group, "bow") == 0 &&
            strcmp(keyboard->parameters[i].id, id) == 0) {
            return i;
        }
    }
    return keyboard->parameter_count;
}

/* Bow force, or for instruments without a bow the pressure of the keys. */
static void press(Keyboard *keyboard, double part, double now)
{
    const uint32_t force = keyboard_bow(keyboard, "force");

    if (force < keyboard->parameter_count) {
        move_parameter(keyboard, force, part, now);
        return;
    }
    keyboard->pressure = clamped(keyboard->pressure + 2.0 * part, 0.0, 1.0);
    send_event(keyboard, URTO_EVENT_CHANNEL_PRESSURE, 0, keyboard->pressure);
    keyboard_say(keyboard, now, "pressure %.0f %%", 100.0 * keyboard->pressure);
}

static void draw(Keyboard *keyboard, double part, double now)
{
    const uint32_t speed = keyboard_bow(keyboard, "speed");

    if (speed < keyboard->parameter_count) {
        move_parameter(keyboard, speed, part, now);
    }
}

/* Keys that only an instrument has; false if it is none of them. */
static bool instrument_key(Keyboard *keyboard, int key, double now)
{
    /* caps lock does no harm */
    key = key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
    for (int i = 0; i < KEYBOARD_KEYS; i++) {
        if (note_keys[i].key == key) {
            play_note(keyboard, keyboard->base + note_keys[i].semitone, now);
            return true;
        }
    }
    switch (key) {
    case ' ':
        toggle_pedal(keyboard, now);
        return true;
    case 'a':
        toggle_hold(keyboard, now);
        return true;
    case 'f':
        damp(keyboard, now);
        return true;
    case '[':
    case ']':
        keyboard->velocity =
            clamped(keyboard->velocity + (key == ']' ? 8.0 : -8.0) / 127.0, 4.0 / 127.0, 1.0);
        return true;
    case '{':
    case '}':
        keyboard->length = clamped(keyboard->length * (key == '}' ? 1.25 : 0.8), 0.05, 10.0);
        return true;
    case '-':
    case '=':
    case '+':
        shift_octave(keyboard, key == '-' ? -12 : 12);
        return true;
    case 'k':
    case 'l':
        press(keyboard, key == 'l' ? 0.05 : -0.05, now);
        return true;
    case ';':
    case '\'':
        draw(keyboard, key == '\'' ? 0.05 : -0.05, now);
        return true;
    default:
        return false;
    }
}

/* Keys that are for the program; false if it is none of them. */
static bool program_key(Keyboard *keyboard, int key)
{
    switch (key) {
    case '?':
        keyboard->help++;
        return true;
    case KEY_CONTROL_R:
        keyboard->record = true;
        return true;
    case KEY_CONTROL_S:
        begin_naming(keyboard);
        return true;
    case '<':
    case '>':
        keyboard->step = key == '>' ? 1 : -1;
        return true;
    default:
        return false;
    }
}

void keyboard_key(Keyboard *keyboard, int key, double now)
{
    if (keyboard->naming) {
        name_key(keyboard, key);
        return;
    }
    if (keyboard->help && key != '?') {
        keyboard->help = 0; /* that is all it does */
        return;
    }
    if (program_key(keyboard, key) ||
        (keyboard->instrument && instrument_key(keyboard, key, now))) {
        return;
    }
    switch (key) {
    case KEY_ESCAPE:
        keyboard->quit = true;
        break;
    case KEY_RETURN:
        keyboard->restart = true;
        break;
    case KEY_BACKSPACE:
        panic(keyboard, now);
        break;
    case KEY_UP:
    case KEY_DOWN:
        select_parameter(keyboard, key == KEY_DOWN ? 1 : -1);
        break;
    case KEY_LEFT:
    case KEY_RIGHT:
        move_parameter(keyboard, keyboard->selected, key == KEY_RIGHT ? 0.05 : -0.05, now);
        break;
    case KEY_FINE_LEFT:
    case KEY_FINE_RIGHT:
        move_parameter(keyboard, keyboard->selected, key == KEY_FINE_RIGHT ? 0.005 : -0.005, now);
        break;
    case KEY_HOME:
        set_parameter(
            keyboard, keyboard->selected,
            urto_preset_value(keyboard_preset(keyboard), keyboard->parameters, keyboard->selected),
            now);
        break;
    case KEY_TAB:
    case KEY_PAGE_DOWN:
        choose_preset(keyboard, 1, now);
        break;
    case KEY_BACK_TAB:
    case KEY_PAGE_UP:
        choose_preset(keyboard, -1, now);
        break;
    default:
        break;
    }
}

void keyboard_tick(Keyboard *keyboard, const EngineMeters *meters, double now)
{
    for (int key = 0; key < KEYBOARD_NOTES; key++) {
        if (keyboard->ends[key] > 0.0 && keyboard->ends[key] <= now) {
            release(keyboard, key);
        }
    }
    if (meters->programs != keyboard->programs && keyboard->presets) {
        keyboard->programs = meters->programs;
        if (meters->program < keyboard->presets->info.preset_count) {
            keyboard->preset = meters->program;
        }
    }
    for (uint32_t i = 0; i < keyboard->parameter_count; i++) {
        /* the meters may still be those of the instrument before */
        if (keyboard->value_until[i] <= now && meters->instrument == keyboard->instrument) {
            (void)urto_parameter_clamp(&keyboard->parameters[i],
                                       keyboard->instrument ? meters->values[i] : meters->level_set,
                                       &keyboard->values[i], NULL);
        }
    }
}

double keyboard_next(const Keyboard *keyboard)
{
    double next = (double)INFINITY;

    for (int key = 0; key < KEYBOARD_NOTES; key++) {
        if (keyboard->ends[key] > 0.0) {
            next = fmin(next, keyboard->ends[key]);
        }
    }
    return next;
}
