"""A simulated evening: somebody's hand plays cards on a table that a watch looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rules.pieces import Place
from vision.layout import Pose, load_layout
from vision.locate.places import looking
from vision.reading import Sighting
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.optics import Conditions
from vision.simulator.render import truth_of
from vision.simulator.scene import Hand, PlacedPiece, Scene
from vision.simulator.simulated_camera import SimulatedCamera
from vision.watching.watch import Notice, Watch

REGISTRY = load_registry("port_royal")
LAYOUT = load_layout("port_royal", ("red", "blue"))
CAMERA = Camera(width=2304, height=1296, above=600, aim=(390, 220))
"""A small table seen from nearer by: tags are 30 pixels wide, and pictures are quickly made."""
FRAMES = (
    ("harbour", Pose(390, 30)),
    ("area:red", Pose(200, 410, 180)),
    ("area:blue", Pose(590, 410, 180)),
)
SPOTS: dict[Place, tuple[Pose, ...]] = {
    "harbour": tuple(Pose(215 + 70 * n, 125) for n in range(6)),
    "area:red": tuple(Pose(90 + 66 * n, 318, 180) for n in range(4)),
    "area:blue": tuple(Pose(500 + 66 * n, 318, 180) for n in range(4)),
}


def new_watch() -> Watch:
    return Watch(TagReader(REGISTRY, LAYOUT), looking(LAYOUT, REGISTRY))


class Evening:
    """The table, the camera over it and the watch; every step gives what the watch said."""

    def __init__(self, seed: int, conditions: Conditions | None = None) -> None:
        self.random = Random(seed)
        scene = Scene(LAYOUT, REGISTRY, mats=FRAMES)
        self.source = SimulatedCamera(scene, CAMERA, conditions, seed, every=0.2)
        self.watch = new_watch()

    @property
    def cards(self) -> dict[str, PlacedPiece]:
        return {lying.piece: lying for lying in self.source.scene.pieces}

    def lay(self, *cards: PlacedPiece) -> None:
        self.source.scene = replace(self.source.scene, pieces=cards)

    def wait(self, frames: int) -> Iterator[Sighting | Notice]:
        for _ in range(frames):
            with self.source.frame() as frame:
                event = self.watch.see(frame)
            if event is not None:
                yield event

    def settle(self) -> list[Sighting | Notice]:
        """Long enough for anything to be noticed: five seconds."""
        return list(self.wait(25))

    def hand_over(self, spot: Pose, frames: int = 1) -> list[Sighting | Notice]:
        """A hand at a spot for some frames, its arm coming from the nearer side."""
        scene = self.source.scene
        reach = self.random.uniform(70, 110) * (1 if spot.y > 200 else -1)
        self.source.scene = replace(scene, hands=(Hand(spot.x, spot.y, reach),))
        seen = list(self.wait(frames))
        self.source.scene = replace(self.source.scene, hands=())
        return seen

    def play(self, at: Pose, *cards: PlacedPiece) -> list[Sighting | Notice]:
        """A hand comes, changes the cards under it, and goes; what was said until all is still."""
        seen = self.hand_over(Pose(at.x, at.y + 60 if at.y > 200 else at.y - 60))
        seen += self.hand_over(at, self.random.choice((1, 2, 4)))
        self.lay(*cards)
        seen += self.hand_over(at)
        return seen + self.settle()

    def free_spot(self, place: Place) -> Pose | None:
        taken = {(round(card.pose.x), round(card.pose.y)) for card in self.cards.values()}
        free = [spot for spot in SPOTS[place] if (round(spot.x), round(spot.y)) not in taken]
        if not free:
            return None
        spot = self.random.choice(free)
        return Pose(spot.x, spot.y, spot.angle + self.random.uniform(-3, 3))

    def truth(self) -> dict[str, Place]:
        """The places of all cards whose tags can be seen."""
        shown = truth_of(self.source.scene, self.source.camera)
        return {
            piece.piece: piece.place
            for piece in shown.pieces
            if piece.place and piece.tag and piece.tag.visible == "wholly"
        }
