/* Neumaier's compensated sum: the energy ledger of a long run must not collect rounding. */
#ifndef BASE_SUM_H
#define BASE_SUM_H

#include <math.h>

typedef struct Sum {
    double value, carry;
} Sum;

static inline void sum_add(Sum *sum, double x)
{
    const double next = sum->value + x;

    if (fabs(sum->value) >= fabs(x)) {
        sum->carry += (sum->value - next) + x;
    } else {
        sum->carry += (x - next) + sum->value;
    }
    sum->value = next;
}

static inline double sum_of(const Sum *sum)
{
    return sum->value + sum->carry;
}

#endif
