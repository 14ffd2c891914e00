"""The API as users call it."""

from __future__ import annotations

import array
import copy
import doctest
import importlib
import mmap
import pathlib
import pickle
import subprocess
import sys
from collections.abc import Callable

import oxmca
import pytest

FOLDER = pathlib.Path(__file__).resolve().parent
ASM = "imulq %rsi, %rdi\naddq %rdi, %rax"


def x86(cpu: str = "icelake-client", **others: object) -> oxmca.Session:
    return oxmca.Session(cpu, triple="x86_64-unknown-unknown", **others)  # type: ignore[arg-type]


def test_numbers_are_those_of_the_program() -> None:
    summary = x86().analyze(ASM).summary
    assert (summary.total_cycles, summary.instructions, summary.iterations) == (304, 200, 100)
    assert summary == x86().analyze(ASM).region.summary


def test_every_view_is_typed() -> None:
    report = x86().analyze(ASM, views="all")
    for name in (
        "annotation", "bottleneck_analysis", "dependency_graph", "dispatch_statistics", "explanation",
        "instruction_info", "register_file_statistics", "resource_pressure", "retire_statistics",
        "scheduler_statistics", "steady_state", "summary", "timeline", "work",
    ):
        value = getattr(report, name)
        assert value is not None, name
        first = value[0] if isinstance(value, list) else value
        assert type(first).__module__ == "oxmca.views", name
        assert name in report.to_dict()
    assert report.steady_state is not None
    assert report.steady_state.cycles_per_iteration.value == 3.0
    assert report.work is not None and report.work.unknown == "no_memory"
    loop = ".L: vmulps (%rdi,%rax,4), %ymm0, %ymm1\n vmovups %ymm1, (%rsi,%rax,4)\n addq $8, %rax\n jne .L"
    work = x86().analyze(loop, views=["work"]).work
    assert work is not None and (work.unit, work.count, work.element_bytes) == ("elements", 8, 4)
    assert work.cycles_per_unit == work.cycles_per_iteration.value / 8
    assert x86().analyze(ASM).timeline is None
    hidden = x86().analyze(ASM, views=["timeline"])
    with pytest.raises(AttributeError):
        hidden.summary
    with pytest.raises(ValueError, match="no view"):
        x86().analyze(ASM, views=["nothing"])


def test_reports_render() -> None:
    report = x86().analyze(ASM)
    assert str(report).startswith("Iterations:        100\n")
    assert repr(report) == "<Report icelake-client, 304 cycles, 100 iterations>"
    assert "srcdoc=" in report._repr_html_()
    assert report.to_html().lower().startswith("<!doctype html>")


def test_settings() -> None:
    assert x86().analyze(ASM, iterations=10).summary.iterations == 10
    assert x86().analyze("nop", dispatch_width_micro_ops=1).summary.dispatch_width_micro_ops == 1
    with pytest.raises(ValueError, match="no option"):
        x86().analyze(ASM, nothing=1)  # type: ignore[call-arg]
    with pytest.raises(oxmca.OptionError):
        x86().analyze(ASM, iterations=-1)


def test_errors_have_places() -> None:
    with pytest.raises(oxmca.AssemblyError) as caught:
        x86().analyze("nop\n  frob %rax")
    error = caught.value
    assert (error.line, error.column) == (2, 3)
    assert "frob" in error.message and "^" in error.diagnostics
    for copied in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (str(copied), copied.line, copied.diagnostics) == (str(error), 2, error.diagnostics)
    with pytest.raises(oxmca.MachineCodeDecodeError) as decoding:
        oxmca.analyze_machine_code("90 06", cpu="icelake-client", triple="x86-64")
    assert decoding.value.offset == 1
    for arguments in ({"cpu": "pdp11"}, {"triple": "pdp11"}, {"features": "+nothing"}):
        with pytest.raises(oxmca.TargetError):
            oxmca.analyze("nop", **{"cpu": "icelake-client", "triple": "x86-64", **arguments})  # type: ignore[arg-type]
    with pytest.raises(oxmca.AssemblyError):
        x86().analyze("")
    with pytest.raises(oxmca.SimulationError) as unsupported:
        oxmca.analyze("nop\nvaddps %zmm0, %zmm1, %zmm2", cpu="btver2", triple="x86-64", features="+avx512f")
    assert (unsupported.value.line, unsupported.value.instruction) == (2, "vaddps\t%zmm0, %zmm1, %zmm2")


def test_regions_machine_code_and_comparison() -> None:
    code = x86().parse("# LLVM-MCA-BEGIN one\nnop\n# LLVM-MCA-END\n# LLVM-MCA-BEGIN two\nnop\nnop\n# LLVM-MCA-END\n")
    assert [(it.name, it.is_marked, it.instructions) for it in code] == [
        ("one", True, ["nop"]), ("two", True, ["nop", "nop"]),
    ]
    assert len(code) == 2 and code[-1].name == "two" and code.region("one").analyze().summary.instructions == 100
    with pytest.raises(IndexError):
        code[2]
    with pytest.raises(oxmca.AssemblyError, match="2 regions"):
        code.region()
    same = x86().read_machine_code(bytes.fromhex("480fafd6"), syntax="intel").region()
    assert same.instructions == ["imul\trdx, rsi"]
    comparison = oxmca.compare(ASM, ["icelake-client", "skylake"], triple="x86-64")
    assert list(comparison) == ["icelake-client", "skylake"]
    assert "<td>304</td>" in comparison._repr_html_()
    for cpu, report in comparison.items():
        assert report.cpu == cpu and report.summary == x86(cpu).analyze(ASM).summary
    assert len(str(comparison).splitlines()) == 3
    with pytest.raises(oxmca.TargetError):
        oxmca.compare(ASM, ["icelake-client", "pdp11"], triple="x86-64")


def test_hardware_mode() -> None:
    report = x86("skylake").analyze(ASM, hardware=True)
    assert report.steady_state is not None and report.steady_state.hardware is not None
    loop = x86("skylake").analyze(ASM, hardware={"delivery": "loop", "initial_registers": {"rdi": 1}})
    assert loop.steady_state is not None and loop.steady_state.hardware is not None
    assert loop.steady_state.hardware.delivery == "loop"
    with pytest.raises(oxmca.SimulationError):
        x86("btver2").analyze(ASM, hardware=True)
    for wrong in (
        {"nothing": 1}, {"delivery": "nothing"}, {"without": ["nothing"]}, {"initial_registers": {"nothing": 1}},
        {"initial_registers": {"eax": 1}},
    ):
        with pytest.raises(ValueError):
            x86("skylake").analyze(ASM, hardware=wrong)
        with pytest.raises(ValueError):
            oxmca.analyze_many([ASM], "skylake", triple="x86-64", hardware=wrong)


def test_options_of_hardware_mode_change_its_numbers() -> None:
    text = "movl (%rdi), %eax\naddl %eax, %ecx\nmovl %ecx, (%rsi)\nmovq %rax, %rbx\n"

    def cycles(hardware: object) -> float:
        steady_state = x86("skylake").analyze(text, hardware=hardware).steady_state  # type: ignore[arg-type]
        assert steady_state is not None
        return steady_state.cycles_per_iteration.value

    usual = cycles(True)
    assert cycles({"delivery": "unrolled"}) == usual
    assert cycles({"two_threads": True}) > usual
    assert cycles({"delivery": "loop"}) < usual
    # The load depends on the store of the iteration before only where the addresses are equal.
    assert cycles({"initial_registers": "equal"}) == cycles({"initial_registers": {"rdi": 64, "%RSI": 64}}) > usual
    assert cycles({"initial_registers": "distinct"}) == cycles({"initial_registers": {"rdi": 64, "rsi": 2112}}) == usual
    assert cycles({"without": ["front-end"]}) < usual
    compared = oxmca.compare(text, ["skylake", "icelake-client"], triple="x86-64", hardware=True)
    assert compared["skylake"].steady_state.cycles_per_iteration.value == usual  # type: ignore[union-attr]
    answers = oxmca.analyze_many([text, "frob"], "skylake", ["steady_state"], triple="x86-64", hardware=True).to_pylist()
    assert answers[0]["steady_state"]["cycles_per_iteration"]["value"] == usual
    assert answers[1]["steady_state"] is None


def test_models_of_ones_own(tmp_path: pathlib.Path) -> None:
    model = tmp_path / "my-zen.tbl"
    model.write_text("model MyZen extends Znver4Model issue-width=8\n")
    session = oxmca.Session(triple="x86-64", models=model)
    assert session.cpu == "myzen"
    assert session.analyze("nop").summary.dispatch_width_micro_ops == 8
    assert pickle.loads(pickle.dumps(session)).cpu == "myzen"
    # The same model for objects and for many blocks.
    path = FOLDER.parents[1] / "oxmca-object/tests/objects/elf-x86-64.o"
    code = oxmca.Object(path).code(session, loop=1)
    assert code.region().analyze().summary.dispatch_width_micro_ops == 8
    answers = oxmca.analyze_many(["nop"], triple="x86-64", models=model).to_pylist()
    assert (answers[0]["cpu"], answers[0]["dispatch_width_micro_ops"]) == ("myzen", 8)
    usual = oxmca.analyze_many(["nop"], "icelake-client", triple="x86-64", models=model).to_pylist()
    assert usual[0]["dispatch_width_micro_ops"] == 6
    model.write_text("model MyZen extends Nothing\n")
    with pytest.raises(oxmca.ModelError) as mistake:
        oxmca.Session(triple="x86-64", models=model)
    assert mistake.value.line == 1


def test_objects() -> None:
    path = FOLDER.parents[1] / "oxmca-object/tests/objects"
    found = sorted(path.glob("elf-x86*.o"))
    assert found
    loops = [(it, loop) for it in found for loop in oxmca.Object(it).loops("icelake-client")]
    assert loops
    path, loop = loops[0]
    code = oxmca.Object(path.read_bytes()).code("icelake-client", loop=loop.number)
    assert code.region().analyze(views="all").summary.total_cycles > 0
    # Parts by names, numbers and addresses; the same loop by each.
    sums = oxmca.Object(FOLDER.parents[1] / "oxmca-object/tests/objects/elf-x86-64.o")
    (found_loop,) = sums.loops("icelake-client")
    by_number = sums.code("icelake-client", loop=found_loop.number).region()
    start = found_loop.address
    assert start is not None and found_loop.length_bytes is not None
    by_range = sums.code("icelake-client", range=f"{start:#x}-{start + found_loop.length_bytes - 1:#x}").region()
    assert by_number.instructions == by_range.instructions and len(by_range.instructions) == found_loop.instructions
    whole = sums.code("icelake-client", function=found_loop.symbol).region()
    assert len(whole.instructions) > found_loop.instructions
    with pytest.raises(oxmca.ObjectError, match="is for x86_64"):
        sums.code(oxmca.Session("neoverse-v2", triple="aarch64"), loop=1)
    with pytest.raises(ValueError):
        sums.code("icelake-client", range="nothing")
    with pytest.raises(oxmca.SelectionError):
        oxmca.Object(path).code("icelake-client", function="nothing")
    with pytest.raises(oxmca.ObjectError):
        oxmca.Object(b"nothing")


LOOP = "\t.type f,@function\nf:\n.L1:\n movss (%rdi), %xmm1\n addss %xmm1, %xmm0\n addq $4, %rdi\n cmpq %rsi, %rdi\n jne .L1\n ret\n"


def test_loops_are_typed() -> None:
    (loop,) = x86("skylake").loops(LOOP)
    assert (loop.number, loop.function, loop.number_in_function, loop.instructions) == (1, "f", 1, 5)
    assert loop.cycles_per_iteration is not None and loop.cycles_per_iteration.value == 4
    assert loop.limited_by is not None and loop.limited_by[0].text == "chain through %xmm0"
    assert loop.limited_by[0].registers == ["%xmm0"]
    assert loop.work is not None and loop.work.streams[0].stride_bytes == 4
    assert loop.cycles_per_unit == 4
    assert pickle.loads(pickle.dumps(loop)) == loop
    assert x86("skylake").loops("nop") == []


def test_errors_are_of_the_package_and_have_hints() -> None:
    cases: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: oxmca.Session("skylkae", triple="x86-64"), oxmca.TargetError, "did you mean 'skylake'"),
        (lambda: oxmca.Session("zen4", triple="x86-64"), oxmca.TargetError, "'znver4'"),
        (lambda: x86().analyze(ASM, views="timelin"), oxmca.OptionError, "did you mean 'timeline'"),
        (lambda: x86().analyze(ASM, call_latency_cycle=1), oxmca.OptionError, "'call_latency_cycles'"),  # type: ignore[call-arg]
        (lambda: x86().analyze(ASM, syntax="masm"), oxmca.OptionError, "masm"),
        (lambda: x86().analyze(ASM, iterations=1 << 40), oxmca.OptionError, ""),
        (lambda: x86().analyze(ASM, iterations="x"), TypeError, ""),  # type: ignore[arg-type]
        (lambda: x86().analyze(ASM, hardware=""), TypeError, ""),  # type: ignore[arg-type]
        (lambda: x86().analyze(ASM, hardware=[]), TypeError, ""),  # type: ignore[arg-type]
        (lambda: oxmca.analyze_machine_code("xyz"), oxmca.MachineCodeDecodeError, "hexadecimal"),
        (lambda: oxmca.analyze_machine_code(4), TypeError, "int"),  # type: ignore[arg-type]
        (lambda: oxmca.Object(3), TypeError, ""),  # type: ignore[arg-type]
        (lambda: oxmca.analyze_many("addq %rax, %rbx"), oxmca.DataError, "str"),
        (lambda: oxmca.analyze_many(4), oxmca.DataError, "int"),
        (lambda: oxmca.analyze_many({"asm": ["nop"], "id": [1, 2]}), oxmca.DataError, "dict"),
        (lambda: oxmca.analyze_many({"text": ["nop"], "id": [1]}), oxmca.DataError, "no column"),
        (lambda: oxmca.analyze_many(["nop"], columns=["cycle"]), oxmca.OptionError, "no column"),
    ]
    for call, kind, text in cases:
        with pytest.raises(kind) as raised:
            call()
        assert text in str(raised.value), (text, str(raised.value))
        if kind is not TypeError:
            assert isinstance(raised.value, oxmca.OxmcaError)
    error = oxmca.MachineCodeDecodeError("no instruction", 3)
    assert str(error) == "no instruction"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.offset) == ("no instruction", 3)


def test_lists_and_identity() -> None:
    assert oxmca.cpus("aarch64") and "avx512f" in oxmca.features("x86-64")
    assert any(model.name == "Znver4Model" and "znver4" in model.described_cpus for model in oxmca.models("x86-64"))
    info = oxmca.build_info()
    assert info.version == oxmca.__version__ and info.llvm_version == "23.1.1"
    assert all(len(hash) == 16 for hash in info.tables.values())


def test_documentation() -> None:
    for name in ("oxmca", "oxmca.api", "oxmca.many", "oxmca.objects", "oxmca.errors"):
        module = importlib.import_module(name)
        failed, tried = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        assert not failed
    documents = [FOLDER.parent / "README.md", *(FOLDER.parents[2] / "docs").glob("python.md")]
    for document in documents:
        failed, tried = doctest.testfile(str(document), module_relative=False, optionflags=doctest.ELLIPSIS)
        assert tried and not failed


def test_views_are_those_of_the_schema() -> None:
    subprocess.run([sys.executable, str(FOLDER.parent / "generate_views.py"), "--check"], check=True)


def mmap_of(contents: bytes) -> mmap.mmap:
    made = mmap.mmap(-1, len(contents))
    made.write(contents)
    return made


def test_integers_are_no_bytes_and_no_paths() -> None:
    session = oxmca.Session("skylake", triple="x86-64")
    for wrong in (4, [0x90], "nop"):
        with pytest.raises(TypeError):
            session.read_machine_code(wrong)  # type: ignore[arg-type]
    assert len(session.read_machine_code(bytearray(b"\x90"))) == 1
    # Whatever has bytes: elements are taken as they are in memory.
    nops = array.array("I", [0x90909090])
    for code in (nops, memoryview(nops), mmap_of(nops.tobytes())):
        assert session.read_machine_code(code).region().instructions == ["nop"] * 4
        analyzed = oxmca.analyze_machine_code(code, cpu="skylake", triple="x86-64")
        assert [it.text for it in analyzed.instructions] == ["nop"] * 4
    with pytest.raises(TypeError):
        oxmca.Session("skylake", triple="x86-64", models=[99])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        oxmca.analyze("nop", cpu="skylake", triple="x86-64", hardware={})


def test_results_can_be_pickled_and_copied() -> None:
    session = oxmca.Session("skylake", triple="x86-64")
    code = session.parse("imulq %rsi, %rdi")
    report = code.region().analyze(views="all")
    for again in (pickle.loads(pickle.dumps(report)), copy.copy(report), copy.deepcopy(report)):
        assert again.to_dict() == report.to_dict()
        assert (str(again), again.to_html(), again.cpu) == (str(report), report.to_html(), report.cpu)
        assert again.summary == report.summary
    assert pickle.loads(pickle.dumps(code)).region().instructions == code.region().instructions
    assert copy.deepcopy(code.region()).analyze().summary == code.region().analyze().summary
