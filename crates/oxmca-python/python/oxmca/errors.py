"""Exceptions of oxmca. All are `OxmcaError`s, and those about what the caller wrote are `ValueError`s too.

Python's own are raised only where Python would: `TypeError` for an argument of another type, `OSError` for a file that cannot
be opened, `IndexError` and `KeyError` for a region that is not there.
"""

from __future__ import annotations

from typing import Optional

__all__ = [
    "AssemblyError",
    "DataError",
    "InternalError",
    "MachineCodeDecodeError",
    "MeasureError",
    "ModelError",
    "ObjectError",
    "OptionError",
    "OxmcaError",
    "SelectionError",
    "SimulationError",
    "TargetError",
]


class OxmcaError(Exception):
    """An error of oxmca."""

    message: str
    """The error in words."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class OptionError(OxmcaError, ValueError):
    """An option, a view, a column of answers or a part of an object does not exist, or has no such value."""


class DataError(OxmcaError, ValueError):
    """Blocks are in no form that can be read: a column is missing or of another type, or the container is not known."""


class InternalError(OxmcaError, RuntimeError):
    """A mistake of oxmca itself, not of the caller. Standard error has the place; sessions can be used further."""


class _PlacedError(OxmcaError, ValueError):
    line: Optional[int]
    """The line of the text, from 1."""
    column: Optional[int]
    """The column in bytes, from 1."""

    def __init__(self, message: str, line: Optional[int] = None, column: Optional[int] = None) -> None:
        super().__init__(message)
        self.args = (message, line, column)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        return f"{self.line}:{self.column}: {self.message}"


class AssemblyError(_PlacedError):
    """A text is no assembly for the CPU."""

    diagnostics: str
    """All errors and warnings, with lines and carets, as llvm-mca prints them."""

    def __init__(
        self, message: str, line: Optional[int] = None, column: Optional[int] = None, diagnostics: str = ""
    ) -> None:
        super().__init__(message, line, column)
        self.args = (message, line, column, diagnostics)
        self.diagnostics = diagnostics


class MachineCodeDecodeError(OxmcaError, ValueError):
    """Bytes are no instructions of the CPU."""

    offset: Optional[int]
    """The offset of the first byte that is none."""

    def __init__(self, message: str, offset: Optional[int] = None) -> None:
        super().__init__(message)
        self.args = (message, offset)
        self.offset = offset


class SimulationError(_PlacedError):
    """Code cannot be simulated, most likely since the CPU's model does not describe an instruction."""

    instruction: str
    """The instruction, as reports show it; empty if it is none in particular."""

    def __init__(
        self, message: str, line: Optional[int] = None, column: Optional[int] = None, instruction: str = ""
    ) -> None:
        super().__init__(message, line, column)
        self.args = (message, line, column, instruction)
        self.instruction = instruction


class ModelError(_PlacedError):
    """A scheduling model of one's own has mistakes; the line and column are those of the first."""


class MeasureError(OxmcaError, RuntimeError):
    """Nothing can be measured on this machine, or of code for this target."""


class TargetError(OxmcaError, ValueError):
    """There is no such target, CPU or feature."""


class ObjectError(OxmcaError, ValueError):
    """A file is no object that can be read."""


class SelectionError(OxmcaError, LookupError):
    """A loop, function or line is chosen that is not there."""
