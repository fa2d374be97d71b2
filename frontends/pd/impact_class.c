/* urto.impact~: a hammer and something it meets. Two forces in, two displacements and a force out.
 */
#include "impact_box.h"
#include "shared.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct Impact {
    t_object object;
    t_float unused;
    t_outlet *info_outlet;
    ImpactBox box;
    Pace pace;
    t_sample *signals[5];
    bool mute;
} Impact;

static t_class *impact_class;
static const char *const impact_name = "urto.impact~";

static void complain(Message *message, UrtoStatus status, const UrtoDiagnostic *why)
{
    if (status != URTO_OK) {
        message_complain(message, "%s", why->message);
    }
}

static void run_energy(Impact *impact)
{
    outlet_value(impact->info_outlet, "energy", urto_world_ledger(impact->box.world).stored);
}

static void run_get(Impact *impact, Message *message, bool whole)
{
    const bool one = message_more(message);
    const char *name = one ? message_word(message, "parameter") : "";
    bool found = !one;

    for (uint32_t i = 0; i < IMPACT_TABLE; i++) {
        found = found || strcmp(impact_table[i].id, name) == 0;
    }
    if (!found) {
        message_complain(message, "there is no parameter %.60s; the message parameters lists them",
                         name);
    }
    if (!message_end(message)) {
        return;
    }
    for (uint32_t i = 0; i < IMPACT_TABLE; i++) {
        if (whole) {
            outlet_parameter(impact->info_outlet, &impact_table[i], impact->box.values[i]);
        } else if (!one || strcmp(impact_table[i].id, name) == 0) {
            outlet_value(impact->info_outlet, impact_table[i].id, impact->box.values[i]);
        }
    }
}

/* What the hammer meets; false after a complaint. */
static bool choose(Impact *impact, Message *message)
{
    const char *name = message_word(message, "body");
    UrtoDiagnostic why = {0};
    uint32_t body = 0;

    while (body < IMPACT_BODIES && strcmp(impact_bodies[body], name) != 0) {
        body++;
    }
    if (body == IMPACT_BODIES) {
        message_complain(message,
                         "there is no %.60s, only wall, mass, string, bar, membrane, plate", name);
    }
    if (!message_end(message)) {
        return false;
    }
    const uint32_t before = impact->box.body;
    impact->box.body = body;
    const UrtoStatus status = impact_make(&impact->box, &why);
    if (status != URTO_OK) {
        impact->box.body = before;
    }
    complain(message, status, &why);
    return status == URTO_OK;
}

static void run(Impact *impact, uint32_t index, Message *message)
{
    UrtoDiagnostic why = {0};
    double number = 0.0;

    switch (index) {
    case IMPACT_THROW:
    case IMPACT_STRIKE:
        number = message_number(message, index == IMPACT_THROW ? "speed" : "impulse", -100.0, 100.0,
                                false);
        if (message_end(message)) {
            complain(
                message,
                (index == IMPACT_THROW ? impact_throw : impact_strike)(&impact->box, number, &why),
                &why);
        }
        break;
    case IMPACT_BODY:
        (void)choose(impact, message);
        break;
    case IMPACT_ENERGY:
        if (message_end(message)) {
            run_energy(impact);
        }
        break;
    case IMPACT_PARAMETERS:
        if (message_end(message)) {
            run_get(impact, message, true);
        }
        break;
    case IMPACT_GET:
        run_get(impact, message, false);
        break;
    default:
        if (message_end(message)) {
            complain(message, impact_make(&impact->box, &why), &why);
        }
        break;
    }
}

static void impact_anything(Impact *impact, t_symbol *selector, int count, t_atom *atoms)
{
    Message message = {.owner = impact,
                       .object = impact_name,
                       .selector = selector->s_name,
                       .atoms = atoms,
                       .count = count};
    const uint32_t index = message_find(impact_messages, IMPACT_MESSAGES, selector->s_name);
    UrtoDiagnostic why = {0};
    uint32_t parameter = 0;

    while (parameter < IMPACT_TABLE && strcmp(impact_table[parameter].id, selector->s_name) != 0) {
        parameter++;
    }
    if (index < IMPACT_MESSAGES) {
        message.info = &impact_messages[index];
        run(impact, index, &message);
    } else if (parameter < IMPACT_TABLE) {
        const double value = message_parameter(&message, &impact_table[parameter]);
        if (message_end(&message)) {
            complain(&message,
                     impact_set(&impact->box, parameter, value, pace_frame(&impact->pace), &why),
                     &why);
        }
    } else {
        message_complain(&message,
                         "no message or parameter %.60s; the help patch has the messages, the "
                         "message parameters lists the parameters",
                         selector->s_name);
    }
}

static t_int *impact_perform(t_int *words) URTO_REALTIME;

static t_int *impact_perform(t_int *words)
{
    Impact *impact = word_pointer(words[1]);
    const uint32_t frames = (uint32_t)words[2];
    float in[2][CHUNK];
    float out[3][CHUNK];

    memset(out, 0, sizeof out); /* a wall leaves the second as it is */
    for (uint32_t at = 0; at < frames; at += CHUNK) {
        const uint32_t n = frames - at < CHUNK ? frames - at : CHUNK;
        for (uint32_t c = 0; c < 2; c++) {
            take_signal(in[c], impact->signals[c] + at, n);
            for (uint32_t i = 0; i < n; i++) {
                in[c][i] = isfinite(in[c][i]) ? in[c][i] : 0.0f;
            }
        }
        if (!impact->mute) {
            impact_process(&impact->box, (const float *[]){in[0], in[1]},
                           (float *[]){out[0], out[1], out[2]}, n);
        }
        for (uint32_t c = 0; c < 3; c++) {
            give_signal(impact->signals[2 + c] + at, out[c], n);
        }
    }
    pace_tick(&impact->pace, frames);
    return words + 3;
}

static void impact_dsp(Impact *impact, t_signal **signals)
{
    const double before = impact->box.rate;
    UrtoDiagnostic why = {0};

    impact->box.rate = (double)signals[0]->s_sr;
    if (impact->box.rate != before || impact->mute) {
        impact->mute = impact_make(&impact->box, &why) != URTO_OK;
    }
    if (impact->mute) {
        pd_error(impact, "%s: %s", impact_name, why.message);
        impact->box.rate = before;
    }
    for (uint32_t i = 0; i < 5; i++) {
        impact->signals[i] = signals[i]->s_vec;
    }
    impact->pace = (Pace){.rate = (double)signals[0]->s_sr};
    dsp_add(impact_perform, 2, impact, (t_int)signals[0]->s_n);
}

static void *impact_new(t_symbol *name, int count, t_atom *atoms)
{
    Impact *impact = (Impact *)pd_new(impact_class);
    const double rate = (double)sys_getsr();
    UrtoDiagnostic why = {0};

    (void)name;
    impact->box = impact_box();
    impact->box.rate = rate > 0.0 ? rate : 44100.0;
    impact->pace = (Pace){0};
    impact->mute = false;
    inlet_new(&impact->object, &impact->object.ob_pd, &s_signal, &s_signal);
    for (int i = 0; i < 3; i++) {
        outlet_new(&impact->object, &s_signal);
    }
    impact->info_outlet = outlet_new(&impact->object, NULL);
    if (impact_make(&impact->box, &why) != URTO_OK) {
        pd_error(impact, "%s: %s", impact_name, why.message);
        pd_free(&impact->object.ob_pd);
        return NULL;
    }
    if (count > 0) {
        impact_anything(impact, gensym("body"), count, atoms);
    }
    return impact;
}

static void impact_free(Impact *impact)
{
    impact_end(&impact->box);
}

void impact_class_setup(void)
{
    impact_class = class_new(gensym(impact_name), (t_newmethod)(t_method)impact_new,
                             (t_method)impact_free, sizeof(Impact), CLASS_DEFAULT, A_GIMME, 0);
    class_domainsignalin(impact_class, (int)offsetof(Impact, unused));
    class_addmethod(impact_class, (t_method)impact_dsp, gensym("dsp"), A_CANT, 0);
    class_addbang(impact_class, (t_method)run_energy);
    class_addanything(impact_class, (t_method)impact_anything);
}
