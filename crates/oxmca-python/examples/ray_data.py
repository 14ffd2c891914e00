"""Ray Data: `map_batches` on Arrow. Ray does a batch again whose worker died.

    python ray_data.py blocks.parquet answers/
"""

from __future__ import annotations

import os
import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import ray

HERE = str(pathlib.Path(__file__).resolve().parent)


def answer_table(table: pa.Table) -> pa.Table:
    """Answers a batch, which Ray gives as a table."""
    from worker import answer

    return pa.Table.from_batches([answer(batch) for batch in table.combine_chunks().to_batches()])


def run(source: str, target: str, workers: int = 2) -> pa.Table:
    """Answers the blocks of a Parquet file, and returns the answers."""
    variables = {"PYTHONPATH": os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")])}
    if "OXMCA_DIE_AT" in os.environ:
        variables["OXMCA_DIE_AT"] = os.environ["OXMCA_DIE_AT"]
    ray.init(num_cpus=workers, include_dashboard=False, runtime_env={"env_vars": variables}, log_to_driver=False)
    try:
        blocks = ray.data.read_parquet(source, override_num_blocks=8 * workers)
        answers = blocks.map_batches(answer_table, batch_format="pyarrow", batch_size=4096)
        answers.write_parquet(target)
    finally:
        ray.shutdown()
    return pq.read_table(target)


if __name__ == "__main__":
    print(run(sys.argv[1], sys.argv[2]).num_rows)
