"""Formulas as MathML, written when the site is built: one node process with Debian's KaTeX answers line by line."""

import json
import subprocess

from docutils.nodes import SkipNode
from sphinx.errors import ExtensionError
from sphinx.util import logging

PROGRAM = """
const katex = require("katex");
require("readline").createInterface({input: process.stdin}).on("line", (line) => {
  const [tex, displayMode] = JSON.parse(line);
  let answer;
  try {
    answer = {mathml: katex.renderToString(tex, {displayMode, output: "mathml", strict: "error"})};
  } catch (wrong) {
    answer = {wrong: wrong.message};
  }
  console.log(JSON.stringify(answer));
});
"""
process = None


def typeset(node, display):
    global process
    if process is None:
        process = subprocess.Popen(["/usr/bin/node", "-e", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                   env={"NODE_PATH": "/usr/share/nodejs:/usr/lib/nodejs", "PATH": "/usr/bin:/bin"})
    process.stdin.write(json.dumps([node.astext(), display]) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise ExtensionError("node cannot load KaTeX (Debian: katex)")
    answer = json.loads(line)
    if "wrong" in answer:
        logging.getLogger(__name__).warning("%s in the formula %s", answer["wrong"], node.astext(), location=node)
    return answer.get("mathml", "")


def visit_inline(self, node):
    self.body.append(typeset(node, False))
    raise SkipNode


def visit_block(self, node):
    # a span, for a formula may stand within a paragraph
    self.body.append(f'<span class="formula">{typeset(node, True)}</span>\n')
    raise SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", inline_renderers=(visit_inline, None), block_renderers=(visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": False}
