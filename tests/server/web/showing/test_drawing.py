"""The picture of the table: what lies where, what is wrong, in words that everybody can read."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rules.games import GAMES
from rules.match import Match
from rules.pieces import Piece
from rules.port_royal.places import DECK, EXPEDITIONS, HARBOUR, area, purse
from server.web.games import drawn_by
from server.web.showing.drawing import picture
from tests.server.web.conftest import Room
from tests.server.web.evenings import golden_match
from vision.reading import Sighting

Element = ElementTree.Element

SIGNS = Path(__file__).parents[4] / "server" / "web" / "templates" / "_signs.html"


@pytest.fixture
def match() -> Match[Any]:
    """Five players, cards in the harbour, expeditions and crews."""
    whole = golden_match(5)
    return max(
        (whole.fork(step) for step in range(200, len(whole.journal), 7)),
        key=lambda match: len(match.table.places[HARBOUR]),
    )


def drawn(
    room: Room,
    match: Match[Any],
    sighting: Sighting | None = None,
    wrong: Collection[Piece] = (),
    moved: Collection[Piece] = (),
    language: str = "en",
) -> Element:
    with room.app.test_request_context(headers={"Accept-Language": language}):
        return ElementTree.fromstring(picture(match, sighting, wrong, moved))


def with_class(element: Element, name: str) -> list[Element]:
    return [e for e in element.iter() if name in e.get("class", "").split()]


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def box(picture: Element, title: str) -> Element:
    boxes = [b for b in with_class(picture, "box") if title in words(next(b.iter("h3")))]
    assert len(boxes) == 1
    return boxes[0]


def names(element: Element) -> list[str]:
    return [words(name) for name in with_class(element, "card-name")]


def expected(match: Match[Any], place: str) -> list[str]:
    return [str(card.name) for card in match.table.places[place]]


def test_every_card_that_lies_open_is_drawn_in_its_place(room: Room, match: Match[Any]) -> None:
    drawing = drawn(room, match)
    assert len(expected(match, HARBOUR)) > 3
    assert names(box(drawing, "the harbour")) == expected(match, HARBOUR)
    assert names(box(drawing, "the row of expeditions")) == expected(match, EXPEDITIONS)
    for seat in match.seats:
        assert names(box(drawing, seat.name)) == expected(match, area(seat))


def test_what_lies_face_down_is_a_pile_with_its_number(room: Room, match: Match[Any]) -> None:
    drawing = drawn(room, match)
    deck = match.table.places.count(DECK)
    assert f"{deck} cards" in words(box(drawing, "the deck"))
    for seat in match.seats:
        assert f"Coins {match.table.places.count(purse(seat))} card" in words(
            box(drawing, seat.name)
        )


def test_the_discard_pile_shows_only_how_many_lie_in_it(room: Room, match: Match[Any]) -> None:
    pile = box(drawn(room, match), "the discard pile")
    assert names(pile) == []
    assert f"{match.table.places.count('discard')} cards" in words(pile)


def test_players_sit_far_and_near_as_the_layout_suggests(room: Room, match: Match[Any]) -> None:
    drawing = drawn(room, match)
    sitting = {
        band: [words(next(b.iter("h3"))) for e in with_class(drawing, band) for b in e]
        for band in ("band-far", "band-middle", "band-near")
    }
    assert sitting["band-far"] == ["Green: Cleo", "Yellow: Dora", "Black: Emil"]
    assert sitting["band-near"] == ["Red: Ann", "Blue: Bob"]
    assert sitting["band-middle"] == [
        "the deck",
        "the discard pile",
        "the harbour",
        "the row of expeditions",
    ]


def test_whose_turn_it_is_is_said_in_words(room: Room, match: Match[Any]) -> None:
    active = [b for b in with_class(drawn(room, match), "box") if "on turn" in words(b)]
    assert [match.table.active.name in words(b) for b in active] == [True]


def test_after_the_match_it_is_nobodys_turn(room: Room) -> None:
    assert "on turn" not in words(drawn(room, golden_match(5)))


def test_a_wrong_card_is_marked_where_it_lies_and_where_it_belongs(
    room: Room, match: Match[Any]
) -> None:
    card = match.table.places[HARBOUR][0]
    sighting = Sighting(places={card.id: "area:red"})
    drawing = drawn(room, match, sighting, wrong=[card])
    [missing], [wrong] = with_class(drawing, "is-missing"), with_class(drawing, "is-wrong")
    assert missing in list(box(drawing, "the harbour").iter())
    assert wrong in list(box(drawing, "Ann").iter())
    assert "is missing here" in words(missing)
    assert "does not belong here" in words(wrong)
    assert names(missing) == names(wrong) == [str(card.name)]


def test_a_card_that_should_still_be_in_the_deck_is_marked_where_it_lies(
    room: Room, match: Match[Any]
) -> None:
    card = next(iter(match.table.places.unseen))
    drawing = drawn(room, match, Sighting(places={card.id: HARBOUR}), wrong=[card])
    [wrong] = with_class(drawing, "is-wrong")
    assert wrong in list(box(drawing, "the harbour").iter())


def test_a_wrong_card_in_no_place_is_drawn_beside_them(room: Room, match: Match[Any]) -> None:
    card = match.table.places[HARBOUR][0]
    drawing = drawn(room, match, Sighting(elsewhere=frozenset([card.id])), wrong=[card])
    assert names(box(drawing, "Beside the places")) == [str(card.name)]


def test_without_a_camera_nothing_is_wrong(room: Room, match: Match[Any]) -> None:
    drawing = drawn(room, match)
    assert with_class(drawing, "is-wrong") == with_class(drawing, "is-missing") == []


def test_a_place_out_of_sight_says_so(room: Room, match: Match[Any]) -> None:
    drawing = drawn(room, match, Sighting(hidden=frozenset(["area:blue"])))
    assert "out of sight" in words(box(drawing, "Bob"))
    assert "out of sight" not in words(box(drawing, "Ann"))


def test_cards_that_just_moved_are_marked(room: Room, match: Match[Any]) -> None:
    card = match.table.places[HARBOUR][-1]
    [moved] = with_class(drawn(room, match, moved=[card]), "is-moved")
    assert words(moved).startswith(str(card.name))
    assert words(moved).endswith("just moved")


def test_names_are_in_the_language_of_the_phone(room: Room, match: Match[Any]) -> None:
    russian = drawn(room, match, language="ru")
    assert names(russian)
    assert all(re.search("[а-я]", name) for name in names(russian))


def test_a_name_is_only_a_name(room: Room) -> None:
    match = Match(
        GAMES["port_royal"], GAMES["port_royal"].seat(["<script>alert(1)</script>", "B&B"]), {}
    )
    drawing = drawn(room, match)
    assert list(drawing.iter("script")) == []
    assert "<script>alert(1)</script>" in words(drawing)
    assert "B&B" in words(drawing)


def test_nothing_in_it_is_styled_past_the_stylesheet(room: Room, match: Match[Any]) -> None:
    assert [e for e in drawn(room, match).iter() if e.get("style") or e.get("onclick")] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_piece_has_a_face_with_symbols_that_there_are(game: str) -> None:
    faces, symbols = drawn_by(game).faces, set(re.findall('id="sign-([a-z]+)"', SIGNS.read_text()))
    assert {piece.kind for piece in GAMES[game].pieces.values()} == set(faces)
    for face in faces.values():
        assert {face.symbol, *(mark.symbol for mark in face.marks)} <= symbols


def test_a_ship_shows_the_swords_that_repel_it() -> None:
    faces = drawn_by("port_royal").faces
    for piece in GAMES["port_royal"].pieces.values():
        if piece.kind.startswith("ship/"):
            [mark] = faces[piece.kind].marks
            *_, swords = piece.kind.split("/")
            assert (mark.symbol, mark.number) in {("sword", swords), ("skull", "")}
            assert (mark.symbol == "skull") == (swords == "skull")


def test_a_game_that_draws_nothing_itself_is_drawn_place_by_place() -> None:
    nothing = drawn_by("a_game_without_a_folder")
    assert (nothing.faces, nothing.board, nothing.about) == ({}, None, None)
    assert (nothing.mat, nothing.aside, nothing.in_words) == (None, None, None)
