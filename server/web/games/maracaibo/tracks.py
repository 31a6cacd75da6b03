"""The tracks beside the map: influence with ranks, ownership markers, the explorers' trail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.flow import Seat
from rules.maracaibo.actions.exploring import is_gone, reward_text
from rules.maracaibo.actions.influence import next_rank
from rules.maracaibo.actions.quests import terms
from rules.maracaibo.actions.supply import count
from rules.maracaibo.names import BARRIER_NAMES, INCOME, NATION_NAMES
from rules.maracaibo.places import trail_quest
from rules.maracaibo.printed.board import Space
from rules.maracaibo.printed.describe import steps_text
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.scoring import majority_bonus
from rules.maracaibo.solo.account import steps_between
from rules.maracaibo.table import Table
from rules.text import Plural, Text
from server.web.games.maracaibo.faces import quest_terms

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
    house: bool
    """Its ranks are house values."""

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
    house: bool
    """Its reward, or where it leads, is a house value."""


@dataclass(frozen=True, slots=True)
class Incomes:
    seat: Seat
    doubloons: int
    doubloons_most: int
    points: int
    points_most: int
    beside: int
    """Points beside the doubloon track, at the end."""
    house: bool
    """These points are house values."""


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
        key=key,
        name=NATION_NAMES[key],
        owned=table.owned(key),
        left=table.rows[key],
        empty=empty,
        bonus=bonus,
        banners=tuple(
            (step, rank, _LEFT + step * _STEP) for step, rank in table.board.ranks[key].items()
        ),
        standings=tuple(standings),
        width=2 * _LEFT + table.board.influence_length * _STEP,
        height=36 + len(table.everyone) * _LANE,
        house=table.box.printed.is_open(f"influence.ranks.{key}"),
    )


def incomes(table: Table) -> list[Incomes]:
    """None before the set-up has put the markers on their first spaces."""
    return [
        Incomes(
            seat,
            table.has(seat, INCOME["doubloons"]),
            table.board.doubloon_income_most,
            table.has(seat, INCOME["vp"]),
            table.board.vp_income_most,
            count(table, seat, "doubloon_track_vp"),
            table.box.printed.is_open("doubloon_track.vp"),
        )
        for seat in table.seats
        if table.phase != "set_up"
    ]


def trail(table: Table, seat: Seat) -> list[Stage]:
    return [_stage(table, space, seat) for space in table.board.spaces.values()]


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
        key=space.id,
        number=space.number,
        reward=reward,
        barrier=space.barrier,
        barrier_name=BARRIER_NAMES[space.barrier] if space.barrier else None,
        quest=quest is not None,
        gone=is_gone(table, space) and table.phase != "set_up",
        end=space.end,
        seats=tuple(side for side in table.everyone if _stands(table, side, space)),
        x=x,
        y=y,
        lines=tuple(_lines(table, space)),
        onward=Plural("{n} step ahead", "{n} steps ahead", steps) if steps else None,
        house=table.box.printed.is_open(f"explorer.spaces[{space.id}]"),
    )


def _stands(table: Table, seat: Seat, space: Space) -> bool:
    return table.phase != "set_up" and table.player(seat).explorer == space.id


def _spot(space: Space) -> tuple[float, float]:
    """The lower branch of a fork is drawn below the upper one."""
    row, column = divmod(space.number, _IN_ROW)
    below = _BRANCH if space.id != str(space.number) else 0
    return 18 + column * _SPACE, 26 + row * _ROW + below


def _lines(table: Table, space: Space) -> Iterator[str]:
    x, y = _spot(space)
    for following in space.next:
        onto_x, onto_y = _spot(table.board.space(following))
        if onto_x > x:
            yield f"M{x:g} {y:g}L{onto_x:g} {onto_y:g}"
