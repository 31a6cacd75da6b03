"""What people are told: the set-up names all that is laid out, and no text says it oddly."""

from __future__ import annotations

import pytest

from rules.cooper_island import GAME
from rules.cooper_island.places import own
from rules.cooper_island.table import CLEANUP
from tests.rules.at_the_table import play
from tests.rules.cooper_island.the_table import EVA, START, Given, at_table


@pytest.mark.parametrize(
    ("seats", "tiles", "royals"),
    [
        (2, "connecting tiles A, B, C, D.", "Without royal card 8"),
        (3, "connecting tiles A, B, C.", "lay out 6 face up"),
        (4, "connecting tiles A, B.", "All royal cards"),
    ],
)
def test_the_set_up_names_all_that_is_laid_out(seats: int, tiles: str, royals: str) -> None:
    players = GAME.seat([*"ABCD"][:seats])
    table = GAME.new(players, GAME.settle({}))
    steps = GAME.guide.set_up(table)
    said = " ".join(str(step.text) for step in steps)
    for named in (tiles, royals, "coin in the warehouse", "meadow", "cube of food", "fortress"):
        assert named in said
    checked = {piece for step in steps for piece in step.pieces}
    for kind in ("available", "waiting", "structures", "milestones", "islets", "boats"):
        for seat in players:
            assert checked.issuperset(table.places[own(kind, seat)])


def test_the_set_up_says_that_the_start_terrain_is_decided_first() -> None:
    table = GAME.new(GAME.seat(["A", "B"]), GAME.settle({"start_terrain": "choose"}))
    last = GAME.guide.set_up(table)[-1]
    assert "the chosen terrain" in str(last.text)
    assert "food" not in str(last.text)


def test_a_cleanup_says_how_much_food_it_takes() -> None:
    match = at_table(phase=CLEANUP)
    assert match.choice is not None
    assert str(match.choice.questions[0].prompt) == ("Feed the workers: 2 food")


def test_what_is_refreshed_for_nothing_names_no_price() -> None:
    def fortified(given: Given) -> None:
        given.goods(EVA, food=2)
        given.land(EVA, START, 1, "meadow")
        fortress = given.table.structures_left(given.seat(EVA), "fortress")[0]
        given.standing(EVA, START, fortress, "structures:yellow", "fortress")
        given.card(EVA, "large/7")
        given.table.places.move(GAME.pieces["large/7"], "cards:yellow", "used:yellow")

    match = at_table(fortified, phase=CLEANUP)
    play(match, "feed@yellow")
    assert match.choice is not None
    (card,) = [o for o in match.choice.questions[0].options if o.key == "refresh:large/7"]
    assert str(card.text) == str(GAME.pieces["large/7"].name)
