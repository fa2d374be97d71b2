/* Compares two sounds of two channels: raw floats as `reference` writes them, and a sound file that
 * came so many frames later; or looks at one sound alone: finite, audible, within full scale.
 *   compare REFERENCE.raw FOUND.wav DELAY LIMIT
 *   compare FOUND.wav
 * Fails if they differ by more than the limit, as a part of the peak, or if the reference is
 * silent.
 */
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>

static int look(const char *path)
{
    SF_INFO info = {0};
    SNDFILE *sound = sf_open(path, SFM_READ, &info);
    float found[2];
    double peak = 0.0;

    if (!sound || info.channels != 2) {
        fprintf(stderr, "compare: cannot read %s, or it is not stereo\n", path);
        return 1;
    }
    while (sf_readf_float(sound, found, 1) == 1) {
        for (int c = 0; c < 2; c++) {
            const double size = fabs((double)found[c]);
            peak = size <= peak || isnan(peak) ? peak : size; /* a NaN stays */
        }
    }
    sf_close(sound);
    printf("peak %.3g\n", peak);
    return peak > 0.01 && peak <= 1.0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    SF_INFO info = {0};
    float expected[2];
    float found[2];
    double worst = 0.0;
    double peak = 0.0;
    long frames = 0;

    if (argc == 2) {
        return look(argv[1]);
    }
    if (argc != 5) {
        fputs("usage: compare REFERENCE.raw FOUND.wav DELAY LIMIT\n", stderr);
        return 2;
    }
    FILE *reference = fopen(argv[1], "rb");
    SNDFILE *sound = sf_open(argv[2], SFM_READ, &info);
    if (!reference || !sound || info.channels != 2) {
        fprintf(stderr, "compare: cannot read %s or %s, or it is not stereo\n", argv[1], argv[2]);
        return 1;
    }
    sf_seek(sound, strtol(argv[3], NULL, 10), SEEK_SET);
    while (fread(expected, sizeof *expected, 2, reference) == 2 &&
           sf_readf_float(sound, found, 1) == 1) {
        for (int c = 0; c < 2; c++) {
            const double difference = fabs((double)found[c] - (double)expected[c]);
            worst = difference <= worst || isnan(worst) ? worst : difference; /* a NaN stays */
            peak = fmax(peak, fabs((double)expected[c]));
        }
        frames++;
    }
    fclose(reference);
    sf_close(sound);
    printf("%ld frames, peak %.3g, differ by %.2g\n", frames, peak, worst);
    return frames > 30000 && peak > 1e-6 && worst <= strtod(argv[4], NULL) * peak ? 0 : 1;
}
