"""Payments that can be made up in many ways: the best is proposed, any other built by whoever pays.

What can be given has a worth of its own each (a cube on high land counts for more than one in
store). Whoever pays gives enough, and nothing that is not needed: what is too much is lost, so a
thing that could be kept is never part of a payment. There may be very many ways; only the best of
them are listed, and every other one is judged when somebody names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from rules.flow import Flow, Menu, Option, Seat, Several
from rules.text import Plural, Text, listing

V = TypeVar("V")

PROPOSED = 8
"""So many ways to pay are listed."""
LOOKED_AT = 2_000
"""So many sets are looked at to find them."""


@dataclass(frozen=True, slots=True)
class Tender(Generic[V]):
    """One thing that can be given, and what it counts for."""

    key: str
    value: V
    worth: int
    text: Text


@dataclass(slots=True)
class Paying(Several[V]):
    """The question with what to pay; its menu has the best ways, `find` judges any other."""

    due: int = field(kw_only=True)
    tenders: Callable[[], Sequence[Tender[V]]] = field(kw_only=True)

    def find(self, key: str) -> Option[tuple[V, ...]] | None:
        word, _, rest = key.partition(":")
        by_key = {tender.key: tender for tender in self.tenders()}
        names = rest.split("+")
        if word != self.word or len(set(names)) < len(names) or not by_key.keys() >= {*names}:
            return self.refusal(key)
        return self.option([by_key[name] for name in names])

    def option(self, given: Sequence[Tender[V]]) -> Option[tuple[V, ...]]:
        """The way to pay with these, with the reason if it is none. Whoever just goes on has paid
        as it is proposed.
        """
        given = sorted(given, key=lambda tender: tender.key)
        key = self.key_of(tender.key for tender in given)
        return Option(
            key,
            tuple(tender.value for tender in given),
            listing(tender.text for tender in given),
            (),
            why_not_paid(given, self.due),
            by_phone=key != self.next_key,
        )


def why_not_paid(given: Sequence[Tender[V]], due: int) -> Text | None:
    """Too little, or something more than is needed."""
    worth = sum(tender.worth for tender in given)
    if worth < due:
        return Plural("That is {n}, it takes {due}", "That is {n}, it takes {due}", worth, due=due)
    spare = next((tender for tender in given if worth - tender.worth >= due), None)
    return Text("Not needed, so kept: {thing}", thing=spare.text) if spare else None


def ways_to_pay(tenders: Sequence[Tender[V]], due: int) -> list[tuple[Tender[V], ...]]:
    """The best ways: those that lose the least, then those that give the fewest things."""
    by_worth = sorted(tenders, key=lambda tender: -tender.worth)
    found = list(_sets(by_worth, due))
    found.sort(key=lambda given: (sum(t.worth for t in given) - due, len(given)))
    return found[:PROPOSED]


def _sets(tenders: Sequence[Tender[V]], due: int) -> Iterator[tuple[Tender[V], ...]]:
    """Sets without a spare thing; of things that are worth the same and alike only the first.

    From the most valuable downwards the last one taken is the least, so that a set is without
    spares if it was not enough before that one.
    """
    left = [0]
    for tender in reversed(tenders):
        left.append(left[-1] + tender.worth)
    left.reverse()
    looked_at = 0

    def going_on(
        at: int, open_due: int, given: tuple[Tender[V], ...]
    ) -> Iterator[tuple[Tender[V], ...]]:
        nonlocal looked_at
        looked_at += 1
        if open_due <= 0:
            yield given
            return
        if looked_at > LOOKED_AT or left[at] < open_due:
            return
        tender = tenders[at]
        yield from going_on(at + 1, open_due - tender.worth, (*given, tender))
        after = at + 1
        while after < len(tenders) and _alike(tenders[after], tender):
            after += 1
        yield from going_on(after, open_due, given)

    return going_on(0, due, ())


def _alike(one: Tender[V], other: Tender[V]) -> bool:
    return one.worth == other.worth and one.text == other.text


def pay_with(
    who: Seat,
    prompt: Text,
    due: int,
    tenders: Callable[[], Sequence[Tender[V]]],
    word: str,
    refused: Menu[tuple[V, ...]] | None = None,
) -> Flow[tuple[V, ...]]:
    """Ask with what to pay; nothing is asked if there is only one way. The best way is proposed: it
    is taken if nobody says otherwise before hands go on.

    `refused` is what hands could do before it is paid.
    """
    ways = ways_to_pay(tenders(), due)
    if len(ways) == 1:
        return tuple(tender.value for tender in ways[0])

    def menu() -> Iterable[Option[tuple[V, ...]]]:
        return map(question.option, ways_to_pay(tenders(), due))

    def things() -> Sequence[Option[V]]:
        return [Option(t.key, t.value, t.text, by_phone=True) for t in tenders()]

    sizes = range(1, len(tenders()) + 1)
    question = Paying(
        who,
        prompt,
        menu,
        refused=refused,
        things=things,
        sizes=tuple(sizes),
        word=word,
        due=due,
        tenders=tenders,
    )
    question.next_key = question.key_of(sorted(tender.key for tender in ways[0]))
    option: Option[tuple[V, ...]] = yield question
    return option.value
