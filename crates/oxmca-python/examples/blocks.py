"""Distinct blocks of x86 assembly, made by a generator of random numbers: data for examples and tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import List

REGISTERS = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13"]
FORMS = [
    "addq %{a}, %{b}",
    "subq ${n}, %{b}",
    "imulq %{a}, %{b}",
    "leaq {n}(%{a},%{b},4), %{c}",
    "movq {n}(%{a}), %{b}",
    "movq %{a}, {n}(%{b})",
    "xorl %{a32}, %{a32}",
    "shlq $3, %{a}",
    "cmpq %{a}, %{b}",
    "cmovneq %{a}, %{b}",
    "popcntq %{a}, %{b}",
    "vaddps %ymm{i}, %ymm{j}, %ymm{k}",
    "vmulpd %ymm{i}, %ymm{j}, %ymm{k}",
    "vfmadd231ps %ymm{i}, %ymm{j}, %ymm{k}",
    "vmovups {n}(%{a}), %ymm{i}",
    "vpaddd %xmm{i}, %xmm{j}, %xmm{k}",
    "vpermilps ${m}, %ymm{i}, %ymm{j}",
    "vdivps %xmm{i}, %xmm{j}, %xmm{k}",
]
LOW = {"rax": "eax", "rbx": "ebx", "rcx": "ecx", "rdx": "edx", "rsi": "esi", "rdi": "edi"}


def random_blocks(count: int, seed: int = 1) -> Iterator[str]:
    """`count` blocks of 2 to 16 instructions; one of a hundred has an instruction that does not exist."""
    generator = random.Random(seed)
    choice, below = generator.choice, generator.randrange
    for number in range(count):
        lines: List[str] = []
        for _ in range(2 + below(15)):
            a = choice(REGISTERS)
            lines.append(
                choice(FORMS).format(
                    a=a,
                    b=choice(REGISTERS),
                    c=choice(REGISTERS),
                    a32=LOW.get(a, a + "d"),
                    i=below(16),
                    j=below(16),
                    k=below(16),
                    n=8 * below(1 << 10),
                    m=below(256),
                )
            )
        if number % 100 == 99:
            lines[-1] = f"frob{number} %rax"
        yield "\n".join(lines)
