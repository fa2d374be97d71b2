/* urto.world~: any scene. Two signals, the energy and information out.
 *
 * A scene is read when it is opened, when a value of it is replaced and when the sample rate is
 * new: in messages and in the dsp method, never in perform. What is wrong in a scene is said, and
 * the old one sounds on.
 */
#include "shared.h"

#include <urto/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OVERRIDES_MAX = 64, OVERRIDE_ROOM = 200, RAMPS_A_SECOND = 100 };

typedef struct World {
    t_object object;
    t_canvas *canvas;
    t_outlet *energy_outlet, *info_outlet;
    char *text; /* of the scene; NULL: none yet */
    size_t size;
    char *name;
    UrtoScene *scene;
    UrtoPlayer *player;
    char overrides[OVERRIDES_MAX][OVERRIDE_ROOM];
    uint32_t override_count;
    double rate;
    bool ledger; /* asked for */
    t_sample *signals[2];
} World;

static t_class *world_class;
static const char *const world_name = "urto.world~";

/* Reads and compiles the text; on failure a complaint, and everything stays. */
static bool play(World *world, Message *message)
{
    const char *overrides[OVERRIDES_MAX];
    const UrtoPlayerOptions options = {.rate = world->rate, .ledger = world->ledger};
    UrtoScene *scene = NULL;
    UrtoPlayer *player = NULL;
    UrtoDiagnostic why = {0};

    for (uint32_t i = 0; i < world->override_count; i++) {
        overrides[i] = world->overrides[i];
    }
    const UrtoStatus status =
        urto_scene_load(&scene, world->text, world->size, overrides, world->override_count);
    if (status != URTO_OK || urto_player_create(&player, scene, &options, &why) != URTO_OK) {
        const UrtoSceneError *error = scene ? urto_scene_error(scene, 0) : NULL;
        const uint32_t more = scene ? urto_scene_error_count(scene) : 0;
        if (error && error->line) {
            message_complain(message, "%.200s:%u:%u: %s%s", world->name, error->line, error->column,
                             error->message, more > 1 ? " (and more)" : "");
        } else {
            message_complain(message, "%.200s: %s", world->name,
                             error ? error->message : (scene ? why.message : "out of memory"));
        }
        urto_scene_destroy(scene);
        return false;
    }
    urto_player_destroy(world->player);
    urto_scene_destroy(world->scene);
    world->player = player;
    world->scene = scene;
    return true;
}

static void run_open(World *world, Message *message)
{
    const char *name = message_word(message, "file");
    World old = *world;

    if (!message_end(message)) {
        return;
    }
    char *text = read_file(message, world->canvas, name, URTO_SCENE_MAX_BYTES, &world->size);
    char *copy = text ? malloc(strlen(name) + 1) : NULL;
    if (!copy) {
        world->size = old.size;
        free(text);
        message_complain(message, "out of memory");
        return;
    }
    memcpy(copy, name, strlen(name) + 1);
    world->text = text;
    world->name = copy;
    world->override_count = 0;
    if (play(world, message)) {
        free(old.text);
        free(old.name);
    } else {
        free(text);
        free(copy);
        world->text = old.text;
        world->name = old.name;
        world->size = old.size;
        world->override_count = old.override_count;
    }
}

/* The rest of a message as one text: "0.5 m", "brass". */
static void rest_of(const Message *message, char *text, size_t room)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = message->at; i < message->count && used < room; i++) {
        char word[100];
        atom_string(&message->atoms[i], word, sizeof word);
        used += (size_t)snprintf(text + used, room - used, "%s%s", used ? " " : "", word);
    }
}

/* Replaces one value of the text, and plays the scene anew. */
static void replace(World *world, Message *message, const char *path)
{
    char value[100];
    char made[OVERRIDE_ROOM];
    char old[OVERRIDE_ROOM];
    uint32_t at = 0;
    const uint32_t count = world->override_count;

    rest_of(message, value, sizeof value);
    message->at = message->count;
    const int length = snprintf(made, sizeof made, "%s=%s", path, value);
    while (at < count && strncmp(world->overrides[at], made, strlen(path) + 1) != 0) {
        at++;
    }
    if (at == OVERRIDES_MAX || length >= OVERRIDE_ROOM) {
        message_complain(message, "too long, or more than %d values replaced", OVERRIDES_MAX);
        return;
    }
    memcpy(old, world->overrides[at], sizeof old);
    memcpy(world->overrides[at], made, sizeof made);
    world->override_count = at == count ? count + 1 : count;
    if (!play(world, message)) {
        memcpy(world->overrides[at], old, sizeof old);
        world->override_count = count;
    }
}

static void run_set(World *world, Message *message)
{
    const char *path = message_word(message, "path");
    const char *dot = strchr(path, '.');
    UrtoDiagnostic why = {0};

    if (!message->wrong && message->at == message->count) {
        message_complain(message, "value is missing: %s", message->info->usage);
    }
    if (message->wrong) {
        return;
    }
    if (!world->player) {
        message_complain(message, "there is no scene: open one first");
    } else if (strcmp(path, "rate") == 0) {
        message_complain(message, "the rate is that of Pd");
    } else if (!dot || strchr(dot + 1, '.')) {
        replace(world, message, path);
    } else {
        const double value = message_number(message, "value", -1e12, 1e12, false);
        UrtoTarget target = {0};
        if (message_end(message) &&
            (urto_scene_target(world->scene, path, &target, &why) != URTO_OK ||
             urto_player_set(world->player, target, value, (uint32_t)(world->rate / RAMPS_A_SECOND),
                             &why) != URTO_OK)) {
            message_complain(message, "%s", why.message);
        }
    }
}

static void run_energy(World *world)
{
    const UrtoLedger ledger = urto_world_ledger(urto_player_world(world->player));

    outlet_float(world->energy_outlet, (t_float)ledger.stored);
    if (world->player && world->ledger) {
        const double lost =
            ledger.dissipated_body + ledger.dissipated_contact + ledger.dissipated_bow;
        const double values[] = {ledger.stored, lost, ledger.stored + lost - ledger.residual,
                                 ledger.residual};
        t_atom atoms[4];
        for (int i = 0; i < 4; i++) {
            SETFLOAT(&atoms[i], (t_float)values[i]);
        }
        outlet_anything(world->info_outlet, gensym("ledger"), 4, atoms);
    }
}

/* The ledger is kept from the start or not at all. */
static void run_ledger(World *world, Message *message)
{
    const bool before = world->ledger;

    world->ledger = message_number(message, "ledger", 0.0, 1.0, true) != 0.0;
    if (!message_end(message) || (world->text && !play(world, message))) {
        world->ledger = before;
    }
}

static void run_names(World *world)
{
    const char *name = NULL;
    t_atom atom;

    for (uint32_t i = 0; world->scene && (name = urto_scene_body_name(world->scene, i)); i++) {
        SETSYMBOL(&atom, gensym(name));
        outlet_anything(world->info_outlet, gensym("body"), 1, &atom);
    }
    for (uint32_t i = 0; world->scene && (name = urto_scene_contact_name(world->scene, i)); i++) {
        SETSYMBOL(&atom, gensym(name));
        outlet_anything(world->info_outlet, gensym("contact"), 1, &atom);
    }
}

static void world_anything(World *world, t_symbol *selector, int count, t_atom *atoms)
{
    Message message = {.owner = world,
                       .object = world_name,
                       .selector = selector->s_name,
                       .atoms = atoms,
                       .count = count};
    const uint32_t index = message_find(world_messages, WORLD_MESSAGES, selector->s_name);

    if (index == WORLD_MESSAGES) {
        message_complain(&message,
                         "no message %.60s, only open, set, energy, names, ledger, restart",
                         selector->s_name);
        return;
    }
    message.info = &world_messages[index];
    if (index == WORLD_OPEN) {
        run_open(world, &message);
    } else if (index == WORLD_SET) {
        run_set(world, &message);
    } else if (index == WORLD_LEDGER) {
        run_ledger(world, &message);
    } else if (!message_end(&message)) {
        return;
    } else if (index == WORLD_ENERGY) {
        run_energy(world);
    } else if (index == WORLD_NAMES) {
        run_names(world);
    } else if (!world->text) {
        message_complain(&message, "there is no scene: open one first");
    } else {
        (void)play(world, &message);
    }
}

static t_int *world_perform(t_int *words) URTO_REALTIME;

static t_int *world_perform(t_int *words)
{
    World *world = word_pointer(words[1]);
    const uint32_t frames = (uint32_t)words[2];
    float out[2][CHUNK];

    for (uint32_t at = 0; at < frames; at += CHUNK) {
        const uint32_t n = frames - at < CHUNK ? frames - at : CHUNK;
        const bool stereo = world->player && urto_scene_info(world->scene).channels == 2;
        if (world->player) {
            urto_player_process(world->player, (float *[]){out[0], out[1]}, n);
        } else {
            memset(out, 0, sizeof out);
        }
        give_signal(world->signals[0] + at, out[0], n);
        give_signal(world->signals[1] + at, out[stereo ? 1 : 0], n);
    }
    return words + 3;
}

static void world_dsp(World *world, t_signal **signals)
{
    Message message = {.owner = world, .object = world_name};
    const double rate = (double)signals[0]->s_sr;

    if (rate != world->rate) {
        world->rate = rate;
        /* one that cannot be made for this rate would sound at a wrong pitch */
        if (world->text && !play(world, &message)) {
            urto_player_destroy(world->player);
            world->player = NULL;
        }
    }
    world->signals[0] = signals[0]->s_vec;
    world->signals[1] = signals[1]->s_vec;
    dsp_add(world_perform, 2, world, (t_int)signals[0]->s_n);
}

static void *world_new(t_symbol *name, int count, t_atom *atoms)
{
    World *world = (World *)pd_new(world_class);
    const double rate = (double)sys_getsr();

    (void)name;
    world->canvas = canvas_getcurrent();
    world->text = world->name = NULL;
    world->size = 0;
    world->scene = NULL;
    world->player = NULL;
    world->override_count = 0;
    world->ledger = false;
    world->rate = rate > 0.0 ? rate : 44100.0;
    outlet_new(&world->object, &s_signal);
    outlet_new(&world->object, &s_signal);
    world->energy_outlet = outlet_new(&world->object, &s_float);
    world->info_outlet = outlet_new(&world->object, NULL);
    if (count > 0) {
        world_anything(world, gensym("open"), count, atoms);
    }
    return world;
}

static void world_free(World *world)
{
    urto_player_destroy(world->player);
    urto_scene_destroy(world->scene);
    free(world->text);
    free(world->name);
}

void world_class_setup(void)
{
    world_class = class_new(gensym(world_name), (t_newmethod)(t_method)world_new,
                            (t_method)world_free, sizeof(World), CLASS_DEFAULT, A_GIMME, 0);
    class_addmethod(world_class, (t_method)world_dsp, gensym("dsp"), A_CANT, 0);
    class_addbang(world_class, (t_method)run_energy);
    class_addanything(world_class, (t_method)world_anything);
}
