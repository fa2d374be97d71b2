"""A page for each public header, in reStructuredText with the directives of Sphinx's C domain, from doxygen's XML: everything
in the order of the header, with its comment."""

import os
import re
import sys
import xml.etree.ElementTree as tree

ROLES = {"function": "func", "define": "macro", "enum": "enum", "enumvalue": "enumerator", "typedef": "type", "variable": "member",
         "struct": "struct", "union": "union"}
NEEDED = {"para", "ref", "computeroutput", "verbatim", "itemizedlist", "orderedlist", "listitem", "bold", "emphasis", "ndash",
          "mdash", "nonbreakablespace", "superscript", "linebreak", "preformatted", "programlisting"}
LETTERS = {"ndash": "–", "mdash": "—", "nonbreakablespace": "\u00a0", "linebreak": " "}


CUT = "\1"  # where a role may touch a letter; becomes an escaped blank


def escape(text):
    return re.sub(r"([\\*`|_<>\[\]])", r"\\\1", text)


class Api:
    """All headers: what an id of doxygen means, and the pages."""

    def __init__(self, folder):
        self.folder = folder
        self.names = {}  # id: (role, name)
        self.files = {}  # header: its compound
        self.structs = {}  # id: compound
        for entry in tree.parse(f"{folder}/index.xml").getroot():
            kind, refid = entry.get("kind"), entry.get("refid")
            if kind == "file":
                self.files[entry.findtext("name")] = self.compound(refid)
                self.names[refid] = ("doc", os.path.splitext(entry.findtext("name"))[0])
            elif kind in ("struct", "union"):
                self.structs[refid] = self.compound(refid)
                self.names[refid] = (kind, entry.findtext("name"))
        for compound in [*self.files.values(), *self.structs.values()]:
            of = compound.findtext("compoundname") + "." if compound.get("kind") != "file" else ""
            for member in compound.iter("memberdef"):
                self.names[member.get("id")] = (ROLES[member.get("kind")], of + member.findtext("name"))
                for value in member.iter("enumvalue"):
                    self.names[value.get("id")] = ("enumerator", value.findtext("name"))
        # "typedef struct X X" is the struct X, whether it is told or opaque; the same of enums
        tags = {name: role for role, name in self.names.values() if role in ("struct", "union", "enum")}
        self.same = {i: name for i, (role, name) in self.names.items() if role == "type" and name in tags}
        for file in self.files.values():
            for member in file.iter("memberdef"):
                name = member.findtext("name")
                if member.get("kind") == "typedef" and "".join(member.find("type").itertext()) == f"struct {name}":
                    tags[name] = "struct"
                    self.same[member.get("id")] = name
        for i, name in self.same.items():
            self.names[i] = (tags[name], name)

    def compound(self, refid):
        return tree.parse(f"{self.folder}/{refid}.xml").getroot().find("compounddef")

    def inline(self, element):
        """The text of an element on one line; blocks inside it are left to text()."""
        line = escape(element.text or "")
        for child in element:
            if child.tag == "ref":
                role, name = self.names.get(child.get("refid"), (None, ""))
                shown = "".join(child.itertext())
                if role == "doc":
                    line += f"{CUT}:doc:`{shown} <{name}>`{CUT}"
                elif role:
                    line += f"{CUT}:c:{role}:`{shown} <{name}>`{CUT}"
                else:
                    line += escape(shown)
            elif child.tag == "computeroutput":
                line += f"{CUT}``{''.join(child.itertext())}``{CUT}"
            elif child.tag in ("bold", "emphasis"):
                mark = "**" if child.tag == "bold" else "*"
                line += f"{CUT}{mark}{self.inline(child)}{mark}{CUT}"
            elif child.tag == "superscript":
                line += f"{CUT}:sup:`{self.inline(child)}`{CUT}"
            elif child.tag in LETTERS:
                line += LETTERS[child.tag]
            elif child.tag not in NEEDED:
                sys.exit(f"api: no rule for <{child.tag}> in the comments of the headers")
            line += escape(child.tail or "")
        line = re.sub(r"\bdocs/([a-z]+)\.md\b", CUT + r":doc:`/\1`" + CUT, line)
        return re.sub(r"\\\[(setup|audio|any)\\\]", CUT + r":thread:`\1`" + CUT, line)

    def text(self, element):
        """A comment as paragraphs, lists and blocks of code."""
        out = []
        for para in element.findall("para"):
            piece = tree.Element("para")
            piece.text = para.text
            for child in para:
                if child.tag in ("verbatim", "preformatted", "programlisting"):
                    self.paragraph(out, piece)
                    piece = tree.Element("para")
                    piece.text = child.tail
                    code = "".join(child.itertext()).strip("\n").split("\n")
                    # what states a law is no C
                    language = "c" if any(re.search(r"[;{]\s*(/\*.*)?$", c) for c in code) else "none"
                    out += [f".. code-block:: {language}", "", *("   " + c for c in code), ""]
                elif child.tag in ("itemizedlist", "orderedlist"):
                    self.paragraph(out, piece)
                    piece = tree.Element("para")
                    piece.text = child.tail
                    for item in child.findall("listitem"):
                        inner = self.text(item)
                        out += ["* " + inner[0], *("  " + i for i in inner[1:])]
                    out.append("")
                else:
                    piece.append(child)
            self.paragraph(out, piece)
        return out

    def paragraph(self, out, piece):
        line = " ".join(self.inline(piece).split())
        if line.strip(CUT):
            out += [line.strip(CUT).replace(CUT, "\\ "), ""]

    def comment(self, item):
        return self.text(item.find("briefdescription")) + self.text(item.find("detaileddescription"))

    def told(self, directive, signature, item, inner=()):
        out = [f".. c:{directive}:: {signature}", ""]
        out += ["   " + line for line in [*self.comment(item), *inner]]
        return out + [""]

    def struct(self, compound):
        inner = []
        for member in compound.iter("memberdef"):
            kind = "".join(member.find("type").itertext())
            inner += self.told("member", f"{kind} {member.findtext('name')}{member.findtext('argsstring') or ''}"
                               if "(" not in kind else f"{kind}{member.findtext('name')}{member.findtext('argsstring')}", member)
        return self.told(compound.get("kind"), compound.findtext("compoundname"), compound, inner)

    def member(self, member):
        kind, name = member.get("kind"), member.findtext("name")
        if kind == "enum":
            inner = []
            for value in member.findall("enumvalue"):
                inner += self.told("enumerator", value.findtext("name"), value)
            return self.told("enum", name, member, inner)
        if kind == "define":
            parameters = [p.findtext("defname") for p in member.findall("param")]
            value = "".join(member.find("initializer").itertext()) if member.find("initializer") is not None else ""
            worth = [] if parameters or not value or "_attribute_" in value else [f"``{value}``", ""]
            return self.told("macro", name + (f"({', '.join(parameters)})" if parameters else ""), member, worth)
        spelt = "".join(member.find("type").itertext())
        arguments = member.findtext("argsstring") or ""
        if kind == "typedef":
            if member.get("id") in self.same:
                return self.told("struct", name, member)
            return self.told("type", f"{spelt}{name}{arguments}" if "(" in spelt else f"{spelt} {name}{arguments}", member)
        if kind == "function":
            return self.told("function", f"{spelt} {name}{arguments}", member)
        sys.exit(f"api: no rule for {kind} {name}")

    def page(self, header):
        """The whole page; what a header has beside its opening comment follows by line."""
        compound = self.files[header]
        found = {}
        for member in compound.iter("memberdef"):
            line = int(member.find("location").get("line"))
            if not (member.get("id") in self.same and self.defined(compound, member)):
                found[line] = self.member(member)
        for inner in compound.findall("innerclass"):
            told = self.structs[inner.get("refid")]
            found[int(told.find("location").get("line"))] = self.struct(told)
        title = f"``urto/{header}``"
        out = [".. role:: thread", "", title, "=" * len(title), "", *self.comment(compound)]
        for line in sorted(found):
            out += found[line]
        return "\n".join(out) + "\n"

    def defined(self, compound, member):
        """Whether the struct or enum of a typedef is told in the same header."""
        name = member.findtext("name")
        return (any(e.get("kind") == "enum" and e.findtext("name") == name for e in compound.iter("memberdef")) or
                any(self.names[i.get("refid")][1] == name and self.structs[i.get("refid")].find(".//memberdef") is not None
                    for i in compound.findall("innerclass")))
