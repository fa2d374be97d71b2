/* The tables of the library as JSON: the page knows no instrument, parameter, scheme or key of its own. */
#include "glue.h"

static void add_parameter(const UrtoParameterInfo *info)
{
    static const char *const curves[] = {"linear", "log", "discrete"};

    json_open('{');
    json_key_string("id", info->id);
    json_key_string("name", info->name);
    json_key_string("unit", info->unit);
    json_key_string("group", info->group);
    json_key_string("description", info->description);
    json_key_number("minimum", info->minimum);
    json_key_number("maximum", info->maximum);
    json_key_number("default", info->default_value);
    json_key_string("curve", curves[info->curve]);
    json_key_number("controller", info->controller);
    json_key("values");
    json_open('[');
    for (const char *const *name = info->values; name && *name; name++) {
        json_string(*name);
    }
    json_close(']');
    json_close('}');
}

static void add_preset(const UrtoPreset *preset, const UrtoInstrumentInfo *info)
{
    json_open('{');
    json_key_string("id", preset->id);
    json_key_string("name", preset->name);
    json_key_string("description", preset->description);
    json_key("values");
    json_open('[');
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        json_number(urto_preset_value(preset, info->parameters, i));
    }
    json_close(']');
    json_close('}');
}

void tables_add_instrument(const UrtoInstrumentInfo *info)
{
    json_open('{');
    json_key_string("id", info->id);
    json_key_string("name", info->name);
    json_key_string("description", info->description);
    json_key_number("lowest", info->lowest_key);
    json_key_number("highest", info->highest_key);
    json_key_bool("pitched", info->pitched);
    json_key_bool("sustained", info->sustained);
    json_key_number("voices", info->voices);
    json_key("parameters");
    json_open('[');
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        add_parameter(&info->parameters[i]);
    }
    json_close(']');
    json_key("presets");
    json_open('[');
    for (uint32_t i = 0; i < info->preset_count; i++) {
        add_preset(&info->presets[i], info);
    }
    json_close(']');
    json_close('}');
}

static void add_scheme(const UrtoSchemeInfo *info)
{
    json_open('{');
    json_key_string("name", info->name);
    json_key_string("summary", info->summary);
    json_key_string("source", info->source);
    json_key_number("order", info->order);
    json_key_bool("passive", info->passive);
    json_key_bool("iterative", info->iterative);
    json_key_bool("damping", info->accepts & URTO_SCHEME_DAMPING);
    json_close('}');
}

/* What the sliders of the Laboratory reach; what is typed may lie anywhere in the range of the library. */
const LabRange lab_ranges[LAB_RANGES] = {
    {"mass", "kg", 1e-4, 10.0, true},      {"stiffness", "N/mᵅ", 1e3, 1e12, true},
    {"exponent", "", 1.0, 5.0, false},     {"damping", "s/m", 0.0, 3.0, false},
    {"velocity", "m/s", 0.01, 20.0, true}, {"rate", "Hz", 4000.0, 768000.0, true},
    {"phase", "samples", 0.0, 1.0, false},
};

static void add_ranges(void)
{
    json_open('{');
    for (int i = 0; i < LAB_RANGES; i++) {
        const LabRange *usual = &lab_ranges[i];
        const UrtoRange *range = urto_impact_range(usual->name);
        json_key(usual->name);
        json_open('{');
        json_key_string("unit", usual->unit);
        json_key_number("from", usual->from);
        json_key_number("to", usual->to);
        json_key_bool("log", usual->log);
        json_key_number("low", range->low);
        json_key_number("high", range->high);
        json_key_string("text", range->text);
        json_close('}');
    }
    json_close('}');
}

WEB_API(tables) void web_tables(void)
{
    const UrtoImpact impact = urto_impact_def();
    const UrtoImpactRun run = urto_impact_run_def();

    json_clear();
    json_open('{');
    json_key_string("version", urto_version());
    json_key_number("maxVoices", URTO_MAX_VOICES);
    json_key("instruments");
    json_open('[');
    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        tables_add_instrument(urto_instrument_info(i));
    }
    json_close(']');
    json_key("schemes");
    json_open('[');
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        add_scheme(urto_scheme_at(i));
    }
    json_close(']');
    json_key("ranges");
    add_ranges();
    json_key("impact");
    json_open('{');
    json_key_number("mass", impact.mass);
    json_key_number("stiffness", impact.law.stiffness);
    json_key_number("exponent", impact.law.exponent);
    json_key_number("damping", impact.law.damping);
    json_key_number("velocity", impact.velocity);
    json_key_number("rate", run.rate);
    json_key_number("phase", run.phase);
    json_close('}');
    json_close('}');
}

static const UrtoParameterInfo *parameter_of(uint32_t instrument, uint32_t parameter)
{
    const UrtoInstrumentInfo *info = urto_instrument_info(instrument);

    return info && parameter < info->parameter_count ? &info->parameters[parameter] : NULL;
}

WEB_API(parameter_value)
double web_parameter_value(uint32_t instrument, uint32_t parameter, double position)
{
    return urto_parameter_value(parameter_of(instrument, parameter), position);
}

WEB_API(parameter_position)
double web_parameter_position(uint32_t instrument, uint32_t parameter, double value)
{
    return urto_parameter_normalize(parameter_of(instrument, parameter), value);
}

void json_parameter(const UrtoParameterInfo *info, const char *typed)
{
    UrtoDiagnostic why = {0};
    double value = 0.0;

    if (urto_parameter_read(info, typed, &value, &why) != URTO_OK) {
        json_error(why.message, why.field);
        return;
    }
    json_clear();
    json_open('{');
    json_key_number("value", value);
    json_close('}');
}

WEB_API(parameter_read)
void web_parameter_read(uint32_t instrument, uint32_t parameter, const char *typed)
{
    json_parameter(parameter_of(instrument, parameter), typed);
}
