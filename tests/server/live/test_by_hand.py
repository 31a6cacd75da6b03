"""What hands still have to do is told as people would say it, with what is done of it."""

from __future__ import annotations

from tests.rules.port_royal.the_table import at_table
from tests.server.live.lying_cards import LyingCards, undo


def told(table: LyingCards) -> list[tuple[str, int, int]]:
    """Each with how many of its pieces are there."""
    return [(str(each.text), len(each.done), len(each.pieces)) for each in table.live.chores]


def test_the_harbour_is_cleared_as_a_whole_and_each_card_ticks_itself() -> None:
    table = LyingCards(at_table())
    table.put("sailor/3.1", "harbour")
    table.put("ship/red/1/1.1", "harbour")
    table.put("ship/red/2/3.1", "harbour")
    clear = "Clear the harbour: 3 cards to the discard pile"
    assert told(table) == [(clear, 0, 3)]
    table.put("sailor/3.1", "discard")
    table.put("ship/red/1/1.1", "discard")
    assert told(table) == [(clear, 2, 3)]
    assert [piece.id for piece in table.live.pending] == ["ship/red/2/3.1"]
    table.put("ship/red/2/3.1", "discard")
    assert told(table) == []


def test_a_single_card_is_called_by_its_name_and_stays_ticked_while_others_are_left() -> None:
    table = LyingCards(at_table(coins={"red": 9}))
    for card in ("sailor/3.1", "pirate/5.1", "ship/red/1/1.1"):
        table.put(card, "harbour")
    table.live.press_next()
    red, blue = table.live.match.seats
    table.live.answer(red, "hire:sailor/3.1")
    assert told(table) == [("Move Sailor 3 to the area of Red", 0, 1)]
    table.live.answer(blue, "pass")
    clear = "Clear the harbour: 2 cards to the discard pile"
    assert told(table) == [("Move Sailor 3 to the area of Red", 0, 1), (clear, 0, 2)]
    table.put("sailor/3.1", "area:red")
    assert told(table) == [("Move Sailor 3 to the area of Red", 1, 1), (clear, 0, 2)]
    undo(table.live)
    assert told(table) == []
