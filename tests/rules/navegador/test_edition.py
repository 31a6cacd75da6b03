"""Navegador's printed values: what is known, what is house, and what an owner may say of it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.game import BadSettings
from rules.journal import read_journal, write_journal
from rules.match import Match
from rules.navegador import GAME
from rules.navegador.board import ROWS, board_for, board_of, distances
from rules.navegador.pieces import (
    CATEGORIES,
    COLONIES,
    GOODS,
    PIECES,
    PRIVILEGES,
    REGIONS,
    edition,
)
from rules.simulation import Simulation

KNOWN_PRICES = {
    "sugar_factory": [100],
    "gold_factory": [70, 100],
    "spice_factory": [100],
    "shipyard": [150],
    "church": [250],
}


def test_the_wooden_pieces_add_up_to_104() -> None:
    number = edition().number
    wooden = (
        5 * number("components.ships")
        + number("components.orange_ships")
        + sum(
            number(f"components.{what}")
            for what in ("workers", "rondel_markers", "explorers", "churches", "shipyards")
        )
        + 3 * number("components.factories")
        + number("components.orange_factories")
        + number("components.price_markers")
    )
    assert wooden == number("components.wooden") == 104


def test_there_are_33_colonies_and_35_privileges() -> None:
    assert Counter(tile.good for tile in COLONIES) == {"sugar": 9, "gold": 11, "spice": 13}
    assert len(COLONIES) == edition().number("components.colonies")
    assert len(PRIVILEGES) == edition().number("components.privilege_tiles") == 35
    prices = {good: [tile.price for tile in COLONIES if tile.good == good] for good in GOODS}
    assert [(min(row), max(row)) for row in prices.values()] == [(40, 120), (50, 150), (60, 180)]


def test_every_piece_has_an_id_and_a_name_of_its_kind() -> None:
    assert len(PIECES) == 115
    assert all(str(piece.name) for piece in PIECES.values())


def test_the_market_has_every_price_twice_and_starts_with_50_60_and_70() -> None:
    for good, start in (("sugar", 50), ("gold", 60), ("spice", 70), ("factory", 30)):
        column = edition().numbers(f"market.{good}")
        assert set(Counter(column).values()) == {2}
        assert column[edition().number("rules.start_row") - 1] == start


# --------------------------------------------------------------------------------- House values


def test_house_values_fit_everything_that_is_known() -> None:
    assert GAME.printed.contradiction(edition()) is None
    board = board_of(edition())
    for row in ROWS:
        known = KNOWN_PRICES[row]
        assert set(known) <= set(board.prices[row])
        assert list(board.prices[row]) == sorted(set(board.prices[row]))
    assert Counter(board.goods[region] for region, n in board.stacks.items() for _ in range(n)) == {
        "sugar": 8,
        "gold": 10,
        "spice": 12,
    }
    assert {1, 2, 3, 4} == set(board.stacks.values())
    apart = distances(board)
    assert apart["guine", "cabo_da_boa_esperanca"] == 2
    assert apart["portugal", "cabo_da_boa_esperanca"] == 3
    assert apart["guine", "angola"] == apart["rio_de_janeiro", "angola"] == 1


def test_every_house_value_is_one_printed_thing_in_words() -> None:
    assert set(GAME.printed.things) == set(edition().house)
    assert len(GAME.printed.things) == 105
    assert len({str(words) for words in GAME.printed.things.values()}) == 105


def test_an_owner_can_say_of_any_two_regions_whether_they_share_a_border() -> None:
    asked = [
        {*path.removeprefix("borders.").split("-")} for path in GAME.printed.things if "-" in path
    ]
    assert sorted(map(sorted, asked)) == sorted(map(sorted, combinations(REGIONS, 2)))
    together = [path for group in GAME.printed.groups for path in group.values]
    assert sorted(together) == sorted(path for path in GAME.printed.things if "-" in path)
    settled = GAME.settle({"borders.portugal-rio_de_janeiro": "yes", "borders.goa-macau": "yes"})
    board = board_for(settled)
    assert "rio_de_janeiro" in board.neighbours["portugal"]
    assert "goa" in board.neighbours["macau"]


def test_what_the_rulebook_says_is_not_house() -> None:
    house = set(edition().house)
    assert not [path for path in house if path.startswith(("rules.", "components.", "market."))]
    assert "points.colony" not in house
    assert "refill.for_2" not in house
    assert "stacks.timor" not in house


RIO_CAPE = "borders.rio_de_janeiro-cabo_da_boa_esperanca"


@pytest.mark.parametrize(
    ("own", "why"),
    [
        ({"stacks.goa": "4"}, "13 spice tiles instead of 12"),
        ({"stacks.goa": "0"}, "Goa: 1 to 4 colony tiles, not 0."),
        ({"stacks.guine": "1", "stacks.angola": "4"}, "Guiné: at least two colony tiles."),
        ({"goods.zanzibar": "wool"}, "Zanzibar: sugar, gold or spice, not wool."),
        ({"prices.gold_factory": "50 70 90 100 160 200"}, "somewhere there must be 70, 100."),
        ({"prices.church": "50 100 150 200 250 300 350 350"}, "prices must rise"),
        ({"prices.church": "50 100 150"}, "Write 8 whole numbers"),
        ({"prices.shipyard": "55 100 150 200 250 300 350 400"}, "prices in tens"),
        ({"refill.for_3": "3 3"}, "too few privileges for 3 and 3."),
        ({"points.explorer": "6"}, "Points for explorers: 4 or 5, not 6."),
        ({"points.explorer": "many"}, "Write 1 whole number, not many."),
        ({"points.church": "2"}, "Points for churches: 1 or 3, not 2."),
        ({"cash.church": "60 50 40"}, "The second slot for churches shows 40."),
        ({"cash.colony": "10 20 30"}, "Cash for colonies must fall slot by slot"),
        ({"borders.guine-angola": "perhaps"}, "Write yes or no, not perhaps."),
        ({"borders.macau-nagasaki": "no"}, "No way leads to Nagasaki."),
        (
            {"borders.rio_de_janeiro-cabo_da_boa_esperanca": "yes", "borders.bahia-guine": "yes"},
            None,
        ),
        (
            {"borders.guine-angola": "no"},
            "Guiné and Cabo da Boa Esperança: at most 2 borders apart.",
        ),
        (
            {"borders.portugal-cabo_da_boa_esperanca": "yes"},
            "Portugal and Cabo da Boa Esperança: at least 3 borders apart.",
        ),
        (
            {"borders.guine-cabo_da_boa_esperanca": "yes"},
            "Portugal and Cabo da Boa Esperança: at least 3 borders apart.",
        ),
        (
            {"borders.rio_de_janeiro-angola": "no"},
            "Ships from Guiné and Rio de Janeiro must reach Angola in one action.",
        ),
        (
            {"borders.rio_de_janeiro-angola": "no", "borders.bahia-angola": "yes"},
            "Ships from Guiné and Rio de Janeiro must reach Angola in one action.",
        ),
        (
            # The Cape can be explored before Angola, and then ships cross two borders.
            {"borders.rio_de_janeiro-angola": "no", RIO_CAPE: "yes", "borders.bahia-guine": "yes"},
            None,
        ),
        ({"points.colony": "2"}, "Unknown: points.colony."),
    ],
)
def test_an_owners_values_are_checked_against_what_is_known(
    own: dict[str, str], why: str | None
) -> None:
    if why is None:
        assert GAME.settle(own).items() >= own.items()
        return
    with pytest.raises(BadSettings) as refusal:
        GAME.settle(own)
    assert why in str(refusal.value)


def test_values_that_depend_on_each_other_are_corrected_together() -> None:
    settled = GAME.settle({"stacks.goa": "4", "stacks.malaca": "2"})
    assert (settled["stacks.goa"], settled["stacks.malaca"]) == ("4", "2")


# ------------------------------------------------------------------------- Values of a match


def test_a_match_is_played_with_its_owners_values() -> None:
    own = {"points.explorer": "5", "borders.bahia-guine": "yes", "prices.church": CHURCHES}
    match = Match(GAME, GAME.seat(["Ann", "Bob"]), own)
    board = match.table.board
    assert board.points["explorer"] == 5
    assert "guine" in board.neighbours["bahia"]
    assert board.prices["church"][0] == 60


CHURCHES = "60 120, 180 250 300 350 400 450"


def test_a_match_keeps_the_values_it_began_with() -> None:
    """All of them are among its settings, so a later correction changes nothing."""
    simulation = Simulation(GAME, ["Ann", "Bob"], {"points.explorer": "5"}, 3)
    for _ in range(40):
        simulation.step()
    match = simulation.match
    assert set(edition().house) <= set(match.settings)
    again = read_journal(write_journal(match))
    assert again.settings == match.settings
    assert again.table.board.points["explorer"] == 5
    assert again.table == match.table


def test_a_value_is_written_the_same_however_the_owner_wrote_it() -> None:
    assert GAME.settle({"prices.church": CHURCHES})["prices.church"] == CHURCHES.replace(",", "")


def test_a_confirmed_value_counts_as_known() -> None:
    own = edition().laid_over({"points.explorer": "4"})
    assert own.origin("points.explorer") == "owner"
    assert "points.explorer" not in own.house
    assert "points.church" in own.house


def test_every_category_has_points_cash_and_privileges() -> None:
    board = board_of(edition())
    for category in CATEGORIES:
        assert board.points[category] > 0
        assert len(board.cash[category]) == edition().number("rules.slots")
