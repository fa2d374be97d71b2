#include "shared.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void message_complain(Message *message, const char *format, ...)
{
    char what[MAXPDSTRING - 100];
    va_list list;

    if (message->wrong) {
        return;
    }
    message->wrong = true;
    va_start(list, format);
    urto_format_list(what, sizeof what, format, list);
    va_end(list);
    pd_error(message->owner, "%s: %s%s%s", message->object, message->info ? message->selector : "",
             message->info ? ": " : "", what);
}

static const char *usage(const Message *message)
{
    return message->info ? message->info->usage : "";
}

bool message_more(const Message *message)
{
    return !message->wrong && message->at < message->count;
}

double message_number(Message *message, const char *what, double least, double most, bool whole)
{
    if (message->wrong) {
        return 0.0;
    }
    if (message->at >= message->count) {
        message_complain(message, "%s is missing: %s", what, usage(message));
        return 0.0;
    }
    const t_atom *atom = &message->atoms[message->at++];
    if (atom->a_type != A_FLOAT) {
        message_complain(message, "%s is %.60s, must be a number: %s", what,
                         atom->a_type == A_SYMBOL ? atom->a_w.w_symbol->s_name : "no number",
                         usage(message));
        return 0.0;
    }
    const double value = (double)atom->a_w.w_float;
    if (!(value >= least && value <= most) || (whole && value != floor(value))) {
        message_complain(message, "%s is %g, must be %s%g to %g: %s", what, value,
                         whole ? "whole, " : "", least, most, usage(message));
        return 0.0;
    }
    return value;
}

const char *message_word(Message *message, const char *what)
{
    if (message->wrong) {
        return "";
    }
    if (message->at >= message->count) {
        message_complain(message, "%s is missing: %s", what, usage(message));
        return "";
    }
    const t_atom *atom = &message->atoms[message->at++];
    if (atom->a_type != A_SYMBOL) {
        message_complain(message, "%s is no word: %s", what, usage(message));
        return "";
    }
    return atom->a_w.w_symbol->s_name;
}

/* Names of values may have blanks ("tuned bar"): then they are several words. */
static double value_named(Message *message, const UrtoParameterInfo *info)
{
    char text[80] = "";
    size_t used = 0;

    while (message->at < message->count) {
        char word[40];
        atom_string(&message->atoms[message->at++], word, sizeof word);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "", word);
        used = used < sizeof text ? used : sizeof text - 1;
    }
    for (uint32_t i = 0; info->values[i]; i++) {
        if (strcmp(info->values[i], text) == 0) {
            return i;
        }
    }
    used = 0;
    char choices[400] = "";
    for (uint32_t i = 0; info->values[i] && used < sizeof choices; i++) {
        used += (size_t)snprintf(choices + used, sizeof choices - used, "%s%u or %s", i ? ", " : "",
                                 i, info->values[i]);
    }
    message_complain(message, "%s is %s, must be %s", info->id, text, choices);
    return 0.0;
}

double message_parameter(Message *message, const UrtoParameterInfo *info)
{
    if (message->at < message->count && info->values &&
        message->atoms[message->at].a_type == A_SYMBOL) {
        return value_named(message, info);
    }
    if (message->at >= message->count || message->atoms[message->at].a_type != A_FLOAT) {
        message_complain(message, "%s needs a number, %g to %g%s%s", info->id, info->minimum,
                         info->maximum, info->unit[0] ? " " : "", info->unit);
        return 0.0;
    }
    const double value = (double)message->atoms[message->at++].a_w.w_float;
    /* Pd's numbers are floats: the ends of a range are not exactly where they should be */
    const double slack = 1e-6 * fmax(fabs(info->minimum), fabs(info->maximum));
    const bool whole = info->curve != URTO_CURVE_DISCRETE || value == floor(value);
    if (!(value >= info->minimum - slack && value <= info->maximum + slack && whole)) {
        message_complain(message, "%s is %g, must be %s%g to %g%s%s", info->id, value,
                         info->curve == URTO_CURVE_DISCRETE ? "whole, " : "", info->minimum,
                         info->maximum, info->unit[0] ? " " : "", info->unit);
        return 0.0;
    }
    return fmin(fmax(value, info->minimum), info->maximum);
}

bool message_end(Message *message)
{
    if (message_more(message)) {
        char word[60];
        atom_string(&message->atoms[message->at], word, sizeof word);
        if (message->info) {
            message_complain(message, "%s is too much: %s", word, usage(message));
        } else {
            message_complain(message, "%s %s: one value is enough", message->selector, word);
        }
    }
    return !message->wrong;
}

uint32_t message_find(const MessageInfo *table, uint32_t count, const char *name)
{
    uint32_t i = 0;

    while (i < count && strcmp(table[i].name, name) != 0) {
        i++;
    }
    return i;
}

void outlet_parameter(t_outlet *outlet, const UrtoParameterInfo *info, double value)
{
    t_atom atoms[5];

    SETSYMBOL(&atoms[0], gensym(info->id));
    SETFLOAT(&atoms[1], (t_float)value);
    SETFLOAT(&atoms[2], (t_float)info->minimum);
    SETFLOAT(&atoms[3], (t_float)info->maximum);
    SETSYMBOL(&atoms[4], gensym(info->unit[0] ? info->unit : "-"));
    outlet_anything(outlet, gensym("parameter"), 5, atoms);
}

void outlet_value(t_outlet *outlet, const char *name, double value)
{
    t_atom atom;

    SETFLOAT(&atom, (t_float)value);
    outlet_anything(outlet, gensym(name), 1, &atom);
}

char *read_file(Message *message, t_canvas *canvas, const char *name, size_t most, size_t *size)
{
    char folder[PATH_ROOM];
    char *rest = NULL;
    char *text = malloc(most + 2);
    ssize_t got = 1;

    *size = 0;
    const int file = text ? canvas_open(canvas, name, "", folder, &rest, PATH_ROOM, 1) : -1;
    if (file < 0) {
        message_complain(message, "cannot open %.200s", name);
        free(text);
        return NULL;
    }
    while (got > 0 && *size <= most) {
        got = read(file, text + *size, most + 1 - *size);
        *size += got > 0 ? (size_t)got : 0;
    }
    sys_close(file);
    if (got < 0 || *size > most) {
        message_complain(message, got < 0 ? "cannot read %.200s" : "%.200s is too long", name);
        free(text);
        return NULL;
    }
    text[*size] = '\0';
    return text;
}

void pace_tick(Pace *pace, uint32_t frames)
{
    pace->last = clock_getlogicaltime();
    pace->frames = frames;
    pace->running = true;
}

bool pace_runs(const Pace *pace)
{
    /* a block of Pd's own is 64 frames, and ours may be one or thousands */
    const double longest = pace->frames > CHUNK ? pace->frames : CHUNK;

    return pace->running && clock_gettimesince(pace->last) * pace->rate / 1000.0 < 8.0 * longest;
}

uint32_t pace_frame(const Pace *pace)
{
    return pace_runs(pace) ? (uint32_t)(clock_gettimesince(pace->last) * pace->rate / 1000.0 + 0.5)
                           : 0;
}

void take_signal(float *to, const t_sample *from, uint32_t frames)
{
    for (uint32_t i = 0; i < frames; i++) {
        to[i] = (float)from[i];
    }
}

void give_signal(t_sample *to, const float *from, uint32_t frames)
{
    for (uint32_t i = 0; i < frames; i++) {
        to[i] = (t_sample)from[i];
    }
}

void *word_pointer(t_int word)
{
    void *pointer = NULL;

    memcpy(&pointer, &word, sizeof pointer);
    return pointer;
}
