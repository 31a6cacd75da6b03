"""What still lies on the table though the match has moved it already."""

from __future__ import annotations

from tests.rules.port_royal.the_table import at_table
from tests.server.live.lying_cards import LyingCards


def test_a_coin_that_shows_its_face_is_not_turned_up_because_its_pile_is_shuffled() -> None:
    """A trade uses up the deck: until hands shuffle, the coin paid last lies where it lay."""
    table = LyingCards(at_table(deck=3, discarded="jester/5.1"))
    table.put("sailor/3.1", "harbour")
    table.put("ship/red/2/3.1", "harbour")
    table.live.press_next()
    assert table.put("sailor/3.1", "area:red") == ["hire:sailor/3.1"]
    assert table.put("ship/blue/4/5.1", "discard") == []
    table.live.press_next()
    table.put("ship/red/2/3.1", "discard")
    acts = table.live.answer(table.live.match.seats[1], "trade:ship/red/2/3.1")
    assert [act.key for act in acts] == ["trade:ship/red/2/3.1"]
    assert [str(text) for text in table.live.pending.values()] == [
        "Put Frigate 2 back, face down",
        "Put Flute 4 back, face down",
    ]
    table.places = {"sailor/3.1": "area:red"}
    assert table.look() == []
    assert not table.live.pending
    assert table.put("ship/blue/4/5.1", "harbour") == ["draw", "turn:ship/blue/4/5.1"]
