/* Instruments whose kind a program brings along: between urto/instrument_kind.h and Kind. */
#ifndef INSTRUMENT_CUSTOM_H
#define INSTRUMENT_CUSTOM_H

#include "voice.h"

#include <urto/instrument_kind.h>

/* A kind of a program as one of ours, with the table that all instruments have the end of. */
struct CustomKind {
    Kind kind;
    UrtoInstrumentKind given;
    UrtoParameterInfo table[PARAMETERS_MAX];
};

/* Fills it; or says what cannot be. */
UrtoStatus custom_take(CustomKind *custom, const UrtoInstrumentKind *given, UrtoDiagnostic *why);

#endif
