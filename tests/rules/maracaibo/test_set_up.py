"""Maracaibo: the set-up for one to four players."""

from __future__ import annotations

import pytest

from rules.flow import Seat
from rules.maracaibo import GAME
from rules.maracaibo.help import steps
from rules.maracaibo.pieces import CITY_TILES
from rules.maracaibo.places import (
    BOX,
    CAREER_PILE,
    CITY_DRAW,
    DECK,
    DISCARD,
    JEAN_DECK,
    MARKET,
    career,
    career_hand,
    display,
    hand,
    planning,
)
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.table import Table
from rules.match import Match, NotLegal
from rules.simulation import Simulation

FOUR_CITIES = ("3", "5", "13", "14")


def begun(seats: int, **settings: str) -> Match[Table]:
    """A match whose set-up is done."""
    simulation = Simulation(GAME, ["Ann", "Ben", "Cleo", "Dan"][:seats], settings, seed=7)
    while simulation.match.table.active is None:
        simulation.step()
    return simulation.match


@pytest.mark.parametrize("seats", GAME.seats)
def test_everybody_keeps_four_cards_and_plans_one(seats: int) -> None:
    table = begun(seats).table
    for seat in table.seats:
        assert table.places.count(hand(seat)) == 4
        assert len(table.places[planning(seat)]) == 1
    assert table.places.count(DISCARD) == 3 * seats


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_deck_is_the_rest_of_the_a_cards_and_forty_b_cards(seats: int) -> None:
    table = begun(seats).table
    assert table.places.count(DECK) == 56 - 8 * seats + 40 - 4


@pytest.mark.parametrize("seats", GAME.seats)
def test_everybody_starts_with_the_same_except_the_doubloons(seats: int) -> None:
    table = begun(seats).table
    assert table.first is not None
    order = [seat for seat in table.clockwise(table.first) if seat in table.seats]
    assert [table.has(seat, "doubloons") for seat in order] == [8, 9, 10, 11][:seats]
    for seat in table.seats:
        player = table.player(seat)
        assert (table.has(seat, "figures"), player.reserve, player.tasks.count("")) == (2, 3, 3)
        assert table.has(seat, "combat_points") == 1
        assert (table.has(seat, "doubloon_income"), table.has(seat, "vp_income")) == (8, 0)
        assert [table.has(seat, what) for what in ("vp", *NATIONS)] == [0, 0, 0, 0]
        assert (player.assistants, player.synergies, player.invested) == ({}, [], [])
        assert list(player.discs.values()) == [2] * 12
        assert (player.ship, player.explorer) == ("0", "0")
        assert table.career(seat) is not None


@pytest.mark.parametrize("seats", GAME.seats)
def test_four_cities_get_tiles_for_this_number_of_players_with_both_helms(seats: int) -> None:
    table = begun(seats).table
    tiles = [table.city_tile(place) for place in FOUR_CITIES]
    assert sum(tile.helm for tile in tiles if tile) == 2
    assert all(tile and seats in tile.players for tile in tiles)


def test_two_players_and_solo_have_markers_and_a_tile_on_maracaibo() -> None:
    for seats in (1, 2):
        table = begun(seats).table
        assert table.markers == {"6": "spain", "7": "england", "8": "france"}
        assert set(table.rows.values()) == {12}
        assert table.city_tile("11") is CITY_TILES["city/maracaibo"]
    for seats in (3, 4):
        table = begun(seats).table
        assert table.markers == {}
        assert table.city_tile("11") is None


def test_three_quests_lie_on_the_explorer_track() -> None:
    table = begun(3).table
    spaces = [place for place in table.places.piles if place.startswith("quest:explorer:")]
    assert [table.places.count(place) for place in spaces] == [1, 1, 1]


def test_four_buildings_are_dealt_and_the_first_is_open() -> None:
    table = begun(3).table
    assert [table.places.count(f"building:{n}") for n in range(1, 5)] == [1, 0, 0, 0]
    assert table.places.count("building_pile") == 3
    assert len(table.buildings()) == 1


@pytest.mark.parametrize(
    ("seats", "places"), [(2, ["15"]), (3, ["15", "18"]), (4, ["15", "18", "19"])]
)
def test_the_story_card_places_quests_by_the_number_of_players(
    seats: int, places: list[str]
) -> None:
    table = begun(seats).table
    lying = [
        place.partition(":")[2]
        for place in table.places.piles
        if place.startswith("quest:") and "explorer" not in place and table.places[place]
    ]
    assert lying == places


def test_a_third_tile_without_a_helm_cannot_be_among_the_four() -> None:
    match = Match(GAME, GAME.seat(["Ann", "Ben"]), {})
    while "city tile" not in str(match.choice and match.choice.prompt):
        assert match.choice is not None
        match.take(match.choice.legal()[0])
    others = [tile for tile in CITY_TILES.values() if 2 in tile.players and not tile.helm]
    others = [tile for tile in others if tile.id != "city/maracaibo"]
    for tile in others[:2]:
        match.play(f"turn:{tile.id}")
    with pytest.raises(NotLegal, match="Only helm tiles are left"):
        match.play(f"turn:{others[2].id}")
    assert match.table.places.count(CITY_DRAW) == 2


def test_only_an_a_card_can_be_planned_at_the_set_up() -> None:
    match = Match(GAME, GAME.seat(["Ann", "Ben"]), {})
    while "plan one: which" not in str(match.choice and match.choice.prompt):
        assert match.choice is not None
        match.take(match.choice.legal()[0])
    b_card = next(card for card in match.table.places.unseen if getattr(card, "deck", "") == "B")
    with pytest.raises(NotLegal, match="was not dealt"):
        match.play(f"plan:{b_card.id}")


@pytest.mark.parametrize(
    ("difficulty", "cards"), [("1", 5), ("2", 6), ("3", 7), ("4", 8), ("5", 9)]
)
def test_jeans_deck_grows_with_the_difficulty(difficulty: str, cards: int) -> None:
    table = begun(1, difficulty=difficulty).table
    assert table.places.count(JEAN_DECK) == cards


def test_jean_takes_a_colour_that_the_player_does_not_have() -> None:
    for colour, hers in (("red", "blue"), ("blue", "red")):
        seat = Seat(0, colour, "Ann")
        table = GAME.new((seat,), GAME.settle({}))
        assert table.jean.colour == hers


@pytest.mark.parametrize(
    ("difficulty", "deck"), [("1", (5, 0, 0)), ("3", (5, 1, 1)), ("5", (5, 3, 1))]
)
def test_the_set_up_in_words_says_what_jean_gets(
    difficulty: str, deck: tuple[int, int, int]
) -> None:
    match = Match(GAME, GAME.seat(["Ann"]), {"difficulty": difficulty})
    words = [str(step.text) for step in GAME.guide.set_up(match.table)]
    assert any("City tiles for 2 players" in sentence for sentence in words)
    assert "Take 8 doubloons; you begin." in words
    assert "Jean's board: a disc on each of 22 spaces." in words
    a, b, c = deck
    assert f"A {a}, B {b}, C {c}" in words[-1]


@pytest.mark.parametrize(
    ("scenario", "tiles", "numbered"),
    [("75", [], False), ("76", ["l1", "l4", "l5", "l6"], True), ("1", [], False)],
)
def test_the_set_up_in_words_says_what_the_story_card_brings(
    scenario: str, tiles: list[str], numbered: bool
) -> None:
    match = Match(GAME, GAME.seat(["Ann", "Ben"]), {"scenario": scenario})
    steps_of_it = GAME.guide.set_up(match.table)
    placed = [place for step in steps_of_it for place in step.pieces.values()]
    assert [place for place in placed if place.startswith("legacy")] == [
        f"legacy:{tile}" for tile in tiles
    ]
    words = " ".join(str(step.text) for step in steps_of_it)
    assert ("90, 91, 92, 93, 95, 96, 98, 99 into the deck." in words) == numbered
    assert ("Story tiles" in words) == (scenario == "1"), "they belong to the campaign"


def test_jean_is_dealt_no_cards_and_starts_at_nothing() -> None:
    table = begun(1).table
    for place in (hand, planning, career, career_hand, display):
        assert table.places.count(place(table.jean)) == 0
    for account in ("vp", "combat_points", "figures", "france", "england", "spain"):
        assert table.has(table.jean, account) == 0


def test_jean_has_a_ship_and_an_explorer_but_no_figures_or_doubloons() -> None:
    table = begun(1).table
    jean = table.player(table.jean)
    assert (jean.ship, jean.explorer, jean.reserve, jean.board_discs) == ("0", "0", 0, 0)
    assert table.has(table.jean, "doubloons") == 0
    assert table.active is table.seats[0]


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_steps_for_people_name_the_tile_that_must_lie_on_maracaibo(seats: int) -> None:
    table = GAME.new(GAME.seat(["Ann", "Ben", "Cleo", "Dan"][:seats]), GAME.settle({}))
    found = {piece.id: place for step in steps(table) for piece, place in step.pieces.items()}
    assert found == ({"city/maracaibo": "city:11"} if seats < 3 else {})


def test_cards_that_are_not_in_the_match_stay_in_the_box() -> None:
    table = begun(4).table
    assert table.places.count(BOX) > 61


def asked_for(text: str, seats: int = 3, first: str = "blue") -> Match[Table]:
    """A match up to the first question with this text; Blue begins."""
    match = Match(GAME, GAME.seat(["Ann", "Ben", "Cleo", "Dan"][:seats]), {})
    while text not in str(match.choice and match.choice.prompt):
        assert match.choice is not None
        key = f"first:{first}"
        option = match.choice.find(key) if "on board a ship" in str(match.choice.prompt) else None
        match.take(option or match.choice.legal()[0])
    return match


def test_the_first_player_has_8_doubloons_and_those_to_the_left_one_more_each() -> None:
    table = asked_for("plan one: which").table
    assert table.first == table.seats[1]
    assert [table.has(seat, "doubloons") for seat in table.seats] == [10, 8, 9]


def test_cards_are_chosen_before_careers_and_both_in_the_order_of_turns() -> None:
    match = asked_for("plan one: which")
    asked = []
    while match.choice is not None and match.table.active is None:
        asked.append((match.choice.who.colour, "career" in str(match.choice.prompt)))
        match.take(match.choice.legal()[0])
    order = ["blue", "green", "red"]
    assert asked == [(colour, career) for career in (False, True) for colour in order]
    assert match.table.active == match.seats[1]


@pytest.mark.parametrize("seats", GAME.seats)
def test_four_cards_lie_open_in_the_market(seats: int) -> None:
    table = begun(seats).table
    assert [len(table.places[place]) for place in MARKET] == [1, 1, 1, 1]


def test_of_two_careers_one_is_kept_and_all_others_go_to_the_box() -> None:
    match = asked_for("career do you keep")
    assert match.table.places.count(career_hand(match.seats[1])) == 2
    table = begun(3).table
    assert [len(table.places[career(seat)]) for seat in table.seats] == [1, 1, 1]
    assert [table.places.count(career_hand(seat)) for seat in table.seats] == [0, 0, 0]
    assert table.places.count(CAREER_PILE) == 0


def test_two_career_cards_cannot_be_the_same() -> None:
    match = asked_for("career do you keep")
    match.play("keep:career/3")
    with pytest.raises(NotLegal, match="Career 3 is another player's"):
        match.play("keep:career/3")
