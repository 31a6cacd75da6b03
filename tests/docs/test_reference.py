"""Every command, option, setting and hook is documented, and nothing that is not there."""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from firmware.pins import PINS_FILE
from hardware.print.on_paper import OnPaper
from rules.campaign import Campaign, Carried
from rules.game import Game, Guide, Piles, Printed, Reach, Scoring
from rules.games import GAMES
from rules.setting import Setting
from rules.teaching import Teaching
from server.command import COMMANDS, module_of
from server.web.parts.on_phones import OnPhones
from tests.docs.documents import CONTRIBUTING, DOCS, TOP, name_of, rows, section, text_of
from tests.lab import __main__ as lab
from vision.looks import Drawings, Faces, Looks, Numbers

ALL_COMMANDS, REFERENCE = DOCS / "commands.md", DOCS / "game-reference.md"
RULES = (Game, Guide, Teaching, Scoring, Piles, Setting, Printed, Reach, Campaign)
LAYERS = (Looks, Faces, Numbers, Drawings, OnPhones, OnPaper)


def same(page: Path, where: str, there: Mapping[str, str], documented: Collection[str]) -> None:
    """Says of each row exactly what is to be written or taken away."""
    wrong = [
        f"{name_of(page)}, {where}: add | `{name}` | {said} |"
        for name, said in there.items()
        if name not in documented
    ]
    wrong += [
        f"{name_of(page)}, {where}: there is no `{name}` any more, take its row away"
        for name in sorted({*documented} - {*there})
    ]
    assert not wrong, "\n".join(wrong)


def first_words(text: str) -> list[str]:
    """What the first cell of each row names."""
    return [re.split(r"[ `]", row[0].strip("`"))[0] for row in rows(text)]


# ----------------------------------------------------------------------------------- Commands


def parser_of(command: str, monkeypatch: pytest.MonkeyPatch) -> argparse.ArgumentParser:
    if command != "lab":
        parser = argparse.ArgumentParser()
        module_of(command).add_arguments(parser)
        return parser
    made: list[argparse.ArgumentParser] = []

    def only_made(self: argparse.ArgumentParser, *_: object) -> argparse.Namespace:
        made.append(self)
        return argparse.Namespace()

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", only_made)
    monkeypatch.setattr(lab, "run", lambda _: 0)
    lab.main([])
    return made[0]


def names_of(action: argparse.Action) -> str:
    """An option by its longest name; what has none by the word that stands for it."""
    if action.option_strings:
        return max(action.option_strings, key=len)
    return str(action.metavar or action.dest).upper()


@pytest.mark.parametrize("command", [*COMMANDS, "lab"])
def test_every_option_of_a_command_is_documented(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions = parser_of(command, monkeypatch)._actions
    shown = (each for each in actions if each.help != argparse.SUPPRESS)
    ours = (each for each in shown if "--help" not in each.option_strings)
    there = {names_of(each): each.help or "" for each in ours}
    said = section(ALL_COMMANDS, command)
    assert said, f"docs/commands.md: add a section {command}"
    options, _, _ = said.partition("| subject |")
    same(ALL_COMMANDS, command, there, first_words(options))


def test_every_command_that_is_documented_is_there() -> None:
    named = re.findall(r"^### ((?:dev )?[\w-]+)$", text_of(ALL_COMMANDS), re.MULTILINE)
    same(ALL_COMMANDS, "commands", dict.fromkeys([*COMMANDS, "lab"], ""), named)


def test_every_subject_of_bench_is_documented() -> None:
    _, _, subjects = section(ALL_COMMANDS, "bench").partition("| subject |")
    there = import_module("server.commands.bench").SUBJECTS
    same(ALL_COMMANDS, "bench", dict.fromkeys(there, ""), first_words(subjects))


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_every_option_of_the_installer_is_documented(script: str) -> None:
    text = (TOP / "firmware/install" / script).read_text(encoding="utf-8")
    options = set(re.findall(r"^  (--[a-z-]+) ", text, re.MULTILINE))
    assert "--dry-run" in options
    page = text_of(DOCS / "set-up.md")
    said = {
        option
        for line in page.splitlines()
        if script in line
        for option in options
        if option in line
    }
    assert options - said == set()


def test_both_ways_to_check_are_documented() -> None:
    script = (TOP / "check").read_text(encoding="utf-8")
    for option in re.findall(r'"\$\{1-\}" = (--[a-z]+)', script):
        assert f"`./check {option}`" in text_of(CONTRIBUTING)


def test_everything_that_can_be_wired_is_documented() -> None:
    page = text_of(DOCS / "hardware.md")
    for table, keys in tomllib.loads(PINS_FILE.read_text(encoding="utf-8")).items():
        (row,) = (line for line in page.splitlines() if f"`[{table}]`" in line)
        if table == "buttons":
            assert all(key.upper() in row for key in keys)


# ----------------------------------------------------------------------------------- Games


@pytest.mark.parametrize("game", GAMES.names)
def test_every_setting_of_a_game_is_documented_with_its_values(game: str) -> None:
    page = DOCS / f"{game.replace('_', '-')}.md"
    table = section(page, "Settings")
    there = {
        setting.key: f"{setting.text} | {_values(setting)}" for setting in GAMES[game].settings
    }
    same(page, "Settings", there, first_words(table))
    said = {row[0].strip("`"): row[2] for row in rows(table)}
    for setting in GAMES[game].settings:
        values = re.findall(r"(?:^|<br>)`([^`]+)`", said[setting.key])
        known = {value for value in setting.values if " " not in value}
        assert {*values} == known, f"{name_of(page)}, {setting.key}: {_values(setting)}"
        assert values[0] == setting.default, f"{name_of(page)}, {setting.key}: the usual one first"
        carried = isinstance(setting.values, Carried)
        (row,) = (row for row in rows(table) if row[0] == f"`{setting.key}`")
        assert ("(no form asks)" in row[1]) == carried, setting.key


def _values(setting: Setting) -> str:
    """As a row says them."""
    usual_first = sorted(setting.values.items(), key=lambda each: each[0] != setting.default)
    return "<br>".join(f"`{value}` {words}" for value, words in usual_first)


@pytest.mark.parametrize("part", [*RULES, *LAYERS], ids=lambda part: str(part.__name__))
def test_every_field_of_a_game_is_documented(part: type[Any]) -> None:
    name = part.__name__
    there = {each.name: str(each.type) for each in fields(part)}
    same(REFERENCE, name, there, first_words(section(REFERENCE, name)))
