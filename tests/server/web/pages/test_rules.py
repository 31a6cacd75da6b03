"""The rules page: what is played now, the other phases, and how this group plays."""

from __future__ import annotations

from html import unescape

import pytest

from rules.games import GAMES
from server.live.messages import Begin
from tests.patience import PATIENCE
from tests.server.web.conftest import Room
from tests.server.web.evenings import go_on, golden_match, play
from tests.server.web.pages.test_scores import plain


def at(room: Room, upto: int) -> str:
    go_on(room, play(room.table.store, 2, upto))
    return unescape(plain(room.visitor().get("/rules").text))


def test_the_rules_of_the_current_phase_are_first(room: Room) -> None:
    match = golden_match(2, 2)
    now = [str(rule) for rule in match.game.guide.rules(match.table)]
    page = at(room, 2)
    assert str(match.game.guide.phase(match.table)) == "Discover"
    assert all(rule in page for rule in now)
    assert page.index(now[0]) < page.index("Phase by phase")


def test_all_other_phases_are_on_the_same_page(room: Room) -> None:
    page = at(room, 2)
    match = golden_match(2, 2)
    for chapter in match.game.guide.chapters(match.table):
        for rule in chapter.rules:
            assert page.count(str(rule)) == 1, "once, whether it is now or not"


def test_what_is_asked_is_said_with_whom(room: Room) -> None:
    choice = golden_match(2, 3).choice
    assert choice is not None
    page = at(room, 3)
    assert str(choice.prompt) in page
    assert choice.who.name in page


def test_the_rulings_of_this_match_are_in_words(room: Room) -> None:
    settings = {"expedition_to_win": "yes"}
    room.table.host.ask(Begin("port_royal", ["Ann", "Bob"], settings)).result(timeout=PATIENCE)
    page = unescape(plain(room.visitor().get("/rules").text))
    for setting in room.match.agreed:
        assert str(setting.text) in page
    assert "Expedition needed to end and win Yes" in page
    assert "Yes (usual)" in page


@pytest.mark.parametrize(
    ("mode", "own"),
    [
        ("base", {"gambler", "expedition_to_win", "others_take"}),
        ("set_sail", {"others_take"}),
        ("contracts", {"gambler", "expedition_to_win", "others_take", "markers"}),
        ("adventure", {"gambler", "others_take", "markers", "chapter", "shuffled"}),
    ],
)
def test_the_rules_name_only_what_had_to_be_decided_for_this_way_to_play(
    room: Room, mode: str, own: set[str]
) -> None:
    room.table.host.ask(Begin("port_royal", ["Ann", "Bob"], {"mode": mode})).result(
        timeout=PATIENCE
    )
    page = plain(room.visitor().get("/rules").text)
    asked = {setting.key: str(setting.text) for setting in GAMES["port_royal"].settings}
    told = {key for key, text in asked.items() if text in page}
    assert own <= told
    chosen = {"gambler", "expedition_to_win", "others_take", "markers", "chapter", "shuffled"}
    assert told & {*chosen, "time_aside", "failures", "gambler_bust"} == own


def test_what_earlier_matches_usually_leave_behind_is_in_words(room: Room) -> None:
    wish = Begin("port_royal", ["Ann", "Bob"], {"mode": "adventure"})
    room.table.host.ask(wish).result(timeout=PATIENCE)
    page = plain(room.visitor().get("/rules").text)
    assert "From all earlier chapters (usual)" in page
    assert "usual (usual)" not in page


@pytest.mark.parametrize(
    ("settings", "said", "not_said"),
    [
        ({}, "At 12 influence, finish the round", "at least 1 expedition"),
        (
            {"expedition_to_win": "yes"},
            "At 12 influence and at least 1 expedition, finish the round",
            "At 12 influence, finish",
        ),
        (
            {"expedition_to_win": "yes"},
            "Only players with at least 1 expedition can win",
            "At 12 influence, finish",
        ),
        ({}, "Then the others, clockwise, may each take", "If you took none"),
        (
            {"others_take": "after_active"},
            "If you took none, they may not either.",
            "finish the round: you",
        ),
    ],
)
def test_the_rules_are_those_of_this_match(
    room: Room, settings: dict[str, str], said: str, not_said: str
) -> None:
    room.table.host.ask(Begin("port_royal", ["Ann", "Bob"], settings)).result(timeout=PATIENCE)
    page = plain(room.visitor().get("/rules").text)
    assert said in page
    assert not_said not in page


@pytest.mark.parametrize(
    "rule",
    [
        "A skull can never be repelled.",
        "for all tied, even at none.",
        "A ship's coins can pay the fee.",
        "for an empty harbour when you may take",
        "Settler, captain, priest: discard for expeditions that show them.",
        "Jack-of-all-trades: a settler, captain or priest for expeditions.",
        "finish the round: everybody gets equally many turns",
        "then most coins; otherwise share the victory",
    ],
)
def test_the_short_rules_of_port_royal_leave_out_nothing_that_is_asked_for(
    rule: str, room: Room
) -> None:
    assert rule in at(room, 2)


def test_after_the_match_the_page_says_how_it_ended(room: Room) -> None:
    go_on(room, play(room.table.store, 2))
    page = plain(room.visitor().get("/rules").text)
    assert "The match is over" in page
    assert "tied; most coins" in page


def test_without_a_match_the_page_says_so(room: Room) -> None:
    assert "No match is running" in room.visitor().get("/rules").text
