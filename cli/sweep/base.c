/* What is rendered again and again: a scene, an impact, or a note or tune of an instrument. */
#include "cli/options.h"
#include "cli/preset_list.h"
#include "cli/scenes/scene_files.h"
#include "plan.h"

#include <urto/number.h>
#include <urto/unit.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TUNE_BYTES = 64 << 20 };

static const struct {
    const char *name;
    UrtoDimension dimension;
} impact_fields[IMPACT_FIELDS] = {
    {"mass", URTO_DIMENSION_MASS},         {"stiffness", URTO_DIMENSION_NONE},
    {"damping", URTO_DIMENSION_DAMPING},   {"exponent", URTO_DIMENSION_NONE},
    {"velocity", URTO_DIMENSION_VELOCITY}, {"rate", URTO_DIMENSION_FREQUENCY},
    {"phase", URTO_DIMENSION_NONE},        {"gravity", URTO_DIMENSION_ACCELERATION},
    {"spring", URTO_DIMENSION_SPRING},
};

static const char *const phrase_names[PHRASE_PARAMETERS] = {"note", "velocity", "hold"};

UrtoImpact base_impact(const double fields[IMPACT_FIELDS])
{
    UrtoImpact impact = urto_impact_def();

    impact.mass = fields[0];
    impact.law.stiffness = fields[1];
    impact.law.damping = fields[2];
    impact.law.exponent = fields[3];
    impact.velocity = fields[4];
    return impact;
}

UrtoImpactRun base_impact_run(const double fields[IMPACT_FIELDS], const char *scheme)
{
    UrtoImpactRun run = urto_impact_run_def();

    run.scheme = scheme;
    run.rate = fields[5];
    run.phase = fields[6];
    run.gravity = fields[7];
    run.spring = fields[8];
    return run;
}

/* Says that a name is unknown, with the one that was meant, or with all. */
static void unknown(TreeErrors *errors, TreePlace at, const char *what, const char *name,
                    const Words *known)
{
    Nearest nearest = nearest_start(name);
    Text all = {0};

    for (size_t i = 0; i < known->count; i++) {
        nearest_try(&nearest, known->list[i]);
        text_add(&all, "%s%s", i ? ", " : "", known->list[i]);
    }
    if (nearest.name) {
        tree_error(errors, at, "%s \"%.60s\", did you mean %s?", what, name, nearest.name);
    } else {
        tree_error(errors, at, "%s \"%.60s\", must be one of %.300s", what, name,
                   all.data ? all.data : "");
    }
    text_free(&all);
}

/* True if the node is a single value. */
static bool is_word(const TreeNode *node, const char *what, TreeErrors *errors)
{
    if (node->kind != TREE_WORD) {
        tree_error(errors, node->from, "%s is %s, must be a single value", what, tree_kind(node));
    }
    return node->kind == TREE_WORD;
}

static void read_range(const TreeNode *node, UrtoDimension dimension, double low, double high,
                       double *number, TreeErrors *errors)
{
    UrtoDiagnostic why = {0};

    if (!is_word(node, node->key, errors)) {
        return;
    }
    if (urto_read_quantity(node->text, dimension, node->key, number, &why) != URTO_OK) {
        tree_error(errors, node->from, "%s", why.message);
    } else if (*number < low || *number > high) {
        tree_error(errors, node->from, "%s is %g, must be %g to %g", node->key, *number, low, high);
    }
}

/* --- scenes --- */

/* Spaces instead of all that is not of the scene: its lines and columns stay those of the plan. */
static void cut_scene(Text *scene, const Text *text, const TreeNode *node)
{
    for (size_t i = 0; i < node->to.byte; i++) {
        const char c = text->data[i];
        const bool other = i < node->from.byte && c != '\n';
        /* of a character with several bytes one space stays */
        if (!other || ((unsigned char)c & 0xC0U) != 0x80U) {
            text_add_bytes(scene, other ? " " : &c, 1);
        }
    }
}

/* A file beside the plan, or a scene that ships. */
static void read_scene_file(Base *base, const Plan *plan, const TreeNode *node, TreeErrors *errors)
{
    const char *slash = strrchr(plan->path, '/');
    const bool file = strchr(node->text, '/') || strchr(node->text, '.');
    Text path = {0};
    char name[SCENE_NAME_MAX];

    if (file && node->text[0] != '/') {
        text_add(&path, "%.*s%s", slash ? (int)(slash + 1 - plan->path) : 0, plan->path,
                 node->text);
    } else if (file) {
        text_add(&path, "%s", node->text);
    } else {
        text_add(&path, "%s/%s.yaml", scene_files_folder(), node->text);
    }
    base->path = path.data;
    if (scene_files_read(base->path, &base->scene)) {
        return;
    }
    if (!file && scene_files_nearest(node->text, name)) {
        tree_error(errors, node->from, "no scene \"%.60s\", did you mean %s?", node->text, name);
    } else {
        tree_error(errors, node->from,
                   "no scene \"%.100s\": no file of this name beside the plan, and none that ships",
                   node->text);
    }
}

static void read_sets(Base *base, const TreeNode *node, TreeErrors *errors)
{
    if (node->kind != TREE_MAP) {
        tree_error(errors, node->from, "set is %s, must be a mapping of paths to values",
                   tree_kind(node));
        return;
    }
    base->sets = memory_resize(NULL, node->count + 1, sizeof *base->sets);
    for (const TreeNode *entry = node->first; entry; entry = entry->next) {
        Text set = {0};
        if (is_word(entry, entry->key, errors)) {
            text_add(&set, "%s=%s", entry->key, entry->text);
            base->sets[base->set_count++] = set.data;
        }
    }
}

/* --- impacts --- */

static void read_impact(Base *base, const TreeNode *node, TreeErrors *errors)
{
    const UrtoImpact impact = urto_impact_def();
    const UrtoImpactRun run = urto_impact_run_def();
    const double start[IMPACT_FIELDS] = {
        impact.mass,         impact.law.stiffness, impact.law.damping,
        impact.law.exponent, impact.velocity,      run.rate,
        run.phase,           run.gravity,          run.spring};
    Words known = {0};

    base->kind = BASE_IMPACT;
    base->scheme = "";
    memcpy(base->impact, start, sizeof start);
    if (node->kind != TREE_MAP && !(node->kind == TREE_WORD && node->text[0] == '\0')) {
        tree_error(errors, node->from, "impact is %s, must be a mapping, as {mass: 10 g}",
                   tree_kind(node));
        return;
    }
    for (int i = 0; i < IMPACT_FIELDS; i++) {
        words_add(&known, impact_fields[i].name);
    }
    words_add(&known, "scheme");
    for (const TreeNode *entry = node->first; entry; entry = entry->next) {
        int field = 0;
        while (field < IMPACT_FIELDS && strcmp(impact_fields[field].name, entry->key) != 0) {
            field++;
        }
        if (field < IMPACT_FIELDS) {
            const UrtoRange *range = urto_impact_range(entry->key);
            read_range(entry, impact_fields[field].dimension, range->low, range->high,
                       &base->impact[field], errors);
        } else if (strcmp(entry->key, "scheme") == 0 && is_word(entry, "scheme", errors)) {
            base->scheme = entry->text;
            if (!urto_scheme_find(entry->text)) {
                tree_error(errors, entry->from, "no scheme \"%.60s\", see urto impact --list",
                           entry->text);
            }
        } else {
            unknown(errors, entry->key_from, "an impact has no", entry->key, &known);
        }
    }
    free(known.list);
}

/* --- phrases --- */

/* "C4" or a MIDI key. */
static bool read_key(const char *text, double *key, char why[WHY_ROOM])
{
    UrtoDiagnostic reason = {0};
    double number = 0.0;
    const char *rest = urto_read_number(text, &number);

    if (!rest || *rest) {
        if (urto_read_pitch(text, "note", &number, &reason) != URTO_OK) {
            snprintf(why, WHY_ROOM, "%s", reason.message);
            return false;
        }
        number = 69.0 + 12.0 * log2(number / 440.0);
    }
    *key = round(number);
    if (fabs(*key - number) > 1e-6 || *key < 0.0 || *key > 127.0) {
        snprintf(why, WHY_ROOM, "note is \"%.40s\", must be a note as C4, or a MIDI key, 0 to 127",
                 text);
        return false;
    }
    return true;
}

static void read_tune(Phrase *phrase, const Plan *plan, const TreeNode *node, TreeErrors *errors)
{
    const char *slash = strrchr(plan->path, '/');
    Text path = {0};
    Text bytes = {0};
    MidiFileError wrong = {0};
    FILE *stream = NULL;
    char block[65536];
    size_t got = 0;

    if (!is_word(node, "tune", errors)) {
        return;
    }
    text_add(&path, "%.*s%s", slash && node->text[0] != '/' ? (int)(slash + 1 - plan->path) : 0,
             plan->path, node->text);
    stream = fopen(path.data, "rb");
    while (stream && bytes.length < TUNE_BYTES &&
           (got = fread(block, 1, sizeof block, stream)) > 0) {
        text_add_bytes(&bytes, block, got);
    }
    if (!stream || ferror(stream)) {
        tree_error(errors, node->from, "cannot read %.200s: %s", path.data, strerror(errno));
    } else if (midi_file_read(&phrase->tune, (const uint8_t *)(bytes.data ? bytes.data : ""),
                              bytes.length, &wrong) != 0) {
        tree_error(errors, node->from, "%.200s: byte %zu: %s", path.data, wrong.offset,
                   wrong.message);
    }
    if (stream) {
        fclose(stream);
    }
    phrase->has_tune = true;
    text_free(&bytes);
    text_free(&path);
}

static void take_preset(Phrase *phrase, const UrtoPreset *preset)
{
    for (uint32_t i = 0; i < phrase->info->parameter_count; i++) {
        phrase->values[i] = urto_preset_value(preset, phrase->info->parameters, i);
    }
}

static void read_preset(Phrase *phrase, const TreeNode *node, TreeErrors *errors)
{
    PresetList list = preset_list_read(NULL, phrase->info->id);
    Words known = {0};

    if (is_word(node, "preset", errors)) {
        const uint32_t index = preset_list_find(&list, node->text);
        if (index != URTO_NONE) {
            take_preset(phrase, preset_list_at(&list, index));
        } else {
            for (uint32_t i = 0; i < preset_list_count(&list); i++) {
                words_add(&known, preset_list_at(&list, i)->id);
            }
            unknown(errors, node->from, "no preset", node->text, &known);
        }
    }
    free(known.list);
    preset_list_free(&list);
}

static void read_parameters(Phrase *phrase, const TreeNode *node, TreeErrors *errors)
{
    if (node->kind != TREE_MAP) {
        tree_error(errors, node->from, "set is %s, must be a mapping of parameters to values",
                   tree_kind(node));
        return;
    }
    for (const TreeNode *entry = node->first; entry; entry = entry->next) {
        const uint32_t index = urto_instrument_parameter_find(phrase->info, entry->key);
        UrtoDiagnostic why = {0};
        if (index == URTO_NONE) {
            Words known = {0};
            for (uint32_t i = 0; i < phrase->info->parameter_count; i++) {
                words_add(&known, phrase->info->parameters[i].id);
            }
            unknown(errors, entry->key_from, "no parameter", entry->key, &known);
            free(known.list);
        } else if (is_word(entry, entry->key, errors) &&
                   urto_parameter_read(&phrase->info->parameters[index], entry->text,
                                       &phrase->values[index], &why) != URTO_OK) {
            tree_error(errors, entry->from, "%s", why.message);
        }
    }
}

static void read_phrase(Base *base, const Plan *plan, const TreeNode *map, TreeErrors *errors)
{
    const TreeNode *instrument = tree_find(map, "instrument");
    Phrase *phrase = &base->phrase;
    char why[WHY_ROOM];
    Words known = {0};

    base->kind = BASE_PHRASE;
    *phrase = (Phrase){.key = 60.0, .velocity = 0.8, .hold = 0.5, .seconds = 2.0, .rate = 48000.0};
    if (!is_word(instrument, "instrument", errors)) {
        return;
    }
    phrase->info = urto_instrument_find(instrument->text);
    if (!phrase->info) {
        for (uint32_t i = 0; i < urto_instrument_count(); i++) {
            words_add(&known, urto_instrument_info(i)->id);
        }
        unknown(errors, instrument->from, "no instrument", instrument->text, &known);
        free(known.list);
        return;
    }
    phrase->values = memory_resize(NULL, phrase->info->parameter_count, sizeof *phrase->values);
    take_preset(phrase, phrase->info->preset_count ? &phrase->info->presets[0] : NULL);
    if (tree_find(map, "preset")) {
        read_preset(phrase, tree_find(map, "preset"), errors);
    }
    static const char *const keys[] = {"instrument", "preset", "note", "velocity", "hold",
                                       "seconds",    "rate",   "tune", "set"};
    for (const TreeNode *entry = map->first; entry; entry = entry->next) {
        if (strcmp(entry->key, "note") == 0 && is_word(entry, "note", errors)) {
            if (!read_key(entry->text, &phrase->key, why)) {
                tree_error(errors, entry->from, "%s", why);
            }
        } else if (strcmp(entry->key, "velocity") == 0) {
            read_range(entry, URTO_DIMENSION_NONE, 0.0, 1.0, &phrase->velocity, errors);
        } else if (strcmp(entry->key, "hold") == 0) {
            read_range(entry, URTO_DIMENSION_TIME, 0.0, 600.0, &phrase->hold, errors);
        } else if (strcmp(entry->key, "seconds") == 0) {
            read_range(entry, URTO_DIMENSION_TIME, 0.001, 600.0, &phrase->seconds, errors);
        } else if (strcmp(entry->key, "rate") == 0) {
            read_range(entry, URTO_DIMENSION_FREQUENCY, 8000.0, 384000.0, &phrase->rate, errors);
        } else if (strcmp(entry->key, "tune") == 0) {
            read_tune(phrase, plan, entry, errors);
        } else if (strcmp(entry->key, "set") == 0) {
            read_parameters(phrase, entry, errors);
        } else if (strcmp(entry->key, "instrument") != 0 && strcmp(entry->key, "preset") != 0) {
            for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
                words_add(&known, keys[i]);
            }
            unknown(errors, entry->key_from, "a phrase has no", entry->key, &known);
        }
    }
    free(known.list);
}

void base_read(Base *base, const Plan *plan, const TreeNode *node, TreeErrors *errors)
{
    static const char *const keys[] = {"scene", "impact", "instrument", "bodies"};
    const char *found = NULL;
    Words known = {0};

    if (node->kind == TREE_WORD) {
        read_scene_file(base, plan, node, errors);
        return;
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        found = !found && tree_find(node, keys[i]) ? keys[i] : found;
        words_add(&known, keys[i]);
    }
    if (!found && node->kind == TREE_MAP && node->first) {
        unknown(errors, node->first->key_from, "base: no", node->first->key, &known);
    } else if (!found) {
        tree_error(errors, node->from,
                   "base is %s, must be the name of a scene, {scene: }, {impact: }, {instrument: "
                   "} or a scene with bodies and probes",
                   node->kind == TREE_MAP ? "empty" : tree_kind(node));
    } else if (strcmp(found, "bodies") == 0) {
        base->path = memory_resize(NULL, strlen(plan->path) + 1, 1);
        memcpy(base->path, plan->path, strlen(plan->path) + 1);
        cut_scene(&base->scene, &plan->text, node);
    } else if (strcmp(found, "instrument") == 0) {
        read_phrase(base, plan, node, errors);
    } else {
        for (const TreeNode *entry = node->first; entry; entry = entry->next) {
            if (strcmp(entry->key, "impact") == 0) {
                read_impact(base, entry, errors);
            } else if (strcmp(entry->key, "scene") == 0 && is_word(entry, "scene", errors)) {
                read_scene_file(base, plan, entry, errors);
            } else if (strcmp(entry->key, "set") == 0 && strcmp(found, "scene") == 0) {
                read_sets(base, entry, errors);
            } else if (strcmp(entry->key, "scene") != 0) {
                tree_error(errors, entry->key_from, "base: no \"%.60s\" beside %s", entry->key,
                           found);
            }
        }
    }
    free(known.list);
}

void base_free(Base *base)
{
    for (size_t i = 0; i < base->set_count; i++) {
        free((void *)base->sets[i]);
    }
    free(base->sets);
    free(base->path);
    text_free(&base->scene);
    free(base->phrase.values);
    midi_file_free(&base->phrase.tune);
}

/* --- axes --- */

static int impact_target(const char *path)
{
    for (int i = 0; i < IMPACT_FIELDS; i++) {
        if (strcmp(path, impact_fields[i].name) == 0) {
            return i;
        }
    }
    return strcmp(path, "scheme") == 0 ? IMPACT_SCHEME : -1;
}

static int phrase_target(const Phrase *phrase, const char *path)
{
    for (int i = 0; i < PHRASE_PARAMETERS; i++) {
        if (strcmp(path, phrase_names[i]) == 0) {
            return i;
        }
    }
    const uint32_t index = urto_instrument_parameter_find(phrase->info, path);
    return index == URTO_NONE ? -1 : PHRASE_PARAMETERS + (int)index;
}

bool base_target(const Base *base, PlanAxis *axis, TreeErrors *errors)
{
    Words known = {0};

    if (base->kind == BASE_SCENE) {
        return true;
    }
    axis->target = base->kind == BASE_IMPACT ? impact_target(axis->path)
                                             : phrase_target(&base->phrase, axis->path);
    if (axis->target >= 0) {
        return true;
    }
    if (base->kind == BASE_IMPACT) {
        for (int i = 0; i < IMPACT_FIELDS; i++) {
            words_add(&known, impact_fields[i].name);
        }
        words_add(&known, "scheme");
    } else {
        for (int i = 0; i < PHRASE_PARAMETERS; i++) {
            words_add(&known, phrase_names[i]);
        }
        for (uint32_t i = 0; i < base->phrase.info->parameter_count; i++) {
            words_add(&known, base->phrase.info->parameters[i].id);
        }
    }
    unknown(errors, axis->at, "vary: no", axis->path, &known);
    free(known.list);
    return false;
}

/* Any number with any unit, a note, or a word: what it means the scene knows. */
static bool scene_value(const char *text, double *value, bool *word, const char **unit,
                        char why[WHY_ROOM])
{
    UrtoDiagnostic reason = {0};
    const char *rest = urto_read_number(text, value);
    while (rest && *rest == ' ') {
        rest++;
    }
    const UrtoUnit *found = rest && *rest ? urto_unit_find(rest) : NULL;

    if (rest && *rest && !found) {
        rest = NULL;
    }
    if (rest) {
        *unit = found ? urto_dimension_unit(found->dimension) : "";
        if (urto_read_quantity(text, found ? found->dimension : URTO_DIMENSION_NONE, "value", value,
                               &reason) != URTO_OK) {
            snprintf(why, WHY_ROOM, "%s", reason.message);
            return false;
        }
    } else if (urto_read_pitch(text, "value", value, &reason) == URTO_OK) {
        *unit = "Hz";
    } else {
        *word = true;
    }
    return true;
}

bool base_value(const Base *base, const PlanAxis *axis, const char *text, double *value, bool *word,
                const char **unit, char why[WHY_ROOM])
{
    UrtoDiagnostic reason = {0};
    const int target = axis->target;
    UrtoStatus status = URTO_OK;

    *word = false;
    *unit = "";
    if (base->kind == BASE_SCENE) {
        return scene_value(text, value, word, unit, why);
    }
    if (base->kind == BASE_IMPACT && target == IMPACT_SCHEME) {
        *word = true;
        snprintf(why, WHY_ROOM, "no scheme \"%.60s\", see urto impact --list", text);
        return urto_scheme_find(text) != NULL;
    }
    if (base->kind == BASE_IMPACT) {
        const UrtoRange *range = urto_impact_range(axis->path);
        *unit = urto_dimension_unit(impact_fields[target].dimension);
        status =
            urto_read_quantity(text, impact_fields[target].dimension, axis->path, value, &reason);
        if (status == URTO_OK && (*value > range->high || *value < range->low ||
                                  (range->low_open && *value == range->low))) {
            snprintf(why, WHY_ROOM, "%s is %g, must be %s", axis->path, *value, range->text);
            return false;
        }
    } else if (target == PHRASE_KEY) {
        return read_key(text, value, why);
    } else if (target == PHRASE_VELOCITY || target == PHRASE_HOLD) {
        const bool time = target == PHRASE_HOLD;
        const double high = time ? 600.0 : 1.0;
        *unit = time ? "s" : "";
        status = urto_read_quantity(text, time ? URTO_DIMENSION_TIME : URTO_DIMENSION_NONE,
                                    axis->path, value, &reason);
        if (status == URTO_OK && (*value < 0.0 || *value > high)) {
            snprintf(why, WHY_ROOM, "%s is %g, must be 0 to %g", axis->path, *value, high);
            return false;
        }
    } else {
        const UrtoParameterInfo *info = &base->phrase.info->parameters[target - PHRASE_PARAMETERS];
        *unit = info->unit;
        status = urto_parameter_read(info, text, value, &reason);
    }
    snprintf(why, WHY_ROOM, "%s", reason.message);
    return status == URTO_OK;
}
