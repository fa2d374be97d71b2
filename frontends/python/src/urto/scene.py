"""Scenes: text that describes a world, as `urto render` takes it."""
from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any, Mapping

import numpy as np

from ._core import Record, UrtoError, check, diagnostic, ffi, lib, record, text
from .sound import Sound


def scenes() -> list[str]:
    """Names of the scenes that ship.

    >>> "hammer-string" in scenes()
    True
    """
    folder = resources.files(__package__) / "scenes"
    return sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir())


class Scene:
    """A scene by the name of one that ships, the path of a file, its text, or a dict.

    >>> scene = Scene("hammer-string")
    >>> scene["contacts.felt.stiffness"] = 1e10
    >>> sound = scene.render(seconds=0.1, ledger=True)
    >>> sound.channels, abs(sound.ledger.residual) < 1e-10 * sound.ledger.initial
    (2, True)
    """

    def __init__(self, source: str | Path | Mapping[str, Any]):
        self.name = ""
        if isinstance(source, Mapping):
            self.text = json.dumps(source, indent=1)
        elif isinstance(source, Path) or (isinstance(source, str) and "\n" not in source):
            self.text = self._read(str(source))
        else:
            self.text = source
        self.changes: dict[str, str] = {}
        self._load()

    def _read(self, name: str) -> str:
        self.name = name
        if name in scenes():
            return (resources.files(__package__) / "scenes" / f"{name}.yaml").read_text()
        try:
            return Path(name).read_text()
        except OSError as error:
            raise UrtoError(f"{name}: {error.strerror}, and no scene that ships: {', '.join(scenes())}",
                            "not found", "source") from None

    def _load(self, changes: dict[str, str] | None = None) -> Any:
        given = [ffi.new("char[]", f"{path}={value}".encode())
                 for path, value in (self.changes if changes is None else changes).items()]
        pointer = ffi.new("UrtoScene **")
        source = self.text.encode()
        status = lib.urto_scene_load(pointer, source, len(source), ffi.new("char *[]", given) if given else ffi.NULL,
                                     len(given))
        scene = ffi.gc(pointer[0], lib.urto_scene_destroy)
        if status != lib.URTO_OK:
            raise UrtoError(self._errors(scene) or "out of memory", field="scene")
        return scene

    def _errors(self, scene: Any) -> str:
        rows = [lib.urto_scene_error(scene, i) for i in range(lib.urto_scene_error_count(scene))]
        label = self.name or "scene"
        return "\n".join(f"{label}:{row.line}:{row.column}: {text(row.message)}" if row.line
                         else text(row.message) for row in rows)

    def __setitem__(self, path: str, value: Any) -> None:
        """Replace one value by its path, "contacts.felt.stiffness"; units as in the text: "5 mm"."""
        changed = dict(self.changes)
        changed[path] = repr(float(value)) if isinstance(value, (int, float, np.number)) and \
            not isinstance(value, bool) else str(value).lower() if isinstance(value, bool) else str(value)
        self._load(changed)
        self.changes = changed

    def __getitem__(self, path: str) -> Any:
        """A value as it was set here, else as it stands in the text (needs pyyaml)."""
        if path in self.changes:
            return self.changes[path]
        try:
            import yaml
        except ImportError:
            raise UrtoError(f"{path} was not set here; reading it from the text needs the package pyyaml",
                            "unsupported", path) from None
        value = yaml.safe_load(self.text)
        for part in path.split("."):
            try:
                value = value[int(part)] if isinstance(value, list) else value[part]
            except (KeyError, IndexError, ValueError, TypeError):
                raise KeyError(path) from None
        return value

    @property
    def info(self) -> Record:
        """Title, seconds, rate, channels and so on."""
        scene = self._load()
        info = record(lib.urto_scene_info(scene))
        info.title = text(info.title)
        return info

    def play(self, rate: float | None = None, ledger: bool = False) -> "Player":
        """Compile it, to be heard in pieces."""
        return Player(self, rate, ledger)

    def render(self, seconds: float | None = None, *, rate: float | None = None, ledger: bool = False) -> Sound:
        """Its sound in SI values of the probes, with its fades; `.normalised()` is as loud as `urto render`."""
        info = self.info
        player = self.play(rate, ledger)
        length = info.seconds if seconds is None else seconds
        samples = player.process(round(length * player.rate))
        for fade, part in ((info.fade_in, slice(None)), (info.fade, slice(None, None, -1))):
            count = min(round(fade * player.rate), len(samples))
            if count:
                view = samples[part][:count]
                view *= (0.5 - 0.5 * np.cos(np.pi * (np.arange(count) + 0.5) / count)).astype(np.float32)[:, None]
        return Sound(samples, player.rate, player.ledger if ledger else None)

    def __repr__(self) -> str:
        return f"<urto.Scene {self.name or self.info.title!r}>"


class Player:
    """A scene that sounds."""

    def __init__(self, scene: Scene, rate: float | None, ledger: bool):
        self._scene = scene._load()
        options = ffi.new("UrtoPlayerOptions *", {"rate": rate or 0.0, "ledger": ledger})
        pointer, why = ffi.new("UrtoPlayer **"), diagnostic()
        status = lib.urto_player_create(pointer, self._scene, options, why)
        if status != lib.URTO_OK:
            raise UrtoError(scene._errors(self._scene) or text(why.message), field="scene")
        self._player = ffi.gc(pointer[0], lib.urto_player_destroy)
        self.channels = lib.urto_scene_info(self._scene).channels
        self.rate = lib.urto_player_rate(self._player)

    def process(self, frames: int) -> np.ndarray:
        """The next frames, as frames x channels."""
        out = np.zeros((self.channels, frames), dtype=np.float32)
        if frames:
            rows = ffi.new("float *[]", [ffi.from_buffer("float[]", row) for row in out])
            lib.urto_player_process(self._player, rows, frames)
        return np.ascontiguousarray(out.T)

    def set(self, control: str, value: float, ramp: int = 0) -> None:
        """Move "bow.force" while it sounds, in a straight ramp of some frames."""
        target, why = ffi.new("UrtoTarget *"), diagnostic()
        check(lib.urto_scene_target(self._scene, control.encode(), target, why), why)
        check(lib.urto_player_set(self._player, target[0], value, ramp, why), why)

    @property
    def ledger(self) -> Record:
        return record(lib.urto_world_ledger(lib.urto_player_world(self._player)))

    @property
    def statistics(self) -> Record:
        return record(lib.urto_world_statistics(lib.urto_player_world(self._player)))
