"""Engines on local clusters of two workers: the same answers as one process gives, also when a worker is killed."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import time
from typing import Callable, List

import oxmca
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
COUNT = int(os.environ.get("OXMCA_ENGINE_BLOCKS", "8000"))
ENGINES = {"processes": None, "duckdb_udf": "duckdb", "ray_data": "ray", "spark_arrow": "pyspark"}
pytestmark = pytest.mark.engines


@pytest.fixture(scope="module")
def blocks(make_blocks: Callable[..., List[str]], tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("blocks") / "blocks.parquet"
    table = pa.table({"id": range(COUNT), "asm": make_blocks(COUNT, 5)})
    pq.write_table(table, path, row_group_size=max(COUNT // 16, 1))
    return path


@pytest.fixture(scope="module")
def expected(blocks: pathlib.Path) -> pa.Table:
    columns = ["total_cycles", "instructions_per_cycle", "error_kind", "error_message"]
    started = time.perf_counter()
    answers = oxmca.analyze_many(pq.read_table(blocks), "znver3", columns, triple="x86_64-unknown-unknown", threads=2)
    print(f"\nanalyze_many, 2 threads: {COUNT / (time.perf_counter() - started):.0f} blocks/s")
    return answers


@pytest.mark.parametrize("killed", [False, True], ids=["whole", "killed"])
@pytest.mark.parametrize("engine", ENGINES)
def test_engine(
    engine: str, killed: bool, blocks: pathlib.Path, expected: pa.Table, tmp_path: pathlib.Path
) -> None:
    if ENGINES[engine]:
        pytest.importorskip(ENGINES[engine])  # type: ignore[arg-type]
    environment = dict(os.environ)
    mark = tmp_path / "died"
    if killed:
        environment["OXMCA_DIE_AT"] = f"{COUNT // 2}:{mark}"
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, str(EXAMPLES / f"{engine}.py"), str(blocks), str(tmp_path / "answers")],
        # Only what hangs takes so long, also where builds run beside.
        env=environment, check=True, timeout=1800,
    )
    # The killed worker may have left the beginning of a part, which is none.
    print(f"\n{engine}: {COUNT / (time.perf_counter() - started):.0f} blocks/s with start and end")
    assert mark.exists() == killed
    found = pq.read_table(tmp_path / "answers").sort_by("id")
    assert found.column("id").to_pylist() == list(range(COUNT))
    for name in expected.column_names:
        assert found.column(name).to_pylist() == expected.column(name).to_pylist(), name
