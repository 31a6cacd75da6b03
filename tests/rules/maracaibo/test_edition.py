"""Maracaibo's edition: what is known is in it, what is ours fits it, and nothing is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from rules.edition import EditionError
from rules.maracaibo.pieces import (
    BUILDINGS,
    CAREERS,
    CITY_TILES,
    COMBAT_TOKENS,
    EXPLORERS,
    JEAN_CARDS,
    LEGACY_TILES,
    PIECES,
    PROJECTS,
    QUESTS,
    SHIPS,
    STORIES,
    STORY_TILES,
    LegacyTile,
    ProjectCard,
    edition,
)
from rules.maracaibo.printed.board import Board, Route, board
from rules.maracaibo.printed.cards import check_counts
from rules.maracaibo.printed.catalogue import Use, catalogue, kind_of, uses
from rules.maracaibo.printed.describe import (
    cost_text,
    effect_text,
    effects_text,
    goal_text,
    needs_text,
    steps_text,
)
from rules.maracaibo.printed.nodes import (
    GOODS,
    NATIONS,
    OBJECTS,
    SYNERGIES,
    Assistant,
    CardEffect,
    Combat,
    Cost,
    Effect,
    Explore,
    Gain,
    Income,
    Needs,
    Now,
    OneOf,
    Pay,
    Permanent,
    RulingChoice,
    Steps,
    Synergy,
    TakeStoryTile,
)
from rules.typed import read

PLAYERS = (1, 2, 3, 4)


def deck(letter: str) -> list[ProjectCard]:
    return [card for card in PROJECTS.values() if card.deck == letter]


def flat(steps: tuple[Effect, ...]) -> Iterator[Effect]:
    """All nodes of a tree."""
    for step in steps:
        yield step
        if isinstance(step, Pay):
            yield from flat(step.then)
        elif isinstance(step, OneOf):
            for option in step.options:
                yield from flat(option)
        elif isinstance(step, RulingChoice):
            for _, reading in step.readings:
                yield from flat(reading)


# --- counts ---------------------------------------------------------------------------------------


def test_the_box_holds_as_many_pieces_as_the_rulebook_lists() -> None:
    assert len(deck("A")) + len(deck("B")) == 157
    assert [len(CAREERS), len(BUILDINGS), len(JEAN_CARDS)] == [8, 8, 15]
    assert [len(CITY_TILES), len(COMBAT_TOKENS), len(QUESTS)] == [13, 25, 24]
    assert [len(STORY_TILES), len(LEGACY_TILES)] == [4, 23]
    assert [len(SHIPS), len(EXPLORERS)] == [4, 4]


def test_the_project_cards_are_56_dark_101_light_and_8_with_numbers() -> None:
    assert [len(deck(letter)) for letter in "ABC"] == [56, 101, 8]
    assert all(card.number is None for letter in "AB" for card in deck(letter))
    numbers = [card.number for card in deck("C")]
    assert len(set(numbers)) == 8
    assert all(number is not None and 90 <= number <= 99 for number in numbers)


def test_four_players_get_their_cards_and_forty_light_ones_are_left_to_shuffle_in() -> None:
    numbers = board()
    assert len(deck("A")) >= 4 * numbers.start_cards
    assert len(deck("B")) >= numbers.b_cards == 40
    assert numbers.start_cards == numbers.keep_in_hand + numbers.keep_planned + 3


def test_a_wrong_count_is_refused() -> None:
    with pytest.raises(EditionError, match=r"counts\.quest says 24, but 23"):
        check_counts(edition(), "quest", 23)


def test_every_piece_has_an_id_of_its_own_that_fits_into_a_journal() -> None:
    assert len(PIECES) == 165 + 8 + 8 + 15 + 13 + 25 + 24 + 4 + 23 + 4 + 4
    assert all(re.fullmatch(r"[a-z0-9_/.-]+", piece) for piece in PIECES)
    assert all(piece.id == key for key, piece in PIECES.items())


# --- the catalogue --------------------------------------------------------------------------------


def test_every_one_of_the_187_kinds_is_shown_by_something() -> None:
    counts = uses()
    assert len(counts) == 187
    assert [kind for kind, count in counts.items() if not count] == []


def test_every_kind_of_card_effect_is_on_a_project_card() -> None:
    on_cards: Counter[str] = Counter()
    for row in edition().rows("projects.cards"):
        for effect in row["effects"]:
            group = {"village": "village_action", "manoeuvre": "combat_action", "now": "immediate"}
            name = next(iter(effect))
            form = effect[name] if name in ("now", "assistant") else effect
            on_cards[kind_of(Use(group.get(name, name), form, row["key"]))] += 1
        for name, value in row["price"].items():
            on_cards[kind_of(Use("purchase_requirement", {name: value}, row["key"]))] += 1
    groups = ("income", "permanent", "immediate", "assistant", "purchase_requirement")
    wanted = {kind for group in groups for kind in catalogue()[group]}
    wanted |= {"village_treasures_explore", "village_adventures_explore", "village_books"}
    wanted |= {"village_two_goods_d4", "village_quest_on_card"}
    wanted |= {"combat_influence_vp", "combat_synergy_pay"}
    assert wanted == set(on_cards)


def test_what_the_catalogue_does_not_list_is_refused() -> None:
    with pytest.raises(EditionError, match="no immediate of the catalogue"):
        kind_of(Use("immediate", [{"vp": 50}], "a card"))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"points": 3}, "Unknown: points. There is reading, doubloons, vp"),
        ({"vp": 2, "per": "moon"}, 'per: It must be one of these: compass.*not "moon"'),
        ({"vp": 2, "pre": "compass"}, "Unknown: pre. There is vp, per"),
        ({"vp": "many"}, 'vp: It must be a whole number, not "many"'),
        ({"influence": 1, "with": "prussia"}, 'with: It must be one of these: .*not "prussia"'),
        ({"pay": {"gold": 3}, "then": []}, "pay: Unknown: gold. There is doubloons"),
        ({"pay": {"doubloons": 3}, "then": [{"vp": 1.5}]}, r"then\[0\]\.vp: It must be a whole"),
        ({"sail": 3}, r"sail: It must be two whole numbers, e\.g\. \[1, 2\], not 3"),
        ({"do": "dance"}, 'do: It must be one of these: combat.*not "dance"'),
        ({"do": "combat", "n": 3}, "Unknown: n. There is do"),
    ],
)
def test_a_word_outside_the_vocabulary_is_refused_with_its_place(
    row: Mapping[str, object], message: str
) -> None:
    with pytest.raises(EditionError, match=message) as caught:
        read([row], Steps, "quest 99", EditionError)
    assert str(caught.value).startswith("quest 99: ")


def test_a_card_can_carry_only_what_cards_carry() -> None:
    with pytest.raises(EditionError, match=r"Unknown: vp\. There is income, permanent"):
        read([{"vp": 3}], tuple[CardEffect, ...], "project card x", EditionError)
    with pytest.raises(EditionError, match=r"of: It must be treasure, adventure, book, not sword"):
        read(
            [{"permanent": "object", "of": "sword"}],
            tuple[CardEffect, ...],
            "project card x",
            EditionError,
        )
    with pytest.raises(EditionError, match=r"Unknown: luck\. There is movement"):
        read({"luck": 1}, Needs, "quest 99", EditionError)


# --- the map --------------------------------------------------------------------------------------


def with_new_cities() -> list[Route]:
    """The arrows when both new cities are on the board."""
    added = [LEGACY_TILES[key] for key in ("legacy/l4", "legacy/l7")]
    return [*board().routes, *(Route(*ends) for tile in added for ends in tile.routes)]


def forks(routes: list[Route]) -> set[str]:
    """Where the captain chooses; the two ends of the way home are no choice."""
    leaving = Counter(route.source for route in routes)
    return {source for source, count in leaving.items() if count > 1} - {"20"}


def normal(board: Board) -> list[str]:
    return [key for key, place in board.locations.items() if place.kind != "homeward"]


def test_the_map_has_twenty_normal_spaces_and_fifteen_on_the_shortest_way() -> None:
    assert normal(board()) == [str(number) for number in range(20)]
    lengths = {"0": 1}
    for _ in board().locations:
        for route in board().routes:
            if route.source in lengths:
                length = lengths[route.source] + 1
                lengths[route.target] = min(length, lengths.get(route.target, length))
    assert lengths["19"] == 15
    assert set(lengths) == set(board().locations)


def test_there_are_two_forks_and_four_with_the_new_cities() -> None:
    assert forks(list(board().routes)) == {"3", "11"}
    assert len(forks(with_new_cities())) == 4


def test_after_maracaibo_the_upper_way_is_the_short_one_past_port_royal() -> None:
    upper, lower = board().after("11")
    assert (upper.target, lower.target) == ("12", "14")
    assert board().after("12")[0].target == "13"
    assert str(board().location("13").name) == "Port Royal"
    assert str(board().location("17").name) == "Puerto Cabezas"


def test_nobody_can_go_round_in_circles() -> None:
    order = [*board().locations, "9a", "16a"]
    targets: dict[str, set[str]] = {key: set() for key in order}
    for route in with_new_cities():
        targets[route.source].add(route.target)
    left = set(order)
    while left:
        ends = {key for key in left if not targets[key] & left}
        assert ends, "a circle"
        left -= ends


def test_seven_cities_three_with_printed_actions_and_four_with_tiles() -> None:
    cities = [place for place in board().locations.values() if place.kind == "city"]
    assert [place.id for place in cities if place.tile] == ["3", "5", "13", "14"]
    printed = [place for place in cities if not place.tile]
    assert [place.id for place in printed] == ["4", "10", "11"]
    assert all(place.good and place.spaces and place.steps for place in printed)
    assert all(place.flag for place in cities)


def test_combat_is_printed_only_at_maracaibo_and_on_the_way_home() -> None:
    places = board().locations.values()
    fighting = [place.id for place in places if Combat() in flat(place.steps)]
    assert fighting == ["11", "20"]
    tiles = [tile.id for tile in CITY_TILES.values() if Combat() in flat(tile.steps)]
    assert tiles == ["city/maracaibo"]


def test_the_named_locations_are_where_the_rulebook_has_them() -> None:
    names = {key: str(place.name) for key, place in board().locations.items()}
    assert names["0"] == "Havana"
    assert [names[key] for key in ("3", "5", "13", "14")] == [
        "Puerto Plata",
        "Santo Domingo",
        "Port Royal",
        "Cartagena",
    ]
    assert [names[key] for key in ("6", "7", "8")] == ["San Juan", "St. Kitts", "Martinique"]
    assert board().location("11").good == "sugar"
    assert {at: nation for nation, at in board().two_player_markers} == {
        "6": "spain",
        "7": "england",
        "8": "france",
    }


def test_the_ways_home_stop_everybody_and_differ_in_the_last_round() -> None:
    home = {key: place for key, place in board().locations.items() if place.kind == "homeward"}
    assert all(place.stop for place in home.values())
    assert {key: place.rounds for key, place in home.items()} == {
        "20": (1, 4),
        "21a": (1, 3),
        "21b": (4, 4),
        "22": (4, 4),
    }
    assert home["20"].steps == (OneOf(((Combat(),), (Explore(2),))),)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_number_of_players_has_two_marked_city_tiles_and_a_choice_of_others(
    players: int,
) -> None:
    tiles = [tile for tile in CITY_TILES.values() if players in tile.players]
    assert ("city/maracaibo" in {tile.id for tile in tiles}) == (players <= 2)
    others = [tile for tile in tiles if tile.id != "city/maracaibo"]
    assert sum(tile.helm for tile in others) == 2
    assert sum(not tile.helm for tile in others) > board().city_tiles_random


def test_every_good_can_be_delivered_somewhere() -> None:
    printed = {place.good for place in board().locations.values() if place.good}
    assert printed | {tile.good for tile in CITY_TILES.values()} == set(GOODS)


# --- tracks ---------------------------------------------------------------------------------------


def test_the_explorer_track_has_three_quests_and_three_barriers_in_order() -> None:
    spaces = board().spaces
    assert sum(space.quest for space in spaces.values()) == 3
    barriers = {space.barrier: space.number for space in spaces.values() if space.barrier}
    assert list(barriers) == ["red", "blue", "green"]
    assert [space.id for space in spaces.values() if space.end] == ["21"]
    assert any(len(space.next) > 1 for space in spaces.values())


def test_every_way_along_the_explorer_track_crosses_every_barrier() -> None:
    def ways(space: str) -> Iterator[list[str]]:
        here = board().space(space)
        if here.end:
            yield [space]
        for following in here.next:
            assert board().space(following).number > here.number
            for rest in ways(following):
                yield [space, *rest]

    for way in ways("0"):
        crossed = [board().space(space).barrier for space in way]
        assert [colour for colour in crossed if colour] == ["red", "blue", "green"]


def test_the_explorer_track_has_the_spaces_that_legacy_tiles_speak_of() -> None:
    numbers = {space.number for space in board().spaces.values()}
    assert {4, 5, 11} <= numbers
    assert LEGACY_TILES["legacy/l4"].needs.explorer == 5
    assert LEGACY_TILES["legacy/l7"].needs.explorer == 11
    mine = LEGACY_TILES["legacy/l9"].manoeuvre
    assert mine is not None
    assert mine.needs.explorer == 5


def test_ranks_rise_along_the_influence_tracks() -> None:
    for nation in NATIONS:
        steps = board().ranks[nation]
        assert list(steps) == sorted(steps)
        assert list(steps.values())[:3] == [1, 2, 3]
        assert max(steps) <= board().influence_length


def test_thirteen_markers_of_a_nation_fill_one_cell_of_one_and_six_of_two() -> None:
    assert board().row == (1, 2, 2, 2, 2, 2, 2)
    assert sum(board().row) == edition().number("counts.ownership_markers")


def test_the_points_beside_the_doubloon_track_grow_with_the_income() -> None:
    points = [board().doubloon_track_vp(income) for income in range(8, 35)]
    assert points == sorted(points)
    assert points[0] == 0
    assert 4 in points


# --- the ship board -------------------------------------------------------------------------------


def test_the_ship_board_has_twelve_upgrades_with_their_conditions() -> None:
    upgrades = board().upgrades
    assert len(upgrades) == 12
    assert 2 * len(upgrades) == edition().number("counts.discs")
    chained = {key: u.requires for key, u in upgrades.items() if u.requires}
    assert chained == {"U06": ("U05",), "U09": ("U08",)}
    late = {key: u.least for key, u in upgrades.items() if u.least}
    assert late == {"U10": 4, "U11": 4, "U12": 6}
    assert upgrades["U12"].effects == (Now((Gain("vp", 10),)),)


# --- combat, quests, careers ----------------------------------------------------------------------


def test_one_token_lets_france_fight_with_six_for_two_doubloons() -> None:
    sides = [token.sides["france"] for token in COMBAT_TOKENS.values()]
    assert any(side.value == 6 and side.cost == Cost(doubloons=2) for side in sides)


def test_combat_tokens_favour_no_nation_and_can_always_be_fought_without_paying() -> None:
    totals = Counter(
        {
            nation: sum(token.sides[nation].value for token in COMBAT_TOKENS.values())
            for nation in NATIONS
        }
    )
    assert len(set(totals.values())) == 1
    for token in COMBAT_TOKENS.values():
        assert any(side.cost == Cost() for side in token.sides.values())
        assert token.most in (0, -2)
        assert token.fewest in (0, 3)
        assert all(2 <= side.value <= 6 for side in token.sides.values())
    assert any(token.most for token in COMBAT_TOKENS.values())
    assert any(token.fewest for token in COMBAT_TOKENS.values())


def test_quests_cost_what_the_rulebook_lets_quests_cost() -> None:
    for quest in QUESTS.values():
        cost = quest.cost
        assert (cost == Cost()) == (quest.needs.movement == 4)
        assert len(cost.goods) in (0, 2)
        assert len(cost.objects) in (0, 2)
        assert cost.doubloons in (0, 2)
        assert cost.figures in (0, 1)
        assert cost.combat_points in (0, 1, 2)
    assert {good for quest in QUESTS.values() for good in quest.cost.goods} == set(GOODS)
    assert {thing for quest in QUESTS.values() for thing in quest.cost.objects} == set(OBJECTS)


def test_every_career_has_three_tasks_and_the_hard_way_pays_more() -> None:
    for career in CAREERS.values():
        assert len(career.tasks) == 3
        assert len({task.easy.kind for task in career.tasks}) == 3
        for task in career.tasks:
            assert task.easy.kind == task.hard.kind
            assert task.easy.vp == 0 < task.hard.vp
            assert 0 < task.easy.doubloons <= task.hard.doubloons
            harder = (task.hard.n, task.hard.colour) != (task.easy.n, task.easy.colour)
            assert harder
            assert task.hard.n >= task.easy.n


def test_careers_ask_for_every_kind_of_task_equally_often() -> None:
    kinds = Counter(task.easy.kind for career in CAREERS.values() for task in career.tasks)
    assert len(kinds) == 8
    assert set(kinds.values()) == {3}


def test_prestige_buildings_score_as_printed_in_the_rulebook() -> None:
    scoring = {key.partition("/")[2]: (b.n, b.per, b.most) for key, b in BUILDINGS.items()}
    assert scoring == {
        "abbey": (4, ("barrier",), None),
        "palace": (2, ("quest_tile",), None),
        "basilica": (4, ("assistant",), 16),
        "citadel": (2, ("figure", "combat_point"), None),
        "ministry": (3, ("synergy_token",), None),
        "military_base": (2, ("combat_token",), None),
        "academy": (2, ("upgrade",), None),
        "cathedral": (1, ("doubloon_track_vp",), None),
    }
    assert {building.synergy for building in BUILDINGS.values()} == set(SYNERGIES)


# --- project cards --------------------------------------------------------------------------------


def test_goods_and_objects_are_spread_evenly_over_the_project_cards() -> None:
    for letter, most in (("A", 2), ("B", 2)):
        goods = Counter(card.good for card in deck(letter))
        things = Counter(card.object for card in deck(letter))
        assert set(goods) == set(GOODS)
        assert set(things) == set(OBJECTS)
        assert max(goods.values()) - min(goods.values()) <= most
        assert max(things.values()) - min(things.values()) <= most


def test_there_are_at_least_four_master_builders() -> None:
    builders = [card for card in PROJECTS.values() if str(card.name) == "Master builder"]
    assert len(builders) >= 4
    assert all(isinstance(card.effects[0], Permanent) for card in builders)


def test_an_assistant_card_puts_its_figure_where_ships_can_go() -> None:
    stand = Counter[str]()
    for card in PROJECTS.values():
        helping = any(isinstance(effect, Assistant) for effect in card.effects)
        assert helping == (card.price.figure == "location") == (card.price.location is not None)
        if card.price.location:
            assert board().location(card.price.location).kind in ("city", "village")
            stand[card.price.location] += 1
    assert len(stand) >= 15
    assert max(stand.values()) <= 3


def test_every_synergy_token_can_be_taken_and_is_waited_for() -> None:
    taken = Counter[str]()
    awaited = Counter[str]()
    for card in PROJECTS.values():
        for effect in card.effects:
            if isinstance(effect, Now):
                taken.update(s.kind for s in effect.steps if isinstance(s, Synergy))
            elif isinstance(effect, Income) and effect.synergy:
                awaited[effect.synergy] += 1
    assert set(SYNERGIES) <= set(taken)
    assert set(awaited) == set(SYNERGIES)


def test_no_card_is_free_and_none_is_out_of_reach() -> None:
    """The income grows to 34 at most; with 8 to start with, a price of 12 is the dearest yet."""
    for card in PROJECTS.values():
        assert 3 <= card.price.doubloons <= 12
        assert 0 <= card.vp <= 9
    # The first cards must be affordable with the first doubloons.
    assert all(card.price.doubloons <= 8 for card in deck("A"))


def test_points_on_a_card_are_paid_for() -> None:
    """A card that asks for doubloons only never shows more points than it costs."""
    for card in PROJECTS.values():
        price = card.price
        if price.figure is None and price.cost == Cost() and price.needs.markers is None:
            assert card.vp < price.doubloons


# --- solo, story, legacy --------------------------------------------------------------------------


def test_jean_has_five_levels_and_cards_for_the_hardest() -> None:
    stacks = Counter(card.stack for card in JEAN_CARDS.values())
    assert stacks == {"A": 5, "B": 6, "C": 4}
    jean = board().jean
    assert list(jean.levels) == [[5, 0, 0], [5, 0, 1], [5, 1, 1], [5, 2, 1], [5, 3, 1]]
    assert jean.discs_vp[3] == 2
    assert len(jean.discs_vp) == 23


def test_jeans_warrior_takes_a_village_as_well() -> None:
    warriors = [
        card.id
        for card in JEAN_CARDS.values()
        if any(action.extra_village for action in card.actions)
    ]
    assert warriors == ["jean/c4"]


def test_the_story_quest_of_the_first_card_is_the_one_of_the_example() -> None:
    story = STORIES[1]
    assert story.location == "15"
    assert story.quest is not None
    assert story.quest.cost == Cost(combat_points=1)
    assert story.quest.reward == (Gain("doubloons", 5), Gain("vp", 1, "compass"), TakeStoryTile())


@pytest.mark.parametrize("number", [75, 76, 77])
@pytest.mark.parametrize("players", PLAYERS)
def test_scenarios_bring_quests_to_villages_and_never_run_out_of_them(
    number: int, players: int
) -> None:
    story = STORIES[number]
    coming = [new for new in story.quests if players in new.players]
    assert [new.round for new in coming] == [0, 1, 2, 3]
    at = [location for new in coming for location in new.locations]
    assert all(board().location(location).kind == "village" for location in at)
    on_cards = sum("quest_onto_card" in str(row["effects"]) for row in _rows())
    assert len(at) + board().explorer_quests + on_cards + 4 <= len(QUESTS)


def _rows() -> Iterator[Mapping[str, object]]:
    for row in edition().rows("projects.cards"):
        for _ in row["copies"]:
            yield row


def test_scenario_75_places_its_quests_as_the_rulebook_says() -> None:
    places = {
        (new.round, players): new.locations for new in STORIES[75].quests for players in new.players
    }
    assert places[0, 4] == ("15", "18", "19")
    assert places[1, 3] == ("6", "12")
    assert places[1, 4] == ("6", "12", "16")


def test_scenarios_76_and_77_bring_their_legacy_tiles_and_the_story_projects() -> None:
    assert STORIES[76].legacy == ("legacy/l1", "legacy/l4", "legacy/l5", "legacy/l6")
    assert STORIES[77].legacy == (*STORIES[76].legacy, "legacy/l7", "legacy/l8", "legacy/l9")
    assert list(STORIES[76].into_deck) == [card.number for card in deck("C")]


def test_the_legacy_tiles_have_the_numbers_of_the_rulebook() -> None:
    numbers = [int(key.removeprefix("legacy/l")) for key in LEGACY_TILES]
    assert numbers == [n for n in range(1, 26) if n not in (19, 24)]
    skulls = [key for key, tile in LEGACY_TILES.items() if tile.skull]
    assert skulls == ["legacy/l3", *(f"legacy/l{n}" for n in (20, 21, 22, 23))]


def by_rule(rule: str) -> list[LegacyTile]:
    return [tile for tile in LEGACY_TILES.values() if tile.rule == rule]


def test_legacy_routes_and_places_are_on_the_map() -> None:
    places = {*board().locations, "9a", "16a"}
    arrows = {(route.source, route.target) for route in board().routes}
    for tile in LEGACY_TILES.values():
        assert tile.location is None or tile.location in places
    for tile in by_rule("route_cost_3"):
        assert tile.move_cost == 3
        assert set(tile.routes) <= arrows
    assert [tile.id for tile in by_rule("route_cost_3")] == ["legacy/l2", "legacy/l8", "legacy/l18"]


def test_sites_take_discs_and_all_but_the_first_ask_for_something() -> None:
    sites = by_rule("disc_site")
    assert [tile.id for tile in sites] == [f"legacy/l{n}" for n in range(10, 18)]
    assert all(tile.discs >= 3 and tile.arrival for tile in sites)
    assert [tile.id for tile in sites if tile.cost == Cost()] == ["legacy/l10"]
    assert [tile.id for tile in sites if tile.toll] == ["legacy/l11"]


# --- origins and words ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "origin"),
    [
        ("rules.start_doubloons", "rulebook"),
        ("counts.decks", "public"),
        ("ownership.cells", "derived"),
        ("map.routes", "house"),
        ("ship.upgrades", "rulebook"),
        ("jean.cards", "public"),
        ("jean.levels", "rulebook"),
        ("projects.cards", "house"),
        ("quests.tiles", "house"),
        ("combat_tokens.tokens", "house"),
        ("influence.ranks", "house"),
        ("explorer.spaces", "house"),
        ("careers.cards", "house"),
        ("buildings.cards[abbey].doubloons", "house"),
        ("buildings.cards[abbey].per", "rulebook"),
        ("map.locations[3].kind", "rulebook"),
        ("map.locations[3].flag", "house"),
        ("map.locations[11].good", "public"),
        ("map.locations[11].action", "public"),
        ("city_tiles.tiles[expedition-2].action", "rulebook"),
        ("city_tiles.tiles[expedition-2].good", "house"),
        ("story.cards[1].quest.reward", "rulebook"),
        ("legacy.tiles[L4].location", "public"),
        ("legacy.tiles[L4].good", "house"),
    ],
)
def test_what_is_known_is_told_apart_from_what_is_ours(path: str, origin: str) -> None:
    assert edition().origin(path) == origin


def test_everything_can_be_said_in_words() -> None:
    said = [str(effect_text(effect)) for card in PROJECTS.values() for effect in card.effects]
    said += [str(effects_text(upgrade.effects)) for upgrade in board().upgrades.values()]
    said += [str(steps_text(quest.reward)) for quest in QUESTS.values()]
    said += [str(cost_text(quest.cost)) for quest in QUESTS.values()]
    said += [str(steps_text(tile.steps)) for tile in CITY_TILES.values()]
    said += [str(steps_text(space.steps)) for space in board().spaces.values()]
    said += [str(goal_text(t.hard)) for career in CAREERS.values() for t in career.tasks]
    said += [str(needs_text(tile.needs)) for tile in LEGACY_TILES.values() if tile.needs.explorer]
    assert all(said)
    assert not [words for words in said if "{" in words or "_" in words]


def test_words_say_what_the_tree_says() -> None:
    pay = {"pay": {"same_goods": 3}, "then": [{"doubloons": 5}, {"vp": 2, "per": "assistant"}]}
    steps = read([pay], Steps, "x", EditionError)
    assert str(steps_text(steps)) == (
        "discard 3 cards with the same good for 5 doubloons, 2 points per assistant"
    )
    cost = read(
        {"doubloons": 1, "goods": ["herbs", "herbs", "rum"], "figures": 1}, Cost, "x", EditionError
    )
    assert str(cost_text(cost)) == (
        "pay 1 doubloon, return 1 figure, discard 2 cards with herbs, discard 1 card with rum"
    )
