/* Adds the energy ledger of a world to a sum of ledgers. */
#ifndef PLAY_LEDGER_SUM_H
#define PLAY_LEDGER_SUM_H

#include <urto/world.h>

void ledger_add(UrtoLedger *sum, const UrtoWorld *world) URTO_REALTIME;

#endif
