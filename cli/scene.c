/* urto scene: what there is to render, and whether it is right. */
#include "cli/scenes/render_scene.h"
#include "cli/scenes/scene_sound.h"
#include "commands.h"
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SceneSettings {
    bool text, brief, markdown;
} SceneSettings;

static const Option options[] = {
    FLAG_AT(SceneSettings, text, "text", "show: print the text of the scene"),
    FLAG_AT(SceneSettings, brief, "brief", "list: print the names only"),
    FLAG_AT(SceneSettings, markdown, "markdown",
            "schema: print the reference of docs/scenes.md instead of JSON"),
};

static const OptionTable scene_options = {
    .command = "scene",
    .usage = "check|list|show|schema [SCENE]... [OPTION]...",
    .summary =
        "check SCENE...  file:line:column of everything that is wrong or will not be heard, what\n"
        "                the rate cannot resolve or has chosen, and what rendering will cost:\n"
        "                processor time, without --json and --energy, and memory; where it has a\n"
        "                play block, what one voice and all of them need\n"
        "list            the scenes that ship, with their titles\n"
        "show SCENE...   what a scene is made of, and how large that is at its rate\n"
        "schema          the JSON schema of scenes, for editors\n\n"
        "A SCENE is a file, or the name of one that ships.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_ONCE,
};

static void show_world(const LoadedScene *loaded, const UrtoWorld *world)
{
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    const bool quadratised = info.solver == URTO_SOLVER_QUADRATISED;

    printf("%s: %s\n", loaded->name, info.title);
    printf("  %g s at %g Hz, %u channel%s, %s solver%s%s, %u step%s a sample\n", info.seconds,
           info.rate, info.channels, info.channels == 1 ? "" : "s",
           urto_scene_solver_name(info.solver), quadratised ? ", gradient " : "",
           quadratised ? urto_scene_gradient_name(info.gradient) : "", info.oversampling,
           info.oversampling == 1 ? "" : "s");
    for (uint32_t i = 0; i < info.bodies; i++) {
        const UrtoBody body = {.id = i + 1};
        const double pitch = urto_world_mode_info(world, body, 0).frequency;
        printf("  body    %-14s %u degree%s of freedom", urto_scene_body_name(loaded->scene, i),
               urto_world_body_info(world, body).degrees,
               urto_world_body_info(world, body).degrees == 1 ? "" : "s");
        if (pitch > 0.0) {
            printf(", lowest mode %.2f Hz", pitch);
        }
        putchar('\n');
    }
    for (uint32_t i = 0; i < info.contacts; i++) {
        printf("  contact %s\n", urto_scene_contact_name(loaded->scene, i));
    }
    if (info.bows) {
        printf("  %u bow%s\n", info.bows, info.bows == 1 ? "" : "s");
    }
}

static int show_scene(const char *word, bool text)
{
    LoadedScene loaded;
    UrtoPlayer *player = NULL;
    int code = scene_files_load(&loaded, "scene", word, NULL, 0);

    if (code == 0 && text) {
        fwrite(loaded.text.data, 1, loaded.text.length, stdout);
    } else if (code == 0) {
        code = scene_files_compile(&loaded, "scene", NULL, &player);
        if (code == 0) {
            show_world(&loaded, urto_player_world(player));
        }
    }
    urto_player_destroy(player);
    scene_files_free(&loaded);
    return code;
}

/* Returns whether it had to warn of a scene that render would refuse. */
static bool say_cost(const LoadedScene *loaded, UrtoPlayer *player, double seconds, Text *text)
{
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    const double frames = info.seconds * info.rate;
    const UrtoWorld *world = urto_player_world(player);

    text_add(text, "%g s of sound in at most ", info.seconds);
    cost_add_time(text, seconds);
    text_add(text, ", %.1f MB",
             1e-6 * ((double)urto_world_bytes(world) + 4.0 * frames * info.channels));
    if (seconds > RENDER_LIMIT) {
        Text advice = {0};
        cost_add_advice(&advice, loaded, world);
        fprintf(stderr,
                "%s:1:1: warning: it takes too long: %s, or the seconds; urto render refuses it "
                "without --limit 0\n",
                loaded->path, advice.data);
        text_free(&advice);
    }
    return seconds > RENDER_LIMIT;
}

/* Nothing was heard, and no warning says why. Returns whether that is certain. */
static bool say_silent(const LoadedScene *loaded, const CostBound *bound)
{
    if (bound->whole) {
        fprintf(
            stderr,
            "%s:1:1: warning: nothing is heard (the peak is below -180 dBFS), but no reason was "
            "found: are the probes where something moves, does anything touch?\n",
            loaded->path);
    } else {
        fprintf(stderr,
                "%s:1:1: note: nothing was heard in the first %.2g s, nor when what begins later "
                "was tried out\n",
                loaded->path, bound->played);
    }
    return bound->whole;
}

static void say_result(const LoadedScene *loaded, UrtoPlayer *player)
{
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    const CostBound bound = cost_bound(player, &info);
    Text cost = {0};
    uint32_t warnings = say_cost(loaded, player, bound.seconds, &cost);

    for (uint32_t i = 0; i < urto_scene_note_count(loaded->scene); i++) {
        warnings += urto_scene_note(loaded->scene, i)->warning;
    }
    if (!warnings && bound.peak < RENDER_SILENT) {
        warnings += say_silent(loaded, &bound);
    }
    if (warnings) {
        printf("%s: no errors, %u warning%s; %s\n", loaded->path, warnings,
               warnings == 1 ? "" : "s", cost.data);
    } else {
        printf("%s: fine; %s\n", loaded->path, cost.data);
    }
    text_free(&cost);
}

/* As an instrument: whether it can be made, and what a voice and all of them need. */
static int check_played(const LoadedScene *loaded)
{
    SceneSound sound = {.path = loaded->path, .text = loaded->text};
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    Text why = {0};
    UrtoInstrument *instrument = scene_sound_make(&sound, info.rate, NULL, &why);

    if (!instrument) {
        fprintf(stderr, "%s\n", why.data);
        text_free(&why);
        return EXIT_USAGE;
    }
    urto_instrument_destroy(instrument);
    const SceneLoad load = scene_sound_load(&sound, info.rate);
    (void)scene_sound_add_load(&why, &load);
    printf("%s: played, it needs %s\n", loaded->path, why.data);
    text_free(&why);
    return 0;
}

static int check_scene(const char *word)
{
    LoadedScene loaded;
    UrtoPlayer *player = NULL;
    int code = scene_files_load(&loaded, "scene", word, NULL, 0);

    code = code == 0 ? scene_files_compile(&loaded, "scene", NULL, &player) : code;
    if (code == 0) {
        scene_files_notes(&loaded, false);
        say_result(&loaded, player);
        code = urto_scene_plays(loaded.scene) ? check_played(&loaded) : 0;
    }
    urto_player_destroy(player);
    scene_files_free(&loaded);
    return code;
}

static int each_scene(const Words *words, const SceneSettings *settings)
{
    const bool check = strcmp(words->list[0], "check") == 0;
    int worst = 0;

    if (words->count < 2) {
        return fail(EXIT_USAGE, "scene", "%s needs at least one scene, a file or a name",
                    words->list[0]);
    }
    for (size_t i = 1; i < words->count; i++) {
        const int code =
            check ? check_scene(words->list[i]) : show_scene(words->list[i], settings->text);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static int unknown_action(const char *word)
{
    static const char *const actions[] = {"check", "list", "show", "schema"};
    Nearest nearest = nearest_start(word);

    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        nearest_try(&nearest, actions[i]);
    }
    if (nearest.name) {
        return fail(EXIT_USAGE, "scene", "unknown action \"%.60s\", did you mean %s?", word,
                    nearest.name);
    }
    return fail(EXIT_USAGE, "scene",
                "unknown action \"%.60s\", must be check, list, show or schema", word);
}

static int run(void *given, const Words *words)
{
    const SceneSettings *settings = given;
    const char *action = words->count ? words->list[0] : "";

    if (words->count == 0) {
        return fail(EXIT_USAGE, "scene", "needs an action: check, list, show or schema");
    }
    if (strcmp(action, "check") == 0 || strcmp(action, "show") == 0) {
        return each_scene(words, settings);
    }
    if (strcmp(action, "list") != 0 && strcmp(action, "schema") != 0) {
        return unknown_action(action);
    }
    if (words->count > 1) {
        return fail(EXIT_USAGE, "scene", "%s takes no scene, not \"%.60s\"", action,
                    words->list[1]);
    }
    if (strcmp(action, "list") == 0) {
        return scene_files_list("scene", settings->brief);
    }
    (settings->markdown ? urto_scene_reference : urto_scene_schema)(stdout);
    return 0;
}

int command_scene(int argc, char **argv)
{
    SceneSettings settings = {0};

    return options_run(&scene_options, argc, argv, &settings, run);
}
