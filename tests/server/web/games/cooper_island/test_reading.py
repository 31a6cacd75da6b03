"""What phones say of a piece or an account that is tapped."""

from __future__ import annotations

from rules.cooper_island import GAME
from server.web.games.cooper_island.reading import reads, topic
from tests.rules.cooper_island.the_table import at_table


def test_goods_of_the_market_are_not_called_something_to_spend() -> None:
    match = at_table()
    for key in ("market", "market_wood"):
        chapter = topic(match, key)
        assert chapter is not None
        assert "Store market goods to spend them" in " ".join(map(str, chapter.rules))


def test_royal_card_8_is_said_to_count_what_its_own_player_has_reached() -> None:
    match = at_table(seats=3)
    said = " ".join(map(str, reads(match, GAME.pieces["royal/8"])))
    assert "Scores your best result on an opponent's royal card" in said
