/* What a scene should know about its world though nothing is wrong: bodies that became modal or have
 * more modes than they got, contacts that are too hard for their rate, and silence.c.
 *
 * A contact whose bodies close at the speed v lasts tau (src/law/matched.h). Its own frequency is
 * 1/(2 tau), sqrt(K/m)/(2 pi) for the exponent 1. Far above the rate the bodies pass through each
 * other by many compressions between two steps, and the digits of the compression are lost. We warn
 * above TOO_HARD times the steps a second; v is the largest speed that the scene gives a mass, or
 * LEAST_SPEED.
 */
#include "loader.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#define TOO_HARD 1000.0
#define LEAST_SPEED 1.0 /* [m/s] */

uint32_t urto_scene_note_count(const UrtoScene *scene)
{
    return scene ? scene->note_count : 0;
}

const UrtoSceneNote *urto_scene_note(const UrtoScene *scene, uint32_t index)
{
    return scene && index < scene->note_count ? &scene->notes[index] : NULL;
}

/* The next note, as long as there is room. */
void add_note(UrtoScene *scene, uint32_t line, uint32_t column, bool warning, const char *format,
              ...)
{
    if (scene->note_count < URTO_SCENE_MAX_ERRORS) {
        UrtoSceneNote *note = &scene->notes[scene->note_count++];
        va_list arguments;
        *note = (UrtoSceneNote){.line = line, .column = column, .warning = warning};
        va_start(arguments, format);
        urto_format_list(note->message, sizeof note->message, format, arguments);
        va_end(arguments);
    }
}

static int by_place(const void *one, const void *two)
{
    const UrtoSceneNote *a = one, *b = two;
    const int line = (a->line > b->line) - (a->line < b->line);

    return line ? line : (a->column > b->column) - (a->column < b->column);
}

/* The largest speed that the scene gives a mass. */
static double fastest(const UrtoScene *scene)
{
    double speed = fmax(scene->fastest, LEAST_SPEED);

    for (uint32_t i = 0; i < scene->action_count; i++) {
        const SceneAction *action = &scene->actions[i];
        if (action->kind == ACTION_THROW) {
            speed = fmax(speed, fabs(action->velocity * action->growth));
        }
    }
    return speed;
}

/* A surface has more modes than it was given. */
static void note_modes(UrtoScene *scene, const UrtoWorld *world, const SceneBody *body)
{
    const UrtoBodyInfo info = urto_world_body_info(world, body->id);
    const bool surface = body->kind == SECTION_MEMBRANE || body->kind == SECTION_PLATE;

    if (surface && !body->counted && info.model != URTO_MODEL_GRID &&
        info.degrees == URTO_DEFAULT_MODES) {
        add_note(scene, body->line, body->column, false,
                 "%s: its lowest %u modes, up to %.0f Hz; segments: N takes N of them", body->name,
                 URTO_DEFAULT_MODES,
                 urto_world_mode_info(world, body->id, URTO_DEFAULT_MODES - 1).frequency);
    }
}

void scene_notes(UrtoScene *scene, const UrtoWorld *world, double rate, bool played)
{
    const double steps = rate * scene->info.oversampling;
    const double speed = fastest(scene);

    scene->note_count = 0;
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const SceneBody *body = &scene->bodies[i];
        if (body->automatic && urto_world_body_info(world, body->id).model == URTO_MODEL_MODAL) {
            add_note(scene, body->line, body->column, false,
                     "%s: modal, as its grid would have fewer than %u cells across at %g steps/s; "
                     "model: grid keeps the grid",
                     body->name, URTO_MIN_CELLS, steps);
        }
        note_modes(scene, world, body);
    }
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const SceneObject *object = &scene->objects[i];
        const UrtoContact contact = {object->id, object->tag};
        const double own = object->owner == URTO_OWNER_CONTACT
                               ? urto_world_contact_frequency(world, contact, speed)
                               : 0.0;
        if (own > TOO_HARD * steps) {
            add_note(scene, object->line, object->column, true,
                     "%s: its own frequency is %.2g Hz at %g m/s, %.2g times the %g steps/s: hits "
                     "cannot be resolved; %.3g steps/s (rate times oversample) would do, or a "
                     "softer contact or heavier bodies",
                     object->name, own, speed, own / steps, steps, 1.005 * own / TOO_HARD);
        }
    }
    if (!played) { /* a key may set anything in motion */
        silence_notes(scene, world);
    }
    if (scene->note_count) {
        qsort(scene->notes, scene->note_count, sizeof *scene->notes, by_place);
    }
}
