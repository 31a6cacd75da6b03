"""Pictures of the simulated table for programs in the virtual Pi, which would render slowly."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from server.trials.bench.art import HARD
from server.trials.bench.live import picture, turned_up
from server.trials.bench.vision import CAMERA, EVENING
from vision.measure.art import CONDITIONS, SCALES, enrolled, tables
from vision.simulator.render import render
from vision.simulator.scenes import named_scene

GAME = "port_royal"
FULL, CARDS, ALBUM = "full.npy", "cards.png", "port_royal.album"
_MOVED = 3


def of_tables(folder: Path) -> None:
    """A table full of labelled cards, and one of cards without labels, with the album of these."""
    folder.mkdir()
    np.save(folder / FULL, render(named_scene(GAME, "full", 1), CAMERA, 1, EVENING).picture)
    enrolled(GAME, HARD).save(folder / ALBUM)
    (table,) = tables(GAME, CONDITIONS[0], max(SCALES), HARD, range(1))
    cv2.imwrite(str(folder / CARDS), table.picture)


def of_a_turn(folder: Path) -> None:
    """A table, the same with one card more and with three cards elsewhere, and what led there."""
    folder.mkdir()
    turn = turned_up()
    homes = sorted({place for place in turn.before.values() if place.startswith("area:")})
    moved = dict(turn.before)
    for piece in [piece for piece, place in turn.before.items() if place == homes[0]][:_MOVED]:
        moved[piece] = homes[1]
    for name, places in (("before", turn.before), ("after", turn.after), ("three", moved)):
        np.save(folder / f"{name}.npy", picture(places))
    (folder / "answers.json").write_text(json.dumps(turn.answers))
