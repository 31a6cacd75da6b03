"""`survey`: many matches at once, and what they come to."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from statistics import mean
from typing import Any

from rules.simulation import Simulation
from server.commands import arguments
from server.errors import UserError

NAME = "survey"
HELP = "play many matches and print how they end, how long they take and what they score"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_simulation(parser)
    arguments.add_players(parser)
    parser.add_argument("--matches", type=int, default=20, metavar="N", help="how many (20)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    if args.matches < 1:
        raise UserError(f"--matches must be 1 or more, not {args.matches}.")
    played = []
    for seed in range(args.seed, args.seed + args.matches):
        simulation = arguments.simulation(argparse.Namespace(**{**vars(args), "seed": seed}))
        while simulation.step():
            pass
        played.append(simulation)
    figures = survey(played)
    print(json.dumps(figures) if args.json else as_text(figures))
    return 0


def survey(played: list[Simulation]) -> dict[str, Any]:
    matches = [simulation.match for simulation in played]
    game, seats = matches[0].game, matches[0].seats
    points = [[m.table.ledger.balance(seat, game.points) for seat in m.seats] for m in matches]
    outcomes = [outcome for match in matches if (outcome := match.outcome())]
    ends = Counter(str(outcome.ended_by) for outcome in outcomes if outcome.ended_by)
    return {
        "game": game.name,
        "seats": len(seats),
        "players": "sensible" if played[0].sensible else "random",
        "matches": len(matches),
        "ends": dict(ends.most_common()),
        # Every turn is a script of its own; the first script is the set-up.
        "turns": _range([len(m.checkpoints) - 1 for m in matches]),
        "choices": _range([len(m.journal) for m in matches]),
        "winners": _range([max(row) for row in points]),
        "last": _range([min(row) for row in points]),
    }


def _range(numbers: list[int]) -> dict[str, float]:
    return {"least": min(numbers), "mean": round(mean(numbers), 1), "most": max(numbers)}


def as_text(figures: dict[str, Any]) -> str:
    head = "{matches} matches of {game} with {seats} {players} players".format(**figures)
    rows = [head, *(f"  {number:5} ended by: {end}" for end, number in figures["ends"].items())]
    names = {
        "turns": "turns",
        "choices": "choices",
        "winners": "points of the winner",
        "last": "points of the last",
    }
    for key, name in names.items():
        row = figures[key]
        rows.append(f"  {name:21} {row['mean']:8} on average, {row['least']} to {row['most']}")
    return "\n".join(rows)
