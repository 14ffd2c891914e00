"""The notebook of the documentation runs."""

from __future__ import annotations

import pathlib

import pytest

NOTEBOOK = pathlib.Path(__file__).resolve().parents[3] / "docs/notebook.ipynb"


def test_the_notebook_runs(tmp_path: pathlib.Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    # Seconds are the cells', which take a few, and the kernel's start: wide, since other programs may run beside tests.
    client = nbclient.NotebookClient(
        notebook, timeout=900, startup_timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}})
    client.execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert any("srcdoc" in output.get("data", {}).get("text/html", "") for output in outputs)
