/* The scene of this instance of the module, and its player. */
#include "glue.h"

#include <urto/scene.h>
#include <urto/scene_instrument.h>

#include <stdlib.h>
#include <string.h>

typedef struct Watched {
    UrtoWatch watch;
    UrtoPort port; /* of a mass */
} Watched;

static UrtoScene *scene;
static UrtoPlayer *player;
static Watched *watched;
static uint32_t watched_count, contact_count;
static uint32_t channels;

static void add_errors(void)
{
    json_key("errors");
    json_open('[');
    for (uint32_t i = 0; i < urto_scene_error_count(scene); i++) {
        const UrtoSceneError *error = urto_scene_error(scene, i);
        json_open('{');
        json_key_number("line", error->line);
        json_key_number("column", error->column);
        json_key_string("message", error->message);
        json_close('}');
    }
    json_close(']');
}

static void add_notes(void)
{
    json_key("notes");
    json_open('[');
    for (uint32_t i = 0; i < urto_scene_note_count(scene); i++) {
        const UrtoSceneNote *note = urto_scene_note(scene, i);
        json_open('{');
        json_key_number("line", note->line);
        json_key_number("column", note->column);
        json_key_bool("warning", note->warning);
        json_key_string("message", note->message);
        json_close('}');
    }
    json_close(']');
}

static void forget(void)
{
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    free(watched);
    player = NULL;
    scene = NULL;
    watched = NULL;
    watched_count = contact_count = 0;
}

/* Reads a scene: 1 if nothing is wrong with it. */
WEB_API(scene_load) uint32_t web_scene_load(const char *text, uint32_t size)
{
    forget();
    const UrtoStatus status = urto_scene_load(&scene, text, size, NULL, 0);
    if (!scene) {
        json_error("out of memory", "");
        return 0;
    }
    const UrtoSceneInfo info = urto_scene_info(scene);
    channels = info.channels;
    json_clear();
    json_open('{');
    add_errors();
    if (status == URTO_OK) {
        json_key_string("title", info.title);
        json_key_number("seconds", info.seconds);
        json_key_number("rate", info.rate);
        json_key_number("fadeIn", info.fade_in);
        json_key_number("fade", info.fade);
        json_key_number("channels", info.channels);
        json_key_bool("plays", urto_scene_plays(scene));
    }
    json_close('}');
    return status == URTO_OK;
}

/* A scene with a play block as an instrument, beside the scene of this instance: 0 and an error, or its table. */
WEB_API(scene_instrument)
UrtoInstrument *web_scene_instrument(const char *text, uint32_t size, double rate, uint32_t voices)
{
    UrtoInstrument *made = NULL;
    UrtoDiagnostic why = {0};
    UrtoInstrumentOptions options = urto_instrument_options();

    options.voices = voices;
    if (urto_scene_instrument_read(&made, text, size, rate, &options, &why) != URTO_OK) {
        json_error(why.message, why.field);
        return NULL;
    }
    json_clear();
    tables_add_instrument(urto_instrument_info_of(made));
    return made;
}

static bool watch_bodies(uint32_t points)
{
    const UrtoSceneInfo info = urto_scene_info(scene);

    watched = calloc(info.bodies ? info.bodies : 1, sizeof *watched);
    for (uint32_t i = 0; watched && i < info.bodies && points; i++) {
        if (urto_scene_watch(scene, i, points, &watched[i].watch) != URTO_OK) {
            return false;
        }
        if (watched[i].watch.points == 0) {
            watched[i].port = urto_scene_add_port(scene, urto_scene_body_name(scene, i), 0.0, 0.0);
        }
        watched_count++;
    }
    return watched != NULL;
}

static void add_bodies(void)
{
    static const char *const kinds[] = {"none",     "mass",  "string", "bar",
                                        "membrane", "plate", "modal"};
    const UrtoWorld *world = urto_player_world(player);

    json_key("bodies");
    json_open('[');
    for (uint32_t i = 0; i < urto_scene_info(scene).bodies; i++) {
        const char *name = urto_scene_body_name(scene, i);
        const UrtoBodyInfo info = urto_world_body_info(world, urto_scene_body(scene, name));
        json_open('{');
        json_key_string("name", name);
        json_key_string("kind", kinds[info.kind]);
        json_key_bool("circle", info.outline == URTO_OUTLINE_CIRCLE);
        json_key_number("width", info.size[0]);
        json_key_number("height", info.size[1]);
        json_key_number("degrees", info.degrees);
        if (i < watched_count) {
            const UrtoWatch *watch = &watched[i].watch;
            json_key_number("points", watch->points ? watch->points : 1.0);
            json_key_number("from", watch->from);
            json_key_number("to", watch->to);
        }
        json_close('}');
    }
    json_close(']');
    json_key("contacts");
    json_open('[');
    for (const char *name; (name = urto_scene_contact_name(scene, contact_count));
         contact_count++) {
        json_string(name);
    }
    json_close(']');
}

static void add_side(const char *name, const UrtoSceneSide *side)
{
    json_key(name);
    json_open('{');
    json_key_number("body", side->moves ? side->body : -1.0);
    for (int end = 0; end < 2; end++) {
        const double *at = end ? side->to : side->from;
        json_key(end ? "to" : "from");
        json_open('[');
        json_number(at[0]);
        json_number(at[1]);
        json_close(']');
    }
    json_close('}');
}

static void add_joints(void)
{
    json_key("joints");
    json_open('[');
    for (uint32_t i = 0; i < contact_count; i++) {
        const UrtoSceneJoint joint = urto_scene_joint(scene, i);
        json_open('{');
        json_key_string("name", joint.name);
        add_side("below", &joint.below);
        add_side("above", &joint.above);
        json_key_number("distance", joint.distance);
        json_key_bool("separate", joint.separate);
        json_key("heights");
        json_open('[');
        for (uint32_t p = 0; p < joint.points; p++) {
            json_number(joint.places[p]);
            json_number(joint.heights[p]);
        }
        json_close(']');
        json_close('}');
    }
    json_close(']');
}

/* What the page is told of the ledger. */
#define ENTRY(name)                                                                                \
    {                                                                                              \
#name, offsetof(UrtoLedger, name)                                                          \
    }
static const struct {
    const char *name;
    size_t offset;
} ledger_entries[WEB_LEDGER] = {ENTRY(stored),           ENTRY(initial),
                                ENTRY(dissipated_body),  ENTRY(dissipated_contact),
                                ENTRY(dissipated_bow),   ENTRY(supplied_bow),
                                ENTRY(supplied_drive),   ENTRY(supplied_hand),
                                ENTRY(supplied_gravity), ENTRY(supplied_change),
                                ENTRY(residual)};

static void add_ledger(void)
{
    json_key("ledger");
    json_open('[');
    for (int i = 0; i < WEB_LEDGER; i++) {
        json_string(ledger_entries[i].name);
    }
    json_close(']');
}

/* Compiles the scene that was loaded, with so many points along each body to be watched: 1 if it can be played. */
WEB_API(scene_play) uint32_t web_scene_play(double rate, uint32_t ledger, uint32_t points)
{
    const UrtoPlayerOptions options = {.rate = rate, .ledger = ledger != 0};
    UrtoDiagnostic why = {0};

    if (!scene || player || !watch_bodies(points)) {
        json_error("there is no scene to be compiled, or no memory", "");
        return 0;
    }
    const UrtoStatus status = urto_player_create(&player, scene, &options, &why);
    json_clear();
    json_open('{');
    add_errors();
    if (status == URTO_OK) {
        json_key_number("bytes", (double)urto_world_bytes(urto_player_world(player)));
        add_notes();
        add_bodies();
        add_joints();
        add_ledger();
    } else {
        json_key_string("error", why.message);
    }
    json_close('}');
    return status == URTO_OK;
}

WEB_API(scene_process) void web_scene_process(float *left, float *right, uint32_t frames)
{
    urto_player_process(player, (float *[]){left, right}, frames);
    if (channels == 1) {
        memcpy(right, left, frames * sizeof *right);
    }
}

WEB_API(scene_reset) void web_scene_reset(void)
{
    urto_player_reset(player);
}

/* Displacements of all points that are watched, body by body; returns how many. */
WEB_API(scene_shapes) uint32_t web_scene_shapes(float *out)
{
    const UrtoWorld *world = urto_player_world(player);
    uint32_t count = 0;

    for (uint32_t b = 0; b < watched_count; b++) {
        const UrtoWatch *watch = &watched[b].watch;
        if (watch->points == 0) {
            out[count++] = (float)urto_world_displacement(world, watched[b].port);
        }
        for (uint32_t p = 0; p < watch->points; p++) {
            const UrtoPort port = {.id = watch->first.id + p};
            out[count++] = (float)urto_world_displacement(world, port);
        }
    }
    return count;
}

/* Forces of all contacts, in the order of their names [N]. */
WEB_API(scene_forces) void web_scene_forces(float *out)
{
    for (uint32_t i = 0; i < contact_count; i++) {
        const UrtoContact contact = urto_scene_contact(scene, urto_scene_contact_name(scene, i));
        out[i] = (float)urto_world_contact_force(urto_player_world(player), contact);
    }
}

/* The entries of the ledger, in the order of their names. */
WEB_API(scene_ledger) void web_scene_ledger(double *out)
{
    const UrtoLedger ledger = urto_world_ledger(urto_player_world(player));

    for (int i = 0; i < WEB_LEDGER; i++) {
        memcpy(&out[i], (const char *)&ledger + ledger_entries[i].offset, sizeof *out);
    }
}

/* Steps, most contacts at once, largest force, NaN. */
WEB_API(scene_statistics) void web_scene_statistics(double *out)
{
    const UrtoStatistics s = urto_world_statistics(urto_player_world(player));

    out[0] = (double)s.steps;
    out[1] = s.active_max;
    out[2] = s.force_max;
    out[3] = (double)s.nonfinite;
}

WEB_API(scene_schema) void web_scene_schema(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    json_clear();
    if (stream) {
        urto_scene_schema(stream);
        fclose(stream);
        json_raw(text);
    }
    free(text);
}

/* Handles are numbers from 1; 0 is none. */
WEB_API(scene_body) uint32_t web_scene_body(const char *name)
{
    return urto_scene_body(scene, name).id;
}

WEB_API(scene_contact) uint32_t web_scene_contact(const char *name)
{
    return urto_scene_contact(scene, name).id;
}

/* What "name.control" means, as one number; 0 is none. */
WEB_API(scene_target) uint32_t web_scene_target(const char *of)
{
    UrtoTarget target = {0};
    UrtoDiagnostic why = {0};

    if (urto_scene_target(scene, of, &target, &why) != URTO_OK) {
        json_error(why.message, why.field);
        return 0;
    }
    return target.control << 16 | target.id;
}

WEB_API(scene_set) uint32_t web_scene_set(uint32_t target, double value, uint32_t ramp)
{
    const UrtoTarget to = {.control = target >> 16, .id = target & 0xFFFFu};

    return urto_player_set(player, to, value, ramp, NULL) == URTO_OK;
}

WEB_API(scene_throw_at)
uint32_t web_scene_throw_at(uint32_t body, uint32_t contact, double speed)
{
    return urto_world_throw_at(urto_player_world(player), (UrtoBody){.id = body},
                               (UrtoContact){.id = contact}, speed, 0, NULL) == URTO_OK;
}

WEB_API(scene_throw) void web_scene_throw(uint32_t body, double position, double velocity)
{
    (void)urto_world_throw(urto_player_world(player), (UrtoBody){.id = body}, position, velocity, 0,
                           NULL);
}

WEB_API(scene_rest) void web_scene_rest(void)
{
    urto_world_rest(urto_player_world(player));
}

/* Displacement of a mass, which is its only mode. */
WEB_API(scene_displacement) double web_scene_displacement(uint32_t body)
{
    return urto_world_mode_displacement(urto_player_world(player), (UrtoBody){.id = body}, 0);
}

/* Displacements of the first modes of a body. */
WEB_API(scene_modes) uint32_t web_scene_modes(uint32_t body, float *out, uint32_t count)
{
    const UrtoWorld *world = urto_player_world(player);

    for (uint32_t i = 0; i < count; i++) {
        out[i] = (float)urto_world_mode_displacement(world, (UrtoBody){.id = body}, i);
    }
    return count;
}

/* Shapes of the first modes at places, x and y in turn: out[mode * points + point]. */
WEB_API(scene_mode_shapes)
void web_scene_mode_shapes(uint32_t body, uint32_t count, const double *places, uint32_t points,
                           float *out)
{
    const UrtoWorld *world = urto_player_world(player);

    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t p = 0; p < points; p++) {
            out[(size_t)i * points + p] = (float)urto_world_mode_shape(
                world, (UrtoBody){.id = body}, i, places[(size_t)2 * p], places[(size_t)2 * p + 1]);
        }
    }
}

/* Frequencies of the first modes of a body [Hz]. */
WEB_API(scene_mode_list) void web_scene_mode_list(uint32_t body, double *out, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        out[i] =
            urto_world_mode_info(urto_player_world(player), (UrtoBody){.id = body}, i).frequency;
    }
}
