#!/usr/bin/python3
"""Runs the marked blocks of one page, in order, in one folder: run_blocks.py SOURCE STAGE WORK PAGE. STAGE is what stage.sh made."""

import json
import os
import re
import shutil
import subprocess
import sys

import blocks

source, stage, work = map(os.path.abspath, sys.argv[1:4])
page = sys.argv[4]
folder = os.path.join(work, page.replace("/", "-").removesuffix(".md"))
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
shutil.copytree(f"{stage}/prefix/share/urto/scenes", f"{folder}/scenes")  # pages speak from the root of the sources
library = open(f"{stage}/libdir").read().strip()
environment = {k: v for k, v in os.environ.items() if not k.startswith(("URTO_", "PYTHON", "SLURM", "OMPI", "PMI"))}
environment |= {
    "PATH": f"{stage}/prefix/bin:{stage}/venv/bin:/usr/local/bin:/usr/bin:/bin",
    "PKG_CONFIG_PATH": f"{library}/pkgconfig", "LD_LIBRARY_PATH": library, "CMAKE_PREFIX_PATH": f"{stage}/prefix",
    "HOME": f"{work}/home", "URTO_PRESETS": f"{folder}/presets", "LC_ALL": "C.UTF-8", "MPLBACKEND": "Agg",
}
os.makedirs(environment["HOME"], exist_ok=True)


def run(*command):
    done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


# One Python for all blocks of a page, as in a session: a block comes in as a line of JSON, what it says goes to a file.
DRIVER = """
import json, os, sys, traceback
answers, space = os.fdopen(os.dup(1), "w"), {"__name__": "__main__"}
for line in sys.stdin:
    out = os.open("python.output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1), os.dup2(out, 2), os.close(out)
    code = 0
    try:
        exec(compile(json.loads(line), "block", "exec"), space)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    print(code, file=answers, flush=True)
"""
session = None


def run_python(text):
    global session
    if session is None:
        session = subprocess.Popen([f"{stage}/venv/bin/python", "-c", DRIVER], cwd=folder, env=environment, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
    session.stdin.write(json.dumps(text) + "\n")
    session.stdin.flush()
    code = session.stdout.readline()
    return int(code or -1), open(f"{folder}/python.output", errors="replace").read()


def fail(block, what, output=""):
    sys.exit(f"FAILED: {block.where()}: {what}\n{output[-4000:]}")


output, ran, plain = None, 0, 0
for block in blocks.read(f"{source}/{page}", page):
    complaint = blocks.wrong(block)
    if complaint:
        fail(block, complaint)
    if "needs" in block.words:
        print(f"not run: {block.where()}, needs {block.words['needs']}")
        continue
    if not block.words:
        plain += 1
    if "file" in block.words:
        path = os.path.join(folder, block.words["file"])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w", encoding="utf-8").write(block.text)
    if "scene" in block.words:
        path = os.path.join(folder, f"scene-{block.line}.yaml")
        open(path, "w", encoding="utf-8").write(block.text)
        code, said = run("urto", "scene", "check", path)
        if code:
            fail(block, "urto scene check does not take it", said)
        ran += 1
    if "run" in block.words:
        code, output = run("bash", "-eu", "-c", block.text) if block.language == "sh" else run_python(block.text)
        if code:
            fail(block, f"exit {code}", output)
        ran += 1
    if "output" in block.words:
        if output is None:
            fail(block, "no block was run before this output")
        for line in block.text.splitlines():
            pattern = ".*".join(re.escape(" ".join(part.split())) for part in line.strip().split("…")).replace(r"\ ", " ")
            if not any(re.search(pattern, " ".join(said.split())) for said in output.splitlines()):
                fail(block, f"the run before does not say: {line}", output)
print(f"{page}: {ran} blocks run or checked, {plain} without a word")
