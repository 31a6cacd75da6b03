"""Effect trees: what cards and tiles do is data, what each word of it means is code, once.

A game's effects are small frozen values, its nodes; a tree is a tuple of them, done in order. A
`Vocabulary` knows for every type of node what it does and why it might not be possible. No rule
needs to know which card a tree comes from: that is in `source`, the game's own notion of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from rules.edition import EditionError
from rules.flow import Flow, Option, Seat
from rules.text import Text
from rules.typed import Worded

T = TypeVar("T")
S = TypeVar("S")
Doer = Callable[[T, Seat, Any, S], Flow[None] | None]
"""Does one node; a generator if it has to ask something."""
WhyNot = Callable[[T, Seat, Any, S], Text | None]
InVain = Callable[[T, Seat, Any, S], Iterable[Option[Any]]]
D = TypeVar("D", bound=Callable[..., Any])


class Vocabulary(Generic[T, S]):
    """What every type of node means to the tables `T` of one game."""

    def __init__(self, cut_short: Callable[[T], bool]) -> None:
        """`cut_short` tells whether something ended the tree that is being done."""
        self._cut_short = cut_short
        self._doers: dict[type, Doer[T, S]] = {}
        self._why_not: dict[type, WhyNot[T, S]] = {}
        self._in_vain: dict[type, InVain[T, S]] = {}
        self._watching: set[str] | None = None

    def means(self, *nodes: type) -> Callable[[D], D]:
        """Decorates the function that does these types of nodes."""

        def register(doer: D) -> D:
            self._doers.update(dict.fromkeys(nodes, doer))
            return doer

        return register

    def blocks(self, *nodes: type) -> Callable[[D], D]:
        """Decorates the function that gives the reason why such a node is not possible."""

        def register(why_not: D) -> D:
            self._why_not.update(dict.fromkeys(nodes, why_not))
            return why_not

        return register

    def refuses(self, *nodes: type) -> Callable[[D], D]:
        """Decorates what lists the moves of hands that such a node does not allow, and why."""

        def register(in_vain: D) -> D:
            self._in_vain.update(dict.fromkeys(nodes, in_vain))
            return in_vain

        return register

    def perform(self, table: T, seat: Seat, steps: Iterable[Any], source: S) -> Flow[None]:
        """Do the nodes one after another, until the end or until something cuts them short."""
        for node in steps:
            if self._watching is not None:
                self._watching.add(type(node).__name__)
            flow = self._doers[type(node)](table, seat, node, source)
            if flow is not None:
                yield from flow
            if self._cut_short(table):
                return

    def why_not(self, table: T, seat: Seat, steps: Iterable[Any], source: S) -> Text | None:
        """Why these steps are not possible, as far as one of them can block the others."""
        for node in steps:
            why_not = self._why_not.get(type(node))
            reason = why_not(table, seat, node, source) if why_not else None
            if reason is not None:
                return reason
        return None

    def refused(
        self, table: T, seat: Seat, steps: Iterable[Any], source: S
    ) -> Iterator[Option[Any]]:
        """What hands could try with any of these steps although it is not allowed."""
        for node in steps:
            if in_vain := self._in_vain.get(type(node)):
                yield from in_vain(table, seat, node, source)

    @contextmanager
    def watched(self, done: set[str]) -> Iterator[None]:
        """The types of nodes that are done meanwhile are added, by name."""
        self._watching = done
        try:
            yield
        finally:
            self._watching = None

    def nodes(self) -> frozenset[type]:
        """The types of nodes it knows."""
        return frozenset(self._doers)

    def check(self, written: type[Worded]) -> None:
        """EditionError if an edition can say a word that means nothing here."""
        if dumb := {node.__name__ for node in written.kinds()} - {n.__name__ for n in self._doers}:
            raise EditionError(
                f"Nothing is done for {', '.join(sorted(dumb))}; write what it `means`."
            )
