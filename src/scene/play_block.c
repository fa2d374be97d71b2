/* The `play:` block: what a key, its velocity and the hands do with a scene. */
#define _XOPEN_SOURCE 700 /* strdup */

#include "loader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const source_names[] = {
    [BY_VELOCITY] = "velocity", [BY_PRESSURE] = "pressure", [BY_TIMBRE] = "timbre",
    [BY_BEND] = "bend",         [BY_KEY] = "key",           [BY_HOLD] = "hold"};

/* What all instruments have: a controller must not have their names, and MIDI keeps these numbers. */
static const char *const taken_names[] = {"velocity-curve", "a4", "makeup", "level", "mpe"};
static const uint8_t taken_numbers[] = {0, 6, 7, 11, 32, 38, 64, 74, 96, 97, 98, 99, 100, 101};

bool urto_scene_plays(const UrtoScene *scene)
{
    return scene && scene->play;
}

void play_free(ScenePlay *play)
{
    for (uint32_t i = 0; play && i < 2 * URTO_SCENE_CONTROLLERS; i++) {
        free(play->texts[i]);
    }
    free(play);
}

/* ---- keys and bodies ------------------------------------------------------------------------- */

/* "C2" up to `length` characters, as a key; false if it is no note. */
static bool read_key(const char *text, size_t length, uint8_t *key)
{
    char word[16];
    double pitch = 0.0;

    if (length == 0 || length >= sizeof word) {
        return false;
    }
    memcpy(word, text, length);
    word[length] = '\0';
    if (urto_read_pitch(word, "key", &pitch, NULL) != URTO_OK || !(pitch > 0.0)) {
        return false;
    }
    const double number = 69.0 + 12.0 * log2(pitch / 440.0);
    const double whole = floor(number + 0.5);
    *key = whole >= 0.0 && whole <= 127.0 ? (uint8_t)whole : 0;
    return whole >= 0.0 && whole <= 127.0 && fabs(number - whole) < 1e-6;
}

static void load_keys(Loader *loader, const Value *value)
{
    ScenePlay *play = loader->scene->play;
    const char *middle = strstr(value->text, " to ");
    const bool good = middle && read_key(value->text, (size_t)(middle - value->text), &play->low) &&
                      read_key(middle + 4, strlen(middle + 4), &play->high);

    if (!good || play->low > play->high) {
        scene_error(loader, value->node,
                    "keys is \"%.40s\", must be two rising notes, as in C2 to C6", value->text);
    }
}

static bool is_tuned(const ScenePlay *play, uint32_t body)
{
    for (uint32_t i = 0; i < play->tuned_count; i++) {
        if (play->tuned[i] == body) {
            return true;
        }
    }
    return false;
}

/* One of the words of tune. */
static void load_tuned(Loader *loader, int node, const char *name)
{
    UrtoScene *scene = loader->scene;
    ScenePlay *play = scene->play;
    Closest closest;

    closest_start(&closest, name);
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const SceneBody *body = &scene->bodies[i];
        closest_try(&closest, body->name, strlen(body->name));
        if (strcmp(body->name, name) != 0) {
            continue;
        }
        if (play->tuned_count == TUNED_MAX) {
            scene_error(loader, node, "tune names more than %d bodies, must be fewer", TUNED_MAX);
        } else if (is_tuned(play, i)) {
            scene_error(loader, node, "tune names %s twice, must be once", name);
        } else if (body->id.id) {
            play->targets[play->target_count++] = urto_body_target(body->id, URTO_BODY_TUNING);
            play->tuned[play->tuned_count++] = i;
        }
        return;
    }
    scene_error(loader, node, "no body has the name \"%.40s\"%s%s%s", name,
                closest.name[0] ? ", did you mean " : "", closest.name, closest.name[0] ? "?" : "");
}

static void load_tune(Loader *loader, const Value *value)
{
    const char *at = value->text ? value->text : "";

    while (*(at += strspn(at, " "))) {
        const size_t length = strcspn(at, " ");
        char name[NAME_ROOM];
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        load_tuned(loader, value->node, name);
        at += length;
    }
}

/* ---- strokes --------------------------------------------------------------------------------- */

/* A contact, not a link, with this mass on one side. */
static bool meets(const SceneObject *object, uint32_t mass)
{
    return object->owner == URTO_OWNER_CONTACT && object->one_sided && object->id &&
           (object->sides[0] == mass + 1) != (object->sides[1] == mass + 1);
}

static void find_against(Loader *loader, const Values *values, SceneAction *stroke)
{
    const UrtoScene *scene = loader->scene;
    const Value *against = &values->at[KEY_STROKE_AGAINST];
    const bool wanted = against->node != 0;
    const bool fixed = values_given(values, KEY_STROKE_DISPLACEMENT);
    const char *name = scene->bodies[stroke->body].name;

    if (wanted && stroke->kind != ACTION_THROW) {
        scene_error(loader, against->node, "against is of throw only, not of %s",
                    values->at[KEY_STROKE_DO].text);
        return;
    }
    if (wanted && fixed) {
        scene_error(loader, against->node,
                    "against and displacement both say where %s starts, must be one", name);
        return;
    }
    for (uint32_t i = 0; i < scene->object_count && stroke->kind == ACTION_THROW && !fixed; i++) {
        const SceneObject *object = &scene->objects[i];
        if (meets(object, stroke->body) &&
            (wanted ? strcmp(object->name, against->text) == 0 : !stroke->against.id)) {
            stroke->against = (UrtoContact){object->id, object->tag};
        }
    }
    if (wanted && !stroke->against.id) {
        const SceneObject *object = find_object(scene, against->text);
        char problem[PROBLEM_ROOM];
        unknown_object(scene, against->text, "contact", problem);
        if (!object) {
            scene_error(loader, against->node, "%s", problem);
        } else if (object->id) {
            scene_error(loader, against->node, "%s is no contact of %s, must be one", against->text,
                        name);
        }
    }
}

static void load_stroke(Loader *loader, int node)
{
    ScenePlay *play = loader->scene->play;
    Values values;
    SceneAction stroke;

    if (!read_values(loader, node, SECTION_STROKE, NULL, &values) ||
        !read_action(loader, &values, KEY_STROKE_DO, &stroke)) {
        return;
    }
    find_against(loader, &values, &stroke);
    if (play->stroke_count == STROKES_MAX) {
        scene_error(loader, node, "more than %d strokes, must be fewer", STROKES_MAX);
        return;
    }
    stroke.soft = values_number(&values, KEY_STROKE_SOFT);
    stroke.entry = play->stroke_count;
    play->strokes[play->stroke_count++] = stroke;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The slot of a control: the one that it has, or a new one; URTO_NONE after an error. */
static uint32_t slot_of(Loader *loader, int node, UrtoTarget target)
{
    ScenePlay *play = loader->scene->play;

    for (uint32_t i = 0; i < play->target_count; i++) {
        if (play->targets[i].control == target.control && play->targets[i].id == target.id) {
            return i;
        }
    }
    if (play->target_count == URTO_KIND_TARGETS) {
        scene_error(loader, node, "more than %u controls are moved, must be fewer",
                    URTO_KIND_TARGETS);
        return URTO_NONE;
    }
    play->targets[play->target_count] = target;
    return play->target_count++;
}

/* One end of a range, which the control must be able to have. */
static bool check_end(Loader *loader, const Values *values, KeyId key, const SceneTarget *target)
{
    const double value = values_number(values, key);
    const UrtoControlInfo *info = urto_control_info(target->target.control);
    const int node = values->at[key].node;
    char problem[PROBLEM_ROOM];

    if (!target_accepts(target, value, problem)) {
        scene_error(loader, node, "%s", problem);
        return false;
    }
    if (!(value >= info->minimum && value <= info->maximum)) {
        scene_error(loader, node, "%s is %g, must be %g to %g%s%s", scene_keys[key].name, value,
                    info->minimum, info->maximum, info->unit[0] ? " " : "", info->unit);
        return false;
    }
    return true;
}

/* The keys that moves and controllers share, which begin at `first`: of, from, to, curve. */
static bool read_move(Loader *loader, int node, const Values *values, KeyId first, SceneMove *move)
{
    enum { OF, FROM, TO, CURVE };
    const int of = values->at[first + OF].node;
    SceneTarget target = {0};
    char problem[PROBLEM_ROOM] = "";

    move->from = values_number(values, first + FROM);
    move->to = values_number(values, first + TO);
    move->log = values->at[first + CURVE].choice == 1;
    move->slot = URTO_NONE;
    if (move->log && !(move->from > 0.0 && move->to > 0.0)) {
        scene_error(loader, values->at[first + CURVE].node,
                    "curve is log, but from is %g and to is %g; both must be > 0", move->from,
                    move->to);
        return false;
    }
    if (!of) {
        return true;
    }
    if (!target_find(loader->scene, values->at[first + OF].text, &target, problem)) {
        if (problem[0]) {
            scene_error(loader, of, "%s", problem);
        }
        return false;
    }
    const bool from = check_end(loader, values, first + FROM, &target);
    if (!check_end(loader, values, first + TO, &target) || !from) {
        return false;
    }
    move->slot = slot_of(loader, node, target.target);
    return move->slot != URTO_NONE;
}

static double interpolate(const SceneMove *move, double part)
{
    return move->log ? move->from * pow(move->to / move->from, part)
                     : move->from + part * (move->to - move->from);
}

/* Several that move one control multiply, each by its value over that at rest. */
static void add_move(Loader *loader, int node, SceneMove *move, const char *name)
{
    static const double rests[] = {[BY_VELOCITY] = 100.0 / 127.0,
                                   [BY_PRESSURE] = 0.0,
                                   [BY_TIMBRE] = 0.5,
                                   [BY_BEND] = 0.5,
                                   [BY_KEY] = 0.5,
                                   [BY_HOLD] = 1.0};
    ScenePlay *play = loader->scene->play;
    bool first = move->slot >= play->tuned_count;

    if (move->by != BY_CONTROLLER) {
        move->rest = interpolate(move, rests[move->by]);
    }
    for (uint32_t i = 0; i < play->move_count; i++) {
        first = first && play->moves[i].slot != move->slot;
    }
    if (!first && move->rest == 0.0) {
        scene_error(loader, node,
                    "%s moves what another moves already, and is 0 at rest, so it cannot multiply; "
                    "must be another number",
                    name);
    } else if (play->move_count == MOVES_MAX) {
        scene_error(loader, node, "more than %d moves, must be fewer", MOVES_MAX);
    } else {
        play->moves[play->move_count++] = *move;
    }
}

static bool find_source(Loader *loader, const Value *by, SceneMove *move)
{
    const ScenePlay *play = loader->scene->play;
    Closest closest;

    closest_start(&closest, by->text);
    for (int i = BY_VELOCITY; i < BY_CONTROLLER; i++) {
        closest_try(&closest, source_names[i], strlen(source_names[i]));
        if (strcmp(by->text, source_names[i]) == 0) {
            move->by = (MoveSource)i;
            return true;
        }
    }
    for (uint32_t i = 0; i < play->parameter_count; i++) {
        closest_try(&closest, play->ids[i], strlen(play->ids[i]));
        if (strcmp(by->text, play->ids[i]) == 0) {
            move->by = BY_CONTROLLER;
            move->controller = i;
            return true;
        }
    }
    if (closest.name[0]) {
        scene_error(loader, by->node, "by is \"%.40s\", did you mean %s?", by->text, closest.name);
    } else {
        scene_error(loader, by->node,
                    "by is \"%.40s\", must be velocity, pressure, timbre, bend, key, hold, or the "
                    "name of a controller",
                    by->text);
    }
    return false;
}

static void load_move(Loader *loader, int node)
{
    const ScenePlay *play = loader->scene->play;
    Values values;
    SceneMove move = {.slot = 0};

    if (!read_values(loader, node, SECTION_MOVE, NULL, &values) ||
        !find_source(loader, &values.at[KEY_MOVE_BY], &move) ||
        !read_move(loader, node, &values, KEY_MOVE_OF, &move)) {
        return;
    }
    move.seconds = values_number(&values, KEY_MOVE_TIME);
    if (move.by == BY_CONTROLLER) {
        const UrtoParameterInfo *parameter = &play->parameters[move.controller];
        move.rest =
            interpolate(&move, urto_parameter_normalize(parameter, parameter->default_value));
    }
    add_move(loader, node, &move, values.at[KEY_MOVE_BY].text);
}

/* ---- controllers ----------------------------------------------------------------------------- */

/* A name that can be a parameter's: a-z, 0-9 and -, and no other's. */
static bool check_id(Loader *loader, int node, const char *id)
{
    bool taken = false;

    for (const char *c = id; *c; c++) {
        if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-')) {
            scene_error(loader, node, "a controller \"%.40s\", must be a-z, 0-9 and -", id);
            return false;
        }
    }
    for (size_t i = 0; i < sizeof taken_names / sizeof *taken_names; i++) {
        taken = taken || strcmp(id, taken_names[i]) == 0;
    }
    for (int i = BY_VELOCITY; i < BY_CONTROLLER; i++) {
        taken = taken || strcmp(id, source_names[i]) == 0;
    }
    if (taken || !id[0] || strlen(id) > 40) {
        scene_error(loader, node, "a controller \"%.60s\", %s", id,
                    taken ? "a name that every instrument has, take another"
                          : "must be 1 to 40 characters");
        return false;
    }
    return true;
}

static bool check_number(Loader *loader, const Values *values)
{
    const Value *cc = &values->at[KEY_CONTROLLER_CC];

    for (size_t i = 0; cc->node && i < sizeof taken_numbers; i++) {
        if (cc->number == taken_numbers[i]) {
            scene_error(loader, cc->node,
                        "cc is %g, which MIDI has for something else (volume, pedal, timbre and "
                        "others); 16 to 19 and 70 to 73 are free",
                        cc->number);
            return false;
        }
    }
    return true;
}

static const char *keep_text(Loader *loader, uint32_t index, const char *text)
{
    char **kept = &loader->scene->play->texts[index];

    *kept = strdup(text);
    loader->memory = loader->memory || !*kept;
    return *kept;
}

/* Where it is in a new instrument: as given, or in the middle. */
static bool read_default(Loader *loader, const Values *values, const SceneMove *move, double *value)
{
    const Value *given = &values->at[KEY_CONTROLLER_DEFAULT];

    *value = given->node ? given->number : interpolate(move, 0.5);
    if (*value >= move->from && *value <= move->to) {
        return true;
    }
    scene_error(loader, given->node, "default is %g, must be %g to %g", *value, move->from,
                move->to);
    return false;
}

static void load_controller(Loader *loader, int key, int node)
{
    ScenePlay *play = loader->scene->play;
    const uint32_t index = play->parameter_count;
    const char *id = node_text(loader, key);
    SceneMove move = {.by = BY_CONTROLLER, .controller = index};
    Values values;
    double value = 0.0;

    if (!id || !check_id(loader, key, id) ||
        !read_values(loader, node, SECTION_CONTROLLER, NULL, &values) ||
        !read_move(loader, node, &values, KEY_CONTROLLER_OF, &move) ||
        !check_number(loader, &values)) {
        return;
    }
    if (!(move.from < move.to)) {
        scene_error(loader, node, "from is %g and to is %g, must rise", move.from, move.to);
        return;
    }
    if (!read_default(loader, &values, &move, &value)) {
        return;
    }
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp(play->ids[i], id) == 0) {
            scene_error(loader, key, "the controller %s is there twice, names must differ", id);
            return;
        }
    }
    if (index == URTO_SCENE_CONTROLLERS) {
        scene_error(loader, key, "more than %u controllers, must be fewer", URTO_SCENE_CONTROLLERS);
        return;
    }
    const char *name = values.at[KEY_CONTROLLER_NAME].text;
    const char *help = values.at[KEY_CONTROLLER_HELP].text;
    const char *of = values.at[KEY_CONTROLLER_OF].text;
    snprintf(play->ids[index], NAME_ROOM, "%s", id);
    play->parameters[index] = (UrtoParameterInfo){
        .id = play->ids[index],
        .name = keep_text(loader, 2 * index, name && name[0] ? name : id),
        .unit =
            move.slot == URTO_NONE ? "" : urto_control_info(play->targets[move.slot].control)->unit,
        .group = "scene",
        .minimum = move.from,
        .maximum = move.to,
        .default_value = value,
        .curve = move.log ? URTO_CURVE_LOG : URTO_CURVE_LINEAR,
        .controller = values_given(&values, KEY_CONTROLLER_CC)
                          ? (int)values_number(&values, KEY_CONTROLLER_CC)
                          : -1,
        .description = keep_text(loader, 2 * index + 1, help && help[0] ? help : (of ? of : ""))};
    play->parameter_count++;
    move.rest = value;
    if (move.slot != URTO_NONE) {
        add_move(loader, node, &move, id);
    }
}

static void load_controllers(Loader *loader, const Value *value)
{
    if (!value->node) {
        return;
    }
    const yaml_node_t *its = document_node(loader, value->node);
    const size_t count = (size_t)(its->data.mapping.pairs.top - its->data.mapping.pairs.start);
    for (size_t i = 0; i < count; i++) {
        const yaml_node_pair_t pair = its->data.mapping.pairs.start[i];
        if (!node_text(loader, pair.key)) {
            scene_error(loader, pair.key, "the name of a controller is %s, must be a word",
                        node_kind(document_node(loader, pair.key)));
        } else {
            load_controller(loader, pair.key, pair.value);
        }
    }
}

/* ---- the block ------------------------------------------------------------------------------- */

void load_play(Loader *loader, const Values *scene)
{
    const int node = scene->at[KEY_SCENE_PLAY].node;
    Values values;

    if (!node || !(loader->scene->play = calloc(1, sizeof(ScenePlay)))) {
        loader->memory = loader->memory || node;
        return;
    }
    ScenePlay *play = loader->scene->play;
    const yaml_mark_t mark = document_node(loader, node)->start_mark;
    play->line = play->keys_line = (uint32_t)mark.line + 1;
    play->column = play->keys_column = (uint32_t)mark.column + 1;
    if (!read_values(loader, node, SECTION_PLAY, NULL, &values)) {
        return;
    }
    const int keys = values.at[KEY_PLAY_KEYS].node;
    if (keys) {
        play->keys_line = (uint32_t)document_node(loader, keys)->start_mark.line + 1;
        play->keys_column = (uint32_t)document_node(loader, keys)->start_mark.column + 1;
    }
    play->pitch =
        values_given(&values, KEY_PLAY_PITCH) ? values_number(&values, KEY_PLAY_PITCH) : 0.0;
    play->gain = values_number(&values, KEY_PLAY_GAIN);
    play->voices = (uint32_t)values_number(&values, KEY_PLAY_VOICES);
    load_keys(loader, &values.at[KEY_PLAY_KEYS]);
    load_tune(loader, &values.at[KEY_PLAY_TUNE]);
    each_item(loader, &values, KEY_PLAY_STROKES, load_stroke);
    load_controllers(loader, &values.at[KEY_PLAY_CONTROLLERS]);
    each_item(loader, &values, KEY_PLAY_MOVES, load_move);
}
