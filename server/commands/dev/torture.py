"""`torture`: pulls the plug hundreds of times, and counts what is lost."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from rules.games import GAMES
from server.errors import UserError
from server.progress import shown

NAME = "torture"
CHOICES, FEWEST = 1_800, 100
"""One a second for half an hour: no table is faster. With fewer there is nothing to compare."""
HELP = "kill the playing process again and again, and check that nothing shown is lost"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cuts", type=int, default=300, help="how often (300)")
    parser.add_argument("--seed", type=int, default=1, help="other moments (1)")
    parser.add_argument(
        "--serve",
        action="store_true",
        help="kill the whole assistant, a process of its own, while phones play by HTTP",
    )
    parser.add_argument(
        "--campaign",
        choices=sorted(GAMES.names),
        help="around the ends of the matches of a campaign of this game",
    )
    parser.add_argument(
        "--memory",
        type=int,
        nargs="?",
        const=CHOICES,
        metavar="CHOICES",
        help=f"instead of killing it, play so many choices at a stroke ({CHOICES}, as many as half "
        "an hour of fast play brings), and look whether the assistant grows",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from server.trials.torture import Damage, torture
    from server.trials.torture_campaign import torture_campaign

    if args.cuts < 1:
        raise UserError(f"--cuts must be 1 or more, not {args.cuts}.")
    if args.campaign and GAMES[args.campaign].campaign is None:
        raise UserError(f"{args.campaign} has no campaign.")
    if args.memory is not None:
        return _memory(args)
    if args.serve:
        return _serve(args)

    with TemporaryDirectory() as folder, shown("Cuts", args.cuts) as cuts:

        def progress(damage: Damage) -> None:
            cuts.step()
            cuts.doing = f"{damage.shown} views, {damage.lost} lost"

        path = Path(folder) / "matches.sqlite"
        if args.campaign:
            damage = torture_campaign(args.campaign, path, args.cuts, args.seed, progress)
        else:
            damage = torture(path, args.cuts, args.seed, progress)
    if args.json:
        print(json.dumps(asdict(damage)))
    else:
        print(f"{damage.cuts} cuts, {damage.shown} views shown, {damage.lost} lost.")
    return 1 if damage.lost else 0


def _memory(args: argparse.Namespace) -> int:
    from server.trials.torture_memory import MOST, Held, torture_memory

    if args.memory < FEWEST:
        raise UserError(f"--memory must be {FEWEST} or more, not {args.memory}.")

    with TemporaryDirectory() as name, shown("Choices", args.memory) as choices:

        def progress(held: Held) -> None:
            choices.step(held.choices - choices.steps)
            choices.doing = f"{held.megabytes[-1]} MB"

        folder = Path(name)
        with _said(folder):
            held = torture_memory(folder / "data", args.memory, args.seed, progress)
    if args.json:
        figures = {"choices": held.choices, "matches": held.matches, "begun_mb": held.begun}
        print(json.dumps(figures | {"ended_mb": held.ended, "growth": round(held.growth, 3)}))
    else:
        print(
            f"{held.choices} choices of {held.matches} matches: {held.begun:.0f} MB when all was "
            f"loaded, {held.ended:.0f} MB at the end, {held.growth:.2f} times as much."
        )
    return 1 if held.growth > MOST else 0


@contextmanager
def _said(folder: Path) -> Iterator[None]:
    """What the assistant said last, if it did not do as it should."""
    try:
        yield
    except UserError as error:
        said = (folder / "serve.log").read_text(errors="replace").splitlines()
        raise UserError("\n".join((str(error), *said[-20:]))) from error


def _serve(args: argparse.Namespace) -> int:
    from server.trials.torture_serve import Toll, torture_serve

    with TemporaryDirectory() as name, shown("Cuts", args.cuts) as cuts:

        def progress(toll: Toll) -> None:
            cuts.step()
            cuts.doing = f"{toll.acknowledged} acknowledged, {toll.lost} lost"

        folder = Path(name)
        with _said(folder):
            toll = torture_serve(folder / "data", args.cuts, args.seed, progress)
    if args.json:
        print(json.dumps(asdict(toll)))
    else:
        print(f"{toll.cuts} cuts, {toll.acknowledged} acknowledged, {toll.lost} lost.")
    return 1 if toll.lost else 0
