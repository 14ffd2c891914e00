"""Times of the package, by processor time, beside the program's: the figures of docs/many-machines.md.

    python speed.py         needs OXMCA, the path of the program
"""

from __future__ import annotations

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "examples"))

import oxmca
import pyarrow as pa
from blocks import random_blocks

CPU = {"cpu": "icelake-client", "triple": "x86_64-unknown-unknown"}
TEN = "\n".join(
    [
        "vmovups (%rsi), %ymm0", "vmovups 32(%rsi), %ymm1", "vfmadd231ps (%rdi), %ymm0, %ymm2",
        "vfmadd231ps 32(%rdi), %ymm1, %ymm3", "vaddps %ymm2, %ymm3, %ymm4", "vmovups %ymm4, (%rdx)",
        "addq $64, %rsi", "addq $64, %rdi", "subq $16, %rcx", "jne .L1",
    ]
).replace("jne .L1", "cmpq %rcx, %rax")


def analyze_microseconds() -> float:
    """The least of several runs of `analyze` on ten instructions, with its total cycles."""
    best = float("inf")
    for _ in range(20):
        started = time.process_time()
        for _ in range(200):
            oxmca.analyze(TEN, cpu="icelake-client", triple="x86-64").summary.total_cycles
        best = min(best, (time.process_time() - started) / 200)
    return best * 1e6


def many(table: pa.Table, threads: int) -> "tuple[float, float]":
    """Blocks per second of time, and of processor time."""
    wall, cpu = time.perf_counter(), time.process_time()
    answers = oxmca.analyze_many(table, threads=threads, **CPU)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    assert answers.num_rows == table.num_rows
    return table.num_rows / wall, table.num_rows / cpu


def program(path: str, count: int, jobs: int) -> "tuple[float, float]":
    """As `many`, by the program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = time.perf_counter()
    command = [os.environ["OXMCA"], "--batch", f"-j{jobs}", f"-mcpu={CPU['cpu']}", f"-mtriple={CPU['triple']}"]
    subprocess.run([*command, path], check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - wall
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return count / wall, count / cpu


def main() -> None:
    print(f"analyze, 10 instructions: {analyze_microseconds():.1f} us")
    count = int(os.environ.get("OXMCA_SPEED_BLOCKS", "100000"))
    texts = list(random_blocks(count, 11))
    table = pa.table({"asm": texts})
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps({"asm": text}) + "\n" for text in texts)
        file.flush()
        for threads in (1, 2):
            for turn in range(3):
                of_program = program(file.name, count, threads) if "OXMCA" in os.environ else (0.0, 0.0)
                of_python = many(table, threads)
                print(
                    f"{threads} threads: analyze_many {of_python[0]:.0f} blocks/s ({of_python[1]:.0f} per core), "
                    f"oxmca --batch {of_program[0]:.0f} ({of_program[1]:.0f} per core)"
                )


if __name__ == "__main__":
    main()
