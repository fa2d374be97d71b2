/* The features that need nothing but a sound, by name. */
#include "features.h"

const Feature features[] = {
    {"pitch", "Hz", "lowest frequency with which the sound repeats", feature_pitch},
    {"t60", "s", "time in which the strongest partial falls by 60 dB", feature_t60},
    {"centroid", "Hz", "mean frequency, weighted by amplitude", feature_centroid},
    {"bandwidth", "Hz", "highest frequency within 60 dB of the strongest", feature_bandwidth},
    {"loudness", "LUFS", "loudest 400 ms", feature_loudness},
    {"integrated", "LUFS", "loudness of the whole, gated", feature_loudness_integrated},
    {"peak", "dBFS", "largest sample", feature_peak},
    {"below-20", "", "share of the energy below 20 Hz", feature_below},
    {"mono-loss", "dB", "worst loss of a partial in mono", feature_mono_loss},
    {"mono-loss-bands", "dB", "worst loss of a third octave in mono", feature_mono_loss_bands},
    {"correlation", "", "of left and right", feature_correlation},
    {"dc", "dB", "mean against the peak", feature_dc},
};
const size_t feature_count = sizeof features / sizeof *features;
