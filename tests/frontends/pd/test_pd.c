/* The objects for Pd in a host of our own: wrong messages, ranges, rates, block sizes, files,
 * garbage, and many lives. */
#include "frontends/host/host_pd.h"
#include "frontends/pd/impact_box.h"
#include "frontends/pd/shared.h"

#include <urto/scene_instrument.h>
#include <urto/user_presets.h>

#include "tests/support/listen.h"

enum { BLOCK = 64 };

static const char *const objects[] = {
    "urto.mallet~", "urto.string~", "urto.tanpura~", "urto.snare~",  "urto.tromba~", "urto.bounce~",
    "urto.roll~",   "urto.scene~",  "urto.bump~",    "urto.impact~", "urto.world~",
};
enum { OBJECTS = sizeof objects / sizeof *objects };
static const char *scene;

/* An object with arguments as text. */
static t_pd *make_object(const char *name, const char *arguments)
{
    char words[200];
    t_atom atoms[8];
    int count = 0;

    snprintf(words, sizeof words, "%s", arguments);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        double number = 0.0;
        const char *end = urto_read_number(word, &number);
        if (end && !*end) {
            SETFLOAT(&atoms[count], (t_float)number);
        } else {
            SETSYMBOL(&atoms[count], gensym(word));
        }
        count++;
    }
    return host_new(name, count, atoms);
}

static double asked(t_pd *object, const char *parameter)
{
    char text[100];

    host_clear();
    snprintf(text, sizeof text, "get %s", parameter);
    host_say(object, text);
    ck_assert_msg(host_news.answers == 1, "get %s: %s", parameter, host_news.error);
    ck_assert_str_eq(host_news.selector, parameter);
    return host_news.value;
}

/* The sum of all parameters, to see that nothing moved. */
static double fingerprint(t_pd *object, const UrtoPluginInfo *info)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < info->parameter_count; i++) {
        sum += asked(object, urto_plugin_parameter(info, i)->id) * (i + 1.0);
    }
    return sum;
}

static double loudest(int first, int channels, int frames)
{
    double peak = 0.0;

    for (int c = first; c < first + channels; c++) {
        for (int i = 0; i < frames; i++) {
            ck_assert(isfinite(host_signals[c][i]));
            peak = fmax(peak, fabs((double)host_signals[c][i]));
        }
    }
    return peak;
}

/* One complaint and no more, which says something. */
static void refused(t_pd *object, const char *text)
{
    host_clear();
    host_say(object, text);
    ck_assert_msg(host_news.errors == 1, "%s: %d complaints", text, host_news.errors);
    ck_assert_msg(strlen(host_news.error) > 20, "%s: %s", text, host_news.error);
    ck_assert_int_eq(host_news.answers, 0);
}

static void taken(t_pd *object, const char *text)
{
    host_clear();
    host_say(object, text);
    ck_assert_msg(host_news.errors == 0, "%s: %s", text, host_news.error);
}

START_TEST(wrong_messages)
{
    static const char *const wrong[] = {
        "note",
        "note 60",
        "note x 100",
        "note 60 x",
        "note 128 100",
        "note -1 100",
        "note 60.5 1",
        "note 60 128",
        "note 60 100 17",
        "note 60 100 0",
        "note 60 100 1 1",
        "note nan 100",
        "note inf 1",
        "60",
        "200 100",
        "60 100 1 1",
        "60 -1",
        "bend",
        "bend x",
        "bend 97",
        "bend 0 0",
        "bend nan",
        "pressure",
        "pressure x",
        "pressure 128",
        "polypressure",
        "polypressure 60",
        "polypressure 60 128",
        "polypressure 60.2 1",
        "timbre",
        "timbre -1",
        "pedal",
        "pedal on",
        "midi",
        "midi x",
        "midi 256",
        "midi 1.5",
        "midi 144 -1",
        "off 1",
        "panic 1",
        "voices",
        "voices 0",
        "voices 65",
        "voices x",
        "bang",
        "notes 1",
    };
    static const char *const wrong_for_all[] = {
        "preset",
        "preset kazoo",
        "preset 99",
        "preset -1",
        "preset 0.5",
        "preset 0 0",
        "presets 1",
        "parameters 1",
        "get kazoo",
        "get 1",
        "get level level",
        "save",
        "save 1",
        "save /no/such/folder/state",
        "restore",
        "restore 1",
        "restore /no/such/file",
        "restore x y",
        "reset 1",
        "kazoo",
        "kazoo 1",
        "level",
        "level x",
        "level 99",
        "level nan",
        "level inf",
        "level 0 0",
        "level -61",
    };
    for (uint32_t k = 0; k < PLUGIN_OBJECTS; k++) {
        const UrtoPluginInfo info =
            urto_plugin_info(urto_plugin_find(plugin_objects[k].variants[0].plugin));
        t_pd *object = make_object(plugin_objects[k].name, "");
        host_dsp(object, 48000.0, BLOCK);
        host_tick();
        const double before = fingerprint(object, &info);
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            refused(object, wrong[i]);
        }
        for (size_t i = 0; i < sizeof wrong_for_all / sizeof *wrong_for_all; i++) {
            refused(object, wrong_for_all[i]);
        }
        host_tick();
        ck_assert_double_eq(fingerprint(object, &info), before);
        ck_assert_double_eq(loudest(0, info.instrument ? 2 : 0, BLOCK), 0.0);
        host_free(object);
    }
}
END_TEST

START_TEST(parameters_have_ranges)
{
    for (uint32_t k = 0; k < PLUGIN_OBJECTS; k++) {
        const UrtoPluginInfo info =
            urto_plugin_info(urto_plugin_find(plugin_objects[k].variants[0].plugin));
        t_pd *object = make_object(plugin_objects[k].name, "");
        host_dsp(object, 48000.0, BLOCK);
        for (uint32_t i = 0; i < info.parameter_count; i++) {
            const UrtoParameterInfo *p = urto_plugin_parameter(&info, i);
            char text[100];
            /* no parameter has the name of a message */
            ck_assert_uint_eq(message_find(plugin_messages, PLUGIN_MESSAGES, p->id),
                              PLUGIN_MESSAGES);
            for (int end = 0; end < 2; end++) {
                host_tick();
                urto_format(text, sizeof text, "%s %.9g", p->id, end ? p->maximum : p->minimum);
                taken(object, text);
                /* at once, and when it has happened */
                ck_assert_double_eq_tol(asked(object, p->id), end ? p->maximum : p->minimum,
                                        1e-6 * p->maximum + 1e-9);
                host_tick();
                ck_assert_double_eq_tol(asked(object, p->id), end ? p->maximum : p->minimum,
                                        1e-6 * p->maximum + 1e-9);
            }
            urto_format(text, sizeof text, "%s %.9g", p->id,
                        p->maximum + 0.1 * (p->maximum - p->minimum) + 1.0);
            refused(object, text);
            for (uint32_t v = 0; p->values && p->values[v]; v++) {
                snprintf(text, sizeof text, "%s %s", p->id, p->values[v]);
                taken(object, text);
                ck_assert_double_eq(asked(object, p->id), v);
            }
            if (p->values) {
                snprintf(text, sizeof text, "%s kazoo", p->id);
                refused(object, text);
            }
        }
        host_free(object);
    }
}
END_TEST

START_TEST(order_is_kept)
{
    t_pd *object = make_object("urto.mallet~", "glass 4");
    host_dsp(object, 48000.0, BLOCK);
    host_tick();
    taken(object, "hardness 0.123");
    taken(object, "preset vibes");
    const double vibes = asked(object, "hardness");
    ck_assert_double_ne(vibes, 0.123);
    host_tick();
    ck_assert_double_eq(asked(object, "hardness"), vibes);
    taken(object, "hardness 0.25");
    taken(object, "reset");
    ck_assert_double_eq(asked(object, "hardness"), 0.25);
    host_tick();
    ck_assert_double_eq(asked(object, "hardness"), 0.25);
    host_free(object);
}
END_TEST

/* Presets of the user are there after those that ship, by name and number, as they are now. */
START_TEST(presets_of_ones_own)
{
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
    const UrtoPresetValue values[] = {{urto_plugin_parameter_find(&info, "hardness"), 0.875}};
    const UrtoPreset own = {"night-bells", "Night bells", "Far away.", values, 1};
    char text[60], path[200];

    t_pd *object = make_object("urto.mallet~", "");
    refused(object, "preset night-bells");
    ck_assert_int_eq(urto_user_presets_save(&info, NULL, &own, false, path, sizeof path, NULL),
                     URTO_OK);
    taken(object, "preset night-bells");
    ck_assert_double_eq(asked(object, "hardness"), 0.875);
    taken(object, "preset 0");
    ck_assert_double_ne(asked(object, "hardness"), 0.875);
    snprintf(text, sizeof text, "preset %u", info.preset_count);
    taken(object, text);
    ck_assert_double_eq(asked(object, "hardness"), 0.875);
    snprintf(text, sizeof text, "preset %u", info.preset_count + 1);
    refused(object, text);
    host_clear();
    host_say(object, "presets");
    ck_assert_uint_eq(host_news.answers, info.preset_count + 1);
    host_free(object);
    object = make_object("urto.mallet~", "night-bells");
    ck_assert_double_eq(asked(object, "hardness"), 0.875);
    host_free(object);
    ck_assert_int_eq(remove(path), 0);
    *strrchr(path, '/') = '\0';
    ck_assert_int_eq(remove(path), 0);
}
END_TEST

/* A message between two blocks has its frame in the next one, whatever its size. */
START_TEST(between_blocks)
{
    enum { FRAMES = 4096, FIRST = 1000, SECOND = 1717, THIRD = 2500 };
    static float left[FRAMES], right[FRAMES];
    UrtoInstrument *instrument = make(urto_instrument_find("mallet"), 48000.0, 0, false);
    t_pd *object = make_object("urto.mallet~", "");
    host_dsp(object, 48000.0, FRAMES);
    host_tick();
    free(play(instrument, FRAMES));
    host_wait(FIRST);
    taken(object, "60 127");
    host_wait(SECOND);
    taken(object, "hardness 0.875");
    host_wait(THIRD);
    taken(object, "midi 144 67 127");
    host_tick();
    note(instrument, FIRST, 60, 1.0);
    const UrtoEvent change = {.kind = URTO_EVENT_PARAMETER,
                              .frame = SECOND,
                              .parameter = urto_instrument_parameter_find(
                                  urto_instrument_info_of(instrument), "hardness"),
                              .value = 0.875};
    OK(urto_instrument_event(instrument, &change, NULL));
    note(instrument, THIRD, 67, 1.0);
    urto_instrument_process(instrument, (float *[]){left, right}, FRAMES);
    ck_assert_double_gt(rms(left, FRAMES), 1e-4);
    ck_assert_int_eq(memcmp(left, host_signals[0], sizeof left), 0);
    ck_assert_int_eq(memcmp(right, host_signals[1], sizeof right), 0);
    host_free(object);
    urto_instrument_destroy(instrument);
}
END_TEST

START_TEST(arguments)
{
    static const struct {
        const char *name, *arguments;
        int complaints;
    } cases[] = {
        {"urto.mallet~", "marimba 4", 0},
        {"urto.mallet~", "4 marimba", 0},
        {"urto.mallet~", "kazoo", 1},
        {"urto.mallet~", "100", 1},
        {"urto.string~", "fretted harp", 0},
        {"urto.string~", "hammered gut 3", 0},
        {"urto.string~", "dulcimer", 0},
        {"urto.string~", "bowed", 1},
        {"urto.roll~", "scrape comb", 0},
        {"urto.bump~", "glass 1", 0},
        {"urto.bump~", "3", 1},
        {"urto.impact~", "string", 0},
        {"urto.impact~", "kazoo", 1},
        {"urto.world~", "", 0},
        {"urto.world~", "no-such.yaml", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        host_clear();
        t_pd *object = make_object(cases[i].name, cases[i].arguments);
        ck_assert_ptr_nonnull(object);
        ck_assert_msg(host_news.errors == cases[i].complaints, "%s %s: %s", cases[i].name,
                      cases[i].arguments, host_news.error);
        host_dsp(object, 48000.0, BLOCK);
        host_tick();
        host_free(object);
    }
}
END_TEST

/* Rates and block sizes change while it sounds, parameters stay; a rate that makes no sense is
 * silent, and the next is fine again. */
START_TEST(rates_and_blocks)
{
    static const int blocks[] = {1, 64, 4096, 128};
    static const double rates[] = {48000.0, 96000.0, 22050.0, 1.0, 1e6, 48000.0};
    for (uint32_t k = 0; k < PLUGIN_OBJECTS; k++) {
        const UrtoPluginInfo info =
            urto_plugin_info(urto_plugin_find(plugin_objects[k].variants[0].plugin));
        t_pd *object = make_object(plugin_objects[k].name, "");
        host_dsp(object, 48000.0, BLOCK);
        host_tick();
        taken(object, info.preset_count > 2 ? "preset 2" : "preset 0");
        const double before = fingerprint(object, &info);
        for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
            const bool fine = rates[r] >= 8000.0 && rates[r] <= 384000.0;
            for (int b = 0; b < 4; b++) {
                host_clear();
                memset(host_signals, 0, sizeof host_signals);
                host_dsp(object, rates[r], blocks[b]);
                ck_assert_int_eq(host_news.errors, fine ? 0 : 1);
                if (info.instrument) {
                    taken(object, "note 60 100");
                }
                double peak = 0.0;
                for (int i = 0; i < 4096; i += blocks[b]) {
                    for (int s = 0; !info.instrument && s < blocks[b]; s++) {
                        host_signals[0][s] = host_signals[1][s] =
                            (s + i) % 300 < 150 ? 0.5f : -0.5f;
                    }
                    host_tick();
                    if (info.instrument) {
                        peak = fmax(peak, loudest(0, 2, blocks[b]));
                    }
                }
                ck_assert(!info.instrument || (peak > 0.0) == fine);
                ck_assert_double_eq(fingerprint(object, &info), before);
            }
        }
        host_free(object);
    }
}
END_TEST

/* What is saved comes back; what is spoilt is refused and changes nothing. */
START_TEST(state_in_files)
{
    const char *path = "pd-state.txt";
    const UrtoPluginInfo info = urto_plugin_info(urto_plugin_find("mallet"));
    char text[100];
    t_pd *one = make_object("urto.mallet~", "");
    t_pd *two = make_object("urto.mallet~", "");
    host_dsp(one, 48000.0, BLOCK);
    host_tick();
    taken(one, "preset glass");
    taken(one, "strike 0.3");
    snprintf(text, sizeof text, "save %s", path);
    taken(one, text);
    snprintf(text, sizeof text, "restore %s", path);
    taken(two, text);
    ck_assert_double_eq(fingerprint(one, &info), fingerprint(two, &info));
    /* spoilt at any place: refused, or something that save could have written */
    FILE *file = fopen(path, "r");
    char state[8192];
    const size_t size = fread(state, 1, sizeof state, file);
    fclose(file);
    for (size_t cut = 0; cut + 1 < size; cut += 97) {
        file = fopen(path, "w");
        fwrite(state, 1, cut, file);
        fputc('?', file);
        fclose(file);
        const double before = fingerprint(two, &info);
        refused(two, text);
        ck_assert_double_eq(fingerprint(two, &info), before);
    }
    remove(path);
    host_free(one);
    host_free(two);
}
END_TEST

START_TEST(impacts)
{
    static const char *const wrong[] = {
        "throw",      "throw x", "throw 101", "throw 1 1",     "strike",    "strike nan", "body",
        "body kazoo", "body 1",  "energy 1",  "parameters 1",  "get kazoo", "reset 1",    "kazoo",
        "pitch",      "pitch x", "pitch 1e9", "pitch 100 100", "hammer 0",  "60 100",     "60",
    };
    t_pd *object = make_object("urto.impact~", "");
    host_dsp(object, 48000.0, BLOCK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        refused(object, wrong[i]);
    }
    for (uint32_t b = 0; b < IMPACT_BODIES; b++) {
        char text[40];
        snprintf(text, sizeof text, "body %s", impact_bodies[b]);
        taken(object, text);
        memset(host_signals, 0, sizeof host_signals);
        taken(object, "hammer 20");
        taken(object, "pitch 330");
        taken(object, "place 0.3");
        for (int i = 0; i < 10; i++) {
            host_tick(); /* parameters arrive */
        }
        taken(object, "throw 2");
        host_clear();
        host_say(object, "energy");
        ck_assert_double_eq_tol(host_news.value, 0.5 * 0.02 * 4.0, 1e-6);
        double force = 0.0;
        for (int i = 0; i < 100; i++) {
            host_tick();
            for (int s = 0; s < BLOCK; s++) {
                force = fmax(force, (double)host_signals[4][s]);
            }
            (void)loudest(2, 3, BLOCK);
            memset(host_signals, 0, sizeof host_signals);
        }
        ck_assert_double_gt(force, 1.0);
        host_clear();
        host_send(object, "bang", 0, NULL);
        ck_assert_double_le(host_news.value, 0.5 * 0.02 * 4.0 * 1.000001);
        ck_assert_double_eq_tol(asked(object, "pitch"), 330.0, 1e-6);
        for (int i = 0; i < BLOCK; i++) {
            host_signals[0][i] = i % 2 ? NAN : INFINITY;
        }
        host_tick();
        (void)loudest(2, 3, BLOCK);
    }
    host_free(object);
}
END_TEST

START_TEST(scenes)
{
    static const char *const wrong[] = {
        "open",
        "open 1",
        "open no-such.yaml",
        "open a b",
        "set",
        "set felt.stiffness",
        "set felt.stiffness x",
        "set felt.stiffness 1 1",
        "set felt.kazoo 1",
        "set kazoo.gap 1",
        "set rate 1",
        "set 1 1",
        "set bodies.string.length -1",
        "set bodies.kazoo.x 1",
        "energy 1",
        "names 1",
        "restart 1",
        "ledger",
        "ledger 2",
        "ledger on",
        "kazoo",
        "60",
        "60 100",
    };
    t_pd *empty = make_object("urto.world~", "");
    refused(empty, "restart");
    refused(empty, "set felt.stiffness 1");
    host_dsp(empty, 48000.0, BLOCK);
    host_tick();
    ck_assert_double_eq(loudest(0, 2, BLOCK), 0.0);
    host_free(empty);
    host_clear();
    t_pd *object = make_object("urto.world~", scene);
    ck_assert_msg(host_news.errors == 0, "%s", host_news.error);
    for (int rate = 44100; rate <= 96000; rate += 51900) {
        host_dsp(object, rate, BLOCK);
        double peak = 0.0;
        for (int i = 0; i < 300; i++) {
            host_tick();
            peak = fmax(peak, loudest(0, 2, BLOCK));
        }
        ck_assert_double_gt(peak, 1e-3);
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            refused(object, wrong[i]);
        }
        taken(object, "set felt.stiffness 1e9");
        taken(object, "set bodies.string.length 0.5 m");
        taken(object, "set bodies.string.length 0.6 m");
        taken(object, "set bodies.string.material brass");
        taken(object, "restart");
        taken(object, "ledger 1");
        host_tick();
        host_clear();
        host_say(object, "energy");
        ck_assert_int_eq(host_news.answers, 2); /* the energy, and the ledger */
        taken(object, "ledger 0");
        host_clear();
        host_say(object, "names");
        ck_assert_int_ge(host_news.answers, 3);
        host_clear();
        host_send(object, "bang", 0, NULL);
        ck_assert_double_gt(host_news.value, 0.0);
    }
    host_free(object);
}
END_TEST

static int garbage_rounds = 1500;

/* Whatever comes: no harm, and the sound stays finite. */
/* urto.scene~ compiles beside the sound: blocks go on, and the answer comes when it plays. */
START_TEST(played_scenes)
{
    FILE *file = fopen("pd-played.yaml", "w");
    fputs("bodies: {bar: {type: bar, pitch: C4}}\nprobes: [{hear: bar@0.1}]\n"
          "play: {tune: bar, strokes: [{do: strike, at: bar@0.3}],\n"
          "  controllers: {ring: {of: bar.loss_factor, from: 0.5, to: 2, default: 1.5}}}\n",
          file);
    ck_assert_int_eq(fclose(file), 0);
    t_pd *object = make_object("urto.scene~", "");
    host_dsp(object, 48000.0, BLOCK);
    host_tick();
    refused(object, "ring 1");
    taken(object, "hardness 1e9");
    host_clear();
    host_say(object, "open pd-played.yaml");
    for (int i = 0; i < 1000000 && strcmp(host_news.selector, "opened") != 0; i++) {
        host_tick();
    }
    ck_assert_str_eq(host_news.selector, "opened");
    ck_assert_int_eq(host_news.errors, 0);
    taken(object, "ring 0.75");
    ck_assert_double_eq_tol(asked(object, "macro-1"), (0.75 - 0.5) / 1.5, 1e-6);
    taken(object, "note 60 100");
    host_tick();
    ck_assert_double_gt(loudest(0, 2, BLOCK), 0.0);
    refused(object, "open none.yaml");
    host_clear();
    file = fopen("pd-played.yaml", "w");
    fputs("bodies: 3\n", file);
    ck_assert_int_eq(fclose(file), 0);
    host_say(object, "open pd-played.yaml");
    for (int i = 0; i < 1000000 && !host_news.errors; i++) {
        host_tick();
    }
    ck_assert_msg(strstr(host_news.error, "line 1:"), "%s", host_news.error);
    host_say(object, "open pd-played.yaml");
    host_free(object); /* while it compiles */
    ck_assert_int_eq(remove("pd-played.yaml"), 0);
}
END_TEST

START_TEST(garbage)
{
    Dice d = {4711};
    for (int k = 0; k < OBJECTS; k++) {
        t_pd *object = make_object(objects[k], k == OBJECTS - 1 ? scene : "");
        host_dsp(object, 48000.0, BLOCK);
        for (int i = 0; i < garbage_rounds; i++) {
            t_atom atoms[4];
            const int count = (int)dice(&d, 4);
            const uint32_t which = dice(&d, PLUGIN_MESSAGES + IMPACT_MESSAGES + WORLD_MESSAGES + 3);
            const char *selector =
                which < PLUGIN_MESSAGES ? plugin_messages[which].name
                : which < PLUGIN_MESSAGES + IMPACT_MESSAGES
                    ? impact_messages[which - PLUGIN_MESSAGES].name
                : which < PLUGIN_MESSAGES + IMPACT_MESSAGES + WORLD_MESSAGES
                    ? world_messages[which - PLUGIN_MESSAGES - IMPACT_MESSAGES].name
                    : (which % 3 ? "decay" : NULL);
            if (selector && (strcmp(selector, "save") == 0 || strcmp(selector, "voices") == 0)) {
                continue; /* files, and time */
            }
            for (int a = 0; a < count; a++) {
                if (dice(&d, 4) == 0) {
                    SETSYMBOL(&atoms[a], gensym(dice(&d, 2) ? "plate" : "felt.stiffness"));
                } else {
                    SETFLOAT(&atoms[a], (t_float)dice_real(&d, -20.0, 140.0));
                }
            }
            host_send(object, selector, count, atoms);
            if (i % 4 == 0) {
                memset(host_signals, 0, sizeof host_signals);
                host_tick();
                (void)loudest(0, 2, BLOCK);
            }
        }
        host_free(object);
    }
}
END_TEST

START_TEST(many_lives)
{
    for (int life = 0; life < 200; life++) {
        for (int k = 0; k < OBJECTS; k++) {
            t_pd *object = make_object(objects[k], k == OBJECTS - 1 ? scene : k < 7 ? "1" : "");
            host_dsp(object, 48000.0, BLOCK);
            host_tick();
            host_free(object);
        }
    }
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("pd");
    TCase *tests = tcase_create("all");

    char presets[] = "pd-presets-XXXXXX"; /* not those of whoever runs the test */
    if (!mkdtemp(presets) || setenv("URTO_PRESETS", presets, 1) != 0) {
        return EXIT_FAILURE;
    }
    scene = argc > 1 ? argv[1] : "hammer-string.yaml";
    garbage_rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : garbage_rounds;
    urto_scene_plugin_add();
    for (uint32_t i = 0; i < PLUGIN_OBJECTS; i++) {
        plugin_class_setup(&plugin_objects[i]);
    }
    impact_class_setup();
    world_class_setup();
    tcase_add_test(tests, wrong_messages);
    tcase_add_test(tests, parameters_have_ranges);
    tcase_add_test(tests, order_is_kept);
    tcase_add_test(tests, presets_of_ones_own);
    tcase_add_test(tests, between_blocks);
    tcase_add_test(tests, arguments);
    tcase_add_test(tests, rates_and_blocks);
    tcase_add_test(tests, state_in_files);
    tcase_add_test(tests, impacts);
    tcase_add_test(tests, scenes);
    tcase_add_test(tests, played_scenes);
    tcase_add_test(tests, garbage);
    tcase_add_test(tests, many_lives);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    const int code = suite_finish(suite);
    (void)remove(presets);
    return code;
}
