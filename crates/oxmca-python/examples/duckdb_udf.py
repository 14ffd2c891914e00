"""DuckDB with a function on Arrow: a process for each core, each of which runs a query on a part of the blocks.

    python duckdb_udf.py blocks.parquet answers/
"""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import pathlib
import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from worker import answer

STRUCT = (
    "STRUCT(total_cycles UINTEGER, instructions_per_cycle DOUBLE, error_kind VARCHAR, error_message VARCHAR)"
)


def analyze(ids: pa.Array, texts: pa.Array) -> pa.Array:
    """The answers to blocks, as a column of structures."""
    if isinstance(ids, pa.ChunkedArray):
        ids, texts = ids.combine_chunks(), texts.combine_chunks()
    answers = answer(pa.RecordBatch.from_arrays([ids, texts], ["id", "asm"]))
    return answers.drop_columns(["id"]).to_struct_array()


def connection() -> duckdb.DuckDBPyConnection:
    """DuckDB with the function `oxmca(id, asm)`."""
    database = duckdb.connect(config={"threads": 1})
    database.create_function(
        "oxmca", analyze, ["BIGINT", "VARCHAR"], STRUCT, type="arrow", null_handling="special"
    )
    return database


def run_part(source: str, part: int, parts: int, target: str) -> None:
    """Answers the blocks whose number has a remainder. The part has its name only when it is whole; readers pass
    over names that begin with `_`.
    """
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f"_{name}.{os.getpid()}")
    connection().execute(
        f"""COPY (SELECT id, unnest(oxmca(id, asm)) FROM read_parquet('{source}') WHERE id % {parts} = {part})
            TO '{temporary}' (FORMAT parquet)"""
    )
    os.rename(temporary, target)


def run(source: str, target: str, workers: int = 2, parts: int = 16) -> pa.Table:
    """Answers the blocks of a Parquet file, and returns the answers."""
    pathlib.Path(target).mkdir(parents=True, exist_ok=True)
    paths = {part: f"{target}/part-{part:06}.parquet" for part in range(parts)}
    context = multiprocessing.get_context("spawn")
    while missing := {part: path for part, path in paths.items() if not os.path.exists(path)}:
        try:
            with concurrent.futures.ProcessPoolExecutor(workers, context) as pool:
                futures = [pool.submit(run_part, source, part, parts, path) for part, path in missing.items()]
                for future in futures:
                    future.result()
        except concurrent.futures.process.BrokenProcessPool:
            print("a worker died: going on with what is missing", file=sys.stderr)
    return pa.concat_tables([pq.read_table(path) for path in paths.values()])


if __name__ == "__main__":
    print(run(sys.argv[1], sys.argv[2]).num_rows)
