#include "engine.h"

#include "output/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 256, COMMANDS = 1024, RETIRED = 16 };

static const double fade_seconds = 0.01;
static const double switch_seconds = 0.06; /* from one instrument to the next */
static const double ceiling = 0.9;

typedef _Atomic double Meter;
typedef _Atomic uint64_t Counter;

struct Engine {
    EngineSource source;
    double rate;
    Ring commands, midi, retired;
    Ring *recording;
    /* the audio thread's own */
    uint64_t frame, end, scene_frame, scene_frames, fade_frames;
    UrtoPlayer *leaving; /* the scene before, while it fades */
    uint64_t leaving_frame;
    UrtoInstrument *old; /* the instrument before, while it fades */
    uint64_t old_frame, switch_frames;
    UrtoInstrumentStatistics past; /* of instruments that are gone */
    double record_level;           /* 0 to 1 */
    bool record_ends;
    uint64_t recorded;
    double gain, gain_wanted, held;
    double level[2], peak, load, load_max, before;
    /* what others read */
    Meter shown_level[2], shown_peak, shown_energy, shown_load, shown_load_max, shown_level_set;
    Meter values[ENGINE_PARAMETERS];
    Counter shown_frame, shown_scene, voices, contacts, notes, limited, nonfinite, lost, blocks;
    Counter shown_recorded, program, programs;
    _Atomic(const UrtoInstrumentInfo *) shown_instrument;
    atomic_bool ended, records;
};

double engine_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void show(Meter *meter, double value)
{
    atomic_store_explicit(meter, value, memory_order_relaxed);
}

static double shown(const Meter *meter)
{
    return atomic_load_explicit(meter, memory_order_relaxed);
}

static void count(Counter *counter, uint64_t value)
{
    atomic_store_explicit(counter, value, memory_order_relaxed);
}

static uint64_t counted(const Counter *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static void publish(Engine *engine)
{
    for (int c = 0; c < 2; c++) {
        show(&engine->shown_level[c], engine->level[c]);
    }
    show(&engine->shown_peak, engine->peak);
    show(&engine->shown_load, engine->load);
    show(&engine->shown_load_max, engine->load_max);
    count(&engine->shown_frame, engine->frame);
    count(&engine->shown_recorded, engine->recorded);
    if (engine->source.instrument) {
        const UrtoInstrument *instrument = engine->source.instrument;
        const UrtoInstrumentStatistics s = urto_instrument_statistics(instrument);
        const uint32_t parameters = urto_instrument_info_of(instrument)->parameter_count;
        show(&engine->shown_energy, s.energy);
        count(&engine->voices, s.voices);
        count(&engine->contacts, s.contacts);
        count(&engine->notes, engine->past.notes + s.notes);
        count(&engine->limited, engine->past.limited + s.limited);
        count(&engine->nonfinite, engine->past.nonfinite + s.nonfinite);
        atomic_store_explicit(&engine->shown_instrument, urto_instrument_info_of(instrument),
                              memory_order_relaxed);
        for (uint32_t i = 0; i < parameters && i < ENGINE_PARAMETERS; i++) {
            show(&engine->values[i], urto_instrument_get(instrument, i));
        }
        return;
    }
    UrtoWorld *world = urto_player_world(engine->source.player);
    const UrtoStatistics s = urto_world_statistics(world);
    const bool sounds = engine->scene_frame < engine->scene_frames;
    show(&engine->shown_energy, sounds ? urto_world_ledger(world).stored : 0.0);
    count(&engine->contacts, sounds ? s.active : 0);
    count(&engine->voices, sounds);
    count(&engine->nonfinite, s.nonfinite);
    count(&engine->shown_scene, engine->scene_frame);
}

Engine *engine_create(const EngineSource *source, double rate, double seconds, Ring *recording)
{
    Engine *engine = memory_resize(NULL, 1, sizeof *engine);

    memset(engine, 0, sizeof *engine);
    engine->source = *source;
    engine->rate = rate;
    engine->recording = recording;
    engine->record_level = 1.0; /* what is there from the start begins in silence */
    atomic_init(&engine->records, recording != NULL);
    engine->switch_frames = (uint64_t)(switch_seconds * rate) + 1;
    engine->fade_frames = (uint64_t)(fade_seconds * rate) + 1;
    engine->end = seconds > 0.0 ? (uint64_t)(seconds * rate + 0.5) : UINT64_MAX;
    engine->scene_frames = (uint64_t)(source->scene.seconds * rate + 0.5);
    engine->gain = 1.0;
    engine->gain_wanted = 1.0;
    engine->held = 1.0;
    ring_create(&engine->commands, sizeof(EngineCommand), COMMANDS);
    ring_create(&engine->midi, sizeof(EngineCommand), COMMANDS);
    ring_create(&engine->retired, sizeof(EngineRetired), RETIRED);
    publish(engine);
    return engine;
}

void engine_destroy(Engine *engine)
{
    if (engine) {
        ring_destroy(&engine->commands);
        ring_destroy(&engine->midi);
        ring_destroy(&engine->retired);
        free(engine);
    }
}

void engine_midi(Engine *engine, uint32_t frame, const uint8_t *bytes, size_t size)
{
    if (engine->source.instrument) {
        urto_instrument_midi(engine->source.instrument, frame, bytes, size);
    }
    if (size >= 2 && bytes[0] >> 4 == 0xC) { /* the screen shows what was chosen */
        count(&engine->program, bytes[1]);
        count(&engine->programs, counted(&engine->programs) + 1);
    }
}

static void retire(Engine *engine, UrtoPlayer *player, UrtoInstrument *instrument)
{
    const EngineRetired retired = {player, instrument};

    if (player || instrument) {
        /* there is room: no more than that are ever under way */
        ring_put(&engine->retired, &retired, 1);
    }
}

static void begin_instrument(Engine *engine, UrtoInstrument *instrument)
{
    const UrtoInstrumentStatistics s = urto_instrument_statistics(engine->source.instrument);

    engine->past.notes += s.notes;
    engine->past.limited += s.limited;
    engine->past.nonfinite += s.nonfinite;
    retire(engine, NULL, engine->old);
    engine->old = engine->source.instrument;
    engine->old_frame = 0;
    engine->source.instrument = instrument;
}

static void begin_recording(Engine *engine, Ring *ring)
{
    engine->record_ends = !ring;
    if (ring) {
        engine->recording = ring;
        engine->record_level = 0.0;
        engine->recorded = 0;
        atomic_store(&engine->records, true);
    }
}

static void begin_scene(Engine *engine, UrtoPlayer *player)
{
    retire(engine, engine->leaving, NULL);
    engine->leaving = engine->source.player;
    engine->leaving_frame = engine->scene_frame < engine->scene_frames ? 0 : engine->fade_frames;
    engine->source.player = player;
    engine->scene_frame = 0;
}

static void panic(Engine *engine)
{
    if (engine->source.instrument) {
        urto_instrument_reset(engine->source.instrument);
    } else {
        engine->scene_frame = engine->scene_frames;
    }
}

/* Where in this block a message of MIDI belongs: as late after its beginning as the message came
 * after the beginning of the block before, so that notes keep their distances. */
static uint32_t frame_of(const Engine *engine, double time, uint32_t frames)
{
    const double late = (time - engine->before) * engine->rate;

    return late <= 0.0 ? 0 : late >= (double)frames ? frames - 1 : (uint32_t)late;
}

static void carry_out(Engine *engine, const EngineCommand *command, uint32_t frames)
{
    UrtoInstrument *instrument = engine->source.instrument;

    switch (command->action) {
    case ENGINE_EVENT:
        if (instrument) {
            urto_instrument_event(instrument, &command->event, NULL);
        }
        break;
    case ENGINE_MIDI:
        engine_midi(engine, frame_of(engine, command->time, frames), command->bytes, command->size);
        break;
    case ENGINE_PRESET:
        if (instrument) {
            urto_instrument_apply_preset(instrument, command->preset, NULL);
        }
        break;
    case ENGINE_PANIC:
        panic(engine);
        break;
    case ENGINE_INSTRUMENT:
        begin_instrument(engine, command->instrument);
        break;
    case ENGINE_RECORD:
        begin_recording(engine, command->ring);
        break;
    case ENGINE_SCENE:
        begin_scene(engine, command->player);
        break;
    case ENGINE_LEVEL:
        engine->gain_wanted = pow(10.0, command->value / 20.0);
        show(&engine->shown_level_set, command->value);
        break;
    case ENGINE_END:
        engine->end = engine->frame + engine->fade_frames < engine->end
                          ? engine->frame + engine->fade_frames
                          : engine->end;
        break;
    }
}

static void obey(Engine *engine, uint32_t frames)
{
    EngineCommand command;

    for (int i = 0; i < COMMANDS && ring_take(&engine->commands, &command, 1) == 1; i++) {
        carry_out(engine, &command, frames);
    }
    for (int i = 0; i < COMMANDS && ring_take(&engine->midi, &command, 1) == 1; i++) {
        carry_out(engine, &command, frames);
    }
}

/* From 0 to 1 with a level tangent at both ends. */
static double smooth(double part)
{
    return part <= 0.0 ? 0.0 : part >= 1.0 ? 1.0 : part * part * (3.0 - 2.0 * part);
}

/* The scene's own fades. */
static double scene_weight(const Engine *engine, uint64_t frame)
{
    const UrtoSceneInfo *scene = &engine->source.scene;
    const double in = (double)frame / engine->rate;
    const double out = (double)(engine->scene_frames - frame) / engine->rate;

    return (scene->fade_in > 0.0 ? smooth(in / scene->fade_in) : 1.0) *
           smooth(out / fmax(scene->fade, fade_seconds));
}

/* Adds up to a block of a player to the output; stereo from one channel too. */
static void add_player(Engine *engine, UrtoPlayer *player, float *left, float *right,
                       uint32_t frames, bool leaving)
{
    float a[BLOCK], b[BLOCK];
    float *const out[2] = {a, b};
    const float *second = engine->source.scene.channels == 2 ? b : a;

    urto_player_process(player, out, frames);
    for (uint32_t i = 0; i < frames; i++) {
        const double weight =
            leaving
                ? 1.0 - smooth((double)(engine->leaving_frame + i) / (double)engine->fade_frames)
                : scene_weight(engine, engine->scene_frame + i);
        left[i] += (float)(engine->source.gain * weight * (double)a[i]);
        right[i] += (float)(engine->source.gain * weight * (double)second[i]);
    }
}

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* The instrument; while the one before fades, the two weigh 1 together. */
static void process_instrument(Engine *engine, float *left, float *right, uint32_t frames)
{
    urto_instrument_process(engine->source.instrument, (float *const[2]){left, right}, frames);
    for (uint32_t done = 0; engine->old && done < frames;) {
        float a[BLOCK], b[BLOCK];
        const uint32_t size =
            least(least(BLOCK, frames - done), engine->switch_frames - engine->old_frame);
        urto_instrument_process(engine->old, (float *const[2]){a, b}, size);
        for (uint32_t i = 0; i < size; i++) {
            const float weight =
                (float)smooth((double)(engine->old_frame + i) / (double)engine->switch_frames);
            left[done + i] += (1.0F - weight) * (a[i] - left[done + i]);
            right[done + i] += (1.0F - weight) * (b[i] - right[done + i]);
        }
        done += size;
        engine->old_frame += size;
        if (engine->old_frame >= engine->switch_frames) {
            retire(engine, NULL, engine->old);
            engine->old = NULL;
        }
    }
}

/* Level of the scene, and no sample beyond the ceiling: the gain falls at once and comes back by
 * 6 dB a second. */
static void limit(Engine *engine, float *left, float *right, uint32_t frames)
{
    const double back = pow(2.0, 1.0 / engine->rate), glide = 1.0 / (0.02 * engine->rate);

    for (uint32_t i = 0; i < frames; i++) {
        engine->gain += glide * (engine->gain_wanted - engine->gain);
        const double loud = engine->gain * fmax(fabs((double)left[i]), fabs((double)right[i]));
        engine->held = fmin(1.0, engine->held * back);
        if (!(loud * engine->held <= ceiling)) {
            engine->held = isfinite(loud) ? ceiling / loud : 0.0;
        }
        const double factor = engine->gain * engine->held;
        left[i] = isfinite(loud) ? (float)(factor * (double)left[i]) : 0.0F;
        right[i] = isfinite(loud) ? (float)(factor * (double)right[i]) : 0.0F;
    }
    engine->held = fmax(engine->held, 1e-6);
}

static void process_scene(Engine *engine, float *left, float *right, uint32_t frames)
{
    memset(left, 0, frames * sizeof *left);
    memset(right, 0, frames * sizeof *right);
    for (uint32_t done = 0; done < frames;) {
        const uint32_t size = least(BLOCK, frames - done);
        if (engine->leaving) {
            const uint32_t part = least(size, engine->fade_frames - engine->leaving_frame);
            add_player(engine, engine->leaving, left + done, right + done, part, true);
            engine->leaving_frame += part;
            if (engine->leaving_frame >= engine->fade_frames) {
                retire(engine, engine->leaving, NULL);
                engine->leaving = NULL;
            }
        }
        const uint32_t part = least(size, engine->scene_frames - engine->scene_frame);
        if (part > 0) {
            add_player(engine, engine->source.player, left + done, right + done, part, false);
            engine->scene_frame += part;
        }
        done += size;
    }
    limit(engine, left, right, frames);
}

/* Fades at the end of all and measures. Returns how many frames still belong to the sound. */
static uint32_t finish(Engine *engine, float *left, float *right, uint32_t frames)
{
    float *const out[2] = {left, right};
    const uint32_t wanted = least(frames, engine->end - engine->frame);
    const double fall = pow(10.0, -1.0 / engine->rate);

    for (int c = 0; c < 2; c++) {
        for (uint32_t i = 0; i < frames; i++) {
            const uint64_t left_over = i < wanted ? engine->end - engine->frame - i : 0;
            if (left_over < engine->fade_frames) {
                out[c][i] *= (float)smooth((double)left_over / (double)engine->fade_frames);
            }
            const double size = fabs((double)out[c][i]);
            engine->level[c] = fmax(size, fall * engine->level[c]);
            engine->peak = fmax(engine->peak, size);
        }
    }
    return wanted;
}

/* A recording that begins or ends within a sound begins and ends softly. */
static void record(Engine *engine, const float *left, const float *right, uint32_t frames)
{
    const double step = (engine->record_ends ? -1.0 : 1.0) / (double)engine->fade_frames;
    float pairs[2 * BLOCK];

    for (uint32_t done = 0; done < frames;) {
        const uint32_t size = least(BLOCK, frames - done);
        for (size_t i = 0; i < size; i++) {
            const float level = (float)smooth(engine->record_level);
            pairs[2 * i] = level * left[done + i];
            pairs[2 * i + 1] = level * right[done + i];
            engine->record_level = fmin(1.0, fmax(0.0, engine->record_level + step));
        }
        engine->recorded += size;
        if (!ring_put(engine->recording, pairs, 2 * (size_t)size)) {
            count(&engine->lost, counted(&engine->lost) + size);
        }
        done += size;
    }
}

void engine_process(Engine *engine, float *left, float *right, uint32_t frames)
{
    const double start = engine_clock();

    if (frames == 0) {
        return;
    }
    obey(engine, frames);
    engine->before = start;
    if (engine->frame >= engine->end) {
        memset(left, 0, frames * sizeof *left);
        memset(right, 0, frames * sizeof *right);
    } else {
        if (engine->source.instrument) {
            process_instrument(engine, left, right, frames);
        } else {
            process_scene(engine, left, right, frames);
        }
        const uint32_t wanted = finish(engine, left, right, frames);
        if (engine->recording) {
            record(engine, left, right, wanted);
        }
        if (engine->record_ends && engine->record_level <= 0.0) {
            engine->recording = NULL;
            engine->record_ends = false;
            atomic_store(&engine->records, false);
        }
        engine->frame += wanted;
    }
    const double length = (double)frames / engine->rate;
    const double used = (engine_clock() - start) / length;
    engine->load += fmin(1.0, length / 0.1) * (used - engine->load);
    if ((double)engine->frame > engine->rate) {
        engine->load_max = fmax(engine->load_max, used);
    }
    publish(engine);
    atomic_store_explicit(&engine->ended, engine->frame >= engine->end, memory_order_release);
    count(&engine->blocks, counted(&engine->blocks) + 1);
}

bool engine_send(Engine *engine, const EngineCommand *command)
{
    return ring_put(&engine->commands, command, 1);
}

bool engine_send_midi(Engine *engine, const uint8_t *bytes, uint32_t size)
{
    EngineCommand command = {.action = ENGINE_MIDI, .size = size, .time = engine_clock()};

    if (size > sizeof command.bytes) {
        return false;
    }
    memcpy(command.bytes, bytes, size);
    return ring_put(&engine->midi, &command, 1);
}

EngineMeters engine_meters(const Engine *engine)
{
    EngineMeters meters = {
        .level = {shown(&engine->shown_level[0]), shown(&engine->shown_level[1])},
        .peak = shown(&engine->shown_peak),
        .energy = shown(&engine->shown_energy),
        .load = shown(&engine->shown_load),
        .load_max = shown(&engine->shown_load_max),
        .seconds = (double)counted(&engine->shown_frame) / engine->rate,
        .recorded = (double)counted(&engine->shown_recorded) / engine->rate,
        .instrument = atomic_load_explicit(&engine->shown_instrument, memory_order_relaxed),
        .scene_at = (double)counted(&engine->shown_scene) / engine->rate,
        .level_set = shown(&engine->shown_level_set),
        .voices = (uint32_t)counted(&engine->voices),
        .contacts = (uint32_t)counted(&engine->contacts),
        .program = (uint32_t)counted(&engine->program),
        .programs = (uint32_t)counted(&engine->programs),
        .notes = counted(&engine->notes),
        .limited = counted(&engine->limited),
        .nonfinite = counted(&engine->nonfinite),
        .lost = counted(&engine->lost),
    };

    for (int i = 0; i < ENGINE_PARAMETERS; i++) {
        meters.values[i] = shown(&engine->values[i]);
    }
    return meters;
}

EngineRetired engine_retired(Engine *engine)
{
    EngineRetired retired = {NULL, NULL};

    return ring_take(&engine->retired, &retired, 1) == 1 ? retired : (EngineRetired){NULL, NULL};
}

UrtoInstrument *engine_leaving(Engine *engine)
{
    UrtoInstrument *old = engine->old;

    engine->old = NULL;
    return old;
}

bool engine_records(const Engine *engine)
{
    return atomic_load(&engine->records);
}

bool engine_ended(const Engine *engine)
{
    return atomic_load_explicit(&engine->ended, memory_order_acquire);
}

uint64_t engine_blocks(const Engine *engine)
{
    return counted(&engine->blocks);
}
