"""The lens, measured while somebody moves the calibration sheet about under the camera."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from rules.text import Text
from server.live.camera_thread import CameraThread
from server.live.messages import Refused
from server.store.atomic_file import write_whole
from vision.checking.cover import Cover, adds, cover_of, judge_cover
from vision.checking.verdict import Level, Verdict
from vision.locate.lens import BoardView, Lens, LensError, calibrate, find_board
from vision.picture_source import Frame
from vision.reading import Picture
from vision.watching.change import Differ
from vision.watching.watch import Watch

LENS = "lens.toml"
SIMULATED_LENS = "simulated-lens.toml"
"""A simulated camera must not spoil what was measured of a real one."""
_PATIENCE = 3.0


class LensMeasuring:
    """One for all phones; its methods may be called from any thread."""

    def __init__(
        self, camera_thread: CameraThread, file: Path, use_lens: Callable[[Lens], None]
    ) -> None:
        """`use_lens` is given a lens that has just been measured."""
        self._camera_thread = camera_thread
        self._file = file
        self._use_lens = use_lens
        self._lock = threading.Lock()
        """Guards the pictures; a lens takes long."""
        self._views: list[BoardView] = []
        self._says: Verdict | None = None
        self._begun = False
        self._differ = Differ()
        self._looked_at: Picture | None = None
        """The small picture of the frame that was looked at last; of that thread only."""

    @property
    def has_lens(self) -> bool:
        return self._file.exists()

    @property
    def cover(self) -> Cover:
        """Where the sheet has been so far."""
        return cover_of(tuple(self._views))

    @property
    def verdict(self) -> Verdict:
        """How the measuring stands."""
        if self._says is not None:
            return self._says
        if self.has_lens:
            return Verdict(Level.GOOD, (Text("The lens is measured."),))
        return Verdict(
            Level.NEARLY,
            (Text("The lens is not measured. It may misplace cards near the edges."),),
        )

    @property
    def is_running(self) -> bool:
        return self._begun

    def begin(self) -> None:
        """Forget what was seen of the sheet."""
        with self._lock:
            self._views.clear()
            self._says, self._begun, self._looked_at = None, True, None

    def stop(self) -> None:
        """Leave it as it was before."""
        with self._lock:
            if self._begun:
                self._views.clear()
                self._says, self._begun = None, False

    def look(self) -> None:
        """Look for the sheet; as soon as it has been everywhere, the lens is measured and kept.

        Then nothing is looked for any more until somebody begins anew. Nor is it while nobody moves
        it: the whole picture is searched, which takes a Pi as long as a turn of the match.
        """
        if not self._begun:
            return
        picture = self._camera_thread.borrowed(self._moved, _PATIENCE)
        if picture is None:
            return
        with self._lock:
            view = find_board(picture, f"picture {len(self._views) + 1}")
            if view is None:
                self._says = Verdict(
                    Level.NEARLY,
                    (
                        Text(
                            "No calibration sheet found. Hold it flat, in good light, mostly in"
                            " view."
                        ),
                    ),
                )
                return
            if self._views and view.size != self._views[0].size:
                self._views.clear()
            if adds(view, self._views):
                self._views.append(view)
            cover = self.cover
            self._says = judge_cover(cover)
            if cover.is_enough:
                self._measure()

    def _moved(self, frame: Frame, _: Watch) -> Picture | None:
        """The whole picture, unless it is the one that was looked at last."""
        small, before = frame.small, self._looked_at
        if before is not None and before.shape == small.shape and self._differ.same(small, before):
            return None
        self._looked_at = small.copy()
        return frame.full().copy()

    def _measure(self) -> None:
        try:
            lens = calibrate(self._views)
            write_whole(self._file, lens.written().encode())
        except LensError:
            self._says = Verdict(
                Level.BAD,
                (
                    Text(
                        "The pictures do not fit together. Begin again: keep the sheet flat, and"
                        " pause each time."
                    ),
                ),
            )
            return
        except OSError as error:
            raise Refused(Text("The lens cannot be saved.")) from error
        finally:
            self._views.clear()
            self._begun = False
        self._says = Verdict(
            Level.GOOD,
            (
                Text(
                    "Lens measured: corners off by {error} pixels.",
                    error=f"{lens.error:.2f}",
                ),
            ),
        )
        self._use_lens(lens)
