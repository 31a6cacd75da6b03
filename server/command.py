"""The `quartermaster` command: one module of `server.commands` for each subcommand."""

from __future__ import annotations

import argparse
import gc
import shlex
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from rules.game import RulesError
from server.errors import UserError

OF_TABLES = (
    "serve",
    "doctor",
    "print",
    "edition",
    "album",
    "statistics",
    "wifi",
    "rescue",
    "build",
    "club",
)
"""What the owner of a table, or the organiser of a club, ever types: all that --help lists."""
OTHERS = ("new-game", "bench", "trial")
"""What a writer of games types, a developer, and the installer: it asks older versions, too."""
DEV = (
    "play",
    "replay",
    "campaign",
    "survey",
    "perft",
    "effects",
    "robots",
    "torture",
    "render",
    "accuracy",
    "calibrate",
    "enrol",
    "recognise",
    "translations",
    "screenshots",
    "icons",
)
"""The group `dev`: each is a module of `server.commands.dev`."""
COMMANDS = (*OF_TABLES, *OTHERS, *(f"dev {name}" for name in DEV))

NEW_OBJECTS = 10_000
"""After how many Python looks for unused ones that refer to each other. There are hardly any, and
going through a whole match for them every 700 takes a tenth of all time."""


def main(argv: Sequence[str] | None = None) -> int:
    gc.set_threshold(NEW_OBJECTS)
    argv = sys.argv[1:] if argv is None else argv
    if not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help")):
        argv = ["serve", *argv]
    if argv[0] in DEV:
        print(
            f"quartermaster: {argv[0]} is for developers. Type: ./run dev {shlex.join(argv)}",
            file=sys.stderr,
        )
        return 2
    args = _for_developers(argv[1:]) if argv[0] == "dev" else _for_all(argv)
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


def _for_all(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="quartermaster",
        description="A physical-table assistant for Port Royal and other seafaring board games.",
        epilog="For developers: ./run dev --help",
    )
    # Only what is asked for is loaded: the commands that see need OpenCV, the others do not.
    asked = [name for name in (*OF_TABLES, *OTHERS) if name == argv[0]]
    _add(parser, asked or OF_TABLES)
    return parser.parse_args(argv)


def _for_developers(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="quartermaster dev",
        description="What developers need: matches without a table, pictures, trials, sources.",
        epilog="Beside these: ./run new-game writes the package of a game of your own, ./run bench "
        "measures against baselines, ./run lab installs on a virtual Raspberry Pi and pulls its "
        "plug, ./run trial tries this version for the installer with a copy of the matches. "
        "Each has its own --help.",
    )
    asked = [name for name in DEV if name in argv[:1]]
    _add(parser, [f"dev {name}" for name in asked or DEV])
    return parser.parse_args(argv)


def module_of(command: str) -> Any:
    """`command` as it is typed: a word, or one after its group."""
    path = command.replace("-", "_").replace(" ", ".")
    return import_module(f"server.commands.{path}")


def _add(parser: argparse.ArgumentParser, names: Iterable[str]) -> None:
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in names:
        module = module_of(name)
        subparser = subparsers.add_parser(module.NAME, help=module.HELP, description=module.HELP)
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
