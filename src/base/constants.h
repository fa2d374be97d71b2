/* Numbers that many files need. */
#ifndef BASE_CONSTANTS_H
#define BASE_CONSTANTS_H

#define PI 3.14159265358979323846

#endif
