"""What is counted on the ARM processor, and what is promised of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.__main__ import arm_figures, main
from tests.lab.board import ARM
from tests.lab.guest import Wrong
from tests.lab.lab import Lab
from tests.lab.report import Row
from tests.lab.scenarios.instructions import as_table, judged

COUNTED = {"idle_frame": 3_000_000, "card_understood": 60_000_000}


def test_an_idle_table_and_a_card_have_to_keep_to_what_is_promised() -> None:
    assert judged(COUNTED, 0.6) == (
        "an idle table takes 2.0% of a core, a card is understood 0.64 s after it lies still"
        " (0.6 s of them waiting)"
    )
    with pytest.raises(Wrong, match=r"takes 6\.0% of a core.*5% and 0\.7 s are allowed"):
        judged(COUNTED | {"idle_frame": 9_000_000}, 0.6)
    with pytest.raises(Wrong, match=r"understood 0\.80 s after"):
        judged(COUNTED | {"card_understood": 300_000_000}, 0.6)


def test_instructions_are_said_with_the_time_that_a_pi_takes_for_them() -> None:
    head, idle, *_, assumed = as_table(COUNTED).splitlines()
    assert head.split() == ["instructions", "at", "1.5", "GHz"]
    assert idle.split() == ["one", "idle", "frame", "3.00", "million", "2.00", "ms"]
    assert "One instruction a cycle" in assumed


def test_the_figures_name_the_processor_and_how_many_trials_went_well() -> None:
    lab = Lab(print, ARM, cuts=1)
    lab.instructions = COUNTED
    rows = [Row("doctor", True, 1.0, ""), Row("reader", False, 1.0, "")]
    assert arm_figures(lab, rows) == {
        "arch": "aarch64",
        "passed": 1,
        "failed": 1,
        "instructions": COUNTED,
    }


def test_the_board_has_the_processor_of_a_pi_4() -> None:
    command = ARM.command(Path("kernel"))
    assert command[0] == "qemu-system-aarch64"
    assert "cortex-a72" in command


def test_a_short_trial_is_not_for_arm(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--arm", "--quick"]) == 2
    assert "not for --arm" in capsys.readouterr().err
    assert main(["--arm", "--only", "shipwreck"]) == 2
    assert "there is doctor, instructions, power cut, " in capsys.readouterr().err
