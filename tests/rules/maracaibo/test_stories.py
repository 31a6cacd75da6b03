"""Maracaibo: story cards, and the scenarios without a campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rules.flow import Choice, Flow
from rules.maracaibo import GAME
from rules.maracaibo.actions.legacy import bring_in
from rules.maracaibo.actions.stories import begin_story, check_stories
from rules.maracaibo.pieces import LEGACY_TILES, PIECES, PROJECTS, STORIES
from rules.maracaibo.places import BOX, legacy_place, quest_at, quest_row
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.catalogue import catalogue
from rules.maracaibo.story.archive import LEFT, Past
from rules.maracaibo.table import Table
from rules.simulation import Simulation
from tests.rules.at_the_table import keys, play, where
from tests.rules.maracaibo.legacy_tables import carry_out, finish
from tests.rules.maracaibo.the_table import at_table, doing, give, has, put, sail_to

# ----------------------------------------------------------------------------------- story cards


def test_the_worked_example_the_story_quest_at_location_15() -> None:
    """1 combat point; 5 doubloons, a point for each compass, and the story tile."""

    def prepare(table: Table) -> None:
        table.player(table.seats[0]).powers["compass"] = 1
        sail_to(table, "14")

    match = at_table(prepare, scenario="1")
    assert where(match, "story/1") == "quest:15"
    play(match, "sail:15 quest:story/1")
    assert (has(match, "combat_points"), has(match, "doubloons"), has(match, "vp")) == (0, 13, 2)
    assert where(match, "story/1") == "quests:red"
    assert match.table.quests(match.seats[0]) == 1, "a story tile counts as a quest tile"


def test_a_story_card_is_done_when_somebody_has_its_tile_and_the_next_one_comes() -> None:
    match = at_table(scenario="1")
    table = match.table
    assert table.stories == [1]
    finish(check_stories(table))
    assert table.stories == [1]
    put(table, "story/1", quest_row(table.seats[1]))
    carry_out(check_stories(table), "aa")
    assert table.stories == [2]
    assert {tile.id for tile in table.legacy} == set(STORIES[2].legacy)


def test_a_story_card_can_be_done_by_filling_its_sites() -> None:
    match = at_table(scenario="1")
    table = match.table
    table.stories = []
    finish(begin_story(table, 4))
    numbered = {card.number: card.id for card in PROJECTS.values() if card.number}
    assert {where(match, numbered[number]) for number in STORIES[4].to_discard} == {"discard"}
    finish(check_stories(table))
    assert table.stories == [4]
    table.sites["legacy/l10"] = LEGACY_TILES["legacy/l10"].discs
    finish(check_stories(table))
    assert table.stories == [STORIES[4].then]


def test_in_the_last_scoring_a_new_story_card_is_not_carried_out() -> None:
    match = at_table(scenario="1")
    table = match.table
    table.round = 4
    put(table, "story/1", quest_row(table.seats[1]))
    carry_out(check_stories(table), "bb")
    assert table.legacy == []
    assert table.stories == [3], "but it is laid out, for the next match"


@pytest.mark.parametrize(
    ("scenario", "tiles"),
    [
        ("75", ""),
        ("76", "l1 l4 l5 l6"),
        ("77", "l1 l4 l5 l6 l7 l8 l9"),
    ],
)
def test_a_scenario_brings_its_legacy_tiles_and_cards(scenario: str, tiles: str) -> None:
    simulation = Simulation(GAME, ["Ann", "Ben"], {"scenario": scenario}, 3)
    while simulation.match.table.active is None:
        simulation.step()
    table = simulation.match.table
    assert [tile.id for tile in table.legacy] == [f"legacy/{tile}" for tile in tiles.split()]
    cards = len(STORIES[int(scenario)].into_deck)
    assert table.places.count("deck") == 56 - 16 + 40 - 4 + cards
    assert cards == (0 if scenario == "75" else 8)


# ------------------------------------------------------------------------------------ scenarios


def played(scenario: str, seats: int) -> Table:
    """A table after the set-up with a story card."""
    return at_table(seats=seats, scenario=scenario).table


def quests_on_the_map(table: Table) -> list[str]:
    return [place for place in board().locations if table.quest(quest_at(place))]


@pytest.mark.parametrize(
    ("seats", "at_first", "then"),
    [(3, ["15", "18"], ["6", "12"]), (4, ["15", "18", "19"], ["6", "12", "16"])],
)
def test_the_worked_example_card_75_adds_quests_at_6_and_12_and_with_four_players_at_16(
    seats: int, at_first: list[str], then: list[str]
) -> None:
    table = played("75", seats)
    assert quests_on_the_map(table) == at_first
    finish(check_stories(table))
    assert set(quests_on_the_map(table)) - set(at_first) == set(then)


@pytest.mark.parametrize("scenario", ["75", "76", "77"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_scenario_adds_quests_after_each_of_the_first_three_rounds(
    scenario: str, seats: int
) -> None:
    table = played(scenario, seats)
    found = [len(quests_on_the_map(table))]
    for table.round in (1, 2, 3):
        finish(check_stories(table))
        found.append(len(quests_on_the_map(table)))
    assert sorted(set(found)) == found, "more every time"
    table.round = 4
    finish(check_stories(table))
    assert len(quests_on_the_map(table)) == found[-1], "none at the end of the match"


def test_playing_alone_the_quests_are_those_of_two_players() -> None:
    for scenario in ("75", "76", "77", "1"):
        assert quests_on_the_map(played(scenario, 1)) == quests_on_the_map(played(scenario, 2))


@pytest.mark.parametrize(("setting", "quests"), [("both", 2), ("none", 1)])
def test_a_location_that_still_has_a_quest_gets_another_one(setting: str, quests: int) -> None:
    """The card says where quests are added; nothing is said of places that have one."""
    match = at_table(second_quest=setting)
    put(match.table, "quest/24", quest_at("6"))
    finish(check_stories(match.table))
    tiles = match.table.places[quest_at("6")]
    assert (tiles[0].id, len(tiles)) == ("quest/24", quests)


def test_all_quests_of_a_location_are_offered_and_one_is_fulfilled() -> None:
    def prepare(table: Table) -> None:
        put(table, "quest/11", quest_at("6"))
        put(table, "quest/12", quest_at("6"))
        give(table, "doubloons", 9)
        sail_to(table, "5")

    match = at_table(prepare)
    play(match, "sail:6")
    assert {"quest:quest/11", "quest:quest/12"} <= set(keys(match))
    play(match, "quest:quest/12")
    assert where(match, "quest/12") == "quests:red"
    assert where(match, "quest/11") == "quest:6"


def test_an_effect_that_fulfils_a_quest_here_asks_which_of_several() -> None:
    def prepare(table: Table) -> None:
        put(table, "quest/11", quest_at("6"))
        put(table, "quest/12", quest_at("6"))
        give(table, "doubloons", 9)
        sail_to(table, "6")

    match = doing('do = "quest_here"', prepare)
    assert set(keys(match)) == {"quest:quest/11", "quest:quest/12"}
    play(match, "quest:quest/12")
    assert where(match, "quest/12") == "quests:red"


def test_a_story_token_lies_where_a_quest_lies() -> None:
    """The next token goes to the location that the card names, whatever else is there."""
    table = at_table(scenario="1").table
    put(table, "quest/24", quest_at("9"))
    finish(begin_story(table, 2))
    assert [tile.id for tile in table.places[quest_at("9")]] == ["quest/24", "story/2"]


def test_a_card_that_makes_way_takes_its_token_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards ask for one legacy tile: the lower one leaves, its token goes to the supply."""
    monkeypatch.setitem(STORIES, 14, replace(STORIES[14], legacy_tiles=("L25",)))
    table = played("1", 2)
    finish(begin_story(table, 3))
    assert table.places.where(PIECES["story/2"]) == quest_at("6")
    finish(begin_story(table, 14))
    assert table.stories == [1, 14]
    assert table.places.where(PIECES["story/2"]) == quest_at("9"), "it is the next one again"
    assert table.tale.past == (Past(3, LEFT),)


def test_a_legacy_tile_that_went_to_the_box_can_be_needed_again() -> None:
    table = played("1", 2)
    tile = LEGACY_TILES["legacy/l20"]
    finish(bring_in(table, tile))
    table.legacy.remove(tile)
    table.places.move(tile, legacy_place(tile), BOX)
    finish(begin_story(table, 16))
    assert tile in table.legacy
    assert table.places.where(tile) == legacy_place(tile)


def test_a_site_that_others_have_filled_is_begun_anew_for_the_next_card_that_needs_it() -> None:
    table = played("1", 2)
    tile = LEGACY_TILES["legacy/l12"]
    finish(bring_in(table, tile))
    table.sites[tile.id] = tile.discs
    finish(begin_story(table, 8))
    assert table.sites[tile.id] == 1, "that of two players"
    finish(check_stories(table))
    assert 8 in table.stories


# --------------------------------------------------------------------- every kind of instruction


def story_tile() -> bool:
    table = played("1", 2)
    return table.places.where(PIECES["story/1"]) == quest_at("15")


def quests() -> bool:
    return "16" in quests_on_the_map(played("1", 2))


def to_discard() -> bool:
    """Cards 90 and 92 wait in the discard pile, not in the deck."""
    table = played("1", 2)
    before = table.places.count("deck")
    finish(begin_story(table, 4))
    numbers = {card.number for card in table.cards("discard") if card.number}
    return numbers == {90, 92} and table.places.count("deck") == before


def next_card() -> bool:
    """Card 16 is read and carried out together with card 8."""
    table = played("1", 2)
    asked = carry_out(begin_story(table, 8))
    read = [line for line in asked if "Lay out story card" in line]
    both = "story card 8, from" in read[0] and "story card 16, from" in read[1]
    return table.stories == [1, 8, 16] and both


def legacy() -> bool:
    table = played("1", 2)
    finish(begin_story(table, 4))
    return {tile.id for tile in table.legacy} == {"legacy/l10", "legacy/l2"}


def into_deck() -> bool:
    """Eight numbered cards are somewhere in the deck, and nobody knows where."""
    table = played("76", 2)
    numbered = [card for card in PROJECTS.values() if card.number in STORIES[76].into_deck]
    return len(numbered) == 8 and all(table.places.where(card) != BOX for card in numbered)


def done_by_quest() -> bool:
    """It does not matter who has the tile; as long as nobody has, the card stays."""
    table = played("1", 2)
    finish(check_stories(table))
    stays = table.stories == [1]
    put(table, "story/1", quest_row(table.seats[1]))
    carry_out(check_stories(table))
    return stays and 1 not in table.stories


def done_by_discs() -> bool:
    """A site with one space left keeps the card in play."""
    table = played("1", 2)
    table.stories.clear()
    finish(begin_story(table, 4))
    table.sites["legacy/l10"] = LEGACY_TILES["legacy/l10"].discs - 1
    finish(check_stories(table))
    stays = table.stories == [4]
    table.sites["legacy/l10"] += 1
    finish(check_stories(table))
    return stays and table.stories == [5]


INSTRUCTIONS: dict[str, Callable[[], bool]] = {
    "story_place_story_tile": story_tile,
    "story_place_quests": quests,
    "story_cards_to_discard": to_discard,
    "story_next_card": next_card,
    "story_place_legacy": legacy,
    "story_shuffle_cards": into_deck,
    "story_done_by_quest": done_by_quest,
    "story_done_by_discs": done_by_discs,
}


@pytest.mark.parametrize("kind", catalogue()["story_instruction"])
def test_every_kind_of_instruction_of_a_story_card_is_carried_out(kind: str) -> None:
    assert INSTRUCTIONS[kind]()


def test_several_story_cards_are_looked_at_in_the_order_of_their_numbers() -> None:
    """Four players after round 3: card 75 places quests at 1, 7, 9 and 18, card 76 at 1 and 18."""
    table = played("75", 4)
    table.stories, table.round = [76, 75], 3
    for tile in list(table.places[quest_at("18")]):
        table.places.move(tile, quest_at("18"), BOX)
    asked = [str(choice.prompt) for choice in answered(check_stories(table))]
    assert [prompt.partition("(")[2].partition(")")[0] for prompt in asked] == [
        "1",
        "7",
        "9",
        "18",
        "1",
        "18",
    ]


def answered(flow: Flow[None]) -> list[Choice[Any]]:
    """The questions of a flow, each given its first answer."""
    asked = []
    try:
        choice = next(flow)
        while True:
            asked.append(choice)
            choice = flow.send(choice.legal()[0])
    except StopIteration:
        return asked


@pytest.mark.parametrize(("first", "then"), [(3, 14), (14, 3)])
def test_of_two_cards_that_ask_for_one_legacy_tile_the_higher_number_stays(
    first: int, then: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STORIES, 14, replace(STORIES[14], legacy_tiles=("L25",)))
    table = played("1", 2)
    table.stories.clear()
    finish(begin_story(table, first))
    finish(begin_story(table, then))
    assert table.stories == [14]
    assert [tile.id for tile in table.legacy] == ["legacy/l25"]
    assert table.tale.is_past(3), "the lower one is out of the game"
    finish(begin_story(table, 3))
    assert table.stories == [14]
