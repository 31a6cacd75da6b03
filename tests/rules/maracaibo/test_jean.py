"""Maracaibo solo: Jean's turn, told step by step, and her account."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.maracaibo import GAME
from rules.maracaibo.actions.map_now import flags, is_village
from rules.maracaibo.actions.stories import check_stories
from rules.maracaibo.pieces import COMBAT_TOKENS, STORIES, JeanCard
from rules.maracaibo.pieces import JEAN_CARDS as CARDS
from rules.maracaibo.places import (
    BOX,
    COMBAT_PILE,
    JEAN_CARDS,
    JEAN_DECK,
    JEAN_DISCARD,
    QUEST_PILE,
    quest_at,
    quest_row,
    trail_quest,
)
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.catalogue import catalogue, kind_of, printed
from rules.maracaibo.solo.combat import fighting_nation, value_for_jean
from rules.maracaibo.solo.turn import destination, why_not_in_deck
from rules.maracaibo.table import Table
from rules.simulation import Simulation
from tests.rules.at_the_table import keys, play, where, why_not
from tests.rules.maracaibo.jeans_table import JEAN, jean_to, jeans_explorer_to, jeans_turn, told
from tests.rules.maracaibo.legacy_tables import carry_out
from tests.rules.maracaibo.the_table import (
    GIVEN,
    at_table,
    card_with,
    doing,
    explorer_to,
    give,
    has,
    hire,
    own,
    put,
    question,
    reasons,
    sail_to,
)

SCORES_4 = "Move Jean's points marker 4 steps."
TOP_QUEST = "Lay the top quest on Jean's board: which?"


# ----------------------------------------------------------------------------------------- her deck


@pytest.mark.parametrize(
    ("difficulty", "stacks"),
    [
        ("1", {"A": 5}),
        ("2", {"A": 5, "C": 1}),
        ("3", {"A": 5, "B": 1, "C": 1}),
        ("4", {"A": 5, "B": 2, "C": 1}),
        ("5", {"A": 5, "B": 3, "C": 1}),
    ],
)
def test_her_deck_has_so_many_cards_of_each_stack_as_the_difficulty_says(
    difficulty: str, stacks: dict[str, int]
) -> None:
    simulation = Simulation(GAME, ["Ann"], {"difficulty": difficulty}, 1)
    while simulation.match.table.active is None:
        simulation.step()
    deck = [card for card in simulation.dealer.piles[JEAN_DECK] if isinstance(card, JeanCard)]
    assert Counter(card.stack for card in deck) == stacks
    rest = [card for card in simulation.dealer.piles[BOX] if isinstance(card, JeanCard)]
    assert len(deck) + len(rest) == 15


def test_a_card_that_the_difficulty_leaves_out_cannot_come_up() -> None:
    match = at_table(lambda table: setattr(table, "active", JEAN), 1)
    assert {key for key in keys(match) if key.startswith("turn:jean/")} == {
        f"turn:jean/a{number}" for number in range(1, 6)
    }
    assert why_not(match, "turn:jean/b1") == "No cards B at this difficulty"


def test_a_card_that_was_seen_is_in_her_deck_for_good_and_no_other_of_its_stack() -> None:
    def prepare(table: Table) -> None:
        for card in ("jean/a2", "jean/a3", "jean/a4", "jean/a5", "jean/c1"):
            put(table, card, JEAN_DISCARD)
        table.places.pass_on(JEAN_DECK, BOX, 1)

    match = jeans_turn("jean/b4", prepare, difficulty="3")
    assert str(why_not_in_deck(match.table, CARDS["jean/b4"])) == (
        "Jean's card B4 is elsewhere: Jean's discard pile"
    )
    told(match)
    play(match, "sail:1 none rest")
    assert match.table.places.count(JEAN_DECK) == 6, "shuffled again"
    assert "turn:jean/b4" in keys(match)
    assert why_not(match, "turn:jean/b1") == ("Only 1 card B at this difficulty, already seen")


# ---------------------------------------------------------------------------------------- movement


def test_jean_ignores_villages_without_a_quest() -> None:
    """One step from Havana is Puerto Plata (3): the villages 1 and 2 do not count."""
    match = jeans_turn("jean/a1")
    assert question(match) == "Sail Jean's ship to Puerto Plata (3)."
    play(match, "done")
    assert where(match, "ship/blue") == "location:3"


def test_a_village_with_a_quest_counts_and_taking_it_ends_her_turn() -> None:
    match = jeans_turn("jean/a1", lambda table: put(table, "quest/05", quest_at("2")))
    play(match, "done")
    assert match.table.player(match.table.jean).ship == "2"
    assert "to Jean's board" in question(match)
    play(match, "done")
    assert where(match, "quest/05") == quest_row(JEAN)
    assert match.table.active == match.seats[0]
    assert match.table.player(match.table.jean).explorer == "0", (
        "the action of her card is not done"
    )


def test_at_forks_the_card_says_which_way() -> None:
    match = jeans_turn("jean/a1")
    table = match.table
    jean_to(table, "3")
    upper, lower = CARDS["jean/a4"], CARDS["jean/a5"]
    assert (upper.direction, upper.steps, lower.direction, lower.steps) == ("upper", 2, "lower", 2)
    assert destination(table, upper) == "10", "5, then 10"
    assert destination(table, lower) == "5", "4, then 5"


def test_jean_does_not_sail_past_a_stop() -> None:
    match = jeans_turn("jean/a1")
    jean_to(match.table, "18")
    assert destination(match.table, CARDS["jean/a4"]) == "20"


def test_she_always_ends_in_a_city_or_where_a_quest_lies() -> None:
    """From every location, with every card, in an early round and in the last one."""
    match = jeans_turn("jean/a1")
    table = match.table
    quests = [place for place in board().locations if table.quest(quest_at(place))]
    assert quests == ["15"]
    for table.round in (1, 4):
        ahead = [place for place in board().locations if place not in ("21a", "22")]
        for here in ahead if table.round == 4 else [p for p in ahead if p != "21b"]:
            jean_to(table, here)
            ends = {destination(table, card) for card in CARDS.values()}
            assert all(end in quests or not is_village(table, end) for end in ends), here


def test_in_the_last_round_her_way_home_has_three_stops() -> None:
    match = jeans_turn("jean/a1")
    match.table.round = 4
    for here, there in (("19", "20"), ("20", "21b"), ("21b", "22")):
        jean_to(match.table, here)
        assert {destination(match.table, card) for card in CARDS.values()} == {there}


def test_a_story_tile_is_a_quest_for_her_and_her_having_it_does_the_story_card() -> None:
    match = jeans_turn("jean/a3", lambda table: jean_to(table, "14"), scenario="1")
    assert question(match) == "Sail Jean's ship to Portobelo (15)."
    assert told(match)[1:] == ["Move Story tile 1 to Jean's board."]
    assert match.table.quests(JEAN) == 1
    carry_out(check_stories(match.table))
    assert match.table.stories == [STORIES[1].vote[0].then]


def test_jean_visits_assistants_like_any_ship() -> None:
    clerk = card_with("assistant = [{ combat_points = 2 }, { sail = [1, 3] }]")

    def prepare(table: Table) -> None:
        own(table, card_with('permanent = "visit_vp"'))
        hire(table, clerk)
        table.player(table.seats[0]).assistants[clerk] = "3"

    match = jeans_turn("jean/a1", prepare)
    play(match, "done")
    assert has(match, "vp") == 1


# ----------------------------------------------------------------------------------- in the city


def test_in_a_city_with_room_she_delivers_her_left_most_disc() -> None:
    match = jeans_turn("jean/a1")
    play(match, "done")
    assert question(match).startswith("Move Jean's left-most disc to Puerto Plata (3)'s market.")
    assert match.table.player(match.table.jean).board_discs == 1
    assert match.table.delivered == {"3": 1}


def test_where_the_market_is_full_she_takes_the_card_of_the_display_that_her_card_shows() -> None:
    def prepare(table: Table) -> None:
        table.delivered["3"] = 9

    match = jeans_turn("jean/a1", prepare)
    (taken,) = match.table.places[f"market:{CARDS['jean/a1'].display}"]
    play(match, "done done")
    assert where(match, taken.id) == JEAN_CARDS
    assert question(match) == "Lay a deck card on market space 3: which?"


def test_without_a_disc_on_her_board_she_takes_a_card_instead_of_delivering() -> None:
    def prepare(table: Table) -> None:
        table.player(table.jean).board_discs = 22

    match = jeans_turn("jean/b3", prepare)
    sentences = told(match)
    assert "face down beside Jean's board" in sentences[1]
    assert match.table.delivered == {}
    assert match.table.player(match.table.jean).board_discs == 22
    assert not any("disc" in sentence for sentence in sentences)


@pytest.mark.parametrize("place", ["0", "3", "10", "11", "20"])
def test_her_action_does_not_depend_on_the_city(place: str) -> None:
    match = jeans_turn("jean/a2", lambda table: jean_to(table, place))
    assert told(match)[-1] == "Move Jean's marker for France: 1 step."
    assert has(match, "france", seat=1) == 1
    assert has(match, "vp", seat=1) == 0, "nor does she get what a homeward space brings"


def test_homeward_she_always_takes_a_card_and_does_the_action_of_her_card() -> None:
    match = jeans_turn("jean/a4", lambda table: jean_to(table, "19"))
    sentences = told(match)
    assert sentences[0] == "Sail Jean's ship to Western passage (20)."
    assert "face down beside Jean's board" in sentences[1]
    assert sentences[-1] == "Move Jean's marker for Spain: 1 step."


def test_jean_ends_a_round_like_anybody_and_the_player_begins_the_next() -> None:
    match = jeans_turn("jean/a2", lambda table: jean_to(table, "20"))
    told(match)
    assert match.table.phase == "scoring"
    assert match.choice is not None
    assert match.choice.who == match.seats[0], "Jean buys nothing"
    play(match, "points")
    while match.choice.who.index < 0:
        match.take(match.choice.legal()[0])
    assert match.table.active == match.seats[0]
    assert match.table.round == 2


def test_jean_begins_the_round_after_one_that_the_player_ended() -> None:
    match = at_table(lambda table: sail_to(table, "20"), 1)
    play(match, "sail:21a none rest points")
    while match.choice and match.table.phase == "scoring":
        match.take(match.choice.legal()[0])
    assert (match.table.active, match.table.round) == (JEAN, 2)


# ----------------------------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("card", "round_", "steps"),
    [
        ("jean/a1", 1, ["Move Jean's explorer to space 2."]),
        ("jean/a2", 1, ["Move Jean's marker for France: 1 step."]),
        ("jean/b1", 1, [SCORES_4, "Move Jean's explorer to space 2."]),
        ("jean/b1", 3, [SCORES_4, "Move Jean's explorer to space 4."]),
        ("jean/b2", 1, [TOP_QUEST]),
        (
            "jean/b2",
            3,
            [
                TOP_QUEST,
                SCORES_4,
            ],
        ),
        ("jean/b3", 2, ["Remove Jean's left-most disc from the game."]),
        (
            "jean/b3",
            3,
            ["Remove Jean's left-most disc from the game.", SCORES_4],
        ),
        (
            "jean/c1",
            1,
            [SCORES_4, "Remove Jean's left-most disc from the game."],
        ),
        (
            "jean/c2",
            1,
            [
                TOP_QUEST,
                "Move Jean's points marker 3 steps.",
            ],
        ),
        ("jean/c3", 2, [SCORES_4, "Move Jean's explorer to space 3."]),
        ("jean/c3", 4, [SCORES_4, "Move Jean's explorer to space 4."]),
    ],
)
def test_her_cards_do_what_they_show_in_this_round(
    card: str, round_: int, steps: list[str]
) -> None:
    def prepare(table: Table) -> None:
        table.round = round_

    assert told(jeans_turn(card, prepare))[2:] == steps


CHANGES = {
    "auto_influence": ({"influence": 1}, {}),
    "auto_disc_then_vp4_from_r3": ({"discs": 1}, {"vp": 4}),
    "auto_vp4_disc": ({"vp": 4, "discs": 1}, {}),
    "auto_explore2": ({"explorer": 2}, {}),
    "auto_vp4_explore2_4": ({"vp": 4, "explorer": 2}, {"explorer": 4}),
    "auto_vp4_explore3_4": ({"vp": 4, "explorer": 3}, {"explorer": 4}),
    "auto_quest_then_vp4_from_r3": ({"quests": 1}, {"vp": 4}),
    "auto_quest_vp3": ({"quests": 1, "vp": 3}, {}),
    "auto_combat_2": ({"influence": 2, "tokens": 1, "markers": 1}, {}),
    "auto_combat_3_vp2": ({"influence": 3, "vp": 2, "tokens": 1, "markers": 1}, {}),
    "auto_combat_warrior": ({"influence": 3, "vp": 2, "tokens": 1, "markers": 2}, {}),
}
"""What each kind of action changes, and what is different from round 3 on."""


@pytest.mark.parametrize("round_", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", catalogue()["automa_action"])
def test_every_kind_of_action_changes_only_what_it_shows(kind: str, round_: int) -> None:
    cards = [
        f"jean/{use.owner.rpartition(' ')[2].lower()}"
        for use in printed()
        if use.group == "automa_action" and kind_of(use) == kind
    ]
    assert cards
    for card in cards:
        match = jeans_turn(card, lambda table: setattr(table, "round", round_))
        told(match)
        table, jean = match.table, match.table.player(match.table.jean)
        changed = {
            "vp": has(match, "vp", seat=1),
            "discs": jean.board_discs - 1,  # one was delivered
            "quests": table.quests(JEAN),
            "explorer": int(jean.explorer),
            "influence": sum(has(match, nation, seat=1) for nation in table.rows),
            "tokens": table.tokens(JEAN),
            "markers": len(table.markers) - 3,  # those of two players
        }
        always, late = CHANGES[kind]
        expected = always | late if round_ >= 3 else always
        assert {what: n for what, n in changed.items() if n} == expected


def test_past_the_end_of_an_influence_track_she_scores_2_points_for_each_step() -> None:
    def prepare(table: Table) -> None:
        table.ledger.gain(JEAN, "france", board().influence_length - 1, GIVEN)

    match = jeans_turn("jean/b6", prepare)
    sentences = told(match)
    assert sentences[-4:] == [
        "Move Jean's marker for France: 1 step.",
        "Jean's track of France is full: move her points marker 4 steps.",
        "Combat token to Jean's board.",
        "Move Jean's points marker 2 steps.",
    ]
    assert reasons(match, "vp", seat=1) == [
        (4, "France, end of track: Jean's card B6"),
        (2, "Jean's card B6"),
    ]


def test_when_the_pile_of_quests_is_used_up_she_takes_none() -> None:
    def prepare(table: Table) -> None:
        table.places.pass_on(QUEST_PILE, BOX, table.places.count(QUEST_PILE))

    match = jeans_turn("jean/c2", prepare)
    assert told(match)[2:] == ["Move Jean's points marker 3 steps."]


# --------------------------------------------------------------------------------------- exploring


def test_her_explorer_goes_to_a_quest_within_reach_stops_and_takes_it() -> None:
    def prepare(table: Table) -> None:
        jeans_explorer_to(table, "4")

    match = jeans_turn("jean/a1", prepare)
    (tile,) = match.table.places[trail_quest("5")]
    told(match)
    assert match.table.player(match.table.jean).explorer == "5"
    assert where(match, tile.id) == quest_row(JEAN)


def test_her_explorer_takes_the_shortest_way_and_no_rewards_but_the_first_rank() -> None:
    """By 9b the way to the end is shorter; with the quest of space 9 gone she goes there."""

    def prepare(table: Table) -> None:
        for tile in list(table.places[trail_quest("9")]):
            table.places.move(tile, trail_quest("9"), BOX)
        jeans_explorer_to(table, "8")

    match = jeans_turn("jean/a1", prepare)
    told(match)
    assert match.table.player(match.table.jean).explorer == "11"
    assert has(match, "vp", seat=1) == 0

    def before_blue(table: Table) -> None:
        jeans_explorer_to(table, "12")

    match = jeans_turn("jean/a1", before_blue)
    told(match)
    assert match.table.crossed["blue"] == [JEAN]
    assert has(match, "vp", seat=1) == 0


def test_her_explorer_skips_the_players_one() -> None:
    match = jeans_turn("jean/a1", lambda table: explorer_to(table, "1"))
    assert told(match)[-1] == "Move Jean's explorer to space 3."


def test_of_two_quests_within_reach_she_goes_to_the_nearer_one() -> None:
    """Past the player's explorer on space 7 the quest on space 9 is four steps away by 5b."""

    def prepare(table: Table) -> None:
        table.round = 3
        explorer_to(table, "7")
        jeans_explorer_to(table, "4")

    match = jeans_turn("jean/b1", prepare)
    told(match)
    assert match.table.player(match.table.jean).explorer == "5"

    def without_it(table: Table) -> None:
        prepare(table)
        take_off(table, "5")

    match = jeans_turn("jean/b1", without_it)
    told(match)
    assert match.table.player(match.table.jean).explorer == "9"


def take_off(table: Table, space: str) -> None:
    """The quest of a space of the track is gone, and so is the space."""
    for tile in list(table.places[trail_quest(space)]):
        table.places.move(tile, trail_quest(space), BOX)


def test_spaces_out_of_the_game_are_no_steps_for_her() -> None:
    def prepare(table: Table) -> None:
        take_off(table, "5")
        jeans_explorer_to(table, "4")

    match = jeans_turn("jean/a1", prepare)
    told(match)
    assert match.table.player(match.table.jean).explorer == "7", "6 and 7"


def test_steps_left_at_a_quest_are_lost() -> None:
    def prepare(table: Table) -> None:
        table.round = 3
        jeans_explorer_to(table, "4")

    match = jeans_turn("jean/b1", prepare)
    told(match)
    assert match.table.player(match.table.jean).explorer == "5", "one step of four"


def test_a_quest_below_the_players_explorer_is_out_of_her_reach() -> None:
    """Space 5 is occupied: she skips it, and goes on by it, since that is shorter."""

    def prepare(table: Table) -> None:
        explorer_to(table, "5")
        jeans_explorer_to(table, "4")

    match = jeans_turn("jean/a1", prepare)
    told(match)
    assert match.table.player(match.table.jean).explorer == "7"
    assert match.table.quests(JEAN) == 0
    assert match.table.crossed["red"] == [JEAN]
    assert has(match, "france", seat=1) == 0, "nothing for a barrier"


def test_she_gets_nothing_at_the_end_of_the_track_but_the_player_comes_second() -> None:
    match = jeans_turn("jean/a1", lambda table: jeans_explorer_to(table, "20"))
    told(match)
    table = match.table
    assert table.player(table.jean).explorer == "21"
    assert table.arrived == [JEAN]
    assert has(match, "vp", seat=1) == 0
    again = jeans_turn("jean/a1", lambda table: jeans_explorer_to(table, "21"))
    assert len(told(again)) == 2, "then there is nowhere to go"


@pytest.mark.parametrize(
    ("space", "line"),
    [
        ("12", (2, "Crossed the blue barrier")),
        ("17", (2, "Crossed the green barrier")),
        ("20", (8, "Explorer at the end, number 2")),
    ],
)
def test_where_she_was_first_the_player_gets_less(space: str, line: tuple[int, str]) -> None:
    def prepare(table: Table) -> None:
        table.crossed |= {"blue": [JEAN], "green": [JEAN]}
        table.arrived.append(JEAN)
        explorer_to(table, space)

    match = doing("explore = 1", prepare, seats=1)
    play(match, f"explore:{int(space) + 1}")
    assert line in reasons(match, "vp")


# ------------------------------------------------------------------------------------------ combat


def test_she_fights_for_the_nation_with_the_highest_value_and_rank_difference() -> None:
    match = jeans_turn("jean/a1")
    table = match.table
    token = COMBAT_TOKENS["combat/01"]
    assert [token.sides[nation].value for nation in ("france", "england", "spain")] == [6, 4, 2]
    assert fighting_nation(table, token) == "france"
    ranks = {rank: step for step, rank in board().ranks["france"].items()}
    give(table, "france", ranks[3])
    assert fighting_nation(table, token) == "england", "6 - 3 is less than 4"
    table.ledger.gain(JEAN, "spain", ranks[3], GIVEN)
    assert fighting_nation(table, token) == "spain", "2 + 3 is more than 4"


def test_ties_go_to_the_higher_printed_value_then_to_france_spain_england() -> None:
    match = jeans_turn("jean/a1")
    table = match.table
    ranks = {rank: step for step, rank in board().ranks["france"].items()}
    token = COMBAT_TOKENS["combat/01"]
    give(table, "france", ranks[2])
    assert fighting_nation(table, token) == "france", "6 - 2 = 4 like England, but printed 6"
    even = COMBAT_TOKENS["combat/13"]
    assert {side.value for side in even.sides.values()} == {4}
    give(table, "france", 0)
    assert fighting_nation(table, even) == "france"
    give(table, "france", ranks[1])
    assert fighting_nation(table, even) == "spain"


def test_the_modifiers_of_the_token_count_for_her() -> None:
    """Token 03: France 2, England 6, Spain 4; -2 for the most markers, +3 for the fewest."""
    match = jeans_turn("jean/a1")
    table, token = match.table, COMBAT_TOKENS["combat/03"]
    values = {nation: value_for_jean(table, token, nation) for nation in table.rows}
    assert values == {"france": 2, "england": 6, "spain": 4}, "one marker each: a tie"
    table.markers |= {"3": "england", "5": "france"}
    values = {nation: value_for_jean(table, token, nation) for nation in table.rows}
    assert values == {"france": 2, "england": 6, "spain": 7}, "a tie for the most"
    table.markers["10"] = "england"
    values = {nation: value_for_jean(table, token, nation) for nation in table.rows}
    assert values == {"france": 2, "england": 4, "spain": 7}
    assert fighting_nation(table, token) == "spain"


def test_a_tie_goes_to_the_value_printed_on_the_token_before_its_modifiers() -> None:
    """Token 12: France 2 and 3 for the fewest markers is as much as Spain's and England's 5."""
    match = jeans_turn("jean/a1")
    table, token = match.table, COMBAT_TOKENS["combat/12"]
    table.markers |= {"3": "england", "5": "spain"}
    values = {nation: value_for_jean(table, token, nation) for nation in table.rows}
    assert set(values.values()) == {5}
    assert fighting_nation(table, token) == "spain"


def test_with_no_token_left_every_nation_has_value_3_and_she_keeps_none() -> None:
    def prepare(table: Table) -> None:
        table.places.pass_on(COMBAT_PILE, BOX, table.places.count(COMBAT_PILE))
        give(table, "france", 9)

    assert told(jeans_turn("jean/a3", prepare))[2:] == [
        "Jean fights for Spain (value 3): Spain's left-most marker to Puerto Plata (3).",
        "Move Jean's marker for Spain: 2 steps.",
    ]


def test_a_nation_without_markers_takes_no_place_but_she_gains_influence() -> None:
    match = jeans_turn("jean/a3", lambda table: table.rows.update(spain=0))
    play(match, "done turn:combat/05")
    assert told(match)[0] == "Move Jean's marker for Spain: 2 steps."
    assert match.table.owned("spain") == 1


def test_she_annexes_the_lowest_empty_flag_then_the_lowest_village_then_removes_a_marker() -> None:
    def flags_taken(table: Table) -> None:
        table.markers |= dict.fromkeys(flags(table), "spain")

    def all_taken(table: Table) -> None:
        flags_taken(table)
        table.markers |= dict.fromkeys(map(str, range(1, 20)), "spain")

    match = jeans_turn("jean/a3")
    play(match, "done turn:combat/05")
    assert question(match).startswith(
        "Jean fights for Spain (value 5): Spain's left-most marker to Puerto Plata (3)."
    )
    match = jeans_turn("jean/a3", flags_taken)
    play(match, "done turn:combat/05")
    assert "to Matanzas (1)." in question(match)
    match = jeans_turn("jean/a3", all_taken)
    play(match, "done turn:combat/05")
    assert "from the game" in question(match)
    assert sum(match.table.rows.values()) == sum(match.checkpoints[-1].table.rows.values()) - 1


def test_after_the_combat_she_gains_influence_and_keeps_the_token() -> None:
    match = jeans_turn("jean/a3")
    play(match, "done turn:combat/05")
    sentences = told(match)
    assert sentences[1] == "Move Jean's marker for Spain: 2 steps."
    assert where(match, "combat/05") == "combat_tokens:blue"
    assert has(match, "spain", seat=1) == 2
    assert has(match, "doubloons", seat=1) == 0, "no cost, no bonus of token or flag"


def test_the_warrior_annexes_a_village_as_well() -> None:
    match = jeans_turn("jean/c4")
    play(match, "done turn:combat/05")
    sentences = told(match)
    assert [sentence for sentence in sentences if "left-most marker" in sentence] == [
        "Jean fights for Spain (value 5): Spain's left-most marker to Puerto Plata (3).",
        "Jean's card also takes a village: Spain's left-most marker to Matanzas (1).",
    ]
    assert sentences[-1] == "Move Jean's points marker 2 steps."
    assert has(match, "spain", seat=1) == 3


def test_where_no_village_is_empty_the_warrior_too_removes_a_marker() -> None:
    def villages_taken(table: Table) -> None:
        table.markers |= {place: "spain" for place in board().locations if is_village(table, place)}

    match = jeans_turn("jean/c4", villages_taken)
    play(match, "done turn:combat/05")
    before = match.checkpoints[-1].table.rows["spain"]
    sentences = told(match)
    assert "to Puerto Plata (3)." in sentences[0]
    assert sentences[1] == (
        "Jean's card also takes a village, no empty place: "
        "remove Spain's left-most marker from the game."
    )
    assert match.table.rows["spain"] == before - 2


# ------------------------------------------------------------------------------- what was and is


def test_what_jean_did_is_told_afterwards() -> None:
    def prepare(table: Table) -> None:
        table.delivered["5"] = 9
        jeans_explorer_to(table, "4")

    match = jeans_turn("jean/b1", prepare)
    (card,) = match.table.places["market:3"]
    (tile,) = match.table.places[trail_quest("5")]
    told(match)
    did = [str(taken.option.past_text) for taken in match.answers if taken.option.key == "done"]
    assert did == [
        "Jean sails to Santo Domingo (5)",
        f"Jean takes {card.name}",
        "Jean scores 4 points, Jean explores to space 5",
        f"Jean takes {tile.name}",
    ]
    match = jeans_turn("jean/c4")
    play(match, "done turn:combat/05")
    told(match)
    did = [str(taken.option.past_text) for taken in match.answers[-4:]]
    assert did == [
        "Jean sails to Samana (4)",
        "Jean delivers in Samana (4), Combat token 05 is turned up",
        "Jean takes Puerto Plata (3) for Spain, Jean takes Matanzas (1) for Spain, "
        "Jean gains 3 influence with Spain, Jean keeps Combat token 05",
        "Jean scores 2 points",
    ]


def test_her_deck_is_shuffled_again_when_it_is_used_up() -> None:
    def prepare(table: Table) -> None:
        for card in ("jean/a2", "jean/a3", "jean/a4", "jean/a5"):
            put(table, card, JEAN_DISCARD)

    match = jeans_turn("jean/a1", prepare, difficulty="1")
    told(match)
    assert match.table.places.count(JEAN_DECK) == 0
    play(match, "sail:1 none rest")
    assert "turn:jean/a2" in keys(match)
    assert match.table.places.count(JEAN_DECK) == 5


def test_every_line_of_her_account_has_a_reason() -> None:
    match = jeans_turn("jean/c1")
    told(match)
    assert reasons(match, "vp", seat=1) == [(4, "Jean's card C1")]
