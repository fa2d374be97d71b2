/* Runs a program in a pseudo-terminal and does what a script says:
 *
 *   in_terminal COLUMNSxROWS STEP... -- PROGRAM ARGUMENT...
 *
 *   wait:SECONDS  keys:TEXT (C escapes)  size:COLUMNSxROWS  signal:NUMBER  screen:FILE
 *
 * The screen is kept by a small terminal that knows only what urto uses; anything else is counted.
 * At the end one JSON object: how the program ended and after how many seconds from the last step,
 * whether the terminal has its old modes, cursor and screen back, and how many frames were drawn.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { MAX_COLUMNS = 300, MAX_ROWS = 100 };

static struct {
    int columns, rows, column, row;
    char cells[MAX_ROWS][MAX_COLUMNS];
    char sequence[32];
    size_t length; /* of the escape sequence so far */
    bool alternate, cursor_hidden;
    unsigned frames, unknown, overflows;
} screen;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void erase(int from, int row)
{
    if (row < MAX_ROWS) {
        memset(screen.cells[row] + from, ' ', (size_t)(MAX_COLUMNS - from));
    }
}

static void obey(const char *sequence)
{
    const char last = sequence[strlen(sequence) - 1];

    if (strcmp(sequence, "[?1049h") == 0 || strcmp(sequence, "[?1049l") == 0) {
        screen.alternate = last == 'h';
    } else if (strcmp(sequence, "[?25l") == 0 || strcmp(sequence, "[?25h") == 0) {
        screen.cursor_hidden = last == 'l';
    } else if (strcmp(sequence, "[H") == 0) {
        screen.column = screen.row = 0;
        screen.frames++;
    } else if (strcmp(sequence, "[2J") == 0) {
        for (int row = 0; row < MAX_ROWS; row++) {
            erase(0, row);
        }
    } else if (strcmp(sequence, "[K") == 0) {
        erase(screen.column, screen.row);
    } else if (strcmp(sequence, "[J") == 0) {
        erase(screen.column, screen.row);
        for (int row = screen.row + 1; row < MAX_ROWS; row++) {
            erase(0, row);
        }
    } else if (last != 'm') {
        screen.unknown++;
    }
}

static void take(char c)
{
    if (screen.length > 0) {
        screen.sequence[screen.length++ - 1] = c;
        screen.sequence[screen.length - 1] = '\0';
        if ((isalpha((unsigned char)c) && screen.length > 2) ||
            screen.length == sizeof screen.sequence - 1) {
            screen.length = 0;
            obey(screen.sequence);
        }
    } else if (c == '\x1b') {
        screen.length = 1;
    } else if (c == '\r') {
        screen.column = 0;
    } else if (c == '\n') {
        screen.row++;
        screen.overflows += screen.alternate && screen.row >= screen.rows;
    } else if (((unsigned char)c & 0xC0) != 0x80) {
        screen.overflows += screen.alternate && screen.column >= screen.columns;
        if (screen.row < MAX_ROWS && screen.column < MAX_COLUMNS) {
            screen.cells[screen.row][screen.column++] = c;
        }
    }
}

/* Reads what the program writes for some seconds; false once it has closed the terminal. */
static bool attend(int terminal, double seconds)
{
    const double end = now() + seconds;

    do {
        struct pollfd wait = {.fd = terminal, .events = POLLIN};
        char bytes[4096];
        if (poll(&wait, 1, 10) > 0) {
            const ssize_t got = read(terminal, bytes, sizeof bytes);
            if (got <= 0) {
                return false;
            }
            for (ssize_t i = 0; i < got; i++) {
                take(bytes[i]);
            }
        }
    } while (now() < end);
    return true;
}

static void write_screen(const char *path)
{
    FILE *file = fopen(path, "w");

    for (int row = 0; file && row < screen.rows; row++) {
        fprintf(file, "%.*s\n", screen.columns, screen.cells[row]);
    }
    if (file) {
        fclose(file);
    }
}

static void set_size(int terminal, const char *text)
{
    struct winsize size = {0};
    char *x = NULL;

    screen.columns = (int)strtol(text, &x, 10);
    screen.rows = (int)strtol(x + 1, NULL, 10);
    size.ws_col = (unsigned short)screen.columns;
    size.ws_row = (unsigned short)screen.rows;
    ioctl(terminal, TIOCSWINSZ, &size);
}

static void send_keys(int terminal, const char *text)
{
    for (; *text; text++) {
        char c = *text;
        if (c == '\\' && text[1]) {
            text++;
            c = *text == 'e' ? '\x1b' : *text == 'r' ? '\r' : *text == 't' ? '\t' : *text;
            c = *text == 'b' ? '\x7f' : *text == 'c' ? '\x03' : c;
        }
        if (write(terminal, &c, 1) != 1) {
            return;
        }
    }
}

static void step(int terminal, pid_t child, const char *text)
{
    const char *value = strchr(text, ':') + 1;

    if (strncmp(text, "wait", 4) == 0) {
        attend(terminal, atof(value));
    } else if (strncmp(text, "keys", 4) == 0) {
        send_keys(terminal, value);
    } else if (strncmp(text, "size", 4) == 0) {
        set_size(terminal, value);
        screen.overflows = 0;
    } else if (strncmp(text, "signal", 6) == 0) {
        kill(child, atoi(value));
    } else if (strncmp(text, "screen", 6) == 0) {
        write_screen(value);
    }
}

static pid_t start(int slave, char **program)
{
    const pid_t child = fork();

    if (child == 0) {
        setsid();
        ioctl(slave, TIOCSCTTY, 0);
        dup2(slave, 0);
        dup2(slave, 1);
        dup2(slave, 2);
        setenv("TERM", "xterm", 1);
        execv(program[0], program);
        _exit(127);
    }
    return child;
}

int main(int argc, char **argv)
{
    struct termios before, after;
    int terminal, slave, status = 0, first = 2;

    while (first < argc && strcmp(argv[first], "--") != 0) {
        first++;
    }
    if (first + 1 >= argc || openpty(&terminal, &slave, NULL, NULL, NULL) != 0) {
        return 2;
    }
    fcntl(terminal, F_SETFD, FD_CLOEXEC);
    obey("[2J");
    set_size(terminal, argv[1]);
    tcgetattr(slave, &before);
    const pid_t child = start(slave, argv + first + 1);
    for (int i = 2; i < first; i++) {
        step(terminal, child, argv[i]);
    }
    const double last = now();
    double ended = -1.0;
    while (now() < last + 20.0 && ended < 0.0) {
        attend(terminal, 0.02);
        ended = waitpid(child, &status, WNOHANG) == child ? now() - last : -1.0;
    }
    if (ended < 0.0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    attend(terminal, 0.1);
    tcgetattr(slave, &after);
    const bool same = before.c_iflag == after.c_iflag && before.c_oflag == after.c_oflag &&
                      before.c_cflag == after.c_cflag && before.c_lflag == after.c_lflag &&
                      memcmp(before.c_cc, after.c_cc, sizeof before.c_cc) == 0;
    printf("{\"exit\": %d, \"signal\": %d, \"ended\": %.3f, \"modes\": %s, \"normal\": %s, "
           "\"frames\": %u, \"unknown\": %u, \"overflows\": %u}\n",
           WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
           ended, same ? "true" : "false",
           !screen.alternate && !screen.cursor_hidden ? "true" : "false", screen.frames,
           screen.unknown, screen.overflows);
    return 0;
}
