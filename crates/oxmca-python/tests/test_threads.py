"""Signals and threads."""

from __future__ import annotations

import concurrent.futures
import os
import random
import signal
import sys
import sysconfig
import threading
import time
from typing import Any, Callable, Dict, List

import oxmca
import pyarrow as pa
import pytest

# The aim is a tenth of a second; the work lasts for many seconds. A machine that does other things may be slow.
MOST_SECONDS = 1.0
LONG = "\n".join(f"imulq %r{8 + n % 8}, %r{8 + (n * 5 + n // 7) % 8}" for n in range(20000))


def interrupted_after(work: Callable[[], object], seconds: float = 0.3) -> float:
    """The seconds from a signal to the exception; the least of three, which is printed beside the aim."""
    least = min(interrupted_once(work, seconds) for _ in range(3))
    print(f"interrupted after {least:.3f} s")
    return least


def interrupted_once(work: Callable[[], object], seconds: float) -> float:
    sent: List[float] = []

    def send() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(seconds, send)
    timer.start()
    try:
        work()
    except KeyboardInterrupt:
        return time.perf_counter() - sent[0]
    timer.cancel()
    pytest.fail("the work was over before the signal, or went on after it")


def interrupted_part(work: Callable[[], object]) -> float:
    """As `interrupted_after`, of a signal in the middle, as a part of the time that all of the work takes."""
    start = time.perf_counter()
    work()
    whole = time.perf_counter() - start
    return interrupted_after(work, whole / 2) / whole


@pytest.mark.parametrize(("cpu", "text", "options"), [
    ("icelake-client", [LONG] * 12, {"views": "all", "iterations": 3}),
    ("icelake-client", [LONG] * 12, {"views": ["steady_state"], "iterations": 1}),
    ("atom", [LONG] * 12, {"views": ["steady_state"]}),
    ("skylake", ["divq %rcx"] * 4000, {"hardware": True, "views": ["resource_pressure"]}),
])
def test_a_long_analysis_is_interrupted(cpu: str, text: List[str], options: Dict[str, Any]) -> None:
    region = oxmca.Session(cpu, triple="x86-64").parse("\n".join(text)).region()
    assert interrupted_part(lambda: region.analyze(**options)) < 0.25


def test_reading_is_interrupted() -> None:
    session = oxmca.Session("icelake-client", triple="x86-64")
    text = ".rept 1000000\nimulq %rax, %rbx\n.endr\n"
    try:
        session.parse(text)
    except oxmca.AssemblyError:
        pass
    else:
        assert interrupted_after(lambda: [session.parse(text) for _ in range(1000)], 0.2) < MOST_SECONDS


def test_a_search_for_loops_is_interrupted() -> None:
    library = oxmca.Object(oxmca._oxmca.__file__)
    session = library.session("icelake-client" if library.triple.startswith("x86") else "neoverse-v2")
    assert interrupted_part(lambda: library.code(session, loop=1)) < 0.5
    # To the end, this takes many seconds.
    for threads in [1, None]:
        assert interrupted_after(lambda: library.loops(session, threads=threads), 0.5) < MOST_SECONDS


@pytest.mark.parametrize("threads", [1, 2])
def test_many_are_interrupted(threads: int, make_blocks: Callable[..., List[str]]) -> None:
    blocks = pa.table({"asm": [LONG] + make_blocks(20000, 7)})
    assert interrupted_after(lambda: oxmca.analyze_many(
        blocks, cpu="icelake-client", triple="x86-64", iterations=100_000, threads=threads)) < MOST_SECONDS
    batch = blocks.combine_chunks().to_batches()[0]
    assert interrupted_after(lambda: oxmca.analyze_many(
        batch, cpu="icelake-client", triple="x86-64", iterations=100_000, threads=threads)) < MOST_SECONDS
    # The threads are there for others.
    assert oxmca.analyze_many(["nop"], cpu="icelake-client", triple="x86-64", threads=threads).num_rows == 1


def test_the_lock_is_released() -> None:
    session = oxmca.Session("icelake-client", triple="x86-64")
    region = session.parse(LONG).region()
    counted = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_over.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    region.analyze(iterations=100)
    is_over.set()
    counter.join()
    assert counted > 5


def test_threads_share_a_session() -> None:
    session = oxmca.Session("icelake-client", triple="x86-64")
    texts = [f"imulq %rsi, %rdi\naddq ${n}, %rdi" for n in range(200)]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        cycles = list(pool.map(lambda text: session.analyze(text).summary.total_cycles, texts))
    assert cycles == [session.analyze(text).summary.total_cycles for text in texts]


def test_what_a_session_keeps_changes_nothing() -> None:
    """Analyzers are kept by their options; results are those of a session that has kept none."""
    blocks = ["imulq %rsi, %rdi\naddq $1, %rdi", "callq f\nret", "movq (%rdi), %rax\nmovq %rax, (%rsi)",
              "vfmadd231ps (%rdi), %ymm0, %ymm2\nvxorps %ymm0, %ymm0, %ymm0", "frob", "divq %rcx"]
    settings: List[Dict[str, Any]] = [
        {}, {"iterations": 7}, {"call_latency_cycles": 3}, {"assume_no_alias": False}, {"hardware": True},
        {"register_file_size_registers": 20}, {"views": "all"}, {"dispatch_width_micro_ops": 2}, {"iterations": 3},
        {"load_queue_size_entries": 1}, {"views": ["steady_state"]},
    ]

    def answer(session: oxmca.Session, text: str, options: Dict[str, Any]) -> str:
        try:
            return str(session.analyze(text, **options).to_dict())
        except oxmca.OxmcaError as error:
            return str(error)

    def new() -> oxmca.Session:
        return oxmca.Session("skylake", triple="x86-64")

    asked = [(text, options) for text in blocks for options in settings]
    expected = [answer(new(), *it) for it in asked]
    assert len(set(expected)) > len(settings)
    session = new()
    order = list(range(len(asked))) * 5
    random.Random(1).shuffle(order)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda it: answer(session, *asked[it]), order)
        assert list(found) == [expected[it] for it in order]


def test_many_threads_use_one_session_at_once() -> None:
    """Threads that begin together read text, machine code and views of one session; each finds what one alone finds."""
    session = oxmca.Session("icelake-client", triple="x86-64")
    code = session.parse("imulq %rsi, %rdi\naddq (%rdi), %rax")
    shared = code.region()
    report = shared.analyze(views="all")
    works: List[Callable[[int], object]] = [
        lambda n: session.analyze(f"addq ${n % 50}, %rdi").summary.total_cycles,
        lambda n: session.read_machine_code(bytes([0x48, 0x01, 0xF8] * (1 + n % 9))).region().instructions,
        lambda n: shared.analyze(iterations=1 + n % 7).summary.total_cycles,
        lambda n: str(report) + report.to_html() if n % 10 == 0 else report.to_dict(),
        lambda n: oxmca.analyze("nop", cpu="icelake-client", triple="x86-64", iterations=1 + n % 5).summary.total_cycles,
        lambda n: refused(session, n),
    ]
    count, turns = 12, 60
    expected = [[works[(n + turn) % len(works)](turn) for turn in range(turns)] for n in range(count)]
    found: List[object] = [None] * count
    start = threading.Barrier(count)

    def run(n: int) -> None:
        start.wait()
        found[n] = [works[(n + turn) % len(works)](turn) for turn in range(turns)]

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def refused(session: oxmca.Session, number: int) -> str:
    with pytest.raises(oxmca.AssemblyError) as error:
        session.parse("nop\n" * number + "frob")
    return str(error.value)


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a global lock")
def test_a_free_threaded_python_keeps_its_lock_off() -> None:
    assert not sys._is_gil_enabled()  # type: ignore[attr-defined,unused-ignore]


def test_work_goes_on_after_a_fork(make_blocks: Callable[..., List[str]]) -> None:
    blocks = pa.table({"asm": make_blocks(2000)})
    before = oxmca.analyze_many(blocks, cpu="icelake-client", triple="x86-64", threads=2)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        after = oxmca.analyze_many(blocks, cpu="icelake-client", triple="x86-64", threads=2)
        os.write(write, b"same" if after.equals(before) else b"different")
        os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    assert os.read(read, 100) == b"same"
