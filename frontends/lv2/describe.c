/* Writes the text of the LV2 bundle from the tables of the library:
 *   describe FOLDER LIBRARY
 * manifest.ttl, and for each plug-in NAME.ttl and NAME-presets.ttl. */
#include "layout.h"
#include "preset_text.h"

#if URTO_SCENES
#include <urto/scene_instrument.h>
#endif

#include <stdlib.h>
#include <string.h>

static const char prefixes[] = "@prefix atom: <http://lv2plug.in/ns/ext/atom#> .\n"
                               "@prefix bufsz: <http://lv2plug.in/ns/ext/buf-size#> .\n"
                               "@prefix doap: <http://usefulinc.com/ns/doap#> .\n"
                               "@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n"
                               "@prefix log: <http://lv2plug.in/ns/ext/log#> .\n"
                               "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
                               "@prefix midi: <http://lv2plug.in/ns/ext/midi#> .\n"
                               "@prefix opts: <http://lv2plug.in/ns/ext/options#> .\n"
                               "@prefix patch: <http://lv2plug.in/ns/ext/patch#> .\n"
                               "@prefix param: <http://lv2plug.in/ns/ext/parameters#> .\n"
                               "@prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .\n"
                               "@prefix pprops: <http://lv2plug.in/ns/ext/port-props#> .\n"
                               "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
                               "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
                               "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n"
                               "@prefix units: <http://lv2plug.in/ns/extensions/units#> .\n"
                               "@prefix urid: <http://lv2plug.in/ns/ext/urid#> .\n"
                               "@prefix work: <http://lv2plug.in/ns/ext/worker#> .\n\n";

/* Units that LV2 has a name for; others are described where they stand. */
static const struct {
    const char *unit, *name;
} known_units[] = {
    {"s", "units:s"},   {"Hz", "units:hz"},      {"dB", "units:db"},
    {"mm", "units:mm"}, {"cents", "units:cent"}, {"semitones", "units:semitone12TET"},
};

static FILE *open_file(const char *folder, const char *name)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "describe: cannot write %s\n", path);
        exit(1);
    }
    fputs(prefixes, file);
    return file;
}

static void close_file(FILE *file)
{
    if (ferror(file) || fclose(file) != 0) {
        fputs("describe: cannot write, is the disk full?\n", stderr);
        exit(1);
    }
}

static void write_unit(FILE *file, const char *unit)
{
    for (size_t i = 0; i < sizeof known_units / sizeof *known_units; i++) {
        if (strcmp(unit, known_units[i].unit) == 0) {
            fprintf(file, " ;\n\t\tunits:unit %s", known_units[i].name);
            return;
        }
    }
    if (*unit) {
        fprintf(file, " ;\n\t\tunits:unit [\n\t\t\ta units:Unit ;\n\t\t\trdfs:label ");
        preset_text_quote(file, unit);
        fputs(" ;\n\t\t\tunits:symbol ", file);
        preset_text_quote(file, unit);
        fputs(" ;\n\t\t\tunits:render ", file);
        char render[40];
        snprintf(render, sizeof render, "%%f %s", unit);
        preset_text_quote(file, render);
        fputs("\n\t\t]", file);
    }
}

static void write_group_name(FILE *file, const UrtoPluginInfo *info, const char *group)
{
    fprintf(file, "<%s%s#group_%s>", URI_PREFIX, info->id, group);
}

static void write_parameter(FILE *file, const UrtoPluginInfo *info, uint32_t index)
{
    const UrtoParameterInfo *p = urto_plugin_parameter(info, index);
    const bool discrete = p->curve == URTO_CURVE_DISCRETE;
    const bool toggled = index >= info->table_count;
    char symbol[SYMBOL_SIZE];

    symbol_of(p->id, symbol);
    fprintf(file, " , [\n\t\ta lv2:InputPort , lv2:ControlPort ;\n\t\tlv2:index %u ;\n",
            layout_of(info).parameter + index);
    fprintf(file, "\t\tlv2:symbol \"%s\" ;\n\t\tlv2:name ", symbol);
    preset_text_quote(file, p->name);
    fputs(" ;\n\t\trdfs:comment ", file);
    preset_text_quote(file, p->description);
    fputs(" ;\n\t\tlv2:default ", file);
    preset_text_number(file, urto_plugin_default(info, index));
    fputs(" ;\n\t\tlv2:minimum ", file);
    preset_text_number(file, p->minimum);
    fputs(" ;\n\t\tlv2:maximum ", file);
    preset_text_number(file, p->maximum);
    fputs(" ;\n\t\tpg:group ", file);
    write_group_name(file, info, p->group);
    write_unit(file, p->unit);
    if (p->curve == URTO_CURVE_LOG) {
        fputs(" ;\n\t\tlv2:portProperty pprops:logarithmic", file);
    } else if (toggled) {
        fputs(" ;\n\t\tlv2:portProperty lv2:toggled", file);
    } else if (discrete) {
        fputs(" ;\n\t\tlv2:portProperty lv2:integer , lv2:enumeration", file);
    }
    for (uint32_t v = 0; discrete && !toggled && p->values[v]; v++) {
        fputs(v ? " , [" : " ;\n\t\tlv2:scalePoint [", file);
        fputs("\n\t\t\trdfs:label ", file);
        preset_text_quote(file, p->values[v]);
        fprintf(file, " ;\n\t\t\trdf:value %u.0\n\t\t]", v);
    }
    fputs("\n\t]", file);
}

static void write_audio(FILE *file, const UrtoPluginInfo *info, bool output)
{
    const uint32_t channels = output ? info->outputs : info->inputs;
    const char *word = output ? "out" : "in";

    for (uint32_t c = 0; c < channels; c++) {
        const uint32_t index = (output ? layout_of(info).output : layout_of(info).input) + c;
        const char *side = c ? "right" : "left";
        fprintf(file, "%s [\n\t\ta lv2:%s , lv2:AudioPort ;\n", index ? " ," : "",
                output ? "OutputPort" : "InputPort");
        fprintf(file, "\t\tlv2:index %u ;\n\t\tlv2:symbol \"%s_%s\" ;\n", index, word, side);
        fprintf(file, "\t\tlv2:name \"%s %s\" ;\n\t\tlv2:designation pg:%s ;\n\t\tpg:group ",
                output ? "Output" : "Input", side, side);
        write_group_name(file, info, word);
        fputs("\n\t]", file);
    }
}

/* Groups in the order in which the table first has them. */
static void write_groups(FILE *file, const UrtoPluginInfo *info)
{
    for (int output = info->inputs ? 0 : 1; output < 2; output++) {
        write_group_name(file, info, output ? "out" : "in");
        fprintf(file,
                "\n\ta pg:StereoGroup , pg:%s ;\n\tlv2:symbol \"%s\" ;\n\tlv2:name \"%s\" .\n\n",
                output ? "OutputGroup" : "InputGroup", output ? "out" : "in",
                output ? "Audio out" : "Audio in");
    }
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        const char *group = urto_plugin_parameter(info, i)->group;
        uint32_t first = 0;
        while (strcmp(urto_plugin_parameter(info, first)->group, group) != 0) {
            first++;
        }
        if (first == i) {
            write_group_name(file, info, group);
            fprintf(file,
                    "\n\ta pg:InputGroup ;\n\tlv2:symbol \"group_%s\" ;\n\tlv2:name \"%c%s\" .\n\n",
                    group, group[0] >= 'a' && group[0] <= 'z' ? group[0] - 'a' + 'A' : group[0],
                    group + 1);
        }
    }
}

/* LV2 calls even numbers releases. */
static void write_version(FILE *file)
{
    unsigned minor = 0;
    unsigned micro = 0;

    if (sscanf(urto_version(), "%*u.%u.%u", &minor, &micro) != 2) { /* NOLINT(cert-err34-c) */
        fprintf(stderr, "describe: version %s is not major.minor.patch\n", urto_version());
        exit(1);
    }
    fprintf(file, "\tlv2:minorVersion %u ;\n\tlv2:microVersion %u ;\n", 2 * minor, 2 * micro);
}

static void write_plugin(const char *folder, const UrtoPluginInfo *info)
{
    const Layout layout = layout_of(info);
    char name[80];

    snprintf(name, sizeof name, "%s.ttl", info->id);
    FILE *file = open_file(folder, name);
    fputs("@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n\n", file);
    write_groups(file, info);
    if (urto_plugin_reads(info)) {
        fputs("<" URI_SCENE_FILE ">\n\ta lv2:Parameter ;\n\trdfs:label \"Scene\" ;\n"
              "\trdfs:comment \"A file .yaml with a play block.\" ;\n"
              "\trdfs:range atom:Path .\n\n",
              file);
    }
    fprintf(file, "<%s%s>\n\ta lv2:Plugin , lv2:%s ;\n\tdoap:name ", URI_PREFIX, info->id,
            info->instrument ? "InstrumentPlugin" : "SimulatorPlugin");
    char title[80];
    snprintf(title, sizeof title, "Urto %s", info->name);
    preset_text_quote(file, title);
    fputs(" ;\n\tdoap:license <http://opensource.org/licenses/MIT> ;\n"
          "\tlv2:project [ a doap:Project ; doap:name \"Urto\" ;\n"
          "\t\tdoap:maintainer [ a foaf:Person ; foaf:name \"The Urto authors\" ] ] ;\n"
          "\trdfs:comment ",
          file);
    preset_text_quote(file, info->description);
    fputs(" ;\n", file);
    write_version(file);
    fputs("\tlv2:requiredFeature urid:map ;\n"
          "\tlv2:optionalFeature lv2:hardRTCapable , opts:options , bufsz:boundedBlockLength , "
          "log:log ;\n"
          "\tlv2:extensionData state:interface , opts:interface ;\n"
          "\topts:supportedOption bufsz:maxBlockLength , param:sampleRate ;\n",
          file);
    if (urto_plugin_reads(info)) {
        fputs("\tlv2:optionalFeature work:schedule ;\n\tlv2:extensionData work:interface ;\n"
              "\tpatch:writable <" URI_SCENE_FILE "> ;\n",
              file);
    }
    fputs("\tpg:mainOutput ", file);
    write_group_name(file, info, "out");
    fputs(" ;\n", file);
    if (info->inputs) {
        fputs("\tpg:mainInput ", file);
        write_group_name(file, info, "in");
        fputs(" ;\n", file);
    }
    fputs("\tlv2:port", file);
    write_audio(file, info, false);
    write_audio(file, info, true);
    if (layout.events != PORT_NONE) {
        fprintf(file,
                " , [\n\t\ta lv2:InputPort , atom:AtomPort ;\n\t\tlv2:index %u ;\n"
                "\t\tlv2:symbol \"events\" ;\n\t\tlv2:name \"Events\" ;\n"
                "\t\tlv2:designation lv2:control ;\n\t\tatom:bufferType atom:Sequence ;\n"
                "\t\tatom:supports midi:MidiEvent%s\n\t]",
                layout.events, urto_plugin_reads(info) ? " , patch:Message" : "");
    }
    fprintf(file,
            " , [\n\t\ta lv2:InputPort , lv2:ControlPort ;\n\t\tlv2:index %u ;\n"
            "\t\tlv2:symbol \"freewheel\" ;\n\t\tlv2:name \"Free-wheeling\" ;\n"
            "\t\tlv2:designation lv2:freeWheeling ;\n\t\tlv2:default 0.0 ;\n"
            "\t\tlv2:minimum 0.0 ;\n\t\tlv2:maximum 1.0 ;\n"
            "\t\tlv2:portProperty lv2:toggled , pprops:notOnGUI\n\t]",
            layout.freewheel);
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        write_parameter(file, info, i);
    }
    fputs(" .\n", file);
    close_file(file);
}

static void write_presets(const char *folder, const UrtoPluginInfo *info)
{
    char name[80];

    snprintf(name, sizeof name, "%s-presets.ttl", info->id);
    FILE *file = open_file(folder, name);
    for (uint32_t i = 0; i < info->preset_count; i++) {
        preset_text_write(file, info, &info->presets[i], PRESET_SHIPPED);
    }
    close_file(file);
}

static void write_manifest(const char *folder, const char *library)
{
    FILE *file = open_file(folder, "manifest.ttl");

    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        const UrtoPluginInfo info = urto_plugin_info(i);
        fprintf(file,
                "<%s%s>\n\ta lv2:Plugin ;\n\tlv2:binary <%s> ;\n\trdfs:seeAlso <%s.ttl> .\n\n",
                URI_PREFIX, info.id, library, info.id);
        char see[80];
        snprintf(see, sizeof see, "%s-presets.ttl", info.id);
        for (uint32_t p = 0; p < info.preset_count; p++) {
            preset_text_entry(file, &info, &info.presets[p], PRESET_SHIPPED, see);
        }
    }
    close_file(file);
}

int main(int argc, char **argv)
{
#if URTO_SCENES
    urto_scene_plugin_add();
#endif
    if (argc != 3) {
        fputs("usage: describe FOLDER LIBRARY\n", stderr);
        return 2;
    }
    for (uint32_t i = 0; i < urto_plugin_count(); i++) {
        const UrtoPluginInfo info = urto_plugin_info(i);
        if (info.parameter_count > PARAMETERS_MAX) {
            fprintf(stderr, "describe: %s has %u parameters, at most %u\n", info.id,
                    info.parameter_count, (unsigned)PARAMETERS_MAX);
            return 1;
        }
        write_plugin(argv[1], &info);
        write_presets(argv[1], &info);
    }
    write_manifest(argv[1], argv[2]);
    return 0;
}
