/* urto --complete WORD... CURRENT: what the shells ask while a command line is typed. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "options.h"

/* Prints what the current word, the last of argv, can become: one a line, each beginning with what is
 * there. A line ":files wav flac" asks the shell for files of these kinds, ":folders" for folders.
 * argv[0] is the name of the command. */
int complete_options(const OptionTable *table, int argc, char **argv);

#endif
