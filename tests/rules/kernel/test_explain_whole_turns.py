"""Whole turns of which only the end is seen: turns that were played, and once took far too long."""

from __future__ import annotations

import pytest

from rules.explaining.explain import Dropped, Unexplained, explain
from rules.explaining.understood import after, all_runs
from rules.games import GAMES
from rules.match import Match
from tests.rules.kernel.explaining import explained, moved
from tests.rules.port_royal.the_table import at_table, turn_up

FOUR_AT_SEA = (
    "turn:quest/16 turn:quest/19 turn:quest/07 turn:city/privateers turn:city/counting-house "
    "turn:city/expedition turn:city/careening turn:project/rumour-monger/tobacco/treasure "
    "turn:project/old-soldier/rum/adventure/1 turn:project/spymaster/cotton/book/7 "
    "turn:project/spymaster/cocoa/treasure/18 turn:building/palace first:red turn:quest/03 "
    "turn:quest/10 plan:project/scout/cotton/adventure/8 "
    "plan:project/quartermasters-mate/tobacco/treasure/12 plan:project/trader/herbs/adventure/19 "
    "plan:project/quartermasters-mate/sugar/book/9 keep:career/5 keep:career/2 keep:career/4 "
    "keep:career/8 sail:1 village buy:project/scout/cotton/adventure/8 "
    "plan:project/scout/cocoa/book/18 market:project/rumour-monger/tobacco/treasure "
    "turn:project/gun-deck/cocoa/treasure"
)
TWO_BOUGHT_AND_THREE_PLANNED = (
    "sail:6:5 village buy:project/quartermasters-mate/tobacco/treasure/12 "
    "plan:project/warehouse/rum/adventure plan:project/carpenter/cocoa/adventure/16 "
    "buy:project/strongbox/tobacco/book plan:project/customs-house/sugar/book rest"
)
FOUR_IN_PORT = (
    "first:blue draw turn:ship/black/3/skull.1 draw turn:tax/fewest_influence.1 stop "
    "trade:ship/black/3/skull.1 draw turn:admiral/9.2 draw turn:captain/4.3 stop "
    "hire:captain/4.3 pass pass pass draw turn:sailor/3.4 stop pass pass hire:sailor/3.4"
)
EIGHT_TURNED_UP = (
    "draw turn:ship/red/4/skull.1 draw turn:pirate/9.1 draw turn:ship/blue/3/5.2 draw "
    "turn:mademoiselle/9.1 draw turn:ship/black/4/skull.1 draw turn:captain/4.2 draw "
    "turn:tax/fewest_influence.2 draw turn:ship/yellow/3/2.1 stop trade:ship/red/4/skull.1 "
    "hire:mademoiselle/9.1 pass trade:ship/blue/3/5.2 pass"
)


@pytest.mark.parametrize(
    ("name", "settings", "seats", "journal", "turn", "states"),
    [
        ("maracaibo", {"scenario": "77"}, 4, FOUR_AT_SEA, TWO_BOUGHT_AND_THREE_PLANNED, 200),
        ("port_royal", {}, 4, FOUR_IN_PORT, EIGHT_TURNED_UP, 800),
    ],
)
def test_few_states_are_looked_at_for_a_whole_turn(
    name: str, settings: dict[str, str], seats: int, journal: str, turn: str, states: int
) -> None:
    game = GAMES[name]
    start = Match(game, game.seat([str(seat) for seat in range(seats)]), settings, journal.split())
    explained(start, turn.split(), states)


def test_what_cannot_come_where_it_is_seen_is_not_looked_for_in_vain() -> None:
    """The pirate lies with Blue, who is not asked: no card that is turned up changes that."""
    match = at_table({"blue": "pirate/5.1"}, coins={"red": 9})
    cards = ("admiral/5.1", "governor/8.1", "jester/5.1", "sailor/3.1", "settler/4.1")
    seen = {"pirate/5.1": "area:red", **dict.fromkeys(cards, "harbour")}
    answer = explain(match, moved(match, seen), most_states=40)
    assert isinstance(answer, Unexplained)
    assert not answer.gave_up
    assert str(answer.reasons[match.game.pieces["pirate/5.1"]]) == (
        "Pirate 5 cannot come to the area of Red now"
    )


def test_a_piece_that_is_wrong_anyway_does_not_hide_why_another_one_is() -> None:
    match = at_table({"blue": "jester/5.1"}, coins={"red": 4})
    turn_up(match, "trader/yellow/5.1")
    match.play("stop")
    answer = explain(
        match, moved(match, {"jester/5.1": "area:red", "trader/yellow/5.1": "area:red"})
    )
    assert isinstance(answer, Unexplained)
    reasons = {piece.id: str(reason) for piece, reason in answer.reasons.items()}
    assert reasons == {
        "trader/yellow/5.1": "Yellow trader 5 costs 5, Red has 4",
        "jester/5.1": "Jester 5 cannot come to the area of Red now",
    }


def test_whether_a_person_came_after_a_ship_matters_if_the_ship_could_be_repelled() -> None:
    seen = {"ship/red/1/1.1": "harbour", "sailor/3.1": "harbour"}
    for pirates, tables in (({}, 1), ({"red": "pirate/5.1"}, 2)):
        match = at_table(pirates)
        runs = all_runs(explain(match, moved(match, seen)))
        assert len({after(match, run) for run in runs}) == len(runs) == tables


def test_persons_are_thought_to_come_up_in_one_order() -> None:
    match = at_table()
    cards = ("admiral/5.1", "governor/8.1", "jester/5.1", "sailor/3.1", "settler/4.1")
    answer = explain(match, moved(match, dict.fromkeys(cards, "harbour")), most_states=20)
    [run] = all_runs(answer)
    assert run.keys == tuple(key for card in cards for key in ("draw", f"turn:{card}"))


def test_a_search_that_nobody_wants_any_more_is_dropped_at_once() -> None:
    match = at_table()
    looked: list[int] = []

    def dropped() -> bool:
        looked.append(len(looked))
        return len(looked) > 3

    with pytest.raises(Dropped):
        explain(match, moved(match, {"sailor/3.1": "area:red"}), dropped=dropped)
    assert looked == [0, 1, 2, 3]
