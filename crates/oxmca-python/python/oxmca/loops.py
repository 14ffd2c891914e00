"""Loops as values.

Written by `generate_views.py` from the JSON Schema of `oxmca loops --json`, `oxmca --generate=loops-schema`: every name is
the one that documents have.
"""

# The names of documents are not changed.
# ruff: noqa: E501

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Dict, List, Optional, Union


@dataclasses.dataclass(frozen=True)
class Model:
    """The model that predicts."""

    simulation: str
    """`llvm` for LLVM's model as llvm-mca simulates it, `hardware` for hardware mode."""
    name: str
    """Name of the scheduling model, or of the hardware data."""
    is_own: bool
    """Whether it is from a file of the user's."""
    checked: Optional[str]
    """The measurements that predictions were compared with; null if there were none."""
    borrowed_from: Optional[str] = None
    """If LLVM has no scheduling model of the CPU, the CPU whose model it uses."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Model:
        return cls(
            simulation=value["simulation"],
            name=value["name"],
            is_own=value["is_own"],
            checked=value["checked"],
            borrowed_from=value.get("borrowed_from"),
        )


@dataclasses.dataclass(frozen=True)
class File:
    """The loops of a text or object on one CPU."""

    file: str
    """The path as given, or `<stdin>`; of a member of an archive, with its name in brackets."""
    cpu: str
    """Name of the CPU."""
    model: Model
    """The model that predicts."""
    functions: int
    """Functions that were looked at."""
    instructions: int
    """Instructions that were looked at."""
    undecodable_bytes: int
    """Bytes that are no instructions."""
    indirect_jumps: int
    """Jumps to addresses that are not known before the code runs. Loops that pass through them are not found."""
    irreducible_functions: List[str]
    """Functions with cycles that are entered at several places, which are not listed."""
    loops: List[Loop]
    """The loops, in the order that was asked for."""
    tangled_functions: Optional[List[str]] = None
    """Functions with so many ways that not all of their loops are listed; absent if there are none."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> File:
        return cls(
            file=value["file"],
            cpu=value["cpu"],
            model=Model._read(value["model"]),
            functions=value["functions"],
            instructions=value["instructions"],
            undecodable_bytes=value["undecodable_bytes"],
            indirect_jumps=value["indirect_jumps"],
            irreducible_functions=value["irreducible_functions"],
            loops=[Loop._read(it) for it in value["loops"]],
            tangled_functions=value.get("tangled_functions"),
        )


@dataclasses.dataclass(frozen=True)
class Loop:
    """A loop. Either its cost is there, or the reason why it is not known."""

    number: int
    """Its number among all loops of the file, those that are not listed included: `--loop` takes it."""
    function: str
    """Name of its function, demangled."""
    symbol: str
    """Name of its function in the file."""
    number_in_function: int
    """Its number in the function, from 1."""
    instructions: int
    """Instructions of one way around it."""
    depth: int
    """Number of loops around it."""
    has_inner_loops: bool
    """Whether there are loops within it. The way around it goes through each of them once at most."""
    is_one_of_several: bool
    """Whether there are other ways around it."""
    calls: int
    """Calls on the way."""
    address: Optional[int] = None
    """Of machine code, the address at which it is entered."""
    source: Optional[Source] = None
    """A line of a source file, from debug information or directives."""
    length_bytes: Optional[int] = None
    """Of machine code, the bytes of these instructions."""
    cycles_per_iteration: Optional[Fraction] = None
    """An exact number: a fraction in lowest terms."""
    is_periodic: Optional[bool] = None
    """Whether the simulation was found to repeat itself, so that the cycles are exact. Otherwise they are an
    average.
    """
    micro_ops: Optional[int] = None
    """Micro-ops of an iteration."""
    limited_by: Optional[List[Limit]] = None
    """What limits iterations; several if they are equally slow."""
    work: Optional[Work] = None
    """The work of an iteration. Addresses are followed with unknown registers; numbers are taken never to
    overflow.
    """
    cycles_per_unit: Optional[float] = None
    """Cycles of an element, of a byte that iterations go on by, or of a vector."""
    error: Optional[str] = None
    """The reason why the cost is not known."""
    measured: Optional[Measured] = None
    """With `--measure`, what an iteration took on this machine."""
    not_measured: Optional[str] = None
    """With `--measure`, the reason why it was not measured."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Loop:
        return cls(
            number=value["number"],
            function=value["function"],
            symbol=value["symbol"],
            number_in_function=value["number_in_function"],
            instructions=value["instructions"],
            depth=value["depth"],
            has_inner_loops=value["has_inner_loops"],
            is_one_of_several=value["is_one_of_several"],
            calls=value["calls"],
            address=value.get("address"),
            source=None if value.get("source") is None else Source._read(value["source"]),
            length_bytes=value.get("length_bytes"),
            cycles_per_iteration=None if value.get("cycles_per_iteration") is None else Fraction._read(value["cycles_per_iteration"]),
            is_periodic=value.get("is_periodic"),
            micro_ops=value.get("micro_ops"),
            limited_by=None if value.get("limited_by") is None else [Limit._read(it) for it in value["limited_by"]],
            work=None if value.get("work") is None else Work._read(value["work"]),
            cycles_per_unit=value.get("cycles_per_unit"),
            error=value.get("error"),
            measured=None if value.get("measured") is None else Measured._read(value["measured"]),
            not_measured=value.get("not_measured"),
        )


@dataclasses.dataclass(frozen=True)
class Measured:
    """With `--measure`, what an iteration took on this machine."""

    cycles: float
    """Cycles of an iteration."""
    spread: float
    """Difference between the processes with most and least cycles, as a share."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Measured:
        return cls(
            cycles=value["cycles"],
            spread=value["spread"],
        )


@dataclasses.dataclass(frozen=True)
class Work:
    """The work of an iteration. Addresses are followed with unknown registers; numbers are taken never to
    overflow.
    """

    streams: List[Stream]
    """Memory that iterations work through: each goes on from where the one before was."""
    unknown_accesses: int
    """Accesses to memory whose addresses do not go on by a constant."""
    operations: List[Operations]
    """Operations on numbers, those that only run the loop left out."""
    unit: Optional[str] = None
    """What the amount counts, if all streams agree on one: elements, bytes that iterations go on by, or vectors,
    which are as long as the processor has them.
    """
    count: Optional[float] = None
    """The amount of an iteration. It is whole but for vectors."""
    element_bytes: Optional[int] = None
    """Bytes of an element, for vectors if all of their elements are worked on."""
    unknown: Optional[str] = None
    """The reason why the amount is not known: `no_memory` is accessed, iterations access the `same_places`,
    `addresses_are_data`, streams go on by different amounts (`different_streams`), or vectors are as long as
    the processor has them (`vector_length`).
    """
    counter_step: Optional[int] = None
    """By how much the two numbers that decide about the next iteration approach each other, if by a constant."""
    counter_step_per_granule: Optional[int] = None
    """In place of it, the step for each granule of a vector."""
    granule_bytes: Optional[int] = None
    """Bytes of a granule, if some numbers depend on the length of vectors: vectors are as long as a whole number
    of granules.
    """

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Work:
        return cls(
            streams=[Stream._read(it) for it in value["streams"]],
            unknown_accesses=value["unknown_accesses"],
            operations=[Operations._read(it) for it in value["operations"]],
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
    """Bytes of an element, if what is computed says so."""

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
    """Operations of one kind in an iteration."""

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
class Source:
    """A line of a source file, from debug information or directives."""

    file: str
    """Path of the file."""
    line: int
    """The line, from 1."""

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Source:
        return cls(
            file=value["file"],
            line=value["line"],
        )


@dataclasses.dataclass(frozen=True)
class Fraction:
    """An exact number: a fraction in lowest terms."""

    numerator: int
    """Numerator."""
    denominator: int
    """Denominator."""
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
