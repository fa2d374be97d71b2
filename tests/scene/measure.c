/* Measures a sound file: measure FILE [HZ]. Prints one JSON object.
 *
 * Pitch and decay are those of the partial nearest to HZ, in the last three quarters; the decay
 * without the last one, which fades. */
#include "features/features.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* Mean frequency of the power spectrum, from the power of the sound and of its differences, both
 * channels mixed: exact enough to compare, and needs no transform. */
static double brightness(const FeatureSound *sound)
{
    double power = 0.0, steep = 0.0, before = 0.0;

    for (size_t i = 0; i < sound->frames; i++) {
        double now = 0.0;
        for (size_t c = 0; c < sound->channels; c++) {
            now += (double)sound->samples[i * sound->channels + c];
        }
        power += i > 0 ? now * now : 0.0;
        steep += i > 0 ? (now - before) * (now - before) : 0.0;
        before = now;
    }
    return power > 0.0 ? sqrt(steep / power) * sound->rate / (2.0 * pi) : 0.0;
}

static int read_sound(const char *path, FeatureSound *sound)
{
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);

    if (!file) {
        fprintf(stderr, "measure: %s: %s\n", path, sf_strerror(NULL));
        return 1;
    }
    float *samples = calloc((size_t)info.frames * (size_t)info.channels + 1, sizeof(float));
    const int failed = !samples || sf_readf_float(file, samples, info.frames) != info.frames;
    sf_close(file);
    *sound = (FeatureSound){samples, (size_t)info.frames, (unsigned)info.channels, info.samplerate};
    return failed;
}

/* The largest of the channels of one frame. */
static double size_at(const FeatureSound *sound, size_t frame)
{
    double size = 0.0;

    for (size_t c = 0; c < sound->channels; c++) {
        size = fmax(size, fabs((double)sound->samples[frame * sound->channels + c]));
    }
    return size;
}

int main(int argc, char **argv)
{
    FeatureSound sound;

    if (argc < 2 || read_sound(argv[1], &sound) || sound.frames == 0 || sound.channels > 2) {
        return 1;
    }
    const double peak_db = feature_peak(&sound), peak = pow(10.0, peak_db / 20.0);
    printf("{\"frames\": %zu, \"peak_db\": %.4f, \"dc\": %.3e, \"first\": %.3e, \"last\": %.3e, "
           "\"lufs\": %.3f, \"brightness\": %.3f",
           sound.frames, peak_db, pow(10.0, feature_dc(&sound) / 20.0), size_at(&sound, 0) / peak,
           size_at(&sound, sound.frames - 1) / peak, feature_loudness_integrated(&sound),
           brightness(&sound));
    if (argc > 2) {
        const double wanted = atof(argv[2]), seconds = (double)sound.frames / sound.rate;
        const FeatureSound late = feature_part(&sound, 0.25 * seconds, seconds);
        const FeatureSound middle = feature_part(&sound, 0.25 * seconds, 0.5 * seconds);
        const double pitch = feature_pitch_near(&late, wanted);
        printf(", \"pitch\": %.5f, \"cents\": %.3f, \"decay\": %.5f", pitch,
               1200.0 * log2(pitch / wanted), log(1000.0) / feature_t60_at(&middle, pitch, pitch));
    }
    puts("}");
    free((float *)sound.samples);
    return 0;
}
