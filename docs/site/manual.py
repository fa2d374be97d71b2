"""The manual, docs/urto.1, as Markdown: the macros that it uses, and a complaint about any other."""

import re
import sys

ESCAPES = {r"\-": "-", r"\(aq": "'", r"\(lq": "“", r"\(rq": "”", r"\e": "\\", r"\&": "", r"\ ": " ", r"\|": ""}


def plain(text):
    for escape, letter in ESCAPES.items():
        text = text.replace(escape, letter)
    return text


def styled(text, style):
    """A piece of a line in bold (typed as it is) or italics (to be replaced)."""
    body = plain(text)
    inner = body.strip()
    if not inner:
        return body
    before, after = body[:len(body) - len(body.lstrip())], body[len(body.rstrip()):]
    return before + {"B": f"`{inner}`", "I": f"*{inner}*", "R": escape(inner)}[style] + after


def escape(text):
    return re.sub(r"([*_`\[\]<>#|$])", r"\\\1", text)


def inline(text):
    r"""Text with \fB, \fI and \fR in it."""
    pieces = re.split(r"\\f([BIR])", text)
    line = escape(plain(pieces[0]))
    for style, piece in zip(pieces[1::2], pieces[2::2]):
        line += styled(piece, style)
    return re.sub(r"\bdocs/([a-z]+)\.md\b", r"[\1](\1.md)", line)


def arguments(text):
    return [a.strip('"') if a.startswith('"') else a for a in re.findall(r'"[^"]*"|\S+', text)]


def alternating(text, styles):
    line = ""
    for i, piece in enumerate(arguments(text)):
        line += styled(piece, styles[i % 2])
    return line.replace("``", "")


def markdown(man):
    out, tag, item, indent = ["# Command line\n\nWhat `man urto` says: all commands and options of the program.\n"], False, False, False
    for line in man.splitlines():
        macro, _, rest = line.partition(" ")
        if not line.startswith("."):
            words = inline(line)
        elif macro in (".B", ".I"):
            words = styled(" ".join(arguments(rest)), macro[1])
        elif macro in (".BI", ".BR", ".RB", ".IR", ".RI"):
            words = alternating(rest, macro[1:])
        elif macro == ".SH":
            title = plain(" ".join(arguments(rest)))
            out.append(f"\n## {title[0]}{title[1:].lower()}\n")
            item = False
            continue
        elif macro == ".TP":
            out.append("")
            tag, item = True, False
            continue
        elif macro == ".br":
            out[-1] += "\\"
            continue
        elif macro == ".PP":
            out.append("")
            item = False
            continue
        elif macro in (".RS", ".RE"):
            out.append("")
            indent = macro == ".RS"
            continue
        elif macro == ".TH":
            continue
        else:
            sys.exit(f"docs/urto.1: no rule for {line}")
        if tag:
            out.append(f"- {words}\\")
            tag, item = False, True
        elif indent:
            out.append(f"> {words}")
        else:
            out.append(f"  {words}" if item else words)
    return "\n".join(out) + "\n"
