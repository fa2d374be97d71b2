#include "render_scene.h"

#include "features/features.h"
#include "workers.h"

#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { BLOCK = 64 };

static volatile sig_atomic_t stop;
static struct sigaction before; /* what ends the program */

static volatile sig_atomic_t calm, kept;

static void end_at_once(void)
{
    static const char nothing[] = "urto render: stopped; nothing was written\n";
    static const char part[] = "urto render: stopped; not everything was written\n";

    const ssize_t said = kept ? write(STDERR_FILENO, part, sizeof part - 1)
                              : write(STDERR_FILENO, nothing, sizeof nothing - 1);

    (void)said; /* standard error may be closed */
    sigaction(stop, &before, NULL);
    raise(stop);
}

/* A step of a large world, or its compilation, may take longer than anyone waits. */
static void on_alarm(int number)
{
    (void)number;
    end_at_once();
}

static void set_alarm(suseconds_t microseconds)
{
    const struct itimerval soon = {.it_value = {.tv_usec = microseconds}};

    setitimer(ITIMER_REAL, &soon, NULL);
}

/* A terminal tells all processes; those of tasks are told by the one that began them. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (workers_task() && info->si_code > 0) {
        return;
    }
    if (stop) {
        stop = number;
        end_at_once();
        return;
    }
    stop = number;
    if (!calm) {
        set_alarm(600000);
    }
}

int render_signal(void)
{
    return stop;
}

void render_calm(void)
{
    calm = 1;
    set_alarm(0);
}

void render_busy(void)
{
    calm = 0;
}

void render_kept(void)
{
    kept = 1;
}

void render_catch_signals(void)
{
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    struct sigaction late = {.sa_handler = on_alarm, .sa_flags = SA_NODEFER};

    sigemptyset(&action.sa_mask);
    sigemptyset(&late.sa_mask);
    sigaction(SIGALRM, &late, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, &before);
}

static double dissipated(const UrtoLedger *ledger)
{
    return ledger->dissipated_body + ledger->dissipated_contact + ledger->dissipated_bow;
}

static double supplied(const UrtoLedger *ledger)
{
    return ledger->initial + ledger->supplied_bow + ledger->supplied_drive + ledger->supplied_hand +
           ledger->supplied_gravity + ledger->supplied_change;
}

static void show_progress(const char *name, size_t done, size_t frames, double rate,
                          const CostMeter *meter)
{
    enum { WIDTH = 40 };
    char bar[WIDTH + 1];
    const size_t filled = frames ? done * WIDTH / frames : WIDTH;

    memset(bar, '.', WIDTH);
    memset(bar, '#', filled);
    bar[WIDTH] = '\0';
    Text left = {0};
    cost_add_time(&left, done ? meter->seconds / (double)done * (double)(frames - done) : 0.0);
    fprintf(stderr, "\r%-18.40s [%s] %3zu %%  %.1f x real time, %s left   ", name, bar,
            frames ? 100 * done / frames : 100,
            meter->seconds > 0.0 ? (double)done / rate / meter->seconds : 0.0, left.data);
    if (done == frames) {
        fputc('\n', stderr);
    }
    fflush(stderr);
    text_free(&left);
}

/* Ports on the masses of a scene, to read their velocities. */
static void find_masses(RenderedScene *rendered, UrtoScene *scene)
{
    const uint32_t bodies = urto_scene_info(scene).bodies;

    rendered->mass_bodies = memory_resize(NULL, bodies + 1, sizeof *rendered->mass_bodies);
    rendered->mass_ports = memory_resize(NULL, bodies + 1, sizeof *rendered->mass_ports);
    for (uint32_t i = 0; i < bodies; i++) {
        const char *name = urto_scene_body_name(scene, i);
        const UrtoPort port = urto_scene_add_port(scene, name, 0.0, 0.0);
        rendered->mass_bodies[rendered->mass_count] = urto_scene_body(scene, name);
        rendered->mass_ports[rendered->mass_count] = port;
        rendered->mass_count += port.id != 0;
    }
}

/* Kinetic energy of the masses [J]. */
static double mass_energy(const RenderedScene *rendered, const UrtoWorld *world)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < rendered->mass_count; i++) {
        const UrtoBody body = rendered->mass_bodies[i];
        if (urto_world_body_info(world, body).kind == URTO_BODY_KIND_MASS) {
            const double velocity = urto_world_velocity(world, rendered->mass_ports[i]);
            sum += 0.5 * urto_world_mode_info(world, body, 0).mass * velocity * velocity;
        }
    }
    return sum;
}

/* Reads the energy ledger after a block. */
static void track_energy(RenderedScene *rendered, const UrtoWorld *world, size_t done, bool energy,
                         size_t *due)
{
    const UrtoLedger ledger = urto_world_ledger(world);
    const double held = ledger.stored + dissipated(&ledger);

    rendered->residual_max = fmax(rendered->residual_max, fabs(ledger.residual));
    rendered->energy_max = fmax(rendered->energy_max, fabs(held));
    if (energy && done >= *due) {
        ARRAY_GROW(rendered->energy, rendered->energy_count, rendered->energy_room);
        rendered->energy[rendered->energy_count++] =
            (EnergyRow){(double)done / rendered->rate, ledger, mass_energy(rendered, world)};
        *due += (size_t)(0.001 * rendered->rate);
    }
}

/* Refuses what takes too long; `how` is between "would take" and the time. */
static int judge(double seconds, const char *how, const LoadedScene *loaded, const UrtoWorld *world,
                 const RenderOptions *options)
{
    Text text = {0};

    if (!(options->limit > 0.0 && seconds > options->limit)) {
        return 0;
    }
    cost_add_time(&text, seconds);
    text_add(&text, ", more than the limit of ");
    cost_add_time(&text, options->limit);
    text_add(&text, ": ");
    cost_add_advice(&text, loaded, world);
    const int code = fail(EXIT_FAILED, "render",
                          "%s: would take %s %s, or the seconds; --limit 0 renders it all the same",
                          loaded->path, how, text.data);
    text_free(&text);
    return code;
}

/* After the first work: says how long it will take. What begins later is tried out where it could matter. */
static int judge_first(CostMeter *meter, UrtoPlayer *player, const LoadedScene *loaded,
                       const RenderOptions *options)
{
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    const double limit = options->limit > 0.0 ? options->limit : RENDER_LIMIT;
    double seconds = cost_of(meter, &info), peak = 0.0;
    bool sure = (double)meter->frames >= info.calm * info.rate;

    if (!sure && seconds > limit / 8.0) {
        seconds = cost_tried(meter, player, &info, &peak, render_signal);
        cost_replay(meter, player, render_signal);
        sure = true;
    }
    if (stop) {
        return 0;
    }
    const int code = judge(seconds, "up to", loaded, urto_player_world(player), options);
    if (code == 0 && !options->progress && seconds > 60.0) {
        Text text = {0};
        cost_add_time(&text, seconds);
        fprintf(stderr, "urto render: %s: takes up to %s%s\n", loaded->path, text.data,
                sure ? "" : " if it goes on as it begins");
        text_free(&text);
    }
    return code;
}

static size_t block_size(const RenderOptions *options, size_t done, size_t frames)
{
    size_t count = frames - done < BLOCK ? frames - done : BLOCK;

    for (Snapshots *const *s = options->snapshots; *s; s++) {
        const size_t next = snapshots_next(*s);
        count = next > done && next < done + count ? next - done : count;
    }
    return count;
}

static int play_all(RenderedScene *rendered, UrtoPlayer *player, const LoadedScene *loaded,
                    size_t frames, const RenderOptions *options)
{
    UrtoWorld *world = urto_player_world(player);
    const unsigned channels = rendered->channels;
    float left[BLOCK], right[BLOCK];
    float *const out[2] = {left, right};
    CostMeter meter = cost_start();
    size_t done = 0, due = 0, shown = 0;
    bool judged = false, interrupted = false;
    int code = 0;

    if (rendered->has_ledger) {
        track_energy(rendered, world, 0, options->energy, &due);
    }
    while (done < frames && !stop && !workers_orphan() && code == 0) {
        const size_t count = cost_block(&meter, block_size(options, done, frames));
        urto_player_process(player, out, (uint32_t)count);
        for (size_t i = 0; i < count; i++) {
            rendered->samples[(done + i) * channels] = left[i];
            if (channels == 2) {
                rendered->samples[(done + i) * channels + 1] = right[i];
            }
        }
        done += count;
        for (Snapshots *const *s = options->snapshots; *s; s++) {
            snapshots_take(*s, world, done);
        }
        if (rendered->has_ledger) {
            track_energy(rendered, world, done, options->energy, &due);
        }
        cost_add(&meter, count);
        if (!judged && cost_known(&meter) && done < frames) {
            judged = true;
            rendered->ledger = urto_world_ledger(world); /* a signal may come meanwhile */
            rendered->statistics = urto_world_statistics(world);
            code = judge_first(&meter, player, loaded, options);
            interrupted = stop != 0;
        } else if (cost_due(&meter)) { /* it may have become harder than was foreseen */
            code = judge(cost_ahead(&meter, frames), "about", loaded, world, options);
        }
        if (options->progress && (done == frames || done >= shown)) {
            show_progress(loaded->name, done, frames, rendered->rate, &meter);
            shown =
                done + (meter.parts.slowest > 0.0 ? (size_t)(0.1 / meter.parts.slowest) + 1 : 8192);
        }
    }
    render_calm();
    rendered->frames = done;
    rendered->stopped = done < frames;
    rendered->cpu_seconds = meter.seconds;
    if (!interrupted) {
        rendered->ledger = urto_world_ledger(world);
        rendered->statistics = urto_world_statistics(world);
    }
    return code;
}

int render_scene(RenderedScene *rendered, LoadedScene *loaded, const RenderOptions *options)
{
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    const size_t frames = (size_t)(info.seconds * info.rate + 0.5);
    const UrtoPlayerOptions choices = {.ledger = options->ledger || options->energy};
    UrtoPlayer *player = NULL;

    *rendered =
        (RenderedScene){.channels = info.channels, .rate = info.rate, .has_ledger = choices.ledger};
    if (options->energy) {
        find_masses(rendered, loaded->scene);
    }
    int code = scene_files_compile(loaded, "render", &choices, &player);
    if (code != 0) {
        return code;
    }
    rendered->samples = memory_resize(NULL, frames * info.channels + 1, sizeof(float));
    code = play_all(rendered, player, loaded, frames, options);
    urto_player_destroy(player);
    return code;
}

void render_free(RenderedScene *rendered)
{
    free(rendered->samples);
    free(rendered->energy);
    free(rendered->mass_bodies);
    free(rendered->mass_ports);
    *rendered = (RenderedScene){0};
}

/* A raised cosine from 0 to 1 over some seconds from one end. */
static void fade(RenderedScene *rendered, double seconds, bool from_end)
{
    const size_t wanted = (size_t)(seconds * rendered->rate);
    const size_t count = wanted < rendered->frames ? wanted : rendered->frames;

    for (size_t i = 0; i < count; i++) {
        const double weight =
            0.5 - 0.5 * cos(3.14159265358979323846 * ((double)i + 0.5) / (double)count);
        const size_t frame = from_end ? rendered->frames - 1 - i : i;
        for (unsigned c = 0; c < rendered->channels; c++) {
            rendered->samples[frame * rendered->channels + c] *= (float)weight;
        }
    }
}

double render_peak(const RenderedScene *rendered)
{
    double peak = 0.0;

    for (size_t i = 0; i < rendered->frames * rendered->channels; i++) {
        const double size = fabs((double)rendered->samples[i]);
        peak = size > peak ? size : peak;
    }
    return peak;
}

static double loudness(const RenderedScene *rendered)
{
    return feature_loudness_integrated(
        &(FeatureSound){rendered->samples, rendered->frames, rendered->channels, rendered->rate});
}

void render_sound(const RenderedScene *rendered, Text *text)
{
    const double peak = render_peak(rendered);
    const size_t channels = rendered->channels;
    const double loud = loudness(rendered);
    size_t last = rendered->frames * channels;

    if (rendered->silent || peak == 0.0) {
        text_add(text, "silent\n");
        return;
    }
    while (fabs((double)rendered->samples[last - 1]) < 1e-3 * peak) {
        last--;
    }
    const size_t heard = (last - 1) / channels + 1; /* frames */
    text_add(text, "peak %.1f dBFS, ", 20.0 * log10(peak));
    if (isfinite(loud)) {
        text_add(text, "%.1f LUFS, ", loud);
    }
    text_add(text, "heard for %.2f s\n", (double)heard / rendered->rate);
}

void render_finish(RenderedScene *rendered, const UrtoSceneInfo *info, double gain)
{
    const double target = -18.0, highest = -1.0;

    fade(rendered, info->fade_in, false);
    /* what was stopped ends softly too */
    fade(rendered, fmax(info->fade, rendered->stopped ? 0.01 : 0.0), true);
    const double peak = render_peak(rendered);
    rendered->silent = peak < RENDER_SILENT;
    if (isnan(gain)) {
        const double loud = loudness(rendered);
        const double allowed = highest - 20.0 * log10(peak);
        gain = rendered->silent ? 0.0 : isfinite(loud) ? fmin(target - loud, allowed) : allowed;
    }
    const double factor = pow(10.0, gain / 20.0);
    for (size_t i = 0; factor != 1.0 && i < rendered->frames * rendered->channels; i++) {
        const double value = factor * (double)rendered->samples[i];
        rendered->samples[i] = (float)fmax(-(double)FLT_MAX, fmin(value, (double)FLT_MAX));
    }
}

void render_json(const RenderedScene *rendered, const char *name, const UrtoSceneInfo *info,
                 Text *text)
{
    const UrtoStatistics *statistics = &rendered->statistics;
    const double seconds = (double)rendered->frames / rendered->rate;
    const struct {
        const char *before;
        double number;
    } parts[] = {
        {", \"frames\": ", (double)rendered->frames},
        {", \"rate\": ", rendered->rate},
        {", \"cpu_seconds\": ", rendered->cpu_seconds},
        {", \"realtime_factor\": ", seconds / rendered->cpu_seconds},
        {",\n \"ledger\": {\"stored\": ", rendered->ledger.stored},
        {", \"dissipated\": ", dissipated(&rendered->ledger)},
        {", \"supplied\": ", supplied(&rendered->ledger)},
        {", \"residual_max_relative\": ",
         rendered->energy_max > 0.0 ? rendered->residual_max / rendered->energy_max : 0.0},
        {"},\n \"contacts\": {\"max_active\": ", statistics->active_max},
        {", \"force_min\": ", statistics->force_min},
        {", \"force_max\": ", statistics->force_max},
    };

    text_add(text, "{\"scene\": ");
    text_add_json_string(text, name);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        text_add(text, "%s", parts[i].before);
        text_add_json_number(text, parts[i].number);
    }
    text_add(text, "},\n \"solver\": {\"name\": \"%s\"", urto_scene_solver_name(info->solver));
    if (info->solver == URTO_SOLVER_QUADRATISED) {
        text_add(text, ", \"gradient\": \"%s\"", urto_scene_gradient_name(info->gradient));
    }
    text_add(text, ", \"iterations_max\": %u, \"residual_max\": ", statistics->iterations_max);
    text_add_json_number(text, statistics->residual_max);
    text_add(text, ", \"force_residual_max\": ");
    text_add_json_number(text, statistics->force_residual_max);
    text_add(text, ", \"unsolved\": %llu", (unsigned long long)statistics->unsolved);
    text_add(text, "}, \"nonfinite\": %llu}", (unsigned long long)statistics->nonfinite);
}

void render_energy_csv(const RenderedScene *rendered, Text *text)
{
    text_add(text, "time,stored,dissipated_body,dissipated_contact,dissipated_bow,initial,"
                   "supplied_bow,supplied_drive,supplied_hand,supplied_gravity,supplied_change,"
                   "residual,kinetic_masses\n");
    for (size_t i = 0; i < rendered->energy_count; i++) {
        const UrtoLedger *ledger = &rendered->energy[i].ledger;
        text_add(text,
                 "%.9g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n",
                 rendered->energy[i].time, ledger->stored, ledger->dissipated_body,
                 ledger->dissipated_contact, ledger->dissipated_bow, ledger->initial,
                 ledger->supplied_bow, ledger->supplied_drive, ledger->supplied_hand,
                 ledger->supplied_gravity, ledger->supplied_change, ledger->residual,
                 rendered->energy[i].masses);
    }
}
