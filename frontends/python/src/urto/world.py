"""Worlds: bodies that touch, defined in Python, compiled and stepped in C."""
from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ._core import (Record, UrtoError, check, column, diagnostic, doubles, ffi, fill, lib, record, text,
                    unknown_keyword, word, words)

QUANTITIES = ("displacement", "velocity", "acceleration", "contact-force", "bow-force", "bow-slip",
              "stored", "dissipated", "supplied", "residual")


def materials() -> dict[str, Record]:
    """Materials and their numbers.

    >>> materials()["steel"].density
    7850.0
    """
    found: dict[str, Record] = {}
    while (material := lib.urto_material_at(len(found))) != ffi.NULL:
        numbers = record(material[0])
        numbers.name = text(numbers.name)
        found[numbers.name] = numbers
    return found


class Thing:
    """Something of a world: a body, port, contact, bow, drive or probe."""

    kind = ""

    def __init__(self, world: "World", handle: Any):
        self.world = world
        self.handle = handle

    def target(self, control: str) -> Any:
        """The control of this thing that scenes call so."""
        owner = getattr(lib, f"URTO_OWNER_{self.kind.upper()}")
        known = {text(lib.urto_control_info(i).name): i for i in range(lib.URTO_BODY_MASS + 1)
                 if lib.urto_control_info(i).owner == owner}
        name = control.replace("_", "-")
        if name not in known:
            raise unknown_keyword(control, list(known), f"a {self.kind}")
        return getattr(lib, f"urto_{self.kind}_target")(self.handle, known[name])

    def set(self, delay: int = 0, ramp: int = 0, **controls: float) -> None:
        """Move controls, some frames from now, in a straight ramp of some frames: `set(stiffness=1e7)`."""
        for name, value in controls.items():
            target = self.target(name)
            why = diagnostic()
            check(lib.urto_world_set(self.world.compile(), target, value, delay, ramp, why), why)

    def curve(self, control: str, points: Sequence[tuple[float, float]]) -> None:
        """Let a control follow a curve of (seconds, value), from the start."""
        array = ffi.new("UrtoBreakpoint[]", [{"time": t, "value": v} for t, v in points])
        self.world._define(lib.urto_world_def_curve, self.target(control), array, len(points))


class Port(Thing):
    """A place on a body."""

    kind = "port"

    @property
    def displacement(self) -> float:
        return lib.urto_world_displacement(self.world.compile(), self.handle)

    @property
    def velocity(self) -> float:
        return lib.urto_world_velocity(self.world.compile(), self.handle)

    def strike(self, impulse: float, delay: int = 0) -> None:
        """An impulse [N s]."""
        self.world._act(lib.urto_world_strike, self.handle, impulse, delay)

    def pluck(self, displacement: float) -> None:
        """Pull to a displacement [m] and let go now."""
        self.world._act(lib.urto_world_pluck, self.handle, displacement)


class Body(Thing):
    """A body of a world."""

    kind = "body"

    def at(self, x: float = 0.0, y: float = 0.0, interpolation: str = "linear") -> Port:
        """A port at a place [m]."""
        port = ffi.new("UrtoPortDef *")
        port[0] = lib.urto_port_def(self.handle)
        port.x, port.y = x, y
        port.interpolation = word("UrtoInterpolation", interpolation, "interpolation")
        return Port(self.world, self.world._define(lib.urto_world_def_port, port))

    @property
    def info(self) -> Record:
        return record(lib.urto_world_body_info(self.world.compile(), self.handle))

    def places(self, n: int) -> np.ndarray:
        """n places along the body [m]; of a surface n x n, as (n, n, 2)."""
        info = self.info
        start = -info.size[0] if info.outline == lib.URTO_OUTLINE_CIRCLE else 0.0
        x = np.linspace(start, info.size[0], n)
        if info.outline != lib.URTO_OUTLINE_CIRCLE and info.size[1] == 0.0:
            return x
        y = x if info.outline == lib.URTO_OUTLINE_CIRCLE else np.linspace(0.0, info.size[1], n)
        return np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1)

    def shape(self, n: int = 65) -> np.ndarray:
        """Displacement now at `places(n)` [m]; 0 beside a round body."""
        places = self.places(n)
        x = column(places if places.ndim == 1 else places[..., 0])
        y = column(np.zeros_like(x) if places.ndim == 1 else places[..., 1])
        out = np.empty(x.shape)
        lib.shape_at(self.world.compile(), self.handle, doubles(x.reshape(-1)), doubles(y.reshape(-1)), out.size,
                     doubles(out.reshape(-1)))
        return out

    def _modes(self) -> tuple[np.ndarray, np.ndarray]:
        info = self.info
        if info.model == lib.URTO_MODEL_GRID:
            raise UrtoError("the body is a grid, it has no modes: model='modal'", field="model")
        modes = np.empty((info.degrees, 3))
        displacement = np.empty(info.degrees)
        lib.modes_of(self.world.compile(), self.handle, info.degrees,
                     ffi.from_buffer("UrtoMode[]", modes), doubles(displacement))
        return modes, displacement

    @property
    def frequencies(self) -> np.ndarray:
        """Of the modes, as they are tuned now [Hz]."""
        return self._modes()[0][:, 0]

    @property
    def decays(self) -> np.ndarray:
        """Of the modes [1/s]."""
        return self._modes()[0][:, 1]

    @property
    def amplitudes(self) -> np.ndarray:
        """Displacement of each mode now [m]."""
        return self._modes()[1]

    def throw(self, position: float, velocity: float, delay: int = 0) -> None:
        """Give a mass a position [m] and velocity [m/s]."""
        self.world._act(lib.urto_world_throw, self.handle, position, velocity, delay)

    def throw_at(self, contact: "Contact", speed: float, delay: int = 0) -> None:
        """Throw a mass at what a contact has on its other side [m/s]."""
        self.world._act(lib.urto_world_throw_at, self.handle, contact.handle, speed, delay)

    @property
    def dissipated(self) -> float:
        return lib.urto_world_dissipated_by_body(self.world.compile(), self.handle)


class Contact(Thing):
    """A contact or a line of contacts."""

    kind = "contact"

    @property
    def force(self) -> float:
        """In the last step [N]; a line: the sum."""
        return lib.urto_world_contact_force(self.world.compile(), self.handle)

    @property
    def compression(self) -> float:
        return lib.urto_world_compression(self.world.compile(), self.handle)

    @property
    def stored(self) -> float:
        return lib.urto_world_stored_in_contact(self.world.compile(), self.handle)


class Bow(Thing):
    kind = "bow"


class Drive(Thing):
    kind = "drive"


class Probe(Thing):
    kind = "probe"


class World:
    """Define bodies, contacts and probes, then `process`. Units are SI, defaults those of the C library.

    >>> world = World(rate=48000, ledger=True)
    >>> bar = world.bar(length=0.3)
    >>> mallet = world.mass(mass=0.02, position=-1e-3, velocity=2.0)
    >>> contact = world.contact(mallet.at(), bar.at(0.12), stiffness=1e8, exponent=2.3)
    >>> probe = world.probe(bar.at(0.29))
    >>> sound = world.process(4800)
    >>> sound.shape
    (4800, 1)
    >>> abs(world.ledger.residual) < 1e-11 * world.ledger.initial
    True
    """

    def __init__(self, rate: float = 48000.0, **options: Any):
        self.rate = rate
        self._world: Any = None
        self._outputs = 0
        self._inputs = 0
        pointer = ffi.new("UrtoWorldDef **")
        check(lib.urto_world_def_create(pointer, ffi.NULL), diagnostic(), "out of memory")
        self._def = ffi.gc(pointer[0], lib.urto_world_def_destroy)
        struct = ffi.new("UrtoWorldOptions *")
        struct[0] = lib.urto_world_options()
        fill(struct[0], options, "World", ("rate",))
        self._options = struct
        self._define(lib.urto_world_def_options, struct)

    # --- definition ---

    def _define(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if self._world is not None:
            raise UrtoError("the world sounds already: define everything before process()", "unsupported")
        handle = function(self._def, *arguments)
        why = diagnostic()
        status = lib.urto_world_def_status(self._def, why)
        lib.urto_world_def_clear(self._def)
        check(status, why)
        return handle

    def _body(self, kind: str, given: dict[str, Any], made: tuple[str, ...]) -> Body:
        struct = ffi.new(f"Urto{kind.capitalize()}Def *")
        material = given.pop("material", None)
        if material is None:
            struct[0] = getattr(lib, f"urto_{kind}_def")()
        else:
            found = lib.urto_material_find(str(material).encode())
            if found == ffi.NULL:
                raise UrtoError(f"unknown material {material!r}, must be one of {', '.join(materials())}",
                                "not found", "material")
            missing = [name for name in made if name not in given]
            if missing:
                raise TypeError(f"a {kind} of {material} also needs {', '.join(missing)}")
            struct[0] = getattr(lib, f"urto_{kind}_of")(found, *(given.pop(name) for name in made))
        fill(struct[0], given, f"a {kind}", ("material", *made))
        return Body(self, self._define(getattr(lib, f"urto_world_def_{kind}"), struct))

    def mass(self, **given: Any) -> Body:
        """mass, spring, loss, gravity, position, velocity."""
        return self._body("mass", given, ())

    def string(self, *, pitch: float | None = None, **given: Any) -> Body:
        """length, tension, density, rigidity, loss, edge, model, segments; `material` with length, radius,
        tension. `pitch` [Hz] instead of the tension: that of the flexible string."""
        if pitch is not None:
            default = lib.urto_string_def()
            length = given.get("length", default.length)
            if "material" in given:
                density = materials()[given["material"]].density * np.pi * given.get("radius", 0.0) ** 2 \
                    if given["material"] in materials() else 1.0
            else:
                density = given.get("density", default.density)
            given["tension"] = density * (2.0 * length * pitch) ** 2
        return self._body("string", given, ("length", "radius", "tension"))

    def bar(self, **given: Any) -> Body:
        """length, density, rigidity, loss, ends, rigid, modes; `material` with length, width, thickness."""
        return self._body("bar", given, ("length", "width", "thickness"))

    def membrane(self, **given: Any) -> Body:
        """outline, size, tension, density, loss, model, rim, segments; `material` with radius, thickness,
        tension."""
        return self._body("membrane", given, ("radius", "thickness", "tension"))

    def plate(self, **given: Any) -> Body:
        """size, rigidity, density, loss, edge, model, segments; `material` with width, height, thickness."""
        return self._body("plate", given, ("width", "height", "thickness"))

    def modal(self, frequencies: ArrayLike, decays: ArrayLike = 1.0, masses: ArrayLike = 1.0,
              shapes: ArrayLike | None = None, length: float = 1.0) -> Body:
        """A body given by its modes [Hz, 1/s, kg]; shapes is points x modes along its length."""
        columns = np.broadcast_arrays(*(np.atleast_1d(np.asarray(c, dtype=np.float64))
                                        for c in (frequencies, decays, masses)))
        modes = column(np.stack(columns, axis=1))
        struct = ffi.new("UrtoModalDef *")
        struct[0] = lib.urto_modal_def()
        struct.modes, struct.count, struct.length = ffi.from_buffer("UrtoMode[]", modes), len(modes), length
        if shapes is not None:
            table = column(np.atleast_2d(np.asarray(shapes, dtype=np.float64)))
            if table.shape[1] != len(modes):
                raise UrtoError(f"shapes are {table.shape}, must be points x {len(modes)} modes", field="shapes")
            struct.shapes, struct.points = doubles(table.reshape(-1)), len(table)
        return Body(self, self._define(lib.urto_world_def_modal, struct))

    @staticmethod
    def _handle(end: Port | Body | None) -> Any:
        if isinstance(end, Body):
            end = end.at()
        return end.handle if end is not None else ffi.new("UrtoPort *")[0]

    @staticmethod
    def _law(struct: Any, given: dict[str, Any]) -> dict[str, Any]:
        for name in ("stiffness", "exponent", "damping"):
            if name in given:
                setattr(struct.law, name, given.pop(name))
        if "kind" in given:
            struct.kind = word("UrtoContactKind", given.pop("kind"), "kind")
        return given

    def contact(self, below: Port | Body | None, above: Port | Body | None, **given: Any) -> Contact:
        """below pushes above away once it has come higher by `distance`; None is a barrier. stiffness,
        exponent, damping, distance, kind ('one-sided', 'link'), matched."""
        struct = ffi.new("UrtoContactDef *")
        struct[0] = lib.urto_contact_def()
        struct.below, struct.above = self._handle(below), self._handle(above)
        fill(struct[0], self._law(struct, given), "a contact", ("stiffness", "exponent", "damping"))
        return Contact(self, self._define(lib.urto_world_def_contact, struct))

    def line(self, below: Body | None, above: Body | None, *, heights: ArrayLike | None = None,
             positions: ArrayLike | None = None, below_from: Sequence[float] = (0.0, 0.0),
             below_to: Sequence[float] | None = None, above_from: Sequence[float] = (0.0, 0.0),
             above_to: Sequence[float] | None = None, **given: Any) -> Contact:
        """Many contact points along a line, such as frets under a string. `below_from`, `above_to` and so on
        are its ends on the bodies [m]; heights are those of the barrier."""
        struct = ffi.new("UrtoLineDef *")
        struct[0] = lib.urto_line_def()
        for side, body, start, end in ((struct.below, below, below_from, below_to),
                                       (struct.above, above, above_from, above_to)):
            if body is None:
                continue
            if end is None:
                raise TypeError("a line needs below_to or above_to: its end on each of its bodies")
            side.body = body.handle
            ends = ffi.addressof(side, "from"), ffi.addressof(side, "to")
            for place, numbers in zip(ends, (start, end)):
                for i, number in enumerate(np.atleast_1d(numbers)):
                    place[0][i] = number
        keep = []
        for name, values in (("heights", heights), ("positions", positions)):
            if values is not None:
                keep.append(column(values))
                setattr(struct, name, doubles(keep[-1]))
                given.setdefault("points", len(keep[-1]))
        fill(struct[0], self._law(struct, given), "a line", ("stiffness", "exponent", "damping"))
        return Contact(self, self._define(lib.urto_world_def_line, struct))

    def bow(self, port: Port | Body, **given: Any) -> Bow:
        """force [N], velocity [m/s], curve, iterative, lagged."""
        struct = ffi.new("UrtoBowDef *")
        struct[0] = lib.urto_bow_def(self._handle(port))
        fill(struct[0], given, "a bow")
        return Bow(self, self._define(lib.urto_world_def_bow, struct))

    def drive(self, port: Port | Body, **given: Any) -> Drive:
        """A force signal: channel, gain [N for an input of 1]."""
        struct = ffi.new("UrtoDriveDef *")
        struct[0] = lib.urto_drive_def(self._handle(port))
        fill(struct[0], given, "a drive")
        self._inputs = max(self._inputs, struct.channel + 1)
        return Drive(self, self._define(lib.urto_world_def_drive, struct))

    def probe(self, what: Port | Body | Contact | Bow | None = None, quantity: str = "",
              **given: Any) -> Probe:
        """Adds a quantity to an output channel: gain, channel, pan and width=2 for two channels. A port is
        heard by its velocity, a contact and a bow by their force."""
        port = self._handle(what if isinstance(what, (Port, Body)) else None)
        struct = ffi.new("UrtoProbeDef *")
        struct[0] = lib.urto_probe_def(port)
        usual = {Contact: "contact-force", Bow: "bow-force"}.get(type(what), "velocity")
        struct.quantity = word("UrtoQuantity", quantity or usual, "quantity")
        if isinstance(what, Contact):
            struct.contact = what.handle
        elif isinstance(what, Bow):
            struct.bow = what.handle
        if "pan" in given:
            given.setdefault("width", 2)
        fill(struct[0], given, "a probe", ("quantity",))
        self._outputs = max(self._outputs, struct.channel + struct.width)
        return Probe(self, self._define(lib.urto_world_def_probe, struct))

    # --- sound ---

    def compile(self) -> Any:
        """Compile what was defined; process() does it when it is first called."""
        if self._world is None:
            pointer, why = ffi.new("UrtoWorld **"), diagnostic()
            check(lib.urto_world_create(pointer, self._def, self.rate, why), why)
            self._world = ffi.gc(pointer[0], lib.urto_world_destroy)
        return self._world

    def _act(self, function: Callable[..., int], *arguments: Any) -> None:
        why = diagnostic()
        check(function(self.compile(), *arguments, why), why)

    def process(self, frames: int, inputs: ArrayLike | None = None) -> np.ndarray:
        """The next frames, as frames x channels. `inputs` are the force signals, frames x channels."""
        if frames < 0:
            raise UrtoError(f"frames is {frames}, must be 0 or more", field="frames")
        world = self.compile()
        outputs = self._options.outputs or self._outputs
        out = np.zeros((outputs, frames), dtype=np.float32)
        given = ffi.NULL
        if inputs is not None:
            signal = np.asarray(inputs, dtype=np.float32)
            signal = signal.reshape(len(signal), -1).T
            count = self._options.inputs or self._inputs
            if signal.shape != (count, frames):
                raise UrtoError(f"inputs are {signal.shape[1]} x {signal.shape[0]}, must be {frames} frames x "
                                f"{count} channels", field="inputs")
            signal = np.ascontiguousarray(signal)
            rows = [ffi.from_buffer("float[]", row) for row in signal]
            given = ffi.new("float *[]", rows)
        channels = [ffi.from_buffer("float[]", row) for row in out] if frames else []
        lib.urto_world_process(world, given, ffi.new("float *[]", channels) if channels else ffi.NULL, frames)
        return out.T

    def sound(self, seconds: float) -> Any:
        """The next seconds as a `Sound`."""
        from .sound import Sound

        samples = self.process(round(seconds * self.rate))
        return Sound(samples, self.rate, self.ledger if self._options.ledger else None)

    def reset(self) -> None:
        """Back to how it was created."""
        lib.urto_world_reset(self.compile())

    def rest(self) -> None:
        """All bodies to rest."""
        lib.urto_world_rest(self.compile())

    @property
    def ledger(self) -> Record:
        """Where the energy is, came from and went [J]; World(ledger=True) tracks all of it."""
        return record(lib.urto_world_ledger(self.compile()))

    @property
    def statistics(self) -> Record:
        return record(lib.urto_world_statistics(self.compile()))

    def contact_events(self, room: int = 1024) -> list[Record]:
        """The oldest contact events that were kept: World(contact_events=1000)."""
        events = ffi.new("UrtoContactEvent[]", room)
        count = lib.urto_world_contact_events(self.compile(), events, room)
        kinds = {value: name for name, value in words("UrtoContactEventKind").items()}
        return [Record(kind=kinds[e.kind], contact=e.contact.id, frame=e.frame, speed=e.speed,
                       peak_force=e.peak_force, impulse=e.impulse) for e in events[0:count]]

    def plot(self, bodies: Sequence[Body], axes: Any = None) -> Any:
        """The shapes of bodies now (needs matplotlib)."""
        from . import plots

        return plots.shapes(bodies, axes)
