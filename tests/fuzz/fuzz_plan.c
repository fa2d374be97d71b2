/* libFuzzer on plans of sweeps: each is refused with messages, or has cases whose values lie on their axes. */
#include "cli/sweep/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "plan-XXXXXX";
static FILE *nowhere;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    const int file = mkstemp(path);
    nowhere = fopen("/dev/null", "w");
    return file >= 0 && close(file) == 0 && nowhere ? 0 : 1;
}

static void look_at(const Plan *plan, size_t index)
{
    for (size_t axis = 0; axis < plan->axis_count; axis++) {
        const PlanAxis *its = &plan->axes[axis];
        const double value = case_value(plan, index, axis);
        Text text = {0};
        if (its->words ? !(value >= 0.0 && value < (double)its->count) : !isfinite(value)) {
            abort();
        }
        if (its->kind != AXIS_LIST &&
            !(value >= fmin(its->from, its->to) && value <= fmax(its->from, its->to))) {
            abort();
        }
        case_text(plan, axis, value, true, &text);
        text_free(&text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    FILE *own = stderr;
    Plan plan;

    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        abort();
    }
    stderr = nowhere; /* the fuzzer has its own */
    const int code = plan_read(&plan, path);
    stderr = own;
    if (code == 0) {
        look_at(&plan, 0);
        look_at(&plan, plan.count / 2);
        look_at(&plan, plan.count - 1);
    }
    plan_free(&plan);
    return 0;
}
