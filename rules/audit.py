"""What must hold in every match of every game: nothing is lost, and a journal is the whole match.

Each function gives all that is wrong, in words for whoever writes the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.journal import read_journal, write_journal
from rules.match import Match
from rules.simulation import Simulation

LONGEST = 5_000
"""No match takes nearly as many choices; one that does would never end."""


def faults(simulation: Simulation) -> Iterator[str]:
    """Whatever is wrong with the table now, by the invariants of all games and of its own."""
    yield from misplaced(simulation)
    match = simulation.match
    yield from match.game.faults(match.table)


def misplaced(simulation: Simulation) -> Iterator[str]:
    """All pieces are in one place each, and what is known agrees with the truth of the dealer."""
    places = simulation.match.table.places
    lying = [piece for pile in places.piles.values() for piece in pile.known]
    everything = simulation.match.game.pieces.values()
    found = {*lying, *places.unseen}
    yield from (f"{piece.id} is lost" for piece in everything if piece not in found)
    if len(lying) + len(places.unseen) != len(everything):
        yield "a piece lies in two places, or is unseen and lies open"
    if sum(pile.unknown for pile in places.piles.values()) != len(places.unseen):
        yield "there are more or fewer face-down pieces than unseen ones"
    for place, pile in places.piles.items():
        truth = simulation.dealer.piles[place]
        if not (truth or pile.known or pile.unknown):
            continue
        known = set(pile.known) - places.untagged
        if pile.unknown < 0 or len(truth) != len(known) + pile.unknown:
            yield f"{place} is thought to hold {len(known) + pile.unknown}, not {len(truth)} pieces"
        if not known.issubset(truth):
            yield f"{place} does not hold all that is thought to lie open there"
        if not all(piece in known or piece in places.unseen for piece in truth):
            yield f"{place} holds a piece that is thought to lie open elsewhere"


def replay_faults(match: Match[Any]) -> Iterator[str]:
    """The journal of a match leads to the same table and the same question again."""
    return differences(match, read_journal(write_journal(match)))


def differences(match: Match[Any], other: Match[Any]) -> Iterator[str]:
    if match.journal != other.journal:
        yield "the journals differ"
    if match.table != other.table:
        yield "the tables differ"
    if match.table.key() != other.table.key():
        yield "the keys of the tables differ"
    if match.choice is None or other.choice is None:
        if match.choice is not other.choice:
            yield "only one of the matches is over"
        return
    if match.choice.asking() != other.choice.asking():
        yield "something else is asked"
    if [o.key for o in match.choice.options] != [o.key for o in other.choice.options]:
        yield "there are other options"
