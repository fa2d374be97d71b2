/* The reader of MIDI files against spoilt files: it reads or refuses, within the bytes it was
 * given. */
#include "tests/support/listen.h"

#include "cli/midi_file.h"

static const uint8_t good[] = {
    'M', 'T',  'h', 'd',  0,    0,    0,    6,    0,    1,  0,    2,    0,  96,   'M',  'T',  'r',
    'k', 0,    0,   0,    11,   0,    0xFF, 0x51, 3,    7,  0xA1, 0x20, 0,  0xFF, 0x2F, 0,    'M',
    'T', 'r',  'k', 0,    0,    0,    27,   0,    0x90, 60, 100,  96,   60, 0,    0,    0xC0, 5,
    0,   0xE0, 0,   0x40, 0x60, 0xF0, 2,    1,    0xF7, 0,  0x80, 60,   0,  0,    0xFF, 0x2F, 0};

START_TEST(a_good_file_gives_its_messages_in_seconds)
{
    MidiFile file;
    MidiFileError error = {0};
    ck_assert_msg(midi_file_read(&file, good, sizeof good, &error) == 0, "byte %zu: %s",
                  error.offset, error.message);
    ck_assert_uint_eq(file.count, 5);
    ck_assert_double_eq_tol(file.messages[1].seconds, 0.5, 1e-12);
    ck_assert_double_eq_tol(file.seconds, 1.0, 1e-12);
    midi_file_free(&file);
}
END_TEST

/* Tempo, running status, texts and system exclusive, in two tracks that are merged; and frames in place of quarters. */
START_TEST(every_message_comes_at_its_time)
{
    static const uint8_t bytes[] = {
        'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 1, 0, 2, 0, 100,
        /* 120 to the minute; after two quarters 60, at the fourth the end */
        'M', 'T', 'r', 'k', 0, 0, 0, 23, 0, 0xFF, 3, 2, 'h', 'i', 0x81, 0x48, 0xFF, 0x51, 3, 0x0F,
        0x42, 0x40, 0x81, 0x48, 0xFF, 0x2F, 0, 0, 0x99, 1, 1,
        /* system exclusive that looks like notes, and ends the running status */
        'M', 'T', 'r', 'k', 0, 0, 0, 31, 50, 0x91, 60, 100, 50, 60, 0, 0, 0xF0, 4, 0x91, 61, 100,
        0xF7, 0, 0xF7, 2, 0x90, 62, 0x81, 0x48, 0xD1, 33, 0, 0xB1, 7, 99, 0x64, 0xFF, 0x2F, 0};
    static const struct {
        double seconds;
        uint8_t bytes[3], size;
    } rows[] = {{0.25, {0x91, 60, 100}, 3},
                {0.5, {0x91, 60, 0}, 3},
                {2.0, {0xD1, 33, 0}, 2},
                {2.0, {0xB1, 7, 99}, 3}};
    uint8_t frames[sizeof bytes];
    MidiFile file;
    MidiFileError error = {0};
    ck_assert_msg(midi_file_read(&file, bytes, sizeof bytes, &error) == 0, "byte %zu: %s",
                  error.offset, error.message);
    ck_assert_uint_eq(file.count, 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_double_eq_tol(file.messages[i].seconds, rows[i].seconds, 1e-12);
        ck_assert_uint_eq(file.messages[i].size, rows[i].size);
        ck_assert_int_eq(memcmp(file.messages[i].bytes, rows[i].bytes, 3), 0);
    }
    ck_assert_double_eq_tol(file.seconds, 3.0, 1e-12);
    midi_file_free(&file);
    /* 25 frames of 40 ticks: a tick is 1 ms, whatever the tempo */
    memcpy(frames, bytes, sizeof bytes);
    frames[12] = 256 - 25;
    frames[13] = 40;
    ck_assert_int_eq(midi_file_read(&file, frames, sizeof frames, &error), 0);
    ck_assert_double_eq_tol(file.messages[0].seconds, 0.05, 1e-12);
    ck_assert_double_eq_tol(file.messages[3].seconds, 0.3, 1e-12);
    ck_assert_double_eq_tol(file.seconds, 0.4, 1e-12);
    midi_file_free(&file);
}
END_TEST

static uint32_t rounds = 20000;

START_TEST(damaged_files_are_read_or_refused_within_their_bytes)
{
    Dice d = {2024};
    uint32_t read = 0;
    bool sane = true;
    for (uint32_t r = 0; r < rounds; r++) {
        const uint32_t size = dice(&d, 4) ? (uint32_t)sizeof good : dice(&d, sizeof good + 1);
        uint8_t *bytes = malloc(size + 1); /* of its own, so that a sanitizer sees its end */
        uint8_t *exact = malloc(size ? size : 1);
        MidiFile file;
        MidiFileError error = {0};
        memcpy(bytes, good, size);
        for (uint32_t i = dice(&d, 6); i > 0 && size > 0; i--) {
            bytes[dice(&d, size)] = (uint8_t)dice(&d, 256);
        }
        memcpy(exact, bytes, size);
        if (midi_file_read(&file, exact, size, &error) == 0) {
            read++;
            for (size_t i = 0; i < file.count; i++) {
                sane = sane && isfinite(file.messages[i].seconds) &&
                       (i == 0 || file.messages[i].seconds >= file.messages[i - 1].seconds);
            }
        } else {
            sane = sane && error.message[0] != '\0' && error.offset <= size;
        }
        midi_file_free(&file);
        free(bytes);
        free(exact);
    }
    ck_assert(sane);
    ck_assert_uint_gt(read, rounds / 50);
    ck_assert_uint_lt(read, rounds);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("midi_file");
    TCase *tests = tcase_create("all");

    rounds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : rounds;
    tcase_add_test(tests, a_good_file_gives_its_messages_in_seconds);
    tcase_add_test(tests, every_message_comes_at_its_time);
    tcase_add_test(tests, damaged_files_are_read_or_refused_within_their_bytes);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
