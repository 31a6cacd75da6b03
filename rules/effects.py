"""Effect trees: what cards and tiles do is data, what each word of it means is code, once.

A game's effects are small frozen values, its nodes; a tree is a tuple of them, done in order. A
`Vocabulary` knows for every type of node what it does and why it might not be possible. No rule
needs to know which card a tree comes from: that is in `source`, the game's own notion of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from rules.flow import Flow, Seat
from rules.text import Text

T = TypeVar("T")
S = TypeVar("S")
Doer = Callable[[T, Seat, Any, S], Flow[None] | None]
"""Does one node; a generator if it has to ask something."""
WhyNot = Callable[[T, Seat, Any, S], Text | None]
D = TypeVar("D", bound=Callable[..., Any])


class Vocabulary(Generic[T, S]):
    """What every type of node means to the tables `T` of one game."""

    def __init__(self, cut_short: Callable[[T], bool]) -> None:
        """`cut_short` tells whether something ended the tree that is being done."""
        self._cut_short = cut_short
        self._doers: dict[type, Doer[T, S]] = {}
        self._why_not: dict[type, WhyNot[T, S]] = {}

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

    def perform(self, table: T, seat: Seat, steps: Iterable[Any], source: S) -> Flow[None]:
        """Do the nodes one after another, until the end or until something cuts them short."""
        for node in steps:
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

    def nodes(self) -> frozenset[type]:
        """The types of nodes it knows."""
        return frozenset(self._doers)
