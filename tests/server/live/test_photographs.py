"""What the camera sees, for people: pictures when somebody asks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import cv2
import numpy as np
import pytest

from server.live.camera_thread import Eyes
from server.live.photographs import WIDTH, Photograph, Sight
from vision.layout import load_layout
from vision.picture_source import Frame, shrunk_grey
from vision.reading import Picture, Sighting
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.watching.watch import Watch


class Showing:
    """A source that shows one picture until it is given another; it counts who takes it whole."""

    def __init__(self) -> None:
        self.picture: Picture = np.full((300, 400), 128, np.uint8)
        self.taken = 0
        self._time = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @contextmanager
    def frame(self) -> Iterator[Frame]:
        threading.Event().wait(0.01)
        self._time += 1.0
        shown = self.picture

        def full() -> Picture:
            self.taken += 1
            return shown

        frame = Frame(shrunk_grey(shown), (shown.shape[1], shown.shape[0]), full, self._time)
        yield frame
        frame.give_back()


class Seeing:
    """A camera, its eyes, and the sight that people have of it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.source = Showing()
        layout, registry = load_layout("port_royal"), load_registry("port_royal")
        watch = Watch(TagReader(registry, layout), lambda _tags, _size: Sighting())
        self.eyes = Eyes(self.source, watch, lambda _: None)
        self.sight = Sight(self.eyes, lambda: self.now)

    def show(self, new: Picture) -> None:
        self.source.picture = new
        # The frame in hand may still be the old one.
        self.eyes.borrow(lambda _frame, _watch: None).result(60)
        self.eyes.borrow(lambda _frame, _watch: None).result(60)


def decoded(photograph: Photograph) -> Picture:
    picture = cv2.imdecode(np.frombuffer(photograph.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(picture, np.uint8)


@pytest.fixture
def seeing() -> Iterator[Seeing]:
    seeing = Seeing()
    seeing.eyes.start()
    yield seeing
    seeing.eyes.stop()


def test_nothing_is_photographed_until_somebody_asks(seeing: Seeing) -> None:
    seeing.eyes.borrow(lambda _frame, _watch: None).result(60)
    before = seeing.source.taken
    photograph = seeing.sight.photograph()
    assert photograph is not None
    assert decoded(photograph).shape == (300, 400, 3)
    assert photograph.size == (400, 300)
    assert seeing.source.taken > before


def test_many_phones_share_one_picture_a_second_and_a_still_table_one_for_longer(
    seeing: Seeing,
) -> None:
    first = seeing.sight.photograph()
    seeing.sight.invalidate()
    seeing.now += 0.9
    assert seeing.sight.photograph() is first
    seeing.now += 0.2
    second = seeing.sight.photograph()
    assert second is not first
    seeing.now += 5
    assert seeing.sight.photograph() is second
    seeing.now += 6
    assert seeing.sight.photograph() is not second


def test_who_asks_for_a_picture_of_a_camera_that_is_gone_waits_only_once() -> None:
    blind = Seeing()  # its eyes never open
    assert blind.sight.photograph() is None
    blind.eyes.borrow = None  # type: ignore[assignment, method-assign]
    assert blind.sight.photograph() is None


def test_a_large_picture_is_scaled_to_a_screen(seeing: Seeing) -> None:
    seeing.show(np.zeros((1500, 3200, 3), np.uint8) + 90)
    photograph = seeing.sight.photograph()
    assert photograph is not None
    assert decoded(photograph).shape == (750, WIDTH, 3)
    assert photograph.size == (3200, 1500)


def test_eyes_that_are_given_another_watch_look_for_other_pieces(seeing: Seeing) -> None:
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    other = Watch(TagReader(registry, layout), lambda _tags, _size: Sighting(game="other"))
    seeing.eyes.change(other)
    seeing.eyes.borrow(lambda _frame, watch: watch).result(60)  # a frame they had in hand
    assert seeing.eyes.borrow(lambda _frame, watch: watch).result(60) is other
