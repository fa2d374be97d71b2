/* Places: body, body@place, body@x,y, body@from..to, wall.
 *
 * A number without a unit is a fraction: of the length of a line, of a side of a rectangle, of the
 * radius of a circle (from its centre, -1 to 1). With a unit of length it is a distance. */
#include "loader.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static bool surface(const SceneBody *body)
{
    return body->kind == SECTION_MEMBRANE || body->kind == SECTION_PLATE;
}

static const SceneBody *find_body(Loader *loader, int node, const char *name, size_t length)
{
    const UrtoScene *scene = loader->scene;
    char wanted[NAME_ROOM];
    Closest closest;

    if (scene->body_count == 0) {
        return NULL; /* told already */
    }
    snprintf(wanted, sizeof wanted, "%.*s", (int)length, name);
    closest_start(&closest, wanted);
    for (uint32_t i = 0; i < scene->body_count; i++) {
        if (strcmp(scene->bodies[i].name, wanted) == 0) {
            return &scene->bodies[i];
        }
        closest_try(&closest, scene->bodies[i].name, strlen(scene->bodies[i].name));
    }
    if (closest.name[0]) {
        scene_error(loader, node, "no body has the name \"%s\", did you mean %s?", wanted,
                    closest.name);
    } else {
        scene_error(loader, node, "no body has the name \"%s\"", wanted);
    }
    return NULL;
}

/* One coordinate, up to `end`. Of a body that has errors a fraction can be judged all the same. */
static bool read_coordinate(Loader *loader, int node, const SceneBody *body, int axis,
                            const char *text, const char *end, double *metres)
{
    const double least = surface(body) ? -1.0 : 0.0;
    char word[48];

    while (text < end && *text == ' ') {
        text++;
    }
    while (end > text && end[-1] == ' ') {
        end--;
    }
    if (end == text || (size_t)(end - text) >= sizeof word) {
        scene_error(loader, node, "the place \"%.40s\" has no number after @",
                    node_text(loader, node));
        return false;
    }
    memcpy(word, text, (size_t)(end - text));
    word[end - text] = '\0';
    if (!read_quantity(loader, node, "the place", word, URTO_DIMENSION_LENGTH, metres)) {
        return false;
    }
    if (isalpha((unsigned char)end[-1])) {
        return true;
    }
    if (!body->id.id && !(*metres >= least && *metres <= 1.0)) {
        scene_error(loader, node, "the place \"%.40s\" is off the body, must be %g to 1",
                    node_text(loader, node), least);
        return false;
    }
    *metres *= body->circle ? body->size[0] : body->size[axis];
    return true;
}

bool place_is_on(const SceneBody *body, double x, double y)
{
    const double *size = body->size;

    if (body->kind == SECTION_MASS) {
        return true;
    }
    return body->circle
               ? x * x + y * y <= size[0] * size[0] * (1.0 + 1e-12)
               : x >= 0.0 && x <= size[0] && (!surface(body) || (y >= 0.0 && y <= size[1]));
}

bool place_is_held(const SceneBody *body, double x, double y)
{
    const double *size = body->size;
    const double near = 1e-9;

    if (body->circle) {
        return x * x + y * y >= size[0] * size[0] * (1.0 - near);
    }
    if (surface(body) && (y <= near * size[1] || y >= size[1] * (1.0 - near))) {
        return true;
    }
    return (body->held[0] && x <= near * size[0]) || (body->held[1] && x >= size[0] * (1.0 - near));
}

/* "0.3" or "0.3,0.1" up to `end`; whether it is on the body is known if that has no errors. */
static bool read_point(Loader *loader, int node, const SceneBody *body, const char *text,
                       const char *end, double point[2])
{
    const char *comma = memchr(text, ',', (size_t)(end - text));
    const char *shown = node_text(loader, node);

    if (surface(body) != (comma != NULL)) {
        scene_error(loader, node, "the place \"%.40s\" has %s, must be %s", shown,
                    comma ? "two numbers" : "one number",
                    comma ? "one: a line has no y" : "two, in quotes: \"drum@0.3,0.1\"");
        return false;
    }
    if (!read_coordinate(loader, node, body, 0, text, comma ? comma : end, &point[0]) ||
        (comma && !read_coordinate(loader, node, body, 1, comma + 1, end, &point[1]))) {
        return false;
    }
    const bool inside = place_is_on(body, point[0], point[1]);
    if (!inside && body->id.id) {
        scene_error(loader, node,
                    body->circle ? "the place \"%.40s\" is off the body, which has a radius of %g m"
                                 : "the place \"%.40s\" is off the body, which is %g m long",
                    shown, body->size[0]);
    }
    return inside;
}

static bool default_place(Loader *loader, int node, const SceneBody *body, PlaceKind kind,
                          Place *place)
{
    const bool line = !surface(body) && body->kind != SECTION_MASS;

    if (kind == PLACE_RANGE && line) {
        place->range = true;
        place->to[0] = body->size[0];
        return true;
    }
    if (kind == PLACE_RANGE && body->kind == SECTION_MASS) {
        scene_error(loader, node, "%s is a mass, must be a body with a length", body->name);
        return false;
    }
    if (kind == PLACE_BODY || body->kind == SECTION_MASS ||
        (kind == PLACE_POINT && body->kind == SECTION_MODAL)) {
        return true;
    }
    scene_error(loader, node, "\"%.40s\" does not say where on the %s, as in %s", body->name,
                section_names[body->kind],
                kind == PLACE_RANGE ? "drum@-0.5,0..0.5,0"
                : line              ? "string@0.3"
                                    : "drum@0.3,0.1");
    return false;
}

bool read_place(Loader *loader, int node, PlaceKind kind, bool wall, Place *place)
{
    const char *text = node_text(loader, node);

    memset(place, 0, sizeof *place);
    if (!text) {
        scene_error(loader, node, "a place that is %s, must be body@place",
                    node_kind(document_node(loader, node)));
        return false;
    }
    if (strcmp(text, "wall") == 0) {
        place->wall = true;
        if (!wall) {
            scene_error(loader, node, "wall cannot stand here, must be a body");
        }
        return wall;
    }
    const char *at = text + strcspn(text, "@");
    const SceneBody *body = find_body(loader, node, text, (size_t)(at - text));
    if (!body || body->kind == SECTION_SCENE) {
        return false; /* told already */
    }
    place->body = (uint32_t)(body - loader->scene->bodies);
    if (!*at) {
        return default_place(loader, node, body, kind, place) && body->id.id;
    }
    if (kind == PLACE_BODY || body->kind == SECTION_MASS) {
        scene_error(loader, node, "\"%.40s\" %s, must be %s alone", text,
                    kind == PLACE_BODY ? "is to be a whole body"
                                       : "has a place, but a mass has none",
                    body->name);
        return false;
    }
    const char *dots = strstr(at, "..");
    const char *end = at + strlen(at);
    if ((dots != NULL) != (kind == PLACE_RANGE)) {
        scene_error(loader, node, "\"%.40s\" is a %s, must be a %s", text, dots ? "line" : "point",
                    dots ? "point, as in string@0.3" : "line, as in string@0..1");
        return false;
    }
    place->range = dots != NULL;
    return read_point(loader, node, body, at + 1, dots ? dots : end, place->from) &&
           (!dots || read_point(loader, node, body, dots + 2, end, place->to)) && body->id.id;
}

bool read_places(Loader *loader, int node, PlaceKind kind, bool wall, Place places[2])
{
    const yaml_node_t *its = document_node(loader, node);
    const yaml_node_item_t *items = its->data.sequence.items.start;
    const size_t count = (size_t)(its->data.sequence.items.top - items);

    if (count != 2) {
        scene_error(loader, node, "between has %zu entries, must be two: [below, above]%s", count,
                    count > 2 ? "; a place with a comma needs quotes" : "");
        return false;
    }
    const bool first = read_place(loader, items[0], kind, wall, &places[0]);
    const bool second = read_place(loader, items[1], kind, wall, &places[1]);
    if (first && second && places[0].wall && places[1].wall) {
        scene_error(loader, node, "between two walls nothing moves, one must be a body");
        return false;
    }
    return first && second;
}

bool place_port(Loader *loader, int node, const Place *place, UrtoPort *port)
{
    UrtoWorldDef *def = loader->scene->def;

    *port = (UrtoPort){0};
    if (place->wall) {
        return true;
    }
    UrtoPortDef where = urto_port_def(loader->scene->bodies[place->body].id);
    where.x = place->from[0];
    where.y = place->from[1];
    where.interpolation = URTO_INTERPOLATION_LINEAR;
    *port = urto_world_def_port(def, &where);
    return !library_refused(loader, NULL, SECTION_SCENE, node);
}

UrtoStatus urto_scene_watch(UrtoScene *scene, uint32_t body, uint32_t points, UrtoWatch *watch)
{
    if (!watch) {
        return URTO_ERROR_ARGUMENT;
    }
    *watch = (UrtoWatch){0};
    if (!scene || body >= scene->body_count || points < 2 || points > URTO_SCENE_MAX_WATCH) {
        return URTO_ERROR_ARGUMENT;
    }
    const SceneBody *its = &scene->bodies[body];
    if (its->kind == SECTION_MASS) {
        return URTO_OK;
    }
    watch->from = its->circle ? -its->size[0] : 0.0;
    watch->to = its->size[0];
    for (uint32_t i = 0; i < points; i++) {
        UrtoPortDef where = urto_port_def(its->id);
        /* rounding must not put the last one beside the body */
        where.x = fmin(watch->to, watch->from + (watch->to - watch->from) * i / (points - 1));
        where.y = surface(its) && !its->circle ? 0.5 * its->size[1] : 0.0;
        const UrtoPort port = urto_world_def_port(scene->def, &where);
        watch->first = i == 0 ? port : watch->first;
    }
    watch->points = points;
    const UrtoStatus status = urto_world_def_status(scene->def, NULL);
    if (status != URTO_OK) {
        *watch = (UrtoWatch){0};
        urto_world_def_clear(scene->def);
    }
    return status;
}
