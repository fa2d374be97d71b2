/* Bodies: what the scene gives, what a material adds, what a pitch decides.
 *
 *   string    rho = d pi r^2, EI = E pi r^4/4; w^2 = (T b^2 + EI b^4)/rho, b = pi/L, and the mode
 *             sounds at sqrt(w^2 - s^2), s = loss + loss_high b^2; pitch solves this for T
 *   bar       rho = d w t, EI = E w t^3/12; w = p^2/L^2 sqrt(EI/rho), p the first root of the ends
 *   membrane  rho = d t; w^2 = T b^2/rho, b = 2.405/R or |(pi/a, pi/b)|
 *   plate     rho = d t, D = E t^3/12(1 - nu^2); w = sqrt(D/rho) |b|^2, b as for the rectangle
 */
#include "loader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

typedef UrtoStatus (*AddBody)(Loader *loader, const Values *values, SceneBody *body);

static double given_or(const Values *values, KeyId key, double otherwise)
{
    return values_given(values, key) ? values_number(values, key) : otherwise;
}

static UrtoStatus refuse(Loader *loader, const Values *values, KeyId key, const char *message)
{
    scene_error(loader, values->at[key].node, "%s", message);
    return URTO_ERROR_ARGUMENT;
}

/* The square of the angular frequency of a mode without loss that sounds at a pitch with it. */
static double undamped(double pitch, double sigma)
{
    const double omega = 2.0 * pi * pitch;

    return omega * omega + sigma * sigma;
}

static UrtoStatus add_mass(Loader *loader, const Values *values, SceneBody *body)
{
    UrtoMassDef def = {.mass = values_number(values, KEY_MASS_MASS),
                       .spring = values_number(values, KEY_MASS_SPRING),
                       .loss = values_number(values, KEY_MASS_LOSS),
                       .gravity = values_number(values, KEY_MASS_GRAVITY),
                       .position = values_number(values, KEY_MASS_POSITION),
                       .velocity = values_number(values, KEY_MASS_VELOCITY)};

    if (values_given(values, KEY_MASS_PITCH)) {
        if (values_given(values, KEY_MASS_SPRING)) {
            return refuse(loader, values, KEY_MASS_PITCH,
                          "pitch and spring are both given, must be one of them");
        }
        def.spring = def.mass * undamped(values_number(values, KEY_MASS_PITCH), def.loss);
    }
    return urto_world_def_mass(loader->scene->def, &def, &body->id);
}

static UrtoStatus add_string(Loader *loader, const Values *values, SceneBody *body)
{
    const Material *material = values->at[KEY_STRING_MATERIAL].material;
    const double radius = values_number(values, KEY_STRING_RADIUS);
    const double area = pi * radius * radius;
    const double length = values_number(values, KEY_STRING_LENGTH);
    UrtoStringDef def = {
        .length = length,
        .density = given_or(values, KEY_STRING_DENSITY, material->density * area),
        .rigidity =
            given_or(values, KEY_STRING_RIGIDITY, 0.25 * material->young * area * radius * radius),
        .loss = {given_or(values, KEY_STRING_LOSS, material->loss),
                 given_or(values, KEY_STRING_LOSS_HIGH, material->loss_high)},
        .tension = given_or(values, KEY_STRING_TENSION, 100.0),
        .edge = (UrtoEdge)values->at[KEY_STRING_EDGE].choice,
        .model = values->at[KEY_STRING_MODEL].choice == 2 ? URTO_MODEL_MODAL : URTO_MODEL_GRID,
        .segments = (uint32_t)values_number(values, KEY_STRING_SEGMENTS)};

    body->size[0] = length;
    body->grid = def.model == URTO_MODEL_GRID;
    if (values_given(values, KEY_STRING_PITCH)) {
        const double b2 = pi * pi / (length * length);
        const double square =
            undamped(values_number(values, KEY_STRING_PITCH), def.loss[0] + def.loss[1] * b2);
        if (values_given(values, KEY_STRING_TENSION)) {
            return refuse(loader, values, KEY_STRING_PITCH,
                          "pitch and tension are both given, must be one of them");
        }
        def.tension = def.density * square / b2 - def.rigidity * b2;
        if (def.tension < 0.0) {
            scene_error(loader, values->at[KEY_STRING_PITCH].node,
                        "pitch is %g Hz: stiffness alone makes this string sound at %g Hz, must be "
                        "higher, or the string thinner or longer",
                        values_number(values, KEY_STRING_PITCH),
                        sqrt(def.rigidity / def.density) * b2 / (2.0 * pi));
            return URTO_ERROR_ARGUMENT;
        }
    }
    return urto_world_def_string(loader->scene->def, &def, &body->id);
}

static UrtoStatus add_bar(Loader *loader, const Values *values, SceneBody *body)
{
    const Material *material = values->at[KEY_BAR_MATERIAL].material;
    const double width = values_number(values, KEY_BAR_WIDTH);
    const double thickness = values_number(values, KEY_BAR_THICKNESS);
    UrtoBarDef def = {.length = given_or(values, KEY_BAR_LENGTH, 0.3),
                      .density =
                          given_or(values, KEY_BAR_DENSITY, material->density * width * thickness),
                      .rigidity = given_or(values, KEY_BAR_RIGIDITY,
                                           material->young * width * pow(thickness, 3.0) / 12.0),
                      .loss = {given_or(values, KEY_BAR_LOSS, material->loss),
                               given_or(values, KEY_BAR_LOSS_HIGH, material->loss_high)},
                      .ends = (UrtoBarEnds)values->at[KEY_BAR_ENDS].choice,
                      .rigid = values->at[KEY_BAR_RIGID].choice == 1,
                      .modes = (uint32_t)values_number(values, KEY_BAR_MODES)};

    if (values_given(values, KEY_BAR_PITCH)) {
        const double p = def.ends == URTO_BAR_CANTILEVER ? 1.875104068711961 : 4.730040744862704;
        const double omega = 2.0 * pi * values_number(values, KEY_BAR_PITCH);
        if (!values_given(values, KEY_BAR_LENGTH)) {
            def.length = p * pow(def.rigidity / def.density, 0.25) / sqrt(omega);
        } else if (!values_given(values, KEY_BAR_RIGIDITY)) {
            const double b2 = p * p / (def.length * def.length);
            const double square = undamped(omega / (2.0 * pi), def.loss[0] + def.loss[1] * b2);
            def.rigidity = def.density * square / (b2 * b2);
        } else {
            return refuse(loader, values, KEY_BAR_PITCH,
                          "pitch, length and rigidity are all given, must be two of them");
        }
    }
    body->size[0] = def.length;
    return urto_world_def_bar(loader->scene->def, &def, &body->id);
}

static UrtoStatus add_membrane(Loader *loader, const Values *values, SceneBody *body)
{
    const Material *material = values->at[KEY_MEMBRANE_MATERIAL].material;
    const bool circle = values->at[KEY_MEMBRANE_OUTLINE].choice == 1;
    const double width = values_number(values, KEY_MEMBRANE_WIDTH);
    const double height = values_number(values, KEY_MEMBRANE_HEIGHT);
    const double radius = values_number(values, KEY_MEMBRANE_RADIUS);
    const uint32_t segments = (uint32_t)values_number(values, KEY_MEMBRANE_SEGMENTS);
    UrtoMembraneDef def = {
        .outline = circle ? URTO_OUTLINE_CIRCLE : URTO_OUTLINE_RECTANGLE,
        .size = {circle ? radius : width, circle ? radius : height},
        .density = given_or(values, KEY_MEMBRANE_DENSITY,
                            material->density * values_number(values, KEY_MEMBRANE_THICKNESS)),
        .loss = {given_or(values, KEY_MEMBRANE_LOSS, material->loss),
                 given_or(values, KEY_MEMBRANE_LOSS_HIGH, material->loss_high)},
        .tension = given_or(values, KEY_MEMBRANE_TENSION, 2000.0),
        .model = values->at[KEY_MEMBRANE_MODEL].choice == 2 ? URTO_MODEL_MODAL : URTO_MODEL_GRID,
        .segments = {segments, 0}};

    body->circle = circle;
    memcpy(body->size, def.size, sizeof body->size);
    const KeyId other[2] = {circle ? KEY_MEMBRANE_WIDTH : KEY_MEMBRANE_RADIUS,
                            circle ? KEY_MEMBRANE_HEIGHT : KEY_MEMBRANE_RADIUS};
    for (int i = 0; i < 2; i++) {
        if (values_given(values, other[i])) {
            return refuse(loader, values, other[i],
                          circle ? "a circle has no width and height, must be radius"
                                 : "a rectangle has no radius, must be width and height");
        }
    }
    if (values_given(values, KEY_MEMBRANE_PITCH)) {
        const double b = circle ? 2.404825557695773 / radius
                                : pi * sqrt(1.0 / (width * width) + 1.0 / (height * height));
        const double sigma = def.loss[0] + def.loss[1] * b * b;
        if (values_given(values, KEY_MEMBRANE_TENSION)) {
            return refuse(loader, values, KEY_MEMBRANE_PITCH,
                          "pitch and tension are both given, must be one of them");
        }
        def.tension =
            def.density * undamped(values_number(values, KEY_MEMBRANE_PITCH), sigma) / (b * b);
    }
    return urto_world_def_membrane(loader->scene->def, &def, &body->id);
}

static UrtoStatus add_plate(Loader *loader, const Values *values, SceneBody *body)
{
    const Material *material = values->at[KEY_PLATE_MATERIAL].material;
    const double thickness = values_number(values, KEY_PLATE_THICKNESS);
    const double width = values_number(values, KEY_PLATE_WIDTH);
    const double height = values_number(values, KEY_PLATE_HEIGHT);
    UrtoPlateDef def = {
        .size = {width, height},
        .density = given_or(values, KEY_PLATE_DENSITY, material->density * thickness),
        .rigidity = given_or(values, KEY_PLATE_RIGIDITY,
                             material->young * pow(thickness, 3.0) /
                                 (12.0 * (1.0 - material->poisson * material->poisson))),
        .loss = {given_or(values, KEY_PLATE_LOSS, material->loss),
                 given_or(values, KEY_PLATE_LOSS_HIGH, material->loss_high)},
        .edge = (UrtoEdge)values->at[KEY_PLATE_EDGE].choice,
        .model = values->at[KEY_PLATE_MODEL].choice == 2 ? URTO_MODEL_MODAL : URTO_MODEL_GRID,
        .segments = {(uint32_t)values_number(values, KEY_PLATE_SEGMENTS), 0}};

    memcpy(body->size, def.size, sizeof body->size);
    if (values_given(values, KEY_PLATE_PITCH)) {
        const double b2 = pi * pi * (1.0 / (width * width) + 1.0 / (height * height));
        if (values_given(values, KEY_PLATE_RIGIDITY)) {
            return refuse(loader, values, KEY_PLATE_PITCH,
                          "pitch and rigidity are both given, must be one of them");
        }
        def.rigidity =
            def.density *
            undamped(values_number(values, KEY_PLATE_PITCH), def.loss[0] + def.loss[1] * b2) /
            (b2 * b2);
    }
    return urto_world_def_plate(loader->scene->def, &def, &body->id);
}

enum { MODES_MAX = 4096, SHAPES_MAX = 1 << 20 };

typedef struct ModeList {
    UrtoMode *modes;
    double **shapes; /* of each mode, or NULL */
    double *table;   /* all of them, by place */
    uint32_t count, points;
} ModeList;

static void free_modes(ModeList *list)
{
    for (uint32_t i = 0; list->shapes && i < list->count; i++) {
        free(list->shapes[i]);
    }
    free(list->shapes);
    free(list->modes);
    free(list->table);
}

static bool read_mode(Loader *loader, int node, ModeList *list, uint32_t index)
{
    Values values;
    uint32_t points = 0;

    if (!read_values(loader, node, SECTION_MODE, NULL, &values)) {
        return false;
    }
    list->modes[index] = (UrtoMode){.frequency = values_number(&values, KEY_MODE_FREQUENCY),
                                    .decay = values_number(&values, KEY_MODE_DECAY),
                                    .mass = values_number(&values, KEY_MODE_MASS)};
    list->shapes[index] = values_list(loader, &values, KEY_MODE_SHAPE, &points);
    if (values_given(&values, KEY_MODE_SHAPE) && points == 0) {
        return false;
    }
    if (index > 0 && points != list->points) {
        scene_error(loader, node, "this mode has %u values in its shape, must be %u like the first",
                    points, list->points);
        return false;
    }
    list->points = points;
    return true;
}

static UrtoStatus add_modal(Loader *loader, const Values *values, SceneBody *body)
{
    const int node = values->at[KEY_MODAL_MODES].node;
    const yaml_node_t *its = document_node(loader, node);
    const yaml_node_item_t *items = its->data.sequence.items.start;
    const size_t count = (size_t)(its->data.sequence.items.top - items);
    ModeList list = {.count = (uint32_t)count};
    bool good = count > 0 && count <= MODES_MAX;

    if (!good) {
        scene_error(loader, node, "modes has %zu entries, must be 1 to %d", count, MODES_MAX);
        return URTO_ERROR_ARGUMENT;
    }
    list.modes = calloc(count, sizeof *list.modes);
    list.shapes = calloc(count, sizeof *list.shapes);
    for (uint32_t i = 0; list.modes && list.shapes && i < count; i++) {
        good = read_mode(loader, items[i], &list, i) && good;
    }
    if (good && list.points * count > SHAPES_MAX) {
        scene_error(loader, node, "shapes have %zu values in all, must be at most %d",
                    list.points * count, SHAPES_MAX);
        good = false;
    }
    list.table = good && list.points ? malloc(list.points * count * sizeof *list.table) : NULL;
    if (!list.modes || !list.shapes || (good && list.points && !list.table)) {
        loader->memory = true;
        good = false;
    }
    for (size_t i = 0; good && i < list.points * count; i++) {
        list.table[i] = list.shapes[i % count][i / count];
    }
    body->size[0] = values_number(values, KEY_MODAL_LENGTH);
    UrtoStatus status = URTO_ERROR_ARGUMENT;
    if (good) {
        const UrtoModalDef def = {list.modes, list.count, list.table, list.points, body->size[0]};
        status = urto_world_def_modal(loader->scene->def, &def, &body->id);
    }
    free_modes(&list);
    return status;
}

static const AddBody adders[] = {
    [SECTION_MASS] = add_mass,         [SECTION_STRING] = add_string, [SECTION_BAR] = add_bar,
    [SECTION_MEMBRANE] = add_membrane, [SECTION_PLATE] = add_plate,   [SECTION_MODAL] = add_modal,
};

/* The section that the key type names, or SECTION_SCENE. */
static Section body_section(Loader *loader, int node)
{
    static const char kinds[] = "mass string bar membrane plate modal";
    const yaml_node_t *its = document_node(loader, node);
    Closest closest;

    if (its->type != YAML_MAPPING_NODE) {
        scene_error(loader, node, "a body is %s, must be a mapping like {type: mass}",
                    node_kind(its));
        return SECTION_SCENE;
    }
    for (yaml_node_pair_t *pair = its->data.mapping.pairs.start; pair < its->data.mapping.pairs.top;
         pair++) {
        const char *key = node_text(loader, pair->key);
        const char *type = node_text(loader, pair->value);
        if (!key || strcmp(key, "type") != 0) {
            continue;
        }
        const int index = type ? choice_index(kinds, type) : -1;
        if (index >= 0) {
            return (Section)(SECTION_MASS + index);
        }
        closest_start(&closest, type ? type : "");
        for (int i = SECTION_MASS; i <= SECTION_MODAL; i++) {
            closest_try(&closest, section_names[i], strlen(section_names[i]));
        }
        scene_error(loader, pair->value, "type is \"%.40s\", %s%s%s", type ? type : "a list",
                    closest.name[0] ? "did you mean " : "must be one of: ",
                    closest.name[0] ? closest.name : kinds, closest.name[0] ? "?" : "");
        return SECTION_SCENE;
    }
    scene_error(loader, node, "a body without type, which must be one of: %s", kinds);
    return SECTION_SCENE;
}

static void make_body(Loader *loader, SceneBody *body)
{
    UrtoScene *scene = loader->scene;
    Values values;

    body->kind = body_section(loader, body->node);
    if (body->kind != SECTION_SCENE &&
        read_values(loader, body->node, body->kind, "type", &values) && values.good) {
        const uint32_t errors = scene->error_count;
        if (adders[body->kind](loader, &values, body) != URTO_OK) {
            body->id.id = 0;
            if (scene->error_count == errors && !loader->memory) {
                library_error(loader, &values, body->kind, body->node,
                              urto_world_def_diagnostic(scene->def));
            }
        }
    }
    if (grow_list(loader, (void *)&scene->bodies, scene->body_count, sizeof *scene->bodies)) {
        scene->bodies[scene->body_count++] = *body;
    }
}

void load_body_again(Loader *loader, const SceneBody *body)
{
    SceneBody copy = *body;

    make_body(loader, &copy);
}

static void load_body(Loader *loader, const yaml_node_pair_t *pair)
{
    const UrtoScene *scene = loader->scene;
    SceneBody body = {.node = pair->value};

    if (!check_name(loader, pair->key, body.name)) {
        return;
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        if (strcmp(scene->bodies[i].name, body.name) == 0) {
            scene_error(loader, pair->key, "the body %s is there twice, names must differ",
                        body.name);
            return;
        }
    }
    make_body(loader, &body);
}

void load_bodies(Loader *loader, const Values *scene)
{
    const int node = scene->at[KEY_SCENE_BODIES].node;
    const yaml_node_t *its = node ? document_node(loader, node) : NULL;

    if (!its || its->type != YAML_MAPPING_NODE) {
        return;
    }
    if (its->data.mapping.pairs.start == its->data.mapping.pairs.top) {
        scene_error(loader, node, "bodies is empty, a scene needs at least one");
    }
    for (yaml_node_pair_t *pair = its->data.mapping.pairs.start; pair < its->data.mapping.pairs.top;
         pair++) {
        load_body(loader, pair);
    }
}
