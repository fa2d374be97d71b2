/* What is done so far, in FILE.part: a record a case, in the order in which they end. A record that was cut, by a kill or a
 * full disk, is dropped when the journal is opened again. */
#ifndef CLI_SWEEP_JOURNAL_H
#define CLI_SWEEP_JOURNAL_H

#include "measure.h"

typedef struct JournalRecord {
    uint64_t bytes; /* of the whole record */
    uint64_t sum;   /* of what follows */
    uint64_t index, frames;
    uint64_t failed, message; /* message: its length */
} JournalRecord;

/* A record with its values, message and, if it is kept, sound; to be freed. */
void *journal_pack(const Plan *plan, size_t index, const CaseResult *result, size_t *bytes);

typedef struct Journal {
    char *path;
    int file;
    uint64_t end;
    uint64_t *places; /* of the record of a row; 0: none */
    size_t done;
} Journal;

/* Opens or begins it for the rows of a shard. Returns NULL or why it cannot be. */
const char *journal_open(Journal *journal, const Plan *plan, const char *path, uint32_t shard,
                         uint32_t shards);
/* Adds a record; NULL or why it failed: then the journal is as it was. */
const char *journal_add(Journal *journal, size_t row, const void *record, size_t bytes);
/* Reads a record back: its values and message, the sound if samples is not NULL. */
bool journal_read(const Journal *journal, const Plan *plan, size_t row, CaseResult *result,
                  float *samples);
/* Closes it, and removes the file if that is wanted. */
void journal_close(Journal *journal, bool remove);

#endif
