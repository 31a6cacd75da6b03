"""Named scenes of Navegador: tables on which every piece carries a tag."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from rules.navegador.pieces import (
    CATEGORIES,
    COLONIES,
    PIECES,
    REGIONS,
    SECTORS,
    SHIPS,
    edition,
)
from vision.layout import SEATS, load_layout
from vision.registry import load_registry
from vision.simulator.placing import Tabletop
from vision.simulator.scene import Hand, Scene, thrown_about

_SEAS = [f"sea:{region}" for region in REGIONS]


def _laid(table: Tabletop, random: Random, full: bool) -> Scene:
    """Pieces where they could be in mid-game; the labels as high above the table as they are."""
    seats = table.layout.seats
    colonies = [colony.id for colony in COLONIES]
    random.shuffle(colonies)
    for n, region in enumerate(REGIONS[1:]):
        good = edition().text(f"goods.{region}")
        own = [colony for colony in colonies if colony.split("/")[1] == good][:2]
        if full or n < 5:
            for colony in own:
                table.lay(colony, f"colonies:{region}")
        else:
            table.pile(f"colonies:{region}", len(own), own[-1])
        colonies = [colony for colony in colonies if colony not in own]
    for category in CATEGORIES:
        table.lay(f"privilege/{category}.1", f"gallery:{category}")
        if full:
            for n, seat in enumerate(seats, 2):
                table.lay(f"privilege/{category}.{n}", f"column:{category}:{seat}")
    for n, seat in enumerate(seats):
        table.lay(f"worker/{seat}", f"lisbon:{random.randint(2, 9)}")
        table.lay(f"rondel_marker/{seat}", f"rondel:{random.choice(SECTORS)}")
        table.lay(f"privilege/king.{n + 1}", f"area:{seat}")
        for ship in SHIPS[seat]:
            table.lay(ship.id, random.choice([*_SEAS[: 13 if full else 5], f"area:{seat}"]))
    for number, colony in enumerate(colonies if full else colonies[:6]):
        table.lay(colony, f"area:{seats[number % len(seats)]}")
    table.lay("navegador", f"area:{seats[0]}")
    table.lay("ship/orange", "rondel:centre")
    scene = table.scene()
    form_of = table.registry.form_of
    return replace(
        scene, pieces=tuple(replace(each, z=form_of(each.piece).thick) for each in scene.pieces)
    )


def _table(seats: tuple[str, ...], random: Random) -> Tabletop:
    return Tabletop(
        load_layout("navegador", seats), load_registry("navegador"), (), random.randrange(1 << 30)
    )


def _opening(random: Random) -> Scene:
    """Early in a match of three: a few regions explored, most ships near Portugal."""
    return _laid(_table(SEATS[:3], random), random, full=False)


def _full(random: Random) -> Scene:
    """Five players late in a match: every region explored, every tag in sight."""
    return _laid(_table(SEATS, random), random, full=True)


def _overlap(random: Random) -> Scene:
    """Sixty pieces thrown onto the table: some tags covered, some tiles face down."""
    layout, registry = load_layout("navegador"), load_registry("navegador")
    bare = Scene(layout, registry, (), tuple(layout.suggested.items()), background="cloth")
    return thrown_about(bare, PIECES, random, (250, 930), (60, 480))


def _reaching(random: Random) -> Scene:
    """The opening with somebody's hand over the map."""
    hand = Hand(random.uniform(450, 800), random.uniform(150, 350), random.uniform(50, 110))
    return replace(_opening(random), hands=(hand,))


SCENES: Mapping[str, Callable[[Random], Scene]] = {
    "opening": _opening,
    "full": _full,
    "overlap": _overlap,
    "hand": _reaching,
}
