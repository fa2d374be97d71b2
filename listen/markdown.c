#include "markdown.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Measured or published values of real instruments, with their source. Cells are printed as they
 * are; NULL: nothing is known. */
static const struct Real {
    const char *instrument, *preset, *name;
    const char *partials, *decay, *inharmonicity;
    const char *source;
} reals[] = {
    {"mallet", "vibes", "vibraphone", "1 : 4 : 10", "40 (low) to 9 (high), tubes shut", NULL,
     "Rossing; decay from the literature"},
    {"mallet", "marimba", "marimba", "1 : 4 : 10 : 20", "490/f, partial n by f1/fn", NULL, "Hill"},
    {"mallet", "xylophone", "xylophone", "1 : 3 : 6–6.5 : 10", NULL, NULL, "Rossing"},
    {"mallet", "glockenspiel", "glockenspiel", "1 : 2.71 : 5.15 : 8.43", NULL, NULL,
     "from the literature"},
    {"mallet", "tubular-bell", "tubular bell", "2 : 3 : 4 above the strike note", NULL, NULL,
     "HyperPhysics"},
    {"mallet", "glass", "wine glass", "1 : 2.585 (529 and 1368 Hz)", NULL, NULL,
     "measured on one glass"},
    {"mallet", "kalimba", "kalimba", "1 : 5.3–6.7", "F♯4 4.5, .84; C5 2.6, .34", NULL,
     "kalimbamagic, Chapman"},
    {"mallet", "drum", "ideal membrane", "1 : 1.593 : 2.136 : 2.295", NULL, NULL, "exact"},
    {"hammered-string", "piano", "grand piano", NULL,
     "27 (C2), 6.2 (C4), .6 (C7); 1 to 100 dB/s over the partials",
     "5e-5 to 2e-2, least near A1–C2", "Bensa 2003; Conklin 1996; Martin 1947"},
    {"fretted-string", "nylon", "nylon strings", NULL, NULL, "1.3e-5 to 1.2e-4", "Woodhouse 2004"},
    {"snare", "snare", "snare drum", "182, 278, 330, 341, 403, 445 Hz", NULL, NULL, "Rossing 1992"},
};

static const struct Column {
    const char *head, *align;
} columns[] = {
    {"preset", "---"},      {"partials", "---"}, {"T60 s", "---"},    {"B", "---"},
    {"centroid Hz", "---"}, {"32→120", "---"},   {"band kHz", "--:"}, {"LUFS", "--:"},
    {"neighbours", "--:"},  {"range", "--:"},    {"velocity", "---"}, {"peak", "--:"},
    {"chords", "--:"},      {"<20 Hz", "--:"},   {"mono", "--:"},     {"corr", "--:"},
};
enum { COLUMNS = sizeof columns / sizeof *columns, PARTIALS = 64 };

void table_header(Text *text)
{
    for (int i = 0; i < COLUMNS; i++) {
        text_add(text, "| %s ", columns[i].head);
    }
    text_add(text, "|\n");
    for (int i = 0; i < COLUMNS; i++) {
        text_add(text, "|%s", columns[i].align);
    }
    text_add(text, "|\n");
}

void table_row_name(Text *text, const UrtoInstrumentInfo *info, uint32_t preset)
{
    text_add(text, "| %s/%s |", info->id, preset_id(&info->presets[preset]));
}

/* A number as people write it: a true minus, a dash for none. */
static void add_number(Text *text, double value, int digits)
{
    char number[32];

    if (!isfinite(value)) {
        text_add(text, "%s", value == HUGE_VAL ? "∞" : "–");
        return;
    }
    snprintf(number, sizeof number, "%.*f", digits, fabs(value));
    const bool zero = strspn(number, "0.") == strlen(number);
    text_add(text, "%s%s", value < 0.0 && !zero ? "−" : "", number);
}

/* Three digits, as in 12.3, 1.23, 0.12. */
static void add_seconds(Text *text, double seconds)
{
    add_number(text, seconds, seconds < 1.0 ? 2 : (seconds < 10.0 ? 1 : 0));
}

static double nearest_gap(const FeaturePartial *partials, size_t count, size_t index)
{
    const double f = partials[index].frequency;
    const double below = index > 0 ? f - partials[index - 1].frequency : HUGE_VAL;
    const double above = index + 1 < count ? partials[index + 1].frequency - f : HUGE_VAL;

    return fmin(below, above);
}

enum { SERIES = 12 };

/* Partials of a string of a pitch f: place[n] is that of n f sqrt((1 + B n^2)/(1 + B)), NONE where there is none. B is
 * followed from one to the next, so that stiff strings are not lost; what a box adds lies beside them. */
static const size_t NONE = SIZE_MAX;

static void find_series(const FeaturePartial *partials, size_t count, double pitch,
                        size_t place[SERIES + 1])
{
    double B = 0.0;

    for (int n = 1; n <= SERIES; n++) {
        const double expected = n * pitch * sqrt((1.0 + B * n * n) / (1.0 + B));
        double best = 0.02;
        place[n] = NONE;
        for (size_t i = 0; i < count; i++) {
            const double off = partials[i].frequency / expected - 1.0;
            /* the second says how stiff the string is */
            const double distance = n == 2 && off > 0.0 ? off / 1.5 : fabs(off);
            if (distance < best) {
                best = distance;
                place[n] = i;
            }
        }
        if (place[n] != NONE && n > 1) {
            const double square = pow(partials[place[n]].frequency / (n * pitch), 2.0);
            B = fmax(0.0, (square - 1.0) / (n * n - square));
        }
    }
}

static bool has_strings(const UrtoInstrumentInfo *info)
{
    return strcmp(info->id, "hammered-string") == 0 || strcmp(info->id, "fretted-string") == 0 ||
           strcmp(info->id, "tanpura") == 0;
}

/* The first five partials that a row tells of, of strings without what the box adds. */
static size_t choose_partials(const FeaturePartial *partials, size_t count, double pitch,
                              bool strings, size_t chosen[5])
{
    size_t place[SERIES + 1], found = 0;

    if (strings) {
        find_series(partials, count, pitch, place);
        for (int n = 1; n <= SERIES && found < 5; n++) {
            if (place[n] != NONE) {
                chosen[found++] = place[n];
            }
        }
    } else {
        for (; found < 5 && found < count; found++) {
            chosen[found] = found;
        }
    }
    return found;
}

/* Ratios of the first partials, or frequencies where there is no pitch; then their decay times. */
static void add_partials(Text *text, const UrtoInstrumentInfo *info, const FeatureSound *sound,
                         uint8_t key)
{
    FeaturePartial partials[PARTIALS];
    size_t chosen[5];
    const size_t all = feature_partials(sound, 40.0, partials, PARTIALS);
    const double pitch = info->pitched ? key_hz(key) : 1.0;
    const size_t count = choose_partials(partials, all, pitch, has_strings(info), chosen);

    for (size_t i = 0; i < count; i++) {
        text_add(text, i ? " : " : " ");
        add_number(text, partials[chosen[i]].frequency / pitch, info->pitched ? 2 : 0);
    }
    text_add(text, count ? "%s |" : " –%s |", info->pitched ? "" : " Hz");
    for (size_t i = 0; i < count && i < 3; i++) {
        text_add(text, i ? ", " : " ");
        add_seconds(text, info->sustained ? (double)NAN
                                          : feature_t60_at(sound, partials[chosen[i]].frequency,
                                                           nearest_gap(partials, all, chosen[i])));
    }
    text_add(text, count ? " |" : " – |");
}

/* B of f_n = n f sqrt(1 + B n^2), by least squares over the partials; NAN where the first three are not
 * among them, or one is half a percent off that series. */
static double inharmonicity(const FeatureSound *sound, double pitch)
{
    FeaturePartial partials[PARTIALS];
    const size_t count = feature_partials(sound, 50.0, partials, PARTIALS);
    size_t place[SERIES + 1];
    double n_sum = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;

    find_series(partials, count, pitch, place);
    for (int i = 1; i <= SERIES; i++) {
        if (place[i] == NONE) {
            continue;
        }
        const double n = i;
        const double square = pow(partials[place[i]].frequency / (n * pitch), 2.0);
        n_sum += 1.0;
        x += n * n;
        y += square;
        xx += n * n * n * n;
        xy += n * n * square;
    }
    const double slope = (n_sum * xy - x * y) / (n_sum * xx - x * x);
    const double start = (y - slope * x) / n_sum;
    bool series = place[1] != NONE && place[2] != NONE && place[3] != NONE;
    for (int i = 1; i <= SERIES; i++) {
        const double n = i;
        series = series && (place[i] == NONE || fabs(partials[place[i]].frequency /
                                                         (n * pitch * sqrt(start + slope * n * n)) -
                                                     1.0) < 0.005);
    }
    return series ? slope / start : (double)NAN;
}

static void add_inharmonicity(Text *text, Player *player)
{
    for (int i = 0; i < 3; i++) {
        const uint8_t key = key_at(player->info, survey_places[survey_columns[i]]);
        const FeatureSound sound = player_note(player, key, listen_velocity, listen_seconds);
        const bool string = has_strings(player->info) || strcmp(player->info->id, "tromba") == 0;
        const double b =
            string ? inharmonicity(&sound, feature_pitch_near(&sound, key_hz(key))) : (double)NAN;
        text_add(text, i ? ", " : " ");
        if (isfinite(b)) {
            text_add(text, fabs(b) < 1e-6 ? "0" : (b < 0.0 ? "−%.0e" : "%.0e"), fabs(b));
        } else {
            text_add(text, "–");
        }
    }
    text_add(text, " |");
}

static void add_centroids(Text *text, const FeatureSound *sound)
{
    static const double starts[] = {0.0, 0.3, 1.0};

    for (int i = 0; i < 3; i++) {
        const FeatureSound part = feature_part(sound, starts[i], 0.1);
        text_add(text, i ? ", " : " ");
        add_number(text, feature_centroid(&part), 0);
    }
    text_add(text, " |");
}

/* The largest step of velocity, at any place. */
static double largest_step(const Survey *survey)
{
    double most = 0.0;

    for (int place = 0; place < PLACES; place++) {
        for (int i = 1; i < STEPS; i++) {
            most = fmax(most, fabs(survey->steps[place][i] - survey->steps[place][i - 1]));
        }
    }
    return most;
}

static void add_levels(Text *text, const Survey *survey)
{
    const struct {
        double value;
        int digits;
    } before[] = {{survey->bandwidth / 1000.0, 1},
                  {survey->mean, 1},
                  {survey->neighbours.value, 1},
                  {survey->loudest.value - survey->quietest.value, 1}};

    text_add(text, " %.0f→%.0f |", survey->soft_centroid, survey->hard_centroid);
    for (int i = 0; i < 4; i++) {
        text_add(text, " ");
        add_number(text, before[i].value, before[i].digits);
        text_add(text, " |");
    }
    for (int i = 0; i < 3; i++) {
        const double *steps = survey->steps[survey_columns[i]];
        text_add(text, i ? "/" : " ");
        add_number(text, steps[STEPS - 1] - steps[0], 0);
    }
    text_add(text, ", ");
    add_number(text, largest_step(survey), 1);
    text_add(text, " | ");
    add_number(text, survey->peak.value, 1);
    text_add(text, " | %s | ", survey->limited ? "limited" : "free");
    add_number(text, 100.0 * survey->below.value, 2);
    text_add(text, " %% | ");
    add_number(text, survey->mono.value, 0);
    text_add(text, " | ");
    add_number(text, survey->correlation.value, 2);
    text_add(text, " |\n");
}

static void add_real(Text *text, const struct Real *real)
{
    text_add(text, "| *%s* (%s) | %s | %s | %s |", real->name, real->source,
             real->partials ? real->partials : "", real->decay ? real->decay : "",
             real->inharmonicity ? real->inharmonicity : "");
    for (int i = 4; i < COLUMNS; i++) {
        text_add(text, " |");
    }
    text_add(text, "\n");
}

void table_row(Text *text, const Survey *survey, Player *player)
{
    const UrtoInstrumentInfo *info = survey->info;
    const uint8_t middle = key_at(info, 0.5);
    Text centroids = {0};

    table_row_name(text, info, survey->preset);
    const FeatureSound sound = player_note(player, middle, listen_velocity, 2.5);
    add_centroids(&centroids, &sound);
    add_partials(text, info, &sound, middle);
    add_inharmonicity(text, player);
    text_add(text, "%s", centroids.data);
    add_levels(text, survey);
    text_free(&centroids);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        if (strcmp(reals[i].instrument, info->id) == 0 &&
            strcmp(reals[i].preset, preset_id(&info->presets[survey->preset])) == 0) {
            add_real(text, &reals[i]);
        }
    }
}

void table_legend(Text *text)
{
    text_add(text, "\n48 kHz, velocity 100 and keys held for 1.2 s unless said. *Partials*: the "
                   "first five within 40 dB of the\n"
                   "strongest, over the pitch of the key, the middle one; of strings those of the "
                   "string, without "
                   "the box. *T60*: of the first "
                   "three. *B*: f_n = n "
                   "f √(1 + B n²), low, middle\n"
                   "and high key (1/6, 1/2, 5/6 of the range). *Centroid*: at 0, 0.3 and 1 s, 0.1 "
                   "s each, then of the first\n"
                   "half second at velocities 32 and 120. *Band*: highest frequency within 60 dB, "
                   "middle key, velocity 120.\n"
                   "*LUFS*: loudest 400 ms, mean over all keys; *neighbours* and *range* over all "
                   "keys [dB]. *Velocity*: what\n"
                   "1 to 127 spans at the three keys, and the largest step of 8 [dB]. *Peak*: at "
                   "velocity 127 [dBFS].\n"
                   "*Chords*: whether the limiter acts on four notes. *Mono*: worst loss in "
                   "(L+R)/2 of a partial within\n"
                   "40 dB of the strongest, of a third octave where there is no pitch [dB]. In "
                   "italics: real instruments.\n");
}
