"""Maracaibo solo at a live table: each of Jean's steps waits until the pieces lie as it says."""

from __future__ import annotations

import pytest

from rules.flow import Reveal
from rules.maracaibo.places import JEAN_CARDS, JEAN_DECK, JEAN_DISCARD
from rules.maracaibo.table import Table
from rules.match import Match
from server.live.match import Live
from server.live.messages import Refused
from tests.rules.at_the_table import play
from tests.rules.maracaibo.jeans_table import jeans_explorer_to, jeans_turn
from tests.rules.maracaibo.the_table import goods, put
from vision.reading import Sighting


class Solo:
    """A live match on Jean's turn, and the pieces that the camera sees."""

    def __init__(self, match: Match[Table]) -> None:
        self.live, self.match = Live(match, final=len(match.journal)), match
        self.places = {
            piece.id: place
            for place, pile in match.table.places.piles.items()
            if place not in match.game.piles.stacks or place == JEAN_DISCARD
            for piece in (pile.known[-1:] if place == JEAN_DISCARD else pile.known)
        }
        self.look()

    def look(self) -> list[str]:
        return [act.key for act in self.live.see(Sighting(dict(self.places)))]

    def put(self, piece: str, place: str | None) -> list[str]:
        """Somebody moves a piece; what the camera's next look makes of it."""
        self.places.pop(piece, None)
        if place is not None:
            self.places[piece] = place
        return self.look()

    @property
    def asked(self) -> str:
        assert self.match.choice is not None
        return str(self.match.choice.prompt)


def full_market_and_quest_ahead(table: Table) -> None:
    table.delivered["5"] = 9
    jeans_explorer_to(table, "4")


def test_a_whole_turn_of_jean_goes_on_as_the_table_agrees() -> None:
    solo = Solo(jeans_turn("jean/b1", full_market_and_quest_ahead))
    (card,) = solo.match.table.places["market:3"]
    (quest,) = solo.match.table.places["quest:explorer:5"]
    seat = solo.match.seats[0]
    assert solo.asked == "Sail Jean's ship to Santo Domingo (5)."
    assert solo.look() == [], "nothing has moved yet"
    with pytest.raises(Refused, match="Sail Jean's ship"):
        solo.live.press_next()
    assert solo.put("ship/blue", "location:5") == ["done"]
    assert solo.asked.startswith(f"Lay {card.name} (market 3) face down")
    assert solo.put(card.id, None) == ["done"], "face down it is not seen any more"
    assert solo.match.table.places.where(card) == JEAN_CARDS
    (new,) = goods("cocoa", 1)
    assert solo.put(new, "market:3") == [f"turn:{new}"]
    assert solo.asked == ("Move Jean's points marker 4 steps. Move Jean's explorer to space 5.")
    assert solo.put("explorer/blue", "explorer:5") == ["done"]
    assert solo.put(quest.id, "quests:blue") == ["done"]
    assert solo.match.table.active == seat


def test_what_no_camera_sees_at_the_end_of_jeans_turn_is_done_with_one_press() -> None:
    solo = Solo(jeans_turn("jean/c1"))
    assert solo.put("ship/blue", "location:5") == ["done"]
    assert solo.asked == (
        "Move Jean's left-most disc to Santo Domingo (5)'s market. Move Jean's points marker 4 "
        "steps. Remove Jean's left-most disc from the game."
    )
    solo.live.press_next()
    assert solo.match.table.active == solo.match.seats[0]


def test_a_ship_put_elsewhere_is_told_where_jean_sails() -> None:
    solo = Solo(jeans_turn("jean/a1"))
    assert solo.put("ship/blue", "location:5") == []
    assert [str(reason) for reason in solo.live.wrong.values()] == [
        "Blue ship cannot come to Santo Domingo (5) now: put it back"
    ]
    assert solo.put("ship/blue", "location:3") == ["done"]


def test_a_played_card_is_not_taken_for_the_next_one_when_her_deck_is_shuffled() -> None:
    """Her last card lies open until somebody shuffles; then it may come up again at once."""

    def all_played(table: Table) -> None:
        for card in ("jean/a1", "jean/a2", "jean/a3", "jean/a4"):
            put(table, card, JEAN_DISCARD)

    match = jeans_turn("jean/a5", all_played, difficulty="1")
    while match.table.phase == "jean":
        assert match.choice is not None
        match.take(match.choice.legal()[0])
    play(match, "sail:1 none")
    solo = Solo(match)
    assert solo.places["jean/a5"] == JEAN_DISCARD
    solo.live.answer(match.seats[0], "rest")
    assert isinstance(match.choice, Reveal)
    assert match.choice.source == JEAN_DECK
    assert solo.asked.startswith("Jean's deck is empty. Shuffle her discard pile")
    assert solo.look() == []
    assert [str(text) for text in solo.live.pending.values()] == [
        "Put Jean's card A5 back, face down"
    ]
    assert solo.put("jean/a5", None) == []
    assert not solo.live.pending
    assert solo.put("jean/a5", JEAN_DISCARD) == ["turn:jean/a5"]
