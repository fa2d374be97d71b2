/* Bodies: what the scene gives, what a material adds, what a pitch decides.
 *
 *   string    w^2 = (T b^2 + EI b^4)/rho, b = pi/L, and the mode sounds at sqrt(w^2 - s^2),
 *             s = loss + loss_high b^2; pitch solves this for T
 *   bar       w = p^2/L^2 sqrt(EI/rho), p the first root of the ends
 *   membrane  w^2 = T b^2/rho, b = 2.405/R or |(pi/a, pi/b)|
 *   plate     w = sqrt(D/rho) |b|^2, b as for the rectangle
 */
#include "loader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Defines a body; id 0 and an error told, or left to library_refused, if it cannot be. */
typedef UrtoBody (*AddBody)(Loader *loader, const Values *values, SceneBody *body);

/* A key that is given stands instead of what the material says. */
static void override(const Values *values, KeyId key, double *number)
{
    *number = values_given(values, key) ? values_number(values, key) : *number;
}

static UrtoBody refuse(Loader *loader, const Values *values, KeyId key, const char *message)
{
    scene_error(loader, values->at[key].node, "%s", message);
    return (UrtoBody){0};
}

/* The square of the angular frequency of a mode without loss that sounds at a pitch with it. */
static double undamped(double pitch, double sigma)
{
    const double omega = 2.0 * pi * pitch;

    return omega * omega + sigma * sigma;
}

static UrtoBody add_mass(Loader *loader, const Values *values, SceneBody *body)
{
    UrtoMassDef def = urto_mass_def();

    def.mass = values_number(values, KEY_MASS_MASS);
    def.spring = values_number(values, KEY_MASS_SPRING);
    def.loss = values_number(values, KEY_MASS_LOSS);
    def.gravity = values_number(values, KEY_MASS_GRAVITY);
    def.position = values_number(values, KEY_MASS_POSITION);
    def.velocity = values_number(values, KEY_MASS_VELOCITY);
    loader->scene->fastest = fmax(loader->scene->fastest, fabs(def.velocity));
    if (values_given(values, KEY_MASS_PITCH)) {
        if (values_given(values, KEY_MASS_SPRING)) {
            return refuse(loader, values, KEY_MASS_PITCH,
                          "pitch and spring are both given, must be one of them");
        }
        def.spring = def.mass * undamped(values_number(values, KEY_MASS_PITCH), def.loss);
    }
    body->start[0] = def.position;
    body->start[1] = def.velocity;
    body->returns = def.gravity != 0.0 || def.spring > 0.0;
    body->moves =
        def.velocity != 0.0 || def.gravity != 0.0 || (def.spring > 0.0 && def.position != 0.0);
    return urto_world_def_mass(loader->scene->def, &def);
}

/* Of a choice of MODELS, or auto. */
static UrtoModel model_of(const Values *values, KeyId key)
{
    static const UrtoModel models[] = {URTO_MODEL_GRID, URTO_MODEL_GRID, URTO_MODEL_MODAL,
                                       URTO_MODEL_MODAL_LEAPFROG, URTO_MODEL_AUTO};

    return models[values->at[key].choice];
}

static UrtoBody add_string(Loader *loader, const Values *values, SceneBody *body)
{
    const double length = values_number(values, KEY_STRING_LENGTH);
    UrtoStringDef def = urto_string_of(values->at[KEY_STRING_MATERIAL].material, length,
                                       values_number(values, KEY_STRING_RADIUS), 100.0);

    override(values, KEY_STRING_DENSITY, &def.density);
    override(values, KEY_STRING_RIGIDITY, &def.rigidity);
    override(values, KEY_STRING_LOSS, &def.loss[0]);
    override(values, KEY_STRING_LOSS_HIGH, &def.loss[1]);
    override(values, KEY_STRING_TENSION, &def.tension);
    def.edge = (UrtoEdge)values->at[KEY_STRING_EDGE].choice;
    def.model = model_of(values, KEY_STRING_MODEL);
    def.segments = (uint32_t)values_number(values, KEY_STRING_SEGMENTS);
    body->size[0] = length;
    body->held[0] = body->held[1] = true;
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
            return (UrtoBody){0};
        }
    }
    return urto_world_def_string(loader->scene->def, &def);
}

static UrtoBody add_bar(Loader *loader, const Values *values, SceneBody *body)
{
    UrtoBarDef def =
        urto_bar_of(values->at[KEY_BAR_MATERIAL].material, 0.3,
                    values_number(values, KEY_BAR_WIDTH), values_number(values, KEY_BAR_THICKNESS));

    override(values, KEY_BAR_LENGTH, &def.length);
    override(values, KEY_BAR_DENSITY, &def.density);
    override(values, KEY_BAR_RIGIDITY, &def.rigidity);
    override(values, KEY_BAR_LOSS, &def.loss[0]);
    override(values, KEY_BAR_LOSS_HIGH, &def.loss[1]);
    def.ends = (UrtoBarEnds)values->at[KEY_BAR_ENDS].choice;
    def.rigid = values->at[KEY_BAR_RIGID].choice == 1;
    def.modes = (uint32_t)values_number(values, KEY_BAR_MODES);
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
    body->held[0] = def.ends != URTO_BAR_FREE;
    body->held[1] = def.ends == URTO_BAR_CLAMPED;
    return urto_world_def_bar(loader->scene->def, &def);
}

static UrtoBody add_membrane(Loader *loader, const Values *values, SceneBody *body)
{
    const bool circle = values->at[KEY_MEMBRANE_OUTLINE].choice == 1;
    const double width = values_number(values, KEY_MEMBRANE_WIDTH);
    const double height = values_number(values, KEY_MEMBRANE_HEIGHT);
    const double radius = values_number(values, KEY_MEMBRANE_RADIUS);
    UrtoMembraneDef def = urto_membrane_of(values->at[KEY_MEMBRANE_MATERIAL].material, radius,
                                           values_number(values, KEY_MEMBRANE_THICKNESS), 2000.0);

    override(values, KEY_MEMBRANE_DENSITY, &def.density);
    override(values, KEY_MEMBRANE_LOSS, &def.loss[0]);
    override(values, KEY_MEMBRANE_LOSS_HIGH, &def.loss[1]);
    override(values, KEY_MEMBRANE_TENSION, &def.tension);
    def.model = model_of(values, KEY_MEMBRANE_MODEL);
    def.rim = (UrtoRim)values->at[KEY_MEMBRANE_RIM].choice;
    body->automatic = def.model == URTO_MODEL_AUTO;
    def.segments[0] = (uint32_t)values_number(values, KEY_MEMBRANE_SEGMENTS);
    if (!circle) {
        def.outline = URTO_OUTLINE_RECTANGLE;
        def.size[0] = width;
        def.size[1] = height;
    }
    body->circle = circle;
    body->counted = def.segments[0] != 0;
    body->held[0] = body->held[1] = true;
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
    return urto_world_def_membrane(loader->scene->def, &def);
}

static UrtoBody add_plate(Loader *loader, const Values *values, SceneBody *body)
{
    const double width = values_number(values, KEY_PLATE_WIDTH);
    const double height = values_number(values, KEY_PLATE_HEIGHT);
    UrtoPlateDef def = urto_plate_of(values->at[KEY_PLATE_MATERIAL].material, width, height,
                                     values_number(values, KEY_PLATE_THICKNESS));

    override(values, KEY_PLATE_DENSITY, &def.density);
    override(values, KEY_PLATE_RIGIDITY, &def.rigidity);
    override(values, KEY_PLATE_LOSS, &def.loss[0]);
    override(values, KEY_PLATE_LOSS_HIGH, &def.loss[1]);
    def.edge = (UrtoEdge)values->at[KEY_PLATE_EDGE].choice;
    def.model = model_of(values, KEY_PLATE_MODEL);
    def.segments[0] = (uint32_t)values_number(values, KEY_PLATE_SEGMENTS);
    body->counted = def.segments[0] != 0;
    body->held[0] = body->held[1] = true;
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
    return urto_world_def_plate(loader->scene->def, &def);
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

static UrtoBody add_modal(Loader *loader, const Values *values, SceneBody *body)
{
    const int node = values->at[KEY_MODAL_MODES].node;
    const yaml_node_t *its = document_node(loader, node);
    const yaml_node_item_t *items = its->data.sequence.items.start;
    const size_t count = (size_t)(its->data.sequence.items.top - items);
    ModeList list = {.count = (uint32_t)count};
    bool good = count > 0 && count <= MODES_MAX;

    if (!good) {
        scene_error(loader, node, "modes has %zu entries, must be 1 to %d", count, MODES_MAX);
        return (UrtoBody){0};
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
    UrtoBody made = {0};
    if (good) {
        UrtoModalDef def = urto_modal_def();
        def.modes = list.modes;
        def.count = list.count;
        def.shapes = list.table;
        def.points = list.points;
        def.model =
            values->at[KEY_MODAL_MODEL].choice ? URTO_MODEL_MODAL_LEAPFROG : URTO_MODEL_MODAL;
        def.length = body->size[0];
        made = urto_world_def_modal(loader->scene->def, &def);
    }
    free_modes(&list);
    return made;
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

static void make_body(Loader *loader, int node, SceneBody *body)
{
    UrtoScene *scene = loader->scene;
    Values values;

    body->kind = body_section(loader, node);
    if (body->kind != SECTION_SCENE && read_values(loader, node, body->kind, "type", &values) &&
        values.good) {
        body->id = adders[body->kind](loader, &values, body);
        (void)library_refused(loader, &values, body->kind, node);
    }
    if (grow_list(loader, (void *)&scene->bodies, scene->body_count, sizeof *scene->bodies)) {
        scene->bodies[scene->body_count++] = *body;
    }
}

static void load_body(Loader *loader, const yaml_node_pair_t *pair)
{
    const UrtoScene *scene = loader->scene;
    const yaml_mark_t mark = document_node(loader, pair->value)->start_mark;
    SceneBody body = {.line = (uint32_t)mark.line + 1, .column = (uint32_t)mark.column + 1};

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
    make_body(loader, pair->value, &body);
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
