/** @file api.h
 *  Marks for exported functions and for functions that the audio thread may call. */
#ifndef URTO_API_H
#define URTO_API_H

#if defined(__GNUC__)
/** Exported from the shared library. */
#define URTO_API __attribute__((visibility("default")))
#else
#define URTO_API
#endif

#if defined(__GNUC__)
/** A status that must be looked at. */
#define URTO_NODISCARD __attribute__((warn_unused_result))
#else
#define URTO_NODISCARD
#endif

#if defined(__clang__) && defined(__has_attribute)
#if __has_attribute(nonblocking)
/** Safe in the audio thread: no allocation, lock, system call or unbounded loop. Checked by
 *  RealtimeSanitizer where the compiler has it. */
#define URTO_REALTIME __attribute__((nonblocking))
#endif
#endif
#ifndef URTO_REALTIME
#define URTO_REALTIME
#endif

#endif
