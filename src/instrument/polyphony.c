/* Voices: which one plays a note, how they end.
 *
 * A note whose key sounds already strikes the same voice again, as a hand strikes the same string.
 * Else it takes a voice at rest. When as many sound as may, the quietest released one, or the
 * oldest of all, fades within milliseconds while the new note begins in a spare voice. If all spare
 * ones are fading, the one nearest to its end is cut, and the last value of its output decays in its
 * place: no step in the sound.
 *
 * A key beyond the range sounds as the last one within it, in a voice of its own.
 *
 * A fading voice ignores notes and parameters.
 *
 * A voice that was below -160 dB of full scale for a tenth of a second, with no excitation, is put to
 * rest: its bodies to 0, its cost to nothing.
 */
#include "../play/parts.h"
#include "instrument.h"

#include <string.h>

/* what the soft pedal leaves of the velocity, and takes from the hardness: chosen */
static const double soft_stroke = 0.8, soft_timbre = 0.4;
static const double fade_seconds = 0.005, glide_seconds = 0.01, quiet_seconds = 0.1;

/* Steps of a world in one frame. */
static uint32_t oversampling(const Kind *kind, double rate)
{
    return (uint32_t)clamp(ceil(kind->steps / rate), 1.0, 16.0);
}

static UrtoStatus create_world(UrtoInstrument *instrument, Voice *voice, uint32_t index,
                               bool ledger, UrtoDiagnostic *why)
{
    const Kind *kind = instrument->kind;
    const UrtoWorldOptions options = {.inputs = kind->inputs,
                                      .outputs = kind->radiator.count ? OUTS : 2,
                                      .oversampling = oversampling(kind, instrument->rate),
                                      .smoothing = URTO_NO_SMOOTHING,
                                      .band = 0.9,
                                      .ledger = ledger,
                                      .repeatable = true};
    UrtoWorldDef *def = NULL;
    UrtoStatus status = part_begin(&def, &instrument->allocator, &options, why);

    if (status != URTO_OK) {
        return status;
    }
    kind->build(def, index);
    status = urto_world_create(&voice->slots[index].world, def, instrument->rate, why);
    urto_world_def_destroy(def);
    if (status == URTO_OK && kind->finish) {
        kind->finish(voice->slots[index].world, index);
    }
    return status;
}

/* The worlds of the first voice are compiled, those of the others are copies. */
UrtoStatus voices_create(UrtoInstrument *instrument, bool ledger, UrtoDiagnostic *why)
{
    const Kind *kind = instrument->kind;
    Voice *first = &instrument->voices[0];

    for (uint32_t v = 0; v < instrument->room; v++) {
        instrument->voices[v] =
            (Voice){.parameters = instrument->parameters,
                    .common = instrument->parameters + kind->info.parameter_count - COMMON_COUNT,
                    .clock = &instrument->played,
                    .rate = instrument->rate,
                    .custom = kind == &instrument->custom.kind ? &instrument->custom : NULL};
    }
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        for (uint32_t w = 0; w < kind->worlds; w++) {
            ControlSlots *slots = &voice->slots[w];
            slots->targets = kind->slots;
            control_slots_forget(slots);
            const UrtoStatus status =
                v || kind->world
                    ? urto_world_clone(&slots->world, v ? first->slots[w].world : kind->world, why)
                    : create_world(instrument, voice, w, ledger, why);
            if (status != URTO_OK) {
                return status;
            }
            voice->reference[w] =
                kind->world ? 0.0 : urto_world_mode_info(slots->world, kind->tuned, 0).frequency;
        }
    }
    return URTO_OK;
}

void voices_destroy(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        for (uint32_t w = 0; w < WORLDS_MAX; w++) {
            urto_world_destroy(instrument->voices[v].slots[w].world);
        }
    }
}

static void voice_rest(Voice *voice)
{
    urto_world_rest(voice_world(voice));
    voice->state = VOICE_IDLE;
    voice->held = voice->sustained = voice->caught = false;
    memset(voice->last, 0, sizeof voice->last);
    voice->sleep = (Sleep){.peak = 0.0};
    memset(voice->pulls, 0, sizeof voice->pulls);
    memset(&voice->memory, 0, sizeof voice->memory);
    voice->set_delay = 0;
    voice->ramping = false;
    /* ramps may have been under way: the next note sets everything anew */
    urto_world_cancel(voice_world(voice));
    control_slots_forget(&voice->slots[voice->world_index]);
}

static void voice_fade(const UrtoInstrument *instrument, Voice *voice)
{
    if (voice->state == VOICE_SOUNDS) {
        voice->state = VOICE_FADES;
        voice->fade = 1.0;
        voice->fade_step = 1.0 / (fade_seconds * instrument->rate);
        voice->held = voice->sustained = voice->caught = false;
        if (instrument->kind->stop) {
            instrument->kind->stop(voice);
        }
    }
}

static void voice_cut(UrtoInstrument *instrument, Voice *voice)
{
    const double *last = voice->last;

    instrument->tail[0] += (last[OUT_MID] + last[OUT_SIDE]) * instrument->gain;
    instrument->tail[1] += (last[OUT_MID] - last[OUT_SIDE]) * instrument->gain;
    voice_rest(voice);
}

static Voice *idle_voice(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        if (instrument->voices[v].state == VOICE_IDLE) {
            return &instrument->voices[v];
        }
    }
    return NULL;
}

/* Released voices first, the quietest of them; then the oldest of those that are held. */
static Voice *voice_to_steal(UrtoInstrument *instrument)
{
    Voice *best = NULL;

    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state != VOICE_SOUNDS) {
            continue;
        }
        const bool released = !voice_held(voice);
        const bool best_released = best && !voice_held(best);
        const bool better =
            best && (released ? sleep_level(&voice->sleep) < sleep_level(&best->sleep)
                              : voice->start_order < best->start_order);
        if (!best || (released && !best_released) || (released == best_released && better)) {
            best = voice;
        }
    }
    return best;
}

static Voice *take_voice(UrtoInstrument *instrument)
{
    uint32_t sounding = 0;

    for (uint32_t v = 0; v < instrument->room; v++) {
        sounding += instrument->voices[v].state == VOICE_SOUNDS;
    }
    if (sounding >= instrument->voice_count) {
        Voice *stolen = voice_to_steal(instrument);
        instrument->statistics.stolen++;
        if (stolen) {
            voice_fade(instrument, stolen);
        }
    }
    Voice *voice = idle_voice(instrument);
    if (voice) {
        return voice;
    }
    /* there are more voices than may sound, so at least one fades */
    voice = &instrument->voices[0];
    for (uint32_t v = 1; v < instrument->room; v++) {
        Voice *other = &instrument->voices[v];
        const bool fades = voice->state == VOICE_FADES;
        if (other->state == VOICE_FADES && (!fades || other->fade < voice->fade)) {
            voice = other;
        }
    }
    voice_cut(instrument, voice);
    return voice;
}

/* Whether an event means this note: by their numbers if both have one, else by channel and key. */
static bool names(const Voice *voice, const UrtoEvent *event)
{
    if (voice->state != VOICE_SOUNDS) {
        return false;
    }
    return event->note && voice->note
               ? voice->note == event->note
               : voice->channel == event->channel && voice->pressed == event->key;
}

typedef struct Pedals {
    bool sustain, sostenuto, soft;
} Pedals;

/* Of a channel; in MPE also those of its manager. */
static Pedals pedals_of(const UrtoInstrument *instrument, uint8_t channel)
{
    const Channel *own = &instrument->channels[channel];
    const Channel *master = &instrument->channels[instrument->mpe ? 0 : channel];

    return (Pedals){own->pedal || master->pedal, own->sostenuto || master->sostenuto,
                    own->soft || master->soft};
}

static bool pedals_hold(const UrtoInstrument *instrument, const Voice *voice)
{
    return pedals_of(instrument, voice->channel).sustain || voice->caught;
}

static void express(const UrtoInstrument *instrument, Voice *voice)
{
    const Channel *channel = &instrument->channels[voice->channel];
    const Channel *master = &instrument->channels[0];
    const bool member = instrument->mpe && voice->channel != 0;
    const double bend = voice->note_bend + channel->bend + (member ? master->bend : 0.0);
    const double pressure =
        fmax(voice->note_pressure, fmax(channel->pressure, member ? master->pressure : 0.0));
    const double timbre = clamp(2.0 * (channel->timbre + voice->note_timbre) - 1.0 -
                                    (voice->soft ? soft_timbre : 0.0),
                                -1.0, 1.0);

    if (bend != voice->bend || pressure != voice->pressure || timbre != voice->timbre) {
        voice->bend = bend;
        voice->pressure = pressure;
        voice->timbre = timbre;
        voice->changed = true;
    }
}

void voices_express(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        express(instrument, &instrument->voices[v]);
    }
}

void voices_note_express(UrtoInstrument *instrument, const UrtoEvent *event)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (!names(voice, event)) {
            continue;
        }
        if (event->kind == URTO_EVENT_NOTE_CHOKE) {
            voice_fade(instrument, voice);
        } else if (event->kind == URTO_EVENT_NOTE_BEND) {
            voice->note_bend = event->value;
        } else if (event->kind == URTO_EVENT_NOTE_TIMBRE) {
            voice->note_timbre = event->value - 0.5;
        } else {
            voice->note_pressure = event->value;
        }
        express(instrument, voice);
    }
}

void voices_parameter_changed(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        instrument->voices[v].changed = true;
    }
}

static uint32_t choose_world(const UrtoInstrument *instrument, const Voice *voice)
{
    return instrument->kind->choose ? instrument->kind->choose(voice) : 0;
}

/* What the parameters choose now. */
static uint32_t chosen_model(const UrtoInstrument *instrument)
{
    const uint32_t parameter = instrument->kind->model;

    return parameter ? (uint32_t)instrument->parameters[parameter - 1] : 0;
}

/* Whether a voice has the world and the model that a note would have now. */
static bool is_current(const UrtoInstrument *instrument, const Voice *voice)
{
    return choose_world(instrument, voice) == voice->world_index &&
           chosen_model(instrument) == voice->model;
}

/* A voice that plays this key already, in the world that the note needs. */
static Voice *same_voice(UrtoInstrument *instrument, const UrtoEvent *event)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state == VOICE_SOUNDS && voice->pressed == event->key &&
            voice->channel == event->channel && is_current(instrument, voice)) {
            return voice;
        }
    }
    return NULL;
}

void voices_note_on(UrtoInstrument *instrument, const UrtoEvent *event)
{
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    Voice *voice = same_voice(instrument, event);
    const bool again = voice != NULL;

    if (!again) {
        voice = take_voice(instrument);
    }
    voice->held = true;
    voice->sustained = false;
    voice->channel = event->channel;
    voice->pressed = event->key;
    voice->key = (uint8_t)clamp(event->key, info->lowest_key, info->highest_key);
    voice->note = event->note;
    voice->soft = pedals_of(instrument, event->channel).soft;
    voice->velocity =
        key_stroke(instrument, voice->key,
                   (voice->soft ? soft_stroke : 1.0) *
                       pow(event->value, exp2(-2.0 * voice->common[COMMON_VELOCITY_CURVE])));
    voice->trim = key_trim(instrument, voice->key);
    instrument->radiator.awake = instrument->radiator.count > 0;
    voice->note_bend = voice->note_pressure = voice->note_timbre = 0.0;
    voice->start_order = instrument->statistics.notes++;
    voice->sleep.quiet = 0;
    express(instrument, voice);
    if (!again) {
        voice->world_index = choose_world(instrument, voice);
        voice->model = chosen_model(instrument);
        voice->state = VOICE_SOUNDS;
    }
    instrument->kind->apply(voice, again ? voice_frames(voice, 0.002) : 0);
    voice->changed = false;
    instrument->kind->start(voice);
}

static void release(UrtoInstrument *instrument, Voice *voice)
{
    voice->held = voice->sustained = voice->caught = false;
    voice->changed = true;
    if (instrument->kind->stop) {
        instrument->kind->stop(voice);
    }
}

void voices_note_off(UrtoInstrument *instrument, const UrtoEvent *event)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (!names(voice, event) || !voice->held) {
            continue;
        }
        if (pedals_hold(instrument, voice)) {
            voice->held = false;
            voice->sustained = true;
        } else {
            release(instrument, voice);
        }
    }
}

void voices_pedal_moved(UrtoInstrument *instrument, uint8_t channel)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        const bool concerned = voice->channel == channel || (instrument->mpe && channel == 0);
        if (voice->sustained && concerned && !pedals_hold(instrument, voice)) {
            release(instrument, voice);
        }
    }
}

void voices_sostenuto(UrtoInstrument *instrument, uint8_t channel, bool down)
{
    if (instrument->channels[channel].sostenuto == down) {
        return;
    }
    instrument->channels[channel].sostenuto = down;
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        const bool concerned = voice->channel == channel || (instrument->mpe && channel == 0);
        if (concerned && voice->state == VOICE_SOUNDS) {
            voice->caught = down ? voice->caught || voice->held
                                 : pedals_of(instrument, voice->channel).sostenuto && voice->caught;
        }
    }
    voices_pedal_moved(instrument, channel);
}

void voices_pedals_regrouped(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        voice->caught = voice->caught && pedals_of(instrument, voice->channel).sostenuto;
        if (voice->sustained && !pedals_hold(instrument, voice)) {
            release(instrument, voice);
        }
    }
}

void voices_release_all(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state == VOICE_SOUNDS && voice_held(voice)) {
            release(instrument, voice);
        }
    }
}

void voices_fade_all(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        voice_fade(instrument, &instrument->voices[v]);
    }
}

void voices_cut_fading(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        if (instrument->voices[v].state == VOICE_FADES) {
            voice_cut(instrument, &instrument->voices[v]);
        }
    }
}

void voices_fade_others(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state == VOICE_SOUNDS && !is_current(instrument, voice)) {
            voice_fade(instrument, voice);
        }
    }
}

bool voices_silent(const UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        if (instrument->voices[v].state != VOICE_IDLE) {
            return false;
        }
    }
    return instrument->tail[0] == 0.0 && instrument->tail[1] == 0.0 && !instrument->radiator.awake;
}

uint32_t urto_instrument_notes(const UrtoInstrument *instrument, uint32_t *notes, uint32_t room)
{
    uint32_t count = 0;

    for (uint32_t v = 0; instrument && v < instrument->room; v++) {
        const Voice *voice = &instrument->voices[v];
        if (voice->state != VOICE_IDLE) {
            if (notes && count < room) {
                notes[count] = voice->note;
            }
            count++;
        }
    }
    return count;
}

void voices_tick(UrtoInstrument *instrument)
{
    const Kind *kind = instrument->kind;
    const uint32_t patience = sleep_ticks(quiet_seconds, instrument->rate) + 1;

    bool sounds = false;

    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state == VOICE_IDLE) {
            continue;
        }
        sounds = true;
        if (voice->state == VOICE_FADES && voice->fade == 0.0) {
            voice_rest(voice);
            continue;
        }
        voice->changed = voice->changed || voice->ramping;
        const bool busy = kind->tick && voice->state == VOICE_SOUNDS && kind->tick(voice);
        sleep_tick(&voice->sleep, instrument->full_gain, busy);
        if (voice->sleep.quiet > patience ||
            urto_world_statistics(voice_world(voice)).nonfinite > 0) {
            voice_rest(voice);
        }
    }
    radiator_tick(&instrument->radiator, sounds);
}

static void mix_voice(Voice *voice, double mix[OUTS][TICK], uint32_t outs, uint32_t frames)
{
    for (uint32_t i = 0; i < frames; i++) {
        if (voice->state == VOICE_FADES) {
            voice->fade = voice->fade > voice->fade_step ? voice->fade - voice->fade_step : 0.0;
        }
        for (uint32_t c = 0; c < outs; c++) {
            const double raw = voice->trim * (double)voice->sound[c][i];
            const double x = voice->state == VOICE_FADES ? raw * voice->fade : raw;
            sleep_hear(&voice->sleep, raw);
            voice->last[c] = x;
            mix[c][i] += x;
        }
    }
}

typedef struct Render {
    UrtoInstrument *instrument;
    uint32_t frames;
} Render;

/* What a world gives as left and right, or in the middle. */
static void to_mid_and_side(Voice *voice, uint32_t sides, uint32_t frames)
{
    for (uint32_t i = 0; i < frames; i++) {
        const float left = voice->sound[0][i];
        const float right = sides == 2 ? voice->sound[1][i] : left;
        voice->sound[OUT_MID][i] = 0.5f * (left + right);
        voice->sound[OUT_SIDE][i] = 0.5f * (left - right);
    }
}

/* Renders one voice into its own buffer; voices share nothing, so a pool may run this. */
static void render_voice(void *context, uint32_t index)
{
    const Render *render = context;
    const Kind *kind = render->instrument->kind;
    Voice *voice = &render->instrument->voices[index];
    float forces[URTO_MAX_CHANNELS][TICK];
    float *out[OUTS] = {voice->sound[0], voice->sound[1], voice->sound[2]};
    float *in[URTO_MAX_CHANNELS];

    if (voice->state == VOICE_IDLE) {
        return;
    }
    if (voice->changed && voice->state == VOICE_SOUNDS) {
        voice->changed = voice->ramping = false;
        kind->apply(voice, voice_frames(voice, glide_seconds));
    }
    for (uint32_t c = 0; c < kind->inputs; c++) {
        in[c] = memset(forces[c], 0, sizeof forces[c]);
    }
    if (kind->input) {
        kind->input(voice, in, render->frames);
    }
    for (uint32_t left = render->frames; left > 0;) {
        const uint32_t next = kind->watch ? kind->watch(voice, left) : left;
        urto_world_process(voice_world(voice), (const float *const *)in, out, next);
        for (uint32_t c = 0; c < kind->inputs; c++) {
            in[c] += next;
        }
        for (uint32_t c = 0; c < OUTS; c++) {
            out[c] += next;
        }
        left -= next;
    }
    if (kind->sides) {
        to_mid_and_side(voice, kind->sides, render->frames);
    }
    voice->set_delay = 0;
}

void voices_render(UrtoInstrument *instrument, double mix[OUTS][TICK], uint32_t frames)
{
    const uint32_t outs = instrument->kind->radiator.count ? OUTS : 2;
    Render render = {instrument, frames};

    if (instrument->pool) {
        urto_pool_run(instrument->pool, render_voice, &render, instrument->room);
    }
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (!instrument->pool) {
            render_voice(&render, v);
        }
        if (voice->state != VOICE_IDLE) {
            mix_voice(voice, mix, outs, frames);
        }
    }
}
