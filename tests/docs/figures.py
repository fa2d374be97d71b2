#!/usr/bin/python3
"""The figures of the docs are those that the program draws: the same text, numbers within half a pixel: figures.py SOURCE URTO WORK"""

import glob
import os
import re
import subprocess
import sys

source, urto, work = sys.argv[1:]
subprocess.run([f"{source}/tools/figures", urto, work], check=True)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
failed = []
for path in sorted(glob.glob(f"{work}/*.svg")):
    name = os.path.basename(path)
    kept = f"{source}/docs/images/{name}"
    if not os.path.exists(kept):
        failed.append(f"docs/images/{name} is missing")
        continue
    new, old = (open(p, encoding="utf-8").read() for p in (path, kept))
    if NUMBER.sub("#", new) != NUMBER.sub("#", old):
        failed.append(f"docs/images/{name} has other elements than tools/figures draws")
        continue
    worst = max((abs(float(a) - float(b)) for a, b in zip(NUMBER.findall(new), NUMBER.findall(old))), default=0)
    if worst > 0.5:
        failed.append(f"docs/images/{name} differs by {worst:g}")
# a picture that no page shows is not kept
pages = "".join(open(p, encoding="utf-8").read() for p in glob.glob(f"{source}/docs/**/*.md", recursive=True) + [f"{source}/README.md"])
for path in glob.glob(f"{source}/docs/images/**/*.*", recursive=True):
    if f"images/{os.path.relpath(path, source + '/docs/images')}" not in pages:
        failed.append(f"{os.path.relpath(path, source)} is on no page")
sys.exit("\n".join(["FAILED: (make figures draws them anew)", *failed]) if failed else 0)
