"""Tables to render: cards laid into places, and some named scenes of each game."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from rules.pieces import Place
from rules.port_royal.cards import Card, Expedition, Person, Ship, all_cards
from vision.layout import SEATS, Layout, PlaceShape, Pose, load_layout
from vision.maracaibo_scenes import SCENES_OF_MARACAIBO
from vision.navegador_scenes import SCENES_OF_NAVEGADOR
from vision.registry import Form, Registry, load_registry
from vision.scene import Hand, Lying, Scene, SceneError, mats_of, on_table
from vision.shapes import Rectangle

_APART = 3.0
"""Millimetres between cards where there is room."""
_FAN = 18.5
"""A card that lies on another leaves so much of it to see: the label, and a little more."""


def arranged(
    layout: Layout,
    registry: Registry,
    cards: Mapping[Place, Sequence[str]],
    seed: int = 0,
    untidy: float = 1.0,
) -> Scene:
    """The usual table with cards laid into places as people do: in rows or fans, nearly straight.

    All tags can be seen. `untidy` 0 lays every card exactly straight.
    """
    shapes = {place.name: place for place in layout.places}
    random = Random(seed)
    pieces: list[Lying] = []
    for name, ids in cards.items():
        if name not in shapes:
            raise SceneError(f"There is no place {name!r}. There are: {', '.join(shapes)}.")
        form = registry.form_of(ids[0]) if ids else registry.makes[0]
        for piece, spot in zip(ids, _spots(layout, form, shapes[name], len(ids)), strict=True):
            turn = spot.angle + untidy * random.uniform(-1.2, 1.2)
            x, y = (at + untidy * random.uniform(-0.7, 0.7) for at in (spot.x, spot.y))
            pieces.append(Lying(piece, Pose(x, y, turn)))
    return Scene(layout, registry, tuple(pieces), tuple(layout.suggested.items()))


def _spots(layout: Layout, form: Form, place: PlaceShape, count: int) -> list[Pose]:
    """Where the cards of a place lie: side by side, fanned only as much as the place is short."""
    shape = place.shape
    if not isinstance(shape, Rectangle):
        raise SceneError(f"Only a rectangle can be filled with cards; {place.name} is none.")
    wide, high = form.size
    columns = _fitting(shape.width, wide, wide + _APART)
    rows = math.ceil(count / max(columns, 1))
    if rows > _fitting(shape.height, high, _FAN):
        rows = _fitting(shape.height, high, _FAN)
        columns = math.ceil(count / max(rows, 1))
    if columns < 1 or rows < 1 or columns > _fitting(shape.width, wide, _FAN):
        raise SceneError(f"{count} cards do not fit into {place.name}; put some elsewhere.")
    across = _step(shape.width, wide, columns)
    down = _step(shape.height, high, rows)
    left = shape.x + (shape.width - wide - across * (columns - 1)) / 2 + wide / 2
    top = shape.y + (shape.height - high - down * (rows - 1)) / 2 + high / 2
    frame, pose = layout.frames[place.frame], layout.suggested[place.frame]
    spots = []
    for number in range(count):
        at = np.array([[left + across * (number % columns), top + down * (number // columns)]])
        (x, y), *_ = on_table(at, pose, frame.width, frame.height)
        spots.append(Pose(float(x), float(y), pose.angle))
    return spots


def _fitting(room: float, size: float, step: float) -> int:
    return int((room - size - 2) // step) + 1 if room >= size else 0


def _step(room: float, size: float, count: int) -> float:
    return min(size + _APART, (room - size - 2) / (count - 1)) if count > 1 else 0.0


def _opening(random: Random) -> Scene:
    """Early in a match of three: a few ships in the harbour, a few persons hired."""
    layout = load_layout("port_royal", ("red", "blue", "green"))
    ships, persons = _sorted_cards(Ship), _sorted_cards(Person)
    random.shuffle(ships)
    random.shuffle(persons)
    cards = {
        "harbour": ships[:3] + persons[:2],
        "expeditions": _sorted_cards(Expedition)[:1],
        "area:red": persons[2:4],
        "area:blue": persons[4:5],
        "area:green": persons[5:8],
    }
    scene = arranged(layout, load_registry("port_royal"), cards, random.randrange(1 << 30))
    face_down = [Lying(ships[-1 - n], Pose(480, 570, n), False, z=0.3 * n) for n in range(12)]
    coins = [Lying(ships[20 + n], Pose(640 + 26 * n, 590, 4.0 * n), False) for n in range(3)]
    return replace(scene, pieces=(*scene.pieces, *face_down, *coins), mats=mats_of(layout))


def _full(random: Random) -> Scene:
    """All 120 cards, every tag in sight."""
    cards = [card.id for card in all_cards()]
    random.shuffle(cards)
    places: dict[Place, list[str]] = {}
    for place, count in (("harbour", 25), ("expeditions", 6), ("discard", 4)):
        places[place], cards = cards[:count], cards[count:]
    for number, seat in enumerate(SEATS):
        places[f"area:{seat}"] = cards[number * 17 : (number + 1) * 17]
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    return arranged(layout, registry, places, random.randrange(1 << 30))


def _overlap(random: Random) -> Scene:
    """Forty cards thrown onto the table: some tags covered, some cards face down."""
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    cards = [card.id for card in all_cards()]
    random.shuffle(cards)
    thrown = tuple(
        Lying(
            piece,
            Pose(random.uniform(150, 1030), random.uniform(120, 570), random.uniform(-180, 180)),
            random.random() > 0.15,
        )
        for piece in cards[:40]
    )
    return Scene(layout, registry, thrown, tuple(layout.suggested.items()), background="cloth")


def _reaching(random: Random) -> Scene:
    """The opening with somebody's hand over the harbour."""
    hand = Hand(random.uniform(250, 480), random.uniform(340, 420), random.uniform(50, 110))
    return replace(_opening(random), hands=(hand,))


_NAMED: dict[str, Mapping[str, Callable[[Random], Scene]]] = {
    "port_royal": {
        "opening": _opening,
        "full": _full,
        "overlap": _overlap,
        "hand": _reaching,
    },
    "navegador": SCENES_OF_NAVEGADOR,
    "maracaibo": SCENES_OF_MARACAIBO,
}
SCENES = tuple(_NAMED["port_royal"])
"""Every game has scenes of these names."""


def named_scene(name: str, seed: int = 0, game: str = "port_royal") -> Scene:
    """One of the scenes that need no file."""
    if game not in _NAMED:
        raise SceneError(f"There are no named scenes of {game} yet; give a TOML file.")
    if name not in _NAMED[game]:
        raise SceneError(f"There is no scene {name!r}. There are: {', '.join(SCENES)}.")
    return _NAMED[game][name](Random(seed))


def _sorted_cards(kind: type[Card]) -> list[str]:
    return [card.id for card in all_cards() if isinstance(card, kind)]
