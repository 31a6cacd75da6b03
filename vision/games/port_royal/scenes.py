"""Named scenes of Port Royal: cards around the harbour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from rules.pieces import Place
from rules.port_royal.pieces import Card, Expedition, Person, Ship, base_cards
from vision.layout import SEATS, Pose, load_layout
from vision.registry import load_registry
from vision.simulator.scene import Hand, PlacedPiece, Scene, underlays_of
from vision.simulator.scenes import arranged


def _opening(random: Random) -> Scene:
    """Early in a match of three: a few ships in the harbour, a few persons hired."""
    layout = load_layout("port_royal", ("red", "blue", "green"), ())
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
    face_down = [PlacedPiece(ships[-1 - n], Pose(480, 570, n), False, z=0.3 * n) for n in range(12)]
    coins = [PlacedPiece(ships[20 + n], Pose(640 + 26 * n, 590, 4.0 * n), False) for n in range(3)]
    return replace(
        scene, pieces=(*scene.pieces, *face_down, *coins), underlays=underlays_of(layout)
    )


def _full(random: Random) -> Scene:
    """All 120 cards, every tag in sight."""
    cards = [card.id for card in base_cards()]
    random.shuffle(cards)
    places: dict[Place, list[str]] = {}
    for place, count in (("harbour", 27), ("expeditions", 6), ("discard", 2)):
        places[place], cards = cards[:count], cards[count:]
    for number, seat in enumerate(SEATS):
        places[f"area:{seat}"] = cards[number * 17 : (number + 1) * 17]
    layout, registry = load_layout("port_royal", sets=()), load_registry("port_royal")
    return arranged(layout, registry, places, random.randrange(1 << 30))


def _overlap(random: Random) -> Scene:
    """Forty cards thrown onto the table: some tags covered, some cards face down."""
    layout, registry = load_layout("port_royal", sets=()), load_registry("port_royal")
    cards = [card.id for card in base_cards()]
    random.shuffle(cards)
    thrown = tuple(
        PlacedPiece(
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


def _sorted_cards(kind: type[Card]) -> list[str]:
    return [card.id for card in base_cards() if isinstance(card, kind)]


SCENES: Mapping[str, Callable[[Random], Scene]] = {
    "opening": _opening,
    "full": _full,
    "overlap": _overlap,
    "hand": _reaching,
}
