/* Instruments as programs: tables, blocks, events, MIDI, state, memory, silence. */
#include "tests/support/listen.h"

#include "src/instrument/instrument.h"
#include "src/play/limiter.h"

#include <stdbool.h>
#include <time.h>

/* malloc and free that count while a trap is set, where the sanitizers do not need them. */
#if defined(__SANITIZE_ADDRESS__)
#define TRAP 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRAP 0
#endif
#endif
#if !defined(TRAP) && defined(__GLIBC__)
#define TRAP 1
#elif !defined(TRAP)
#define TRAP 0
#endif

static volatile bool trapped;
static volatile unsigned caught;

#if TRAP
extern void *__libc_malloc(size_t bytes);
extern void __libc_free(void *memory);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *memory, size_t bytes);
void *malloc(size_t bytes)
{
    caught += trapped;
    return __libc_malloc(bytes);
}
void free(void *memory)
{
    caught += trapped;
    __libc_free(memory);
}
void *calloc(size_t count, size_t bytes)
{
    caught += trapped;
    return __libc_calloc(count, bytes);
}
void *realloc(void *memory, size_t bytes)
{
    caught += trapped;
    return __libc_realloc(memory, bytes);
}
#endif

START_TEST(tables_are_complete_and_consistent)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        ck_assert_ptr_eq(urto_instrument_find(info->id), info);
        ck_assert(info->lowest_key < info->highest_key && info->highest_key < 128);
        ck_assert_uint_ge(info->preset_count, 5);
        ck_assert_str_eq(info->parameters[info->parameter_count - 1].id, "level");
        for (uint32_t i = 0; i < info->parameter_count; i++) {
            const UrtoParameterInfo *p = &info->parameters[i];
            double clamped = 0.0;
            ck_assert_uint_eq(urto_instrument_parameter_find(info, p->id), i);
            ck_assert_uint_eq(strspn(p->id, "abcdefghijklmnopqrstuvwxyz0123456789-"),
                              strlen(p->id));
            ck_assert(p->minimum < p->maximum);
            ck_assert(p->default_value >= p->minimum && p->default_value <= p->maximum);
            ck_assert(p->curve != URTO_CURVE_LOG || p->minimum > 0.0);
            ck_assert((p->curve == URTO_CURVE_DISCRETE) == (p->values != NULL));
            ck_assert(p->description[strlen(p->description) - 1] == '.');
            for (int v = 0; p->values && v <= (int)p->maximum; v++) {
                ck_assert_ptr_nonnull(p->values[v]);
            }
            for (uint32_t j = 0; j < i; j++) {
                ck_assert(p->controller < 0 || info->parameters[j].controller != p->controller);
            }
            ck_assert(p->controller != 6 && p->controller != 7 && p->controller != 64 &&
                      p->controller != 74 && p->controller < 96);
            ck_assert_double_eq_tol(urto_parameter_value(p, 0.0), p->minimum, 1e-12);
            ck_assert_double_eq_tol(urto_parameter_value(p, 1.0), p->maximum, 1e-12);
            const double middle = urto_parameter_value(p, 0.4);
            if (p->curve != URTO_CURVE_DISCRETE) {
                ck_assert_double_eq_tol(urto_parameter_normalize(p, middle), 0.4, 1e-12);
            }
            ck_assert_double_eq_tol(urto_parameter_value(p, (double)NAN), p->minimum, 1e-12);
            OK(urto_parameter_clamp(p, 1e300, &clamped, NULL));
            ck_assert_double_eq(clamped, p->maximum);
            ck_assert_int_ne(urto_parameter_clamp(p, (double)INFINITY, &clamped, NULL), URTO_OK);
        }
        for (uint32_t i = 0; i < info->preset_count; i++) {
            const UrtoPreset *preset = &info->presets[i];
            ck_assert_uint_eq(urto_instrument_preset_find(info, preset->id), i);
            for (uint32_t v = 0; v < preset->count; v++) {
                const UrtoPresetValue *its = &preset->values[v];
                ck_assert_uint_lt(its->parameter, info->parameter_count);
                const UrtoParameterInfo *p = &info->parameters[its->parameter];
                ck_assert_msg(its->value >= p->minimum && its->value <= p->maximum, "%s %s: %s",
                              info->id, preset->id, p->id);
            }
        }
    }
    ck_assert_ptr_null(urto_instrument_find("kazoo"));
    ck_assert_ptr_null(urto_instrument_info(99));
}
END_TEST

/* A script of events that does not depend on how it is cut. */
static void script(UrtoInstrument *instrument)
{
    Dice d = {0x1234567ull};

    for (int i = 0; i < 60; i++) {
        random_event(&d, instrument, dice(&d, 9000));
    }
}

START_TEST(a_pool_gives_the_same_bits)
{
    enum { FRAMES = 8192, BLOCK = 256 };
    static float out[2][2][FRAMES];
    UrtoPool *threads = NULL;
    ck_assert_int_eq(urto_pool_create(&threads, 2, NULL), URTO_OK);
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        for (int s = 0; s < 2; s++) {
            UrtoInstrument *instrument = make(urto_instrument_info(k), 44100.0, 6, false);
            urto_instrument_set_pool(instrument, s ? threads : NULL);
            script(instrument);
            for (uint32_t at = 0; at < FRAMES; at += BLOCK) {
                float *const channels[2] = {out[s][0] + at, out[s][1] + at};
                urto_instrument_process(instrument, channels, BLOCK);
            }
            urto_instrument_destroy(instrument);
        }
        ck_assert_double_gt(rms(out[0][0], FRAMES), 1e-5);
        ck_assert_msg(memcmp(out[1], out[0], sizeof out[0]) == 0, "%s on three threads",
                      urto_instrument_info(k)->id);
    }
    urto_pool_destroy(threads);
}
END_TEST

START_TEST(output_does_not_depend_on_block_size)
{
    enum { FRAMES = 12000 };
    static const uint32_t sizes[] = {4096, 1, 37};
    static float out[3][2][FRAMES];
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        for (int s = 0; s < 3; s++) {
            UrtoInstrument *instrument = make(urto_instrument_info(k), 44100.0, 4, false);
            script(instrument);
            for (uint32_t at = 0; at < FRAMES; at += sizes[s]) {
                const uint32_t n = FRAMES - at < sizes[s] ? FRAMES - at : sizes[s];
                float *const channels[2] = {out[s][0] + at, out[s][1] + at};
                urto_instrument_process(instrument, channels, n);
            }
            urto_instrument_destroy(instrument);
            ck_assert_msg(memcmp(out[s], out[0], sizeof out[0]) == 0, "%s, blocks of %u",
                          urto_instrument_info(k)->id, sizes[s]);
        }
        ck_assert_double_gt(rms(out[0][0], FRAMES), 1e-5);
    }
}
END_TEST

START_TEST(pitch_does_not_depend_on_the_rate)
{
    const UrtoInstrumentInfo *info = urto_instrument_find("hammered-string");
    static const double rates[] = {44100.0, 96000.0};
    float alone[2][8000];
    float together[2][8000];
    UrtoInstrument *both[2];
    for (int i = 0; i < 2; i++) {
        UrtoInstrument *one = make(info, rates[i], 4, false);
        float *const out[2] = {alone[i], NULL};
        note(one, 5, 60, 0.8);
        urto_instrument_process(one, out, 8000);
        urto_instrument_destroy(one);
        both[i] = make(info, rates[i], 4, false);
        note(both[i], 5, 60, 0.8);
    }
    for (int at = 0; at < 8000; at += 100) {
        for (int i = 0; i < 2; i++) {
            float *const out[2] = {together[i] + at, NULL};
            urto_instrument_process(both[i], out, 100);
        }
    }
    ck_assert(memcmp(alone, together, sizeof alone) == 0);
    ck_assert(memcmp(alone[0], alone[1], sizeof alone[0]) != 0);
    urto_instrument_destroy(both[0]);
    urto_instrument_destroy(both[1]);
}
END_TEST

/* One assertion for many samples: Check writes a file at each. */
static void check_sound(const UrtoInstrumentInfo *info, const float *x, uint32_t n)
{
    bool good = true;

    for (uint32_t i = 0; i < n; i++) {
        good = good && isfinite(x[i]) && fabsf(x[i]) <= 1.0f;
    }
    ck_assert_msg(good, "%s: not finite or beyond 1", info->id);
}

static void check_silence(const UrtoInstrumentInfo *info, const float *x, uint32_t n)
{
    bool silent = true;

    for (uint32_t i = 0; i < n; i++) {
        silent = silent && x[i] == 0.0f;
    }
    ck_assert_msg(silent, "%s is not silent", info->id);
}

START_TEST(event_storms_stay_finite_and_balanced)
{
    static const double rates[] = {22050.0, 48000.0, 192000.0};
    static float out[2][4096];
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        for (int r = 0; r < 3; r++) {
            Dice d = {k * 77 + 5};
            const uint32_t voices = r == 2 ? 2 : 0;
            UrtoInstrument *instrument = make(info, rates[r], voices, false);
            const uint32_t frames = (uint32_t)(r == 2 ? 0.08 * rates[r] : 0.3 * rates[r]);
            double next = 0.0; /* 1000 notes a second */
            for (uint32_t at = 0; at < frames;) {
                const uint32_t n = 1 + dice(&d, dice(&d, 3) ? 700 : 4096);
                for (; next < at + n; next += rates[r] / 1000.0) {
                    note(instrument, (uint32_t)next - at, (uint8_t)(30 + dice(&d, 70)),
                         dice_real(&d, 0.1, 1.0));
                }
                trapped = true;
                urto_instrument_process(instrument, (float *[]){out[0], out[1]}, n);
                trapped = false;
                check_sound(info, out[0], n);
                check_sound(info, out[1], n);
                at += n;
            }
            const UrtoInstrumentStatistics s = urto_instrument_statistics(instrument);
            ck_assert_uint_gt(s.stolen, 10);
            ck_assert_uint_eq(s.nonfinite, 0);
            const UrtoEvent off = {.kind = URTO_EVENT_SOUND_OFF};
            OK(urto_instrument_event(instrument, &off, NULL));
            for (int i = 0; i < 3; i++) {
                urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 4096);
            }
            check_silence(info, out[0], 4096);
            check_silence(info, out[1], 4096);
            ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
            urto_instrument_destroy(instrument);
        }
    }
    ck_assert_uint_eq(caught, 0);
}
END_TEST

/* Random playing: finite, bounded, balanced, and silent in the end. */
static void random_playing(const UrtoInstrumentInfo *info, double seconds)
{
    const double rate = 44100.0;
    static float out[2][1024];
    UrtoInstrument *instrument = make(info, rate, 4, true);
    Dice d = {info->lowest_key * 1009ull + info->parameter_count};
    double worst = 0.0;
    double largest = 0.0;
    const uint64_t frames = (uint64_t)(seconds * rate);
    const clock_t start = clock();
    clock_t fifth[2] = {0, 0}; /* when the first was over, when the last began */

    for (uint64_t at = 0; at < frames;) {
        const uint32_t n = 1 + dice(&d, 1024);
        for (uint32_t i = dice(&d, 3); i > 0; i--) {
            random_event(&d, instrument, dice(&d, n));
        }
        trapped = true;
        urto_instrument_process(instrument, (float *[]){out[0], out[1]}, n);
        trapped = false;
        check_sound(info, out[0], n);
        check_sound(info, out[1], n);
        const UrtoLedger ledger = urto_instrument_ledger(instrument);
        largest = fmax(largest, total(&ledger));
        worst = fmax(worst, fabs(ledger.residual));
        /* and its parts are those of which it is the rest */
        const double gone = ledger.stored + ledger.dissipated_body + ledger.dissipated_contact +
                            ledger.dissipated_bow;
        const double came = ledger.initial + ledger.supplied_bow + ledger.supplied_drive +
                            ledger.supplied_hand + ledger.supplied_gravity + ledger.supplied_change;
        worst = fmax(worst, fabs(gone - came));
        at += n;
        fifth[0] = at < frames / 5 ? clock() : fifth[0];
        fifth[1] = at < frames - frames / 5 ? clock() : fifth[1];
    }
    /* the cost is steady: nothing piles up */
    ck_assert(seconds < 60.0 || clock() - fifth[1] < 2 * (fifth[0] - start));
    printf("%-16s %4.0f s: residual %.1e of %.2e J\n", info->id, seconds, worst / largest, largest);
    ck_assert_double_le(worst, 1e-9 * largest);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).nonfinite, 0);
    /* let go of everything; short decays, so that the end is near */
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        if (strcmp(info->parameters[i].id, "decay") == 0) {
            set(instrument, "decay", info->parameters[i].minimum);
        }
    }
    urto_instrument_midi(
        instrument, 0, (const uint8_t[]){0xB0, 64, 0, 0xB1, 64, 0, 0xB2, 64, 0, 0xB0, 123, 0}, 12);
    uint32_t left = (uint32_t)(60.0 * rate);
    while (left > 0 && (urto_instrument_statistics(instrument).voices > 0 ||
                        urto_instrument_rings(instrument))) {
        urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 1024);
        left = left > 1024 ? left - 1024 : 0;
    }
    ck_assert_msg(left > 0, "%s goes on", info->id);
    urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 1024);
    urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 1024);
    check_silence(info, out[0], 1024);
    check_silence(info, out[1], 1024);
    ck_assert(urto_instrument_ledger(instrument).stored == 0.0);
    urto_instrument_destroy(instrument);
}

static double playing_seconds = 10.0;

START_TEST(random_playing_is_safe_and_balanced)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        random_playing(urto_instrument_info(k), playing_seconds);
    }
    ck_assert_uint_eq(caught, 0);
}
END_TEST

/* A voice that is taken, released, silenced or reset leaves no step in the sound. */
START_TEST(ending_a_voice_does_not_click)
{
    enum { FRAMES = 8000, AT = 6000 };
    static float x[FRAMES];
    for (uint32_t k = 0; k < 4 * urto_instrument_count(); k++) {
        const uint32_t how = k % 4;
        const UrtoInstrumentInfo *info = urto_instrument_info(k / 4);
        UrtoInstrument *instrument = make(info, 48000.0, 1, false);
        note(instrument, 0, 60, 0.8);
        if (how == 0) {
            note(instrument, AT, 67, 0.01);
        } else if (how == 1) {
            note(instrument, AT, 60, 0.0);
        } else if (how == 2) {
            const UrtoEvent off = {.kind = URTO_EVENT_SOUND_OFF, .frame = AT};
            OK(urto_instrument_event(instrument, &off, NULL));
        }
        urto_instrument_process(instrument, (float *[]){x, NULL}, AT);
        if (how == 3) {
            urto_instrument_reset(instrument);
        }
        urto_instrument_process(instrument, (float *[]){x + AT, NULL}, FRAMES - AT);
        /* the second difference of a click towers over that of the tone */
        double before = 0.0;
        double after = 0.0;
        for (int i = AT - 4000; i < AT + 600; i++) {
            const double bend = fabs((double)x[i] - 2.0 * (double)x[i - 1] + (double)x[i - 2]);
            if (i < AT - 2) {
                before = fmax(before, bend);
            } else {
                after = fmax(after, bend);
            }
        }
        ck_assert_msg(after < 1.5 * before, "%s, %u: %g after %g", info->id, how, after, before);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

START_TEST(a_held_pedal_sustains_and_a_restrike_reuses_the_voice)
{
    UrtoInstrument *instrument = make(urto_instrument_find("hammered-string"), 48000.0, 8, false);
    const uint8_t down[] = {0xB0, 64, 127};
    const uint8_t up[] = {0xB0, 64, 0};
    note(instrument, 0, 60, 0.5);
    note(instrument, 100, 60, 0.9);
    free(play(instrument, 200));
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 1);
    urto_instrument_midi(instrument, 0, down, 3);
    note(instrument, 1, 64, 0.9);
    note(instrument, 100, 64, 0.0);
    note(instrument, 100, 60, 0.0);
    float *x = play(instrument, 48000);
    ck_assert_double_gt(rms(x + 40000, 8000), 1e-3);
    free(x);
    urto_instrument_midi(instrument, 0, up, 3);
    free(play(instrument, 48000));
    x = play(instrument, 48000);
    ck_assert_double_lt(rms(x + 40000, 8000), 1e-5);
    free(x);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Bend by MIDI and per channel, MPE, poly pressure. */
START_TEST(bend_reaches_the_channel_and_mpe_zone_it_names)
{
    static const struct {
        bool mpe;
        uint8_t bytes[12];
        uint32_t size;
        double semitones;
    } cases[] = {
        {false, {0xE0, 0x7F, 0x7F}, 3, 2.0},
        {false, {0xE0, 0x00, 0x00}, 3, -2.0},
        {false, {0xE5, 0x7F, 0x7F}, 3, 0.0},
        {false, {0xB0, 101, 0, 100, 0, 6, 12, 0xE0, 0x7F, 0x7F}, 10, 12.0},
        {true, {0xE1, 0x00, 0x48}, 3, 6.0},
        {true, {0xE0, 0x7F, 0x7F}, 3, 2.0},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        UrtoInstrumentOptions options = urto_instrument_options();
        UrtoInstrument *instrument = NULL;
        options.mpe = cases[i].mpe;
        OK(urto_instrument_create(&instrument, urto_instrument_find("mallet"), 48000.0, &options,
                                  NULL));
        set(instrument, "material", 0.9);
        const uint8_t on[] = {(uint8_t)(cases[i].mpe ? 0x91 : 0x90), 60, 100};
        urto_instrument_midi(instrument, 0, on, 3);
        urto_instrument_midi(instrument, 10, cases[i].bytes, cases[i].size);
        float *x = play(instrument, 24000);
        const double expected = 440.0 * exp2((60.0 - 69.0 + cases[i].semitones) / 12.0);
        const double found = strongest(x + 8000, 16000, 48000.0, expected, 60.0);
        ck_assert_msg(fabs(1200.0 * log2(found / expected)) < 2.0, "case %u: %g Hz, not %g", i,
                      found, expected);
        free(x);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

static void express(UrtoInstrument *instrument, UrtoEventKind kind, uint32_t number, double value)
{
    const UrtoEvent event = {.kind = kind, .note = number, .value = value};

    OK(urto_instrument_event(instrument, &event, NULL));
}

/* Notes with numbers are bent one by one, and say when they have ended. */
START_TEST(note_events_reach_only_the_note_they_number)
{
    UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 4, false);
    uint32_t notes[4] = {0};
    set(instrument, "material", 0.9);
    set(instrument, "decay", 2.0);
    for (uint32_t i = 0; i < 2; i++) {
        const UrtoEvent on = {
            .kind = URTO_EVENT_NOTE_ON, .key = (uint8_t)(60 + 7 * i), .note = 70 + i, .value = 0.8};
        OK(urto_instrument_event(instrument, &on, NULL));
    }
    express(instrument, URTO_EVENT_NOTE_BEND, 71, 1.5);
    express(instrument, URTO_EVENT_NOTE_TIMBRE, 71, 0.9);
    express(instrument, URTO_EVENT_PRESSURE, 71, 0.2);
    express(instrument, URTO_EVENT_BEND, 0, 0.25); /* of the channel: both */
    float *x = play(instrument, 24000);
    for (int i = 0; i < 2; i++) {
        const double expected =
            440.0 * exp2((60.0 + 7.0 * i - 69.0 + 0.25 + (i ? 1.5 : 0.0)) / 12.0);
        const double found = strongest(x + 8000, 16000, 48000.0, expected, 60.0);
        ck_assert_msg(fabs(1200.0 * log2(found / expected)) < 2.0, "%g Hz, not %g", found,
                      expected);
    }
    ck_assert_uint_eq(urto_instrument_notes(instrument, NULL, 0), 2);
    ck_assert_uint_eq(urto_instrument_notes(instrument, notes, 4), 2);
    ck_assert_uint_eq(notes[0] + notes[1], 141);
    express(instrument, URTO_EVENT_NOTE_CHOKE, 71, 0.0);
    free(x);
    x = play(instrument, 2400);
    ck_assert_uint_eq(urto_instrument_notes(instrument, notes, 4), 1);
    ck_assert_uint_eq(notes[0], 70);
    urto_instrument_reset(instrument);
    free(x);
    x = play(instrument, 2400);
    ck_assert_uint_eq(urto_instrument_notes(instrument, notes, 4), 0);
    ck_assert(!urto_instrument_mpe(instrument));
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB0, 101, 0, 100, 6, 6, 15}, 7);
    ck_assert(urto_instrument_mpe(instrument));
    urto_instrument_set_mpe(instrument, false);
    ck_assert(!urto_instrument_mpe(instrument));
    free(x);
    urto_instrument_destroy(instrument);
}
END_TEST

/* An event that is zero but for kind and key names no note by number. */
START_TEST(note_off_without_id_ends_only_its_key)
{
    UrtoInstrument *instrument = make(urto_instrument_find("tromba"), 48000.0, 4, false);
    const UrtoEvent on[] = {urto_note_on(60, 0.8), urto_note_on(64, 0.8)};
    const UrtoEvent off = {.kind = URTO_EVENT_NOTE_OFF, .key = 60};
    for (int i = 0; i < 2; i++) {
        OK(urto_instrument_event(instrument, &on[i], NULL));
    }
    free(play(instrument, 4800));
    OK(urto_instrument_event(instrument, &off, NULL));
    free(play(instrument, 480000));
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 1);
    const UrtoEvent last = urto_note_off(64);
    OK(urto_instrument_event(instrument, &last, NULL));
    free(play(instrument, 480000));
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Every function takes NULL: it refuses with a message, or returns nothing. */
START_TEST(null_is_refused_and_never_crashes)
{
    UrtoDiagnostic why = {0};
    UrtoInstrument *instrument = make(urto_instrument_find("snare"), 48000.0, 1, false);
    const UrtoEvent on = urto_note_on(60, 0.5);
    float x[64];
    ck_assert_int_eq(urto_instrument_create(NULL, urto_instrument_info(0), 48e3, NULL, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_str_eq(why.message, "instrument is NULL");
    ck_assert_int_eq(urto_instrument_event(NULL, &on, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_instrument_event(instrument, NULL, &why), URTO_ERROR_ARGUMENT);
    ck_assert_str_eq(why.message, "event is NULL");
    ck_assert_int_eq(urto_instrument_set(NULL, 0, 0.0, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_instrument_load_preset(NULL, 0, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_instrument_restore(NULL, "", &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_ne(urto_instrument_restore(instrument, NULL, &why), URTO_OK);
    ck_assert_ptr_null(urto_instrument_find(NULL));
    ck_assert_ptr_null(urto_instrument_info_of(NULL));
    ck_assert_uint_eq(urto_instrument_parameter_find(NULL, "level"), URTO_NONE);
    ck_assert_uint_eq(urto_instrument_parameter_find(urto_instrument_info(0), NULL), URTO_NONE);
    ck_assert_uint_eq(urto_instrument_parameter_find(urto_instrument_info(0), "no"), URTO_NONE);
    ck_assert_uint_eq(urto_instrument_preset_find(NULL, "x"), URTO_NONE);
    ck_assert_uint_eq(urto_instrument_preset_find(urto_instrument_info(0), "x"), URTO_NONE);
    ck_assert_uint_eq(urto_instrument_notes(NULL, NULL, 0), 0);
    ck_assert_uint_eq(urto_instrument_save(NULL, NULL, 0), 0);
    ck_assert_uint_eq(urto_instrument_statistics(NULL).voices, 0);
    ck_assert(urto_instrument_get(NULL, 0) == 0.0 && !urto_instrument_mpe(NULL));
    ck_assert(urto_instrument_ledger(NULL).stored == 0.0);
    urto_instrument_process(NULL, (float *[]){x, x}, 64);
    urto_instrument_process(instrument, NULL, 64);
    urto_instrument_midi(NULL, 0, (const uint8_t[]){0x90, 60, 1}, 3);
    urto_instrument_midi(instrument, 0, NULL, 3);
    urto_instrument_set_mpe(NULL, true);
    urto_instrument_set_pool(NULL, NULL);
    urto_instrument_reset(NULL);
    double clamped = 0.0;
    ck_assert_int_eq(urto_parameter_clamp(NULL, 0.0, &clamped, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_ne(urto_parameter_clamp(&urto_instrument_info(0)->parameters[0], 0.0, NULL, &why),
                     URTO_OK);
    ck_assert(urto_parameter_value(NULL, 0.5) == 0.0 && urto_parameter_normalize(NULL, 1.0) == 0.0);
    ck_assert(urto_preset_value(NULL, NULL, 0) == 0.0);
    urto_instrument_destroy(instrument);
}
END_TEST

/* The same bytes, cut anywhere and with running status, sound the same. */
START_TEST(midi_may_be_cut_anywhere)
{
    static const uint8_t whole[] = {0x90, 60, 100,  0x90, 64, 90,   0xF8, 0xB0, 1,  90,
                                    0xD0, 50, 0xF0, 1,    2,  3,    0xF7, 0x90, 67, 80,
                                    0x80, 60, 0,    0xC0, 5,  0xE0, 0,    70};
    static const uint8_t running[] = {0x90, 60, 100,  64,   0xFE, 90,   0xB0, 1,    90,
                                      0xD0, 50, 0xF0, 1,    2,    3,    0xF7, 0x90, 67,
                                      80,   60, 0,    0xC0, 5,    0xE0, 0,    70,   0x55};
    float *sounds[3];
    for (int i = 0; i < 3; i++) {
        UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 44100.0, 8, false);
        const uint8_t *bytes = i == 1 ? running : whole;
        const size_t size = i == 1 ? sizeof running : sizeof whole;
        if (i == 2) {
            for (size_t b = 0; b < size; b++) {
                urto_instrument_midi(instrument, 3, bytes + b, 1);
            }
        } else {
            urto_instrument_midi(instrument, 3, bytes, size);
        }
        sounds[i] = play(instrument, 4000);
        urto_instrument_destroy(instrument);
    }
    ck_assert_double_gt(rms(sounds[0], 4000), 1e-4);
    ck_assert(memcmp(sounds[0], sounds[1], 4000 * sizeof(float)) == 0);
    ck_assert(memcmp(sounds[0], sounds[2], 4000 * sizeof(float)) == 0);
    for (int i = 0; i < 3; i++) {
        free(sounds[i]);
    }
}
END_TEST

static uint32_t garbage_rounds = 300;

START_TEST(midi_garbage_leaves_no_note_stuck)
{
    static float out[2][512];
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        UrtoInstrument *instrument = make(info, 44100.0, 3, false);
        Dice d = {k + 99};
        for (uint32_t i = 0; i < garbage_rounds; i++) {
            uint8_t bytes[24];
            const uint32_t size = dice(&d, sizeof bytes);
            for (uint32_t b = 0; b < size; b++) {
                bytes[b] = (uint8_t)dice(&d, 256);
            }
            urto_instrument_midi(instrument, dice(&d, 128), bytes, size);
            trapped = true;
            urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 64);
            trapped = false;
            check_sound(info, out[0], 64);
            check_sound(info, out[1], 64);
        }
        /* no note is stuck */
        urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 128);
        const uint8_t off[] = {0xF7, 0xB0, 120, 0};
        urto_instrument_midi(instrument, 0, off, sizeof off);
        for (int i = 0; i < 20; i++) {
            urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 512);
        }
        ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
        check_silence(info, out[0], 512);
        check_silence(info, out[1], 512);
        urto_instrument_destroy(instrument);
    }
    ck_assert_uint_eq(caught, 0);
}
END_TEST

START_TEST(bad_values_are_refused_with_a_message)
{
    UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 44100.0, 2, false);
    UrtoDiagnostic why = {0};
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
    ck_assert_int_eq(urto_instrument_set(instrument, 1, (double)NAN, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_instrument_set(instrument, 1, (double)-INFINITY, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_instrument_set(instrument, 99, 0.5, &why), URTO_ERROR_NOT_FOUND);
    OK(urto_instrument_set(instrument, 1, 77.0, NULL));
    ck_assert_double_eq(urto_instrument_get(instrument, 1), info->parameters[1].maximum);
    OK(urto_instrument_set(instrument, 0, 2.4, NULL));
    ck_assert_double_eq(urto_instrument_get(instrument, 0), 2.0);
    ck_assert_int_eq(urto_instrument_load_preset(instrument, 77, &why), URTO_ERROR_NOT_FOUND);
    const UrtoEvent bad[] = {
        {.kind = (UrtoEventKind)99},
        {.kind = URTO_EVENT_NOTE_ON, .channel = 16, .value = 0.5},
        {.kind = URTO_EVENT_NOTE_ON, .key = 128, .value = 0.5},
        {.kind = URTO_EVENT_NOTE_ON, .value = (double)NAN},
        {.kind = URTO_EVENT_BEND, .value = (double)INFINITY},
        {.kind = URTO_EVENT_PARAMETER, .parameter = 99, .value = 0.5},
    };
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why.status = URTO_OK;
        ck_assert_int_ne(urto_instrument_event(instrument, &bad[i], &why), URTO_OK);
        ck_assert_int_ne(why.status, URTO_OK);
        ck_assert(why.message[0] != '\0');
    }
    const UrtoEvent fine = {.kind = URTO_EVENT_NOTE_OFF};
    for (uint32_t i = 0; i < URTO_MAX_EVENTS; i++) {
        OK(urto_instrument_event(instrument, &fine, NULL));
    }
    ck_assert_int_eq(urto_instrument_event(instrument, &fine, &why), URTO_ERROR_LIMIT);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).events_lost, 1);
    urto_instrument_destroy(instrument);
    urto_instrument_destroy(NULL);
    UrtoInstrumentOptions options = urto_instrument_options();
    options.voices = 65;
    ck_assert_int_eq(urto_instrument_create(&instrument, info, 44100.0, &options, &why),
                     URTO_ERROR_LIMIT);
    ck_assert_int_eq(urto_instrument_create(&instrument, info, 100.0, NULL, &why),
                     URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_instrument_create(&instrument, NULL, 44100.0, NULL, &why),
                     URTO_ERROR_NOT_FOUND);
    ck_assert_ptr_null(instrument);
}
END_TEST

/* What is saved and restored sounds bit by bit the same in a new instrument. */
START_TEST(a_restored_state_sounds_the_same_to_the_bit)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        UrtoInstrument *one = make(info, 44100.0, 4, false);
        UrtoInstrument *two = make(info, 44100.0, 4, false);
        Dice d = {k + 3};
        for (uint32_t i = 0; i < info->parameter_count; i++) {
            const UrtoParameterInfo *p = &info->parameters[i];
            OK(urto_instrument_set(one, i, urto_parameter_value(p, dice_real(&d, 0.2, 0.8)), NULL));
        }
        const uint8_t bytes[] = {0xE0, 3, 70, 0xB0, 64, 100, 0xD0, 30, 0xB0, 74, 90, 0xB0, 7, 90};
        urto_instrument_midi(one, 0, bytes, sizeof bytes);
        free(play(one, 2048));
        const size_t size = urto_instrument_save(one, NULL, 0);
        char *text = malloc(size);
        ck_assert_uint_eq(urto_instrument_save(one, text, size), size);
        ck_assert_uint_eq(strlen(text) + 1, size);
        OK(urto_instrument_restore(two, text, NULL));
        char *again = malloc(size);
        ck_assert_uint_eq(urto_instrument_save(two, again, size), size);
        ck_assert_str_eq(text, again);
        free(play(two, 2048));
        for (int i = 0; i < 3; i++) {
            note(one, (uint32_t)(i * 700), (uint8_t)(50 + 4 * i), 0.7);
            note(two, (uint32_t)(i * 700), (uint8_t)(50 + 4 * i), 0.7);
        }
        float *x = play(one, 6000);
        float *y = play(two, 6000);
        ck_assert_msg(memcmp(x, y, 6000 * sizeof *x) == 0, "%s", info->id);
        ck_assert_double_gt(rms(x, 6000), 0.0);
        /* cut short it is refused, and nothing changes */
        for (size_t cut = 0; cut + 2 < size; cut += 7) {
            char *part = malloc(size);
            memcpy(part, text, size);
            part[cut] = '\0';
            UrtoDiagnostic why = {0};
            ck_assert_int_ne(urto_instrument_restore(two, part, &why), URTO_OK);
            ck_assert(strncmp(why.message, "line ", 5) == 0);
            free(part);
        }
        ck_assert_uint_eq(urto_instrument_save(two, again, size), size);
        ck_assert_str_eq(text, again);
        free(x);
        free(y);
        free(text);
        free(again);
        urto_instrument_destroy(one);
        urto_instrument_destroy(two);
    }
    UrtoInstrument *other = make(urto_instrument_find("snare"), 44100.0, 1, false);
    ck_assert_int_ne(urto_instrument_restore(other, "urto-instrument 1 mallet\nend\n", NULL),
                     URTO_OK);
    ck_assert_int_ne(urto_instrument_restore(other, "urto-instrument 2 snare\nend\n", NULL),
                     URTO_OK);
    ck_assert_int_ne(urto_instrument_restore(other, "", NULL), URTO_OK);
    OK(urto_instrument_restore(
        other, "urto-instrument 1 snare\nparameter later 3ff0000000000000\nend\n", NULL));
    urto_instrument_destroy(other);
}
END_TEST

/* After a reset a note sounds like that of a new instrument: nothing is left of the notes before,
 * whatever was on its way when they ended; the second time so many that voices were cut. */
START_TEST(a_note_after_reset_sounds_as_in_a_new_instrument)
{
    enum { FRAMES = 3000 };
    const int notes = _i ? 40 : 3;
    const uint32_t apart = _i ? 21 : 500;
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        UrtoInstrument *used = make(info, 44100.0, 4, false);
        UrtoInstrument *other = make(info, 44100.0, 4, false);
        Dice d = {k + 41};
        for (int i = 0; i < notes; i++) {
            note(used, (uint32_t)i * apart, (uint8_t)(50 + 3 * i % 36), 1.0);
        }
        free(play(used, _i ? 1024 : 6400)); /* whole ticks */
        for (uint32_t i = 0; i < info->parameter_count; i++) {
            const UrtoParameterInfo *p = &info->parameters[i];
            const double place = dice_real(&d, 0.3, 0.7);
            /* the same body: another has another world */
            const double value = p->curve == URTO_CURVE_DISCRETE ? urto_instrument_get(used, i)
                                                                 : urto_parameter_value(p, place);
            OK(urto_instrument_set(used, i, value, NULL));
            OK(urto_instrument_set(other, i, value, NULL));
        }
        urto_instrument_reset(used);
        urto_instrument_reset(other);
        free(play(used, 6400));
        free(play(other, 6400));
        note(used, 0, 56, 0.6);
        note(other, 0, 56, 0.6);
        float *x = play(used, FRAMES);
        float *y = play(other, FRAMES);
        double worst = 0.0;
        for (int i = 0; i < FRAMES; i++) {
            worst = fmax(worst, fabs((double)x[i] - (double)y[i]));
        }
        printf("%-16s %.1e from a new one\n", info->id, worst / rms(y, FRAMES));
        /* rough contacts make much of the last bit, ten times more every few hundred frames */
        ck_assert_msg(worst <= 2e-2 * rms(y, FRAMES), "%s: %g", info->id, worst);
        free(x);
        free(y);
        urto_instrument_destroy(used);
        urto_instrument_destroy(other);
    }
}
END_TEST

typedef struct Failing {
    uint32_t left, live;
} Failing;

static void *failing_allocate(void *context, size_t bytes)
{
    Failing *failing = context;

    if (failing->left == 0) {
        return NULL;
    }
    failing->left--;
    failing->live++;
    return malloc(bytes);
}

static void failing_release(void *context, void *memory)
{
    Failing *failing = context;

    failing->live--;
    free(memory);
}

START_TEST(every_failed_allocation_is_reported_and_freed)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        for (uint32_t room = 0;; room += 1 + room / 8) {
            Failing failing = {room, 0};
            const UrtoAllocator allocator = {failing_allocate, failing_release, &failing};
            UrtoInstrumentOptions options = urto_instrument_options();
            UrtoInstrument *instrument = NULL;
            UrtoDiagnostic why = {0};
            options.allocator = &allocator;
            options.voices = 1;
            const UrtoStatus status = urto_instrument_create(&instrument, urto_instrument_info(k),
                                                             44100.0, &options, &why);
            urto_instrument_destroy(instrument);
            ck_assert_uint_eq(failing.live, 0);
            if (status == URTO_OK) {
                break;
            }
            ck_assert_int_eq(status, URTO_ERROR_MEMORY);
            ck_assert_ptr_null(instrument);
        }
    }
}
END_TEST

/* Whether a note with this number sounds. */
static bool sounds(const UrtoInstrument *instrument, uint32_t number)
{
    uint32_t notes[64];
    const uint32_t count = urto_instrument_notes(instrument, notes, 64);
    bool found = false;

    for (uint32_t i = 0; i < count; i++) {
        found = found || notes[i] == number;
    }
    return found;
}

static void numbered(UrtoInstrument *instrument, bool on, uint8_t key, uint32_t number,
                     double value)
{
    const UrtoEvent event = {.kind = on ? URTO_EVENT_NOTE_ON : URTO_EVENT_NOTE_OFF,
                             .key = key,
                             .note = number,
                             .value = value};

    OK(urto_instrument_event(instrument, &event, NULL));
}

/* A new note takes the place of the quietest released one, then of the oldest that is held. */
START_TEST(the_quietest_released_then_the_oldest_held_voice_is_stolen)
{
    static const double loudness[][3] = {{0.9, 0.05, 0.5}, {0.05, 0.5, 0.9}, {0.5, 0.9, 0.05}};
    for (int i = 0; i < 4; i++) {
        UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 3, false);
        set(instrument, "decay", 20.0);
        uint32_t quietest = 0;
        for (uint32_t n = 0; n < 3; n++) {
            const double value = i < 3 ? loudness[i][n] : 0.5;
            quietest = i < 3 && value < loudness[i][quietest] ? n : quietest;
            numbered(instrument, true, (uint8_t)(60 + 4 * n), 1 + n, value);
            free(play(instrument, 2400));
        }
        /* the last time the first and oldest are held, and one is released */
        for (uint32_t n = 0; n < 3 && i < 3; n++) {
            numbered(instrument, false, (uint8_t)(60 + 4 * n), 1 + n, 0.0);
        }
        if (i == 3) {
            numbered(instrument, false, 68, 3, 0.0);
        }
        /* also right after a tick */
        free(play(instrument, i % 2 ? 2417 : 2400));
        numbered(instrument, true, 75, 9, 0.5);
        free(play(instrument, 2400));
        const uint32_t gone = i < 3 ? quietest + 1 : 3;
        for (uint32_t n = 1; n <= 3; n++) {
            ck_assert_msg(sounds(instrument, n) == (n != gone), "case %d: note %u", i, n);
        }
        ck_assert(sounds(instrument, 9));
        if (i == 3) { /* all are held now: the oldest goes */
            numbered(instrument, true, 77, 10, 0.5);
            free(play(instrument, 2400));
            ck_assert(!sounds(instrument, 1) && sounds(instrument, 2) && sounds(instrument, 9));
        }
        ck_assert_uint_eq(urto_instrument_statistics(instrument).stolen, i == 3 ? 2 : 1);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

/* The limiter leaves alone what is below its knee, goes on there with the same slope, and ends at 1. */
START_TEST(the_limiter_is_smooth_and_bounded)
{
    bool limited = false;
    for (int i = -80; i <= 80; i++) {
        ck_assert_double_eq(limiter(i / 100.0, 0.8, &limited), i / 100.0);
    }
    ck_assert(!limited);
    const double slope = (limiter(0.8 + 1e-6, 0.8, &limited) - 0.8) / 1e-6;
    ck_assert_double_eq_tol(slope, 1.0, 1e-4);
    ck_assert(limited);
    double last = 0.8;
    for (int i = 81; i < 150; i++) {
        const double y = limiter(i / 100.0, 0.8, &limited);
        ck_assert(y > last && y < 1.0 && y < i / 100.0);
        ck_assert_double_eq(limiter(-i / 100.0, 0.8, &limited), -y);
        last = y;
    }
    ck_assert_double_eq_tol(limiter(1e9, 0.8, &limited), 1.0, 1e-12);
    ck_assert_double_eq(limiter((double)NAN, 0.8, &limited), 0.0);
    ck_assert_double_eq(limiter((double)INFINITY, 0.8, &limited), 0.0);
}
END_TEST

/* Without a number the end of a note names its channel and its key, both. */
START_TEST(a_note_ends_on_its_channel_and_key)
{
    static const uint8_t offs[][3] = {{0x80, 60, 0}, {0x81, 62, 0}, {0x81, 60, 0}};
    UrtoInstrument *instrument = make(urto_instrument_find("tromba"), 48000.0, 4, false);
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0x91, 60, 100}, 3);
    for (int i = 0; i < 3; i++) {
        urto_instrument_midi(instrument, 0, offs[i], 3);
        free(play(instrument, 64));
        uint32_t held = 0;
        for (uint32_t v = 0; v < instrument->room; v++) {
            held += voice_held(&instrument->voices[v]);
        }
        ck_assert_uint_eq(held, i < 2 ? 1 : 0);
    }
    urto_instrument_destroy(instrument);
}
END_TEST

/* Of the fading voices the one nearest to its end is cut. */
START_TEST(the_voice_nearest_to_its_end_is_cut)
{
    UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 1, false);
    for (uint32_t n = 1; n <= 7; n++) {
        numbered(instrument, true, (uint8_t)(60 + n), n, 0.5);
        free(play(instrument, 7));
        /* one that sounds and four that fade */
        for (uint32_t other = 1; other <= n; other++) {
            ck_assert_msg(sounds(instrument, other) == (other + 4 >= n), "note %u after %u", other,
                          n);
        }
    }
    urto_instrument_destroy(instrument);
}
END_TEST

/* A ball in the air is silent, but its note goes on. */
START_TEST(a_flying_ball_keeps_its_voice)
{
    UrtoInstrument *instrument = make(urto_instrument_find("bounce"), 48000.0, 2, false);
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
    uint32_t silent = 0;
    uint32_t bounces = 0;
    uint32_t longest = 0;
    OK(urto_instrument_load_preset(instrument, urto_instrument_preset_find(info, "rubber"), NULL));
    set(instrument, "decay", 0.05);
    note(instrument, 0, 84, 1.0);
    for (int i = 0; i < 200; i++) {
        float *x = play(instrument, 480);
        const bool quiet = rms(x, 480) < 1e-7;
        bounces += !quiet && silent > 20;
        silent = quiet ? silent + 1 : 0;
        longest = silent > longest ? silent : longest;
        free(x);
    }
    printf("ball: %u bounces after a silence of %u ms\n", bounces, 10 * longest);
    ck_assert_uint_gt(bounces, 1);
    ck_assert_uint_gt(longest, 30);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Notes that come so fast that fading voices are cut leave no step either: the last value decays in their place. The
 * cut falls on a crest of a low, dull note. */
START_TEST(a_cut_voice_leaves_a_tail)
{
    enum { FRAMES = 4800, APART = 3, NOTES = 6 };
    float *x = NULL;
    int crest = 2400;
    for (int cut = 0; cut < 2; cut++) {
        UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 1, false);
        set(instrument, "hardness", 0.0);
        set(instrument, "decay", 10.0);
        note(instrument, 0, 36, 1.0);
        for (int n = 0; n < NOTES && cut; n++) {
            note(instrument, (uint32_t)(crest - APART * (NOTES - 1 - n)), (uint8_t)(80 + n), 1e-6);
        }
        x = play(instrument, FRAMES);
        double step = 0.0;
        for (int i = 2400; i < FRAMES - 1200; i++) {
            crest = !cut && fabsf(x[i]) > fabsf(x[crest]) ? i : crest;
            step = fmax(step, fabs((double)x[i] - (double)x[i - 1]));
        }
        const double top = fabs((double)x[crest]);
        ck_assert_double_gt(top, 0.02);
        ck_assert_msg(step < 0.1 * top, "a step of %g at a crest of %g", step, top);
        /* gone after 5 ms, but for the soft notes */
        ck_assert(!cut || fabs((double)x[crest + 600]) < 0.05 * top);
        free(x);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

/* What waited when a state is restored, or a reset comes, does not happen any more. */
START_TEST(nothing_waits_after_a_restored_state_or_reset)
{
    for (int how = 0; how < 2; how++) {
        UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 2, false);
        char text[4096];
        ck_assert_uint_lt(urto_instrument_save(instrument, text, sizeof text), sizeof text);
        const double decay = urto_instrument_get(instrument, 2);
        const UrtoEvent change = {
            .kind = URTO_EVENT_PARAMETER, .frame = 200, .parameter = 2, .value = 0.5 * decay};
        note(instrument, 100, 60, 0.9);
        OK(urto_instrument_event(instrument, &change, NULL));
        urto_instrument_midi(instrument, 0, (const uint8_t[]){0x90, 60}, 2); /* half a message */
        if (how) {
            urto_instrument_reset(instrument);
        } else {
            OK(urto_instrument_restore(instrument, text, NULL));
        }
        urto_instrument_midi(instrument, 0, (const uint8_t[]){100}, 1);
        /* a channel that is not there */
        const char *channel = strstr(text, "channel ");
        char wrong[8192];
        ck_assert_ptr_nonnull(channel);
        for (int number = 15; number <= 17; number++) {
            snprintf(wrong, sizeof wrong, "%.*schannel %d%s", (int)(channel - text), text, number,
                     strchr(channel + 8, ' '));
            UrtoInstrument *other = make(urto_instrument_find("mallet"), 48000.0, 2, false);
            ck_assert_int_eq(urto_instrument_restore(other, wrong, NULL) == URTO_OK, number == 15);
            urto_instrument_destroy(other);
        }
        float *x = play(instrument, 1000);
        check_silence(urto_instrument_info_of(instrument), x, 1000);
        ck_assert_uint_eq(urto_instrument_statistics(instrument).notes, 0);
        ck_assert_double_eq(urto_instrument_get(instrument, 2), decay);
        free(x);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

/* Every controller of the table moves its own parameter along its curve, and no other. */
START_TEST(controllers_move_the_parameters_of_the_table)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        UrtoInstrument *instrument = make(info, 44100.0, 1, false);
        for (uint32_t i = 0; i < info->parameter_count; i++) {
            static const uint8_t values[] = {0, 37, 64, 127};
            for (int v = 0; info->parameters[i].controller >= 0 && v < 4; v++) {
                const uint8_t bytes[] = {0xB3, (uint8_t)info->parameters[i].controller, values[v]};
                double expected[64];
                for (uint32_t j = 0; j < info->parameter_count; j++) {
                    expected[j] = urto_instrument_get(instrument, j);
                }
                OK(urto_parameter_clamp(
                    &info->parameters[i],
                    urto_parameter_value(&info->parameters[i], values[v] / 127.0), &expected[i],
                    NULL));
                urto_instrument_midi(instrument, 0, bytes, 3);
                urto_instrument_process(instrument, NULL, 1);
                for (uint32_t j = 0; j < info->parameter_count; j++) {
                    ck_assert_double_eq(urto_instrument_get(instrument, j), expected[j]);
                }
            }
        }
        urto_instrument_destroy(instrument);
    }
}
END_TEST

/* What bytes do to their channel: both ends and the middle of the bend, pressure, pedal, timbre, volume. */
START_TEST(bytes_reach_their_channel)
{
    UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 2, false);
    const Channel *channel = &instrument->channels[5];
    static const struct {
        uint8_t bytes[3];
        uint32_t size;
        double bend, pressure, timbre;
        bool pedal;
    } rows[] = {
        {{0xE5, 0x7F, 0x7F}, 3, 2.0, 0.0, 0.5, false}, {{0xE5, 0, 0}, 3, -2.0, 0.0, 0.5, false},
        {{0xE5, 0, 0x40}, 3, 0.0, 0.0, 0.5, false},    {{0xD5, 127}, 2, 0.0, 1.0, 0.5, false},
        {{0xB5, 74, 127}, 3, 0.0, 1.0, 1.0, false},    {{0xB5, 74, 32}, 3, 0.0, 1.0, 0.25, false},
        {{0xB5, 64, 63}, 3, 0.0, 1.0, 0.25, false},    {{0xB5, 64, 64}, 3, 0.0, 1.0, 0.25, true},
        {{0xB5, 121, 0}, 3, 0.0, 0.0, 0.5, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        urto_instrument_midi(instrument, 0, rows[i].bytes, rows[i].size);
        free(play(instrument, 1));
        ck_assert_double_eq(channel->bend, rows[i].bend);
        ck_assert_double_eq(channel->pressure, rows[i].pressure);
        ck_assert_double_eq(channel->timbre, rows[i].timbre);
        ck_assert(channel->pedal == rows[i].pedal);
        ck_assert_double_eq(instrument->channels[4].bend, 0.0);
    }
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB5, 7, 64, 11, 100}, 5);
    free(play(instrument, 1));
    ck_assert_double_eq_tol(instrument->volume, 64.0 * 64.0 / (127.0 * 127.0), 1e-15);
    ck_assert_double_eq_tol(instrument->expression, 100.0 * 100.0 / (127.0 * 127.0), 1e-15);
    urto_instrument_destroy(instrument);
}
END_TEST

/* System exclusive bytes are no notes, whatever status ran before; nor is what follows without a status. */
START_TEST(system_messages_are_skipped)
{
    static const uint8_t bytes[] = {0x90, 60,   100, 0xF0, 62,   100, 64,
                                    100,  0xF7, 65,  100,  0xF1, 66,  100};
    UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 8, false);
    urto_instrument_midi(instrument, 0, bytes, sizeof bytes);
    free(play(instrument, 64));
    ck_assert_uint_eq(urto_instrument_statistics(instrument).notes, 1);
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0x90, 67, 0xF8, 100, 69, 100}, 6);
    free(play(instrument, 64));
    ck_assert_uint_eq(urto_instrument_statistics(instrument).notes, 3);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Registered parameter 0 is the bend range of a channel, of all members in a zone; unregistered ones and others
 * change nothing. */
START_TEST(registered_parameters_set_the_bend_range)
{
    static const struct {
        bool mpe;
        uint8_t bytes[16];
        uint32_t size;
        double semitones; /* of full bend on the channel of the note */
    } cases[] = {
        {false, {0xB0, 101, 0, 100, 0, 6, 7}, 7, 7.0},
        {false, {0xB0, 101, 0, 100, 1, 6, 7}, 7, 2.0},
        {false, {0xB0, 101, 1, 100, 0, 6, 7}, 7, 2.0},
        {false, {0xB0, 101, 0, 100, 0, 99, 0, 98, 0, 6, 7}, 11, 2.0},
        {false, {0xB1, 101, 0, 100, 0, 6, 7}, 7, 2.0},
        {false, {0xB0, 101, 0, 100, 0, 6, 127}, 7, 96.0},
        {true, {0xB4, 101, 0, 100, 0, 6, 7}, 7, 7.0},
        {true, {0xB0, 101, 0, 100, 0, 6, 7}, 7, 48.0},
        {false, {0xB0, 101, 0, 100, 6, 6, 3}, 7, 48.0}, /* a zone begins */
        {true, {0xB0, 101, 0, 100, 6, 6, 0}, 7, 2.0},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        UrtoInstrumentOptions options = urto_instrument_options();
        UrtoInstrument *instrument = NULL;
        char text[4096];
        options.mpe = cases[i].mpe;
        OK(urto_instrument_create(&instrument, urto_instrument_find("mallet"), 48000.0, &options,
                                  NULL));
        urto_instrument_midi(instrument, 0, cases[i].bytes, cases[i].size);
        free(play(instrument, 1));
        const uint8_t channel = urto_instrument_mpe(instrument) || cases[i].mpe ? 1 : 0;
        const double found = instrument->channels[channel].range;
        ck_assert_msg(found == cases[i].semitones, "case %u: %g", i, found);
        ck_assert_uint_gt(urto_instrument_save(instrument, text, sizeof text), 0);
        urto_instrument_destroy(instrument);
    }
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("instrument");
    TCase *tests = tcase_create("all");

    if (argc > 1) {
        playing_seconds = strtod(argv[1], NULL);
        garbage_rounds = (uint32_t)(1000.0 * playing_seconds);
    }
    tcase_add_test(tests, random_playing_is_safe_and_balanced);
    tcase_add_test(tests, midi_garbage_leaves_no_note_stuck);
    if (argc > 1) {
        tcase_add_test(tests, tables_are_complete_and_consistent);
        tcase_add_test(tests, a_held_pedal_sustains_and_a_restrike_reuses_the_voice);
        tcase_add_test(tests, the_quietest_released_then_the_oldest_held_voice_is_stolen);
        tcase_add_test(tests, a_note_ends_on_its_channel_and_key);
        tcase_add_test(tests, the_limiter_is_smooth_and_bounded);
        tcase_add_test(tests, the_voice_nearest_to_its_end_is_cut);
        tcase_add_test(tests, a_flying_ball_keeps_its_voice);
        tcase_add_test(tests, bytes_reach_their_channel);
        tcase_add_test(tests, a_cut_voice_leaves_a_tail);
        tcase_add_test(tests, nothing_waits_after_a_restored_state_or_reset);
        tcase_add_test(tests, bend_reaches_the_channel_and_mpe_zone_it_names);
        tcase_add_test(tests, registered_parameters_set_the_bend_range);
        tcase_add_test(tests, controllers_move_the_parameters_of_the_table);
        tcase_add_test(tests, system_messages_are_skipped);
        tcase_add_test(tests, note_events_reach_only_the_note_they_number);
        tcase_add_test(tests, null_is_refused_and_never_crashes);
        tcase_add_test(tests, midi_may_be_cut_anywhere);
        tcase_add_test(tests, bad_values_are_refused_with_a_message);
    } else {
        tcase_add_test(tests, output_does_not_depend_on_block_size);
        tcase_add_test(tests, a_pool_gives_the_same_bits);
        tcase_add_test(tests, pitch_does_not_depend_on_the_rate);
        tcase_add_test(tests, event_storms_stay_finite_and_balanced);
        tcase_add_test(tests, ending_a_voice_does_not_click);
        tcase_add_test(tests, note_off_without_id_ends_only_its_key);
        tcase_add_test(tests, a_restored_state_sounds_the_same_to_the_bit);
        tcase_add_loop_test(tests, a_note_after_reset_sounds_as_in_a_new_instrument, 0, 2);
        tcase_add_test(tests, every_failed_allocation_is_reported_and_freed);
    }
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
