/* Random playing of every instrument and of the PhonoBump, twice: the same script of notes, bends,
 * pressure, pedals, controllers, MPE, parameters, presets, resets and restored states in blocks of
 * other sizes gives the same bits, finite and within -1 to 1; a state that is saved at any moment
 * comes back whole in a third instance.
 *
 *   test_random [rounds [first seed]]
 *
 * The instrument follows from the seed. A failure names its seed: `test_random 1 SEED` plays that
 * round again. */
#include "tests/support/listen.h"

#include <inttypes.h>
#include <stdbool.h>

enum { FRAMES = 6000, ACTS = 120, KINDS = 64, STATE = 16384 };

static uint64_t rounds = 60;
static uint64_t first_seed = 1;

/* What is done to an instrument. All but events and MIDI act at once: blocks end there. So do the
 * registered parameters of MIDI. */
typedef enum ActKind {
    ACT_EVENT,
    ACT_MIDI,
    ACT_SETUP, /* MIDI: a registered parameter */
    ACT_SET,
    ACT_PRESET,
    ACT_MPE,
    ACT_RESTORE, /* of its own state, which resets it */
    ACT_RESET,
    ACT_SAVE, /* into the third instance */
} ActKind;

typedef struct Act {
    ActKind kind;
    uint32_t frame;
    UrtoEvent event; /* also: parameter and value, preset, MPE */
    uint8_t bytes[12];
    size_t size;
} Act;

static Dice dice_of(uint64_t seed)
{
    Dice d = {seed * 0x9e3779b97f4a7c15ull + 1};

    for (int i = 0; i < 8; i++) {
        dice(&d, 2);
    }
    return d;
}

static uint8_t seven_bits(Dice *d)
{
    return (uint8_t)dice(d, 128);
}

static void random_midi(Dice *d, const UrtoInstrumentInfo *info, Act *act)
{
    static const uint8_t controllers[] = {1, 7, 11, 64, 74, 120, 121, 123};
    const uint8_t channel = (uint8_t)dice(d, 4);
    const UrtoParameterInfo *parameter = &info->parameters[dice(d, info->parameter_count)];
    uint8_t controller = controllers[dice(d, sizeof controllers)];

    if (parameter->controller >= 0 && dice(d, 2)) {
        controller = (uint8_t)parameter->controller;
    }
    const uint8_t messages[][12] = {
        {3, 0x90 | channel, (uint8_t)(24 + dice(d, 84)), seven_bits(d)},
        {3, 0x80 | channel, (uint8_t)(24 + dice(d, 84)), seven_bits(d)},
        {3, 0xA0 | channel, (uint8_t)(24 + dice(d, 84)), seven_bits(d)},
        {3, 0xB0 | channel, controller, seven_bits(d)},
        {2, 0xC0 | channel, seven_bits(d)},
        {2, 0xD0 | channel, seven_bits(d)},
        {3, 0xE0 | channel, seven_bits(d), seven_bits(d)},
        /* the range of bends, and MPE */
        {9, 0xB0 | channel, 101, 0, 0xB0 | channel, 100, 0, 0xB0 | channel, 6,
         (uint8_t)dice(d, 49)},
        {9, 0xB0, 101, 0, 0xB0, 100, 6, 0xB0, 6, (uint8_t)dice(d, 16)},
    };
    const uint8_t *message = messages[dice(d, sizeof messages / sizeof *messages)];
    act->size = message[0];
    memcpy(act->bytes, message + 1, act->size);
    act->kind = act->kind == ACT_MIDI && act->size == 9 ? ACT_SETUP : act->kind;
}

static void random_event_of(Dice *d, const UrtoInstrumentInfo *info, UrtoEvent *event)
{
    const uint32_t kind = dice(d, 20);

    *event =
        (UrtoEvent){.kind = kind > URTO_EVENT_EXPRESSION ? URTO_EVENT_NOTE_ON : (UrtoEventKind)kind,
                    .channel = (uint8_t)dice(d, 3),
                    .key = (uint8_t)(24 + dice(d, 84)),
                    .note = dice(d, 6),
                    .parameter = dice(d, info->parameter_count),
                    .value = dice_real(d, 0.0, 1.0)};
    if (event->kind == URTO_EVENT_BEND || event->kind == URTO_EVENT_NOTE_BEND) {
        event->value = dice_real(d, -12.0, 12.0);
    } else if (event->kind == URTO_EVENT_PARAMETER) {
        event->value = urto_parameter_value(&info->parameters[event->parameter], event->value);
    }
}

static void random_act(Dice *d, const UrtoInstrumentInfo *info, Act *act)
{
    static const ActKind kinds[] = {ACT_EVENT, ACT_EVENT,  ACT_EVENT, ACT_EVENT, ACT_EVENT,
                                    ACT_EVENT, ACT_EVENT,  ACT_EVENT, ACT_MIDI,  ACT_MIDI,
                                    ACT_MIDI,  ACT_MIDI,   ACT_MIDI,  ACT_SET,   ACT_SET,
                                    ACT_SET,   ACT_PRESET, ACT_SAVE,  ACT_SAVE};

    act->kind = kinds[dice(d, sizeof kinds / sizeof *kinds)];
    if (dice(d, 60) == 0) {
        act->kind = dice(d, 3) == 0 ? ACT_RESET : dice(d, 2) ? ACT_RESTORE : ACT_MPE;
    }
    random_event_of(d, info, &act->event);
    random_midi(d, info, act);
    if (act->kind == ACT_SET) {
        const UrtoParameterInfo *parameter = &info->parameters[act->event.parameter];
        act->event.value = urto_parameter_value(parameter, dice_real(d, 0.0, 1.0));
    } else if (act->kind == ACT_PRESET) {
        act->event.parameter = dice(d, info->preset_count);
    }
}

/* Acts in the order of their frames. */
static void random_script(Dice *d, const UrtoInstrumentInfo *info, Act acts[ACTS])
{
    uint32_t frame = 0;

    for (int i = 0; i < ACTS; i++) {
        frame += dice(d, 3) ? dice(d, 2 * FRAMES / ACTS) : 0;
        random_act(d, info, &acts[i]);
        acts[i].frame = frame < FRAMES ? frame : FRAMES - 1;
    }
}

/* A state of one instrument is taken by another: as it was, whatever that had. */
static void check_state(const UrtoInstrument *from, UrtoInstrument *to, uint64_t seed)
{
    static char text[STATE];
    static char again[STATE];
    const UrtoInstrumentInfo *info = urto_instrument_info_of(from);
    UrtoDiagnostic why = {0};
    bool same = true;

    ck_assert_uint_le(urto_instrument_save(from, text, sizeof text), sizeof text);
    const UrtoStatus status = urto_instrument_restore(to, text, &why);
    ck_assert_msg(status == URTO_OK, "%s, seed %" PRIu64 ": %s", info->id, seed, why.message);
    urto_instrument_save(to, again, sizeof again);
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        same = same && urto_instrument_get(from, i) == urto_instrument_get(to, i);
    }
    ck_assert_msg(same, "%s, seed %" PRIu64 ": parameters", info->id, seed);
    ck_assert_msg(strcmp(text, again) == 0, "%s, seed %" PRIu64 ": the state is\n%s\nafter\n%s",
                  info->id, seed, again, text);
}

/* Does what acts at once. */
static void act_now(UrtoInstrument *instrument, UrtoInstrument *third, const Act *act,
                    uint64_t seed)
{
    if (act->kind == ACT_SETUP) {
        urto_instrument_midi(instrument, 0, act->bytes, act->size);
    } else if (act->kind == ACT_SET) {
        OK(urto_instrument_set(instrument, act->event.parameter, act->event.value, NULL));
    } else if (act->kind == ACT_PRESET) {
        OK(urto_instrument_load_preset(instrument, act->event.parameter, NULL));
    } else if (act->kind == ACT_MPE) {
        urto_instrument_set_mpe(instrument, act->event.value > 0.5);
    } else if (act->kind == ACT_RESTORE) {
        check_state(instrument, instrument, seed);
    } else if (act->kind == ACT_RESET) {
        urto_instrument_reset(instrument);
    } else {
        check_state(instrument, third, seed);
    }
}

/* Plays a script in blocks of at most some frames. */
static void play_script(UrtoInstrument *instrument, UrtoInstrument *third, const Act acts[ACTS],
                        uint32_t most, uint64_t seed, float out[2][FRAMES])
{
    Dice d = dice_of(seed ^ most);
    int next = 0;

    for (uint32_t at = 0; at < FRAMES;) {
        uint32_t end = at + 1 + dice(&d, most);
        end = end < FRAMES ? end : FRAMES;
        for (; next < ACTS && acts[next].frame < end; next++) {
            Act act = acts[next];
            if (act.kind > ACT_MIDI && act.frame > at) {
                end = act.frame; /* it begins the next block */
                break;
            }
            if (act.kind == ACT_EVENT) {
                act.event.frame = act.frame - at;
                OK(urto_instrument_event(instrument, &act.event, NULL));
            } else if (act.kind == ACT_MIDI) {
                urto_instrument_midi(instrument, act.frame - at, act.bytes, act.size);
            } else {
                act_now(instrument, third, &act, seed);
            }
        }
        float *const channels[2] = {out[0] + at, out[1] + at};
        urto_instrument_process(instrument, channels, end - at);
        at = end;
    }
}

/* Where two outputs differ; FRAMES: nowhere. Both are finite and within -1 to 1. */
static uint32_t first_difference(float one[2][FRAMES], float two[2][FRAMES], bool *good)
{
    uint32_t at = FRAMES;

    *good = true;
    for (uint32_t i = FRAMES; i-- > 0;) {
        for (int c = 0; c < 2; c++) {
            *good = *good && fabsf(one[c][i]) <= 1.0f; /* not if it is NaN */
            at = memcmp(&one[c][i], &two[c][i], sizeof(float)) == 0 ? at : i;
        }
    }
    return at;
}

static void play_round(uint64_t seed, uint32_t loud[KINDS])
{
    static float out[2][2][FRAMES];
    static Act acts[ACTS];
    Dice d = dice_of(seed);
    const uint32_t kind = (uint32_t)(seed % urto_instrument_count());
    const UrtoInstrumentInfo *info = urto_instrument_info(kind);
    const double rate = dice(&d, 3) ? 44100.0 : dice_real(&d, 16000.0, 96000.0);
    const uint32_t voices = 1 + dice(&d, 4);
    UrtoInstrument *third = make(info, rate, 1, false);
    bool good = true;

    random_script(&d, info, acts);
    const uint32_t most[2] = {4096, 1u << dice(&d, 9)};
    for (int i = 0; i < 2; i++) {
        UrtoInstrument *instrument = make(info, rate, voices, false);
        play_script(instrument, third, acts, most[i], seed, out[i]);
        ck_assert_uint_eq(urto_instrument_statistics(instrument).nonfinite, 0);
        check_state(instrument, third, seed);
        urto_instrument_destroy(instrument);
    }
    urto_instrument_destroy(third);
    const uint32_t at = first_difference(out[0], out[1], &good);
    ck_assert_msg(good, "%s is not finite or beyond 1; replay: test_random 1 %" PRIu64, info->id,
                  seed);
    ck_assert_msg(at == FRAMES,
                  "%s, blocks of up to %u differ from frame %u on; replay: test_random 1 %" PRIu64,
                  info->id, most[1], at, seed);
    loud[kind] += rms(out[0][0], FRAMES) > 1e-5;
}

START_TEST(any_script_sounds_the_same_in_any_blocks)
{
    uint32_t loud[KINDS] = {0};

    ck_assert_uint_le(urto_instrument_count(), KINDS);
    for (uint64_t i = 0; i < rounds; i++) {
        play_round(first_seed + i, loud);
    }
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        ck_assert_msg(rounds < 3 * urto_instrument_count() || loud[k] > 0, "%s was never heard",
                      urto_instrument_info(k)->id);
    }
}
END_TEST

static void check_bump_state(const UrtoBump *from, UrtoBump *to, uint64_t seed)
{
    static char text[STATE];
    static char again[STATE];
    bool same = true;

    ck_assert_uint_le(urto_bump_save(from, text, sizeof text), sizeof text);
    OK(urto_bump_restore(to, text, NULL));
    urto_bump_save(to, again, sizeof again);
    for (uint32_t i = 0; i < urto_bump_info()->parameter_count; i++) {
        same = same && urto_bump_get(from, i) == urto_bump_get(to, i);
    }
    ck_assert_msg(same && strcmp(text, again) == 0, "phonobump, seed %" PRIu64 ": state", seed);
}

static UrtoBump *make_bump(double rate)
{
    UrtoBump *bump = NULL;

    OK(urto_bump_create(&bump, rate, &(UrtoBumpOptions){.channels = 2}, NULL));
    return bump;
}

/* The parts of a script that an effect knows, at their frames. */
static void play_bump(UrtoBump *bump, UrtoBump *third, uint64_t seed, uint32_t most,
                      float in[2][FRAMES], float out[2][FRAMES])
{
    const UrtoBumpInfo *info = urto_bump_info();
    Dice script = dice_of(seed);
    Dice sizes = dice_of(seed ^ most);
    uint32_t next = 0;

    for (uint32_t at = 0; at < FRAMES;) {
        if (at == next) {
            const uint32_t what = dice(&script, 8);
            const uint32_t which = dice(&script, info->parameter_count);
            const double value =
                urto_parameter_value(&info->parameters[which], dice_real(&script, 0.0, 1.0));
            if (what == 0) {
                OK(urto_bump_load_preset(bump, dice(&script, info->preset_count), NULL));
            } else if (what == 1) {
                check_bump_state(bump, dice(&script, 4) ? third : bump, seed);
            } else {
                OK(urto_bump_set(bump, which, value, NULL));
            }
            next += 1 + dice(&script, 400);
        }
        uint32_t end = at + 1 + dice(&sizes, most);
        end = end < next ? end : next;
        end = end < FRAMES ? end : FRAMES;
        urto_bump_process(bump, (const float *[]){in[0] + at, in[1] + at},
                          (float *[]){out[0] + at, out[1] + at}, end - at);
        at = end;
    }
}

/* Noise in bursts, at any level. */
static void random_input(Dice *d, float in[2][FRAMES])
{
    double size = 0.0;

    for (uint32_t i = 0; i < FRAMES; i++) {
        if (dice(d, 500) == 0) {
            size = dice(d, 3) ? pow(10.0, dice_real(d, -4.0, 0.5)) : 0.0;
        }
        in[0][i] = (float)(size * dice_real(d, -1.0, 1.0));
        in[1][i] = (float)(size * dice_real(d, -1.0, 1.0));
    }
}

START_TEST(the_phonobump_sounds_the_same_in_any_blocks)
{
    static float in[2][FRAMES];
    static float out[2][2][FRAMES];

    for (uint64_t i = 0; i < rounds; i += urto_instrument_count()) {
        const uint64_t seed = first_seed + i;
        Dice d = dice_of(~seed);
        const double rate = dice(&d, 3) ? 44100.0 : dice_real(&d, 16000.0, 96000.0);
        const uint32_t most[2] = {4096, 1u << dice(&d, 9)};
        UrtoBump *third = make_bump(rate);
        bool good = true;
        random_input(&d, in);
        for (int k = 0; k < 2; k++) {
            UrtoBump *bump = make_bump(rate);
            play_bump(bump, third, seed, most[k], in, out[k]);
            urto_bump_destroy(bump);
        }
        urto_bump_destroy(third);
        const uint32_t at = first_difference(out[0], out[1], &good);
        ck_assert_msg(good && at == FRAMES,
                      "phonobump, blocks of up to %u: %s, from frame %u on; replay: "
                      "test_random 1 %" PRIu64,
                      most[1], good ? "they differ" : "not within -1 to 1", at, seed);
    }
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = {any_script_sounds_the_same_in_any_blocks,
                                  the_phonobump_sounds_the_same_in_any_blocks};

    if (argc > 1) {
        rounds = strtoull(argv[1], NULL, 10);
    }
    if (argc > 2) {
        first_seed = strtoull(argv[2], NULL, 10);
    }
    return SUITE_RUN("random", tests);
}
