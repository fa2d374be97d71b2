#include "cholesky.h"

#include <math.h>
#include <stddef.h>

void cholesky_factor(double *a, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        double *row = a + (size_t)i * n;
        for (uint32_t j = 0; j <= i; j++) {
            const double *other = a + (size_t)j * n;
            double sum = row[j];
            for (uint32_t k = 0; k < j; k++) {
                sum -= row[k] * other[k];
            }
            /* rounding cannot take a pivot below 1 by more than itself */
            row[j] = i == j ? sqrt(sum > 0.5 ? sum : 0.5) : sum / other[j];
        }
    }
}

void cholesky_solve(const double *l, uint32_t n, double *x)
{
    for (uint32_t i = 0; i < n; i++) {
        const double *row = l + (size_t)i * n;
        double sum = x[i];
        for (uint32_t k = 0; k < i; k++) {
            sum -= row[k] * x[k];
        }
        x[i] = sum / row[i];
    }
    for (uint32_t i = n; i-- > 0;) {
        double sum = x[i];
        for (uint32_t k = i + 1; k < n; k++) {
            sum -= l[(size_t)k * n + i] * x[k];
        }
        x[i] = sum / l[(size_t)i * n + i];
    }
}
