"""The club sees the name of whoever has said so where they sit down, and of nobody else."""

from __future__ import annotations

from tests.server.web.conftest import Room, Visitor

CLUB = {
    "club": "harbour",
    "table": "window",
    "name": "By the window",
    "host": "192.0.2.7",
    "port": "1883",
    "password": "secret",
}
PLAYERS = {"game": "port_royal", "name-0": "Ann", "name-1": "Bob"}
TICK = "Club sees this name"


def named(room: Room) -> set[str]:
    """Who of those in the match is named in the club."""
    store, match_id = room.table.store, room.table.host.view.match_id
    sitting = store.players.at_seats(match_id).values() if match_id is not None else ()
    return {player.name for player in sitting if player.id in store.club.named()}


def begin(room: Room, phone: Visitor, **more: str) -> None:
    running = room.table.host.view.match_id
    pause = {} if running is None else {"pause": str(running)}
    assert phone.post("/matches", {**PLAYERS, **pause, **more}).status_code == 303


def test_at_a_table_in_no_club_nobody_is_asked(room: Room) -> None:
    phone = room.player()
    assert TICK not in phone.get("/").text
    begin(room, phone, **{"named-0": "yes"})
    room.table.store.club.join(CLUB, "e1", 1.0)
    assert named(room) == set()
    assert TICK in phone.get("/").text


def test_who_is_not_ticked_when_a_match_begins_is_a_guest(room: Room) -> None:
    room.table.store.club.join(CLUB, "e1", 1.0)
    begin(room, room.player(), **{"named-1": "yes"})
    assert named(room) == {"Bob"}


def test_who_has_ticked_once_stays_named_until_the_tick_is_taken_away(room: Room) -> None:
    room.table.store.club.join(CLUB, "e1", 1.0)
    phone = room.player()
    begin(room, phone, **{"named-0": "yes"})
    begin(room, phone)
    assert named(room) == {"Ann"}
    ann = next(each for each in room.table.store.players.recent() if each.name == "Ann")
    form = phone.post("/new-match", {"game": "port_royal", "add": str(ann.id)}).text
    assert 'id="named-0" value="yes" checked' in form
    assert 'name="agreed-0" value="Ann"' in form
    asked = phone.post("/matches", {**PLAYERS, "agreed-0": "Ann"})
    assert asked.status_code == 409
    assert 'name="agreed-0" value="Ann"' in asked.text
    assert named(room) == {"Ann"}
    begin(room, phone, **{"agreed-0": "Ann"})
    assert named(room) == set()


def test_another_name_in_the_row_of_one_who_has_ticked_changes_nothing_for_them(
    room: Room,
) -> None:
    room.table.store.club.join(CLUB, "e1", 1.0)
    phone = room.player()
    begin(room, phone, **{"named-0": "yes", "named-1": "yes"})
    begin(room, phone, **{"agreed-0": "Cleo"})
    assert named(room) == {"Ann", "Bob"}


def test_a_phone_ticks_for_the_seats_that_it_plays_for_and_for_no_other(room: Room) -> None:
    room.begin("Ann", "Bob")
    room.table.store.club.join(CLUB, "e1", 1.0)
    phone = room.player("red")
    assert "In the club: guest" in phone.get("/join").text
    phone.post("/join/named", {"seat": "red", "named": "yes"})
    phone.post("/join/named", {"seat": "blue", "named": "yes"})
    assert named(room) == {"Ann"}
    assert "In the club: Ann" in phone.get("/join").text
    phone.post("/join/named", {"seat": "red", "named": ""})
    assert named(room) == set()


def test_the_page_of_the_club_has_nobody_ticked_who_has_not_agreed(room: Room) -> None:
    room.begin("Ann", "Bob")
    phone = room.player()
    assert "Names in the club" not in phone.get("/club").text
    room.table.store.club.join(CLUB, "e1", 1.0)
    page = phone.get("/club").text
    assert page.count('name="named"') == 2
    assert "checked" not in page
    ann = next(each for each in room.table.store.players.recent() if each.name == "Ann")
    phone.post("/club/named", {"named": [str(ann.id), "x", "9" * 4_400]})
    assert named(room) == {"Ann"}
    phone.post("/club/named")
    assert named(room) == set()
