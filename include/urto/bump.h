/** @file bump.h
 *  PhonoBump: an audio effect in which the input drives a hammer that bounces on a resonator.
 *  Avanzini, Rocchesso, *Modeling collision sounds: non-linear contact force*, section 4.2.
 *
 *  Creation allocates; nothing else does. An effect belongs to one thread at a time, the one that
 * calls process. There is no latency, and silence comes out when silence goes in. A bond is at most
 * so stiff that hammer and resonator sound against each other at a quarter of the rate, where the
 * losses still end it: within five times the decay and four seconds.
 */
#ifndef URTO_BUMP_H
#define URTO_BUMP_H

#include <urto/parameter.h>
#include <urto/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An effect. */
typedef struct UrtoBump UrtoBump;

/** What there is to know about it. */
typedef struct UrtoBumpInfo {
    const UrtoParameterInfo *parameters; /**< the table */
    uint32_t parameter_count;            /**< its length */
    const UrtoPreset *presets;           /**< the first one is what a new effect has */
    uint32_t preset_count;               /**< how many */
} UrtoBumpInfo;

/** What it is doing. */
typedef struct UrtoBumpStatistics {
    uint32_t contacts;  /**< hammers that touch now */
    double energy;      /**< stored [J] */
    double force_max;   /**< largest contact force so far [N] */
    uint64_t limited;   /**< frames so far in which the limiter acted */
    uint64_t spoilt;    /**< samples so far that were no numbers, taken as 0 */
    uint64_t nonfinite; /**< times that a resonator was muted by a NaN or infinity */
} UrtoBumpStatistics;

/** The table of parameters and the presets. */
URTO_API const UrtoBumpInfo *urto_bump_info(void);
/** Make an effect for a sample rate [Hz], 8000 to 384000, and 1 or 2 channels. allocator NULL:
 * malloc and free. On failure *bump is NULL. */
URTO_API UrtoStatus urto_bump_create(UrtoBump **bump, double rate, uint32_t channels, bool ledger,
                                     const UrtoAllocator *allocator, UrtoDiagnostic *why);
/** The same with a resonator of your own: a body of a description, which is copied. It must be
 * modal (a bar, a modal string, membrane or plate, a body given by its modes), and every mode must
 * have a pitch, from 0.01 Hz on, and a decay, from 0.001 1/s on. The parameters pitch and decay
 * begin where the body has them, as far as they reach; presets leave them, and to turn them scales
 * all its modes. The parameters resonator and material have no effect. */
URTO_API UrtoStatus urto_bump_create_on(UrtoBump **bump, const UrtoWorldDef *def, UrtoBody body,
                                        double rate, uint32_t channels, bool ledger,
                                        const UrtoAllocator *allocator, UrtoDiagnostic *why);
/** Release an effect; NULL is fine. */
URTO_API void urto_bump_destroy(UrtoBump *bump);
/** Advance by some frames. in[channel][frame] and out[channel][frame], which may be the same; what
 *  comes out is within -1 to 1. */
URTO_API void urto_bump_process(UrtoBump *bump, const float *const *in, float *const *out,
                                uint32_t frames) URTO_REALTIME;
/** Value of a parameter, as last set; 0 for an unknown one. */
URTO_API double urto_bump_get(const UrtoBump *bump, uint32_t parameter) URTO_REALTIME;
/** Set a parameter; it glides there in milliseconds. Clamped to its range; NaN is refused. */
URTO_API UrtoStatus urto_bump_set(UrtoBump *bump, uint32_t parameter, double value,
                                  UrtoDiagnostic *why) URTO_REALTIME;
/** Set all parameters to a preset, counted from 0. */
URTO_API UrtoStatus urto_bump_preset(UrtoBump *bump, uint32_t preset,
                                     UrtoDiagnostic *why) URTO_REALTIME;
/** Hammers and resonators to rest, parameters where they were set. */
URTO_API void urto_bump_reset(UrtoBump *bump) URTO_REALTIME;
/** Parameters as text, ended by a NUL. Writes at most `room` bytes and returns how many the whole
 *  needs, NUL included. */
URTO_API size_t urto_bump_save(const UrtoBump *bump, char *text, size_t room);
/** Take back what save wrote, in any version of the library. Resets. Refuses what save has not
 *  written and then changes nothing. */
URTO_API UrtoStatus urto_bump_restore(UrtoBump *bump, const char *text, UrtoDiagnostic *why);
/** True while there is something to hear, or there may be: false from when all has died away until
 *  the next sample that is not 0. */
URTO_API bool urto_bump_sounds(const UrtoBump *bump) URTO_REALTIME;
/** What it is doing. */
URTO_API UrtoBumpStatistics urto_bump_statistics(const UrtoBump *bump) URTO_REALTIME;
/** The books of all hammers and resonators together; without a ledger only stored counts. */
URTO_API UrtoLedger urto_bump_ledger(const UrtoBump *bump) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
