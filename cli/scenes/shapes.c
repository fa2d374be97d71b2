/* Movies as numbers. */
#include "snapshots.h"

#include "output/outfile.h"
#include "output/text.h"

#include <errno.h>
#include <stdio.h>

static void add_row(Text *text, const char *kind, double time, const char *name,
                    const double range[2], const double *values, uint32_t count)
{
    text_add(text, "%s,%.6g,%s,%.9g,%.9g", kind, time, name, range[0], range[1]);
    for (uint32_t i = 0; i < count; i++) {
        text_add(text, ",%.9g", values[i]);
    }
    text_add(text, "\n");
}

/* What does not move: a row for each barrier under or over a body that is drawn, with its places before its heights. */
static void add_barriers(const Snapshots *snapshots, Text *text)
{
    const UrtoScene *scene = snapshots->scene;

    for (uint32_t i = 0; i < urto_scene_info(scene).contacts; i++) {
        const UrtoSceneJoint joint = urto_scene_joint(scene, i);
        const UrtoSceneSide *side = joint.above.moves ? &joint.above : &joint.below;
        for (uint32_t p = 0; p < joint.points; p++) {
            const double x = side->from[0] + joint.places[p] * (side->to[0] - side->from[0]);
            const double height =
                joint.heights[p] + (side == &joint.above ? -joint.distance : joint.distance);
            add_row(text, joint.separate ? "post" : "ground", 0.0, joint.name, (double[2]){x, x},
                    &height, 1);
        }
    }
    for (uint32_t i = 0; i < urto_scene_info(scene).bows; i++) {
        const UrtoSceneSide side = urto_scene_bow_place(scene, i);
        add_row(text, "bow", 0.0, urto_scene_body_name(scene, side.body),
                (double[2]){side.from[0], side.from[0]}, NULL, 0);
    }
}

static void add_moment(const Snapshots *snapshots, uint32_t t, Text *text)
{
    const double time = (double)snapshots->moments[t].frame / snapshots->rate;

    for (uint32_t b = 0; b < snapshots->body_count; b++) {
        const SnapshotBody *body = &snapshots->bodies[b];
        const char *name = urto_scene_body_name(snapshots->scene, body->index);
        add_row(text, "shape", time, name, (double[2]){body->watch.from, body->watch.to},
                snapshots->shapes[t][b], body->watch.points);
        if (body->partner[0].id) {
            double lifted[PARTNER_POINTS];
            for (uint32_t p = 0; p < PARTNER_POINTS; p++) {
                lifted[p] = snapshots->partners[t][b][p] + body->lift;
            }
            add_row(text, "partner", time, name, (double[2]){body->partner_from, body->partner_to},
                    lifted, PARTNER_POINTS);
        }
    }
    for (uint32_t m = 0; m < snapshots->mass_count; m++) {
        const char *name = urto_scene_body_name(snapshots->scene, snapshots->masses[m].index);
        add_row(text, "mass", time, name, (double[2]){0.0, 0.0}, &snapshots->positions[t][m], 1);
    }
}

const char *snapshots_write_csv(const Snapshots *snapshots, const char *path)
{
    OutFile file;
    Text text = {0};

    text_add(&text, "kind,time,name,from,to,displacements\n");
    add_barriers(snapshots, &text);
    for (uint32_t t = 0; t < snapshots->taken; t++) {
        add_moment(snapshots, t, &text);
    }
    bool good = outfile_open(&file, path);
    if (good && fwrite(text.data, 1, text.length, file.stream) != text.length) {
        outfile_discard(&file);
        good = false;
    }
    good = good && outfile_commit(&file);
    text_free(&text);
    return good ? NULL : outfile_reason(errno);
}
