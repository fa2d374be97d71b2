/* What can be heard in a sound, as numbers. A sound is interleaved samples and begins with its onset;
 * a part of it is measured by pointing into it. NAN where there is nothing to measure, or no memory. */
#ifndef FEATURES_FEATURES_H
#define FEATURES_FEATURES_H

#include <stddef.h>

typedef struct FeatureSound {
    const float *samples; /* interleaved */
    size_t frames;
    unsigned channels; /* 1 or 2 */
    double rate;       /* [Hz] */
} FeatureSound;

/* A part of a sound, in seconds; beyond its end there is nothing. */
FeatureSound feature_part(const FeatureSound *sound, double from, double seconds);

/* --- level (level.c, loudness.c) --- */

double feature_peak(const FeatureSound *sound); /* largest sample [dBFS] */

/* Loudness by ITU-R BS.1770 [LUFS]: the loudest 400 ms, and integrated over the whole with both
 * gates; -HUGE_VAL for silence, integrated also for less than a block. */
double feature_loudness(const FeatureSound *sound);
double feature_loudness_integrated(const FeatureSound *sound);

double feature_dc(const FeatureSound *sound); /* largest mean of a channel, against the peak [dB] */
double feature_below(const FeatureSound *sound); /* share of the energy below 20 Hz */

/* Of left and right, -1 to 1; 1 for one channel, and where one is silent 0. */
double feature_correlation(const FeatureSound *sound);

/* --- spectrum (spectrum.c): mean power of the channels --- */

/* Mean frequency, weighted by amplitude, of what is within 60 dB of the strongest [Hz]. */
double feature_centroid(const FeatureSound *sound);
/* Upper end of the highest band of 50 Hz within 60 dB of the strongest [Hz]. */
double feature_bandwidth(const FeatureSound *sound);

/* Largest loss in (L+R)/2 against the mean power of both channels [dB, 0 or more]: over the partials
 * within 40 dB of the strongest, or over third octaves, for noise. 0 for one channel. */
double feature_mono_loss(const FeatureSound *sound);
double feature_mono_loss_bands(const FeatureSound *sound);

typedef struct FeaturePartial {
    double frequency; /* [Hz] */
    double level;     /* against the strongest [dB] */
    double mono_loss; /* as above [dB] */
} FeaturePartial;

/* The strongest partials within some dB of the strongest, sorted by frequency: at most `room`.
 * Returns how many. */
size_t feature_partials(const FeatureSound *sound, double range, FeaturePartial *partials,
                        size_t room);

/* --- tones (pitch.c) --- */

/* Frequency of the strongest partial within a semitone of a guess [Hz]. */
double feature_pitch_near(const FeatureSound *sound, double guess);
/* Without a guess: the lowest frequency with which most of the sound repeats. */
double feature_pitch(const FeatureSound *sound);

/* Time in which the partial at a frequency falls by 60 dB [s], from its first 30 dB; HUGE_VAL for
 * one that does not. Partials at the given spacing or farther away do not disturb. */
double feature_t60_at(const FeatureSound *sound, double frequency, double spacing);
double feature_t60(const FeatureSound *sound); /* of the strongest partial */

/* --- the table --- */

typedef struct Feature {
    const char *id, *unit, *description;
    double (*function)(const FeatureSound *sound);
} Feature;

extern const Feature features[];
extern const size_t feature_count;

#endif
