#include "snapshots.h"

#include "render_scene.h"

#include "output/plot.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

UrtoStatus snapshots_prepare(Snapshots *snapshots, UrtoScene *scene, bool movie)
{
    const UrtoSceneInfo info = urto_scene_info(scene);
    const double first = 0.0005, last = fmin(1.0, 0.95 * info.seconds);

    *snapshots = (Snapshots){.moments = movie ? MOVIE_FRAMES : SNAPSHOT_MOMENTS, .rate = info.rate};
    for (uint32_t i = 0; i < info.bodies && snapshots->bodies < SNAPSHOT_BODIES; i++) {
        UrtoWatch *watch = &snapshots->watches[snapshots->bodies];
        const UrtoStatus status = urto_scene_watch(scene, i, SNAPSHOT_POINTS, watch);
        if (status != URTO_OK) {
            return status;
        }
        if (watch->points) {
            snapshots->names[snapshots->bodies++] = urto_scene_body_name(scene, i);
        }
    }
    for (uint32_t i = 0; i < snapshots->moments; i++) {
        const double time =
            movie ? 0.0002 * (i + 1) : first * pow(last / first, i / (SNAPSHOT_MOMENTS - 1.0));
        snapshots->frames[i] = (size_t)(time * info.rate + 0.5);
    }
    return URTO_OK;
}

size_t snapshots_next(const Snapshots *snapshots)
{
    return snapshots->taken < snapshots->moments ? snapshots->frames[snapshots->taken] : SIZE_MAX;
}

void snapshots_take(Snapshots *snapshots, const UrtoWorld *world, size_t frame)
{
    while (snapshots_next(snapshots) <= frame) {
        for (uint32_t b = 0; b < snapshots->bodies; b++) {
            const UrtoWatch *watch = &snapshots->watches[b];
            for (uint32_t p = 0; p < watch->points; p++) {
                snapshots->shapes[snapshots->taken][b][p] =
                    urto_world_displacement(world, (UrtoPort){.id = watch->first.id + p});
            }
        }
        snapshots->taken++;
    }
}

static double largest(const Snapshots *snapshots, uint32_t body)
{
    double most = 0.0;

    for (uint32_t t = 0; t < snapshots->taken; t++) {
        for (uint32_t p = 0; p < SNAPSHOT_POINTS; p++) {
            most = fmax(most, fabs(snapshots->shapes[t][body][p]));
        }
    }
    return most;
}

static PlotPanel *body_panel(const Snapshots *snapshots, uint32_t body, PlotUnit unit, Plot *plot)
{
    char label[64];

    snprintf(label, sizeof label, "displacement [%s]", unit.name);
    return plot_panel(plot, snapshots->names[body], "place [m]", label);
}

static void draw_shape(const Snapshots *snapshots, uint32_t moment, uint32_t body, double scale,
                       PlotSeries *series)
{
    const UrtoWatch *watch = &snapshots->watches[body];

    for (uint32_t p = 0; p < watch->points; p++) {
        plot_point(series, watch->from + (watch->to - watch->from) * p / (watch->points - 1),
                   scale * snapshots->shapes[moment][body][p]);
    }
}

static double milliseconds(const Snapshots *snapshots, uint32_t moment)
{
    return 1e3 * (double)snapshots->frames[moment] / snapshots->rate;
}

static void draw_body(const Snapshots *snapshots, uint32_t body, Plot *plot)
{
    static const char *const colours[SNAPSHOT_MOMENTS] = {
        "#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#d8b000"};
    const PlotUnit unit = plot_unit(largest(snapshots, body), "m");
    PlotPanel *panel = body_panel(snapshots, body, unit, plot);

    for (uint32_t t = 0; t < snapshots->taken; t++) {
        char label[64];
        snprintf(label, sizeof label, "%.3g ms", milliseconds(snapshots, t));
        draw_shape(snapshots, t, body, unit.scale,
                   plot_series(panel, label, PLOT_LINE, (PlotLook){colours[t], 7, 1.4, NULL}));
    }
}

/* One frame of a movie: all bodies at one moment, on axes that stay. */
static void draw_frame(const Snapshots *snapshots, uint32_t moment, Plot *plot)
{
    for (uint32_t b = 0; b < snapshots->bodies; b++) {
        const double most = largest(snapshots, b);
        const PlotUnit unit = plot_unit(most, "m");
        PlotPanel *panel = body_panel(snapshots, b, unit, plot);
        const double reach = most > 0.0 ? 1.1 * most * unit.scale : 1.0;
        panel->y.low = -reach;
        panel->y.high = reach;
        draw_shape(snapshots, moment, b, unit.scale,
                   plot_series(panel, "", PLOT_LINE, (PlotLook){"#365c8d", 7, 2.0, NULL}));
    }
}

/* Draws and frees; NULL, or why it failed. */
static const char *finish(Plot *plot, const char *path)
{
    const PlotStatus status = plot_write(plot, path);
    const char *why = status == PLOT_OK           ? NULL
                      : status == PLOT_UNWRITABLE ? strerror(errno)
                                                  : plot_status_text(status);
    plot_free(plot);
    return why;
}

static const char *nothing_to_draw(const Snapshots *snapshots)
{
    return snapshots->bodies == 0 || snapshots->taken == 0 ? "the scene has no body with an extent"
                                                           : NULL;
}

const char *snapshots_write(const Snapshots *snapshots, const char *title, const char *path)
{
    Plot plot = {0};

    if (nothing_to_draw(snapshots)) {
        return nothing_to_draw(snapshots);
    }
    snprintf(plot.title, sizeof plot.title, "%.150s", title);
    for (uint32_t b = 0; b < snapshots->bodies; b++) {
        draw_body(snapshots, b, &plot);
    }
    return finish(&plot, path);
}

const char *snapshots_write_movie(const Snapshots *snapshots, const char *title, const char *folder)
{
    const char *why = nothing_to_draw(snapshots);

    for (uint32_t t = 0; t < snapshots->taken && !why && !render_signal(); t++) {
        Plot plot = {0};
        Text path = {0};
        snprintf(plot.title, sizeof plot.title, "%.120s, %.1f ms", title,
                 milliseconds(snapshots, t));
        draw_frame(snapshots, t, &plot);
        text_add(&path, "%s/frame-%04u.png", folder, t + 1);
        why = finish(&plot, path.data);
        text_free(&path);
    }
    return why;
}
