"""What is said of pieces that lie wrong: the fewest that there are, and what to do with them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rules.match import Match
from rules.pieces import Piece
from rules.text import Text
from server.live.problems import too_early, unknown_cards
from tests.rules.kernel.test_at_once import APPLES, PEARS, PLUM, Orchard, orchard
from tests.rules.navegador.the_table import at_table as navegador
from tests.rules.port_royal.the_table import at_table as port_royal
from tests.server.live.lying_cards import LyingCards
from vision.reading import Sighting, Unreadable

TILES = {f"colony/gold/{price}": "colonies:guine" for price in (50, 60, 70)}


def test_of_a_fleet_that_explored_only_the_ship_in_the_wrong_sea_is_named() -> None:
    """The other ship and the tiles that were turned up lie where they belong."""
    table = LyingCards(navegador(tagged="all"))
    table.put("rondel_marker/red", "rondel:sailing")
    table.places |= {"ship/red.6": "sea:guine", **TILES}
    table.put("ship/red.7", "sea:bahia")
    assert list(table.wrong().values()) == [
        "Move Red ship to Guiné (sea): Bahia is unexplored: ships cannot enter"
    ]
    assert table.put("ship/red.7", "sea:guine")[0] == "explore:guine:portugal+portugal"
    assert table.wrong() == {}


def test_beside_a_legal_move_only_the_piece_that_is_not_legal_is_named() -> None:
    table = LyingCards(port_royal({"blue": "pirate/5.1"}))
    table.places["sailor/3.1"] = "harbour"
    table.put("pirate/5.1", "area:red")
    assert list(table.wrong()) == ["pirate/5.1"]
    assert table.wrong()["pirate/5.1"].endswith("Red now: put it back")
    assert table.put("pirate/5.1", "area:blue") == ["draw", "turn:sailor/3.1"]


def test_of_several_pieces_the_fewest_are_named_that_make_the_table_right() -> None:
    """The sailor was turned up, which is legal, and stays out of it."""
    table = LyingCards(port_royal({"blue": "pirate/5.1", "red": "jester/5.1"}))
    table.places |= {"sailor/3.1": "harbour", "jester/5.1": "area:blue"}
    table.put("pirate/5.1", "area:red")
    assert set(table.wrong()) == {"pirate/5.1", "jester/5.1"}
    table.put("jester/5.1", "area:red")
    assert set(table.wrong()) == {"pirate/5.1"}
    assert table.put("pirate/5.1", "area:blue") == ["draw", "turn:sailor/3.1"]


def test_a_ship_that_lies_nowhere_is_laid_into_the_area_beside_the_mat() -> None:
    table = LyingCards(navegador(tagged="all"))
    ship = next(ship for ship, place in table.places.items() if place == "area:red")
    del table.places[ship]
    table.live.see(Sighting(dict(table.places), elsewhere=frozenset([ship])))
    [said] = table.live.unclear
    assert "lay it in the area beside Red's mat, or where you mean" in str(said)


def test_a_piece_that_is_wrong_is_named_with_what_to_do_and_why() -> None:
    table = LyingCards(port_royal(coins={"red": 2}))
    table.put("sailor/3.1", "harbour")
    table.put("sailor/3.1", "area:red")
    assert table.wrong() == {"sailor/3.1": "Sailor 3 costs 3, Red has 2: put it back"}


def test_what_may_be_only_printed_is_asked_for_where_a_piece_is_being_turned_up() -> None:
    match = navegador(tagged="all")
    spots = tuple(
        Unreadable(np.zeros((4, 2)), Text("new"), place=place, card=True, faint=True)
        for place in ("colonies:bahia", "colonies:guine", None)
    )
    sighting = Sighting({}, unreadable=spots)
    assert unknown_cards(match, sighting) == ()
    match.play("sector:sailing")
    match.play("explore:guine:portugal+portugal")
    (asked,) = unknown_cards(match, sighting)
    assert asked.place == "colonies:guine"


# ------------------------------------------------------------------------------------ Too early


def waits(match: Match[Orchard], moved: Mapping[Piece, str]) -> dict[str, str]:
    return {piece.id: str(why) for piece, why in too_early(match, moved).items()}


def test_whoever_comes_later_waits_for_those_before_once_order_matters() -> None:
    match = orchard("in_order@green")
    assert waits(match, {APPLES["apple/blue.2"]: "basket:blue"}) == {
        "apple/blue.2": "Ann must finish first"
    }


def test_what_can_be_understood_at_once_waits_for_nobody() -> None:
    assert waits(orchard(), {APPLES["apple/blue.2"]: "basket:blue"}) == {}


def test_what_will_never_be_right_does_not_wait() -> None:
    match = orchard("in_order@green")
    assert waits(match, {PEARS["pear/0.1"]: "tree:red"}) == {}


def test_of_several_pieces_only_those_wait_that_come_later() -> None:
    match = orchard("pick:apple/red.1@red", "in_order@green")
    moved: dict[Piece, str] = {PLUM: "basket:red", APPLES["apple/blue.1"]: "basket:blue"}
    assert [*waits(match, moved)] == ["apple/blue.1"]
