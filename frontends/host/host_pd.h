/* A host that behaves like Pd as far as our objects can see, without Pd: for sanitizers. */
#ifndef FRONTENDS_HOST_HOST_PD_H
#define FRONTENDS_HOST_HOST_PD_H

#include <m_pd.h>

#include <stdbool.h>

enum { HOST_SIGNALS = 8, HOST_BLOCK = 4096 };

/* What happened since the last host_clear. */
typedef struct HostNews {
    int errors;
    char error[MAXPDSTRING]; /* the last */
    int answers;             /* of information outlets */
    char selector[60];       /* of the last answer */
    double value;            /* its last number */
} HostNews;

extern HostNews host_news;

void host_clear(void);
/* An object of a class; NULL if it refuses. */
t_pd *host_new(const char *name, int count, t_atom *atoms);
void host_free(t_pd *object);
/* A message; a selector of NULL is a list, "bang" a bang. */
void host_send(t_pd *object, const char *selector, int count, t_atom *atoms);
/* Sends "word 1 2 word" split at blanks. */
void host_say(t_pd *object, const char *text);
/* The dsp method, at a rate and block size. */
void host_dsp(t_pd *object, double rate, int block);
/* Time goes on to so many frames (of 48 kHz) after the last block. */
void host_wait(double frames);
/* One block; inputs are in host_signals before, outputs after. */
void host_tick(void);
extern t_sample host_signals[HOST_SIGNALS][HOST_BLOCK];

#endif
