"""PySpark: `mapInArrow` on a cluster of executors. Spark does a partition again whose worker died.

    python spark_arrow.py blocks.parquet answers/
"""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Iterable, Iterator

import pyarrow as pa
import pyarrow.parquet as pq
import pyspark
from pyspark.sql import SparkSession

HERE = str(pathlib.Path(__file__).resolve().parent)
SCHEMA = "id long, total_cycles long, instructions_per_cycle double, error_kind string, error_message string"


def answer_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Answers the batches of a partition."""
    from worker import answer

    for batch in batches:
        answers = answer(batch)
        # Spark has no numbers without sign.
        cycles = answers.column("total_cycles").cast(pa.int64())
        yield answers.set_column(answers.schema.get_field_index("total_cycles"), "total_cycles", cycles)


def run(source: str, target: str, workers: int = 2) -> pa.Table:
    """Answers the blocks of a Parquet file, and returns the answers."""
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = (
        SparkSession.builder.master(f"local-cluster[{workers},1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "4096")
        .config("spark.executorEnv.PYTHONPATH", os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")]))
    )
    if "OXMCA_DIE_AT" in os.environ:
        builder = builder.config("spark.executorEnv.OXMCA_DIE_AT", os.environ["OXMCA_DIE_AT"])
    spark = builder.getOrCreate()
    try:
        blocks = spark.read.parquet(source).repartition(8 * workers)
        blocks.mapInArrow(answer_batches, SCHEMA).write.mode("overwrite").parquet(target)
    finally:
        spark.stop()
    return pq.read_table(target)


if __name__ == "__main__":
    print(run(sys.argv[1], sys.argv[2]).num_rows)
