"""Pictures are painted once, beside whoever waits for them."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import pytest

from server.web.parts.painter import Painter
from tests.patience import PATIENCE, until


@dataclass(frozen=True)
class Blot:
    """A picture of a number, if it can be painted."""

    number: int

    def paint(self) -> bytes:
        if self.number < 0:
            raise ValueError("There is no such picture.")
        return f"{self.number}".encode()


def test_what_is_planned_is_painted() -> None:
    painter = Painter()
    painter.plan(map(Blot, range(5)))
    painter.plan(map(Blot, range(3, 8)))
    assert [painter.painted(Blot(number)) for number in range(8)] == [b"%d" % n for n in range(8)]


def test_a_picture_that_fails_is_told_to_who_waits_for_it_and_spoils_no_other() -> None:
    painter = Painter()
    painter.plan([Blot(-1), Blot(1)])
    with pytest.raises(ValueError, match="no such picture"):
        painter.painted(Blot(-1))
    assert painter.painted(Blot(1)) == b"1"


def test_what_is_forgotten_can_be_painted_again() -> None:
    painter = Painter()
    painter.plan([Blot(1)])
    painter.painted(Blot(1))
    painter.forget(Blot(1))
    painter.put_first([Blot(1)])
    assert painter.painted(Blot(1)) == b"1"


def test_what_is_forgotten_while_it_waits_is_told_to_all_who_wait_and_holds_up_nothing() -> None:
    painter, begun, go_on = Painter(), Event(), Event()

    @dataclass(frozen=True)
    class Slow:
        def paint(self) -> bytes:
            begun.set()
            assert go_on.wait(PATIENCE)
            return b"slow"

    painter.plan([Slow(), Blot(1)])
    begun.wait(PATIENCE)
    with ThreadPoolExecutor(1) as others:
        waiting = others.submit(painter.painted, Blot(1))
        until(waiting.running)
        painter.forget(Blot(1))
        painter.put_first([Blot(1)])
        painter.forget(Blot(1))
        painter.plan([Blot(1)])
        go_on.set()
        assert waiting.result(PATIENCE) == b"1"
    assert painter.painted(Blot(1)) == b"1"
    assert painter.painted(Blot(2)) == b"2", "also what nobody has planned"


def test_the_program_ends_in_good_order_while_a_picture_is_painted() -> None:
    """Pages ask for pictures on threads that may be cut off at the end; the painter may not."""
    program = """
from threading import Event, Thread
from time import monotonic
import cv2
import numpy as np
from server.web.parts.painter import Painter
from tests.patience import PATIENCE, until

class Large:
    def paint(self):
        begun.set()
        while monotonic() < end:
            cv2.GaussianBlur(paper, (31, 31), 0)
        return b""

begun, end, paper = Event(), monotonic() + 2, np.zeros((1000, 1000, 3), np.uint8)
Thread(target=Painter().plan, args=([Large()],), daemon=True).start()
begun.wait()
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
