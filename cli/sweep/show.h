/* urto sweep show: what is in a file. */
#ifndef CLI_SWEEP_SHOW_H
#define CLI_SWEEP_SHOW_H

/* Prints axes and features; with a figure (.svg, .png) draws each feature over each axis. only: one feature, or NULL.
 * Returns an exit code. */
int sweep_show(const char *path, const char *figure, const char *only);

#endif
