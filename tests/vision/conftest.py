"""What holds for every test of cameras and simulated tables."""

from __future__ import annotations

from tests.pictures import keep_more

keep_more()
