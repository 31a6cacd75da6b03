"""Named scenes of Cooper Island: tables of matches that were really played so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from rules.cooper_island import GAME
from rules.cooper_island.pieces import PIECES
from rules.simulation import Simulation
from vision.layout import load_layout
from vision.registry import load_registry
from vision.simulator.placing import Tabletop
from vision.simulator.scene import Hand, Scene, thrown_about

_OPENING, _LATE = 30, 330
"""So many answers into a match."""


def _played(seats: int, answers: int, random: Random) -> Scene:
    """What lies where a camera looks, after so many answers of sensible players."""
    simulation = Simulation(GAME, [str(n) for n in range(seats)], {}, random.randrange(1 << 20))
    simulation.sensible = True
    for _ in range(answers):
        simulation.step()
    colours = [seat.colour for seat in simulation.match.seats]
    layout = load_layout("cooper_island", colours)
    stacks, seed = GAME.piles.stacks, random.randrange(1 << 30)
    top = Tabletop(layout, load_registry("cooper_island"), stacks, seed)
    places = simulation.match.table.places
    tiles = GAME.piles.laid(simulation.match.table)
    lying = [(p, place) for place, pile in places.piles.items() for p in pile.known]
    for piece, place in (*((p, places.where(p)) for p in tiles), *lying):
        if place and top.is_open(place) and piece.id not in top.places:
            top.lay(piece.id, place)
    return top.scene()


def _opening(random: Random) -> Scene:
    """Two players in their first income phase."""
    return _played(2, _OPENING, random)


def _full(random: Random) -> Scene:
    """Four players late in a match."""
    return _played(4, _LATE, random)


def _overlap(random: Random) -> Scene:
    """Sixty pieces thrown onto the table: some tags covered, some pieces face down."""
    layout, registry = load_layout("cooper_island"), load_registry("cooper_island")
    bare = Scene(layout, registry, (), tuple(layout.suggested.items()), background="cloth")
    return thrown_about(bare, PIECES, random, (300, 1100), (100, 850))


def _reaching(random: Random) -> Scene:
    """The opening with somebody's hand over the central island."""
    hand = Hand(random.uniform(550, 850), random.uniform(350, 600), random.uniform(50, 110))
    return replace(_opening(random), hands=(hand,))


SCENES: Mapping[str, Callable[[Random], Scene]] = {
    "opening": _opening,
    "full": _full,
    "overlap": _overlap,
    "hand": _reaching,
}
