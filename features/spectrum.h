/* Power spectra, for the features. */
#ifndef FEATURES_SPECTRUM_H
#define FEATURES_SPECTRUM_H

#include "features.h"

#include <stdbool.h>

typedef enum SpectrumWindow {
    WINDOW_WHOLE, /* ends softly within a tenth: nothing of the onset is lost */
    WINDOW_HANN,  /* rises and falls: for one of many instants */
    WINDOW_ONSET, /* rises in 10 ms, falls to the end: partials stand apart, short ones are seen */
} SpectrumWindow;

typedef struct Spectrum {
    size_t bins;
    double width;  /* of a bin [Hz] */
    double *power; /* mean of the channels */
    double *mono;  /* of (L+R)/2 */
} Spectrum;

/* False: no memory, or no frames. The bins are at most `finest` Hz apart: shorter sounds are padded. */
bool spectrum_make(Spectrum *spectrum, const FeatureSound *sound, SpectrumWindow window,
                   double finest);
void spectrum_free(Spectrum *spectrum);

#endif
