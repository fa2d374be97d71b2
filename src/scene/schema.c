/* The table of keys as JSON schema for editors and as Markdown for docs/scenes.md. */
#include "loader.h"

#include <string.h>

/* Text with numbers, the same in every locale. */
URTO_PRINTF(2, 3) static void write_line(FILE *stream, const char *format, ...)
{
    char line[200];
    va_list list;

    va_start(list, format);
    urto_format_list(line, sizeof line, format, list);
    va_end(list);
    fputs(line, stream);
}

static void json_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') {
            fputc('\\', stream);
        }
        fputc(*text, stream);
    }
    fputc('"', stream);
}

static void json_words(FILE *stream, const char *words)
{
    for (const char *at = words; *at;) {
        const size_t length = strcspn(at, " ");
        fprintf(stream, "%s\"%.*s\"", at == words ? "" : ", ", (int)length, at);
        at += length + (at[length] == ' ');
    }
}

/* What people read about a key: help, unit, range, default. */
static void key_text(const Key *key, char *text, size_t size)
{
    char range[80] = "";
    const bool number =
        key->type == TYPE_NUMBER || key->type == TYPE_COUNT || key->type == TYPE_PITCH;

    if (number) {
        bounds_text(&key->bounds, range, sizeof range);
    }
    snprintf(text, size, "%s%s%s%s%s%s%s%s", key->help, key->help[0] && number ? "; " : "", range,
             number && urto_dimension_unit(key->unit)[0] ? " " : "",
             number ? urto_dimension_unit(key->unit) : "",
             key->fallback && key->fallback[0] ? "; default " : "",
             key->fallback ? key->fallback : "", key->fallback ? "" : " (required)");
}

static void json_type(FILE *stream, const Key *key)
{
    switch (key->type) {
    case TYPE_NUMBER:
    case TYPE_PITCH:
        fputs("\"type\": [\"number\", \"string\"]", stream);
        break;
    case TYPE_COUNT:
        write_line(stream, "\"type\": \"integer\", \"minimum\": %g, \"maximum\": %g",
                   key->bounds.low, key->bounds.high);
        break;
    case TYPE_FLAG:
        fputs("\"enum\": [true, false, \"yes\", \"no\", \"on\", \"off\"]", stream);
        break;
    case TYPE_CHOICE:
        fputs("\"enum\": [", stream);
        json_words(stream, key->choices);
        fputc(']', stream);
        break;
    case TYPE_MATERIAL:
        fputs("\"enum\": [", stream);
        for (uint32_t i = 0; urto_material_at(i); i++) {
            fprintf(stream, "%s\"%s\"", i ? ", " : "", urto_material_at(i)->name);
        }
        fputc(']', stream);
        break;
    case TYPE_TEXT:
    case TYPE_PLACE:
        fputs("\"type\": \"string\"", stream);
        break;
    case TYPE_PLACES:
        fputs("\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"minItems\": 2, "
              "\"maxItems\": 2",
              stream);
        break;
    case TYPE_NUMBERS:
        fputs("\"type\": \"array\", \"items\": {\"type\": [\"number\", \"string\"]}, "
              "\"minItems\": 1",
              stream);
        break;
    case TYPE_POINTS:
        fputs("\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"array\", "
              "\"items\": {\"type\": [\"number\", \"string\"]}, \"minItems\": 2, \"maxItems\": 2}",
              stream);
        break;
    case TYPE_ONE:
        fprintf(stream, "\"$ref\": \"#/$defs/%s\"", key->choices);
        break;
    case TYPE_NAMED:
        fprintf(stream,
                "\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/%s\"}",
                key->choices);
        break;
    case TYPE_LIST:
        fprintf(stream, "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/%s\"}", key->choices);
        break;
    }
}

static bool is_body(Section section)
{
    return section >= SECTION_MASS && section <= SECTION_MODAL;
}

static void json_section(FILE *stream, Section section, const char *indent)
{
    const char *comma = "";

    fprintf(stream, "%s\"type\": \"object\",\n%s\"additionalProperties\": false,\n", indent,
            indent);
    fprintf(stream, "%s\"required\": [%s", indent, is_body(section) ? "\"type\"" : "");
    comma = is_body(section) ? ", " : "";
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (scene_keys[i].section == section && !scene_keys[i].fallback) {
            fprintf(stream, "%s\"%s\"", comma, scene_keys[i].name);
            comma = ", ";
        }
    }
    fprintf(stream, "],\n%s\"properties\": {\n", indent);
    comma = "";
    if (is_body(section)) {
        fprintf(stream, "%s  \"type\": {\"const\": \"%s\"}", indent, section_names[section]);
        comma = ",\n";
    }
    for (size_t i = 0; i < KEY_COUNT; i++) {
        char text[400];
        if (scene_keys[i].section != section) {
            continue;
        }
        key_text(&scene_keys[i], text, sizeof text);
        fprintf(stream, "%s%s  \"%s\": {", comma, indent, scene_keys[i].name);
        json_type(stream, &scene_keys[i]);
        fputs(", \"description\": ", stream);
        json_string(stream, text);
        fputc('}', stream);
        comma = ",\n";
    }
    fprintf(stream, "\n%s}", indent);
}

void urto_scene_schema(FILE *stream)
{
    if (!stream) {
        return;
    }
    fputs("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "  \"title\": \"A scene of Urto\",\n",
          stream);
    json_section(stream, SECTION_SCENE, "  ");
    fputs(",\n  \"$defs\": {\n    \"body\": {\"oneOf\": [", stream);
    for (int i = SECTION_MASS; i <= SECTION_MODAL; i++) {
        fprintf(stream, "%s{\"$ref\": \"#/$defs/%s\"}", i == SECTION_MASS ? "" : ", ",
                section_names[i]);
    }
    fputs("]}", stream);
    for (int i = SECTION_MASS; i < SECTION_COUNT; i++) {
        fprintf(stream, ",\n    \"%s\": {\n", section_names[i]);
        json_section(stream, (Section)i, "      ");
        fputs("\n    }", stream);
    }
    fputs("\n  }\n}\n", stream);
}

static const char *type_word(const Key *key)
{
    static const char *const words[] = {
        "number",         "whole number", "pitch",   "yes or no",  "",
        "text",           "material",     "place",   "two places", "list of numbers",
        "list of points", "section",      "by name", "list"};

    return words[key->type];
}

static void markdown_key(FILE *stream, const Key *key)
{
    char range[80] = "";
    const bool number =
        key->type == TYPE_NUMBER || key->type == TYPE_COUNT || key->type == TYPE_PITCH;

    fprintf(stream, "| `%s` | %s", key->name, type_word(key));
    for (const char *at = key->type == TYPE_CHOICE ? key->choices : ""; *at;) {
        const size_t length = strcspn(at, " ");
        fprintf(stream, "%s`%.*s`", at == key->choices ? "" : ", ", (int)length, at);
        at += length + (at[length] == ' ');
    }
    if (number) {
        bounds_text(&key->bounds, range, sizeof range);
        fprintf(stream, ", %s", range);
    }
    fprintf(stream, " | %s | %s | %s |\n", urto_dimension_unit(key->unit),
            !key->fallback ? "required" : key->fallback, key->help);
}

void urto_scene_reference(FILE *stream)
{
    if (!stream) {
        return;
    }
    for (int section = 0; section < SECTION_COUNT; section++) {
        fprintf(stream,
                "### %s\n\n| key | value | unit | default | meaning |\n|---|---|---|---|---|\n",
                section_names[section]);
        for (size_t i = 0; i < KEY_COUNT; i++) {
            if ((int)scene_keys[i].section == section) {
                markdown_key(stream, &scene_keys[i]);
            }
        }
        fputc('\n', stream);
    }
    fputs("### Units\n\n| for | units, SI first |\n|---|---|\n", stream);
    for (int unit = URTO_DIMENSION_MASS; unit < URTO_DIMENSION_COUNT; unit++) {
        const char *comma = "";
        fprintf(stream, "| %s |", urto_dimension_name((UrtoDimension)unit));
        for (uint32_t i = 0; urto_unit_at(i); i++) {
            if ((int)urto_unit_at(i)->dimension == unit) {
                fprintf(stream, "%s `%s`", comma, urto_unit_at(i)->name);
                comma = ",";
            }
        }
        fputs(" |\n", stream);
    }
    fputs("\n### Materials\n\n| name | density [kg/m^3] | Young's modulus [Pa] | Poisson's ratio | "
          "loss [1/s] | loss_high [m^2/s] |\n|---|---|---|---|---|---|\n",
          stream);
    for (uint32_t i = 0; urto_material_at(i); i++) {
        const UrtoMaterial *m = urto_material_at(i);
        write_line(stream, "| %s | %g | %g | %g | %g | %g |\n", m->name, m->density, m->young,
                   m->poisson, m->loss, m->loss_high);
    }
}
