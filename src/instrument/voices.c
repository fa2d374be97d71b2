/* Voices: which one plays a note, how they end.
 *
 * A note whose key sounds already strikes the same voice again, as a hand strikes the same string.
 * Else it takes a voice at rest. When as many sound as may, the quietest released one, or the
 * oldest of all, fades within milliseconds while the new note begins in a spare voice. If the spare
 * ones are all fading, the one nearest to its end is cut, and the last value of its output dies
 * away in its place: no step in the sound.
 *
 * A fading voice is let go, and goes on as it is: no hand moves it, no parameter reaches it.
 *
 * A voice that was below -160 dB of full scale for a tenth of a second, with no hand at work, is
 * set to rest: its bodies to 0, its cost to nothing.
 */
#include "instrument.h"

#include <math.h>

static const double fade_seconds = 0.005, glide_seconds = 0.01, quiet_seconds = 0.1;
static const double quiet_level = 1e-8;

static UrtoStatus build_world(UrtoInstrument *instrument, Voice *voice, uint32_t index, bool ledger,
                              UrtoDiagnostic *why)
{
    const Kind *kind = instrument->kind;
    UrtoWorldDef *def = NULL;
    UrtoWorldOptions options = {0};
    UrtoStatus status = urto_world_def_create(&def, &instrument->allocator);

    if (status != URTO_OK) {
        return status_fail(why, status, "memory", 0.0, "out of memory");
    }
    options.inputs = kind->inputs;
    options.outputs = 2;
    options.smoothing = URTO_NO_SMOOTHING;
    options.band = 0.9;
    options.ledger = ledger;
    options.repeatable = true;
    urto_world_def_options(def, &options);
    (void)kind->build(def, index);
    status = urto_world_create(&voice->worlds[index], def, instrument->rate, why);
    urto_world_def_destroy(def);
    if (status == URTO_OK) {
        voice->reference[index] =
            urto_world_mode_info(voice->worlds[index], kind->tuned, 0).frequency;
    }
    return status;
}

UrtoStatus voices_create(UrtoInstrument *instrument, bool ledger, UrtoDiagnostic *why)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        *voice = (Voice){.parameters = instrument->parameters, .rate = instrument->rate};
    }
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        for (uint32_t w = 0; w < instrument->kind->worlds; w++) {
            for (uint32_t c = 0; c < CONTROLS_MAX; c++) {
                voice->applied[w][c] = (double)NAN;
            }
            const UrtoStatus status = build_world(instrument, voice, w, ledger, why);
            if (status != URTO_OK) {
                return status;
            }
        }
    }
    return URTO_OK;
}

void voices_destroy(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        for (uint32_t w = 0; w < WORLDS_MAX; w++) {
            urto_world_destroy(instrument->voices[v].worlds[w]);
        }
    }
}

/* Everything to 0. */
static void voice_rest(Voice *voice)
{
    urto_world_rest(voice_world(voice));
    voice->state = VOICE_IDLE;
    voice->held = voice->kept = false;
    voice->last[0] = voice->last[1] = voice->peak = 0.0;
    voice->pulls[0] = voice->pulls[1] = (Pull){0.0, 0.0, 0, 0, 0};
    voice->ahead = 0;
    voice->glides = false;
    for (uint32_t i = 0; i < MEMORY_MAX; i++) {
        voice->memory[i] = 0.0;
    }
    /* something may have been on its way: the next note sets everything anew */
    urto_world_cancel(voice_world(voice));
    for (uint32_t c = 0; c < CONTROLS_MAX; c++) {
        voice->applied[voice->at][c] = (double)NAN;
    }
}

static void voice_fade(const UrtoInstrument *instrument, Voice *voice)
{
    if (voice->state == VOICE_SOUNDS) {
        voice->state = VOICE_FADES;
        voice->fade = 1.0;
        voice->fade_step = 1.0 / (fade_seconds * instrument->rate);
        voice->held = voice->kept = false;
        if (instrument->kind->stop) {
            instrument->kind->stop(voice);
        }
    }
}

static void voice_cut(UrtoInstrument *instrument, Voice *voice)
{
    for (int c = 0; c < 2; c++) {
        instrument->tail[c] += voice->last[c] * instrument->gain;
    }
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

/* The voice to give up: released ones first, then the quieter, then the older. */
static Voice *victim(UrtoInstrument *instrument)
{
    Voice *worst = NULL;

    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state != VOICE_SOUNDS) {
            continue;
        }
        const bool free = !voice->held && !voice->kept;
        const bool worst_free = worst && !worst->held && !worst->kept;
        const bool lesser = worst && (free ? voice->peak < worst->peak : voice->born < worst->born);
        if (!worst || (free && !worst_free) || (free == worst_free && lesser)) {
            worst = voice;
        }
    }
    return worst;
}

static Voice *take_voice(UrtoInstrument *instrument)
{
    uint32_t sounding = 0;

    for (uint32_t v = 0; v < instrument->room; v++) {
        sounding += instrument->voices[v].state == VOICE_SOUNDS;
    }
    if (sounding >= instrument->voice_count) {
        Voice *given = victim(instrument);
        instrument->statistics.stolen++;
        if (given) {
            voice_fade(instrument, given);
        }
    }
    Voice *voice = idle_voice(instrument);
    if (voice) {
        return voice;
    }
    /* there are more voices than may sound, so at least one fades */
    voice = &instrument->voices[0];
    for (uint32_t v = 1; v < instrument->room; v++) {
        Voice *its = &instrument->voices[v];
        const bool fades = voice->state == VOICE_FADES;
        if (its->state == VOICE_FADES && (!fades || its->fade < voice->fade)) {
            voice = its;
        }
    }
    voice_cut(instrument, voice);
    return voice;
}

static bool names(const Voice *voice, const UrtoEvent *event)
{
    if (voice->state != VOICE_SOUNDS) {
        return false;
    }
    return event->note >= 0 && voice->note >= 0
               ? voice->note == event->note
               : voice->channel == event->channel && voice->key == event->key;
}

static void express(const UrtoInstrument *instrument, Voice *voice)
{
    const Channel *own = &instrument->channels[voice->channel];
    const Channel *master = &instrument->channels[0];
    const bool member = instrument->mpe && voice->channel != 0;
    const double bend = voice->own_bend + own->bend + (member ? master->bend : 0.0);
    const double pressure =
        fmax(voice->own_pressure, fmax(own->pressure, member ? master->pressure : 0.0));
    const double timbre = clamp(2.0 * (own->timbre + voice->own_timbre) - 1.0, -1.0, 1.0);

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
            voice->own_bend = event->value;
        } else if (event->kind == URTO_EVENT_NOTE_TIMBRE) {
            voice->own_timbre = event->value - 0.5;
        } else {
            voice->own_pressure = event->value;
        }
        express(instrument, voice);
    }
}

void voices_changed(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        instrument->voices[v].changed = true;
    }
}

/* A voice that plays this key already, in the world that the note wants. */
static Voice *same_voice(UrtoInstrument *instrument, const UrtoEvent *event)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state == VOICE_SOUNDS && voice->key == event->key &&
            voice->channel == event->channel && instrument->kind->choose(voice) == voice->at) {
            return voice;
        }
    }
    return NULL;
}

void voices_note_on(UrtoInstrument *instrument, const UrtoEvent *event)
{
    Voice *voice = same_voice(instrument, event);
    const bool again = voice != NULL;

    if (!again) {
        voice = take_voice(instrument);
    }
    voice->held = true;
    voice->kept = false;
    voice->channel = event->channel;
    voice->key = event->key;
    voice->note = event->note;
    voice->velocity = event->value;
    voice->own_bend = voice->own_pressure = voice->own_timbre = 0.0;
    voice->born = instrument->statistics.notes++;
    voice->quiet = 0;
    express(instrument, voice);
    if (!again) {
        voice->at = instrument->kind->choose(voice);
        voice->state = VOICE_SOUNDS;
    }
    instrument->kind->apply(voice, again ? voice_frames(voice, 0.002) : 0);
    voice->changed = false;
    instrument->kind->start(voice);
}

static void release(UrtoInstrument *instrument, Voice *voice)
{
    voice->held = voice->kept = false;
    voice->changed = true;
    if (instrument->kind->stop) {
        instrument->kind->stop(voice);
    }
}

static bool pedal_of(const UrtoInstrument *instrument, uint8_t channel)
{
    return instrument->channels[channel].pedal ||
           (instrument->mpe && instrument->channels[0].pedal);
}

void voices_note_off(UrtoInstrument *instrument, const UrtoEvent *event)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (!names(voice, event) || !voice->held) {
            continue;
        }
        if (pedal_of(instrument, voice->channel)) {
            voice->held = false;
            voice->kept = true;
        } else {
            release(instrument, voice);
        }
    }
}

void voices_pedal_up(UrtoInstrument *instrument, uint8_t channel)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        const bool its = voice->channel == channel || (instrument->mpe && channel == 0);
        if (voice->kept && its && !pedal_of(instrument, voice->channel)) {
            release(instrument, voice);
        }
    }
}

void voices_release_all(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state == VOICE_SOUNDS && (voice->held || voice->kept)) {
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

void voices_fade_others(UrtoInstrument *instrument)
{
    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state == VOICE_SOUNDS && instrument->kind->choose(voice) != voice->at) {
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
    return instrument->tail[0] == 0.0 && instrument->tail[1] == 0.0;
}

uint32_t urto_instrument_notes(const UrtoInstrument *instrument, int32_t *notes, uint32_t room)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < instrument->room; v++) {
        const Voice *voice = &instrument->voices[v];
        if (voice->state != VOICE_IDLE) {
            if (count < room) {
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
    const uint32_t patience = (uint32_t)(quiet_seconds * instrument->rate / TICK) + 1;

    for (uint32_t v = 0; v < instrument->room; v++) {
        Voice *voice = &instrument->voices[v];
        if (voice->state == VOICE_IDLE) {
            continue;
        }
        if (voice->state == VOICE_FADES && voice->fade == 0.0) {
            voice_rest(voice);
            continue;
        }
        voice->changed = voice->changed || voice->glides;
        const bool busy = kind->tick && voice->state == VOICE_SOUNDS && kind->tick(voice);
        const bool quiet = !busy && voice->peak * instrument->full < quiet_level;
        voice->quiet = quiet ? voice->quiet + 1 : 0;
        voice->peak = 0.0;
        if (voice->quiet > patience || urto_world_statistics(voice_world(voice)).nonfinite > 0) {
            voice_rest(voice);
        }
    }
}

static void mix_voice(Voice *voice, double mix[2][TICK], uint32_t frames)
{
    for (uint32_t i = 0; i < frames; i++) {
        if (voice->state == VOICE_FADES) {
            voice->fade = voice->fade > voice->fade_step ? voice->fade - voice->fade_step : 0.0;
        }
        for (int c = 0; c < 2; c++) {
            const double raw = (double)voice->sound[c][i];
            const double x = voice->state == VOICE_FADES ? raw * voice->fade : raw;
            voice->peak = fabs(raw) > voice->peak ? fabs(raw) : voice->peak;
            voice->last[c] = x;
            mix[c][i] += x;
        }
    }
}

typedef struct Render {
    UrtoInstrument *instrument;
    uint32_t frames;
} Render;

/* One voice into its own buffer: it touches nothing that another voice does. */
static void render_voice(void *context, uint32_t index)
{
    const Render *render = context;
    const Kind *kind = render->instrument->kind;
    Voice *voice = &render->instrument->voices[index];
    float forces[2][TICK] = {{0.0f}};
    float *const out[2] = {voice->sound[0], voice->sound[1]};
    float *const in[2] = {forces[0], forces[1]};

    if (voice->state == VOICE_IDLE) {
        return;
    }
    if (voice->changed && voice->state == VOICE_SOUNDS) {
        voice->changed = voice->glides = false;
        kind->apply(voice, voice_frames(voice, glide_seconds));
    }
    if (kind->input) {
        kind->input(voice, in, render->frames);
    }
    urto_world_process(voice_world(voice), (const float *const *)in, out, render->frames);
    voice->ahead = 0;
}

void voices_render(UrtoInstrument *instrument, double mix[2][TICK], uint32_t frames)
{
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
            mix_voice(voice, mix, frames);
        }
    }
}
