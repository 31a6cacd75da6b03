"""`icons`: what phones show of us on their home screens, and the video that keeps a screen on."""

from __future__ import annotations

import argparse
from pathlib import Path

from server.errors import UserError
from server.progress import shown

NAME = "icons"
HELP = "make the icons for home screens and the video that keeps screens on, from our own drawing"

_STATIC = Path(__file__).parents[2] / "web" / "static"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=_STATIC, metavar="FOLDER")


def run(args: argparse.Namespace) -> int:
    try:
        from server.trials.icons import make_icons, make_videos
    except ModuleNotFoundError as error:
        raise UserError(
            f"Icons need the package {error.name}; "
            "./run dev icons installs it, or: pip install -e '.[dev]'."
        ) from error
    drawing = (_STATIC / "icon.svg").read_text()
    args.out.mkdir(parents=True, exist_ok=True)
    with shown("Drawing icons") as drawing_icons:
        for made in (*make_icons(drawing, args.out), *make_videos(args.out)):
            drawing_icons.say(str(made))
    return 0
