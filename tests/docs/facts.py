#!/usr/bin/python3
"""Numbers in the pages that the program or the sources know: facts.py SOURCE URTO"""

import glob
import json
import os
import re
import subprocess
import sys

source, urto = sys.argv[1:]
failed = []


def ask(*words):
    return subprocess.run([urto, *words], check=True, capture_output=True, text=True).stdout


def says(page, pattern, value):
    """A page has this text, and the number in it is this one."""
    found = re.findall(pattern, read(page))
    if not found:
        failed.append(f"{page}: does not say {pattern}")
    for number in found:
        if number.replace(" ", "") != str(value):
            failed.append(f"{page}: {pattern} is {number}, must be {value}")


def read(page):
    return open(f"{source}/{page}", encoding="utf-8").read()


# presets, wherever they are counted
names = [name for name in ask("instruments", "--brief").split() if name != "bump"]
presets = sum(len(json.loads(ask("instruments", name, "--json"))[0]["presets"]) for name in names)
pages = ["README.md", *(os.path.relpath(p, source) for p in glob.glob(f"{source}/docs/**/*.md", recursive=True))]
for page in pages:
    if re.search(r"\b\d+ presets", read(page)):
        says(page, r"\b(\d+) presets", presets)
says("README.md", r"(\w+) instruments with \d+ presets", {9: "Nine", 10: "Ten"}[len(names)])

# the first row of "Beside others", by the command that stands in it
row = next(line for line in read("README.md").splitlines() if "a hit shorter than a sample" in line)
command = re.search(r"`urto ([^`]*)`", row).group(1).split()
hit = json.loads(ask(*command))
energy = {s["scheme"]: s["exit_energy"] / hit["exact"]["exit_energy"] for s in hit["schemes"]}
for words, scheme, digits in (("RK4 leaves with ([0-9 ]+) times", "rk4", 3), ("Verlet with ([0-9 ]+) times", "verlet", 4),
                              ("trapezoidal rule with ([0-9.]+) times", "trapezoidal", 2)):
    says("README.md", words, f"{float(f'{energy[scheme]:.{digits}g}'):g}")
if max(abs(energy[scheme] - 1) for scheme in ("log-two-point", "log-midpoint")) > 1e-14:
    failed.append(f"README.md: our schemes are not right to 1e-14: {energy}")

rows = [line for line in read("tests/mutations.txt").splitlines() if line and not line.startswith("#")]
for page, pattern in (("README.md", r"(\d+) lines are broken"), ("CHANGELOG.md", r"breaks (\d+) lines one at a time")):
    said = re.search(pattern, read(page))
    if not said or int(said.group(1)) > len(rows):
        failed.append(f"{page}: {pattern} is {said and said.group(1)}, the table has {len(rows)}")
fuzzers = len(glob.glob(f"{source}/tests/fuzz/fuzz_*.c"))
says("README.md", r"(\w+) fuzzers", {7: "Seven", 8: "Eight", 9: "Nine"}[fuzzers])
sys.exit("\n".join(["FAILED:", *failed]) if failed else 0)
