/* A player: a world, the hands that act on it, and the signals of its drives.
 *
 * Frames are cut at the actions, so that each happens at its sample. Plucks and shapes are prepared
 * when the player is made and released at their frame. Signals are functions of the frame alone: a
 * sine by its phase, noise by a hash of the frame number, pulses by whole periods.
 */
#define _XOPEN_SOURCE 700 /* j0, j1 */

#include "player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

typedef struct Wave {
    const SceneBody *body;
    double height;
    uint32_t mode;
    double root; /* of J0 */
} Wave;

static double wave_shape(void *context, double x, double y)
{
    const Wave *wave = context;
    const double *size = wave->body->size;

    if (wave->body->circle) {
        return wave->height * j0(wave->root * sqrt(x * x + y * y) / size[0]);
    }
    const double along = sin(wave->mode * pi * x / size[0]);
    const bool surface = wave->body->kind == SECTION_MEMBRANE || wave->body->kind == SECTION_PLATE;
    return wave->height * along * (surface ? sin(pi * y / size[1]) : 1.0);
}

/* A root of J0, from McMahon's start. */
static double bessel_root(uint32_t index)
{
    double root = (index - 0.25) * pi;

    for (int i = 0; i < 20; i++) {
        root += j0(root) / j1(root);
    }
    return root;
}

static bool needs_shape(const UrtoScene *scene, const SceneAction *action)
{
    const Section kind = scene->bodies[action->body].kind;

    return action->kind == ACTION_PLUCK ||
           (action->kind == ACTION_SHAPE && kind != SECTION_MODAL && kind != SECTION_BAR);
}

/* The shape of an entry of actions, with its first displacement. */
static UrtoStatus prepare(UrtoPlayer *player, const SceneAction *action, UrtoDiagnostic *why)
{
    const SceneBody *body = &player->scene->bodies[action->body];
    UrtoShape **shape = &player->shapes[action->entry];

    if (*shape || !needs_shape(player->scene, action)) {
        return URTO_OK;
    }
    if (action->kind == ACTION_PLUCK) {
        return urto_shape_create_pluck(shape, player->world, action->port, action->displacement,
                                       why);
    }
    Wave wave = {body, action->displacement, action->mode,
                 body->circle ? bessel_root(action->mode) : 0.0};
    return urto_shape_create(shape, player->world, body->id, wave_shape, NULL, &wave, why);
}

UrtoStatus player_act(const UrtoPlayer *player, UrtoWorld *world, const SceneAction *action,
                      UrtoDiagnostic *why)
{
    const SceneBody *body = &player->scene->bodies[action->body];
    const UrtoShape *shape = player->shapes[action->entry];
    const double velocity = action->velocity * action->growth;

    if (shape) {
        return urto_world_release(world, shape, action->growth, 0, why);
    }
    switch (action->kind) {
    case ACTION_STRIKE:
        return urto_world_strike(world, action->port, action->impulse * action->growth, 0, why);
    case ACTION_THROW:
        return action->against.id
                   ? urto_world_throw_at(world, body->id, action->against, fabs(velocity), 0, why)
                   : urto_world_throw(world, body->id, action->displacement, velocity, 0, why);
    case ACTION_PLUCK:
    case ACTION_SHAPE:
        break;
    }
    return urto_world_set_mode(world, body->id, action->mode - 1,
                               action->displacement * action->growth, 0.0, why);
}

static uint64_t action_frame(const UrtoPlayer *player, uint32_t index)
{
    return (uint64_t)(player->scene->actions[index].time * player->rate + 0.5);
}

/* Carries out what is due; the last failure is kept. */
static UrtoStatus act_due(UrtoPlayer *player, UrtoDiagnostic *why)
{
    const UrtoScene *scene = player->scene;
    UrtoStatus status = URTO_OK;

    while (player->next < scene->action_count &&
           action_frame(player, player->next) <= player->frame) {
        const UrtoStatus one =
            player_act(player, player->world, &scene->actions[player->next++], why);
        status = one == URTO_OK ? status : one;
    }
    return status;
}

/* The world's memory comes from here: a few lines of text cannot take all there is. */
static void *limited_allocate(void *context, size_t bytes)
{
    UrtoPlayer *player = context;

    if (bytes > URTO_SCENE_MAX_WORLD) {
        player->too_large = true;
        return NULL;
    }
    return player->allocator.allocate(player->allocator.context, bytes);
}

static void limited_release(void *context, void *memory)
{
    const UrtoPlayer *player = context;

    player->allocator.release(player->allocator.context, memory);
}

static UrtoStatus make_world(UrtoPlayer *player, UrtoScene *scene, const UrtoPlayerOptions *options,
                             UrtoDiagnostic *why)
{
    const UrtoAllocator limited = {limited_allocate, limited_release, player};
    UrtoWorldOptions choices = scene_world_options(scene);

    choices.ledger = options->ledger;
    choices.contact_events = options->contact_events;
    if (player->played) { /* ramps are those of the instrument */
        choices.repeatable = true;
        choices.smoothing = URTO_NO_SMOOTHING;
    }
    choices.allocator = &limited;
    urto_world_def_options(scene->def, &choices);
    UrtoStatus status = urto_world_create(&player->world, scene->def, player->rate, why);
    choices.allocator = NULL; /* it does not outlive this function */
    urto_world_def_options(scene->def, &choices);
    const SceneAction *actions = player->played ? scene->play->strokes : scene->actions;
    const uint32_t count = player->played ? scene->play->stroke_count : scene->action_count;
    for (uint32_t i = 0; i < count && status == URTO_OK; i++) {
        status = prepare(player, &actions[i], why);
    }
    return status;
}

static uint32_t shape_count(const UrtoScene *scene, bool played)
{
    return played ? scene->play->stroke_count : scene->entry_count;
}

/* Bad options are no fault of the scene. */
static bool check_options(const UrtoPlayerOptions *options, UrtoDiagnostic *reason)
{
    enum { MAX_EVENTS = 65536 };

    if (options->rate != 0.0 && !(options->rate >= 1000.0 && options->rate <= 1e7)) {
        *reason = (UrtoDiagnostic){URTO_ERROR_ARGUMENT, "rate", options->rate, ""};
        urto_format(reason->message, sizeof reason->message,
                    "rate is %.10g, must be 0 or 1000 to 1e7 Hz", options->rate);
        return false;
    }
    if (options->contact_events > MAX_EVENTS) {
        *reason =
            (UrtoDiagnostic){URTO_ERROR_ARGUMENT, "contact_events", options->contact_events, ""};
        snprintf(reason->message, sizeof reason->message, "contact_events is %u, must be 0 to %d",
                 options->contact_events, MAX_EVENTS);
        return false;
    }
    return true;
}

UrtoStatus urto_player_create(UrtoPlayer **player, UrtoScene *scene,
                              const UrtoPlayerOptions *options, UrtoDiagnostic *why)
{
    return player_make(player, scene, options, false, why);
}

UrtoStatus player_make(UrtoPlayer **player, UrtoScene *scene, const UrtoPlayerOptions *options,
                       bool played, UrtoDiagnostic *why)
{
    const UrtoPlayerOptions given = options ? *options : (UrtoPlayerOptions){0};
    const UrtoAllocator allocator = urto_allocator(given.allocator);
    UrtoDiagnostic reason = {.status = URTO_ERROR_ARGUMENT, .field = "scene"};

    if (player) {
        *player = NULL;
    }
    if (!player || !scene || scene->error_count || !check_options(&given, &reason)) {
        if (!reason.message[0]) {
            snprintf(reason.message, sizeof reason.message, "%.200s",
                     !player  ? "player is NULL"
                     : !scene ? "scene is NULL"
                              : scene->errors[0].message);
        }
        if (why) {
            *why = reason;
        }
        return reason.status;
    }
    const size_t shapes = shape_count(scene, played) * sizeof(UrtoShape *);
    UrtoPlayer *made = allocator.allocate(allocator.context, sizeof *made + shapes);
    UrtoStatus status = URTO_ERROR_MEMORY;
    snprintf(reason.message, sizeof reason.message, "out of memory");
    if (made) {
        memset(made, 0, sizeof *made + shapes);
        made->allocator = allocator;
        made->played = played;
        made->scene = scene;
        made->shapes = (UrtoShape **)(void *)(made + 1);
        made->rate = given.rate != 0.0 ? given.rate : scene->info.rate;
        status = make_world(made, scene, &given, &reason);
        status = status == URTO_OK && !played ? act_due(made, &reason) : status;
    }
    if (status != URTO_OK) {
        reason.status = status;
        scene_locate(scene, &reason, made && made->too_large, made ? made->rate : scene->info.rate);
        if (why) {
            *why = reason;
        }
        urto_player_destroy(made);
        return status;
    }
    scene_notes(scene, made->world, made->rate, played);
    *player = made;
    return URTO_OK;
}

void urto_player_destroy(UrtoPlayer *player)
{
    if (player) {
        const UrtoAllocator allocator = player->allocator;
        for (uint32_t i = 0; i < shape_count(player->scene, player->played); i++) {
            urto_shape_destroy(player->shapes[i]);
        }
        urto_world_destroy(player->world);
        allocator.release(allocator.context, player);
    }
}

void urto_player_reset(UrtoPlayer *player)
{
    if (player) {
        urto_world_reset(player->world);
        player->frame = player->next = 0;
        player->turn = 0;
        act_due(player, NULL);
    }
}

/* Those that are over have had their effect. */
static const SceneTurn *next_turn(UrtoPlayer *player)
{
    const UrtoScene *scene = player->scene;
    const double now = (double)player->frame / player->rate;

    while (player->turn < scene->turn_count && scene->turns[player->turn].end <= now) {
        player->turn++;
    }
    return player->turn < scene->turn_count ? &scene->turns[player->turn] : NULL;
}

double urto_player_hurry(UrtoPlayer *player)
{
    if (!player || player->played) {
        return HUGE_VAL;
    }
    const UrtoScene *scene = player->scene;
    const SceneTurn *turn = next_turn(player);
    double due = turn ? turn->time : HUGE_VAL;

    if (player->next < scene->action_count) {
        due = fmin(due, scene->actions[player->next].time);
    }
    while (player->next < scene->action_count && scene->actions[player->next].time == due) {
        (void)player_act(player, player->world, &scene->actions[player->next++], NULL);
    }
    for (; turn && turn->time == due; turn = next_turn(player)) {
        (void)urto_world_set(player->world, turn->target, turn->value, 0, 0, NULL);
        player->turn++;
    }
    return due;
}

UrtoWorld *urto_player_world(UrtoPlayer *player)
{
    return player ? player->world : NULL;
}

double urto_player_rate(const UrtoPlayer *player)
{
    return player ? player->rate : 0.0;
}

UrtoStatus urto_player_set(UrtoPlayer *player, UrtoTarget target, double value, uint32_t ramp,
                           UrtoDiagnostic *why)
{
    return urto_world_set(player ? player->world : NULL, target, value, 0, ramp, why);
}

/* Uniform in -1 to 1, the same for the same frame and channel. */
static float noise_at(uint64_t frame, uint32_t channel)
{
    uint64_t x = frame * 0x9E3779B97F4A7C15U + channel * 0xD1B54A32D192ED03U + 1U;

    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    x ^= x >> 31;
    return (float)((double)(x >> 11) * 0x1p-52 - 1.0);
}

static float signal_at(const SceneSignal *signal, uint64_t frame, double rate, uint32_t channel)
{
    const double turns = (double)frame / rate * signal->frequency;

    switch (signal->kind) {
    case SIGNAL_SINE:
        return (float)sin(2.0 * pi * (turns - floor(turns)));
    case SIGNAL_NOISE:
        return noise_at(frame, channel);
    case SIGNAL_PULSE:
        break;
    }
    const double last = frame ? (double)(frame - 1) / rate * signal->frequency : -1.0;
    return floor(turns) > floor(last) ? 1.0F : 0.0F;
}

void player_signals(const UrtoScene *scene, uint64_t frame, double rate, float *const *signals,
                    uint32_t frames)
{
    for (uint32_t c = 0; c < scene->signal_count; c++) {
        for (uint32_t i = 0; i < frames; i++) {
            signals[c][i] = signal_at(&scene->signals[c], frame + i, rate, c);
        }
    }
}

void urto_player_process(UrtoPlayer *player, float *const *out, uint32_t frames)
{
    if (!player) {
        return;
    }
    const UrtoScene *scene = player->scene;
    const uint32_t channels = scene->info.channels;
    float *in[URTO_MAX_CHANNELS];

    for (uint32_t c = 0; c < scene->signal_count; c++) {
        in[c] = player->signals[c];
    }
    for (uint32_t done = 0; done < frames;) {
        uint32_t count = frames - done < BLOCK ? frames - done : BLOCK;
        float *to[URTO_MAX_CHANNELS];
        act_due(player, NULL);
        if (player->next < scene->action_count) {
            const uint64_t until = action_frame(player, player->next) - player->frame;
            count = until < count ? (uint32_t)until : count;
        }
        for (uint32_t c = 0; c < channels; c++) {
            to[c] = out && out[c] ? out[c] + done : NULL;
        }
        player_signals(scene, player->frame, player->rate, in, count);
        urto_world_process(player->world, (const float *const *)in, to, count);
        player->frame += count;
        done += count;
    }
}
