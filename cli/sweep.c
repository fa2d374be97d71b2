/* urto sweep: many cases of a scene, an impact or a phrase to one file; on one machine or many. */
#include "commands.h"
#include "options.h"
#include "output/outfile.h"
#if URTO_SWEEP
#include "cli/scenes/scene_files.h"
#include "cli/scenes/workers.h"
#include "cli/sweep/merge.h"
#include "cli/sweep/run.h"
#include "cli/sweep/show.h"
#include "cli/sweep/slurm.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct SweepSettings {
    const char *out, *shard, *flac, *feature;
    Words sbatch;
    uint32_t jobs, nodes; /* 0: one a processor; none */
    bool slurm, dry_run, quiet;
} SweepSettings;

static const Option options[] = {
    TEXT_AT(SweepSettings, out, "out", "FILE", "a file .h5", NULL,
            "(or -o) file of results, .h5 [PLAN.h5]; of show: a figure, .svg or .png"),
    {"jobs",
     "N",
     "",
     OPTION_COUNT,
     offsetof(SweepSettings, jobs),
     {.low = 1.0, .high = 1024.0, .text = "1 to 1024"},
     NULL,
     "cases at the same time [one a processor]"},
    TEXT_AT(SweepSettings, shard, "shard", "I/N", "a shard as 3/16", NULL,
            "do every Nth case, from the Ith on, to FILE.shard-I-of-N.h5"),
    TEXT_AT(SweepSettings, flac, "flac", "DIR", "a folder", NULL,
            "write the sounds as FLAC, metadata.csv and README.md, too"),
    FLAG_AT(SweepSettings, slurm, "slurm", "submit it to Slurm as a job array, and the merge"),
    {"nodes",
     "N",
     "",
     OPTION_COUNT,
     offsetof(SweepSettings, nodes),
     {.low = 1.0, .high = 10000.0, .text = "1 to 10000"},
     NULL,
     "slurm: tasks of the array, each a node"},
    TEXTS_AT(SweepSettings, sbatch, "sbatch", "OPTION", "an option of sbatch",
             "slurm: one for both jobs, as --sbatch=--partition=long; may be repeated"),
    FLAG_AT(SweepSettings, dry_run, "dry-run",
            "check the plan, or print the jobs for Slurm, and do nothing"),
    TEXT_AT(SweepSettings, feature, "feature", "NAME", "the name of a feature", NULL,
            "show: draw this one only"),
    FLAG_AT(SweepSettings, quiet, "quiet", "say nothing but what is wrong"),
};

static const OptionTable sweep_options = {
    .command = "sweep",
    .usage = "PLAN.yaml|merge SHARD...|show FILE [OPTION]...",
    .summary =
        "Computes all cases of a plan, a file or the name of one that ships, and writes one HDF5\n"
        "file: parameters, features, sound. Interrupted or killed, it keeps what is done, and the\n"
        "same command goes on. Under mpirun, srun or in a job array each process does its "
        "shard.\n\n"
        "merge SHARD...  joins the files of all shards to --out\n"
        "show FILE       prints axes and features, and draws them to --out",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_ONCE,
};

#if URTO_SWEEP

/* A file, or a plan that ships; to be freed. NULL after a message. */
static char *plan_path(const char *word)
{
    Text path = {0}, names = {0};

    if (strchr(word, '/') || strchr(word, '.')) {
        text_add(&path, "%s", word);
        return path.data;
    }
    text_add(&path, "%s/plans/%s.yaml", scene_files_folder(), word);
    if (access(path.data, F_OK) == 0) {
        return path.data;
    }
    text_free(&path);
    scene_files_plans(&names);
    Nearest nearest = nearest_start(word);
    for (char *name = strtok(names.data, "\n"); name; name = strtok(NULL, "\n")) {
        nearest_try(&nearest, name);
    }
    (void)fail(EXIT_USAGE, "sweep", "no plan \"%.60s\"%s%s%s", word,
               nearest.name ? ", did you mean "
                            : ": no file of this name ends in .yaml, and none that ships",
               nearest.name ? nearest.name : "", nearest.name ? "?" : "");
    text_free(&names);
    return NULL;
}

static int choose_shard(const SweepSettings *settings, Shard *shard)
{
    *shard = shard_of_environment();
    if (settings->shard && !shard_read(settings->shard, shard)) {
        return fail(EXIT_USAGE, "sweep",
                    "--shard is \"%.40s\", must be as 3/16: which one, from 1, of how many",
                    settings->shard);
    }
    if (shard->from && !settings->quiet) {
        fprintf(stderr, "urto sweep: shard %u of %u, by %s\n", shard->index, shard->count,
                shard->from);
    }
    return 0;
}

static int submit(const SweepSettings *settings, const Plan *plan, const char *out)
{
    if (!settings->nodes) {
        return fail(EXIT_USAGE, "sweep", "--slurm needs --nodes, on how many nodes");
    }
    const SlurmJob job = {plan->path,       out, plan->name, settings->nodes, &settings->sbatch,
                          settings->dry_run};
    return slurm_submit(&job);
}

static int run_plan(const SweepSettings *settings, const Plan *plan)
{
    Text fallback = {0};
    Shard shard;
    int code = choose_shard(settings, &shard);

    text_add(&fallback, "%s.h5", plan->name);
    const char *out = settings->out ? settings->out : fallback.data;
    char *path = shard_path(out, &shard);
    const SweepRun run = {.plan = plan,
                          .path = path,
                          .shard = shard.index,
                          .shards = shard.count,
                          .jobs = settings->jobs ? settings->jobs : workers_processors(),
                          .quiet = settings->quiet};
    if (code == 0 && !has_extension(out, ".h5")) {
        code = fail(EXIT_USAGE, "sweep", "--out is %.200s, must end in .h5", out);
    }
    if (code == 0 && settings->flac && !plan->keep_sound) {
        code = fail(EXIT_USAGE, "sweep", "--flac needs keep: sound in the plan");
    }
    if (code == 0 && settings->flac && shard.count > 1) {
        code = fail(EXIT_USAGE, "sweep", "--flac is of the whole: give it to merge");
    }
    code = code ? code : outfile_look("sweep", path, plan->path);
    if (code == 0 && settings->slurm) {
        code = submit(settings, plan, out);
    } else if (code == 0 && settings->dry_run) {
        sweep_announce(&run);
    } else if (code == 0) {
        code = sweep_run(&run);
        code = code == 0 && settings->flac ? sweep_export(path, settings->flac) : code;
    }
    free(path);
    text_free(&fallback);
    return code;
}

static int run_merge(const SweepSettings *settings, const Words *words)
{
    if (words->count < 2 || !settings->out || !has_extension(settings->out, ".h5")) {
        return fail(EXIT_USAGE, "sweep", "merge needs the files of all shards, and --out FILE.h5");
    }
    const int code = sweep_merge(words->list + 1, words->count - 1, settings->out);
    return code == 0 && settings->flac ? sweep_export(settings->out, settings->flac) : code;
}

static int run_show(const SweepSettings *settings, const Words *words)
{
    if (words->count != 2) {
        return fail(EXIT_USAGE, "sweep", "show needs one file");
    }
    if (settings->out && !has_extension(settings->out, ".svg") &&
        !has_extension(settings->out, ".png")) {
        return fail(EXIT_USAGE, "sweep", "--out is %.200s, must end in .svg or .png",
                    settings->out);
    }
    return sweep_show(words->list[1], settings->out, settings->feature);
}

static int run(void *given, const Words *words)
{
    const SweepSettings *settings = given;
    Plan plan;

    if (words->count == 0) {
        return fail(EXIT_USAGE, "sweep", "needs a plan, merge or show");
    }
    if (strcmp(words->list[0], "merge") == 0) {
        return run_merge(settings, words);
    }
    if (strcmp(words->list[0], "show") == 0) {
        return run_show(settings, words);
    }
    if (words->count > 1) {
        return fail(EXIT_USAGE, "sweep", "one plan at a time, not %.60s too", words->list[1]);
    }
    char *path = plan_path(words->list[0]);
    if (!path) {
        return EXIT_USAGE;
    }
    int code = plan_read(&plan, path);
    code = code ? code : run_plan(settings, &plan);
    plan_free(&plan);
    free(path);
    return code;
}

#else

static int run(void *given, const Words *words)
{
    (void)given;
    (void)words;
    return fail(
        EXIT_FAILED, "sweep",
        "this urto was built without sweeps, which need HDF5 (Debian: libhdf5-dev) and what "
        "urto render needs; install them and build it again");
}

#endif

int command_sweep(int argc, char **argv)
{
    SweepSettings settings = {0};

    return options_run(&sweep_options, argc, argv, &settings, run);
}
