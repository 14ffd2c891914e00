"""Measurements on this machine, beside predictions."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, List, Optional, Union

from . import _oxmca
from .api import Hardware, Region, options_of, session_of
from .errors import SimulationError

from .settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Buffer, Unpack

_WORKER = """\
import importlib.util, sys
spec = importlib.util.spec_from_file_location("_oxmca", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.measure_worker()
"""


@dataclasses.dataclass(frozen=True)
class Length:
    """A number of iterations and what they took, with what comes before and after them."""

    iterations: float
    """Iterations of a pass."""
    cycles: float
    """Cycles of a pass."""


@dataclasses.dataclass(frozen=True)
class Measured:
    """What a block or loop took, in cycles of an iteration, and what models predict."""

    host_cpu: str
    """The CPU of this machine."""
    cpu: str
    """The CPU that is predicted."""
    hardware: Optional[float]
    """Cycles that hardware mode predicts, `None` if it does not."""
    llvm: Optional[float]
    """Cycles that LLVM's model predicts, `None` if it does not."""
    cycles: Optional[float] = None
    """Measured cycles; `None` if there are none, for this `reason`."""
    reason: Optional[str] = None
    """The reason why it was not measured."""
    spread: Optional[float] = None
    """Difference between the processes with most and least cycles, as a share."""
    lengths: Optional[List[Length]] = None
    """The lengths that were timed, shortest first."""
    pages: Optional[int] = None
    """Pages of memory that were touched."""
    ticks_per_cycle: Optional[float] = None
    """Ticks of the clock in a cycle of the core."""


def measure(
    code: Union[str, Buffer],
    cpu: Optional[str] = None,
    *,
    triple: Optional[str] = None,
    features: Union[None, str, Iterable[str]] = None,
    syntax: Optional[str] = None,
    processes: int = 3,
    **settings: Unpack[Settings],
) -> Measured:
    """Measures a block or loop on this machine, as `oxmca measure` does, and predicts it for `cpu`, by default this machine's.

    `code` is assembly, or machine code as bytes. It runs in processes of the Python interpreter, `sys.executable`, that may do
    nothing else; most of so many `processes` must agree within 2 %. A loop runs as it is, if its last branch depends on
    registers; other code as copies within a loop, or without one with `delivery="unrolled"`.

    Raises `MeasureError` where nothing can be measured: this needs Linux on x86-64 or AArch64.
    """
    session = session_of(cpu, triple, features)
    read = session.parse(code, syntax=syntax) if isinstance(code, str) else session.read_machine_code(code, syntax=syntax)
    region = read.region()
    # As `oxmca measure`: a block is a loop, unless another delivery is asked for.
    settings.setdefault("delivery", "loop")
    options = options_of(None, True, None, settings)
    arguments = ["-I", "-S", "-c", _WORKER, str(_oxmca.__file__)]
    found, reason = _oxmca.measure(region.code._native, region.index, options, sys.executable, arguments, processes)
    values = json.loads(found) if found is not None else {}
    if "lengths" in values:
        values["lengths"] = [Length(**it) for it in values["lengths"]]
    return Measured(
        host_cpu=_oxmca.host_cpu(),
        cpu=session.cpu,
        hardware=_predicted(region, True, settings),
        llvm=_predicted(region, False, settings),
        reason=reason,
        **values,
    )


def _predicted(region: Region, hardware: Hardware, settings: Settings) -> Optional[float]:
    """Cycles of an iteration, if there is such a prediction."""
    try:
        report = region.analyze(views=["steady_state"], hardware=hardware, **(settings if hardware else {}))
    except SimulationError:
        return None
    return report.steady_state.cycles_per_iteration.value if report.steady_state is not None else None
