"""Workers, tolls, sailing, recruiting, cleanup and the final scoring."""

from __future__ import annotations

from rules.cooper_island.actions.warehouse import room
from rules.cooper_island.places import cargo, own
from rules.cooper_island.printed.nodes import SUPPLY
from rules.cooper_island.scoring import largest_area, outcome, points_of, royal_points
from rules.cooper_island.table import CLEANUP, END, STATUE, Table
from rules.explaining.explain import Run, explain
from rules.match import Match
from tests.rules.at_the_table import asked, keys, play, where, why_not
from tests.rules.cooper_island.the_table import (
    EVA,
    MIKE,
    START,
    Given,
    at_table,
    has,
    market,
    plot,
    ships,
)


def anchors(match: Match[Table], colour: str) -> dict[str, int]:
    return match.table.player(match.table.of_colour(colour)).anchors


def test_who_refuses_a_toll_takes_an_anchor_and_the_supply_pays() -> None:
    match = at_table(lambda given: given.worker(MIKE, "e"))
    play(match, "worker:e:round refuse anchor:two")
    assert anchors(match, EVA) == {"one": 0, "two": 1}
    assert asked(match) == MIKE
    play(match, "good:gold")
    assert market(match, MIKE) == {"gold": 1}


def test_an_anchor_goes_under_the_ship_with_fewer() -> None:
    def anchored(given: Given) -> None:
        given.worker(MIKE, "e")
        given.ship(EVA, "one", 1, anchors=1)

    match = at_table(anchored)
    play(match, "worker:e:round refuse good:wood")
    assert anchors(match, EVA) == {"one": 1, "two": 1}


def test_a_foreign_harbour_brings_a_logbook_tile_and_wants_a_toll() -> None:
    def near(given: Given) -> None:
        given.goods(EVA, coin=2, wood=3)
        given.ship(EVA, "one", 9)

    match = at_table(near)
    play(match, "worker:b:round pier:1 boat:carto ship:one turn:logbook/nr.30 toll:wood")
    assert ships(match, EVA)["one"] == 10
    assert market(match, MIKE) == {"wood": 1}


def test_a_toll_is_proposed_of_what_there_is_most_but_no_coin() -> None:
    def near(given: Given) -> None:
        given.goods(EVA, coin=3, wood=4, stone=1)
        given.ship(EVA, "one", 9)

    match = at_table(near)
    play(match, "worker:b:round pier:1 boat:carto ship:one turn:logbook/nr.30")
    assert match.choice is not None
    assert match.choice.next_key == "toll:wood"
    assert "refuse" in keys(match)


def test_who_just_goes_on_has_paid_as_it_was_proposed() -> None:
    """The boat in its place tells which pier was paid for; how, everybody may still say."""

    def near_wood(given: Given) -> None:
        given.goods(EVA, coin=1, wood=2)
        given.land(EVA, START, 1, "forest", "wood")

    match = at_table(near_wood)
    play(match, "worker:b:round")
    boat = match.game.pieces["boat/yellow/coin"]
    run = explain(match, {boat: "pier:yellow:1"})
    assert isinstance(run, Run)
    assert run.keys[:3] == ("pier:1", "pay_wood:store.1+store.2", "boat:coin")
    play(match, "pier:1")
    assert match.choice is not None
    assert match.choice.next_key == "pay_wood:store.1+store.2"
    play(match, f"pay_wood:store.1+{START}")
    assert has(match, EVA) == {"wood": 1}


def test_an_anchor_of_a_harbour_stops_the_rest_of_the_way() -> None:
    def near(given: Given) -> None:
        given.goods(EVA, coin=1, wood=5)
        given.ship(EVA, "one", 9)

    match = at_table(near)
    play(match, "worker:b:round pier:3 boat:carto ship:one turn:logbook/nr.30 refuse good:coin")
    assert ships(match, EVA)["one"] == 10
    assert anchors(match, EVA)["one"] == 0


def test_the_toll_of_ones_own_harbour_goes_to_the_supply() -> None:
    def round_the_island(given: Given) -> None:
        given.goods(EVA, coin=2, wood=3)
        given.ship(EVA, "one", 19)

    match = at_table(round_the_island)
    play(match, "worker:b:round pier:1 boat:carto ship:one turn:logbook/nr.30 toll:wood")
    assert has(match, EVA) == {"coin": 1}
    assert market(match, EVA) == market(match, MIKE) == {}


def test_cooper_goes_to_who_comes_first_to_the_round_space_of_sector_a() -> None:
    match = at_table()
    play(match, "worker:e:round good:food end_turn worker:a:round option:1 turn:double/nr.60")
    assert where(match, "cooper") == "cooper:blue"


def test_a_square_space_takes_two_off_a_structure_in_any_mix() -> None:
    def special(given: Given) -> None:
        given.hired(EVA, special=True)
        given.goods(EVA, coin=1, wood=2, stone=2)
        given.land(EVA, START, 1, "meadow")

    match = at_table(special)
    play(match, "worker:d:square structure:small")
    assert "price:wood1,stone2" in keys(match)
    assert "price:coin1,wood2" in keys(match)
    play(match, "price:coin1,wood1,stone1")
    assert has(match, EVA) == {"wood": 1, "stone": 1}


def test_a_building_in_a_settlement_brings_one_point_more() -> None:
    def settled(given: Given) -> None:
        given.goods(EVA, coin=1, wood=2, stone=2)
        given.land(EVA, START, 2, "settlement")

    match = at_table(settled)
    play(match, f"worker:d:round structure:small site:{START} ship:one")
    assert ships(match, EVA)["one"] == 2
    assert room(match.table, match.seats[0], "wood") == 6


def test_nothing_is_built_on_lower_land_while_higher_land_is_free() -> None:
    def steps(given: Given) -> None:
        given.goods(EVA, coin=1, wood=2, stone=2)
        given.land(EVA, START, 1, "meadow")
        given.land(EVA, "-3,5", 3, "forest")

    match = at_table(steps)
    play(match, "worker:d:round structure:small")
    assert {key for key in keys(match) if key.startswith("site:")} == {"site:-3,5"}


def test_a_ruin_becomes_a_statue_and_its_space_can_be_explored() -> None:
    def beside_a_ruin(given: Given) -> None:
        given.land(EVA, "-3,4", 1, "forest")

    match = at_table(beside_a_ruin)
    play(match, "worker:f:round option:1 ruin:-2,4 slot:2")
    assert where(match, "ruin/yellow.1") == "slot:yellow:2"
    assert plot(match, EVA, "-2,4").stands == ""


def test_a_slot_under_a_large_building_brings_its_points_when_a_statue_comes_there() -> None:
    def beside_a_ruin(given: Given) -> None:
        given.land(EVA, "-3,4", 1, "forest")
        large = given.table.structures_left(given.seat(EVA), "large")[0]
        given.land(EVA, "-2,3", 1, "forest")
        given.standing(EVA, "-2,3", large, own("structures", given.seat(EVA)), "large")

    match = at_table(beside_a_ruin)
    play(match, "worker:f:round option:1 ruin:-2,4")
    assert keys(match) == {"slot:1", "slot:2", "slot:3"}
    play(match, "slot:3 ship:one")
    assert ships(match, EVA)["one"] == 1


def test_a_statue_costs_wood_and_stone_or_less_wood_and_gold() -> None:
    def ready(given: Given) -> None:
        given.goods(EVA, coin=0, wood=2, gold=2)
        given.land(EVA, START, 1, "meadow")
        seat = given.seat(EVA)
        ruin = given.table.box.figures["ruin/yellow.1"]
        given.table.places.move(ruin, "on:yellow:-2,4", "slot:yellow:1")
        given.table.player(seat).land["-2,4"] = (
            given.table.player(seat).land["-2,4"]._replace(stands="")
        )

    match = at_table(ready)
    play(match, "worker:f:round option:2")
    assert "Eva lacks" in why_not(match, "statue:stone")
    play(match, f"statue:gold site:{START} ship:one")
    assert plot(match, EVA, START).stands == STATUE
    assert has(match, EVA) == {}


def test_the_harbourmaster_gives_his_discount_once_in_a_round() -> None:
    def rich(given: Given) -> None:
        for colour in (EVA, MIKE):
            given.goods(colour, coin=0, gold=1, cloth=2)

    match = at_table(rich, round_=1)
    play(match, "worker:h:round cargo:1 price:gold1,cloth1 ship:one")
    assert where(match, "harbourmaster") == "lying:1"
    assert has(match, EVA) == {"cloth": 1}
    assert len(match.table.own("lids", match.seats[0])) == 1
    while asked(match) != MIKE:
        play(match, "end_turn")
    play(match, "worker:h:round toll:cloth")
    assert "Mike lacks" in why_not(match, "cargo:1")


def test_a_special_worker_sends_somebody_to_the_king() -> None:
    def met(given: Given) -> None:
        token = given.table.box.figures["milestone/yellow/boats"]
        given.table.places.move(token, "milestones:yellow", "met:yellow")

    match = at_table(met)
    play(match, "recruit:boats cell:hire hire:special send:normal royal:1")
    seat = match.seats[0]
    assert len(match.table.available(seat, special=True)) == 1
    assert len(match.table.available(seat, special=False)) == 1
    assert match.table.places.count("royal:1") == 1
    assert match.table.hired(seat) == 1
    assert match.table.board.food_needed(1) == match.table.board.food_at_start + 1


def test_missing_food_is_anchors_and_no_points() -> None:
    def hungry(given: Given) -> None:
        given.land(EVA, START, 1, "meadow")
        given.table.to_act = [given.seat(EVA)]
        given.goods(EVA, coin=0, food=1)

    match = at_table(hungry, phase=CLEANUP)
    play(match, "feed anchor:one")
    assert anchors(match, EVA) == {"one": 1, "two": 0}
    assert has(match, EVA) == {}


def test_statues_and_the_isthmus_bring_points_in_the_cleanup() -> None:
    def built(given: Given) -> None:
        for space in given.table.board.isthmus:
            given.land(EVA, space, 1, "forest")
        given.goods(EVA, coin=0, food=2)
        seat = given.seat(EVA)
        for number, space in ((1, "-2,3"), (2, "-2,2")):
            given.land(EVA, space, 1, "forest")
            ruin = given.table.box.figures[f"ruin/yellow.{number}"]
            source = given.table.places.where(ruin)
            assert source is not None
            given.standing(EVA, space, ruin, source, STATUE)
        given.table.to_act = [seat]

    match = at_table(built, phase=CLEANUP)
    play(match, "feed pay_food:store.1+store.2 ship:one ship:one")
    assert ships(match, EVA)["one"] == 3


def test_a_card_for_gold_and_cloth_makes_room_for_them_only() -> None:
    def full(given: Given) -> None:
        given.goods(EVA, coin=5)
        given.card(EVA, "small/14")

    table = at_table(full).table
    assert room(table, table.seats[0], "gold") == 2
    assert room(table, table.seats[0], "wood") == 0


def test_four_goods_of_any_kind_trade_for_one_and_cubes_count_by_their_level() -> None:
    def goods(given: Given) -> None:
        given.goods(EVA, coin=0)
        given.land(EVA, START, 5, "forest", "wood")

    match = at_table(goods)
    play(match, "trade:any good:gold")
    assert market(match, EVA) == {"gold": 1}
    assert plot(match, EVA, START).free
    play(match, "stow:gold")
    assert has(match, EVA) == {"gold": 1}


def test_a_payment_takes_nothing_that_is_not_needed() -> None:
    def cubes(given: Given) -> None:
        given.goods(EVA, coin=1, wood=3)
        given.land(EVA, START, 2, "forest", "wood")

    match = at_table(cubes)
    play(match, "worker:b:round pier:1")
    assert keys(match) == {"pay_wood:store.1+store.2", f"pay_wood:{START}"}
    assert "Not needed" in why_not(match, f"pay_wood:store.1+{START}")
    assert "it takes 2" in why_not(match, "pay_wood:store.3")
    play(match, "pay_wood:store.2+store.3")
    assert has(match, EVA) == {"wood": 1}


def test_nothing_comes_between_the_parts_of_a_payment() -> None:
    def cubes(given: Given) -> None:
        given.goods(EVA, coin=1, wood=3)
        given.land(EVA, START, 2, "forest", "wood")

    match = at_table(cubes)
    play(match, "worker:b:round")
    assert f"store:{START}" in keys(match)
    play(match, "pier:1")
    assert f"store:{START}" not in keys(match)


def test_a_royal_card_counts_its_best_stage_and_a_copy_one_less() -> None:
    def at_the_king(given: Given) -> None:
        given.everything_at(EVA, 5, "forest")
        given.everything_at(MIKE, 5, "forest")
        for colour, number in ((EVA, 8), (MIKE, 5)):
            seat = given.seat(colour)
            worker = given.table.available(seat, special=False)[0]
            given.table.places.move(worker, own("available", seat), f"royal:{number}")

    table = at_table(at_the_king, seats=4).table
    cards = {card.number: card for card in table.royals()}
    assert royal_points(table, table.seats[1], cards[5]) == 8
    assert royal_points(table, table.seats[0], cards[8]) == 7
    assert largest_area(table, table.seats[0]) == 20


def test_points_are_steps_cards_assets_and_anchors() -> None:
    def late(given: Given) -> None:
        given.goods(EVA, coin=3)
        given.ship(EVA, "one", 0, anchors=2)
        given.card(EVA, "small/15")

    table = at_table(late, phase=END).table
    lines = {str(line.because): line.amount for line in points_of(table, table.seats[0])}
    assert lines["8 unused assets"] == 1
    assert lines["2 anchors"] == -2
    assert sum(lines.values()) == 1 - 2 + 1


def test_among_equals_fewer_unexplored_spaces_win() -> None:
    def explored(given: Given) -> None:
        given.land(MIKE, "-3,5", 1, "forest")

    ended = outcome(at_table(explored, phase=END).table)
    assert [seat.colour for seat in ended.winners] == [MIKE]
    assert "fewer unexplored spaces" in str(ended.because)
    shared = outcome(at_table(phase=END).table)
    assert len(shared.winners) == 2


def test_discounts_of_cards_and_the_harbourmaster_add_up() -> None:
    def rich(given: Given) -> None:
        given.goods(EVA, coin=0, cloth=1)
        given.card(EVA, "small/9")

    match = at_table(rich, round_=1)
    assert SUPPLY in match.table.cards(match.seats[0])[0].discount.actions  # type: ignore[union-attr]
    assert where(match, "harbourmaster") == cargo(1)
    play(match, "worker:h:round cargo:1")
    assert has(match, EVA) == {}
