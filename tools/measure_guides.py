"""What the guides say in figures: measured from the program alone, and written as tables. A part of tools/measure."""

import json
import math
import os
import subprocess
import tempfile

BODIES = (
    ("bar, steel, 30 cm", {"type": "bar", "length": "30 cm"}, "0.1", "modes"),
    ("string A2, modal", {"type": "string", "material": "steel", "radius": "0.5 mm", "length": "0.7 m", "pitch": "A2", "model": "modal"}, "0.12", "modes"),
    ("string A2, grid", {"type": "string", "material": "steel", "radius": "0.5 mm", "length": "0.7 m", "pitch": "A2", "model": "grid"}, "0.12", "points"),
    ("membrane 15 cm at 150 Hz, modal, `segments: 60`",
     {"type": "membrane", "radius": "15 cm", "pitch": "150 Hz", "model": "modal", "segments": 60}, "0.3,0.2", "modes"),
    ("the same with all modes it gets", {"type": "membrane", "radius": "15 cm", "pitch": "150 Hz", "model": "modal"}, "0.3,0.2", "modes"),
    ("the same, `model: grid`", {"type": "membrane", "radius": "15 cm", "pitch": "150 Hz", "model": "grid"}, "0.3,0.2", "points"),
    ("plate 40 × 30 cm, 1 mm steel, modal",
     {"type": "plate", "width": "40 cm", "height": "30 cm", "thickness": "1 mm", "model": "modal"}, "0.3,0.2", "modes"),
    ("the same, grid", {"type": "plate", "width": "40 cm", "height": "30 cm", "thickness": "1 mm", "model": "grid"}, "0.3,0.2", "points"),
)
# hammer, mass [g], exponent, stiffness, damping
HAMMERS = (("timpani felt", 35, 2.3, "3e7", 0.3), ("finger pad", 10, 2, "5e6", 0.5), ("yarn, soft", 30, 2, "6e7", 0.4),
           ("yarn, medium", 28, 2, "2.7e8", 0.3), ("yarn, hard", 26, 2, "1.2e9", 0.3), ("piano felt, middle C", 8.9, 2.5, "4.5e9", 0.25),
           ("rubber, soft", 25, 1.5, "5e6", 0.25), ("rubber, hard", 20, 1.5, "4e7", 0.2), ("rawhide", 150, 1.5, "2e8", 0.3),
           ("wood", 20, 1.5, "6e8", 0.15), ("plastic", 16, 1.5, "4.7e8", 0.15), ("brass", 28, 1.5, "2.6e9", 0.05),
           ("glass marble, radius 8 mm", 5.4, 1.5, "4.4e9", 0.03), ("steel ball, radius 5 mm", 4.1, 1.5, "1e10", 0.02))
RESTITUTIONS = (0.05, 0.1, 0.2, 0.5, 1, 2)
RATES = (24, 48, 96, 192)
SOLVERS = ("midpoint", "quadratised", "iterative", "trapezoidal")
SCENES = ("hammer-string", "fretted-bass", "backboard", "snare")
GLASS = {"seconds": 0.5, "channels": 1,
         "bodies": {"ball": {"type": "mass", "mass": "5.4 g", "position": "-1 mm", "velocity": "1 m/s"},
                    "bar": {"type": "bar", "material": "glass", "length": "20 cm", "width": "25 mm", "thickness": "6 mm", "modes": 12}},
         "contacts": {"touch": {"between": ["ball", "bar@0.1"], "stiffness": 1e7, "exponent": 1.5, "damping": 0.03, "matched": False}},
         "probes": [{"hear": "bar@0.97"}]}
PLATE = {"seconds": 5, "channels": 1,
         "bodies": {"plate": {"type": "plate", "material": "brass", "width": "30 cm", "height": "22 cm", "thickness": "1 mm", "model": "modal"}},
         "bows": {"bow": {"at": "plate@0.5,0.25", "force": 0.5, "velocity": 0}},
         "controls": [{"of": "bow.velocity", "points": [[0, 0], [0.05, 0.12]]}],
         "probes": [{"hear": "plate@0.21,0.33"}]}
SPEED = "controls.0.points.1.1"
GROWTHS = (0.02, 0.03, 0.04, 0.06, 0.08, 0.12)
FORCES = (0.03, 0.1, 0.3, 1, 3, 10)
CURVES, CURVE_SPEEDS, LOUD_SPEEDS = (25, 100, 400), (0.06, 0.12, 0.24), (0.08, 0.12, 0.16, 0.2)
BOARD = {"seconds": 4,
         "bodies": {"string": {"type": "string", "material": "steel", "radius": "0.4 mm", "length": "0.8 m", "pitch": "C3", "model": "modal"},
                    "board": {"type": "plate", "width": "50 cm", "height": "40 cm", "thickness": "3 mm", "material": "spruce", "model": "modal"}},
         "links": {"bridge": {"between": ["string@0.98", "board@0.6,0.55"], "stiffness": 4e4, "exponent": 1}},
         "actions": [{"do": "pluck", "at": "string@0.2", "displacement": "1 mm"}], "probes": [{"hear": "board@0.3,0.4"}]}
LINKS = (1e3, 1e4, 4e4, 1e5, 1e6)

BUZZ = {"seconds": 3, "bodies": {"string": {"type": "string", "material": "nylon", "radius": "0.5 mm", "length": "0.65 m", "pitch": "G3", "model": "modal"}},
        "barriers": {"bone": {"under": "string", "at": [0.03], "heights": ["-0.05 mm"], "stiffness": 1e8, "exponent": 1.3}},
        "actions": [{"do": "pluck", "at": "string@0.2", "displacement": "2 mm"}], "probes": [{"hear": "string@0.9"}]}


class Program:
    """urto, in a folder of its own."""

    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def run(self, *words):
        done = subprocess.run([self.path, *map(str, words)], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"measure: urto {' '.join(map(str, words))} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def write(self, name, what):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            json.dump(what, file)
        return name

    def sweep(self, **plan):
        """Features of all cases in their order; the sounds too, if kept."""
        import h5py
        self.run("sweep", self.write("plan.yaml", plan), "-o", "plan.h5", "--quiet")
        with h5py.File(f"{self.folder}/plan.h5") as file:
            found = {name: values[:].tolist() for name, values in file["features"].items()}
            if "sound" in file:
                found["sound"] = [sound.ravel() for sound in file["sound"][:]]
        os.remove(f"{self.folder}/plan.h5")
        return found

    def fastest(self, *words):
        """Of three: seconds of the processor, and of sound in one of them."""
        runs = [json.loads(self.run("render", *words, "--json", "-o", "sound.wav")) for _ in range(3)]
        return min(run["cpu_seconds"] for run in runs), max(run["realtime_factor"] for run in runs)


def bodies(program):
    found = []
    for _, body, place, _ in BODIES:
        scene = {"seconds": 4, "channels": 1, "bodies": {"hammer": {"type": "mass", "mass": "8 g", "position": "-1 mm", "velocity": "1 m/s"}, "body": body},
                 "contacts": {"touch": {"between": ["hammer", f"body@{place}"], "stiffness": 1e8, "exponent": 1.5, "damping": 0.2}},
                 "probes": [{"hear": f"body@{place}"}]}
        program.write("body.yaml", scene)
        line = next(row for row in program.run("scene", "show", "body.yaml").splitlines() if row.split()[:2] == ["body", "body"])
        found.append([int(line.split()[2]), program.fastest("body.yaml")[1]])
    return found


def wall(program, **options):
    """A mass on a wall: contact [s] and speed out over in."""
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    exact = json.loads(program.run("impact", *words, "--velocity", 1, "--scheme", "event", "--json"))["exact"]
    return [exact["contact_time"], -exact["exit_velocity"]]


def rates(program):
    vary = {"rate": [f"{rate} kHz" for rate in RATES]}
    stiff = program.sweep(base=GLASS, vary={"contacts.touch.stiffness": [1e7, 4.4e9, 1e12]} | vary, measure=["centroid"])["centroid"]
    matched = GLASS | {"contacts": {"touch": GLASS["contacts"]["touch"] | {"stiffness": 4.4e9, "matched": True}}}
    return [stiff[:4], stiff[4:8], program.sweep(base=matched, vary=vary, measure=["centroid"])["centroid"], stiff[8:]]


def strongest(sound, rate):
    """Frequency of the strongest partial in the last second, or nothing: silent, or dying away as the plate does by itself."""
    import numpy
    before, last = sound[-2 * rate:-rate], sound[-rate:]
    size = numpy.sqrt(numpy.mean(last**2))
    if size < 1e-3 or size < 0.7 * numpy.sqrt(numpy.mean(before**2)):
        return None
    power = numpy.abs(numpy.fft.rfft(last * numpy.hanning(last.size)))
    return float(numpy.fft.rfftfreq(last.size, 1 / rate)[power.argmax()])


def growth(program, force):
    """Computed, and the slope of the logarithm of the partial while it is below a fifth of its largest size [1/s]."""
    import numpy
    mass, wave, curve = 8500 * 1e-3 * 0.30 * 0.22 / 4, (math.pi / 0.30) ** 2 + (2 * math.pi / 0.22) ** 2, 100.0
    x = curve * 0.12**2
    computed = force * math.sqrt(2 * curve) * (2 * x - 1) * math.exp(0.5 - x) / (2 * mass) - (0.5 + 2e-4 * wave)
    seconds = min(60, 14 / computed)
    plate = PLATE | {"seconds": seconds, "rate": "24 kHz"}
    sound = program.sweep(base=plate, vary={"bows.bow.force": [force]}, measure=["peak"], keep="sound")["sound"][0]
    time = numpy.arange(sound.size) / 24000
    wave = sound * numpy.exp(-2j * math.pi * 155.1 * time)
    window = numpy.hanning(4800)
    size = numpy.abs(numpy.convolve(wave, window / window.sum(), "valid"))[::240]
    time = time[2400:][::240][:size.size]
    part = (time > 1.0) & (size < 0.2 * size.max()) if computed > 0.3 else time > 1.0
    return [computed, float(numpy.polyfit(time[part], numpy.log(size[part]), 1)[0])]


def plate(program):
    kept = {"measure": ["centroid", "loudness"], "keep": "sound"}
    squeal = program.sweep(base=PLATE, vary={"bows.bow.force": list(FORCES)}, **kept)
    damped = PLATE | {"bodies": {"plate": PLATE["bodies"]["plate"] | {"loss_high": 0.02}}}
    tamed = program.sweep(base=damped, vary={"bows.bow.force": [3, 10]}, **kept)
    curves = program.sweep(base=PLATE, vary={"bows.bow.curve": list(CURVES), SPEED: list(CURVE_SPEEDS)}, **kept)
    loud = program.sweep(base=PLATE, vary={SPEED: list(LOUD_SPEEDS)}, **kept)
    hears = lambda found: [strongest(sound, 48000) for sound in found["sound"]]
    return {"growth": [growth(program, force) for force in GROWTHS], "squeal": list(zip(hears(squeal), squeal["centroid"])),
            "damped": list(zip(hears(tamed), tamed["centroid"])), "curves": hears(curves), "loud": loud["loudness"]}


def measure(path, timed=True):
    """Everything, or what does not depend on the machine."""
    with tempfile.TemporaryDirectory() as folder:
        program = Program(path, folder)
        found = {"rates": rates(program), "plate": plate(program)}
        if timed:
            found["bodies"] = bodies(program)
            found["solver_costs"] = [[program.fastest(scene, "--seconds", 2, "--solver", solver)[0] for solver in SOLVERS[:3]] for scene in SCENES]
        found["hammers"] = [wall(program, mass=mass / 1000, exponent=alpha, stiffness=k, damping=mu) for _, mass, alpha, k, mu in HAMMERS]
        found["restitutions"] = [wall(program, damping=mu)[1] for mu in RESTITUTIONS]
        found["solver_sound"] = [[program.sweep(base={"scene": "hammer-string", "set": {"solver": solver, "contacts.felt.stiffness": k}},
                                                vary={"seconds": [4]}, measure=["centroid"])["centroid"][0] for solver in SOLVERS] for k in (1e8, 1e11)]
        board = program.sweep(base=BOARD, vary={"links.bridge.stiffness": list(LINKS)}, measure=["t60", "pitch"])
        found["links"] = [board["t60"], board["pitch"]]
        meets = program.sweep(base=BUZZ, vary={"barriers.bone.heights.0": ["-0.2 mm", "-0.05 mm", "0 mm"]}, measure=["contacts"])["contacts"]
        found["buzz"] = [count / BUZZ["seconds"] for count in meets]
        return found


def differing(new, old, name=""):
    """Names of figures that are more than a thousandth apart."""
    if isinstance(new, dict):
        return [found for key in new for found in differing(new[key], old[key], f"{name} {key}")]
    if isinstance(new, (list, tuple)):
        return [found for i, pair in enumerate(zip(new, old, strict=True)) for found in differing(*pair, f"{name} {i}")]
    same = new == old if new is None or old is None else math.isclose(new, old, rel_tol=1e-3, abs_tol=1e-6)
    return [] if same else [f"{name.strip()}: {new} not {old}"]


def table(head, rows, align=None):
    align = align or ["---"] + ["--:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [head, *rows]).replace("\n", f"\n|{'|'.join(align)}|\n", 1)


def figures(value, digits=2):
    """So many digits, as people write them."""
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    text = f"{round(value, digits - 1 - math.floor(math.log10(abs(value)))):.{places}f}"
    return thousands(text) if "." not in text else text


def thousands(number):
    return f"{int(number):,}".replace(",", " ") if int(number) >= 10000 else str(int(number))


def hertz(value):
    return "silent" if value is None else f"{value:.0f} Hz" if value < 10000 else f"{value / 1000:.0f} kHz"


def heard(value, centroid):
    return "next to nothing: it grows too slowly" if value is None else hertz(value) if centroid < 1000 else "a squeal"


def solver_table(g, rows, first):
    return table([first, *(f"`{s}`" for s in SOLVERS[:len(rows[0]) - 1])], rows)


TABLES = {
    "bodies": lambda g: table(["body", "degrees of freedom", "times real time"],
                              [[name, f"{thousands(count)} {kind}", figures(speed)]
                               for (name, _, _, kind), (count, speed) in zip(BODIES, g["bodies"])]),
    "hammers": lambda g: table(["hammer", "mass", "α", "K", "μ", "contact", "speed out / in"],
                               [[name, f"{mass:g} g", f"{alpha:g}", k, mu, f"{figures(1e3 * time)} ms", f"{speed:.2f}"]
                                for (name, mass, alpha, k, mu), (time, speed) in zip(HAMMERS, g["hammers"])]),
    "restitution": lambda g: table(["μ v", "restitution"], [[f"{mu:g}", f"{r:.2f}"] for mu, r in zip(RESTITUTIONS, g["restitutions"])],
                                   ["--:", "--:"]),
    "rates": lambda g: table(["centroid in Hz", *(f"{rate} kHz" for rate in RATES)],
                             [[name, *(thousands(round(hz)) for hz in row)] for name, row in
                              zip(("soft, K = 10⁷", "marble, K = 4.4 × 10⁹", "marble, `matched: yes`", "K = 10¹²"), g["rates"])]),
    "solver-costs": lambda g: solver_table(g, [[scene, *(f"{1e3 * s:.1f}" for s in row)] for scene, row in zip(SCENES, g["solver_costs"])],
                                           "scene, ms"),
    "solver-sound": lambda g: solver_table(g, [[name, *(f"{thousands(round(hz))} Hz" for hz in row)]
                                               for name, row in zip(("K = 10⁸", "K = 10¹¹"), g["solver_sound"])], "`hammer-string`, centroid"),
    "growth": lambda g: table(["force", "growth, computed", "measured"],
                              [[f"{force:g} N", f"{a:.3f} 1/s", f"{b:.3f} 1/s"] for force, (a, b) in zip(GROWTHS, g["plate"]["growth"])],
                              ["--:", "--:", "--:"]),
    "squeal": lambda g: table(["force at 0.12 m/s", "one hears", "centroid"],
                              [[f"{force:g} N", heard(hz, c), hertz(c)] for force, (hz, c) in zip(FORCES, g["plate"]["squeal"])], ["--:", "---", "--:"]),
    "curves": lambda g: table(["`curve`", *(f"{v:g} m/s" for v in CURVE_SPEEDS)],
                              [[curve, *map(hertz, g["plate"]["curves"][3 * i:3 * i + 3])] for i, curve in enumerate(CURVES)],
                              ["--:", "---", "---", "---"]),
    "links": lambda g: table(["stiffness of the link", "10³", "10⁴", "4 × 10⁴", "10⁵", "10⁶ N/m"],
                             [["60 dB in", *(f"{figures(s)} s" for s in g["links"][0])], ["pitch", *(f"{hz:.1f} Hz" for hz in g["links"][1])]]),
}
WORDS = {
    "damped": lambda g: " and ".join(f"{hertz(hz)} at {force} N (centroid {hertz(c)})" for force, (hz, c) in zip((3, 10), g["plate"]["damped"])),
    "buzz": lambda g: f"at −0.05 mm the two meet {figures(g['buzz'][1])} times a second, at 0 {figures(g['buzz'][2])} times",
    "loud": lambda g: (", ".join(f"{db:.0f}" for db in g["plate"]["loud"]) + " LUFS at " +
                       ", ".join(f"{v:g}" for v in LOUD_SPEEDS) + " m/s").replace("-", "−"),
}
