/* A plan: what is rendered again and again, what is varied, what is measured. */
#ifndef CLI_SWEEP_PLAN_H
#define CLI_SWEEP_PLAN_H

#include "cli/midi_file.h"
#include "tree.h"

#include <urto/impact.h>
#include <urto/instrument.h>

enum {
    PLAN_AXES = 12,
    PLAN_CASES = 1000000,
    PLAN_MEASURES = 64,
    PLAN_BYTES = 1 << 20,
    WHY_ROOM = 400
};

typedef enum BaseKind { BASE_SCENE, BASE_IMPACT, BASE_PHRASE } BaseKind;

/* Numbers of an impact, in the order of impact_fields. */
enum { IMPACT_FIELDS = 9 };

typedef struct Phrase {
    const UrtoInstrumentInfo *info;
    double key, velocity, hold; /* of the note */
    double seconds, rate;
    double *values; /* of all parameters */
    MidiFile tune;  /* instead of the note */
    bool has_tune;
} Phrase;

typedef struct Base {
    BaseKind kind;
    char *path; /* of the file that the text of a scene is from, for messages */
    Text scene; /* the text of the scene; lines and columns are those of the file */
    const char **sets;
    size_t set_count;
    double impact[IMPACT_FIELDS];
    const char *scheme; /* "": the closed forms alone */
    Phrase phrase;
} Base;

typedef enum AxisKind { AXIS_LIST, AXIS_LINEAR, AXIS_LOG } AxisKind;

typedef struct PlanAxis {
    const char *path, *as; /* as: "string@{}", or NULL */
    TreePlace at;
    AxisKind kind;
    size_t count;   /* of values in a grid; 0: a range without steps */
    double *values; /* of a list in SI units, NULL where it is one of words */
    const char **words;
    double from, to; /* of a range */
    const char *unit;
    int target; /* of an impact or phrase: which of its values */
} PlanAxis;

typedef enum SampleKind { SAMPLE_GRID, SAMPLE_LATIN, SAMPLE_SOBOL } SampleKind;

typedef enum LevelKind { LEVEL_AS_IS, LEVEL_GAIN, LEVEL_PEAK, LEVEL_LOUDNESS } LevelKind;

typedef struct Plan {
    const char *path;
    char name[128]; /* of the file, without folder and .yaml */
    Text text;
    TreeNode *tree;
    const char *title, *card;
    Base base;
    PlanAxis axes[PLAN_AXES];
    size_t axis_count;
    SampleKind sample;
    uint64_t seed;
    size_t count; /* of cases */
    const struct Measure *measures[PLAN_MEASURES];
    size_t measure_count;
    bool keep_sound;
    LevelKind level;
    double level_value; /* in its unit */
    double fade;        /* at the end [s]; negative: that of the scene */
    size_t frames;      /* longest sound of a case */
    unsigned channels;
    double rate;
    uint32_t *orders[PLAN_AXES]; /* latin: a permutation of the cases for each axis */
} Plan;

/* Reads and checks it, with every value that an axis has. Returns 0, or an exit code after messages
 * "file:line:column: ..." on stderr. */
int plan_read(Plan *plan, const char *path);
void plan_free(Plan *plan);

/* Plan, scene and version as one number: two files of one sweep have the same. */
uint64_t plan_mark(const Plan *plan);

/* --- base.c --- */

/* The value under `base`. */
void base_read(Base *base, const Plan *plan, const TreeNode *node, TreeErrors *errors);
void base_free(Base *base);

/* Finds what the path of an axis means; false after an error. */
bool base_target(const Base *base, PlanAxis *axis, TreeErrors *errors);
/* Reads a value of an axis. Returns false and why if it is none; *word is set where it is no number. */
bool base_value(const Base *base, const PlanAxis *axis, const char *text, double *value, bool *word,
                const char **unit, char why[WHY_ROOM]);

/* From the values of its fields. */
UrtoImpact base_impact(const double fields[IMPACT_FIELDS]);
UrtoImpactRun base_impact_run(const double fields[IMPACT_FIELDS], const char *scheme);

/* What targets of a phrase stand for, before the parameters. */
enum { PHRASE_KEY, PHRASE_VELOCITY, PHRASE_HOLD, PHRASE_PARAMETERS };
/* Of an impact: the scheme, after the fields. */
enum { IMPACT_SCHEME = IMPACT_FIELDS };

/* --- cases.c --- */

/* The value of an axis in a case: a number, or the index of a word. */
double case_value(const Plan *plan, size_t index, size_t axis);
/* As text, "0.001" or "steel"; within `as` if that is wanted. */
void case_text(const Plan *plan, size_t axis, double value, bool as, Text *text);
/* Draws what latin needs; before the first value is asked for. */
void cases_prepare(Plan *plan);

#endif
