/* The threading contract of the headers, to be run under ThreadSanitizer: descriptions and worlds of
 * their own in every thread; one description compiled by several threads at once; a world that one
 * thread processes while another drains its contact events and asks what may be asked from anywhere;
 * instruments and effects side by side, one of them on a pool. */
#include <urto/urto.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 48000, BLOCK = 64, BLOCKS = 800 };

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static UrtoBody ball;
static UrtoPort port;
static UrtoContact contact;

/* A ball that bounces on a bar. */
static UrtoWorldDef *describe(void)
{
    UrtoWorldDef *def = NULL;
    UrtoMassDef mass = urto_mass_def();
    const UrtoBarDef bar = urto_bar_of(urto_material_find("glass"), 0.3, 0.03, 0.005);

    urto_world_def_create(&def, NULL);
    urto_world_def_options(def, &(UrtoWorldOptions){.contact_events = 64});
    mass.position = 1e-3;
    mass.gravity = -9.81;
    ball = urto_world_def_mass(def, &mass);
    const UrtoBody body = urto_world_def_bar(def, &bar);
    port = urto_world_def_port_at(def, ball, 0.0, 0.0);
    const UrtoPort struck = urto_world_def_port_at(def, body, 0.1, 0.0);
    contact = urto_world_def_contact_between(def, struck, port, (UrtoLaw){1e8, 1.5, 0.01}, 0.0);
    const UrtoProbeDef ear = urto_probe_def(struck);
    urto_world_def_probe(def, &ear);
    return def;
}

static atomic_bool done;

static void *drain(void *context)
{
    UrtoWorld *world = context;
    uintptr_t begins = 0;

    for (bool last = false; !last;) {
        UrtoContactEvent events[16];
        last = atomic_load(&done);
        const uint32_t count = urto_world_contact_events(world, events, 16);
        for (uint32_t i = 0; i < count; i++) {
            begins += events[i].kind == URTO_CONTACT_BEGINS;
        }
        CHECK(urto_world_bytes(world) > 0);
        CHECK(urto_control_info(URTO_BOW_FORCE)->owner == URTO_OWNER_BOW);
        CHECK(urto_world_body_info(world, ball).kind == URTO_BODY_KIND_MASS);
        last = last && count == 0;
    }
    return (void *)begins;
}

static void process_while_another_drains(const UrtoWorldDef *def)
{
    UrtoWorld *world = NULL;
    pthread_t reader;
    void *begins = NULL;
    float out[BLOCK];

    CHECK(urto_world_create(&world, def, RATE, NULL) == URTO_OK);
    CHECK(pthread_create(&reader, NULL, drain, world) == 0);
    for (int i = 0; i < BLOCKS; i++) {
        urto_world_process(world, NULL, (float *[]){out}, BLOCK);
        if (i % 100 == 50) {
            CHECK(urto_world_throw(world, ball, 2e-3, 0.0, 3, NULL) == URTO_OK);
            CHECK(urto_world_set_contact(world, contact, URTO_CONTACT_STIFFNESS, 1e7 * (1 + i), 0,
                                         32, NULL) == URTO_OK);
        }
    }
    atomic_store(&done, true);
    CHECK(pthread_join(reader, &begins) == 0);
    CHECK((uintptr_t)begins > 8);
    urto_world_destroy(world);
}

/* Worlds of a description that all threads share, and one of the thread's own. */
static void *compile_and_play(void *context)
{
    const UrtoWorldDef *shared = context;
    UrtoWorld *worlds[3] = {NULL, NULL, NULL};
    UrtoWorldDef *own = NULL;
    UrtoMassDef mass = urto_mass_def();
    float out[BLOCK];

    CHECK(urto_world_create(&worlds[0], shared, RATE, NULL) == URTO_OK);
    CHECK(urto_world_clone(&worlds[1], worlds[0], NULL) == URTO_OK);
    urto_world_def_create(&own, NULL);
    mass.spring = 1e4;
    const UrtoBody body = urto_world_def_mass(own, &mass);
    const UrtoPort place = urto_world_def_port_at(own, body, 0.0, 0.0);
    const UrtoProbeDef ear = urto_probe_def(place);
    urto_world_def_probe(own, &ear);
    CHECK(urto_world_create(&worlds[2], own, RATE, NULL) == URTO_OK);
    CHECK(urto_world_strike(worlds[2], place, 0.01, 0, NULL) == URTO_OK);
    for (int i = 0; i < 100; i++) {
        for (int w = 0; w < 3; w++) {
            urto_world_process(worlds[w], NULL, (float *[]){out}, BLOCK);
        }
    }
    urto_world_reset(worlds[1]);
    for (int w = 0; w < 3; w++) {
        urto_world_destroy(worlds[w]);
    }
    urto_world_def_destroy(own);
    return NULL;
}

/* An instrument on a thread of its own; the first one shares its voices with a pool. */
static void *play_instrument(void *context)
{
    const uint32_t index = (uint32_t)(uintptr_t)context;
    const UrtoInstrumentInfo *info = urto_instrument_info(index % urto_instrument_count());
    UrtoInstrument *instrument = NULL;
    UrtoPool *pool = NULL;
    float left[BLOCK], right[BLOCK];

    CHECK(urto_instrument_create(&instrument, info, RATE, NULL, NULL) == URTO_OK);
    if (index == 0) {
        CHECK(urto_pool_create(&pool, 1, NULL) == URTO_OK);
        urto_instrument_set_pool(instrument, pool);
    }
    for (int i = 0; i < 120; i++) {
        const uint8_t key = (uint8_t)(48 + i % 24);
        const uint8_t on[] = {0x90, key, 100};
        if (i % 20 == 0) {
            urto_instrument_midi(instrument, 0, on, 3);
        }
        urto_instrument_process(instrument, (float *[]){left, right}, BLOCK);
    }
    urto_instrument_destroy(instrument);
    urto_pool_destroy(pool);
    return NULL;
}

static void *play_effect(void *context)
{
    UrtoBump *bump = NULL;
    float sound[2][BLOCK];

    (void)context;
    CHECK(urto_bump_create(&bump, RATE, NULL, NULL) == URTO_OK);
    for (int i = 0; i < 60; i++) {
        for (int n = 0; n < BLOCK; n++) {
            sound[0][n] = sound[1][n] = (float)((n * 7 + i) % 13) / 13.0f - 0.5f;
        }
        urto_bump_process(bump, (const float *[]){sound[0], sound[1]},
                          (float *[]){sound[0], sound[1]}, BLOCK);
    }
    urto_bump_destroy(bump);
    return NULL;
}

int main(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    UrtoWorldDef *def = describe();

    process_while_another_drains(def);
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, compile_and_play, def) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, i < 3 ? play_instrument : play_effect,
                             (void *)(uintptr_t)i) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    urto_world_def_destroy(def);
    puts("the threads kept out of each other's way");
    return 0;
}
