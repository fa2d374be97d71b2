#include "host_pd.h"

#include <urto/number.h>

#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#undef class_addbang
#undef class_addlist
#undef class_addanything

struct _class {
    t_symbol *name;
    void *(*make)(t_symbol *, int, t_atom *);
    void (*end)(void *);
    void (*bang)(void *);
    void (*list)(void *, t_symbol *, int, t_atom *);
    void (*anything)(void *, t_symbol *, int, t_atom *);
    void (*dsp)(void *, t_signal **);
    size_t size;
    bool signals_in; /* the first inlet takes signals */
};

enum { NAMES = 4096, CLASSES = 16, INLETS = 64 };

HostNews host_news;
t_sample host_signals[HOST_SIGNALS][HOST_BLOCK];
t_symbol s_signal = {"signal", NULL, NULL}, s_float = {"float", NULL, NULL};
static t_symbol *names[NAMES];
static int name_count;
static struct _class classes[CLASSES];
static int class_count;
static double logical, block_time; /* now, and at the last block [frames of 48 kHz] */
static t_int chain[8];
static t_perfroutine routine;
static t_signal signal_objects[HOST_SIGNALS];

t_symbol *gensym(const char *name)
{
    for (int i = 0; i < name_count; i++) {
        if (strcmp(names[i]->s_name, name) == 0) {
            return names[i];
        }
    }
    if (name_count == NAMES) {
        return names[0];
    }
    t_symbol *symbol = calloc(1, sizeof *symbol);
    symbol->s_name = strdup(name);
    names[name_count++] = symbol;
    return symbol;
}

t_class *class_new(t_symbol *name, t_newmethod make, t_method end, size_t size, int flags,
                   t_atomtype arguments, ...)
{
    struct _class *class = &classes[class_count++];

    (void)flags;
    (void)arguments;
    *class = (struct _class){.name = name,
                             .make = (void *(*)(t_symbol *, int, t_atom *))(t_method)make,
                             .end = (void (*)(void *))end,
                             .size = size};
    return class;
}

void class_addmethod(t_class *class, t_method method, t_symbol *selector, t_atomtype arguments, ...)
{
    (void)selector; /* dsp is the only one that our objects add */
    (void)arguments;
    class->dsp = (void (*)(void *, t_signal **))method;
}

void class_addbang(t_class *class, t_method method)
{
    class->bang = (void (*)(void *))method;
}

void class_addlist(t_class *class, t_method method)
{
    class->list = (void (*)(void *, t_symbol *, int, t_atom *))method;
}

void class_addanything(t_class *class, t_method method)
{
    class->anything = (void (*)(void *, t_symbol *, int, t_atom *))method;
}

void class_domainsignalin(t_class *class, int offset)
{
    (void)offset;
    class->signals_in = true;
}

t_pd *pd_new(t_class *class)
{
    t_pd *object = malloc(class->size);

    memset(object, 0x5A, class->size); /* Pd promises nothing about the rest */
    *object = class;
    return object;
}

void pd_free(t_pd *object)
{
    (*object)->end(object);
    free(object);
}

t_inlet *inlet_new(t_object *owner, t_pd *to, t_symbol *one, t_symbol *two)
{
    (void)owner;
    (void)to;
    (void)one;
    (void)two;
    return NULL;
}

t_outlet *outlet_new(t_object *owner, t_symbol *kind)
{
    (void)owner;
    (void)kind;
    return NULL;
}

void outlet_anything(t_outlet *outlet, t_symbol *selector, int count, t_atom *atoms)
{
    (void)outlet;
    host_news.answers++;
    snprintf(host_news.selector, sizeof host_news.selector, "%s", selector->s_name);
    for (int i = 0; i < count; i++) {
        host_news.value =
            atoms[i].a_type == A_FLOAT ? (double)atoms[i].a_w.w_float : host_news.value;
    }
}

void outlet_float(t_outlet *outlet, t_float value)
{
    t_atom atom;

    SETFLOAT(&atom, value);
    outlet_anything(outlet, &s_float, 1, &atom);
}

void pd_error(const void *object, const char *format, ...)
{
    va_list list;

    (void)object;
    va_start(list, format);
    vsnprintf(host_news.error, sizeof host_news.error, format, list);
    va_end(list);
    host_news.errors++;
}

void atom_string(const t_atom *atom, char *text, unsigned int room)
{
    if (atom->a_type == A_FLOAT) {
        urto_format(text, room, "%g", (double)atom->a_w.w_float);
    } else {
        snprintf(text, room, "%s", atom->a_type == A_SYMBOL ? atom->a_w.w_symbol->s_name : "(?)");
    }
}

t_glist *canvas_getcurrent(void)
{
    return NULL;
}

void canvas_makefilename(const t_glist *canvas, const char *name, char *path, int room)
{
    (void)canvas;
    snprintf(path, (size_t)room, "%s", name);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as Pd declares it */
int canvas_open(const t_canvas *canvas, const char *name, const char *extension, char *folder,
                char **rest, unsigned int room, int binary)
{
    (void)canvas;
    (void)extension;
    (void)folder;
    (void)rest;
    (void)room;
    (void)binary;
    return open(name, O_RDONLY);
}

FILE *sys_fopen(const char *path, const char *mode)
{
    return fopen(path, mode);
}

int sys_fclose(FILE *file)
{
    return fclose(file);
}

int sys_close(int file)
{
    return close(file);
}

t_float sys_getsr(void)
{
    return 48000;
}

double clock_getlogicaltime(void)
{
    return logical;
}

double clock_gettimesince(double before)
{
    return (logical - before) / 48.0;
}

/* Clocks: called when the time that they were set to has come. */
struct _clock {
    void *owner;
    void (*method)(void *);
    double due; /* frames of 48 kHz; negative: not set */
};

enum { CLOCKS = 256 };

static struct _clock *clocks[CLOCKS];

t_clock *clock_new(void *owner, t_method method)
{
    int i = 0;

    while (i + 1 < CLOCKS && clocks[i]) {
        i++;
    }
    clocks[i] = calloc(1, sizeof **clocks);
    *clocks[i] = (struct _clock){owner, (void (*)(void *))method, -1.0};
    return clocks[i];
}

void clock_delay(t_clock *clock, double milliseconds)
{
    clock->due = logical + 48.0 * milliseconds;
}

void clock_unset(t_clock *clock)
{
    clock->due = -1.0;
}

void clock_free(t_clock *clock)
{
    for (int i = 0; i < CLOCKS; i++) {
        clocks[i] = clocks[i] == clock ? NULL : clocks[i];
    }
    free(clock);
}

static void run_clocks(void)
{
    for (int i = 0; i < CLOCKS; i++) {
        if (clocks[i] && clocks[i]->due >= 0.0 && clocks[i]->due <= logical) {
            clocks[i]->due = -1.0;
            clocks[i]->method(clocks[i]->owner);
        }
    }
}

void dsp_add(t_perfroutine perform, int count, ...)
{
    va_list list;

    routine = perform;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        chain[1 + i] = va_arg(list, t_int);
    }
    va_end(list);
}

void host_clear(void)
{
    host_news = (HostNews){0};
}

t_pd *host_new(const char *name, int count, t_atom *atoms)
{
    for (int i = 0; i < class_count; i++) {
        if (strcmp(classes[i].name->s_name, name) == 0) {
            return classes[i].make(classes[i].name, count, atoms);
        }
    }
    return NULL;
}

void host_free(t_pd *object)
{
    pd_free(object);
}

void host_send(t_pd *object, const char *selector, int count, t_atom *atoms)
{
    const struct _class *class = *object;

    if (selector && strcmp(selector, "bang") == 0 && class->bang) {
        class->bang(object);
    } else if (!selector && class->list) {
        class->list(object, gensym("list"), count, atoms);
    } else {
        class->anything(object, gensym(selector ? selector : "list"), count, atoms);
    }
}

void host_say(t_pd *object, const char *text)
{
    char words[400];
    t_atom atoms[32];
    int count = 0;
    const char *selector = NULL;

    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok(words, " "); word && count < 32; word = strtok(NULL, " ")) {
        double number = 0.0;
        const char *end = urto_read_number(word, &number);
        const bool numeric = end && !*end;
        if (!selector && count == 0 && !numeric) {
            selector = word;
        } else if (numeric) {
            SETFLOAT(&atoms[count], (t_float)number);
            count++;
        } else {
            SETSYMBOL(&atoms[count], gensym(word));
            count++;
        }
    }
    host_send(object, selector, count, atoms);
}

void host_dsp(t_pd *object, double rate, int block)
{
    t_signal *signals[HOST_SIGNALS];

    for (int i = 0; i < HOST_SIGNALS; i++) {
        signal_objects[i] =
            (t_signal){.s_n = block, .s_vec = host_signals[i], .s_sr = (t_float)rate};
        signals[i] = &signal_objects[i];
    }
    (*object)->dsp(object, signals);
}

void host_wait(double frames)
{
    logical = block_time + frames;
    run_clocks();
}

void host_tick(void)
{
    block_time += signal_objects[0].s_n * 48000.0 / (double)signal_objects[0].s_sr;
    logical = block_time;
    run_clocks();
    (void)routine(chain);
}
