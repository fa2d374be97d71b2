"""The sound of things that collide.

>>> import urto
>>> urto.impact(mass=0.01, stiffness=1e9, damping=0.5, exponent=1.5, velocity=1.0).contact_time > 1e-4
True
"""
try:
    from ._core import UrtoError, ffi as _ffi, lib as _lib
except ImportError as _error:
    _packages = {"libyaml": "libyaml-0-2", "libebur128": "libebur128-1", "libkissfft": "libkissfft-float131"}
    for _library, _package in _packages.items():
        if _library in str(_error):
            raise ImportError(f"urto needs the shared library {_library}: install {_package} (sudo apt install {_package}), "
                              f"or what your system calls it; {_error}") from None
    raise
from .features import features
from .impact import Impact, SchemeImpact, Trajectory, impact, schemes
from .instrument import Instrument, instruments
from .scene import Player, Scene, scenes
from .sound import Sound
from .sweep import Sweep
from .world import Body, Port, World, materials

__version__ = _ffi.string(_lib.urto_version()).decode()
__all__ = ["Body", "Impact", "Instrument", "Player", "Port", "Scene", "SchemeImpact", "Sound", "Sweep",
           "Trajectory", "UrtoError", "World", "features", "impact", "instruments", "materials", "scenes",
           "schemes"]
