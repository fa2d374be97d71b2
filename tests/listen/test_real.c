/* What real instruments are known for, heard in ours: a grand grows darker and dies in two stages; what is
 * hard sounds high; a stroke is heard at once. */
#include "tests/support/suite.h"

#include "listen/notes.h"

#include <math.h>

static Player open_preset(const char *instrument, const char *preset)
{
    Player player;
    const UrtoInstrumentInfo *info = urto_instrument_find(instrument);

    ck_assert_msg(player_open(&player, info, urto_instrument_preset_find(info, preset)), "%s/%s",
                  instrument, preset);
    return player;
}

/* After the blow the treble dies first, at every moment. */
START_TEST(a_grand_grows_darker)
{
    static const uint8_t keys[] = {33, 40, 45, 52, 57, 60, 64, 67, 69, 72, 76, 79, 84, 88};
    Player player = open_preset("hammered-string", "piano");

    for (size_t k = 0; k < sizeof keys; k++) {
        const FeatureSound sound = player_note(&player, keys[k], listen_velocity, 6.2);
        double least = HUGE_VAL;
        for (int i = 0; i < 30; i++) {
            const double from = 0.1 + 0.2 * i;
            const FeatureSound part = feature_part(&sound, from, 0.2);
            const double centroid = feature_centroid(&part);
            ck_assert_msg(centroid < 1.01 * least, "key %d: %.0f Hz from %g s on, %.0f Hz before",
                          keys[k], centroid, from, least);
            least = fmin(least, centroid);
        }
    }
    player_close(&player);
}
END_TEST

/* Level of a part in decibels. */
static double level(const FeatureSound *sound, double from, double seconds)
{
    const FeatureSound part = feature_part(sound, from, seconds);
    double sum = 0.0;

    for (size_t i = 0; i < 2 * part.frames; i++) {
        sum += (double)part.samples[i] * (double)part.samples[i];
    }
    return 10.0 * log10(sum / (double)part.frames);
}

/* Three strings on one bridge: at first together and fast, then apart and slow. Real ones fall at 12 dB a
 * second and then at 3 to 4 in the middle of the keyboard. */
START_TEST(a_grand_dies_in_two_stages)
{
    static const uint8_t keys[] = {48, 52, 57, 60, 64, 67, 69, 72, 76, 79, 84};
    Player player = open_preset("hammered-string", "piano");

    for (size_t k = 0; k < sizeof keys; k++) {
        const FeatureSound sound = player_note(&player, keys[k], listen_velocity, 6.2);
        const double first = (level(&sound, 0.1, 0.2) - level(&sound, 0.7, 0.2)) / 0.6;
        const double last = (level(&sound, 4.7, 0.3) - level(&sound, 5.9, 0.3)) / 1.2;
        printf("key %d: %.1f dB/s, then %.1f\n", keys[k], first, last);
        ck_assert_msg(first > 2.0 * last && last > 0.0, "key %d: %g dB/s, then %g", keys[k], first,
                      last);
        if (keys[k] == 60) {
            ck_assert_double_eq_tol(first, 12.0, 2.0);
            ck_assert_double_eq_tol(last, 3.5, 1.0);
        }
    }
    player_close(&player);
}
END_TEST

/* A hard note of a middle key has partials within 60 dB of the strongest up to here: steel, brass and glass,
 * then wood, nylon and gut. A coil (electric guitar, bass) ends earlier, and so do aluminium bars. */
START_TEST(hard_notes_reach_high)
{
    static const struct {
        const char *instrument, *preset;
        double least; /* [Hz] */
    } rows[] = {
        {"hammered-string", "piano", 10e3}, {"hammered-string", "dulcimer", 10e3},
        {"fretted-string", "steel", 10e3},  {"tanpura", "tanpura", 10e3},
        {"mallet", "glockenspiel", 10e3},   {"mallet", "tubular-bell", 10e3},
        {"mallet", "glass", 10e3},          {"tromba", "tromba", 10e3},
        {"mallet", "marimba", 5e3},         {"mallet", "xylophone", 5e3},
        {"mallet", "wood-block", 5e3},      {"fretted-string", "nylon", 5e3},
        {"fretted-string", "harp", 5e3},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Player player = open_preset(rows[i].instrument, rows[i].preset);
        const uint8_t key = key_at(player.info, 0.5);
        const FeatureSound sound = player_note(&player, key, 120.0 / 127.0, 1.2);
        const double width = feature_bandwidth(&sound);
        printf("%s/%s: %.1f kHz\n", rows[i].instrument, rows[i].preset, 1e-3 * width);
        ck_assert_msg(width >= rows[i].least, "%s/%s: %g Hz", rows[i].instrument, rows[i].preset,
                      width);
        player_close(&player);
    }
}
END_TEST

/* No preset waits: there is sound in the first block of 64 frames. */
START_TEST(a_stroke_is_heard_within_its_block)
{
    for (uint32_t k = 0; k < urto_instrument_count(); k++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(k);
        for (uint32_t p = 0; p < info->preset_count; p++) {
            Player player = open_preset(info->id, info->presets[p].id);
            const FeatureSound sound =
                player_note(&player, key_at(info, 0.5), 1.0, 64.0 / LISTEN_RATE);
            ck_assert_msg(feature_peak(&sound) > -140.0, "%s/%s: %g dBFS", info->id,
                          info->presets[p].id, feature_peak(&sound));
            player_close(&player);
        }
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_grand_grows_darker, a_grand_dies_in_two_stages,
                                  hard_notes_reach_high, a_stroke_is_heard_within_its_block};

    return SUITE_RUN("real", tests);
}
