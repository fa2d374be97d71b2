/* The list of plug-ins: the instruments, the effect, and what reads texts where there is a reader. */
#include "list.h"

#include "../play/parameter.h"

#include <string.h>

static const char bump_id[] = "bump";
static const char *const off_on[] = {"off", "on", NULL};
const UrtoParameterInfo plugin_mpe_parameter = {
    .id = "mpe",
    .name = "MPE",
    .unit = "",
    .group = "input",
    .minimum = 0.0,
    .maximum = 1.0,
    .default_value = 0.0,
    .curve = URTO_CURVE_DISCRETE,
    .controller = -1,
    .values = off_on,
    .description =
        "Each note on a MIDI channel of its own, with its own bend, pressure and timbre."};

static const UrtoPluginReader *the_reader; /* written before the list is asked for */

void urto_plugin_set_reader(const UrtoPluginReader *reader)
{
    if (reader && reader->macros <= MACROS_MAX && reader->info->parameter_count <= PARAMETERS_MAX) {
        the_reader = reader;
    }
}

const UrtoPluginReader *plugin_reader(void)
{
    return the_reader;
}

uint32_t urto_plugin_count(void)
{
    return urto_instrument_count() + (the_reader ? 2 : 1);
}

UrtoPluginInfo urto_plugin_info(uint32_t index)
{
    const UrtoInstrumentInfo *instrument = urto_instrument_info(index);

    if (the_reader && index == urto_instrument_count() + 1) {
        instrument = the_reader->info;
    }
    if (instrument) {
        return (UrtoPluginInfo){.id = instrument->id,
                                .name = instrument->name,
                                .description = instrument->description,
                                .instrument = instrument,
                                .outputs = CHANNELS,
                                .parameter_count = instrument->parameter_count + 1,
                                .table_count = instrument->parameter_count,
                                .presets = instrument->presets,
                                .preset_count = instrument->preset_count};
    }
    if (index >= urto_plugin_count()) {
        return (UrtoPluginInfo){.id = NULL};
    }
    const UrtoBumpInfo *bump = urto_bump_info();
    return (UrtoPluginInfo){.id = bump_id,
                            .name = "PhonoBump",
                            .description =
                                "An effect: the input drives a hammer that bounces on a resonator.",
                            .inputs = CHANNELS,
                            .outputs = CHANNELS,
                            .parameter_count = bump->parameter_count,
                            .table_count = bump->parameter_count,
                            .presets = bump->presets,
                            .preset_count = bump->preset_count};
}

uint32_t urto_plugin_find(const char *id)
{
    for (uint32_t i = 0; id && i < urto_plugin_count(); i++) {
        const char *known = urto_plugin_info(i).id;
        if (known && strcmp(known, id) == 0) {
            return i;
        }
    }
    return URTO_NONE;
}

const UrtoParameterInfo *plugin_table(const UrtoPluginInfo *info)
{
    return info->instrument ? info->instrument->parameters : urto_bump_info()->parameters;
}

const UrtoParameterInfo *urto_plugin_parameter(const UrtoPluginInfo *info, uint32_t index)
{
    if (!info || index >= info->parameter_count) {
        return NULL;
    }
    return index < info->table_count ? &plugin_table(info)[index] : &plugin_mpe_parameter;
}

uint32_t urto_plugin_parameter_find(const UrtoPluginInfo *info, const char *id)
{
    for (uint32_t i = 0; info && id && i < info->parameter_count; i++) {
        if (strcmp(urto_plugin_parameter(info, i)->id, id) == 0) {
            return i;
        }
    }
    return URTO_NONE;
}

uint32_t urto_plugin_preset_find(const UrtoPluginInfo *info, const char *id)
{
    return info ? preset_find(info->presets, info->preset_count, id) : URTO_NONE;
}

double urto_plugin_default(const UrtoPluginInfo *info, uint32_t parameter)
{
    if (!info || parameter >= info->parameter_count) {
        return 0.0;
    }
    return parameter < info->table_count
               ? urto_preset_value(&info->presets[0], plugin_table(info), parameter)
               : plugin_mpe_parameter.default_value;
}

bool urto_plugin_reads(const UrtoPluginInfo *info)
{
    return info && the_reader && info->instrument == the_reader->info;
}
