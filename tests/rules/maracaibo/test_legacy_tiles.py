"""Maracaibo: every legacy tile beside the same turn without it, every site, and Jean among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest

from rules.maracaibo.actions.legacy import bring_in
from rules.maracaibo.actions.map_now import city_at
from rules.maracaibo.pieces import JEAN_CARDS as CARDS
from rules.maracaibo.pieces import LEGACY_TILES, PIECES, STORIES
from rules.maracaibo.places import BOX, JEAN_CARDS, quest_at, quest_row
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.catalogue import catalogue, kind_of, printed
from rules.maracaibo.solo.turn import destination
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.at_the_table import keys, play, where, why_not
from tests.rules.maracaibo.jeans_table import JEAN, jean_to, jeans_turn, told
from tests.rules.maracaibo.legacy_tables import bring, with_tiles
from tests.rules.maracaibo.the_table import (
    Prepare,
    card_with,
    doing,
    explorer_to,
    give,
    goods,
    has,
    hire,
    hold,
    objects,
    put,
)

HERBS, BOOK = goods("herbs", 1)[0], objects("book", 1)[0]
FIGHT = "sail:11 city turn:combat/05 fight:spain " + "add:combat_point " * 6


def movement(match: Match[Table]) -> object:
    return match.table.movement


def offers(key: str) -> Callable[[Match[Table]], object]:
    return lambda match: key in keys(match)


def account(what: str) -> Callable[[Match[Table]], object]:
    return lambda match: has(match, what)


def armed(table: Table) -> None:
    give(table, "combat_points", 8)
    explorer_to(table, "5")


class Case(NamedTuple):
    """A turn, what is looked at after it, and what is found without and with the tile."""

    ship: str
    moves: str
    found: Callable[[Match[Table]], object]
    without: object
    along: object
    prepare: Prepare | None = None


CASES = {
    "l1": Case("16", "sail:17", offers("village"), True, False),
    "l2": Case("3", "sail:5:5", movement, 1, 3),
    "l3": Case("11", "sail:14", offers("city"), True, False),
    "l4": Case("8", "", offers("sail:9a"), False, True, lambda table: explorer_to(table, "5")),
    "l5": Case("2", "sail:3", account("figures"), 2, 3),
    "l6": Case("10", FIGHT, offers("manoeuvre:legacy/l6:fleet:11"), False, True, armed),
    "l7": Case("15", "", offers("sail:16a"), False, True, lambda table: explorer_to(table, "11")),
    "l8": Case("11", "sail:12", movement, 1, 3),
    "l9": Case("10", FIGHT, offers("manoeuvre:legacy/l9:mine"), False, True, armed),
    "l10": Case("11", "sail:12", offers("site:yes"), False, True),
    "l11": Case("5", "sail:7", account("doubloons"), 8, 6),
    "l12": Case("15", "sail:16", offers("site:yes"), False, True),
    "l13": Case("17", "sail:18", offers("site:yes"), False, True),
    "l14": Case("1", "sail:2", offers("site:yes"), False, True),
    "l15": Case("8", "sail:9", offers("site:yes"), False, True, lambda table: hold(table, HERBS)),
    "l16": Case("18", "sail:19", offers("site:yes"), False, True, lambda table: hold(table, BOOK)),
    "l17": Case("0", "sail:1", offers("site:yes"), False, True),
    "l18": Case("5", "sail:6", movement, 1, 3),
    "l20": Case("6", "sail:7", offers("village"), True, False),
    "l21": Case("7", "sail:8", offers("village"), True, False),
    "l22": Case("14", "sail:15", offers("village"), True, False),
    "l23": Case("17", "sail:18", offers("village"), True, False),
    "l25": Case("18", "sail:19", account("vp"), 0, 6),
}


@pytest.mark.parametrize("tile", CASES)
def test_every_legacy_tile_changes_what_it_is_for(tile: str) -> None:
    case = CASES[tile]
    for tiles, expected in (((), case.without), ((tile,), case.along)):
        match = with_tiles(*tiles, ship=case.ship, prepare=case.prepare)
        play(match, case.moves)
        assert case.found(match) == expected


def test_all_tiles_and_all_kinds_of_legacy_rules_are_among_these() -> None:
    assert {f"legacy/{tile}" for tile in CASES} == set(LEGACY_TILES)
    uses = [use for use in printed() if use.group == "legacy_rule"]
    assert {kind_of(use) for use in uses} == set(catalogue()["legacy_rule"])


def test_elsewhere_a_tile_for_arriving_brings_nothing() -> None:
    match = with_tiles("l5", "l10", "l25", ship="0")
    play(match, "sail:1")
    assert (has(match, "figures"), has(match, "vp")) == (2, 0)
    assert "village" in keys(match)


# ------------------------------------------------------------------------------- the cities


def test_the_quest_city_gets_a_quest_at_once() -> None:
    match = with_tiles("l1")
    assert len(match.table.places[quest_at("17")]) == 1


def test_a_good_can_be_delivered_in_a_new_city_and_leaving_it_costs_three_too() -> None:
    (cocoa,) = goods("cocoa", 1)

    def prepare(table: Table) -> None:
        explorer_to(table, "5")
        hold(table, cocoa)

    match = with_tiles("l4", ship="8", prepare=prepare)
    play(match, f"sail:9a deliver:{cocoa} disc:u01")
    assert match.table.delivered == {"9a": 1}
    match = with_tiles("l4", ship="9a", prepare=prepare)
    assert "sail:16" in keys(match), "3 for 10, then 11, 14, 15, 16: seven points"
    assert "sail:17" not in keys(match)
    play(match, "sail:10")
    assert match.table.movement == 3


def test_a_good_can_be_delivered_in_the_city_with_a_combat() -> None:
    (tobacco,) = goods("tobacco", 1)

    def prepare(table: Table) -> None:
        explorer_to(table, "11")
        hold(table, tobacco)

    match = with_tiles("l7", ship="15", prepare=prepare)
    play(match, f"sail:16a deliver:{tobacco} disc:u01 city turn:combat/05")
    assert has(match, "combat_points") == 4
    assert match.table.delivered == {"16a": 1}


@pytest.mark.parametrize("tile", ["l20", "l21", "l22", "l23"])
def test_where_village_actions_are_forbidden_quests_and_assistants_remain(tile: str) -> None:
    clerk = card_with("assistant = [{ vp = 3 }, { doubloons = 5 }]")
    place = LEGACY_TILES[f"legacy/{tile}"].location
    assert place is not None

    def prepare(table: Table) -> None:
        hire(table, clerk)
        table.player(table.seats[0]).assistants[clerk] = place
        if not table.quest(quest_at(place)):
            put(table, "quest/11", quest_at(place))

    match = with_tiles(tile, ship=CASES[tile].ship, prepare=prepare)
    play(match, f"sail:{place}")
    kinds = {key.partition(":")[0] for key in keys(match)}
    assert {"quest", "assistant"} <= kinds | blocked_kinds(match)
    assert f"assistant:{clerk.id}" in keys(match)
    assert "only quests and assistants here" in why_not(match, "village")


def blocked_kinds(match: Match[Table]) -> set[str]:
    """What is offered but cannot be paid now."""
    assert match.choice is not None
    return {option.key.partition(":")[0] for option in match.choice.options if option.blocked}


def test_the_six_points_come_with_every_visit() -> None:
    match = with_tiles("l25", ship="18")
    play(match, "sail:19")
    again = with_tiles("l25", ship="18", prepare=lambda table: give(table, "vp", 6))
    play(again, "sail:19")
    assert (has(match, "vp"), has(again, "vp")) == (6, 12)


# -------------------------------------------------------------------------------- fleet and mine


def test_the_second_space_of_the_fleet_costs_11_and_then_nobody_escorts_it() -> None:
    def prepare(table: Table) -> None:
        armed(table)
        bring(table, "l6")
        table.markers["fleet:10"] = "france"

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/05 fight:spain " + "add:combat_point " * 5)
    assert why_not(match, "manoeuvre:legacy/l6:fleet:11") == "Takes combat value 11, 10 left"
    play(match, "add:combat_point manoeuvre:legacy/l6:fleet:11")
    assert has(match, "spain") == 3
    assert has(match, "doubloons") == 16
    assert match.table.markers["fleet:11"] == "spain"


def test_the_gold_mine_is_taken_once_and_brings_no_influence() -> None:
    def prepare(table: Table) -> None:
        armed(table)
        bring(table, "l9")

    match = doing('do = "combat"', prepare)
    play(match, "turn:combat/05 fight:spain " + "add:combat_point " * 3)
    play(match, "manoeuvre:legacy/l9:mine")
    assert (has(match, "doubloons"), has(match, "spain")) == (20, 0)

    def taken(table: Table) -> None:
        prepare(table)
        table.markers["mine"] = "france"

    match = doing('do = "combat"', taken)
    play(match, "turn:combat/05 fight:spain " + "add:combat_point " * 3)
    assert "cannot be displaced" in why_not(match, "manoeuvre:legacy/l9:mine")


# ------------------------------------------------------------------------------------------ sites


@pytest.mark.parametrize(
    ("tile", "answers", "what", "changes"),
    [
        ("l10", "", "", {"doubloons": 2}),
        ("l11", "", "", {"doubloons": -2, "vp": 3}),
        ("l12", "", "", {"combat_points": -1, "vp": 3}),
        ("l13", "", "", {"figures": -1, "vp": 4}),
        ("l14", "nation:france", "", {"doubloons": -3, "france": 1}),
        ("l15", f"discard:{HERBS}", HERBS, {"vp": 3}),
        ("l16", f"discard:{BOOK}", BOOK, {"doubloons": 4}),
        ("l17", "", "", {"doubloons": -2, "combat_points": 2}),
    ],
)
def test_every_site_takes_its_cost_and_a_disc_and_brings_its_reward(
    tile: str, answers: str, what: str, changes: dict[str, int]
) -> None:
    site = LEGACY_TILES[f"legacy/{tile}"]
    assert site.location is not None
    before_it = next(route.source for route in board().routes if route.target == site.location)
    match = with_tiles(
        tile, ship=before_it, prepare=lambda table: hold(table, *([what] if what else []))
    )
    accounts = ("doubloons", "vp", "combat_points", "figures", "france")
    before = {account: has(match, account) for account in accounts}
    discs = match.table.sites[site.id]
    play(match, f"sail:{site.location} site:yes {answers} disc:u01")
    changed = {name: has(match, name) - before[name] for name in accounts}
    assert {name: n for name, n in changed.items() if n} == changes
    assert match.table.sites[site.id] == discs + 1
    assert match.table.player(match.seats[0]).discs["U01"] == 1
    if what:
        assert where(match, what) == "discard"
    assert "village" in keys(match), "the main action follows as usual"


def test_a_site_may_be_left_alone() -> None:
    match = with_tiles("l10", ship="11")
    play(match, "sail:12 site:no")
    assert match.table.sites == {"legacy/l10": 0}
    assert str(match.answers[-1].option.past_text) == (
        "Legacy tile L10: move a disc for 2 doubloons? No"
    )


def test_an_upgrade_that_a_site_completes_takes_effect_at_once() -> None:
    def prepare(table: Table) -> None:
        table.player(table.seats[0]).discs["U04"] = 1

    match = with_tiles("l10", ship="11", prepare=prepare)
    play(match, "sail:12 site:yes disc:u04")
    assert has(match, "doubloons") == 8 + 2 + 5


def test_who_stops_at_the_toll_pays_none_and_acts_as_usual() -> None:
    match = with_tiles("l11", ship="5")
    play(match, "sail:6 site:no")
    assert has(match, "doubloons") == 8
    assert "village" in keys(match)


@pytest.mark.parametrize(
    ("tile", "seats", "sentences"),
    [
        ("l13", 1, ["Legacy tile L13: 2 discs from the box"]),
        ("l10", 1, ["Legacy tile L10: 1 disc from the box"]),
        ("l13", 2, ["Legacy tile L13: 1 disc from the box"]),
        ("l10", 2, []),
        ("l13", 3, []),
    ],
)
def test_the_discs_of_a_new_site_are_asked_for(tile: str, seats: int, sentences: list[str]) -> None:
    table = with_tiles(seats=seats).table
    assert [str(choice.prompt) for choice in bring_in(table, LEGACY_TILES[f"legacy/{tile}"])] == (
        sentences
    )


# -------------------------------------------------------------------------------------------- Jean


def test_jean_ignores_the_tiles_that_the_rules_name() -> None:
    """Dear routes, a toll, forbidden villages and sites change nothing about her way."""
    minded = ("l1", "l3", "l4", "l7", "l9")
    assert set(board().jean.legacy_ignored) == {
        tile for tile in LEGACY_TILES if tile.partition("/")[2] not in minded
    }
    ignored = [tile.partition("/")[2] for tile in board().jean.legacy_ignored]
    assert len(ignored) == 18
    ways = []
    for tiles in ((), ignored):
        table = with_tiles(*tiles, seats=1).table
        for here in board().locations:
            if here not in ("21a", "21b", "22"):
                jean_to(table, here)
                ways.append([destination(table, card) for card in CARDS.values()])
    assert ways[: len(ways) // 2] == ways[len(ways) // 2 :]


def test_jean_gets_nothing_for_arriving() -> None:
    def prepare(table: Table) -> None:
        bring(table, "l5", "l25")
        put(table, "quest/11", quest_at("19"))
        jean_to(table, "18")

    match = jeans_turn("jean/a1", prepare)
    assert told(match)[0].endswith("(19).")
    assert has(match, "vp", seat=1) == 0
    match = jeans_turn("jean/a1", lambda table: bring(table, "l5"))
    told(match)
    assert (has(match, "figures", seat=1), match.table.player(JEAN).reserve) == (0, 0)


def jean_wins(number: int, *tiles: str, **settings: str) -> Match[Table]:
    """Jean is about to sail to the story tile of a card, with these legacy tiles in play."""

    def prepare(table: Table) -> None:
        bring(table, *tiles)
        location = STORIES[number].location
        assert location is not None
        table.places.move(PIECES["story/1"], table.places.where(PIECES["story/1"]) or "", BOX)
        put(table, "story/1", quest_at(location))
        table.stories[:] = [number]
        table.tale = replace(table.tale, tokens=((number, "story/1"),))
        before_it = [r.source for r in board().routes if r.target == location]
        jean_to(table, before_it[0])

    return jeans_turn("jean/a1", prepare, scenario="1", **settings)


def test_the_plague_leaves_when_jean_takes_the_story_tile_of_its_card() -> None:
    """She gets no reward, but the fever breaks: a new city tile comes to Cartagena."""
    match = jean_wins(6, "l3")
    assert city_at(match.table, "14") is None
    sentences = told(match)
    assert sentences[1:] == [
        "Move Story tile 1 to Jean's board.",
        "Put Legacy tile L3 in the box: Jean ended it.",
        "Which city tile lies on city tile space Cartagena (14)?",
    ]
    assert match.table.legacy == []
    assert where(match, "legacy/l3") == BOX
    assert city_at(match.table, "14") is not None
    assert has(match, "vp", seat=1) == 0


def test_only_the_skull_of_the_card_itself_leaves_for_jean() -> None:
    match = jean_wins(16, "l3", "l20")
    assert "Put Legacy tile L20 in the box: Jean ended it." in told(match)
    assert [tile.id for tile in match.table.legacy] == ["legacy/l3"]


def test_if_its_skull_is_gone_the_player_says_which_other_one_leaves_for_jean() -> None:
    match = jean_wins(16, "l3", "l21")
    assert "Remove which skull tile?" in told(match)
    assert len(match.table.legacy) == 1


def test_in_matches_of_older_versions_the_plague_stays_when_jean_takes_its_tile() -> None:
    match = jean_wins(6, "l3", carried_out="older")
    assert told(match)[-1] == "Move Story tile 1 to Jean's board."
    assert [tile.id for tile in match.table.legacy] == ["legacy/l3"]


def test_a_story_tile_without_a_skull_changes_nothing_for_jean() -> None:
    match = jean_wins(7, "l6", "l20")
    assert told(match)[-1] == "Move Story tile 1 to Jean's board."
    assert len(match.table.legacy) == 2


def test_jean_takes_the_quest_of_the_quest_city_and_it_is_replaced() -> None:
    def prepare(table: Table) -> None:
        bring(table, "l1")
        jean_to(table, "16")

    match = jeans_turn("jean/a1", prepare)
    (tile,) = match.table.places[quest_at("17")]
    sentences = told(match)
    assert sentences[0].endswith("(17).")
    assert sentences[1:] == [
        f"Move {tile.name} to Jean's board.",
        "Lay the top quest on quest space Puerto Cabezas (17): which?",
    ]
    assert where(match, tile.id) == quest_row(JEAN)
    assert match.table.quest(quest_at("17")) is not None


def test_the_city_with_the_plague_is_a_city_without_a_market_for_her() -> None:
    def prepare(table: Table) -> None:
        bring(table, "l3")
        jean_to(table, "11")

    match = jeans_turn("jean/a2", prepare)
    sentences = told(match)
    assert sentences[0].endswith("(14).")
    assert "face down beside Jean's board" in sentences[1]
    assert match.table.places.count(JEAN_CARDS) == 1
    assert has(match, "france", seat=1) == 1


def test_jean_may_annex_the_city_with_a_combat_only_past_space_11() -> None:
    def prepare(table: Table, explorer: str) -> None:
        bring(table, "l7")
        table.markers |= dict.fromkeys(["3", "4", "5", "10", "11", "13", "14"], "france")
        table.player(table.jean).explorer = explorer

    match = jeans_turn("jean/a3", lambda table: prepare(table, "10"))
    play(match, "done turn:combat/05")
    assert "to Matanzas (1)." in str(match.choice and match.choice.prompt)
    match = jeans_turn("jean/a3", lambda table: prepare(table, "11"))
    play(match, "done turn:combat/05")
    assert "(16a)." in str(match.choice and match.choice.prompt)
