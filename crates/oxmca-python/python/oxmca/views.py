"""Sections of reports as values.

Written by `generate_views.py` from the JSON Schema of the full document, `oxmca --generate=json-schema`: every name is
the one that documents have.
"""

# The names of documents are not changed.
# ruff: noqa: E501

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Dict, List, Optional, Union


@dataclasses.dataclass(frozen=True)
class Region:
    """A region of code. A section is there when its view is on and the CPU has it."""

    index: int
    """Number among the regions, from 0."""
    name: str
    """Name given where the region begins; empty without one."""
    is_marked: bool
    """Whether comments in the input delimit the region. If not, it is the whole input."""
    instructions: List[Instruction]
    """The instructions analyzed, in order. Other parts of the region refer to them by their index here."""
    skipped_instructions: List[SkippedInstruction]
    """Instructions left out because they cannot be modelled."""
    warnings: List[RegionWarning]
    """What limits the accuracy of this report."""
    summary: Optional[Summary] = None
    """Throughput of the region. Counts wrap at 2^32."""
    steady_state: Optional[SteadyState] = None
    """What an iteration costs once the pipeline is full, exactly, and what limits it."""
    explanation: Optional[Explanation] = None
    """The limit of the region and what follows from it, in words."""
    work: Optional[Work] = None
    """The work of an iteration, if the region is the body of a loop. Addresses are followed with unknown
    registers; numbers are taken never to overflow.
    """
    bottleneck_analysis: Optional[BottleneckAnalysis] = None
    """What limits throughput."""
    instruction_info: Optional[List[InstructionInfo]] = None
    """What the scheduling model says about each instruction."""
    dispatch_statistics: Optional[DispatchStatistics] = None
    """Dispatch: stalls, and how much was dispatched per cycle."""
    scheduler_statistics: Optional[SchedulerStatistics] = None
    """Schedulers: how much was issued per cycle, and use of their buffers."""
    retire_statistics: Optional[RetireStatistics] = None
    """Retire control unit: how much was retired per cycle, and use of the reorder buffer."""
    register_file_statistics: Optional[List[RegisterFileUsage]] = None
    """Use of each register file. The first is the default one, which counts all registers."""
    resource_pressure: Optional[ResourcePressure] = None
    """How busy each unit is. Use of a group counts for the unit that served it; without simulation, it is spread
    evenly.
    """
    source_listing: Optional[SourceListing] = None
    """The source lines of the instructions, from debug information or directives (.loc), and what of a listing
    is about each instruction.
    """
    annotation: Optional[List[AnnotatedInstruction]] = None
    """What is noted beside each instruction."""
    dependency_graph: Optional[DependencyGraph] = None
    """Dependencies between instructions that hold in every iteration, as if no move were eliminated."""
    timeline: Optional[Timeline] = None
    """When each instruction of the first iterations passed each stage. Cycles count from 0, the beginning of the
    simulation.
    """
    ibs_samples: Optional[IbsSamples] = None
    """What Instruction-Based Sampling in dispatched-op mode would measure of the simulated pipeline
    (-ibs-sample). Every micro-op has the times of its instruction, from the dispatch of its first one.
    """

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Region:
        return cls(
            index=value["index"],
            name=value["name"],
            is_marked=value["is_marked"],
            instructions=[Instruction._read(it) for it in value["instructions"]],
            skipped_instructions=[SkippedInstruction._read(it) for it in value["skipped_instructions"]],
            warnings=[RegionWarning._read(it) for it in value["warnings"]],
            summary=None if value.get("summary") is None else Summary._read(value["summary"]),
            steady_state=None if value.get("steady_state") is None else SteadyState._read(value["steady_state"]),
            explanation=None if value.get("explanation") is None else Explanation._read(value["explanation"]),
            work=None if value.get("work") is None else Work._read(value["work"]),
            bottleneck_analysis=None if value.get("bottleneck_analysis") is None else BottleneckAnalysis._read(value["bottleneck_analysis"]),
            instruction_info=None if value.get("instruction_info") is None else [InstructionInfo._read(it) for it in value["instruction_info"]],
            dispatch_statistics=None if value.get("dispatch_statistics") is None else DispatchStatistics._read(value["dispatch_statistics"]),
            scheduler_statistics=None if value.get("scheduler_statistics") is None else SchedulerStatistics._read(value["scheduler_statistics"]),
            retire_statistics=None if value.get("retire_statistics") is None else RetireStatistics._read(value["retire_statistics"]),
            register_file_statistics=None if value.get("register_file_statistics") is None else [RegisterFileUsage._read(it) for it in value["register_file_statistics"]],
            resource_pressure=None if value.get("resource_pressure") is None else ResourcePressure._read(value["resource_pressure"]),
            source_listing=None if value.get("source_listing") is None else SourceListing._read(value["source_listing"]),
            annotation=None if value.get("annotation") is None else [AnnotatedInstruction._read(it) for it in value["annotation"]],
            dependency_graph=None if value.get("dependency_graph") is None else DependencyGraph._read(value["dependency_graph"]),
            timeline=None if value.get("timeline") is None else Timeline._read(value["timeline"]),
            ibs_samples=None if value.get("ibs_samples") is None else IbsSamples._read(value["ibs_samples"]),
        )


@dataclasses.dataclass(frozen=True)
class Instruction:
    """An instruction of the source."""

    text: str
    """The instruction as reports show it."""
    line: Optional[int]
    """Line of the input, from 1; null for what a macro or a repetition wrote."""
    column: Optional[int]
    """Column of the input in bytes, from 1; null where the line is."""
    opcode: str
    """LLVM's name of the opcode."""
    instrument_latency_cycles: Optional[int]
    """Latency that a comment in the input gives it (LLVM-MCA-LATENCY) in place of the model's; null without one."""
    address: Optional[int] = None
    """Its address; only in machine code."""
    encoding: Optional[str] = None
    """Machine code: two hexadecimal digits per byte, separated by spaces; empty when it cannot be encoded. There
    with -show-encoding.
    """

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Instruction:
        return cls(
            text=value["text"],
            line=value["line"],
            column=value["column"],
            opcode=value["opcode"],
            instrument_latency_cycles=value["instrument_latency_cycles"],
            address=value.get("address"),
            encoding=value.get("encoding"),
        )


@dataclasses.dataclass(frozen=True)
class SkippedInstruction:
    """An instruction left out because it cannot be modelled."""

    text: str
    """The instruction as reports show it."""
    line: Optional[int]
    """Line of the input, from 1; null for what a macro or a repetition wrote."""
    column: Optional[int]
    """Column of the input in bytes, from 1; null where the line is."""
    reason: str
    """Why it cannot be modelled."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> SkippedInstruction:
        return cls(
            text=value["text"],
            line=value["line"],
            column=value["column"],
            reason=value["reason"],
        )


@dataclasses.dataclass(frozen=True)
class RegionWarning:
    """Something that limits the accuracy of the report."""

    kind: str
    """What it is: the region calls a function, it returns from one, or bottleneck analysis was asked for on a
    CPU that executes in order.
    """
    message: str
    """The same for people."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> RegionWarning:
        return cls(
            kind=value["kind"],
            message=value["message"],
        )


@dataclasses.dataclass(frozen=True)
class Summary:
    """Throughput of the region. Counts wrap at 2^32."""

    iterations: int
    """Times the region ran."""
    instructions: int
    """Instructions of all iterations."""
    total_cycles: int
    """Cycles that all iterations took together."""
    total_micro_ops: int
    """Micro-ops of all iterations."""
    dispatch_width_micro_ops: int
    """Micro-ops dispatched per cycle at most."""
    micro_ops_per_cycle: float
    """Micro-ops per cycle, on average."""
    instructions_per_cycle: float
    """Instructions per cycle, on average."""
    block_reciprocal_throughput_cycles: float
    """Cycles per iteration at the least, as dispatch and resources allow; dependencies do not count."""
    average_cycles_per_iteration: float
    """Cycles per iteration, on average; they include filling and draining the pipeline."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Summary:
        return cls(
            iterations=value["iterations"],
            instructions=value["instructions"],
            total_cycles=value["total_cycles"],
            total_micro_ops=value["total_micro_ops"],
            dispatch_width_micro_ops=value["dispatch_width_micro_ops"],
            micro_ops_per_cycle=value["micro_ops_per_cycle"],
            instructions_per_cycle=value["instructions_per_cycle"],
            block_reciprocal_throughput_cycles=value["block_reciprocal_throughput_cycles"],
            average_cycles_per_iteration=value["average_cycles_per_iteration"],
        )


@dataclasses.dataclass(frozen=True)
class SteadyState:
    """What an iteration costs once the pipeline is full, exactly, and what limits it."""

    cycles_per_iteration: Fraction
    """An exact number: a fraction in lowest terms."""
    instructions_per_cycle: float
    """Instructions per cycle."""
    micro_ops_per_cycle: float
    """Micro-ops per cycle."""
    is_periodic: bool
    """Whether the simulation was found to repeat itself. Otherwise what was measured is an average."""
    warm_up: Optional[Span]
    """What comes before the first period; null if nothing repeats."""
    measured: Span
    """Iterations, and the cycles they take."""
    simulated_iterations: Optional[int]
    """Iterations simulated in vain; null if something repeats."""
    limited_by: List[str]
    """What limits iterations; several kinds if they are equally slow."""
    bounds: Optional[Bounds] = None
    """Lower bounds of the cycles of an iteration."""
    stalls: Optional[Stalls] = None
    """Cycles in which dispatch waited. Causes can coincide, and need not cost time."""
    hardware: Optional[Hardware] = None
    """What hardware mode found, in place of bounds and stalls. `next_bound` has the highest bound that is not
    met.
    """

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> SteadyState:
        return cls(
            cycles_per_iteration=Fraction._read(value["cycles_per_iteration"]),
            instructions_per_cycle=value["instructions_per_cycle"],
            micro_ops_per_cycle=value["micro_ops_per_cycle"],
            is_periodic=value["is_periodic"],
            warm_up=None if value["warm_up"] is None else Span._read(value["warm_up"]),
            measured=Span._read(value["measured"]),
            simulated_iterations=value["simulated_iterations"],
            limited_by=value["limited_by"],
            bounds=None if value.get("bounds") is None else Bounds._read(value["bounds"]),
            stalls=None if value.get("stalls") is None else Stalls._read(value["stalls"]),
            hardware=None if value.get("hardware") is None else Hardware._read(value["hardware"]),
        )


@dataclasses.dataclass(frozen=True)
class Hardware:
    """What hardware mode found, in place of bounds and stalls. `next_bound` has the highest bound that is not
    met.
    """

    model: str
    """Name of the hardware model."""
    is_checked: bool
    """Whether predictions by it have been compared with measurements."""
    checked: str
    """The measurements, or the reason why there are none."""
    delivery: str
    """How the processor gets the code."""
    threads: int
    """Threads of the core that run the code; cycles are those of one of them."""
    bounds: List[HardwareBound]
    """What each part of the processor takes at least."""
    reach: Optional[Reach] = None
    """What of the instructions has been compared with measurements; missing where the hardware model does not
    tell.
    """
    next_bound: Optional[str] = None
    """A part of the processor; there is a bound for each chain of dependencies."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Hardware:
        return cls(
            model=value["model"],
            is_checked=value["is_checked"],
            checked=value["checked"],
            delivery=value["delivery"],
            threads=value["threads"],
            bounds=[HardwareBound._read(it) for it in value["bounds"]],
            reach=None if value.get("reach") is None else Reach._read(value["reach"]),
            next_bound=value.get("next_bound"),
        )


@dataclasses.dataclass(frozen=True)
class Reach:
    """What of the instructions has been compared with measurements; missing where the hardware model does not
    tell.
    """

    micro_ops: int
    """Micro-ops that execute."""
    never_compared_micro_ops: int
    """Those of instructions of which a number was never compared."""
    never_compared_share: float
    """Their share of all."""
    instructions: List[InstructionReach]
    """Instructions with a number that was never compared, or differs from what was measured."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Reach:
        return cls(
            micro_ops=value["micro_ops"],
            never_compared_micro_ops=value["never_compared_micro_ops"],
            never_compared_share=value["never_compared_share"],
            instructions=[InstructionReach._read(it) for it in value["instructions"]],
        )


@dataclasses.dataclass(frozen=True)
class InstructionReach:
    """What of an instruction has been compared with measurements."""

    instruction: int
    """Index into the region's `instructions`."""
    latency: Optional[NumberReach] = None
    """The comparison of a number with measurements, and whether it is that of LLVM's scheduling model."""
    throughput: Optional[NumberReach] = None
    """The comparison of a number with measurements, and whether it is that of LLVM's scheduling model."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> InstructionReach:
        return cls(
            instruction=value["instruction"],
            latency=None if value.get("latency") is None else NumberReach._read(value["latency"]),
            throughput=None if value.get("throughput") is None else NumberReach._read(value["throughput"]),
        )


@dataclasses.dataclass(frozen=True)
class NumberReach:
    """The comparison of a number with measurements, and whether it is that of LLVM's scheduling model."""

    comparison: str
    """`agrees` within ten per cent, `differs` by more, or `never`."""
    is_of_scheduling_model: bool
    """Set if hardware data do not mention it."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> NumberReach:
        return cls(
            comparison=value["comparison"],
            is_of_scheduling_model=value["is_of_scheduling_model"],
        )


@dataclasses.dataclass(frozen=True)
class HardwareBound:
    """What a part of the processor takes for an iteration if all others are perfect."""

    name: str
    """A part of the processor; there is a bound for each chain of dependencies."""
    cycles_per_iteration: Fraction
    """An exact number: a fraction in lowest terms."""
    ports: Optional[str] = None
    """The ports that are needed longest, joined by +."""
    instructions: Optional[List[int]] = None
    """The instructions of a chain, each of which waits for the one before: indices into the region's
    `instructions`.
    """
    is_through_memory: Optional[Any] = None
    """A load of the chain waits for a store."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> HardwareBound:
        return cls(
            name=value["name"],
            cycles_per_iteration=Fraction._read(value["cycles_per_iteration"]),
            ports=value.get("ports"),
            instructions=value.get("instructions"),
            is_through_memory=value.get("is_through_memory"),
        )


@dataclasses.dataclass(frozen=True)
class Fraction:
    """An exact number: a fraction in lowest terms."""

    numerator: int
    """Above the line."""
    denominator: int
    """Below the line."""
    value: float
    """The nearest double."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Fraction:
        return cls(
            numerator=value["numerator"],
            denominator=value["denominator"],
            value=value["value"],
        )


@dataclasses.dataclass(frozen=True)
class Span:
    """Iterations, and the cycles they take."""

    iterations: int
    """Iterations."""
    cycles: int
    """Their cycles."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Span:
        return cls(
            iterations=value["iterations"],
            cycles=value["cycles"],
        )


@dataclasses.dataclass(frozen=True)
class Bounds:
    """Lower bounds of the cycles of an iteration."""

    dispatch_cycles: Fraction
    """An exact number: a fraction in lowest terms."""
    decoding_cycles: Optional[Fraction]
    """What the instructions that enter the micro-op queue in a cycle allow; null where they are not limited."""
    retirement_cycles: Optional[Fraction]
    """What the instructions that retire in a cycle allow; null where they are not limited."""
    resources: Optional[ResourceBound]
    """The set of resources in shortest supply; null if none are used."""
    dependencies: Optional[Chain]
    """The slowest chain of dependencies from one iteration to later ones; null if there is none."""
    are_dependencies_known: bool
    """Whether that chain could be looked for."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Bounds:
        return cls(
            dispatch_cycles=Fraction._read(value["dispatch_cycles"]),
            decoding_cycles=None if value["decoding_cycles"] is None else Fraction._read(value["decoding_cycles"]),
            retirement_cycles=None if value["retirement_cycles"] is None else Fraction._read(value["retirement_cycles"]),
            resources=None if value["resources"] is None else ResourceBound._read(value["resources"]),
            dependencies=None if value["dependencies"] is None else Chain._read(value["dependencies"]),
            are_dependencies_known=value["are_dependencies_known"],
        )


@dataclasses.dataclass(frozen=True)
class ResourceBound:
    """A set of resources that some instructions cannot do without."""

    cycles_per_iteration: Fraction
    """An exact number: a fraction in lowest terms."""
    held_cycles: Fraction
    """An exact number: a fraction in lowest terms."""
    num_units: int
    """Units that the resources have together."""
    resources: List[str]
    """Names of the resources, each one of `target.resources`."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> ResourceBound:
        return cls(
            cycles_per_iteration=Fraction._read(value["cycles_per_iteration"]),
            held_cycles=Fraction._read(value["held_cycles"]),
            num_units=value["num_units"],
            resources=value["resources"],
        )


@dataclasses.dataclass(frozen=True)
class Chain:
    """Dependencies that come back to the instruction they began with, some iterations later."""

    cycles_per_iteration: Fraction
    """An exact number: a fraction in lowest terms."""
    iterations: int
    """These iterations."""
    cycles: int
    """Cycles they take at the least."""
    links: List[Link]
    """The dependencies, in order."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Chain:
        return cls(
            cycles_per_iteration=Fraction._read(value["cycles_per_iteration"]),
            iterations=value["iterations"],
            cycles=value["cycles"],
            links=[Link._read(it) for it in value["links"]],
        )


@dataclasses.dataclass(frozen=True)
class Link:
    """An instruction that waits for another."""

    from_instruction: int
    """The one waited for: index into the region's `instructions`."""
    to_instruction: int
    """The one that waits: index into the region's `instructions`."""
    cycles: int
    """Cycles between their issue at the least."""
    kind: str
    """Why it waits: for a register, for memory, or because instructions issue or write results in order."""
    register: Optional[str] = None
    """The register, for a dependency of that kind."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Link:
        return cls(
            from_instruction=value["from_instruction"],
            to_instruction=value["to_instruction"],
            cycles=value["cycles"],
            kind=value["kind"],
            register=value.get("register"),
        )


@dataclasses.dataclass(frozen=True)
class BottleneckAnalysis:
    """What limits throughput."""

    found: Optional[Bottleneck]
    """The bottleneck, or null when back pressure never grew."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> BottleneckAnalysis:
        return cls(
            found=None if value["found"] is None else Bottleneck._read(value["found"]),
        )


@dataclasses.dataclass(frozen=True)
class Bottleneck:
    """Causes of back pressure, in cycles of the whole simulation. A cycle can have several causes."""

    iterations: int
    """Iterations simulated."""
    total_cycles: int
    """Cycles simulated."""
    pressure_cycles: int
    """Cycles in which back pressure grew."""
    resource_cycles: int
    """... because resources were busy."""
    data_dependency_cycles: int
    """... because of register or memory dependencies."""
    register_dependency_cycles: int
    """... because of register dependencies."""
    memory_dependency_cycles: int
    """... because of memory dependencies."""
    resources: List[BusyResource]
    """The resources that were busy then, in the model's order."""
    critical_sequence: List[Dependency]
    """The most expensive chain of dependencies, as a list of its edges; over three iterations, to show what one
    carries to the next.
    """

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Bottleneck:
        return cls(
            iterations=value["iterations"],
            total_cycles=value["total_cycles"],
            pressure_cycles=value["pressure_cycles"],
            resource_cycles=value["resource_cycles"],
            data_dependency_cycles=value["data_dependency_cycles"],
            register_dependency_cycles=value["register_dependency_cycles"],
            memory_dependency_cycles=value["memory_dependency_cycles"],
            resources=[BusyResource._read(it) for it in value["resources"]],
            critical_sequence=[Dependency._read(it) for it in value["critical_sequence"]],
        )


@dataclasses.dataclass(frozen=True)
class BusyResource:
    """A resource that made back pressure grow."""

    resource: str
    """Name of the resource, one of `target.resources`."""
    cycles: int
    """Cycles in which it did."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> BusyResource:
        return cls(
            resource=value["resource"],
            cycles=value["cycles"],
        )


@dataclasses.dataclass(frozen=True)
class Dependency:
    """An instruction that waits for another."""

    from_instruction: int
    """The one waited for: index into the region's `instructions`."""
    from_iteration: int
    """Its iteration."""
    to_instruction: int
    """The one that waits: index into the region's `instructions`."""
    to_iteration: int
    """Its iteration."""
    kind: str
    """What it waits for."""
    seen_iterations: int
    """How often this was seen in the simulation: at most once per iteration and unit."""
    register: Optional[str] = None
    """The register, for a dependency of that kind."""
    resource: Optional[str] = None
    """The resource, for a dependency of that kind; one of `target.resources`."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Dependency:
        return cls(
            from_instruction=value["from_instruction"],
            from_iteration=value["from_iteration"],
            to_instruction=value["to_instruction"],
            to_iteration=value["to_iteration"],
            kind=value["kind"],
            seen_iterations=value["seen_iterations"],
            register=value.get("register"),
            resource=value.get("resource"),
        )


@dataclasses.dataclass(frozen=True)
class InstructionInfo:
    """What the scheduling model says about an instruction. Instruments are not in it."""

    instruction: int
    """The instruction: index into the region's `instructions`."""
    micro_ops: int
    """Micro-ops."""
    latency_cycles: Optional[int]
    """Latency, forwarding delays included; null when the model does not know it."""
    reciprocal_throughput_cycles: float
    """Cycles between two independent instructions of the kind, as resources allow."""
    may_load: bool
    """Whether it may read memory."""
    may_store: bool
    """Whether it may write memory."""
    has_side_effects: bool
    """Whether it has effects that its operands do not describe."""
    is_load_barrier: bool
    """Whether later loads wait for it."""
    is_store_barrier: bool
    """Whether later stores wait for it."""
    bypass_latency_cycles: Optional[int] = None
    """Latency when the result is forwarded to the instruction that waits for it; below zero when that one needs
    it later than it begins. Absent when the latency is unknown.
    """
    resources: Optional[List[ResourceUse]] = None
    """Resources it uses; the program always shows them, the library on request."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> InstructionInfo:
        return cls(
            instruction=value["instruction"],
            micro_ops=value["micro_ops"],
            latency_cycles=value["latency_cycles"],
            reciprocal_throughput_cycles=value["reciprocal_throughput_cycles"],
            may_load=value["may_load"],
            may_store=value["may_store"],
            has_side_effects=value["has_side_effects"],
            is_load_barrier=value["is_load_barrier"],
            is_store_barrier=value["is_store_barrier"],
            bypass_latency_cycles=value.get("bypass_latency_cycles"),
            resources=None if value.get("resources") is None else [ResourceUse._read(it) for it in value["resources"]],
        )


@dataclasses.dataclass(frozen=True)
class ResourceUse:
    """Use of a resource by an instruction. Use of a member counts for its groups too."""

    resource: str
    """Name of the resource, one of `target.resources`."""
    acquire_at_cycle: int
    """Cycle after issue at which it is taken."""
    release_at_cycle: int
    """Cycle after issue at which it is free again."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> ResourceUse:
        return cls(
            resource=value["resource"],
            acquire_at_cycle=value["acquire_at_cycle"],
            release_at_cycle=value["release_at_cycle"],
        )


@dataclasses.dataclass(frozen=True)
class DispatchStatistics:
    """Dispatch: stalls, and how much was dispatched per cycle."""

    total_cycles: int
    """Cycles simulated."""
    stall_cycles: StallCycles
    """Cycles in which an instruction could not go on, by cause."""
    dispatched_per_cycle: List[MicroOpCount]
    """Micro-ops dispatched in a cycle, ascending. The cycles add up to all."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> DispatchStatistics:
        return cls(
            total_cycles=value["total_cycles"],
            stall_cycles=StallCycles._read(value["stall_cycles"]),
            dispatched_per_cycle=[MicroOpCount._read(it) for it in value["dispatched_per_cycle"]],
        )


@dataclasses.dataclass(frozen=True)
class Stalls:
    """Cycles in which dispatch waited. Causes can coincide, and need not cost time."""

    total_cycles: int
    """Cycles over which stalls were counted."""
    cycles: StallCycles
    """Cycles in which an instruction could not go on, by cause."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Stalls:
        return cls(
            total_cycles=value["total_cycles"],
            cycles=StallCycles._read(value["cycles"]),
        )


@dataclasses.dataclass(frozen=True)
class StallCycles:
    """Cycles in which an instruction could not go on, by cause."""

    register_file: int
    """No physical register was free; on a CPU in order, a register was not ready."""
    retire_control_unit: int
    """The reorder buffer was full."""
    scheduler_queue_full: int
    """A buffer of the scheduler was full."""
    load_queue_full: int
    """The load queue was full."""
    store_queue_full: int
    """The store queue was full."""
    dispatch_group: int
    """An `in_order` resource was busy, or the instruction could not join what was dispatched already."""
    serialization: Optional[int] = None
    """Older instructions had not retired, and nothing may overlap with one of them or with this one. Only in
    hardware mode.
    """
    store_drain: Optional[int] = None
    """Older stores had not been written. Only in hardware mode."""
    vector_transition: Optional[int] = None
    """Upper halves of vector registers were saved or restored. Only in hardware mode."""
    sustained_rate: Optional[int] = None
    """Micro-ops were executed at the rate that lasts. Only in hardware mode."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> StallCycles:
        return cls(
            register_file=value["register_file"],
            retire_control_unit=value["retire_control_unit"],
            scheduler_queue_full=value["scheduler_queue_full"],
            load_queue_full=value["load_queue_full"],
            store_queue_full=value["store_queue_full"],
            dispatch_group=value["dispatch_group"],
            serialization=value.get("serialization"),
            store_drain=value.get("store_drain"),
            vector_transition=value.get("vector_transition"),
            sustained_rate=value.get("sustained_rate"),
        )


@dataclasses.dataclass(frozen=True)
class MicroOpCount:
    """A number of micro-ops and how often it was seen."""

    micro_ops: int
    """Micro-ops in a cycle."""
    cycles: int
    """Number of cycles with that many."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> MicroOpCount:
        return cls(
            micro_ops=value["micro_ops"],
            cycles=value["cycles"],
        )


@dataclasses.dataclass(frozen=True)
class InstructionCount:
    """A number of instructions and how often it was seen."""

    instructions: int
    """Instructions in a cycle."""
    cycles: int
    """Number of cycles with that many."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> InstructionCount:
        return cls(
            instructions=value["instructions"],
            cycles=value["cycles"],
        )


@dataclasses.dataclass(frozen=True)
class SchedulerStatistics:
    """Schedulers: how much was issued per cycle, and use of their buffers."""

    total_cycles: int
    """Cycles simulated."""
    issued_per_cycle: List[MicroOpCount]
    """Micro-ops issued in a cycle, ascending. The cycles add up to all."""
    buffers: List[BufferUsage]
    """Buffers of resources that have their own, in the model's order."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> SchedulerStatistics:
        return cls(
            total_cycles=value["total_cycles"],
            issued_per_cycle=[MicroOpCount._read(it) for it in value["issued_per_cycle"]],
            buffers=[BufferUsage._read(it) for it in value["buffers"]],
        )


@dataclasses.dataclass(frozen=True)
class BufferUsage:
    """Use of a resource's own buffer, which may be a load or store queue."""

    resource: str
    """Name of the resource, one of `target.resources`."""
    size_entries: int
    """Entries, by the model."""
    max_used_entries: int
    """Entries in use at the end of a cycle at most."""
    average_used_entries: float
    """Entries in use at the end of a cycle on average."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> BufferUsage:
        return cls(
            resource=value["resource"],
            size_entries=value["size_entries"],
            max_used_entries=value["max_used_entries"],
            average_used_entries=value["average_used_entries"],
        )


@dataclasses.dataclass(frozen=True)
class RetireStatistics:
    """Retire control unit: how much was retired per cycle, and use of the reorder buffer."""

    total_cycles: int
    """Cycles simulated."""
    retired_per_cycle: List[InstructionCount]
    """Instructions retired in a cycle, ascending. The cycles add up to all."""
    reorder_buffer: ReorderBufferUsage
    """Use of the reorder buffer. An entry is for one micro-op."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> RetireStatistics:
        return cls(
            total_cycles=value["total_cycles"],
            retired_per_cycle=[InstructionCount._read(it) for it in value["retired_per_cycle"]],
            reorder_buffer=ReorderBufferUsage._read(value["reorder_buffer"]),
        )


@dataclasses.dataclass(frozen=True)
class ReorderBufferUsage:
    """Use of the reorder buffer. An entry is for one micro-op."""

    size_entries: int
    """Entries."""
    max_used_entries: int
    """Entries in use at the end of a cycle at most."""
    average_used_entries: float
    """Entries in use at the end of a cycle on average."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> ReorderBufferUsage:
        return cls(
            size_entries=value["size_entries"],
            max_used_entries=value["max_used_entries"],
            average_used_entries=value["average_used_entries"],
        )


@dataclasses.dataclass(frozen=True)
class RegisterFileUsage:
    """Use of a register file. A mapping is a physical register given to a register that is written."""

    name: Optional[str]
    """Name of the file, one of `target.register_files`; null for the default one."""
    size_registers: Optional[int]
    """Physical registers, by the model; null for no limit."""
    total_mappings: int
    """Mappings made."""
    max_used_mappings: int
    """Mappings in use at a time at most."""
    optimizable_moves: int
    """Register moves that might have been eliminated."""
    eliminated_moves: int
    """Register moves that were."""
    zero_moves: int
    """Register moves of a known zero."""
    max_eliminated_moves_per_cycle: int
    """Register moves eliminated in a cycle at most."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> RegisterFileUsage:
        return cls(
            name=value["name"],
            size_registers=value["size_registers"],
            total_mappings=value["total_mappings"],
            max_used_mappings=value["max_used_mappings"],
            optimizable_moves=value["optimizable_moves"],
            eliminated_moves=value["eliminated_moves"],
            zero_moves=value["zero_moves"],
            max_eliminated_moves_per_cycle=value["max_eliminated_moves_per_cycle"],
        )


@dataclasses.dataclass(frozen=True)
class ResourcePressure:
    """How busy each unit is. Use of a group counts for the unit that served it; without simulation, it is spread
    evenly.
    """

    per_iteration: List[UnitPressure]
    """All units in the model's order, with their cycles for one iteration."""
    per_instruction: List[InstructionPressure]
    """The same by instruction."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> ResourcePressure:
        return cls(
            per_iteration=[UnitPressure._read(it) for it in value["per_iteration"]],
            per_instruction=[InstructionPressure._read(it) for it in value["per_instruction"]],
        )


@dataclasses.dataclass(frozen=True)
class InstructionPressure:
    """Units that an instruction used."""

    instruction: int
    """The instruction: index into the region's `instructions`."""
    units: List[UnitPressure]
    """The units, with cycles per iteration; those it did not use are absent."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> InstructionPressure:
        return cls(
            instruction=value["instruction"],
            units=[UnitPressure._read(it) for it in value["units"]],
        )


@dataclasses.dataclass(frozen=True)
class UnitPressure:
    """How busy a unit is."""

    resource: str
    """Name of the resource, one of `target.resources`."""
    unit: int
    """Number of the unit among the resource's, from 0."""
    cycles: float
    """Cycles per iteration in which it is busy, on average."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> UnitPressure:
        return cls(
            resource=value["resource"],
            unit=value["unit"],
            cycles=value["cycles"],
        )


@dataclasses.dataclass(frozen=True)
class Work:
    """The work of an iteration, if the region is the body of a loop. Addresses are followed with unknown
    registers; numbers are taken never to overflow.
    """

    cycles_per_iteration: Fraction
    """An exact number: a fraction in lowest terms."""
    streams: List[Stream]
    """Memory that iterations work through: each goes on from where the one before was."""
    unknown_accesses: int
    """Accesses to addresses that do not go on by a constant."""
    operations: List[Operations]
    """Operations on numbers, those that only run the loop left out."""
    cycles_per_unit: Optional[float] = None
    """Cycles of an element, of a byte that iterations go on by, or of a vector; absent where the amount is not
    known.
    """
    unit: Optional[str] = None
    """The unit that the amount is counted in. Vectors are as long as the processor has them."""
    count: Optional[float] = None
    """The number of units, which is whole but for vectors."""
    element_bytes: Optional[int] = None
    """Bytes of an element, for `elements`, and for `vectors` all elements of which are worked on."""
    unknown: Optional[str] = None
    """The reason why the amount is not known: `no_memory` is accessed, iterations access the `same_places`,
    `addresses_are_data`, streams go on by different amounts (`different_streams`), vectors are as long as the
    processor has them (`vector_length`), instructions of the target are `not_described`, or there are too
    many (`too_long`).
    """
    counter_step: Optional[int] = None
    """By how much the numbers that decide about the next iteration approach each other."""
    counter_step_per_granule: Optional[int] = None
    """In place of it, the step for each granule of a vector."""
    granule_bytes: Optional[int] = None
    """Bytes of a granule, if some numbers depend on the length of vectors: vectors are as long as a whole number
    of granules.
    """

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Work:
        return cls(
            cycles_per_iteration=Fraction._read(value["cycles_per_iteration"]),
            streams=[Stream._read(it) for it in value["streams"]],
            unknown_accesses=value["unknown_accesses"],
            operations=[Operations._read(it) for it in value["operations"]],
            cycles_per_unit=value.get("cycles_per_unit"),
            unit=value.get("unit"),
            count=value.get("count"),
            element_bytes=value.get("element_bytes"),
            unknown=value.get("unknown"),
            counter_step=value.get("counter_step"),
            counter_step_per_granule=value.get("counter_step_per_granule"),
            granule_bytes=value.get("granule_bytes"),
        )


@dataclasses.dataclass(frozen=True)
class Stream:
    """Memory that iterations work through. It has either the first three numbers or those for each granule of a
    vector.
    """

    stride_bytes: Optional[int] = None
    """Bytes from the place of an iteration to that of the next."""
    read_bytes: Optional[int] = None
    """Bytes that an iteration reads."""
    written_bytes: Optional[int] = None
    """Bytes that an iteration writes."""
    stride_bytes_per_granule: Optional[int] = None
    """Bytes from the place of an iteration to that of the next, for each granule of a vector."""
    read_bytes_per_granule: Optional[int] = None
    """Bytes that an iteration reads, for each granule of a vector."""
    written_bytes_per_granule: Optional[int] = None
    """Bytes that an iteration writes, for each granule of a vector."""
    element_bytes: Optional[int] = None
    """Bytes of an element, as far as what is computed says so."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Stream:
        return cls(
            stride_bytes=value.get("stride_bytes"),
            read_bytes=value.get("read_bytes"),
            written_bytes=value.get("written_bytes"),
            stride_bytes_per_granule=value.get("stride_bytes_per_granule"),
            read_bytes_per_granule=value.get("read_bytes_per_granule"),
            written_bytes_per_granule=value.get("written_bytes_per_granule"),
            element_bytes=value.get("element_bytes"),
        )


@dataclasses.dataclass(frozen=True)
class Operations:
    """Operations of one kind."""

    kind: str
    """The kind of numbers."""
    bits: int
    """Bits of a number."""
    count: Optional[int] = None
    """The operations; a product that is added counts twice."""
    count_per_granule: Optional[int] = None
    """In place of them, the operations for each granule of a vector."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Operations:
        return cls(
            kind=value["kind"],
            bits=value["bits"],
            count=value.get("count"),
            count_per_granule=value.get("count_per_granule"),
        )


@dataclasses.dataclass(frozen=True)
class Explanation:
    """The limit of the region and what follows from it, in words."""

    cycles_per_iteration: Fraction
    """An exact number: a fraction in lowest terms."""
    is_exact: bool
    """Whether the simulation was found to repeat itself. Otherwise the cycles are an average."""
    limits: List[Limit]
    """What limits iterations; several if they are equally slow."""
    chain_instructions: List[int]
    """Instructions of the slowest loop-carried chain, if it limits iterations: indices into the region's
    `instructions`.
    """
    port_users: List[PortUser]
    """Instructions that hold the resources that limit iterations."""
    sentences: List[Sentence]
    """Sentences, each of which follows from figures of the simulation."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Explanation:
        return cls(
            cycles_per_iteration=Fraction._read(value["cycles_per_iteration"]),
            is_exact=value["is_exact"],
            limits=[Limit._read(it) for it in value["limits"]],
            chain_instructions=value["chain_instructions"],
            port_users=[PortUser._read(it) for it in value["port_users"]],
            sentences=[Sentence._read(it) for it in value["sentences"]],
        )


@dataclasses.dataclass(frozen=True)
class Limit:
    """A reason for which iterations take as long as they do."""

    kind: str
    """The part of the CPU or of the code; `chain` is a chain of dependencies from one iteration to the next,
    `several` means that parts wait for each other. Those from `predecoding` on only hardware mode has, those
    from `results` to `order_of_results` only CPUs that execute in order.
    """
    text: str
    """The reason as text shows it."""
    resources: Optional[List[str]] = None
    """Names of the resources that are busy."""
    registers: Optional[List[str]] = None
    """Registers that the chain goes through, or whose values are waited for."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Limit:
        return cls(
            kind=value["kind"],
            text=value["text"],
            resources=value.get("resources"),
            registers=value.get("registers"),
        )


@dataclasses.dataclass(frozen=True)
class PortUser:
    """An instruction that holds resources."""

    instruction: int
    """Index into the region's `instructions`."""
    cycles: int
    """Cycles for which it holds them in each iteration."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> PortUser:
        return cls(
            instruction=value["instruction"],
            cycles=value["cycles"],
        )


@dataclasses.dataclass(frozen=True)
class Sentence:
    """A sentence of an explanation."""

    rule: str
    """Name of the rule that gave it."""
    kind: str
    """Whether it puts a figure into words or says what would help."""
    text: str
    """The sentence in English."""
    instructions: List[int]
    """Instructions that it is about: indices into the region's `instructions`."""
    changed_code: Optional[Dict[str, Any]] = None
    """Of advice: the code after the change, simulated as the region was."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Sentence:
        return cls(
            rule=value["rule"],
            kind=value["kind"],
            text=value["text"],
            instructions=value["instructions"],
            changed_code=value.get("changed_code"),
        )


@dataclasses.dataclass(frozen=True)
class AnnotatedInstruction:
    """What is noted beside an instruction."""

    instruction: int
    """Index into the region's `instructions`."""
    latency_cycles: Optional[int]
    """Latency; null where it is unknown."""
    is_on_slowest_chain: bool
    """Whether it is part of the slowest loop-carried chain."""
    is_in_critical_sequence: bool
    """Whether it is part of the critical sequence of the bottleneck analysis."""
    first_stall: Optional[FirstStall]
    """The first time that dispatch waited at it; null if it never did."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> AnnotatedInstruction:
        return cls(
            instruction=value["instruction"],
            latency_cycles=value["latency_cycles"],
            is_on_slowest_chain=value["is_on_slowest_chain"],
            is_in_critical_sequence=value["is_in_critical_sequence"],
            first_stall=None if value["first_stall"] is None else FirstStall._read(value["first_stall"]),
        )


@dataclasses.dataclass(frozen=True)
class FirstStall:
    """The first time that dispatch waited at an instruction."""

    cycle: int
    """The cycle, from 0."""
    iteration: int
    """The iteration, from 0."""
    cause: str
    """The reason."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> FirstStall:
        return cls(
            cycle=value["cycle"],
            iteration=value["iteration"],
            cause=value["cause"],
        )


@dataclasses.dataclass(frozen=True)
class DependencyGraph:
    """Dependencies between instructions that hold in every iteration, as if no move were eliminated."""

    edges: List[GraphEdge]
    """Dependencies, in the order of the instructions that wait; none if the region is very long."""
    critical_path: List[int]
    """Instructions of the longest path within an iteration: indices into the region's `instructions`."""
    critical_path_cycles: int
    """Cycles from the issue of its first instruction to the result of its last."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> DependencyGraph:
        return cls(
            edges=[GraphEdge._read(it) for it in value["edges"]],
            critical_path=value["critical_path"],
            critical_path_cycles=value["critical_path_cycles"],
        )


@dataclasses.dataclass(frozen=True)
class GraphEdge:
    """A dependency."""

    from_instruction: int
    """The instruction waited for."""
    to_instruction: int
    """The instruction that waits."""
    iterations: int
    """Iterations between the two."""
    cycles: int
    """Cycles between their issue at the least."""
    kind: str
    """The reason."""
    is_on_slowest_chain: bool
    """Whether it is part of the slowest loop-carried chain."""
    register: Optional[str] = None
    """The register."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> GraphEdge:
        return cls(
            from_instruction=value["from_instruction"],
            to_instruction=value["to_instruction"],
            iterations=value["iterations"],
            cycles=value["cycles"],
            kind=value["kind"],
            is_on_slowest_chain=value["is_on_slowest_chain"],
            register=value.get("register"),
        )


@dataclasses.dataclass(frozen=True)
class SourceListing:
    """The source lines of the instructions, from debug information or directives (.loc), and what of a listing
    is about each instruction.
    """

    iteration_cost: Optional[IterationCost]
    """What an iteration costs once the pipeline is full; null for instruction tables."""
    stretches: List[Stretch]
    """Successive instructions that belong to the same source line, in the order of instructions."""
    instructions: List[ListedInstruction]
    """All instructions of the region, in order."""
    resource_pressure: ResourcePressure
    """How busy each unit is. Use of a group counts for the unit that served it; without simulation, it is spread
    evenly.
    """

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> SourceListing:
        return cls(
            iteration_cost=None if value["iteration_cost"] is None else IterationCost._read(value["iteration_cost"]),
            stretches=[Stretch._read(it) for it in value["stretches"]],
            instructions=[ListedInstruction._read(it) for it in value["instructions"]],
            resource_pressure=ResourcePressure._read(value["resource_pressure"]),
        )


@dataclasses.dataclass(frozen=True)
class IterationCost:
    """What an iteration costs once the pipeline is full: the steady state in short."""

    cycles_per_iteration: Fraction
    """An exact number: a fraction in lowest terms."""
    is_periodic: bool
    """Whether the simulation was found to repeat itself. Otherwise what was measured is an average."""
    limited_by: List[str]
    """What limits iterations; several kinds if they are equally slow."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> IterationCost:
        return cls(
            cycles_per_iteration=Fraction._read(value["cycles_per_iteration"]),
            is_periodic=value["is_periodic"],
            limited_by=value["limited_by"],
        )


@dataclasses.dataclass(frozen=True)
class Stretch:
    """Successive instructions of one source line."""

    first_instruction: int
    """The first of them: index into the region's `instructions`."""
    num_instructions: int
    """Number of instructions."""
    text: Optional[str]
    """Text of the line, without spaces around it; null if the file could not be read."""
    frames: List[Frame]
    """The place in the innermost inlined function, then that in the function into which it was inlined, and so
    on; none if no line is known.
    """

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Stretch:
        return cls(
            first_instruction=value["first_instruction"],
            num_instructions=value["num_instructions"],
            text=value["text"],
            frames=[Frame._read(it) for it in value["frames"]],
        )


@dataclasses.dataclass(frozen=True)
class Frame:
    """A place in the source."""

    function: Optional[str]
    """The function that it is in; null if debug information does not name it."""
    file: Optional[str]
    """Path of the file; null if it is not known."""
    line: Optional[int]
    """The line, from 1; null if it is not known."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Frame:
        return cls(
            function=value["function"],
            file=value["file"],
            line=value["line"],
        )


@dataclasses.dataclass(frozen=True)
class ListedInstruction:
    """An instruction of the source listing."""

    instruction: int
    """The instruction: index into the region's `instructions`."""
    latency_cycles: Optional[int]
    """Latency in cycles; null where it is unknown."""
    is_on_slowest_chain: bool
    """Whether it is part of the slowest loop-carried chain of dependencies, `dependencies` of the steady state's
    bounds.
    """
    is_in_critical_sequence: bool
    """Whether it is part of the critical sequence that the bottleneck analysis finds."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> ListedInstruction:
        return cls(
            instruction=value["instruction"],
            latency_cycles=value["latency_cycles"],
            is_on_slowest_chain=value["is_on_slowest_chain"],
            is_in_critical_sequence=value["is_in_critical_sequence"],
        )


@dataclasses.dataclass(frozen=True)
class Timeline:
    """When each instruction of the first iterations passed each stage. Cycles count from 0, the beginning of the
    simulation.
    """

    iterations: int
    """Iterations looked at."""
    last_cycle: int
    """Last cycle in which something happened to them, within `parameters.timeline_max_cycles`."""
    is_truncated: bool
    """Whether entries are absent because of that limit."""
    entries: List[TimelineEntry]
    """By iteration, then by instruction, up to the first that retired after the limit."""
    wait_times: List[WaitTimes]
    """Waiting, by instruction, on average over the iterations looked at."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Timeline:
        return cls(
            iterations=value["iterations"],
            last_cycle=value["last_cycle"],
            is_truncated=value["is_truncated"],
            entries=[TimelineEntry._read(it) for it in value["entries"]],
            wait_times=[WaitTimes._read(it) for it in value["wait_times"]],
        )


@dataclasses.dataclass(frozen=True)
class TimelineEntry:
    """Life of one instruction in one iteration."""

    iteration: int
    """The iteration, from 0."""
    instruction: int
    """The instruction: index into the region's `instructions`."""
    dispatched_at_cycle: int
    """Dispatch; the first, when its micro-ops take several cycles."""
    ready_at_cycle: int
    """Its operands and memory are ready."""
    issued_at_cycle: int
    """Execution begins."""
    executed_at_cycle: int
    """Execution has ended; results are written back."""
    retired_at_cycle: int
    """Retirement."""
    predecoded_at_cycle: Optional[int] = None
    """In hardware mode: its end was found in the code."""
    decoded_at_cycle: Optional[int] = None
    """In hardware mode: its micro-ops came into the queue in front of the renamer."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> TimelineEntry:
        return cls(
            iteration=value["iteration"],
            instruction=value["instruction"],
            dispatched_at_cycle=value["dispatched_at_cycle"],
            ready_at_cycle=value["ready_at_cycle"],
            issued_at_cycle=value["issued_at_cycle"],
            executed_at_cycle=value["executed_at_cycle"],
            retired_at_cycle=value["retired_at_cycle"],
            predecoded_at_cycle=value.get("predecoded_at_cycle"),
            decoded_at_cycle=value.get("decoded_at_cycle"),
        )


@dataclasses.dataclass(frozen=True)
class WaitTimes:
    """Cycles that an instruction waits, on average."""

    instruction: int
    """The instruction: index into the region's `instructions`."""
    iterations: int
    """Iterations looked at."""
    average_in_scheduler_cycles: float
    """From dispatch to issue."""
    average_while_ready_cycles: float
    """From being ready to issue."""
    average_before_retirement_cycles: float
    """From write-back to retirement."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> WaitTimes:
        return cls(
            instruction=value["instruction"],
            iterations=value["iterations"],
            average_in_scheduler_cycles=value["average_in_scheduler_cycles"],
            average_while_ready_cycles=value["average_while_ready_cycles"],
            average_before_retirement_cycles=value["average_before_retirement_cycles"],
        )


@dataclasses.dataclass(frozen=True)
class IbsSamples:
    """What Instruction-Based Sampling in dispatched-op mode would measure of the simulated pipeline
    (-ibs-sample). Every micro-op has the times of its instruction, from the dispatch of its first one.
    """

    sampling_period_micro_ops: int
    """One in so many dispatched micro-ops is a sample."""
    samples: int
    """Samples of all instructions."""
    retired_samples: int
    """Those whose instruction retired. The in-order pipeline, as llvm-mca's, does not retire all."""
    instructions: List[SampledInstruction]
    """One element per instruction."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> IbsSamples:
        return cls(
            sampling_period_micro_ops=value["sampling_period_micro_ops"],
            samples=value["samples"],
            retired_samples=value["retired_samples"],
            instructions=[SampledInstruction._read(it) for it in value["instructions"]],
        )


@dataclasses.dataclass(frozen=True)
class SampledInstruction:
    """The samples of an instruction. Times are of those that retired, and null if none did."""

    instruction: int
    """The instruction: index into the region's `instructions`."""
    samples: int
    """Its samples."""
    retired_samples: int
    """Those that retired."""
    share: Optional[float]
    """Its part of all samples; null if there are none."""
    tag_to_retire: Optional[SampledCycles]
    """From dispatch to retirement."""
    dispatch_to_complete: Optional[SampledCycles]
    """From dispatch to write-back: waiting for operands and units, and executing."""
    completion_to_retire: Optional[SampledCycles]
    """From write-back to retirement: waiting for older instructions."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> SampledInstruction:
        return cls(
            instruction=value["instruction"],
            samples=value["samples"],
            retired_samples=value["retired_samples"],
            share=value["share"],
            tag_to_retire=None if value["tag_to_retire"] is None else SampledCycles._read(value["tag_to_retire"]),
            dispatch_to_complete=None if value["dispatch_to_complete"] is None else SampledCycles._read(value["dispatch_to_complete"]),
            completion_to_retire=None if value["completion_to_retire"] is None else SampledCycles._read(value["completion_to_retire"]),
        )


@dataclasses.dataclass(frozen=True)
class SampledCycles:
    """Cycles that samples took."""

    mean_cycles: float
    """Arithmetic mean."""
    p90_cycles: int
    """The least number that at least 90% of samples do not exceed."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> SampledCycles:
        return cls(
            mean_cycles=value["mean_cycles"],
            p90_cycles=value["p90_cycles"],
        )
