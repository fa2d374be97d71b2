/* The array's tasks begin anew when their node is lost (--requeue) and try three times when they are killed; what they
 * have done stays. The merge runs after all have ended, however they ended: if a shard is missing or damaged it
 * submits both once more, at most three times. Shards that are whole cost nothing then. */
#include "slurm.h"

#include "output/outfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool read_variable(const char *name, uint32_t *number)
{
    const char *text = getenv(name);
    double value = 0.0;

    if (!text || !parse_number(text, &value) || value < 0.0 || value > 1e6) {
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

Shard shard_of_environment(void)
{
    /* srun sets a step; the script of a job has its variables too, but is one process */
    static const struct {
        const char *rank, *size, *first, *also;
    } launchers[] = {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL, NULL},
        {"PMI_RANK", "PMI_SIZE", NULL, NULL},
        {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", NULL, "SLURM_STEP_ID"},
        {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", NULL},
    };

    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        uint32_t rank = 0, size = 0, first = 0;
        if (read_variable(launchers[i].rank, &rank) && read_variable(launchers[i].size, &size) &&
            (!launchers[i].also || getenv(launchers[i].also)) &&
            (!launchers[i].first || read_variable(launchers[i].first, &first)) && rank >= first &&
            rank - first < size && size > 1) {
            return (Shard){rank - first + 1, size, launchers[i].rank};
        }
    }
    return (Shard){1, 1, NULL};
}

bool shard_read(const char *text, Shard *shard)
{
    char number[16];
    double index = 0.0, count = 0.0;
    const char *slash = strchr(text, '/');
    const size_t length = slash ? (size_t)(slash - text) : sizeof number;

    if (length >= sizeof number) {
        return false;
    }
    memcpy(number, text, length);
    number[length] = '\0';
    if (!parse_number(number, &index) || !parse_number(slash + 1, &count) || count < 1.0 ||
        count > 100000.0 || index < 1.0 || index > count || index != (double)(uint32_t)index ||
        count != (double)(uint32_t)count) {
        return false;
    }
    *shard = (Shard){(uint32_t)index, (uint32_t)count, NULL};
    return true;
}

static int stem(const char *out)
{
    return (int)(strlen(out) - (has_extension(out, ".h5") ? 3 : 0));
}

char *shard_path(const char *out, const Shard *shard)
{
    Text path = {0};

    if (shard->count == 1) {
        text_add(&path, "%s", out);
    } else {
        text_add(&path, "%.*s.shard-%u-of-%u.h5", stem(out), out, shard->index, shard->count);
    }
    return path.data;
}

/* 'it'\''s' */
static void add_quoted(Text *text, const char *word)
{
    text_add(text, "'");
    for (const char *c = word; *c; c++) {
        text_add(text, *c == '\'' ? "'\\''" : "%c", *c);
    }
    text_add(text, "'");
}

static void add_head(Text *script, const SlurmJob *job, const char *what)
{
    text_add(script, "#!/bin/sh\n# Written by urto sweep --slurm.\n#SBATCH --job-name=urto-%s-%s\n",
             job->name, what);
    text_add(script, "#SBATCH --nodes=1 --ntasks=1\n#SBATCH --open-mode=append\n");
    for (size_t i = 0; i < job->sbatch->count; i++) {
        text_add(script, "#SBATCH %s\n", job->sbatch->list[i]);
    }
}

static void add_program(Text *script)
{
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

    program[length > 0 ? length : 0] = '\0';
    text_add(script, "urto=");
    add_quoted(script, length > 0 ? program : "urto");
    text_add(script, "\nplan=");
}

static void write_array(Text *script, const SlurmJob *job)
{
    add_head(script, job, "array");
    text_add(script,
             "#SBATCH --array=1-%u\n#SBATCH --exclusive\n#SBATCH --requeue\n#SBATCH "
             "--output=%.*s.slurm-%%a.log\n",
             job->nodes, stem(job->out), job->out);
    add_program(script);
    add_quoted(script, job->plan);
    text_add(script, "\nout=");
    add_quoted(script, job->out);
    text_add(script,
             "\n# what is done stays done: a task that was killed goes on\n"
             "for try in 1 2 3; do\n"
             "    \"$urto\" sweep \"$plan\" --out \"$out\" --shard \"$SLURM_ARRAY_TASK_ID/%u\" && "
             "exit 0\n"
             "done\nexit 1\n",
             job->nodes);
}

static void write_merge(Text *script, const SlurmJob *job, const char *array, const char *merge)
{
    add_head(script, job, "merge");
    text_add(script, "#SBATCH --output=%.*s.slurm-merge.log\n", stem(job->out), job->out);
    add_program(script);
    add_quoted(script, job->plan);
    text_add(script, "\nout=");
    add_quoted(script, job->out);
    text_add(script, "\nset --");
    for (uint32_t i = 1; i <= job->nodes; i++) {
        char *path = shard_path(job->out, &(Shard){i, job->nodes, NULL});
        text_add(script, " ");
        add_quoted(script, path);
        free(path);
    }
    text_add(script, "\n\"$urto\" sweep merge --out \"$out\" \"$@\" && exit 0\n"
                     "# a shard is missing or damaged: all once more, the whole ones cost nothing\n"
                     "round=${URTO_ROUND:-1}\n[ \"$round\" -lt 3 ] || exit 1\n"
                     "job=$(sbatch --parsable ");
    add_quoted(script, array);
    text_add(script, ") &&\n    URTO_ROUND=$((round + 1)) sbatch --dependency=\"afterany:$job\" ");
    add_quoted(script, merge);
    text_add(script, "\n");
}

static int write_script(const char *path, const Text *script)
{
    OutFile file;
    bool written = false;

    if (outfile_open(&file, path)) {
        fwrite(script->data, 1, script->length, file.stream);
        written = outfile_commit(&file) && chmod(path, 0755) == 0;
    }
    return written
               ? 0
               : fail(EXIT_FAILED, "sweep", "cannot write %.200s: %s", path, outfile_reason(errno));
}

/* The number of the job. */
static int submit(const SlurmJob *job, const char *dependency, const char *path, char number[64])
{
    Text line = {0};
    int code = 0;

    text_add(&line, "sbatch --parsable");
    if (dependency) {
        text_add(&line, " --dependency=afterany:%s", dependency);
    }
    text_add(&line, " ");
    add_quoted(&line, path);
    if (job->dry_run) {
        printf("%s\n", line.data);
        snprintf(number, 64, "JOB");
    } else {
        FILE *stream = popen(line.data, "r"); /* NOLINT(cert-env33-c): a path of ours, quoted */
        const bool read = stream && fgets(number, 64, stream);
        const int status = stream ? pclose(stream) : -1;
        number[read ? strcspn(number, ";\n") : 0] = '\0';
        if (!read || status != 0) {
            code = fail(EXIT_FAILED, "sweep", "sbatch did not take %.200s", path);
        }
    }
    text_free(&line);
    return code;
}

int slurm_submit(const SlurmJob *job)
{
    Text array = {0}, merge = {0}, array_path = {0}, merge_path = {0};
    char number[64] = "", after[64] = "";
    int code = 0;

    text_add(&array_path, "%.*s.slurm-array.sh", stem(job->out), job->out);
    text_add(&merge_path, "%.*s.slurm-merge.sh", stem(job->out), job->out);
    write_array(&array, job);
    write_merge(&merge, job, array_path.data, merge_path.data);
    if (job->dry_run) {
        printf("# %s\n%s\n# %s\n%s\n", array_path.data, array.data, merge_path.data, merge.data);
    } else {
        code = write_script(array_path.data, &array);
        code = code ? code : write_script(merge_path.data, &merge);
    }
    code = code ? code : submit(job, NULL, array_path.data, number);
    code = code ? code : submit(job, number, merge_path.data, after);
    if (code == 0 && !job->dry_run) {
        printf("urto sweep: job %s, %u tasks; job %s merges them to %s\n", number, job->nodes,
               after, job->out);
    }
    text_free(&array);
    text_free(&merge);
    text_free(&array_path);
    text_free(&merge_path);
    return code;
}
