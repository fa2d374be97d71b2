/* Small dense Cholesky, A = L Lt, for symmetric positive definite matrices whose eigenvalues are at
 * least 1 (I + S G S of the contact solvers): no pivoting, no failure. Row-major, lower triangle,
 * leading dimension n. */
#ifndef BASE_CHOLESKY_H
#define BASE_CHOLESKY_H

#include <urto/api.h>

#include <stdint.h>

/* Overwrites the lower triangle of a with L. */
void cholesky_factor(double *a, uint32_t n) URTO_REALTIME;

/* Solves L Lt x = x in place. */
void cholesky_solve(const double *l, uint32_t n, double *x) URTO_REALTIME;

#endif
