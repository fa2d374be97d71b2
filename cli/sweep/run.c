/* One process writes; it hands out cases to workers and takes back records. A worker that ends before its time, killed or
 * crashed, loses its cases: they are handed out again, and one that takes down three workers has failed.
 *
 * A worker has one case at work and one waiting, so that it need not wait for the writer. */
#include "run.h"

#include "cli/scenes/cost.h"
#include "journal.h"
#include "output/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { AHEAD = 2, TRIES = 3, JOBS_MAX = 1024 };

typedef struct SweepWorker {
    pid_t pid;
    int orders, records; /* pipes */
    size_t cases[AHEAD]; /* rows it has, the one at work first */
    size_t count;
    unsigned char *record; /* as far as it has come */
    size_t got, room;
} SweepWorker;

typedef struct Crew {
    const SweepRun *run;
    Journal journal;
    size_t rows;
    size_t next;    /* row to be handed out */
    uint8_t *tries; /* of each row */
    size_t *again;  /* rows that a worker lost */
    size_t again_count;
    SweepWorker *workers;
    size_t worker_count, at_work;
    size_t done_before;
    double start, shown;
    const char *why; /* writing failed */
} Crew;

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    stop = number;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static size_t row_case(const SweepRun *run, size_t row)
{
    return run->shard - 1 + row * run->shards;
}

/* --- workers --- */

static bool write_all(int file, const void *bytes, size_t count)
{
    for (size_t done = 0; done < count;) {
        const ssize_t put = write(file, (const char *)bytes + done, count - done);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        done += put > 0 ? (size_t)put : 0;
    }
    return true;
}

/* Until there are no more orders. */
static void serve(const SweepRun *run, int orders, int records)
{
    size_t row;

    while (read(orders, &row, sizeof row) == (ssize_t)sizeof row) {
        CaseResult result;
        size_t bytes = 0;
        measure_case(run->plan, row_case(run, row), &result);
        void *record = journal_pack(run->plan, row_case(run, row), &result, &bytes);
        const bool sent = write_all(records, record, bytes);
        free(record);
        measure_free(&result);
        if (!sent) {
            break;
        }
    }
}

static bool begin_worker(Crew *crew, SweepWorker *worker)
{
    int orders[2], records[2];
    const pid_t parent = getpid();

    if (pipe(orders) != 0) {
        return false;
    }
    if (pipe(records) != 0) {
        close(orders[0]);
        close(orders[1]);
        return false;
    }
    fflush(NULL);
    worker->pid = fork();
    if (worker->pid == 0) {
        /* it ends with the program, and Ctrl-C is the program's */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_DFL);
        for (size_t i = 0; i < crew->worker_count; i++) {
            if (crew->workers[i].pid > 0 && &crew->workers[i] != worker) {
                close(crew->workers[i].orders);
                close(crew->workers[i].records);
            }
        }
        close(orders[1]);
        close(records[0]);
        close(crew->journal.file);
        if (getppid() == parent) {
            serve(crew->run, orders[0], records[1]);
        }
        _exit(0);
    }
    close(orders[0]);
    close(records[1]);
    if (worker->pid < 0) {
        close(orders[1]);
        close(records[0]);
        return false;
    }
    fcntl(records[0], F_SETFL, O_NONBLOCK);
    fcntl(orders[1], F_SETFD, FD_CLOEXEC);
    fcntl(records[0], F_SETFD, FD_CLOEXEC);
    worker->orders = orders[1];
    worker->records = records[0];
    worker->count = worker->got = 0;
    crew->at_work++;
    return true;
}

static void end_worker(Crew *crew, SweepWorker *worker, bool kill_it)
{
    close(worker->orders);
    close(worker->records);
    if (kill_it) {
        kill(worker->pid, SIGKILL);
    }
    while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    worker->pid = 0;
    crew->at_work--;
}

/* --- the writer --- */

/* A row that is not done; SIZE_MAX if there is none. */
static size_t next_row(Crew *crew)
{
    if (crew->again_count) {
        return crew->again[--crew->again_count];
    }
    while (crew->next < crew->rows && crew->journal.places[crew->next]) {
        crew->next++;
    }
    return crew->next < crew->rows ? crew->next++ : SIZE_MAX;
}

static void hand_out(Crew *crew, SweepWorker *worker)
{
    while (worker->count < AHEAD) {
        const size_t row = next_row(crew);
        if (row == SIZE_MAX) {
            return;
        }
        worker->cases[worker->count++] = row;
        /* one that is gone is seen when its pipe ends */
        (void)!write(worker->orders, &row, sizeof row);
    }
}

static void add_record(Crew *crew, size_t row, const void *record, size_t bytes)
{
    crew->why = journal_add(&crew->journal, row, record, bytes);
}

/* Three workers died of a case: that is its result. */
static void give_up(Crew *crew, size_t row)
{
    const Plan *plan = crew->run->plan;
    CaseResult result = {.failed = true};
    size_t bytes = 0;

    snprintf(result.message, sizeof result.message, "its process was killed %d times", TRIES);
    for (size_t i = 0; i < plan->measure_count; i++) {
        result.values[i] = (double)__builtin_nan("");
    }
    void *record = journal_pack(plan, row_case(crew->run, row), &result, &bytes);
    add_record(crew, row, record, bytes);
    free(record);
}

static void lose_worker(Crew *crew, SweepWorker *worker)
{
    end_worker(crew, worker, false);
    for (size_t i = 0; i < worker->count; i++) {
        const size_t row = worker->cases[i];
        /* that which it was at work on may be to blame */
        crew->tries[row] = (uint8_t)(crew->tries[row] + (i == 0));
        if (crew->tries[row] >= TRIES) {
            give_up(crew, row);
        } else {
            crew->again[crew->again_count++] = row;
        }
    }
    worker->count = 0;
    if (!stop && !crew->why && (crew->again_count || crew->next < crew->rows)) {
        if (begin_worker(crew, worker)) {
            hand_out(crew, worker);
        }
    }
}

/* Takes whole records out of what has come. */
static void take_record(Crew *crew, SweepWorker *worker)
{
    JournalRecord head;

    while (worker->got >= sizeof head && !crew->why) {
        memcpy(&head, worker->record, sizeof head);
        if (worker->got < head.bytes) {
            return;
        }
        add_record(crew, worker->cases[0], worker->record, (size_t)head.bytes);
        worker->got -= (size_t)head.bytes;
        memmove(worker->record, worker->record + head.bytes, worker->got);
        memmove(worker->cases, worker->cases + 1, sizeof worker->cases - sizeof *worker->cases);
        worker->count--;
        hand_out(crew, worker);
    }
}

static void hear(Crew *crew, SweepWorker *worker)
{
    for (;;) {
        if (worker->room - worker->got < 65536) {
            worker->room = 2 * worker->room + 65536;
            worker->record = memory_resize(worker->record, worker->room, 1);
        }
        const ssize_t got =
            read(worker->records, worker->record + worker->got, worker->room - worker->got);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0 && errno == EAGAIN) {
            return;
        }
        if (got <= 0) {
            lose_worker(crew, worker);
            return;
        }
        worker->got += (size_t)got;
        take_record(crew, worker);
        if (crew->why) {
            return;
        }
    }
}

static void show_progress(Crew *crew, bool last)
{
    const size_t done = crew->journal.done, fresh = done - crew->done_before;
    const double time = now(), spent = time - crew->start;
    const bool terminal = isatty(STDERR_FILENO);
    Text left = {0};

    if (crew->run->quiet || (!last && time - crew->shown < (terminal ? 0.2 : 30.0))) {
        return;
    }
    crew->shown = time;
    if (fresh) {
        cost_add_time(&left, spent / (double)fresh * (double)(crew->rows - done));
    }
    fprintf(stderr, "%surto sweep: %zu of %zu cases%s%s%s", terminal ? "\r" : "", done, crew->rows,
            fresh && !last ? ", " : "", fresh && !last ? left.data : "",
            fresh && !last ? " left" : "");
    fputs(terminal ? last ? "            \n" : "            " : "\n", stderr);
    fflush(stderr);
    text_free(&left);
}

static void work(Crew *crew)
{
    struct pollfd *files = memory_resize(NULL, crew->worker_count + 1, sizeof *files);
    size_t *owners = memory_resize(NULL, crew->worker_count + 1, sizeof *owners);

    for (size_t i = 0; i < crew->worker_count; i++) {
        if (begin_worker(crew, &crew->workers[i])) {
            hand_out(crew, &crew->workers[i]);
        }
    }
    while (!stop && !crew->why && crew->at_work && crew->journal.done < crew->rows) {
        nfds_t count = 0;
        for (size_t i = 0; i < crew->worker_count; i++) {
            if (crew->workers[i].pid > 0) {
                owners[count] = i;
                files[count++] = (struct pollfd){.fd = crew->workers[i].records, .events = POLLIN};
            }
        }
        if (poll(files, count, 200) < 0 && errno != EINTR) {
            crew->why = strerror(errno);
        }
        for (nfds_t i = 0; i < count && !crew->why && !stop; i++) {
            if (files[i].revents) {
                hear(crew, &crew->workers[owners[i]]);
            }
        }
        show_progress(crew, false);
    }
    if (!stop && !crew->why && crew->journal.done < crew->rows) {
        crew->why = "cannot start a process";
    }
    for (size_t i = 0; i < crew->worker_count; i++) {
        if (crew->workers[i].pid > 0) {
            end_worker(crew, &crew->workers[i], crew->journal.done < crew->rows);
        }
        free(crew->workers[i].record);
    }
    free(files);
    free(owners);
}

/* --- the file --- */

static char *copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *made = memory_resize(NULL, size, 1);

    memcpy(made, text, size);
    return made;
}

static const char *const scales[] = {
    [AXIS_LIST] = "list", [AXIS_LINEAR] = "linear", [AXIS_LOG] = "log"};

static SweepColumn make_parameter(const SweepRun *run, size_t axis, size_t rows)
{
    const PlanAxis *its = &run->plan->axes[axis];
    SweepColumn column = {.name = copy(its->path),
                          .unit = copy(its->unit),
                          .description = copy(its->as ? its->as : ""),
                          .scale = copy(scales[its->kind])};

    column.values = memory_resize(NULL, rows + 1, sizeof *column.values);
    for (size_t row = 0; row < rows; row++) {
        column.values[row] = case_value(run->plan, row_case(run, row), axis);
    }
    if (its->words) {
        column.word_count = its->count;
        column.words = memory_resize(NULL, its->count, sizeof *column.words);
        for (size_t i = 0; i < its->count; i++) {
            column.words[i] = copy(its->words[i]);
        }
    }
    return column;
}

static SweepColumn make_feature(const Measure *measure, size_t rows)
{
    return (SweepColumn){.name = copy(measure->id),
                         .unit = copy(measure->unit),
                         .description = copy(measure->description),
                         .names = measure->names ? copy(measure->names) : NULL,
                         .values = memory_resize(NULL, rows + 1, sizeof(double))};
}

/* The sound of a row, from the journal. */
typedef struct FromJournal {
    const Journal *journal;
    const Plan *plan;
} FromJournal;

static bool give_sound(void *context, size_t row, float *samples)
{
    const FromJournal *from = context;
    CaseResult result;

    return journal_read(from->journal, from->plan, row, &result, samples);
}

static bool collect(const Crew *crew, SweepData *data)
{
    const SweepRun *run = crew->run;
    const Plan *plan = run->plan;
    bool read = true;

    *data = (SweepData){.version = copy(urto_version()),
                        .title = copy(plan->title),
                        .plan = copy(plan->text.data),
                        .scene = copy(plan->base.scene.data ? plan->base.scene.data : ""),
                        .card = copy(plan->card),
                        .mark = plan_mark(plan),
                        .seed = plan->seed,
                        .count = plan->count,
                        .shard = run->shard,
                        .shards = run->shards,
                        .rows = crew->rows,
                        .parameter_count = plan->axis_count,
                        .feature_count = plan->measure_count,
                        .frames = plan->keep_sound ? plan->frames : 0,
                        .channels = plan->channels,
                        .rate = plan->rate};
    data->parameters = memory_resize(NULL, plan->axis_count, sizeof *data->parameters);
    data->features = memory_resize(NULL, plan->measure_count + 1, sizeof *data->features);
    for (size_t i = 0; i < plan->axis_count; i++) {
        data->parameters[i] = make_parameter(run, i, crew->rows);
    }
    for (size_t i = 0; i < plan->measure_count; i++) {
        data->features[i] = make_feature(plan->measures[i], crew->rows);
    }
    data->status = memory_resize(NULL, crew->rows + 1, 1);
    data->messages = memory_resize(NULL, crew->rows + 1, sizeof *data->messages);
    data->lengths = memory_resize(NULL, crew->rows + 1, sizeof *data->lengths);
    memset(data->messages, 0, (crew->rows + 1) * sizeof *data->messages);
    for (size_t row = 0; row < crew->rows && read; row++) {
        CaseResult result;
        read = journal_read(&crew->journal, plan, row, &result, NULL);
        data->status[row] = result.failed ? CASE_FAILED : CASE_DONE;
        data->messages[row] = result.failed ? copy(result.message) : NULL;
        data->lengths[row] = result.frames;
        for (size_t i = 0; i < plan->measure_count; i++) {
            data->features[i].values[row] = result.values[i];
        }
    }
    return read;
}

static size_t count_failures(const SweepData *data)
{
    size_t count = 0;

    for (size_t row = 0; row < data->rows; row++) {
        if (data->status[row] == CASE_FAILED && count++ < 5) {
            fprintf(stderr, "urto sweep: case %llu: %s\n",
                    (unsigned long long)(data->shard - 1 + row * data->shards),
                    data->messages[row]);
        }
    }
    return count;
}

static int write_file(Crew *crew)
{
    const SweepRun *run = crew->run;
    FromJournal from = {&crew->journal, run->plan};
    SweepData data;
    const char *why = collect(crew, &data) ? storage_write(&data, run->path, give_sound, &from)
                                           : "cannot read back what was done";
    const size_t failures = why ? 0 : count_failures(&data);

    sweep_data_free(&data);
    if (why) {
        return fail(EXIT_FAILED, "sweep",
                    "cannot write %.200s: %s; all cases are in %.200s, the same command goes on",
                    run->path, why, crew->journal.path);
    }
    if (!run->quiet) {
        fprintf(outfile_report(run->path), "%s: %zu cases", run->path, crew->rows);
        if (failures) {
            fprintf(outfile_report(run->path), ", %zu failed", failures);
        }
        fprintf(outfile_report(run->path), ", %.1f s\n", now() - crew->start);
    }
    return 0;
}

/* --- before and after --- */

/* Of one in the middle [s]; 0 where there is none. */
static double case_cost(const Crew *crew)
{
    return crew->rows ? measure_cost(crew->run->plan, row_case(crew->run, crew->rows / 2)) : 0.0;
}

/* What there is to do: how many, how long, how large. */
static void announce(const Crew *crew, double seconds)
{
    const SweepRun *run = crew->run;
    const Plan *plan = run->plan;
    const size_t left = crew->rows - crew->journal.done;
    const double row = 8.0 * (double)(plan->axis_count + plan->measure_count) + 9.0;
    const double sound =
        plan->keep_sound ? 4.0 * (double)plan->frames * (double)plan->channels : 0.0;
    const size_t jobs = run->jobs < left ? run->jobs : left;
    Text text = {0};

    text_add(&text, "urto sweep: %s: %zu cases", plan->name, plan->count);
    if (run->shards > 1) {
        text_add(&text, ", shard %u of %u has %zu", run->shard, run->shards, crew->rows);
    }
    if (crew->journal.done) {
        text_add(&text, ", %zu are done", crew->journal.done);
    }
    text_add(&text, "; about ");
    cost_add_time(&text, seconds * (double)left / (double)(jobs ? jobs : 1));
    text_add(&text, " with %zu worker%s, %.3g MB\n", run->jobs, run->jobs == 1 ? "" : "s",
             1e-6 * (row + sound) * (double)crew->rows);
    fputs(text.data, stderr);
    text_free(&text);
}

/* 0 if there is work to do, 1 if the file is there, whole and of this plan, or an exit code. */
static int look_at_file(const SweepRun *run)
{
    SweepFile file;
    int code = 1;

    if (access(run->path, F_OK) != 0) {
        return 0;
    }
    const char *why = storage_open(&file, run->path);
    if (why) {
        fprintf(stderr, "urto sweep: %s: %s: done again\n", run->path, why);
        return 0;
    }
    if (file.data.mark != plan_mark(run->plan) || file.data.shard != run->shard ||
        file.data.shards != run->shards) {
        code = fail(EXIT_USAGE, "sweep",
                    "%.200s is of another plan, scene, shard or version; remove it or choose "
                    "another --out",
                    run->path);
    } else if (!run->quiet) {
        fprintf(stderr, "urto sweep: %s is complete and whole: %zu cases\n", run->path,
                file.data.rows);
    }
    storage_close(&file);
    return code;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static int do_rows(Crew *crew)
{
    const SweepRun *run = crew->run;
    const size_t left = crew->rows - crew->journal.done;

    crew->worker_count = run->jobs < left ? run->jobs : left;
    crew->workers = memory_resize(NULL, crew->worker_count + 1, sizeof *crew->workers);
    memset(crew->workers, 0, crew->worker_count * sizeof *crew->workers);
    crew->tries = memory_resize(NULL, crew->rows + 1, 1);
    memset(crew->tries, 0, crew->rows + 1);
    crew->again = memory_resize(NULL, crew->rows + 1, sizeof *crew->again);
    crew->done_before = crew->journal.done;
    crew->start = crew->shown = now();
    if (left) {
        work(crew);
    }
    free(crew->workers);
    free(crew->tries);
    free(crew->again);
    if (crew->why) {
        return fail(EXIT_FAILED, "sweep",
                    "%.200s: %s; %zu of %zu cases are done, the same command goes on",
                    crew->journal.path, crew->why, crew->journal.done, crew->rows);
    }
    if (stop) {
        (void)fail(EXIT_FAILED, "sweep",
                   "stopped; %zu of %zu cases are done and in %.200s, the same command goes on",
                   crew->journal.done, crew->rows, crew->journal.path);
        return 128 + stop;
    }
    return write_file(crew);
}

static size_t rows_of(const SweepRun *run)
{
    return (run->plan->count + run->shards - run->shard) / run->shards;
}

void sweep_announce(const SweepRun *run)
{
    const Crew crew = {.run = run, .rows = rows_of(run)};

    announce(&crew, case_cost(&crew));
}

int sweep_run(const SweepRun *run)
{
    Crew crew = {.run = run, .rows = rows_of(run)};

    const int look = look_at_file(run);
    if (look) {
        return look == EXIT_USAGE ? look : 0;
    }
    /* before there is a file and while a signal ends the program */
    const double cost = run->quiet ? 0.0 : case_cost(&crew);
    const char *why = journal_open(&crew.journal, run->plan, run->path, run->shard, run->shards);
    if (why) {
        const int code = fail(EXIT_FAILED, "sweep", "%.200s: %s", crew.journal.path, why);
        journal_close(&crew.journal, false);
        return code;
    }
    catch_signals();
    if (!run->quiet && crew.journal.done < crew.rows) {
        announce(&crew, cost);
    }
    const int code = do_rows(&crew);
    journal_close(&crew.journal, code == 0);
    return code;
}
