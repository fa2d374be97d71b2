/* What can be changed while a scene sounds: "name.parameter", as in bow.force, is a parameter of
 * the world and the handle of a body, contact, bow, drive or probe. */
#include "loader.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    ThingKind kind;
    UrtoParameter parameter;
} parameters[] = {
    {"stiffness", THING_CONTACT, URTO_CONTACT_STIFFNESS},
    {"exponent", THING_CONTACT, URTO_CONTACT_EXPONENT},
    {"damping", THING_CONTACT, URTO_CONTACT_DAMPING},
    {"distance", THING_CONTACT, URTO_CONTACT_DISTANCE},
    {"x", THING_CONTACT, URTO_PORT_X},
    {"y", THING_CONTACT, URTO_PORT_Y},
    {"force", THING_BOW, URTO_BOW_FORCE},
    {"velocity", THING_BOW, URTO_BOW_VELOCITY},
    {"x", THING_BOW, URTO_PORT_X},
    {"y", THING_BOW, URTO_PORT_Y},
    {"force", THING_DRIVE, URTO_DRIVE_GAIN},
    {"x", THING_DRIVE, URTO_PORT_X},
    {"y", THING_DRIVE, URTO_PORT_Y},
    {"gain", THING_PROBE, URTO_PROBE_GAIN},
    {"pan", THING_PROBE, URTO_PROBE_PAN},
    {"x", THING_PROBE, URTO_PORT_X},
    {"y", THING_PROBE, URTO_PORT_Y},
    {"tuning", THING_BODY, URTO_BODY_TUNING},
    {"loss_factor", THING_BODY, URTO_BODY_LOSS},
    {"loss_high_factor", THING_BODY, URTO_BODY_LOSS_HIGH},
    {"mass_factor", THING_BODY, URTO_BODY_MASS},
};
static const size_t parameter_count = sizeof parameters / sizeof *parameters;

void unknown_thing(const UrtoScene *scene, const char *name, const char *what,
                   char problem[PROBLEM_ROOM])
{
    Closest closest;

    closest_start(&closest, name);
    for (uint32_t i = 0; i < scene->thing_count; i++) {
        closest_try(&closest, scene->things[i].name, strlen(scene->things[i].name));
    }
    snprintf(problem, PROBLEM_ROOM, "no %s has the name \"%.40s\"%s%s%s", what, name,
             closest.name[0] ? ", did you mean " : "", closest.name, closest.name[0] ? "?" : "");
}

/* A body as the thing of a control; a joint may have the same name, the parameter tells them apart.
 */
static bool body_thing(const UrtoScene *scene, const char *name, const char *parameter,
                       SceneThing *thing)
{
    bool of_bodies = find_thing(scene, name) == NULL;

    for (size_t i = 0; i < parameter_count; i++) {
        of_bodies = of_bodies || (parameters[i].kind == THING_BODY &&
                                  strcmp(parameters[i].name, parameter) == 0);
    }
    for (uint32_t i = 0; of_bodies && i < scene->body_count; i++) {
        if (strcmp(scene->bodies[i].name, name) == 0) {
            *thing = (SceneThing){.kind = THING_BODY, .id = scene->bodies[i].id.id};
            return true;
        }
    }
    return false;
}

bool target_find(const UrtoScene *scene, const char *of, SceneTarget *target,
                 char problem[PROBLEM_ROOM])
{
    const char *dot = strchr(of, '.');
    char name[NAME_ROOM], choices[120] = "";
    size_t used = 0;

    if (!dot || (size_t)(dot - of) >= sizeof name) {
        snprintf(problem, PROBLEM_ROOM, "of is \"%.40s\", must be name.parameter, as in bow.force",
                 of);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(dot - of), of);
    SceneThing body;
    const SceneThing *thing =
        body_thing(scene, name, dot + 1, &body) ? &body : find_thing(scene, name);
    if (!thing) {
        unknown_thing(scene, name, "body, contact, bow, drive or probe", problem);
        return false;
    }
    if (!thing->id) {
        return false; /* it had errors of its own */
    }
    for (size_t i = 0; i < parameter_count; i++) {
        const bool place = parameters[i].parameter <= URTO_PORT_Y;
        if (parameters[i].kind != thing->kind || (place && !thing->port.id)) {
            continue;
        }
        if (strcmp(parameters[i].name, dot + 1) == 0) {
            *target = (SceneTarget){parameters[i].parameter, place ? thing->port.id : thing->id,
                                    place ? &scene->bodies[thing->body] : NULL};
            return true;
        }
        used += (size_t)snprintf(choices + used, sizeof choices - used, "%s%s", used ? ", " : "",
                                 parameters[i].name);
    }
    snprintf(problem, PROBLEM_ROOM, "%s has no parameter \"%.40s\", must be one of %s", name,
             dot + 1, choices);
    return false;
}

bool target_accepts(const SceneTarget *target, double value, char problem[PROBLEM_ROOM])
{
    const SceneBody *body = target->body;

    if (!body) {
        return true;
    }
    const double most = body->size[target->parameter == URTO_PORT_Y && !body->circle];
    const double least = body->circle ? -most : 0.0;
    if (value >= least && value <= most) {
        return true;
    }
    snprintf(problem, PROBLEM_ROOM, "the place %g m is off the body, must be %g to %g m", value,
             least, most);
    return false;
}
