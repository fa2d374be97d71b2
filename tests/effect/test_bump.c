/* PhonoBump: silence, safety, the two linear limits, bodies of one's own, blocks, energy ledger. */
#include "tests/support/listen.h"

#include <complex.h>

enum { FRAMES = 48000 };

static float in[2][FRAMES], out[2][FRAMES], other[2][FRAMES];

static UrtoBump *bump_of(uint32_t channels, const char *preset)
{
    const UrtoBumpInfo *info = urto_bump_info();
    UrtoBump *bump = NULL;
    UrtoDiagnostic why = {0};
    const UrtoStatus status = urto_bump_create(
        &bump, 48000.0, &(UrtoBumpOptions){.channels = channels, .ledger = true}, &why);

    ck_assert_msg(status == URTO_OK, "%s", why.message);
    for (uint32_t i = 0; i < info->preset_count; i++) {
        if (strcmp(info->presets[i].id, preset) == 0) {
            OK(urto_bump_load_preset(bump, i, NULL));
        }
    }
    urto_bump_reset(bump);
    return bump;
}

static void turn(UrtoBump *bump, const char *id, double value)
{
    const UrtoBumpInfo *info = urto_bump_info();

    for (uint32_t i = 0; i < info->parameter_count; i++) {
        if (strcmp(info->parameters[i].id, id) == 0) {
            OK(urto_bump_set(bump, i, value, NULL));
            return;
        }
    }
    ck_abort_msg("no parameter %s", id);
}

static void run(UrtoBump *bump, uint32_t channels, uint32_t frames)
{
    urto_bump_process(bump, (const float *[]){in[0], channels > 1 ? in[1] : NULL},
                      (float *[]){out[0], channels > 1 ? out[1] : NULL}, frames);
}

static void fill_noise(double size)
{
    Dice d = {77};

    for (int i = 0; i < FRAMES; i++) {
        in[0][i] = (float)(size * dice_real(&d, -1.0, 1.0));
        in[1][i] = (float)(size * dice_real(&d, -1.0, 1.0));
    }
}

static bool silent(int channels, uint32_t frames)
{
    bool all = true;

    for (uint32_t i = 0; i < frames; i++) {
        all = all && out[0][i] == 0.0f && (channels < 2 || out[1][i] == 0.0f);
    }
    return all;
}

START_TEST(silence_in_gives_silence_out)
{
    for (uint32_t p = 0; p < urto_bump_info()->preset_count; p++) {
        UrtoBump *bump = bump_of(2, urto_bump_info()->presets[p].id);
        turn(bump, "decay", 0.2);
        memset(in, 0, sizeof in);
        run(bump, 2, 4800);
        ck_assert(silent(2, 4800));
        /* something, then silence again: exact in the end */
        fill_noise(0.5);
        memset(in[0] + 4800, 0, sizeof in[0] - 4800 * sizeof(float));
        memset(in[1] + 4800, 0, sizeof in[1] - 4800 * sizeof(float));
        run(bump, 2, FRAMES);
        ck_assert_double_gt(rms(out[0], 4800), 1e-4);
        memset(in, 0, sizeof in);
        for (int i = 0; i < 4; i++) {
            run(bump, 2, FRAMES);
        }
        ck_assert_msg(silent(2, FRAMES), "preset %u", p);
        ck_assert(urto_bump_ledger(bump).stored == 0.0);
        urto_bump_destroy(bump);
    }
}
END_TEST

static float harsh(int kind, int i, Dice *d)
{
    switch (kind) {
    case 0:
        return (float)dice_real(d, -1.0, 1.0);
    case 1:
        return i / 110 % 2 ? 1.0f : -1.0f;
    case 2:
        return 1.0f;
    case 3:
        return i % 97 ? 0.3f : NAN;
    case 4:
        return i % 89 ? -0.2f : -INFINITY;
    default:
        return i % 2 ? 3e38f : -3e38f;
    }
}

START_TEST(any_input_gives_bounded_output)
{
    const UrtoBumpInfo *info = urto_bump_info();
    for (int kind = 0; kind < 6; kind++) {
        Dice d = {5};
        UrtoBump *bump = bump_of(2, "rattle");
        turn(bump, "drive", 1000.0);
        for (int i = 0; i < FRAMES; i++) {
            in[0][i] = in[1][FRAMES - 1 - i] = harsh(kind, i, &d);
        }
        for (uint32_t at = 0; at < FRAMES; at += 800) {
            const uint32_t parameter = dice(&d, info->parameter_count);
            OK(urto_bump_set(
                bump, parameter,
                urto_parameter_value(&info->parameters[parameter], dice_real(&d, 0.0, 1.0)), NULL));
            urto_bump_process(bump, (const float *[]){in[0] + at, in[1] + at},
                              (float *[]){out[0] + at, out[1] + at}, 800);
        }
        bool good = true;
        for (int i = 0; i < FRAMES; i++) {
            for (int c = 0; c < 2; c++) {
                good = good && isfinite(out[c][i]) && fabsf(out[c][i]) <= 1.0f;
            }
        }
        ck_assert_msg(good, "kind %d", kind);
        const UrtoBumpStatistics s = urto_bump_statistics(bump);
        ck_assert_uint_eq(s.nonfinite, 0);
        ck_assert((s.nonfinite_inputs > 0) == (kind == 3 || kind == 4));
        const UrtoLedger ledger = urto_bump_ledger(bump);
        ck_assert_double_le(fabs(ledger.residual), 1e-9 * total(&ledger));
        ck_assert_int_ne(urto_bump_set(bump, 1, (double)NAN, NULL), URTO_OK);
        ck_assert_int_ne(urto_bump_set(bump, 99, 0.0, NULL), URTO_OK);
        urto_bump_destroy(bump);
    }
    UrtoBump *none = NULL;
    ck_assert_int_ne(urto_bump_create(&none, 48000.0, &(UrtoBumpOptions){.channels = 3}, NULL),
                     URTO_OK);
    ck_assert_int_ne(urto_bump_create(&none, (double)NAN, &(UrtoBumpOptions){.channels = 1}, NULL),
                     URTO_OK);
    ck_assert_ptr_null(none);
}
END_TEST

/* A hammer that never reaches the resonator leaves it silent. */
/* The dry sound is the input, bent above 0.8 and never above 0.89; the mix moves in 5 ms; level and make-up are of
 * the wet sound alone. A frame that is limited counts once, on whichever side. */
START_TEST(levels_and_limits)
{
    UrtoBump *bump = bump_of(2, "rattle");
    turn(bump, "mix", 0.0);
    turn(bump, "level", -20.0);
    turn(bump, "drive", 0.0);
    urto_bump_reset(bump);
    for (int i = 0; i < 4800; i++) {
        in[0][i] = i >= 100 && i < 150 ? -1.5f : 0.5f;
        in[1][i] = i < 150 ? 1.5f : -0.75f;
    }
    in[1][200] = in[1][300] = NAN;
    in[0][200] = -INFINITY;
    run(bump, 2, 4800);
    const double bent = 0.8 + 0.09 * tanh((1.5 - 0.8) / 0.09);
    ck_assert_float_eq(out[0][99], 0.5f);
    ck_assert_double_eq_tol((double)out[0][100], -bent, 1e-6);
    ck_assert_double_eq_tol((double)out[1][0], bent, 1e-6);
    ck_assert(out[1][150] == -0.75f && out[0][200] == 0.0f && out[1][200] == 0.0f);
    ck_assert_uint_eq(urto_bump_statistics(bump).limited, 150);
    ck_assert_uint_eq(urto_bump_statistics(bump).nonfinite_inputs, 3);
    for (int i = 0; i < 4800; i++) {
        in[0][i] = in[1][i] = 0.5f;
    }
    turn(bump, "mix", 1.0);
    run(bump, 2, 240);
    for (int c = 0; c < 2; c++) {
        ck_assert_double_eq_tol((double)out[c][239], 0.5 * exp(-1.0), 1e-3);
    }
    urto_bump_destroy(bump);
    static const char *const gains[] = {"level", "makeup"};
    fill_noise(0.05);
    for (int g = 0; g < 2; g++) {
        double loud[2];
        for (int i = 0; i < 2; i++) {
            bump = bump_of(1, "rattle");
            turn(bump, "mix", 1.0);
            turn(bump, "makeup", -12.0);
            turn(bump, "level", 0.0);
            turn(bump, gains[g], (g ? -12.0 : 0.0) - 12.0 * i);
            urto_bump_reset(bump);
            run(bump, 1, 9600);
            loud[i] = rms(out[0], 9600);
            ck_assert_uint_eq(urto_bump_statistics(bump).limited, 0);
            urto_bump_destroy(bump);
        }
        ck_assert_double_gt(loud[0], 0.0);
        ck_assert_double_eq_tol(loud[1] / loud[0], pow(10.0, -12.0 / 20.0), 1e-5);
    }
}
END_TEST

START_TEST(a_hammer_out_of_reach_leaves_the_resonator_silent)
{
    UrtoBump *bump = bump_of(1, "rattle");
    turn(bump, "mix", 1.0);
    turn(bump, "drive", 1e-3);
    turn(bump, "distance", 1.0);
    urto_bump_reset(bump);
    fill_noise(1.0);
    run(bump, 1, FRAMES);
    ck_assert(silent(1, FRAMES));
    /* dry, the input comes out as it is */
    turn(bump, "mix", 0.0);
    urto_bump_reset(bump);
    fill_noise(0.8);
    run(bump, 1, FRAMES);
    double worst = 0.0;
    for (int i = 0; i < FRAMES; i++) {
        worst = fmax(worst, fabs((double)out[0][i] - (double)in[0][i]));
    }
    ck_assert_double_le(worst, 1e-6);
    urto_bump_destroy(bump);
}
END_TEST

static UrtoBump *bonded(void)
{
    UrtoBump *bump = bump_of(1, "bonded");

    turn(bump, "mix", 1.0);
    turn(bump, "resonator", 0.0); /* bar */
    turn(bump, "pitch", 300.0);
    turn(bump, "decay", 0.3);
    turn(bump, "drive", 0.1);
    turn(bump, "stiffness", 1e7);
    urto_bump_reset(bump);
    return bump;
}

/* Bonded, the effect is linear, and rings in the modes of the resonator. */
START_TEST(a_bonded_hammer_is_a_linear_filter)
{
    UrtoBump *bump = bonded();
    static float impulse[FRAMES];
    memset(in, 0, sizeof in);
    in[0][0] = 1.0f;
    run(bump, 1, FRAMES);
    memcpy(impulse, out[0], sizeof impulse);
    urto_bump_destroy(bump);
    /* a free bar of 300 Hz with half a gram on it: a little lower than its modes alone */
    static const double ratios[] = {1.0, 2.756538507099, 5.403917632384};
    for (int m = 0; m < 3; m++) {
        const double f = 300.0 * ratios[m];
        const double found = strongest(impulse, 16384, 48000.0, f, 60.0);
        ck_assert_msg(found < f * 1.0005 && found > f * 0.98, "mode %d: %g, not %g", m, found, f);
        /* also the second, whose ends swing against each other */
        const double share =
            partial(impulse, 16384, 48000.0, found) /
            partial(impulse, 16384, 48000.0, strongest(impulse, 16384, 48000.0, 300.0, 60.0));
        printf("bonded bar: mode %d, %.2f of the first\n", m, share);
        ck_assert_double_gt(share, 0.1);
    }
    /* the answer to anything is the sum of answers to impulses */
    fill_noise(0.3);
    memset(in[0] + 300, 0, sizeof in[0] - 300 * sizeof(float));
    bump = bonded();
    run(bump, 1, 8000);
    double worst = 0.0;
    double peak = 0.0;
    for (int i = 0; i < 8000; i++) {
        double sum = 0.0;
        for (int j = 0; j < 300 && j <= i; j++) {
            sum += (double)in[0][j] * (double)impulse[i - j];
        }
        peak = fmax(peak, fabs(sum));
        worst = fmax(worst, fabs(sum - (double)out[0][i]));
    }
    printf("bonded: %.1e of the peak from its linear response\n", worst / peak);
    ck_assert_double_le(worst, 1e-5 * peak);
    urto_bump_destroy(bump);
}
END_TEST

/* However stiff the bond, and with the least loss, what went in is gone after five times the decay
 * and four seconds. */
START_TEST(every_bond_decays_to_silence)
{
    static const double stiff[] = {1e8, 1e10, 1e12}, masses[] = {0.5, 50.0};
    static const struct {
        double resonator, pitch, place, material;
    } bodies[] = {{3.0, 150.0, 0.4, 0.4}, {2.0, 20.0, 0.96, 0.0}};
    const double decay = 0.4;
    for (int run_of = 0; run_of < 48; run_of++) {
        const int body = run_of / 2 % 2;
        const double loss = run_of / 4 % 2 ? 0.2 : 0.0;
        UrtoBump *bump = bump_of(1, "bonded");
        turn(bump, "mix", 1.0);
        turn(bump, "drive", 100.0);
        turn(bump, "stiffness", stiff[run_of / 16]);
        turn(bump, "mass", masses[run_of / 8 % 2]);
        turn(bump, "loss", loss);
        turn(bump, "resonator", bodies[body].resonator);
        turn(bump, "pitch", bodies[body].pitch);
        turn(bump, "place", bodies[body].place);
        turn(bump, "material", bodies[body].material);
        turn(bump, "decay", decay);
        urto_bump_reset(bump);
        fill_noise(1.0);
        const size_t given = run_of % 2 ? 4800 : 1; /* noise, or an impulse */
        in[0][0] = 1.0f;
        memset(in[0] + given, 0, sizeof in[0] - given * sizeof(float));
        run(bump, 1, FRAMES);
        memset(in, 0, sizeof in);
        for (int second = 1; second < 5.0 * decay + 4.0; second++) {
            run(bump, 1, FRAMES);
        }
        run(bump, 1, FRAMES);
        ck_assert_msg(silent(1, FRAMES) && !urto_bump_sounds(bump), "run %d", run_of);
        const UrtoLedger ledger = urto_bump_ledger(bump);
        ck_assert(ledger.stored == 0.0);
        ck_assert_double_gt(ledger.dissipated_body, 0.0);
        ck_assert_double_le(fabs(ledger.residual), 1e-11 * total(&ledger));
        urto_bump_destroy(bump);
    }
}
END_TEST

/* Bonded, more loss is a shorter sound. */
START_TEST(more_loss_shortens_a_bonded_sound)
{
    double before = HUGE_VAL;
    for (double loss = 0.0; loss < 1.0; loss += 0.4) {
        UrtoBump *bump = bonded();
        turn(bump, "mass", 20.0);
        turn(bump, "decay", 3.0);
        turn(bump, "loss", loss);
        urto_bump_reset(bump);
        memset(in, 0, sizeof in);
        in[0][0] = 1.0f;
        run(bump, 1, FRAMES);
        const double late = rms(out[0] + 9600, 4800) / rms(out[0], 480);
        printf("bonded, loss %.1f: %.2g left after 0.2 s\n", loss, late);
        ck_assert_msg(late < 0.8 * before, "loss %g: %g, not below %g", loss, late, before);
        before = late;
        urto_bump_destroy(bump);
    }
}
END_TEST

static UrtoStatus create_on(UrtoBump **bump, UrtoWorldDef *def, UrtoBody body, UrtoDiagnostic *why)
{
    const UrtoBumpOptions options = {
        .channels = 1, .ledger = true, .resonator_def = def, .resonator = body};
    const UrtoStatus status = urto_bump_create(bump, 48000.0, &options, why);

    urto_world_def_destroy(def); /* it is not needed any more */
    return status;
}

static const UrtoMode two_modes[] = {{700.0, 25.0, 0.05}, {300.0, 20.0, 0.08}};
/* at 0, half and the whole of the length */
static const double two_shapes[] = {1.0, 0.5, 0.0, 1.0, -1.0, 0.7};

static UrtoBump *bump_on_two_modes(void)
{
    UrtoModalDef modal = urto_modal_def();
    UrtoMassDef mass = urto_mass_def();
    UrtoWorldDef *def = NULL;
    UrtoBody body = {0};
    UrtoBump *bump = NULL;

    OK(urto_world_def_create(&def, NULL));
    modal.modes = two_modes;
    modal.count = 2;
    modal.shapes = two_shapes;
    modal.points = 3;
    modal.length = 2.0;
    mass.mass = 1.0;
    urto_world_def_mass(def, &mass);
    body = urto_world_def_modal(def, &modal);
    OK(create_on(&bump, def, body, NULL));
    return bump;
}

static double two_shape(int mode, double place)
{
    const int row = place >= 0.5;
    const double part = 2.0 * place - row;

    return (1.0 - part) * two_shapes[2 * row + mode] + part * two_shapes[2 * row + 2 + mode];
}

/* What is heard at w for a force of 1 on the hammer, bonded: with the receptances h of the hammer
 * and Y of the body where it is hit, the force of the bond is h/(h + Y + 1/K). */
static double complex two_modes_answer(double w, double mass, double stiffness, double loss,
                                       double place)
{
    const double hang = twice_pi * 20.0;
    const double complex h = 1.0 / (mass * (hang * hang - w * w + 2.0 * I * loss * w));
    double complex there = 0.0;
    double complex heard = 0.0;

    for (int m = 0; m < 2; m++) {
        const UrtoMode *mode = &two_modes[m];
        const double own = twice_pi * mode->frequency;
        const double complex swing =
            two_shape(m, place) / (mode->mass * (own * own - w * w + 2.0 * I * mode->decay * w));
        there += two_shape(m, place) * swing;
        /* by a listener halfway from the middle to the near side */
        heard +=
            2.0 * swing *
            (cos(twice_pi / 16.0) * two_shape(m, 0.05) + sin(twice_pi / 16.0) * two_shape(m, 0.95));
    }
    return I * w * heard * h / (h + there + 1.0 / stiffness);
}

/* The stiffest bond is capped where hammer and resonator swing against each other at a quarter of the rate. */
START_TEST(the_stiffest_bond_sounds_at_a_quarter_of_the_rate)
{
    UrtoBump *bump = bump_on_two_modes();
    double place = 0.0;
    double most = 0.0;

    for (int i = 0; i <= 1000; i++) {
        double sum = 0.0;
        for (int m = 0; m < 2; m++) {
            sum += two_shape(m, 1e-3 * i) * two_shape(m, 1e-3 * i) / two_modes[m].mass;
        }
        place = sum > most ? 1e-3 * i : place;
        most = fmax(most, sum);
    }
    OK(urto_bump_load_preset(bump, 5, NULL));
    turn(bump, "mix", 1.0);
    turn(bump, "mass", 4.0);
    turn(bump, "stiffness", 1e12);
    turn(bump, "place", place);
    urto_bump_reset(bump);
    memset(in, 0, sizeof in);
    in[0][0] = 1.0f;
    run(bump, 1, FRAMES);
    const double found = strongest(out[0], 4096, 48000.0, 12000.0, 500.0);
    printf("bonded, stiffest: %.0f Hz\n", found);
    ck_assert_double_eq_tol(found, 12000.0, 60.0);
    urto_bump_destroy(bump);
}
END_TEST

/* A body of one's own, bonded, answers as its closed form says. */
START_TEST(an_own_body_answers_as_its_closed_form)
{
    static const double pitches[] = {40.0,  120.0, 200.0, 280.0, 310.0, 400.0,
                                     550.0, 680.0, 720.0, 900.0, 1500.0};
    const double place = 0.3;
    UrtoBump *bump = bump_on_two_modes();
    ck_assert_double_eq_tol(urto_bump_get(bump, 9), 300.0, 1e-9);                /* pitch */
    ck_assert_double_eq_tol(urto_bump_get(bump, 10), log(1000.0) / 20.0, 1e-12); /* decay */
    OK(urto_bump_load_preset(bump, 5, NULL));
    turn(bump, "makeup", 0.0);
    ck_assert_double_eq_tol(urto_bump_get(bump, 9), 300.0, 1e-9);
    turn(bump, "resonator", 2.0); /* says nothing */
    turn(bump, "material", 1.0);  /* nor this */
    turn(bump, "mix", 1.0);
    turn(bump, "drive", 1.0);
    turn(bump, "level", 0.0);
    turn(bump, "mass", 4.0);
    turn(bump, "stiffness", 2e6);
    turn(bump, "place", place);
    urto_bump_reset(bump);
    memset(in, 0, sizeof in);
    in[0][0] = 1.0f;
    run(bump, 1, FRAMES);
    double worst = 0.0;
    for (size_t i = 0; i < sizeof pitches / sizeof *pitches; i++) {
        const double w = twice_pi * pitches[i];
        double complex sum = 0.0;
        for (int n = 0; n < FRAMES; n++) {
            sum += (double)out[0][n] * cexp(-I * w * n / 48000.0);
        }
        const double wanted = cabs(two_modes_answer(w, 4e-3, 2e6, 30.0, place));
        worst = fmax(worst, fabs(cabs(sum) / wanted - 1.0));
    }
    printf("own body, bonded: %.1e from its closed form\n", worst);
    ck_assert_double_le(worst, 5e-3);
    /* an octave up and dying away twice as fast */
    turn(bump, "pitch", 600.0);
    turn(bump, "decay", 0.5 * log(1000.0) / 20.0);
    turn(bump, "mass", 0.5);
    urto_bump_reset(bump);
    run(bump, 1, FRAMES);
    for (int m = 0; m < 2; m++) {
        const double f = 2.0 * two_modes[m].frequency;
        const double found = strongest(out[0], 16384, 48000.0, f, 60.0);
        ck_assert_msg(found < f * 1.001 && found > f * 0.98, "%g, not %g", found, f);
    }
    const UrtoLedger ledger = urto_bump_ledger(bump);
    ck_assert_double_le(fabs(ledger.residual), 1e-11 * total(&ledger));
    urto_bump_destroy(bump);
}
END_TEST

/* Adds a body of every kind to a description; false: there are no more. */
static bool add_kind(UrtoWorldDef *def, int kind, UrtoBody *body)
{
    UrtoStringDef string = urto_string_def();
    UrtoBarDef bar = urto_bar_def();
    UrtoMembraneDef membrane = urto_membrane_def();
    UrtoPlateDef plate = urto_plate_def();
    UrtoModalDef modal = urto_modal_def();

    string.model = membrane.model = plate.model = URTO_MODEL_MODAL;
    membrane.segments[0] = plate.segments[0] = 40;
    modal.modes = two_modes;
    modal.count = 2;
    switch (kind) {
    case 0:
        *body = urto_world_def_string(def, &string);
        return body->id != 0;
    case 1:
        *body = urto_world_def_bar(def, &bar);
        return body->id != 0;
    case 2:
        *body = urto_world_def_membrane(def, &membrane);
        return body->id != 0;
    case 3:
        membrane.outline = URTO_OUTLINE_RECTANGLE;
        membrane.size[1] = 0.2;
        *body = urto_world_def_membrane(def, &membrane);
        return body->id != 0;
    case 4:
        *body = urto_world_def_plate(def, &plate);
        return body->id != 0;
    case 5:
        *body = urto_world_def_modal(def, &modal);
        return body->id != 0;
    default:
        return false;
    }
}

/* Every kind of modal body is hit anywhere, sounds, balances, ends, and comes back from its state.
 */
START_TEST(every_kind_of_modal_body_can_be_hit)
{
    for (int kind = 0; kind < 6; kind++) {
        for (int contact = 0; contact < 2; contact++) {
            UrtoWorldDef *def = NULL;
            UrtoBody body = {0};
            UrtoBump *bump = NULL;
            OK(urto_world_def_create(&def, NULL));
            ck_assert(add_kind(def, kind, &body));
            OK(create_on(&bump, def, body, NULL));
            turn(bump, "contact", contact);
            turn(bump, "mix", 1.0);
            turn(bump, "decay", 0.2);
            urto_bump_reset(bump);
            fill_noise(0.5);
            memset(in[0] + 9600, 0, sizeof in[0] - 9600 * sizeof(float));
            run(bump, 1, FRAMES);
            const double db = 20.0 * log10(rms(out[0], 9600));
            printf("own body %d, contact %d: %.1f dB\n", kind, contact, db);
            ck_assert_double_gt(db, -80.0);
            char text[4096];
            ck_assert_uint_le(urto_bump_save(bump, text, sizeof text), sizeof text);
            memcpy(other, out, sizeof out);
            OK(urto_bump_restore(bump, text, NULL));
            run(bump, 1, FRAMES);
            for (int i = 0; i < FRAMES; i++) {
                ck_assert_float_eq_tol(other[0][i], out[0][i], 1e-6f);
            }
            memset(in, 0, sizeof in);
            for (double place = 0.0; place <= 1.0; place += 0.25) {
                turn(bump, "place", place);
                in[0][0] = 1.0f;
                run(bump, 1, FRAMES);
            }
            in[0][0] = 0.0f;
            for (int second = 0; second < 6; second++) {
                run(bump, 1, FRAMES);
            }
            ck_assert_msg(silent(1, FRAMES), "kind %d", kind);
            const UrtoLedger ledger = urto_bump_ledger(bump);
            ck_assert_double_le(fabs(ledger.residual), 1e-11 * total(&ledger));
            ck_assert_uint_eq(urto_bump_statistics(bump).nonfinite, 0);
            urto_bump_destroy(bump);
        }
    }
}
END_TEST

static void refused(const UrtoMode *modes, uint32_t count, const char *reason)
{
    UrtoModalDef modal = urto_modal_def();
    UrtoWorldDef *def = NULL;
    UrtoBody body = {0};
    UrtoBump *bump = NULL;
    UrtoDiagnostic why = {0};

    OK(urto_world_def_create(&def, NULL));
    modal.modes = modes;
    modal.count = count;
    body = urto_world_def_modal(def, &modal);
    ck_assert_int_ne(create_on(&bump, def, body, &why), URTO_OK);
    ck_assert_ptr_null(bump);
    ck_assert_msg(strstr(why.message, reason) != NULL, "%s", why.message);
}

START_TEST(unfit_bodies_are_refused_with_a_message)
{
    UrtoWorldDef *def = NULL;
    UrtoBump *bump = NULL;
    UrtoDiagnostic why = {0};
    UrtoBody mass = {0};
    UrtoBody grid = {0};
    OK(urto_world_def_create(&def, NULL));
    const UrtoMassDef mass_def = urto_mass_def();
    const UrtoStringDef string_def = urto_string_def();
    mass = urto_world_def_mass(def, &mass_def);
    grid = urto_world_def_string(def, &string_def);
    UrtoBumpOptions options = {.resonator_def = def, .resonator = mass};
    ck_assert_int_ne(urto_bump_create(&bump, 48e3, &options, &why), URTO_OK);
    ck_assert_str_eq(why.message, "the body is a mass, must be one that has modes");
    options.resonator = grid;
    ck_assert_int_ne(urto_bump_create(&bump, 48e3, &options, &why), URTO_OK);
    ck_assert_str_eq(why.message, "the body is on a grid, its model must be modal");
    for (uint32_t id = 0; id < 4; id += 3) {
        options.resonator = (UrtoBody){.id = id};
        ck_assert_int_ne(urto_bump_create(&bump, 48e3, &options, NULL), URTO_OK);
    }
    options.resonator = mass;
    ck_assert_int_ne(urto_bump_create(NULL, 48e3, &options, NULL), URTO_OK);
    options.resonator_def = NULL;
    ck_assert_int_ne(urto_bump_create(&bump, 48e3, &options, NULL), URTO_OK);
    urto_world_def_destroy(def);
    static const UrtoMode flies[] = {{100.0, 1.0, 1.0}, {0.0, 1.0, 1.0}};
    static const UrtoMode rings[] = {{100.0, 1.0, 1.0}, {200.0, 0.0, 1.0}};
    static const UrtoMode high[] = {{23000.0, 1.0, 1.0}};
    refused(flies, 2, "mode at 0 Hz, must be at least 0.01 Hz");
    refused(rings, 2, "at 200 Hz has a decay of 0 1/s, must be");
    refused(high, 1, "no mode lies below the end of the band");
}
END_TEST

START_TEST(output_does_not_depend_on_blocks_or_channels)
{
    static const uint32_t sizes[] = {FRAMES, 1, 37, 1000};
    fill_noise(0.4);
    for (int s = 0; s < 4; s++) {
        UrtoBump *bump = bump_of(2, "snare");
        for (uint32_t at = 0; at < FRAMES; at += sizes[s]) {
            const uint32_t n = FRAMES - at < sizes[s] ? FRAMES - at : sizes[s];
            urto_bump_process(bump, (const float *[]){in[0] + at, in[1] + at},
                              (float *[]){out[0] + at, out[1] + at}, n);
        }
        if (s == 0) {
            memcpy(other, out, sizeof out);
        }
        ck_assert(memcmp(out, other, sizeof out) == 0);
        urto_bump_destroy(bump);
    }
    UrtoBump *mono = bump_of(1, "snare");
    run(mono, 1, FRAMES);
    ck_assert(memcmp(out[0], other[0], sizeof out[0]) == 0);
    /* in place */
    memcpy(out[0], in[0], sizeof out[0]);
    urto_bump_reset(mono);
    urto_bump_process(mono, (const float *[]){out[0]}, (float *[]){out[0]}, FRAMES);
    ck_assert(memcmp(out[0], other[0], sizeof out[0]) == 0);
    urto_bump_destroy(mono);
}
END_TEST

/* What is saved and restored sounds bit by bit the same in a new effect. */
START_TEST(a_restored_state_sounds_the_same_to_the_bit)
{
    const UrtoBumpInfo *info = urto_bump_info();
    UrtoBump *one = bump_of(2, "snare");
    UrtoBump *two = bump_of(2, "glass");
    Dice d = {12};
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        const double place = dice_real(&d, 0.2, 0.8);
        OK(urto_bump_set(one, i, urto_parameter_value(&info->parameters[i], place), NULL));
    }
    turn(one, "mix", 0.8);
    const size_t size = urto_bump_save(one, NULL, 0);
    char *text = malloc(size);
    char *again = malloc(size);
    ck_assert_uint_eq(urto_bump_save(one, text, size), size);
    ck_assert_uint_eq(strlen(text) + 1, size);
    ck_assert_uint_eq(urto_bump_save(one, again, 10), size);
    ck_assert_uint_eq(strlen(again), 9);
    fill_noise(0.5);
    run(two, 2, 5000);
    ck_assert(urto_bump_sounds(two));
    OK(urto_bump_restore(two, text, NULL));
    ck_assert(!urto_bump_sounds(two));
    OK(urto_bump_restore(one, text, NULL));
    run(one, 2, FRAMES);
    memcpy(other, out, sizeof out);
    run(two, 2, FRAMES);
    ck_assert(memcmp(other, out, sizeof out) == 0);
    ck_assert_double_gt(rms(out[0], FRAMES), 1e-4);
    /* cut short it is refused, and nothing changes */
    for (size_t cut = 0; cut + 2 < size; cut += 5) {
        char *part = malloc(size);
        memcpy(part, text, size);
        part[cut] = '\0';
        UrtoDiagnostic why = {0};
        ck_assert_int_ne(urto_bump_restore(two, part, &why), URTO_OK);
        ck_assert(strncmp(why.message, "line ", 5) == 0);
        free(part);
    }
    ck_assert_int_ne(urto_bump_restore(two, NULL, NULL), URTO_OK);
    ck_assert_int_ne(urto_bump_restore(two, "urto-bump 2\nend\n", NULL), URTO_OK);
    ck_assert_uint_eq(urto_bump_save(two, again, size), size);
    ck_assert_str_eq(text, again);
    OK(urto_bump_restore(two, "urto-bump 1\nparameter later 3ff0000000000000\nend\n", NULL));
    ck_assert(urto_bump_get(two, 0) == info->parameters[0].default_value);
    free(text);
    free(again);
    urto_bump_destroy(one);
    urto_bump_destroy(two);
}
END_TEST

/* Options of all zero, or none, give the same two channels; NULL is refused and never crashes. */
START_TEST(zero_options_are_valid_and_null_is_refused)
{
    UrtoBump *bump = NULL;
    UrtoDiagnostic why = {0};
    OK(urto_bump_create(&bump, 48000.0, &(UrtoBumpOptions){0}, NULL));
    fill_noise(0.5);
    run(bump, 2, 4800);
    memcpy(other, out, sizeof out);
    urto_bump_destroy(bump);
    OK(urto_bump_create(&bump, 48000.0, NULL, NULL));
    run(bump, 2, 4800);
    ck_assert(memcmp(other, out, sizeof out) == 0);
    ck_assert_double_gt(rms(out[1], 4800), 1e-4);
    urto_bump_destroy(bump);
    ck_assert_int_eq(urto_bump_set(NULL, 0, 0.0, &why), URTO_ERROR_ARGUMENT);
    ck_assert_str_eq(why.message, "bump is NULL, must be one that was created");
    ck_assert_int_eq(urto_bump_load_preset(NULL, 0, &why), URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_bump_restore(NULL, "", &why), URTO_ERROR_ARGUMENT);
    ck_assert_uint_eq(urto_bump_save(NULL, NULL, 0), 0);
    ck_assert(urto_bump_get(NULL, 0) == 0.0 && !urto_bump_sounds(NULL));
    ck_assert_uint_eq(urto_bump_statistics(NULL).contacts, 0);
    ck_assert(urto_bump_ledger(NULL).stored == 0.0);
    urto_bump_process(NULL, NULL, NULL, 64);
    urto_bump_reset(NULL);
    urto_bump_destroy(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bump");
    TCase *tests = tcase_create("all");

    tcase_add_test(tests, silence_in_gives_silence_out);
    tcase_add_test(tests, any_input_gives_bounded_output);
    tcase_add_test(tests, levels_and_limits);
    tcase_add_test(tests, a_hammer_out_of_reach_leaves_the_resonator_silent);
    tcase_add_test(tests, a_bonded_hammer_is_a_linear_filter);
    tcase_add_test(tests, every_bond_decays_to_silence);
    tcase_add_test(tests, more_loss_shortens_a_bonded_sound);
    tcase_add_test(tests, the_stiffest_bond_sounds_at_a_quarter_of_the_rate);
    tcase_add_test(tests, an_own_body_answers_as_its_closed_form);
    tcase_add_test(tests, every_kind_of_modal_body_can_be_hit);
    tcase_add_test(tests, unfit_bodies_are_refused_with_a_message);
    tcase_add_test(tests, output_does_not_depend_on_blocks_or_channels);
    tcase_add_test(tests, a_restored_state_sounds_the_same_to_the_bit);
    tcase_add_test(tests, zero_options_are_valid_and_null_is_refused);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
