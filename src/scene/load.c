/* A scene: from text to the description of a world, with everything that is wrong in it. */
#define _XOPEN_SOURCE 700 /* strdup */

#include "loader.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECTS_MAX = 2000 };

void urto_scene_destroy(UrtoScene *scene)
{
    if (!scene) {
        return;
    }
    for (uint32_t i = 0; i < scene->profile_count; i++) {
        free(scene->profiles[i]);
    }
    free(scene->profiles);
    free(scene->bodies);
    for (uint32_t i = 0; i < scene->object_count; i++) {
        free(scene->objects[i].places);
        free(scene->objects[i].heights);
    }
    free(scene->objects);
    free(scene->actions);
    free(scene->signals);
    free(scene->turns);
    free(scene->title);
    play_free(scene->play);
    urto_world_def_destroy(scene->def);
    free(scene);
}

uint32_t urto_scene_error_count(const UrtoScene *scene)
{
    return scene ? scene->error_count : 0;
}

const UrtoSceneError *urto_scene_error(const UrtoScene *scene, uint32_t index)
{
    return scene && index < scene->error_count ? &scene->errors[index] : NULL;
}

UrtoSceneInfo urto_scene_info(const UrtoScene *scene)
{
    UrtoSceneInfo info = scene ? scene->info : (UrtoSceneInfo){0};

    info.title = scene && scene->title ? scene->title : "";
    return info;
}

const UrtoWorldDef *urto_scene_world(const UrtoScene *scene)
{
    return scene ? scene->def : NULL;
}

const char *urto_scene_body_name(const UrtoScene *scene, uint32_t index)
{
    return scene && index < scene->body_count ? scene->bodies[index].name : NULL;
}

static const SceneObject *object_at(const UrtoScene *scene, UrtoOwner owner, uint32_t index)
{
    for (uint32_t i = 0; scene && i < scene->object_count; i++) {
        if (scene->objects[i].owner == owner && scene->objects[i].id &&
            scene->objects[i].id - 1 == index) {
            return &scene->objects[i];
        }
    }
    return NULL;
}

const char *urto_scene_contact_name(const UrtoScene *scene, uint32_t index)
{
    const SceneObject *joint = object_at(scene, URTO_OWNER_CONTACT, index);

    return joint ? joint->name : NULL;
}

UrtoSceneJoint urto_scene_joint(const UrtoScene *scene, uint32_t index)
{
    const SceneObject *joint = object_at(scene, URTO_OWNER_CONTACT, index);

    if (!joint) {
        return (UrtoSceneJoint){0};
    }
    return (UrtoSceneJoint){.name = joint->name,
                            .below = joint->at[0],
                            .above = joint->at[1],
                            .distance = joint->distance,
                            .points = joint->points,
                            .separate = joint->separate,
                            .places = joint->places,
                            .heights = joint->heights};
}

UrtoSceneSide urto_scene_bow_place(const UrtoScene *scene, uint32_t index)
{
    const SceneObject *bow = object_at(scene, URTO_OWNER_BOW, index);

    return bow ? bow->at[0] : (UrtoSceneSide){0};
}

UrtoSceneProbe urto_scene_probe(const UrtoScene *scene, uint32_t index)
{
    static const char *const units[] = {
        [URTO_QUANTITY_DISPLACEMENT] = "m",     [URTO_QUANTITY_VELOCITY] = "m/s",
        [URTO_QUANTITY_ACCELERATION] = "m/s^2", [URTO_QUANTITY_CONTACT_FORCE] = "N",
        [URTO_QUANTITY_BOW_FORCE] = "N",        [URTO_QUANTITY_BOW_SLIP] = "m/s",
        [URTO_QUANTITY_STORED] = "J",           [URTO_QUANTITY_DISSIPATED] = "J",
        [URTO_QUANTITY_SUPPLIED] = "J",         [URTO_QUANTITY_RESIDUAL] = "J"};

    for (uint32_t i = 0; scene && i < scene->object_count; i++) {
        const SceneObject *object = &scene->objects[i];
        if (object->owner == URTO_OWNER_PROBE && object->id && object->id - 1 == index) {
            return (UrtoSceneProbe){
                object->label, units[object->quantity], {object->id, object->tag}};
        }
    }
    return (UrtoSceneProbe){0};
}

const char *urto_scene_solver_name(UrtoSolver solver)
{
    static const char *const names[] = {"midpoint", "quadratised", "iterative", "trapezoidal"};

    return (size_t)solver < sizeof names / sizeof *names ? names[solver] : "";
}

const char *urto_scene_gradient_name(UrtoGradient gradient)
{
    static const char *const names[] = {"capped", "sign", "printed", "untested", "earlier"};

    return (size_t)gradient < sizeof names / sizeof *names ? names[gradient] : "";
}

/* A scene without anything, or NULL. */
static UrtoScene *make_scene(void)
{
    UrtoScene *scene = calloc(1, sizeof *scene);

    if (scene && urto_world_def_create(&scene->def, NULL) != URTO_OK) {
        free(scene);
        scene = NULL;
    }
    return scene;
}

static int by_place(const void *one, const void *two)
{
    const UrtoSceneError *a = one, *b = two;
    const int line = (a->line > b->line) - (a->line < b->line);

    return line ? line : (a->column > b->column) - (a->column < b->column);
}

/* The world as a whole: options, channels, length. */
static void load_whole(Loader *loader, const Values *values)
{
    UrtoScene *scene = loader->scene;
    UrtoSceneInfo *info = &scene->info;

    info->seconds = values_number(values, KEY_SCENE_SECONDS);
    info->rate = values_number(values, KEY_SCENE_RATE);
    info->fade_in = values_number(values, KEY_SCENE_FADE_IN);
    info->fade = values_number(values, KEY_SCENE_FADE);
    info->channels = (uint32_t)values_number(values, KEY_SCENE_CHANNELS);
    info->oversampling = (uint32_t)values_number(values, KEY_SCENE_OVERSAMPLE);
    info->solver = (UrtoSolver)values->at[KEY_SCENE_SOLVER].choice;
    info->gradient = (UrtoGradient)values->at[KEY_SCENE_GRADIENT].choice;
    if (values_given(values, KEY_SCENE_GRADIENT) && info->solver != URTO_SOLVER_QUADRATISED) {
        scene_error(loader, values->at[KEY_SCENE_GRADIENT].node,
                    "gradient is of the solver quadratised, must be left out where the solver is "
                    "%s",
                    urto_scene_solver_name(info->solver));
    }
    scene->smoothing = values_number(values, KEY_SCENE_SMOOTHING);
    scene->start_as_printed = values->at[KEY_SCENE_START_AS_PRINTED].choice == 1;
    if (values->at[KEY_SCENE_TITLE].text) {
        scene->title = strdup(values->at[KEY_SCENE_TITLE].text);
        loader->memory = loader->memory || !scene->title;
    }
}

UrtoWorldOptions scene_world_options(const UrtoScene *scene)
{
    return (UrtoWorldOptions){.solver = scene->info.solver,
                              .gradient = scene->info.gradient,
                              .oversampling = scene->info.oversampling,
                              .outputs = scene->info.channels,
                              .inputs = scene->signal_count,
                              .smoothing =
                                  scene->smoothing > 0.0 ? scene->smoothing : URTO_NO_SMOOTHING,
                              .start_as_printed = scene->start_as_printed};
}

/* True if the size of a section is in its limit. */
static bool check_size(Loader *loader, const Values *values, KeyId key)
{
    const int node = values->at[key].node;
    const yaml_node_t *its = node ? document_node(loader, node) : NULL;

    if (!its || its->type != YAML_MAPPING_NODE) {
        return true;
    }
    const size_t count = (size_t)(its->data.mapping.pairs.top - its->data.mapping.pairs.start);
    if (count > OBJECTS_MAX) {
        scene_error(loader, node, "%s has %zu entries, must be at most %d", scene_keys[key].name,
                    count, OBJECTS_MAX);
    }
    return count <= OBJECTS_MAX;
}

/* Controls have told theirs. */
static void find_calm(UrtoScene *scene)
{
    bool never = false;

    for (uint32_t i = 0; i < scene->action_count; i++) {
        scene->info.calm = fmax(scene->info.calm, scene->actions[i].time);
    }
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const SceneObject *object = &scene->objects[i];
        never = never || (object->acts &&
                          (object->owner == URTO_OWNER_BOW || object->owner == URTO_OWNER_DRIVE));
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        never = never || scene->bodies[i].returns;
    }
    scene->info.calm = never ? fmax(scene->info.calm, scene->info.seconds) : scene->info.calm;
}

static void load_document(Loader *loader)
{
    Values values;
    UrtoScene *scene = loader->scene;
    bool sized = true;

    read_values(loader, 1, SECTION_SCENE, NULL, &values);
    if (document_node(loader, 1)->type != YAML_MAPPING_NODE) {
        return;
    }
    for (KeyId key = KEY_SCENE_BODIES; key <= KEY_SCENE_DRIVES; key++) {
        sized = check_size(loader, &values, key) && sized;
    }
    if (!sized) {
        return;
    }
    load_whole(loader, &values);
    load_bodies(loader, &values);
    load_joints(loader, &values);
    load_probes(loader, &values);
    load_actions(loader, &values);
    load_controls(loader, &values);
    load_play(loader, &values);
    for (uint32_t i = 0; i < scene->object_count; i++) {
        scene->info.contacts += scene->objects[i].owner == URTO_OWNER_CONTACT;
        scene->info.bows += scene->objects[i].owner == URTO_OWNER_BOW;
    }
    find_calm(scene);
    scene->info.bodies = scene->body_count;
}

void scene_locate(UrtoScene *scene, const UrtoDiagnostic *why, bool too_large, double rate)
{
    if (too_large) {
        scene_error_at(scene, 1, 1,
                       "the world needs more than 1 GiB of memory, must be fewer or coarser bodies "
                       "or a lower rate");
        return;
    }
    if (why->status == URTO_ERROR_MEMORY) {
        return;
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const SceneBody *body = &scene->bodies[i];
        UrtoDiagnostic reason = {0};
        if (urto_world_def_check_body(scene->def, body->id, rate, &reason) != URTO_OK) {
            scene_error_at(scene, body->line, body->column, "%s: %s", body->name, reason.message);
        }
    }
    if (scene->error_count == 0) {
        scene_error_at(scene, 1, 1, "%s", why->message);
    }
}

UrtoStatus urto_scene_load(UrtoScene **scene, const char *text, size_t size,
                           const char *const *overrides, uint32_t override_count)
{
    if (!scene) {
        return URTO_ERROR_ARGUMENT;
    }
    UrtoScene *made = make_scene();
    Loader loader = {.scene = made};

    *scene = NULL;
    if (!made) {
        return URTO_ERROR_MEMORY;
    }
    if (!text) {
        scene_error_at(made, 0, 0, "text is NULL, must be a scene");
    } else if (override_count && !overrides) {
        scene_error_at(made, 0, 0, "overrides is NULL, must be %u texts", override_count);
    } else if (document_read(&loader, text, size) &&
               document_override(&loader, overrides, override_count)) {
        load_document(&loader);
    }
    if (loader.has_document) {
        yaml_document_delete(&loader.document);
    }
    free(loader.overrides);
    if (loader.memory) {
        urto_scene_destroy(made);
        return URTO_ERROR_MEMORY;
    }
    if (made->error_count) {
        qsort(made->errors, made->error_count, sizeof *made->errors, by_place);
    }
    *scene = made;
    return made->error_count ? URTO_ERROR_ARGUMENT : URTO_OK;
}

/* The text of a file up to one byte more than a scene may have; NULL and errno if it cannot be
 * read. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(URTO_SCENE_MAX_BYTES + 1) : NULL;

    if (text) {
        *size = fread(text, 1, URTO_SCENE_MAX_BYTES + 1, file);
        if (ferror(file)) {
            free(text);
            text = NULL;
        }
    }
    if (file) {
        fclose(file);
    }
    return text;
}

UrtoStatus urto_scene_load_file(UrtoScene **scene, const char *path, const char *const *overrides,
                                uint32_t override_count)
{
    size_t size = 0;

    if (!scene) {
        return URTO_ERROR_ARGUMENT;
    }
    *scene = NULL;
    errno = 0;
    char *text = path ? read_file(path, &size) : NULL;
    if (!text) {
        UrtoScene *none = make_scene();
        if (!none) {
            return URTO_ERROR_MEMORY;
        }
        scene_error_at(none, 0, 0, "cannot read %.200s: %s", path ? path : "a file",
                       !path ? "path is NULL" : (errno ? strerror(errno) : "out of memory"));
        *scene = none;
        return URTO_ERROR_ARGUMENT;
    }
    const UrtoStatus status = urto_scene_load(scene, text, size, overrides, override_count);
    free(text);
    return status;
}

static const SceneObject *object_of(const UrtoScene *scene, const char *name, UrtoOwner owner)
{
    const SceneObject *object = scene && name ? find_object(scene, name) : NULL;

    return object && object->owner == owner ? object : NULL;
}

/* Handles of objects carry the tag of their port's, which is that of the description. */
UrtoBody urto_scene_body(const UrtoScene *scene, const char *name)
{
    for (uint32_t i = 0; scene && name && i < scene->body_count; i++) {
        if (strcmp(scene->bodies[i].name, name) == 0) {
            return scene->bodies[i].id;
        }
    }
    return (UrtoBody){0};
}

UrtoContact urto_scene_contact(const UrtoScene *scene, const char *name)
{
    const SceneObject *object = object_of(scene, name, URTO_OWNER_CONTACT);

    return object ? (UrtoContact){object->id, object->tag} : (UrtoContact){0};
}

UrtoBow urto_scene_bow(const UrtoScene *scene, const char *name)
{
    const SceneObject *object = object_of(scene, name, URTO_OWNER_BOW);

    return object ? (UrtoBow){object->id, object->tag} : (UrtoBow){0};
}

UrtoPort urto_scene_port(const UrtoScene *scene, const char *name)
{
    const SceneObject *object = scene && name ? find_object(scene, name) : NULL;

    return object ? object->port : (UrtoPort){0};
}

UrtoPort urto_scene_add_port(UrtoScene *scene, const char *body, double x, double y)
{
    const UrtoBody id = urto_scene_body(scene, body);

    if (!id.id) {
        return (UrtoPort){0};
    }
    const SceneBody *its = &scene->bodies[id.id - 1];
    for (uint32_t i = 0; i < scene->body_count; i++) {
        its = scene->bodies[i].id.id == id.id ? &scene->bodies[i] : its;
    }
    const UrtoPort port =
        place_is_on(its, x, y) ? urto_world_def_port_at(scene->def, id, x, y) : (UrtoPort){0};
    urto_world_def_clear(scene->def);
    return port;
}
