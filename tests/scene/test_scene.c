/* The loader: units, notes, materials, places, overrides, pitches; and players. */
#include "tests/support/suite.h"

#include <urto/material.h>
#include <urto/scene.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static UrtoScene *load(const char *text, const char *override)
{
    UrtoScene *scene = NULL;

    const UrtoStatus status =
        urto_scene_load(&scene, text, strlen(text), &override, override ? 1 : 0);
    ck_assert_ptr_nonnull(scene);
    ck_assert_int_eq(status == URTO_OK, urto_scene_error_count(scene) == 0);
    return scene;
}

/* The lowest mode of the first body, a modal one. */
static double lowest(const char *text)
{
    UrtoScene *scene = load(text, NULL);
    UrtoPlayer *player = NULL;
    UrtoDiagnostic why;

    for (uint32_t i = 0; i < urto_scene_error_count(scene); i++) {
        printf("%s\n", urto_scene_error(scene, i)->message);
    }
    ck_assert_uint_eq(urto_scene_error_count(scene), 0);
    ck_assert_int_eq(urto_player_create(&player, scene, &(UrtoPlayerOptions){.ledger = true}, &why),
                     URTO_OK);
    const double frequency =
        urto_world_mode_info(urto_player_world(player), (UrtoBody){.id = 1}, 0).frequency;
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    return frequency;
}

static double lowest_of(const char *body)
{
    char text[400];

    snprintf(text, sizeof text, "bodies:\n  it: {%s}\nprobes:\n  - {as: stored}\n", body);
    return lowest(text);
}

START_TEST(notes_and_units_are_numbers)
{
    static const struct {
        const char *pitch;
        double hertz;
    } cases[] = {
        {"A4", 440.0},
        {"440", 440.0},
        {"0.44 kHz", 440.0},
        {"440Hz", 440.0},
        {"A3", 220.0},
        {"C4", 261.6255653005986},
        {"C#3", 138.59131548843604},
        {"Bb2", 116.54094037952248},
        {"E1", 41.20344461410875},
        {"B#3", 261.6255653005986},
        {"4.4e2", 440.0},
        {"Abb4", 391.99543598174927},
        {"C##0", 18.354047994837977},
        {"A-1", 13.75},
        {"G9", 12543.853951415975},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[200];
        snprintf(body, sizeof body, "type: modal, modes: [{frequency: %s}]", cases[i].pitch);
        ck_assert_double_eq_tol(lowest_of(body), cases[i].hertz, 1e-6);
    }
}
END_TEST

/* The white keys lie 2 2 1 2 2 2 1 semitones apart, and a sharp or flat is one. */
START_TEST(a_scale_has_its_steps)
{
    static const char letters[] = "CDEFGAB";
    static const int steps[] = {0, 2, 4, 5, 7, 9, 11};
    static const char *const signs[] = {"b", "", "#"};
    for (int i = 0; i < 7; i++) {
        for (int sign = -1; sign <= 1; sign++) {
            char body[80];
            snprintf(body, sizeof body, "type: modal, modes: [{frequency: '%c%s4'}]", letters[i],
                     signs[sign + 1]);
            const double key = 60.0 + steps[i] + sign;
            ck_assert_double_eq_tol(lowest_of(body), 440.0 * exp2((key - 69.0) / 12.0), 1e-9);
        }
    }
}
END_TEST

/* A mode of the first body. */
static UrtoMode mode_of(const char *body, uint32_t mode)
{
    char text[500];
    UrtoPlayer *player = NULL;

    snprintf(text, sizeof text, "bodies:\n  it: {%s}\nprobes:\n  - {as: stored}\n", body);
    UrtoScene *scene = load(text, NULL);
    ck_assert_uint_eq(urto_scene_error_count(scene), 0);
    ck_assert_int_eq(urto_player_create(&player, scene, NULL, NULL), URTO_OK);
    const UrtoMode found =
        urto_world_mode_info(urto_player_world(player), (UrtoBody){.id = 1}, mode);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    return found;
}

#define MODE_IS(body, index, frequency_, decay_, mass_)                                            \
    do {                                                                                           \
        const UrtoMode its = mode_of(body, index);                                                 \
        ck_assert_double_eq_tol(its.frequency / (frequency_), 1.0, 1e-9);                          \
        ck_assert_double_eq_tol(its.decay / (decay_), 1.0, 1e-9);                                  \
        ck_assert_double_eq_tol(its.mass / (mass_), 1.0, 1e-9);                                    \
    } while (0)

/* Every key of a body reaches it: its third mode from the numbers of the scene alone. */
START_TEST(the_keys_of_bodies_reach_them)
{
    const double pi = 3.14159265358979323846;
    double b = 3.0 * pi / 0.9;
    MODE_IS("type: string, length: 0.9, tension: 70, density: 0.004, rigidity: 0.002, loss: 3, "
            "loss_high: 0.01, model: modal",
            2, b * sqrt((70.0 + 0.002 * b * b) / 0.004) / (2.0 * pi), 3.0 + 0.01 * b * b,
            0.5 * 0.004 * 0.9);
    b = 10.995607838001671 / 0.4;
    MODE_IS("type: bar, length: 0.4, density: 0.7, rigidity: 11, loss: 2, loss_high: 0.02", 2,
            b * b * sqrt(11.0 / 0.7) / (2.0 * pi), 2.0 + 0.02 * b * b, 0.7 * 0.4);
    /* a flag has six words; a rigid bar has two modes more, and they come first */
    static const char *const flags[] = {"no", "yes", "false", "true", "off", "on"};
    for (int i = 0; i < 6; i++) {
        char bar[140];
        snprintf(bar, sizeof bar,
                 "type: bar, length: 0.4, density: 0.7, rigidity: 11, loss: 2, loss_high: 0.02, "
                 "rigid: %s",
                 flags[i]);
        MODE_IS(bar, i % 2 ? 4 : 2, b * b * sqrt(11.0 / 0.7) / (2.0 * pi), 2.0 + 0.02 * b * b,
                0.7 * 0.4);
    }
    b = 7.854757438237612 / 0.4;
    MODE_IS("type: bar, length: 0.4, density: 0.7, rigidity: 11, loss: 2, loss_high: 0.02, ends: "
            "cantilever",
            2, b * b * sqrt(11.0 / 0.7) / (2.0 * pi), 2.0 + 0.02 * b * b, 0.7 * 0.4);
    b = 2.404825557695773 / 0.2;
    MODE_IS("type: membrane, radius: 0.2, tension: 900, density: 0.3, loss: 4, loss_high: 0.03, "
            "model: modal, segments: 5",
            0, b * sqrt(900.0 / 0.3) / (2.0 * pi), 4.0 + 0.03 * b * b,
            0.3 * pi * 0.04 * pow(0.51914749729, 2.0));
    const double two = pow(pi / 0.3, 2.0) + pow(2.0 * pi / 0.5, 2.0);
    MODE_IS("type: membrane, outline: rectangle, width: 0.3, height: 0.5, tension: 900, density: "
            "0.3, loss: 4, loss_high: 0.03, model: modal, segments: 5",
            1, sqrt(two * 900.0 / 0.3) / (2.0 * pi), 4.0 + 0.03 * two, 0.25 * 0.3 * 0.15);
    MODE_IS("type: plate, width: 0.3, height: 0.5, rigidity: 12, density: 5, loss: 1, loss_high: "
            "0.04, model: modal, segments: 5",
            1, two * sqrt(12.0 / 5.0) / (2.0 * pi), 1.0 + 0.04 * two, 0.25 * 5.0 * 0.15);
    MODE_IS("type: modal, modes: [{frequency: 100}, {frequency: 321, decay: 7, mass: 5 g}]", 1,
            321.0, 7.0, 0.005);
    MODE_IS("type: mass, mass: 20 g, spring: 5000, loss: 6", 0, sqrt(5000.0 / 0.02) / (2.0 * pi),
            6.0, 0.02);
    /* steel: E 2e11, 7850 kg/m^3 */
    const UrtoMaterial *steel = urto_material_find("steel");
    b = pi / 0.8;
    MODE_IS(
        "type: string, length: 0.8, radius: 1 mm, tension: 200, loss: 1, loss_high: 0, model: "
        "modal",
        0,
        b * sqrt((200.0 + steel->young * pi * 1e-12 / 4.0 * b * b) / (steel->density * pi * 1e-6)) /
            (2.0 * pi),
        1.0, 0.5 * steel->density * pi * 1e-6 * 0.8);
    b = 4.730040744862704 / 0.3;
    MODE_IS("type: bar, width: 3 cm, thickness: 4 mm, loss: 1, loss_high: 0", 0,
            b * b * 0.004 * sqrt(steel->young / (12.0 * steel->density)) / (2.0 * pi), 1.0,
            steel->density * 0.03 * 0.004 * 0.3);
}
END_TEST

/* The keys of the whole scene are in its info. */
START_TEST(the_keys_of_a_scene_are_told)
{
    UrtoScene *scene = load(
        "seconds: 3\nrate: 32000\noversample: 3\nsolver: iterative\nchannels: 1\nfade_in: 30 ms\n"
        "fade: 70 ms\nbodies:\n  it: {type: mass}\nprobes:\n  - {as: stored}\n",
        NULL);
    const UrtoSceneInfo info = urto_scene_info(scene);
    ck_assert_uint_eq(urto_scene_error_count(scene), 0);
    ck_assert_double_eq(info.seconds, 3.0);
    ck_assert_double_eq(info.rate, 32000.0);
    ck_assert_double_eq(info.fade_in, 0.03);
    ck_assert_double_eq(info.fade, 0.07);
    ck_assert_uint_eq(info.oversampling, 3);
    ck_assert_uint_eq(info.channels, 1);
    ck_assert_int_eq(info.solver, URTO_SOLVER_ITERATIVE);
    urto_scene_destroy(scene);
}
END_TEST

START_TEST(a_pitch_decides_what_is_left_open)
{
    ck_assert_double_eq_tol(lowest_of("type: string, pitch: A2, model: modal"), 110.0, 1e-3);
    ck_assert_double_eq_tol(
        lowest_of("type: string, pitch: E1, radius: 1 mm, length: 86 cm, model: modal"),
        41.20344461410875, 1e-3);
    ck_assert_double_eq_tol(lowest_of("type: bar, pitch: A5, material: glass"), 880.0, 1e-2);
    ck_assert_double_eq_tol(lowest_of("type: bar, pitch: A4, length: 20 cm, ends: cantilever"),
                            440.0, 1e-2);
    ck_assert_double_eq_tol(lowest_of("type: membrane, pitch: 200, model: modal"), 200.0, 2e-2);
    ck_assert_double_eq_tol(
        lowest_of("type: membrane, outline: rectangle, pitch: 200, model: modal"), 200.0, 2e-2);
    ck_assert_double_eq_tol(lowest_of("type: plate, pitch: 100, model: modal"), 100.0, 1e-2);
    /* steel, 30 cm, 5 mm: 4.730^2/(2 pi L^2) sqrt(E/d) t/sqrt(12) */
    ck_assert_double_eq_tol(lowest_of("type: bar"), 288.28, 0.05);
}
END_TEST

static const char basic[] = "title: Basic\nseconds: 0.5\n"
                            "bodies:\n"
                            "  ball: {type: mass, mass: 8 g, position: 1 cm, velocity: -1 m/s}\n"
                            "  string: {type: string, length: 70 cm, model: modal, tension: 100}\n"
                            "contacts:\n"
                            "  felt: {between: [string@0.5, ball], stiffness: 1e6}\n"
                            "probes:\n"
                            "  - {hear: string@0.9, name: near}\n";

START_TEST(every_number_of_points_can_be_watched)
{
    static const char text[] =
        "bodies:\n"
        "  string: {type: string, length: 0.2 m, tension: 100 N, density: 5 g/m}\n"
        "probes:\n"
        "  - {hear: string@0.9}\n";
    UrtoScene *scene = load(text, NULL);
    for (uint32_t points = 2; points < 200; points++) {
        UrtoWatch watch;
        ck_assert_int_eq(urto_scene_watch(scene, 0, points, &watch), URTO_OK);
        ck_assert_uint_eq(watch.points, points);
    }
    UrtoWatch many;
    ck_assert_int_eq(urto_scene_watch(scene, 0, URTO_SCENE_MAX_WATCH + 1, &many),
                     URTO_ERROR_ARGUMENT);
    ck_assert_int_eq(urto_scene_watch(scene, 0, 1, &many), URTO_ERROR_ARGUMENT);
    ck_assert_uint_eq(many.points, 0);
    /* where 0.2 (points - 1)/(points - 1) is more than 0.2, too */
    UrtoPlayer *player = NULL;
    ck_assert_int_eq(urto_player_create(&player, scene, NULL, NULL), URTO_OK);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
}
END_TEST

START_TEST(joints_say_where_they_are)
{
    static const char text[] =
        "seconds: 0.1\n"
        "bodies:\n"
        "  ball: {type: mass, mass: 10 g}\n"
        "  string: {type: string, length: 0.8 m, tension: 100 N, density: 5 g/m}\n"
        "contacts:\n"
        "  felt: {between: [ball, string@0.25], stiffness: 1e6, distance: 1 mm}\n"
        "barriers:\n"
        "  nut: {under: string@0..0.5, at: [0.5, 1], heights: [-2 mm, -1 mm], stiffness: 1e6}\n"
        "  board: {over: string@0.5..1, profile: [0, 0, 2], distance: 3 mm, stiffness: 1e6}\n"
        "  rail: {under: string, profile: [0], stiffness: 1e6}\n"
        "bows:\n"
        "  hair: {at: string@0.125, force: 1 N}\n"
        "probes:\n"
        "  - {hear: string@0.9}\n";
    UrtoScene *scene = load(text, NULL);
    ck_assert_uint_eq(urto_scene_error_count(scene), 0);
    const UrtoSceneSide hair = urto_scene_bow_place(scene, 0);
    ck_assert(hair.moves && !urto_scene_bow_place(scene, 1).moves);
    ck_assert_uint_eq(hair.body, 1);
    ck_assert_double_eq_tol(hair.from[0], 0.1, 1e-15);
    const UrtoSceneJoint felt = urto_scene_joint(scene, 0);
    ck_assert_str_eq(felt.name, "felt");
    ck_assert(felt.below.moves && felt.above.moves);
    ck_assert_uint_eq(felt.below.body, 0);
    ck_assert_uint_eq(felt.above.body, 1);
    ck_assert_double_eq_tol(felt.above.from[0], 0.2, 1e-15);
    ck_assert_double_eq_tol(felt.above.to[0], 0.2, 1e-15);
    ck_assert_double_eq_tol(felt.distance, 1e-3, 1e-15);
    ck_assert_uint_eq(felt.points, 0);
    const UrtoSceneJoint nut = urto_scene_joint(scene, 1);
    ck_assert(!nut.below.moves && nut.above.moves && nut.separate);
    ck_assert_uint_eq(nut.points, 2);
    ck_assert_double_eq_tol(nut.above.to[0], 0.4, 1e-15);
    ck_assert_double_eq_tol(nut.places[0], 0.5, 1e-15);
    ck_assert_double_eq_tol(nut.heights[1], -1e-3, 1e-15);
    const UrtoSceneJoint board = urto_scene_joint(scene, 2);
    ck_assert(board.below.moves && !board.above.moves && !board.separate);
    ck_assert_double_eq_tol(board.distance, 3e-3, 1e-15);
    ck_assert_double_eq_tol(board.places[board.points - 1], 1.0, 1e-15);
    ck_assert_double_eq_tol(board.heights[board.points - 1], 2.0 * 0.4 * 0.4, 1e-15);
    /* without a place it is along the whole body */
    const UrtoSceneJoint rail = urto_scene_joint(scene, 3);
    ck_assert_str_eq(rail.name, "rail");
    ck_assert(rail.above.from[0] == 0.0 && rail.above.to[0] == 0.8);
    ck_assert_ptr_null(urto_scene_joint(scene, 4).name);
    urto_scene_destroy(scene);
}
END_TEST

START_TEST(overrides_change_what_a_scene_says)
{
    UrtoScene *scene = load(basic, "contacts.felt.exponent=2");
    UrtoSceneInfo info = urto_scene_info(scene);
    ck_assert_uint_eq(urto_scene_error_count(scene), 0);
    ck_assert_str_eq(info.title, "Basic");
    ck_assert_double_eq(info.seconds, 0.5);
    ck_assert_uint_eq(info.bodies, 2);
    ck_assert_uint_eq(info.contacts, 1);
    ck_assert_str_eq(urto_scene_body_name(scene, 1), "string");
    ck_assert_str_eq(urto_scene_contact_name(scene, 0), "felt");
    ck_assert_ptr_null(urto_scene_body_name(scene, 2));
    ck_assert_ptr_null(urto_scene_contact_name(scene, 1));
    urto_scene_destroy(scene);
    scene = load(basic, "seconds=250 ms");
    ck_assert_double_eq(urto_scene_info(scene).seconds, 0.25);
    urto_scene_destroy(scene);
    scene = load(basic, "probes.0.pan=3");
    ck_assert_uint_eq(urto_scene_error_count(scene), 1);
    ck_assert_uint_eq(urto_scene_error(scene, 0)->line, 0);
    ck_assert_ptr_nonnull(strstr(urto_scene_error(scene, 0)->message, "probes.0.pan=3: pan is 3"));
    ck_assert_ptr_null(urto_scene_error(scene, 1));
    urto_scene_destroy(scene);
}
END_TEST

/* Plays some frames in blocks of a size. */
static UrtoLedger play(const char *text, float *left, uint32_t frames, uint32_t block)
{
    UrtoScene *scene = load(text, NULL);
    UrtoPlayer *player = NULL;
    UrtoDiagnostic why;

    for (uint32_t i = 0; i < urto_scene_error_count(scene); i++) {
        printf("%s\n", urto_scene_error(scene, i)->message);
    }
    ck_assert_int_eq(urto_player_create(&player, scene, &(UrtoPlayerOptions){.ledger = true}, &why),
                     URTO_OK);
    for (uint32_t done = 0; done < frames; done += block) {
        float *const out[2] = {left + done, NULL};
        urto_player_process(player, out, block);
    }
    const UrtoLedger ledger = urto_world_ledger(urto_player_world(player));
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    return ledger;
}

static const char busy[] =
    "bodies:\n"
    "  ball: {type: mass, mass: 8 g, position: -1 m}\n"
    "  string: {type: string, length: 70 cm, tension: 100}\n"
    "  drum: {type: membrane, radius: 10 cm, model: modal, segments: 40}\n"
    "  bar: {type: bar}\n"
    "contacts:\n"
    "  felt: {between: [ball, string@0.5], stiffness: 1e6}\n"
    "  stop: {between: [\"drum@0,0\", wall], distance: 1 mm}\n"
    "links:\n"
    "  tie: {between: [string@0.9, bar@0.1], stiffness: 1000, exponent: 1}\n"
    "barriers:\n"
    "  frets: {under: string, frets: 5, profile: [-0.001]}\n"
    "bows:\n"
    "  bow: {at: bar@0.5, force: 0.1}\n"
    "drives:\n"
    "  hum: {at: \"drum@0.3,0.2\", signal: noise, force: 2 N}\n"
    "  tone: {at: string@0.2, signal: sine, frequency: A3, force: 0.1}\n"
    "actions:\n"
    "  - {do: pluck, at: string@0.3, displacement: 2 mm}\n"
    "  - {do: strike, at: \"drum@0.1,0.1\", impulse: 0.01, time: 3 ms}\n"
    "  - {do: throw, at: ball, displacement: -1 mm, velocity: 1 m/s, repeat: 4, every: 10 ms}\n"
    "  - {do: shape, at: drum, mode: 2, displacement: 1 mm, time: 20 ms}\n"
    "controls:\n"
    "  - {of: bow.velocity, points: [[0, 0], [0.05, 0.3]]}\n"
    "  - {of: bar.tuning, points: [[0, 1], [0.05, 0.8]]}\n"
    "  - {of: string.loss_factor, points: [[0, 1], [0.02, 9]]}\n"
    "  - {of: drum.loss_high_factor, points: [[0, 0.2], [0.03, 0.9]]}\n"
    "  - {of: felt.x, points: [[0, 0.3], [0.05, 0.4]]}\n"
    "  - {of: left.pan, points: [[0, -1], [0.05, 1]]}\n"
    "probes:\n"
    "  - {hear: string@0.9, name: left, pan: -1}\n"
    "  - {hear: \"drum@0.4,0\", gain: -6 dB}\n"
    "  - {hear: felt, as: force, gain: 0.01}\n"
    "  - {hear: bow, as: force}\n"
    "  - {hear: bow, as: slip}\n"
    "  - {hear: bar@1, as: acceleration, gain: 0.001}\n";

START_TEST(a_scene_with_everything_balances)
{
    enum { FRAMES = 9600 };
    static float one[FRAMES], other[FRAMES];
    const UrtoLedger ledger = play(busy, one, FRAMES, 1);
    const double energy =
        ledger.stored + ledger.dissipated_body + ledger.dissipated_contact + ledger.dissipated_bow;
    double peak = 0.0, difference = 0.0;

    ck_assert_double_gt(energy, 1e-4);
    ck_assert_double_le(fabs(ledger.residual), 1e-10 * energy);
    ck_assert_double_gt(fabs(ledger.supplied_drive), 0.0);
    ck_assert_double_gt(ledger.supplied_hand, 0.0);
    /* the sound does not depend on the size of the blocks */
    play(busy, other, FRAMES, 960);
    for (int i = 0; i < FRAMES; i++) {
        peak = fmax(peak, fabs((double)one[i]));
        difference = fmax(difference, fabs((double)one[i] - (double)other[i]));
    }
    ck_assert_double_gt(peak, 0.0);
    ck_assert_double_le(difference, 1e-6 * peak);
}
END_TEST

/* After one step a mass that begins to fall is at g k^2/2, as printed at g k^2. */
START_TEST(a_scene_may_start_as_printed)
{
    static const char falls[] = "channels: 1\n"
                                "rate: 48000\n"
                                "bodies:\n  ball: {type: mass, gravity: -9.81}\n"
                                "probes:\n  - {hear: ball, as: displacement}\n";
    static const char early[] = "start_as_printed: yes\n"
                                "channels: 1\n"
                                "rate: 48000\n"
                                "bodies:\n  ball: {type: mass, gravity: -9.81}\n"
                                "probes:\n  - {hear: ball, as: displacement}\n";
    const double fall = -9.81 / (48000.0 * 48000.0);
    float u = 0.0f;
    play(falls, &u, 1, 1);
    ck_assert_double_eq_tol((double)u / fall, 0.5, 1e-6);
    play(early, &u, 1, 1);
    ck_assert_double_eq_tol((double)u / fall, 1.0, 1e-6);
}
END_TEST

/* Two free masses of 1 kg, each under a signal; the forces on one of them, which are its acceleration. */
static void listen_to(const char *first, const char *second, const char *where, float *out,
                      uint32_t frames)
{
    char scene[600];

    snprintf(scene, sizeof scene,
             "rate: 8192\nchannels: 1\nbodies:\n  one: {type: mass, mass: 1 kg}\n"
             "  two: {type: mass, mass: 1 kg}\ndrives:\n"
             "  a: {at: one, force: 1 N, signal: %s}\n  b: {at: two, force: 1 N, signal: %s}\n"
             "probes:\n  - {hear: %s, as: acceleration}\n",
             first, second, where);
    play(scene, out, frames, 256);
}

START_TEST(signals_are_what_they_say)
{
    enum { FRAMES = 65536 };
    static float out[2][FRAMES];
    double sum = 0.0, square = 0.0, next = 0.0, other = 0.0, most = 0.0;
    listen_to("noise", "noise", "one", out[0], FRAMES);
    listen_to("noise", "noise", "two", out[1], FRAMES);
    for (int i = 1; i < FRAMES; i++) {
        const double x = (double)out[0][i];
        most = fmax(most, fabs(x));
        sum += x;
        square += x * x;
        next += x * (double)out[0][i - 1];
        other += x * (double)out[1][i];
    }
    /* no offset, a third of full power, white, and each drive its own; six standard deviations */
    ck_assert_double_le(most, 1.0 + 1e-4);
    ck_assert_double_eq_tol(sum / FRAMES, 0.0, 0.0135);
    ck_assert_double_eq_tol(square / FRAMES, 1.0 / 3.0, 0.007);
    ck_assert_double_eq_tol(next / FRAMES, 0.0, 0.008);
    ck_assert_double_eq_tol(other / FRAMES, 0.0, 0.008);
    static const char *const tones[] = {"sine, frequency: 100", "pulse, frequency: 64"};
    listen_to(tones[0], tones[1], "one", out[0], 8192);
    listen_to(tones[0], tones[1], "two", out[1], 8192);
    double worst = 0.0;
    for (int i = 1; i < 8192; i++) {
        const double sine = sin(6.28318530717958647693 * 100.0 * i / 8192.0);
        const double pulse = i % 128 == 0 ? 1.0 : 0.0;
        worst = fmax(worst, fabs((double)out[0][i] - sine));
        worst = fmax(worst, fabs((double)out[1][i] - pulse));
    }
    ck_assert_double_le(worst, 1e-4);
}
END_TEST

/* Decibels of a gain: -20 is a tenth. */
START_TEST(gains_may_be_decibels)
{
    static const char *const gains[] = {"-20 dB", "0.1"};
    for (int i = 0; i < 2; i++) {
        char text[300];
        float out = 0.0f;
        snprintf(text, sizeof text,
                 "channels: 1\nbodies:\n  ball: {type: mass, position: 2 m}\nprobes:\n"
                 "  - {hear: ball, as: displacement, gain: %s}\n",
                 gains[i]);
        play(text, &out, 1, 1);
        ck_assert_double_eq_tol((double)out, 0.2, 1e-7);
    }
}
END_TEST

/* Repeated strokes grow by a factor each: of impulse, velocity and displacement. */
START_TEST(repeated_strokes_grow)
{
    enum { FRAMES = 4800 };
    static float out[FRAMES];
    double expected = 0.0;
    play("rate: 48000\nchannels: 1\nbodies:\n  ball: {type: mass, mass: 0.5 kg}\nactions:\n"
         "  - {do: strike, at: ball, impulse: 2, time: 10 ms, repeat: 4, every: 20 ms, growth: "
         "1.5}\n"
         "probes:\n  - {hear: ball}\n",
         out, FRAMES, 480);
    for (int n = 0; n < 4; n++) {
        expected += 4.0 * pow(1.5, n);
        ck_assert_double_eq_tol((double)out[480 + 960 * n + 100], expected, 1e-5 * expected);
        ck_assert_double_eq_tol((double)out[480 + 960 * (n + 1) - 2], expected, 1e-5 * expected);
    }
    ck_assert(out[478] == 0.0f);
    play("rate: 48000\nchannels: 1\nbodies:\n  ball: {type: mass}\nactions:\n"
         "  - {do: throw, at: ball, velocity: 2, time: 10 ms, repeat: 4, every: 20 ms, growth: "
         "0.5}\n"
         "probes:\n  - {hear: ball}\n",
         out, FRAMES, 480);
    for (int n = 0; n < 4; n++) {
        ck_assert_double_eq_tol((double)out[480 + 960 * n + 100], 2.0 * pow(0.5, n), 1e-6);
    }
    static const char *const kinds[] = {"type: string, length: 1 m, model: modal",
                                        "type: modal, modes: [{frequency: 100}]"};
    for (int kind = 0; kind < 2; kind++) {
        char text[500];
        snprintf(
            text, sizeof text,
            "rate: 48000\nchannels: 1\nbodies:\n  it: {%s}\nactions:\n"
            "  - {do: shape, at: it, mode: 1, displacement: 1 mm, time: 10 ms, repeat: 3, every: "
            "20 ms, growth: 3}\nprobes:\n  - {hear: it@0.5, as: displacement}\n",
            kinds[kind]);
        play(text, out, FRAMES, 480);
        for (int n = 0; n < 3; n++) {
            /* one step after it was let go */
            ck_assert_double_eq_tol((double)out[480 + 960 * n], 1e-3 * pow(3.0, n),
                                    2e-3 * 1e-3 * pow(3.0, n));
        }
    }
}
END_TEST

/* Shapes of the second and third mode: nodes and crests of strings, plates and drums. */
START_TEST(shapes_are_those_of_the_modes)
{
    static const struct {
        const char *body, *place;
        int mode;
        double part;
    } rows[] = {
        {"type: string, length: 1 m", "0.5", 2, 0.0},
        {"type: string, length: 1 m", "0.25", 2, 1.0},
        {"type: string, length: 1 m", "0.5", 3, -1.0},
        {"type: plate, width: 0.4, height: 0.3", "0.25,0.5", 2, 1.0},
        {"type: plate, width: 0.4, height: 0.3", "0.25,0.25", 2, 0.70710678},
        {"type: membrane, radius: 0.2, model: grid", "0,0", 2, 1.0},
        /* J0(5.52 0.4356) = 0 */
        {"type: membrane, radius: 0.2, model: grid", "0.4356,0", 2, 0.0},
        {"type: membrane, radius: 0.2, model: grid", "0.6942,0", 2, -0.4028},
        {"type: membrane, radius: 0.2, model: grid", "0,0.6942", 2, -0.4028},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        float out[2];
        snprintf(text, sizeof text,
                 "rate: 48000\nchannels: 1\nbodies:\n  it: {%s, loss: 0, loss_high: 0}\nactions:\n"
                 "  - {do: shape, at: it, mode: %d, displacement: 1 mm}\n"
                 "probes:\n  - {hear: \"it@%s\", as: displacement}\n",
                 rows[i].body, rows[i].mode, rows[i].place);
        play(text, out, 1, 1);
        ck_assert_msg(fabs((double)out[0] / 1e-3 - rows[i].part) < 5e-3, "%s at %s: %g, not %g",
                      rows[i].body, rows[i].place, (double)out[0] / 1e-3, rows[i].part);
    }
}
END_TEST

START_TEST(a_thrown_mass_arrives_in_time)
{
    enum { FRAMES = 4800 };
    static float out[FRAMES];
    /* 1 m/s over 10 mm: at 10 ms, and again 50 ms later */
    play("channels: 1\nbodies:\n  ball: {type: mass, position: -1}\ncontacts:\n"
         "  hit: {between: [ball, wall]}\nactions:\n"
         "  - {do: throw, at: ball, displacement: -1 cm, velocity: 1, repeat: 2, every: 50 ms}\n"
         "probes:\n  - {hear: hit, as: force}\n",
         out, FRAMES, 48);
    int first = -1, again = -1;
    for (int i = 0; i < FRAMES; i++) {
        if (out[i] > 0.0F) {
            first = first < 0 ? i : first;
            again = i > 2000 && again < 0 ? i : again;
        }
    }
    ck_assert_int_ge(first, 478);
    ck_assert_int_le(first, 483);
    ck_assert_int_eq(again - first, 2400);
}
END_TEST

START_TEST(shapes_of_bodies_can_be_watched)
{
    UrtoScene *scene = load("bodies:\n  ball: {type: mass}\n"
                            "  string: {type: string, length: 1 m, tension: 100}\n"
                            "  drum: {type: membrane, radius: 10 cm}\n"
                            "  plate: {type: plate, width: 20 cm, height: 10 cm, model: modal}\n"
                            "actions:\n  - {do: shape, at: string, mode: 2, displacement: 3 mm}\n"
                            "  - {do: shape, at: drum, displacement: 1 mm}\n"
                            "  - {do: shape, at: plate, displacement: 2 mm}\n"
                            "probes:\n  - {as: stored}\n",
                            NULL);
    UrtoWatch none, string, drum, plate;
    UrtoPlayer *player = NULL;
    ck_assert_int_eq(urto_scene_watch(scene, 0, 5, &none), URTO_OK);
    ck_assert_int_eq(urto_scene_watch(scene, 1, 5, &string), URTO_OK);
    ck_assert_int_eq(urto_scene_watch(scene, 2, 5, &drum), URTO_OK);
    ck_assert_int_eq(urto_scene_watch(scene, 3, 5, &plate), URTO_OK);
    ck_assert_int_ne(urto_scene_watch(scene, 4, 5, &none), URTO_OK);
    ck_assert_uint_eq(none.points, 0);
    ck_assert_int_eq(urto_player_create(&player, scene, &(UrtoPlayerOptions){.ledger = true}, NULL),
                     URTO_OK);
    UrtoWorld *world = urto_player_world(player);
    const double wanted[5] = {0.0, 3e-3, 0.0, -3e-3, 0.0};
    for (uint32_t i = 0; i < 5; i++) {
        ck_assert_double_eq_tol(
            urto_world_displacement(world, (UrtoPort){.id = string.first.id + i}), wanted[i], 1e-5);
    }
    /* half way up its height */
    ck_assert_double_eq_tol(urto_world_displacement(world, (UrtoPort){.id = plate.first.id + 2}),
                            2e-3, 1e-5);
    ck_assert_double_eq_tol(drum.from, -0.1, 1e-15);
    ck_assert_double_eq_tol(urto_world_displacement(world, (UrtoPort){.id = drum.first.id + 2}),
                            1e-3, 1e-5);
    ck_assert_double_eq_tol(urto_world_displacement(world, (UrtoPort){.id = drum.first.id}), 0.0,
                            1e-5);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
}
END_TEST

static UrtoStatus set(const UrtoScene *scene, UrtoPlayer *player, const char *of, double value,
                      uint32_t ramp, UrtoDiagnostic *why)
{
    UrtoTarget target = {0};
    const UrtoStatus status = urto_scene_target(scene, of, &target, why);

    return status == URTO_OK ? urto_player_set(player, target, value, ramp, why) : status;
}

START_TEST(controls_move_by_name)
{
    UrtoScene *scene = load("bodies:\n  string: {type: string, length: 1 m, model: modal}\n"
                            "bows:\n  bow: {at: string@0.2, force: 0}\n"
                            "probes:\n  - {hear: string@0.9}\n",
                            NULL);
    UrtoPlayer *player = NULL;
    UrtoDiagnostic why = {0};
    static float left[4800], right[4800];
    static const char *const wrong[] = {"bow", "bow.gain", "violin.force", "", "bow.x"};
    ck_assert_int_eq(urto_player_create(&player, scene, &(UrtoPlayerOptions){.ledger = true}, NULL),
                     URTO_OK);
    const double before =
        urto_world_mode_info(urto_player_world(player), (UrtoBody){.id = 1}, 0).frequency;
    ck_assert_int_eq(set(scene, player, "bow.force", 1.0, 480, &why), URTO_OK);
    ck_assert_int_eq(set(scene, player, "string.tuning", 1.5, 0, &why), URTO_OK);
    urto_player_process(player, (float *[]){left, right}, 4800);
    const double after =
        urto_world_mode_info(urto_player_world(player), (UrtoBody){.id = 1}, 0).frequency;
    ck_assert_double_eq_tol(after / before, 1.5, 1e-9);
    ck_assert_double_gt(urto_world_ledger(urto_player_world(player)).stored, 0.0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        why.message[0] = '\0';
        ck_assert_int_ne(set(scene, player, wrong[i], 7.0, 0, &why), URTO_OK);
        ck_assert(why.message[0] != '\0');
    }
    ck_assert_int_ne(set(scene, player, "bow.force", (double)NAN, 0, &why), URTO_OK);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
}
END_TEST

static const char plucked[] =
    "rate: 48000\nbodies:\n  bead: {type: mass, mass: 3 g, position: -5 mm}\n"
    "  string: {type: string, length: 1 m, pitch: A3, model: modal}\n"
    "contacts:\n  felt: {between: [bead, string@0.2], stiffness: 1e7}\n"
    "bows:\n  bow: {at: string@0.1, force: 0}\n"
    "probes:\n  - {hear: string@0.9, name: ear}\n"
    "actions:\n  - {do: pluck, at: string@0.3, displacement: 1 mm, time: 10 ms, repeat: 3, every: "
    "20 ms}\n"
    "  - {do: throw, at: bead, displacement: -2 mm, velocity: 1 m/s, time: 15 ms}\n";

START_TEST(what_a_scene_names_is_found_and_can_be_struck)
{
    UrtoScene *scene = load(plucked, NULL);
    UrtoPlayer *player = NULL;
    ck_assert_uint_eq(urto_scene_body(scene, "bead").id, 1);
    ck_assert_uint_eq(urto_scene_body(scene, "string").id, 2);
    ck_assert_uint_eq(urto_scene_body(scene, "felt").id, 0);
    ck_assert_uint_eq(urto_scene_contact(scene, "felt").id, 1);
    ck_assert_uint_eq(urto_scene_contact(scene, "bow").id, 0);
    ck_assert_uint_eq(urto_scene_bow(scene, "bow").id, 1);
    ck_assert_uint_ne(urto_scene_port(scene, "ear").id, urto_scene_port(scene, "felt").id);
    ck_assert_uint_eq(urto_scene_add_port(scene, "string", 1.5, 0.0).id, 0);
    const UrtoPort port = urto_scene_add_port(scene, "string", 0.5, 0.0);
    ck_assert_uint_ne(port.id, 0);
    ck_assert_int_eq(urto_player_create(&player, scene, NULL, NULL), URTO_OK);
    UrtoWorld *world = urto_player_world(player);
    ck_assert_int_eq(urto_world_strike(world, port, 1e-3, 0, NULL), URTO_OK);
    urto_player_process(player, NULL, 64);
    ck_assert_double_ne(urto_world_displacement(world, urto_scene_port(scene, "ear")), 0.0);
    /* no ledger unless it is asked for */
    ck_assert_double_eq(urto_world_ledger(world).dissipated_body, 0.0);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
}
END_TEST

typedef struct Account {
    long asked, out;
} Account;

static void *account_allocate(void *context, size_t bytes)
{
    Account *account = context;

    account->asked++;
    account->out++;
    return malloc(bytes);
}

static void account_release(void *context, void *memory)
{
    ((Account *)context)->out--;
    free(memory);
}

/* What lies ahead can be tried out at once: hands, then controls where they would get to. */
START_TEST(what_comes_later_can_be_hurried)
{
    static const char text[] = "seconds: 60\n"
                               "bodies:\n"
                               "  string: {type: string, length: 1, tension: 10, segments: 20}\n"
                               "bows:\n"
                               "  bow: {at: string@0.1, force: 0}\n"
                               "actions:\n"
                               "  - {do: pluck, at: string@0.3, time: 5}\n"
                               "  - {do: strike, at: string@0.4, impulse: 1e-3, time: 5}\n"
                               "  - {do: strike, at: string@0.5, impulse: 1e-3, time: 50}\n"
                               "controls:\n"
                               "  - {of: bow.force, points: [[0, 0], [20, 0], [40, 0.5]]}\n"
                               "probes:\n"
                               "  - {hear: string@0.6}\n"
                               "  - {hear: bow, as: force}\n";
    static const double due[] = {0.0, 5.0, 20.0, 50.0};
    static float first[2][300], again[2][300], out[2][300];
    UrtoScene *scene = load(text, NULL);
    UrtoPlayer *player = NULL;
    ck_assert_int_eq(urto_player_create(&player, scene, NULL, NULL), URTO_OK);
    urto_player_process(player, (float *[]){first[0], first[1]}, 300);
    urto_player_reset(player);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_double_eq(urto_player_hurry(player), due[i]);
        urto_player_process(player, (float *[]){out[0], out[1]}, 300);
        ck_assert_int_eq(out[0][299] != first[0][299], i > 0);
        ck_assert_int_eq(
            urto_world_probe(urto_player_world(player), urto_scene_probe(scene, 1).probe) != 0.0,
            i > 1);
    }
    ck_assert(isinf(urto_player_hurry(player)));
    urto_player_reset(player);
    urto_player_process(player, (float *[]){again[0], again[1]}, 300);
    ck_assert(memcmp(first, again, sizeof first) == 0);
    urto_player_destroy(player);
    urto_scene_destroy(scene);
}
END_TEST

START_TEST(a_player_never_allocates_while_it_plays_and_starts_over)
{
    static float first[2][4800], again[2][4800];
    Account account = {0, 0};
    const UrtoAllocator allocator = {account_allocate, account_release, &account};
    const UrtoPlayerOptions options = {.rate = 96000.0, .allocator = &allocator};
    UrtoScene *scene = load(plucked, NULL);
    UrtoPlayer *player = NULL;
    ck_assert_int_eq(urto_player_create(&player, scene, &options, NULL), URTO_OK);
    ck_assert_double_eq(urto_player_rate(player), 96000.0);
    const long asked = account.asked;
    ck_assert_int_gt(asked, 0);
    urto_player_process(player, (float *[]){first[0], first[1]}, 4800);
    /* plucked at 10 ms, whatever the rate */
    ck_assert(first[0][950] == 0.0f && first[0][1100] != 0.0f);
    urto_player_reset(player);
    urto_player_process(player, (float *[]){again[0], again[1]}, 4800);
    ck_assert(memcmp(first, again, sizeof first) == 0);
    ck_assert_int_eq(account.asked, asked);
    urto_player_destroy(player);
    ck_assert_int_eq(account.out, 0);
    urto_scene_destroy(scene);
}
END_TEST

START_TEST(every_beginning_of_a_scene_is_read_without_harm)
{
    /* every beginning of a scene is read without harm */
    for (size_t size = 0; size < sizeof busy; size++) {
        UrtoScene *scene = NULL;
        const UrtoStatus status = urto_scene_load(&scene, busy, size, NULL, 0);
        ck_assert_ptr_nonnull(scene);
        ck_assert_int_eq(status == URTO_OK, urto_scene_error_count(scene) == 0);
        urto_scene_destroy(scene);
    }
    urto_scene_destroy(NULL);
    urto_player_destroy(NULL);
    ck_assert_str_eq(urto_scene_solver_name((UrtoSolver)77), "");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {notes_and_units_are_numbers,
                                  a_scale_has_its_steps,
                                  the_keys_of_bodies_reach_them,
                                  the_keys_of_a_scene_are_told,
                                  shapes_are_those_of_the_modes,
                                  signals_are_what_they_say,
                                  repeated_strokes_grow,
                                  gains_may_be_decibels,
                                  a_pitch_decides_what_is_left_open,
                                  every_number_of_points_can_be_watched,
                                  joints_say_where_they_are,
                                  overrides_change_what_a_scene_says,
                                  a_scene_with_everything_balances,
                                  a_scene_may_start_as_printed,
                                  a_thrown_mass_arrives_in_time,
                                  shapes_of_bodies_can_be_watched,
                                  what_comes_later_can_be_hurried,
                                  controls_move_by_name,
                                  what_a_scene_names_is_found_and_can_be_struck,
                                  a_player_never_allocates_while_it_plays_and_starts_over,
                                  every_beginning_of_a_scene_is_read_without_harm};

    return SUITE_RUN("scene", tests);
}
