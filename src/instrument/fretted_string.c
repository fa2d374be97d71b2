/* A plucked string over frets.
 *
 * The body is the part of the string between the finger and the bridge; the finger moves
 * continuously. The next frets lie under it at the places of equal temperament, which are the same
 * fractions of the sounding length wherever the finger is. A low action lets the string buzz on
 * them, a thumb that hits it from above slaps it down on them.
 */
#include "voice.h"

#include <math.h>

enum {
    PLUCK,
    PLECTRUM,
    STRENGTH,
    SLAP,
    ACTION,
    FRET,
    PICKUP,
    DECAY,
    BRIGHT,
    MUTE,
    WIDTH,
    LEVEL,
    PARAMETERS
};

static const UrtoParameterInfo table[PARAMETERS] = {
    {"pluck", "Pluck position", "", "hand", 0.03, 0.5, 0.16, URTO_CURVE_LINEAR, 16, NULL,
     "Where the string is plucked, from the bridge to the middle: sharp to round."},
    {"plectrum", "Plectrum", "", "hand", 0.0, 1.0, 0.6, URTO_CURVE_LINEAR, 1, NULL,
     "From the soft ball of a finger to a hard pick."},
    {"strength", "Strength", "", "hand", 0.1, 4.0, 1.0, URTO_CURVE_LOG, 23, NULL,
     "How far the string is pulled; strong ones hit the frets."},
    {"slap", "Slap", "", "hand", 0.0, 1.0, 0.0, URTO_CURVE_LINEAR, 24, NULL,
     "A thumb that throws the string on the frets as it is plucked."},
    {"action", "Action", "mm", "frets", 0.02, 5.0, 2.0, URTO_CURVE_LOG, 25, NULL,
     "Height of the string over the frets: low buzzes."},
    {"fret", "Fret", "semitones", "frets", -12.0, 24.0, 0.0, URTO_CURVE_LINEAR, 26, NULL,
     "Moves the finger along the string, continuously."},
    {"pickup", "Pickup position", "", "output", 0.02, 0.5, 0.12, URTO_CURVE_LINEAR, 17, NULL,
     "Where the string is heard, from the bridge to the middle."},
    {"decay", "Decay", "s", "string", 0.1, 60.0, 7.0, URTO_CURVE_LOG, 18, NULL,
     "Time in which A2 falls by 60 dB; higher notes are shorter."},
    {"dullness", "String dullness", "", "string", 0.0, 1.0, 0.45, URTO_CURVE_LINEAR, 19, NULL,
     "How much faster the overtones die: new steel to old nylon."},
    {"mute", "Mute", "s", "string", 0.03, 60.0, 0.2, URTO_CURVE_LOG, 20, NULL,
     "Decay after the key is up."},
    PARAMETER_WIDTH,
    PARAMETER_LEVEL,
};

enum { STRING = 1 };
enum { PORT_PLUCK = 1, PORT_THUMB, PORT_LEFT, PORT_RIGHT };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_HIGH,
    SLOT_DISTANCE,
    SLOT_PLUCK,
    SLOT_LEFT,
    SLOT_RIGHT,
    SLOT_PAN
};
enum { FRETS = 6 };

typedef struct Register {
    double pitch, string;
    uint32_t modes;
} Register;

static const Register registers[] = {{55.0, 0.012, 56}, {165.0, 0.004, 36}, {440.0, 0.0015, 22}};
enum { REGISTERS = sizeof registers / sizeof *registers };

static UrtoStatus build(UrtoWorldDef *def, uint32_t world)
{
    const Register *its = &registers[world];
    Plan plan = {def};
    double places[FRETS];
    double heights[FRETS];
    UrtoLineDef frets = urto_line_def();

    plan_string(&plan, its->pitch, its->string, 5e-5, its->modes);
    plan_port(&plan, STRING, 0.84, 0.0);
    plan_port(&plan, STRING, 0.7, 0.0);
    plan_port(&plan, STRING, 0.88, 0.0);
    plan_port(&plan, STRING, 0.84, 0.0);
    for (int i = 0; i < FRETS; i++) {
        places[i] = 1.0 - exp2(-(i + 1) / 6.0); /* every second one */
        heights[i] = -0.002 * places[i];        /* falling away towards the bridge */
    }
    frets.above = (UrtoLineSide){.body = {STRING}, .to = {1.0, 0.0}};
    frets.law = (UrtoLaw){1e8, 1.3, 1.0};
    frets.points = FRETS;
    frets.positions = places;
    frets.heights = heights;
    frets.distance = 0.002;
    plan_line(&plan, &frets);
    plan_drive(&plan, PORT_PLUCK, 0);
    plan_drive(&plan, PORT_THUMB, 1);
    plan_probe(&plan, PORT_LEFT, 0.5, -0.5);
    plan_probe(&plan, PORT_RIGHT, 0.5, 0.5);
    return urto_world_def_status(plan.def, NULL);
}

static double sounding(const Voice *voice)
{
    return voice_pitch(voice) * exp2(voice->parameters[FRET] / 12.0);
}

static uint32_t choose(const Voice *voice)
{
    const double key = voice->key + voice->parameters[FRET];

    return key < 48.0 ? 0 : (key < 67.0 ? 1 : 2);
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double pitch = sounding(voice);
    const bool down = voice->held || voice->kept;
    const double seconds = fmin(p[DECAY] * sqrt(110.0 / pitch), down ? 120.0 : p[MUTE]);
    const double sigma = decay_of(seconds);
    const double share = between(5e-4, 0.15, clamp(p[BRIGHT] - 0.3 * voice->timbre, 0.0, 1.0));

    voice_set(voice, SLOT_TUNING, URTO_BODY_TUNING, STRING, pitch / voice->reference[voice->at],
              ramp);
    voice_set(voice, SLOT_LOSS, URTO_BODY_LOSS, STRING, sigma, ramp);
    voice_set(voice, SLOT_HIGH, URTO_BODY_LOSS_HIGH, STRING, share * sigma, ramp);
    /* pressure pushes the string towards the frets */
    voice_set(voice, SLOT_DISTANCE, URTO_CONTACT_DISTANCE, 1,
              1e-3 * p[ACTION] * (1.0 - 0.9 * voice->pressure), ramp);
    voice_set(voice, SLOT_PLUCK, URTO_PORT_X, PORT_PLUCK, 1.0 - p[PLUCK], ramp);
    voice_set(voice, SLOT_LEFT, URTO_PORT_X, PORT_LEFT, 1.0 - p[PICKUP], ramp);
    voice_set(voice, SLOT_RIGHT, URTO_PORT_X, PORT_RIGHT, 1.0 - 0.6 * p[PICKUP], ramp);
    voice_set(voice, SLOT_PAN, URTO_PROBE_PAN, 1, -p[WIDTH], ramp);
    voice_set(voice, SLOT_PAN + 1, URTO_PROBE_PAN, 2, p[WIDTH], ramp);
}

static void start(Voice *voice)
{
    const double *p = voice->parameters;
    const Register *its = &registers[voice->at];
    const double pitch = sounding(voice);
    const double tuning = pitch / voice->reference[voice->at];
    const double way = 1e-3 * p[STRENGTH] * between(0.15, 4.0, voice->velocity);
    /* the force that holds the string there; the same pull at a higher tension goes less far */
    const double force =
        way * tuning * string_tension(its->pitch, its->string) / (p[PLUCK] * (1.0 - p[PLUCK]));
    /* a stronger pluck slips off more quickly, and so does a string that swings faster: it pulls
     * itself away from under the finger */
    const double slip = between(4e-3, 1.5e-4, 0.75 * p[PLECTRUM] + 0.25 * voice->velocity) *
                        fmin(1.0, 220.0 / pitch);

    voice_pull(voice, 0, force, clamp(0.6 / pitch, 1e-3, 8e-3), slip);
    if (p[SLAP] > 0.0) {
        const double hit =
            -p[SLAP] * between(1.0, 30.0, voice->velocity) * tuning * (its->string / 0.012);
        voice_pull(voice, 1, hit, 1e-3, 1.5e-3);
    }
}

static bool tick(Voice *voice)
{
    return voice_pulls(voice, 0) || voice_pulls(voice, 1);
}

static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    voice_pull_signal(voice, 0, signal[0], frames);
    voice_pull_signal(voice, 1, signal[1], frames);
}

static const UrtoPresetValue steel[] = {{LEVEL, -20.5}};
static const UrtoPresetValue nylon[] = {{PLECTRUM, 0.15}, {PLUCK, 0.28}, {BRIGHT, 0.85},
                                        {DECAY, 4.0},     {PICKUP, 0.2}, {LEVEL, -17.5}};
static const UrtoPresetValue slapped[] = {{SLAP, 0.8},     {ACTION, 0.35}, {STRENGTH, 1.6},
                                          {PLECTRUM, 0.4}, {DECAY, 5.0},   {LEVEL, -22.5}};
static const UrtoPresetValue buzzing[] = {
    {ACTION, 0.06}, {STRENGTH, 1.2}, {DECAY, 9.0}, {LEVEL, -20.5}};
static const UrtoPresetValue muted[] = {
    {DECAY, 0.35}, {BRIGHT, 0.7}, {PLECTRUM, 0.5}, {LEVEL, -9.0}};
static const UrtoPresetValue harp[] = {{PLUCK, 0.4}, {PLECTRUM, 0.3}, {MUTE, 12.0},
                                       {DECAY, 8.0}, {PICKUP, 0.3},   {LEVEL, -23.5}};

static const UrtoPreset presets[] = {
    {"steel", "A steel string and a pick.", VALUES(steel)},
    {"nylon", "Nylon, plucked with the finger near the middle.", VALUES(nylon)},
    {"slap-bass", "Thumb and frets.", VALUES(slapped)},
    {"buzzing", "So low over the frets that every note rattles.", VALUES(buzzing)},
    {"palm-mute", "A palm on the bridge.", VALUES(muted)},
    {"harp", "Plucked in the middle and left ringing.", VALUES(harp)},
};

const Kind kind_fretted_string = {
    .info = {.id = "fretted-string",
             .name = "Fretted string",
             .description = "A plucked string over frets: pick, slap, buzz, glide.",
             .parameters = table,
             .parameter_count = PARAMETERS,
             .presets = presets,
             .preset_count = sizeof presets / sizeof *presets,
             .lowest_key = 28,
             .highest_key = 88,
             .pitched = true,
             .voices = 12},
    .worlds = REGISTERS,
    .inputs = 2,
    .tuned = {STRING},
    .build = build,
    .choose = choose,
    .apply = apply,
    .start = start,
    .tick = tick,
    .input = input,
};
