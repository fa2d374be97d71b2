/* A picture of a sound: power over time and frequency. */
#ifndef LISTEN_SPECTROGRAM_H
#define LISTEN_SPECTROGRAM_H

#include "features/features.h"
#include "output/text.h"

/* Lines "seconds octaves dB", a blank one after each instant, for gnuplot: octaves above 50 Hz up to
 * 20 kHz, dB against the strongest, at least -80. */
void spectrogram_add(Text *text, const FeatureSound *sound);

#endif
