/* What joins bodies and what drives them: contacts, links, barriers, lines, bows, drives. */
#include "loader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fills a object from the mapping under its name; its id stays 0 after an error. */
typedef void (*LoadObject)(Loader *loader, int node, SceneObject *object);

const SceneObject *find_object(const UrtoScene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->object_count; i++) {
        if (strcmp(scene->objects[i].name, name) == 0) {
            return &scene->objects[i];
        }
    }
    return NULL;
}

SceneObject *add_object(Loader *loader, const char *name, UrtoOwner owner)
{
    UrtoScene *scene = loader->scene;

    if (!grow_list(loader, (void *)&scene->objects, scene->object_count, sizeof *scene->objects)) {
        return NULL;
    }
    SceneObject *object = &scene->objects[scene->object_count++];
    *object = (SceneObject){.owner = owner};
    snprintf(object->name, sizeof object->name, "%s", name);
    return object;
}

/* The four keys of a law stand in the same order in every section that has them. */
static UrtoLaw law_of(const Values *values, KeyId stiffness)
{
    return (UrtoLaw){.stiffness = values_number(values, stiffness),
                     .exponent = values_number(values, stiffness + 1),
                     .damping = values_number(values, stiffness + 2)};
}

/* Takes the result of a urto_world_def_ call. */
static void settle(Loader *loader, const Values *values, Section section, int node, uint32_t id,
                   uint32_t tag, SceneObject *object)
{
    object->id = id;
    object->tag = tag;
    (void)library_refused(loader, values, section, node);
}

static UrtoSceneSide side_of(const Place *place)
{
    UrtoSceneSide side = {.moves = !place->wall};

    if (side.moves) {
        side.body = place->body;
        memcpy(side.from, place->from, sizeof side.from);
        memcpy(side.to, place->range ? place->to : place->from, sizeof side.to);
    }
    return side;
}

static void set_sides(SceneObject *object, const Place places[2], double distance, bool one_sided)
{
    for (int i = 0; i < 2; i++) {
        object->sides[i] = places[i].wall ? 0 : places[i].body + 1;
        object->at[i] = side_of(&places[i]);
    }
    object->distance = distance;
    object->one_sided = one_sided;
}

/* A contact (between two places) or a link. */
static void load_pair(Loader *loader, int node, SceneObject *object, Section section, KeyId between)
{
    const bool contact = section == SECTION_CONTACT;
    Values values;
    Place places[2];
    UrtoContactDef def = urto_contact_def();

    if (!read_values(loader, node, section, NULL, &values) ||
        !read_places(loader, values.at[between].node, PLACE_POINT, true, places) ||
        !place_port(loader, node, &places[0], &def.below) ||
        !place_port(loader, node, &places[1], &def.above)) {
        return;
    }
    def.law = law_of(&values, between + 1);
    def.distance = values_number(&values, between + 4);
    def.kind = contact ? URTO_CONTACT_ONE_SIDED : URTO_CONTACT_LINK;
    def.matched = contact && values.at[KEY_CONTACT_MATCHED].choice == 1;
    /* a control moves the place that has an extent */
    const UrtoScene *scene = loader->scene;
    const bool second = !places[1].wall && scene->bodies[places[1].body].kind != SECTION_MASS;
    object->port = second ? def.above : def.below;
    object->body = places[second ? 1 : 0].body;
    set_sides(object, places, def.distance, contact);
    const UrtoContact made = urto_world_def_contact(loader->scene->def, &def);
    settle(loader, &values, section, node, made.id, made.tag, object);
}

static void load_contact(Loader *loader, int node, SceneObject *object)
{
    load_pair(loader, node, object, SECTION_CONTACT, KEY_CONTACT_BETWEEN);
}

static void load_link(Loader *loader, int node, SceneObject *object)
{
    load_pair(loader, node, object, SECTION_LINK, KEY_LINK_BETWEEN);
}

static UrtoLineSide line_side(const UrtoScene *scene, const Place *place)
{
    UrtoLineSide side = {.interpolation = URTO_INTERPOLATION_LINEAR};

    if (!place->wall) {
        side.body = scene->bodies[place->body].id;
        memcpy(side.from, place->from, sizeof side.from);
        memcpy(side.to, place->to, sizeof side.to);
    }
    return side;
}

static double profile_height(void *context, double place)
{
    const SceneProfile *profile = context;
    const double x = place * profile->length;
    double sum = 0.0;

    for (int i = PROFILE_TERMS; i-- > 0;) {
        sum = sum * x + profile->terms[i];
    }
    return sum;
}

/* Where the points of a barrier are and how high. */
typedef struct Fixed {
    double *at, *heights;
    uint32_t points;
} Fixed;

static bool fixed_positions(Loader *loader, const Values *values, const Place *place, Fixed *fixed)
{
    const uint32_t frets = (uint32_t)values_number(values, KEY_BARRIER_FRETS);
    uint32_t listed = 0;

    fixed->at = values_list(loader, values, KEY_BARRIER_AT, &listed);
    fixed->points = (uint32_t)values_number(values, KEY_BARRIER_POINTS);
    if (values_given(values, KEY_BARRIER_AT)) {
        if (!fixed->at) {
            return false;
        }
        if (frets || fixed->points) {
            scene_error(loader, values->at[KEY_BARRIER_AT].node,
                        "at is given with frets or points, must be one of them");
            return false;
        }
        fixed->points = listed;
        for (uint32_t i = 0; i < listed; i++) {
            if (!(fixed->at[i] >= 0.0 && fixed->at[i] <= 1.0)) {
                scene_error(loader, values->at[KEY_BARRIER_AT].node, "at has %g, must be 0 to 1",
                            fixed->at[i]);
                return false;
            }
        }
    } else if (frets) {
        const double length = place->to[0] - place->from[0];
        const double whole = loader->scene->bodies[place->body].size[0];
        fixed->points = frets;
        fixed->at = calloc(frets, sizeof *fixed->at);
        for (uint32_t i = 0; fixed->at && i < frets; i++) {
            fixed->at[i] = (whole * (1.0 - pow(2.0, -(i + 1.0) / 12.0)) - place->from[0]) / length;
            if (!(fixed->at[i] >= 0.0 && fixed->at[i] <= 1.0)) {
                scene_error(loader, values->at[KEY_BARRIER_FRETS].node,
                            "fret %u is off the line, must be fewer frets or a longer line", i + 1);
                return false;
            }
        }
        loader->memory = loader->memory || !fixed->at;
    }
    return !loader->memory;
}

static bool fixed_heights(Loader *loader, const Values *values, const Place *place, Fixed *fixed,
                          UrtoLineDef *def)
{
    UrtoScene *scene = loader->scene;
    uint32_t count = 0, terms = 0;

    fixed->heights = values_list(loader, values, KEY_BARRIER_HEIGHTS, &count);
    if (values_given(values, KEY_BARRIER_HEIGHTS)) {
        if (fixed->heights && (count != fixed->points || !fixed->at)) {
            scene_error(loader, values->at[KEY_BARRIER_HEIGHTS].node,
                        "heights has %u entries, must be one for each of the %u of at or frets",
                        count, fixed->points);
        }
        if (fixed->heights && values_given(values, KEY_BARRIER_PROFILE)) {
            scene_error(loader, values->at[KEY_BARRIER_PROFILE].node,
                        "profile and heights are both given, must be one of them");
        }
        return fixed->heights && count == fixed->points && fixed->at &&
               !values_given(values, KEY_BARRIER_PROFILE);
    }
    double *list = values_list(loader, values, KEY_BARRIER_PROFILE, &terms);
    if (!list) {
        return !values_given(values, KEY_BARRIER_PROFILE);
    }
    SceneProfile *profile = calloc(1, sizeof *profile);
    bool good = profile && grow_list(loader, (void *)&scene->profiles, scene->profile_count,
                                     sizeof(SceneProfile *));
    loader->memory = loader->memory || !profile;
    if (good && terms > PROFILE_TERMS) {
        scene_error(loader, values->at[KEY_BARRIER_PROFILE].node,
                    "profile has %u terms, must be at most %d", terms, PROFILE_TERMS);
        good = false;
    }
    if (good) {
        const double dx = place->to[0] - place->from[0], dy = place->to[1] - place->from[1];
        profile->length = sqrt(dx * dx + dy * dy);
        memcpy(profile->terms, list, terms * sizeof *list);
        scene->profiles[scene->profile_count++] = profile;
        def->profile = profile_height;
        def->context = profile;
    } else {
        free(profile);
    }
    free(list);
    return good;
}

/* Where a barrier is, for those who draw it: its points, or its surface at as many places. */
static void keep_barrier(Loader *loader, const Place *place, bool over, const Fixed *fixed,
                         const UrtoLineDef *def, SceneObject *object)
{
    enum { SURFACE = 129 };

    object->distance = def->distance;
    object->at[over ? 0 : 1] = side_of(place);
    object->separate = fixed->at != NULL;
    object->points = fixed->at ? fixed->points : SURFACE;
    object->places = calloc(object->points, sizeof *object->places);
    object->heights = calloc(object->points, sizeof *object->heights);
    if (!object->places || !object->heights) {
        object->points = 0;
        loader->memory = true;
    }
    for (uint32_t i = 0; i < object->points; i++) {
        const double at = fixed->at ? fixed->at[i] : i / (SURFACE - 1.0);
        object->places[i] = at;
        object->heights[i] = fixed->heights ? fixed->heights[i]
                             : def->profile ? def->profile(def->context, at)
                                            : 0.0;
    }
}

static void load_barrier(Loader *loader, int node, SceneObject *object)
{
    Values values;
    Place place;
    Fixed fixed = {0};
    UrtoLineDef def = urto_line_def();

    if (!read_values(loader, node, SECTION_BARRIER, NULL, &values)) {
        return;
    }
    const bool over = values_given(&values, KEY_BARRIER_OVER);
    if (over == values_given(&values, KEY_BARRIER_UNDER)) {
        scene_error(loader, node, "a barrier with %s, must have one of under and over",
                    over ? "under and over" : "neither under nor over");
        return;
    }
    if (!read_place(loader, values.at[over ? KEY_BARRIER_OVER : KEY_BARRIER_UNDER].node,
                    PLACE_RANGE, false, &place)) {
        return;
    }
    *(over ? &def.below : &def.above) = line_side(loader->scene, &place);
    def.law = law_of(&values, KEY_BARRIER_STIFFNESS);
    def.distance = values_number(&values, KEY_BARRIER_DISTANCE);
    def.density = values.at[KEY_BARRIER_DENSITY].choice == 1;
    if (fixed_positions(loader, &values, &place, &fixed) &&
        fixed_heights(loader, &values, &place, &fixed, &def)) {
        def.points = fixed.points;
        def.positions = fixed.at;
        def.heights = fixed.heights;
        object->body = place.body;
        object->sides[over ? 0 : 1] = place.body + 1;
        keep_barrier(loader, &place, over, &fixed, &def, object);
        const UrtoContact made = urto_world_def_line(loader->scene->def, &def);
        settle(loader, &values, SECTION_BARRIER, node, made.id, made.tag, object);
    }
    free(fixed.at);
    free(fixed.heights);
}

static void load_line(Loader *loader, int node, SceneObject *object)
{
    Values values;
    Place places[2];
    UrtoLineDef def = urto_line_def();

    if (!read_values(loader, node, SECTION_LINE, NULL, &values) ||
        !read_places(loader, values.at[KEY_LINE_BETWEEN].node, PLACE_RANGE, false, places)) {
        return;
    }
    def.below = line_side(loader->scene, &places[0]);
    def.above = line_side(loader->scene, &places[1]);
    def.law = law_of(&values, KEY_LINE_STIFFNESS);
    def.distance = values_number(&values, KEY_LINE_DISTANCE);
    def.kind = values.at[KEY_LINE_KIND].choice == 1 ? URTO_CONTACT_LINK : URTO_CONTACT_ONE_SIDED;
    def.points = (uint32_t)values_number(&values, KEY_LINE_POINTS);
    def.density = values.at[KEY_LINE_DENSITY].choice == 1;
    set_sides(object, places, def.distance, def.kind == URTO_CONTACT_ONE_SIDED);
    const UrtoContact made = urto_world_def_line(loader->scene->def, &def);
    settle(loader, &values, SECTION_LINE, node, made.id, made.tag, object);
}

static bool object_port(Loader *loader, int node, SceneObject *object)
{
    Place place;

    if (!read_place(loader, node, PLACE_POINT, false, &place) ||
        !place_port(loader, node, &place, &object->port)) {
        return false;
    }
    object->body = place.body;
    object->sides[0] = place.body + 1;
    object->at[0] = side_of(&place);
    return true;
}

static void load_bow(Loader *loader, int node, SceneObject *object)
{
    Values values;

    if (!read_values(loader, node, SECTION_BOW, NULL, &values) ||
        !object_port(loader, values.at[KEY_BOW_AT].node, object)) {
        return;
    }
    UrtoBowDef def = urto_bow_def(object->port);
    def.force = values_number(&values, KEY_BOW_FORCE);
    def.velocity = values_number(&values, KEY_BOW_VELOCITY);
    def.curve = values_number(&values, KEY_BOW_CURVE);
    def.iterative = values.at[KEY_BOW_ITERATIVE].choice == 1;
    def.lagged = values.at[KEY_BOW_LAGGED].choice == 1;
    object->acts = def.force > 0.0 && def.velocity != 0.0;
    const UrtoBow made = urto_world_def_bow(loader->scene->def, &def);
    settle(loader, &values, SECTION_BOW, node, made.id, made.tag, object);
}

static void load_drive(Loader *loader, int node, SceneObject *object)
{
    UrtoScene *scene = loader->scene;
    Values values;

    if (!read_values(loader, node, SECTION_DRIVE, NULL, &values) ||
        !object_port(loader, values.at[KEY_DRIVE_AT].node, object)) {
        return;
    }
    if (scene->signal_count == URTO_MAX_CHANNELS) {
        scene_error(loader, node, "more than %u drives, must be at most that many",
                    URTO_MAX_CHANNELS);
        return;
    }
    if (!grow_list(loader, (void *)&scene->signals, scene->signal_count, sizeof *scene->signals)) {
        return;
    }
    UrtoDriveDef def = urto_drive_def(object->port);
    def.channel = scene->signal_count;
    def.gain = values_number(&values, KEY_DRIVE_FORCE);
    object->acts = def.gain != 0.0;
    scene->signals[scene->signal_count++] =
        (SceneSignal){(SignalKind)values.at[KEY_DRIVE_SIGNAL].choice,
                      values_number(&values, KEY_DRIVE_FREQUENCY)};
    const UrtoDrive made = urto_world_def_drive(scene->def, &def);
    settle(loader, &values, SECTION_DRIVE, node, made.id, made.tag, object);
}

static const struct {
    KeyId key;
    UrtoOwner owner;
    LoadObject load;
} sections[] = {
    {KEY_SCENE_CONTACTS, URTO_OWNER_CONTACT, load_contact},
    {KEY_SCENE_LINKS, URTO_OWNER_CONTACT, load_link},
    {KEY_SCENE_BARRIERS, URTO_OWNER_CONTACT, load_barrier},
    {KEY_SCENE_LINES, URTO_OWNER_CONTACT, load_line},
    {KEY_SCENE_BOWS, URTO_OWNER_BOW, load_bow},
    {KEY_SCENE_DRIVES, URTO_OWNER_DRIVE, load_drive},
};

void load_joints(Loader *loader, const Values *scene)
{
    for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
        const int node = scene->at[sections[s].key].node;
        const yaml_node_t *its = node ? document_node(loader, node) : NULL;
        if (!its || its->type != YAML_MAPPING_NODE) {
            continue;
        }
        for (yaml_node_pair_t *pair = its->data.mapping.pairs.start;
             pair < its->data.mapping.pairs.top; pair++) {
            char name[NAME_ROOM];
            if (!check_name(loader, pair->key, name)) {
                continue;
            }
            if (find_object(loader->scene, name)) {
                scene_error(loader, pair->key, "the name %s is there twice, names must differ",
                            name);
                continue;
            }
            SceneObject *object = add_object(loader, name, sections[s].owner);
            if (object) {
                const yaml_mark_t mark = document_node(loader, pair->value)->start_mark;
                object->line = (uint32_t)mark.line + 1;
                object->column = (uint32_t)mark.column + 1;
                sections[s].load(loader, pair->value, object);
            }
        }
    }
}
