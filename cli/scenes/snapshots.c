#include "snapshots.h"

#include "moments.h"
#include "render_scene.h"

#include "output/plot.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Lines of contact to another body, as wires have: ports along it, so that both can be drawn. */
static void add_partner(SnapshotBody *body, UrtoScene *scene)
{
    const uint32_t joints = urto_scene_info(scene).contacts;

    for (uint32_t i = 0; i < joints && !body->partner[0].id; i++) {
        const UrtoSceneJoint joint = urto_scene_joint(scene, i);
        const bool above = joint.above.moves && joint.above.body == body->index;
        const UrtoSceneSide *own = above ? &joint.above : &joint.below;
        const UrtoSceneSide *other = above ? &joint.below : &joint.above;
        if (!own->moves || !other->moves || own->body != body->index ||
            own->from[0] == own->to[0] || own->from[1] != own->to[1]) {
            continue; /* not a line along it */
        }
        for (int p = 0; p < PARTNER_POINTS; p++) {
            const double place = p / (PARTNER_POINTS - 1.0);
            body->partner[p] =
                urto_scene_add_port(scene, urto_scene_body_name(scene, other->body),
                                    other->from[0] + place * (other->to[0] - other->from[0]),
                                    other->from[1] + place * (other->to[1] - other->from[1]));
        }
        body->partner_from = own->from[0];
        body->partner_to = own->to[0];
        body->lift = above ? -joint.distance : joint.distance;
    }
}

UrtoStatus snapshots_prepare(Snapshots *snapshots, UrtoScene *scene, bool movie)
{
    const UrtoSceneInfo info = urto_scene_info(scene);

    *snapshots = (Snapshots){.scene = scene, .rate = info.rate};
    for (uint32_t i = 0; i < info.bodies; i++) {
        SnapshotBody body = {.index = i};
        const UrtoStatus status = urto_scene_watch(scene, i, SNAPSHOT_POINTS, &body.watch);
        if (status != URTO_OK) {
            return status;
        }
        if (body.watch.points && snapshots->body_count < SNAPSHOT_BODIES) {
            snapshots->bodies[snapshots->body_count++] = body;
        } else if (!body.watch.points && snapshots->mass_count < SNAPSHOT_MASSES) {
            const char *name = urto_scene_body_name(scene, i);
            snapshots->masses[snapshots->mass_count].index = i;
            snapshots->masses[snapshots->mass_count++].port =
                urto_scene_add_port(scene, name, 0.0, 0.0);
        }
    }
    for (uint32_t b = 0; b < snapshots->body_count; b++) {
        add_partner(&snapshots->bodies[b], scene);
    }
    if (!movie) {
        return moments_find(snapshots, scene);
    }
    snapshots->moment_count = MOVIE_FRAMES;
    for (uint32_t i = 0; i < MOVIE_FRAMES; i++) {
        snapshots->moments[i].frame = (size_t)(0.0002 * (i + 1) * info.rate + 0.5);
    }
    return URTO_OK;
}

size_t snapshots_next(const Snapshots *snapshots)
{
    return snapshots->taken < snapshots->moment_count ? snapshots->moments[snapshots->taken].frame
                                                      : SIZE_MAX;
}

void snapshots_take(Snapshots *snapshots, const UrtoWorld *world, size_t frame)
{
    while (snapshots_next(snapshots) <= frame) {
        const uint32_t now = snapshots->taken++;
        for (uint32_t b = 0; b < snapshots->body_count; b++) {
            const SnapshotBody *body = &snapshots->bodies[b];
            for (uint32_t p = 0; p < body->watch.points; p++) {
                snapshots->shapes[now][b][p] =
                    urto_world_displacement(world, (UrtoPort){.id = body->watch.first.id + p});
            }
            for (uint32_t p = 0; p < PARTNER_POINTS; p++) {
                snapshots->partners[now][b][p] = urto_world_displacement(world, body->partner[p]);
            }
        }
        for (uint32_t m = 0; m < snapshots->mass_count; m++) {
            snapshots->positions[now][m] =
                urto_world_displacement(world, snapshots->masses[m].port);
        }
    }
}

/* What a panel shows: from the lowest to the highest that a body and its partner reach. */
typedef struct Reach {
    double low, high, x[2];
    PlotUnit unit;
} Reach;

static Reach reach_of(const Snapshots *snapshots, uint32_t b)
{
    const SnapshotBody *body = &snapshots->bodies[b];
    Reach reach = {.x = {body->watch.from, body->watch.to}};
    double low = 0.0, high = 0.0;

    for (uint32_t t = 0; t < snapshots->taken; t++) {
        for (uint32_t p = 0; p < SNAPSHOT_POINTS; p++) {
            low = fmin(low, snapshots->shapes[t][b][p]);
            high = fmax(high, snapshots->shapes[t][b][p]);
        }
        for (uint32_t p = 0; body->partner[0].id && p < PARTNER_POINTS; p++) {
            low = fmin(low, snapshots->partners[t][b][p] + body->lift);
            high = fmax(high, snapshots->partners[t][b][p] + body->lift);
        }
    }
    const double margin = high > low ? 0.15 * (high - low) : 1e-6;
    reach.low = low - margin;
    reach.high = high + margin;
    reach.unit = plot_unit(fmax(-low, high), "m");
    return reach;
}

/* The way from a displacement of the other side of a joint to that of this body where they touch. */
static bool other_side(const UrtoSceneJoint *joint, uint32_t body, const UrtoSceneSide **own,
                       const UrtoSceneSide **other, double *lift)
{
    const bool above = joint->above.moves && joint->above.body == body;

    *own = above ? &joint->above : &joint->below;
    *other = above ? &joint->below : &joint->above;
    *lift = above ? -joint->distance : joint->distance;
    return (*own)->moves && (*own)->body == body;
}

static double clamp(double value, double low, double high)
{
    return fmax(low, fmin(value, high));
}

static const PlotLook ground = {"#5C6069", 7, 2.0, NULL}, bow_look = {"#C8401F", 13, 2.0, NULL};

/* Frets are posts, a surface is filled from where it is to the edge of the panel. */
static void draw_barrier(const UrtoSceneJoint *joint, const UrtoSceneSide *own, bool under,
                         const Reach *reach, PlotPanel *panel)
{
    const double edge = (under ? reach->low : reach->high) * reach->unit.scale;
    PlotSeries *series = plot_series(panel, joint->name,
                                     !joint->separate && under ? PLOT_GROUND : PLOT_LINE, ground);

    for (uint32_t i = 0; i < joint->points; i++) {
        const double x = own->from[0] + joint->places[i] * (own->to[0] - own->from[0]);
        const double height = joint->heights[i] + (under ? -joint->distance : joint->distance);
        const double y = clamp(height, reach->low, reach->high) * reach->unit.scale;
        if (joint->separate) {
            plot_point(series, x, edge);
        }
        plot_point(series, x, y);
        if (joint->separate) {
            plot_point(series, (double)NAN, (double)NAN);
        }
    }
}

static void draw_barriers(const Snapshots *snapshots, uint32_t b, const Reach *reach,
                          PlotPanel *panel)
{
    const uint32_t joints = urto_scene_info(snapshots->scene).contacts;
    const UrtoSceneSide *own, *other;
    double lift;

    for (uint32_t i = 0; i < joints; i++) {
        const UrtoSceneJoint joint = urto_scene_joint(snapshots->scene, i);
        if (other_side(&joint, snapshots->bodies[b].index, &own, &other, &lift) && joint.points) {
            draw_barrier(&joint, own, own == &joint.above, reach, panel);
        }
    }
}

static double height_at(const Snapshots *snapshots, uint32_t moment, uint32_t b, double x)
{
    const UrtoWatch *watch = &snapshots->bodies[b].watch;
    const double place = (x - watch->from) / (watch->to - watch->from) * (watch->points - 1);

    return snapshots->shapes[moment][b][(uint32_t)clamp(place + 0.5, 0.0, watch->points - 1.0)];
}

/* Masses that touch or are near, as wedges that point to the body: where their tips are. */
static void draw_masses(const Snapshots *snapshots, uint32_t moment, uint32_t b, const Reach *reach,
                        const char *colour, PlotPanel *panel)
{
    const uint32_t joints = urto_scene_info(snapshots->scene).contacts;
    const UrtoSceneSide *own, *other;
    double lift;

    for (uint32_t i = 0; i < joints; i++) {
        const UrtoSceneJoint joint = urto_scene_joint(snapshots->scene, i);
        if (!other_side(&joint, snapshots->bodies[b].index, &own, &other, &lift) || !other->moves) {
            continue;
        }
        const int mark = own == &joint.above ? 9 : 11;
        for (uint32_t m = 0; m < snapshots->mass_count; m++) {
            const double y = snapshots->positions[moment][m] + lift;
            if (snapshots->masses[m].index == other->body && y > reach->low && y < reach->high) {
                plot_point(plot_series(panel, "", PLOT_WEDGES, (PlotLook){colour, mark, 1.0, NULL}),
                           own->from[0], y * reach->unit.scale);
            }
        }
    }
}

static void draw_bows(const Snapshots *snapshots, uint32_t moment, uint32_t b, const Reach *reach,
                      PlotPanel *panel)
{
    for (uint32_t i = 0; i < urto_scene_info(snapshots->scene).bows; i++) {
        const UrtoSceneSide side = urto_scene_bow_place(snapshots->scene, i);
        if (side.moves && side.body == snapshots->bodies[b].index) {
            plot_point(plot_series(panel, "bow", PLOT_WEDGES, bow_look), side.from[0],
                       height_at(snapshots, moment, b, side.from[0]) * reach->unit.scale);
        }
    }
}

static void draw_shape(const Snapshots *snapshots, uint32_t moment, uint32_t b, double scale,
                       const char *label, PlotLook look, PlotPanel *panel)
{
    const SnapshotBody *body = &snapshots->bodies[b];
    const UrtoWatch *watch = &body->watch;
    PlotSeries *series = plot_series(panel, label, PLOT_LINE, look);

    for (uint32_t p = 0; p < watch->points; p++) {
        plot_point(series, watch->from + (watch->to - watch->from) * p / (watch->points - 1),
                   scale * snapshots->shapes[moment][b][p]);
    }
    if (body->partner[0].id) {
        series = plot_series(panel, "", PLOT_DASHED, (PlotLook){look.colour, 7, 1.2, "(2,2)"});
        for (uint32_t p = 0; p < PARTNER_POINTS; p++) {
            plot_point(series,
                       body->partner_from +
                           (body->partner_to - body->partner_from) * p / (PARTNER_POINTS - 1.0),
                       scale * (snapshots->partners[moment][b][p] + body->lift));
        }
    }
}

/* 0.34 ms, 12 ms, 1.2 s. */
static void add_time(const Snapshots *snapshots, uint32_t moment, char *text, size_t room)
{
    const double ms = 1e3 * (double)snapshots->moments[moment].frame / snapshots->rate;
    const char *what = snapshots->moments[moment].what;
    const int digits = ms < 10.0 ? 2 : 1;

    snprintf(text, room, "%s%s%.*f %s", what, what[0] ? ", " : "", ms < 1000.0 ? digits : 3,
             ms < 1000.0 ? ms : 1e-3 * ms, ms < 1000.0 ? "ms" : "s");
}

static PlotPanel *body_panel(const Snapshots *snapshots, uint32_t b, const Reach *reach, Plot *plot)
{
    const char *name = urto_scene_body_name(snapshots->scene, snapshots->bodies[b].index);
    char label[64];

    snprintf(label, sizeof label, "displacement [%s]", reach->unit.name);
    PlotPanel *panel = plot_panel(plot, name, "place [m]", label);
    panel->y.low = reach->low * reach->unit.scale;
    panel->y.high = reach->high * reach->unit.scale;
    panel->x.low = reach->x[0];
    panel->x.high = reach->x[1];
    return panel;
}

static void draw_body(const Snapshots *snapshots, uint32_t b, Plot *plot)
{
    static const char *const colours[SNAPSHOT_MOMENTS] = {"#8FD0D6", "#4FB3BD", "#1E8E99",
                                                          "#0B6E78", "#07505A", "#042F36"};
    const Reach reach = reach_of(snapshots, b);
    PlotPanel *panel = body_panel(snapshots, b, &reach, plot);

    draw_barriers(snapshots, b, &reach, panel);
    for (uint32_t t = 0; t < snapshots->taken; t++) {
        char label[64];
        add_time(snapshots, t, label, sizeof label);
        draw_shape(snapshots, t, b, reach.unit.scale, label, (PlotLook){colours[t], 7, 1.8, NULL},
                   panel);
        draw_masses(snapshots, t, b, &reach, colours[t], panel);
    }
    draw_bows(snapshots, snapshots->taken - 1, b, &reach, panel);
}

/* One frame of a movie: all bodies at one moment, on axes that stay. */
static void draw_frame(const Snapshots *snapshots, uint32_t moment, Plot *plot)
{
    for (uint32_t b = 0; b < snapshots->body_count; b++) {
        const Reach reach = reach_of(snapshots, b);
        PlotPanel *panel = body_panel(snapshots, b, &reach, plot);
        draw_barriers(snapshots, b, &reach, panel);
        draw_shape(snapshots, moment, b, reach.unit.scale, "", (PlotLook){"#0B6E78", 7, 2.0, NULL},
                   panel);
        draw_masses(snapshots, moment, b, &reach, "#C8401F", panel);
        draw_bows(snapshots, moment, b, &reach, panel);
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
    return snapshots->body_count == 0 || snapshots->taken == 0
               ? "the scene has no body with an extent"
               : NULL;
}

const char *snapshots_write(const Snapshots *snapshots, const char *title, const char *path)
{
    Plot plot = {.narrow = true};

    if (nothing_to_draw(snapshots)) {
        return nothing_to_draw(snapshots);
    }
    snprintf(plot.title, sizeof plot.title, "%.150s", title);
    for (uint32_t b = 0; b < snapshots->body_count; b++) {
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
                 1e3 * (double)snapshots->moments[t].frame / snapshots->rate);
        draw_frame(snapshots, t, &plot);
        text_add(&path, "%s/frame-%04u.png", folder, t + 1);
        why = finish(&plot, path.data);
        text_free(&path);
    }
    return why;
}
