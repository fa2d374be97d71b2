/* A plug-in as an object of Pd: the plug-in, what waits for the next block, and the scene that is being opened. */
#ifndef FRONTENDS_PD_PLUGIN_BOX_H
#define FRONTENDS_PD_PLUGIN_BOX_H

#include "shared.h"

#include <urto/plugin.h>

#include <pthread.h>
#include <stdatomic.h>

enum { VALUES_MAX = 64 };

/* A scene on its way. */
typedef struct Opening {
    pthread_t thread;
    bool runs;
    atomic_bool done;
    const UrtoPlugin *plugin; /* that will play it */
    char *text, *name;
    size_t size;
    UrtoPluginText *made; /* NULL: `why` says why */
    UrtoDiagnostic why;
} Opening;

typedef struct PluginBox {
    t_object object;
    t_float unused; /* Pd puts floats for the first signal here */
    const PluginObject *kind;
    t_canvas *canvas;
    t_outlet *info_outlet;
    UrtoPlugin *plugin;
    UrtoPluginInfo info;
    UrtoPluginOptions options;
    Pace pace;
    t_sample *signals[SIGNALS_MAX]; /* in, then out */
    bool mute;                      /* no plug-in can be made for this rate */
    uint64_t waits;                 /* parameters set since the last block, */
    double values[VALUES_MAX];      /* and to what */
    Opening opening;
    t_clock *clock; /* that looks at it; NULL where nothing is opened */
} PluginBox;

/* A message to the object, whose arguments are still to be taken. */
Message plugin_box_message(const PluginBox *box, const char *selector, int count,
                           const t_atom *atoms);
/* What waits in the next block is also what save, reset and a new plug-in must know. */
void plugin_box_settle(PluginBox *box);
/* Makes the plug-in for the options; the old one gives its state and goes. On failure it stays. */
bool plugin_box_remake(PluginBox *box, UrtoDiagnostic *why);

/* Reads a file for the opening; false after a complaint. */
bool plugin_box_read(PluginBox *box, Message *message, const char *name);
/* Compiles what was read beside the sound; false if there is no thread for it. */
bool plugin_box_open(PluginBox *box);
/* Plays what is ready; the clock of the object calls it until it is. */
void plugin_box_look(PluginBox *box);
/* The scene of a new object: nothing sounds yet that could wait for it. */
void plugin_box_open_now(PluginBox *box, const char *name);
void plugin_box_end_opening(PluginBox *box);

/* Any message, and key and velocity as from notein and makenote. */
void plugin_box_anything(PluginBox *box, t_symbol *selector, int count, t_atom *atoms);
void plugin_box_list(PluginBox *box, t_symbol *selector, int count, t_atom *atoms);

#endif
