/* What a sample of some worlds costs with each solver, ledger off: the string of 004 on its
 * backboard (a contact at every grid point) and on frets, and a hammer on it. */
#include <urto/world.h>

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { FRAMES = 4410 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static const double length = 0.7;

static double backboard(void *context, double place)
{
    const double x = place * length;

    (void)context;
    return -0.02 * x * x - 0.001 * x - 0.0001;
}

static double first_mode(void *context, double x, double y)
{
    (void)context;
    (void)y;
    return 3e-3 * sin(3.14159265358979323846 * x / length);
}

typedef enum Scene { BACKBOARD, BACKBOARD_MODAL, FRETS, HAMMER, SCENES } Scene;

static const char *const names[] = {"backboard", "backboard, modal", "frets", "hammer"};

static UrtoStatus describe(UrtoWorldDef *def, Scene scene)
{
    UrtoStringDef string = urto_string_def();
    UrtoBody body = {0};
    UrtoStatus status = URTO_OK;

    string.loss[0] = string.loss[1] = 0.0;
    string.model = scene == BACKBOARD_MODAL ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
    status = urto_world_def_string(def, &string, &body);
    if (status == URTO_OK && scene != HAMMER) {
        UrtoLineDef line = urto_line_def();
        line.above = (UrtoLineSide){.body = body, .to = {length, 0.0}};
        line.law = (UrtoLaw){1e12, 1.2, 0.0};
        line.profile = backboard;
        line.points = scene == BACKBOARD ? 0 : scene == FRETS ? 20 : 244;
        return urto_world_def_line(def, &line, NULL);
    }
    if (status == URTO_OK) {
        UrtoMassDef mass = urto_mass_def();
        UrtoBody hammer = {0};
        UrtoContactDef contact = urto_contact_def();
        mass.position = -1e-3;
        mass.velocity = 0.5;
        mass.spring = 1e3; /* comes back to strike again */
        status = urto_world_def_mass(def, &mass, &hammer);
        UrtoPortDef port = urto_port_def(hammer);
        if (status == URTO_OK) {
            status = urto_world_def_port(def, &port, &contact.below);
        }
        port = urto_port_def(body);
        port.x = 0.12 * length;
        if (status == URTO_OK) {
            status = urto_world_def_port(def, &port, &contact.above);
        }
        contact.law = (UrtoLaw){1e8, 1.3, 0.0};
        if (status == URTO_OK) {
            status = urto_world_def_contact(def, &contact, NULL);
        }
    }
    return status;
}

/* Microseconds a frame, best of several runs from the start; negative if the world is refused. */
static double cost(Scene scene, UrtoSolver solver, UrtoStatistics *statistics)
{
    double best = HUGE_VAL;

    for (int round = 0; round < 5; round++) {
        UrtoWorldDef *def = NULL;
        UrtoWorld *world = NULL;
        UrtoWorldOptions options = urto_world_options();
        options.solver = solver;
        options.ledger = false;
        UrtoStatus status = urto_world_def_create(&def, NULL);
        if (status == URTO_OK) {
            status = urto_world_def_options(def, &options);
        }
        if (status == URTO_OK) {
            status = describe(def, scene);
        }
        if (status == URTO_OK) {
            status = urto_world_create(&world, def, 44100.0, NULL);
        }
        urto_world_def_destroy(def);
        if (status != URTO_OK) {
            return -1.0;
        }
        if (scene != HAMMER) {
            urto_world_shape(world, (UrtoBody){1}, first_mode, NULL, NULL, NULL);
        }
        const double start = seconds();
        urto_world_process(world, NULL, NULL, FRAMES);
        best = fmin(best, seconds() - start);
        *statistics = urto_world_statistics(world);
        urto_world_destroy(world);
    }
    return 1e6 * best / FRAMES;
}

int main(void)
{
    static const struct {
        const char *name;
        UrtoSolver solver;
    } solvers[] = {{"midpoint", URTO_SOLVER_MIDPOINT},
                   {"iterative", URTO_SOLVER_ITERATIVE},
                   {"quadratised", URTO_SOLVER_QUADRATISED}};

    for (int scene = 0; scene < SCENES; scene++) {
        for (int i = 0; i < 3; i++) {
            UrtoStatistics s = {0};
            const double time = cost((Scene)scene, solvers[i].solver, &s);
            printf("%-18s %-12s %7.3f us a sample, at most %u points at once, %.2f iterations\n",
                   names[scene], solvers[i].name, time, s.active_max,
                   (double)s.iterations / (double)(s.steps ? s.steps : 1));
        }
    }
    return 0;
}
