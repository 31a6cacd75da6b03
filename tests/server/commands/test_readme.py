"""Every command of the README is understood as it is written, and run: here or by its own test."""

from __future__ import annotations

import re
import shlex
from argparse import Namespace
from importlib import import_module
from pathlib import Path

import pytest

from server.command import COMMANDS, main
from tests.lab import __main__ as lab

TOP = Path(__file__).parents[3]
README = (TOP / "README.md").read_text(encoding="utf-8")
ELSEWHERE = {
    "serve": "tests/server/commands/test_serve.py",
    "trial": "tests/server/commands/test_trial.py",
    "rescue": "tests/server/store/test_rescue.py",
    "statistics": "tests/server/store/test_players.py",
    "print": "tests/hardware/test_print.py",
    "build": "tests/hardware/build/test_making.py",
    "calibrate": "tests/vision/locate/test_lens.py",
    "enrol": "tests/server/commands/test_enrol.py",
    "album": "tests/server/commands/test_album.py",
    "robots": "tests/server/robots/test_match.py",
    "accuracy": "tests/vision/measure/test_accuracy.py",
    "survey": "tests/server/trials/test_survey.py",
    "torture": "tests/server/trials/test_torture.py",
    "lab": "tests/lab/test_command.py",
    "translations": "tests/server/language/test_translations.py",
    "screenshots": "tests/server/web/test_every_page.py",
    "icons": "tests/server/web/test_alerts.py",
    "bench": "tests/server/commands/test_commands.py",
    "club": "tests/server/club/test_command.py",
    "campaign": "tests/rules/kernel/test_golden.py",
}
"""Commands that take long or change something, and the test that does just that, only less."""
NOT_HERE = {"wifi": 2}
"""How a command ends that needs what only a Raspberry Pi has."""


def commands() -> list[str]:
    """As they are written, in blocks and between the lines, without what is said about them."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    inline = re.findall(r"`(\./run \w+ [^`]+)`", README)  # a name alone is only a mention
    written = [line.partition("  #")[0].strip() for line in (*lines, *inline)]
    return list(dict.fromkeys(line for line in written if line.startswith("./run")))


def words(command: str) -> list[str]:
    return shlex.split(command)[1:] or ["serve"]


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_is_understood_as_it_is_written(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Namespace] = []

    def only_asked(args: Namespace) -> int:
        asked.append(args)
        return 0

    name, *options = words(command)
    if name == "lab":
        monkeypatch.setattr(lab, "run", only_asked)
        assert lab.main(options) == 0
    elif options != ["--help"] and name in COMMANDS and not set(options) & {"FOLDER", "FILE"}:
        module = import_module(f"server.commands.{name}")
        monkeypatch.setattr(module, "run", only_asked)
        assert main([name, *options]) == 0
    else:
        assert name in COMMANDS
        return
    assert len(asked) == 1


def test_all_that_is_quick_is_run_in_the_order_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In an empty folder: what a command leaves behind, the next one finds."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    ended = {}
    for command in commands():
        name, *options = words(command)
        if name in ELSEWHERE or options == ["--help"]:
            continue
        ended[command] = main([name, *options])
    told = capsys.readouterr().out
    del ended["./run doctor"]  # what it finds is this computer's own affair
    assert ended == {command: NOT_HERE.get(words(command)[0], 0) for command in ended}
    assert "picture.jpg: " in told
    assert (tmp_path / "match.json").exists()


def test_what_is_run_elsewhere_is_in_the_readme_and_its_test_is_there() -> None:
    named = {words(command)[0] for command in commands()}
    for name, test in ELSEWHERE.items():
        assert name in named, name
        assert (TOP / test).exists(), test


@pytest.mark.parametrize("picture", re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README))
def test_a_picture_of_the_readme_is_there_and_small(picture: str) -> None:
    assert (TOP / picture).stat().st_size < 150_000


def test_links_of_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"(?<!!)\[[^\]]+\]\(([^)#]+)\)", README):
        assert (TOP / target).exists(), target
