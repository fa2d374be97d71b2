/* urto render: scenes to sound files. Several are rendered by as many processes as there are
 * processors. */
#include "cli/scenes/render_scene.h"
#include "cli/scenes/trace.h"
#include "cli/scenes/workers.h"
#include "commands.h"
#include "options.h"
#include "output/outfile.h"
#include "output/soundfile.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_OF(macro) TEXT_OF_WORD(macro)
#define TEXT_OF_WORD(word) #word

typedef struct RenderSettings {
    const char *out, *seconds, *rate, *oversample, *solver, *gain, *energy, *trace, *snapshots,
        *video;
    Words sets;
    uint32_t jobs; /* 0: one a processor */
    double limit;  /* [s] */
    bool json, list;
} RenderSettings;

static const Option options[] = {
    TEXT_AT(RenderSettings, out, "out", "FILE", "a file .wav, .flac, .ogg, or a folder", NULL,
            "(or -o) sound file, .wav, .flac or .ogg, - for standard output, or DIR/ [NAME.wav]"),
    TEXT_AT(RenderSettings, seconds, "seconds", "T", "a time", NULL,
            "length instead of the scene's"),
    TEXT_AT(RenderSettings, rate, "rate", "HZ", "a frequency", NULL,
            "sample rate instead of the scene's"),
    TEXT_AT(RenderSettings, oversample, "oversample", "N", "1 to 16", NULL,
            "steps a sample instead of the scene's"),
    TEXT_AT(RenderSettings, solver, "solver", "NAME", "the name of a solver", NULL,
            "solver instead of the scene's"),
    TEXT_AT(RenderSettings, gain, "gain", "auto|DB", "auto or decibels", "auto",
            "auto: -18 LUFS, or as loud as a peak of -1 dBFS allows; else dB on SI values"),
    TEXT_AT(RenderSettings, energy, "energy", "FILE.csv", "a file name", NULL,
            "write where the energy is, each ms"),
    TEXT_AT(RenderSettings, trace, "trace", "FILE.csv", "a file name", NULL,
            "write every probe, contact force and energy at each step, .csv or .npy"),
    TEXT_AT(RenderSettings, snapshots, "snapshots", "FILE.png", "a file name", NULL,
            "draw the bodies and what touches them: at touch, release and after, .png or .svg; "
            "needs gnuplot"),
    TEXT_AT(RenderSettings, video, "video", "DIR", "a folder", NULL,
            "draw the first 48 ms as 240 pictures, for a film 200 times slower; needs gnuplot. A "
            "name .csv: their numbers"),
    TEXTS_AT(RenderSettings, sets, "set", "PATH=VALUE", "path=value",
             "change one value, as in bodies.string.length=0.5; may be repeated"),
    {"jobs",
     "N",
     "",
     OPTION_COUNT,
     offsetof(RenderSettings, jobs),
     {.low = 1.0, .high = 1024.0, .text = "1 to 1024"},
     NULL,
     "scenes rendered at the same time [one a processor]"},
    {"limit",
     "S",
     "s",
     OPTION_NUMBER,
     offsetof(RenderSettings, limit),
     {.low = 0.0, .high = 1e9, .text = "0 to 1e9"},
     TEXT_OF(RENDER_LIMIT),
     "refuse a scene that would take more processor time; 0: refuse none"},
    FLAG_AT(RenderSettings, json, "json",
            "print what the ledger, contacts and solver say, as JSON"),
    FLAG_AT(RenderSettings, list, "list", "list the scenes that ship"),
};

static const OptionTable render_options = {
    .command = "render",
    .usage = "SCENE... [OPTION]...",
    .summary =
        "Renders scenes, files or names of those that ship, to sound files. Several are\n"
        "rendered at the same time, to a folder DIR/ that is made if it is missing. A scene -\n"
        "is standard input. Interrupted, it writes what was done so far; interrupted again, it\n"
        "ends at once and writes nothing more.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_ONCE,
};

enum { SETTINGS = 4 };

/* What a run needs besides the settings. */
typedef struct Job {
    RenderSettings *settings; /* its sets grow by the texts */
    Text texts[SETTINGS];     /* of the overrides that are options of their own */
    double gain;              /* NAN: auto */
    bool folder;              /* --out is one */
    bool several;
} Job;

/* --seconds 2 is --set seconds=2. */
static void add_settings(Job *job)
{
    const struct {
        const char *key, *value;
    } settings[SETTINGS] = {{"seconds", job->settings->seconds},
                            {"rate", job->settings->rate},
                            {"oversample", job->settings->oversample},
                            {"solver", job->settings->solver}};

    for (int i = 0; i < SETTINGS; i++) {
        if (settings[i].value) {
            text_add(&job->texts[i], "%s=%s", settings[i].key, settings[i].value);
            words_add(&job->settings->sets, job->texts[i].data);
        }
    }
}

/* There is one, or it is to be made. */
static bool names_folder(const char *path)
{
    return is_folder(path) || path[strlen(path) - 1] == '/';
}

static int check_settings(Job *job, size_t scenes)
{
    const RenderSettings *settings = job->settings;

    if (scenes == 0) {
        return fail(EXIT_USAGE, "render", "needs a scene, a file or a name of urto render --list");
    }
    job->several = scenes > 1;
    job->gain = (double)NAN;
    if (strcmp(settings->gain, "auto") != 0 &&
        (!parse_number(settings->gain, &job->gain) || fabs(job->gain) > 200.0)) {
        return fail(EXIT_USAGE, "render", "--gain is \"%.60s\", must be auto or -200 to 200 dB",
                    settings->gain);
    }
    job->folder = settings->out && names_folder(settings->out);
    if (settings->out && job->several && !job->folder) {
        return fail(EXIT_USAGE, "render", "--out is %.200s, must be a folder for several scenes",
                    settings->out);
    }
    if (settings->out && !job->folder && !soundfile_known(settings->out)) {
        return fail(EXIT_USAGE, "render",
                    "--out is %.200s, must end in .wav, .flac or .ogg, or be a folder",
                    settings->out);
    }
    if (settings->out && is_standard(settings->out) && settings->json) {
        return fail(EXIT_USAGE, "render", "--out is -, must be a file where --json is printed");
    }
    if (settings->energy && job->several) {
        return fail(EXIT_USAGE, "render", "--energy is %.200s, must be for one scene only",
                    settings->energy);
    }
    if (settings->energy && !has_extension(settings->energy, ".csv")) {
        return fail(EXIT_USAGE, "render", "--energy is %.200s, must end in .csv", settings->energy);
    }
    if (settings->trace && job->several) {
        return fail(EXIT_USAGE, "render", "--trace is %.200s, must be for one scene only",
                    settings->trace);
    }
    if (settings->trace && !trace_known(settings->trace)) {
        return fail(EXIT_USAGE, "render", "--trace is %.200s, must end in .csv or .npy",
                    settings->trace);
    }
    if (settings->snapshots && job->several) {
        return fail(EXIT_USAGE, "render", "--snapshots is %.200s, must be for one scene only",
                    settings->snapshots);
    }
    if (settings->snapshots && !has_extension(settings->snapshots, ".png") &&
        !has_extension(settings->snapshots, ".svg")) {
        return fail(EXIT_USAGE, "render", "--snapshots is %.200s, must end in .png or .svg",
                    settings->snapshots);
    }
    if (settings->video && job->several) {
        return fail(EXIT_USAGE, "render", "--video is %.200s, must be for one scene only",
                    settings->video);
    }
    return 0;
}

static char *output_path(const Job *job, const char *name)
{
    Text path = {0};

    if (job->settings->out && !job->folder) {
        text_add(&path, "%s", job->settings->out);
    } else {
        const char *folder = job->folder && job->settings->out ? job->settings->out : "";
        const bool slash = folder[0] && folder[strlen(folder) - 1] != '/';
        text_add(&path, "%s%s%s.wav", folder, slash ? "/" : "", name);
    }
    return path.data;
}

static int write_text(const char *path, const Text *text)
{
    OutFile file;

    if (outfile_open(&file, path)) {
        fwrite(text->data, 1, text->length, file.stream);
        if (outfile_commit(&file)) {
            return 0;
        }
    }
    return fail(EXIT_FAILED, "render", "cannot write %.200s: %s", path, outfile_reason(errno));
}

/* Before the work: can everything be written that was asked for? */
static int look_first(const Job *job, const LoadedScene *loaded)
{
    const RenderSettings *settings = job->settings;
    char *path = output_path(job, loaded->name);
    const bool numbers = settings->video && has_extension(settings->video, ".csv");
    const struct {
        const char *option, *path;
    } files[] = {{"--out", path},
                 {"--energy", settings->energy},
                 {"--trace", settings->trace},
                 {"--snapshots", settings->snapshots},
                 {"--video", numbers ? settings->video : NULL}};
    const size_t count = sizeof files / sizeof *files;
    const char *const folders[] = {job->folder ? settings->out : NULL,
                                   numbers ? NULL : settings->video};
    int code = 0;

    for (size_t i = 0; i < count * count && code == 0; i++) {
        const size_t one = i / count, other = i % count;
        if (one < other && files[one].path && files[other].path &&
            outfile_same(files[one].path, files[other].path)) {
            code = fail(EXIT_USAGE, "render", "%s and %s are both %.200s, must be two files",
                        files[one].option, files[other].option, files[other].path);
        }
    }
    for (size_t i = 0; i < 2 && code == 0; i++) {
        if (folders[i] && !make_folders(folders[i])) {
            code = fail(EXIT_FAILED, "render", "cannot make the folder %.200s: %s", folders[i],
                        strerror(errno));
        }
    }
    for (size_t i = 0; i < count && code == 0; i++) {
        code = files[i].path ? outfile_look("render", files[i].path, loaded->path) : 0;
    }
    free(path);
    return code;
}

static int write_outputs(const Job *job, const LoadedScene *loaded, RenderedScene *rendered,
                         Text *report)
{
    const UrtoSceneInfo info = urto_scene_info(loaded->scene);
    int code = 0;

    render_finish(rendered, &info, job->gain);
    const double peak = render_peak(rendered);
    char *path = output_path(job, loaded->name);
    const char *why = soundfile_write(path, rendered->samples, rendered->frames,
                                      (int)rendered->channels, rendered->rate);
    if (!why) {
        render_kept();
    }
    if (why) {
        code = fail(EXIT_FAILED, "render", "cannot write %.200s: %s", path, why);
    } else if (job->settings->json) {
        render_json(rendered, loaded->name, &info, report);
    } else {
        text_add(report, "%s: %.2f s, %.1f x real time, ", path,
                 (double)rendered->frames / rendered->rate,
                 (double)rendered->frames / rendered->rate / rendered->cpu_seconds);
        render_sound(rendered, report);
    }
    if (code == 0 && rendered->silent) {
        fprintf(stderr,
                "urto render: %s: warning: nothing was heard in %.2f s, see urto scene check\n",
                loaded->path, (double)rendered->frames / rendered->rate);
    }
    if (code == 0 && peak > 1.0) {
        fprintf(stderr, "urto render: %s: the peak is %.1f dB over full scale and was cut\n", path,
                20.0 * log10(peak));
    }
    if (code == 0 && job->settings->energy) {
        Text text = {0};
        render_energy_csv(rendered, &text);
        code = write_text(job->settings->energy, &text);
        text_free(&text);
    }
    if (code == 0 && rendered->statistics.unsolved) {
        fprintf(
            stderr,
            "urto render: %s: the contacts could not be solved in %llu of %llu steps, where they "
            "kept their energy and did not push; a higher rate or a softer contact helps\n",
            loaded->path, (unsigned long long)rendered->statistics.unsolved,
            (unsigned long long)rendered->statistics.steps);
    }
    if (code == 0 && rendered->statistics.nonfinite) {
        code = fail(EXIT_FAILED, "render",
                    "%.200s: the motion became infinite, or its sound more than a float holds, and "
                    "was muted",
                    loaded->path);
    }
    if (code == 0 && render_signal() && !rendered->stopped) {
        fprintf(stderr, "urto render: interrupted when it was rendered; %.200s has all of it\n",
                path);
    }
    if (code == 0 && rendered->stopped) {
        code = fail(EXIT_FAILED, "render", "stopped; %.200s has the first %.2f s", path,
                    (double)rendered->frames / rendered->rate);
    }
    free(path);
    return code;
}

/* The pictures that were asked for. */
typedef struct Pictures {
    Snapshots still, movie;
    Snapshots *list[3]; /* those that are wanted, NULL at the end */
} Pictures;

static int prepare_pictures(const Job *job, const LoadedScene *loaded, Pictures *pictures)
{
    UrtoStatus status = URTO_OK;
    size_t count = 0;

    if (job->settings->snapshots) {
        status = snapshots_prepare(&pictures->still, loaded->scene, false);
        pictures->list[count++] = &pictures->still;
    }
    if (job->settings->video && status == URTO_OK) {
        status = snapshots_prepare(&pictures->movie, loaded->scene, true);
        pictures->list[count++] = &pictures->movie;
    }
    pictures->list[count] = NULL;
    return status == URTO_OK ? 0
                             : fail(EXIT_FAILED, "render",
                                    "%.100s: cannot be watched, out of memory", loaded->path);
}

static int write_pictures(const Job *job, const LoadedScene *loaded, const Pictures *pictures)
{
    const RenderSettings *settings = job->settings;
    const char *title = urto_scene_info(loaded->scene).title;
    const char *failed = settings->snapshots;
    const char *why = NULL;

    if (settings->snapshots) {
        why = snapshots_write(&pictures->still, title, settings->snapshots);
    }
    if (settings->video && !why) {
        failed = settings->video;
        why = has_extension(settings->video, ".csv")
                  ? snapshots_write_csv(&pictures->movie, settings->video)
                  : snapshots_write_movie(&pictures->movie, title, settings->video);
    }
    return why ? fail(EXIT_FAILED, "render", "cannot write %.200s: %s", failed, why) : 0;
}

static int render_one(const Job *job, const char *word, Text *report)
{
    static Pictures pictures;
    LoadedScene loaded;
    RenderedScene rendered = {0};
    int code = scene_files_load(&loaded, "render", word, job->settings->sets.list,
                                job->settings->sets.count);

    if (code == 0) {
        code = look_first(job, &loaded);
    }
    if (code == 0) {
        code = prepare_pictures(job, &loaded, &pictures);
    }
    if (code == 0) {
        const RenderOptions choices = {.progress = !job->several && !job->settings->json &&
                                                   isatty(STDERR_FILENO),
                                       .ledger = job->settings->json,
                                       .energy = job->settings->energy != NULL,
                                       .limit = job->settings->limit,
                                       .snapshots = pictures.list};
        code = render_scene(&rendered, &loaded, &choices);
    }
    if (code == 0 && workers_orphan()) {
        code = EXIT_FAILED; /* nobody waits for it */
    }
    if (code == 0) {
        code = write_outputs(job, &loaded, &rendered, report);
    }
    if (code == 0) {
        code = write_pictures(job, &loaded, &pictures);
    }
    if (code == 0 && job->settings->trace) {
        code = trace_write(&loaded, job->settings->trace);
    }
    render_free(&rendered);
    scene_files_free(&loaded);
    return render_signal() ? 128 + render_signal() : code;
}

/* Several scenes: each in a process of its own. */
typedef struct Batch {
    const Job *job;
    const Words *words;
    size_t printed; /* JSON objects so far */
} Batch;

static int batch_task(void *context, size_t index, Text *report)
{
    const Batch *batch = context;

    return render_one(batch->job, batch->words->list[index], report);
}

static void batch_done(void *context, size_t index, const char *report)
{
    Batch *batch = context;

    (void)index;
    if (report[0] && batch->job->settings->json && batch->printed++) {
        fputs(",\n", stdout);
    }
    fputs(report, stdout);
}

/* Two scenes of one name would be written to one file. */
static int check_names(const Words *words)
{
    char name[SCENE_NAME_MAX], other[SCENE_NAME_MAX];

    for (size_t i = 1; i < words->count; i++) {
        scene_files_name(words->list[i], name);
        for (size_t j = 0; j < i; j++) {
            scene_files_name(words->list[j], other);
            if (strcmp(name, other) == 0) {
                return fail(EXIT_USAGE, "render",
                            "%.200s and %.200s would both become %s.wav, render them apart",
                            words->list[j], words->list[i], name);
            }
        }
    }
    return 0;
}

static int render_several(const Job *job, const Words *words)
{
    Batch batch = {.job = job, .words = words};
    const uint32_t jobs = job->settings->jobs;
    const Workers workers = {.command = "render",
                             .names = words->list,
                             .count = words->count,
                             .jobs = jobs ? jobs : workers_processors(),
                             .context = &batch,
                             .task = batch_task,
                             .done = batch_done};

    fputs(job->settings->json ? "[" : "", stdout);
    const int code = workers_run(&workers);
    fputs(job->settings->json ? "]\n" : "", stdout);
    return code;
}

static int render_all(Job *job, const Words *words)
{
    const RenderSettings *settings = job->settings;
    Text report = {0};
    int code = check_settings(job, words->count);

    code = code == 0 ? check_names(words) : code;
    if (code != 0) {
        return code;
    }
    add_settings(job);
    render_catch_signals();
    if (job->several) {
        return render_several(job, words);
    }
    code = render_one(job, words->list[0], &report);
    if (report.length) {
        FILE *stream = settings->out ? outfile_report(settings->out) : stdout;
        fwrite(report.data, 1, report.length, stream);
        fputs(settings->json ? "\n" : "", stream);
    }
    text_free(&report);
    return code;
}

static int run(void *given, const Words *words)
{
    RenderSettings *settings = given;
    Job job = {.settings = settings};

    if (settings->list) {
        return scene_files_list("render", false);
    }
    const int code = render_all(&job, words);
    for (int i = 0; i < SETTINGS; i++) {
        text_free(&job.texts[i]);
    }
    return code;
}

int command_render(int argc, char **argv)
{
    RenderSettings settings = {0};

    return options_run(&render_options, argc, argv, &settings, run);
}
