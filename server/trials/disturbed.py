"""Trials of the watch at a table where something else moves: a flame, a screen, a cat, the light.

A few cards lie on a simulated table and are sighted. Then something begins to move over one of
them. Some seconds later a hand lays a card elsewhere. The watch has to sight it soon, to name what
it cannot see, and to say nothing that is not so. When the movement has ended, all is seen again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.layout import Pose, load_layout
from vision.locate.places import looking
from vision.lying_flat import on_table
from vision.reading import Sighting
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.disturbance import (
    CatTail,
    Clouds,
    Disturbance,
    FanShadow,
    Flame,
    FlickerBands,
    Phone,
)
from vision.simulator.scene import Hand, PlacedPiece, Scene
from vision.simulator.simulated_camera import SimulatedCamera
from vision.watching.watch import Watch

SOON = 3.0
"""Seconds after the hand has gone within which the new card has to be sighted."""
_EVERY = (0.1, 0.2, 0.25)
"""Seconds from frame to frame."""
_AT_FIRST = 2.0
_WARM_UP = (5.5, 7.5)
"""Seconds for which something has been moving when the card is laid."""
_HAND = 0.3
_AT_LAST = 4.0
_FAR = 150.0
"""Millimetres from what moves to where the new card is laid."""
_CAMERA = Camera(width=1920, height=1080, above=600, aim=(390, 220))
"""A small table seen from nearer by: tags are 25 pixels wide, and pictures are quickly made."""
_SEATS = ("red", "blue")
_FRAMES = (
    ("harbour", Pose(390, 30)),
    ("area:red", Pose(200, 410, 180)),
    ("area:blue", Pose(590, 410, 180)),
)
_SPOTS = (
    *(Pose(215 + 70 * n, 125) for n in range(6)),
    *(Pose(90 + 66 * n, 318, 180) for n in range(4)),
    *(Pose(500 + 66 * n, 318, 180) for n in range(4)),
)

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of disturbance: how one is made over a point of the table."""

    make: Callable[[Random, float, float], Disturbance]
    hides: bool = False
    """Whether it hides a tag under it all the time."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one trial."""

    seconds: float | None
    """From the moment the hand was gone until the new card was sighted; None if it never was."""
    named: bool
    """Whether what was hidden was named as not seen."""
    untrue: tuple[str, ...]
    """Everything the watch said that is not so."""

    @property
    def is_good(self) -> bool:
        return self.seconds is not None and self.seconds <= SOON and self.named and not self.untrue


def _tail(random: Random, x: float, y: float) -> CatTail:
    """A tail that comes over the nearer edge and swings over a point."""
    towards = 90.0 if y < _CAMERA.aim[1] else -90.0
    reach = float(random.uniform(110, 150))
    root = y - reach * math.sin(math.radians(towards))
    return CatTail(x, root, towards, period=float(random.uniform(1.0, 2.2)))


def _flame(random: Random, x: float, y: float) -> Flame:
    return Flame(x, y, float(random.uniform(9, 14)), int(random.integers(1 << 16)))


def _phone(random: Random, x: float, y: float) -> Phone:
    every, seed = float(random.uniform(0.1, 0.4)), int(random.integers(1 << 16))
    return Phone(x, y, every=every, seed=seed)


def _fan(random: Random, x: float, y: float) -> FanShadow:
    return FanShadow(
        x,
        y,
        radius=float(random.uniform(60, 100)),
        turns=float(random.uniform(0.3, 1.5)),
        depth=float(random.uniform(0.3, 0.6)),
    )


def _bands(random: Random, _x: float, _y: float) -> FlickerBands:
    bands, drift = float(random.uniform(1, 5)), float(random.uniform(-3, 3))
    return FlickerBands(float(random.uniform(0.05, 0.1)), bands, drift)


def _clouds(random: Random, _x: float, _y: float) -> Clouds:
    return Clouds(float(random.uniform(0.2, 0.45)), float(random.uniform(3, 12)))


KINDS: Mapping[str, Kind] = {
    "flame": Kind(_flame, hides=True),
    "phone": Kind(_phone, hides=True),
    "fan's shadow": Kind(_fan),
    "cat's tail": Kind(_tail),
    "flicker bands": Kind(_bands),
    "clouds": Kind(_clouds),
}


class _Table:
    """A simulated table, the camera over it and the watch."""

    def __init__(self, cards: Sequence[PlacedPiece], seed: int) -> None:
        self._every = _EVERY[seed % len(_EVERY)]
        layout, registry = load_layout("port_royal", _SEATS), load_registry("port_royal")
        self.source = SimulatedCamera(
            Scene(layout, registry, tuple(cards), _FRAMES), _CAMERA, seed=seed, every=self._every
        )
        self.watch = Watch(TagReader(registry, layout), looking(layout, registry))
        self.known = {card.piece for card in cards}
        """Cards that have lain here all the time."""
        self.last: Sighting | None = None
        self.untrue: list[str] = []

    def tag_of(self, card: PlacedPiece) -> tuple[float, float]:
        """Where a card's tag is on the table."""
        form = self.source.scene.registry.form_of(card.piece)
        spot = np.array([[form.label.x, form.label.y]])
        (x, y), *_ = on_table(spot, card.pose, form.width, form.height)
        return float(x), float(y)

    def pass_time(self, seconds: float) -> Iterator[float]:
        """The seconds that have passed at every sighting in a span of time."""
        for number in range(round(seconds / self._every)):
            with self.source.frame() as frame:
                event = self.watch.see(frame)
            if isinstance(event, Sighting):
                self.last = event
                self.check(event)
                yield (number + 1) * self._every

    def wait(self, seconds: float) -> None:
        for _ in self.pass_time(seconds):
            pass

    def check(self, sighting: Sighting) -> None:
        """Note what a sighting says that is not so."""
        scene = self.source.scene
        truth = {card.piece: scene.place_of(card.pose) for card in scene.pieces}
        for piece, place in sighting.places.items():
            if truth.get(piece) != place:
                self.untrue.append(f"{piece} is not in {place}")
        gone = self.known - sighting.places.keys()
        self.untrue += [f"{piece} has not gone" for piece in sorted(gone)]
        if sighting.strangers or sighting.duplicates or sighting.between or sighting.elsewhere:
            self.untrue.append("something is said to lie where nothing lies")


def trial(kind: Kind, seed: int) -> Trial:
    """One evening with one disturbance, by chance."""
    random = np.random.default_rng(seed)
    registry = load_registry("port_royal")
    pieces = list(registry.pieces.values())
    random.shuffle(pieces)
    spots = [_SPOTS[int(n)] for n in random.permutation(len(_SPOTS))]
    cards = [_laid(pieces[n], spots[n], random) for n in range(4)]
    table = _Table(cards, seed)
    table.wait(_AT_FIRST)
    x, y = table.tag_of(cards[0])
    table.source.disturbances = (kind.make(random, x, y),)
    table.wait(float(random.uniform(*_WARM_UP)))
    spot = next(spot for spot in spots[4:] if math.hypot(spot.x - x, spot.y - y) > _FAR)
    new = _laid(pieces[4], spot, random)
    _lay_by_hand(table, new)
    seconds = None
    for passed in table.pass_time(SOON + 1):
        if seconds is None and table.last and new.piece in table.last.places:
            seconds = passed
    hidden = cards[0].piece
    named = table.last is not None and (not kind.hides or hidden in table.last.covered)
    table.source.disturbances = ()
    table.wait(_AT_LAST)
    if table.last is None or table.last.covered or table.last.unreadable or table.watch.moving:
        table.untrue.append("something is said to be hidden when nothing is any more")
    return Trial(seconds, named, tuple(table.untrue))


def _laid(piece: str, spot: Pose, random: Random) -> PlacedPiece:
    return PlacedPiece(piece, Pose(spot.x, spot.y, spot.angle + float(random.uniform(-3, 3))))


def _lay_by_hand(table: _Table, card: PlacedPiece) -> None:
    """A hand comes over the nearer edge, lays a card and goes."""
    pose, scene = card.pose, table.source.scene
    reach = 90.0 if pose.y > _CAMERA.aim[1] else -90.0
    hand = Hand(pose.x, pose.y, reach)
    table.source.scene = replace(scene, hands=(hand,))
    table.wait(_HAND)
    scene = replace(scene, pieces=(*scene.pieces, card))
    table.source.scene = replace(scene, hands=(replace(hand, x=hand.x + 8),))
    table.wait(_HAND)
    table.source.scene = scene
