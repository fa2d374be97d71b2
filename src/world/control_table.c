/* The table of controls: one row says all that is known about what may change while sounding. Rows
 * are in the order of the enumerations of world.h. */
#include "world.h"

#include <stddef.h>

#define ROW_OF(NAME, OWNER, UNIT, SMOOTHED, STRUCT, FIELD, CHANGE, LOW, HIGH, OPEN, TEXT)          \
    {                                                                                              \
        .info = {NAME, URTO_OWNER_##OWNER, UNIT, LOW, HIGH, SMOOTHED},                             \
        .range = {LOW, HIGH, OPEN, TEXT}, .offset = offsetof(STRUCT, FIELD),                       \
        .change = CHANGE_##CHANGE                                                                  \
    }
/* ANY stands for four arguments. */
#define ROW(...) ROW_OF(__VA_ARGS__)
#define ANY -1e9, 1e9, false, "between -1e9 and 1e9"

/* clang-format off */
const ControlRow control_table[URTO_CONTROLS] = {
    [URTO_PORT_X]            = ROW("x",                PORT,    "m",     true,  Port,    x,             ROW,     ANY),
    [URTO_PORT_Y]            = ROW("y",                PORT,    "m",     true,  Port,    y,             ROW,     ANY),
    [URTO_CONTACT_STIFFNESS] = ROW("stiffness",        CONTACT, "N/m^a", false, Contact, law.stiffness, LAW,     0.0, 1e30, true, "> 0 and at most 1e30"),
    [URTO_CONTACT_EXPONENT]  = ROW("exponent",         CONTACT, "",      false, Contact, law.exponent,  LAW,     1.0, 10.0, false, "1 to 10"),
    [URTO_CONTACT_DAMPING]   = ROW("damping",          CONTACT, "s/m",   false, Contact, law.damping,   LAW,     0.0, 1e12, false, ">= 0 and at most 1e12"),
    [URTO_CONTACT_DISTANCE]  = ROW("distance",         CONTACT, "m",     true,  Contact, distance[2],   NOTHING, ANY),
    [URTO_BOW_FORCE]         = ROW("force",            BOW,     "N",     true,  Bow,     force,         NOTHING, 0.0, 1e6, false, ">= 0 and at most 1e6"),
    [URTO_BOW_VELOCITY]      = ROW("velocity",         BOW,     "m/s",   true,  Bow,     velocity,      NOTHING, ANY),
    [URTO_DRIVE_GAIN]        = ROW("force",            DRIVE,   "N",     true,  Drive,   gain,          NOTHING, ANY),
    [URTO_PROBE_GAIN]        = ROW("gain",             PROBE,   "",      true,  Probe,   gain,          MIX,     ANY),
    [URTO_PROBE_PAN]         = ROW("pan",              PROBE,   "",      true,  Probe,   pan,           MIX,     -1.0, 1.0, false, "-1 to 1"),
    [URTO_BODY_TUNING]       = ROW("tuning",           BODY,    "",      false, Body,    tuning,        MODEL,   1e-6, 1e6, false, "1e-6 to 1e6"),
    [URTO_BODY_LOSS]         = ROW("loss_factor",      BODY,    "",      false, Body,    loss,          MODEL,   0.0, 1e6, false, "0 to 1e6"),
    [URTO_BODY_LOSS_HIGH]    = ROW("loss_high_factor", BODY,    "",      false, Body,    loss_high,     MODEL,   0.0, 1e6, false, "0 to 1e6"),
    [URTO_BODY_MASS]         = ROW("mass_factor",      BODY,    "",      false, Body,    mass,          MODEL,   1e-6, 1e6, false, "1e-6 to 1e6"),
};
/* clang-format on */

const UrtoControlInfo *urto_control_info(uint32_t control)
{
    return control < URTO_CONTROLS ? &control_table[control].info : NULL;
}

/* A control of another kind becomes one that does not exist. */
static UrtoTarget target(UrtoOwner owner, uint32_t control, uint32_t id, uint32_t tag)
{
    const bool its = control < URTO_CONTROLS && control_table[control].info.owner == owner;

    return (UrtoTarget){its ? control : URTO_CONTROLS, id, tag};
}

UrtoTarget urto_port_target(UrtoPort port, UrtoPortControl control)
{
    return target(URTO_OWNER_PORT, (uint32_t)control, port.id, port.tag);
}

UrtoTarget urto_contact_target(UrtoContact contact, UrtoContactControl control)
{
    return target(URTO_OWNER_CONTACT, (uint32_t)control, contact.id, contact.tag);
}

UrtoTarget urto_bow_target(UrtoBow bow, UrtoBowControl control)
{
    return target(URTO_OWNER_BOW, (uint32_t)control, bow.id, bow.tag);
}

UrtoTarget urto_drive_target(UrtoDrive drive, UrtoDriveControl control)
{
    return target(URTO_OWNER_DRIVE, (uint32_t)control, drive.id, drive.tag);
}

UrtoTarget urto_probe_target(UrtoProbe probe, UrtoProbeControl control)
{
    return target(URTO_OWNER_PROBE, (uint32_t)control, probe.id, probe.tag);
}

UrtoTarget urto_body_target(UrtoBody body, UrtoBodyControl control)
{
    return target(URTO_OWNER_BODY, (uint32_t)control, body.id, body.tag);
}
