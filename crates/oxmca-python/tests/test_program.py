"""Views beside those of the program, which `OXMCA` names."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any, Dict, List, Set

import oxmca
import pytest

OXMCA = os.environ.get("OXMCA", str(pathlib.Path(__file__).resolve().parents[3] / "target/release/oxmca"))
TEXTS = {
    "x86-64": "imulq %rsi, %rdi\naddq (%rdi), %rax",
    "aarch64": "mul x0, x1, x2\nadd x3, x0, x3",
    "riscv64": "mul a0, a1, a2\nadd a3, a0, a3",
    "s390x-linux-gnu": "msgr %r1, %r2\nagr %r3, %r1",
    "powerpc64le-linux-gnu": "mulld 3, 4, 5\nadd 6, 3, 6",
    "mips64el-linux-gnuabi64": "mul $2, $3, $4\naddu $5, $2, $5",
    "mips-linux-gnu": "mul $2, $3, $4\nor $5, $2, $5",
    "amdgcn-amd-amdhsa": "v_mul_f32 v0, v1, v2\nv_add_f32 v3, v0, v3",
    "lanai": "add %r5, %r6, %r7\nadd %r7, %r6, %r6",
}
# CPUs out of order, then in order. None has a hardware mode that is taken by default.
CPUS = [
    ("x86-64", "icelake-client", True), ("x86-64", "btver2", True), ("x86-64", "atom", False),
    ("aarch64", "neoverse-n2", True), ("aarch64", "cortex-a510", False), ("aarch64", "cortex-a55", False),
    ("riscv64", "sifive-p670", True), ("riscv64", "sifive-u74", False), ("riscv64", "sifive-x280", False),
    ("s390x-linux-gnu", "z15", True), ("powerpc64le-linux-gnu", "pwr9", True), ("powerpc64le-linux-gnu", "pwr10", True),
    ("mips64el-linux-gnuabi64", "i6400", False), ("mips-linux-gnu", "p5600", True), ("amdgcn-amd-amdhsa", "gfx90a", False),
    ("amdgcn-amd-amdhsa", "gfx1100", False), ("lanai", "v11", False),
]
LLVM_VIEWS = {
    "summary", "instruction_info", "resource_pressure", "timeline", "bottleneck_analysis", "dispatch_statistics",
    "scheduler_statistics", "retire_statistics", "register_file_statistics",
}
OF_OUT_OF_ORDER = {"bottleneck_analysis", "retire_statistics"}


def region_of_program(target: str, cpu: str, *options: str) -> Dict[str, Any]:
    triple = oxmca.Session(cpu, triple=target).triple
    done = subprocess.run([OXMCA, f"-mtriple={triple}", f"-mcpu={cpu}", "--model-of=llvm", "--json=full", *options],
                          input=TEXTS[target] + "\n", capture_output=True, text=True)
    if "was left out of this build" in done.stderr:
        pytest.skip("the program has no such target: cargo build --features amdgpu,lanai,mips")
    assert done.returncode == 0, done.stderr
    region: Dict[str, Any] = json.loads(done.stdout)["regions"][0]
    return region


def views_of(region: Dict[str, Any]) -> Set[str]:
    return LLVM_VIEWS & {name for name, value in region.items() if value is not None}


@pytest.mark.parametrize(("target", "cpu", "is_out_of_order"), CPUS)
def test_all_views_are_those_of_the_program(target: str, cpu: str, is_out_of_order: bool) -> None:
    session = oxmca.Session(cpu, triple=target)
    assert session.is_out_of_order == is_out_of_order
    found = session.analyze(TEXTS[target], views="all", hardware=False).to_dict()
    expected = region_of_program(target, cpu, "-all-views")
    assert views_of(expected) == (LLVM_VIEWS if is_out_of_order else LLVM_VIEWS - OF_OUT_OF_ORDER)
    assert views_of(found) == views_of(expected)
    # What other views know of instructions is written beside them.
    for name in views_of(expected) - {"instruction_info"} | {"warnings", "skipped_instructions"}:
        assert found[name] == expected[name], name


@pytest.mark.parametrize(("target", "cpu", "is_out_of_order"), CPUS)
@pytest.mark.parametrize("others", [[], ["all"]])
def test_named_views_are_those_of_the_program(
    target: str, cpu: str, is_out_of_order: bool, others: List[str]
) -> None:
    """A view that is named is there, with a warning if it does not say much."""
    session = oxmca.Session(cpu, triple=target)
    views = [*others, "bottleneck_analysis", "retire_statistics"]
    found = session.analyze(TEXTS[target], views=views, hardware=False).to_dict()
    expected = region_of_program(target, cpu, "-bottleneck-analysis", "-retire-stats")
    assert bool(found["warnings"]) != is_out_of_order
    for name in OF_OUT_OF_ORDER | {"warnings"}:
        assert found[name] == expected[name], name


@pytest.mark.parametrize(("target", "cpu", "is_out_of_order"), CPUS)
def test_many_have_the_views_of_one(target: str, cpu: str, is_out_of_order: bool) -> None:
    pytest.importorskip("pyarrow")
    answers = oxmca.analyze_many([TEXTS[target]], cpu=cpu, triple=target, columns=["report"], views="all", hardware=False)
    [report] = answers.column("report").to_pylist()
    assert views_of(json.loads(report)) == (LLVM_VIEWS if is_out_of_order else LLVM_VIEWS - OF_OUT_OF_ORDER)
