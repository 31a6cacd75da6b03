"""Set Sail: wholesalers, passengers, and the game on its own."""

from __future__ import annotations

from rules.port_royal import GAME
from rules.port_royal.pieces import Expedition, Ship, cards_by_set
from tests.rules.at_the_table import play, result, where, why_not
from tests.rules.port_royal.the_table import at_table, coins, influence, stop_with

BLUE = "set_sail_cards/wholesaler/blue/8.1"
OTHER_BLUE = "set_sail_rest/wholesaler/blue/6.1"


def test_a_ship_of_the_wholesalers_colour_is_tucked_and_worth_one_influence() -> None:
    match = at_table({"red": BLUE}, set_sail_cards="yes")
    stop_with(match, "ship/blue/2/1.1")
    option = match.option("trade:ship/blue/2/1.1")
    assert str(option.text) == "Trade Flute 2 for 2 coins; tuck it: 1 influence"
    play(match, "trade:ship/blue/2/1.1")
    assert where(match, "ship/blue/2/1.1") == "area:red"
    assert (coins(match, 0), influence(match, 0)) == ([2], [3 + 1])


def test_a_ship_of_another_colour_is_discarded() -> None:
    match = at_table({"red": BLUE}, set_sail_cards="yes")
    stop_with(match, "ship/red/1/1.1")
    play(match, "trade:ship/red/1/1.1")
    assert where(match, "ship/red/1/1.1") == "discard"
    assert influence(match, 0) == [3]


def test_a_tucked_ship_leaves_circulation() -> None:
    match = at_table({"red": BLUE}, set_sail_cards="yes")
    stop_with(match, "ship/blue/2/1.1")
    play(match, "trade:ship/blue/2/1.1 draw")
    assert match.choice is not None
    assert match.choice.find("turn:ship/blue/2/1.1").blocked is not None  # type: ignore[union-attr]


def test_a_ship_lies_under_one_of_two_wholesalers_of_its_colour() -> None:
    match = at_table({"red": f"{BLUE} {OTHER_BLUE}"}, mode="set_sail")
    stop_with(match, "set_sail_rest/ship/blue/1/1.1")
    before = influence(match, 0)[0]
    play(match, "trade:set_sail_rest/ship/blue/1/1.1")
    assert influence(match, 0) == [before + 1]


def test_a_passenger_is_only_worth_influence() -> None:
    match = at_table(coins={"red": 4}, set_sail_cards="yes")
    stop_with(match, "set_sail_cards/passenger/4.1")
    play(match, "hire:set_sail_cards/passenger/4.1")
    assert (coins(match, 0), influence(match, 0)) == ([0], [2])


def test_who_is_not_active_tucks_ships_too_and_pays_the_fee_as_always() -> None:
    match = at_table({"blue": BLUE}, set_sail_cards="yes")
    stop_with(match, "ship/blue/2/1.1 sailor/3.1")
    play(match, "pass trade:ship/blue/2/1.1")
    assert where(match, "ship/blue/2/1.1") == "area:blue"
    assert (coins(match), influence(match)) == ([1, 1], [0, 3 + 1])


def test_the_fee_for_a_tucked_ship_must_be_there_if_no_card_is_left_to_be_its_coins() -> None:
    match = at_table({"blue": BLUE}, deck=1, discarded="", set_sail_cards="yes")
    stop_with(match, "ship/blue/2/1.1")
    match.play("pass")
    assert why_not(match, "trade:ship/blue/2/1.1") == "Fee: 1 coin; Blue has 0"


def test_a_wholesaler_hired_first_tucks_the_ship_that_is_traded_next() -> None:
    match = at_table({"red": "governor/8.1"}, {"red": 8}, set_sail_cards="yes")
    stop_with(match, f"{BLUE} ship/blue/2/1.1")
    play(match, f"hire:{BLUE} trade:ship/blue/2/1.1")
    assert influence(match, 0) == [3 + 1]


def test_a_ship_traded_for_nothing_is_not_tucked() -> None:
    match = at_table(
        {"red": "set_sail_cards/wholesaler/black/6.1"},
        contracts="galleon_nemesis",
        mode="contracts",
        set_sail_cards="yes",
    )
    stop_with(match, "ship/black/1/2.1")
    match.play("decline:ship/black/1/2.1")
    assert where(match, "ship/black/1/2.1") == "discard"
    assert influence(match, 0) == [2]


# ------------------------------------------------------------------------------- On its own


def test_on_its_own_it_has_60_cards_no_expedition_and_seats_for_two_to_four() -> None:
    match = at_table(mode="set_sail")
    assert len(match.game.pieces) == 60
    assert not [card for card in match.game.pieces.values() if isinstance(card, Expedition)]
    assert list(match.game.seats) == [2, 3, 4]


def test_its_tax_takes_all_beyond_8_coins_from_those_with_9_or_more() -> None:
    match = at_table(coins={"red": 9, "blue": 15, "green": 8}, seats=3, mode="set_sail")
    play(match, "draw turn:set_sail_rest/tax/fewest_influence.1")
    # All three are tied at no influence, so everybody gets a coin as well.
    assert coins(match) == [8 + 1, 8 + 1, 8 + 1]


def test_its_tax_bonus_goes_to_the_least_influence_only() -> None:
    match = at_table({"red": BLUE}, seats=3, mode="set_sail")
    play(match, "draw turn:set_sail_rest/tax/fewest_influence.1")
    assert coins(match) == [0, 1, 1]


def test_it_ends_with_the_round_in_which_somebody_has_8_influence() -> None:
    held = f"{BLUE} set_sail_cards/wholesaler/yellow/8.1 set_sail_cards/passenger/4.1"
    match = at_table({"red": held}, mode="set_sail")
    stop_with(match, "set_sail_rest/sailor/3.1")
    play(match, "pass pass")
    stop_with(match, "set_sail_rest/sailor/3.2")
    play(match, "pass pass")
    assert result(match) == (["red"], "Most influence: 8")


def test_on_its_own_a_tie_is_broken_by_coins_and_else_the_victory_is_shared() -> None:
    held = f"{BLUE} set_sail_cards/wholesaler/yellow/8.1 set_sail_cards/passenger/4.1"
    other = (
        f"{OTHER_BLUE} set_sail_rest/wholesaler/yellow/6.1 "
        "set_sail_cards/passenger/4.2 set_sail_cards/passenger/4.3"
    )
    for rich, winners in ((1, ["blue"]), (0, ["red", "blue"])):
        match = at_table({"red": held, "blue": other}, {"blue": rich}, mode="set_sail")
        for number in (1, 2):
            stop_with(match, f"set_sail_rest/sailor/3.{number}")
            play(match, "pass pass")
        assert result(match)[0] == winners


def test_an_owner_can_say_that_a_ship_shows_a_skull_or_shows_none() -> None:
    path = "ships.cards[set-sail-{}].swords"
    for name, written, swords in (("yellow-1", "skull", None), ("red-3", "5", 5)):
        edition = GAME.laid_over({path.format(name): written})
        ships = [c for c in cards_by_set(edition)["set_sail_rest"] if isinstance(c, Ship)]
        colour, coins = ("yellow", 1) if name == "yellow-1" else ("red", 4)
        assert [s.swords for s in ships if (s.colour, s.coins) == (colour, coins)] == [swords]


def test_nothing_that_rests_on_one_source_passes_for_more() -> None:
    for table, field in (("ships", "coins"), ("persons", "cost")):
        for number, row in enumerate(GAME.edition.rows(f"{table}.cards")):
            if row.get("set") in ("set_sail_cards", "gambler"):
                assert GAME.edition.origin(f"{table}.cards[{number}].{field}") == "reported"
