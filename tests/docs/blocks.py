"""The marked blocks of a page: what CONTRIBUTING.md says of the words after a fence."""

import re

LANGUAGES = {"run": ("sh", "python"), "file": None, "output": ("text",), "needs": None, "scene": ("yaml",), "part": ("c",)}
NEEDS = ("root", "cluster", "sound", "screen", "network", "time")


class Block:
    def __init__(self, page, line, language, words, text):
        self.page, self.line, self.language, self.text = page, line, language, text
        self.words = dict(word.partition("=")[::2] for word in words)

    def where(self):
        return f"{self.page}:{self.line}"


def wrong(block):
    """What is wrong with the words of a block, or nothing."""
    for word, value in block.words.items():
        if word not in LANGUAGES:
            return f"unknown word {word}, must be run, file=, output, scene, part or needs="
        if LANGUAGES[word] and block.language not in LANGUAGES[word]:
            return f"{word} is for {' and '.join(LANGUAGES[word])}, not for {block.language}"
        if (word in ("file", "needs")) != bool(value):
            return f"{word} {'needs' if not value else 'takes no'} value"
    if "needs" in block.words and block.words["needs"] not in NEEDS:
        return f"needs={block.words['needs']}, must be one of {', '.join(NEEDS)}"
    if re.search(r"(^|/)\.\.(/|$)|^/", block.words.get("file", "")):
        return "file= must stay in the folder of the page"
    return None


def read(path, page):
    """All fenced blocks, in order. An indented block is no block: it has no words."""
    blocks, fence = [], None
    for number, line in enumerate(open(path, encoding="utf-8").read().splitlines(), 1):
        match = re.match(r"^(\s*)(```+)\s*(.*)$", line)
        if fence is None and match:
            language, *words = (match.group(3).split() or [""])
            fence, indent, lines = match.group(2), len(match.group(1)), []
            block = Block(page, number, language, words, "")
        elif fence is not None and line.strip() == fence:
            block.text = "\n".join(lines) + "\n"
            blocks.append(block)
            fence = None
        elif fence is not None:
            lines.append(line[indent:] if not line[:indent].strip() else line)
    if fence is not None:
        raise SystemExit(f"{page}: a fence is not closed")
    return blocks
