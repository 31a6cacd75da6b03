"""Where reading ends: recall against size, tilt, light, defocus, motion and noise."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import cv2
import numpy as np

from vision.layout import Layout
from vision.measure.accuracy import SMALLEST_PX, Condition, measure
from vision.measure.score import Score
from vision.reading import Picture
from vision.recognise.tags import TagReader
from vision.registry import Registry
from vision.simulator.optics import Conditions

_USUAL_PX = 36.0
"""The width of a tag in the sweep of light: that of 10 mm a metre below the camera."""
_WIDTHS = (40.0, 32.0, 28.0, 24.0, 20.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 10.0)
_TILTS = (0.0, 15.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 60.0)
_LIGHTS = (1.0, 0.5, 0.25, 0.12, 0.06, 0.04, 0.03, 0.02, 0.015, 0.01)
_DIM_NOISE = 4.0
_DEFOCUS = (0.5, 1.0, 1.5, 2.0, 2.25, 2.5, 2.75, 3.0, 3.5)
_MOTION = (1.0, 2.0, 3.0, 4.0, 4.5, 5.0, 5.5, 6.0, 7.0)
_NOISE = (4.0, 16.0, 32.0, 48.0, 64.0, 80.0, 100.0, 130.0)
"""All from the easy end on."""

_PANEL = (460, 340)
_MARGINS = (62, 44, 20, 58)
"""Left, top, right and bottom of the drawn area of a panel."""
_INK = (60, 50, 40)
_PALE = (215, 215, 215)
_LINE = (150, 80, 20)


@dataclass(frozen=True, slots=True)
class Sweep:
    title: str
    axis: str
    points: tuple[tuple[float, Score], ...]
    logarithmic: bool = False

    def safe_until(self) -> float:
        """The last value, from the easy end on, up to which every tag is read."""
        good = list(takewhile(lambda point: point[1].recall == 1, self.points))
        return good[-1][0] if good else math.nan


def sweeps(
    reader: TagReader,
    registry: Registry,
    layout: Layout,
    frames: int,
    progress: Callable[[str], None],
) -> list[Sweep]:
    """Each point is measured with so many pictures."""

    def sweep(
        title: str,
        axis: str,
        cases: Mapping[float, tuple[Condition, float]],
        logarithmic: bool = False,
    ) -> Sweep:
        points = []
        for value, (condition, width) in cases.items():
            score = measure(condition, reader, registry, layout, frames, width)
            progress(f"{title}: {value:g} {axis}: recall {score.recall:.1%}, wrong {score.wrong}")
            points.append((value, score))
        return Sweep(title, axis, tuple(points), logarithmic)

    plain = Condition("plain", "")
    usual, small = f"tags of {_USUAL_PX:g} px", f"tags of {SMALLEST_PX:g} px"

    def under(light: Conditions, width: float) -> tuple[Condition, float]:
        return replace(plain, light=light), width

    return [
        sweep("Width of a tag", "pixels", {value: (plain, value) for value in _WIDTHS}),
        sweep(
            f"Lean of the camera, {small} from above",
            "degrees",
            {
                value: (replace(plain, tilt=value), SMALLEST_PX * math.cos(math.radians(value)))
                for value in _TILTS
            },
        ),
        sweep(
            f"Light, {usual}, noise {_DIM_NOISE:g}",
            "share of full light",
            {value: under(Conditions(value, noise=_DIM_NOISE), _USUAL_PX) for value in _LIGHTS},
            logarithmic=True,
        ),
        sweep(
            f"Defocus, {small}",
            "radius in pixels",
            {value: under(Conditions(defocus=value), SMALLEST_PX) for value in _DEFOCUS},
        ),
        sweep(
            f"Motion, {small}",
            "length in pixels",
            {value: under(Conditions(motion=value), SMALLEST_PX) for value in _MOTION},
        ),
        sweep(
            f"Noise, {small}",
            "standard deviation, of 255",
            {value: under(Conditions(noise=value), SMALLEST_PX) for value in _NOISE},
        ),
    ]


def plotted(all_sweeps: Sequence[Sweep]) -> Picture:
    """One panel for each sweep, three in a row."""
    panels = [_panel(sweep) for sweep in all_sweeps]
    rows = [np.hstack(panels[n : n + 3]) for n in range(0, len(panels), 3)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)


def _panel(sweep: Sweep) -> Picture:
    width, height = _PANEL
    left, top, right, bottom = _MARGINS
    panel = np.full((height, width, 3), 255, dtype=np.uint8)

    def scaled(value: float) -> float:
        return math.log10(value) if sweep.logarithmic else value

    values = [scaled(value) for value, _ in sweep.points]
    low, high = min(values), max(values)

    def at(value: float, recall: float) -> tuple[int, int]:
        x = left + (scaled(value) - low) / (high - low) * (width - left - right)
        y = top + (1 - recall) * (height - top - bottom)
        return round(x), round(y)

    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = at(sweep.points[0][0], share)[1]
        cv2.line(panel, (left, y), (width - right, y), _PALE, 1)
        _write(panel, f"{share:.0%}", (left - 8, y + 4), align=1.0)
    last = -100
    ordered = sorted(sweep.points, key=lambda point: point[0])
    for value, _ in ordered:
        x = at(value, 0)[0]
        cv2.line(panel, (x, height - bottom), (x, height - bottom + 4), _INK, 1)
        if x - last > 34:
            _write(panel, f"{value:g}", (x, height - bottom + 18), align=0.5)
            last = x
    line = np.array([at(value, score.recall) for value, score in ordered])
    cv2.polylines(panel, [line.astype(np.int32)], False, _LINE, 2, cv2.LINE_AA)
    for point in line:
        cv2.circle(panel, (int(point[0]), int(point[1])), 4, _LINE, -1, cv2.LINE_AA)
    _write(panel, f"{sweep.title}", (left, 24), align=0.0, size=0.5)
    _write(panel, sweep.axis, ((left + width - right) // 2, height - 14), align=0.5)
    return panel


def _write(
    panel: Picture, text: str, at: tuple[int, int], align: float, size: float = 0.42
) -> None:
    (wide, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    spot = (round(at[0] - align * wide), at[1])
    cv2.putText(panel, text, spot, cv2.FONT_HERSHEY_SIMPLEX, size, _INK, 1, cv2.LINE_AA)
