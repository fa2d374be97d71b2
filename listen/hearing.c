#include "hearing.h"

#include <math.h>

const double survey_places[PLACES] = {0.0,         1.0 / 18.0,  3.0 / 18.0,  5.0 / 18.0,
                                      7.0 / 18.0,  9.0 / 18.0,  11.0 / 18.0, 13.0 / 18.0,
                                      15.0 / 18.0, 17.0 / 18.0, 1.0};
const int survey_columns[3] = {PLACE_LOW, PLACE_MIDDLE, PLACE_HIGH};

int survey_velocity(int step)
{
    return step == 0 ? 1 : (step == STEPS - 1 ? 127 : 8 * step);
}

static void note_worst(Worst *worst, double value, uint8_t key, bool large)
{
    if (isnan(worst->value) || (large ? value > worst->value : value < worst->value)) {
        *worst = (Worst){value, key};
    }
}

static Worst none(void)
{
    return (Worst){.value = (double)NAN};
}

/* Evenness, once all keys are known. */
static void sum_up(Survey *survey)
{
    const UrtoInstrumentInfo *info = survey->info;
    double sum = 0.0;

    survey->neighbours = survey->quietest = survey->loudest = none();
    for (int key = info->lowest_key; key <= info->highest_key; key++) {
        const double loud = survey->loudness[key];
        sum += loud;
        note_worst(&survey->quietest, loud, (uint8_t)key, false);
        note_worst(&survey->loudest, loud, (uint8_t)key, true);
        if (key < info->highest_key) {
            note_worst(&survey->neighbours, fabs(loud - survey->loudness[key + 1]), (uint8_t)key,
                       true);
        }
    }
    survey->mean = sum / (info->highest_key - info->lowest_key + 1);
}

static void hear_key(Survey *survey, Player *player, uint8_t key)
{
    const FeatureSound sound = player_note(player, key, listen_velocity, listen_seconds);
    /* what has no pitch is noise: third octaves */
    const double mono =
        survey->info->pitched ? feature_mono_loss(&sound) : feature_mono_loss_bands(&sound);

    survey->loudness[key] = feature_loudness(&sound);
    note_worst(&survey->mono, mono, key, true);
    note_worst(&survey->correlation, feature_correlation(&sound), key, false);
    note_worst(&survey->below, feature_below(&sound), key, true);
}

/* Seconds in which the loudest of a note is over: a stroke is loud at once. */
static double attack(const UrtoInstrumentInfo *info)
{
    return info->sustained ? listen_seconds : 0.5;
}

static void hear_velocities(Survey *survey, Player *player)
{
    for (int place = 0; place < PLACES; place++) {
        const uint8_t key = key_at(survey->info, survey_places[place]);
        for (int step = 0; step < STEPS; step++) {
            const int velocity = survey_velocity(step);
            const bool hard =
                place == PLACE_MIDDLE && velocity == 120; /* heard closely, so to its end */
            const FeatureSound sound = player_note(player, key, velocity / 127.0,
                                                   hard ? listen_seconds : attack(survey->info));
            const FeatureSound start = feature_part(&sound, 0.0, 0.5);
            survey->steps[place][step] = feature_loudness(&sound);
            if (place == PLACE_MIDDLE && velocity == 32) {
                survey->soft_centroid = feature_centroid(&start);
            } else if (hard) {
                survey->hard_centroid = feature_centroid(&start);
                survey->bandwidth = feature_bandwidth(&sound);
            }
        }
    }
}

static void hear_peaks(Survey *survey, Player *player)
{
    const UrtoInstrumentInfo *info = survey->info;

    for (int key = info->lowest_key; key <= info->highest_key; key += 3) {
        const FeatureSound sound = player_note(player, (uint8_t)key, 1.0, attack(info));
        note_worst(&survey->peak, feature_peak(&sound), (uint8_t)key, true);
    }
}

static void hear_chords(Survey *survey, Player *player)
{
    const UrtoInstrumentInfo *info = survey->info;
    const uint64_t before = urto_instrument_statistics(player->instrument).limited;

    for (int root = info->lowest_key; root + 12 <= info->highest_key; root += 6) {
        static const int chords[][4] = {{0, 4, 7, 12}, {0, 1, 2, 3}};
        for (size_t chord = 0; chord < sizeof chords / sizeof *chords; chord++) {
            uint8_t keys[4];
            for (int i = 0; i < 4; i++) {
                keys[i] = (uint8_t)(root + chords[chord][i]);
            }
            player_notes(player, keys, sizeof keys, listen_velocity, attack(info));
        }
    }
    survey->limited = urto_instrument_statistics(player->instrument).limited - before;
}

void survey_loudness(Survey *survey, Player *player)
{
    for (int key = survey->info->lowest_key; key <= survey->info->highest_key; key++) {
        const FeatureSound sound =
            player_note(player, (uint8_t)key, listen_velocity, listen_seconds);
        survey->loudness[key] = feature_loudness(&sound);
    }
    sum_up(survey);
}

void survey_make(Survey *survey, Player *player, uint32_t preset)
{
    *survey = (Survey){.info = player->info,
                       .preset = preset,
                       .mono = none(),
                       .correlation = none(),
                       .below = none(),
                       .peak = none()};
    hear_chords(survey, player);
    for (int key = survey->info->lowest_key; key <= survey->info->highest_key; key++) {
        hear_key(survey, player, (uint8_t)key);
    }
    sum_up(survey);
    hear_velocities(survey, player);
    hear_peaks(survey, player);
}
