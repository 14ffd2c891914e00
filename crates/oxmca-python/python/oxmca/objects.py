"""Object files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import List, Optional, Union

from . import _oxmca
from .api import Code, Session, loops_of
from .loops import Loop

Parts = Union[None, str, int, Iterable[Union[str, int]]]
"""Parts of an object, as the command line names them: `3`, `"dot#2"`, `"kernel.c:12"`."""


def _texts(parts: Parts) -> List[str]:
    if parts is None:
        return []
    if isinstance(parts, (str, int)):
        return [str(parts)]
    return [str(part) for part in parts]


class Object:
    """A compiled object or program, from a path or from bytes.

    `loops()` lists its loops, and `code()` chooses parts to analyze.
    """

    def __init__(self, path_or_bytes: Union[str, os.PathLike[str], bytes], name: Optional[str] = None) -> None:
        if isinstance(path_or_bytes, int):
            raise TypeError("a path or bytes is needed, not an integer")
        if isinstance(path_or_bytes, bytes):
            self.name = name or "<object>"
            self._bytes = path_or_bytes
        else:
            self.name = name or os.fspath(path_or_bytes)
            with open(path_or_bytes, "rb") as file:
                self._bytes = file.read()
        self.triple: str = _oxmca.object_triple(self._bytes, self.name)
        """The triple of its target."""

    def __repr__(self) -> str:
        return f"Object({self.name!r})"

    def session(self, cpu: Optional[str] = None) -> Session:
        """A session for its target."""
        return Session(cpu, triple=self.triple)

    def loops(self, cpu: Union[None, str, Session] = None, *, threads: Optional[int] = None) -> List[Loop]:
        """Its innermost loops with the cycles of each, what limits it and its work.

        `threads` are all that the machine has, unless it is given.
        """
        session = cpu if isinstance(cpu, Session) else self.session(cpu)
        return loops_of(_oxmca.loops(session._native, self._bytes, self.name, threads or 0))

    def code(
        self,
        cpu: Union[None, str, Session] = None,
        *,
        loop: Parts = None,
        function: Parts = None,
        line: Parts = None,
        range: Parts = None,
        syntax: Optional[str] = None,
    ) -> Code:
        """The chosen parts for a CPU, each a region. Raises `SelectionError` for what is not there."""
        session = cpu if isinstance(cpu, Session) else self.session(cpu)
        parts = (_texts(loop), _texts(function), _texts(line), _texts(range))
        return Code(session, "read_object", (self._bytes, self.name, *parts, syntax))
