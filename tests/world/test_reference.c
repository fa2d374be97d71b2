/* Every solver against a reference that shares no code with it (tests/support/reference.h): random
 * worlds of 1 to 4 masses with springs, losses and gravity and 1 to 5 contacts and links between them
 * and walls, side by side for some hundred steps. Displacements and forces agree at every step.
 *
 *   test_reference [worlds [first seed]]
 *
 * The solver follows from the seed. A failure names its seed: `test_reference 1 SEED` plays that
 * world again, and prints the whole of it.
 *
 * Contacts last about 3 to 100 steps (STIFFEST, SOFTEST); harder ones magnify rounding at each hit and
 * are left to the ledger (test_energy, test_corners). A second reference that begins 1e-13 beside the
 * first, and rounds more coarsely at every step, says how much a world magnifies: where the two have
 * come a thousand times further apart, or where a rule that jumps is at its edge, the world is left. Contacts of the trapezoidal rule have a
 * damping at which 1 + mu v stays positive: beyond, its equation may have several roots. Bows, matched
 * contacts and what changes while sounding are not part of it. */
#include "tests/support/kit.h"
#include "tests/support/random.h"
#include "tests/support/reference.h"

#include <inttypes.h>

static const double DISPLACEMENT = 1e-9; /* bound, of the largest displacement so far */
static const double FORCE = 1e-7;        /* bound, of the largest force so far */
static const double LEAST_FORCE = 1e-6;  /* [N]: one that moves no mass by 1e-9 of what it moves */
static const double SOFTEST = 1e-3;      /* k^2 K x^(a-1)/m at x = DEPTH */
static const double STIFFEST = 1.0;
static const double DEPTH = 1e-4;
static const double BESIDE = 1e-13; /* where the twin begins, in parts */
static const double NOISE = 1e-14;  /* that the twin gets at every step, in parts */
static const double APART = 1e-10;  /* where it is too far away, of the largest displacement */

enum { STEPS = 250, SOLVERS = 8 };

static uint64_t worlds = 300;
static uint64_t first_seed = 1;

static const struct {
    const char *name;
    KitSolver by;
    ReferenceRule rule;
} solvers[SOLVERS] = {
    {"midpoint", {URTO_SOLVER_MIDPOINT, URTO_GRADIENT_CAPPED}, REFERENCE_MIDPOINT},
    {"capped", {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_CAPPED}, REFERENCE_CAPPED},
    {"sign", {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_SIGN}, REFERENCE_SIGN},
    {"printed", {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_PRINTED}, REFERENCE_PRINTED},
    {"untested", {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_UNTESTED}, REFERENCE_UNTESTED},
    {"earlier", {URTO_SOLVER_QUADRATISED, URTO_GRADIENT_EARLIER}, REFERENCE_EARLIER},
    {"iterative", {URTO_SOLVER_ITERATIVE, URTO_GRADIENT_CAPPED}, REFERENCE_THREE_POINT},
    {"trapezoidal", {URTO_SOLVER_TRAPEZOIDAL, URTO_GRADIENT_CAPPED}, REFERENCE_TRAPEZOIDAL},
};

typedef struct Pair {
    UrtoWorld *world;
    Reference reference;
    Reference twin; /* begins a little beside it */
    UrtoPort ports[REFERENCE_MASSES];
    UrtoContact contacts[REFERENCE_CONTACTS];
    uint32_t block; /* largest, in frames */
} Pair;

typedef struct Tally {
    uint64_t worlds, steps, closed;
    uint64_t left;              /* worlds that were not compared to their end */
    double displacement, force; /* largest differences */
} Tally;

static bool chance(Random *random, double part)
{
    return random_uniform(random, 0.0, 1.0) < part;
}

static int below(Random *random, int end)
{
    return (int)random_uniform(random, 0.0, end);
}

static void add_mass(Random *random, UrtoWorldDef *def, Pair *pair, double rate)
{
    UrtoMassDef mass = urto_mass_def();
    const int index = pair->reference.masses++;

    mass.mass = random_log(random, 1e-3, 1e-1);
    mass.spring =
        chance(random, 0.4) ? mass.mass * rate * rate * random_log(random, 1e-6, 1e-1) : 0.0;
    mass.loss = chance(random, 0.4) ? random_log(random, 1.0, 1000.0) : 0.0;
    mass.gravity = chance(random, 0.3) ? random_uniform(random, -100.0, 100.0) : 0.0;
    mass.position = random_uniform(random, -2e-4, 2e-4);
    mass.velocity = chance(random, 0.8) ? random_uniform(random, -1.0, 1.0) : 0.0;
    pair->ports[index] = urto_world_def_port_at(def, urto_world_def_mass(def, &mass), 0.0, 0.0);
    pair->reference.mass[index] = (ReferenceMass){.mass = mass.mass,
                                                  .spring = mass.spring,
                                                  .loss = mass.loss,
                                                  .gravity = mass.gravity,
                                                  .u = mass.position,
                                                  .v = mass.velocity};
}

/* Open at the start by up to 0.3 mm, or closed by as much as a hit would. */
static double random_distance(Random *random, const Pair *pair, int under, int over)
{
    const double apart = (double)((under < 0 ? 0.0L : pair->reference.mass[under].u) -
                                  (over < 0 ? 0.0L : pair->reference.mass[over].u));
    const bool closed = pair->reference.rule != REFERENCE_TRAPEZOIDAL && chance(random, 0.15);

    return apart + random_uniform(random, closed ? -DEPTH : 0.0, closed ? 0.0 : 3e-4);
}

static void add_contact(Random *random, UrtoWorldDef *def, Pair *pair, double rate)
{
    UrtoContactDef contact = urto_contact_def();
    const int masses = pair->reference.masses;
    const int one = below(random, masses);
    const int other = below(random, masses + 1);
    const int two = other == one || other == masses ? -1 : other;
    const bool swapped = chance(random, 0.5);
    const int under = swapped ? two : one;
    const int over = swapped ? one : two;
    const bool trapezoidal = pair->reference.rule == REFERENCE_TRAPEZOIDAL;
    double mass = (double)pair->reference.mass[one].mass;

    if (two >= 0) {
        mass = fmin(mass, (double)pair->reference.mass[two].mass);
    }
    contact.kind = chance(random, 0.2) ? URTO_CONTACT_LINK : URTO_CONTACT_ONE_SIDED;
    contact.law.exponent =
        chance(random, 0.3) ? 1.0 + 0.5 * below(random, 5) : random_uniform(random, 1.0, 3.0);
    contact.law.stiffness = random_log(random, SOFTEST, STIFFEST) * mass * rate * rate /
                            pow(DEPTH, contact.law.exponent - 1.0);
    contact.law.damping =
        chance(random, 0.5) ? 0.0 : random_log(random, 1e-2, trapezoidal ? 0.2 : 5.0);
    contact.distance = random_distance(random, pair, under, over);
    contact.below = under < 0 ? (UrtoPort){0} : pair->ports[under];
    contact.above = over < 0 ? (UrtoPort){0} : pair->ports[over];
    const int index = pair->reference.contacts++;
    pair->contacts[index] = urto_world_def_contact(def, &contact);
    pair->reference.contact[index] = (ReferenceContact){.below = under,
                                                        .above = over,
                                                        .link = contact.kind == URTO_CONTACT_LINK,
                                                        .stiffness = contact.law.stiffness,
                                                        .exponent = contact.law.exponent,
                                                        .damping = contact.law.damping,
                                                        .distance = contact.distance};
}

static Pair make_pair(uint64_t seed)
{
    Random random = {seed};
    const int which = (int)(seed % SOLVERS);
    Pair pair = {.reference.rule = solvers[which].rule};
    UrtoWorldDef *def = NULL;
    UrtoWorldOptions options = urto_world_options();
    const double rate = chance(&random, 0.5) ? 44100.0 : random_log(&random, 8000.0, 192000.0);

    KIT_OK(urto_world_def_create(&def, NULL));
    options.solver = solvers[which].by.solver;
    options.gradient = solvers[which].by.gradient;
    options.ledger = chance(&random, 0.3);
    options.repeatable = chance(&random, 0.3);
    urto_world_def_options(def, &options);
    for (int i = 1 + below(&random, REFERENCE_MASSES); i > 0; i--) {
        add_mass(&random, def, &pair, rate);
    }
    for (int i = 1 + below(&random, REFERENCE_CONTACTS); i > 0; i--) {
        add_contact(&random, def, &pair, rate);
    }
    pair.block = chance(&random, 0.7) ? 1 : 32;
    pair.reference.step = 1.0L / (Real)rate;
    pair.twin = pair.reference;
    for (int i = 0; i < pair.twin.masses; i++) {
        pair.twin.mass[i].u += BESIDE * DEPTH * random_uniform(&random, -1.0, 1.0);
        pair.twin.mass[i].v *= 1.0L + BESIDE * random_uniform(&random, -1.0, 1.0);
    }
    reference_start(&pair.reference);
    reference_start(&pair.twin);
    pair.world = kit_world(def, rate);
    return pair;
}

static void describe(const Pair *pair, uint64_t seed)
{
    const Reference *w = &pair->reference;

    printf("seed %" PRIu64 ", %s, rate %.17g, blocks of up to %u\n", seed,
           solvers[seed % SOLVERS].name, (double)(1.0L / w->step), pair->block);
    for (int i = 0; i < w->masses; i++) {
        const ReferenceMass *m = &w->mass[i];
        printf("  mass %d: %g kg, spring %g, loss %g, gravity %g, at %g, %g m/s\n", i,
               (double)m->mass, (double)m->spring, (double)m->loss, (double)m->gravity,
               (double)m->u, (double)m->v);
    }
    for (int i = 0; i < w->contacts; i++) {
        const ReferenceContact *c = &w->contact[i];
        printf("  %s %d: below %d, above %d (-1 a wall), K %g, exponent %g, damping %g, "
               "distance %g, x %g\n",
               c->link ? "link" : "contact", i, c->below, c->above, (double)c->stiffness,
               (double)c->exponent, (double)c->damping, (double)c->distance, (double)c->x);
    }
}

/* Largest sizes so far, in the reference. */
typedef struct Sizes {
    Real displacement, force;
} Sizes;

static void grow(Sizes *sizes, const Reference *w, Tally *tally)
{
    for (int i = 0; i < w->masses; i++) {
        sizes->displacement = fmaxl(sizes->displacement, fabsl(w->mass[i].u));
    }
    for (int i = 0; i < w->contacts; i++) {
        sizes->force = fmaxl(sizes->force, fabsl(w->contact[i].force));
        tally->closed += w->contact[i].force != 0.0L;
    }
}

/* The force that rounding of a displacement amounts to: 8 DBL_EPSILON m u/k^2 [N]. Contacts that
 * share two bodies may push against each other with forces that cancel down to it. */
static double rounded_force(const Reference *w)
{
    Real largest = 0.0L;

    for (int i = 0; i < w->masses; i++) {
        largest = fmaxl(largest, w->mass[i].mass * fabsl(w->mass[i].u));
    }
    return (double)(8.0L * DBL_EPSILON * largest / (w->step * w->step));
}

static void compare(const Pair *pair, const Sizes *sizes, uint64_t seed, int step, Tally *tally)
{
    const Reference *w = &pair->reference;
    double displacement = 0.0;
    double force = 0.0;

    for (int i = 0; i < w->masses; i++) {
        const Real u = urto_world_displacement(pair->world, pair->ports[i]);
        displacement = fmax(displacement, (double)fabsl(u - w->mass[i].u));
        ck_assert_msg(isfinite((double)(u - w->mass[i].u)), "seed %" PRIu64 ": not finite", seed);
    }
    for (int i = 0; i < w->contacts; i++) {
        const Real f = urto_world_contact_force(pair->world, pair->contacts[i]);
        force = fmax(force, (double)fabsl(f - w->contact[i].force));
        ck_assert_msg(isfinite((double)(f - w->contact[i].force)), "seed %" PRIu64 ": not finite",
                      seed);
    }
    displacement /= (double)sizes->displacement;
    force = fmax(0.0, force - rounded_force(w)) / (double)sizes->force;
    tally->displacement = fmax(tally->displacement, displacement);
    tally->force = fmax(tally->force, force);
    ck_assert_msg(displacement <= DISPLACEMENT && force <= FORCE,
                  "%s, step %d: displacements differ by %.3g, forces by %.3g of the largest; "
                  "replay: test_reference 1 %" PRIu64,
                  solvers[seed % SOLVERS].name, step, displacement, force, seed);
}

/* Whether the reference still knows where the world is. */
static bool well_known(const Pair *pair, const Sizes *sizes)
{
    Real apart = 0.0L;

    for (int i = 0; i < pair->twin.masses; i++) {
        apart = fmaxl(apart, fabsl(pair->twin.mass[i].u - pair->reference.mass[i].u));
    }
    return apart <= APART * sizes->displacement && !pair->reference.undecided;
}

/* Rounding finds every direction in which a world is unstable; where the twin begins is only one. */
static void disturb(Reference *twin, Random *random)
{
    for (int i = 0; i < twin->masses; i++) {
        const Real change = NOISE * fabsl(twin->mass[i].u) * random_uniform(random, -1.0, 1.0);
        twin->mass[i].u += change;
        twin->mass[i].d += change;
    }
}

static void play(uint64_t seed, Tally *tally)
{
    Pair pair = make_pair(seed);
    Random random = {~seed}, noise = {seed * 2654435761u};
    Sizes sizes = {0.0L, LEAST_FORCE};
    bool known = true;

    if (worlds == 1) {
        describe(&pair, seed);
    }
    tally->worlds++;
    for (int step = 0; step < STEPS && known;) {
        const uint32_t frames = 1 + (uint32_t)below(&random, (int)pair.block);
        for (uint32_t i = 0; i < frames; i++) {
            reference_step(&pair.reference);
            reference_step(&pair.twin);
            disturb(&pair.twin, &noise);
            grow(&sizes, &pair.reference, tally);
        }
        step += (int)frames;
        known = well_known(&pair, &sizes);
        if (known) {
            urto_world_process(pair.world, NULL, NULL, frames);
            compare(&pair, &sizes, seed, step, tally);
            tally->steps += frames;
        }
    }
    tally->left += !known;
    urto_world_destroy(pair.world);
}

START_TEST(solvers_agree_with_the_reference)
{
    Tally tallies[SOLVERS] = {0};

    for (uint64_t i = 0; i < worlds; i++) {
        play(first_seed + i, &tallies[(first_seed + i) % SOLVERS]);
    }
    for (int i = 0; i < SOLVERS; i++) {
        const Tally *tally = &tallies[i];
        printf("%-20s %5" PRIu64 " worlds, %7" PRIu64 " steps, %7" PRIu64 " forces, %3" PRIu64
               " left: displacement %.1e, force %.1e\n",
               solvers[i].name, tally->worlds, tally->steps, tally->closed, tally->left,
               tally->displacement, tally->force);
        /* enough was compared, and contacts were what was compared */
        ck_assert(worlds < 100 || tally->steps * 3 > tally->worlds * STEPS);
        ck_assert(worlds < 100 || tally->closed * 4 > tally->steps);
    }
}
END_TEST

/* How far the energy of a mass on a link is from its law, of the largest. */
static double link_error(double position)
{
    enum { FRAMES = 20000 };
    const double rate = 44100.0;
    const UrtoLaw law = {.stiffness = 4e11, .exponent = 3.0};
    UrtoWorldDef *def = kit_def(URTO_SOLVER_MIDPOINT);
    UrtoContactDef link = urto_contact_def();
    double most = 0.0;
    double worst = 0.0;

    link.below = urto_world_def_port_at(def, kit_hammer(def, 0.01, position, 0.0), 0.0, 0.0);
    link.law = law;
    link.kind = URTO_CONTACT_LINK;
    const UrtoContact contact = urto_world_def_contact(def, &link);
    UrtoWorld *world = kit_world(def, rate);
    for (int i = 0; i < FRAMES; i++) {
        kit_step(world);
        const double moved = urto_world_velocity(world, link.below) / rate;
        const double half = urto_world_displacement(world, link.below) - 0.5 * moved;
        const double energy = urto_world_stored_in_contact(world, contact);
        most = fmax(most, energy);
        worst = fmax(worst, fabs(energy - 0.25 * law.stiffness * pow(half, 4.0)));
    }
    urto_world_destroy(world);
    return worst / most;
}

/* A link that passes through its rest position within rounding, where it stores nothing, goes on. */
START_TEST(a_link_keeps_its_rest_position)
{
    double worst = 0.0;

    for (int i = 0; i < 40; i++) {
        worst = fmax(worst, link_error(1e-3 * (1.0 + 0.01 * i)));
    }
    printf("link: energy off by %.1e of the largest\n", worst);
    ck_assert_double_le(worst, 1e-10);
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = {solvers_agree_with_the_reference, a_link_keeps_its_rest_position};

    if (argc > 1) {
        worlds = strtoull(argv[1], NULL, 10);
    }
    if (argc > 2) {
        first_seed = strtoull(argv[2], NULL, 10);
    }
    return SUITE_RUN("reference", tests);
}
