"""`survey`: many matches at once, and what they come to."""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rules.games import GAMES
from rules.search.players import Strong
from rules.simulation import some_settings
from server.commands import arguments
from server.errors import UserError
from server.progress import through

if TYPE_CHECKING:
    from server.trials.survey import Played

NAME = "survey"
HELP = "play many matches and print how they end, what they score and what wins them"
BAR = 40
"""How wide the longest bar of the histogram is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_simulation(parser)
    arguments.add_players_by_seat(parser)
    parser.add_argument("--matches", type=int, default=20, metavar="N", help="how many (20)")
    parser.add_argument(
        "--pieces", action="store_true", help="how often those who had a piece have won"
    )
    parser.add_argument(
        "--audit",
        action="store_true",
        help="check every match: nothing is lost, it ends, and its journal replays to the same; and"
        " say what never came up",
    )
    parser.add_argument(
        "--any-setting", action="store_true", help="other variants and rulings in every match"
    )
    # What it was called before.
    parser.add_argument(
        "--any-option", action="store_true", dest="any_setting", help=argparse.SUPPRESS
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at once (1)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from server.trials.survey import survey

    for name in ("matches", "jobs"):
        if getattr(args, name) < 1:
            raise UserError(f"--{name} must be 1 or more, not {getattr(args, name)}.")
    if args.budget <= 0:
        raise UserError(f"--budget must be more than 0 seconds, not {args.budget}.")
    arguments.simulation(args)
    figures = survey(GAMES[args.game], list(through("Matches", matches(args), args.matches)))
    figures["players"] = ",".join(args.players)
    if figures["budget"]:
        figures["budget"]["seconds"] = args.budget
    print(json.dumps(figures) if args.json else as_text(figures, args))
    return 1 if figures["faults"] else 0


def matches(args: argparse.Namespace) -> Iterator[Played]:
    seeds = range(args.seed, args.seed + args.matches)
    one = partial(play_one, args)
    if args.jobs == 1:
        _loaded()
        yield from map(one, seeds)
        return
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.jobs, fresh, _loaded) as pool:
        yield from pool.map(one, seeds, chunksize=4)


def _loaded() -> None:
    """What all matches share is not looked through for garbage again: that would take longer than
    many a decision may.
    """
    gc.freeze()


def play_one(args: argparse.Namespace, seed: int) -> Played:
    from server.trials.survey import play, play_audited

    # Everybody plays in every seat equally often: the first of the seats is not worth the same.
    turned = (seed - args.seed) % len(args.players)
    players = (*args.players[turned:], *args.players[:turned])
    own = {**vars(args), "seed": seed, "players": players}
    if args.any_setting:
        settings = some_settings(GAMES[args.game], seed, args.seats)
        # What is asked for comes last, and holds.
        own["setting"] = [*(f"{key}={value}" for key, value in settings.items()), *args.setting]
    simulation = arguments.simulation(argparse.Namespace(**own))
    played = play_audited(simulation, seed) if args.audit else play(simulation, seed)
    strong = [each for each in simulation.players.values() if isinstance(each, Strong)]
    shares = tuple(share for each in strong for share in each.shares)
    return replace(played, players=players if len(players) > 1 else (), budget_shares=shares)


# -------------------------------------------------------------------------------------------- text

_MOST_TAPPED = 8
"""So many of the questions for which phones are tapped are listed."""


def as_text(figures: dict[str, Any], args: argparse.Namespace) -> str:
    head = "{matches} matches of {game} with {seats} {players} players".format(**figures)
    rows = [head, *(f"  {number:5} ended by: {end}" for end, number in figures["ends"].items())]
    names = {
        "turns": "turns",
        "choices": "choices",
        "points": "points",
        "winners": "points of the winner",
        "last": "points of the last",
    }
    for key, name in names.items():
        row = figures[key]
        rows.append(f"  {name:21} {row['mean']:8} on average, {row['least']} to {row['most']}")
    answers = (f"{number} {need}" for need, number in figures["answers_per_turn"].items())
    rows.append(f"  answers for a turn    {', '.join(answers)}")
    taps = figures["taps"]
    rows.append(f"  taps                  {taps['per_turn']} a turn, {taps['per_match']} a match")
    rows += (f"    {number:6} {asked}" for asked, number in [*taps["asked"].items()][:_MOST_TAPPED])
    rows += [*_distribution(figures), *_seats(figures)]
    rows += [*_strengths(figures), *_sources(figures)]
    if args.pieces:
        rows += _pieces(figures)
    if args.audit:
        rows += _faults(figures)
    return "\n".join(rows)


def _distribution(figures: dict[str, Any]) -> Iterator[str]:
    yield "\nPoints of all players"
    if figures["tenths"]:
        yield "  tenths: " + " ".join(map(str, figures["tenths"]))
    longest = max(figures["histogram"].values())
    for least, number in figures["histogram"].items():
        yield f"  {least:4} {number:6}  {'#' * round(BAR * number / longest)}".rstrip()


def _seats(figures: dict[str, Any]) -> Iterator[str]:
    yield "\nSeat     won  95 % sure of  of its share  points"
    for number, seat in enumerate(figures["by_seat"], 1):
        yield f"{number:4} {_rates(seat)} {seat['share']:13.2f} {seat['points']:7}"


def _strengths(figures: dict[str, Any]) -> Iterator[str]:
    """If they differ: how often each of them wins, whoever of its players does."""
    if figures["by_strength"]:
        yield "\nPlayers            won  95 % sure of"
    for strength, rates in figures["by_strength"].items():
        yield f"{strength:13} {_rates(rates)}"
    if figures["budget"]:
        taken = "Of {decisions} decisions, 99 in 100 took at most {p99} of the budget"
        yield "\n" + taken.format(**figures["budget"])


def _sources(figures: dict[str, Any]) -> Iterator[str]:
    """Kind by kind as on a score sheet, and the reasons of each further in."""
    total = figures["points"]["mean"] or 1
    yield "\nPoints   share  of each player on average, by their kind and reason"
    for kind, points in figures["sources"].items():
        yield f"{points:6.2f} {100 * points / total:5.1f} %  {kind or 'all'}"
        for reason, part in figures["reasons"][kind].items():
            yield f"{part:6.2f} {100 * part / total:5.1f} %      {reason}"
    yield "\nPieces of each player on average"
    for sort, number in figures["had"].items():
        yield f"{number:6.2f}  {sort}"


def _pieces(figures: dict[str, Any]) -> Iterator[str]:
    """The interval is wide enough to be right for all pieces at once."""
    rows, usual = figures["acquired"], f"{100 * figures['usual']:.1f} %"
    yield f"\nHow often those who had one of {len(rows)} pieces have won; everybody: {usual}"
    yield "Owners    won  95 % sure of  of share   lead"
    for row in rows:
        stands = f"  <- {row['stands']}" if row["stands"] else ""
        lead = f"{row['share']:9.2f} {row['lead']:+6.1f}"
        yield f"{row['owners']:6} {_rates(row)} {lead}  {row['name']}{stands}"
    for where in ("above", "below"):
        names = [row["name"] for row in rows if row["stands"] == where]
        yield f"Clearly {where} everybody's rate: {', '.join(names) or 'none'}"
    if figures["never_acquired"]:
        yield f"Nobody ever had: {', '.join(figures['never_acquired'])}"


def _rates(row: dict[str, Any]) -> str:
    return f"{100 * row['won']:5.1f} % {100 * row['low']:5.1f} to {100 * row['high']:5.1f}"


def _faults(figures: dict[str, Any]) -> Iterator[str]:
    if not figures["faults"]:
        yield f"\n{figures['matches']} matches ended, lost no piece and replayed exactly."
    yield "\nNever came up"
    for kind, names in figures["never"].items():
        yield f"  {kind:8} {', '.join(names) or 'none'}"
    yield f"  Seeds that show all the rest: {', '.join(map(str, figures['seeds']))}"
    for seed, found in figures["faults"].items():
        yield from (f"\nSeed {seed}: {fault}" for fault in found)
