"""`torture`: pulls the plug hundreds of times, and counts what is lost."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from rules.games import GAMES
from server.errors import UserError

NAME = "torture"
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
        choices=sorted(name for name, game in GAMES.items() if game.campaign),
        help="around the ends of the matches of a campaign of this game",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from server.trials.torture import Damage, torture
    from server.trials.torture_campaign import torture_campaign

    if args.cuts < 1:
        raise UserError(f"--cuts must be 1 or more, not {args.cuts}.")
    if args.serve:
        return _serve(args)

    def progress(damage: Damage) -> None:
        if not args.json and sys.stdout.isatty():
            print(f"\r{damage.cuts} cuts, {damage.shown} views, {damage.lost} lost", end="")

    with TemporaryDirectory() as folder:
        path = Path(folder) / "matches.sqlite"
        if args.campaign:
            damage = torture_campaign(args.campaign, path, args.cuts, args.seed, progress)
        else:
            damage = torture(path, args.cuts, args.seed, progress)
    if args.json:
        print(json.dumps(asdict(damage)))
    else:
        print(f"\r{damage.cuts} cuts, {damage.shown} views shown, {damage.lost} lost.")
    return 1 if damage.lost else 0


def _serve(args: argparse.Namespace) -> int:
    from server.trials.torture_serve import Toll, torture_serve

    def progress(toll: Toll) -> None:
        if not args.json and sys.stdout.isatty():
            print(f"\r{toll.cuts} cuts, {toll.acknowledged} acknowledged, {toll.lost} lost", end="")

    with TemporaryDirectory() as name:
        folder = Path(name)
        try:
            toll = torture_serve(folder / "data", args.cuts, args.seed, progress)
        except UserError as error:
            said = (folder / "serve.log").read_text(errors="replace").splitlines()
            raise UserError("\n".join((str(error), *said[-20:]))) from error
    if args.json:
        print(json.dumps(asdict(toll)))
    else:
        print(f"\r{toll.cuts} cuts, {toll.acknowledged} acknowledged, {toll.lost} lost.")
    return 1 if toll.lost else 0
