/** @file status.h
 *  How functions of liburto say that something is wrong: a status, and a sentence if you want one.
 *
 *      UrtoDiagnostic why;
 *      if (urto_world_create(&world, def, 1.0, &why) != URTO_OK) {
 *          puts(why.message);
 *      }
 */
#ifndef URTO_STATUS_H
#define URTO_STATUS_H

#include <urto/api.h>
#include <urto/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Result of every function that can refuse its input. */
typedef enum UrtoStatus {
    URTO_OK = 0,
    URTO_ERROR_ARGUMENT,    /**< a value outside its range, NaN or Inf */
    URTO_ERROR_UNSUPPORTED, /**< an option that this scheme, body or solver cannot take */
    URTO_ERROR_LIMIT,       /**< beyond a limit of the method: duration, grid, size */
    URTO_ERROR_NOT_FOUND,   /**< a name or handle that does not exist */
    URTO_ERROR_MEMORY,      /**< out of memory */
} UrtoStatus;

/** What was wrong, for people and programs. Filled only when a function does not return URTO_OK. */
typedef struct UrtoDiagnostic {
    UrtoStatus status; /**< what the function returned */
    char field[48];    /**< the parameter that is wrong, for example "mass" */
    double value;      /**< its value, where it is a number; else 0 */
    char message[240]; /**< one line: what, the value, what would be right */
} UrtoDiagnostic;

/** One or two words for a status, never NULL. [any] */
URTO_API const char *urto_status_text(UrtoStatus status);

/** Version of the library, "major.minor.patch". [any] */
URTO_API const char *urto_version(void);

#ifdef __cplusplus
}
#endif

#endif
