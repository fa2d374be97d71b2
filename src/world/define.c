/* Descriptions: every call checks what it is given, copies it and returns a handle. The first
 * refusal stays in `why`, and while it is there calls do nothing. */
#include "define.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define MAX_THINGS 131072u

static UrtoStatus out_of_memory(UrtoDiagnostic *why)
{
    return status_fail(why, URTO_ERROR_MEMORY, "memory", 0.0, "out of memory");
}

UrtoStatus urto_world_def_create(UrtoWorldDef **def, const UrtoAllocator *allocator)
{
    const UrtoAllocator with = urto_allocator(allocator);

    if (!def) {
        return URTO_ERROR_ARGUMENT;
    }
    *def = with.allocate(with.context, sizeof **def);
    if (!*def) {
        return URTO_ERROR_MEMORY;
    }
    memset(*def, 0, sizeof **def);
    (*def)->allocator = with;
    static atomic_uint last_tag;
    do {
        (*def)->tag = atomic_fetch_add(&last_tag, 1) + 1;
    } while ((*def)->tag == 0);
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

UrtoStatus urto_world_def_status(const UrtoWorldDef *def, UrtoDiagnostic *why)
{
    if (!def) {
        return status_fail(why, URTO_ERROR_ARGUMENT, "def", 0.0, "def is NULL");
    }
    if (why && def->why.status != URTO_OK) {
        *why = def->why;
    }
    return def->why.status;
}

void urto_world_def_clear(UrtoWorldDef *def)
{
    if (def) {
        def->why.status = URTO_OK;
    }
}

UrtoWorldOptions urto_world_options(void)
{
    return (UrtoWorldOptions){0};
}

UrtoContactDef urto_contact_def(void)
{
    return (UrtoContactDef){.cookie = DEF_COOKIE, .law = urto_law_def()};
}

UrtoLineDef urto_line_def(void)
{
    return (UrtoLineDef){.cookie = DEF_COOKIE, .law = urto_law_def()};
}

UrtoBowDef urto_bow_def(UrtoPort port)
{
    return (UrtoBowDef){.cookie = DEF_COOKIE,
                        .port = port,
                        .force = 1.0,
                        .velocity = 0.2,
                        .curve = 100.0,
                        .iterative = true};
}

UrtoDriveDef urto_drive_def(UrtoPort port)
{
    return (UrtoDriveDef){.cookie = DEF_COOKIE, .port = port, .gain = 1.0};
}

UrtoProbeDef urto_probe_def(UrtoPort port)
{
    return (UrtoProbeDef){.cookie = DEF_COOKIE,
                          .quantity = URTO_QUANTITY_VELOCITY,
                          .port = port,
                          .gain = 1.0,
                          .width = 1};
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

static void unknown(UrtoWorldDef *def, const char *field, uint32_t id, uint32_t count)
{
    status_fail(&def->why, URTO_ERROR_NOT_FOUND, field, id,
                "%s is %u, must be the handle of one of the %u defined", field, id, count);
}

/* Whether a handle is one of this description; a refusal otherwise. */
static bool known(UrtoWorldDef *def, const char *field, uint32_t id, uint32_t tag, uint32_t count)
{
    if (tag && tag != def->tag) {
        status_fail(&def->why, URTO_ERROR_NOT_FOUND, field, id,
                    "%s is a handle of another description", field);
        return false;
    }
    if (id == 0 || id > count) {
        unknown(def, field, id, count);
        return false;
    }
    return true;
}

/* Whether to look at a definition: nothing was refused before, it is there, and its function has
 * made it. cookie is that of the definition, or NULL. */
static bool accepts(UrtoWorldDef *def, const uint32_t *cookie, const char *name)
{
    if (!def || def->why.status != URTO_OK) {
        return false;
    }
    if (!cookie) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, name, 0.0, "%s is NULL", name);
        return false;
    }
    if (*cookie != DEF_COOKIE) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, name, 0.0,
                    "the %s was not begun by its function: use urto_%s_def()", name, name);
        return false;
    }
    return true;
}

#define ACCEPTS(def, given) accepts((def), (given) ? &(given)->cookie : NULL, #given)

void urto_world_def_options(UrtoWorldDef *def, const UrtoWorldOptions *options)
{
    const UrtoWorldOptions given = options ? *options : (UrtoWorldOptions){0};
    const struct {
        const char *name;
        double value;
        Range range;
    } fields[] = {
        {"solver", given.solver, {0.0, URTO_SOLVER_TRAPEZOIDAL, false, "0 to 3"}},
        {"gradient", given.gradient, {0.0, URTO_GRADIENT_EARLIER, false, "0 to 4"}},
        {"oversampling", given.oversampling, {0.0, 16.0, false, "0 to 16"}},
        {"inputs", given.inputs, {0.0, URTO_MAX_CHANNELS, false, "0 to 64"}},
        {"outputs", given.outputs, {0.0, URTO_MAX_CHANNELS, false, "0 to 64"}},
        {"events", given.events, {0.0, 65536.0, false, "0 to 65536"}},
        {"contact_events", given.contact_events, {0.0, 65536.0, false, "0 to 65536"}},
        {"smoothing", given.smoothing, {0.0, 1.0, false, "0 to 1 s"}},
        {"band", given.band, {given.band == 0.0 ? 0.0 : 0.5, 1.0, false, "0, or 0.5 to 1"}},
    };

    if (!def || def->why.status != URTO_OK) {
        return;
    }
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (status_check_range(&def->why, fields[i].name, fields[i].value, fields[i].range) !=
            URTO_OK) {
            return;
        }
    }
    if (given.gradient != URTO_GRADIENT_CAPPED && given.solver != URTO_SOLVER_QUADRATISED) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "gradient", given.gradient,
                    "gradient is %u, must be 0 unless the solver is quadratised",
                    (unsigned)given.gradient);
        return;
    }
    if (!kernels_choose(given.lanes, 0, 0)) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "lanes", given.lanes,
                    "lanes is %u, must be 0, 2, 4 (AVX2 and FMA) or 8 (AVX-512), and one that "
                    "this processor has",
                    given.lanes);
        return;
    }
    def->options = given;
}

static UrtoBody add_body(UrtoWorldDef *def, const BodyDef *body)
{
    BodyDef *place = body_check(body, &def->why) == URTO_OK ? GROW(def, bodies) : NULL;

    if (!place) {
        return (UrtoBody){0};
    }
    *place = *body;
    return (UrtoBody){def->bodies.count, def->tag};
}

UrtoBody urto_world_def_mass(UrtoWorldDef *def, const UrtoMassDef *mass)
{
    return ACCEPTS(def, mass) ? add_body(def, &(BodyDef){.kind = BODY_MASS, .as.mass = *mass})
                              : (UrtoBody){0};
}

UrtoBody urto_world_def_string(UrtoWorldDef *def, const UrtoStringDef *string)
{
    return ACCEPTS(def, string)
               ? add_body(def, &(BodyDef){.kind = BODY_STRING, .as.string = *string})
               : (UrtoBody){0};
}

UrtoBody urto_world_def_bar(UrtoWorldDef *def, const UrtoBarDef *bar)
{
    return ACCEPTS(def, bar) ? add_body(def, &(BodyDef){.kind = BODY_BAR, .as.bar = *bar})
                             : (UrtoBody){0};
}

UrtoBody urto_world_def_membrane(UrtoWorldDef *def, const UrtoMembraneDef *membrane)
{
    return ACCEPTS(def, membrane)
               ? add_body(def, &(BodyDef){.kind = BODY_MEMBRANE, .as.membrane = *membrane})
               : (UrtoBody){0};
}

UrtoBody urto_world_def_plate(UrtoWorldDef *def, const UrtoPlateDef *plate)
{
    return ACCEPTS(def, plate) ? add_body(def, &(BodyDef){.kind = BODY_PLATE, .as.plate = *plate})
                               : (UrtoBody){0};
}

/* A copy of an array; *copy stays NULL for a NULL array. */
static bool copy_array(UrtoWorldDef *def, const void *array, size_t bytes, const void **copy)
{
    *copy = NULL;
    if (!array) {
        return true;
    }
    void *memory = def->allocator.allocate(def->allocator.context, bytes);
    if (memory) {
        memcpy(memory, array, bytes);
    } else {
        out_of_memory(&def->why);
    }
    *copy = memory;
    return memory != NULL;
}

UrtoBody urto_world_def_modal(UrtoWorldDef *def, const UrtoModalDef *modal)
{
    UrtoBody body = {0};

    if (!ACCEPTS(def, modal)) {
        return body;
    }
    BodyDef copy = {.kind = BODY_MODAL, .as.modal = *modal};
    if (body_check(&copy, &def->why) != URTO_OK) {
        return body;
    }
    const void *modes = NULL;
    const void *shapes = NULL;
    if (copy_array(def, modal->modes, modal->count * sizeof *modal->modes, &modes) &&
        copy_array(def, modal->shapes, sizeof(double) * modal->points * modal->count, &shapes)) {
        copy.as.modal.modes = modes;
        copy.as.modal.shapes = shapes;
        body = add_body(def, &copy);
    }
    if (!body.id) {
        give_back(def, modes);
        give_back(def, shapes);
    }
    return body;
}

UrtoBody urto_world_def_copy_body(UrtoWorldDef *def, const UrtoWorldDef *from, UrtoBody body)
{
    if (!def || def->why.status != URTO_OK) {
        return (UrtoBody){0};
    }
    if (!from || body.id == 0 || body.id > from->bodies.count ||
        (body.tag && body.tag != from->tag)) {
        status_fail(&def->why, URTO_ERROR_NOT_FOUND, "body", body.id,
                    "body is %u, must be the handle of one of the %u defined there", body.id,
                    from ? from->bodies.count : 0);
        return (UrtoBody){0};
    }
    const BodyDef *its = &from->bodies.at[body.id - 1];
    const BodyDef copy = *its; /* the list may move while it grows */
    return its->kind == BODY_MODAL ? urto_world_def_modal(def, &copy.as.modal)
                                   : add_body(def, &copy);
}

static bool check_interpolation(UrtoWorldDef *def, UrtoInterpolation interpolation)
{
    return status_check_range(&def->why, "interpolation", interpolation,
                              (Range){0.0, URTO_INTERPOLATION_CUBIC, false, "0 or 1"}) == URTO_OK;
}

static bool check_port_def(UrtoWorldDef *def, const UrtoPortDef *port)
{
    if (!known(def, "body", port->body.id, port->body.tag, def->bodies.count)) {
        return false;
    }
    if (!isfinite(port->x) || !isfinite(port->y)) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, isfinite(port->x) ? "y" : "x",
                    isfinite(port->x) ? port->y : port->x, "the position is not finite");
        return false;
    }
    return check_interpolation(def, port->interpolation);
}

UrtoPort urto_world_def_port(UrtoWorldDef *def, const UrtoPortDef *port)
{
    UrtoPortDef *place = ACCEPTS(def, port) && check_port_def(def, port) ? GROW(def, ports) : NULL;

    if (!place) {
        return (UrtoPort){0};
    }
    *place = *port;
    return (UrtoPort){def->ports.count, def->tag};
}

UrtoPort urto_world_def_port_at(UrtoWorldDef *def, UrtoBody body, double x, double y)
{
    UrtoPortDef port = urto_port_def(body);

    port.x = x;
    port.y = y;
    return urto_world_def_port(def, &port);
}

static bool check_law(UrtoWorldDef *def, const UrtoLaw *law, UrtoContactKind kind, double distance)
{
    return urto_law_check(law, &def->why) == URTO_OK &&
           status_check_range(&def->why, "distance", distance,
                              control_table[URTO_CONTACT_DISTANCE].range) == URTO_OK &&
           status_check_range(&def->why, "kind", kind,
                              (Range){0.0, URTO_CONTACT_LINK, false, "0 or 1"}) == URTO_OK;
}

static bool check_contact(UrtoWorldDef *def, const UrtoContactDef *contact)
{
    const UrtoPort below = contact->below;
    const UrtoPort above = contact->above;

    if ((below.id && !known(def, "below", below.id, below.tag, def->ports.count)) ||
        ((above.id || !below.id) && !known(def, "above", above.id, above.tag, def->ports.count))) {
        return false;
    }
    if (above.id == below.id) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "above", above.id,
                    "above and below are the same port");
        return false;
    }
    if (contact->matched && contact->kind != URTO_CONTACT_ONE_SIDED) {
        status_fail(&def->why, URTO_ERROR_UNSUPPORTED, "matched", 1.0,
                    "matched needs a one-sided contact");
        return false;
    }
    return check_law(def, &contact->law, contact->kind, contact->distance);
}

UrtoContact urto_world_def_contact(UrtoWorldDef *def, const UrtoContactDef *contact)
{
    ContactDef *place =
        ACCEPTS(def, contact) && check_contact(def, contact) ? GROW(def, contacts) : NULL;

    if (!place) {
        return (UrtoContact){0};
    }
    place->single = *contact;
    return (UrtoContact){def->contacts.count, def->tag};
}

UrtoContact urto_world_def_contact_between(UrtoWorldDef *def, UrtoPort below, UrtoPort above,
                                           UrtoLaw law, double distance)
{
    UrtoContactDef contact = urto_contact_def();

    contact.below = below;
    contact.above = above;
    contact.law = law;
    contact.distance = distance;
    return urto_world_def_contact(def, &contact);
}

static bool check_places(UrtoWorldDef *def, const UrtoLineDef *line)
{
    static const Range along = {0.0, 1.0, false, "0 to 1"};
    const Range height = control_table[URTO_CONTACT_DISTANCE].range;

    for (uint32_t i = 0; i < line->points; i++) {
        if ((line->positions &&
             status_check_range(&def->why, "positions", line->positions[i], along) != URTO_OK) ||
            (line->heights &&
             status_check_range(&def->why, "heights", line->heights[i], height) != URTO_OK)) {
            return false;
        }
    }
    return true;
}

/* What nobody reads of a barrier is not looked at. */
static bool check_side(UrtoWorldDef *def, const UrtoLineSide *side)
{
    const double sum = side->from[0] + side->from[1] + side->to[0] + side->to[1];

    if (side->body.id && !isfinite(sum)) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "from", sum,
                    "the ends of the line are not finite");
        return false;
    }
    return !side->body.id || check_interpolation(def, side->interpolation);
}

static bool check_line(UrtoWorldDef *def, const UrtoLineDef *line)
{
    const UrtoBody below = line->below.body;
    const UrtoBody above = line->above.body;

    if ((below.id && !known(def, "below.body", below.id, below.tag, def->bodies.count)) ||
        ((above.id || !below.id) &&
         !known(def, "above.body", above.id, above.tag, def->bodies.count))) {
        return false;
    }
    if (line->points > URTO_MAX_CONTACTS) {
        status_fail(&def->why, URTO_ERROR_LIMIT, "points", line->points,
                    "points is %u, must be 0 to %u", line->points, URTO_MAX_CONTACTS);
        return false;
    }
    const BodyDef *body = &def->bodies.at[(above.id ? above.id : below.id) - 1];
    const bool grid = body->kind == BODY_STRING && body->as.string.model == URTO_MODEL_GRID;
    if (line->points == 0 && (!grid || line->positions || line->heights)) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "points", 0.0,
                    "points is 0: must be given except along the grid of a string");
        return false;
    }
    return check_side(def, &line->below) && check_side(def, &line->above) &&
           check_places(def, line) && check_law(def, &line->law, line->kind, line->distance);
}

UrtoContact urto_world_def_line(UrtoWorldDef *def, const UrtoLineDef *line)
{
    if (!ACCEPTS(def, line) || !check_line(def, line)) {
        return (UrtoContact){0};
    }
    const void *positions = NULL;
    const void *heights = NULL;
    const size_t bytes = line->points * sizeof(double);
    ContactDef *place = NULL;
    if (copy_array(def, line->positions, bytes, &positions) &&
        copy_array(def, line->heights, bytes, &heights)) {
        place = GROW(def, contacts);
    }
    if (!place) {
        give_back(def, positions);
        give_back(def, heights);
        return (UrtoContact){0};
    }
    place->line = true;
    place->many = *line;
    place->many.positions = positions;
    place->many.heights = heights;
    return (UrtoContact){def->contacts.count, def->tag};
}

static bool known_port(UrtoWorldDef *def, UrtoPort port)
{
    return known(def, "port", port.id, port.tag, def->ports.count);
}

/* Whether a value is in the range that its control has while sounding. */
static bool in_range(UrtoWorldDef *def, const char *field, double value, uint32_t control)
{
    return status_check_range(&def->why, field, value, control_table[control].range) == URTO_OK;
}

static bool check_guess(UrtoWorldDef *def, const UrtoBowDef *bow)
{
    if (bow->lagged && bow->iterative) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "lagged", 1.0,
                    "lagged is a guess without iteration: iterative must be false");
    }
    return !(bow->lagged && bow->iterative);
}

UrtoBow urto_world_def_bow(UrtoWorldDef *def, const UrtoBowDef *bow)
{
    static const Range curve = {0.0, 1e9, true, "> 0 and at most 1e9"};
    UrtoBowDef *place =
        ACCEPTS(def, bow) && known_port(def, bow->port) &&
                in_range(def, "force", bow->force, URTO_BOW_FORCE) &&
                in_range(def, "velocity", bow->velocity, URTO_BOW_VELOCITY) &&
                status_check_range(&def->why, "curve", bow->curve, curve) == URTO_OK &&
                check_guess(def, bow)
            ? GROW(def, bows)
            : NULL;

    if (!place) {
        return (UrtoBow){0};
    }
    *place = *bow;
    return (UrtoBow){def->bows.count, def->tag};
}

static bool check_channel(UrtoWorldDef *def, uint32_t channel)
{
    if (channel >= URTO_MAX_CHANNELS) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "channel", channel,
                    "channel is %u, must be 0 to %u", channel, URTO_MAX_CHANNELS - 1);
    }
    return channel < URTO_MAX_CHANNELS;
}

UrtoDrive urto_world_def_drive(UrtoWorldDef *def, const UrtoDriveDef *drive)
{
    UrtoDriveDef *place = ACCEPTS(def, drive) && known_port(def, drive->port) &&
                                  check_channel(def, drive->channel) &&
                                  in_range(def, "gain", drive->gain, URTO_DRIVE_GAIN)
                              ? GROW(def, drives)
                              : NULL;

    if (!place) {
        return (UrtoDrive){0};
    }
    *place = *drive;
    return (UrtoDrive){def->drives.count, def->tag};
}

static bool check_probe(UrtoWorldDef *def, const UrtoProbeDef *probe)
{
    const UrtoQuantity quantity = probe->quantity;

    if ((unsigned)quantity > URTO_QUANTITY_RESIDUAL) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "quantity", quantity,
                    "quantity is %d, must be 0 to %d", (int)quantity, (int)URTO_QUANTITY_RESIDUAL);
        return false;
    }
    if ((quantity <= URTO_QUANTITY_ACCELERATION && !known_port(def, probe->port)) ||
        (quantity == URTO_QUANTITY_CONTACT_FORCE &&
         !known(def, "contact", probe->contact.id, probe->contact.tag, def->contacts.count)) ||
        ((quantity == URTO_QUANTITY_BOW_FORCE || quantity == URTO_QUANTITY_BOW_SLIP) &&
         !known(def, "bow", probe->bow.id, probe->bow.tag, def->bows.count))) {
        return false;
    }
    if (probe->width < 1 || probe->width > 2) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "width", probe->width,
                    "width is %u, must be 1 or 2", probe->width);
        return false;
    }
    return check_channel(def, probe->channel) &&
           in_range(def, "gain", probe->gain, URTO_PROBE_GAIN) &&
           in_range(def, "pan", probe->pan, URTO_PROBE_PAN);
}

UrtoProbe urto_world_def_probe(UrtoWorldDef *def, const UrtoProbeDef *probe)
{
    UrtoProbeDef *place = ACCEPTS(def, probe) && check_probe(def, probe) ? GROW(def, probes) : NULL;

    if (!place) {
        return (UrtoProbe){0};
    }
    *place = *probe;
    return (UrtoProbe){def->probes.count, def->tag};
}

static bool check_curve(UrtoWorldDef *def, UrtoTarget target, const UrtoBreakpoint *points,
                        uint32_t count)
{
    if (target.control >= URTO_CONTROLS) {
        status_fail(&def->why, URTO_ERROR_NOT_FOUND, "control", target.control,
                    "control is %u, must be 0 to %u", target.control, URTO_CONTROLS - 1);
        return false;
    }
    const uint32_t counts[] = {def->ports.count,  def->contacts.count, def->bows.count,
                               def->drives.count, def->probes.count,   def->bodies.count};
    if (!known(def, "target", target.id, target.tag,
               counts[control_table[target.control].info.owner])) {
        return false;
    }
    if (!points || count == 0 || count > 65536) {
        status_fail(&def->why, URTO_ERROR_ARGUMENT, "count", count,
                    "count is %u, must be 1 to 65536 points", count);
        return false;
    }
    double last = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        if (status_check_range(&def->why, "time", points[i].time,
                               (Range){last, 1e6, false, ">= 0, rising, at most 1e6 s"}) !=
                URTO_OK ||
            !in_range(def, "value", points[i].value, target.control)) {
            return false;
        }
        last = points[i].time;
    }
    return true;
}

void urto_world_def_curve(UrtoWorldDef *def, UrtoTarget target, const UrtoBreakpoint *points,
                          uint32_t count)
{
    const void *copy = NULL;

    if (!def || def->why.status != URTO_OK || !check_curve(def, target, points, count)) {
        return;
    }
    CurveDef *place =
        copy_array(def, points, count * sizeof *points, &copy) ? GROW(def, curves) : NULL;
    if (!place) {
        give_back(def, copy);
        return;
    }
    *place = (CurveDef){target, (UrtoBreakpoint *)copy, count};
}
