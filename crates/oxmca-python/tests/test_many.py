"""Many blocks on Arrow."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
import pickle
import shutil
import struct
import subprocess
import sys
from typing import Any, Callable, Dict, List, Tuple

import oxmca
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

CPU: Dict[str, str] = {"cpu": "icelake-client", "triple": "x86_64-unknown-unknown"}
PROGRAM = os.environ.get("OXMCA_BATCH") or shutil.which("oxmca-batch")
OXMCA = os.environ.get("OXMCA") or shutil.which("oxmca")
PARITY = int(os.environ.get("OXMCA_PARITY_BLOCKS", "20000"))


def test_kinds_of_input_give_their_own_kind(make_blocks: Callable[..., List[str]]) -> None:
    table = pa.table({"id": range(50), "asm": make_blocks(50)})
    answers = oxmca.analyze_many(table, **CPU)
    assert isinstance(answers, pa.Table) and answers.column("id") == table.column("id")
    batch = table.to_batches()[0]
    of_batch = oxmca.analyze_many(batch, **CPU)
    assert isinstance(of_batch, pa.RecordBatch) and pa.Table.from_batches([of_batch]) == answers
    reader = oxmca.analyze_many(table.to_reader(7), **CPU)
    assert isinstance(reader, pa.RecordBatchReader) and reader.read_all().combine_chunks() == answers.combine_chunks()
    numbers = answers.drop_columns(["id"])
    assert oxmca.analyze_many(table.column("asm"), **CPU) == numbers
    assert oxmca.analyze_many(table.column("asm").chunk(0), **CPU) == numbers
    assert oxmca.analyze_many(table.column("asm").to_pylist(), **CPU) == numbers
    for kind in (pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())):
        other = table.set_column(1, "asm", table.column("asm").cast(kind))
        assert oxmca.analyze_many(other, **CPU) == answers


def test_frames(make_blocks: Callable[..., List[str]]) -> None:
    blocks = {"id": list(range(50)), "asm": make_blocks(50)}
    expected = oxmca.analyze_many(pa.table(blocks), **CPU).to_pylist()
    pandas = pytest.importorskip("pandas")
    frame = oxmca.analyze_many(pandas.DataFrame(blocks), **CPU)
    assert isinstance(frame, pandas.DataFrame)
    indexed = pandas.DataFrame({"asm": ["nop", "imulq %rax, %rax"]}, index=pandas.Index(["a", "b"], name="block"))
    answers = oxmca.analyze_many(indexed, **CPU)
    assert list(answers.index) == ["a", "b"] and answers.index.name == "block"
    assert list(oxmca.analyze_many(indexed["asm"], **CPU).index) == ["a", "b"]
    columns = oxmca.analyze_many({"asm": ["nop"], "id": [7]}, **CPU)
    assert isinstance(columns, pa.Table) and columns["id"].to_pylist() == [7]
    assert frame["id"].tolist() == blocks["id"] and frame["error_kind"].notna().sum() == 0
    polars = pytest.importorskip("polars")
    frame = oxmca.analyze_many(polars.DataFrame(blocks), **CPU)
    assert isinstance(frame, polars.DataFrame) and frame.to_dicts() == expected
    lazy = oxmca.analyze_many(polars.DataFrame(blocks).lazy(), **CPU)
    assert isinstance(lazy, polars.LazyFrame) and lazy.collect().to_dicts() == expected
    series = oxmca.analyze_many(polars.Series("code", ["nop"]), **CPU)
    assert isinstance(series, polars.DataFrame) and len(series) == 1


def test_rows_choose_for_themselves() -> None:
    rows = [
        {"asm": "imul rdi, rsi", "syntax": "intel", "cpu": "skylake", "iterations": 10},
        {"asm": "fmla v0.4s, v1.4s, v2.4s", "triple": "aarch64-linux-gnu", "cpu": "neoverse-v2"},
        {"asm": "vaddps %zmm0, %zmm1, %zmm2", "cpu": "btver2", "features": "+avx512f"},
        {"asm": "frob"},
        {"asm": None},
        {"asm": "nop", "cpu": "pdp11"},
        {"asm": ""},
        {"asm": "nop", "syntax": "masm"},
        {"asm": "nop", "iterations": -1},
    ]
    answers = oxmca.analyze_many(pa.Table.from_pylist(rows, pa.schema({
        "asm": pa.string(), "syntax": pa.string(), "cpu": pa.string(), "iterations": pa.int64(),
        "triple": pa.string(), "features": pa.string()})), **CPU).to_pylist()
    assert answers[0]["total_cycles"] == 35 and answers[0]["cpu"] == "skylake"
    assert answers[1]["total_cycles"] == 205
    assert [it["error_kind"] for it in answers] == [None, None, "simulation", "assembly", "request", "cpu", "empty", "request", "request"]
    assert answers[3]["error_line"] == 1 and answers[3]["total_cycles"] is None


def test_machine_code() -> None:
    for column in (pa.array([b"\x48\x01\xf8", b"\x06"]), pa.array([b"\x48\x01\xf8", b"\x06"], pa.large_binary())):
        answers = oxmca.analyze_many(pa.table({"machine_code": column}), **CPU).to_pylist()
        assert [it["instructions"] for it in answers] == [100, None]
        assert answers[1]["error_kind"] == "machine_code"
    answers = oxmca.analyze_many(pa.table({"hex": ["48 01 f8", "xx"]}), **CPU).to_pylist()
    assert [it["error_kind"] for it in answers] == [None, "hex"]


def test_columns_regions_and_reports() -> None:
    marked = "# LLVM-MCA-BEGIN a\nnop\n# LLVM-MCA-END\n# LLVM-MCA-BEGIN b\naddq %rax, %rax\n# LLVM-MCA-END\n"
    answers = oxmca.analyze_many(
        ["imulq %rsi, %rdi", marked, "frob"],
        columns=["steady_state", "regions", "report", "warnings", "total_cycles"], views="all", **CPU)
    first, second, third = answers.to_pylist()
    assert list(first) == ["steady_state", "regions", "report", "warnings", "total_cycles"]
    assert first["steady_state"]["cycles_per_iteration"] == {"numerator": 3, "denominator": 1, "value": 3.0}
    assert first["steady_state"]["limited_by"] == ["chain"]
    assert json.loads(first["report"])["summary"]["total_cycles"] == first["total_cycles"] == 303
    assert [(it["name"], it["instructions"]) for it in second["regions"]] == [("a", 100), ("b", 100)]
    assert second["total_cycles"] is None and set(third.values()) == {None}
    with pytest.raises(ValueError, match="no column"):
        oxmca.analyze_many(["nop"], columns=["nothing"], **CPU)


def test_what_is_no_table_of_code_is_refused() -> None:
    with pytest.raises(oxmca.DataError, match="no column"):
        oxmca.analyze_many(pa.table({"a": ["nop"], "b": ["nop"]}), **CPU)
    with pytest.raises(oxmca.DataError, match="not code"):
        oxmca.analyze_many(pa.table({"asm": [1]}), **CPU)
    with pytest.raises(oxmca.TargetError):
        oxmca.analyze_many(["nop"], cpu="pdp11", triple="x86-64")
    assert oxmca.analyze_many(pa.table({"asm": pa.array([], pa.string())}), **CPU).num_rows == 0


class _ArrowArray(ctypes.Structure):
    pass


_ArrowArray._fields_ = [
    *((name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", ctypes.c_void_p),
    ("children", ctypes.POINTER(ctypes.POINTER(_ArrowArray))),
]


class _Malformed:
    """A batch, a column of which has no buffers although it says so: the native library panics."""

    def __arrow_c_array__(self, requested_schema: object = None) -> Tuple[object, object]:
        schema, array = pa.record_batch({"asm": ["nop"]}).__arrow_c_array__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        batch = _ArrowArray.from_address(pointer(array, b"arrow_array"))
        batch.children[0].contents.buffers = None
        return schema, array


def test_a_panic_is_an_exception() -> None:
    analyzer = oxmca.BatchAnalyzer(columns=["total_cycles"], **CPU)
    with pytest.raises(oxmca.InternalError, match="assertion failed") as caught:
        analyzer.analyze(_Malformed())  # type: ignore[arg-type]
    assert isinstance(caught.value, RuntimeError)
    # The process, the analyzer and its threads go on.
    assert analyzer.analyze(pa.RecordBatch.from_pydict({"asm": ["nop"]})).to_pydict() == {"total_cycles": [20]}


def test_identity_and_pickling() -> None:
    answers = oxmca.analyze_many(["nop"], identity=True, **CPU)
    info = oxmca.build_info()
    assert answers.schema.metadata[b"oxmca.version"].decode() == info.version
    assert answers.schema.metadata[b"oxmca.tables.x86"].decode() == info.tables["x86"]
    analyzer = pickle.loads(pickle.dumps(oxmca.BatchAnalyzer(columns=["total_cycles"], **CPU)))
    assert analyzer.analyze(pa.RecordBatch.from_pydict({"asm": ["nop"]})).to_pydict() == {"total_cycles": [20]}


def test_parity_of_all_ways(make_blocks: Callable[..., List[str]], tmp_path: pathlib.Path) -> None:
    """The same blocks through `analyze`, Arrow, JSON lines and Parquet."""
    texts = make_blocks(PARITY, 3)
    table = pa.table({"id": range(PARITY), "asm": texts})
    answers = oxmca.analyze_many(table, **CPU)
    names = [name for name in answers.column_names if name not in ("id", "cpu") and not name.startswith("error_")]
    session = oxmca.Session(**CPU)
    for text, answer in zip(texts, answers.to_pylist()):
        try:
            summary = session.analyze(text, views=["summary"]).summary
        except oxmca.AssemblyError as error:
            assert (answer["error_kind"], answer["error_message"]) == ("assembly", error.message)
            assert (answer["error_line"], answer["error_column"]) == (error.line, error.column)
            continue
        assert {name: getattr(summary, name) for name in names} == {name: answer[name] for name in names}
    flags = ["--mcpu", CPU["cpu"], "--mtriple", CPU["triple"]]
    lines = tmp_path / "blocks.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    if OXMCA:
        run = subprocess.run([OXMCA, "--batch", *flags, str(lines)], check=True, stdout=subprocess.PIPE)
        assert_lines(run.stdout, answers, names)
    if not PROGRAM:
        pytest.skip("oxmca-batch is not on the path")
    pq.write_table(table, tmp_path / "blocks.parquet")
    with pa.OSFile(str(tmp_path / "blocks.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    for form in ("jsonl", "arrow", "parquet"):
        source = tmp_path / f"blocks.{form}"
        run = subprocess.run([PROGRAM, *flags, str(source)], check=True, stdout=subprocess.PIPE)
        assert_lines(run.stdout, answers, names)
        output = tmp_path / f"answers-of-{form}"
        subprocess.run([PROGRAM, *flags, "--format=parquet", "-o", f"{output}.parquet", str(source)], check=True)
        subprocess.run([PROGRAM, *flags, "--format=arrow", "-o", f"{output}.arrow", str(source)], check=True)
        read = [pq.read_table(f"{output}.parquet"), pa.ipc.open_file(f"{output}.arrow").read_all()]
        for found in read:
            if form == "jsonl":
                found = found.set_column(0, "id", found.column("id").cast(pa.int64()))
            assert found.combine_chunks().to_pydict() == answers.combine_chunks().to_pydict()
        stream = subprocess.run([PROGRAM, *flags, "--format=arrow", str(source)], check=True, stdout=subprocess.PIPE)
        assert pa.ipc.open_stream(stream.stdout).read_all().num_rows == PARITY


def assert_lines(lines: bytes, answers: pa.Table, names: List[str]) -> None:
    found = [json.loads(line) for line in lines.splitlines()]
    assert len(found) == answers.num_rows
    for line, answer in zip(found, answers.to_pylist()):
        assert line["id"] == answer["id"]
        if "error" in line:
            error: Dict[str, Any] = {"line": None, "column": None, **line["error"]}
            assert error == {key: answer[f"error_{key}"] for key in ("kind", "message", "line", "column")}
        else:
            assert {name: line[name] for name in names} == {name: answer[name] for name in names}


def test_memory_does_not_grow(tmp_path: pathlib.Path) -> None:
    """Ten times as many blocks from a stream, in as much memory."""
    script = """
import resource, sys
import oxmca, pyarrow as pa
def batches(count):
    for start in range(0, count, 8192):
        yield pa.RecordBatch.from_pydict({"asm": [f"addq ${n}, %rax" for n in range(start, min(start + 8192, count))]})
schema = pa.schema({"asm": pa.string()})
reader = pa.RecordBatchReader.from_batches(schema, batches(int(sys.argv[1])))
rows = sum(batch.num_rows for batch in oxmca.analyze_many(
    reader, cpu="icelake-client", triple="x86-64", iterations=1, columns=["total_cycles"]))
print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""

    def peak(count: int) -> int:
        run = subprocess.run([sys.executable, "-c", script, str(count)], check=True, stdout=subprocess.PIPE)
        rows, kilobytes = map(int, run.stdout.split())
        assert rows == count
        return kilobytes

    assert peak(200_000) < 1.1 * peak(20_000)


def test_rows_that_cannot_be_read_are_errors_of_their_own() -> None:
    offsets = pa.py_buffer(struct.pack("<4i", 0, 3, 5, 8))
    texts = pa.StringArray.from_buffers(3, offsets, pa.py_buffer(b"nop\xff\xfenop"))
    columns = ["total_cycles", "error_kind"]
    answers = oxmca.analyze_many(pa.table({"asm": texts}), cpu="skylake", triple="x86-64", columns=columns).to_pylist()
    assert [it["total_cycles"] is None for it in answers] == [False, True, False]
    counts = pa.table({"asm": ["nop", "nop"], "iterations": [1.5, 2.0]})
    answers = oxmca.analyze_many(counts, cpu="skylake", triple="x86-64", columns=columns).to_pylist()
    assert [it["error_kind"] is None for it in answers] == [False, True]


def test_frames_without_code_have_answers() -> None:
    pd = pytest.importorskip("pandas")
    for blocks in ([], {"asm": []}, [None, None], pd.DataFrame({"asm": []}), pd.DataFrame({"asm": [None]})):
        answers = oxmca.analyze_many(blocks, cpu="skylake", triple="x86-64", columns=["error_kind"])
        assert len(answers) == len(blocks["asm"] if isinstance(blocks, dict) else blocks)


def test_replaced_columns_are_said() -> None:
    blocks = pa.table({"asm": ["nop"], "total_cycles": [7], "cpu": ["skylake"]})
    with pytest.warns(UserWarning, match="total_cycles"):
        oxmca.analyze_many(blocks, cpu="skylake", triple="x86-64")
