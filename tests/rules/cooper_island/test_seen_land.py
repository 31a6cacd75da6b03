"""Land as a camera sees it: what lies on top tells where tiles went, and what was taken away."""

from __future__ import annotations

from rules.cooper_island import GAME
from rules.cooper_island.on_top import laid, levels, tops
from rules.cooper_island.table import INCOME
from rules.explaining.explain import Run, Unexplained, explain
from rules.explaining.looks import cut, is_told_by_phone, turns_of
from rules.explaining.understood import explained
from rules.simulation import Simulation
from server.live.snapshot import Snapshot
from tests.rules.cooper_island.the_table import EVA, START, at_table
from vision.reading import Sighting


def test_a_tile_in_its_place_says_which_side_is_up_and_which_way_round() -> None:
    match = at_table(phase=INCOME, round_=1)
    tile = GAME.pieces["double/nr.21"]
    assert match.table.places.where(tile) == "supply:yellow"
    seen = {
        place: explain(match, {tile: place})
        for place in ("land:yellow:-3,5+-3,4", "land:yellow:-3,4+-3,5", "turned:yellow:-3,5+-3,4")
    }
    keys = [run.keys for run in seen.values() if isinstance(run, Run)]
    assert keys == [
        ("income:tile@yellow", "tile:fx_ms:fx@yellow", "lay:-3,5+-3,4@yellow"),
        ("income:tile@yellow", "tile:fx_ms:fx@yellow", "lay:-3,4+-3,5@yellow"),
        ("income:tile@yellow", "tile:fx_ms:ms@yellow", "lay:-3,5+-3,4@yellow"),
    ]


def test_a_tile_cannot_lie_where_nothing_explored_borders() -> None:
    match = at_table(phase=INCOME, round_=1)
    tile = GAME.pieces["double/nr.21"]
    assert isinstance(explain(match, {tile: "land:yellow:-1,0+0,0"}), Unexplained)


def test_who_takes_away_what_covered_a_tile_is_noticed() -> None:
    match = at_table(phase=INCOME, round_=1)
    for key in ("store:-3,6", "income:tile", "tile:fx_ms:ms", "lay:-3,6+-3,5"):
        match.play(key)
    table = match.table
    start, tile = next(iter(table.player(table.of_colour(EVA)).land[START].tiles)), "double/nr.21"
    assert table.player(table.of_colour(EVA)).land[START].tiles[-1].id == tile
    lying = {
        piece.id: place
        for place, pile in table.places.piles.items()
        for piece in pile.known
        if place not in GAME.piles.stacks or piece in tops(table)
    }
    snapshot = Snapshot(Sighting(lying), {}, {}, {}, {})  # type: ignore[arg-type]
    assert snapshot.moved(match) == {}
    below = {key: place for key, place in lying.items() if key != tile}
    below[start.id] = table.places.where(start) or ""
    gone = Snapshot(Sighting(below), {}, {}, {}, {})  # type: ignore[arg-type]
    assert gone.moved(match) == {GAME.pieces[tile]: None}
    assert isinstance(explain(match, gone.moved(match)), Unexplained)


def test_a_single_tile_on_one_that_looks_the_same_is_told_by_the_cartographer() -> None:
    match = at_table()
    match.play(f"store:{START}")
    cartographer = GAME.pieces["cartographer/yellow.1"]
    assert explain(match, {cartographer: "carto:yellow:0"}) == Run(
        ("chart:raise", f"single:{START}:meadow"), ()
    )
    assert isinstance(explain(match, {cartographer: "carto:yellow:1"}), Unexplained)


def test_a_single_tile_that_raises_land_is_not_taken_for_one_that_explores() -> None:
    match = at_table()
    match.play(f"store:{START}")
    tile = next(p for p in GAME.pieces.values() if p.kind == "single/fs")
    found = explain(match, {tile: f"turned:yellow:{START}"})
    assert isinstance(found, Run)
    assert found.keys == ("chart:raise", f"single:{START}:settlement")


def test_tiles_can_be_laid_in_the_order_in_which_they_lie_on_each_other() -> None:
    simulation = Simulation(GAME, ["Eva", "Mike"], {}, 5)
    simulation.sensible = True
    for _ in range(200):
        simulation.step()
    table = simulation.match.table
    order = laid(table)
    stacks = [plot.tiles for player in table.players for plot in player.land.values()]
    assert max(map(len, stacks)) > 2
    for stack in stacks:
        assert [order.index(tile) for tile in stack] == sorted(map(order.index, stack))
    high = levels(table)
    for seat in table.seats:
        for space, plot in table.player(seat).land.items():
            assert high[f"land:{seat.colour}:{space}"] == len(plot.tiles)


def test_turns_of_players_who_know_the_game_are_understood_move_by_move() -> None:
    """What is opened and left at once is told by phone."""
    simulation = Simulation(GAME, ["Eva", "Mike"], {}, 5)
    simulation.sensible = True
    looks = 0
    for start, played in turns_of(simulation):
        if start.table.active is None or len(start.journal) > 160:
            continue
        for look in cut(start, played, 1):
            if not is_told_by_phone(start, look) and not any("skip" in key for key in look):
                assert explained(start, look) != "missed", look
                looks += 1
            for key in look:
                start.play(key)
    assert looks > 30
