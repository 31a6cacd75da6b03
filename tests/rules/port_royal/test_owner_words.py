"""Every word of an owner is checked, works where it may stand, or is refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import fields

from rules.audit import faults
from rules.dealer import Dealer
from rules.game import BadSettings
from rules.match import Match
from rules.port_royal import GAME, game_of
from rules.port_royal.abilities import Abilities
from rules.port_royal.adventure.happenings import Happening
from rules.port_royal.adventure.words import ability_text, event_text
from rules.port_royal.demands import Demand
from rules.port_royal.names import COLOURED, ITEMS, ROLE_WORDS, ROLES, SHIP_WORDS, SHIPS, SIGNS
from rules.port_royal.pieces import Event, Person
from rules.simulation import Simulation
from tests.rules.at_the_table import keys, play
from tests.rules.port_royal.test_expansion import SMUGGLER, edition, match_with
from tests.rules.port_royal.the_adventure import adventure, lying

ALONE = {"mode": "adventure_alone", "chapter": "2"}
SAIL = {"mode": "set_sail"}
GIVES = {"coins": 1, "next": "21", "text": "As printed.", "star": True}
GOOD: Mapping[str, Any] = {
    "persons": ["admiral"],
    "cheap": {"persons": 2, "cost": 3},
    "declines": "red",
    "discards": {"rum": 1},
    "full_harbour": {"cards": 3, "coins": 1},
    "many_ships": {"ships": 3, "coins": 1},
    "own_bust": {"most": 3, "coins": 1},
    "sails_as": ["captain"],
    "toll": {"from": 5, "coins": 2},
    "offer": {"coins": 1, "crowns": 1},
    "takes_less": 0,
    "times": 1,
    **dict.fromkeys(("pays_tax", "reshuffles", "by_hand"), True),
}
"""What a word can be; of all others a number."""
COLOURED_WORDS = ("ship_coins", "takes_after_ship", "tucks", "ship_crowns")
COLOURLESS = ("sails_as", "tucks", "once")
"""What an event cannot do."""


def mission(needs: Any, **more: Any) -> dict[str, str]:
    return {"missions.cards[20]": json.dumps({**GIVES, "needs": needs, "shuffles": [81], **more})}


def event(**row: Any) -> dict[str, str]:
    return {"events.cards[fair-wind]": json.dumps({"number": 0, **row})}


def passenger(**row: Any) -> dict[str, str]:
    usual = {"role": "passenger", "cost": 2, "influence": 1, "count": 3, "set": "set_sail_rest"}
    return {"persons.cards[passenger-low]": json.dumps({**usual, **row})}


def given(own: Mapping[str, str], **settings: str) -> None:
    GAME.settle({**ALONE, **settings, **own}, given=True)


def with_word(vocabulary: type, word: str, value: Any) -> dict[str, str]:
    if vocabulary is Demand:
        return mission({"swords": 1, word: value})
    if vocabulary is Happening:
        return event(now={word: value})
    return event(**{"for": "all"}, does={word: value}, colour="red")


WORDS = [
    (vocabulary, field.encode_name)
    for vocabulary in (Demand, Happening, Abilities)
    for field in fields(vocabulary)
]
WRONG = ("two", -3, 100, 1.5, None, ["two"], {"two": 1}, [["captain"]], {"from": "x"})


@pytest.mark.parametrize(("vocabulary", "word"), WORDS)
def test_every_word_is_checked_when_it_is_given(vocabulary: type, word: str) -> None:
    for value in WRONG:
        with pytest.raises(BadSettings) as refused:
            given(with_word(vocabulary, word, value))
        assert "It must be" in str(refused.value) or "Unknown: " in str(refused.value)


@pytest.mark.parametrize(("vocabulary", "word"), WORDS)
def test_a_match_that_began_with_such_a_word_still_opens_and_goes_on(
    vocabulary: type, word: str
) -> None:
    for value in WRONG:
        own = {**ALONE, **with_word(vocabulary, word, value)}
        match = Match(GAME, GAME.for_match(GAME.settle(own)).seat(["Ann"]), own)
        simulation = Simulation.going_on(match, Dealer(match, 4), 4)
        for _ in range(40):
            simulation.step()
        assert match.choice is not None


def play_some(own: Mapping[str, str], steps: int, **settings: str) -> None:
    simulation = Simulation(GAME, ["Ann", "Bob"], {**settings, **own}, 5)
    for _ in range(steps):
        if not simulation.step():
            break
        assert not list(faults(simulation))


@pytest.mark.parametrize("word", [field.name for field in fields(Abilities)])
def test_every_ability_works_as_an_event_or_is_refused_in_a_sentence(word: str) -> None:
    value = GOOD.get(word, 3 if word in ("gamble", "looks") else 1)
    own = event(**{"for": "all", "colour": "red"}, does={word: value})
    if word in COLOURLESS:
        with pytest.raises(BadSettings, match=r"needs a person's card|not for events"):
            given(own)
        return
    colour = {"colour": "red"} if word in COLOURED_WORDS else {}
    play_some(event(**{"for": "all"}, does={word: value}, **colour), 250, mode="adventure")


ONLY_THERE = ("looks", "ship_crowns", "expedition_crowns", "sells")


@pytest.mark.parametrize("word", [field.name for field in fields(Abilities)])
def test_every_ability_works_on_a_person_of_any_set_or_is_refused_in_a_sentence(word: str) -> None:
    row: dict[str, Any] = {"does": {word: GOOD.get(word, 1)}}
    if word in COLOURED_WORDS:
        row |= {"colour": "red"}
    if word in ONLY_THERE:
        with pytest.raises(BadSettings, match=f"{word} is only for The Adventure Begins"):
            given(passenger(**row))
        return
    play_some(passenger(**row), 300, **SAIL)


@pytest.mark.parametrize(
    ("own", "why"),
    [
        (mission({}), "It asks for nothing"),
        (mission({"swords": 0}), "It asks for nothing"),
        (mission({"persons": "priest"}), 'It must be a list, not "priest"'),
        (mission({"persons": ["wizard"]}), 'not "wizard"'),
        (mission({"persons": ["gunner"]}), "Cards of gunner: 0, not 1"),
        (mission({"persons": ["taibuk"] * 4}), "Cards of taibuk: 3, not 4"),
        (mission({"discards": {"gold": 1}}), "Unknown: gold. There is bread"),
        (mission({"declines": "pink"}), 'not "pink"'),
        (mission({"bust": True, "pays_tax": True}), "pays_tax and bust exclude each other"),
        (mission({"swords": 1, "times": 2}), "times needs something"),
        (mission({"repelled_colours": 3}), "repelled_colours is only for contracts"),
        (mission({"pays": 2, "takes_less": 1}), "takes_less needs ship_colours"),
        (mission({"declines": "red", "discards": {"rum": 1}}), "discards and declines exclude"),
        (mission({"cheap": {"persons": 2}}), "cost is missing"),
        (mission("swords"), "It must be a table"),
        (
            mission({"swords": 1}, asks="20", yes="21", no="22"),
            "next and asks exclude",
        ),
        (mission({"swords": 1}, yes="21"), "It needs asks"),
        (mission({"swords": 1}, next=21), "It must be text in quotes, not 21"),
        (mission({"swords": 1}, star=False), "Missions with a red star: 15, not 14"),
        (mission({"swords": 1}, text="{coins}"), "plain words, without braces"),
        (event(does={"discount": 1}), "Say for whom"),
        (event(**{"for": "all"}), "It says for whom, but not what"),
        (event(**{"for": "nobody"}, does={"discount": 1}), 'not "nobody"'),
        (event(**{"for": "all"}, does={"discount": 1}, colour="red"), "It needs no ship colour"),
        (event(**{"for": "all"}, does={"ship_coins": 1}), "needs a ship colour"),
        (event(**{"for": "all"}, does={"many_ships": {"ships": 2}}), "needs coins or crowns"),
        (event(now={"coins": -1}), "whole number from 0 to 99, not -1"),
        (event(now={"toll": {"from": 2, "coins": 3}}), "cannot take more coins"),
        (passenger(cost=-1), "whole number from 0 to 99, not -1"),
        (passenger(role="trader"), "role is certain: passenger"),
        (passenger(does={"many_ships": {"ships": 2, "crowns": 1}}), "crowns is only for The Adv"),
        ({"characters.cards[1].front.key": "jean"}, "jean is there twice"),
        ({"characters.cards[1].front.coins": "-2"}, "whole number from 0 to 99, not -2"),
        ({"ships.cards[yellow-bread].item": "gold"}, 'not "gold"'),
        ({"ships.cards[yellow-bread].coins": "-1"}, "whole number from 0 to 99, not -1"),
        ({"ships.cards[set-sail-red-1].swords": "many"}, "It must be a whole number from 1"),
        ({"expeditions.cards[with-book].coins": "-2"}, "whole number from 0 to 99, not -2"),
        ({"contracts.cards[ransom].seal": "7"}, "whole number from -1 to 2, not 7"),
        ({"victory.markers": "-1 4 4 5"}, "whole number from 0 to 99, not -1"),
    ],
)
def test_what_would_do_nothing_or_harm_is_refused_with_the_reason(
    own: dict[str, str], why: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        given(own)
    assert why in str(refused.value)


def test_what_the_house_prints_is_in_order() -> None:
    GAME.printed.check(GAME.edition)


def test_everybody_and_everything_that_can_be_asked_for_has_its_words() -> None:
    assert ROLE_WORDS.keys() == ROLES.keys() | COLOURED.keys()
    assert SHIP_WORDS.keys() == SHIPS.keys()
    assert ITEMS.keys() - {"ares"} < SIGNS.keys()


def _persons() -> Iterator[Person]:
    for field in fields(Abilities):
        words = {field.name: GOOD.get(field.name, 2)}
        does = Abilities.read(words, "a test")
        yield Person("p", "p", ROLE_WORDS["priest"], "", 0, 0, 0, "red", does)


def test_every_ability_has_words_of_its_own() -> None:
    texts = [str(ability_text(person)) for person in _persons()]
    assert all(texts)
    assert len({*texts}) == len(texts)


# ------------------------------------------------------------------- What works now outside too


def hired(does: str, keys_after: str) -> Match[Any]:
    """Ann has the person of a set of our own in the base game."""
    row = SMUGGLER.replace('{ discount = 2, takes = 1, sails_as = ["captain", "priest"] }', does)
    match = match_with(game_of(edition(smuggler=row)), "yes")
    play(match, "first:red draw turn:newcomers/smuggler/1.1 stop hire:newcomers/smuggler/1.1")
    play(match, keys_after)
    return match


def because(match: Match[Any], seat: int) -> list[str]:
    lines = match.table.ledger.lines
    return [str(line.because) for line in lines if line.seat is match.seats[seat]]


def test_coins_that_a_person_brings_once_are_paid_when_hired() -> None:
    match = match_with(
        game_of(edition(smuggler=SMUGGLER.replace("discount = 2, takes = 1", "once = 2"))), "yes"
    )
    play(match, "first:red draw turn:newcomers/smuggler/1.1 stop")
    option = match.option("hire:newcomers/smuggler/1.1")
    assert str(option.text) == "Hire Smuggler 1 for 1 coin; 2 coins at once"
    play(match, "hire:newcomers/smuggler/1.1")
    assert match.table.coins(match.seats[0]) == 3 - 1 + 2


def test_a_person_is_paid_for_the_bust_of_a_small_harbour_in_the_base_game() -> None:
    match = hired("{ own_bust = { most = 4, coins = 2 } }", "")
    play(match, "draw turn:ship/red/1/1.1 stop pass pass")
    before = match.table.coins(match.seats[0])
    play(match, "draw turn:ship/red/1/1.2 draw turn:ship/red/1/1.3")
    assert match.table.coins(match.seats[0]) == before + 2
    assert "Smuggler 1: went bust" in because(match, 0)


def test_a_person_is_paid_for_many_ships_in_the_base_game() -> None:
    match = hired("{ many_ships = { ships = 2, coins = 3 } }", "draw turn:ship/red/1/1.1 stop")
    assert "pass" in keys(match)
    play(match, "pass pass draw turn:ship/red/1/1.2 draw turn:ship/blue/1/1.1")
    before = match.table.coins(match.seats[0])
    play(match, "stop")
    assert match.table.coins(match.seats[0]) == before + 3
    assert "Smuggler 1: 2 ships in the harbour" in because(match, 0)


def test_what_an_expedition_of_the_owner_shows_is_its_name() -> None:
    own = {"expeditions.cards[with-book].needs.captain": "2"}
    game = GAME.for_match(GAME.settle({**ALONE, **own}, given=True))
    name = str(game.pieces["adventure/expedition/with-book.1"].name)
    assert name == "Expedition (a captain, a captain, a book of rituals)"


def test_a_mission_about_a_ship_that_is_traded_for_nothing_can_be_fulfilled() -> None:
    match = adventure(missions="20", own=mission({"declines": "red"}))
    play(match, "draw turn:ship/red/2/3.1 stop")
    option = match.option("decline:ship/red/2/3.1")
    assert str(option.text).startswith("Trade Frigate 2 for nothing")
    play(match, "decline:ship/red/2/3.1")
    assert [each.id for each in match.table.fulfilled_contracts(match.seats[0])] == ["mission/20"]


def test_a_mission_at_once_that_also_costs_cargo_takes_it() -> None:
    needs = {"ship_colours": 1, "discards": {"bread": 1}}
    match = adventure({"red": "adventure/ship/yellow/bread.1"}, missions="20", own=mission(needs))
    play(match, "draw turn:ship/red/2/3.1")
    assert "fulfil:mission/20:adventure/ship/yellow/bread.1" in keys(match)
    play(match, "fulfil:mission/20:adventure/ship/yellow/bread.1")
    assert lying(match, "adventure/ship/yellow/bread.1") == "discard"


def test_events_with_every_word_are_named_in_words() -> None:
    for word in (field.name for field in fields(Happening)):
        own = event(now={word: GOOD.get(word, 2)})
        card = GAME.for_match(GAME.settle({**ALONE, **own}, given=True)).pieces["event/fair-wind"]
        assert isinstance(card, Event)
        assert str(event_text(card))
