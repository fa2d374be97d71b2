#!/usr/bin/python3
"""Links of the Markdown files exist, with their anchors: links.py SOURCE. Those of the built site: links.py SOURCE HTML; no page
of it asks another origin for anything."""

import glob
import html.parser
import os
import re
import sys
import urllib.parse

failed = []


def slugs(path):
    """Anchors of the headings of a page, as GitHub makes them."""
    found, seen, fenced = set(), {}, False
    for line in open(path, encoding="utf-8"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        heading = re.match(r"#{1,6} +(.*?) *#*$", line)
        if heading and not fenced:
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).replace("`", "")
            slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            seen[slug] = seen.get(slug, -1) + 1
            found.add(slug if not seen[slug] else f"{slug}-{seen[slug]}")
    return found


def markdown(source):
    pages = [f"{source}/{name}" for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
    pages += [p for folder in ("", "tutorials/", "guides/", "site/") for p in glob.glob(f"{source}/docs/{folder}*.md")]
    count = 0
    for page in pages:
        text = re.sub(r"^(```+).*?^\1", "", open(page, encoding="utf-8").read(), flags=re.S | re.M)
        text = re.sub(r"`[^`\n]*`", "``", text)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path, _, anchor = urllib.parse.unquote(target).partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            real = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            name = os.path.relpath(page, source)
            if not os.path.exists(real):
                failed.append(f"{name}: there is no {target}")
            elif anchor and real.endswith(".md") and anchor not in slugs(real):
                failed.append(f"{name}: there is no heading {target}")
    print(f"{count} links in {len(pages)} Markdown files")


class Page(html.parser.HTMLParser):
    """Ids, links and what a page loads."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            self.ids.add(given["id"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("href"):
            self.loads.append(given["href"])
        for key in ("src", "poster", "data"):
            if tag != "a" and given.get(key):
                self.loads.append(given[key])


def site(folder):
    pages = {}
    for path in glob.glob(f"{folder}/**/*.html", recursive=True):
        pages[path] = Page()
        pages[path].feed(open(path, encoding="utf-8").read())
    count = 0
    for path, page in pages.items():
        for target in page.links + page.loads:
            name = os.path.relpath(path, folder)
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.loads and parts.scheme != "data":
                    failed.append(f"{name} asks for {target}")
                continue
            count += 1
            real = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
            if not os.path.exists(real):
                failed.append(f"{name}: there is no {target}")
            elif parts.fragment and real in pages and urllib.parse.unquote(parts.fragment) not in pages[real].ids:
                failed.append(f"{name}: nothing has the id of {target}")
    for path in glob.glob(f"{folder}/_static/*.css"):
        for target in re.findall(r"url\(['\"]?([^)'\"]+)", open(path, encoding="utf-8").read()):
            if re.match(r"(https?:)?//", target):
                failed.append(f"{os.path.relpath(path, folder)} asks for {target}")
    print(f"{count} links in {len(pages)} pages of the site")


markdown(sys.argv[1]) if len(sys.argv) == 2 else site(sys.argv[2])
sys.exit("\n".join(["FAILED:", *failed]) if failed else 0)
