/* Bad input for every function of parameter.h, unit.h, pool.h, instrument.h, instrument_kind.h, bump.h, plugin.h,
 * user_presets.h and scene_instrument.h: a status with a sentence, nothing changed, no crash. The table is at the end. */
#include "tests/api/bad_input.h"

#include <urto/plugin.h>
#include <urto/pool.h>
#include <urto/scene_instrument.h>
#include <urto/unit.h>
#include <urto/user_presets.h>

/* ---- the stage: two of everything; bad calls go to the first, which stays like the second ---- */

enum { FRAMES = 64, TWINS = 2 };

static struct Stage {
    UrtoInstrument *instrument[TWINS];
    UrtoBump *bump[TWINS];
    UrtoPlugin *player[TWINS]; /* an instrument */
    UrtoPlugin *effect[TWINS];
    const UrtoInstrumentInfo *mallet;
    UrtoPluginInfo plugin;
    const UrtoParameterInfo *parameter;
    bool changed; /* by a call that was good */
} on;

static void process_all(int twin, Seen *seen)
{
    float in[FRAMES] = {0.5f, -0.5f};
    float out[2][FRAMES];

    for (int which = 0; which < 4; which++) {
        const float *const from[2] = {in, in};
        float *const to[2] = {out[0], out[1]};
        switch (which) {
        case 0:
            urto_instrument_process(on.instrument[twin], to, FRAMES);
            break;
        case 1:
            urto_bump_process(on.bump[twin], from, to, FRAMES);
            break;
        case 2:
            urto_plugin_process(on.player[twin], NULL, to, FRAMES);
            break;
        default:
            urto_plugin_process(on.effect[twin], from, to, FRAMES);
        }
        for (int i = 0; seen && i < 2 * FRAMES; i++) {
            see(seen, (double)out[i / FRAMES][i % FRAMES]);
        }
    }
}

static void see_text(Seen *seen, const char *text, size_t bytes)
{
    double sum = (double)bytes;

    for (size_t i = 0; text[i]; i++) {
        sum = fmod(31.0 * sum + (unsigned char)text[i], 1e9);
    }
    see(seen, sum);
}

static void see_all(int twin, Seen *seen)
{
    char text[8192];
    const UrtoInstrumentStatistics said = urto_instrument_statistics(on.instrument[twin]);
    const UrtoBumpStatistics bump = urto_bump_statistics(on.bump[twin]);

    see_text(seen, text, urto_instrument_save(on.instrument[twin], text, sizeof text));
    see_text(seen, text, urto_bump_save(on.bump[twin], text, sizeof text));
    see_text(seen, text, urto_plugin_save(on.player[twin], text, sizeof text));
    see_text(seen, text, urto_plugin_save(on.effect[twin], text, sizeof text));
    see(seen, said.voices);
    see(seen, said.energy);
    see(seen, (double)said.notes);
    see(seen, (double)said.stolen);
    see(seen, (double)said.events_lost);
    see(seen, (double)said.nonfinite);
    see(seen, bump.energy);
    see(seen, (double)bump.nonfinite_inputs);
    see(seen, urto_instrument_mpe(on.instrument[twin]));
    see_ledger(seen, urto_instrument_ledger(on.instrument[twin]));
    see_ledger(seen, urto_bump_ledger(on.bump[twin]));
}

static void set_the_stage(void)
{
    const UrtoInstrumentOptions options = {.voices = 2, .ledger = true};
    const UrtoBumpOptions effect = {.ledger = true};
    const UrtoPluginOptions plugin = {.rate = 44100.0, .voices = 2};
    const UrtoEvent note = urto_note_on(60, 0.8);

    on.mallet = urto_instrument_find("mallet");
    on.plugin = urto_plugin_info(urto_plugin_find("mallet"));
    on.parameter = &on.mallet->parameters[0];
    for (int i = 0; i < TWINS; i++) {
        KIT_OK(urto_instrument_create(&on.instrument[i], on.mallet, 44100.0, &options, NULL));
        KIT_OK(urto_bump_create(&on.bump[i], 44100.0, &effect, NULL));
        KIT_OK(urto_plugin_create(&on.player[i], "mallet", &plugin, NULL));
        KIT_OK(urto_plugin_create(&on.effect[i], "bump", &plugin, NULL));
        KIT_OK(urto_instrument_event(on.instrument[i], &note, NULL));
        KIT_OK(urto_plugin_event(on.player[i], &note, NULL));
        process_all(i, NULL);
    }
}

static void expect_twins(const char *call)
{
    Seen one = {.count = 0}, two = {.count = 0};

    see_all(0, &one);
    see_all(1, &two);
    if (!on.changed) {
        expect_same(call, &two, &one);
    }
}

static void check_the_stage(void)
{
    Seen one = {.count = 0}, two = {.count = 0};

    expect_twins("the whole row");
    process_all(0, &one);
    process_all(1, &two);
    for (size_t i = 0; i < one.count; i++) {
        ck_assert_msg(fabs(one.numbers[i]) <= 1.0, "%s: %g", row->name, one.numbers[i]);
    }
    if (!on.changed) {
        expect_same("the frames after the row", &two, &one);
    }
    expect_twins("the frames after the row");
    for (int i = 0; i < TWINS; i++) {
        urto_instrument_destroy(on.instrument[i]);
        urto_bump_destroy(on.bump[i]);
        urto_plugin_destroy(on.player[i]);
        urto_plugin_destroy(on.effect[i]);
    }
    on = (struct Stage){0};
}

#define REFUSED(call) REFUSED_BUT(call, expect_twins(#call))

/* NaN and infinities are refused, huge numbers clamped; the place is a number that the call
 * names. */
#define CLAMPED(call, place)                                                                       \
    do {                                                                                           \
        BAD_NUMBERS_IN(                                                                            \
            if (!isfinite(place)) { REFUSED(call); }, &(place));                                   \
        BAD_NUMBERS_IN(                                                                            \
            if (isfinite(place)) {                                                                 \
                UrtoDiagnostic *const why = NULL;                                                  \
                ck_assert_msg((call) == URTO_OK, "%s: %s, %s: refused", row->name, #call,          \
                              bad_value);                                                          \
                ck_assert(row->takes_huge);                                                        \
                on.changed = true;                                                                 \
            },                                                                                     \
            &(place));                                                                             \
    } while (0)

/* The call is refused and leaves NULL where it would have left what it makes. */
#define REFUSED_TO_MAKE(made, call)                                                                \
    do {                                                                                           \
        REFUSED(call);                                                                             \
        ck_assert_ptr_null(made);                                                                  \
    } while (0)

#define GIVES_NONE(call)                                                                           \
    ck_assert_msg((call) == URTO_NONE, "%s: %s, %s: finds something", row->name, #call, bad_value)

/* ---- parameter.h, pool.h --------------------------------------------------------------------- */

static void bad_urto_parameter_value(void)
{
    double position = 0.5;
    GIVES_NOTHING(urto_parameter_value(NULL, position));
    for (uint32_t i = 0; i < on.mallet->parameter_count; i++) {
        BAD_NUMBERS_IN(
            expect_finite("value", urto_parameter_value(&on.mallet->parameters[i], position)),
            &position);
    }
}

static void bad_urto_parameter_normalize(void)
{
    double value = 0.5;
    GIVES_NOTHING(urto_parameter_normalize(NULL, value));
    for (uint32_t i = 0; i < on.mallet->parameter_count; i++) {
        BAD_NUMBERS_IN(
            expect_finite("position", urto_parameter_normalize(&on.mallet->parameters[i], value)),
            &value);
    }
}

static void bad_urto_parameter_clamp(void)
{
    double value = 0.5, clamped = -7.0;
    REFUSED(urto_parameter_clamp(NULL, value, &clamped, why));
    REFUSED(urto_parameter_clamp(on.parameter, value, NULL, why));
    BAD_NUMBERS_IN(
        if (!isfinite(value)) {
            REFUSED(urto_parameter_clamp(on.parameter, value, &clamped, why));
        },
        &value);
    ck_assert_double_eq(clamped, -7.0);
    CLAMPED(urto_parameter_clamp(on.parameter, value, &clamped, why), value);
    expect_finite("clamp", clamped);
}

static void bad_urto_preset_value(void)
{
    GIVES_NOTHING(urto_preset_value(NULL, NULL, 0));
    GIVES_NOTHING(urto_preset_value(NULL, NULL, UINT32_MAX));
    GIVES_NOTHING(urto_preset_value(&on.mallet->presets[0], NULL, UINT32_MAX));
    ck_assert_double_eq(urto_preset_value(NULL, on.parameter, 0), on.parameter->default_value);
}

static void bad_urto_parameter_read(void)
{
    static const char *const texts[] = {"", "x", "1 parsec", "1e999", "nan", "-1e9", "H4", "1 2"};
    double value = -7.0;
    REFUSED(urto_parameter_read(NULL, "1", &value, why));
    REFUSED(urto_parameter_read(on.parameter, NULL, &value, why));
    REFUSED(urto_parameter_read(on.parameter, "1", NULL, why));
    for (uint32_t i = 0; i < on.mallet->parameter_count; i++) {
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
            REFUSED(urto_parameter_read(&on.mallet->parameters[i], texts[t], &value, why));
        }
    }
    ck_assert_double_eq(value, -7.0);
}

static void bad_urto_parameter_write(void)
{
    char text[40];
    double value = 0.5;
    GIVES_NOTHING(urto_parameter_write(NULL, value, text, sizeof text));
    ck_assert_int_gt(urto_parameter_write(on.parameter, value, NULL, 0), 0);
    BAD_NUMBERS_IN(
        if (!isfinite(value)) {
            GIVES_NOTHING(urto_parameter_write(on.parameter, value, text, sizeof text));
        },
        &value);
    for (uint32_t i = 0; i < on.mallet->parameter_count; i++) {
        urto_parameter_write(&on.mallet->parameters[i], -1e9, text, sizeof text);
        urto_parameter_write(&on.mallet->parameters[i], 1e9, text, sizeof text);
    }
}

static void bad_urto_unit_at(void)
{
    GIVES_NOTHING(urto_unit_at(UINT32_MAX));
    GIVES_NOTHING(urto_unit_at(1000));
}

static void bad_urto_unit_find(void)
{
    const char *name = NULL;
    BAD_NAMES_IN(GIVES_NOTHING(urto_unit_find(name)), name);
}

static void bad_urto_dimension_name(void)
{
    ck_assert_str_eq(urto_dimension_name(URTO_DIMENSION_COUNT), "");
    ck_assert_str_eq(urto_dimension_name((UrtoDimension)-1), "");
}

static void bad_urto_dimension_unit(void)
{
    ck_assert_str_eq(urto_dimension_unit(URTO_DIMENSION_COUNT), "");
    ck_assert_str_eq(urto_dimension_unit((UrtoDimension)-1), "");
}

static void bad_urto_read_quantity(void)
{
    const UrtoDimension mass = URTO_DIMENSION_MASS;
    double number = -7.0;
    REFUSED(urto_read_quantity(NULL, mass, "mass", &number, why));
    REFUSED(urto_read_quantity("1", mass, NULL, &number, why));
    REFUSED(urto_read_quantity("1", mass, "mass", NULL, why));
    REFUSED(urto_read_quantity("1", URTO_DIMENSION_COUNT, "mass", &number, why));
    REFUSED(urto_read_quantity("1", (UrtoDimension)-1, "mass", &number, why));
    REFUSED(urto_read_quantity("", mass, "mass", &number, why));
    REFUSED(urto_read_quantity("1e999 kg", mass, "mass", &number, why));
    REFUSED(urto_read_quantity("1 m", mass, "mass", &number, why));
    ck_assert_double_eq(number, -7.0);
}

static void bad_urto_read_pitch(void)
{
    double number = -7.0;
    REFUSED(urto_read_pitch(NULL, "pitch", &number, why));
    REFUSED(urto_read_pitch("A4", NULL, &number, why));
    REFUSED(urto_read_pitch("A4", "pitch", NULL, why));
    REFUSED(urto_read_pitch("H4", "pitch", &number, why));
    REFUSED(urto_read_pitch("A44", "pitch", &number, why));
    REFUSED(urto_read_pitch("4 s", "pitch", &number, why));
    ck_assert_double_eq(number, -7.0);
}

/* ---- user_presets.h: there is no such folder, and none is made ------------------------------- */

static const char nowhere[] = "/dev/null/presets";

static void bad_urto_user_presets_folder(void)
{
    ck_assert_uint_gt(urto_user_presets_folder(NULL, 0), 0);
}

static void bad_urto_user_presets_read(void)
{
    UrtoUserPresets *made = (UrtoUserPresets *)(void *)&on;
    const UrtoPluginInfo none = {.id = "nothing"};
    REFUSED(urto_user_presets_read(NULL, &on.plugin, nowhere, why));
    REFUSED_TO_MAKE(made, urto_user_presets_read(&made, NULL, nowhere, why));
    REFUSED_TO_MAKE(made, urto_user_presets_read(&made, &none, nowhere, why));
    KIT_OK(urto_user_presets_read(&made, &on.plugin, nowhere, NULL));
    ck_assert_uint_eq(urto_user_presets_count(made), 0);
    urto_user_presets_destroy(made);
}

static void bad_urto_user_presets_destroy(void)
{
    urto_user_presets_destroy(NULL);
}

static void bad_urto_user_presets_count(void)
{
    GIVES_NOTHING(urto_user_presets_count(NULL));
}

static void bad_urto_user_presets_at(void)
{
    GIVES_NOTHING(urto_user_presets_at(NULL, 0));
}

static void bad_urto_user_presets_find(void)
{
    GIVES_NOTHING(urto_user_presets_find(NULL, "own"));
}

static void bad_urto_user_presets_problem(void)
{
    GIVES_NOTHING(urto_user_presets_problem(NULL, 0));
}

static void bad_urto_user_presets_save(void)
{
    static const char *const ids[] = {NULL, "", "Own", "../own", "own preset", "a.b"};
    UrtoPreset own = {.id = "own", .name = "Own", .description = ""};
    const UrtoPluginInfo *info = &on.plugin;
    REFUSED(urto_user_presets_save(NULL, nowhere, &own, true, NULL, 0, why));
    REFUSED(urto_user_presets_save(info, nowhere, NULL, true, NULL, 0, why));
    REFUSED(urto_user_presets_save(info, nowhere, &own, true, NULL, 0, why));
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        own.id = ids[i];
        REFUSED(urto_user_presets_save(info, nowhere, &own, true, NULL, 0, why));
    }
    own.id = info->presets[0].id;
    REFUSED(urto_user_presets_save(info, nowhere, &own, true, NULL, 0, why));
    own = (UrtoPreset){.id = "own", .name = "two\nlines", .description = ""};
    REFUSED(urto_user_presets_save(info, nowhere, &own, true, NULL, 0, why));
    own = (UrtoPreset){.id = "own", .name = "Own"};
    REFUSED(urto_user_presets_save(info, nowhere, &own, true, NULL, 0, why));
}

static void bad_urto_pool_create(void)
{
    UrtoPool *pool = (UrtoPool *)(void *)&on;
    REFUSED(urto_pool_create(NULL, 1, why));
    REFUSED_TO_MAKE(pool, urto_pool_create(&pool, UINT32_MAX, why));
    REFUSED_TO_MAKE(pool, urto_pool_create(&pool, URTO_MAX_HELPERS + 1, why));
}

static void bad_urto_pool_destroy(void)
{
    urto_pool_destroy(NULL);
}

static void bad_urto_pool_helpers(void)
{
    GIVES_NOTHING(urto_pool_helpers(NULL));
}

static void count_task(void *context, uint32_t index)
{
    *(uint32_t *)context += index;
}

static void bad_urto_pool_run(void)
{
    UrtoPool *pool = NULL;
    uint32_t sum = 0;
    KIT_OK(urto_pool_create(&pool, 1, NULL));
    urto_pool_run(NULL, count_task, &sum, 4);
    ck_assert_uint_eq(sum, 0 + 1 + 2 + 3);
    urto_pool_run(NULL, NULL, NULL, 4);
    urto_pool_run(pool, NULL, NULL, 4);
    urto_pool_run(pool, NULL, NULL, 0);
    urto_pool_destroy(pool);
}

/* ---- instrument.h ---------------------------------------------------------------------------- */

static void bad_urto_instrument_info(void)
{
    GIVES_NOTHING(urto_instrument_info(urto_instrument_count()));
    GIVES_NOTHING(urto_instrument_info(UINT32_MAX));
}

static void bad_urto_instrument_find(void)
{
    const char *id = NULL;
    BAD_NAMES_IN(GIVES_NOTHING(urto_instrument_find(id)), id);
}

static void bad_urto_instrument_parameter_find(void)
{
    const char *id = NULL;
    GIVES_NONE(urto_instrument_parameter_find(NULL, on.parameter->id));
    BAD_NAMES_IN(GIVES_NONE(urto_instrument_parameter_find(on.mallet, id)), id);
}

static void bad_urto_instrument_preset_find(void)
{
    const char *name = NULL;
    GIVES_NONE(urto_instrument_preset_find(NULL, on.mallet->presets[0].id));
    BAD_NAMES_IN(GIVES_NONE(urto_instrument_preset_find(on.mallet, name)), name);
}

static void bad_urto_instrument_create(void)
{
    UrtoInstrument *made = on.instrument[0];
    UrtoInstrumentOptions options = {.voices = 1};
    const UrtoInstrumentInfo own = *on.mallet; /* nothing that the library knows */
    double rate = 44100.0;
    REFUSED(urto_instrument_create(NULL, on.mallet, rate, &options, why));
    REFUSED_TO_MAKE(made, urto_instrument_create(&made, NULL, rate, &options, why));
    REFUSED_TO_MAKE(made, urto_instrument_create(&made, &own, rate, &options, why));
    BAD_NUMBERS_IN(
        REFUSED_TO_MAKE(made, urto_instrument_create(&made, on.mallet, rate, &options, why)),
        &rate);
    BAD_COUNTS_IN(
        REFUSED_TO_MAKE(made, urto_instrument_create(&made, on.mallet, rate, &options, why)),
        &options.voices);
}

static void bad_urto_instrument_destroy(void)
{
    urto_instrument_destroy(NULL);
}

static void bad_urto_instrument_info_of(void)
{
    GIVES_NOTHING(urto_instrument_info_of(NULL));
}

static void bad_urto_instrument_process(void)
{
    float out[2][FRAMES];
    UNTOUCH(out);
    urto_instrument_process(NULL, (float *const[2]){out[0], out[1]}, FRAMES);
    urto_instrument_process(on.instrument[0], (float *const[2]){out[0], out[1]}, 0);
    expect_untouched("process", out, sizeof out);
    expect_twins("process");
    urto_instrument_process(on.instrument[0], NULL, FRAMES);
    urto_instrument_process(on.instrument[0], (float *const[2]){NULL, NULL}, FRAMES);
    urto_instrument_process(on.instrument[1], (float *const[2]){out[0], out[1]}, 2 * FRAMES / 2);
    urto_instrument_process(on.instrument[1], (float *const[2]){out[0], out[1]}, FRAMES);
}

static void bad_urto_note_on(void)
{
    double velocity = 0.5;
    UrtoEvent event = urto_note_on(255, velocity); /* no key */
    REFUSED(urto_instrument_event(on.instrument[0], &event, why));
    BAD_NUMBERS_IN(
        if (!isfinite(velocity)) {
            event = urto_note_on(60, velocity);
            REFUSED(urto_instrument_event(on.instrument[0], &event, why));
        },
        &velocity);
}

static void bad_urto_note_off(void)
{
    const UrtoEvent event = urto_note_off(255);
    REFUSED(urto_instrument_event(on.instrument[0], &event, why));
}

/* All bad events for what takes events. */
#define BAD_EVENTS(take, to)                                                                       \
    do {                                                                                           \
        UrtoEvent event = urto_note_on(60, 0.5);                                                   \
        REFUSED(take(NULL, &event, why));                                                          \
        REFUSED(take(to, NULL, why));                                                              \
        BAD_CHOICES_IN(UrtoEventKind, REFUSED(take(to, &event, why)), event.kind);                 \
        event.channel = 255;                                                                       \
        REFUSED(take(to, &event, why));                                                            \
        event.channel = 0;                                                                         \
        event.key = 255;                                                                           \
        REFUSED(take(to, &event, why));                                                            \
        event.key = 60;                                                                            \
        event.kind = URTO_EVENT_PARAMETER;                                                         \
        BAD_COUNTS_IN(REFUSED(take(to, &event, why)), &event.parameter);                           \
        for (int kind = 0; kind <= URTO_EVENT_EXPRESSION; kind++) {                                \
            event.kind = (UrtoEventKind)kind;                                                      \
            CLAMPED(take(to, &event, why), event.value);                                           \
        }                                                                                          \
        event.frame = UINT32_MAX; /* a day from now */                                             \
        KIT_OK(take(to, &event, NULL));                                                            \
    } while (0)

static void bad_urto_instrument_event(void)
{
    BAD_EVENTS(urto_instrument_event, on.instrument[0]);
}

static const uint8_t garbage[] = {0xff, 0xf7, 0x12, 0x80, 0x90, 0xf0, 0xfe, 0xb0, 0xc5, 0xf7};

static void bad_urto_instrument_midi(void)
{
    urto_instrument_midi(NULL, 0, garbage, sizeof garbage);
    urto_instrument_midi(on.instrument[0], 0, NULL, 3);
    urto_instrument_midi(on.instrument[0], 0, garbage, 0);
    expect_twins("no bytes");
    urto_instrument_midi(on.instrument[0], UINT32_MAX, garbage, sizeof garbage);
}

static void bad_urto_instrument_get(void)
{
    GIVES_NOTHING(urto_instrument_get(NULL, 0));
    GIVES_NOTHING(urto_instrument_get(on.instrument[0], UINT32_MAX));
    GIVES_NOTHING(urto_instrument_get(on.instrument[0], on.mallet->parameter_count));
}

static void bad_urto_instrument_set(void)
{
    uint32_t parameter = 0;
    double value = 0.5;
    REFUSED(urto_instrument_set(NULL, parameter, value, why));
    BAD_COUNTS_IN(REFUSED(urto_instrument_set(on.instrument[0], parameter, value, why)),
                  &parameter);
    for (; parameter < on.mallet->parameter_count; parameter++) {
        CLAMPED(urto_instrument_set(on.instrument[0], parameter, value, why), value);
    }
}

static void bad_urto_instrument_load_preset(void)
{
    REFUSED(urto_instrument_load_preset(NULL, 0, why));
    REFUSED(urto_instrument_load_preset(on.instrument[0], UINT32_MAX, why));
    REFUSED(urto_instrument_load_preset(on.instrument[0], on.mallet->preset_count, why));
}

static void bad_urto_instrument_apply_preset(void)
{
    REFUSED(urto_instrument_apply_preset(NULL, &on.mallet->presets[0], why));
    REFUSED(urto_instrument_apply_preset(on.instrument[0], NULL, why));
}

static void bad_urto_instrument_mpe(void)
{
    GIVES_NOTHING(urto_instrument_mpe(NULL));
}

static void bad_urto_instrument_rings(void)
{
    GIVES_NOTHING(urto_instrument_rings(NULL));
}

static void bad_urto_instrument_set_mpe(void)
{
    urto_instrument_set_mpe(NULL, true);
}

static void bad_urto_instrument_notes(void)
{
    uint32_t notes[4];
    UNTOUCH(notes);
    GIVES_NOTHING(urto_instrument_notes(NULL, notes, 4));
    ck_assert_uint_eq(urto_instrument_notes(on.instrument[0], notes, 0), 1);
    ck_assert_uint_eq(urto_instrument_notes(on.instrument[0], NULL, UINT32_MAX), 1);
    expect_untouched("notes", notes, sizeof notes);
}

static void bad_urto_instrument_reset(void)
{
    urto_instrument_reset(NULL);
}

static void bad_urto_instrument_set_pool(void)
{
    urto_instrument_set_pool(NULL, NULL);
    urto_instrument_set_pool(on.instrument[0], NULL);
}

/* Nothing is written where there is nothing, or no room. */
#define BAD_SAVE(save, from)                                                                       \
    do {                                                                                           \
        char text[16];                                                                             \
        UNTOUCH(text);                                                                             \
        GIVES_NOTHING(save(NULL, NULL, 0));                                                        \
        save(NULL, text + 1, 0);                                                                   \
        ck_assert_uint_gt(save(from, NULL, 0), 8);                                                 \
        ck_assert_uint_gt(save(from, NULL, SIZE_MAX), 8);                                          \
        ck_assert_uint_gt(save(from, text + 1, 0), 8);                                             \
        expect_untouched("no room", text, sizeof text);                                            \
        ck_assert_uint_gt(save(from, text, 8), 8);                                                 \
        expect_untouched("little room", text + 8, sizeof text - 8);                                \
    } while (0)

static void bad_urto_instrument_save(void)
{
    BAD_SAVE(urto_instrument_save, on.instrument[0]);
}

/* Texts that nobody saved, and one of another kind. */
#define BAD_RESTORE(restore, to, save, other)                                                      \
    do {                                                                                           \
        char foreign[8192];                                                                        \
        const char *text = foreign;                                                                \
        save(other, foreign, sizeof foreign);                                                      \
        REFUSED(restore(NULL, text, why));                                                         \
        REFUSED(restore(to, text, why));                                                           \
        BAD_NAMES_IN(REFUSED(restore(to, text, why)), text);                                       \
    } while (0)

static void bad_urto_instrument_restore(void)
{
    BAD_RESTORE(urto_instrument_restore, on.instrument[0], urto_bump_save, on.bump[0]);
}

static void bad_urto_instrument_statistics(void)
{
    GIVES_NOTHING(urto_instrument_statistics(NULL).notes);
}

static void bad_urto_instrument_ledger(void)
{
    GIVES_NOTHING(urto_instrument_ledger(NULL).stored != 0.0);
}

/* ---- bump.h ----------------------------------------------------------------------------------- */

static void bad_urto_bump_create(void)
{
    UrtoBump *made = on.bump[0];
    UrtoBumpOptions options = {.channels = 1};
    UrtoWorldDef *def = NULL, *other = NULL, *gone = NULL;
    const UrtoBarDef bar = urto_bar_def();
    const UrtoMassDef mass = urto_mass_def();
    double rate = 44100.0;
    REFUSED(urto_bump_create(NULL, rate, &options, why));
    BAD_NUMBERS_IN(REFUSED_TO_MAKE(made, urto_bump_create(&made, rate, &options, why)), &rate);
    BAD_COUNTS_IN(REFUSED_TO_MAKE(made, urto_bump_create(&made, rate, &options, why)),
                  &options.channels);
    KIT_OK(urto_world_def_create(&def, NULL));
    KIT_OK(urto_world_def_create(&other, NULL));
    KIT_OK(urto_world_def_create(&gone, NULL));
    options.resonator_def = def;
    REFUSED_TO_MAKE(made, urto_bump_create(&made, rate, &options, why)); /* which body? */
    const UrtoBody good = urto_world_def_bar(def, &bar);
    const UrtoBody bad[] = {{UINT32_MAX, good.tag},
                            {good.id, UINT32_MAX},
                            urto_world_def_mass(def, &mass), /* it has no pitch */
                            urto_world_def_bar(other, &bar),
                            urto_world_def_bar(gone, &bar)};
    urto_world_def_destroy(gone);
    for (size_t i = 0; i < COUNT(bad); i++) {
        options.resonator = bad[i];
        REFUSED_TO_MAKE(made, urto_bump_create(&made, rate, &options, why));
    }
    urto_world_def_destroy(def);
    urto_world_def_destroy(other);
}

static void bad_urto_bump_destroy(void)
{
    urto_bump_destroy(NULL);
}

/* Samples that are no numbers, and arrays that are not there; `process(object, in, out, n)`. */
#define BAD_SAMPLES(process, one)                                                                  \
    do {                                                                                           \
        static const float samples[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f};                  \
        float in[FRAMES] = {0.0f}, out[2][FRAMES];                                                 \
        UNTOUCH(out);                                                                              \
        process(NULL, (const float *[]){in, in}, (float *[]){out[0], out[1]}, FRAMES);             \
        process(one, (const float *[]){in, in}, (float *[]){out[0], out[1]}, 0);                   \
        expect_untouched("process", out, sizeof out);                                              \
        expect_twins("process");                                                                   \
        on.changed = true;                                                                         \
        for (size_t i = 0; i < COUNT(samples); i++) {                                              \
            in[3] = samples[i];                                                                    \
            process(one, (const float *[]){in, in}, (float *[]){out[0], out[1]}, FRAMES);          \
            for (int n = 0; n < 2 * FRAMES; n++) {                                                 \
                expect_finite("process", (double)out[n / FRAMES][n % FRAMES]);                     \
            }                                                                                      \
        }                                                                                          \
        process(one, NULL, (float *[]){out[0], NULL}, FRAMES);                                     \
        process(one, (const float *[]){NULL, in}, NULL, FRAMES);                                   \
    } while (0)

static void bad_urto_bump_process(void)
{
    BAD_SAMPLES(urto_bump_process, on.bump[0]);
    ck_assert_uint_eq(urto_bump_statistics(on.bump[0]).nonfinite, 0);
}

static void bad_urto_bump_get(void)
{
    GIVES_NOTHING(urto_bump_get(NULL, 0));
    GIVES_NOTHING(urto_bump_get(on.bump[0], UINT32_MAX));
    GIVES_NOTHING(urto_bump_get(on.bump[0], urto_bump_info()->parameter_count));
}

static void bad_urto_bump_set(void)
{
    uint32_t parameter = 0;
    double value = 0.5;
    REFUSED(urto_bump_set(NULL, parameter, value, why));
    BAD_COUNTS_IN(REFUSED(urto_bump_set(on.bump[0], parameter, value, why)), &parameter);
    for (; parameter < urto_bump_info()->parameter_count; parameter++) {
        CLAMPED(urto_bump_set(on.bump[0], parameter, value, why), value);
    }
}

static void bad_urto_bump_load_preset(void)
{
    REFUSED(urto_bump_load_preset(NULL, 0, why));
    REFUSED(urto_bump_load_preset(on.bump[0], UINT32_MAX, why));
    REFUSED(urto_bump_load_preset(on.bump[0], urto_bump_info()->preset_count, why));
}

static void bad_urto_bump_apply_preset(void)
{
    REFUSED(urto_bump_apply_preset(NULL, &urto_bump_info()->presets[0], why));
    REFUSED(urto_bump_apply_preset(on.bump[0], NULL, why));
}

static void bad_urto_bump_reset(void)
{
    urto_bump_reset(NULL);
}

static void bad_urto_bump_save(void)
{
    BAD_SAVE(urto_bump_save, on.bump[0]);
}

static void bad_urto_bump_restore(void)
{
    BAD_RESTORE(urto_bump_restore, on.bump[0], urto_instrument_save, on.instrument[0]);
}

static void bad_urto_bump_sounds(void)
{
    GIVES_NOTHING(urto_bump_sounds(NULL));
}

static void bad_urto_bump_statistics(void)
{
    GIVES_NOTHING(urto_bump_statistics(NULL).limited);
}

static void bad_urto_bump_ledger(void)
{
    GIVES_NOTHING(urto_bump_ledger(NULL).stored != 0.0);
}

/* ---- instrument_kind.h, scene_instrument.h ----------------------------------------------------- */

static const char scene_text[] =
    "bodies: {bar: {type: bar, pitch: C4, modes: 4}}\n"
    "probes: [{hear: bar@0.1}]\n"
    "play: {tune: bar, strokes: [{do: strike, at: bar@0.3}], voices: 2}\n";

static void bad_urto_instrument_create_kind(void)
{
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoInstrument *made = NULL;
    UrtoMassDef mass = urto_mass_def();
    KIT_OK(urto_world_def_create(&def, NULL));
    UrtoProbeDef probe =
        urto_probe_def(urto_world_def_port_at(def, urto_world_def_mass(def, &mass), 0.0, 0.0));
    urto_world_def_probe(def, &probe);
    KIT_OK(urto_world_create(&world, def, 44100.0, NULL));
    UrtoInstrumentKind kind = {.info = {.id = "mine",
                                        .name = "Mine",
                                        .description = "Mine.",
                                        .lowest_key = 0,
                                        .highest_key = 127},
                               .world = world,
                               .rate = 44100.0,
                               .gain = 1.0,
                               .channels = 1};
    KIT_OK(urto_instrument_create_kind(&made, &kind, NULL, NULL));
    float out[2][FRAMES];
    const UrtoEvent note = urto_note_on(60, 0.5);
    KIT_OK(urto_instrument_event(made, &note, NULL));
    urto_instrument_process(made, (float *[]){out[0], out[1]}, FRAMES);
    urto_instrument_destroy(made);
    REFUSED(urto_instrument_create_kind(NULL, &kind, NULL, why));
    REFUSED(urto_instrument_create_kind(&made, NULL, NULL, why));
    BAD_NUMBERS_IN(REFUSED(urto_instrument_create_kind(&made, &kind, NULL, why)), &kind.rate);
    kind.gain = NAN;
    REFUSED(urto_instrument_create_kind(&made, &kind, NULL, why));
    kind.gain = 1.0;
    BAD_COUNTS_IN(REFUSED(urto_instrument_create_kind(&made, &kind, NULL, why)), &kind.channels,
                  &kind.inputs, &kind.target_count, &kind.info.parameter_count);
    kind.info.lowest_key = 90;
    kind.info.highest_key = 20;
    REFUSED(urto_instrument_create_kind(&made, &kind, NULL, why));
    kind.info.lowest_key = 0;
    kind.world = NULL;
    REFUSED(urto_instrument_create_kind(&made, &kind, NULL, why));
    ck_assert_ptr_null(made);
    urto_world_destroy(world);
    urto_world_def_destroy(def);
}

static void bad_urto_voice_move(void)
{
    urto_voice_move(NULL, 0, 1.0, 0);
    urto_voice_move(&(UrtoVoice){.slots = NULL}, 0, 1.0, 0);
}

static void bad_urto_voice_move_from(void)
{
    urto_voice_move_from(NULL, 0, 0.0, 1.0, 0);
    urto_voice_move_from(&(UrtoVoice){.slots = NULL}, 0, 0.0, 1.0, 0);
}

static void bad_urto_instrument_follow(void)
{
    urto_instrument_follow(NULL, on.instrument[0]);
    urto_instrument_follow(on.instrument[0], NULL);
}

static void bad_urto_scene_plays(void)
{
    GIVES_NOTHING(urto_scene_plays(NULL));
}

static void bad_urto_scene_instrument_create(void)
{
    UrtoScene *scene = NULL;
    UrtoInstrument *made = NULL;
    double rate = 44100.0;
    KIT_OK(urto_scene_load(&scene, scene_text, strlen(scene_text), NULL, 0));
    REFUSED(urto_scene_instrument_create(NULL, scene, rate, NULL, why));
    REFUSED(urto_scene_instrument_create(&made, NULL, rate, NULL, why));
    BAD_NUMBERS_IN(REFUSED(urto_scene_instrument_create(&made, scene, rate, NULL, why)), &rate);
    UrtoInstrumentOptions options = {.voices = 0};
    BAD_COUNTS_IN(REFUSED(urto_scene_instrument_create(&made, scene, rate, &options, why)),
                  &options.voices);
    ck_assert_ptr_null(made);
    urto_scene_destroy(scene);
}

static void bad_urto_scene_instrument_read(void)
{
    UrtoInstrument *made = NULL;
    double rate = 44100.0;
    REFUSED(urto_scene_instrument_read(NULL, scene_text, strlen(scene_text), rate, NULL, why));
    REFUSED(urto_scene_instrument_read(&made, NULL, 0, rate, NULL, why));
    REFUSED(urto_scene_instrument_read(&made, "x", 1, rate, NULL, why));
    BAD_NUMBERS_IN(
        REFUSED(urto_scene_instrument_read(&made, scene_text, strlen(scene_text), rate, NULL, why)),
        &rate);
}

static void bad_urto_plugin_set_reader(void)
{
    urto_plugin_set_reader(NULL);
}

static void bad_urto_plugin_reads(void)
{
    GIVES_NOTHING(urto_plugin_reads(NULL));
    GIVES_NOTHING(urto_plugin_reads(&on.plugin));
}

static void bad_urto_plugin_read(void)
{
    UrtoPluginText *made = NULL;
    REFUSED(urto_plugin_read(NULL, on.player[0], scene_text, strlen(scene_text), why));
    REFUSED(urto_plugin_read(&made, NULL, scene_text, strlen(scene_text), why));
    REFUSED(urto_plugin_read(&made, on.player[0], scene_text, strlen(scene_text), why));
    ck_assert_ptr_null(made);
}

static void bad_urto_plugin_exchange(void)
{
    GIVES_NOTHING(urto_plugin_exchange(NULL, NULL));
    GIVES_NOTHING(urto_plugin_exchange(on.player[0], NULL));
}

static void bad_urto_plugin_text_destroy(void)
{
    urto_plugin_text_destroy(NULL);
}

static void bad_urto_plugin_text(void)
{
    GIVES_NOTHING(urto_plugin_text(NULL)[0]);
    GIVES_NOTHING(urto_plugin_text(on.player[0])[0]);
}

static void bad_urto_plugin_meaning(void)
{
    GIVES_NOTHING(urto_plugin_meaning(NULL, 0));
    GIVES_NOTHING(urto_plugin_meaning(on.player[0], UINT32_MAX));
}

/* ---- plugin.h --------------------------------------------------------------------------------- */

static void bad_urto_plugin_info(void)
{
    GIVES_NOTHING(urto_plugin_info(urto_plugin_count()).id);
    GIVES_NOTHING(urto_plugin_info(UINT32_MAX).id);
}

static void bad_urto_plugin_find(void)
{
    const char *id = NULL;
    BAD_NAMES_IN(GIVES_NONE(urto_plugin_find(id)), id);
}

static const UrtoPluginInfo no_plugin; /* as beyond the end of the list */

static void bad_urto_plugin_parameter(void)
{
    GIVES_NOTHING(urto_plugin_parameter(NULL, 0));
    GIVES_NOTHING(urto_plugin_parameter(&no_plugin, 0));
    GIVES_NOTHING(urto_plugin_parameter(&on.plugin, UINT32_MAX));
    GIVES_NOTHING(urto_plugin_parameter(&on.plugin, on.plugin.parameter_count));
}

static void bad_urto_plugin_parameter_find(void)
{
    const char *id = NULL;
    GIVES_NONE(urto_plugin_parameter_find(NULL, "mpe"));
    GIVES_NONE(urto_plugin_parameter_find(&no_plugin, "mpe"));
    BAD_NAMES_IN(GIVES_NONE(urto_plugin_parameter_find(&on.plugin, id)), id);
}

static void bad_urto_plugin_preset_find(void)
{
    const char *name = NULL;
    GIVES_NONE(urto_plugin_preset_find(NULL, "bar"));
    GIVES_NONE(urto_plugin_preset_find(&no_plugin, "bar"));
    BAD_NAMES_IN(GIVES_NONE(urto_plugin_preset_find(&on.plugin, name)), name);
}

static void bad_urto_plugin_default(void)
{
    GIVES_NOTHING(urto_plugin_default(NULL, 0));
    GIVES_NOTHING(urto_plugin_default(&no_plugin, 0));
    GIVES_NOTHING(urto_plugin_default(&on.plugin, UINT32_MAX));
}

static void bad_urto_plugin_options(void)
{
    UrtoPlugin *made = on.player[0];
    UrtoPluginOptions options;
    double rate = 44100.0;
    BAD_NUMBERS_IN(options = urto_plugin_options(rate);
                   REFUSED_TO_MAKE(made, urto_plugin_create(&made, "mallet", &options, why)),
                   &rate);
}

static void bad_urto_plugin_create(void)
{
    UrtoPlugin *made = on.player[0];
    UrtoPluginOptions options = urto_plugin_options(44100.0);
    const char *id = "mallet";
    REFUSED(urto_plugin_create(NULL, id, &options, why));
    REFUSED_TO_MAKE(made, urto_plugin_create(&made, id, NULL, why));
    BAD_NUMBERS_IN(REFUSED_TO_MAKE(made, urto_plugin_create(&made, "mallet", &options, why));
                   REFUSED_TO_MAKE(made, urto_plugin_create(&made, "bump", &options, why)),
                   &options.rate);
    BAD_COUNTS_IN(REFUSED_TO_MAKE(made, urto_plugin_create(&made, "mallet", &options, why)),
                  &options.voices);
    BAD_COUNTS_IN(REFUSED_TO_MAKE(made, urto_plugin_create(&made, "bump", &options, why)),
                  &options.channels);
    BAD_NAMES_IN(REFUSED_TO_MAKE(made, urto_plugin_create(&made, id, &options, why)), id);
}

static void bad_urto_plugin_destroy(void)
{
    urto_plugin_destroy(NULL);
}

static void bad_urto_plugin_info_of(void)
{
    GIVES_NOTHING(urto_plugin_info_of(NULL));
}

static void bad_urto_plugin_process(void)
{
    BAD_SAMPLES(urto_plugin_process, on.effect[0]);
    BAD_SAMPLES(urto_plugin_process, on.player[0]);
}

static void bad_urto_plugin_set(void)
{
    uint32_t parameter = 0;
    double value = 0.5;
    REFUSED(urto_plugin_set(NULL, 0, parameter, value, why));
    BAD_COUNTS_IN(REFUSED(urto_plugin_set(on.player[0], 0, parameter, value, why));
                  REFUSED(urto_plugin_set(on.effect[0], 0, parameter, value, why)), &parameter);
    for (; parameter < urto_bump_info()->parameter_count; parameter++) {
        CLAMPED(urto_plugin_set(on.effect[0], 0, parameter, value, why), value);
    }
    for (parameter = 0; parameter < on.plugin.parameter_count; parameter++) {
        CLAMPED(urto_plugin_set(on.player[0], 0, parameter, value, why), value);
    }
    KIT_OK(urto_plugin_set(on.player[0], UINT32_MAX, 0, value, NULL)); /* a day from now */
    KIT_OK(urto_plugin_set(on.effect[0], UINT32_MAX, 0, value, NULL));
}

static void bad_urto_plugin_set_now(void)
{
    uint32_t parameter = 0;
    double value = 0.5;
    REFUSED(urto_plugin_set_now(NULL, parameter, value, why));
    BAD_COUNTS_IN(REFUSED(urto_plugin_set_now(on.player[0], parameter, value, why));
                  REFUSED(urto_plugin_set_now(on.effect[0], parameter, value, why)), &parameter);
    for (; parameter < on.plugin.parameter_count; parameter++) {
        CLAMPED(urto_plugin_set_now(on.player[0], parameter, value, why), value);
    }
}

static void bad_urto_plugin_get(void)
{
    GIVES_NOTHING(urto_plugin_get(NULL, 0));
    GIVES_NOTHING(urto_plugin_get(on.player[0], UINT32_MAX));
    GIVES_NOTHING(urto_plugin_get(on.effect[0], UINT32_MAX));
    GIVES_NOTHING(urto_plugin_get(on.player[0], on.plugin.parameter_count));
}

static void bad_urto_plugin_load_preset(void)
{
    REFUSED(urto_plugin_load_preset(NULL, 0, why));
    REFUSED(urto_plugin_load_preset(on.player[0], UINT32_MAX, why));
    REFUSED(urto_plugin_load_preset(on.effect[0], UINT32_MAX, why));
}

static void bad_urto_plugin_event(void)
{
    const UrtoEvent note = urto_note_on(60, 0.5);
    REFUSED(urto_plugin_event(on.effect[0], &note, why)); /* an effect has no notes */
    REFUSED(urto_plugin_event(on.effect[0], NULL, why));
    BAD_EVENTS(urto_plugin_event, on.player[0]);
}

static void bad_urto_plugin_midi(void)
{
    urto_plugin_midi(NULL, 0, garbage, sizeof garbage);
    urto_plugin_midi(on.player[0], 0, NULL, 3);
    urto_plugin_midi(on.effect[0], 0, NULL, 3);
    urto_plugin_midi(on.effect[0], 0, garbage, sizeof garbage);
    urto_plugin_midi(on.player[0], UINT32_MAX, garbage, sizeof garbage);
}

static void bad_urto_plugin_reset(void)
{
    urto_plugin_reset(NULL);
}

static void bad_urto_plugin_notes(void)
{
    uint32_t notes[4];
    UNTOUCH(notes);
    GIVES_NOTHING(urto_plugin_notes(NULL, notes, 4));
    GIVES_NOTHING(urto_plugin_notes(on.effect[0], notes, 4));
    ck_assert_uint_eq(urto_plugin_notes(on.player[0], NULL, UINT32_MAX), 1);
    expect_untouched("notes", notes, sizeof notes);
}

static void bad_urto_plugin_sounds(void)
{
    GIVES_NOTHING(urto_plugin_sounds(NULL));
}

static void bad_urto_plugin_save(void)
{
    BAD_SAVE(urto_plugin_save, on.player[0]);
    BAD_SAVE(urto_plugin_save, on.effect[0]);
}

static void bad_urto_plugin_restore(void)
{
    BAD_RESTORE(urto_plugin_restore, on.player[0], urto_plugin_save, on.effect[0]);
    BAD_RESTORE(urto_plugin_restore, on.effect[0], urto_plugin_save, on.player[0]);
}

static void bad_urto_plugin_restore_bytes(void)
{
    const char *text = NULL;
    REFUSED(urto_plugin_restore_bytes(NULL, garbage, sizeof garbage, why));
    REFUSED(urto_plugin_restore_bytes(on.player[0], garbage, sizeof garbage, why));
    REFUSED(urto_plugin_restore_bytes(on.player[0], garbage, SIZE_MAX, why));
    REFUSED(urto_plugin_restore_bytes(on.effect[0], NULL, 10, why));
    BAD_NAMES_IN(
        REFUSED(urto_plugin_restore_bytes(on.player[0], text, text ? strlen(text) : 0, why)), text);
}

static void bad_urto_plugin_save_text(void)
{
    GIVES_NOTHING(urto_plugin_save_text(NULL));
}

static const Row rows[] = {
    /* parameter.h */
    ROW_TAKES_HUGE(urto_parameter_value, "huge values are clamped"),
    ROW_TAKES_HUGE(urto_parameter_normalize, "huge values are clamped"),
    ROW_TAKES_HUGE(urto_parameter_clamp, "huge values are clamped"),
    ROW(urto_parameter_read),
    ROW(urto_parameter_write),
    ROW(urto_preset_value),
    /* unit.h */
    ROW(urto_unit_at),
    ROW(urto_unit_find),
    ROW(urto_dimension_name),
    ROW(urto_dimension_unit),
    ROW(urto_read_quantity),
    ROW(urto_read_pitch),
    /* pool.h */
    /* pool.h */
    ROW(urto_pool_create),
    ROW(urto_pool_destroy),
    ROW(urto_pool_helpers),
    ROW(urto_pool_run),
    /* instrument.h */
    ROW_TAKES_NOTHING(urto_instrument_count),
    ROW(urto_instrument_info),
    ROW(urto_instrument_find),
    ROW(urto_instrument_parameter_find),
    ROW(urto_instrument_preset_find),
    ROW_TAKES_NOTHING(urto_instrument_options),
    ROW(urto_instrument_create),
    ROW(urto_instrument_destroy),
    ROW(urto_instrument_info_of),
    ROW(urto_instrument_process),
    ROW(urto_note_on),
    ROW(urto_note_off),
    ROW_TAKES_HUGE(urto_instrument_event, "huge values are clamped"),
    ROW(urto_instrument_midi),
    ROW(urto_instrument_get),
    ROW_TAKES_HUGE(urto_instrument_set, "huge values are clamped"),
    ROW(urto_instrument_load_preset),
    ROW(urto_instrument_apply_preset),
    ROW(urto_instrument_mpe),
    ROW(urto_instrument_rings),
    ROW(urto_instrument_set_mpe),
    ROW(urto_instrument_notes),
    ROW(urto_instrument_reset),
    ROW(urto_instrument_set_pool),
    ROW(urto_instrument_save),
    ROW(urto_instrument_restore),
    ROW(urto_instrument_statistics),
    ROW(urto_instrument_ledger),
    /* bump.h */
    ROW_TAKES_NOTHING(urto_bump_info),
    ROW(urto_bump_create),
    ROW(urto_bump_destroy),
    ROW_TAKES_HUGE(urto_bump_process, "samples are limited"),
    ROW(urto_bump_get),
    ROW_TAKES_HUGE(urto_bump_set, "huge values are clamped"),
    ROW(urto_bump_load_preset),
    ROW(urto_bump_apply_preset),
    ROW(urto_bump_reset),
    ROW(urto_bump_save),
    ROW(urto_bump_restore),
    ROW(urto_bump_sounds),
    ROW(urto_bump_statistics),
    ROW(urto_bump_ledger),
    /* plugin.h */
    ROW_TAKES_NOTHING(urto_plugin_count),
    ROW(urto_plugin_info),
    ROW(urto_plugin_find),
    ROW(urto_plugin_parameter),
    ROW(urto_plugin_parameter_find),
    ROW(urto_plugin_preset_find),
    ROW(urto_plugin_default),
    ROW(urto_plugin_options),
    ROW(urto_plugin_create),
    ROW(urto_plugin_destroy),
    ROW(urto_plugin_info_of),
    ROW_TAKES_HUGE(urto_plugin_process, "samples are limited"),
    ROW_TAKES_HUGE(urto_plugin_set, "huge values are clamped"),
    ROW_TAKES_HUGE(urto_plugin_set_now, "huge values are clamped"),
    ROW(urto_plugin_get),
    ROW(urto_plugin_load_preset),
    ROW_TAKES_HUGE(urto_plugin_event, "huge values are clamped"),
    ROW(urto_plugin_midi),
    ROW(urto_plugin_reset),
    ROW(urto_plugin_notes),
    ROW(urto_plugin_sounds),
    ROW(urto_plugin_save),
    ROW(urto_plugin_restore),
    ROW(urto_plugin_restore_bytes),
    ROW(urto_plugin_save_text),
    ROW(urto_plugin_set_reader),
    ROW(urto_plugin_reads),
    ROW(urto_plugin_read),
    ROW(urto_plugin_exchange),
    ROW(urto_plugin_text_destroy),
    ROW(urto_plugin_text),
    ROW(urto_plugin_meaning),
    /* instrument_kind.h */
    ROW(urto_instrument_create_kind),
    ROW(urto_voice_move),
    ROW(urto_voice_move_from),
    ROW(urto_instrument_follow),
    /* scene_instrument.h */
    ROW(urto_scene_plays),
    ROW(urto_scene_instrument_create),
    ROW(urto_scene_instrument_read),
    ROW_TAKES_NOTHING(urto_scene_plugin_add),
    /* user_presets.h */
    ROW(urto_user_presets_folder),
    ROW(urto_user_presets_read),
    ROW(urto_user_presets_destroy),
    ROW(urto_user_presets_count),
    ROW(urto_user_presets_at),
    ROW(urto_user_presets_find),
    ROW(urto_user_presets_problem),
    ROW(urto_user_presets_save),
};

int main(int argc, char **argv)
{
    return TABLE_RUN(argc, argv, rows, set_the_stage, check_the_stage);
}
