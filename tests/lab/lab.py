"""Starts the virtual Pi for the scenarios, and keeps count."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Self

from server.trials.phone_player import Unexpected
from tests.lab.board import X86, Board
from tests.lab.console import GuestGone
from tests.lab.disk import Disk
from tests.lab.guest import Guest, Wrong
from tests.lab.layers import Layers, Say, cache_folder, pack
from tests.lab.machine import Circumstances, Machine

SCRIPTS = Path(__file__).parent / "in_guest"


class Lab:
    """Use it in `with`. Everything it makes is in one folder, which goes at the end unless kept."""

    def __init__(
        self, say: Say, board: Board = X86, cuts: int = 3, seed: int = 1, keep: bool = False
    ) -> None:
        self.say = say
        self.cuts = cuts
        self.dice = Random(seed)
        self.boots = 0
        self.acknowledged = 0
        """Answers that a phone was told are taken."""
        self.lost = 0
        """Those of them that were gone after a power cut."""
        self.instructions: dict[str, int] = {}
        """How many a processor has to do for what, if that was counted."""
        self._keep = keep
        self._board = board
        self.layers = Layers(say, board)
        self._disks = 0

    def __enter__(self) -> Self:
        cache_folder().mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix="run-", dir=cache_folder()))
        return self

    def __exit__(self, *_: object) -> None:
        if self._keep:
            self.say(f"Kept: {self.folder}")
        else:
            shutil.rmtree(self.folder)

    @contextmanager
    def disk(self) -> Iterator[Disk]:
        """A disk with Quartermaster just installed."""
        self._disks += 1
        disk = Disk(self.layers.current(), self.folder / f"disk-{self._disks}.changes")
        try:
            yield disk
            if self._keep:
                disk.save(self.folder / f"disk-{self._disks}.img")
        finally:
            disk.close()

    @contextmanager
    def boot(
        self,
        disk: Disk,
        camera: Path | None = None,
        circumstances: Circumstances | None = None,
        frames: Path | None = None,
    ) -> Iterator[Guest]:
        """The computer, until it is off; `camera` is a folder that `camera.show` has filled.

        The folder `frames` comes along for programs that read pictures themselves.
        """
        self.boots += 1
        brought = [(name, path) for name, path in (("camera", camera), ("frames", frames)) if path]
        parcel = self.folder / f"parcel-{'-'.join(path.name for _, path in brought)}.tar"
        if not parcel.exists():
            pack(parcel, [("lab", SCRIPTS), *brought])
        began = time.monotonic()
        with Machine(self._board, self.layers.base, disk, parcel, circumstances) as machine:
            self.say(f"  start {self.boots}: a shell after {time.monotonic() - began:.0f} s")
            guest = Guest(machine)
            try:
                yield guest
            except GuestGone as gone:
                raise GuestGone(f"{gone}\n{machine.last_words()}") from gone
            except Unexpected as wrong:
                raise Wrong(f"{wrong}\n{guest.log(40)}") from wrong
