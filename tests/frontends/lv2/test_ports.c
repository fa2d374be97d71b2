/* LV2's own questions: who wins of port, controller and state; presets; options; MPE.
 *   test_lv2_ports BUNDLE */
#include "frontends/host/host_lv2.h"

#include "tests/support/listen.h"

#include <urto/plugin.h>

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/parameters/parameters.h>

enum { BLOCK = 64 };

static Host *host;
static float sound[2][48000];

static Instance *instance_of(const char *id, double rate)
{
    Instance *instance = host_create(host, id, rate, 48000);

    ck_assert_msg(instance, "%s cannot be made", id);
    return instance;
}

static void run_blocks(Instance *instance, int count)
{
    for (int i = 0; i < count; i++) {
        memset(sound, 0, 2 * BLOCK * sizeof(float));
        host_run(instance, (const float *[]){sound[0], sound[1]}, (float *[]){sound[0], sound[1]},
                 BLOCK);
    }
}

/* The value of a parameter in a saved state. */
static double saved_value(Instance *instance, const char *id)
{
    char line[80];
    char *state = host_save(instance);
    double value = 0.0;

    snprintf(line, sizeof line, "parameter %s ", id);
    const char *at = strstr(state, line);
    ck_assert_msg(at, "no %s in the state", id);
    const uint64_t bits = strtoull(at + strlen(line), NULL, 16);
    memcpy(&value, &bits, sizeof value);
    free(state);
    return value;
}

static const char knob[] = "hardness";

static uint32_t knob_index(void)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));

    return urto_plugin_parameter_find(&info, knob);
}

/* Moves the knob by its MIDI controller and returns where it is then. */
static double controller_moves(Instance *instance, uint8_t value)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
    const UrtoParameterInfo *parameter = urto_plugin_parameter(&info, knob_index());

    ck_assert_int_ge(parameter->controller, 0);
    host_midi(instance, 3, (const uint8_t[]){0xB0, (uint8_t)parameter->controller, value}, 3);
    run_blocks(instance, 2);
    return urto_parameter_value(parameter, value / 127.0);
}

START_TEST(controller_stays)
{
    Instance *instance = instance_of("mallet", 48000.0);
    run_blocks(instance, 2);
    const double moved = controller_moves(instance, 101);
    run_blocks(instance, 20);
    ck_assert(saved_value(instance, knob) == moved);
    host_set(instance, knob_index(), 0.25);
    run_blocks(instance, 2);
    ck_assert(saved_value(instance, knob) == 0.25);
    /* what is no number, and what is out of range */
    host_set(instance, knob_index(), (double)NAN);
    run_blocks(instance, 3);
    ck_assert(saved_value(instance, knob) == 0.25);
    host_set(instance, knob_index(), 1e9);
    run_blocks(instance, 3);
    ck_assert(saved_value(instance, knob) == 1.0);
    host_destroy(instance);
}
END_TEST

/* Whether the pressure of a channel is in the state. */
static bool presses(Instance *instance)
{
    char *state = host_save(instance);
    const bool found = strstr(state, "pressure 3ff0000000000000") != NULL;

    free(state);
    return found;
}

START_TEST(state_and_ports)
{
    Instance *one = instance_of("mallet", 48000.0);
    Instance *two = instance_of("mallet", 48000.0);
    run_blocks(one, 1);
    host_set(one, knob_index(), 0.125);
    run_blocks(one, 1);
    const double moved = controller_moves(one, 90);
    char *state = host_save(one);
    /* ports come back with the state: the state has the last word, whatever was before */
    ck_assert(host_restore(two, state));
    run_blocks(two, 3);
    ck_assert(saved_value(two, knob) == moved);
    /* a host that leaves the ports where they are */
    host_set(two, knob_index(), 0.75);
    run_blocks(two, 2);
    ck_assert(host_lv2_restore_only(two, state));
    run_blocks(two, 3);
    ck_assert(saved_value(two, knob) == moved);
    /* one that moves them there some blocks later */
    host_set(two, knob_index(), 0.125);
    run_blocks(two, 2);
    ck_assert(saved_value(two, knob) == moved);
    /* and a hand on the knob */
    host_set(two, knob_index(), 0.5);
    run_blocks(two, 2);
    ck_assert(saved_value(two, knob) == 0.5);
    host_set(two, knob_index(), 0.125);
    run_blocks(two, 2);
    ck_assert(saved_value(two, knob) == 0.125);
    /* into a new instance that has not run, without ports */
    Instance *three = instance_of("mallet", 48000.0);
    ck_assert(host_lv2_restore_only(three, state));
    host_restart(three);
    run_blocks(three, 3);
    ck_assert(saved_value(three, knob) == moved);
    /* the last digits of a port that comes back are forgiven, but no hand on the knob */
    ck_assert(host_lv2_restore_only(two, state));
    run_blocks(two, 1);
    host_set(two, knob_index(), 0.1250001);
    run_blocks(two, 2);
    ck_assert(saved_value(two, knob) == moved);
    ck_assert(host_lv2_restore_only(two, state));
    run_blocks(two, 1);
    host_set(two, knob_index(), 0.1255);
    run_blocks(two, 2);
    ck_assert_double_eq_tol(saved_value(two, knob), 0.1255, 1e-6);
    /* to be activated again forgets what was played, not what was just restored */
    host_midi(three, 0, (const uint8_t[]){0xD0, 127}, 2);
    run_blocks(three, 1);
    char *pressed = host_save(three);
    ck_assert(presses(three));
    host_restart(three);
    ck_assert(!presses(three));
    ck_assert(host_lv2_restore_only(three, pressed));
    host_restart(three);
    ck_assert(presses(three));
    free(pressed);
    free(state);
    host_destroy(one);
    host_destroy(two);
    host_destroy(three);
}
END_TEST

START_TEST(presets)
{
    for (uint32_t k = 0; k < urto_plugin_count(); k++) {
        const UrtoPluginInfo info = urto_plugin_info(k);
        Instance *instance = instance_of(info.id, 48000.0);
        ck_assert_uint_eq(host_lv2_presets(instance), info.preset_count);
        ck_assert(!host_lv2_preset(instance, "nothing"));
        for (uint32_t i = info.preset_count; i-- > 0;) {
            ck_assert(host_lv2_preset(instance, info.presets[i].id));
            run_blocks(instance, 2);
            /* macros of scenes are saved as what they move */
            const uint32_t first = urto_plugin_reads(&info) ? 8 : 0;
            for (uint32_t p = first; p < info.table_count; p++) {
                const double value =
                    urto_preset_value(&info.presets[i], urto_plugin_parameter(&info, 0), p);
                const double found = saved_value(instance, urto_plugin_parameter(&info, p)->id);
                ck_assert_msg(fabs(found - value) <= 1e-7 * fabs(value), "%s %s %s: %.9g, not %.9g",
                              info.id, info.presets[i].id, urto_plugin_parameter(&info, p)->id,
                              found, value);
            }
        }
        host_destroy(instance);
    }
}
END_TEST

/* A file by patch:Set: the worker reads it, run exchanges it. What is wrong is logged, and the old one stays. */
START_TEST(opens_scenes)
{
#if URTO_SCENES
    char message[512];
    FILE *file = fopen("lv2-scene.yaml", "w");
    fputs("bodies: {bar: {type: bar, pitch: C4}}\nprobes: [{hear: bar@0.1}]\n"
          "play: {tune: bar, strokes: [{do: strike, at: bar@0.3}],\n"
          "  controllers: {ring: {of: bar.loss_factor, from: 0.5, to: 2, default: 1.5}}}\n",
          file);
    ck_assert_int_eq(fclose(file), 0);
    Instance *instance = instance_of("scene", 48000.0);
    host_midi(instance, 0, (const uint8_t[]){0x90, 60, 100}, 3);
    run_blocks(instance, 1);
    host_lv2_open(instance, "lv2-scene.yaml");
    run_blocks(instance, 1);
    host_lv2_work(instance);
    run_blocks(instance, 1);
    host_lv2_work(instance); /* destroys the old one */
    ck_assert(saved_value(instance, "ring") == 1.5);
    host_midi(instance, 0, (const uint8_t[]){0x90, 60, 100}, 3);
    run_blocks(instance, 2);
    const uint32_t messages = host_messages(host, message, sizeof message);
    file = fopen("lv2-scene.yaml", "w");
    fputs("bodies: 3\n", file);
    ck_assert_int_eq(fclose(file), 0);
    for (int i = 0; i < 2; i++) {
        host_lv2_open(instance, i ? "lv2-none.yaml" : "lv2-scene.yaml");
        run_blocks(instance, 1);
        host_lv2_work(instance);
        run_blocks(instance, 1);
        ck_assert_uint_eq(host_messages(host, message, sizeof message), messages + 1 + i);
        ck_assert_msg(strstr(message, i ? "cannot read" : "line 1:"), "%s", message);
    }
    ck_assert(saved_value(instance, "ring") == 1.5);
    /* sizes that reach beyond the message, or are none of their types */
    const uint32_t said[][2] = {{3999, 4},        {UINT32_MAX, 4}, {14, 3999},
                                {14, UINT32_MAX}, {14, 0},         {14, 8}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        host_lv2_open_as(instance, "lv2-none.yaml", said[i][0], said[i][1]);
        run_blocks(instance, 1);
        host_lv2_work(instance);
        ck_assert_uint_eq(host_messages(host, message, sizeof message), messages + 2);
    }
    host_destroy(instance);
    ck_assert_int_eq(remove("lv2-scene.yaml"), 0);
#endif
}
END_TEST

START_TEST(options)
{
    Instance *instance = instance_of("mallet", 48000.0);
    Instance *other = instance_of("mallet", 96000.0);
    const LV2_Options_Interface *interface =
        lilv_instance_get_extension_data(host_lv2_instance(instance), LV2_OPTIONS__interface);
    const LV2_Handle handle = lilv_instance_get_handle(host_lv2_instance(instance));
    const LV2_URID rate = host_lv2_map(host, LV2_PARAMETERS__sampleRate);
    const LV2_URID block = host_lv2_map(host, LV2_BUF_SIZE__maxBlockLength);
    const LV2_URID number = host_lv2_map(host, LV2_ATOM__Float);
    float value = 96000.0f;
    LV2_Options_Option list[3] = {{LV2_OPTIONS_INSTANCE, 0, rate, 0, 0, NULL},
                                  {LV2_OPTIONS_INSTANCE, 0, block, 0, 0, NULL}};
    ck_assert_uint_eq(interface->get(handle, list), LV2_OPTIONS_SUCCESS);
    ck_assert(*(const float *)list[0].value == 48000.0f);
    ck_assert_int_eq(*(const int32_t *)list[1].value, 48000);
    host_set(instance, knob_index(), 0.8);
    host_set(other, knob_index(), 0.8);
    run_blocks(instance, 1);
    /* another rate: the same sound as an instance that was made for it */
    LV2_Options_Option change[2] = {{LV2_OPTIONS_INSTANCE, 0, rate, sizeof value, number, &value}};
    ck_assert_uint_eq(interface->set(handle, change), LV2_OPTIONS_SUCCESS);
    static float expected[24000];
    host_midi(other, 0, (const uint8_t[]){0x90, 60, 90}, 3);
    host_run(other, NULL, (float *[]){expected, sound[1]}, 24000);
    host_midi(instance, 0, (const uint8_t[]){0x90, 60, 90}, 3);
    host_run(instance, NULL, (float *[]){sound[0], sound[1]}, 24000);
    ck_assert_double_gt(rms(expected, 24000), 1e-4);
    ck_assert(memcmp(expected, sound[0], sizeof expected) == 0);
    /* refusals change nothing */
    value = 3.0f;
    ck_assert_uint_eq(interface->set(handle, change), LV2_OPTIONS_ERR_BAD_VALUE);
    change[0].type = host_lv2_map(host, LV2_ATOM__Int);
    ck_assert_uint_eq(interface->set(handle, change), LV2_OPTIONS_ERR_BAD_VALUE);
    change[0].key = number;
    ck_assert_uint_eq(interface->set(handle, change), LV2_OPTIONS_ERR_BAD_KEY);
    ck_assert_uint_eq(interface->get(handle, list), LV2_OPTIONS_SUCCESS);
    ck_assert(*(const float *)list[0].value == 96000.0f);
    host_destroy(instance);
    host_destroy(other);
}
END_TEST

/* With the switch on, channel 2 bends by 48 semitones; off, by 2. */
START_TEST(mpe)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
    for (int on = 0; on < 2; on++) {
        Instance *instance = instance_of("mallet", 48000.0);
        const double semitones = on ? 6.0 : 0.25;
        const double expected = 440.0 * exp2((60.0 - 69.0 + semitones) / 12.0);
        host_set(instance, urto_plugin_parameter_find(&info, "material"), 0.9);
        host_set(instance, urto_plugin_parameter_find(&info, "mpe"), on);
        host_midi(instance, 0, (const uint8_t[]){0x91, 60, 100}, 3);
        host_midi(instance, 10, (const uint8_t[]){0xE1, 0x00, 0x48}, 3);
        host_run(instance, NULL, (float *[]){sound[0], sound[1]}, 24000);
        const double found = strongest(sound[0] + 8000, 16000, 48000.0, expected, 60.0);
        ck_assert_msg(fabs(1200.0 * log2(found / expected)) < 2.0, "%g Hz, not %g", found,
                      expected);
        host_destroy(instance);
    }
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("lv2");
    TCase *tests = tcase_create("all");

    if (argc != 2) {
        fputs("usage: test_lv2_ports BUNDLE\n", stderr);
        return 2;
    }
    host = host_open(argv[1]);
    tcase_add_test(tests, controller_stays);
    tcase_add_test(tests, state_and_ports);
    tcase_add_test(tests, presets);
    tcase_add_test(tests, options);
    tcase_add_test(tests, opens_scenes);
    tcase_add_test(tests, mpe);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    const int code = suite_finish(suite);
    host_close(host);
    return code;
}
