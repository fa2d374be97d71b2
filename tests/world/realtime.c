/* Every kind of body, contact, bow, drive, control and solver in process, to be run under
 * RealtimeSanitizer: an allocation, lock or system call in process ends the program. */
#include <urto/urto.h>

#include <stdio.h>

static int run(UrtoSolver solver, UrtoGradient gradient)
{
    const UrtoMode modes[] = {{200.0, 1.0, 0.01}, {500.0, 2.0, 0.01}};
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoDiagnostic why = {0};
    UrtoBody bodies[4];
    UrtoPort ports[4];
    float in[256];
    float out[2][256];
    UrtoWorldOptions options = {.ledger = true};
    UrtoMassDef mass = urto_mass_def();
    UrtoModalDef modal = urto_modal_def();
    UrtoBarDef bar = urto_bar_def();
    UrtoStringDef string = urto_string_def();
    UrtoProbeDef probe;
    UrtoLineDef line = urto_line_def();

    urto_world_def_create(&def, NULL);
    options.solver = solver;
    options.gradient = gradient;
    options.inputs = 1;
    options.outputs = 2;
    options.oversampling = 2;
    options.contact_events = 16;
    urto_world_def_options(def, &options);
    mass.position = -1e-4;
    mass.velocity = 1.0;
    modal.modes = modes;
    modal.count = 2;
    string.model = solver == URTO_SOLVER_TRAPEZOIDAL ? URTO_MODEL_MODAL : URTO_MODEL_GRID;
    bodies[0] = urto_world_def_mass(def, &mass);
    bodies[1] = urto_world_def_modal(def, &modal);
    bodies[2] = urto_world_def_bar(def, &bar);
    bodies[3] = urto_world_def_string(def, &string);
    for (int i = 0; i < 4; i++) {
        UrtoPortDef port = urto_port_def(bodies[i]);
        port.x = 0.1;
        ports[i] = urto_world_def_port(def, &port);
    }
    for (int i = 1; i < 4; i++) {
        UrtoContactDef contact = urto_contact_def();
        contact.below = ports[0];
        contact.above = ports[i];
        contact.law.damping = 0.1;
        contact.matched = solver == URTO_SOLVER_MIDPOINT;
        urto_world_def_contact(def, &contact);
    }
    line.above.body = bodies[3];
    line.above.to[0] = string.length;
    line.points = 12;
    line.distance = 1e-4;
    urto_world_def_line(def, &line);
    if (solver != URTO_SOLVER_TRAPEZOIDAL) {
        const UrtoBowDef bow = urto_bow_def(ports[3]);
        urto_world_def_bow(def, &bow);
    }
    const UrtoDriveDef drive = urto_drive_def(ports[2]);
    urto_world_def_drive(def, &drive);
    probe = urto_probe_def(ports[3]);
    probe.width = 2;
    urto_world_def_probe(def, &probe);
    const UrtoStatus status = urto_world_create(&world, def, 44100.0, &why);
    urto_world_def_destroy(def);
    if (status != URTO_OK) {
        fprintf(stderr, "%s\n", why.message);
        return 1;
    }
    UrtoShape *shape = NULL;
    if (urto_shape_create_pluck(&shape, world, ports[3], 1e-4, NULL) != URTO_OK) {
        return 1;
    }
    urto_world_set_port(world, ports[3], URTO_PORT_X, 0.2, 10, 500, NULL);
    urto_world_set_contact(world, (UrtoContact){.id = 1}, URTO_CONTACT_STIFFNESS, 1e8, 10, 500,
                           NULL);
    for (int i = 1; i < 4; i++) {
        urto_world_set_body(world, bodies[i], URTO_BODY_TUNING, 0.7, 30, 700, NULL);
        urto_world_set_body(world, bodies[i], URTO_BODY_LOSS, 5.0, 30, 800, NULL);
        urto_world_set_body(world, bodies[i], URTO_BODY_LOSS_HIGH, 0.5, 30, 900, NULL);
    }
    for (int i = 0; i < 256; i++) {
        in[i] = (float)(i % 16) * 0.1f;
    }
    for (int block = 0; block < 20; block++) {
        urto_world_process(world, (const float *[]){in}, (float *[]){out[0], out[1]}, 256);
    }
    /* everything else that the audio thread may call */
    UrtoContactEvent events[4];
    (void)urto_world_contact_events(world, events, 4);
    (void)urto_world_strike(world, ports[1], 1e-3, 0, NULL);
    (void)urto_world_throw(world, bodies[0], -1e-3, 1.0, 5, NULL);
    (void)urto_world_throw_at(world, bodies[0], (UrtoContact){.id = 1}, 1.0, 9, NULL);
    (void)urto_world_release(world, shape, 0.5, 20, NULL);
    (void)urto_world_set_mode(world, bodies[1], 0, 1e-5, 0.0, NULL);
    urto_world_process(world, (const float *[]){in}, (float *[]){out[0], out[1]}, 256);
    (void)urto_world_sleeps(world);
    (void)urto_world_ledger(world);
    const UrtoStatistics statistics = urto_world_statistics(world);
    urto_world_cancel(world);
    urto_world_rest(world);
    urto_world_reset(world);
    urto_world_process(world, NULL, NULL, 256);
    urto_shape_destroy(shape);
    urto_world_destroy(world);
    return statistics.nonfinite != 0 || statistics.force_max == 0.0;
}

int main(void)
{
    for (int solver = URTO_SOLVER_MIDPOINT; solver <= URTO_SOLVER_TRAPEZOIDAL; solver++) {
        const int rules = solver == URTO_SOLVER_QUADRATISED ? URTO_GRADIENT_EARLIER + 1 : 1;
        for (int gradient = 0; gradient < rules; gradient++) {
            if (run((UrtoSolver)solver, (UrtoGradient)gradient)) {
                fprintf(stderr, "solver %d with gradient %d failed\n", solver, gradient);
                return 1;
            }
        }
    }
    puts("process ran for every solver");
    return 0;
}
