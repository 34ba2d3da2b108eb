"""libserai through cffi: the library, its headers, and the few habits all modules share."""
from __future__ import annotations

import importlib.resources
import json
import os
from typing import Any

import cffi

ffi = cffi.FFI()


def _load() -> Any:
    """The library named by SERAI_LIBRARY, the one beside this file, or the system's."""
    here = os.path.dirname(os.path.abspath(__file__))
    given = os.environ.get("SERAI_LIBRARY")
    beside = os.path.join(here, "libserai.so.0")
    names = [given] if given else ([beside] if os.path.exists(beside) else []) + ["libserai.so.0"]
    errors = []
    for name in names:
        try:
            return ffi.dlopen(name)
        except OSError as error:
            errors.append(str(error))
    raise ImportError("libserai is not installed: " + "; ".join(errors))


def _headers() -> str:
    given = os.environ.get("SERAI_CDEF")
    if given:
        with open(given, encoding="utf-8") as f:
            return f.read()
    return (importlib.resources.files("serai") / "_cdef.h").read_text(encoding="utf-8")


ffi.cdef(_headers())
lib = _load()

STATE_BYTES = ffi.sizeof("union sr_state")
TEXT_MAX = 160
MOVES_MAX = 1024


class SeraiError(ValueError):
    """What libserai refuses, in its own words."""


def text(pointer: Any) -> str:
    return str(ffi.string(pointer).decode("utf-8"))


def diag() -> Any:
    return ffi.new("struct sr_diag *")


def need(err: int, why: Any = None) -> None:
    """Raises when a call of the library failed."""
    if err:
        said = text(why.text) if why is not None else ""
        raise SeraiError(said or text(lib.sr_err_name(err)))


def written(write: Any, room: int = 1 << 16) -> str:
    """The text that a writer of the library makes."""
    while True:
        memory = ffi.new("char[]", room)
        buf = ffi.new("struct sr_buf *")
        lib.sr_buf_init(buf, memory, room)
        write(buf)
        if not buf.full:
            return text(memory)
        room *= 4


class Doc:
    """A value as the library's own reader sees it."""

    def __init__(self, value: Any) -> None:
        raw = json.dumps(value).encode("utf-8")
        self.text = ffi.new("char[]", raw)
        room = len(raw) + 16
        self.tokens = ffi.new("struct sr_tok[]", room)
        self.doc = ffi.new("struct sr_doc *")
        why = diag()
        need(lib.sr_json_parse(self.doc, self.text, len(raw), self.tokens, room, why), why)
