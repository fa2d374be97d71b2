/* A scene as an instrument: what its `play:` block does in the world of a voice.
 *
 * A tuned body gets the factor pitch of the key / pitch of the scene as it is written. Every other
 * control that is moved has the value of what moves it; where several move it, the product of the
 * first and of each other over its value at rest.
 */
#include "player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double bend_span = 4.0; /* semitones from one end of a move by bend to the other */

/* Where a source is between its ends. */
static double part_of(const ScenePlay *play, const SceneMove *move, const UrtoVoice *voice,
                      bool held)
{
    const double keys = play->high > play->low ? play->high - play->low : 0.0;

    switch (move->by) {
    case BY_VELOCITY:
        return voice->velocity;
    case BY_PRESSURE:
        return voice->pressure;
    case BY_TIMBRE:
        return 0.5 + 0.5 * voice->timbre;
    case BY_BEND:
        return fmin(1.0, fmax(0.0, 0.5 + voice->bend / bend_span));
    case BY_KEY:
        return keys > 0.0 ? (voice->key - play->low) / keys : 0.5;
    case BY_HOLD:
        return held ? 1.0 : 0.0;
    case BY_CONTROLLER:
        break;
    }
    return urto_parameter_normalize(&play->parameters[move->controller],
                                    voice->parameters[move->controller]);
}

static double value_of(const ScenePlay *play, const SceneMove *move, const UrtoVoice *voice,
                       bool held)
{
    const double part = part_of(play, move, voice, held);

    return move->log ? move->from * pow(move->to / move->from, part)
                     : move->from + part * (move->to - move->from);
}

/* What a slot has to be. */
static double slot_value(const UrtoPlayer *player, uint32_t slot, const UrtoVoice *voice, bool held)
{
    const ScenePlay *play = player->scene->play;
    const UrtoControlInfo *info = urto_control_info(play->targets[slot].control);
    bool first = slot >= play->tuned_count;
    double value = first ? 0.0 : voice->pitch / player->pitch;

    for (uint32_t i = 0; i < play->move_count; i++) {
        const SceneMove *move = &play->moves[i];
        if (move->slot == slot) {
            const double its = value_of(play, move, voice, held);
            value = first ? its : value * its / move->rest;
            first = false;
        }
    }
    return fmin(info->maximum, fmax(info->minimum, value));
}

/* How long a change of the slot takes; 0: as long as others do. */
static double slot_seconds(const ScenePlay *play, uint32_t slot)
{
    double seconds = 0.0;

    for (uint32_t i = 0; i < play->move_count; i++) {
        seconds = play->moves[i].slot == slot ? fmax(seconds, play->moves[i].seconds) : seconds;
    }
    return seconds;
}

static void apply(void *context, const UrtoVoice *voice, uint32_t ramp) URTO_REALTIME;

static void apply(void *context, const UrtoVoice *voice, uint32_t ramp)
{
    const UrtoPlayer *player = context;
    const ScenePlay *play = player->scene->play;

    for (uint32_t slot = 0; slot < play->target_count; slot++) {
        const double value = slot_value(player, slot, voice, voice->held);
        const double seconds = slot_seconds(play, slot);
        const uint32_t frames = (uint32_t)(seconds * voice->rate + 0.5);
        if (seconds > 0.0 && ramp == 0) {
            urto_voice_move_from(voice, slot, slot_value(player, slot, voice, false), value,
                                 frames);
        } else {
            urto_voice_move(voice, slot, value, seconds > 0.0 ? frames : ramp);
        }
    }
}

static void start(void *context, const UrtoVoice *voice) URTO_REALTIME;

static void start(void *context, const UrtoVoice *voice)
{
    const UrtoPlayer *player = context;
    const ScenePlay *play = player->scene->play;

    for (uint32_t i = 0; i < play->stroke_count; i++) {
        SceneAction stroke = play->strokes[i];
        stroke.growth = pow(stroke.soft, 1.0 - voice->velocity);
        (void)player_act(player, voice->world, &stroke, NULL);
    }
}

static void input(void *context, const UrtoVoice *voice, float *const *signal,
                  uint32_t frames) URTO_REALTIME;

static void input(void *context, const UrtoVoice *voice, float *const *signal, uint32_t frames)
{
    const UrtoPlayer *player = context;

    player_signals(player->scene, voice->frame, voice->rate, signal, frames);
}

static void destroy(void *context)
{
    UrtoPlayer *player = context;
    UrtoScene *scene = player->scene;

    urto_player_destroy(player);
    urto_scene_destroy(scene);
}

/* Refused after it was compiled: an error of the scene. */
static UrtoStatus refuse(UrtoScene *scene, uint32_t line, uint32_t column, UrtoDiagnostic *why,
                         const char *message)
{
    scene_error_at(scene, line, column, "%s", message);
    if (why) {
        *why = (UrtoDiagnostic){.status = URTO_ERROR_ARGUMENT, .field = "play"};
        snprintf(why->message, sizeof why->message, "%.200s", message);
    }
    return URTO_ERROR_ARGUMENT;
}

/* The pitch as written, and whether all bodies can be tuned to all keys. */
static UrtoStatus check_tuning(UrtoPlayer *player, UrtoDiagnostic *why)
{
    UrtoScene *scene = player->scene;
    const ScenePlay *play = scene->play;
    const double a4 = 440.0;
    char message[200];

    player->pitch = play->pitch;
    if (play->tuned_count && !(player->pitch > 0.0)) {
        const UrtoBody body = scene->bodies[play->tuned[0]].id;
        player->pitch = urto_world_mode_info(player->world, body, 0).frequency;
    }
    if (play->tuned_count && !(player->pitch > 0.0)) {
        snprintf(message, sizeof message,
                 "%s is on a grid, which has no lowest mode to tune by: it must be modal, or pitch "
                 "given",
                 scene->bodies[play->tuned[0]].name);
        return refuse(scene, play->line, play->column, why, message);
    }
    for (uint32_t i = 0; i < play->tuned_count; i++) {
        const double highest = a4 * exp2((play->high - 69.0) / 12.0);
        UrtoDiagnostic reason = {0};
        if (urto_world_set(player->world, play->targets[i], highest / player->pitch, 0, 0,
                           &reason) != URTO_OK) {
            urto_format(message, sizeof message,
                        "%.40s cannot be tuned to the highest key, %.1f Hz: %.100s",
                        scene->bodies[play->tuned[i]].name, highest, reason.message);
            return refuse(scene, play->keys_line, play->keys_column, why, message);
        }
    }
    urto_world_reset(player->world);
    return URTO_OK;
}

/* All voices together must not need more than one world may. */
static UrtoStatus check_memory(UrtoPlayer *player, uint32_t voices, UrtoDiagnostic *why)
{
    const ScenePlay *play = player->scene->play;
    const double bytes = (double)urto_world_bytes(player->world) * (voices + 5.0);
    char message[160];

    if (bytes <= (double)URTO_SCENE_MAX_WORLD) {
        return URTO_OK;
    }
    urto_format(
        message, sizeof message,
        "%u voices need %.1f GB of memory, must be at most 1 GiB: fewer voices, or fewer or "
        "coarser bodies",
        voices, 1e-9 * bytes);
    return refuse(player->scene, play->line, play->column, why, message);
}

static UrtoInstrumentKind kind_of(UrtoPlayer *player)
{
    const UrtoScene *scene = player->scene;
    const ScenePlay *play = scene->play;
    const char *title = scene->title ? scene->title : "";

    return (UrtoInstrumentKind){.info = {.id = "scene",
                                         .name = title[0] ? title : "Scene",
                                         .description = title[0] ? title : "A scene.",
                                         .parameters = play->parameters,
                                         .parameter_count = play->parameter_count,
                                         .lowest_key = play->low,
                                         .highest_key = play->high,
                                         .pitched = play->tuned_count > 0,
                                         .voices = play->voices},
                                .world = player->world,
                                .rate = player->rate,
                                .gain = play->gain,
                                .channels = scene->info.channels,
                                .inputs = scene->signal_count,
                                .targets = play->targets,
                                .target_count = play->target_count,
                                .context = player,
                                .apply = apply,
                                .start = start,
                                .input = scene->signal_count ? input : NULL,
                                .destroy = destroy};
}

UrtoStatus urto_scene_instrument_create(UrtoInstrument **instrument, UrtoScene *scene, double rate,
                                        const UrtoInstrumentOptions *options, UrtoDiagnostic *why)
{
    const UrtoInstrumentOptions own = options ? *options : urto_instrument_options();
    const UrtoPlayerOptions compile = {
        .rate = rate, .ledger = own.ledger, .allocator = own.allocator};
    UrtoPlayer *player = NULL;

    if (instrument) {
        *instrument = NULL;
    }
    if (scene && !scene->error_count && !scene->play) {
        return refuse(scene, 1, 1, why,
                      "the scene has no play block, which says what a key does; docs/scenes.md");
    }
    if (!instrument || !(rate >= 8000.0 && rate <= 384000.0) || own.voices > URTO_MAX_VOICES) {
        if (why) {
            *why = (UrtoDiagnostic){URTO_ERROR_ARGUMENT, "rate", rate, ""};
            urto_format(why->message, sizeof why->message,
                        "%s, the rate is %.10g and must be 8000 to 384000 Hz, the voices %u and "
                        "must be at most %u",
                        instrument ? "bad options" : "instrument is NULL", rate, own.voices,
                        URTO_MAX_VOICES);
        }
        return URTO_ERROR_ARGUMENT;
    }
    UrtoStatus status = player_make(&player, scene, &compile, true, why);
    if (status != URTO_OK) {
        return status;
    }
    status = check_tuning(player, why);
    status = status == URTO_OK
                 ? check_memory(player, own.voices ? own.voices : scene->play->voices, why)
                 : status;
    if (status != URTO_OK) {
        urto_player_destroy(player);
        return status;
    }
    const UrtoInstrumentKind kind = kind_of(player);
    status = urto_instrument_create_kind(instrument, &kind, &own, why);
    if (status != URTO_OK) {
        urto_player_destroy(player);
        return status;
    }
    return URTO_OK;
}

UrtoStatus urto_scene_instrument_read(UrtoInstrument **instrument, const char *text, size_t size,
                                      double rate, const UrtoInstrumentOptions *options,
                                      UrtoDiagnostic *why)
{
    UrtoScene *scene = NULL;
    UrtoStatus status = urto_scene_load(&scene, text, size, NULL, 0);

    if (instrument) {
        *instrument = NULL;
    }
    status = status == URTO_OK ? urto_scene_instrument_create(instrument, scene, rate, options, why)
                               : status;
    const UrtoSceneError *error = urto_scene_error(scene, 0);
    if (status != URTO_OK && why && error) {
        *why = (UrtoDiagnostic){.status = status, .field = "text"};
        snprintf(why->message, sizeof why->message, "line %u:%u: %.180s", error->line,
                 error->column, error->message);
    } else if (status == URTO_ERROR_MEMORY && why) {
        *why = (UrtoDiagnostic){.status = status, .field = "memory"};
        snprintf(why->message, sizeof why->message, "out of memory");
    }
    if (status != URTO_OK) {
        urto_scene_destroy(scene);
    }
    return status;
}
