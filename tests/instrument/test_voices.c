/* Voices, gain, pedals and states by what they are inside, frame by frame. */
#include "tests/support/listen.h"

#include "src/instrument/instrument.h"
#include "src/play/limiter.h"

#include <urto/instrument_kind.h>

#include <inttypes.h>

static UrtoInstrument *open_instrument(const char *id, uint32_t voices)
{
    return make(urto_instrument_find(id), 48000.0, voices, true);
}

static void send(UrtoInstrument *instrument, UrtoEventKind kind, uint8_t channel, double value)
{
    const UrtoEvent event = {.kind = kind, .channel = channel, .key = 60, .value = value};

    OK(urto_instrument_event(instrument, &event, NULL));
}

static void run(UrtoInstrument *instrument, uint32_t frames)
{
    urto_instrument_process(instrument, NULL, frames);
}

/* The voice of the last note. */
static const Voice *last_voice(const UrtoInstrument *instrument)
{
    const Voice *last = &instrument->voices[0];

    for (uint32_t v = 1; v < instrument->room; v++) {
        const Voice *voice = &instrument->voices[v];
        last =
            voice->state == VOICE_SOUNDS && voice->start_order >= last->start_order ? voice : last;
    }
    return last;
}

/* What is cut, or ends at once with its body, leaves its last value on either side. */
START_TEST(an_end_leaves_the_last_value_on_both_sides)
{
    static const char *const kinds[] = {"mallet", "hammered-string"};
    for (int i = 0; i < 2; i++) {
        UrtoInstrument *instrument = open_instrument(kinds[i], 2);
        note(instrument, 0, 52, 0.7);
        run(instrument, 1234);
        const double last[2] = {instrument->last[0], instrument->last[1]};
        ck_assert_double_gt(fabs(last[0] - last[1]), 0.05 * (fabs(last[0]) + fabs(last[1])));
        voices_fade_all(instrument);
        voices_cut_fading(instrument);
        if (instrument->radiator.count) {
            urto_instrument_reset(instrument);
        }
        for (int c = 0; c < 2; c++) {
            ck_assert_double_eq_tol(instrument->tail[c], last[c], 1e-9);
        }
        urto_instrument_destroy(instrument);
    }
}
END_TEST

/* A choked note is gone after 5 ms; one that has died away, after a tenth of a second of silence. */
START_TEST(notes_end_in_their_time)
{
    UrtoInstrument *instrument = open_instrument("mallet", 2);
    note(instrument, 0, 60, 0.7);
    run(instrument, 960);
    send(instrument, URTO_EVENT_NOTE_CHOKE, 0, 0.0);
    run(instrument, 239 - TICK);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 1);
    run(instrument, 3 * TICK);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
    set(instrument, "decay", 0.05);
    note(instrument, 0, 84, 0.7);
    uint32_t silent = 0;
    do {
        float *x = play(instrument, TICK);
        const double size = rms(x, TICK);
        silent = size > 1e-8 ? 0 : silent + TICK;
        free(x);
    } while (urto_instrument_statistics(instrument).voices > 0 && silent < 48000);
    printf("silent for %u ms\n", silent / 48);
    ck_assert_uint_ge(silent, 4800);
    ck_assert_uint_le(silent, 5400);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Bend, pressure and timbre of a note, of its channel and of the manager of its zone. */
START_TEST(expressions_add_up)
{
    UrtoInstrument *instrument = open_instrument("hammered-string", 4);
    urto_instrument_set_mpe(instrument, true);
    send(instrument, URTO_EVENT_NOTE_ON, 1, 0.5);
    send(instrument, URTO_EVENT_CHANNEL_PRESSURE, 0, 0.7);
    send(instrument, URTO_EVENT_TIMBRE, 1, 0.6);
    send(instrument, URTO_EVENT_NOTE_TIMBRE, 1, 0.75);
    send(instrument, URTO_EVENT_BEND, 0, 1.0);
    send(instrument, URTO_EVENT_BEND, 1, 0.25);
    send(instrument, URTO_EVENT_NOTE_BEND, 1, 96.0);
    run(instrument, 1);
    const Voice *voice = last_voice(instrument);
    const double unsoft = voice->velocity;
    ck_assert_double_eq(voice->pressure, 0.7);
    ck_assert_double_eq_tol(voice->timbre, 0.7, 1e-12);
    ck_assert_double_eq(voice->bend, 97.25);
    send(instrument, URTO_EVENT_PRESSURE, 1, 0.9);
    run(instrument, 1);
    ck_assert_double_eq(voice->pressure, 0.9);
    /* struck again: what was the note's is gone */
    send(instrument, URTO_EVENT_NOTE_ON, 1, 0.5);
    run(instrument, 1);
    ck_assert_ptr_eq(last_voice(instrument), voice);
    ck_assert_double_eq(voice->pressure, 0.7);
    ck_assert_double_eq_tol(voice->timbre, 0.2, 1e-12);
    ck_assert_double_eq(voice->bend, 1.25);
    /* the soft pedal of the manager: four fifths of the velocity, and darker by 0.4 */
    send(instrument, URTO_EVENT_SOFT, 0, 1.0);
    send(instrument, URTO_EVENT_NOTE_ON, 1, 0.5);
    run(instrument, 1);
    ck_assert(voice->soft);
    ck_assert_double_eq_tol(voice->timbre, -0.2, 1e-12);
    ck_assert_double_ne(voice->velocity, unsoft);
    ck_assert_double_eq(voice->velocity, key_stroke(instrument, 60, 0.8 * 0.5));
    urto_instrument_destroy(instrument);
}
END_TEST

/* An instrument of a program that hears what it is told. */
static struct {
    uint32_t ramps[8], applied, started;
    UrtoVoice last;
    double force;
} seen;

static void see_apply(void *context, const UrtoVoice *voice, uint32_t ramp)
{
    (void)context;
    seen.last = *voice;
    seen.ramps[seen.applied++ % 8] = ramp;
}

static void see_start(void *context, const UrtoVoice *voice)
{
    (void)context;
    ck_assert(voice->again == (seen.started > 0));
    seen.started++;
}

static void push(void *context, const UrtoVoice *voice, float *const *signal, uint32_t frames)
{
    (void)context;
    (void)voice;
    for (uint32_t i = 0; i < frames; i++) {
        signal[0][i] = (float)seen.force;
    }
}

/* Left and right, what moves and how fast: at once for a new note, in 2 ms for one that sounds, else in 10 ms. */
START_TEST(a_kind_of_a_program_is_told_and_heard)
{
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoMassDef mass = urto_mass_def();
    OK(urto_world_def_create(&def, NULL));
    const UrtoPort port = urto_world_def_port_at(def, urto_world_def_mass(def, &mass), 0.0, 0.0);
    const UrtoWorldOptions options = {
        .inputs = 1, .outputs = 2, .smoothing = URTO_NO_SMOOTHING, .repeatable = true};
    urto_world_def_options(def, &options);
    UrtoDriveDef drive = urto_drive_def(port);
    urto_world_def_drive(def, &drive);
    for (uint32_t c = 0; c < 2; c++) {
        UrtoProbeDef probe = urto_probe_def(port);
        probe.quantity = URTO_QUANTITY_ACCELERATION;
        probe.channel = c;
        probe.width = 1;
        probe.gain = c ? 0.25 : 1.0;
        urto_world_def_probe(def, &probe);
    }
    OK(urto_world_create(&world, def, 48000.0, NULL));
    urto_world_def_destroy(def);
    UrtoInstrumentKind kind = {.info = {.id = "mine",
                                        .name = "Mine",
                                        .description = "Mine.",
                                        .lowest_key = 0,
                                        .highest_key = 127},
                               .world = world,
                               .rate = 48000.0,
                               .gain = 0.0,
                               .channels = 2,
                               .inputs = 1,
                               .apply = see_apply,
                               .start = see_start,
                               .input = push};
    UrtoInstrument *instrument = NULL;
    ck_assert_int_eq(urto_instrument_create_kind(&instrument, &kind, NULL, NULL),
                     URTO_ERROR_ARGUMENT);
    kind.gain = 1e-3;
    OK(urto_instrument_create_kind(&instrument, &kind, NULL, NULL));
    memset(&seen, 0, sizeof seen);
    seen.force = 1.0;
    float out[2][480];
    send(instrument, URTO_EVENT_CHANNEL_PRESSURE, 0, 0.625);
    send(instrument, URTO_EVENT_TIMBRE, 0, 0.875);
    send(instrument, URTO_EVENT_BEND, 0, -1.5);
    send(instrument, URTO_EVENT_NOTE_ON, 0, 0.5);
    urto_instrument_process(instrument, (float *[]){out[0], out[1]}, 480);
    ck_assert_float_gt(fabsf(out[0][479]), 1e-6f);
    ck_assert_double_eq_tol((double)out[1][479] / (double)out[0][479], 0.25, 1e-5);
    ck_assert(seen.applied == 1 && seen.ramps[0] == 0 && seen.started == 1);
    ck_assert(seen.last.pressure == 0.625 && seen.last.timbre == 0.75 && seen.last.bend == -1.5);
    ck_assert(seen.last.key == 60 && seen.last.held && seen.last.rate == 48000.0);
    ck_assert_double_eq_tol(seen.last.pitch, 440.0 * exp2(-10.5 / 12.0), 1e-9);
    send(instrument, URTO_EVENT_BEND, 0, 0.0);
    run(instrument, 480);
    ck_assert(seen.applied == 2 && seen.ramps[1] == 480 && seen.last.bend == 0.0);
    send(instrument, URTO_EVENT_NOTE_ON, 0, 0.5);
    run(instrument, 480);
    ck_assert(seen.applied == 3 && seen.ramps[2] == 96 && seen.started == 2);
    /* what is no number any more is taken away, and counted */
    seen.force = (double)NAN;
    run(instrument, 4800);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
    ck_assert_uint_gt(urto_instrument_statistics(instrument).nonfinite, 0);
    /* what flies is not heard: it goes on while its key is held */
    seen.force = 1.0;
    seen.started = 0;
    send(instrument, URTO_EVENT_NOTE_ON, 0, 0.5);
    run(instrument, 480);
    seen.force = 0.0;
    run(instrument, 24000);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 1);
    send(instrument, URTO_EVENT_NOTE_OFF, 0, 0.0);
    run(instrument, 9600);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
    urto_instrument_destroy(instrument);
    urto_world_destroy(world);
}
END_TEST

/* Above 0.8 the output bends, and each frame that it does so in is counted. A gain glides in 10 ms. */
START_TEST(the_output_is_limited_above_its_knee)
{
    enum { FRAMES = 2400 };
    static float soft[2][FRAMES], loud[2][FRAMES];
    UrtoInstrument *instrument = open_instrument("mallet", 2);
    uint32_t limited = 0;
    const double up =
        24.0 - urto_instrument_get(instrument, urto_instrument_parameter_find(
                                                   urto_instrument_info_of(instrument), "level"));
    for (int i = 0; i < 2; i++) {
        note(instrument, 0, 48, 1.0);
        urto_instrument_process(
            instrument, i ? (float *[]){loud[0], loud[1]} : (float *[]){soft[0], soft[1]}, FRAMES);
        ck_assert_double_gt(urto_instrument_statistics(instrument).energy, 0.0);
        ck_assert_double_gt(urto_instrument_statistics(instrument).force_max, 0.0);
        if (i == 0) {
            ck_assert_uint_eq(urto_instrument_statistics(instrument).limited, 0);
            urto_instrument_destroy(instrument);
            instrument = open_instrument("mallet", 2);
            set(instrument, "level", 24.0);
        }
    }
    const double gain = pow(10.0, up / 20.0);
    for (int n = 0; n < FRAMES; n++) {
        bool acts = false;
        for (int c = 0; c < 2; c++) {
            const double y = limiter(gain * (double)soft[c][n], 0.8, &acts);
            ck_assert_double_eq_tol((double)loud[c][n], y, 1e-5);
        }
        limited += acts;
    }
    ck_assert_uint_gt(limited, 10);
    ck_assert_double_eq_tol((double)urto_instrument_statistics(instrument).limited, limited, 2.0);
    set(instrument, "level", 0.0);
    ck_assert_uint_eq(instrument->gain_frames, 480);
    run(instrument, 240);
    ck_assert_double_eq_tol(instrument->gain, 0.5 * (gain + 1.0) * instrument->gain_target,
                            0.02 * gain);
    run(instrument, 240);
    ck_assert_double_eq(instrument->gain, instrument->gain_target);
    urto_instrument_destroy(instrument);
}
END_TEST

/* A contact counts while it touches, and a voice has no energy when it is at rest. */
START_TEST(statistics_are_of_what_sounds)
{
    UrtoInstrument *instrument = open_instrument("mallet", 2);
    uint64_t touching = 0;
    note(instrument, 0, 60, 0.7);
    for (int i = 0; i < 200; i++) {
        run(instrument, 1);
        touching += urto_instrument_statistics(instrument).contacts;
    }
    ck_assert_uint_gt(touching, 5);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).contacts, 0);
    ck_assert_double_gt(urto_instrument_statistics(instrument).energy, 0.0);
    send(instrument, URTO_EVENT_SOUND_OFF, 0, 0.0);
    run(instrument, 480);
    ck_assert_double_eq(urto_instrument_statistics(instrument).energy, 0.0);
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Silent is what has neither voice nor tail nor a body that rings. */
START_TEST(silence_is_of_everything)
{
    UrtoInstrument *instrument = open_instrument("hammered-string", 2);
    ck_assert(voices_silent(instrument));
    for (int c = 0; c < 2; c++) {
        instrument->tail[c] = 0.5;
        ck_assert(!voices_silent(instrument));
        instrument->tail[c] = 0.0;
    }
    instrument->radiator.awake = true;
    ck_assert(!voices_silent(instrument));
    urto_instrument_destroy(instrument);
}
END_TEST

/* A body rings on when its string has been stopped, until it is silent itself. */
START_TEST(a_body_outlives_its_strings)
{
    UrtoInstrument *instrument = open_instrument("fretted-string", 2);
    note(instrument, 0, 50, 0.8);
    free(play(instrument, 4800));
    const UrtoEvent choke = {.kind = URTO_EVENT_NOTE_CHOKE, .key = 50};
    OK(urto_instrument_event(instrument, &choke, NULL));
    free(play(instrument, 480));
    ck_assert_uint_eq(urto_instrument_statistics(instrument).voices, 0);
    ck_assert(urto_instrument_rings(instrument));
    float *x = play(instrument, 480);
    ck_assert_double_gt(rms(x, 480), 1e-6);
    free(x);
    free(play(instrument, 480000));
    ck_assert(!urto_instrument_rings(instrument));
    urto_instrument_destroy(instrument);
}
END_TEST

/* An instrument that takes the place of another goes on as that: controllers, half a message, its last value. */
START_TEST(an_instrument_follows_another)
{
    UrtoInstrument *before = open_instrument("mallet", 2);
    UrtoInstrument *after = open_instrument("mallet", 2);
    urto_instrument_set_mpe(before, true);
    note(before, 0, 60, 0.8);
    send(before, URTO_EVENT_VOLUME, 0, 0.5);
    send(before, URTO_EVENT_EXPRESSION, 0, 0.25);
    send(before, URTO_EVENT_BEND, 3, 1.5);
    run(before, 1001);
    urto_instrument_midi(before, 0, (const uint8_t[]){0x90, 64}, 2);
    const double last[2] = {before->last[0], before->last[1]};
    ck_assert(last[0] != 0.0 && last[1] != 0.0 && last[0] != last[1]);
    urto_instrument_follow(after, before);
    ck_assert(urto_instrument_mpe(after));
    ck_assert_double_eq(after->volume, 0.5);
    ck_assert_double_eq(after->expression, 0.25);
    ck_assert_double_eq(after->gain, 0.125 * after->full_gain);
    ck_assert_double_eq(after->channels[3].bend, 1.5);
    ck_assert_double_eq(after->tail[0], last[0]);
    ck_assert_double_eq(after->tail[1], last[1]);
    urto_instrument_midi(after, 0, (const uint8_t[]){100}, 1);
    run(after, 1);
    ck_assert_uint_eq(urto_instrument_statistics(after).notes, 1);
    urto_instrument_destroy(before);
    urto_instrument_destroy(after);
}
END_TEST

/* A state says everything: what it does not name is as at the start, and what is out of range is refused whole. */
START_TEST(a_state_is_whole_and_within_its_ranges)
{
    static const struct {
        const char *name;
        double low, high;
    } rows[] = {{"volume ", 0.0, 1.0}, {"expression ", 0.0, 1.0}, {"bend ", -96.0, 96.0},
                {"range ", 0.0, 96.0}, {"pressure ", 0.0, 1.0},   {"timbre ", 0.0, 1.0}};
    UrtoInstrument *instrument = open_instrument("mallet", 2);
    char good[8192];
    char text[8192];
    ck_assert_uint_lt(urto_instrument_save(instrument, good, sizeof good), sizeof good);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double values[] = {rows[i].low, rows[i].high, nextafter(rows[i].low, -1e9),
                                 nextafter(rows[i].high, 1e9), (double)NAN};
        for (int v = 0; v < 5; v++) {
            uint64_t bits = 0;
            memcpy(&bits, &values[v], sizeof bits);
            snprintf(text, sizeof text, "%s", good);
            char *at = strstr(text, rows[i].name) + strlen(rows[i].name);
            char digits[17];
            snprintf(digits, sizeof digits, "%016" PRIx64, bits);
            memcpy(at, digits, 16);
            ck_assert_msg((urto_instrument_restore(instrument, text, NULL) == URTO_OK) == (v < 2),
                          "%s%g", rows[i].name, values[v]);
            ck_assert(v > 1 || i > 1 ||
                      values[v] == (i ? instrument->expression : instrument->volume));
        }
    }
    /* parameters are taken to the nearest value that there is */
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
    const uint32_t decay = urto_instrument_parameter_find(info, "decay");
    OK(urto_instrument_restore(
        instrument, "urto-instrument 1 mallet\nparameter decay 7fe0000000000000\nend\n", NULL));
    ck_assert_double_eq(urto_instrument_get(instrument, decay), info->parameters[decay].maximum);
    ck_assert_int_ne(
        urto_instrument_restore(
            instrument, "urto-instrument 1 mallet\nparameter decay 7ff0000000000000\nend\n", NULL),
        URTO_OK);
    /* the line that is wrong is named */
    UrtoDiagnostic why = {0};
    ck_assert_int_ne(
        urto_instrument_restore(instrument, "urto-instrument 1 mallet\nmpe 0\nmpe 2\nend\n", &why),
        URTO_OK);
    ck_assert_str_eq(why.message, "line 3: not what urto_instrument_save writes");
    /* what was set before is not in a state that does not name it */
    set(instrument, "decay", 0.123);
    urto_instrument_set_mpe(instrument, true);
    send(instrument, URTO_EVENT_VOLUME, 0, 0.5);
    send(instrument, URTO_EVENT_EXPRESSION, 0, 0.5);
    send(instrument, URTO_EVENT_SOFT, 2, 1.0);
    run(instrument, 1);
    OK(urto_instrument_restore(instrument, "urto-instrument 1 mallet\nend\n", NULL));
    ck_assert_double_eq(urto_instrument_get(instrument, decay),
                        info->parameters[decay].default_value);
    ck_assert(!urto_instrument_mpe(instrument) && !instrument->channels[2].soft);
    ck_assert(instrument->volume == 1.0 && instrument->expression == 1.0);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Registered parameters: those of a member are those of all, those of the manager its own; only channel 1 begins a zone. */
START_TEST(zones_begin_on_their_channel)
{
    UrtoInstrument *instrument = open_instrument("mallet", 2);
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB3, 101, 0, 100, 6, 6, 15}, 7);
    ck_assert(!urto_instrument_mpe(instrument));
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB0, 101, 0, 100, 6, 6, 15}, 7);
    ck_assert(urto_instrument_mpe(instrument));
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB0, 101, 0, 100, 0, 6, 12}, 7);
    ck_assert_double_eq(instrument->channels[0].range, 12.0);
    ck_assert_double_eq(instrument->channels[5].range, 48.0);
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xB5, 101, 0, 100, 0, 6, 24}, 7);
    ck_assert_double_eq(instrument->channels[5].range, 24.0);
    ck_assert_double_eq(instrument->channels[9].range, 24.0);
    ck_assert_double_eq(instrument->channels[0].range, 12.0);
    /* pressure to its end, by a running status with the clock in between */
    urto_instrument_midi(instrument, 0, (const uint8_t[]){0xD2, 64, 0xF8, 127}, 4);
    run(instrument, 1);
    ck_assert_double_eq(instrument->channels[2].pressure, 1.0);
    urto_instrument_destroy(instrument);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {an_end_leaves_the_last_value_on_both_sides,
                                  notes_end_in_their_time,
                                  expressions_add_up,
                                  a_kind_of_a_program_is_told_and_heard,
                                  the_output_is_limited_above_its_knee,
                                  statistics_are_of_what_sounds,
                                  silence_is_of_everything,
                                  a_body_outlives_its_strings,
                                  an_instrument_follows_another,
                                  a_state_is_whole_and_within_its_ranges,
                                  zones_begin_on_their_channel};

    return SUITE_RUN("voices", tests);
}
