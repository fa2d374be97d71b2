#!/usr/bin/python3
"""Lays out what Sphinx reads: stage.py SOURCE BUILD. Pages of docs as they are, except links that leave docs and the
words after a fence; README, CONTRIBUTING and CHANGELOG; a page for each public header and each example, one for the manual,
one for the parameters of the instruments, which stand in docs/playing.md."""

import fnmatch
import os
import re
import shutil
import sys

import api
import manual

source, build = sys.argv[1:]
docs, stage = f"{source}/docs", f"{build}/pages"
ROOT_PAGES = {"README.md": "readme", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog"}
TITLES = {"readme": "README <readme>"}  # in the rail, where a page should not have its own
FENCE = re.compile(r"^(```+)(\w+) +(\S.*)$")
LINK = re.compile(r"(!?)\[([^\]\[]*(?:\[[^\]]*\][^\]\[]*)*)\]\(([^)\s]+)\)")


def link(match, name):
    """A link of a page of the repository, as one between pages of the site. What is no page keeps its words only."""
    bang, text, target = match.groups()
    path, anchor = (re.match(r"([^#]*)(#.*)?$", target).groups())
    if not path or re.match(r"[a-z]+:", path):
        return match.group()
    real = os.path.normpath(os.path.join(os.path.dirname(name), path))
    here = os.path.dirname(staged(name))
    if real == "docs/playing.md" and anchor in PARAMETERS:
        real = "parameters.md"
    if example(real):
        return f"[{text}]({os.path.relpath(example(real), here or '.')})"
    if real in ROOT_PAGES or real == "docs/urto.1" or re.match(r"docs/(?!site/).*\.md$", real):
        return f"{bang}[{text}]({os.path.relpath(staged(real), here or '.')}{anchor or ''})"
    if real.startswith("docs/"):
        return f"{bang}[{text}]({os.path.relpath(real[5:], here or '.')})"
    if bang:
        if not os.path.exists(f"{source}/{real}"):
            sys.exit(f"{name}: there is no picture {target}")
        os.makedirs(f"{stage}/images", exist_ok=True)
        shutil.copy(f"{source}/{real}", f"{stage}/images")
        return f"![{text}]({os.path.relpath('images/' + os.path.basename(real), here or '.')})"
    return text


def example(name):
    """The page that shows a program of the examples, or nothing."""
    found = re.fullmatch(r"examples/(\w+)\.[ch]|examples/python/(\w+)\.py|frontends/web/package/(example)\.html", name)
    if not found:
        return None
    return f"examples/{found.group(1)}.md" if found.group(1) else f"examples/{found.group(2)}.md#in-python" if found.group(2) else "examples/web-page.md"


def show_examples():
    """A page for each program: what its first comment says, the program, its twin."""
    for file in sorted(os.listdir(f"{source}/examples")):
        name, end = os.path.splitext(file)
        if end not in (".c", ".h"):
            continue
        text = read(f"examples/{file}")
        comment, program = re.fullmatch(r"/\*(.*?)\*/\n(.*)", text, re.S).groups()
        usage = re.search(rf"^ \* +({name}\b.*)$", comment, re.M)
        words = " ".join(line.strip(" *") for line in comment.replace(usage.group() if usage else "", "").splitlines()).strip()
        page = f"# {name}{'.h' if end == '.h' else ''}\n\n{words}\n"
        if usage:
            page += f"\n```sh\n{'build/release/examples/example_' + usage.group(1).strip()}\n```\n"
        page += f"\n## In C\n\n```{{code-block}} c\n:caption: examples/{file}\n\n{program.strip()}\n```\n"
        if '"examples/sound_file.h"' in program:
            page += "\n[sound_file.h](sound_file.md) writes the WAV file.\n"
        twin = f"examples/python/{name}.py"
        if os.path.exists(f"{source}/{twin}"):
            page += f"\n## In Python\n\n```{{code-block}} python\n:caption: {twin}\n\n{read(twin).strip()}\n```\n"
        write(f"examples/{name}.md", page)
    web = "frontends/web/package/example.html"
    write("examples/web-page.md", "# A page with an instrument\n\nA whole page that plays the engine as an ES module: [the page, and the package](../web.md).\n\n"
          f"```{{code-block}} html\n:caption: {web}\n\n{read(web).strip()}\n```\n")


def read(name):
    return open(f"{source}/{name}", encoding="utf-8").read()


def staged(name):
    if name in ROOT_PAGES:
        return ROOT_PAGES[name] + ".md"
    if name.startswith("docs/site/"):
        return name[10:]
    return "command-line.md" if name == "docs/urto.1" else name[5:]


def page(name, text=None, to=None):
    """Copies a Markdown page, or this part of it; a fence like ```yaml file=x.yaml``` shows the name of its file."""
    lines, fence = [], None
    for line in (text or read(name)).splitlines():
        if fence is None and re.match(r"^\s*```", line):
            fence = re.match(r"^\s*(```+)", line).group(1)
            words = FENCE.match(line)
            if words and words.group(2) != "{":
                lines.append(f"{fence}{{code-block}} {words.group(2)}")
                options = dict(word.partition("=")[::2] for word in words.group(3).split())
                if "file" in options:
                    lines.append(f":caption: {options['file']}")
                if "output" in options:
                    lines.append(":class: output")
                lines.append("")
            else:
                lines.append(line)
        elif fence is not None:
            if line.strip() == fence:
                fence = None
            lines.append(line)
        else:
            lines.append(LINK.sub(lambda match: link(match, name), line))
    write(to or staged(name), "\n".join(lines) + "\n")


def write(name, text):
    os.makedirs(os.path.dirname(f"{stage}/{name}"), exist_ok=True)
    with open(f"{stage}/{name}", "w", encoding="utf-8") as out:
        out.write(text)


def sections(pages):
    """Titles and pages of the rail; every page is in it once."""
    left, found, missing = set(pages), [], []
    named = [line.strip() for line in open(f"{docs}/site/sections.txt") if line.startswith(" ")]
    for line in open(f"{docs}/site/sections.txt"):
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith(" "):
            found.append((line.strip(), []))
            continue
        name = line.strip()
        matching = sorted(p for p in left if fnmatch.fnmatchcase(p, name) and (p == name or p not in named))
        if not matching and "*" not in name:
            missing.append(name)
        found[-1][1].extend(matching)
        left -= set(matching)
    left -= {"index"}
    if missing:
        print("stage: not there yet:", *missing)
    if left:
        sys.exit(f"docs/site/sections.txt: not in the rail: {', '.join(sorted(left))}")
    return [(title, names) for title, names in found if names]


def opening(name):
    """An item of the start page: title and first sentence of a page."""
    rst = os.path.exists(f"{stage}/{name}.rst")
    text = re.sub(r"^(```+).*?^\1", "", open(f"{stage}/{name}{'.rst' if rst else '.md'}", encoding="utf-8").read(), flags=re.S | re.M)
    if rst:
        title, _, text = text.removeprefix(".. role:: thread").strip().partition("\n")
        paragraph = re.search(r"^(?![=.])\S.*?(?=\n\n|\Z)", text, re.M | re.S)
        words = re.sub(r":\w[\w:]*:`([^`<]*?)( <[^`]*)?`", r"\1", paragraph.group())
        words = re.sub(r"\\ |\\(?=[^\w\s])", "", words)
        title = title.replace("``", "`")
    else:
        title = re.search(r"^# (.*)$", text, re.M).group(1)
        paragraph = re.search(r"^(?![#!|<>$\-])\S.*?(?=\n\n|\n\||\Z)", text[text.index(title):].partition("\n")[2].partition("\n## ")[0], re.M | re.S)
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", paragraph.group()) if paragraph else ""
    sentence = re.match(r".*?[.](?=\s|$)|.*", " ".join(words.split())).group().rstrip(".:")
    return f"- [{title}]({name}){': ' + sentence if sentence else ''}\n"


PLAYING = read("docs/playing.md").split("What follows is what `urto instruments --markdown` prints.\n")
PARAMETERS = {f"#{title}" for title in re.findall(r"^### (\S+)$", PLAYING[1], re.M)}
shutil.rmtree(stage, ignore_errors=True)
os.makedirs(stage)
for folder, below, files in os.walk(docs):
    below[:] = [b for b in below if not (folder == docs and b == "site")]
    for file in files:
        name = os.path.relpath(os.path.join(folder, file), source)
        if name == "docs/playing.md":
            page(name, PLAYING[0] + "The tables of all instruments: [parameters](parameters.md).\n")
            page(name, "# Parameters\n\nOf each instrument and of the PhonoBump, as `urto instruments --markdown` prints them. [Playing](playing.md) says how "
                 "values are written.\n\n" + re.sub("^###", "##", PLAYING[1], flags=re.M), "parameters.md")
        elif file.endswith(".md"):
            page(name)
        elif file.rsplit(".", 1)[-1] in ("svg", "png", "flac", "ogg", "wav", "mp3", "webm", "jpg", "json"):
            os.makedirs(os.path.dirname(f"{stage}/{name[5:]}"), exist_ok=True)
            shutil.copy(f"{source}/{name}", f"{stage}/{name[5:]}")
for name in ROOT_PAGES:
    page(name)
show_examples()
page("docs/site/index.md")
headers = api.Api(f"{build}/doxygen/xml")
for header in sorted(os.listdir(f"{source}/include/urto")):
    write(f"api/{header[:-2]}.rst", headers.page(header))
write("command-line.md", manual.markdown(open(f"{docs}/urto.1", encoding="utf-8").read()))
pages = [os.path.splitext(os.path.relpath(os.path.join(folder, f), stage))[0] for folder, _, files in os.walk(stage)
         for f in files if f.endswith((".md", ".rst"))]
with open(f"{stage}/index.md", "a", encoding="utf-8") as index:
    for title, names in sections(pages):
        index.write(f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(TITLES.get(n, n) for n in names) + "\n```\n")
        index.write(f"\n## {title}\n\n" + "".join(opening(name) for name in names if name not in TITLES))
