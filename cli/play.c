/* urto play: instruments and scenes, driver. One thread for terminal and keys, one for the sound, one
 * for the recording; they talk through rings and atomics. */
#include "cli/live/driver.h"
#include "cli/live/recorder.h"
#include "cli/live/screen.h"
#include "cli/live/source.h"
#include "commands.h"
#include "output/soundfile.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct PlaySettings {
    bool jack, alsa, list_devices, keys;
    const char *device, *midi, *preset, *record;
    Words sets;
    double seconds;
} PlaySettings;

static const Option options[] = {
    FLAG_AT(PlaySettings, jack, "jack", "JACK only (or PipeWire, which answers for it)"),
    FLAG_AT(PlaySettings, alsa, "alsa", "ALSA only"),
    TEXT_AT(PlaySettings, device, "device", "D", "the name of a device", NULL,
            "ALSA device, or part of the names of JACK ports; none: connect nothing"),
    TEXT_AT(PlaySettings, midi, "midi", "PORT", "the name of a MIDI port", NULL,
            "MIDI from this port, by name or part of it; none: no MIDI [all that are plugged in]"),
    TEXT_AT(PlaySettings, preset, "preset", "NAME", "the name of a preset", NULL,
            "one of urto instruments INSTRUMENT"),
    TEXTS_AT(PlaySettings, sets, "set", "PARAMETER=VALUE", "parameter=value",
             "set a parameter, as in decay=300ms, or a value of the scene; may be repeated"),
    TEXT_AT(PlaySettings, record, "record", "FILE", "a file .wav, .flac or .ogg", NULL,
            "write what is heard to a sound file, .wav, .flac or .ogg"),
    {"seconds",
     "S",
     "s",
     OPTION_NUMBER,
     offsetof(PlaySettings, seconds),
     {.low = 0.0, .high = 86400.0, .text = "more than 0, to 86400", .low_open = true},
     NULL,
     "end after so much sound"},
    FLAG_AT(PlaySettings, list_devices, "list-devices", "list devices and MIDI ports"),
    FLAG_AT(PlaySettings, keys, "keys", "print what the keys of the computer do"),
};

static const OptionTable play_options = {
    .command = "play",
    .usage = "[INSTRUMENT|PRESET|INSTRUMENT/PRESET|SCENE] [OPTION]...",
    .summary = "Plays an instrument (mallet if none is named) live, from MIDI keyboards and from\n"
               "the keys of the terminal, or plays a scene. A scene with a play block is an\n"
               "instrument, too; it is read again when its file changes. ? shows which key does "
               "what; Escape\n"
               "or Ctrl-C end it. JACK is used when it answers, else ALSA.",
    .options = options,
    .count = sizeof options / sizeof *options,
    .words = WORDS_ONCE,
};

const DriverBackend *const driver_backends[] = {
#if URTO_JACK
    &driver_jack,
#endif
#if URTO_ALSA
    &driver_alsa,
#endif
    NULL,
};

static const double frame_seconds = 0.04; /* from one picture of the screen to the next */
static const double patience = 1.2;       /* with a server that does not answer */

/* Everything that is under way. */
typedef struct Session {
    const PlaySettings *settings;
    Source source;
    PresetList **lists; /* all that were read: commands under way may point into any */
    size_t list_count, list_room;
    bool switching; /* the instrument before still fades */
    Recorder recorder;
    char file[64]; /* of a recording that a key has begun */
    Text recorded; /* files that are complete */
    Driver driver;
    Engine *engine;
    Keyboard keyboard;
    uint64_t blocks; /* that had sounded when we looked last */
    double looked, silent;
    double next_look; /* at the file of a scene */
    bool screen;      /* there is one */
    bool started;     /* sound came, and the session is finished in order */
    bool lost;        /* the device went away */
} Session;

static int list_devices(void)
{
    Text text = {0};

    for (const DriverBackend *const *backend = driver_backends; *backend; backend++) {
        (*backend)->list(&text);
    }
    fwrite(text.data, 1, text.length, stdout);
    text_free(&text);
    return 0;
}

/* Tries what is there, the better first. */
static int open_device(Session *session)
{
    const PlaySettings *settings = session->settings;
    Text tried = {0};

    for (const DriverBackend *const *backend = driver_backends; *backend; backend++) {
        const bool is_jack = strcmp((*backend)->name, "JACK") == 0;
        if ((settings->jack && !is_jack) || (settings->alsa && is_jack)) {
            continue;
        }
        memset(&session->driver, 0, sizeof session->driver);
        session->driver.backend = *backend;
        const DriverResult answer =
            (*backend)->open(&session->driver, settings->device, settings->midi);
        if (answer == DRIVER_OK) {
            text_free(&tried);
            return 0;
        }
        if (answer == DRIVER_WRONG) {
            text_free(&tried);
            return fail(EXIT_USAGE, "play", "%s", session->driver.why);
        }
        text_add(&tried, "%s%s", tried.length ? "; " : "", session->driver.why);
    }
    Text command = {0};
    source_command(&session->source, &command);
    const int code = fail(EXIT_FAILED, "play", "no sound device (%s). To render to a file:%s",
                          tried.data ? tried.data : "none was built", command.data);
    text_free(&tried);
    text_free(&command);
    return code;
}

static void draw_screen(const Session *session, const EngineMeters *meters, double now)
{
    const Driver *driver = &session->driver;
    const ScreenFacts facts = {
        .title = source_title(&session->source),
        .backend = driver->backend->name,
        .device = driver->device,
        .rate = driver->rate,
        .latency = (double)atomic_load(&driver->latency) / driver->rate,
        .period = driver->period,
        .xruns = atomic_load(&driver->xruns),
        .scene_seconds = session->source.info ? 0.0 : session->source.scene.seconds,
        .recording = session->recorder.started ? session->recorder.path : NULL,
        .recording_failed = session->recorder.started && recorder_failed(&session->recorder),
        .colour = getenv("NO_COLOR") == NULL,
    };
    Text text = {0};

    screen_draw(&text, terminal_size(), &facts, &session->keyboard, meters, now);
    terminal_write(text.data, text.length);
    text_free(&text);
}

/* Presets of an instrument; they stay until the end. */
static const PresetList *read_presets(Session *session, const UrtoInstrumentInfo *info)
{
    PresetList *list = memory_resize(NULL, 1, sizeof *list);

    *list = session->source.sound.path
                ? preset_list_of(info)
                : preset_list_read(session->screen ? NULL : "play", info->id);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    ARRAY_GROW(session->lists, session->list_count, session->list_room);
    session->lists[session->list_count++] = list;
    return list;
}

/* Takes back what the audio thread does not need any more. */
static void destroy_retired(Session *session)
{
    EngineRetired retired = engine_retired(session->engine);

    while (retired.player || retired.instrument) {
        session->switching = session->switching && !retired.instrument;
        urto_player_destroy(retired.player);
        urto_instrument_destroy(retired.instrument);
        retired = engine_retired(session->engine);
    }
}

/* The instrument before or after this one. It is made here and handed over whole; a second switch
 * waits until the first has faded. */
static void tend_instrument(Session *session, double now)
{
    Keyboard *keyboard = &session->keyboard;
    const uint32_t count = urto_instrument_count();
    UrtoInstrument *made = NULL;
    UrtoDiagnostic why = {0};
    uint32_t index = 0;

    if (keyboard->step == 0 || !session->source.info || session->switching || count == 0) {
        keyboard->step = session->source.info ? keyboard->step : 0;
        return;
    }
    while (index < count && urto_instrument_info(index) != session->source.info) {
        index++;
    }
    const UrtoInstrumentInfo *info =
        urto_instrument_info((index + count + (uint32_t)keyboard->step) % count);
    keyboard->step = 0;
    if (urto_instrument_create(&made, info, session->driver.rate, NULL, &why) != URTO_OK) {
        keyboard_say(keyboard, now, "%.100s", why.message);
        return;
    }
    const EngineCommand command = {.action = ENGINE_INSTRUMENT, .instrument = made};
    if (!engine_send(session->engine, &command)) {
        urto_instrument_destroy(made);
        return;
    }
    session->switching = true;
    scene_sound_free(&session->source.sound); /* its file is not watched any more */
    session->source.info = info;
    session->source.instrument = made;
    keyboard_switch(keyboard, read_presets(session, info), now);
}

/* One line for the screen, or for those who see none. */
static void tell(Session *session, double now, const char *text)
{
    if (session->screen) {
        keyboard_say(&session->keyboard, now + 6.0, "%.150s", text);
    } else {
        fprintf(stderr, "urto play: %s\n", text);
    }
}

/* What was moved by hand stays, where the scene still has it. */
static void keep_values(const UrtoInstrument *before, UrtoInstrument *made,
                        const EngineMeters *meters)
{
    const UrtoInstrumentInfo *old = urto_instrument_info_of(before);
    const UrtoInstrumentInfo *info = urto_instrument_info_of(made);

    for (uint32_t i = 0; i < old->parameter_count && i < ENGINE_PARAMETERS; i++) {
        const uint32_t index = urto_instrument_parameter_find(info, old->parameters[i].id);
        if (index != URTO_NONE && meters->instrument == old &&
            meters->values[i] != old->parameters[i].default_value) {
            (void)urto_instrument_set(made, index, meters->values[i], NULL);
        }
    }
}

/* A scene whose file has changed: it is compiled here and handed over whole. One that is wrong is told,
 * and the one before plays on. */
static void tend_file(Session *session, const EngineMeters *meters, double now)
{
    Source *source = &session->source;
    Text why = {0};

    if (!source->sound.path || session->switching || now < session->next_look) {
        return;
    }
    session->next_look = now + 0.25;
    UrtoInstrument *made = source_reread(source, session->driver.rate, &why);
    if (why.length) {
        why.data[strcspn(why.data, "\n")] = '\0';
        tell(session, now, why.data);
    }
    text_free(&why);
    if (!made) {
        return;
    }
    keep_values(source->instrument, made, meters);
    const EngineCommand command = {.action = ENGINE_INSTRUMENT, .instrument = made};
    if (!engine_send(session->engine, &command)) {
        urto_instrument_destroy(made);
        return;
    }
    session->switching = true;
    source->instrument = made;
    source->info = urto_instrument_info_of(made);
    keyboard_switch(&session->keyboard, read_presets(session, source->info), now);
    tell(session, now, "the file has changed, and is played as it is now");
}

/* What sounds becomes a preset of the user. */
static void tend_saving(Session *session, double now)
{
    Keyboard *keyboard = &session->keyboard;
    UrtoPresetValue values[ENGINE_PARAMETERS];
    char id[URTO_PRESET_ID_MAX + 1];
    UrtoDiagnostic why = {0};

    if (!keyboard->save) {
        return;
    }
    keyboard->save = false;
    if (session->source.sound.path) {
        keyboard->naming = false;
        keyboard_say(keyboard, now + 3.0, "not saved: write `default:` into the scene instead");
        return;
    }
    preset_list_id(keyboard->name, id);
    for (uint32_t i = 0; i < keyboard->parameter_count; i++) {
        values[i] = (UrtoPresetValue){i, keyboard->values[i]};
    }
    const UrtoPreset preset = {.id = id,
                               .name = keyboard->name,
                               .description = keyboard_preset(keyboard)->description,
                               .values = values,
                               .count = keyboard->parameter_count};
    const UrtoStatus status = urto_user_presets_save(&keyboard->presets->info, NULL, &preset,
                                                     keyboard->replaces != NULL, NULL, 0, &why);
    if (status == URTO_ERROR_UNSUPPORTED && !keyboard->replaces) {
        keyboard->replaces = "is there already: return replaces it";
        return;
    }
    keyboard->naming = false;
    if (status != URTO_OK) {
        keyboard_say(keyboard, now + 3.0, "not saved: %.100s", why.message);
        return;
    }
    keyboard->presets = read_presets(session, keyboard->instrument);
    const uint32_t index = preset_list_find(keyboard->presets, id);
    keyboard->preset = index == URTO_NONE ? 0 : index;
    keyboard_say(keyboard, now + 3.0, "saved as %s/%s; urto presets says where",
                 keyboard->instrument->id, id);
}

/* The first name that is free. */
static void number_file(char *file, size_t room)
{
    int number = 1;

    do {
        snprintf(file, room, "urto-%03d.wav", number++);
    } while (access(file, F_OK) == 0 && number < 10000);
}

/* Waits until the audio thread puts no more frames: some milliseconds. */
static void await_silence(const Session *session)
{
    const double end = engine_clock() + 0.5;
    const struct timespec pause = {.tv_nsec = 2000000};

    while (engine_records(session->engine) && engine_clock() < end) {
        nanosleep(&pause, NULL);
    }
}

/* Completes the file. Returns NULL, or why it failed. */
static const char *stop_recording(Session *session)
{
    const char *why = session->recorder.started ? recorder_stop(&session->recorder) : NULL;

    if (!why) {
        text_add(&session->recorded, "%s%s", session->recorded.length ? ", " : "",
                 session->recorder.path);
    }
    return why;
}

static void tend_recording(Session *session, double now)
{
    Keyboard *keyboard = &session->keyboard;
    EngineCommand command = {.action = ENGINE_RECORD};

    if (!keyboard->record) {
        return;
    }
    keyboard->record = false;
    if (session->recorder.started) {
        const double seconds = engine_meters(session->engine).recorded;
        engine_send(session->engine, &command);
        await_silence(session);
        const char *why = stop_recording(session);
        if (why) {
            keyboard_say(keyboard, now + 3.0, "cannot write %.60s: %s", session->recorder.path,
                         why);
        } else {
            keyboard_say(keyboard, now + 3.0, "recorded %.60s, %.1f s", session->recorder.path,
                         seconds);
        }
        return;
    }
    number_file(session->file, sizeof session->file);
    const char *why = recorder_start(&session->recorder, session->file, session->driver.rate);
    if (why) {
        keyboard_say(keyboard, now + 3.0, "cannot write %s: %s", session->file, why);
        return;
    }
    command.ring = &session->recorder.ring;
    engine_send(session->engine, &command);
    keyboard_say(keyboard, now, "recording to %s", session->file);
}

/* The scene from its beginning. */
static void tend_scene(Session *session)
{
    if (session->keyboard.restart && !session->source.info) {
        const EngineCommand command = {.action = ENGINE_SCENE,
                                       .player = source_restart(&session->source)};
        if (command.player && engine_send(session->engine, &command)) {
            session->source.playing = command.player;
        } else {
            urto_player_destroy(command.player);
        }
    }
    session->keyboard.restart = false;
}

/* What the keys have asked of the program. */
static void tend(Session *session, const EngineMeters *meters, double now)
{
    destroy_retired(session);
    tend_file(session, meters, now);
    tend_scene(session);
    tend_instrument(session, now);
    tend_saving(session, now);
    tend_recording(session, now);
}

/* True while sound comes; a server that is silent for long has gone without a word. A program that
 * was stopped itself has not waited all that time. */
static bool device_alive(Session *session, double now)
{
    const uint64_t blocks = engine_blocks(session->engine);

    session->silent =
        blocks != session->blocks ? 0.0 : session->silent + fmin(now - session->looked, 0.2);
    session->blocks = blocks;
    session->looked = now;
    if (session->silent > patience) {
        atomic_store(&session->driver.gone, true);
    }
    return !atomic_load(&session->driver.gone);
}

static void play(Session *session)
{
    Keyboard *keyboard = &session->keyboard;
    double next_frame = 0.0;
    int key;

    while (!keyboard->quit && terminal_stopped() == 0 && !engine_ended(session->engine)) {
        const double now = engine_clock();
        const EngineMeters meters = engine_meters(session->engine);
        if (!device_alive(session, now)) {
            session->lost = true;
            return;
        }
        keyboard_tick(keyboard, &meters, now);
        tend(session, &meters, now);
        if (session->screen && (terminal_changed() || now >= next_frame)) {
            draw_screen(session, &meters, now);
            next_frame = now + frame_seconds;
        }
        const double pause = session->screen ? next_frame - now : 0.1;
        terminal_wait(fmax(0.0, fmin(pause, keyboard_next(keyboard) - now)));
        while (session->screen && (key = terminal_key()) != KEY_NONE) {
            keyboard_key(keyboard, key, engine_clock());
        }
        keyboard->quit = keyboard->quit || (session->screen && terminal_deaf());
    }
}

/* Lets the sound fade, so that neither speakers nor the recording end with a click. */
static void fade_out(Session *session)
{
    const EngineCommand command = {.action = ENGINE_END};
    const double end = engine_clock() + 0.5;
    const struct timespec pause = {.tv_nsec = 2000000};

    engine_send(session->engine, &command);
    while (!engine_ended(session->engine) && !atomic_load(&session->driver.gone) &&
           engine_clock() < end) {
        nanosleep(&pause, NULL);
    }
}

static int finish_recording(Session *session)
{
    const bool recording = session->recorder.started;
    const char *why = recording ? stop_recording(session) : NULL;

    recorder_finish(&session->recorder);
    return why ? fail(EXIT_FAILED, "play", "cannot write %.200s: %s", session->recorder.path, why)
               : 0;
}

static void report(const Session *session)
{
    const EngineMeters meters = engine_meters(session->engine);
    char peak[24];

    screen_decibels(peak, sizeof peak, meters.peak);
    printf("%s: %.2f s", source_title(&session->source), meters.seconds);
    if (session->source.info) {
        printf(", %llu notes", (unsigned long long)meters.notes);
    }
    printf(", peak %s, highest load %.0f %%, %u xruns", peak, 100.0 * meters.load_max,
           atomic_load(&session->driver.xruns));
    if (session->recorded.length) {
        printf("; recorded in %s", session->recorded.data);
        if (meters.lost) {
            printf(" without %llu frames that came too fast", (unsigned long long)meters.lost);
        }
    }
    printf("\n");
    fflush(stdout);
}

static volatile sig_atomic_t last_code;

/* A server that hangs must not keep the program. */
static void on_alarm(int number)
{
    (void)number;
    _exit(last_code);
}

/* Gives everything back, unless a server that went away may still look at it. */
static int release_all(Session *session, int code)
{
    last_code = code;
    signal(SIGALRM, on_alarm);
    alarm(1);
    if (session->driver.backend && !session->driver.backend->stop(&session->driver)) {
        return code;
    }
    if (session->engine) {
        urto_instrument_destroy(engine_leaving(session->engine));
        destroy_retired(session);
    }
    engine_destroy(session->engine);
    source_free(&session->source);
    (void)recorder_stop(&session->recorder);
    recorder_finish(&session->recorder);
    recorder_free(&session->recorder);
    for (size_t i = 0; i < session->list_count; i++) {
        preset_list_free(session->lists[i]);
        free(session->lists[i]);
    }
    free(session->lists);
    text_free(&session->recorded);
    return code;
}

static int finish(Session *session)
{
    if (!session->lost) {
        fade_out(session);
        session->lost = atomic_load(&session->driver.gone);
    }
    terminal_close();
    int code = finish_recording(session);
    report(session);
    if (session->lost) {
        code = fail(EXIT_FAILED, "play", "the %s %s went away while it was playing",
                    session->driver.backend->name,
                    strcmp(session->driver.backend->name, "JACK") == 0 ? "server" : "device");
    }
    /* Ctrl-C is how a player ends it */
    const int number = terminal_stopped() == SIGINT ? 0 : terminal_stopped();
    return release_all(session, code == 0 && number ? 128 + number : code);
}

/* With the preset that was asked for; a wrong file of the user is told before the screen opens. */
static void start_keyboard(Session *session)
{
    const Source *source = &session->source;
    const PresetList *presets = source->info ? read_presets(session, source->info) : NULL;
    const uint32_t preset =
        presets && source->preset_name ? preset_list_find(presets, source->preset_name) : 0;

    keyboard_start(&session->keyboard, session->engine, presets, preset == URTO_NONE ? 0 : preset);
}

/* With an open device: makes the sound for its rate and plays. */
static int perform(Session *session)
{
    const PlaySettings *settings = session->settings;
    Driver *driver = &session->driver;
    const int code = source_build(&session->source, driver->rate);

    if (code != 0) {
        return code;
    }
    const char *why = settings->record
                          ? recorder_start(&session->recorder, settings->record, driver->rate)
                          : NULL;
    if (why) {
        return fail(EXIT_FAILED, "play", "cannot write %.200s: %s", settings->record, why);
    }
    const EngineSource engine_source = source_for_engine(&session->source);
    /* without a screen nobody can play a scene again */
    const double seconds = settings->seconds > 0.0 || terminal_usable()
                               ? settings->seconds
                               : engine_source.scene.seconds;
    session->engine = engine_create(&engine_source, driver->rate, seconds,
                                    settings->record ? &session->recorder.ring : NULL);
    start_keyboard(session);
    if (!driver->backend->start(driver, session->engine)) {
        return fail(EXIT_FAILED, "play", "%s", driver->why);
    }
    session->started = true;
    session->screen = terminal_usable() && terminal_open();
    session->looked = engine_clock();
    play(session);
    return finish(session);
}

static int check_settings(const PlaySettings *settings, const Words *words)
{
    if (words->count > 1) {
        return fail(EXIT_USAGE, "play", "plays one instrument or scene, not %zu", words->count);
    }
    if (settings->jack && settings->alsa) {
        return fail(EXIT_USAGE, "play", "--jack and --alsa exclude each other");
    }
    if (settings->record && (is_standard(settings->record) || !soundfile_known(settings->record))) {
        return fail(EXIT_USAGE, "play", "--record is %.200s, must end in .wav, .flac or .ogg",
                    settings->record);
    }
    return 0;
}

/* The process that writes, for --record or a key; whether the file can be written. */
static int prepare_recording(Session *session, const char *word)
{
    const char *path = session->settings->record;
    const int code = path ? outfile_look("play", path, word) : 0;

    if (code != 0 || (!path && !terminal_usable())) {
        return code;
    }
    const char *why = recorder_prepare(&session->recorder);
    why = why || !path ? why : recorder_try(&session->recorder, path);
    return why && path ? fail(EXIT_FAILED, "play", "cannot write %.200s: %s", path, why) : 0;
}

/* What the keys do, for the instrument that was named. */
static int print_keys(const Source *source)
{
    Text text = {0};
    Keyboard keyboard;
    PresetList list =
        source->sound.path
            ? preset_list_of(source->info)
            : preset_list_read(NULL, source->info ? source->info->id : urto_instrument_info(0)->id);

    keyboard_start(&keyboard, NULL, &list, 0);
    screen_keys(&text, &keyboard);
    fwrite(text.data, 1, text.length, stdout);
    text_free(&text);
    preset_list_free(&list);
    return 0;
}

static int run(void *given, const Words *words)
{
    static Session session; /* what a lost server may still look at stays */
    const PlaySettings *settings = given;

    if (settings->list_devices) {
        return list_devices();
    }
    int code = check_settings(settings, words);

    session.settings = settings;
    if (code == 0) {
        code = source_choose(&session.source, words->count ? words->list[0] : "mallet",
                             settings->preset, &settings->sets);
    }
    if (code == 0 && settings->keys) {
        code = print_keys(&session.source);
        source_free(&session.source);
        return code;
    }
    if (code == 0) {
        code = prepare_recording(&session, words->count ? words->list[0] : NULL);
    }
    if (code == 0) {
        terminal_catch_signals();
        code = open_device(&session);
    }
    if (code == 0) {
        code = perform(&session);
    }
    return session.started ? code : release_all(&session, code);
}

int command_play(int argc, char **argv)
{
    static PlaySettings settings;

    return options_run(&play_options, argc, argv, &settings, run);
}
