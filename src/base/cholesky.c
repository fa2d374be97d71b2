#include "cholesky.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

static uint32_t start_of(const uint32_t *profile, uint32_t row)
{
    return profile ? profile[row] : 0;
}

void cholesky_factor(double *a, const uint32_t *profile, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        double *row = a + (size_t)i * n;
        const uint32_t first = start_of(profile, i);
        const double rounding = (i + 1.0) * DBL_EPSILON * row[i];
        for (uint32_t j = first; j <= i; j++) {
            const double *other = a + (size_t)j * n;
            const uint32_t other_first = start_of(profile, j);
            double sum = row[j];
            for (uint32_t k = other_first > first ? other_first : first; k < j; k++) {
                sum -= row[k] * other[k];
            }
            if (i == j) {
                row[i] = sum > rounding ? sqrt(sum) : HUGE_VAL;
            } else {
                row[j] = sum / other[j];
            }
        }
    }
}

void cholesky_solve(const double *l, const uint32_t *profile, uint32_t n, double *x)
{
    for (uint32_t i = 0; i < n; i++) {
        const double *row = l + (size_t)i * n;
        double sum = x[i];
        for (uint32_t k = start_of(profile, i); k < i; k++) {
            sum -= row[k] * x[k];
        }
        x[i] = sum / row[i];
    }
    for (uint32_t i = n; i-- > 0;) {
        const double *row = l + (size_t)i * n;
        x[i] /= row[i];
        for (uint32_t k = start_of(profile, i); k < i; k++) {
            x[k] -= row[k] * x[i];
        }
    }
}
