"""Who has to go if there has to be room for one more, and that nobody looks at all for that."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from server.web.http.room import Room


def in_order(room: Room[int]) -> list[int]:
    return list(dict.fromkeys(one for one, _ in room.oldest()))


def test_who_has_most_makes_room_with_what_has_been_idle_for_longest() -> None:
    room: Room[int] = Room()
    for number, who in enumerate(["ann", "eve", "eve", "bob", "eve"]):
        room.add(number, who)
    assert in_order(room)[0] == 1
    room.happened(1, busy=False)
    assert in_order(room)[0] == 2
    room.happened(2, busy=True)
    assert in_order(room)[:3] == [4, 1, 2]
    for number in (1, 2, 4):
        room.remove(number)
    assert in_order(room) == [0, 3]
    room.happened(0, busy=True)
    assert in_order(room) == [3, 0]


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc"), st.sampled_from("+-!?"))))
def test_whatever_happens_somebody_with_most_comes_first_and_nobody_is_forgotten(
    steps: list[tuple[int, str, str]],
) -> None:
    room: Room[int] = Room()
    of: dict[int, str] = {}
    for one, who, step in steps:
        if step == "+" and one not in of:
            room.add(one, who)
            of[one] = who
        elif step == "-":
            room.remove(one)
            of.pop(one, None)
        else:
            room.happened(one, busy=step == "!")
        has = {each: list(of.values()).count(each) for each in "abc"}
        assert {each: room.number(each) for each in "abc"} == has
        order = in_order(room)
        assert sorted(order) == sorted(of)
        assert len(room) == len(of)
        if order and max(has.values()) > 1:
            assert has[of[order[0]]] == max(has.values())
