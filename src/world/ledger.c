/* The energy ledger: stored + dissipated - supplied = initial, to rounding. Stored energy is read from the
 * state alone; what is lost and supplied is added up step by step from forces and velocities.
 * Nothing is ever set to close the balance. */
#include "world.h"

double ledger_stored(const UrtoWorld *world)
{
    Sum sum = {0.0, 0.0};

    for (uint32_t i = 0; i < world->model.body_count; i++) {
        sum_add(&sum, body_energy(&world->model.bodies[i]));
    }
    for (uint32_t i = 0; i < world->model.point_count; i++) {
        sum_add(&sum, world->model.points[i].energy);
    }
    return sum_of(&sum);
}

void ledger_body(UrtoWorld *world, Body *body)
{
    sum_add(&body->dissipated, body_loss(body));
    if (body->force != 0.0) {
        sum_add(&world->state.totals.gravity, body_gravity(body));
    }
}

void ledger_step(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.body_count; i++) {
        ledger_body(world, &world->model.bodies[i]);
    }
    for (uint32_t i = 0; i < world->model.drive_count; i++) {
        const Drive *drive = &world->model.drives[i];
        const Row *row = &world->model.ports[drive->port].row;
        const Body *body = &world->model.bodies[row->body];
        if (drive->force != 0.0) {
            sum_add(&world->state.totals.drive,
                    0.5 * drive->force *
                        (body_project(body, row, body->d) + body_project(body, row, body->last)));
        }
    }
    for (uint32_t i = 0; world->state.struck && i < world->model.user_ports; i++) {
        const Row *row = &world->model.ports[i].row;
        const Body *body = &world->model.bodies[row->body];
        if (world->state.strikes[i] != 0.0) {
            sum_add(&world->state.totals.excitation,
                    0.5 * world->state.strikes[i] *
                        (body_project(body, row, body->d) + body_project(body, row, body->last)));
        }
    }
}

UrtoLedger urto_world_ledger(const UrtoWorld *world)
{
    if (!world) {
        return (UrtoLedger){0};
    }
    UrtoLedger ledger = {
        .stored = ledger_stored(world),
        .initial = sum_of(&world->state.totals.initial),
        .supplied_bow = sum_of(&world->state.totals.bow),
        .supplied_drive = sum_of(&world->state.totals.drive),
        .supplied_hand = sum_of(&world->state.totals.excitation),
        .supplied_gravity = sum_of(&world->state.totals.gravity),
        .supplied_change = sum_of(&world->state.totals.change),
    };
    Sum rest = {0.0, 0.0};

    for (uint32_t i = 0; i < world->model.body_count; i++) {
        ledger.dissipated_body += sum_of(&world->model.bodies[i].dissipated);
    }
    for (uint32_t i = 0; i < world->model.contact_count; i++) {
        ledger.dissipated_contact += sum_of(&world->model.contacts[i].dissipated);
    }
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        ledger.dissipated_bow += sum_of(&world->model.bows[i].dissipated);
    }
    sum_add(&rest, ledger.stored);
    sum_add(&rest, ledger.dissipated_body);
    sum_add(&rest, ledger.dissipated_contact);
    sum_add(&rest, ledger.dissipated_bow);
    sum_add(&rest, -ledger.supplied_bow);
    sum_add(&rest, -ledger.supplied_drive);
    sum_add(&rest, -ledger.supplied_hand);
    sum_add(&rest, -ledger.supplied_gravity);
    sum_add(&rest, -ledger.supplied_change);
    sum_add(&rest, -ledger.initial);
    ledger.residual = sum_of(&rest);
    return ledger;
}
