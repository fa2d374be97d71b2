#include "screen.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 512, NARROW = 44 /* too few columns for a slider */, KEY_ROWS = 3 };

/* How something looks. */
typedef enum Look { PLAIN, BOLD, DIM, INVERSE, GREEN, YELLOW, RED } Look;

static const char *const looks[] = {"",         "\x1b[1m",  "\x1b[2m", "\x1b[7m",
                                    "\x1b[32m", "\x1b[33m", "\x1b[31m"};

/* A screen that is being written, line by line. */
typedef struct Canvas {
    Text *text;
    TerminalSize size;
    int column, row;
    bool colour;
} Canvas;

/* Adds characters to the line, as many as still fit. */
static void put_text(Canvas *canvas, Look look, const char *string)
{
    const bool dressed = look != PLAIN && (canvas->colour || look < GREEN);

    if (dressed) {
        text_add(canvas->text, "%s", looks[look]);
    }
    while (*string && canvas->column < canvas->size.columns - 1) {
        size_t length = 1;
        while (((unsigned char)string[length] & 0xC0) == 0x80) {
            length++;
        }
        text_add_bytes(canvas->text, string, length);
        string += length;
        canvas->column++;
    }
    if (dressed) {
        text_add(canvas->text, "\x1b[0m");
    }
}

__attribute__((format(printf, 3, 4))) static void put(Canvas *canvas, Look look, const char *format,
                                                      ...)
{
    char line[LINE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    put_text(canvas, look, line);
}

static void put_repeated(Canvas *canvas, Look look, char c, int count)
{
    char line[LINE];

    count = count < 0 ? 0 : count > LINE - 1 ? LINE - 1 : count;
    memset(line, c, (size_t)count);
    line[count] = '\0';
    put_text(canvas, look, line);
}

static void go_to(Canvas *canvas, int column)
{
    put_repeated(canvas, PLAIN, ' ', column - canvas->column);
}

static bool room_left(const Canvas *canvas)
{
    return canvas->row < canvas->size.rows;
}

/* Ends the line; the last row gets no newline, which would scroll. */
static void end_line(Canvas *canvas)
{
    canvas->row++;
    canvas->column = 0;
    text_add(canvas->text, "\x1b[K%s", room_left(canvas) ? "\r\n" : "");
}

void screen_decibels(char *text, size_t room, double factor)
{
    if (factor < 1e-6) {
        snprintf(text, room, "silent");
    } else {
        snprintf(text, room, "%.1f dB", 20.0 * log10(factor));
    }
}

static void draw_title(Canvas *canvas, const ScreenFacts *facts, const Keyboard *keyboard)
{
    char right[96];

    snprintf(right, sizeof right, "%s %.40s  %.0f Hz", facts->backend, facts->device, facts->rate);
    put(canvas, BOLD, " urto play  %s", facts->title);
    if (keyboard->instrument) {
        const UrtoPreset *preset = keyboard_preset(keyboard);
        put(canvas, PLAIN, " / %s", preset->id);
        if (canvas->column + text_characters(preset->name) + 2 <
            canvas->size.columns - 2 - (int)strlen(right)) {
            put(canvas, BOLD, "  %s", preset->name);
        }
    }
    const int start = canvas->size.columns - 1 - (int)strlen(right);
    if (start > canvas->column + 1) {
        go_to(canvas, start);
        put_text(canvas, DIM, right);
    }
    end_line(canvas);
}

/* A meter from -60 to 0 dB with its figure. */
static void draw_meter(Canvas *canvas, char name, double level)
{
    char figure[24];
    const int width = canvas->size.columns - 16 < 40 ? canvas->size.columns - 16 : 40;
    const double part = level > 1e-3 ? 1.0 + log10(level) / 3.0 : 0.0;
    const int filled = (int)(fmin(1.0, part) * width + 0.5);
    const int yellow = width * 4 / 5, red = width * 19 / 20;

    screen_decibels(figure, sizeof figure, level);
    put(canvas, PLAIN, " %c [", name);
    put_repeated(canvas, GREEN, '#', filled < yellow ? filled : yellow);
    put_repeated(canvas, YELLOW, '#', (filled < red ? filled : red) - yellow);
    put_repeated(canvas, RED, '#', filled - red);
    put_repeated(canvas, DIM, '.', width - (filled > 0 ? filled : 0));
    put(canvas, PLAIN, "] %9s", figure);
}

static void draw_meters(Canvas *canvas, const ScreenFacts *facts, const EngineMeters *meters)
{
    draw_meter(canvas, 'L', meters->level[0]);
    put(canvas, meters->load > 0.8 ? RED : PLAIN, "  load %3.0f %%", 100.0 * meters->load);
    end_line(canvas);
    draw_meter(canvas, 'R', meters->level[1]);
    put(canvas, facts->xruns ? RED : PLAIN, "  xruns %u", facts->xruns);
    end_line(canvas);
}

static void draw_figures(Canvas *canvas, const ScreenFacts *facts, const EngineMeters *meters)
{
    put(canvas, PLAIN, " energy %8.2e J   contacts %-3u ", meters->energy, meters->contacts);
    if (facts->scene_seconds > 0.0) {
        put(canvas, PLAIN, "  %.1f of %.1f s", meters->scene_at, facts->scene_seconds);
    } else {
        put(canvas, PLAIN, "  voices %-2u", meters->voices);
    }
    put(canvas, PLAIN, "   latency %.1f ms", 1000.0 * facts->latency);
    end_line(canvas);
}

/* Something that must be said where there is hardly any room. */
static bool is_news(const ScreenFacts *facts, const Keyboard *keyboard, const EngineMeters *meters,
                    double now)
{
    return keyboard->naming || keyboard->message_until > now || meters->nonfinite ||
           facts->recording_failed;
}

/* One line: what a key did, what goes wrong, the recording, or the chosen parameter. */
static void draw_message(Canvas *canvas, const ScreenFacts *facts, const Keyboard *keyboard,
                         const EngineMeters *meters, double now)
{
    if (keyboard->naming) {
        put(canvas, BOLD, " save as: %s", keyboard->name);
        put(canvas, INVERSE, " ");
        put(canvas, keyboard->replaces ? RED : DIM, "  %s",
            keyboard->replaces ? keyboard->replaces : "return saves, escape does not");
    } else if (keyboard->message_until > now) {
        put(canvas, YELLOW, " %s", keyboard->message);
    } else if (meters->nonfinite) {
        put(canvas, RED, " a motion became infinite and was muted");
    } else if (facts->recording_failed) {
        put(canvas, RED, " the recording has stopped: %s cannot be written", facts->recording);
    } else if (facts->scene_seconds > 0.0 && meters->scene_at >= facts->scene_seconds) {
        put(canvas, PLAIN, " The scene is over. Return plays it again.");
    } else if (facts->recording) {
        put(canvas, RED, " * ");
        put(canvas, PLAIN, "%s  %.1f s", facts->recording, meters->recorded);
    } else {
        put(canvas, DIM, " %s", keyboard->parameters[keyboard->selected].description);
    }
    end_line(canvas);
}

static void value_text(char *text, size_t room, const UrtoParameterInfo *info, double value)
{
    if (info->curve == URTO_CURVE_DISCRETE) {
        snprintf(text, room, "%s", info->values[(size_t)value]);
    } else {
        snprintf(text, room, "%.4g%s%s", value, info->unit[0] ? " " : "", info->unit);
    }
}

static void draw_parameter(Canvas *canvas, const Keyboard *keyboard, uint32_t index)
{
    const UrtoParameterInfo *info = &keyboard->parameters[index];
    const bool chosen = index == keyboard->selected;
    const int width = 24;
    char value[48];

    value_text(value, sizeof value, info, keyboard->values[index]);
    if (canvas->size.columns < NARROW) {
        /* what it is cut short, rather than how much of it */
        const int room = canvas->size.columns - 5 - text_characters(value);
        put(canvas, chosen ? BOLD : PLAIN, " %c %-*.*s %s", chosen ? '>' : ' ', room > 0 ? room : 0,
            room > 0 ? room : 0, info->name, value);
        end_line(canvas);
        return;
    }
    put(canvas, chosen ? BOLD : PLAIN, " %c %-20s", chosen ? '>' : ' ', info->name);
    go_to(canvas, 24);
    put(canvas, chosen ? BOLD : PLAIN, " %s", value);
    go_to(canvas, 40);
    const double place = urto_parameter_normalize(info, keyboard->values[index]);
    const int at = (int)(place * (width - 1) + 0.5);
    put(canvas, DIM, "|");
    put_repeated(canvas, chosen ? GREEN : PLAIN, '=', at);
    put(canvas, chosen ? INVERSE : PLAIN, "o");
    put_repeated(canvas, DIM, '-', width - 1 - at);
    put(canvas, DIM, "| ");
    if (canvas->size.columns > 100) {
        put(canvas, DIM, "%s", info->description);
    }
    end_line(canvas);
}

/* As many parameters as there are rows, the chosen one among them. */
static void draw_parameters(Canvas *canvas, const Keyboard *keyboard, int rows)
{
    const int count = (int)keyboard->parameter_count, chosen = (int)keyboard->selected;
    int first = chosen - rows / 2;

    first = first > count - rows ? count - rows : first;
    first = first < 0 ? 0 : first;
    for (int i = 0; i < rows && first + i < count; i++) {
        draw_parameter(canvas, keyboard, (uint32_t)(first + i));
    }
}

static bool is_black(int semitone)
{
    return (1 << semitone % 12 & (1 << 1 | 1 << 3 | 1 << 6 | 1 << 8 | 1 << 10)) != 0;
}

/* Where a key of the keyboard stands: black ones between the white, a row above. */
static int key_column(int index)
{
    int white = 0;

    for (int i = 0; i < index; i++) {
        white += !is_black(note_keys[i].semitone);
    }
    return 2 + 3 * white - (is_black(note_keys[index].semitone) ? 1 : 0);
}

/* Black keys, white keys, or the names of the Cs. Those that sound are inverted. */
static void draw_key_row(Canvas *canvas, const Keyboard *keyboard, int row)
{
    for (int i = 0; i < KEYBOARD_KEYS; i++) {
        const int semitone = note_keys[i].semitone, key = keyboard->base + semitone;
        const bool sounds = key < KEYBOARD_NOTES && keyboard->ends[key] > 0.0;
        if (row == 2 && semitone % 12 == 0 && note_keys[i].key != ',') {
            go_to(canvas, key_column(i));
            put(canvas, DIM, "C%d", key / 12 - 1);
        } else if (row < 2 && is_black(semitone) == (row == 0)) {
            go_to(canvas, key_column(i));
            put(canvas, sounds ? INVERSE : PLAIN, "%c", note_keys[i].key);
        }
    }
    end_line(canvas);
}

static void draw_keyboard(Canvas *canvas, const Keyboard *keyboard)
{
    for (int row = 0; row < KEY_ROWS; row++) {
        draw_key_row(canvas, keyboard, row);
    }
}

/* All keys, a page at a time. */
static void draw_all_keys(Canvas *canvas, const Keyboard *keyboard)
{
    const KeyHelp *shown[KEY_HELPS];
    int count = 0;

    for (int i = 0; i < KEY_HELPS; i++) {
        if (keyboard->instrument ? key_helps[i].instrument : key_helps[i].scene) {
            shown[count++] = &key_helps[i];
        }
    }
    const bool with_keys = keyboard->instrument && canvas->size.rows >= KEY_ROWS + count + 1;
    const int rows = canvas->size.rows - (with_keys ? KEY_ROWS : 0);
    /* the last line says how to go on, if there is more than one */
    const int each = rows > 1 ? rows - 1 : 1;
    const int pages = (count + each - 1) / each;
    const int first = (int)((keyboard->help - 1) % (uint32_t)pages) * each;
    const int column = canvas->size.columns < NARROW ? 13 : 22;

    if (with_keys) {
        draw_keyboard(canvas, keyboard);
    }
    for (int i = first; i < count && i < first + each; i++) {
        put(canvas, BOLD, " %s", shown[i]->keys);
        go_to(canvas, canvas->column < column ? column : canvas->column + 1);
        put(canvas, PLAIN, "%s", shown[i]->what);
        end_line(canvas);
    }
    if (rows > 1) {
        put(canvas, DIM, pages > 1 ? " ? more, other key: back" : " any key: back");
        end_line(canvas);
    }
}

void screen_keys(Text *text, const Keyboard *keyboard)
{
    for (int row = 0; row < KEY_ROWS; row++) {
        char line[100];
        int length = 0;
        for (int i = 0; i < KEYBOARD_KEYS; i++) {
            const int semitone = note_keys[i].semitone;
            const int octave = (keyboard->base + semitone) / 12 - 1;
            if (row == 2 && semitone % 12 == 0 && note_keys[i].key != ',') {
                length += snprintf(line + length, sizeof line - (size_t)length, "%*sC%d",
                                   key_column(i) - length, "", octave);
            } else if (row < 2 && is_black(semitone) == (row == 0)) {
                length += snprintf(line + length, sizeof line - (size_t)length, "%*s%c",
                                   key_column(i) - length, "", note_keys[i].key);
            }
        }
        text_add(text, "%s\n", line);
    }
    text_add(text, "\n");
    for (int i = 0; i < KEY_HELPS; i++) {
        text_add(text, "  %-19s %s\n", key_helps[i].keys, key_helps[i].what);
    }
}

static void draw_help(Canvas *canvas, const ScreenFacts *facts, const Keyboard *keyboard)
{
    if (keyboard->instrument) {
        put(canvas, PLAIN, " [ ] velocity %.0f   { } length %.2f s   - = octave",
            127.0 * keyboard->velocity, keyboard->length);
        put(canvas, keyboard->hold ? INVERSE : PLAIN, "   a hold");
        put(canvas, PLAIN, "   ");
        put(canvas, keyboard->pedal ? INVERSE : PLAIN, "space pedal");
        end_line(canvas);
        if (keyboard_bow(keyboard, "force") < keyboard->parameter_count) {
            put(canvas, PLAIN, " k l bow force   ; ' bow speed   tab preset   < > instrument");
        } else {
            put(canvas, PLAIN, " tab preset   < > instrument   ctrl-s save");
        }
        put(canvas, facts->recording ? INVERSE : PLAIN, "   ctrl-r record");
        end_line(canvas);
    } else {
        put(canvas, PLAIN, " return play again   backspace silence");
        put(canvas, facts->recording ? INVERSE : PLAIN, "   ctrl-r record");
        end_line(canvas);
    }
    put(canvas, PLAIN,
        " up/down choose   left/right move   home as in preset   ? all keys   esc quit");
    end_line(canvas);
}

void screen_draw(Text *text, TerminalSize size, const ScreenFacts *facts, const Keyboard *keyboard,
                 const EngineMeters *meters, double now)
{
    Canvas canvas = {.text = text, .size = size, .colour = facts->colour};
    const int help = keyboard->instrument ? 3 : 2, keys = keyboard->instrument ? KEY_ROWS : 0;
    int rows = size.rows - 5; /* what is left below title, meters, figures and message */

    text_add(text, "\x1b[H");
    if (keyboard->help) {
        draw_all_keys(&canvas, keyboard);
        text_add(text, "\x1b[0m\x1b[J");
        return;
    }
    if (size.rows < 6 && is_news(facts, keyboard, meters, now)) {
        draw_message(&canvas, facts, keyboard, meters, now);
    } else {
        draw_title(&canvas, facts, keyboard);
    }
    if (size.rows >= 6) {
        draw_meters(&canvas, facts, meters);
        draw_figures(&canvas, facts, meters);
        draw_message(&canvas, facts, keyboard, meters, now);
    } else {
        rows = size.rows - 1;
    }
    /* the parameters give way to the keys as far as three of them stay, then the keys go */
    const bool with_help = rows >= help + 3;
    rows -= with_help ? help : 0;
    const bool with_keys = keys > 0 && rows >= keys + 4;
    rows -= with_keys ? keys : 0;
    draw_parameters(&canvas, keyboard, rows);
    if (with_keys && canvas.row + keys + help < size.rows) {
        end_line(&canvas);
    }
    if (with_keys) {
        draw_keyboard(&canvas, keyboard);
    }
    if (with_help) {
        draw_help(&canvas, facts, keyboard);
    }
    text_add(text, "\x1b[0m\x1b[J");
}
