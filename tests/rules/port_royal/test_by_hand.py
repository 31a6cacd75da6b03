"""What no word can say of an owner's cards is told on a phone; own story cards are read there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

import pytest

from rules.audit import LONGEST, faults, replay_faults
from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.adventure.campaign import story_so_far
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.pieces import Mission, Page
from rules.port_royal.table import Table
from rules.search.players import STRENGTHS, player
from rules.simulation import Simulation
from tests.rules.at_the_table import keys, play
from tests.rules.kernel.explaining import turns_are_found
from tests.rules.kernel.test_conformance import the_menu_keeps_its_promises
from tests.rules.port_royal.test_adventure_months import RICH
from tests.rules.port_royal.the_adventure import adventure, crowns, lying, story

SWITCHES = tuple(path for path in GAME.edition.house if path.endswith(".by_hand"))
BY_HAND = dict.fromkeys(SWITCHES, "yes")
"""Every mission and event of which not all is known has more on it than words can say."""
EVENT = {"events.cards[fair-wind].now.by_hand": "yes"}
FAIR_WIND = "turn:event/fair-wind"
NO_SWORDS = {"missions.cards[11].needs.swords": "0", "missions.cards[11].needs.by_hand": "yes"}


def reasons(match: Match[Table], what: str) -> list[tuple[str, int]]:
    lines = match.table.ledger.lines
    return [(str(line.because), line.amount) for line in lines if line.what == what]


def prompt(match: Match[Table]) -> str:
    assert match.choice is not None
    return str(match.choice.prompt)


# --------------------------------------------------------------------------------------- Events


def test_an_event_that_is_settled_by_hand_asks_at_once_what_it_changes() -> None:
    match = adventure(begin=FAIR_WIND, own=EVENT, coins={"blue": 3})
    assert prompt(match) == "Fair wind: read it aloud. What changes at once?"
    assert match.choice is not None
    assert match.choice.next_key == "settled"
    before = [match.table.coins(seat) for seat in match.seats]
    play(match, "by_hand:coins whom:red amount:2 by_hand:pays whom:blue amount:1")
    play(match, "by_hand:crowns whom:blue amount:3 settled")
    assert [match.table.coins(seat) for seat in match.seats] == [before[0] + 2, before[1] - 1]
    assert crowns(match) == [0, 3]
    because = "Fair wind"
    assert [line for line in reasons(match, "coins") if line[0] == because] == [
        (because, 1),
        (because, 2),
        (because, -1),
    ]
    assert (because, 3) in reasons(match, "crowns")
    assert "draw" in keys(match)


def test_nobody_is_offered_what_cannot_be() -> None:
    match = adventure(begin=FAIR_WIND, own=EVENT, areas={"blue": "sailor/3.1"})
    play(match, "by_hand:coins whom:red amount:1")
    play(match, "by_hand:loses")
    assert keys(match) == {"discard:sailor/3.1"}, "only Blue has a card, so nobody is asked whose"
    play(match, "discard:sailor/3.1")
    assert match.table.influence(match.seats[1]) == 0
    assert match.choice is not None
    blocked = [option.key for option in match.choice.options if option.blocked]
    assert blocked == ["by_hand:returns", "by_hand:loses", "by_hand:clears"]


def test_cards_come_and_go_with_their_influence() -> None:
    match = adventure(begin=FAIR_WIND, own=EVENT, areas={"blue": "sailor/3.1 mademoiselle/9.1"})
    red, blue = match.seats
    before = [match.table.influence(seat) for seat in match.seats]
    play(match, "by_hand:gets get:mademoiselle/9.1")
    assert lying(match, "mademoiselle/9.1") == "area:red"
    after = [match.table.influence(seat) for seat in match.seats]
    assert after[0] - before[0] == before[1] - after[1] > 0
    play(match, "by_hand:draws whom:blue turn:admiral/5.1")
    assert [person.id for person in match.table.persons(blue)] == ["sailor/3.1", "admiral/5.1"]
    play(match, "by_hand:draws whom:blue turn:adventure/ship/yellow/bread.1")
    assert [ship.id for ship in match.table.ships_of(blue, kept=True)] != []
    play(match, "by_hand:draws whom:red turn:ship/red/1/1.1")
    assert lying(match, "ship/red/1/1.1") == "discard"
    play(match, "by_hand:gets whom:red get:adventure/ship/yellow/bread.1 settled")
    assert match.table.ships_of(blue, kept=True) == ()
    assert len(match.table.ships_of(red, kept=True)) == 1
    assert list(match.game.faults(match.table)) == []


def test_a_card_that_is_lost_by_hand_does_not_undo_the_end() -> None:
    held = RICH.replace("governor/8.1 admiral/9.1 ", "")
    match = adventure(
        {"red": held},
        {"red": 9},
        own=EVENT,
        begin=FAIR_WIND,
        opened={"red": 2},
        crowns={"red": tale_of(GAME.edition).shields[1]},
    )
    play(match, "settled draw turn:sailor/3.1 stop hire:sailor/3.1")
    red = match.seats[0]
    assert (match.table.influence(red), match.table.ending) == (12, False)
    play(match, "by_hand:loses discard:sailor/3.1")
    assert (match.table.influence(red), match.table.ending) == (11, True)


def test_what_it_changes_later_in_the_turn_can_be_said_by_whoever_is_asked() -> None:
    match = adventure(begin=FAIR_WIND, own=EVENT, coins={"red": 3, "blue": 3})
    play(match, "settled draw turn:ship/red/1/1.1 draw turn:ship/blue/1/1.1")
    option = match.option("settle")
    assert (str(option.text), option.by_phone) == ("Fair wind: say what it changes", True)
    play(match, "settle by_hand:clears discard:ship/red/1/1.1 settled stop pass")
    assert [card.id for card in match.table.harbour()] == ["ship/blue/1/1.1"]
    assert "settle" in keys(match), "Blue, too, while taking"
    play(match, "settle by_hand:coins whom:blue amount:1 settled pass")
    assert prompt(match) == "The turn ends. Does Fair wind change anything else?"
    play(match, "settled")
    assert story(match).active is match.seats[1]


def test_an_event_that_takes_coins_may_be_a_tax_for_a_mission() -> None:
    match = adventure(begin=FAIR_WIND, own=EVENT, coins={"blue": 4}, missions="50")
    play(match, "by_hand:pays whom:blue amount:1 settled")
    assert match.choice is not None
    assert match.choice.who is match.seats[1]
    play(match, "fulfil:mission/50")
    assert [each.id for each in match.table.fulfilled_contracts(match.seats[1])] == ["mission/50"]


# ------------------------------------------------------------------------------------- Missions


def test_whoever_has_fulfilled_a_mission_by_hand_says_so_and_what_it_cost_and_brought() -> None:
    match = adventure(missions="11", own=NO_SWORDS, coins={"red": 5})
    option = match.option("fulfil:mission/11")
    assert option.by_phone
    play(match, "fulfil:mission/11")
    mission = match.game.pieces["mission/11"]
    assert isinstance(mission, Mission)
    assert story(match).done[mission] == (match.seats[0],)
    assert prompt(match).startswith("Mission 11: what changes?")
    assert match.choice is not None
    assert match.choice.who is match.seats[0]
    play(match, "by_hand:pays amount:4 by_hand:crowns whom:red amount:1 settled")
    assert ("Mission 11", -4) in reasons(match, "coins")
    assert "fulfil:mission/11" not in keys(match)
    assert "draw" in keys(match)


def test_what_can_be_said_of_a_mission_by_hand_must_be_met_as_well() -> None:
    own = {"missions.cards[11].needs.by_hand": "yes"}
    match = adventure(missions="11", own=own)
    assert "fulfil:mission/11" not in keys(match)
    match = adventure({"red": "sailor/3.1 sailor/5.1"}, missions="11", own=own)
    assert "fulfil:mission/11" in keys(match)


def test_it_is_asked_once_more_after_a_card_was_taken_and_else_not() -> None:
    match = adventure(missions="11", own=NO_SWORDS)
    play(match, "draw turn:ship/red/1/1.1 draw turn:ship/blue/1/1.1 stop trade:ship/red/1/1.1")
    assert keys(match) == {"done", "fulfil:mission/11"}
    play(match, "done")
    assert match.choice is not None
    assert match.choice.who is match.seats[1]
    assert "fulfil:mission/11" in keys(match)
    play(match, "pass")
    assert story(match).active is match.seats[1], "who passed was asked already"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_robots_claim_nothing_that_they_cannot_read(strength: str) -> None:
    own = {**BY_HAND, "mode": "adventure_together", "chapter": "2"}
    simulation = Simulation(GAME, ["Ann", "Bob"], own, 2)
    seats = simulation.match.seats
    ticks = count()
    simulation.players = {
        seat: player(strength, str(seat), 3.0, lambda: float(next(ticks))) for seat in seats
    }
    while len(simulation.match.journal) < 300 and simulation.step():
        pass
    done = simulation.match.journal
    by_hand = [
        mission.id
        for mission in simulation.match.game.pieces.values()
        if isinstance(mission, Mission) and mission.needs.by_hand
    ]
    assert not [key for key in done if key.removeprefix("fulfil:").split(":")[0] in by_hand]
    assert not [key for key in done if key.startswith("by_hand:")]


# -------------------------------------------------------------------------------- Whole adventures


def evenings(settings: Mapping[str, str], players: int, seed: int) -> list[Simulation]:
    """One chapter after another, each with what the one before has left."""
    names = ["Ann", "Bob", "Cid", "Dan"][:players]
    left, played = dict(settings), list[Simulation]()
    campaign = GAME.campaign
    assert campaign is not None
    for evening in range(5):
        simulation = Simulation(GAME, names, left, seed + evening)
        match = simulation.match
        while match.choice:
            if len(match.journal) % 20 == 0:
                the_menu_keeps_its_promises(match, match.choice)
            option = simulation.pick()
            assert option is not None
            moves = simulation.take(option)
            assert set(option.moves) <= set(moves)
            assert list(faults(simulation)) == []
            assert len(match.journal) < LONGEST
        assert match.outcome() is not None
        assert list(replay_faults(match)) == []
        played.append(simulation)
        left = {**match.settings, **campaign.left_behind(match.table)}
        if campaign.is_finished(match.table):
            break
        left |= {"failures": "0"}
    return played


@pytest.mark.parametrize(
    ("mode", "players"), [("adventure", 3), ("adventure_together", 2), ("adventure_alone", 1)]
)
def test_a_whole_adventure_is_played_with_own_cards_that_are_settled_by_hand(
    mode: str, players: int
) -> None:
    own = {**BY_HAND, "mode": mode, "story_cards": "own"}
    journals = [simulation.match.journal for simulation in evenings(own, players, 7)]
    answers = {key.partition("/")[0] for journal in journals for key in journal}
    kinds = ("coins", "pays", "crowns", "returns", "gets", "draws", "loses", "clears")
    assert {f"by_hand:{kind}" for kind in kinds} <= answers


def test_turns_with_what_is_settled_by_hand_are_understood_from_the_table() -> None:
    own = {**EVENT, **NO_SWORDS, "mode": "adventure", "markers": "tags"}
    unique, looks = turns_are_found(GAME, own, seed=3, number=12)
    assert unique > 0.5 * looks


# ------------------------------------------------------------------------------ Own story cards


def test_with_own_story_cards_only_the_card_is_named_and_what_to_do() -> None:
    own = {"mode": "adventure_alone", "chapter": "2", "story_cards": "own"}
    match = Match(GAME, GAME.for_match(GAME.settle(own)).seat(["Ann"]), own)
    play(match, "turn:character/1 side:grace")
    assert prompt(match) == "Read your own card aloud: Chapter 2."
    play(match, "read:chapter/2")
    cards = tale_of(match.game.edition).batches
    assert 81 in cards
    assert prompt(match).startswith("Read story card 20 aloud. (Shuffle into the deck: ")
    assert prompt(match).endswith("cards with the number 81.)")
    option = match.option("read:mission/20")
    assert str(option.text) == "Turn it over into the row: Mission 20"
    play(match, "read:mission/20")
    assert [(str(name), str(text)) for name, text in story_so_far(match.table)] == [
        ("Chapter 2", "The card says what happened."),
        ("Mission 20", "The card says what happened."),
    ]


def test_the_words_of_one_story_card_may_be_left_out() -> None:
    row = '{"needs": {"swords": 1}, "next": "21", "star": true, "shuffles": [81]}'
    own = {"mode": "adventure_alone", "chapter": "2", "missions.cards[20]": row}
    match = Match(GAME, GAME.for_match(GAME.settle(own, given=True)).seat(["Ann"]), own)
    play(match, "turn:character/1 side:grace")
    assert "The empty larder" in prompt(match)
    play(match, "read:chapter/2")
    assert prompt(match).startswith("Read story card 20 aloud. (")


def house_words() -> list[str]:
    """All that is told by the house's story."""
    campaign = GAME.campaign
    assert campaign is not None
    return [str(text) for text in campaign.texts]


def test_no_question_of_a_whole_match_tells_the_houses_story_then() -> None:
    words = house_words()
    assert len([c for c in GAME.pieces.values() if isinstance(c, Mission | Page)]) + 5 == len(words)
    simulation = Simulation(GAME, ["Ann"], {"mode": "adventure_alone", "story_cards": "own"}, 3)
    while (choice := simulation.match.choice) is not None:
        said = [str(choice.prompt), *(str(option.past_text) for option in choice.legal())]
        assert not [word for word in words for text in said if word in text]
        simulation.step()
