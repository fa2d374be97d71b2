"""Instruments: notes and parameters."""
from __future__ import annotations

from typing import Any, Iterable

import numpy as np

from ._core import Record, UrtoError, check, diagnostic, ffi, lib, record, text
from .scene import Scene
from .sound import Sound


def instruments() -> dict[str, list[str]]:
    """The instruments and their presets.

    >>> "marimba" in instruments()["mallet"]
    True
    """
    infos = [lib.urto_instrument_info(i) for i in range(lib.urto_instrument_count())]
    return {text(info.id): [text(info.presets[i].id) for i in range(info.preset_count)] for info in infos}


class Instrument:
    """An instrument by its name, or a scene with a `play:` block.

    >>> marimba = Instrument("mallet", preset="marimba")
    >>> marimba["decay"] = "300 ms"
    >>> marimba["decay"]
    0.3
    >>> sound = marimba.play([(60, 0.0, 0.5), (67, 0.2, 0.5)], seconds=0.5, velocity=0.8)
    >>> len(sound), sound.channels
    (24000, 2)
    """

    def __init__(self, name: str | Scene, *, preset: str | None = None, rate: float = 48000.0, voices: int = 0,
                 ledger: bool = False, mpe: bool = False):
        self.rate = float(rate)
        options = ffi.new("UrtoInstrumentOptions *")
        options[0] = lib.urto_instrument_options()
        options.voices, options.ledger, options.mpe = voices, ledger, mpe
        pointer, why = ffi.new("UrtoInstrument **"), diagnostic()
        if isinstance(name, Scene):
            source = name._load()
            status = lib.urto_scene_instrument_create(pointer, source, rate, options, why)
            if status == lib.URTO_OK:
                ffi.gc(source, None)  # it belongs to the instrument now
        else:
            info = lib.urto_instrument_find(name.encode())
            if info == ffi.NULL:
                raise UrtoError(f"unknown instrument {name!r}, must be one of {', '.join(instruments())}",
                                "not found", "name")
            status = lib.urto_instrument_create(pointer, info, rate, options, why)
        check(status, why)
        self._instrument = ffi.gc(pointer[0], lib.urto_instrument_destroy)
        self._info = lib.urto_instrument_info_of(self._instrument)
        self.name = text(self._info.id)
        if preset is not None:
            self.load_preset(preset)

    @property
    def presets(self) -> list[str]:
        return [text(self._info.presets[i].id) for i in range(self._info.preset_count)]

    @property
    def parameters(self) -> dict[str, Record]:
        """The table: name, unit, minimum, maximum, default_value (of the first preset), description, values of a choice."""
        found = {}
        for i in range(self._info.parameter_count):
            row = self._info.parameters[i]
            values, count = [], 0
            while row.values != ffi.NULL and row.values[count] != ffi.NULL:
                values.append(text(row.values[count]))
                count += 1
            found[text(row.id)] = Record(name=text(row.name), unit=text(row.unit), group=text(row.group),
                                         minimum=row.minimum, maximum=row.maximum,
                                         default_value=lib.urto_preset_value(self._info.presets, self._info.parameters, i),
                                         description=text(row.description),
                                         values=values)
        return found

    def _index(self, parameter: str) -> int:
        index = lib.urto_instrument_parameter_find(self._info, parameter.encode())
        if index >= self._info.parameter_count:
            raise UrtoError(f"unknown parameter {parameter!r} of {self.name}, must be one of "
                            f"{', '.join(self.parameters)}", "not found", parameter)
        return index

    def __getitem__(self, parameter: str) -> float:
        return lib.urto_instrument_get(self._instrument, self._index(parameter))

    def __setitem__(self, parameter: str, value: float | str) -> None:
        """A number in the unit of the table, or text: "300 ms", "A3", "glass"."""
        index, why = self._index(parameter), diagnostic()
        if isinstance(value, str):
            number = ffi.new("double *")
            check(lib.urto_parameter_read(ffi.addressof(self._info.parameters[index]), value.encode(), number, why), why,
                  f"{parameter}: ")
            value = number[0]
        check(lib.urto_instrument_set(self._instrument, index, float(value), why), why)

    def load_preset(self, preset: str) -> None:
        index = lib.urto_instrument_preset_find(self._info, preset.encode())
        if index >= self._info.preset_count:
            raise UrtoError(f"unknown preset {preset!r} of {self.name}, must be one of {', '.join(self.presets)}",
                            "not found", "preset")
        why = diagnostic()
        check(lib.urto_instrument_load_preset(self._instrument, index, why), why)

    def _event(self, event: Any, delay: int) -> None:
        why, pointer = diagnostic(), ffi.new("UrtoEvent *")
        pointer[0] = event
        pointer.frame = delay
        check(lib.urto_instrument_event(self._instrument, pointer, why), why)

    def note_on(self, key: int, velocity: float = 0.8, delay: int = 0) -> None:
        """A MIDI key goes down, some frames from now; velocity 0 to 1."""
        self._event(lib.urto_note_on(self._key(key), velocity), delay)

    def note_off(self, key: int, delay: int = 0) -> None:
        self._event(lib.urto_note_off(self._key(key)), delay)

    @staticmethod
    def _key(key: int) -> int:
        if not 0 <= key <= 127:
            raise UrtoError(f"key is {key}, must be 0 to 127", field="key")
        return key

    def midi(self, data: bytes, delay: int = 0) -> None:
        """Bytes of MIDI."""
        lib.urto_instrument_midi(self._instrument, delay, data, len(data))

    def process(self, frames: int) -> np.ndarray:
        """The next frames, left and right."""
        out = np.zeros((2, frames), dtype=np.float32)
        if frames:
            rows = ffi.new("float *[2]", [ffi.from_buffer("float[]", row) for row in out])
            lib.urto_instrument_process(self._instrument, rows, frames)
        return np.ascontiguousarray(out.T)

    def play(self, notes: Iterable[tuple[float, ...]], seconds: float, velocity: float = 0.8) -> Sound:
        """Notes as (key, start, length) or (key, start, length, velocity), in seconds: their sound."""
        events = []
        for key, start, length, *own in notes:
            events.append((round(start * self.rate), 1, int(key), own[0] if own else velocity))
            events.append((round((start + length) * self.rate), 0, int(key), 0.0))
        pieces, at, end = [], 0, round(seconds * self.rate)
        for frame, down, key, strength in sorted(events):
            until = min(max(frame, at), end)
            pieces.append(self.process(until - at))
            at = until
            if frame < end:
                self.note_on(key, strength) if down else self.note_off(key)
        pieces.append(self.process(end - at))
        return Sound(np.concatenate(pieces), self.rate)

    def reset(self) -> None:
        lib.urto_instrument_reset(self._instrument)

    def save(self) -> str:
        """The state, as plug-ins keep it."""
        size = lib.urto_instrument_save(self._instrument, ffi.NULL, 0)
        room = ffi.new("char[]", size + 1)
        lib.urto_instrument_save(self._instrument, room, size + 1)
        return text(room)

    def restore(self, state: str) -> None:
        why = diagnostic()
        check(lib.urto_instrument_restore(self._instrument, state.encode(), why), why)

    @property
    def statistics(self) -> Record:
        return record(lib.urto_instrument_statistics(self._instrument))

    @property
    def ledger(self) -> Record:
        return record(lib.urto_instrument_ledger(self._instrument))

    def __repr__(self) -> str:
        return f"<urto.Instrument {self.name}>"
