"""The table of Port Royal has room for what the largest match needs."""

from __future__ import annotations

from rules.port_royal import GAME
from vision.layout import load_layout
from vision.registry import load_registry
from vision.simulator.bare_room import bare_spots

FIVE_TOGETHER = load_layout("port_royal", GAME.colours, ("contract_cards", "contracts"))


def test_each_of_the_eleven_contracts_of_five_has_its_place_and_room_for_markers() -> None:
    places = {place.name for place in FIVE_TOGETHER.places}
    for number in range(1, 12):
        assert {f"contract:{number}", f"markers:{number}"} <= places


def test_deck_contracts_time_deck_and_points_have_spots_and_one_is_left() -> None:
    spots = list(bare_spots(FIVE_TOGETHER, load_registry("port_royal")))
    assert len(spots) >= 5
