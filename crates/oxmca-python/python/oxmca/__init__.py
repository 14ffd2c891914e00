"""Simulates how a block of assembly runs on a CPU, as llvm-mca does.

>>> import oxmca
>>> report = oxmca.analyze("imulq %rsi, %rdi\\naddq %rdi, %rax", cpu="icelake-client")
>>> report.summary.total_cycles
304
>>> [info.latency_cycles for info in report.instruction_info]
[3, 1]

A `Session` is a CPU to read for and to simulate, `Code` is what it read, and each `Region` of that has a `Report`.
`analyze_many` does millions of blocks as Arrow's record batches.
"""

from __future__ import annotations

from ._oxmca import host_cpu, host_triple
from .api import (
    BuildInfo,
    Code,
    Comparison,
    Model,
    Region,
    Report,
    Session,
    analyze,
    analyze_machine_code,
    build_info,
    compare,
    cpus,
    features,
    models,
)
from .errors import (
    AssemblyError,
    DataError,
    InternalError,
    MachineCodeDecodeError,
    MeasureError,
    ModelError,
    ObjectError,
    OptionError,
    OxmcaError,
    SelectionError,
    SimulationError,
    TargetError,
)
from .many import BatchAnalyzer, analyze_many
from .measuring import Measured, measure
from .objects import Object
from . import loops, views

__all__ = [
    "AssemblyError",
    "BatchAnalyzer",
    "BuildInfo",
    "Code",
    "Comparison",
    "DataError",
    "InternalError",
    "MachineCodeDecodeError",
    "MeasureError",
    "Measured",
    "Model",
    "ModelError",
    "Object",
    "ObjectError",
    "OptionError",
    "OxmcaError",
    "Region",
    "Report",
    "SelectionError",
    "Session",
    "SimulationError",
    "TargetError",
    "analyze",
    "analyze_machine_code",
    "analyze_many",
    "build_info",
    "compare",
    "cpus",
    "features",
    "host_cpu",
    "host_triple",
    "loops",
    "measure",
    "models",
    "views",
]

__version__ = build_info().version
