/** @file urto.h
 *  All of liburto: the sound of things that collide. */
#ifndef URTO_URTO_H
#define URTO_URTO_H

#include <urto/allocator.h>
#include <urto/body.h>
#include <urto/bump.h>
#include <urto/impact.h>
#include <urto/instrument.h>
#include <urto/instrument_kind.h>
#include <urto/law.h>
#include <urto/material.h>
#include <urto/number.h>
#include <urto/parameter.h>
#include <urto/plugin.h>
#include <urto/pool.h>
#include <urto/status.h>
#include <urto/unit.h>
#include <urto/user_presets.h>
#include <urto/version.h>
#include <urto/world.h>

#endif
