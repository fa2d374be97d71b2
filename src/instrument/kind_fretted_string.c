/* A plucked string over frets.
 *
 * The body is the part of the string between the finger and the bridge; the finger moves
 * continuously. The next frets lie under it at the places of equal temperament, which are the same
 * fractions of the sounding length wherever the finger is. A low action lets the string buzz on
 * them, a thumb that hits it from above slaps it down on them.
 */
#include "../play/parts.h"
#include "voice.h"

enum {
    PLUCK,
    PLECTRUM,
    STRENGTH,
    SLAP,
    ACTION,
    FRET,
    PICKUP,
    DECAY,
    DULLNESS,
    MUTE,
    WIDTH,
    COMMON_NAMES,
    PARAMETERS
};

static const char *const voicings[] = {"steel",     "nylon", "slap-bass", "buzzing",
                                       "palm-mute", "harp",  NULL};

static const UrtoParameterInfo table[] = {
    [PLUCK] = {NAMED("pluck", "Pluck position", "hand"), LINEAR(0.03, 0.5, 0.16, ""),
               CONTROLLER(16),
               TEXT("Where the string is plucked, from the bridge to the middle: sharp to round.")},
    [PLECTRUM] = {NAMED("plectrum", "Plectrum", "hand"), LINEAR(0.0, 1.0, 0.6, ""), CONTROLLER(1),
                  TEXT("From the soft ball of a finger to a hard pick.")},
    [STRENGTH] = {NAMED("strength", "Strength", "hand"), LOG(0.1, 4.0, 1.0, ""), CONTROLLER(23),
                  TEXT("How far the string is pulled; strong ones hit the frets.")},
    [SLAP] = {NAMED("slap", "Slap", "hand"), LINEAR(0.0, 1.0, 0.0, ""), CONTROLLER(24),
              TEXT("A thumb that throws the string on the frets as it is plucked.")},
    [ACTION] = {NAMED("action", "Action", "frets"), LOG(0.02, 5.0, 2.0, "mm"), CONTROLLER(25),
                TEXT("Height of the string over the frets: low buzzes.")},
    [FRET] = {NAMED("fret", "Fret", "frets"), LINEAR(-12.0, 24.0, 0.0, "semitones"), CONTROLLER(26),
              TEXT("Moves the finger along the string, continuously.")},
    [PICKUP] = {NAMED("pickup", "Pickup position", "output"), LINEAR(0.02, 0.5, 0.12, ""),
                CONTROLLER(17), TEXT("Where the string is heard, from the bridge to the middle.")},
    [DECAY] = {NAMED("decay", "Decay", "string"), LOG(0.1, 60.0, 7.0, "s"), CONTROLLER(18),
               TEXT("Time in which A2 falls by 60 dB; higher notes are shorter.")},
    [DULLNESS] = {NAMED("dullness", "String dullness", "string"), LINEAR(0.0, 1.0, 0.45, ""),
                  CONTROLLER(19),
                  TEXT("How much faster the overtones die: new steel to old nylon.")},
    [MUTE] = {NAMED("mute", "Mute", "string"), LOG(0.03, 60.0, 0.2, "s"), CONTROLLER(20),
              TEXT("Decay after the key is up.")},
    [WIDTH] = PARAMETER_WIDTH,
    COMMON_ROWS,
};

enum { STRING = 1 };
enum { PORT_PLUCK = 1, PORT_THUMB, PORT_LEFT, PORT_RIGHT };
enum { SLOT_TUNING, SLOT_LOSS, SLOT_HIGH, SLOT_DISTANCE, SLOT_PLUCK, SLOT_LEFT, SLOT_RIGHT };
enum { PULL_PLUCK, PULL_SLAP };
enum { FRETS = 6 };

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, STRING),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, STRING),
    [SLOT_HIGH] = TARGET(URTO_BODY_LOSS_HIGH, STRING),
    [SLOT_DISTANCE] = TARGET(URTO_CONTACT_DISTANCE, 1),
    [SLOT_PLUCK] = TARGET(URTO_PORT_X, PORT_PLUCK),
    [SLOT_LEFT] = TARGET(URTO_PORT_X, PORT_LEFT),
    [SLOT_RIGHT] = TARGET(URTO_PORT_X, PORT_RIGHT),
};

typedef struct Register {
    double pitch, string;
    uint32_t modes;
} Register;

static const Register registers[] = {{55.0, 0.012, 56}, {165.0, 0.004, 36}, {440.0, 0.0015, 22}};
_Static_assert(LENGTH(registers) <= WORLDS_MAX, "a kind has too many worlds");

static void build(UrtoWorldDef *def, uint32_t world)
{
    const Register *r = &registers[world];
    const UrtoBody string = part_string(def, 1.0, r->pitch, r->string, 5e-5, r->modes);
    const UrtoPort pluck = urto_world_def_port_at(def, string, 0.84, 0.0);
    const UrtoPort thumb = urto_world_def_port_at(def, string, 0.7, 0.0);
    const UrtoPort left = urto_world_def_port_at(def, string, 0.88, 0.0);
    const UrtoPort right = urto_world_def_port_at(def, string, 0.84, 0.0);
    double places[FRETS];
    double heights[FRETS];
    UrtoLineDef frets = urto_line_def();

    for (int i = 0; i < FRETS; i++) {
        places[i] = 1.0 - exp2(-(i + 1) / 6.0); /* every second one */
        heights[i] = -0.002 * places[i];        /* falling away towards the bridge */
    }
    frets.above = (UrtoLineSide){.body = string, .to = {1.0, 0.0}};
    frets.law = (UrtoLaw){1e8, 1.3, 1.0};
    frets.points = FRETS;
    frets.positions = places;
    frets.heights = heights;
    frets.distance = 0.002;
    urto_world_def_line(def, &frets);
    part_drive(def, pluck, PULL_PLUCK);
    part_drive(def, thumb, PULL_SLAP);
    part_velocity_probe(def, left, 0.5, OUT_MID);
    part_velocity_probe(def, right, 0.5, OUT_MID);
}

/* Pitch of the part of the string that sounds [Hz]. */
static double fretted_pitch(const Voice *voice)
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
    const double pitch = fretted_pitch(voice);
    const double seconds =
        fmin(p[DECAY] * sqrt(110.0 / pitch), voice_held(voice) ? 120.0 : p[MUTE]);
    const double decay = decay_of(seconds);
    const double dullness = clamp(p[DULLNESS] - 0.3 * voice->timbre, 0.0, 1.0);

    voice_set(voice, SLOT_TUNING, voice_tuning(voice, pitch), ramp);
    voice_set(voice, SLOT_LOSS, decay, ramp);
    voice_set(voice, SLOT_HIGH, interpolate_log(5e-4, 0.15, dullness) * decay, ramp);
    /* pressure pushes the string towards the frets */
    voice_set(voice, SLOT_DISTANCE, 1e-3 * p[ACTION] * (1.0 - 0.9 * voice->pressure), ramp);
    voice_set(voice, SLOT_PLUCK, 1.0 - p[PLUCK], ramp);
    voice_set(voice, SLOT_LEFT, 1.0 - p[PICKUP], ramp);
    voice_set(voice, SLOT_RIGHT, 1.0 - 0.6 * p[PICKUP], ramp);
}

static void start(Voice *voice)
{
    const double *p = voice->parameters;
    const Register *r = &registers[voice->world_index];
    const double pitch = fretted_pitch(voice);
    const double tuning = voice_tuning(voice, pitch);
    const double displacement = 1e-3 * p[STRENGTH] * interpolate_log(0.15, 4.0, voice->velocity);
    /* the force that holds the string there; the same pull at a higher tension goes less far */
    const double force =
        displacement * tuning * string_tension(r->pitch, r->string) / (p[PLUCK] * (1.0 - p[PLUCK]));
    /* a stronger pluck slips off more quickly, and so does a string that swings faster: it pulls
     * itself away from under the finger */
    const double slip = interpolate_log(4e-3, 1.5e-4, 0.75 * p[PLECTRUM] + 0.25 * voice->velocity) *
                        fmin(1.0, 220.0 / pitch);

    voice_pull(voice, PULL_PLUCK, force, clamp(0.6 / pitch, 1e-3, 8e-3), slip);
    if (p[SLAP] > 0.0) {
        const double hit =
            -p[SLAP] * interpolate_log(1.0, 30.0, voice->velocity) * tuning * (r->string / 0.012);
        voice_pull(voice, PULL_SLAP, hit, 1e-3, 1.5e-3);
    }
}

static bool tick(Voice *voice)
{
    return voice_pulls(voice, PULL_PLUCK) || voice_pulls(voice, PULL_SLAP);
}

static void input(Voice *voice, float *const *signal, uint32_t frames)
{
    voice_pull_signal(voice, PULL_PLUCK, signal[PULL_PLUCK], frames);
    voice_pull_signal(voice, PULL_SLAP, signal[PULL_SLAP], frames);
}

static const UrtoPresetValue steel[] = {{MAKEUP, -20.5}};
static const UrtoPresetValue nylon[] = {{PLECTRUM, 0.15}, {PLUCK, 0.28}, {DULLNESS, 0.85},
                                        {DECAY, 4.0},     {PICKUP, 0.2}, {MAKEUP, -17.5},
                                        {VOICING, 1}};
static const UrtoPresetValue slapped[] = {{SLAP, 0.8},     {ACTION, 0.35}, {STRENGTH, 1.6},
                                          {PLECTRUM, 0.4}, {DECAY, 5.0},   {MAKEUP, -22.5},
                                          {VOICING, 2}};
static const UrtoPresetValue buzzing[] = {
    {ACTION, 0.06}, {STRENGTH, 1.2}, {DECAY, 9.0}, {MAKEUP, -18.5}, {VOICING, 3}};
static const UrtoPresetValue muted[] = {
    {DECAY, 0.35}, {DULLNESS, 0.7}, {PLECTRUM, 0.5}, {MAKEUP, -9.0}, {VOICING, 4}};
static const UrtoPresetValue harp[] = {{PLUCK, 0.4},  {PLECTRUM, 0.3}, {MUTE, 12.0}, {DECAY, 8.0},
                                       {PICKUP, 0.3}, {MAKEUP, -23.5}, {VOICING, 5}};

static const UrtoPreset presets[] = {
    {"steel", "Steel guitar", "A steel string and a pick.", VALUES(steel)},
    {"nylon", "Nylon guitar", "Nylon, plucked with the finger near the middle.", VALUES(nylon)},
    {"slap-bass", "Slap bass", "Thumb and frets.", VALUES(slapped)},
    {"buzzing", "Buzzing guitar", "So low over the frets that every note rattles.",
     VALUES(buzzing)},
    {"palm-mute", "Palm mute", "A palm on the bridge.", VALUES(muted)},
    {"harp", "Harp", "Plucked in the middle and left ringing.", VALUES(harp)},
};

KIND(fretted_string, .info.id = "fretted-string", .info.name = "Fretted string",
     .info.description = "A plucked string over frets: pick, slap, buzz, glide.",
     .info.lowest_key = 28, .info.highest_key = 88, .info.pitched = true, .info.voices = 12,
     .worlds = LENGTH(registers), .inputs = 2, .tuned = {.id = STRING}, .build = build,
     .choose = choose, .apply = apply, .start = start, .tick = tick, .input = input);
