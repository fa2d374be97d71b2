#include "moments.h"

#include "render_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A run in short blocks, so that a force and a period can be followed. */
enum { BLOCK = 8, EVENTS = 1024, HISTORY = 2048 };

typedef struct Run {
    const UrtoScene *scene;
    UrtoPlayer *player;
    size_t done;
    UrtoContact first; /* the contact that began; id 0: none yet */
    bool hammer;       /* it is one of a mass */
    size_t begin, end, deepest, other;
    double force;
    UrtoContact second;      /* the first to touch after it that is another one */
    double history[HISTORY]; /* displacement of a point after each block */
    size_t blocks;
} Run;

static bool is_mass(const Snapshots *snapshots, uint32_t body)
{
    for (uint32_t i = 0; i < snapshots->mass_count; i++) {
        if (snapshots->masses[i].index == body) {
            return true;
        }
    }
    return false;
}

/* Between a mass and a body that is drawn. */
static bool is_hammer(const Snapshots *snapshots, const UrtoSceneJoint *joint)
{
    return joint->below.moves && joint->above.moves &&
           is_mass(snapshots, joint->below.body) != is_mass(snapshots, joint->above.body);
}

static bool any_hammer(const Snapshots *snapshots, uint32_t joints)
{
    for (uint32_t i = 0; i < joints; i++) {
        const UrtoSceneJoint joint = urto_scene_joint(snapshots->scene, i);
        if (is_hammer(snapshots, &joint)) {
            return true;
        }
    }
    return false;
}

/* Takes what began and ended in a block. */
static void take_events(const Snapshots *snapshots, Run *run, bool hammers)
{
    UrtoContactEvent event;

    while (urto_world_contact_events(urto_player_world(run->player), &event, 1)) {
        const UrtoSceneJoint joint = urto_scene_joint(run->scene, event.contact.id - 1);
        const bool begins = event.kind == URTO_CONTACT_BEGINS;
        if (begins && !run->first.id && (!hammers || is_hammer(snapshots, &joint))) {
            run->first = event.contact;
            run->begin = run->deepest = (size_t)event.frame;
        } else if (begins && run->first.id && !run->second.id &&
                   event.contact.id != run->first.id && event.frame > run->begin) {
            run->second = event.contact;
            run->other = (size_t)event.frame;
        } else if (!begins && run->first.id == event.contact.id && !run->end) {
            run->end = (size_t)event.frame;
        }
    }
    if (run->first.id && !run->end) {
        const double force = urto_world_contact_force(urto_player_world(run->player), run->first);
        if (force > run->force) {
            run->force = force;
            run->deepest = run->done;
        }
    }
}

/* The period [frames] of what was followed in the last blocks: the first high maximum of its autocorrelation. */
static double period(const Run *run, size_t blocks)
{
    const size_t count = blocks < HISTORY / 2 ? blocks : HISTORY / 2;
    const size_t start = run->blocks - count;
    double mean = 0.0, power = 0.0, last = 1.0, best = 0.0;
    size_t place = 0;
    bool fell = false;

    for (size_t i = 0; i < count; i++) {
        mean += run->history[(start + i) % HISTORY] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        power += pow(run->history[(start + i) % HISTORY] - mean, 2.0);
    }
    for (size_t lag = 1; power > 0.0 && lag < count / 2; lag++) {
        double sum = 0.0;
        for (size_t i = 0; i + lag < count; i++) {
            sum += (run->history[(start + i) % HISTORY] - mean) *
                   (run->history[(start + i + lag) % HISTORY] - mean);
        }
        sum *= (double)count / ((double)(count - lag) * power);
        fell = fell || sum < 0.3;
        if (fell && sum > 1.05 * best) {
            best = sum;
            place = lag;
        }
        last = sum;
        if (best > 0.8 && last < 0.7 * best) {
            break;
        }
    }
    return (double)(place ? place : count / 8) * BLOCK;
}

static void add(Snapshots *snapshots, size_t frame, const char *what)
{
    uint32_t at = snapshots->moment_count;

    if (at == SNAPSHOT_MOMENTS) {
        return;
    }
    for (uint32_t i = 0; i < at; i++) {
        if (snapshots->moments[i].frame == frame) {
            return;
        }
    }
    for (; at > 0 && snapshots->moments[at - 1].frame > frame; at--) {
        snapshots->moments[at] = snapshots->moments[at - 1];
    }
    snapshots->moments[at].frame = frame;
    snprintf(snapshots->moments[at].what, sizeof snapshots->moments[at].what, "%s", what);
    snapshots->moment_count++;
}

/* The name of a contact without the number of one of many: rattle-7. */
static void short_name(const char *name, char *text, size_t room)
{
    snprintf(text, room, "%s", name);
    const size_t end = strcspn(text, "-");
    if (text[end] && strspn(text + end + 1, "0123456789") == strlen(text + end + 1)) {
        text[end] = '\0';
    }
}

static void choose(Snapshots *snapshots, const Run *run, bool displaced)
{
    const double turn = period(run, (size_t)(0.06 * snapshots->rate) / BLOCK);
    const UrtoSceneJoint joint = urto_scene_joint(run->scene, run->first.id - 1);
    /* a point of a bridge or board touches too briefly for pictures of its own */
    const double apart = run->first.id && is_hammer(snapshots, &joint) ? 0.0 : 0.05 * turn;
    char name[24];

    if (displaced) {
        add(snapshots, 1, "let go");
    }
    if (run->first.id) {
        const bool touched = run->begin > 1;
        const size_t end = run->end && run->end > run->begin ? run->end : 0;
        const double rate = snapshots->rate;
        add(snapshots, run->begin, touched ? "touch" : "");
        if (end && (double)(end - run->begin) < 0.1 * rate && (double)(end - run->begin) > apart) {
            const bool brief = (end - run->begin) / BLOCK < 3;
            add(snapshots, brief ? (run->begin + end) / 2 : run->deepest, "deepest");
            add(snapshots, end, "release");
        }
        if (run->second.id && (double)(run->other - run->begin) < 0.06 * rate &&
            (double)(run->other - run->begin) > apart) {
            short_name(urto_scene_contact_name(run->scene, run->second.id - 1), name, sizeof name);
            add(snapshots, run->other, name);
        }
    }
    const size_t after = run->first.id ? (run->end ? run->end : run->begin) : 1;
    for (int i = 1; i <= 4; i++) {
        add(snapshots, after + (size_t)(0.25 * turn * i), "");
    }
}

/* A bow that plays: fifths of a period. */
static void choose_bowed(Snapshots *snapshots, const Run *run)
{
    const double turn = period(run, HISTORY / 2);

    for (int i = 0; i < 5; i++) {
        add(snapshots, run->done - (size_t)(turn * (5 - i) / 5.0), "");
    }
}

UrtoStatus moments_find(Snapshots *snapshots, UrtoScene *scene)
{
    const UrtoSceneInfo info = urto_scene_info(scene);
    const UrtoPlayerOptions options = {.contact_events = EVENTS};
    const SnapshotBody *body = &snapshots->bodies[0];
    const bool hammers = any_hammer(snapshots, info.contacts) && info.bows == 0;
    const size_t most = (size_t)(fmin(1.0, info.seconds) * info.rate);
    const size_t tail = (size_t)(0.06 * info.rate);
    Run run = {.scene = scene};
    bool displaced = false;
    UrtoDiagnostic why;
    UrtoStatus status = urto_player_create(&run.player, scene, &options, &why);

    snapshots->moment_count = 0;
    if (status != URTO_OK || snapshots->body_count == 0) {
        urto_player_destroy(run.player);
        return status == URTO_ERROR_MEMORY ? status : URTO_OK; /* else the renderer says it */
    }
    UrtoWorld *world = urto_player_world(run.player);
    const UrtoPort point = {.id = body->watch.first.id + 3 * body->watch.points / 8};
    while (run.done < most && !render_signal()) {
        urto_player_process(run.player, NULL, BLOCK);
        run.done += BLOCK;
        take_events(snapshots, &run, hammers);
        run.history[run.blocks++ % HISTORY] = urto_world_displacement(world, point);
        displaced =
            displaced || (run.blocks == 1 && fabs(urto_world_displacement(world, point)) > 1e-6);
        const size_t since = run.end ? run.end : run.begin + tail;
        if (info.bows == 0 && run.first.id && run.done > since + tail) {
            break;
        }
    }
    if (info.bows) {
        choose_bowed(snapshots, &run);
    } else {
        choose(snapshots, &run, displaced);
    }
    while (snapshots->moment_count &&
           snapshots->moments[snapshots->moment_count - 1].frame > info.seconds * info.rate) {
        snapshots->moment_count--;
    }
    urto_player_destroy(run.player);
    return URTO_OK;
}
