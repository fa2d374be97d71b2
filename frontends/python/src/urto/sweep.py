"""The file of a sweep, `urto sweep PLAN.yaml -o FILE.h5`."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ._core import UrtoError
from .sound import Sound


class Sweep:
    """Axes and features of all cases as arrays, and the sound of a case (needs h5py)."""

    def __init__(self, path: str | Path):
        try:
            import h5py
        except ImportError:
            raise UrtoError("sweeps are HDF5 files: reading them needs the package h5py", "unsupported",
                            "path") from None
        try:
            self._file = h5py.File(path, "r")
        except OSError as error:
            raise UrtoError(f"{path}: not the file of a sweep: {error}", "not found", "path") from None
        if "parameters" not in self._file or "features" not in self._file:
            raise UrtoError(f"{path}: no groups parameters and features: not the file of a sweep", field="path")

    def __len__(self) -> int:
        return len(self.done)

    @property
    def axes(self) -> dict[str, np.ndarray]:
        return {name: _column(data) for name, data in self._file["parameters"].items()}

    @property
    def features(self) -> dict[str, np.ndarray]:
        return {name: _column(data) for name, data in self._file["features"].items()}

    @property
    def units(self) -> dict[str, str]:
        return {name: _word(data.attrs.get("unit", "")) for group in ("parameters", "features")
                for name, data in self._file[group].items()}

    @property
    def done(self) -> np.ndarray:
        """Whether each case was computed."""
        status = self._file["status"]
        return np.asarray(status if not hasattr(status, "keys") else status["code"]) == 1

    @property
    def plan(self) -> str:
        return _word(self._file.attrs.get("plan", ""))

    def sound(self, case: int) -> Sound:
        if "sound" not in self._file:
            raise UrtoError("the sweep kept no sound: `keep: sound` in its plan", "unsupported", "sound")
        data = self._file["sound"]
        data = data["samples"] if hasattr(data, "keys") else data
        samples = np.asarray(data[case])
        lengths = self._file.get("sound_lengths", self._file.get("lengths"))
        if lengths is not None:
            samples = samples[: int(lengths[case])]
        return Sound(samples, float(data.attrs["rate"]))

    def plot(self, feature: str, axis: str, axes: Any = None) -> Any:
        """A feature over an axis (needs matplotlib)."""
        from . import plots

        return plots.sweep(self, feature, axis, axes)

    def close(self) -> None:
        self._file.close()


def _word(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _column(data: Any) -> np.ndarray:
    array = np.asarray(data)
    return np.array([_word(v) for v in array]) if array.dtype.kind in "SO" else array
