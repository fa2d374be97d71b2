/* Cholesky factors of symmetric positive definite matrices, in place, lower triangle, rows of n. The
 * entries of row i before profile[i] are 0 and stay so, which saves work for a narrow band; profile
 * NULL: full rows. A row of which rounding leaves no pivot depends on those before it: it is left out,
 * and its x is 0. (A small pivot in its place would grow from row to row.) */
#ifndef BASE_CHOLESKY_H
#define BASE_CHOLESKY_H

#include <urto/api.h>

#include <stdint.h>

void cholesky_factor(double *a, const uint32_t *profile, uint32_t n) URTO_REALTIME;
/* x = A^-1 x. */
void cholesky_solve(const double *l, const uint32_t *profile, uint32_t n, double *x) URTO_REALTIME;

#endif
