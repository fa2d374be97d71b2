/* Instruments: creation, the audio loop, parameters, statistics.
 *
 * Process cuts its frames at events and at every TICK-th frame of the instrument's own clock, where
 * voices are looked at. Both are the same for any size of blocks, and so is the sound.
 */
#include "instrument.h"

#include "../base/arena.h"
#include "../play/ledger_sum.h"
#include "../play/limiter.h"

#include <string.h>

#define KIND_POINTER(name) &kind_##name,
#define KIND_NUMBER(name) KIND_NUMBER_##name,
enum { KINDS(KIND_NUMBER) KIND_COUNT };
static const Kind *const kinds[KIND_COUNT] = {KINDS(KIND_POINTER)};

static const double glide_seconds = 0.01;
static const double knee = 0.8; /* of the limiter */

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

static const Kind *find_kind(const UrtoInstrumentInfo *info)
{
    for (uint32_t i = 0; i < KIND_COUNT; i++) {
        if (&kinds[i]->info == info) {
            return kinds[i];
        }
    }
    return NULL;
}

static UrtoStatus check_instrument(const UrtoInstrument *instrument, UrtoDiagnostic *why)
{
    return instrument ? URTO_OK
                      : status_fail(why, URTO_ERROR_ARGUMENT, "instrument", 0.0,
                                    "instrument is NULL, must be one that was created");
}

uint32_t urto_instrument_parameter_find(const UrtoInstrumentInfo *info, const char *id)
{
    return info ? parameter_find(info->parameters, info->parameter_count, id) : URTO_NONE;
}

uint32_t urto_instrument_preset_find(const UrtoInstrumentInfo *info, const char *id)
{
    return info ? preset_find(info->presets, info->preset_count, id) : URTO_NONE;
}

UrtoInstrumentOptions urto_instrument_options(void)
{
    return (UrtoInstrumentOptions){.voices = 0};
}

static void destroy(UrtoInstrument *instrument)
{
    const UrtoAllocator allocator = instrument->allocator;

    voices_destroy(instrument);
    radiator_destroy(&instrument->radiator);
    allocator.release(allocator.context, instrument);
}

/* `given` is the kind of a program, which the instrument takes over; else NULL. */
static UrtoStatus make(UrtoInstrument **result, const Kind *kind, const CustomKind *given,
                       double rate, const UrtoInstrumentOptions *options, UrtoDiagnostic *why)
{
    const UrtoAllocator *allocator = options->allocator;
    const uint32_t voices = options->voices ? options->voices : kind->info.voices;
    const uint32_t room = voices + SPARE_VOICES;
    UrtoInstrument *instrument =
        allocator->allocate(allocator->context, sizeof *instrument + room * sizeof(Voice));

    if (!instrument) {
        return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
    }
    memset(instrument, 0, sizeof *instrument + room * sizeof(Voice));
    instrument->allocator = *allocator;
    if (given) {
        instrument->custom = *given;
        instrument->custom.kind.info.parameters = instrument->custom.table;
        kind = &instrument->custom.kind;
    }
    instrument->kind = kind;
    instrument->rate = rate;
    instrument->mpe = options->mpe;
    instrument->voice_count = voices;
    instrument->room = room;
    instrument->voices = (Voice *)(void *)(instrument + 1);
    instrument->queue = (EventQueue){.memory = (unsigned char *)instrument->event_memory,
                                     .size = sizeof(QueuedEvent),
                                     .room = URTO_MAX_EVENTS};
    instrument->ticked = UINT64_MAX;
    reset_channels(instrument);
    trims_find(instrument);
    UrtoStatus status = voices_create(instrument, options->ledger, why);
    if (status == URTO_OK) {
        status = radiator_create(&instrument->radiator, &kind->radiator, rate, allocator, why);
    }
    if (status != URTO_OK) {
        destroy(instrument);
        return status;
    }
    (void)urto_instrument_load_preset(instrument, 0, NULL);
    settings_replaced(instrument);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): callers have looked at it */
    *result = instrument;
    return URTO_OK;
}

static UrtoStatus check_and_make(UrtoInstrument **instrument, const Kind *kind,
                                 const CustomKind *given, double rate,
                                 const UrtoInstrumentOptions *options, UrtoDiagnostic *why)
{
    UrtoInstrumentOptions own = *options;

    if (own.voices > URTO_MAX_VOICES) {
        return status_fail(why, URTO_ERROR_LIMIT, "voices", own.voices,
                           "voices is %u, must be at most %u", own.voices, URTO_MAX_VOICES);
    }
    const UrtoStatus status = status_check_range(
        why, "rate", rate, (Range){8000.0, 384000.0, false, "8000 to 384000 Hz"});
    if (status != URTO_OK) {
        return status;
    }
    const UrtoAllocator allocator = urto_allocator(own.allocator);
    own.allocator = &allocator;
    return make(instrument, kind, given, rate, &own, why);
}

UrtoStatus urto_instrument_create(UrtoInstrument **instrument, const UrtoInstrumentInfo *info,
                                  double rate, const UrtoInstrumentOptions *options,
                                  UrtoDiagnostic *why)
{
    const UrtoInstrumentOptions own = options ? *options : urto_instrument_options();

    if (!instrument) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "instrument", 0.0, "instrument is NULL");
    }
    *instrument = NULL;
    const Kind *kind = find_kind(info);
    if (!kind) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "info", 0.0,
                           "info is none of the %u instruments: use urto_instrument_info or "
                           "urto_instrument_find",
                           (unsigned)KIND_COUNT);
    }
    return check_and_make(instrument, kind, NULL, rate, &own, why);
}

UrtoStatus urto_instrument_create_kind(UrtoInstrument **instrument, const UrtoInstrumentKind *kind,
                                       const UrtoInstrumentOptions *options, UrtoDiagnostic *why)
{
    const UrtoInstrumentOptions own = options ? *options : urto_instrument_options();
    CustomKind taken = {.given = {.context = NULL}};

    if (instrument) {
        *instrument = NULL;
    }
    if (!kind) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "kind", 0.0, "kind is NULL");
    }
    UrtoStatus status = status_check_pointer(why, "instrument", instrument);
    status = status == URTO_OK ? custom_take(&taken, kind, why) : status;
    return status == URTO_OK
               ? check_and_make(instrument, &taken.kind, &taken, kind->rate, &own, why)
               : status;
}

void urto_instrument_follow(UrtoInstrument *instrument, const UrtoInstrument *before)
{
    if (!instrument || !before) {
        return;
    }
    memcpy(instrument->channels, before->channels, sizeof instrument->channels);
    instrument->parser = before->parser;
    instrument->mpe = before->mpe;
    instrument->volume = before->volume;
    instrument->expression = before->expression;
    settings_replaced(instrument);
    voices_express(instrument);
    for (int c = 0; c < 2; c++) {
        instrument->tail[c] += before->last[c];
    }
}

void urto_instrument_destroy(UrtoInstrument *instrument)
{
    if (instrument) {
        const UrtoInstrumentKind given = instrument->custom.given;
        destroy(instrument);
        if (given.destroy) {
            given.destroy(given.context);
        }
    }
}

const UrtoInstrumentInfo *urto_instrument_info_of(const UrtoInstrument *instrument)
{
    return instrument ? &instrument->kind->info : NULL;
}

void update_gain(UrtoInstrument *instrument)
{
    const uint32_t common = instrument->kind->info.parameter_count - COMMON_COUNT;
    const double level = instrument->parameters[common + COMMON_LEVEL] +
                         instrument->parameters[common + COMMON_MAKEUP];
    const uint32_t ramp =
        voices_silent(instrument) ? 0 : (uint32_t)(glide_seconds * instrument->rate);

    instrument->full_gain = pow(10.0, level / 20.0);
    instrument->gain_target = instrument->volume * instrument->expression * instrument->full_gain;
    instrument->gain_frames = ramp;
    if (ramp) {
        instrument->gain_step = (instrument->gain_target - instrument->gain) / ramp;
    } else {
        instrument->gain = instrument->gain_target;
    }
}

void reset_channels(UrtoInstrument *instrument)
{
    for (uint32_t c = 0; c < CHANNELS; c++) {
        const double range = instrument->mpe && c ? 48.0 : 2.0;
        instrument->channels[c] =
            (Channel){.range = range, .timbre = 0.5, .registered = {127, 127}};
    }
    instrument->parser = (MidiParser){.status = 0};
    instrument->volume = instrument->expression = 1.0;
}

bool urto_instrument_mpe(const UrtoInstrument *instrument)
{
    return instrument && instrument->mpe;
}

void urto_instrument_set_mpe(UrtoInstrument *instrument, bool mpe)
{
    if (!instrument) {
        return;
    }
    instrument->mpe = mpe;
    for (uint32_t c = 1; c < CHANNELS; c++) {
        instrument->channels[c].range = mpe ? 48.0 : 2.0;
    }
    voices_pedals_regrouped(instrument);
    voices_express(instrument);
}

static void parameter_changed(UrtoInstrument *instrument, uint32_t parameter)
{
    if (parameter + 2 >= instrument->kind->info.parameter_count) {
        update_gain(instrument);
        return;
    }
    voices_parameter_changed(instrument);
    radiator_follow(&instrument->radiator, &instrument->kind->radiator, instrument->parameters);
}

static bool any_pedal(const UrtoInstrument *instrument)
{
    bool down = false;

    for (uint32_t c = 0; c < CHANNELS; c++) {
        down = down || instrument->channels[c].pedal;
    }
    return down;
}

/* The dampers lie on the halo unless a pedal lifts them: it dies in a fifth of a second or so. */
static void damp_halo(UrtoInstrument *instrument)
{
    const double ramp = instrument->radiator.awake ? 0.05 * instrument->rate : 0.0;

    radiator_damp_halo(&instrument->radiator, any_pedal(instrument) ? 1.0 : 60.0, (uint32_t)ramp);
}

void settings_replaced(UrtoInstrument *instrument)
{
    radiator_follow(&instrument->radiator, &instrument->kind->radiator, instrument->parameters);
    damp_halo(instrument);
    update_gain(instrument);
    instrument->gain = instrument->gain_target;
    instrument->gain_frames = 0;
}

/* Ends all sound. Where there is a body it stops at once, with the voices that drive it, and the last
 * value of its output decays in its place. */
static void end_sound(UrtoInstrument *instrument)
{
    const double *last = instrument->radiator.last;

    voices_fade_all(instrument);
    if (!instrument->radiator.count) {
        return;
    }
    voices_cut_fading(instrument);
    instrument->tail[0] += (last[0] + last[1]) * instrument->gain;
    instrument->tail[1] += (last[0] - last[1]) * instrument->gain;
    radiator_rest(&instrument->radiator);
}

static void dispatch_event(UrtoInstrument *instrument, const UrtoEvent *event)
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
        voices_pedal_moved(instrument, event->channel);
        damp_halo(instrument);
        break;
    case URTO_EVENT_SOSTENUTO:
        voices_sostenuto(instrument, event->channel, event->value >= 0.5);
        break;
    case URTO_EVENT_SOFT:
        channel->soft = event->value >= 0.5;
        break;
    case URTO_EVENT_NOTES_OFF:
        voices_release_all(instrument);
        break;
    case URTO_EVENT_SOUND_OFF:
        end_sound(instrument);
        break;
    case URTO_EVENT_VOLUME:
        instrument->volume = event->value;
        update_gain(instrument);
        break;
    case URTO_EVENT_EXPRESSION:
        instrument->expression = event->value;
        update_gain(instrument);
        break;
    case URTO_EVENT_PARAMETER:
        instrument->parameters[event->parameter] = event->value;
        parameter_changed(instrument, event->parameter);
        break;
    case URTO_EVENT_PROGRAM:
        (void)urto_instrument_load_preset(instrument, (uint32_t)event->value, NULL);
        break;
    }
}

/* Releases all keys: the end of a note may have been lost. */
static void recover(UrtoInstrument *instrument)
{
    for (uint32_t c = 0; c < CHANNELS; c++) {
        instrument->channels[c].pedal = instrument->channels[c].sostenuto = false;
    }
    voices_release_all(instrument);
    damp_halo(instrument);
    instrument->overflowed = false;
}

/* Dispatches everything that is due; returns the frames until the next event, at most a limit. */
static uint32_t dispatch_due(UrtoInstrument *instrument, uint32_t limit)
{
    EventQueue *queue = &instrument->queue;
    const QueuedEvent *due = event_queue_take(queue, instrument->clock);

    while (due) {
        dispatch_event(instrument, &due->event);
        due = event_queue_take(queue, instrument->clock);
    }
    if (instrument->overflowed && queue->count == 0) {
        recover(instrument);
    }
    return event_queue_until(queue, instrument->clock, limit);
}

static void finish(UrtoInstrument *instrument, double mix[OUTS][TICK], float *const out[2],
                   uint32_t at, uint32_t frames)
{
    /* -60 dB in 5 ms at any rate */
    const double tail_decay = exp(-1400.0 / instrument->rate);

    for (uint32_t i = 0; i < frames; i++) {
        bool limited = false;
        if (instrument->gain_frames) {
            instrument->gain_frames--;
            instrument->gain = instrument->gain_frames ? instrument->gain + instrument->gain_step
                                                       : instrument->gain_target;
        }
        for (int c = 0; c < 2; c++) {
            double *tail = &instrument->tail[c];
            const double side = c ? -mix[OUT_SIDE][i] : mix[OUT_SIDE][i];
            const double x = (mix[OUT_MID][i] + side) * instrument->gain + *tail;
            const double y = limiter(x, knee, &limited);
            instrument->statistics.nonfinite += isfinite(x) ? 0 : 1;
            *tail = fabs(*tail) > 1e-9 ? *tail * tail_decay : 0.0;
            instrument->last[c] = y;
            if (out && out[c]) {
                out[c][at + i] = (float)y;
            }
        }
        instrument->statistics.limited += limited;
    }
}

void urto_instrument_set_pool(UrtoInstrument *instrument, UrtoPool *pool)
{
    if (instrument) {
        instrument->pool = pool;
    }
}

void urto_instrument_process(UrtoInstrument *instrument, float *const out[2], uint32_t frames)
{
    uint32_t done = 0;

    while (instrument && done < frames) {
        if (instrument->clock % TICK == 0 && instrument->ticked != instrument->clock) {
            voices_tick(instrument);
            instrument->ticked = instrument->clock;
        }
        const uint32_t room = tick_left(instrument->clock);
        const uint32_t n = dispatch_due(instrument, frames - done < room ? frames - done : room);
        double mix[OUTS][TICK];
        memset(mix, 0, sizeof mix);
        voices_render(instrument, mix, n);
        radiator_process(&instrument->radiator, mix[OUT_BRIDGE], mix, n);
        finish(instrument, mix, out, done, n);
        instrument->clock += n;
        instrument->played = voices_silent(instrument) ? 0 : instrument->played + n;
        done += n;
    }
}

UrtoEvent urto_note_on(uint8_t key, double velocity)
{
    return (UrtoEvent){.kind = URTO_EVENT_NOTE_ON, .key = key, .value = velocity};
}

UrtoEvent urto_note_off(uint8_t key)
{
    return (UrtoEvent){.kind = URTO_EVENT_NOTE_OFF, .key = key};
}

static UrtoStatus check_event(const UrtoInstrument *instrument, const UrtoEvent *event,
                              UrtoDiagnostic *why)
{
    const UrtoStatus status = check_instrument(instrument, why);

    if (status != URTO_OK) {
        return status;
    }
    if (!event) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "event", 0.0, "event is NULL");
    }
    if ((unsigned)event->kind > URTO_EVENT_SOFT) {
        return status_fail(why, URTO_ERROR_NOT_FOUND, "kind", event->kind, "kind is %d, unknown",
                           (int)event->kind);
    }
    if (event->channel >= CHANNELS || event->key > 127) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "channel", event->channel,
                           "channel is %u and key %u, must be at most 15 and 127", event->channel,
                           event->key);
    }
    if (!isfinite(event->value)) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "value", event->value, "value is not finite");
    }
    return event->kind == URTO_EVENT_PARAMETER
               ? parameter_check(event->parameter, instrument->kind->info.parameter_count, why)
               : URTO_OK;
}

static double clamp_value(const UrtoInstrument *instrument, const UrtoEvent *event)
{
    double clamped = 0.0;

    if (event->kind == URTO_EVENT_PARAMETER) {
        (void)urto_parameter_clamp(&instrument->kind->info.parameters[event->parameter],
                                   event->value, &clamped, NULL);
        return clamped;
    }
    if (event->kind == URTO_EVENT_PROGRAM) {
        return floor(clamp(event->value, 0.0, 127.0));
    }
    return event->kind == URTO_EVENT_BEND || event->kind == URTO_EVENT_NOTE_BEND
               ? clamp(event->value, -96.0, 96.0)
               : clamp(event->value, 0.0, 1.0);
}

UrtoStatus urto_instrument_event(UrtoInstrument *instrument, const UrtoEvent *event,
                                 UrtoDiagnostic *why)
{
    const UrtoStatus status = check_event(instrument, event, why);

    if (status != URTO_OK) {
        return status;
    }
    QueuedEvent queued = {instrument->clock + event->frame, *event};
    queued.event.value = clamp_value(instrument, event);
    if (!event_queue_add(&instrument->queue, &queued)) {
        instrument->statistics.events_lost++;
        instrument->overflowed = true;
        return status_fail(why, URTO_ERROR_LIMIT, "events", URTO_MAX_EVENTS,
                           "%u events wait already", URTO_MAX_EVENTS);
    }
    return URTO_OK;
}

double urto_instrument_get(const UrtoInstrument *instrument, uint32_t parameter)
{
    return instrument && parameter < instrument->kind->info.parameter_count
               ? instrument->parameters[parameter]
               : 0.0;
}

UrtoStatus urto_instrument_set(UrtoInstrument *instrument, uint32_t parameter, double value,
                               UrtoDiagnostic *why)
{
    UrtoEvent event = {.kind = URTO_EVENT_PARAMETER, .parameter = parameter};
    UrtoStatus status = check_instrument(instrument, why);

    if (status == URTO_OK) {
        status = parameter_check(parameter, instrument->kind->info.parameter_count, why);
    }
    if (status == URTO_OK) {
        status = urto_parameter_clamp(&instrument->kind->info.parameters[parameter], value,
                                      &event.value, why);
    }
    if (status == URTO_OK) {
        dispatch_event(instrument, &event);
    }
    return status;
}

UrtoStatus urto_instrument_load_preset(UrtoInstrument *instrument, uint32_t preset,
                                       UrtoDiagnostic *why)
{
    UrtoStatus status = check_instrument(instrument, why);

    if (status == URTO_OK) {
        status = preset_check(preset, instrument->kind->info.preset_count, why);
    }
    return status == URTO_OK ? urto_instrument_apply_preset(
                                   instrument, &instrument->kind->info.presets[preset], why)
                             : status;
}

UrtoStatus urto_instrument_apply_preset(UrtoInstrument *instrument, const UrtoPreset *preset,
                                        UrtoDiagnostic *why)
{
    UrtoStatus status = check_instrument(instrument, why);

    status = status == URTO_OK ? status_check_pointer(why, "preset", preset) : status;
    if (status != URTO_OK) {
        return status;
    }
    const UrtoInstrumentInfo *info = &instrument->kind->info;
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        (void)urto_instrument_set(instrument, i, urto_preset_value(preset, info->parameters, i),
                                  NULL);
    }
    /* the new level is not meant for what still sounds on another body */
    voices_fade_others(instrument);
    return URTO_OK;
}

void urto_instrument_reset(UrtoInstrument *instrument)
{
    if (!instrument) {
        return;
    }
    event_queue_clear(&instrument->queue);
    instrument->overflowed = false;
    reset_channels(instrument);
    voices_express(instrument);
    update_gain(instrument);
    damp_halo(instrument);
    instrument->played = 0;
    end_sound(instrument);
}

UrtoInstrumentStatistics urto_instrument_statistics(const UrtoInstrument *instrument)
{
    UrtoInstrumentStatistics sum = {0};

    if (!instrument) {
        return sum;
    }
    sum = instrument->statistics;
    for (uint32_t v = 0; v < instrument->room; v++) {
        const Voice *voice = &instrument->voices[v];
        for (uint32_t w = 0; w < instrument->kind->worlds; w++) {
            const UrtoStatistics world = urto_world_statistics(voice->slots[w].world);
            sum.force_max = fmax(sum.force_max, world.force_max);
            sum.nonfinite += world.nonfinite;
        }
        if (voice->state != VOICE_IDLE) {
            sum.voices++;
            sum.contacts += urto_world_statistics(voice_world(voice)).active;
            sum.energy += urto_world_ledger(voice_world(voice)).stored;
        }
    }
    return sum;
}

bool urto_instrument_rings(const UrtoInstrument *instrument)
{
    return instrument && instrument->radiator.awake;
}

UrtoLedger urto_instrument_ledger(const UrtoInstrument *instrument)
{
    UrtoLedger sum = {0};

    for (uint32_t v = 0; instrument && v < instrument->room; v++) {
        for (uint32_t w = 0; w < instrument->kind->worlds; w++) {
            ledger_add(&sum, instrument->voices[v].slots[w].world);
        }
    }
    return sum;
}
