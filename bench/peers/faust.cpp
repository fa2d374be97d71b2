// The bank that Faust generates (class Bank in bank.h), driven at each sample and ringing freely.
// Prints "driven NS" and "free NS", nanoseconds a sample, and the peak of the free part.
#define FAUSTFLOAT double
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <faust/dsp/dsp.h>
#include <faust/gui/UI.h>
#include <faust/gui/meta.h>

#include "bank.h"
#include "timing.h"

static Bank bank;
static double in[BLOCK], out[BLOCK], zero[BLOCK];

static void compute(double *input)
{
    double *inputs[] = {input}, *outputs[] = {out};
    bank.compute(BLOCK, inputs, outputs);
}

int main()
{
    double peak = 0.0;

    for (int i = 0; i < BLOCK; i++) {
        in[i] = force(i);
    }
    bank.init(static_cast<int>(rate));
    std::printf("driven %.6f\n",
                nanoseconds_per_sample([] { bank.instanceClear(); }, [] { compute(in); }));
    const double ringing = nanoseconds_per_sample(
        [] {
            bank.instanceClear();
            compute(in);
        },
        [] { compute(zero); });
    for (double sample : out) {
        peak = std::max(peak, std::fabs(sample));
    }
    std::printf("free %.6f\n", ringing);
    return peak > 1e-6 ? EXIT_SUCCESS : EXIT_FAILURE;
}
