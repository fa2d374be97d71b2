/* What a mallet strikes: bars, bells, glasses, tines, skins and plates, given mode by mode. */
#ifndef INSTRUMENT_MALLET_MODELS_H
#define INSTRUMENT_MALLET_MODELS_H

#include "tone.h"

typedef enum MalletModel {
    MODEL_BAR,
    MODEL_TUNED_BAR,
    MODEL_MEMBRANE,
    MODEL_PLATE,
    MODEL_GLASS,
    MODEL_VIBRAPHONE,
    MODEL_MARIMBA,
    MODEL_XYLOPHONE,
    MODEL_GLOCKENSPIEL,
    MODEL_TUBULAR_BELL,
    MODEL_KALIMBA,
    MODEL_WOOD_BLOCK
} MalletModel;
enum { MALLET_MODELS = MODEL_WOOD_BLOCK + 1 };

extern const char *const mallet_model_names[MALLET_MODELS + 1]; /* NULL at the end */

/* How it is struck and heard. */
typedef struct Stroke {
    double pitch;   /* [Hz] */
    double seconds; /* in which the lowest mode falls by 60 dB */
    double
        material; /* 0 to 1: how much faster others fall, where the model has no decays of its own */
    double place;  /* struck, 0 to 1 along the body */
    double pickup; /* heard, likewise */
} Stroke;

void mallet_model_fill(MalletModel model, const Stroke *stroke, Tone *tone) URTO_REALTIME;
/* Time in which the lowest mode falls by 60 dB, for a time of middle C. */
double mallet_model_seconds(MalletModel model, double middle_c, double pitch) URTO_REALTIME;
/* Mass of the mallet [kg]. */
double mallet_model_mallet(MalletModel model) URTO_REALTIME;

#endif
