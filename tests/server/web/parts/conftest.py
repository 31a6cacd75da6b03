"""Pictures are painted ahead here, as at a table."""

from __future__ import annotations

import pytest


@pytest.fixture
def only_pictures_that_somebody_looks_at_are_painted() -> None:
    """All are painted ahead."""
