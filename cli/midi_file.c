/* A Standard MIDI file is a header chunk and track chunks. A track is a list of (delta time,
 * event); times are ticks, which tempo events of any track turn into seconds. Tracks of a type 1
 * file sound together, so all events are sorted by tick, those of one tick in the order of tracks.
 */
#include "midi_file.h"

#include "output/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A message or a change of tempo, in ticks. */
typedef struct Timed {
    uint64_t tick;
    uint64_t order;
    uint32_t tempo; /* microseconds a quarter; 0: a message */
    uint8_t bytes[3];
    uint8_t size;
} Timed;

typedef struct Reader {
    const uint8_t *bytes;
    size_t size, at, end; /* end: of the present chunk */
    Timed *list;
    size_t count, room;
    uint64_t last_tick;
    MidiFileError *error;
} Reader;

__attribute__((format(printf, 2, 3))) static int refuse(Reader *reader, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(reader->error->message, sizeof reader->error->message, format, list);
    va_end(list);
    reader->error->offset = reader->at;
    return -1;
}

/* A number of some bytes, the highest first; the caller has checked that they are there. */
static uint32_t read_be(const uint8_t *bytes, int count)
{
    uint32_t value = 0;

    for (int i = 0; i < count; i++) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static bool has(const Reader *reader, size_t count)
{
    return reader->end - reader->at >= count;
}

/* Seven bits a byte, at most four bytes. */
static int read_varlen(Reader *reader, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        if (!has(reader, 1)) {
            return refuse(reader, "the track ends inside a number");
        }
        const uint8_t byte = reader->bytes[reader->at++];
        *value = *value << 7 | (byte & 0x7FU);
        if (byte < 0x80) {
            return 0;
        }
    }
    return refuse(reader, "a number of more than four bytes");
}

static void add_event(Reader *reader, const Timed *timed)
{
    ARRAY_GROW(reader->list, reader->count, reader->room);
    reader->list[reader->count] = *timed;
    reader->list[reader->count].order = reader->count;
    reader->count++;
}

/* Meta events and system exclusive: a length and as many bytes. */
static int skip_or_tempo(Reader *reader, uint64_t tick, uint8_t status, bool *over)
{
    uint8_t kind = 0;
    uint32_t length = 0;

    if (status == 0xFF) {
        if (!has(reader, 1)) {
            return refuse(reader, "the track ends inside a meta event");
        }
        kind = reader->bytes[reader->at++];
    }
    if (read_varlen(reader, &length)) {
        return -1;
    }
    if (!has(reader, length)) {
        return refuse(reader, "an event of %u bytes, but the track ends before", length);
    }
    if (status == 0xFF && kind == 0x51 && length == 3) {
        const Timed tempo = {.tick = tick, .tempo = read_be(reader->bytes + reader->at, 3)};
        if (tempo.tempo == 0) {
            return refuse(reader, "a tempo of 0");
        }
        add_event(reader, &tempo);
    }
    *over = status == 0xFF && kind == 0x2F;
    reader->at += length;
    return 0;
}

static int read_message(Reader *reader, uint64_t tick, uint8_t status)
{
    const uint8_t kind = status & 0xF0;
    const uint8_t size = kind == 0xC0 || kind == 0xD0 ? 1 : 2;
    Timed timed = {.tick = tick, .bytes = {status, 0, 0}, .size = (uint8_t)(size + 1)};

    if (!has(reader, size)) {
        return refuse(reader, "the track ends inside a message");
    }
    for (uint8_t i = 0; i < size; i++) {
        timed.bytes[1 + i] = reader->bytes[reader->at];
        if (timed.bytes[1 + i] >= 0x80) {
            return refuse(reader, "0x%02X where a data byte must be", timed.bytes[1 + i]);
        }
        reader->at++;
    }
    add_event(reader, &timed);
    return 0;
}

static int read_track(Reader *reader)
{
    uint64_t tick = 0;
    uint8_t running = 0;
    bool over = false;

    while (reader->at < reader->end && !over) {
        uint32_t delta = 0;
        if (read_varlen(reader, &delta)) {
            return -1;
        }
        tick += delta;
        if (!has(reader, 1)) {
            return refuse(reader, "the track ends after a time");
        }
        uint8_t status = reader->bytes[reader->at];
        if (status >= 0x80) {
            reader->at++;
        } else if (running) {
            status = running;
        } else {
            return refuse(reader, "a data byte without a status before it");
        }
        int code = 0;
        if (status == 0xFF || status == 0xF0 || status == 0xF7) {
            running = 0;
            code = skip_or_tempo(reader, tick, status, &over);
        } else if (status >= 0xF0) {
            code = refuse(reader, "0x%02X has no place in a file", status);
        } else {
            running = status;
            code = read_message(reader, tick, status);
        }
        if (code) {
            return code;
        }
    }
    reader->last_tick = tick > reader->last_tick ? tick : reader->last_tick;
    return 0;
}

static int by_tick(const void *one, const void *two)
{
    const Timed *a = one;
    const Timed *b = two;

    if (a->tick != b->tick) {
        return a->tick < b->tick ? -1 : 1;
    }
    return a->order < b->order ? -1 : (a->order > b->order ? 1 : 0);
}

/* Ticks to seconds. division: ticks a quarter, or frames and ticks a frame. */
static void to_seconds(const Reader *reader, uint16_t division, MidiFile *file)
{
    const bool frames = division >= 0x8000;
    const int rate = 256 - (division >> 8);
    const double fixed = frames ? 1.0 / ((rate == 29 ? 29.97 : rate) * (division & 0xFF)) : 0.0;
    double tick_seconds = frames ? fixed : 0.5 / division;
    double seconds = 0.0;
    uint64_t tick = 0;

    for (size_t i = 0; i < reader->count; i++) {
        const Timed *timed = &reader->list[i];
        seconds += (double)(timed->tick - tick) * tick_seconds;
        tick = timed->tick;
        if (timed->tempo) {
            tick_seconds = frames ? fixed : 1e-6 * timed->tempo / division;
            continue;
        }
        MidiFileMessage message = {.seconds = seconds, .size = timed->size};
        memcpy(message.bytes, timed->bytes, sizeof message.bytes);
        ARRAY_GROW(file->messages, file->count, file->room);
        file->messages[file->count++] = message;
    }
    file->seconds = seconds + (double)(reader->last_tick - tick) * tick_seconds;
}

static int read_chunks(Reader *reader, uint32_t tracks)
{
    uint32_t found = 0;

    while (found < tracks) {
        reader->end = reader->size;
        if (!has(reader, 8)) {
            return refuse(reader, "the file ends before track %u of %u", found + 1, tracks);
        }
        const bool track = memcmp(reader->bytes + reader->at, "MTrk", 4) == 0;
        const uint32_t length = read_be(reader->bytes + reader->at + 4, 4);
        reader->at += 8;
        if (!has(reader, length)) {
            return refuse(reader, "a chunk of %u bytes, but only %zu are left", length,
                          reader->end - reader->at);
        }
        reader->end = reader->at + length;
        const size_t next = reader->end;
        if (track && read_track(reader)) {
            return -1;
        }
        found += track ? 1 : 0;
        reader->at = next;
    }
    return 0;
}

int midi_file_read(MidiFile *file, const uint8_t *bytes, size_t size, MidiFileError *error)
{
    Reader reader = {.bytes = bytes, .size = size, .end = size, .error = error};

    *file = (MidiFile){0};
    if (size < 14 || memcmp(bytes, "MThd", 4) != 0 || read_be(bytes + 4, 4) < 6) {
        return refuse(&reader, "no MIDI file: it must begin with MThd");
    }
    const uint32_t type = read_be(bytes + 8, 2);
    const uint32_t tracks = read_be(bytes + 10, 2);
    const uint16_t division = (uint16_t)read_be(bytes + 12, 2);
    const uint32_t header = read_be(bytes + 4, 4);
    if (type > 1) {
        reader.at = 8;
        return refuse(&reader, "a file of type %u, must be 0 or 1", type);
    }
    if (division == 0 || (division >= 0x8000 && (division & 0xFF) == 0)) {
        reader.at = 12;
        return refuse(&reader, "0 ticks a beat");
    }
    const int frames = 256 - (division >> 8);
    if (division >= 0x8000 && frames != 24 && frames != 25 && frames != 29 && frames != 30) {
        reader.at = 12;
        return refuse(&reader, "%d frames a second, must be 24, 25, 29 or 30", frames);
    }
    if (header > size - 8) {
        reader.at = 4;
        return refuse(&reader, "the file ends inside its header");
    }
    reader.at = 8 + header;
    int code = read_chunks(&reader, tracks);
    if (code == 0 && reader.count) {
        qsort(reader.list, reader.count, sizeof *reader.list, by_tick);
    }
    if (code == 0) {
        to_seconds(&reader, division, file);
    }
    free(reader.list);
    return code;
}

void midi_file_free(MidiFile *file)
{
    free(file->messages);
    *file = (MidiFile){0};
}
