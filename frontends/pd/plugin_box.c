/* The plug-in of an object, and the scene that is being opened. */
#include "plugin_box.h"

#include <stdlib.h>
#include <string.h>

static const double look_time = 10.0; /* ms from one look at the thread to the next */

Message plugin_box_message(const PluginBox *box, const char *selector, int count,
                           const t_atom *atoms)
{
    return (Message){.owner = box,
                     .object = box->kind->name,
                     .selector = selector,
                     .atoms = atoms,
                     .count = count};
}

void plugin_box_settle(PluginBox *box)
{
    for (uint32_t i = 0; i < box->info.parameter_count; i++) {
        if (box->waits >> i & 1U) {
            (void)urto_plugin_set_now(box->plugin, i, box->values[i], NULL);
        }
    }
    box->waits = 0;
}

static void *compile(void *data)
{
    Opening *opening = data;

    if (urto_plugin_read(&opening->made, opening->plugin, opening->text, opening->size,
                         &opening->why) != URTO_OK) {
        opening->made = NULL;
    }
    atomic_store(&opening->done, true);
    return NULL;
}

bool plugin_box_open(PluginBox *box)
{
    Opening *opening = &box->opening;

    opening->plugin = box->plugin;
    opening->made = NULL;
    atomic_store(&opening->done, false);
    opening->runs = pthread_create(&opening->thread, NULL, compile, opening) == 0;
    if (opening->runs) {
        clock_delay(box->clock, look_time);
    }
    return opening->runs;
}

/* Waits for the thread. */
static void join_opening(Opening *opening)
{
    if (opening->runs) {
        pthread_join(opening->thread, NULL);
        opening->runs = false;
    }
}

void plugin_box_end_opening(PluginBox *box)
{
    Opening *opening = &box->opening;

    join_opening(opening);
    urto_plugin_text_destroy(opening->made);
    free(opening->text);
    free(opening->name);
    opening->made = NULL;
    opening->text = opening->name = NULL;
}

/* Plays the scene that is ready, and says so. */
static void take_opened(PluginBox *box)
{
    Opening *opening = &box->opening;
    t_atom atom;

    join_opening(opening);
    if (!opening->made) {
        pd_error(box, "%s: %.200s: %s; the old one plays on", box->kind->name, opening->name,
                 opening->why.message);
    } else if (!urto_plugin_exchange(box->plugin, opening->made)) {
        urto_plugin_text_destroy(opening->made); /* the rate is another one by now */
        opening->made = NULL;
        if (plugin_box_open(box)) {
            return;
        }
    } else {
        box->waits = 0;
        SETSYMBOL(&atom, gensym(opening->name));
        outlet_anything(box->info_outlet, gensym("opened"), 1, &atom);
    }
    plugin_box_end_opening(box);
}

void plugin_box_look(PluginBox *box)
{
    if (!box->opening.runs) {
        return;
    }
    if (atomic_load(&box->opening.done)) {
        take_opened(box);
    } else {
        clock_delay(box->clock, look_time);
    }
}

bool plugin_box_read(PluginBox *box, Message *message, const char *name)
{
    Opening *opening = &box->opening;

    if (opening->runs) {
        message_complain(message, "another scene is just being opened: %.100s", opening->name);
        return false;
    }
    opening->text = read_file(message, box->canvas, name, URTO_PLUGIN_TEXT_MAX, &opening->size);
    opening->name = opening->text ? malloc(strlen(name) + 1) : NULL;
    if (opening->name) {
        memcpy(opening->name, name, strlen(name) + 1);
    } else {
        free(opening->text);
        opening->text = NULL;
    }
    return opening->name != NULL;
}

bool plugin_box_remake(PluginBox *box, UrtoDiagnostic *why)
{
    UrtoPlugin *made = NULL;
    char *state = NULL;

    if (urto_plugin_create(&made, box->info.id, &box->options, why) != URTO_OK) {
        return false;
    }
    if (box->plugin) {
        plugin_box_settle(box);
        state = urto_plugin_save_text(box->plugin);
        if (!state || urto_plugin_restore(made, state, why) != URTO_OK) {
            urto_plugin_destroy(made);
            free(state);
            return false;
        }
    }
    free(state);
    join_opening(&box->opening); /* it looks at the old one */
    if (box->opening.text) {
        box->opening.runs = false;
        clock_unset(box->clock);
    }
    urto_plugin_destroy(box->plugin);
    box->plugin = made;
    if (box->opening.text) {
        urto_plugin_text_destroy(box->opening.made);
        (void)plugin_box_open(box);
    }
    return true;
}

void plugin_box_open_now(PluginBox *box, const char *name)
{
    Message message = plugin_box_message(box, "open", 0, NULL);

    message.info = &plugin_messages[MESSAGE_OPEN];
    if (plugin_box_read(box, &message, name)) {
        box->opening.plugin = box->plugin;
        (void)compile(&box->opening);
        take_opened(box);
    }
}
