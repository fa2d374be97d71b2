/* A player: a world, the hands that act on it, and the signals of its drives.
 *
 * Frames are cut at the actions, so that each happens at its sample. Signals are functions of the
 * frame alone: a sine by its phase, noise by a hash of the frame number, pulses by whole periods.
 */
#define _XOPEN_SOURCE 700 /* j0, j1 */

#include "loader.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCK = 256 };

struct UrtoPlayer {
    const UrtoScene *scene;
    UrtoWorld *world;
    uint64_t frame;
    uint32_t next; /* action */
    float signals[URTO_MAX_CHANNELS][BLOCK];
};

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

static UrtoStatus act(UrtoPlayer *player, const SceneAction *action, UrtoDiagnostic *why)
{
    const SceneBody *body = &player->scene->bodies[action->body];
    Wave wave = {body, action->displacement, action->mode, 0.0};

    switch (action->deed) {
    case DEED_PLUCK:
        return urto_world_pluck(player->world, action->port, action->displacement, why);
    case DEED_STRIKE:
        return urto_world_strike(player->world, action->port, action->impulse, why);
    case DEED_THROW:
        return urto_world_mode(player->world, body->id, 0, action->displacement, action->velocity,
                               why);
    case DEED_SHAPE:
        break;
    }
    if (body->kind == SECTION_MODAL || body->kind == SECTION_BAR) {
        return urto_world_mode(player->world, body->id, action->mode - 1, action->displacement, 0.0,
                               why);
    }
    wave.root = body->circle ? bessel_root(action->mode) : 0.0;
    return urto_world_shape(player->world, body->id, wave_shape, NULL, &wave, why);
}

/* Carries out what is due; the last failure is kept. */
static UrtoStatus act_due(UrtoPlayer *player, UrtoDiagnostic *why)
{
    const UrtoScene *scene = player->scene;
    UrtoStatus status = URTO_OK;

    while (player->next < scene->action_count &&
           scene->actions[player->next].frame <= player->frame) {
        const UrtoStatus one = act(player, &scene->actions[player->next++], why);
        status = one == URTO_OK ? status : one;
    }
    return status;
}

UrtoStatus urto_player_create(UrtoPlayer **player, const UrtoScene *scene, UrtoDiagnostic *why)
{
    UrtoPlayer *made = calloc(1, sizeof *made);
    UrtoStatus status = URTO_ERROR_MEMORY;

    *player = NULL;
    if (made) {
        made->scene = scene;
        status = urto_world_create(&made->world, scene->def, scene->info.rate, why);
        status = status == URTO_OK ? act_due(made, why) : status;
    } else if (why) {
        *why = (UrtoDiagnostic){.status = status, .message = "out of memory"};
    }
    if (status != URTO_OK) {
        urto_player_destroy(made);
        return status;
    }
    *player = made;
    return URTO_OK;
}

void urto_player_destroy(UrtoPlayer *player)
{
    if (player) {
        urto_world_destroy(player->world);
        free(player);
    }
}

const UrtoWorld *urto_player_world(const UrtoPlayer *player)
{
    return player->world;
}

UrtoStatus urto_player_set(UrtoPlayer *player, const char *of, double value, uint32_t ramp,
                           UrtoDiagnostic *why)
{
    SceneTarget target;
    char problem[PROBLEM_ROOM] = "";
    UrtoStatus status = URTO_ERROR_UNKNOWN;

    if (target_find(player->scene, of, &target, problem)) {
        status = URTO_ERROR_ARGUMENT;
        if (target_accepts(&target, value, problem)) {
            return urto_world_set(player->world, target.parameter, target.id, value, 0, ramp, why);
        }
    }
    if (why) {
        *why = (UrtoDiagnostic){.status = status, .field = "of", .value = value};
        snprintf(why->message, sizeof why->message, "%s", problem);
    }
    return status;
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

void urto_player_process(UrtoPlayer *player, float *const *out, uint32_t frames)
{
    const UrtoScene *scene = player->scene;
    const uint32_t channels = scene->info.channels;
    const float *in[URTO_MAX_CHANNELS];

    for (uint32_t c = 0; c < scene->signal_count; c++) {
        in[c] = player->signals[c];
    }
    for (uint32_t done = 0; done < frames;) {
        uint32_t count = frames - done < BLOCK ? frames - done : BLOCK;
        float *to[URTO_MAX_CHANNELS];
        act_due(player, NULL);
        if (player->next < scene->action_count) {
            const uint64_t until = scene->actions[player->next].frame - player->frame;
            count = until < count ? (uint32_t)until : count;
        }
        for (uint32_t c = 0; c < channels; c++) {
            to[c] = out && out[c] ? out[c] + done : NULL;
        }
        for (uint32_t c = 0; c < scene->signal_count; c++) {
            for (uint32_t i = 0; i < count; i++) {
                player->signals[c][i] =
                    signal_at(&scene->signals[c], player->frame + i, scene->info.rate, c);
            }
        }
        urto_world_process(player->world, in, to, count);
        player->frame += count;
        done += count;
    }
}
