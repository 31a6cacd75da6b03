"""`accuracy`: reads thousands of rendered pictures and says how many tags were found."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from server.errors import UserError
from server.progress import shown, through
from server.trials.disturbed import KINDS, SOON, trial
from vision.layout import load_layout
from vision.measure.accuracy import CONDITIONS, SMALLEST_PX, measure
from vision.measure.accuracy_plot import plotted, sweeps
from vision.measure.score import Score
from vision.recognise.tags import TagReader
from vision.registry import load_registry

NAME = "accuracy"
HELP = "measure how well tags are read and tables watched, condition by condition, when rendered"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--frames", type=int, default=150, help="pictures for each condition (150)")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other pictures (0)")
    parser.add_argument(
        "--plot", type=Path, help="also find where reading ends, and draw it (a .png file)"
    )
    parser.add_argument(
        "--trials",
        type=int,
        help="instead, lay a card so often while something else moves, for each kind of thing",
    )


def run(args: argparse.Namespace) -> int:
    for name in ("frames", "trials"):
        number = getattr(args, name)
        if number is not None and number < 1:
            raise UserError(f"--{name} must be at least 1, not {number}.")
    return _read(args) if args.trials is None else _watch(args.trials, args.seed)


def _watch(trials: int, seed: int) -> int:
    """Try the watch at tables where something moves that is no move."""
    print(f"A card laid while something else moves, sighted within {SOON:g} seconds:")
    print(
        f"{'disturbance':14} {'trials':>6} {'sighted':>8} {'slowest':>8}"
        f" {'unnamed':>8} {'untrue':>7}"
    )
    good = True
    with shown("Kinds", len(KINDS)) as kinds:
        for name, kind in KINDS.items():
            tried = [trial(kind, seed + number) for number in through(name, range(trials))]
            good &= all(each.is_good for each in tried)
            soon = sum(each.seconds is not None and each.seconds <= SOON for each in tried)
            slowest = max(each.seconds or float("inf") for each in tried)
            unnamed = sum(not each.named for each in tried)
            untrue = sum(bool(each.untrue) for each in tried)
            kinds.say(f"{name:14} {trials:6} {soon:8} {slowest:6.1f} s {unnamed:8} {untrue:7}")
            for number, each in enumerate(tried):
                if each.untrue:
                    kinds.say(f"  seed {seed + number}: {'; '.join(each.untrue)}")
            kinds.step()
    return 0 if good else 1


def _read(args: argparse.Namespace) -> int:
    registry, layout = load_registry("port_royal"), load_layout("port_royal")
    reader = TagReader(registry, layout)
    print(f"Tags wholly visible and at least {SMALLEST_PX:g} pixels wide:")
    print(f"{'condition':14} {'frames':>6} {'tags':>6} {'recall':>8} {'wrong':>6}  strength")
    total = Score()
    with shown("Conditions", len(CONDITIONS)) as conditions:
        for condition in CONDITIONS:
            conditions.doing = condition.name
            score = measure(condition, reader, registry, layout, args.frames, first_seed=args.seed)
            conditions.say(f"{_row(condition.name, score)}  {condition.strength}")
            conditions.step()
            total.include(score)
    print(_row("all", total))
    if args.plot:
        frames = max(4, args.frames // 10)
        with shown("Finding where reading ends") as ends:
            found = sweeps(reader, registry, layout, frames, progress=ends.say)
        if not cv2.imwrite(str(args.plot), plotted(found)):
            raise UserError(f"{args.plot} cannot be written; is the folder there?")
        for sweep in found:
            print(f"{sweep.title}: all is read as far as {sweep.safe_until():g} {sweep.axis}.")
        print(f"{args.plot}: drawn.")
    return 1 if total.wrong else 0


def _row(name: str, score: Score) -> str:
    return f"{name:14} {score.looks:6} {score.wanted:6} {score.recall:8.2%} {score.wrong:6}"
