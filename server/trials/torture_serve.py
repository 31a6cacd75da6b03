"""Kills the whole assistant again and again while phones play by HTTP, and counts what is lost.

The assistant is a process of its own, as it is on a table: web server, host and store. Whatever it
has confirmed to a phone before it was killed must be there when it has started again.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.assistant import STORE
from server.errors import UserError
from server.trials.http_phone import Phone
from server.trials.phone_player import NAMES, PhonePlayer, Unexpected
from server.trials.ports import free_port
from server.trials.torture import leave_debris

MOST = 6
"""What is confirmed between two cuts, at the most; however slow a computer is, it is waited for."""
LONGEST = 0.1
"""Seconds of play after the last of it."""
_EARLY, _STARTING = 0.1, 1.5
"""How often the power fails while the assistant is still starting, and within how many seconds."""
_PATIENCE = 180.0
_NO_CAMERA = "/dev/no-camera"
_QUIET = {"OPENCV_LOG_LEVEL": "ERROR"}
_TOP = Path(__file__).parents[2]
_START = "import server.command; raise SystemExit(server.command.main())"
_IN, _SEATED = "You have joined:", "Give up seat"
_SIGN = re.compile(r'name="sign" value="([0-9]{2})"')
_OFF = (OSError, http.client.HTTPException)


@dataclass(slots=True)
class Toll:
    """After so many cuts: what was confirmed to phones, and how much of it was gone."""

    cuts: int = 0
    acknowledged: int = 0
    lost: int = 0


def torture_serve(
    folder: Path, cuts: int, seed: int, progress: Callable[[Toll], None] = lambda _: None
) -> Toll:
    """`folder` is the data folder of the assistant that is tortured."""
    dice, toll = random.Random(seed), Toll()
    group = Group(seed, toll)
    while toll.cuts < cuts:
        with serving(folder) as (process, port):
            if dice.random() < _EARLY:
                time.sleep(dice.uniform(0, _STARTING))
                process.kill()
            else:
                group.come(process, port)
                group.look()
                cut = threading.Timer(dice.uniform(0, LONGEST), process.kill)
                group.play_until_cut(cut, after=dice.randint(1, MOST))
                cut.join()
        leave_debris(folder / STORE, dice)
        toll.cuts += 1
        progress(toll)
    with serving(folder) as (process, port):
        group.come(process, port)
        group.look()
    return toll


class Group(PhonePlayer):
    """One phone for each seat; they remember what they were told over every cut."""

    def __init__(self, seed: int, toll: Toll) -> None:
        # From different addresses: one that asks for too many seats is sent away.
        phones = [Phone(f"127.0.0.{number}") for number, _ in enumerate(NAMES, start=2)]
        super().__init__(seed, phones)
        self._toll = toll
        self._cut: threading.Timer | None = None
        self._cut_at = 0
        self._seated: set[str] = set()
        """The colours whose phones were told that they have the seat."""

    def come(self, process: subprocess.Popen[bytes], port: int) -> None:
        """Until the pages answer."""
        end = time.monotonic() + _PATIENCE
        for phone in self.phones:
            phone.port, phone.host = port, f"localhost:{port}"
            while not _answers(phone):
                if process.poll() is not None or time.monotonic() > end:
                    raise UserError("The assistant did not start again after a cut; see its log.")
                time.sleep(0.02)

    def look(self) -> None:
        """Whether all that was confirmed is still there."""
        if not self._seated:
            return
        self._toll.lost += self.compare()
        if self.is_over:  # by the answer that was cut off; nobody has a seat any more
            self.rise()
        for seat in self.seats:
            page = self.holder(seat).get("/join").text
            has = _IN in page and _SEATED in page
            if has:
                self._seated.add(seat.colour)
            elif seat.colour in self._seated:
                self._toll.lost += 1

    def play_until_cut(self, cut: threading.Timer, after: int) -> None:
        """The power fails soon after so much was confirmed."""
        self._cut, self._cut_at = cut, self._toll.acknowledged + after
        try:
            while True:
                self.take_seats()
                while self.answer():
                    self._acknowledged()
                self.rise()
        except _OFF:
            self._cut = None  # the power is off

    def rise(self) -> None:
        """Whatever is played next, everybody takes a seat anew."""
        self._seated.clear()

    def _acknowledged(self) -> None:
        self._toll.acknowledged += 1
        if self._cut is not None and self._toll.acknowledged == self._cut_at:
            self._cut.start()

    def take_seats(self) -> None:
        """Begin a match if none is on, and have every phone let in that has no seat yet."""
        if not self._seated:
            before = self.match_id
            self.start_match()
            self.match_id = max(self.phone.matches(), default=0)
            if self.match_id <= before:
                raise Unexpected("A match that was confirmed is not there.")
            self._acknowledged()
        for seat in self.seats:
            if seat.colour not in self._seated:
                phone = self.holder(seat)
                self._expect(phone.post("/join/ask", seat=seat.colour), 303)
                # The screen of a computer without buttons says yes for the table.
                sign = _SIGN.search(phone.get("/join").text)
                if sign is None:
                    raise Unexpected("A phone that asks for a seat shows no number.")
                self._expect(phone.post("/join/confirm", sign=sign[1]), 303)
                if _SEATED in phone.get("/join").text:
                    self._seated.add(seat.colour)
                    self._acknowledged()


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The assistant as a process, which is killed at the end at the latest; and its port."""
    port = free_port()
    options = ("--camera", _NO_CAMERA, "--bind", "127.0.0.1", "--port", str(port))
    command = [sys.executable, "-c", _START, "serve", *options, "--data", str(folder)]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder.parent / "serve.log").open("ab") as log:
        process = subprocess.Popen(command, stderr=log, cwd=_TOP, env=os.environ | _QUIET)
    try:
        yield process, port
    finally:
        process.kill()
        process.wait()


def _answers(phone: Phone) -> bool:
    try:
        return phone.get("/", timeout=_PATIENCE).status == 200
    except _OFF:
        return False
