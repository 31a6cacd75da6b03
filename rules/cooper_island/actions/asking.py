"""How a player is asked: with everything else that may be done at that moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, TypeVar

from rules.cooper_island.table import Table
from rules.flow import Anytime, Flow, Menu, Option, Seat, ask_amid, choose
from rules.pieces import Move
from rules.text import Text

SKIP = "skip"
Offers = Callable[[Table, Seat], Iterator[Option[Any]]]
F = TypeVar("F", bound=Offers)

_ANYTIME: list[Offers] = []
_IN_VAIN: list[Offers] = []


def at_any_time(offers: F) -> F:
    """Decorates the menu of an action that is marked with an hourglass."""
    _ANYTIME.append(offers)
    return offers


def in_vain_at_any_time(refusals: F) -> F:
    """Decorates what lists the moves of hands for which such an action would be needed."""
    _IN_VAIN.append(refusals)
    return refusals


def anytime_menu(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """What can be done now besides answering: only what changes something is offered."""
    return chain.from_iterable(offers(table, seat) for offers in _ANYTIME)


def can_do_something(table: Table, seat: Seat) -> bool:
    return next(anytime_menu(table, seat), None) is not None


def refusals(table: Table, seat: Seat, refused: Menu[Any] | None) -> Iterator[Option[Any]]:
    """What hands could try at a question, each move once, with the reason of the question itself
    before others.
    """
    found: dict[str, Option[Any]] = {}
    own = refused() if refused else ()
    for option in chain(own, *(in_vain(table, seat) for in_vain in _IN_VAIN)):
        found.setdefault(option.key, option)
    return iter(found.values())


def ask(
    table: Table,
    seat: Seat,
    prompt: Text,
    menu: Menu[Any],
    proposed: Callable[[], str | None] = lambda: None,
    refused: Menu[Any] | None = None,
) -> Flow[Any]:
    """Ask something that has to be answered; anything may be done before it is, which may change
    what is proposed.
    """
    return ask_amid(
        table,
        seat,
        lambda: choose(
            seat,
            prompt,
            lambda: chain(menu(), anytime_menu(table, seat)),
            proposed(),
            lambda: refusals(table, seat, refused),
        ),
    )


def ask_or_skip(
    table: Table,
    seat: Seat,
    prompt: Text,
    menu: Menu[Any],
    refused: Menu[Any] | None = None,
    proposed: str = SKIP,
) -> Flow[Any]:
    """Ask something that may be left out; None if it is. Nothing is asked where nothing can be
    done at all, or nothing any more. NEXT does what is `proposed`, or leaves it if that is blocked.
    """
    again = False
    while again or any(not option.blocked for option in menu()) or can_do_something(table, seat):
        answer = yield from choose(
            seat,
            prompt,
            lambda: chain(menu(), (skip_option(),), anytime_menu(table, seat)),
            proposed if proposed != SKIP and _is_possible(proposed, menu) else SKIP,
            lambda: refusals(table, seat, refused),
        )
        if not isinstance(answer, Anytime):
            return None if answer == SKIP else answer
        yield from _do(answer, table, seat)
        again = not table.rulings.phases_open
    return None


def _is_possible(key: str, menu: Menu[Any]) -> bool:
    return any(option.key == key and option.blocked is None for option in menu())


def _do(action: Anytime, table: Table, seat: Seat) -> Flow[None]:
    flow = action.do(table, seat)
    if flow is not None:
        yield from flow


def skip_option() -> Option[Any]:
    return Option(SKIP, SKIP, Text("Leave it"), record=Text("Leaves it"))


def in_vain(move: Move, why: Text) -> Option[Any]:
    """What hands can do although it is not allowed."""
    assert move.piece is not None
    key = f"move:{move.piece.id}:{move.target}"
    return Option(key, None, move.piece.name, (move,), why)


def pause(
    table: Table,
    seat: Seat,
    prompt: Text,
    key: str,
    text: Text,
    refused: Menu[Any] | None = None,
    matters: Callable[[Table, Seat], bool] = can_do_something,
) -> Flow[None]:
    """The last moment before something happens, if there is anything that could be done first, and
    as long as it `matters`.
    """
    while can_do_something(table, seat) and matters(table, seat):
        answer = yield from choose(
            seat,
            prompt,
            lambda: chain((Option(key, key, text),), anytime_menu(table, seat)),
            key,
            lambda: refusals(table, seat, refused),
        )
        if not isinstance(answer, Anytime):
            return
        yield from _do(answer, table, seat)
