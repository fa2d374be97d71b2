"""A sound: samples, rate, and how to look at it."""
from __future__ import annotations

import base64
import io
import struct
from pathlib import Path
from typing import Any

import numpy as np

from ._core import Record, UrtoError
from .features import features


class Sound:
    """Frames x channels of float32 that numpy reads: `np.asarray(sound)`."""

    def __init__(self, samples: Any, rate: float, ledger: Record | None = None):
        self.samples = np.ascontiguousarray(samples, dtype=np.float32)
        self.samples = self.samples.reshape(len(self.samples), -1)
        self.rate = float(rate)
        self.ledger = ledger

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.samples if dtype is None else self.samples.astype(dtype)
        return array.copy() if copy else array

    def __len__(self) -> int:
        return len(self.samples)

    @property
    def seconds(self) -> float:
        return len(self) / self.rate

    @property
    def channels(self) -> int:
        return self.samples.shape[1]

    @property
    def features(self) -> dict[str, float]:
        """All features by name."""
        return features(self)

    def normalised(self, loudness: float = -18.0, peak: float = -1.0) -> "Sound":
        """As loud as that [LUFS], but at most at this peak [dBFS], as `urto render` makes it."""
        level = features(self, "integrated")
        level = features(self, "loudness") if not np.isfinite(level) else level
        most = features(self, "peak")
        if not np.isfinite(level):
            return Sound(self.samples, self.rate, self.ledger)
        gain = min(loudness - level, peak - most)
        return Sound(self.samples * np.float32(10.0 ** (gain / 20.0)), self.rate, self.ledger)

    def _wav(self) -> bytes:
        data = self.samples.astype("<f4").tobytes()
        step = 4 * self.channels
        header = struct.pack("<4sI4s4sIHHIIHHH4sII4sI", b"RIFF", 50 + len(data), b"WAVE", b"fmt ", 18, 3,
                             self.channels, round(self.rate), round(self.rate) * step, step, 32, 0, b"fact", 4,
                             len(self), b"data", len(data))
        return header + data

    def save(self, path: str | Path) -> None:
        """Write a WAV file of 32-bit floats."""
        path = Path(path)
        if path.suffix.lower() != ".wav":
            raise UrtoError(f"{path.name}: only .wav is written; urto render writes flac and ogg", field="path")
        path.write_bytes(self._wav())

    def plot(self, axes: Any = None) -> Any:
        """Waveform and spectrogram over one time axis (needs matplotlib)."""
        from . import plots

        return plots.sound(self, axes)

    def _repr_html_(self) -> str:
        loud = self.normalised()
        audio = base64.b64encode(loud._wav()).decode()
        page = f'<audio controls src="data:audio/wav;base64,{audio}"></audio>'
        try:
            import matplotlib.pyplot as plt

            figure = self.plot().flat[0].figure
            picture = io.BytesIO()
            figure.savefig(picture, format="png", dpi=90, bbox_inches="tight")
            plt.close(figure)
            page += f'<br><img alt="waveform and spectrogram" src="data:image/png;base64,' \
                    f'{base64.b64encode(picture.getvalue()).decode()}">'
        except ImportError:
            pass
        return page

    def __repr__(self) -> str:
        return f"<urto.Sound {self.seconds:.3g} s, {self.channels} channels, {self.rate:g} Hz>"
