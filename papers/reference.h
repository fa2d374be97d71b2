/* The values that papers/check computed, from papers/reference.txt, which is part of the program. */
#ifndef PAPERS_REFERENCE_H
#define PAPERS_REFERENCE_H

#include <stddef.h>

/* The value of a key, "key[2]" the third of several; not a number if there is none. */
double reference_value(const char *key);

/* The numbers of a key, to be freed; NULL and 0 if there is none. */
double *reference_curve(const char *key, size_t *count);

#endif
