"""What ./run and ./check say while they set themselves up."""

from __future__ import annotations

import subprocess
from pathlib import Path

ENVIRONMENT = Path(__file__).parents[2] / "firmware" / "install" / "environment.sh"


def said_by(command: str) -> tuple[str, int]:
    """What a newcomer reads, and how it ended."""
    script = f"set -euo pipefail; . {ENVIRONMENT}; quietly 'Installing 2 packages' {command}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    return done.stderr, done.returncode


def test_chatter_of_other_programs_is_not_what_a_newcomer_reads() -> None:
    chatter = "bash -c 'echo Collecting; echo WARNING: an index is ignored >&2'"
    assert said_by(chatter) == ("  Installing 2 packages ... done.\n", 0)


def test_what_a_program_says_that_fails_is_shown_whole() -> None:
    failing = "bash -c 'echo Collecting; echo ERROR: no network >&2; exit 3'"
    said = "  Installing 2 packages ... failed:\nCollecting\nERROR: no network\n"
    assert said_by(failing) == (said, 3)
