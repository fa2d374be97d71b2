#include "snapshots.h"

#include "plot.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

UrtoStatus snapshots_prepare(Snapshots *snapshots, UrtoScene *scene)
{
    const UrtoSceneInfo info = urto_scene_info(scene);
    const double first = 0.0005, last = fmin(1.0, 0.95 * info.seconds);

    *snapshots = (Snapshots){.rate = info.rate};
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
    for (int i = 0; i < SNAPSHOT_MOMENTS; i++) {
        const double time = first * pow(last / first, (double)i / (SNAPSHOT_MOMENTS - 1));
        snapshots->frames[i] = (size_t)(time * info.rate + 0.5);
    }
    return URTO_OK;
}

size_t snapshots_next(const Snapshots *snapshots)
{
    return snapshots->taken < SNAPSHOT_MOMENTS ? snapshots->frames[snapshots->taken] : SIZE_MAX;
}

void snapshots_take(Snapshots *snapshots, const UrtoWorld *world, size_t frame)
{
    while (snapshots_next(snapshots) <= frame) {
        for (uint32_t b = 0; b < snapshots->bodies; b++) {
            const UrtoWatch *watch = &snapshots->watches[b];
            for (uint32_t p = 0; p < watch->points; p++) {
                snapshots->shapes[snapshots->taken][b][p] =
                    urto_world_displacement(world, (UrtoPort){watch->first.id + p});
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

static void draw_body(const Snapshots *snapshots, uint32_t body, Plot *plot)
{
    static const char *const colours[SNAPSHOT_MOMENTS] = {
        "#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#d8b000"};
    const UrtoWatch *watch = &snapshots->watches[body];
    const PlotUnit unit = plot_unit(largest(snapshots, body), "m");
    char label[64];

    snprintf(label, sizeof label, "displacement [%s]", unit.name);
    PlotPanel *panel = plot_panel(plot, snapshots->names[body], "place [m]", label);
    for (uint32_t t = 0; t < snapshots->taken; t++) {
        const double milliseconds = 1e3 * (double)snapshots->frames[t] / snapshots->rate;
        snprintf(label, sizeof label, "%.3g ms", milliseconds);
        PlotSeries *series = plot_series(panel, label, PLOT_LINE, (PlotLook){colours[t], 7, 1.4});
        for (uint32_t p = 0; p < watch->points; p++) {
            plot_point(series, watch->from + (watch->to - watch->from) * p / (watch->points - 1),
                       unit.scale * snapshots->shapes[t][body][p]);
        }
    }
}

const char *snapshots_write(const Snapshots *snapshots, const char *title, const char *path)
{
    Plot plot = {0};

    if (snapshots->bodies == 0 || snapshots->taken == 0) {
        return "the scene has no body with an extent";
    }
    snprintf(plot.title, sizeof plot.title, "%.150s", title);
    for (uint32_t b = 0; b < snapshots->bodies; b++) {
        draw_body(snapshots, b, &plot);
    }
    const PlotStatus status = plot_write(&plot, path);
    const char *why = status == PLOT_OK           ? NULL
                      : status == PLOT_UNWRITABLE ? strerror(errno)
                                                  : plot_status_text(status);
    plot_free(&plot);
    return why;
}
