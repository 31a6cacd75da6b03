"""A look at the table, and what is said of it step by step.

A look costs a reading of the whole picture, so it is taken only when somebody asks, and shared by
all who ask soon after.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from rules.flow import Seat
from rules.game import Game
from rules.games import GAMES
from rules.pieces import Place
from rules.text import Text
from server.live.camera_thread import CameraThread
from server.live.checking.lens import LensMeasuring
from server.live.checking.panel import PanelTrial
from vision.checking.aim import judge_aim, measure_aim
from vision.checking.brightness import judge_light
from vision.checking.found import Wanted, judge_mats, judge_pieces
from vision.checking.sharpness import edge_width, judge_sharpness
from vision.checking.verdict import Level, Verdict
from vision.layout import Layout, load_layout
from vision.locate.lens import Lens
from vision.picture_source import Frame
from vision.printed_copy import PrintedCopy
from vision.reading import Picture, Tags
from vision.recognise.tags import TagReader
from vision.registry import MODULES, Registry, load_registry
from vision.watching.watch import Watch

_FRAMES = 5
"""Frames in a row of which a look has the small pictures."""
_PATIENCE = 8.0
"""Seconds for a frame to come: the watch may just be reading a whole picture."""
_BLIND = 3.0
"""Seconds for which nobody asks a camera again that gave none."""
_SHARED = 1.0
"""Seconds for which a look is shown to others as well."""
_WIDTH = 1000
_QUALITY = 80


class Step(StrEnum):
    """What is looked at, in the order in which a table is set up."""

    CAMERA = "camera"
    AIM = "aim"
    SHARPNESS = "sharpness"
    LIGHT = "light"
    LENS = "lens"
    CARDS = "cards"
    BUTTONS = "buttons"
    READING = "reading"


_CHAIN = (Step.CAMERA, Step.LIGHT, Step.SHARPNESS, Step.AIM, Step.CARDS, Step.READING)
"""What may be the cause of something comes before it: in the dark nothing is sharp, and what is not
sharp cannot be read."""
_APART = (Step.LENS, Step.BUTTONS)


@dataclass(frozen=True, slots=True)
class Chosen:
    """For which game the table is set up, for how many, and with which expansions."""

    game: str
    players: int
    sets: frozenset[str]
    copy: PrintedCopy | None = None

    @property
    def layout(self) -> Layout:
        return load_layout(self.game, None, self.sets, self.copy)

    @property
    def registry(self) -> Registry:
        return load_registry(self.game, self.sets)


@dataclass(frozen=True, eq=False)
class Look:
    """What the camera showed at one moment."""

    number: int
    picture: Picture
    """Grey, and the camera's own size."""
    smalls: tuple[Picture, ...]
    tags: Tags
    taken: float
    chosen: Chosen = field(repr=False)

    @property
    def size(self) -> tuple[int, int]:
        height, width = self.picture.shape
        return width, height

    @cached_property
    def jpeg(self) -> bytes:
        width, height = self.size
        wide = min(_WIDTH, width)
        small = cv2.resize(
            self.picture, (wide, round(height * wide / width)), interpolation=cv2.INTER_AREA
        )
        return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


class TableCheck:
    """One for all phones; its methods may be called from any thread."""

    def __init__(
        self,
        camera_thread: CameraThread,
        camera: Text,
        lens: LensMeasuring,
        panel: PanelTrial,
        worn: Callable[[], Lens | None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`camera` says which it is; `worn` gives the lens that is taken out of all pictures."""
        self._camera_thread = camera_thread
        self._camera = camera
        self.lens = lens
        self.panel = panel
        self._worn = worn
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._number = 0
        self._last: Look | None = None
        self._blind_until = 0.0
        self._chosen: Chosen | None = None
        self._read: set[str] = set()

    def choose(self, chosen: Chosen) -> None:
        """What the table is set up for; looks are for that from now on."""
        with self._lock:
            if chosen != self._chosen:
                self._chosen, self._last = chosen, None
                self._read.clear()

    @property
    def chosen(self) -> Chosen | None:
        return self._chosen

    def look(self) -> Look | None:
        """What the camera shows now, or showed just before; None if it shows nothing."""
        with self._lock:
            now, last = self._monotonic(), self._last
            if last is not None and now - last.taken < _SHARED:
                return last
            if now < self._blind_until:
                return None
            chosen = self._chosen
            if chosen is None:
                return None
            self._last = None
            try:
                picture = self._camera_thread.borrow(_copied).result(_PATIENCE)
                smalls = [
                    self._camera_thread.borrow(_small).result(_PATIENCE) for _ in range(_FRAMES)
                ]
            except TimeoutError:
                # Nobody has to wait again soon for a camera that is gone.
                self._blind_until = self._monotonic() + _BLIND
                return None
            tags = TagReader(chosen.registry, chosen.layout).read(picture)
            self._read |= {reading.piece for reading in tags.pieces}
            self._number += 1
            self._last = Look(self._number, picture, tuple(smalls), tags, self._monotonic(), chosen)
            return self._last

    @property
    def last(self) -> Look | None:
        """The look that is shown now."""
        return self._last

    def forget(self) -> None:
        """What the camera showed before is not true any more."""
        with self._lock:
            self._last, self._blind_until = None, 0.0

    def begin_reading(self) -> None:
        """Count again which pieces were read."""
        self._read.clear()

    def verdicts(self, look: Look | None) -> Mapping[Step, Verdict]:
        """What is said of every step; without a picture, of those that need none."""
        if look is None:
            nothing = Verdict(Level.BAD, (Text("No picture. Check the camera first."),))
            found = dict.fromkeys(Step, nothing)
            found[Step.CAMERA] = Verdict(
                Level.BAD,
                (
                    Text("No pictures: {camera}", camera=self._camera),
                    Text("Plug in its cable (Pi camera: with the Pi off)."),
                ),
            )
            return found | {Step.LENS: self.lens.verdict, Step.BUTTONS: self.panel.verdict}
        chosen, tags = look.chosen, look.tags
        game, lens = GAMES[chosen.game], self._worn()
        wanted = Wanted(chosen.layout, chosen.players)
        aim = measure_aim(tags, wanted, chosen.registry, look.size, lens)
        return {
            Step.CAMERA: self._judge_camera(look),
            Step.AIM: judge_aim(aim, lambda place: _named(game, place)),
            Step.SHARPNESS: judge_sharpness(
                edge_width(look.picture), aim.tag_px if aim else None, MODULES
            ),
            Step.LIGHT: judge_light(look.picture, look.smalls),
            Step.LENS: self._judge_lens(look),
            Step.CARDS: judge_mats(tags, wanted),
            Step.BUTTONS: self.panel.verdict,
            Step.READING: judge_pieces(tags, frozenset(self._read), _tagged(chosen)),
        }

    def _judge_lens(self, look: Look) -> Verdict:
        worn = self._worn()
        if self.lens.is_running or worn is None or worn.fits(*look.size):
            return self.lens.verdict
        return Verdict(
            Level.NEARLY,
            (
                Text(
                    "The lens was measured with another camera or picture shape. Measure it again."
                ),
            ),
        )

    def _judge_camera(self, look: Look) -> Verdict:
        width, height = look.size
        return Verdict(
            Level.GOOD,
            (
                Text(
                    "{camera}, {width} x {height} pixels",
                    camera=self._camera,
                    width=width,
                    height=height,
                ),
            ),
        )


def cause(verdicts: Mapping[Step, Verdict]) -> Step | None:
    """The one step that mends what is wrong now; None if all are good.

    What cannot be used comes before what could be better, but the reason of the one may be the
    other: a camera that is a little tilted, and a tag that cannot be read.
    """
    doubtful = [step for step in _CHAIN if verdicts[step].level < Level.GOOD]
    if any(verdicts[step].level is Level.BAD for step in doubtful):
        return doubtful[0]
    order = (*_APART, *doubtful) if Step.READING in doubtful[:1] else (*doubtful, *_APART)
    left = [step for step in order if verdicts[step].level < Level.GOOD]
    return min(left, key=lambda step: verdicts[step].level, default=None)


def _tagged(chosen: Chosen) -> int:
    return len(chosen.registry.form_by_piece)


def _named(game: Game[Any], place: Place) -> Text:
    """Seats are called by their colours: nobody sits there yet."""
    seats = tuple(
        Seat(number, colour, colour.capitalize()) for number, colour in enumerate(game.colours)
    )
    text = game.place_name(seats, place)
    values = {
        name: Text(value.name) if isinstance(value, Seat) else value
        for name, value in text.values.items()
    }
    return Text(text.message, **values)


def _copied(frame: Frame, _: Watch) -> Picture:
    full = frame.full()
    grey = full.copy() if full.ndim == 2 else cv2.cvtColor(full, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.uint8)


def _small(frame: Frame, _: Watch) -> Picture:
    return frame.small.copy()
