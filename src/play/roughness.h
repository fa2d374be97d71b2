/* Rough surfaces: the height depends on the place alone, so it is the same at every run and in both
 * directions. */
#ifndef PLAY_ROUGHNESS_H
#define PLAY_ROUGHNESS_H

#include <urto/api.h>

/* Bumps of width 1, each octave of finer ones `detail` times as high: about -1 to 1. Real surfaces have
 * 0.54 to 0.7 (exponents H of 0.5 to 0.9: Persson, from memory). Those that a stride skips are left
 * out. */
double roughness_noise(double place, double detail, double stride) URTO_REALTIME;
/* A tooth from about each whole place to the next: up along a slope, down over an edge. Heights and
 * widths differ by up to `irregular` and 0.6 of it, 0 to 1. */
double roughness_teeth(double place, double irregular, double stride) URTO_REALTIME;

#endif
