/* The language of scenes: every key of every section, once. The loader, the JSON schema and the
 * tables of docs/scenes.md are made from this list.
 *
 *   X(section, id, "key", type, unit, range, default, choices or section, help)
 *
 * A default in parentheses is told to people only; NULL: the key must be given; "": it may be left
 * out and then does nothing. */
#ifndef SCENE_KEYS_H
#define SCENE_KEYS_H

/* clang-format off */
#define SOLVERS "midpoint quadratised iterative trapezoidal"
#define GRADIENTS "capped sign printed untested earlier"
#define MODELS "grid fd modal modal-leapfrog"
#define QUANTITIES "velocity displacement acceleration force slip stored dissipated supplied residual"

#define LAW_KEYS(X, S) \
    X(S, STIFFNESS, "stiffness", NUMBER, NONE, POSITIVE(1e30), "1e9", "", "K of the force K x^exponent, in N/m^exponent") \
    X(S, EXPONENT, "exponent", NUMBER, NONE, BETWEEN(1, 10), "1.5", "", "1 is a linear spring, 1.5 two round solids, 2 to 3 felt") \
    X(S, DAMPING, "damping", NUMBER, DAMPING, AT_LEAST_0(1e12), "0", "", "loss: the force is multiplied by 1 + damping times the speed of compression") \
    X(S, DISTANCE, "distance", NUMBER, LENGTH, ANY, "0", "", "gap between the two when both are at 0; negative: pressed together")

#define LOSS_KEYS(X, S, LOW, HIGH) \
    X(S, LOSS, "loss", NUMBER, RATE, AT_LEAST_0(1e9), LOW, "", "decay of all frequencies: the amplitude falls as exp(-loss t)") \
    X(S, LOSS_HIGH, "loss_high", NUMBER, DIFFUSION, AT_LEAST_0(1e9), HIGH, "", "extra decay, times the square of the wave number")

#define LINE_KEYS(X, S) \
    X(S, POINTS, "points", COUNT, NONE, BETWEEN(0, 2048), "0", "", "contact points, evenly spaced; 0: one at each grid point of a grid string") \
    X(S, DENSITY, "density", FLAG, NONE, ANY, "no", "", "stiffness is per metre: each point gets its share")

#define STROKE_KEYS(X, S) \
    X(S, DO, "do", CHOICE, NONE, ANY, NULL, "pluck strike throw shape", "") \
    X(S, AT, "at", PLACE, NONE, ANY, NULL, "", "a place; throw: a mass; shape: a body") \
    X(S, DISPLACEMENT, "displacement", NUMBER, LENGTH, ANY, "1 mm", "", "pluck: how far; throw: from where; shape: the largest") \
    X(S, VELOCITY, "velocity", NUMBER, VELOCITY, ANY, "1 m/s", "", "throw: how fast") \
    X(S, IMPULSE, "impulse", NUMBER, IMPULSE, ANY, "0.01", "", "strike: force times time") \
    X(S, MODE, "mode", COUNT, NONE, BETWEEN(1, 1000), "1", "", "shape: as many half waves along x (a circle: nodal circles)")

#define MOVE_KEYS(X, S, NO_OF, NO_FROM, NO_TO) \
    X(S, OF, "of", TEXT, NONE, ANY, NO_OF, "", "name.parameter, as listed under Controls") \
    X(S, FROM, "from", NUMBER, NONE, BETWEEN(-1e30, 1e30), NO_FROM, "", "its value at the one end, in SI units") \
    X(S, TO, "to", NUMBER, NONE, BETWEEN(-1e30, 1e30), NO_TO, "", "and at the other") \
    X(S, CURVE, "curve", CHOICE, NONE, ANY, "linear", "linear log", "evenly, or by equal ratios")

#define SCENE_KEYS(X) \
    X(SCENE, TITLE, "title", TEXT, NONE, ANY, "", "", "one line for lists") \
    X(SCENE, DESCRIPTION, "description", TEXT, NONE, ANY, "", "", "what is to be heard and why") \
    X(SCENE, SECONDS, "seconds", NUMBER, TIME, BETWEEN(0.001, 600), "4", "", "length of the sound") \
    X(SCENE, RATE, "rate", NUMBER, FREQUENCY, BETWEEN(8000, 384000), "48000", "", "sample rate of the sound") \
    X(SCENE, OVERSAMPLE, "oversample", COUNT, NONE, BETWEEN(1, 16), "1", "", "steps of the physics for each sample") \
    X(SCENE, SOLVER, "solver", CHOICE, NONE, ANY, "midpoint", SOLVERS, "how contacts are solved; docs/worlds.md says which when") \
    X(SCENE, GRADIENT, "gradient", CHOICE, NONE, ANY, "capped", GRADIENTS, "of the quadratised solver; all but capped are for comparison with papers, docs/worlds.md") \
    X(SCENE, CHANNELS, "channels", COUNT, NONE, BETWEEN(1, 2), "2", "", "1 is mono, 2 is stereo") \
    X(SCENE, SMOOTHING, "smoothing", NUMBER, TIME, BETWEEN(0, 1), "5 ms", "", "shortest ramp of a control that would click") \
    X(SCENE, START_AS_PRINTED, "start_as_printed", FLAG, NONE, ANY, "no", "", "everything starts half a step early, as in papers; docs/worlds.md") \
    X(SCENE, FADE_IN, "fade_in", NUMBER, TIME, BETWEEN(0, 10), "0", "", "rise at the start of the sound") \
    X(SCENE, FADE, "fade", NUMBER, TIME, BETWEEN(0, 60), "50 ms", "", "fall at the end of the sound") \
    X(SCENE, BODIES, "bodies", NAMED, NONE, ANY, NULL, "body", "what moves, by name") \
    X(SCENE, CONTACTS, "contacts", NAMED, NONE, ANY, "", "contact", "what pushes what, by name") \
    X(SCENE, LINKS, "links", NAMED, NONE, ANY, "", "link", "springs that push and pull, by name") \
    X(SCENE, BARRIERS, "barriers", NAMED, NONE, ANY, "", "barrier", "frets, bridges, backboards: a line of fixed points, by name") \
    X(SCENE, LINES, "lines", NAMED, NONE, ANY, "", "line", "a line of contacts or springs between two bodies, by name") \
    X(SCENE, BOWS, "bows", NAMED, NONE, ANY, "", "bow", "friction that drives, by name") \
    X(SCENE, DRIVES, "drives", NAMED, NONE, ANY, "", "drive", "forces from outside, by name") \
    X(SCENE, ACTIONS, "actions", LIST, NONE, ANY, "", "action", "what hands do: pluck, strike, throw, shape") \
    X(SCENE, CONTROLS, "controls", LIST, NONE, ANY, "", "control", "what changes while it sounds") \
    X(SCENE, PROBES, "probes", LIST, NONE, ANY, NULL, "probe", "what is heard") \
    X(SCENE, PLAY, "play", ONE, NONE, ANY, "", "play", "what a key does, where the scene is an instrument") \
    \
    X(MASS, MASS, "mass", NUMBER, MASS, POSITIVE(1e9), "10 g", "", "") \
    X(MASS, SPRING, "spring", NUMBER, SPRING, AT_LEAST_0(1e12), "0", "", "pulls it to 0") \
    X(MASS, PITCH, "pitch", PITCH, FREQUENCY, POSITIVE(1e6), "", "", "of the mass on its spring, instead of spring") \
    X(MASS, LOSS, "loss", NUMBER, RATE, AT_LEAST_0(1e9), "0", "", "the free speed falls as exp(-2 loss t)") \
    X(MASS, GRAVITY, "gravity", NUMBER, ACCELERATION, ANY, "0", "", "negative is down") \
    X(MASS, POSITION, "position", NUMBER, LENGTH, ANY, "0", "", "at the start") \
    X(MASS, VELOCITY, "velocity", NUMBER, VELOCITY, ANY, "0", "", "at the start, positive is up") \
    \
    X(STRING, LENGTH, "length", NUMBER, LENGTH, POSITIVE(1e4), "0.7 m", "", "") \
    X(STRING, MATERIAL, "material", MATERIAL, NONE, ANY, "steel", "", "gives density, Young's modulus and losses") \
    X(STRING, RADIUS, "radius", NUMBER, LENGTH, POSITIVE(1), "0.5 mm", "", "") \
    X(STRING, PITCH, "pitch", PITCH, FREQUENCY, POSITIVE(1e5), "", "", "of the lowest mode; sets the tension") \
    X(STRING, TENSION, "tension", NUMBER, FORCE, AT_LEAST_0(1e9), "(100 N, or from pitch)", "", "") \
    X(STRING, DENSITY, "density", NUMBER, LINE_DENSITY, POSITIVE(1e6), "(from material and radius)", "", "mass of a metre") \
    X(STRING, RIGIDITY, "rigidity", NUMBER, BENDING, AT_LEAST_0(1e9), "(from material and radius)", "", "E I; 0 is a perfectly limp string") \
    LOSS_KEYS(X, STRING, "(of the material)", "(of the material)") \
    X(STRING, EDGE, "edge", CHOICE, NONE, ANY, "supported", "supported clamped", "how the ends are held") \
    X(STRING, MODEL, "model", CHOICE, NONE, ANY, "grid", MODELS, "grid (or fd): finite differences; modal: exact modes; modal-leapfrog: for comparison with papers") \
    X(STRING, SEGMENTS, "segments", COUNT, NONE, BETWEEN(0, 65536), "0", "", "grid intervals or modes; 0: as many as the rate allows") \
    \
    X(BAR, LENGTH, "length", NUMBER, LENGTH, POSITIVE(1e4), "(30 cm, or from pitch)", "", "") \
    X(BAR, WIDTH, "width", NUMBER, LENGTH, POSITIVE(1e3), "20 mm", "", "") \
    X(BAR, THICKNESS, "thickness", NUMBER, LENGTH, POSITIVE(1e3), "5 mm", "", "in the direction of motion") \
    X(BAR, MATERIAL, "material", MATERIAL, NONE, ANY, "steel", "", "gives density, Young's modulus and losses") \
    X(BAR, PITCH, "pitch", PITCH, FREQUENCY, POSITIVE(1e6), "", "", "of the lowest bending mode; sets the length, or the rigidity if length is given") \
    X(BAR, DENSITY, "density", NUMBER, LINE_DENSITY, POSITIVE(1e6), "(from material, width, thickness)", "", "mass of a metre") \
    X(BAR, RIGIDITY, "rigidity", NUMBER, BENDING, POSITIVE(1e12), "(from material, width, thickness)", "", "E I") \
    LOSS_KEYS(X, BAR, "(of the material)", "(of the material)") \
    X(BAR, ENDS, "ends", CHOICE, NONE, ANY, "free", "free clamped cantilever", "") \
    X(BAR, RIGID, "rigid", FLAG, NONE, ANY, "no", "", "a free bar may also fly and turn as a whole") \
    X(BAR, MODES, "modes", COUNT, NONE, BETWEEN(0, 65536), "0", "", "0: all below half the rate") \
    \
    X(MEMBRANE, OUTLINE, "outline", CHOICE, NONE, ANY, "circle", "rectangle circle", "") \
    X(MEMBRANE, RADIUS, "radius", NUMBER, LENGTH, POSITIVE(1e3), "15 cm", "", "of a circle") \
    X(MEMBRANE, WIDTH, "width", NUMBER, LENGTH, POSITIVE(1e3), "30 cm", "", "of a rectangle, along x") \
    X(MEMBRANE, HEIGHT, "height", NUMBER, LENGTH, POSITIVE(1e3), "30 cm", "", "of a rectangle, along y") \
    X(MEMBRANE, MATERIAL, "material", MATERIAL, NONE, ANY, "mylar", "", "gives density and losses") \
    X(MEMBRANE, THICKNESS, "thickness", NUMBER, LENGTH, POSITIVE(1), "0.19 mm", "", "") \
    X(MEMBRANE, PITCH, "pitch", PITCH, FREQUENCY, POSITIVE(1e5), "", "", "of the lowest mode, in vacuum; sets the tension") \
    X(MEMBRANE, TENSION, "tension", NUMBER, SPRING, POSITIVE(1e9), "(2000 N/m, or from pitch)", "", "force a metre of rim") \
    X(MEMBRANE, DENSITY, "density", NUMBER, AREA_DENSITY, POSITIVE(1e6), "(from material and thickness)", "", "mass of a square metre") \
    LOSS_KEYS(X, MEMBRANE, "(of the material)", "(of the material)") \
    X(MEMBRANE, MODEL, "model", CHOICE, NONE, ANY, "auto", MODELS " auto", "grid (or fd): finite differences; modal: exact modes; modal-leapfrog: for comparison with papers; auto: modal where the grid would have fewer than 62 cells across, unless segments is given") \
    X(MEMBRANE, RIM, "rim", CHOICE, NONE, ANY, "cut", "cut staircase", "of a circle on a grid: on the circle, or on the points outside it as in the papers") \
    X(MEMBRANE, SEGMENTS, "segments", COUNT, NONE, BETWEEN(0, 65536), "0", "", "grid intervals along x or the diameter, or modes; 0: as many as the rate allows, of modes the lowest 5000") \
    \
    X(PLATE, WIDTH, "width", NUMBER, LENGTH, POSITIVE(1e3), "40 cm", "", "along x") \
    X(PLATE, HEIGHT, "height", NUMBER, LENGTH, POSITIVE(1e3), "30 cm", "", "along y") \
    X(PLATE, THICKNESS, "thickness", NUMBER, LENGTH, POSITIVE(10), "1 mm", "", "") \
    X(PLATE, MATERIAL, "material", MATERIAL, NONE, ANY, "steel", "", "gives density, Young's modulus, Poisson's ratio and losses") \
    X(PLATE, PITCH, "pitch", PITCH, FREQUENCY, POSITIVE(1e5), "", "", "of the lowest mode, simply supported; sets the rigidity") \
    X(PLATE, DENSITY, "density", NUMBER, AREA_DENSITY, POSITIVE(1e6), "(from material and thickness)", "", "mass of a square metre") \
    X(PLATE, RIGIDITY, "rigidity", NUMBER, FLEXURE, POSITIVE(1e12), "(from material and thickness)", "", "D = E t^3/12(1 - nu^2)") \
    LOSS_KEYS(X, PLATE, "(of the material)", "(of the material)") \
    X(PLATE, EDGE, "edge", CHOICE, NONE, ANY, "supported", "supported clamped", "modal plates are supported") \
    X(PLATE, MODEL, "model", CHOICE, NONE, ANY, "grid", MODELS, "grid (or fd): finite differences; modal: exact modes; modal-leapfrog: for comparison with papers") \
    X(PLATE, SEGMENTS, "segments", COUNT, NONE, BETWEEN(0, 65536), "0", "", "grid intervals along x, or modes; 0: as many as the rate allows, of modes the lowest 5000") \
    \
    X(MODAL, LENGTH, "length", NUMBER, LENGTH, POSITIVE(1e4), "1 m", "", "shapes are spread over it") \
    X(MODAL, MODEL, "model", CHOICE, NONE, ANY, "modal", "modal modal-leapfrog", "exact modes; modal-leapfrog: for comparison with papers") \
    X(MODAL, MODES, "modes", LIST, NONE, ANY, NULL, "mode", "one entry a mode, at most 4096") \
    X(MODE, FREQUENCY, "frequency", PITCH, FREQUENCY, AT_LEAST_0(1e6), NULL, "", "") \
    X(MODE, DECAY, "decay", NUMBER, RATE, AT_LEAST_0(1e9), "1", "", "the amplitude falls as exp(-decay t)") \
    X(MODE, MASS, "mass", NUMBER, MASS, POSITIVE(1e9), "10 g", "", "modal mass") \
    X(MODE, SHAPE, "shape", NUMBERS, NONE, ANY, "", "", "displacement at evenly spaced places, from one end to the other; all modes have as many; omitted: 1 everywhere") \
    \
    X(CONTACT, BETWEEN, "between", PLACES, NONE, ANY, NULL, "", "[below, above]: two places, or a place and wall") \
    LAW_KEYS(X, CONTACT) \
    X(CONTACT, MATCHED, "matched", FLAG, NONE, ANY, "no", "", "correct the stiffness at each touch, so that hard hits last as long as they should") \
    X(LINK, BETWEEN, "between", PLACES, NONE, ANY, NULL, "", "[one, other]: two places, or a place and wall") \
    LAW_KEYS(X, LINK) \
    \
    X(BARRIER, UNDER, "under", PLACE, NONE, ANY, "", "", "what lies above it: string, or string@from..to for a part") \
    X(BARRIER, OVER, "over", PLACE, NONE, ANY, "", "", "what lies below it, instead of under") \
    X(BARRIER, PROFILE, "profile", NUMBERS, NONE, ANY, "", "", "height in m: c0 + c1 x + c2 x^2 + ..., x in m from the start of the line; at most 8") \
    X(BARRIER, FRETS, "frets", COUNT, NONE, BETWEEN(0, 48), "0", "", "that many semitone frets, at x = L(1 - 2^(-i/12)), with the height of the profile") \
    X(BARRIER, AT, "at", NUMBERS, NONE, ANY, "", "", "places along the line, 0 to 1, instead of frets") \
    X(BARRIER, HEIGHTS, "heights", NUMBERS, LENGTH, ANY, "", "", "height at each of them, instead of profile") \
    LAW_KEYS(X, BARRIER) \
    LINE_KEYS(X, BARRIER) \
    X(LINE, BETWEEN, "between", PLACES, NONE, ANY, NULL, "", "[below, above]: two lines, body@from..to") \
    X(LINE, KIND, "kind", CHOICE, NONE, ANY, "contact", "contact link", "contact pushes only; link is a spring both ways") \
    LAW_KEYS(X, LINE) \
    LINE_KEYS(X, LINE) \
    \
    X(BOW, AT, "at", PLACE, NONE, ANY, NULL, "", "where it lies") \
    X(BOW, FORCE, "force", NUMBER, FORCE, AT_LEAST_0(1e9), "1 N", "", "with which it is pressed on") \
    X(BOW, VELOCITY, "velocity", NUMBER, VELOCITY, ANY, "0.2 m/s", "", "") \
    X(BOW, CURVE, "curve", NUMBER, NONE, POSITIVE(1e9), "100", "", "a of the friction curve sqrt(2a) v exp(1/2 - a v^2), in s^2/m^2") \
    X(BOW, ITERATIVE, "iterative", FLAG, NONE, ANY, "yes", "", "where contacts act on the body too: solve bow and contacts in turn until they agree; no: once") \
    X(BOW, LAGGED, "lagged", FLAG, NONE, ANY, "no", "", "not iterative: guess from the last step, for comparison with papers") \
    \
    X(DRIVE, AT, "at", PLACE, NONE, ANY, NULL, "", "where it acts") \
    X(DRIVE, SIGNAL, "signal", CHOICE, NONE, ANY, "sine", "sine noise pulse", "pulse: one sample of 1 at each period") \
    X(DRIVE, FREQUENCY, "frequency", PITCH, FREQUENCY, AT_LEAST_0(1e6), "A4", "", "of sine and pulse") \
    X(DRIVE, FORCE, "force", NUMBER, FORCE, ANY, "1 N", "", "at a signal of 1") \
    \
    STROKE_KEYS(X, ACTION) \
    X(ACTION, TIME, "time", NUMBER, TIME, BETWEEN(0, 600), "0", "", "") \
    X(ACTION, REPEAT, "repeat", COUNT, NONE, BETWEEN(1, 10000), "1", "", "times in all") \
    X(ACTION, EVERY, "every", NUMBER, TIME, POSITIVE(600), "0.25 s", "", "time between two") \
    X(ACTION, GROWTH, "growth", NUMBER, NONE, BETWEEN(0.1, 10), "1", "", "each is as many times the one before") \
    \
    X(CONTROL, OF, "of", TEXT, NONE, ANY, NULL, "", "name.parameter, as listed under Controls") \
    X(CONTROL, POINTS, "points", POINTS, NONE, ANY, NULL, "", "[[time, value], ...], straight between; times in s and rising, values in SI units") \
    \
    X(PROBE, NAME, "name", TEXT, NONE, ANY, "", "", "for controls") \
    X(PROBE, HEAR, "hear", TEXT, NONE, ANY, "", "", "a place; for force the name of a contact, link, barrier, line or bow; for slip that of a bow; for energies nothing") \
    X(PROBE, AS, "as", CHOICE, NONE, ANY, "velocity", QUANTITIES, "") \
    X(PROBE, GAIN, "gain", NUMBER, GAIN, ANY, "1", "", "") \
    X(PROBE, PAN, "pan", NUMBER, NONE, BETWEEN(-1, 1), "0", "", "-1 left, 1 right") \
    \
    X(PLAY, KEYS, "keys", TEXT, NONE, ANY, "C2 to C6", "", "lowest and highest key; those beyond sound as the last one") \
    X(PLAY, TUNE, "tune", TEXT, NONE, ANY, "", "", "bodies whose pitch follows the key and the bend, with spaces between; none: all keys have one pitch") \
    X(PLAY, PITCH, "pitch", PITCH, FREQUENCY, POSITIVE(1e5), "(of the lowest mode of the first of these)", "", "that one hears in the scene as it is written") \
    X(PLAY, STROKES, "strokes", LIST, NONE, ANY, "", "stroke", "what hands do when a key goes down") \
    X(PLAY, MOVES, "moves", LIST, NONE, ANY, "", "move", "what velocity, pressure and others move") \
    X(PLAY, CONTROLLERS, "controllers", NAMED, NONE, ANY, "", "controller", "parameters of the instrument, by name, at most 8") \
    X(PLAY, VOICES, "voices", COUNT, NONE, BETWEEN(1, 64), "8", "", "notes that may sound together") \
    X(PLAY, GAIN, "gain", NUMBER, GAIN, BETWEEN(1e-9, 1e9), "1", "", "of all probes; loudness is 0 dB on the level of the instrument") \
    STROKE_KEYS(X, STROKE) \
    X(STROKE, AGAINST, "against", TEXT, NONE, ANY, "(its first contact)", "", "throw: the contact at which the mass is thrown, from just before it touches; a mass without one starts at displacement") \
    X(STROKE, SOFT, "soft", NUMBER, GAIN, BETWEEN(0.0001, 1), "-30 dB", "", "how strong the softest stroke is; the hardest is as written") \
    X(MOVE, BY, "by", TEXT, NONE, ANY, NULL, "", "velocity, pressure, timbre, bend, key, hold, or the name of a controller") \
    MOVE_KEYS(X, MOVE, NULL, NULL, NULL) \
    X(MOVE, TIME, "time", NUMBER, TIME, BETWEEN(0, 60), "0", "", "that a change takes; a note with hold begins at from") \
    MOVE_KEYS(X, CONTROLLER, "", "0", "1") \
    X(CONTROLLER, DEFAULT, "default", NUMBER, NONE, ANY, "(in the middle)", "", "where a new instrument has it") \
    X(CONTROLLER, CC, "cc", COUNT, NONE, BETWEEN(0, 119), "(none)", "", "number of the MIDI controller that moves it") \
    X(CONTROLLER, NAME, "name", TEXT, NONE, ANY, "(the key)", "", "for people") \
    X(CONTROLLER, HELP, "help", TEXT, NONE, ANY, "", "", "one sentence: what one hears")
/* clang-format on */

#endif
