"""What one does on the loop costs only them time, whatever its shape."""

from __future__ import annotations

from collections.abc import Callable

from server.web.http.connection import Who
from server.web.http.limits import (
    OTHERS_ARE_THERE,
    SAVED,
    SHARE,
    TURN,
    TURN_OF_STRANGERS,
    WORKERS_FOR_ONE_ADDRESS,
)
from server.web.http.shares import Shares
from server.web.http.turns import Line, Turns

EVE, ANN, BOB = Who("eve", False), Who("ann", False), Who("bob", True)


class Loop:
    """A loop on a computer whose clocks only go on by what is done."""

    def __init__(self) -> None:
        self.now = self.used = 0.0
        self.done: list[str] = []
        self.turns = Turns(lambda: self.now, lambda: self.used)

    def work(self, who: Who, seconds: float) -> Callable[[], None]:
        def work() -> None:
            self.now += seconds
            self.used += seconds
            self.done.append(who.name)

        return work

    def comes(self, who: Who, seconds: float, asks: bool = False) -> None:
        """Something that takes so long, as the loop would have it done."""
        line = Line(who, asks)
        if self.turns.may(line):
            self.turns.do(who, self.work(who, seconds))
        else:
            self.turns.stand_in(line, self.work(who, seconds))

    def turn(self) -> None:
        self.turns.begin()
        self.turns.go_on(known=True)
        self.turns.go_on(known=False)

    def for_seconds(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.turn()
            self.now += max(1e-4, self.turns.seconds_until_next(end - self.now))


def test_who_has_much_to_do_lets_others_have_their_turn_in_between() -> None:
    loop = Loop()
    loop.turns.begin()
    for _ in range(100):
        loop.comes(EVE, TURN / 4)
    loop.comes(ANN, TURN / 4)
    assert loop.done == ["eve"] * 4 + ["ann"]
    loop.turn()
    assert loop.done == ["eve"] * 4 + ["ann"] + ["eve"] * 4


def test_who_has_used_up_his_share_gets_no_more_than_that_while_others_are_there() -> None:
    loop = Loop()
    for _ in range(100_000):
        loop.comes(EVE, 0.0001)
    for _ in range(100):
        loop.turn()
        loop.comes(ANN, 0.0001)
        loop.for_seconds(0.1)
    used = loop.done.count("eve") * 0.0001
    assert used <= SAVED + SHARE * loop.now + TURN
    assert used >= SHARE * loop.now
    assert loop.done.count("ann") == 100


def test_who_is_alone_need_not_share_and_owes_nothing_for_it() -> None:
    loop = Loop()
    for _ in range(10_000):
        loop.comes(EVE, 0.001)
    loop.for_seconds(OTHERS_ARE_THERE + 2 * SAVED)
    assert loop.done.count("eve") * 0.001 > 0.9 * loop.now
    loop.turns.begin()
    loop.comes(ANN, 0.0001)
    before, now = loop.done.count("eve"), loop.now
    loop.for_seconds(1.0)
    assert 0 < loop.done.count("eve") - before <= 1 + SHARE * (loop.now - now) / 0.001


def test_what_workers_do_counts_too() -> None:
    loop = Loop()
    loop.comes(ANN, 0.0001)
    loop.comes(EVE, 0.0001)
    loop.turns.asks(EVE)
    loop.turns.is_answered(EVE, SAVED + 1.0)
    assert not loop.turns.may(Line(EVE, False))
    assert loop.turns.may(Line(ANN, False))
    loop.comes(EVE, 0.0001)
    assert 1.0 / SHARE > loop.turns.seconds_until_next(10.0) > OTHERS_ARE_THERE / 2


def test_who_waits_for_many_answers_asks_no_more_but_still_takes_what_is_there() -> None:
    loop = Loop()
    loop.turns.begin()
    for _ in range(WORKERS_FOR_ONE_ADDRESS):
        assert loop.turns.may(Line(EVE, True))
        loop.turns.asks(EVE)
    assert not loop.turns.may(Line(EVE, True))
    assert loop.turns.may(Line(EVE, False))
    loop.comes(EVE, 0.0001, asks=True)
    loop.turn()
    assert loop.done == []
    assert loop.turns.seconds_until_next(7.0) == 7.0
    loop.turns.is_answered(EVE, 0.0001)
    loop.turn()
    assert loop.done == ["eve"]


def test_however_many_strangers_there_are_a_phone_that_is_in_is_not_left_out() -> None:
    loop = Loop()
    strangers = [Who(f"stranger {number}", False) for number in range(50)]
    loop.turns.begin()
    for who in strangers:
        for _ in range(20):
            loop.turns.stand_in(Line(who, False), loop.work(who, TURN / 2))
    loop.turns.stand_in(Line(BOB, False), loop.work(BOB, TURN / 2))
    loop.turn()
    assert loop.done[0] == "bob"
    assert len(loop.done) <= 2 + TURN_OF_STRANGERS / (TURN / 2)
    for _ in range(20):
        loop.turn()
    assert {who.name for who in strangers} <= set(loop.done)


def test_of_whoever_has_saved_up_all_again_nothing_is_remembered() -> None:
    now = [0.0]
    shares = Shares(1.0, 5.0, lambda: now[0])
    for number in range(100_000):
        shares.take(number, 1.0)
        now[0] += 0.1
    assert shares.left(99_999) > 3.9
    assert shares.left(0) == 5.0
    assert len(shares._full_at) < 1000
