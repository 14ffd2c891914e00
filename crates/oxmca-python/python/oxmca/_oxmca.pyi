"""The native part. `oxmca` has what users call."""

from typing import Any, Dict, List, Optional, Tuple, final

import pyarrow as pa

__all__ = [
    "BatchAnalyzer",
    "Code",
    "Options",
    "Report",
    "Session",
    "build_info",
    "catalog",
    "host_cpu",
    "host_triple",
    "loops",
    "loops_of_text",
    "measure",
    "measure_worker",
    "object_triple",
]

@final
class Options:
    def __new__(
        cls,
        views: Optional[List[str]] = None,
        settings: Optional[Dict[str, Any]] = None,
    ) -> Options: ...

@final
class Session:
    def __new__(
        cls,
        triple: str,
        cpu: str,
        features: List[str],
        models: List[Tuple[str, bytes]],
        itineraries: bool = False,
        hardware_models: List[Tuple[str, bytes]] = ...,
    ) -> Session: ...
    @property
    def cpu(self) -> str: ...
    @property
    def triple(self) -> str: ...
    @property
    def borrowed_model(self) -> Optional[str]: ...
    @property
    def is_out_of_order(self) -> bool: ...
    def parse(
        self,
        text: str,
        name: str = "<input>",
        syntax: Optional[str] = None,
        lenient: bool = False,
        layout: bool = False,
    ) -> Code: ...
    def read_machine_code(self, bytes: bytes, base_address: int = 0, syntax: Optional[str] = None) -> Code: ...
    def read_object(
        self,
        bytes: bytes,
        name: str,
        loops: List[str],
        functions: List[str],
        lines: List[str],
        ranges: List[str],
        syntax: Optional[str] = None,
    ) -> Code: ...

@final
class Code:
    def __len__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def messages(self) -> str: ...
    def region_name(self, index: int) -> Tuple[str, bool]: ...
    def instructions(self, index: int) -> List[str]: ...
    def analyze(self, index: int, options: Options) -> Report: ...

@final
class Report:
    @property
    def summary(self) -> Optional[Tuple[int, int, int, int, int, float, float, float, float]]: ...
    @property
    def cpu(self) -> str: ...
    def json(self) -> str: ...
    def text(self) -> str: ...
    def html(self) -> str: ...

@final
class BatchAnalyzer:
    def __new__(
        cls,
        triple: str,
        cpu: str,
        features: List[str],
        models: List[Tuple[str, bytes]],
        options: Options,
        columns: Optional[List[str]],
        code: Optional[str],
        syntax: Optional[str],
        threads: int,
        identity: bool,
        hardware_models: List[Tuple[str, bytes]] = ...,
    ) -> BatchAnalyzer: ...
    @property
    def answer_columns(self) -> List[str]: ...
    def schema(self, schema: pa.Schema) -> pa.Schema: ...
    def analyze(self, batch: pa.RecordBatch) -> pa.RecordBatch: ...

def build_info() -> Dict[str, Any]: ...
def host_triple() -> str: ...
def host_cpu() -> str: ...
def catalog(triple: str) -> Dict[str, Any]: ...
def loops(session: Session, bytes: bytes, name: str, threads: int) -> str: ...
def loops_of_text(code: Code, threads: int) -> str: ...
def measure(
    code: Code,
    index: int,
    options: Options,
    program: str,
    arguments: List[str],
    processes: int,
) -> Tuple[Optional[str], Optional[str]]: ...
def measure_worker() -> None: ...
def object_triple(bytes: bytes, name: str) -> str: ...
