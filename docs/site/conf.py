"""Sphinx for the site; tools/docs runs it on the pages that stage.py has laid out."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
source = os.environ["URTO_SOURCE"]
out = os.environ["URTO_DOCS_BUILD"]

project = "Urto"
header = open(f"{source}/include/urto/version.h", encoding="utf-8").read()
version = release = ".".join(re.findall(r"#define URTO_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
extensions = ["myst_parser", "mathml"]
myst_enable_extensions = ["dollarmath"]
myst_dmath_double_inline = True
myst_heading_anchors = 4
highlight_language = "none"
primary_domain = "c"
smartquotes = False
nitpicky = True
# C's own types, and what the platform's headers define
nitpick_ignore = [("c:identifier", name) for name in
                  "FILE size_t bool uint8_t uint16_t uint32_t uint64_t int32_t int64_t va_list".split()]


html_theme = "theme"
html_theme_path = [os.path.dirname(os.path.abspath(__file__))]
html_static_path = [f"{out}/static"]
html_title = "Urto"
html_copy_source = False
html_show_search_summary = False  # pages from file:// may not fetch others
html_use_index = True
html_math_renderer = "mathml"
html_context = {"mark": open(f"{source}/output/mark.svg").read()}
