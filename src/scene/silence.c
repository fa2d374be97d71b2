/* What a scene will not sound, or cannot mean, though every value is right by itself.
 *
 * Bodies that a contact, link, barrier or line joins can move each other. Something must move one of
 * them: an action before the end, a bow, a drive, a mass with a velocity or in gravity, a contact
 * that is pressed at the start, or a control. A probe on bodies that nothing can move is silent; so
 * is one that is off, or where the edge holds its body.
 *
 * A one-sided contact is [below, above]. It is upside down, or its distance is wrong, if it is
 * pressed though its distance is not negative: at the start, or where a mass is thrown from; and if
 * a mass is thrown, or set out, away from all that it could hit and nothing brings it back. An action
 * at the edge, or by 0, moves nothing.
 */
#include "loader.h"

#include <math.h>
#include <stdlib.h>

/* A body for each body, the same for all that are joined; and whether something moves them. */
typedef struct Groups {
    uint32_t *group;
    bool *moves; /* by group */
} Groups;

static void join_bodies(const UrtoScene *scene, Groups *groups)
{
    for (uint32_t i = 0; i < scene->body_count; i++) {
        groups->group[i] = i;
    }
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const SceneObject *object = &scene->objects[i];
        if (object->owner != URTO_OWNER_CONTACT || !object->sides[0] || !object->sides[1]) {
            continue;
        }
        const uint32_t one = groups->group[object->sides[0] - 1];
        const uint32_t other = groups->group[object->sides[1] - 1];
        for (uint32_t b = 0; b < scene->body_count; b++) {
            groups->group[b] = groups->group[b] == other ? one : groups->group[b];
        }
    }
}

static void moved_by(Groups *groups, uint32_t body)
{
    groups->moves[groups->group[body]] = true;
}

static double stored(const UrtoWorld *world, const SceneObject *object)
{
    return urto_world_stored_in_contact(world, (UrtoContact){object->id, object->tag});
}

/* Why an action moves nothing wherever its body is; NULL if it does. */
static const char *zero_of(const SceneAction *action)
{
    switch (action->kind) {
    case ACTION_STRIKE:
        return action->impulse == 0.0 ? "impulse" : NULL;
    case ACTION_THROW:
        return action->displacement == 0.0 && action->velocity == 0.0 ? "velocity" : NULL;
    case ACTION_PLUCK:
    case ACTION_SHAPE:
        break;
    }
    return action->displacement == 0.0 ? "displacement" : NULL;
}

static bool action_counts(const UrtoScene *scene, const SceneAction *action)
{
    return action->time < scene->info.seconds && !action->held && !zero_of(action);
}

/* A mass may be put at rest at 0. */
static void note_action(UrtoScene *scene, const SceneAction *action)
{
    static const char *const names[] = {[ACTION_PLUCK] = "pluck",
                                        [ACTION_STRIKE] = "strike",
                                        [ACTION_THROW] = "throw",
                                        [ACTION_SHAPE] = "shape"};

    if (action->held) {
        add_note(scene, action->line, action->column, true,
                 "this %s moves nothing: the edge holds %s there; take a place further in",
                 names[action->kind], scene->bodies[action->body].name);
    } else if (action->kind != ACTION_THROW && zero_of(action)) {
        add_note(scene, action->line, action->column, true, "this %s moves nothing: its %s is 0",
                 names[action->kind], zero_of(action));
    }
}

/* Returns whether anything moves at all. */
static bool find_movers(const UrtoScene *scene, const UrtoWorld *world, Groups *groups)
{
    bool any = false;

    for (uint32_t i = 0; i < scene->body_count; i++) {
        if (scene->bodies[i].moves) {
            moved_by(groups, i);
        }
    }
    for (uint32_t i = 0; i < scene->action_count; i++) {
        if (action_counts(scene, &scene->actions[i])) {
            moved_by(groups, scene->actions[i].body);
        }
    }
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const SceneObject *object = &scene->objects[i];
        const bool contact = object->owner == URTO_OWNER_CONTACT;
        const bool moves = contact ? object->controlled || stored(world, object) > 0.0
                                   : object->owner != URTO_OWNER_PROBE && object->acts;
        for (int side = 0; side < 2 && moves; side++) {
            if (object->sides[side]) {
                moved_by(groups, object->sides[side] - 1);
            }
        }
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        any = any || groups->moves[i];
    }
    return any;
}

static void note_probe(UrtoScene *scene, const Groups *groups, const SceneObject *probe)
{
    bool reached = !probe->sides[0] && !probe->sides[1]; /* an energy: of the whole world */

    for (int side = 0; side < 2; side++) {
        reached =
            reached || (probe->sides[side] && groups->moves[groups->group[probe->sides[side] - 1]]);
    }
    if (!probe->acts) {
        add_note(scene, probe->line, probe->column, true,
                 "this probe is off: its gain is 0, and no control raises it");
    } else if (probe->held) {
        add_note(scene, probe->line, probe->column, true,
                 "this probe hears nothing: the edge holds %s there; take a place further in",
                 scene->bodies[probe->sides[0] - 1].name);
    } else if (!reached) {
        add_note(scene, probe->line, probe->column, true,
                 "this probe hears nothing: no action, bow, drive or moving mass reaches %s",
                 scene->bodies[probe->sides[probe->sides[0] ? 0 : 1] - 1].name);
    }
}

static void note_pressed(UrtoScene *scene, const SceneObject *contact, const char *when)
{
    add_note(scene, contact->line, contact->column, true,
             "%s is pressed %s: between is [below, above], are they the wrong way round? "
             "A negative distance presses them together",
             contact->name, when);
}

/* A mass that starts at a place and with a velocity, beside one of its contacts: 1 pressed, 0
 * apart and closing, -1 apart and not closing. */
static int meets(const SceneObject *contact, uint32_t mass, double position, double velocity)
{
    const double up = contact->sides[1] == mass + 1 ? 1.0 : -1.0;
    const double gap = up * position + contact->distance;

    return gap < 0.0 ? 1 : (up * velocity < 0.0 ? 0 : -1);
}

static bool has_mass(const SceneObject *object, uint32_t mass)
{
    return object->owner == URTO_OWNER_CONTACT && object->one_sided && !object->controlled &&
           (object->sides[0] == mass + 1) != (object->sides[1] == mass + 1);
}

static bool is_thrown(const UrtoScene *scene, uint32_t mass)
{
    for (uint32_t i = 0; i < scene->action_count; i++) {
        if (scene->actions[i].body == mass) {
            return true;
        }
    }
    return false;
}

/* A mass on the other side of a contact may come after one that flies away. */
static bool may_follow(const UrtoScene *scene, const SceneObject *contact, uint32_t mass)
{
    const uint32_t other = contact->sides[contact->sides[0] == mass + 1 ? 1 : 0];

    return other && scene->bodies[other - 1].kind == SECTION_MASS &&
           (scene->bodies[other - 1].moves || is_thrown(scene, other - 1));
}

static void note_throw(UrtoScene *scene, uint32_t mass, double position, double velocity,
                       bool later)
{
    const SceneObject *missed = NULL;
    bool closing = scene->bodies[mass].returns;

    for (uint32_t i = 0; i < scene->object_count; i++) {
        const SceneObject *contact = &scene->objects[i];
        if (!has_mass(contact, mass)) {
            const bool joins = contact->owner != URTO_OWNER_PROBE;
            closing = closing ||
                      (joins && (contact->sides[0] == mass + 1 || contact->sides[1] == mass + 1));
            continue;
        }
        const int meeting = meets(contact, mass, position, velocity);
        if (meeting > 0 && contact->distance >= 0.0 && later) {
            note_pressed(scene, contact, "where its mass is thrown from");
        }
        closing = closing || meeting >= 0 || may_follow(scene, contact, mass);
        missed = contact;
    }
    if (missed && !closing && velocity != 0.0) {
        add_note(scene, missed->line, missed->column, true,
                 "%s is thrown away from all it could hit: between is [below, above], are they the "
                 "wrong way round? Or turn its velocity",
                 scene->bodies[mass].name);
    }
}

static void note_contacts(UrtoScene *scene, const UrtoWorld *world)
{
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const SceneObject *object = &scene->objects[i];
        if (object->owner == URTO_OWNER_CONTACT && object->one_sided && object->distance >= 0.0 &&
            stored(world, object) > 0.0) {
            note_pressed(scene, object, "at the start");
        }
    }
    for (uint32_t i = 0; i < scene->action_count; i++) {
        const SceneAction *action = &scene->actions[i];
        const bool first = i == 0 || scene->actions[i - 1].entry != action->entry;
        if (first) {
            note_action(scene, action);
        }
        if (first && action->kind == ACTION_THROW) {
            note_throw(scene, action->body, action->displacement, action->velocity * action->growth,
                       action->time > 0.0);
        }
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        if (scene->bodies[i].kind == SECTION_MASS && !is_thrown(scene, i)) {
            note_throw(scene, i, scene->bodies[i].start[0], scene->bodies[i].start[1], false);
        }
    }
}

void silence_notes(UrtoScene *scene, const UrtoWorld *world)
{
    Groups groups = {calloc(scene->body_count, sizeof *groups.group),
                     calloc(scene->body_count, sizeof *groups.moves)};

    if (groups.group && groups.moves) {
        join_bodies(scene, &groups);
        if (!find_movers(scene, world, &groups)) {
            add_note(scene, 1, 1, true,
                     "nothing moves: a scene needs an action before its end, a bow, a drive, or a "
                     "mass with a velocity or gravity");
        } else {
            for (uint32_t i = 0; i < scene->object_count; i++) {
                if (scene->objects[i].owner == URTO_OWNER_PROBE) {
                    note_probe(scene, &groups, &scene->objects[i]);
                }
            }
        }
        note_contacts(scene, world);
    }
    free(groups.group);
    free(groups.moves);
}
