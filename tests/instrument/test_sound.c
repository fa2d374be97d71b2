/* Instruments as sound: pitch, nodes, loudness of presets. */
#include "tests/support/listen.h"

#include "features/features.h"

static const UrtoInstrumentInfo *pitched(uint32_t *index)
{
    while (*index < urto_instrument_count()) {
        const UrtoInstrumentInfo *info = urto_instrument_info((*index)++);
        if (info->pitched) {
            return info;
        }
    }
    return NULL;
}

/* What is not in tune on purpose, or cannot be; docs/playing.md says so. */
static const struct Mistuned {
    const char *instrument, *preset;
    const char *reason;
} mistuned[] = {
    {"hammered-string", "saloon", "its strings have not been tuned for years"},
    {"tanpura", "nasal", "the thread ends the string early"},
};

static bool is_mistuned(const UrtoInstrumentInfo *info, const char *preset)
{
    for (size_t i = 0; i < sizeof mistuned / sizeof *mistuned; i++) {
        if (strcmp(mistuned[i].instrument, info->id) == 0 &&
            strcmp(mistuned[i].preset, preset) == 0) {
            printf("%s/%s is not in tune: %s\n", info->id, preset, mistuned[i].reason);
            return true;
        }
    }
    return false;
}

static double error_cents(const UrtoInstrumentInfo *info, uint32_t preset, uint8_t key, double rate)
{
    const bool bowed = strcmp(info->id, "tromba") == 0;
    const bool ball = strcmp(info->id, "bounce") == 0;
    const double octaves = (key - 69.0) / 12.0;
    const bool grand = strcmp(info->id, "hammered-string") == 0;
    /* the string begins on the bridge: up to 6 cents sharp at its highest keys */
    const bool settles = bowed || strcmp(info->presets[preset].id, "soft-drone") == 0;
    /* the pitch of a tubular bell is heard an octave below its fourth mode, and has no mode */
    const bool octave = strcmp(info->presets[preset].id, "tubular-bell") == 0;
    /* a grand is stretched, as grand.c says */
    const double stretch = grand ? (key > 69 ? 0.6 : 0.2) * octaves * octaves * octaves : 0.0;
    const double expected = (octave ? 2.0 : 1.0) * key_hz(key) * exp2(stretch / 1200.0);
    /* a tone settles first; a ball comes back soon */
    const uint32_t skip = (uint32_t)((settles ? 0.5 : (ball ? 0.03 : 0.1)) * rate);
    const uint32_t length = (uint32_t)((key < 36 ? 2.0 : (key < 48 ? 0.9 : 0.5)) * rate);
    UrtoInstrument *instrument = make(info, rate, 1, false);

    OK(urto_instrument_load_preset(instrument, preset, NULL));
    if (ball) {
        set(instrument, "decay", 3.0);
        set(instrument, "gravity", 0.5); /* one hit */
    }
    note(instrument, 0, key, 100.0 / 127.0);
    float *x = play(instrument, skip + length);
    const double found = strongest(x + skip, length, rate, expected, 50.0);
    free(x);
    urto_instrument_destroy(instrument);
    return 1200.0 * log2(found / expected);
}

/* Most that a preset is out of tune over its keys, at all rates. */
static double worst_cents(const UrtoInstrumentInfo *info, uint32_t preset)
{
    static const double rates[] = {44100.0, 48000.0, 96000.0};
    double worst = 0.0;

    for (int r = 0; r < 3; r++) {
        /* not the same keys at each rate, both ends always */
        for (uint32_t key = info->lowest_key; key <= info->highest_key;) {
            const double cents = error_cents(info, preset, (uint8_t)key, rates[r]);
            worst = fmax(worst, fabs(cents));
            ck_assert_msg(fabs(cents) < 2.0, "%s/%s, key %u at %g Hz: %.2f cents", info->id,
                          info->presets[preset].id, key, rates[r], cents);
            const uint32_t step = r == 2 ? 17 : 7 + (uint32_t)r * 4;
            key = key < info->highest_key && key + step > info->highest_key ? info->highest_key
                                                                            : key + step;
        }
    }
    return worst;
}

START_TEST(instruments_are_in_tune)
{
    uint32_t index = 0;
    for (const UrtoInstrumentInfo *info = pitched(&index); info; info = pitched(&index)) {
        /* test_bowed hears all bows */
        const uint32_t count = strcmp(info->id, "tromba") == 0 ? 1 : info->preset_count;
        for (uint32_t p = 0; p < count; p++) {
            const char *preset = info->presets[p].id;
            if (!is_mistuned(info, preset)) {
                printf("%s/%s: pitch within %.2f cents\n", info->id, preset, worst_cents(info, p));
            }
        }
    }
}
END_TEST

/* Share of a partial in the sound of a mallet, over the lowest one [dB]. */
static double share(const char *body_preset, double strike, double ratio, uint8_t key)
{
    UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 1, false);
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
    const double pitch = key_hz(key);

    OK(urto_instrument_load_preset(instrument, urto_instrument_preset_find(info, body_preset),
                                   NULL));
    set(instrument, "level", -30.0);
    set(instrument, "hardness", 0.8);
    set(instrument, "material", 0.0);
    set(instrument, "decay", 6.0);
    set(instrument, "pickup", 0.03);
    set(instrument, "strike", strike);
    note(instrument, 0, key, 0.7);
    float *x = play(instrument, 48000);
    const double db = 20.0 * log10(partial(x + 4000, 44000, 48000.0, ratio * pitch) /
                                   partial(x + 4000, 44000, 48000.0, pitch));
    free(x);
    urto_instrument_destroy(instrument);
    return db;
}

START_TEST(a_mode_struck_at_its_node_is_silent)
{
    /* a bar bends twice in its second mode, here two octaves up, and rests in the middle; a round skin
     * is still in the middle in its second */
    const double bar = 4.0;
    const double skin = 3.831705970207512 / 2.404825557695773;
    printf("bar %.0f dB, in its node %.0f dB; skin %.0f, %.0f dB\n", share("vibes", 0.3, bar, 60),
           share("vibes", 0.5, bar, 60), share("drum", 0.25, skin, 60),
           share("drum", 0.5, skin, 60));
    ck_assert_double_lt(share("vibes", 0.5, bar, 60), share("vibes", 0.3, bar, 60) - 40.0);
    ck_assert_double_lt(share("vibes", 0.5, bar, 60), -40.0);
    ck_assert_double_lt(share("drum", 0.5, skin, 60), share("drum", 0.25, skin, 60) - 40.0);
}
END_TEST

/* Loudness of a hard hit on a high key. */
static double hit(const char *id, const char *preset, uint8_t key, double rate)
{
    const UrtoInstrumentInfo *info = urto_instrument_find(id);
    UrtoInstrument *instrument = make(info, rate, 1, false);
    const uint32_t frames = (uint32_t)(0.3 * rate);

    ck_assert(
        !urto_instrument_load_preset(instrument, urto_instrument_preset_find(info, preset), NULL));
    note(instrument, 0, key, 1.0);
    float *x = play(instrument, frames);
    const double loudness = rms(x, frames);
    free(x);
    urto_instrument_destroy(instrument);
    return loudness;
}

/* Modes next to the Nyquist frequency would burst: a hit on a high key is as loud at 44.1 and 48
 * kHz as at 96 kHz, where its modes have room. */
START_TEST(high_keys_are_as_loud_at_any_rate)
{
    static const struct {
        const char *instrument, *preset;
        uint8_t key;
    } some[] = {{"hammered-string", "dulcimer", 104}, {"fretted-string", "buzzing", 88}};
    static const double rates[] = {44100.0, 48000.0};

    for (int i = 0; i < 2; i++) {
        const double wide = hit(some[i].instrument, some[i].preset, some[i].key, 96000.0);
        for (int r = 0; r < 2; r++) {
            const double is = hit(some[i].instrument, some[i].preset, some[i].key, rates[r]);
            printf("%s %s, key %d: %.3f at %.10g Hz, %.3f at 96 kHz\n", some[i].instrument,
                   some[i].preset, some[i].key, is, rates[r], wide);
            ck_assert_double_le(is, 1.45 * wide);
            ck_assert_double_ge(is, wide / 1.45);
        }
    }
}
END_TEST

/* All presets are about as loud, drums 2 dB softer, and what peaks high softer still; none drives the limiter. */
START_TEST(presets_are_equally_loud_and_not_limited)
{
    enum { FRAMES = 120000 };
    static float left[FRAMES], right[FRAMES], both[2 * FRAMES];
    double least = 0.0;
    double most = -100.0;
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        for (uint32_t p = 0; p < info->preset_count; p++) {
            UrtoInstrument *instrument = make(info, 48000.0, 2, false);
            OK(urto_instrument_load_preset(instrument, p, NULL));
            for (uint32_t i = 0; i < 3; i++) {
                static const uint8_t keys[] = {48, 55, 62};
                note(instrument, i * 36000, keys[i], 0.7);
                note(instrument, i * 36000 + 30000, keys[i], 0.0);
            }
            urto_instrument_process(instrument, (float *[]){left, right}, FRAMES);
            for (int i = 0; i < FRAMES; i++) {
                both[2 * i] = left[i];
                both[2 * i + 1] = right[i];
            }
            const double lufs =
                feature_loudness_integrated(&(FeatureSound){both, FRAMES, 2, 48000.0});
            const double middle = strcmp(info->id, "snare") == 0 ? -33.0 : -31.0;
            ck_assert_msg(fabs(lufs - middle) < 6.0, "%s %s: %.1f LUFS", info->id,
                          info->presets[p].id, lufs);
            ck_assert_uint_eq(urto_instrument_statistics(instrument).limited, 0);
            least = fmin(least, lufs);
            most = fmax(most, lufs);
            urto_instrument_destroy(instrument);
        }
    }
    printf("presets from %.1f to %.1f LUFS\n", least, most);
}
END_TEST

/* Bowing harder holds the tone; a finger on a node leaves the harmonic that has it. */
START_TEST(a_finger_on_a_node_leaves_its_harmonic)
{
    /* as in docs/playing.md */
    static const struct {
        uint32_t part;
        double finger, position;
    } touches[] = {{2, 0.5, 0.1}, {3, 0.3333, 0.06}, {4, 0.25, 0.05}, {5, 0.2, 0.04}};
    const UrtoInstrumentInfo *info = urto_instrument_find("tromba");

    for (uint32_t i = 0; i < 4; i++) {
        for (uint8_t key = 36; key <= 72; key += 12) {
            const double expected = touches[i].part * key_hz(key);
            UrtoInstrument *instrument = make(info, 48000.0, 1, false);
            OK(urto_instrument_load_preset(instrument,
                                           urto_instrument_preset_find(info, "flageolet"), NULL));
            set(instrument, "finger", touches[i].finger);
            set(instrument, "position", touches[i].position);
            note(instrument, 0, key, 0.6);
            float *x = play(instrument, 72000);
            const double cents =
                1200.0 * log2(strongest(x + 24000, 48000, 48000.0, expected, 30.0) / expected);
            const double loud = partial(x + 24000, 48000, 48000.0, expected * exp2(cents / 1200.0));
            printf("finger at %g, key %u: harmonic %u, %.1f cents\n", touches[i].finger, key,
                   touches[i].part, cents);
            ck_assert_double_lt(fabs(cents), 10.0);
            for (uint32_t below = 1; below < touches[i].part; below++) {
                ck_assert_double_gt(loud,
                                    10.0 * partial(x + 24000, 48000, 48000.0, below * key_hz(key)));
            }
            free(x);
            urto_instrument_destroy(instrument);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sound");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, instruments_are_in_tune);
    tcase_add_test(tests, a_mode_struck_at_its_node_is_silent);
    tcase_add_test(tests, high_keys_are_as_loud_at_any_rate);
    tcase_add_test(tests, presets_are_equally_loud_and_not_limited);
    tcase_add_test(tests, a_finger_on_a_node_leaves_its_harmonic);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
