"""Who comes in, who takes a seat, and who says yes to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from firmware.switches import Button, Press
from rules.text import Text
from server.live.messages import Refused
from server.store import Store, StoreError
from server.store.keys import KEY_FILE, entry_code, known_code
from server.store.phones import KnownPhone
from server.web import create_app
from server.web.door.joining import CLOCK_IS_SET, PATIENCE, YEAR, Joining
from server.web.door.throttle import MOST_CLAIMS, NEW_ADDRESS_EVERY, WINDOW, TooManyClaims
from server.web.door.voices import THERE
from server.web.pages.phones import EVENING
from server.web.request.security import COOKIE
from tests.server.web.conftest import CODE, Room, Visitor, opened_room

HELD = Press(Button.NEXT, held=True)


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
        joining = Joining(store, CODE, lambda: None, clock, clock)
        yield joining
        joining.stop()


def ask(visitor: Visitor, colour: str = "") -> None:
    assert visitor.post("/join/ask", {"seat": colour}).status_code == 303


def sign(room: Room) -> str:
    """The number of the phone that asked last."""
    return room.table.joining.claims[-1].sign


def seats(room: Room, visitor: Visitor) -> tuple[str, ...]:
    return room.table.joining.seats(visitor.id, room.table.host.view.match_id)


def told(visitor: Visitor) -> str:
    return visitor.get("/join").get_data(as_text=True)


def test_a_seat_is_claimed_by_a_phone_and_given_by_next_that_is_held(room: Room) -> None:
    room.begin()
    ann = room.visitor()
    ask(ann, "red")
    assert seats(room, ann) == ()
    assert "Hold NEXT for two seconds." in told(ann)
    room.let_in()
    assert seats(room, ann) == ("red",)
    assert room.table.joining.is_admitted(ann.id)


def test_an_ordinary_next_is_for_the_match_and_lets_nobody_in(room: Room) -> None:
    room.begin()
    stranger = room.visitor()
    ask(stranger, "red")
    number = room.table.host.view.number
    room.press()
    room.until(lambda view: view.number > number)
    assert seats(room, stranger) == ()
    assert not room.table.joining.is_admitted(stranger.id)


def test_next_that_is_held_is_never_for_the_match(room: Room) -> None:
    room.begin()
    room.answer("red", "first:red")
    before = room.table.host.view
    ask(room.visitor(), "red")
    room.let_in()
    assert room.table.host.view is before
    room.let_in()
    room.until(lambda view: view.number > before.number)
    assert room.table.host.view.refused
    assert "Nobody is waiting to join" in str(room.table.host.view.said)


@pytest.mark.parametrize("button", [Button.UNDO, Button.SCAN])
def test_other_buttons_let_nobody_in(room: Room, button: Button) -> None:
    visitor = room.visitor()
    ask(visitor)
    room.press(button)
    room.panel.hold(button)
    assert not room.table.joining.is_admitted(visitor.id)


def test_everybody_sees_who_asks_on_every_page_and_by_which_number(room: Room) -> None:
    room.begin()
    ann, spectator, stranger = room.player("red"), room.visitor(), room.visitor()
    ask(stranger)
    number = sign(room)
    assert number in told(stranger)
    for path in ("/", "/table", "/scores", "/rules", "/set-up", "/join"):
        for who in (ann, spectator):
            assert f"Phone {number} wants to join" in who.get(path).text, path


def test_a_phone_that_is_in_lets_another_one_in(room: Room) -> None:
    room.begin()
    ann, bob = room.player("red"), room.visitor()
    ask(bob, "blue")
    assert f"Phone {sign(room)} wants the seat: Bob" in told(ann)
    ann.post("/join/confirm", {"sign": sign(room)})
    assert seats(room, bob) == ("blue",)


def test_nobody_lets_himself_in(room: Room) -> None:
    visitor = room.visitor()
    ask(visitor)
    visitor.post("/join/confirm", {"sign": sign(room)})
    assert not room.table.joining.is_admitted(visitor.id)
    assert "Hold NEXT for two seconds, or ask a joined phone." in told(visitor)


def test_a_spectator_lets_nobody_in_and_turns_nobody_away(room: Room) -> None:
    visitor, spectator = room.visitor(), room.visitor()
    ask(visitor)
    spectator.post("/join/confirm", {"sign": sign(room)})
    spectator.post("/join/refuse", {"sign": sign(room)})
    assert not room.table.joining.is_admitted(visitor.id)
    assert room.table.joining.claims


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
    assert not room.table.joining.claims


def test_several_phones_ask_at_once_and_next_lets_in_who_has_asked_longest(room: Room) -> None:
    room.begin()
    first, second = room.visitor(), room.visitor()
    ask(first, "red")
    number = sign(room)
    ask(second, "blue")
    assert f"Phone {number} is first. Hold NEXT again" in told(second)
    room.let_in()
    assert (seats(room, first), seats(room, second)) == (("red",), ())
    assert f"Phone {number} now plays for Ann." in told(second)
    assert "Hold NEXT for two seconds." in told(second)
    room.let_in()
    assert seats(room, second) == ("blue",)


def test_who_asks_for_a_taken_seat_keeps_nobody_from_being_let_in(room: Room) -> None:
    room.begin()
    ann, stranger, bob = room.player("red"), room.visitor(), room.visitor()
    told(ann)
    ask(stranger, "red")
    ask(bob, "blue")
    room.let_in()
    assert (seats(room, ann), seats(room, bob)) == (("red",), ("blue",))


def test_a_phone_that_is_in_lets_in_whom_it_names(room: Room) -> None:
    ann, first, second = room.player(), room.visitor(), room.visitor()
    ask(first)
    ask(second)
    assert len({claim.sign for claim in room.table.joining.claims}) == 2
    assert told(ann).count("Let in") == 2
    ann.post("/join/confirm", {"sign": sign(room)})
    assert room.table.joining.is_admitted(second.id)
    assert not room.table.joining.is_admitted(first.id)
    ann.post("/join/refuse", {"sign": sign(room)})
    assert not room.table.joining.claims


def test_who_asks_again_stands_at_the_end(room: Room) -> None:
    first, second = room.visitor(), room.visitor()
    for visitor in (first, second, first):
        ask(visitor)
    room.let_in()
    assert room.table.joining.is_admitted(second.id)
    assert not room.table.joining.is_admitted(first.id)


# -------------------------------------------------------------------------------- Taken seats


def test_a_taken_seat_is_not_given_by_next_while_its_phone_is_there(room: Room) -> None:
    room.begin()
    ann, stranger = room.player("red"), room.visitor()
    told(ann)
    ask(stranger, "red")
    assert "Seat taken" in told(stranger)
    room.let_in()
    assert seats(room, ann) == ("red",)


def test_a_taken_seat_is_handed_over_by_its_holder(room: Room) -> None:
    room.begin()
    ann, carl = room.player("red"), room.visitor()
    ask(carl, "red")
    ann.post("/join/confirm", {"sign": sign(room)})
    assert (seats(room, ann), seats(room, carl)) == ((), ("red",))


def test_a_taken_seat_is_given_when_all_the_others_agree(room: Room) -> None:
    room.begin("Ann", "Bob", "Cleo")
    ann, bob, cleo = (room.player(colour) for colour in ("red", "blue", "green"))
    guest, dan = room.player(), room.visitor()
    for each in (ann, bob, cleo, guest):
        told(each)
    ask(dan, "red")
    guest.post("/join/confirm", {"sign": sign(room)})
    assert "Seat taken" in told(guest)
    bob.post("/join/confirm", {"sign": sign(room)})
    assert seats(room, ann) == ("red",)
    missing = told(dan).partition("Still to agree:")[2].partition("</p>")[0]
    assert "Cleo" in missing
    assert "Bob" not in missing
    cleo.post("/join/confirm", {"sign": sign(room)})
    assert (seats(room, ann), seats(room, dan)) == ((), ("red",))


def test_whoever_loses_a_seat_is_told_so_until_they_have_seen_it(room: Room) -> None:
    room.begin()
    ann, bob, carl = room.player("red"), room.player("blue"), room.visitor()
    told(bob)
    ask(carl, "red")
    number = sign(room)
    bob.post("/join/confirm", {"sign": number})
    lost = f"Phone {number} now plays for your seat (Red)."
    assert lost in ann.get("/scores").text
    assert lost not in bob.get("/scores").text
    ann.post("/join/seen")
    assert lost not in ann.get("/scores").text


def test_phones_that_are_not_there_cannot_keep_a_seat_from_anybody(
    joining: Joining, clock: Clock
) -> None:
    match_id = joining._store.new_match("port_royal", ["Ann", "Bob", "Cleo"], {}, 1.0)
    for phone, colour in (("ann", "red"), ("bob", "blue"), ("cleo", "green")):
        joining._store.phones.admit(KnownPhone(phone, clock.now))
        joining._store.phones.hold(match_id, colour, phone)
        joining.voices.saw(phone)
    claim = joining.ask("new", "here", match_id, "red")
    assert joining.still_to_agree(claim) == {"blue", "green"}
    assert not joining.press(HELD)
    clock.now += THERE
    joining.voices.saw("bob")
    claim = joining.ask("new", "here", match_id, "red")
    assert joining.still_to_agree(claim) == {"blue"}
    assert not joining.press(HELD)
    clock.now += THERE
    joining.ask("new", "here", match_id, "red")
    assert joining.press(HELD)
    assert joining.seats("new", match_id) == ("red",)


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
    room.let_in()
    assert seats(room, ann) == ("red", "blue")


# --------------------------------------------------------------------------- Without buttons


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


def test_the_tables_own_screen_takes_no_seat_from_a_phone_that_is_there(room: Room) -> None:
    room.begin()
    ann = room.player("red")
    told(ann)
    screen = Visitor(create_app(replace(room.table, own_screen=True)), "127.0.0.1")
    ask(screen, "red")
    screen.post("/join/confirm", {"sign": sign(room)})
    assert seats(room, ann) == ("red",)


@pytest.mark.parametrize("form", [{}, {"held": "yes"}])
def test_next_on_a_screen_gives_its_phone_no_seat(room: Room, form: dict[str, str]) -> None:
    room.begin()
    guest = Visitor(create_app(replace(room.table, own_screen=True)), "198.51.100.77")
    room.table.store.phones.admit(KnownPhone(guest.id, 1.0))
    ask(guest, "red")
    guest.post("/buttons/next", form)
    guest.post("/join/confirm", {"sign": sign(room)})
    assert seats(room, guest) == ()


def test_the_code_of_the_table_lets_in_whoever_asks_and_has_it(room: Room) -> None:
    room.begin()
    ann = room.visitor()
    ask(ann, "red")
    ann.post("/join/code", {"code": "00000000"})
    assert "Wrong code." in told(ann)
    assert seats(room, ann) == ()
    ann.post("/join/code", {"code": f" {CODE[:4]} {CODE[4:]} "})
    assert seats(room, ann) == ("red",)


def test_the_code_of_the_table_takes_no_seat_from_a_phone_that_is_there(room: Room) -> None:
    room.begin()
    ann, stranger = room.player("red"), room.visitor()
    told(ann)
    ask(stranger, "red")
    stranger.post("/join/code", {"code": CODE})
    assert seats(room, ann) == ("red",)


def test_the_code_cannot_be_guessed_by_trying(joining: Joining) -> None:
    joining.ask("a phone", "here", None, None)
    for _ in range(MOST_CLAIMS):
        with pytest.raises(Refused, match="Wrong code"):
            joining.enter("a phone", "here", "1")
    with pytest.raises(TooManyClaims):
        joining.enter("a phone", "here", CODE)


def test_the_code_follows_from_the_key_and_asking_for_it_makes_none(tmp_path: Path) -> None:
    assert known_code(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    code = entry_code(tmp_path)
    assert re.fullmatch("[0-9]{8}", code)
    assert known_code(tmp_path) == f"{code[:4]} {code[4:]}"
    (tmp_path / KEY_FILE).unlink()
    assert entry_code(tmp_path) != code


# ------------------------------------------------------------------------- Joined phones


def test_phones_that_are_in_are_listed_with_seat_number_and_kind(room: Room) -> None:
    room.begin()
    ann, guest = room.player("red"), room.visitor()
    guest.post("/join/ask", headers={"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0)"})
    number = sign(room)
    ann.post("/join/confirm", {"sign": number})
    page = " ".join(ann.get("/phones").text.split())
    assert f"Phone {number} · iPhone" in page
    assert page.count("Remove") == 2
    assert room.visitor().get("/phones").status_code == 403


def test_a_phone_without_a_seat_is_put_out_by_any_that_is_in(room: Room) -> None:
    room.begin()
    ann, guest = room.player("red"), room.player()
    assert guest.get("/history").status_code == 200
    ann.post("/phones/out", {"phone": guest.id})
    assert not room.table.joining.is_admitted(guest.id)
    assert "This phone was removed." in told(guest)
    assert guest.get("/history").status_code == 403
    ask(guest)
    assert "This phone was removed." not in told(guest)


def test_a_phone_with_a_seat_is_put_out_only_by_all_who_play_with_it(room: Room) -> None:
    room.begin("Ann", "Bob", "Cleo")
    ann, bob, cleo = (room.player(colour) for colour in ("red", "blue", "green"))
    guest = room.player()
    for each in (ann, bob, cleo, guest):
        told(each)
    guest.post("/phones/out", {"phone": cleo.id})
    ann.post("/phones/out", {"phone": cleo.id})
    assert room.table.joining.is_admitted(cleo.id)
    bob.post("/phones/out", {"phone": cleo.id})
    assert not room.table.joining.is_admitted(cleo.id)
    assert seats(room, cleo) == ()


def test_a_phone_may_always_go_by_itself(room: Room) -> None:
    room.begin()
    ann = room.player("red")
    ann.post("/phones/out", {"phone": ann.id})
    assert not room.table.joining.is_admitted(ann.id)
    assert seats(room, ann) == ()


def test_a_phone_is_in_for_a_year(joining: Joining, clock: Clock) -> None:
    clock.now = CLOCK_IS_SET + 1000.0
    joining._store.phones.admit(KnownPhone("a phone", clock.now))
    clock.now += YEAR
    assert joining.is_admitted("a phone")
    clock.now += 1
    assert not joining.is_admitted("a phone")
    assert joining.phones() == []


def test_a_clock_that_jumps_ahead_and_is_put_right_puts_nobody_out(
    joining: Joining, clock: Clock
) -> None:
    clock.now = now = CLOCK_IS_SET + 1000.0
    match_id = joining._store.new_match("port_royal", ["Ann", "Bob"], {}, now)
    joining._store.phones.admit(KnownPhone("a phone", now))
    joining._store.phones.hold(match_id, "red", "a phone")
    clock.now += 20 * YEAR
    assert not joining.is_admitted("a phone")
    clock.now = now + 60
    assert joining.is_admitted("a phone")
    assert joining.seats("a phone", match_id) == ("red",)


def test_a_phone_that_came_in_by_a_clock_that_was_ahead_is_in_for_a_year_and_no_more(
    joining: Joining, clock: Clock
) -> None:
    now = CLOCK_IS_SET + 1000.0
    joining._store.phones.admit(KnownPhone("a phone", now + 20 * YEAR))
    clock.now = now
    assert joining.is_admitted("a phone")
    clock.now += YEAR + 1
    assert not joining.is_admitted("a phone")


def test_a_clock_that_is_early_for_a_while_leaves_phones_as_they_were(
    joining: Joining, clock: Clock
) -> None:
    joining._store.phones.admit(known := KnownPhone("a phone", CLOCK_IS_SET + 1000.0))
    clock.now = 12.0
    assert joining.is_admitted("a phone")
    assert joining.phones() == [known]


def test_a_phone_that_came_in_before_the_clock_was_set_is_in_from_then_on(
    joining: Joining, clock: Clock
) -> None:
    joining._store.phones.admit(KnownPhone("a phone", 12.0, "47"))
    clock.now = CLOCK_IS_SET + 1000.0
    assert joining.is_admitted("a phone")
    assert joining.phones() == [KnownPhone("a phone", clock.now, "47")]


# --------------------------------------------------------------------------------- Watching


@pytest.mark.parametrize("path", ["/history", "/history/1", "/history/1/0", "/camera"])
def test_camera_and_history_are_only_for_phones_that_are_in(room: Room, path: str) -> None:
    room.begin()
    stranger, ann = room.visitor(), room.player("red")
    assert stranger.get(path).status_code == 403
    assert stranger.get("/history/1/journal.json").status_code == 403
    assert stranger.get("/camera/picture.jpg").status_code == 403
    assert ann.get(path).status_code == 200
    for open_page in ("/", "/table", "/scores", "/rules", "/join"):
        assert stranger.get(open_page).status_code == 200


def test_the_group_may_let_anybody_look_on_for_an_evening(room: Room) -> None:
    room.begin()
    stranger, ann = room.visitor(), room.player("red")
    stranger.post("/phones/look-on", {"anybody": "yes"})
    assert stranger.get("/history").status_code == 403
    ann.post("/phones/look-on", {"anybody": "yes"})
    assert stranger.get("/history").status_code == 200
    assert stranger.get("/phones").status_code == 403
    ann.post("/phones/look-on", {"anybody": "no"})
    assert stranger.get("/history").status_code == 403


def test_looking_on_ends_with_the_evening(joining: Joining, clock: Clock) -> None:
    joining.let_look_on(EVENING)
    assert joining.anybody_may_look_on
    clock.now += EVENING
    assert not joining.anybody_may_look_on


def test_who_only_looks_on_is_not_shown_matches_of_other_evenings(room: Room) -> None:
    room.begin("Mother", "Father")
    room.begin()
    assert "Mother" not in room.visitor().get("/").text
    assert "Mother" in room.player("red").get("/").text


# ------------------------------------------------------------------------------ After a restart


def test_seats_and_admissions_survive_a_power_cut(tmp_path: Path) -> None:
    with opened_room(tmp_path) as room:
        room.begin()
        ann = room.visitor()
        ask(ann, "red")
        room.let_in()
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


def test_a_claim_that_nobody_confirms_ends_after_half_a_minute(
    joining: Joining, clock: Clock
) -> None:
    claim = joining.ask("a phone", "here", None, None)
    clock.now += PATIENCE - 0.1
    assert list(joining.claims) == [claim]
    assert not joining.was_not_answered("a phone")
    clock.now += 0.2
    assert list(joining.claims) == []
    assert joining.seconds_left(claim) == 0
    assert joining.was_not_answered("a phone")
    with pytest.raises(Refused, match="request has run out"):
        joining.confirm("another", claim.sign)
    assert not joining.is_admitted("a phone")


def test_a_phone_is_told_that_its_time_is_over_until_it_asks_again(
    joining: Joining, clock: Clock
) -> None:
    joining.ask("early", "here", None, None)
    clock.now += PATIENCE / 2
    late = joining.ask("late", "there", None, None)
    clock.now += PATIENCE / 2 + 0.1
    assert joining.claims == (late,)
    assert joining.was_not_answered("early")
    assert not joining.was_not_answered("late")
    joining.ask("early", "here", None, None)
    assert not joining.was_not_answered("early")


def test_next_lets_nobody_in_who_became_the_first_while_it_was_held(
    joining: Joining, clock: Clock
) -> None:
    joining.ask("friend", "here", None, None)
    clock.now += 1
    joining.ask("stranger", "there", None, None)
    clock.now += PATIENCE - 1  # the friend's time is over
    assert [claim.phone for claim in joining.claims] == ["stranger"]
    clock.now += 0.5
    assert not joining.press(HELD)
    assert not joining.is_admitted("stranger")


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
    joining._store.phones.admit(KnownPhone("a phone", 1.0))
    with pytest.raises(Refused) as refused:
        joining.ask("a phone", "here", None, None)
    assert refused.value.reason == Text("You have joined already.")


def test_a_seat_that_is_not_in_the_match_cannot_be_held(tmp_path: Path) -> None:
    with Store.open(tmp_path / "matches.sqlite") as store:
        match_id = store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
        store.phones.admit(KnownPhone("a phone", 1.0))
        with pytest.raises(StoreError, match="has no seat purple"):
            store.phones.hold(match_id, "purple", "a phone")


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
    assert cookie.expires is None, "browsers throw away what has ended by their own clock"
    assert cookie.max_age == 365 * 24 * 3600
    known = phone.id
    assert shown.status_code == phone.get("/").status_code == 200
    assert phone.id == known != f"phone at {phone.address}"


def test_there_are_numbers_however_many_ask_and_who_is_in_is_the_last_to_be_left_out(
    joining: Joining, clock: Clock
) -> None:
    match_id = joining._store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
    joining._store.phones.admit(KnownPhone("ann", clock.now))
    joining.ask("ann", "at home", match_id, "red")
    for number in range(64):
        joining.ask(f"eve {number}", f"address {number}", None, None)
    for number in range(40):
        joining._store.phones.admit(KnownPhone(f"guest {number}", clock.now))
        joining.ask(f"guest {number}", "at home", match_id, "blue")
    claims = joining.claims
    assert len({claim.sign for claim in claims}) == len(claims) == 80
    assert joining.claim_of("ann") is not None
    assert joining.was_not_answered("eve 24")


def test_one_more_address_may_ask_after_a_moment_however_many_have(
    joining: Joining, clock: Clock
) -> None:
    for number in range(64):
        joining.ask(f"eve {number}", f"address {number}", None, None)
    with pytest.raises(TooManyClaims):
        joining.ask("bob", "his own", None, None)
    clock.now += NEW_ADDRESS_EVERY
    joining.ask("bob", "his own", None, None)
    with pytest.raises(TooManyClaims):
        joining.ask("cleo", "her own", None, None)


def test_a_phone_that_is_in_has_attempts_of_its_own_and_no_more_than_anybody(
    joining: Joining, clock: Clock
) -> None:
    match_id = joining._store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
    joining._store.phones.admit(KnownPhone("ann", clock.now))
    for _ in range(MOST_CLAIMS):
        joining.ask("eve", "one for all", None, None)
    for _ in range(MOST_CLAIMS):
        joining.ask("ann", "one for all", match_id, "red")
    with pytest.raises(TooManyClaims):
        joining.ask("ann", "another", match_id, "red")
    clock.now += WINDOW
    joining.ask("ann", "another", match_id, "red")
