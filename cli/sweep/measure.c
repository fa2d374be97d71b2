#include "measure.h"

#include "cli/scenes/render_scene.h"

#include <urto/number.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 64, EVENTS = 1024, SOUND_MEASURES = 32 };

/* What happens, by index in the table. */
typedef enum Physical {
    GAIN,
    MAX_FORCE,
    CONTACTS,
    CONTACT_TIME,
    SPEED,
    IMPULSE,
    SLIPS,
    REGIME,
    EXIT_VELOCITY,
    MAX_COMPRESSION,
    EXIT_ENERGY,
    RESTITUTION,
    SAMPLES_INSIDE,
    EXACT_EXIT_VELOCITY,
    EXACT_MAX_COMPRESSION,
    EXACT_CONTACT_TIME,
    EXACT_EXIT_ENERGY,
    EXACT_RESTITUTION,
    PHYSICAL
} Physical;

static const Measure physical[PHYSICAL] = {
    [GAIN] = {"gain", "dB", "that the level asked for", NULL, OF_SCENE | OF_PHRASE, NULL},
    [MAX_FORCE] = {"max-force", "N", "largest force of a contact", NULL, OF_SCENE | OF_IMPACT,
                   NULL},
    [CONTACTS] = {"contacts", "", "times that something touched", NULL, OF_SCENE, NULL},
    [CONTACT_TIME] = {"contact-time", "s", "length of the first contact", NULL,
                      OF_SCENE | OF_IMPACT, NULL},
    [SPEED] = {"impact-speed", "m/s", "speed of approach of the first contact", NULL, OF_SCENE,
               NULL},
    [IMPULSE] = {"impulse", "N s", "of the first contact", NULL, OF_SCENE, NULL},
    [SLIPS] = {"slips", "", "slips of the bow a period of the lowest mode, in the second half",
               NULL, OF_SCENE, NULL},
    [REGIME] = {"regime", "", "of a bowed string in the second half, by slips a period",
                "none Helmholtz multiple raucous", OF_SCENE, NULL},
    [EXIT_VELOCITY] = {"exit-velocity", "m/s", "after the contact, negative", NULL, OF_IMPACT,
                       NULL},
    [MAX_COMPRESSION] = {"max-compression", "m", "largest compression", NULL, OF_IMPACT, NULL},
    [EXIT_ENERGY] = {"exit-energy", "J", "m v^2/2 after the contact", NULL, OF_IMPACT, NULL},
    [RESTITUTION] = {"restitution", "", "exit velocity over entry velocity", NULL, OF_IMPACT, NULL},
    [SAMPLES_INSIDE] = {"samples-inside", "", "samples of the scheme in contact", NULL, OF_IMPACT,
                        NULL},
    [EXACT_EXIT_VELOCITY] = {"exact-exit-velocity", "m/s", "by the closed form", NULL, OF_IMPACT,
                             NULL},
    [EXACT_MAX_COMPRESSION] = {"exact-max-compression", "m", "by the closed form", NULL, OF_IMPACT,
                               NULL},
    [EXACT_CONTACT_TIME] = {"exact-contact-time", "s", "by the closed form", NULL, OF_IMPACT, NULL},
    [EXACT_EXIT_ENERGY] = {"exact-exit-energy", "J", "by the closed form", NULL, OF_IMPACT, NULL},
    [EXACT_RESTITUTION] = {"exact-restitution", "", "by the closed form", NULL, OF_IMPACT, NULL},
};

const Measure *measure_at(size_t index)
{
    static Measure sounds[SOUND_MEASURES];

    if (index < PHYSICAL) {
        return &physical[index];
    }
    index -= PHYSICAL;
    if (index >= feature_count || index >= SOUND_MEASURES) {
        return NULL;
    }
    const Feature *feature = &features[index];
    sounds[index] = (Measure){feature->id, feature->unit,        feature->description,
                              NULL,        OF_SCENE | OF_PHRASE, feature};
    return &sounds[index];
}

static bool wants(const Plan *plan, Physical what)
{
    for (size_t i = 0; i < plan->measure_count; i++) {
        if (plan->measures[i] == &physical[what]) {
            return true;
        }
    }
    return false;
}

void measure_free(CaseResult *result)
{
    free(result->samples);
    result->samples = NULL;
}

static void refuse(CaseResult *result, const char *why)
{
    result->failed = true;
    snprintf(result->message, sizeof result->message, "%s", why);
}

/* --- scenes --- */

/* The first contact, as long as it lasts, and all of them. */
typedef struct Touch {
    uint32_t count;
    UrtoContactEvent begin, end;
} Touch;

static void drain(UrtoWorld *world, Touch *touch)
{
    UrtoContactEvent events[EVENTS];
    const uint32_t count = urto_world_contact_events(world, events, EVENTS);

    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == URTO_CONTACT_BEGINS) {
            touch->begin = touch->count++ == 0 ? events[i] : touch->begin;
        } else if (touch->end.contact.id == 0 && events[i].contact.id == touch->begin.contact.id) {
            touch->end = events[i];
        }
    }
}

/* The motion of a bowed string, by how often the bow slips in a period. The bow slips where its speed against the string
 * exceeds its own, which is the mean of that speed, since the string stays where it is. */
typedef struct Bowing {
    UrtoProbe probe;
    float *slip;
    size_t count;
} Bowing;

static UrtoProbe slip_probe(const UrtoScene *scene)
{
    UrtoSceneProbe probe;

    for (uint32_t i = 0; (probe = urto_scene_probe(scene, i)).name; i++) {
        if (strstr(probe.name, "slip")) {
            return probe.probe;
        }
    }
    return (UrtoProbe){0};
}

/* Of what the first bow is at; 0 where that is on a grid, which has none. */
static double lowest_mode(const UrtoScene *scene, const UrtoWorld *world)
{
    const UrtoSceneSide side = urto_scene_bow_place(scene, 0);
    const UrtoBody body = urto_scene_body(scene, urto_scene_body_name(scene, side.body));

    return side.moves ? urto_world_mode_info(world, body, 0).frequency : 0.0;
}

bool measure_has_period(UrtoScene *scene)
{
    UrtoPlayer *player = NULL;
    /* what cannot be played is told when it is */
    const bool has = urto_player_create(&player, scene, NULL, NULL) != URTO_OK ||
                     lowest_mode(scene, urto_player_world(player)) > 0.0;

    urto_player_destroy(player);
    return has;
}

static void judge_bowing(const Bowing *bowing, double period, double values[PHYSICAL])
{
    const size_t half = bowing->count / 2;
    double speed = 0.0, gap = 0.0, squares = 0.0;
    size_t last = 0, slips = 0;
    bool slipping = true;

    for (size_t i = half; i < bowing->count; i++) {
        speed += (double)bowing->slip[i];
    }
    speed = fabs(speed) / (double)(bowing->count - half);
    for (size_t i = half; i < bowing->count; i++) {
        const double now = fabs((double)bowing->slip[i]);
        if (!slipping && now > speed) {
            if (slips++) {
                gap += (double)(i - last);
                squares += (double)(i - last) * (double)(i - last);
            }
            last = i;
            slipping = true;
        } else if (slipping && now < 0.5 * speed) {
            slipping = false;
        }
    }
    const double gaps = slips > 1 ? (double)(slips - 1) : 1.0;
    const double mean = gap / gaps;
    const double spread = mean > 0.0 ? sqrt(fmax(squares / gaps - mean * mean, 0.0)) / mean : 0.0;
    values[SLIPS] = mean > 0.0 ? period / mean : 0.0;
    values[REGIME] = slips < 3                              ? 0.0
                     : values[SLIPS] > 1.15                 ? 2.0
                     : values[SLIPS] > 0.85 && spread < 0.1 ? 1.0
                                                            : 3.0;
}

UrtoScene *measure_scene(const Plan *plan, size_t index, char why[WHY_ROOM], TreePlace *at)
{
    const Base *base = &plan->base;
    const char *overrides[PLAN_AXES + 256];
    Text texts[PLAN_AXES] = {{0}};
    UrtoScene *scene = NULL;
    uint32_t count = 0;

    for (size_t i = 0; i < base->set_count && i < 256; i++) {
        overrides[count++] = base->sets[i];
    }
    for (size_t i = 0; index != SIZE_MAX && i < plan->axis_count; i++) {
        text_add(&texts[i], "%s=", plan->axes[i].path);
        case_text(plan, i, case_value(plan, index, i), true, &texts[i]);
        overrides[count++] = texts[i].data;
    }
    if (urto_scene_load(&scene, base->scene.data, base->scene.length, overrides, count) !=
        URTO_OK) {
        const UrtoSceneError *error = urto_scene_error(scene, 0);
        *at = error ? (TreePlace){error->line, error->column, 0} : (TreePlace){0};
        snprintf(why, WHY_ROOM, "%s", error ? error->message : "out of memory");
        urto_scene_destroy(scene);
        scene = NULL;
    }
    for (size_t i = 0; i < PLAN_AXES; i++) {
        text_free(&texts[i]);
    }
    return scene;
}

static bool wants_touches(const Plan *plan)
{
    return wants(plan, CONTACTS) || wants(plan, CONTACT_TIME) || wants(plan, SPEED) ||
           wants(plan, IMPULSE);
}

static void play_frames(const Plan *plan, UrtoPlayer *player, CaseResult *result, Touch *touch,
                        Bowing *bowing)
{
    UrtoWorld *world = urto_player_world(player);
    const unsigned channels = result->channels;
    const bool touches = wants_touches(plan);
    const size_t block = bowing->slip ? 1 : BLOCK;
    float left[BLOCK], right[BLOCK];

    for (size_t done = 0; done < result->frames;) {
        const size_t count = result->frames - done < block ? result->frames - done : block;
        urto_player_process(player, (float *const[2]){left, right}, (uint32_t)count);
        for (size_t i = 0; i < count; i++) {
            result->samples[(done + i) * channels] = left[i];
            if (channels == 2) {
                result->samples[(done + i) * channels + 1] = right[i];
            }
        }
        done += count;
        if (bowing->slip) {
            bowing->slip[bowing->count++] = (float)urto_world_probe(world, bowing->probe);
        }
        if (touches) {
            drain(world, touch);
        }
    }
}

static void play_scene(const Plan *plan, size_t index, CaseResult *result, double values[PHYSICAL],
                       UrtoSceneInfo *info)
{
    TreePlace at;
    UrtoDiagnostic reason = {0};
    UrtoPlayer *player = NULL;
    Touch touch = {0};
    UrtoScene *scene = measure_scene(plan, index, result->message, &at);

    result->failed = !scene;
    if (!scene) {
        return;
    }
    const UrtoPlayerOptions options = {.contact_events = wants_touches(plan) ? EVENTS : 0};
    *info = urto_scene_info(scene);
    result->frames = (size_t)(info->seconds * info->rate + 0.5);
    result->channels = info->channels;
    result->rate = info->rate;
    if (urto_player_create(&player, scene, &options, &reason) != URTO_OK) {
        const UrtoSceneError *error = urto_scene_error(scene, 0);
        refuse(result, error ? error->message : reason.message);
    } else {
        const bool bowed = wants(plan, SLIPS) || wants(plan, REGIME);
        Bowing bowing = {.probe = slip_probe(scene)};
        result->samples = memory_resize(NULL, result->frames * result->channels + 1, sizeof(float));
        bowing.slip = bowed ? memory_resize(NULL, result->frames + 1, sizeof(float)) : NULL;
        play_frames(plan, player, result, &touch, &bowing);
        const UrtoStatistics statistics = urto_world_statistics(urto_player_world(player));
        if (statistics.nonfinite) {
            refuse(result, "the motion became infinite, and was muted");
        }
        values[MAX_FORCE] = statistics.force_max;
        values[CONTACTS] = touch.count;
        if (touch.count) {
            values[SPEED] = touch.begin.speed;
        }
        if (touch.end.contact.id) {
            values[CONTACT_TIME] =
                (double)(touch.end.frame - touch.begin.frame) / urto_player_rate(player);
            values[IMPULSE] = touch.end.impulse;
        }
        if (bowed) {
            const double lowest = lowest_mode(scene, urto_player_world(player));
            if (lowest > 0.0) {
                judge_bowing(&bowing, result->rate / lowest, values);
            } else {
                refuse(result, "what the bow is at has no modes: a grid, which has no period");
            }
        }
        free(bowing.slip);
    }
    urto_player_destroy(player);
    urto_scene_destroy(scene);
}

/* --- impacts --- */

typedef struct Peak {
    double force;
} Peak;

static void keep_peak(void *user, const UrtoImpactSample *sample)
{
    Peak *peak = user;

    peak->force = fmax(peak->force, sample->force);
}

/* The force has one maximum along the motion: by golden section over the velocity. */
static double exact_force(const UrtoImpact *impact, const UrtoImpactExact *exact)
{
    const double golden = 0.61803398874989484820;
    double low = exact->exit_velocity, high = impact->velocity;
    UrtoImpactPoint a, b;

    for (int i = 0; i < 80; i++) {
        const double step = golden * (high - low);
        if (urto_impact_at_velocity(impact, high - step, &a, NULL) != URTO_OK ||
            urto_impact_at_velocity(impact, low + step, &b, NULL) != URTO_OK) {
            return (double)NAN;
        }
        if (a.force > b.force) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    return fmax(a.force, b.force);
}

static void step_impact(const double fields[IMPACT_FIELDS], const char *scheme, CaseResult *result,
                        double values[PHYSICAL])
{
    const UrtoImpact impact = base_impact(fields);
    const UrtoImpactRun run = base_impact_run(fields, scheme);
    UrtoImpactResult stepped;
    UrtoDiagnostic why = {0};
    Peak peak = {0.0};

    if (urto_impact_simulate(&impact, &run, keep_peak, &peak, &stepped, &why) != URTO_OK) {
        refuse(result, why.message);
        return;
    }
    values[MAX_COMPRESSION] = stepped.max_compression;
    values[MAX_FORCE] = peak.force;
    values[SAMPLES_INSIDE] = (double)stepped.samples_inside;
    if (stepped.left) {
        values[EXIT_VELOCITY] = stepped.exit_velocity;
        values[CONTACT_TIME] = stepped.contact_time;
        values[EXIT_ENERGY] = stepped.exit_energy;
        values[RESTITUTION] = -stepped.exit_velocity / impact.velocity;
    }
}

static void run_impact(const Plan *plan, size_t index, CaseResult *result, double values[PHYSICAL])
{
    double fields[IMPACT_FIELDS];
    const char *scheme = plan->base.scheme;
    UrtoImpactExact exact;
    UrtoDiagnostic why = {0};

    memcpy(fields, plan->base.impact, sizeof fields);
    for (size_t i = 0; i < plan->axis_count; i++) {
        const PlanAxis *axis = &plan->axes[i];
        const double value = case_value(plan, index, i);
        if (axis->target == IMPACT_SCHEME) {
            scheme = axis->words[(size_t)value];
        } else {
            fields[axis->target] = value;
        }
    }
    const UrtoImpact impact = base_impact(fields);
    if (urto_impact_exact(&impact, &exact, &why) != URTO_OK) {
        refuse(result, why.message);
        return;
    }
    values[EXACT_EXIT_VELOCITY] = exact.exit_velocity;
    values[EXACT_MAX_COMPRESSION] = exact.max_compression;
    values[EXACT_CONTACT_TIME] = exact.contact_time;
    values[EXACT_EXIT_ENERGY] = exact.exit_energy;
    values[EXACT_RESTITUTION] = -exact.exit_velocity / impact.velocity;
    if (scheme[0]) {
        step_impact(fields, scheme, result, values);
        return;
    }
    values[EXIT_VELOCITY] = exact.exit_velocity;
    values[MAX_COMPRESSION] = exact.max_compression;
    values[CONTACT_TIME] = exact.contact_time;
    values[EXIT_ENERGY] = exact.exit_energy;
    values[RESTITUTION] = values[EXACT_RESTITUTION];
    if (wants(plan, MAX_FORCE)) {
        values[MAX_FORCE] = exact_force(&impact, &exact);
    }
}

/* --- phrases --- */

static void play_until(UrtoInstrument *instrument, CaseResult *result, size_t *done, size_t frame)
{
    float left[BLOCK], right[BLOCK];

    frame = frame < result->frames ? frame : result->frames;
    while (*done < frame) {
        const size_t count = frame - *done < BLOCK ? frame - *done : BLOCK;
        urto_instrument_process(instrument, (float *const[2]){left, right}, (uint32_t)count);
        for (size_t i = 0; i < count; i++) {
            result->samples[2 * (*done + i)] = left[i];
            result->samples[2 * (*done + i) + 1] = right[i];
        }
        *done += count;
    }
}

static void play_phrase(const Plan *plan, size_t index, CaseResult *result)
{
    const Phrase *phrase = &plan->base.phrase;
    const UrtoInstrumentOptions options = {.voices = phrase->has_tune ? 0 : 1};
    double note[PHRASE_PARAMETERS] = {phrase->key, phrase->velocity, phrase->hold};
    UrtoInstrument *instrument = NULL;
    UrtoDiagnostic why = {0};
    size_t done = 0;

    if (urto_instrument_create(&instrument, phrase->info, phrase->rate, &options, &why) !=
        URTO_OK) {
        refuse(result, why.message);
        return;
    }
    for (uint32_t i = 0; i < phrase->info->parameter_count; i++) {
        (void)urto_instrument_set(instrument, i, phrase->values[i], NULL);
    }
    for (size_t i = 0; i < plan->axis_count; i++) {
        const int target = plan->axes[i].target;
        const double value = case_value(plan, index, i);
        if (target < PHRASE_PARAMETERS) {
            note[target] = value;
        } else {
            (void)urto_instrument_set(instrument, (uint32_t)(target - PHRASE_PARAMETERS), value,
                                      NULL);
        }
    }
    result->rate = phrase->rate;
    result->channels = 2;
    result->frames = (size_t)(phrase->seconds * phrase->rate + 0.5);
    result->samples = memory_resize(NULL, 2 * result->frames + 1, sizeof(float));
    for (size_t i = 0; i < phrase->tune.count; i++) {
        const MidiFileMessage *message = &phrase->tune.messages[i];
        play_until(instrument, result, &done, (size_t)(message->seconds * phrase->rate + 0.5));
        urto_instrument_midi(instrument, 0, message->bytes, message->size);
    }
    if (!phrase->has_tune) {
        const UrtoEvent on = urto_note_on((uint8_t)note[PHRASE_KEY], note[PHRASE_VELOCITY]);
        const UrtoEvent off = urto_note_off((uint8_t)note[PHRASE_KEY]);
        (void)urto_instrument_event(instrument, &on, NULL);
        play_until(instrument, result, &done, (size_t)(note[PHRASE_HOLD] * phrase->rate + 0.5));
        (void)urto_instrument_event(instrument, &off, NULL);
    }
    play_until(instrument, result, &done, result->frames);
    if (urto_instrument_statistics(instrument).nonfinite) {
        refuse(result, "the motion became infinite, and was muted");
    }
    urto_instrument_destroy(instrument);
}

/* --- all --- */

static FeatureSound sound_of(const CaseResult *result)
{
    return (FeatureSound){result->samples, result->frames, result->channels, result->rate};
}

/* Nobody hears what is neither kept nor measured. */
static bool wants_sound(const Plan *plan)
{
    bool sound = plan->keep_sound || wants(plan, GAIN);

    for (size_t i = 0; i < plan->measure_count; i++) {
        sound = sound || plan->measures[i]->feature;
    }
    return sound;
}

/* Fades, then the level; returns the gain [dB]. */
static double finish_sound(const Plan *plan, CaseResult *result, UrtoSceneInfo info)
{
    RenderedScene rendered = {.samples = result->samples,
                              .frames = result->frames,
                              .channels = result->channels,
                              .rate = result->rate};
    double gain = plan->level == LEVEL_GAIN ? plan->level_value : 0.0;

    info.fade = plan->fade >= 0.0 ? plan->fade : info.fade;
    render_finish(&rendered, &info, gain);
    if (plan->level == LEVEL_PEAK || plan->level == LEVEL_LOUDNESS) {
        const FeatureSound sound = sound_of(result);
        const double level =
            plan->level == LEVEL_PEAK ? feature_peak(&sound) : feature_loudness(&sound);
        gain = isfinite(level) ? plan->level_value - level : 0.0;
        render_finish(&rendered, &(UrtoSceneInfo){0}, gain);
    }
    return gain;
}

void measure_case(const Plan *plan, size_t index, CaseResult *result)
{
    double values[PHYSICAL];
    UrtoSceneInfo info = {0};

    *result = (CaseResult){0};
    for (int i = 0; i < PHYSICAL; i++) {
        values[i] = (double)NAN;
    }
    if (plan->base.kind == BASE_SCENE) {
        play_scene(plan, index, result, values, &info);
    } else if (plan->base.kind == BASE_IMPACT) {
        run_impact(plan, index, result, values);
    } else {
        play_phrase(plan, index, result);
    }
    if (result->samples && !result->failed && wants_sound(plan)) {
        values[GAIN] = finish_sound(plan, result, info);
    }
    for (size_t i = 0; i < plan->measure_count; i++) {
        const Measure *measure = plan->measures[i];
        const FeatureSound sound = sound_of(result);
        result->values[i] = (double)NAN;
        if (!result->failed) {
            result->values[i] =
                measure->feature ? measure->feature->function(&sound) : values[measure - physical];
        }
    }
}

/* A phrase is played from its beginning, four times as much of it each time, until that is enough to know. */
static double phrase_cost(const Plan *plan, size_t index)
{
    const double whole = plan->base.phrase.seconds;
    Plan part = *plan;
    double *length = &part.base.phrase.seconds;
    double seconds = 0.0;

    for (*length = fmin(whole, 0.25);; *length = fmin(whole, 4.0 * *length)) {
        const clock_t start = clock();
        CaseResult result;
        measure_case(&part, index, &result);
        measure_free(&result);
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds >= COST_PILOT || *length >= whole) {
            return seconds * whole / *length;
        }
    }
}

double measure_cost(const Plan *plan, size_t index)
{
    char why[WHY_ROOM];
    TreePlace at;
    double seconds = 0.0;

    if (plan->base.kind == BASE_PHRASE) {
        return phrase_cost(plan, index);
    }
    if (plan->base.kind == BASE_SCENE) {
        UrtoScene *scene = measure_scene(plan, index, why, &at);
        UrtoPlayer *player = NULL;
        if (scene && urto_player_create(&player, scene, NULL, NULL) == URTO_OK) {
            const UrtoSceneInfo info = urto_scene_info(scene);
            const size_t frames = (size_t)(info.seconds * info.rate);
            const CostMeter meter = cost_measure(player, &info);
            seconds =
                meter.frames < frames ? meter.seconds * (double)frames / (double)meter.frames : 0.0;
        }
        urto_player_destroy(player);
        urto_scene_destroy(scene);
    }
    if (seconds == 0.0) { /* a short one, as a whole */
        const clock_t start = clock();
        CaseResult result;
        measure_case(plan, index, &result);
        measure_free(&result);
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    }
    return seconds;
}
