"""`concurrent.futures`: a process for each core, which answers parts of a Parquet file. Parts that are there are not made
again, so that a run goes on where another was killed.

    python processes.py blocks.parquet answers/
"""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq
from worker import answer


def run_part(source: str, group: int, part: str) -> str:
    """Answers a group of rows. The part has its name only when it is whole; readers pass over names that begin with `_`."""
    folder, name = os.path.split(part)
    temporary = os.path.join(folder, f"_{name}.{os.getpid()}")
    rows = pq.ParquetFile(source).read_row_group(group)
    answers = pa.Table.from_batches([answer(batch) for batch in rows.to_batches()])
    pq.write_table(answers, temporary)
    os.rename(temporary, part)
    return part


def run(source: str, target: str, workers: int = 2) -> pa.Table:
    """Answers the blocks of a Parquet file, and returns the answers."""
    pathlib.Path(target).mkdir(parents=True, exist_ok=True)
    groups = pq.ParquetFile(source).num_row_groups
    parts = {group: f"{target}/part-{group:06}.parquet" for group in range(groups)}
    context = multiprocessing.get_context("spawn")
    while missing := {group: part for group, part in parts.items() if not os.path.exists(part)}:
        try:
            with concurrent.futures.ProcessPoolExecutor(workers, context) as pool:
                futures = [pool.submit(run_part, source, group, part) for group, part in missing.items()]
                for future in futures:
                    future.result()
        except concurrent.futures.process.BrokenProcessPool:
            print("a worker died: going on with what is missing", file=sys.stderr)
    return pa.concat_tables([pq.read_table(part) for part in parts.values()])


if __name__ == "__main__":
    print(run(sys.argv[1], sys.argv[2]).num_rows)
