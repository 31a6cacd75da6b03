"""Milestones: reaching them, and recruiting workers with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.cooper_island import announced
from rules.cooper_island.actions.asking import (
    ask,
    at_any_time,
    in_vain,
    in_vain_at_any_time,
)
from rules.cooper_island.actions.sailing import navigate
from rules.cooper_island.actions.vocabulary import under_way
from rules.cooper_island.pieces import Owned, RoyalCard
from rules.cooper_island.places import cells, numbered, own, royal
from rules.cooper_island.printed.names import MILESTONE_NAMES, WORKER_NAMES
from rules.cooper_island.table import STATUE, WORK, Table
from rules.flow import Anytime, Flow, Option, Seat
from rules.pieces import Move
from rules.text import Plural, Text

HIRE, NP = "hire", "np"


def reached(table: Table, seat: Seat, goal: str) -> int:
    match goal:
        case "boats":
            return len(table.boats(seat)) + len(table.boats(seat, flipped=True))
        case "structures":
            return table.built(seat)
        case "statues":
            return table.player(seat).standing(STATUE)
    return table.lids_gained(seat)


def turn_milestones(table: Table, seat: Seat) -> None:
    """A milestone is turned over as soon as its goal is reached."""
    for token in table.own("milestones", seat):
        if reached(table, seat, token.type) >= table.rule("milestone_needs"):
            table.places.move(token, own("milestones", seat), own("met", seat))
            announced.milestone(table, seat, token)


@dataclass(frozen=True, slots=True)
class Recruit(Anytime):
    """A reached milestone goes to a recruitment cell."""

    token: Owned

    def do(self, table: Table, seat: Seat) -> Flow[None]:
        return recruit(table, seat, self.token)


@at_any_time
def recruit_menu(table: Table, seat: Seat) -> Iterator[Option[Recruit]]:
    """In one's own turn of the worker phase, one after another."""
    recruiting = any(what.startswith("milestone/") for what in table.player(seat).under_way)
    if table.phase == WORK and table.active is seat and not recruiting:
        for token in table.own("met", seat):
            text = Text("Recruit with {milestone}", milestone=MILESTONE_NAMES[token.type])
            yield Option(f"recruit:{token.type}", Recruit(token), text)


@in_vain_at_any_time
def milestones_in_vain(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Milestones that are not reached, or not now, and cells that are full."""
    n = table.rule("milestone_needs")
    for token in table.own("milestones", seat):
        has = reached(table, seat, token.type)
        why = Text("{what} takes {n}, {seat} has {has}", what=token.name, n=n, seat=seat, has=has)
        yield from _to_cells(table, seat, token, "milestones", why)
    if table.phase != WORK or table.active is not seat:
        why = Text("Recruit only in your own turn")
        for token in table.own("met", seat):
            yield from _to_cells(table, seat, token, "met", why)


def _to_cells(
    table: Table, seat: Seat, token: Owned, source: str, why: Text
) -> Iterator[Option[Any]]:
    for cell in cells(table.board):
        yield in_vain(Move(token, own(source, seat), numbered("cell", seat, cell)), why)


def free_cells(table: Table, seat: Seat) -> dict[str, str]:
    """The next free cell of each kind."""
    found: dict[str, str] = {}
    for cell in cells(table.board):
        kind = cell.partition("_")[0]
        if not table.places[numbered("cell", seat, cell)]:
            found.setdefault(kind, cell)
    return found


def recruit(table: Table, seat: Seat, token: Owned) -> Flow[None]:
    """Navigation points, or one more worker for the rest of the game."""
    with under_way(table, seat, token.id):
        kind = yield from ask(
            table, seat, Text("Which recruitment cell?"), lambda: cell_menu(table, seat, token)
        )
        cell = free_cells(table, seat)[kind]
        table.places.move(token, own("met", seat), numbered("cell", seat, cell))
        if kind == NP:
            because = Text("Recruitment cell")
            yield from navigate(table, seat, table.rule("recruit_np"), because)
        else:
            yield from hire(table, seat)


def cell_menu(table: Table, seat: Seat, token: Owned) -> Iterator[Option[str]]:
    n = table.rule("recruit_np")
    texts = {
        HIRE: Text("Hire a worker"),
        NP: Plural("{n} navigation point", "{n} navigation points", n),
    }
    for kind, cell in free_cells(table, seat).items():
        move = Move(token, own("met", seat), numbered("cell", seat, cell))
        yield Option(f"cell:{kind}", kind, texts[kind], (move,))


def hire(table: Table, seat: Seat) -> Flow[None]:
    """A waiting worker becomes available. For a special one, a worker has to go to the king."""
    special = yield from ask(
        table, seat, Text("Hire which worker?"), lambda: hire_menu(table, seat)
    )
    worker = waiting(table, seat, special)[0]
    table.places.move(worker, own("waiting", seat), own("available", seat))
    if special:
        with under_way(table, seat, "royal"):
            yield from send_to_the_king(table, seat)


def waiting(table: Table, seat: Seat, special: bool) -> list[Owned]:
    kind = "special" if special else "worker"
    return [worker for worker in table.own("waiting", seat) if worker.type == kind]


def hire_menu(table: Table, seat: Seat) -> Iterator[Option[bool]]:
    for special, name in WORKER_NAMES.items():
        workers = waiting(table, seat, special)
        kind = "special" if special else "normal"
        if workers:
            move = Move(workers[0], own("waiting", seat), own("available", seat))
            yield Option(f"hire:{kind}", special, name, (move,))


def send_to_the_king(table: Table, seat: Seat) -> Flow[None]:
    """One available worker of any kind goes to a free royal card, and stays there."""
    special = yield from ask(
        table,
        seat,
        Text("Which worker for a royal card?"),
        lambda: [
            Option(f"send:{'special' if kind else 'normal'}", kind, name)
            for kind, name in WORKER_NAMES.items()
            if table.available(seat, kind)
        ],
    )
    with under_way(table, seat, f"send:{special}"):
        card: RoyalCard = yield from ask(
            table,
            seat,
            Text("To which royal card?"),
            lambda: royal_menu(table, seat, special),
        )
    worker = table.available(seat, special)[0]
    table.places.move(worker, own("available", seat), royal(card.number))


def royal_menu(table: Table, seat: Seat, special: bool) -> Iterator[Option[RoyalCard]]:
    worker = table.available(seat, special)[0]
    for card in table.royals():
        taken = table.places[royal(card.number)]
        blocked = Text("Already taken") if taken else None
        move = Move(worker, own("available", seat), royal(card.number))
        yield Option(f"royal:{card.number}", card, card.name, (move,), blocked)
