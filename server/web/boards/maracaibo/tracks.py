"""The tracks beside the map: influence with ranks, ownership markers, the explorers' trail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.flow import Seat
from rules.maracaibo.board import Space, board
from rules.maracaibo.describe import steps_text
from rules.maracaibo.exploring import is_gone, reward_text
from rules.maracaibo.influence import next_rank
from rules.maracaibo.jean_account import steps_between
from rules.maracaibo.names import BARRIER_NAMES, NATION_NAMES
from rules.maracaibo.places import trail_quest
from rules.maracaibo.quests import terms
from rules.maracaibo.scoring import majority_bonus
from rules.maracaibo.supply import count
from rules.maracaibo.table import INCOME, Table
from rules.maracaibo.trees import NATIONS
from rules.text import Plural, Text
from server.web.boards.maracaibo.faces import quest_terms

_STEP, _LEFT, _LANE = 24.0, 14.0, 11.0
_SPACE, _ROW, _BRANCH = 31.0, 78.0, 26.0
_IN_ROW = 11
"""Spaces of the explorers' trail in one row."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a player has come with a nation."""

    seat: Seat
    influence: int
    rank: int
    to_next: int | None
    points: int
    """What the rank would bring if the match ended now."""
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Nation:
    key: str
    name: Text
    owned: int
    left: int
    """Ownership markers left in its row."""
    empty: int
    bonus: int
    banners: tuple[tuple[int, int, float], ...]
    """The steps with a rank, the rank, and where they are drawn."""
    standings: tuple[Standing, ...]
    width: float
    height: float

    @property
    def each(self) -> int:
        """What every rank would bring if the match ended now."""
        return self.empty + self.bonus


@dataclass(frozen=True, slots=True)
class Stage:
    """A space of the explorers' trail."""

    key: str
    number: int
    reward: Text
    barrier: str | None
    barrier_name: Text | None
    quest: bool
    gone: bool
    end: bool
    seats: tuple[Seat, ...]
    x: float
    y: float
    lines: tuple[str, ...]
    """To the spaces that follow in the same row."""
    onward: Text | None
    """How far it is from the explorer of the player asked."""


@dataclass(frozen=True, slots=True)
class Incomes:
    seat: Seat
    doubloons: int
    doubloons_most: int
    points: int
    points_most: int
    beside: int
    """Points beside the doubloon track, at the end."""


def nations(table: Table) -> list[Nation]:
    """None before the set-up has filled their rows."""
    return [_nation(table, nation) for nation in NATIONS if table.rows]


def _nation(table: Table, key: str) -> Nation:
    empty, bonus = table.empty_cells(key), majority_bonus(table, key)
    standings = []
    for lane, seat in enumerate(table.everyone):
        influence, rank = table.has(seat, key), table.rank(seat, key)
        onto = next_rank(table, seat, key)
        x, y = _LEFT + influence * _STEP, 32 + lane * _LANE
        to_next = None if onto is None else onto - influence
        points = rank * (empty + bonus)
        standings.append(Standing(seat, influence, rank, to_next, points, x, y))
    return Nation(
        key,
        NATION_NAMES[key],
        table.owned(key),
        table.rows[key],
        empty,
        bonus,
        tuple((step, rank, _LEFT + step * _STEP) for step, rank in board().ranks[key].items()),
        tuple(standings),
        2 * _LEFT + board().influence_length * _STEP,
        36 + len(table.everyone) * _LANE,
    )


def incomes(table: Table) -> list[Incomes]:
    """None before the set-up has put the markers on their first spaces."""
    return [
        Incomes(
            seat,
            table.has(seat, INCOME["doubloons"]),
            board().doubloon_income_most,
            table.has(seat, INCOME["vp"]),
            board().vp_income_most,
            count(table, seat, "doubloon_track_vp"),
        )
        for seat in table.seats
        if table.phase != "set_up"
    ]


def trail(table: Table, seat: Seat) -> list[Stage]:
    return [_stage(table, space, seat) for space in board().spaces.values()]


def _stage(table: Table, space: Space, seat: Seat) -> Stage:
    x, y = _spot(space)
    quest = table.quest(trail_quest(space.id))
    reward = reward_text(space)
    if quest:
        reward = Text("{what}: {terms}", what=quest.name, terms=quest_terms(terms(table, quest)))
    elif not space.steps:
        reward = Text("start") if not space.number else Text("out of the game")
    else:
        reward = steps_text(space.steps)
    steps = steps_between(table, table.player(seat).explorer, space.id)
    return Stage(
        space.id,
        space.number,
        reward,
        space.barrier,
        BARRIER_NAMES[space.barrier] if space.barrier else None,
        quest is not None,
        is_gone(table, space) and table.phase != "set_up",
        space.end,
        tuple(side for side in table.everyone if _stands(table, side, space)),
        x,
        y,
        tuple(_lines(space)),
        Plural("{n} step ahead", "{n} steps ahead", steps) if steps else None,
    )


def _stands(table: Table, seat: Seat, space: Space) -> bool:
    return table.phase != "set_up" and table.player(seat).explorer == space.id


def _spot(space: Space) -> tuple[float, float]:
    """The lower branch of a fork is drawn below the upper one."""
    row, column = divmod(space.number, _IN_ROW)
    below = _BRANCH if space.id != str(space.number) else 0
    return 18 + column * _SPACE, 26 + row * _ROW + below


def _lines(space: Space) -> Iterator[str]:
    x, y = _spot(space)
    for following in space.next:
        onto_x, onto_y = _spot(board().space(following))
        if onto_x > x:
            yield f"M{x:g} {y:g}L{onto_x:g} {onto_y:g}"
