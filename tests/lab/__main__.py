"""`./run lab`: installs and tries everything on a virtual Pi, with real power cuts."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence
from typing import Any

from server.errors import UserError
from tests.lab.board import ARM, X86
from tests.lab.lab import Lab
from tests.lab.layers import LabError, Layers
from tests.lab.report import Row, as_table, try_all
from tests.lab.scenarios import ON_ARM, QUICK, SCENARIOS, instructions

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
    parser.add_argument("--arm", action="store_true", help="with an emulated ARM processor")
    parser.add_argument("--cuts", type=int, help="power cuts (3; with --arm 1)")
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
    cuts = (1 if args.arm else 3) if args.cuts is None else args.cuts
    if cuts < 1:
        raise UserError(f"--cuts must be 1 or more, not {cuts}.")
    if args.arm and args.quick:
        raise UserError("--quick is for the processor of this computer, not for --arm.")
    scenarios = QUICK if args.quick else ON_ARM if args.arm else SCENARIOS
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
        with Lab(say, ARM if args.arm else X86, cuts, args.seed, args.keep) as lab:
            lab.layers.current()
            rows = try_all(lab, {name: scenarios[name] for name in names})
    except LabError as error:
        raise UserError(str(error)) from error
    tables = [as_table(rows)]
    if lab.instructions:
        tables.append(instructions.as_table(lab.instructions))
    print("\n\n".join(tables), file=sys.stderr if args.json else sys.stdout)
    if args.json:
        print(json.dumps(arm_figures(lab, rows) if args.arm else figures(lab)))
    return 0 if all(row.passed for row in rows) else 1


def figures(lab: Lab) -> dict[str, int]:
    counts = {"cuts": lab.cuts, "acknowledged": lab.acknowledged, "lost": lab.lost}
    return counts | {"boots": lab.boots}


def arm_figures(lab: Lab, rows: Sequence[Row]) -> dict[str, Any]:
    passed = sum(row.passed for row in rows)
    counts = {"passed": passed, "failed": len(rows) - passed}
    return {"arch": ARM.name, **counts, "instructions": lab.instructions}


if __name__ == "__main__":
    sys.exit(main())
