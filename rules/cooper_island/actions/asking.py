"""How a player is asked: with everything else that may be done at that moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, TypeVar

from rules.cooper_island.table import Table
from rules.flow import Anytime, Flow, Menu, Option, Seat, ask_amid, choose
from rules.text import Text

SKIP = "skip"
Offers = Callable[[Table, Seat], Iterator[Option[Any]]]
F = TypeVar("F", bound=Offers)

_ANYTIME: list[Offers] = []


def at_any_time(offers: F) -> F:
    """Decorates the menu of an action that is marked with an hourglass."""
    _ANYTIME.append(offers)
    return offers


def anytime_menu(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """What can be done now besides answering: only what changes something is offered."""
    return chain.from_iterable(offers(table, seat) for offers in _ANYTIME)


def can_do_something(table: Table, seat: Seat) -> bool:
    return next(anytime_menu(table, seat), None) is not None


def ask(
    table: Table, seat: Seat, prompt: Text, menu: Menu[Any], next_key: str | None = None
) -> Flow[Any]:
    """Ask something that has to be answered; anything may be done before it is."""
    return ask_amid(
        table,
        seat,
        lambda: choose(seat, prompt, lambda: chain(menu(), anytime_menu(table, seat)), next_key),
    )


def ask_or_skip(table: Table, seat: Seat, prompt: Text, menu: Menu[Any]) -> Flow[Any]:
    """Ask something that may be left out; None if it is. Nothing is asked where nothing can be
    done at all.
    """
    if all(option.blocked for option in menu()) and not can_do_something(table, seat):
        return None
    answer = yield from ask(table, seat, prompt, lambda: chain(menu(), (skip_option(),)), SKIP)
    return None if answer == SKIP else answer


def skip_option() -> Option[Any]:
    return Option(SKIP, SKIP, Text("Leave it"), record=Text("Leaves it"))


def pause(table: Table, seat: Seat, prompt: Text, key: str, text: Text) -> Flow[None]:
    """The last moment before something happens, if there is anything that could be done first."""
    while can_do_something(table, seat):
        answer = yield from choose(
            seat,
            prompt,
            lambda: chain((Option(key, key, text),), anytime_menu(table, seat)),
            key,
        )
        if not isinstance(answer, Anytime):
            return
        flow = answer.do(table, seat)
        if flow is not None:
            yield from flow
