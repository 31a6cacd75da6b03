"""`campaign`: all matches of a campaign, one after another, each with what it leaves behind."""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from rules.games import GAMES
from server.commands import arguments
from server.commands.dev import score_sheet
from server.errors import UserError
from server.progress import shown, through

if TYPE_CHECKING:
    from server.trials.campaigns import Played

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
    parser.add_argument(
        "--campaigns",
        type=int,
        metavar="N",
        help="play so many and check them: no law broken, every match replays alone, and the story "
        "is told from what is kept",
    )
    parser.add_argument(
        "--any-seats",
        action="store_true",
        help="with --campaigns: other numbers of players in each",
    )
    parser.add_argument(
        "--own-stories",
        action="store_true",
        help="with --campaigns: each with story cards of an owner, made up",
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at once (1)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    campaign = GAMES[args.game].campaign
    if campaign is None:
        title = GAMES[args.game].edition.text("title")
        raise UserError(f"{title} has no campaign; there is ./run dev play {args.game}.")
    if args.campaigns is not None:
        return _many(args)
    given = list(args.setting)
    args.setting = [f"{key}={value}" for key, value in campaign.begins(args.seats).items()] + given
    matches: list[dict[str, Any]] = []
    finished, seed = False, args.seed
    with shown("Matches", done=lambda: len(matches)) as told:
        while not finished and len(matches) < args.matches:
            simulation = arguments.simulation(args)
            match = simulation.match
            if not campaign.is_part(match.settings):
                raise UserError(
                    "These settings are not of a campaign. Leave them out, or choose "
                    f"others: ./run dev play {args.game} --settings"
                )
            simulation.played()
            behind = dict(campaign.left_behind(match.table))
            finished = campaign.is_finished(match.table)
            data = score_sheet.as_data(match, args.seed)
            matches.append(
                {key: data[key] for key in ("won", "winners", "scores") if key in data}
                | {"left_behind": behind}
            )
            if not args.json:
                outcome = match.outcome()
                assert outcome is not None
                won = "".join(f", {seat}" for seat in outcome.winners)
                told.say(f"{len(matches)}. {outcome.verdict}{won}: {outcome.because}. {behind}")
            args.setting = [*args.setting, *(f"{key}={value}" for key, value in behind.items())]
            seed += 1
            args.seed = seed
    if args.json:
        print(json.dumps({"game": args.game, "matches": matches, "finished": finished}))
    elif not finished:
        print(f"Not finished after {len(matches)} matches.")
    return 0


# --------------------------------------------------------------------------------- many campaigns


def _many(args: argparse.Namespace) -> int:
    from server.trials.campaigns import summary

    for name in ("campaigns", "matches", "jobs"):
        if getattr(args, name) < 1:
            raise UserError(f"--{name} must be 1 or more, not {getattr(args, name)}.")
    campaign = GAMES[args.game].campaign
    if args.own_stories and (campaign is None or campaign.made_up is None):
        raise UserError("An owner cannot write the story of this game.")
    arguments.simulation(args)
    figures = summary(GAMES[args.game], list(through("Campaigns", _played(args), args.campaigns)))
    if args.json:
        print(json.dumps(figures))
    else:
        line = "{campaigns} campaigns, {matches} matches, {choices} choices, {finished} finished; "
        line += "{passages} different passages of the story were told, "
        print((line + "something new in {with_news:.0%} of the matches").format(**figures))
        for seed, found in figures["faults"].items():
            print(*(f"Seed {seed}: {fault}" for fault in found), sep="\n")
    return 1 if figures["faults"] else 0


def _played(args: argparse.Namespace) -> Iterator[Played]:
    one = partial(_one, args)
    if args.jobs == 1:
        yield from map(one, range(args.campaigns))
        return
    with ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(one, range(args.campaigns), chunksize=4)


def _one(args: argparse.Namespace, number: int) -> Played:
    from server.trials.campaigns import play

    game = GAMES[args.game]
    assert game.campaign is not None
    seats = args.seats
    if args.any_seats:
        seats = game.seats[number % len(game.seats)]
    # Far from each other: every match of a campaign has a seed of its own.
    seed = args.seed + number * _MOST
    settings = {**game.campaign.begins(seats), **arguments.settings(args)}
    if args.own_stories and game.campaign.made_up is not None:
        settings |= game.campaign.made_up(seed)
    return play(
        game,
        [colour.capitalize() for colour in game.colours[:seats]],
        settings,
        seed,
        matches=args.matches,
        sensible=args.players == "sensible",
    )
