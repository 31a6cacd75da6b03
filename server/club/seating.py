"""Who sits with whom in a round of a tournament: people meet whom they have not met yet."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Pair = frozenset[str]


def met_before(rounds: Iterable[Iterable[Sequence[str]]]) -> Counter[Pair]:
    """How often everybody has sat with everybody else."""
    return Counter(
        frozenset(pair)
        for tables in rounds
        for table in tables
        for pair in combinations(sorted(table), 2)
    )


def sizes(players: int, least: int, most: int) -> list[int]:
    """As few tables as possible, as even as possible; none if so many cannot be divided so."""
    if not players:
        return []
    tables = -(-players // most)
    small, more = divmod(players, tables)
    if small < least:
        return []
    return [small + (number < more) for number in range(tables)]


def seat(
    players: Sequence[str], least: int, most: int, met: Mapping[Pair, int], seed: int
) -> list[list[str]]:
    """Everybody at a table, so that as few as possible meet again; the same for the same seed.

    People change places as long as that brings anything, from several shuffled beginnings.
    """
    best: list[list[str]] = []
    least_cost: int | None = None
    for attempt in range(_ATTEMPTS):
        tables = _shuffled(players, sizes(len(players), least, most), f"{seed}/{attempt}")
        cost = _improve(tables, met)
        if least_cost is None or cost < least_cost:
            best, least_cost = tables, cost
        if not cost:
            break
    return best


_ATTEMPTS = 8


def _shuffled(players: Sequence[str], of: Sequence[int], seed: str) -> list[list[str]]:
    mixed = list(players)
    random.Random(seed).shuffle(mixed)
    tables, start = [], 0
    for size in of:
        tables.append(mixed[start : start + size])
        start += size
    return tables


def _improve(tables: list[list[str]], met: Mapping[Pair, int]) -> int:
    """Change people's places until nothing gets better; what meetings again cost in the end."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for i, j in _places(tables[one], tables[other]):
                before = _cost(tables[one], met) + _cost(tables[other], met)
                _swap(tables, one, i, other, j)
                if _cost(tables[one], met) + _cost(tables[other], met) < before:
                    better = True
                else:
                    _swap(tables, one, i, other, j)
    return sum(_cost(table, met) for table in tables)


def _places(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    return [(i, j) for i in range(len(one)) for j in range(len(other))]


def _swap(tables: list[list[str]], one: int, i: int, other: int, j: int) -> None:
    tables[one][i], tables[other][j] = tables[other][j], tables[one][i]


def _cost(table: Sequence[str], met: Mapping[Pair, int]) -> int:
    """To meet twice more is worse than that two pairs meet once more."""
    return sum(met.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))
