#include "glue.h"

WEB_API(instrument)
UrtoInstrument *web_instrument(uint32_t index, double rate, uint32_t voices, uint32_t mpe)
{
    UrtoInstrument *made = NULL;
    UrtoDiagnostic why = {0};
    UrtoInstrumentOptions options = urto_instrument_options();

    options.voices = voices;
    options.mpe = mpe != 0;
    json_clear();
    if (urto_instrument_create(&made, urto_instrument_info(index), rate, &options, &why) !=
        URTO_OK) {
        json_error(why.message, why.field);
    }
    return made;
}

WEB_API(instrument_process)
void web_instrument_process(UrtoInstrument *instrument, float *left, float *right, uint32_t frames)
{
    urto_instrument_process(instrument, (float *[]){left, right}, frames);
}

WEB_API(instrument_midi)
void web_instrument_midi(UrtoInstrument *instrument, uint32_t frame, const uint8_t *bytes,
                         uint32_t size)
{
    urto_instrument_midi(instrument, frame, bytes, size);
}

WEB_API(instrument_set)
uint32_t web_instrument_set(UrtoInstrument *instrument, uint32_t frame, uint32_t parameter,
                            double value)
{
    const UrtoEvent event = {
        .kind = URTO_EVENT_PARAMETER, .frame = frame, .parameter = parameter, .value = value};

    return urto_instrument_event(instrument, &event, NULL) == URTO_OK;
}

WEB_API(instrument_get)
double web_instrument_get(const UrtoInstrument *instrument, uint32_t parameter)
{
    return urto_instrument_get(instrument, parameter);
}

WEB_API(instrument_preset)
void web_instrument_preset(UrtoInstrument *instrument, uint32_t preset)
{
    (void)urto_instrument_load_preset(instrument, preset, NULL);
}

WEB_API(instrument_mpe)
void web_instrument_mpe(UrtoInstrument *instrument, uint32_t on)
{
    urto_instrument_set_mpe(instrument, on != 0);
}

WEB_API(instrument_reset)
void web_instrument_reset(UrtoInstrument *instrument)
{
    urto_instrument_reset(instrument);
}

WEB_API(instrument_statistics)
void web_instrument_statistics(const UrtoInstrument *instrument, double *out)
{
    const UrtoInstrumentStatistics s = urto_instrument_statistics(instrument);
    const double list[WEB_STATISTICS] = {
        s.voices,           s.contacts,       s.energy,          s.force_max,
        (double)s.notes,    (double)s.stolen, (double)s.limited, (double)s.events_lost,
        (double)s.nonfinite};

    for (uint32_t i = 0; i < WEB_STATISTICS; i++) {
        out[i] = list[i];
    }
}

/* A typed value of a parameter, in any unit of its kind. */
WEB_API(instrument_read)
void web_instrument_read(const UrtoInstrument *instrument, uint32_t parameter, const char *typed)
{
    const UrtoInstrumentInfo *info = urto_instrument_info_of(instrument);

    json_parameter(info && parameter < info->parameter_count ? &info->parameters[parameter] : NULL,
                   typed);
}
