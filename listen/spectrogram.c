#include "spectrogram.h"

#include "features/spectrum.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 400, ROWS = 160 };
static const double lowest = 50.0, highest = 20000.0, window_seconds = 0.1, least = -80.0;

static double octaves(int row)
{
    return log2(highest / lowest) * row / (ROWS - 1.0);
}

/* The largest power around each row's frequency, in windows centred on an instant. */
static void fill_column(const FeatureSound *sound, double seconds, double *column)
{
    const FeatureSound part = feature_part(sound, seconds - 0.5 * window_seconds, window_seconds);
    Spectrum spectrum = {0};
    const bool made = spectrum_make(&spectrum, &part, WINDOW_HANN, 2.0);
    const double half = 0.5 * octaves(1);

    for (int row = 0; row < ROWS; row++) {
        const double f = lowest * exp2(octaves(row));
        column[row] = 0.0;
        for (size_t k = made ? (size_t)(f * exp2(-half) / spectrum.width) : 1;
             made && k < spectrum.bins && (double)k * spectrum.width <= f * exp2(half); k++) {
            column[row] = fmax(column[row], spectrum.power[k]);
        }
    }
    spectrum_free(&spectrum);
}

void spectrogram_add(Text *text, const FeatureSound *sound)
{
    double *power = memory_resize(NULL, (size_t)COLUMNS * ROWS, sizeof *power);
    const double seconds = (double)sound->frames / sound->rate;
    double most = 1e-300;

    for (int i = 0; i < COLUMNS; i++) {
        fill_column(sound, seconds * i / (COLUMNS - 1.0), power + (size_t)i * ROWS);
    }
    for (size_t i = 0; i < (size_t)COLUMNS * ROWS; i++) {
        most = fmax(most, power[i]);
    }
    for (int i = 0; i < COLUMNS; i++) {
        for (int row = 0; row < ROWS; row++) {
            const double db = 10.0 * log10(power[(size_t)i * ROWS + (size_t)row] / most + 1e-30);
            text_add(text, "%.4f %.4f %.1f\n", seconds * i / (COLUMNS - 1.0), octaves(row),
                     fmax(db, least));
        }
        text_add(text, "\n");
    }
    free(power);
}
