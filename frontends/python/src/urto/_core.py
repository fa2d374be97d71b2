"""The C library: errors, and structs filled from keywords."""
from __future__ import annotations

import difflib
from types import SimpleNamespace
from typing import Any, Mapping

import numpy as np

from ._library import ffi, lib

STATUS = {value: name.removeprefix("URTO_ERROR_").lower().replace("_", " ")
          for value, name in ffi.typeof("UrtoStatus").elements.items()}


class UrtoError(ValueError):
    """What the library refuses: the message says what, the value, and what would be right."""

    def __init__(self, message: str, status: str = "argument", field: str = "", value: float = 0.0):
        super().__init__(message)
        self.status = status
        self.field = field
        self.value = value


def text(pointer: Any) -> str:
    return ffi.string(pointer).decode() if pointer else ""


def diagnostic() -> Any:
    return ffi.new("UrtoDiagnostic *")


def check(status: int, why: Any, where: str = "") -> None:
    """Raise what the library refused."""
    if status != lib.URTO_OK:
        raise UrtoError(where + text(why.message), STATUS[status], text(why.field), why.value)


def words(enum: str) -> dict[str, int]:
    """The names of an enumeration as scenes spell them: "free", "log-two-point"."""
    names = ffi.typeof(enum).relements
    first = next(iter(names))
    start = len(_common_start(list(names)))
    return {name[start:].lower().replace("_", "-"): value for name, value in names.items()} if first else {}


def _common_start(names: list[str]) -> str:
    parts = [name.split("_") for name in names]
    count = 0
    while all(len(p) > count + 1 and p[count] == parts[0][count] for p in parts):
        count += 1
    return "_".join(parts[0][:count]) + "_" if count else ""


def word(enum: str, name: str, what: str) -> int:
    known = words(enum)
    if name not in known:
        raise UrtoError(f"unknown {what} {name!r}, must be one of {', '.join(known)}", field=what)
    return known[name]


def unknown_keyword(name: str, known: list[str], what: str) -> TypeError:
    nearest = difflib.get_close_matches(name, known, 1, 0.6)
    hint = f", did you mean {nearest[0]}?" if nearest else f"; it has {', '.join(known)}"
    return TypeError(f"unknown keyword {name!r} of {what}{hint}")


def fill(struct: Any, given: Mapping[str, Any], what: str, more: tuple[str, ...] = ()) -> Any:
    """Set fields of a struct by keyword: numbers, words of enumerations, short arrays."""
    fields = {name: f.type for name, f in ffi.typeof(struct).fields if name != "cookie"}
    for name, value in given.items():
        if name not in fields:
            raise unknown_keyword(name, [*fields, *more], what)
        kind = fields[name].kind
        if kind == "enum" and isinstance(value, str):
            value = word(fields[name].cname, value, name)
        elif kind == "array":
            target = getattr(struct, name)
            numbers = list(np.atleast_1d(value))
            if len(numbers) > len(target):
                raise UrtoError(f"{name} of {what} takes at most {len(target)} numbers", field=name)
            for i, number in enumerate(numbers):
                target[i] = number
            continue
        try:
            setattr(struct, name, value)
        except (TypeError, OverflowError) as error:
            raise TypeError(f"{name} of {what}: {error}") from None
    return struct


class Record(SimpleNamespace):
    """Numbers by name."""

    def _asdict(self) -> dict[str, Any]:
        return dict(vars(self))


def record(struct: Any) -> Record:
    return Record(**{name: getattr(struct, name) for name, _ in ffi.typeof(struct).fields})


def column(values: Any) -> np.ndarray:
    return np.ascontiguousarray(values, dtype=np.float64)


def doubles(array: np.ndarray) -> Any:
    return ffi.from_buffer("double[]", array)
