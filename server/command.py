"""The `quartermaster` command: one module of `server.commands` for each subcommand."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from importlib import import_module

from rules.game import RulesError
from server.errors import UserError

COMMANDS = (
    "serve",
    "doctor",
    "trial",
    "rescue",
    "statistics",
    "wifi",
    "club",
    "play",
    "campaign",
    "replay",
    "survey",
    "edition",
    "print",
    "build",
    "render",
    "calibrate",
    "enrol",
    "recognise",
    "album",
    "robots",
    "accuracy",
    "torture",
    "effects",
    "perft",
    "translations",
    "screenshots",
    "icons",
    "bench",
)

NEW_OBJECTS = 10_000
"""After how many Python looks for unused ones that refer to each other. There are hardly any, and
going through a whole match for them every 700 takes a tenth of all time."""


def main(argv: Sequence[str] | None = None) -> int:
    gc.set_threshold(NEW_OBJECTS)
    argv = (sys.argv[1:] if argv is None else argv) or ["serve"]
    parser = argparse.ArgumentParser(
        prog="quartermaster",
        description="A physical-table assistant for Port Royal and other seafaring board games.",
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    # Only what is asked for is loaded: the commands that see need OpenCV, the others do not.
    for name in [name for name in COMMANDS if name in argv[:1]] or COMMANDS:
        module = import_module(f"server.commands.{name}")
        subparser = subparsers.add_parser(module.NAME, help=module.HELP, description=module.HELP)
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    args = parser.parse_args(argv)
    try:
        code: int = args.run(args)
    except (UserError, RulesError) as error:
        print(f"quartermaster: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        sys.stderr.close()
        return 0
    return code
