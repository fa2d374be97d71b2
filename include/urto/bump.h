/** @file bump.h
 *  PhonoBump: an audio effect in which the input drives a hammer that bounces on a resonator.
 *  Avanzini, Rocchesso, *Modeling collision sounds: non-linear contact force*, section 4.2.
 *
 *      UrtoBump *bump = NULL;
 *      if (urto_bump_create(&bump, 48000.0, NULL, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 *      urto_bump_process(bump, in, out, 256);
 *
 *  [setup], [audio] and [any] say which thread may call a function, as in world.h; only creation
 *  allocates. There is no latency, and silence comes out when silence goes in. Every function takes
 *  NULL for an effect: it does nothing, returns 0, or refuses.
 *
 *  In bonded mode the stiffness is capped so that the resonance of hammer and resonator stays below
 *  a quarter of the rate. There the losses still end it: within five times the decay and four
 *  seconds.
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

/** Choices when an effect is made. All zero is what most want. */
typedef struct UrtoBumpOptions {
    uint32_t channels;                 /**< 1 or 2; 0: 2 */
    bool ledger;                       /**< track energy at every step: several times slower */
    const UrtoAllocator *allocator;    /**< NULL: malloc and free */
    const UrtoWorldDef *resonator_def; /**< a description with a resonator of your own, which is
                                            copied; NULL: those of the parameter resonator */
    UrtoBody resonator;                /**< which body of it. It must be modal (a bar, a modal
                                            string, membrane or plate, a body given by its modes),
                                            and every mode must have a pitch, from 0.01 Hz on, and a
                                            decay, from 0.001 1/s on. The parameters pitch and decay
                                            begin where the body has them, as far as they reach;
                                            presets leave them, and moving them scales all its
                                            modes. The parameters resonator and material have no
                                            effect */
} UrtoBumpOptions;

/** What it is doing. */
typedef struct UrtoBumpStatistics {
    uint32_t contacts;         /**< hammers that touch now */
    double energy;             /**< stored [J] */
    double force_max;          /**< largest contact force so far [N] */
    uint64_t limited;          /**< frames so far in which the limiter acted */
    uint64_t nonfinite_inputs; /**< samples so far that were NaN or infinite, taken as 0 */
    uint64_t nonfinite;        /**< times that a resonator was muted by a NaN or infinity */
} UrtoBumpStatistics;

/** The table of parameters and the presets. [any] */
URTO_API const UrtoBumpInfo *urto_bump_info(void) URTO_REALTIME;
/** Make an effect for a sample rate [Hz], 8000 to 384000, with its first preset. options NULL: the
 *  defaults. On failure *bump is NULL. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_bump_create(UrtoBump **bump, double rate,
                                                    const UrtoBumpOptions *options,
                                                    UrtoDiagnostic *why);
/** Release an effect; NULL is fine. [setup] */
URTO_API void urto_bump_destroy(UrtoBump *bump);
/** Advance by some frames. in[channel][frame] and out[channel][frame], which may be the same; each
 *  may be NULL. The output is within -1 to 1. [audio] */
URTO_API void urto_bump_process(UrtoBump *bump, const float *const *in, float *const *out,
                                uint32_t frames) URTO_REALTIME;
/** Value of a parameter, as last set; 0 for an unknown one. [audio] */
URTO_API double urto_bump_get(const UrtoBump *bump, uint32_t parameter) URTO_REALTIME;
/** Set a parameter; it glides there in milliseconds. Clamped to its range; NaN is refused.
 *  [audio] */
URTO_API UrtoStatus urto_bump_set(UrtoBump *bump, uint32_t parameter, double value,
                                  UrtoDiagnostic *why) URTO_REALTIME;
/** Set all parameters to a preset, counted from 0. [audio] */
URTO_API UrtoStatus urto_bump_load_preset(UrtoBump *bump, uint32_t preset,
                                          UrtoDiagnostic *why) URTO_REALTIME;
/** The same for a preset that is not in the list: one that a person has made. NULL is refused.
 *  [audio] */
URTO_API UrtoStatus urto_bump_apply_preset(UrtoBump *bump, const UrtoPreset *preset,
                                           UrtoDiagnostic *why) URTO_REALTIME;
/** Put hammers and resonators to rest; parameters stay as set. [audio] */
URTO_API void urto_bump_reset(UrtoBump *bump) URTO_REALTIME;
/** Write the parameters as text, ended by a NUL: at most `room` bytes. Returns how many bytes the
 *  whole needs, NUL included. [setup] */
URTO_API size_t urto_bump_save(const UrtoBump *bump, char *text, size_t room);
/** Take back what save wrote, in any version of the library. Resets. Refuses any other text and then
 *  changes nothing. [setup] */
URTO_API URTO_NODISCARD UrtoStatus urto_bump_restore(UrtoBump *bump, const char *text,
                                                     UrtoDiagnostic *why);
/** True while it sounds or may sound: false from when all has died away until the next sample that
 *  is not 0. [audio] */
URTO_API bool urto_bump_sounds(const UrtoBump *bump) URTO_REALTIME;
/** What it is doing. [audio] */
URTO_API UrtoBumpStatistics urto_bump_statistics(const UrtoBump *bump) URTO_REALTIME;
/** The energy ledger of all hammers and resonators together. Without UrtoBumpOptions.ledger only
 *  stored is meaningful. [audio] */
URTO_API UrtoLedger urto_bump_ledger(const UrtoBump *bump) URTO_REALTIME;

#ifdef __cplusplus
}
#endif

#endif
