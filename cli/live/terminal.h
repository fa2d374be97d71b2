/* The terminal while something is played in it: raw keys, the alternate screen, and its old state
 * back however the program ends. */
#ifndef CLI_LIVE_TERMINAL_H
#define CLI_LIVE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Keys beyond the characters. */
typedef enum Key {
    KEY_NONE = 0,
    KEY_TAB = 9,
    KEY_RETURN = 13,
    KEY_CONTROL_R = 18,
    KEY_CONTROL_S = 19,
    KEY_ESCAPE = 27,
    KEY_BACKSPACE = 127,
    KEY_UP = 256,
    KEY_DOWN,
    KEY_RIGHT,
    KEY_LEFT,
    KEY_FINE_RIGHT, /* with shift */
    KEY_FINE_LEFT,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_BACK_TAB
} Key;

typedef struct TerminalSize {
    int columns, rows;
} TerminalSize;

/* Catches SIGINT, SIGTERM, SIGHUP and SIGQUIT: terminal_stopped says so and terminal_wait wakes. */
void terminal_catch_signals(void);
/* The signal that asks for an end, or 0. */
int terminal_stopped(void);

/* True if both standard input and output are terminals that can move the cursor. */
bool terminal_usable(void);
/* Raw keys and the alternate screen; signals that crash the program restore the terminal first.
 * False if it cannot be done. */
bool terminal_open(void);
/* Restores the terminal; harmless when it was never opened. */
void terminal_close(void);

TerminalSize terminal_size(void);
/* True once after the size may have changed or the program was continued. */
bool terminal_changed(void);
/* Writes to the screen; false if it is gone. */
bool terminal_write(const char *bytes, size_t size);

/* Sleeps some seconds, or until a key (when open) or signal comes. */
void terminal_wait(double seconds);
/* The next key, or KEY_NONE when none waits. Unknown sequences are passed over. */
int terminal_key(void);
/* True if no more keys can come. */
bool terminal_deaf(void);

#endif
