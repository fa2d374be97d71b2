/* A mallet on a bar, a bell, a glass, a tine, a skin or a plate.
 *
 * The mallet is a mass m_h that meets the modes q_k of the body through a contact that stiffens as it
 * is pressed:
 *
 *   m_h x''  = -f,   f = K [c]^a (1 + mu c'),   c = x - sum h_k q_k - d
 *   M_k (q_k'' + 2 s_k q_k' + w_k^2 q_k) = h_k f
 *
 * so a faster throw is shorter and brighter by the law itself. One world serves every key: a note that
 * begins gives the body its modes (mallet_models.c). The mallet is caught when it has left the body.
 *
 * Mallets by their force at 1 mm, 40 N to 100 kN: soft yarn 60 N, medium 270, hard 1200, plastic
 * 15 kN, brass 82 kN, all chosen; a is 2 for yarn and falls to 1.5, Hertz, for hard balls. Players take harder
 * ones for small bodies, and so does the key: else the mallet would stay for a period.
 *
 * The disc in the tube of a vibraphone turns and makes it louder and softer by up to 8 dB.
 *
 * Cost: a voice takes 0.1 % of a core at 48 kHz.
 */
#include "../base/constants.h"
#include "../play/parts.h"
#include "mallet_models.h"

enum {
    BODY,
    HARDNESS,
    STRIKE,
    PICKUP,
    DECAY,
    MATERIAL,
    RELEASE,
    SIZE,
    FELT,
    MOTOR,
    TREMOLO,
    WIDTH,
    COMMON_NAMES,
    PARAMETERS
};

static const char *const voicings[] = {"vibes",        "marimba",    "glass",       "drum",
                                       "plate",        "wood-block", "xylophone",   "glockenspiel",
                                       "tubular-bell", "kalimba",    "vibes-motor", NULL};

static const UrtoParameterInfo table[] = {
    [BODY] = {NAMED("body", "Body", "body"), CHOICE(mallet_model_names, MALLET_MODELS, MODEL_BAR),
              CONTROLLER(70), TEXT("What is struck; acts on the next note.")},
    [HARDNESS] = {NAMED("hardness", "Hardness", "mallet"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(1),
                  TEXT("From soft, dark yarn to a hard, bright ball of brass.")},
    [STRIKE] = {NAMED("strike", "Strike position", "mallet"), LINEAR(0.0, 1.0, 0.42, ""),
                CONTROLLER(16),
                TEXT("Where it is struck, from one end or edge to the other; overtones with a node "
                     "there are silent. Acts on the next note.")},
    [PICKUP] = {NAMED("pickup", "Pickup position", "output"), LINEAR(0.0, 0.5, 0.05, ""),
                CONTROLLER(17),
                TEXT("Where it is heard, from the ends or edge to the middle. Acts on the next "
                     "note.")},
    [DECAY] = {NAMED("decay", "Decay", "body"), LOG(0.05, 60.0, 3.0, "s"), CONTROLLER(18),
               TEXT("Time in which middle C falls by 60 dB; higher notes are shorter.")},
    [MATERIAL] = {NAMED("material", "Material", "body"), LINEAR(0.0, 1.0, 0.5, ""), CONTROLLER(19),
                  TEXT("From glass and steel, whose overtones ring, to wood and skin, whose "
                       "overtones die at once (bar, membrane and plate; others have their own). "
                       "Acts on the next note.")},
    [RELEASE] = {NAMED("release", "Release", "body"), LOG(0.03, 60.0, 60.0, "s"), CONTROLLER(20),
                 TEXT("Longest decay after the key is up: a hand or a felt that damps the body.")},
    [SIZE] = {NAMED("size", "Size", "body"), LOG(0.25, 4.0, 1.0, ""), CONTROLLER(21),
              TEXT("Twice as large sounds an octave lower and rings longer.")},
    [FELT] = {NAMED("felt", "Felt loss", "mallet"), LINEAR(0.0, 3.0, 0.3, "s/m"), CONTROLLER(22),
              TEXT("Energy that the head of the mallet swallows: a duller, shorter knock.")},
    [MOTOR] = {NAMED("motor", "Motor", "tube"), LINEAR(0.5, 10.0, 4.0, "Hz"), CONTROLLER(76),
               TEXT("How fast the discs in the tubes turn.")},
    [TREMOLO] = {NAMED("tremolo", "Tremolo", "tube"), LINEAR(0.0, 8.0, 0.0, "dB"), CONTROLLER(77),
                 TEXT("How much they make the sound louder and softer; 0: the motor is off.")},
    [WIDTH] = {NAMED("width", "Stereo width", "output"), LINEAR(0.0, 1.0, 0.6, ""), CONTROLLER(8),
               TEXT("From mono to modes all over the stage.")},
    COMMON_ROWS,
};

enum { MODES_BODY = STRIKER + 1 };
enum { PORT_HIT = PORT_STRIKER + 1, PORT_MID, PORT_SIDE };
enum { CONTACT_HEAD = 1 };
enum { PROBE_MID = 1, PROBE_SIDE, PROBE_SKIN, PROBE_SKIN_SIDE };
enum {
    SLOT_TUNING,
    SLOT_LOSS,
    SLOT_MALLET,
    SLOT_STIFFNESS,
    SLOT_EXPONENT,
    SLOT_DAMPING,
    SLOT_MID,
    SLOT_SIDE,
    SLOT_SKIN,
    SLOT_SKIN_SIDE
};

static const UrtoTarget slots[] = {
    [SLOT_TUNING] = TARGET(URTO_BODY_TUNING, MODES_BODY),
    [SLOT_LOSS] = TARGET(URTO_BODY_LOSS, MODES_BODY),
    [SLOT_MALLET] = TARGET(URTO_BODY_MASS, STRIKER),
    [SLOT_STIFFNESS] = TARGET(URTO_CONTACT_STIFFNESS, CONTACT_HEAD),
    [SLOT_EXPONENT] = TARGET(URTO_CONTACT_EXPONENT, CONTACT_HEAD),
    [SLOT_DAMPING] = TARGET(URTO_CONTACT_DAMPING, CONTACT_HEAD),
    [SLOT_MID] = TARGET(URTO_PROBE_GAIN, PROBE_MID),
    [SLOT_SIDE] = TARGET(URTO_PROBE_GAIN, PROBE_SIDE),
    [SLOT_SKIN] = TARGET(URTO_PROBE_GAIN, PROBE_SKIN),
    [SLOT_SKIN_SIDE] = TARGET(URTO_PROBE_GAIN, PROBE_SKIN_SIDE),
};

enum { MODES = 128 };
static const double unit_mallet = 0.02; /* [kg] */

static void build(UrtoWorldDef *def, uint32_t world)
{
    (void)world;
    const UrtoBody mallet = part_mass(def, unit_mallet, 0.0, 0.0);
    const UrtoBody body = part_modes(def, MODES);
    const UrtoPort head = urto_world_def_port_at(def, mallet, 0.0, 0.0);
    const UrtoPort hit = part_weighted_port(def, body);
    const UrtoPort mid = part_weighted_port(def, body);
    const UrtoPort side = part_weighted_port(def, body);

    urto_world_def_contact_between(def, head, hit, (UrtoLaw){1e9, 2.0, 0.3}, STRIKER_DISTANCE);
    part_velocity_probe(def, mid, 1.0, OUT_MID);
    part_velocity_probe(def, side, 1.0, OUT_SIDE);
    part_acceleration_probe(def, mid, 0.0, OUT_MID);
    part_acceleration_probe(def, side, 0.0, OUT_SIDE);
}

static MalletModel model_of(const Voice *voice)
{
    return (MalletModel)voice->model;
}

static double size_pitch(const Voice *voice)
{
    return voice_key_pitch(voice) / voice->parameters[SIZE];
}

/* The modes of the body, once, as the note begins. */
static void begin(Voice *voice)
{
    const double *p = voice->parameters;
    const double pitch = size_pitch(voice);
    const Stroke stroke = {.pitch = pitch,
                           .seconds = mallet_model_seconds(model_of(voice), p[DECAY], pitch),
                           .material = p[MATERIAL],
                           .place = p[STRIKE],
                           .pickup = p[PICKUP]};
    Tone tone;

    tone.count = 0;
    tone.room = MODES;
    tone.limit = 0.45 * voice->rate;
    mallet_model_fill(model_of(voice), &stroke, &tone);
    tone_give(&tone, voice, MODES_BODY, PORT_HIT);
    voice->start_pitch = pitch;
    voice->start_seconds = stroke.seconds;
}

/* Force at 1 mm [N]. */
static double mallet_force(const Voice *voice)
{
    const double hardness = clamp(voice->parameters[HARDNESS] + 0.3 * voice->timbre, 0.0, 1.0);
    const double smaller = fmax(1.0, size_pitch(voice) / MIDDLE_C);

    return interpolate_log(40.0, 1e5, hardness) * pow(smaller, 1.3);
}

/* Gain of the tube as its disc turns. */
static double tremolo(const Voice *voice)
{
    const double *p = voice->parameters;
    const double turn = 2.0 * PI * p[MOTOR] * (double)*voice->clock / voice->rate;

    return pow(10.0, p[TREMOLO] / 20.0 * (0.5 * cos(turn) - 0.5));
}

/* A skin radiates by its acceleration, all else by its velocity. */
static void set_gain(Voice *voice, double gain, uint32_t ramp)
{
    const bool skin = model_of(voice) == MODEL_MEMBRANE;
    const double width = voice->parameters[WIDTH];
    const double fast = skin ? 0.0 : gain, slow = skin ? gain * acceleration_scale : 0.0;

    voice_set(voice, SLOT_MID, fast, ramp);
    voice_set(voice, SLOT_SIDE, fast * width, ramp);
    voice_set(voice, SLOT_SKIN, slow, ramp);
    voice_set(voice, SLOT_SKIN_SIDE, slow * width, ramp);
}

static void apply(Voice *voice, uint32_t ramp)
{
    const double *p = voice->parameters;
    const double pitch = size_pitch(voice);

    if (ramp == 0) {
        begin(voice);
    }
    const double natural = mallet_model_seconds(model_of(voice), p[DECAY], pitch);
    const double seconds = voice_held(voice) ? natural : fmin(natural, p[RELEASE]);
    const double force = mallet_force(voice);
    const double exponent = clamp(2.0 - 0.5 * log(force / 1500.0) / log(10.0), 1.5, 2.0);
    const double gain = tremolo(voice);

    voice_set(voice, SLOT_TUNING, pitch * exp2(voice->bend / 12.0) / voice->start_pitch, ramp);
    voice_set(voice, SLOT_LOSS, voice->start_seconds / seconds, ramp);
    voice_set(voice, SLOT_MALLET, mallet_model_mallet(model_of(voice)) / unit_mallet, ramp);
    voice_set(voice, SLOT_STIFFNESS, force * pow(1000.0, exponent), ramp);
    voice_set(voice, SLOT_EXPONENT, exponent, ramp);
    voice_set(voice, SLOT_DAMPING, p[FELT], ramp);
    set_gain(voice, gain, ramp);
}

static void start(Voice *voice)
{
    striker_throw(voice, CONTACT_HEAD, interpolate_log(0.12, 3.0, voice->velocity));
}

static bool tick(Voice *voice)
{
    const double *p = voice->parameters;

    if (p[TREMOLO] > 0.0) {
        set_gain(voice, tremolo(voice), TICK);
    }
    return !voice->memory.striker.caught;
}

static uint32_t watch(Voice *voice, uint32_t frames)
{
    return striker_watch(voice, 1e-4, frames);
}

static const UrtoPresetValue vibes[] = {
    {BODY, MODEL_VIBRAPHONE}, {HARDNESS, 0.42}, {DECAY, 18.0}, {STRIKE, 0.4},
    {RELEASE, 0.15},          {MAKEUP, -18.9}};
static const UrtoPresetValue vibes_motor[] = {
    {BODY, MODEL_VIBRAPHONE}, {HARDNESS, 0.42}, {DECAY, 18.0},   {STRIKE, 0.4}, {RELEASE, 0.15},
    {TREMOLO, 6.0},           {MOTOR, 4.5},     {MAKEUP, -18.9}, {VOICING, 10}};
static const UrtoPresetValue marimba_[] = {{BODY, MODEL_MARIMBA}, {HARDNESS, 0.44}, {DECAY, 1.9},
                                           {STRIKE, 0.43},        {MAKEUP, -19.0},  {VOICING, 1}};
static const UrtoPresetValue glass[] = {{BODY, MODEL_GLASS}, {HARDNESS, 0.8}, {DECAY, 12.0},
                                        {STRIKE, 0.0},       {PICKUP, 0.02},  {FELT, 0.1},
                                        {MAKEUP, -14.0},     {VOICING, 2}};
static const UrtoPresetValue drum[] = {
    {BODY, MODEL_MEMBRANE}, {HARDNESS, 0.25}, {DECAY, 0.5}, {MATERIAL, 0.4},
    {STRIKE, 0.3},          {MAKEUP, -8.5},   {VOICING, 3}};
static const UrtoPresetValue plate[] = {{BODY, MODEL_PLATE}, {HARDNESS, 0.5}, {DECAY, 10.0},
                                        {MATERIAL, 0.4},     {STRIKE, 0.3},   {MAKEUP, -12.5},
                                        {VOICING, 4}};
static const UrtoPresetValue blocks[] = {
    {BODY, MODEL_WOOD_BLOCK}, {HARDNESS, 0.55}, {DECAY, 0.32}, {STRIKE, 0.37}, {FELT, 0.15},
    {MAKEUP, -5.5},           {VOICING, 5}};
static const UrtoPresetValue xylophone[] = {
    {BODY, MODEL_XYLOPHONE}, {HARDNESS, 0.7}, {DECAY, 1.4}, {STRIKE, 0.42}, {FELT, 0.15},
    {MAKEUP, -13.5},         {VOICING, 6}};
static const UrtoPresetValue glockenspiel[] = {{BODY, MODEL_GLOCKENSPIEL},
                                               {HARDNESS, 0.85},
                                               {DECAY, 24.0},
                                               {STRIKE, 0.42},
                                               {FELT, 0.05},
                                               {MAKEUP, -21.5},
                                               {VOICING, 7}};
static const UrtoPresetValue bell[] = {{BODY, MODEL_TUBULAR_BELL},
                                       {HARDNESS, 0.64},
                                       {DECAY, 10.0},
                                       {STRIKE, 0.1},
                                       {FELT, 0.3},
                                       {MAKEUP, -13.0},
                                       {VOICING, 8}};
static const UrtoPresetValue kalimba[] = {{BODY, MODEL_KALIMBA}, {HARDNESS, 0.65}, {DECAY, 6.3},
                                          {FELT, 0.3},           {MAKEUP, -14.0},  {VOICING, 9}};

static const UrtoPreset presets[] = {
    {"vibes", "Vibraphone", "Aluminium bars over tubes, damped when the key is up.", VALUES(vibes)},
    {"marimba", "Marimba", "Rosewood bars over tubes, a yarn mallet.", VALUES(marimba_)},
    {"glass", "Wine glass", "A wine glass and a spoon.", VALUES(glass)},
    {"drum", "Drum", "A skin with a soft beater.", VALUES(drum)},
    {"plate", "Plate", "A thin metal plate that rings long.", VALUES(plate)},
    {"wood-block", "Wood block", "A short dry block of wood.", VALUES(blocks)},
    {"xylophone", "Xylophone", "Hard bars with a twelfth in them, plastic mallets.",
     VALUES(xylophone)},
    {"glockenspiel", "Glockenspiel", "Steel bars and brass mallets.", VALUES(glockenspiel)},
    {"tubular-bell", "Tubular bell", "A long brass tube and a rawhide hammer.", VALUES(bell)},
    {"kalimba", "Kalimba", "A steel tine that a thumb lets go.", VALUES(kalimba)},
    {"vibes-motor", "Vibraphone, motor on", "The discs in the tubes turn: tremolo.",
     VALUES(vibes_motor)},
};

KIND(mallet, .info.id = "mallet", .info.name = "Mallet",
     .info.description = "A mallet on a bar, a bell, a glass, a skin or a plate.",
     .info.lowest_key = 36, .info.highest_key = 96, .info.pitched = true, .info.voices = 16,
     .worlds = 1, .model = 1 + BODY, .tuned = {.id = MODES_BODY}, .build = build, .apply = apply,
     .start = start, .tick = tick, .watch = watch);
