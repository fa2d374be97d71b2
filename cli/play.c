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
    bool jack, alsa, list_devices;
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
             "set a parameter of the instrument, or a value of the scene; may be repeated"),
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
};

static const OptionTable play_options = {
    .command = "play",
    .usage = "[INSTRUMENT|SCENE] [OPTION]...",
    .summary = "Plays an instrument (mallet if none is named) live, from MIDI keyboards and from\n"
               "the keys of the terminal, or plays a scene. The screen shows which key does what;\n"
               "Escape or Ctrl-C end it. JACK is used when it answers, else ALSA.",
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
    Recorder recorder;
    bool recording;
    Driver driver;
    Engine *engine;
    Keyboard keyboard;
    uint64_t blocks; /* that had sounded when we looked last */
    double looked, silent;
    bool screen;  /* there is one */
    bool started; /* sound came, and the session is finished in order */
    bool lost;    /* the device went away */
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
    const int code = fail(EXIT_FAILED, "play", "no sound device (%s). To render to a file: %s",
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
        .recording = session->recording ? session->settings->record : NULL,
        .recording_failed = session->recording && recorder_failed(&session->recorder),
        .colour = getenv("NO_COLOR") == NULL,
    };
    Text text = {0};

    screen_draw(&text, terminal_size(), &facts, &session->keyboard, meters, now);
    terminal_write(text.data, text.length);
    text_free(&text);
}

/* The scene from its beginning; players that are out of use go. */
static void tend_scene(Session *session)
{
    UrtoPlayer *retired;

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
    while ((retired = engine_retired(session->engine)) != NULL) {
        urto_player_destroy(retired);
    }
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
        tend_scene(session);
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
    if (!session->recording) {
        return 0;
    }
    const char *why = recorder_finish(&session->recorder);
    return why ? fail(EXIT_FAILED, "play", "cannot write %.200s: %s", session->settings->record,
                      why)
               : 0;
}

static void report(const Session *session, bool recorded)
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
    if (recorded) {
        printf("; recorded in %s", session->settings->record);
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
    UrtoPlayer *retired;

    last_code = code;
    signal(SIGALRM, on_alarm);
    alarm(1);
    if (session->driver.backend && !session->driver.backend->stop(&session->driver)) {
        return code;
    }
    while (session->engine && (retired = engine_retired(session->engine)) != NULL) {
        urto_player_destroy(retired);
    }
    engine_destroy(session->engine);
    source_free(&session->source);
    if (session->recording && !session->started) {
        recorder_finish(&session->recorder);
    }
    if (session->recording) {
        recorder_free(&session->recorder);
    }
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
    report(session, session->recording && code == 0);
    if (session->lost) {
        code = fail(EXIT_FAILED, "play", "the %s %s went away while it was playing",
                    session->driver.backend->name,
                    strcmp(session->driver.backend->name, "JACK") == 0 ? "server" : "device");
    }
    /* Ctrl-C is how a player ends it */
    const int number = terminal_stopped() == SIGINT ? 0 : terminal_stopped();
    return release_all(session, code == 0 && number ? 128 + number : code);
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
    const char *why = session->recording ? recorder_start(&session->recorder, driver->rate) : NULL;
    if (why) {
        return fail(EXIT_FAILED, "play", "cannot write %.200s: %s", settings->record, why);
    }
    const EngineSource engine_source = source_for_engine(&session->source);
    /* without a screen nobody can play a scene again */
    const double seconds = settings->seconds > 0.0 || terminal_usable()
                               ? settings->seconds
                               : engine_source.scene.seconds;
    session->engine = engine_create(&engine_source, driver->rate, seconds,
                                    session->recording ? &session->recorder.ring : NULL);
    keyboard_start(&session->keyboard, session->engine, session->source.info,
                   session->source.preset);
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

static int prepare_recording(Session *session, const char *word)
{
    const char *path = session->settings->record;
    const int code = path ? outfile_look("play", path, word) : 0;

    if (code != 0) {
        return code;
    }
    const char *why = path ? recorder_prepare(&session->recorder, path) : NULL;

    session->recording = path && !why;
    return why ? fail(EXIT_FAILED, "play", "cannot write %.200s: %s", path, why) : 0;
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
