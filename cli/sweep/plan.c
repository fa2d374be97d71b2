/* From the text of a plan to a Plan, and every check that can be made before anything runs. */
#include "plan.h"

#include "cli/scenes/scene_files.h"
#include "measure.h"

#include <urto/number.h>
#include <urto/unit.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKS = 4096 };

static const char *const plan_keys[] = {"title",  "description", "card", "base",    "vary",
                                        "sample", "count",       "seed", "measure", "keep",
                                        "level",  "fade",        NULL};
static const char *const axis_keys[] = {"linear", "log", "list", "steps", "as", NULL};
static const char *const samples[] = {"grid", "latin", "sobol", NULL};

static size_t find_name(const char *const *names, const char *name)
{
    size_t i = 0;

    while (names[i] && strcmp(names[i], name) != 0) {
        i++;
    }
    return names[i] ? i : SIZE_MAX;
}

static void unknown_name(TreeErrors *errors, TreePlace at, const char *what, const char *name,
                         const char *const *names)
{
    Nearest nearest = nearest_start(name);
    Text all = {0};

    for (size_t i = 0; names[i]; i++) {
        nearest_try(&nearest, names[i]);
        text_add(&all, "%s%s", i ? ", " : "", names[i]);
    }
    if (nearest.name) {
        tree_error(errors, at, "%s \"%.60s\", did you mean %s?", what, name, nearest.name);
    } else {
        tree_error(errors, at, "%s \"%.60s\", must be one of %s", what, name, all.data);
    }
    text_free(&all);
}

static bool is_word(const TreeNode *node, TreeErrors *errors)
{
    if (node->kind != TREE_WORD) {
        tree_error(errors, node->from, "%s is %s, must be a single value", node->key,
                   tree_kind(node));
    }
    return node->kind == TREE_WORD;
}

/* A whole number from low to high; 0 after an error. */
static size_t read_count(const TreeNode *node, double low, double high, TreeErrors *errors)
{
    double number = 0.0;

    if (!is_word(node, errors)) {
        return 0;
    }
    if (!parse_number(node->text, &number) || number < low || number > high ||
        number != floor(number)) {
        tree_error(errors, node->from, "%s is \"%.40s\", must be a whole number, %.0f to %.0f",
                   node->key, node->text, low, high);
        return 0;
    }
    return (size_t)number;
}

/* --- axes --- */

/* "0.1" to a number of the axis; false after an error, and for a word where none may be. */
static bool read_value(const Plan *plan, PlanAxis *axis, const TreeNode *node, bool words,
                       double *value, bool *word, TreeErrors *errors)
{
    char why[WHY_ROOM] = "";
    const char *unit = "";

    *word = false;
    if (node->kind != TREE_WORD) {
        tree_error(errors, node->from, "%s: %s, must be a single value", axis->path,
                   tree_kind(node));
        return false;
    }
    if (!base_value(&plan->base, axis, node->text, value, word, &unit, why)) {
        tree_error(errors, node->from, "%s: %s", axis->path, why);
        return false;
    }
    if (*word && !words) {
        tree_error(errors, node->from, "%s: \"%.60s\", must be a number", axis->path, node->text);
        return false;
    }
    axis->unit = unit[0] ? unit : axis->unit;
    return true;
}

static void read_list(const Plan *plan, PlanAxis *axis, const TreeNode *list, TreeErrors *errors)
{
    bool words = false;
    size_t i = 0;

    axis->kind = AXIS_LIST;
    axis->count = list->count;
    if (list->kind != TREE_LIST || list->count == 0) {
        tree_error(errors, list->from, "%s is %s, must be a list of values", axis->path,
                   list->kind == TREE_LIST ? "an empty list" : tree_kind(list));
        return;
    }
    axis->values = memory_resize(NULL, list->count, sizeof *axis->values);
    axis->words = memory_resize(NULL, list->count, sizeof *axis->words);
    for (const TreeNode *item = list->first; item; item = item->next, i++) {
        bool word = false;
        axis->values[i] = 0.0;
        axis->words[i] = item->kind == TREE_WORD ? item->text : "";
        (void)read_value(plan, axis, item, true, &axis->values[i], &word, errors);
        words = words || word;
    }
    if (words) {
        free(axis->values);
        axis->values = NULL;
        axis->unit = "";
    } else {
        free(axis->words);
        axis->words = NULL;
    }
}

static void read_range(const Plan *plan, PlanAxis *axis, const TreeNode *ends, TreeErrors *errors)
{
    bool word = false;

    axis->kind = strcmp(ends->key, "log") == 0 ? AXIS_LOG : AXIS_LINEAR;
    if (ends->kind != TREE_LIST || ends->count != 2) {
        tree_error(errors, ends->from, "%s: %s must be two values, as [1, 10]", axis->path,
                   ends->key);
        return;
    }
    if (!read_value(plan, axis, ends->first, false, &axis->from, &word, errors) ||
        !read_value(plan, axis, ends->first->next, false, &axis->to, &word, errors)) {
        return;
    }
    if (axis->kind == AXIS_LOG && !(axis->from > 0.0 && axis->to > 0.0)) {
        tree_error(errors, ends->from, "%s: log is from %g to %g, both must be above 0", axis->path,
                   axis->from, axis->to);
    }
}

static void read_axis(Plan *plan, const TreeNode *node, TreeErrors *errors)
{
    PlanAxis *axis = &plan->axes[plan->axis_count++];
    const TreeNode *range = NULL;

    *axis = (PlanAxis){.path = node->key, .at = node->key_from, .unit = "", .count = 1};
    if (strchr(node->key, '/') || strchr(node->key, '=') || !node->key[0]) {
        tree_error(errors, node->key_from, "\"%.60s\" is no path, as contacts.felt.stiffness",
                   node->key);
        return;
    }
    if (!base_target(&plan->base, axis, errors)) {
        return;
    }
    if (node->kind != TREE_MAP) {
        read_list(plan, axis, node, errors);
        return;
    }
    for (const TreeNode *entry = node->first; entry; entry = entry->next) {
        if (find_name(axis_keys, entry->key) == SIZE_MAX) {
            unknown_name(errors, entry->key_from, "an axis has no", entry->key, axis_keys);
        } else if (strcmp(entry->key, "as") == 0 && is_word(entry, errors)) {
            axis->as = entry->text;
            if (!strstr(entry->text, "{}") || plan->base.kind != BASE_SCENE) {
                tree_error(errors, entry->from,
                           "as is \"%.60s\", must have {} for the value, in an axis of a scene",
                           entry->text);
            }
        } else if (strcmp(entry->key, "steps") != 0 && strcmp(entry->key, "as") != 0) {
            if (range) {
                tree_error(errors, entry->key_from, "%s beside %s, must be one of them", entry->key,
                           range->key);
            }
            range = entry;
        }
    }
    const TreeNode *steps = tree_find(node, "steps");
    if (!range) {
        tree_error(errors, node->from, "%s has no linear, log or list", axis->path);
    } else if (strcmp(range->key, "list") == 0) {
        read_list(plan, axis, range, errors);
    } else {
        read_range(plan, axis, range, errors);
        axis->count = 0;
    }
    if (steps && plan->sample != SAMPLE_GRID) {
        tree_error(errors, steps->key_from, "steps are of sample: grid; count says how many cases");
    } else if (steps && axis->kind == AXIS_LIST) {
        tree_error(errors, steps->key_from, "a list has no steps");
    } else if (steps) {
        axis->count = read_count(steps, 1.0, PLAN_CASES, errors);
    } else if (range && axis->kind != AXIS_LIST && plan->sample == SAMPLE_GRID) {
        tree_error(errors, node->from, "%s needs steps, how many values, in a grid", axis->path);
    }
}

static void read_axes(Plan *plan, const TreeNode *vary, TreeErrors *errors)
{
    if (vary->kind != TREE_MAP || vary->count == 0 || vary->count > PLAN_AXES) {
        tree_error(errors, vary->from, "vary is %s, must be a mapping of 1 to %d paths",
                   vary->kind == TREE_MAP ? "too long or empty" : tree_kind(vary), PLAN_AXES);
        return;
    }
    for (const TreeNode *node = vary->first; node; node = node->next) {
        read_axis(plan, node, errors);
    }
}

/* --- the rest --- */

static void read_sampling(Plan *plan, TreeErrors *errors)
{
    const TreeNode *sample = tree_find(plan->tree, "sample");
    const TreeNode *seed = tree_find(plan->tree, "seed");

    if (sample && is_word(sample, errors)) {
        const size_t index = find_name(samples, sample->text);
        if (index == SIZE_MAX) {
            unknown_name(errors, sample->from, "no sample", sample->text, samples);
        } else {
            plan->sample = (SampleKind)index;
        }
    }
    plan->seed = seed ? read_count(seed, 0.0, 4294967295.0, errors) : 0;
    if (seed && plan->sample == SAMPLE_GRID) {
        tree_error(errors, seed->key_from, "a grid has no seed");
    }
}

static void read_case_count(Plan *plan, TreeErrors *errors)
{
    const TreeNode *count = tree_find(plan->tree, "count");
    double cases = 1.0;

    if (plan->sample != SAMPLE_GRID) {
        if (!count) {
            tree_error(errors, tree_find(plan->tree, "sample")->key_from,
                       "%s needs a count, how many cases", samples[plan->sample]);
        }
        plan->count = count ? read_count(count, 1.0, PLAN_CASES, errors) : 0;
        return;
    }
    if (count) {
        tree_error(errors, count->key_from, "a grid has no count; its axes have steps");
    }
    for (size_t i = 0; i < plan->axis_count; i++) {
        cases *= (double)plan->axes[i].count;
    }
    if (cases > PLAN_CASES) {
        tree_error(errors, tree_find(plan->tree, "vary")->key_from,
                   "%.0f cases, must be at most %d", cases, PLAN_CASES);
        return;
    }
    plan->count = (size_t)cases;
}

static const Measure *find_measure(const char *id)
{
    const Measure *measure = NULL;

    for (size_t i = 0; (measure = measure_at(i)) && strcmp(measure->id, id) != 0; i++) {
    }
    return measure;
}

static void read_measure(Plan *plan, const TreeNode *node, TreeErrors *errors)
{
    const unsigned base = 1U << plan->base.kind;
    const Measure *measure = node->kind == TREE_WORD ? find_measure(node->text) : NULL;
    const char *names[PLAN_MEASURES + 1];
    size_t count = 0;

    if (node->kind != TREE_WORD) {
        tree_error(errors, node->from, "measure: %s, must be a name", tree_kind(node));
        return;
    }
    for (size_t i = 0; measure_at(i) && count < PLAN_MEASURES; i++) {
        if (measure_at(i)->bases & base) {
            names[count++] = measure_at(i)->id;
        }
    }
    names[count] = NULL;
    if (!measure || !(measure->bases & base)) {
        unknown_name(errors, node->from, "measure: no", node->text, names);
        return;
    }
    for (size_t i = 0; i < plan->measure_count; i++) {
        if (plan->measures[i] == measure) {
            tree_error(errors, node->from, "measure: %s is there a second time", node->text);
            return;
        }
    }
    plan->measures[plan->measure_count++] = measure;
}

static void read_level(Plan *plan, const TreeNode *node, TreeErrors *errors)
{
    static const struct {
        const char *unit;
        LevelKind kind;
        double low, high;
    } kinds[] = {{"dB", LEVEL_GAIN, -300.0, 300.0},
                 {"dBFS", LEVEL_PEAK, -100.0, 0.0},
                 {"LUFS", LEVEL_LOUDNESS, -100.0, 0.0}};
    double value = 0.0;

    if (!is_word(node, errors)) {
        return;
    }
    const char *rest = urto_read_number(node->text, &value);
    while (rest && *rest == ' ') {
        rest++;
    }
    for (size_t i = 0; rest && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(rest, kinds[i].unit) == 0 && value >= kinds[i].low && value <= kinds[i].high) {
            plan->level = kinds[i].kind;
            plan->level_value = value;
            return;
        }
    }
    tree_error(errors, node->from,
               "level is \"%.40s\", must be a loudness as -23 LUFS, a peak as -1 dBFS, or a gain "
               "as 6 dB",
               node->text);
}

static void read_keep(Plan *plan, const TreeNode *node, TreeErrors *errors)
{
    if (!is_word(node, errors)) {
        return;
    }
    plan->keep_sound = strcmp(node->text, "sound") == 0;
    if (!plan->keep_sound && strcmp(node->text, "nothing") != 0) {
        tree_error(errors, node->from, "keep is \"%.40s\", must be sound or nothing", node->text);
    }
}

static void read_sound(Plan *plan, TreeErrors *errors)
{
    const TreeNode *keep = tree_find(plan->tree, "keep");
    const TreeNode *level = tree_find(plan->tree, "level");
    const TreeNode *fade = tree_find(plan->tree, "fade");
    const TreeNode *given = keep ? keep : level ? level : fade;
    UrtoDiagnostic why = {0};

    plan->fade = -1.0;
    if (given && plan->base.kind == BASE_IMPACT) {
        tree_error(errors, given->key_from, "an impact has no sound: no %s", given->key);
        return;
    }
    if (keep) {
        read_keep(plan, keep, errors);
    }
    if (level) {
        read_level(plan, level, errors);
    }
    if (fade && is_word(fade, errors) &&
        (urto_read_quantity(fade->text, URTO_DIMENSION_TIME, "fade", &plan->fade, &why) !=
             URTO_OK ||
         plan->fade < 0.0 || plan->fade > 60.0)) {
        tree_error(errors, fade->from, "%s",
                   why.message[0] ? why.message : "fade must be 0 to 60 s");
    }
}

static const char *read_text(const Plan *plan, const char *key, TreeErrors *errors)
{
    const TreeNode *node = tree_find(plan->tree, key);

    return node && is_word(node, errors) ? node->text : "";
}

/* --- checks --- */

/* What slips and regime need. */
static void check_bowing(const Plan *plan, UrtoScene *scene, TreeErrors *errors)
{
    const TreeNode *node = tree_find(plan->tree, "measure");
    bool probed = false;

    for (uint32_t i = 0; urto_scene_probe(scene, i).name; i++) {
        probed = probed || strstr(urto_scene_probe(scene, i).name, "slip");
    }
    for (node = node ? node->first : NULL; node; node = node->next) {
        if (strcmp(node->text, "slips") != 0 && strcmp(node->text, "regime") != 0) {
            continue;
        }
        if (!probed) {
            tree_error(errors, node->from,
                       "%s needs a probe in the scene, as {hear: bow, as: slip}", node->text);
        } else if (!measure_has_period(scene)) {
            tree_error(
                errors, node->from,
                "%s needs the period of what the bow is at, must be a body with modes: model: "
                "modal instead of a grid",
                node->text);
        }
    }
}

/* What a case is like without playing it. */
static bool check_case(Plan *plan, size_t index, TreePlace axis, TreeErrors *errors)
{
    char why[WHY_ROOM];
    TreePlace at;
    UrtoScene *scene = measure_scene(plan, index, why, &at);

    if (!scene) {
        TreeErrors inside = {.path = plan->base.path};
        if (at.line) {
            tree_error(&inside, at, "%s", why);
            text_add(&errors->lines, "%s", inside.lines.data);
            errors->count++;
            text_free(&inside.lines);
        } else {
            tree_error(errors, axis, "%s", why);
        }
        return false;
    }
    const UrtoSceneInfo info = urto_scene_info(scene);
    const size_t frames = (size_t)(info.seconds * info.rate + 0.5);
    if (plan->keep_sound && plan->frames &&
        (info.channels != plan->channels || info.rate != plan->rate)) {
        tree_error(errors, axis, "sounds that are kept must have one rate and as many channels");
    }
    plan->frames = frames > plan->frames ? frames : plan->frames;
    plan->channels = info.channels;
    plan->rate = info.rate;
    if (index == SIZE_MAX) {
        check_bowing(plan, scene, errors);
    }
    urto_scene_destroy(scene);
    return true;
}

/* The index of the case in which one axis has some step and all others their first. */
static size_t index_of(const Plan *plan, size_t axis, size_t step)
{
    for (size_t i = axis + 1; i < plan->axis_count; i++) {
        step *= plan->axes[i].count;
    }
    return step;
}

/* Every value of every axis of a grid, as far as time allows. */
static void check_scene(Plan *plan, TreeErrors *errors)
{
    size_t left = CHECKS;

    if (!check_case(plan, SIZE_MAX, (TreePlace){1, 1, 0}, errors)) {
        return;
    }
    for (size_t a = 0; a < plan->axis_count; a++) {
        const PlanAxis *axis = &plan->axes[a];
        if (plan->sample == SAMPLE_GRID) {
            const size_t stride = 1 + axis->count / CHECKS;
            for (size_t step = 0; step < axis->count && left; step += stride, left--) {
                if (!check_case(plan, index_of(plan, a, step), axis->at, errors)) {
                    break;
                }
            }
        }
    }
    /* of samples some cases */
    for (size_t i = 0; plan->sample != SAMPLE_GRID && i < 64 && i < plan->count; i++) {
        if (!check_case(plan, i, plan->axes[0].at, errors)) {
            break;
        }
    }
}

static void check_base(Plan *plan, TreeErrors *errors)
{
    if (plan->base.kind == BASE_SCENE) {
        check_scene(plan, errors);
    } else if (plan->base.kind == BASE_PHRASE) {
        plan->frames = (size_t)(plan->base.phrase.seconds * plan->base.phrase.rate + 0.5);
        plan->channels = 2;
        plan->rate = plan->base.phrase.rate;
    } else {
        /* the first case: a scheme may not take what is asked of it */
        CaseResult result;
        measure_case(plan, 0, &result);
        if (result.failed) {
            tree_error(errors, tree_find(plan->tree, "base")->key_from, "%s", result.message);
        }
        measure_free(&result);
    }
}

static void read_all(Plan *plan, TreeErrors *errors)
{
    const TreeNode *base = tree_find(plan->tree, "base");
    const TreeNode *vary = tree_find(plan->tree, "vary");
    const TreeNode *measure = tree_find(plan->tree, "measure");

    if (plan->tree->kind != TREE_MAP) {
        tree_error(errors, plan->tree->from, "a plan is a mapping: base, vary, measure; not %s",
                   tree_kind(plan->tree));
        return;
    }
    for (const TreeNode *node = plan->tree->first; node; node = node->next) {
        if (find_name(plan_keys, node->key) == SIZE_MAX) {
            unknown_name(errors, node->key_from, "a plan has no", node->key, plan_keys);
        }
    }
    if (!base || !vary) {
        tree_error(errors, plan->tree->from, "a plan needs %s",
                   base ? "vary, what is varied" : "base, what is rendered");
        return;
    }
    plan->title = read_text(plan, "title", errors);
    plan->card = read_text(plan, "card", errors);
    base_read(&plan->base, plan, base, errors);
    if (errors->count) {
        return;
    }
    read_sampling(plan, errors);
    read_axes(plan, vary, errors);
    read_case_count(plan, errors);
    if (measure && measure->kind != TREE_LIST) {
        tree_error(errors, measure->from, "measure is %s, must be a list of names",
                   tree_kind(measure));
    }
    for (const TreeNode *node = measure ? measure->first : NULL; node; node = node->next) {
        if (plan->measure_count < PLAN_MEASURES) {
            read_measure(plan, node, errors);
        }
    }
    read_sound(plan, errors);
    if (errors->count == 0 && plan->measure_count == 0 && !plan->keep_sound) {
        tree_error(errors, plan->tree->from,
                   "nothing to measure and nothing to keep: needs measure, a list, or keep: sound");
    }
    if (errors->count == 0) {
        cases_prepare(plan);
        check_base(plan, errors);
    }
}

int plan_read(Plan *plan, const char *path)
{
    TreeErrors errors = {.path = path};

    *plan = (Plan){.path = path};
    scene_files_name(path, plan->name);
    errno = 0;
    if (is_folder(path) || !scene_files_read(path, &plan->text)) {
        return fail(EXIT_USAGE, "sweep", "cannot read %.200s: %s", path,
                    is_folder(path) ? strerror(EISDIR) : strerror(errno));
    }
    if (plan->text.length > PLAN_BYTES) {
        tree_error(&errors, (TreePlace){1, 1, 0}, "larger than 1 MiB, too long for a plan");
    } else {
        plan->tree = tree_read(plan->text.data, plan->text.length, &errors);
    }
    if (plan->tree) {
        read_all(plan, &errors);
    }
    if (errors.lines.length) {
        fwrite(errors.lines.data, 1, errors.lines.length, stderr);
    }
    text_free(&errors.lines);
    return errors.count ? EXIT_USAGE : 0;
}

void plan_free(Plan *plan)
{
    for (size_t i = 0; i < plan->axis_count; i++) {
        free(plan->axes[i].values);
        free(plan->axes[i].words);
    }
    for (size_t i = 0; i < PLAN_AXES; i++) {
        free(plan->orders[i]);
    }
    base_free(&plan->base);
    tree_free(plan->tree);
    text_free(&plan->text);
    *plan = (Plan){0};
}

static uint64_t mix(uint64_t mark, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mark = (mark ^ (unsigned char)bytes[i]) * 0x100000001B3U;
    }
    return mark;
}

uint64_t plan_mark(const Plan *plan)
{
    const char *version = urto_version();
    uint64_t mark = mix(0xCBF29CE484222325U, plan->text.data, plan->text.length);

    mark = mix(mark, version, strlen(version) + 1);
    if (plan->base.scene.length) {
        mark = mix(mark, plan->base.scene.data, plan->base.scene.length);
    }
    for (uint32_t i = 0; plan->base.phrase.info && i < plan->base.phrase.info->parameter_count;
         i++) {
        mark = mix(mark, (const char *)&plan->base.phrase.values[i], sizeof(double));
    }
    for (size_t i = 0; i < plan->base.phrase.tune.count; i++) {
        const MidiFileMessage *message = &plan->base.phrase.tune.messages[i];
        mark = mix(mark, (const char *)&message->seconds, sizeof message->seconds);
        mark = mix(mark, (const char *)message->bytes, message->size);
    }
    return mark;
}
