#include "terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Alternate screen, cursor off; and back: attributes off, cursor on, the screen from before. */
static const char enter[] = "\x1b[?1049h\x1b[?25l\x1b[2J";
static const char leave[] = "\x1b[0m\x1b[?25h\x1b[?1049l";

static struct termios before;
static volatile sig_atomic_t open_now, stopped, changed;
static int wake[2] = {-1, -1}; /* a pipe that signals write to */
static bool deaf;
static unsigned char pending[64];
static size_t pending_count;

/* Only what a signal handler may call. */
static void restore(void)
{
    if (open_now) {
        open_now = 0;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        const ssize_t done = write(STDOUT_FILENO, leave, sizeof leave - 1);
        (void)done;
    }
}

static void on_crash(int number)
{
    /* the action is the default one again and the signal is not blocked: this ends the program */
    restore();
    raise(number);
}

static void wake_up(void)
{
    const int reason = errno;
    const ssize_t done = write(wake[1], "", 1);

    (void)done;
    errno = reason;
}

static void on_stop(int number)
{
    stopped = number;
    wake_up();
}

static void on_change(int number)
{
    (void)number;
    changed = 1;
    wake_up();
}

static void catch_signal(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void terminal_catch_signals(void)
{
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

    if (wake[0] < 0 && pipe(wake) != 0) {
        wake[0] = wake[1] = -1;
    }
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        catch_signal(stops[i], on_stop, 0);
    }
}

int terminal_stopped(void)
{
    return stopped;
}

bool terminal_usable(void)
{
    const char *kind = getenv("TERM");

    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && kind[0] &&
           strcmp(kind, "dumb") != 0;
}

static bool go_raw(void)
{
    struct termios raw = before;

    raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP | BRKINT);
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE; /* Ctrl-Z would leave a sound hanging */
    return tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 && terminal_write(enter, sizeof enter - 1);
}

bool terminal_open(void)
{
    static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    static bool registered;

    if (tcgetattr(STDIN_FILENO, &before) != 0) {
        return false;
    }
    if (!registered) {
        registered = true;
        atexit(terminal_close);
    }
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        catch_signal(crashes[i], on_crash, (int)SA_RESETHAND | SA_NODEFER);
    }
    catch_signal(SIGWINCH, on_change, SA_RESTART);
    catch_signal(SIGCONT, on_change, SA_RESTART);
    open_now = 1;
    if (!go_raw()) {
        restore();
        return false;
    }
    return true;
}

void terminal_close(void)
{
    restore();
}

TerminalSize terminal_size(void)
{
    struct winsize size = {0};

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        return (TerminalSize){80, 24};
    }
    return (TerminalSize){size.ws_col, size.ws_row};
}

bool terminal_changed(void)
{
    if (!changed) {
        return false;
    }
    changed = 0;
    return open_now && go_raw();
}

bool terminal_write(const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t done = write(STDOUT_FILENO, bytes, size);
        if (done < 0 && errno != EINTR) {
            return false;
        }
        bytes += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

void terminal_wait(double seconds)
{
    struct pollfd waits[2] = {{.fd = wake[0], .events = POLLIN},
                              {.fd = open_now && !deaf ? STDIN_FILENO : -1, .events = POLLIN}};
    char bytes[64];

    if (stopped) {
        return;
    }
    if (poll(waits, 2, (int)(seconds * 1000.0 + 0.5)) > 0) {
        if (waits[0].revents & POLLIN) {
            const ssize_t done = read(wake[0], bytes, sizeof bytes);
            (void)done;
        }
        deaf = deaf || (waits[1].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    }
}

static void read_more(void)
{
    if (open_now && !deaf && pending_count < sizeof pending) {
        const ssize_t got =
            read(STDIN_FILENO, pending + pending_count, sizeof pending - pending_count);
        pending_count += got > 0 ? (size_t)got : 0;
    }
}

static void drop(size_t count)
{
    pending_count -= count;
    memmove(pending, pending + count, pending_count);
}

static int key_of_sequence(const unsigned char *sequence, size_t length)
{
    static const struct {
        const char *sequence;
        Key key;
    } keys[] = {
        {"[A", KEY_UP},
        {"[B", KEY_DOWN},
        {"[C", KEY_RIGHT},
        {"[D", KEY_LEFT},
        {"OA", KEY_UP},
        {"OB", KEY_DOWN},
        {"OC", KEY_RIGHT},
        {"OD", KEY_LEFT},
        {"[H", KEY_HOME},
        {"[F", KEY_END},
        {"OH", KEY_HOME},
        {"OF", KEY_END},
        {"[1~", KEY_HOME},
        {"[4~", KEY_END},
        {"[7~", KEY_HOME},
        {"[8~", KEY_END},
        {"[5~", KEY_PAGE_UP},
        {"[6~", KEY_PAGE_DOWN},
        {"[1;2C", KEY_FINE_RIGHT},
        {"[1;2D", KEY_FINE_LEFT},
        {"[Z", KEY_BACK_TAB},
    };

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i].sequence) == length && memcmp(keys[i].sequence, sequence, length) == 0) {
            return keys[i].key;
        }
    }
    return KEY_NONE;
}

/* Length of the sequence after an escape, 0 when it is not all there. */
static size_t sequence_length(void)
{
    if (pending_count < 2) {
        return 0;
    }
    if (pending[1] == 'O') {
        return pending_count < 3 ? 0 : 2;
    }
    if (pending[1] != '[') {
        return 1; /* a key together with Alt */
    }
    for (size_t i = 2; i < pending_count; i++) {
        if (pending[i] >= 0x40 && pending[i] <= 0x7E) {
            return i;
        }
    }
    return pending_count == sizeof pending ? pending_count - 1 : 0;
}

int terminal_key(void)
{
    read_more();
    while (pending_count > 0) {
        if (pending[0] != KEY_ESCAPE) {
            const int key = pending[0];
            drop(1);
            return key == '\n' ? KEY_RETURN : key == '\b' ? KEY_BACKSPACE : key;
        }
        size_t length = sequence_length();
        if (length == 0) {
            /* the rest of a sequence comes at once; the key alone has none */
            struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
            const size_t had = pending_count;
            if (poll(&wait, 1, 30) > 0) {
                read_more();
            }
            if (pending_count == had) {
                const int key = had == 1 ? KEY_ESCAPE : KEY_NONE;
                drop(had);
                return key;
            }
            continue;
        }
        const int key = key_of_sequence(pending + 1, length);
        drop(1 + length);
        if (key != KEY_NONE) {
            return key;
        }
    }
    return KEY_NONE;
}

bool terminal_deaf(void)
{
    return deaf;
}
