"""Whose turn it is: what one has done here, of whatever shape, costs only them time.

Whatever is done for somebody, on the loop or by a worker, is counted in seconds of the processor.
Who has had enough in this turn of the loop goes on in the next one, after everybody else; who has
used up their share, while others want something, stands in line until there is some again. Who has
as many answers in the making as workers may make at once asks for no more until one is there.
Strangers together do not keep the loop from looking who has come.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import NamedTuple

from server.web.http.connection import Who
from server.web.http.limits import (
    DEPOSIT,
    MORE_FOR_KNOWN,
    OTHERS_ARE_THERE,
    SAVED,
    SHARE,
    TURN,
    TURN_OF_STRANGERS,
    WORKERS_FOR_ONE_ADDRESS,
)
from server.web.http.shares import Shares

Work = Callable[[], None]


class Line(NamedTuple):
    """Where things wait that are done one after another."""

    who: Who
    asks: bool
    """What comes of them may be a request."""


class Turns:
    """`begin` is a new turn. `processor` says how much of it this thread has used, in seconds."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        self._monotonic = monotonic
        self._processor = processor
        self._shares = {
            False: Shares(SHARE, SAVED, monotonic),
            True: Shares(SHARE * MORE_FOR_KNOWN, SAVED * MORE_FOR_KNOWN, monotonic),
        }
        self._spent: defaultdict[Who, float] = defaultdict(float)
        self._spent_of_strangers = 0.0
        self._lines: OrderedDict[Line, deque[Work]] = OrderedDict()
        """Whose turn is next comes first."""
        self._asked: Counter[Who] = Counter()
        """How many answers each waits for."""
        self._latest: Who | None = None
        """Who wanted something last."""
        self._latest_at = self._another_at = -OTHERS_ARE_THERE
        """When that was, and when somebody else last did."""

    def begin(self) -> None:
        self._spent.clear()
        self._spent_of_strangers = 0.0

    @property
    def strangers_have_had_enough(self) -> bool:
        """All of them together, in this turn."""
        return self._spent_of_strangers >= TURN_OF_STRANGERS

    def may(self, line: Line) -> bool:
        """Whether something can be done now, and nothing stands in line before it."""
        return line not in self._lines and self._moves(line)

    def do(self, who: Who, work: Work) -> None:
        """At once; whose it is has less afterwards."""
        self._wants_something(who)
        before = self._processor()
        work()
        cost = self._processor() - before
        self._take(who, cost)
        self._spent[who] += cost
        if not who.known:
            self._spent_of_strangers += cost

    def asks(self, who: Who) -> None:
        """A worker is to answer."""
        self._asked[who] += 1

    def is_answered(self, who: Who, cost: float) -> None:
        """That took the worker so many seconds of the processor."""
        self._asked[who] -= 1
        if not self._asked[who]:
            del self._asked[who]
        self._take(who, cost)

    def stand_in(self, line: Line, work: Work) -> None:
        self._lines.setdefault(line, deque()).append(work)

    def go_on(self, known: bool) -> None:
        """With those who stand in line, one after another; at least with the first of them."""
        for line in [each for each in self._lines if each.who.known == known]:
            waiting = self._lines[line]
            while waiting and self._moves(line):
                self.do(line.who, waiting.popleft())
            if waiting:
                self._lines.move_to_end(line)
            else:
                del self._lines[line]
            if not known and self.strangers_have_had_enough:
                return

    def seconds_until_next(self, most: float) -> float:
        """For which nothing can be done for anybody who stands in line."""
        return min((most, *map(self._seconds_until_it_moves, self._lines)))

    def _seconds_until_it_moves(self, line: Line) -> float:
        if self._waits_for_answers(line):
            return math.inf
        alone = OTHERS_ARE_THERE - self._others_ago(line.who)
        some = self._share(line.who).seconds_until(line.who, self._deposit(line.who))
        return max(0.0, min(alone, some))

    def _moves(self, line: Line) -> bool:
        who = line.who
        if self._spent[who] >= TURN or self._waits_for_answers(line):
            return False
        return self._is_alone(who) or self._share(who).left(who) > self._deposit(who)

    def _waits_for_answers(self, line: Line) -> bool:
        return line.asks and self._asked[line.who] >= WORKERS_FOR_ONE_ADDRESS

    def _take(self, who: Who, cost: float) -> None:
        """Whoever is alone may have everything, and owes nothing for it."""
        share = self._share(who)
        share.take(who, min(cost, max(0.0, share.left(who))) if self._is_alone(who) else cost)

    def _share(self, who: Who) -> Shares:
        return self._shares[who.known]

    def _deposit(self, who: Who) -> float:
        return self._asked[who] * DEPOSIT

    def _is_alone(self, who: Who) -> bool:
        return self._others_ago(who) >= OTHERS_ARE_THERE

    def _others_ago(self, who: Who) -> float:
        at = self._another_at if who == self._latest else self._latest_at
        return self._monotonic() - at

    def _wants_something(self, who: Who) -> None:
        if who != self._latest:
            self._latest, self._another_at = who, self._latest_at
        self._latest_at = self._monotonic()
