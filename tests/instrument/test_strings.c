/* Strings as they are made, and the bodies they drive: stiffness, decays, conductance, models. */
#include "tests/support/listen.h"

#include "src/instrument/grand.h"
#include "src/instrument/string_sets.h"
#include "src/instrument/voice.h"

enum { MODES = 64 };

/* Partials of the nylon strings on rigid ends fall by 60 dB in the times that follow from the losses
 * measured by Woodhouse (2004). */
START_TEST(nylon_dies_as_measured_strings_do)
{
    static const struct {
        uint8_t key;
        double seconds[3]; /* partials 1, 10, 20 */
    } strings[] = {{64, {5.9, 1.2, 0.40}}, {59, {7.6, 1.5, 0.46}}, {45, {15.0, 8.6, 3.8}}};
    static const uint32_t partials[] = {1, 10, 20};

    for (uint32_t i = 0; i < 3; i++) {
        const double pitch = key_pitch(strings[i].key);
        const PluckedString string = string_for_key(NYLON, strings[i].key, pitch);
        const StringLoss loss = {.pitch = pitch, .age = 1.0};
        UrtoMode modes[MODES];
        ck_assert_uint_eq(string_modes(&string, &loss, 20000.0, modes, MODES) > 20, 1);
        for (uint32_t k = 0; k < 3; k++) {
            const double seconds = decay_of(modes[partials[k] - 1].decay);
            printf("nylon, key %u, partial %u: %.2f s\n", strings[i].key, partials[k], seconds);
            ck_assert_double_gt(seconds, 0.93 * strings[i].seconds[k]);
            ck_assert_double_lt(seconds, 1.07 * strings[i].seconds[k]);
        }
    }
}
END_TEST

/* f_n = n f sqrt((1 + B n^2)/(1 + B)), and B grows as the square when the string is stopped in the
 * middle; every key has a string, whose wave has the pitch of the key. */
START_TEST(strings_are_stiff_and_in_tune)
{
    for (uint32_t model = 0; model < STRING_MODELS; model++) {
        for (uint32_t key = 16; key <= 112; key++) {
            const double pitch = key_pitch(key);
            const PluckedString s = string_for_key((StringModel)model, key, pitch);
            const StringLoss loss = {.pitch = pitch, .age = 1.0, .box = string_box(model)};
            UrtoMode modes[MODES];
            const uint32_t count = string_modes(&s, &loss, 19800.0, modes, MODES);
            ck_assert_double_eq_tol(sqrt(s.tension / s.density) / (2.0 * s.length), pitch,
                                    1e-9 * pitch);
            ck_assert_double_eq_tol(modes[0].frequency, pitch, 1e-9 * pitch);
            for (uint32_t n = 2; n <= count; n++) {
                const double b = s.inharmonicity;
                const double f = n * pitch * sqrt((1.0 + b * n * n) / (1.0 + b));
                ck_assert_double_eq_tol(modes[n - 1].frequency, f, 1e-9 * f);
                ck_assert_double_gt(modes[n - 1].decay, 0.0);
            }
            ck_assert_double_lt(modes[count - 1].frequency, 19800.0);
        }
    }
    const double open = string_for_key(BASS, 43.0, key_pitch(43)).inharmonicity;
    ck_assert_double_eq_tol(string_for_key(BASS, 55.0, key_pitch(55)).inharmonicity, 4.0 * open,
                            1e-9);
}
END_TEST

/* Open strings as makers' charts and Woodhouse (2004) have them; a decay of steel and of nylon. */
START_TEST(open_strings_are_those_of_real_sets)
{
    static const struct {
        StringModel model;
        double key, length, tension, diameter, inharmonicity, first; /* decay of partial 1 [1/s] */
    } rows[] = {{STEEL, 40.0, 0.648, 116.0, 1.346e-3, 5.6e-5, 0.0755},
                {STEEL, 64.0, 0.648, 104.0, 0.305e-3, 1.9e-5, 0.61},
                {NYLON, 40.0, 0.65, 71.6, 1.09e-3, 1.9e-5, 0.61},
                {NYLON, 59.0, 0.65, 53.4, 0.82e-3, 7.0e-5, 0.91},
                {BASS, 28.0, 0.864, 170.0, 2.67e-3, 5.6e-5, 0.0335},
                {ELECTRIC, 64.0, 0.648, 72.1, 0.254e-3, 1.4e-5, 0.70}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double pitch = key_pitch(rows[i].key);
        const PluckedString s = string_for_key(rows[i].model, rows[i].key, pitch);
        const StringLoss loss = {.pitch = pitch, .age = 1.0};
        const double decay = string_decay(&s, &loss, 1, pitch);
        printf("%u, key %g: T %g N, B %.2g, %.3f/s\n", rows[i].model, rows[i].key, s.tension,
               s.inharmonicity, decay);
        ck_assert_double_eq_tol(s.length, rows[i].length, 1e-9);
        ck_assert_double_eq_tol(s.tension, rows[i].tension, 1e-9);
        ck_assert_double_eq_tol(s.diameter, rows[i].diameter, 1e-9);
        ck_assert_double_eq_tol(s.inharmonicity, rows[i].inharmonicity, 1e-9);
        ck_assert_double_eq_tol(decay, rows[i].first, 0.05 * rows[i].first);
    }
}
END_TEST

/* Keys of the grand: pitch with its stretch, strings, dampers, scale and decay. */
START_TEST(keys_of_the_grand_are_as_listed)
{
    static const struct {
        double key, pitch;
        uint32_t strings;
        bool damped;
        double length, hammer, inharmonicity, first, second;
    } rows[] = {{21.0, 27.297, 1, true, 2.01, 11.0e-3, 6.5e-5, 10.5, 48.0},
                {45.0, 109.898, 3, true, 1.33, 9.3e-3, 8.0e-5, 7.0, 34.0},
                {69.0, 440.0, 3, true, 0.405, 7.7e-3, 7.2e-4, 2.8, 14.5},
                {90.0, 1482.73, 3, false, 0.1311, 6.368e-3, 4.323e-3, 0.7827, 3.881},
                {105.0, 3553.06, 3, false, 0.060, 5.5e-3, 1.5e-2, 0.28, 1.2}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const GrandKey key = grand_key(rows[i].key);
        printf("key %g: %.3f Hz, L %.4f m, B %.4g, T60 %.4g and %.4g s, hammer %.4g kg\n",
               rows[i].key, key.pitch, key.length, key.inharmonicity, key.first, key.second,
               key.hammer);
        ck_assert_double_eq_tol(key.pitch, rows[i].pitch, 2e-5 * rows[i].pitch);
        ck_assert_uint_eq(key.strings, rows[i].strings);
        ck_assert_int_eq(key.damped, rows[i].damped);
        ck_assert_double_eq_tol(key.length, rows[i].length, 1e-3 * rows[i].length);
        ck_assert_double_eq_tol(key.hammer, rows[i].hammer, 1e-3 * rows[i].hammer);
        ck_assert_double_eq_tol(key.inharmonicity, rows[i].inharmonicity,
                                1e-3 * rows[i].inharmonicity);
        ck_assert_double_eq_tol(key.first, rows[i].first, 1e-3 * rows[i].first);
        ck_assert_double_eq_tol(key.second, rows[i].second, 1e-3 * rows[i].second);
    }
    ck_assert_uint_eq(grand_key(30.0).strings, 1);
    ck_assert_uint_eq(grand_key(31.0).strings, 2);
    ck_assert_uint_eq(grand_key(44.0).strings, 2);
    ck_assert(grand_key(89.0).damped);
}
END_TEST

/* At a mode of the box G is Q/(w m), far above the named ones it is n/(4 M). */
START_TEST(boxes_take_what_their_modes_take)
{
    const BoxDef *box = string_box(STEEL);
    const BoxMode *air = &box->low[0];
    const double peak = air->q / (2.0 * 3.14159265358979 * air->frequency * air->mass);

    ck_assert_double_eq_tol(box_conductance(box, air->frequency), peak, 0.1 * peak);
    ck_assert_double_eq_tol(box_conductance(box, 2.0 * box->knee),
                            0.5 * box->density / (4.0 * box->mass), 1e-9);
    ck_assert_ptr_null(string_box(BASS));
    ck_assert_ptr_null(string_box(ELECTRIC));
}
END_TEST

static UrtoInstrument *play_model(const char *id, const char *preset, uint8_t key)
{
    const UrtoInstrumentInfo *info = urto_instrument_find(id);
    UrtoInstrument *instrument = make(info, 48000.0, 2, false);

    OK(urto_instrument_load_preset(instrument, urto_instrument_preset_find(info, preset), NULL));
    note(instrument, 0, key, 0.8);
    return instrument;
}

/* What is heard in the middle is not less than half of what is heard on both sides: nothing is lost in
 * mono, at any width. */
START_TEST(boxes_keep_their_sound_in_mono)
{
    enum { FRAMES = 24000 };
    static const struct {
        const char *id, *preset;
    } boxes[] = {{"fretted-string", "steel"},
                 {"fretted-string", "nylon"},
                 {"fretted-string", "harp"},
                 {"tanpura", "tanpura"}};
    static float left[FRAMES], right[FRAMES];

    for (uint32_t b = 0; b < 4; b++) {
        double least = 1.0;
        for (uint8_t key = 40; key <= 64; key += 3) {
            UrtoInstrument *instrument = play_model(boxes[b].id, boxes[b].preset, key);
            double mid = 0.0;
            double both = 0.0;
            double side = 0.0;
            urto_instrument_process(instrument, (float *[]){left, right}, FRAMES);
            for (int i = 0; i < FRAMES; i++) {
                const double l = (double)left[i];
                const double r = (double)right[i];
                mid += 0.25 * (l + r) * (l + r);
                side += 0.25 * (l - r) * (l - r);
                both += 0.5 * (l * l + r * r);
            }
            least = fmin(least, mid / both);
            ck_assert_double_gt(side, 1e-3 * mid); /* and it is stereo */
            urto_instrument_destroy(instrument);
        }
        printf("%s: %.2f of the power is left in mono\n", boxes[b].preset, least);
        ck_assert_double_gt(least, 0.5);
    }
}
END_TEST

/* A coil hears one string at one place: the same in both channels. */
START_TEST(a_pickup_is_in_the_middle)
{
    enum { FRAMES = 12000 };
    static float left[FRAMES], right[FRAMES];
    UrtoInstrument *instrument = play_model("fretted-string", "finger-bass", 40);

    urto_instrument_process(instrument, (float *[]){left, right}, FRAMES);
    ck_assert_int_eq(memcmp(left, right, sizeof left), 0);
    ck_assert_double_gt(rms(left, FRAMES), 1e-3);
    urto_instrument_destroy(instrument);
}
END_TEST

/* Frets, and nothing else, make the difference between a high and a low action; a harp has none. */
START_TEST(only_frets_buzz)
{
    static const char *const presets[] = {"steel", "harp"};

    for (int harp = 0; harp < 2; harp++) {
        float *x[2];
        for (int low = 0; low < 2; low++) {
            UrtoInstrument *instrument = play_model("fretted-string", presets[harp], 45);
            set(instrument, "action", low ? 0.05 : 5.0);
            x[low] = play(instrument, 9600);
            urto_instrument_destroy(instrument);
        }
        ck_assert_int_eq(memcmp(x[0], x[1], 9600 * sizeof(float)) == 0, harp);
        free(x[0]);
        free(x[1]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("strings");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, nylon_dies_as_measured_strings_do);
    tcase_add_test(tests, strings_are_stiff_and_in_tune);
    tcase_add_test(tests, open_strings_are_those_of_real_sets);
    tcase_add_test(tests, keys_of_the_grand_are_as_listed);
    tcase_add_test(tests, boxes_take_what_their_modes_take);
    tcase_add_test(tests, boxes_keep_their_sound_in_mono);
    tcase_add_test(tests, a_pickup_is_in_the_middle);
    tcase_add_test(tests, only_frets_buzz);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
