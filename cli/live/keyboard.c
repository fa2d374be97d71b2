#include "keyboard.h"

#include "terminal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A key that is kept down repeats by itself, faster than this. */
static const double repeat = 0.07;
static const double message_seconds = 2.0;

const NoteKey note_keys[HANDS_KEYS] = {
    {'z', 0},  {'s', 1},  {'x', 2},  {'d', 3},  {'c', 4},  {'v', 5},  {'g', 6},  {'b', 7},
    {'h', 8},  {'n', 9},  {'j', 10}, {'m', 11}, {',', 12}, {'q', 12}, {'2', 13}, {'w', 14},
    {'3', 15}, {'e', 16}, {'r', 17}, {'5', 18}, {'t', 19}, {'6', 20}, {'y', 21}, {'7', 22},
    {'u', 23}, {'i', 24}, {'9', 25}, {'o', 26}, {'0', 27}, {'p', 28},
};

static const UrtoParameterInfo scene_table[] = {
    {"level", "Level", "dB", "output", -60.0, 20.0, 0.0, URTO_CURVE_LINEAR, -1, NULL,
     "How loud the scene is."},
};

__attribute__((format(printf, 3, 4))) static void say(Hands *hands, double now, const char *format,
                                                      ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(hands->message, sizeof hands->message, format, arguments);
    va_end(arguments);
    hands->message_until = now + message_seconds;
}

/* The C from which two octaves lie best in what the instrument can play. */
static int lowest_key(const UrtoInstrumentInfo *instrument)
{
    const int middle = (instrument->lowest_key + instrument->highest_key) / 2 - 12;
    const int wanted = (middle + 6) / 12 * 12;

    return wanted < 0 ? 0 : wanted > 96 ? 96 : wanted;
}

void hands_start(Hands *hands, Engine *engine, const UrtoInstrumentInfo *instrument,
                 uint32_t preset)
{
    *hands = (Hands){
        .engine = engine,
        .instrument = instrument,
        .parameters = instrument ? instrument->parameters : scene_table,
        .parameter_count = instrument ? instrument->parameter_count : 1,
        .preset = preset,
        .base = instrument ? lowest_key(instrument) : 48,
        .velocity = 100.0 / 127.0,
        .length = 0.6,
    };
    if (hands->parameter_count > ENGINE_PARAMETERS) {
        hands->parameter_count = ENGINE_PARAMETERS;
    }
}

static void send_event(Hands *hands, UrtoEventKind kind, int key, double value)
{
    const EngineCommand command = {.action = ENGINE_EVENT,
                                   .event = {.kind = kind, .key = (uint8_t)key, .value = value}};

    engine_send(hands->engine, &command);
}

static void release(Hands *hands, int key)
{
    if (hands->ends[key] > 0.0) {
        hands->ends[key] = 0.0;
        send_event(hands, URTO_EVENT_NOTE_OFF, key, 0.0);
    }
}

static void release_all(Hands *hands)
{
    for (int key = 0; key < HANDS_NOTES; key++) {
        release(hands, key);
    }
}

static void play_note(Hands *hands, int key, double now)
{
    const bool repeats = now - hands->typed[key] < repeat;
    const bool down = hands->ends[key] > 0.0;

    hands->typed[key] = now;
    if (hands->hold) {
        if (down && !repeats) {
            release(hands, key);
        } else if (!down && !repeats) {
            send_event(hands, URTO_EVENT_NOTE_ON, key, hands->velocity);
            hands->ends[key] = (double)INFINITY;
        }
        return;
    }
    /* a key that is kept down holds its note; a struck one sounds again when it is hit again */
    if (!down || (!repeats && !hands->instrument->sustained)) {
        release(hands, key);
        send_event(hands, URTO_EVENT_NOTE_ON, key, hands->velocity);
    }
    hands->ends[key] = now + hands->length;
}

static double clamped(double value, double low, double high)
{
    return fmin(high, fmax(low, value));
}

static void set_parameter(Hands *hands, uint32_t parameter, double value, double now)
{
    const UrtoParameterInfo *info = &hands->parameters[parameter];
    EngineCommand command = {.action = ENGINE_LEVEL};

    if (urto_parameter_clamp(info, value, &value, NULL) != URTO_OK) {
        return;
    }
    hands->values[parameter] = value;
    hands->value_until[parameter] = now + 0.2;
    command.value = value;
    if (hands->instrument) {
        command.action = ENGINE_EVENT;
        command.event =
            (UrtoEvent){.kind = URTO_EVENT_PARAMETER, .parameter = parameter, .value = value};
    }
    engine_send(hands->engine, &command);
}

/* Moves a parameter by a part of its knob, discrete ones by one. */
static void move_parameter(Hands *hands, uint32_t parameter, double part, double now)
{
    const UrtoParameterInfo *info = &hands->parameters[parameter];
    const double value = hands->values[parameter];

    if (info->curve == URTO_CURVE_DISCRETE) {
        set_parameter(hands, parameter, value + (part > 0.0 ? 1.0 : -1.0), now);
    } else {
        const double place = urto_parameter_normalize(info, value) + part;
        set_parameter(hands, parameter, urto_parameter_value(info, clamped(place, 0.0, 1.0)), now);
    }
}

static void select_parameter(Hands *hands, int step)
{
    const uint32_t count = hands->parameter_count;

    hands->selected = (hands->selected + count + (uint32_t)step) % count;
}

static void choose_preset(Hands *hands, int step, double now)
{
    if (!hands->instrument) {
        return;
    }
    const uint32_t count = hands->instrument->preset_count;
    hands->preset = (hands->preset + count + (uint32_t)step) % count;
    const UrtoPreset *preset = &hands->instrument->presets[hands->preset];
    const EngineCommand command = {.action = ENGINE_PRESET, .number = hands->preset};
    engine_send(hands->engine, &command);
    memset(hands->value_until, 0, sizeof hands->value_until);
    say(hands, now, "%s: %.80s", preset->name, preset->description);
}

static void shift_octave(Hands *hands, int semitones)
{
    const int base = hands->base + semitones;

    if (base >= 0 && base <= 96) {
        release_all(hands);
        hands->base = base;
    }
}

static void toggle_pedal(Hands *hands, double now)
{
    hands->pedal = !hands->pedal;
    send_event(hands, URTO_EVENT_PEDAL, 0, hands->pedal ? 1.0 : 0.0);
    say(hands, now, "sustain pedal %s", hands->pedal ? "down" : "up");
}

static void toggle_hold(Hands *hands, double now)
{
    hands->hold = !hands->hold;
    if (!hands->hold) {
        release_all(hands);
    }
    say(hands, now, hands->hold ? "hold: a key begins its note, and ends it" : "hold is off");
}

static void damp(Hands *hands, double now)
{
    release_all(hands);
    hands->pedal = false;
    send_event(hands, URTO_EVENT_PEDAL, 0, 0.0);
    send_event(hands, URTO_EVENT_NOTES_OFF, 0, 0.0);
    say(hands, now, "damper");
}

static void panic(Hands *hands, double now)
{
    const EngineCommand command = {.action = ENGINE_PANIC};

    memset(hands->ends, 0, sizeof hands->ends);
    hands->pedal = false;
    hands->pressure = 0.0;
    engine_send(hands->engine, &command);
    say(hands, now, "silence");
}

uint32_t hands_bow(const Hands *hands, const char *id)
{
    for (uint32_t i = 0; i < hands->parameter_count; i++) {
        if (strcmp(hands->parameters[i].group, "bow") == 0 &&
            strcmp(hands->parameters[i].id, id) == 0) {
            return i;
        }
    }
    return hands->parameter_count;
}

/* Bow force, or for instruments without a bow the pressure of the keys. */
static void press(Hands *hands, double part, double now)
{
    const uint32_t force = hands_bow(hands, "force");

    if (force < hands->parameter_count) {
        move_parameter(hands, force, part, now);
        return;
    }
    hands->pressure = clamped(hands->pressure + 2.0 * part, 0.0, 1.0);
    send_event(hands, URTO_EVENT_CHANNEL_PRESSURE, 0, hands->pressure);
    say(hands, now, "pressure %.0f %%", 100.0 * hands->pressure);
}

static void draw(Hands *hands, double part, double now)
{
    const uint32_t speed = hands_bow(hands, "speed");

    if (speed < hands->parameter_count) {
        move_parameter(hands, speed, part, now);
    }
}

/* Keys that only an instrument has; false if it is none of them. */
static bool instrument_key(Hands *hands, int key, double now)
{
    /* caps lock does no harm */
    key = key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
    for (int i = 0; i < HANDS_KEYS; i++) {
        if (note_keys[i].key == key) {
            play_note(hands, hands->base + note_keys[i].semitone, now);
            return true;
        }
    }
    switch (key) {
    case ' ':
        toggle_pedal(hands, now);
        return true;
    case 'a':
        toggle_hold(hands, now);
        return true;
    case 'f':
        damp(hands, now);
        return true;
    case '[':
    case ']':
        hands->velocity =
            clamped(hands->velocity + (key == ']' ? 8.0 : -8.0) / 127.0, 4.0 / 127.0, 1.0);
        return true;
    case '{':
    case '}':
        hands->length = clamped(hands->length * (key == '}' ? 1.25 : 0.8), 0.05, 10.0);
        return true;
    case '-':
    case '=':
    case '+':
        shift_octave(hands, key == '-' ? -12 : 12);
        return true;
    case 'k':
    case 'l':
        press(hands, key == 'l' ? 0.05 : -0.05, now);
        return true;
    case ';':
    case '\'':
        draw(hands, key == '\'' ? 0.05 : -0.05, now);
        return true;
    default:
        return false;
    }
}

void hands_key(Hands *hands, int key, double now)
{
    if (hands->instrument && instrument_key(hands, key, now)) {
        return;
    }
    switch (key) {
    case KEY_ESCAPE:
        hands->quit = true;
        break;
    case KEY_RETURN:
        hands->restart = true;
        break;
    case KEY_BACKSPACE:
        panic(hands, now);
        break;
    case KEY_UP:
    case KEY_DOWN:
        select_parameter(hands, key == KEY_DOWN ? 1 : -1);
        break;
    case KEY_LEFT:
    case KEY_RIGHT:
        move_parameter(hands, hands->selected, key == KEY_RIGHT ? 0.05 : -0.05, now);
        break;
    case KEY_FINE_LEFT:
    case KEY_FINE_RIGHT:
        move_parameter(hands, hands->selected, key == KEY_FINE_RIGHT ? 0.005 : -0.005, now);
        break;
    case KEY_HOME:
        set_parameter(hands, hands->selected, hands->parameters[hands->selected].default_value,
                      now);
        break;
    case KEY_TAB:
    case KEY_PAGE_DOWN:
        choose_preset(hands, 1, now);
        break;
    case KEY_BACK_TAB:
    case KEY_PAGE_UP:
        choose_preset(hands, -1, now);
        break;
    default:
        break;
    }
}

void hands_tick(Hands *hands, const EngineMeters *meters, double now)
{
    for (int key = 0; key < HANDS_NOTES; key++) {
        if (hands->ends[key] > 0.0 && hands->ends[key] <= now) {
            release(hands, key);
        }
    }
    for (uint32_t i = 0; i < hands->parameter_count; i++) {
        if (hands->value_until[i] <= now) {
            hands->values[i] = hands->instrument ? meters->values[i] : meters->level_set;
        }
    }
}

double hands_next(const Hands *hands)
{
    double next = (double)INFINITY;

    for (int key = 0; key < HANDS_NOTES; key++) {
        if (hands->ends[key] > 0.0) {
            next = fmin(next, hands->ends[key]);
        }
    }
    return next;
}
