/* Descriptions: every call checks what it is given, copies it and returns a handle. */
#include "def.h"

#include <math.h>
#include <string.h>

#define MAX_THINGS 131072u

static UrtoStatus out_of_memory(UrtoDiagnostic *why)
{
    return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
}

UrtoStatus urto_world_def_create(UrtoWorldDef **def, const UrtoAllocator *allocator)
{
    const UrtoAllocator with = arena_allocator(allocator);

    if (!def) {
        return URTO_ERROR_ARGUMENT;
    }
    *def = with.allocate(with.context, sizeof **def);
    if (!*def) {
        return URTO_ERROR_MEMORY;
    }
    memset(*def, 0, sizeof **def);
    (*def)->allocator = with;
    (*def)->options = urto_world_options();
    return URTO_OK;
}

static void give_back(const UrtoWorldDef *def, const void *memory)
{
    if (memory) {
        def->allocator.release(def->allocator.context, (void *)memory);
    }
}

void urto_world_def_destroy(UrtoWorldDef *def)
{
    if (!def) {
        return;
    }
    for (uint32_t i = 0; i < def->bodies.count; i++) {
        if (def->bodies.at[i].kind == BODY_MODAL) {
            give_back(def, def->bodies.at[i].as.modal.modes);
            give_back(def, def->bodies.at[i].as.modal.shapes);
        }
    }
    for (uint32_t i = 0; i < def->contacts.count; i++) {
        give_back(def, def->contacts.at[i].many.positions);
        give_back(def, def->contacts.at[i].many.heights);
    }
    for (uint32_t i = 0; i < def->curves.count; i++) {
        give_back(def, def->curves.at[i].points);
    }
    give_back(def, def->bodies.at);
    give_back(def, def->ports.at);
    give_back(def, def->contacts.at);
    give_back(def, def->bows.at);
    give_back(def, def->drives.at);
    give_back(def, def->probes.at);
    give_back(def, def->curves.at);
    give_back(def, def);
}

const UrtoDiagnostic *urto_world_def_diagnostic(const UrtoWorldDef *def)
{
    return &def->why;
}

UrtoWorldOptions urto_world_options(void)
{
    return (UrtoWorldOptions){.oversampling = 1,
                              .outputs = 1,
                              .events = 256,
                              .smoothing = 0.005,
                              .band = 1.0,
                              .ledger = true};
}

UrtoContactDef urto_contact_def(void)
{
    return (UrtoContactDef){.law = urto_law_def()};
}

UrtoLineDef urto_line_def(void)
{
    return (UrtoLineDef){.law = urto_law_def()};
}

UrtoBowDef urto_bow_def(UrtoPort port)
{
    return (UrtoBowDef){
        .port = port, .force = 1.0, .velocity = 0.2, .curve = 100.0, .iterative = true};
}

UrtoDriveDef urto_drive_def(UrtoPort port)
{
    return (UrtoDriveDef){.port = port, .gain = 1.0};
}

UrtoProbeDef urto_probe_def(UrtoPort port)
{
    return (UrtoProbeDef){
        .quantity = URTO_QUANTITY_VELOCITY, .port = port, .gain = 1.0, .width = 1};
}

/* Room for one more element; the new one is zeroed and counted. */
static void *grow(UrtoWorldDef *def, void **list, uint32_t *count, uint32_t *room, size_t size)
{
    if (*count == *room) {
        const uint32_t more = *room ? 2 * *room : 4;
        if (more > MAX_THINGS) {
            status_fail(&def->why, URTO_ERROR_LIMIT, "count", *count,
                        "the world has %u things of this kind already, at most %u", *count,
                        MAX_THINGS);
            return NULL;
        }
        unsigned char *memory = def->allocator.allocate(def->allocator.context, more * size);
        if (!memory) {
            out_of_memory(&def->why);
            return NULL;
        }
        if (*list) {
            memcpy(memory, *list, *count * size);
            def->allocator.release(def->allocator.context, *list);
        }
        *list = memory;
        *room = more;
    }
    return memset((unsigned char *)*list + size * (*count)++, 0, size);
}

#define GROW(def, list)                                                                            \
    grow((def), (void **)&(def)->list.at, &(def)->list.count, &(def)->list.room,                   \
         sizeof *(def)->list.at)

static UrtoStatus unknown(UrtoWorldDef *def, const char *field, uint32_t id, uint32_t count)
{
    return status_fail(&def->why, URTO_ERROR_UNKNOWN, field, id,
                       "%s is %u, must be the handle of one of the %u defined", field, id, count);
}

static UrtoStatus null_argument(UrtoWorldDef *def, const char *field)
{
    return status_fail(&def->why, URTO_ERROR_ARGUMENT, field, 0.0, "%s is NULL", field);
}

UrtoStatus urto_world_def_options(UrtoWorldDef *def, const UrtoWorldOptions *options)
{
    if (!options) {
        return null_argument(def, "options");
    }
    const struct {
        const char *name;
        double value;
        Range range;
    } fields[] = {
        {"solver", options->solver, {0.0, URTO_SOLVER_TRAPEZOIDAL, false, "0 to 5"}},
        {"oversampling", options->oversampling, {1.0, 16.0, false, "1 to 16"}},
        {"inputs", options->inputs, {0.0, URTO_MAX_CHANNELS, false, "0 to 64"}},
        {"outputs", options->outputs, {0.0, URTO_MAX_CHANNELS, false, "0 to 64"}},
        {"events", options->events, {0.0, 65536.0, false, "0 to 65536"}},
        {"smoothing", options->smoothing, {0.0, 1.0, false, "0 to 1 s"}},
        {"band", options->band, {0.5, 1.0, false, "0.5 to 1"}},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const UrtoStatus status =
            status_check_range(&def->why, fields[i].name, fields[i].value, fields[i].range);
        if (status != URTO_OK) {
            return status;
        }
    }
    def->options = *options;
    return URTO_OK;
}

static UrtoStatus add_body(UrtoWorldDef *def, const BodyDef *body, UrtoBody *id)
{
    const UrtoStatus status = body_check(body, &def->why);

    if (status != URTO_OK) {
        return status;
    }
    BodyDef *place = GROW(def, bodies);
    if (!place) {
        return def->why.status;
    }
    *place = *body;
    if (id) {
        id->id = def->bodies.count;
    }
    return URTO_OK;
}

UrtoStatus urto_world_def_mass(UrtoWorldDef *def, const UrtoMassDef *mass, UrtoBody *body)
{
    return mass ? add_body(def, &(BodyDef){.kind = BODY_MASS, .as.mass = *mass}, body)
                : null_argument(def, "mass");
}

UrtoStatus urto_world_def_string(UrtoWorldDef *def, const UrtoStringDef *string, UrtoBody *body)
{
    return string ? add_body(def, &(BodyDef){.kind = BODY_STRING, .as.string = *string}, body)
                  : null_argument(def, "string");
}

UrtoStatus urto_world_def_bar(UrtoWorldDef *def, const UrtoBarDef *bar, UrtoBody *body)
{
    return bar ? add_body(def, &(BodyDef){.kind = BODY_BAR, .as.bar = *bar}, body)
               : null_argument(def, "bar");
}

UrtoStatus urto_world_def_membrane(UrtoWorldDef *def, const UrtoMembraneDef *membrane,
                                   UrtoBody *body)
{
    return membrane
               ? add_body(def, &(BodyDef){.kind = BODY_MEMBRANE, .as.membrane = *membrane}, body)
               : null_argument(def, "membrane");
}

UrtoStatus urto_world_def_plate(UrtoWorldDef *def, const UrtoPlateDef *plate, UrtoBody *body)
{
    return plate ? add_body(def, &(BodyDef){.kind = BODY_PLATE, .as.plate = *plate}, body)
                 : null_argument(def, "plate");
}

/* A copy of an array; *copy stays NULL for a NULL array. */
static bool copy_array(const UrtoWorldDef *def, const void *array, size_t bytes, const void **copy)
{
    *copy = NULL;
    if (!array) {
        return true;
    }
    void *memory = def->allocator.allocate(def->allocator.context, bytes);
    if (memory) {
        memcpy(memory, array, bytes);
    }
    *copy = memory;
    return memory != NULL;
}

UrtoStatus urto_world_def_modal(UrtoWorldDef *def, const UrtoModalDef *modal, UrtoBody *body)
{
    if (!modal) {
        return null_argument(def, "modal");
    }
    BodyDef copy = {.kind = BODY_MODAL, .as.modal = *modal};
    UrtoStatus status = body_check(&copy, &def->why);
    if (status != URTO_OK) {
        return status;
    }
    const void *modes = NULL;
    const void *shapes = NULL;
    if (copy_array(def, modal->modes, modal->count * sizeof *modal->modes, &modes) &&
        copy_array(def, modal->shapes, sizeof(double) * modal->points * modal->count, &shapes)) {
        copy.as.modal.modes = modes;
        copy.as.modal.shapes = shapes;
        status = add_body(def, &copy, body);
    } else {
        status = out_of_memory(&def->why);
    }
    if (status != URTO_OK) {
        give_back(def, modes);
        give_back(def, shapes);
    }
    return status;
}

UrtoStatus urto_world_def_port(UrtoWorldDef *def, const UrtoPortDef *port, UrtoPort *id)
{
    if (!port) {
        return null_argument(def, "port");
    }
    if (port->body.id == 0 || port->body.id > def->bodies.count) {
        return unknown(def, "body", port->body.id, def->bodies.count);
    }
    if (!isfinite(port->x) || !isfinite(port->y)) {
        return status_fail(&def->why, URTO_ERROR_ARGUMENT, isfinite(port->x) ? "y" : "x",
                           isfinite(port->x) ? port->y : port->x, "the position is not finite");
    }
    if ((unsigned)port->interpolation > URTO_INTERPOLATION_CUBIC) {
        return status_fail(&def->why, URTO_ERROR_ARGUMENT, "interpolation", port->interpolation,
                           "interpolation is %d, must be 0 or 1", (int)port->interpolation);
    }
    UrtoPortDef *place = GROW(def, ports);
    if (!place) {
        return def->why.status;
    }
    *place = *port;
    if (id) {
        id->id = def->ports.count;
    }
    return URTO_OK;
}

static UrtoStatus check_law(UrtoWorldDef *def, const UrtoLaw *law, UrtoContactKind kind,
                            double distance)
{
    UrtoStatus status = urto_law_check(law, &def->why);

    if (status == URTO_OK) {
        status = status_check_range(&def->why, "distance", distance,
                                    def_parameter_range(URTO_CONTACT_DISTANCE));
    }
    if (status == URTO_OK) {
        status = status_check_range(&def->why, "kind", kind,
                                    (Range){0.0, URTO_CONTACT_LINK, false, "0 or 1"});
    }
    return status;
}

UrtoStatus urto_world_def_contact(UrtoWorldDef *def, const UrtoContactDef *contact, UrtoContact *id)
{
    if (!contact) {
        return null_argument(def, "contact");
    }
    if (contact->below.id > def->ports.count) {
        return unknown(def, "below", contact->below.id, def->ports.count);
    }
    if (contact->above.id > def->ports.count ||
        (contact->above.id == 0 && contact->below.id == 0)) {
        return unknown(def, "above", contact->above.id, def->ports.count);
    }
    if (contact->above.id == contact->below.id) {
        return status_fail(&def->why, URTO_ERROR_ARGUMENT, "above", contact->above.id,
                           "above and below are the same port");
    }
    if (contact->matched && contact->kind != URTO_CONTACT_ONE_SIDED) {
        return status_fail(&def->why, URTO_ERROR_UNSUPPORTED, "matched", 1.0,
                           "matched needs a one-sided contact");
    }
    const UrtoStatus status = check_law(def, &contact->law, contact->kind, contact->distance);
    if (status != URTO_OK) {
        return status;
    }
    ContactDef *place = GROW(def, contacts);
    if (!place) {
        return def->why.status;
    }
    place->single = *contact;
    if (id) {
        id->id = def->contacts.count;
    }
    return URTO_OK;
}

static UrtoStatus check_line(UrtoWorldDef *def, const UrtoLineDef *line)
{
    const uint32_t bodies = def->bodies.count;

    if (line->below.body.id > bodies) {
        return unknown(def, "below.body", line->below.body.id, bodies);
    }
    if (line->above.body.id > bodies || (line->above.body.id == 0 && line->below.body.id == 0)) {
        return unknown(def, "above.body", line->above.body.id, bodies);
    }
    if (line->points > URTO_MAX_CONTACTS) {
        return status_fail(&def->why, URTO_ERROR_LIMIT, "points", line->points,
                           "points is %u, must be 0 to %u", line->points, URTO_MAX_CONTACTS);
    }
    const UrtoLineSide *main = line->above.body.id ? &line->above : &line->below;
    const BodyDef *body = &def->bodies.at[main->body.id - 1];
    const bool grid = body->kind == BODY_STRING && body->as.string.model == URTO_MODEL_GRID;
    if (line->points == 0 && (!grid || line->positions || line->heights)) {
        return status_fail(&def->why, URTO_ERROR_ARGUMENT, "points", 0.0,
                           "points is 0: must be given except along the grid of a string");
    }
    for (uint32_t i = 0; i < line->points; i++) {
        UrtoStatus status = URTO_OK;
        if (line->positions) {
            status = status_check_range(&def->why, "positions", line->positions[i],
                                        (Range){0.0, 1.0, false, "0 to 1"});
        }
        if (status == URTO_OK && line->heights) {
            status = status_check_range(&def->why, "heights", line->heights[i],
                                        def_parameter_range(URTO_CONTACT_DISTANCE));
        }
        if (status != URTO_OK) {
            return status;
        }
    }
    return check_law(def, &line->law, line->kind, line->distance);
}

UrtoStatus urto_world_def_line(UrtoWorldDef *def, const UrtoLineDef *line, UrtoContact *id)
{
    if (!line) {
        return null_argument(def, "line");
    }
    const UrtoStatus status = check_line(def, line);
    if (status != URTO_OK) {
        return status;
    }
    const void *positions = NULL;
    const void *heights = NULL;
    const size_t bytes = line->points * sizeof(double);
    ContactDef *place = NULL;
    out_of_memory(&def->why); /* unless GROW says otherwise */
    if (copy_array(def, line->positions, bytes, &positions) &&
        copy_array(def, line->heights, bytes, &heights)) {
        place = GROW(def, contacts);
    }
    if (!place) {
        give_back(def, positions);
        give_back(def, heights);
        return def->why.status;
    }
    place->line = true;
    place->many = *line;
    place->many.positions = positions;
    place->many.heights = heights;
    if (id) {
        id->id = def->contacts.count;
    }
    return URTO_OK;
}

static UrtoStatus check_port(UrtoWorldDef *def, UrtoPort port)
{
    return port.id == 0 || port.id > def->ports.count
               ? unknown(def, "port", port.id, def->ports.count)
               : URTO_OK;
}

UrtoStatus urto_world_def_bow(UrtoWorldDef *def, const UrtoBowDef *bow, UrtoBow *id)
{
    if (!bow) {
        return null_argument(def, "bow");
    }
    UrtoStatus status = check_port(def, bow->port);
    if (status == URTO_OK) {
        status =
            status_check_range(&def->why, "force", bow->force, def_parameter_range(URTO_BOW_FORCE));
    }
    if (status == URTO_OK) {
        status = status_check_range(&def->why, "velocity", bow->velocity,
                                    def_parameter_range(URTO_BOW_VELOCITY));
    }
    if (status == URTO_OK) {
        status = status_check_range(&def->why, "curve", bow->curve,
                                    (Range){0.0, 1e9, true, "> 0 and at most 1e9"});
    }
    UrtoBowDef *place = status == URTO_OK ? GROW(def, bows) : NULL;
    if (!place) {
        return status == URTO_OK ? def->why.status : status;
    }
    *place = *bow;
    if (id) {
        id->id = def->bows.count;
    }
    return URTO_OK;
}

UrtoStatus urto_world_def_drive(UrtoWorldDef *def, const UrtoDriveDef *drive, UrtoDrive *id)
{
    if (!drive) {
        return null_argument(def, "drive");
    }
    UrtoStatus status = check_port(def, drive->port);
    if (status == URTO_OK) {
        status = status_check_range(&def->why, "gain", drive->gain,
                                    def_parameter_range(URTO_DRIVE_GAIN));
    }
    UrtoDriveDef *place = status == URTO_OK ? GROW(def, drives) : NULL;
    if (!place) {
        return status == URTO_OK ? def->why.status : status;
    }
    *place = *drive;
    if (id) {
        id->id = def->drives.count;
    }
    return URTO_OK;
}

static UrtoStatus check_probe(UrtoWorldDef *def, const UrtoProbeDef *probe)
{
    if ((unsigned)probe->quantity > URTO_QUANTITY_RESIDUAL) {
        return status_fail(&def->why, URTO_ERROR_ARGUMENT, "quantity", probe->quantity,
                           "quantity is %d, must be 0 to 8", (int)probe->quantity);
    }
    if (probe->quantity <= URTO_QUANTITY_ACCELERATION && check_port(def, probe->port) != URTO_OK) {
        return URTO_ERROR_UNKNOWN;
    }
    if (probe->quantity == URTO_QUANTITY_CONTACT_FORCE &&
        (probe->contact.id == 0 || probe->contact.id > def->contacts.count)) {
        return unknown(def, "contact", probe->contact.id, def->contacts.count);
    }
    if (probe->quantity == URTO_QUANTITY_BOW_FORCE &&
        (probe->bow.id == 0 || probe->bow.id > def->bows.count)) {
        return unknown(def, "bow", probe->bow.id, def->bows.count);
    }
    if (probe->width < 1 || probe->width > 2) {
        return status_fail(&def->why, URTO_ERROR_ARGUMENT, "width", probe->width,
                           "width is %u, must be 1 or 2", probe->width);
    }
    const UrtoStatus status =
        status_check_range(&def->why, "gain", probe->gain, def_parameter_range(URTO_PROBE_GAIN));
    return status != URTO_OK ? status
                             : status_check_range(&def->why, "pan", probe->pan,
                                                  def_parameter_range(URTO_PROBE_PAN));
}

UrtoStatus urto_world_def_probe(UrtoWorldDef *def, const UrtoProbeDef *probe, UrtoProbe *id)
{
    if (!probe) {
        return null_argument(def, "probe");
    }
    const UrtoStatus status = check_probe(def, probe);
    UrtoProbeDef *place = status == URTO_OK ? GROW(def, probes) : NULL;
    if (!place) {
        return status == URTO_OK ? def->why.status : status;
    }
    *place = *probe;
    if (id) {
        id->id = def->probes.count;
    }
    return URTO_OK;
}

Range def_parameter_range(UrtoParameter parameter)
{
    switch (parameter) {
    case URTO_CONTACT_STIFFNESS:
        return (Range){0.0, 1e30, true, "> 0 and at most 1e30"};
    case URTO_CONTACT_EXPONENT:
        return (Range){1.0, 10.0, false, "1 to 10"};
    case URTO_CONTACT_DAMPING:
        return (Range){0.0, 1e12, false, ">= 0 and at most 1e12"};
    case URTO_BOW_FORCE:
        return (Range){0.0, 1e6, false, ">= 0 and at most 1e6"};
    case URTO_PROBE_PAN:
        return (Range){-1.0, 1.0, false, "-1 to 1"};
    case URTO_BODY_TUNING:
    case URTO_BODY_MASS:
        return (Range){1e-6, 1e6, false, "1e-6 to 1e6"};
    case URTO_BODY_LOSS:
    case URTO_BODY_LOSS_HIGH:
        return (Range){0.0, 1e6, false, "0 to 1e6"};
    case URTO_PORT_X:
    case URTO_PORT_Y:
    case URTO_CONTACT_DISTANCE:
    case URTO_BOW_VELOCITY:
    case URTO_DRIVE_GAIN:
    case URTO_PROBE_GAIN:
        break;
    }
    return (Range){-1e9, 1e9, false, "between -1e9 and 1e9"};
}

UrtoStatus urto_world_def_control(UrtoWorldDef *def, UrtoParameter parameter, uint32_t id,
                                  const UrtoBreakpoint *points, uint32_t count)
{
    if ((unsigned)parameter > PARAMETER_LAST) {
        return status_fail(&def->why, URTO_ERROR_UNKNOWN, "parameter", parameter,
                           "parameter is %d, must be 0 to %d", (int)parameter, PARAMETER_LAST);
    }
    if (!points || count == 0 || count > 65536) {
        return status_fail(&def->why, URTO_ERROR_ARGUMENT, "count", count,
                           "count is %u, must be 1 to 65536 points", count);
    }
    double last = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        UrtoStatus status =
            status_check_range(&def->why, "time", points[i].time,
                               (Range){last, 1e6, false, ">= 0, rising, at most 1e6 s"});
        if (status == URTO_OK) {
            status = status_check_range(&def->why, "value", points[i].value,
                                        def_parameter_range(parameter));
        }
        if (status != URTO_OK) {
            return status;
        }
        last = points[i].time;
    }
    const void *copy = NULL;
    CurveDef *place =
        copy_array(def, points, count * sizeof *points, &copy) ? GROW(def, curves) : NULL;
    if (!place) {
        give_back(def, copy);
        return out_of_memory(&def->why);
    }
    *place = (CurveDef){parameter, id, (UrtoBreakpoint *)copy, count};
    return URTO_OK;
}
