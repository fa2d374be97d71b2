/* The books: stored + dissipated - supplied = initial, to rounding. Stored energy is read from the
 * state alone; what is lost and supplied is added up step by step from forces and velocities.
 * Nothing is ever set to close the balance. */
#include "world.h"

double ledger_stored(const UrtoWorld *world)
{
    Sum sum = {0.0, 0.0};

    for (uint32_t i = 0; i < world->body_count; i++) {
        sum_add(&sum, body_energy(&world->bodies[i]));
    }
    for (uint32_t i = 0; i < world->point_count; i++) {
        sum_add(&sum, world->points[i].energy);
    }
    return sum_of(&sum);
}

/* After a step: losses of bodies, work of gravity, drives and strikes. */
void ledger_step(UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->body_count; i++) {
        Body *body = &world->bodies[i];
        sum_add(&body->dissipated, body_loss(body));
        if (body->force != 0.0) {
            sum_add(&world->books.gravity, body_gravity(body));
        }
    }
    for (uint32_t i = 0; i < world->drive_count; i++) {
        const Drive *drive = &world->drives[i];
        const Row *row = &world->ports[drive->port].row;
        const Body *body = &world->bodies[row->body];
        if (drive->force != 0.0) {
            sum_add(&world->books.drive,
                    0.5 * drive->force *
                        (body_project(body, row, body->d) + body_project(body, row, body->last)));
        }
    }
    for (uint32_t i = 0; world->struck && i < world->user_ports; i++) {
        const Row *row = &world->ports[i].row;
        const Body *body = &world->bodies[row->body];
        if (world->strikes[i] != 0.0) {
            sum_add(&world->books.hand,
                    0.5 * world->strikes[i] *
                        (body_project(body, row, body->d) + body_project(body, row, body->last)));
        }
    }
}

UrtoLedger urto_world_ledger(const UrtoWorld *world)
{
    UrtoLedger ledger = {
        .stored = ledger_stored(world),
        .initial = sum_of(&world->books.initial),
        .supplied_bow = sum_of(&world->books.bow),
        .supplied_drive = sum_of(&world->books.drive),
        .supplied_hand = sum_of(&world->books.hand),
        .supplied_gravity = sum_of(&world->books.gravity),
        .supplied_change = sum_of(&world->books.change),
    };
    Sum rest = {0.0, 0.0};

    for (uint32_t i = 0; i < world->body_count; i++) {
        ledger.dissipated_body += sum_of(&world->bodies[i].dissipated);
    }
    for (uint32_t i = 0; i < world->contact_count; i++) {
        ledger.dissipated_contact += sum_of(&world->contacts[i].dissipated);
    }
    for (uint32_t i = 0; i < world->bow_count; i++) {
        ledger.dissipated_bow += sum_of(&world->bows[i].dissipated);
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

double urto_world_dissipated_by_body(const UrtoWorld *world, UrtoBody body)
{
    return body.id && body.id <= world->body_count ? sum_of(&world->bodies[body.id - 1].dissipated)
                                                   : 0.0;
}

double urto_world_dissipated_by_contact(const UrtoWorld *world, UrtoContact contact)
{
    return contact.id && contact.id <= world->contact_count
               ? sum_of(&world->contacts[contact.id - 1].dissipated)
               : 0.0;
}

double urto_world_dissipated_by_bow(const UrtoWorld *world, UrtoBow bow)
{
    return bow.id && bow.id <= world->bow_count ? sum_of(&world->bows[bow.id - 1].dissipated) : 0.0;
}

double urto_world_stored_in_contact(const UrtoWorld *world, UrtoContact contact)
{
    double sum = 0.0;

    if (contact.id && contact.id <= world->contact_count) {
        const Contact *its = &world->contacts[contact.id - 1];
        for (uint32_t i = 0; i < its->count; i++) {
            sum += world->points[its->first + i].energy;
        }
    }
    return sum;
}
