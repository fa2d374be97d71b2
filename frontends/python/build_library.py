"""Builds urto._library: what the public headers declare, and the loops over arrays in loops.inc.

URTO_SOURCE is the root of the sources, URTO_BUILD a build of them.
"""
import os
import re
import subprocess
import tempfile
from pathlib import Path

from cffi import FFI

source = Path(os.environ["URTO_SOURCE"])
build = Path(os.environ["URTO_BUILD"])
here = Path(__file__).parent


def declarations() -> str:
    """The headers as the preprocessor leaves them, without the system's: cffi knows its types."""
    with tempfile.TemporaryDirectory() as empty:
        for name in ("stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h"):
            Path(empty, name).touch()
        text = subprocess.run(
            ["gcc", "-E", "-P", "-nostdinc", "-I", empty, "-I", source / "include", "-I", source,
             "-D__attribute__(x)=", "-Dbool=_Bool", "-include", "urto/urto.h", "-include",
             "urto/scene.h", "-include", "urto/scene_instrument.h", here / "declared.h"],
            check=True, capture_output=True, text=True).stdout
    text = re.sub(r"[^;{}]*\bva_list\b[^;]*;", "", text)
    return text


def flags(*packages: str) -> list[str]:
    return subprocess.run(["pkg-config", "--libs", *packages], check=True, capture_output=True,
                          text=True).stdout.split()


ffi = FFI()
ffi.cdef(declarations())
ffi.set_source(
    "urto._library",
    '#include <urto/urto.h>\n#include <urto/scene.h>\n#include <urto/scene_instrument.h>\n'
    '#include "declared.h"\n#include "loops.inc"\n',
    include_dirs=[str(source / "include"), str(source), str(here)],
    extra_compile_args=["-std=c17", "-O3", "-fno-math-errno"],
    extra_objects=[str(build / "features/liburto_features.a"),
                   str(build / "src/liburto_scene.a"), str(build / "src/liburto.a")],
    extra_link_args=[*flags("yaml-0.1", "libebur128", "kissfft-float"), "-lm", "-pthread"])
