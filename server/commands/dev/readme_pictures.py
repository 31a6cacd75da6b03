"""The pictures of the README: pages, a simulated table, sheets, the stand. All small."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from firmware.pins import PINS_FILE, load_pins
from hardware.build.drawing import draw
from hardware.build.making import SCENES, Workshop
from hardware.print.sheets import print_sheets
from server.errors import UserError
from server.trials.readme_pages import phones, side_by_side
from server.trials.tour import GAME
from vision.reading import Picture
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scenes import named_scene

_WIDTH, _QUALITY = 1000, 72
_SHEETS = (1, 2, 9)
"""Pages that show most: the cover, labels, zone cards."""
_STAND = ("box_open", "arm")


def make_pictures(folder: Path, progress: Callable[[str], None]) -> int:
    """Every picture that the README shows; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    makers = {"table": _table, "sheets": _sheets, "stand": _stand, "phones": phones}
    for name, make in makers.items():
        picture = make()
        height, width = picture.shape[:2]
        size = (_WIDTH, round(height * _WIDTH / width))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"{name}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        progress(name)
    return len(makers)


def _table() -> Picture:
    scene = named_scene(GAME, "opening", 7)
    camera = Camera(width=2000, height=1170, above=930, tilt=22)
    return render(scene, camera, 7).picture


def _sheets() -> Picture:
    with TemporaryDirectory() as name:
        file = Path(name) / "sheets.pdf"
        print_sheets(GAME, file)
        pages = [_page(file, number) for number in _SHEETS]
    return side_by_side(pages)


def _page(file: Path, number: int) -> Picture:
    stem = file.with_suffix("")
    only = ["-f", str(number), "-l", str(number), "-r", "60", "-png", "-singlefile"]
    try:
        subprocess.run(["pdftoppm", *only, str(file), str(stem)], check=True)
    except FileNotFoundError as error:
        raise UserError("Pictures of sheets need pdftoppm: apt install poppler-utils") from error
    picture = np.asarray(cv2.imread(f"{stem}.png"), np.uint8)
    return np.asarray(
        cv2.copyMakeBorder(picture, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(120, 120, 120)),
        np.uint8,
    )


def _stand() -> Picture:
    workshop = Workshop(load_pins(PINS_FILE))
    scenes = {scene.name: scene for scene in SCENES}
    drawn = [draw(workshop.scene(scenes[n]), scenes[n].look, (900, 720), (200, 30)) for n in _STAND]
    return side_by_side([np.asarray(picture, np.uint8) for picture in drawn])
