/* Keys: a concert grand like a Steinway D. Scale, masses and strike places are chosen to fit what is well
 * known; exponents, stiffness and masses of hammers follow Chaigne and Askenfelt 1994, the viscous loss
 * Bensa 2003 (C2, C4, C7), the number of strings and the course of B Conklin 1996. Decay times are
 * chosen, so that C4 falls at 12 dB a second and then at 3 to 4. Octaves are stretched: x octaves from A4 a
 * key is .6 x^3 cents sharp above, .2 x^3 flat below.
 *
 * Board: density of modes .05/Hz up to 1.1 kHz and loss factor 2 % as measured (Ege and Boutillon: 1 to
 * 3 %; here 3 % below 150 Hz), then falling with 1/f; mass 10 kg. Mode k lies where the number of modes below it is k + 1/2, moved
 * by up to .3 of the distance to the next. The bridge drives mode k with phi_k,
 *
 *   M (q_k'' + eta w_k q_k' + w_k^2 q_k) = phi_k F,   heard: sum of m_k q_k' and s_k q_k'
 *
 * m_k phi_k alternate in sign, so that no frequency between two modes is lost, and |s_k| <= |m_k|.
 * No radiation to speak of below 100 Hz, rising to 1 kHz.
 *
 * Halo: the strings of C2 to B3, 20 partials each, that nobody strikes. With the pedal down the bridge
 * drives each of them,
 *
 *   q'' + 2 s q' + w^2 q = F,   pull on the bridge: c q'
 *
 * so that one that is driven in tune for half a second answers some 30 dB below.
 */
#include "grand.h"

#include "../base/constants.h"
#include "../play/numbers.h"
#include "../play/parts.h"
#include "voice.h"

typedef struct KeyRow {
    double key, length, density, tension, inharmonicity, hammer, felt, exponent, strike, first,
        second;
} KeyRow;

/* felt: of one string */
static const KeyRow rows[] = {
    {21, 2.01, 155e-3, 1890, 6.5e-5, 11.0e-3, 8.7e7, 2.17, 0.122, 10.5, 48.0},
    {33, 1.80, 29e-3, 1140, 4.6e-5, 10.1e-3, 2.9e8, 2.27, 0.122, 9.8, 42.0},
    {45, 1.33, 9.8e-3, 840, 8.0e-5, 9.3e-3, 9.9e8, 2.38, 0.121, 7.0, 34.0},
    {57, 0.76, 6.4e-3, 717, 2.6e-4, 8.5e-3, 3.3e9, 2.47, 0.121, 4.9, 24.0},
    {69, 0.405, 5.9e-3, 744, 7.2e-4, 7.7e-3, 1.7e10, 2.62, 0.120, 2.8, 14.5},
    {81, 0.21, 5.0e-3, 682, 2.1e-3, 6.9e-3, 1.1e11, 2.79, 0.105, 1.5, 8.4},
    {93, 0.112, 4.2e-3, 652, 5.5e-3, 6.2e-3, 6.4e11, 2.96, 0.072, 0.63, 3.0},
    {105, 0.060, 3.9e-3, 687, 1.5e-2, 5.5e-3, 3.9e12, 3.12, 0.053, 0.28, 1.2},
    {108, 0.052, 3.7e-3, 702, 1.9e-2, 5.3e-3, 6.1e12, 3.17, 0.050, 0.21, 0.85},
};

static double between(double a, double b, double x)
{
    return interpolate_log(a, b, x);
}

/* sigma_1 of Bensa 2003 [m^2/s], straight in the logarithm. */
static double viscous_loss(double key)
{
    return key < 60.0 ? between(7.5e-5, 2.7e-4, (key - 36.0) / 24.0)
                      : between(2.7e-4, 2.1e-3, (key - 60.0) / 36.0);
}

GrandKey grand_key(double key)
{
    uint32_t i = 0;

    while (i + 2 < LENGTH(rows) && key > rows[i + 1].key) {
        i++;
    }
    const KeyRow *a = &rows[i];
    const KeyRow *b = a + 1;
    const double x = clamp((key - a->key) / (b->key - a->key), -1.0, 2.0);
    const double octaves = (key - 69.0) / 12.0;
    const double stretch = (octaves > 0.0 ? 0.6 : 0.2) * octaves * octaves * octaves;
    const uint32_t strings = key < 31.0 ? 1 : (key < 45.0 ? 2 : 3);

    return (GrandKey){.pitch = key_pitch(key) * exp2(stretch / 1200.0),
                      .length = between(a->length, b->length, x),
                      .density = between(a->density, b->density, x),
                      .tension = between(a->tension, b->tension, x),
                      .inharmonicity = between(a->inharmonicity, b->inharmonicity, x),
                      .hammer = between(a->hammer, b->hammer, x),
                      .felt = strings * between(a->felt, b->felt, x),
                      .exponent = between(a->exponent, b->exponent, x),
                      .strike = between(a->strike, b->strike, x),
                      .first = between(a->first, b->first, x),
                      .second = between(a->second, b->second, x),
                      .viscous = viscous_loss(key),
                      .strings = strings,
                      .damped = key < 90.0};
}

enum { BOARD_MODES = 205 };
enum { PORT_BRIDGE = 1, PORT_MID, PORT_SIDE };

/* A fixed sequence of numbers from 0 to 1, without a period that one could hear. */
static double scattered(uint32_t i, uint32_t sequence)
{
    uint32_t x = 2654435761u * (i + 1u) ^ 2246822519u * (sequence + 1u);

    x = (x ^ (x >> 15)) * 2246822519u;
    x = (x ^ (x >> 13)) * 3266489917u;
    return (double)(x ^ (x >> 16)) / 4294967296.0;
}

/* Where so many modes lie below, from 60 Hz on [Hz]. */
static double board_frequency(double number)
{
    const double low = 60.0, bend = 1100.0, density = 0.05;
    const double straight = (bend - low) * density;

    return number < straight ? low + number / density
                             : bend * exp((number - straight) / (density * bend));
}

/* The lowest modes stand apart, and one at the pitch of a key would pull it by 4 cents as it begins: each is
 * put half-way between two keys. */
static double between_keys(double f)
{
    return f < 150.0 ? key_pitch(floor(69.0 + 12.0 * log2(f / 440.0)) + 0.5) : f;
}

void grand_build_board(UrtoWorldDef *def, uint32_t index)
{
    UrtoMode modes[BOARD_MODES];
    UrtoModalDef modal = urto_modal_def();

    (void)index;
    for (uint32_t k = 0; k < BOARD_MODES; k++) {
        const double f = between_keys(board_frequency(k + 0.5 + 0.6 * (scattered(k, 0) - 0.5)));
        modes[k] = (UrtoMode){f, PI * f * (f < 150.0 ? 0.03 : 0.02), 10.0};
    }
    modal.modes = modes;
    modal.count = BOARD_MODES;
    const UrtoBody board = urto_world_def_modal(def, &modal);
    const UrtoPort bridge = part_weighted_port(def, board);
    const UrtoPort mid = part_weighted_port(def, board);
    const UrtoPort side = part_weighted_port(def, board);
    part_drive(def, bridge, 0);
    part_velocity_probe(def, mid, 1.0, OUT_MID);
    part_velocity_probe(def, side, 1.0, OUT_SIDE);
}

/* Of the sound that a board radiates, at a frequency. */
static double radiated(double f)
{
    const double low = f * f / (f * f + 90.0 * 90.0);

    return low * sqrt(fmin(1.0, 0.25 + f / 1300.0));
}

void grand_finish_board(UrtoWorld *world, uint32_t index)
{
    double bridge[BOARD_MODES];
    double mid[BOARD_MODES];
    double side[BOARD_MODES];
    const uint32_t count = urto_world_body_info(world, (UrtoBody){.id = 1}).degrees;

    (void)index;
    for (uint32_t k = 0; k < count && k < BOARD_MODES; k++) {
        const double f = urto_world_mode_info(world, (UrtoBody){.id = 1}, k).frequency;
        /* the bridge yields the more the higher it is driven: local modes between the ribs */
        const double local = sqrt(1.0 + f / 350.0);
        bridge[k] = local * (0.6 + 0.6 * scattered(k, 1));
        mid[k] = local * (k % 2 ? 1.0 : -1.0) * (0.7 + 0.6 * scattered(k, 2)) * radiated(f);
        side[k] = 0.6 * mid[k] * cos(0.6 * k) * f / (f + 300.0);
    }
    (void)urto_world_set_weights(world, (UrtoPort){.id = PORT_BRIDGE}, bridge, count, NULL);
    (void)urto_world_set_weights(world, (UrtoPort){.id = PORT_MID}, mid, count, NULL);
    (void)urto_world_set_weights(world, (UrtoPort){.id = PORT_SIDE}, side, count, NULL);
}

enum { HALO_STRINGS = 24, HALO_PARTIALS = 20, HALO_LOWEST = 36 };
static const double halo_pull = 0.12;

void grand_build_halo(UrtoWorldDef *def)
{
    UrtoMode modes[HALO_STRINGS * HALO_PARTIALS];
    UrtoModalDef modal = urto_modal_def();

    for (uint32_t s = 0; s < HALO_STRINGS; s++) {
        const GrandKey key = grand_key(HALO_LOWEST + s);
        const double B = key.inharmonicity;
        for (uint32_t p = 0; p < HALO_PARTIALS; p++) {
            const double n = p + 1.0;
            const double wave = n * PI / key.length;
            modes[s * HALO_PARTIALS + p] =
                (UrtoMode){key.pitch * n * sqrt((1.0 + B * n * n) / (1.0 + B)),
                           decay_of(key.first) + key.viscous * wave * wave, 1.0};
        }
    }
    modal.modes = modes;
    modal.count = HALO_STRINGS * HALO_PARTIALS;
    const UrtoBody strings = urto_world_def_modal(def, &modal);
    const UrtoPort bridge = urto_world_def_port_at(def, strings, 0.0, 0.0);
    part_drive(def, bridge, 0);
    part_velocity_probe(def, bridge, halo_pull, 0);
}
