"""Copies of a card that carry no tags: only how many of a kind lie in a place can be seen."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games import GAMES
from rules.match import Ambiguous, Match
from rules.pictured import exchanged, said_by_kind, shared_out
from rules.pieces import Piece, Place
from rules.setting import KNOWN_BY, PICTURES
from rules.text import Text

GAME: Any = GAMES["port_royal"]
COPIES = [Piece(f"sailor/3.{number}", "sailor/3", Text("Sailor")) for number in (1, 2, 3)]
STACKS = ("discard",)


def match(known_by: str, *journal: str) -> Match[Any]:
    return Match(GAME, GAME.seat(("Ann", "Bob")), {KNOWN_BY.key: known_by}, journal)


def shared(seen: dict[str, Place], believed: dict[str, Place]) -> dict[str, Place | None]:
    found = shared_out(COPIES, lambda p: seen.get(p.id), lambda p: believed.get(p.id), STACKS)
    return {piece.id: place for piece, place in found.items()}


def test_who_is_believed_where_one_is_seen_has_not_moved() -> None:
    seen = shared({"sailor/3.1": "harbour"}, {"sailor/3.3": "harbour"})
    assert seen == {"sailor/3.1": None, "sailor/3.2": None, "sailor/3.3": "harbour"}


def test_one_more_in_the_harbour_is_one_that_nobody_had_seen() -> None:
    seen = shared({"sailor/3.1": "harbour"}, {"sailor/3.1": "discard"})
    assert seen == {"sailor/3.1": None, "sailor/3.2": "harbour", "sailor/3.3": None}


def test_one_that_left_its_place_is_where_one_more_is_seen() -> None:
    seen = shared({"sailor/3.2": "area:red"}, {"sailor/3.1": "harbour"})
    assert seen["sailor/3.1"] == "area:red"


def test_only_matches_with_pictures_take_copies_for_each_other() -> None:
    assert not match("tags").table.places.pictured
    played = match(PICTURES)
    assert played.table.places.pictured == {piece.kind for piece in played.game.pieces.values()}


def test_a_kind_is_name_enough_if_nobody_can_tell_its_copies_apart() -> None:
    journal = ("first:red", "draw", "turn:sailor/3.1", "draw", "turn:sailor/3.2", "stop")
    with pytest.raises(Ambiguous):
        match("tags", *journal).option("hire:sailor/3")
    assert match(PICTURES, *journal).option("hire:sailor/3").key == "hire:sailor/3.1"


def test_tables_on_which_other_copies_lie_are_the_same() -> None:
    journal = ("first:red", "draw", "turn:pirate/5.1", "draw")
    one, other = (match(PICTURES, *journal, f"turn:ship/red/1/1.{n}") for n in (1, 2))
    assert one.table.key() == other.table.key()
    tags = [match("tags", *journal, f"turn:ship/red/1/1.{n}").table.key() for n in (1, 2)]
    assert tags[0] != tags[1]
    assert said_by_kind(one, "crew:priest/4.2+captain/4.1") == "crew:captain/4+priest/4"


def test_a_copy_may_have_taken_the_place_of_another_that_went_on() -> None:
    begun = match(PICTURES, "first:red", "draw", "turn:sailor/3.1", "stop", "hire:sailor/3.1")
    pieces = begun.game.pieces
    (otherwise,) = exchanged(begun, {pieces["sailor/3.2"]: None})
    assert otherwise == {pieces["sailor/3.2"]: "area:red", pieces["sailor/3.1"]: None}


def test_two_copies_that_have_come_to_two_places_may_have_come_the_other_way_round() -> None:
    begun = match(PICTURES, "first:red", "draw", "turn:sailor/3.1", "stop")
    from_harbour, coin = (begun.game.pieces[f"sailor/3.{number}"] for number in (1, 2))
    first, *_ = exchanged(begun, {from_harbour: "discard", coin: "area:red"})
    assert first == {from_harbour: "area:red", coin: "discard"}
