"""Named scenes of Maracaibo: cards, tiles and wooden pieces around the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

from rules.maracaibo.pieces import COLOURS, PIECES
from rules.maracaibo.printed.board import board
from rules.pieces import Place
from vision.layout import Pose, load_layout
from vision.registry import load_registry
from vision.simulator.placing import Tabletop
from vision.simulator.scene import Hand, PlacedPiece, Scene

_VILLAGES = [key for key, place in board().locations.items() if place.kind == "village"]
_CITY_SPACES = [key for key, place in board().locations.items() if place.tile]


def _laid(seats: tuple[str, ...], random: Random, full: bool) -> Scene:
    """Pieces where they could be; late in a match displays and rows are long."""
    table = Tabletop(
        load_layout("maracaibo", seats),
        load_registry("maracaibo"),
        ("discard", "quest_pile"),
        random.randrange(1 << 30),
    )
    shuffled = [*PIECES]
    random.shuffle(shuffled)

    def next_of(family: str, number: int) -> Iterator[str]:
        for _ in range(number):
            piece = next(each for each in shuffled if each.startswith(f"{family}/"))
            shuffled.remove(piece)
            yield piece

    def lay(family: str, place: Place, number: int = 1) -> None:
        for piece in next_of(family, number):
            table.lay(piece, place)

    for number in range(1, 5):
        lay("project", f"market:{number}")
        lay("building", f"building:{number}", int(full or number == 1))
    lay("project", "discard", 3)
    lay("quest", "quest_pile", 3)
    for key in _CITY_SPACES:
        lay("city", f"city:{key}")
    for key in random.sample(_VILLAGES, 6 if full else 3):
        lay("quest", f"quest:{key}")
    for colour in seats:
        table.lay(f"ship/{colour}", f"location:{random.choice([*board().locations])}")
        table.lay(f"explorer/{colour}", f"explorer:{random.choice([*board().spaces])}")
        lay("career", f"career:{colour}")
        lay("project", f"planning:{colour}", random.randint(1, 3))
        lay("project", f"display:{colour}", random.randint(8, 12) if full else 2)
        lay("quest", f"quests:{colour}", 3 if full else 1)
        lay("combat", f"combat_tokens:{colour}", 5 if full else 1)
    return table.scene()


def _opening(random: Random) -> Scene:
    """Early in a match of two: a few cards bought, the first quests fulfilled."""
    return _laid(COLOURS[:2], random, full=False)


def _full(random: Random) -> Scene:
    """Four players late in a match, every tag outside of the piles in sight."""
    return _laid(COLOURS, random, full=True)


def _overlap(random: Random) -> Scene:
    """Sixty pieces thrown onto the table: some tags covered, some pieces face down."""
    layout, registry = load_layout("maracaibo"), load_registry("maracaibo")
    thrown = tuple(
        PlacedPiece(
            piece,
            Pose(random.uniform(300, 1000), random.uniform(60, 650), random.uniform(-180, 180)),
            random.random() > 0.15,
        )
        for piece in random.sample([*PIECES], 60)
    )
    return Scene(layout, registry, thrown, tuple(layout.suggested.items()), background="cloth")


def _reaching(random: Random) -> Scene:
    """The opening with somebody's hand over the board."""
    hand = Hand(random.uniform(500, 800), random.uniform(250, 450), random.uniform(50, 110))
    return replace(_opening(random), hands=(hand,))


SCENES: Mapping[str, Callable[[Random], Scene]] = {
    "opening": _opening,
    "full": _full,
    "overlap": _overlap,
    "hand": _reaching,
}
