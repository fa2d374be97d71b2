"""The sound of things that collide.

>>> import urto
>>> urto.impact(mass=0.01, stiffness=1e9, damping=0.5, exponent=1.5, velocity=1.0).contact_time > 1e-4
True
"""
from ._core import UrtoError, ffi as _ffi, lib as _lib
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
