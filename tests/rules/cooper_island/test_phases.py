"""Set-up, worker phase and cleanup, sentence by sentence."""

from __future__ import annotations

import pytest

from rules.cooper_island import GAME
from rules.cooper_island.actions.goods import goods_menu, move_cartographer, together_menu
from rules.cooper_island.actions.milestones import free_cells
from rules.cooper_island.actions.vocabulary import Source, effects
from rules.cooper_island.actions.warehouse import room
from rules.cooper_island.places import BAG, BOX, own
from rules.cooper_island.printed.nodes import WAREHOUSE, Draw, GainChoice
from rules.cooper_island.table import CLEANUP, INCOME, Table
from rules.match import Match
from rules.simulation import Simulation
from rules.text import Text
from tests.rules.at_the_table import asked, keys, play, where, why_not
from tests.rules.cooper_island.the_table import (
    EVA,
    GIVEN,
    KARL,
    MIKE,
    START,
    Given,
    at_table,
    has,
    market,
    plot,
    ships,
)


def set_up(seats: int, **settings: str) -> Table:
    simulation = Simulation(GAME, [f"Player {n}" for n in range(seats)], settings, 1)
    while simulation.match.table.phase != INCOME:
        simulation.step()
    table: Table = simulation.match.table
    return table


def cartographer(match: Match[Table]) -> int:
    return match.table.player(match.seats[0]).cartographer


def special(given: Given) -> None:
    given.hired(EVA, special=True)


def with_lids(given: Given) -> None:
    for number in (1, 2):
        place = f"cargo:{number}"
        lid = next(lid for lid in given.table.places[place] if lid.id.startswith("lid/yellow"))
        given.table.places.move(lid, place, "lids:yellow")


# ---------------------------------------------------------------------------------- The set-up


@pytest.mark.parametrize(("seats", "royals"), [(2, 4), (3, 6), (4, 8)])
def test_everybody_starts_with_the_same_but_for_the_cartographer(seats: int, royals: int) -> None:
    table = set_up(seats)
    assert len(table.royals()) == royals
    assert (table.places.where(table.box.royal_cards["royal/8"]) == BOX) is (seats == 2)
    for seat in table.seats:
        assert len(table.own("supply", seat)) == 2
        assert table.player(seat).land[table.board.start][:3] == (1, "meadow", "food")
        assert table.has(seat, "coin") == 1
        assert len(table.own("available", seat)) == 2
        assert len(table.own("waiting", seat)) == 4
    assert table.first is not None
    order = table.clockwise(table.first)
    assert [table.player(seat).cartographer for seat in order] == [3, 3, 4, 4][:seats]


def test_the_start_terrain_may_be_drawn_or_chosen() -> None:
    drawn = set_up(4, start_terrain="random")
    starts = {drawn.player(seat).land[drawn.board.start].terrain for seat in drawn.seats}
    assert len(starts) == 1
    chosen = set_up(4, start_terrain="choose")
    for seat in chosen.seats:
        plot = chosen.player(seat).land[chosen.board.start]
        cubes = {"forest": "wood", "meadow": "food", "mountain": "stone", "settlement": "cloth"}
        assert plot.cube == cubes[plot.terrain]


# ------------------------------------------------------------------------------- Worker phase


def test_who_has_no_worker_left_passes_and_the_phase_ends_when_all_have() -> None:
    def placed(given: Given) -> None:
        for sector in ("a", "b"):
            given.worker(EVA, sector)
        given.worker(MIKE, "c")

    match = at_table(placed)
    assert asked(match) == MIKE
    play(match, "worker:e:round good:food end_turn")
    assert match.table.phase == CLEANUP


def test_normal_workers_go_to_round_spaces_and_special_ones_to_square_spaces() -> None:
    assert not any(key.endswith(":square") for key in keys(at_table()))

    def only_special(given: Given) -> None:
        special(given)
        given.worker(EVA, "a")
        given.worker(EVA, "b")

    posts = {key for key in keys(at_table(only_special)) if key.startswith("worker:")}
    assert posts == {f"worker:{sector}:square" for sector in "abcdefgh"}


def test_only_the_owner_of_the_top_worker_gets_the_toll() -> None:
    def stacked(given: Given) -> None:
        given.worker(MIKE, "e")
        given.worker(KARL, "e")

    match = at_table(stacked, seats=3)
    play(match, f"worker:e:round toll:{START}")
    assert market(match, KARL) == {"food": 1}
    assert market(match, MIKE) == {}


def test_sector_a_draws_or_places_and_on_its_square_space_both() -> None:
    match = at_table()
    play(match, "worker:a:round option:1 turn:double/nr.60")
    assert cartographer(match) == 4
    assert not any(key.startswith("tile:") for key in keys(match))
    match = at_table(special)
    play(match, "worker:a:square turn:double/nr.60 tile:fx_ms:fx lay:-3,5+-3,4")
    assert cartographer(match) == 4


def test_sector_e_brings_three_steps_and_a_good_if_there_is_a_slot_for_it() -> None:
    match = at_table()
    play(match, "worker:e:round good:gold")
    assert (cartographer(match), has(match, EVA)) == (6, {"coin": 1, "gold": 1})
    match = at_table(lambda given: given.goods(EVA, coin=5))
    play(match, "worker:e:round")
    assert cartographer(match) == 6
    assert not any(key.startswith("good:") for key in keys(match))


def test_the_square_space_of_sector_e_uses_a_boat_of_anybody() -> None:
    def boat(given: Given) -> None:
        special(given)
        given.table.places.move(
            given.table.box.boats["boat/blue/coin"], "boats:blue", "pier:blue:1"
        )

    match = at_table(boat)
    play(match, "worker:e:square do:1 good:wood use:boat/blue/coin take:coin")
    assert has(match, EVA) == {"coin": 2, "wood": 1}


@pytest.mark.parametrize(("ruling", "both"), [("mixed", True), ("same", False)])
def test_sector_g_draws_and_places_twice_and_groups_agree_on_a_mix(ruling: str, both: bool) -> None:
    match = at_table(settings={"sector_g": ruling})
    play(match, "worker:g:round option:1 turn:double/nr.60")
    assert any(key.startswith("option:2") for key in keys(match)) is both


def test_the_square_space_of_sector_h_also_draws_or_places() -> None:
    def rich(given: Given) -> None:
        special(given)
        given.goods(EVA, coin=0, gold=1, cloth=1)

    match = at_table(rich)
    play(match, "worker:h:square do:1 cargo:1 ship:one option:1 turn:double/nr.60")
    assert len(match.table.own("supply", match.seats[0])) == 3


def test_every_cargo_ship_is_supplied_once_by_each_player() -> None:
    def supplied(given: Given) -> None:
        with_lids(given)
        given.goods(EVA, coin=0, gold=5, cloth=5)

    match = at_table(supplied)
    play(match, "worker:h:round")
    assert {key for key in keys(match) if key.startswith("cargo:")} == {
        "cargo:3",
        "cargo:4",
        "cargo:5",
    }


def test_the_square_space_of_sector_b_takes_two_coins_or_wood_off() -> None:
    def poor(given: Given) -> None:
        special(given)
        given.goods(EVA, coin=0, wood=1)

    match = at_table(poor)
    play(match, "worker:b:square pier:1 boat:carto ship:one")
    assert has(match, EVA) == {}


def test_a_ruin_needs_a_free_slot_and_explored_land_beside_it() -> None:
    assert "no ruin beside explored land" in ruined(at_table())

    def full(given: Given) -> None:
        given.land(EVA, "-3,4", 1, "forest")
        for number, space in ((2, "-3,3"), (3, "0,3")):
            ruin = given.table.box.figures[f"ruin/yellow.{number}"]
            given.table.places.move(ruin, f"on:yellow:{space}", f"slot:yellow:{number - 1}")

    assert "no free statue slot" in ruined(at_table(full))


def ruined(match: Match[Table]) -> str:
    play(match, "worker:f:round")
    return why_not(match, "option:1")


def test_the_square_space_of_sector_f_excavates_and_erects() -> None:
    def rich(given: Given) -> None:
        special(given)
        given.goods(EVA, coin=0, wood=2, gold=2)
        given.land(EVA, "-3,4", 1, "forest")

    match = at_table(rich)
    play(match, "worker:f:square do:1 ruin:-2,4 slot:1 statue:gold site:-3,4 ship:one")
    assert plot(match, EVA, "-3,4").stands == "statue"


# -------------------------------------------------------------------------------- At any time


def test_what_lies_in_the_market_pays_for_nothing_until_it_is_stored() -> None:
    def traded(given: Given) -> None:
        given.goods(EVA, coin=0, wood=2)
        given.table.ledger.gain(given.seat(EVA), "market_coin", 1, GIVEN)

    match = at_table(traded)
    play(match, "worker:b:round")
    assert "Eva lacks 1 coin" in why_not(match, "pier:1")
    play(match, "stow:coin")
    assert "pier:1" in keys(match)


def test_all_of_the_market_is_stored_with_one_answer_if_it_finds_room() -> None:
    def traded(given: Given, coins: int) -> None:
        given.goods(EVA, coin=coins)
        for good, n in (("market_coin", 1), ("market_wood", 2)):
            given.table.ledger.gain(given.seat(EVA), good, n, GIVEN)

    assert "stow:all" not in keys(at_table(lambda given: traded(given, 3)))
    match = at_table(lambda given: traded(given, 2))
    play(match, "stow:all")
    assert (has(match, EVA), market(match, EVA)) == ({"coin": 3, "wood": 2}, {})


def test_two_goods_of_a_crate_are_taken_together_or_one_by_one() -> None:
    def one_lid(given: Given) -> None:
        lid = given.table.box.figures["lid/yellow.5"]
        given.table.places.move(lid, "cargo:5", "lids:yellow")

    for answers in ("goods:wood+gold", "good:wood good:gold"):
        match = at_table(one_lid)
        play(match, f"crate:resources {answers}")
        assert market(match, EVA) == {"wood": 1, "gold": 1}


def test_who_has_no_room_for_two_goods_is_offered_one() -> None:
    def nearly_full(given: Given) -> None:
        given.goods(EVA, coin=4)

    table = at_table(nearly_full).table
    seat, two = table.of_colour(EVA), GainChoice(("wood", "gold"), 2, WAREHOUSE)
    assert not [*together_menu(table, seat, two, 2)]
    assert [option.key for option in goods_menu(table, seat, two) if not option.blocked]


def test_cloth_becomes_coins_and_gold_any_resource_with_the_rest_lost() -> None:
    def rich(given: Given) -> None:
        given.land(EVA, START, 3, "settlement", "cloth")
        given.goods(EVA, coin=0, gold=2)

    match = at_table(rich)
    play(match, "trade:cloth trade:gold good:wood")
    assert market(match, EVA) == {"coin": 1, "wood": 1}
    assert has(match, EVA) == {}


def test_a_lid_covers_a_crate_for_its_action_until_it_is_refreshed() -> None:
    match = at_table(with_lids)
    play(match, "crate:coins")
    assert market(match, EVA) == {"coin": 2}
    assert match.table.places.count("crate:yellow:coins") == 1
    assert "crate:coins" not in keys(match)
    for crate, answers in {
        "carto": "",
        "draw": "turn:double/nr.60",
        "place": "tile:fx_ms:fx lay:-3,5+-3,4",
        "resources": "good:gold good:gold",
    }.items():
        other = match.fork()
        play(other, f"crate:{crate} {answers}")
        assert not any(key.startswith("crate:") for key in keys(other))
        assert cartographer(other) == (5 if crate == "carto" else 3)


def test_the_cartographer_explores_for_two_steps_once_in_a_turn() -> None:
    match = at_table(lambda given: move_cartographer(given.table, given.seat(EVA), 3))
    play(match, "chart:explore single:-3,5:forest")
    assert plot(match, EVA, "-3,5")[:3] == (1, "forest", "wood")
    assert cartographer(match) == 4
    assert not any(key.startswith("chart:") for key in keys(match))
    play(match, "worker:a:round option:1 turn:double/nr.60 end_turn")
    play(match, "worker:e:round good:food end_turn")
    assert asked(match) == EVA
    assert any(key.startswith("chart:") for key in keys(match))


# ---------------------------------------------------------------------------------- Recruiting


def met(given: Given, *goals: str) -> None:
    for goal in goals:
        token = given.table.box.figures[f"milestone/yellow/{goal}"]
        given.table.places.move(token, "milestones:yellow", "met:yellow")


def test_a_milestone_brings_two_points_or_one_of_three_workers() -> None:
    match = at_table(lambda given: met(given, "boats", "lids", "statues", "structures"))
    seat = match.seats[0]
    for goal in ("lids", "statues"):
        play(match, f"recruit:{goal} cell:hire hire:normal")
    play(match, "recruit:structures cell:hire hire:special send:normal royal:1")
    assert match.table.hired(seat) == 3
    assert {*free_cells(match.table, seat)} == {"np"}
    play(match, "recruit:boats cell:np ship:one")
    assert ships(match, EVA)["one"] == 2


def test_a_new_special_worker_goes_to_the_king_if_nobody_else_is_free() -> None:
    def busy(given: Given) -> None:
        met(given, "boats")
        given.worker(EVA, "a")
        royal = given.table.available(given.seat(MIKE), special=False)[0]
        given.table.places.move(royal, own("available", given.seat(MIKE)), "royal:1")

    match = at_table(busy)
    play(match, "worker:e:round good:food recruit:boats cell:hire hire:special")
    assert {key for key in keys(match) if key.startswith("send:")} == {"send:special"}
    play(match, "send:special")
    assert "Already taken" in why_not(match, "royal:1")


# ------------------------------------------------------------------------------------ Cleanup


def cleaning(given: Given) -> None:
    """Only Eva has still to clean up, and her land is bare."""
    given.land(EVA, START, 1, "meadow")
    given.table.to_act = [given.seat(EVA)]


def test_all_open_symbols_below_the_food_bring_points_if_everybody_is_fed() -> None:
    def crew(food: int) -> Match[Table]:
        def hired(given: Given) -> None:
            cleaning(given)
            for kind in (False, False, True):
                given.hired(EVA, special=kind)
            given.goods(EVA, coin=0, food=food)

        return at_table(hired, phase=CLEANUP)

    need = crew(0).table.board.food_symbols
    match = crew(need)
    play(match, "feed ship:one")
    assert ships(match, EVA)["one"] == 2
    match = crew(need - 1)
    play(match, "feed anchor:one")
    assert ships(match, EVA)["one"] == 0


@pytest.mark.parametrize("fortress", [False, True])
def test_a_card_or_a_lid_is_refreshed_and_with_the_fortress_both_for_nothing(
    fortress: bool,
) -> None:
    def used(given: Given) -> None:
        cleaning(given)
        given.goods(EVA, coin=3, food=2)
        given.card(EVA, "large/7")
        given.table.places.move(
            given.table.box.large_cards["large/7"], "cards:yellow", "used:yellow"
        )
        with_lids(given)
        lid = given.table.own("lids", given.seat(EVA))[0]
        given.table.places.move(lid, "lids:yellow", "crate:yellow:coins")
        if fortress:
            given.land(EVA, "-3,5", 1, "forest")
            piece = given.table.structures_left(given.seat(EVA), "fortress")[0]
            given.standing(EVA, "-3,5", piece, own("structures", given.seat(EVA)), "fortress")

    match = at_table(used, phase=CLEANUP)
    play(match, "feed refresh:large/7")
    assert where(match, "large/7") == "cards:yellow"
    assert ("refresh:crate/coins" in keys(match)) is fortress
    if fortress:
        play(match, "refresh:crate/coins")
        assert len(match.table.own("lids", match.seats[0])) == 2
    assert has(match, EVA)["coin"] == (3 if fortress else 1)


def test_after_the_cleanup_workers_are_home_the_market_is_empty_and_the_harbourmaster_moves() -> (
    None
):
    def evening(given: Given) -> None:
        cleaning(given)
        given.worker(EVA, "a")
        king = given.table.available(given.seat(EVA), special=False)[0]
        given.table.places.move(king, own("available", given.seat(EVA)), "royal:1")
        given.goods(EVA, coin=5, food=2)
        given.table.ledger.gain(given.seat(EVA), "market_gold", 1, GIVEN)
        master = given.table.box.pieces["harbourmaster"]
        given.table.places.move(master, "cargo:1", "lying:1")

    match = at_table(evening, phase=CLEANUP)
    play(match, "feed")
    while match.table.phase == CLEANUP:
        play(match, "clear" if "clear" in keys(match) else "skip")
    seat = match.seats[0]
    assert len(match.table.available(seat, special=False)) == 1
    assert match.table.places.count("royal:1") == 1
    assert market(match, EVA) == {}
    assert where(match, "harbourmaster") == "cargo:2"
    assert (match.table.round, match.table.first) == (3, seat)


# ------------------------------------------------------------------------------- Special cases


def test_nothing_is_drawn_from_an_empty_bag() -> None:
    def empty(given: Given) -> None:
        places = given.table.places
        for tile in given.table.box.doubles.values():
            if tile in places.unseen:
                places.turn_up(tile, BAG, BOX)

    table = at_table(empty).table
    reason = effects.why_not(table, table.seats[0], (Draw(1),), Source(Text("Sector")))
    assert "The bag is empty" in str(reason)


def test_what_finds_no_slot_is_not_gained() -> None:
    def full(given: Given) -> None:
        given.goods(EVA, coin=5)
        given.islet(MIKE, "coin", "left_2a")
        special(given)

    match = at_table(full)
    assert room(match.table, match.seats[0], "coin") == 0
    play(match, "worker:c:square turn:double/nr.60 do:2")
    assert "no free warehouse slot" in why_not(match, "use:islet/blue/coin")
