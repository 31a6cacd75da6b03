"""What the camera sees, for people: pictures when somebody asks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import cv2
import numpy as np
import pytest

from server.live.camera_thread import CameraThread
from server.live.photographs import WIDTH, Photograph, Sight
from tests.patience import PATIENCE, until
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
    """A camera, its thread, and the sight that people have of it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.source = Showing()
        layout, registry = load_layout("port_royal"), load_registry("port_royal")
        watch = Watch(TagReader(registry, layout), lambda _tags, _size, _levels: Sighting())
        self.camera_thread = CameraThread(self.source, watch, lambda _: None)
        self.sight = Sight(self.camera_thread, lambda: self.now)

    def show(self, new: Picture) -> None:
        self.source.picture = new
        # The frame in hand may still be the old one.
        self.camera_thread.borrow(lambda _frame, _watch: None).result(PATIENCE)
        self.camera_thread.borrow(lambda _frame, _watch: None).result(PATIENCE)


def decoded(photograph: Photograph) -> Picture:
    picture = cv2.imdecode(np.frombuffer(photograph.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(picture, np.uint8)


@pytest.fixture
def seeing() -> Iterator[Seeing]:
    seeing = Seeing()
    seeing.camera_thread.start()
    yield seeing
    seeing.camera_thread.stop()


def test_nothing_is_photographed_until_somebody_asks(seeing: Seeing) -> None:
    seeing.camera_thread.borrow(lambda _frame, _watch: None).result(PATIENCE)
    before = seeing.source.taken
    photograph = seeing.sight.photograph()
    assert photograph is not None
    assert decoded(photograph).shape == (300, 400, 3)
    assert photograph.size == (400, 300)
    assert seeing.source.taken > before


def test_many_phones_share_one_picture_until_there_is_something_new_to_see(
    seeing: Seeing,
) -> None:
    first = seeing.sight.photograph()
    assert seeing.sight.photograph() is first
    news = seeing.camera_thread.news
    seeing.camera_thread.look()
    until(lambda: seeing.camera_thread.news > news)
    second = seeing.sight.photograph()
    assert second is not first, "no later news may bring the page its picture"
    assert seeing.sight.photograph() is second
    seeing.now += 5
    assert seeing.sight.photograph() is second
    seeing.now += 6
    assert seeing.sight.photograph() is not second


def test_who_asks_for_a_picture_of_a_camera_that_is_gone_waits_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.live.photographs._PATIENCE", 0.1)
    blind = Seeing()  # its thread is never started
    assert blind.sight.photograph() is None
    blind.camera_thread.borrow = None  # type: ignore[assignment, method-assign]
    assert blind.sight.photograph() is None


def test_a_large_picture_is_scaled_to_a_screen(seeing: Seeing) -> None:
    seeing.show(np.zeros((1500, 3200, 3), np.uint8) + 90)
    photograph = seeing.sight.photograph()
    assert photograph is not None
    assert decoded(photograph).shape == (750, WIDTH, 3)
    assert photograph.size == (3200, 1500)


def test_a_camera_thread_that_is_given_another_watch_looks_for_other_pieces(seeing: Seeing) -> None:
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    other = Watch(TagReader(registry, layout), lambda _tags, _size, _levels: Sighting(game="other"))
    seeing.camera_thread.change(other)
    seeing.camera_thread.borrow(lambda _frame, watch: watch).result(PATIENCE)
    assert seeing.camera_thread.borrow(lambda _frame, watch: watch).result(PATIENCE) is other
