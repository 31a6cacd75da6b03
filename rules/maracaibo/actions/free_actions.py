"""Free actions: at any moment of phase B, as many as one likes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from rules.flow import Anytime, Flow, Menu, Option, Seat, ask_amid, choose, yes_or_no_option
from rules.maracaibo.actions.careers import career_menu
from rules.maracaibo.actions.drawing import can_draw, draw_menu, draw_next_key, draw_prompt
from rules.maracaibo.actions.hands import Verbs, ask_hand, lay_from_hand, why_not_in_hand
from rules.maracaibo.actions.supply import gain, return_figures
from rules.maracaibo.names import COMBAT_POINTS, FIGURES
from rules.maracaibo.pieces import ProjectCard
from rules.maracaibo.places import hand, planning
from rules.maracaibo.printed.nodes import Cost
from rules.maracaibo.table import Table
from rules.pieces import Move
from rules.text import Plural, Text

MUSTER, END = "muster", "end_phase"


@dataclass(frozen=True, slots=True)
class Plan(Anytime):
    """The answer that moves a card to the planning area."""

    card: ProjectCard

    def do(self, table: Table, seat: Seat) -> None:
        lay_from_hand(table, seat, self.card, planning(seat))


@dataclass(frozen=True, slots=True)
class Muster(Anytime):
    """The answer that returns a figure for combat points."""

    def do(self, table: Table, seat: Seat) -> None:
        because = Text("A figure became combat points")
        return_figures(table, seat, 1, because)
        gain(table, seat, COMBAT_POINTS, table.rulings.figure_to_combat, because, "combat")


def ask(
    table: Table,
    seat: Seat,
    prompt: Text,
    menu: Menu[Any],
    next_key: str | None = None,
    verbs: Verbs | None = None,
    refused: Menu[Any] | None = None,
) -> Flow[Any]:
    """Ask something in phase B; free actions may be done first, and then it is asked again.

    It is not asked if there is only one answer.
    """
    return ask_amid(
        table,
        seat,
        lambda: ask_hand(
            table,
            seat,
            prompt,
            lambda: chain(menu(), free_menu(table, seat)),
            {**(verbs or {}), **plan_verb(table, seat)},
            next_key,
            refused,
            spare=not table.rulings.asks_all,
        ),
    )


def last_free_actions(table: Table, seat: Seat) -> Flow[Any]:
    """After the main action: the first answer of phase C, or None if it has not been asked yet.

    They are offered where the first card is drawn. Only a player whose hand is full is asked for
    them alone, as long as there is anything that could be done.
    """
    while can_do_something_free(table, seat):
        answer = yield from ask_last(table, seat)
        if not isinstance(answer, Anytime):
            return None if answer == END else answer
        answer.do(table, seat)
    return None


def ask_last(table: Table, seat: Seat) -> Flow[Any]:
    """Ask what to draw, or else whether the turn is over; free actions may be done first."""
    verbs = plan_verb(table, seat)
    if table.rulings.asks_all or not can_draw(table, seat):
        end = Option(END, END, Text("Draw cards"))
        prompt = Text("Free actions, or draw cards")
        if not table.rulings.asks_all:
            end = Option(END, END, Text("End the turn"))
            prompt = Text("Free actions, or end the turn")
        return ask_hand(table, seat, prompt, lambda: (end, *free_menu(table, seat)), verbs, END)
    return ask_hand(
        table,
        seat,
        draw_prompt(table, seat),
        lambda: chain(draw_menu(table, seat), free_menu(table, seat)),
        verbs,
        draw_next_key(table),
    )


def ask_first(
    table: Table, seat: Seat, prompt: Text, menu: Menu[Any], next_key: str | None = None
) -> Flow[Any]:
    """Ask something that may cost doubloons or figures: a task claimed first may bring them."""
    return ask_amid(
        table,
        seat,
        lambda: choose(
            seat,
            prompt,
            lambda: chain(menu(), free_menu(table, seat)),
            next_key,
            spare=not table.rulings.asks_all,
        ),
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be had for a price, and how it is asked."""

    prompt: Text
    word: str
    """How the keys of its answers begin."""
    cost: Cost
    why_not: Callable[[], Text | None]
    """Why it cannot be had now."""
    yes: Text | None = None
    no: Text | None = None
    moves: tuple[Move, ...] = ()

    def menu(self) -> tuple[Option[bool], Option[bool]]:
        accept, refuse = f"{self.word}:yes", f"{self.word}:no"
        return (
            yes_or_no_option(accept, True, self.prompt, self.yes, self.moves, self.why_not()),
            yes_or_no_option(refuse, False, self.prompt, self.no),
        )


def ask_offer(table: Table, seat: Seat, offer: Offer) -> Flow[bool]:
    """Ask whether to pay for something; nothing is asked where that is out of the question."""
    if offer.why_not() and not could_help(table, seat, offer.cost):
        return False
    wanted = yield from ask_first(table, seat, offer.prompt, offer.menu, f"{offer.word}:no")
    return bool(wanted)


def could_help(table: Table, seat: Seat, cost: Cost) -> bool:
    """Whether a free action brings something that a cost asks for."""
    for option in free_menu(table, seat):
        brings = cost.combat_points if option.key == MUSTER else cost.doubloons or cost.figures
        if brings and option.blocked is None:
            return True
    return False


def free_menu(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Tasks are claimed in one's own turn, not during a scoring."""
    if table.phase != "scoring":
        yield from career_menu(table, seat)
    yield from muster_menu(table, seat)


def plan_verb(table: Table, seat: Seat) -> Verbs:
    """Cards are planned in one's own turn, not during a scoring."""
    if table.phase == "scoring":
        return {}
    return {"plan": lambda card: plan_option(table, seat, card)}


def can_do_something_free(table: Table, seat: Seat) -> bool:
    """Whether it is worth asking for free actions alone."""
    room = len(table.places[planning(seat)]) < table.board.planning_spaces
    return (room and table.places.count(hand(seat)) > 0) or any(
        option.blocked is None for option in free_menu(table, seat)
    )


def plan_option(table: Table, seat: Seat, card: ProjectCard) -> Option[Plan]:
    """A card of the hand goes to one of the three planning spaces, if one is free."""
    blocked = why_not_in_hand(table, seat, card)
    if len(table.places[planning(seat)]) >= table.board.planning_spaces:
        blocked = Plural(
            "{seat} has {n} planning space, none free",
            "{seat} has {n} planning spaces, none free",
            table.board.planning_spaces,
            seat=seat,
        )
    return Option(
        f"plan:{card.id}",
        Plan(card),
        Text("Plan {card}", card=card.name),
        (Move(card, hand(seat), planning(seat)),),
        blocked,
    )


def muster_menu(table: Table, seat: Seat) -> Iterator[Option[Muster]]:
    """With the right card, figures can be returned for combat points at any moment."""
    n = table.rulings.figure_to_combat
    if not table.power(seat, "figure_to_combat"):
        return
    blocked = None
    if not table.has(seat, FIGURES):
        blocked = Text("{seat} has no figure left", seat=seat)
    elif table.has(seat, COMBAT_POINTS) >= table.board.combat_points_most:
        blocked = Plural(
            "{seat}: at most {n} combat point",
            "{seat}: at most {n} combat points",
            table.board.combat_points_most,
            seat=seat,
        )
    text = Plural(
        "Return a figure for {n} combat point", "Return a figure for {n} combat points", n
    )
    yield Option(MUSTER, Muster(), text, (), blocked, by_phone=True)
