"""What the virtual camera shows: pictures of the simulated table, and what is to be seen there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from rules.pieces import Place
from tests.vision.watching.evening import FRAMES, LAYOUT, REGISTRY, SPOTS
from vision.simulator.camera_model import Camera
from vision.simulator.scene import Hand, PlacedPiece, Scene
from vision.simulator.simulated_camera import SimulatedCamera

SETTINGS = Path(__file__).parent / "virtual.yaml"
LENS = Camera(width=1920, height=1080, above=560, aim=(390, 220))
_STILL = 14
"""Pictures of a table that nobody touches; the virtual camera shows each several times."""
_QUALITY = 95


@dataclass(frozen=True, slots=True)
class Deed:
    """A hand lays a card somewhere, or takes it off the table."""

    piece: str
    place: Place | None = None
    spot: int = 0


EVENING = (
    Deed("sailor/3.1", "harbour", 0),
    Deed("jester/5.1", "harbour", 2),
    Deed("sailor/3.1", "area:red", 0),
    Deed("jester/5.1"),
)


def show(
    folder: Path, deeds: Sequence[Deed] = (), frames_a_second: int = 10
) -> list[dict[str, Place]]:
    """Make the pictures of an evening; the places of all cards, from one deed to the next.

    The virtual camera begins again at the end: the last sighting is followed by the first. It
    shows so many `frames_a_second`; an emulated computer needs time to read them.
    """
    frames = folder / "frames"
    frames.mkdir(parents=True)
    settings = SETTINGS.read_text().replace("FRAMES_A_SECOND", str(frames_a_second))
    (folder / SETTINGS.name).write_text(settings)
    source = SimulatedCamera(Scene(LAYOUT, REGISTRY, mats=FRAMES), LENS)
    lying: dict[str, tuple[Place, int]] = {}
    expected: list[dict[str, Place]] = []
    number = 0

    def photograph(times: int) -> None:
        nonlocal number
        for _ in range(times):
            with source.frame() as frame:
                path = frames / f"{number:03}.jpg"
                cv2.imwrite(str(path), frame.full(), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            number += 1

    for deed in (None, *deeds):
        if deed is not None:
            at = (deed.place, deed.spot) if deed.place else lying[deed.piece]
            pose = SPOTS[at[0]][at[1]]
            reach = 90.0 if pose.y > 200 else -90.0
            source.scene = replace(source.scene, hands=(Hand(pose.x, pose.y, reach),))
            photograph(1)
            lying.pop(deed.piece, None)
            if deed.place:
                lying[deed.piece] = (deed.place, deed.spot)
        cards = tuple(
            PlacedPiece(piece, SPOTS[place][spot]) for piece, (place, spot) in lying.items()
        )
        source.scene = replace(source.scene, pieces=cards, hands=())
        photograph(_STILL if deeds else 2)
        expected.append({piece: place for piece, (place, _) in lying.items()})
    return expected
