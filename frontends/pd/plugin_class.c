/* Objects that are plug-ins: instruments (two signals and information out) and the effect.
 *
 * Pd calls messages and perform from one thread, one after the other. A message between two blocks
 * has a time of its own, and what it asks for happens at that frame of the next block, so the sound
 * does not depend on the size of blocks. A new sample rate makes the plug-in anew in the dsp
 * method, never in perform; parameters and controllers come along.
 *
 * urto.scene~ reads its file in a message and compiles it in a thread of its own; a clock of Pd asks now and
 * then whether it is ready, and exchanges the two between two blocks.
 */
#include "plugin_box.h"

#include <stddef.h>
#include <string.h>

enum { KINDS_MAX = PLUGIN_OBJECTS };

static struct {
    const PluginObject *kind;
    t_class *class;
} classes[KINDS_MAX];
static uint32_t class_count;

static t_int *box_perform(t_int *words) URTO_REALTIME;

static t_int *box_perform(t_int *words)
{
    PluginBox *box = word_pointer(words[1]);
    const uint32_t frames = (uint32_t)words[2];
    const uint32_t inputs = box->info.instrument ? 0 : box->options.channels;
    const uint32_t outputs = box->info.instrument ? 2 : box->options.channels;
    float in[2][CHUNK];
    float out[2][CHUNK];

    for (uint32_t at = 0; at < frames; at += CHUNK) {
        const uint32_t n = frames - at < CHUNK ? frames - at : CHUNK;
        for (uint32_t c = 0; c < inputs; c++) {
            take_signal(in[c], box->signals[c] + at, n);
        }
        if (box->mute) {
            memset(out, 0, sizeof out);
        } else {
            urto_plugin_process(box->plugin, (const float *[]){in[0], in[1]},
                                (float *[]){out[0], out[1]}, n);
        }
        for (uint32_t c = 0; c < outputs; c++) {
            give_signal(box->signals[inputs + c] + at, out[c], n);
        }
    }
    box->waits = 0;
    pace_tick(&box->pace, frames);
    return words + 3;
}

static void box_dsp(PluginBox *box, t_signal **signals)
{
    const double before = box->options.rate;
    const uint32_t count = box->info.instrument ? 2 : 2 * box->options.channels;
    UrtoDiagnostic why = {0};

    box->options.rate = (double)signals[0]->s_sr;
    if (box->options.rate != before || box->mute) {
        box->mute = !plugin_box_remake(box, &why);
    }
    if (box->mute) {
        pd_error(box, "%s: %s", box->kind->name, why.message);
        box->options.rate = before;
    }
    for (uint32_t i = 0; i < count; i++) {
        box->signals[i] = signals[i]->s_vec;
    }
    box->pace = (Pace){.rate = (double)signals[0]->s_sr};
    dsp_add(box_perform, 2, box, (t_int)signals[0]->s_n);
}

/* Creation arguments: which variant, preset, and voices of an instrument or channels of an effect,
 * in any order. What makes no sense is complained about, and the object is there nevertheless. */
static void box_arguments(PluginBox *box, int count, const t_atom *atoms, const char **preset)
{
    for (int i = 0; i < count; i++) {
        Message message = plugin_box_message(box, "", count, atoms);
        const double most = box->info.instrument ? URTO_MAX_VOICES : 2.0;
        message.at = i;
        if (atoms[i].a_type == A_FLOAT) {
            const double number = message_number(
                &message, box->info.instrument ? "voices" : "channels", 1.0, most, true);
            if (!message.wrong && box->info.instrument) {
                box->options.voices = (uint32_t)number;
            } else if (!message.wrong) {
                box->options.channels = (uint32_t)number;
            }
        } else {
            *preset = message_word(&message, "preset");
        }
    }
}

/* The variant that the first argument names; one that names none is a preset of the first. */
static uint32_t variant_of(const PluginObject *kind, int *count, t_atom **atoms)
{
    for (uint32_t i = 0; i<kind->variant_count && * count> 0; i++) {
        const char *argument = kind->variants[i].argument;
        if (argument && (*atoms)->a_type == A_SYMBOL &&
            strcmp((*atoms)->a_w.w_symbol->s_name, argument) == 0) {
            ++*atoms;
            --*count;
            return i;
        }
    }
    return 0;
}

static void *box_new(t_symbol *name, int count, t_atom *atoms)
{
    const char *slash = strrchr(name->s_name, '/'); /* Pd allows urto/urto.mallet~ */
    const char *wanted = slash ? slash + 1 : name->s_name;
    uint32_t k = 0;
    const char *preset = NULL;
    UrtoDiagnostic why = {0};

    while (k + 1 < class_count && strcmp(classes[k].kind->name, wanted) != 0) {
        k++;
    }
    PluginBox *box = (PluginBox *)pd_new(classes[k].class);
    box->kind = classes[k].kind;
    box->canvas = canvas_getcurrent();
    box->plugin = NULL;
    box->clock = NULL;
    memset(&box->opening, 0, sizeof box->opening);
    box->waits = 0;
    box->mute = false;
    box->pace = (Pace){0};
    const uint32_t variant = variant_of(box->kind, &count, &atoms);
    box->info = urto_plugin_info(urto_plugin_find(box->kind->variants[variant].plugin));
    if (urto_plugin_reads(&box->info)) {
        box->clock = clock_new(box, (t_method)plugin_box_look);
    }
    const double rate = (double)sys_getsr();
    box->options = urto_plugin_options(rate > 0.0 ? rate : 44100.0);
    box_arguments(box, count, atoms, &preset);
    const uint32_t channels = box->info.instrument ? 2 : box->options.channels;
    if (!box->info.instrument && channels == 2) {
        inlet_new(&box->object, &box->object.ob_pd, &s_signal, &s_signal);
    }
    for (uint32_t i = 0; i < channels; i++) {
        outlet_new(&box->object, &s_signal);
    }
    box->info_outlet = outlet_new(&box->object, NULL);
    if (!plugin_box_remake(box, &why)) {
        pd_error(box, "%s: %s", box->kind->name, why.message);
        pd_free(&box->object.ob_pd);
        return NULL;
    }
    if (preset && box->clock && strchr(preset, '.')) {
        plugin_box_open_now(box, preset);
    } else if (preset) {
        t_atom atom;
        SETSYMBOL(&atom, gensym(preset));
        plugin_box_anything(box, gensym("preset"), 1, &atom);
    }
    return box;
}

static void box_free(PluginBox *box)
{
    plugin_box_end_opening(box);
    if (box->clock) {
        clock_free(box->clock);
    }
    urto_plugin_destroy(box->plugin);
}

void plugin_class_setup(const PluginObject *object)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(object->variants[0].plugin));
    const bool effect = !info.instrument;

    if (class_count == KINDS_MAX || !info.id) { /* there may be no scenes */
        return;
    }
    t_class *class = class_new(gensym(object->name), (t_newmethod)(t_method)box_new,
                               (t_method)box_free, sizeof(PluginBox), CLASS_DEFAULT, A_GIMME, 0);
    classes[class_count].kind = object;
    classes[class_count++].class = class;
    if (effect) {
        class_domainsignalin(class, (int)offsetof(PluginBox, unused));
    }
    class_addmethod(class, (t_method)box_dsp, gensym("dsp"), A_CANT, 0);
    class_addlist(class, (t_method)plugin_box_list);
    class_addanything(class, (t_method)plugin_box_anything);
}
