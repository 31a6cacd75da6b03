"""Careers: three tasks, each done once, the easy way or the hard one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.flow import Anytime, Option, Seat
from rules.maracaibo import announced
from rules.maracaibo.actions.supply import count
from rules.maracaibo.names import DOUBLOONS, FIGURES, VP
from rules.maracaibo.pieces import Goal
from rules.maracaibo.places import BOX
from rules.maracaibo.places import career as career_of
from rules.maracaibo.printed.describe import amount_text, goal_text
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.table import Table
from rules.text import Text, listing


@dataclass(frozen=True, slots=True)
class Claim(Anytime):
    """The answer that claims a task: its number from 0, and easy or hard."""

    number: int
    level: str

    def do(self, table: Table, seat: Seat) -> None:
        claim(table, seat, self)


def influences(table: Table, seat: Seat) -> list[int]:
    """One's influence with the three nations, the best first."""
    return sorted((table.has(seat, nation) for nation in NATIONS), reverse=True)


_REACHED: Mapping[str, Callable[[Table, Seat], int]] = {
    "combat_tokens": lambda table, seat: count(table, seat, "combat_token"),
    "quest_tiles": lambda table, seat: count(table, seat, "quest_tile"),
    "influence_one": lambda table, seat: influences(table, seat)[0],
    "influence_two": lambda table, seat: influences(table, seat)[1],
    "upgrades": lambda table, seat: count(table, seat, "upgrade"),
    "synergy_tokens": lambda table, seat: count(table, seat, "synergy_token"),
    "assistants": lambda table, seat: count(table, seat, "assistant"),
}


def reached(table: Table, seat: Seat, goal: Goal) -> int:
    """How far one has come towards a goal; a barrier is crossed or not."""
    if goal.kind == "barrier":
        return goal.n if goal.colour in table.player(seat).barriers else 0
    return _REACHED[goal.kind](table, seat)


def why_not_reached(seat: Seat, goal: Goal, so_far: int) -> Text | None:
    if so_far >= goal.n:
        return None
    if goal.kind == "barrier":
        return Text("{seat}'s explorer has not crossed it", seat=seat)
    return Text("Takes {n}, {seat} has {reached}", n=goal.n, seat=seat, reached=so_far)


@cache
def task_text(goal: Goal) -> Text:
    return Text("Career: {goal}", goal=goal_text(goal))


def career_menu(table: Table, seat: Seat) -> Iterator[Option[Claim]]:
    """The tasks that are still open, both ways."""
    career = table.career(seat)
    if career is None:
        return
    tasks, board = table.player(seat).tasks, table.board
    promotion = (0, 0)
    if tasks.count("") == 1:
        promotion = (board.career_done_doubloons, board.career_done_vp)
    for number, task in enumerate(career.tasks):
        if tasks[number]:
            continue
        for level, goal in (("easy", task.easy), ("hard", task.hard)):
            yield claim_option(number, level, goal, promotion, seat, reached(table, seat, goal))


@lru_cache(maxsize=4096)
def claim_option(
    number: int, level: str, goal: Goal, promotion: tuple[int, int], seat: Seat, so_far: int
) -> Option[Claim]:
    """Tasks are offered at nearly every question, and hardly anything about them changes."""
    return Option(
        f"career:{number + 1}:{level}",
        Claim(number, level),
        claim_text(goal, *promotion),
        (),
        why_not_reached(seat, goal, so_far),
        by_phone=True,
    )


@cache
def claim_text(goal: Goal, doubloons: int, points: int) -> Text:
    """A task and all that it would bring now, with what the last of three brings on top."""
    gains = {DOUBLOONS: goal.doubloons + doubloons, VP: goal.vp + points, FIGURES: 1}
    gain = listing(amount_text(what, n) for what, n in gains.items() if n)
    return Text("{task} – {gain}", task=task_text(goal), gain=gain)


def claim(table: Table, seat: Seat, claimed: Claim) -> None:
    """The reward, and the figure of the task for one's own supply.

    All three bring something more, and their card leaves the game.
    """
    number, level = claimed.number, claimed.level
    career = table.career(seat)
    assert career is not None
    task = career.tasks[number]
    goal = task.easy if level == "easy" else task.hard
    because = task_text(goal)
    tasks = table.player(seat).tasks
    tasks[number] = level
    table.ledger.gain(seat, DOUBLOONS, goal.doubloons, because)
    table.ledger.gain(seat, VP, goal.vp, because, kind="career")
    table.ledger.gain(seat, FIGURES, 1, because)
    announced.career(table, seat, because, promoted=all(tasks))
    if all(tasks):
        because = Text("Career: all three tasks, admiral")
        table.ledger.gain(seat, DOUBLOONS, table.board.career_done_doubloons, because)
        table.ledger.gain(seat, VP, table.board.career_done_vp, because, kind="career")
        table.places.move(career, career_of(seat), BOX)
