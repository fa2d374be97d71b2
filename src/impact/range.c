#include "range.h"

#include "../base/status.h"
#include "../law/power.h"

#include <assert.h>
#include <string.h>

static const UrtoRange ranges[] = {
    {"mass", 1e-30, 1e12, false, "1e-30 to 1e12"},
    {"stiffness", LAW_STIFFNESS_RANGE},
    {"damping", LAW_DAMPING_RANGE},
    {"exponent", LAW_EXPONENT_RANGE},
    {"velocity", 1e-30, 1e6, false, "1e-30 to 1e6"},
    {"rate", 1e-6, 1e12, false, "1e-6 to 1e12"},
    {"phase", 0.0, 1e6, false, "0 to 1e6"},
    {"gravity", 0.0, 1e6, false, "0 to 1e6"},
    {"spring", 0.0, 1e30, false, "0 to 1e30"},
    {"rebounds", 0.0, URTO_IMPACT_REBOUNDS_MAX, false, "0 to 64"},
};

const UrtoRange *urto_impact_range(const char *name)
{
    for (size_t i = 0; name && i < sizeof ranges / sizeof ranges[0]; i++) {
        if (strcmp(ranges[i].name, name) == 0) {
            return &ranges[i];
        }
    }
    return NULL;
}

UrtoStatus range_check(UrtoDiagnostic *why, const char *name, double value)
{
    const UrtoRange *range = urto_impact_range(name);

    assert(range);
    return status_check_range(why, name, value,
                              (Range){range->low, range->high, range->low_open, range->text});
}
