#include "outfile.h"

#include "text.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".urto-XXXXXX";

/* Files that a signal must take with it, and whose they are: not a child's. */
enum { UNFINISHED_MAX = 8 };
static char *volatile unfinished[UNFINISHED_MAX];
static volatile pid_t owner;

static void remember(char *temporary)
{
    owner = getpid();
    for (int i = 0; i < UNFINISHED_MAX; i++) {
        if (!unfinished[i]) {
            unfinished[i] = temporary;
            return;
        }
    }
}

static void forget(const char *temporary)
{
    for (int i = 0; i < UNFINISHED_MAX; i++) {
        if (unfinished[i] == temporary) {
            unfinished[i] = NULL;
        }
    }
}

/* The action is the default one again, so raise ends the program once this returns. */
static void on_end(int number)
{
    for (int i = 0; i < UNFINISHED_MAX && owner == getpid(); i++) {
        if (unfinished[i]) {
            unlink(unfinished[i]);
        }
    }
    raise(number);
}

void outfile_catch_signals(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
    struct sigaction action = {.sa_handler = on_end, .sa_flags = (int)SA_RESETHAND};
    struct sigaction before;

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        /* nohup and shells that start a program in the background let it ignore some */
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(ends[i], &action, NULL);
        }
    }
    signal(SIGXFSZ, SIG_IGN);
}

bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

FILE *outfile_report(const char *path)
{
    return is_standard(path) ? stderr : stdout;
}

bool has_extension(const char *path, const char *extension)
{
    const size_t length = strlen(path), wanted = strlen(extension);

    return length > wanted && strcmp(path + length - wanted, extension) == 0;
}

static char *copy_string(const char *string, size_t length, const char *tail)
{
    const size_t tail_size = strlen(tail) + 1;
    char *copy = memory_resize(NULL, length + tail_size, 1);

    memcpy(copy, string, length);
    memcpy(copy + length, tail, tail_size);
    return copy;
}

/* A device, pipe, folder or link must not be replaced by a rename. */
static bool may_be_replaced(const char *path)
{
    struct stat status;

    if (lstat(path, &status) != 0) {
        return errno == ENOENT;
    }
    if (!S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : S_ISLNK(status.st_mode) ? ELOOP : EINVAL;
        return false;
    }
    return true;
}

const char *outfile_reason(int reason)
{
    switch (reason) {
    case ELOOP:
        return "it is a symbolic link, give the file it points to";
    case EINVAL:
        return "it is not a regular file";
    case ENOTTY:
        return "it is a terminal, give a file or a pipe";
    default:
        return strerror(reason);
    }
}

static mode_t ordinary_mode(void)
{
    const mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* Standard output may be a pipe, where no sound file can be written: its header comes last. */
static bool open_standard(OutFile *file)
{
    if (isatty(STDOUT_FILENO)) {
        errno = ENOTTY;
        return false;
    }
    file->stream = tmpfile();
    return file->stream != NULL;
}

bool outfile_open(OutFile *file, const char *path)
{
    *file = (OutFile){0};
    if (is_standard(path)) {
        return open_standard(file);
    }
    if (!may_be_replaced(path)) {
        return false;
    }
    const char *slash = strrchr(path, '/');
    file->path = copy_string(path, strlen(path), "");
    file->temporary = copy_string(path, slash ? (size_t)(slash - path) + 1 : 0, suffix);

    const int descriptor = mkstemp(file->temporary);
    if (descriptor < 0) {
        const int reason = errno;
        free(file->path);
        free(file->temporary);
        *file = (OutFile){0};
        errno = reason;
        return false;
    }
    remember(file->temporary);
    file->stream = fdopen(descriptor, "w+b");
    if (!file->stream || fchmod(descriptor, ordinary_mode()) != 0) {
        const int reason = errno;
        outfile_discard(file);
        errno = reason;
        return false;
    }
    return true;
}

void outfile_discard(OutFile *file)
{
    if (file->stream) {
        fclose(file->stream);
    }
    if (file->temporary) {
        unlink(file->temporary);
        forget(file->temporary);
    }
    free(file->path);
    free(file->temporary);
    *file = (OutFile){0};
}

bool copy_stream(FILE *from, FILE *to, size_t most)
{
    char block[65536];
    size_t got, copied = 0;

    while ((got = fread(block, 1, sizeof block, from)) > 0) {
        copied += got;
        if (copied > most) {
            errno = EFBIG;
            return false;
        }
        if (fwrite(block, 1, got, to) != got) {
            return false;
        }
    }
    return !ferror(from) && fflush(to) == 0;
}

bool outfile_commit(OutFile *file)
{
    bool done = fflush(file->stream) == 0 && !ferror(file->stream);

    errno = done ? 0 : errno;
    if (done && !file->path) {
        rewind(file->stream);
        done = copy_stream(file->stream, stdout, SIZE_MAX);
    }
    done = fclose(file->stream) == 0 && done;
    file->stream = NULL;
    done = done && (!file->path || rename(file->temporary, file->path) == 0);
    if (done) {
        forget(file->temporary);
        free(file->temporary);
        file->temporary = NULL;
    }
    const int reason = errno;
    outfile_discard(file);
    errno = reason;
    return done;
}

static bool same_file(const char *one, const char *two)
{
    struct stat a, b;

    return !is_standard(one) && stat(one, &a) == 0 && stat(two, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* Device and inode of the folder that a path is in; false if there is none. */
static bool folder_of(const char *path, struct stat *status)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? copy_string(path, (size_t)(slash - path) + 1, "") : NULL;
    const bool there = stat(folder ? folder : ".", status) == 0;

    free(folder);
    return there;
}

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool outfile_same(const char *one, const char *two)
{
    struct stat a, b;

    if (is_standard(one) || is_standard(two)) {
        return false;
    }
    return strcmp(one, two) == 0 ||
           (strcmp(last_name(one), last_name(two)) == 0 && folder_of(one, &a) &&
            folder_of(two, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

int outfile_look(const char *command, const char *path, const char *input)
{
    OutFile trial;

    if (input && same_file(path, input)) {
        return fail(EXIT_USAGE, command, "%.200s is what is read, give the output another name",
                    path);
    }
    if (!outfile_open(&trial, path)) {
        return fail(EXIT_FAILED, command, "cannot write %.200s: %s",
                    is_standard(path) ? "standard output" : path, outfile_reason(errno));
    }
    outfile_discard(&trial);
    return 0;
}

static bool make_folder(const char *folder)
{
    struct stat status;

    if (mkdir(folder, 0777) == 0) {
        return true;
    }
    if (errno == EEXIST && stat(folder, &status) == 0 && !S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return errno == EEXIST;
}

bool make_folders(const char *folder)
{
    Text path = {0};
    bool made = true;

    for (const char *end = folder; *end && made; end++) {
        text_add_bytes(&path, end, 1);
        const bool whole_name = end[1] == '/' || end[1] == '\0';
        const bool root = end == folder && end[0] == '/';
        if (whole_name && !root) {
            made = make_folder(path.data);
        }
    }
    const int reason = errno;
    text_free(&path);
    errno = reason;
    return made;
}
