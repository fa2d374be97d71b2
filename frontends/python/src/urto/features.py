"""What can be heard in a sound, as numbers: the module of `urto sweep` and `make listen`."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._core import UrtoError, ffi, lib, text


def names() -> dict[str, str]:
    """Features and what they are."""
    return {text(lib.features[i].id): text(lib.features[i].description)
            for i in range(lib.feature_count)}


def features(sound: ArrayLike, *which: str, rate: float | None = None) -> Any:
    """All features of a sound, or those that are named; one name gives one number.

    `sound` is a `Sound`, or an array of frames or of frames by channels together with `rate`. NaN where
    there is nothing to measure.

    >>> import numpy as np
    >>> tone = np.sin(2 * np.pi * 440 * np.arange(48000) / 48000)
    >>> round(features(tone, "pitch", rate=48000), 1)
    440.0
    """
    rate = getattr(sound, "rate", None) if rate is None else rate
    if rate is None:
        raise UrtoError("an array needs rate=, samples a second", field="rate")
    samples = np.ascontiguousarray(sound, dtype=np.float32)
    samples = samples.reshape(-1, 1) if samples.ndim == 1 else samples
    if samples.ndim != 2 or samples.shape[1] not in (1, 2):
        raise UrtoError(f"shape {samples.shape} is not frames, frames x 1 or frames x 2", field="sound")
    struct = ffi.new("FeatureSound *", {"frames": samples.shape[0], "channels": samples.shape[1],
                                        "rate": rate})
    struct.samples = ffi.from_buffer("float[]", samples)
    table = {text(lib.features[i].id): lib.features[i].function for i in range(lib.feature_count)}
    for name in which:
        if name not in table:
            raise UrtoError(f"unknown feature {name!r}, must be one of {', '.join(table)}", field=name)
    values = {name: table[name](struct) for name in which or table}
    return values[which[0]] if len(which) == 1 else values
