"""Options of analyses as keyword arguments.

Written by `cargo xtask options` from the list of options: every name is the one that they have everywhere.
"""

# The lines of the list are not broken.
# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Optional, TypedDict, Union


class Settings(TypedDict, total=False):
    """Options of an analysis; those that are left out, or `None`, have their defaults."""

    dispatch_width_micro_ops: Optional[int]
    """Dispatch width in place of the CPU's."""

    register_file_size_registers: Optional[int]
    """Physical registers available for renaming."""

    reservation_station_scale_factor: Optional[float]
    """Factor of the entries of all reservation stations that have more than one (default: 1.0)."""

    load_queue_size_entries: Optional[int]
    """Size of the load queue."""

    store_queue_size_entries: Optional[int]
    """Size of the store queue."""

    assume_no_alias: Optional[bool]
    """Assume that loads and stores do not alias (default)."""

    resource_segments: Optional[bool]
    """Hold each resource from the cycle after issue in which it is acquired, not from issue on (default: False)."""

    micro_op_queue_size_entries: Optional[int]
    """Entries of the micro-op queue."""

    decoder_throughput_instructions: Optional[int]
    """Instructions decoded per cycle at most."""

    call_latency_cycles: Optional[int]
    """Cycles a call is assumed to take (100)."""

    skip_unsupported: Optional[bool]
    """Leave out instructions without scheduling information (default: False)."""

    custom_behaviour: Optional[bool]
    """Apply what the target customizes in the simulation (default)."""

    instruction_tables: Optional[Literal["none", "normal", "full"]]
    """Print static tables instead of simulating (default: none)."""

    timeline_max_iterations: Optional[int]
    """Iterations in the timeline at most (10)."""

    timeline_max_cycles: Optional[int]
    """Cycles in the timeline at most (80), 0 for no limit."""

    ibs_sampling_period_micro_ops: Optional[int]
    """Print how long every Nth dispatched uop took to complete and to retire, as AMD's IBS does."""

    show_barriers: Optional[bool]
    """Print memory barriers in the instruction info view (default: False)."""

    show_encoding: Optional[bool]
    """Print encodings in the instruction info view (default: False)."""

    detects_steady_state: Optional[bool]
    """Count repetitions of a steady state (default); the report is the same without."""

    model_of: Optional[Literal["llvm", "hardware"]]
    """Whose model predicts: LLVM's, as llvm-mca does, or that of hardware mode, front end and memory included (by default, commands take hardware mode where measurements have checked it)."""

    hardware_without: Union[None, str, Sequence[str]]
    """Parts of hardware mode to leave out."""

    hardware_with: Union[None, str, Sequence[str]]
    """Parts of hardware mode to add that are off by default."""

    delivery: Optional[Literal["unrolled", "loop"]]
    """In hardware mode, how the processor gets the code (default: as a loop if it ends with a branch)."""

    initial_registers: Union[None, Literal["distinct", "equal"], Mapping[str, int]]
    """In hardware mode, values of registers before the first iteration, which tell which addresses are the same (default: distinct)."""

    two_threads: Optional[bool]
    """In hardware mode, another thread runs the same code on the same core (default: False)."""
