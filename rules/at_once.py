"""Questions that several players answer at once, each for themselves and in any order.

A phase that all play side by side is one generator for each seat. `at_once` runs them, and asks an
`AtOnce`: what every seat that is not done yet is asked now. Whoever answers goes on alone, so a
journal stays one sequence of answers; each key says whose it is (`skip@red`), and is the same
whatever others have answered before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.flow import Choice, Flow, Option, Seat, V
from rules.text import Text

OF = "@"
"""Stands in a key before the colour of the seat whose answer it is."""
IN_ORDER = "in_order"
"""The answer of somebody to whom it matters who comes first."""


@dataclass(slots=True)
class SeatOption(Option[V]):
    """An answer to the question of one of several seats."""

    plain: Option[V] = field(kw_only=True)
    """The same as the own question of the seat has it."""
    seat: Seat = field(kw_only=True)
    """Whose question it answers."""
    turn: int = field(kw_only=True)
    """When this seat would come if order mattered."""
    leaves: bool = field(kw_only=True)
    """Whether the seat passes its question with it."""


@dataclass(slots=True)
class AtOnce(Choice[Any]):
    """All that is asked of several seats now, in the order of turns.

    Whoever can look at one question only sees that of the first seat, and the answers of all.
    """

    open: tuple[Choice[Any], ...] = field(kw_only=True)
    turns: tuple[Seat, ...] = field(kw_only=True)
    """All who play this phase, in the order of turns."""

    @property
    def questions(self) -> Sequence[Choice[Any]]:
        return self.open

    @property
    def options(self) -> list[Option[Any]]:
        if self._options is None:
            self._options = [
                self.said(question, option) for question in self.open for option in question.options
            ]
            self._options += [self.said(each, order) for each in self.open for order in self.order]
        return self._options

    @property
    def order(self) -> list[Option[Any]]:
        """What each of them may say besides, as long as there is somebody else to come first."""
        if len(self.open) < 2:
            return []
        text = Text("One at a time: {first} first", first=self.open[0].who)
        record = Text("Wants to go one at a time")
        return [Option(IN_ORDER, IN_ORDER, text, by_phone=True, record=record)]

    def said(self, question: Choice[Any], option: Option[Any]) -> SeatOption[Any]:
        """What the option of one of the questions is among those of all."""
        seat = question.who
        return SeatOption(
            whole_key(seat, option.key),
            option.value,
            option.text,
            option.moves,
            option.blocked,
            who=option.who or seat,
            by_phone=option.by_phone,
            record=option.record,
            implied=option.implied,
            plain=option,
            seat=seat,
            turn=self.turns.index(seat),
            leaves=option.key == question.next_key,
        )

    def find(self, key: str) -> Option[Any] | None:
        plain, question = self._meant(key)
        if question is None:
            return None
        if plain == IN_ORDER:
            return next((self.said(question, option) for option in self.order), None)
        option = question.find(plain)
        return option and self.said(question, option)

    def individuals(self, kind_key: str) -> list[Option[Any]]:
        plain, question = self._meant(kind_key)
        return [self.said(question, o) for o in question.individuals(plain)] if question else []

    def asking(self) -> object:
        return tuple(question.asking() for question in self.open)

    def _meant(self, key: str) -> tuple[str, Choice[Any] | None]:
        """A key without its seat, and that seat's question; without a seat it is the first one's,
        as in journals of the time when everybody came in turn.
        """
        plain, _, colour = key.partition(OF)
        if not colour:
            return plain, self.open[0]
        return plain, next((each for each in self.open if each.who.colour == colour), None)


def whole_key(seat: Seat, key: str) -> str:
    return f"{key}{OF}{seat.colour}"


def said_by(choice: Choice[Any] | None, seat: Seat, option: Option[Any]) -> Option[Any]:
    """An option of a seat's own question, as an answer to what is asked of all."""
    if not isinstance(choice, AtOnce):
        return option
    question = choice.of(seat)
    assert question is not None
    return choice.said(question, option)


def key_by(choice: Choice[Any] | None, seat: Seat, key: str) -> str:
    """What the journal writes for an answer of a seat to its own question."""
    return whole_key(seat, key) if isinstance(choice, AtOnce) and OF not in key else key


def about(choice: Choice[Any], keys: Collection[str]) -> Choice[Any]:
    """The same question to those only who could answer it with one of these keys."""
    if not isinstance(choice, AtOnce):
        return choice
    asked = {key.partition(OF)[2] for key in keys}
    some = tuple(question for question in choice.open if question.who.colour in asked)
    return _ask(some, choice.turns) if some else choice


def plain(option: Option[Any]) -> Option[Any]:
    """An option as the question of its own seat has it."""
    return option.plain if isinstance(option, SeatOption) else option


def owners(options: Sequence[Option[Any]]) -> list[Seat | None]:
    """In whose part each of these answers was given; None before anybody's. What chance or another
    player has said to somebody belongs to the part of that one.
    """
    found: list[Seat | None] = []
    for option in options:
        last = found[-1] if found else None
        found.append(option.seat if isinstance(option, SeatOption) else last)
    return found


def at_once(parts: Mapping[Seat, Flow[None]]) -> Flow[None]:
    """Play these parts side by side, until all are done; the seats come in the order of turns.

    What a part asks chance or another player is answered before anybody goes on. Once somebody has
    said that order matters, only the first who is not done goes on.
    """
    turns = tuple(parts)
    open_: dict[Seat, Choice[Any]] = {}
    in_order = False
    for seat, part in parts.items():
        yield from _go_on(seat, part, None, open_)
    while open_:
        asked = tuple(open_.values())
        option = yield _ask(asked[:1] if in_order else asked, turns)
        assert isinstance(option, SeatOption)
        if option.plain.key == IN_ORDER:
            in_order = True
        else:
            yield from _go_on(option.seat, parts[option.seat], option.plain, open_)
            for question in open_.values():
                question.look_again()


def _go_on(
    seat: Seat, part: Flow[None], answer: Option[Any] | None, open_: dict[Seat, Choice[Any]]
) -> Flow[None]:
    """One part up to its next question, if there is one."""
    try:
        question = next(part) if answer is None else part.send(answer)
        while question.who != seat:
            question = part.send((yield question))
    except StopIteration:
        open_.pop(seat, None)
    else:
        open_[seat] = question


def _ask(some: tuple[Choice[Any], ...], turns: tuple[Seat, ...]) -> AtOnce:
    first = some[0]

    def refused() -> Iterator[Option[Any]]:
        for question in some:
            for option in question.refused() if question.refused else ():
                yield asked.said(question, option)

    next_key = first.next_key and whole_key(first.who, first.next_key)
    asked = AtOnce(first.who, first.prompt, tuple, next_key, refused, open=some, turns=turns)
    return asked
