"""`build`: everything needed to build box and stand: STL files, drawings, wiring, shopping list."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware.pins import PinsError, load_pins
from hardware.build.making import Workshop, make
from hardware.build.openscad import BuildError
from hardware.build.stand import bends, heights
from server.errors import UserError
from server.progress import part, shown

NAME = "build"
HELP = "make what box and stand are built from: parts to print, drawings, wiring, shopping list"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, help="the folder to write")
    parser.add_argument(
        "--check", action="store_true", help="only measure the parts; 1 if something is wrong"
    )
    parser.add_argument("--pins", type=Path, help="the wiring (the one that is used here)")


def run(args: argparse.Namespace) -> int:
    if args.out is None and not args.check:
        raise UserError(
            "Say where to write with --out FOLDER, or --check to only measure the parts."
        )
    try:
        with shown("Making the parts"):
            workshop = Workshop(load_pins(args.pins))
            part("measured")
            found = workshop.problems()
    except (BuildError, PinsError) as error:
        raise UserError(str(error)) from error
    for line in (*heights(), *bends(workshop.plan.measures)):
        print(line)
    for problem in found:
        print(problem)
    if args.check:
        count = len(workshop.parts.printed)
        print(f"{count} parts to print, {len(found)} problems.")
    if found:
        return 1
    if args.out is not None:
        with shown("Drawing parts and pictures"):
            counts = make(workshop, args.out)
        print(
            f"{args.out}: {counts['parts']} parts to print, {counts['drawings']} drawings, the "
            f"wiring and {counts['rows']} rows of materials. Open {args.out / 'index.html'}."
        )
    return 0
