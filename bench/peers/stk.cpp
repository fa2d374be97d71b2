// The bank as 32 ModalBars of four modes each, struck and ringing. A ModalBar also plays a recorded
// stroke, here a short pulse that is written to the folder given.
// Prints "free NS", nanoseconds a sample.
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>

#include <stk/ModalBar.h>

#include "timing.h"

enum { BARS = MODES / 4, PULSE = 256 };

static std::vector<std::unique_ptr<stk::ModalBar>> bars;
static double sum;

// 16 bits, high byte first, as STK reads it.
static bool write_pulse(const std::string &path)
{
    std::FILE *file = std::fopen(path.c_str(), "wb");

    for (int i = 0; file && i < PULSE; i++) {
        const int value = static_cast<int>(16000.0 * (1.0 - std::cos(2.0 * M_PI * i / PULSE)));
        std::fputc(value >> 8, file);
        std::fputc(value & 255, file);
    }
    return file && std::fclose(file) == 0;
}

static void start()
{
    for (int b = 0; b < BARS; b++) {
        stk::ModalBar &bar = *bars[b];
        bar.clear();
        bar.setPreset(0);
        const double base = 40.0 + 19960.0 * std::pow((4 * b + 0.5) / MODES, 1.2);
        for (int m = 0; m < 4; m++) {
            const double place = (4 * b + m + 0.5) / MODES;
            const double frequency = 40.0 + 19960.0 * std::pow(place, 1.2);
            bar.setRatioAndRadius(m, frequency / base, std::exp(-(1.0 + 9.0 * place) / rate));
        }
        bar.setFrequency(base);
        bar.strike(0.5);
    }
}

int main(int argc, char **argv)
{
    const std::string folder = argc > 1 ? std::string(argv[1]) + "/" : "./";

    if (!write_pulse(folder + "marmstk1.raw")) {
        return EXIT_FAILURE;
    }
    stk::Stk::setRawwavePath(folder);
    stk::Stk::setSampleRate(rate);
    for (int b = 0; b < BARS; b++) {
        bars.push_back(std::make_unique<stk::ModalBar>());
    }
    static stk::StkFrames frames(BLOCK, 1);
    std::printf("free %.6f\n", nanoseconds_per_sample(start, [] {
                    for (auto &bar : bars) {
                        bar->tick(frames);
                        sum += std::fabs(frames[BLOCK - 1]);
                    }
                }));
    return sum > 1e-6 ? EXIT_SUCCESS : EXIT_FAILURE;
}
