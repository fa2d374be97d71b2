/* Writes the help patches and the description of the library into a folder:
 *   pd_help FOLDER
 * or, for docs/pd.md, the objects and their messages to standard output:
 *   pd_help --markdown
 * Parameters, presets and messages come from the tables, so the patches say what the objects do. */
#include "impact_box.h"
#include "objects.h"
#include "patch.h"

#include <urto/plugin.h>
#if URTO_SCENES
#include <urto/scene_instrument.h>
#endif

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1000, TABLE_ROOM = 32, NAME_ROOM = 60 };

static const char *const author = "AUTHOR the Urto project";
static const char *const impact_about = "A hammer and a body that meet, moved by force signals.";
static const char *const world_about = "Any scene: bodies that touch, described in a text file.";

/* A parameter with the words of its row. */
typedef struct Row {
    const UrtoParameterInfo *info;
    char range[120];
} Row;

typedef struct Table {
    Row rows[TABLE_ROOM];
    uint32_t count;
} Table;

static void table_add(Table *table, const UrtoParameterInfo *info)
{
    Row *row = &table->rows[table->count++];
    size_t used = 0;

    *row = (Row){.info = info};
    if (!info->values) {
        snprintf(row->range, sizeof row->range, "%g to %g%s%s", info->minimum, info->maximum,
                 info->unit[0] ? " " : "", info->unit);
        return;
    }
    for (uint32_t i = 0; info->values[i] && used < sizeof row->range; i++) {
        used += (size_t)snprintf(row->range + used, sizeof row->range - used, "%s%s", i ? ", " : "",
                                 info->values[i]);
    }
}

/* The hidden part: sliders to messages, and what get answers back to sliders and numbers. */
static void knobs(Patch *patch, const Table *table, int x, int y)
{
    enum { COLUMN = 210 };
    char names[TABLE_ROOM * 24] = "";
    size_t used = 0;

    for (uint32_t i = 0; i < table->count; i++) {
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", table->rows[i].info->id);
    }
    patch_enter(patch, "knobs", WIDTH, 380);
    const int information = patch_object(patch, 20, 20, "r \\$0-info%s", patch->tag);
    const int route = patch_object(patch, 20, 50, "route preset parameter%s", names);
    patch_connect(patch, information, 0, route, 0);
    for (int i = 0; i < 2; i++) {
        const int print =
            patch_object(patch, 20 + COLUMN * i, 150, "print %s", i ? "parameter" : "preset");
        patch_connect(patch, route, i, print, 0);
    }
    for (uint32_t i = 0; i < table->count; i++) {
        const char *id = table->rows[i].info->id;
        const int left = 20 + COLUMN * ((int)i + 2);
        const int shown = patch_message(patch, left, 150, "set \\$1");
        const int slider = patch_object(patch, left, 210, "s \\$0-k%s-%s", patch->tag, id);
        const int number = patch_object(patch, left + 10, 180, "s \\$0-n%s-%s", patch->tag, id);
        const int moved = patch_object(patch, left, 260, "r \\$0-p%s-%s", patch->tag, id);
        const int set_and_get = patch_message(patch, left, 290, "%s \\$1 \\, get %s", id, id);
        const int in = patch_object(patch, left, 335, "s \\$0-in%s", patch->tag);
        patch_connect(patch, route, (int)i + 2, shown, 0);
        patch_connect(patch, shown, 0, slider, 0);
        patch_connect(patch, shown, 0, number, 0);
        patch_connect(patch, moved, 0, set_and_get, 0);
        patch_connect(patch, set_and_get, 0, in, 0);
    }
    patch_leave(patch, x, y, "knobs");
}

/* Sliders, numbers, ranges and descriptions, one row a parameter. Returns the y below. */
static int parameters(Patch *patch, const Table *table, int y)
{
    const UrtoParameterInfo *first = table->rows[0].info;

    if (!first) {
        return y;
    }
    patch_field(patch, 10, y, WIDTH - 20, 22, "parameters");
    patch_text(patch, 120, y + 3, 130,
               "drag a slider (shift: finely), type a number, or send the name and a value to the "
               "first inlet, as in: %s %g",
               first->id, first->default_value);
    y += 30;
    for (uint32_t i = 0; i < table->count; i++) {
        const UrtoParameterInfo *info = table->rows[i].info;
        char shown[NAME_ROOM];
        char sent[NAME_ROOM];
        snprintf(shown, sizeof shown, "\\$0-n%s-%s", patch->tag, info->id);
        snprintf(sent, sizeof sent, "\\$0-p%s-%s", patch->tag, info->id);
        if (info->values) {
            patch_object(
                patch, 20, y,
                "hradio 15 1 0 %d %s \\$0-k%s-%s empty 0 -8 0 10 #fcfcfc #000000 #000000 0",
                (int)info->maximum + 1, sent, patch->tag, info->id);
        } else {
            patch_object(patch, 20, y,
                         "hsl 128 15 %g %g %d 0 %s \\$0-k%s-%s empty -2 -8 0 10 #fcfcfc #000000 "
                         "#000000 0 1",
                         info->minimum, info->maximum, info->curve == URTO_CURVE_LOG, sent,
                         patch->tag, info->id);
        }
        patch_number(patch, 165, y, shown, sent);
        patch_text(patch, 232, y, 16, "%s", info->id);
        const int range = patch_text(patch, 335, y, 25, "%s", table->rows[i].range);
        const int words = patch_text(patch, 495, y, 80, "%s", info->description);
        y += 8 + LINE_HEIGHT * (range > words ? range : words);
    }
    return y;
}

/* Messages in a staircase, so that no wire crosses a box; all go to what receives. */
static void staircase(Patch *patch, int x, int y, const char *const *texts, uint32_t count,
                      int room, const char *const *descriptions)
{
    int boxes[TABLE_ROOM];
    const int step = 10;
    const int column = x + step * (int)count + room;

    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = texts[i][0] ? patch_message(patch, x + step * (int)i, y, "%s", texts[i]) : -1;
        y += 9 + LINE_HEIGHT * patch_text(patch, column, y, (WIDTH - 20 - column) / LETTER_WIDTH,
                                          "%s", descriptions[i]);
    }
    const int in = patch_object(patch, x, y + 6, "s \\$0-in%s", patch->tag);
    for (uint32_t i = 0; i < count; i++) {
        if (boxes[i] >= 0) {
            patch_connect(patch, boxes[i], 0, in, 0);
        }
    }
}

/* All messages, in a window of their own. */
static void all_messages(Patch *patch, int x, int y, const MessageInfo *table, uint32_t count)
{
    const char *texts[TABLE_ROOM];
    const char *descriptions[TABLE_ROOM];
    static char words[TABLE_ROOM][240];

    for (uint32_t i = 0; i < count; i++) {
        texts[i] = table[i].example;
        snprintf(words[i], sizeof words[i], "%s - %s", table[i].usage, table[i].description);
        descriptions[i] = words[i];
    }
    patch_enter(patch, "messages", WIDTH, 70 + 30 * (int)count);
    staircase(patch, 20, 20, texts, count, 130, descriptions);
    patch_leave(patch, x, y, "messages");
}

static void meta(Patch *patch, int y, const char *keywords, const char *description)
{
    patch_enter(patch, "META", 500, 220);
    patch_text(patch, 10, 10, 70, "KEYWORDS signal physical model %s", keywords);
    patch_text(patch, 10, 40, 70, "LICENSE MIT");
    patch_text(patch, 10, 60, 70, "DESCRIPTION %s", description);
    patch_text(patch, 10, 100, 70, "%s", author);
    patch_text(patch, 10, 120, 70, "LIBRARY urto");
    patch_leave(patch, WIDTH - 60, y, "META");
}

static void header(Patch *patch, const char *name, const char *description)
{
    patch_field(patch, 10, 8, WIDTH - 20, 36, name);
    patch_text(patch, 200, 19, 125, "%s", description);
}

/* What plays as the patch is opened: keys that fit an instrument, as makenote plays them. */
static int phrase(Patch *patch, const UrtoInstrumentInfo *info, bool at_once)
{
    const int low = info->lowest_key;
    const int middle = (low + info->highest_key) / 2;
    const int length = info->sustained ? 800 : 350;
    const int button = patch_object(
        patch, 20, 88, "bng 17 250 50 0 empty empty play 22 8 0 12 #fcfcfc #000000 #000000");
    const int note = patch_object(patch, 20, 175, "makenote 100 %d", length);
    const int pack = patch_object(patch, 20, 203, "pack");
    if (at_once) {
        patch_connect(patch, patch_object(patch, 20, 60, "loadbang"), 0, button, 0);
    }
    for (int i = 0; i < 3; i++) {
        const int x = 20 + 95 * i;
        const int wait = patch_object(patch, x, 115, "del %d", 50 + i * (length + 50));
        const int key = patch_message(patch, x, 143, "%d", middle - 12 + (i == 1 ? 4 : 7 * i / 2));
        patch_connect(patch, button, 0, wait, 0);
        patch_connect(patch, wait, 0, key, 0);
        patch_connect(patch, key, 0, note, 0);
    }
    patch_connect(patch, note, 0, pack, 0);
    patch_connect(patch, note, 1, pack, 1);
    return pack;
}

/* Bursts of noise for the effect. */
static int bursts(Patch *patch)
{
    const int start = patch_object(patch, 20, 60, "loadbang");
    const int metro = patch_object(patch, 20, 88, "metro 600");
    const int shape = patch_message(patch, 20, 115, "0.7 \\, 0 120");
    const int line = patch_object(patch, 20, 143, "line~");
    const int noise = patch_object(patch, 120, 143, "noise~");
    const int product = patch_object(patch, 20, 175, "*~");
    patch_connect(patch, start, 0, metro, 0);
    patch_connect(patch, metro, 0, shape, 0);
    patch_connect(patch, shape, 0, line, 0);
    patch_connect(patch, line, 0, product, 0);
    patch_connect(patch, noise, 0, product, 1);
    return product;
}

/* From the outlets of the object to the loudspeakers and the information. */
static void outlets(Patch *patch, int object, int left, int right, int info, const char *gain)
{
    const int one = patch_object(patch, 20, 290, "*~ %s", gain);
    const int two = patch_object(patch, 110, 290, "*~ %s", gain);
    const int dac = patch_object(patch, 20, 318, "dac~");
    const int heard = patch_object(patch, 200, 290, "s \\$0-info%s", patch->tag);
    patch_connect(patch, object, left, one, 0);
    patch_connect(patch, object, right, two, 0);
    patch_connect(patch, one, 0, dac, 0);
    patch_connect(patch, two, 0, dac, 1);
    patch_connect(patch, object, info, heard, 0);
}

/* Values that the sliders show as the patch is opened. */
static void first_look(Patch *patch, int object)
{
    const int in = patch_object(patch, 200, 231, "r \\$0-in%s", patch->tag);
    const int start = patch_object(patch, 235, 175, "loadbang");
    const int get = patch_message(patch, 235, 203, "get");
    patch_connect(patch, start, 0, get, 0);
    patch_connect(patch, get, 0, object, 0);
    patch_connect(patch, in, 0, object, 0);
}

static void words_about(Patch *patch, const PluginObject *object, const UrtoPluginInfo *info,
                        const char *variant)
{
    const char *first = object->variants[0].argument;
    int y = 235;

    y += LINE_HEIGHT * patch_text(patch, 450, y, 88,
                                  info->instrument
                                      ? "inlet: key and velocity as lists, and messages"
                                      : "inlets: left and right signal; messages to the first");
    y += LINE_HEIGHT * patch_text(patch, 450, y, 88,
                                  "outlets: left and right signal, and what presets, parameters "
                                  "and get answer");
    if (first) {
        patch_text(patch, 450, y, 88, "arguments: %s or %s (here: %s), a preset, voices (1 to 64)",
                   first, object->variants[1].argument, variant);
    } else {
        patch_text(patch, 450, y, 88, "arguments: %s, %s",
                   urto_plugin_reads(info) ? "a scene with a play block" : "a preset",
                   info->instrument ? "voices (1 to 64)" : "channels (1 or 2)");
    }
}

/* One variant of an object: what it is, an example that plays, presets and parameters. */
static void page(Patch *patch, const PluginObject *object, const ObjectVariant *variant)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(variant->plugin));
    const bool main = variant == &object->variants[0];
    const char *argument = variant->argument;
    const bool reads = urto_plugin_reads(&info);
    Table table = {.count = 0};
    char words[TABLE_ROOM][60];
    const char *texts[TABLE_ROOM];
    const char *descriptions[TABLE_ROOM];

    for (uint32_t i = 0; i < info.parameter_count; i++) {
        table_add(&table, urto_plugin_parameter(&info, i));
    }
    header(patch, object->name, info.description);
    const int source = info.instrument ? phrase(patch, info.instrument, main) : bursts(patch);
    const int box =
        patch_object(patch, 20, 260, "%s%s%s %s", object->name, argument ? " " : "",
                     argument ? argument : "", reads ? "hammer-string.yaml" : info.presets[0].id);
    patch_connect(patch, source, 0, box, 0);
    if (!info.instrument) {
        patch_connect(patch, source, 0, box, 1);
    }
    first_look(patch, box);
    outlets(patch, box, 0, 1, 2, info.instrument ? "1" : "0.5");
    for (uint32_t i = 0; i < info.preset_count; i++) {
        snprintf(words[i], sizeof words[i], "preset %s \\, get", info.presets[i].id);
        texts[i] = words[i];
        descriptions[i] = info.presets[i].description;
    }
    staircase(patch, 360, 60, texts, info.preset_count, 150, descriptions);
    words_about(patch, object, &info, argument);
    const uint32_t from = info.instrument ? 0 : MESSAGE_PRESET;
    const uint32_t to = urto_plugin_reads(&info) ? PLUGIN_MESSAGES : MESSAGE_OPEN;
    all_messages(patch, 450, 315, plugin_messages + from, to - from);
    patch_text(patch, 530, 316, 22, "click it: all messages");
    knobs(patch, &table, 870, 315);
    meta(patch, 315, info.instrument ? "instrument" : "effect", info.description);
    parameters(patch, &table, 350);
}

static int page_height(const ObjectVariant *variant)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(variant->plugin));

    return 440 + 26 * (int)info.parameter_count;
}

static bool plugin_help(const char *folder, const PluginObject *object)
{
    const ObjectVariant *variants = object->variants;
    Patch patch;
    char path[1024];

    snprintf(path, sizeof path, "%s/%s-help.pd", folder, object->name);
    if (!patch_open(&patch, path, WIDTH, page_height(&variants[0]))) {
        return false;
    }
    page(&patch, object, &variants[0]);
    if (object->variant_count > 1) {
        patch_text(&patch, 450, 291, 15, "the other kind:");
        patch_enter(&patch, variants[1].argument, WIDTH, page_height(&variants[1]));
        patch.tag = "-2";
        page(&patch, object, &variants[1]);
        patch.tag = "";
        patch_leave(&patch, 545, 288, variants[1].argument);
    }
    return patch_close(&patch);
}

static bool impact_help(const char *folder)
{
    Patch patch;
    Table table = {.count = 0};
    char path[1024];
    char words[IMPACT_BODIES][40];
    const char *texts[IMPACT_BODIES];
    static const char *const descriptions[IMPACT_BODIES] = {
        "Nothing that moves.", "A mass of 10 g on a spring.", "A steel string.",
        "A free steel bar.",   "A round drum head.",          "A thin steel plate."};

    snprintf(path, sizeof path, "%s/urto.impact~-help.pd", folder);
    for (uint32_t i = 0; i < IMPACT_TABLE; i++) {
        table_add(&table, &impact_table[i]);
    }
    if (!patch_open(&patch, path, WIDTH, 400 + 26 * IMPACT_TABLE)) {
        return false;
    }
    header(&patch, "urto.impact~", impact_about);
    const int start = patch_object(&patch, 20, 60, "loadbang");
    const int metro = patch_object(&patch, 20, 88, "metro 900");
    const int hit = patch_message(&patch, 20, 115, "throw 2");
    const int force = patch_object(&patch, 100, 203, "sig~ -0.05");
    patch_text(&patch, 50, 178, 30, "a force pulls the hammer back");
    const int box = patch_object(&patch, 20, 260, "urto.impact~ plate");
    patch_connect(&patch, start, 0, metro, 0);
    patch_connect(&patch, metro, 0, hit, 0);
    patch_connect(&patch, hit, 0, box, 0);
    patch_connect(&patch, force, 0, box, 0);
    first_look(&patch, box);
    outlets(&patch, box, 1, 1, 3, "3000");
    for (uint32_t i = 0; i < IMPACT_BODIES; i++) {
        snprintf(words[i], sizeof words[i], "body %s", impact_bodies[i]);
        texts[i] = words[i];
    }
    staircase(&patch, 360, 60, texts, IMPACT_BODIES, 110, descriptions);
    patch_text(&patch, 450, 235, 88,
               "inlets: force on the hammer [N]; force on the body [N]; "
               "messages to the first");
    patch_text(&patch, 450, 250, 88,
               "outlets: displacement of the hammer and of the body [m], "
               "contact force [N], answers");
    patch_text(&patch, 450, 265, 88, "argument: what the hammer meets");
    patch_text(&patch, 450, 280, 88,
               "The force of the contact is K x^a (1 + m v): stiffness, "
               "exponent, damping.");
    all_messages(&patch, 450, 315, impact_messages, IMPACT_MESSAGES);
    patch_text(&patch, 530, 316, 50, "click it: all messages");
    knobs(&patch, &table, 870, 315);
    meta(&patch, 315, "impact contact", impact_about);
    parameters(&patch, &table, 350);
    return patch_close(&patch);
}

static bool world_help(const char *folder)
{
    static const char *const texts[] = {
        "restart", "set felt.stiffness 1e+09", "set bodies.string.length 0.5 m", "names",
        "energy",  "open hammer-string.yaml"};
    static const char *const descriptions[] = {
        "Plays the scene from its start.",
        "Moves a parameter while the scene sounds: name.parameter, as controls in scenes have it.",
        "Replaces any value of the text, with its unit, and plays the scene anew.",
        "Sends the names of bodies and contacts to the last outlet.",
        "Sends the energy that is stored [J] to the third outlet; so does a bang.",
        "Reads another scene, from the folder of the patch or Pd's path."};
    Patch patch;
    char path[1024];

    snprintf(path, sizeof path, "%s/urto.world~-help.pd", folder);
    if (!patch_open(&patch, path, WIDTH, 420)) {
        return false;
    }
    header(&patch, "urto.world~", world_about);
    const int in = patch_object(&patch, 20, 60, "r \\$0-in");
    const int start = patch_object(&patch, 120, 60, "loadbang");
    const int metro = patch_object(&patch, 120, 88, "metro 3000");
    const int again = patch_message(&patch, 120, 115, "restart");
    const int box = patch_object(&patch, 20, 175, "urto.world~ hammer-string.yaml");
    const int one = patch_object(&patch, 20, 210, "*~ 0.2");
    const int two = patch_object(&patch, 75, 240, "*~ 0.2");
    const int dac = patch_object(&patch, 20, 275, "dac~");
    const int print = patch_object(&patch, 205, 210, "print world");
    patch_number(&patch, 145, 240, "-", "-");
    const int energy = print + 1;
    patch_connect(&patch, in, 0, box, 0);
    patch_connect(&patch, start, 0, metro, 0);
    patch_connect(&patch, metro, 0, again, 0);
    patch_connect(&patch, again, 0, box, 0);
    patch_connect(&patch, box, 0, one, 0);
    patch_connect(&patch, box, 1, two, 0);
    patch_connect(&patch, box, 2, energy, 0);
    patch_connect(&patch, box, 3, print, 0);
    patch_connect(&patch, one, 0, dac, 0);
    patch_connect(&patch, two, 0, dac, 1);
    staircase(&patch, 340, 60, texts, sizeof texts / sizeof *texts, 180, descriptions);
    patch_text(&patch, 340, 310, 105, "inlet: messages");
    patch_text(&patch, 340, 325, 105,
               "outlets: left and right signal in SI units, energy [J], names");
    patch_text(&patch, 340, 340, 105,
               "argument: a scene, found as Pd finds files of a patch; docs/scenes.md describes "
               "the language");
    meta(&patch, 380, "scene", world_about);
    return patch_close(&patch);
}

static bool library(const char *folder)
{
    Patch patch;
    char path[1024];

    snprintf(path, sizeof path, "%s/urto-meta.pd", folder);
    if (!patch_open(&patch, path, 400, 200)) {
        return false;
    }
    patch_enter(&patch, "META", 500, 220);
    patch_text(&patch, 10, 10, 70, "NAME urto");
    patch_text(&patch, 10, 30, 70, "VERSION %s", urto_version());
    patch_text(&patch, 10, 50, 70, "LICENSE MIT");
    patch_text(&patch, 10, 70, 70, "%s", author);
    patch_text(&patch, 10, 90, 70, "DESCRIPTION The sound of things that collide.");
    patch_leave(&patch, 10, 10, "META");
    return patch_close(&patch);
}

static void markdown_messages(const char *title, const MessageInfo *table, uint32_t count)
{
    printf("\n### %s\n\n| message | |\n|---|---|\n", title);
    for (uint32_t i = 0; i < count; i++) {
        /* a bar would end the cell */
        putchar('|');
        fputs(" `", stdout);
        for (const char *at = table[i].usage; *at; at++) {
            fputs(*at == '|' ? "\\|" : (char[]){*at, '\0'}, stdout);
        }
        printf("` | %s |\n", table[i].description);
    }
}

static void markdown(void)
{
    puts("| object | |\n|---|---|");
    for (uint32_t i = 0; i < PLUGIN_OBJECTS; i++) {
        const PluginObject *object = &plugin_objects[i];
        for (uint32_t v = 0; v < object->variant_count; v++) {
            const UrtoPluginInfo info =
                urto_plugin_info(urto_plugin_find(object->variants[v].plugin));
            const char *argument = object->variants[v].argument;
            if (!info.id) {
                continue;
            }
            printf("| `%s%s%s` | %s |\n", object->name, argument ? " " : "",
                   argument ? argument : "", info.description);
        }
    }
    printf("| `urto.impact~` | %s |\n| `urto.world~` | %s |\n", impact_about, world_about);
    markdown_messages("Instruments", plugin_messages, PLUGIN_MESSAGES);
    markdown_messages("urto.impact~", impact_messages, IMPACT_MESSAGES);
    puts("\n| parameter | values | unit | default | |\n|---|---|---|---|---|");
    for (uint32_t i = 0; i < IMPACT_TABLE; i++) {
        const UrtoParameterInfo *info = &impact_table[i];
        printf("| `%s` | %g to %g | %s | %g | %s |\n", info->id, info->minimum, info->maximum,
               info->unit, info->default_value, info->description);
    }
    markdown_messages("urto.world~", world_messages, WORLD_MESSAGES);
}

int main(int argc, char **argv)
{
    bool good = argc == 2;

#if URTO_SCENES
    urto_scene_plugin_add();
#endif
    if (good && strcmp(argv[1], "--markdown") == 0) {
        markdown();
        return EXIT_SUCCESS;
    }
    for (uint32_t i = 0; i < PLUGIN_OBJECTS && good; i++) {
        good = urto_plugin_find(plugin_objects[i].variants[0].plugin) == URTO_NONE ||
               plugin_help(argv[1], &plugin_objects[i]);
    }
    good = good && impact_help(argv[1]) && library(argv[1]);
    good = good && (!URTO_PD_SCENES || world_help(argv[1]));
    if (!good) {
        fputs(argc == 2 ? "pd_help: cannot write\n" : "usage: pd_help FOLDER\n", stderr);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
