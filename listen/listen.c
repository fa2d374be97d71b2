/* urto-listen: renders and measures every preset. */
#include "markdown.h"
#include "output/outfile.h"
#include "output/text.h"
#include "rules.h"
#include "spectrogram.h"
#include "trims.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "Usage: urto-listen [MODE] [INSTRUMENT[/PRESET]]...\n"
    "\n"
    "Renders notes of every preset, or of those that are named, and measures them.\n"
    "\n"
    "  (no mode)     print one table in Markdown\n"
    "  --docs FILE   write that table between the marks <!-- listen --> and <!-- end of listen "
    "-->\n"
    "  --rules       print a line for each rule that is broken; exit 1 if there is one\n"
    "  --shape       print the table's heading and the names of its rows, without measuring\n"
    "  --trims FILE  write what makes keys and velocities even; FILE holds what is in "
    "use\n"
    "  --sound FILE  measure a sound file instead\n"
    "  --spectrogram FILE  print power over time and frequency of a sound file, for gnuplot\n";

typedef enum Mode {
    MODE_TABLE,
    MODE_DOCS,
    MODE_RULES,
    MODE_SHAPE,
    MODE_TRIMS,
    MODE_SOUND,
    MODE_SPECTROGRAM
} Mode;

static const struct {
    const char *option;
    Mode mode;
    bool file;
} modes[] = {
    {"--docs", MODE_DOCS, true},    {"--rules", MODE_RULES, false},
    {"--shape", MODE_SHAPE, false}, {"--trims", MODE_TRIMS, true},
    {"--sound", MODE_SOUND, true},  {"--spectrogram", MODE_SPECTROGRAM, true},
};

typedef struct Settings {
    Mode mode;
    const char *file;
    char **names;
    int count;
} Settings;

static int complain(int code, const char *what, const char *more)
{
    fprintf(stderr, "urto-listen: %s%.200s\n", what, more);
    return code;
}

static bool matches(const char *name, const UrtoInstrumentInfo *info, const UrtoPreset *preset)
{
    const size_t length = strlen(info->id);

    return strncmp(name, info->id, length) == 0 &&
           (name[length] == '\0' ||
            (name[length] == '/' && strcmp(name + length + 1, preset_id(preset)) == 0));
}

static bool chosen(const Settings *settings, const UrtoInstrumentInfo *info, uint32_t preset)
{
    bool found = settings->count == 0;

    for (int i = 0; i < settings->count; i++) {
        found = found || matches(settings->names[i], info, &info->presets[preset]);
    }
    return found;
}

/* Every name must name something. */
static int check_names(const Settings *settings)
{
    for (int n = 0; n < settings->count; n++) {
        bool found = false;
        for (uint32_t i = 0; i < urto_instrument_count(); i++) {
            const UrtoInstrumentInfo *info = urto_instrument_info(i);
            for (uint32_t p = 0; p < info->preset_count; p++) {
                found = found || matches(settings->names[n], info, &info->presets[p]);
            }
        }
        if (!found) {
            return complain(EXIT_USAGE, "no instrument or preset ", settings->names[n]);
        }
    }
    return 0;
}

/* Means of the presets of an instrument that were heard. */
typedef struct Means {
    double quietest, loudest;
} Means;

static bool hear_preset(const Settings *settings, const UrtoInstrumentInfo *info, uint32_t preset,
                        Text *text, int *breaches, Means *means)
{
    Player player;
    Survey survey;
    const bool open = player_open(&player, info, preset);

    if (open) {
        survey_make(&survey, &player, preset);
        means->quietest = fmin(means->quietest, survey.mean);
        means->loudest = fmax(means->loudest, survey.mean);
        if (settings->mode == MODE_RULES) {
            *breaches += rules_check(&survey);
            fflush(stdout);
        } else {
            table_row(text, &survey, &player);
        }
    }
    player_close(&player);
    return open;
}

/* Rows to a text, or rules to standard output. */
static bool hear_all(const Settings *settings, Text *text, int *breaches)
{
    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(i);
        Means means = {HUGE_VAL, -HUGE_VAL};
        for (uint32_t p = 0; p < info->preset_count; p++) {
            if (chosen(settings, info, p) &&
                !hear_preset(settings, info, p, text, breaches, &means)) {
                return false;
            }
        }
        if (settings->mode == MODE_RULES) {
            *breaches += rules_check_presets(info, means.quietest, means.loudest);
        }
    }
    return true;
}

static void print_shape(void)
{
    Text text = {0};

    table_header(&text);
    for (uint32_t i = 0; i < urto_instrument_count(); i++) {
        for (uint32_t p = 0; p < urto_instrument_info(i)->preset_count; p++) {
            table_row_name(&text, urto_instrument_info(i), p);
            text_add(&text, "\n");
        }
    }
    fputs(text.data, stdout);
    text_free(&text);
}

static int write_file(const char *path, const Text *text)
{
    OutFile out;

    if (!outfile_open(&out, path)) {
        return complain(EXIT_FAILED, "cannot write ", path);
    }
    fwrite(text->data, 1, text->length, out.stream);
    return outfile_commit(&out) ? 0 : complain(EXIT_FAILED, "cannot write ", path);
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    Text text = {0};
    char part[4096];
    size_t count;

    while (file && (count = fread(part, 1, sizeof part, file)) > 0) {
        text_add_bytes(&text, part, count);
    }
    if (file) {
        fclose(file);
    }
    return text.data;
}

/* The table instead of what stands between the marks. */
static int put_into(const char *path, const Text *table)
{
    static const char start[] = "<!-- listen -->\n", end[] = "<!-- end of listen -->";
    char *old = read_text(path);
    char *from = old ? strstr(old, start) : NULL, *to = from ? strstr(from, end) : NULL;
    Text text = {0};

    if (!to) {
        free(old);
        return complain(EXIT_USAGE, "cannot be read, or has no marks <!-- listen -->: ", path);
    }
    text_add_bytes(&text, old, (size_t)(from - old) + strlen(start));
    text_add_bytes(&text, table->data, table->length);
    text_add_bytes(&text, to, strlen(to));
    const int code = write_file(path, &text);
    text_free(&text);
    free(old);
    return code;
}

static int measure_file(const char *path, bool picture)
{
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    float *samples = NULL;

    if (!file || info.channels > 2) {
        sf_close(file);
        return complain(EXIT_USAGE, "not a sound file of one or two channels: ", path);
    }
    samples = memory_resize(NULL, (size_t)info.frames * (size_t)info.channels + 1, sizeof *samples);
    const sf_count_t frames = sf_readf_float(file, samples, info.frames);
    const FeatureSound sound = {samples, (size_t)frames, (unsigned)info.channels, info.samplerate};
    sf_close(file);
    if (picture) {
        Text text = {0};
        spectrogram_add(&text, &sound);
        fputs(text.data, stdout);
        text_free(&text);
    }
    for (size_t i = 0; i < feature_count && !picture; i++) {
        printf("%-16s %12.4f %-5s %s\n", features[i].id, features[i].function(&sound),
               features[i].unit, features[i].description);
    }
    free(samples);
    return 0;
}

static int write_trims(const Settings *settings)
{
    char *old = read_text(settings->file);
    Text text = {0};
    int changed = 0, code = 0;

    text_add(&text, "/* Written by `make trims`: see src/instrument/trims.c. */\n");
    for (uint32_t i = 0; code == 0 && i < urto_instrument_count(); i++) {
        const UrtoInstrumentInfo *info = urto_instrument_info(i);
        for (uint32_t p = 0; code == 0 && p < info->preset_count; p++) {
            const bool measured = chosen(settings, info, p);
            code = trims_add(&text, old, info, p, measured, &changed) ? 0 : EXIT_FAILED;
        }
    }
    code = code ? code : write_file(settings->file, &text);
    if (code == 0) {
        printf("%s: %d gains changed\n", settings->file, changed);
    }
    text_free(&text);
    free(old);
    return code;
}

static int run_table(const Settings *settings)
{
    Text text = {0};
    int breaches = 0, code = 0;

    table_header(&text);
    if (!hear_all(settings, &text, &breaches)) {
        code = EXIT_FAILED;
    } else if (settings->mode == MODE_RULES) {
        code = breaches ? EXIT_FAILED : 0;
    } else {
        table_legend(&text);
        if (settings->mode == MODE_DOCS) {
            code = put_into(settings->file, &text);
        } else {
            fputs(text.data, stdout);
        }
    }
    text_free(&text);
    return code;
}

static int read_arguments(Settings *settings, int argc, char **argv)
{
    settings->names = argv + 1;
    for (int i = 1; i < argc; i++) {
        bool known = argv[i][0] != '-';
        if (known) {
            settings->names[settings->count++] = argv[i];
        }
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            if (strcmp(argv[i], modes[m].option) == 0) {
                known = true;
                settings->mode = modes[m].mode;
                if (modes[m].file && ++i == argc) {
                    return complain(EXIT_USAGE, "a file must follow ", modes[m].option);
                }
                settings->file = modes[m].file ? argv[i] : NULL;
                break;
            }
        }
        if (!known) {
            return complain(EXIT_USAGE, "unknown option, see urto-listen --help: ", argv[i]);
        }
    }
    return check_names(settings);
}

int main(int argc, char **argv)
{
    Settings settings = {0};

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    const int code = read_arguments(&settings, argc, argv);
    if (code) {
        return code;
    }
    switch (settings.mode) {
    case MODE_SHAPE:
        print_shape();
        return 0;
    case MODE_SOUND:
    case MODE_SPECTROGRAM:
        return measure_file(settings.file, settings.mode == MODE_SPECTROGRAM);
    case MODE_TRIMS:
        return write_trims(&settings);
    default:
        return run_table(&settings);
    }
}
