"""The messages of the sources, which all tests here look at and none changes."""

from __future__ import annotations

import pytest
from babel.messages import Catalog

from server.language.catalogues import template


@pytest.fixture(scope="session")
def source() -> Catalog:
    return template()
