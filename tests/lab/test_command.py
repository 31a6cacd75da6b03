"""The command `lab`, as far as it goes without a virtual Pi."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.command import main
from server.commands import lab


def test_an_installation_without_the_tests_says_where_the_lab_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "TOP", tmp_path)
    assert main(["lab"]) == 2
    assert "Run it in a copy of the repository: ./run lab" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--cuts", "0"], "must be 1 or more"), (["--only", "shipwreck"], "there is first boot")],
)
def test_what_cannot_be_tried_is_said(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", *options]) == 2
    assert said in capsys.readouterr().err


def test_a_quick_trial_is_visibly_left_out_where_nothing_has_been_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main(["lab", "--quick"]) == 0
    assert "left out" in capsys.readouterr().out
    assert not list(tmp_path.rglob("*"))
