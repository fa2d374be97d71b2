"""Pictures by matplotlib, in the colours of the project."""
from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ._core import UrtoError

RING, STRUCK, QUIET = "#0B6E78", "#C8401F", "#5C6069"


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise UrtoError("pictures need the package matplotlib", "unsupported", "plot") from None
    return plt


def _plain(axes: Any) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, color="#E3DFD6", linewidth=0.6)
    axes.set_axisbelow(True)


def trajectory(motion: Any, axes: Any = None) -> Any:
    axes = axes or _pyplot().subplots(figsize=(6, 3))[1]
    axes.plot(1e3 * motion.time, 1e6 * motion.compression, color=RING)
    axes.set_xlabel("time / ms")
    axes.set_ylabel("compression / µm")
    _plain(axes)
    return axes


def sound(sound: Any, axes: Any = None) -> np.ndarray:
    """Waveform above, spectrogram below, one time axis."""
    plt = _pyplot()
    if axes is None:
        axes = plt.subplots(2, 1, sharex=True, figsize=(8, 4.5), height_ratios=(1, 2), layout="constrained")[1]
    axes = np.asarray(axes)
    time = np.arange(len(sound)) / sound.rate
    axes.flat[0].plot(time, np.asarray(sound), linewidth=0.5)
    axes.flat[0].set_ylabel("amplitude")
    _plain(axes.flat[0])
    mono = np.asarray(sound).mean(axis=1)
    size = min(2048, len(mono))
    if size >= 64 and np.any(mono):
        _, _, _, picture = axes.flat[1].specgram(mono, NFFT=size, Fs=sound.rate, noverlap=3 * size // 4, cmap="magma",
                                                 scale="dB")
        top = picture.get_clim()[1]
        picture.set_clim(top - 80, top)
        axes.flat[1].set_yscale("log")
        axes.flat[1].set_ylim(50, min(20000, sound.rate / 2))
        axes.flat[0].figure.colorbar(picture, ax=axes.flat[1], label="power / dB")
    axes.flat[1].set_xlabel("time / s")
    axes.flat[1].set_ylabel("frequency / Hz")
    return axes


def shapes(bodies: Sequence[Any], axes: Any = None) -> Any:
    axes = axes or _pyplot().subplots(figsize=(6, 3))[1]
    for body, colour in zip(bodies, (RING, STRUCK, "#7A4E9E", "#B58900") * len(bodies)):
        places = body.places(129)
        if places.ndim > 1:
            image = axes.pcolormesh(places[..., 0], places[..., 1], 1e6 * body.shape(129), cmap="RdBu_r",
                                    shading="auto")
            axes.figure.colorbar(image, ax=axes, label="displacement / µm")
            axes.set_aspect("equal")
            axes.set_ylabel("y / m")
        else:
            axes.plot(places, 1e6 * body.shape(129), color=colour)
            axes.set_ylabel("displacement / µm")
            _plain(axes)
    axes.set_xlabel("x / m")
    return axes


def sweep(sweep: Any, feature: str, axis: str, axes: Any = None) -> Any:
    axes = axes or _pyplot().subplots(figsize=(6, 4))[1]
    for name, known in ((feature, sweep.features), (axis, sweep.axes)):
        if name not in known:
            raise UrtoError(f"no {name!r} in the sweep, it has {', '.join(known)}", "not found", name)
    axes.plot(sweep.axes[axis], sweep.features[feature], ".", color=RING)
    values = sweep.axes[axis]
    if values.dtype.kind == "f" and np.all(values > 0) and values.max() > 30 * values.min():
        axes.set_xscale("log")
    units = sweep.units
    axes.set_xlabel(f"{axis} / {units[axis]}" if units.get(axis) else axis)
    axes.set_ylabel(f"{feature} / {units[feature]}" if units.get(feature) else feature)
    _plain(axes)
    return axes
