"""`calibrate`: measures the camera's lens from pictures of the calibration sheet."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from server.commands.dev.pictures import picture
from server.errors import UserError
from server.store.atomic_file import write_whole
from vision.locate.lens import BoardView, LensError, calibrate, find_board

NAME = "calibrate"
HELP = "measure the camera's lens from pictures of the calibration sheet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pictures",
        nargs="+",
        type=Path,
        metavar="PICTURE",
        help="pictures of the calibration sheet, slanted differently in each; or a folder of them",
    )
    parser.add_argument("--out", type=Path, required=True, help="the file to write, e.g. lens.toml")


def run(args: argparse.Namespace) -> int:
    paths = [found for path in args.pictures for found in _files(path)]
    views: list[BoardView] = []
    for number, path in enumerate(paths, 1):
        grey = cv2.cvtColor(picture(path), cv2.COLOR_BGR2GRAY)
        view = find_board(np.asarray(grey, np.uint8), path.name)
        seen = f"{len(view.ids)} corners" if view else "the sheet was not found, left out"
        print(f"{number}/{len(paths)} {path.name}: {seen}", flush=True)
        if view:
            views.append(view)
    try:
        lens = calibrate(views, progress=print)
    except LensError as error:
        raise UserError(str(error)) from error
    try:
        write_whole(args.out, lens.written().encode())
    except OSError as error:
        raise UserError(f"{args.out} cannot be written: {error.strerror}.") from error
    print(f"{args.out}: {len(views)} pictures, error {lens.error:.2f} pixels.")
    return 0


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(each for each in path.iterdir() if each.suffix.lower() in _SUFFIXES)
    if not found:
        raise UserError(f"{path} has no pictures in it ({', '.join(_SUFFIXES)}).")
    return found


_SUFFIXES = (".jpg", ".jpeg", ".png")
