"""What tests have in common."""

from __future__ import annotations

import pathlib
import random
from typing import Callable, List

import pytest

FOLDER = pathlib.Path(__file__).resolve().parent


def blocks(count: int, seed: int = 1) -> List[str]:
    """Distinct blocks of a few instructions, one of a hundred of which is none."""
    # The generator of the examples, so that tests and engines see the same.
    import sys

    sys.path.insert(0, str(FOLDER.parent / "examples"))
    from blocks import random_blocks

    return list(random_blocks(count, seed))


@pytest.fixture(scope="session")
def make_blocks() -> Callable[..., List[str]]:
    return blocks
