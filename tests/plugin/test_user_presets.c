/* Presets in files, and values with units: what is written comes back, what is wrong is named by file
 * and line and skipped. */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/suite.h"

#include <urto/user_presets.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static UrtoPluginInfo mallet;

static void set_up(void)
{
    char path[100];

    snprintf(folder, sizeof folder, "user-presets-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/mallet", folder);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    mallet = urto_plugin_info(urto_plugin_find("mallet"));
}

static void tear_down(void)
{
    char command[100];

    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0); /* NOLINT(cert-env33-c) */
}

static void put_file(const char *name, const char *text)
{
    char path[200];

    snprintf(path, sizeof path, "%s/mallet/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static UrtoUserPresets *read_all(void)
{
    UrtoUserPresets *presets = NULL;

    ck_assert_int_eq(urto_user_presets_read(&presets, &mallet, folder, NULL), URTO_OK);
    return presets;
}

static double value_of(const UrtoPreset *preset, const char *id)
{
    return urto_preset_value(preset, urto_plugin_parameter(&mallet, 0),
                             urto_plugin_parameter_find(&mallet, id));
}

START_TEST(a_file_is_read)
{
    set_up();
    put_file("night-bells.txt", "# far away\n\n  urto-preset 1\r\ninstrument=mallet\n"
                                "name = Night bells\ndescription = Glass = far away.\n"
                                "body = glass\ndecay=12000 ms\nlevel = -6 dB\n");
    put_file("bare.txt", "urto-preset 1\ninstrument = mallet");
    put_file("notes.md", "no preset");
    UrtoUserPresets *presets = read_all();
    ck_assert_uint_eq(urto_user_presets_count(presets), 2);
    ck_assert_ptr_null(urto_user_presets_problem(presets, 0));
    const UrtoPreset *bells = urto_user_presets_find(presets, "night-bells");
    ck_assert_ptr_eq(bells, urto_user_presets_at(presets, 1));
    ck_assert_str_eq(bells->name, "Night bells");
    ck_assert_str_eq(bells->description, "Glass = far away.");
    ck_assert_double_eq(value_of(bells, "decay"), 12.0);
    ck_assert_double_eq(value_of(bells, "level"), -6.0);
    ck_assert_double_eq(value_of(bells, "body"), 4.0);
    /* the rest is as in a new one */
    const UrtoPreset *bare = urto_user_presets_at(presets, 0);
    ck_assert_str_eq(bare->name, "bare");
    for (uint32_t i = 0; i < mallet.table_count; i++) {
        ck_assert_double_eq(urto_preset_value(bare, urto_plugin_parameter(&mallet, 0), i),
                            urto_plugin_default(&mallet, i));
    }
    urto_user_presets_destroy(presets);
    tear_down();
}
END_TEST

/* Each is wrong in one way; the message ends like this, and a good file beside them is read. */
START_TEST(wrong_files_are_named_and_skipped)
{
    static const struct {
        const char *text, *problem;
    } wrong[] = {
        {"", ":0: no preset of urto: the first line must be \"urto-preset 1\""},
        {"hello\n", ":1: no preset of urto: the first line must be \"urto-preset 1\""},
        {"urto-preset x\n", ":1: no preset of urto: the first line must be \"urto-preset 1\""},
        {"urto-preset 2\nmagic\n", ":1: made by a newer urto: version 2, must be 1"},
        {"urto-preset 1\nname = X\n", ":2: no line \"instrument = mallet\""},
        {"urto-preset 1\ninstrument = snare\n",
         ":2: instrument is \"snare\", must be mallet, as the folder says"},
        {"urto-preset 1\ninstrument = mallet\n\ngarbage\n",
         ":4: \"garbage\", must be parameter = value"},
        {"urto-preset 1\ninstrument = mallet\ngap = 1\n",
         ":3: mallet has no parameter \"gap\", see urto instruments mallet"},
        {"urto-preset 1\ninstrument = mallet\nmpe = on\n",
         ":3: mallet has no parameter \"mpe\", see urto instruments mallet"},
        {"urto-preset 1\ninstrument = mallet\ndecay = 3 m\n",
         ":3: decay is \"3 m\": m is the unit of a length, must be a time in s, ms, us, min"},
        {"urto-preset 1\ninstrument = mallet\ndecay = 1e9\n",
         ":3: decay is \"1e9\", must be 0.05 to 60 s"},
        {"urto-preset 1\ninstrument = mallet\ndecay = 1\ndecay = 2\n", ":4: decay is given twice"},
        {"urto-preset 1\ninstrument = mallet\nname = a\x1b[2J\n",
         ":3: name must be 1 to 79 characters without control characters"},
    };

    set_up();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        put_file("wrong.txt", wrong[i].text);
        put_file("good.txt", "urto-preset 1\ninstrument = mallet\n");
        UrtoUserPresets *presets = read_all();
        char expected[300];
        snprintf(expected, sizeof expected, "%s/mallet/wrong.txt%s", folder,
                 i == 0 ? strchr(wrong[i].problem + 1, ':') : wrong[i].problem);
        ck_assert_str_eq(urto_user_presets_problem(presets, 0), expected);
        ck_assert_ptr_null(urto_user_presets_problem(presets, 1));
        ck_assert_uint_eq(urto_user_presets_count(presets), 1);
        ck_assert_str_eq(urto_user_presets_at(presets, 0)->id, "good");
        urto_user_presets_destroy(presets);
    }
    /* names of files */
    put_file("wrong.txt", "urto-preset 1\ninstrument = mallet\n");
    put_file("marimba.txt", "urto-preset 1\ninstrument = mallet\n");
    put_file("Night Bells.txt", "urto-preset 1\ninstrument = mallet\n");
    UrtoUserPresets *presets = read_all();
    ck_assert_uint_eq(urto_user_presets_count(presets), 2);
    ck_assert_ptr_nonnull(strstr(urto_user_presets_problem(presets, 0), "name of the file"));
    ck_assert_ptr_nonnull(
        strstr(urto_user_presets_problem(presets, 1), "a preset marimba that ships"));
    urto_user_presets_destroy(presets);
    /* what is no file: a pipe would never end */
    char path[300];
    snprintf(path, sizeof path, "%s/mallet/pipe.txt", folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    presets = read_all();
    ck_assert_uint_eq(urto_user_presets_count(presets), 2);
    ck_assert_ptr_nonnull(
        strstr(urto_user_presets_problem(presets, 2), "pipe.txt: no regular file"));
    urto_user_presets_destroy(presets);
    ck_assert_int_eq(remove(path), 0);
    /* more than are read */
    for (int i = 0; i < 4100; i++) {
        char name[40];
        snprintf(name, sizeof name, "many-%d.txt", i);
        put_file(name, "urto-preset 1\ninstrument = mallet\n");
    }
    presets = read_all();
    bool told = false;
    for (uint32_t i = 0; urto_user_presets_problem(presets, i); i++) {
        told =
            told || strstr(urto_user_presets_problem(presets, i), "/mallet: more than 4096 files");
    }
    ck_assert(told);
    urto_user_presets_destroy(presets);
    tear_down();
}
END_TEST

/* Every value of every preset that ships comes back from a file to the last bit. */
START_TEST(what_is_saved_comes_back)
{
    set_up();
    for (uint32_t p = 0; p < urto_plugin_count(); p++) {
        const UrtoPluginInfo info = urto_plugin_info(p);
        const UrtoParameterInfo *table = urto_plugin_parameter(&info, 0);
        for (uint32_t i = 0; i < info.preset_count; i++) {
            UrtoPreset own = info.presets[i];
            UrtoUserPresets *presets = NULL;
            char path[200];
            own.id = "own-1";
            ck_assert_int_eq(
                urto_user_presets_save(&info, folder, &own, i > 0, path, sizeof path, NULL),
                URTO_OK);
            ck_assert_ptr_nonnull(strstr(path, "/own-1.txt"));
            ck_assert_int_eq(urto_user_presets_read(&presets, &info, folder, NULL), URTO_OK);
            ck_assert_ptr_null(urto_user_presets_problem(presets, 0));
            const UrtoPreset *back = urto_user_presets_find(presets, "own-1");
            ck_assert_str_eq(back->name, own.name);
            ck_assert_str_eq(back->description, own.description);
            for (uint32_t v = 0; v < info.table_count; v++) {
                ck_assert_double_eq(urto_preset_value(back, table, v),
                                    urto_preset_value(&own, table, v));
            }
            urto_user_presets_destroy(presets);
        }
    }
    /* one that is there stays */
    UrtoPreset own = mallet.presets[0];
    UrtoDiagnostic why = {0};
    own.id = "own-1";
    ck_assert_int_eq(urto_user_presets_save(&mallet, folder, &own, false, NULL, 0, &why),
                     URTO_ERROR_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(why.message, "mallet/own-1.txt is there already"));
    tear_down();
}
END_TEST

START_TEST(numbers_are_written_as_people_do)
{
    const UrtoInstrumentInfo *info = urto_instrument_find("mallet");
    const UrtoParameterInfo *table = info->parameters;
    char text[40];

    for (uint32_t i = 0; i < info->parameter_count; i++) {
        ck_assert_int_gt(urto_parameter_write(&table[i], table[i].default_value, text, sizeof text),
                         0);
        ck_assert_msg(!strstr(text, "e+"), "%s is %s", table[i].id, text);
    }
    const UrtoParameterInfo pitch = {.id = "x", .unit = "Hz", .maximum = 1e9};
    urto_parameter_write(&pitch, 440.0, text, sizeof text);
    ck_assert_str_eq(text, "440 Hz");
    urto_parameter_write(&pitch, 5e-5, text, sizeof text);
    ck_assert_str_eq(text, "5e-05 Hz");
}
END_TEST

START_TEST(the_folder_is_found)
{
    char path[200];

    setenv("HOME", "/home/someone", 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("URTO_PRESETS");
    urto_user_presets_folder(path, sizeof path);
    ck_assert_str_eq(path, "/home/someone/.local/share/urto/presets");
    setenv("XDG_DATA_HOME", "relative", 1); /* must be ignored, says its specification */
    urto_user_presets_folder(path, sizeof path);
    ck_assert_str_eq(path, "/home/someone/.local/share/urto/presets");
    setenv("XDG_DATA_HOME", "/data", 1);
    urto_user_presets_folder(path, sizeof path);
    ck_assert_str_eq(path, "/data/urto/presets");
    setenv("URTO_PRESETS", "here", 1);
    ck_assert_uint_eq(urto_user_presets_folder(path, 3), 4);
    ck_assert_str_eq(path, "he");
}
END_TEST

START_TEST(values_have_units)
{
    static const struct {
        const char *plugin, *parameter, *text;
        double value;
    } right[] = {
        {"mallet", "decay", "300ms", 0.3},       {"mallet", "decay", "0.1 min", 6.0},
        {"mallet", "decay", "2", 2.0},           {"mallet", "level", "-6dB", -6.0},
        {"mallet", "body", "plate", 3.0},        {"mallet", "body", "3", 3.0},
        {"snare", "gap", "0.05mm", 0.05},        {"snare", "gap", "50 um", 0.05},
        {"snare", "gap", "0.005 cm", 0.05},      {"bump", "pitch", "A3", 220.0},
        {"bump", "pitch", "0.44 kHz", 440.0},    {"bump", "pitch", "Bb2", 116.54094037952248},
        {"bump", "stiffness", "1e8 N/m^a", 1e8}, {"scrape", "speed", "36 cm/s", 0.36},
    };
    static const struct {
        const char *plugin, *parameter, *text, *message;
    } wrong[] = {
        {"mallet", "hardness", "0.5 s",
         "hardness is \"0.5 s\": s is the unit of a time, must be a plain number"},
        {"mallet", "hardness", "0.5 x",
         "hardness is \"0.5 x\": unknown unit \"x\", must be no unit"},
        {"snare", "gap", "3 Hz",
         "gap is \"3 Hz\": Hz is the unit of a frequency, must be a length in m, cm, mm, um"},
        {"snare", "gap", "1 m", "gap is \"1 m\", must be 0 to 1 mm"},
        {"bump", "stiffness", "1e8 N/m", "stiffness is \"1e8 N/m\": unit \"N/m\", must be N/m^a"},
        {"bump", "pitch", "H3", "pitch is \"H3\", must be 20 to 5000 Hz"},
        {"bump", "resonator", "wood",
         "resonator is \"wood\", must be bar, tuned bar, membrane, plate, glass"},
        {"mallet", "level", "loud", "level is \"loud\", must be -60 to 24 dB"},
        {"mallet", "decay", "C0", "decay is \"C0\", must be 0.05 to 60 s"}, /* no frequency */
    };

    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(right[i].plugin));
        const uint32_t index = urto_plugin_parameter_find(&info, right[i].parameter);
        double value = 0.0;
        UrtoDiagnostic why = {0};
        ck_assert_msg(urto_parameter_read(urto_plugin_parameter(&info, index), right[i].text,
                                          &value, &why) == URTO_OK,
                      "%s", why.message);
        ck_assert_double_eq_tol(value, right[i].value, 1e-10);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find(wrong[i].plugin));
        const uint32_t index = urto_plugin_parameter_find(&info, wrong[i].parameter);
        double value = 0.0;
        UrtoDiagnostic why = {0};
        ck_assert_int_ne(
            urto_parameter_read(urto_plugin_parameter(&info, index), wrong[i].text, &value, &why),
            URTO_OK);
        ck_assert_str_eq(why.message, wrong[i].message);
    }
}
END_TEST

/* The way of a knob: linear, by ratios, or in steps; its ends are those of the parameter to the bit. */
START_TEST(knobs_have_curves)
{
    static const struct {
        UrtoParameterInfo info;
        double position, value;
    } rows[] = {
        {{.minimum = -60.0, .maximum = 20.0, .curve = URTO_CURVE_LINEAR}, 0.25, -40.0},
        {{.minimum = 10.0, .maximum = 1000.0, .curve = URTO_CURVE_LOG}, 0.5, 100.0},
        {{.minimum = 10.0, .maximum = 1000.0, .curve = URTO_CURVE_LOG}, 0.25, 31.622776601683793},
        {{.minimum = 0.0, .maximum = 4.0, .curve = URTO_CURVE_DISCRETE}, 0.5, 2.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const UrtoParameterInfo *info = &rows[i].info;
        ck_assert_double_eq_tol(urto_parameter_value(info, rows[i].position), rows[i].value, 1e-12);
        ck_assert_double_eq_tol(urto_parameter_normalize(info, rows[i].value), rows[i].position,
                                1e-12);
        /* what is beyond an end is the end */
        ck_assert_double_eq(urto_parameter_normalize(info, info->minimum - 1.0), 0.0);
        ck_assert_double_eq(urto_parameter_normalize(info, info->maximum + 1.0), 1.0);
        ck_assert_double_eq(urto_parameter_value(info, -0.5), info->minimum);
        ck_assert_double_eq(urto_parameter_value(info, 1.5), info->maximum);
    }
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        for (uint32_t i = 0; i < info.parameter_count; i++) {
            const UrtoParameterInfo *parameter = urto_plugin_parameter(&info, i);
            ck_assert_double_eq(urto_parameter_value(parameter, 0.0), parameter->minimum);
            ck_assert_double_eq(urto_parameter_value(parameter, 1.0), parameter->maximum);
        }
    }
    /* steps are whole, the nearest */
    const UrtoParameterInfo *steps = &rows[3].info;
    double near = -1.0;
    ck_assert_double_eq(urto_parameter_value(steps, 0.3), 1.0);
    ck_assert_double_eq(urto_parameter_value(steps, 0.4), 2.0);
    ck_assert_int_eq(urto_parameter_clamp(steps, 2.4, &near, NULL), URTO_OK);
    ck_assert_double_eq(near, 2.0);
    ck_assert_int_eq(urto_parameter_clamp(steps, 2.6, &near, NULL), URTO_OK);
    ck_assert_double_eq(near, 3.0);
    /* as few digits as come back, as many as are needed */
    mallet = urto_plugin_info(urto_plugin_find("mallet"));
    const UrtoParameterInfo *decay =
        urto_plugin_parameter(&mallet, urto_plugin_parameter_find(&mallet, "decay"));
    char text[60];
    ck_assert_int_gt(urto_parameter_write(decay, 0.25, text, sizeof text), 0);
    ck_assert_str_eq(text, "0.25 s");
    ck_assert_int_gt(urto_parameter_write(decay, 1.0 / 3.0, text, sizeof text), 0);
    ck_assert_int_eq(urto_parameter_read(decay, text, &near, NULL), URTO_OK);
    ck_assert_double_eq(near, 1.0 / 3.0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_file_is_read,           wrong_files_are_named_and_skipped,
                                  what_is_saved_comes_back, numbers_are_written_as_people_do,
                                  the_folder_is_found,      values_have_units,
                                  knobs_have_curves};

    return SUITE_RUN("user_presets", tests);
}
