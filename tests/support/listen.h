/* What the tests of instruments share: play, listen, measure. */
#ifndef TESTS_SUPPORT_LISTEN_H
#define TESTS_SUPPORT_LISTEN_H

#include "suite.h"

#include <urto/urto.h>

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) ck_assert_msg((call) == URTO_OK, #call)

static const double twice_pi = 6.28318530717958647693;

typedef struct Dice {
    uint64_t state;
} Dice;

static inline uint32_t dice(Dice *d, uint32_t end)
{
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return (uint32_t)((d->state >> 33) % end);
}

static inline double dice_real(Dice *d, double low, double high)
{
    return low + (high - low) * (double)dice(d, 1000001) / 1e6;
}

static inline UrtoInstrument *make(const UrtoInstrumentInfo *info, double rate, uint32_t voices,
                                   bool ledger)
{
    UrtoInstrumentOptions options = urto_instrument_options();
    UrtoInstrument *instrument = NULL;
    UrtoDiagnostic why = {0};

    options.voices = voices;
    options.ledger = ledger;
    const UrtoStatus status = urto_instrument_create(&instrument, info, rate, &options, &why);
    ck_assert_msg(status == URTO_OK, "%s: %s", info->id, why.message);
    return instrument;
}

static inline void set(UrtoInstrument *instrument, const char *id, double value)
{
    const uint32_t index = urto_instrument_parameter_find(urto_instrument_info_of(instrument), id);

    OK(urto_instrument_set(instrument, index, value, NULL));
}

static inline void note(UrtoInstrument *instrument, uint32_t frame, uint8_t key, double velocity)
{
    const UrtoEvent event = {.kind = velocity > 0.0 ? URTO_EVENT_NOTE_ON : URTO_EVENT_NOTE_OFF,
                             .frame = frame,
                             .key = key,

                             .value = velocity};

    OK(urto_instrument_event(instrument, &event, NULL));
}

/* Frequency of a MIDI key [Hz]. */
static inline double key_hz(uint8_t key)
{
    return 440.0 * exp2((key - 69.0) / 12.0);
}

/* Left channel of some frames; to be freed. */
static inline float *play(UrtoInstrument *instrument, uint32_t frames)
{
    float *left = malloc((frames + 1) * sizeof *left);
    float *const out[2] = {left, NULL};

    urto_instrument_process(instrument, out, frames);
    return left;
}

/* Amplitude of a partial, with a Hann window. */
static inline double partial(const float *x, uint32_t n, double rate, double frequency)
{
    double re = 0.0;
    double im = 0.0;
    const double turn = twice_pi * frequency / rate;

    for (uint32_t i = 0; i < n; i++) {
        const double w = 0.5 - 0.5 * cos(twice_pi * (i + 0.5) / n);
        re += w * (double)x[i] * cos(turn * i);
        im += w * (double)x[i] * sin(turn * i);
    }
    return 4.0 * sqrt(re * re + im * im) / n;
}

/* Frequency of the strongest partial within some cents of an expected one. */
static inline double strongest(const float *x, uint32_t n, double rate, double expected,
                               double cents)
{
    double best = expected;
    double size = -1.0;
    /* the main lobe is four bins wide */
    const double step = fmin(0.5 * rate / n, expected * cents / 1200.0 * 0.6931 / 4.0);

    for (double f = expected * exp2(-cents / 1200.0); f <= expected * exp2(cents / 1200.0);
         f += step) {
        const double a = partial(x, n, rate, f);
        best = a > size ? f : best;
        size = fmax(a, size);
    }
    double low = best - step;
    double high = best + step;
    for (int i = 0; i < 14; i++) {
        const double one = low + (high - low) / 3.0;
        const double two = high - (high - low) / 3.0;
        if (partial(x, n, rate, one) < partial(x, n, rate, two)) {
            low = one;
        } else {
            high = two;
        }
    }
    return 0.5 * (low + high);
}

/* Power spectrum of 2^k samples, in place: re becomes power. */
static inline void spectrum(double *re, double *im, uint32_t n)
{
    for (uint32_t i = 1, j = 0; i < n; i++) {
        uint32_t bit = n >> 1;
        for (; j & bit; bit >>= 1) {
            j ^= bit;
        }
        j ^= bit;
        if (i < j) {
            const double t = re[i];
            re[i] = re[j];
            re[j] = t;
        }
    }
    for (uint32_t size = 2; size <= n; size *= 2) {
        for (uint32_t k = 0; k < size / 2; k++) {
            const double wr = cos(twice_pi * k / size);
            const double wi = -sin(twice_pi * k / size);
            for (uint32_t i = k; i < n; i += size) {
                const uint32_t j = i + size / 2;
                const double tr = wr * re[j] - wi * im[j];
                const double ti = wr * im[j] + wi * re[j];
                re[j] = re[i] - tr;
                im[j] = im[i] - ti;
                re[i] += tr;
                im[i] += ti;
            }
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        re[i] = re[i] * re[i] + im[i] * im[i];
    }
}

static inline double rms(const float *x, uint32_t n)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < n; i++) {
        sum += (double)x[i] * (double)x[i];
    }
    return sqrt(sum / n);
}

/* The size of the energy ledger. */
static inline double total(const UrtoLedger *ledger)
{
    return fabs(ledger->stored) + fabs(ledger->dissipated_body) + fabs(ledger->dissipated_contact) +
           fabs(ledger->dissipated_bow) + fabs(ledger->supplied_bow) +
           fabs(ledger->supplied_drive) + fabs(ledger->supplied_hand) +
           fabs(ledger->supplied_change);
}

/* Something that a player might do, or a child. */
static inline void random_event(Dice *d, UrtoInstrument *instrument, uint32_t frame)
{
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);
    static const UrtoEventKind kinds[] = {
        URTO_EVENT_NOTE_ON,   URTO_EVENT_NOTE_ON,          URTO_EVENT_NOTE_ON,
        URTO_EVENT_NOTE_OFF,  URTO_EVENT_NOTE_OFF,         URTO_EVENT_BEND,
        URTO_EVENT_PRESSURE,  URTO_EVENT_CHANNEL_PRESSURE, URTO_EVENT_TIMBRE,
        URTO_EVENT_PEDAL,     URTO_EVENT_NOTES_OFF,        URTO_EVENT_PARAMETER,
        URTO_EVENT_PARAMETER, URTO_EVENT_PARAMETER,        URTO_EVENT_SOSTENUTO,
        URTO_EVENT_SOFT,
    };
    UrtoEvent event = {.kind = kinds[dice(d, sizeof kinds / sizeof *kinds)],
                       .frame = frame,
                       .channel = (uint8_t)dice(d, 3),
                       .key = (uint8_t)(24 + dice(d, 84)),

                       .value = dice_real(d, 0.0, 1.0)};

    if (event.kind == URTO_EVENT_BEND) {
        event.value = dice_real(d, -12.0, 12.0);
    } else if (event.kind == URTO_EVENT_PARAMETER) {
        event.parameter = dice(d, info->parameter_count - 1); /* the level stays */
        event.value = urto_parameter_value(&info->parameters[event.parameter], event.value);
    }
    OK(urto_instrument_event(instrument, &event, NULL));
}

#endif
