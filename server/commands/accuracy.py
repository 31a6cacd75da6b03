"""`accuracy`: reads thousands of rendered pictures and says how many tags were found."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from server.errors import UserError
from vision.accuracy import CONDITIONS, SMALLEST_PX, Score, measure
from vision.accuracy_plot import plotted, sweeps
from vision.layout import load_layout
from vision.registry import load_registry
from vision.tags import TagReader

NAME = "accuracy"
HELP = "measure how well tags are read, condition by condition, on rendered pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--frames", type=int, default=150, help="pictures for each condition (150)")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other pictures (0)")
    parser.add_argument(
        "--plot", type=Path, help="also find where reading ends, and draw it (a .png file)"
    )


def run(args: argparse.Namespace) -> int:
    if args.frames < 1:
        raise UserError(f"--frames must be at least 1, not {args.frames}.")
    registry, layout = load_registry("port_royal"), load_layout("port_royal")
    reader = TagReader(registry, layout)
    print(f"Tags wholly visible and at least {SMALLEST_PX:g} pixels wide:")
    print(f"{'condition':14} {'frames':>6} {'tags':>6} {'recall':>8} {'wrong':>6}  strength")
    total = Score()
    for condition in CONDITIONS:
        score = measure(condition, reader, registry, layout, args.frames, first_seed=args.seed)
        print(f"{_row(condition.name, score)}  {condition.strength}", flush=True)
        total.include(score)
    print(_row("all", total))
    if args.plot:
        found = sweeps(reader, registry, layout, max(4, args.frames // 10), progress=print)
        if not cv2.imwrite(str(args.plot), plotted(found)):
            raise UserError(f"{args.plot} cannot be written; is the folder there?")
        for sweep in found:
            print(f"{sweep.title}: all is read as far as {sweep.safe_until():g} {sweep.axis}.")
        print(f"{args.plot}: drawn.")
    return 1 if total.wrong else 0


def _row(name: str, score: Score) -> str:
    return f"{name:14} {score.frames:6} {score.tags:6} {score.recall:8.2%} {score.wrong:6}"
