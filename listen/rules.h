/* The rules that every preset keeps. */
#ifndef LISTEN_RULES_H
#define LISTEN_RULES_H

#include "hearing.h"

/* Prints a line for each breach and returns how many. */
int rules_check(const Survey *survey);

/* Presets of one instrument: their mean loudness. */
int rules_check_presets(const UrtoInstrumentInfo *info, double quietest, double loudest);

#endif
