/* Louder and brighter with velocity: every instrument, every preset, at its lowest, middle and
 * highest key.
 *
 * The law K x^a with a > 1 makes a faster hit shorter, so its spectrum reaches further up. That
 * says something about the sound where the contact is one hit; where it is shorter than a period of
 * the tone, since the spectrum of a longer one has zeros among the partials; and where it does get
 * shorter: a light skin or a thin plate gives way and holds the hammer as long as it likes. A body
 * that throws the hammer back and is hit again adds hits at times of its own. So:
 *
 *   struck    one touch, shorter than a period and than that of the softer stroke: brighter at each
 *             step; one touch: brighter in the end (mallet, hammered string, the first fall of a
 *             bouncing ball)
 *   plucked   as long as the string touches nothing: brighter at each step (fretted string, and the
 *             tanpura with its bridge lowered). A string that lies on a rigid bridge scales: twice
 *             the pull is the same motion twice as large, as bright as before.
 *   drummed   wires that hang off the skin are reached by harder strokes: brighter in the end
 *             (snare); wires that lie on it or near (tight, muffled, rim) scale; without wires
 *             the head alone decides how long the stick stays: as bright at any velocity (toms, kick)
 *   kept up   the bow is drawn faster and pressed harder in about the same measure, which is the
 *             same motion larger; a ball or point presses harder on higher bumps: louder only
 *             (tromba, roll, scrape). A tone that is held is louder at each step of velocity.
 */
#include "tests/support/listen.h"

enum { STEPS = 7, FRAMES = 24000, WINDOW = 16384 };

static const double rate = 48000.0;

typedef enum Hand { STRUCK, PLUCKED, DRUMMED, KEPT_UP } Hand;

static const struct {
    const char *id;
    Hand hand;
    bool plain;     /* the first preset in the middle is brighter at each step in any case */
    uint32_t least; /* steps that must have been checked one by one */
} hands[] = {
    {"mallet", STRUCK, true, 50},          {"hammered-string", STRUCK, true, 25},
    {"fretted-string", PLUCKED, true, 60}, {"tanpura", PLUCKED, false, 9},
    {"snare", DRUMMED, false, 0},          {"tromba", KEPT_UP, false, 0},
    {"bounce", STRUCK, true, 15},          {"roll", KEPT_UP, false, 0},
    {"scrape", KEPT_UP, false, 0},
};

typedef struct Stroke {
    double loud, bright;
    uint32_t touches;
    double contact; /* the first one [periods of the tone] */
} Stroke;

/* Centre of gravity of the spectrum [Hz], through a window that falls from the onset on: the attack
 * counts most. */
static double brightness(const float *x)
{
    static double re[WINDOW], im[WINDOW];
    double sum = 0.0;
    double weighted = 0.0;

    for (int i = 0; i < WINDOW; i++) {
        re[i] = (double)x[i] * (0.5 + 0.5 * cos(0.5 * twice_pi * (i + 0.5) / WINDOW));
        im[i] = 0.0;
    }
    spectrum(re, im, WINDOW);
    for (int i = 1; i < WINDOW / 2; i++) {
        sum += re[i];
        weighted += re[i] * i * rate / WINDOW;
    }
    return weighted / sum;
}

static double value(const UrtoInstrument *instrument, const char *id, double fallback)
{
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
    const uint32_t index = urto_instrument_parameter_find(info, id);

    return index < info->parameter_count ? urto_instrument_get(instrument, index) : fallback;
}

static Stroke hit(const UrtoInstrumentInfo *info, uint32_t preset, uint8_t key, double velocity)
{
    static float x[FRAMES];
    Stroke stroke = {0};
    UrtoInstrument *instrument = make(info, rate, 1, false);
    bool touching = false;
    uint32_t frames = 0; /* of the first touch */

    OK(urto_instrument_load_preset(instrument, preset, NULL));
    set(instrument, "level", -40.0); /* far from the limiter */
    if (strcmp(info->id, "bounce") == 0) {
        set(instrument, "gravity", 0.5); /* the ball comes back late */
    }
    free(play(instrument, 2048)); /* parameters arrive */
    note(instrument, 0, key, velocity);
    for (uint32_t at = 0; at < FRAMES;) {
        const uint32_t n = at < 4800 ? 1 : 8; /* contacts are looked at between blocks */
        urto_instrument_process(instrument, (float *[]){x + at, NULL}, n);
        const bool touches = urto_instrument_statistics(instrument).contacts > 0;
        stroke.touches += touches && !touching ? 1 : 0;
        frames += touches && stroke.touches == 1 ? n : 0;
        touching = touches;
        at += n;
    }
    stroke.contact = frames / rate * key_hz(key) / value(instrument, "size", 1.0);
    stroke.loud = rms(x, FRAMES);
    stroke.bright = brightness(x);
    urto_instrument_destroy(instrument);
    return stroke;
}

/* Returns how many steps were checked one by one. */
static uint32_t check(const UrtoInstrumentInfo *info, uint32_t preset, uint8_t key, Hand hand,
                      bool plain)
{
    Stroke strokes[STEPS];
    const Stroke *first = &strokes[0];
    const Stroke *last = &strokes[STEPS - 1];
    uint32_t checked = 0;
    bool once = hand == STRUCK;
    char name[80];

    for (int i = 0; i < STEPS; i += hand == STRUCK || hand == PLUCKED ? 1 : STEPS - 1) {
        strokes[i] = hit(info, preset, key, 0.1 + 0.15 * i);
        once = once && strokes[i].touches == 1;
    }
    snprintf(name, sizeof name, "%s %s, key %u", info->id, info->presets[preset].id, key);
    ck_assert_msg(last->loud > first->loud, "%s is not louder", name);
    for (int i = 1; i < STEPS && (hand == STRUCK || hand == PLUCKED); i++) {
        const Stroke *a = &strokes[i - 1];
        const Stroke *b = &strokes[i];
        const bool clean = hand == STRUCK ? a->touches == 1 && b->touches == 1 &&
                                                a->contact < 1.0 && b->contact < 0.94 * a->contact
                                          : hand == PLUCKED && a->touches == 0 && b->touches == 0;
        if (clean || plain) {
            ck_assert_msg(b->loud > a->loud, "%s, step %d is not louder", name, i);
            /* a pull ends on a whole frame: two steps may share it; a hit of one or two samples is
             * brighter or duller by where between two frames it falls */
            ck_assert_msg(b->bright > a->bright * (hand == PLUCKED ? 0.9999 : 0.997),
                          "%s, step %d: %.2f Hz after %.2f", name, i, b->bright, a->bright);
            checked++;
        }
    }
    static const char *const even[] = {"slack", "tight",    "muffled",   "rim",
                                       "tom",   "high-tom", "floor-tom", "kick"};
    bool tight = false;
    for (size_t i = 0; i < sizeof even / sizeof *even && hand == DRUMMED; i++) {
        tight = tight || strcmp(info->presets[preset].id, even[i]) == 0;
    }
    /* a skin that gives way does not let a harder hit be shorter */
    const bool shorter = last->contact < 0.92 * first->contact;
    /* one that lasts for more than a period does not excite it for certain */
    const bool resolved = hand != STRUCK || last->contact < 1.0;
    if ((once && shorter && resolved) || (hand == DRUMMED && !tight)) {
        ck_assert_msg(last->bright > first->bright,
                      "%s ends at %.1f Hz after %.1f, in contact for %.1f frames", name,
                      last->bright, first->bright, last->contact * rate / key_hz(key));
    }
    return checked;
}

START_TEST(harder_notes_are_louder_and_brighter)
{
    ck_assert_uint_eq(urto_instrument_count(), sizeof hands / sizeof *hands);
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        uint32_t checked = 0;
        ck_assert_str_eq(info->id, hands[k].id);
        for (uint32_t p = 0; p < info->preset_count; p++) {
            const uint8_t keys[] = {info->lowest_key,
                                    (uint8_t)((info->lowest_key + info->highest_key) / 2),
                                    info->highest_key};
            for (int i = 0; i < 3; i++) {
                checked +=
                    check(info, p, keys[i], hands[k].hand, hands[k].plain && p == 0 && i == 1);
            }
        }
        printf("%-16s %u of %u steps checked one by one\n", info->id, checked,
               info->preset_count * 3 * (STEPS - 1));
        ck_assert_uint_ge(checked, hands[k].least);
    }
}
END_TEST

/* Soft notes are heard up to the highest key: hammers and mallets are harder there. */
START_TEST(soft_notes_are_audible_up_to_the_highest_key)
{
    enum { QUARTER = 12000 };
    static const char *const kinds[] = {"mallet", "hammered-string"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const UrtoInstrumentInfo *info = urto_instrument_find(kinds[k]);
        double least[2] = {HUGE_VAL, HUGE_VAL};
        for (uint32_t i = 0; i < 2 * info->preset_count; i++) {
            UrtoInstrument *instrument = make(info, 48000.0, 2, false);
            OK(urto_instrument_load_preset(instrument, i / 2, NULL));
            note(instrument, 0, info->highest_key, i & 1 ? 0.5 : 1.0 / 127.0);
            float *x = play(instrument, QUARTER);
            least[i & 1] = fmin(least[i & 1], rms(x, QUARTER));
            free(x);
            urto_instrument_destroy(instrument);
        }
        printf("%s, highest key: %.0f dB as softly as can be, %.0f dB half way\n", info->id,
               20.0 * log10(least[0]), 20.0 * log10(least[1]));
        ck_assert_double_gt(least[0], 2e-4); /* -74 dB */
        ck_assert_double_gt(least[1], 2e-3); /* -54 dB */
    }
}
END_TEST

/* How loud a bowed note is once the tone stands [dB]. */
static double bowed_level(const UrtoInstrumentInfo *info, const char *preset, uint8_t key,
                          double velocity)
{
    UrtoInstrument *instrument = make(info, rate, 1, false);

    OK(urto_instrument_load_preset(instrument, urto_instrument_preset_find(info, preset), NULL));
    note(instrument, 0, key, velocity);
    float *x = play(instrument, 2 * FRAMES);
    const double db = 20.0 * log10(rms(x + FRAMES, FRAMES));
    free(x);
    urto_instrument_destroy(instrument);
    return db;
}

/* A bow that is drawn faster is louder at each step, once the tone stands, and by as much as hands are. */
START_TEST(a_faster_bow_is_louder_at_each_step)
{
    static const char *const presets[] = {"tromba", "clean", "brass", "flageolet", "heavy", "airy"};
    const UrtoInstrumentInfo *info = urto_instrument_find("tromba");

    for (uint32_t p = 0; p < sizeof presets / sizeof *presets; p++) {
        for (uint8_t key = 36; key <= 72; key += 12) {
            double before = 0.0;
            double first = 0.0;
            for (uint32_t velocity = 1; velocity <= 128; velocity += velocity == 1 ? 15 : 16) {
                const double db = bowed_level(info, presets[p], key, fmin(velocity, 127.0) / 127.0);
                ck_assert_msg(velocity == 1 || (db > before && db < before + 8.0),
                              "%s, key %u, velocity %u: %.1f dB after %.1f", presets[p], key,
                              velocity, db, before);
                first = velocity == 1 ? db : first;
                before = db;
            }
            printf("%-16s key %u: %.1f dB from the softest to the loudest\n", presets[p], key,
                   before - first);
            ck_assert_double_gt(before - first, 24.0);
            ck_assert_double_lt(before - first, 36.0);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dynamics");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, harder_notes_are_louder_and_brighter);
    tcase_add_test(tests, soft_notes_are_audible_up_to_the_highest_key);
    tcase_add_test(tests, a_faster_bow_is_louder_at_each_step);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
