/* What only CLAP has. */
#ifndef FRONTENDS_HOST_HOST_CLAP_H
#define FRONTENDS_HOST_HOST_CLAP_H

#include "host.h"

#include <clap/entry.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>

/* An event in the next block; copied. */
typedef union AnyEvent {
    clap_event_header_t header;
    clap_event_note_t note;
    clap_event_note_expression_t expression;
    clap_event_param_value_t value;
    clap_event_midi_t midi;
} AnyEvent;

const clap_plugin_t *host_clap_plugin(Instance *instance);
clap_process_status host_clap_status(const Instance *instance);
void host_clap_event(Instance *instance, const AnyEvent *event);
AnyEvent host_clap_note(uint16_t type, uint32_t frame, int32_t id, int16_t key, double velocity);
AnyEvent host_clap_expression(clap_note_expression kind, uint32_t frame, int32_t id, double value);
AnyEvent host_clap_value(const Instance *instance, uint32_t frame, uint32_t parameter,
                         double value);
/* Those that came out of the last block or flush. */
uint32_t host_clap_out(const Instance *instance, const AnyEvent **events);
/* Gives the waiting events to flush instead of a block. */
void host_clap_flush(Instance *instance);
/* Times that the host was asked to read all values again. */
uint32_t host_clap_rescans(const Host *host);
/* What it was asked to read, the last time. */
clap_param_rescan_flags host_clap_rescanned(const Host *host);

#endif
