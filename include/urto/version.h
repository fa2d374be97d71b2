/** @file version.h
 *  The version of these headers; urto_version() is that of the library. Builds and packages read it
 *  here. Until 1.0 a new minor version may change functions and structs: rebuild for each. */
#ifndef URTO_VERSION_H
#define URTO_VERSION_H

#define URTO_VERSION_MAJOR 0 /**< changes what programs must do */
#define URTO_VERSION_MINOR 2 /**< adds; until 1.0 it may also change */
#define URTO_VERSION_PATCH 0 /**< mends */

#endif
