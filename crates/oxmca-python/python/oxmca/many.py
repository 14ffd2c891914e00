"""Many blocks, as Arrow's record batches."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, List, Optional, Tuple, Union

from . import _oxmca
from .api import Hardware, ViewNames, _host_cpu_for_native, features_of, models_of, options_of
from .errors import DataError

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Unpack

    from .settings import Settings

ROWS = 8192
"""Rows of a batch that are answered at once; longer ones are cut."""


class BatchAnalyzer:
    """Analyzes the blocks of record batches: what `analyze_many` does, for engines that call a worker again and again.

    It can be pickled, and is prepared anew where it is unpickled. See `analyze_many` for the arguments.
    """

    def __init__(
        self,
        cpu: Optional[str] = None,
        columns: Optional[Sequence[str]] = None,
        *,
        iterations: Optional[int] = None,
        triple: Optional[str] = None,
        features: Union[None, str, Iterable[str]] = None,
        models: Union[None, str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]] = None,
        hardware_models: Union[None, str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]] = None,
        views: Optional[ViewNames] = None,
        hardware: Hardware = None,
        code: Optional[str] = None,
        syntax: Optional[str] = None,
        threads: Optional[int] = None,
        identity: bool = False,
        **settings: Unpack[Settings],
    ) -> None:
        view_names = [views] if isinstance(views, str) else None if views is None else list(views)
        self._arguments: Tuple[Any, ...] = (
            triple or _oxmca.host_triple(),
            _host_cpu_for_native(cpu),
            features_of(features),
            models_of(models),
            (view_names, hardware, iterations, settings),
            None if columns is None else list(columns),
            code,
            syntax,
            threads or 0,
            identity,
            models_of(hardware_models),
        )
        self._native = _prepare(*self._arguments)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _analyzer_again, self._arguments

    def schema(self, schema: pa.Schema) -> pa.Schema:
        """The schema of the answers to batches of a schema."""
        return self._native.schema(schema)

    def analyze(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The answers to a batch, row by row."""
        import pyarrow as pa

        try:
            return self._native.analyze(batch)
        except pa.ArrowException:
            readable = _with_readable_texts(batch)
            if readable is batch:
                raise
            return self._native.analyze(readable)

    def stream(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The answers to batches, one after the other, with at most 8192 rows in each."""
        for batch in batches:
            for start in range(0, max(batch.num_rows, 1), ROWS):
                yield self.analyze(batch.slice(start, ROWS))


def _with_readable_texts(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The same batch, with U+FFFD for bytes of texts that are no UTF-8: errors of their rows, not of all."""
    import pyarrow as pa

    for index, field in enumerate(batch.schema):
        if not (pa.types.is_string(field.type) or pa.types.is_large_string(field.type)):
            continue
        column = batch.column(index)
        try:
            column.validate(full=True)
        except pa.ArrowInvalid:
            size = pa.large_binary() if pa.types.is_large_string(field.type) else pa.binary()
            values = column.cast(size).to_pylist()
            texts = [None if it is None else it.decode("utf-8", "replace") for it in values]
            batch = batch.set_column(index, field, pa.array(texts, field.type))
    return batch


def _warn_of_replaced(schema: pa.Schema, analyzer: BatchAnalyzer) -> None:
    """Warns of columns of blocks in whose places answers stand. Those of requests are meant to be."""
    names = [it for it in schema.names if it in analyzer._native.answer_columns and it not in ("cpu", "iterations")]
    if names:
        warnings.warn(f"answers replace the blocks' columns {', '.join(map(repr, names))}", stacklevel=3)


def _prepare(
    triple: str,
    cpu: str,
    features: List[str],
    models: List[Tuple[str, bytes]],
    options: Tuple[Optional[List[str]], Hardware, Optional[int], Any],
    *others: Any,
) -> _oxmca.BatchAnalyzer:
    return _oxmca.BatchAnalyzer(triple, cpu, features, models, options_of(*options), *others)


def _analyzer_again(*arguments: Any) -> BatchAnalyzer:
    analyzer = BatchAnalyzer.__new__(BatchAnalyzer)
    analyzer._arguments = arguments
    analyzer._native = _prepare(*arguments)
    return analyzer


def analyze_many(
    blocks: Any,
    cpu: Optional[str] = None,
    columns: Optional[Sequence[str]] = None,
    *,
    iterations: Optional[int] = None,
    triple: Optional[str] = None,
    features: Union[None, str, Iterable[str]] = None,
    models: Union[None, str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]] = None,
    hardware_models: Union[None, str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]] = None,
    views: Optional[ViewNames] = None,
    hardware: Hardware = None,
    code: Optional[str] = None,
    syntax: Optional[str] = None,
    threads: Optional[int] = None,
    identity: bool = False,
    **settings: Unpack[Settings],
) -> Any:
    """Analyzes many blocks, one per row, and gives the answers one per row, in the same order.

    `blocks` is a `RecordBatch`, `Table` or `RecordBatchReader` of PyArrow, and the result is of the same kind: a reader's
    answers are made as they are read, in memory that does not grow. An array, a list of texts or a dictionary of columns
    gives a `Table`; a frame of Polars, lazy or not, or of pandas gives such a frame, of pandas with the same index; anything
    else with Arrow's C stream interface gives a `Table`. Other blocks raise `DataError`.

    The code is in the column `code`, or else in `asm` (assembly), `hex` (hexadecimal digits) or `machine_code` (bytes),
    or in the only column. Columns `cpu`, `triple`, `features`, `syntax` and `base`, and those with the names of options, as
    `iterations` or `delivery`, where there are any, say more about each block. All columns but the code are in the result too, except where an answer has the same name.

    `columns` chooses the columns of answers: numbers of the summary by their names, `cpu`, `steady_state`, `regions`
    (those that markers delimit), `warnings`, `report` (JSON, of the views that `views` names) and `error_kind`,
    `error_message`, `error_line`, `error_column`. A block that cannot be analyzed has these and no numbers; it never
    raises an exception. `identity` adds the versions of the program and its tables to the schema's metadata.

    `threads` are all that the machine has, unless it is given. The other arguments are those of `analyze`.

    >>> import oxmca, pyarrow as pa
    >>> blocks = pa.table({"id": [1, 2], "asm": ["imulq %rsi, %rdi", "frob"]})
    >>> answers = oxmca.analyze_many(blocks, cpu="icelake-client", columns=["total_cycles", "error_message"])
    >>> answers.to_pylist() == [
    ...     {"id": 1, "total_cycles": 303, "error_message": None},
    ...     {"id": 2, "total_cycles": None, "error_message": "invalid instruction mnemonic 'frob'"},
    ... ]
    True
    """
    import pyarrow as pa

    analyzer = BatchAnalyzer(
        cpu,
        columns,
        iterations=iterations,
        triple=triple,
        features=features,
        models=models,
        hardware_models=hardware_models,
        views=views,
        hardware=hardware,
        code=code,
        syntax=syntax,
        threads=threads,
        identity=identity,
        **settings,
    )

    def table(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> pa.Table:
        _warn_of_replaced(schema, analyzer)
        return pa.Table.from_batches(analyzer.stream(batches), analyzer.schema(schema))

    if isinstance(blocks, pa.RecordBatch):
        _warn_of_replaced(blocks.schema, analyzer)
        return analyzer.analyze(blocks)
    if isinstance(blocks, pa.Table):
        return table(blocks.to_batches(), blocks.schema)
    if isinstance(blocks, pa.RecordBatchReader):
        _warn_of_replaced(blocks.schema, analyzer)
        return pa.RecordBatchReader.from_batches(analyzer.schema(blocks.schema), analyzer.stream(blocks))
    column = code or "asm"
    if isinstance(blocks, (pa.Array, pa.ChunkedArray)):
        only = pa.Table.from_arrays([blocks], [column])
        return table(only.to_batches(), only.schema)
    module = type(blocks).__module__.partition(".")[0]
    kind = type(blocks).__name__
    if module in ("pandas", "polars") and kind == "Series":
        blocks = blocks.to_frame(column)
    if module == "pandas":
        try:
            only = pa.Table.from_pandas(blocks, preserve_index=False)
        except (pa.ArrowException, AttributeError, TypeError, ValueError) as error:
            raise DataError(f"a pandas {kind} of this form cannot be read: {error}") from None
        # Columns of an empty frame have types that say nothing.
        if only.num_rows == 0:
            only = only.cast(pa.schema([pa.field(name, pa.string()) for name in only.schema.names]))
        answers = table(only.to_batches(), only.schema).to_pandas()
        answers.index = blocks.index
        return answers
    if module == "polars" and kind == "LazyFrame":
        return polars_frame(blocks.collect(), table).lazy()
    if module == "polars":
        return polars_frame(blocks, table)
    if hasattr(blocks, "__arrow_c_stream__"):
        reader = pa_reader(blocks)
        return table(reader, reader.schema)
    if isinstance(blocks, (str, bytes)) or not isinstance(blocks, Iterable):
        raise DataError(f"blocks are a table, a frame, a dictionary of columns or a list of texts, not a {kind}")
    try:
        only = pa.table(dict(blocks) if isinstance(blocks, Mapping) else {column: pa.array(list(blocks))})
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise DataError(f"a {kind} of this form cannot be read: {error}") from None
    return table(only.to_batches(), only.schema)


def polars_frame(frame: Any, table: Callable[[Iterable[pa.RecordBatch], pa.Schema], pa.Table]) -> Any:
    """The answers to a frame of Polars as such a frame."""
    import polars

    reader = pa_reader(frame)
    return polars.from_arrow(table(reader, reader.schema))


def pa_reader(stream: Any) -> pa.RecordBatchReader:
    """A reader of what has Arrow's C stream interface."""
    import pyarrow as pa

    return pa.RecordBatchReader.from_stream(stream)
