"""`campaign`: all matches of a campaign, one after another, each with what it leaves behind."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rules.games import GAMES
from server.commands import arguments, sheet
from server.errors import UserError

NAME = "campaign"
HELP = "play a whole campaign, match after match, and print what each leaves behind"

_MOST = 60
"""Matches after which a group would give up: a chapter may be lost again and again."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_simulation(parser)
    # Whoever plays at random, alone against the game, never comes to the second chapter.
    arguments.add_players(parser, "sensible")
    parser.add_argument(
        "--matches", type=int, default=_MOST, help=f"stop after so many matches ({_MOST})"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    campaign = GAMES[args.game].campaign
    if campaign is None:
        title = GAMES[args.game].edition.text("title")
        raise UserError(f"{title} has no campaign; there is ./run play {args.game}.")
    given = list(args.setting)
    args.setting = [f"{key}={value}" for key, value in campaign.begins(args.seats).items()] + given
    matches: list[dict[str, Any]] = []
    finished, seed = False, args.seed
    while not finished and len(matches) < args.matches:
        simulation = arguments.simulation(args)
        match = simulation.match
        if not campaign.is_part(match.settings):
            raise UserError(
                "With these settings it is no match of a campaign. Leave them out, or choose "
                f"others: ./run play {args.game} --settings"
            )
        while simulation.step():
            pass
        behind = dict(campaign.left_behind(match.table))
        finished = campaign.is_finished(match.table)
        data = sheet.as_data(match, args.seed)
        matches.append(
            {key: data[key] for key in ("won", "winners", "scores") if key in data}
            | {"left_behind": behind}
        )
        if not args.json:
            outcome = match.outcome()
            assert outcome is not None
            won = "".join(f", {seat}" for seat in outcome.winners)
            print(f"{len(matches)}. {outcome.verdict}{won}: {outcome.because}. {behind}")
        args.setting = [*args.setting, *(f"{key}={value}" for key, value in behind.items())]
        seed += 1
        args.seed = seed
    if args.json:
        print(json.dumps({"game": args.game, "matches": matches, "finished": finished}))
    elif not finished:
        print(f"Not finished after {len(matches)} matches.")
    return 0
