/* Kinds that programs bring along. A new note finds its world as it was made: the state of the last
 * one is gone, and all controls are set anew. */
#include "custom.h"

#include "../base/status.h"

#include <string.h>

_Static_assert(COMMON_COUNT == URTO_COMMON_PARAMETERS, "the header says how many are added");
_Static_assert(URTO_KIND_PARAMETERS + COMMON_COUNT <= PARAMETERS_MAX, "a table has room");
_Static_assert(URTO_KIND_TARGETS <= SLOTS_MAX, "a voice has as many slots");

enum { VELOCITY_CURVE, CONCERT_PITCH, MAKEUP, LEVEL, VOICING };

static const char *const voicings[] = {"", NULL};
static const UrtoParameterInfo common_rows[] = {COMMON_ROWS};
static const UrtoPreset as_described = {
    .id = "default", .name = "Default", .description = "All as it is described."};

static UrtoVoice view_of(Voice *voice)
{
    return (UrtoVoice){.world = voice_world(voice),
                       .parameters = voice->parameters,
                       .rate = voice->rate,
                       .pitch = voice_pitch(voice),
                       .velocity = voice->velocity,
                       .pressure = voice->pressure,
                       .timbre = voice->timbre,
                       .bend = voice->bend,
                       .frame = voice->memory.custom.frames,
                       .key = voice->key,
                       .held = voice_held(voice),
                       .again = voice->memory.custom.begun,
                       .slots = voice};
}

static void apply(Voice *voice, uint32_t ramp)
{
    const UrtoInstrumentKind *given = &voice->custom->given;

    if (!voice->memory.custom.begun) {
        urto_world_reset(voice_world(voice));
        control_slots_forget(&voice->slots[voice->world_index]);
    }
    if (given->apply) {
        const UrtoVoice view = view_of(voice);
        given->apply(given->context, &view, ramp);
    }
}

static void start(Voice *voice)
{
    const UrtoInstrumentKind *given = &voice->custom->given;

    if (given->start) {
        const UrtoVoice view = view_of(voice);
        given->start(given->context, &view);
    }
    voice->memory.custom.begun = true;
}

/* What flies may not have arrived yet, and what is held may sound again: a ball between two hits. */
static bool tick(Voice *voice)
{
    CustomMemory *memory = &voice->memory.custom;

    memory->heard = memory->heard || sleep_level(&voice->sleep) > SLEEP_LEVEL;
    return (!memory->heard || voice_held(voice)) && !urto_world_sleeps(voice_world(voice));
}

static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    const UrtoInstrumentKind *given = &voice->custom->given;

    if (given->input) {
        const UrtoVoice view = view_of(voice);
        given->input(given->context, &view, signal, frames);
    }
    voice->memory.custom.frames += frames;
}

void urto_voice_move(const UrtoVoice *voice, uint32_t slot, double value, uint32_t ramp)
{
    Voice *inner = voice ? voice->slots : NULL;

    if (inner && slot < inner->custom->given.target_count) {
        voice_set(inner, slot, value, ramp);
    }
}

void urto_voice_move_from(const UrtoVoice *voice, uint32_t slot, double from, double value,
                          uint32_t ramp)
{
    Voice *inner = voice ? voice->slots : NULL;

    if (inner && slot < inner->custom->given.target_count) {
        voice_set_from(inner, slot, from, value, ramp);
    }
}

static UrtoStatus check(const UrtoInstrumentKind *given, UrtoDiagnostic *why)
{
    const UrtoInstrumentInfo *info = &given->info;

    if (!info->id || !info->name || !info->description || !given->world) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "kind", 0.0,
                           "a kind needs id, name, description and world, none may be NULL");
    }
    if (info->parameter_count > URTO_KIND_PARAMETERS ||
        (info->parameter_count && !info->parameters)) {
        return status_fail(why, URTO_ERROR_LIMIT, "parameters", info->parameter_count,
                           "a kind has %u parameters, must be at most %u", info->parameter_count,
                           URTO_KIND_PARAMETERS);
    }
    if (given->target_count > URTO_KIND_TARGETS || (given->target_count && !given->targets)) {
        return status_fail(why, URTO_ERROR_LIMIT, "targets", given->target_count,
                           "a kind moves %u controls, must be at most %u", given->target_count,
                           URTO_KIND_TARGETS);
    }
    if (given->channels < 1 || given->channels > 2 || given->inputs > URTO_MAX_CHANNELS) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "channels", given->channels,
                           "a kind has %u outputs and %u inputs, must be 1 or 2 and at most %u",
                           given->channels, given->inputs, URTO_MAX_CHANNELS);
    }
    if (!isfinite(given->gain) || given->gain <= 0.0) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "gain", given->gain,
                           "gain is %g, must be a number > 0", given->gain);
    }
    if (info->lowest_key > info->highest_key || info->highest_key > 127) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "keys", info->lowest_key,
                           "the keys of a kind are %u to %u, must rise and be 0 to 127",
                           info->lowest_key, info->highest_key);
    }
    return URTO_OK;
}

UrtoStatus custom_take(CustomKind *custom, const UrtoInstrumentKind *given, UrtoDiagnostic *why)
{
    const UrtoStatus status = check(given, why);
    const uint32_t own = given->info.parameter_count;

    if (status != URTO_OK) {
        return status;
    }
    custom->given = *given;
    for (uint32_t i = 0; i < own; i++) {
        custom->table[i] = given->info.parameters[i];
    }
    for (uint32_t i = 0; i < COMMON_COUNT; i++) {
        custom->table[own + i] = common_rows[i];
    }
    custom->kind = (Kind){.info = given->info,
                          .worlds = 1,
                          .inputs = given->inputs,
                          .gain = given->gain,
                          .slots = given->targets,
                          .world = given->world,
                          .sides = given->channels,
                          .apply = apply,
                          .start = start,
                          .tick = tick,
                          .input = input};
    custom->kind.info.parameters = custom->table;
    custom->kind.info.parameter_count = own + COMMON_COUNT;
    custom->kind.info.presets = &as_described;
    custom->kind.info.preset_count = 1;
    if (custom->kind.info.voices < 1 || custom->kind.info.voices > URTO_MAX_VOICES) {
        custom->kind.info.voices = 8;
    }
    return URTO_OK;
}
