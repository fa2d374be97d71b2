#include "journal.h"

#include "output/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Which sweep and shard. */
typedef struct JournalHead {
    char name[16];
    uint64_t mark;
    uint32_t shard, shards;
} JournalHead;

static uint64_t sum_of(const unsigned char *bytes, size_t count)
{
    uint64_t sum = 0xCBF29CE484222325U;

    for (size_t i = 0; i < count; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, count - i < 8 ? count - i : 8);
        sum = (sum ^ word) * 0x100000001B3U;
        sum ^= sum >> 29;
    }
    return sum;
}

void *journal_pack(const Plan *plan, size_t index, const CaseResult *result, size_t *bytes)
{
    const size_t values = plan->measure_count * sizeof *result->values;
    const size_t message = result->failed ? strlen(result->message) : 0;
    const size_t frames = plan->keep_sound && !result->failed ? result->frames : 0;
    const size_t sound = frames * plan->channels * sizeof(float);

    *bytes = sizeof(JournalRecord) + values + message + sound;
    unsigned char *record = memory_resize(NULL, *bytes, 1);
    JournalRecord head = {.bytes = *bytes,
                          .index = index,
                          .frames = frames,
                          .failed = result->failed,
                          .message = message};
    unsigned char *at = record + sizeof head;
    memcpy(at, result->values, values);
    memcpy(at + values, result->message, message);
    if (sound) {
        memcpy(at + values + message, result->samples, sound);
    }
    memcpy(record, &head, sizeof head);
    head.sum = sum_of(record + 16, *bytes - 16);
    memcpy(record, &head, sizeof head);
    return record;
}

static bool read_at(int file, void *bytes, size_t count, uint64_t from)
{
    size_t done = 0;

    while (done < count) {
        const ssize_t got = pread(file, (char *)bytes + done, count - done, (off_t)(from + done));
        if (got <= 0) {
            return false;
        }
        done += (size_t)got;
    }
    return true;
}

static bool write_at(int file, const void *bytes, size_t count, uint64_t from)
{
    size_t done = 0;

    while (done < count) {
        const ssize_t put =
            pwrite(file, (const char *)bytes + done, count - done, (off_t)(from + done));
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            errno = put == 0 ? ENOSPC : errno;
            return false;
        }
        done += (size_t)put;
    }
    return true;
}

/* Takes all whole records; what follows them is cut off. */
static void take_records(Journal *journal, const Plan *plan, uint32_t shard, uint32_t shards)
{
    const uint64_t most = sizeof(JournalRecord) + plan->measure_count * sizeof(double) + WHY_ROOM +
                          (uint64_t)plan->frames * plan->channels * sizeof(float);
    unsigned char *record = memory_resize(NULL, (size_t)most, 1);
    JournalRecord head;

    for (;;) {
        if (!read_at(journal->file, &head, sizeof head, journal->end) || head.bytes < sizeof head ||
            head.bytes > most ||
            !read_at(journal->file, record, (size_t)head.bytes, journal->end) ||
            sum_of(record + 16, (size_t)head.bytes - 16) != head.sum || head.index >= plan->count ||
            head.index % shards != shard - 1) {
            break;
        }
        journal->done += journal->places[head.index / shards] == 0;
        journal->places[head.index / shards] = journal->end;
        journal->end += head.bytes;
    }
    free(record);
    (void)!ftruncate(journal->file, (off_t)journal->end);
}

const char *journal_open(Journal *journal, const Plan *plan, const char *path, uint32_t shard,
                         uint32_t shards)
{
    const JournalHead mine = {
        .name = "urto sweep part", .mark = plan_mark(plan), .shard = shard, .shards = shards};
    const size_t rows = plan->count / shards + 1;
    Text name = {0};
    JournalHead head = {0};

    text_add(&name, "%s.part", path);
    *journal = (Journal){.path = name.data, .end = sizeof head};
    journal->file = open(journal->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (journal->file < 0) {
        return outfile_reason(errno);
    }
    /* two programs that write to one file would lose what the other does */
    if (lockf(journal->file, F_TLOCK, 0) != 0 && (errno == EACCES || errno == EAGAIN)) {
        return "another urto sweep writes it now";
    }
    const bool there = read_at(journal->file, &head, sizeof head, 0);
    if (there && memcmp(&head, &mine, sizeof head) != 0) {
        return "begun with another plan, scene, shard or version; remove it or choose another "
               "--out";
    }
    if (!there &&
        (ftruncate(journal->file, 0) != 0 || !write_at(journal->file, &mine, sizeof mine, 0))) {
        return outfile_reason(errno);
    }
    journal->places = memory_resize(NULL, rows, sizeof *journal->places);
    memset(journal->places, 0, rows * sizeof *journal->places);
    take_records(journal, plan, shard, shards);
    return NULL;
}

const char *journal_add(Journal *journal, size_t row, const void *record, size_t bytes)
{
    if (!write_at(journal->file, record, bytes, journal->end)) {
        const int reason = errno;
        (void)!ftruncate(journal->file, (off_t)journal->end);
        return outfile_reason(reason);
    }
    journal->done += journal->places[row] == 0;
    journal->places[row] = journal->end;
    journal->end += bytes;
    return NULL;
}

bool journal_read(const Journal *journal, const Plan *plan, size_t row, CaseResult *result,
                  float *samples)
{
    const size_t values = plan->measure_count * sizeof *result->values;
    uint64_t at = journal->places[row];
    JournalRecord head;

    if (!at || !read_at(journal->file, &head, sizeof head, at)) {
        return false;
    }
    result->failed = head.failed != 0;
    result->frames = (size_t)head.frames;
    at += sizeof head;
    if (!read_at(journal->file, result->values, values, at) ||
        !read_at(journal->file, result->message, (size_t)head.message, at + values)) {
        return false;
    }
    result->message[head.message] = '\0';
    return !samples ||
           read_at(journal->file, samples, result->frames * plan->channels * sizeof *samples,
                   at + values + head.message);
}

void journal_close(Journal *journal, bool remove)
{
    if (remove) {
        unlink(journal->path);
    }
    if (journal->file >= 0) {
        close(journal->file);
    }
    free(journal->places);
    free(journal->path);
    *journal = (Journal){.file = -1};
}
