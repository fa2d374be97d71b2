/* What can be changed while a scene sounds: "name.control", as in bow.force, is a control of a
 * body, contact, bow, drive or probe, or the place (x, y) of its port. The names are those of
 * urto_control_info. */
#include "loader.h"

#include <stdio.h>
#include <string.h>

void unknown_object(const UrtoScene *scene, const char *name, const char *what,
                    char problem[PROBLEM_ROOM])
{
    Closest closest;

    closest_start(&closest, name);
    for (uint32_t i = 0; i < scene->object_count; i++) {
        closest_try(&closest, scene->objects[i].name, strlen(scene->objects[i].name));
    }
    snprintf(problem, PROBLEM_ROOM, "no %s has the name \"%.40s\"%s%s%s", what, name,
             closest.name[0] ? ", did you mean " : "", closest.name, closest.name[0] ? "?" : "");
}

/* A control of a kind of objects by its name; URTO_CONTROLS for none. */
static uint32_t find_control(UrtoOwner owner, const char *name)
{
    uint32_t control = 0;

    while (control < URTO_CONTROLS && (urto_control_info(control)->owner != owner ||
                                       strcmp(urto_control_info(control)->name, name) != 0)) {
        control++;
    }
    return control;
}

/* A body as the object of a control; a joint may have the same name, the control tells them apart.
 */
static bool body_object(const UrtoScene *scene, const char *name, const char *control,
                        SceneObject *object)
{
    const UrtoBody body = urto_scene_body(scene, name);

    if (!body.id ||
        (find_object(scene, name) && find_control(URTO_OWNER_BODY, control) == URTO_CONTROLS)) {
        return false;
    }
    *object = (SceneObject){.owner = URTO_OWNER_BODY, .id = body.id, .tag = body.tag};
    return true;
}

/* The names of the controls of a object: its own, then where it is. */
static void list_controls(const SceneObject *object, char *text, size_t room)
{
    size_t used = 0;

    for (int place = 0; place < (object->port.id ? 2 : 1); place++) {
        for (uint32_t c = 0; c < URTO_CONTROLS; c++) {
            const UrtoControlInfo *info = urto_control_info(c);
            if (info->owner == (place ? URTO_OWNER_PORT : object->owner) && used < room) {
                used += (size_t)snprintf(text + used, room - used, "%s%s", used ? ", " : "",
                                         info->name);
            }
        }
    }
}

bool target_find(const UrtoScene *scene, const char *of, SceneTarget *target,
                 char problem[PROBLEM_ROOM])
{
    const char *dot = strchr(of, '.');
    char name[NAME_ROOM], choices[100] = "";

    if (!dot || (size_t)(dot - of) >= sizeof name) {
        snprintf(problem, PROBLEM_ROOM, "of is \"%.40s\", must be name.parameter, as in bow.force",
                 of);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(dot - of), of);
    SceneObject body;
    const SceneObject *object =
        body_object(scene, name, dot + 1, &body) ? &body : find_object(scene, name);
    if (!object) {
        unknown_object(scene, name, "body, contact, bow, drive or probe", problem);
        return false;
    }
    const uint32_t own = find_control(object->owner, dot + 1);
    const uint32_t place = find_control(URTO_OWNER_PORT, dot + 1);
    if (!object->id && (own < URTO_CONTROLS || place < URTO_CONTROLS)) {
        return false; /* it had errors of its own */
    }
    if (own < URTO_CONTROLS) {
        *target = (SceneTarget){{own, object->id, object->tag}, NULL};
        return true;
    }
    if (place < URTO_CONTROLS && object->port.id) {
        *target =
            (SceneTarget){{place, object->port.id, object->port.tag}, &scene->bodies[object->body]};
        return true;
    }
    list_controls(object, choices, sizeof choices);
    snprintf(problem, PROBLEM_ROOM, "%s has no parameter \"%.40s\", must be one of %s", name,
             dot + 1, choices);
    return false;
}

UrtoStatus urto_scene_target(const UrtoScene *scene, const char *of, UrtoTarget *target,
                             UrtoDiagnostic *why)
{
    SceneTarget found = {0};
    char problem[PROBLEM_ROOM] = "";

    if (!scene || !of || !target) {
        snprintf(problem, sizeof problem, "%s is NULL", !scene ? "scene" : (!of ? "of" : "target"));
    } else if (target_find(scene, of, &found, problem)) {
        *target = found.target;
        return URTO_OK;
    }
    if (why) {
        *why = (UrtoDiagnostic){.status = URTO_ERROR_NOT_FOUND, .field = "of"};
        snprintf(why->message, sizeof why->message, "%s",
                 problem[0] ? problem : "the scene has errors");
    }
    return URTO_ERROR_NOT_FOUND;
}

bool target_accepts(const SceneTarget *target, double value, char problem[PROBLEM_ROOM])
{
    const SceneBody *body = target->body;

    if (!body) {
        return true;
    }
    const double most = body->size[target->target.control == URTO_PORT_Y && !body->circle];
    const double least = body->circle ? -most : 0.0;
    if (value >= least && value <= most) {
        return true;
    }
    urto_format(problem, PROBLEM_ROOM, "the place %g m is off the body, must be %g to %g m", value,
                least, most);
    return false;
}
