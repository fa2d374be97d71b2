/* How loud sources leave the PhonoBump. */
#include "tests/support/listen.h"
#include "tests/support/sources.h"

#include "features/features.h"

/* The source that a preset names: "For drums: ..." or "For a voice: ...". */
static int source_of(const UrtoPreset *preset)
{
    for (int s = 0; s < SOURCES; s++) {
        const char *colon = strchr(preset->description, ':');
        const char *name = strstr(preset->description, source_names[s]);
        if (strncmp(preset->description, "For ", 4) == 0 && name && colon && name < colon) {
            return s;
        }
    }
    ck_abort_msg("%s names no source", preset->description);
    return 0;
}

/* Plays a source through a preset and returns how much louder it leaves [dB]. */
static double louder(uint32_t preset, int source, double *peak)
{
    static float given[SOURCE_FRAMES], left[SOURCE_FRAMES];
    const FeatureSound before = {given, SOURCE_FRAMES, 1, SOURCE_RATE};
    const FeatureSound after = {left, SOURCE_FRAMES, 1, SOURCE_RATE};
    UrtoBump *bump = NULL;

    source_make(source, given);
    OK(urto_bump_create(&bump, SOURCE_RATE, &(UrtoBumpOptions){.channels = 1}, NULL));
    OK(urto_bump_load_preset(bump, preset, NULL));
    urto_bump_reset(bump);
    urto_bump_process(bump, (const float *[]){given}, (float *[]){left}, SOURCE_FRAMES);
    urto_bump_destroy(bump);
    *peak = feature_peak(&after);
    return feature_loudness_integrated(&after) - feature_loudness_integrated(&before);
}

/* The source that a preset is for leaves as loud as it came, and no source leaves too loud. */
START_TEST(presets_are_as_loud_as_their_source)
{
    for (uint32_t p = 0; p < urto_bump_info()->preset_count; p++) {
        const UrtoPreset *preset = &urto_bump_info()->presets[p];
        for (int s = 0; s < SOURCES; s++) {
            double peak;
            const double more = louder(p, s, &peak);
            printf("%-8s %-6s %+6.1f dB, peak %5.1f dBFS\n", preset->name, source_names[s], more,
                   peak);
            ck_assert_double_le(peak, -1.0);
            if (s == source_of(preset)) {
                ck_assert_msg(fabs(more) <= 3.0, "%s: %.1f dB", preset->name, more);
            }
        }
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {presets_are_as_loud_as_their_source};

    return SUITE_RUN("makeup", tests);
}
