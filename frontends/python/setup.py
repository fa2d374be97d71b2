"""The extension module is built from the headers and static libraries of the C library: `make python`."""
import os
import re
from pathlib import Path

from setuptools import setup

header = Path(os.environ["URTO_SOURCE"], "include/urto/version.h").read_text()
version = ".".join(re.search(rf"URTO_VERSION_{part} (\d+)", header).group(1)
                   for part in ("MAJOR", "MINOR", "PATCH"))
setup(version=version, cffi_modules=["build_library.py:ffi"],
      options={"bdist_wheel": {"py_limited_api": "cp311"}})
