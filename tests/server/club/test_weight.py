"""What a table does not need is not loaded there."""

from __future__ import annotations

import subprocess
import sys

import pytest

OF_CLUBS = {"sqlalchemy", "openskill", "psycopg", "server.club"}


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("server.commands.serve", OF_CLUBS | {"paho"}),
        (
            "server.member.publisher",
            OF_CLUBS | {"cv2", "numpy", "flask", "rules.game", "server.store"},
        ),
    ],
)
def test_a_table_loads_nothing_of_a_club_and_its_publisher_no_rule(
    module: str, without: set[str]
) -> None:
    """By a process of its own, since this one has loaded everything."""
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert module in loaded
    assert loaded & without == set()
