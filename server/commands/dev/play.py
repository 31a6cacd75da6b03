"""`play`: a whole match between random or sensible players, with its score sheets."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules.games import GAMES
from rules.journal import write_journal
from rules.score_sheet import as_text
from rules.setting import Setting
from server.commands import arguments
from server.commands.dev import score_sheet
from server.progress import shown

NAME = "play"
HELP = "play a whole match and print every player's score sheet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_simulation(parser)
    arguments.add_players(parser)
    parser.add_argument("--journal", type=Path, metavar="FILE", help="write the journal to FILE")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--settings", action="store_true", help="only list the settings that the game has"
    )


def run(args: argparse.Namespace) -> int:
    if args.settings:
        settings = GAMES[args.game].settings
        print(json.dumps(settings_data(settings)) if args.json else settings_text(settings))
        return 0
    simulation = arguments.simulation(args)
    with shown("Choices", done=lambda: len(simulation.match.journal)):
        match = simulation.played()
    if args.journal:
        arguments.write_text(args.journal, write_journal(match))
    print(json.dumps(score_sheet.as_data(match, args.seed)) if args.json else as_text(match))
    return 0


def settings_data(settings: Iterable[Setting]) -> list[dict[str, Any]]:
    return [
        {
            "key": setting.key,
            "text": str(setting.text),
            "values": {value: str(text) for value, text in setting.values.items()},
            "default": setting.default,
        }
        for setting in settings
    ]


def settings_text(settings: Iterable[Setting]) -> str:
    """Each setting, then its values; the usual one is marked."""
    rows = []
    for setting in settings:
        rows.append(f"{setting.key}: {setting.text}")
        for value, text in setting.values.items():
            usual = " (usual)" if value == setting.default else ""
            rows.append(f"  {setting.key}={value}  {text}{usual}")
    return "\n".join(rows)
