/* What is heard, what hands do, what changes: probes, actions, controls. */
#include "loader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIONS_MAX = 10000 };

void each_item(Loader *loader, const Values *values, KeyId key, LoadItem load)
{
    const int node = values->at[key].node;
    const yaml_node_t *its = node ? document_node(loader, node) : NULL;

    if (!its || its->type != YAML_SEQUENCE_NODE) {
        return;
    }
    for (yaml_node_item_t *item = its->data.sequence.items.start;
         item < its->data.sequence.items.top; item++) {
        load(loader, *item);
    }
}

static const SceneObject *named_object(Loader *loader, int node, const char *name, const char *what)
{
    const SceneObject *object = find_object(loader->scene, name);
    char problem[PROBLEM_ROOM];

    if (object) {
        return object->id ? object : NULL;
    }
    unknown_object(loader->scene, name, what, problem);
    scene_error(loader, node, "%s", problem);
    return NULL;
}

/* Where a probe listens; fills port, contact or bow. */
static bool probe_source(Loader *loader, int probe, const Values *values, UrtoProbeDef *def,
                         SceneObject *object)
{
    const int node = values->at[KEY_PROBE_HEAR].node;
    const char *hear = values->at[KEY_PROBE_HEAR].text;
    const int quantity = values->at[KEY_PROBE_AS].choice;
    enum { FORCE = 3, SLIP = 4 };

    if (quantity > SLIP) {
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
        const SceneObject *source = named_object(loader, node, hear, "contact or bow");
        if (source && source->owner == URTO_OWNER_DRIVE) {
            scene_error(loader, node, "the force of a drive is given, must be a contact or bow");
            return false;
        }
        if (source && source->owner == URTO_OWNER_BOW) {
            def->quantity = URTO_QUANTITY_BOW_FORCE;
            def->bow.id = source->id;
        } else if (source) {
            def->contact.id = source->id;
        }
        if (source) {
            memcpy(object->sides, source->sides, sizeof object->sides);
        }
        return source != NULL;
    }
    if (quantity == SLIP) {
        const SceneObject *source = named_object(loader, node, hear, "bow");
        if (source && source->owner != URTO_OWNER_BOW) {
            scene_error(loader, node, "%s has no slip, must be a bow", hear);
            return false;
        }
        def->bow.id = source ? source->id : 0;
        object->sides[0] = source ? source->sides[0] : 0;
        return source != NULL;
    }
    Place place;
    if (!read_place(loader, node, PLACE_POINT, false, &place) ||
        !place_port(loader, node, &place, &def->port)) {
        return false;
    }
    object->port = def->port;
    object->body = place.body;
    object->sides[0] = place.body + 1;
    object->held = place_is_held(&loader->scene->bodies[place.body], place.from[0], place.from[1]);
    return true;
}

static void label_probe(const Values *values, SceneObject *object)
{
    const char *hear = values->at[KEY_PROBE_HEAR].text;
    const char *as = values->at[KEY_PROBE_AS].text;

    if (object->name[0]) {
        memcpy(object->label, object->name, sizeof object->name);
    } else if (hear && hear[0]) {
        snprintf(object->label, sizeof object->label, "%.100s.%.20s", hear, as);
    } else {
        snprintf(object->label, sizeof object->label, "%.20s", as);
    }
}

static void load_probe(Loader *loader, int node)
{
    static const UrtoQuantity quantities[] = {
        URTO_QUANTITY_VELOCITY,      URTO_QUANTITY_DISPLACEMENT, URTO_QUANTITY_ACCELERATION,
        URTO_QUANTITY_CONTACT_FORCE, URTO_QUANTITY_BOW_SLIP,     URTO_QUANTITY_STORED,
        URTO_QUANTITY_DISSIPATED,    URTO_QUANTITY_SUPPLIED,     URTO_QUANTITY_RESIDUAL};
    UrtoScene *scene = loader->scene;
    Values values;
    const yaml_mark_t mark = document_node(loader, node)->start_mark;
    SceneObject object = {.owner = URTO_OWNER_PROBE,
                          .line = (uint32_t)mark.line + 1,
                          .column = (uint32_t)mark.column + 1};

    if (!read_values(loader, node, SECTION_PROBE, NULL, &values)) {
        return;
    }
    const int name = values.at[KEY_PROBE_NAME].node;
    if (name && (!check_name(loader, name, object.name) || find_object(scene, object.name))) {
        if (object.name[0]) {
            scene_error(loader, name, "the name %s is there twice, names must differ", object.name);
        }
        return;
    }
    UrtoProbeDef def = urto_probe_def((UrtoPort){0});
    def.quantity = quantities[values.at[KEY_PROBE_AS].choice];
    def.gain = values_number(&values, KEY_PROBE_GAIN);
    def.pan = values_number(&values, KEY_PROBE_PAN);
    def.width = scene->info.channels;
    if (!probe_source(loader, node, &values, &def, &object)) {
        return;
    }
    const UrtoProbe made = urto_world_def_probe(scene->def, &def);
    object.id = made.id;
    object.tag = made.tag;
    if (library_refused(loader, &values, SECTION_PROBE, node)) {
        return;
    }
    object.acts = def.gain != 0.0;
    object.quantity = def.quantity;
    label_probe(&values, &object);
    SceneObject *kept = add_object(loader, object.name, URTO_OWNER_PROBE);
    if (kept) {
        *kept = object;
    }
}

void load_probes(Loader *loader, const Values *scene)
{
    each_item(loader, scene, KEY_SCENE_PROBES, load_probe);
}

/* Keys of an action, in this order in every section that has them. */
enum { DO, AT, DISPLACEMENT, VELOCITY, IMPULSE, MODE };

_Static_assert(KEY_ACTION_MODE - KEY_ACTION_DO == MODE, "the keys stand in this order");
_Static_assert(KEY_STROKE_MODE - KEY_STROKE_DO == MODE, "the keys stand in this order");

/* What a kind needs: a whole mass, a whole body, or a point; and no other keys. */
static bool action_fits(Loader *loader, const Values *values, KeyId first, ActionKind kind,
                        const Place *place)
{
    const SceneBody *body = &loader->scene->bodies[place->body];
    static const struct {
        int key;
        unsigned kinds;
        const char *who;
    } uses[] = {
        {DISPLACEMENT, 1U << ACTION_PLUCK | 1U << ACTION_THROW | 1U << ACTION_SHAPE,
         "pluck, throw and shape"},
        {VELOCITY, 1U << ACTION_THROW, "throw"},
        {IMPULSE, 1U << ACTION_STRIKE, "strike"},
        {MODE, 1U << ACTION_SHAPE, "shape"},
    };
    bool good = true;

    if (kind == ACTION_THROW && body->kind != SECTION_MASS) {
        scene_error(loader, values->at[first + AT].node,
                    "throw takes a mass, but %s is a %s; must be pluck, strike or shape",
                    body->name, section_names[body->kind]);
        good = false;
    }
    if (kind == ACTION_SHAPE && body->kind == SECTION_MASS) {
        scene_error(loader, values->at[first + AT].node,
                    "shape takes a body with an extent, but %s is a mass; must be throw",
                    body->name);
        good = false;
    }
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        const KeyId key = first + (KeyId)uses[i].key;
        if (values_given(values, key) && !(uses[i].kinds >> kind & 1U)) {
            scene_error(loader, values->at[key].node, "%s is of %s only, not of %s",
                        scene_keys[key].name, uses[i].who, values->at[first + DO].text);
            good = false;
        }
    }
    return good;
}

bool read_action(Loader *loader, const Values *values, KeyId first, SceneAction *action)
{
    const ActionKind kind = (ActionKind)values->at[first + DO].choice;
    const int at = values->at[first + AT].node;
    const bool whole = kind == ACTION_THROW || kind == ACTION_SHAPE;
    Place place;
    UrtoPort port = {0};

    if (!read_place(loader, at, whole ? PLACE_BODY : PLACE_POINT, false, &place) ||
        !action_fits(loader, values, first, kind, &place) ||
        (!whole && !place_port(loader, at, &place, &port))) {
        return false;
    }
    *action = (SceneAction){.kind = kind,
                            .held = !whole && place_is_held(&loader->scene->bodies[place.body],
                                                            place.from[0], place.from[1]),
                            .port = port,
                            .body = place.body,
                            .displacement = values_number(values, first + DISPLACEMENT),
                            .velocity = values_number(values, first + VELOCITY),
                            .impulse = values_number(values, first + IMPULSE),
                            .growth = 1.0,
                            .mode = (uint32_t)values_number(values, first + MODE)};
    return true;
}

static void load_action(Loader *loader, int node)
{
    UrtoScene *scene = loader->scene;
    Values values;
    SceneAction action;

    if (!read_values(loader, node, SECTION_ACTION, NULL, &values) ||
        !read_action(loader, &values, KEY_ACTION_DO, &action)) {
        return;
    }
    const uint32_t repeat = (uint32_t)values_number(&values, KEY_ACTION_REPEAT);
    if (scene->action_count + repeat > ACTIONS_MAX) {
        scene_error(loader, node, "more than %d actions in all, must be fewer", ACTIONS_MAX);
        return;
    }
    const yaml_mark_t mark = document_node(loader, node)->start_mark;
    action.line = (uint32_t)mark.line + 1;
    action.column = (uint32_t)mark.column + 1;
    action.entry = scene->entry_count;
    for (uint32_t i = 0; i < repeat; i++) {
        if (!grow_list(loader, (void *)&scene->actions, scene->action_count,
                       sizeof *scene->actions)) {
            return;
        }
        action.time =
            values_number(&values, KEY_ACTION_TIME) + i * values_number(&values, KEY_ACTION_EVERY);
        scene->actions[scene->action_count++] = action;
        action.growth *= values_number(&values, KEY_ACTION_GROWTH);
    }
    scene->entry_count++;
}

static int by_time(const void *one, const void *two)
{
    const SceneAction *a = one, *b = two;

    return a->time != b->time ? (a->time > b->time) - (a->time < b->time)
                              : (a->entry > b->entry) - (a->entry < b->entry);
}

void load_actions(Loader *loader, const Values *scene)
{
    each_item(loader, scene, KEY_SCENE_ACTIONS, load_action);
    if (loader->scene->action_count) {
        qsort(loader->scene->actions, loader->scene->action_count, sizeof(SceneAction), by_time);
    }
}

static bool read_breakpoint(Loader *loader, int node, UrtoBreakpoint *point)
{
    const yaml_node_t *its = document_node(loader, node);
    const yaml_node_item_t *items = its->data.sequence.items.start;

    if (its->type != YAML_SEQUENCE_NODE || its->data.sequence.items.top - items != 2 ||
        !node_text(loader, items[0]) || !node_text(loader, items[1])) {
        scene_error(loader, node,
                    "a point of a control is %s, must be a time and a value, as in [0.5 s, 2]",
                    node_kind(its));
        return false;
    }
    const bool time = read_quantity(loader, items[0], "the time", node_text(loader, items[0]),
                                    URTO_DIMENSION_TIME, &point->time);
    return read_quantity(loader, items[1], "the value", node_text(loader, items[1]),
                         URTO_DIMENSION_NONE, &point->value) &&
           time;
}

/* What a control moves may act and be heard, whatever it starts with. */
static void note_control(UrtoScene *scene, const char *of)
{
    const size_t length = strcspn(of, ".");

    for (uint32_t i = 0; i < scene->object_count; i++) {
        SceneObject *object = &scene->objects[i];
        if (strlen(object->name) == length && strncmp(object->name, of, length) == 0) {
            object->acts = object->controlled = true;
            object->held = false;
        }
    }
}

/* Each point of a curve is a turn: the control sets out for it where the one before was reached. */
static void add_turns(Loader *loader, UrtoTarget target, const UrtoBreakpoint *points, size_t count)
{
    UrtoScene *scene = loader->scene;

    for (size_t i = 0; i < count; i++) {
        if (!grow_list(loader, (void *)&scene->turns, scene->turn_count, sizeof *scene->turns)) {
            return;
        }
        scene->turns[scene->turn_count++] =
            (SceneTurn){points[i ? i - 1 : 0].time, points[i].time, target, points[i].value};
    }
}

static int turn_by_time(const void *one, const void *two)
{
    const SceneTurn *a = one, *b = two;

    return (a->time > b->time) - (a->time < b->time);
}

static void load_control(Loader *loader, int node)
{
    UrtoScene *scene = loader->scene;
    Values values;
    SceneTarget target = {0};
    char problem[PROBLEM_ROOM] = "";

    if (!read_values(loader, node, SECTION_CONTROL, NULL, &values)) {
        return;
    }
    bool good = target_find(scene, values.at[KEY_CONTROL_OF].text, &target, problem);
    if (problem[0]) {
        scene_error(loader, values.at[KEY_CONTROL_OF].node, "%s", problem);
    }
    const int list = values.at[KEY_CONTROL_POINTS].node;
    const yaml_node_t *its = document_node(loader, list);
    const yaml_node_item_t *items = its->data.sequence.items.start;
    const size_t count = (size_t)(its->data.sequence.items.top - items);
    UrtoBreakpoint *points = calloc(count ? count : 1, sizeof *points);
    loader->memory = loader->memory || !points;
    for (size_t i = 0; points && i < count; i++) {
        good = read_breakpoint(loader, items[i], &points[i]) && good;
        if (good && !target_accepts(&target, points[i].value, problem)) {
            scene_error(loader, items[i], "%s", problem);
            good = false;
        }
    }
    if (good && points) {
        urto_world_def_curve(scene->def, target.target, points, (uint32_t)count);
        scene->info.calm = fmax(scene->info.calm, count ? points[count - 1].time : 0.0);
        add_turns(loader, target.target, points, count);
        note_control(scene, values.at[KEY_CONTROL_OF].text);
        (void)library_refused(loader, NULL, SECTION_SCENE, list);
    }
    free(points);
}

void load_controls(Loader *loader, const Values *scene)
{
    each_item(loader, scene, KEY_SCENE_CONTROLS, load_control);
    if (loader->scene->turn_count) {
        qsort(loader->scene->turns, loader->scene->turn_count, sizeof(SceneTurn), turn_by_time);
    }
}
