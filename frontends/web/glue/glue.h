/* What the page calls: the functions of the library in plain numbers and pointers. A pointer to numbers is memory of
 * web_alloc. What has more to say says it by web_text(). One instance of the module holds one scene. */
#ifndef WEB_GLUE_H
#define WEB_GLUE_H

#include "json.h"

#include <urto/urto.h>

/* memory.c */
void *web_alloc(uint32_t bytes);
void web_release(void *memory);

/* tables.c */
enum { LAB_RANGES = 7 };
typedef struct LabRange {
    const char *name, *unit;
    double from, to;
    bool log;
} LabRange;
extern const LabRange lab_ranges[LAB_RANGES];
void tables_add_instrument(const UrtoInstrumentInfo *info);
/* What is typed for a parameter, as {"value": ...} or an error. */
void json_parameter(const UrtoParameterInfo *info, const char *typed);
void web_tables(void);
double web_parameter_value(uint32_t instrument, uint32_t parameter, double position);
double web_parameter_position(uint32_t instrument, uint32_t parameter, double value);
void web_parameter_read(uint32_t instrument, uint32_t parameter, const char *typed);

/* instrument.c: 0 and an error when it is refused */
UrtoInstrument *web_instrument(uint32_t index, double rate, uint32_t voices, uint32_t mpe);
void web_instrument_process(UrtoInstrument *instrument, float *left, float *right, uint32_t frames);
void web_instrument_midi(UrtoInstrument *instrument, uint32_t frame, const uint8_t *bytes,
                         uint32_t size);
uint32_t web_instrument_set(UrtoInstrument *instrument, uint32_t frame, uint32_t parameter,
                            double value);
double web_instrument_get(const UrtoInstrument *instrument, uint32_t parameter);
void web_instrument_preset(UrtoInstrument *instrument, uint32_t preset);
void web_instrument_mpe(UrtoInstrument *instrument, uint32_t on);
void web_instrument_reset(UrtoInstrument *instrument);
void web_instrument_read(const UrtoInstrument *instrument, uint32_t parameter, const char *typed);
enum { WEB_STATISTICS = 9 };
void web_instrument_statistics(const UrtoInstrument *instrument, double *out);

/* laboratory.c */
enum { LAB_PARAMETERS = 10, LAB_COLUMNS = 5 };
uint32_t web_lab_exact(const double *parameters);
uint32_t web_lab_curve(float *out, uint32_t points, double from, double to);
uint32_t web_lab_run(uint32_t scheme, float *out, uint32_t room, uint32_t every);
double web_lab_error(uint32_t scheme, double rate, double phase);

/* scene.c */
UrtoInstrument *web_scene_instrument(const char *text, uint32_t size, double rate, uint32_t voices);
uint32_t web_scene_load(const char *text, uint32_t size);
uint32_t web_scene_play(double rate, uint32_t ledger, uint32_t points);
void web_scene_process(float *left, float *right, uint32_t frames);
void web_scene_reset(void);
uint32_t web_scene_shapes(float *out);
void web_scene_forces(float *out);
enum { WEB_LEDGER = 11 };
void web_scene_ledger(double *out);
void web_scene_statistics(double *out);
void web_scene_schema(void);
uint32_t web_scene_body(const char *name);
uint32_t web_scene_contact(const char *name);
uint32_t web_scene_target(const char *of);
uint32_t web_scene_set(uint32_t target, double value, uint32_t ramp);
uint32_t web_scene_throw_at(uint32_t body, uint32_t contact, double speed);
void web_scene_throw(uint32_t body, double position, double velocity);
void web_scene_rest(void);
uint32_t web_scene_modes(uint32_t body, float *out, uint32_t count);
void web_scene_mode_shapes(uint32_t body, uint32_t count, const double *places, uint32_t points,
                           float *out);
void web_scene_mode_list(uint32_t body, double *out, uint32_t count);
double web_scene_displacement(uint32_t body);

#endif
