/* What the objects for Pd share: arguments of messages, complaints, files, time. */
#ifndef FRONTENDS_PD_SHARED_H
#define FRONTENDS_PD_SHARED_H

#include "objects.h"

#include <m_pd.h>
#include <urto/number.h>
#include <urto/parameter.h>

enum { CHUNK = 64, SIGNALS_MAX = 4, PATH_ROOM = 1000 };

/* A message whose arguments are taken one after the other. The first that is wrong is complained
 * about, once; from then on everything is 0. */
typedef struct Message {
    const void *owner;
    const char *object;      /* "urto.mallet~" */
    const MessageInfo *info; /* may be NULL */
    const char *selector;
    const t_atom *atoms;
    int count, at;
    bool wrong;
} Message;

void message_complain(Message *message, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A number in a range; whole numbers only if `whole`. */
double message_number(Message *message, const char *what, double least, double most, bool whole);
bool message_more(const Message *message);
/* A word; "" after a complaint. */
const char *message_word(Message *message, const char *what);
/* The value of a parameter, as a number or as the name of one. */
double message_parameter(Message *message, const UrtoParameterInfo *info);
/* True if all was right and nothing is left over. */
bool message_end(Message *message);
/* Index of a message in a table; count if there is none. */
uint32_t message_find(const MessageInfo *table, uint32_t count, const char *name);

/* A line about a parameter for the info outlet: parameter name value least most unit. */
void outlet_parameter(t_outlet *outlet, const UrtoParameterInfo *info, double value);
/* A name and a number: name value. */
void outlet_value(t_outlet *outlet, const char *name, double value);

/* The whole of a file that is found as Pd finds files of a patch; NULL after a complaint. To be
 * freed; size is without the NUL that ends it. */
char *read_file(Message *message, t_canvas *canvas, const char *name, size_t most, size_t *size);

/* When the signals of an object were computed last: so that a message between two blocks has its
 * frame in the next. */
typedef struct Pace {
    double last; /* logical time of Pd */
    double rate; /* [Hz] */
    uint32_t frames;
    bool running;
} Pace;

/* After a block. */
void pace_tick(Pace *pace, uint32_t frames);
/* True if blocks follow each other. */
bool pace_runs(const Pace *pace);
/* Frames from the start of the next block to now. */
uint32_t pace_frame(const Pace *pace);

/* Signals of Pd to floats and back, at most CHUNK frames. */
void take_signal(float *to, const t_sample *from, uint32_t frames);
void give_signal(t_sample *to, const float *from, uint32_t frames);

/* Pd hands pointers to perform as numbers. */
void *word_pointer(t_int word);

/* One class each. */
void plugin_class_setup(const PluginObject *object);
void impact_class_setup(void);
void world_class_setup(void);

#endif
