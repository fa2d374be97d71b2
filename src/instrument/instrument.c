/* Instruments: creation, the audio loop, parameters, statistics.
 *
 * Process cuts its frames at events and at every 64th frame of the instrument's own clock, where
 * voices are looked at. Both are the same for any size of blocks, and so is the sound.
 */
#include "instrument.h"

#include "../base/arena.h"

#include <math.h>
#include <string.h>

enum { KIND_COUNT = 9 };

static const Kind *const kinds[KIND_COUNT] = {
    &kind_mallet, &kind_hammered_string, &kind_fretted_string, &kind_tanpura, &kind_snare,
    &kind_tromba, &kind_bounce,          &kind_roll,           &kind_scrape,
};

static const double glide_seconds = 0.01;
/* Below it the output is what the voices say. */
static const double knee = 0.8;

uint32_t urto_instrument_count(void)
{
    return KIND_COUNT;
}

const UrtoInstrumentInfo *urto_instrument_info(uint32_t index)
{
    return index < KIND_COUNT ? &kinds[index]->info : NULL;
}

const UrtoInstrumentInfo *urto_instrument_find(const char *id)
{
    for (uint32_t i = 0; id && i < KIND_COUNT; i++) {
        if (strcmp(kinds[i]->info.id, id) == 0) {
            return &kinds[i]->info;
        }
    }
    return NULL;
}

const Kind *kind_of(const UrtoInstrumentInfo *info)
{
    for (uint32_t i = 0; i < KIND_COUNT; i++) {
        if (&kinds[i]->info == info) {
            return kinds[i];
        }
    }
    return NULL;
}

uint32_t urto_instrument_parameter(const UrtoInstrumentInfo *info, const char *id)
{
    uint32_t i = 0;

    while (i < info->parameter_count && strcmp(info->parameters[i].id, id) != 0) {
        i++;
    }
    return i;
}

uint32_t urto_instrument_preset_find(const UrtoInstrumentInfo *info, const char *name)
{
    uint32_t i = 0;

    while (i < info->preset_count && strcmp(info->presets[i].name, name) != 0) {
        i++;
    }
    return i;
}

UrtoInstrumentOptions urto_instrument_options(void)
{
    return (UrtoInstrumentOptions){.voices = 0};
}

static UrtoStatus make(UrtoInstrument **result, const Kind *kind, double rate,
                       const UrtoInstrumentOptions *options, UrtoDiagnostic *why)
{
    const UrtoAllocator *allocator = options->allocator;
    const uint32_t voices = options->voices ? options->voices : kind->info.voices;
    const uint32_t room = voices + SPARE_VOICES;
    UrtoInstrument *instrument =
        allocator->allocate(allocator->context, sizeof *instrument + room * sizeof(Voice));

    if (!instrument) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    memset(instrument, 0, sizeof *instrument);
    instrument->allocator = *allocator;
    instrument->kind = kind;
    instrument->rate = rate;
    instrument->mpe = options->mpe;
    instrument->voice_count = voices;
    instrument->room = room;
    instrument->voices = (Voice *)(void *)(instrument + 1);
    instrument->events = instrument->event_memory;
    instrument->ticked = UINT64_MAX;
    instrument_calm(instrument);
    const UrtoStatus status = voices_create(instrument, options->ledger, why);
    if (status != URTO_OK) {
        urto_instrument_destroy(instrument);
        return status;
    }
    (void)urto_instrument_preset(instrument, 0, NULL);
    *result = instrument;
    return URTO_OK;
}

UrtoStatus urto_instrument_create(UrtoInstrument **instrument, const UrtoInstrumentInfo *info,
                                  double rate, const UrtoInstrumentOptions *options,
                                  UrtoDiagnostic *why)
{
    UrtoInstrumentOptions own = options ? *options : urto_instrument_options();

    if (!instrument) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "instrument", 0.0, "instrument is NULL");
    }
    *instrument = NULL;
    const Kind *kind = kind_of(info);
    if (!kind) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "info", 0.0,
                           "info is none of the %u instruments", (unsigned)KIND_COUNT);
    }
    if (own.voices > URTO_MAX_VOICES) {
        return status_fail(why, URTO_ERROR_LIMIT, "voices", own.voices,
                           "voices is %u, must be at most %u", own.voices, URTO_MAX_VOICES);
    }
    const UrtoStatus status = status_check_range(
        why, "rate", rate, (Range){8000.0, 384000.0, false, "8000 to 384000 Hz"});
    if (status != URTO_OK) {
        return status;
    }
    const UrtoAllocator allocator = arena_allocator(own.allocator);
    own.allocator = &allocator;
    return make(instrument, kind, rate, &own, why);
}

void urto_instrument_destroy(UrtoInstrument *instrument)
{
    if (instrument) {
        const UrtoAllocator allocator = instrument->allocator;
        voices_destroy(instrument);
        allocator.release(allocator.context, instrument);
    }
}

const UrtoInstrumentInfo *urto_instrument_kind(const UrtoInstrument *instrument)
{
    return &instrument->kind->info;
}

void instrument_level(UrtoInstrument *instrument)
{
    const uint32_t level = instrument->kind->info.parameter_count - 1;
    const uint32_t ramp =
        voices_silent(instrument) ? 0 : (uint32_t)(glide_seconds * instrument->rate);

    instrument->full = pow(10.0, instrument->parameters[level] / 20.0);
    instrument->gain_target = instrument->volume * instrument->expression * instrument->full;
    instrument->gain_frames = ramp;
    if (ramp) {
        instrument->gain_step = (instrument->gain_target - instrument->gain) / ramp;
    } else {
        instrument->gain = instrument->gain_target;
    }
}

/* Channels as they are at the start. */
void instrument_calm(UrtoInstrument *instrument)
{
    for (uint32_t c = 0; c < 16; c++) {
        const double range = instrument->mpe && c ? 48.0 : 2.0;
        instrument->channels[c] =
            (Channel){.range = range, .timbre = 0.5, .registered = {127, 127}};
    }
    instrument->parser = (MidiParser){.status = 0};
    instrument->volume = instrument->expression = 1.0;
}

bool urto_instrument_mpe(const UrtoInstrument *instrument)
{
    return instrument->mpe;
}

void urto_instrument_set_mpe(UrtoInstrument *instrument, bool mpe)
{
    instrument->mpe = mpe;
    for (uint32_t c = 1; c < 16; c++) {
        instrument->channels[c].range = mpe ? 48.0 : 2.0;
    }
    voices_express(instrument);
}

static void happen(UrtoInstrument *instrument, const UrtoEvent *event)
{
    Channel *channel = &instrument->channels[event->channel];

    switch (event->kind) {
    case URTO_EVENT_NOTE_ON:
        voices_note_on(instrument, event);
        break;
    case URTO_EVENT_NOTE_OFF:
        voices_note_off(instrument, event);
        break;
    case URTO_EVENT_BEND:
        channel->bend = event->value;
        voices_express(instrument);
        break;
    case URTO_EVENT_PRESSURE:
    case URTO_EVENT_NOTE_BEND:
    case URTO_EVENT_NOTE_TIMBRE:
    case URTO_EVENT_NOTE_CHOKE:
        voices_note_express(instrument, event);
        break;
    case URTO_EVENT_CHANNEL_PRESSURE:
        channel->pressure = event->value;
        voices_express(instrument);
        break;
    case URTO_EVENT_TIMBRE:
        channel->timbre = event->value;
        voices_express(instrument);
        break;
    case URTO_EVENT_PEDAL:
        channel->pedal = event->value >= 0.5;
        voices_pedal_up(instrument, event->channel);
        break;
    case URTO_EVENT_NOTES_OFF:
        voices_release_all(instrument);
        break;
    case URTO_EVENT_SOUND_OFF:
        voices_fade_all(instrument);
        break;
    case URTO_EVENT_VOLUME:
        instrument->volume = event->value;
        instrument_level(instrument);
        break;
    case URTO_EVENT_EXPRESSION:
        instrument->expression = event->value;
        instrument_level(instrument);
        break;
    case URTO_EVENT_PARAMETER:
        instrument->parameters[event->parameter] = event->value;
        if (event->parameter + 1 == instrument->kind->info.parameter_count) {
            instrument_level(instrument);
        } else {
            voices_changed(instrument);
        }
        break;
    }
}

/* Keys whose end may have been lost are let go. */
static void recover(UrtoInstrument *instrument)
{
    for (uint32_t c = 0; c < 16; c++) {
        instrument->channels[c].pedal = false;
    }
    voices_release_all(instrument);
    instrument->overflown = false;
}

/* Everything that is due; returns the frames until the next event, at most a limit. */
static uint32_t happen_due(UrtoInstrument *instrument, uint32_t limit)
{
    uint32_t due = 0;

    while (due < instrument->event_count && instrument->events[due].frame == 0) {
        happen(instrument, &instrument->events[due++]);
    }
    if (due) {
        instrument->event_count -= due;
        memmove(instrument->events, instrument->events + due,
                instrument->event_count * sizeof *instrument->events);
    }
    if (instrument->overflown && instrument->event_count == 0) {
        recover(instrument);
    }
    return instrument->event_count && instrument->events[0].frame < limit
               ? instrument->events[0].frame
               : limit;
}

static double limit(UrtoInstrument *instrument, double x, bool *limited)
{
    const double size = fabs(x);

    if (size <= knee) {
        return x;
    }
    *limited = true;
    if (!isfinite(x)) {
        instrument->statistics.nonfinite++;
        return 0.0;
    }
    return copysign(knee + (1.0 - knee) * tanh((size - knee) / (1.0 - knee)), x);
}

static void finish(UrtoInstrument *instrument, double mix[2][TICK], float *const out[2],
                   uint32_t at, uint32_t frames)
{
    /* 5 ms to -60 dB at any rate */
    const double dies = exp(-1400.0 / instrument->rate);

    for (uint32_t i = 0; i < frames; i++) {
        bool limited = false;
        if (instrument->gain_frames) {
            instrument->gain_frames--;
            instrument->gain = instrument->gain_frames ? instrument->gain + instrument->gain_step
                                                       : instrument->gain_target;
        }
        for (int c = 0; c < 2; c++) {
            double *tail = &instrument->tail[c];
            const double y = limit(instrument, mix[c][i] * instrument->gain + *tail, &limited);
            *tail = fabs(*tail) > 1e-9 ? *tail * dies : 0.0;
            if (out && out[c]) {
                out[c][at + i] = (float)y;
            }
        }
        instrument->statistics.limited += limited;
    }
}

void urto_instrument_pool(UrtoInstrument *instrument, UrtoPool *pool)
{
    instrument->pool = pool;
}

void urto_instrument_process(UrtoInstrument *instrument, float *const out[2], uint32_t frames)
{
    uint32_t done = 0;

    while (done < frames) {
        if (instrument->clock % TICK == 0 && instrument->ticked != instrument->clock) {
            voices_tick(instrument);
            instrument->ticked = instrument->clock;
        }
        const uint32_t room = TICK - (uint32_t)(instrument->clock % TICK);
        const uint32_t left = frames - done < room ? frames - done : room;
        const uint32_t n = happen_due(instrument, left);
        double mix[2][TICK];
        memset(mix, 0, sizeof mix);
        voices_render(instrument, mix, n);
        finish(instrument, mix, out, done, n);
        for (uint32_t e = 0; e < instrument->event_count; e++) {
            instrument->events[e].frame -= n;
        }
        instrument->clock += n;
        done += n;
    }
}

UrtoStatus urto_instrument_event(UrtoInstrument *instrument, const UrtoEvent *event,
                                 UrtoDiagnostic *why)
{
    UrtoEvent its = *event;

    if ((unsigned)event->kind > URTO_EVENT_EXPRESSION) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "kind", event->kind, "kind is %d, unknown",
                           (int)event->kind);
    }
    if (event->channel > 15 || event->key > 127) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "channel", event->channel,
                           "channel is %u and key %u, must be at most 15 and 127", event->channel,
                           event->key);
    }
    if (!isfinite(event->value)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "value", event->value, "value is not finite");
    }
    if (event->kind == URTO_EVENT_PARAMETER) {
        const UrtoInstrumentInfo *info = &instrument->kind->info;
        if (event->parameter >= info->parameter_count) {
            return status_fail(why, URTO_ERROR_NOT_FOUND, "parameter", event->parameter,
                               "parameter is %u, must be less than %u", event->parameter,
                               info->parameter_count);
        }
        (void)urto_parameter_clamp(&info->parameters[event->parameter], event->value, &its.value,
                                   NULL);
    } else if (event->kind == URTO_EVENT_BEND || event->kind == URTO_EVENT_NOTE_BEND) {
        its.value = clamp(event->value, -96.0, 96.0);
    } else {
        its.value = clamp(event->value, 0.0, 1.0);
    }
    if (instrument->event_count == URTO_MAX_EVENTS) {
        instrument->statistics.events_lost++;
        instrument->overflown = true;
        return status_fail(why, URTO_ERROR_LIMIT, "events", URTO_MAX_EVENTS,
                           "%u events wait already", URTO_MAX_EVENTS);
    }
    uint32_t at = instrument->event_count++;
    while (at > 0 && instrument->events[at - 1].frame > its.frame) {
        instrument->events[at] = instrument->events[at - 1];
        at--;
    }
    instrument->events[at] = its;
    return URTO_OK;
}

double urto_instrument_get(const UrtoInstrument *instrument, uint32_t parameter)
{
    return parameter < instrument->kind->info.parameter_count ? instrument->parameters[parameter]
                                                              : 0.0;
}

UrtoStatus urto_instrument_set(UrtoInstrument *instrument, uint32_t parameter, double value,
                               UrtoDiagnostic *why)
{
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    UrtoEvent event = {.kind = URTO_EVENT_PARAMETER, .parameter = parameter};

    if (parameter >= info->parameter_count) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "parameter", parameter,
                           "parameter is %u, must be less than %u", parameter,
                           info->parameter_count);
    }
    const UrtoStatus status =
        urto_parameter_clamp(&info->parameters[parameter], value, &event.value, why);
    if (status == URTO_OK) {
        happen(instrument, &event);
    }
    return status;
}

UrtoStatus urto_instrument_preset(UrtoInstrument *instrument, uint32_t preset, UrtoDiagnostic *why)
{
    const UrtoInstrumentInfo *info = &instrument->kind->info;

    if (preset >= info->preset_count) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "preset", preset,
                           "preset is %u, must be less than %u", preset, info->preset_count);
    }
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        (void)urto_instrument_set(
            instrument, i, urto_preset_value(&info->presets[preset], info->parameters, i), NULL);
    }
    /* what another body still sounds is not what the new level is for */
    voices_fade_others(instrument);
    return URTO_OK;
}

void urto_instrument_reset(UrtoInstrument *instrument)
{
    instrument->event_count = 0;
    instrument->overflown = false;
    instrument_calm(instrument);
    voices_express(instrument);
    instrument_level(instrument);
    voices_fade_all(instrument);
}

UrtoInstrumentStatistics urto_instrument_statistics(const UrtoInstrument *instrument)
{
    UrtoInstrumentStatistics statistics = instrument->statistics;

    for (uint32_t v = 0; v < instrument->room; v++) {
        const Voice *voice = &instrument->voices[v];
        for (uint32_t w = 0; w < instrument->kind->worlds; w++) {
            const UrtoStatistics its = urto_world_statistics(voice->worlds[w]);
            statistics.force_max = fmax(statistics.force_max, its.force_max);
            statistics.nonfinite += its.nonfinite;
        }
        if (voice->state != VOICE_IDLE) {
            statistics.voices++;
            statistics.contacts += urto_world_statistics(voice_world(voice)).active;
            statistics.energy += urto_world_ledger(voice_world(voice)).stored;
        }
    }
    return statistics;
}

UrtoLedger urto_instrument_ledger(const UrtoInstrument *instrument)
{
    UrtoLedger sum = {.stored = 0.0};

    for (uint32_t v = 0; v < instrument->room; v++) {
        for (uint32_t w = 0; w < instrument->kind->worlds; w++) {
            const UrtoLedger its = urto_world_ledger(instrument->voices[v].worlds[w]);
            sum.stored += its.stored;
            sum.initial += its.initial;
            sum.dissipated_body += its.dissipated_body;
            sum.dissipated_contact += its.dissipated_contact;
            sum.dissipated_bow += its.dissipated_bow;
            sum.supplied_bow += its.supplied_bow;
            sum.supplied_drive += its.supplied_drive;
            sum.supplied_hand += its.supplied_hand;
            sum.supplied_gravity += its.supplied_gravity;
            sum.supplied_change += its.supplied_change;
            sum.residual += its.residual;
        }
    }
    return sum;
}
