/* What is heard, what hands do, what changes: probes, actions, controls. */
#include "loader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIONS_MAX = 10000 };

typedef void (*LoadItem)(Loader *loader, int node);

static void each_item(Loader *loader, const Values *scene, KeyId key, LoadItem load)
{
    const int node = scene->at[key].node;
    const yaml_node_t *its = node ? document_node(loader, node) : NULL;

    if (!its || its->type != YAML_SEQUENCE_NODE) {
        return;
    }
    for (yaml_node_item_t *item = its->data.sequence.items.start;
         item < its->data.sequence.items.top; item++) {
        load(loader, *item);
    }
}

static const SceneThing *named_thing(Loader *loader, int node, const char *name, const char *what)
{
    const UrtoScene *scene = loader->scene;
    const SceneThing *thing = find_thing(scene, name);
    Closest closest;

    if (thing) {
        return thing->id ? thing : NULL;
    }
    closest_start(&closest, name);
    for (uint32_t i = 0; i < scene->thing_count; i++) {
        closest_try(&closest, scene->things[i].name, strlen(scene->things[i].name));
    }
    scene_error(loader, node, "no %s has the name \"%.40s\"%s%s%s", what, name,
                closest.name[0] ? ", did you mean " : "", closest.name, closest.name[0] ? "?" : "");
    return NULL;
}

/* Where a probe listens; fills port, contact or bow. */
static bool probe_source(Loader *loader, int probe, const Values *values, UrtoProbeDef *def,
                         SceneThing *thing)
{
    const int node = values->at[KEY_PROBE_HEAR].node;
    const char *hear = values->at[KEY_PROBE_HEAR].text;
    const int quantity = values->at[KEY_PROBE_AS].choice;
    enum { FORCE = 3 };

    if (quantity > FORCE) {
        if (node) {
            scene_error(loader, node, "hear is given, but an energy is that of the whole world");
        }
        return !node;
    }
    if (!node) {
        scene_error(loader, probe, "a probe without hear, which must be a place or a contact");
        return false;
    }
    if (quantity == FORCE) {
        const SceneThing *source = named_thing(loader, node, hear, "contact or bow");
        if (source && source->kind == THING_DRIVE) {
            scene_error(loader, node, "the force of a drive is given, must be a contact or bow");
            return false;
        }
        if (source && source->kind == THING_BOW) {
            def->quantity = URTO_QUANTITY_BOW_FORCE;
            def->bow.id = source->id;
        } else if (source) {
            def->contact.id = source->id;
        }
        return source != NULL;
    }
    Place place;
    if (!read_place(loader, node, PLACE_POINT, false, &place) ||
        !place_port(loader, node, &place, &def->port)) {
        return false;
    }
    thing->port = def->port;
    thing->body = place.body;
    return true;
}

static void load_probe(Loader *loader, int node)
{
    static const UrtoQuantity quantities[] = {
        URTO_QUANTITY_VELOCITY,      URTO_QUANTITY_DISPLACEMENT, URTO_QUANTITY_ACCELERATION,
        URTO_QUANTITY_CONTACT_FORCE, URTO_QUANTITY_STORED,       URTO_QUANTITY_DISSIPATED,
        URTO_QUANTITY_SUPPLIED,      URTO_QUANTITY_RESIDUAL};
    UrtoScene *scene = loader->scene;
    Values values;
    SceneThing thing = {.kind = THING_PROBE};
    UrtoProbe id = {0};

    if (!read_values(loader, node, SECTION_PROBE, NULL, &values)) {
        return;
    }
    const int name = values.at[KEY_PROBE_NAME].node;
    if (name && (!check_name(loader, name, thing.name) || find_thing(scene, thing.name))) {
        if (thing.name[0]) {
            scene_error(loader, name, "the name %s is there twice, names must differ", thing.name);
        }
        return;
    }
    UrtoProbeDef def = {.quantity = quantities[values.at[KEY_PROBE_AS].choice],
                        .gain = values_number(&values, KEY_PROBE_GAIN),
                        .pan = values_number(&values, KEY_PROBE_PAN),
                        .width = scene->info.channels};
    if (!probe_source(loader, node, &values, &def, &thing)) {
        return;
    }
    if (urto_world_def_probe(scene->def, &def, &id) != URTO_OK) {
        library_error(loader, &values, SECTION_PROBE, node, urto_world_def_diagnostic(scene->def));
        return;
    }
    thing.id = id.id;
    SceneThing *kept = name ? add_thing(loader, thing.name, THING_PROBE) : NULL;
    if (kept) {
        *kept = thing;
    }
}

void load_probes(Loader *loader, const Values *scene)
{
    each_item(loader, scene, KEY_SCENE_PROBES, load_probe);
}

/* What a deed needs: a whole mass, a whole body, or a point; and no other keys. */
static bool action_fits(Loader *loader, const Values *values, Deed deed, const Place *place)
{
    const SceneBody *body = &loader->scene->bodies[place->body];
    static const struct {
        KeyId key;
        unsigned deeds;
        const char *who;
    } uses[] = {
        {KEY_ACTION_DISPLACEMENT, 1U << DEED_PLUCK | 1U << DEED_THROW | 1U << DEED_SHAPE,
         "pluck, throw and shape"},
        {KEY_ACTION_VELOCITY, 1U << DEED_THROW, "throw"},
        {KEY_ACTION_IMPULSE, 1U << DEED_STRIKE, "strike"},
        {KEY_ACTION_MODE, 1U << DEED_SHAPE, "shape"},
    };
    bool good = true;

    if (deed == DEED_THROW && body->kind != SECTION_MASS) {
        scene_error(loader, values->at[KEY_ACTION_AT].node,
                    "throw takes a mass, but %s is a %s; must be pluck, strike or shape",
                    body->name, section_names[body->kind]);
        good = false;
    }
    if (deed == DEED_SHAPE && body->kind == SECTION_MASS) {
        scene_error(loader, values->at[KEY_ACTION_AT].node,
                    "shape takes a body with an extent, but %s is a mass; must be throw",
                    body->name);
        good = false;
    }
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        if (values_given(values, uses[i].key) && !(uses[i].deeds >> deed & 1U)) {
            scene_error(loader, values->at[uses[i].key].node, "%s is of %s only, not of %s",
                        scene_keys[uses[i].key].name, uses[i].who, values->at[KEY_ACTION_DO].text);
            good = false;
        }
    }
    return good;
}

static void load_action(Loader *loader, int node)
{
    UrtoScene *scene = loader->scene;
    Values values;
    Place place;
    UrtoPort port = {0};

    if (!read_values(loader, node, SECTION_ACTION, NULL, &values)) {
        return;
    }
    const Deed deed = (Deed)values.at[KEY_ACTION_DO].choice;
    const int at = values.at[KEY_ACTION_AT].node;
    const bool whole = deed == DEED_THROW || deed == DEED_SHAPE;
    if (!read_place(loader, at, whole ? PLACE_BODY : PLACE_POINT, false, &place) ||
        !action_fits(loader, &values, deed, &place) ||
        (!whole && !place_port(loader, at, &place, &port))) {
        return;
    }
    const uint32_t repeat = (uint32_t)values_number(&values, KEY_ACTION_REPEAT);
    double growth = 1.0;
    if (scene->action_count + repeat > ACTIONS_MAX) {
        scene_error(loader, node, "more than %d actions in all, must be fewer", ACTIONS_MAX);
        return;
    }
    for (uint32_t i = 0; i < repeat; i++) {
        const double time =
            values_number(&values, KEY_ACTION_TIME) + i * values_number(&values, KEY_ACTION_EVERY);
        const bool thrown = deed == DEED_THROW;
        if (!grow_list(loader, (void *)&scene->actions, scene->action_count,
                       sizeof *scene->actions)) {
            return;
        }
        scene->actions[scene->action_count++] =
            (SceneAction){.deed = deed,
                          .frame = (uint64_t)(time * scene->info.rate + 0.5),
                          .port = port,
                          .body = place.body,
                          .displacement = values_number(&values, KEY_ACTION_DISPLACEMENT) *
                                          (thrown ? 1.0 : growth),
                          .velocity = values_number(&values, KEY_ACTION_VELOCITY) * growth,
                          .impulse = values_number(&values, KEY_ACTION_IMPULSE) * growth,
                          .mode = (uint32_t)values_number(&values, KEY_ACTION_MODE),
                          .node = node};
        growth *= values_number(&values, KEY_ACTION_GROWTH);
    }
}

static int by_frame(const void *one, const void *two)
{
    const SceneAction *a = one, *b = two;

    return a->frame != b->frame ? (a->frame > b->frame) - (a->frame < b->frame)
                                : (a->node > b->node) - (a->node < b->node);
}

void load_actions(Loader *loader, const Values *scene)
{
    each_item(loader, scene, KEY_SCENE_ACTIONS, load_action);
    if (loader->scene->action_count) {
        qsort(loader->scene->actions, loader->scene->action_count, sizeof(SceneAction), by_frame);
    }
}

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
};
static const size_t parameter_count = sizeof parameters / sizeof *parameters;

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

/* The parameter and handle that "name.parameter" means, and for a place its body. */
static bool control_target(Loader *loader, int node, const char *of, UrtoParameter *parameter,
                           uint32_t *id, const SceneBody **body)
{
    const char *dot = strchr(of, '.');
    char name[NAME_ROOM], choices[120] = "";
    size_t used = 0;

    if (!dot || (size_t)(dot - of) >= sizeof name) {
        scene_error(loader, node, "of is \"%.40s\", must be name.parameter, as in bow.force", of);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(dot - of), of);
    SceneThing named;
    const SceneThing *thing =
        body_thing(loader->scene, name, dot + 1, &named)
            ? &named
            : named_thing(loader, node, name, "body, contact, bow, drive or probe");
    if (!thing || !thing->id) {
        return false;
    }
    for (size_t i = 0; i < parameter_count; i++) {
        const bool place = parameters[i].parameter <= URTO_PORT_Y;
        if (parameters[i].kind != thing->kind || (place && !thing->port.id)) {
            continue;
        }
        if (strcmp(parameters[i].name, dot + 1) == 0) {
            *parameter = parameters[i].parameter;
            *id = place ? thing->port.id : thing->id;
            *body = place ? &loader->scene->bodies[thing->body] : NULL;
            return true;
        }
        used += (size_t)snprintf(choices + used, sizeof choices - used, "%s%s", used ? ", " : "",
                                 parameters[i].name);
    }
    scene_error(loader, node, "%s has no parameter \"%.40s\", must be one of %s", name, dot + 1,
                choices);
    return false;
}

static bool read_breakpoint(Loader *loader, int node, UrtoBreakpoint *point)
{
    const yaml_node_t *its = document_node(loader, node);
    const yaml_node_item_t *items = its->data.sequence.items.start;

    if (its->type != YAML_SEQUENCE_NODE || its->data.sequence.items.top - items != 2 ||
        !node_text(loader, items[0]) || !node_text(loader, items[1])) {
        scene_error(loader, node, "a point of a control, must be [time, value]");
        return false;
    }
    const bool time = read_quantity(loader, items[0], "the time", node_text(loader, items[0]),
                                    UNIT_TIME, &point->time);
    return read_quantity(loader, items[1], "the value", node_text(loader, items[1]), UNIT_NONE,
                         &point->value) &&
           time;
}

static void load_control(Loader *loader, int node)
{
    UrtoScene *scene = loader->scene;
    Values values;
    UrtoParameter parameter = URTO_PORT_X;
    uint32_t id = 0;
    const SceneBody *body = NULL;

    if (!read_values(loader, node, SECTION_CONTROL, NULL, &values)) {
        return;
    }
    bool good = control_target(loader, values.at[KEY_CONTROL_OF].node,
                               values.at[KEY_CONTROL_OF].text, &parameter, &id, &body);
    const int list = values.at[KEY_CONTROL_POINTS].node;
    const yaml_node_t *its = document_node(loader, list);
    const yaml_node_item_t *items = its->data.sequence.items.start;
    const size_t count = (size_t)(its->data.sequence.items.top - items);
    UrtoBreakpoint *points = calloc(count ? count : 1, sizeof *points);
    loader->memory = loader->memory || !points;
    for (size_t i = 0; points && i < count; i++) {
        good = read_breakpoint(loader, items[i], &points[i]) && good;
        const double most = body ? body->size[parameter == URTO_PORT_Y && !body->circle] : 0.0;
        const double least = body && body->circle ? -most : 0.0;
        if (good && body && !(points[i].value >= least && points[i].value <= most)) {
            scene_error(loader, items[i], "the place %g m is off the body, must be %g to %g m",
                        points[i].value, least, most);
            good = false;
        }
    }
    if (good && points &&
        urto_world_def_control(scene->def, parameter, id, points, (uint32_t)count) != URTO_OK) {
        scene_error(loader, list, "%s", urto_world_def_diagnostic(scene->def)->message);
    }
    free(points);
}

void load_controls(Loader *loader, const Values *scene)
{
    each_item(loader, scene, KEY_SCENE_CONTROLS, load_control);
}
