"""Measurements on this machine."""

from __future__ import annotations

import platform
import sys

import oxmca
import pytest

IS_HERE = sys.platform == "linux" and platform.machine() == "x86_64"
CHAIN = "xorq %rsi, %rdi\n" * 4


def measured(code: str, **others: object) -> oxmca.Measured:
    try:
        return oxmca.measure(code, cpu="skylake", triple="x86_64-unknown-unknown", processes=1, **others)  # type: ignore[arg-type]
    except oxmca.MeasureError as error:
        pytest.skip(error.message)


def is_busy(found: oxmca.Measured) -> bool:
    reason = found.reason or ""
    return reason.startswith(("unsteady", "the machine is busy"))


@pytest.mark.skipif(not IS_HERE, reason="Linux on x86-64 only")
def test_a_chain_takes_its_latency() -> None:
    found = measured(CHAIN)
    assert (found.cpu, found.hardware, found.llvm) == ("skylake", 4.0, 4.0)
    assert found.host_cpu == oxmca.host_cpu()
    if is_busy(found):
        pytest.skip(found.reason)
    assert found.cycles is not None and 3.6 < found.cycles < 4.6
    assert found.spread is not None and found.spread <= 0.02
    assert found.lengths is not None and found.lengths[0].iterations < found.lengths[-1].iterations


@pytest.mark.skipif(not IS_HERE, reason="Linux on x86-64 only")
def test_what_cannot_be_measured_has_a_reason() -> None:
    found = measured("syscall")
    assert found.cycles is None and found.spread is None
    assert found.reason == "only the system may run it, or it has effects beyond registers and memory"
    with pytest.raises(oxmca.OptionError):
        measured(CHAIN, delivery="lop")


def test_other_targets_and_systems_are_an_error() -> None:
    others = [("add x0, x0, x1", "neoverse-n1", "aarch64"), (CHAIN, "skylake", "x86_64")]
    for code, cpu, triple in others:
        if triple != platform.machine():
            with pytest.raises(oxmca.MeasureError):
                oxmca.measure(code, cpu=cpu, triple=triple)
