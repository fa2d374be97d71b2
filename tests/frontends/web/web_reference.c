/* What the page must sound like: the library's own samples, as raw floats, left and right one after the other.
 *   web_reference instrument ID RATE OUT.raw   a phrase; its events as JSON on standard output, and the frame at which
 *                                              contacts begin for the third time
 *   web_reference scene FILE RATE SECONDS OUT.raw
 *   web_reference impact RATE    of each scheme, as JSON: the largest error in depth, exit velocity and duration at 32
 *                                phases, and the most energy it has at phase 0, over that at the start
 */
#include <urto/scene.h>
#include <urto/urto.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTES = 8, GAP = 9000, HOLD = 6000, TAIL = 24000 };
enum { FRAMES = NOTES * GAP + TAIL };

typedef struct Event {
    uint32_t frame;
    uint8_t bytes[3];
} Event;

static float sound[2][FRAMES];

static int write_sound(const char *path, uint32_t frames)
{
    FILE *file = fopen(path, "wb");

    if (!file) {
        fprintf(stderr, "web_reference: cannot write %s\n", path);
        return 1;
    }
    fwrite(sound[0], sizeof(float), frames, file);
    fwrite(sound[1], sizeof(float), frames, file);
    return fclose(file) != 0;
}

/* A phrase within the range of the instrument: rising and falling, soft and hard, two keys at a time. */
static uint32_t phrase(const UrtoInstrumentInfo *info, Event *events)
{
    static const uint8_t steps[NOTES] = {0, 7, 4, 12, 9, 16, 5, 12};
    const uint32_t low = info->lowest_key + (uint32_t)(info->highest_key - info->lowest_key) / 4;
    uint32_t count = 0;

    for (uint32_t i = 0; i < NOTES; i++) {
        uint32_t key = low + steps[i];
        key = key > info->highest_key ? info->highest_key : key;
        events[count++] = (Event){i * GAP, {0x90, (uint8_t)key, (uint8_t)(40 + 11 * i)}};
        events[count++] = (Event){i * GAP + HOLD, {0x80, (uint8_t)key, 0}};
    }
    return count;
}

static int play_instrument(const char *id, double rate, const char *path)
{
    const UrtoInstrumentInfo *info = urto_instrument_find(id);
    UrtoInstrument *instrument = NULL;
    Event events[2 * NOTES];
    uint32_t before = 0, begins = 0, third = FRAMES, next = 0;

    if (!info || urto_instrument_create(&instrument, info, rate, NULL, NULL) != URTO_OK) {
        fprintf(stderr, "web_reference: no instrument %s\n", id);
        return 2;
    }
    const uint32_t count = phrase(info, events);
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        for (; next < count && events[next].frame == frame; next++) {
            urto_instrument_midi(instrument, 0, events[next].bytes, 3);
        }
        urto_instrument_process(instrument, (float *[]){&sound[0][frame], &sound[1][frame]}, 1);
        const uint32_t contacts = urto_instrument_statistics(instrument).contacts;
        begins += contacts > before;
        third = begins == 3 && third == FRAMES ? frame : third;
        before = contacts;
    }
    urto_instrument_destroy(instrument);
    printf("{\"frames\": %d, \"third\": %u, \"events\": [", FRAMES, third);
    for (uint32_t i = 0; i < count; i++) {
        printf("%s{\"frame\": %u, \"midi\": [%u, %u, %u]}", i ? ", " : "", events[i].frame,
               events[i].bytes[0], events[i].bytes[1], events[i].bytes[2]);
    }
    puts("]}");
    return write_sound(path, FRAMES);
}

static int play_scene(const char *file, double rate, double seconds, const char *path)
{
    UrtoScene *scene = NULL;
    UrtoPlayer *player = NULL;
    UrtoDiagnostic why = {0};
    const UrtoPlayerOptions options = {.rate = rate, .contact_events = 4096};
    uint32_t begins = 0, third = FRAMES;

    if (urto_scene_load_file(&scene, file, NULL, 0) != URTO_OK ||
        urto_player_create(&player, scene, &options, &why) != URTO_OK) {
        fprintf(stderr, "web_reference: %s: %s\n", file, why.message);
        return 2;
    }
    const double wanted = seconds * (rate > 0.0 ? rate : urto_player_rate(player));
    const uint32_t frames = wanted < FRAMES ? (uint32_t)wanted : FRAMES;
    const bool mono = urto_scene_info(scene).channels == 1;
    for (uint32_t frame = 0; frame < frames; frame++) {
        UrtoContactEvent events[64];
        urto_player_process(player, (float *[]){&sound[0][frame], &sound[1][frame]}, 1);
        if (mono) {
            sound[1][frame] = sound[0][frame];
        }
        const uint32_t count = urto_world_contact_events(urto_player_world(player), events, 64);
        for (uint32_t i = 0; i < count; i++) {
            begins += events[i].kind == URTO_CONTACT_BEGINS;
            third = begins == 3 && third == FRAMES ? frame : third;
        }
    }
    printf("{\"frames\": %u, \"third\": %u, \"rate\": %g}\n", frames,
           third < frames ? third : frames, urto_player_rate(player));
    urto_player_destroy(player);
    urto_scene_destroy(scene);
    return write_sound(path, frames);
}

static void find_most(void *user, const UrtoImpactSample *sample)
{
    double *most = user;

    *most = fmax(*most, sample->energy);
}

static int strike_wall(double rate)
{
    const UrtoImpact impact = urto_impact_def();
    const double start = 0.5 * impact.mass * impact.velocity * impact.velocity;
    UrtoImpactExact exact = {0};

    if (urto_impact_exact(&impact, &exact, NULL) != URTO_OK) {
        return 2;
    }
    for (size_t i = 0; i < urto_scheme_count(); i++) {
        UrtoImpactRun run = urto_impact_run_def();
        double worst = 0.0, most = 0.0;
        run.scheme = urto_scheme_at(i)->name;
        run.rate = rate;
        for (int p = 0; p < 32; p++) {
            UrtoImpactResult result = {0};
            run.phase = p / 32.0;
            if (urto_impact_simulate(&impact, &run, p ? NULL : find_most, &most, &result, NULL) !=
                URTO_OK) {
                worst = -1.0;
                break;
            }
            const double errors[] = {result.max_compression / exact.max_compression,
                                     result.exit_velocity / exact.exit_velocity,
                                     result.contact_time / exact.contact_time};
            for (int e = 0; e < 3; e++) {
                worst = fmax(worst, result.left ? fabs(errors[e] - 1.0) : 1.0);
            }
        }
        printf("%s\"%s\": {\"worst\": %.9g, \"most\": %.9g}", i ? ", " : "{", run.scheme, worst,
               most / start);
    }
    puts("}");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "instrument") == 0) {
        return play_instrument(argv[2], strtod(argv[3], NULL), argv[4]);
    }
    if (argc == 6 && strcmp(argv[1], "scene") == 0) {
        return play_scene(argv[2], strtod(argv[3], NULL), strtod(argv[4], NULL), argv[5]);
    }
    if (argc == 3 && strcmp(argv[1], "impact") == 0) {
        return strike_wall(strtod(argv[2], NULL));
    }
    fputs("usage: web_reference instrument ID RATE OUT.raw | scene FILE RATE SECONDS OUT.raw | "
          "impact RATE\n",
          stderr);
    return 2;
}
