#include "outfile.h"

#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".urto-XXXXXX";

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

bool outfile_open(OutFile *file, const char *path)
{
    *file = (OutFile){0};
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
    }
    free(file->path);
    free(file->temporary);
    *file = (OutFile){0};
}

bool outfile_commit(OutFile *file)
{
    bool done = fflush(file->stream) == 0 && !ferror(file->stream);

    errno = done ? 0 : errno;
    done = fclose(file->stream) == 0 && done;
    file->stream = NULL;
    done = done && rename(file->temporary, file->path) == 0;
    if (done) {
        free(file->temporary);
        file->temporary = NULL;
    }
    const int reason = errno;
    outfile_discard(file);
    errno = reason;
    return done;
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
