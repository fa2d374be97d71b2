"""One mass, one wall: closed forms and schemes on arrays."""
from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._core import UrtoError, check, column, diagnostic, doubles, ffi, lib, text

NAMES = ("mass", "stiffness", "exponent", "damping", "velocity")


class _Columns:
    """Five arrays, those that are one number kept as one."""

    def __init__(self, values: dict[str, ArrayLike], more: ArrayLike = 0.0):
        arrays = [np.asarray(values[name], dtype=np.float64) for name in NAMES]
        extra = np.asarray(more, dtype=np.float64)
        try:
            self.shape = np.broadcast_shapes(*(a.shape for a in arrays), extra.shape)
        except ValueError:
            shapes = ", ".join(f"{n} {a.shape}" for n, a in zip(NAMES, arrays))
            raise UrtoError(f"shapes do not go together: {shapes}") from None
        self.count = int(np.prod(self.shape))
        self.keep = [self._spread(a) for a in arrays]
        self.more = self._spread(extra)
        self.struct = ffi.new("UrtoImpactColumns *")
        for i, (name, array) in enumerate(zip(NAMES, self.keep)):
            setattr(self.struct, name, doubles(array))
            self.struct.varies[i] = array.size != 1
        self.pointers = [doubles(a) for a in self.keep]

    def _spread(self, array: np.ndarray) -> np.ndarray:
        if array.size == 1:
            return column(array.reshape(1))
        return column(np.broadcast_to(array, self.shape).reshape(-1))

    def place(self, bad: int) -> str:
        if not self.shape or bad >= self.count:
            return ""
        index = tuple(int(i) for i in np.unravel_index(bad, self.shape))
        return f"impact {index if len(index) > 1 else index[0]}: "

    def out(self, dtype: Any = np.float64) -> np.ndarray:
        return np.empty(self.count, dtype=dtype)

    def give(self, array: np.ndarray) -> Any:
        return array.reshape(self.shape) if self.shape else array[0]


class Trajectory:
    """Samples of one impact: arrays `time`, `compression`, `velocity`, `force`, `energy`."""

    def __init__(self, **columns: np.ndarray):
        self.__dict__.update(columns)

    def __len__(self) -> int:
        return len(self.time)  # type: ignore[attr-defined]

    def plot(self, axes: Any = None) -> Any:
        """Compression over time."""
        from . import plots

        return plots.trajectory(self, axes)


class Impact:
    """What an impact does, as arrays of the shape that the arguments have together.

    `max_compression` [m], `exit_velocity` [m/s] (negative), `exit_energy` [J], `contact_time` [s].
    """

    max_compression: Any
    exit_velocity: Any
    exit_energy: Any

    def __init__(self, columns: _Columns):
        self._columns = columns
        results = {name: columns.out() for name in ("max_compression", "exit_velocity", "exit_energy")}
        self._compute(**results)
        for name, array in results.items():
            setattr(self, name, columns.give(array))

    def _compute(self, **results: np.ndarray) -> None:
        columns, why, bad = self._columns, diagnostic(), ffi.new("size_t *")
        exact = ffi.new("UrtoImpactExactColumns *",
                        {name: doubles(array) for name, array in results.items()})
        status = lib.urto_impact_exact_columns(columns.struct, columns.count, exact, bad, why)
        check(status, why, columns.place(bad[0]))

    @cached_property
    def contact_time(self) -> Any:
        """Duration of the contact [s]: a quadrature, computed when it is first read."""
        time = self._columns.out()
        self._compute(contact_time=time)
        return self._columns.give(time)

    @cached_property
    def restitution(self) -> Any:
        """Speed after over speed before."""
        return -self.exit_velocity / self._columns.give(
            np.broadcast_to(self._columns.keep[4], self._columns.count).copy())

    def trajectory(self, points: int = 200) -> Trajectory:
        """The exact motion of one impact during its contact, at evenly spaced times."""
        if self._columns.shape:
            raise UrtoError("a trajectory is of one impact, these are many")
        impact = _one(self._columns)
        why, point = diagnostic(), ffi.new("UrtoImpactPoint *")
        rows = []
        for time in np.linspace(0.0, self.contact_time, points):
            check(lib.urto_impact_at_time(impact, time, point, why), why)
            rows.append((point.time, point.compression, point.velocity, point.force))
        time, compression, velocity, force = np.array(rows).T
        return Trajectory(time=time, compression=compression, velocity=velocity, force=force)


class SchemeImpact:
    """What a scheme makes of an impact: as `Impact`, and `energy_rise` (the largest of one step, over
    the energy at the start), `samples` (steps), `left` (whether the mass left the wall)."""

    def __init__(self, columns: _Columns, run: Any, keep: bool):
        self.scheme = text(run.scheme)
        self.rate = run.rate
        names = ("max_compression", "exit_velocity", "contact_time", "exit_energy", "energy_rise")
        results = {name: columns.out() for name in names}
        samples, left = columns.out(np.uint64), columns.out(np.uint8)
        struct = ffi.new("SchemeColumns *", {name: doubles(a) for name, a in results.items()})
        struct.samples = ffi.from_buffer("uint64_t[]", samples)
        struct.left = ffi.from_buffer("uint8_t[]", left)
        why, bad = diagnostic(), ffi.new("size_t *")
        status = lib.scheme_columns(columns.struct, columns.count, run, doubles(columns.more),
                                    columns.more.size != 1, struct, bad, why)
        check(status, why, columns.place(bad[0]))
        for name, array in results.items():
            setattr(self, name, columns.give(array))
        self.samples = columns.give(samples)
        self.left = columns.give(left.astype(bool))
        self.trajectory = self._motion(columns, run) if keep else None

    @staticmethod
    def _motion(columns: _Columns, run: Any) -> Trajectory:
        if columns.shape:
            raise UrtoError("a trajectory is of one impact, these are many")
        run.phase = columns.more[0]
        why, count, result = diagnostic(), ffi.new("size_t *"), ffi.new("UrtoImpactResult *")
        impact = _one(columns)
        check(lib.scheme_trajectory(impact, run, ffi.NULL, 0, count, result, why), why)
        room = count[0]
        samples = ffi.new("UrtoImpactSample[]", room)
        check(lib.scheme_trajectory(impact, run, samples, room, count, result, why), why)
        names = ("time", "compression", "velocity", "force", "energy")
        return Trajectory(**{name: np.array([getattr(s, name) for s in samples]) for name in names})


def _one(columns: _Columns) -> Any:
    impact = ffi.new("UrtoImpact *")
    mass, stiffness, exponent, damping, velocity = (a[0] for a in columns.keep)
    impact.mass, impact.velocity = mass, velocity
    impact.law.stiffness, impact.law.exponent, impact.law.damping = stiffness, exponent, damping
    return impact


def schemes() -> list[str]:
    """Names of the schemes that `impact` takes.

    >>> "log-two-point" in schemes()
    True
    """
    return [text(lib.urto_scheme_at(i).name) for i in range(lib.urto_scheme_count())]


def impact(mass: ArrayLike = 0.01, stiffness: ArrayLike = 1e9, damping: ArrayLike = 0.5,
           exponent: ArrayLike = 1.5, velocity: ArrayLike = 1.0, *, scheme: str | None = None,
           rate: float = 44100.0, phase: ArrayLike = 0.0, gravity: float = 0.0, spring: float = 0.0,
           matched: bool = False, corrected: bool = False, trajectory: bool = False) -> Any:
    """A mass hits a wall of f = K x^a (1 + mu v): closed forms, or what a scheme makes of it.

    Every argument before `scheme`, and `phase`, may be an array; they are broadcast together. SI units.

    >>> round(float(impact(velocity=1.0).exit_velocity), 7)
    -0.7484349
    >>> impact(stiffness=[1e6, 1e9], velocity=2.0).max_compression.shape
    (2,)
    >>> float(impact(scheme="rk4").exit_energy) < 0.005
    True
    """
    values = dict(mass=mass, stiffness=stiffness, exponent=exponent, damping=damping, velocity=velocity)
    if scheme is None:
        if trajectory or matched or corrected or gravity or spring or np.any(np.asarray(phase) != 0.0):
            raise UrtoError("trajectory, phase, gravity, spring, matched and corrected are for a scheme; "
                            "the exact motion is impact(...).trajectory()", field="scheme")
        return Impact(_Columns(values))
    run = ffi.new("UrtoImpactRun *")
    run[0] = lib.urto_impact_run_def()
    name = ffi.new("char[]", scheme.encode())
    run.scheme, run.rate, run.gravity, run.spring = name, rate, gravity, spring
    run.matched, run.corrected = matched, corrected
    return SchemeImpact(_Columns(values, phase), run, trajectory)
