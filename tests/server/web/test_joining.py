"""Who comes in, who takes a seat, and who says yes to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from firmware.switches import Button
from rules.text import Text
from server.live import Refused
from server.store import Store, StoreError
from server.web import create_app
from server.web.joining import MOST_CLAIMS, PATIENCE, WINDOW, Joining, TooManyClaims
from server.web.security import COOKIE
from tests.server.web.conftest import Room, Visitor, opened_room


def ask(visitor: Visitor, colour: str = "") -> None:
    assert visitor.post("/join/ask", {"seat": colour}).status_code == 303


def sign(room: Room) -> str:
    claim = room.table.joining.claim
    assert claim is not None
    return claim.sign


def seats(room: Room, visitor: Visitor) -> tuple[str, ...]:
    return room.table.joining.seats(visitor.id, room.table.host.view.match_id)


def told(visitor: Visitor) -> str:
    return visitor.get("/join").get_data(as_text=True)


def test_a_seat_is_claimed_by_a_phone_and_confirmed_by_next(room: Room) -> None:
    room.begin()
    ann = room.visitor()
    ask(ann, "red")
    assert seats(room, ann) == ()
    assert "Press NEXT on the table now." in told(ann)
    room.press()
    assert seats(room, ann) == ("red",)
    assert room.table.joining.is_admitted(ann.id)


def test_the_press_that_lets_a_phone_in_is_not_for_the_match(room: Room) -> None:
    room.begin()
    room.answer("red", "first:red")
    before = room.table.host.view
    ask(room.visitor(), "red")
    room.press()
    assert room.table.host.view is before


def test_without_a_claim_next_is_for_the_match(room: Room) -> None:
    room.begin()
    number = room.table.host.view.number
    room.press()
    room.until(lambda view: view.number > number)
    assert room.table.host.view.refused


@pytest.mark.parametrize("button", [Button.UNDO, Button.SCAN])
def test_other_buttons_let_nobody_in(room: Room, button: Button) -> None:
    visitor = room.visitor()
    ask(visitor)
    room.press(button)
    room.panel.hold(Button.NEXT)
    assert not room.table.joining.is_admitted(visitor.id)


def test_a_phone_that_is_in_lets_another_one_in(room: Room) -> None:
    room.begin()
    ann, bob = room.player("red"), room.visitor()
    ask(bob, "blue")
    assert f"Phone {sign(room)} asks for the seat of Bob" in told(ann)
    ann.post("/join/confirm", {"sign": sign(room)})
    assert seats(room, bob) == ("blue",)


def test_nobody_lets_himself_in(room: Room) -> None:
    visitor = room.visitor()
    ask(visitor)
    visitor.post("/join/confirm", {"sign": sign(room)})
    assert not room.table.joining.is_admitted(visitor.id)
    assert "Press NEXT on the table, or ask another phone that is in." in told(visitor)


def test_a_spectator_lets_nobody_in_and_turns_nobody_away(room: Room) -> None:
    visitor, spectator = room.visitor(), room.visitor()
    ask(visitor)
    spectator.post("/join/confirm", {"sign": sign(room)})
    spectator.post("/join/refuse", {"sign": sign(room)})
    assert not room.table.joining.is_admitted(visitor.id)
    assert room.table.joining.claim is not None


def test_a_yes_with_another_number_is_for_nobody(room: Room) -> None:
    ann, visitor = room.player(), room.visitor()
    ask(visitor)
    wrong = "99" if sign(room) != "99" else "98"
    ann.post("/join/confirm", {"sign": wrong})
    assert not room.table.joining.is_admitted(visitor.id)


def test_a_phone_that_is_in_can_say_no(room: Room) -> None:
    ann, visitor = room.player(), room.visitor()
    ask(visitor)
    ann.post("/join/refuse", {"sign": sign(room)})
    assert room.table.joining.claim is None


def test_one_phone_asks_at_a_time(room: Room) -> None:
    first, second = room.visitor(), room.visitor()
    ask(first)
    ask(second)
    assert "Another phone is joining just now." in told(second)
    room.press()
    assert room.table.joining.is_admitted(first.id)
    assert not room.table.joining.is_admitted(second.id)


def test_a_taken_seat_changes_hands_by_next(room: Room) -> None:
    room.begin()
    ann, bob = room.player("red"), room.visitor()
    ask(bob, "red")
    room.press()
    assert (seats(room, ann), seats(room, bob)) == ((), ("red",))


def test_a_taken_seat_is_handed_over_only_by_its_holder(room: Room) -> None:
    room.begin()
    ann, bob, carl = room.player("red"), room.player("blue"), room.visitor()
    ask(carl, "red")
    bob.post("/join/confirm", {"sign": sign(room)})
    assert seats(room, ann) == ("red",)
    ann.post("/join/confirm", {"sign": sign(room)})
    assert (seats(room, ann), seats(room, carl)) == ((), ("red",))


def test_a_seat_can_be_given_up_and_only_ones_own(room: Room) -> None:
    room.begin()
    ann, bob = room.player("red"), room.player("blue")
    bob.post("/join/leave", {"seat": "red"})
    assert seats(room, ann) == ("red",)
    ann.post("/join/leave", {"seat": "red"})
    assert seats(room, ann) == ()
    assert room.table.joining.is_admitted(ann.id)


def test_one_phone_may_hold_several_seats(room: Room) -> None:
    room.begin()
    ann = room.player("red")
    ask(ann, "blue")
    room.press()
    assert seats(room, ann) == ("red", "blue")


def test_the_tables_own_screen_says_yes_as_its_button_does(room: Room) -> None:
    room.begin()
    app = create_app(replace(room.table, own_screen=True))
    screen = Visitor(app, "127.0.0.1")
    ask(screen, "red")
    screen.post("/join/confirm", {"sign": sign(room)})
    assert seats(room, screen) == ("red",)
    far = Visitor(app, "198.51.100.9")
    ask(far, "blue")
    far.post("/join/confirm", {"sign": sign(room)})
    assert seats(room, far) == ()


def test_seats_and_admissions_survive_a_power_cut(tmp_path: Path) -> None:
    with opened_room(tmp_path) as room:
        room.begin()
        ann = room.visitor()
        ask(ann, "red")
        room.press()
        phone = ann.id
    with opened_room(tmp_path) as room:
        joining = room.table.joining
        assert joining.is_admitted(phone)
        assert joining.seats(phone, room.table.host.view.match_id) == ("red",)


def test_the_cookie_is_still_good_after_a_restart(tmp_path: Path) -> None:
    with opened_room(tmp_path) as room:
        page = room.visitor().get("/join")
        cookie = re.match("quartermaster=([^;]+)", page.headers["Set-Cookie"])
        assert cookie is not None
    with opened_room(tmp_path) as room:
        visitor = room.visitor()
        visitor.client.set_cookie("quartermaster", cookie[1])
        assert token(visitor.get("/join")) == token(page)


def token(page: TestResponse) -> str:
    found = re.search('name="csrf" content="([^"]+)"', page.get_data(as_text=True))
    assert found is not None
    return found[1]


# --------------------------------------------------------------------------------------- In time


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def joining(tmp_path: Path, clock: Clock) -> Iterator[Joining]:
    with Store.open(tmp_path / "matches.sqlite") as store:
        joining = Joining(store, lambda: None, clock, clock)
        yield joining
        joining.stop()


def test_a_claim_that_nobody_confirms_ends_after_half_a_minute(
    joining: Joining, clock: Clock
) -> None:
    claim = joining.ask("a phone", "here", None, None)
    clock.now += PATIENCE - 0.1
    assert joining.claim == claim
    clock.now += 0.2
    assert joining.seconds_left() == 0
    with pytest.raises(Refused, match="does not ask any more"):
        joining.confirm("another", claim.sign)
    assert not joining.is_admitted("a phone")


def test_many_attempts_from_one_address_are_stopped_until_a_minute_is_over(
    joining: Joining, clock: Clock
) -> None:
    for _ in range(MOST_CLAIMS):
        joining.ask("a phone", "here", None, None)
    with pytest.raises(TooManyClaims):
        joining.ask("a phone", "here", None, None)
    joining.ask("a phone", "elsewhere", None, None)
    clock.now += WINDOW
    joining.ask("a phone", "here", None, None)


def test_a_phone_that_is_in_need_not_ask(joining: Joining) -> None:
    joining._store.admit("a phone", 1.0)
    with pytest.raises(Refused) as refused:
        joining.ask("a phone", "here", None, None)
    assert refused.value.reason == Text("This phone is in already.")


def test_a_seat_that_is_not_in_the_match_cannot_be_held(tmp_path: Path) -> None:
    with Store.open(tmp_path / "matches.sqlite") as store:
        match_id = store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
        store.admit("a phone", 1.0)
        with pytest.raises(StoreError, match="has no seat purple"):
            store.hold(match_id, "purple", "a phone")


def test_a_phone_keeps_its_seat_when_the_clock_is_set(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without a battery for its clock may let phones in before it knows the year."""
    room.begin()
    phone = room.visitor()
    with monkeypatch.context() as early:
        early.setattr(TimestampSigner, "get_timestamp", lambda _: 3600)
        shown = phone.get("/")
    cookie = phone.client.get_cookie(COOKIE)
    assert cookie is not None
    assert cookie.expires is not None
    assert cookie.expires.year > 2090, "browsers throw away what has ended by their own clock"
    known = phone.id
    assert shown.status_code == phone.get("/").status_code == 200
    assert phone.id == known != f"phone at {phone.address}"
