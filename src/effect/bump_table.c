/* Parameters and presets of the PhonoBump. */
#include "phonobump.h"

#include "../play/parameter.h"

static const char *const contact_names[] = {"bouncing", "bonded", NULL};

static const UrtoParameterInfo table[] = {
    [MIX] = {NAMED("mix", "Mix", "output"), LINEAR(0.0, 1.0, 0.7, ""), CONTROLLER(NO_CONTROLLER),
             TEXT("From the dry input to the resonator alone.")},
    [DRIVE] = {NAMED("drive", "Drive", "hammer"), LOG(1e-3, 1000.0, 5.0, "N"),
               CONTROLLER(NO_CONTROLLER),
               TEXT("Force on the hammer at full scale: how hard and how often it hits.")},
    [MASS] = {NAMED("mass", "Hammer mass", "hammer"), LOG(0.5, 50.0, 5.0, "g"),
              CONTROLLER(NO_CONTROLLER),
              TEXT("A light hammer follows the treble, a heavy one the bass.")},
    [DISTANCE] = {NAMED("distance", "Rest distance", "hammer"), LINEAR(-1.0, 5.0, 0.02, "mm"),
                  CONTROLLER(NO_CONTROLLER),
                  TEXT("Gap between the resting hammer and the resonator; loud sounds cross it. "
                       "Below 0 it presses.")},
    [STIFFNESS] = {NAMED("stiffness", "Stiffness", "contact"), LOG(1e4, 1e12, 1e8, "N/m^a"),
                   CONTROLLER(NO_CONTROLLER),
                   TEXT("Soft felt to hard steel: dull to bright hits.")},
    [EXPONENT] = {NAMED("exponent", "Exponent", "contact"), LINEAR(1.0, 3.5, 1.5, ""),
                  CONTROLLER(NO_CONTROLLER),
                  TEXT("How much the contact stiffens as it is pressed: louder becomes brighter.")},
    [LOSS] =
        {NAMED("loss", "Contact loss", "contact"), LINEAR(0.0, 5.0, 0.2, "s/m"),
         CONTROLLER(NO_CONTROLLER),
         TEXT("Energy that each hit swallows: how soon the hammer comes to rest, bonded or not.")},
    [CONTACT] = {NAMED("contact", "Contact", "contact"), CHOICE(contact_names, CONTACTS, 0.0),
                 CONTROLLER(NO_CONTROLLER),
                 TEXT("Bouncing, or bonded by a spring: then the effect is a linear resonator.")},
    [RESONATOR] = {NAMED("resonator", "Resonator", "resonator"),
                   CHOICE(resonator_names, RESONATORS, RESONATOR_PLATE), CONTROLLER(NO_CONTROLLER),
                   TEXT("What the hammer hits.")},
    [PITCH] = {NAMED("pitch", "Pitch", "resonator"), LOG(20.0, 5000.0, 150.0, "Hz"),
               CONTROLLER(NO_CONTROLLER), TEXT("Lowest tone of the resonator.")},
    [DECAY] = {NAMED("decay", "Decay", "resonator"), LOG(0.01, 30.0, 0.5, "s"),
               CONTROLLER(NO_CONTROLLER), TEXT("Time in which its lowest tone falls by 60 dB.")},
    [MATERIAL] = {NAMED("material", "Material", "resonator"), LINEAR(0.0, 1.0, 0.4, ""),
                  CONTROLLER(NO_CONTROLLER),
                  TEXT("From steel, whose overtones ring, to wood, whose overtones die at once "
                       "(not on tuned bar and glass).")},
    [PLACE] = {NAMED("place", "Place", "resonator"), LINEAR(0.0, 1.0, 0.4, ""),
               CONTROLLER(NO_CONTROLLER),
               TEXT("Where the hammer hits, from one end or edge to the other.")},
    [LEVEL] = {NAMED("level", "Level", "output"), LINEAR(-60.0, 24.0, 0.0, "dB"),
               CONTROLLER(NO_CONTROLLER),
               TEXT("Loudness of the resonator; the dry input stays as it is.")},
    [MAKEUP] = {NAMED("makeup", "Make-up", "output"), LINEAR(-24.0, 36.0, 0.0, "dB"),
                CONTROLLER(NO_CONTROLLER),
                TEXT("Gain beside the level, set by presets: their source leaves as loud as it "
                     "came.")},
};

/* Make-up is measured (tests/effect/test_makeup.c): the source that a preset is for leaves as loud as it
 * came, the others may be quieter, or meet the limiter. */
static const UrtoPresetValue rattle[] = {{MAKEUP, 6.5}};
static const UrtoPresetValue snare[] = {{RESONATOR, RESONATOR_MEMBRANE},
                                        {PITCH, 180.0},
                                        {MASS, 1.0},
                                        {DECAY, 0.2},
                                        {DRIVE, 3.0},
                                        {STIFFNESS, 1e6},
                                        {MAKEUP, 6.5}};
static const UrtoPresetValue glass[] = {{RESONATOR, RESONATOR_GLASS},
                                        {PITCH, 900.0},
                                        {MASS, 0.5},
                                        {STIFFNESS, 1e10},
                                        {DRIVE, 2.0},
                                        {DECAY, 1.5},
                                        {MAKEUP, 10.0}};
static const UrtoPresetValue marimba[] = {{RESONATOR, RESONATOR_TUNED_BAR},
                                          {PITCH, 220.0},
                                          {MASS, 10.0},
                                          {STIFFNESS, 1e7},
                                          {EXPONENT, 2.3},
                                          {MAKEUP, 22.5}};
static const UrtoPresetValue pressed[] = {
    {DISTANCE, -0.3}, {STIFFNESS, 1e6}, {RESONATOR, RESONATOR_BAR},
    {DRIVE, 20.0},    {MASS, 2.0},      {MAKEUP, -12.0}};
static const UrtoPresetValue linear[] = {
    {CONTACT, 1.0}, {STIFFNESS, 1e6}, {RESONATOR, RESONATOR_PLATE},
    {DRIVE, 5.0},   {MASS, 0.5},      {MAKEUP, 10.5}};

static const UrtoPreset presets[] = {
    {"rattle", "Rattle", "For drums: a loose hammer under a metal plate.", VALUES(rattle)},
    {"snare", "Snare", "For a voice: a light hammer on a drum, so that words become drum strokes.",
     VALUES(snare)},
    {"glass", "Glass", "For plucks: something small and hard on glass.", VALUES(glass)},
    {"marimba", "Marimba", "For drums: a heavy soft hammer on a tuned bar.", VALUES(marimba)},
    {"pressed", "Pressed", "For drums: a hammer that is pressed on and lifts off in loud moments.",
     VALUES(pressed)},
    {"bonded", "Bonded", "For noise: hammer and plate tied together, a linear filter.",
     VALUES(linear)},
};

CHECK_TABLE(table, PARAMETERS);
static const UrtoBumpInfo bump_info = {table, PARAMETERS, presets, LENGTH(presets)};

const UrtoBumpInfo *urto_bump_info(void)
{
    return &bump_info;
}
