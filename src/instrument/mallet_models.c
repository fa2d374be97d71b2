/* Bodies by their modes. Sources: a letter S is measured or published, M well known in the literature,
 * all else is chosen.
 *
 * Bars keep the shapes of a uniform free bar, mean square 1, so that the modal mass is the mass of the
 * bar; cutting moves their frequencies:
 *   vibraphone     1 : 4 (Rossing, S), 10 : 18 (M)
 *   marimba        1 : 4 : 10 : 20 (Hill, S)
 *   xylophone      1 : 3 (Rossing, S), 6.3 : 10 (M)
 *   glockenspiel   1 : 2.71 : 5.15 : 8.43 (M)
 * Modes beyond the tuned ones follow the uniform bar, f_n ~ (2n + 1)^2. A decay time falls with
 * frequency by a power: 1/f in wood (Hill, S), aluminium and steel.
 *
 * The tube under a bar of a marimba or vibraphone is one mode at the pitch, Q from 101 (C2) to 19 (F6)
 * by radiation and walls. It is driven by the bar and answers late:
 *
 *   tube(t) = g [exp(-s1 t) - exp(-st t)] sin(w t),   st = pi f/Q
 *
 * which is the lowest mode of the bar heard 1 + g times, less a second mode at the same pitch. That
 * one is made a hundred times as heavy as the bar, so that the mallet does not feel it.
 *
 * Tubular bell: modes ~ (2n + 1)^2, numbers 4, 5, 6 as 2 : 3 : 4 of the note that is heard (S).
 * Wine glass: 529.3 and 1368 Hz measured, 1 : 2.585 (S), then shells (M); each a pair that is
 * split. Kalimba: 1 : 6.6, and a faint 2.0; decays of f1, 6.6 and 2.0 at 369 and 525 Hz (S).
 * Membrane: zeros of Bessel functions; radiation damps those without nodes most. Plate: simply
 * supported, sides 1 : .77.
 *
 * All modes below 0.9 of the Nyquist frequency, at most the 128 of a voice; lists of ratios go on as
 * their last three do. 16 voices cost 1.6 % of a core (`urto bench instruments`).
 */
#define _XOPEN_SOURCE 600 /* jn */
#include "mallet_models.h"

#include "../base/constants.h"

const char *const mallet_model_names[] = {
    "bar",       "tuned bar",    "membrane",     "plate",   "glass",      "vibraphone", "marimba",
    "xylophone", "glockenspiel", "tubular bell", "kalimba", "wood block", NULL};

typedef struct ModelRow {
    double mass, mass_power; /* of middle C [kg], and how it falls with pitch */
    double slope;            /* decay time of the lowest mode ~ pitch^-slope */
    double fall;             /* decay time of a mode ~ frequency^-fall */
    double mallet;           /* mass [kg] */
    const double *ratios;    /* of the tuned modes */
    uint32_t tuned;          /* how many */
    double tube;             /* how much louder the tube makes the lowest mode */
} ModelRow;

static const double untuned[] = {1.0};
static const double tuned_bar[] = {1.0, 4.0, 10.0, 17.8};
static const double vibraphone[] = {1.0, 4.0, 10.0, 18.0};
static const double marimba[] = {1.0, 4.0, 10.0, 20.0};
static const double xylophone[] = {1.0, 3.0, 6.3, 10.0};
static const double glockenspiel[] = {1.0, 2.71, 5.15, 8.43};

static const ModelRow rows[MALLET_MODELS] = {
    [MODEL_BAR] = {0.3, 0.4, 0.5, 0.5, 0.02, untuned, LENGTH(untuned), 0.0},
    [MODEL_TUNED_BAR] = {0.3, 0.4, 0.8, 1.0, 0.025, tuned_bar, LENGTH(tuned_bar), 0.0},
    [MODEL_MEMBRANE] = {0.08, 0.5, 0.25, 0.3, 0.025, NULL, 0, 0.0},
    [MODEL_PLATE] = {1.0, 0.5, 0.5, 0.5, 0.03, NULL, 0, 0.0},
    [MODEL_GLASS] = {0.15, 0.3, 1.0, 0.9, 0.006, NULL, 0, 0.0},
    [MODEL_VIBRAPHONE] = {0.45, 0.36, 0.72, 0.9, 0.028, vibraphone, LENGTH(vibraphone), 0.8},
    [MODEL_MARIMBA] = {0.3, 0.47, 1.0, 1.0, 0.028, marimba, LENGTH(marimba), 1.0},
    [MODEL_XYLOPHONE] = {0.3, 0.45, 1.0, 1.0, 0.018, xylophone, LENGTH(xylophone), 0.0},
    [MODEL_GLOCKENSPIEL] = {0.6, 0.4, 0.8, 0.8, 0.025, glockenspiel, LENGTH(glockenspiel), 0.0},
    [MODEL_TUBULAR_BELL] = {2.0, 0.4, 0.5, 1.0, 0.15, NULL, 0, 0.0},
    [MODEL_KALIMBA] = {0.06, 0.5, 1.0, 1.0, 0.003, NULL, 0, 0.0},
    [MODEL_WOOD_BLOCK] = {0.3, 0.3, 0.4, 0.6, 0.02, NULL, 0, 0.0},
};

double mallet_model_mallet(MalletModel model)
{
    return rows[model].mallet;
}

double mallet_model_seconds(MalletModel model, double middle_c, double pitch)
{
    return middle_c * pow(MIDDLE_C / pitch, rows[model].slope);
}

static double mass_of(MalletModel model, double pitch)
{
    return rows[model].mass * pow(MIDDLE_C / pitch, rows[model].mass_power);
}

/* Roots of cos b cosh b = 1. */
static double bar_root(uint32_t mode)
{
    static const double roots[] = {4.730040744862704, 7.853204624095838, 10.995607838001671};

    return mode < LENGTH(roots) ? roots[mode] : (mode + 1.5) * PI;
}

/* Free bar, mean square 1, 2 at the ends; by symmetry about the middle, without cancellation. */
static double bar_shape(uint32_t mode, double place)
{
    const double b = bar_root(mode);
    const double x = place - 0.5;

    /* beyond 700 cosh overflows; it is e^-(b/2 - b|x|) there */
    const double edge = exp(b * (fabs(x) - 0.5));
    const double hyperbolic =
        b < 60.0 ? (mode % 2 ? sinh(b * x) / sinh(0.5 * b) : cosh(b * x) / cosh(0.5 * b))
                 : (mode % 2 ? copysign(edge, x) : edge);
    return hyperbolic + (mode % 2 ? sin(b * x) / sin(0.5 * b) : cos(b * x) / cos(0.5 * b));
}

/* What is heard at a place: louder where a mode swings most, and nothing is lost. */
static double heard(double shape)
{
    return sqrt(0.1 + shape * shape);
}

/* A body that is small beside the wave length radiates the better the higher it sounds. */
static double radiated(double frequency, double lowest)
{
    return pow(fmax(fmin(frequency, 5000.0) / fmax(lowest, 300.0), 1.0), 0.7);
}

/* Q of a tube at a pitch: 101 at C2, 92 at C3, 79 at C4, 19 at F6. */
static double tube_q(double pitch)
{
    return 101.0 / (1.0 + pow(pitch / 520.0, 1.6));
}

static void add_tube(const ModelRow *row, const Stroke *stroke, double mass, Tone *tone)
{
    const double seconds = 2.2 * tube_q(stroke->pitch) / stroke->pitch;
    const uint32_t tube = tone->count;

    if (tube == 0) {
        return; /* not even the lowest mode is below the limit */
    }
    const double first = tone->mid[0];
    tone->mid[0] *= 1.0 + row->tube;
    tone->side[0] *= 1.0 + row->tube;
    tone_add(tone, stroke->pitch, fmin(seconds, 0.5 * stroke->seconds), 100.0 * mass, tone->hit[0],
             -100.0 * row->tube * first);
    if (tone->count > tube) {
        tone->side[tube] = tone->mid[tube] * side_of_mode(0);
    }
}

static void fill_bar(MalletModel model, const Stroke *stroke, Tone *tone)
{
    const ModelRow *row = &rows[model];
    const double mass = mass_of(model, stroke->pitch);
    const double fall =
        model == MODEL_BAR ? interpolate_log(0.15, 1.6, stroke->material) : row->fall;
    const uint32_t last = row->tuned - 1;

    for (uint32_t n = 0; n < 64; n++) {
        const double beyond = bar_root(n) / bar_root(last);
        const double ratio = n < row->tuned ? row->ratios[n] : row->ratios[last] * beyond * beyond;
        tone_add(tone, stroke->pitch * ratio, stroke->seconds * pow(ratio, -fall), mass,
                 bar_shape(n, stroke->place),
                 heard(bar_shape(n, stroke->pickup)) *
                     radiated(stroke->pitch * ratio, stroke->pitch));
    }
    if (row->tube > 0.0) {
        add_tube(row, stroke, mass, tone);
    }
}

static void fill_bell(const Stroke *stroke, Tone *tone)
{
    const double mass = mass_of(MODEL_TUBULAR_BELL, stroke->pitch);
    /* struck at the top rim; `place` moves down from it */
    const double place = 0.1 * stroke->place;

    for (uint32_t n = 0; n < 64; n++) {
        static const double triple[] = {2.0, 3.0, 4.0};
        const double free_bar = bar_root(n) / bar_root(3);
        const double shear = n > 5 ? 1.0 - 0.006 * (n - 5.0) : 1.0;
        const double ratio = n >= 3 && n < 6 ? triple[n - 3] : 2.0 * free_bar * free_bar * shear;
        /* of the note; the lowest three outlast it */
        const double seconds =
            n < 3 ? 2.5 * stroke->seconds : stroke->seconds * pow(0.5 * ratio, -0.9);
        tone_add(tone, stroke->pitch * ratio, seconds, mass, bar_shape(n, place),
                 stroke->pitch * ratio < 40.0 ? 0.0 : (n < 3 ? 0.25 : 1.0));
    }
}

/* A list of ratios goes on as its last three do: with a constant second difference. */
static double ratio_at(const double *ratios, uint32_t count, uint32_t n)
{
    const double *last = &ratios[count - 1];
    const double beyond = n + 1.0 - count;
    const double step = last[0] - last[-1], growth = step - (last[-1] - last[-2]);

    return n < count ? ratios[n] : last[0] + step * beyond + 0.5 * growth * beyond * (beyond + 1.0);
}

static void fill_glass(const Stroke *stroke, Tone *tone)
{
    static const double ratios[] = {1.0, 2.585, 4.6, 7.1, 10.1, 13.6, 17.6, 22.1, 27.1, 32.6};
    const double mass = mass_of(MODEL_GLASS, stroke->pitch);

    for (uint32_t n = 0; n < 64; n++) {
        const double ratio = ratio_at(ratios, LENGTH(ratios), n);
        const double f = stroke->pitch * ratio;
        const double seconds = stroke->seconds * pow(ratio, -rows[MODEL_GLASS].fall);
        /* n + 2 waves around; place and pickup turn by half of the rim */
        const double turn = (n + 2.0) * PI * (stroke->place - stroke->pickup + 0.02);
        tone_add(tone, f, seconds, mass, 1.414 * cos(turn), 1.0);
        tone_add(tone, f + 0.4 + 0.5 * n, seconds, mass, 0.5 * sin(turn) + 0.1, 0.6);
    }
}

static void fill_kalimba(const Stroke *stroke, Tone *tone)
{
    static const double ratios[] = {1.0, 6.6, 18.0, 35.0, 58.0, 86.0};
    static const double weights[] = {1.0, 0.55, 0.5, 0.45, 0.4};
    const double mass = mass_of(MODEL_KALIMBA, stroke->pitch);
    const double lower = 369.0 / stroke->pitch;

    for (uint32_t n = 0; n < 24; n++) {
        const double ratio = ratio_at(ratios, LENGTH(ratios), n);
        const double tick = 0.187 * lower * 6.6 / fmax(ratio, 6.6);
        tone_add(tone, stroke->pitch * ratio, stroke->seconds * (n ? fmin(tick, 0.6) : 1.0), mass,
                 2.0 * weights[n < LENGTH(weights) ? n : LENGTH(weights) - 1],
                 sqrt(radiated(stroke->pitch * ratio, stroke->pitch)));
    }
    /* the partial at 2.0, some 38 dB down; the box near 440 Hz, Q 15 */
    tone_add(tone, 2.0 * stroke->pitch, 0.4 * stroke->seconds, mass, 0.16, 0.16);
    tone_add(tone, 440.0, 2.2 * 15.0 / 440.0, 0.3, 0.7, 2.0);
    tone_add(tone, 690.0, 2.2 * 15.0 / 690.0, 0.3, 0.5, 1.5);
    tone_add(tone, 1180.0, 2.2 * 20.0 / 1180.0, 0.3, 0.5, 1.5);
}

static void fill_wood_block(const Stroke *stroke, Tone *tone)
{
    static const double ratios[] = {1.0, 1.48, 2.05, 2.7,  3.45, 4.3,  5.2,  6.2,
                                    7.3, 8.5,  9.8,  11.2, 12.7, 14.3, 16.0, 17.8};
    const double mass = mass_of(MODEL_WOOD_BLOCK, stroke->pitch);
    const double fall = rows[MODEL_WOOD_BLOCK].fall;

    for (uint32_t n = 0; n < 80; n++) {
        const double ratio = ratio_at(ratios, LENGTH(ratios), n);
        const double hit = 0.55 + 0.45 * cos((n + 1.0) * PI * stroke->place);
        tone_add(tone, stroke->pitch * ratio, stroke->seconds * pow(ratio, -fall), mass, 1.4 * hit,
                 n ? 0.3 : 1.2);
    }
}

/* Zeros of J_m, by size: as many as a voice has modes. */
static const struct {
    int m;
    double zero;
} zeros[] = {{0, 2.404826},   {1, 3.831706},   {2, 5.135622},   {0, 5.520078},   {3, 6.380162},
             {1, 7.015587},   {4, 7.588342},   {2, 8.417244},   {0, 8.653728},   {5, 8.771484},
             {3, 9.761023},   {6, 9.936110},   {1, 10.173468},  {4, 11.064709},  {7, 11.086370},
             {2, 11.619841},  {0, 11.791534},  {8, 12.225092},  {5, 12.338604},  {3, 13.015201},
             {1, 13.323692},  {9, 13.354300},  {6, 13.589290},  {4, 14.372537},  {10, 14.475501},
             {2, 14.795952},  {7, 14.821269},  {0, 14.930918},  {11, 15.589848}, {5, 15.700174},
             {8, 16.037774},  {3, 16.223466},  {1, 16.470630},  {12, 16.698250}, {6, 17.003820},
             {9, 17.241220},  {4, 17.615966},  {13, 17.801435}, {2, 17.959819},  {0, 18.071064},
             {7, 18.287583},  {10, 18.433464}, {14, 18.899998}, {5, 18.980134},  {3, 19.409415},
             {8, 19.554536},  {1, 19.615859},  {11, 19.615967}, {15, 19.994431}, {6, 20.320789},
             {12, 20.789906}, {9, 20.807048},  {4, 20.826933},  {16, 21.085146}, {2, 21.116997},
             {0, 21.211637},  {7, 21.641541},  {13, 21.956244}, {10, 22.046985}, {17, 22.172495},
             {5, 22.217800},  {3, 22.582730},  {1, 22.760084},  {8, 22.945173},  {14, 23.115778},
             {18, 23.256776}, {11, 23.275854}, {6, 23.586084},  {4, 24.019020},  {9, 24.233885},
             {15, 24.269180}, {2, 24.270112},  {19, 24.338250}, {0, 24.352472},  {12, 24.494885},
             {7, 24.934928},  {16, 25.417019}, {20, 25.417141}, {5, 25.430341},  {10, 25.509451},
             {13, 25.705103}, {3, 25.748167},  {1, 25.903672},  {8, 26.266815},  {21, 26.493647},
             {17, 26.559784}, {11, 26.773323}, {6, 26.820152},  {14, 26.907369}, {4, 27.199088},
             {2, 27.420574},  {0, 27.493479},  {22, 27.567944}, {9, 27.583749},  {18, 27.697898},
             {12, 28.026710}, {15, 28.102415}, {7, 28.191188},  {5, 28.626618},  {23, 28.640185},
             {19, 28.831730}, {10, 28.887375}, {3, 28.908351},  {1, 29.046829},  {13, 29.270630},
             {16, 29.290871}, {8, 29.545660},  {24, 29.710509}, {20, 29.961604}, {6, 30.033722},
             {11, 30.179061}, {4, 30.371008},  {17, 30.473280}, {14, 30.505950}, {2, 30.569204},
             {0, 30.634606},  {25, 30.779039}, {9, 30.885379},  {21, 31.087805}, {7, 31.422794},
             {12, 31.459960}, {18, 31.650118}, {15, 31.733413}, {5, 31.811717},  {26, 31.845887},
             {3, 32.064852},  {1, 32.189680},  {22, 32.210587}};

static void fill_membrane(const Stroke *stroke, Tone *tone)
{
    const double mass = mass_of(MODEL_MEMBRANE, stroke->pitch);
    const double r = fabs(2.0 * stroke->place - 1.0);
    const double fall = 0.3 + 1.2 * stroke->material;

    for (uint32_t n = 0; n < LENGTH(zeros); n++) {
        const int m = zeros[n].m;
        const double ratio = zeros[n].zero / zeros[0].zero;
        if (stroke->pitch * ratio >= tone->limit) {
            break; /* so are all others, and Bessel functions take time */
        }
        /* J_m(z r)/|J_m+1(z)|, mean square 1 over the disc */
        const double norm = fabs(jn(m + 1, zeros[n].zero)) / (m ? sqrt(2.0) : 1.0);
        /* a monopole loses most by radiation, then a dipole; the others 6, 3 times less */
        const double held = m == 0 ? 1.0 : (m == 1 ? 1.8 : 2.6);
        tone_add(tone, stroke->pitch * ratio, held * stroke->seconds * pow(ratio, -fall), mass,
                 jn(m, zeros[n].zero * r) / norm, (m == 0 ? 1.0 : (m == 1 ? 0.6 : 0.35)) / ratio);
    }
}

static void fill_plate(const Stroke *stroke, Tone *tone)
{
    const double height = 0.77;
    const double lowest = 1.0 + 1.0 / (height * height);
    const double mass = mass_of(MODEL_PLATE, stroke->pitch);
    const double fall = interpolate_log(0.15, 1.2, stroke->material);

    /* by rising m + n, so that what finds no room is high */
    for (int sum = 2; sum < 20; sum++) {
        for (int m = 1; m < sum; m++) {
            const int n = sum - m;
            const double ratio = (m * m + n * n / (height * height)) / lowest;
            const double hit = 2.0 * sin(m * PI * stroke->place) * sin(n * PI * 0.41);
            tone_add(tone, stroke->pitch * ratio, stroke->seconds * pow(ratio, -fall), mass, hit,
                     1.0);
        }
    }
}

void mallet_model_fill(MalletModel model, const Stroke *stroke, Tone *tone)
{
    switch (model) {
    case MODEL_TUBULAR_BELL:
        fill_bell(stroke, tone);
        return;
    case MODEL_GLASS:
        fill_glass(stroke, tone);
        return;
    case MODEL_KALIMBA:
        fill_kalimba(stroke, tone);
        return;
    case MODEL_WOOD_BLOCK:
        fill_wood_block(stroke, tone);
        return;
    case MODEL_MEMBRANE:
        fill_membrane(stroke, tone);
        return;
    case MODEL_PLATE:
        fill_plate(stroke, tone);
        return;
    case MODEL_BAR:
    case MODEL_TUNED_BAR:
    case MODEL_VIBRAPHONE:
    case MODEL_MARIMBA:
    case MODEL_XYLOPHONE:
    case MODEL_GLOCKENSPIEL:
        break;
    }
    fill_bar(model, stroke, tone);
}
