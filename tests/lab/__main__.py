"""`./run lab`: installs and tries everything on a virtual Pi, with real power cuts."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence

from server.errors import UserError
from tests.lab.lab import Lab
from tests.lab.layers import LabError, Layers
from tests.lab.report import as_table, try_all
from tests.lab.scenarios import QUICK, SCENARIOS

HELP = "install on a virtual Raspberry Pi, pull its plug, and see whether all is well"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run lab", description=HELP)
    add_arguments(parser)
    try:
        return run(parser.parse_args(argv))
    except UserError as error:
        print(f"lab: {error}", file=sys.stderr)
        return 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cuts", type=int, default=3, help="power cuts (3)")
    parser.add_argument("--seed", type=int, default=1, help="other moments (1)")
    parser.add_argument(
        "--only", action="append", metavar="SCENARIO", help="only this one; may be given again"
    )
    parser.add_argument("--keep", action="store_true", help="keep the disks as they are at the end")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only one start, and that only if the virtual Pi with these sources has been made",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    if args.cuts < 1:
        raise UserError(f"--cuts must be 1 or more, not {args.cuts}.")
    scenarios = QUICK if args.quick else SCENARIOS
    names = args.only or list(scenarios)
    for name in names:
        if name not in scenarios:
            raise UserError(f"There is no scenario {name!r}; there is {', '.join(scenarios)}.")
    if args.quick and not Layers(print).is_ready():
        print("Virtual Pi: left out, none has been made of these sources yet (./run lab makes it).")
        return 0

    def say(line: str) -> None:
        print(f"{time.strftime('%T')} {line}", file=sys.stderr, flush=True)

    # So that nothing is left running when somebody ends the lab.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        with Lab(say, args.cuts, args.seed, args.keep) as lab:
            lab.layers.current()
            rows = try_all(lab, {name: scenarios[name] for name in names})
    except LabError as error:
        raise UserError(str(error)) from error
    print(as_table(rows), file=sys.stderr if args.json else sys.stdout)
    if args.json:
        counts = {"cuts": lab.cuts, "acknowledged": lab.acknowledged, "lost": lab.lost}
        print(json.dumps(counts | {"boots": lab.boots}))
    return 0 if all(row.passed for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
