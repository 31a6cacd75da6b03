"""Navegador: the set-up, the end, the points and who wins."""

from __future__ import annotations

import pytest

from rules.match import Match
from rules.navegador import GAME
from rules.navegador.board import ROWS
from rules.navegador.pieces import ORANGE_SHIP
from rules.navegador.places import CENTRE
from rules.navegador.scoring import points_each
from rules.navegador.table import Table
from tests.rules.at_the_table import asked, keys, lines_of, play, result, where, why_not
from tests.rules.navegador.test_sailing import CHINA
from tests.rules.navegador.the_table import at_table, has

NAGASAKI = "explore:nagasaki:macau+macau+macau turn:colony/spice/110 turn:colony/spice/120"


def final_turns(match: Match[Table]) -> str:
    """Everybody does nothing, until the king's privileges are asked for; who had a turn."""
    order = []
    while "king:church" not in keys(match):
        order.append(asked(match))
        legal = [key for key in sorted(keys(match)) if key.startswith("sector:")]
        match.play("sector:workers" if "sector:workers" in legal else legal[0])
        if "done" in keys(match):
            match.play("done")
    return " ".join(order)


# -------------------------------------------------------------------------------------- Set-up


def test_everybody_starts_with_200_cruzados_3_workers_2_ships_and_three_buildings() -> None:
    match = Match(GAME, GAME.seat(["Ann", "Bob", "Cy"]), {})
    for seat in range(3):
        account = {
            what: has(match, what, seat)
            for what in ("cruzados", "workers", "ships", "shipyard", "church", "orange_factory")
        }
        assert list(account.values()) == [200, 3, 2, 1, 1, 1]
    assert match.table.prices == (3, 3, 3), "the fourth row from the top"
    tiles = [pile.unknown for place, pile in match.table.places.piles.items() if "tiles:" in place]
    assert tiles == [1, 1, 1], "one tile of each good is left over"


def test_the_set_up_names_every_step_and_where_tagged_pieces_lie() -> None:
    for tagged, pieces in (("tiles", 7), ("rondel", 10), ("all", 26)):
        match = Match(GAME, GAME.seat(["Ann", "Bob"]), {"tagged": tagged})
        new = GAME.new(match.seats, match.settings)
        placed = {
            piece: place for step in GAME.guide.set_up(new) for piece, place in step.pieces.items()
        }
        assert len(placed) == pieces
        alike = {(piece.kind, place) for piece, place in placed.items()}
        assert alike <= {(piece.kind, match.table.places.where(piece)) for piece in placed}


def test_the_orange_ship_waits_in_the_centre_from_the_set_up_on() -> None:
    match = Match(GAME, GAME.seat(["Ann", "Bob"]), {"tagged": "rondel"})
    new = GAME.new(match.seats, match.settings)
    [step] = [step for step in GAME.guide.set_up(new) if "Orange ship" in str(step.text)]
    assert list(step.pieces.items()) == [(ORANGE_SHIP, CENTRE)]
    assert where(match, "ship/orange") == CENTRE
    match.play("first:red")
    assert where(match, "ship/orange") == CENTRE
    play(match, "sector:workers done sector:ships done")
    assert where(match, "ship/orange") == "rondel:ships", "where the first holder's marker is"


# ----------------------------------------------------------------------------------------- End


def test_after_nagasaki_everybody_has_one_more_turn_the_explorer_too() -> None:
    match = at_table({"red": "macau macau macau"}, open_tiles=CHINA, seats=3)
    play(match, f"sector:sailing {NAGASAKI}")
    assert final_turns(match) == "blue green red"


def test_after_nagasaki_by_card_the_regular_turn_comes_first() -> None:
    match = at_table({"red": "macau macau macau"}, open_tiles=CHINA, seats=3, holder="red")
    play(match, f"navegador {NAGASAKI} sector:workers done")
    assert final_turns(match) == "blue green red"


ALL_BUT_ONE = " ".join(
    [
        *["sugar_factory", "gold_factory", "spice_factory"] * 5,
        *["sugar_factory", "gold_factory"],
        *["shipyard"] * 8,
        *["church"] * 8,
    ]
)
"""Every building for two players but a spice factory."""


def test_after_the_last_building_everybody_has_one_more_turn() -> None:
    match = at_table(money={"red": 1000}, buildings={"blue": ALL_BUT_ONE})
    play(match, "sector:buildings build:spice_factory")
    assert final_turns(match) == "blue red"


LAST_BUILDING = "sector:buildings build:spice_factory"
LAST_REGION = f"sector:sailing {NAGASAKI} done"


@pytest.mark.parametrize(
    ("first", "then", "why"),
    [
        (LAST_BUILDING, LAST_REGION, "The last building was built"),
        (LAST_REGION, LAST_BUILDING, "Nagasaki was explored"),
    ],
)
def test_the_end_is_told_by_what_brought_it_whatever_the_last_turns_bring(
    first: str, then: str, why: str
) -> None:
    match = at_table(
        {"red": "macau macau macau portugal portugal portugal portugal"},
        open_tiles=CHINA,
        money={"red": 1000},
        buildings={"blue": ALL_BUT_ONE},
    )
    play(match, f"{first} sector:workers done")
    sector, *rest = then.split()
    match.play(sector)
    while "give:portugal" in keys(match):
        match.play("give:portugal")
    play(match, " ".join([*rest, "king:church king:church"]))
    outcome = match.outcome()
    assert outcome is not None
    assert "nagasaki" not in match.table.unexplored
    assert all(match.table.built(row) == match.table.sites(row) for row in ROWS)
    assert str(outcome.ended_by) == why


def test_other_regions_may_be_unexplored_at_the_end() -> None:
    known = {region: tiles for region, tiles in CHINA.items() if region != "bahia"}
    match = at_table({"red": "macau macau macau"}, open_tiles=known)
    play(match, f"sector:sailing {NAGASAKI}")
    assert match.table.ending


# --------------------------------------------------------------------------- King's privilege


def test_the_kings_privilege_goes_to_a_free_slot_of_any_column_without_cash() -> None:
    match = at_table(privileges_of={"red": "colony colony colony"}, over=True)
    assert why_not(match, "king:colony") == "The colonies column is full"
    before = has(match, "cruzados")
    match.play("king:church")
    assert has(match, "cruzados") == before
    assert points_each(match.table, match.seats[0], "church") == 3 + 2


@pytest.mark.parametrize(
    ("laid", "each"),
    [
        ("explorer shipyard shipyard", [1, 2, 5, 7, 3]),
        ("colony colony colony explorer shipyard shipyard church", [4, 2, 5, 7, 5]),
    ],
)
def test_privileges_make_things_of_their_kind_worth_more(laid: str, each: list[int]) -> None:
    """The two mats shown in the rulebook."""
    match = at_table(privileges_of={"red": laid})
    categories = ("colony", "factory", "explorer", "shipyard", "church")
    assert [points_each(match.table, match.seats[0], c) for c in categories] == each


# -------------------------------------------------------------------------------------- Points


def test_the_example_of_the_rulebook_counts_97_points() -> None:
    match = at_table(
        {"red": "portugal portugal portugal"},
        workers={"red": 5},
        money={"red": 500},
        founded={"red": "sugar/40 gold/50 gold/60 spice/60"},
        buildings={"red": "sugar_factory " * 6 + "church"},
        explorers={"red": 5},
        privileges_of={"red": "factory factory explorer explorer explorer church"},
        over=True,
    )
    assert (
        sum(line.amount for line in GAME.scoring.standing(match.table) if line.seat.index == 0)
        == 97
    )
    play(match, "king:factory king:church")
    lines = lines_of(match.table.ledger, match.seats[0], "points")
    assert [(line.amount, str(line.because)) for line in lines] == [
        (3, "3 ships on the board"),
        (5, "5 workers"),
        (2, "500 cruzados, a point per 200"),
        (4, "Colonies: 4 × 1"),
        (35, "Factories: 7 × 5 (2 + 3 for 3 privileges)"),
        (35, "Explorers: 5 × 7 (4 + 3 for 3 privileges)"),
        (3, "Shipyards: 1 × 3"),
        (10, "Churches: 2 × 5 (3 + 2 for 1 privilege)"),
    ]
    assert has(match, "points") == 97


def test_the_standing_says_where_the_kings_privilege_would_bring_the_most() -> None:
    match = at_table(explorers={"red": 3})
    king = [line for line in GAME.scoring.standing(match.table) if "King's" in str(line.because)]
    assert [(line.amount, str(line.because)) for line in king] == [
        (3, "King's privilege laid on explorers"),
        (2, "King's privilege laid on shipyards"),
    ]


def test_most_points_win() -> None:
    match = at_table(money={"red": 400}, over=True)
    play(match, "king:church king:church")
    assert result(match) == (["red"], "Most points: 17")


def test_a_tie_is_broken_by_the_navegador_card() -> None:
    for holder in ("red", "blue"):
        match = at_table(holder=holder, over=True)
        play(match, "king:church king:church")
        assert result(match) == ([holder], "Tied at 16 points; has the Navegador card")


def test_without_the_card_the_tied_player_who_would_get_it_first_wins() -> None:
    match = at_table(money={"red": 400, "blue": 400}, seats=4, holder="yellow", over=True)
    play(match, " ".join(["king:church"] * 4))
    assert result(match) == (
        ["blue"],
        "Tied at 17 points; next for the Navegador card",
    )
    outcome = match.outcome()
    assert outcome is not None
    assert [outcome.ranks[seat] for seat in match.seats] == [2, 1, 4, 3]


def test_every_worker_ship_and_coin_has_a_line_that_says_why() -> None:
    match = at_table(sectors={"red": "market_2"})
    play(match, "sector:workers hire:1")
    reasons = {line.what: str(line.because) for line in match.table.ledger.lines}
    assert reasons["workers"] == "Hired 1 worker"
    assert reasons["cruzados"] == "Hired 1 worker"
    assert reasons["ships"] == "At the start"
