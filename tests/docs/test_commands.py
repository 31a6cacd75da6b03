"""Every command of the documents is understood as it is written, and run: here or elsewhere."""

from __future__ import annotations

import re
import shlex
from argparse import Namespace
from pathlib import Path

import pytest

from server.command import COMMANDS, main, module_of
from tests.docs.documents import PAGES, TOP, blocks, prose
from tests.lab import __main__ as lab

ELSEWHERE = {
    "serve": "tests/server/commands/test_serve.py",
    "trial": "tests/server/commands/test_trial.py",
    "rescue": "tests/server/store/test_rescue.py",
    "statistics": "tests/server/store/test_players.py",
    "print": "tests/hardware/test_print.py",
    "build": "tests/hardware/build/test_making.py",
    "dev calibrate": "tests/vision/locate/test_lens.py",
    "dev enrol": "tests/server/commands/test_enrol.py",
    "dev recognise": "tests/server/commands/test_enrol.py",
    "album": "tests/server/commands/test_album.py",
    "dev robots": "tests/server/robots/test_match.py",
    "dev accuracy": "tests/vision/measure/test_accuracy.py",
    "dev survey": "tests/server/trials/test_survey.py",
    "dev torture": "tests/server/trials/test_torture.py",
    "lab": "tests/lab/test_command.py",
    "dev translations": "tests/server/language/test_translations.py",
    "dev screenshots": "tests/server/web/test_every_page.py",
    "dev icons": "tests/server/web/test_alerts.py",
    "bench": "tests/server/commands/test_commands.py",
    "club": "tests/server/club/test_command.py",
    "new-game": "tests/server/commands/test_new_game.py",
    "dev campaign": "tests/rules/kernel/test_golden.py",
}
"""Commands that take long or change something, and the test that does just that, only less."""
OTHERS = {
    "./check": "it is what runs this",
    "firmware/install/install.sh": "tests/firmware/test_install.py",
    "firmware/install/uninstall.sh": "tests/firmware/test_install.py",
    "firmware/install/renew-packages.sh": "looks up all packages in the network",
    "/opt/quartermaster/current/.venv/bin/quartermaster": "tests/lab/scenarios/first_boot.py",
    "journalctl": "shows the log of an installed service",
    "raspi-config": "a program of Raspberry Pi OS",
    "nmcli": "a program of NetworkManager",
}
"""What is no command of ours, and the test that runs it, or why none does."""
STAYS = {"./run wifi --keep": "tests/firmware/test_own_network.py"}
"""Commands that do not end by themselves, and the test that runs them."""
NOT_HERE = {"wifi": 2}
"""How a command ends that needs what only a Raspberry Pi has."""
EXAMPLES = {
    "GAME": "port_royal",
    "SECONDS": "0.1",
    "FILE": "a.file",
    "FOLDER": "a-folder",
    "PHOTO": "photo.jpg",
    "COMMAND": "doctor",
    "NAME": "harbour",
}
"""For the words that readers are to replace by their own."""


def lines() -> list[str]:
    """As they are written, in blocks and between the lines, without what is said about them."""
    found = []
    for page in PAGES:
        found += [line for text in blocks(page, "sh") for line in text.splitlines()]
        inline = re.findall(r"`([^`]+)`", re.sub(r"\s+", " ", prose(page)))
        found += [code for code in inline if is_command(code)]
    written = (line.partition("  #")[0].strip() for line in found)
    return list(dict.fromkeys(line for line in written if line))


def is_command(code: str) -> bool:
    """A name alone is only a mention."""
    ours = code.startswith("./run ")
    alone = ours + code.startswith("./run dev ")
    return code.count(" ") > alone and (ours or program(code) in OTHERS)


def program(line: str) -> str:
    words = line.split()
    if words[0] == "sudo":
        words = words[3 if words[1] == "-u" else 1 :]
    return words[0]


def commands() -> list[str]:
    """Those of ours, with examples for what readers replace."""
    names = "|".join(EXAMPLES)
    ours = (line for line in lines() if program(line) == "./run")
    return [re.sub(rf"\b({names})\b", lambda word: EXAMPLES[word[0]], line) for line in ours]


def words(command: str) -> list[str]:
    """The name of the command, which may be one of a group, and what is said to it."""
    said = shlex.split(command)[1:]
    if not said or (said[0].startswith("--") and said != ["--help"]):
        said = ["serve", *said]
    return [" ".join(said[:2]), *said[2:]] if said[0] == "dev" else said


def test_every_line_is_a_command_that_a_test_runs_or_of_which_is_said_why_not() -> None:
    assert {program(line) for line in lines()} - {"./run", *OTHERS} == set()
    tests = [
        *ELSEWHERE.values(),
        *STAYS.values(),
        *(said for said in OTHERS.values() if said.startswith("tests/")),
    ]
    assert [test for test in tests if not (TOP / test).exists()] == []


@pytest.mark.parametrize("command", commands())
def test_a_command_is_understood_as_it_is_written(
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
    elif "--help" in (*name.split(), *options):
        assert name in (*COMMANDS, "dev --help")
        return
    else:
        monkeypatch.setattr(module_of(name), "run", only_asked)
        assert main([*name.split(), *options]) == 0
    assert len(asked) == 1


def test_all_that_is_quick_is_run_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In an empty folder, matches first: what they leave behind, the others find."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    ends = (each for each in commands() if each not in STAYS and "--help" not in each)
    quick = [each for each in ends if words(each)[0] not in ELSEWHERE]
    ended = {}
    for command in sorted(quick, key=lambda each: words(each)[0] != "dev play"):
        name, *options = words(command)
        ended[command] = main([*name.split(), *options])
    told = capsys.readouterr().out
    del ended["./run doctor"]  # what it finds is this computer's own affair
    assert ended == {command: NOT_HERE.get(words(command)[0], 0) for command in ended}
    assert "picture.jpg: " in told
    assert (tmp_path / "match.json").exists()


def test_what_is_run_elsewhere_is_in_the_documents() -> None:
    named = {words(command)[0] for command in commands()}
    assert {*ELSEWHERE} - named == set()
    assert {*COMMANDS} - named == set()
