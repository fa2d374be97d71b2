/* A mapping of the document to the values of a section, checked against the table of keys. */
#include "loader.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Key *key_of(Section section, const char *name)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (scene_keys[i].section == section && strcmp(scene_keys[i].name, name) == 0) {
            return &scene_keys[i];
        }
    }
    return NULL;
}

/* "an action" */
static const char *a_section(Section section)
{
    static const char *const names[SECTION_COUNT] = {
        "a scene",      "a mass",  "a string",    "a bar",     "a membrane", "a plate",
        "a modal body", "a mode",  "a contact",   "a link",    "a barrier",  "a line",
        "a bow",        "a drive", "an action",   "a control", "a probe",    "a play block",
        "a stroke",     "a move",  "a controller"};

    return names[section];
}

static void unknown_key(Loader *loader, int node, Section section, const char *name)
{
    Closest closest;
    char all[240] = "";
    size_t used = 0;
    double number;

    closest_start(&closest, name);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (scene_keys[i].section == section) {
            closest_try(&closest, scene_keys[i].name, strlen(scene_keys[i].name));
            if (used < sizeof all) {
                used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "",
                                         scene_keys[i].name);
            }
        }
    }
    if (closest.name[0]) {
        scene_error(loader, node, "unknown key \"%.60s\" in %s, did you mean %s?", name,
                    a_section(section), closest.name);
    } else if (urto_read_number(name, &number)) {
        scene_error(loader, node,
                    "\"%.60s\" stands alone in %s: a place with a comma needs quotes, as in "
                    "\"drum@0.3,0.1\"",
                    name, a_section(section));
    } else {
        scene_error(loader, node, "unknown key \"%.60s\" in %s, must be one of %s", name,
                    a_section(section), all);
    }
}

static bool one_of(Loader *loader, int node, const char *what, const char *text,
                   const char *choices)
{
    Closest closest;

    closest_start(&closest, text);
    for (const char *at = choices; *at;) {
        const size_t length = strcspn(at, " ");
        closest_try(&closest, at, length);
        at += length + (at[length] == ' ');
    }
    if (closest.name[0]) {
        scene_error(loader, node, "%s is \"%.40s\", did you mean %s?", what, text, closest.name);
    } else {
        scene_error(loader, node, "%s is \"%.40s\", must be one of: %s", what, text, choices);
    }
    return false;
}

/* A word that scenes of 0.1 have. */
static bool is_old_word(Loader *loader, int node, const Key *key, const char *text)
{
    static const struct {
        const char *word, *gradient;
    } solvers[] = {{"quadratised-sign", "sign"}, {"quadratised-printed", "printed"}};

    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        if (key == &scene_keys[KEY_SCENE_SOLVER] && strcmp(text, solvers[i].word) == 0) {
            scene_error(loader, node,
                        "solver is \"%s\", must now be quadratised with gradient: %s beside it",
                        text, solvers[i].gradient);
            return true;
        }
    }
    return false;
}

static bool read_material(Loader *loader, int node, const char *text, Value *value)
{
    char names[300] = "";
    size_t used = 0;

    for (uint32_t i = 0; urto_material_at(i); i++) {
        if (strcmp(urto_material_at(i)->name, text) == 0) {
            value->material = urto_material_at(i);
            return true;
        }
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? " " : "",
                                 urto_material_at(i)->name);
    }
    return one_of(loader, node, "material", text, names);
}

/* A gain that is given in dB is bounded as a factor: both are said. */
static void out_of_bounds(Loader *loader, int node, const Key *key, const char *text, double number,
                          const char *right)
{
    /* the bounds of a gain are factors, not decibels */
    const bool gain = key->unit == URTO_DIMENSION_GAIN;
    const char *unit = gain ? "" : urto_dimension_unit(key->unit);

    if (gain && strstr(text, "dB")) {
        const bool above = number > key->bounds.high;
        scene_error(loader, node, "%s is %.40s, a factor of %g, must be %s: at %s %g dB", key->name,
                    text, number, right, above ? "most" : "least",
                    20.0 * log10(above ? key->bounds.high : key->bounds.low));
    } else {
        scene_error(loader, node, "%s is %.40s, must be %s%s%s", key->name, text, right,
                    unit[0] ? " " : "", unit);
    }
}

/* A single value of any type, from the text of a file or of a default. */
static bool read_scalar(Loader *loader, int node, const Key *key, const char *text, Value *value)
{
    value->text = text;
    switch (key->type) {
    case TYPE_FLAG:
        value->choice = choice_index("no yes false true off on", text);
        value->choice = value->choice < 0 ? value->choice : value->choice % 2;
        return value->choice >= 0 || one_of(loader, node, key->name, text, "yes no");
    case TYPE_CHOICE:
        value->choice = choice_index(key->choices, text);
        return value->choice >= 0 || (!is_old_word(loader, node, key, text) &&
                                      one_of(loader, node, key->name, text, key->choices));
    case TYPE_MATERIAL:
        return read_material(loader, node, text, value);
    case TYPE_NUMBER:
    case TYPE_COUNT:
    case TYPE_PITCH:
        break;
    default:
        return true;
    }
    if (key->type == TYPE_PITCH
            ? !read_pitch(loader, node, key->name, text, &value->number)
            : !read_quantity(loader, node, key->name, text, key->unit, &value->number)) {
        return false;
    }
    char right[80];
    bounds_text(&key->bounds, right, sizeof right);
    if (!bounds_hold(&key->bounds, value->number)) {
        out_of_bounds(loader, node, key, text, value->number, right);
        return false;
    }
    if (key->type == TYPE_COUNT && value->number != floor(value->number)) {
        scene_error(loader, node, "%s is %.40s, must be a whole number, %s", key->name, text,
                    right);
        return false;
    }
    return true;
}

static const char *list_example(const Key *key)
{
    switch (key->type) {
    case TYPE_PLACES:
        return "a list of two places, as in [string@0.3, hammer]";
    case TYPE_NUMBERS:
        return key->unit == URTO_DIMENSION_LENGTH ? "a list, as in [1 mm, 2 mm]"
                                                  : "a list, as in [0.1, 0.2]";
    case TYPE_POINTS:
        return "a list of times and values, as in [[0 s, 1], [2 s, 5]]";
    default:
        return "a list, each entry after a dash";
    }
}

static bool read_value(Loader *loader, int node, const Key *key, Value *value)
{
    const yaml_node_t *its = document_node(loader, node);
    const bool mapping = key->type == TYPE_ONE || key->type == TYPE_NAMED;
    const bool list = key->type >= TYPE_PLACES && !mapping; /* places, numbers, points, sections */
    const yaml_node_type_t wanted = mapping ? YAML_MAPPING_NODE
                                    : list  ? YAML_SEQUENCE_NODE
                                            : YAML_SCALAR_NODE;

    if (its->type != wanted) {
        const char *text = node_text(loader, node);
        scene_error(loader, node, "%s is %s%s%.40s%s, must be %s", key->name, node_kind(its),
                    text ? ", \"" : "", text ? text : "", text ? "\"" : "",
                    key->type == TYPE_ONE          ? "a mapping like {key: value}"
                    : wanted == YAML_MAPPING_NODE  ? "a mapping from names"
                    : wanted == YAML_SEQUENCE_NODE ? list_example(key)
                                                   : "a single value");
        return false;
    }
    value->node = node;
    return wanted != YAML_SCALAR_NODE ||
           read_scalar(loader, node, key, (const char *)its->data.scalar.value, value);
}

static bool is_default(const Key *key)
{
    return key->fallback && key->fallback[0] && key->fallback[0] != '(';
}

static bool read_pair(Loader *loader, const yaml_node_pair_t *pair, Section section,
                      const char *kind_key, Values *values)
{
    const char *name = node_text(loader, pair->key);

    if (!name) {
        scene_error(loader, pair->key, "a key that is %s, must be a word",
                    node_kind(document_node(loader, pair->key)));
        return false;
    }
    if (kind_key && strcmp(name, kind_key) == 0) {
        return true;
    }
    const Key *key = key_of(section, name);
    if (!key) {
        unknown_key(loader, pair->key, section, name);
        return false;
    }
    Value *value = &values->at[key - scene_keys];
    if (value->node) {
        const yaml_node_t *first = document_node(loader, value->node);
        scene_error(loader, pair->key, "%s is given twice, first in line %zu", name,
                    first->start_mark.line + 1);
        return false;
    }
    if (read_value(loader, pair->value, key, value)) {
        return true;
    }
    /* the default stands in, so that the rest can be looked at too */
    if (is_default(key)) {
        read_scalar(loader, pair->value, key, key->fallback, value);
    } else {
        value->node = 0;
        values->has_invalid = values->has_invalid || !key->fallback;
    }
    return false;
}

bool read_values(Loader *loader, int node, Section section, const char *kind_key, Values *values)
{
    const yaml_node_t *its = document_node(loader, node);
    bool usable = true;

    memset(values, 0, sizeof *values);
    values->good = true;
    if (its->type != YAML_MAPPING_NODE) {
        scene_error(loader, node, "%s is %s, must be a mapping like {key: value}",
                    a_section(section), node_kind(its));
        values->good = false;
        return false;
    }
    for (yaml_node_pair_t *pair = its->data.mapping.pairs.start; pair < its->data.mapping.pairs.top;
         pair++) {
        values->good = read_pair(loader, pair, section, kind_key, values) && values->good;
        its = document_node(loader, node);
    }
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const Key *key = &scene_keys[i];
        if (key->section != section || values->at[i].node) {
            continue;
        }
        if (!key->fallback) {
            if (!values->has_invalid) {
                scene_error(loader, node, "%s without %s, which must be given", a_section(section),
                            key->name);
            }
            values->good = false;
            usable = false;
        } else if (is_default(key)) {
            read_scalar(loader, node, key, key->fallback, &values->at[i]);
        }
    }
    return usable;
}

bool values_given(const Values *values, KeyId key)
{
    return values->at[key].node != 0;
}

double values_number(const Values *values, KeyId key)
{
    return values->at[key].number;
}

/* A coefficient with a unit, which no polynomial has; false if it has none. */
static bool refuse_unit(Loader *loader, int node, const Key *key, const char *text)
{
    double number = 0.0;
    const char *rest = urto_read_number(text, &number);
    const UrtoUnit *unit = rest ? urto_unit_find(rest + strspn(rest, " ")) : NULL;

    if (!unit || urto_read_quantity(text, unit->dimension, key->name, &number, NULL) != URTO_OK) {
        return false;
    }
    scene_error(loader, node,
                "%s is \"%.40s\": the coefficients of a polynomial are SI numbers without unit, "
                "%.10g here; heights takes units",
                key->name, text, number);
    return true;
}

double *values_list(Loader *loader, const Values *values, KeyId id, uint32_t *count)
{
    const Key *key = &scene_keys[id];
    const int node = values->at[id].node;
    bool good = true;

    *count = 0;
    if (!node || document_node(loader, node)->type != YAML_SEQUENCE_NODE) {
        return NULL;
    }
    const yaml_node_t *its = document_node(loader, node);
    const size_t size = (size_t)(its->data.sequence.items.top - its->data.sequence.items.start);
    double *numbers = calloc(size ? size : 1, sizeof *numbers);
    loader->memory = loader->memory || !numbers;
    for (size_t i = 0; numbers && i < size; i++) {
        const int item = its->data.sequence.items.start[i];
        const char *text = node_text(loader, item);
        if (!text) {
            scene_error(loader, item, "%s has %s, must be a list of numbers", key->name,
                        node_kind(document_node(loader, item)));
            good = false;
        } else if (id == KEY_BARRIER_PROFILE && refuse_unit(loader, item, key, text)) {
            good = false;
        } else {
            good = read_quantity(loader, item, key->name, text, key->unit, &numbers[i]) && good;
        }
    }
    if (!good || !numbers || size == 0) {
        if (good && numbers) {
            scene_error(loader, node, "%s is empty, must have at least one number", key->name);
        }
        free(numbers);
        return NULL;
    }
    *count = (uint32_t)size;
    return numbers;
}

bool check_name(Loader *loader, int node, char name[NAME_ROOM])
{
    const char *text = node_text(loader, node);
    const size_t length = text ? strlen(text) : 0;

    if (length == 0 || length >= NAME_ROOM) {
        scene_error(loader, node, "a name \"%.70s\", must be 1 to %d characters", text ? text : "",
                    NAME_ROOM - 1);
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (!isalnum(c) && c != '-' && c != '_' && c < 0x80) {
            scene_error(loader, node, "a name \"%.70s\", must be letters, digits, - and _", text);
            return false;
        }
    }
    if (strcmp(text, "wall") == 0) {
        scene_error(loader, node, "the name wall stands for what does not move, take another");
        return false;
    }
    memcpy(name, text, length + 1);
    return true;
}

bool library_refused(Loader *loader, const Values *values, Section section, int node)
{
    UrtoDiagnostic why = {0};

    if (urto_world_def_status(loader->scene->def, &why) == URTO_OK) {
        return false;
    }
    urto_world_def_clear(loader->scene->def);
    library_error(loader, values, section, node, &why);
    return true;
}

void library_error(Loader *loader, const Values *values, Section section, int node,
                   const UrtoDiagnostic *why)
{
    int place = node;

    if (why->status == URTO_ERROR_MEMORY) {
        loader->memory = true;
        return;
    }
    for (size_t i = 0; values && i < KEY_COUNT; i++) {
        if (scene_keys[i].section == section && values->at[i].node &&
            strcmp(scene_keys[i].name, why->field) == 0) {
            place = values->at[i].node;
        }
    }
    scene_error(loader, place, "%s", why->message);
}
