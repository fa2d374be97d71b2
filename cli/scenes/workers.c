/* One process a task. The parent sleeps in sigwait, so a signal can never slip between looking for
 * one and waiting: SIGCHLD says that a task ended and another may begin, SIGINT and SIGTERM go on
 * to the tasks at work. Report and messages of a task are nameless files that the parent copies
 * out once every task before it is done: the output is the same however many run at once. */
#define _GNU_SOURCE /* sched_getaffinity */

#include "workers.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { INTERRUPTED = 128 }; /* and the number of the signal */

static pid_t parent; /* of a task */

bool workers_task(void)
{
    return parent != 0;
}

bool workers_orphan(void)
{
    return parent && getppid() != parent;
}

typedef enum TaskState { WAITING, RUNNING, ENDED } TaskState;

typedef struct Worker {
    TaskState state;
    pid_t pid;
    int code;
    int signal; /* that ended it, or 0 */
    FILE *report, *messages;
} Worker;

typedef struct Crew {
    const Workers *workers;
    Worker *list;
    size_t begun, running, reported; /* counts of tasks */
    int worst;
    int signal; /* that ended the work early, or 0 */
    sigset_t before;
} Crew;

size_t workers_processors(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
        return (size_t)CPU_COUNT(&set);
    }
    /* more processors than the set has room for */
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 1 ? (size_t)processors : 1;
}

static void on_child(int number)
{
    (void)number;
}

static void run_task(const Crew *crew, size_t index)
{
    const Workers *workers = crew->workers;
    const Worker *worker = &crew->list[index];
    Text report = {0};

    sigprocmask(SIG_SETMASK, &crew->before, NULL);
    dup2(fileno(worker->messages), STDERR_FILENO);
    const int code = workers->task(workers->context, index, &report);
    fwrite(report.data ? report.data : "", 1, report.length, worker->report);
    _exit(fflush(worker->report) == 0 ? code : EXIT_FAILED);
}

static void begin_task(Crew *crew)
{
    const size_t index = crew->begun++;
    Worker *worker = &crew->list[index];

    worker->report = tmpfile();
    worker->messages = tmpfile();
    fflush(stdout);
    const pid_t own = getpid();
    worker->pid = worker->report && worker->messages ? fork() : -1;
    if (worker->pid == 0) {
        parent = own;
        run_task(crew, index);
    }
    if (worker->pid < 0) {
        worker->code = fail(EXIT_FAILED, crew->workers->command, "cannot start a process: %s",
                            strerror(errno));
        worker->state = ENDED;
        return;
    }
    worker->state = RUNNING;
    crew->running++;
}

static void copy_out(FILE *from, FILE *to)
{
    char block[4096];
    size_t got;

    rewind(from);
    while ((got = fread(block, 1, sizeof block, from)) > 0) {
        fwrite(block, 1, got, to);
    }
    fclose(from);
}

static void tell_task(Crew *crew)
{
    const size_t index = crew->reported++;
    Worker *worker = &crew->list[index];
    Text report = {0};
    char block[4096];
    size_t got;

    crew->worst = worker->code > crew->worst ? worker->code : crew->worst;
    if (worker->messages) {
        fflush(stdout);
        copy_out(worker->messages, stderr);
    }
    if (worker->signal) {
        fail(EXIT_FAILED, crew->workers->command, "%.200s: its process was ended by signal %d",
             crew->workers->names[index], worker->signal);
    }
    if (worker->report) {
        rewind(worker->report);
        while ((got = fread(block, 1, sizeof block, worker->report)) > 0) {
            text_add_bytes(&report, block, got);
        }
        fclose(worker->report);
    }
    crew->workers->done(crew->workers->context, index, report.data ? report.data : "");
    text_free(&report);
}

static void end_task(Crew *crew, pid_t pid, int status)
{
    for (size_t i = 0; i < crew->begun; i++) {
        Worker *worker = &crew->list[i];
        if (worker->state != RUNNING || worker->pid != pid) {
            continue;
        }
        worker->state = ENDED;
        crew->running--;
        worker->code = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
        worker->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
}

static void collect(Crew *crew)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        end_task(crew, pid, status);
    }
    while (crew->reported < crew->begun && crew->list[crew->reported].state == ENDED) {
        tell_task(crew);
    }
}

static void hand_on(Crew *crew, int number)
{
    crew->signal = number;
    for (size_t i = 0; i < crew->begun; i++) {
        if (crew->list[i].state == RUNNING) {
            kill(crew->list[i].pid, number);
        }
    }
}

static void work(Crew *crew, const sigset_t *watched)
{
    const Workers *workers = crew->workers;
    int number = 0;

    for (;;) {
        while (!crew->signal && crew->begun < workers->count && crew->running < workers->jobs) {
            begin_task(crew);
        }
        collect(crew);
        if (crew->running == 0 && (crew->signal || crew->begun == workers->count)) {
            return;
        }
        if (crew->running > 0 && sigwait(watched, &number) == 0 && number != SIGCHLD) {
            hand_on(crew, number);
        }
    }
}

int workers_run(const Workers *workers)
{
    struct sigaction action = {.sa_handler = on_child}, previous;
    Crew crew = {.workers = workers};
    sigset_t watched;

    crew.list = memory_resize(NULL, workers->count, sizeof *crew.list);
    memset(crew.list, 0, workers->count * sizeof *crew.list);
    sigemptyset(&action.sa_mask);
    sigaction(SIGCHLD, &action, &previous);
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    sigaddset(&watched, SIGINT);
    sigaddset(&watched, SIGTERM);
    sigprocmask(SIG_BLOCK, &watched, &crew.before);
    work(&crew, &watched);
    sigprocmask(SIG_SETMASK, &crew.before, NULL);
    sigaction(SIGCHLD, &previous, NULL);
    if (crew.signal && crew.begun < workers->count) {
        fail(EXIT_FAILED, workers->command, "stopped; %zu of %zu were not begun",
             workers->count - crew.begun, workers->count);
    }
    free(crew.list);
    return crew.signal ? INTERRUPTED + crew.signal : crew.worst;
}
