#include "preset_text.h"

#include "layout.h"

#include <urto/number.h>

void preset_text_prefixes(FILE *file)
{
    fputs("@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
          "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
          "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n",
          file);
}

void preset_text_quote(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') {
            fputc('\\', file);
        }
        fputc(*text, file);
    }
    fputc('"', file);
}

void preset_text_number(FILE *file, double value)
{
    char digits[80];

    for (int places = 1; places < 40; places++) {
        double back = 0.0;
        urto_format(digits, sizeof digits, "%.*f", places, value);
        if (urto_read_number(digits, &back) && (float)back == (float)value) {
            break;
        }
    }
    fputs(digits, file);
}

/* The URI and to which plug-in it belongs. */
static void write_head(FILE *file, const UrtoPluginInfo *info, const UrtoPreset *preset,
                       const char *kind)
{
    fprintf(file, "<%s%s#%s%s>\n\ta pset:Preset ;\n\tlv2:appliesTo <%s%s> ;\n", URI_PREFIX,
            info->id, kind, preset->id, URI_PREFIX, info->id);
}

void preset_text_entry(FILE *file, const UrtoPluginInfo *info, const UrtoPreset *preset,
                       const char *kind, const char *see)
{
    write_head(file, info, preset, kind);
    fprintf(file, "\trdfs:seeAlso <%s> .\n\n", see);
}

void preset_text_write(FILE *file, const UrtoPluginInfo *info, const UrtoPreset *preset,
                       const char *kind)
{
    const UrtoParameterInfo *table = urto_plugin_parameter(info, 0);

    write_head(file, info, preset, kind);
    fputs("\trdfs:label ", file);
    preset_text_quote(file, preset->name);
    fputs(" ;\n\trdfs:comment ", file);
    preset_text_quote(file, preset->description);
    fputs(" ;\n\tlv2:port", file);
    for (uint32_t p = 0; p < info->table_count; p++) {
        char symbol[SYMBOL_SIZE];
        symbol_of(table[p].id, symbol);
        fprintf(file, "%s [\n\t\tlv2:symbol \"%s\" ;\n\t\tpset:value ", p ? " ," : "", symbol);
        preset_text_number(file, urto_preset_value(preset, table, p));
        fputs("\n\t]", file);
    }
    fputs(" .\n\n", file);
}
