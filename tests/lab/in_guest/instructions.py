"""Runs in the virtual Pi: how many instructions the processor does for what a table is for.

The guest is started so that each instruction takes a nanosecond by its own clock (QEMU's -icount);
then the nanoseconds of this process are the instructions that were done for it, by the kernel, too.
A loop whose instructions are known says whether that is so.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import struct
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from firmware.panel import Panel
from server.live.host import Host
from server.live.messages import Answer, Begin
from server.store import Store
from server.trials.bench.live import NAMES, frame_of, understood, watch_of_the_table
from server.web import Tableside, create_app
from server.web.door.joining import Joining
from server.web.door.names import HostNames
from server.web.http.events import Events
from vision.picture_source import Frame, shrunk_grey
from vision.reading import Picture

_EVERY = 0.1
_IDLE_FRAMES, _CHOICES = 64, 16
_NOISE = 0.7
"""Of a small picture, in steps of grey: many pixels of the large one make one of these."""
_PORT = 80


def main(folder: Path) -> None:
    cv2.setNumThreads(1)
    before, after, three = (np.load(folder / f"{n}.npy") for n in ("before", "after", "three"))
    answers = json.loads((folder / "answers.json").read_text())
    waited, work = understood(before, after, answers, _EVERY, time.process_time)
    choice, page = _choice_and_page(answers)
    counted = {
        "idle_frame": _idle_frame(before),
        "three_changed_cards": _three_cards(before, three),
        "card_understood": round(work * 1e9),
        "choice": choice,
        "page": page,
    }
    known = {"done": 2_000_000, "counted": _loop(1_000_000)}
    print(json.dumps({"instructions": counted, "waited": waited, "loop": known}), flush=True)


def _counted(work: Callable[[], object]) -> int:
    began = time.process_time_ns()
    work()
    return time.process_time_ns() - began


def _loop(rounds: int) -> int:
    """Machine code of two instructions, round and round: subs x0, x0, 1; b.ne back; then ret."""
    code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(struct.pack("<3I", 0xF1000400, 0x54FFFFE1, 0xD65F03C0))
    count_down = ctypes.CFUNCTYPE(None, ctypes.c_uint64)(
        ctypes.addressof(ctypes.c_char.from_buffer(code))
    )
    count_down(rounds)
    return _counted(lambda: count_down(rounds))


def _idle_frame(picture: Picture) -> int:
    """Nothing happens but the sensor's noise; the camera itself makes the small picture."""
    watch, now = watch_of_the_table(), 0.0
    while watch.state != "still":
        now += _EVERY
        watch.see(frame_of(picture, now))
    small, dice = shrunk_grey(picture), np.random.default_rng(1)
    noisy = [
        np.clip(small + dice.normal(0, _NOISE, small.shape), 0, 255).astype(np.uint8)
        for _ in range(4)
    ]
    size = (picture.shape[1], picture.shape[0])
    frames = [
        Frame(noisy[n % len(noisy)], size, lambda: picture, now + _EVERY * (n + 1))
        for n in range(2 * _IDLE_FRAMES)
    ]

    def look(frames: list[Frame]) -> None:
        for frame in frames:
            if watch.see(frame) is not None or watch.state != "still":
                raise RuntimeError("Noise is taken for something that happens.")

    look(frames[:_IDLE_FRAMES])
    return _counted(lambda: look(frames[_IDLE_FRAMES:])) // _IDLE_FRAMES


def _three_cards(before: Picture, three: Picture) -> int:
    """From the first frame in which three cards lie elsewhere to the sighting."""
    watch, now = watch_of_the_table(), 0.0
    while watch.state != "still":
        now += _EVERY
        watch.see(frame_of(before, now))
    frames = (frame_of(three, now + _EVERY * (n + 1)) for n in range(100))
    smalls = list(frames)  # made small beforehand, which is the camera's own work

    def look() -> None:
        for frame in smalls:
            if watch.see(frame) is not None:
                return
        raise RuntimeError("Three cards lie elsewhere, and nobody notices.")

    return _counted(look)


def _choice_and_page(answers: list[str]) -> tuple[int, int]:
    """A choice that is stored and then shown on one phone; and that page alone."""
    stored = shown = 0
    with TemporaryDirectory() as name, Store.open(Path(name) / "matches.sqlite") as store:
        host, events = Host(store, lambda _: None), Events()
        with Panel.simulated(host.post) as panel:
            joining, names = Joining(store, "", events.publish), HostNames(_PORT)
            app = create_app(
                Tableside(host, store, joining, events, panel, names, Path(name))
            ).test_client()

            def page() -> None:
                if app.get("/table").status_code != 200:
                    raise RuntimeError("The page does not answer with 200.")

            host.handle(Begin("port_royal", NAMES, {}))
            for number, key in enumerate(answers):
                choice = host.view.match.choice if host.view.match else None
                if choice is None:
                    raise RuntimeError(f"Nobody is asked before answer {number}.")
                answer = Answer(choice.who, key)
                taken = _counted(partial(host.handle, answer))
                if number < len(answers) - _CHOICES:
                    continue
                if number == len(answers) - _CHOICES:
                    page()  # templates are read once
                stored += taken
                shown += _counted(page)
    return (stored + shown) // _CHOICES, shown // _CHOICES


if __name__ == "__main__":
    main(Path(sys.argv[1]))
