"""The printed board and mats: what the edition says, with the owner's values if there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.edition import Edition
from rules.navegador.pieces import CATEGORIES, GOODS, PORTUGAL, REGIONS, edition

FACTORIES = ("sugar_factory", "gold_factory", "spice_factory")
SHIPYARD, CHURCH = "shipyard", "church"
ROWS = (*FACTORIES, SHIPYARD, CHURCH)
"""The rows of the table of buildings, from the top."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    goods: Mapping[str, str]
    """What grows in each region."""
    stacks: Mapping[str, int]
    """How many colony tiles lie in each region."""
    neighbours: Mapping[str, tuple[str, ...]]
    prices: Mapping[str, tuple[int, ...]]
    """The price of each cell of the table of buildings, row by row."""
    refill: Mapping[int, tuple[int, int]]
    """By number of players: privileges in each arch when the second and the third phase begin."""
    points: Mapping[str, int]
    """For each thing of a category, without privileges."""
    cash: Mapping[str, tuple[int, ...]]
    """For each thing of a category when a privilege covers the slot, from the top."""


def board_of(edition: Edition) -> Board:
    neighbours: dict[str, list[str]] = {region: [] for region in REGIONS}
    for pair, shared in edition.typed("borders", dict[str, bool]).items():
        if shared:
            one, other = pair.split("-")
            neighbours[one].append(other)
            neighbours[other].append(one)
    seats = edition.numbers("rules.seats")
    refill = {}
    for number in range(seats[0], seats[1] + 1):
        second, third = edition.numbers(f"refill.for_{number}")
        refill[number] = second, third
    return Board(
        edition.typed("goods", dict[str, str]),
        edition.counts("stacks"),
        {region: tuple(others) for region, others in neighbours.items()},
        {row: tuple(edition.numbers(f"prices.{row}")) for row in ROWS},
        refill,
        edition.counts("points"),
        {category: tuple(edition.numbers(f"cash.{category}")) for category in CATEGORIES},
    )


def board_for(settings: Mapping[str, str]) -> Board:
    """The board that a match is played on: its settings have every value that is not known."""
    return _board_with(tuple((path, settings[path]) for path in edition().house))


@lru_cache(maxsize=16)
def _board_with(own: tuple[tuple[str, str], ...]) -> Board:
    return board_of(edition().laid_over(dict(own)))


@dataclass(frozen=True, slots=True)
class Reach:
    """What ships can get to from one region: explored ones, and ones they would discover."""

    known: tuple[str, ...]
    unknown: tuple[str, ...]


@lru_cache(maxsize=2048)
def reach(board: Board, unexplored: frozenset[str], borders: int) -> Mapping[str, Reach]:
    """Where a ship can sail from each region, across so many borders.

    An unexplored region is the end of the voyage: ships do not sail through it.
    """
    return {region: _reach_from(board, unexplored, borders, region) for region in REGIONS}


def _reach_from(board: Board, unexplored: frozenset[str], borders: int, start: str) -> Reach:
    reached, edge = {start}, [start]
    for _ in range(borders):
        edge = [
            other
            for region in edge
            if region not in unexplored
            for other in board.neighbours[region]
            if other not in reached
        ]
        edge = list(dict.fromkeys(edge))
        reached.update(edge)
    found = [region for region in REGIONS if region in reached and region != start]
    return Reach(
        tuple(region for region in found if region not in unexplored),
        tuple(region for region in found if region in unexplored),
    )


@lru_cache(maxsize=16)
def distances(board: Board) -> Mapping[tuple[str, str], int]:
    """How many borders lie between two regions, wherever they can be crossed."""
    found = {}
    for start in REGIONS:
        for borders in range(len(REGIONS) - 1, 0, -1):
            for region in _reach_from(board, frozenset(), borders, start).known:
                found[start, region] = borders
    return found


def red_borders(board: Board) -> frozenset[frozenset[str]]:
    """The pairs of regions with a red line between them: coming from Portugal, ships cross it into
    a region that begins a phase.
    """
    apart = distances(board)
    gates = (edition().text("rules.second_phase"), edition().text("rules.third_phase"))
    return frozenset(
        frozenset((gate, other))
        for gate in gates
        for other in board.neighbours[gate]
        if apart.get((PORTUGAL, other), 0) < apart[PORTUGAL, gate]
    )


def reachable(board: Board, unexplored: frozenset[str]) -> frozenset[str]:
    """All that ships could get to in the end without passing through these unexplored regions."""
    found = _reach_from(board, unexplored, len(REGIONS), PORTUGAL)
    return frozenset((*found.known, *found.unknown))


def explorable() -> frozenset[str]:
    return frozenset(REGIONS) - {PORTUGAL}


def good_of_factory(row: str) -> str:
    return GOODS[FACTORIES.index(row)]
