#!/usr/bin/python3
"""Every mark is one of those that CONTRIBUTING.md names, every block of sh, c and python has one, and every page has a picture but
those named here: marks.py SOURCE"""

import glob
import os
import re
import sys

import blocks

# lists and tables, where a picture would show nothing
WITHOUT = ("CONTRIBUTING.md", "docs/limits.md", "docs/platforms.md")
source = sys.argv[1]
failed = []
pages = ["README.md", "CONTRIBUTING.md"] + sorted(
    os.path.relpath(p, source) for f in ("docs", "docs/tutorials", "docs/guides", "docs/site") for p in glob.glob(f"{source}/{f}/*.md"))
unmarked = 0
for page in pages:
    for block in blocks.read(f"{source}/{page}", page):
        complaint = blocks.wrong(block)
        if complaint:
            failed.append(f"{block.where()}: {complaint}")
        if not block.words:
            unmarked += 1
            if block.language in ("sh", "c", "python"):
                failed.append(f"{block.where()}: a {block.language} block has no word such as run, file= or needs=")
        if "needs" in block.words:
            print(f"not run: {block.where()}, needs {block.words['needs']}")
    text = open(f"{source}/{page}", encoding="utf-8").read()
    if page not in WITHOUT and "![" not in text:
        failed.append(f"{page}: has no picture")
    prose = re.sub(r"<!-- listen -->.*?<!-- end|^(```+).*?^\1|`[^`\n]*`|\$[^$]*\$|\]\([^)]*\)", "", text, flags=re.S | re.M)
    for decimal in re.findall(r"(?<![\w.…/])\.\d+", prose):
        failed.append(f"{page}: {decimal} wants a 0 before its point")
    for bang, words in re.findall(r"(!)\[([^\]]*)\]\(", text):
        if not words.strip():
            failed.append(f"{page}: a picture has no words for those who do not see it")
print(f"{len(pages)} pages, {unmarked} blocks without a word")
sys.exit("\n".join(["FAILED:", *failed]) if failed else 0)
