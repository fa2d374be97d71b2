/* A scene: from text to the description of a world, with everything that is wrong in it. */
#define _XOPEN_SOURCE 700 /* strdup */

#include "loader.h"

#include <stdlib.h>
#include <string.h>

enum { THINGS_MAX = 2000 };

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
    free(scene->things);
    free(scene->actions);
    free(scene->signals);
    free(scene->title);
    urto_world_def_destroy(scene->def);
    free(scene);
}

uint32_t urto_scene_error_count(const UrtoScene *scene)
{
    return scene->error_count;
}

const UrtoSceneError *urto_scene_error(const UrtoScene *scene, uint32_t index)
{
    return index < scene->error_count ? &scene->errors[index] : NULL;
}

UrtoSceneInfo urto_scene_info(const UrtoScene *scene)
{
    UrtoSceneInfo info = scene->info;

    info.title = scene->title ? scene->title : "";
    return info;
}

const UrtoWorldDef *urto_scene_world(const UrtoScene *scene)
{
    return scene->def;
}

const char *urto_scene_body_name(const UrtoScene *scene, uint32_t index)
{
    return index < scene->body_count ? scene->bodies[index].name : NULL;
}

const char *urto_scene_contact_name(const UrtoScene *scene, uint32_t index)
{
    for (uint32_t i = 0; i < scene->thing_count; i++) {
        if (scene->things[i].kind == THING_CONTACT && scene->things[i].id == index + 1) {
            return scene->things[i].name;
        }
    }
    return NULL;
}

const char *urto_scene_solver_name(UrtoSolver solver)
{
    static const char *const names[] = {"midpoint",         "quadratised",
                                        "quadratised-sign", "quadratised-printed",
                                        "iterative",        "trapezoidal"};

    return (size_t)solver < sizeof names / sizeof *names ? names[solver] : "";
}

/* malloc up to a limit, so that a few lines of text cannot take all memory. */
static void *allocate_some(void *context, size_t bytes)
{
    UrtoScene *scene = context;

    if (bytes > URTO_SCENE_MAX_WORLD) {
        scene->too_large = true;
        return NULL;
    }
    return malloc(bytes);
}

static void release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

/* A scene without anything, or NULL. */
static UrtoScene *make_scene(void)
{
    UrtoScene *scene = calloc(1, sizeof *scene);
    const UrtoAllocator allocator = {allocate_some, release, scene};

    if (scene && urto_world_def_create(&scene->def, &allocator) != URTO_OK) {
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
    scene->smoothing = values_number(values, KEY_SCENE_SMOOTHING);
    if (values->at[KEY_SCENE_TITLE].text) {
        scene->title = strdup(values->at[KEY_SCENE_TITLE].text);
        loader->memory = loader->memory || !scene->title;
    }
}

static void set_options(Loader *loader)
{
    UrtoScene *scene = loader->scene;
    UrtoWorldOptions options = urto_world_options();

    options.solver = scene->info.solver;
    options.oversampling = scene->info.oversampling;
    options.outputs = scene->info.channels;
    options.inputs = scene->signal_count;
    options.smoothing = scene->smoothing;
    if (urto_world_def_options(scene->def, &options) != URTO_OK) {
        library_error(loader, NULL, SECTION_SCENE, 1, urto_world_def_diagnostic(scene->def));
    }
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
    if (count > THINGS_MAX) {
        scene_error(loader, node, "%s has %zu entries, must be at most %d", scene_keys[key].name,
                    count, THINGS_MAX);
    }
    return count <= THINGS_MAX;
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
    set_options(loader);
    for (uint32_t i = 0; i < scene->thing_count; i++) {
        scene->info.contacts += scene->things[i].kind == THING_CONTACT;
        scene->info.bows += scene->things[i].kind == THING_BOW;
    }
    scene->info.bodies = scene->body_count;
}

/* What the library says to a world of one body only; true if it takes it. */
static bool body_alone(Loader *loader, uint32_t index, UrtoDiagnostic *why)
{
    UrtoScene *alone = make_scene();
    Loader trial = *loader;
    UrtoWorld *world = NULL;
    bool good = true;

    if (!alone) {
        loader->memory = true;
    } else {
        alone->info = loader->scene->info;
        alone->smoothing = loader->scene->smoothing;
        trial.scene = alone;
        load_body_again(&trial, &loader->scene->bodies[index]);
        set_options(&trial);
        good = alone->body_count == 0 ||
               urto_world_create(&world, alone->def, alone->info.rate, why) == URTO_OK;
    }
    urto_world_destroy(world);
    urto_scene_destroy(alone);
    return good;
}

/* The world was refused. Bodies that are refused alone are the reason, and told so; else it is told
 * at the top. */
static void blame(Loader *loader, const UrtoDiagnostic *why)
{
    UrtoScene *scene = loader->scene;

    if (scene->too_large) {
        scene_error(loader, 1,
                    "the world needs more than 1 GiB of memory, must be fewer or coarser bodies "
                    "or a lower rate");
        return;
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        UrtoDiagnostic reason = {0};
        if (!body_alone(loader, i, &reason)) {
            scene_error(loader, scene->bodies[i].node, "%s: %s", scene->bodies[i].name,
                        reason.message);
        }
    }
    if (scene->error_count == 0) {
        library_error(loader, NULL, SECTION_SCENE, 1, why);
    }
}

UrtoStatus urto_scene_load(UrtoScene **scene, const char *text, size_t size,
                           const char *const *overrides, uint32_t override_count)
{
    UrtoScene *made = make_scene();
    Loader loader = {.scene = made};
    UrtoPlayer *player = NULL;
    UrtoDiagnostic why = {0};

    *scene = NULL;
    if (!made) {
        return URTO_ERROR_MEMORY;
    }
    if (document_read(&loader, text, size) &&
        document_override(&loader, overrides, override_count)) {
        load_document(&loader);
        if (made->error_count == 0 && !loader.memory &&
            urto_player_create(&player, made, &why) != URTO_OK) {
            blame(&loader, &why);
        }
        urto_player_destroy(player);
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
