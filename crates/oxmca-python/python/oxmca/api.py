"""Sessions, code and reports."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import html
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, TypeVar, Union, cast

from . import _oxmca, views
from .errors import AssemblyError, MachineCodeDecodeError, OptionError, OxmcaError, TargetError
from .loops import File, Loop

from .settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Buffer, Unpack

SETTINGS = frozenset(Settings.__annotations__)
"""Names of options of analyses."""
VIEW_NAMES = frozenset(it.name for it in dataclasses.fields(views.Region)) | {"all", "summary"}
"""Names of views, and of parts of a report that are no views."""
Error = TypeVar("Error", bound=OxmcaError)
Function = TypeVar("Function", bound=Callable[..., Any])

ViewNames = Union[str, Iterable[str]]
"""Names of views, as of `Report`'s attributes, or `"all"`."""
Hardware = Union[None, bool, Mapping[str, Any]]
"""Whether to predict by hardware mode. `None` takes it where the CPU has data for it that were checked by measurements, or
that are one's own; `False` is LLVM's model. It may be the options of hardware mode, which are also arguments of their own."""


def options_of(
    views: Optional[ViewNames], hardware: Hardware, iterations: Optional[int], settings: Mapping[str, Any]
) -> _oxmca.Options:
    """Makes the options of an analysis."""
    if views is None and hardware is None and not settings:
        return _usual_options(iterations)
    names = [views] if isinstance(views, str) else None if views is None else list(views)
    given = {"iterations": iterations, **settings}
    if isinstance(hardware, Mapping) and hardware:
        given.update(hardware, hardware=True)
    elif isinstance(hardware, bool):
        given["hardware"] = hardware
    elif hardware is not None:
        raise TypeError("`hardware` is None, True, False or options of hardware mode")
    try:
        return _oxmca.Options(names, given)
    except OptionError as error:
        options = frozenset(it for name in SETTINGS for it in (name, name.replace("_", "-")))
        known = options | {"iterations", "hardware"}
        wrong = [(name, options) for name in given if name not in known]
        wrong += [(name, VIEW_NAMES) for name in names or [] if name not in VIEW_NAMES]
        raise hinted(error, wrong) from None


def hinted(error: Error, wrong: Iterable[Tuple[str, Iterable[str]]]) -> Error:
    """The same error with the nearest names of the first of the wrong ones that has some."""
    for name, known in wrong:
        near = difflib.get_close_matches(name, sorted(known), 3)
        if near and repr(name)[1:-1] in error.message and "did you mean" not in error.message:
            names = " or ".join(f"'{it}'" for it in near)
            return type(error)(f"{error.message}; did you mean {names}?")
    return error


def _kept(count: int) -> Callable[[Function], Function]:
    """Keeps the results of a function for the last arguments, as `lru_cache` does, with its own type."""
    return cast("Callable[[Function], Function]", functools.lru_cache(maxsize=count))


@_kept(64)
def _usual_options(iterations: Optional[int]) -> _oxmca.Options:
    return _oxmca.Options(None, {"iterations": iterations})


def models_of(models: Union[None, str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]]) -> List[Tuple[str, bytes]]:
    """Reads files of scheduling models or hardware models."""
    if models is None:
        return []
    paths = [models] if isinstance(models, (str, os.PathLike)) else models
    found = []
    for path in paths:
        # An integer would be a file that is open already.
        name = os.fspath(path)
        with open(name, "rb") as file:
            found.append((name, file.read()))
    return found


def features_of(features: Union[None, str, Iterable[str]]) -> List[str]:
    """Splits features that are written as for `-mattr`."""
    if features is None:
        return []
    if isinstance(features, str):
        return [it.strip() for it in features.split(",") if it.strip()]
    return list(features)


class Session:
    """A CPU to read for and to simulate. Threads may share it.

    `cpu` is a name as of `cpus()`, by default that of this machine; `triple` is a target triple or the name of a target,
    `x86-64`, `aarch64` or `riscv64`, by default this machine's. `features` are switched on or off as by `-mattr`.
    `models` are files with scheduling models of one's own, the first CPU of which is chosen unless `cpu` is given.
    `hardware_models` are files with hardware models of one's own, which hardware mode takes for the CPUs that they are for.

    >>> import oxmca
    >>> session = oxmca.Session("neoverse-v2", triple="aarch64")
    >>> session.analyze("fmla v0.4s, v1.4s, v2.4s", iterations=100).summary.total_cycles
    205
    """

    def __init__(
        self,
        cpu: Optional[str] = None,
        *,
        triple: Optional[str] = None,
        features: Union[None, str, Iterable[str]] = None,
        models: Union[None, str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]] = None,
        itineraries: bool = False,
        hardware_models: Union[None, str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]] = None,
    ) -> None:
        self._arguments = (
            triple or _oxmca.host_triple(),
            _host_cpu_for_native(cpu),
            features_of(features),
            models_of(models),
            itineraries,
            models_of(hardware_models),
        )
        self._native = native_session(self._arguments)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _session_again, self._arguments

    def __repr__(self) -> str:
        return f"Session({self.cpu!r}, triple={self.triple!r})"

    @property
    def cpu(self) -> str:
        """The CPU's name."""
        return self._native.cpu

    @property
    def triple(self) -> str:
        """The target triple."""
        return self._native.triple

    @property
    def borrowed_model(self) -> Optional[str]:
        """The CPU whose model this CPU uses for want of one of its own."""
        return self._native.borrowed_model

    @property
    def is_out_of_order(self) -> bool:
        """Whether the CPU executes out of order."""
        return self._native.is_out_of_order

    def parse(
        self, asm: str, *, syntax: Optional[str] = None, name: str = "<input>", lenient: bool = False
    ) -> Code:
        """Reads assembly, in the syntax `att` or `intel`; the target's usual one without it.

        `lenient` accepts what compilers and disassemblers write and llvm-mca refuses, and skips what cannot be read.

        Raises `AssemblyError` for the first error in the text.
        """
        return Code(self, "parse", (asm, name, syntax, lenient))

    def read_machine_code(
        self, code: Buffer, *, base_address: int = 0, syntax: Optional[str] = None
    ) -> Code:
        """Reads machine code whose first byte is at `base_address`; instructions are shown in the syntax `syntax`. `code`
        is anything that `memoryview` takes: bytes, or an array with its elements as they are in memory.

        Raises `MachineCodeDecodeError`.
        """
        # An integer would be so many zeros.
        return Code(self, "read_machine_code", (bytes(memoryview(code)), base_address, syntax))

    def analyze(
        self,
        asm: str,
        *,
        iterations: Optional[int] = None,
        syntax: Optional[str] = None,
        views: Optional[ViewNames] = None,
        hardware: Hardware = None,
        **settings: Unpack[Settings],
    ) -> Report:
        """Reads assembly that is one block and analyzes it, as `oxmca.analyze` does."""
        return self.parse(asm, syntax=syntax).region().analyze(iterations=iterations, views=views, hardware=hardware, **settings)

    def loops(
        self, asm: str, *, syntax: Optional[str] = None, name: str = "<input>", threads: Optional[int] = None
    ) -> List[Loop]:
        """The innermost loops of assembly with the cycles of each, what limits it and its work.

        The text is read leniently, as compilers write it; what cannot be read is skipped.

        >>> import oxmca
        >>> text = "f:\\n.L1:\\n addss (%rdi), %xmm0\\n addq $4, %rdi\\n cmpq %rsi, %rdi\\n jne .L1\\n ret\\n"
        >>> [loop] = oxmca.Session("skylake", triple="x86-64").loops(text)
        >>> loop.cycles_per_iteration.value, loop.limited_by[0].text, loop.work.element_bytes
        (4.0, 'chain through %xmm0', 4)
        """
        code = self._native.parse(asm, name, syntax, True, True)
        return loops_of(_oxmca.loops_of_text(code, threads or 0))


def _session_again(
    triple: str,
    cpu: str,
    features: List[str],
    models: List[Tuple[str, bytes]],
    itineraries: bool,
    hardware_models: List[Tuple[str, bytes]],
) -> Session:
    session = Session.__new__(Session)
    session._arguments = (triple, cpu, features, models, itineraries, hardware_models)
    session._native = native_session(session._arguments)
    return session


def native_session(arguments: Tuple[str, str, List[str], List[Tuple[str, bytes]], bool, List[Tuple[str, bytes]]]) -> _oxmca.Session:
    """Makes a session. An error about its CPU or a feature names the nearest ones."""
    triple, cpu, names = arguments[:3]
    try:
        return _oxmca.Session(*arguments)
    except TargetError as error:
        try:
            known_cpus, known_features = cpus(triple), list(features(triple))
        except OxmcaError:
            raise error from None
        wrong: List[Tuple[str, Iterable[str]]] = [(cpu, known_cpus)]
        wrong += [(it.lstrip("+-"), known_features) for it in names]
        raise hinted(error, [it for it in wrong if it[0] and it[0] not in it[1]]) from None


def loops_of(document: str) -> List[Loop]:
    """Reads the loops of a document of one file."""
    file = File._read(json.loads(document)["files"][0])
    return file.loops


def _host_cpu_for_native(cpu: Optional[str]) -> str:
    return _oxmca.host_cpu() if cpu == "native" else cpu or ""


class Code:
    """What a session read: a sequence of regions with instructions.

    >>> import oxmca
    >>> code = oxmca.Session("icelake-client", triple="x86-64").parse('''
    ... # LLVM-MCA-BEGIN first
    ... addq %rax, %rbx
    ... # LLVM-MCA-END
    ... # LLVM-MCA-BEGIN second
    ... imulq %rax, %rbx
    ... # LLVM-MCA-END
    ... ''')
    >>> {region.name: region.analyze().summary.total_cycles for region in code}
    {'first': 103, 'second': 303}
    """

    def __init__(self, session: Session, method: str, arguments: Tuple[Any, ...]) -> None:
        self.session = session
        self._read = (method, arguments)
        self._native: _oxmca.Code = getattr(session._native, method)(*arguments)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Code, (self.session, *self._read)

    def __repr__(self) -> str:
        return f"<Code {self.name!r}: {len(self)} regions>"

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, index: int) -> Region:
        count = len(self)
        if not -count <= index < count:
            raise IndexError("there is no such region")
        return Region(self, index % count)

    def __iter__(self) -> Iterator[Region]:
        return (Region(self, index) for index in range(len(self)))

    @property
    def name(self) -> str:
        """The name of the text in messages."""
        return self._native.name

    @property
    def messages(self) -> str:
        """Warnings about the text, with lines and carets; empty without any."""
        return self._native.messages

    def region(self, name: Optional[str] = None) -> Region:
        """The region of a name, or the only one."""
        if name is not None:
            for region in self:
                if region.name == name:
                    return region
            raise KeyError(name)
        count = len(self._native)
        if count != 1:
            raise AssemblyError(f"the text has {count} regions, not one: use Session.parse and its regions")
        return Region(self, 0)


class Region:
    """Instructions of a `Code` that are analyzed together."""

    def __init__(self, code: Code, index: int) -> None:
        self.code = code
        self.index = index

    def __repr__(self) -> str:
        return f"<Region {self.name!r}: {len(self.instructions)} instructions>"

    @property
    def name(self) -> str:
        """The name that its marker gives, or empty."""
        return self.code._native.region_name(self.index)[0]

    @property
    def is_marked(self) -> bool:
        """Whether markers delimit it; otherwise it is the whole text."""
        return self.code._native.region_name(self.index)[1]

    @property
    def instructions(self) -> List[str]:
        """Its instructions, as reports show them."""
        return self.code._native.instructions(self.index)

    def analyze(
        self,
        *,
        iterations: Optional[int] = None,
        views: Optional[ViewNames] = None,
        hardware: Hardware = None,
        **settings: Unpack[Settings],
    ) -> Report:
        """Analyzes it; the arguments are those of `oxmca.analyze`. Raises `SimulationError`."""
        options = options_of(views, hardware, iterations, settings)
        return Report(self.code._native.analyze(self.index, options))




class Report:
    """The report on a region. Each view is an attribute, `None` unless it was asked for and the CPU has it.

    >>> import oxmca
    >>> report = oxmca.analyze("imulq %rsi, %rdi", cpu="icelake-client", views="all")
    >>> report.steady_state.cycles_per_iteration.value
    3.0
    >>> report.timeline.entries[0].retired_at_cycle
    5
    >>> sorted(report.to_dict())[:4]
    ['annotation', 'bottleneck_analysis', 'dependency_graph', 'dispatch_statistics']
    """

    def __init__(self, native: Union[_oxmca.Report, _SavedReport]) -> None:
        self._native = native

    def __copy__(self) -> Report:
        return Report(self._native)

    def __deepcopy__(self, memo: Dict[int, Any]) -> Report:
        # Nothing in it changes.
        return Report(self._native)

    def __reduce__(self) -> Tuple[Any, ...]:
        it = self._native
        return _report_again, (it.cpu, it.summary, it.json(), it.text(), it.html())

    @functools.cached_property
    def _document(self) -> Dict[str, Any]:
        document: Dict[str, Any] = json.loads(self._native.json())
        return document

    @functools.cached_property
    def region(self) -> views.Region:
        """Everything as one value."""
        return views.Region._read(self._document)

    @property
    def cpu(self) -> str:
        """The CPU's name."""
        return self._native.cpu

    @functools.cached_property
    def summary(self) -> views.Summary:
        """Cycles, instructions per cycle and throughput."""
        numbers = self._native.summary
        if numbers is None:
            raise AttributeError("the summary is switched off")
        return views.Summary(*numbers)

    @property
    def instructions(self) -> List[views.Instruction]:
        """The instructions."""
        return self.region.instructions

    @property
    def warnings(self) -> List[views.RegionWarning]:
        """What limits the accuracy of this report."""
        return self.region.warnings

    @property
    def steady_state(self) -> Optional[views.SteadyState]:
        """What an iteration costs once the pipeline is full, exactly, and what limits it."""
        return self.region.steady_state

    @property
    def explanation(self) -> Optional[views.Explanation]:
        """The limit in words, and what follows from it."""
        return self.region.explanation

    @property
    def work(self) -> Optional[views.Work]:
        """The work of an iteration: its amount and the cycles of a unit of it, streams of memory, operations."""
        return self.region.work

    @property
    def bottleneck_analysis(self) -> Optional[views.BottleneckAnalysis]:
        """The causes of back pressure."""
        return self.region.bottleneck_analysis

    @property
    def instruction_info(self) -> Optional[List[views.InstructionInfo]]:
        """What the scheduling model says about each instruction."""
        return self.region.instruction_info

    @property
    def dispatch_statistics(self) -> Optional[views.DispatchStatistics]:
        """Dispatch stalls."""
        return self.region.dispatch_statistics

    @property
    def scheduler_statistics(self) -> Optional[views.SchedulerStatistics]:
        """Use of the schedulers."""
        return self.region.scheduler_statistics

    @property
    def retire_statistics(self) -> Optional[views.RetireStatistics]:
        """Use of the reorder buffer."""
        return self.region.retire_statistics

    @property
    def register_file_statistics(self) -> Optional[List[views.RegisterFileUsage]]:
        """Use of each register file."""
        return self.region.register_file_statistics

    @property
    def resource_pressure(self) -> Optional[views.ResourcePressure]:
        """How busy each execution unit is."""
        return self.region.resource_pressure

    @property
    def source_listing(self) -> Optional[views.SourceListing]:
        """The source lines of the instructions."""
        return self.region.source_listing

    @property
    def annotation(self) -> Optional[List[views.AnnotatedInstruction]]:
        """Notes beside each instruction."""
        return self.region.annotation

    @property
    def dependency_graph(self) -> Optional[views.DependencyGraph]:
        """Dependencies that hold in every iteration."""
        return self.region.dependency_graph

    @property
    def timeline(self) -> Optional[views.Timeline]:
        """When each instruction of the first iterations passed each stage."""
        return self.region.timeline

    @property
    def ibs_samples(self) -> Optional[views.IbsSamples]:
        """What Instruction-Based Sampling would measure."""
        return self.region.ibs_samples

    def to_dict(self) -> Dict[str, Any]:
        """Everything as dictionaries, lists and numbers: the region's part of the full document."""
        document: Dict[str, Any] = json.loads(self._native.json())
        return document

    def to_html(self) -> str:
        """The report on the whole code as a page of HTML that needs nothing else."""
        return self._native.html()

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        numbers = self._native.summary
        cycles = "" if numbers is None else f", {numbers[2]} cycles, {numbers[0]} iterations"
        return f"<Report {self.cpu}{cycles}>"

    def _repr_html_(self) -> str:
        page = html.escape(self.to_html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:0" sandbox="allow-scripts"></iframe>'


class _SavedReport:
    """What a pickled report had."""

    def __init__(self, cpu: str, summary: Optional[Tuple[int, int, int, int, int, float, float, float, float]], json: str, text: str, html: str) -> None:
        self.cpu = cpu
        self.summary = summary
        self._json, self._text, self._html = json, text, html

    def json(self) -> str:
        return self._json

    def text(self) -> str:
        return self._text

    def html(self) -> str:
        return self._html


def _report_again(*saved: Any) -> Report:
    return Report(_SavedReport(*saved))


@_kept(64)
def _session(cpu: Optional[str], triple: Optional[str], features: Optional[str]) -> Session:
    return Session(cpu, triple=triple, features=features)


def session_of(
    cpu: Optional[str], triple: Optional[str], features: Union[None, str, Iterable[str]]
) -> Session:
    """The session of names, the same for the same names."""
    if features is not None and not isinstance(features, str):
        features = ",".join(features)
    return _session(cpu, triple, features)


def analyze(
    asm: str,
    cpu: Optional[str] = None,
    iterations: Optional[int] = None,
    syntax: Optional[str] = None,
    *,
    triple: Optional[str] = None,
    features: Union[None, str, Iterable[str]] = None,
    views: Optional[ViewNames] = None,
    hardware: Hardware = None,
    **settings: Unpack[Settings],
) -> Report:
    """Analyzes a block of assembly.

    `cpu`, `triple` and `features` are those of `Session`. The block runs `iterations` times, 100 without it. `syntax` is
    `att` or `intel`. `views` names the attributes of the report to have, or is `"all"`; without it they are those that
    llvm-mca prints. `hardware` or `model_of` choose
    the model, which is otherwise the one that measurements speak for. Other settings are those of
    `oxmca.settings.Settings`, as `dispatch_width_micro_ops=4`, `assume_no_alias=False` or `delivery="loop"`.

    Raises `TargetError`, `AssemblyError` or `SimulationError`.

    >>> import oxmca
    >>> print(oxmca.analyze("frob", cpu="icelake-client"))
    Traceback (most recent call last):
    ...
    oxmca.errors.AssemblyError: 1:1: invalid instruction mnemonic 'frob'
    """
    session = session_of(cpu, triple, features)
    return session.analyze(
        asm, iterations=iterations, syntax=syntax, views=views, hardware=hardware, **settings
    )


def analyze_machine_code(
    code: Union[Buffer, str],
    cpu: Optional[str] = None,
    iterations: Optional[int] = None,
    *,
    base_address: int = 0,
    syntax: Optional[str] = None,
    triple: Optional[str] = None,
    features: Union[None, str, Iterable[str]] = None,
    views: Optional[ViewNames] = None,
    hardware: Hardware = None,
    **settings: Unpack[Settings],
) -> Report:
    """Analyzes machine code, as bytes (anything that `memoryview` takes) or as hexadecimal digits; the other arguments are those of `analyze`.

    >>> import oxmca
    >>> oxmca.analyze_machine_code("48 01 f8", cpu="skylake", triple="x86-64").instructions[0].text
    'addq\\t%rdi, %rax'
    """
    if isinstance(code, str):
        try:
            code = bytes.fromhex(code.replace("0x", " ").replace(",", " "))
        except ValueError:
            raise MachineCodeDecodeError("the text is no hexadecimal bytes") from None
    else:
        try:
            code = memoryview(code)
        except TypeError:
            raise TypeError(f"machine code is bytes or hexadecimal text, not {type(code).__name__}") from None
    session = session_of(cpu, triple, features)
    region = session.read_machine_code(code, base_address=base_address, syntax=syntax).region()
    return region.analyze(iterations=iterations, views=views, hardware=hardware, **settings)


class Comparison(Mapping[str, Report]):
    """The reports on one block for several CPUs, by their names.

    >>> import oxmca
    >>> print(oxmca.compare("imulq %rsi, %rdi", ["skylake", "icelake-client"], triple="x86-64"))
    CPU             Cycles  IPC   RThroughput
    skylake            305  0.33         1.00
    icelake-client     303  0.33         1.00
    """

    def __init__(self, reports: Dict[str, Report]) -> None:
        self._reports = reports

    def __getitem__(self, cpu: str) -> Report:
        return self._reports[cpu]

    def __iter__(self) -> Iterator[str]:
        return iter(self._reports)

    def __len__(self) -> int:
        return len(self._reports)

    def _rows(self) -> List[Tuple[str, str, str, str]]:
        rows = [("CPU", "Cycles", "IPC", "RThroughput")]
        for cpu, report in self._reports.items():
            summary = report.summary
            throughput = summary.block_reciprocal_throughput_cycles
            ipc = summary.instructions_per_cycle
            rows.append((cpu, str(summary.total_cycles), f"{ipc:.2f}", f"{throughput:.2f}"))
        return rows

    def __str__(self) -> str:
        rows = self._rows()
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        lines = []
        for number, row in enumerate(rows):
            cells = [cell.ljust(width) if number == 0 else cell.rjust(width) for cell, width in zip(row, widths)]
            lines.append("  ".join([row[0].ljust(widths[0]), *cells[1:]]).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self._reports)}>"

    def _repr_html_(self) -> str:
        rows = self._rows()
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in rows[0])
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:]
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def compare(
    asm: str,
    cpus: Iterable[str],
    *,
    iterations: Optional[int] = None,
    syntax: Optional[str] = None,
    triple: Optional[str] = None,
    views: Optional[ViewNames] = None,
    hardware: Hardware = None,
    **settings: Unpack[Settings],
) -> Comparison:
    """Analyzes a block of assembly for several CPUs; the arguments are those of `analyze`."""
    return Comparison(
        {
            cpu: analyze(
                asm, cpu, iterations, syntax, triple=triple, views=views, hardware=hardware, **settings
            )
            for cpu in cpus
        }
    )


@dataclasses.dataclass(frozen=True)
class Model:
    """A scheduling model of a target."""

    name: str
    """Its name, as in the tables."""
    is_out_of_order: bool
    """Whether it executes out of order."""
    issue_width_micro_ops: int
    """Micro-ops dispatched per cycle."""
    reorder_buffer_size_micro_ops: Optional[int]
    """Size of the reorder buffer; `None` in order."""
    described_cpus: List[str]
    """CPUs that the model describes."""
    borrowing_cpus: List[str]
    """CPUs that use the model of another CPU for want of one of their own."""


@_kept(16)
def _catalog(target: str) -> Dict[str, Any]:
    return _oxmca.catalog(target)


def cpus(target: Optional[str] = None) -> List[str]:
    """The CPUs of a target, `x86-64`, `aarch64`, `riscv64` or a triple, that can be simulated.

    >>> import oxmca
    >>> "icelake-client" in oxmca.cpus("x86-64"), "neoverse-v2" in oxmca.cpus("aarch64")
    (True, True)
    """
    described = [cpu for model in models(target) for cpu in model.described_cpus + model.borrowing_cpus]
    return sorted(set(described))


def models(target: Optional[str] = None) -> List[Model]:
    """The scheduling models of a target."""
    return [Model(**model) for model in _catalog(target or _oxmca.host_triple())["models"]]


def features(target: Optional[str] = None) -> Dict[str, str]:
    """The features of a target, each with a line that describes it."""
    return dict(_catalog(target or _oxmca.host_triple())["features"])


@dataclasses.dataclass(frozen=True)
class BuildInfo:
    """The identity of the program and of its tables: data sets that agree in it have the same numbers."""

    version: str
    """The version of oxmca."""
    llvm_version: str
    """The LLVM release that the tables come from."""
    tables: Dict[str, str]
    """The hash of each target's tables."""


def build_info() -> BuildInfo:
    """The identity of this build.

    >>> import oxmca
    >>> sorted(oxmca.build_info().tables)
    ['aarch64', 'amdgpu', 'arm', 'lanai', 'mips', 'powerpc', 'riscv', 'systemz', 'x86']
    """
    return BuildInfo(**_oxmca.build_info())
