#include "cost.h"

#include <math.h>
#include <time.h>

static const double part_length = 0.004; /* [s] */
static const double margin = 2.0;

static double processor_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

CostMeter cost_start(void)
{
    return (CostMeter){.clock = processor_time()};
}

/* The first block is one frame, and none is longer than all before it. */
size_t cost_block(const CostMeter *meter, size_t most)
{
    const double fits =
        meter->parts.slowest > 0.0 ? part_length / meter->parts.slowest : (double)meter->frames;

    return fits < 1.0 ? 1 : (fits < (double)most ? (size_t)fits : most);
}

static void add_part(CostParts *parts, double seconds, size_t frames, double length)
{
    parts->seconds += seconds;
    parts->frames += frames;
    if (parts->seconds >= length) {
        parts->slowest = fmax(parts->slowest, parts->seconds / (double)parts->frames);
        parts->seconds = 0.0;
        parts->frames = 0;
    }
}

void cost_add(CostMeter *meter, size_t frames)
{
    const size_t often = 1024; /* frames; to look at the clock costs as much as some */

    meter->frames += frames;
    meter->unread += frames;
    if (meter->unread < often && meter->frames > often &&
        meter->parts.slowest * often < part_length) {
        return;
    }
    const double now = processor_time(), spent = now - meter->clock;
    meter->clock = now;
    meter->seconds += spent;
    add_part(&meter->parts, spent, meter->unread, part_length);
    add_part(&meter->late, spent, meter->unread, meter->mark / 8.0);
    meter->unread = 0;
    if (meter->seconds >= 2.0 * meter->mark) {
        meter->mark = meter->mark > 0.0 ? 2.0 * meter->mark : COST_PILOT_LONG / 512.0;
        meter->before = meter->late.slowest;
        meter->late = (CostParts){0};
    }
}

static double mean(const CostMeter *meter)
{
    return meter->frames ? meter->seconds / (double)meter->frames : 0.0;
}

bool cost_known(const CostMeter *meter)
{
    const double uneven = 5.0; /* what the bound may be too high by */

    return meter->seconds >=
           (meter->parts.slowest > uneven * mean(meter) ? COST_PILOT_LONG : COST_PILOT);
}

bool cost_due(const CostMeter *meter)
{
    return meter->seconds - meter->checked >= fmax(COST_PILOT_LONG, meter->checked / 8.0);
}

double cost_ahead(CostMeter *meter, size_t frames)
{
    const double spent = meter->seconds - meter->checked;
    const size_t done = meter->frames - meter->checked_frames;

    meter->checked = meter->seconds;
    meter->checked_frames = meter->frames;
    return meter->seconds + spent / (double)done * (double)(frames - meter->frames);
}

/* A part of a scene, of so many frames; `steady`: what drives it does not end. */
static double part_cost(const CostMeter *meter, double frames, bool steady)
{
    const double hardest = fmax(meter->parts.slowest, mean(meter));
    const double rest = frames - (double)meter->frames;

    if (rest <= 0.0) {
        return margin * fmin(meter->seconds, hardest * frames);
    }
    const double late = fmax(meter->before, meter->late.slowest);
    return meter->seconds + margin * rest * (steady ? hardest : fmax(late, mean(meter)));
}

/* Plays on until it is known what that costs. */
static CostMeter play_on(UrtoPlayer *player, size_t frames, double *peak, int (*stopped)(void))
{
    enum { BLOCK = 256 };
    float left[BLOCK] = {0}, right[BLOCK] = {0}; /* of mono only one is written */
    CostMeter meter = cost_start();

    while (meter.frames < frames && !cost_known(&meter) && !(stopped && stopped())) {
        const size_t rest = frames - meter.frames;
        const size_t count = cost_block(&meter, rest < BLOCK ? rest : BLOCK);
        urto_player_process(player, (float *const[2]){left, right}, (uint32_t)count);
        cost_add(&meter, count);
        for (size_t i = 0; i < count; i++) {
            *peak = fmax(*peak, fmax(fabs((double)left[i]), fabs((double)right[i])));
        }
    }
    return meter;
}

static size_t frames_of(const UrtoSceneInfo *info)
{
    return (size_t)(info->seconds * info->rate + 0.5);
}

CostMeter cost_measure(UrtoPlayer *player, const UrtoSceneInfo *info)
{
    double peak = 0.0;
    const CostMeter meter = play_on(player, frames_of(info), &peak, NULL);

    urto_player_reset(player);
    return meter;
}

static bool is_steady(const UrtoSceneInfo *info)
{
    return info->calm >= info->seconds;
}

double cost_of(const CostMeter *meter, const UrtoSceneInfo *info)
{
    return part_cost(meter, (double)frames_of(info), is_steady(info));
}

double cost_tried(const CostMeter *start, UrtoPlayer *player, const UrtoSceneInfo *info,
                  double *peak, int (*stopped)(void))
{
    enum { TRIED = 8 };
    const size_t frames = frames_of(info);
    CostMeter tried[TRIED], now = *start;
    size_t count = 0;
    double spent = 0.0, seconds = 0.0, from = 0.0;
    bool more = true, own = true;

    while (more && !(stopped && stopped())) {
        const double due = urto_player_hurry(player);
        more = due < info->seconds;
        const double until = more ? fmax(from, due * info->rate) : (double)frames;
        double most = part_cost(&now, until - from, is_steady(info));
        for (size_t i = 0; i < count && !own; i++) {
            most = fmax(most, part_cost(&tried[i], until - from, is_steady(info)));
        }
        seconds += most;
        from = until;
        own = more && count < TRIED && spent < 4.0 * COST_PILOT_LONG;
        if (own) {
            now = tried[count++] = play_on(player, frames, peak, stopped);
            spent += now.seconds;
        }
    }
    return seconds;
}

CostBound cost_bound(UrtoPlayer *player, const UrtoSceneInfo *info)
{
    CostBound bound = {0};
    const CostMeter start = play_on(player, frames_of(info), &bound.peak, NULL);

    bound.played = (double)start.frames / info->rate;
    bound.whole = start.frames >= frames_of(info);
    bound.seconds =
        bound.whole ? cost_of(&start, info) : cost_tried(&start, player, info, &bound.peak, NULL);
    urto_player_reset(player);
    return bound;
}

void cost_replay(CostMeter *meter, UrtoPlayer *player, int (*stopped)(void))
{
    enum { BLOCK = 64 };

    urto_player_reset(player);
    for (size_t done = 0; done < meter->frames && !stopped(); done += BLOCK) {
        const size_t rest = meter->frames - done;
        urto_player_process(player, NULL, (uint32_t)(rest < BLOCK ? rest : BLOCK));
    }
    meter->clock = processor_time();
}

void cost_add_time(Text *text, double seconds)
{
    static const struct {
        double length;
        const char *name;
    } units[] = {{86400.0, "days"}, {3600.0, "h"}, {60.0, "min"}, {1.0, "s"}, {1e-3, "ms"}};
    size_t i = 0;

    while (seconds < units[i].length && units[i].length > 1e-3) {
        i++;
    }
    const double count = seconds / units[i].length;
    text_add(text, "%.*f %s", count < 10.0 ? 1 : 0, count, units[i].name);
}

void cost_add_advice(Text *text, const LoadedScene *loaded, const UrtoWorld *world)
{
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    uint32_t largest = 0;
    uint32_t degrees = 0;

    for (uint32_t i = 0; i < info.bodies; i++) {
        const uint32_t own = urto_world_body_info(world, (UrtoBody){.id = i + 1}).degrees;
        largest = own > degrees ? i : largest;
        degrees = own > degrees ? own : degrees;
    }
    text_add(text, "lower the segments or modes of %s (%u degrees of freedom), ",
             urto_scene_body_name(loaded->scene, largest), degrees);
    text_add(text, "%sthe rate%s", info.contacts ? "the points of lines and barriers, " : "",
             info.oversampling > 1 ? ", oversample" : "");
}
