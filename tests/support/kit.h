/* What the tests of worlds share: quick definitions and the size of the energy ledger. */
#ifndef TESTS_SUPPORT_KIT_H
#define TESTS_SUPPORT_KIT_H

#include "suite.h"

#include <urto/urto.h>

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef VECTORS
#define VECTORS "tests/data/vectors"
#endif

#define KIT_OK(call) ck_assert_msg((call) == URTO_OK, #call)

/* What a call said of a description, which goes on as if it had not been made. */
static inline UrtoStatus kit_take(UrtoWorldDef *def)
{
    const UrtoStatus status = urto_world_def_status(def, NULL);

    urto_world_def_clear(def);
    return status;
}
#define KIT_STATUS(def, call) ((void)(call), kit_take(def))

/* A way to solve contacts. */
typedef struct KitSolver {
    UrtoSolver solver;
    UrtoGradient gradient;
} KitSolver;

/* All there are, by a number from 0 to KIT_SOLVERS - 1. */
enum { KIT_SOLVERS = URTO_SOLVER_TRAPEZOIDAL + 1 + URTO_GRADIENT_EARLIER };
static inline KitSolver kit_solver(uint64_t index)
{
    return index <= URTO_SOLVER_TRAPEZOIDAL
               ? (KitSolver){(UrtoSolver)index, URTO_GRADIENT_CAPPED}
               : (KitSolver){URTO_SOLVER_QUADRATISED,
                             (UrtoGradient)(index - URTO_SOLVER_TRAPEZOIDAL)};
}

static inline UrtoWorldDef *kit_def(UrtoSolver solver)
{
    UrtoWorldDef *def = NULL;
    UrtoWorldOptions options = {.ledger = true};

    KIT_OK(urto_world_def_create(&def, NULL));
    options.solver = solver;
    urto_world_def_options(def, &options);
    return def;
}

static inline UrtoPort kit_port(UrtoWorldDef *def, UrtoBody body, double x, double y,
                                UrtoInterpolation interpolation)
{
    UrtoPortDef port = urto_port_def(body);
    UrtoPort id = {0};

    port.x = x;
    port.y = y;
    port.interpolation = interpolation;
    id = urto_world_def_port(def, &port);
    return id;
}

static inline UrtoWorld *kit_world(UrtoWorldDef *def, double rate)
{
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};
    const UrtoStatus status = urto_world_create(&world, def, rate, &why);

    ck_assert_msg(status == URTO_OK, "%s", why.message);
    urto_world_def_destroy(def);
    return world;
}

static inline UrtoBody kit_hammer(UrtoWorldDef *def, double mass, double position, double velocity)
{
    UrtoMassDef hammer = urto_mass_def();
    UrtoBody body = {0};

    hammer.mass = mass;
    hammer.position = position;
    hammer.velocity = velocity;
    body = urto_world_def_mass(def, &hammer);
    return body;
}

static inline UrtoContact kit_contact(UrtoWorldDef *def, UrtoPort below, UrtoPort above,
                                      UrtoLaw law)
{
    UrtoContactDef contact = urto_contact_def();
    UrtoContact id = {0};

    contact.below = below;
    contact.above = above;
    contact.law = law;
    id = urto_world_def_contact(def, &contact);
    return id;
}

static inline void kit_step(UrtoWorld *world)
{
    urto_world_process(world, NULL, NULL, 1);
}

/* All energy that has passed through the ledger: what a residual is compared with. */
static inline double kit_total(const UrtoLedger *ledger)
{
    return fabs(ledger->initial) + fabs(ledger->stored) + fabs(ledger->dissipated_body) +
           fabs(ledger->dissipated_contact) + fabs(ledger->dissipated_bow) +
           fabs(ledger->supplied_bow) + fabs(ledger->supplied_drive) + fabs(ledger->supplied_hand) +
           fabs(ledger->supplied_gravity) + fabs(ledger->supplied_change);
}

/* The string of 004. */
static inline UrtoStringDef kit_string(UrtoModel model)
{
    UrtoStringDef string = urto_string_def();

    string.loss[0] = string.loss[1] = 0.0;
    string.model = model;
    return string;
}

#endif
