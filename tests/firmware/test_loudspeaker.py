"""What is said aloud goes to espeak-ng; here a program of that name writes down what it hears."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.loudspeaker import PROGRAM, Loudspeaker, can_speak
from tests.patience import until


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program, heard = tmp_path / PROGRAM, tmp_path / "heard"
    program.write_text(f'#!/bin/sh\necho "$@: $(/bin/cat)" >> {heard}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return heard


def test_it_says_sentences_in_its_language(heard: Path) -> None:
    assert can_speak()
    loudspeaker = Loudspeaker("uk")
    loudspeaker.say("Анна: перебір!")
    until(lambda: heard.exists() and heard.read_text() == "-v uk --stdin: Анна: перебір!\n")
    loudspeaker.close()


def test_one_that_is_gone_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not can_speak()
    Loudspeaker("en").say("Bust!")
    assert "Nothing can be said aloud" in caplog.text
